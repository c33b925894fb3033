"""What a file says that was not needed is told, and nothing follows from it."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.script import Unplayable

HOLDEM = "game cbr/casino-holdem-poker\nbox 1 Ann: ante 10\ndeal 1: Kh 6d\ndeal dealer: 8c Qd\n"
BLACKJACK = "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 10\n"


@pytest.mark.parametrize(("text", "note"), [
    (HOLDEM + "deal board: Ks 4h 2c 8d Jh\n1: fold\n", "8d Jh were listed for the board and not needed"),
    (HOLDEM + "deal board: Ks 4h 2c Jh\n1: fold\n", "Jh was listed for the board and not needed"),
    (HOLDEM + "deal board: Ks 4h 2c 8d\n! card-exposed hand=dealer\n", "8d was listed for the board and not needed"),
    (HOLDEM + "deal board: Ks 4h 2c 8d 7s 3s\n1: call\n", "3s was listed for the board and not needed"),
    (BLACKJACK + "deal 1: Th 9c 2d\ndeal 2: Td 8c\ndeal dealer: 7c Tc\n1: stand\n2: stand\n",
     "2d was listed for box 1 and not needed"),
])
def test_a_card_listed_and_not_needed_is_a_note(text: str, note: str) -> None:
    assert settle(text).notes == [note]
    with pytest.raises(Unplayable, match=rf"line \d: {note}"):
        settle(text, strict=True)


def test_a_card_not_needed_does_not_come_in_the_next_round() -> None:
    """All fold before the flop of the first round is followed by a river; the second round has cards of its own."""
    first = HOLDEM + "deal board: Ks 4h 2c 8d Jh\n1: fold\n"
    second = "box 1 Ann: ante 10\ndeal 1: Kh 6d\ndeal dealer: 8c Qd\ndeal board: Ks 4h 2c 7d 7s\n1: call\n"
    played = settle(first + second + "= 1 Ann ante lose 10\n= 1 Ann ante win 10\n= 1 Ann call win 20\n")
    assert not played.failures and played.notes == ["8d Jh were listed for the board and not needed"]


def test_a_stand_on_a_finished_hand_is_a_note() -> None:
    cards = "deal 1: Th 9c 2d\ndeal 2: As Kc\ndeal dealer: 7c Tc\n"
    played = settle(BLACKJACK + cards + "1: draw\n1: stand\n2: stand\n")
    assert [(line.player, line.outcome) for line in played.lines] == [("Ben", "win"), ("Ann", "win")]
    assert played.notes == [
        "line 8: the hand on box 1 is finished: draw at line 7, so that 'stand' was not needed",
        "line 9: the hand on box 2 is finished, so that 'stand' was not needed",
    ]
    with pytest.raises(Unplayable, match=r"line 8: .*the hand on box 1 is finished: draw at line 7"):
        settle(BLACKJACK + cards + "1: draw\n1: draw\n")
