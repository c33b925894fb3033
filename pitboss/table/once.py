"""Properties that are worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):
    """A property that is worked out when it is first read. `functools.cached_property` is the same, but makes every
    attribute of the object four times as slow to read from then on: it looks into its dictionary, which Python does
    without as long as nobody does that.

    >>> class Box:
    ...     @once
    ...     def size(self) -> int:
    ...         print("measured")
    ...         return 3
    >>> box = Box()
    >>> box.size, box.size
    measured
    (3, 3)
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...

    @overload
    def __get__(self, of: object, owner: type) -> T: ...

    def __get__(self, of: object | None, owner: type) -> T | Self:
        if of is None:
            return self
        value = self._work_out(of)
        setattr(of, self._name, value)
        return value
