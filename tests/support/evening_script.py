"""The commands of the fixed evening: every kind that moves money, and a restart in the middle."""

from __future__ import annotations

from typing import Any

from pitboss.floor import poker_view
from pitboss.floor.floor import Floor
from pitboss.floor.house import HouseTable
from pitboss.floor.poker import PokerDesk
from support.evening import ANN, BEN, CAT, MINUTE, Evening

WHEEL, REAL, CARDS, POKER, SEATS = "wheel", "real-wheel", "cards", "poker", "seats"


def play(evening: Evening) -> None:
    """The whole evening."""
    open_tables(evening)
    evening.give(*[("Max", {"t": "issue", "player": name, "amount": 600_00}) for name in (ANN, BEN, CAT)])
    spin(evening)
    cards(evening)
    correct(evening)
    poker(evening)
    void(evening)
    vouchers(evening)
    notices(evening)
    evening.close_in_order()
    spin(evening)
    cards(evening)
    go_home(evening)


def open_tables(evening: Evening) -> None:
    limits = {"minimum": "5", "maximum": "500"}
    slow = {"wagering_seconds": 600, "decision_seconds": 600}
    for id, game, more in (
        (WHEEL, "qld/roulette", {"options": limits, **slow}), (CARDS, "qld/blackjack", {"options": limits, **slow}),
        (REAL, "qld/roulette", {"options": limits, "mode": "physical", **slow}),
        (SEATS, "nsw/texas-holdem-bonus-poker", {"options": limits, **slow}),
        (POKER, "mel/holdem", {"options": {"buy-in": "40"}, "decision_seconds": 600}),
    ):
        evening.do("Max", "add-table", id=id, name=id, game=game, **more)


def house(floor: Floor, name: str) -> Any:
    found = floor.tables[name]
    assert isinstance(found, HouseTable)
    return found


def betting(evening: Evening, name: str) -> None:
    evening.until(lambda floor: bool(house(floor, name).betting), f"{name} takes wagers")


def spin(evening: Evening) -> None:
    """Two rounds of roulette, with wagers placed at the same time."""
    for _ in range(2):
        betting(evening, WHEEL)
        evening.give(
            (ANN, {"t": "place", "table": WHEEL, "box": 1, "wagers": [["red", 10_00], ["odd", 5_00]]}),
            (BEN, {"t": "place", "table": WHEEL, "box": 2, "wagers": [["black", 20_00]]}),
            (CAT, {"t": "place", "table": WHEEL, "box": 3, "wagers": [["even", 15_00]]}),
        )
        evening.do(BEN, "take", table=WHEEL, box=2, wager="black", to=10_00)
        evening.do("Dora", "no-more-bets", table=WHEEL)
    betting(evening, WHEEL)


def cards(evening: Evening) -> None:
    """Blackjack: both stand."""
    betting(evening, CARDS)
    evening.give(
        (ANN, {"t": "place", "table": CARDS, "box": 1, "wagers": [["original", 10_00]]}),
        (BEN, {"t": "place", "table": CARDS, "box": 2, "wagers": [["original", 10_00]]}),
    )
    evening.do("Dora", "no-more-bets", table=CARDS)
    decide(evening, CARDS)


def decide(evening: Evening, name: str) -> None:
    """Have each player who is asked stand or decline, until wagers are taken again."""
    while True:
        evening.until(lambda floor: house(floor, name).betting or asked(floor, name) is not None, f"{name} asks")
        request = asked(evening.life.floor, name)
        if request is None:
            return
        names = [option.name for option in request.options]
        evening.do(request.player, "decide", table=name, hand=request.hand,
                   name="stand" if "stand" in names else names[-1])


def asked(floor: Floor, name: str) -> Any:
    request = house(floor, name).request
    return request if hasattr(request, "options") and getattr(request, "player", "") else None


def correct(evening: Evening) -> None:
    """A real wheel: an entry taken back, another one corrected by two persons."""
    betting(evening, REAL)
    evening.do(ANN, "place", table=REAL, box=1, wagers=[["red", 10_00]])
    evening.do("Dora", "no-more-bets", table=REAL)
    for number in ("4", "2"):
        evening.do("Dora", "enter", table=REAL, answer={"type": "ball", "number": number})
        evening.do("Dora", "confirm", table=REAL)
        if number == "4":
            evening.do("Dora", "take-back", table=REAL)
    n = evening.do("Sue", "propose", table=REAL, what="correct", round=1, index=2, reason="misread",
                   answer={"type": "ball", "number": "1"})["n"]
    evening.do("Max", "approve", table=REAL, n=n)


def void(evening: Evening) -> None:
    """A round of blackjack that two persons declare void."""
    betting(evening, CARDS)
    evening.do(ANN, "place", table=CARDS, box=1, wagers=[["original", 50_00]])
    evening.do("Dora", "no-more-bets", table=CARDS)
    n = evening.do("Sue", "propose", table=CARDS, what="void", reason="a card was marked")["n"]
    evening.do("Max", "approve", table=CARDS, n=n)
    betting(evening, CARDS)


def poker(evening: Evening) -> None:
    """A hand that is raised, called and shown down; then all leave with their chips."""
    evening.give(*[(name, {"t": "sit", "table": POKER, "box": box, "amount": 100_00})
                   for box, name in enumerate((ANN, BEN, CAT), 1)])
    evening.until(lambda floor: room(floor).hand is not None, "a hand is dealt")
    hand, raised = 0, False
    while True:
        evening.until(lambda floor: room(floor).hand is None or turn(floor) is not None, "a player is asked")
        wanted = turn(evening.life.floor) if room(evening.life.floor).hand is not None else None
        if wanted is None or (hand and wanted["round"] != hand):
            break
        hand = wanted["round"]
        by_name = {option["name"]: option for option in wanted["options"]}
        name = next((one for one in ("raise", "call", "check") if one in by_name and not (one == "raise" and raised)),
                    next(iter(by_name)))
        more = {"amount": by_name[name]["least"]} if name == "raise" else {}
        raised = True
        evening.do(wanted["player"], "decide", table=POKER, hand=wanted["hand"], name=name, **more)
    for name in (ANN, BEN, CAT):
        evening.do(name, "leave", table=POKER)


def room(floor: Floor) -> Any:
    found = floor.tables[POKER]
    assert isinstance(found, PokerDesk)
    return found.room


def turn(floor: Floor) -> Any:
    """Return the question to a player at the poker table, with its hand's number."""
    found: Any = floor.tables[POKER]
    view = poker_view.public(found)
    wanted = view["asked"]
    return wanted and {**wanted, "round": view["round"]}


def vouchers(evening: Evening) -> None:
    """Printed and redeemed, paid, declared void; credits paid out."""
    code = evening.do(ANN, "cash-out", amount=100_00)["code"]
    evening.do(ANN, "redeem", code=code)
    evening.do("Max", "pay-voucher", code=evening.do(BEN, "cash-out", amount=50_00)["code"])
    serial = evening.do(CAT, "cash-out", amount=30_00)["serial"]
    evening.do("Max", "void-voucher", serial=serial, reason="torn")
    evening.do("Max", "pay-out", player=CAT, amount=20_00)
    evening.do("Max", "add-person", name="Pia", role="dealer", password="long enough 1")


def notices(evening: Evening) -> None:
    """New limits and a closing by notice, and their time."""
    evening.do(ANN, "sit", table=SEATS, box=1)
    evening.do("Sue", "close-table", table=SEATS)
    evening.do("Sue", "limits", table=WHEEL, minimum=10_00)
    for _ in range(4):
        evening.wait(6 * MINUTE)
    evening.until(lambda floor: house(floor, SEATS).status == "closed", "the table closes")


def go_home(evening: Evening) -> None:
    for name in (ANN, BEN, CAT):
        credits = evening.do("Max", "issue", player=name, amount=1_00)["credits"]
        evening.do(name, "cash-out", amount=credits)
