"""QLD schedule 17: what its parts say in one text of wagers at baccarat, each under its own clauses."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from support.baccarat import table

from pitboss.law import Refused
from pitboss.rulebooks import game, settle
from pitboss.table.acts import BACK, Cards, Close, CutAt, Lapse, Place, Shuffled
from pitboss.table.script import Played

# 7 to 6 for the player, no pair: every wager of these parts loses.
END = "deal player: 3h 4d\ndeal banker: 2s 4c\n"


class Part(NamedTuple):
    """A wager and the clauses of its part, by their roles."""

    wager: str
    side: str
    option: str
    area: str
    limits: str
    three: str
    loses: str
    closes: str = ""


TIGER = ("50(1)", "50(4)", "50(5)")
PARTS = (
    Part("dragon bonus banker", "dragon bonus", "dragon-bonus", "12(1)", "12(3)", "12(4)", "13(1)(b)(ii)"),
    Part("dragon bonus player", "dragon bonus", "dragon-bonus", "12(1)", "12(3)", "12(4)", "13(2)(b)(ii)"),
    Part("player pair", "player pair or banker pair", "player-banker-pair", "17(1)", "17(2)", "17(3)", "18(5)"),
    Part("banker pair", "player pair or banker pair", "player-banker-pair", "17(1)", "17(2)", "17(3)", "18(4)"),
    Part("super 6", "super 6", "super-6", "21(1)", "21(2)", "21(3)", "22(3)(b)"),
    Part("lucky 6", "lucky 6", "lucky-6", "59(1)", "59(2)", "59(3)", "60(3)(e)"),
    Part("tiger tie", "tiger tie", "tiger", *TIGER, "51(1)(b)", "50(3)"),
    Part("small tiger", "small tiger", "tiger", *TIGER, "51(2)(b)", "50(3)"),
    Part("big tiger", "big tiger", "tiger", *TIGER, "51(3)(b)", "50(3)"),
    Part("tiger", "tiger", "tiger", *TIGER, "51(4)(b)", "50(3)"),
    Part("tiger pair", "tiger pair", "tiger", *TIGER, "51(5)", "50(3)"),
)
part = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.wager)


def good(text: str) -> Played:
    played = settle(f"game qld/baccarat\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


@part
def test_only_baccarat_has_it(part: Part) -> None:
    for name in ("baccarat", "blackjack", "soft-17-blackjack", "lucky-draw-baccarat", "casino-war"):
        assert (part.wager in game(f"qld/{name}").sides) == (name == "baccarat")


@part
def test_it_lies_alone_and_on_anybodys_box(part: Part) -> None:
    good(f"box 1 Ann: {part.wager} 5\n{END}= 1 Ann {part.wager} lose 5 [QLD-17-{part.loses}]\n")
    good(f"box 1 Ann: player 10\nbox 1 Ben: {part.wager} 5\n{END}= 1 Ben {part.wager} lose 5\n= 1 Ann player win 10\n")


@part
@pytest.mark.parametrize(("amount", "fits"), [("1.50", False), ("2", True), ("20", True), ("20.50", False)])
def test_it_has_limits_of_its_own(part: Part, amount: str, fits: bool) -> None:
    refused = "" if fits else f"=! refused [QLD-17-{part.limits}]\n"
    good("option minimum=10 maximum=500 additional-minimum=2 additional-maximum=20\n"
         f"box 1 Ann: player 10\nbox 1 Ann: {part.wager} {amount}\n{refused}{END}")


@part
def test_what_is_added_to_it_is_measured_whole(part: Part) -> None:
    good(f"option additional-maximum=20\nbox 1 Ann: {part.wager} 15\nbox 1 Ann: {part.wager} 6\n"
         f"=! refused [QLD-17-{part.limits}]\nbox 1 Ann: {part.wager} 5\n{END}= 1 Ann {part.wager} lose 20\n")


@part
def test_a_layout_without_the_area_takes_none(part: Part) -> None:
    good(f"option additional=perfect-pairs\nbox 1 Ann: player 10\nbox 1 Ann: {part.wager} 5\n"
         f"=! refused [QLD-17-{part.area}]\n{END}")
    named = part.side.replace(" ", "-")
    good(f"option additional=perfect-pairs,{named}\nbox 1 Ann: {part.wager} 5\n{END}= 1 Ann {part.wager} lose 5\n")


@part
def test_three_a_box_unless_the_operator_permits_more(part: Part) -> None:
    riders = "".join(f"box 1 {who}: {part.wager} 5\n" for who in ("Ann", "Ben", "Cat", "Dan"))
    good(f"{riders}=! refused [QLD-17-{part.three}]\n{END}= 1 Cat {part.wager} lose 5\n")
    good(f"option {part.option}-a-box=any\n{riders}{END}= 1 Dan {part.wager} lose 5\n")


@part
def test_those_with_a_baccarat_wager_there_go_first(part: Part) -> None:
    riders = "".join(f"box 1 {who}: {part.wager} 5\n" for who in ("Ann", "Ben", "Cat"))
    good(f"{riders}box 1 Dan: tie 10, {part.wager} 5\n{END}= 1 Cat {part.wager} void [QLD-17-{part.three}]\n"
         f"= 1 Dan {part.wager} lose 5\n")


@part
def test_cards_that_come_face_down_close_only_what_says_so(part: Part) -> None:
    t = table(dealing="down")
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)),
                   Place(1, "Ann", ((part.wager, 500),)), Close(), Cards(("2c",))):
        play.send(answer)
    play.send(Place(1, "Ann", ((part.wager, 500),)))
    refused = t.refused()
    if part.closes:
        assert isinstance(refused, Refused) and refused.clause == f"QLD-17-{part.closes}" and t.layout == 500
    else:
        assert refused is None and t.layout == 1000


@part
def test_with_a_card_open_all_are_closed(part: Part) -> None:
    played = settle(f"game qld/baccarat\nbox 1 Ann: player 10\ndeal player: 3h\nbox 1 Ann: {part.wager} 5\n=! refused\n"
                    "deal player: 4d\ndeal banker: 2s 4c\n")
    assert not played.failures


@part
def test_a_void_round_gives_it_back_at_the_third_card_too(part: Part) -> None:
    good(f"box 1 Ann: {part.wager} 5\ndeal player: 2h 2d\ndeal banker: 3s 3c\n! not-enough-cards\n"
         f"= 1 Ann {part.wager} void [QLD-1-24(8)]\n")


def test_wagers_on_both_hands_count_together() -> None:
    for one, other, three in (("dragon bonus player", "dragon bonus banker", "12(4)"),
                              ("player pair", "banker pair", "17(3)")):
        good(f"box 1 Ann: {one} 5, {other} 5\nbox 1 Ben: {one} 5\nbox 1 Ben: {other} 5\n"
             f"=! refused [QLD-17-{three}]\n{END}= 1 Ben {one} lose 5\n")


FIVE = ("tiger", "small tiger", "big tiger", "tiger tie", "tiger pair")


def test_each_of_the_five_tiger_wagers_is_counted_by_itself() -> None:
    all_five = ", ".join(f"{kind} 5" for kind in FIVE)
    three = "".join(f"box 1 {who}: {all_five}\n" for who in ("Ann", "Ben", "Cat"))
    played = good(f"{three}{END}")
    assert played.net == {"Ann": -2500, "Ben": -2500, "Cat": -2500}
    for kind in FIVE:
        good(f"{three}box 1 Dan: {kind} 5\n=! refused [QLD-17-50(5)]\nbox 2 Dan: {kind} 5\n{END}")
        good(f"option tiger-a-box=any\n{three}box 1 Dan: {kind} 5\n{END}= 1 Dan {kind} lose 5\n")


@pytest.mark.parametrize("exposed", ["yes", "no"])
def test_a_third_card_that_neither_hand_draws_is_none_of_a_hands_cards(exposed: str) -> None:
    """The banker's hand stays on 6, so what came to it in error makes neither a count nor a big tiger."""
    good("box 1 Ann: small tiger 5, big tiger 5, lucky 6 5, dragon bonus banker 5\ndeal player: Ah 3d Kc\n"
         f"deal banker: 2s 4c\n! third-card-in-error hand=banker exposed={exposed} card=3d\n"
         "= 1 Ann small tiger win 110\n= 1 Ann big tiger lose 5\n= 1 Ann lucky 6 win 60\n"
         "= 1 Ann dragon bonus banker lose 5\n")


@part
def test_it_stays_when_a_wager_on_a_hand_beside_it_goes_back(part: Part) -> None:
    """Each is a bet by itself: not with one that lies wrong, nor with one that is retracted alone."""
    beside = f"box 1 Ann: player 10, {part.wager} 5\n"
    good(f"{beside}! misplaced-wager fault=stacked box=1 wager=player\n{END}= 1 Ann player void [QLD-1-6(2)(c)]\n"
         f"= 1 Ann {part.wager} lose 5 [QLD-17-{part.loses}]\n")
    good(f"{beside}deal player: 3h\n! cards-in-wrong-area\n1 Ann: remove player\n1 Ann: continue\ndeal player: 4d\n"
         f"deal banker: 2s 4c\n= 1 Ann player void [QLD-1-24(4)(d)(i)]\n"
         f"= 1 Ann {part.wager} lose 5 [QLD-17-{part.loses}]\n")


@part
def test_reduced_after_an_error_it_keeps_its_own_limits(part: Part) -> None:
    good(f"option additional-minimum=2\nbox 1 Ann: {part.wager} 5\ndeal player: 3h\n! cards-in-wrong-area\n"
         f"1 Ann: reduce {part.wager} to 1\n=! refused [QLD-17-{part.limits}]\n1 Ann: reduce {part.wager} to 2\n"
         f"1 Ann: continue\ndeal player: 4d\ndeal banker: 2s 4c\n= 1 Ann {part.wager} lose 2\n")


@part
def test_what_went_back_before_the_hand_is_dealt_again_does_not_come_back(part: Part) -> None:
    played = good(f"box 1 Ann: {part.wager} 5\nbox 2 Ben: {part.wager} 5\ndeal player: Kh\n! cards-in-wrong-area\n"
                  "1: retract\n2: continue\n! missed-burn\nsupervisor: reconstruct\ndeal player: 3h 4d\n"
                  f"deal banker: 2s 4c\n= 2 Ben {part.wager} lose 5\n")
    assert played.net == {"Ann": 0, "Ben": -500}


def test_as_many_are_taken_at_once_as_others_give_way() -> None:
    one, other = "dragon bonus player 5", "dragon bonus banker 5"
    full = f"box 1 Ben: player 10, {one}, {other}\nbox 1 Cat: {one}\n"
    played = good(f"{full}box 1 Ann: player 10, {one}, {other}\n=! refused [QLD-17-12(4)]\n"
                  f"box 1 Ann: player 10, {one}\n{END}"
                  "= 1 Cat dragon bonus player void\n= 1 Ann dragon bonus player lose 5\n")
    assert played.net["Cat"] == 0
