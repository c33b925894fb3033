"""Hold'em between players at real browsers: alone with the house's players, with others, on a phone, and after the
connection or the whole floor was lost in the middle of a hand."""

from __future__ import annotations

import re
from typing import Any

from support.browsing import LINK, OUT_OF_REACH, PHONE, Floor, Visitor, until
from support.scripts import each

TABLE = "holdem"
# Presses a button as soon as it can be pressed.
SHOW_AT_ONCE = """() => {
  const timer = setInterval(() => {
    const button = document.querySelector('#show-cards:enabled');
    if (button) { clearInterval(timer); button.click(); }
  }, 50);
}"""
STAY = "#act-check:enabled, #act-call:enabled"


def come(floor: Floor, name: str, table: str = TABLE, **how: Any) -> Visitor:
    made = floor.visitor(**how)
    made.enter(name)
    made.go(table, ".poker-felt .seat")
    return made


def sit(who: Visitor, dollars: int = 200, seat: int | None = None) -> None:
    """Tap a free seat, or the button, and take chips."""
    if seat is None:
        who.page.locator("#sit").click()
    else:
        who.page.locator(f'.seat-frame[data-seat="{seat}"] .seat').click()
    who.page.locator("#buy-in").fill(str(dollars))
    who.page.keyboard.press("Enter")
    until(lambda: seat_of(who), "the seat is taken")


def seat_of(who: Visitor) -> dict[str, Any] | None:
    """The seat, once the page was told both of the table and of who sits there that it is this player's."""
    mine = who.page.evaluate(f"(table) => {LINK} link.you.tables?.[table]?.boxes?.[0])", who.table)
    seats: dict[str, dict[str, Any]] = who.told()["seats"]
    return next((one for number, one in seats.items() if one["player"] == who.name and number == str(mine)), None)


def asked(who: Visitor) -> bool:
    return bool((who.told()["asked"] or {}).get("player") == who.name)


def hand_over(who: Visitor, round: int) -> bool:
    last = who.told()["last"]
    return last is not None and last["round"] >= round


def turn_of(*players: Visitor) -> Visitor:
    """Whoever of them is asked, once somebody is."""
    until(lambda: hurry(*players) and any(map(asked, players)), "somebody is asked")
    return next(one for one in players if asked(one))


def fold(who: Visitor) -> None:
    """With the button; and who folded is told that it is done, so that nobody asks him again."""
    round = who.told()["round"]
    who.page.locator("#act-fold:enabled").click()
    until(lambda: not asked(who) or who.told()["round"] > round, "the fold is done")


def hurry(*players: Visitor) -> bool:
    """Everybody says that the next hand may be dealt; is one on?"""
    for one in players:
        view = one.told()
        if not view["playing"] and (view["clock"] or {}).get("what") == "deal" and one.name not in view["ready"]:
            # It may have been dealt meanwhile.
            one.give({"t": "ready", "table": one.table})
    return bool(players[0].told()["playing"])


def own_cards(who: Visitor) -> list[str]:
    return each(who.page, ".own .card", "(card) => card.dataset.card")


def two_cards(who: Visitor) -> list[str]:
    """One's own two cards, once they lie face up."""
    until(lambda: len(own_cards(who)) == 2 and "??" not in own_cards(who), "two cards of one's own")
    return own_cards(who)


def play_out(who: Visitor, round: int) -> None:
    """Check or call to the end of the hand, with the keyboard."""
    while until(lambda: hand_over(who, round) or asked(who), "a turn or the end of the hand") and asked(who):
        known = len(who.told()["events"])
        until(lambda: not asked(who) or who.page.locator(STAY).count(), "the turn is on the page")
        who.page.keyboard.press("c")
        until(lambda: not asked(who) or len(who.told()["events"]) > known, "the act is done")  # noqa: B023


def test_a_newcomer_sits_down_plays_a_hand_and_sees_why_chips_moved(floor: Floor) -> None:
    ann = come(floor, "Ann")
    ann.page.locator("#headline").filter(has_text="play for the house").wait_for()
    sit(ann, 150)
    until(lambda: ann.credits() == 850_00 == floor.served.balance("player:Ann"), "her chips have left her credits")
    until(lambda: hurry(ann), "the cards are dealt")
    round = ann.told()["round"]
    two_cards(ann)
    assert all(set(one["cards"]) <= {"??"} for one in ann.told()["players"].values())
    play_out(ann, round)
    last = ann.told()["last"]
    until(lambda: ann.page.locator("#headline").text_content() == last["headlines"]["Ann"], "the result is shown")
    first = ann.page.locator("#lines .text").first.text_content()
    assert first == last["lines"][0]["text"] if len(last["lines"]) > 1 else first.startswith("pot ")
    clause = ann.page.locator("#lines clause-chip button").first
    assert clause.get_attribute("title") == last["lines"][0]["clause"]
    clause.click()
    until(lambda: len(ann.page.locator(".clause-text p").first.text_content()) > 20, "the clause is told in words")
    seat = seat_of(ann)
    assert seat is not None
    ann.page.locator("#leave").click()
    until(lambda: seat_of(ann) is None, "she has left")
    until(lambda: ann.credits() == floor.served.balance("player:Ann"), "her chips are credits again")
    assert ann.credits() >= 850_00


def test_a_past_hand_step_by_step_with_its_proof(floor: Floor) -> None:
    ann = come(floor, "Bob")
    sit(ann)
    until(lambda: hurry(ann), "the cards are dealt")
    play_out(ann, ann.told()["round"])
    ann.page.locator("#tab-hands").click()
    ann.page.locator(".round-list button").first.click()
    steps = ann.page.locator(".steps .dim")
    before = steps.text_content()
    ann.page.locator("#replay-forward").click()
    assert before.startswith("1/") and steps.text_content().startswith("2/")
    until(lambda: ann.page.locator(".verdict").get_attribute("data-holds") == "true", "the proof holds")
    ann.page.locator("#leave").click()


def test_each_sees_only_his_own_cards_and_bets_with_the_slider(floor: Floor) -> None:
    table = floor.add_table("friends", "mel/holdem", options={"blinds": "1/2"}, decision_seconds=300)
    cat, dan = come(floor, "Cat", table), come(floor, "Dan", table)
    sit(cat, seat=2)
    sit(dan, seat=5)
    turn_of(cat, dan)
    for one in (cat, dan):
        two_cards(one)
    for one, other in ((cat, dan), (dan, cat)):
        text = one.page.evaluate("() => document.body.outerHTML")
        drawn = each(one.page, ".poker-felt .card", "(card) => card.dataset.card")
        assert sorted(card for card in drawn if card != "??") == sorted(own_cards(one))
        assert not set(own_cards(other)) & set(own_cards(one))
        assert all(f'data-card="{card}"' not in text for card in own_cards(other))
    first = turn_of(cat, dan)
    second = dan if first is cat else cat
    first.page.locator("#raise:enabled").wait_for()
    first.page.keyboard.press("ArrowUp")
    first.page.keyboard.press("ArrowUp")
    raised = first.page.locator("#bet-amount").input_value()
    first.page.keyboard.press("Enter")
    until(lambda: asked(second), "the other is asked")
    assert f"raises to {raised}" in [event["text"].split(" ", 1)[1] for event in second.told()["events"]]
    cards = two_cards(first)
    # There are three seconds for it before the next hand, and this machine may be slow.
    first.page.evaluate(SHOW_AT_ONCE)
    second.page.locator("#act-fold:enabled").click()
    until(lambda: cards in [one["cards"] for one in second.told()["players"].values()], "the winner shows what he had")
    assert first.told()["last"]["net"][first.name] > 0
    until(lambda: floor.served.balance(f"pot:{table}") in (0, 3_00), "the pot is paid")


def test_the_connection_is_lost_in_the_middle_of_a_decision(floor: Floor) -> None:
    table = floor.add_table("shaky", "mel/holdem", options={"blinds": "1/2"}, house_players=2, decision_seconds=120)
    eve = come(floor, "Eve", table)
    eve.allowed = OUT_OF_REACH
    sit(eve)
    turn_of(eve)
    cards, round = two_cards(eve), eve.told()["round"]
    eve.context.set_offline(True)
    eve.page.locator("#offline").wait_for()
    assert eve.page.locator("#act-fold").is_disabled()
    eve.context.set_offline(False)
    eve.page.locator("#act-fold:enabled").wait_for()
    assert two_cards(eve) == cards and eve.told()["round"] == round
    eve.page.keyboard.press("f")
    until(lambda: [event["text"] for event in eve.told()["events"]].count("Eve folds") == 1, "she has folded, once")


def test_the_floor_is_lost_in_the_middle_of_a_hand_and_comes_back(floor: Floor) -> None:
    table = floor.add_table("crash", "mel/holdem", options={"blinds": "1/2"}, house_players=2, decision_seconds=120)
    fay = come(floor, "Fay", table)
    fay.allowed = floor.manager().allowed = OUT_OF_REACH
    sit(fay)
    turn_of(fay)
    cards, round, chips = two_cards(fay), fay.told()["round"], floor.served.balance(f"stack:{table}:Fay")
    floor.served.kill()
    fay.page.locator("#offline").wait_for()
    floor.served.start()
    fay.page.locator("#act-fold:enabled").wait_for()
    assert two_cards(fay) == cards and fay.told()["round"] == round
    assert floor.served.balance(f"stack:{table}:Fay") == chips
    play_out(fay, round)


def test_on_a_phone(floor: Floor) -> None:
    gus = come(floor, "Gus", **PHONE)
    sit(gus)
    turn_of(gus)
    gus.page.locator("#act-fold:enabled").wait_for()
    wide, high = 390, 844
    for id in ("#act-fold", "#raise", "#bet-slider", ".own .card >> nth=0", ".seat.mine"):
        box = gus.page.locator(id).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= wide and box["y"] + box["height"] <= high, id
    assert gus.page.locator(".own .card").first.bounding_box()["width"] >= 44
    gus.page.locator("#act-fold").tap()
    until(lambda: not asked(gus), "folded")
    label = gus.page.locator(".seat.mine").get_attribute("aria-label")
    assert re.match(r"you, Gus, chips [\d,.]+", label)


def test_one_without_credits_is_told_in_the_dock_and_tops_up_there(floor: Floor) -> None:
    table = floor.add_table("dear", "mel/holdem", options={"blinds": "1/2", "buy-in": "100"}, house_players=2)
    ann = come(floor, "Ann-dear", table)
    sit(ann, 1000)
    until(lambda: ann.credits() == 0, "all her credits are on the table")
    before = ann.page.locator(".poker-dock").bounding_box()
    until(lambda: ann.page.locator("#add-chips:enabled").count(), "chips may be added between hands")
    ann.page.locator("#add-chips:enabled").click()
    ann.page.locator(".poker-dock .line").filter(has_text="You have no credits left").wait_for()
    assert ann.page.locator(".poker-dock").bounding_box() == before
    ann.page.locator("#top-up-here").click()
    until(lambda: ann.credits() == 1000_00, "play money is one tap away")
