"""Every colour has a name, and is said once: in the sheet that all pages share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss

STATIC = Path(pitboss.__file__).parent / "web" / "static"
SHARED = STATIC / "app.css"
FILES = [path for path in sorted(STATIC.glob("*.*")) if path.suffix in (".css", ".js") and path != SHARED]
LITERAL = re.compile(r"(?<![&\w(/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\w)|\b(?:rgb|hsl)a?\(|"
                     r"(?:fill|color|stroke|background): (?:white|black|red|green|blue|gray|grey)\b", re.I)
NAMED = re.compile(r"var\((--[\w-]+)")
SAID = re.compile(r"(--[\w-]+):")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_other_file_says_a_colour(path: Path) -> None:
    assert LITERAL.findall(path.read_text()) == []


@pytest.mark.parametrize("path", [SHARED, *FILES], ids=lambda path: path.name)
def test_whatever_is_named_is_said(path: Path) -> None:
    said = {name for sheet in STATIC.glob("*.css") for name in SAID.findall(sheet.read_text())}
    assert {name for name in NAMED.findall(path.read_text())} - said == set()


def test_such_colours_would_be_seen() -> None:
    seen = ("color: #fff;", "fill: #1b1f22", "rgb(0 0 0 / .5)", "fill: white;", "fill: '#6b4a2b'")
    assert all(LITERAL.search(each) for each in seen)
    others = ("url(#face-1)", "querySelector('#added')", "color: var(--red)", "(&#039;)")
    assert not any(LITERAL.search(each) for each in others)
