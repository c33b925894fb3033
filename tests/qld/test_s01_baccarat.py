"""Baccarat: what the golden rounds leave out."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law import Announced, Ruled
from pitboss.law.clauses import clause
from pitboss.rulebooks import BadOption, Played, game, settle
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.table.acts import BACK, Cards, Choice, Close, CutAt, Irregular, Lapse, Place, Shuffled, Take
from pitboss.table.driver import plain, play_round
from pitboss.table.facts import Dealt, Placed, Referred, Rejected, Returned, Shown, Taken
from pitboss.table.house import Bot, VirtualDealer
from pitboss.table.requests import Deal, Shuffle
from pitboss.table.script import Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view

WAGERS = "box 1 Ann: player 10\nbox 2 Ben: banker 20\n"
SIX = "deal player: 2c 4d\n"  # player 6 stays
SEVEN = "deal banker: Kh 7s\n"  # banker 7 stands
BANKER_WINS = "= 1 Ann player lose 10 [QLD-1-10(2)(b)]\n= 2 Ben banker win 19 [QLD-1-11(2)]\n"


def played(text: str, **options: str) -> Played:
    chosen = " ".join(f"{name.replace('_', '-')}={value}" for name, value in options.items())
    result = settle(f"game qld/baccarat\n{f'option {chosen}' if chosen else ''}\n{text}")
    assert not result.failures, result.failures
    return result


def table(**options: str) -> Table:
    return Table(game("qld/baccarat", {name.replace("_", "-"): value for name, value in options.items()}))


def announced(result: Played) -> list[str]:
    return [str(event.clause).removeprefix("QLD-1-") for event in result.events if isinstance(event, Announced)]


def ruled(result: Played) -> list[str]:
    return [str(event.clause).removeprefix("QLD-1-") for event in result.events if isinstance(event, Ruled)]


def dealt(result: Played) -> list[tuple[str, int, bool]]:
    return [(event.to, len(event.cards), event.face_up) for event in result.events if isinstance(event, Dealt)]


def asked_of(result: Played, kind: type) -> list[Any]:
    """The requests of one kind that the rounds of a file made."""
    found = []
    for record in result.records:
        play = Table(game(record.game, record.options), plain(record.state)).play()
        request = next(play)
        for answer in record.answers:
            if type(request) is kind:
                found.append(request)
            try:
                request = play.send(answer)
            except StopIteration:
                break
    return found


def shuffles(result: Played) -> list[int]:
    return [sum(type(answer) is Shuffled for answer in record.answers) for record in result.records]


# -- 4, 5 and 16: decks, cards and the deal --------------------------------------------------------------


@pytest.mark.parametrize("decks", ["1", "5", "7", "9"])
def test_only_six_or_eight_decks(decks: str) -> None:
    with pytest.raises(BadOption, match=r"QLD-1-4\(1\)"):
        game("qld/baccarat", {"decks": decks})


@pytest.mark.parametrize("decks", [6, 8])
def test_a_shoe_holds_each_card_once_a_deck(decks: int) -> None:
    t = table(decks=str(decks))
    assert t.game.decks == decks
    play = t.play()
    asked = next(play)
    assert type(asked) is Shuffle and asked.decks == decks


@pytest.mark.parametrize("dealing, up", [("up", True), ("down", False)])
def test_four_cards_in_turn_all_face_up_or_all_face_down(dealing: str, up: bool) -> None:
    result = played(WAGERS + "deal player: 2c 3d 4h\ndeal banker: Kh 4s 5d\n", dealing=dealing)
    turns = [(to, 1, up) for to in ("player", "banker") * 3]
    assert dealt(result)[1:] == turns
    shown = [(event.hand, len(event.cards)) for event in result.events if isinstance(event, Shown)]
    assert shown == ([] if up else [("player", 2), ("banker", 2), ("player", 3), ("banker", 3)])


def test_nobody_sees_face_down_cards_before_they_are_turned() -> None:
    t = table(dealing="down")
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Place(1, "Ann", (("player", 1000),))):
        play.send(answer)
    play.send(Close())
    for card in ("2c", "Kh", "4d", "7s"):
        play.send(Cards((card,)))
    assert view(t, 1)["hands"] == {"player": [BACK, BACK], "banker": [BACK, BACK]}
    play.send(Cards(()))
    assert view(t, 1)["hands"] == {"player": ["2c", "4d"], "banker": [BACK, BACK]}


def test_faces_entered_late_are_asked_for() -> None:
    t = table()
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Place(1, "Ann", (("player", 1000),))):
        play.send(answer)
    play.send(Close())
    for _ in range(4):
        play.send(Cards((BACK,)))
    play.send(Cards(("9c", "Kd")))
    play.send(Cards(("2h", "4s")))
    with pytest.raises(StopIteration):
        play.send(Lapse())
    assert [(line.wager, line.outcome) for line in t.lines] == [("player", "win")]


@pytest.mark.parametrize("cards, count", [
    ("Ks Qs", 0), ("Ts As", 1), ("As As", 2), ("2s 7s", 9), ("2s 8s", 0), ("9s 9s 9s", 7), ("9s 9s", 8), ("Js 3s", 3),
])
def test_point_count(cards: str, count: int) -> None:
    assert Baccarat().count(cards.split()) == count


def test_a_hand_without_wagers_is_dealt_and_played() -> None:
    result = played("deal player: 2c 3d 4h\ndeal banker: Kh 3s 9d\n")
    assert len(dealt(result)) == 7 and announced(result)[-1] == "21(1)"
    assert not result.lines


def test_losers_are_collected_before_winners_are_paid() -> None:
    result = played("box 1 Ann: player 10\nbox 2 Ben: banker 20\nbox 3 Cat: tie 5\nbox 4 Dan: banker 10\n"
                    "deal player: 4c 4d\ndeal banker: Kh 9s\n")
    assert [(line.player, line.outcome) for line in result.lines] == [
        ("Ann", "lose"), ("Cat", "lose"), ("Ben", "win"), ("Dan", "win")]
    tie = played("box 1 Ann: tie 5\nbox 2 Ben: banker 20\nbox 3 Cat: player 5\n"
                 "deal player: 9c Td\ndeal banker: 9h Ts\n")
    assert [line.outcome for line in tie.lines] == ["void", "void", "win"]
    assert announced(tie)[-1] == "21(2)"


# The tableau of section 20, for players who stayed ("-") or drew a card that counts 0 to 9.
TABLEAU = {0: "-0123456789", 1: "-0123456789", 2: "-0123456789", 3: "-012345679", 4: "-234567", 5: "-4567", 6: "67",
           7: ""}


@pytest.mark.parametrize("banker", range(8))
def test_every_square_of_the_bankers_table(banker: int) -> None:
    rules = Baccarat()
    draws = [third for third in "-0123456789"
             if rules.banker_draws(6 if third == "-" else 0, banker, None if third == "-" else int(third))]
    assert "".join(draws) == TABLEAU[banker]


@pytest.mark.parametrize("player", range(10))
def test_every_count_of_the_players_hand(player: int) -> None:
    rules = Baccarat()
    assert [rules.player_draws(player, banker) for banker in range(10)] == [player <= 5] * 8 + [False] * 2
    assert player < 8 or not any(rules.banker_draws(player, banker, None) for banker in range(10))


# -- 6 to 9: wagers ----------------------------------------------------------------------------------------


def test_only_baccarat_wagers() -> None:
    played("box 1 Ann: field bet 5\n=! refused [QLD-1-2:baccarat-wager]\n" + WAGERS + SIX + SEVEN + BANKER_WINS)


def test_an_area_may_be_kept_to_one_player() -> None:
    played("box 1 Ann: banker 20\nbox 1 Eve: banker 20\n=! refused [QLD-1-6(1)]\nbox 1 Eve: tie 5\n" + SIX + SEVEN
           + "= 1 Ann banker win 19\n= 1 Eve tie lose 5\n", shared="no")


def test_the_limits_hold_for_what_a_player_has_on_an_area() -> None:
    played("box 1 Ann: player 300\nbox 1 Ann: player 201\n=! refused [QLD-1-9(1)]\nbox 1 Ann: player 200\n"
           "1 Ann: reduce player to 9\n=! refused [QLD-1-9(1)]\n1 Ann: reduce player to 10\n" + SIX + SEVEN
           + "= 1 Ann player lose 10\n", minimum="10", maximum="500")


def test_a_tie_maximum_without_a_differential_is_each_players() -> None:
    played("box 1 Ann: tie 51\n=! refused [QLD-1-9(1)]\nbox 1 Ann: tie 50\nbox 2 Ben: tie 50\n" + SIX + SEVEN,
           tie_maximum="50")


def test_without_a_tie_maximum_the_table_maximum_is_all_the_ties_together() -> None:
    played("box 1 Ann: tie 300\nbox 2 Ben: tie 201\n=! refused [QLD-1-9(2)]\nbox 2 Ben: tie 200\n" + SIX + SEVEN,
           maximum="500", differential="100")


def test_the_differential_also_binds_what_is_taken_back() -> None:
    played("box 1 Ann: player 100\nbox 2 Ben: banker 200\n1 Ann: reduce player to 99\n"
           "=! refused [QLD-1-2:table-differential]\n2 Ben: reduce banker to 150\n1 Ann: reduce player to 50\n"
           "1 Ann: remove player\n=! refused [QLD-1-2:table-differential]\n" + SIX + SEVEN
           + "= 1 Ann player lose 50\n= 2 Ben banker win 142.50\n", differential="100")


def test_a_tie_is_taken_back_freely() -> None:
    played("box 1 Ann: player 100, tie 50\n1 Ann: remove tie\n" + SIX + SEVEN + "= 1 Ann player lose 100\n",
           differential="100")


def test_additional_wagers_have_a_maximum_for_each_player() -> None:
    rules = Baccarat({"maximum": "500"})
    rules.additional = {"super 6": 50_00}
    t = Table(rules)
    refused = rules.refuse_wager(t, 1, "Ann", "super 6", 50_01)
    assert refused is not None and refused.clause == "QLD-1-9(3)"
    assert rules.refuse_wager(t, 1, "Ann", "super 6", 50_00) is None
    t.place(1, "Ann", "super 6", 50_00)
    again = rules.refuse_wager(t, 2, "Ann", "super 6", 1_00)
    assert again is not None and again.clause == "QLD-1-9(3)"
    assert rules.refuse_wager(t, 1, "Ben", "super 6", 50_00) is None


def test_a_table_has_no_more_places_than_it_has() -> None:
    t = table(places="7")
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Place(8, "Ann", (("player", 1000),))):
        play.send(answer)
    assert isinstance(t.events[-1], Rejected) and not t.wagers
    play.send(Place(7, "Ann", (("player", 1000),)))
    assert len(t.wagers) == 1


def test_words_are_no_wager() -> None:
    result = played("box 1 Ann: player 10\n! oral-wager box=2 wager=banker amount=20\n=! ruled [QLD-1-8(3)(a)]\n"
                    + SIX + SEVEN)
    assert [line.player for line in result.lines] == ["Ann"]


@pytest.mark.parametrize("fault, cited", [("outside", "6(2)(a)"), ("stacked", "6(2)(c)")])
def test_a_bet_that_lies_wrong_is_not_valid(fault: str, cited: str) -> None:
    report = f"! misplaced-wager box=2 player=Ben wager=banker fault={fault}\n=! ruled [QLD-1-{cited}]\n"
    played(WAGERS + report + SIX + SEVEN + f"= 1 Ann player lose 10\n= 2 Ben banker void [QLD-1-{cited}]\n")


def test_other_faults_of_a_bet_are_for_the_supervisor() -> None:
    played(WAGERS + SIX + SEVEN + "! misplaced-wager box=2 player=Ben wager=banker fault=ugly\n=! referred\n"
           + BANKER_WINS)


def test_a_standing_player_keeps_off_the_cards() -> None:
    played(WAGERS + "box 2 Eve: banker 20\n" + SIX + SEVEN + "! cards-touched box=2 player=Eve\n"
           "=! ruled [QLD-1-7(2)(b)]\nsupervisor: void wagers\n" + BANKER_WINS
           + "= 2 Eve banker void [QLD-0-11(2)(a)]\n")
    played(WAGERS + SIX + SEVEN + "! cards-touched box=2 player=Ben\n=! referred\n" + BANKER_WINS)


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


ROUND = WAGERS + SIX + SEVEN
LATER = WAGERS + "deal player: 2c\n! cutting-card\n=! ruled [QLD-1-15(1)]\n" + SEVEN + "deal player: 4d\n"
FIRST = WAGERS + "no more bets\n! cutting-card\n=! ruled [QLD-1-15(1)]\n=! announced [QLD-1-15(4)]\n" + SIX + SEVEN


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
    t, dealer = table(), VirtualDealer(source, Bot(source, {1: "Ann", 2: "Ben"}))
    records = [play_round(t, dealer) for _ in range(300)]
    fresh = [type(record.answers[0]) is Shuffled for record in records]
    cut = [any(type(answer) is Cards and answer.cutting_card for answer in record.answers) for record in records]
    assert sum(fresh) > 3
    for number in range(2, len(records)):
        assert not fresh[number] or cut[number - 1] or cut[number - 2]


# -- 22 and 23: the designated player ----------------------------------------------------------------------

SHOE = {"places": "14", "minimum": "10", "maximum": "500"}
ANN_DEALS = WAGERS + "1: accept shoe\n=! announced [QLD-1-16(1)(a)]\n"


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


@pytest.mark.parametrize("cards, hand", [("deal player: 2c 3d 4h\n" + SEVEN, "player"), (SIX + SEVEN, "1"),
                                         (SIX + "deal banker: 2h 3s 9d\n", "banker")])
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


# -- 10 to 12: prices --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stake, exact, rounded", [
    (10_00, 9_50, 9_50), (10_50, 9_97, 9_50), (11_00, 10_45, 10_00), (50, 47, 0), (1_00, 95, 50), (20_00, 19_00, 19_00),
])
def test_commission_and_its_rounding(stake: int, exact: int, rounded: int) -> None:
    assert Baccarat().result("banker", 6, 7).pays(stake) == exact
    assert Baccarat({"rounding": "50c"}).result("banker", 6, 7).pays(stake) == rounded


def test_rounding_is_for_the_commission_only() -> None:
    even = Baccarat({"rounding": "50c", "banker": "even-money"})
    assert even.result("banker", 5, 6).pays(5_50) == 2_75
    assert Baccarat({"rounding": "50c"}).result("player", 7, 6).pays(5_25) == 5_25


@pytest.mark.parametrize("banker", range(1, 10))
def test_even_money_pays_half_on_a_six(banker: int) -> None:
    result = Baccarat({"banker": "even-money"}).result("banker", 0, banker)
    assert (result.pays(10_00), str(result.clause)) == (
        (5_00, "QLD-1-12(6)(a)") if banker == 6 else (10_00, "QLD-1-12(6)(b)"))


def test_every_pair_of_counts() -> None:
    rules = Baccarat()
    for player in range(10):
        for banker in range(10):
            outcomes = [rules.result(kind, player, banker).outcome for kind in ("player", "banker", "tie")]
            if player == banker:
                assert outcomes == ["void", "void", "win"]
            else:
                assert outcomes == (["win", "lose", "lose"] if player > banker else ["lose", "win", "lose"])


def test_every_pay_line_cites_its_clause() -> None:
    lines = {f"{table.wager} {line}": (str(odds), str(cited)) for table in Baccarat.pay_tables
             for line, (odds, cited) in table.lines.items()}
    assert lines == {
        "player win": ("1 to 1", "QLD-1-11(1)"), "banker commission": ("19 to 20", "QLD-1-11(2)"),
        "banker even money, count of 6": ("1 to 2", "QLD-1-12(6)(a)"),
        "banker even money": ("1 to 1", "QLD-1-12(6)(b)"), "tie win": ("8 to 1", "QLD-1-11(3)"),
    }
    assert clause("QLD-1-11(4)").readings[0].configurable


def test_taking_back_what_is_not_there() -> None:
    t = table()
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)), Take(1, "Ann", "tie")):
        play.send(answer)
    assert isinstance(t.events[-1], Rejected)


def test_a_round_sees_only_its_own_part_of_the_file() -> None:
    with pytest.raises(Unplayable, match="line 7: 9s was never dealt to banker"):
        played(ROUND + "deal banker: 9s\nnext round\n" + ROUND)
    with pytest.raises(Unplayable, match="1 card missing: player is owed it"):
        played(WAGERS + "deal player: 2c 3d\n" + SEVEN + "next round\n" + ROUND)


def test_a_default_may_be_given() -> None:
    assert Baccarat({"differential": "none", "tie-maximum": "none"}).differential is None
    with pytest.raises(BadOption, match="differential"):
        Baccarat({"differential": "some"})


# -- until when wagers are taken ---------------------------------------------------------------------------


def opened(t: Table) -> Any:
    """A table at which the wagers of the first round are being taken."""
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,))):
        play.send(answer)
    return play


def test_cards_face_down_leave_wagers_open_until_the_call() -> None:
    t = table(dealing="down")
    play = opened(t)
    play.send(Close())
    play.send(Cards(("2c",)))
    play.send(Place(1, "Ann", (("player", 1000), ("tie", 500))))
    play.send(Take(1, "Ann", "tie"))
    assert isinstance(t.events[-2], Placed) and isinstance(t.events[-1], Taken)
    assert [str(event.clause) for event in t.events if isinstance(event, Announced)] == []
    for card in ("Kh", "4d", "7s"):
        play.send(Cards((card,)))
    assert isinstance(t.events[-1], Announced) and t.events[-1].clause == "QLD-1-16(1)"
    play.send(Place(2, "Ben", (("banker", 1000),)))
    assert refused_under(t) == "QLD-1-8(3)(b)" and len(t.wagers) == 1


def refused_under(t: Table) -> str:
    refused = t.refused()
    return str(getattr(refused, "clause", ""))


def test_a_card_turned_by_mistake_ends_them_sooner() -> None:
    t = table(dealing="down")
    play = opened(t)
    play.send(Close())
    play.send(Cards(("2c",)))
    play.send(Irregular("card-exposed", {"hand": "player"}))
    play.send(Place(1, "Ann", (("player", 1000),)))
    assert refused_under(t) == "QLD-1-24(6)", "nobody had a wager, so it is a dummy round"
    t = table(dealing="down")
    play = opened(t)
    play.send(Place(1, "Ann", (("player", 1000),)))
    play.send(Close())
    play.send(Cards(("2c",)))
    play.send(Irregular("card-exposed", {"hand": "player"}))
    play.send(Lapse())
    play.send(Place(1, "Ann", (("player", 1000),)))
    assert refused_under(t) == "QLD-1-8(3)(b)"
    play.send(Take(1, "Ann", "player"))
    assert refused_under(t) == "QLD-1-8(3)(b)"


def test_no_wagers_before_they_are_invited() -> None:
    t = table()
    play = t.play()
    next(play)
    asked = play.send(Place(1, "Ann", (("player", 1000),)))
    assert refused_under(t) == "QLD-0-3:wagering-period" and not t.wagers
    assert type(asked) is Shuffle


def test_the_shoe_is_not_taken_while_wagers_come_in() -> None:
    t = table(**SHOE)
    play = opened(t)
    play.send(Place(1, "Ann", (("player", 1000),)))
    play.send(Choice("1", "accept shoe"))
    assert isinstance(t.events[-1], Rejected)


# -- 22 and the front rule -----------------------------------------------------------------------------------


def test_an_excluded_player_is_neither_asked_nor_kept() -> None:
    out = "! contravention box=1\nsupervisor: no sanction\nsupervisor: exclude\n"
    three, ben_out = WAGERS + "box 3 Cat: tie 10\n", out.replace("box=1", "box=2")
    played(three + ben_out + "1: reject shoe\n3: accept shoe\n" + SIX + SEVEN, **SHOE)
    played(three + "1: reject shoe\n" + ben_out + "3: accept shoe\n" + SIX + SEVEN, **SHOE)
    result = played(ANN_DEALS + SIX + SEVEN + "next round\n" + WAGERS + out + "1: keep shoe\n"
                    "=! refused [QLD-0-11(2)(b)]\n2: accept shoe\n" + SIX + SEVEN, **SHOE)
    assert "23(2)" not in ruled(result)


def test_touching_cards_with_leave_is_no_contravention() -> None:
    played(WAGERS + "! dealer-to-deal\n" + SIX + SEVEN + "! cards-touched box=1 player=Ann permitted=yes\n"
           "=! referred\n" + BANKER_WINS, **SHOE)


@pytest.mark.parametrize("box", ["9" * 6000, "\u0661", "-1", ""])
def test_no_box_is_too_strange_to_be_asked_about(box: str) -> None:
    t = table()
    play = opened(t)
    play.send(Irregular("cards-touched", {"box": box, "player": "Ann"}))
    assert isinstance(t.events[-1], Referred)


# -- QLD-0-15: when the cards are shuffled --------------------------------------------------------------------


def test_a_manager_may_have_the_cards_shuffled_after_the_round() -> None:
    directed = WAGERS + SIX + SEVEN + "! shuffle-directed\n=! ruled [QLD-0-15(2)(c)]\n"
    result = played("next round\n".join([ROUND, directed, ROUND, ROUND]))
    assert shuffles(result) == [1, 0, 1, 0]
    assert [str(request.clause) for request in asked_of(result, Shuffle)] == ["QLD-0-15(2)(a)", "QLD-0-15(2)(c)"]


def test_pre_shuffled_cards_are_shuffled_again_for_a_player_who_asks() -> None:
    t = table()
    play = t.play()
    next(play)
    play.send(Shuffled())
    play.send(CutAt(100))
    play.send(Irregular("reshuffle-asked", {"pre-shuffled": "no"}))
    assert isinstance(t.events[-1], Rejected)
    play.send(Irregular("reshuffle-asked", {"pre-shuffled": "yes"}))
    play.send(CutAt(100))
    asked = play.send(Lapse())
    assert type(asked) is Shuffle and asked.clause == "QLD-0-15(4)"
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,))):
        play.send(answer)
    play.send(Irregular("reshuffle-asked", {"pre-shuffled": "yes"}))
    assert isinstance(t.events[-1], Referred), "the first card is out"


def test_a_place_given_up_while_a_question_is_open() -> None:
    """Ann's wagers were void and her next act fails: nobody is at box 3 any more when its turn comes."""
    t = table(**SHOE)
    play = opened(t)
    play.send(Place(1, "Ben", (("player", 1000),)))
    play.send(Place(3, "Ann", (("player", 1000),)))
    play.send(Irregular("misplaced-wager", {"box": "3", "wager": "player", "fault": "outside"}))
    play.send(Irregular("card-machine-malfunction", {"disadvantaged": "yes"}))
    play.send(Place(3, "Ann", (("player", 1000), ("no such wager", 1000))))
    assert list(t.boxes) == [1]
    play.send(Choice("1", "continue"))
    play.send(Close())
    play.send(Choice("1", "reject shoe"))
    assert "QLD-1-22(5)" in [str(event.clause) for event in t.events[-2:] if isinstance(event, Announced)]
