"""Canberra Casino Hold-em Poker: what the golden rounds leave out."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.hands.poker import Category, HandValue
from pitboss.law import Announced
from pitboss.law.results import WIN
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.cbr.casino_holdem import CasinoHoldemPoker
from pitboss.table.acts import BACK, Answer, Cards, Choice, Close, CutAt, Irregular, Missed, Place, Shuffled
from pitboss.table.facts import Dealt, Referred, Rejected
from pitboss.table.requests import Asked, Choose, Offer, Reveal
from pitboss.table.script import Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view

GAME = "game cbr/casino-holdem-poker\n"
# Kings over the dealer's eights for Ann; ace high for Ben.
CARDS = "deal 1: Kh 6d\ndeal dealer: 8c Qd\ndeal board: Ks 4h 2c 8d 7s\n"
TWO = "box 1 Ann: ante 10\nbox 2 Ben: ante 10\ndeal 2: Ah 3d\n" + CARDS


def good(text: str) -> None:
    played = settle(GAME + text)
    assert not played.failures, played.failures


def make(**options: str) -> CasinoHoldemPoker:
    made = game("cbr/casino-holdem-poker", {name.replace("_", "-"): value for name, value in options.items()})
    assert isinstance(made, CasinoHoldemPoker)
    return made


class Seat:
    """A table answered by hand."""

    def __init__(self, **options: str) -> None:
        self.t = Table(make(**options))
        self.play = self.t.play()
        self.asked: Asked | None = next(self.play)

    def send(self, *answers: Answer) -> Asked | None:
        for answer in answers:
            try:
                self.asked = self.play.send(answer)
            except StopIteration:
                self.asked = None
        return self.asked

    def open(self, *places: Place) -> None:
        self.send(Shuffled(), CutAt(26), *places, Close())


def pair(rank: int, *kickers: int) -> HandValue:
    return HandValue(Category.PAIR, (rank, *kickers))


# -- 2 ---------------------------------------------------------------------------------------------------


def test_one_deck_has_each_card_once() -> None:
    with pytest.raises(Unplayable, match="Kh is already on the table"):
        settle(GAME + "box 1 Ann: ante 10\n" + CARDS.replace("8c Qd", "Kh Qd") + "1: call\n")


@pytest.mark.parametrize("dealer, qualifies", [
    (pair(3, 14, 13, 12), False), (pair(4, 5, 3, 2), True), (HandValue(Category.HIGH_CARD, (14, 13, 12, 11, 9)), False),
    (HandValue(Category.TWO_PAIR, (3, 2, 4)), True),
])
def test_dealer_qualifies_with_fours(dealer: HandValue, qualifies: bool) -> None:
    table = make()
    assert table.qualifies(dealer) == qualifies
    call = table.result("call", HandValue(Category.STRAIGHT, (9,)), dealer)
    assert (call.outcome, str(call.clause)) == (("win", "CBR-8.1:call") if qualifies else ("stand-off", "CBR-9.1"))


def test_a_better_category_wins_whatever_its_ranks() -> None:
    table = make()
    assert table.result("ante", pair(2, 5, 4, 3), pair(14, 5, 4, 3)).outcome == "lose"
    assert table.result("ante", HandValue(Category.TWO_PAIR, (3, 2, 4)), pair(14, 13, 12, 11)).outcome == "win"


# -- 3: limits ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given, minutes, allowed", [
    ("20", 19, False), ("20", 20, True), ("20", 21, True), ("0", 0, True), ("1", 0, False),
])
def test_notice_of_new_limits_and_of_closing(given: str, minutes: int, allowed: bool) -> None:
    table = make(notice=given)
    for refused, clause in ((table.refuse_new_limits(minutes), "CBR-3.1"),
                            (table.refuse_early_closure(minutes), "CBR-14.2")):
        assert (refused is None) == allowed
        assert refused is None or (str(refused.clause), refused.legal) == (clause, f"{given} minutes' notice")


@pytest.mark.parametrize("amount, ok", [("5", True), ("10", True), ("7.50", False), ("11", False)])
def test_multiples(amount: str, ok: bool) -> None:
    told = "" if ok else "=! refused [CBR-3.3]\nbox 1 Ann: ante 5\n"
    good(f"option unit=5\nbox 1 Ann: ante {amount}\n{told}{CARDS}1: fold\n".replace(" 8d 7s", ""))


def test_what_is_left_of_a_wager_is_a_multiple_too() -> None:
    good("option unit=5\nbox 1 Ann: ante 20\n1 Ann: reduce ante to 12\n=! refused [CBR-3.3]\n"
         f"1 Ann: reduce ante to 10\n{CARDS}1: call\n= 1 Ann ante win 10\n= 1 Ann call win 20\n")


def test_chips_added_before_the_deal_count_as_one_wager() -> None:
    good(f"box 1 Ann: ante 10\nbox 1 Ann: ante 5\n{CARDS}1: call 30\n= 1 Ann ante win 15\n= 1 Ann call win 30\n")


def advised(text: str) -> list[str]:
    events = settle(GAME + text).events
    return [e.what.split(":")[0] for e in events if isinstance(e, Announced) and e.clause == "CBR-3.4"]


@pytest.mark.parametrize("ante, bonus, told", [("5", "5", []), ("4.50", "5", ["Ann"]), ("5", "4.50", ["Ann"]),
                                               ("4.50", "4.50", ["Ann"])])
def test_who_is_told_of_the_minimum(ante: str, bonus: str, told: list[str]) -> None:
    text = f"option minimum=5\nbox 1 Ann: ante {ante}, super aces bonus {bonus}\n{CARDS}1: call\n"
    assert advised(text) == told


def test_once_told_nothing_under_the_minimum_is_taken() -> None:
    again = "deal 1: Kc 6h\ndeal dealer: 8h Qc\ndeal board: Kd 4c 2d 8s 7h\n"
    good(f"option minimum=5\nbox 1 Ann: ante 4.50\n{CARDS}1: call\n= 1 Ann ante win 4.50\n= 1 Ann call win 9\n"
         "box 1 Ann: ante 4.50\n=! refused [CBR-3.4]\nbox 1 Ann: ante 5, super aces bonus 4\n=! refused [CBR-3.4]\n"
         "box 1 Ann: ante 6\n1 Ann: reduce ante to 4.50\n=! refused [CBR-3.4]\n1 Ann: reduce ante to 5\n"
         f"{again}1: call\n= 1 Ann ante win 5\n= 1 Ann call win 10\n")


def test_a_refused_act_warns_nobody() -> None:
    assert advised(f"option minimum=5 unit=1\nbox 1 Ann: ante 4, super aces bonus 0.50\n=! refused [CBR-3.3]\n"
                   f"box 1 Ann: ante 5\n{CARDS}1: call\n") == []


@pytest.mark.parametrize("ante, paid, called", [("99.50", "99.50", "199"), ("100", "100", "200"),
                                                ("100.50", "100", "200"), ("150", "100", "200")])
def test_the_maximum(ante: str, paid: str, called: str) -> None:
    good(f"option maximum=100\nbox 1 Ann: ante {ante}\n{CARDS}1: call\n"
         f"= 1 Ann ante win {paid} [CBR-8.1:ante-other]\n= 1 Ann call win {called}\n")


def test_the_maximum_holds_for_the_bonus() -> None:
    trips = CARDS.replace("Kh 6d", "Kh Kd")
    good(f"option maximum=100\nbox 1 Ann: ante 10, super aces bonus 101\n{trips}1: declare super aces bonus\n1: call\n"
         "= 1 Ann super aces bonus win 700\n= 1 Ann ante win 10\n= 1 Ann call win 20\n")


def test_money_above_the_maximum_goes_back() -> None:
    played = settle(GAME + f"option maximum=100\nbox 1 Ann: ante 140\n{CARDS.replace(' 8d 7s', '')}1: fold\n")
    assert played.net == {"Ann": -10000}
    void = settle(GAME + f"option maximum=100\nbox 1 Ann: ante 140\n{CARDS.replace(' 8d 7s', '')}"
                  "! invalidated reason=riot\n")
    assert (void.net, void.lines[0].stake) == ({"Ann": 0}, 14000)


MARKED = "option maximum=100\n! box-maximum box=1 amount=200 marker=yes\n=! ruled [CBR-3.2]\n"


@pytest.mark.parametrize("ante, paid, called", [("199.50", "199.50", "399"), ("200", "200", "400"),
                                                ("200.50", "200", "400")])
def test_a_marker_raises_the_maximum_of_its_box(ante: str, paid: str, called: str) -> None:
    good(f"{MARKED}box 1 Ann: ante {ante}\nbox 2 Ben: ante 150\ndeal 2: Kc 6h\n{CARDS}1: call\n2: call\n"
         f"= 1 Ann ante win {paid}\n= 1 Ann call win {called}\n= 2 Ben ante win 100\n= 2 Ben call win 200\n")


def test_a_marker_taken_away_ends_that() -> None:
    good(f"{MARKED}! box-maximum box=1 marker=no\nbox 1 Ann: ante 150\n{CARDS}1: call\n"
         "= 1 Ann ante win 100\n= 1 Ann call win 200\n")


@pytest.mark.parametrize("facts", ["box=1 amount=100 marker=yes", "box=1 amount=x marker=yes", "box=1 marker=yes",
                                   "box=8 amount=200 marker=yes", "amount=200 marker=yes"])
def test_a_marker_that_says_nothing(facts: str) -> None:
    good(f"option maximum=100\n! box-maximum {facts}\n=! refused\nbox 1 Ann: ante 150\n{CARDS}1: call\n"
         "= 1 Ann ante win 100\n= 1 Ann call win 200\n")


def test_markers_are_for_betting_time() -> None:
    good(f"option maximum=100\nbox 1 Ann: ante 150\n{CARDS}! box-maximum box=1 amount=200 marker=yes\n=! referred\n"
         "1: call\n= 1 Ann ante win 100\n= 1 Ann call win 200\n")


# -- 4 and 10.2: wagers --------------------------------------------------------------------------------------


def test_only_ante_and_bonus_open_a_round() -> None:
    good(f"box 1 Ann: call 20\n=! refused [CBR-4.1]\nbox 1 Ann: ante 10\n{CARDS}1: call\n")


def test_words_without_chips_are_no_wager() -> None:
    good(f"box 1 Ann: ante 10\n! oral-wager box=2 wager=ante amount=10\n=! ruled [CBR-4.2]\n{CARDS}1: call\n"
         "= 1 Ann ante win 10\n= 1 Ann call win 20\n")


def test_a_bonus_does_not_outlive_its_ante() -> None:
    good("box 1 Ann: ante 10, super aces bonus 5\n1 Ann: remove ante\n=! refused [CBR-10.2]\n"
         "1 Ann: remove super aces bonus\n1 Ann: remove ante\nbox 2 Ann: ante 5\n"
         f"{CARDS.replace('deal 1', 'deal 2')}2: call\n= 2 Ann ante win 5\n= 2 Ann call win 10\n")


def test_a_box_left_before_the_deal_is_free_for_another() -> None:
    good(f"box 1 Ann: ante 10\n1 Ann: remove ante\nbox 1 Ben: ante 5\n{CARDS}1 Ben: call\n"
         "= 1 Ben ante win 5\n= 1 Ben call win 10\n")


# -- 5 and 6: shuffle, cut, deal -----------------------------------------------------------------------------


@pytest.mark.parametrize("at, ok", [(0, False), (4, False), (5, True), (47, True), (48, False), (52, False)])
def test_the_cut_is_more_than_four_cards_from_either_end(at: int, ok: bool) -> None:
    told = "" if ok else "=! refused [CBR-5.2]\ncut 5\n"
    good(f"cut {at}\n{told}box 1 Ann: ante 10\n{CARDS}1: call\n")


def test_dealt_clockwise_one_at_a_time_the_dealer_last() -> None:
    played = settle(GAME + TWO + "1: call\n2: call\n")
    dealt = [(event.to, len(event.cards)) for event in played.events if isinstance(event, Dealt)]
    turn = [("1", 1), ("2", 1), ("dealer", 1)]
    assert dealt == [*turn, *turn, ("board", 3), ("board", 2)]


def test_hole_cards_are_hidden_and_communal_cards_open() -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000),)), Place(2, "Ben", (("ante", 1000),)))
    seat.send(*(Cards((card,)) for card in ("Ah", "2c", "9s", "Kh", "3d", "9d")))
    assert view(seat.t, 1)["hands"]["1"] == [BACK, BACK], "nobody looks before the flop"
    seat.send(Cards(("4c", "5c", "6c")))
    hidden = [BACK, BACK]
    assert view(seat.t, 1)["hands"] == {"1": ["Ah", "Kh"], "2": hidden, "dealer": hidden, "board": ["4c", "5c", "6c"]}
    assert view(seat.t, 0)["hands"] == {"1": hidden, "2": hidden, "dealer": hidden, "board": ["4c", "5c", "6c"]}


def test_the_round_ends_when_all_have_folded() -> None:
    good(TWO.replace(" 8d 7s", "") + "1: fold\n2: fold\n= 1 Ann ante lose 10 [CBR-7.3]\n= 2 Ben ante lose 10\n")


@pytest.mark.parametrize("short", ["1", "dealer"])
def test_a_missed_card_that_nobody_reports_comes_out_in_the_count(short: str) -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000), ("super aces bonus", 500))))
    seat.send(Cards(("Ah",)), Cards(("8c",)))
    seat.send(*((Missed(), Cards(("Qd",))) if short == "1" else (Cards(("Ad",)), Missed())))
    seat.send(Cards(("Ks", "4h", "2c")), Choice("1", "call"), Cards(("8d", "7s")), Cards(()))
    assert seat.asked is None
    assert {(line.wager, line.outcome, line.clause) for line in seat.t.lines} == {
        (wager, "void", "CBR-13.3") for wager in ("ante", "call", "super aces bonus")
    }


def test_no_wagers_no_round() -> None:
    seat = Seat()
    seat.open()
    assert seat.asked is None and seat.t.events == []


def test_a_folded_hand_does_nothing_more() -> None:
    good(TWO + "1: fold\n1: call\n=! refused [CBR-7.3]\n2: call\n")


# -- 10: Super Aces Bonus ------------------------------------------------------------------------------------

THREE = ("box 1 Ann: ante 10, super aces bonus 5\nbox 2 Ben: ante 10\nbox 3 Cat: ante 10\n"
         "deal 1: 9h 9d\ndeal 2: Ah 8d\ndeal 3: Ad 7d\ndeal dealer: Kc Qd\ndeal board: 9s 4h 2c Kd 7s\n")


def test_a_claim_is_open_until_the_last_box_decides() -> None:
    good(THREE + "1: call\n2: call\n1: declare super aces bonus\n3: call\n"
                 "= 1 Ann super aces bonus win 35\n= 1 Ann ante win 10\n= 1 Ann call win 20\n"
                 "= 2 Ben ante lose 10\n= 2 Ben call lose 20\n= 3 Cat ante lose 10\n= 3 Cat call lose 20\n")


def test_and_not_after_that() -> None:
    good(THREE + "1: call\n2: call\n3: fold\n1: declare super aces bonus\n=! refused [CBR-10.4]\n"
                 "= 1 Ann super aces bonus lose 5 [CBR-10.4]\n= 1 Ann ante win 10\n= 1 Ann call win 20\n"
                 "= 2 Ben ante lose 10\n= 2 Ben call lose 20\n= 3 Cat ante lose 10\n")


def test_a_claim_after_the_last_box_was_taken_out_is_too_late() -> None:
    good(THREE + "1: call\n2: call\n! hand-discarded box=3 reconstructed=no\n1: declare super aces bonus\n"
                 "=! refused [CBR-10.4]\n")


def test_an_unclaimed_win_is_pointed_out_before_the_stage_closes() -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000), ("super aces bonus", 500))), Place(2, "Ben", (("ante", 1000),)))
    seat.send(*(Cards((card,)) for card in ("9h", "2c", "Ks", "9d", "3d", "Qs")), Cards(("9s", "5c", "6c")))
    asked = seat.send(Choice("1", "call", "Ann", 2000))
    assert isinstance(asked, Offer) and asked.hand == "1"
    assert [option.name for option in asked.options] == ["declare super aces bonus"]


def test_a_claim_on_cards_nobody_has_entered_is_verified() -> None:
    for faces, outcome in ((("9h", "9d"), "win"), (("9h", "8d"), None)):
        seat = Seat()
        seat.open(Place(1, "Ann", (("ante", 1000), ("super aces bonus", 500))))
        seat.send(*[Cards((BACK,))] * 4, Cards(("9s", "5c", "6c")))
        asked = seat.send(Choice("1", "declare super aces bonus", "Ann"))
        assert isinstance(asked, Reveal) and asked.count == 2
        asked = seat.send(Cards(faces))
        assert isinstance(asked, Choose) and "declare super aces bonus" not in {o.name for o in asked.options}
        assert [line.outcome for line in seat.t.lines] == ([outcome] if outcome else [])
        refused = any(isinstance(e, Announced) and e.clause == "CBR-10.3" for e in seat.t.events)
        assert refused == (outcome is None)


def test_a_claim_without_a_bonus_wager() -> None:
    good(TWO + "1: declare super aces bonus\n=! refused [CBR-7.1]\n1: call\n2: call\n")


def test_choices_outside_call_or_fold_answer_nothing() -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000),)))
    seat.send(Choice("1", "declare super aces bonus", "Ann"))
    assert isinstance(seat.t.events[-1], Rejected)


BONUS_LINES: list[tuple[Any, tuple[int, ...], str]] = [
    (Category.ROYAL_FLUSH, (14,), "100 to 1"), (Category.STRAIGHT_FLUSH, (13,), "50 to 1"),
    (Category.FOUR_OF_A_KIND, (2, 3), "40 to 1"), (Category.FULL_HOUSE, (2, 3), "30 to 1"),
    (Category.FLUSH, (14, 5, 4, 3, 2), "20 to 1"), (Category.STRAIGHT, (5,), "7 to 1"),
    (Category.THREE_OF_A_KIND, (2, 4, 3), "7 to 1"), (Category.TWO_PAIR, (3, 2, 4), "7 to 1"),
    (Category.PAIR, (14, 4, 3, 2), "7 to 1"),
]


@pytest.mark.parametrize("category, ranks, odds", BONUS_LINES)
def test_bonus_odds(category: Category, ranks: tuple[int, ...], odds: str) -> None:
    result = make().super_aces(HandValue(category, ranks))
    assert (result.outcome, str(result.odds)) == (WIN, odds)


ANTE_ODDS = ("1 to 1", "1 to 1", "1 to 1", "1 to 1", "1 to 1", "2 to 1", "3 to 1", "10 to 1", "20 to 1", "100 to 1")


@pytest.mark.parametrize("category, odds", list(zip(Category, ANTE_ODDS, strict=True)))
def test_ante_odds_when_the_dealer_does_not_qualify(category: Category, odds: str) -> None:
    hand = HandValue(category, (14, 13, 12, 11, 9))
    result = make().result("ante", hand, pair(3, 14, 13, 12))
    assert (result.outcome, str(result.odds), result.also) == (WIN, odds, ("CBR-9.1",))


@pytest.mark.parametrize("stake, paid", [(4900, 14700), (5000, 15000), (5050, 15000)])
def test_the_maximum_payout_caps_the_ante_alone(stake: int, paid: int) -> None:
    table = make(maximum_payout="150")
    full, low = HandValue(Category.FULL_HOUSE, (13, 7)), pair(8, 14, 13, 12)
    assert table.result("ante", full, low).pays(stake) == paid
    assert table.result("call", full, low).pays(20000) == 20000
    assert table.super_aces(full).pays(1000) == 30000


def test_before_the_first_card_there_is_no_round_to_void() -> None:
    seat = Seat()
    seat.send(Shuffled(), CutAt(26), Place(1, "Ann", (("ante", 1000),)))
    for kind, facts in (("invalidated", {"reason": "fraud"}), ("collusion", {"box": "1", "ruling": "void"}),
                        ("wrong-dealing-order", {}), ("card-exposed", {"box": "1"})):
        seat.send(Irregular(kind, facts))
        assert isinstance(seat.t.events[-1], Referred)
    seat.send(Irregular("invalidated", {"reason": "fire"}))
    assert [(line.outcome, line.clause) for line in seat.t.lines] == [("void", "CBR-15.1")]


def test_a_dealer_without_a_card_exposes_none() -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000),)))
    seat.send(Cards(("Ah",)), Irregular("card-exposed", {"hand": "dealer"}))
    assert isinstance(seat.t.events[-1], Rejected)
    seat.send(Cards(("Kh",)), Irregular("card-exposed", {"hand": "dealer"}))
    assert [(line.outcome, line.clause) for line in seat.t.lines] == [("void", "CBR-13.2")]


def test_what_happened_before_a_late_void_is_undone() -> None:
    seat = Seat()
    seat.open(Place(1, "Ann", (("ante", 1000),)), Place(2, "Ben", (("ante", 1000),)), Place(3, "Cat", (("ante", 500),)))
    hole = ("Kh", "Ah", "2h", "8c", "6d", "3d", "2d", "Qd")
    seat.send(*(Cards((card,)) for card in hole), Cards(("Ks", "4h", "2c")))
    seat.send(Choice("1", "call"), Choice("2", "call"), Choice("3", "fold"), Cards(("8d", "7s")), Cards(()), Cards(()))
    assert [(line.box, line.outcome) for line in seat.t.lines] == [(3, "lose"), (1, "win"), (1, "win")]
    assert seat.send(Irregular("invalidated", {"reason": "brawl"})) is None
    assert {(line.box, line.wager, line.outcome) for line in seat.t.lines} == {
        (1, "ante", "void"), (1, "call", "void"), (2, "ante", "void"), (2, "call", "void"), (3, "ante", "void"),
    }
    assert seat.t.net == {"Ann": 0, "Ben": 0, "Cat": 0} and seat.t.house == 0


@pytest.mark.parametrize("dealer, said", [
    ("8c Qd", "the dealer has pair and qualifies"), ("9c Qd", "the dealer has high card and does not qualify"),
])
def test_the_dealers_hand_is_announced(dealer: str, said: str) -> None:
    played = settle(GAME + "box 1 Ann: ante 10\n" + CARDS.replace("8c Qd", dealer) + "1: call\n")
    told = [event.what for event in played.events if isinstance(event, Announced) and event.clause == "CBR-6.7"]
    assert told == [said]


# -- wagers of the wrong size, and wagers of a box without an ante ---------------------------------------------


def test_other_wagers_of_a_box_without_an_ante_come_back_on_their_own_lines() -> None:
    good(TWO + "! cards-without-ante box=3 player=Cat super-aces-bonus=5 cards=As,Kd\n"
         "= 1 Ann ante void [CBR-13.3]\n= 2 Ben ante void [CBR-13.3]\n= 3 Cat super aces bonus void [CBR-13.3]\n"
         "= net Ann 0, Ben 0, Cat 0\n")
    with pytest.raises(Unplayable, match="player= must say whose the super aces bonus is"):
        settle(GAME + TWO + "! cards-without-ante box=3 super-aces-bonus=5\n1: call\n2: fold\n")


WRONG = "option minimum=5 maximum=500\n! wrong-wager box=1 player=Ann wager=ante amount={} noticed=settlement\n"


@pytest.mark.parametrize(("cards", "result"), [
    (CARDS, "= 1 Ann ante win 500\n= 1 Ann call win 1000\n= net Ann 1500\n"),
    (CARDS.replace("8c Qd", "Ac Ad"), "= 1 Ann ante lose 500\n= 1 Ann call lose 1000\n= net Ann -1500\n"),
])
@pytest.mark.parametrize("amount", ["500.50", "600"])
def test_an_ante_over_the_maximum_found_at_settlement_is_settled_to_it(amount: str, cards: str, result: str) -> None:
    good(WRONG.format(amount) + "=! ruled [CBR-3.5]\n" + cards + "1: call\n" + result)


def test_an_ante_under_the_minimum_found_at_settlement_is_settled_as_staked() -> None:
    good(WRONG.format("4.50") + "=! ruled [CBR-3.4]\n" + CARDS + "1: call\n= 1 Ann ante win 4.50\n= 1 Ann call win 9\n")


@pytest.mark.parametrize("facts", [
    "box=1 player=Ann wager=ante amount=500", "box=1 player=Ann wager=ante amount=5",
])
def test_a_wager_within_the_limits_is_no_wrong_wager(facts: str) -> None:
    report = f"! wrong-wager {facts} noticed=settlement\n=! referred\n"
    good(f"option minimum=5 maximum=500\n{report}{TWO}1: call\n2: fold\n")


def test_a_wrong_wager_keeps_to_the_other_rules() -> None:
    start = "option minimum=5 maximum=500\nbox 1 Ann: ante 10\n"
    good(start + "! wrong-wager box=2 player=Ann wager=ante amount=600\n=! refused [CBR-4.3]\n" + CARDS + "1: call\n")
    good(start + "! wrong-wager box=2 wager=ante amount=600\n=! refused\n" + CARDS + "1: call\n")
    good("option minimum=5 maximum=500\n! box-maximum box=1 marker=yes amount=700\n"
         "! wrong-wager box=1 player=Ann wager=ante amount=700\n=! referred\n"
         "! wrong-wager box=1 player=Ann wager=ante amount=701\n=! ruled [CBR-3.5]\n" + CARDS + "1: call\n"
         "= 1 Ann ante win 700\n")
