"""The accounts of the ledger: their kinds, by the word before the colon, and what each must hold at least."""

from __future__ import annotations

from pitboss.money import Cents

# Accounts of these kinds cannot be overdrawn; those of the house and of the world outside can.
NEVER_OVERDRAWN = frozenset({"player", "layout", "voucher", "stack", "pot", "lesson", "held"})
# No posting is larger, so that no balance comes near the end of 64 bits.
LARGEST_POSTING: Cents = 10**15


def kind_of(account: str) -> str:
    """The word before the colon.

    >>> kind_of("player:Ann"), kind_of("cage")
    ('player', 'cage')
    """
    return account.partition(":")[0]


def floor_of(account: str) -> Cents | None:
    """What an account must hold at least."""
    return 0 if kind_of(account) in NEVER_OVERDRAWN else None
