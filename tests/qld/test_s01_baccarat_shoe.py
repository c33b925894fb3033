"""Baccarat, sections 13 to 15, 22 and 23: the shoe, and who deals from it."""

from __future__ import annotations

import pytest
from support.baccarat import (
    ANN_DEALS,
    BANKER_WINS,
    FIRST,
    LATER,
    ROUND,
    SEVEN,
    SHOE,
    SIX,
    WAGERS,
    announced,
    asked_of,
    dealt,
    played,
    ruled,
    shuffles,
    table,
)

from pitboss.equipment.rng import SeededSource
from pitboss.law import Ruled
from pitboss.table.acts import BACK, Cards, Close, CutAt, Irregular, Lapse, Shuffled
from pitboss.table.driver import play_round
from pitboss.table.facts import Rejected
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Deal, Shuffle
from pitboss.table.script import Unplayable

# -- 13 to 15: machine, cutting, burning, the last round -----------------------------------------------------


def test_a_card_machine_is_neither_cut_nor_burnt() -> None:
    one = WAGERS + SIX + SEVEN + "next round\n"
    result = played(one + one + WAGERS + SIX + SEVEN, shoe="machine")
    kinds = {type(answer) for record in result.records for answer in record.answers}
    assert CutAt not in kinds and "discard" not in [to for to, _, _ in dealt(result)]
    assert shuffles(result) == [1, 1, 1]
    cutting = "! cutting-card\n=! refused [QLD-0-16(e)]\n"
    played(WAGERS + cutting + SIX + SEVEN + cutting, shoe="machine")
    assert [request.clause for request in asked_of(result, Shuffle)] == ["QLD-0-16(b)", "QLD-0-16(g)", "QLD-0-16(g)"]


@pytest.mark.parametrize("decks", [6, 8])
def test_where_the_cutting_cards_go(decks: int) -> None:
    cards = decks * 52
    low = f"cut 9\n=! refused [QLD-1-14(5)]\ncut {cards - 9}\n=! refused [QLD-1-14(5)]\n"
    mark = f"cut 13\n=! refused [QLD-1-14(8)]\ncut {cards}\n=! refused [QLD-1-14(8)]\n"
    for cut, last in ((10, 14), (cards - 10, cards - 1)):
        played(low + f"cut {cut}\n" + mark + f"cut {last}\n" + WAGERS + SIX + SEVEN, decks=str(decks))


def test_one_card_is_burnt_before_play_and_not_again() -> None:
    result = played(WAGERS + SIX + SEVEN + "next round\n" + WAGERS + SIX + SEVEN)
    assert [event for event in dealt(result) if event[0] == "discard"] == [("discard", 1, False)]
    assert dealt(result)[0][0] == "discard"


@pytest.mark.parametrize("first, more", [("Ks", 10), ("Qs", 10), ("Js", 10), ("Ts", 10), ("9s", 9), ("2s", 2),
                                         ("As", 1)])
def test_further_cards_are_burnt_by_the_first_ones_value(first: str, more: int) -> None:
    rest = ["3c", "4c", "5c", "6c", "7c", "8c", "9c", "2d", "3d", "4d"][:more]
    result = played(f"supervisor: burn further cards\ndeal discard: {first} {' '.join(rest)}\n" + WAGERS + SIX + SEVEN)
    assert dealt(result)[:2] == [("discard", 1, True), ("discard", more, True)]


def test_a_shown_burn_card_needs_a_face() -> None:
    with pytest.raises(Unplayable, match="discard is owed it"):
        played("supervisor: burn further cards\n" + WAGERS + SIX + SEVEN)




def test_one_more_round_after_the_cutting_card() -> None:
    result = played("next round\n".join([ROUND, LATER, ROUND, ROUND]))
    assert shuffles(result) == [1, 0, 0, 1]
    assert announced(result).count("15(2)") == 1 and "15(4)" not in announced(result)


def test_the_cutting_card_first_out_makes_that_round_the_last() -> None:
    result = played("next round\n".join([ROUND, FIRST, ROUND]))
    assert shuffles(result) == [1, 0, 1]
    assert announced(result).count("15(4)") == 1 and "15(2)" not in announced(result)


def test_the_cutting_card_found_before_the_wagers_is_first_out() -> None:
    report = "! cutting-card\n=! announced [QLD-1-15(4)]\n"
    result = played("next round\n".join([ROUND, "box 3 Cat: tie 5\n" + report + ROUND, ROUND]))
    assert shuffles(result) == [1, 0, 1]


def test_the_second_card_is_not_the_first() -> None:
    """A card carried over is no card out of the shoe, so the cutting card behind it is still first."""
    carried = ROUND + "! third-card-in-error hand=banker exposed=no card=9c\n"
    second = WAGERS + "no more bets\ndeal player: Kd\n! cutting-card\ndeal banker: 2h 4s\n"
    result = played("next round\n".join([carried, second, ROUND]))
    assert shuffles(result) == [1, 0, 1] and "15(4)" in announced(result)


@pytest.mark.parametrize("when", [LATER, FIRST.replace("=! announced [QLD-1-15(4)]\n", "")])
def test_a_table_for_terminals_plays_one_more_round_and_says_nothing(when: str) -> None:
    result = played("next round\n".join([when, ROUND, ROUND]), result_only="yes")
    assert shuffles(result) == [1, 0, 1]
    assert not {"15(2)", "15(4)"} & set(announced(result))
    assert Lapse not in [type(answer) for answer in result.records[0].answers[:5]], "nobody is asked to burn more"


def test_the_cutting_card_comes_out_once() -> None:
    t = table()
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Close(), Cards(("2c",))):
        play.send(answer)
    asked = play.send(Cards((), cutting_card=True))
    assert type(asked) is Deal and asked.to == "banker", "the card asked for is still to come"
    assert isinstance(t.events[-1], Ruled) and t.events[-1].clause == "QLD-1-15(1)"
    play.send(Cards((), cutting_card=True))
    assert len([event for event in t.events if isinstance(event, Ruled)]) == 1
    play.send(Irregular("cutting-card", {}))
    assert isinstance(t.events[-1], Rejected)


def test_virtual_shoes_end_one_or_two_rounds_after_the_cutting_card() -> None:
    source = SeededSource("baccarat shoes")
    t, dealer = table(), VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}))
    records = [play_round(t, dealer) for _ in range(300)]
    fresh = [type(record.answers[0]) is Shuffled for record in records]
    cut = [any(type(answer) is Cards and answer.cutting_card for answer in record.answers) for record in records]
    assert sum(fresh) > 3
    for number in range(2, len(records)):
        assert not fresh[number] or cut[number - 1] or cut[number - 2]


# -- 22 and 23: the designated player ----------------------------------------------------------------------



def test_a_manager_may_have_the_shoe_offered_at_a_small_table() -> None:
    played(ANN_DEALS + SIX + SEVEN, places="9", offer_shoe="yes")
    result = played(ROUND, places="9")
    assert "16(1)(a)" not in announced(result)


@pytest.mark.parametrize("word", ["accept", "reject", "keep", "pass"])
def test_nothing_is_done_with_a_shoe_that_is_not_offered(word: str) -> None:
    played(WAGERS + f"1: {word} shoe\n=! refused [QLD-1-22(1)]\n" + SIX + SEVEN)


def test_the_offer_goes_clockwise_from_the_dealers_left() -> None:
    three = "box 5 Cat: tie 10\n" + WAGERS
    result = played(three + "5: accept shoe\n=! refused [QLD-1-22(2)]\n1: reject shoe\n5: accept shoe\n"
                    "=! refused [QLD-1-22(3)]\n2: reject shoe\n5: accept shoe\n=! announced [QLD-1-16(1)(a)]\n"
                    + SIX + SEVEN, **SHOE)
    assert "22(5)" not in announced(result)


def test_when_nobody_takes_it_the_dealer_deals_that_round() -> None:
    nobody = WAGERS + "1: reject shoe\n2: reject shoe\n=! announced [QLD-1-22(5)]\n" + SIX + SEVEN
    result = played(nobody + "next round\n" + ANN_DEALS + SIX + SEVEN, **SHOE)
    assert announced(result).count("16(1)(a)") == 1


def test_after_a_pass_the_offer_starts_on_the_left_of_the_former_designated_player() -> None:
    ben = "1: reject shoe\n2: accept shoe\n" + SIX + SEVEN + "next round\n"
    again = ("2: pass shoe\n1: accept shoe\n=! refused [QLD-1-22(6)]\n3: reject shoe\n"
             "3: accept shoe\n=! refused [QLD-1-22(7)]\n1: accept shoe\n=! announced [QLD-1-16(1)(a)]\n" + SIX + SEVEN)
    three = WAGERS + "box 3 Cat: tie 10\n"
    third = "next round\n" + three + "1: keep shoe\n=! announced [QLD-1-16(1)(a)]\n" + SIX + SEVEN
    played(three + ben + three + again + third, **SHOE)


def test_the_holder_is_asked_before_anybody_else() -> None:
    played(ANN_DEALS + SIX + SEVEN + "next round\n" + WAGERS + "2: accept shoe\n=! refused [QLD-1-22(9)]\n"
           "1: keep shoe\n" + SIX + SEVEN, **SHOE)


def test_the_shoe_passes_when_the_banker_loses_and_nobody_else_wants_it() -> None:
    lost = ANN_DEALS + "deal player: 4c 5d\ndeal banker: 3h 5s\nnext round\n"
    result = played(lost + WAGERS + "2: reject shoe\n=! announced [QLD-1-22(5)]\n" + SIX + SEVEN + "next round\n"
                    + ANN_DEALS + SIX + SEVEN, **SHOE)
    assert result.records[1].state["must_pass"] == "22(10)(a)" and result.records[2].state["must_pass"] == ""


@pytest.mark.parametrize("wager, keeps", [("player 10", True), ("banker 10", True), ("tie 500", False)])
def test_the_designated_player_needs_the_minimum_on_a_hand(wager: str, keeps: bool) -> None:
    choice = "1: keep shoe\n" if keeps else "1: keep shoe\n=! refused [QLD-1-23(1)]\n2: accept shoe\n"
    result = played(ANN_DEALS + SIX + SEVEN + f"next round\nbox 1 Ann: {wager}\nbox 2 Ben: player 10\n" + choice
                    + SIX + SEVEN, **SHOE)
    assert ("23(2)" in ruled(result)) is not keeps


def test_a_designated_player_who_left_gives_up_the_shoe() -> None:
    result = played(ANN_DEALS + SIX + SEVEN + "next round\nbox 2 Ben: player 10\n2: accept shoe\n" + SIX + SEVEN,
                    **SHOE)
    assert "23(2)" in ruled(result)


@pytest.mark.parametrize("order", [True, False])
def test_the_designated_player_may_be_ordered_to_pass(order: bool) -> None:
    report = "! designated-player-at-fault\n=! ruled [QLD-1-22(10)(b)]\n"
    first = ANN_DEALS + SIX + SEVEN + report + ("supervisor: pass the shoe\n" if order else "")
    then = "1: keep shoe\n=! refused [QLD-1-22(10)(b)]\n2: accept shoe\n" if order else "1: keep shoe\n"
    played(first + "next round\n" + WAGERS + then + SIX + SEVEN, **SHOE)


def test_there_is_nobody_to_order_when_the_dealer_deals() -> None:
    played(ROUND + "! designated-player-at-fault\n=! referred\n" + BANKER_WINS)


def test_a_supervisor_may_have_the_dealer_deal() -> None:
    directed = ANN_DEALS + SIX + SEVEN + "! dealer-to-deal\n=! ruled [QLD-1-22(11)]\nnext round\n"
    result = played(directed + ROUND + "! cards-touched box=1 player=Ann\n=! ruled [QLD-1-22(11)]\n"
                    "! dealer-to-deal ended=yes\nnext round\n" + ANN_DEALS + SIX + SEVEN, **SHOE)
    assert announced(result).count("16(1)(a)") == 2


def test_the_direction_ends_the_offers_of_the_shoe() -> None:
    second = "next round\n" + WAGERS + "! dealer-to-deal\n" + SIX + SEVEN
    for first in (WAGERS + "1: reject shoe\n! dealer-to-deal\n" + SIX + SEVEN, ANN_DEALS + SIX + SEVEN + second):
        result = played(first, **SHOE)
        assert "22(5)" not in announced(result) and announced(result).count("16(1)(a)") == (second in first)


def test_the_shoe_stays_where_it_is_through_a_dummy_round() -> None:
    first = ANN_DEALS + SIX + SEVEN + "! third-card-in-error hand=banker exposed=yes\n"
    dummy = "deal player: 9c Kd\ndeal banker: 2h 8s\n"
    result = played(first + "next round\n" + dummy + "next round\n" + WAGERS + "1: keep shoe\n=! refused "
                    "[QLD-1-22(10)(a)]\n2: accept shoe\n" + SIX + SEVEN, **SHOE)
    assert announced(result).count("16(1)(a)") == 3
