"""What proves a round against the house once nothing hangs on its secrets any more; docs/proofs.md describes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.equipment.proof_document import VERSION
from pitboss.floor.desk import body_of, encode
from pitboss.floor.house import HouseTable
from pitboss.floor.live import LiveRound
from pitboss.floor.proposals import round_events
from pitboss.floor.rules_played import older
from pitboss.floor.store import Stored
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer, Ball, Cards, CutAt, Dice, Shuffled
from pitboss.table.acts import decode as read_answer
from pitboss.table.facts import Dealt
from pitboss.table.requests import Asked, Burn, Cut, Deal

# How far a shoe or seal is looked for, in events of its table.
FARTHEST, PAGE = 20_000, 500
THROWN = ("dice", "wheel")


class _Course:
    """What came of chance in a round, in order."""

    def __init__(self, table: HouseTable, events: Sequence[Stored]) -> None:
        start = body_of(events[0])
        self.shuffles: list[str] = [start["digest"]] if start["digest"] else []
        # Where each shuffle of this round was cut.
        self.cuts: dict[str, list[int]] = {}
        self.dealt: list[dict[str, Any]] = []
        self.came: list[str] = []
        game = make_game(table.added.game, start["options"])
        live = LiveRound(game, start["round"], start["state"], start["standing"])
        for event in events:
            if event.type == "acts":
                for answer in answers_in(event):
                    self._hear(live.request, answer)
                    live.send(answer)
            elif event.type == "amended":
                live = live.replayed(list(answers_in(event)))
        lying = [(past.to, card) for past in live.t.events if type(past) is Dealt for card in past.cards]
        self.ruled = lying != [(deal["to"], card) for deal in self.dealt for card in deal["cards"]]

    def _hear(self, request: Asked | None, answer: Answer) -> None:
        match request, answer:
            case _, Shuffled(digest=digest) if digest:
                self.shuffles.append(digest)
                self.cuts[digest] = []
            case Cut(what="cut"), CutAt(from_back=from_back) if self.shuffles:
                self.cuts.setdefault(self.shuffles[-1], []).append(from_back)
            case (Deal() | Burn()), Cards(cards=cards) if cards:
                to = request.to if isinstance(request, Deal) else "discard"
                self.dealt.append({"to": to, "cards": list(cards), "of": self.shuffles[-1] if self.shuffles else ""})
            case _, Dice(numbers=numbers):
                self.came.append(" ".join(map(str, numbers)))
            case _, Ball(number=number):
                self.came.append(number)


def answers_in(event: Stored) -> Iterator[Answer]:
    for answer in body_of(event)["answers"]:
        yield read_answer(encode(answer))


def proof_of(table: HouseTable, number: int) -> dict[str, Any] | None:
    """All that was sealed and opened of a round. None where nothing was left to chance; `waits` while something that
    is still secret hangs on it, and then nothing else is told; a round of before seals has none."""
    events = round_events(table.store, table.stream, number)
    if not events or not table.virtual:
        return None
    course = _Course(table, events)
    used = [digest for digest in course.shuffles if digest in {deal["of"] for deal in course.dealt}]
    orders, seals = _opened(table, events[0].ver, number, set(used), bool(course.came))
    # A seal of this round may have made shuffles of which no card came in it.
    used += [digest for digest in course.shuffles if digest in _shuffles(seals) and digest not in used]
    if not course.came and not course.dealt:
        return None
    head = {"pitboss-proof": VERSION, "table": table.id, "game": table.added.game, "round": number}
    sealed = any(draw["round"] == number for seal in seals for draw in seal["draws"])
    if any(digest not in orders for digest in used) or (not sealed and not used):
        held = any(draw["round"] == number for seal in table.seals.held for draw in seal.draws)
        return {**head, "waits": held or table.digest in used}
    since = {digest: _since_shuffle(table, number, events[0].ver, digest, course) for digest in used}
    shuffles = [orders[digest] | rounds for digest, rounds in since.items() if rounds is not None]
    if len(shuffles) < len(used):
        return None
    return {
        **head, "seals": seals, "shuffles": shuffles,
        "dealt": course.dealt, "came": course.came, "ruled": course.ruled,
    }


def _shuffles(seals: Sequence[dict[str, Any]]) -> set[str]:
    """Return the shuffles that seals made."""
    return {draw["digest"] for seal in seals for draw in seal["draws"] if draw["what"] == "shuffle"}


def _opened(
    table: HouseTable, first: int, number: int, used: set[str], thrown: bool
) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """Return the orders and the seals of a round, which may be opened long after it: the seals that something of the
    round was drawn from, and those that made the shuffles of which its cards came."""
    orders: dict[str, dict[str, Any]] = {}
    seals: list[dict[str, Any]] = []
    for after in range(first - 1, first + FARTHEST, PAGE):
        page = table.store.events(table.stream, after, PAGE)
        for event in page:
            body = body_of(event) if event.type in ("proof", "unsealed") else {}
            if event.type == "proof":
                orders[body["digest"]] = {key: body[key] for key in ("digest", "nonce", "order")}
            elif event.type == "unsealed" and any(
                draw["round"] == number or draw.get("digest") in used for draw in body["draws"]
            ):
                seals.append(body)
        drawn = not thrown or any(draw["what"] in THROWN for seal in seals for draw in seal["draws"])
        if len(page) < PAGE or (seals and drawn and used <= _shuffles(seals) <= orders.keys()):
            break
    return orders, seals


def _since_shuffle(table: HouseTable, number: int, first: int, digest: str, course: _Course) -> dict[str, Any] | None:
    """Return where a shoe was cut, and how many cards came of it in each round until this one; None if one of them was
    played under other rules."""
    counts: Counter[int] = Counter({number: sum(len(deal["cards"]) for deal in course.dealt if deal["of"] == digest)})
    if digest in course.cuts:
        return {"cuts": course.cuts[digest], "rounds": [[number, counts[number]]]}
    for round in range(number - 1, 0, -1):
        events = round_events(table.store, table.stream, round)
        if older(table.store, table.added.game, events[0]):
            return None
        earlier = _Course(table, events) if any(digest.encode() in event.body for event in events[1:]) else None
        if earlier is not None and digest in earlier.cuts:
            counts[round] = sum(len(deal["cards"]) for deal in earlier.dealt if deal["of"] == digest)
            return {"cuts": earlier.cuts[digest], "rounds": [[n, counts[n]] for n in sorted(counts)]}
        counts[round] = sum(len(answer.cards) for event in events if event.type == "acts"
                            for answer in answers_in(event) if type(answer) is Cards)
        if first - events[0].ver > FARTHEST:
            break
    return {"cuts": [], "rounds": [[n, counts[n]] for n in sorted(counts)]}
