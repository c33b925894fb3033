"""A table that goes on at other stakes: the same game, with other blinds, bets or buy-ins."""

from __future__ import annotations

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.table import PokerTable


def play_at(table: PokerTable, game: PokerGame) -> None:
    """The next hands are of this game. What was posted or announced for the old stakes is taken back; with another
    number of blinds nobody owes one of the old ones, and the button starts anew."""
    assert table.hand is None, "stakes change between hands"
    fewer_or_more = len(game.compulsory) != len(table.game.compulsory)
    table.game, table.straddles = game, []
    for player in table.players.values():
        player.posts = 0
        if fewer_or_more:
            player.missed = [0] * len(game.compulsory)
    if fewer_or_more:
        table.positions, table.first_button, table.passed = None, None, set()
