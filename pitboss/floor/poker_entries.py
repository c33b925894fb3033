"""A table between players with real cards and chips: the dealer enters who sits down with what, when a hand is dealt,
what everybody does in it, and the cards that lie open. Each entry counts at once, and can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec

from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct
from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.turning import wanted
from pitboss.equipment.cards import parse_card
from pitboss.floor import commands as c
from pitboss.floor import poker_taken_back
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result
from pitboss.floor.names import bad_name, key_of
from pitboss.floor.poker_room import big_blind, buy_in
from pitboss.law import Refused
from pitboss.money import full_amount, show_amount

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# What has a command of its own, or is bought with credits.
_NOT_ENTERED = (acts.Reported, acts.TimeOut, acts.BuyTime)
ENTERED = tuple(act for act in get_args(AnyAct) if act not in _NOT_ENTERED)


class DealerEntry(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody did in a hand, by his seat; cards that lie open and pots that are pushed have none."""

    did: AnyAct
    box: int = 0


def carry_out(desk: PokerDesk, command: Command, who: Who) -> Result | None:
    if not desk.physical:
        raise No("the cards of this table are virtual", legal="players act for themselves")
    match command:
        case c.Enter():
            return enter(desk, command, who)
        case c.SeatFor():
            return seat_for(desk, command, who)
        case c.DealHand():
            return deal(desk, who)
        case c.TakeBack():
            return poker_taken_back.take_back(desk, command.n, who)
    return None


# -- in a hand ---------------------------------------------------------------------------------------------


def enter(desk: PokerDesk, command: c.Enter, who: Who) -> Result | None:
    """Somebody acts, or cards lie open."""
    h = desk.room.hand
    if h is None:
        raise No("no hand is on", legal="deal one")
    if command.step not in ("", step(desk, h)):
        raise No("that question is over, this does not count", legal="look at what is asked now")
    entry = _read(command.answer)
    if isinstance(entry.did, acts.Turned | acts.Push):
        box = 0
    elif entry.box in h.seats:
        box = entry.box
    else:
        raise No(f"seat {entry.box} is nobody in the hand", legal=", ".join(map(str, sorted(h.seats))))
    desk.act(who, box, {"did": msgspec.to_builtins(entry.did)})
    return None


def _read(raw: msgspec.Raw) -> DealerEntry:
    try:
        entry = msgspec.json.decode(raw, type=DealerEntry)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise No(f"the entry cannot be read: {str(error)[:200]}") from None
    if not isinstance(entry.did, ENTERED):
        raise No("that is nothing a dealer enters", legal="acts of players, and cards")
    for card in _cards(entry.did):
        try:
            known = card == HIDDEN or parse_card(card) == card
        except ValueError:
            known = False
        if not known:
            raise No(f"{card[:20]!r} is no card", legal="such as As, Td or 7c")
    return entry


def _cards(act: acts.Act) -> tuple[str, ...]:
    match act:
        case acts.Turned(cards) | acts.Show(cards) | acts.Discard(cards):
            return cards
        case acts.SetHands(hands):
            return tuple(card for hand in hands for card in hand)
    return ()


def step(desk: PokerDesk, h: Hand) -> str:
    """Which question of the hand is asked now; after an entry was taken back no question is an earlier one."""
    return f"{len(h.acts)}-{desk.takings}"


def deal(desk: PokerDesk, who: Who) -> Result | None:
    """The dealer deals the next hand."""
    if desk.room.hand is not None:
        raise No("a hand is on", legal="the next one when it is over")
    lineup = desk.room.table.lineup()
    if isinstance(lineup, Refused):
        raise No.of(lineup)
    if desk.lineup() is None:
        raise No("no hand can be dealt now", legal="two players who are ready, at an open table")
    desk.deal(who)
    return {"round": desk.room.number}


# -- between hands -----------------------------------------------------------------------------------------


def seat_for(desk: PokerDesk, command: c.SeatFor, who: Who) -> Result | None:
    """Somebody with chips sits down, or does what players do between hands."""
    box, name = command.box, _sitting(desk, command)
    match command.what:
        case "sit":
            return sit(desk, command, who)
        case "add":
            desk.top_up(who, box, command.amount or 0)
        case "leave" if desk.room.in_hand(box):
            taking = desk.room.game.refuse_taking()
            desk.happen("leaving", who, {"player": name, "clause": str(taking.clause) if taking is not None else ""})
        case "leave":
            desk.unseat(who, box, "left")
        case "out":
            desk.happen("away", who, {"box": box, "why": "sits out"})
        case "back":
            desk.happen("back", who, {"box": box})
        case "post":
            desk.happen("posting", who, {"player": name})
        case "move":
            clause = str(desk.room.game.seat_clause)
            desk.happen("moved", who, {"player": name, "box": box, "to": command.to, "clause": clause})
        case "straddle":
            straddler = desk.room.table.straddler()
            amount = command.amount or (straddler[1].live if straddler is not None else 2 * big_blind(desk.room))
            desk.happen("straddles", who, {"box": box, "player": name, "amount": amount})
        case "button":
            desk.happen("button-told", who, {"box": box})
    return None


DONE_FOR = ("sit", "add", "leave", "out", "back", "post", "move", "straddle", "button")


def _sitting(desk: PokerDesk, command: c.SeatFor) -> str:
    """Who sits there, where somebody must."""
    if command.what not in DONE_FOR:
        raise No(f"{command.what!r} is nothing that is done at a seat", legal=", ".join(DONE_FOR))
    player = desk.room.table.players.get(command.box)
    if player is None and command.what not in ("sit", "button"):
        raise No(f"nobody sits at seat {command.box}", legal=", ".join(map(str, sorted(desk.room.table.players))))
    return player.name if player is not None else ""


def sit(desk: PokerDesk, command: c.SeatFor, who: Who) -> Result | None:
    """Chips that somebody sits down with; whoever gives no name goes by the seat."""
    if desk.memory.status != "open":
        raise No("the table closes: no new players", legal="another table")
    name = command.player or f"Seat-{command.box}"
    if (bad := bad_name(name)) is not None:
        raise No(bad, legal="one word of up to 20 letters and figures")
    if name in desk.memory.sent_away:
        raise No(f"a seat for {name}, who was sent away", desk.memory.sent_away[name], "another table")
    if desk.room.seat_of(name) is not None:
        raise No(f"{name} sits at seat {desk.room.seat_of(name)}", legal="another name")
    with_credits = (account.removeprefix("player:") for account, *_ in desk.store.accounts("player:"))
    if any(key_of(other) == key_of(name) for other in with_credits):
        raise No(f"{name} plays with credits", legal="a name of its own for each player with chips")
    if command.amount is None:
        least, most = buy_in(desk.room)
        bounds = f"{show_amount(least)} or more" if most is None else f"{show_amount(least)} to {show_amount(most)}"
        raise No("a seat without a buy-in", legal=f"an amount: {bounds}")
    desk.seat(who, name, command.box, command.amount)
    return {"box": command.box, "player": name}


# -- shown -------------------------------------------------------------------------------------------------


def asked_for_cards(h: Hand, street: str) -> dict[str, Any]:
    """The cards that lie open and are to be entered."""
    places = wanted(h)
    count = sum(some for _, some in places)
    seats = [to for to, _ in places if to.isdigit()]
    where = "the up cards of seats " + ", ".join(seats) if seats else " and ".join(to for to, _ in places)
    return {
        "kind": "cards", "stage": h.stage, "seat": 0, "hand": "", "player": "", "count": count, "options": [],
        "words": f"{street}: {count} card{'s' * (count > 1)}" if not seats else where,
        "own_words": where, "clause": str(h.game.streets[h.street].dealt), "to": places, "step": "",
    }


def asked_to_push(h: Hand, names: dict[int, str]) -> dict[str, Any]:
    """The pots that are won, and whose they are, before they are pushed."""
    won = h.copy()
    won.do(acts.Push())
    parts: dict[str, int] = {}
    for pot in won.won:
        for place, amount in pot.paid.items():
            parts[names[h.seats[place]]] = parts.get(names[h.seats[place]], 0) + amount
    shares = ", ".join(f"{name} {full_amount(amount)}" for name, amount in parts.items())
    clause = won.won[0].clauses[0] if won.won else h.game.cites.turn
    return {
        "kind": "push", "stage": h.stage, "seat": 0, "hand": "", "player": "", "count": 0, "options": [],
        "words": f"push the pot: {shares}", "own_words": shares, "clause": str(clause), "step": "",
    }


def words(did: dict[str, Any], box: int, name: str) -> str:
    """An entry in a few words."""
    act, cards = did["act"], did.get("cards", ())
    if act in ("cards", "push"):
        return " ".join(cards) or "the pot pushed"
    amount = did.get("to") or did.get("amount")
    size = f" {show_amount(amount)}" if amount else f" {did['times']}" if "times" in did else ""
    shown = f" {len(cards)}" if act == "discard" else "".join(f" {card}" for card in cards)
    return f"{box} {name}: {act}{size}{shown}"
