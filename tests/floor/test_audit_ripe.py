"""Limits that are due while the dealer has something to do first."""

from __future__ import annotations

from support.casino import MINUTE, Casino
from support.dealing import prepare


def test_limits_wait_for_the_shuffle_and_the_table_for_both() -> None:
    """A table that waits for its cards has nothing to do at every moment of that (Casino.wait tells)."""
    casino = Casino()
    casino.add("holdem", mode="physical", options={"notice": "20"})
    casino.do("Sue", "limits", table="holdem", minimum=20_00)
    casino.wait(21 * MINUTE)
    assert casino.limits("holdem") == (5_00, 500_00)
    assert casino.table("holdem").deadline() is None, "nothing is due before the cards are shuffled"
    prepare(casino, "holdem")
    casino.wait(1000)
    prepare(casino, "holdem")
    assert casino.limits("holdem") == (20_00, 500_00)
    casino.sound()
