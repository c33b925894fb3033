"""`pitboss verify`: is a floor's database what it was when it was written?"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.errors import one_line

if TYPE_CHECKING:
    from pitboss.floor.verify import Verified


def verify(
    database: Annotated[str, typer.Argument(help="A floor's database, or the directory it is in.", metavar="DB")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check the hash chains, the ledger and the answers of a floor's database, and play every round again."""
    import msgspec

    from pitboss.cli.show import console, write_json

    seen = check(database_in(database))
    if json:
        write_json({"database": database, "sound": not seen.faults, **msgspec.to_builtins(seen)})
    else:
        out = console()
        for fault in seen.faults:
            out.print(one_line(fault), style="red", soft_wrap=True)
        out.print(f"{summary(seen)}: {_verdict(len(seen.faults))}", soft_wrap=True)
    if seen.faults:
        raise typer.Exit(1)


def check(path: Path) -> Verified:
    """All of it, with progress on standard error."""
    from pitboss.cli.watch import Watch
    from pitboss.floor.rounds import check_rounds
    from pitboss.floor.store import SQLiteStore
    from pitboss.floor.verify import verify as check_store

    with closing(SQLiteStore(path, reading=True)) as store, Watch() as watch:
        seen = check_store(store, watch)
        try:
            for played in check_rounds(store, watch):
                seen.rounds += played.over
                seen.faults += [f"round {played.id}: {fault}" for fault in played.faults]
        except Exception as error:
            # Damage that was told already may keep the rounds from being read at all.
            seen.faults.append(f"the rounds cannot be read further: {error}")
    return seen


def database_in(place: str) -> Path:
    """The database itself, where a directory was named."""
    from pitboss.cli.errors import Mistake
    from pitboss.floor.schema import DATABASE

    if "\0" in place:
        raise Mistake(f"{place!r} is no file name; name a floor's database")
    path = Path(place)
    return path / DATABASE if path.is_dir() else path


def summary(seen: Verified) -> str:
    """What was looked at, in a line."""
    return (f"{_count(seen.events, 'event')} in {_count(seen.streams, 'stream')}, {_count(seen.postings, 'entry')} on "
            f"{_count(seen.accounts, 'account')}, {_count(seen.answers, 'answer')}, {_count(seen.rounds, 'round')}")


def _count(number: int, what: str) -> str:
    if number != 1:
        what = what[:-1] + "ies" if what.endswith("y") else what + "s"
    return f"{number:,} {what}"


def _verdict(faults: int) -> str:
    return _count(faults, "fault") if faults else "no fault found"
