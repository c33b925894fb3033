"""Somebody who has never seen the floor opens its address and plays a round of every game to its end."""

from __future__ import annotations

import re
import time

import pytest
from support.browsing import Floor, until, wagers_to_open

GAMES = wagers_to_open(lambda game: True)


@pytest.mark.parametrize("table", GAMES)
def test_a_newcomer_plays_a_round_and_sees_why_the_chips_moved(floor: Floor, table: str) -> None:
    ann = floor.player(f"Ann-{table[:12]}", table)
    before = ann.credits()
    ann.bet(GAMES[table])
    ann.ready()
    ann.decide()
    ann.settled(before)
    clause = ann.page.locator("#lines clause-chip button").first
    named = clause.get_attribute("aria-label").removeprefix("clause ")
    assert clause.text_content() == "§" and named != "§"
    clause.click()
    card = ann.page.locator(".clause-card")
    assert card.get_by_role("heading").text_content() == named
    until(lambda: len(card.locator(".clause-text p").first.text_content()) > 20, "the clause is told in words")


def test_craps_until_the_win_bet_is_decided(floor: Floor) -> None:
    ann = floor.player("Ann-craps", "craps")
    before = ann.credits()
    ann.bet("win bet")
    thrown = 0
    while ann.told()["wagers"]:
        ann.ready()
        until(lambda: len(ann.told()["history"]) > thrown, "the throw")  # noqa: B023
        thrown = len(ann.told()["history"])
    ann.settled(before)
    assert re.match(r"(won|lost) 5\.00: win bet", ann.lines()[0])


def test_from_the_address_to_the_first_card_in_five_moves_and_less_than_a_minute(floor: Floor) -> None:
    new = floor.visitor()
    page, began = new.page, time.monotonic()
    page.goto(floor.served.base)
    until(lambda: page.evaluate("() => document.activeElement.tagName") == "INPUT", "the name can be typed")
    page.keyboard.type("Bob")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("link", name="Blackjack", exact=True).click()
    page.locator('[data-area="original"][data-box="3"]').click()
    page.get_by_role("button", name="Deal").click()
    page.locator('[data-hand="3"] .card').first.wait_for()
    assert time.monotonic() - began < 60
