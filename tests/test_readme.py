"""The README does what it says."""

from __future__ import annotations

import doctest
import re
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


def test_every_game_has_twelve_golden_rounds() -> None:
    for id in games():
        assert len(list((ROOT / "tests" / "transcripts" / id).glob("*.txt"))) >= 12, id
