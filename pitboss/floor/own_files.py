"""One round or hand of a player's own in the notations that others read: a transcript where he played against the
house, PHH where players played each other. Of cards that he never saw neither tells more than that they came."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cardroom.hand import Hand
from pitboss.cardroom.phh import BadPhh, loads
from pitboss.cardroom.phh_play import play
from pitboss.cardroom.phh_write import dumps
from pitboss.floor.desk import body_of
from pitboss.floor.house import HouseTable
from pitboss.floor.live import LiveRound
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_hands import deck_in
from pitboss.floor.poker_room import Room
from pitboss.floor.proposals import round_events, round_of
from pitboss.floor.rules_played import older
from pitboss.floor.taken_back import start_of
from pitboss.rulebooks import games
from pitboss.table.journal import Record, digest
from pitboss.table.transcript_write import transcript
from pitboss.table.transcripts import BadTranscript


def house_transcript(table: HouseTable, number: int, player: str) -> str:
    """Return a round against the house as a transcript; `BadTranscript` if it cannot be written by itself."""
    _refuse_older(table, number)
    return transcript(_back(table, number), games()[table.added.game], player)


def _refuse_older(table: HouseTable | PokerDesk, number: int) -> None:
    start = start_of(table.store, table.stream, number)
    words = older(table.store, table.added.game, start) if start is not None else ""
    if words:
        raise BadTranscript(f"round {number} was {words}: it is not played again, and has no such file")


def _back(table: HouseTable, number: int) -> Iterator[Record]:
    """A round and those before it, from the last to the first."""
    for each in range(number, 0, -1):
        _refuse_older(table, each)
        yield as_record(round_of(table, each))


def as_record(live: LiveRound) -> Record:
    t = live.t
    return Record(live.game.id, dict(live.game.given), live.state, live.standing, live.answers, t.lines, t.net,
                  digest(t.events), live.game.rules)


def hand_phh(desk: PokerDesk, number: int, player: str) -> str:
    """Return a hand between players in PHH, which comes to the same money; `BadPhh` if the format has no words for it,
    or it depends on cards that were not shown."""
    _refuse_older(desk, number)
    h, names, last = played_hand(desk, number)
    if last.get("void"):
        raise BadPhh("PHH has no words for a hand that is void")
    shown = {int(seat) for seat in last["shows"]}
    hidden = {place for place, seat in enumerate(h.seats) if seat not in shown and names[seat] != player}
    text = dumps(h, [names[seat] for seat in h.seats], hidden)
    if play(loads(text)[0]).failures:
        raise BadPhh("played again, what PHH tells of this hand comes to something else")
    return text


def played_hand(desk: PokerDesk, number: int) -> tuple[Hand, dict[int, str], dict[str, Any]]:
    """A hand that is over, who sat where in it, and what was written down at its end."""
    events = round_events(desk.store, desk.stream, number)
    deck, room = deck_in(events), Room.from_plain(desk.added, body_of(events[0]))
    h: Hand | None = None
    for event in events:
        if event.type == "ended":
            assert h is not None
            return h, room.names, body_of(event)
        room.apply(event.type, body_of(event), deck)
        h = room.hand or h
    raise BadPhh("that hand is not over")
