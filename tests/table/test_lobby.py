"""How games are found among many: each in a category, with a picture that no other game has."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pitboss.rulebooks import card_games, games
from pitboss.table import lobby
from pitboss.table.definition import Definition, GameOption, Look

EVERY: dict[str, type[Definition]] = {**games(), **card_games()}
CARD = re.compile(r"[2-9TJQKA][shdc]|\?\?|--|\.")


@pytest.mark.parametrize("made", EVERY.values(), ids=list(EVERY))
def test_a_game_has_a_category_and_a_picture(made: type[Definition]) -> None:
    assert made.listed_under() in lobby.CATEGORIES
    rows, _, mark = made.emblem().partition(" | ")
    assert len(mark) <= 4
    if rows.split()[0] not in ("wheel", "dice"):
        lines = [row.split() for row in rows.split(" / ")]
        assert 1 <= len(lines) <= 3 and all(1 <= len(line) <= 9 for line in lines)
        assert all(CARD.fullmatch(one) for line in lines for one in line), made.emblem()


def test_no_two_games_look_alike() -> None:
    assert [picture for picture, count in Counter(made.emblem() for made in EVERY.values()).items() if count > 1] == []


def test_games_of_the_card_room_are_played_between_players_and_no_others() -> None:
    assert {id for id, made in EVERY.items() if made.listed_under() == lobby.CARD_ROOM} == set(card_games())


def test_games_say_for_themselves_where_they_belong() -> None:
    assert all(made.category for made in EVERY.values())
    assert {made.listed_under() for made in games().values()} >= {
        lobby.BLACKJACK, lobby.SHOE, lobby.HOUSE_POKER, lobby.DICE_AND_WHEELS}


def test_a_game_that_says_nothing_is_put_somewhere_sensible() -> None:
    class Silent(Definition):
        id, title = "xyz/silent-game", "Silent game"

    class OfAShoe(Silent):
        choices = (GameOption("decks", "8", ("8",), None, ""),)  # type: ignore[arg-type]

    class OfAWheel(Silent):
        look = Look(results="wheel")

    found = [made.listed_under() for made in (Silent, OfAShoe, OfAWheel)]
    assert found == [lobby.HOUSE_POKER, lobby.SHOE, lobby.DICE_AND_WHEELS]
    assert Silent.emblem().endswith("| SG") and CARD.fullmatch(Silent.emblem().split()[0])
