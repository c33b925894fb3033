"""How long a hint takes: to have ready what a game's hints need, and each hint after that, in seconds of the cores.

    python benchmarks/hints.py [--decisions 300]
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

from pitboss.equipment.rng import SeededSource
from pitboss.odds import analyse, analysed_games
from pitboss.odds.analysis import Analysis
from pitboss.table.acts import Answer
from pitboss.table.driver import drive
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Choose
from pitboss.table.table import Table
from pitboss.table.views import sight


class TimedBot(RandomPlayers):
    """Asks for a hint at every decision, and does something else."""

    def __init__(self, analysis: Analysis[Any]) -> None:
        super().__init__(SeededSource("hints"), {1: "Ann"})
        self.analysis = analysis
        self.seconds: list[float] = []

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Choose):
            seen, before = sight(t, request), process_time()
            if self.analysis.values(seen):
                self.seconds.append(process_time() - before)
        return super().answer(t, request)


def measure(id: str, decisions: int) -> None:
    analysis = analyse(id)
    if type(analysis).values is Analysis.values:
        return
    # Counts that are kept on disk are there once the table's figures are.
    _ = analysis.sheet
    again, before = analyse(id), process_time()
    again.prepare()
    ready = process_time() - before
    bot = TimedBot(again)
    t, dealer = Table(again.game), VirtualDealer(bot.source, bot)
    while len(bot.seconds) < decisions:
        drive(t, dealer)
    times = sorted(bot.seconds)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"| {analysis.game.title} | {ready:.2f} s | {1000 * middle:.2f} ms | {1000 * late:.2f} ms |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300)
    args = parser.parse_args()
    print("| game | to be ready | a hint, median | 99th of 100 |\n|---|---|---|---|")
    for id in analysed_games():
        measure(id, args.decisions)


if __name__ == "__main__":
    main()
