"""What opens beside the table: vouchers, the last rounds, the proof of a shuffle, help, what came before."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from support.browsing import Floor, Visitor, opened, until


def play(visitor: Visitor, wager: str, rounds: int) -> None:
    for _ in range(rounds):
        before = visitor.credits()
        visitor.bet(wager)
        visitor.ready()
        visitor.decide()
        visitor.settled(before)


def test_credits_become_a_voucher_that_is_redeemed_once(floor: Floor) -> None:
    ann = floor.player("Ann", "roulette")
    page = ann.page
    page.get_by_role("tab", name="Credits").click()
    page.get_by_label("Cash out to a voucher").fill("250")
    page.get_by_role("button", name="Cash out").click()
    page.get_by_text("250.00 is on a voucher now").wait_for()
    until(lambda: ann.credits() == 75000 == floor.served.balance("player:Ann"), "the credits went down")
    good = page.locator(".voucher.good")
    code = good.locator("code").text_content()
    redeem = page.get_by_role("button", name="Redeem")
    page.get_by_label("Redeem a voucher").fill(code)
    redeem.click()
    page.get_by_text("the voucher is in your credits now").wait_for()
    until(lambda: ann.credits() == 100000, "the credits are back")
    page.locator(".voucher.redeemed").wait_for()
    page.get_by_label("Redeem a voucher").fill(code)
    redeem.click()
    page.locator(".credits-panel .refusal").filter(has_text="redeemed").wait_for()
    assert ann.credits() == 100000 == floor.served.balance("player:Ann")


def cash_out(visitor: Visitor, amount: str) -> str:
    """Put credits on a voucher; gives its code."""
    visitor.page.get_by_label("Cash out to a voucher").fill(amount)
    visitor.page.get_by_role("button", name="Cash out").click()
    code: str = visitor.page.locator(".voucher.good code").text_content()
    return code


def pay(floor: Floor, code: str) -> Any:
    """The manager is brought a voucher; gives the page."""
    page = floor.manager().page
    page.goto(floor.served.base + "/console")
    page.locator("#cage > summary").click()
    page.locator("#voucher-form").get_by_label("Code").fill(code)
    page.locator("#voucher-form").get_by_role("button", name="Pay").click()
    return page


def test_play_money_is_marked_and_is_no_claim_on_the_cage(floor: Floor) -> None:
    bob, cat = floor.player("Bob"), floor.player("Cat")
    for one in (bob, cat):
        one.page.locator("#open-cashier").click()
    bob.page.get_by_text("the cage pays nothing for them").wait_for()
    bob.page.get_by_label("Cash out to a voucher").fill("5000")
    bob.page.get_by_role("button", name="Cash out").click()
    bob.page.locator(".refusal").wait_for()
    assert bob.credits() == 100000
    code = cash_out(bob, "100")
    bob.page.locator(".voucher.good").filter(has_text="play money").wait_for()
    # Somebody else does not see it, and cannot put it to other credits.
    assert cat.page.locator(".voucher").count() == 0
    cat.page.get_by_label("Redeem a voucher").fill(code)
    cat.page.get_by_role("button", name="Redeem").click()
    cat.page.locator(".refusal").filter(has_text="QLD-16-9").wait_for()
    assert cat.credits() == 100000
    page = pay(floor, code)
    page.locator(".note.refused").filter(has_text="play money, worth nothing at the cage").wait_for()
    assert page.get_by_text("in cash").count() == 0
    assert floor.served.balance("cage") == 0 and bob.credits() == 90000 == floor.served.balance("player:Bob")


def test_a_voucher_of_bought_credits_is_paid_in_cash_once_by_the_manager(browser: Any, tmp_path: Path) -> None:
    with opened(browser, tmp_path, "--no-guests") as strict:
        dan = strict.staff("Dan", "player")
        dan.page.locator("#open-cashier").click()
        assert dan.page.locator("#play-money").is_hidden()
        assert strict.manager().give({"t": "issue", "player": "Dan", "amount": 30000})["ok"]
        until(lambda: dan.credits() == 30000, "the credits that were bought")
        code = cash_out(dan, "100")
        pay(strict, code).get_by_text("pay 100.00 in cash").wait_for()
        dan.page.locator(".voucher.paid").wait_for()
        pay(strict, code).locator(".note.refused").wait_for()
        assert dan.credits() == 20000 == strict.served.balance("player:Dan") == -strict.served.balance("cage")
        strict.leave()


def test_the_last_ten_rounds_are_stepped_through_and_a_shuffle_is_proved(floor: Floor) -> None:
    dan = floor.player("Dan", floor.add_table("three", "qld/three-card-poker"))
    play(dan, "ante", 3)
    page = dan.page
    page.get_by_role("tab", name="Rounds").click()
    rounds = page.locator(".round-list button")
    until(lambda: rounds.count() == 3, "three rounds")
    rounds.first.click()
    words, forward = page.locator(".step-words"), page.get_by_role("button", name="forward")
    until(lambda: re.match(r"\d+/\d+", page.locator(".steps .dim").text_content()), "a step")
    start, steps = map(int, page.locator(".steps .dim").text_content().split("/"))
    assert 1 < start < steps, "it starts where Dan had to decide"
    seen, cited = [words.text_content()], [words.get_by_role("button").get_attribute("aria-label")]
    for _ in range(steps - start):
        forward.click()
        seen.append(words.text_content())
        cited += [chip.get_attribute("aria-label") for chip in words.get_by_role("button").all()]
    assert page.locator(".steps .dim").text_content() == f"{steps}/{steps}"
    assert any("Dan" in said for said in seen) and any("clause QLD-12" in clause for clause in cited)
    assert page.locator(".replay .hand .card").count() >= 3
    # The browser works the seal out again from what was told after the round, and so do we.
    verdict = page.locator(".verdict.holds")
    verdict.wait_for()
    digest, nonce, order, *_ = page.locator(".proof dl code").all_text_contents()
    assert sha256(f"pitboss shuffle 1\n{nonce}\n{order}\n".encode()).hexdigest() == digest
    assert len(order.split()) == 52
    page.get_by_role("tab", name="Proof").click()
    page.locator(".proof-panel .verdict.holds").wait_for()


def test_only_the_last_ten_rounds_are_listed(floor: Floor) -> None:
    eve = floor.player("Eve", floor.add_table("wheel", "qld/roulette"))
    play(eve, "red", 11)
    eve.page.get_by_role("tab", name="Rounds").click()
    rounds = eve.page.locator(".round-list button")
    until(lambda: rounds.count() == 10, "ten rounds")
    assert rounds.last.get_attribute("data-round").endswith("/2")
    # The numbers that came, the latest first, as the table has them.
    eve.page.get_by_role("tab", name="History").click()
    came = [past["result"] for past in reversed(eve.told()["history"])]
    until(lambda: eve.page.locator(".balls .pip").all_text_contents() == came, "all of them are shown")
    assert len(came) == 11
    assert eve.page.locator(".shares").get_attribute("aria-label")


def test_the_baccarat_road(floor: Floor) -> None:
    fay = floor.player("Fay", floor.add_table("shoe", "qld/baccarat"))
    play(fay, "player", 4)
    fay.page.get_by_role("tab", name="History").click()
    tags = [past["tag"] for past in fay.told()["history"]]
    counted = ", ".join(f"{tag} {tags.count(tag)}" for tag in ("player", "banker", "tie"))
    for road in ("bead road", "big road"):
        fay.page.get_by_role("img", name=f"{road}: {counted}").wait_for()
    beads = fay.page.locator(".road .bead")
    assert [re.search(r"player|banker|tie", bead.get_attribute("class"))[0] for bead in beads.all()] == tags


def test_help_beside_the_table_and_on_a_page_of_its_own(floor: Floor) -> None:
    gus = floor.player("Gus", "three-card-poker")
    gus.page.get_by_role("button", name="Help").click()
    body = gus.page.locator(".help-body")
    body.locator("table").first.wait_for()
    assert "pair plus" in body.text_content().lower()
    cited = body.locator("clause-chip button").first
    cited.click()
    gus.page.locator(".clause-card .clause-text").filter(has_text=re.compile(r"\w{4}")).wait_for()
    with gus.context.expect_page() as opened:
        gus.page.get_by_role("link", name="open on a page of its own").click()
    alone = opened.value
    alone.get_by_role("heading", level=1).wait_for()
    assert alone.url.endswith("/help/qld/three-card-poker")
    alone.locator("a.cite").first.click()
    alone.get_by_role("heading", name=re.compile("QLD-")).first.wait_for()


def test_the_log_shows_ones_own_cards(floor: Floor) -> None:
    hal = floor.player("Hal", floor.add_table("holdem-1", "cbr/casino-holdem-poker", decision_seconds=300))
    hal.bet("ante", 3)
    hal.ready()
    hal.page.locator("#decisions button.decision:enabled").first.wait_for()
    own = hal.page.locator(".log .event.dealt").filter(has_text="box 3").locator("[data-card]")
    until(lambda: own.count() == 2 and "??" not in [card.get_attribute("data-card") for card in own.all()],
          "both cards, face up")
    hidden = hal.page.locator(".log .event.dealt").filter(has_text="dealer").locator("[data-card]")
    assert {card.get_attribute("data-card") for card in hidden.all()} == {"??"}
    hal.decide()
    hal.settled(100000)
