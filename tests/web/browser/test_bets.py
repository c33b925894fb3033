"""Chips on the layout: repeat, double, undo and clear; play by keyboard alone; the countdown and 'no more bets'."""

from __future__ import annotations

from collections import Counter

from support.browsing import Floor, Visitor, until
from support.scripts import each


def lies(visitor: Visitor) -> dict[str, int]:
    """Wagers on the layout as the list of one's own bets tells them."""
    visitor.page.get_by_role("tab", name="Bets").click()
    found: Counter[str] = Counter()
    read = "(bet) => [bet.querySelector('.text')?.textContent, bet.querySelector('b')?.textContent]"
    for wager, amount in each(visitor.page, ".my-bets li", read):
        if amount:
            found[wager] += round(float(amount) * 100)
    return dict(found)


def comes(visitor: Visitor, wanted: dict[str, int]) -> None:
    """Wait for wagers; what is not on the layout is in the credits."""
    until(lambda: lies(visitor) == wanted, lambda: f"{lies(visitor)} is {wanted}")
    until(lambda: visitor.credits() == 100000 - sum(wanted.values()), "the rest is in the credits")
    assert visitor.floor.balance(f"player:{visitor.name}") == visitor.credits()


def test_undo_double_and_clear(floor: Floor) -> None:
    ann = floor.player("Ann", floor.add_table("wheel-1", "qld/roulette", wagering_seconds=300))
    press = ann.page.get_by_role("button", name="Undo"), ann.page.get_by_role("button", name="Double")
    undo, double, clear = *press, ann.page.get_by_role("button", name="Clear")
    assert undo.is_disabled() and double.is_disabled() and clear.is_disabled()
    ann.bet("red")
    ann.chip("25")
    ann.bet("split 17/20")
    ann.bet("red")
    comes(ann, {"red": 3000, "split 17/20": 2500})
    double.click()
    comes(ann, {"red": 6000, "split 17/20": 5000})
    undo.click()
    comes(ann, {"red": 3000, "split 17/20": 2500})
    undo.click()
    comes(ann, {"red": 500, "split 17/20": 2500})
    ann.page.get_by_role("button", name="take back split 17/20").click()
    comes(ann, {"red": 500})
    clear.click()
    comes(ann, {})
    ann.page.locator("#why-not").filter(has_text="Put a chip on the layout, then spin").wait_for()
    assert ann.page.get_by_role("button", name="Spin").count() == 0


def test_repeat_puts_down_what_lay_there_in_the_round_before(floor: Floor) -> None:
    bob = floor.player("Bob", floor.add_table("wheel-2", "qld/roulette", wagering_seconds=300))
    assert bob.page.get_by_role("button", name="Repeat").is_disabled()
    bob.chip("10")
    bob.bet("odd")
    bob.bet("dozen 2")
    bob.ready()
    until(bob.over, "the ball fell")
    bob.settled(100000)
    bob.page.get_by_role("button", name="Repeat").click()
    until(lambda: lies(bob) == {"odd": 1000, "second dozen": 1000}, "the same bets again")


def test_a_bet_beyond_the_maximum_is_refused_with_its_reason_and_nothing_is_placed(floor: Floor) -> None:
    table = floor.add_table("small", "qld/roulette", options={"minimum": "1", "maximum": "20"}, wagering_seconds=300)
    cat = floor.player("Cat", table)
    cat.chip("10")
    cat.bet("red")
    cat.bet("red")
    cat.tap("red")
    said = cat.page.locator(".note.refused")
    said.wait_for()
    assert "20" in said.text_content() and said.locator("clause-chip").count()
    comes(cat, {"red": 2000})


# Every figure that a countdown shows from now on, while bets are taken.
COUNTED = """(timer) => {
  window.counted = [];
  const open = () => document.querySelector('#betting-state').textContent === 'Place your bets';
  new MutationObserver(() => timer.textContent && timer.checkVisibility() && open()
    && window.counted.push(timer.textContent)).observe(timer, { childList: true });
}"""


def test_the_countdown_runs_out_no_more_bets_is_shown_and_nothing_more_is_taken(floor: Floor) -> None:
    table = floor.add_table("quick", "qld/blackjack", wagering_seconds=5, decision_seconds=300)
    dan = floor.player("Dan", table)
    state, left = dan.page.locator("#betting-state"), dan.page.get_by_role("timer").first
    left.evaluate(COUNTED)
    before = 100000
    while True:
        until(lambda: state.text_content() == "Place your bets", "bets are taken")
        dan.bet("original", 4)
        until(lambda: dan.over() or dan.offered(), "the time is over, and the cards are dealt")
        if not dan.over():
            break
        dan.settled(before)
        before = dan.credits()
    counted = dan.page.evaluate("() => window.counted")
    assert counted and all(0 <= int(figure) <= 5 for figure in counted)
    until(lambda: state.text_content() == "No more bets", "it is said")
    credits = dan.credits()
    dan.tap("original", 4)
    dan.page.get_by_text("No more bets: wait for the next round.").wait_for()
    refused = dan.give({"t": "place", "table": table, "box": 4, "wagers": [["original", 500]]})
    assert not refused["ok"] and refused["clause"].startswith("QLD-")
    assert dan.credits() == credits and len(dan.told()["wagers"]) == 1
    dan.decide()
    dan.settled(before)


def focus_on_layout(visitor: Visitor) -> None:
    """Tab from the top of the page until an area of the layout has the focus."""
    for _ in range(30):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("() => Boolean(document.activeElement.dataset.area)"):
            return
    raise AssertionError("Tab does not lead to the layout")


def test_a_round_of_roulette_by_keyboard_alone(floor: Floor) -> None:
    eve = floor.player("Eve", floor.add_table("wheel-3", "qld/roulette", wagering_seconds=300))
    keys = eve.page.keyboard
    focus_on_layout(eve)
    keys.press("3")
    chosen = eve.page.locator(".tray [aria-checked=true]").get_attribute("aria-label")
    assert chosen == "chip of 10"
    first = eve.page.evaluate("() => document.activeElement.dataset.area")
    keys.press("Enter")
    until(lambda: eve.on_table() == 1000, "a chip")
    keys.press("ArrowLeft")
    second = eve.page.evaluate("() => document.activeElement.dataset.area")
    assert second != first
    keys.press("Enter")
    until(lambda: eve.on_table() == 2000, "another")
    keys.press("d")
    until(lambda: eve.on_table() == 4000, "twice as much")
    keys.press("u")
    until(lambda: eve.on_table() == 2000, "as before")
    keys.press("Delete")
    until(lambda: eve.on_table() == 1000, "without the second")
    eve.played = eve.told()["round"]
    keys.press("n")
    until(eve.over, "the ball fell")
    eve.settled(100000)
    keys.press("r")
    until(lambda: eve.on_table() == 1000, "the same again")
    keys.press("c")
    until(lambda: eve.on_table() == 0, "nothing")


def test_a_round_of_blackjack_by_keyboard_alone(floor: Floor) -> None:
    fay = floor.player("Fay", floor.add_table("cards", "qld/blackjack", wagering_seconds=300, decision_seconds=300))
    keys = fay.page.keyboard
    asked = fay.page.locator("#decisions button.decision:enabled")
    focus_on_layout(fay)
    before, stood = fay.credits(), False
    while not stood:
        fay.played = fay.told()["round"]
        keys.press("Enter")
        until(lambda: fay.on_table() == 500, "a chip")
        keys.press("n")
        while until(lambda: fay.over() or asked.count(), "a decision") and not fay.over():
            # The underlined letter of a decision.
            stand = asked.and_(fay.page.locator('[data-name="stand"]'))
            plain = stand if stand.count() else asked.last
            stood = stood or plain.get_attribute("data-name") == "stand"
            keys.press(plain.get_attribute("data-letter"))
        fay.settled(before)
        before = fay.credits()


def test_keys_are_listed(floor: Floor) -> None:
    gus = floor.player("Gus", "roulette")
    gus.page.keyboard.press("?")
    gus.page.get_by_text("put the chosen chip on the area").wait_for()
    gus.page.keyboard.press("Escape")


def test_a_kept_minimum_is_marked_at_the_seat_for_everybody(floor: Floor) -> None:
    """QLD-0-13(2): who keeps an older minimum has a marker before his box, and sees it as his own limit."""
    table = floor.add_table("raised", "qld/blackjack", wagering_seconds=300, options={"minimum": "5"})
    hal, ida = floor.player("Hal", table), floor.player("Ida", table)
    hal.bet("original", 3)
    assert floor.manager().give({"t": "limits", "table": table, "minimum": 2000, "at_once": True})["ok"]
    for visitor, minimum in ((hal, "5"), (ida, "20")):
        visitor.page.locator('[data-seat="3"] .marker').filter(has_text="min 5").wait_for()
        until(lambda page=visitor.page, least=minimum: page.locator("#minimum").text_content() == least, "the limit")
    chosen = ida.page.locator(".tray [aria-checked=true]")
    until(lambda: chosen.get_attribute("aria-label") == "chip of 25", "a chip that is enough")
    ida.bet("original", 5)
    assert ida.page.locator(".marker").count() == 1
    hal.page.get_by_role("button", name="Clear").click()
    hal.page.get_by_role("button", name="Leave").click()
    ida.page.locator(".marker").wait_for(state="detached")
