"""A game says its pack, and everything that counts cards counts that."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck, decks
from pitboss.equipment.rng import SeededSource
from pitboss.equipment.rng import check as opens
from pitboss.equipment.shoe import Shoe
from pitboss.equipment.tiles import TILES
from pitboss.law import Refused
from pitboss.rulebooks import game, games
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.table.acts import Answer, Cards, CutAt, Irregular, Shuffled
from pitboss.table.answers import Unplayable
from pitboss.table.driver import play_round
from pitboss.table.facts import Rejected
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Cut, Deal
from pitboss.table.script import play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import parse


class NoTens(Blackjack):
    """Blackjack with decks of 48 cards."""

    def pack(self) -> tuple[Card, ...]:
        return decks(self.decks, "spanish")


WITHOUT_TENS = {"qld/spanish-blackjack"}
WITH_TILES = ("qld/pai-gow",)
ROUND = """game qld/blackjack
option decks=5
box 1 Ann: 10
deal 1: {cards}
deal dealer: 9c Ks
1: stand
"""


@pytest.mark.parametrize("id", sorted(games()))
def test_the_pack_is_so_many_decks_unless_the_game_says_otherwise(id: str) -> None:
    made = game(id)
    own = TILES if id in WITH_TILES else deck("spanish" if id in WITHOUT_TENS else 52) * made.decks
    assert Counter(made.pack()) == Counter(own) == made.in_pack


def test_a_card_that_the_pack_does_not_have_is_refused() -> None:
    with pytest.raises(Unplayable, match=r"line 4: Td is not in the pack \[QLD-2-4\]; cards of the decks in play"):
        play_transcript(parse(ROUND.format(cards="Td 9h")), NoTens)
    assert play_transcript(parse(ROUND.format(cards="Jd 9h")), NoTens).net == {"Ann": 0}
    assert play_transcript(parse(ROUND.format(cards="Td 9h")), Blackjack).net == {"Ann": 0}


def test_a_line_with_such_a_card_is_refused_whole() -> None:
    tried = ROUND.format(cards="9d Td\n=! refused [QLD-2-4]\ndeal 1: Jd 9h")
    assert play_transcript(parse(tried), NoTens).net == {"Ann": 0}
    with pytest.raises(Unplayable, match="line 4: these cards may be dealt, and were expected to be refused QLD-2-4"):
        play_transcript(parse(tried), Blackjack)
    with pytest.raises(Unplayable, match=r"line 4: Td is not in the pack \[QLD-2-4\]"):
        play_transcript(parse(tried.replace("[QLD-2-4]", "[QLD-2-5(1)]")), NoTens)


class Dealing:
    """Gives these cards one by one, whatever hand they are for, and stands on all hands."""

    def __init__(self, cards: str, *, then: Irregular | None = None) -> None:
        self.cards, self.then = cards.split(), then
        self.players = RandomPlayers(SeededSource(1), {box: "Ann" for box in range(1, 8)}, most=1)

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is Deal:
            if self.cards:
                return Cards((self.cards.pop(0),))
            if self.then is not None:
                given, self.then = self.then, None
                return given
            raise EOFError
        if type(request) is Cut:
            return CutAt(request.least)
        return Shuffled() if "Shuffle" in type(request).__name__ else self.players.answer(t, request)


def refusals(cards: str, then: Irregular | None = None) -> list[str]:
    t = Table(NoTens({"decks": "5"}))
    with pytest.raises(EOFError):
        play_round(t, Dealing(cards, then=then))
    return [event.what for event in t.events if isinstance(event, Rejected | Refused)]


def test_as_many_of_a_card_as_the_pack_holds() -> None:
    assert refusals("9c 9c 9c 9c 9c 8d") == []
    assert refusals("9c 9c 9c 9c 9c 9c 8d") == ["9c is already on the table: 5 decks in play"]
    assert refusals("Ts 9c 7c") == ["Ts is not in the pack"]


def test_a_report_names_cards_of_the_pack() -> None:
    drawn = [Irregular("card-face-up-in-shoe", {"card": card}) for card in ("Th", "9c", "8c")]
    five = "9c 9c 9c 9c 9c"
    assert refusals(five, drawn[0]) == ["card-face-up-in-shoe: Th is not in the pack"]
    assert refusals(five, drawn[1]) == ["card-face-up-in-shoe: 9c is already on the table: 5 decks in play"]
    assert refusals(five, drawn[2]) == []


@pytest.mark.parametrize("shoe", ["shoe", "machine"])
def test_virtual_equipment_holds_the_pack(shoe: str) -> None:
    source, t = SeededSource("no tens"), Table(NoTens({"decks": "5", "shoe": shoe}))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}))
    came: Counter[Card] = Counter()
    for _ in range(60):
        play_round(t, dealer)
        came += Counter(card for hand in t.hands.values() for card in hand.cards)
    assert set(came) == set(deck("spanish"))


def test_the_order_of_a_committed_shoe_is_the_pack() -> None:
    source, t = SeededSource("committed"), Table(NoTens({"decks": "5"}))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann"}), commit=True)
    record = play_round(t, dealer)
    digest = next(answer.digest for answer in record.answers if type(answer) is Shuffled)
    proof = dealer.proof()
    assert proof is not None and opens(digest, proof[0], proof[1].split())
    assert Counter(proof[1].split()) == t.game.in_pack


def test_cuts_are_measured_by_the_pack() -> None:
    asked: list[Cut] = []

    class Watched(VirtualDealer):
        def answer(self, t: Table, request: Asked) -> Answer:
            asked.extend([request] if type(request) is Cut else [])
            return super().answer(t, request)

    source, t = SeededSource("cuts"), Table(NoTens({"decks": "5"}))
    dealer = Watched(source, RandomPlayers(source, {1: "Ann"}, most=1))
    play_round(t, dealer)
    assert [(cut.least, cut.most) for cut in asked] == [(10, 5 * 48 - 10), (48, 5 * 48 * 2 // 3)]
    # 33(1): the discards are the pack less what lies on the table.
    asked.clear()
    dealer.shoe = Shoe(("5h", "5d"))
    play_round(t, dealer)
    assert (asked[0].least, asked[0].most) == (10, 5 * 48 - 2 - 10)


def test_an_unknown_card_is_in_no_pack() -> None:
    assert refusals("zz 9c") == ["zz is not in the pack"]
