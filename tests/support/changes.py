"""Every change by rule of a JSON value or of a column: each leaf changed, each field or item left out or doubled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

Change = tuple[str, Any]


def of_text(text: str) -> Iterator[Change]:
    """Changes of a text: its last letter, two words exchanged, nothing left."""
    yield "last letter", text[:-1] + ("1" if text[-1:] != "1" else "2")
    words = text.split()
    if len(words) > 1 and words[0] != words[-1]:
        yield "words exchanged", " ".join([words[-1], *words[1:-1], words[0]])
    if text:
        yield "emptied", ""


def of_leaf(value: Any) -> Iterator[Change]:
    """Changes of a number, a text, true, false or null."""
    if isinstance(value, bool):
        yield "turned over", not value
    elif isinstance(value, int | float):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, str):
        yield from of_text(value)
    else:
        yield "set", 1


def of_json(value: Any, path: str = "") -> Iterator[Change]:
    """Changes of a JSON value with the path of each: `draws.round` for all draws of a list."""
    if isinstance(value, dict):
        for key, inner in value.items():
            at = f"{path}.{key}".lstrip(".")
            yield f"{at}: left out", {name: each for name, each in value.items() if name != key}
            for words, changed in of_json(inner, at):
                yield words, value | {key: changed}
        yield f"{path}: field added".lstrip(": "), value | {"added": 1}
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield f"{path}: item left out".lstrip(": "), value[:n] + value[n + 1 :]
            yield f"{path}: item doubled".lstrip(": "), [*value[: n + 1], *value[n:]]
            for words, changed in of_json(inner, path):
                yield words, [*value[:n], changed, *value[n + 1 :]]
    else:
        for words, changed in of_leaf(value):
            yield f"{path}: {words}".lstrip(": "), changed


def of_bytes(value: bytes) -> Iterator[Change]:
    """Changes of stored bytes: of the JSON in them if there is any, else of the text."""
    try:
        plain = msgspec.json.decode(value)
    except msgspec.DecodeError:
        plain = None
    if isinstance(plain, dict | list):
        for words, changed in of_json(plain):
            yield words, msgspec.json.encode(changed)
    else:
        for words, text in of_text(value.decode("utf-8", "replace")):
            yield words, text.encode()
    yield "garbage", b"garbage"
