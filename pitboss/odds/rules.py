"""Rules that a what-if may put another way in any game of a family: what the dealer qualifies with, what a wager wins
with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.odds.analysis import Instead

JACK, KING, ACE = 11, 13, 14


def _or_better(category: Any, *ranks: int) -> Instead:
    """The dealer qualifies with this kind of hand, with these as its first ranks, or better."""
    return "qualifies", lambda game, dealer: (dealer.category, dealer.ranks) >= (category, ranks)


def qualifiers(categories: Any) -> Mapping[str, Instead]:
    """What the dealer may have to have, from nothing up, among hands of these categories.

    >>> from pitboss.hands.three_card import ThreeCardCategory
    >>> [name for name in qualifiers(ThreeCardCategory) if "pair" not in name]
    ['any hand', 'jack high', 'queen high', 'king high', 'ace high', 'ace and king']
    """
    high, pair = categories.HIGH_CARD, categories.PAIR
    by_high_card = {_name(Category.HIGH_CARD, rank): _or_better(high, rank) for rank in range(JACK, ACE + 1)}
    by_pair = {f"a {_name(Category.PAIR, rank)}": _or_better(pair, rank) for rank in range(3, ACE + 1)}
    two_pair = {"two pair": _or_better(categories.TWO_PAIR)} if "TWO_PAIR" in categories.__members__ else {}
    return {
        "any hand": _or_better(high), **by_high_card, "ace and king": _or_better(high, ACE, KING),
        "a pair": _or_better(pair), **by_pair, **two_pair,
    }


def least_hands(wager: str, wins_with: Mapping[str, Category]) -> Mapping[str, Instead]:
    """The kinds of hand from which on a wager wins."""
    return {
        f"{category.label} or higher": ("wins_with", {**wins_with, wager: category})
        for category in Category if category > Category.HIGH_CARD
    }


def least_pairs(attribute: str) -> Mapping[str, Instead]:
    """The pairs from which on something holds, by the attribute that says so; or none of them.

    >>> least_pairs("paid_pair")["pair of jacks"]
    ('paid_pair', 11)
    """
    pairs = {_name(Category.PAIR, rank): (attribute, rank) for rank in range(2, ACE + 1)}
    return {**pairs, "no pair": (attribute, ACE + 1)}


def _name(category: Category, rank: int) -> str:
    return called(HandValue(category, (rank,)))
