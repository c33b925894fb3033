"""Counts that took long to make, kept on disk. A file is whole or it is not there; a damaged one is made anew."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = b"pitboss counts 1\n"
MOST_BYTES = 2 << 30

Arrays = dict[str, np.ndarray[Any, Any]]


def default_directory() -> Path:
    """Where counts are kept: PITBOSS_CACHE, or the user's cache."""
    asked = os.environ.get("PITBOSS_CACHE")
    if asked:
        return Path(asked)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"


class Cache:
    """Arrays by key. `warn` is told in one line of a file that was damaged or could not be written."""

    def __init__(self, directory: Path | None = None, warn: Callable[[str], None] = lambda line: None) -> None:
        self.directory = directory or default_directory()
        self.warn = warn

    def path(self, key: str) -> Path:
        return self.directory / f"{key}.counts"

    def load(self, key: str) -> Arrays | None:
        """The arrays of a key; None when there are none, or when they are not what was saved."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        head = len(MAGIC) + 32
        if data[: len(MAGIC)] == MAGIC and _digest(memoryview(data)[head:]) == data[len(MAGIC) : head]:
            with np.load(io.BytesIO(memoryview(data)[head:]), allow_pickle=False) as held:
                return {name: held[name] for name in held.files}
        self.warn(f"the cached counts {path.name} are damaged; they are made anew")
        self.forget(key)
        return None

    def save(self, key: str, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """Keep arrays: written aside, then put in place at once, so that a stop in between leaves nothing broken."""
        body = io.BytesIO()
        np.savez(body, **arrays)  # type: ignore[arg-type]
        temporary = ""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory, suffix=".partial")
            with os.fdopen(handle, "wb") as file:
                for part in (MAGIC, _digest(body.getbuffer()), body.getbuffer()):
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path(key))
        except OSError as error:
            self.warn(f"counts could not be cached in {self.directory}: {error.strerror}")
        finally:
            if temporary and os.path.exists(temporary):
                os.unlink(temporary)
        self._prune()

    def forget(self, key: str) -> None:
        self.path(key).unlink(missing_ok=True)

    def _prune(self) -> None:
        """Oldest out first, when there is too much."""
        try:
            files = sorted(self.directory.glob("*.counts"), key=lambda path: path.stat().st_mtime)
            size = sum(path.stat().st_size for path in files)
            for path in files:
                if size <= MOST_BYTES:
                    break
                size -= path.stat().st_size
                path.unlink(missing_ok=True)
        except OSError:
            return


def key(name: str, *parts: object) -> str:
    """A file name for counts: the same parts give the same name, any other parts another.

    >>> key("boards", 1) == key("boards", 1), key("boards", 1) == key("boards", 2)
    (True, False)
    """
    told = hashlib.blake2b(digest_size=12)
    for part in parts:
        told.update(part.tobytes() + str(part.dtype).encode() if isinstance(part, np.ndarray) else repr(part).encode())
        told.update(b"\0")
    return f"{name}-{told.hexdigest()}"


def _digest(data: Any) -> bytes:
    return hashlib.blake2b(data, digest_size=32).digest()
