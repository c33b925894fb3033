"""Where the law is silent, at the console and at the terminal; and a floor that is closed in good order."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any

import pytest
from support.browsing import LINK, Floor, Visitor, opened, until

SPILT = "a drink on the layout"


def at_console(visitor: Visitor, table: str) -> Any:
    if not visitor.page.url.endswith(f"/console/{table}"):
        visitor.go_to_console(table)
    return visitor.page


def report(page: Any) -> None:
    """With the keyboard alone: the list, its filter, what happened, the ruling, the report."""
    page.keyboard.press("Alt+i")
    page.locator('[data-irregularity="something-else"]').wait_for()
    page.keyboard.type("something else")
    page.locator('[data-irregularity="something-else"]').press("Enter")
    page.keyboard.type(SPILT)
    page.keyboard.press("Enter")
    page.locator("#ruling").filter(has_text="The law is silent").wait_for()
    page.get_by_role("button", name="Report: the supervisor decides").press("Enter")
    page.locator(".referrals article").filter(has_text=SPILT).wait_for()


def test_a_report_waits_for_the_supervisor_and_the_round_ends_with_it_marked(floor: Floor) -> None:
    table = floor.add_table("wheel", "qld/roulette", mode="physical", wagering_seconds=300)
    dealer = floor.staff("Dora", "dealer", table)
    ann = floor.player("Ann", table)
    ann.bet("red")
    page = dealer.page
    page.get_by_role("button", name=re.compile("No more bets")).click()
    page.locator("#number-input").wait_for()
    report(page)
    # The dealer's next key belongs to the ball again, and nothing of it can be decided by a dealer.
    until(lambda: page.evaluate("() => document.activeElement.id") == "number-input", "the ball is typed next")
    assert page.locator(".referrals input").count() == 0
    page.keyboard.type("18")
    page.keyboard.press("Enter")
    page.locator("#confirm").press("Enter")
    page.locator("#asked").filter(has_text=f"Round 1 ended and still waits for the supervisor: {SPILT}").wait_for()
    # What won at a terminal was collected; the player took nothing back.
    collected = ann.page.locator(".log .event").filter(has_text="goes back to Ann (winning wagers are collected")
    collected.get_by_label("clause QLD-16-7(3)(c)").wait_for(state="attached")
    sue = floor.staff("Sue", "supervisor", table)
    desk = sue.page
    desk.locator(".referrals").filter(has_text="Round 1 is over and nobody has decided this").wait_for()
    assert desk.locator("[data-void]").count() == 0, "what is over is not declared void"
    desk.keyboard.press("u")
    desk.keyboard.press("Enter")
    desk.keyboard.type("nobody's chips were touched")
    desk.keyboard.press("Enter")
    desk.locator(".referrals article").wait_for(state="detached")
    desk.locator(".felt-last").filter(has_text="Sue decided after the round: it stands as it is").wait_for()
    ann.page.locator(".log .event.decided").filter(has_text="nobody's chips were touched").wait_for(state="attached")
    ann.page.get_by_role("tab", name="Rounds").click()
    ann.page.locator('[data-round="wheel/1"]').filter(has_text="referred").click()
    for _ in range(12):
        ann.page.locator("#replay-forward").click()
    ann.page.locator(".step-words").filter(has_text="Sue decided after the round").wait_for()


def test_a_referred_report_is_answered_by_a_void_round(floor: Floor) -> None:
    table = floor.add_table("wheel-2", "qld/roulette", mode="physical", wagering_seconds=300)
    sam = floor.staff("Sam", "supervisor", table)
    ben = floor.player("Ben", table)
    ben.bet("black")
    page = sam.page
    page.get_by_role("button", name=re.compile("No more bets")).click()
    page.locator("#number-input").wait_for()
    report(page)
    page.get_by_label("Decided, and why").fill("the layout is wet")
    page.locator("[data-void]").click()
    page.locator(".referrals").filter(has_text="Sam proposed to void the round").wait_for()
    other = floor.staff("Sol", "supervisor", table).page
    other.keyboard.press("Alt+v")
    other.locator("[data-approve]").press("Enter")
    until(lambda: ben.credits() == 100000, "the wager is back")
    page.locator(".referrals article").wait_for(state="detached")
    page.locator(".felt-last").filter(has_text="Sam and Sol decided: the round is void (the layout is wet)").wait_for()


def test_an_offer_is_declined_and_a_late_wager_confirmed(floor: Floor) -> None:
    dealer = floor.staff("Dan", "dealer")
    for id, game in (("shoe", "qld/blackjack"), ("dice", "qld/craps")):
        floor.add_table(id, game, mode="physical", wagering_seconds=300, decision_seconds=300)
    give = dealer.give
    for answer in ({"type": "shuffled"}, {"type": "cut", "from_back": 80}, {"type": "cut", "from_back": 80}):
        assert give({"t": "enter", "table": "shoe", "answer": answer})["ok"]
        assert give({"t": "confirm", "table": "shoe"})["ok"]
    page = at_console(dealer, "shoe")
    offered = page.locator("#place-for").get_by_role("button")
    offered.filter(has_text="original").wait_for()
    assert offered.filter(has_text="insurance").count() == 0, "only what can be put down now"
    # No box named: the first that is free.
    page.locator("#for-player").fill("Walt")
    page.locator("#for-wagers").fill("original 10")
    page.keyboard.press("Enter")
    page.locator(".felt-wagers tr").filter(has_text="Walt").wait_for()
    page.keyboard.press("Alt+e")
    page.keyboard.press("n")
    page.locator("#card-input").fill("9s Ah 9d")
    page.keyboard.press("Enter")
    page.locator("#confirm").press("Enter")
    page.locator("#asked").filter(has_text="Box 1, Walt: insurance?").wait_for()
    page.keyboard.press("0")
    page.locator("#asked").filter(has_text="Box 1, Walt: stand or draw").wait_for()
    page = at_console(dealer, "dice")
    assert page.locator("#for-confirmed").is_hidden()
    assert give({"t": "place-for", "table": "dice", "box": 1, "player": "Walt", "wagers": [["win bet", 1000]]})["ok"]
    assert give({"t": "no-more-bets", "table": "dice"})["ok"]
    page.locator("#dice-input").wait_for()
    for confirmed in (False, True):
        page.locator("#for-player").fill("Walt")
        page.locator("#for-wagers").fill("field bet 5")
        page.locator("#for-confirmed").set_checked(confirmed)
        page.get_by_role("button", name="Place", exact=True).click()
        if not confirmed:
            page.locator(".note.refused").filter(has_text="QLD-4-5(1)").wait_for()
    page.locator(".felt-wagers tr").filter(has_text="field bet").wait_for()
    # By itself it would stand for six seconds.
    until(lambda: page.locator(".note.refused").count() == 0, "what was refused is put right", 4)


def test_what_is_told_never_lies_over_the_buttons(floor: Floor) -> None:
    """At 1280 by 800 the line is over the table, and the prompt, its panels and their text stay in their boxes."""
    table = floor.add_table("wheel-3", "qld/roulette", mode="physical", wagering_seconds=300)
    page = floor.staff("Deb", "dealer", table).page
    page.locator("#for-player").fill("Walt")
    page.locator("#for-wagers").fill("rde 20")
    page.keyboard.press("Enter")
    note = page.locator(".note.refused")
    ends = note.evaluate("(note) => note.getBoundingClientRect().right")
    assert ends <= page.locator(".side").bounding_box()["x"]
    page.keyboard.press("Alt+i")
    page.locator("[data-irregularity]").first.wait_for()
    tabs = page.locator(".tabs")
    until(lambda: tabs.bounding_box()["y"] < 250, "the panel is in sight, under the next thing to do")
    assert tabs.bounding_box()["height"] < 60, "the tabs are in one row"
    side = page.locator(".side")
    assert side.evaluate("(side) => side.scrollWidth <= side.clientWidth"), "nothing runs out at the side"


def test_a_floor_that_closes_in_order_says_so(browser: Any, tmp_path: Path) -> None:
    with opened(browser, tmp_path) as floor:
        floor.manager()
        pages = [floor.player("Cat", "roulette").page, floor.staff("Sid", "supervisor", "roulette").page]
        floor.served.end(signal.SIGTERM)
        for page in pages:
            page.locator("#offline").filter(has_text="The floor was closed in good order").wait_for()
        floor.served.start()
        for page in pages:
            page.locator("#offline").wait_for(state="hidden")
        floor.served.kill()
        for page in pages:
            page.locator("#offline").filter(has_text="Connection lost").wait_for()
        floor.served.start()


# The answer to a command comes when the test says so.
HOLD_BACK = f"""() => {LINK} {{
  const give = link.do.bind(link);
  link.do = async (command) => {{
    const result = await give(command);
    await new Promise((resolve) => {{ window.answer = resolve; }});
    return result;
  }};
}})"""


@pytest.mark.parametrize("goes_on", [True, False])
def test_the_form_for_wagers_takes_the_keyboard_only_from_itself(floor: Floor, goes_on: bool) -> None:
    table = floor.add_table(f"held-{goes_on:d}", "qld/roulette", mode="physical", wagering_seconds=300)
    page = floor.staff(f"Dee-{goes_on:d}", "dealer", table).page
    page.evaluate(HOLD_BACK)
    page.locator("#for-player").fill("Walt")
    page.locator("#for-wagers").fill("red 10")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.answer")
    if goes_on:
        page.keyboard.press("Alt+e")
    page.evaluate("() => window.answer()")
    until(lambda: page.locator("#for-wagers").input_value() == "", "the form is ready for the next wager")
    inside = "() => document.querySelector('#place-for').contains(document.activeElement)"
    assert page.evaluate(inside) is not goes_on
