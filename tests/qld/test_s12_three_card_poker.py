"""Three card poker: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.rulebooks import game, settle
from pitboss.table.acts import BACK, Answer, Cards, Choice, Close, Irregular, Lapse, Place, Shuffled
from pitboss.table.facts import Dealt, Referred
from pitboss.table.requests import Choose, Deal, Gather, Offer, Reveal, Shuffle
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


def test_other_wagers_of_a_box_without_an_ante_come_back_on_their_own_lines() -> None:
    stray = "! cards-without-ante box=3 player=Cat pair-plus=5 cards=2h,2d,2s\n"
    played = settle(ROUND + stray + "1: bet\n2: bet\n= 3 Cat pair plus void [QLD-12-27(b)]\n= net Cat 0\n")
    assert not played.failures and [line.stake for line in played.lines if line.player == "Cat"] == [500]
    for wrong, why in (("pair-plus=x", "write an amount"), ("pair-plus=0", "write an amount")):
        with pytest.raises(Unplayable, match=why):
            settle(ROUND + stray.replace("pair-plus=5", wrong) + "1: bet\n2: bet\n")
    with pytest.raises(Unplayable, match="player= must say whose the pair plus is"):
        settle(ROUND + stray.replace("player=Cat ", "") + "1: bet\n2: bet\n")


@pytest.mark.parametrize("kind", ["second-hand", "extra-hand"])
def test_all_wagers_of_a_second_hand_come_back(kind: str) -> None:
    second = f"! {kind} box=3 player=Ann ante=20 pair-plus=5 cards=2h,2d,2s\n"
    played = settle(ROUND + second + "1: bet\n2: bet\n= 3 Ann ante void [QLD-12-28(b)]\n"
                    "= 3 Ann pair plus void [QLD-12-28(b)]\n")
    assert not played.failures and [line.stake for line in played.lines if line.box == 3] == [2000, 500]
    with pytest.raises(Unplayable, match="player= must say whose the money is"):
        settle(ROUND + f"! {kind} box=3 amount=20 cards=2h,2d,2s\n1: bet\n2: bet\n")


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


# -- wagers before the deal ------------------------------------------------------------------------------


def test_a_box_left_before_the_deal_is_free_for_another() -> None:
    good("game qld/three-card-poker\nbox 1 Ann: ante 10\n1 Ann: remove ante\nbox 2 Ann: ante 10\nbox 1 Ben: ante 10\n"
         "deal 1: Kc 9d 4h\ndeal 2: 6c 7d 8h\ndeal dealer: Qd 9s 3c\n1 Ben: bet\n2 Ann: bet\n"
         "= 1 Ben ante win 10\n= 2 Ann ante win 10\n")


# -- hands put out of the round in mid-deal ----------------------------------------------------------------


def test_a_hand_declared_void_in_mid_deal_gets_no_more_cards() -> None:
    good("game qld/three-card-poker\noption dealing=one\nbox 1 Ann: ante 10\nbox 2 Ben: ante 10\n"
         "deal 1: Kc\ndeal 2: 6c\n! contravention box=1\nsupervisor: void wagers\ndeal 2: 7d 8h\n"
         "deal dealer: Qd 9s 3c\n2: bet\n"
         "= 1 Ann ante void [QLD-0-11(2)(a)]\n= 2 Ben ante win 10\n")
    good("game qld/three-card-poker\nbox 1 Ann: ante 10\nbox 2 Ben: ante 10\ndeal 1: Kc 9d 4h\n! contravention box=2\n"
         "supervisor: void wagers\ndeal dealer: Qd 9s 3c\n1: bet\n= 2 Ben ante void\n= 1 Ann ante win 10\n")


# -- reports that make no sense, or come when they cannot --------------------------------------------------


@pytest.mark.parametrize("report", [
    "wrong-wager box=1 wager=bet amount=abc", "wrong-wager box=1 wager=bet amount=0", "wrong-wager box=1 wager=bet",
    "cards-without-ante box=3 wager=pair-plus amount=x cards=As", "cards-without-ante box=² cards=As",
    "cards-without-ante box=2 cards=As", "cards-without-ante box=8 cards=As", "extra-hand box=3 player=Zoe cards=As",
])
def test_reports_that_make_no_sense(report: str) -> None:
    good(ROUND + f"! {report}\n=! refused\n1: bet\n2: bet\n= 1 Ann bet win 10\n")


def test_no_hand_is_dealt_before_the_first_card() -> None:
    t = Table(game("qld/three-card-poker"))
    play = t.play()
    next(play)
    play.send(Shuffled())
    for kind in ("cards-without-ante", "extra-hand"):
        play.send(Irregular(kind, {"box": "3", "cards": "As", "wager": "ante", "amount": "5"}))
        assert isinstance(t.events[-1], Referred) and not t.boxes


def test_the_dealers_cards_are_not_counted_in_mid_deal() -> None:
    good("game qld/three-card-poker\noption dealing=one\nbox 1 Ann: ante 10\ndeal 1: Kc\ndeal dealer: Qd\n"
         "! wrong-number-of-cards hand=dealer looked=yes deck=52\n=! refused\ndeal 1: 9d 4h\ndeal dealer: 9s 3c\n"
         "1: bet\n= 1 Ann ante win 10\n")


# -- 29: found when part of the round was settled --------------------------------------------------------------


def reported(facts: dict[str, str], *, faces: bool = True, after: int = 1) -> Table:
    """Ann (a winning pair, pair plus) and Ben (a winning straight, pair plus) bet, Cat folds; the report comes
    when `after` hands have been turned up: the dealer's, Ben's, Ann's."""
    t = Table(game("qld/three-card-poker"))
    hands = {"1": ("Kc", "Kd", "4h"), "2": ("6c", "7d", "8h"), "3": ("Jc", "Tc", "9h"), "dealer": ("Qd", "9s", "3c")}
    play = t.play()
    request = next(play)
    stakes = (("ante", 1000), ("pair plus", 500))
    wagers = [Place(box, name, stakes) for box, name in ((1, "Ann"), (2, "Ben"), (3, "Cat"))]
    try:
        while True:
            match request:
                case Shuffle():
                    answer: Answer = Shuffled()
                case Gather():
                    answer = wagers.pop() if wagers else Close()
                case Deal():
                    answer = Cards(hands[request.to] if faces else (BACK,) * request.count)
                case Reveal() if after == 0:
                    answer, after = Irregular("wrong-number-of-cards", facts), -1
                case Reveal():
                    answer, after = Cards(hands[request.hand] if request.count else ()), after - 1
                case Offer():
                    answer = Lapse()
                case Choose():
                    answer = Choice(request.hand, "fold" if request.hand == "3" else "bet")
            request = play.send(answer)
    except StopIteration:
        assert sum(t.net.values()) + t.house + t.layout == 0 and not t.wagers
        return t


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("faces", [True, False])
def test_a_short_deck_returns_everything(after: int, faces: bool) -> None:
    t = reported({"hand": "1", "deck": "51"}, faces=faces, after=after)
    assert t.net == {"Ann": 0, "Ben": 0, "Cat": 0}
    assert {(line.outcome, str(line.clause)) for line in t.lines} == {("void", "QLD-12-29(3)(c)")}


@pytest.mark.parametrize("after", [0, 1, 2])
def test_nobody_looked_returns_everything(after: int) -> None:
    t = reported({"hand": "1", "looked": "no"}, after=after)
    assert {(line.outcome, str(line.clause)) for line in t.lines} == {("void", "QLD-12-29(1)(a)")}


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("faces", [True, False])
def test_a_dealers_hand_of_the_wrong_size_counts_for_all_alike(after: int, faces: bool) -> None:
    t = reported({"hand": "dealer"}, faces=faces, after=after)
    assert t.net == {"Ann": 1000 + 500, "Ben": 1000 + 1000 + 3000, "Cat": 1000 - 500}
    assert {str(line.clause) for line in t.lines if line.wager == "bet"} == {"QLD-12-29(4)(e)"}
    assert sum(line.wager == "ante bonus" for line in t.lines) == 1


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_hand_of_the_wrong_size_is_void_though_it_was_paid(after: int) -> None:
    t = reported({"hand": "2"}, after=after)
    assert t.net == {"Ann": 1000 + 1000 + 500, "Ben": 0, "Cat": -1500}
    assert {str(line.clause) for line in t.lines if line.player == "Ben"} == {"QLD-12-29(5)(b)"}
    t = reported({"hand": "2,dealer"}, after=after)
    assert t.net == {"Ann": 1000 + 500, "Ben": 0, "Cat": 1000 - 500}


@pytest.mark.parametrize("whose, ok", [("box=2", True), ("hand=dealer", True), ("hand=1", True), ("box=7", False)])
def test_an_exposed_card_belongs_to_somebody_in_the_round(whose: str, ok: bool) -> None:
    report = f"! card-exposed {whose}\n"
    if ok:
        good(ROUND + report + "=! ruled [QLD-12-30]\n")
    else:
        with pytest.raises(Unplayable, match="box=7 is not a box in play"):
            settle(ROUND + report + "1: bet\n2: bet\n")


def test_an_ante_over_the_maximum_found_at_settlement_is_referred() -> None:
    """26 speaks of bet wagers alone."""
    text = ("game qld/three-card-poker\noption maximum=500\n"
            "! wrong-wager box=1 player=Ann wager=ante amount=600 noticed=settlement\n=! referred\n"
            "box 2 Ben: ante 10\ndeal 2: Ah Kh Qh\ndeal dealer: Jc Jd 4s\n2: bet\n= 2 Ben ante win 10\n")
    played = settle(text)
    assert not played.failures and {line.player for line in played.lines} == {"Ben"}


def test_what_a_refused_wager_cites() -> None:
    """2: a bet wager is made after the cards have been dealt."""
    good(ROUND.replace("deal 1", "box 3 Cat: bet 5\n=! refused [QLD-12-2:bet-wager]\ndeal 1", 1) + "1: bet\n2: bet\n")


def test_an_ante_that_lay_with_a_hand_without_one_goes_back_with_the_hand() -> None:
    """27(b) is about pair plus alone."""
    good(ROUND + "! cards-without-ante box=3 player=Cat amount=10 pair-plus=5 cards=As,Ad,Ah\n1: continue\n"
         "2: continue\n1: bet\n2: bet\n= 3 Cat ante void [QLD-12-27(a)]\n= 3 Cat pair plus void [QLD-12-27(b)]\n")


def test_a_card_in_the_wrong_place_is_moved_while_no_further_card_was_dealt() -> None:
    """31 asks for nothing else: also once somebody has decided."""
    good(ROUND + "1: bet\n! card-in-wrong-position hand=dealer\n=! ruled [QLD-12-31]\n2: bet\n")
