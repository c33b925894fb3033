"""At real browsers: a table between players that closes, by notice or because all agree, and a misdeal."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import DESK, PHONE, Floor, Visitor, until
from web.browser.test_poker import come, fold, hurry, sit, turn_of

SIZES = {"desk": DESK, "phone": PHONE}


def table_of(floor: Floor, size: str, what: str) -> tuple[str, Visitor, Visitor, Visitor]:
    """A Melbourne table with two players in a hand, one at a screen of this size, and a supervisor at the console."""
    table = floor.add_table(f"{what}-{size}", "mel/holdem", options={"blinds": "1/2"}, decision_seconds=300)
    ann, ben = come(floor, f"Ann-{what}-{size}", table), come(floor, f"Ben-{what}-{size}", table, **SIZES[size])
    sit(ann, 100, seat=1)
    sit(ben, 100, seat=4)
    turn_of(ann, ben)
    sue = floor.staff(f"Sue-{what}-{size}", "supervisor", table)
    sue.page.locator("#tab-limits").click()
    return table, ann, ben, sue


def places(who: Visitor) -> list[Any]:
    """Where the parts of the page lie."""
    return [who.page.locator(part).bounding_box() for part in (".felt-frame", ".poker-dock", ".outcome-row", ".bar")]


@pytest.mark.parametrize("size", SIZES)
def test_all_players_are_asked_and_the_page_stands_still(floor: Floor, size: str) -> None:
    _, ann, ben, sue = table_of(floor, size, "asked")
    before = places(ben)
    sue.page.locator("#ask-players").click()
    for player in (ann, ben):
        player.page.locator("#agree:enabled").wait_for()
    assert "asks all players: close this table" in ben.page.locator(".question").text_content()
    assert ben.page.locator(".question clause-chip button").text_content() == "MEL-18.3"
    assert places(ben) == before
    acting = turn_of(ann, ben)
    other = ben if acting is ann else ann
    other.page.locator("#agree").click()
    until(lambda: other.page.locator(".poker-dock .words").text_content() == "you agreed, 1 to answer", "it is told")
    state = sue.page.locator("#question")
    until(lambda: f"Agreed: {other.name}. Still to answer: {acting.name}." in state.text_content(), "the console too")
    assert acting.page.locator("#agree").is_visible() and not other.page.locator("#agree").is_visible()
    assert places(ben) == before
    acting.page.locator("#disagree").click()
    until(lambda: sue.page.locator("#declined").text_content() == f"{acting.name} did not agree.", "one no ends it")
    until(lambda: not acting.page.locator(".question").is_visible(), "the question is gone")
    assert places(ben) == before
    sue.page.locator("#ask-players").click()
    for player in (ben, ann):
        player.page.locator("#agree:enabled").click()
    until(lambda: "This table closes after this hand." in ben.page.locator(".signs").text_content(), "it is told")
    fold(turn_of(ann, ben))
    until(lambda: ben.told()["status"] == "closed", "the table is closed")
    assert ben.told()["round"] == 1


@pytest.mark.parametrize("size", SIZES)
def test_three_hands_notice_is_told_and_counted(floor: Floor, size: str) -> None:
    _, ann, ben, sue = table_of(floor, size, "notice")
    sue.page.locator("#close-now").click()
    sue.page.locator("#close-now").click()
    until(lambda: "closed without notice" in sue.page.locator(".note.refused").text_content(), "not at once")
    sue.page.locator("#close-table").click()
    signs = ben.page.locator(".signs")
    until(lambda: "This table closes after 3 more hands." in signs.text_content(), "the notice is up")
    assert signs.locator("clause-chip button").text_content() == "MEL-18.3"
    until(lambda: "It closes after 3 more hands." in sue.page.locator("#panel-limits").text_content(), "the console")
    for words in ("this hand and 2 more", "this hand and 1 more", "this hand"):
        fold(turn_of(ann, ben))
        until(lambda: hurry(ann, ben) and f"This table closes after {words}." in signs.text_content(),  # noqa: B023
              f"closes after {words}")
    fold(turn_of(ann, ben))
    until(lambda: "This table is closed." in signs.text_content(), "the table is closed")
    assert ben.told()["round"] == 4 and ben.told()["seats"] == {}


@pytest.mark.parametrize("size", SIZES)
def test_a_dealer_declares_a_misdeal_alone(floor: Floor, size: str) -> None:
    table, _, ben, _ = table_of(floor, size, "misdealt")
    dora = floor.staff(f"Dora-misdealt-{size}", "dealer", table)
    dora.page.locator("#tab-undo").click()
    assert dora.page.locator("#misdeal-form clause-chip button").text_content() == "MEL-14.1.1"
    assert not dora.page.locator("#propose-void").count()
    dora.page.locator("#misdeal-reason").fill("two cards fell")
    dora.page.locator("#declare-misdeal").click()
    until(lambda: "Hand 1 is void: two cards fell" in ben.page.locator("#headline").text_content(), "it is told")
    assert ben.page.locator("#lines clause-chip button").first.get_attribute("title") == "MEL-14.1.1"
