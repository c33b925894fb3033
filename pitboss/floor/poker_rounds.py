"""Hands between players, played again from a floor's database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec

from pitboss.floor.desk import body_of, decode, encode
from pitboss.floor.poker import deck_of
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.poker_next_deck import deck_under_way, waiting_deck
from pitboss.floor.poker_room import Room
from pitboss.floor.poker_words import called_off, ended
from pitboss.floor.replayed import Entries, Replayed, ReplayedRound, of_player
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.floor.taken_back import is_struck, struck
from pitboss.floor.trouble import Damaged


class PokerRounds(Replayed):
    """A table between players. The order of the cards is told when a hand is over, so a hand is heard to its end
    before it is played."""

    def __init__(self, store: SQLiteStore, first: Stored, *, alone: bool = False) -> None:
        super().__init__(store, first, alone=alone)
        self.room: Room | None = None if alone else Room(self.added)
        self.digest = ""
        # Decks that were sealed before their hands, and the number that was added to each.
        self.sealed: dict[str, str] = {}
        self.waiting: list[tuple[Stored, Entries]] = []
        try:
            self.gone = struck(store, self.stream)
        except msgspec.MsgspecError:
            self.gone = []  # a changed event was told with its chain
        # What entries that were taken back moved, by the event before them: it is moved back with their taking back.
        self.moved_by: dict[int, Counter[str]] = {}

    def hear(self, event: Stored, entries: Entries) -> Iterator[ReplayedRound]:
        """One event. What was taken back is not played."""
        self.count(event, entries)
        struck_with = next((span for span in self.gone if span.after < event.ver <= span.upto), None)
        if struck_with is not None:
            moved = self.moved_by.setdefault(struck_with.after, Counter())
            for _, account, amount in entries:
                moved[of_player(account)] += amount
        elif self.added.mode != "physical" and (self.waiting or event.type == "round"):
            self.waiting.append((event, entries))
            if event.type == "deck":
                yield from self._play()
        else:
            yield from self._step(event, entries, None)

    def finish(self) -> Iterator[ReplayedRound]:
        over = not self.waiting
        if self.waiting:
            yield from self._play()
        if not self.alone:
            self._check_stored(over)
        yield from super().finish()

    def _check_stored(self, over: bool) -> None:
        """The stored decks are the announced ones: that of the next hand, and none of a hand that is over."""
        try:
            waiting_deck(self.store, self.stream)
            if over:
                deck_under_way(self.store, self.stream, "")
        except (Damaged, LookupError) as damage:
            self.fault(str(damage))

    def _play(self) -> Iterator[ReplayedRound]:
        """A hand whose cards are known, or still kept apart."""
        heard, self.waiting = self.waiting, []
        deck = None
        try:
            deck = deck_of(self.store, self.stream, [event for event, _ in heard])
        except Damaged as damage:
            self.fault(str(damage))
            self.room = None
        for event, entries in heard:
            yield from self._step(event, entries, deck)

    def _step(self, event: Stored, entries: Entries, deck: SealedDeck | None) -> Iterator[ReplayedRound]:
        done = self.round if event.type == "round" else None
        before = self.room.held() if self.room is not None else {}
        try:
            self._hear(event, body_of(event), deck)
            if self.room is not None:
                self._moved(before, self.room.held())
        except Exception as error:  # what was written down cannot be played by these rules, whatever broke
            self.fault(f"cannot be played again: {error}")
            self.room = None
        if entries:
            self.posted(entries, done)
        if done is not None:
            yield done

    def _hear(self, event: Stored, body: dict[str, Any], deck: SealedDeck | None) -> None:
        type = event.type
        if type == "round":
            self.begin(event, body)
            self._start(body)
        elif type == "ended" and self.older:
            self.end_older(body)
        if self.room is None:
            return
        if type == "deck":
            self._prove(body)
            return
        if type == "number" and body["digest"] == self.digest:
            self.fault("a number was added to a deck that was dealt from")
        if type == "sealed" or (type == "number" and body["digest"] in self.sealed):
            self.sealed[body["digest"]] = body.get("number", "")
            return
        if type == "taken-back":
            self._take_back(body)
        if type == "ended":
            self._end(self.room, body)
        self._purse(self.room, type, body)
        refused = self.room.apply(type, body, deck)
        if refused is not None:
            self.fault(f"{type} is refused when played again: {refused}")

    def _start(self, body: dict[str, Any]) -> None:
        """From what the hand before it left."""
        self.digest = body["digest"]
        if self.older:
            self.room = None
            self.sealed.pop(self.digest, None)
            return
        if self.sealed and self.digest not in self.sealed:
            self.fault("the deck is not one that was sealed before the hand")
        room = Room.from_plain(self.added, body)
        if self.room is not None and self.room.plain() != room.plain():
            self.fault("does not start from what the round before it left")
        if self.room is None:
            self.room = room

    def _end(self, room: Room, body: dict[str, Any]) -> None:
        assert self.round is not None
        self.round.over, self.round.net, self.round.lines = True, body["net"], len(body["lines"])
        if room.hand is None or room.hand.over == bool(body.get("void")):
            self.fault("was written down as ended; played again it is not over")
            return
        now = decode(encode(called_off(room, room.hand, body) if body.get("void") else ended(room, room.hand)))
        self.compare_net(body["net"], now["net"])
        body, now = facts_of(body), facts_of(now)
        if "facts" not in body:  # from before versions: its digest covers sentences
            now.pop("facts")
        for key in sorted({*body, *now} - {"net"}):
            if body.get(key) != now.get(key):
                self.fault(f"{key}: {body.get(key)} written down, {now.get(key)} now")

    def _take_back(self, body: dict[str, Any]) -> None:
        """What one command wrote can have been taken back, while nothing after it counts but takings back."""
        self.unposted.subtract(self.moved_by.pop(body["after"], {}))
        taken = self.store.events(self.stream, body["after"], body["upto"] - body["after"])
        later = self.store.events(self.stream, body["upto"])
        later = list(takewhile(lambda event: event.type != "taken-back" or body_of(event) != body, later))
        left = [event.type for event in later if not is_struck(event, self.gone)]
        if len({event.cmd for event in taken}) != 1 or set(left) - {"taken-back", "resumed"}:
            self.fault(f"more than the last entry is taken back: events {body['after'] + 1} to {body['upto']}")

    def _prove(self, body: dict[str, Any]) -> None:
        """The deck is the one whose digest was told before the first card."""
        assert self.round is not None
        deck = SealedDeck.of(body)
        added = self.sealed.pop(self.digest, deck.number)
        fits = body["digest"] == self.digest == deck.digest() and deck.number == added
        self.round.proof = fits and deck.is_pack()
        if not self.round.proof:
            self.fault("the deck is not the one that was sealed before the hand")

    def _moved(self, before: dict[str, int], after: dict[str, int]) -> None:
        for account in {**before, **after}:
            self.unposted[account] += after.get(account, 0) - before.get(account, 0)

    def _purse(self, room: Room, type: str, body: dict[str, Any]) -> None:
        if type in ("withheld", "held-paid"):
            amount = body["amount"] if type == "withheld" else -body["amount"]
            self.unposted[body["account"]] -= amount
            self.unposted[f"held:{body['player']}"] += amount
        """Chips that come from a player's credits, or go back to them."""
        match type:
            case "seated":
                self.unposted[room.purse(body["player"])] -= body["amount"]
            case "topped-up":
                self.unposted[room.purse(room.table.players[body["box"]].name)] -= body["amount"]
            case "left":
                self.unposted[room.purse(room.table.players[body["box"]].name)] += room.stack(body["box"])
            case "acts" if body.get("act") == "more time":
                self.unposted[room.purse(room.table.players[body["box"]].name)] -= room.game.clock.fee


# Keys of a hand's end, of its lines and of the hands shown that hold sentences or names for people.
SENTENCES = frozenset({"result", "tag", "events", "text", "names"})


def facts_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return a hand's end without the sentences in it."""
    rows = [{key: value for key, value in line.items() if key not in SENTENCES} for line in body["lines"]]
    shows = {seat: {key: value for key, value in show.items() if key not in SENTENCES}
             for seat, show in body["shows"].items()}
    return {key: value for key, value in body.items() if key not in SENTENCES} | {"lines": rows, "shows": shows}
