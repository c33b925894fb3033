"""What a round came to: every line is told, and what finds no room is counted and in the log."""

from __future__ import annotations

import pytest
from support.browsing import DESK, PHONE, Floor, until


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_lines_that_find_no_room_are_counted_and_in_the_log(floor: Floor, size: str) -> None:
    how = PHONE if size == "phone" else DESK
    jan = floor.player(f"Jan-{size}", floor.add_table(f"many-{size}", "qld/roulette", wagering_seconds=300), **how)
    # Fewer losses than are told as one.
    wagers = [f"straight up {number}" for number in (11, 13, 17, 19, 23)]
    for wager in wagers:
        jan.bet(wager)
    before = jan.credits() + jan.on_table()
    jan.ready()
    until(jan.over, "the ball fell")
    jan.settled(before)
    more = jan.page.locator(".outcome .more")
    shown = "(lines) => lines.filter((line) => { const at = line.getBoundingClientRect(), all = " \
            "line.parentNode.getBoundingClientRect(); return at.bottom <= all.bottom + 3; }).length"
    items = jan.page.locator("#lines li")
    hidden = items.count() - items.evaluate_all(shown)
    assert hidden > 0
    until(lambda: more.is_visible() and more.text_content() == f"+{hidden}", "the rest is counted")
    more.click()
    jan.page.locator(".log .event.settled").first.wait_for()
    assert jan.page.locator(".log .event.settled.mine").count() == len(wagers)
