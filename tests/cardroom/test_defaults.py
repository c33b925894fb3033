"""What a game between players has where its book is silent: an honest default, or it must say it itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.poker_hands import dealt

import pitboss.cardroom
from pitboss.cardroom.game import PokerGame, SettingGame
from pitboss.cardroom.seating import Seating
from pitboss.rulebooks import card_games
from pitboss.rulebooks.mel.c12_flop_games import Holdem


def test_nothing_of_the_card_room_is_left_to_fail_when_it_is_called() -> None:
    for path in Path(pitboss.cardroom.__file__).parent.glob("*.py"):
        assert "NotImplementedError" not in path.read_text(), path.name


def test_equal_parts_where_no_clause_divides_otherwise() -> None:
    h = dealt(Holdem(), (200, 200))
    assert PokerGame.between_shares(h.game, h, 501_00) == [501_00]
    h.runs = 2
    assert PokerGame.between_runs(h.game, h, 501_00) == [251_00, 250_00]
    assert Seating.bigger(h.game) is h.game


def test_a_game_in_which_hands_are_set_says_how_they_are_settled() -> None:
    own = {"in_hands", "values", "rightly_set", "payments", "settle"}
    assert SettingGame.__abstractmethods__ - PokerGame.__abstractmethods__ == own
    for game in card_games().values():
        assert issubclass(game, SettingGame) == any(street.sets for street in game().streets)
    said = {name: lambda *_: None for name in own}
    assert isinstance(type("Settled", (Holdem, SettingGame), dict(said))(), SettingGame)
    for name in own:
        with pytest.raises(TypeError, match=rf"abstract method '?{name}\b"):
            type("Unsettled", (Holdem, SettingGame), {other: said[other] for other in own - {name}})()
