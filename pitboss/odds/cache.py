"""Counts that took long to make, kept on disk. A file is whole or it is not there; a damaged one is made anew."""

from __future__ import annotations

import contextlib
import hashlib
import math
import mmap
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

MAGIC = b"pitboss counts 3\n"
DIGEST = 32
# Every array starts at a multiple of so many bytes.
ALIGNED = 64
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
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                # Not read into memory twice: pages come when they are looked at, and are copied if they are changed.
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) if size else b""
        except OSError:
            return None
        held = _read(memoryview(data))
        if held is None:
            self.warn(f"the cached counts {path.name} are damaged; they are made anew")
            self.forget(key)
        return held

    def known(self, key: str, count: Callable[[], Arrays]) -> Arrays:
        """The arrays of this key, or those counted now, which have it from then on."""
        arrays = self.load(key)
        if arrays is None:
            arrays = count()
            self.save(key, arrays)
        return arrays

    def save(self, key: str, arrays: Mapping[str, Array]) -> None:
        """Keep arrays: written aside, then put in place at once, so that a stop in between leaves nothing broken."""
        temporary = ""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory, suffix=".partial")
            digest = _blank_digest()
            with os.fdopen(handle, "wb") as file:
                file.seek(len(MAGIC) + DIGEST)
                for part in _parts(arrays):
                    digest.update(part)
                    file.write(part)
                file.seek(0)
                file.write(MAGIC + digest.digest())
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
    digest = hashlib.blake2b(digest_size=12)
    for part in parts:
        if isinstance(part, np.ndarray):
            data = repr((part.shape, part.dtype.str)).encode() + part.tobytes()
        else:
            data = repr(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return f"{name.replace('/', '-')}-{digest.hexdigest()}"


class _Held(msgspec.Struct, array_like=True):
    """What one array in a file is."""

    name: str
    dtype: str
    shape: tuple[int, ...]


def _parts(arrays: Mapping[str, Array]) -> Iterator[bytes | memoryview]:
    """What comes after the digest: how long the list of the arrays is, that list, and their bytes."""
    whole = {name: np.ascontiguousarray(array).reshape(array.shape) for name, array in arrays.items()}
    listed = msgspec.json.encode([_Held(name, array.dtype.str, array.shape) for name, array in whole.items()])
    yield len(listed).to_bytes(8, "big")
    yield listed
    at = len(MAGIC) + DIGEST + 8 + len(listed)
    for array in whole.values():
        yield bytes(-at % ALIGNED)
        yield array.reshape(-1).view(np.uint8).data
        at += -at % ALIGNED + array.nbytes


def _read(data: memoryview) -> Arrays | None:
    """The arrays in a file, in its own bytes; None when it is not just as it was written."""
    head = len(MAGIC) + DIGEST
    if data[: len(MAGIC)] != MAGIC or data[len(MAGIC) : head] != _digest(data[head:]):
        return None
    at = head + 8 + int.from_bytes(data[head : head + 8], "big")
    arrays: Arrays = {}
    try:
        for held in msgspec.json.decode(data[head + 8 : at], type=list[_Held]):
            at += -at % ALIGNED
            dtype, count = np.dtype(held.dtype), math.prod(held.shape)
            arrays[held.name] = np.frombuffer(data, dtype, count, at).reshape(held.shape)
            at += count * dtype.itemsize
    except (msgspec.MsgspecError, ValueError, TypeError):
        return None
    return arrays if at == len(data) else None


def _digest(data: memoryview) -> bytes:
    digest = _blank_digest()
    digest.update(data)
    return digest.digest()


def _blank_digest() -> hashlib._Hash:
    """Of what hashlib has, processors are fastest at this one; counts of a hundred megabytes are read at every call."""
    return hashlib.sha256()
