"""The next hand of a table as it would be dealt: who plays, who puts down what, who may straddle; and what it means for
everybody at the table that it was dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cardroom.entering import entry_of, must_leave, nothing_missed, ring, under_way
from pitboss.cardroom.game import Blind
from pitboss.cardroom.seating import NEW, Entry, Kill, Positions, between
from pitboss.law import Refused
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.table import PokerTable


class Lineup(NamedTuple):
    """The next hand as it would be dealt: positions, seats in dealing order, blinds and posts by place, and whether
    the game starts anew with it."""

    positions: Positions
    order: tuple[int, ...]
    blinds: tuple[Blind, ...]
    anew: bool

    def place(self, seat: int) -> int | None:
        """The place of a seat in the hand; None where it is not dealt in."""
        return self.order.index(seat) if seat in self.order else None


def lineup_of(table: PokerTable) -> Lineup | Refused:
    """The next hand as it stands: who plays, and who puts down what."""
    game, seats = table.game, ring(table)
    present = seats.present
    if len(present) < 2:
        return game.refuse_players(1) or Refused(game.cites.turn, "a hand", "two players or more")
    if not game.has_button:
        return _with_blinds(table, Positions(0), present, anew=True)
    if table.positions is not None:
        now = base = game.move_on(table.positions, seats)
        before, dealt = present, _dealt(table, present, base)
        while 1 < len(dealt) < len(before):
            now = game.for_dealt(base, dealt)
            before, dealt = dealt, _dealt(table, dealt, now)
        if len(dealt) > 1 and (not base.blinds or base.blinds[-1] in dealt):
            return _with_blinds(table, game.for_dealt(base, dealt), dealt)
    button = table.first_button if table.positions is None else None
    return _with_blinds(table, game.begin(seats, button), present, anew=True)


def _dealt(table: PokerTable, seats: Sequence[int], now: Positions) -> list[int]:
    """Those who play: regular players, those who owe nothing for coming in, and those who have posted it."""
    dealt = []
    for seat in seats:
        entry = entry_of(table, seat, now)
        if entry is None or (isinstance(entry, Entry) and entry.amount in (0, table.players[seat].posts)):
            dealt.append(seat)
    return dealt


def _with_blinds(table: PokerTable, now: Positions, dealt: Sequence[int], anew: bool = False) -> Lineup:
    """Who puts down what: posts first, then the blinds, and the killer's wager in its turn."""
    order = tuple(table.game.order(sorted(dealt), now.button))
    posts: list[Blind] = []
    payers = {seat: place for place, seat in enumerate(order)}
    killer = payers.get(table.kill.seat) if table.kill.kill else None
    for place, seat in enumerate(order if not anew or under_way(table) else ()):
        entry = entry_of(table, seat, now)
        if isinstance(entry, Entry) and entry.amount:
            posts.append(Blind(place, entry.live, entry.dead, entry.clause, sets_price=False))
            del payers[seat]
    blinds = [*posts, *table.game.posted(now, payers)]
    if killer is not None:
        blinds = table.game.kill_posted(blinds, killer)
    return Lineup(now, order, tuple(blinds), anew)


# -- straddles ---------------------------------------------------------------------------------------------


def voluntary_blinds(
    table: PokerTable, lineup: Lineup, asked: Sequence[tuple[int, Cents]]
) -> list[Blind] | Refused:
    """The straddles that are asked for, one upon the other; or why one of them may not be."""
    straddles: list[Blind] = []
    for seat, amount in asked:
        place = lineup.place(seat)
        blind = table.game.straddle(straddles, -1 if place is None else place, _left(lineup, straddles), amount)
        if isinstance(blind, Refused):
            return blind
        straddles.append(blind)
    return straddles


def straddler_of(table: PokerTable) -> tuple[int, Blind] | None:
    """The seat that may straddle the next hand now, and with what; None where nobody may."""
    lineup = lineup_of(table)
    straddles = lineup if isinstance(lineup, Refused) else voluntary_blinds(table, lineup, table.straddles)
    if table.hand is not None or isinstance(lineup, Refused) or isinstance(straddles, Refused):
        return None
    place = _left(lineup, straddles)
    twice = 2 * (straddles[-1].live if straddles else max(table.game.blinds, default=0))
    blind = table.game.straddle(straddles, place, place, twice)
    seat = lineup.order[place]
    if isinstance(blind, Refused) or table.players[seat].stack < blind.live:
        return None
    return seat, blind


def _left(lineup: Lineup, straddles: Sequence[Blind]) -> int:
    """The place next to the last blind, straddles among them."""
    blinds, players = [*(blind for blind in lineup.blinds if blind.sets_price), *straddles], len(lineup.order)
    return (blinds[-1].place + 1) % players if blinds else 0


# -- the hand starts ---------------------------------------------------------------------------------------


def kill_for(table: PokerTable, lineup: Lineup) -> Kill:
    """The kill button as the hand starts: its holder plays, or has given it up."""
    if table.kill.kill and table.kill.seat not in lineup.order:
        return table.game.kill_given_up(table.kill)
    return table.kill


def begun(table: PokerTable, lineup: Lineup, kill: Kill) -> None:
    """A hand has been dealt: what it means for those in it, and for those who let it pass."""
    last, now = None if lineup.anew else table.positions, lineup.positions
    for seat in [seat for seat, player in table.players.items() if must_leave(table, player)]:
        del table.players[seat]
    paid = {lineup.order[blind.place] for blind in lineup.blinds if blind.sets_price}
    for seat, player in table.players.items():
        player.posts, player.paid = 0, seat in paid
        if seat in lineup.order:
            player.entry, player.out, player.played, player.kill_due = "", 0, True, 0
            if any(player.missed):
                player.missed = nothing_missed(table.game)
            continue
        player.out += 1
        if last is not None and player.entry != NEW:
            for blind, (old, new) in enumerate(zip(last.blinds, now.blinds, strict=True)):
                player.missed[blind] += old != new and (seat == new or between(seat, old, new))
    if last is not None and now.blinds and len(table.passed) < table.places:
        old, new = last.blinds[-1], now.blinds[-1]
        table.passed |= {seat for seat in range(1, table.places + 1) if seat == new or between(seat, old, new)}
    elif last is None and now.blinds and (table.first_button is None or table.positions is not None):
        table.passed = {now.blinds[-1]}
    table.positions, table.kill = now, kill
