"""Blackjack challenge: each branch of its schedule, and what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Announced
from pitboss.law.clauses import set_watcher
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02b_blackjack_challenge import BlackjackChallenge
from pitboss.table.script import Played

OPEN = "game qld/blackjack-challenge\nbox 1 Ann: original 10\n"
SHARED = "game qld/blackjack-challenge\nbox 1 Ann: original 10\nbox 1 Ben: original 20\n"
TWO = "game qld/blackjack-challenge\nbox 1 Ann: original 10\nbox 2 Ben: original 20\n"
Q = "QLD-2b-"


def challenge(**options: str) -> BlackjackChallenge:
    it = game("qld/blackjack-challenge", options)
    assert isinstance(it, BlackjackChallenge)
    return it


def good(text: str, start: str = OPEN) -> Played:
    played = settle(start + text.replace("[", f"[{Q}").replace(f"{Q}QLD", "QLD"), strict=True)
    assert not played.failures and not played.unstated, (played.failures, played.unstated)
    return played


def announced(played: Played, clause: str) -> list[str]:
    return [event.what for event in played.events if isinstance(event, Announced) and event.clause == clause]


# -- 1: the difference, and nothing else


def test_the_schedule_prevails_where_it_differs() -> None:
    """Clause 1, silenced, leaves split hands without blackjacks, as at blackjack."""
    it = challenge()
    assert it.incorporated_by == f"{Q}1"
    set_watcher(lambda clause, value: not value if clause == f"{Q}1" else value)
    try:
        assert not it.is_blackjack(["Tc", "Ad"], split=True) and it.is_blackjack(["Tc", "Ad"])
    finally:
        set_watcher(None)


# -- 2 and 4: hands


def test_a_split_hand_may_be_a_blackjack() -> None:
    it = challenge()
    assert it.count(["As", "Td"], split=True).blackjack and it.count(["Kd", "Ac"]).blackjack
    assert not it.count(["As", "5d", "5c"]).blackjack and not it.count(["As", "9d"], split=True).blackjack


@pytest.mark.parametrize(("points", "cards", "trick"), [(21, 5, True), (5, 5, True), (22, 5, False), (20, 4, False)])
def test_a_five_card_trick(points: int, cards: int, trick: bool) -> None:
    assert challenge().is_trick(points, cards) is trick


@pytest.mark.parametrize(
    ("own", "dealer", "odds", "limb"),
    [("Ks", "Kh", "4 to 1", "(ii)"), ("Ks", "Qh", "5 to 1", "(i)"), ("Qs", "Kh", "3 to 1", "(iii)"),
     ("Js", "Th", "5 to 1", "(i)"), ("Ts", "Jh", "3 to 1", "(iii)"), ("Ts", "Th", "4 to 1", "(ii)"),
     ("Qs", "Jh", "5 to 1", "(i)")],
)
def test_blackjack_against_blackjack(own: str, dealer: str, odds: str, limb: str) -> None:
    result = challenge().both_blackjack(own, dealer)
    assert (str(result.odds), result.clause, result.also) == (odds, f"{Q}11(1)(b){limb}", (f"{Q}5(2)(f)",))


# -- 5 and 11: final settlement


@pytest.mark.parametrize(
    ("points", "dealer", "outcome", "clause", "also"),
    [(20, 22, "win", "11(3)", "5(2)(a)"), (12, 26, "win", "11(3)", "5(2)(a)"), (20, 19, "win", "11(2)", "5(2)(d)"),
     (18, 17, "win", "11(2)", "5(2)(d)"), (17, 17, "lose", "5(2)(h)", "11(4)"), (20, 20, "lose", "5(2)(h)", "11(4)"),
     (19, 20, "lose", "5(2)(i)", "11(4)"), (12, 17, "lose", "5(2)(i)", "11(4)"), (20, 21, "lose", "5(2)(i)", "11(4)")],
)
def test_totals_against_the_dealers(points: int, dealer: int, outcome: str, clause: str, also: str) -> None:
    result = challenge().result("original", Count(points, False, False), Count(dealer, False, False))
    assert (result.outcome, result.clause, result.also) == (outcome, Q + clause, (Q + also,))


def test_21_five_cards_and_a_hand_over_21_do_not_wait() -> None:
    it = challenge()
    result = it.at_once(Count(21, False, False), 3)
    assert result is not None and (result.outcome, result.clause, result.also) == ("win", f"{Q}10(1)", (f"{Q}5(2)(b)",))
    result = it.at_once(Count(15, False, False), 5)
    assert result is not None and (result.outcome, result.clause, result.also) == ("win", f"{Q}10(2)", (f"{Q}5(2)(c)",))
    result = it.at_once(Count(22, False, False), 5)
    assert result is not None and (result.outcome, result.clause) == ("lose", f"{Q}5(2)(j)")
    assert it.at_once(Count(21, True, True), 2) is None and it.at_once(Count(20, False, False), 4) is None


def test_ties_lose_and_wins_pay_even() -> None:
    good("deal 1: Th 8c\ndeal dealer: Kc 8h\n1: stand\n= 1 Ann original lose 10 [5(2)(h)]\n")
    good("deal 1: Th 9c\ndeal dealer: Kc 8h\n1: stand\n= 1 Ann original win 10 [11(2)]\n")
    good("deal 1: Th 7c\ndeal dealer: Kc 8h\n1: stand\n= 1 Ann original lose 10 [5(2)(i)]\n")
    good("deal 1: Th 3c\ndeal dealer: Kc 6h Qd\n1: stand\n= 1 Ann original win 10 [11(3)]\n")


def test_the_dealer_collects_what_is_lost_at_once() -> None:
    """5(2): before the next hand is played, whatever was added to it."""
    played = good("deal 1: Th 5c Kd\ndeal 2: 9c 2d Ts\ndeal dealer: Kc\n1: double down 10\n2: draw\n"
                  "= 1 Ann original lose 10 [5(2)(j)]\n= 1 Ann double down lose 10 [5(2)(j)]\n"
                  "= 2 Ben original win 20 [10(1)]\n", TWO)
    assert [line.wager for line in played.lines] == ["original", "double down", "original"]
    assert [line.box for line in played.lines] == [1, 1, 2]


def test_21_is_paid_whatever_the_dealer_has() -> None:
    """10(1): no card is dealt to the dealer for its sake; a doubled hand's stakes are both paid."""
    good("deal 1: Th 5c 6d\ndeal dealer: Kc\n1: draw\n= 1 Ann original win 10 [10(1)]\n")
    good("deal 1: 6h 5c Td\ndeal dealer: Ac\n1: double down 10\n= 1 Ann original win 10 [10(1)]\n"
         "= 1 Ann double down win 10 [10(1)]\n")
    good("deal 1: Th 5c 6d\ndeal 2: Td 9s\ndeal dealer: Kc Ah\n1: draw\n2: stand\n= 1 Ann original win 10 [5(2)(b)]\n"
         "= 2 Ben original lose 20 [5(2)(g)]\n", TWO)


def test_a_five_card_trick_is_paid_at_once() -> None:
    good("deal 1: 2h 3c 2d 4s 5h\ndeal dealer: Kc\n1: draw\n1: draw\n1: draw\n"
         "1: draw\n=! refused [10(2)]\n= 1 Ann original win 10 [10(2)]\n")
    good("deal 1: 2h 3c 2d 4s Th\ndeal dealer: Kc\n1: draw\n1: draw\n1: draw\n= 1 Ann original win 10 [10(1)]\n")
    good("deal 1: 2h 3c 4d 4s Th\ndeal dealer: Kc\n1: draw\n1: draw\n1: draw\n= 1 Ann original lose 10 [5(2)(j)]\n")
    # Four cards wait for the dealer.
    good("deal 1: 2h 3c 2d 4s\ndeal dealer: Kc 7h\n1: draw\n1: draw\n1: stand\n= 1 Ann original lose 10 [11(4)]\n")


def test_five_cards_of_somebody_who_does_not_act() -> None:
    good("deal 1: 2h 3c 2d 2s 2c\ndeal dealer: Kc\n! no-decision box=1\nsupervisor: deal\n"
         "= 1 Ann original win 10 [10(2)]\n")


# -- 6 and 9: blackjacks, and no insurance


@pytest.mark.parametrize("up", ["2c", "9c"])
def test_blackjack_paid_at_once(up: str) -> None:
    played = good(f"deal 1: Ah Kc\ndeal dealer: {up}\n= 1 Ann original win 20 [6(1)]\n")
    assert announced(played, f"{Q}6(1)") and played.lines[0].also == (f"{Q}5(2)(e)",)


@pytest.mark.parametrize(("up", "second"), [("Tc", "9d"), ("Jc", "2h 9s"), ("Ac", "9d")])
def test_blackjack_held(up: str, second: str) -> None:
    played = good(f"deal 1: Ah Kc\ndeal dealer: {up} {second.split()[0]}\n= 1 Ann original win 20 [11(1)(a)]\n")
    assert announced(played, f"{Q}6(2)") and not announced(played, f"{Q}6(1)")


def test_both_blackjack() -> None:
    good("deal 1: Ah Kc\ndeal dealer: Qc As\n= 1 Ann original win 50 [11(1)(b)(i)]\n")
    good("deal 1: Ah Kc\ndeal dealer: As Kd\n= 1 Ann original win 40 [11(1)(b)(ii)]\n")
    good("deal 1: Ah Tc\ndeal dealer: Jc As\n= 1 Ann original win 30 [11(1)(b)(iii)]\n")


def test_neither_insurance_nor_even_money() -> None:
    good("deal 1: 9h Kc\ndeal dealer: Ac 7d\n1 Ann: insurance 5\n=! refused [9]\n1: stand\n"
         "= 1 Ann original win 10 [11(2)]\n")
    good("deal 1: Ah Kc\ndeal 2: Td 9s\ndeal dealer: Ac 7d\n1 Ann: even money\n=! refused [6(2)]\n"
         "1 Ann: insurance 5\n=! refused [9]\n2: stand\n= 1 Ann original win 20\n= 2 Ben original win 20\n", TWO)
    good("box 1 Ann: insurance 5\n=! refused [9]\ndeal 1: 9h Kc\ndeal dealer: Ac 7d\n1: stand\n"
         "= 1 Ann original win 10 [11(2)]\n")


def test_an_original_wager_after_the_first_card() -> None:
    good("deal 1: 9h Kc\ndeal dealer: Tc 7d\nbox 2 Ben: original 10\n=! refused [5(1)]\n1: stand\n"
         "= 1 Ann original win 10\n")


# -- 7: doubling down


@pytest.mark.parametrize(
    ("cards", "may"), [("Tc 6d", True), ("Ac 7d", True), ("2c 2d 2h", True), ("Tc 5d 5h", True), ("2c 2d 2h 2s", False)]
)
def test_two_or_three_cards_may_be_doubled(cards: str, may: bool) -> None:
    assert challenge().may_double(cards.split()) is may


def test_doubling() -> None:
    good("deal 1: 2h 3c 5d 9s\ndeal dealer: Kc 8h\n1: draw\n1: double down 10\n"
         "= 1 Ann original win 10 [11(2)]\n= 1 Ann double down win 10 [11(2)]\n")
    good("deal 1: 2h 3c 5d\ndeal dealer: Kc 8h\n1: double down 10.50\n=! refused [7(1)]\n1: double down 5\n"
         "= 1 Ann original lose 10 [5(2)(i)]\n= 1 Ann double down lose 5 [5(2)(i)]\n")
    good("deal 1: 2h 3c 2d 2s Th\ndeal dealer: Kc\n1: draw\n1: draw\n1: double down 10\n=! refused [7(1)]\n1: draw\n"
         "= 1 Ann original win 10 [10(2)]\n")


def test_an_ace_of_a_doubled_hand() -> None:
    """26(4) stands: 1 among the first two; as usual where it came third."""
    good("deal 1: Ah 7c Td\ndeal dealer: Kc 8h\n1: double down 10\n"
         "= 1 Ann original lose 10 [5(2)(h)]\n= 1 Ann double down lose 10 [5(2)(h)]\n")
    good("deal 1: 2h 3c Ad 4s\ndeal dealer: Kc 8h\n1: draw\n1: double down 10\n"
         "= 1 Ann original win 10 [11(2)]\n= 1 Ann double down win 10 [11(2)]\n")


def test_a_dealers_blackjack_takes_the_original_of_a_doubled_hand() -> None:
    played = good("deal 1: 6h 5c 9d\ndeal dealer: Kc Ah\n1: double down 10\n"
                  "= 1 Ann original lose 10 [5(2)(g)]\n= 1 Ann double down void [7(2)]\n")
    assert f"{Q}7(2)" in played.lines[0].also


# -- 8: splitting


def test_three_hands_and_no_fourth() -> None:
    good("deal 1: 8h 8c\ndeal dealer: 6c Th Qd\ndeal 1a: 8d 8s 3h\ndeal 1b: Tc\ndeal 1c: 9c\n"
         "1: split\n1a: split\n1a: split\n=! refused [8(3)(b)]\n1a: draw\n1a: stand\n1b: stand\n1c: stand\n"
         "= 1a Ann original win 10\n= 1b Ann split win 10\n= 1c Ann split win 10\n")


def test_what_is_not_split() -> None:
    good("deal 1: 8h 8c 2d\ndeal dealer: 6c Th Qd\n1: draw\n1: split\n=! refused [8(3)(c)]\n1: stand\n"
         "= 1 Ann original win 10\n")
    good("deal 1: 8h 7c\ndeal dealer: 6c Th Qd\n1: split\n=! refused [QLD-2-27(1)]\n1: stand\n"
         "= 1 Ann original win 10\n")
    good("deal 1: 8h 8c\ndeal dealer: 6c Th Qd\ndeal 1a: 9d\ndeal 1b: Tc\n1: split 5\n=! refused [8(3)(a)]\n1: split\n"
         "1a: split\n=! refused [8(3)]\n1a: stand\n1b: stand\n= 1a Ann original win 10\n= 1b Ann split win 10\n")


def test_pictures_of_one_value_are_split_and_make_blackjacks() -> None:
    played = good("deal 1: Kh Qc\ndeal dealer: 6c\ndeal 1a: As\ndeal 1b: Js 5h 7d\ndeal 1c: Ac\n1: split\n1b: split\n"
                  "1b: double down 10\n= 1a Ann original win 20 [6(1)]\n= 1b Ann split lose 10\n"
                  "= 1b Ann double down lose 10\n= 1c Ann split win 20 [6(1)]\n")
    assert announced(played, f"{Q}8(1)") == ["box 1a has 21", "box 1b has 20", "box 1b has 15", "box 1c has 21"]


def test_split_aces() -> None:
    """27(4)(b): one card each, but another ace may be split again; a ten makes a blackjack."""
    good("deal 1: Ah Ac\ndeal dealer: Kc 9d\ndeal 1a: As Qs\ndeal 1b: 9h\ndeal 1c: Ad\n1: split\n"
         "1a: draw\n=! refused [QLD-2-27(4)(b)]\n1a: double down 10\n=! refused [QLD-2-27(4)(b)]\n1a: split\n"
         "= 1a Ann original win 20 [11(1)(a)]\n= 1b Ann split win 10 [11(2)]\n= 1c Ann split lose 10 [5(2)(i)]\n")
    good("deal 1: Ah Ac\ndeal dealer: Kc Ad\ndeal 1a: Qs\ndeal 1b: Kh\n1: split\n"
         "= 1a Ann original win 30 [11(1)(b)(iii)]\n= 1b Ann split win 40 [11(1)(b)(ii)]\n")
    good("deal 1: Ah Ac\ndeal dealer: Kc 9d\ndeal 1a: As\ndeal 1b: 2h\n1: split\n! no-decision box=1\n"
         "supervisor: deal\n"
         "= 1a Ann original lose 10\n= 1b Ann split lose 10\n")


def test_a_dealers_blackjack_takes_one_stake_of_the_hands_in_play() -> None:
    split = "deal 1: 8h 8c\ndeal dealer: Kc Ah\n1: split\n"
    played = good(split + "deal 1a: Td\ndeal 1b: 3c 8d\n1a: stand\n1b: double down 10\n"
                  "= 1a Ann original lose 10 [5(2)(g)]\n= 1b Ann split void [8(5)]\n"
                  "= 1b Ann double down void [7(2)]\n")
    assert {f"{Q}7(2)", f"{Q}8(5)"} <= set(played.lines[0].also)
    # The first is over 21, or paid: the second is the first in play.
    good(split + "deal 1a: Td 6s\ndeal 1b: Ts\n1a: draw\n1b: stand\n= 1a Ann original lose 10 [5(2)(j)]\n"
         "= 1b Ann split lose 10 [5(2)(g)]\n")
    good(split + "deal 1a: Td 3s\ndeal 1b: Ts\n1a: draw\n1b: stand\n= 1a Ann original win 10 [10(1)]\n"
         "= 1b Ann split lose 10 [5(2)(g)]\n")
    # A blackjack among them is paid by its ten, and the next hand gives the stake.
    good("deal 1: Kh Jc\ndeal dealer: Qc Ah\ndeal 1a: As\ndeal 1b: Td 9c\ndeal 1c: 9d\n1: split\n1b: split\n"
         "1b: stand\n1c: stand\n= 1a Ann original win 50 [11(1)(b)(i)]\n= 1b Ann split lose 10 [5(2)(g)]\n"
         "= 1c Ann split void [8(5)]\n")


# -- 8(4) and (5): players behind


def test_who_is_behind_covers_or_rides_the_first_hand() -> None:
    start = "deal 1: 8h 8c\ndeal dealer: 6c Th Qd\n"
    good(start + "deal 1a: Td\ndeal 1b: Ts\n1: split\n1 Ben: apply to 1b\n=! refused [8(5)]\n1 Ben: apply to 1a\n"
         "1a: stand\n1b: stand\n= 1a Ann original win 10\n= 1a Ben original win 20\n= 1b Ann split win 10\n", SHARED)
    good(start + "deal 1a: 8d Td\ndeal 1b: Ts\ndeal 1c: Tc\n1: split\n1 Ben: split 10\n=! refused [8(4)(a)]\n"
         "1 Ben: split\n"
         "1a: split\n1 Ben: apply to 1c\n=! refused [8(5)]\n1 Ben: apply to 1a\n1a: stand\n1b: stand\n1c: stand\n"
         "= 1a Ann original win 10\n= 1a Ben original win 20\n= 1b Ann split win 10\n= 1b Ben split win 20\n"
         "= 1c Ann split win 10\n", SHARED)
    good(start + "deal 1a: 8d Td\ndeal 1b: Ts\ndeal 1c: Tc\n1: split\n1 Ben: apply to 1a\n1a: split\n1 Ben: split\n"
         "1a: stand\n1b: stand\n1c: stand\n= 1a Ann original win 10\n= 1a Ben original win 20\n= 1b Ann split win 10\n"
         "= 1c Ann split win 10\n= 1c Ben split win 20\n", SHARED)


def test_who_rides_the_first_hand_is_not_asked_when_another_is_split() -> None:
    good("deal 1: 8h 8c\ndeal dealer: 6c Th Qd\ndeal 1a: Td\ndeal 1b: 8s Ts\ndeal 1c: Tc\n1: split\n"
         "1 Ben: apply to 1a\n"
         "1a: stand\n1b: split\n1b: stand\n1c: stand\n= 1a Ann original win 10\n= 1a Ben original win 20\n"
         "= 1b Ann split win 10\n= 1c Ann split win 10\n", SHARED)


def test_a_dealers_blackjack_takes_one_stake_of_each_player() -> None:
    good("deal 1: 8h 8c\ndeal dealer: Kc Ah\ndeal 1a: Td 7s\ndeal 1b: Ts\n1: split\n1 Ben: split\n1a: draw\n1b: stand\n"
         "= 1a Ann original lose 10 [5(2)(j)]\n= 1a Ben original lose 20 [5(2)(j)]\n"
         "= 1b Ann split lose 10 [5(2)(g)]\n= 1b Ben split lose 20 [5(2)(g)]\n", SHARED)
    good("deal 1: 8h 8c\ndeal dealer: Kc Ah\ndeal 1a: Td\ndeal 1b: Ts\n1: split\n1 Ben: apply to 1a\n1a: stand\n"
         "1b: stand\n"
         "= 1a Ann original lose 10 [5(2)(g)]\n= 1a Ben original lose 20 [5(2)(g)]\n= 1b Ann split void [8(5)]\n",
         SHARED)


def test_who_is_behind_doubles_three_cards_or_does_not() -> None:
    good("deal 1: 4h 3c 4d 9s\ndeal dealer: 6c Th Qd\n1: draw\n1: double down 10\n1 Ben: double down 5\n"
         "= 1 Ann original win 10\n= 1 Ann double down win 10\n= 1 Ben original win 20\n"
         "= 1 Ben double down win 5\n", SHARED)


# -- schedule 17: perfect pairs


@pytest.mark.parametrize(
    ("decks", "cards", "line"),
    [("6", "Kc Kc", "win 30 [QLD-17-8(a)(iii)]"), ("6", "Kc Ks", "win 10 [QLD-17-8(a)(ii)]"),
     ("6", "Kc Kd", "win 5 [QLD-17-8(a)(i)]"), ("8", "Kc Kc", "win 25 [QLD-17-8(b)(iii)]"),
     ("8", "Kc Ks", "win 12 [QLD-17-8(b)(ii)]"), ("8", "Kc Kd", "win 6 [QLD-17-8(b)(i)]"),
     ("6", "Kc Qc", "lose 1 [QLD-17-7(3)]")],
)
def test_perfect_pairs(decks: str, cards: str, line: str) -> None:
    good(f"deal 1: {cards}\ndeal dealer: 6c Th Qd\n1: stand\n= 1 Ann original win 10\n= 1 Ann perfect pairs {line}\n",
         f"game qld/blackjack-challenge\noption decks={decks}\nbox 1 Ann: original 10, perfect pairs 1\n")


@pytest.mark.parametrize("decks", ["5", "7"])
def test_no_perfect_pairs_on_other_decks(decks: str) -> None:
    good("deal 1: Kc Kd\ndeal dealer: 6c Th Qd\n1: stand\n= 1 Ann original win 10\n",
         f"game qld/blackjack-challenge\noption decks={decks}\nbox 1 Ann: original 10\nbox 1 Ann: perfect pairs 5\n"
         "=! refused [QLD-17-8]\n")


def test_perfect_pairs_are_settled_before_a_split() -> None:
    played = good("deal 1: 8h 8c\ndeal dealer: Kc Ah\ndeal 1a: Td\ndeal 1b: Ts\n1: split\n1a: stand\n1b: stand\n"
                  "= 1 Ann perfect pairs win 50 [QLD-17-8(a)(i)]\n= 1a Ann original lose 10\n= 1b Ann split void\n",
                  "game qld/blackjack-challenge\nbox 1 Ann: original 10, perfect pairs 10\n")
    assert played.lines[0].wager == "perfect pairs"


def test_the_third_hand_is_played_last() -> None:
    """Though it was made of the first."""
    played = good("deal 1: 8h 8s\ndeal 1a: 8d 9c\ndeal 1b: 9d\ndeal 1c: Tc\ndeal dealer: Kd 9h\n1: split\n1a: split\n"
                  "1a: stand\n1b: stand\n1c: stand\n= 1a Ann original lose 10\n= 1b Ann split lose 10\n"
                  "= 1c Ann split lose 10\n")
    told = [what.partition(" has ")[0] for what in announced(played, f"{Q}8(1)")]
    assert told == ["box 1a", "box 1a", "box 1b", "box 1c"]
