"""`pitboss simulate`: what it prints, what it refuses, and how it is stopped."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import psutil
import pytest
from msgspec.structs import replace
from typer.testing import Result

from pitboss.cli.simulate import read_rounds

Run = Callable[..., Result]
ROULETTE = "qld/roulette"
PROGRESS = r"[1-9][\d,]* of 1,000,000,000,000 rounds .*\d rounds/s"


def test_the_table_sets_both_figures_side_by_side(run: Run) -> None:
    done = run("simulate", ROULETTE, "--rounds", "1_500", "--seed", "6", "--workers", "2", "--reference")
    assert done.exit_code == 0 and done.stderr == ""
    assert "round generator: 1,500 rounds with best play, seed 6" in done.stdout
    assert "on 2 processes" in done.stdout and "rounds/s" in done.stdout
    row = re.search(r"^red +1,500 +-?\d+\.\d+% +\d\.\d+% +\d+\.\d+% +2\.70270% +[+-]\d\.\d\d +\w", done.stdout, re.M)
    assert row is not None, done.stdout
    assert "not all of it" not in done.stdout


def test_compiled_rounds_say_so_and_are_the_same_on_any_threads(run: Run) -> None:
    ask = ("simulate", ROULETTE, "--rounds", "1_500_000", "--seed", "6")
    told = run(*ask, "--workers", "2").stdout
    assert "compiled kernel: 1,500,000 rounds with best play, seed 6" in told and "on 2 threads" in told
    row = re.search(r"^red +1,500,000 +\d\.\d+% +0\.1\d+% +0\.2\d+% +2\.70270% +[+-]\d\.\d\d +within", told, re.M)
    assert row is not None, told
    one, two = (json.loads(run(*ask, "--workers", many, "--json").stdout) for many in "12")
    assert one["method"] == "compiled kernel" and one["rounds"] == 1_500_000
    assert one.pop("run")["engine"] == "1 thread" and two.pop("run")["engine"] == "2 threads" and one == two


def test_a_game_that_is_not_compiled_is_played_and_the_compiled_ones_are_listed(run: Run) -> None:
    done = run("simulate", "qld/pai-gow", "--rounds", "20", "--seed", "6", "--workers", "1")
    assert done.exit_code == 0 and "round generator: 20 rounds" in done.stdout
    told = " ".join(done.stdout.split())
    assert "qld/pai-gow is not compiled" in told and "qld/roulette" in told and "qld/three-card-poker" in told
    asked = run("simulate", "qld/pai-gow", "--rounds", "20", "--seed", "6", "--workers", "1", "--reference").stdout
    assert "not compiled" not in asked


def test_the_json_has_every_figure(run: Run) -> None:
    done = run("simulate", ROULETTE, "--rounds", "2e3", "--seed", "6", "--workers", "1", "--option", "wheel=00",
               "--set", "red=2 to 1", "--json", "--reference")
    assert done.exit_code == 0 and done.stderr == ""
    data = json.loads(done.stdout)
    assert {name: data[name] for name in ("game", "method", "shoe", "seed", "asked", "rounds", "complete")} == {
        "game": ROULETTE, "method": "round generator", "shoe": "fresh", "seed": 6, "asked": 2000, "rounds": 2000,
        "complete": True,
    }
    assert data["options"]["wheel"] == "00" and data["changes"] == ["red, win: 2 to 1 instead of 1 to 1"]
    assert data["run"]["engine"] == "1 process" and data["run"]["rounds_per_second"] > 0
    red = next(row for row in data["wagers"] if row["wager"] == "red")
    assert red["exact"] == "-8/19" and red["exact_house_edge"] == pytest.approx(-8 / 19)
    assert red["measured"] == 2000 and red["stake"] == 200_000 and red["per"] == "wager" and red["includes"] == ["red"]
    assert red["house_edge"] == -red["net"] / red["stake"]
    assert red["z"] == pytest.approx((red["house_edge"] - red["exact_house_edge"]) / red["std_error"])
    for level, reach in (("95", 1.959964), ("99", 2.575829)):
        low, high = red[f"interval_{level}"]
        assert (high - low) / 2 == pytest.approx(reach * red["std_error"])
        assert red[f"inside_{level}"] == (low <= red["exact_house_edge"] <= high)


def test_a_seed_repeats_a_run_and_none_is_another(run: Run) -> None:
    def wagers(*args: str) -> object:
        return json.loads(run("simulate", ROULETTE, "--rounds", "100", "--workers", "1", "--json", *args).stdout)

    first, again = (wagers("--seed", "8") for _ in range(2))
    one, other = wagers(), wagers()
    for data in (first, again, one, other):
        del data["run"]  # type: ignore[attr-defined]
    assert first == again
    assert one["seed"] != other["seed"]  # type: ignore[index]
    repeated = wagers("--seed", str(one["seed"]))  # type: ignore[index]
    assert repeated["wagers"] == one["wagers"]  # type: ignore[index]


def test_a_wrong_exact_figure_is_called_outside(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.odds.one_throw import OneThrowOdds

    real = OneThrowOdds.wagers
    monkeypatch.setattr(OneThrowOdds, "wagers", lambda self: tuple(replace(row, mean=1) for row in real(self)))
    done = run("simulate", ROULETTE, "--rounds", "500", "--seed", "6", "--workers", "1")
    assert re.search(r"^red .+ outside", done.stdout, re.M) and "95% interval: 0 of 13" in done.stdout


def test_shoes_are_fresh_or_dealt_out_and_it_says_so(run: Run) -> None:
    ask = ("simulate", "qld/baccarat", "--rounds", "100", "--seed", "1", "--workers", "1")
    assert "from a fresh shoe" in run(*ask).stdout
    told = run(*ask, "--shoe", "dealt-out").stdout
    assert "dealt out to its cutting card" in told and "compiled rounds are dealt from fresh shoes" in told


@pytest.mark.parametrize(("text", "rounds"), [
    ("1", 1), ("1000000", 10**6), ("1_000_000", 10**6), ("1e6", 10**6), ("1E6", 10**6), ("1.5e3", 1500), ("2.0", 2),
    ("1e+3", 1000), ("1e15", 10**15),
])
def test_ways_to_write_rounds(text: str, rounds: int) -> None:
    assert read_rounds(text) == rounds


@pytest.mark.parametrize("text", ["0", "-5", "1.5", "1e", "e6", "many", "", "nan", "inf", "1e16", "1e999", "1__0", "١",
                                  "0.5e1.5", "1" * 5000, "1,000", "0e5", "1e-3"])
def test_rounds_that_are_none(refused: Callable[..., str], text: str) -> None:
    assert "--rounds" in refused("simulate", ROULETTE, f"--rounds={text}")


@pytest.mark.parametrize(("args", "said"), [
    (("qld/rulette",), "qld/roulette"),
    ((ROULETTE, "--option", "wheel=4"), "wheel"),
    ((ROULETTE, "--option", "wheels"), "name=value"),
    ((ROULETTE, "--set", "purple=2 to 1"), "purple"),
    ((ROULETTE, "--set", "red=0 to 0"), "odds"),
    ((ROULETTE, "--engine", "ray"), "local and dask://host:port"),
    ((ROULETTE, "--engine", "dask://nowhere"), "dask://host:port"),
    ((ROULETTE, "--workers", "0"), "0 workers"),
    ((ROULETTE, "--workers", "-2"), "-2 workers"),
    ((ROULETTE, "--workers", "100000"), "100000 workers"),
    ((ROULETTE, "--workers", "two"), "--workers"),
    ((ROULETTE, "--seed", "x"), "--seed"),
    ((ROULETTE, "--shoe", "dealt-out"), "no shoe"),
    (("qld/baccarat", "--shoe", "open"), "fresh"),
])
def test_mistakes_are_one_line(refused: Callable[..., str], args: tuple[str, ...], said: str) -> None:
    assert said in refused("simulate", *args)


# -- a real process ----------------------------------------------------------------------------------------


class Running:
    """`pitboss simulate` as a process with a terminal for its progress."""

    def __init__(self, *args: str) -> None:
        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli.main", "simulate", ROULETTE, "--rounds", "1e12", *args],
            stdout=subprocess.PIPE, stderr=end, text=True, start_new_session=True,
        )
        os.close(end)
        self.seen = ""

    def wait(self) -> None:
        """Until the terminal shows that rounds were played."""
        until = time.monotonic() + 180
        while not re.search(PROGRESS, self.seen):
            if time.monotonic() > until or not self.read():
                os.killpg(self.process.pid, signal.SIGKILL)
                raise AssertionError(self.seen[-2000:])

    def read(self) -> bool:
        try:
            data = os.read(self.terminal, 4096)
        except OSError:
            data = b""
        self.seen += data.decode(errors="replace")
        return bool(data)

    def workers(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children()

    def end(self) -> str:
        """What it printed. One that does not end is ended, with its workers: it would play on for days."""
        try:
            out, _ = self.process.communicate(timeout=180)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise
        while self.read():
            pass
        os.close(self.terminal)
        return out


def gone(workers: list[psutil.Process]) -> bool:
    """They end by themselves, soon."""
    return not psutil.wait_procs(workers, timeout=60)[1]


def test_ctrl_c_leaves_what_was_measured_and_no_workers() -> None:
    running = Running("--workers", "2", "--seed", "1", "--reference")
    running.wait()
    workers = running.workers()
    assert len(workers) == 2
    os.killpg(running.process.pid, signal.SIGINT)
    out = running.end()
    assert running.process.returncode == 130
    found = re.search(r"not all of it: ([\d,]+) of 1,000,000,000,000 rounds were played", out)
    assert found is not None and int(found[1].replace(",", "")) >= 1000
    assert re.search(rf"^red +{found[1]} ", out, re.M)
    assert "pitboss: stopped" in running.seen and "Traceback" not in running.seen
    assert gone(workers)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_what_compiled_code_counted(workers: str) -> None:
    running = Running("--workers", workers, "--seed", "1")
    running.wait()
    os.killpg(running.process.pid, signal.SIGINT)
    out = running.end()
    assert running.process.returncode == 130 and "compiled kernel" in out
    counted = re.search(r"not all of it: ([\d,]+) of 1,000,000,000,000 rounds were played", out)
    assert counted is not None and int(counted[1].replace(",", "")) >= 500_000
    assert re.search(rf"^red +{counted[1]} ", out, re.M)
    assert "pitboss: stopped" in running.seen and "Traceback" not in running.seen


def test_ctrl_c_in_json_is_marked() -> None:
    running = Running("--workers", "1", "--seed", "1", "--json")
    running.wait()
    os.killpg(running.process.pid, signal.SIGINT)
    data = json.loads(running.end())
    assert running.process.returncode == 130
    assert data["complete"] is False and 1000 <= data["rounds"] < data["asked"] == 10**12


def test_a_worker_that_dies_is_told_in_one_line() -> None:
    running = Running("--workers", "2", "--seed", "1", "--reference")
    running.wait()
    first, second = running.workers()
    first.kill()
    out = running.end()
    assert running.process.returncode == 2 and "not all of it" in out
    assert "pitboss: a worker process died: it was killed by signal 9" in running.seen
    assert "Traceback" not in running.seen
    assert gone([second])


def test_workers_do_not_outlive_a_parent_that_is_killed() -> None:
    running = Running("--workers", "2", "--seed", "1", "--reference")
    running.wait()
    workers = running.workers()
    running.process.kill()
    running.end()
    assert gone(workers)
