"""Coming into a game between players: who could play the next hand, and what those put down first who are new, were
away, have changed their seats or let blinds pass."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from pitboss.cardroom.seating import BACK, NEW, Entering, Entry, Positions, Ring, between
from pitboss.law import Clause, Refused
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame
    from pitboss.cardroom.table import Player, PokerTable


def ring(table: PokerTable) -> Ring:
    """Who sits there, and which of them take no part in the next hand."""
    absent = frozenset(
        seat for seat, player in table.players.items()
        if player.away or not player.stack or must_leave(table, player)
    )
    return Ring(tuple(sorted(table.players)), absent)


def must_leave(table: PokerTable, player: Player) -> Clause | None:
    """The clause by which one with too little to go on, who brings no more, leaves before the next hand."""
    return None if player.away else table.game.must_leave(player.stack, player.played and not player.out)


def under_way(table: PokerTable) -> bool:
    """Is the first hand still to come here, of a game that has been going on?"""
    return table.positions is None and table.first_button is not None


def owes(table: PokerTable, seat: int) -> Entry | Refused | None:
    """What a player must post to be in the next hand; None when he is simply dealt in, or is away."""
    game, now = table.game, ring(table)
    if not game.has_button or seat not in now.present or (table.positions is None and not under_way(table)):
        return None
    positions = game.begin(now, table.first_button) if table.positions is None else game.move_on(table.positions, now)
    return entry_of(table, seat, positions)


def entry_of(table: PokerTable, seat: int, now: Positions) -> Entry | Refused | None:
    """What one pays to come in at these positions: what the book asks, or, without the blind, a kill wager still owed.
    None for somebody who is simply dealt in."""
    who = _entering(table, seat, now)
    if who is None:
        return None
    entry, due = table.game.enters(who), 0 if who.due else table.players[seat].kill_due
    return entry if isinstance(entry, Refused) or not due else entry._replace(live=max(entry.live, due))


def _entering(table: PokerTable, seat: int, now: Positions) -> Entering | None:
    """What somebody is who is not simply dealt in; None for everybody else."""
    player = table.players[seat]
    kind = player.entry or (BACK if player.out or any(player.missed) or player.kill_due else "")
    if not kind:
        return None
    last = now.blinds[-1] if now.blinds else 0
    crossed = bool(now.blinds) and now.button == last and between(seat, now.button, now.blinds[0])
    return Entering(
        kind, seat == last, seat == now.button or crossed, bool(now.blinds) and between(seat, now.button, last),
        table.first_button is not None or seat in table.passed, tuple(player.missed),
    )


def told_by(table: PokerTable, seat: int, amount: Cents) -> Entry | Refused | None:
    """What a post before the first hand says of its player: that he is new, or back after blinds he has missed,
    whichever of them it pays for."""
    player = table.players.get(seat)
    if player is None or not table.game.has_button:
        return None
    missed = sorted(product((0, 1), repeat=len(table.game.compulsory)), reverse=True)
    entry, known = None, {}
    for kind, blinds in ((NEW, missed[-1]), *((BACK, blinds) for blinds in missed[:-1])):
        player.entry, player.missed = kind, list(blinds)
        entry = owes(table, seat)
        if isinstance(entry, Entry) and entry.amount:
            if entry.amount == amount:
                return entry
            known[entry.amount] = entry.clause
    owe_nothing(table.game, player)
    if not known:
        return entry
    words = show_amount(amount) if type(amount) is int else repr(amount)
    return Refused(known[max(known)], f"a post of {words}", ", ".join(map(show_amount, sorted(known))))


def owe_nothing(game: PokerGame, player: Player) -> None:
    """A player is taken for one who has been there all along."""
    player.entry, player.missed = "", nothing_missed(game)


def nothing_missed(game: PokerGame) -> list[int]:
    """How often each blind passed somebody who has paid them all."""
    return [0] * len(game.compulsory)
