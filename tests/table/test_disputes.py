"""Disputes as a supervisor types them, who has not read the notation's page: each settles, or is told what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli.errors import complaint
from pitboss.cli.lookup import find_game
from pitboss.cli.settle import read_text
from pitboss.table.expectations import show_line
from pitboss.table.script import play_transcript
from pitboss.table.transcripts import parse

FOLDER = Path(__file__).parent / "disputes"

# What each comes to.
SETTLED = {
    "01-blackjack-push": ["= 1 Kim original void [QLD-2-14(2)(e)]"],
    "05-colon-missing-after-deal": [
        "= 2 Bob ante win 10 [QLD-12-21(2)(a)]", "= 2 Bob bet win 10 [QLD-12-21(2)(a)]",
        "= 1 Mary Ann ante win 10 [QLD-12-21(2)(a)]", "= 1 Mary Ann pair plus win 5 [QLD-12-25:pair]",
        "= 1 Mary Ann bet win 10 [QLD-12-21(2)(a)]",
    ],
    "06-hits-and-stands-on-21": ["= 1 Kim original void [QLD-2-14(2)(e)]", "= 2 Bo original lose 10 [QLD-2-14(2)(g)]"],
    "08-pass-line-with-odds": [
        "= 2 Jo place bet 8 win 14 [QLD-4-10(1):place-8]", "= 2 Jo 11 in 1 roll lose 1 [QLD-4-4:11-in-1-roll]",
        "= 1 Sam win bet win 20 [QLD-4-10(1):win-bet]", "= 1 Sam win odds win 24 [QLD-4-14(5)]",
    ],
    "15-casino-holdem-all-fold": [
        "= 1 Dee ante lose 10 [CBR-7.3]", "= 1 Dee super aces bonus lose 5 [CBR-7.3]",
    ],
    "20-holdem-bonus-raise": [
        "= 1 Ann ante bonus win 150 [NSW-10.7:two-aces]", "= 1 Ann ante stand-off [NSW-10.10:ante]",
        "= 1 Ann flop win 20 [NSW-10.10:flop]",
    ],
    "25-split-and-double": [
        "= 1a Kim original win 10 [QLD-2-15(1)]", "= 1b Kim split win 10 [QLD-2-15(1)]",
        "= 1a Kim double down win 10 [QLD-2-15(1)]",
    ],
}
# What each says it came to, and did not.
DIFFERS = {
    "12-baccarat-bank-wins": [
        "line 6: expected '= 1 Chen bank wins 950', got '= 1 Chen banker void [QLD-1-10(1)(c)]'",
        "line 7: expected '= 2 Wei tie loses 10', got '= 2 Wei tie win 80 [QLD-1-11(3)]'",
    ],
}
FORMS = "write wagers as 'box 1 Ann: 10', cards as 'deal 1: Ah Kh', decisions as '1: stand'"
# What each is told.
REFUSED = {
    "02-blackjack-pays": f"line 5: 'blackjack pays?' is not an act this notation knows; {FORMS}",
    "03-dealer-cards-without-suits": "line 4: 'K 6' is no decision; cards are written 'deal dealer: ...'; "
                                     "each card is a rank and a suit, such as Kh",
    "04-colon-missing-after-the-name": "line 2: 'box 1 Kim 25' has no colon; write 'box 1 Kim: 25', with a colon after "
                                       "the name",
    "07-pass-line-dispute": "line 3: 'and' is not a whole number; write dice as 'roll 3 4'",
    "09-roulette-late-bet": "line 4: refused: wagers are closed after 'no more bets' [QLD-7-9(4)]; "
                            "wait for the next spin",
    "10-roulette-two-numbers": "line 6: refused: there is no 17 black on the wheel [QLD-7-2(1)(b)]; "
                               "one of its own, such as 2",
    "11-thousands": "line 2: $1,000 has a comma inside; write 1000",
    "13-baccarat-which-wager": "line 2: an amount alone does not say which wager; "
                               "qld/baccarat opens with player, banker, tie",
    "14-casino-holdem-flop-on-its-own": "line 5: there is no hand 'flop'; cards go to 1, dealer, board, discard; "
                                        "write 'deal board: ...'",
    "16-name-in-the-place-of-the-box": "line 5: 'Kim: hit' does not start with a box; write '1: hit' for a decision, "
                                       "'deal 1: Ah Kh' for cards",
    "17-exposed-card-then-bet": "line 5: refused: the round is void since line 4 [QLD-12-30]",
    "18-game-by-its-plain-name": "no game 'three card poker'; did you mean qld/three-card-poker?",
    "19-player-not-named": "line 2: 'box 1: 10' has no player; write 'box 1 Ann: 10', with the player's name",
    "21-same-card-twice": "line 4: Ah is already on the table: 1 deck in play",
    "22-decision-for-the-wrong-box": "line 5: there is no hand on box 2; hands are 1; the table waits for "
                                     "1 Ann: bet, fold",
    "23-decision-without-colon": "line 5: '1 bet' has no colon; write '1: bet', with a colon after the box",
    "24-what-the-player-says": "line 3: 'Kim says the dealer paid her short' is not an act this notation knows; "
                               f"{FORMS}",
}


def test_every_dispute_has_its_answer() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted({*SETTLED, *DIFFERS, *REFUSED})


@pytest.mark.parametrize("name", [*SETTLED, *DIFFERS])
def test_a_dispute_settles(name: str) -> None:
    read = parse(read_text(str(FOLDER / f"{name}.txt")))
    played = play_transcript(read, find_game(read.game))
    assert played.failures == DIFFERS.get(name, [])
    assert name in DIFFERS or [show_line(line) for line in played.lines] == SETTLED[name]


@pytest.mark.parametrize("name", REFUSED)
def test_a_dispute_is_told_what_to_write(name: str) -> None:
    with pytest.raises(Exception) as caught:
        read = parse(read_text(str(FOLDER / f"{name}.txt")))
        play_transcript(read, find_game(read.game))
    assert complaint(caught.value) == REFUSED[name]
