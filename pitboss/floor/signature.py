"""Which program runs a floor: one hash over all its files, the versions of its packages, and what the journal says of
the starts before."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from pitboss.floor.desk import body_of, encode
from pitboss.floor.store import NewEvent, SQLiteStore, Store, Write

STREAM, STARTED = "floor", "started"
SHOWN_STARTS = 50
_LEFT_OUT = {"__pycache__"}
_COMPILED = {".pyc", ".pyo", ".nbi", ".nbc"}


class Signature(msgspec.Struct, frozen=True):
    """A program: `whole` is the hash over everything else."""

    whole: str
    files: str
    count: int
    python: str
    packages: dict[str, str]


@cache
def program_signature() -> Signature:
    """The program that runs now, as its files were when this was first asked."""
    return signature_of(Path(__file__).parents[1], package_versions())


def signature_of(folder: Path, packages: dict[str, str]) -> Signature:
    """The hash of each file, sorted by its path, and one hash over them; then one over that and the packages."""
    lines = [f"{path.relative_to(folder).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n"
             for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix())
             if path.is_file() and path.suffix not in _COMPILED and not _LEFT_OUT & set(path.parts)]
    files = sha256("".join(lines).encode()).hexdigest()
    python = platform.python_version()
    named = "".join(f"{name}=={version}\n" for name, version in sorted(packages.items()))
    whole = sha256(f"pitboss signature 1\n{files}\npython {python}\n{named}".encode()).hexdigest()
    return Signature(whole, files, len(lines), python, dict(sorted(packages.items())))


def package_versions(name: str = "pitboss") -> dict[str, str]:
    """The versions of a package and of all that it is made of, as far as they are installed."""
    versions: dict[str, str] = {}
    waiting = [name]
    while waiting:
        wanted = waiting.pop().lower().replace("_", "-")
        if wanted in versions:
            continue
        try:
            distribution = metadata.distribution(wanted)
        except metadata.PackageNotFoundError:
            continue
        versions[wanted] = distribution.version
        needed = [requirement for requirement in distribution.requires or () if "extra ==" not in requirement]
        waiting += [_name_of(requirement) for requirement in needed]
    return versions


def _name_of(requirement: str) -> str:
    """The package that a requirement names.

    >>> _name_of("uvicorn[standard]>=0.30; python_version > '3.8'"), _name_of("apsw")
    ('uvicorn', 'apsw')
    """
    end = next((n for n, letter in enumerate(requirement) if not (letter.isalnum() or letter in "-_.")), None)
    return requirement[:end]


def answers_given(store: SQLiteStore) -> int:
    """Return how many commands were ever answered."""
    return sum(count for count, in store.rows("SELECT seq FROM sqlite_sequence WHERE name = 'command'"))


def record_start(store: SQLiteStore, signature: Signature, now: int) -> bool:
    """Record in the journal which program starts, and how many commands were answered before; return whether it was
    another program before."""
    last = store.last(STREAM, STARTED)
    before = body_of(last)["whole"] if last is not None else signature.whole
    changed = bool(before != signature.whole)
    body = {**msgspec.to_builtins(signature), "changed": changed, "answers": answers_given(store)}
    store.commit([Write([NewEvent(STREAM, STARTED, encode(body), "floor", now)])])
    return changed


def starts(store: Store) -> list[dict[str, Any]]:
    """The last starts of a floor, the latest first: when, by which program, and whether it was another one before."""
    return [{"at": event.at, **body_of(event)} for event in store.recent(STREAM, STARTED, SHOWN_STARTS)]
