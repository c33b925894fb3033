"""Melbourne poker, chapter 6: bets at their limits, straddles, short all-ins, time to act, acts out of turn."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, legal, refused
from support.poker_tables import clause, deal, folded, mel, seated

from pitboss.cardroom.acts import BUY_TIME, CALL, CHECK, TIME_OUT, Discard
from pitboss.cardroom.clock import seconds_to_act
from pitboss.cardroom.hand import Hand
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.table.definition import BadOption

THREE = (300, 300, 300)
FIXED = {"structure": "fixed", "bet": "10", "big-bet": "20"}


def bounds(h: Hand) -> tuple[int, int]:
    return legal(h).raise_from, legal(h).raise_to


def last(h: Hand, what: str) -> int:
    """What an event was about: the amount of the last one of its kind."""
    return next(event.amount for event in reversed(h.log) if event.what == what)


# -- 6.1, 6.2 and 6.4: signs, chips and blinds -------------------------------------------------------------


def test_signs_are_duties() -> None:
    clauses = {str(duty.clause) for duty in Holdem.duties}
    assert {"MEL-6.1.1", "MEL-6.1:s66(1)(c)", "MEL-6.15.2", "MEL-7.3", "MEL-8.8.1"} <= clauses


def test_the_last_blind_is_no_less_than_the_minimum() -> None:
    for blinds, fine in (("5/9", False), ("5/10", True), ("5/11", True)):
        if fine:
            assert Holdem({**FIXED, "blinds": blinds}).blinds
        else:
            with pytest.raises(BadOption, match=r"MEL-6\.4"):
                Holdem({**FIXED, "blinds": blinds})
    h = do(dealt(mel(), THREE), "call", "call", "check")
    assert bounds(h) == (1000, 29_000), "without fixed bets the last blind is the minimum"


def test_wagers_are_whole_chips_of_the_stake() -> None:
    h = dealt(mel(chip="5"), THREE)
    assert refused(h, "raise to 22") == "MEL-6.2"
    assert refused(h, "raise to 305") == "MEL-1.1:table-stakes"
    do(h, "raise to 25", "all-in")
    assert last(h, "raise") == 30_000


def test_nobody_is_all_in_above_the_limit() -> None:
    h = dealt(mel(structure="pot-limit"), THREE)
    assert refused(h, "all-in") == "MEL-1.1:all-in"
    do(dealt(mel(structure="pot-limit"), (300, 300, 35)), "all-in")


# -- 6.5: straddles ----------------------------------------------------------------------------------------


def test_a_straddle_is_twice_the_blind_acts_last_and_is_none_of_three_raises() -> None:
    table = seated(mel(**FIXED), 1, 2, 3, 4, 5, button=5)
    assert clause(table.straddle(3, 1900)) == clause(table.straddle(4, 2000)) == "MEL-6.5"
    assert table.straddle(3, 2000) is None
    h = deal(table)
    assert (h.price, h.turn) == (2000, 3)
    do(h, "raise to 30", "raise to 40", "raise to 50")
    assert refused(h, "raise to 60") == "MEL-6.9"
    do(h, "call", "call", "call")
    assert h.street == 0, "the player of the first raise has yet to answer the last"


def test_an_unraised_straddle_has_the_last_word() -> None:
    table = seated(mel(), 1, 2, 3, 4, button=4)
    table.straddle(3, 2000)
    h = do(deal(table), "call", "call", "call")
    assert h.turn == 2 and legal(h).check and bounds(h)[0] == 3000


# -- 6.6 to 6.9: raises ------------------------------------------------------------------------------------


def test_limits_of_every_structure() -> None:
    assert bounds(dealt(mel(), THREE)) == (2000, 30_000)
    assert bounds(dealt(mel(structure="pot-limit"), THREE)) == (2000, 3500)
    assert bounds(dealt(mel(structure="half-pot"), THREE)) == (2000, 2200)
    assert bounds(dealt(mel(**FIXED), THREE)) == (2000, 2000)
    spread = dealt(mel(structure="spread", bet="10-40"), THREE)
    assert bounds(spread) == (2000, 5000)
    do(spread, "raise to 35")
    assert bounds(spread) == (6000, 7500)


def test_a_raise_is_at_least_the_one_before() -> None:
    h = do(dealt(mel(), THREE), "raise to 35")
    assert bounds(h)[0] == 6000
    assert refused(h, "raise to 59") == "MEL-6.6"
    do(h, "raise to 60")


def test_three_raises_but_head_to_head_any_number() -> None:
    h = do(dealt(mel(**FIXED), THREE), "raise to 20", "raise to 30", "raise to 40")
    assert refused(h, "raise to 50") == "MEL-6.9"
    do(h, "fold", "raise to 50", "raise to 60")
    free = do(dealt(mel(), THREE), "raise to 20", "raise to 30", "raise to 40", "raise to 50")
    assert bounds(free)[0] == 6000


# -- 6.15: time to act -------------------------------------------------------------------------------------


def test_time_that_passes_and_time_that_is_bought() -> None:
    h = dealt(mel(time="30", **{"more-time": "20x2/5"}), THREE)
    assert seconds_to_act(h) == 30
    do(h, "buys time", "buys time")
    assert (seconds_to_act(h), last(h, "time"), h.stacks[2]) == (70, 500, 30_000), "it is paid beside the stake"
    assert clause(h.do(BUY_TIME)) == "MEL-6.15.1"
    assert h.do(TIME_OUT) is None and not h.live >> 2 & 1
    do(h, "call")
    assert h.do(TIME_OUT) is None and h.street == 1 and h.live == 3
    unlimited = dealt(mel(), THREE)
    assert seconds_to_act(unlimited) == 0
    assert clause(unlimited.do(TIME_OUT)) == "MEL-6.15"
    assert clause(unlimited.do(BUY_TIME)) == "MEL-6.15.1"


# -- 6.16: short all-ins -----------------------------------------------------------------------------------


def test_half_a_bet_opens_the_betting_anew_in_limit_games_only() -> None:
    # A raise to 20 in a game of 10; the all-in is 4, 5 or 9 more.
    for stack, raised in ((24, False), (25, True), (29, True)):
        h = do(dealt(mel(**FIXED), (stack, 300, 300)), "raise to 20", "all-in", "call")
        assert h.turn == 2
        assert (bounds(h)[0] > 0) is raised
    for stack, raised in ((29, False), (30, True)):
        h = do(dealt(mel(), (stack, 300, 300)), "raise to 20", "all-in", "call")
        assert (bounds(h)[0] > 0) is raised
    short = do(dealt(mel(**FIXED), (24, 300, 300)), "raise to 20", "all-in")
    assert bounds(short) == (3000, 3000), "who is still to act may complete it"


# -- 6.12 to 6.14 and 6.17: chips without a word -----------------------------------------------------------


def test_half_a_raise_at_the_limit() -> None:
    assert last(do(dealt(mel(chip="0.01"), THREE), "puts 14.99 chips=3"), "call") == 1000
    h = do(dealt(mel(chip="0.01"), THREE), "puts 15 chips=3")
    assert refused(h, "call") == "MEL-6.12"
    do(h, "raise to 20")


def test_large_chips() -> None:
    assert last(do(dealt(mel(**FIXED), THREE), "puts 100 chips=1"), "call") == 1000
    h = do(dealt(mel(), THREE), "puts 100 chips=1", "call", "check", "puts 25 chips=1")
    assert last(h, "bet") == 2500
    assert last(do(h, "puts 100 chips=1"), "call") == 2500
    assert last(do(dealt(mel(structure="pot-limit"), THREE), "says raise puts 100 chips=1"), "raise") == 3500


# -- 6.18: out of turn -------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_check_out_of_turn_gives_up_the_right_to_raise(place: int) -> None:
    h = do(dealt(mel(), (300, 300, 300, 300)), "call", "call", "call", "check")
    assert h.do(CHECK, place + 1) is None
    for _ in range(place):
        do(h, "check")
    do(h, "bet 20")
    assert h.turn == place + 1, "the bet has to be answered after all"
    assert refused(h, "raise to 60") == "MEL-6.18.3"
    assert not legal(h).raise_from
    do(h, "call")


def test_only_acts_may_come_too_early() -> None:
    h = dealt(mel(), THREE)
    assert clause(h.do(Discard(), 0)) == "MEL-6.18" and not h.early
    assert h.do(CALL, 0) is None and h.early


def test_a_table_plays_on_after_straddles() -> None:
    table = seated(mel(), 1, 2, 3, 4, button=4)
    table.straddle(3, 2000)
    folded(table)
    assert deal(table).price == 1000
