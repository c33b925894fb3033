"""`pitboss backup`: a copy of a floor's database, taken while the floor goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.errors import Mistake, one_line


def backup(
    file: Annotated[str, typer.Argument(help="Where the copy goes.", metavar="FILE")],
    data: Annotated[str, typer.Option("--data", help="Where the floor is kept, if not where serve does.",
                                      metavar="DIR")] = "",
) -> None:
    """Copy a floor's database, whether or not the floor is open, and check the copy."""
    from pitboss.cli.serve import data_directory
    from pitboss.cli.show import console
    from pitboss.cli.verify import database_in, summary
    from pitboss.cli.watch import Watch
    from pitboss.floor.backup import backup as copy
    from pitboss.floor.wal import read_wal

    if "\0" in file:
        raise Mistake(f"{file!r} is no file name")
    out = console()
    if log := read_wal(source := database_in(data or str(data_directory("")))).fault():
        out.print(one_line(log), style="red", soft_wrap=True)
    with Watch() as watch:
        seen = copy(source, Path(file), watch)
    for fault in seen.faults:
        out.print(one_line(fault), style="red", soft_wrap=True)
    if seen.faults:
        out.print(f"the copy has faults, and is kept as {file}.faulty; 'pitboss verify' tells more", soft_wrap=True)
        raise typer.Exit(1)
    # The rounds are not played again here: 'verify' does that, on the copy or on the database.
    out.print(f"{file}: {summary(seen).rpartition(', ')[0]}: no fault found", soft_wrap=True)
