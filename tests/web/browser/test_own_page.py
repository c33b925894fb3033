"""A player's own page in a browser: his rounds, what they come to, at three sizes and in both themes."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Floor, Visitor, until

SIZES = ((1280, 800), (390, 844), (844, 390))
# What can be pressed or filled in and has no name.
NAMELESS = """() => [...document.querySelectorAll('button, a, input, select, summary')]
    .filter((one) => one.checkVisibility())
    .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
    .map((one) => one.outerHTML)"""
DRAWN = """() => [...document.querySelectorAll('.plot')].every((one) =>
    Number(one.firstElementChild?.getAttribute('width')) === one.clientWidth)"""
WIDE = "() => document.documentElement.scrollWidth > innerWidth + 1"


def played(floor: Floor, name: str, rounds: int = 4) -> Visitor:
    """Somebody who has put five on red some times, and left the table."""
    made = floor.player(name, "roulette")
    for _ in range(rounds):
        made.bet("red")
        made.ready()
        made.decide()
        made.give({"t": "clear", "table": "roulette"})
    return made


def lists(page: Any, count: int) -> None:
    until(lambda: page.locator("#rounds a").count() == count, f"{count} rounds are listed")


def test_all_rounds_are_there_and_come_to_what_the_ledger_says(floor: Floor) -> None:
    ann = played(floor, "Ann")
    page = ann.page
    page.locator("#open-you").click()
    lists(page, 4)
    page.locator("#games tbody tr").wait_for()
    assert page.locator("#count b").text_content() == "4"
    net = floor.served.balance("player:Ann") - 1000_00
    said = page.locator("#net-result b").text_content()
    assert said == f"{'+' if net > 0 else '−' if net < 0 else ''}{abs(net) / 100:,.2f}"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(DRAWN)
        assert page.evaluate(NAMELESS) == [] and not page.evaluate(WIDE), (width, height)
        assert "Bankroll: 1,000.00 at first" in page.locator("#bankroll ~ .plot svg").get_attribute("aria-label")
    page.locator("#rounds a").last.click()
    page.locator(".own-replay .replay").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(NAMELESS) == [] and not page.evaluate(WIDE), (width, height)
    with page.expect_download() as file:
        page.get_by_role("link", name="Transcript").click()
    with open(file.value.path()) as text:
        assert "box " in (told := text.read()) and "= net Ann" in told
    page.get_by_role("button", name="all rounds").click()
    lists(page, 4)


def test_rounds_are_searched_by_game_and_day(floor: Floor) -> None:
    ben = played(floor, "Ben", 2)
    page = ben.page
    page.goto(floor.served.base + "/you")
    lists(page, 2)
    page.get_by_role("combobox", name="game").select_option(label="Roulette")
    lists(page, 2)
    page.get_by_label("from").fill("2001-01-01")
    page.get_by_label("to", exact=True).fill("2001-01-02")
    lists(page, 0)
    page.get_by_text("No round is like that.").wait_for()
    page.get_by_role("button", name="All of them").click()
    lists(page, 2)


def test_a_newcomer_is_told_what_will_be_there(floor: Floor) -> None:
    zoe = floor.player("Zoe")
    page = zoe.page
    page.get_by_role("link", name="Your play").click()
    page.get_by_text("You have not played a round yet").wait_for()
    page.locator("main.newcomer").wait_for(state="attached")
    assert not page.locator(".filter").is_visible() and not page.locator(".files").is_visible()
    assert page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_charts_take_their_colours_from_the_theme(floor: Floor, theme: str) -> None:
    cat = played(floor, f"Cat{theme}", 2)
    page = cat.page
    page.evaluate("(theme) => localStorage.setItem('settings', JSON.stringify({ theme }))", theme)
    page.goto(floor.served.base + "/you")
    page.locator("#bankroll ~ .plot svg").wait_for()
    drawn, named = page.evaluate("""() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--accent)';
        return [getComputedStyle(document.querySelector('.plot .line')).stroke, getComputedStyle(probe).color];
    }""")
    assert drawn == named
