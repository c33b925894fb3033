"""Texas hold'em bonus poker under schedule 11: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Close, Shuffled
from pitboss.table.decisions import silence_of
from pitboss.table.facts import BOARD, DEALER, Chose, Dealt, Returned, Settled, Shown
from pitboss.table.requests import Choose
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

GAME = "qld/texas-holdem-bonus-poker"
ROUND = f"""game {GAME}
box 1 Ann: ante 10, bonus 5
box 2 Ben: ante 10
deal 1: Ah Kh
deal 2: 2c 7d
deal dealer: Qs Jc
deal board: 2h 5h 9h Jd 3s
"""
BOTH_PLAY = "1: flop\n2: flop\n1: turn\n2: check\n1: check\n2: river\n"


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures, played.failures


# -- wagers and the deal ---------------------------------------------------------------------------------


def test_only_defined_wagers_open_a_round() -> None:
    good(ROUND.replace("deal 1", "box 3 Cat: pair plus 5\n=! refused [QLD-11-2:wager]\ndeal 1", 1) + BOTH_PLAY)


def test_shuffling_device_uses_two_decks_in_turn() -> None:
    t = Table(game(GAME, {"device": "shuffler"}))
    decks = []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        play.send(Shuffled())
        with pytest.raises(StopIteration):
            play.send(Close())
    assert decks == [2, 1, 2]


@pytest.mark.parametrize(("options", "dealt"), [
    ("dealing=two", [("1", 2), ("2", 2), (DEALER, 2), (BOARD, 3), (BOARD, 1), (BOARD, 1)]),
    ("dealing=one", [("1", 1), ("2", 1), (DEALER, 1)] * 2 + [(BOARD, 3), (BOARD, 1), (BOARD, 1)]),
    # From a device the board lies there from the start, whichever way a shoe would be dealt.
    ("device=shuffler", [(BOARD, 5), ("1", 2), ("2", 2), (DEALER, 2)]),
    ("device=shuffler dealing=one", [(BOARD, 5), ("1", 2), ("2", 2), (DEALER, 2)]),
])
def test_the_order_of_the_deal(options: str, dealt: list[tuple[str, int]]) -> None:
    events = settle(ROUND.replace("box 1", f"option {options}\nbox 1", 1) + BOTH_PLAY).events
    cards = [event for event in events if isinstance(event, Dealt)]
    assert [(event.to, len(event.cards)) for event in cards] == dealt
    assert {event.to for event in cards if event.face_up} == ({BOARD} if "device" not in options else set())
    shown = [event.cards for event in events if isinstance(event, Shown) and event.hand == BOARD]
    assert shown == ([("2h", "5h", "9h"), ("Jd",), ("3s",)] if "device" in options else [])


def test_a_bonus_is_paid_before_the_other_wagers_of_its_player() -> None:
    lines = [event for event in settle(ROUND + BOTH_PLAY).events if isinstance(event, Settled) and event.box == 1]
    assert [line.wager for line in lines] == ["bonus", "ante", "flop", "turn"]


# -- decisions -------------------------------------------------------------------------------------------


def test_silence_is_a_fold_before_the_flop_and_a_check_after_it() -> None:
    """The schedule says nothing of it, so that no clause is cited."""
    made = game(GAME)
    asked = {street.wager: Choose(street.asked, "1", "Ann", street.offered(1000), {}) for street in made.streets}  # type: ignore[attr-defined]
    silences = {wager: silence_of(made, request) for wager, request in asked.items()}
    assert {wager: said and (said.name, said.clause) for wager, said in silences.items()} == {
        "flop": ("fold", ""), "turn": ("check", ""), "river": ("check", ""),
    }


@pytest.mark.parametrize(("before", "tried", "clause", "legal"), [
    ("", "1: check", "16(4)", "flop, fold"),
    ("", "1: turn 10", "16(4)", "flop, fold"),
    ("", "1: retract", "13(4)", "flop, fold"),
    ("1: flop\n2: flop\n", "1: fold", "17(1)", "turn, check"),
    ("1: flop\n2: flop\n", "1: retract", "13(4)", "turn, check"),
    ("1: flop\n2: flop\n1: check\n2: check\n", "1: fold", "18(1)", "river, check"),
])
def test_a_refusal_says_what_would_be_legal_on_its_street(before: str, tried: str, clause: str, legal: str) -> None:
    with pytest.raises(Unplayable) as stopped:
        settle(ROUND + before + tried + "\n")
    assert f"[QLD-11-{clause}]" in str(stopped.value) and str(stopped.value).endswith(legal)


# -- wagers of the wrong size ----------------------------------------------------------------------------


@pytest.mark.parametrize(("wager", "amount", "settled", "clause"), [
    ("flop", "20.50", 2000, "25(a)"), ("flop", "19.50", 1950, "25(b)"), ("flop", "20", 2000, ""),
    ("turn", "10.50", 1000, "26(a)"), ("turn", "9.50", 950, "26(b)"), ("turn", "10", 1000, ""),
    ("river", "10.50", 1000, "26(a)"), ("river", "9.50", 950, "26(b)"), ("river", "10", 1000, ""),
])
def test_a_wager_of_the_wrong_size_is_found_at_the_settlement(
    wager: str, amount: str, settled: int, clause: str
) -> None:
    report = f"! wrong-wager box=1 wager={wager} amount={amount}"
    it = settle(ROUND + BOTH_PLAY.replace("1: check", "1: river").replace(f"1: {wager}", report))
    assert [line.stake for line in it.lines if (line.box, line.wager) == (1, wager)] == [settled]
    found = [event.clause for event in it.events
             if isinstance(event, Returned | Ruled) and event.clause[7:] in ("25(a)", "25(b)", "26(a)", "26(b)")]
    assert found == ([f"QLD-11-{clause}"] if clause else [])


# -- hands that should not be there, wrong counts --------------------------------------------------------


def test_a_hand_without_an_ante_is_void_and_its_bonus_goes_back() -> None:
    good(ROUND + "! cards-without-ante box=3 player=Cat bonus=5 cards=As,Ad\n=! ruled [QLD-11-27(a)]\n1: continue\n"
         "2: retract\n1: flop\n1: check\n1: check\n= 3 Cat bonus void [QLD-11-27(b)]\n"
         "= 2 Ben ante void [QLD-11-27(c)]\n")


def test_a_second_hand_is_void_and_the_first_is_played() -> None:
    good(ROUND + "! second-hand box=3 player=Ann ante=20 cards=As,Ad\n=! ruled [QLD-11-28(a)]\n"
         "=! ruled [QLD-11-28(b)]\n1: continue\n2: continue\n" + BOTH_PLAY + "= 3 Ann ante void [QLD-11-28(b)]\n")


def test_both_hands_wrong() -> None:
    good(ROUND + "1: flop\n2: fold\n1: turn\n! wrong-number-of-cards hand=1,dealer looked=yes\n"
         "=! ruled [QLD-11-29(6)(a)]\n=! ruled [QLD-11-29(6)(d)]\n= 1 Ann ante void [QLD-11-29(6)(b)]\n"
         "= 1 Ann bonus void [QLD-11-29(6)(b)]\n= 1 Ann turn void [QLD-11-29(6)(b)]\n"
         "= 2 Ben ante win 10 [QLD-11-29(6)(d)]\n")


# -- community cards exposed -----------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize(("decided", "card", "exposed", "others"), [
    (0, "flop", "2h", ["5h 9h", "Jd", "3s"]), (1, "flop", "2h", ["5h 9h", "Jd", "3s"]), (2, "turn", "Jd", ["3s"]),
    (3, "turn", "Jd", ["3s"]), (5, "river", "3s", []),
])
def test_a_community_card_exposed_early_lies_open_before_the_next_decision(
    device: str, decided: int, card: str, exposed: str, others: list[str]
) -> None:
    lines = BOTH_PLAY.splitlines()
    lines.insert(decided, f"! card-exposed hand=board card={card}\n=! ruled [QLD-11-31(2)]")
    text = ROUND.replace("box 1", f"option device={device}\nbox 1", 1) + "\n".join(lines) + "\n"
    good(text)
    events = settle(text).events
    stays = next(at for at, event in enumerate(events) if isinstance(event, Ruled) and event.clause == "QLD-11-31(2)")
    opened = [" ".join(event.cards) if not isinstance(event, Chose) else "" for event in events[stays:]
              if isinstance(event, Chose) or (isinstance(event, Shown) and event.hand == BOARD)
              or (isinstance(event, Dealt) and event.to == BOARD)]
    assert opened[:2] == [exposed, ""]
    assert [cards for cards in opened[1:] if cards] == others


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_all_three_cards_of_the_flop_may_be_exposed_early(device: str) -> None:
    exposed = "! card-exposed hand=board card=flop\n=! ruled [QLD-11-31(2)]\n"
    good(ROUND.replace("box 1", f"option device={device}\nbox 1", 1)
         + "1: flop\n" + exposed * 3 + "! card-exposed hand=board card=flop\n=! referred\n2: flop\n"
         "1: turn\n2: check\n1: check\n2: check\n= 1 Ann turn win 10\n")


def test_without_a_word_it_is_the_card_that_comes_next() -> None:
    good(ROUND + "1: flop\n2: flop\n! card-exposed hand=board\n=! ruled [QLD-11-31(1)]\n1: check\n2: check\n1: check\n"
         "2: check\n= 1 Ann flop win 20\n")


def test_another_card_exposed_with_the_river_is_seen_and_taken_away() -> None:
    text = ROUND + BOTH_PLAY + "! extra-card-exposed card=Ks\n=! ruled [QLD-11-32(1)]\n=! announced [QLD-11-32(2)]\n"
    good(text)
    away = [event for event in settle(text).events if isinstance(event, Dealt) and event.to == "discard"]
    assert [(event.cards, event.face_up) for event in away] == [(("Ks",), True)]
    with pytest.raises(Unplayable, match="Qs is already on the table"):
        settle(text.replace("card=Ks", "card=Qs"))


def test_nothing_is_left_where_nobody_is() -> None:
    """Everybody takes back what lies there: no more cards, and no showdown."""
    t = settle(ROUND + "1: flop\n2: flop\n! cards-without-ante box=3 cards=As,Ad\n1: retract\n2: retract\n")
    assert {line.outcome for line in t.lines} == {"void"}
    assert not any(isinstance(event, Shown) for event in t.events)
