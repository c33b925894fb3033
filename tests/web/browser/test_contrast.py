"""Every text of every page can be read: it stands out from what lies behind it by 4.5 to 1, large text by 3 to 1 (WCAG
1.4.3), in both themes. Tables against the house: test_every_table.py."""

from __future__ import annotations

import pytest
from support.browsing import DESK, PHONE, Browser, Floor, until
from support.contrast import faint

from pitboss.rulebooks import games


@pytest.fixture(scope="module")
def browser(painting_browser: Browser) -> Browser:
    return painting_browser


def test_texts_beside_a_table_stand_out(floor: Floor) -> None:
    """And on the page of what somebody has played."""
    bob = floor.player("Bob", floor.add_table("beside", "qld/roulette", wagering_seconds=300))
    bob.bet("black")
    bob.ready()
    until(bob.over, "the ball has fallen")
    failed = []
    for tab in bob.page.get_by_role("tab").all():
        tab.click()
        failed += faint(bob.page)
    bob.page.locator("#open-settings").click()
    bob.page.locator("dialog.settings").wait_for()
    failed += faint(bob.page)
    bob.page.goto(floor.served.base + "/you")
    bob.page.locator("#rounds li").first.wait_for()
    failed += faint(bob.page)
    assert not failed, "\n".join(sorted(set(failed)))


def test_texts_of_a_table_between_players_stand_out(floor: Floor) -> None:
    cat = floor.visitor()
    cat.enter("Cat")
    cat.page.goto(f"{floor.served.base}/table/holdem")
    cat.page.locator(".poker-felt").wait_for()
    failed = faint(cat.page)
    assert cat.give({"t": "sit", "table": "holdem", "box": 1, "amount": 20000})["ok"]
    cat.page.locator(".decision:enabled").first.wait_for()
    failed += faint(cat.page)
    cat.page.set_viewport_size(PHONE["viewport"])
    failed += faint(cat.page)
    cat.page.set_viewport_size(DESK["viewport"])
    assert not failed, "\n".join(sorted(set(failed)))


def test_texts_of_the_other_pages_stand_out(floor: Floor) -> None:
    dan = floor.visitor()
    failed = []
    dan.page.goto(floor.served.base + "/sign-in")
    failed += faint(dan.page)
    dan.enter("Dan")
    dan.go_home()
    failed += faint(dan.page)
    for place in (f"/help/{next(iter(games()))}", "/password"):
        dan.page.goto(floor.served.base + place)
        failed += faint(dan.page)
    page = floor.manager().page
    for place in ("/console", "/console/blackjack", "/console/roulette", "/console/holdem"):
        page.goto(floor.served.base + place)
        page.locator(".table-head h1").wait_for()
        failed += faint(page)
    assert not failed, "\n".join(sorted(set(failed)))


def test_a_faint_text_would_be_seen(floor: Floor) -> None:
    """On a page, and in a drawing."""
    eve = floor.player("Eve", "blackjack")
    assert faint(eve.page, ("dark",)) == []
    for place, style in (("#betting-state", "color"), (".layout .motto", "fill")):
        eve.page.locator(place).first.evaluate(f"(one) => one.style.setProperty('{style}', 'var(--edge)', 'important')")
        said = eve.page.locator(place).first.text_content()
        assert [said[:30] in text for text in faint(eve.page, ("dark",))] == [True]
        eve.page.locator(place).first.evaluate(f"(one) => one.style.removeProperty('{style}')")
