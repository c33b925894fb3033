"""Virtual equipment: a shuffle in mid-round leaves the cards on the table where they are."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.equipment.decks import decks
from pitboss.equipment.rng import SeededSource
from pitboss.equipment.shoe import CardMachine, Shoe
from pitboss.law import Ruled
from pitboss.rulebooks import game
from pitboss.table.acts import Answer, Irregular
from pitboss.table.driver import play_round
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Choose, Shuffle
from pitboss.table.table import Table

FULL = Counter(decks(6))


def table(**options: str) -> tuple[Table, VirtualDealer]:
    source = SeededSource("house")
    t = Table(game("qld/blackjack", options))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}))
    play_round(t, dealer)
    return t, dealer


def on_table(t: Table) -> Counter[str]:
    return Counter(card for hand in t.hands.values() for card in hand.cards)


@pytest.mark.parametrize("left", range(1, 6))
def test_a_shoe_that_runs_out_is_refilled_from_the_discards(left: int) -> None:
    t, dealer = table()
    dealer.shoe = Shoe(("5h", "5d", "6c", "Th", "9s")[:left])
    play_round(t, dealer)
    assert "QLD-2-33(1)" in [str(event.clause) for event in t.events if isinstance(event, Ruled)]
    assert isinstance(dealer.shoe, Shoe)
    held = Counter(dealer.shoe.draw() for _ in range(dealer.shoe.remaining))
    # A split lays one box's cards on two hands; whatever lies there is not in the shoe as well.
    assert all(held[card] + on_table(t)[card] <= FULL[card] for card in FULL)
    assert sum(held.values()) < sum(FULL.values())
    assert sum(t.net.values()) + t.house == 0


class Emptied:
    """Says, at the first decision, that the machine has run out."""

    def __init__(self, inner: VirtualDealer) -> None:
        self.inner, self.said = inner, False

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is Choose and not self.said:
            self.said, self.before = True, on_table(t)
            return Irregular("not-enough-cards", {})
        answer = self.inner.answer(t, request)
        if self.said and type(request) is Shuffle and isinstance(self.inner.shoe, CardMachine):
            self.out = Counter(self.inner.shoe.on_table)
        return answer


def test_a_machine_refilled_in_mid_round_does_not_swallow_the_round() -> None:
    t, dealer = table(shoe="machine")
    for _ in range(20):
        emptied = Emptied(dealer)
        play_round(t, emptied)
        if emptied.said:
            assert all(emptied.out[card] >= times for card, times in emptied.before.items())
            return
    raise AssertionError("no round had a decision")
