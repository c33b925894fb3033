"""Ultimate Texas hold'em: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Refused, Ruled
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Close, Place, Shuffled, Take
from pitboss.table.check import check
from pitboss.table.driver import Replay, drive
from pitboss.table.facts import BOARD, DEALER, Dealt, Returned, Shown
from pitboss.table.headlines import headline
from pitboss.table.requests import Gather
from pitboss.table.table import Table

GAME = "qld/ultimate-texas-holdem"
# Ann has a pair of aces with the turn, Ben nothing, the dealer a pair of queens on the flop.
ROUND = """game qld/ultimate-texas-holdem
box 1 Ann: ante 10, blind 10, trips 5
box 2 Ben: ante 10, blind 10
deal board: Qh 8s 4d Ac 3c
deal 1: Ah Kh
deal 2: 2c 7d
deal dealer: Qd Js
"""


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures, played.failures


def open_table() -> tuple[Table, Gather]:
    t = Table(game(GAME))
    play = t.play()
    next(play)
    request = play.send(Shuffled())
    assert type(request) is Gather
    return t, request


def test_only_defined_wagers_open_a_round() -> None:
    good(ROUND.replace("deal board", "box 3 Cat: pair plus 5\n=! refused [QLD-11a-2:wager]\ndeal board", 1)
         + "1: fold\n2: fold\n")


def test_a_shuffling_device_uses_two_decks_in_turn() -> None:
    t, decks = Table(game(GAME, {"device": "shuffler"})), []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        play.send(Shuffled())
        with pytest.raises(StopIteration):
            play.send(Close())
    assert decks == [2, 1, 2]


def test_the_board_first_then_two_to_each_box_and_to_the_dealer() -> None:
    dealt = [(e.to, len(e.cards), e.face_up) for e in settle(ROUND + "1: fold\n2: fold\n").events if type(e) is Dealt]
    assert dealt == [(BOARD, 5, False), ("1", 2, False), ("2", 2, False), (DEALER, 2, False)]


def test_the_flop_is_shown_at_once_and_so_are_turn_and_river() -> None:
    played = settle(ROUND + "1: play 30\n2: check\n2: check\n2: fold\n")
    shown = [(event.cards, str(event.clause)) for event in played.events if type(event) is Shown]
    assert shown[:2] == [(("Qh", "8s", "4d"), "QLD-11a-18(4)"), (("Ac", "3c"), "QLD-11a-19(5)")]


# -- ante and blind lie together ------------------------------------------------------------------------


def test_ante_and_blind_are_taken_back_together() -> None:
    t, request = open_table()
    assert check(t, request, Place(1, "Ann", (("ante", 1000), ("blind", 1000)))) is None
    assert check(t, request, Take(1, "Ann", "blind", 600)) is None
    assert [(wager.kind, wager.amount) for wager in t.wagers.values()] == [("ante", 600), ("blind", 600)]
    assert check(t, request, Take(1, "Ann", "ante")) is None
    assert not t.wagers and not t.boxes and t.net == {"Ann": 0}


@pytest.mark.parametrize(("wagers", "clause"), [
    ((("ante", 1000),), "14(1)(b)"), ((("blind", 1000),), "14(1)(a)"), ((("trips", 500),), "14(1)(a)"),
    ((("blind", 950), ("ante", 1000)), "14(1)(b)"), ((("ante", 1000), ("blind", 1050)), "14(1)(b)"),
    ((("ante", 1000), ("trips", 500)), "14(1)(b)"),
    # Below the minimum and above the maximum of the table, and yet refused for not being as much as the ante.
    ((("ante", 100), ("blind", 50)), "14(1)(b)"), ((("ante", 1000), ("blind", 10_000_050)), "14(1)(b)"),
])
def test_what_lies_without_its_match_is_refused_and_nothing_of_it_lies(
    wagers: tuple[tuple[str, int], ...], clause: str
) -> None:
    t, request = open_table()
    refused = check(t, request, Place(1, "Ann", wagers))
    assert refused is not None and str(getattr(refused, "clause", "")) == f"QLD-11a-{clause}"
    assert not t.wagers and not t.boxes and not t.events and not any(t.net.values())


@pytest.mark.parametrize("amount", [50, 10_000_050])
def test_an_ante_outside_the_limits_is_refused_for_itself(amount: int) -> None:
    t, request = open_table()
    refused = check(t, request, Place(1, "Ann", (("ante", amount), ("blind", amount))))
    assert type(refused) is Refused and refused.what.startswith("ante") and refused.clause == "QLD-0-13(1)"


@pytest.mark.parametrize("wager", ["ante", "blind"])
def test_neither_is_taken_back_under_a_trips_wager(wager: str) -> None:
    t, request = open_table()
    assert check(t, request, Place(1, "Ann", (("ante", 1000), ("blind", 1000), ("trips", 500)))) is None
    refused = check(t, request, Take(1, "Ann", wager))
    assert str(getattr(refused, "clause", "")) == "QLD-11a-14(1)(a)" and len(t.wagers) == 3


# -- one play wager a round -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    # In the same betting round, in the next and in the last.
    "1: play 30\n1: play 40\n=! refused [QLD-11a-15(3)]\n2: fold\n",
    "1: play 30\n2: check\n1: play 20\n=! refused [QLD-11a-19(4)]\n2: fold\n",
    "1: play 30\n2: check\n2: check\n1: play 10\n=! refused [QLD-11a-20(4)]\n2: fold\n",
    "1: check\n2: check\n1: play 20\n1: play 20\n=! refused [QLD-11a-15(3)]\n2: fold\n",
    "1: check\n2: check\n1: play 20\n2: check\n1: play 10\n=! refused [QLD-11a-20(4)]\n2: play 10\n",
])
def test_a_second_play_wager_is_refused(text: str) -> None:
    good(ROUND + text)


@pytest.mark.parametrize("text", [
    "1: play 35\n=! refused [QLD-11a-18(3)]\n1: play 29.50\n=! refused [QLD-11a-18(3)]\n"
    "1: play 40.50\n=! refused [QLD-11a-18(3)]\n1: play 20\n=! refused [QLD-11a-18(3)]\n1: play 30\n2: fold\n",
    "1: check\n2: fold\n1: play 30\n=! refused [QLD-11a-19(3)]\n1: play 10\n=! refused [QLD-11a-19(3)]\n1: play 20\n",
    "1: check\n2: fold\n1: check\n1: play 20\n=! refused [QLD-11a-20(3)]\n1: check\n=! refused [QLD-11a-20(1)]\n"
    "1: play 10\n",
    "1: fold\n1: play 30\n=! refused [QLD-11a-18(2)]\n2: check\n1: check\n=! refused [QLD-11a-18(2)]\n2: fold\n",
])
def test_other_sizes_and_choices_are_refused(text: str) -> None:
    good(ROUND + text)


def test_who_beats_whom_is_told_though_the_dealer_does_not_qualify() -> None:
    """An ace beats a king: play and blind are lost, and the ante comes back."""
    text = ROUND.replace("Qd Js", "Ad Js").replace("Ac 3c", "Kc 3c").replace("Ah Kh", "Tc 9h") + "1: play 30\n2: fold\n"
    played = settle(text + "= 1 Ann ante stand-off [QLD-11a-23]\n= 1 Ann play lose 30 [QLD-11a-25(1)(b)]\n")
    assert not played.failures, played.failures
    t = Table(played.game)
    drive(t, Replay(played.records[0].answers))
    assert headline(t, "Ann") == "King high loses to ace high"


# -- 27: a play wager of the wrong size -----------------------------------------------------------------


FLOP, RIVER = "1: check\n2: check\n", "1: check\n2: check\n1: check\n2: check\n"


@pytest.mark.parametrize(("before", "amount", "settled", "clause"), [
    ("", "45", "40", "27(a)"), ("", "40", "40", ""), ("", "35", "30", "27(a)"), ("", "30", "30", ""),
    ("", "25", "25", "27(b)"), (FLOP, "30", "20", "27(a)"), (FLOP, "15", "15", "27(b)"),
    (RIVER, "20", "10", "27(a)"), (RIVER, "5", "5", "27(b)"),
])
def test_a_play_wager_is_measured_by_its_betting_round(before: str, amount: str, settled: str, clause: str) -> None:
    report = f"! wrong-wager box=1 wager=play amount={amount}\n=! ruled [QLD-11a-27]\n"
    text = ROUND + f"{before}{report}2: fold\n= 1 Ann play win {settled} [QLD-11a-26(1):play]\n"
    good(text)
    corrected = [str(event.clause) for event in settle(text).events if type(event) in (Returned, Ruled)]
    assert corrected == ["QLD-11a-27", *([f"QLD-11a-{clause}"] if clause else [])]


# -- 28 to 34 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    # An ante without its blind, or with another, is a hand of which a part is missing.
    "! cards-without-ante box=3 player=Cat ante=10 cards=Ts,9s handled=yes\n1: continue\n2: retract\n1: play 30\n"
    "= 3 Cat ante void [QLD-11a-28(b)]\n= 2 Ben ante void [QLD-11a-28(c)]\n= 2 Ben blind void [QLD-11a-28(c)]\n",
    "! cards-without-ante box=3 player=Cat ante=10 blind=5 cards=Ts,9s handled=no\n"
    "= 3 Cat ante void [QLD-11a-28(a)]\n= 3 Cat blind void [QLD-11a-28(a)]\n= 1 Ann trips void [QLD-11a-28(a)]\n",
    "! second-hand box=3 player=Ann ante=20 cards=Ts,9s\n=! ruled [QLD-11a-29(a)]\n=! ruled [QLD-11a-29(b)]\n"
    "1: continue\n2: continue\n1: play 30\n2: fold\n= 3 Ann ante void [QLD-11a-29(b)]\n= 1 Ann ante win 10\n",
    # The dealer's hand is wrong: the board is run out for trips, and a fold has lost them.
    "1: check\n2: fold\n! wrong-number-of-cards hand=dealer looked=yes\n=! ruled [QLD-11a-30(2)]\n"
    "= 1 Ann ante void [QLD-11a-30(4)]\n= 1 Ann blind void [QLD-11a-30(4)]\n= 1 Ann trips void [QLD-11a-30(4)(c)]\n"
    "= 2 Ben ante void [QLD-11a-30(4)]\n= 2 Ben blind void [QLD-11a-30(4)]\n",
    "1: fold\n2: play 30\n! wrong-number-of-cards hand=dealer looked=yes\n= 1 Ann trips lose 5 [QLD-11a-18(2)]\n"
    "= 1 Ann ante void [QLD-11a-30(4)]\n= 2 Ben play void [QLD-11a-30(4)(b)]\n",
    "1: play 30\n2: check\n! wrong-number-of-cards hand=2,dealer looked=yes\n=! ruled [QLD-11a-30(6)(a)]\n"
    "= 2 Ben ante void [QLD-11a-30(6)(b)]\n= 1 Ann ante void [QLD-11a-30(6)(d)]\n"
    "= 1 Ann play void [QLD-11a-30(6)(d)]\n= 1 Ann trips void [QLD-11a-30(6)(e)]\n",
    # The card that comes next is left where it is; one that comes later still is in no rule.
    "! card-exposed hand=board card=flop\n=! ruled [QLD-11a-32(1)]\n1: check\n2: fold\n"
    "! card-exposed hand=board card=river\n=! ruled [QLD-11a-32(1)]\n1: check\n1: play 10\n= 1 Ann play win 10\n",
    "! card-exposed hand=board card=turn\n=! referred\n1: fold\n2: fold\n",
    # A dealer's card, before any play wager and after one.
    "1: fold\n! card-exposed hand=dealer\n=! ruled [QLD-11a-33(1)(a)]\n= 1 Ann ante void [QLD-11a-33(1)(b)]\n"
    "= 1 Ann blind void [QLD-11a-33(1)(b)]\n= 1 Ann trips lose 5 [QLD-11a-18(2)]\n"
    "= 2 Ben ante void [QLD-11a-33(1)(c)]\n= 2 Ben blind void [QLD-11a-33(1)(c)]\n",
    "1: play 40\n! card-exposed hand=dealer\n=! ruled [QLD-11a-33(2)]\n2: fold\n= 1 Ann play win 40\n",
    "1: check\n! card-in-wrong-position hand=2\n=! ruled [QLD-11a-34]\n2: fold\n1: fold\n",
])
def test_irregularities(text: str) -> None:
    good(ROUND + text)


def test_the_board_is_run_out_for_trips_alone() -> None:
    """A dealer's card was shown and nobody has played: with trips on the layout the board comes, and pays."""
    report = "! card-exposed hand=dealer\n"
    paid = ROUND.replace("Ac 3c", "Ac Ad")
    good(paid + report + "= 1 Ann trips win 15 [QLD-11a-26(3):trips]\n= 1 Ann ante void [QLD-11a-33(1)(c)]\n")
    good(ROUND + report + "= 1 Ann trips void [QLD-11a-33(1)(d)]\n")
    shown = [event.hand for event in settle(paid + report).events if type(event) is Shown]
    assert shown == [BOARD, "1"]
    without = settle(paid.replace(", trips 5", "") + report)
    assert not any(type(event) is Shown for event in without.events)


def test_a_card_exposed_during_the_deal_voids_the_round() -> None:
    for whose in ("hand=dealer", "hand=board card=flop", "box=1"):
        text = ROUND.replace("deal dealer", f"! card-exposed {whose}\n=! ruled [QLD-11a-31]\ndeal dealer", 1)
        good(text + "= 1 Ann ante void [QLD-11a-31]\n= 2 Ben blind void [QLD-11a-31]\n")


def rulings(text: str) -> list[tuple[str, str]]:
    return [(event.what, str(event.clause)) for event in settle(text).events if type(event) is Ruled]


def test_who_played_too_little_is_told_nothing_of_later_rounds() -> None:
    text = ROUND + "! wrong-wager box=1 wager=play amount=25\n2: fold\n= 1 Ann play win 25\n"
    good(text)
    assert rulings(text)[-1] == ("settled as staked", "QLD-11a-27(b)")


@pytest.mark.parametrize(("handled", "retract"), [("no", False), ("yes", True)])
def test_only_where_cards_were_handled_may_wagers_be_retracted(handled: str, retract: bool) -> None:
    text = ROUND + f"! cards-without-ante box=4 cards=5d,5c handled={handled}\n" + "1: play 30\n2: fold\n" * retract
    good(text)
    assert rulings(text) == [
        ("cards-without-ante: that hand is not played", "QLD-11a-28"),
        ("the hand on box 4 is void", "QLD-11a-28(b)") if retract
        else ("nobody has handled cards: the round is void", "QLD-11a-28(a)"),
    ]


def test_cards_exposed_one_after_the_other_are_each_another_card() -> None:
    report = "! card-exposed hand=board\n=! ruled [QLD-11a-32(2)]\n"
    text = ROUND + f"1: check\n2: fold\n{report * 2}1: play 20\n"
    good(text)
    shown = [event.cards for event in settle(text).events if type(event) is Shown and event.hand == BOARD]
    assert shown == [("Qh", "8s", "4d"), ("Ac",), ("3c",)]
