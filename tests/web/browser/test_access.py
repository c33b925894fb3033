"""For everybody: names that a screen reader can say, results that are announced, stillness where it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import LINK, Floor, house_tables, until
from support.scripts import each

TABLES = house_tables()
# What a screen reader would say of everything that can be focused; "" where it would be silent.
NAMELESS = """() => [...document.querySelectorAll(
    'button, a[href], input:not([type=hidden]), select, textarea, [tabindex], [role=img], [role=tab], summary')]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const by = one.getAttribute('aria-labelledby');
    const label = one.getAttribute('aria-label') ?? (by ? document.getElementById(by)?.textContent : null)
      ?? [...(one.labels ?? [])].map((each) => each.textContent).join('') ;
    return !(label || one.textContent || one.title).trim();
  }).map((one) => one.outerHTML.slice(0, 120))"""


def sayable(page: Any) -> None:
    assert page.evaluate(NAMELESS) == [], page.url
    assert page.evaluate("() => [document.querySelectorAll('h1').length, document.documentElement.lang]") == [1, "en"]
    assert page.evaluate("() => document.title")
    twice = "() => { const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id); " \
            "return ids.filter((id, n) => ids.indexOf(id) !== n); }"
    assert page.evaluate(twice) == [], page.url


@pytest.mark.parametrize("table", TABLES)
def test_everything_at_a_table_has_a_name(floor: Floor, table: str) -> None:
    ann = floor.player(f"Ann-{table[:12]}", table)
    sayable(ann.page)
    assert len(each(ann.page, "main", "(main) => main.id")) == 1
    read = "(area) => [area.dataset.area, area.ariaLabel, area.getAttribute('role')]"
    said = each(ann.page, ".felt-frame [data-area]", read)
    assert said and all(wager in label and role == "button" for wager, label, role in said)


def test_everything_on_the_other_pages_has_a_name(floor: Floor) -> None:
    bob = floor.visitor()
    bob.page.goto(floor.served.base + "/sign-in")
    sayable(bob.page)
    bob.join("Bob")
    sayable(bob.page)
    bob.page.goto(floor.served.base + "/help/qld/blackjack")
    sayable(bob.page)
    page = floor.manager().page
    for place in ("/console", "/console/blackjack", "/console/roulette", "/password"):
        page.goto(floor.served.base + place)
        page.locator("h1").wait_for()
        each(page, "details", "(details) => { details.open = true; }")
        sayable(page)


def test_the_result_is_announced(floor: Floor) -> None:
    cat = floor.player("Cat", floor.add_table("wheel", "qld/roulette"))
    cat.bet("red")
    spoken = cat.page.locator("[aria-live]:not([aria-live=off])").filter(has_text="last result")
    assert spoken.count() == 1
    state = cat.page.locator("#betting-state")
    assert state.get_attribute("aria-live") == "assertive"
    cat.ready()
    until(lambda: "red" in (spoken.locator("#lines").text_content() or ""), "the result is in a live region")


def test_whose_turn_it_is_is_announced_with_the_cards(floor: Floor) -> None:
    """Whoever does not see the table hears what there is to decide, and on what."""
    fay = floor.player("Fay", floor.add_table("spoken", "qld/three-card-poker", decision_seconds=300))
    spoken = fay.page.locator("[aria-live=assertive]").filter(has_text="your turn")
    assert spoken.count() == 0
    fay.bet("ante", 2)
    fay.ready()
    spoken.wait_for(state="attached")
    said = spoken.text_content()
    cards = fay.page.evaluate(f"() => {LINK} link.you.tables.spoken.hands['2'])")
    names = fay.page.evaluate(
        "(cards) => import('/static/cards.js').then(({ cardName }) => cards.map(cardName).join(', '))", cards)
    assert f"You have: {names}, " in said and "Dealer: 3 face down." in said and said.endswith("bet, fold.")
    fay.decide()
    spoken.wait_for(state="detached")


def test_nothing_moves_where_stillness_is_asked_for(floor: Floor) -> None:
    counting = "window.moved = 0; const animate = Element.prototype.animate; " \
               "Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };"
    moved = {}
    for box, motion in enumerate(("reduce", "no-preference"), 1):
        dan = floor.visitor(fresh=True, reduced_motion=motion)
        dan.context.add_init_script(counting)
        dan.join(f"Dan-{motion[:6]}")
        dan.go("three-card-poker")
        dan.bet("ante", box)
        dan.ready()
        dan.decide()
        dan.settled(100000)
        running = dan.page.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running' && "
                                    "one.effect.getComputedTiming().duration > 10).length")
        moved[motion] = (dan.page.evaluate("() => window.moved"), running)
    assert moved["reduce"] == (0, 0)
    assert moved["no-preference"][0] > 0


def test_a_page_asks_nothing_of_other_machines_and_may_not(floor: Floor) -> None:
    eve = floor.player("Eve", "roulette")
    eve.allowed = ("Content Security Policy", "example.com")
    assert eve.complaints() == []
    said = eve.page.evaluate("() => fetch('http://example.com/').then(() => 'fetched', () => 'blocked')")
    assert said == "blocked"
    # The check that all these tests end with does see what a page tries.
    assert any("example.com" in noted for noted in eve.noted)
