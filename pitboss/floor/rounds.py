"""Every round in a floor's database, played again from its start and the answers after it: does it come out the same,
and did the ledger move what it moved?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from pitboss.floor.desk import body_of, decode, encode
from pitboss.floor.live import LiveRound
from pitboss.floor.memory import Added
from pitboss.floor.proposals import round_events
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.floor.verify import PAGE, Tell, entries_of
from pitboss.law.clauses import clause
from pitboss.money import Cents
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer
from pitboss.table.acts import decode as read_answer
from pitboss.table.facts import Settled
from pitboss.table.journal import digest
from pitboss.table.script import show_line
from pitboss.table.shuffles import Shuffles

TABLES = "table:"
_lines = msgspec.json.Decoder(list[Settled], dec_hook=lambda kind, text: clause(text)).decode


class Played(msgspec.Struct):
    """One round: what was written down, and how playing it again differs. `proof`: None where no shuffle was opened."""

    id: str
    number: int
    game: str
    lines: int = 0
    net: dict[str, Cents] = {}
    over: bool = False
    proof: bool | None = None
    faults: list[str] = []


def check_rounds(store: SQLiteStore, tell: Tell = lambda what, done, whole: None) -> Iterator[Played]:
    """Every round that was begun, as it ends; those still open come last."""
    whole = store.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0]
    tables: dict[str, _Table] = {}
    after = 0
    while events := store.all_events(after, PAGE):
        entries = entries_of(store, after, events[-1].pos)
        after = events[-1].pos
        for event in events:
            if event.stream not in tables and event.stream.startswith(TABLES):
                tables[event.stream] = _Table(store, event)
            elif event.stream in tables:
                yield from tables[event.stream].hear(event, entries.get(event.pos, []))
        tell("rounds", after, whole)
    for table in tables.values():
        yield from table.finish()


def check_round(store: SQLiteStore, id: str) -> Played | None:
    """One round by its id, "bj1/11". The ledger, and shuffles that went on from another round, are looked at only
    where all rounds are."""
    name, _, number = id.rpartition("/")
    stream = TABLES + name
    first = store.events(stream, 0, 1)
    if not (first and number.isascii() and number.isdigit() and len(number) < 10):
        return None
    table = _Table(store, first[0], alone=True)
    heard = [played for event in round_events(store, stream, int(number)) for played in table.hear(event, [])]
    return next(iter(heard or table.finish()), None)


class _Table:
    """A table as its stream tells it."""

    def __init__(self, store: SQLiteStore, first: Stored, *, alone: bool = False) -> None:
        self.store, self.stream, self.alone = store, first.stream, alone
        self.added = msgspec.convert(body_of(first), Added)
        self.walk_ins: list[str] = []
        self.shuffles = Shuffles()
        self.live: LiveRound | None = None
        self.round: Played | None = None
        self.number = 0
        self.left: tuple[Any, Any] | None = None
        self.corrections: dict[int, list[Answer]] = {}
        # What rounds moved and the ledger has not yet: entries come with the last event of their write.
        self.unposted: Counter[str] = Counter()

    def hear(self, event: Stored, entries: list[tuple[int, str, Cents]]) -> Iterator[Played]:
        """One event and its entries; gives a round when the next begins."""
        done = self.round if event.type in ("round", "rested") else None
        try:
            self._hear(event, body_of(event))
        except Exception as error:  # what was written down cannot be played by these rules, whatever broke
            self._fault(f"cannot be played again: {error}")
            self.live = None
        if entries:
            self._posted(entries, done)
        if done is not None:
            yield done

    def finish(self) -> Iterator[Played]:
        """The stream is at its end: the round that is still open, or the last of a table that rests."""
        if self.round is not None:
            for account, amount in self.unposted.items():
                if amount and not self.alone:
                    self._fault(f"{account}: {amount} cents moved, and no entry says so")
            yield self.round

    def _fault(self, what: str, at: Played | None = None) -> None:
        at = at or self.round
        if at is None:
            at = self.round = Played(f"{self.added.id}/{self.number}", self.number, self.added.game)
        at.faults.append(what)

    def _hear(self, event: Stored, body: dict[str, Any]) -> None:
        match event.type:
            case "round":
                self._start(body)
            case "rested":
                self._leave()
                self.live = self.round = None
            case "chips":
                self.walk_ins.append(body["player"])
            case "acts":
                answers = _answers(body)
                self.shuffles.read(answers)
                self._act(answers)
            case "amended" if self.live is not None:
                before, self.live = self.live, self.live.replayed(_answers(body))
                self.live.posted(before)
                self._whole(self.live, body)
                self._move(self.live, 1)
            case "corrected":
                self._correct(body)
            case "ended" if self.live is not None:
                self._end(self.live, body)
            case "proof" if self.round is not None:
                self._prove(self.round, body)

    def _start(self, body: dict[str, Any]) -> None:
        self._leave()
        number = body["round"]
        last, self.number = self.number, number
        self.round = Played(f"{self.added.id}/{number}", number, self.added.game)
        if last and number != last + 1:
            self._fault(f"follows round {last}")
        if self.left is not None and self.left != (body["state"], body["standing"]):
            self._fault("does not start from what the round before it left")
        self.walk_ins = list(body["memory"]["walk_ins"])
        self.live = LiveRound(make_game(self.added.game, body["options"]), number, body["state"], body["standing"])

    def _leave(self) -> None:
        """What the next round starts from."""
        if self.live is not None:
            self.left = decode(encode(self.live.t.state)), decode(encode(self.live.stands()))
            if self.live.over and self.round is not None and not self.round.over:
                self._fault("is over when played again, but was never written down as ended")

    def _act(self, answers: list[Answer]) -> None:
        if self.live is None:
            return
        for answer in answers:
            count = len(self.live.answers)
            refused = self.live.send(answer)
            if len(self.live.answers) == count:
                self._fault(f"answer {count + 1} is refused when played again: {refused}")
        self._move(self.live, 1)

    def _end(self, live: LiveRound, body: dict[str, Any]) -> None:
        assert self.round is not None
        self.round.over, self.round.net = True, body["net"]
        self.round.lines = len(body["lines"])
        if not live.over:
            self._fault("was written down as ended; played again it is not over")
        self._compare(live, body)
        if body["events"] != digest(live.t.events):
            self._fault("what happened is not what was written down (digest of the events)")

    def _compare(self, live: LiveRound, body: dict[str, Any]) -> None:
        """Lines and net."""
        for old, new in zip_longest(_lines(encode(body["lines"])), live.t.lines):
            if old != new:
                was, now = (show_line(line) if line else "no line" for line in (old, new))
                self._fault(f"{was!r} written down, {now!r} now")
        for player in sorted({*body["net"], *live.t.net}):
            told, moved = body["net"].get(player, 0), live.t.net.get(player, 0)
            if told != moved:
                self._fault(f"net of {player}: {told} cents written down, {moved} now")

    def _correct(self, body: dict[str, Any]) -> None:
        """A round that was over came out otherwise: the difference is posted."""
        number = body["round"]
        before = self._past(number)
        after = before.replayed(_answers(body))
        self.corrections[number] = list(after.answers)
        self._whole(after, body)
        self._compare(after, body)
        self._move(before, -1)
        self._move(after, 1)

    def _whole(self, live: LiveRound, body: dict[str, Any]) -> None:
        if len(live.answers) != len(body["answers"]):
            self._fault(f"the correction of round {live.number} is refused at answer {len(live.answers) + 1}")

    def _past(self, number: int) -> LiveRound:
        """An earlier round, as it stood before the correction that is being looked at."""
        other = _Table(self.store, self.store.events(self.stream, 0, 1)[0])
        for event in round_events(self.store, self.stream, number):
            if event.type in ("round", "acts", "amended") and (event.type == "round") == (other.live is None):
                other._hear(event, body_of(event))
        assert other.live is not None
        return other.live.replayed(self.corrections.get(number))

    def _prove(self, played: Played, body: dict[str, Any]) -> None:
        if self.alone and not self.shuffles.announced(body["digest"]):
            return
        holds = self.shuffles.proved(body["nonce"], body["order"])
        played.proof = holds and played.proof is not False
        if not holds:
            self._fault("the proof does not fit the shuffle that was announced, or the cards that came of it")

    def _move(self, live: LiveRound, sign: int) -> None:
        for account, amount in live.moved(self._account, self.added.id):
            self.unposted[account] += sign * amount

    def _account(self, player: str) -> str:
        return f"chips:{self.added.id}:{player}" if player in self.walk_ins else f"player:{player}"

    def _posted(self, entries: list[tuple[int, str, Cents]], done: Played | None) -> None:
        """The ledger has moved what the rounds moved since it last did; what a player owes counts as his.
        Entries that come with the start of a round are those of the round before it."""
        for _, account, amount in entries:
            kind, _, name = account.partition(":")
            self.unposted[f"player:{name}" if kind == "owed" else account] -= amount
        for account, amount in self.unposted.items():
            if amount:
                self._fault(f"{account}: the ledger moved {-amount:+} cents that the round did not", done)
        self.unposted.clear()


def _answers(body: dict[str, Any]) -> list[Answer]:
    return [read_answer(encode(answer)) for answer in body["answers"]]
