"""Help, start-up, and mistakes that no command gets to see."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.cli.main import COMMANDS

Run = Callable[..., Result]

HEAVY = ("rich", "msgspec", "numba", "numpy", "starlette", "pitboss.rulebooks", "pitboss.law", "pitboss.table")


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout


def test_alone_it_shows_help(run: Run) -> None:
    done = run()
    assert done.exit_code == 0 and "Commands:" in done.stdout


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.exit_code == 0 and done.stdout.startswith("pitboss ")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0 and "Usage: " in done.stdout


def test_nothing_heavy_is_loaded_for_help() -> None:
    code = (
        "import sys; sys.argv = ['pitboss', '--help']\n"
        "from pitboss.cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        f"print(*[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""
    assert "Commands:" in done.stdout


@pytest.mark.parametrize("module", ["pitboss", "pitboss.cli.main"])
def test_as_a_module(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "frobnicate"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "frobnicate" in done.stderr


def complete(typed: str) -> str:
    """What the shell is told to offer after so much was typed; then which heavy parts were loaded for it."""
    words = typed.split(" ")
    code = (
        "import sys; from pitboss.cli.main import run\n"
        "try: run()\n"
        f"finally: print(*[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    told = {"_PITBOSS_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | told)
    return f"{' '.join(done.stdout.split())}|{done.stderr.strip()}"


def test_the_shell_completes_commands_without_loading_them() -> None:
    assert complete("pitboss s") == "serve simulate settle signature|"
    assert complete("pitboss ") == f"{' '.join(COMMANDS)}|"


@pytest.mark.parametrize("typed, offered", [
    ("pitboss rules qld/ba", "qld/baccarat"), ("pitboss play mel/omaha", "mel/omaha mel/omaha-hi-lo"),
    ("pitboss odds qld/thr", "qld/three-card-poker"), ("pitboss simulate mel", ""), ("pitboss settle --j", "--json"),
])
def test_the_shell_completes_games_and_options(typed: str, offered: str) -> None:
    assert complete(typed).partition("|")[0] == offered


def test_completion_can_be_installed(run: Run) -> None:
    help = run("--help").stdout
    assert "--install-completion" in help and "--show-completion" in help


@pytest.mark.parametrize("args", [("plya",), ("--frob",), ("games", "--frob"), ("settle",), ("games", "extra")])
def test_usage_mistakes_are_one_line(refused: Callable[..., str], args: tuple[str, ...]) -> None:
    assert "--help" in refused(*args)


def test_a_near_command_is_suggested(refused: Callable[..., str]) -> None:
    assert "settle" in refused("setle")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [["games"], ["rules", "qld/roulette"], ["odds", "qld/roulette"]])
def test_no_room_for_the_output_is_one_line(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pitboss.cli.main", *words], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, "pitboss: the output cannot be written: No space left on device\n")
