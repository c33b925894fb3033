"""The common layout with what no drawing of its own knows of: dice where no cards lie, several hands on one box, and a
decision with a few sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from support.browsing import DESK, PHONE, Floor, Visitor, floor_with_shelf, until
from support.one_file import ROOT
from web.browser.test_console import Desk, physical

SHELF = ROOT / "tests" / "support" / "shelf"
SIZES = {"desk": DESK, "phone": PHONE}


@pytest.fixture(scope="module")
def mug(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with floor_with_shelf(browser, SHELF, tmp_path_factory.mktemp("mug")) as floor:
        yield floor


def boxes(of: Visitor, selector: str) -> list[dict[str, float]]:
    found = of.page.locator(f".felt-frame {selector}")
    return [box for one in found.all() if (box := one.bounding_box()) is not None]


def apart(found: list[dict[str, float]]) -> bool:
    """Does none of them lie on another?"""
    return all(
        a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
        or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1 for a, b in combinations(found, 2)
    )


@pytest.mark.parametrize("size", SIZES)
def test_dice_lie_on_the_table_and_in_every_result(mug: Floor, size: str) -> None:
    table = mug.add_table(f"cup-{size}", "mug/cup", wagering_seconds=300)
    ann = mug.player(f"Ann-{size}", table, **SIZES[size])
    assert apart(boxes(ann, '[data-area][data-box="1"] .spot'))
    for wager in ("high", "lucky six"):
        ann.bet(wager, 1)
    before = ann.credits() + ann.on_table()
    ann.ready()
    until(ann.over, "the dice are thrown")
    ann.settled(before)
    until(lambda: ann.page.locator(".felt-frame .came .die").count() == 3, "three dice on the felt")
    assert ann.page.locator(".outcome .picture .die").count() == 3
    thrown = [int(number) for number in ann.told()["last"]["result"].split()]
    assert ann.page.locator("#result").inner_text() == str(sum(thrown))
    if size == "phone":
        ann.page.locator("#open-log").click()
    ann.page.get_by_role("tab", name="History").click()
    assert "point" not in ann.page.locator(".history").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_two_hands_of_a_box_lie_side_by_side_and_only_the_sizes_are_offered(mug: Floor, size: str) -> None:
    table = mug.add_table(f"oars-{size}", "mug/oars", wagering_seconds=300, decision_seconds=300)
    ben = mug.player(f"Ben-{size}", table, **SIZES[size])
    for wager in ("ante", "second ante"):
        ben.bet(wager, 1)
    before = ben.credits() + ben.on_table()
    ben.ready()
    until(lambda: ben.offered() == ["row", "row", "fold"], "the cards are dealt")
    until(lambda: len(boxes(ben, '[data-hand^="1"]')) == 2, "two hands lie there")
    assert apart(boxes(ben, '[data-hand^="1"]'))
    sizes = ben.page.locator('#decisions [data-name="row"]')
    assert [said.split() for said in sizes.all_inner_texts()] == [
        ["Row", "5", "1×", "the", "ante"], ["Row", "15", "3×", "the", "ante"],
    ]
    for hand in ("box 1a", "box 1b"):
        until(lambda: hand in ben.page.locator("#decisions .asked").inner_text().lower(), hand)  # noqa: B023
        until(lambda: len(ben.offered()) == 3, "it may be decided")
        sizes.last.click() if hand == "box 1a" else sizes.first.click()
    until(ben.over, "the round is over")
    ben.settled(before)
    stakes = {line["hand"]: line["stake"] for line in ben.told()["last"]["lines"] if line["wager"] == "row"}
    assert stakes == {"1a": 1500, "1b": 500}
    assert "board" in ben.page.locator("#result").inner_text()
    # Both antes are known again, although they came to lie with hands.
    ben.page.get_by_role("button", name="Repeat").click()
    until(lambda: ben.on_table() == 1000, "both antes lie there again")


def test_the_console_asks_for_one_of_the_sizes_and_takes_three_dice(mug: Floor) -> None:
    table = physical(mug, "leather", "mug/cup")
    dora = mug.staff("Dora", "dealer", table)
    desk = Desk(dora, table)
    desk.chips(1, "Walt", "low 10")
    desk.no_more_bets()
    desk.asked("roll the dice")
    desk.page.locator("#dice-input").fill("112")
    desk.page.keyboard.press("Enter")
    desk.confirm()
    desk.last().filter(has_text="Walt won 10.00").first.wait_for()
    desk = Desk(dora, physical(mug, "boathouse", "mug/oars"))
    desk.asked("shuffle 1 deck")
    desk.page.locator("#shuffled").click()
    desk.confirm()
    desk.chips(1, "Walt", "ante 10")
    desk.no_more_bets()
    desk.cards("deal 2 cards to box 1", "? ?")
    desk.asked("row or fold")
    assert desk.page.locator(".option select option").all_inner_texts() == ["10.00", "30.00"]
    desk.page.locator(".option select").select_option("30")
    desk.page.locator('[data-option="row"]').click()
    desk.cards("deal 3 cards", "2c 7d 9s")
    desk.cards("turn up", "Kh Ks")
    desk.last().filter(has_text="won 30.00").first.wait_for()
