"""QLD schedule 17, parts 4, 5, 11 and 13: pairs of the two hands, and wagers on 6: super 6, lucky 6 and tiger."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.script import Played

SIXES = ("super 6", "lucky 6", "tiger", "small tiger", "big tiger", "tiger tie")
TWO_CARD_6 = "deal player: Ah 3d Kc\ndeal banker: 2s 4c\n"
THREE_CARD_6 = "deal player: Ah 3d Kc\ndeal banker: 2s Ac 3d\n"
BOTH_6 = "deal player: 2h 4d\ndeal banker: As 5c\n"
BOTH_7 = "deal player: 3h 4d\ndeal banker: 2s 5c\n"
PLAYER_7 = "deal player: 3h 4d\ndeal banker: 2s 4c\n"
PLAYER_6 = "deal player: 2h 4d\ndeal banker: Ks 5c Qd\n"
BANKER_7 = "deal player: 2h 4d\ndeal banker: 3s 4c\n"


def good(text: str) -> Played:
    played = settle(f"game qld/baccarat\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


LOST = {"tiger": "51(4)(b)", "small tiger": "51(2)(b)", "big tiger": "51(3)(b)", "tiger tie": "51(1)(b)"}
OTHER = {"super 6": "22(3)(a)", "lucky 6": "60(3)(d)"} | LOST
TIE = {"super 6": "22(3)(c)", "lucky 6": "60(3)(f)"} | LOST
PLAYERS = {"super 6": "22(3)(b)", "lucky 6": "60(3)(e)"} | LOST
WON_2 = {"super 6": (75, "22(2)"), "lucky 6": (60, "60(2):2-card-6"), "tiger": (60, "52:two-card-tiger"),
         "small tiger": (110, "52:small-tiger")}
WON_3 = {"super 6": (75, "22(2)"), "lucky 6": (100, "60(2):3-card-6"), "tiger": (110, "52:three-card-tiger"),
         "big tiger": (275, "52:big-tiger")}


@pytest.mark.parametrize(("cards", "won", "lost"), [
    (TWO_CARD_6, WON_2, OTHER), (THREE_CARD_6, WON_3, OTHER),
    (BOTH_6, {"tiger tie": (225, "52:tiger-tie")}, TIE), (BOTH_7, {}, TIE),
    (PLAYER_7, {}, PLAYERS), (PLAYER_6, {}, PLAYERS), (BANKER_7, {}, OTHER),
])
@pytest.mark.parametrize("wager", SIXES)
def test_what_becomes_of_wagers_on_6(
    wager: str, cards: str, won: dict[str, tuple[int, str]], lost: dict[str, str]
) -> None:
    pays, leaf = won.get(wager, (0, lost[wager]))
    line = f"win {pays}" if pays else "lose 5"
    good(f"box 1 Ann: {wager} 5\n{cards}= 1 Ann {wager} {line} [QLD-17-{leaf}]\n")


@pytest.mark.parametrize(("cards", "player", "banker"), [
    ("deal player: 8h 8d\ndeal banker: 3s 4c\n", "win 55 [QLD-17-18(3)(a)]", "lose 5 [QLD-17-18(4)]"),
    ("deal player: 3h 5d\ndeal banker: Ks Ks\n", "lose 5 [QLD-17-18(5)]", "win 55 [QLD-17-18(3)(b)]"),
    ("deal player: Kh Qd 7c\ndeal banker: Ts Kc 7d\n", "lose 5 [QLD-17-18(5)]", "lose 5 [QLD-17-18(4)]"),
    ("deal player: 4h 5d\ndeal banker: Ts Kc\n", "lose 5 [QLD-17-18(5)]", "lose 5 [QLD-17-18(4)]"),
])
def test_a_pair_is_two_cards_of_one_face(cards: str, player: str, banker: str) -> None:
    good(f"box 1 Ann: player pair 5, banker pair 5\n{cards}"
         f"= 1 Ann player pair {player}\n= 1 Ann banker pair {banker}\n")


@pytest.mark.parametrize(("player", "banker", "line"), [
    ("8h 8d", "8s 8c", "win 500 [QLD-17-52:twin-tiger-pair]"),
    ("9h 9d", "4s 4c", "win 125 [QLD-17-52:double-tiger-pair]"),
    ("Kh Kd 2c", "Qs Qc 3d", "win 125 [QLD-17-52:double-tiger-pair]"),
    ("4h 4d", "3s 5c", "win 20 [QLD-17-52:single-tiger-pair]"),
    ("3h 5d", "4s 4c", "win 20 [QLD-17-52:single-tiger-pair]"),
    ("4h 5d", "4s 5c", "lose 5 [QLD-17-51(5)]"), ("Ah 2d 2c", "Ks 2c 2d", "lose 5 [QLD-17-51(5)]"),
])
def test_tiger_pair_looks_at_the_first_two_cards_of_both_hands(player: str, banker: str, line: str) -> None:
    good(f"box 1 Ann: tiger pair 5\ndeal player: {player}\ndeal banker: {banker}\n= 1 Ann tiger pair {line}\n")


def test_at_even_money_baccarat_a_6_pays_the_banker_half_and_these_in_full() -> None:
    good(f"option banker=even-money\nbox 1 Ann: banker 10, super 6 5\n{TWO_CARD_6}"
         "= 1 Ann banker win 5 [QLD-1-12(6)(a)]\n= 1 Ann super 6 win 75\n")


def test_losers_are_taken_before_winners_are_paid() -> None:
    played = good(f"box 1 Ann: super 6 5, player pair 5\n{TWO_CARD_6}")
    assert [line.wager for line in played.lines] == ["player pair", "super 6"]


@pytest.mark.parametrize(("cards", "leaf"), [(TWO_CARD_6, "(i)"), (THREE_CARD_6, "(ii)")])
def test_a_tiger_is_paid_under_the_leaf_for_its_cards(cards: str, leaf: str) -> None:
    (line,) = good(f"box 1 Ann: tiger 5\n{cards}").lines
    assert line.also == (f"QLD-17-51(4)(a){leaf}",)
