"""QLD schedule 17, part 7: bonus blackjack."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.table.script import Played, Unplayable

ANN = "box 1 Ann: original 10, bonus blackjack 1\n"


def good(text: str, id: str = "qld/blackjack") -> Played:
    played = settle(f"game {id}\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


# -- 30 to 32: placing it --------------------------------------------------------------------------------------


def test_it_is_for_blackjack_alone_with_6_or_8_decks() -> None:
    assert "bonus blackjack" not in game("qld/soft-17-blackjack").sides
    for decks in ("5", "7"):
        assert not game("qld/blackjack", {"decks": decks}).sides["bonus blackjack"].offered()
        with pytest.raises(Unplayable, match=r"QLD-17-30\].*6 or 8 decks"):
            good(f"option decks={decks}\n{ANN}")


@pytest.mark.parametrize("amount", ["0.50", "2", "5"])
def test_it_is_a_dollar(amount: str) -> None:
    good(f"box 1 Ann: original 10\nbox 1 Ann: bonus blackjack {amount}\n=! refused [QLD-17-31]\n"
         "box 1 Ann: bonus blackjack 1\nbox 1 Ann: bonus blackjack 1\n=! refused [QLD-17-31]\n"
         "deal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n= 1 Ann bonus blackjack lose 1 [QLD-17-34(2)]\n")


def test_it_needs_its_area_and_no_table_for_lessons_has_one() -> None:
    end = "deal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n"
    good("option additional=any-pair\nbox 1 Ann: original 10\nbox 1 Ann: bonus blackjack 1\n=! refused [QLD-17-31]\n"
         f"{end}")
    good(f"option teaching=yes\nbox 1 Ann: original 10\nbox 1 Ann: bonus blackjack 1\n=! refused [QLD-0-7(a)]\n{end}")
    assert not game("qld/blackjack", {"teaching": "yes"}).sides["bonus blackjack"].offered()


def test_only_who_controls_a_box_places_it() -> None:
    with pytest.raises(Unplayable, match=r"QLD-17-32\(1\)"):
        good("box 1 Ann: bonus blackjack 1\n")
    good(f"{ANN}box 1 Ben: original 10\nbox 1 Ben: bonus blackjack 1\n=! refused [QLD-17-32(1)]\n"
         "1 Ann: remove original\nbox 1 Ben: bonus blackjack 1\ndeal 1: 9h 8h\ndeal dealer: 9c 8s\n1: stand\n"
         "= 1 Ann bonus blackjack void [QLD-17-32(1)]\n= 1 Ben bonus blackjack lose 1\n")


def test_no_card_of_the_round_may_be_out_of_the_shoe() -> None:
    good("box 1 Ann: original 10\n! card-drawn-in-error card=9h exposed=no\nbox 1 Ann: bonus blackjack 1\n"
         "=! refused [QLD-17-32(2)]\ndeal 1: 8h\ndeal dealer: 9c 8s\n1: stand\n")
    good("box 1 Ann: original 10\ndeal 1: 9h 8h\ndeal dealer: 9c 8s\nbox 1 Ann: bonus blackjack 1\n"
         "=! refused [QLD-17-32(2)]\n1: stand\n")
    good(f"{ANN}deal 1: 9h 8h\ndeal dealer: 9c 8s\n1 Ann: remove bonus blackjack\n=! refused [QLD-17-32(2)]\n"
         "1: stand\n")


# -- 33: what it wins with -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "cards", "plays", "line"), [
    ("6", "5h 6h 5h 5h", "draw draw", "win 25000 [QLD-17-33(2)(a)(i)]"),
    ("6", "5h 6h 5h 5d", "draw draw", "win 1500 [QLD-17-33(2)(a)(ii)]"),
    ("8", "7c 7c 7c", "draw", "win 5000 [QLD-17-33(2)(b)(i)]"),
    ("8", "7c 7c 7s", "draw", "win 500 [QLD-17-33(2)(b)(ii)]"),
    ("8", "8c 6c 7c", "draw", "win 750 [QLD-17-33(2)(c)(i)(A)]"),
    ("6", "8c 6c 7c", "draw", "win 800 [QLD-17-33(2)(c)(i)(B)]"),
    ("6", "6c 7c 8d", "draw", "win 50 [QLD-17-33(2)(c)(ii)]"),
    ("6", "5c 6c 5d 4d", "draw draw stand", "lose 1 [QLD-17-34(2)]"),
    ("6", "5c 6c Td", "double", "lose 1 [QLD-17-34(2)]"),
    ("6", "5h 5h 5h 5h", "draw draw stand", "lose 1 [QLD-17-34(2)]"),
    ("6", "7c 7c Kc", "draw", "lose 1 [QLD-17-34(2)]"),
])
def test_by_the_cards_of_the_hand(decks: str, cards: str, plays: str, line: str) -> None:
    acts = "".join(f"1: {play}\n" for play in plays.split())
    second = "" if cards == "7c 7c Kc" else " 8s"
    good(f"option decks={decks}\n{ANN}deal 1: {cards}\ndeal dealer: 9c{second}\n{acts}= 1 Ann bonus blackjack {line}\n")


@pytest.mark.parametrize(("suit", "cards", "line"), [
    ("hearts", "Ah Kh", "win 175 [QLD-17-33(2)(d)]"), ("hearts", "Th Ah", "win 175 [QLD-17-33(2)(d)]"),
    ("hearts", "Ah Kd", "lose 1 [QLD-17-34(2)]"), ("spades", "Ah Kh", "lose 1 [QLD-17-34(2)]"),
    ("spades", "As Qs", "win 175 [QLD-17-33(2)(d)]"),
])
def test_a_nominated_blackjack_has_both_cards_of_the_suit(suit: str, cards: str, line: str) -> None:
    good(f"option nominated-suit={suit}\n{ANN}deal 1: {cards}\ndeal dealer: 9c\n= 1 Ann bonus blackjack {line}\n")


# -- 34: when it is settled ------------------------------------------------------------------------------------


def order(text: str) -> list[tuple[int, str, str]]:
    return [(line.box, line.wager.partition(" ")[0], line.outcome) for line in good(text).lines]


def test_a_win_waits_for_all_blackjack_wagers_and_a_loss_for_no_more_cards() -> None:
    assert order(f"{ANN}box 2 Ben: original 10, bonus blackjack 1\nbox 3 Cat: original 10\ndeal 1: Ah Kh\n"
                 "deal 2: 9h 8h\ndeal 3: Kd Qd\ndeal dealer: 9c 8s\n2: stand\n3: stand\n") == [
        (1, "original", "win"), (2, "bonus", "lose"), (2, "original", "void"), (3, "original", "win"),
        (1, "bonus", "win")]


def test_against_a_dealers_blackjack_it_is_settled_with_the_wager_beside_it() -> None:
    three = (f"{ANN}box 2 Ben: original 10, bonus blackjack 1\nbox 3 Cat: original 10, bonus blackjack 1\n"
             "deal 1: Ah Kh\ndeal 2: As Kd\ndeal 3: 7h 7d 7c\n")
    assert order(f"{three}deal dealer: Kc Ac\n3: draw\n= 2 Ben bonus blackjack lose 1 [QLD-17-34(1)(a)]\n") == [
        (1, "original", "void"), (1, "bonus", "win"), (2, "original", "void"), (2, "bonus", "lose"),
        (3, "original", "lose"), (3, "bonus", "win")]
    assert order(f"{three}deal dealer: Kc 9c\n3: draw\n= 2 Ben bonus blackjack lose 1 [QLD-17-34(2)]\n") == [
        (1, "original", "win"), (2, "original", "win"), (2, "bonus", "lose"), (3, "original", "win"),
        (1, "bonus", "win"), (3, "bonus", "win")]


def test_a_blackjack_paid_at_even_money_keeps_its_bonus() -> None:
    good(f"{ANN}box 2 Ben: original 10\ndeal 1: Ah Kh\ndeal 2: Kd Qd\ndeal dealer: Ac Kc\n1: even money\n2: stand\n"
         "= 1 Ann original win 10\n= 1 Ann bonus blackjack win 175\n= 2 Ben original lose 10\n")


def test_cards_that_the_dealer_has_too_early_are_no_blackjack() -> None:
    assert order(f"{ANN}box 2 Ben: original 10\ndeal 1: 7h 7d 7c\ndeal 2: Kd Qd\ndeal dealer: Ac Kc\n1: draw\n"
                 "! dealer-too-many-cards\n1: continue\n2: continue\n2: stand\n")[-1] == (1, "bonus", "win")


# -- 35: after a split -----------------------------------------------------------------------------------------


def test_the_first_of_split_hands_decides() -> None:
    good(f"{ANN}deal 1: 7h 7d\ndeal 1a: 7c 7s\ndeal 1b: 8c 6c\ndeal dealer: 9c 8s\n1: split\n1a: draw\n1b: draw\n"
         "= 1 Ann bonus blackjack win 500 [QLD-17-33(2)(b)(ii)]\n")
    good(f"{ANN}deal 1: 7h 7d\ndeal 1a: Tc\ndeal 1b: 8d 6d\ndeal dealer: 9c 8s\n1: split\n1a: stand\n1b: draw\n"
         "= 1 Ann bonus blackjack lose 1 [QLD-17-34(2)]\n")
    good(f"{ANN}deal 1: Ah Ah\ndeal 1a: Kh\ndeal 1b: 8d\ndeal dealer: 9c 8s\n1: split\n"
         "= 1 Ann bonus blackjack lose 1 [QLD-17-34(2)]\n")


def test_it_goes_back_with_the_wager_beside_it() -> None:
    good("box 1 Ben: original 10\nbox 2 Ann: original 10, bonus blackjack 1\ndeal 1: Ks 9d\ndeal dealer: 9c 8s\n"
         "1: stand\n! no-cards box=2\n= 2 Ann bonus blackjack void [QLD-17-3]\n= 2 Ann original void\n")
