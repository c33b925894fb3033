"""A game added by one file, in a real browser: lobby, help, the common layout, the console's form for its report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import DESK, PHONE, Floor, floor_with_shelf, until
from support.one_file import GAME, lay_out
from web.browser.test_console import Desk, physical


@pytest.fixture(scope="module")
def fen(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    shelf, data = lay_out(tmp_path_factory.mktemp("shelf")), tmp_path_factory.mktemp("fen")
    with floor_with_shelf(browser, shelf, data) as floor:
        yield floor


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_round_is_played_to_settlement_on_the_common_layout(fen: Floor, size: str) -> None:
    table = fen.add_table(f"beacon-{size}", GAME, wagering_seconds=300, decision_seconds=300)
    ann = fen.player(f"Ann-{size}", **(PHONE if size == "phone" else DESK))
    ann.page.locator(f'[data-table="{table}"]').first.wait_for()
    ann.go(table)
    for wager in ("ante", "twin"):
        ann.bet(wager, 1)
    before = ann.credits() + ann.on_table()
    ann.ready()
    until(lambda: bool(ann.offered()), "the cards are dealt")
    decisions = ann.page.locator("#decisions")
    assert ann.offered() == ["flare", "douse"]
    assert "as much as the ante, to play on" in decisions.inner_text()
    assert "No answer: give up the hand and what lies on it" in decisions.locator("#silence").inner_text()
    ann.press("flare")
    until(ann.over, "the round is over")
    ann.settled(before)
    assert len(ann.lines()) >= 3
    line = next(line for line in ann.told()["last"]["lines"] if line["wager"] == "flare")
    assert [hand["place"] for hand in line["hands"]] == ["box 1", "dealer"] and line["reasons"][0]["words"]
    assert "dealer: " in ann.page.locator("#lines .against").text_content()


def test_its_help_page_has_its_rules_and_pay_table(fen: Floor) -> None:
    visitor = fen.visitor()
    visitor.page.goto(f"{fen.served.base}/help/{GAME}")
    said = visitor.page.locator("main").inner_text()
    assert "Twin is a second wager, that your two cards match." in said and "6 to 1" in said and "FEN-9:pair" in said


def test_the_console_has_a_form_for_its_report_with_its_fact(fen: Floor) -> None:
    table = physical(fen, "wood", GAME)
    desk = Desk(fen.staff("Dora", "dealer", table), table)
    desk.asked("shuffle 1 deck")
    desk.page.locator("#shuffled").click()
    desk.confirm()
    desk.chips(1, "Walt", "ante 10")
    desk.no_more_bets()
    desk.cards("deal 2 cards to box 1", "? ?")
    desk.page.get_by_role("tab", name="Irregularity").click()
    desk.page.locator('[data-irregularity="card-exposed"]').click()
    desk.page.get_by_role("group", name="box").locator('[data-value="1"]').click()
    desk.page.get_by_role("group", name="looked").get_by_role("button", name="no").click()
    desk.page.get_by_role("button", name="Preview the ruling").click()
    desk.page.locator("#ruling li").filter(has_text="FEN-10(1)").first.wait_for()
    desk.page.locator("#report").click()
    desk.page.get_by_text("reported; the ruling stands").wait_for()
    desk.last().filter(has_text="void").first.wait_for()
