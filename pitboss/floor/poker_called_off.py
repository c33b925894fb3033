"""Hands between players that were played under other rules than this program's.

A hand that was under way is called off: all players get back the chips they put in, and the table stands as before the
hand. The acts of the hand are not read; who sat down, left or added chips meanwhile is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pitboss.cardroom.lineup import begun, kill_for
from pitboss.floor.called_off import WHY, OlderRound
from pitboss.floor.desk import TABLE, body_of, decode, encode
from pitboss.floor.live import Entries
from pitboss.floor.memory import Added
from pitboss.floor.poker_room import Room
from pitboss.floor.store import Store, Stored
from pitboss.floor.trouble import Damaged
from pitboss.law import Refused
from pitboss.money import show_amount

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# Events of a hand, which mean nothing without it.
OF_HANDS = frozenset({"round", "acts", "ended", "conduct", "reported", "referred", "shows", "sees", "taken-back"})


def without_hand(
    added: Added, start: Stored, ended: Stored | None, events: Iterable[Stored], store: Store
) -> Room:
    """Return the table without a hand of other rules: as after its end, or as before it if it was under way."""
    body, end = body_of(start), body_of(ended) if ended is not None else {}
    called_off = end.get("called_off")
    if ended is not None and called_off is not None:
        body, events = called_off | {"round": body["round"]}, [event for event in events if event.ver > ended.ver]
    room = Room.from_plain(added, body)
    room.number = body["round"]
    for event in events:
        if event.type == "ended" and called_off is None and not end.get("void"):
            _play_past(room)
        refused = room.apply(event.type, body_of(event)) if event.type not in OF_HANDS else None
        if refused is not None:
            raise Damaged(f"what came after hand {room.number} cannot be read: {event.type}: {refused}")
    room.memory.proposals = []
    if ended is not None and called_off is None:
        for player in room.table.players.values():
            player.stack = store.balance(f"stack:{added.id}:{player.name}")
    return room


def _play_past(room: Room) -> None:
    """Move the button and the blinds past a hand that was played under other rules."""
    lineup = room.table.lineup()
    if not isinstance(lineup, Refused):
        begun(room.table, lineup, kill_for(room.table, lineup))


def call_off(desk: PokerDesk, round: OlderRound) -> dict[str, Any]:
    """Refund the chips of a hand and record it as void. Return its end as it is stored."""
    room, entries = desk.room, refunds(desk, round.number)
    desk.post(*entries)
    prefix = f"stack:{desk.id}:"
    back = {account.removeprefix(prefix): amount for account, amount in entries if account.startswith(prefix)}
    clause = room.game.declares_void
    clauses = [clause] if clause else []
    rows = [{
        "kind": "settled", "outcome": "void", "pot": 0, "amount": amount, "taken": 0, "paid": {name: amount},
        "text": f"{name} takes back {show_amount(amount)}", "clause": clause or "", "clauses": clauses,
    } for name, amount in back.items()]
    body: dict[str, Any] = decode(encode({
        "round": round.number, "lines": rows, "net": dict.fromkeys(back, 0), "result": "void", "tag": "",
        "played": True, "shuffle": round.body["digest"], "commission": {"amount": 0, "clause": ""}, "shows": {},
        "boards": [], "void": True, "back": back, "why": WHY, "by": "", "second": "",
        "ground": "", "clauses": clauses,
        "called_off": {
            "back": back, "clause": clause or "", "was": round.words, "rules": room.game.rules, **room.plain(),
        },
    }))
    desk.write("ended", TABLE, body)
    return body


def refunds(desk: PokerDesk, number: int) -> Entries:
    """Return the entries that give all chips in the pot back, with what the house took of the hand."""
    wanted, entries = desk.room.held(), Entries()
    for account, amount in wanted.items():
        if account.startswith("stack:"):
            entries.append((account, amount - desk.store.balance(account)))
    back = sum(amount for _, amount in entries)
    pot, taken = desk.store.balance(f"pot:{desk.id}"), desk.store.balance(f"commission:{desk.id}")
    fees = back - pot
    if not 0 <= fees <= taken or any(amount < 0 for _, amount in entries):
        raise Damaged(f"hand {number} cannot be called off: the pot holds {show_amount(pot)}, and the players' chips "
                      f"were {show_amount(back)} more before the hand")
    entries += [(f"pot:{desk.id}", -pot), (f"commission:{desk.id}", -fees)]
    return [(account, amount) for account, amount in entries if amount]
