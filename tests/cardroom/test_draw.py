"""Draw games: what the golden hands do not show: real decks that run out, the kitty's refusals, who shows."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, legal, refused, stacks

from pitboss.cardroom.game import BET, DRAW, Blind
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import shows
from pitboss.equipment.decks import deck
from pitboss.law import Refused
from pitboss.rulebooks.mel.c09_draw import (
    DrawAnte,
    DrawBlind,
    DrawGame,
    DrawKitty,
    LowballTwoToSeven,
    TripleDrawAceToFive,
    TripleDrawTwoToSeven,
)
from pitboss.table.definition import BadOption

KITTY = (
    "1: As Ad 3c 4c 6c 9h 8h 7h", "2: Ks Kd 3d 4d 6d", "3: Qs Qd 3h 4h 6h", "4: Js Jd 3s 4s 6s",
    "kitty: Ac Ah Tc Td 2c",
)


def kitty(*amounts: int) -> Hand:
    """Seats 1 and 2 have the blinds of 5 and 10, seat 3 acts first."""
    return given(DrawKitty({"blinds": "5/10"}), amounts or (200, 200, 200, 200), *KITTY)


# -- cards ---------------------------------------------------------------------------------------------------


def test_five_cards_each_one_at_a_time_and_the_kitty_last() -> None:
    h = dealt(DrawKitty({"blinds": "5/10"}), (100, 100, 100))
    order = deck(52)
    assert [hole for hole in h.hole] == [[order[4 * n + i] for n in range(5)] for i in range(3)]
    assert h.kitty == [order[4 * n + 3] for n in range(5)]
    assert not any(h.up)


def test_each_draw_burns_one_card_before_its_first_replacement() -> None:
    h = dealt(TripleDrawTwoToSeven({"blinds": "5/10"}), (10, 10, 10))
    do(h, "call", "all-in")
    assert h.stage == DRAW
    for _ in range(3):
        before = len(h.burnt)
        do(h, "stand pat")
        assert len(h.burnt) == before
        for _ in range(2):
            do(h, "discard " + h.hole[h.turn][0])
        assert len(h.burnt) == before + 1
    assert h.over
    assert len(h.burnt) == 3
    assert everywhere(h) == sorted(deck(52))


def test_a_draw_that_empties_the_deck_is_completed_from_earlier_discards_only() -> None:
    h = dealt(DrawBlind({"blinds": "5/10", "deck": "32"}), (100,) * 5)
    do(h, "call", "call", "call", "call", "check")
    thrown: list[str] = []
    for _ in range(5):
        place, own = h.turn, h.hole[h.turn][:]
        left = len(h.deck) - (0 if h.burnt else 1)
        assert refused(h, "discard 2c") == "MEL-9.4.1"
        do(h, "discard " + " ".join(own))
        assert not set(h.hole[place]) & set(own)
        if left < 5:
            assert set(h.hole[place][max(left, 0):]) <= set(thrown)
        thrown += own
    assert h.stage == BET
    assert len(h.burnt) == 1
    assert {card for hole in h.hole for card in hole} & set(thrown), "no card came back"
    assert everywhere(h) == sorted(deck(32))


def test_three_draws_of_five_cards_by_six_players() -> None:
    h = dealt(TripleDrawTwoToSeven({"blinds": "5/10"}), (100,) * 6)
    do(h, "call", "call", "call", "call", "call", "check")
    for number in range(1, 4):
        for _ in range(6):
            place, own = h.turn, h.hole[h.turn][:]
            do(h, "discard " + " ".join(own))
            assert len(h.hole[place]) == 5
            assert not set(h.hole[place]) & set(own), "nobody gets back what he has just thrown away"
        assert len(h.burnt) == number
        assert everywhere(h) == sorted(deck(52))
        do(h, *["check"] * 6)
    assert h.over


def test_folded_hands_are_in_the_muck_that_completes_a_draw() -> None:
    h = dealt(LowballTwoToSeven({"blinds": "5/10"}), (100,) * 8)
    folded = [h.hole[2][:], h.hole[3][:]]
    do(h, "fold", "fold", "call", "call", "call", "call", "call", "check")
    # 12 cards are left; one is burnt, and two players take five each.
    for _ in range(2):
        do(h, "discard " + " ".join(h.hole[h.turn]))
    assert len(h.deck) == 1
    before = set(h.muck)
    assert before >= {*folded[0], *folded[1]}
    place = h.turn
    do(h, "discard " + " ".join(h.hole[place]))
    assert set(h.hole[place][1:]) <= before


def test_the_same_seed_completes_a_draw_with_the_same_cards() -> None:
    def play() -> list[list[str]]:
        h = dealt(DrawBlind({"blinds": "5/10", "deck": "32"}), (100,) * 5)
        do(h, "call", "call", "call", "call", "check")
        for _ in range(5):
            do(h, "discard " + " ".join(h.hole[h.turn]))
        return h.hole

    assert play() == play()


def test_a_player_may_throw_away_only_cards_he_has() -> None:
    h = given(DrawBlind({"blinds": "5/10"}), (100, 100), "1: As Ad 3c 4c 6c 2d", "2: Ks Kd 3d 4d 6d")
    do(h, "call", "check")
    assert refused(h, "discard Ks") == "MEL-9.4.1"
    assert refused(h, "discard As As") == "MEL-9.4.1"
    do(h, "discard 3c")
    assert h.hole[0] == ["As", "Ad", "4c", "6c", "2d"]


def test_three_draws_and_four_rounds_or_one_and_two() -> None:
    assert [street.big for street in TripleDrawAceToFive().streets] == [False, False, True, True]
    assert [street.big for street in DrawBlind().streets] == [False, False]


# -- 9.1.2(a): over-blind -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "amount"), [(1, 2000), (2, 1000), (2, 1999), (2, 2001)])
def test_an_over_blind_is_double_the_last_and_on_its_left(place: int, amount: int) -> None:
    found = DrawBlind({"blinds": "5/10"}).straddle((), place, 2, amount)
    assert isinstance(found, Refused)
    assert found.clause == "MEL-9.1.2(a)"


def test_one_over_blind_and_none_without_blinds() -> None:
    game = DrawBlind({"blinds": "5/10"})
    made = game.straddle((), 2, 2, 2000)
    assert isinstance(made, Blind)
    assert made.option
    second = game.straddle((made,), 3, 3, 2000)
    assert isinstance(second, Refused)
    assert isinstance(DrawAnte().straddle((), 0, 0, 0), Refused)


# -- 9.3: the kitty -------------------------------------------------------------------------------------------


def test_the_first_player_takes_the_kitty_and_has_called() -> None:
    h = kitty()
    assert legal(h).kitty
    do(h, "take kitty")
    assert h.hole[2] == ["Ac", "Ah", "Tc", "Td", "2c"]
    assert h.bets[2] == 1000
    assert h.turn == 3
    assert refused(h, "take kitty") == "MEL-9.3.3(a)"
    assert not legal(h).kitty
    do(h, "fold", "fold", "check")
    assert refused(h, "take kitty") == "MEL-9.3.3(d)"


def test_a_later_player_takes_it_after_a_call() -> None:
    h = do(kitty(), "call", "take kitty")
    assert h.bets[3] == 1000
    assert h.turn == 0
    assert refused(h, "take kitty") == "MEL-9.3.3(d)"


def test_after_a_raise_it_costs_the_last_blind_first() -> None:
    h = do(kitty(), "raise to 30", "take kitty")
    assert (h.turn, h.bets[3]) == (3, 1000)
    do(h, "raise to 50")
    assert h.bets[3] == 5000
    h = do(kitty(), "raise to 30", "fold", "take kitty")
    assert (h.turn, h.bets[0]) == (0, 1000)
    assert refused(h, "check") == "MEL-1.1:check"
    do(h, "fold", "fold")
    assert stacks(h) == [190, 190, 220, 200]


def test_one_who_has_played_his_own_cards_has_no_kitty() -> None:
    h = do(kitty(), "call", "raise to 30", "fold", "fold")
    assert h.turn == 2
    assert refused(h, "take kitty") == "MEL-9.3.4"


def test_the_big_blind_may_take_it_unraised_and_has_then_acted() -> None:
    h = do(kitty(), "call", "fold", "fold", "take kitty")
    assert h.stage == DRAW
    assert h.bets == [0, 0, 0, 0]
    assert h.hole[1] == ["Ac", "Ah", "Tc", "Td", "2c"]


def test_the_kitty_for_the_last_chips() -> None:
    h = do(kitty(200, 200, 200, 7), "call", "take kitty")
    assert (h.bets[3], h.stacks[3], h.turn) == (700, 0, 0)
    h = do(kitty(200, 200, 200, 10), "raise to 30", "take kitty")
    assert (h.bets[3], h.stacks[3], h.turn) == (1000, 0, 0)


def test_an_untaken_kitty_is_mucked_before_the_draw() -> None:
    h = do(kitty(), "call", "fold", "fold", "check")
    assert h.kitty == []
    assert set(h.muck) >= {"Ac", "Ah", "Tc", "Td", "2c"}
    assert refused(h, "take kitty") == "MEL-9.3.3(e)"
    assert refused(h, "check") == "MEL-8.2"


@pytest.mark.parametrize("taken", [False, True])
def test_kitty_and_exchanged_hand_complete_a_draw(taken: bool) -> None:
    h = dealt(DrawKitty({"blinds": "5/10", "deck": "32"}), (100,) * 4)
    aside = h.hole[2][:] if taken else h.kitty[:]
    do(h, "take kitty" if taken else "call", "call", "call", "check")
    do(h, "discard " + " ".join(h.hole[0]))
    assert len(h.deck) == 1
    assert set(h.muck) >= set(aside)
    before = set(h.muck)
    do(h, "discard " + " ".join(h.hole[1]))
    assert set(h.hole[1][1:]) <= before
    assert everywhere(h) == sorted(deck(32))
    # With the kitty's five there are ten to shuffle, so that one is left over from them after four were taken.
    assert len(h.deck) == 6


def test_there_is_no_kitty_elsewhere() -> None:
    h = dealt(DrawBlind({"blinds": "5/10"}), (100, 100))
    assert refused(h, "take kitty") == "MEL-8.2"


# -- 9.3.1(b): no blinds --------------------------------------------------------------------------------------


def test_without_blinds_somebody_opens_or_all_fold() -> None:
    h = dealt(DrawAnte({"ante": "2", "bet": "10"}), (100, 100, 100))
    now = legal(h)
    assert (now.place, now.check, now.raise_from) == (0, False, 1000)
    assert refused(h, "check") == "MEL-9.3.1(b)"
    do(h, "bet 10")
    assert refused(h, "check") == "MEL-1.1:check"
    do(h, "call", "fold", "stand pat", "stand pat")
    assert legal(h).check
    do(h, "check", "check")
    assert h.over


# -- 9.6: showdown --------------------------------------------------------------------------------------------

SHOWDOWN = ("1: Ks Kd 3c 4c 6c", "2: As Ad 3d 4d 6d", "3: Qs Qd 3h 4h 6h")


def test_the_called_player_shows_and_whoever_is_as_good() -> None:
    h = given(DrawBlind({"blinds": "5/10"}), (200, 200, 200), *SHOWDOWN)
    do(h, "call", "call", "check", "stand pat", "stand pat", "stand pat", "bet 10", "call", "call")
    assert [seat for seat, _ in shows(h)] == [0, 1]
    h = given(DrawBlind({"blinds": "5/10"}), (200, 200, 200), *SHOWDOWN)
    do(h, "call", "call", "check", "stand pat", "stand pat", "stand pat", "check", "check", "bet 10", "call", "call")
    assert [seat for seat, _ in shows(h)] == [2, 0, 1]


def test_nobody_shows_when_all_others_have_folded() -> None:
    h = given(DrawBlind({"blinds": "5/10"}), (200, 200, 200), *SHOWDOWN)
    assert shows(do(h, "fold", "fold")) == []


# -- options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [LowballTwoToSeven, TripleDrawTwoToSeven, TripleDrawAceToFive])
def test_low_games_take_the_whole_deck(game: type[DrawGame]) -> None:
    with pytest.raises(BadOption, match=r"MEL-4\.1"):
        game({"deck": "32"})
    assert game({"deck": "52"}).deck_size == 52
