"""Two trees of this program side by side: their own benchmarks, turn by turn in one run, and how many times the cost of
the one is that of the other. A figure is slower only where it is so beyond the spread of the runs.

    git worktree add /tmp/before COMMIT
    python benchmarks/compare.py /tmp/before [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent.parent
ROUNDS = re.compile(r"^(\S+/\S+) +best +([\d,]+) rounds/s", re.MULTILINE)
HANDS = re.compile(r"^pitboss +([\d,]+) hands/s", re.MULTILINE)
COPY = re.compile(r"copy of a hand on the flop: ([\d.]+)")
SHEET = re.compile(r"^(\S+/\S+) +[\d.]+ +([\d.]+) +[\d.]+ +\d+ +[\d.]+ +([\d.]+)", re.MULTILINE)


def printed(tree: Path, script: str, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, str(tree / "benchmarks" / script), *arguments], cwd=tree, check=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tree)}, stdout=subprocess.PIPE,
    ).stdout


def costs(tree: Path) -> dict[str, float]:
    """What one run of a tree's benchmarks costs: microseconds a round, a hand and a copy, seconds a par sheet."""
    found = {f"{game}, a round (µs)": 1e6 / number(rate) for game, rate in ROUNDS.findall(printed(tree, "rounds.py"))}
    room = printed(tree, "cardroom.py")
    found["six-handed hold'em, a hand (µs)"] = 1e6 / number(HANDS.findall(room)[0])
    found["a copy of a hand (µs)"] = number(COPY.findall(room)[0])
    for game, counted, changed in SHEET.findall(printed(tree, "odds.py")):
        found[f"{game}, par sheet (s)"] = number(counted)
        found[f"{game}, a changed pay line (s)"] = number(changed)
    return found


def number(text: str) -> float:
    return float(text.replace(",", ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    runs: dict[Path, dict[str, list[float]]] = {asked.before.resolve(): defaultdict(list), HERE: defaultdict(list)}
    for turn in range(asked.runs):
        for tree, figures in runs.items():
            print(f"run {turn + 1} of {asked.runs}: {tree}", file=sys.stderr)
            for name, cost in costs(tree).items():
                figures[name].append(cost)
    before, after = runs.values()
    print(f"{'median (least to most)':48} {'before':>24} {'after':>24} {'ratio':>6}")
    for name in (name for name in before if name in after):
        old, new = sorted(before[name]), sorted(after[name])
        ratio = f"{median(new) / median(old):6.2f}" if median(old) else "     -"
        print(f"{name:48} {told(old):>24} {told(new):>24} {ratio}{'  slower' if new[0] > old[-1] else ''}")


def told(figures: list[float]) -> str:
    return f"{median(figures):.4g} ({figures[0]:.4g} to {figures[-1]:.4g})"


if __name__ == "__main__":
    main()
