"""Blackjack switch: what the golden rounds leave out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pitboss.law.clauses import set_watcher
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02c_blackjack_switch import SWITCHED, BlackjackSwitch
from pitboss.table.acts import Place, Take
from pitboss.table.facts import Announced, Dealt, Rejected, Settled
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

ONE = "game qld/blackjack-switch\nbox 1 Ann: original 10, original 10\n"
TWO = ONE + "box 2 Ben: original 20, original 20\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def switch() -> BlackjackSwitch:
    it = game("qld/blackjack-switch")
    assert isinstance(it, BlackjackSwitch)
    return it


# -- wagers --------------------------------------------------------------------------------------------------


def placed(*acts: Place | Take) -> tuple[Table, list[str]]:
    """What lies after some acts, and what each was refused for."""
    it = switch()
    t = Table(it)
    return t, [str(it.wagering(t, act) or "") for act in acts]


def both(amount: int) -> Place:
    return Place(1, "Ann", (("original", amount), ("original", amount)))


def lying(t: Table) -> dict[str, int]:
    return {wager.slot: wager.amount for wager in t.wagers.values()}


def test_more_may_be_added_to_both_hands_alike() -> None:
    t, refused = placed(both(1000), both(500), Place(1, "Ann", (("original", 500),)))
    assert refused[:2] == ["", ""] and "QLD-2c-5(1)(a)" in refused[2]
    assert lying(t) == {"original 1a": 1500, "original 1b": 1500}
    assert t.layout == 3000


def test_chips_on_one_hand_go_on_the_other_too_where_they_are_named_once() -> None:
    it = switch()
    assert it.with_matched((("original", 500),)) == (("original", 500), ("original", 500))
    assert it.with_matched((("super match", 500),)) == (("super match", 500),)
    assert it.with_matched((("original", 500), ("original", 600))) == (("original", 500), ("original", 600))
    good("game qld/blackjack-switch\nbox 1 Ann: 10\ndeal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal dealer: Tc 8c\n1a: stand\n"
         "1b: stand\n= 1a Ann original win 10\n= 1b Ann original void\n")


def test_both_wagers_are_made_smaller_and_taken_back_together() -> None:
    t, refused = placed(both(1000), Take(1, "Ann", "original", 600))
    assert refused == ["", ""] and lying(t) == {"original 1a": 600, "original 1b": 600}
    t, refused = placed(both(1000), Take(1, "", "original 1b"))
    assert refused == ["", ""] and not t.wagers and not t.boxes and t.layout == 0
    _, refused = placed(both(1000), Take(1, "Ann", "original", 10))
    assert "QLD-2-18" in refused[1]


def test_a_super_match_lies_beside_the_two_wagers_only() -> None:
    super_match = Place(1, "Ann", (("super match", 500),))
    t, refused = placed(super_match, both(1000), super_match, Take(1, "Ann", "original"), Take(1, "Ann", "super match"),
                        Take(1, "Ann", "original"))
    assert ["QLD-2c-5(1)(a)" in why for why in refused] == [True, False, False, True, False, False]
    assert refused[4:] == ["", ""] and not t.wagers


def test_wagers_of_a_decision_do_not_open_a_round() -> None:
    _, refused = placed(Place(1, "Ann", (("split", 500),)), Place(1, "Ann", (("tie", 500),)))
    assert ["QLD-2-27(1)" in refused[0], "QLD-2-13(3)" in refused[1]] == [True, True]
    assert str(placed(Take(1, "Ann", "original"))[1][0]) == str(Rejected("Ann has no original on box 1"))


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_the_pack(decks: int) -> None:
    assert len(game("qld/blackjack-switch", {"decks": str(decks)}).pack()) == 52 * decks


def test_the_shoe_is_as_large_as_the_decks_say() -> None:
    """4: a card comes as often as there are decks of it."""
    cards = ONE + "deal 1a: 9h 9h\ndeal 1b: 9h 9h\ndeal dealer: 9h 9h {}\n1a: stand\n1b: stand\n"
    assert [line.outcome for line in good(cards.format("").replace(" \n", "\n")).lines] == ["void", "void"]
    with pytest.raises(Unplayable, match="9h"):
        settle(cards.format("").replace("1a: stand", "1a: draw").replace("deal 1a: 9h 9h", "deal 1a: 9h 9h 9h"))


# -- super match ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "holds"), [
    ("9h 8h 7h 6h", ""), ("Kh Qh Jh Th", ""), ("9h 8h 7h 9c", "pair"), ("9h 8h 8c 9c", "2 pairs"),
    ("9h 9d 9c 8h", "3 of a kind"), ("9h 9d 9c 9h", "4 of a kind"),
])
def test_what_four_cards_hold(cards: str, holds: str) -> None:
    it = switch()
    assert it.match_of(cards.split()) == holds
    assert it.super_match_result(cards.split()).outcome == ("win" if holds else "lose")


def test_super_matches_that_lose_are_taken_before_any_is_paid() -> None:
    played = good("game qld/blackjack-switch\nbox 1 Ann: original 10, original 10, super match 5\n"
                  "box 2 Ben: original 10, original 10, super match 5\n"
                  "box 3 Cat: original 10, original 10, super match 5\n"
                  "deal 1a: Th 9h\ndeal 1b: Kh 9d\ndeal 2a: Ts 9s\ndeal 2b: 8s 7s\ndeal 3a: Td 9c\ndeal 3b: Tc 9h\n"
                  "deal dealer: Jc 9d\n1a: stand\n1b: stand\n2a: stand\n2b: stand\n3a: stand\n3b: stand\n")
    assert [(line.box, line.outcome) for line in played.lines[:3]] == [(2, "lose"), (1, "win"), (3, "win")]


def test_a_super_match_is_on_the_cards_as_they_were_dealt_to_a_box_that_was_short() -> None:
    """13(b): when the cards are complete they decide it, before the switch."""
    played = good(TWO.replace("original 20\n", "original 20, super match 5\n") + "deal 1a: Th 9c\n"
                  "deal 1b: Kh 7c\ndeal 2a: 6s\ndeal 2b: 9s 6h\ndeal dealer: Jc 8h\n1a: stand\n1b: stand\n"
                  "! one-card box=2\n2: continue\ndeal 2a: 9d\n2: switch\n2a: stand\n2b: stand\n"
                  "= 2 Ben super match win 40 [QLD-2c-7(3)(b)]\n= 2a Ben original lose 20\n= 2b Ben original void\n")
    assert [line.hand for line in played.lines if line.wager == "super match"] == [""]


# -- switching -----------------------------------------------------------------------------------------------


def test_cards_go_round_hand_by_hand() -> None:
    played = good(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n"
                  "1a: stand\n1b: stand\n2a: stand\n2b: stand\n")
    to = [event.to for event in played.events if isinstance(event, Dealt)]
    assert to == ["1a", "1b", "2a", "2b", "dealer"] * 2


def test_both_totals_are_announced_and_a_switched_blackjack_is_turned_sideways() -> None:
    played = good(ONE + "deal 1a: Ah 9h\ndeal 1b: 8h Kh\ndeal dealer: Tc 8c\n1: switch\n1b: stand\n"
                  "= 1a Ann original win 10\n= 1b Ann original lose 10\n")
    said = [(event.what, str(event.clause)) for event in played.events if isinstance(event, Announced)]
    assert said[:5] == [
        ("box 1a has 20", "QLD-2c-8(2)"), ("box 1b has 18", "QLD-2c-8(2)"), ("box 1a has 21", "QLD-2c-8(5)"),
        ("switched blackjack in box 1a: turn its second card sideways", "QLD-2c-8(6)"),
        ("box 1b has 17", "QLD-2c-8(5)"),
    ]


def test_hands_that_come_of_one_pair_are_finished_before_the_other_hand() -> None:
    played = good(ONE + "deal 1a: 8h 8d Th\ndeal 1b: 9h 9d Ts\ndeal 1c: Td\ndeal 1d: Tc\ndeal dealer: 7c Tc\n"
                  "1a: split\n1a: stand\n1c: stand\n1b: split\n1b: stand\n1d: stand\n")
    drawn = [event.to for event in played.events if isinstance(event, Dealt)][5:]
    assert drawn == ["1a", "1c", "1b", "1d", "dealer"]


@pytest.mark.parametrize(("line", "clause"), [
    ("2: switch", "QLD-2c-8(2)"), ("1: even money", "QLD-2c-7(1)"), ("1: insurance 5", "QLD-2-25(1)"),
    ("1b Ben: draw", "QLD-2c-12"),
])
def test_what_is_tried_in_the_place_of_a_switch(line: str, clause: str) -> None:
    good(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n"
         f"1a: draw\n{line}\n=! refused [{clause}]\n1b: stand\n2a: stand\n2b: stand\ndeal 1a: 5c\n")


def test_an_idle_players_cards_are_not_switched_though_he_comes_back() -> None:
    good(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n"
         "! player-absent box=1\n=! ruled [QLD-2c-16]\nsupervisor: deal\n1: switch\n=! refused [QLD-2c-16(a)]\n"
         "2a: stand\n2b: stand\n= 1a Ann original win 10\n= 1b Ann original void\n")


@pytest.mark.parametrize(("count", "after"), [
    (Count(21, True, True), Count(21, True, False, SWITCHED)), (Count(21, True, False), Count(21, True, False)),
    (Count(20, False, False), Count(20, False, False)),
])
def test_what_a_switch_makes_of_a_hand(count: Count, after: Count) -> None:
    assert switch().after_switch(count) == after


def test_a_switch_is_undone_when_the_cards_are_put_in_order() -> None:
    """2-34(2) does not list it among the acts of the dealer."""
    played = good(ONE + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal dealer: Tc 8c\n1: switch\n! wrong-dealing-order\n"
                  "=! ruled [QLD-2-34(1)]\n1a: stand\n1b: stand\n= 1a Ann original win 10\n= 1b Ann original void\n")
    assert len([event for event in played.events if isinstance(event, Dealt)]) > 6


def test_a_split_is_undone_with_the_deal_and_its_wagers_lie_where_they_did() -> None:
    played = good(ONE + "deal 1a: 8h 8d\ndeal 1b: Kh 8c\ndeal dealer: Tc 8s\n1a: split\n! wrong-dealing-order\n"
                  "=! ruled [QLD-2-34(1)]\n1a: stand\n1b: stand\n= 1a Ann original lose 10\n= 1b Ann original void\n")
    assert {line.hand for line in played.lines} == {"1a", "1b"}


# -- the dealer, and results ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "draws"), [
    ("Tc 6d", True), ("Tc 7d", False), ("Ac 5d", True), ("Ac 6d", True), ("Ac 7d", False), ("Ac 6d Tc", False),
    ("Tc 6d 6h", False), ("Ac Ad 5c", True), ("Tc 5d 7c", False),
])
def test_the_dealer_draws_on_soft_seventeen_and_stands_on_hard_22(cards: str, draws: bool) -> None:
    it = switch()
    assert it.dealer_draws(cards.split()) is draws
    set_watcher(lambda clause, value: not value if clause == "QLD-2c-1" else value)
    try:
        assert it.dealer_draws(cards.split()) is (draws and it.count(cards.split()).points < 17)
    finally:
        set_watcher(None)


BJ, PLAIN = Count(21, True, True), Count(21, True, False)
TURNED = Count(21, True, False, SWITCHED)


@pytest.mark.parametrize(("player", "dealer", "outcome", "clause"), [
    (Count(22, False, False), Count(22, False, False), "lose", "6(1)(e)"),
    (Count(22, False, False), BJ, "lose", "6(1)(e)"), (TURNED, BJ, "lose", "6(1)(g)"), (PLAIN, BJ, "lose", "6(1)(d)"),
    (BJ, BJ, "void", "6(1)(j)"), (BJ, Count(22, False, False), "win", "7(1)"), (BJ, PLAIN, "win", "7(1)"),
    (TURNED, Count(22, False, False), "void", "6(1)(i)"), (PLAIN, Count(22, False, False), "void", "6(1)(i)"),
    (Count(12, False, False), Count(22, False, False), "void", "6(1)(i)"), (TURNED, PLAIN, "void", "6(1)(h)"),
    (Count(12, False, False), Count(23, False, False), "win", "7(1)"),
    (Count(19, False, False), Count(18, False, False), "win", "7(1)"),
    (Count(18, False, False), Count(18, True, False), "void", "6(1)(h)"),
    (Count(17, False, False), Count(18, False, False), "lose", "6(1)(f)"),
])
def test_what_becomes_of_an_original(player: Count, dealer: Count, outcome: str, clause: str) -> None:
    result = switch().result("original", player, dealer)
    assert (result.outcome, str(result.clause)) == (outcome, f"QLD-2c-{clause}")


@pytest.mark.parametrize(("kind", "added", "outcome", "clause"), [
    ("original", ("double down",), "lose", "6(3)(a)"), ("original", ("split",), "lose", "6(2)(a)"),
    ("original", ("double down", "split"), "lose", "6(3)(a)"),
    ("double down", ("double down", "split"), "void", "6(3)(b)"), ("split", ("split",), "void", "6(2)(b)"),
])
def test_what_a_dealers_blackjack_takes(kind: str, added: Sequence[str], outcome: str, clause: str) -> None:
    result = switch().result(kind, Count(20, False, False), BJ, tuple(added))
    assert (result.outcome, str(result.clause)) == (outcome, f"QLD-2c-{clause}")


def test_a_double_down_on_one_hand_changes_nothing_for_the_blackjack_in_the_other() -> None:
    good(ONE + "deal 1a: 6h 5h 9h\ndeal 1b: Ah Kh\ndeal dealer: Tc Ac\n1a: double down\n"
         "= 1a Ann original lose 10 [QLD-2c-6(3)(a)]\n= 1a Ann double down void [QLD-2c-6(3)(b)]\n"
         "= 1b Ann original void [QLD-2c-6(1)(j)]\n")


def test_how_hands_are_spoken_of() -> None:
    it = switch()
    played = good(ONE.replace("original 10, original 10", "original 10, original 10, super match 5")
                  + "deal 1a: Th 9h\ndeal 1b: Kh 9d\ndeal dealer: Tc 6c 6d\n1a: stand\n1b: stand\n")
    t = Table(it)
    t.put(("Tc", "6c", "6d"), "dealer", it.kinds[0].clause, True)
    assert it.hand_name(t, "dealer", t.hands["dealer"].cards) == "22"
    assert it.hand_worth(t, "dealer", t.hands["dealer"].cards) is None
    t.put(("Th", "9h"), "1a", it.kinds[0].clause, True)
    told = [it.decided_by(t, line) for line in played.lines if line.hand != "1b"]
    assert told == ["a pair in your four cards", "the dealer has 22, a push"]


def test_a_blackjack_is_cheered_and_a_switched_one_is_not() -> None:
    it = switch()
    played = good(ONE + "deal 1a: Ah Kh\ndeal 1b: Kd 9d\ndeal dealer: 6c Tc 7d\n1b: stand\n")
    cheers = [it.cheered(Table(it), line) for line in played.events if isinstance(line, Settled)]
    assert cheers == ["Blackjack!", ""]


# -- irregularities ------------------------------------------------------------------------------------------


def test_a_lone_wager_noticed_late() -> None:
    good(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n1a: stand\n"
         "! one-wager box=3 player=Cat amount=10 super-match=5 cards=2c,3c\n=! ruled [QLD-2c-17]\n1: retract\n"
         "2a: stand\n2b: stand\n= 3a Cat original void [QLD-2c-17(a)]\n= 3 Cat super match void [QLD-2c-17(a)]\n"
         "= 1a Ann original void [QLD-2c-17(b)]\n= 1b Ann original void\n= 2a Ben original win 20\n"
         "= 2b Ben original void\n")


def test_a_lone_wager_with_nobody_else_at_the_table() -> None:
    played = good("game qld/blackjack-switch\n! one-wager box=1 player=Ann amount=10 cards=9c,9d\n"
                  "=! ruled [QLD-2c-17]\n= 1a Ann original void [QLD-2c-17(a)]\n")
    assert not [event for event in played.events if isinstance(event, Dealt)]


def test_all_others_take_their_wagers_back() -> None:
    good("game qld/blackjack-switch\n! one-wager box=1 player=Ann amount=10 cards=9c,9d\nbox 2 Ben: 20\n"
         "deal 2a: Th 9h\ndeal 2b: Kh 7h\ndeal dealer: Jc\n2: retract\n= 2a Ben original void [QLD-2c-17(b)]\n"
         "= 2b Ben original void [QLD-2c-17(b)]\n= 1a Ann original void\n")


@pytest.mark.parametrize(("report", "why"), [
    ("box=2 player=Cat amount=10 cards=9c,9d", "not a box without a player"),
    ("box=3 player=Cat wager=super-match amount=10 cards=9c,9d", "is not the original of a box"),
])
def test_reports_of_a_lone_wager_that_cannot_be(report: str, why: str) -> None:
    with pytest.raises(Unplayable, match=why):
        settle(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n1a: stand\n"
               f"! one-wager {report}\n1b: stand\n2a: stand\n2b: stand\n")


def test_a_box_with_all_its_cards_is_not_short() -> None:
    with pytest.raises(Unplayable, match="box 2 holds 4 cards"):
        settle(TWO + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal 2a: Ts 9s\ndeal 2b: Ks 8s\ndeal dealer: Tc 8c\n1a: stand\n"
               "1b: stand\n! one-card box=2\n2a: stand\n2b: stand\n")


def test_two_cards_on_one_hand_and_none_on_the_other() -> None:
    good(TWO + "deal 1a: Th 9c\ndeal 1b: Kh 7c\ndeal 2a: 6s 5s\ndeal dealer: Jc 8h\n1a: stand\n1b: stand\n"
         "! one-card box=2\n=! ruled [QLD-2c-13]\n2: continue\ndeal 2b: 9s Td\n2a: stand\n2b: stand\n"
         "= 2b Ben original win 20\n= 2a Ben original lose 20\n= 1a Ann original win 10\n= 1b Ann original lose 10\n")


def test_a_switch_is_spoken_and_nothing_else_is() -> None:
    deal = ONE + "deal 1a: Th 9h\ndeal 1b: Kh 8h\ndeal dealer: Tc 8c\n"
    good(deal + "! spoken-decision box=1 decision=draw\n=! ruled [QLD-2c-8(3)]\n1a: stand\n1b: stand\n")
    with pytest.raises(Unplayable, match="a switch is told to the dealer"):
        settle(deal + "! spoken-decision box=1 decision=switch\n1a: stand\n1b: stand\n")
