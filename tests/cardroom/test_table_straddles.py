"""Straddles at a table that plays hand after hand."""

from __future__ import annotations

from support.poker_tables import STACK, clause, deal, mel, qld, seated


def test_over_blinds_double() -> None:
    """8.8.4: each twice the last, from the next place, as many as the house allows."""
    table = seated(mel(over_blinds="2"), 1, 2, 3, 4, 5, button=5)
    assert clause(table.straddle(4, 2000)) == "MEL-6.5"
    assert table.straddle(3, 2000) is None
    assert clause(table.straddle(4, 2000)) == "MEL-8.8.4"
    assert clause(table.straddle(5, 4000)) == "MEL-8.8.4"
    assert table.straddle(4, 4000) is None
    assert clause(table.straddle(5, 8000)) == "MEL-6.5"
    hand = deal(table)
    assert hand.price == 4000 and hand.seats[hand.turn] == 5


def test_a_change_at_the_seats_takes_a_straddle_back() -> None:
    table = seated(mel(), 1, 2, 3, 4, button=4)
    assert table.straddle(3, 2000) is None
    table.sit(5, "Eve", STACK)
    assert deal(table).price == 1000


def test_a_straddle_of_two_players() -> None:
    """The first blind is left of the second: the straddle takes it in."""
    table = seated(qld(straddle="live"), 1, 2)
    assert table.straddle(2, 2000) is None
    hand = deal(table)
    assert sorted(hand.bets) == [1000, 2000] and hand.price == 2000
