"""QLD schedule 17: what its parts say in one text of wagers on the boxes of blackjack, each under its own clauses."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from pitboss.rulebooks import game, games, settle
from pitboss.table.definition import BadOption
from pitboss.table.script import Played, Unplayable

END = "deal 1: 2h 4h\ndeal dealer: 9c 8s\n1: stand\n"


class Part(NamedTuple):
    """A wager and the clauses of its part, by their roles; "" where it does not say it."""

    wager: str
    games: tuple[str, ...]
    area: str
    limits: str
    box: str
    closes: str
    three: str = ""
    loses: str = ""


BLACKJACKS = ("blackjack", "soft-17-blackjack", "blackjack-challenge")
PARTS = (
    Part("any pair", ("baccarat", *BLACKJACKS), "41", "42(4)", "42(1)", "42(3)", "42(5)", "43(3)"),
    Part("lucky lucky", BLACKJACKS, "46", "47(4)", "47(1)", "47(3)", "", "48(2)"),
    Part("star pairs", (*BLACKJACKS, "blackjack-switch"), "54(1)", "54(5)", "55(1)", "54(4)", "54(3)", "55(2)(b)"),
)
part = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.wager)
with_three = pytest.mark.parametrize("part", [one for one in PARTS if one.three], ids=lambda part: part.wager)


def good(text: str, id: str = "qld/blackjack") -> Played:
    played = settle(f"game {id}\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


@part
def test_the_law_lists_the_games_it_is_for(part: Part) -> None:
    for id in games():
        offered = {side.name for side in game(id).sides.values()}
        assert (part.wager in offered) == (id.removeprefix("qld/") in part.games), id


def test_a_variant_that_is_listed_settles_them_like_blackjack() -> None:
    good("box 1 Ann: original 10, perfect pairs 5, any pair 5, star pairs 5, lucky lucky 5\ndeal 1: 7h 7h\n"
         "deal dealer: 7h Ts\n1: stand\n= 1 Ann perfect pairs win 150\n= 1 Ann any pair win 55\n"
         "= 1 Ann star pairs win 100\n= 1 Ann lucky lucky win 1000\n= 1 Ann original lose 10\n",
         "qld/blackjack-challenge")
    good("box 1 Ann: original 10\nbox 1 Ann: super sevens 5\n=! refused [QLD-17-23]\nbox 1 Ann: bonus blackjack 1\n"
         "=! refused [QLD-17-30]\ndeal 1: 7h 7h\ndeal dealer: 7h Ts\n1: stand\n", "qld/blackjack-challenge")


@part
def test_it_lies_on_a_box_with_a_wager_of_the_game_whosever(part: Part) -> None:
    with pytest.raises(Unplayable, match=f"QLD-17-{part.box.replace('(', '.').replace(')', '.')}"):
        good(f"box 3 Ann: {part.wager} 5\n")
    good(f"box 1 Ann: original 10\nbox 1 Ben: {part.wager} 5\n{END}= 1 Ben {part.wager} lose 5 [QLD-17-{part.loses}]\n")
    good(f"box 1 Ann: original 10, {part.wager} 5\nbox 1 Cat: {part.wager} 5\nbox 2 Ben: original 10\n"
         "1 Ann: remove original\ndeal 2: 2h 4h\ndeal dealer: 9c 8s\n2: stand\n"
         f"= 1 Ann {part.wager} void [QLD-17-{part.box}]\n= 1 Cat {part.wager} void [QLD-17-{part.box}]\n")


@part
def test_it_is_placed_before_any_card_and_then_let_alone(part: Part) -> None:
    good(f"box 1 Ann: original 10\ndeal 1: 2h 4h\ndeal dealer: 9c 8s\nbox 1 Ann: {part.wager} 5\n"
         f"=! refused [QLD-17-{part.closes}]\n1: stand\n")


@part
@pytest.mark.parametrize(("amount", "fits"), [("1.50", False), ("2", True), ("20", True), ("20.50", False)])
def test_it_has_limits_of_its_own(part: Part, amount: str, fits: bool) -> None:
    refused = "" if fits else f"=! refused [QLD-17-{part.limits}]\n"
    good("option minimum=10 maximum=500 additional-minimum=2 additional-maximum=20\n"
         f"box 1 Ann: original 10\nbox 1 Ann: {part.wager} {amount}\n{refused}{END}")


@part
def test_what_is_added_to_it_is_measured_whole(part: Part) -> None:
    good(f"option additional-maximum=20\nbox 1 Ann: original 10, {part.wager} 15\nbox 1 Ann: {part.wager} 6\n"
         f"=! refused [QLD-17-{part.limits}]\nbox 1 Ann: {part.wager} 5\n{END}= 1 Ann {part.wager} lose 20\n")


@part
def test_at_a_table_for_lessons_its_limits_are_those_of_any_wager(part: Part) -> None:
    good(f"option teaching=yes\nbox 1 Ann: original 10\nbox 1 Ann: {part.wager} 1\n=! refused [QLD-0-7(a)]\n"
         f"box 1 Ann: {part.wager} 2\n{END}= 1 Ann {part.wager} lose 2\n")


@part
@pytest.mark.parametrize("offered", ["none", "perfect-pairs"])
def test_a_layout_without_the_area_takes_none(part: Part, offered: str) -> None:
    good(f"option additional={offered}\nbox 1 Ann: original 10\nbox 1 Ann: {part.wager} 5\n"
         f"=! refused [QLD-17-{part.area}]\n{END}")
    named = "lucky-lucky" if offered == "none" else offered
    good(f"option additional={named},{part.wager.replace(' ', '-')}\nbox 1 Ann: original 10\n"
         f"box 1 Ann: {part.wager} 5\n{END}= 1 Ann {part.wager} lose 5\n")


@with_three
def test_three_on_a_box_and_who_plays_the_game_goes_first(part: Part) -> None:
    four = "box 1 Ann: original 10\n" + "".join(f"box 1 {who}: {part.wager} 5\n" for who in ("Ben", "Cat", "Dan"))
    good(f"{four}box 1 Eve: {part.wager} 5\n=! refused [QLD-17-{part.three}]\nbox 1 Dan: {part.wager} 1\n"
         f"{END}= 1 Dan {part.wager} lose 6\n")
    played = good(f"{four}box 1 Ann: {part.wager} 5\n=! announced [QLD-17-{part.three}]\n{END}"
                  f"= 1 Ann {part.wager} lose 5\n= 1 Cat {part.wager} lose 5\n")
    assert played.net["Dan"] == 0


@part
def test_it_goes_back_with_the_wager_of_the_game(part: Part) -> None:
    good(f"box 1 Ben: original 10\nbox 2 Ann: original 10, {part.wager} 5\ndeal 1: 2h 4h\ndeal dealer: 9c 8s\n"
         f"1: stand\n! no-cards box=2\n= 2 Ann original void [QLD-2-36(1)]\n= 2 Ann {part.wager} void [QLD-17-3]\n")


@part
def test_losers_are_taken_before_winners_are_paid_and_before_hands_are_played(part: Part) -> None:
    played = good(f"box 1 Ann: original 10, {part.wager} 5\nbox 2 Ben: original 10, {part.wager} 5\n"
                  "deal 1: 6h 6h\ndeal 2: 2s 9d\ndeal dealer: 7h 8s 4s\n1: stand\n2: stand\n")
    first = [(line.box, line.wager, line.outcome) for line in played.lines[:2]]
    assert first == [(2, part.wager, "lose"), (1, part.wager, "win")]


@pytest.mark.parametrize(("options", "why"), [
    ({"additional": "dragon-bonus,perfect-pair"}, r"no perfect-pair here \[QLD-17-2:additional-gaming-wager\]"),
    ({"additional": "all,super-6"}, "there is no all here"),
    ({"additional": "lucky-lucky"}, "it may be all, none or some of perfect-pairs, dragon-bonus, "),
    ({"additional-minimum": "5", "additional-maximum": "2"}, "additional-minimum=5 is above additional-maximum=2"),
])
def test_a_table_is_not_opened_for_wagers_that_cannot_be(options: dict[str, str], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        game("qld/baccarat", options)
