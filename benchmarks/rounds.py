"""Rounds per second of every game through the full driver with the journal on, single process.

    python benchmarks/rounds.py [--seconds 2] [--profile GAME]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import tempfile
import time
from statistics import median
from typing import IO

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game, games
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.driver import play_round
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.journal import write_record
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

TEN = Place(1, "Ann", (
    ("straight up 17", 500), ("straight up 8", 500), ("split 17/20", 500), ("street 1/2/3", 500),
    ("corner 1/2/4/5", 500), ("6-line 1-6", 500), ("column 2", 500), ("dozen 3", 500), ("red", 500), ("even", 500),
))


class Regular:
    """One player who makes the same wagers every round and takes the first option offered."""

    def __init__(self, wagers: Place) -> None:
        self.wagers = wagers
        self.open = True

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is Gather:
            self.open = not self.open
            return Close() if self.open else self.wagers
        options = getattr(request, "options", ())
        if not options or getattr(request, "default", None) is not None:
            return Lapse()
        return Choice(getattr(request, "hand", ""), options[0].name)


def table_for(id: str, sides: bool = False) -> tuple[str, Table, VirtualDealer]:
    """A table of the game and whoever plays there; additional wagers are left out unless they are asked for, so that a
    game can be compared with itself before it had any."""
    source = SeededSource("benchmark")
    t = Table(games()[id]({"additional": "none"} if not sides and "additional" in game(id).options else {}))
    if id == "qld/roulette":
        return "ten wagers", t, VirtualDealer(source, Regular(TEN))
    if id == "qld/three-card-poker":
        return "one box, ante and pair plus", t, VirtualDealer(
            source, Regular(Place(1, "Ann", (("ante", 1000), ("pair plus", 500))))
        )
    return "one box, random legal play", t, VirtualDealer(source, RandomPlayers(source, {1: "Ann"}))


def run(t: Table, dealer: VirtualDealer, journal: IO[bytes], seconds: float) -> list[float]:
    """Seconds a round, batch by batch: a shared machine is slow for moments at a time."""
    batches: list[float] = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        for _ in range(100):
            write_record(journal, play_round(t, dealer))
        batches.append((time.perf_counter() - start) / 100)
    return batches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--profile", metavar="GAME")
    asked = parser.parse_args()
    with tempfile.TemporaryFile(buffering=1 << 20) as journal:
        if asked.profile:
            _, t, dealer = table_for(asked.profile)
            run(t, dealer, journal, 0.3)
            profile = cProfile.Profile()
            profile.runcall(run, t, dealer, journal, asked.seconds)
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)
            return
        for id, sides in [(id, sides) for id in games() for sides in (False, True)
                          if not sides or "additional" in game(id).options]:
            what, t, dealer = table_for(id, sides)
            what, name = (f"{what}, additional wagers", f"{id}+additional") if sides else (what, id)
            run(t, dealer, journal, 0.3)
            batches = run(t, dealer, journal, asked.seconds)
            best, middle = min(batches), median(batches)
            print(f"{name:36} best {1 / best:7,.0f} rounds/s ({best * 1e6:5.0f} us)  median {1 / middle:7,.0f}  {what}")


if __name__ == "__main__":
    main()
