"""The same chunks on a real Dask cluster of this machine."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from distributed import LocalCluster
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.engines import EngineFailed, engine
from pitboss.odds.simulate import prepare, simulate

ROULETTE = "qld/roulette"


def start(workers: int) -> LocalCluster:
    return LocalCluster(
        n_workers=workers, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address=":0",
        silence_logs=60,
    )


def address(cluster: LocalCluster) -> str:
    return cluster.scheduler_address.replace("tcp", "dask", 1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with start(2) as made:
        yield made


def line(*args: str) -> str:
    """What a call that fails says, which must be one line and no traceback."""
    done = CliRunner().invoke(app, ["simulate", ROULETTE, "--rounds", "5e6", "--reference", *args])
    assert done.exit_code == 2 and done.stderr.startswith("pitboss: ") and done.stderr.count("\n") == 1, done.output
    return done.stderr


def test_a_cluster_gives_what_this_machine_gives(cluster: LocalCluster) -> None:
    here, there = (
        simulate(ROULETTE, 4200, seed=9, settings=("red=2 to 1",), engine=engine(text))
        for text in ("local", address(cluster))
    )
    assert here.part == there.part and here.complete and there.complete


def test_the_json_is_the_same_to_the_byte(cluster: LocalCluster) -> None:
    texts = []
    for where in (("--workers", "2"), ("--engine", address(cluster))):
        done = CliRunner().invoke(
            app, ["simulate", "qld/three-card-poker", "--rounds", "2500", "--seed", "4", "--json", *where]
        )
        assert done.exit_code == 0 and done.stderr in ("", "pitboss: compiling, once\n")
        data = json.loads(done.stdout)
        run = data.pop("run")
        texts.append((json.dumps(data), run["engine"]))
    assert texts[0][0] == texts[1][0]
    assert [engine for _, engine in texts] == ["2 threads", address(cluster)]


def test_what_a_cluster_cannot_play_is_one_line(cluster: LocalCluster) -> None:
    from msgspec.structs import replace

    made = prepare(ROULETTE, 2000, seed=1)
    made.job = replace(made.job, game="qld/nothing")
    with pytest.raises(EngineFailed, match="qld/nothing") as failed:
        list(made.play(engine(address(cluster))))
    assert "\n" not in str(failed.value) and made.rounds == 0


def test_a_cluster_has_its_own_workers(cluster: LocalCluster) -> None:
    with pytest.raises(BadQuestion, match="--workers"):
        engine(address(cluster), 2)


def test_a_cluster_that_goes_away_leaves_what_was_measured() -> None:
    made = prepare(ROULETTE, 10**9, seed=1)
    with start(1) as cluster:
        steps = made.play(engine(address(cluster)))
        next(steps)
    with pytest.raises(EngineFailed, match="failed") as failed:
        for _ in steps:
            pass
    assert "\n" not in str(failed.value)
    assert made.rounds >= 1000 and not made.complete and made.row("red").sums.wagers == made.rounds


def test_a_cluster_without_workers() -> None:
    with start(0) as cluster:
        began = time.monotonic()
        assert "no workers" in line("--engine", address(cluster))
        assert time.monotonic() - began < 25


def closed() -> int:
    """A port where nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def deaf() -> int:
    """A port that takes calls and says nothing."""
    ear = socket.socket()
    ear.bind(("127.0.0.1", 0))
    ear.listen()
    OPEN.append(ear)
    return int(ear.getsockname()[1])


OPEN: list[socket.socket] = []


@pytest.mark.parametrize("port", [closed, deaf])
def test_a_wrong_address_is_told_within_seconds(port: Callable[[], int]) -> None:
    began = time.monotonic()
    assert "no Dask scheduler answers at dask://127.0.0.1:" in line("--engine", f"dask://127.0.0.1:{port()}")
    assert time.monotonic() - began < 25


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'pitboss[cluster]'" in line("--engine", "dask://127.0.0.1:8786")
