"""At real browsers, a table of Crown Perth: a wager on another's hand by mouse and by touch, what all players agree to,
and a payment that is withheld."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import DESK, PHONE, Floor, Visitor, until

GAME, EXTRA = "per/crown-holdem-poker", "player poker extra"
SIZES = {"desk": DESK, "phone": PHONE}


def ride(ben: Visitor) -> None:
    """Bet on box 1, which a phone has in front already."""
    ben.tap(EXTRA, 1)
    until(lambda: ben.on_table() > 0, "the extra lies there")


def play_out(ann: Visitor) -> None:
    until(lambda: ann.over() or bool(ann.offered()), "the cards are dealt")
    while not ann.over():
        if ann.offered():
            ann.press(ann.offered()[0])
        until(lambda: ann.over() or bool(ann.offered()), "it is her turn, or over")


@pytest.mark.parametrize("size", SIZES)
def test_a_rider_on_anothers_hand(floor: Floor, size: str) -> None:
    table = floor.add_table(f"ride-{size}", GAME, wagering_seconds=300, decision_seconds=300)
    ann, ben = floor.player(f"Ann-ride-{size}", table), floor.player(f"Ben-ride-{size}", table, **SIZES[size])
    ann.bet("ante", 1)
    before = ben.credits()
    until(lambda: any(wager["wager"] == "ante" for wager in ben.told()["wagers"]), "he sees her ante")
    ride(ben)
    told = ben.told()
    assert told["seats"] == {"1": ann.name}, "who rides has no seat"
    assert {(wager["box"], wager["player"], wager["wager"]) for wager in told["wagers"]} == {
        (1, ann.name, "ante"), (1, ben.name, EXTRA)}
    ann.ready()
    ben.ready()
    until(lambda: bool(ann.offered()), "the cards are dealt")
    assert not ben.offered(), "who rides decides nothing"
    assert ben.told()["hands"]["1"] == ["??", "??"], "nor does he see the cards"
    play_out(ann)
    until(ben.over, "it is over for him too")
    assert any("player extra" in line for line in ben.lines())
    assert ben.credits() in (before - 500, *(before + 500 * pays for pays in (5, 10, 30, 40, 70, 200, 500, 1000)))


def places(who: Visitor) -> list[Any]:
    return [who.page.locator(part).bounding_box() for part in (".felt-frame", ".dock", ".outcome-row", ".bar")]


def test_all_agree_and_the_page_stands_still(floor: Floor) -> None:
    table = floor.add_table("agree", GAME, wagering_seconds=300, decision_seconds=300)
    ann, ben = floor.player("Ann-agree", table), floor.player("Ben-agree", table, **PHONE)
    ann.sit(1)
    ben.sit(2)
    sue = floor.staff("Sue-agree", "supervisor", table)
    sue.page.locator("#tab-limits").click()
    before = places(ben)
    sue.page.locator("#ask-players").click()
    for player in (ann, ben):
        player.page.locator("#agree:enabled").wait_for()
    assert "asks all players: close this table" in ben.page.locator(".question").text_content()
    assert ben.page.locator(".question clause-chip button").text_content() == "PER-6.7"
    assert places(ben) == before
    ben.page.locator("#disagree").click()
    until(lambda: sue.page.locator("#declined").text_content() == f"{ben.name} did not agree.", "one no ends it")
    sue.page.locator("#limits-form [name=minimum]").fill("10")
    sue.page.locator("#limits-form button[type=submit]").click()
    sue.page.locator("#ask-change").click()
    for player in (ann, ben):
        player.page.locator("#agree:enabled").click()
    until(lambda: ben.told()["limits"]["minimum"] == 1000, "the limits have changed")


def test_a_payment_is_withheld_and_paid_in_the_console(floor: Floor) -> None:
    table = floor.add_table("withheld", GAME, wagering_seconds=300, decision_seconds=300)
    ann = floor.player("Ann-withheld", table)
    paid = 0
    for _ in range(40):
        ann.bet("ante", 1)
        ann.ready()
        play_out(ann)
        lines = ann.told()["last"]["lines"]
        if paid := sum(line["pays"] for line in lines if line["outcome"] == "win"):
            break
    credits = ann.credits()
    max_ = floor.manager()
    max_.page.goto(f"{floor.served.base}/console/{table}")
    max_.page.locator("#tab-limits").click()
    form = max_.page.locator("#withhold-form")
    for name, value in (("player", ann.name), ("amount", str(paid // 100)), ("reason", "who looked")):
        form.locator(f"[name={name}]").fill(value)
    form.locator("button[type=submit]").click()
    until(lambda: ann.credits() == credits - paid, "it is not among her credits")
    max_.page.locator("[data-pay]").click()
    until(lambda: ann.credits() == credits, "it is hers again")
