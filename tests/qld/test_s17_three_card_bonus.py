"""QLD schedule 17, part 8: the 3 card bonus, on the community cards of Mississippi stud poker."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.rulebooks.qld.s17_three_card_bonus import ThreeCardBonus
from pitboss.table.facts import Dealt
from pitboss.table.script import Played
from pitboss.table.table import Table

GAME = "game qld/mississippi-stud-poker\n"
BONUS = "box 1 Ann: ante 10, 3 card bonus 5\n"
FOLDS = "deal 1: 2c 7d\ndeal board: {}\n1: fold\n"


def good(text: str) -> Played:
    played = settle(text, strict=True)
    assert not played.failures, played.failures
    return played


@pytest.mark.parametrize(("board", "line"), [
    ("Kh Qh Ah", "win 200 [QLD-17-39:straight-flush]"), ("Ah 2h 3h", "win 200 [QLD-17-39:straight-flush]"),
    ("9h 9s 9d", "win 125 [QLD-17-39:three-of-a-kind]"), ("Ah 2s 3h", "win 30 [QLD-17-39:straight]"),
    ("Qh Ks Ah", "win 30 [QLD-17-39:straight]"), ("Kh 2h 9h", "win 20 [QLD-17-39:flush]"),
    ("2h 9s 2s", "win 5 [QLD-17-39:any-pair]"), ("Kh As 2d", "lose 5 [QLD-17-38(b)]"),
])
def test_the_board_alone_decides_though_everybody_has_folded(board: str, line: str) -> None:
    played = good(f"{GAME}{BONUS}{FOLDS.format(board)}= 1 Ann 3 card bonus {line}\n")
    assert sum(len(event.cards) for event in played.events if isinstance(event, Dealt) and event.to == "board") == 3


def test_without_one_no_card_comes_for_folded_hands() -> None:
    good(f"{GAME}box 1 Ann: ante 10\ndeal 1: 2c 7d\n1: fold\n")


@pytest.mark.parametrize(("option", "amount", "clause"), [
    ("additional=none", "5", "37(2)"), ("additional-minimum=5", "4.50", "37(3)"),
    ("additional-maximum=5", "5.50", "37(3)"), ("additional-maximum=5", "5", ""), ("additional-minimum=5", "5", ""),
])
def test_the_layout_and_the_sign(option: str, amount: str, clause: str) -> None:
    refused = f"=! refused [QLD-17-{clause}]\nbox 1 Ann: ante 10\n" if clause else ""
    played = settle(f"{GAME}option {option}\nbox 1 Ann: ante 10, 3 card bonus {amount}\n{refused}"
                    f"{FOLDS.format('2h 9s 4s')}")
    assert not played.failures
    assert [line.wager for line in played.lines] == ["ante", *([] if clause else ["3 card bonus"])]


def test_it_lies_beside_an_ante_and_the_ante_stays_while_it_does() -> None:
    good(f"{GAME}box 1 Ann: 3 card bonus 5\n=! refused [QLD-15-8]\n{BONUS}1 Ann: remove ante\n=! refused [QLD-15-8]\n"
         f"1 Ann: remove 3 card bonus\n1 Ann: remove ante\n{BONUS}1 Ann: reduce 3 card bonus to 2\n"
         f"{FOLDS.format('2h 9s 4s')}= 1 Ann 3 card bonus lose 2\n")


def test_no_other_game_has_it() -> None:
    bonus = ThreeCardBonus(game("qld/mississippi-stud-poker"))
    assert bonus.refuse(Table(bonus.game), 1, "Ann", "3 card bonus", 500) is None
    bonus.game = ThreeCardPoker()
    refused = bonus.refuse(Table(bonus.game), 1, "Ann", "3 card bonus", 500)
    assert getattr(refused, "clause", "") == "QLD-17-36"
