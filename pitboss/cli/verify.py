"""`pitboss verify`: is a floor's database what it was when it was written?"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.errors import one_line

if TYPE_CHECKING:
    from pitboss.cli.watch import Watch
    from pitboss.floor.heads import HeadsSeen
    from pitboss.floor.store import SQLiteStore
    from pitboss.floor.verify import Verified


def verify(
    database: Annotated[str, typer.Argument(help="A floor's database, or the directory it is in.", metavar="DB")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    heads: Annotated[str, typer.Option("--heads", metavar="FILE", help="The heads that its floor signed.")] = "",
    key: Annotated[str, typer.Option("--key", metavar="PUB", help="The public key that they were signed with.")] = "",
) -> None:
    """Check the hash chains, the ledger and the answers of a floor's database, and play every round again; with signed
    heads also that no end was cut off and no past rewritten."""
    import msgspec

    from pitboss.cli.errors import Mistake
    from pitboss.cli.show import console, write_json

    if bool(heads) != bool(key):
        raise Mistake("--heads and --key go together: the file that was signed, and the public key that checks it")
    seen, signed = check_signed(database_in(database), heads, key)
    if json:
        write_json({"database": database, "sound": not seen.faults, **msgspec.to_builtins(seen),
                    "heads": msgspec.to_builtins(signed)})
    else:
        out = console()
        for fault in seen.faults:
            out.print(one_line(fault), style="red", soft_wrap=True)
        for words, count in sorted(seen.older.items()):
            out.print(f"{_count(count, 'round')} of {words}; not played again", soft_wrap=True)
        for line in [*seen.restores, *(f"heads: {restore.text()}" for restore in (signed.restores if signed else ()))]:
            out.print(line, style="yellow", soft_wrap=True)
        if signed is not None:
            out.print(signed_until(signed), soft_wrap=True)
        restored = f", {_count(len(seen.restores), 'restore')}" if seen.restores else ""
        out.print(f"{summary(seen)}: {_verdict(len(seen.faults))}{restored}", soft_wrap=True)
    if seen.faults:
        raise typer.Exit(1)


def check(path: Path) -> Verified:
    """All of it, with progress on standard error."""
    return check_signed(path, "", "")[0]


def check_signed(path: Path, heads: str, key: str) -> tuple[Verified, HeadsSeen | None]:
    """All of it, and whether it is what was signed."""
    from pitboss.cli.watch import Watch
    from pitboss.floor.heads import check_heads, load_public_key
    from pitboss.floor.still import on_hand
    from pitboss.floor.store import SQLiteStore
    from pitboss.floor.verify import verify as check_store
    from pitboss.floor.wal import read_wal

    public = load_public_key(Path(key)) if key else None
    # Before anything is opened: opening a damaged log is what loses its rest.
    log = read_wal(path).fault()
    with Watch() as watch, on_hand(path, watch) as place, closing(SQLiteStore(place, reading=True)) as store:
        seen = check_store(store, watch)
        seen.faults[:0] = [log] if log else []
        signed = check_heads(store, Path(heads), public, watch) if public is not None else None
        seen.faults += signed.faults if signed is not None else []
        _play_again(store, seen, watch)
    return seen, signed


def _play_again(store: SQLiteStore, seen: Verified, watch: Watch) -> None:
    from pitboss.floor.rounds import check_rounds

    try:
        for played in check_rounds(store, watch):
            seen.rounds += played.over and not played.older
            if played.older:
                seen.older[f"{played.game} {played.older}"] += 1
            seen.faults += [f"round {played.id}: {fault}" for fault in played.faults]
    except Exception as error:
        # Damage that was told already may keep the rounds from being read at all.
        seen.faults.append(f"the rounds cannot be read further: {error}")


def database_in(place: str) -> Path:
    """The database itself, where a directory was named."""
    from pitboss.cli.errors import Mistake
    from pitboss.floor.schema import DATABASE

    if "\0" in place:
        raise Mistake(f"{place!r} is no file name; name a floor's database")
    path = Path(place)
    return path / DATABASE if path.is_dir() else path


def signed_until(signed: HeadsSeen) -> str:
    """How far the signatures reach."""
    from pitboss.floor.steady_clock import shown

    if not signed.at:
        return f"{_count(signed.heads, 'head')}" + (", and none of them fits" if signed.heads else "")
    return (f"{_count(signed.heads, 'head')}; {_count(signed.signed, 'event')} signed {shown(signed.at)}, "
            f"{signed.unsigned:,} after that under no head")


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
