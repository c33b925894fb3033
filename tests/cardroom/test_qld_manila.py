"""Queensland manila: buck, stakes and seats, dealing, hands, sizes of bets at their limits, who shows, commission."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, legal, refused, stacks
from support.poker_tables import NAMES, STACK, clause

from pitboss.cardroom.acts import Motion, PutChips, Say
from pitboss.cardroom.game import Blind, Event
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot
from pitboss.cardroom.seating import Chips, Claim, Positions
from pitboss.cardroom.showdown import shows
from pitboss.cardroom.table import PokerTable
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.hands.stripped import ShortDeckCategory
from pitboss.rulebooks.qld.s05_manila_poker import HANDS, ManilaPoker
from pitboss.table.definition import BadOption

CARDS = ("1: As Ah", "2: Kd Kc", "3: 9h 8c", "4: Qs Qh", "board: Ad Jc 9s 8d 7h")


def hand(*amounts: int, **options: str) -> Hand:
    """Seat 1 has the buck and the blind of 5; seat 2 acts first."""
    return given(ManilaPoker(options), amounts or (200, 200, 200), *CARDS)


def second_round(*amounts: int) -> Hand:
    h = hand(*amounts)
    return do(h, *["call"] * (len(h.seats) - 1), "decline")


def final_round(*amounts: int) -> Hand:
    h = second_round(*amounts)
    return do(h, *["check"] * (3 * len(h.seats)))


# -- 13, 20, 22: cards -----------------------------------------------------------------------------------------


def test_both_hole_cards_at_once_from_the_buck_on_and_a_communal_card() -> None:
    h = dealt(ManilaPoker(), (100, 100, 100))
    order = deck(32)
    assert h.hole == [list(order[0:2]), list(order[2:4]), list(order[4:6])]
    assert h.boards == [[order[6]]]
    assert not h.burnt
    do(h, "call", "call", "decline", *["check"] * 12)
    assert h.boards == [list(order[6:11])]
    assert [event.what for event in h.log].count("burn") == 0


def test_thirteen_may_play_and_fourteen_may_not() -> None:
    assert ManilaPoker().refuse_players(13) is None
    assert clause(ManilaPoker().refuse_players(14)) == "QLD-5-11(1)"
    assert clause(ManilaPoker().refuse_players(1)) == "QLD-5-11(1)"


@pytest.mark.parametrize("blinds", ["0", "1/2", "5/10"])
def test_there_is_one_blind_bet(blinds: str) -> None:
    with pytest.raises(BadOption, match=r"QLD-5-20\(2\)"):
        ManilaPoker({"blinds": blinds})


# -- 8 and 9: hands --------------------------------------------------------------------------------------------

ORDER = {
    ShortDeckCategory.HIGH_CARD: "As Kd Qc Jh 9s", ShortDeckCategory.PAIR: "7s 7d Qc Jh 9s",
    ShortDeckCategory.TWO_PAIR: "7s 7d 8c 8h 9s", ShortDeckCategory.THREE_OF_A_KIND: "7s 7d 7c 8h 9s",
    ShortDeckCategory.STRAIGHT: "7s 8d 9c Th Js", ShortDeckCategory.FULL_HOUSE: "7s 7d 7c 8h 8s",
    ShortDeckCategory.FLUSH: "7s 8s 9s Ts Ks", ShortDeckCategory.FOUR_OF_A_KIND: "7s 7d 7c 7h 8s",
    ShortDeckCategory.STRAIGHT_FLUSH: "7s 8s 9s Ts Js", ShortDeckCategory.ROYAL_FLUSH: "Ts Js Qs Ks As",
}


def test_the_order_of_hands() -> None:
    game = ManilaPoker()
    values = [game.rank(parse_cards(cards)) for cards in ORDER.values()]
    assert [value.category for value in values] == list(ORDER) == list(HANDS)
    assert values == sorted(values)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(("better", "worse"), [
    ("9s Td Jc Qh Ks", "7s 8d 9c Th Js"), ("8s 8d As 9d 7c", "8c 8h Kd Qs Jc"), ("8s 8d As Kd 7c", "8c 8h Ad Qs Jc"),
    ("As Kd Qc Jh 9s", "Ad Kc Qh Js 8d"), ("9s 9d 8c 8h 7s", "9c 9h 7d 7c As"), ("7s 7d 7c 9h 8s", "7s 7d 7c 9h 8s"),
])
def test_equal_kinds_go_by_face_values(better: str, worse: str) -> None:
    game = ManilaPoker()
    first, second = game.rank(parse_cards(better)), game.rank(parse_cards(worse))
    assert first == second if better == worse else first > second


def test_the_low_ace_has_to_be_announced() -> None:
    low = parse_cards("Ah 7d 8s 9c Th")
    assert ManilaPoker({"ace": "high"}).rank(low).category == ShortDeckCategory.HIGH_CARD
    assert ManilaPoker({"ace": "high-low"}).rank(low) == (ShortDeckCategory.STRAIGHT, (10,))


def test_odd_cards_decide_one_after_the_other() -> None:
    cards = ("1: As Qd", "2: Ac Kd", "board: Ah 7c 8d 9s Jc")
    h = do(given(ManilaPoker(), (100, 100), *cards), "call", "decline", *["check"] * 8)
    assert stacks(h) == [95, 105]


# -- 20, 23 and 30: the first round ----------------------------------------------------------------------------


def test_the_blind_is_the_first_bet_and_others_call_it() -> None:
    h = hand()
    assert (h.bets, h.price, h.turn) == ([500, 0, 0], 500, 1)
    assert legal(h).call == 500
    assert not legal(h).check


def test_only_the_designated_player_declines_and_only_unraised() -> None:
    h = hand()
    assert not legal(h).decline
    assert refused(h, "decline") == "QLD-5-23(2)(b)"
    do(h, "call", "call")
    now = legal(h)
    assert (now.decline, now.check, now.fold, now.raise_from, now.raise_to) == (True, False, False, 1000, 1500)
    assert refused(h, "check") == "QLD-5-30(2)"
    assert refused(h, "fold") == "QLD-5-23(2)(b)"
    assert refused(h, "call") == "QLD-5-3(1)"
    h = do(hand(), "raise to 10", "call")
    assert not legal(h).decline
    assert legal(h).fold
    assert refused(h, "decline") == "QLD-5-23(2)(c)"
    assert refused(second_round(), "decline") == "QLD-5-23(2)(b)"


def test_a_blind_that_all_fold_to_goes_back_and_there_is_no_pot() -> None:
    h = do(hand(), "fold", "fold")
    assert h.won == []
    assert h.stacks == [20000] * 3
    assert [(event.place, event.amount, event.clause) for event in h.log if event.what == "returned"] == [
        (0, 500, "QLD-5-23(2)(a)")
    ]


def test_a_raise_of_the_designated_player_lets_everybody_act_again() -> None:
    h = do(hand(), "call", "call", "raise to 10")
    assert h.turn == 1
    assert legal(h).sizes == (1500, 2000)
    do(h, "raise to 15")
    assert h.turn == 2


def test_a_check_is_for_those_who_may_open_and_ends_with_an_opening_bet() -> None:
    h = second_round()
    assert h.turn == 0
    assert legal(h).check
    do(h, "check")
    assert legal(h).check
    do(h, "bet 5")
    assert refused(h, "check") == "QLD-5-30(6)"
    do(h, "call", "call")
    assert h.street == 2


# -- 24 and 26: sizes ------------------------------------------------------------------------------------------


def test_opening_bets() -> None:
    assert legal(second_round()).sizes == (500, 1000)
    assert legal(final_round()).sizes == (500, 1000, 1500, 2000)
    assert refused(second_round(), "bet 15") == "QLD-5-24(2)"
    assert refused(second_round(), "bet 7") == "QLD-5-24(2)"
    assert refused(second_round(), "bet 4") == "QLD-5-24(2)"
    assert refused(final_round(), "bet 25") == "QLD-5-24(3)"
    assert refused(second_round(), "bet 500") == "QLD-5-21(1)"


def test_somebody_else_may_open_after_a_check() -> None:
    h = do(second_round(), "check")
    assert legal(h).sizes == (500, 1000)
    do(h, "bet 10")
    assert legal(h).sizes == (1500, 2000)


def test_raises() -> None:
    h = do(second_round(200, 200, 200, 200), "bet 10")
    assert legal(h).sizes == (1500, 2000), "an opening bet is no raise that others must match"
    do(h, "raise to 20")
    assert legal(h).sizes == (3000,)
    assert refused(h, "raise to 25") == "QLD-5-26(4)"
    assert refused(h, "raise to 35") == "QLD-5-26(2)"
    h = do(final_round(), "bet 5")
    assert legal(h).sizes == (1000, 1500, 2000, 2500)
    assert refused(h, "raise to 30") == "QLD-5-26(3)"


def test_three_raises_while_three_play() -> None:
    h = do(second_round(), "bet 5", "raise to 10", "raise to 15", "raise to 20")
    assert refused(h, "raise to 25") == "QLD-5-26(1)"
    assert not legal(h).raise_from


def test_two_players_raise_as_they_like() -> None:
    h = do(second_round(), "bet 5", "fold")
    assert (legal(h).raise_from, legal(h).raise_to, legal(h).sizes) == (600, 19500, ())
    do(h, "raise to 6", "raise to 50", "raise to 51", "raise to 90", "raise to 195")
    assert legal(h).raise_to == 0


def test_two_players_open_as_three_do() -> None:
    h = do(hand(200, 200), "call", "decline")
    assert legal(h).sizes == (500, 1000)


# -- 27: tapping out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stake", "sizes", "most"), [
    (9, (), 900), (10, (1000,), 1000), (14, (1000,), 1000), (15, (1000, 1500), 1500), (16, (1000, 1500), 1500),
])
def test_what_a_short_stake_allows(stake: int, sizes: tuple[int, ...], most: int) -> None:
    h = hand(200, stake, 200)
    assert (legal(h).sizes, legal(h).raise_to) == (sizes, most)
    if 100 * stake > most:
        assert refused(h, "all-in") == "QLD-5-27(1)"
    else:
        do(h, "all-in")
        assert h.stacks[1] == 0


def test_one_who_tapped_out_takes_no_further_part() -> None:
    h = do(hand(200, 5, 200), "call", "call", "decline")
    assert h.active == 0b101
    do(h, "bet 5", "call")
    assert h.turn == 0
    do(h, "check", "check", "check", "check", "check", "check")
    assert [pot.amount for pot in h.won] == [1500, 1000]
    h = do(hand(200, 5, 5), "call", "call")
    assert h.over, "with everybody else tapped out the cards are dealt and nothing more is asked"
    assert len(h.boards[0]) == 5


def test_nobody_raises_when_no_active_player_is_left() -> None:
    h = do(hand(200, 200, 10), "call", "all-in", "call")
    assert h.turn == 1
    h = do(hand(200, 10, 200), "all-in", "fold")
    assert refused(h, "raise to 20") == "QLD-5-27(2)"
    assert legal(h).call == 500


def test_a_short_raise_after_everybody_has_acted_may_only_be_called() -> None:
    h = do(second_round(200, 200, 18), "check", "bet 10", "all-in")
    assert refused(h, "raise to 18") == "QLD-5-27(6)"
    do(h, "call")
    assert refused(h, "raise to 18") == "QLD-5-27(6)"


def test_a_short_raise_before_somebody_has_acted_changes_nothing() -> None:
    h = do(second_round(200, 18, 200), "bet 10", "all-in")
    assert legal(h).sizes == ()
    assert legal(h).raise_from == 1400, "two are left, and raise as they like"
    h = do(second_round(200, 18, 200, 200), "bet 10", "all-in")
    assert legal(h).sizes == (1800, 2300)
    do(h, "call", "fold")
    assert h.turn == 0
    assert legal(h).raise_from, "the opener may raise again"


def test_an_uncalled_bet_against_one_who_tapped_out() -> None:
    h = do(hand(200, 5, 200), "call", "call", "decline", "bet 10", "fold")
    assert h.over
    returned = [(event.amount, event.clause) for event in h.log if event.what == "returned"]
    assert returned == [(1000, "QLD-5-27(7)")]
    assert len(h.boards[0]) == 5
    assert [(pot.amount, list(pot.paid)) for pot in h.won] == [(1500, [0])]


def test_an_uncalled_raise_in_a_later_round_ends_it() -> None:
    h = do(second_round(), "bet 5", "raise to 15", "fold", "fold")
    assert h.won[0].clauses == ("QLD-5-24(10)(b)",)
    assert stacks(h) == [190, 215, 195]
    returned = [(event.amount, event.clause) for event in h.log if event.what == "returned"]
    assert returned == [(1000, "QLD-5-28(4)(b)")]


# -- 21 and 31: chips, words, folds ----------------------------------------------------------------------------


def test_words_wager_nothing() -> None:
    h = hand()
    for word in ("call", "raise"):
        found = h.do(Say(word))
        assert clause(found) == "QLD-5-21(2)"
    assert h.bound is None
    assert h.do(Say("fold")) is None


def test_chips_are_what_they_come_to() -> None:
    h = hand()
    assert h.do(PutChips(1000, 2)) is None
    assert h.bets[1] == 1000
    assert h.do(PutChips(1000, 1, "raise")) is None
    assert h.bets[2] == 1000, "a word with the chips makes them no raise"
    h = hand()
    assert clause(h.do(PutChips(700, 3))) == "QLD-5-26(2)"
    assert clause(h.do(PutChips(300, 3))) == "QLD-5-26(2)"
    h = hand(200, 3, 200)
    assert h.do(PutChips(300, 3)) is None
    assert h.stacks[1] == 0


@pytest.mark.parametrize("motion", ["passes cards", "cards in the circle", "leaves the round"])
def test_ways_to_fold(motion: str) -> None:
    h = hand()
    assert h.do(Motion(motion)) is None
    assert h.live == 0b101
    assert clause(hand().do(Motion("shrugs"))) == "QLD-5-10(3)"


def test_there_is_no_straddle_and_no_second_board() -> None:
    game = ManilaPoker()
    assert clause(game.straddle((), 1, 1, 1000)) == "QLD-5-2:act"
    assert clause(game.refuse_runs(hand(), 2)) == "QLD-5-20(4)"


# -- 25: showdown ----------------------------------------------------------------------------------------------


def test_the_last_called_of_the_final_round_shows_first() -> None:
    h = do(final_round(), "check", "bet 5", "call", "call")
    assert shows(h) == [(1, ["1 pair"]), (2, ["2 pairs"]), (0, ["3 of a kind"])]
    h = do(final_round(), "bet 5", "call", "call")
    assert shows(h) == [(0, ["3 of a kind"])], "nobody else has as much"


def test_the_designated_player_shows_first_when_all_checked() -> None:
    h = do(final_round(), "check", "check", "check")
    assert [place for place, _ in shows(h)] == [0]
    h = do(hand(200, 200, 200), "raise to 10", "call", "fold", *["check"] * 8)
    assert [place for place, _ in shows(h)] == [1, 2]
    h = do(second_round(), "bet 5", "call", "call", *["check"] * 9)
    assert [place for place, _ in shows(h)] == [0], "who was called in an earlier round does not matter"


def test_equal_hands_share_in_dollars() -> None:
    cards = ("1: As Kd", "2: 9h 7c", "3: Ah Kc", "board: Ad Jc 9s 8d 7h")
    h = given(ManilaPoker({"blinds": "2.50", "chip": "0.50"}), (100, 100, 100), *cards)
    do(h, "call", "call", "decline", "bet 5", "fold", "call", *["check"] * 6)
    # 17.50: 8 each, and what is left, 1.50, to the designated player himself.
    assert stacks(h) == [102, 97.5, 100.5]


# -- 28: commission --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pot", "due"), [
    (1000, 0), (1900, 0), (1950, 0), (2000, 100), (3999, 100), (4000, 200), (49999, 2400), (50000, 2500), (50001, 2500),
    (90000, 2500),
])
def test_five_per_cent_of_the_highest_twenty(pot: int, due: int) -> None:
    assert ManilaPoker({"commission": "5%"}).due(pot) == due


def test_less_may_be_taken_and_never_more() -> None:
    assert ManilaPoker({"commission": "2.5%"}).due(10000) == 200
    assert ManilaPoker({"commission": "5%", "cap": "3"}).due(10000) == 300
    assert ManilaPoker({"commission": "nil"}).due(10000) == 0
    for text in ("5.01%", "0%", "10%", "2/person", "5/hand", "much"):
        with pytest.raises(BadOption, match=r"QLD-5-28\(1\)"):
            ManilaPoker({"commission": text})


def test_commission_is_taken_from_the_pots_of_one_winner_together() -> None:
    game = ManilaPoker({"commission": "5%"})
    pots = [Pot(300, (0, 1, 2), (0, 1, 2)), Pot(4000, (0, 1), (0, 1))]
    assert [taken.amount for taken in game.commission(hand(), pots, [(0,), (0,)])] == [200, 0]
    assert [taken.amount for taken in game.commission(hand(), pots, [(2,), (0,)])] == [0, 200]
    assert [taken.amount for taken in game.commission(hand(), pots, [(0, 1), (0, 1)])] == [200, 0]
    assert [taken.amount for taken in game.commission(hand(), pots, [(2,), (0, 1)])] == [0, 0]


# -- 15, 17, 19 and 29: seats, buck, stakes --------------------------------------------------------------------


def seated(*seats: int, **options: str) -> PokerTable:
    table = PokerTable(ManilaPoker({name.replace("_", "-"): value for name, value in options.items()}))
    for seat in seats:
        assert table.sit(seat, NAMES[seat % len(NAMES)], STACK) is None
    return table


def buck(table: PokerTable) -> int:
    """The buck of a hand that everybody folds."""
    h = table.start(source=SeededSource("manila"))
    assert isinstance(h, Hand)
    assert h.seats[0] == h.seats[h.blinds[0].place]
    first = h.seats[0]
    while not h.over:
        assert h.fold() is None
    assert table.finish() is None
    return first


def test_the_buck_starts_at_the_dealers_left_and_goes_round() -> None:
    table = seated(3, 5, 8)
    assert [buck(table) for _ in range(4)] == [3, 5, 8, 3]
    assert table.positions == Positions(3, (3,))
    assert clause(table.refuse_button(5)) == "QLD-5-17(3)"


def test_the_buck_passes_over_those_who_are_away_and_takes_in_the_new() -> None:
    table = seated(1, 2, 4)
    assert buck(table) == 1
    table.away(2)
    assert table.sit(3, "Dee", STACK) is None
    assert buck(table) == 3, "a new player pays nothing to come in, and has the buck when it comes"
    table.back(2)
    assert [buck(table) for _ in range(3)] == [4, 1, 2]


def test_two_players() -> None:
    table = seated(2, 7)
    assert [buck(table) for _ in range(3)] == [2, 7, 2]


def test_stakes() -> None:
    table = PokerTable(ManilaPoker({"buy-in": "40"}))
    assert clause(table.sit(1, "Ann", 3999)) == "QLD-5-19(2)"
    assert table.sit(1, "Ann", 4000) is None
    assert table.sit(2, "Ben", 3999, moved=True) is None
    assert {seat: player.stack for seat, player in table.players.items()} == {1: 4000, 2: 3999}
    assert clause(table.take_off(1, 100)) == "QLD-5-19(4)"
    h = table.start(source=SeededSource("manila"))
    assert isinstance(h, Hand)
    assert clause(table.top_up(1, 1000)) == "QLD-5-19(4)"
    assert h.fold() is None
    assert table.finish() is None
    assert table.top_up(1, 1000) is None
    with pytest.raises(BadOption, match=r"QLD-5-19\(2\)"):
        ManilaPoker({"buy-in": "40-400"})


def test_one_who_has_folded_may_add_chips() -> None:
    game = ManilaPoker()
    assert game.refuse_top_up(Chips(1000, 500, in_hand=False, hand_on=True, continuing=True)) is None
    assert clause(game.refuse_top_up(Chips(1000, 500, in_hand=True, hand_on=True, continuing=True))) == "QLD-5-19(4)"


def test_who_has_nothing_left_and_brings_nothing_leaves() -> None:
    game = ManilaPoker({"buy-in": "40"})
    assert game.must_leave(0, continuing=True) == "QLD-5-29(2)"
    assert game.must_leave(1, continuing=True) is None
    table = seated(1, 2, 3)
    table.players[2].stack, table.players[2].played = 0, True
    assert buck(table) == 1
    assert sorted(table.players) == [1, 3]


def test_no_round_of_play_without_the_blind() -> None:
    game = ManilaPoker()
    assert clause(game.refuse_deal(())) == "QLD-5-22(1)"
    assert game.refuse_deal((game.blind(0),)) is None
    assert game.blind(0) == Blind(0, 500, 0, game.blind(0).clause, True, True)


def test_who_has_a_seat_that_several_want() -> None:
    game = ManilaPoker()
    wanting = [Claim("Ann"), Claim("Ben", plays=True), Claim("Cat", plays=True, founder=True), Claim("Dee", plays=True)]
    assert game.best_claims(wanting, started=False) == ("Ann", "Ben", "Cat", "Dee")
    assert game.best_claims(wanting) == ("Cat",)
    assert game.best_claims([wanting[0], wanting[1], wanting[3]]) == ("Ben", "Dee")
    assert game.best_claims(wanting[:1]) == ("Ann",)
    assert game.best_claims([]) == ()
    assert game.wins_draw({"Ann": "Kd", "Ben": "As", "Cat": "Ac"}) == ("Ben", "Cat")
    assert game.wins_draw({"Ann": "Kd", "Ben": "Qs"}) == ("Ann",)


# -- 32: collusion ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "cited"), [
    ("helping", "32(1)"), ("advice", "32(2)"), ("hand-disclosed", "32(3)"), ("cards-looked-at", "32(7)"),
    ("chips-given", "29(3)"), ("pot-divided", "25(8)"), ("folded-otherwise", "31(2)"),
])
def test_what_a_player_may_not_do(what: str, cited: str) -> None:
    assert clause(ManilaPoker().refuse_conduct(hand(), 0, what)) == f"QLD-5-{cited}"


def test_cards_stay_secret_when_their_player_is_out_of_the_betting() -> None:
    h = do(hand(), "fold")
    assert clause(h.game.refuse_conduct(h, 1, "hand-disclosed")) == "QLD-5-32(4)"
    assert clause(h.game.refuse_conduct(h, 2, "hand-disclosed")) == "QLD-5-32(3)"


def test_who_must_hear_what_was_learnt_of_hole_cards() -> None:
    game = ManilaPoker()
    h = do(hand(200, 200, 200, 200), "fold", "raise to 10")
    assert game.to_be_told(h, 1, by=0) == ((2, 3), "QLD-5-32(5)"), "of a folded hand: the other active players"
    assert game.to_be_told(h, 2, by=0) == ((1, 3), "QLD-5-32(6)"), "of one whose raise is not called: everybody else"
    do(h, "call")
    assert game.to_be_told(h, 2, by=0)[0] == ()
    assert game.to_be_told(h, 3, by=0)[0] == ()


# -- refusals and the record -----------------------------------------------------------------------------------


def test_every_refusal_names_its_clause() -> None:
    h = hand()
    for text in ("check", "bet 5", "raise to 6", "discard As", "run 2", "take kitty", "decline"):
        refused(h, text)


def test_the_record_names_what_was_put_down() -> None:
    h = do(hand(), "call", "call", "decline")
    assert h.log[0] == Event("blind", 0, 500, h.blinds[0].clause)
    assert [event.clause for event in h.log if event.what == "decline"] == ["QLD-5-23(2)(b)"]
