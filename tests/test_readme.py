"""The README does what it says."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

from pitboss.rulebooks import games, settle

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_examples_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried and not failed


def test_the_transcript_settles() -> None:
    text = re.search(r"```text\n(game .+?)```", README, re.DOTALL)
    assert text is not None
    assert not settle(text[1]).failures


def test_two_commands_and_ci_runs_the_second() -> None:
    assert README.count("<!-- run -->\n```sh\n") == README.count("<!-- test -->\n```sh\n") == 1
    assert "<!-- test -->" in (ROOT / ".ci" / "run").read_text()


def test_the_python_that_it_asks_for_is_the_package_s() -> None:
    """"3.11 or newer", and `.ci/newest` runs a part of the tests on a newer one."""
    asked = re.search(r"Python (\d\.\d+) or newer", README)
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert asked is not None and package["requires-python"] == f">={asked[1]}"
    major, minor = map(int, asked[1].split("."))
    newest = (ROOT / ".ci" / "newest").read_text()
    assert ".ci/newest" in (ROOT / ".ci" / "run").read_text() and f"sys.version_info >= ({major}, {minor})" in newest
    named = set(re.findall(r"tests/[\w/.]+", newest))
    assert len(named) > 5 and all((ROOT / path).exists() for path in named)


def test_types_are_found_after_the_install() -> None:
    """With its packages in one folder an editable install is a path that type checkers follow, not an import hook;
    a wheel carries the marker."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert told["package-dir"] == {"": "."} and "py.typed" in told["package-data"]["pitboss"]
    assert (ROOT / "pitboss" / "py.typed").is_file()


def test_every_game_has_twelve_golden_rounds() -> None:
    for id in games():
        assert len(list((ROOT / "tests" / "transcripts" / id).glob("*.txt"))) >= 12, id
