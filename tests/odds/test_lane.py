"""The compiled lane: the same chance as the tables have, the same cents, and every row of the sheet."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.odds import analyse, simulate
from pitboss.odds.engines import Local
from pitboss.odds.lane import Lane, same_cents
from pitboss.odds.lane_chance import RoundSource, begin, below, deal, gather, seed_word
from pitboss.odds.simulate import Chunk, Sums, chunks, compiled_games, lane_of, play_chunk, prepare

THREE, CRAPS = "qld/three-card-poker", "qld/craps"


def lane(id: str, **options: str) -> Lane:
    job = prepare(id, 1, seed=1, options=options, compiled=True).job
    assert job.compiled
    return lane_of(job)


# -- chance ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 6, 37, 52, 416, 3 << 30])
def test_kernels_and_tables_have_the_same_numbers(n: int) -> None:
    seed, state = seed_word(5), np.empty(1, np.uint64)
    for number in (0, 1, 10**15):
        source = RoundSource(seed, number)
        begin(state, seed, number)
        drawn = [below(state, n) for _ in range(60)]
        assert drawn == [source.below(n) for _ in range(60)] and 0 <= min(drawn) <= max(drawn) < n


def test_every_number_is_as_likely_as_the_next() -> None:
    state, counts = np.empty(1, np.uint64), np.zeros((2, 6), np.int64)
    for number in range(12_000):
        begin(state, seed_word(3), number)
        for place in range(2):
            counts[place, below(state, 6)] += 1
    assert ((counts - 2000) ** 2 / 2000).sum(axis=1).max() < 25


def test_a_pack_is_dealt_without_putting_back_and_gathered_as_it_was() -> None:
    state, picks, pack = np.empty(1, np.uint64), np.empty(52, np.int64), np.arange(52, dtype=np.uint8)
    begin(state, seed_word(1), 7)
    cards = [deal(state, pack, picks, at) for at in range(52)]
    assert sorted(cards) == list(range(52)) and cards != sorted(cards)
    gather(pack, picks, 52)
    assert pack.tolist() == list(range(52))


# -- the same cents ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", compiled_games())
def test_the_same_cards_bring_the_same_cents_and_rows_agree_with_the_sheet(id: str) -> None:
    """A small sample; benchmarks/simulation.py plays ten thousand rounds of each."""
    measured = prepare(id, 20_000, seed=2, compiled=True)
    assert list(same_cents(lane_of(measured.job), 50, seed=3, taught=500)) == []
    for _ in measured.play(simulate.Here()):
        pass
    told = [row for row in measured.rows if row.z is not None]
    assert told and max(abs(row.z or 0) for row in told) < 4.5


def test_a_kernel_that_plays_otherwise_is_noticed() -> None:
    """Cards to the wrong hand, another order, a bet where best play folds, a dealer who always qualifies."""
    right = lane(THREE)
    player, dealer = right.data[-2:]  # type: ignore[attr-defined]
    bets, qualified = right.data[4], right.data[3]  # type: ignore[attr-defined]
    for at, instead in ((-1, player), (-2, dealer), (4, ~bets), (3, ~qualified), (3, qualified | True)):
        wrong = analyse(THREE).lane(right.job)
        assert wrong is not None
        data = list(right.data)  # type: ignore[attr-defined]
        data[at] = instead
        wrong.data = tuple(data)  # type: ignore[attr-defined]
        assert any(same_cents(wrong, 60, seed=3, taught=2000)), at


def test_throws_that_wagers_outlive_bring_the_sums_of_the_generator_with_their_squares() -> None:
    tested = lane(CRAPS)
    seed, sums = seed_word(tested.job.seed), [Sums() for _ in tested.rows]
    part = tested.play(tested.job, Chunk(0, 200))
    for number in range(int(part.rows[0].stretches)):
        for row, (wagers, stake, net) in tested.by_generator(seed, number).items():
            sums[row] = sums[row].plus(Sums(wagers, stake, net, 1, stake * stake, stake * net, net * net))
    assert part.rows == tuple(sums) and 200 <= part.rounds < 300


def test_throws_that_are_taken_otherwise_are_noticed() -> None:
    """Other dice, no come bets, wagers that are off when they are on, a percentage for every throw."""
    right = lane(CRAPS)
    grid, singles, waits = right.tables  # type: ignore[attr-defined]
    other, none = grid.copy(), grid.copy()
    other[1] = np.roll(other[1], 1, axis=1)
    none[2] = none[2][np.arange(len(none[2])) & ~63]
    faults = ((other, singles, waits), (none, singles, waits), (grid, singles[:, ::-1].copy(), waits),
              (grid, singles, waits - 1))
    for at, tables in enumerate(faults):
        wrong = analyse(CRAPS).lane(right.job)
        assert wrong is not None
        wrong.tables = tables  # type: ignore[attr-defined]
        assert any(same_cents(wrong, 20, seed=3, taught=100)), at


# -- what it does not hang on ------------------------------------------------------------------------------


def test_chunks_threads_and_their_order_do_not_matter() -> None:
    many = 1_200_000
    whole = prepare(THREE, many, seed=4, compiled=True)
    assert [chunk.rounds for chunk in chunks(many, whole.job.chunk)] == [500_000, 500_000, 200_000]
    for _ in whole.play(Local(2)):
        pass
    backwards = [play_chunk(whole.job, chunk) for chunk in reversed(list(chunks(many, whole.job.chunk)))]
    assert whole.part == backwards[0].plus(backwards[1]).plus(backwards[2]) and whole.complete


def test_another_seed_or_chunk_is_another_sample() -> None:
    job = prepare(THREE, 1, seed=4, compiled=True).job
    first, second = (play_chunk(job, Chunk(number, 1000)) for number in (0, 1))
    other = play_chunk(prepare(THREE, 1, seed=5, compiled=True).job, Chunk(0, 1000))
    assert first.rows != second.rows and first.rows != other.rows


def test_a_changed_pay_line_is_paid_in_compiled_rounds_too() -> None:
    usual, more = (
        simulate.simulate("qld/roulette", 10_000, seed=3, settings=settings, compiled=True)
        for settings in ((), ("straight up=36 to 1",))
    )
    row, other = usual.row("straight up"), more.row("straight up")
    wins = (other.sums.net - row.sums.net) // 100
    assert wins > 100 and row.sums.net == 100 * (35 * wins - (10_000 - wins))


def test_the_reference_is_played_where_it_is_asked_for() -> None:
    assert not prepare(THREE, 1, seed=1).job.compiled
    left = prepare("qld/baccarat", 1, seed=1, shoe="dealt-out", compiled=True)
    assert not left.job.compiled and "fresh" in left.left_lane
