"""`pitboss key`: a key that signs a floor's heads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.errors import Mistake


def key(
    file: Annotated[str, typer.Argument(help="Where the key goes; its public half goes to FILE.pub.", metavar="FILE")],
) -> None:
    """Make a key that signs how far a floor's journal has come, and the public half that checks it."""
    from pitboss.floor.heads import make_key

    if "\0" in file:
        raise Mistake(f"{file!r} is no file name")
    public = make_key(Path(file))
    print(f"{file} signs: keep it apart from the database (pitboss serve --sign-key {file} --heads FILE).")
    print(f"{public} checks: give it to whoever verifies (pitboss verify DB --heads FILE --key {public}).")
