"""Decks of cards by kind, in new-deck order: suit by suit, low rank to high."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from pitboss.equipment.cards import RANKS, SUITS, Card, parse_card

DeckKind: TypeAlias = Literal[52, 40, 36, 32, 20, "spanish"]

_RANKS_OF: dict[int | str, str] = {
    52: RANKS,
    40: "56789TJQKA",
    36: "6789TJQKA",
    32: "789TJQKA",
    20: "TJQKA",
    "spanish": RANKS.replace("T", ""),
}


@cache
def deck(kind: DeckKind = 52) -> tuple[Card, ...]:
    """One deck of the given kind; the short decks lose their lowest ranks, the Spanish one its tens.

    >>> len(deck()), deck(20)[:5], len(deck("spanish"))
    (52, ('Tc', 'Jc', 'Qc', 'Kc', 'Ac'), 48)
    """
    if kind not in _RANKS_OF:
        raise ValueError(f"no such deck: {kind!r}; there are {', '.join(map(str, _RANKS_OF))}")
    return tuple(parse_card(r + s) for s in SUITS for r in _RANKS_OF[kind])


def decks(n: int, kind: DeckKind = 52) -> tuple[Card, ...]:
    """Several decks of one kind, one after another.

    >>> len(decks(8)), decks(6).count("As")
    (416, 6)
    """
    if n < 1:
        raise ValueError(f"cannot play with {n} decks; at least 1 is needed")
    return deck(kind) * n


def ranks_in(pack: Iterable[Card]) -> Counter[str]:
    """How many cards of each rank a pack holds; `T` stands for every ten and court card, which count alike.

    >>> ranks = ranks_in(deck("spanish"))
    >>> ranks["9"], ranks["J"], ranks["T"]
    (4, 4, 12)
    """
    held = Counter(card[0] for card in pack)
    held["T"] = sum(held[rank] for rank in "TJQK")
    return held
