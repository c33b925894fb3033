"""At real browsers: a hand that is declared void, a straddle, and a board that is dealt twice."""

from __future__ import annotations

from contextlib import suppress

from support.browsing import PHONE, Floor, Visitor, until
from support.scripts import each
from web.browser.test_poker import asked, come, fold, hand_over, seat_of, sit, turn_of


def test_a_hand_is_declared_void_by_two_and_everybody_has_his_chips_again(floor: Floor) -> None:
    table = floor.add_table("calledoff", "mel/holdem", options={"blinds": "1/2"}, decision_seconds=300)
    ann, ben = come(floor, "Ann", table), come(floor, "Ben", table, **PHONE)
    sit(ann, 100, seat=1)
    sit(ben, 100, seat=2)
    turn_of(ann, ben).page.locator("#act-call:enabled").click()
    until(lambda: floor.served.balance(f"pot:{table}") == 4_00, "both blinds are in the pot")
    sue = floor.staff("Sue", "supervisor", table)
    sue.page.locator("#tab-undo").click()
    sue.page.locator("select[name=ground]").select_option("disruption")
    sue.page.locator("#void-reason").fill("the lights went out")
    sue.page.locator("#propose-void").click()
    for player in (ann, ben):
        until(lambda: "may be declared void" in player.page.locator(".signs").text_content(), "it is told")  # noqa: B023
    assert sue.page.locator("[data-approve]").is_disabled()
    max_ = floor.manager()
    max_.page.goto(f"{floor.served.base}/console/{table}")
    max_.page.locator("#tab-undo").click()
    max_.page.locator("[data-approve]:enabled").click()
    for player in (ann, ben):
        until(lambda: player.page.locator("#headline").text_content()  # noqa: B023
              == "Hand 1 is void: the lights went out; your 2.00 is back", "everybody is told why, and what is back")
        chips = each(player.page, "#lines clause-chip button", "(chip) => chip.title")
        assert chips == ["MEL-18.5", "MEL-18.7"]
        assert floor.served.balance(f"stack:{table}:{player.name}") in (100_00, 99_00, 98_00)
    until(lambda: floor.served.balance(f"pot:{table}") in (0, 3_00), "nothing is left of it in the pot")
    max_.page.goto(floor.served.base + "/console")


def straddle(*players: Visitor) -> Visitor:
    """Whoever may straddle the next hand does; a hand that is dealt before he has pressed is folded."""
    for _ in range(6):
        until(lambda: players[0].told()["playing"] or any(map(offered, players)), "a hand, or the offer of a straddle")
        for one in players:
            if offered(one):
                with suppress(Exception):
                    one.page.locator("#act-straddle").click(timeout=6000)
                until(lambda: players[0].told()["playing"], "the cards are dealt")
                if any("straddles" in event["text"] for event in players[0].told()["events"]):
                    return one
        fold(turn_of(*players))
        until(lambda: not players[0].told()["playing"], "the hand is over")
    raise AssertionError("nobody got to straddle")


def offered(one: Visitor) -> bool:
    return bool(one.page.locator("#act-straddle:enabled").count())


def test_a_straddle_and_a_board_that_is_dealt_twice(floor: Floor) -> None:
    options = {"blinds": "1/2", "over-blinds": "1", "runs": "3"}
    table = floor.add_table("twice", "mel/holdem", options=options, decision_seconds=300)
    cat, dan = come(floor, "Cat", table), come(floor, "Dan", table)
    sit(cat, 100, seat=2)
    sit(dan, 100, seat=5)
    who = straddle(cat, dan)
    posted = next(event for event in cat.told()["events"] if "straddles" in event["text"])
    assert posted["text"] == f"{who.name} straddles 4.00" and posted["clause"] == "MEL-6.5"
    round = cat.told()["round"]
    first = turn_of(cat, dan)
    second = dan if first is cat else cat
    first.page.locator("#raise:enabled").wait_for()
    first.page.get_by_role("button", name="all-in", exact=True).click()
    first.page.locator("#raise:enabled").click()
    until(lambda: asked(second), "the other is asked")
    second.page.locator("#act-call:enabled").click()
    for _ in range(2):
        now = turn_of(cat, dan)
        offered_now = now.page.locator("#decisions .decision")
        until(lambda: offered_now.all_text_contents() == ["Once", "Twice", "3 times"], "how often?")  # noqa: B023
        assert now.page.locator("#decisions clause-chip button").first.text_content() == "MEL-12.6.1"
        now.page.locator("#act-run2:enabled").click()
        until(lambda: not asked(now), "it is said")  # noqa: B023
    until(lambda: hand_over(cat, round), "the hand is over")
    last = cat.told()["last"]
    assert [len(board) for board in last["boards"]] == [5, 5] and "MEL-12.6.1" in last["lines"][0]["clauses"]
    assert sum(floor.served.balance(f"{kind}:{table}{who}") for kind, who in
               (("stack", ":Cat"), ("stack", ":Dan"), ("pot", ""))) == 200_00
    assert seat_of(cat) is not None
