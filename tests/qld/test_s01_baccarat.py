"""Baccarat: what the golden rounds leave out."""

from __future__ import annotations

from typing import Any

import pytest
from support.baccarat import (
    ANN_DEALS,
    BANKER_WINS,
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

from pitboss.law import Announced
from pitboss.law.clauses import clause
from pitboss.rulebooks import BadOption, game
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.table.acts import BACK, Cards, Choice, Close, CutAt, Irregular, Lapse, Place, Shuffled, Take
from pitboss.table.facts import Placed, Referred, Rejected, Shown, Taken
from pitboss.table.requests import Shuffle
from pitboss.table.script import Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view

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


def test_a_bet_has_no_other_faults() -> None:
    with pytest.raises(Unplayable, match="fault=ugly: write outside or stacked"):
        played(WAGERS + SIX + SEVEN + "! misplaced-wager box=2 player=Ben wager=banker fault=ugly\n")


def test_a_standing_player_keeps_off_the_cards() -> None:
    played(WAGERS + "box 2 Eve: banker 20\n" + SIX + SEVEN + "! cards-touched box=2 player=Eve\n"
           "=! ruled [QLD-1-7(2)(b)]\nsupervisor: void wagers\n" + BANKER_WINS
           + "= 2 Eve banker void [QLD-0-11(2)(a)]\n")
    played(WAGERS + SIX + SEVEN + "! cards-touched box=2 player=Ben\n=! referred\n" + BANKER_WINS)


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
    with_nine = played(ROUND + "deal banker: 9s\nnext round\n" + ROUND)
    assert with_nine.notes == ["9s was listed for the banker and not needed"]
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
    assert isinstance(t.events[-1], Rejected) and "write a box, 1 to 14" in t.events[-1].what


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
    """Ann's wagers were void and she takes back the next one: nobody is at box 3 any more when its turn comes."""
    t = table(**SHOE)
    play = opened(t)
    play.send(Place(1, "Ben", (("player", 1000),)))
    play.send(Place(3, "Ann", (("player", 1000),)))
    play.send(Irregular("misplaced-wager", {"box": "3", "wager": "player", "fault": "outside"}))
    play.send(Irregular("card-machine-malfunction", {"disadvantaged": "yes"}))
    play.send(Place(3, "Ann", (("player", 1000), ("no such wager", 1000))))
    assert list(t.boxes) == [1, 3], "what is refused changes nothing"
    play.send(Place(3, "Ann", (("player", 1000),)))
    play.send(Take(3, "Ann", "player"))
    assert list(t.boxes) == [1]
    play.send(Choice("1", "continue"))
    play.send(Close())
    play.send(Choice("1", "reject shoe"))
    assert "QLD-1-22(5)" in [str(event.clause) for event in t.events[-2:] if isinstance(event, Announced)]
