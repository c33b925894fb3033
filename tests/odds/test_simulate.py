"""Simulation: what a chunk counts, what the sums say, and that nothing but the seed has a say."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pitboss.equipment.rng import SeededSource
from pitboss.equipment.wheels import BLACK, RED, Wheel
from pitboss.odds import analysed_games, simulate
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.engines import EngineFailed, Local, engine
from pitboss.odds.par import Line, WagerPar
from pitboss.odds.simulate import Chunk, Here, Job, MeasuredRow, Part, Parts, Simulator, Sums, brings, prepare
from pitboss.rulebooks import game, games
from pitboss.table.driver import drive
from pitboss.table.facts import Charged
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

ROULETTE, CRAPS, THREE, BACCARAT = "qld/roulette", "qld/craps", "qld/three-card-poker", "qld/baccarat"
RED_ROW = WagerPar("red", "wager", (
    Line("win", "", "", Fraction(1), Fraction(18, 37), ""), Line("lose", "", "", Fraction(-1), Fraction(19, 37), ""),
))


class Backwards:
    """Plays the last chunk first."""

    def play(self, job: Job, chunks: Iterator[Chunk]) -> Parts:
        yield from Here().play(job, iter(list(chunks)[::-1]))


# -- the same whoever plays it -----------------------------------------------------------------------------


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    runs = [simulate.simulate(ROULETTE, 3300, seed=7, engine=Local(workers)) for workers in (1, 2, 3)]
    assert runs[0].part == runs[1].part == runs[2].part
    assert runs[0].rounds == 3300 and runs[0].complete


def test_the_order_of_chunks_does_not_matter() -> None:
    there, back = (simulate.simulate(THREE, 2100, seed=7, engine=way) for way in (Here(), Backwards()))
    assert there.part == back.part


def test_another_seed_is_another_sample() -> None:
    one, other = (simulate.simulate(ROULETTE, 500, seed=seed) for seed in (1, 2))
    assert one.part.rounds == other.part.rounds and one.part.rows != other.part.rows


def test_chunks_differ_from_each_other() -> None:
    made = prepare(ROULETTE, 100, seed=1)
    first, second = (simulate.play_chunk(made.job, Chunk(number, 100)) for number in (0, 1))
    assert first.rows != second.rows


# -- counted by hand ---------------------------------------------------------------------------------------


def test_a_tiny_run_of_roulette_by_hand() -> None:
    source, pockets = SeededSource("5 0"), Wheel("0").pockets
    spins = [pockets[source.below(37)] for _ in range(60)]
    assert {"red", "black"} == {"red" if spin in RED else "black" for spin in spins if spin != "0"}
    made = simulate.simulate(ROULETTE, 60, seed=5)
    for wager, numbers in (("red", RED), ("black", BLACK)):
        results = [100 if spin in numbers else -100 for spin in spins]
        net = sum(results)
        assert made.row(wager).sums == Sums(60, 6000, net, 60, 60 * 100**2, 100 * net, 60 * 100**2)
        assert made.row(wager).house_edge == -net / 6000


class Rolls:
    """Dice in a known order: a point of 4, a hard 6, and a seven that ends it."""

    def __init__(self, seed: str) -> None:
        self.faces = iter((2, 2, 3, 3, 3, 4))

    def below(self, n: int) -> int:
        assert n == 6
        return next(self.faces) - 1


def test_standing_wagers_and_percentages_of_craps_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "SeededSource", Rolls)
    made = simulate.simulate(CRAPS, 1, seed=1)
    # One round was asked for; the bets that it left on the layout were played to the seven.
    assert made.rounds == 3 and all(row.sums.stretches in (0, 1) for row in made.rows)

    def found(wager: str) -> tuple[int, Fraction]:
        sums = made.row(wager).sums
        return sums.wagers, Fraction(sums.net * sums.wagers, sums.stake)

    assert found("win bet") == (1, -1) and found("don't win bet") == (1, 1)
    # Odds of as much as the bet, or of what wins as much, on the point of 4 that was not made.
    assert found("win odds") == (1, -1) and found("don't win odds") == (1, Fraction(1, 2))
    assert found("win bet with odds") == (1, -2) and found("don't win bet with odds") == (1, 2)
    assert found("field bet") == (3, -1)
    assert found("any 7") == (3, 2)
    # 6 the hardway sleeps on the come out roll, wins on the next and loses to the seven.
    assert found("6 the hardway") == (2, Fraction(17, 2)) and found("4 the hardway") == (1, -1)
    assert found("place bet 6") == (2, Fraction(1, 6)) and found("place bet 4") == (1, -1)
    # The percentage is paid each time the bet is made: 5 in 100 of a buy bet, of what a lay bet could win.
    assert found("buy bet 4") == (1, Fraction(-105, 100))
    assert found("buy bet 6") == (2, Fraction(6, 5) - 1 - Fraction(10, 100))
    assert found("lay bet 4") == (2, Fraction(1, 2) - 1 - Fraction(5, 100))


@pytest.mark.parametrize("id", analysed_games())
def test_every_cent_is_counted(id: str) -> None:
    """What settled lines and percentages bring is what the players' balances and the layout say, however they play."""
    t = Table(game(id))
    seats = dict(enumerate(("Ann", "Ben"), t.game.first_box))
    dealer = VirtualDealer(SeededSource(3), RandomPlayers(SeededSource(4), seats, most=6))
    moved = 0
    for _ in range(300):
        before = sum(wager.amount for wager in t.wagers.values())
        drive(t, dealer)
        fees = sum(event.amount for event in t.events if type(event) is Charged)
        assert sum(map(brings, t.lines)) - fees == sum(t.net.values()) + t.layout - before
        moved += len(t.lines)
    assert moved >= 200


def test_a_whole_game_is_counted_on_its_opening_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ante with bet and bonus in one row, pair plus in another: together they are all the money there is."""
    won: list[int] = []
    count = Simulator.count
    monkeypatch.setattr(Simulator, "count", lambda self: (won.append(sum(self.table.net.values())), count(self)))
    made = simulate.simulate(THREE, 2000, seed=4)
    assert made.row("ante").sums.net + made.row("pair plus").sums.net == sum(won) and len(won) == 2000
    ante, bet = made.row("ante").sums, made.row("bet").sums
    assert ante.wagers == 2000 and 1200 < bet.wagers < 1500
    assert bet.stake == bet.wagers * 100 and bet.stretches == bet.wagers


# -- fresh shoes and dealt-out ones ------------------------------------------------------------------------


def test_a_shoe_is_fresh_for_each_round_or_dealt_to_its_end() -> None:
    fresh, dealt = (simulate.simulate(BACCARAT, 300, seed=2, shoe=shoe) for shoe in ("fresh", "dealt-out"))
    assert fresh.rounds == fresh.row("player").sums.stretches == 300
    shoes = dealt.row("player").sums.stretches
    # 416 cards are some 80 rounds.
    assert 70 * shoes <= dealt.rounds <= 95 * shoes and 300 <= dealt.rounds < 400


@pytest.mark.parametrize(("id", "options", "shoe"), [
    (ROULETTE, {}, "dealt-out"), (THREE, {}, "dealt-out"), (BACCARAT, {"shoe": "machine"}, "dealt-out"),
    (BACCARAT, {}, "half"),
])
def test_shoes_that_cannot_be_dealt_out(id: str, options: dict[str, str], shoe: str) -> None:
    with pytest.raises(BadQuestion, match="shoe"):
        prepare(id, 1, seed=1, options=options, shoe=shoe)


def test_no_rounds_at_all() -> None:
    with pytest.raises(BadQuestion, match="0 rounds"):
        prepare(ROULETTE, 0, seed=1)


# -- what the sums say -------------------------------------------------------------------------------------


def measured(stretches: list[tuple[int, int]], par: WagerPar = RED_ROW) -> MeasuredRow:
    """A row as counted over stretches of (stake, net)."""
    sums = Sums()
    for stake, net in stretches:
        sums = sums.plus(Sums(stake > 0, stake, net, 1, stake * stake, stake * net, net * net))
    return MeasuredRow(par, sums)


def test_with_equal_stakes_it_is_the_mean_of_a_sample() -> None:
    nets = [100, -100, -100, 250, 0, -100, 700]
    row = measured([(100, net) for net in nets])
    shares = [net / 100 for net in nets]
    assert row.house_edge == pytest.approx(-statistics.mean(shares))
    assert row.std_error == pytest.approx(statistics.stdev(shares) / math.sqrt(len(nets)))
    low, high = row.interval(0.95) or (0.0, 0.0)
    assert (high - low) / 2 == pytest.approx(1.96 * (row.std_error or 0), rel=1e-4)
    wide = row.interval(0.99) or (0.0, 0.0)
    assert wide[0] < low < high < wide[1]


def test_with_unequal_stakes_it_is_a_ratio() -> None:
    row = measured([(100, -100), (300, 300), (200, -200), (100, 50)])
    assert row.house_edge == pytest.approx(-50 / 700)
    residuals = [net - 50 / 700 * stake for stake, net in ((100, -100), (300, 300), (200, -200), (100, 50))]
    assert row.std_error == pytest.approx(math.sqrt(sum(r * r for r in residuals) * 4 / 3) / 700)


def test_intervals_hold_as_often_as_they_say() -> None:
    source, trials = SeededSource("coverage"), 1500
    inside = {0.95: 0, 0.99: 0}
    for _ in range(trials):
        wins = sum(source.below(37) < 18 for _ in range(150))
        row = MeasuredRow(RED_ROW, Sums(150, 15000, 100 * (2 * wins - 150), 150, 150 * 10**4, 10**4 * (2 * wins - 150),
                                     150 * 10**4))
        for level in inside:
            inside[level] += bool(row.inside(level))
    assert 0.93 < inside[0.95] / trials < 0.97
    assert 0.98 < inside[0.99] / trials < 0.998


def test_a_wrong_exact_figure_lies_outside() -> None:
    made = simulate.simulate(ROULETTE, 20_000, seed=11, engine=Local(2))
    row = made.row("red")
    assert row.inside(0.99) and abs(row.z or 9) < 2.6
    wrong = MeasuredRow(replace(row.par, mean=row.par.expectation - Fraction(5, 100)), row.sums)
    assert wrong.inside(0.95) is False and wrong.inside(0.99) is False and (wrong.z or 0) < -2.6


@pytest.mark.parametrize("id", games())
def test_exact_figures_agree_with_the_rounds(id: str) -> None:
    """Loose enough to hold for any sound sample, far too tight for a wrong pay line or a wrong decision. Where kernels
    play the same rounds, test_lane.py measures many more of them."""
    made = simulate.simulate(id, 1000 if id in simulate.compiled_games() else 2000, seed=1)
    told = [row for row in made.rows if row.z is not None]
    # A row about another way to play is not measured.
    played = [row for row in made.rows if row.sums.wagers]
    assert len(told) >= min(3, len(played)) > 0 and max(abs(row.z or 0) for row in told) < 4.5


def test_too_few_wagers_say_nothing() -> None:
    for row in (measured([]), measured([(100, -100)]), measured([(100, -100), (100, -100)])):
        assert row.std_error is None and row.z is None
        assert row.interval(0.95) is None and row.inside(0.99) is None
    assert measured([]).house_edge is None and measured([(100, -100)]).house_edge == 1


def test_a_what_if_changes_rounds_and_figures_alike() -> None:
    usual, more = (
        simulate.simulate(ROULETTE, 300, seed=3, settings=settings) for settings in ((), ("straight up=36 to 1",))
    )
    row, other = usual.row("straight up"), more.row("straight up")
    wins = (other.sums.net - row.sums.net) // 100
    assert wins > 0 and row.sums.net == 100 * (35 * wins - (300 - wins))
    assert other.par.house_edge == 0 and row.par.house_edge == Fraction(1, 37)


def test_rows_about_another_way_to_play_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.odds.one_throw.OneThrowOdds.other_play", frozenset({"red"}))
    made = simulate.simulate(ROULETTE, 10, seed=3)
    assert made.row("red").sums == Sums() and made.row("black").sums.wagers == 10


def test_rounds_that_never_settle_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MOST_OVER", 20)
    monkeypatch.setattr(Simulator, "undecided", True)
    with pytest.raises(RuntimeError, match="undecided"):
        simulate.simulate(ROULETTE, 10, seed=3)


# -- engines -----------------------------------------------------------------------------------------------


def test_what_a_worker_cannot_play_is_told() -> None:
    made = prepare(ROULETTE, 3000, seed=1)
    made.job = replace(made.job, game="qld/nothing")
    with pytest.raises(EngineFailed, match="qld/nothing"):
        list(made.play(Local(2)))
    assert made.rounds == 0 and not made.complete


@pytest.mark.parametrize("text", ["", "locale", "dask", "dask://", "dask://host", "dask://host:0", "dask://host:99999",
                                  "dask://a b:8786", "ray://host:1", "tcp://host:8786", "dask://host:8786/x"])
def test_engines_that_are_none(text: str) -> None:
    with pytest.raises(BadQuestion, match="dask://host:port"):
        engine(text)


def test_parts_add_up() -> None:
    one = Part(2, (Sums(1, 2, 3, 4, 5, 6, 7),))
    assert one.plus(one) == Part(4, (Sums(2, 4, 6, 8, 10, 12, 14),))
