"""Queensland poker (schedule 10): dealing, hands, bets at their limits, fees, and showdowns that are played."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, legal, refused, stacks
from support.poker_tables import clause, deal, folded, qld, seated

from pitboss.cardroom.acts import BUY_TIME, FOLD, TIME_OUT, AskToSee, Discard, Muck, Show
from pitboss.cardroom.clock import seconds_to_act
from pitboss.cardroom.game import SHOW, Event
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import shows
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.rulebooks.qld.s10_poker import OmahaPoker, TexasHoldem
from pitboss.table.definition import BadOption

BOARD = "board: Jc 8c 5s 4h 2d"


def last(h: Hand, what: str) -> Event:
    return next(event for event in reversed(h.log) if event.what == what)


def checked(h: Hand) -> Hand:
    while not h.over:
        do(h, "check" if legal(h).check else "call")
    return h


# -- 2, 22 and 25: dealing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "hole"), [(TexasHoldem, 2), (OmahaPoker, 4)])
def test_cards_come_in_order_with_a_burn_before_each_community_card(make: type[TexasHoldem], hole: int) -> None:
    h = dealt(make({"blinds": "5/10"}), (100, 100, 100))
    order = list(deck(52))
    assert h.hole == [[order[3 * n + i] for n in range(hole)] for i in range(3)]
    assert [(event.amount, event.open) for event in h.log if event.what == "dealt"] == [(hole, False)] * 3
    left = order[3 * hole :]
    checked(h)
    assert h.boards == [[*left[1:4], left[5], left[7]]]
    assert h.burnt == [left[0], left[4], left[6]]
    assert [event.what for event in h.log if event.what in ("burn", "board")] == ["burn", "board"] * 3


def test_there_is_one_deck_and_four_rounds_of_betting() -> None:
    assert (qld().deck_size, len(qld().streets)) == (52, 4)
    with pytest.raises(BadOption, match=r"QLD-10-15"):
        qld(deck="40")
    assert clause(qld().refuse_decks("red", "red")) == "QLD-10-16(5)"
    assert qld().refuse_decks("red", "blue") is None


def test_a_game_may_combine_holdem_and_omaha() -> None:
    table = seated(qld(), 1, 2, 3, button=1)
    folded(table)
    omaha, melbourne = OmahaPoker({"blinds": "5/10"}), Holdem({"blinds": "5/10"})
    assert clause(table.play_next(melbourne)) == "QLD-10-2:game"
    assert table.play_next(omaha) is None
    hand = deal(table)
    assert [len(hole) for hole in hand.hole] == [4, 4, 4]
    assert clause(table.play_next(qld())) == "QLD-10-12"
    assert clause(seated(melbourne, 1, 2).play_next(melbourne)) == "MEL-8.2"


# -- 8 and 9: hands ----------------------------------------------------------------------------------------

ASCENDING = (
    ("2c 3d 4h 5s 7c", "odd card hand"),
    ("Ac Qd 5h 4s 2c", "odd card hand"),
    ("Ac Kd 4h 3s 2c", "odd card hand"),
    ("2c 2d 5h 4s 3c", "1 pair"),
    ("Kc Kd Qh Js Tc", "1 pair"),
    ("Kc Kd Ah 3s 2c", "1 pair"),
    ("3c 3d 2h 2s Ac", "2 pairs"),
    ("3c 3d 2h 2s Ac", "2 pairs"),
    ("Kc Kd Qh Qs Jc", "2 pairs"),
    ("Kc Kd Qh Qs Ac", "2 pairs"),
    ("2c 2d 2h Ks Qc", "3 of a kind"),
    ("2c 2d 2h As 3c", "3 of a kind"),
    ("Ac Ad Ah 3s 2c", "3 of a kind"),
    ("Ac 2d 3h 4s 5c", "straight"),
    ("2c 3d 4h 5s 6c", "straight"),
    ("9c Td Jh Qs Kc", "straight"),
    ("Tc Jd Qh Ks Ac", "straight"),
    ("7c 5c 4c 3c 2c", "flush"),
    ("Ac 5c 4c 3c 2d Kc", "flush"),
    ("2c 2d 2h 3s 3c", "full house"),
    ("2c 2d 2h As Ac", "full house"),
    ("3c 3d 3h 2s 2c", "full house"),
    ("2c 2d 2h 2s Ac", "4 of a kind"),
    ("Kc Kd Kh Ks 3c", "4 of a kind"),
    ("Kc Kd Kh Ks Ac", "4 of a kind"),
    ("Ac 2c 3c 4c 5c", "straight flush"),
    ("9h Th Jh Qh Kh", "straight flush"),
    ("Th Jh Qh Kh Ah", "royal flush"),
)


def test_hands_in_ascending_order() -> None:
    game = qld()
    values = [game.value(game.shares[0], (), parse_cards(cards)) for cards, _ in ASCENDING]
    assert values == sorted(values), "lowest first"
    assert len(set(values)) == len(values) - 1, "one hand is listed twice, and is equal to itself"
    assert [game.hand_name(value) for value in values] == [name for _, name in ASCENDING]


def test_omaha_takes_two_hole_cards_and_three_of_the_board() -> None:
    game = OmahaPoker({})
    board = parse_cards("Ah Kh Qh Jh 2s")
    assert game.hand_name(game.value(game.shares[0], parse_cards("Th 3c 4c 5c"), board)) == "odd card hand"
    assert game.hand_name(game.value(game.shares[0], parse_cards("Th 3h 4c 5c"), board)) == "flush"


def test_the_odd_cards_decide_between_equal_pairs() -> None:
    h = checked(given(qld(), (100, 100), "1: Ah 3c", "2: Qd Jd", "board: Ks Kd 9h 5s 2c"))
    assert h.won[0].paid == {0: 2000}, "king, king, ace"
    h = checked(given(qld(), (100, 100), "1: As 9c", "2: Ad 8d", "board: Ks Kd Qh Js 2c"))
    assert h.won[0].paid == {0: 1000, 1: 1000}, "the nine does not play"


# -- 4 and 24: chips and words -----------------------------------------------------------------------------


def test_one_large_chip_is_a_call_or_opens_a_later_round() -> None:
    h = do(given(qld(), (300, 300, 300), "1: Ah As", "2: Kd Kc", "3: Qd Qc", BOARD), "puts 100 chips=1")
    assert last(h, "call").amount == 1000, "first round: a call"
    do(h, "call", "check", "puts 25 chips=1")
    assert last(h, "bet").amount == 2500, "a later round: its value"
    do(h, "puts 100 chips=1")
    assert (last(h, "call").amount, last(h, "call").clause) == (2500, "QLD-10-3(1)"), "not the first bet: a call"
    pot = given(qld(structure="pot-limit"), (300, 300), "1: Ah As", "2: Kd Kc", BOARD)
    do(pot, "call", "check", "puts 100 chips=1")
    assert last(pot, "bet").amount == 2000, "the most that may be bet"


def test_a_word_before_the_chips_counts_and_one_after_them_does_not() -> None:
    three = (300, 300, 300)
    assert last(do(dealt(qld(), three), "says call puts 40 chips=8"), "call").amount == 1000
    assert last(do(dealt(qld(), three), "says raise puts 100 chips=1"), "raise").amount == 10_000
    assert last(do(dealt(qld(), three), "puts 100 chips=1 says raise"), "call").amount == 1000
    assert last(do(dealt(qld(), three), "puts 40 chips=8 says call"), "raise").amount == 4000


def test_half_a_raise_at_the_limit_and_on_either_side() -> None:
    for added, what in (("14.99", "call"), ("15", ""), ("15.01", "")):
        h = do(dealt(qld(chip="0.01"), (300, 300, 300)), f"puts {added} chips=3")
        if what:
            assert last(h, what).amount == 1000
        else:
            assert refused(h, "call") == "QLD-10-24(7)"
            do(h, "raise to 20")


def test_chips_are_whole_and_no_more_than_the_stake() -> None:
    h = dealt(qld(chip="5"), (300, 300, 300))
    assert refused(h, "raise to 22") == "QLD-10-24(2)"
    assert refused(h, "raise to 305") == "QLD-10-2:table-stake"
    do(h, "raise to 25")


def test_only_acts_may_come_too_early() -> None:
    h = dealt(qld(), (300, 300, 300))
    found = h.do(Discard(), 0)
    assert clause(found) == "QLD-10-2:act" and not h.early
    assert h.do(FOLD, 0) is None and h.early


# -- 28, 31 and 32: bets and raises ------------------------------------------------------------------------


def test_who_opens_and_by_how_much() -> None:
    h = do(dealt(qld(), (300, 7, 300), ), "call", "call")
    assert h.turn == 0
    assert (legal(h).raise_from, legal(h).raise_to) == (1000, 29_000)
    do(h, "check")
    assert refused(h, "bet 9") == "QLD-10-28(4)"
    do(h, "bet 10")
    assert last(h, "bet").clause == "QLD-10-28(4)"
    assert refused(h, "check") == "QLD-10-28(6)"


def test_an_all_in_may_open_for_less_than_the_minimum() -> None:
    h = do(dealt(qld(), (300, 300, 16)), "call", "call", "check", "check", "check")
    assert (legal(h).raise_from, legal(h).raise_to) == (600, 600)
    do(h, "all-in")
    assert last(h, "bet").amount == 600
    # The call is less than the minimum wager, so the raise is by that.
    assert (legal(h).place, legal(h).call) == (0, 600)


def test_the_least_raise() -> None:
    h = dealt(qld(), (300, 300, 300))
    assert legal(h).raise_from == 2000, "no raise before: by the opening bet"
    do(h, "raise to 35")
    assert legal(h).raise_from == 6000, "by the raise before"
    do(h, "call", "call", "bet 40")
    assert legal(h).raise_from == 8000
    short = do(dealt(qld(), (300, 300, 300, 14)), "call", "call", "call", "check")
    do(short, "check", "check", "check", "all-in")
    assert short.price == 400
    assert clause(short.wager(1400)) == "QLD-10-32(9)", "who has checked may only call"
    first = do(dealt(qld(), (14, 300, 300)), "call", "call", "check", "all-in")
    assert (first.price, legal(first).raise_from) == (400, 1400), "a call of less than the minimum: by the minimum"


def test_the_most_of_a_raise_prevails_over_the_least() -> None:
    # Half the pot of 20 is 10, in chips of 4 it is 8: less than the least raise.
    h = do(dealt(qld(structure="half-pot", chip="4"), (300, 300)), "call")
    assert (legal(h).raise_from, legal(h).raise_to) == (1800, 1800)
    do(h, "raise to 18")
    assert legal(h).raise_from > 0, "it is a raise, and may be raised"


def test_pot_limits_count_the_call_and_every_pot() -> None:
    h = dealt(qld(structure="pot-limit"), (300, 300, 300))
    assert legal(h).raise_to == 3500
    half = dealt(qld(structure="half-pot"), (300, 300, 300))
    assert legal(half).raise_to == 2200


def test_structured_raises() -> None:
    h = dealt(qld(structure="fixed", bet="10", **{"big-bet": "20"}), (300, 300, 300))
    rounds = (("call", "call", "check"), ("check",) * 3, ("check",) * 3, ("bet 20", "call", "call"))
    for whole, acts in zip((2000, 1000, 2000, 2000), rounds, strict=True):
        assert (legal(h).raise_from, legal(h).raise_to) == (whole, whole)
        do(h, *acts)


def test_the_last_active_player_has_nobody_to_raise() -> None:
    h = do(dealt(qld(), (300, 40, 300)), "fold", "raise to 60")
    assert h.turn == 1
    assert refused(h, "raise to 80") == "QLD-10-32(2)", "no chips for it"
    h = do(dealt(qld(), (300, 40)), "all-in")
    assert refused(h, "raise to 60") == "QLD-10-32(3)", "the other is all-in"
    do(h, "call")


def test_who_wins_when_all_others_fold() -> None:
    def clauses(*acts: str) -> tuple[str, ...]:
        return tuple(map(str, do(dealt(qld(), (300, 300, 300)), *acts).won[0].clauses))

    assert clauses("fold", "fold") == ("QLD-10-27(6)",)
    assert clauses("raise to 30", "fold", "fold") == ("QLD-10-27(7)",)
    assert clauses("call", "call", "check", "bet 10", "fold", "fold") == ("QLD-10-28(8)",)
    assert clauses("call", "call", "check", "fold", "fold") == ("QLD-10-6(1)",)


def test_time_to_act() -> None:
    h = dealt(qld(time="30", **{"more-time": "20x2/5"}), (300, 300, 300))
    assert seconds_to_act(h) == 30
    assert h.do(BUY_TIME) is None and h.do(BUY_TIME) is None
    assert (seconds_to_act(h), last(h, "time").amount, stacks(h)) == (70, 500, [295, 290, 300])
    assert clause(h.do(BUY_TIME)) == "QLD-10-31(11)(c)"
    assert h.do(TIME_OUT) is None and last(h, "fold").place == 2
    assert seconds_to_act(h) == 30, "the time another bought is not his"
    do(h, "call")
    assert h.do(TIME_OUT) is None and last(h, "check").place == 1
    assert clause(dealt(qld(), (300, 300)).do(TIME_OUT)) == "QLD-10-2:turbo-game"
    for options in ({"time": "30", "more-time": "20"}, {"more-time": "20x2/5"}, {"time": "30", "more-time": "20x2/x"}):
        with pytest.raises(BadOption, match="more-time"):
            qld(**options)


# -- 21 and 33: fees and commission ------------------------------------------------------------------------


def test_time_fees_of_players() -> None:
    game = qld(**{"time-fee": "12", "fee-interval": "30"})
    assert game.fee_to_join == 600, "half an hour of 12 an hour"
    assert [game.time_fee(0, now) for now in (1799, 1800, 3600, 7200)] == [0, 600, 1200, 2400]
    assert game.time_fee(1800, 3599) == 0
    assert clause(game.refuse_refund()) == "QLD-10-21(6)(f)"
    assert qld(commission="10%", **{"time-fee": "12"}).fee_to_join == 1200
    assert qld(commission="10%", **{"seating-fee": "5"}).fee_to_join == 500


def test_the_time_fee_of_a_table() -> None:
    game = qld(**{"time-fee": "60/table"})
    assert game.fee_to_join == 0
    due = game.time_fee(0, 3600)
    assert due == 6000
    assert game.refuse_time_fee({"Ann": 4000, "Ben": 2000}, due) is None
    assert clause(game.refuse_time_fee({"Ann": 4000}, due)) == "QLD-10-21(6)(d)"
    for options in ({"time-fee": "60/hand"}, {"time-fee": "x"}, {"time-fee": "6", "fee-interval": "0"}):
        with pytest.raises(BadOption, match="time-fee"):
            qld(**options)
    with pytest.raises(BadOption, match=r"QLD-10-21\(4\)"):
        qld(commission="2/person", **{"time-fee": "60/table"})


def test_the_commission_is_taken_where_the_round_ends() -> None:
    h = do(dealt(qld(commission="10%"), (300, 300, 300)), "raise to 30", "call", "fold", "bet 40", "fold")
    assert (last(h, "commission").amount, last(h, "commission").clause) == (700, "QLD-10-29(3)(d)")
    h = checked(given(qld(commission="10%"), (300, 300), "1: Ah As", "2: Kd Kc", BOARD))
    assert (last(h, "commission").amount, last(h, "commission").clause) == (200, "QLD-10-30(14)(c)")


def test_a_participation_fee_leaves_the_pot_whole() -> None:
    h = do(dealt(qld(commission="2/person"), (300, 300, 300)), "raise to 30", "fold", "fold")
    assert (h.fees, h.won[0].taken, h.won[0].paid) == (600, 0, {2: 2500})
    h = checked(given(qld(commission="2/person"), (300, 300), "1: Ah As", "2: Kd Kc", BOARD))
    assert stacks(h) == [308, 288]


def test_less_commission_and_a_cap() -> None:
    cards = ("1: Ah As", "2: Kd Kc", BOARD)
    acts = ("raise to 100", "call")
    for options, taken in (({}, 2000), ({"cap": "15"}, 1500), ({"cap": "20"}, 2000), ({"cap": "25"}, 2000)):
        h = checked(do(given(qld(commission="10%", **options), (300, 300), *cards), *acts))
        assert h.won[0].taken == taken
    assert checked(do(given(qld(commission="5%"), (300, 300), *cards), *acts)).won[0].taken == 1000
    game = qld(commission="10%", **{"hourly-cap": "45"})
    for before, taken in ((0, 2000), (2500, 2000), (3000, 1500), (4500, 0), (9900, 0)):
        game.taken_this_hour = before
        assert checked(do(given(game, (300, 300), *cards), *acts)).won[0].taken == taken


# -- 30: showdown ------------------------------------------------------------------------------------------

FOUR = ("1: Td 9h", "2: As Ah", "3: Qd Qc", "4: Kd Kc", BOARD)


def at_the_showdown(*cards: str, game: TexasHoldem | None = None) -> Hand:
    """Seat 2 bets the river; seats 3 and 4 call it."""
    h = given(game or qld(), (200, 200, 200, 200), *(cards or FOUR), ask_shows=True)
    do(h, "raise to 30", "call", "fold", "call", "check", "check", "check", "check", "check", "check")
    return do(h, "bet 40", "call", "call")


def test_the_called_player_shows_and_those_with_as_much() -> None:
    h = at_the_showdown()
    assert (h.stage, h.turn, legal(h).place, h.over) == (SHOW, 1, 1, False)
    assert h.do(Show()) is None
    assert [place for place, _ in shows(h)] == [1]
    assert h.won[0].paid == {1: 21_500}
    h = at_the_showdown("1: Td 9h", "2: Qs Qh", "3: Ad Ac", "4: 7d 7s", BOARD)
    do(h, "shows")
    assert [place for place, _ in shows(h)] == [1, 2]


def test_the_called_player_folds_and_the_next_is_called() -> None:
    h = at_the_showdown()
    do(h, "fold")
    assert (h.turn, h.called, h.over) == (2, 2, False)
    do(h, "fold")
    assert h.over and h.won[0].paid == {3: 21_500}
    assert [str(clause) for clause in h.won[0].clauses] == ["QLD-10-30(4)"]
    assert clause(h.do(Show())) == clause(h.do(Muck(), 3)) == clause(h.do(AskToSee(1), 3)) == "QLD-10-12"


def test_who_may_not_fold_at_the_showdown() -> None:
    h = at_the_showdown("1: Td 9h", "2: Qs Qh", "3: Ad Ac", "4: 7d 7s", BOARD)
    assert clause(h.do(Muck(), 2)) == "QLD-10-30(6)"
    assert h.do(Muck(), 3) is None, "sevens need not be shown"
    do(h, "shows")
    assert h.won[0].paid == {2: 21_500}


def test_an_all_in_player_shows_what_is_better() -> None:
    h = given(qld(), (200, 60, 200), "1: Qs Qh", "2: Ad Ac", "3: 7d 7s", BOARD, ask_shows=True)
    do(h, "raise to 60", "call", "all-in", "bet 40", "call", "check", "check", "bet 50", "call")
    assert (h.stage, h.turn) == (SHOW, 0)
    assert clause(h.do(Muck(), 1)) == "QLD-10-30(6)"
    do(h, "fold")
    assert h.stage == SHOW and h.turn == 2
    assert clause(h.do(Muck(), 2)) == "QLD-10-30(6)", "the side pot is nobody else's"
    do(h, "shows")
    assert [pot.paid for pot in h.won] == [{1: 18_000}, {2: 18_000}]


def test_the_folded_hand_is_seen_and_may_come_back() -> None:
    for asks, winner in ((3, 1), (2, 3)):
        h = at_the_showdown()
        assert clause(h.do(AskToSee(1), asks)) == "QLD-10-30(10)", "nobody has folded at the showdown"
        do(h, "fold")
        assert clause(h.do(AskToSee(1), 0)) == "QLD-10-30(10)", "no active player asks"
        assert clause(h.do(AskToSee(0), asks)) == "QLD-10-30(10)", "that hand was folded before"
        assert h.do(AskToSee(1), asks) is None
        assert last(h, "seen").cards == ("As", "Ah")
        do(h, "shows")
        assert h.won[0].paid == {winner: 21_500}
        assert len(h.muck) == (2 if winner == 1 else 4)


def test_nobody_who_shares_the_best_hand_may_ask() -> None:
    h = do(at_the_showdown("1: Td 9h", "2: As Ah", "3: Kd Qd", "4: Kc Qc", BOARD), "fold")
    assert clause(h.do(AskToSee(1), 3)) == clause(h.do(AskToSee(1), 2)) == "QLD-10-30(12)"


def test_pots_are_not_divided_by_agreement() -> None:
    h = at_the_showdown()
    assert clause(h.game.refuse_conduct(h, 0, "pot-divided")) == "QLD-10-30(17)"
    assert h.game.refuse_conduct(h, 0, "folded-otherwise") is None, "this schedule does not speak of it"


def test_a_hand_that_waits_for_a_showdown_can_be_copied() -> None:
    h = at_the_showdown()
    other = do(h.copy(), "fold")
    assert (h.turn, other.turn) == (1, 2)
