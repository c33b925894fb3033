"""QLD schedule 17, part 6: super sevens."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.table.script import Played, Unplayable

ANN = "box 1 Ann: original 10, super sevens 5\n"


def good(text: str, id: str = "qld/blackjack") -> Played:
    played = settle(f"game {id}\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


# -- 23 to 25 and 29(1): placing it ----------------------------------------------------------------------------


def test_it_is_for_blackjack_alone() -> None:
    assert "super sevens" not in game("qld/soft-17-blackjack").sides
    with pytest.raises(Unplayable, match="super sevens"):
        good(ANN, "qld/soft-17-blackjack")


def test_it_lies_only_beside_the_players_own_wager() -> None:
    with pytest.raises(Unplayable, match=r"QLD-17-25\(1\)"):
        good("box 1 Ann: super sevens 5\n")
    good("box 1 Ann: original 10\nbox 1 Ben: super sevens 5\n=! refused [QLD-17-25(1)]\n"
         "box 1 Cat: original 10, super sevens 5\ndeal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n"
         "= 1 Cat super sevens lose 5 [QLD-17-26(3)]\n")
    good("box 1 Ann: original 10, super sevens 5\nbox 2 Ben: original 10\n1 Ann: remove original\n"
         "deal 2: 9h 8h\ndeal dealer: 9c 8s\n2: stand\n= 1 Ann super sevens void [QLD-17-25(1)]\n")


def test_it_is_placed_before_any_card_is_dealt_and_then_let_alone() -> None:
    good(f"{ANN}! card-drawn-in-error card=7c exposed=no\nbox 1 Ann: super sevens 5\ndeal 1: 7h\ndeal dealer: 9c 8s\n"
         "box 1 Ann: super sevens 5\n=! refused [QLD-17-25(2)]\n1 Ann: remove super sevens\n=! refused [QLD-17-25(2)]\n"
         "1: stand\n= 1 Ann super sevens win 500 [QLD-17-26(2)(b)(ii)]\n")


def test_limits_and_the_layout() -> None:
    good("option additional-minimum=2 additional-maximum=20\nbox 1 Ann: original 10\nbox 1 Ann: super sevens 1\n"
         "=! refused [QLD-2-18]\nbox 1 Ann: super sevens 20.50\n=! refused [QLD-2-18]\nbox 1 Ann: super sevens 20\n"
         "deal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n= 1 Ann super sevens lose 20\n")
    good("option additional=any-pair\nbox 1 Ann: original 10\nbox 1 Ann: super sevens 5\n=! refused [QLD-17-24]\n"
         "deal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n")


# -- 26 and 27: without a split --------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "plays", "line", "third"), [
    ("8h 7h", "stand", "lose 5 [QLD-17-26(3)]", False),
    ("7h 8h", "stand", "win 15 [QLD-17-26(2)(c)]", False),
    ("7h 7h", "stand", "win 500 [QLD-17-26(2)(b)(i)]", False),
    ("7h 7d", "stand", "win 250 [QLD-17-26(2)(b)(ii)]", False),
    ("7h 7h 7h", "draw", "win 25000 [QLD-17-26(2)(a)(i)]", True),
    ("7h 7h 7d", "draw", "win 2500 [QLD-17-26(2)(a)(ii)]", True),
    ("7h 7h 6h", "draw stand", "win 500 [QLD-17-26(2)(b)(i)]", True),
    ("7h 7d Th", "draw", "win 250 [QLD-17-26(2)(b)(ii)]", True),
    ("7h 8h 7h", "draw", "win 15 [QLD-17-26(2)(c)]", False),
])
def test_by_how_many_sevens_come_first(cards: str, plays: str, line: str, third: bool) -> None:
    acts = "".join(f"1: {play}\n" for play in plays.split())
    played = good(f"{ANN}box 2 Ben: original 10\ndeal 1: {cards}\ndeal 2: Kh Kd\ndeal dealer: 9c 8s\n{acts}2: stand\n"
                  f"= 1 Ann super sevens {line}\n")
    order = [settled.wager for settled in played.lines if settled.player == "Ann"]
    over = third and cards.endswith("Th")
    assert order == (["original", "super sevens"] if over else ["super sevens", "original"]), "27(7)"


def test_losers_are_taken_first_and_single_sevens_paid_before_hands_are_played() -> None:
    played = good(f"{ANN}box 2 Ben: original 10, super sevens 5\nbox 3 Cat: original 10, super sevens 5\n"
                  "deal 1: 7h 8h Td\ndeal 2: 9h 8d\ndeal 3: 7c 7d 2d\ndeal dealer: 9c 8s\n1: draw\n2: stand\n3: draw\n"
                  "3: stand\n")
    assert [(line.player, line.wager) for line in played.lines[:4]] == [
        ("Ben", "super sevens"), ("Ann", "super sevens"), ("Ann", "original"), ("Cat", "super sevens")]


def test_who_never_decides_has_declined_a_third_card() -> None:
    good(f"{ANN}deal 1: 7h 7d\ndeal dealer: 9c 8s\n! no-decision box=1\nsupervisor: no direction\n"
         "= 1 Ann super sevens win 250 [QLD-17-26(2)(b)(ii)]\n= 1 Ann original lose 10\n")


def test_an_exposed_card_that_is_refused_is_no_third_card() -> None:
    good(f"{ANN}box 2 Ben: original 10\ndeal 1: 7h 7d\ndeal 2: Kh Qd\n! card-drawn-in-error card=7c exposed=yes\n"
         "deal dealer: 9c Ts\n1: refuse\n2: stand\n= 1 Ann super sevens win 250 [QLD-17-26(2)(b)(ii)]\n"
         "= 1 Ann original win 10\n= 2 Ben original win 10\n")


# -- 28 and 29(2): split sevens --------------------------------------------------------------------------------


@pytest.mark.parametrize(("pair", "third", "line"), [
    ("7h 7h", "7h", "win 25000 [QLD-17-26(2)(a)(i)]"), ("7h 7h", "7d", "win 2500 [QLD-17-26(2)(a)(ii)]"),
    ("7h 7d", "2d", "win 250 [QLD-17-26(2)(b)(ii)]"),
])
def test_a_split_is_decided_by_the_second_card_of_its_first_hand(pair: str, third: str, line: str) -> None:
    played = good(f"{ANN}box 1 Ben: original 10, super sevens 5\nbox 1 Cat: original 10, super sevens 5\n"
                  f"deal 1: {pair}\ndeal 1a: {third} 4c Ts\ndeal 1b: 7c\ndeal dealer: 9c 8s\n1: split\n"
                  "1 Ben: split\n1 Cat: apply to 1b\n1a: draw\n1a: draw\n1b: stand\n"
                  f"= 1 Ann super sevens {line}\n= 1 Ben super sevens {line}\n= 1 Cat super sevens {line}\n")
    assert {line.wager for line in played.lines[:3]} == {"super sevens"}, "28(2): as soon as it is decided"


# -- 3: what goes back -----------------------------------------------------------------------------------------


def test_two_sevens_have_won_though_the_original_is_withdrawn_and_go_back_with_a_void_hand() -> None:
    good("box 1 Ann: original 10\nbox 2 Ben: original 10, super sevens 5\nbox 2 Cat: original 10, super sevens 5\n"
         "deal 1: Ks 9d\ndeal 2: 7h 7c\ndeal dealer: 9c 8s\n1: stand\n! dealer-too-many-cards\n1: continue\n"
         "2 Ben: withdraw\n2 Cat: continue\n2: stand\n= 2 Ben original void\n"
         "= 2 Ben super sevens win 250 [QLD-17-26(2)(b)(ii)]\n"
         "= 2 Cat super sevens win 250 [QLD-17-26(2)(b)(ii)]\n")
    good("box 1 Ann: original 10\nbox 2 Ben: original 10, super sevens 5\ndeal 1: Ks 9d\ndeal dealer: 9c 8s\n1: stand\n"
         "! no-cards box=2\n= 2 Ben original void\n= 2 Ben super sevens void [QLD-17-3]\n")
