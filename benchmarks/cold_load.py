"""How long the lobby takes to load for the first time over the line of a phone (150 ms, 1.6 Mbit/s), with sixty tables:
Chromium's own emulation of the network, nothing kept, from the first request to rows that can be tapped.

    python benchmarks/cold_load.py [--times 5] [--tables 60]

Seconds are told and never tested: bytes and requests are, in tests/web/browser/test_lobby.py."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import sync_playwright
from support.browsing import ARGS, CHROMIUM, DESK, PHONE, Browser, opened
from support.loading import BYTES_A_SECOND, LATENCY_MS, cold

from pitboss.rulebooks import card_games, games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--tables", type=int, default=60)
    asked = parser.parse_args()
    every = [*games(), *card_games()]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        with opened(Browser(launched), Path(data)) as floor:
            for n in range(asked.tables - len(floor.served.lobby())):
                floor.add_table(f"table-{n}", every[n % len(every)])
            print(f"{asked.tables} tables, {LATENCY_MS} ms, {BYTES_A_SECOND * 8 / 1e6:g} Mbit/s, nothing kept")
            for name, how in (("desktop", DESK), ("phone", PHONE)):
                costs = []
                for n in range(asked.times):
                    visitor = floor.visitor(fresh=True, **how)
                    visitor.enter(f"{name}{n}")
                    costs.append(cold(visitor.page, floor.served.base, ".row", slow=True))
                    floor.leave()
                seconds = sorted(cost.seconds for cost in costs)
                print(f"{name}: {median(seconds):.2f} s to the rows ({seconds[0]:.2f} to {seconds[-1]:.2f}), "
                      f"{median(cost.sent_bytes for cost in costs) / 1000:.0f} kB, {costs[0].requests} requests")
        launched.close()


if __name__ == "__main__":
    main()
