"""A dealer's day at the console: slips, keys, words for what went wrong, a cut, a bare amount; the manager's forms."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.browsing import LINK, PASSWORD, PHONE, Floor, opened, until
from support.scripts import each
from web.browser.test_console import Desk, physical

from pitboss.rulebooks import game
from pitboss.table.decisions import known

A_TIME = re.compile(r"\d{1,2} [A-Z][a-z]+ \d\d:\d\d")


def blackjack(floor: Floor, table: str, name: str, role: str = "dealer", **how: Any) -> Desk:
    """Chips on box 1, and betting is over."""
    physical(floor, table, "qld/blackjack")
    desk = Desk(floor.staff(name, role, table, **how), table)
    desk.shuffled()
    desk.asked("wagers, until no more bets")
    desk.chips(1, "Walt", "original 10")
    desk.no_more_bets()
    return desk


def take_back(desk: Desk) -> None:
    """Press twice; the button is gone then, and its place is not."""
    for _ in range(2):
        desk.page.locator("#take-back").click()
    desk.page.locator("#take-back").wait_for(state="detached")


def test_a_dealer_takes_back_a_confirmed_slip_and_everybody_sees_it(floor: Floor) -> None:
    table = physical(floor, "slip", "qld/roulette")
    desk = Desk(floor.staff("Dot", "dealer", table), table)
    pia = floor.player("Pia", table)
    pia.chip("10")
    pia.bet("red")
    desk.no_more_bets()
    desk.page.locator("#number-input").fill("2")
    desk.page.keyboard.press("Enter")
    desk.confirm()
    until(lambda: pia.credits() == 99000 and pia.lines(), "lost")
    desk.page.locator("#take-back").filter(has_text="Take back: 2").wait_for()
    desk.page.keyboard.press("z")
    assert floor.served.balance(f"layout:{table}") == 0  # once is not enough
    desk.page.keyboard.press("z")
    desk.asked("spin the ball")
    until(lambda: floor.served.balance(f"layout:{table}") == 1000, "the wager lies there again")
    pia.page.locator(".log .event").filter(has_text="Dot took back what was entered: 2").wait_for()
    desk.page.locator("#number-input").fill("1")
    desk.page.keyboard.press("Enter")
    desk.confirm()
    until(lambda: pia.credits() == 101000, "won")
    assert pia.lines() == ["won 10.00: red pays 1 to 1"]
    desk.page.keyboard.press("Alt+j")
    desk.page.locator(".journal tr").filter(has_text="takes back").filter(has_text="Dot").first.wait_for()


def test_the_place_of_taking_back_does_not_move(floor: Floor) -> None:
    desk = blackjack(floor, "still", "Dan")
    above = desk.page.locator("#entry").bounding_box()["y"]
    desk.cards("deal 1 card to box 1", "Ts")
    desk.page.locator("#take-back").wait_for()
    assert desk.page.locator("#entry").bounding_box()["y"] == above
    take_back(desk)
    assert desk.page.locator("#entry").bounding_box()["y"] == above


def test_decision_keys_are_fixed_letters_and_shown_on_the_button(floor: Floor) -> None:
    desk = blackjack(floor, "letters", "Dee")
    for to, card in (("box 1", "5s"), ("dealer", "9h"), ("box 1", "5d")):
        desk.cards(f"deal 1 card to {to}", card)
    desk.asked("box 1, Walt")
    read = "(button) => [button.dataset.option, button.dataset.key, button.querySelector('kbd').textContent]"
    keys = each(desk.page, "[data-option]", read)
    assert {name: (key, shown) for name, key, shown in keys} == {
        "stand": ("s", "s"), "draw": ("d", "d"), "double down": ("o", "o"), "split": ("p", "p"),
    }
    desk.page.keyboard.press("d")
    desk.cards("deal 1 card to box 1", "2c")
    desk.asked("box 1, Walt: stand or draw")
    desk.page.keyboard.press("s")
    desk.asked("deal 1 card to dealer")


@pytest.mark.parametrize(("id", "by", "options", "keys"), [
    ("qld/blackjack", "", ["stand", "draw"], ["s", "d"]),
    ("qld/blackjack", "", ["double down", "split", "stand"], ["o", "p", "s"]),
    ("qld/three-card-poker", "", ["fold", "bet"], ["f", "b"]),
    ("qld/three-card-poker", "", ["retract", "continue"], ["r", "c"]),
    ("qld/blackjack", "", ["insurance"], ["a"]), ("qld/blackjack", "", ["even money"], ["y"]),
    ("qld/blackjack", "", ["apply to 1a", "apply to 1b"], ["a", "p"]),
    ("qld/blackjack", "supervisor", ["void wagers", "no sanction"], ["o", "s"]),
    ("qld/baccarat", "", ["accept shoe", "pass shoe", "reject shoe", "keep shoe"], ["a", "p", "r", "k"]),
])
def test_a_letter_hangs_on_the_game_and_a_conflict_on_the_order(
    floor: Floor, id: str, by: str, options: list[str], keys: list[str]
) -> None:
    page = floor.manager().page
    script = ("(options) => import('/static/console-keys.js')"
              ".then(({letters}) => options.map(({name}) => letters(options).get(name)))")
    told = [known(game(id), name, by) for name in options]
    assert page.evaluate(script, [
        {"name": name, "key": said.key if said else ""} for name, said in zip(options, told, strict=True)
    ]) == keys


def test_a_list_of_reports_finds_a_dealers_own_words(floor: Floor) -> None:
    desk = blackjack(floor, "words", "Don")
    desk.page.get_by_role("tab", name="Irregularity").click()
    find = desk.page.get_by_label("filter the list")
    others = ".irregular:not([data-irregularity=something-else])"
    shown = desk.page.locator(f"{others}:visible")
    shown.first.wait_for()
    for words, kind in (("exposed", "card-drawn-in-error"), ("missing", "not-enough-cards"),
                        ("misdeal", "wrong-dealing-order"), ("phone", "device-used"),
                        ("paid", "wrong-total-announced"), ("the card was shown", "card-drawn-in-error")):
        find.fill(words)
        kinds = each(desk.page, others, "(report) => report.checkVisibility() && report.dataset.irregularity")
        assert kind in kinds, (words, kinds)
        assert desk.page.locator("[data-irregularity=something-else]").is_visible()
    # Nothing fits: it says so, and takes the words for what happened.
    find.fill("a dog on the table")
    desk.page.get_by_text("No report is known by “a dog on the table”").wait_for()
    assert shown.count() == 0
    find.press("Enter")
    assert desk.page.locator("#panel-rulings input[name=what]").input_value() == "a dog on the table"
    desk.page.get_by_role("button", name="Back", exact=True).click()
    # Enter opens the only one that fits, and nothing while there are several.
    find.fill("card")
    find.press("Enter")
    assert shown.count() > 1 and desk.page.locator("#report").count() == 0
    find.fill("cards exchanged")
    assert shown.count() == 1
    find.press("Enter")
    desk.page.get_by_role("heading", name="Cards exchanged").wait_for()


@pytest.mark.parametrize(("words", "found"), [
    ("burn", "missed-burn"), ("burned a card", "missed-burn"), ("burned a dog", None), ("late", "late-entry"),
    ("paid", "wrong-wager"), ("overpaid", "wrong-wager"), ("missing", "missing-card"), ("card", "missing-card"),
    ("misdeal", "wrong-number-of-cards"), ("exposed", "card-exposed"), ("flashed", "card-exposed"),
    ("jammed", "device-jam"), ("dropped", "cards-dropped"), ("left", "player-absent"),
])
def test_everyday_words_of_the_law(floor: Floor, words: str, found: str | None) -> None:
    script = "([kind, typed]) => import('/static/console-words.js').then(({fits}) => fits({kind, what: ''}, typed))"
    page = floor.manager().page
    assert page.evaluate(script, [found or "missed-burn", words]) is (found is not None)


def test_a_cut_asks_for_no_invented_number_at_the_console(floor: Floor) -> None:
    table = physical(floor, "cutting", "qld/blackjack")
    desk = Desk(floor.staff("Dirk", "dealer", table), table)
    desk.page.locator("#shuffled").click()
    desk.confirm()
    desk.asked("cut: ")
    assert not desk.page.locator("#cut-input").is_visible()
    desk.page.keyboard.press("Enter")
    desk.asked("cutting card for the last round")
    desk.page.get_by_text("It went in somewhere else").click()
    desk.page.locator("#cut-input").fill("1")
    desk.page.keyboard.press("Enter")
    desk.page.locator(".notice, [role=alert], .refused").filter(has_text="1 cards from the back").first.wait_for()
    desk.page.locator("#cut-made").click()
    desk.asked("wagers, until no more bets")
    desk.page.get_by_role("tab", name="Journal").click()
    desk.page.locator(".journal tr").filter(has_text="cut made").first.wait_for()


def test_a_bare_amount_is_the_opening_wager(floor: Floor) -> None:
    table = physical(floor, "bare", "qld/three-card-poker")
    desk = Desk(floor.staff("Dave", "dealer", table), table)
    desk.page.locator("#shuffled").click()
    desk.confirm()
    desk.asked("wagers, until no more bets")
    desk.page.locator("#for-player").fill("Walt")
    desk.page.locator("#for-wagers").fill("10, pair plus 5")
    desk.page.keyboard.press("Enter")
    for words in (("ante", "10.00"), ("pair plus", "5.00")):
        row = desk.page.locator(".felt-wagers tr").filter(has_text="Walt")
        for word in words:
            row = row.filter(has_text=word)
        row.wait_for()
    wheel = physical(floor, "bare-wheel", "qld/roulette")
    desk = Desk(desk.visitor, wheel)
    desk.asked("wagers, until no more bets")
    desk.page.locator("#for-player").fill("Walt")
    desk.page.locator("#for-wagers").fill("10")
    desk.page.keyboard.press("Enter")
    desk.page.get_by_text("is not wagers and amounts").wait_for()


def test_a_wager_and_a_decision_are_corrected_at_the_console(floor: Floor) -> None:
    desk = blackjack(floor, "corrected", "Sid", "supervisor")
    for to, card in (("box 1", "Ts"), ("dealer", "9h"), ("box 1", "2d")):
        desk.cards(f"deal 1 card to {to}", card)
    desk.asked("box 1, Walt")
    desk.page.locator('[data-option="stand"]').click()
    desk.asked("deal 1 card to dealer")
    second = Desk(floor.staff("Sol", "supervisor", "corrected"), "corrected")
    for words, fill in (("original 10.00", "original 20"), (": stand", "draw")):
        desk.page.get_by_role("tab", name="Void, correct").click()
        desk.page.locator(".past").first.click()
        desk.page.locator("[data-entry]").filter(has_text=words).click()
        field = desk.page.locator("#correct-answer")
        field.select_option(fill) if fill == "draw" else field.fill(fill)
        desk.page.locator("#show-difference").click()
        desk.page.locator(".difference .moves").wait_for()
        desk.page.locator("#correct-reason").fill("misheard")
        desk.page.locator("#propose-correct").click()
        second.page.get_by_role("tab", name="Void, correct").click()
        second.page.locator(".proposal").filter(has_text="was really").get_by_role("button", name="Approve").click()
        desk.page.locator(".proposal").wait_for(state="detached")
    desk.page.locator(".felt-wagers tr").filter(has_text="Walt").filter(has_text="20.00").wait_for()
    desk.asked("deal 1 card to box 1")


def test_times_carry_their_date(floor: Floor) -> None:
    table = physical(floor, "dated", "qld/roulette")
    desk = Desk(floor.staff("Sven", "supervisor", table), table)
    ann = floor.player("Amy", table)
    desk.chips(2, "Walt", "red 20")
    desk.no_more_bets()
    desk.page.locator("#number-input").fill("1")
    desk.page.keyboard.press("Enter")
    desk.confirm()
    desk.page.get_by_role("tab", name="Journal").click()
    desk.page.locator(".journal tbody tr").first.wait_for()
    assert A_TIME.search(desk.page.locator(".journal tbody tr").first.inner_text())
    desk.page.get_by_role("tab", name="Ledger").click()
    desk.page.locator(".postings tbody tr").first.wait_for()
    assert A_TIME.search(desk.page.locator(".postings tbody tr").first.inner_text())
    desk.page.get_by_role("tab", name="Void, correct").click()
    desk.page.locator(".past small").first.wait_for()
    assert A_TIME.search(desk.page.locator(".past small").first.inner_text())
    script = "() => import('/static/dom.js').then(({clockTime}) => clockTime(new Date(2023, 10, 16, 14, 30).getTime()))"
    assert ann.page.evaluate(script) == "16 Nov 14:30"


# -- the manager ---------------------------------------------------------------------------------------------------


def test_a_new_tables_limits_suit_its_unit_and_are_shown_before_it_opens(floor: Floor) -> None:
    page = floor.manager().page
    page.goto(floor.served.base + "/console")
    page.get_by_text("Add a table", exact=True).click()
    form = page.locator("#add-table-form")
    form.locator("select[name=game]").select_option("qld/blackjack")
    limits = page.locator("#opens-with")
    limits.filter(has_text="Opens with limits 5 to 500, in steps of 0.50").wait_for()
    form.locator("[name='option:unit']").fill("25")
    limits.filter(has_text="Opens with limits 25 to 2500, in steps of 25").wait_for()
    form.locator("[name='option:maximum']").fill("1000")
    limits.filter(has_text="Opens with limits 25 to 1000").wait_for()
    form.get_by_label("Id", exact=True).fill("with-limits")
    form.get_by_label("Name", exact=True).fill("With limits")
    form.get_by_role("button", name="Add the table").click()
    page.locator("[data-table=with-limits]").filter(has_text="25 to 1,000").wait_for()
    form.locator("[name='option:teaching']").select_option("yes")
    limits.filter(has_text="limits of a lesson").wait_for()
    form.locator("select[name=game]").select_option("mel/holdem")
    assert limits.inner_text() == ""


def test_the_managers_lobby_links_to_the_console(floor: Floor) -> None:
    page = floor.manager().page
    page.goto(floor.served.base + "/")
    page.get_by_role("link", name="Console").click()
    page.locator(".floor-page").wait_for()
    player = floor.player("Paul")
    assert not player.page.locator("#to-console").is_visible()


@pytest.mark.parametrize("how", [{}, PHONE])
def test_keys_and_buttons_fit_the_page(floor: Floor, how: dict[str, Any]) -> None:
    name = "phone" if how else "desk"
    desk = blackjack(floor, f"fits-{name}", f"Di-{name}", **how)
    desk.cards("deal 1 card to box 1", "Ts")
    desk.page.locator("#take-back").wait_for()
    wide = desk.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_a_paid_vouchers_form_empties_itself(browser: Any, tmp_path: Path) -> None:
    with opened(browser, tmp_path, "--no-guests") as floor:
        manager = floor.manager()
        assert manager.give({"t": "add-person", "name": "Vic", "role": "player", "password": "first one 1"})["ok"]
        page = manager.page
        page.get_by_text("Credits and vouchers", exact=True).click()
        credits = page.locator("#credits-form")
        credits.get_by_label("Player").fill("Vic")
        credits.get_by_label("Amount").fill("50")
        credits.locator("#issue").click()
        page.get_by_text("50.00 issued to Vic").wait_for()
        assert [credits.get_by_label(name).input_value() for name in ("Player", "Amount")] == ["", ""]
        vic = floor.visitor()
        vic.enter("Vic", "first one 1", PASSWORD)
        vic.go_home()
        assert vic.give({"t": "cash-out", "amount": 2000})["ok"]
        vouchers: list[dict[str, Any]] = vic.page.evaluate(f"() => {LINK} link.you.vouchers)")
        pay = page.locator("#voucher-form")
        pay.get_by_label("Code").fill(vouchers[0]["code"])
        pay.get_by_role("button", name="Pay").click()
        page.get_by_text("pay 20.00 in cash").wait_for()
        assert pay.get_by_label("Code").input_value() == ""
        floor.leave()


def test_dice_and_symbols_that_cannot_come_are_refused_with_the_clause_and_a_peg_is_entered(floor: Floor) -> None:
    dice = physical(floor, "three-dice", "qld/sic-bo")
    dot = floor.staff("Dot-of-dice", "dealer", dice)
    desk = Desk(dot, dice)
    refused = desk.page.locator(".notice, [role=alert], .refused")
    desk.chips(1, "Walt", "small 10")
    desk.no_more_bets()
    for typed, clause in (("127", "QLD-8-4"), ("12", "QLD-8-2(2)")):
        desk.page.locator("#dice-input").fill(typed)
        desk.page.keyboard.press("Enter")
        refused.filter(has_text=f"{typed} is not 3 dice").filter(has_text=clause).first.wait_for()
    desk.page.locator("#dice-input").fill("126")
    desk.page.keyboard.press("Enter")
    desk.confirm()
    desk.last().filter(has_text="Walt won 10.00").first.wait_for()
    desk = Desk(dot, physical(floor, "fortune", "qld/wheel-of-fortune"))
    desk.chips(1, "Walt", "symbol b 10")
    desk.no_more_bets()
    desk.asked("spin the wheel")
    desk.page.locator("#number-input").fill("z")
    desk.page.keyboard.press("Enter")
    refused.filter(has_text="this wheel has no z").filter(has_text="QLD-9-2(2)").first.wait_for()
    assert desk.page.locator(".wheel-entry [data-number]").all_inner_texts() == list("abcdefgh")
    desk.page.locator(".on-a-peg summary").click()
    desk.page.locator('[data-peg="1-b"]').click()
    desk.page.locator('[data-peg="2-a"]').click()
    desk.confirm()
    desk.last().filter(has_text="Walt won 50.00").first.wait_for()
