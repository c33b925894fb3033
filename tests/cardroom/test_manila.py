"""Melbourne manila: dealing from a real deck, two hole cards, the low ace, who shows, folds before the first bet."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, legal, stacks

from pitboss.cardroom.game import Share
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import shows
from pitboss.equipment.decks import deck
from pitboss.hands.stripped import ShortDeckCategory
from pitboss.rulebooks.mel.c11_manila import FaroManila, Manila, ThreeCardManila, TwoCardManila

GAMES = {TwoCardManila: 2, ThreeCardManila: 3, FaroManila: 5}


def checked(h: Hand) -> Hand:
    while not h.over:
        do(h, "check" if legal(h).check else "call")
    return h


@pytest.mark.parametrize("game", GAMES)
def test_hole_cards_and_the_first_community_card(game: type[Manila]) -> None:
    h = dealt(game({"blinds": "5/10"}), (100, 100, 100))
    order, each = deck(h.game.deck_size), GAMES[game]
    assert h.hole == [[order[3 * n + i] for n in range(each)] for i in range(3)]
    assert not any(h.up), "hole cards lie face down"
    assert h.boards == [[order[3 * each]]]
    assert not h.burnt


def test_four_more_community_cards_each_after_a_burn() -> None:
    h = checked(dealt(ThreeCardManila({"blinds": "5/10"}), (100, 100, 100)))
    order = deck(36)
    assert h.boards == [[order[9], order[11], order[13], order[15], order[17]]]
    assert h.burnt == [order[10], order[12], order[14], order[16]]


@pytest.mark.parametrize(("game", "players"), [(TwoCardManila, 11), (ThreeCardManila, 9), (FaroManila, 8)])
def test_a_full_table_has_cards_enough(game: type[Manila], players: int) -> None:
    h = checked(dealt(game({"blinds": "5/10"}), (100,) * players))
    assert len(h.boards[0]) == 5


def test_a_fold_passes_the_opening_to_the_next() -> None:
    h = dealt(TwoCardManila({"blinds": "5/10"}), (100,) * 5)
    assert h.turn == 2
    do(h, "fold")
    assert h.turn == 3
    do(h, "fold")
    assert h.turn == 4


def test_the_low_ace_is_only_in_faro() -> None:
    share = Share("high", Manila.shares[0].clause)
    low = ("Ah", "6d"), ("7s", "8c", "9h", "Kd", "Kc")
    for game in (TwoCardManila(), ThreeCardManila()):
        value = game.value(share, *low)
        assert value.category != ShortDeckCategory.STRAIGHT  # type: ignore[attr-defined]
    value = FaroManila().value(share, ("Ah", "2d", "Jc", "Jd", "9s"), ("3s", "4c", "5h", "Kd", "Kc"))
    assert value.category == ShortDeckCategory.STRAIGHT  # type: ignore[attr-defined]


def test_exactly_two_hole_cards_play() -> None:
    share = Share("high", Manila.shares[0].clause)
    value = ThreeCardManila().value(share, ("Ah", "Ad", "As"), ("7s", "8c", "Th", "Kd", "Qc"))
    assert value.category == ShortDeckCategory.PAIR  # type: ignore[attr-defined]


CARDS = ("1: As Ad", "2: Ks Kd", "3: Qs Qd", "board: Ah 9c 8d 7s Kc")


def test_the_called_player_shows_and_whoever_is_as_good() -> None:
    h = given(TwoCardManila({"blinds": "5/10"}), (100, 100, 100), *CARDS)
    do(h, "call", "call", "check", *["check"] * 9, "check", "bet 10", "call", "call")
    assert [place for place, _ in shows(h)] == [1, 0]


def test_the_last_player_left_in_the_final_round_wins() -> None:
    h = given(TwoCardManila({"blinds": "5/10"}), (100, 100, 100), *CARDS)
    do(h, "call", "call", "check", *["check"] * 9, "bet 10", "fold", "fold")
    assert stacks(h) == [120, 90, 90]
    assert h.won[0].clauses == ("MEL-11.5.3(a)",)
