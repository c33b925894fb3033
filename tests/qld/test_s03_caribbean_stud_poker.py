"""Caribbean stud poker: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Answer, Cards, Close, Irregular, Place, Shuffled
from pitboss.table.facts import DEALER, Dealt, Returned
from pitboss.table.requests import Choose, Deal, Gather
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

ROUND = """game qld/caribbean-stud-poker
box 1 Ann: ante 10
box 2 Ben: ante 10
deal 1: Kc Kd 4h 7s 2c
deal 2: 6c 7d 8h 9s Jd
deal dealer: Qd Qs 3c 5h 8c
"""


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures, played.failures


def test_only_defined_wagers_open_a_round() -> None:
    line = "box 3 Cat: pair plus 5\n=! refused [QLD-3-2:wager]\ndeal 1"
    good(ROUND.replace("deal 1", line, 1) + "1: bet\n2: fold\n")


def test_shuffling_device_uses_two_decks_in_turn() -> None:
    t = Table(game("qld/caribbean-stud-poker", {"device": "shuffler"}))
    decks = []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        play.send(Shuffled())
        with pytest.raises(StopIteration):
            play.send(Close())
    assert decks == [2, 1, 2]


def test_dealt_one_in_turn_then_four() -> None:
    played = settle(ROUND.replace("box 1", "option dealing=one\nbox 1", 1) + "1: bet\n2: bet\n")
    dealt = [(e.to, len(e.cards), e.face_up) for e in played.events if isinstance(e, Dealt)]
    assert dealt == [("1", 1, False), ("2", 1, False), (DEALER, 1, True), ("1", 4, False), ("2", 4, False),
                     (DEALER, 4, False)]


def test_dealt_five_at_a_time_with_one_of_the_dealers_open() -> None:
    dealt = [(e.to, len(e.cards), e.face_up) for e in settle(ROUND + "1: bet\n2: bet\n").events if isinstance(e, Dealt)]
    assert dealt == [("1", 5, False), ("2", 5, False), (DEALER, 1, True), (DEALER, 4, False)]


def test_a_second_hand_is_void_and_the_first_is_played() -> None:
    good(ROUND + "! second-hand box=3 player=Ann ante=20 cards=As,Ad,Ah,Ac,2s\n=! ruled [QLD-3-22(a)]\n"
         "=! ruled [QLD-3-22(b)]\n1: continue\n2: continue\n1: bet\n2: fold\n"
         "= 3 Ann ante void [QLD-3-22(b)]\n= 1 Ann ante win 10 [QLD-3-18(2)(a)]\n")


def test_both_hands_wrong() -> None:
    good(ROUND + "1: bet\n2: fold\n! wrong-number-of-cards hand=1,dealer looked=yes\n=! ruled [QLD-3-23(6)(a)]\n"
         "=! ruled [QLD-3-23(6)(c)]\n= 1 Ann ante void [QLD-3-23(6)(b)]\n= 1 Ann bet void [QLD-3-23(6)(b)]\n"
         "= 2 Ben ante win 10 [QLD-3-23(6)(e)]\n")


CARDS = {"1": ["Kc", "Kd", "4h", "7s", "2c"], DEALER: ["Qd", "Qs", "3c", "5h", "8c"]}


@pytest.mark.parametrize(("reports", "up"), [
    ((), "Qd"),
    (({"hand": DEALER, "card": "5h"},), "5h"),
    (({"hand": DEALER},), "Qd"),
    (({"hand": "1"},), "Qd"),
    # The first of the dealer's that was exposed, whatever was exposed before and after.
    (({"hand": "1"}, {"hand": DEALER, "card": "3c"}), "3c"),
    (({"hand": DEALER, "card": "Qs"}, {"hand": DEALER, "card": "8c"}, {"hand": "1"}), "Qs"),
])
def test_the_dealers_card_that_was_exposed_is_the_upcard(reports: tuple[dict[str, str], ...], up: str) -> None:
    """It lies open while the player decides, and no other does."""
    t, waiting = Table(game("qld/caribbean-stud-poker")), list(reports)
    left = {hand: list(cards) for hand, cards in CARDS.items()}
    play = t.play()
    request = next(play)
    placed = False
    while type(request) is not Choose:
        answer: Answer = Shuffled()
        if type(request) is Gather:
            answer = Close() if placed else Place(1, "Ann", (("ante", 1000),))
            placed = True
        elif type(request) is Deal and DEALER in t.hands and t.hands[DEALER].cards and waiting:
            answer = Irregular("card-exposed", waiting.pop(0))
        elif type(request) is Deal:
            answer = Cards(tuple(left[request.to].pop(0) for _ in range(request.count)))
        request = play.send(answer)
    assert not waiting and t.open_cards(DEALER) == (up,)


def test_whose_card_was_exposed_must_be_told() -> None:
    with pytest.raises(Unplayable, match="hand= must say whose card it is"):
        settle(ROUND.replace("deal dealer", "! card-exposed card=2d\ndeal dealer", 1) + "1: bet\n2: bet\n")


@pytest.mark.parametrize(
    ("amount", "pays", "clause"), [("20.50", 2000, "(a)"), ("20", 2000, ""), ("19.50", 1950, "(b)")]
)
def test_a_bet_of_the_wrong_size_is_ruled_on_by_its_own_limb(amount: str, pays: int, clause: str) -> None:
    played = settle(ROUND + f"! wrong-wager box=1 wager=bet amount={amount}\n2: fold\n")
    assert [line.pays for line in played.lines if line.wager == "bet"] == [pays]
    limbs = [event.clause for event in played.events if isinstance(event, Returned | Ruled) and "20(" in event.clause]
    assert limbs == ([f"QLD-3-20{clause}"] if clause else [])
