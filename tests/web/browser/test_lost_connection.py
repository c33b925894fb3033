"""The connection goes in the middle of a bet or a decision: nothing is lost, and nothing is doubled."""

from __future__ import annotations

import json
import re
from typing import Any

from support.browsing import OUT_OF_REACH, Floor, Visitor, until


class Wire:
    """The line between a page and the floor. It can be cut, and lose what is on its way."""

    def __init__(self, visitor: Visitor) -> None:
        self.lost: set[str] = set()
        self.cut = False
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.visitor = visitor
        assert visitor.fresh, "whoever has this browser next would hang on the same wire"
        visitor.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, page: Any) -> None:
        if self.cut:
            page.close()
            return
        floor = page.connect_to_server()
        self.page, self.floor = page, floor
        page.on_message(lambda message: self._pass(message, self.sent, floor))
        floor.on_message(lambda message: self._pass(message, self.heard, page))

    def _pass(self, message: str, noted: list[dict[str, Any]], to: Any) -> None:
        read = json.loads(message)
        noted.append(read)
        if read["t"] in self.lost:
            self.cut = True
            self.page.close()
            self.floor.close()
        elif not self.cut:
            to.send(message)

    def lose(self, kind: str) -> None:
        """Break on the next message of a kind, which does not arrive."""
        self.lost = {kind}

    def mend(self) -> None:
        self.lost, self.cut = set(), False

    def commands(self) -> list[tuple[str, str]]:
        self.visitor.page.evaluate("0")
        return [(message["id"], json.dumps(message["command"])) for message in self.sent if message["t"] == "do"]

    def answers(self, id: str) -> list[Any]:
        # Messages pass while the browser is talked to.
        self.visitor.page.evaluate("0")
        return [message["result"] for message in self.heard if message["t"] == "done" and message["id"] == id]


def offline(visitor: Visitor) -> None:
    visitor.page.get_by_role("alert").filter(has_text="Connection lost").wait_for()


def online(visitor: Visitor) -> None:
    visitor.page.locator("#offline").wait_for(state="hidden")


def slow_table(floor: Floor, id: str, game: str, **more: Any) -> str:
    return floor.add_table(id, game, **({"wagering_seconds": 300, "decision_seconds": 300} | more))


def test_offline_in_the_middle_of_placing_bets(floor: Floor) -> None:
    table = slow_table(floor, "wheel-1", "qld/roulette")
    ann = floor.player("Ann", table)
    ann.allowed = OUT_OF_REACH
    ann.chip("25")
    ann.bet("black")
    ann.bet("straight up 17")
    ann.context.set_offline(True)
    offline(ann)
    ann.tap("red")
    ann.page.get_by_text("Not connected: the chip stays in the tray.").wait_for()
    assert ann.page.locator("#ready").is_disabled()
    ann.context.set_offline(False)
    online(ann)
    until(lambda: ann.on_table() == 5000 and ann.credits() == 95000, "both chips lie there, and no third")
    assert floor.served.balance("player:Ann") == 95000
    ann.bet("red")
    assert ann.on_table() == 7500


def test_the_answer_to_a_bet_is_lost_and_the_same_bet_is_sent_again(floor: Floor) -> None:
    table = slow_table(floor, "wheel-2", "qld/roulette")
    bob = floor.player("Bob", fresh=True)
    wire = Wire(bob)
    bob.go(table)
    bob.chip("10")
    wire.lose("done")
    bob.tap("odd")
    offline(bob)
    assert bob.page.locator(".dock .words").text_content() in ("offline", "sending…")
    # The floor has it, the page does not know yet: the chip does not count as placed here.
    until(lambda: floor.served.balance("player:Bob") == 99000, "the floor took the bet")
    wire.mend()
    online(bob)
    until(lambda: bob.on_table() == 1000 and bob.credits() == 99000, "the bet counts, once")
    until(lambda: len(wire.commands()) > 1, "it is sent again")
    ((id, _),) = set(wire.commands())
    until(lambda: len(wire.answers(id)) > 1, "the second answer")
    assert all(answer == {"ok": True, "credits": 99000} for answer in wire.answers(id))
    assert floor.served.placed("Bob") == 1
    assert bob.page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('pitboss.kept'))") == []


def test_no_more_bets_while_away_a_bet_that_never_arrived_does_not_count(floor: Floor) -> None:
    table = slow_table(floor, "quick-wheel", "qld/roulette")
    cat = floor.player("Cat", fresh=True)
    wire = Wire(cat)
    cat.go(table)
    cat.chip("10")
    cat.bet("even")
    wire.lose("do")
    cat.tap("high")
    offline(cat)
    assert floor.manager().give({"t": "no-more-bets", "table": table})["ok"]
    until(lambda: floor.served.balance("layout:quick-wheel") == 0, "no more bets, and the ball fell")
    wire.mend()
    online(cat)
    cat.page.locator(".note.refused").filter(has_text="round 1 is over, this does not count").wait_for()
    until(lambda: cat.lines(), "the round that was missed is told")
    assert [re.sub(r".*: (\w+).*", r"\1", line) for line in cat.lines()] == ["even"]
    cat.settled(100000)
    assert floor.served.placed("Cat") == 1


def asked(visitor: Visitor) -> int:
    """Play blackjack until a card can be drawn; gives the credits before that round."""
    draw = visitor.page.locator('#decisions [data-name="draw"]:enabled')
    other = visitor.page.locator("#decisions button.decision:enabled")
    while True:
        before = visitor.credits()
        visitor.bet("original", 2)
        visitor.ready()
        until(lambda: visitor.over() or other.count(), "a decision or the next round")
        if draw.count():
            return before
        visitor.decide()
        visitor.settled(before)


def test_the_answer_to_a_decision_is_lost_and_one_card_is_drawn(floor: Floor) -> None:
    table = slow_table(floor, "cards-1", "qld/blackjack")
    dan = floor.player("Dan", fresh=True)
    wire = Wire(dan)
    dan.go(table)
    before = asked(dan)
    wire.lose("done")
    dan.page.locator('#decisions [data-name="draw"]').click()
    offline(dan)
    wire.mend()
    online(dan)
    drawn = [id for id, command in wire.commands() if '"draw"' in command]
    assert len(set(drawn)) == 1
    until(lambda: len(wire.answers(drawn[0])) > 1, "the second answer")
    assert all(answer == wire.answers(drawn[0])[0] and answer["ok"] for answer in wire.answers(drawn[0]))
    until(lambda: len((dan.told()["hands"] or dan.told()["last"]["hands"])["2"]) == 3, "one card was drawn")
    dan.decide()
    dan.settled(before)


def test_offline_in_the_middle_of_a_decision(floor: Floor) -> None:
    table = slow_table(floor, "cards-2", "qld/blackjack")
    eve = floor.player("Eve", table)
    eve.allowed = OUT_OF_REACH
    before = asked(eve)
    hands = eve.told()["hands"]
    eve.context.set_offline(True)
    offline(eve)
    assert eve.page.locator("#decisions button.decision").first.is_disabled()
    eve.context.set_offline(False)
    online(eve)
    until(lambda: eve.page.locator("#decisions button.decision:enabled").count(), "the same is asked again")
    assert eve.told()["hands"] == hands
    eve.decide()
    eve.settled(before)


def test_the_floor_is_killed_while_bets_are_on_their_way_and_in_the_middle_of_a_decision(floor: Floor) -> None:
    wheel = slow_table(floor, "wheel-3", "qld/roulette")
    cards = slow_table(floor, "cards-3", "qld/blackjack")
    fay, gus = floor.player("Fay", wheel), floor.player("Gus", cards)
    for visitor in (fay, gus, floor.manager()):
        visitor.allowed = OUT_OF_REACH
    before = asked(gus)
    hands = gus.told()["hands"]
    fay.chip("5")
    fay.bet("red")
    for wager in ("black", "odd", "even", "low", "high"):
        fay.tap(wager)
    floor.served.kill()
    offline(fay)
    offline(gus)
    floor.served.start()
    online(fay)
    online(gus)
    until(lambda: fay.on_table() == 3000 and fay.credits() == 97000, "six chips, each once")
    assert floor.served.balance("player:Fay") == 97000
    assert floor.served.placed("Fay") == 6
    until(lambda: gus.page.locator("#decisions button.decision:enabled").count(), "the same is asked again")
    assert gus.told()["hands"] == hands
    gus.decide()
    gus.settled(before)
    fay.ready()
    until(fay.lines, "the ball fell")
    fay.settled(100000)


def test_a_page_that_was_closed_with_a_bet_on_its_way_tells_what_became_of_it(floor: Floor) -> None:
    table = slow_table(floor, "wheel-4", "qld/roulette")
    hal = floor.player("Hal", fresh=True)
    wire = Wire(hal)
    hal.go(table)
    hal.chip("10")
    wire.lose("done")
    hal.tap("odd")
    offline(hal)
    wire.mend()
    hal.page.reload()
    hal.page.get_by_text("An earlier command went through.").wait_for()
    until(lambda: hal.on_table() == 1000 and hal.credits() == 99000, "the bet counts, once")
    assert floor.served.placed("Hal") == 1
