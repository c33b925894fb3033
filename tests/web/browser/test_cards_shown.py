"""Cards at real browsers: hands as they were set, just the cards that came in a draw, and the hands of a split."""

from __future__ import annotations

import pytest
from support.browsing import DESK, PHONE, Floor, Visitor, until
from support.scripts import each
from web.browser.test_poker import come, own_cards, sit, turn_of

SIZES = {"desk": DESK, "phone": PHONE}


def two_at(floor: Floor, table: str, size: str) -> tuple[Visitor, Visitor]:
    """Two who play against each other, the second at a screen of this size."""
    ann, ben = come(floor, f"Ann-{table}", table), come(floor, f"Ben-{table}", table, **SIZES[size])
    sit(ann, 100, seat=1)
    sit(ben, 100, seat=4)
    return ann, ben


def lying(who: Visitor, seat: int) -> list[str]:
    """The cards at a seat as this page draws them, row by row."""
    return each(who.page, f'.seat-frame[data-seat="{seat}"] .cards .card', "(card) => card.dataset.card")


@pytest.mark.parametrize("size", SIZES)
def test_a_chinese_showdown_lays_the_cards_as_they_were_set(floor: Floor, size: str) -> None:
    table = floor.add_table(f"chinese-{size}", "mel/chinese-poker", decision_seconds=300)
    ann, ben = two_at(floor, table, size)
    turn_of(ann, ben)
    chosen: dict[str, list[str]] = {}
    # Nobody is dealt in again: what lies there at the end stays.
    assert all(one.give({"t": "sit-out", "table": table})["ok"] for one in (ann, ben))
    for _ in range(2):
        now = turn_of(ann, ben)
        now.page.locator("#act-set:enabled").wait_for()
        chosen[now.name] = own_cards(now)
        now.page.locator("#act-set:enabled").click()
        until(lambda: len(chosen) == 2 or (turn_of(ann, ben).name not in chosen), "the other one sets his hands")
    until(lambda: lying(ben, 1) == chosen[ann.name], lambda: f"{lying(ben, 1)} is {chosen[ann.name]}")
    until(lambda: lying(ann, 4) == chosen[ben.name], lambda: f"{lying(ann, 4)} is {chosen[ben.name]}")


@pytest.mark.parametrize("size", SIZES)
def test_the_log_names_exactly_the_cards_that_came(floor: Floor, size: str) -> None:
    table = floor.add_table(f"draw-{size}", "mel/draw-blind", decision_seconds=300)
    ann, ben = two_at(floor, table, size)
    while not ben.told()["asked"] or ben.told()["asked"]["stage"] != "draw" or turn_of(ann, ben) is not ben:
        now = turn_of(ann, ben)
        known = len(ben.told()["events"])
        button = now.page.locator("#act-check:enabled, #act-call:enabled, #act-discard:enabled").first
        button.click()
        until(lambda: len(ben.told()["events"]) > known, "the act is done")  # noqa: B023
    until(lambda: len(own_cards(ben)) == 5, "five cards of one's own")
    had = own_cards(ben)
    for card in had[1:3]:
        ben.page.locator(f'.pick[data-card="{card}"]').click()
    ben.page.locator("#act-discard:enabled").click()
    until(lambda: len(own_cards(ben)) == 5 and own_cards(ben) != had, "two other cards")
    if not ben.page.locator(".log").is_visible():
        ben.page.locator("#open-log").click()
    new = [card for card in own_cards(ben) if card not in had]
    came = ben.page.locator(".log .event.dealt.mine")
    until(lambda: came.count() == 2, "the cards that were dealt, and those that came")
    rows = each(ben.page, ".log .event.dealt.mine",
                "(event) => [...event.querySelectorAll('.card')].map((card) => card.dataset.card)")
    assert rows == [new, had], "the newest first"


def asked_for(who: Visitor, kind: str, hand: str) -> bool:
    asked = who.told()["asked"]
    return bool(asked["kind"] == kind and asked.get("hand") == hand)


def decide(who: Visitor, hand: str, name: str) -> None:
    until(lambda: asked_for(who, "choose", hand), f"hand {hand} is asked")
    who.page.locator(f'#decisions button[data-name="{name}"]:enabled').click()


def split(floor: Floor, size: str) -> Visitor:
    """A pair of twos that is split at a table with real cards, and two hands of 19 against the dealer's 20."""
    table = floor.add_table(f"split-{size}", "qld/blackjack", mode="physical", wagering_seconds=300,
                            decision_seconds=300)
    dora, eve = floor.staff(f"Dora-{size}", "dealer", table), floor.player(f"Eve-{size}", table, **SIZES[size])

    def enter(answer: dict[str, object]) -> None:
        for command in ({"t": "enter", "table": table, "answer": answer}, {"t": "confirm", "table": table}):
            result = dora.give(command)
            assert result["ok"], (command, result)

    # Eve may hear of an entry before it is confirmed, so what her page was told last does not say what comes next.
    for answer in ({"type": "shuffled"}, {"type": "cut", "from_back": 80}, {"type": "cut", "from_back": 80}):
        enter(answer)
    until(lambda: eve.told()["asked"]["kind"] == "gather", "the table is got ready")
    eve.played = eve.told()["round"]
    assert eve.give({"t": "place", "table": table, "box": 4, "wagers": [["original", 1000]]})["ok"]
    assert dora.give({"t": "no-more-bets", "table": table})["ok"]
    enter({"type": "cards", "cards": ["2h", "Kd", "2d"]})
    decide(eve, "4", "split")
    for hand, drawn in (("4a", ("8h", "9h")), ("4b", ("8d", "9d"))):
        until(lambda: asked_for(eve, "deal", hand), f"a card for {hand}")  # noqa: B023
        enter({"type": "cards", "cards": [drawn[0]]})
        decide(eve, hand, "draw")
        until(lambda: asked_for(eve, "deal", hand), f"another card for {hand}")  # noqa: B023
        enter({"type": "cards", "cards": [drawn[1]]})
        decide(eve, hand, "stand")
    until(lambda: asked_for(eve, "deal", "dealer"), "the dealer's cards are asked for")
    enter({"type": "cards", "cards": ["Tc"]})
    until(lambda: eve.told()["asked"]["kind"] == "reveal" or eve.over(), "the dealer's hand is complete")
    if not eve.over():
        enter({"type": "cards", "cards": []})
    until(eve.over, "the round is over")
    return eve


@pytest.mark.parametrize("size", SIZES)
def test_after_a_split_only_the_real_hands_are_reported(floor: Floor, size: str) -> None:
    eve = split(floor, size)
    until(lambda: eve.page.locator("#lines .against").count(), "the hands are compared")
    assert eve.page.locator("#lines .against").text_content() == "dealer: 20; box 4a: 19; box 4b: 19"
