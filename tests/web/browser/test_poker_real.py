"""A dealer and a supervisor run hands of poker with real cards at the console: a key an act, slips, reports."""

from __future__ import annotations

from typing import Any

from support.browsing import LINK, PHONE, Floor, until
from web.browser.test_poker import come

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")


class Keys:
    """Somebody at the console of a table with real cards, whose keys are counted."""

    def __init__(self, floor: Floor, table: str, name: str, role: str = "dealer", game: str = "mel/holdem", **how: Any):
        self.floor, self.table = floor, table
        floor.add_table(table, game, mode="physical", options={"blinds": "1/2"} if game == "mel/holdem" else {})
        for box, player in enumerate(NAMES, 1):
            command = {"t": "seat-for", "table": table, "box": box, "player": f"{player}-{table}", "amount": 200_00}
            assert floor.served.tell(command)["ok"]
        self.page = floor.staff(name, role, table, **how).page
        self.page.locator("#deal-hand").wait_for()
        self.count = 0

    def type(self, keys: str) -> None:
        """Keys as fast as they come; ⏎ is Enter."""
        for key in keys:
            self.page.keyboard.press("Enter" if key == "⏎" else key)
            self.count += 1

    def asked(self, words: str) -> None:
        self.page.locator("#asked").filter(has_text=words).wait_for()

    def report(self, kind: str, looked_for: str, facts: str) -> None:
        """Look for a report, open it, tell its facts, look at the ruling, and report it."""
        self.type("i")
        self.page.locator(f'[data-irregularity="{kind}"]').wait_for()
        self.type(looked_for)
        self.page.locator("#preview").wait_for()
        self.type(facts + "⏎")
        self.page.locator("#report:focus").wait_for()
        assert "The ruling would be" in (self.page.locator("#ruling").text_content() or "")
        self.type("⏎")
        self.page.locator("#report").wait_for(state="detached")

    def line(self, words: str) -> None:
        self.page.locator(".felt-events .event").filter(has_text=words).last.wait_for()


def test_a_hand_takes_a_key_an_act(floor: Floor) -> None:
    desk = Keys(floor, "keys", "Dot")
    # Typed ahead of the screen: every key waits for the one before it.
    desk.type("d6⏎cfccc" "askd2c" "kk12⏎cfff" "3c" "kk" "4h" "30⏎90⏎c" "ahqh" "x")
    desk.page.locator("#push").wait_for()
    desk.asked("Push the pot: Dan-keys")
    desk.type("p")
    desk.page.locator("#deal-hand").wait_for()
    desk.page.locator(".felt-last").filter(has_text="Dan-keys").wait_for()
    acts = 20
    assert desk.count < 60, f"{desk.count} keys for {acts} acts, the cards, the showdown and the pot"
    held = [floor.served.balance(f"stack:keys:{name}-keys") for name in NAMES]
    assert sum(held) == 1200_00


def test_a_slip_is_taken_back_with_two_keys_and_a_bad_entry_says_why(floor: Floor) -> None:
    desk = Keys(floor, "slips", "Doc")
    desk.type("dcc")
    desk.asked("Eve-slips: to act")
    desk.page.locator("#take-back").filter(has_text="4 Dan-slips: call").wait_for()
    desk.type("z")
    desk.page.locator("#take-back[data-sure]").wait_for()
    desk.type("z")
    desk.asked("Dan-slips: to act")
    desk.line("Doc took back what was entered: 4 Dan-slips: call")
    desk.type("3⏎")  # a raise to three, where four is the least
    notice = desk.page.locator(".notices")
    notice.filter(has_text="raise to 3").wait_for()
    notice.filter(has_text="MEL-6.6").wait_for()
    desk.type("fffff")
    desk.page.locator("#push").wait_for()


def test_somebody_else_acts_out_of_turn_and_the_book_rules(floor: Floor) -> None:
    desk = Keys(floor, "early", "Dee")
    desk.type("d")
    desk.asked("Cat-early: to act")
    desk.page.keyboard.press("ArrowDown")
    desk.page.locator('[data-seat="4"][aria-pressed=true]').wait_for()
    desk.type("c")
    until(lambda: desk.page.locator('[data-seat="3"][aria-pressed=true]').count(), "Cat still acts")
    desk.type("f")
    desk.asked("Eve-early: to act")
    desk.line("ruled call")


def test_seats_and_chips_are_the_dealers(floor: Floor) -> None:
    desk = Keys(floor, "seats", "Del")
    page = desk.page
    desk.type("w")
    page.locator("#seat-line").fill("8 Gus 150")
    page.keyboard.press("Enter")
    page.locator('[data-seat-of="8"]').filter(has_text="Gus").wait_for()
    page.locator("#seat-line").fill("100")
    page.keyboard.press("Enter")
    page.locator('[data-seat-of="7"]').filter(has_text="Seat-7").wait_for()
    page.locator('[data-out="7"]').click()
    page.locator('[data-back-in="7"]').wait_for()
    page.locator('[data-button="2"]').click()
    page.locator('[data-leave="8"]').click()
    page.locator('[data-seat-of="8"]').wait_for(state="detached")
    assert floor.served.balance("chips:seats:Gus") == 0
    page.locator("#poker-line").focus()
    desk.type("d")
    desk.asked("Eve-seats: to act")
    assert "D" in (page.locator('[data-seat-row="2"]').text_content() or "")


def test_a_phone_runs_a_hand_by_touch(floor: Floor) -> None:
    desk = Keys(floor, "thumb", "Dax", **PHONE)
    page = desk.page
    page.locator("#deal-hand").tap()
    for words in ("fold", "call", "fold", "fold", "fold"):
        page.locator(f'[data-option="{words}"]').tap()
        page.locator("#asked").filter(has_text="to act").wait_for()
        page.wait_for_timeout(50)
    page.locator('[data-option="check"]').tap()
    desk.asked("Flop: 3 cards")
    for rank, suit in ("As", "Kd", "2c"):
        page.locator(f'[data-rank="{rank}"]').tap()
        page.locator(f'[data-suit="{suit}"]').tap()
    until(lambda: page.locator("[data-board] .card-picture").count() == 3, "the flop lies there")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_supervisor_runs_a_hand_in_which_three_things_go_wrong(floor: Floor) -> None:
    """A card exposed in the deal, a call with too few chips, and no burn before the turn; ruled on, and settled."""
    desk = Keys(floor, "wrong", "Sue", "supervisor")
    page = desk.page
    desk.type("d")
    desk.asked("Cat-wrong: to act")
    desk.report("card-exposed", "card exp⏎⏎", "4kd")
    desk.line("it is the first burn card")
    desk.type("6⏎cfp4⏎")
    page.locator("#bound").filter(has_text="must make it 6, go all-in or fold").wait_for()
    desk.type("cfc" "qs7c2h" "k12⏎cff" "as")
    until(lambda: page.locator("[data-board] .card-picture").count() == 4, "the turn lies there")
    desk.asked("Cat-wrong: to act")
    desk.report("missed-burn", "missed⏎⏎", "")
    desk.asked("Turn: 1 card")
    desk.type("3c" "kk" "4h" "30⏎c" "ahqh" "x")
    desk.asked("Push the pot: Cat-wrong 109.00")
    desk.type("p")
    page.locator("#deal-hand").wait_for()
    page.locator(".felt-last").filter(has_text="Cat-wrong +61.00").wait_for()
    assert desk.count < 70, f"{desk.count} keys, two reports and their rulings among them"
    assert floor.served.balance("stack:wrong:Cat-wrong") == 261_00


def test_whoever_looks_on_from_a_terminal_sees_the_hand_and_no_hole_card(floor: Floor) -> None:
    desk = Keys(floor, "watched", "Dia")
    pia = come(floor, "Pia", "watched")
    assert not pia.page.locator("#sit").is_visible()
    desk.page.bring_to_front()
    desk.page.locator("#poker-line").focus()

    def seen() -> str:
        return str(pia.page.evaluate(f"{LINK} JSON.stringify(link.views.get('watched')))"))

    desk.type("dccccck")
    desk.asked("Flop: 3 cards")
    desk.type("askd2c" "kkkkkk" "3c" "kkkkkk" "4h" "ffff" "4⏎f")
    desk.asked("Push the pot: Eve-watched")
    until(lambda: '"As"' in seen() and '"4h"' in seen(), "the board is seen")
    assert '"cards":["??","??"]' in seen()
    desk.type("p")
    until(lambda: "Eve-watched wins" in seen(), "who wins is told")
