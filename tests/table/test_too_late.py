"""A line that comes too late or too early is told why."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.script import Unplayable

THREE = ("game qld/three-card-poker\nbox 1 Ann: ante 10\nbox 2 Ben: ante 10\n"
         "deal 1: Ah Kh Qh\ndeal 2: 2c 7d 9s\ndeal dealer: Jc Jd 4s\n")
EXPOSED = "game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\n! card-exposed box=1\n"
BLACKJACK = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Th 9c\ndeal dealer: 7c Tc\n"
BONUS = ("game qld/mississippi-stud-poker\nbox 1 Ann: ante 10, 3 card bonus 5\ndeal 1: Ac 7d\n"
         "deal board: As 4h 3d\n")


@pytest.mark.parametrize(("text", "why"), [
    (EXPOSED + "1: bet\n", r"line 5: refused: the round is void since line 4 \[QLD-12-30\]"),
    (THREE + "1: fold\n1: bet\n2: bet\n", r"line 8: refused: box 1 folded at line 7 \[QLD-12-17\(3\)\]"),
    # What was folded, and not the additional wager that stayed in play.
    (BONUS + "1: fold\n1: 4th street 10\n", r"line 6: refused: box 1 folded at line 5 \[QLD-15-12\(2\)\]"),
    (THREE + "2: fold\n2: bet\n", "line 7: box 2 has nothing to decide now; the table waits for 1 Ann: bet, fold"),
    (THREE + "1: bet\n1: bet\n2: bet\n", "line 8: refused: the hand on box 1 is finished: bet at line 7"),
    (THREE + "1: bet\n1: bet\n",
     r"line 8: box 1 has nothing to decide now after bet at line 7 \[QLD-12-15\(3\)\]; the table waits for 2"),
    ("game qld/ultimate-texas-holdem\nbox 1 Ann: ante 10, blind 10\ndeal board: Kc 8d 2h 7s 4s\ndeal 1: Jh 3d\n"
     "deal dealer: Kd 3c\n1: play 40\n1: play 20\n",
     r"line 7: refused: the hand on box 1 is finished: play at line 6 \[QLD-11a-20\(4\)\]"),
    ("game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: super sevens 5\n",
     r"line 3: refused: super sevens on box 1, where Ben has no wager \[QLD-17-25\(1\)\]; a wager of the game there"),
    (THREE + "1: bet\n3: bet\n2: bet\n", "line 8: refused: there is no hand on box 3; hands are 1, 2"),
    (THREE + "1: bet\nno more bets\n2: bet\n", "line 8: betting is closed now; the table waits for 2 Ben: bet, fold"),
    (THREE + "1: bet\nroll 3 4\n2: bet\n", "line 8: no dice are thrown now; the table waits for 2 Ben: bet, fold"),
    (THREE + "1: bet\nbox 3 Cat: ante 10\n2: bet\n", r"line 8: refused: a wager after the deal .* \[QLD-12-14\]"),
    (BLACKJACK + "1: stand\n1: draw\n", "line 6: refused: the hand on box 1 is finished: stand at line 5"),
    ("game qld/roulette\nbox 1 Ann: red 5\n1: draw\nspin 1\n",
     "line 3: refused: draw: nobody asks for that now; the table waits for the spin"),
    (THREE + "2: bet\n! hand-disclosed box=1\n1: bet\n",
     "line 9: box 1 decides before '! hand-disclosed box=1' of line 8; write the decisions around a report in their"),
])
def test_a_line_that_comes_too_late_or_too_early_says_why(text: str, why: str) -> None:
    with pytest.raises(Unplayable, match=why):
        settle(text)


def test_what_comes_too_late_may_be_expected_to_be_refused() -> None:
    assert not settle(EXPOSED + "1: bet\n=! refused\n").failures
    assert not settle(THREE + "1: fold\n1: bet\n=! refused [QLD-12-17(3)]\n2: bet\n").failures
