"""What may not be done now is told where one looks: in the dock, in a sentence, with the clause one tap away."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import LINK, Floor, Visitor, until
from support.places import PLACES, SIZES, resize
from support.scripts import ask


def line(visitor: Visitor) -> Any:
    return visitor.page.locator(".dock .line")


def inside(visitor: Visitor, what: str, frame: str) -> bool:
    inner, outer = (visitor.page.locator(one).bounding_box() for one in (what, frame))
    return (outer["x"] <= inner["x"] + 1 and outer["y"] <= inner["y"] + 1
            and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
            and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1)


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_is_a_sentence_in_the_dock_and_nothing_moves_for_it(floor: Floor, size: str) -> None:
    limits = {"minimum": "1", "maximum": "20"}
    table = floor.add_table(f"small-{size}", "qld/roulette", options=limits, wagering_seconds=300)
    ann = floor.player(f"Ann-{size}", table)
    resize(ann.page, size)
    ann.chip("10")
    ann.bet("red")
    ann.bet("red")
    until(lambda: "20 down" in ann.area("red").get_attribute("aria-label"), "no more fits there")
    before = ask(ann.page, PLACES)
    ann.tap("red")
    line(ann).locator(".note.refused").filter(has_text="Bets here are 1 to 20; you have 20 down").wait_for()
    assert inside(ann, ".dock .line", ".dock") and ask(ann.page, PLACES) == before
    # It lies over nothing: the next click counts, and takes it away.
    ann.bet("black")
    assert line(ann).locator(".note.refused").count() == 0
    ann.tap("red")
    line(ann).locator("clause-chip button").click()
    ann.page.locator(".clause-card").wait_for()
    ann.page.keyboard.press("Escape")
    resize(ann.page, "desk")


def test_a_place_that_is_shut_is_dim_and_says_why_to_everybody(floor: Floor) -> None:
    bob = floor.player("Bob", floor.add_table("antes", "nsw/texas-holdem-bonus-poker", wagering_seconds=300))
    bonus = bob.area("ante bonus", 1)
    assert "Bet the ANTE first" in bonus.get_attribute("aria-label") and bonus.get_attribute("aria-disabled") == "true"
    assert bonus.evaluate("(one) => Number(getComputedStyle(one).opacity)") < 0.7
    # To a pointer, to the keyboard, to a tap that is not sent.
    bob.page.mouse.move(*bob.spot("ante bonus", 1))
    line(bob).filter(has_text="Bet the ANTE first").wait_for()
    bob.page.mouse.move(5, 5)
    until(lambda: not line(bob).text_content(), "nobody points there")
    bonus.focus()
    bob.page.keyboard.press("Enter")
    line(bob).locator(".note.refused").filter(has_text="Bet the ANTE first").wait_for()
    bob.tap("ante bonus", 1)
    assert bob.floor.placed("Bob") == 0
    bob.bet("ante", 1)
    until(lambda: bonus.get_attribute("aria-disabled") == "false", "it is open")
    bob.bet("ante bonus", 1)
    # The boxes of others are shut to whoever plays one hand.
    assert "one hand each" in bob.area("ante", 2).get_attribute("aria-label")


def test_no_button_is_offered_that_would_be_refused(floor: Floor) -> None:
    cat = floor.player("Cat", floor.add_table("dice", "qld/craps", wagering_seconds=300))
    why, ready = cat.page.locator("#why-not"), cat.page.locator("#ready")
    why.filter(has_text="Put a chip on the layout, then roll").wait_for()
    cat.bet("field bet")
    why.filter(has_text="Nobody has the dice: a WIN or DON'T WIN bet takes them").wait_for()
    assert not ready.is_visible() and ready.is_disabled() and why.locator("clause-chip").count() == 1
    cat.bet("win bet")
    cat.page.locator("#ready:enabled").wait_for()
    assert not why.text_content().strip()


def test_whoever_runs_out_of_credits_is_offered_more_in_the_message(floor: Floor) -> None:
    dan = floor.player("Dan", floor.add_table("last", "qld/roulette", wagering_seconds=300))
    assert dan.give({"t": "cash-out", "amount": 99_800})["ok"]
    until(lambda: dan.credits() == 200, "two left")
    dan.tap("red")
    line(dan).filter(has_text="This takes 5; you have 2").wait_for()
    voucher = dan.page.evaluate(f"() => {LINK} link.you.vouchers[0].code)")
    assert dan.give({"t": "redeem", "code": voucher})["ok"]
    until(lambda: dan.credits() == 100_000, "all back")
    dan.page.locator("#top-up-now").click()
    line(dan).locator(".note.refused").filter(has_text="no less play money than you started with").wait_for()


def test_a_box_behind_the_front_one_is_brought_there_by_a_button_and_not_by_a_touch(floor: Floor) -> None:
    eve = floor.player("Eve", floor.add_table("boxes", "qld/blackjack", wagering_seconds=300), has_touch=True)
    resize(eve.page, "phone")
    before = ask(eve.page, PLACES)
    eve.tap("original", 4)
    line(eve).filter(has_text="Box 4 is free.").wait_for()
    assert ask(eve.page, PLACES) == before and eve.on_table() == 0
    eve.page.get_by_role("button", name="Play box 4").click()
    front = ask(eve.page, PLACES)
    assert front["box 4"] == before["box 1"]
    eve.bet("original", 4)
    assert ask(eve.page, PLACES) == front
    resize(eve.page, "desk")
