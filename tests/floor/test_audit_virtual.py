"""What nobody at a virtual table may do: choose its cards, or have time run out on a second person."""

from __future__ import annotations

from support.casino import Casino

from pitboss.floor import commands as c
from pitboss.floor.queries import ask

SUE = c.Who("Sue", c.SUPERVISOR)


def dealt(name: str) -> Casino:
    """A hand of Ann's that is waiting for her decision."""
    casino = Casino(name)
    casino.bet(name, "Ann", 1)
    assert casino.do("Ann", "ready", table=name)["ok"]
    return casino


def test_a_report_cannot_name_the_next_card() -> None:
    casino = dealt("blackjack")
    table = casino.floor.tables["blackjack"]
    lying = {card for hand in table.live.t.hands.values() for card in hand.cards}  # type: ignore[union-attr]
    card = next(card for card in ("9c", "9d", "8c", "8d", "7c", "7d", "2h", "3h") if card not in lying)
    facts = {"card": card, "exposed": "yes", "box": "1"}
    events = casino.store.version("table:blackjack")
    result = casino.no("Sue", "report", table="blackjack", kind="card-drawn-in-error", facts=facts)
    assert card in result["refused"]
    previewed = ask(casino.floor, SUE, {"t": "preview", "table": "blackjack", "kind": "card-drawn-in-error",
                                        "facts": facts})
    assert not previewed["ok"] and card in previewed["refused"]
    assert casino.store.version("table:blackjack") == events


def test_a_card_that_lies_there_may_be_named() -> None:
    casino = dealt("blackjack")
    card = casino.floor.tables["blackjack"].live.t.hands["dealer"].cards[0]  # type: ignore[union-attr]
    previewed = ask(casino.floor, SUE, {"t": "preview", "table": "blackjack", "kind": "card-drawn-in-error",
                                        "facts": {"card": card, "exposed": "yes"}})
    assert "virtual" not in str(previewed.get("refused"))


def test_the_clock_waits_for_a_second_person_and_goes_on_without_one() -> None:
    casino = dealt("three-card")
    table = casino.floor.tables["three-card"]
    soon = table.ends
    number = casino.do("Sue", "propose", table="three-card", what="void", reason="cards on the floor")["n"]
    assert soon is not None and table.ends == casino.now + 300_000
    casino.do("Sue", "withdraw", table="three-card", n=number)
    assert table.ends == casino.now + 30_000
