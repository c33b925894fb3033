"""What a round came to: every line is told, and what finds no room is counted and in the log. The sentence above them:
test_every_table.py."""

from __future__ import annotations

import pytest
from support.browsing import DESK, PHONE, Floor, until


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_lines_that_find_no_room_are_counted_and_in_the_log(floor: Floor, size: str) -> None:
    how = PHONE if size == "phone" else DESK
    jan = floor.player(f"Jan-{size}", floor.add_table(f"many-{size}", "qld/roulette", wagering_seconds=300), **how)
    # Fewer losses than are told as one.
    wagers = [f"straight up {number}" for number in (11, 13, 17, 19, 23)]
    for wager in wagers:
        jan.bet(wager)
    before = jan.credits() + jan.on_table()
    jan.ready()
    until(jan.over, "the ball fell")
    jan.settled(before)
    more = jan.page.locator(".outcome .more")
    shown = "(lines) => lines.filter((line) => { const at = line.getBoundingClientRect(), all = " \
            "line.parentNode.getBoundingClientRect(); return at.bottom <= all.bottom + 3; }).length"
    items = jan.page.locator("#lines li")
    hidden = items.count() - items.evaluate_all(shown)
    assert hidden > 0
    until(lambda: more.is_visible() and more.text_content() == f"+{hidden}", "the rest is counted")
    more.click()
    jan.page.locator(".log .event.settled").first.wait_for()
    assert jan.page.locator(".log .event.settled.mine").count() == len(wagers)


def test_chips_put_down_one_after_the_other_are_one_line_of_the_log_and_the_newest_is_first(floor: Floor) -> None:
    uma = floor.player("Uma", floor.add_table("chips", "qld/roulette", wagering_seconds=300))
    uma.chip("5")
    for wager in ("red", "straight up 17", "straight up 17"):
        uma.bet(wager)
    log = uma.page.locator(".log .event .text")
    until(lambda: log.first.text_content() == "Uma bets 5.00 on red, 10.00 on 17", "one line")
    assert log.count() == 1
    uma.ready()
    until(uma.over, "the ball fell")
    lost_or_won = log.filter(has_text="Uma: ")
    until(lambda: lost_or_won.count() == 2, "what both came to is told")
    told = log.all_text_contents()
    assert told[-1] == "Uma bets 5.00 on red, 10.00 on 17" and told.index(lost_or_won.first.text_content()) < 3
    assert not any("straight up" in said for said in log.all_text_contents())


def test_buttons_say_what_people_say_and_the_law_s_word_is_behind_them(floor: Floor) -> None:
    vic = floor.player("Vic", floor.add_table("everyday", "qld/blackjack", wagering_seconds=300))
    hit = vic.page.locator('#decisions [data-name="draw"]:enabled')
    for _ in range(8):
        vic.bet("original")
        vic.ready()
        until(lambda: vic.over() or vic.offered(), "a decision or the end")
        if hit.count():
            break
        vic.decide()
    assert hit.locator("span").first.text_content() == "hit" and hit.get_attribute("aria-keyshortcuts") == "h"
    assert hit.get_attribute("title") == "draw: one more card"
    hand = vic.told()["asked"]["hand"]
    vic.page.keyboard.press("h")
    until(lambda: vic.over() or len(vic.told()["hands"].get(hand, ())) > 2, "a card more")
    vic.decide()
