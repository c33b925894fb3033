"""Seconds and memory of each exact analysis, each in a process of its own: counts made anew, counts from the cache,
and a changed pay line. Kernels are compiled beforehand.

    python benchmarks/odds.py [GAME ...]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

# What the analysis of a game should stay under, in seconds of compute.
AIMS = {
    "qld/roulette": 0.2, "qld/craps": 0.2, "qld/baccarat": 1.0, "qld/three-card-poker": 3.0, "qld/blackjack": 5.0,
    "qld/soft-17-blackjack": 5.0, "nsw/texas-holdem-bonus-poker": 15.0, "cbr/casino-holdem-poker": 15.0,
}
# A pay line to change, where the strategy hangs on it too.
CHANGES = {
    "qld/roulette": "straight up.win=34 to 1", "qld/craps": "field bet.12=3 to 1", "qld/baccarat": "tie.win=9 to 1",
    "qld/three-card-poker": "ante bonus.straight=2 to 1", "qld/blackjack": "original.blackjack=6 to 5",
    "qld/soft-17-blackjack": "original.blackjack=6 to 5", "nsw/texas-holdem-bonus-poker": "ante.flush or higher=2 to 1",
    "cbr/casino-holdem-poker": "ante.flush=3 to 1",
}
RUN = """
import json, resource, sys, time
start = time.perf_counter()
from pitboss.odds import par_sheet
sheet = par_sheet(sys.argv[1], {}, sys.argv[2:])
whole = time.perf_counter() - start
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([sheet.seconds, whole, memory]))
"""


def run(cache: str, game: str, *settings: str) -> list[float]:
    """Compute seconds, seconds with all imports, and the largest megabytes held."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, game, *settings], env={**os.environ, "PITBOSS_CACHE": cache},
        capture_output=True, text=True, check=True,
    )
    found: list[float] = json.loads(done.stdout)
    return found


def main() -> None:
    print(f"{'game':30} {'aim':>6} {'compute':>8} {'whole':>7} {'MB':>5} {'again':>7} {'changed':>8}")
    for game in sys.argv[1:] or AIMS:
        with tempfile.TemporaryDirectory() as cache:
            run(cache, game)
        with tempfile.TemporaryDirectory() as cache:
            compute, whole, memory = run(cache, game)
            again = run(cache, game)[0]
            changed = run(cache, game, CHANGES[game])[0]
        print(f"{game:30} {AIMS[game]:6.1f} {compute:8.2f} {whole:7.2f} {memory:5.0f} {again:7.2f} {changed:8.2f}")


if __name__ == "__main__":
    main()
