"""What a transcript of poker between players expects of its hands, compared with what came of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pitboss.cardroom.nearest import nearest
from pitboss.cardroom.showdown import hands_read
from pitboss.cardroom.table import PokerTable
from pitboss.law.clauses import within
from pitboss.money import Cents, parse_amount, show_amount

if TYPE_CHECKING:
    from pitboss.cardroom.script import PlayedFile, PlayedHand

# What may be expected of a hand, as it is written.
EXPECTED = (
    "pot 1 96 Ben", "void", "net Ann -6, Ben 6", "shows 2 flush", "commission 9", "called player Ann", "button 3",
    "small blind Ann", "big blind none", "kill button 3 leg up",
)


def differs(played: PlayedFile, text: str) -> str:
    """What a `=` line wrongly expects of the hand before it; "" when it holds."""
    said = text.split("[")[0].strip()
    now = played.hands[-1]
    word, _, rest = said.partition(" ")
    if word == "pot":
        return _check_pot(now, rest)
    if word == "void":
        return _check_void(now, text.partition("[")[2].rstrip("]"))
    if word == "net":
        return _check_net(now, rest)
    if word == "shows":
        seat, _, hand = rest.partition(" ")
        if not hand or not seat.isdecimal():
            raise ValueError("write the seat and the hand, such as 'shows 1 two pairs'")
        reading = {str(now.hand.seats[i]): names for i, names in hands_read(now.hand)}.get(seat)
        return "" if reading is not None and hand in reading else f"seat {seat} shows {reading}"
    facts: dict[str, Callable[[], str]] = {
        "commission": lambda: show_amount(sum(pot.taken for pot in now.hand.won) + now.hand.fees + now.joining),
        "called player": lambda: now.names[now.hand.seats[now.hand.game.shows_first(now.hand)]],
        "button": lambda: str(now.positions.button),
        "small blind": lambda: _blind(now, 0),
        "big blind": lambda: _blind(now, -1),
        "kill button": lambda: _kill(played.table),
    }
    for name, fact in facts.items():
        if said.startswith(f"{name} "):
            wanted = said.removeprefix(f"{name} ")
            wanted = show_amount(parse_amount(wanted)) if name == "commission" else wanted
            return "" if fact() == wanted else f"it is {fact()}"
    return f"{word!r} is nothing that can be expected; {nearest(said, EXPECTED)}"


def _check_pot(now: PlayedHand, rest: str) -> str:
    number, _, owned = rest.partition(" ")
    amount, _, winners = owned.partition(" ")
    h = now.hand
    if not winners or not number.lstrip("-").isdecimal():
        raise ValueError("write the number of the pot, its amount and who gets it, such as 'pot 1 12 Ann'")
    if number not in map(str, range(1, len(h.won) + 1)):
        return f"there is no pot {number[:20]}; the hand has {len(h.won)}, numbered from 1"
    pot = h.won[int(number) - 1]
    got = {now.names[h.seats[i]] for i in pot.paid}
    wanted = {name.strip() for name in winners.split(",")}
    same = pot.amount == parse_amount(amount) and got == wanted
    return "" if same else f"pot {number} is {show_amount(pot.amount)}, to {', '.join(sorted(got))}"


def _check_void(now: PlayedHand, clause: str) -> str:
    """The hand was called off, under a clause or a part of it."""
    if now.hand.void is None:
        return "the hand was played"
    void = now.hand.void
    return "" if not clause or any(within(under, clause) for under in void) else f"by {', '.join(void)}"


def _check_net(now: PlayedHand, rest: str) -> str:
    """Every player named has so much more or less; nobody who is not named has won or lost anything."""
    left = {now.names[seat]: net for seat, net in now.net.items()}
    for part in rest.split(","):
        name, _, amount = part.strip().rpartition(" ")
        if name not in left:
            return f"there is no {name}"
        net = left.pop(name)
        sign = -1 if amount.startswith("-") else 1
        if net != sign * parse_amount(amount.lstrip("+-")):
            return f"{name} has {_signed(net)}"
    return "; ".join(f"{name}, not named, has {_signed(net)}" for name, net in left.items() if net)


def _signed(amount: Cents) -> str:
    return ("-" if amount < 0 else "") + show_amount(abs(amount))


def _blind(now: PlayedHand, number: int) -> str:
    """Who put down a compulsory blind."""
    h = now.hand
    if not now.positions.blinds or now.positions.blinds[number] not in h.seats:
        return "none"
    seat = now.positions.blinds[number]
    paid = any(blind.sets_price and h.seats[blind.place] == seat for blind in h.blinds)
    return now.names[seat] if paid else "none"


def _kill(table: PokerTable) -> str:
    return f"{table.kill.seat} {'kill' if table.kill.kill else 'leg up'}" if table.kill.seat else "neutral"
