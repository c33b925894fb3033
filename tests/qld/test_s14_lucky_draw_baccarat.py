"""Lucky draw baccarat: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Missed, Place, Shuffled
from pitboss.table.driver import play_round
from pitboss.table.facts import DEALER, Dealt
from pitboss.table.headlines import headline
from pitboss.table.requests import Asked, Cut, Deal, Direct, Gather, Offer, Reveal, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

ONE = "game qld/lucky-draw-baccarat\nbox 1 Ann: enter 10\n"
TWO = ONE + "box 2 Ben: enter 20\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


class Pit:
    """Ann and Ben bet on boxes 1 and 2; what is dealt is listed, "miss" where a hand is passed by; everybody draws."""

    def __init__(self, dealt: str, choice: str = "draw") -> None:
        self.dealt, self.choice, self.asked = dealt.split(), choice, list[Asked]()
        self.wagers = [Place(1, "Ann", (("enter", 10_00),)), Place(2, "Ben", (("enter", 20_00),))]

    def answer(self, t: Table, request: Asked) -> Answer:
        self.asked.append(request)
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                return self.wagers.pop(0) if self.wagers else Close()
            case Deal():
                card = self.dealt.pop(0)
                return Missed() if card == "miss" else Cards((card,))
            case Reveal():
                return Cards(())
            case Direct() | Offer():
                return Lapse()
        return Choice(request.hand, self.choice, request.player)


def played(dealt: str, choice: str = "draw", **options: str) -> Table:
    t, pit = Table(game("qld/lucky-draw-baccarat", options)), Pit(dealt, choice)
    play_round(t, pit)
    assert not pit.dealt
    return t


def test_only_the_enter_wager_has_an_area_before_the_deal() -> None:
    good(ONE + "box 2 Ben: tie 5\n=! refused [QLD-14-7(1)]\ndeal 1: 4h 4s\ndeal dealer: 7c Kd\n1: stand\n")


def test_a_fourth_card_of_a_dealer_who_has_4_or_less_is_referred() -> None:
    """23(1) asks for five points; a hand of three cards may have fewer."""
    good(ONE + "deal 1: 4h 4s\ndeal dealer: Kc 2d 2h\n1: stand\n"
         "! card-drawn-in-error hand=dealer card=Ad exposed=yes\n=! referred\n= 1 Ann enter win 10\n")


def test_the_order_of_cards() -> None:
    t = played("2h 3h 7c 2s 3s 4h 4s Kd")
    assert [event.to for event in t.events if isinstance(event, Dealt)] == [
        "1", "2", DEALER, "1", "2", "1", "2", DEALER]


def test_boxes_passed_by_are_put_in_order_before_anybody_acts() -> None:
    t = played("miss 3h 7c 2s 3s 4h 5h", "stand")
    assert [t.hands[hand].cards for hand in ("1", "2", DEALER)] == [["3h", "3s"], ["7c", "4h"], ["2s", "5h"]]


def test_a_shown_card_is_taken_where_nobody_says_otherwise() -> None:
    good(TWO + "deal 1: 4h 2s\ndeal 2: 9h 9s\ndeal dealer: 5c Kd\n1: draw\n"
         "! card-drawn-in-error card=3d exposed=yes\n=! ruled [QLD-14-22(2)]\n1: continue\n2: stand\n"
         "= 1 Ann draw win 30 [QLD-14-11(2)(d)]\n")


@pytest.mark.parametrize("kind", ["player-absent", "no-decision"])
def test_without_a_direction_the_player_is_asked_again(kind: str) -> None:
    good(ONE + f"deal 1: 4h 4s\ndeal dealer: 7c Kd\n! {kind} box=1\n=! ruled [QLD-14-33]\n"
         "supervisor: no direction\n1: stand\n= 1 Ann enter win 10\n")


def test_nobody_is_absent_who_has_acted() -> None:
    with pytest.raises(Unplayable, match="box 1 has nothing to decide"):
        good(TWO + "deal 1: 4h 4s\ndeal 2: 4d 4c\ndeal dealer: 7c Kd\n1: stand\n! player-absent box=1\n2: stand\n")


def test_nothing_lies_there_to_take() -> None:
    with pytest.raises(Unplayable, match="Ann has no draw on box 1"):
        good(ONE + "deal 1: 4h 4s\ndeal dealer: 7c Kd\n1 Ann: remove draw\n1: stand\n")


def test_the_cards_are_shuffled_after_the_round_of_the_cutting_card() -> None:
    t, shuffles = Table(game("qld/lucky-draw-baccarat")), []
    for reported in (True, False):
        pit = Pit("2h 3h 7c 2s 3s Kd", "stand")
        if reported:
            pit.wagers.insert(0, Irregular("cutting-card", {}))  # type: ignore[arg-type]
        play_round(t, pit)
        shuffles.append([str(request.clause) for request in pit.asked if isinstance(request, Shuffle)])
    assert shuffles == [["QLD-0-15(2)(a)"], ["QLD-14-18"]]


@pytest.mark.parametrize("cards, choice, said", [
    ("4h 2h 7c 4s 4d Kd", "stand", ("You win 10.00: 8 beats 7", "6 loses to 7")),
    ("2h 2d 7c 2s 3d 4h 2c Kd", "draw", ("You win 30.00: 8 beats 7", "Push: both have 7")),
])
def test_headlines(cards: str, choice: str, said: tuple[str, str]) -> None:
    t = played(cards, choice)
    assert (headline(t, "Ann"), headline(t, "Ben")) == said
