"""QLD schedule 17, parts 1 and 2: additional wagers, and perfect pairs at baccarat and blackjack."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s07_roulette import Roulette
from pitboss.rulebooks.qld.s17_perfect_pairs import PerfectPairs
from pitboss.table.definition import Duty
from pitboss.table.script import Played, Unplayable
from pitboss.table.sides import Side, attach

BLACKJACK = "game qld/blackjack\n"
TWO = "box 1 Ann: original 10, perfect pairs 5\nbox 2 Ben: original 10\n"
CARDS = "deal 1: 8h 8d\ndeal 2: Ks Qd\ndeal dealer: 9c 8s\n"
STAND = "1: stand\n2: stand\n"
BACCARAT = "game qld/baccarat\n"
EIGHTS = "deal player: 8h 8d\ndeal banker: 3s 4c\n"


def good(text: str) -> Played:
    played = settle(text, strict=True)
    assert not played.failures, played.failures
    return played


# -- 8: what a pair pays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("decks", "cards", "pays", "clause"), [
    ("6", "8h 8s", "25", "8(a)(i)"), ("6", "8h 8d", "50", "8(a)(ii)"), ("6", "8h 8h", "150", "8(a)(iii)"),
    ("8", "Kc Kd", "30", "8(b)(i)"), ("8", "Kc Ks", "60", "8(b)(ii)"), ("8", "Kc Kc", "125", "8(b)(iii)"),
])
def test_a_pair_pays_by_its_colours_and_the_decks(decks: str, cards: str, pays: str, clause: str) -> None:
    good(f"{BLACKJACK}option decks={decks}\nbox 1 Ann: original 10, perfect pairs 5\ndeal 1: {cards}\n"
         f"deal dealer: 9c 8s\n1: stand\n= 1 Ann perfect pairs win {pays} [QLD-17-{clause}]\n")


@pytest.mark.parametrize("cards", ["Kh Qh", "8h 9h", "Th Kh"])
def test_cards_of_one_value_and_different_faces_are_no_pair(cards: str) -> None:
    good(f"{BLACKJACK}box 1 Ann: original 10, perfect pairs 5\ndeal 1: {cards}\ndeal dealer: 9c 8s\n1: stand\n"
         "= 1 Ann perfect pairs lose 5 [QLD-17-7(3)]\n")


@pytest.mark.parametrize("decks", ["5", "7"])
def test_other_decks_have_no_odds_for_it(decks: str) -> None:
    with pytest.raises(Unplayable, match=r"QLD-17-8\].*6 or 8 decks"):
        good(f"{BLACKJACK}option decks={decks}\n{TWO}{CARDS}{STAND}")


# -- 6 and 7: which hand it is on ------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "line"), [
    ("player", "win 60 [QLD-17-8(b)(ii)]"), ("banker", "lose 5 [QLD-17-6(3)]"),
])
def test_at_baccarat_it_is_on_one_of_the_hands(hand: str, line: str) -> None:
    good(f"{BACCARAT}option decks=8\nbox 1 Ann: perfect pairs {hand} 5\n{EIGHTS}= 1 Ann perfect pairs {hand} {line}\n")


def test_a_player_without_a_pair_at_baccarat() -> None:
    good(f"{BACCARAT}box 1 Ann: perfect pairs player 5, perfect pairs banker 5\ndeal player: 8h 9d\n"
         "deal banker: 3s 3c\n"
         "= 1 Ann perfect pairs player lose 5 [QLD-17-6(4)]\n= 1 Ann perfect pairs banker win 60 [QLD-17-8(b)(ii)]\n")


def test_a_bettor_rides_on_anothers_box_and_does_not_control_it() -> None:
    played = good(f"{BLACKJACK}box 1 Ann: original 10\nbox 1 Ben: perfect pairs 5\ndeal 1: 8h 8h Tc\ndeal dealer: 9c\n"
                  "1: draw\n= 1 Ben perfect pairs win 150\n= 1 Ann original lose 10\n")
    assert played.net == {"Ann": -1000, "Ben": 15000}
    good(f"{BLACKJACK}box 1 Ann: original 10\nbox 1 Ben: original 10\nbox 1 Cat: original 10\n"
         "box 1 Dan: perfect pairs 5\n"
         "deal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n= 1 Dan perfect pairs lose 5\n")


def test_at_blackjack_a_box_needs_a_wager_of_the_game() -> None:
    with pytest.raises(Unplayable, match=r"QLD-17-7\(1\)"):
        good(f"{BLACKJACK}box 3 Ann: perfect pairs 5\n")
    good(f"{BLACKJACK}{TWO}box 1 Cat: perfect pairs 5\n1 Ann: remove original\ndeal 2: Ks Qd\ndeal dealer: 9c 8s\n"
         "2: stand\n= 1 Ann perfect pairs void [QLD-17-7(1)]\n= 1 Cat perfect pairs void [QLD-17-7(1)]\n"
         "= 2 Ben original win 10\n")


def test_it_is_paid_before_the_hands_are_played_losers_first() -> None:
    played = good(f"{BLACKJACK}{TWO}box 2 Ben: perfect pairs 5\n{CARDS}{STAND}= 1 Ann perfect pairs win 50\n")
    assert [(line.box, line.wager) for line in played.lines[:2]] == [(2, "perfect pairs"), (1, "perfect pairs")]


# -- 5: how it is placed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "fits"), [("1.50", False), ("2", True), ("20", True), ("20.50", False)])
def test_it_has_limits_of_its_own(amount: str, fits: bool) -> None:
    text = (f"{BLACKJACK}option minimum=10 maximum=500 additional-minimum=2 additional-maximum=20\n"
            f"box 1 Ann: original 10\nbox 1 Ann: perfect pairs {amount}\n")
    if not fits:
        text += "=! refused [QLD-17-5(2)]\n"
    good(text + "deal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n")


def test_what_is_added_to_it_is_measured_whole() -> None:
    good(f"{BLACKJACK}option additional-maximum=20\nbox 1 Ann: original 10, perfect pairs 15\n"
         "box 1 Ann: perfect pairs 6\n"
         "=! refused [QLD-17-5(2)]\nbox 1 Ann: perfect pairs 5\ndeal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n"
         "= 1 Ann perfect pairs lose 20\n")


def test_without_a_limit_of_its_own_the_tables_maximum_holds() -> None:
    good(f"{BLACKJACK}option maximum=100\nbox 1 Ann: original 10\nbox 1 Ann: perfect pairs 100.50\n"
         "=! refused [QLD-17-5(2)]\nbox 1 Ann: perfect pairs 100\ndeal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n")


@pytest.mark.parametrize("offered", ["none", "any-pair"])
def test_a_layout_without_the_area_takes_none(offered: str) -> None:
    good(f"{BLACKJACK}option additional={offered}\nbox 1 Ann: original 10\nbox 1 Ann: perfect pairs 5\n"
         "=! refused [QLD-17-5(1)]\ndeal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n")


def test_a_layout_that_names_it_takes_it() -> None:
    good(f"{BLACKJACK}option additional=any-pair,perfect-pairs\n{TWO}{CARDS}{STAND}= 1 Ann perfect pairs win 50\n")


FOUR = "box 1 Ann: original 10\nbox 1 Ben: perfect pairs 5\nbox 1 Cat: perfect pairs 5\nbox 1 Dan: perfect pairs 5\n"


def test_three_on_a_box_and_a_fourth_is_refused() -> None:
    good(f"{BLACKJACK}{FOUR}box 1 Eve: perfect pairs 5\n=! refused [QLD-17-5(3)]\nbox 1 Dan: perfect pairs 1\n"
         "deal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n= 1 Dan perfect pairs lose 6\n")


def test_who_plays_the_game_goes_before_who_does_not() -> None:
    played = good(f"{BLACKJACK}{FOUR}box 1 Ann: perfect pairs 5\n=! announced [QLD-17-5(3)]\ndeal 1: 8h 9h\n"
                  "deal dealer: 9c 8s\n1: stand\n= 1 Ann perfect pairs lose 5\n= 1 Cat perfect pairs lose 5\n")
    assert played.net == {"Ann": -500, "Ben": -500, "Cat": -500, "Dan": 0}


def test_more_than_three_on_a_box_only_at_baccarat() -> None:
    more = "".join(f"box 1 {name}: perfect pairs player 5\n" for name in ("Ann", "Ben", "Cat", "Dan"))
    good(f"{BACCARAT}option perfect-pairs-a-box=any\n{more}{EIGHTS}= 1 Dan perfect pairs player win 60\n")
    good(f"{BACCARAT}{more}=! refused [QLD-17-5(3)]\n{EIGHTS}")
    good(f"{BLACKJACK}option perfect-pairs-a-box=any\n{FOUR}box 1 Eve: perfect pairs 5\n=! refused [QLD-17-5(3)]\n"
         "deal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n")


def test_at_baccarat_its_maximum_is_a_players_wherever_it_lies() -> None:
    good(f"{BACCARAT}option additional-maximum=50\nbox 1 Ann: perfect pairs player 50\n"
         "box 2 Ann: perfect pairs player 1\n"
         f"=! refused [QLD-1-9(3)]\nbox 2 Ann: perfect pairs banker 1\n{EIGHTS}= 2 Ann perfect pairs banker lose 1\n")


def test_no_additional_wager_on_a_dummy_round() -> None:
    good(f"{BACCARAT}! card-face-up-in-shoe card=3s\nbox 1 Ann: perfect pairs player 5\n=! refused [QLD-1-24(6)]\n"
         "deal player: 5d\ndeal banker: 4c 3c\n")


# -- 3: irregularities are the game's own ----------------------------------------------------------------------


def test_it_goes_back_with_the_wager_of_the_game() -> None:
    played = good(f"{BLACKJACK}box 1 Ben: original 10\nbox 2 Ann: original 10, perfect pairs 5\ndeal 1: Ks Qd\n"
                  "deal dealer: 9c 8s\n1: stand\n! no-cards box=2\n= 2 Ann original void [QLD-2-36(1)]\n"
                  "= 2 Ann perfect pairs void [QLD-17-3]\n")
    assert played.net["Ann"] == 0


def test_a_void_round_gives_it_back() -> None:
    good(f"{BACCARAT}box 1 Ann: perfect pairs player 5\ndeal player: 8h\n! not-enough-cards\n"
         "= 1 Ann perfect pairs player void [QLD-1-24(8)]\n")


def test_a_hand_short_of_a_card_is_decided_when_it_has_two() -> None:
    good(f"{BLACKJACK}box 1 Ann: original 10\nbox 2 Ben: original 10, perfect pairs 5\ndeal 1: Ks 9d\ndeal 2: 8h 8d\n"
         "deal dealer: 9c 8s\n1: stand\n! one-card box=2\n2: continue\n2: stand\n= 2 Ben perfect pairs win 50\n")


def test_a_retracted_wager_takes_it_along_and_a_reduced_one_does_not() -> None:
    good(f"{BACCARAT}box 1 Ann: player 10, perfect pairs player 5\nbox 2 Ben: banker 10, perfect pairs banker 5\n"
         "deal player: 8h\n! cards-in-wrong-area\n1: retract\n2 Ben: reduce perfect pairs banker to 2\n"
         "deal player: 8d\n"
         "deal banker: 3s 4c\n= 1 Ann player void\n= 1 Ann perfect pairs player void [QLD-1-24(4)(d)(i)]\n"
         "= 2 Ben perfect pairs banker lose 2\n= 2 Ben banker win 9.50\n")


def test_a_hand_dealt_again_decides_it_again() -> None:
    played = good(f"{BACCARAT}box 1 Ann: perfect pairs player 5\ndeal player: 8h 8d\ndeal banker: 3s 6c\n"
                  "! missed-burn\n"
                  "supervisor: reconstruct\ndeal banker: 2c\n")
    assert [line.outcome for line in played.lines] == ["lose"]


def test_a_supervisors_sanction_reaches_it() -> None:
    good(f"{BACCARAT}box 1 Ann: player 10, perfect pairs player 5\n! device-used player=Ann device=computer\n"
         f"supervisor: void wagers\n{EIGHTS}= 1 Ann perfect pairs player void [QLD-0-4(2)(a)]\n= 1 Ann player void\n")


def test_a_game_that_is_not_listed_has_none() -> None:
    assert game("qld/three-card-poker").sides == {} and game("nsw/texas-holdem-bonus-poker").sides == {}
    with pytest.raises(Unplayable, match="perfect pairs"):
        good("game qld/three-card-poker\nbox 1 Ann: ante 10, perfect pairs 5\n")


def test_who_is_held_to_one_box_and_the_minimum_is_so_with_additional_wagers_too() -> None:
    held = (f"{BLACKJACK}option minimum=10 additional-minimum=2\n! wagering-restricted player=Ann\n"
            "box 2 Ben: original 10\n")
    good(f"{held}box 1 Ann: original 10, perfect pairs 3\n=! refused [QLD-0-5(1)(b)]\n"
         "box 1 Ann: original 10, perfect pairs 2\nbox 2 Ann: perfect pairs 2\n=! refused [QLD-0-5(1)(a)]\n"
         "deal 1: 8h 9h\ndeal 2: Ks Qd\ndeal dealer: 9c 8s\n"
         "1: stand\n2: stand\n= 1 Ann perfect pairs lose 2\n")
    good(f"{held}box 2 Ann: perfect pairs 2\nbox 1 Ann: original 10\n=! refused [QLD-0-5(1)(a)]\ndeal 2: Ks Qd\n"
         "deal dealer: 9c 8s\n2: stand\n= 2 Ann perfect pairs lose 2\n")


def test_a_side_without_options_brings_its_duties_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    duty = Duty("settlement", "pay it last", PerfectPairs.duties[0].clause)
    bare = type("Bare", (PerfectPairs,), {"games": (Roulette.id,), "choices": (), "duties": (duty,)})
    for name in ("offers", "choices", "duties"):
        monkeypatch.setattr(Roulette, name, getattr(Roulette, name))
    monkeypatch.setattr(Side, "registry", {"bare": bare})
    before = Roulette.duties
    for _ in range(2):
        attach({Roulette.id: Roulette})
        assert Roulette.duties == (*before, duty), "and once"
