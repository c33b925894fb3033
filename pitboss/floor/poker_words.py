"""What happened in a hand between players, in words, and what came of it."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pitboss.cardroom.dead_hands import SENT_AWAY, TELLS
from pitboss.cardroom.game import SHOW, Event
from pitboss.cardroom.gestures import RULED
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.showdown import hands_read, shows
from pitboss.cardroom.showing import folded
from pitboss.equipment.cards import Card
from pitboss.floor.desk import encode
from pitboss.law import Clause
from pitboss.money import Cents
from pitboss.money import full_amount as money

if TYPE_CHECKING:
    from pitboss.floor.poker_room import Room

_SAID = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to", "ante": "antes",
    "blind": "posts", "dead blind": "posts dead", "bring-in": "brings it in for", "fee": "pays a fee of",
    "decline": "leaves it as it is", "set": "has set the hands", "returned": "takes back, uncalled,", "won": "wins",
    "paid": "pays", "shown": "shows", "seen": "is made to show", "gives up": "folds instead of showing",
    "time": "buys time for", "dead hand": "has a dead hand", "given back": "takes back",
    "dead blind back": "takes back", "exposed": "has a card exposed:", "as all-in": "is treated as all-in",
    "replaced": "gets another card",
    "no discard": "has not discarded", SENT_AWAY: "leaves the table when the hand is over",
}
_TIMES = {1: "once", 2: "twice"}
_WITHOUT_AMOUNT = ("fold", "check", "decline", "set", "shown", "seen", "gives up", "dead hand", "exposed", "as all-in",
                   "replaced", "no discard", SENT_AWAY)
# What shows on the table, or says nothing.
_SILENT = ("burn", "setting", "muck", "asks")


def events(room: Room, h: Hand, seat: int = 0) -> list[dict[str, Any]]:
    """The hand so far as one seat saw it, a line each; 0 is somebody who looks on."""
    rows: list[dict[str, Any]] = []
    for at, event in enumerate(h.log):
        rows += _remarks(room, at)
        line = _event(room, h, event, at, seat)
        if line is not None:
            rows.append(line)
    last = _remarks(room, len(h.log))
    if room.void is not None:
        rows += [*last, *_called_off(room.void, len(h.noted))]
        last = []
    elif h.over:
        rows += [
            _line(len(h.noted), "shown", f"{room.names[h.seats[i]]} shows {read_as(names)}", str(h.game.cites.shown))
            | {"seat": h.seats[i], "player": room.names[h.seats[i]], "cards": list(h.hole[i])}
            for i, names in (shows(h) if not h.sets else ())
        ]
    rows += last
    for n, line in enumerate(rows):
        line["n"] = n
    return rows


def _remarks(room: Room, at: int) -> list[dict[str, Any]]:
    """What was said before an event of the hand."""
    return [_line(at, remark.kind, remark.text, remark.clause) for remark in room.remarks if remark.at == at]


def _called_off(void: dict[str, Any], at: int) -> list[dict[str, Any]]:
    """Why a hand is void, and what goes back to whom."""
    why = f"the hand is void: {void['why']}" + ("" if void["clauses"] else " (house rule)")
    rows = [_line(at, "ruled", why, void["clauses"][0] if void["clauses"] else "")]
    return rows + [_line(at, "returned", line["text"], line["clause"]) | {"amount": line["amount"]}
                   for line in void["lines"]]


def _line(n: int, kind: str, text: str, clause: str) -> dict[str, Any]:
    return {"n": n, "kind": kind, "text": text, "clause": clause}


def _event(room: Room, h: Hand, event: Event, at: int, seat: int) -> dict[str, Any] | None:
    """One event; None for those that show on the table."""
    what, clause = event.what, str(event.clause)
    if what in _SILENT or (what == "kitty" and event.place < 0):
        return None
    if what == "board":
        which = f"board {event.place + 1}" if len(h.boards) > 1 else "board"
        return _line(at, "board", f"{which}: {' '.join(event.cards)}", clause) | {
            "cards": list(event.cards), "heading": which,
        }
    if event.place < 0:
        takes = f"the house takes {money(event.amount)}"
        text = {"commission": takes, "draw": "cards may be exchanged"}.get(what, what)
        if what.startswith(RULED):
            return _line(at, "ruled", _ruling(h, what.removeprefix(RULED), event.clause), clause)
        return _line(at, what, text, clause) | {"amount": event.amount}
    mine = h.seats[event.place] == seat
    cards = list(event.cards) if event.open or mine else [HIDDEN] * len(event.cards)
    who = room.names[h.seats[event.place]]
    words = _words(event, cards)
    if what == "blind" and (h.seats[event.place], clause) in room.straddled:
        words = f"straddles {money(room.straddled[h.seats[event.place], clause])}"
    line = _line(at, what, f"{who} {words}", clause)
    line |= {"seat": h.seats[event.place], "player": who}
    if cards and event.open:
        # For whoever draws the cards beside it.
        line["heading"] = f"{who} {_words(event, [])}".rstrip()
    return line | ({"cards": cards} if cards else {}) | ({"amount": event.amount} if event.amount else {})


def _ruling(h: Hand, kind: str, clause: Clause) -> str:
    """A report and what the book ruled on it."""
    known = h.game.reports.get(kind)
    ruled = [rule.what for rule in known.rulings if rule.clause == clause] if known is not None else []
    return ": ".join([kind.replace("-", " "), *ruled[:1]])


def _words(event: Event, cards: list[Card]) -> str:
    count = len(event.cards)
    match event.what:
        case "dealt":
            return f"is dealt {' '.join(cards)}" if event.open else f"is dealt {_cards(count)}"
        case "discard":
            return f"gives up {_cards(count)}" if count else "stands pat"
        case "kitty":
            return "takes the kitty"
        case what if what.startswith(TELLS):
            return f"tells seats {what.removeprefix(TELLS)} what was seen"
        case "runs":
            return f"wants the board dealt {_TIMES.get(event.amount, f'{event.amount} times')}"
    amount = "" if event.what in _WITHOUT_AMOUNT else f" {money(event.amount)}"
    shown = f" {' '.join(cards)}" if cards and event.open else ""
    return f"{_SAID.get(event.what, event.what)}{amount}{shown}"


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def read_as(names: list[str]) -> str:
    return ", ".join(dict.fromkeys(names))


# -- what came of it ---------------------------------------------------------------------------------------


def ended(room: Room, h: Hand) -> dict[str, Any]:
    """A hand that is over: who got what of which pot and by which clause, what everybody won or lost, and what lies
    open. Nothing of what stays hidden is in it, nor anything that it could be guessed from."""
    rows = lines(room, h)
    net = {room.names[seat]: h.stacks[i] - room.before[seat] for i, seat in enumerate(h.seats)}
    best = max(net, key=lambda name: net[name])
    result = rows[0]["text"] if len(rows) == 1 else f"{best} wins {money(net[best])}" if net[best] > 0 else "even"
    return {
        "round": room.number, "lines": rows, "net": net, "result": result, "tag": "", "played": True,
        "shuffle": room.digest, "facts": digest(room, h),
        "commission": commission(h), "shows": shown(room, h), "boards": [list(board) for board in h.boards if board],
    }


def digest(room: Room, h: Hand) -> str:
    """Return a hash of a hand's facts and clauses as a spectator saw them. Sentences for people do not count, and cards
    that stayed hidden are only counted, so that the hash does not help to guess them."""
    rows = [
        (event.what, event.place, event.amount, event.clause, event.cards if event.open else len(event.cards))
        for event in h.log if event.what not in _SILENT and not (event.what == "kitty" and event.place < 0)
    ]
    remarks = [(remark.at, remark.kind, remark.clause) for remark in room.remarks]
    return sha256(encode((rows, remarks, (room.void or {}).get("clauses", ())))).hexdigest()


def called_off(room: Room, h: Hand, facts: dict[str, Any]) -> dict[str, Any]:
    """A hand that is void: why, by whose word and under which clauses, what goes back to whom, and the cards of those
    who were still in it."""
    clauses, back = facts["clauses"], {}
    for i, seat in enumerate(h.seats):
        if room.before[seat] != h.stacks[i]:
            back[room.names[seat]] = room.before[seat] - h.stacks[i]
    rows = [{
        "kind": "settled", "outcome": "void", "pot": 0, "amount": amount, "taken": 0, "paid": {name: amount},
        "text": f"{name} takes back {money(amount)}", "clause": clauses[-1] if clauses else "", "clauses": clauses[-1:],
    } for name, amount in back.items()]
    return {
        "round": room.number, "lines": rows, "net": dict.fromkeys(room.names.values(), 0), "result": "void", "tag": "",
        "played": True, "shuffle": room.digest, "facts": digest(room, h),
        "commission": {"amount": 0, "clause": ""}, "shows": _still_in(room, h),
        "boards": [list(board) for board in h.boards if board], "void": True, "back": back,
        **{name: facts[name] for name in ("why", "by", "second", "ground", "clauses")},
    }


def _still_in(room: Room, h: Hand) -> dict[str, Any]:
    return {str(h.seats[i]): {"player": room.names[h.seats[i]], "cards": laid(h, i), "names": []}
            for i in h.places(h.live) if h.hole[i]}


def laid(h: Hand, i: int) -> list[Card]:
    """A player's cards as they lie when they are open: where hands were set, from front to back."""
    return [card for hand in h.sets[i] for card in hand] if i in h.sets else list(h.hole[i])


def came(h: Hand, i: int) -> list[list[Card]]:
    """The cards that came to a player face down, one list for each line of the log that says so."""
    return [list(event.cards) for event in h.log
            if event.place == i and event.what in ("dealt", "kitty") and not event.open and event.cards]


def commission(h: Hand) -> dict[str, Any]:
    """What the house took, and the clause."""
    clause = next((str(event.clause) for event in h.log if event.what in ("commission", "fee")), "")
    return {"amount": sum(pot.taken for pot in h.won) + h.fees, "clause": clause}


def shown(room: Room, h: Hand) -> dict[str, Any]:
    """Hands that lie open at the end, by seat."""
    if room.void is not None:
        return _still_in(room, h)
    if h.sets:
        return {str(h.seats[i]): {"player": room.names[h.seats[i]], "cards": laid(h, i), "names": []} for i in h.sets}
    by_seat = {str(h.seats[i]): {"player": room.names[h.seats[i]], "cards": list(h.hole[i]),
                              "names": list(dict.fromkeys(names))} for i, names in shows(h)}
    for seat in room.displayed:
        cards = list(h.hole[h.seats.index(seat)])
        by_seat.setdefault(str(seat), {"player": room.names[seat], "cards": cards, "names": []})
    return seen(room, h) | by_seat


def seen(room: Room, h: Hand) -> dict[str, Any]:
    """Hands that were folded at the showdown and that somebody asked to see."""
    asked = [event for event in h.log if event.what == "seen"]
    return {str(h.seats[event.place]): {"player": room.names[h.seats[event.place]], "cards": list(event.cards),
                                        "names": []} for event in asked}


def looks(room: Room) -> list[dict[str, Any]]:
    """Hands that others may ask to see, who, and under which clause. Where players are asked to show: what a called
    player folded, before the winners are told. Where a hand may be thrown away unshown: what was in to the end."""
    h = room.shown
    if h is None or room.void is not None or h.sets or room.physical:
        return []
    if h.stage == SHOW:
        by, hands = [room.names[h.seats[i]] for i in h.places(h.active & h.live)], folded(h)
    elif h.over and h.game.may_muck and h.live & (h.live - 1):
        lie, by = shown(room, h), list(room.names.values())
        hands = [i for i in h.places(h.live) if str(h.seats[i]) not in lie]
    else:
        return []
    under, holders = str(h.game.looking), [(h.seats[i], room.names[h.seats[i]]) for i in hands]
    return [{"seat": seat, "player": player, "clause": under, "by": [name for name in by if name != player]}
            for seat, player in holders]


def lines(room: Room, h: Hand) -> list[dict[str, Any]]:
    """A line for every pot; where players pay each other, one for every payment."""
    if h.sets:
        return _payments(room, h)
    read = dict(hands_read(h))
    rows = []
    for number, pot in enumerate(h.won, 1):
        paid = {room.names[h.seats[i]]: amount for i, amount in pot.paid.items()}
        name = "" if len(h.won) == 1 else ("the main pot: " if number == 1 else f"side pot {number - 1}: ")
        parts = [f"{room.names[h.seats[i]]} wins {money(amount)}{_with(read.get(i))}" for i, amount in pot.paid.items()]
        clauses = [*pot.clauses, *([h.game.cites.runs] if h.runs > 1 else [])]
        rows.append({
            "kind": "settled", "outcome": "win", "pot": number, "amount": pot.amount, "taken": pot.taken, "paid": paid,
            "text": name + ", ".join(parts), "clause": str(pot.clauses[0]),
            "clauses": list(dict.fromkeys(map(str, clauses))),
        })
    return rows


def _with(names: list[str] | None) -> str:
    return f" with {read_as(names)}" if names else ""


def _payments(room: Room, h: Hand) -> list[dict[str, Any]]:
    rows = []
    for event, after in pairwise(h.log):
        if event.what == "paid" and after.what == "won":
            payer, winner = room.names[h.seats[event.place]], room.names[h.seats[after.place]]
            rows.append({
                "kind": "settled", "outcome": "win", "pot": 0, "amount": event.amount, "taken": 0,
                "paid": {winner: event.amount}, "text": f"{payer} pays {winner} {money(event.amount)}",
                "clause": str(event.clause), "clauses": [str(event.clause)],
            })
    return rows


def won(last: dict[str, Any] | None, player: str) -> tuple[Cents, Cents]:
    """What a player got of the pots of the last hand, and his net."""
    if last is None:
        return 0, 0
    got = sum(line["paid"].get(player, 0) for line in last["lines"])
    return got, last["net"].get(player, 0)


def step(h: Hand) -> str:
    """Which question of the hand is asked now: how far the hand is, what it costs to stay, and whose turn it is."""
    return f"{h.street}.{h.stage}.{h.price}.{h.turn}"
