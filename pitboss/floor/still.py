"""A database on a medium that cannot be written: a disc, or a disk that was taken as evidence. SQLite wants to write
beside a database even to read it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.floor.schema import StoreError

CHUNK = 1 << 20


def writable(directory: Path) -> bool:
    """Can files be made here?"""
    return os.access(directory, os.W_OK)


@contextmanager
def on_hand(path: Path, tell: Callable[[str, int, int], None] = lambda what, done, whole: None) -> Iterator[Path]:
    """The database itself; or a copy of it and its log where it has one and nothing may be written beside it. Without
    its log it can be read where it lies (`open_reading`)."""
    log = Path(f"{path}-wal")
    if writable(path.parent) or not log.is_file() or not log.stat().st_size:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        try:
            for source in (log, path):
                _copy(source, Path(folder) / source.name, tell)
        except OSError as error:
            raise StoreError(f"{path} cannot be written beside, and no copy could be made: {error.strerror}") from None
        yield Path(folder) / path.name


def _copy(source: Path, target: Path, tell: Callable[[str, int, int], None]) -> None:
    whole, done = source.stat().st_size, 0
    with source.open("rb") as old, target.open("wb") as new:
        while chunk := old.read(CHUNK):
            new.write(chunk)
            done += len(chunk)
            tell("copying", done, whole)
