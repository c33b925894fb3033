"""Calling off a round against the house that was under way under other rules than this program's.

Its answers cannot be played by these rules, so every entry that it posted is posted back, and wagers that stood from
earlier rounds go back as the start of the round lists them. The book's ground for a void round is cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.floor import referrals
from pitboss.floor.desk import TABLE, body_of, decode, encode
from pitboss.floor.incidents import FAULT, STREAM
from pitboss.floor.live import Entries
from pitboss.floor.store import NewEvent, Stored
from pitboss.floor.trouble import Damaged
from pitboss.money import Cents, show_amount
from pitboss.table.game import Game

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# The reason as players see it; the incident names the versions.
WHY = "called off: the rules have changed"


class OlderRound:
    """A round that was under way when a floor of other rules stopped."""

    def __init__(self, start: Stored, words: str) -> None:
        self.start, self.words = start, words
        self.body: dict[str, Any] = body_of(start)

    @property
    def number(self) -> int:
        return int(self.body["round"])


def call_off(table: HouseTable, round: OlderRound, game: Game) -> dict[str, Any] | None:
    """Refund the stakes of a round and record it as void. Return its end as it is stored; None if nothing was staked,
    and then nothing is recorded."""
    entries = refunds(table, round)
    if not entries:
        return None
    table.post(*entries)
    own = {table.account(player): player for player in _players(round, entries)}
    back = {own[account]: amount for account, amount in entries if account in own}
    nothing = dict.fromkeys(back, 0)
    body: dict[str, Any] = decode(encode({
        "round": round.number, "lines": [], "net": nothing, "gain": nothing, "bet": nothing, "result": "void",
        "tag": "void", "played": True, "shuffle": table.digest, "void": True, "why": WHY,
        "referred": referrals.left_open(table, round.number),
        "called_off": {"back": back, "clause": game.declares_void or "", "was": round.words, "rules": game.rules},
    }))
    table.write("ended", TABLE, body)
    return body


def refunds(table: HouseTable, round: OlderRound) -> Entries:
    """Return the entries that undo a round: one an account."""
    layout, start = f"layout:{table.id}", round.start
    undone: Counter[str] = Counter()
    events = table.store.events(table.stream, start.ver)
    opening = [event for event in events if (event.cmd, event.at) == (start.cmd, start.at)]
    for account, amount in _posted(table, events[len(opening):]):
        undone[account] -= amount
    for player, amount in _stood(round, opening):
        undone[table.account(player)] += amount
        undone[layout] -= amount
    held = table.store.balance(layout)
    if held + undone[layout]:
        raise Damaged(f"round {round.number} cannot be called off: {show_amount(held)} is on the layout, and the round "
                      f"accounts for {show_amount(-undone[layout])}")
    return [(account, amount) for account, amount in undone.items() if amount]


def _stood(round: OlderRound, opening: Iterable[Stored]) -> list[tuple[str, Cents]]:
    """Return the wagers from earlier rounds that were not collected in the write that started the round."""
    lying = {(box, player, slot): amount for box, player, _, amount, _, slot in round.body["standing"]}
    for event in opening:
        for answer in body_of(event)["answers"] if event.type == "acts" else ():
            if answer["type"] == "take":
                place = answer["box"], answer["player"], answer["wager"]
                lying[place] = answer.get("to", 0)
    return [(player, amount) for (_, player, _), amount in lying.items() if amount]


def _posted(table: HouseTable, events: Sequence[Stored]) -> Entries:
    """Return what a round has posted so far, without entries that are posted in its time and are not its own."""
    entries = table.store.entries(table.stream, events[0].ver - 1) if events else {}
    corrections = {event.cmd for event in events if event.type == "corrected"} - {""}
    posted: Entries = []
    for event in events:
        if event.cmd not in corrections:
            posted += entries.get(event.pos, ())
            posted += [(account, -amount) for account, amount in _besides(event, table)]
    return posted


def _besides(event: Stored, table: HouseTable) -> Entries:
    """Return the entries of an event that belong to no round: chips lent, credits refused, payments withheld."""
    if event.type not in ("lent", "credit-refused", "withheld", "held-paid"):
        return []
    body = body_of(event)
    amount: Cents = body["amount"] if event.type in ("lent", "held-paid") else -body["amount"]
    if event.type in ("lent", "credit-refused"):
        return [(table.account(body["player"]), amount), (f"float:{table.id}", -amount)]
    return [(body["account"], amount), (f"held:{body['player']}", -amount)]


def _players(round: OlderRound, entries: Entries) -> list[str]:
    """Return the players of a round, by their accounts and by the wagers that stood."""
    kinds = ("player:", "chips:", "lesson:")
    named = [account.rpartition(":")[2] for account, _ in entries if account.startswith(kinds)]
    return list(dict.fromkeys([*(player for _, player, *_ in round.body["standing"]), *named]))


def fresh_state(game: Game, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state that the next round starts from: new equipment, and what the game keeps of people and signs."""
    return game.opening_state() | {key: state[key] for key in game.state_kept if key in state}


def incident(table: str, ended: Mapping[str, Any], at: int) -> NewEvent:
    """Return the incident of a called-off round, as the incidents of a floor are stored."""
    off = ended["called_off"]
    what = (f"round {ended['round']} was called off: it was {off['was']}, and this program has rules {off['rules']}; "
            f"{in_words(off['back'])}")
    body = {"what": what, "count": 1, "since": at, "until": at, "desk": [table]}
    return NewEvent(STREAM, FAULT, encode(body), TABLE.name, at)


def in_words(back: Mapping[str, Cents]) -> str:
    """Describe refunds.

    >>> in_words({"Ann": 1000, "Ben": -500})
    '10 back to Ann, 5 back from Ben'
    """
    rows = [f"{show_amount(abs(amount))} back {'to' if amount > 0 else 'from'} {name}" for name, amount in back.items()]
    return ", ".join(rows) or "no stake was placed"


def shown(ended: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reason for calling a round off, and each player's refund, as terminals show them."""
    refunded = ended["called_off"]
    words = f"{ended['why']}; {in_words(refunded['back'])}"
    back = {player: {"headline": f"The round was called off: {show_amount(amount)} came back", "notes": [ended["why"]]}
            for player, amount in refunded["back"].items()}
    return {"results": back, "told": [{"n": 0, "kind": "ruled", "text": words, "clause": refunded["clause"]}]}
