"""Rounds of two trees of this program in turn: a process of each plays batches of rounds while the other waits, so that
a slow minute of the machine is slow for both. Prints the best batch of each and a good one (a fifth were better).

    git worktree add /tmp/before COMMIT
    python benchmarks/in_turn.py /tmp/before [GAME ...] [--turns 40]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent.parent
GAMES = (
    "qld/baccarat", "qld/blackjack", "qld/soft-17-blackjack", "qld/craps", "qld/roulette", "qld/three-card-poker",
    "nsw/texas-holdem-bonus-poker", "cbr/casino-holdem-poker",
)
BATCHES, ROUNDS = 20, 20


def play(game: str) -> None:
    """In the process of one tree: at every line that comes, some batches, and the best of them in microseconds a
    round."""
    import rounds

    from pitboss.table.driver import play_round
    from pitboss.table.journal import write_record

    _, t, dealer = rounds.table_for(game)
    with tempfile.TemporaryFile(buffering=1 << 20) as journal:
        for _ in range(500):
            write_record(journal, play_round(t, dealer))
        for _ in sys.stdin:
            best = 1e9
            for _ in range(BATCHES):
                start = time.perf_counter()
                for _ in range(ROUNDS):
                    write_record(journal, play_round(t, dealer))
                best = min(best, time.perf_counter() - start)
            print(best / ROUNDS * 1e6, flush=True)


def player(tree: Path, game: str) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(tree), str(tree / "benchmarks")))
    return subprocess.Popen([sys.executable, __file__, "--play", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True, env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"})


def in_turn(before: Path, game: str, turns: int) -> list[list[float]]:
    """The best batches of every turn, of the tree before and of this one, in order."""
    players = [player(tree, game) for tree in (before, HERE)]
    batches: list[list[float]] = [[], []]
    for _ in range(turns):
        for process, figures in zip(players, batches, strict=True):
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            figures.append(float(process.stdout.readline()))
    for process in players:
        process.communicate()
    return [sorted(figures) for figures in batches]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--play", metavar="GAME", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.play:
        play(asked.play)
        return
    if asked.before is None:
        parser.error("which tree is it compared with?")
    for game in asked.games:
        then, now = in_turn(asked.before.resolve(), game, asked.turns)
        good = asked.turns // 5
        print(f"{game:32} best {then[0]:6.1f} {now[0]:6.1f} µs, {now[0] / then[0]:.2f}; "
              f"good {then[good]:6.1f} {now[good]:6.1f}, {now[good] / then[good]:.2f}", flush=True)


if __name__ == "__main__":
    main()
