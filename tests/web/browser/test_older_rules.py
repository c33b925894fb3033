"""A floor of an earlier program in the browser: what was called off, and rounds that are not played again."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browsing import Browser, Floor, opened

OLDEST = Path(__file__).parents[2] / "floor" / "old_floors" / "48385e5.db.gz"
LABEL = "It was played under rules of an unlisted program, and is shown as it was stored, without its steps."


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    data = tmp_path_factory.mktemp("floor")
    (data / "floor.db").write_bytes(gzip.decompress(OLDEST.read_bytes()))
    with opened(browser, data, "--clock-is-right", "--no-copy", "--new-manager-password") as floor:
        yield floor


def test_a_table_shows_that_its_round_was_called_off(floor: Floor) -> None:
    page = floor.player("Zed", "roulette").page
    page.get_by_text("called off: the rules have changed").first.wait_for()


def test_an_older_round_is_labelled_and_has_no_steps(floor: Floor) -> None:
    page = floor.player("Yan", "roulette").page
    page.get_by_role("tab", name="Rounds").click()
    page.locator(".round-list button").nth(1).click()
    page.get_by_text(LABEL).wait_for()
    page.get_by_text("Ben: won 10.00").wait_for()
    assert page.locator(".replay .steps").count() == 0 and page.locator(".replay .felt").count() == 0


def test_the_console_says_that_an_older_round_cannot_be_corrected(floor: Floor) -> None:
    page = floor.staff("Sue", "supervisor", "blackjack-2").page
    page.get_by_role("tab", name="Void, correct").click()
    page.locator(".past[data-round='2']").click()
    page.get_by_text("It was played under rules of an unlisted program, and cannot be corrected.").wait_for()


def test_an_older_hand_is_labelled_and_has_no_steps(floor: Floor) -> None:
    xia = floor.visitor()
    xia.enter("Xia")
    page = xia.page
    page.goto(f"{floor.served.base}/table/holdem")
    page.get_by_role("tab", name="Hands").click()
    page.locator(".round-list button", has_text="Ben wins").last.click()
    page.get_by_text(LABEL).wait_for()
    assert page.locator(".replay .steps").count() == 0 and page.locator(".replay .lines li").count() == 1
