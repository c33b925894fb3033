"""Running the command line as a user does, without a process for each call."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.main import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """`run("settle", "-", input="...")`: exit status, standard output and standard error."""

    def call(*args: str, input: str | bytes | None = None) -> Result:
        done = CliRunner().invoke(app, list(args), input=input)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    return call


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """A call that must end in one line on standard error and exit status 2; gives the line."""

    def call(*args: str, input: str | bytes | None = None) -> str:
        done = run(*args, input=input)
        assert done.exit_code == 2, done.output
        assert done.stderr.startswith("pitboss: ") and done.stderr.endswith("\n")
        assert done.stderr.count("\n") == 1, done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr.removeprefix("pitboss: ").strip()

    return call


@pytest.fixture
def transcript(tmp_path: Path) -> Callable[[str], str]:
    """A transcript of three card poker written to a file."""

    def write(text: str) -> str:
        path = tmp_path / "hand.txt"
        path.write_text(text)
        return str(path)

    return write
