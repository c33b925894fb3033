"""Who may decide what the law leaves to an official."""

from __future__ import annotations

from support.casino import Casino

from pitboss.table.requests import Direct


def enter(casino: Casino, **answer: object) -> None:
    casino.do("Dora", "enter", table="ba1", answer=answer)
    casino.do("Dora", "confirm", table="ba1")


def asked(casino: Casino) -> str:
    request = casino.table("ba1").request
    return request.hand if isinstance(request, Direct) else ""


def test_a_dealer_speaks_for_the_dealer_and_not_for_the_supervisor() -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="ba1", name="Baccarat", game="qld/baccarat", mode="physical")
    enter(casino, type="shuffled")
    enter(casino, type="cut", from_back=100)
    enter(casino, type="cut", from_back=20)
    assert asked(casino) == "supervisor"
    refused = casino.ask("Dora", "direct", table="ba1", name="start play")
    assert (refused["refused"], refused["clause"]) == ("the supervisor is asked", "QLD-1-14(12)")
    casino.do("Sue", "direct", table="ba1", name="start play")
    enter(casino, type="cards", cards=["3c"])
    casino.do("Dora", "place-for", table="ba1", box=1, player="Walt", wagers=[["player", 1000]])
    casino.do("Dora", "no-more-bets", table="ba1")
    enter(casino, type="cards", cards=["3d", "5s", "6h", "4c"])
    assert asked(casino) == "dealer"
    casino.do("Dora", "direct", table="ba1", name="announce")
    assert asked(casino) == "" and casino.table("ba1").rounds == 2
