"""What a person sees of a page: where its parts are, and words that lie on each other or are cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.scripts import ask

# A desk, a phone, a phone on its side, a tablet.
SIZES = {"desk": (1280, 800), "phone": (390, 844), "side": (844, 390), "tablet": (820, 1180)}
# Two frames: whatever watches the size of something has drawn by then.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
SCRIPT = Path(__file__).with_suffix(".js").read_text()
PLACES = f"() => {{ {SCRIPT} return places(); }}"
SEEN = f"""async (words) => {{
  {SCRIPT}
  await ({DRAWN})();
  return {{ places: places(), unreadable: words ? unreadable() : [] }};
}}"""


def resize(page: Any, size: str) -> None:
    """Another window, and what is in it drawn for it."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def seen(page: Any, size: str, words: bool) -> dict[str, Any]:
    """In another window: where everything is, and which words cannot be read, where anybody wants to know."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    answer: dict[str, Any] = ask(page, SEEN, words)
    return answer
