"""Clauses that the floor names: looked up in the index, of the table's own book, none where only the house decides."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from support.casino import Casino

import pitboss
from pitboss.floor.desk import body_of

HOME = Path(pitboss.__file__).parent
ID = re.compile(r"(QLD|NSW|CBR|MEL|PER)-\d\S*")


@pytest.mark.parametrize("path", sorted([*HOME.glob("floor/*.py"), *HOME.glob("web/*.py")]), ids=lambda path: path.name)
def test_no_clause_is_a_mere_string(path: Path) -> None:
    """A clause written down wrong must fail at import, so it is looked up and not spelt."""
    tree = ast.parse(path.read_text())
    looked_up = {
        id(argument) for node in ast.walk(tree) if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("clause", "schedule") for argument in node.args
    }
    spelt = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
             and ID.fullmatch(node.value) and id(node) not in looked_up]
    assert spelt == []


def last(casino: Casino, stream: str) -> dict[str, object]:
    return body_of(casino.store.events(stream)[-1])


def test_a_voucher_is_void_or_expired_by_the_house_alone() -> None:
    casino = Casino()
    first, second = (casino.do("Ann", "cash-out", amount=10_00) for _ in range(2))
    casino.do("Max", "void-voucher", serial=first["serial"], reason="torn in two")
    assert last(casino, "cage")["clause"] == ""
    assert casino.no("Ann", "redeem", code=first["code"])["clause"] == ""
    casino.do("Ann", "redeem", code=second["code"])
    assert last(casino, "cage")["clause"] == "QLD-16-9(3)(c)"


@pytest.mark.parametrize(("name", "book"), [("bonus", "NSW"), ("holdem", "CBR")])
def test_no_clause_of_queensland_elsewhere(name: str, book: str) -> None:
    """Whatever the floor refuses at a table of another book."""
    casino = Casino(name)
    casino.bet(name)
    refused = [
        casino.no("Ann", "place", table=name, box=1, wagers=[["no such area", 10_00]]),
        casino.no("Ann", "place", table=name, box=1, wagers=[["ante", 5000_00]]),
        casino.no("Ben", "place", table=name, box=9, wagers=[["ante", 10_00]]),
        casino.no("Ann", "place", table=name, box=1, wagers=[["ante", 10_00]], round=99),
        casino.no("Sue", "close-table", table=name, now=True),
        casino.no("Sue", "terminal-limits", table=name, player="Ben", maximum=20_00),
        casino.no("Ann", "no-more-bets", table=name),
    ]
    casino.do("Dora", "no-more-bets", table=name)
    for tag in ("clear", "ready"):
        refused.append(casino.no("Ann", tag, table=name))
    refused.append(casino.no("Ann", "place", table=name, box=1, wagers=[["ante", 10_00]]))
    assert {answer["clause"].partition("-")[0] for answer in refused} <= {"", book}


def test_a_change_of_limits_tells_what_was_before() -> None:
    casino = Casino("roulette")
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    notice = next(body_of(event) for event in casino.store.events("table:roulette") if event.type == "limits-notice")
    assert (notice["before"], notice["minimum"], notice["by"]) == ({"minimum": 5_00, "maximum": 500_00}, 10_00, "Sue")
    casino.do("Sue", "terminal-limits", table="roulette", player="Ben", maximum=20_00)
    casino.do("Sue", "terminal-limits", table="roulette", player="Ben", maximum=50_00)
    assert last(casino, "table:roulette")["before"] == {"minimum": None, "maximum": 20_00}
