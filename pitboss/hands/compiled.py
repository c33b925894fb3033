"""The one way this package compiles a function. The compiler takes a third of a second to load, so that it is left
until a function is called: a sheet that is kept needs none."""

import gc
import hashlib
import re
import shutil
import sys
import threading
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_PACKAGE = Path(__file__).parent.parent
# A line that begins so, in a text with a new line before it: that is looked for several times as fast as a line's
# beginning.
_USED = re.compile(rf"\nfrom {_PACKAGE.name}\.([\w.]+) import")
_lock = threading.RLock()
_waiting: list[Callable[[], None]] = []


class Compiled(Generic[_P, _T]):
    """A function that is compiled, or read from disk as machine code, when it is first called."""

    def __init__(self, function: Callable[_P, _T]) -> None:
        self.function = function
        self._machine: Callable[_P, _T] | None = None
        update_wrapper(self, function)

    def __call__(self, *args: _P.args, **named: _P.kwargs) -> _T:
        return (self._machine or self.machine)(*args, **named)

    @property
    def machine(self) -> Callable[_P, _T]:
        """What the compiler makes of it."""
        with _lock:
            if self._machine is None:
                numba = _numba()
                chosen = numba.config.CACHE_DIR
                numba.config.CACHE_DIR = _folder(Path(self.function.__code__.co_filename), chosen)
                try:
                    # Nothing of C calls a function here: what would let it is not made.
                    self._machine = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(self.function)
                    _take_constants_as_numbers(self._machine)
                finally:
                    numba.config.CACHE_DIR = chosen
            return self._machine


def compiled(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile on the first call, keep the machine code on disk, and let other threads run meanwhile."""
    return Compiled(function)


def once_loaded(act: Callable[[], None]) -> None:
    """Do something when the compiler is there: now, or before it compiles anything."""
    with _lock:
        if "numba" in sys.modules:
            act()
        else:
            _waiting.append(act)


@cache
def _numba() -> Any:
    """The compiler, which learns that functions may call those that are left to be compiled."""
    import numba
    from numba.extending import typeof_impl

    @typeof_impl.register(Compiled)
    def _(function: Compiled[Any, Any], context: Any) -> Any:
        return typeof_impl(function.machine, context)

    listen: Any = numba.core.event.register
    listen("numba:compile", _unswept())
    while _waiting:
        _waiting.pop()()
    return numba


def _unswept() -> Any:
    """Nobody looks for garbage while a function is compiled: all that the compiler makes then is in use, and to look
    through it again and again takes a seventh of the time. Functions are compiled one at a time, callees within."""
    from numba.core.event import Listener

    class Unswept(Listener):
        depth = 0
        swept = True

        def on_start(self, event: Any) -> None:
            if not self.depth:
                self.swept = gc.isenabled()
                gc.disable()
            self.depth += 1

        def on_end(self, event: Any) -> None:
            self.depth -= 1
            if not self.depth and self.swept:
                gc.enable()

    return Unswept()


def _take_constants_as_numbers(machine: Any) -> None:
    """Let functions that call this one with constants use what is compiled for any number: the compiler would compile
    it anew for each constant in a call."""
    template, unliteral = machine.get_call_template, _numba().types.unliteral

    def of_any_number(args: Any, named: Any) -> Any:
        return template(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in named.items()})

    machine.get_call_template = of_any_number


@cache
def _folder(file: Path, chosen: str) -> str:
    """Where the machine code of a file's functions is kept. It is another folder once that file changes, or one whose
    functions and types it uses: numba itself looks at the first alone, and would run what is out of date."""
    state = hashlib.sha256()
    for path in sorted(_sources(file)):
        state.update(path.read_bytes())
    shelf = Path(chosen) if chosen else file.parent / "__pycache__"
    folder = shelf / f"{file.stem}-{state.hexdigest()[:16]}"
    if not folder.exists():
        for older in shelf.glob(f"{file.stem}-{'[0-9a-f]' * 16}"):
            shutil.rmtree(older, ignore_errors=True)
    return str(folder)


@cache
def _sources(file: Path) -> frozenset[Path]:
    """A file, those of the package that it imports from, and what these use in their turn where they compile too."""
    sources = {file}
    for name in _USED.findall("\n" + _text(file)):
        used = _PACKAGE.joinpath(*name.split(".")).with_suffix(".py")
        if used.is_file():
            sources |= _sources(used) if "import compiled" in _text(used) else {used}
    return frozenset(sources)


@cache
def _text(file: Path) -> str:
    return file.read_text("utf-8")
