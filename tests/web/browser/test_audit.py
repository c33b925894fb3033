"""At the console: an entry put right in its own round, reports that need a reason, duties; charges at the terminal."""

from __future__ import annotations

from typing import Any

from support.browsing import Floor, until

from pitboss.floor.desk import encode


def table_of(floor: Floor, id: str, game: str, **more: Any) -> str:
    return floor.add_table(id, game, mode="physical", wagering_seconds=300, decision_seconds=300, **more)


def enter(staff: Any, table: str, **answer: Any) -> None:
    for command in ({"t": "enter", "answer": answer}, {"t": "confirm"}):
        told = staff.give({"table": table, **command})
        assert told["ok"], encode(told)


def test_an_entry_is_put_right_in_its_own_round(floor: Floor) -> None:
    table = table_of(floor, "wrong-card", "qld/blackjack")
    sue, sol = floor.staff("Sue", "supervisor"), floor.staff("Sol", "supervisor")
    enter(sue, table, type="shuffled")
    for _ in range(2):
        enter(sue, table, type="cut", from_back=80)
    ann = floor.player("Ann", table)
    ann.bet("original", 1)
    assert sue.give({"t": "no-more-bets", "table": table})["ok"]
    enter(sue, table, type="cards", cards=["Th", "6d", "9h"])
    for supervisor in (sue, sol):
        supervisor.page.goto(f"{floor.served.base}/console/{table}")
        supervisor.page.get_by_role("tab", name="Void, correct").click()
    page = sue.page
    page.locator(".past").filter(has_text="this round").click()
    page.locator("[data-entry]").filter(has_text="9h").click()
    page.locator("#correct-answer").fill("8h")
    page.locator("#show-difference").click()
    page.locator("#correct-reason").fill("it was the eight")
    page.locator("#propose-correct").click()
    sol.page.locator(".proposal").get_by_role("button", name="Approve").click()
    until(lambda: ann.told()["hands"]["1"] == ["Th", "8h"], "the card that really lies there")
    page.locator("#all-duties").click()
    page.locator("dialog").filter(has_text="draw with the left hand").wait_for()
    page.locator("dialog").filter(has_text="Wrong display").wait_for()


def test_a_throw_is_reported_invalid_and_a_charge_is_told(floor: Floor) -> None:
    table = table_of(floor, "dice", "qld/craps")
    dora = floor.staff("Dora", "dealer")
    ben = floor.player("Ben", table)
    assert ben.give({"t": "place", "table": table, "box": 1, "wagers": [["win bet", 1000], ["buy bet 4", 2000]]})["ok"]
    assert dora.give({"t": "no-more-bets", "table": table})["ok"]
    page = dora.page
    page.goto(f"{floor.served.base}/console/{table}")
    page.get_by_role("tab", name="Irregularity").click()
    page.locator('[data-irregularity="invalid-roll"]').click()
    page.locator("select[name=reason]").select_option("off-table")
    page.get_by_role("button", name="Preview the ruling").click()
    page.locator("#ruling li").filter(has_text="QLD-4-23(1)(a)").first.wait_for()
    page.locator("#report").click()
    page.get_by_text("reported; the ruling stands").wait_for()
    assert dora.give({"t": "no-more-bets", "table": table})["ok"], "no roll: wagers are taken again"
    enter(dora, table, type="dice", numbers=[3, 3])
    charged = ben.page.locator("#lines li").filter(has_text="Ben pays 1.00 for buy 4")
    charged.get_by_label("clause QLD-4-11(1)").wait_for()
    until(lambda: ben.page.locator("#previous-bet").text_content() == "30.00", "what was staked in the round before")
