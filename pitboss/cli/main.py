"""The `pitboss` command: which commands there are, and where each one lives."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss.cli.errors import complaint, stop

# A command is imported when it is called, not before: name, where it lives, what --help says of it.
COMMANDS = {
    "serve": ("pitboss.cli.serve:serve", "Open a casino floor in the browser."),
    "play": ("pitboss.cli.play:play", "Play a game in the terminal."),
    "games": ("pitboss.cli.games:games", "List every game, its rulebook, wagers and options."),
    "rules": ("pitboss.cli.rules:rules", "Say how a game is played, each line with its clause."),
    "odds": ("pitboss.cli.odds:odds", "Give the par sheet of a game: exact odds of every wager, and best play."),
    "simulate": ("pitboss.cli.simulate:simulate", "Play rounds by the thousand and compare them with the exact odds."),
    "settle": ("pitboss.cli.settle:settle", "Play a transcript to its end and print every cited line."),
    "replay": ("pitboss.cli.replay:replay", "Play the rounds of a journal or a floor again and compare them."),
    "verify": ("pitboss.cli.verify:verify", "Check a floor's database: chains, ledger, answers, every round."),
    "proof": ("pitboss.cli.proof:proof", "Check a proof of a round that a page saved."),
    "signature": ("pitboss.cli.signature:signature", "Say which program this is, and which ones ran a floor."),
    "backup": ("pitboss.cli.backup:backup", "Copy a floor's database, also while the floor is open."),
    "incidents": ("pitboss.cli.incidents:incidents", "List the refused sign-ins and faults of a floor."),
    "key": ("pitboss.cli.key:key", "Make a key that signs how far a floor's journal has come."),
    "clauses": ("pitboss.cli.clauses:clauses", "Show which clauses are enforced and tested."),
}


class Commands(TyperGroup):
    """Loads a command when it is called, and tells a user's mistake in one line."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in COMMANDS:
            self.add_command(_load(args[0]), args[0])
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
            sys.stdout.flush()
        except typer.Abort:
            sys.exit(1)
        except OSError as error:
            if error.filename is not None or error.errno is None:
                raise
            # Whoever reads has gone, or there is no room: what is still to be written has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                sys.exit(1)
            stop(f"the output cannot be written: {error.strerror}")
        except Exception as error:
            line = complaint(error)
            if line is None:
                raise
            stop(line)
        sys.exit(code if isinstance(code, int) else 0)


def _load(name: str) -> Any:
    where, summary = COMMANDS[name]
    module, _, function = where.partition(":")
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, short_help=summary)(getattr(import_module(module), function))
    return typer.main.get_command(app)


def _unloaded() -> None:
    raise AssertionError("the group puts the command itself in this place before it is called")


app = typer.Typer(
    cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False,
    help="Casino rulebooks as software: play, settle, replay, and see the clause behind every cent.",
)
for _name, (_, _help) in COMMANDS.items():
    app.command(_name, help=_help)(_unloaded)


@app.callback(invoke_without_command=True)
def opening(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    if version:
        from pitboss import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def run() -> None:
    """The entry point of the `pitboss` script."""
    if sys.stdout is None:
        print("pitboss: the output cannot be written: standard output is closed", file=sys.stderr)
        sys.exit(2)
    # Most of what a command makes it keeps to its end: it is not looked through for leavings again and again.
    gc.set_threshold(50_000)
    # What is counted on several cores has threads of its own; those of the arrays' library only wait, and busily.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app(prog_name="pitboss")


if __name__ == "__main__":
    run()
