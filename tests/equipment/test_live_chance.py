"""Chance as it comes in play that counts: the live source itself, not a seeded one. Samples are of a fixed size, and
a fair source passes each bound but once in more than a thousand million runs; known kinds of bias do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import pairwise
from math import sqrt
from os import urandom

import pytest

from pitboss.equipment import rng
from pitboss.equipment.decks import deck
from pitboss.equipment.dice import roll
from pitboss.equipment.health import Health, SourceFailed
from pitboss.equipment.rng import LiveSource, Source, shuffled
from pitboss.equipment.sealed import SealedSource, new_secret
from pitboss.equipment.shoe import Shoe

# How many deviations a sum of squares may lie above its mean (Wilson and Hilferty): 1e-10 for a fair source.
FARTHEST = 6.4


def too_uneven(seen: Iterable[Hashable], cells: int) -> bool:
    """Is this so uneven that a fair source would not bring it about once in 10^10 times?"""
    counts = Counter(seen)
    expected = counts.total() / cells
    square = (cells - len(counts)) * expected + sum((n - expected) ** 2 / expected for n in counts.values())
    free = cells - 1
    return ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)) > FARTHEST


def dice_thrown(source: Source) -> bool:
    return too_uneven((roll(source, 2) for _ in range(7_200)), 36)


def wheel_spun(source: Source) -> bool:
    return too_uneven((source.below(37) for _ in range(111_000)), 37)


def cut(source: Source) -> bool:
    return too_uneven((source.below(312) for _ in range(31_200)), 312)


def orders(source: Source) -> bool:
    """All orders of four cards."""
    return too_uneven((shuffled(("As", "Kd", "Qh", "Jc"), source) for _ in range(12_000)), 24)


def places(source: Source) -> bool:
    """Where three cards of a deck come to lie, and which card lies on top."""
    packs = [shuffled(deck(), source) for _ in range(1_500)]
    tops = (pack[0] for pack in packs)
    return too_uneven(tops, 52) or any(too_uneven((pack.index(card) for pack in packs), 52) for card in ("2c", "As"))


def follows(source: Source) -> bool:
    """Which of four follows which: numbers that hang on the one before them."""
    numbers = [source.below(4) for _ in range(16_001)]
    return too_uneven(pairwise(numbers), 16)


TESTS: list[Callable[[Source], bool]] = [dice_thrown, wheel_spun, cut, orders, places, follows]


@pytest.mark.parametrize("uneven", TESTS, ids=lambda test: test.__name__)
def test_the_live_source_is_even(uneven: Callable[[Source], bool]) -> None:
    assert not uneven(LiveSource())


@pytest.mark.parametrize("uneven", TESTS, ids=lambda test: test.__name__)
def test_what_follows_from_a_sealed_secret_is_even(uneven: Callable[[Source], bool]) -> None:
    assert not uneven(SealedSource(new_secret(LiveSource()), "31415"))


class Modulo(LiveSource):
    """The rest of a byte: what lies below what is left over comes more often."""

    def below(self, n: int) -> int:
        return int.from_bytes(self._take(1 if n <= 256 else 2), "big") % n


class Scaled(LiveSource):
    """A byte, made smaller."""

    def below(self, n: int) -> int:
        return self._take(1)[0] * n // 256


class Favours(LiveSource):
    """The highest one in twenty times too often."""

    def below(self, n: int) -> int:
        return n - 1 if super().below(20) == 0 else super().below(n)


class Clings(LiveSource):
    """The same again, now and then."""

    last = 0

    def below(self, n: int) -> int:
        if self.last < n and super().below(10) == 0:
            return self.last
        self.last = super().below(n)
        return self.last


@pytest.mark.parametrize("biased", [Modulo, Scaled, Favours, Clings])
def test_a_biased_live_source_is_noticed(biased: type[LiveSource]) -> None:
    assert any(uneven(biased()) for uneven in TESTS)


def naive(cards: tuple[str, ...], source: Source) -> tuple[str, ...]:
    """Each card changes places with any other: a well-known mistake."""
    order = list(cards)
    for n in range(len(order)):
        other = source.below(len(order))
        order[n], order[other] = order[other], order[n]
    return tuple(order)


def one_short(cards: tuple[str, ...], source: Source) -> tuple[str, ...]:
    """No card may stay where it is."""
    order = list(cards)
    for left in range(len(order), 1, -1):
        pick = source.below(left - 1)
        order[left - 1], order[pick] = order[pick], order[left - 1]
    return tuple(order)


@pytest.mark.parametrize("shuffle", [naive, one_short, lambda cards, source: cards])
def test_a_bad_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch, shuffle: Callable[..., tuple[str, ...]]) -> None:
    monkeypatch.setitem(globals(), "shuffled", shuffle)
    assert orders(LiveSource())


def test_a_shoe_of_the_live_source_is_even_in_its_first_card() -> None:
    source = LiveSource()
    first = (Shoe.fresh(deck(), source, commit=False).draw() for _ in range(5_200))
    assert not too_uneven(first, 52)


# -- health ------------------------------------------------------------------------------------------------


def test_a_good_source_passes_its_own_tests() -> None:
    source = LiveSource()
    source.test(200)
    assert source.fault == "" and [source.below(6) for _ in range(20_000)] and source.fault == ""


def _stuck() -> Iterator[bytes]:
    while True:
        yield b"\0" * 4096


def _again() -> Iterator[bytes]:
    pool = urandom(4096)
    while True:
        yield pool


def _loop() -> Iterator[bytes]:
    """Comes round again after a while."""
    pools = [urandom(4096) for _ in range(20)]
    while True:
        yield from pools


def _ones() -> Iterator[bytes]:
    """More ones than noughts."""
    while True:
        yield bytes(one | (two & three) for one, two, three in zip(*(urandom(4096) for _ in range(3)), strict=True))


def _favourite() -> Iterator[bytes]:
    """One byte in ten is the same, never two together."""
    while True:
        yield bytes(b"\x55"[0] if n % 10 == 0 else byte for n, byte in enumerate(urandom(4096)))


@pytest.mark.parametrize("pools", [_stuck, _again, _loop, _ones, _favourite])
def test_a_source_that_is_stuck_repeats_itself_or_favours_something_fails(
    monkeypatch: pytest.MonkeyPatch, pools: Callable[[], Iterator[bytes]], caplog: pytest.LogCaptureFixture
) -> None:
    coming = pools()
    source = LiveSource()
    with monkeypatch.context() as patched:
        patched.setattr(rng.os, "urandom", lambda size: next(coming))
        with pytest.raises(SourceFailed):
            source.test(30)
        other = LiveSource()
        for _ in range(30 * 4096):
            other.below(256)
        assert other.fault, "and while it is drawn from"
    assert caplog.text.count("no new rounds are started") == 2, "a line each, once"
    with pytest.raises(SourceFailed):
        source.test()


def test_what_a_health_test_says() -> None:
    health = Health()
    health.test(bytes(range(256)) * 2)
    assert "a second time" in health.fault
    health.test(urandom(4096))
    assert "a second time" in health.fault, "once failed it stays so"
