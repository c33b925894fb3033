"""A player's own rounds and hands, at whatever tables, as they stand now: read from the ends of rounds that name him,
with what was corrected or taken back since. Nothing of it is kept anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.floor.desk import body_of
from pitboss.floor.memory import Added
from pitboss.floor.proposals import round_events
from pitboss.floor.store import ALWAYS, Store, Stored
from pitboss.floor.taken_back import Struck, is_struck, struck
from pitboss.money import Cents
from pitboss.rulebooks import card_games, games

# Past every position there will ever be.
LAST = 2**62
# So many are read at a time: whoever else reads waits no longer than for these.
AT_ONCE = 500
TABLES = "table:"


class Mark(msgspec.Struct, frozen=True):
    """What else is to be said of a round: that it is void, was corrected, and the like; and why."""

    what: str
    why: str = ""


class SettledLine(msgspec.Struct, frozen=True):
    """What is needed of a settled wager, or of a pot, to add it up."""

    player: str = ""
    wager: str = ""
    stake: Cents = 0
    outcome: str = ""
    pays: Cents = 0
    # Between players: who got what of it.
    paid: dict[str, Cents] = {}


class RoundEnd(msgspec.Struct, frozen=True):
    """What is needed of the end of a round, or of its correction."""

    round: int
    net: dict[str, Cents]
    lines: list[SettledLine] = []
    result: str = ""
    gain: dict[str, Cents] | None = None
    bet: dict[str, Cents] | None = None
    void: bool = False
    why: str = ""
    reason: str = ""


_read_end = msgspec.json.Decoder(RoundEnd).decode


class OwnRound(msgspec.Struct, frozen=True):
    """One round or hand of a player: what he had at stake, what he won or lost, and what came of it."""

    id: str
    at: int
    game: str
    title: str
    table: str
    kind: str
    round: int
    result: str
    stake: Cents
    net: Cents
    marks: tuple[Mark, ...]
    # Chips of a lesson are worth nothing.
    value: bool
    pos: int
    lines: tuple[SettledLine, ...]


class RoundFilter(msgspec.Struct, frozen=True):
    """Which of his rounds a player asks for: of one game, and within some times."""

    game: str = ""
    times: tuple[int, int] = ALWAYS


class OwnTable:
    """What a table's stream says of its rounds besides their ends."""

    def __init__(self, store: Store, stream: str) -> None:
        self.stream = stream
        self.added = msgspec.convert(body_of(store.events(stream, 0, 1)[0]), Added)
        self.gone: list[Struck] = struck(store, stream)
        self.kind = "poker" if self.added.game in card_games() else "house"
        self.title = (games().get(self.added.game) or card_games()[self.added.game]).title
        self.value = self.added.options.get("teaching") != "non-value"
        self.corrections = {end.round: end for end in map(_read, reversed(store.recent(stream, "corrected", -1)))}
        self.notes: dict[int, list[Mark]] = {}
        for type, what in (("taken-back", "entry taken back"), ("resumed", "interrupted"), ("referred", "referred")):
            for event in store.recent(stream, type, -1):
                self.notes.setdefault(body_of(event)["round"], []).append(Mark(what))

    def row(self, event: Stored, player: str) -> OwnRound:
        """A round as it stands now."""
        ended = _read(event)
        now = self.corrections.get(ended.round, ended)
        marks = [Mark("void", ended.why)] if ended.void else []
        if now is not ended:
            marks.append(Mark("corrected", now.reason))
        marks += dict.fromkeys(self.notes.get(ended.round, ()))
        net = (now.net if now.gain is None else now.gain).get(player, 0)
        return OwnRound(
            f"{self.added.id}/{ended.round}", event.at, self.added.game, self.title, self.added.name or self.added.id,
            self.kind, ended.round, now.result, _staked(now, player, net), net, tuple(marks), self.value, event.pos,
            tuple(line for line in now.lines if line.player == player),
        )


def _read(event: Stored) -> RoundEnd:
    return _read_end(event.body)


def _staked(end: RoundEnd, player: str, net: Cents) -> Cents:
    """What a player had at stake. Between players it is what he put in: what he got of the pots, less what he won."""
    if end.bet is not None:
        return end.bet.get(player, 0)
    return 0 if end.void else sum(line.paid.get(player, 0) for line in end.lines) - net


class OwnHistory:
    """The history of one player."""

    def __init__(self, store: Store, player: str) -> None:
        self.store, self.player = store, player
        self._tables: dict[str, OwnTable | None] = {}

    def table(self, stream: str) -> OwnTable | None:
        """A table he played at; none where somebody with chips went by his name, who is not he."""
        if stream not in self._tables:
            chips = f"chips:{stream.removeprefix(TABLES)}:{self.player}"
            others = any(account == chips for account, *_ in self.store.accounts(chips))
            self._tables[stream] = None if others else OwnTable(self.store, stream)
        return self._tables[stream]

    def rounds(self, wanted: RoundFilter, before: int = LAST) -> Iterator[OwnRound]:
        """The newest first, read some at a time."""
        streams = streams_of(self.store, wanted.game) if wanted.game else None
        while before:
            events, before = self.store.rounds_of(self.player, before, AT_ONCE, wanted.times, streams)
            for event in events:
                table = self.table(event.stream)
                if table is not None and not is_struck(event, table.gone):
                    yield table.row(event, self.player)

    def page(self, wanted: RoundFilter, before: int, limit: int) -> tuple[list[OwnRound], int]:
        """Some of them, and the position that the next ones lie before; 0 where there are no more."""
        rows: list[OwnRound] = []
        for row in self.rounds(wanted, before):
            if len(rows) == limit:
                return rows, rows[-1].pos
            rows.append(row)
        return rows, 0

    def one(self, id: str) -> OwnRound | None:
        """A round by its id, if he was in it."""
        name, _, number = id.rpartition("/")
        stream = TABLES + name
        if not (number.isascii() and number.isdigit() and len(number) < 16 and self.store.version(stream)):
            return None
        ends = [event for event in round_events(self.store, stream, int(number)) if event.type == "ended"]
        table = self.table(stream)
        if table is None or not ends or not _names(_read(ends[-1]), self.player):
            return None
        return table.row(ends[-1], self.player)


def _names(end: RoundEnd, player: str) -> bool:
    return player in (end.net if end.gain is None else end.gain)


def streams_of(store: Store, game: str) -> list[str]:
    """The streams of all tables of a game, open or not."""
    return [stream for stream in store.streams()
            if stream.startswith(TABLES) and body_of(store.events(stream, 0, 1)[0])["game"] == game]


def row_data(row: OwnRound) -> dict[str, Any]:
    """A row for people: what is only there to be added up is left out."""
    plain: dict[str, Any] = msgspec.to_builtins(row)
    return {name: value for name, value in plain.items() if name not in ("lines", "pos")}
