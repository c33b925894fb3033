"""Melbourne poker, chapter 1: what its words mean, each where it decides something."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, legal, refused, stacks
from support.poker_tables import clause, deal, mel, seated

from pitboss.cardroom.acts import FOLD, PutChips
from pitboss.cardroom.seating import GameChange, Kill
from pitboss.cardroom.showdown import shows
from pitboss.cardroom.views import view
from pitboss.rulebooks.mel.c09_draw import DrawAnte, DrawBlind, DrawKitty
from pitboss.rulebooks.mel.c10_stud import FiveCardStud
from pitboss.rulebooks.mel.c12_flop_games import DoubleFlopHoldem, HoldemHiLo
from pitboss.table.definition import BadOption

THREE = (300, 300, 300)
FIXED = {"structure": "fixed", "bet": "10", "big-bet": "20", "blinds": "5/10"}
BOARD = "board: Jc 8c 5s 4h 2d"
CARDS = ("1: As Ah", "2: Kd Kc", "3: Qd Qc", BOARD)


# -- forced bets -------------------------------------------------------------------------------------------


def test_an_ante_is_a_set_sum_from_everybody_before_the_cards() -> None:
    assert dealt(DrawAnte({"ante": "3"}), THREE).put == [300, 300, 300]


def test_a_bring_in_is_the_bet_that_must_start_the_pot() -> None:
    h = dealt(FiveCardStud({"ante": "1", "bring-in": "4"}), THREE)
    assert max(h.bets) == 400 == h.price


def test_an_over_blind_bet_is_twice_the_blind_before_it() -> None:
    for game in (mel(), DrawBlind({"blinds": "5/10"})):
        table = seated(game, 1, 2, 3, 4, button=1)
        assert clause(table.straddle(4, 1500)) in ("MEL-6.5", "MEL-9.1.2(a)")
        assert table.straddle(4, 2000) is None
        assert deal(table).price == 2000


# -- bets ----------------------------------------------------------------------------------------------------


def test_without_limit_the_stack_is_the_most() -> None:
    assert legal(dealt(mel(), THREE)).raise_to == 30_000
    assert legal(dealt(mel(structure="pot-limit"), THREE)).raise_to == 3500


def test_a_fixed_bet_is_of_one_amount_by_round() -> None:
    h = dealt(mel(**FIXED), THREE)
    assert (legal(h).raise_from, legal(h).raise_to) == (2000, 2000)
    do(h, "call", "call", "check")
    assert refused(h, "bet 11") == "MEL-6.6"
    do(h, "check", "check", "check")
    assert legal(h).raise_from == 2000, "the larger bet of the later rounds"


def test_a_spread_has_two_ends_and_all_between() -> None:
    h = do(dealt(mel(structure="spread", bet="10-40"), THREE), "call", "call", "check")
    assert (legal(h).raise_from, legal(h).raise_to) == (1000, 4000)
    do(h, "bet 25")
    assert legal(h).raise_from == 5000
    with pytest.raises(BadOption, match=r"MEL-6\.8"):
        mel(structure="spread", bet="10")


def test_the_cap_on_raises_falls_head_to_head() -> None:
    h = do(dealt(mel(**FIXED), THREE), "raise to 20", "raise to 30", "raise to 40")
    assert refused(h, "raise to 50") == "MEL-6.9"
    h = do(dealt(mel(**FIXED), THREE), "fold", "raise to 20", "raise to 30", "raise to 40")
    do(h, "raise to 50")


def test_who_says_call_has_called_whatever_lies_there() -> None:
    h = dealt(mel(), THREE)
    assert h.do(PutChips(5000, 2, said="call")) is None
    assert h.bets[2] == 1000 and h.noted[-2][3] == "MEL-1.1:call"


def test_one_chip_above_the_last_wager_is_oversize() -> None:
    h = dealt(mel(), THREE)
    assert h.do(PutChips(5000, 1)) is None and h.bets[2] == 1000
    h = dealt(mel(), THREE)
    assert h.do(PutChips(5000, 2)) is None and h.bets[2] == 5000, "several chips are what they come to"


def test_a_raise_is_the_call_and_as_much_again() -> None:
    h = dealt(mel(), THREE)
    assert h.do(PutChips(2000, 2)) is None and h.bets[2] == 2000
    h = dealt(mel(), THREE)
    assert h.do(PutChips(1900, 2)) is None and h.bound is not None, "more than half of a raise is to be made one"


def test_a_fold_out_of_turn_is_a_hand_surrendered() -> None:
    h = dealt(mel(), THREE)
    assert h.do(FOLD, 0) is None
    do(h, "raise to 30")
    assert not h.live & 1 and h.turn == 1


# -- pots and commission -------------------------------------------------------------------------------------


def test_an_all_in_makes_a_side_pot_beside_the_main_pot() -> None:
    h = do(given(mel(), (300, 300, 100), *CARDS), "raise to 40", "raise to 100", "call", "call")
    assert [pot.amount for pot in h.game.formed(h, [])] == []
    do(h, "bet 50", "call", *("check",) * 4)
    assert [(won.amount, won.paid) for won in h.won] == [(30_000, {0: 30_000}), (10_000, {0: 10_000})]


def test_the_first_pot_is_raked_first_and_up_to_the_cap() -> None:
    h = given(mel(commission="10%", cap="32"), (300, 300, 100), *CARDS)
    do(h, "raise to 40", "raise to 100", "call", "call", "bet 50", "call", *("check",) * 4)
    assert [won.taken for won in h.won] == [3000, 200]


def test_nothing_is_taken_where_nobody_wagered() -> None:
    h = do(given(mel(commission="10%"), THREE, *CARDS), "fold", "fold")
    assert h.won[0].taken == 0
    h = do(given(mel(commission="10%"), THREE, *CARDS), "call", "fold", "check", "bet 20", "fold")
    assert h.won[0].taken == 200


# -- cards ---------------------------------------------------------------------------------------------------


def test_hole_cards_are_concealed_and_the_others_are_seen() -> None:
    h = dealt(FiveCardStud(), THREE)
    assert [player["cards"] for player in view(h, 1)["players"]] == [h.hole[0], ["??", h.up[1][0]], ["??", h.up[2][0]]]


def test_a_flop_is_a_burn_and_three_cards_that_are_everybodys() -> None:
    h = do(dealt(mel(), THREE), "call", "call", "check")
    assert (len(h.burnt), len(h.boards[0])) == (1, 3)
    do(h, *("check",) * 9)
    assert (len(h.burnt), len(h.boards[0])) == (3, 5)
    h = do(given(mel(), (300, 300), "1: As 2h", "2: Kd 3c", "board: Jc Jd Js 4h 4d"), "call", "check", *("check",) * 6)
    assert stacks(h) == [300, 300], "both play the board"


def test_a_double_flop_has_a_second_one_below() -> None:
    h = do(dealt(DoubleFlopHoldem({"blinds": "5/10"}), THREE), "call", "call", "check")
    assert [len(board) for board in h.boards] == [3, 3]


def test_the_board_is_run_again_while_the_cards_last() -> None:
    h = do(dealt(mel(), (300,) * 11, ask_runs=True), "all-in", *("call",) * 10)
    assert refused(h, "run 4") == "MEL-12.6.1", "thirty cards are left, and eight go with every run"
    do(h, "run 3")


def test_without_an_eight_there_is_no_low_hand() -> None:
    low = ("1: As 2h", "2: Kd Kc")
    h = do(given(HoldemHiLo({"blinds": "5/10"}), (300, 300), *low, "board: 3c 4c 8s Qh Jd"), "call", *("check",) * 7)
    assert stacks(h) == [300, 300]
    h = do(given(HoldemHiLo({"blinds": "5/10"}), (300, 300), *low, "board: 3c 4c 9s Qh Jd"), "call", *("check",) * 7)
    assert stacks(h) == [290, 310]


def test_cards_speak() -> None:
    h = do(given(mel(), (300, 300), *CARDS[:2], BOARD), "call", *("check",) * 7)
    assert shows(h) == [(0, ["one pair"])]


def test_the_muck_completes_a_draw() -> None:
    h = dealt(DrawBlind({"blinds": "5/10"}), (300,) * 8)
    do(h, "call", *("call",) * 6, "check")
    for _ in range(8):
        do(h, f"discard {' '.join(h.hole[h.turn])}")
    assert all(len(cards) == 5 for cards in h.hole), "twelve cards and what was thrown away before"


def test_a_kitty_is_there_for_one() -> None:
    h = do(dealt(DrawKitty({"blinds": "5/10"}), (300,) * 4), "take kitty")
    assert refused(h, "take kitty") == "MEL-9.3.3(a)"
    do(dealt(DrawKitty({"blinds": "5/10"}), (300,) * 4), "call", "take kitty")


# -- kill pots -----------------------------------------------------------------------------------------------


def test_a_leg_up_is_turned_to_kill_by_another_win() -> None:
    game = mel(kill="20", **{"kill-pot": "10"})
    leg_up = game.kill_after(Kill(), {3}, 4000)
    assert leg_up == Kill(3, kill=False)
    assert game.kill_after(leg_up, {3}, 4000) == Kill(3, kill=True)
    assert game.kill_after(leg_up, {2}, 4000) == Kill(2, kill=False)
    assert game.kill_after(Kill(3, kill=True), {2, 3}, 4000) == Kill(0, kill=False), "a killer's button goes back"
    hi_lo = HoldemHiLo({"blinds": "5/10", "kill": "20"})
    assert hi_lo.kill_after(Kill(), {3}, 4000) == Kill(3, kill=True), "no leg up where a whole pot is enough"


def test_who_has_the_kill_button_posts_and_the_game_grows() -> None:
    game = mel(kill="20", **FIXED)
    (wager, *blinds) = game.kill_posted((), 2)
    assert (wager.place, wager.live, blinds) == (2, 2000, [])
    assert (game.bigger().small, game.bigger().large) == (2000, 4000)


# -- seats ---------------------------------------------------------------------------------------------------


def test_what_is_bought_before_a_hand_is_played_with() -> None:
    assert deal(seated(mel(), 1, 2, 3, button=3)).stacks == [29_500, 29_000, 30_000]


def test_nothing_changes_during_a_round_of_play() -> None:
    assert clause(mel().refuse_change(GameChange(in_hand=True, agree=3, players=3))) == "MEL-6.10"
    assert mel().refuse_change(GameChange(in_hand=False, agree=3, players=3)) is None


def test_whoever_is_above_the_dealer_may_do_what_the_dealer_may() -> None:
    assert [mel().refuse_declaring(role) for role in ("dealer", "supervisor", "manager")] == [None] * 3
    assert clause(mel().refuse_declaring("player")) == "MEL-1.2"
