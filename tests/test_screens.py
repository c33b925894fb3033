"""Screens are told, and work nothing out: no script holds the names of decisions, or takes an announcement apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.floor.commands import ROLES
from pitboss.rulebooks import games
from pitboss.table.game import Game
from pitboss.table.reports import ITSELF

STATIC = Path(pitboss.__file__).parent / "web" / "static"
# Drawings know the wagers of their own game; poker between players has acts of its own.
SCRIPTS = [path for path in sorted(STATIC.glob("*.js")) if not path.name.startswith(("layout_", "poker"))]
WAGERS = {kind.name for made in games().values() for kind in made.all_decisions.values() if kind.name in {
    wager.name for wager in made.kinds}}
# Words that mean something else as well: outcomes, options of a table, what a dealer does.
COMMON = {"void", "surrender", "shuffle", "deal", "stay", "exclude", "refuse", "allow", "announce", "withdraw",
          "keep"}
DECISIONS = {
    one.name for made in games().values() for one in (*made.all_decisions.values(), *made.calls)
} - WAGERS - COMMON
STRING = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|^\s*([a-z]+): '", re.M)
TAKES_APART = re.compile(r"\b(?:text|what|words)\.(?:replace|match|split|search)\(")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_knows_decisions_by_name(path: Path) -> None:
    plain = re.sub(r"/\*.*?\*/|(?:^|\s)//[^\n]*", "", path.read_text(), flags=re.S)
    said = {next(filter(None, found), "") for found in STRING.findall(plain)}
    assert said & DECISIONS == set()


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_no_script_takes_an_announcement_apart(path: Path) -> None:
    assert not TAKES_APART.search(path.read_text())


def test_no_script_knows_the_officials_of_a_game() -> None:
    """Which role speaks for an official that only some game asks, its book says."""
    asked = {by for made in games().values() for by, _ in made.all_decisions}
    asked |= {report.by for made in games().values() for report in made.reports.values()}
    officials = asked - {"", ITSELF, *ROLES}
    assert officials, "some game asks somebody whom no other does"
    for path in STATIC.glob("*.js"):
        assert not [name for name in officials if re.search(rf"\b{name}\b", path.read_text())], path.name


@pytest.mark.parametrize("made", games().values(), ids=list(games()))
def test_what_a_screen_shows_of_a_state_is_in_it(made: type[Game]) -> None:
    assert set(made.state_shown) <= set(made().opening_state())


def test_such_lists_would_be_seen() -> None:
    assert {"stand", "fold", "continue", "retract"} <= DECISIONS and "split" not in DECISIONS
    assert {"stand"} == {next(filter(None, found)) for found in STRING.findall("  stand: 'no more cards',")} & DECISIONS
