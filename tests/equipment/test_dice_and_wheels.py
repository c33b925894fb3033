"""Dice and roulette wheels."""

from collections import Counter
from itertools import pairwise
from typing import cast

import pytest

from pitboss.equipment.dice import roll
from pitboss.equipment.rng import SeededSource
from pitboss.equipment.wheels import BLACK, RED, Wheel, WheelKind, colour

KINDS: list[WheelKind] = ["0", "00", "000"]


def test_dice_are_even() -> None:
    source = SeededSource("dice")
    counts = Counter(roll(source) for _ in range(36_000))
    assert set(counts) == {(a, b) for a in range(1, 7) for b in range(1, 7)}
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 75.0
    assert len(roll(source, 3)) == 3
    with pytest.raises(ValueError, match="at least 1"):
        roll(source, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_each_wheel_carries_its_zeros_and_1_to_36(kind: WheelKind) -> None:
    wheel = Wheel(kind)
    assert wheel.zeros == tuple(KINDS[: len(kind)])
    assert sorted(wheel.pockets) == sorted([*wheel.zeros, *map(str, range(1, 37))])
    assert wheel.pockets[0] == "0"


@pytest.mark.parametrize("kind", KINDS)
def test_red_and_black_alternate_between_the_zeros(kind: WheelKind) -> None:
    wheel = Wheel(kind)
    colours = [wheel.colour(number) for number in wheel.pockets]
    assert Counter(colours) == {"red": 18, "black": 18, "green": len(kind)}
    for one, next_one in pairwise([*colours, colours[0]]):
        assert one != next_one or one == "green"


def test_colours_of_the_layout() -> None:
    # Up to 10 and from 19 to 28 the odd numbers are red; elsewhere the even ones are.
    odd_red = {*range(1, 11), *range(19, 29)}
    assert {str(n) for n in range(1, 37) if (n % 2 == 1) == (n in odd_red)} == RED
    assert len(RED | BLACK) == 36
    assert [colour(zero) for zero in KINDS] == ["green"] * 3


def test_opposite_pockets_of_the_double_zero_wheel_are_neighbours_in_number() -> None:
    pockets = Wheel("00").pockets
    for number, opposite in zip(pockets[1:19], pockets[20:], strict=True):
        assert abs(int(number) - int(opposite)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_pocket_is_equally_likely(kind: WheelKind) -> None:
    wheel, source = Wheel(kind), SeededSource(f"spin {kind}")
    size = len(wheel.pockets)
    counts = Counter(wheel.spin(source) for _ in range(size * 1000))
    assert set(counts) == set(wheel.pockets)
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 80.0


def test_numbers_and_wheels_that_are_none() -> None:
    with pytest.raises(ValueError, match="no such wheel"):
        Wheel(cast(WheelKind, "0000"))
    with pytest.raises(ValueError, match="carries no '00'"):
        Wheel("0").colour("00")
    for number in ("37", "01", "", "-1"):
        with pytest.raises(ValueError, match="not a roulette number"):
            colour(number)
