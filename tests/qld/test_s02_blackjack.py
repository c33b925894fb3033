"""Blackjack: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law import Announced, Ruled
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack import NO_HAND, Blackjack
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Missed, Place, Shuffled
from pitboss.table.driver import Replay, play_round
from pitboss.table.facts import Dealt, Returned
from pitboss.table.house import Bot, VirtualDealer
from pitboss.table.requests import Asked, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import DEALING, Table

ONE = """game qld/blackjack
box 1 Ann: original 10
deal 1: Th 9c
deal dealer: Kc 8h
"""
TWO = """game qld/blackjack
box 1 Ann: original 10
box 2 Ben: original 20
deal 1: Th 9c
deal 2: Td 7d
deal dealer: Kc 8h
"""
STAND = "1: stand\n2: stand\n= 1 Ann original win 10\n= 2 Ben original lose 20\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def blackjack(**options: str) -> Blackjack:
    made = game("qld/blackjack", options)
    assert isinstance(made, Blackjack)
    return made


class Dealer:
    """Deals listed cards, "cut" standing for the cutting card, "short" for an empty shoe; Ann bets 10 and stands."""

    def __init__(self, cards: str, direction: str = "") -> None:
        self.cards = cards.split()
        self.direction = direction
        self.asked: list[Asked] = []
        self.placed = False

    def answer(self, t: Table, request: Asked) -> Answer:
        self.asked.append(request)
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                self.placed = not self.placed
                return Place(1, "Ann", (("original", 1000),)) if self.placed else Close()
            case Deal():
                card = self.cards.pop(0)
                if card == "short":
                    return Irregular("not-enough-cards", {})
                return Cards((), cutting_card=True) if card == "cut" else Cards((card,))
            case Reveal():
                return Cards(())
            case Direct() if self.direction in [option.name for option in request.options]:
                return Choice(request.hand, self.direction)
            case Direct() | Offer():
                return Lapse()
        return Choice("1", "stand")

    def shuffles(self) -> list[str]:
        return [str(request.clause) for request in self.asked if isinstance(request, Shuffle)]


# -- 2 and 5: counts


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [("2c 3d", 5, False), ("9c Td", 19, False), ("Jc Qd Kh", 30, False), ("As 6d", 17, True), ("As Ad", 12, True),
     ("As Ad Ah 8c", 21, True), ("As 6d 9c", 16, False), ("As Ad 9c Td", 21, False), ("As Kd", 21, True)],
)
def test_counts(cards: str, points: int, soft: bool) -> None:
    count = blackjack().count(cards.split())
    assert (count.points, count.soft) == (points, soft)


def test_blackjack_is_two_cards_never_split() -> None:
    it = blackjack()
    assert it.count(["As", "Td"]).blackjack and it.count(["Kd", "Ac"]).blackjack
    assert not it.count(["As", "5d", "5c"]).blackjack and not it.count(["As", "9d"]).blackjack
    assert not it.count(["As", "Td"], split=True).blackjack


def test_ace_of_a_doubled_hand() -> None:
    it = blackjack()
    assert it.count(["As", "9d", "Td"], doubled=True).points == 20
    assert it.count(["As", "8d", "2d"], doubled=True) == Count(11, False, False)
    assert it.count(["As", "8d", "Ad"], doubled=True) == Count(20, True, False)
    assert it.count(["6s", "5d", "Ad"], doubled=True).points == 12


# -- 4, 6 and 23: the shoe


@pytest.mark.parametrize("decks", ["5", "6", "7", "8"])
def test_number_of_decks_shuffled(decks: str) -> None:
    request = next(Table(blackjack(decks=decks)).play())
    assert isinstance(request, Shuffle) and request.decks == int(decks)


def test_where_the_cards_may_be_cut() -> None:
    cuts = "cut 9\n=! refused [QLD-2-6(5)]\ncut 303\n=! refused [QLD-2-6(5)]\ncut 10\n"
    last = "cut 51\n=! refused [QLD-2-6(8)]\ncut 209\n=! refused [QLD-2-6(8)]\ncut 208\n"
    good(TWO.replace("box 1", cuts + last + "box 1", 1) + STAND)
    good(TWO.replace("box 1", "cut 302\ncut 52\nbox 1", 1) + STAND)


def test_cutting_card_in_mid_round_is_shuffled_after_it() -> None:
    t, dealer = Table(blackjack()), Dealer("Th cut 9c 9d 8d Kc 9s 9h 8h Ks 9s 9h 8h")
    for _ in range(3):
        play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)", "QLD-2-23(1)"]
    assert len([request for request in dealer.asked if isinstance(request, Cut)]) == 4


def test_supervisor_may_have_one_further_round() -> None:
    t, dealer = Table(blackjack()), Dealer("Th cut 9c 9d 8d Kc 9s 9h 8h Ks 9s 9h 8h", "further round")
    play_round(t, dealer)
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"]
    play_round(t, dealer)
    assert len(dealer.shuffles()) == 2


def test_cutting_card_as_first_card_is_shuffled_at_once() -> None:
    t, dealer = Table(blackjack()), Dealer("cut Th 9c 9d 8d")
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)", "QLD-2-23(2)"]
    kinds = [type(request) for request in dealer.asked]
    assert kinds.index(Deal) < kinds.index(Shuffle, 1)
    assert (t.state["rounds"], t.state["first"], t.state["cutting_card"]) == (1, ["Ann"], False)


def test_supervisor_may_have_a_round_dealt_past_a_cutting_card_that_came_first() -> None:
    t, dealer = Table(blackjack()), Dealer("cut Th 9c 9d 8d Th 9c 9d 8d", "further round")
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"]
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"] * 2


def test_card_machine_mixes_every_round_without_a_cut() -> None:
    t, dealer = Table(blackjack(shoe="machine")), Dealer("Th 9c 9d 8d Th 9c 9d 8d")
    play_round(t, dealer)
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-16(b)", "QLD-0-16(g)"]
    assert not any(isinstance(request, Cut) for request in dealer.asked)


# -- 7 to 18: boxes, wagers, people


def test_player_on_two_boxes_gives_one_up() -> None:
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ann: original 20\n! box-wanted box=2\n"
        "=! ruled [QLD-2-10(1)]\n"
        "box 2 Dan: original 30\ndeal 1: Th 9c\ndeal 2: Td 7d\ndeal dealer: Kc 8h\n1: stand\n2: stand\n"
        "= 1 Ann original win 10\n= 2 Dan original lose 30\n"
    )
    assert [event.amount for event in played.events if isinstance(event, Returned)] == [2000]
    with pytest.raises(Unplayable, match="does not play box 1 and another"):
        settle(ONE.replace("deal 1", "! box-wanted box=1\ndeal 1", 1) + "1: stand\n")


def test_conduct_is_ruled_on() -> None:
    good(TWO + "! card-handled box=1\n=! ruled [QLD-2-11]\nsupervisor: void wagers\n2: stand\n"
         "= 1 Ann original void [QLD-0-11(2)(a)]\n= 2 Ben original lose 20\n")
    good(TWO + "! wrong-total-announced box=1 announced=18\n=! ruled [QLD-2-12]\n" + STAND)
    good(TWO + "! spoken-decision box=1 decision=draw\n=! ruled [QLD-2-21(3)]\n" + STAND)
    played = good(TWO.replace("deal 1", "! oral-wager box=3 player=Cat amount=5\n=! ruled [QLD-2-13(2)]\ndeal 1", 1)
                  + STAND)
    assert "Cat" not in played.net


def test_only_the_original_wager_opens() -> None:
    good(TWO.replace("deal 1", "box 1 Ann: perfect pairs 5\n=! refused [QLD-2-13(3)]\ndeal 1", 1) + STAND)
    for kind, clause in (("insurance", "25(1)"), ("double down", "26(1)"), ("split", "27(1)")):
        good(TWO.replace("deal 1", f"box 1 Ann: {kind} 5\n=! refused [QLD-2-{clause}]\ndeal 1", 1) + STAND)


def test_a_wager_topped_up_is_measured_whole() -> None:
    more = "option maximum=20\nbox 1 Ann: original 11\n=! refused [QLD-2-18]\ndeal 1"
    good(TWO.replace("deal 1", more, 1) + STAND)


def test_a_wager_is_not_reduced_below_the_minimum() -> None:
    less = "option minimum=5\n1: reduce original to 4\n=! refused [QLD-2-18]\n"
    two = "box 2 Ann: original 9\n2 Ann: reduce original to 4\n=! refused [QLD-2-10(2)]\n2 Ann: remove original\n"
    good(TWO.replace("deal 1", less + two + "deal 1", 1) + STAND)


def test_a_box_whose_wagers_went_back_is_not_dealt_to() -> None:
    gone = "! card-handled box=1\nsupervisor: void wagers\n"
    ten = "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\n" + gone + "deal 2: Td 7d\n"
    good(ten + "deal dealer: Kc 8h\n2: stand\n= 1 Ann original void\n= 2 Ben original lose 20\n")


def test_acts_of_finished_hands_are_refused_for_what_they_are() -> None:
    one = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: {cards}\ndeal dealer: 9c{more}\n"
    good(one.format(cards="Ac Kd", more="") + "1: draw\n=! refused [QLD-2-28(1)]\n"
         "1: double down\n=! refused [QLD-2-26(1)]\n1: split\n=! refused [QLD-2-27(1)]\n= 1 Ann original win 15\n")
    good(one.format(cards="Tc 6d Ts", more="") + "1: draw\n1: draw\n=! refused [QLD-2-28(1)]\n")
    good(one.format(cards="5c 6d 2s", more=" 8d") + "1: double down\n1: draw\n=! refused [QLD-2-28(2)]\n")
    good(TWO + "2: retract\n=! refused [QLD-2-16(1)]\n2: withdraw\n=! refused [QLD-2-16(1)]\n" + STAND)


def test_late_wagers_and_wagers_not_there() -> None:
    stood = STAND.replace("1: stand\n", "1: stand\n{}", 1)
    good(TWO + stood.format("box 2 Ben: original 5\n=! refused [QLD-2-16(1)]\n"))
    good(TWO + stood.format("2 Ben: remove original\n=! refused [QLD-2-16(1)]\n"))
    good(TWO + stood.format("2 Ben: remove insurance\n=! refused\n"))
    with pytest.raises(Unplayable, match="Ben has no insurance on box 2"):
        settle(TWO + stood.format("2 Ben: remove insurance\n"))
    good(TWO + "1: withdraw\n=! refused [QLD-2-16(1)]\n" + STAND)


NEXT = TWO + STAND + "next round\nbox 1 Ann: original 10\n"
PLAYED = "deal 1: Th 9c\ndeal dealer: Kc 8h\n1: stand\n"


def test_manager_may_refuse_a_late_entry() -> None:
    good(NEXT + "! late-entry player=Dan\n=! ruled [QLD-2-17(1)]\nmanager: refuse\n"
         "box 3 Dan: original 10\n=! refused [QLD-2-17(1)]\n" + PLAYED)
    good(NEXT + "! late-entry player=Dan\nmanager: allow\nmanager: any wager\nbox 3 Dan: original 50\n"
         "deal 3: Ts 9s\n" + PLAYED + "3: stand\n= 3 Dan original win 50\n")


def test_manager_may_hold_a_late_entry_to_the_minimum() -> None:
    good(NEXT.replace("box 1", "option minimum=5\nbox 1", 1)
         + "! late-entry player=Dan\nmanager: allow\nmanager: minimum only\n"
         "box 3 Dan: original 6\n=! refused [QLD-2-17(2)]\nbox 3 Dan: original 5\n"
         "deal 3: Ts 9s\n" + PLAYED + "3: stand\n= 3 Dan original win 5\n")


def test_manager_may_refuse_who_sat_out() -> None:
    third = "next round\nbox 1 Ann: original 10\n! sat-out player=Ben\n=! ruled [QLD-2-17(3)]\nmanager: refuse\n"
    good(NEXT + PLAYED + third + "box 2 Ben: original 10\n=! refused [QLD-2-17(3)]\n" + PLAYED)


def test_entry_is_late_only_after_the_first_round() -> None:
    it = blackjack()
    t = Table(it)
    report = Irregular("late-entry", {"player": "Dan"})
    rule = it.rulings("late-entry")[0]
    assert not rule.applies(it, t, report)
    t.state["rounds"] = 1
    assert rule.applies(it, t, report)
    t.state["first"] = ["Dan"]
    assert not rule.applies(it, t, report)


# -- 21 to 25: deal, blackjack, insurance


def test_order_of_the_deal() -> None:
    played = good(TWO + STAND)
    dealt = [(event.to, event.cards[0]) for event in played.events if isinstance(event, Dealt)]
    assert dealt == [("1", "Th"), ("2", "Td"), ("dealer", "Kc"), ("1", "9c"), ("2", "7d"), ("dealer", "8h")]


def test_held_blackjack_is_announced_and_not_paid() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 10\ndeal 1: As Kd\ndeal 2: Td 7d\n"
    ace = settle(text + "deal dealer: Ac 9h\n2: stand\n")
    assert [str(e.clause) for e in ace.events if getattr(e, "what", "").startswith("blackjack")] == ["QLD-2-24(2)"]
    nine = settle(text + "deal dealer: 9c 9h\n2: stand\n")
    assert [str(e.clause) for e in nine.events if getattr(e, "what", "").startswith("blackjack")] == ["QLD-2-24(1)"]


@pytest.mark.parametrize("first", "23456789")
def test_blackjack_is_paid_at_once_against_two_to_nine(first: str) -> None:
    good(f"game qld/blackjack\nbox 1 Ann: original 5\ndeal 1: As Kd\ndeal dealer: {first}c\n"
         "= 1 Ann original win 7.50 [QLD-2-15(2)]\n")


@pytest.mark.parametrize("second", "A23456789TJQK")
def test_insurance_goes_by_the_second_card(second: str) -> None:
    result = blackjack().insurance_result(second + "s")
    assert (result.outcome, result.pays(500)) == (("win", 1000) if second in "TJQK" else ("lose", 0))


def test_insured_player_may_still_take_even_money() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: As Kd\ndeal dealer: Ac Td\n1: insurance 5\n"
         "1: even money\n"
         "= 1 Ann original win 10 [QLD-2-24(4)]\n= 1 Ann insurance win 10 [QLD-2-25(4)]\n")


# -- 26 to 29: provisions at their limits


@pytest.mark.parametrize(
    ("cards", "may"),
    [("5c 3c", False), ("5c 4c", True), ("5c 5d", True), ("6c 5d", True), ("7c 5d", False), ("Ac 7d", False),
     ("Ac 8d", True), ("Ac 9d", True), ("Ac Td", True), ("2c 3c 4c", False)],
)
def test_what_may_be_doubled(cards: str, may: bool) -> None:
    assert blackjack().may_double(cards.split()) is may


@pytest.mark.parametrize(
    ("cards", "may"), [("8c 8d", True), ("Kc Td", True), ("Ac As", True), ("9c Td", False), ("4c 4d 4h", False)]
)
def test_what_may_be_split(cards: str, may: bool) -> None:
    assert blackjack().may_split(cards.split()) is may


@pytest.mark.parametrize(("cards", "draws"), [("Tc 6d", True), ("Tc 7d", False), ("Ac 5d", True), ("Ac 6d", False)])
def test_dealer_draws_to_sixteen(cards: str, draws: bool) -> None:
    assert blackjack().dealer_draws(cards.split()) is draws


def test_results() -> None:
    it, bj = blackjack(), Count(21, True, True)

    def of(player: int, dealer: int) -> tuple[str, str]:
        result = it.result("original", Count(player, False, False), Count(dealer, False, False))
        return result.outcome, str(result.clause)

    assert of(21, 22) == ("win", "QLD-2-15(1)") and of(20, 19) == ("win", "QLD-2-15(1)")
    assert of(22, 22) == ("lose", "QLD-2-14(2)(f)") and of(20, 21) == ("lose", "QLD-2-14(2)(g)")
    assert of(21, 21) == ("void", "QLD-2-14(2)(e)")
    plain = Count(21, False, False)
    assert it.result("original", bj, plain).pays(1000) == 1500
    assert it.result("original", plain, bj).clause == "QLD-2-14(2)(d)"
    assert it.result("original", bj, bj).clause == "QLD-2-14(2)(e)"
    assert it.result("original", plain, NO_HAND).outcome == "win"


SPLIT = """game qld/blackjack
box 1 Ann: original 10
deal 1: 8c 8d
deal 1a: Tc
deal 1b: 7s 9d
deal dealer: Kc {second}
1: split
1a: stand
1b: draw
"""


def test_bust_split_hand_and_dealer_blackjack() -> None:
    """14(3)(i) and 27(5) spare what was added, bust or not: only the original is collected."""
    good(SPLIT.format(second="Ad") + "= 1a Ann original lose 10 [QLD-2-14(3)(h)]\n= 1b Ann split void [QLD-2-27(5)]\n")
    good(SPLIT.format(second="9h") + "= 1a Ann original lose 10 [QLD-2-14(2)(g)]\n"
         "= 1b Ann split lose 10 [QLD-2-14(2)(f)]\n")


def test_both_split_hands_bust_and_the_dealer_takes_no_card() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: 8c 8d\ndeal 1a: 7c Tc\ndeal 1b: 7s 9d\ndeal dealer: Kc\n"
         "1: split\n1a: draw\n1b: draw\n= 1a Ann original lose 10\n= 1b Ann split lose 10 [QLD-2-14(2)(f)]\n")


def test_player_behind_may_ride_the_first_split_hand_and_double_it() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 20\ndeal 1: 5c 5d\ndeal 1a: 6c 9c\n"
         "deal 1b: 9d\n"
         "deal dealer: Kc 9h\n1: split\n1 Ben: apply to 1a\n1a: double down\n1a Ben: double down 5\n1b: stand\n"
         "= 1a Ann original win 10\n= 1a Ann double down win 10\n= 1b Ann split lose 10\n"
         "= 1a Ben original win 20\n= 1a Ben double down win 5\n")


def test_player_behind_must_cover_a_split_or_choose() -> None:
    text = ("game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 20\ndeal 1: 8c 8d\ndeal 1a: Tc\n"
            "deal 1b: Td\n"
            "deal dealer: Kc 9h\n1: split\n")
    with pytest.raises(Unplayable, match="waits for 1 Ben: split, apply to 1a, apply to 1b"):
        settle(text + "1a: stand\n1b: stand\n")
    good(text + "1 Ben: split 19\n=! refused [QLD-2-27(2)]\n1 Ben: split\n1a: stand\n1b: stand\n"
         "= 1b Ben split lose 20\n")


# -- 30 to 33: cards out of place


def test_card_face_up_in_the_shoe_is_removed() -> None:
    good(TWO + "! card-face-up-in-shoe card=9c\n=! ruled [QLD-2-30]\n" + STAND)
    with pytest.raises(Unplayable, match="already on the table"):
        settle(TWO.replace("box 1", "option decks=5\nbox 1", 1) + "! card-face-up-in-shoe card=9c\n" * 5 + STAND)


def test_exposed_card_in_the_opening_deal_is_referred() -> None:
    it, report = blackjack(), Irregular("card-drawn-in-error", {"exposed": "yes", "card": "4s"})
    t = Table(it)
    t.phase = DEALING
    assert not any(rule.applies(it, t, report) for rule in it.rulings(report.kind))


def test_card_on_the_dealers_hand_is_removed_from_seventeen_on() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Ah Kh\ndeal dealer: Kc {second}\n"
    extra = "! card-drawn-in-error hand=dealer card=4s exposed=yes\n=! {what}\n= 1 Ann original win 15\n"
    good(text.format(second="7d") + extra.format(what="ruled [QLD-2-32(2)]"))
    good(text.format(second="6d") + extra.format(what="referred"))


def test_shoe_without_enough_cards() -> None:
    good(TWO + "! not-enough-cards\n=! ruled [QLD-2-33(1)]\ncut 9\n=! refused [QLD-2-33(1)]\ncut 10\n" + STAND)
    good(TWO + "! not-enough-cards shoe=machine\n=! ruled [QLD-2-33(2)]\ndealer: manual shoe\n"
         "=! announced [QLD-2-33(2)]\n" + STAND)
    machine = TWO.replace("box 1", "option shoe=machine\nbox 1", 1)
    good(machine + "! not-enough-cards\n=! ruled [QLD-2-33(2)]\n" + STAND)


def test_shuffle_for_a_short_shoe_is_asked_for() -> None:
    for options, clause in (({}, "QLD-2-33(1)"), ({"shoe": "machine"}, "QLD-2-33(2)")):
        t, dealer = Table(blackjack(**options)), Dealer("Th 9c 9d 8d")
        dealer.cards.insert(2, "short")
        play_round(t, dealer)
        assert dealer.shuffles()[-1] == clause
        assert options or t.state["shuffle"] is True


# -- 34 to 42


def dealt_after(played: Played) -> dict[str, list[str]]:
    """The cards of each hand as they lay in the end."""
    hands: dict[str, list[str]] = {}
    for event in played.events:
        if isinstance(event, Ruled):
            hands.clear()
        elif isinstance(event, Dealt):
            hands.setdefault(event.to, []).extend(event.cards)
    return hands


def test_missed_second_card_before_action_puts_the_cards_in_order() -> None:
    """Box 1 was passed by in the second round of cards, so box 2 got its card."""
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: Th\ndeal 2: 9d 7d 5c\n"
        "deal dealer: Jc 8h\n! one-card box=1\n=! ruled [QLD-2-34(1)]\n1: stand\n2: stand\n"
    )
    assert dealt_after(played) == {"1": ["Th", "7d"], "2": ["9d", "5c"], "dealer": ["Jc", "8h"]}


def test_extra_hand_before_action_is_put_in_order() -> None:
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 3 Ben: original 20\ndeal 1: Th 4c\ndeal 3: 9d 7d\n"
        "deal dealer: Jc\n! extra-hand box=2 cards=2c,3d\n=! ruled [QLD-2-34(1)]\n1: stand\n3: stand\n"
    )
    # Came as Th 2c 9d Jc 4c 3d 7d; the 7 is left over, and is the dealer's second card.
    assert dealt_after(played) == {"1": ["Th", "Jc"], "3": ["2c", "4c"], "dealer": ["9d", "3d", "7d"]}


def test_misplaced_cards_after_action_are_referred() -> None:
    good(TWO + "1: stand\n! wrong-dealing-order\n=! referred\n2: stand\n= 1 Ann original win 10\n")
    good(TWO.replace("Th 9c", "As Ks").replace("Kc 8h", "9s 9h")
         + "! wrong-dealing-order\n=! referred\n2: stand\n= 1 Ann original win 15\n")


def test_insurance_goes_back_when_the_cards_are_laid_again() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Th 9c\ndeal dealer: As 8h\n1: insurance 5\n"
    played = good(text + "! wrong-dealing-order\n=! ruled [QLD-2-34(1)]\n1: stand\n= 1 Ann original void\n")
    assert [event.amount for event in played.events if isinstance(event, Returned)] == [500]


@pytest.mark.parametrize("kind", ["double down", "split"])
def test_action_on_the_first_box_counts_from_its_next_card(kind: str) -> None:
    it = blackjack()
    t = Table(it)
    t.notes["opening"] = 0
    t.put(("5c", "5d"), "1", it.kinds[0].clause, True)
    t.notes["doubled"] = ["1"] if kind == "double down" else []
    if kind == "split":
        t.hands["1a"] = t.hands.pop("1")
        t.hands["1a"].cards = ["5c"]
    assert not it.acted(t)
    t.hands["1a" if kind == "split" else "1"].cards.append("9d")
    assert it.acted(t)


def test_dealer_may_hold_more_than_two_cards_too_many() -> None:
    good(TWO.replace("Kc 8h", "Kc 2h 8h") + "1: stand\n! dealer-too-many-cards cards=3\n"
         "1: continue\n2: withdraw\n= 1 Ann original lose 10\n= 2 Ben original void [QLD-2-35(1)(b)]\n")
    with pytest.raises(Unplayable, match="is not how many cards"):
        settle(TWO + "1: stand\n! dealer-too-many-cards cards=1\n2: stand\n")


def test_withdrawing_takes_what_was_added_along() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: 6c 5c 2c\ndeal 2: Td 7d\n"
         "deal dealer: Ac 9h\n1: insurance 5\n1: double down\n! dealer-too-many-cards\n1: withdraw\n"
         "2: continue\n2: stand\n"
         "= 1 Ann original void [QLD-2-35(1)(b)]\n= 1 Ann double down void\n= 1 Ann insurance void\n"
         "= 2 Ben original lose 20\n")


def test_last_player_skipped_when_only_the_second_card_is_out_is_referred() -> None:
    good(TWO + "1: stand\n! last-player-skipped box=2 cards=2 dealer=5d\n=! referred\n2: stand\n"
         "= 1 Ann original win 10\n= 2 Ben original lose 20\n")


def test_skipping_the_last_player_for_more_cards_is_not_section_38() -> None:
    good(TWO + "1: stand\n! player-skipped box=2\n=! referred\n2: stand\n= 1 Ann original win 10\n")


def test_skipped_split_hands_are_finished_after_the_others() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: 8c 8d\ndeal 1a: Tc\n"
         "deal 1b: 3c Td\n"
         "deal 2: Th 7h\ndeal dealer: Kc 8h\n1: split\n1a: stand\n! player-skipped box=1\n"
         "=! ruled [QLD-2-38(1)]\n2: stand\n"
         "1: continue\n1b: draw\n= 1a Ann original void\n= 1b Ann split win 10\n= 2 Ben original lose 20\n")


def test_extra_hand_after_action_is_void() -> None:
    good(TWO + "1: stand\n! extra-hand box=4 cards=2c,3d\n=! ruled [QLD-2-41]\n2: stand\n= 1 Ann original win 10\n")
    with pytest.raises(Unplayable, match="is not a box without a player"):
        settle(TWO + "1: stand\n! extra-hand box=2 cards=2c,3d\n2: stand\n")


@pytest.mark.parametrize(
    ("cards", "deals"), [("5h 6h", True), ("Th 2h", False), ("Ah 5h", True), ("Ah 6h", False), ("Ah 5h Th", False)]
)
def test_idle_player_is_dealt_to_at_most_hard_eleven_or_soft_sixteen(cards: str, deals: bool) -> None:
    it = blackjack()
    assert it.idle_draws(it.count(cards.split())) is deals


def test_supervisor_may_leave_an_idle_hand_alone() -> None:
    good(TWO.replace("Th 9c", "5h 4h") + "! player-absent box=1\n=! ruled [QLD-2-42]\nsupervisor: no direction\n"
         "2: stand\n"
         "= 1 Ann original lose 10\n= 2 Ben original lose 20\n")


def test_idle_player_named_ahead_of_his_turn() -> None:
    good(TWO.replace("Td 7d", "5d 6d 8s") + "! player-absent box=2\n1: stand\n= 1 Ann original win 10\n"
         "= 2 Ben original win 20\n")


# -- any report, any time


class Meddler:
    """A dealer and players by chance, among whom something is reported at one request."""

    def __init__(self, at: int, report: Answer) -> None:
        self.at, self.report = at, report
        players = Bot(SeededSource(at), {1: "Ann", 2: "Ben"}, most=1)
        self.dealer = VirtualDealer(SeededSource("cards"), players)

    def answer(self, t: Table, request: Asked) -> Answer:
        self.at -= 1
        return self.report if self.at == 0 else self.dealer.answer(t, request)


FACTS: tuple[dict[str, str], ...] = (
    {}, {"box": "1"}, {"box": "2", "cards": "1", "dealer": "2c,3c"}, {"box": "x", "card": "??", "cards": "q"},
    {"hand": "dealer", "card": "4s", "exposed": "yes"}, {"box": "4", "cards": "2c,3c", "player": "Ann"},
)


@pytest.mark.parametrize("kind", [*Blackjack.irregularities(), "unheard-of"])
def test_every_report_at_every_request_ends_in_a_ruling_or_a_referral(kind: str) -> None:
    for facts in FACTS:
        for at in range(1, 24):
            t = Table(blackjack())
            record = play_round(t, Meddler(at, Irregular(kind, facts)))
            assert t.layout == 0 and sum(t.net.values()) == -t.house
            again = Table(blackjack())
            assert play_round(again, Replay(record.answers)).events == record.events


class Passing:
    """A dealer who passes hands by and tells nobody; boxes 1 to 3 stand, and take back what they may."""

    def __init__(self, cards: str, missed: str, acts: str = "") -> None:
        self.cards, self.missed = cards.split(), missed.split()
        self.acts = iter(acts.split())
        self.wagers = [Place(box, f"P{box}", (("original", 1000),)) for box in (3, 2, 1)]
        self.offers: list[str] = []
        self.laid = 0

    def answer(self, t: Table, request: Asked) -> Answer:
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                return self.wagers.pop() if self.wagers else Close()
            case Deal():
                self.laid += 1
                if f"{request.to}/{self.laid}" in self.missed:
                    return Missed()
                return Cards(tuple(self.cards.pop(0) for _ in range(request.count)))
            case Reveal():
                return Cards(())
            case Offer():
                self.offers.append(f"{request.hand} {request.clause}")
                act = next(self.acts, "")
                return Choice(request.hand, act) if act else Lapse()
        return Choice(request.hand, "stand")


def passed(cards: str, missed: str, acts: str = "") -> tuple[Table, Passing]:
    t, dealer = Table(blackjack()), Passing(cards, missed, acts)
    play_round(t, dealer)
    return t, dealer


def test_a_hand_without_cards_is_dead_at_its_turn_though_nobody_reported_it() -> None:
    t, dealer = passed("Th Td Kc 9c 9d 8h", "2/2 2/6")
    assert (t.lines[0].box, t.lines[0].outcome, t.lines[0].clause) == (2, "void", "QLD-2-36(1)")
    assert not t.hands["2"].cards and not dealer.offers


def test_a_hand_with_one_card_has_its_choice_at_its_turn_though_nobody_reported_it() -> None:
    t, dealer = passed("Th 9h Td Kc 9c 9d 8h", "2/6", "retract")
    assert dealer.offers == ["2 QLD-2-36(2)"] and t.lines[0].clause == "QLD-2-36(2)"
    t, dealer = passed("Th 9h Td Kc 9c 9d 5s 8h", "2/6")
    assert t.hands["2"].cards == ["9h", "5s"]
    t, dealer = passed("Th 9h Td Kc 9c 9d 8h", "3/7", "retract")
    assert dealer.offers == ["3 QLD-2-37(2)"] and t.lines[0].clause == "QLD-2-37(2)"


def test_a_card_missed_in_the_first_box_is_put_in_order_at_its_turn() -> None:
    t, _ = passed("Th 9h Td Kc 9c 9d 5s 8h", "1/5")
    assert [t.hands[name].cards for name in "123"] == [["Th", "9c"], ["9h", "9d"], ["Td", "5s"]]
    assert "QLD-2-34(1)" in [str(event.clause) for event in t.events if isinstance(event, Ruled)]


def test_a_missing_first_card_of_the_dealer_is_found_at_his_turn_at_the_latest() -> None:
    t, dealer = passed("Th 9h Td 9c 9d 8d Kc 8h", "dealer/4", "continue withdraw")
    assert dealer.offers == [f"{box} QLD-2-40(1)(a)" for box in (1, 2, 3)]
    assert t.hands["dealer"].cards == ["Kc", "8h"]
    assert {line.box: line.outcome for line in t.lines} == {1: "win", 2: "void", 3: "void"}


def test_an_unseen_card_after_the_last_hand_is_the_first_of_the_next_round() -> None:
    t, dealer = Table(blackjack()), Dealer("Th 9c 9d 8d 9s 9h 8h")
    play_round(t, Reporting(dealer, Reveal, Irregular("card-drawn-in-error", {"card": "6c", "exposed": "no"})))
    assert t.state["next"] == ["6c"]
    play_round(t, dealer)
    assert t.hands["1"].cards == ["6c", "9h"] and t.state["next"] == []


class Reporting:
    """Something is reported once, at the first request of a kind."""

    def __init__(self, inner: Dealer, at: type, report: Irregular) -> None:
        self.inner, self.at, self.report = inner, at, report
        self.done = False

    def answer(self, t: Table, request: Asked) -> Answer:
        if not self.done and isinstance(request, self.at):
            self.done = True
            return self.report
        return self.inner.answer(t, request)


def test_even_money_is_not_offered_on_a_wager_that_went_back() -> None:
    t, dealer = Table(blackjack()), Dealer("As Ac Ks", "void wagers")
    report = Irregular("card-handled", {"box": "1"})
    play_round(t, Reporting(dealer, Choose, report))
    insurance = [request for request in dealer.asked if isinstance(request, Offer)]
    assert not insurance and [line.outcome for line in t.lines] == ["void"]
    text = "game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 10\ndeal 1: As Ks\ndeal dealer: Ac 9d\n"
    sanction = "! card-handled box=1 player=Ben\nsupervisor: void wagers\n"
    with pytest.raises(Unplayable, match="nothing at the table asks for this"):
        settle(text + "1 Ann: even money\n" + sanction + "1 Ben: even money\n")


def test_dealer_takes_an_exposed_card_as_the_next_one_or_as_refused() -> None:
    card = "! card-drawn-in-error card=4s exposed=yes\n"
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Th 9c\ndeal dealer: Kc 5h\n"
    for act, clause in (("1: refuse\n", "QLD-2-31(4)"), ("1: stand\n", "QLD-2-31(2)")):
        dealt = [event for event in good(text + card + act).events if isinstance(event, Dealt)]
        assert [str(event.clause) for event in dealt if event.cards == ("4s",)] == [clause]


def test_totals_of_split_aces_and_idle_hands_are_announced() -> None:
    played = good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: As Ad\ndeal 1a: 5c\n"
                  "deal 1b: 6c\ndeal 2: 2c 3c 9h\ndeal dealer: Kc 8h\n1: split\n! player-absent box=2\n")
    said = [(event.what, str(event.clause)) for event in played.events if isinstance(event, Announced)]
    for total in (("1a has 16", "QLD-2-27(4)"), ("1b has 17", "QLD-2-27(4)"), ("2 has 14", "QLD-2-21(4)")):
        assert said.count(total) == 1


def test_a_player_behind_who_withdrew_has_nothing_to_double() -> None:
    text = ("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Cat: original 10\nbox 2 Ben: original 20\n"
            "deal 1: Th 9c\ndeal 2: 6h 5c 9d\ndeal dealer: Kc 8h\n1: stand\n"
            "2: double down\n! dealer-too-many-cards\n2 Ben: withdraw\n")
    played = good(text + "= 2 Ben original void [QLD-2-35(1)(b)]\n= 2 Cat double down win 10\n")
    assert played.net["Ben"] == 0
    with pytest.raises(Unplayable, match="nothing at the table asks for this"):
        settle(text + "2 Ben: double down\n")


@pytest.mark.parametrize("option, wager, clause", [
    ("shared", "box 1 Ben: original 10", "QLD-2-8(1)"), ("several-boxes", "box 2 Ann: original 10", "QLD-2-10(1)"),
])
def test_what_the_operator_does_not_permit(option: str, wager: str, clause: str) -> None:
    text = f"game qld/blackjack\noption {option}=no\nbox 1 Ann: original 10\n{wager}\n"
    cards = "deal 1: Ts 9s\ndeal dealer: 9d Th\n1: stand\n"
    assert not settle(text + f"=! refused [{clause}]\n" + cards).failures
    allowed = text.replace("=no", "=yes") + cards.replace("1: stand", "deal 2: Td 9c\n1: stand\n2: stand")
    assert len(settle(allowed if "box 2" in wager else text.replace("=no", "=yes") + cards).lines) == 2
