"""Chance: evenness, repeatability, and the proof of a shuffle."""

import os
from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.decks import deck
from pitboss.equipment.rng import Commitment, LiveSource, SeededSource, Source, check, commit, nonce, shuffled


def chi_square(seen: Iterable[Hashable], cells: int) -> float:
    counts = Counter(seen)
    expected = counts.total() / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((n - expected) ** 2 / expected for n in counts.values())


# Values that a fair source exceeds once in ten thousand; the seeds are fixed, so the tests do not waver.
LIMIT_23, LIMIT_36, LIMIT_51 = 54.0, 76.4, 96.5


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    source, cards = SeededSource("orders"), ("As", "Kd", "Qh", "Jc")
    orders = [shuffled(cards, source) for _ in range(48_000)]
    assert set(orders) == set(permutations(cards))
    assert chi_square(orders, 24) < LIMIT_23


@pytest.mark.parametrize("position", [0, 1, 25, 50, 51])
def test_each_card_is_equally_likely_in_each_position(position: int) -> None:
    source = SeededSource(f"position {position}")
    assert chi_square((shuffled(deck(), source)[position] for _ in range(10_000)), 52) < LIMIT_51


@pytest.mark.parametrize("card", ["2c", "9h", "As"])
def test_each_position_is_equally_likely_for_a_card(card: str) -> None:
    source = SeededSource(f"card {card}")
    assert chi_square((shuffled(deck(), source).index(card) for _ in range(10_000)), 52) < LIMIT_51


def test_the_test_itself_finds_a_biased_source() -> None:
    class Modulo:
        def __init__(self) -> None:
            self.bits = SeededSource("biased")

        def below(self, n: int) -> int:
            return self.bits.below(64) % n

    source = Modulo()
    assert chi_square((source.below(37) for _ in range(37_000)), 37) > LIMIT_36


@pytest.mark.parametrize("source", [SeededSource("wheel"), LiveSource()], ids=["seeded", "live"])
def test_below_reaches_everything_below_and_nothing_else(source: Source) -> None:
    for n in (1, 2, 3, 6, 37, 52, 64, 255, 256, 257):
        assert {source.below(n) for _ in range(n * 40)} == set(range(n))
    with pytest.raises(ValueError, match="nothing to choose from"):
        source.below(0)


def test_seeded_below_is_even() -> None:
    source = SeededSource("even")
    assert chi_square((source.below(37) for _ in range(37_000)), 37) < LIMIT_36


def test_seeded_numbers_never_change() -> None:
    source = SeededSource("pitboss")
    assert [source.below(n) for n in (2, 6, 37, 52, 1000, 10**12)] == [1, 1, 24, 6, 96, 64795391252]
    assert nonce(source) == "50ec931594438ff1d3ec07b5a2b624fa"
    assert " ".join(shuffled(deck(20), SeededSource(7))).startswith("Jh Th Tc Qc Td Js Qd Jc Ah Qs Ks")


def test_seeds_differ_by_sign_too() -> None:
    assert len({shuffled(deck(), SeededSource(seed)) for seed in (1, -1, "a", "b")}) == 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_worker_does_not_repeat_its_parent() -> None:
    source = LiveSource()
    source.below(2)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, nonce(source).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 64).decode() != nonce(source)
    os.close(reader)
    os.close(writer)


def test_live_numbers_longer_than_the_pool() -> None:
    source = LiveSource()
    assert source.below(1 << 8 * 5000).bit_length() > 8 * 4900
    assert len({nonce(source) for _ in range(1000)}) == 1000


def test_shuffling_keeps_every_card() -> None:
    cards = deck() * 8
    mixed = shuffled(cards, SeededSource(3))
    assert Counter(mixed) == Counter(cards)
    assert mixed != cards
    assert shuffled((), SeededSource(3)) == ()
    assert shuffled(("As",), SeededSource(3)) == ("As",)


@given(st.integers(), st.integers(0, 51), st.integers(0, 51), st.integers(0, 31))
def test_a_commitment_detects_any_change(seed: int, i: int, j: int, digit: int) -> None:
    source = SeededSource(seed)
    proof = Commitment.of(shuffled(deck(), source), source)
    assert proof.holds()
    cards = list(proof.cards)
    cards[i], cards[j] = cards[j], cards[i]
    assert check(proof.digest, proof.nonce, cards) == (i == j)
    replaced = [*proof.cards[:i], "As" if proof.cards[i] != "As" else "Ks", *proof.cards[i + 1 :]]
    assert not check(proof.digest, proof.nonce, replaced)
    assert not check(proof.digest, proof.nonce, proof.cards[:i] + proof.cards[i + 1 :])
    other = "0" if proof.nonce[digit] != "0" else "1"
    assert not check(proof.digest, proof.nonce[:digit] + other + proof.nonce[digit + 1 :], proof.cards)
    assert not proof._replace(digest=proof.digest[::-1]).holds()


def test_a_commitment_hides_the_order_behind_the_nonce() -> None:
    assert commit(deck(), "0" * 32) != commit(deck(), "0" * 31 + "1")


@pytest.mark.parametrize("bad", ["", "0" * 31, "0" * 33, "A" * 32, "g" * 32, "0" * 31 + "\n"])
def test_a_malformed_nonce_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="32 lower-case hexadecimal"):
        commit(deck(), bad)
