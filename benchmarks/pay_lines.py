"""How long another pay line takes, from the command to the sheet: every line of a game's own wagers in turn, with the
counts of the unchanged sheet on disk and kernels compiled.

    python benchmarks/pay_lines.py GAME [GAME ...] [--runs 3]
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

from pitboss.money import Sum
from pitboss.odds.whatif import plain
from pitboss.rulebooks import games

# Each run asks for other odds: what was asked for once is kept.
ODDS = ("7 to 4", "9 to 5", "11 to 6", "13 to 7", "15 to 8")
SUMS = ("$700", "$701", "$702", "$703", "$704")


def command(cache: str, game: str, *setting: str) -> tuple[float, float, float]:
    """Seconds on the clock, of these to compute the sheet, as it says itself, and of the cores. Python keeps what it
    has compiled, as it does unless it is told not to: to compile the program's own text again takes half a second."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    said = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "odds", game, *setting], check=True, text=True,
        env={**environment, "PITBOSS_CACHE": cache}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ).stdout
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = float(re.findall(r"computed in ([\d.]+) s", said)[-1])
    return clock, computed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tell(clock: float, computed: float, cores: float, what: str) -> None:
    print(f"    {clock:5.2f} s, computed in {computed:5.2f}, of the cores {cores:5.2f}: {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="+")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    for game in asked.games:
        with tempfile.TemporaryDirectory() as cache:
            command(cache, game)
        with tempfile.TemporaryDirectory() as cache:
            print(game)
            for what in ("the first sheet", "the same again"):
                tell(*command(cache, game), what)
            tables = games()[game]().pay
            lines = [(wager, plain(line), isinstance(paid, Sum)) for wager, table in tables.items()
                     for line, (paid, _) in table.lines.items()]
            for wager, line, is_sum in lines:
                settings = [f"{wager}.{line}={odds}" for odds in (SUMS if is_sum else ODDS)[: asked.runs]]
                tell(*min(command(cache, game, "--set", setting) for setting in settings), f"{wager}, {line}")


if __name__ == "__main__":
    main()
