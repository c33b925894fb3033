"""Additional wagers: what each brings over all that it looks at. A side says what that is (`looks_at`) and what
becomes of the wager (`result`); here is one enumerator for each such thing, whatever the side and its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import factorial, perm, prod
from typing import Any, TypeAlias

from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds.par import WagerPar, line, row
from pitboss.table.game import Game
from pitboss.table.sides import (
    FIVE_CARDS,
    FOUR_FACES,
    PLAYED_CARDS,
    SEVEN_CARDS,
    THREE_CARDS,
    TWO_AND_ONE,
    TWO_CARDS,
    TWO_FACES,
    TWO_HANDS,
    Side,
)

# What a side may be shown, each with the number of ways it comes about.
Ways: TypeAlias = Iterator[tuple[Any, int]]
NO_LINE = "none of these"


# By what they go through.
ENUMERATORS: dict[str, Callable[[Game], Ways]] = {}


def goes_through(what: str) -> Callable[[Callable[[Game], Ways]], Callable[[Game], Ways]]:
    """Make a function the enumerator of something that results look at."""

    def enter(enumerator: Callable[[Game], Ways]) -> Callable[[Game], Ways]:
        ENUMERATORS[what] = enumerator
        return enumerator

    return enter


@goes_through(TWO_CARDS)
def two_cards(game: Game) -> Ways:
    """Every two cards in the order they come to a hand, out of a fresh shoe. Cards burnt or dealt to others in
    between change no chance, for they are not seen."""
    copies = Counter(game.pack())
    for one, many in copies.items():
        for other, more in copies.items():
            if ways := many * (more - (one == other)):
                yield (one, other), ways


@goes_through(TWO_AND_ONE)
def two_and_one(game: Game) -> Ways:
    """Every three cards out of a fresh shoe, in however many orders they come: whose each is changes nothing."""
    copies = Counter(game.pack())
    for cards in combinations_with_replacement(copies, 3):
        once = Counter(cards)
        ways = factorial(3) // prod(factorial(many) for many in once.values())
        yield cards, ways * prod(perm(copies[card], many) for card, many in once.items())


def faces(left: Mapping[str, int], number: int) -> Ways:
    """As many cards as that in the order they come, by their faces alone: each is shown in one suit for all."""
    shown = {face: f"{face}s" for face in left}
    for drawn in product(left, repeat=number):
        if ways := prod(left[face] - drawn[:place].count(face) for place, face in enumerate(drawn)):
            yield tuple(shown[face] for face in drawn), ways


def in_twos(cards: Ways) -> Ways:
    """The same cards, two to a hand."""
    return ((tuple(zip(drawn[::2], drawn[1::2], strict=True)), ways) for drawn, ways in cards)


def faces_in(game: Game) -> Counter[str]:
    return Counter(card[0] for card in game.pack())


@goes_through(TWO_FACES)
def two_faces(game: Game) -> Ways:
    """The faces of two cards out of a fresh shoe."""
    return faces(faces_in(game), 2)


@goes_through(FOUR_FACES)
def four_faces(game: Game) -> Ways:
    """The faces of two cards of each of two hands out of one."""
    return in_twos(faces(faces_in(game), 4))


@goes_through(TWO_HANDS)
def two_hands(game: Game) -> Ways:
    """How two hands end, out of a fresh shoe."""
    from pitboss.odds.baccarat import cards_of, how_they_end

    return how_they_end(game, cards_of(game))


@goes_through(THREE_CARDS)
def three_cards(game: Game) -> Ways:
    """Any three cards of one deck."""
    from pitboss.odds.packs import check_whole_deck

    check_whole_deck(game)
    for cards in combinations(game.pack(), 3):
        yield cards, 1


@goes_through(FIVE_CARDS)
def five_cards(game: Game) -> Ways:
    """What the best five of any five cards of one deck are worth."""
    from pitboss.odds.any_cards import values_of

    return values_of(game, 5)


@goes_through(SEVEN_CARDS)
def seven_cards(game: Game) -> Ways:
    """The same of seven."""
    from pitboss.odds.any_cards import values_of

    return values_of(game, 7)


def counted(game: Game) -> dict[str, Side]:
    """The additional wagers that this table offers and whose odds can be told, by the names they are placed under."""
    offered = (kind.name for kind in game.side_kinds())
    known = (*ENUMERATORS, PLAYED_CARDS)
    return {name: game.sides[name] for name in offered if game.sides[name].looks_at in known}


def ends(side: Side, kind: str, shown: Ways | None = None) -> Iterator[tuple[Any, int, Result]]:
    """All that an additional wager may be shown, in how many ways, and what becomes of it then; of what hangs on how
    the game is played, or comes out of a shoe that is not fresh, `shown` tells the ways."""
    for facts, ways in ENUMERATORS[side.looks_at](side.game) if shown is None else shown:
        yield facts, ways, side.result(kind, facts)


def side_row(side: Side, kind: str, stake: Cents, shown: Ways | None = None, note: str = "") -> WagerPar:
    """The row of an additional wager: each line of its pay table, and all that is none of them."""
    counts = Counter[Result]()
    for _, ways, result in ends(side, kind, shown):
        counts[result] += ways
    labels = {clause: str(getattr(paid, "label", paid)) for paid, (_, clause) in side.pay.lines.items()}
    return row(kind, [
        line(result, labels.get(result.clause, NO_LINE), Fraction(ways, counts.total()), stake)
        for result, ways in counts.items()
    ], note=note)


def notes(game: Game, untold: Mapping[str, str]) -> tuple[str, ...]:
    """What the sheet leaves out of the additional wagers, and why: `untold` has the reason for each whose odds could be
    told of a fresh shoe."""
    reasons = {why: ", ".join(name for name in untold if untold[name] == why) for why in untold.values()}
    others = ", ".join(kind.name for kind in game.side_kinds() if kind.name not in counted(game))
    return (
        *(f"No figures for {names}: {why}." for why, names in reasons.items()),
        *((f"No figures yet for {others}.",) if others else ()),
    )
