"""Counts that took long to make, kept on disk. A file is whole or it is not there; a damaged one is made anew."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = b"pitboss counts 1\n"
MOST_BYTES = 2 << 30
# What a process that was killed left half written is nobody's any more after so many seconds.
STALE = 24 * 60 * 60

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]


def default_directory() -> Path:
    """Where counts are kept: PITBOSS_CACHE, or the user's cache. A user without a home keeps nothing."""
    asked = os.environ.get("PITBOSS_CACHE")
    if asked:
        return Path(asked)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    except RuntimeError:
        return Path(os.devnull) / "pitboss"


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
        held = _read(data)
        if held is None:
            self.warn(f"the cached counts {path.name} are damaged; they are made anew")
            self.forget(key)
        return held

    def save(self, key: str, arrays: Mapping[str, Array]) -> None:
        """Keep arrays: written aside, then put in place at once, so that a stop in between leaves nothing broken."""
        temporary = ""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory, suffix=".partial")
            # Not put together in memory, where there may be no room for them twice.
            with os.fdopen(handle, "wb") as file, tempfile.TemporaryFile(dir=self.directory) as body:
                np.savez(body, **arrays)  # type: ignore[arg-type]
                body.seek(0)
                file.write(MAGIC + hashlib.file_digest(body, _blank_digest).digest())
                body.seek(0)
                shutil.copyfileobj(body, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path(key))
        except OSError as error:
            self.warn(f"counts could not be cached in {self.directory}: {error.strerror or error}")
        finally:
            if temporary and os.path.exists(temporary):
                os.unlink(temporary)
        self._prune()

    def forget(self, key: str) -> None:
        with contextlib.suppress(OSError):
            self.path(key).unlink()

    def _prune(self) -> None:
        """Away with what was left half written long ago, and, when there is too much, with the oldest first."""
        try:
            for path in self.directory.glob("*.partial"):
                if time.time() - path.stat().st_mtime > STALE:
                    path.unlink(missing_ok=True)
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
    """A file name for counts: the same parts give the same name, any other parts another. Parts are arrays, or
    anything whose `repr` tells all of it and is the same in every process.

    >>> key("boards", 1) == key("boards", 1), key("boards", 1) == key("boards", 2)
    (True, False)
    """
    told = hashlib.blake2b(digest_size=12)
    for part in parts:
        if isinstance(part, np.ndarray):
            data = repr((part.shape, part.dtype.str)).encode() + part.tobytes()
        else:
            data = repr(part).encode()
        told.update(len(data).to_bytes(8, "big") + data)
    return f"{name.replace('/', '-')}-{told.hexdigest()}"


def _read(data: bytes) -> Arrays | None:
    """The arrays in a file; None when it is not just as it was written."""
    head = len(MAGIC) + 32
    body = memoryview(data)[head:]
    if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : head] != _digest(body):
        return None
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as held:
            return {name: held[name] for name in held.files}
    except (ValueError, TypeError, EOFError, OSError, zipfile.BadZipFile):
        return None


def _digest(data: Any) -> bytes:
    digest = _blank_digest()
    digest.update(data)
    return digest.digest()


def _blank_digest() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=32)
