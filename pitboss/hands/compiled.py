"""The one way this package compiles a function."""

import hashlib
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

_P = ParamSpec("_P")
_T = TypeVar("_T")
_numba: Any = numba.config
_PACKAGE = Path(__file__).parent.parent
_USED = re.compile(rf"^from {_PACKAGE.name}\.([\w.]+) import", re.MULTILINE)


def compiled(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile on the first call, keep the machine code on disk, and let other threads run meanwhile."""
    chosen = _numba.CACHE_DIR
    _numba.CACHE_DIR = _folder(Path(function.__code__.co_filename), chosen)
    try:
        return cast(Callable[_P, _T], numba.njit(cache=True, nogil=True)(function))
    finally:
        _numba.CACHE_DIR = chosen


@cache
def _folder(file: Path, chosen: str) -> str:
    """Where the machine code of a file's functions is kept. It is another folder once that file changes, or one whose
    functions and types it uses: numba itself looks at the first alone, and would run what is out of date."""
    state = hashlib.sha256()
    for path in sorted(set(_sources(file))):
        state.update(path.read_bytes())
    shelf = Path(chosen) if chosen else file.parent / "__pycache__"
    folder = shelf / f"{file.stem}-{state.hexdigest()[:16]}"
    if not folder.exists():
        for older in shelf.glob(f"{file.stem}-{'[0-9a-f]' * 16}"):
            shutil.rmtree(older, ignore_errors=True)
    return str(folder)


def _sources(file: Path) -> Iterator[Path]:
    """A file, those of the package that it imports from, and what these use in their turn where they compile too."""
    yield file
    for name in _USED.findall(file.read_text("utf-8")):
        used = _PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
        if used.is_file():
            yield from _sources(used) if "import compiled" in used.read_text("utf-8") else (used,)
