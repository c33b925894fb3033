"""A shelf with games of other shapes than the page's: three dice and no cards; one hand on a box or two, and a decision
with a few sizes. And shelves with something wrong. (In a browser: tests/web/browser/test_common_layout.py.)"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.one_file import ROOT, lay_out, pitboss, python

SHELF = ROOT / "tests" / "support" / "shelf"
CUP = "game mug/cup\nbox 1 Ann: high 10, lucky six 5\n"
OARS = ("game mug/oars\nbox 1 Ann: ante 10, second ante 10\ndeal 1a: Kh Ks\ndeal 1b: 2h 9c\n"
        "deal board: Kd 4s 5h\n")


def complaint(shelf: Path, *args: str, said: str = "") -> str:
    """The one line that a command ends with which cannot be carried out."""
    env = os.environ | {"PITBOSS_RULEBOOKS": str(shelf), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "pitboss", *args], input=said, capture_output=True, text=True, env=env,
                          cwd=ROOT, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


# -- three dice --------------------------------------------------------------------------------------------------


def test_three_dice_are_thrown_and_settled() -> None:
    found = json.loads(pitboss(SHELF, "settle", "-", "--json", said=CUP + "roll 6 2 3\n"))
    assert found["net"] == {"Ann": 1500}
    assert "│ 6 │" in pitboss(SHELF, "play", "mug/cup", "--seed", "1", said="high 5\n\nq\n")


def test_the_yes_that_a_fact_takes_for_granted_is_what_the_ruling_reads() -> None:
    again = json.loads(pitboss(SHELF, "settle", "-", "--json", said=f"{CUP}! off-table\nroll 6 2 3\n"))
    assert again["net"] == {"Ann": 1500}
    gone = json.loads(pitboss(SHELF, "settle", "-", "--json", said=f"{CUP}! off-table found=no\n"))
    assert {line["outcome"] for line in gone["lines"]} == {"void"}


@pytest.mark.parametrize(("text", "why"), [
    (CUP + "roll 6 2\n", "line 3: refused: dice 6 2 are not 3 numbers from 1 to 6"),
    (CUP + "! off-table found=no\nroll 6 2 3\n", "line 4: nobody has a wager: no round begins with what stands here"),
    (OARS + "1a: row 20\n", r"line 6: refused: row 20 [MUG-2-5(1)]; row 10 or 30"),
    (OARS + "1c: fold\n", "line 6: there is no hand 1c; hands are 1a, 1b"),
])
def test_a_file_that_cannot_be_played_says_why(text: str, why: str) -> None:
    assert why in complaint(SHELF, "settle", "-", said=text)


def test_an_analysis_on_the_shelf_is_found() -> None:
    sheet = json.loads(pitboss(SHELF, "odds", "mug/cup", "--json"))
    assert [row["wager"] for row in sheet["wagers"]] == ["high", "low", "odd", "lucky six"]


# -- several hands, several sizes --------------------------------------------------------------------------------


def test_two_hands_of_a_box_are_played_with_the_sizes_there_are() -> None:
    said = " ".join(pitboss(SHELF, "play", "mug/oars", "--seed", "1", said="ante 5, second ante 5\n\n\nq\n").split())
    assert "box 1a You box 1b You" in said and "row 5 or 15 [f] fold" in said
    found = json.loads(pitboss(SHELF, "settle", "-", "--json", said=OARS + "1a: row 30\n1b: fold\n"))
    assert [(line["hand"], line["wager"], line["pays"]) for line in found["lines"] if line["outcome"] == "win"] == [
        ("1a", "ante", 1000), ("1a", "row", 3000),
    ]


def test_a_family_game_with_a_wager_more_is_simulated() -> None:
    """Only what the family knows is placed, and the rest is said to have no row."""
    found = pitboss(SHELF, "simulate", "mug/oars", "--rounds", "1000", "--seed", "1")
    assert "ante" in found and "row" in found
    assert "The second ante has no row" in pitboss(SHELF, "odds", "mug/oars")


@pytest.mark.parametrize("game", ["mug/cup", "mug/oars"])
def test_the_tests_that_find_games_find_them(game: str) -> None:
    said = python(SHELF, "-m", "pytest", "tests/properties/test_properties.py", "-k", game, "-v", "-p",
                  "no:cacheprovider")
    assert "3 passed" in said


# -- something is wrong with a shelf -----------------------------------------------------------------------------


@pytest.mark.parametrize(("file", "part", "instead", "why"), [
    ("fen/beacon.py", 'S["8(3)"]', 'S["8(4)"]', "no clause FEN-8(4) in the index"),
    ("fen/beacon.py", "class Beacon(Game):", "class Beacon(Game:", "beacon.py, line 23: SyntaxError"),
    ("fen/beacon.py", "def refuse_late", "def refuse_lat", "fen/beacon: Beacon does not say refuse_late"),
    ("fen/beacon.py", "from pitboss.money", "from pitboss.mony", "No module named 'pitboss.mony'"),
    ("FEN.csv", "FEN-1,1,deal,rule", "FEN-1,1,deal,rul", "kind one of rule, procedure, physical"),
    ("FEN.csv", "FEN-1,1,deal", "FEN-1,first,deal", "line is a number"),
    ("FEN.csv", "one deck of 52 cards", "one deck, of 52 cards", "not a row of clause, line, topic, kind, summary"),
])
def test_a_slip_in_a_file_is_one_line(tmp_path: Path, file: str, part: str, instead: str, why: str) -> None:
    path = lay_out(tmp_path) / file
    path.write_text(path.read_text().replace(part, instead, 1))
    assert why in complaint(tmp_path, "rules", "fen/beacon")


def test_a_book_without_clauses_and_a_shelf_that_is_not_there_are_told(tmp_path: Path) -> None:
    (lay_out(tmp_path) / "FEN.csv").unlink()
    assert "fen has schedules and no clauses; write those in FEN.csv" in complaint(tmp_path, "rules", "fen/beacon")
    assert "is no folder" in complaint(tmp_path / "elsewhere", "games")


def test_a_book_without_a_title_is_named_once(tmp_path: Path) -> None:
    assert "FEN, FEN" not in pitboss(lay_out(tmp_path), "rules", "fen/beacon")
