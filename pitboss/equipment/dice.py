"""Dice with six faces."""

from pitboss.equipment.rng import Source


def roll(source: Source, n: int = 2) -> tuple[int, ...]:
    """The uppermost faces of ``n`` dice.

    >>> from pitboss.equipment.rng import SeededSource
    >>> len(roll(SeededSource(1), 3))
    3
    """
    if n < 1:
        raise ValueError(f"cannot roll {n} dice; at least 1 is needed")
    return tuple(source.below(6) + 1 for _ in range(n))
