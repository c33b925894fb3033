"""A game added by one file and its rows of clauses, as docs/adding-a-game.md tells: every room knows it, with no other
line. (In a browser: tests/web/browser/test_one_file_game.py.)"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.one_file import GAME, ROUND, block, lay_out, lay_out_poker, pitboss, python

from pitboss.rulebooks import games


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("shelf"))


def test_nobody_knows_it_without_the_shelf() -> None:
    assert GAME not in games()


def test_it_is_listed_with_its_wagers_options_and_reports(shelf: Path) -> None:
    every = json.loads(pitboss(shelf, "games", "--json"))
    [found] = [one for one in every["games"] if one["id"] == GAME]
    assert [wager["name"] for wager in found["wagers"]] == ["ante", "twin", "flare"]
    assert {option["name"] for option in found["options"]} == {"minimum", "maximum", "unit"}
    assert found["irregularities"] == ["card-exposed"]
    # It is one more among those that were there.
    assert set(games()) < {one["id"] for one in every["games"]}


def test_its_rules_are_told(shelf: Path) -> None:
    rules = pitboss(shelf, "rules", GAME)
    assert "as much as the ante, to play on" in rules and "6 to 1" in rules and "FEN-10(1)" not in rules.splitlines()[0]
    data = json.loads(pitboss(shelf, "rules", GAME, "--json"))
    assert data["pay_tables"][0]["lines"][0]["clause"] == "FEN-9:pair"


def test_a_round_of_it_settles_as_the_page_says(shelf: Path) -> None:
    settled = json.loads(pitboss(shelf, "settle", "-", "--json", said=ROUND))
    assert settled["failures"] == [] and settled["net"] == {"Ann": 2500, "Ben": -2000}
    assert {line["clause"] for line in settled["lines"]} == {"FEN-8(1)", "FEN-9:suited", "FEN-7(2)"}


def test_it_is_played_in_a_terminal(shelf: Path) -> None:
    said = " ".join(pitboss(shelf, "play", GAME, "--seed", "3", said="ante 10, twin 5\n\nf\nq\n").split())
    assert "[f] flare 10 [d] douse" in said
    assert "no answer: give up the hand and what lies on it [FEN-7(3)]" in said
    assert "after 1 round" in said and "FEN-9" in said


def test_its_section_of_the_docs_is_made(shelf: Path) -> None:
    imports = "from pitboss.rulebooks import game; from pitboss.guide.notation import section"
    made = python(shelf, "-c", f"{imports}; print(section(game({GAME!r})))")
    assert "| `douse` | give up the hand and what lies on it |" in made
    assert "| `card-exposed` | **`box=`**, `looked=yes\\|no` |" in made


@pytest.mark.parametrize(("file", "tests"), [("test_sweep", 2), ("test_properties", 3)])
def test_the_tests_that_find_games_find_it(shelf: Path, file: str, tests: int) -> None:
    """Every report at every request, every option declared; money conserved, replay byte for byte, hidden cards."""
    said = python(shelf, "-m", "pytest", f"tests/properties/{file}.py", "-k", GAME, "-v", "-p", "no:cacheprovider")
    assert f"{tests} passed" in said


def test_a_game_between_players_is_added_by_one_file_too(tmp_path: Path) -> None:
    shelf, game = lay_out_poker(tmp_path), "fen/drawbridge"
    assert game in {one["id"] for one in json.loads(pitboss(shelf, "games", "--json"))["games"]}
    assert "each player gives up one card" in pitboss(shelf, "rules", game)
    settled = json.loads(pitboss(shelf, "settle", "-", "--json", said=block("drawbridge", f"game {game}")))
    assert settled["failures"] == [] and settled["net"] == {"Ann": -1200, "Ben": 1200}
    sweep = ("tests/properties/test_poker_sweep.py", "-k", game)
    said = python(shelf, "-m", "pytest", *sweep, "-v", "-p", "no:cacheprovider")
    assert "1 passed" in said
