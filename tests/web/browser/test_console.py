"""Dealer and supervisor at the console: physical rounds, a ruling on an exposed card, a void round."""

from __future__ import annotations

import re
from typing import Any

from support.browsing import PASSWORD, Floor, Visitor, until


class Desk:
    """A member of staff at the console of a table."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.page, self.table = visitor, visitor.page, table
        if not self.page.url.endswith(f"/console/{table}"):
            visitor.go_to_console(table)

    def asked(self, words: str) -> None:
        """The console says what is to be done next."""
        self.page.locator("#asked").filter(has_text=re.compile(words, re.IGNORECASE)).wait_for()

    def confirm(self) -> None:
        self.page.locator("#confirm").click()
        self.page.locator(".pending").wait_for(state="detached")

    def cards(self, asked: str, cards: str) -> None:
        """Type what lies there, look at it, confirm it."""
        self.asked(asked)
        self.page.locator("#card-input").fill(cards)
        self.page.keyboard.press("Enter")
        self.confirm()

    def shuffled(self) -> None:
        """Enter a shuffle of six decks and two cuts, and wait until wagers are taken."""
        self.asked("shuffle 6 decks")
        self.page.locator("#shuffled").click()
        self.confirm()
        for cut in ("cut: ", "cutting card for the last round"):
            self.asked(cut)
            self.page.locator("#cut-made").click()
        self.asked("wagers, until no more bets")

    def turned_up(self) -> None:
        """All cards lie face up at blackjack: there is nothing to turn."""
        self.asked("dealer is complete: check it, then settle")
        self.page.get_by_role("button", name="Checked: settle").click()

    def chips(self, box: int, player: str, wagers: str) -> None:
        """A player with chips puts them down."""
        self.page.get_by_role("tab", name="Wagers").click()
        for field, value in (("Box", str(box)), ("Player", player), ("Wagers and amounts", wagers)):
            self.page.locator("#place-for").get_by_label(field, exact=True).fill(value)
        self.page.get_by_role("button", name="Place", exact=True).click()
        self.page.locator(".felt-wagers tr").filter(has_text=player).first.wait_for()

    def no_more_bets(self) -> None:
        self.page.get_by_role("button", name=re.compile("No more bets")).click()

    def last(self) -> Any:
        return self.page.locator(".felt-last")


def physical(floor: Floor, id: str, game: str, **more: Any) -> str:
    return floor.add_table(id, game, mode="physical", wagering_seconds=300, decision_seconds=300, **more)


def new_dealer(floor: Floor, name: str) -> Visitor:
    """The manager adds a dealer on the console's own page; the dealer's first sign-in changes the password."""
    page = floor.manager().page
    page.goto(floor.served.base + "/console")
    page.get_by_text("People", exact=True).click()
    adding = page.locator("#add-person")
    adding.get_by_label("Name").fill(name)
    adding.get_by_label("Role").select_option("dealer")
    adding.get_by_label("Password").fill("for the first time")
    adding.get_by_role("button", name="Add").click()
    page.locator(f'[data-person="{name}"]').wait_for()
    dealer = floor.visitor()
    dealer.sign_in(name, "for the first time", PASSWORD)
    assert dealer.page.url.endswith("/console")
    return dealer


def test_a_dealer_runs_a_round_of_roulette_with_a_wheel_of_wood(floor: Floor) -> None:
    table = physical(floor, "wheel", "qld/roulette")
    desk = Desk(new_dealer(floor, "Dora"), table)
    ann = floor.player("Ann", table)
    desk.asked("wagers, until no more bets")
    ann.chip("10")
    ann.bet("straight up 17")
    desk.chips(3, "Walt", "red 20, straight up 17 5")
    ann.page.locator(".my-bets, .log").filter(has_text="Walt").first.wait_for()
    desk.no_more_bets()
    ann.page.locator("#betting-state").filter(has_text="No more bets").wait_for()
    desk.page.locator("#number-input").fill("16")
    desk.page.keyboard.press("Enter")
    # It is read back, and has no effect before it is confirmed: here the dealer mistyped.
    desk.page.locator(".pending").filter(has_text="16").wait_for()
    ann.page.get_by_text("The dealer is entering what the table showed.").wait_for()
    assert ann.lines() == []
    desk.page.get_by_role("button", name=re.compile("Drop")).click()
    desk.page.locator('[data-number="17"]').click()
    desk.confirm()
    until(ann.lines, "the round is settled at the terminal")
    until(lambda: ann.page.locator("#result").text_content() == "17 black", "the result is shown")
    assert ann.lines() == ["won 350.00: 17 pays 35 to 1"]
    ann.settled(100000)
    desk.last().filter(has_text="Walt won 175.00").wait_for()
    desk.last().filter(has_text="Walt lost 20.00").wait_for()
    until(lambda: floor.served.balance(f"chips:{table}:Walt") == 15000, "what Walt has in chips")
    assert floor.served.balance(f"layout:{table}") == 500


def test_a_dealer_runs_a_round_of_blackjack_with_real_cards(floor: Floor) -> None:
    table = physical(floor, "cards", "qld/blackjack")
    desk = Desk(floor.staff("Dave", "dealer", table), table)
    desk.shuffled()
    bea = floor.player("Bea", table)
    desk.asked("wagers, until no more bets")
    bea.chip("10")
    bea.bet("original", 1)
    desk.chips(2, "Walt", "original 20")
    desk.no_more_bets()
    for to, card in (("box 1", "As"), ("box 2", "10h"), ("dealer", "6d"), ("box 1", "kd"), ("box 2", "5c")):
        desk.cards(f"deal 1 card to {to}", card)
    # What the dealer entered lies at the terminal; box 1 has a blackjack and is not asked.
    bea.page.locator('.felt-frame [data-hand="1"] .card').nth(1).wait_for()
    dealt = {"1": ["As", "Kd"], "2": ["Th", "5c"], "dealer": ["6d"]}
    until(lambda: bea.told()["hands"] == dealt, "the cards as they were entered")
    desk.asked("box 2, Walt: stand or draw")
    desk.page.get_by_role("button", name=re.compile("Draw")).click()
    desk.cards("deal 1 card to box 2", "4s")
    desk.asked("box 2, Walt: stand or draw")
    desk.page.get_by_role("button", name=re.compile("Stand")).click()
    desk.cards("deal 1 card to dealer", "Qs")
    desk.cards("deal 1 card to dealer", "9c")
    desk.turned_up()
    until(bea.lines, "the round is settled at the terminal")
    assert bea.lines() == ["won 15.00: main bet pays 3 to 2"]
    bea.settled(100000)
    desk.last().filter(has_text="Walt won 20.00").wait_for()
    assert floor.served.balance(f"chips:{table}:Walt") == 2000


def test_a_terminal_decides_at_a_table_with_a_dealer(floor: Floor) -> None:
    table = physical(floor, "cards-2", "qld/blackjack")
    desk = Desk(floor.staff("Dina", "dealer", table), table)
    desk.shuffled()
    cat = floor.player("Cat", table)
    cat.bet("original", 1)
    desk.no_more_bets()
    for to, card in (("box 1", "6s"), ("dealer", "10h"), ("box 1", "5d")):
        desk.cards(f"deal 1 card to {to}", card)
    desk.page.get_by_text("Cat decides at the terminal.").wait_for()
    assert desk.page.locator('[data-option="draw"]').is_disabled()
    cat.page.locator('#decisions [data-name="double down"]').click()
    desk.cards("deal 1 card to box 1", "Kc")
    desk.cards("deal 1 card to dealer", "8h")
    desk.turned_up()
    until(cat.lines, "the round is settled at the terminal")
    cat.settled(100000)
    assert cat.credits() == 101000


def test_a_supervisor_rules_on_an_exposed_card_after_seeing_the_ruling(floor: Floor) -> None:
    table = physical(floor, "cards-3", "qld/blackjack")
    desk = Desk(floor.staff("Sue", "supervisor", table), table)
    desk.shuffled()
    dan = floor.player("Dan", table)
    dan.bet("original", 1)
    desk.no_more_bets()
    for to, card in (("box 1", "Ts"), ("dealer", "9h"), ("box 1", "2d")):
        desk.cards(f"deal 1 card to {to}", card)
    dan.page.locator('#decisions [data-name="draw"]:enabled').wait_for()
    before = dan.told()
    desk.page.get_by_role("tab", name="Irregularity").click()
    desk.page.get_by_label("filter the list").fill("drawn in error")
    desk.page.locator('[data-irregularity="card-drawn-in-error"]').click()
    report, ruling = desk.page.locator("#report"), desk.page.locator("#ruling")
    assert report.is_disabled()
    desk.page.get_by_role("group", name="exposed").get_by_role("button", name="yes").click()
    desk.page.get_by_label("Card", exact=True).fill("9c")
    desk.page.get_by_role("button", name="Preview the ruling").click()
    ruling.locator("li").filter(has_text="QLD-2-31(2)").first.wait_for()
    # The preview changed nothing.
    same = ("hands", "events", "asked")
    assert {key: dan.told()[key] for key in same} == {key: before[key] for key in same}
    report.click()
    desk.page.get_by_text("reported; the ruling stands").wait_for()
    dan.page.locator(".log .event").get_by_label("clause QLD-2-31(2)").first.wait_for()
    # The exposed card is the next one: whoever draws gets it.
    dan.page.locator('#decisions [data-name="draw"]').click()
    until(lambda: dan.told()["hands"]["1"] == ["Ts", "2d", "9c"], "the exposed card is drawn")


def test_a_round_is_void_when_a_second_person_approves_and_wagers_go_back(floor: Floor) -> None:
    table = physical(floor, "wheel-2", "qld/roulette")
    desk = Desk(floor.staff("Sam", "supervisor", table), table)
    eve = floor.player("Eve", table)
    eve.chip("25")
    eve.bet("black")
    until(lambda: eve.credits() == 97500, "the stake left the credits")
    desk.no_more_bets()
    # The page is drawn anew when it knows, and a button that is pressed then is not there any more.
    desk.page.locator("#number-input").wait_for()
    desk.page.get_by_role("tab", name="Void, correct").click()
    propose = desk.page.get_by_role("button", name="Propose to void the round")
    propose.click()
    desk.page.get_by_text("a void round needs its reason").wait_for()
    desk.page.get_by_label("Reason").first.fill("the wheel stopped")
    propose.click()
    proposal = desk.page.locator(".proposal").filter(has_text="the wheel stopped")
    proposal.wait_for()
    assert proposal.get_by_role("button", name="Approve").is_disabled()
    assert proposal.get_by_text("another supervisor or manager must approve it").is_visible()
    until(lambda: eve.told()["proposals"], "the terminal is told of it")
    assert not desk.visitor.give({"t": "approve", "table": table, "n": eve.told()["proposals"][0]["n"]})["ok"]
    assert eve.credits() == 97500
    second = Desk(floor.staff("Sol", "supervisor", table), table)
    second.page.get_by_role("tab", name="Void, correct").click()
    second.page.locator(".proposal").get_by_role("button", name="Approve").click()
    until(lambda: eve.credits() == 100000 == floor.served.balance("player:Eve"), "the wager is back")
    eve.page.locator("#result").filter(has_text="void: the wheel stopped").wait_for()
    assert eve.lines() == ["back: black 25.00"]
