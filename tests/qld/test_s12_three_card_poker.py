"""Three card poker: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.rulebooks import game, settle
from pitboss.table.acts import BACK, Cards, Close, Place, Shuffled
from pitboss.table.facts import Dealt
from pitboss.table.script import Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view

ROUND = """game qld/three-card-poker
box 1 Ann: ante 10
box 2 Ben: ante 10, pair plus 5
deal 1: Kc 9d 4h
deal 2: 6c 7d 8h
deal dealer: Qd 9s 3c
"""


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures, played.failures


def test_only_defined_wagers_open_a_round() -> None:
    good(ROUND.replace("deal 1", "box 3 Cat: blackjack 5\n=! refused [QLD-12-2:wager]\ndeal 1", 1) + "1: bet\n2: bet\n")


def test_one_deck_has_each_card_once() -> None:
    with pytest.raises(Unplayable, match="Kc is already on the table"):
        settle(ROUND.replace("Qd 9s 3c", "Kc 9s 3c") + "1: bet\n2: bet\n")


def test_shuffling_device_uses_two_decks_in_turn() -> None:
    t = Table(game("qld/three-card-poker", {"device": "shuffler"}))
    decks = []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        play.send(Shuffled())
        with pytest.raises(StopIteration):
            play.send(Close())
    assert decks == [2, 1, 2]
    shoe = Table(game("qld/three-card-poker"))
    next(shoe.play())
    assert shoe.state["deck"] == 1


def test_dealt_one_in_turn_then_two() -> None:
    played = settle(ROUND.replace("box 1", "option dealing=one\nbox 1", 1) + "1: bet\n2: bet\n")
    dealt = [(e.to, len(e.cards)) for e in played.events if isinstance(e, Dealt)]
    assert dealt == [("1", 1), ("2", 1), ("dealer", 1), ("1", 2), ("2", 2), ("dealer", 2)]


def test_cards_are_face_down_and_only_their_player_may_look() -> None:
    t = Table(game("qld/three-card-poker"))
    play = t.play()
    next(play)
    play.send(Shuffled())
    play.send(Place(1, "Ann", (("ante", 1000),)))
    play.send(Place(2, "Ben", (("ante", 1000),)))
    play.send(Close())
    play.send(Cards(("Ah", "Kh", "Qh")))
    assert view(t, 1)["hands"]["1"] == [BACK] * 3, "nobody looks before the deal is done"
    play.send(Cards(("2c", "7d", "9s")))
    play.send(Cards(("Jc", "Jd", "4s")))
    assert view(t, 1)["hands"] == {"1": ["Ah", "Kh", "Qh"], "2": [BACK] * 3, "dealer": [BACK] * 3}
    assert view(t, 0)["hands"] == {"1": [BACK] * 3, "2": [BACK] * 3, "dealer": [BACK] * 3}


def test_words_without_chips_are_no_wager() -> None:
    good(ROUND.replace("deal 1", "! oral-wager box=3 wager=ante amount=10\n=! ruled [QLD-12-15(1)]\ndeal 1", 1)
         + "1: bet\n2: bet\n")


def test_cards_stay_in_view() -> None:
    played = settle(ROUND + "! cards-out-of-view box=1\n=! ruled [QLD-12-17(6)]\n"
                            "supervisor: void wagers\nsupervisor: exclude\n=! ruled [QLD-0-11(2)(b)]\n2: bet\n"
                            "= 1 Ann ante void [QLD-0-11(2)(a)]\n= 2 Ben ante win 10\n= 2 Ben bet win 10\n"
                            "= 2 Ben ante bonus win 10\n= 2 Ben pair plus win 30\n")
    assert not played.failures, played.failures


def test_a_contravention_may_be_let_pass() -> None:
    good(ROUND + "! contravention box=1\n=! ruled [QLD-0-11(1)]\n1: bet\n2: bet\n")


@pytest.mark.parametrize("amount, told", [(8, True), (9, True), (10, False), (11, False)])
def test_short_bet_is_told(amount: int, told: bool) -> None:
    played = settle(ROUND + f"! wrong-wager box=1 wager=bet amount={amount} noticed=settlement\n2: bet\n")
    ruled = [str(event.clause) for event in played.events if isinstance(event, Ruled)]
    assert ("QLD-12-26(b)" in ruled) == told


STRAY = "! cards-without-ante box=3 cards=As,Ad,Ah\n=! ruled [QLD-12-27]\n=! ruled [QLD-12-27(a)]\n1: bet\n2: bet\n"
SECOND = ("! extra-hand box=3 player=Ann cards=As,Ad,Ah\n=! ruled [QLD-12-28(a)]\n=! ruled [QLD-12-28(b)]\n"
          "1: bet\n2: bet\n")
SHORT = "! wrong-number-of-cards hand=1 looked=yes deck=51\n=! ruled [QLD-12-29(3)(b)]\n"
DEALER = "! wrong-number-of-cards hand=dealer looked=yes deck=52\n=! ruled [QLD-12-29(4)(a)]\n"
PLAYER = "! wrong-number-of-cards hand=1 looked=yes deck=52\n=! ruled [QLD-12-29(5)(a)]\n2: bet\n"
BOTH = ("! wrong-number-of-cards hand=1,dealer looked=yes deck=52\n=! ruled [QLD-12-29(6)(a)]\n"
        "=! ruled [QLD-12-29(6)(c)]\n")


@pytest.mark.parametrize("report", [STRAY, SECOND, SHORT, DEALER, PLAYER, BOTH])
def test_each_step_of_a_ruling_is_recorded(report: str) -> None:
    good(ROUND + report)


def test_misplaced_card_is_ruled_on_only_before_the_next_one() -> None:
    good(ROUND + "! card-in-wrong-position box=2 further-cards=no\n=! ruled [QLD-12-31]\n1: bet\n2: bet\n")
    good(ROUND + "! card-in-wrong-position box=2 further-cards=yes\n=! referred\n1: bet\n2: bet\n")


def test_exposure_after_play_began_is_silent_law() -> None:
    good(ROUND + "1: bet\n! card-exposed box=2\n=! referred\n2: bet\n")


@pytest.mark.parametrize("minimum, maximum, amount, ok", [
    ("10", "20", "10", True), ("10", "20", "9.50", False), ("10", "20", "20", True), ("10", "20", "20.50", False),
])
def test_limits(minimum: str, maximum: str, amount: str, ok: bool) -> None:
    text = f"game qld/three-card-poker\noption minimum={minimum} maximum={maximum}\nbox 1 Ann: ante {amount}\n"
    if not ok:
        good(text + "=! refused [QLD-0-13(1)]\n")
        return
    good(text + "deal 1: Kc 9d 4h\ndeal dealer: Qd 9s 3c\n1: bet\n")
