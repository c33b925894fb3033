"""`pitboss signature`: which program this is, and which ones ran a floor."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.floor.signature import Signature


def signature(
    database: Annotated[str, typer.Argument(
        help="A floor's database, or the directory it is in: which programs ran it.", metavar="[DB]")] = "",
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Print one hash over this program's files and the versions of its packages; with a floor, what its journal says
    of each start. Exit status 1 where the floor was last started by another program than this one."""
    import msgspec

    from pitboss.cli.show import console, write_json
    from pitboss.cli.verify import database_in
    from pitboss.floor.signature import program_signature, starts
    from pitboss.floor.store import SQLiteStore

    own, history = program_signature(), None
    if database:
        with closing(SQLiteStore(database_in(database), reading=True)) as store:
            history = starts(store)
    same = not history or history[0]["whole"] == own.whole
    if json:
        write_json({**msgspec.to_builtins(own), "starts": history, "same": same})
    else:
        out = console()
        for line in (*_own_lines(own), *_start_lines(history, same)):
            out.print(line, soft_wrap=True, markup=False, highlight=False)
    if not same:
        raise typer.Exit(1)


def _own_lines(own: Signature) -> list[str]:
    packages = ", ".join(f"{name} {version}" for name, version in own.packages.items())
    return [f"this program  {own.whole}", f"{own.count} files  {own.files}", f"python {own.python}, {packages}"]


def _start_lines(history: list[dict[str, Any]] | None, same: bool) -> list[str]:
    if history is None:
        return []
    lines = [f"{datetime.fromtimestamp(start['at'] / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC  {start['whole']}"
             + ("  changed" if start["changed"] else "") for start in history]
    if not history:
        return ["no start of this floor is written down"]
    return [*lines, "the floor was last started by this program" if same
            else "the floor was last started by ANOTHER program than this one"]
