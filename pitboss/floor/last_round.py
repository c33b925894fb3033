"""The end of a table's last round, which terminals show while the next round opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.floor import called_off, proposals
from pitboss.floor.desk import body_of, encode
from pitboss.floor.live import LiveRound, shuffled_again
from pitboss.floor.rules_played import older
from pitboss.floor.taken_back import Struck, start_of
from pitboss.floor.words import decided, lying, named, read_lines, stored
from pitboss.rulebooks import game as make_game
from pitboss.table.game import Game
from pitboss.table.views import SPECTATOR, visible

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def keep(table: HouseTable, live: LiveRound) -> None:
    """Add hands, lines and events of a round that is over to the table's last round."""
    if table.last is None:
        return
    hands = {hand.name: visible(hand, SPECTATOR) for hand in live.t.hands.in_order() if hand.cards}
    table.last |= {
        "hands": hands, "named": named(live.t, hands), "parts": lying(live.t, hands),
        "lines": [decided(live.t, line, n) for n, line in enumerate(live.t.lines)], "results": live.results(),
        "reshuffled": shuffled_again(live), "told": [words for words in live.told() if words["kind"] != "placed"],
    }


def keep_stored(table: HouseTable, game: Game) -> None:
    """Add the stored lines of a round of other rules to the table's last round."""
    if table.last is None:
        return
    lines = [stored(game, line, n) for n, line in enumerate(read_lines(encode(table.last["lines"])))]
    table.last |= {"hands": {}, "named": {}, "parts": {}, "lines": lines, "results": {}, "reshuffled": [], "told": []}
    if "called_off" in table.last:
        table.last |= called_off.shown(table.last)


def read(table: HouseTable, gone: Sequence[Struck]) -> None:
    """Read from the stream how the last round ended."""
    if table.last is None:
        return
    start = start_of(table.store, table.stream, table.last["round"], gone)
    if start is not None and older(table.store, table.added.game, start):
        keep_stored(table, make_game(table.added.game, body_of(start)["options"]))
    else:
        keep(table, proposals.round_of(table, table.last["round"], gone))
