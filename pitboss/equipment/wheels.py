"""Roulette wheels with one, two or three zeros."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pitboss.equipment.rng import Source

WheelKind: TypeAlias = Literal["0", "00", "000"]
Colour: TypeAlias = Literal["red", "black", "green"]

ZEROS = ("0", "00", "000")
RED = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))
BLACK = frozenset(map(str, range(1, 37))) - RED

_ONE_CIRCLE = (
    "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)
_TWO_HALVES = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1",
    "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
)
_POCKETS: dict[str, tuple[str, ...]] = {
    "0": ("0", *_ONE_CIRCLE.split()),
    "00": tuple(" ".join(_TWO_HALVES).split()),
    "000": ("0", "000", "00", *_ONE_CIRCLE.split()),
}


def colour(number: str) -> Colour:
    """The colour of a number, the same on every wheel.

    >>> colour("17"), colour("32"), colour("00")
    ('black', 'red', 'green')
    """
    if number in RED:
        return "red"
    if number in BLACK:
        return "black"
    if number in ZEROS:
        return "green"
    raise ValueError(f"not a roulette number: {number!r}; there are 0, 00, 000 and 1 to 36")


def called(result: str) -> str:
    """What came on a wheel, with its colour where it is a number.

    >>> called("17"), called("joker")
    ('17 black', 'joker')
    """
    return f"{result} {colour(result)}" if result in RED | BLACK or result in ZEROS else result


@dataclass(frozen=True)
class Wheel:
    """A roulette wheel, named by its last zero.

    >>> Wheel("00").pockets[:3], len(Wheel("000").pockets)
    (('0', '28', '9'), 39)
    """

    kind: WheelKind = "0"

    def __post_init__(self) -> None:
        if self.kind not in _POCKETS:
            raise ValueError(f"no such wheel: {self.kind!r}; there are 0, 00 and 000")

    @property
    def pockets(self) -> tuple[str, ...]:
        """The numbers in their order around the wheel, clockwise from the single zero."""
        return _POCKETS[self.kind]

    @property
    def zeros(self) -> tuple[str, ...]:
        """The zeros that this wheel carries, fewest first."""
        return ZEROS[: len(self.kind)]

    def colour(self, number: str) -> Colour:
        """The colour of a number on this wheel; a number it does not carry is a ValueError."""
        if number not in self.pockets:
            raise ValueError(f"the {self.kind} wheel carries no {number!r}")
        return colour(number)

    def spin(self, source: Source) -> str:
        """Where the ball comes to rest."""
        pockets = self.pockets
        return pockets[source.below(len(pockets))]
