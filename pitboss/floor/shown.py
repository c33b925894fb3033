"""What those who watch the floor are sent: what is on disk, and nothing else. A desk whose last step is still on its
way there is shown as it was before, and shown again when it is sure."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from pitboss.floor import poker_view, trouble, view
from pitboss.floor.cage import STREAM as CAGE
from pitboss.floor.cage import Cage
from pitboss.floor.commands import PLAYER, Who
from pitboss.floor.desk import encode
from pitboss.floor.house import HouseTable
from pitboss.floor.poker import PokerDesk
from pitboss.floor.store import Store, Write

log = logging.getLogger("pitboss.floor")

Sink = Callable[[bytes], None]
# Lists that grow: what is new in them is sent, not all of them.
LISTS = ("events", "wagers", "history")
AnyTable = HouseTable | PokerDesk


class Watched:
    """A table as its watchers know it; not yet, while it has no view."""

    def __init__(self) -> None:
        self.sinks: dict[int, tuple[Who, Sink]] = {}
        self.ver = 0
        self.view: dict[str, Any] = {}
        # What they were told instead of a view.
        self.trouble = b""

    def snapshot(self, table: str) -> bytes:
        return encode({"t": "snapshot", "table": table, "ver": self.ver, "view": self.view})


class FloorViews:
    """The side of a floor that is looked at."""

    store: Store
    cage: Cage
    tables: dict[str, AnyTable]

    def __init__(self) -> None:
        # Desks that have done something which is not on disk yet.
        self.unsure: set[str] = set()
        # Desks that cannot be used, and why: nothing is known of them until they are read.
        self.unread: dict[str, trouble.Trouble] = {}
        self.watched: dict[str, Watched] = {}
        self._own: dict[str, dict[int, Sink]] = {}
        self._messages: dict[str, bytes] = {}
        # What each player who is here may see of his own, by desk; who that is, by desk; who waits for a desk.
        self._mine: dict[str, dict[str, Any]] = {}
        self._at: dict[str, set[str]] = {}
        self._late: dict[str, set[str]] = {}
        self._listed: dict[str, dict[str, Any]] = {}
        self._occasions: dict[str, tuple[Any, ...]] = {}
        self._numbers = 0

    def _number(self) -> int:
        """Never the same twice, so that no step of one view is ever taken for a step of another."""
        self._numbers += 1
        return self._numbers

    # -- tables --------------------------------------------------------------------------------------

    def watch(self, who: Who, table: str, sink: Sink) -> Callable[[], None] | None:
        """Send the table as it is, then what changes; gives what ends it. None where there is no such table."""
        if table not in self.tables and table not in self.unread:
            return None
        watched = self.watched.setdefault(table, Watched())
        if table in self.unread:
            self._say_trouble(table, watched)
        elif not watched.view and table not in self.unsure:
            self._say_changes(table, watched)  # also to those who were told of trouble that is over
        number = self._number()
        watched.sinks[number] = (who, sink)
        if table in self.unread:
            sink(watched.trouble)
        elif watched.view:
            sink(watched.snapshot(table))

        def end() -> None:
            watched.sinks.pop(number, None)

        return end

    def _shown(self, table: str) -> dict[str, Any]:
        shown: dict[str, Any] = views(self.tables[table]).public(self.tables[table])
        return shown

    def publish(self, table: str) -> None:
        """Send what changed at a table to those who watch it, made once for all of them."""
        watched = self.watched.get(table)
        if watched is None or table in self.unsure or not (table in self.tables or table in self.unread):
            return
        if not watched.sinks:
            del self.watched[table]
            return
        if table in self.unread:
            return self._say_trouble(table, watched)
        self._say_changes(table, watched)

    def _say_changes(self, table: str, watched: Watched) -> None:
        message = self._change(table, watched)
        if message is not None:
            for _, sink in list(watched.sinks.values()):
                sink(message)

    def _say_trouble(self, table: str, watched: Watched) -> None:
        """Those who watch are told what is wrong, once; when the table is read they are sent the whole of it."""
        news = trouble.message(table, self.unread[table])
        if watched.trouble == news and not watched.view:
            return
        watched.view, watched.trouble = {}, news
        for _, sink in list(watched.sinks.values()):
            sink(news)

    def _change(self, table: str, watched: Watched) -> bytes | None:
        before, now = watched.view, self._shown(table)
        changes = {key: value for key, value in now.items() if before.get(key) != value}
        if not changes:
            return None
        was, watched.view, watched.ver = watched.ver, now, self._number()
        if not before:
            return watched.snapshot(table)
        message: dict[str, Any] = {"t": "delta", "table": table, "from": was, "ver": watched.ver, "set": changes}
        for key in LISTS:
            if key in changes and (splice := spliced(before.get(key, []), now[key])) is not None:
                del changes[key]
                message.setdefault("splice", {})[key] = splice
        return encode(message)

    def lobby(self) -> list[dict[str, Any]]:
        """Every table in short, without those that players had opened and left."""
        for id, table in self.tables.items():
            if id not in self.unsure:
                try:
                    self._listed[id] = views(table).listed(table)
                except Exception:
                    log.exception("table %s cannot be listed; it stays as it was listed before", id)
        rows = [self._listed[id] for id, table in self.tables.items()
                if id in self._listed and not table.attendance.deserted]
        return rows + [trouble.listed(known) for id, known in self.unread.items() if id != CAGE]

    def watchers(self, table: str) -> int:
        """How many players look at a table."""
        watched = self.watched.get(table)
        return sum(who.role == PLAYER for who, _ in watched.sinks.values()) if watched is not None else 0

    def seated(self, player: str) -> list[str]:
        """The tables at which a player has a seat."""
        return [id for id, table in self.tables.items()
                if id not in self.unsure and views(table).private(table, player)["boxes"]]

    # -- players -------------------------------------------------------------------------------------

    def follow(self, player: str, sink: Sink) -> Callable[[], None]:
        """Send a player what is only his, now and whenever it changes."""
        known = self._mine.setdefault(player, {}) if player in self._own else None
        try:
            if known is None:
                self._mine[player] = {}
                for desk in dict.fromkeys((CAGE, *self.tables, *self.unread)):
                    self._look(player, desk)
            message = encode(self.you(player))
        except Exception:
            if known is None:
                self._forget(player)  # who knows half of it would not be told the rest
            raise
        number = self._number()
        self._own.setdefault(player, {})[number] = sink
        sink(message)

        def end() -> None:
            own = self._own.get(player, {})
            own.pop(number, None)
            if not own:
                self._forget(player)

        return end

    def _forget(self, player: str) -> None:
        self._own.pop(player, None)
        self._messages.pop(player, None)
        for desk in self._mine.pop(player, {}):
            self._at.get(desk, set()).discard(player)

    def _look(self, player: str, desk: str) -> bool:
        """See what is a player's own at one desk; did it change?"""
        if desk in self.unsure or desk in self.unread:
            self._late.setdefault(desk, set()).add(player)
            return False
        now = self._own_view(player, desk)
        mine = self._mine[player]
        if mine.get(desk) == now:
            return False
        if now is None:
            del mine[desk]
            self._at[desk].discard(player)
        else:
            mine[desk] = now
            self._at.setdefault(desk, set()).add(player)
        return True

    def _own_view(self, player: str, desk: str) -> Any:
        """Return a player's own view of a desk; None if there is nothing to show, or no such desk: a table whose first
        write failed does not exist."""
        if desk == CAGE:
            return self.cage.of(player) or None
        table = self.tables.get(desk)
        own: dict[str, Any] = views(table).private(table, player) if table is not None else {}
        return own if any(own.values()) else None

    def you(self, player: str) -> dict[str, Any]:
        """A player's own credits, vouchers and cards."""
        mine = self._mine.get(player, {})
        return {
            "t": "you", "credits": self.store.balance(f"player:{player}"), "vouchers": mine.get(CAGE, []),
            "play": self.cage.play, "tables": {id: mine[id] for id in sorted(mine) if id != CAGE},
        }

    def tell(self, desk: str, touched: set[str]) -> None:
        """Send players what is only theirs, if it changed: those whose money moved, and those at the desk."""
        if desk in self.unsure or desk in self.unread:
            self._late.setdefault(desk, set()).update(touched)
            return
        touched = touched | self._late.pop(desk, set())
        here = touched | (self._here(desk) if desk != CAGE else set())
        try:
            self._tell(desk, touched, here)
        except Exception:
            self._late.setdefault(desk, set()).update(here)
            raise

    def _tell(self, desk: str, touched: set[str], here: set[str]) -> None:
        changed = {player for player in here & self._own.keys() if self._look(player, desk)}
        for player in sorted(changed | touched & self._own.keys()):
            for other in sorted(self._mine[player].keys() - {desk, CAGE}) if player in touched else ():
                self._look(player, other)  # credits are shown at every table
            message = encode(self.you(player))
            if message != self._messages.get(player):
                self._messages[player] = message
                for sink in list(self._own[player].values()):
                    sink(message)

    def _here(self, desk: str) -> set[str]:
        """Those whose own view of a table may have changed though they did nothing."""
        table = self.tables.get(desk)
        if table is None:
            return set()
        if isinstance(table, PokerDesk):
            return table.seated() | self._at.get(desk, set())
        before, now = self._occasions.get(desk), view.occasion(table)
        self._occasions[desk] = now
        return set() if before == now else view.players(table) | self._at.get(desk, set())

    def touched(self, write: Write) -> set[str]:
        """Players whose own view a write may have changed."""
        players = {event.actor for event in write.events}
        for account, _ in write.entries:
            kind, _, name = account.partition(":")
            if kind == "player":
                players.add(name)
            elif kind == "lesson":
                players.add(name.partition(":")[2])
            elif kind == "voucher" and name in self.cage.vouchers:
                players.add(self.cage.vouchers[name].player)
        return players


def spliced(old: list[Any], new: list[Any]) -> list[Any] | None:
    """How to make a new list of an old one: from where, how many go, and what comes instead. None: not worth it.

    >>> spliced([1, 2, 3], [1, 2, 3, 4]), spliced([1, 2, 3], [1, 5, 3]), spliced([1, 2], [3])
    ([3, 0, [4]], [1, 1, [5]], None)
    """
    least = at = min(len(old), len(new))
    if old[:least] != new[:least]:
        at = next(n for n in range(least) if old[n] is not new[n] and old[n] != new[n])
    end = 0
    while end < least - at and old[-1 - end] == new[-1 - end]:
        end += 1
    return [at, len(old) - at - end, new[at : len(new) - end]] if at + end else None


def views(table: AnyTable) -> Any:
    """What shows a table of this kind."""
    return poker_view if isinstance(table, PokerDesk) else view
