"""Runs of many seeds: new ones are random, failures are printed with the command that repeats them."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from floor import simulation
from support.sim_checks import Broken
from support.sim_runs import NEW, Bar, Tried, new_seeds, run


def breaks_at(*bad: int) -> object:
    def one(seed: int) -> Tried:
        return seed, Counter(rounds=2), simulation.again(seed) if seed in bad else ""

    return one


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_new_seeds_differ_each_time_and_from_the_fixed_ones() -> None:
    first, second = new_seeds(500), new_seeds(500)
    assert len({*first, *second}) == 1000 and all(seed in NEW for seed in first)


def test_a_run_without_failures_exits_0_with_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([5, 6, 7], breaks_at(), 1) == 0  # type: ignore[arg-type]
    *counted, summary = capsys.readouterr().out.splitlines()
    assert counted == ["  rounds: 6"] and summary.endswith(", 0 broken") and summary.startswith("3 seeds in ")


def test_a_run_with_failures_exits_1_and_prints_how_to_repeat_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    seeds: list[int] = []

    def one(seed: int) -> Tried:
        seeds.append(seed)
        return breaks_at(seeds[0])(seed)  # type: ignore[operator, no-any-return]

    monkeypatch.setattr(simulation, "tried", one)
    assert simulation.main(["--new", "3", "--processes", "1"]) == 1
    out = capsys.readouterr().out
    assert len(seeds) == 3 and f"simulation.py --seed {seeds[0]} --trace\n" in out
    assert out.splitlines()[-1].endswith(f", 1 broken: {seeds[0]}")


def test_a_seed_that_fails_outside_the_world_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(seed: int) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(simulation, "simulate", fails)
    seed, _, report = simulation.tried(9)
    assert seed == 9 and "--seed 9 --trace" in report and "on purpose" in report


def test_a_seed_that_does_not_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs(seed: int) -> None:
        while True:
            pass

    monkeypatch.setattr(simulation, "simulate", hangs)
    monkeypatch.setattr(simulation, "LONGEST", 0.05)
    try:
        assert "seed 9 has not ended after 0.05 s" in simulation.tried(9)[2]
    finally:
        Broken.found.clear()


def test_the_bar_is_shown_from_the_third_second_on() -> None:
    times, out = iter([0.0, 1.9, 2.0, 4.0]), Terminal()
    bar = Bar(100, out, lambda: next(times))
    bar.show(10, 0)
    assert out.getvalue() == ""
    bar.show(20, 1)
    assert "] 20 of 100 seeds, 1 broken, 8 s left" in out.getvalue()
    bar.show(30, 1)
    assert out.getvalue().count("\r[") == 2


def test_without_a_terminal_progress_is_a_line_each_tenth() -> None:
    out = io.StringIO()
    bar = Bar(100, out, iter([0.0, *range(3, 103)]).__next__)
    for done in range(1, 101):
        bar.show(done, 0)
    assert len(out.getvalue().splitlines()) == 10
