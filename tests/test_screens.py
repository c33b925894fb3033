"""Screens are told, and work nothing out: no script holds the names of decisions, or takes an announcement apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.rulebooks import games

STATIC = Path(pitboss.__file__).parent / "web" / "static"
# Drawings know the wagers of their own game; poker between players has acts of its own.
SCRIPTS = [path for path in sorted(STATIC.glob("*.js")) if not path.name.startswith(("layout_", "poker"))]
WAGERS = {kind.name for made in games().values() for kind in made.all_decisions.values() if kind.name in {
    wager.name for wager in made.kinds}}
# Words that mean something else as well: outcomes, options of a table, what a dealer does.
COMMON = {"void", "surrender", "shuffle", "deal", "stay", "exclude", "refuse", "allow", "announce", "withdraw"}
DECISIONS = {
    one.name for made in games().values() for one in (*made.all_decisions.values(), *made.calls)
} - WAGERS - COMMON
STRING = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|^\s*([a-z]+): '", re.M)
TAKES_APART = re.compile(r"\b(?:text|what)\.(?:replace|match|split|search)\(")
# The floor still has to say "box 4" where an announcement says "4"; whoever does takes this off.
TO_BE_SWEPT = ("log.js",)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_knows_decisions_by_name(path: Path) -> None:
    plain = re.sub(r"/\*.*?\*/|(?:^|\s)//[^\n]*", "", path.read_text(), flags=re.S)
    said = {next(filter(None, found), "") for found in STRING.findall(plain)}
    assert said & DECISIONS == set()


@pytest.mark.parametrize("path", [path for path in SCRIPTS if path.name not in TO_BE_SWEPT], ids=lambda path: path.name)
def test_no_script_takes_an_announcement_apart(path: Path) -> None:
    assert not TAKES_APART.search(path.read_text())


def test_such_lists_would_be_seen() -> None:
    assert {"stand", "fold", "continue", "retract"} <= DECISIONS and "split" not in DECISIONS
    assert {"stand"} == {next(filter(None, found)) for found in STRING.findall("  stand: 'no more cards',")} & DECISIONS
