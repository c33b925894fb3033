"""Baccarat, section 24: what the golden rounds of irregularities leave out."""

from __future__ import annotations

import pytest
from support.baccarat import (
    BANKER_WINS,
    FIRST,
    ROUND,
    SEVEN,
    SIX,
    WAGERS,
    announced,
    dealt,
    played,
    shuffles,
    table,
)

from pitboss.law import Ruled
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.table.acts import BACK, Cards, Choice, Close, CutAt, Irregular, Lapse, Shuffled
from pitboss.table.facts import Dealt, Referred, Returned
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

# -- 24: irregularities ------------------------------------------------------------------------------------


def test_a_named_card_in_error_goes_to_the_banker() -> None:
    played(WAGERS + SIX + "deal banker: 2h 3s\n! third-card-in-error hand=player exposed=no card=9d\n"
           "=! ruled [QLD-1-24(1)]\n= 1 Ann player win 10\n= 2 Ben banker lose 20\n")
    with pytest.raises(Unplayable, match="already has its third card"):
        played(WAGERS + SIX + "deal banker: 2h 3s 4d\n! third-card-in-error hand=player exposed=no card=9d\n")


@pytest.mark.parametrize("hand, exposed, cited", [
    ("player", "no", "24(1)(a)"), ("banker", "no", "24(2)"), ("player", "yes", "24(3)"), ("banker", "yes", "24(3)"),
])
def test_a_card_in_error_opens_the_next_round(hand: str, exposed: str, cited: str) -> None:
    error = f"! third-card-in-error hand={hand} exposed={exposed} card=9c\n=! ruled [QLD-1-{cited}]\n"
    wager = "box 1 Ann: player 10\n" + ("=! refused [QLD-1-24(6)]\n" if exposed == "yes" else "")
    result = played(ROUND + error + BANKER_WINS + "next round\n" + wager + "deal player: Kd\ndeal banker: 2h 4s\n"
                    + ("" if exposed == "yes" else "= 1 Ann player win 10\n"))
    assert result.records[1].state["opening"] == ["9c"]
    assert [event.cards for event in result.events if isinstance(event, Dealt)][-4] == ("9c",)


@pytest.mark.parametrize("cards, hand", [
    ("deal player: 2c 3d 4h\n" + SEVEN, "player"), (SIX + "deal banker: 2h 3s 9d\n", "banker"),
])
def test_a_third_card_that_was_due_is_no_error(cards: str, hand: str) -> None:
    played(WAGERS + cards + f"! third-card-in-error hand={hand} exposed=no\n=! referred\n")


def test_a_third_card_to_the_banker_while_the_player_is_owed_one() -> None:
    played(WAGERS + "deal player: 2c 3d\n" + SEVEN + "! third-card-in-error hand=banker exposed=no\n"
           "=! ruled [QLD-1-24(4)(d)]\n1: continue\n2: retract\ndeal player: 4h\n"
           "= 1 Ann player win 10\n= 2 Ben banker void [QLD-1-24(4)(d)(i)]\n")


def test_an_error_card_is_gone_when_the_shoe_has_ended() -> None:
    last = FIRST + "! third-card-in-error hand=banker exposed=yes\n"
    result = played("next round\n".join([last, ROUND]))
    assert shuffles(result) == [1, 1] and len(result.lines) == 4


def test_a_face_up_card_after_the_last_draw_makes_the_next_round_a_dummy() -> None:
    played(ROUND + "! card-face-up-in-shoe card=9c\n=! ruled [QLD-1-24(3)]\n" + BANKER_WINS + "next round\n"
           "box 1 Ann: tie 5\n=! refused [QLD-1-24(6)]\ndeal player: Kd\ndeal banker: 2h 4s\n")


def test_a_face_up_card_found_among_the_wagers_is_live_and_closes_them() -> None:
    played("box 1 Ann: player 10\n! card-face-up-in-shoe card=9c\n=! ruled [QLD-1-24(7)]\n"
           "box 2 Ben: player 20\n=! refused [QLD-1-8(3)(b)]\n1 Ann: remove player\n=! refused [QLD-1-8(3)(b)]\n"
           "deal player: Kd\ndeal banker: 2h 4s\n= 1 Ann player win 10\n")


def test_a_live_card_nobody_draws_opens_a_dummy_round() -> None:
    t = table(dealing="down")
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Close()):
        play.send(answer)
    for card in ("2c", "Kh", "4d", "7s"):
        play.send(Cards((card,)))
    play.send(Irregular("card-face-up-in-shoe", {"card": "9c"}))
    play.send(Cards(()))
    play.send(Cards(()))
    with pytest.raises(StopIteration):
        play.send(Lapse())
    assert t.state["dummy"] and t.state["opening"] == ["9c"]


def test_a_face_up_card_may_be_reported_without_its_name() -> None:
    played(WAGERS + "deal player: 2c 3d\n" + SEVEN + "! card-face-up-in-shoe\n=! ruled [QLD-1-24(7)]\n"
           "deal player: 4h\n= 1 Ann player win 10\n= 2 Ben banker lose 20\n")


def test_dummy_rounds_are_played_out_and_never_settled() -> None:
    result = played("! card-face-up-in-shoe card=9c\n=! ruled [QLD-1-24(3)]\nbox 1 Ann: player 10\n"
                    "=! refused [QLD-1-24(6)]\ndeal player: Kd\ndeal banker: 2h 4s\n")
    assert len(dealt(result)) == 5 and announced(result)[-1] == "21(1)" and not result.lines


def test_a_round_nobody_stays_in_becomes_a_dummy_round() -> None:
    result = played(WAGERS + "deal player: 2c 3d\n" + SEVEN + "! wrong-draw\n=! ruled [QLD-1-24(4)(d)]\n1: retract\n"
                    "2: retract\n=! ruled [QLD-1-24(4)(d)(ii)]\nbox 1 Ann: player 10\n=! refused [QLD-1-24(6)]\n"
                    "deal player: 4h\n= 1 Ann player void\n= 2 Ben banker void\n")
    assert announced(result)[-1] == "21(1)"


@pytest.mark.parametrize("kind", ["cards-in-wrong-area", "cards-to-wrong-player", "card-exposed", "wrong-draw"])
def test_dealing_errors_need_cards(kind: str) -> None:
    t = table()
    play = t.play()
    next(play)
    play.send(Irregular(kind, {}))
    assert isinstance(t.events[-1], Referred)


@pytest.mark.parametrize("kind, clause", [("card-exposed", "24(4)(c)"), ("cards-to-wrong-player", "24(4)(b)")])
def test_errors_with_cards_that_patrons_turn_are_none_where_cards_come_face_up(kind: str, clause: str) -> None:
    hands = "deal player: 2c 4d\ndeal banker: Kh 7s\n"
    played(WAGERS + hands + f"! {kind}\n=! ruled [QLD-1-{clause}]\n1: retract\n"
           "= 1 Ann player void [QLD-1-24(4)(d)(i)]\n= 2 Ben banker win 19\n", dealing="down")
    up = played(WAGERS + hands + f"! {kind}\n=! referred\n= 1 Ann player lose 10\n= 2 Ben banker win 19\n",
                dealing="up")
    assert not any(isinstance(event, Ruled) for event in up.events)


def test_wagers_are_reduced_within_the_limits() -> None:
    result = played(
        "box 1 Ann: banker 40, tie 20\nbox 2 Ben: player 10\n" + SIX + SEVEN + "! wrong-draw\n"
        "1 Ann: reduce banker to 9\n=! refused [QLD-1-9(1)]\n1 Ann: reduce banker to 40\n=! refused [QLD-1-9(1)]\n"
        "1 Ann: reduce banker to 20.25\n=! refused [QLD-1-9(1)]\n1 Ann: reduce banker to 10\n1 Ann: remove tie\n"
        "= 1 Ann banker win 9.50\n= 1 Ann tie void [QLD-1-24(4)(d)(i)]\n= 2 Ben player lose 10\n",
        minimum="10", maximum="500",
    )
    back = [event for event in result.events if isinstance(event, Returned)]
    assert [(event.amount, str(event.clause)) for event in back] == [(30_00, "QLD-1-24(4)(d)(i)")]


def test_a_wager_at_the_minimum_is_kept_or_retracted_whole() -> None:
    rules = Baccarat({"minimum": "10", "unit": "5"})
    t = Table(rules)
    for stake, names in ((10_00, ["retract", "continue"]), (15_00, ["retract", "continue", "reduce player"])):
        t.place(1, "Ann", "player", stake - sum(wager.amount for wager in t.wagers.values()))
        asked = rules.second_thoughts(t, 1, "Ann")
        assert asked is not None and [option.name for option in asked.options] == names
        assert asked.default is not None and asked.default.name == "continue"


def test_a_void_round_for_want_of_cards_needs_a_new_shoe() -> None:
    result = played(WAGERS + "deal player: 2c\ndeal banker: Kh\n! not-enough-cards\n=! ruled [QLD-1-24(8)]\n"
                    "= 1 Ann player void\n= 2 Ben banker void\nnext round\n" + ROUND)
    assert shuffles(result) == [1, 1]
    played(ROUND + "! not-enough-cards\n=! referred\n" + BANKER_WINS)


def test_want_of_cards_before_the_deal() -> None:
    played(WAGERS + "! not-enough-cards\n= 1 Ann player void [QLD-1-24(8)]\n= 2 Ben banker void [QLD-1-24(8)]\n")


MISSED = "! missed-burn\n=! ruled [QLD-1-24(9)]\n"


def test_a_missed_burn_may_be_put_right_in_the_first_hand() -> None:
    """2c is burnt; K and 7 are the player's, 4 and the next card the banker's: 7 against 3, which draws."""
    played(WAGERS + SIX + SEVEN + MISSED + "supervisor: reconstruct\n=! announced [QLD-1-24(9)]\n"
           "deal banker: 9c 5d\n= 1 Ann player lose 10\n= 2 Ben banker win 19\n")


def test_a_reconstructed_hand_uses_every_card_in_its_order() -> None:
    result = played(WAGERS + "deal player: 2c 3d 4h\n" + SEVEN + MISSED + "supervisor: reconstruct\n"
                    "= 1 Ann player void\n= 2 Ben banker void\n")
    # 2c goes; K 7 to the player, 3 4 to the banker; the player stays on 7 and the banker, on 7, stands.
    again = [(event.to, event.cards) for event in result.events if isinstance(event, Dealt)][7:]
    assert again == [("player", ("Kh",)), ("banker", ("3d",)), ("player", ("7s",)), ("banker", ("4h",))]


def test_a_missed_burn_may_be_left_and_later_hands_stand() -> None:
    played(ROUND + MISSED + BANKER_WINS)
    result = played(ROUND + "next round\n" + ROUND + MISSED)
    assert all(type(answer) is not Choice for record in result.records for answer in record.answers)


def test_a_missed_burn_noticed_before_the_deal() -> None:
    played(WAGERS + MISSED + SIX + SEVEN + BANKER_WINS)
    played(WAGERS + SIX + SEVEN + "! missed-burn\n=! referred\n", shoe="machine")


def test_a_discrepancy_that_is_confirmed_changes_nothing() -> None:
    played(ROUND + "! shoe-discrepancy confirmed=yes\n=! ruled [QLD-1-24(10)]\n" + BANKER_WINS)
