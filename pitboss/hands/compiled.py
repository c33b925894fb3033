"""The one way this package compiles a function."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

_P = ParamSpec("_P")
_T = TypeVar("_T")


def compiled(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile on the first call, keep the machine code on disk, and let other threads run meanwhile.

    The code on disk is renewed when the function's own file changes, not when a compiled function of another file
    that it calls does: after editing one that others call, touch those files too.
    """
    return cast(Callable[_P, _T], njit(cache=True, nogil=True)(function))
