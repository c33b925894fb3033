"""All that QLD-16-3(2) has a terminal show is in sight, and is what the floor says it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import LINK, Browser, Floor, Visitor, cents, opened, until, wagers_to_open

from pitboss.cli.serve import CLOSED_SECONDS

GAMES = wagers_to_open(lambda game: bool(game.book.terminal.law))
FIGURES = {
    "#minimum": "minimum", "#maximum": "maximum", "#credits": "credits", "#previous-bet": "bet", "#previous-won": "won",
}
# Notes whatever is said of betting, however shortly.
LISTEN = """() => {
    const state = document.querySelector('#betting-state');
    window.said = [];
    new MutationObserver(() => window.said.push(state.textContent)).observe(state, {childList: true, subtree: true});
}"""


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """As `pitboss serve` is: 'no more bets' can be read before anything follows."""
    with opened(browser, tmp_path_factory.mktemp("floor"), closed_seconds=CLOSED_SECONDS) as floor:
        yield floor


def screen(ann: Visitor) -> dict[str, Any]:
    """What the law has this player's terminal show, as the floor told the page."""
    shown: dict[str, Any] = ann.page.evaluate(f"(table) => {LINK} link.you.tables[table].screen)", ann.table)
    return shown


@pytest.mark.parametrize("table", GAMES)
def test_a_terminal_in_queensland(floor: Floor, table: str) -> None:
    ann = floor.player(f"Tess-{table[:12]}", table)
    page = ann.page
    for label in (*FIGURES, "#betting-state", "#result"):
        assert page.locator(label).is_visible(), label
    assert page.locator("#betting-state").text_content() == "Place your bets"
    ann.bet(GAMES[table])
    page.locator(f'[data-area="{GAMES[table]}"]').first.wait_for()
    until(lambda: screen(ann)["ends"] and page.locator("count-ring:visible").count(), "the countdown")
    page.evaluate(LISTEN)
    ann.ready()
    ann.decide()
    until(lambda: screen(ann)["bet"], "the round before")
    shown = screen(ann)
    for label, name in FIGURES.items():
        until(lambda: cents(ann.text(label)) == shown[name], f"{name} as the floor has it")  # noqa: B023
    assert shown["result"] and page.locator("#result").text_content() not in ("", "–")
    assert "No more bets" in page.evaluate("() => window.said"), "the words, while nothing may be bet"
    page.get_by_role("button", name="Help").first.click()
    until(lambda: len(page.locator("#panel-body:visible").text_content()) > 200, "bet options and how to play")
