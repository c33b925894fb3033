"""Stud games: dealing from a real deck, bring-ins, the last card when cards run short, open pairs, halves, showing."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, legal, refused, stacks

from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import shows
from pitboss.equipment.decks import deck
from pitboss.law import Refused
from pitboss.rulebooks.mel.c10_stud import (
    CrownStud,
    FiveCardStud,
    Razz,
    SevenCards,
    SevenCardStud,
    SevenCardStudHiLo,
    StudGame,
)

FIXED = {"structure": "fixed", "ante": "1", "bring-in": "5", "bet": "10", "big-bet": "20"}


def checked(h: Hand) -> Hand:
    """The bring-in is called, and everything else checked."""
    while not h.over:
        do(h, "check" if legal(h).check else "call")
    return h


# -- 10.1 and 10.2: antes and first cards ------------------------------------------------------------------


def test_everybody_antes_and_gets_two_cards_down_and_one_up() -> None:
    h = dealt(SevenCardStud(FIXED), (100, 100, 3))
    order = deck(52)
    assert h.put == [100, 100, 100]
    assert h.hole == [[order[3 * n + i] for n in range(3)] for i in range(3)]
    assert h.up == [[order[6]], [order[7]], [order[8]]]


@pytest.mark.parametrize(("game", "up"), [(FiveCardStud, 4), (CrownStud, 3), (SevenCardStud, 4), (Razz, 4)])
def test_how_many_cards_lie_open_in_the_end(game: type[StudGame], up: int) -> None:
    h = checked(dealt(game(FIXED), (100, 100)))
    assert [len(cards) for cards in h.up] == [up, up]
    assert len(h.burnt) == len(h.game.streets) - 1
    assert len(h.hole[0]) == (7 if issubclass(game, SevenCards) else 5)


# -- 10.3: bring-in ----------------------------------------------------------------------------------------


def test_a_bring_in_that_is_a_whole_bet_is_raised_by_a_bet() -> None:
    h = given(SevenCardStud(FIXED | {"bring-in": "10"}), (100, 100, 100), "1: 2c 3c Kd", "2: 2d 3d 4d", "3: 2h 3h 9h")
    assert (h.turn, h.bets[1]) == (2, 1000)
    assert refused(h, "raise to 15") == "MEL-6.6"
    do(h, "raise to 20", "raise to 30", "raise to 40")
    assert h.raises == 3


def test_a_completion_is_not_one_of_three_raises() -> None:
    h = given(SevenCardStud(FIXED), (100, 100, 100), "1: 2c 3c Kd", "2: 2d 3d 4d", "3: 2h 3h 9h")
    do(h, "complete to 10", "raise to 20", "raise to 30", "raise to 40")
    assert refused(h, "raise to 50") == "MEL-6.9"


def test_a_bring_in_for_the_last_chips_leaves_the_price() -> None:
    h = given(SevenCardStud(FIXED), (100, 4, 100), "1: 2c 3c Kd 7d", "2: 2d 3d 4d 8d", "3: 2h 3h 9h 9d")
    assert (h.bets[1], h.price) == (300, 500)
    do(h, "call", "call")
    assert h.put == [600, 400, 600]


def test_without_limit_the_least_bet_is_the_minimum_of_the_table() -> None:
    h = given(SevenCardStud({"ante": "1", "bring-in": "2", "bet": "5"}), (100, 100), "1: 2c 3c Kd", "2: 2d 3d 4d")
    assert legal(h).raise_from == 700


def test_in_razz_the_highest_card_brings_it_in_and_the_ace_is_low() -> None:
    h = given(Razz(FIXED), (100, 100, 100), "1: 2c 3c Ad", "2: 2d 3d Kd", "3: 2h 3h Kh")
    assert h.bets == [0, 0, 500]
    h = given(Razz(FIXED), (100, 100, 100), "1: 2c 3c As", "2: 2d 3d Ad", "3: 2h 3h 2s")
    assert h.bets == [0, 0, 500]


def test_in_razz_the_lowest_hand_showing_opens() -> None:
    h = given(Razz(FIXED), (100, 100, 100), "1: 2c 3c Ad 8c", "2: 2d 3d Kd 4d", "3: 2h 3h 7h 8h")
    do(h, "call", "call")
    assert h.turn == 0, "eight and ace are below eight and seven"
    h = given(Razz(FIXED), (100, 100, 100), "1: 2c 3c 7h 8h", "2: 2d 3d Kd 4d", "3: 2s 3h 7d 8c")
    do(h, "call", "call")
    assert h.turn == 2, "of equal hands the one with the lowest suit"
    h = given(Razz(FIXED), (100, 100), "1: 2c 3c 4d 4c", "2: 2d 3d Kd Qd")
    do(h, "call")
    assert h.turn == 1, "a pair is worse than any two cards"


# -- 10.6: the last card -----------------------------------------------------------------------------------


def last_street(game: StudGame, players: int) -> Hand:
    return checked(dealt(game, (100,) * players))


def test_eight_to_the_end_share_the_last_card_of_the_deck() -> None:
    h = last_street(SevenCardStud(FIXED), 8)
    assert [len(cards) for cards in h.hole] == [6] * 8
    assert len(h.boards[0]) == 1
    assert (len(h.burnt), h.deck) == (3, [])
    assert everywhere(h) == sorted(deck(52))


def test_the_burnt_cards_come_back_when_they_suffice() -> None:
    h = last_street(SevenCardStud(FIXED | {"deck": "36"}), 5)
    assert [len(cards) for cards in h.hole] == [7] * 5
    assert h.boards == [[]]
    # 33 cards were out, three of them burnt: six for a burn and five cards.
    assert (len(h.burnt), len(h.deck)) == (1, 0)
    assert everywhere(h) == sorted(deck(36))


def test_a_burn_is_left_out_when_the_cards_just_suffice() -> None:
    h = last_street(FiveCardStud(FIXED | {"deck": "40"}), 8)
    assert [len(cards) for cards in h.hole] == [5] * 8
    assert (h.burnt, h.deck) == ([], [])
    assert everywhere(h) == sorted(deck(40))


def test_a_card_is_burnt_before_a_community_card_if_there_is_one_to_spare() -> None:
    h = dealt(SevenCardStud(FIXED), (100,) * 8)
    do(h, *["call"] * 7, "bet 10", "fold", *["call"] * 6)
    checked(h)
    assert len(h.boards[0]) == 1
    assert (len(h.burnt), len(h.deck)) == (4, 1)


def test_enough_cards_need_neither() -> None:
    h = last_street(SevenCardStud(FIXED | {"deck": "32"}), 4)
    assert [len(cards) for cards in h.hole] == [7] * 4
    assert (len(h.burnt), len(h.deck)) == (4, 0)


def test_the_best_hand_showing_opens_whatever_the_community_card() -> None:
    h = dealt(SevenCardStud(FIXED), (100,) * 8)
    while h.street < 4:
        do(h, "check" if legal(h).check else "call")
    assert isinstance(h.game, StudGame)
    assert h.first == h.game.best_showing(h)
    assert all(len(cards) == 4 for cards in h.up)


# -- 10.6.7: open pairs ------------------------------------------------------------------------------------

PAIR = ("1: 2c 3c Kd Ks", "2: 2d 3d 4d 9d", "3: 2h 3h 9h Jh")


def test_a_pair_opens_both_limits_and_the_higher_one_sticks() -> None:
    h = do(given(SevenCardStud(FIXED), (100, 100, 100), *PAIR), "call", "call")
    assert legal(h).sizes == (1000, 2000)
    assert refused(h, "bet 15") == "MEL-10.6.7"
    do(h, "bet 20")
    assert refused(h, "raise to 30") == "MEL-10.6.7"
    do(h, "raise to 40")


def test_a_short_stack_may_go_all_in_at_the_higher_limit() -> None:
    h = do(given(SevenCardStud(FIXED), (100, 40, 100), *PAIR), "call", "call", "bet 20")
    now = legal(h)
    assert (now.raise_from, now.raise_to) == (3400, 3400)
    do(h, "all-in")
    assert h.bets[1] == 3400


@pytest.mark.parametrize("game", [SevenCardStudHiLo, Razz])
def test_other_games_of_seven_cards_know_no_open_pair(game: type[StudGame]) -> None:
    h = do(given(game(FIXED), (100, 100, 100), *PAIR), "call", "call")
    now = legal(h)
    assert (now.raise_from, now.raise_to) == (1000, 1000)


def test_later_pairs_do_not_count() -> None:
    h = given(SevenCardStud(FIXED), (100, 100), "1: 2c 3c Kd 7s Ks", "2: 2d 3d 4d 9d 8d")
    do(h, "call", "check", "check")
    assert legal(h).raise_from == 2000
    assert legal(h).sizes == ()


# -- 10.6.4 to 10.6.6: the end ------------------------------------------------------------------------------


def test_the_last_player_left_in_the_final_round_wins() -> None:
    h = given(FiveCardStud(FIXED), (100, 100), "1: 2c Kd 7s Ks 9s", "2: 2d 4d 9d 8d Td")
    do(h, "call", "check", "check", "check", "check", "bet 20", "fold")
    assert stacks(h) == [106, 94]
    assert h.won[0].clauses == ("MEL-10.6.4(a)",)


def test_the_called_player_shows_and_whoever_is_as_good() -> None:
    cards = ("1: 2c Kd 7s Ks 9s", "2: 2d 4d 9d 9c Td", "3: 2h Qd Jd Ac 8c")
    h = given(FiveCardStud(FIXED), (100, 100, 100), *cards)
    do(h, "call", "call", "check", "check", "check", "check", "check", "check", "check", "bet 20", "call", "call")
    assert [place for place, _ in shows(h)] == [1, 0]


def halves(*deals: str) -> Hand:
    return checked(given(SevenCardStudHiLo(FIXED | {"ante": "2", "bring-in": "3"}), (100,) * len(deals), *deals))


def test_without_a_low_hand_the_high_one_takes_everything() -> None:
    h = halves("1: Kc Kd Ks 9s 9h Jd Qd", "2: 2d 4d 9d 9c Td Jc Qc")
    assert stacks(h) == [105, 95]


def test_one_player_may_take_the_high_and_share_the_low() -> None:
    # Both have a low of seven; the first has a flush as well: half, and half of the other half.
    h = halves("1: As 2s 3s 4s 7s Kd Qc", "2: Ad 2d 3c 4h 7c Kh Qh")
    assert stacks(h) == [103, 97], "of 10: 5 and 3 of the first half's leaving, 2 to the other"


def test_the_odd_chip_between_halves_goes_to_the_high_hand() -> None:
    h = halves("1: Ks Kd Kc Qs Qd 9c Tc", "2: Ad 2d 3c 4h 7c Jh Th", "3: 8s 9s Ts Jd 2c 2h Qc")
    # Antes of 2 and bring-ins of 3: a pot of 15, 8 for the high hand and 7 for the low.
    assert stacks(h) == [103, 102, 95]


def test_in_razz_straights_and_flushes_are_nothing() -> None:
    h = checked(given(Razz(FIXED), (100, 100), "1: As 2s 3s 4s 5s Kd Qc", "2: Ad 2d 3c 4h 6c Kh Qh"))
    assert stacks(h) == [106, 94]


def test_there_is_no_straddle() -> None:
    for amount in (0, 100, 1000):
        found = SevenCardStud(FIXED).straddle((), 0, 0, amount)
        assert isinstance(found, Refused)
        assert found.clause == "MEL-6.5"
