"""How a round came out, in words that its players use: one sentence, whatever the game, and what it says is true."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.floor.live import LiveRound
from pitboss.floor.words import decided
from pitboss.law.clauses import BOOKS
from pitboss.money import full_amount
from pitboss.rulebooks import games
from pitboss.table.driver import Replay, play_round
from pitboss.table.facts import Settled
from pitboss.table.game import Game
from pitboss.table.headlines import gained, headline
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.script import play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import parse

ROUNDS = 250
# Letters, as many as the page has room for (tests/web/browser/test_every_table.py).
LONGEST = 125
BLACKJACK = "game qld/blackjack\nbox 1 Ann: original 5\n"
CBR = "game cbr/casino-holdem-poker\nbox 1 Ann: ante 10\n"
NSW = "game nsw/texas-holdem-bonus-poker\nbox 1 Ann: ante 10\n"
THREE = "game qld/three-card-poker\nbox 1 Ann: ante 10, pair plus 5\n"

GOLDEN = [
    (BLACKJACK + "deal 1: Th 9d\ndeal dealer: Ts 6s Td\n1: stand", "You win 5.00: the dealer busts with 26"),
    (BLACKJACK + "deal 1: Th 9d\ndeal dealer: Ts 9s\n1: stand", "Push at 19"),
    (BLACKJACK + "deal 1: Ah 7d\ndeal dealer: Ts 8s\n1: stand", "Push at 18"),
    (BLACKJACK + "deal 1: Ah 6d\ndeal dealer: Ts 8s\n1: stand", "Soft 17 loses to 18"),
    (BLACKJACK + "deal 1: Th 8d\ndeal dealer: 6s As\n1: stand", "You win 5.00: 18 beats soft 17"),
    (BLACKJACK.replace("5", "10") + "deal 1: Ah Kd\ndeal dealer: 9s", "Blackjack! 3 to 2 pays 15.00"),
    (BLACKJACK + "deal 1: Ah Kd\ndeal dealer: Ts As", "Push at 21"),
    (BLACKJACK + "deal 1: Th 6d 9c\ndeal dealer: Ts\n1: draw", "You bust with 25"),
    (BLACKJACK + "deal 1: Th 9d\ndeal dealer: Ts As\n1: stand", "The dealer has blackjack"),
    (BLACKJACK + "deal 1: 8h 8d\ndeal 1a: Tc\ndeal 1b: 2d\ndeal dealer: Ts 9s\n1: split\n1a: stand\n1b: stand",
     "You lose 10.00: both hands lost"),
    (BLACKJACK + "box 2 Ann: original 7.50\nbox 3 Ann: original 10\ndeal 1: Th 9d\ndeal 2: Tc Td\ndeal 3: 9h 8d\n"
     "deal dealer: Ts 8s\n1: stand\n2: stand\n3: stand", "You win 2.50: two of three hands won"),
    (BLACKJACK + "box 2 Ann: original 5\ndeal 1: Th 9d\ndeal 2: Tc Td\ndeal dealer: Ts 6s Kd\n1: stand\n2: stand",
     "You win 10.00: both hands won, the dealer busts with 26"),
    (CBR + "deal 1: Jh Jd\ndeal dealer: 6h 3d\ndeal board: 6c 3s Kd 9h Qc\n1: call",
     "Pair of jacks loses to two pair, sixes and threes"),
    (CBR + "deal 1: Kh 9d\ndeal dealer: Kc 8d\ndeal board: Ks 3s 2d 4h Qc\n1: call",
     "You win 30.00: pair of kings, nine kicker beats eight kicker"),
    (CBR + "deal 1: Jh 9d\ndeal dealer: Kc 8d\ndeal board: 6s 3s 2d 4h Qc\n1: call",
     "You win 10.00: the dealer does not qualify"),
    (CBR + "deal 1: Jh 9d\ndeal dealer: 4c 4d\ndeal board: 6s 3s 2d\n1: fold", "You folded"),
    (NSW + "deal board: 2c 7d Th 3s Jc\ndeal 1: Ah Ad\ndeal dealer: Ts 9s\n1: flop\n1: check\n1: check",
     "You win 20.00: pair of aces beats pair of tens"),
    (NSW + "deal board: Tc Jd Qh Ks Ac\ndeal 1: 2h 3d\ndeal dealer: Ts 9s\n1: flop\n1: check\n1: check",
     "Push: both have straight to the ace"),
    (THREE + "deal 1: Ah Ad 7c\ndeal dealer: Jc Jd 4s\n1: bet",
     "You win 25.00: pair of aces beats pair of jacks; pair plus pays 5.00"),
    (THREE + "deal 1: 8h 8d 8c\ndeal dealer: Jc Jd 4s\n1: bet",
     "You win 185.00: three eights beat pair of jacks; ante bonus and pair plus pay 165.00"),
    (BLACKJACK[:-1] + ", perfect pairs 5, any pair 5, star pairs 5, super sevens 5\ndeal 1: Th 9d\n"
     "deal dealer: Ts 6s Td\n1: stand", "You lose 15.00: four bets lost; the dealer busts with 26"),
    ("game qld/roulette\nbox 1 Ann: straight up 17 5\nspin 17", "17 black: you win 175.00"),
    ("game qld/roulette\nbox 1 Ann: red 5, black 5\nspin 17", "17 black: you break even"),
    ("game qld/roulette\nbox 1 Ann: red 5\nspin 0", "0 green: you lose 5.00"),
    ("game qld/baccarat\nbox 1 Ann: banker 5\ndeal player: Kh 4d Tc\ndeal banker: Ts 7c",
     "Banker wins 7 to 4: you win 4.75"),
    ("game qld/baccarat\nbox 1 Ann: player 5\ndeal player: Kh 6d\ndeal banker: Ts 6c",
     "Tie at 6: your 5.00 comes back"),
    ("game qld/craps\nbox 1 Ann: win bet 5\nroll 4 4", "The point is 8: your bet stays"),
    ("game qld/craps\nbox 1 Ann: win bet 5\nroll 4 4\nroll 3 4", "Seven out: you lose 5.00"),
    ("game qld/craps\nbox 1 Ann: win bet 5\nroll 4 4\nroll 3 5", "8, the point is made: you win 5.00"),
    ("game qld/craps\nbox 1 Ann: win bet 5\nroll 1 2", "Craps, three: you lose 5.00"),
    ("game qld/roulette\nbox 1 Ann: red 5\n! no-spin", "The round is void: your 5.00 comes back"),
]


def last_round(text: str) -> Table:
    read = parse(text)
    played = play_transcript(read, games()[read.game])
    t = Table(played.game, dict(played.records[0].state))
    for record in played.records:
        play_round(t, Replay(record.answers))
    return t


@pytest.mark.parametrize(("text", "said"), GOLDEN, ids=[said for _, said in GOLDEN])
def test_a_result_in_a_sentence(text: str, said: str) -> None:
    assert headline(last_round(text), "Ann") == said


@pytest.mark.parametrize(("dealer", "said"), [
    ("Ts 6s Td", "You win 5.00: original pays 5.00"), ("Ts 9s", "Your 5.00 comes back"),
    ("Ts Js", "You lose 5.00: original lost"),
])
def test_a_game_that_says_nothing_of_itself_still_has_a_sentence(dealer: str, said: str) -> None:
    """Wagers by their names, where nobody tells what they hang on."""
    t = last_round(f"{BLACKJACK}deal 1: Th 9d\ndeal dealer: {dealer}\n1: stand")
    t.game.kinds = tuple(kind._replace(compares=(), everyday="") for kind in t.game.kinds)  # type: ignore[misc]
    assert headline(t, "Ann") == said


# -- every game ------------------------------------------------------------------------------------------------

INTERNAL = re.compile(rf"[_{{}}\[\]]|\b(?:{'|'.join(BOOKS)})\b|\b\d+[a-d]\b|  |\bNone\b|\bbox \d|;$|: ?$|: ;|, ?$")
# One of a kind is one, several are several.
PLURALS = re.compile(r"\bone hands|\b(three|four) \w+s,? (beats|loses)|\b\w+s hands (wins|loses)|\b(two|three) hand\b"
                     r"|\byour bets stays|\byour bet stay\b|\bsixs\b")
SUM = re.compile(r"[Yy]ou (win|lose) (\d+\.\d\d)")


def rounds(make: type[Game]) -> Iterator[Table]:
    game = make()
    several = game.options.get("several-boxes") == "yes"
    seats = {1: "Ann", 2: "Ben", **({3: "Ann"} if several else {})}
    t = Table(game)
    dealer = VirtualDealer(SeededSource(f"{make.id} cards"), RandomPlayers(SeededSource(f"{make.id} people"), seats))
    for _ in range(ROUNDS):
        play_round(t, dealer)
        yield t


def law_words(game: Game) -> re.Pattern[str]:
    """Names of wagers that people have another word for."""
    names = [re.escape(kind.name) for kind in game.all_kinds() if kind.everyday and kind.name not in kind.everyday]
    return re.compile(rf"\b(?:{'|'.join(names) or '(?!)'})\b")


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_result_of_every_game_reads_well_and_is_true(id: str) -> None:
    seen = 0
    for t in rounds(games()[id]):
        laws = law_words(t.game)
        for player in {line.player for line in t.lines}:
            said, gain = headline(t, player), gained(t, player)
            words = [decided(t, line, n)["words"] for n, line in enumerate(t.lines) if line.player == player]
            for sentence in (said, *words):
                assert sentence and not INTERNAL.search(sentence) and not laws.search(sentence), sentence
                assert not PLURALS.search(sentence), sentence
            assert said[0].isupper() or said[0].isdigit(), said
            assert len(said) <= LONGEST, said
            for verb, amount in SUM.findall(said):
                assert (verb == "win") == (gain > 0) and amount == full_amount(abs(gain)), (said, gain)
            if gain > 0:
                assert re.search(r"[Yy]ou win|!", said), said
            seen += 1
    assert seen > ROUNDS / 4, "few rounds came to anything"


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_line_of_a_log_is_in_everyday_words(id: str) -> None:
    """As a player reads it; the law's word stays in the text beside it."""
    for t in rounds(games()[id]):
        laws = law_words(t.game)
        live = LiveRound.__new__(LiveRound)
        live.t, live._remarks = t, {}
        for n, event in enumerate(t.events):
            words = live.words(n, event)
            line = words.get("said", words["text"])
            assert line and "_" not in line and "{" not in line, line
            if isinstance(event, Settled) or words["kind"] in ("placed", "taken", "returned", "chose"):
                assert not laws.search(line), line
