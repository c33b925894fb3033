"""The same floor on a phone, by touch."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import PHONE, Floor, Visitor, house_tables, until

GAMES = {"blackjack": "original", "roulette": "red"}
# Controls that a finger misses: 20 pixels above or below their middle, or 16 beside it, something else is touched.
# Clauses named in running text are left out: they are read more than they are pressed.
MISSED = """() => {
  const found = [];
  // A sheet lies over the rest of the page.
  const place = document.querySelector('.panel.open') ?? document;
  for (const one of place.querySelectorAll('button, a[href], input, summary, select')) {
    if (!one.checkVisibility() || one.closest('clause-chip, p') || one.getBoundingClientRect().width === 0) continue;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const at = one.getBoundingClientRect();
    const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
    const hits = (dx, dy) => {
      const hit = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, x + dx)), y + dy);
      return hit && (one.contains(hit) || hit.contains(one) && hit.matches('label'));
    };
    if (!hits(0, 0)) continue;
    if (![[0, -19], [0, 19], [-15, 0], [15, 0]].every(([dx, dy]) => hits(dx, dy))) {
      found.push(`${one.id || one.className || one.tagName} "${one.textContent.trim().slice(0, 20)}" `
        + `${Math.round(at.width)}x${Math.round(at.height)}`);
    }
  }
  document.scrollingElement.scrollTop = 0;
  return found;
}"""


def fits(page: Any) -> None:
    """Nothing hangs over the side, and what is to be touched is large enough."""
    wide, has = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= has, page.url
    assert page.evaluate(MISSED) == [], page.url


@pytest.mark.parametrize("table", GAMES)
def test_a_round_by_touch_from_the_address_to_the_settlement(floor: Floor, table: str) -> None:
    ann = floor.visitor(**PHONE)
    page = ann.page
    page.goto(floor.served.base)
    fits(page)
    page.get_by_role("textbox", name="Name").first.fill(f"Ann-{table}")
    page.get_by_role("button", name="Play").tap()
    page.locator("[data-table]").first.wait_for()
    fits(page)
    page.locator(f'[data-table="{table}"] .way').first.tap()
    ann.name, ann.table = f"Ann-{table}", table
    page.locator(".layout").wait_for()
    until(lambda: "1,000.00" in page.locator("#credits").text_content(), "the credits")
    fits(page)
    ann.bet(GAMES[table])
    page.locator("#ready:enabled").tap()
    touch_through(ann)
    ann.settled(100000)
    fits(page)
    page.locator("#lines clause-chip button").first.tap()
    page.locator(".clause-card").wait_for()
    fits(page)


def test_an_amount_is_slid_and_typed_by_thumb(floor: Floor) -> None:
    """Insurance: on the cards that have it offered, the slider and the field beside it are as large as the rest."""
    table = floor.add_table("thumb-shoe", "qld/blackjack", mode="physical", wagering_seconds=300, decision_seconds=300)
    give = floor.staff("Dov", "dealer", table).give
    eve = floor.player("Eve", table, **PHONE)

    def enter(answer: dict[str, Any]) -> None:
        assert give({"t": "enter", "table": table, "answer": answer})["ok"]
        assert give({"t": "confirm", "table": table})["ok"]

    for answer in ({"type": "shuffled"}, {"type": "cut", "from_back": 80}, {"type": "cut", "from_back": 80}):
        enter(answer)
    eve.bet("original")
    assert give({"t": "no-more-bets", "table": table})["ok"]
    enter({"type": "cards", "cards": ["9s", "Ah", "9d"]})
    until(lambda: "insurance" in eve.offered(), "insurance is offered")
    page = eve.page
    slider, field = page.locator(".amount-field input[type=range]"), page.locator(".amount-field input[type=text]")
    assert slider.is_visible() and slider.bounding_box()["width"] >= 60
    assert field.bounding_box()["width"] >= 60
    fits(page)
    page.set_viewport_size({"width": 844, "height": 390})
    fits(page)


def touch_through(visitor: Visitor) -> None:
    """Stand on whatever is asked until the round is over."""
    while until(lambda: visitor.over() or visitor.offered(), "a decision or the end") and not visitor.over():
        fits(visitor.page)
        if offered := visitor.offered():
            visitor.press("stand" if "stand" in offered else offered[-1])


class Finger:
    """One finger on the glass."""

    def __init__(self, visitor: Visitor) -> None:
        self.session = visitor.context.new_cdp_session(visitor.page)

    def _touch(self, kind: str, *at: float) -> None:
        points = [dict(zip("xy", at, strict=True))] if at else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", x, y)

    def slide(self, x: float, y: float) -> None:
        self._touch("touchMove", x, y)

    def up(self) -> None:
        self._touch("touchEnd")


def test_a_thumb_sees_which_bet_it_makes_before_it_is_made(floor: Floor) -> None:
    """The lines between numbers are narrower than a thumb: they are shown larger, by name, while it rests there."""
    dee = floor.player("Dee", floor.add_table("thumbs", "qld/roulette", wagering_seconds=300), **PHONE)
    lens, finger = dee.page.locator(".lens.shown"), Finger(dee)
    finger.down(*dee.spot("straight up 14"))
    lens.get_by_text("straight up 14", exact=True).wait_for()
    lens.get_by_text("pays 35 to 1").wait_for()
    finger.slide(*dee.spot("corner 13/14/16/17"))
    lens.get_by_text("corner 13/14/16/17", exact=True).wait_for()
    lens.get_by_text("pays 8 to 1").wait_for()
    lit = dee.page.locator(".felt-frame > svg > .cloth .covered").all()
    assert [area.get_attribute("data-area") for area in lit] == [f"straight up {number}" for number in (13, 14, 16, 17)]
    finger.up()
    until(lambda: dee.on_table() == 500, "one chip")
    lens.wait_for(state="detached")
    # Sliding off the felt is to think better of it.
    finger.down(*dee.spot("split 17/20"))
    lens.get_by_text("split 17/20", exact=True).wait_for()
    finger.slide(200, 830)
    lens.wait_for(state="detached")
    finger.up()
    dee.bet("street 31/32/33")
    assert sorted((wager["wager"], wager["amount"]) for wager in dee.told()["wagers"]) == [
        ("corner 13/14/16/17", 500), ("street 31/32/33", 500)]


# What is played on a phone above fits there too.
@pytest.mark.parametrize("table", [table for table in house_tables() if table not in GAMES])
def test_every_table_fits(floor: Floor, table: str) -> None:
    bob = floor.player(f"Bob-{table[:12]}", table, **PHONE)
    fits(bob.page)


def test_what_opens_beside_the_table_is_a_sheet_that_closes(floor: Floor) -> None:
    cat = floor.player("Cat", "roulette", **PHONE)
    page = cat.page
    cat.bet("red")
    page.locator("#ready:enabled").tap()
    until(cat.over, "the ball fell")
    cat.settled(100000)
    page.get_by_role("button", name="More").tap()
    for panel in ("Log", "Bets", "History", "Rounds", "Proof", "Credits"):
        page.get_by_role("tab", name=panel).tap()
        fits(page)
    page.get_by_role("button", name="close", exact=True).first.tap()
    log = page.get_by_role("tab", name="Log", include_hidden=True)
    until(lambda: (log.bounding_box() or {"y": 844})["y"] >= 844, "the sheet is gone")
    page.get_by_role("button", name="Help").tap()
    page.locator(".help-body table").first.wait_for()
    fits(page)
