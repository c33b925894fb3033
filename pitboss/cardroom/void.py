"""A hand that is called off: it is taken not to have started, and the next one is dealt from where it was."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cardroom import reports
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.seating import Kill
from pitboss.cardroom.table import Player, PokerTable


class Before(NamedTuple):
    """A table as it was before the cards, and those who sat there, to know them again."""

    table: PokerTable
    players: dict[int, Player]


def remember(table: PokerTable) -> Before:
    """What calling the next hand off comes back to."""
    return Before(table.copy(), dict(table.players))


def call_off(table: PokerTable, before: Before) -> Hand:
    """Its hand is void: everybody has what he had, and button, blinds and what is owed for coming in are as they were.
    Who sat down, left, sat out, came back or added chips meanwhile has. Straddles are announced anew."""
    h, was = table.hand, before.table
    assert h is not None, "no hand is on"
    stay = {seat for seat, player in before.players.items() if table.players.get(seat) is player}
    if h.void is None:
        reports.call_off(h)
    for seat in stay:
        _as_before(table.players[seat], was.players[seat], seat in h.seats)
    table.hand, table.straddles = None, []
    table.positions, table.passed = was.positions, set(was.passed)
    table.kill = was.kill if {was.kill.seat, was.kill.refused} - {0} <= stay else Kill()
    return h


def _as_before(player: Player, was: Player, in_hand: bool) -> None:
    if in_hand:
        player.stack, player.added = was.stack + player.added, 0
    # One who came back meanwhile owes what he owes for the hands before.
    player.entry = was.entry if was.entry or not was.out else player.entry
    player.missed, player.out, player.played, player.paid = was.missed[:], was.out, was.played, was.paid
    player.posts = 0 if player.away else was.posts
    player.kill_due = was.kill_due
