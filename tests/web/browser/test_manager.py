"""A manager changes limits and adds tables; an inspector reads everything and finds nothing to press."""

from __future__ import annotations

import csv
import json
from typing import Any

from support.browsing import Floor, cents, until
from support.scripts import of_the_page

# Under every tab, each button that can be seen and pressed, but for the way out.
PRESS_ALL = """async () => {
  const { link } = await import('/static/link.js');
  // Whatever a tab asks the floor for is answered, and drawn.
  const drawn = async () => {
    do await new Promise(requestAnimationFrame); while (link.asked.size);
    await new Promise(requestAnimationFrame);
  };
  for (const tab of [...document.querySelectorAll('[role=tab]'), document.body]) {
    tab.click();
    await drawn();
    for (const button of document.querySelectorAll('button:not([role=tab])')) {
      if (button.checkVisibility() && button.textContent !== 'Sign out') button.click();
    }
  }
}"""


def limits_form(page: Any, **amounts: str) -> Any:
    form = page.locator("#limits-form")
    for name, amount in amounts.items():
        form.get_by_label(name.capitalize()).fill(amount)
    return form


def press_twice(page: Any, name: str) -> None:
    """What asks to be pressed again soon is, however slow the machine."""
    said = "(button) => { button.click(); const asks = button.textContent; button.click(); return asks; }"
    assert page.get_by_role("button", name=name).evaluate(said).startswith("Again: ")


def test_limits_change_by_notice_and_at_once(floor: Floor) -> None:
    table = floor.add_table("cards", "qld/blackjack", options={"minimum": "2", "maximum": "100"}, wagering_seconds=300)
    ann = floor.player("Ann", table)
    ann.bet("original", 1)
    page = floor.manager().page
    page.goto(f"{floor.served.base}/console/{table}")
    page.get_by_role("tab", name="Limits").click()
    limits_form(page, minimum="5").get_by_role("button", name="Put up the notice").click()
    page.get_by_text("the notice is up").wait_for()
    # Players are told ahead of time; until then the old limits hold.
    sign = ann.page.locator(".signs p").filter(has_text="minimum 5")
    sign.wait_for()
    assert ann.page.locator("#minimum").text_content() == "2"
    limits_form(page, minimum="10").get_by_role("button", name="At once, players keep theirs").click()
    until(lambda: ann.told()["limits"]["kept"] == {"Ann": 200}, "Ann keeps hers")
    ann.page.get_by_text("you keep the minimum of 2").wait_for()
    page.get_by_text("Kept minimums, with a marker").wait_for()
    bob = floor.player("Bob", table)
    until(lambda: bob.page.locator("#minimum").text_content() == "10", "newcomers play the new limits")


def test_limits_of_one_terminal(floor: Floor) -> None:
    table = floor.add_table("wheel-2", "qld/roulette", wagering_seconds=300)
    cat = floor.player("Cat", table)
    page = floor.manager().page
    page.goto(f"{floor.served.base}/console/{table}")
    page.get_by_role("tab", name="Limits").click()
    form = page.locator("#terminal-form")
    for label, value in (("Player", "Cat"), ("Minimum", "10"), ("Maximum", "50")):
        form.get_by_label(label).fill(value)
    form.get_by_role("button", name="Set").click()
    until(lambda: cat.page.locator("#maximum").text_content() == "50", "the terminal shows its own limits")
    cat.chip("25")
    cat.bet("red")
    cat.bet("red")
    cat.tap("red")
    cat.page.locator(".note.refused").filter(has_text="50").wait_for()
    assert cat.on_table() == 5000


def test_a_manager_adds_a_table_and_somebody_plays_there(floor: Floor) -> None:
    page = floor.manager().page
    page.goto(floor.served.base + "/console")
    page.get_by_text("Add a table").click()
    form = page.locator("#add-table-form")
    form.get_by_label("Game").select_option("qld/roulette")
    form.get_by_label("Id").fill("double-zero")
    form.get_by_label("Name").fill("Double zero")
    form.locator('[name="option:wheel"]').select_option("00")
    form.locator('[name="option:maximum"]').fill("250")
    form.get_by_role("button", name="Add the table").click()
    page.locator('[data-table="double-zero"]').filter(has_text="Double zero").wait_for()
    dan = floor.player("Dan")
    dan.page.get_by_role("link", name="Double zero").click()
    dan.table = "double-zero"
    dan.page.locator('[data-area="straight up 00"]').wait_for()
    until(lambda: dan.page.locator("#maximum").text_content() == "250", "its own limits")
    # The same name again is refused in one line, and nothing is lost of what was typed.
    form.get_by_label("Id").fill("double-zero")
    form.get_by_label("Name").fill("Another")
    form.get_by_role("button", name="Add the table").click()
    page.get_by_text("there is a table double-zero already").wait_for()
    assert form.get_by_label("Name").input_value() == "Another"


def test_a_table_closes_with_the_notice_that_its_book_asks_for(floor: Floor) -> None:
    table = floor.add_table("canberra", "cbr/casino-holdem-poker", wagering_seconds=300)
    eve = floor.player("Eve", table)
    eve.bet("ante", 2)
    page = floor.manager().page
    page.goto(f"{floor.served.base}/console/{table}")
    page.get_by_role("tab", name="Limits").click()
    page.get_by_role("button", name="Close with notice").click()
    eve.page.locator(".signs p").filter(has_text="This table closes at").locator("clause-chip").wait_for()
    press_twice(page, "Close now")
    page.locator(".note.refused").filter(has_text="CBR-").wait_for()
    assert eve.told()["status"] == "closing" and eve.on_table() == 500


def test_a_table_where_nobody_sits_closes_at_once_and_opens_again(floor: Floor) -> None:
    table = floor.add_table("wheel-3", "qld/roulette", wagering_seconds=300)
    fay = floor.player("Fay", table)
    page = floor.manager().page
    page.goto(f"{floor.served.base}/console/{table}")
    page.get_by_role("tab", name="Limits").click()
    press_twice(page, "Close now")
    fay.page.locator("#betting-state").filter(has_text="Table closed").wait_for()
    assert fay.page.locator("#ready").is_disabled()
    fay.tap("red")
    fay.page.locator(".note").filter(has_text="This table is closed.").wait_for()
    page.locator("#panel-limits").get_by_role("button", name="Open the table").click()
    fay.page.locator("#betting-state").filter(has_text="Place your bets").wait_for()
    fay.bet("red")


def test_an_inspector_reads_journal_and_ledger_exports_both_and_finds_nothing_to_press(
    floor: Floor, tmp_path: Any
) -> None:
    gil = floor.player("Gil", "roulette")
    gil.bet("red")
    gil.ready()
    until(gil.over, "the ball fell")
    gil.settled(100000)
    ida = floor.staff("Ida", "inspector", fresh=True)
    page = ida.page
    page.get_by_text("Journal of the floor").click()
    page.locator(".journal tr").filter(has_text="Gil").filter(has_text="red 5.00").first.wait_for()
    page.locator("summary", has_text="Ledger").click()
    account = page.locator('[data-account="player:Gil"]')
    account.wait_for()
    assert cents(account.locator(".figure").text_content()) == gil.credits()
    assert page.locator("#ledger-sum").text_content() == "0.00"
    # Whatever can be pressed only reads: no command leaves the page.
    given: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: given.append(sent)))
    for place in ("", "/roulette"):
        page.goto(f"{floor.served.base}/console{place}")
        page.locator("[data-table], #asked").first.wait_for()
        closed = page.locator("details:not([open]) > summary")
        while closed.count():
            closed.first.click()
        page.evaluate(of_the_page(PRESS_ALL))
    assert given and not [message for message in given if '"do"' in message]
    page.goto(floor.served.base + "/console")
    page.locator("[data-table]").first.wait_for()
    for summary in ("Journal of the floor", "Ledger"):
        page.locator("summary", has_text=summary).click()
    for name in ("journal", "ledger"):
        for form in ("JSON", "CSV"):
            with page.expect_download() as started:
                page.locator(f'a[href^="/export/{name}.{form.lower()}"]').first.click()
            text = tmp_path / f"{name}.{form}"
            started.value.save_as(text)
            rows = json.loads(text.read_text()) if form == "JSON" else list(csv.DictReader(text.open()))
            if name == "journal":
                assert [int(row["pos"]) for row in rows] == list(range(1, len(rows) + 1))
                assert "Gil" in {row["actor"] for row in rows}
            else:
                assert sum(int(row["amount"]) for row in rows) == 0
                own = [int(row["amount"]) for row in rows if row["account"] == "player:Gil"]
                assert sum(own) == gil.credits()
    refused = ida.give({"t": "close-table", "table": "roulette", "now": True})
    assert not refused["ok"] and "inspector" in refused["refused"]
