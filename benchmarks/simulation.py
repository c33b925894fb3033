"""The compiled lane of `pitboss simulate` beside the round generator: the same cards to the cent, every row beside its
exact figure, and how much faster it is, for every game that is compiled.

    python benchmarks/simulation.py [--rounds 10000] [--many 20000000] [GAME ...]
"""

from __future__ import annotations

import argparse
import os
import time

from pitboss.odds.engines import Local
from pitboss.odds.lane import same_cents
from pitboss.odds.simulate import Chunk, Here, compiled_games, lane_of, prepare

SAMPLE, GENERATED = 300_000, 2_000


def speeds(id: str) -> tuple[float, float]:
    """Rounds a second of one core by kernel and by generator, the best of three turns each."""
    compiled, reference = prepare(id, 1, seed=1, compiled=True), prepare(id, GENERATED, seed=1)
    lane = lane_of(compiled.job)
    kernel = generator = 0.0
    for _ in range(3):
        start = time.process_time()
        part = lane.play(compiled.job, Chunk(0, SAMPLE))
        kernel = max(kernel, part.rounds / (time.process_time() - start))
        start = time.process_time()
        for _ in reference.play(Here()):
            pass
        generator = max(generator, GENERATED / (time.process_time() - start))
    return kernel, generator


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds played through both")
    parser.add_argument("--many", type=int, default=20_000_000, help="rounds to measure rows with")
    asked = parser.parse_args()
    print(f"{'game':30} {'differ':>7} {'cells':>7} {'kernel/s':>12} {'gen./s':>8} {'times':>7}  rows in 99% of told")
    looked = outside = 0
    for id in asked.games or compiled_games():
        start = time.perf_counter()
        lane = lane_of(prepare(id, 1, seed=1, compiled=True).job)
        ready_s = time.perf_counter() - start
        differ = sum(1 for _ in same_cents(lane, asked.rounds))
        kernel, generator = speeds(id)
        measured = prepare(id, asked.many, seed=7, compiled=True)
        for _ in measured.play(Local(os.cpu_count() or 1)):
            pass
        told = [row for row in measured.rows if row.z is not None]
        out = [f"{row.par.wager} {row.z:+.2f}" for row in told if not row.inside(0.99)]
        looked, outside = looked + len(told), outside + len(out)
        print(f"{id:30} {differ:4} of {asked.rounds} {int(lane.known.sum()):7} {kernel:12,.0f} {generator:8,.0f} "
              f"{kernel / generator:7,.0f}  {len(told) - len(out)} of {len(told)} {'; '.join(out)} "
              f"(ready in {ready_s:.1f} s)", flush=True)
    print(f"rows looked at: {looked}; outside their 99% interval: {outside}; chance leaves out {looked / 100:.1f}")


if __name__ == "__main__":
    main()
