"""What wagers cost, hints and what decisions cost, in a real browser on a floor that counts them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.browsing import Browser, Floor, Visitor, opened, until


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with opened(browser, tmp_path_factory.mktemp("floor"), odds=True) as floor:
        yield floor


def dealt(visitor: Visitor, box: int = 1) -> None:
    """A round of three card poker up to its decision."""
    visitor.bet("ante", box=box)
    visitor.ready()
    visitor.page.locator("#decisions .decision").first.wait_for()


def area(visitor: Visitor, wager: str) -> str:
    """What is read out of the place of a wager."""
    place = visitor.page.locator(f'[aria-label*="{wager}"][aria-label*="house edge"], '
                                 f'[aria-label*="{wager}"][aria-label*="no house edge"]').first
    place.wait_for(state="attached", timeout=60_000)
    label: str = place.get_attribute("aria-label")
    return label


def test_the_house_edge_is_on_the_wager_and_in_help(floor: Floor) -> None:
    ann = floor.player("Ann", "roulette")
    assert "house edge 2.70%" in area(ann, "straight up 17")
    title = ann.page.locator('[aria-label*="straight up 17"] > title').first
    assert title.text_content() == "straight up 17: house edge 2.70%"
    ben = floor.player("Ben", "three-card-poker")
    assert "house edge 3.37% of the ante, at best play" in area(ben, "ante")
    ben.page.get_by_role("button", name="Help").click()
    ben.page.locator(".help-body table").first.wait_for()
    rows = ben.page.locator(".help-body tr").all_text_contents()
    assert any(row.startswith("pair plus") and "house edge 3.49%" in row for row in rows)
    assert any(row.startswith("bet") and "brings 2.17% where best play makes it" in row for row in rows)


def test_a_hint_on_asking_and_what_best_play_would_have_been(floor: Floor) -> None:
    cat = floor.player("Cat", "three-card-poker")
    page = cat.page
    area(cat, "ante")
    dealt(cat)
    page.locator("#ask-hint").click()
    words = page.locator("#hint").filter(has_text=re.compile("(bet|fold) is best: ")).text_content(timeout=60_000)
    assert words.endswith("(house rule)")
    best = re.search("(bet|fold) is best", words)[1]
    worse = "fold" if best == "bet" else "bet"
    page.locator(f'#decisions .decision[data-name="{worse}"]').click()
    page.locator("#lines .review button").click()
    told = page.locator("#lines .review .cost").text_content()
    assert re.search(rf"cost you \d+\.\d\d on average; {best} was best", told), told
    page.get_by_role("tab", name="Rounds").click()
    page.locator("[data-round]").first.click()
    replayed = page.locator(".replay .review")
    replayed.get_by_role("button").click()
    until(lambda: replayed.locator(".cost").text_content() == told, "the replay tells the same")


def test_hints_may_come_by_themselves_and_by_key(floor: Floor) -> None:
    dan = floor.player("Dan", "three-card-poker", fresh=True)
    page = dan.page
    area(dan, "ante")
    dealt(dan, 3)
    page.keyboard.press("/")
    page.locator("#hint").filter(has_text="is best").wait_for()
    page.keyboard.press("f")
    page.locator("#open-settings").click()
    page.get_by_label("Always at my turn").check()
    page.keyboard.press("Escape")
    dealt(dan, 3)
    page.locator("#hint").filter(has_text="is best").wait_for()
    assert page.locator("#ask-hint").is_hidden()


def test_where_nothing_is_to_be_decided_no_hint_is_offered(floor: Floor) -> None:
    eve = floor.player("Eve", "roulette")
    area(eve, "straight up 17")
    eve.bet("red")
    eve.ready()
    eve.page.locator("#net").filter(has_text=re.compile(r"\d")).wait_for()
    assert eve.page.locator(".review").count() == 0 and eve.page.locator("#hint").count() == 0
