"""The game that docs/adding-a-game.md makes: its file and its rows of clauses, taken out of that page, on a shelf."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text()
GAME = "fen/beacon"


def block(fence: str, opening: str) -> str:
    """The block of the page that opens so."""
    found = re.search(rf"^```{fence}\n({re.escape(opening)}.+?)^```", PAGE, re.M | re.S)
    assert found is not None, opening
    return found[1]


ROUND = block("beacon", "game fen/beacon")


def lay_out(shelf: Path) -> Path:
    """The page, followed: one file and its rows."""
    (shelf / "fen").mkdir()
    (shelf / "fen" / "beacon.py").write_text(block("python", '"""FEN: beacon'))
    (shelf / "FEN.csv").write_text(block("csv", "clause,line"))
    return shelf


def lay_out_poker(shelf: Path) -> Path:
    """And its game between players beside it."""
    lay_out(shelf)
    (shelf / "fen" / "drawbridge.py").write_text(block("python", '"""FEN: drawbridge'))
    with (shelf / "FEN.csv").open("a") as rows:
        rows.write(block("csv", "FEN-20"))
    return shelf


def knowing(shelf: Path) -> dict[str, str]:
    """The surroundings of a process that knows the game."""
    return os.environ | {"PITBOSS_RULEBOOKS": str(shelf), "PYTHONPATH": str(ROOT)}


def python(shelf: Path, *args: str, said: str = "") -> str:
    """What a process that knows the game says, which must end well."""
    done = subprocess.run([sys.executable, *args], input=said, capture_output=True, text=True, env=knowing(shelf),
                          cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pitboss(shelf: Path, *args: str, said: str = "") -> str:
    return python(shelf, "-m", "pitboss.cli.main", *args, said=said)
