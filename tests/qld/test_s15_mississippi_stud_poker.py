"""Mississippi stud poker: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Answer, Cards, Choice, Close, Lapse, Place, Shuffled
from pitboss.table.decisions import Silence, silence_of
from pitboss.table.driver import Replay, drive
from pitboss.table.facts import Chose, Dealt, Returned, Reversed, Shown
from pitboss.table.headlines import headline
from pitboss.table.requests import Choose, Reveal
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

GAME = "game qld/mississippi-stud-poker\n"
DEVICE = f"{GAME}option device=shuffler\n"
TWO = "box 1 Ann: ante 10\nbox 2 Ben: ante 10\n"
CARDS = "deal 1: Ks 6d\ndeal 2: 2c 7d\ndeal board: Kh 6h 5c\n"
ROUND = f"{GAME}{TWO}{CARDS}"
STREETS = ("3rd street", "4th street", "5th street")
ALL_BET = "".join(f"1: {street} 10\n2: {street} 10\n" for street in STREETS)


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def alone(cards: str, board: str, text: str = "") -> Played:
    """One player, who bets once on every street."""
    bets = "".join(f"1: {street} 10\n" for street in STREETS)
    return good(f"{GAME}box 1 Ann: ante 10\ndeal 1: {cards}\ndeal board: {board}\n{bets}{text}")


# -- 16 and 17: what a hand pays -------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "board", "outcome", "pays", "clause"), [
    ("As Ks", "Qs Js Ts", WIN, 500, "royal-flush"), ("2h 3h", "4h 5h Ah", WIN, 100, "straight-flush"),
    ("9s Ks", "Qs Js Ts", WIN, 100, "straight-flush"), ("7c 7d", "7h 2c 7s", WIN, 40, "four-of-a-kind"),
    ("7c 7d", "7h 2c 2s", WIN, 10, "full-house"), ("2d Kd", "9d 8d 3d", WIN, 6, "flush"),
    ("2h 3h", "4h 5h Ad", WIN, 4, "straight"), ("Th Jd", "Qc Kc Ac", WIN, 4, "straight"),
    ("2h 2d", "2c Kc Ac", WIN, 3, "three-of-a-kind"), ("2h 2d", "3c 3h Ac", WIN, 2, "two-pair"),
    ("Jh 2d", "Jc 3h 4c", WIN, 1, "jacks-or-better"), ("Ah 2d", "Kc 3h Ac", WIN, 1, "jacks-or-better"),
    ("Th 2d", "Kc Ts Ac", STAND_OFF, 0, "6s-to-10s"), ("6h 2d", "Kc 6s Ac", STAND_OFF, 0, "6s-to-10s"),
    ("5h 2d", "Kc 5s Ac", LOSE, 0, "5s-or-lower"), ("2h 2d", "Kc 5s Ac", LOSE, 0, "5s-or-lower"),
    ("Kh 2d", "3c Qs Ac", LOSE, 0, "5s-or-lower"),
])
def test_every_wager_of_a_hand_is_paid_by_what_it_is(
    cards: str, board: str, outcome: str, pays: int, clause: str
) -> None:
    played = alone(cards, board)
    assert [(line.wager, line.outcome, line.pays, line.clause) for line in played.lines] == [
        (wager, outcome, 1000 * pays, f"QLD-15-16:{clause}") for wager in ("ante", *STREETS)]
    assert {also for line in played.lines for also in line.also} == {
        {WIN: "QLD-15-17(1)", LOSE: "QLD-15-17(2)", STAND_OFF: "QLD-15-17(3)"}[outcome]}


# -- 11 to 14: cards and streets -------------------------------------------------------------------------------


def shown(played: Played) -> list[str]:
    """What lay open of the board, and what was bet, one after the other."""
    told = []
    for event in played.events:
        turned = isinstance(event, Shown) and event.hand == "board"
        if turned or (isinstance(event, Dealt) and event.to == "board" and event.face_up):
            told += event.cards
        elif isinstance(event, Chose) and event.name != "continue":
            told.append(f"{event.hand} {event.name}")
    return told


IN_TURN = ["1 3rd street", "2 3rd street", "Kh", "1 4th street", "2 4th street", "6h", "1 5th street", "2 5th street",
           "5c"]


def test_a_shoe_deals_one_card_in_turn_and_the_board_street_by_street() -> None:
    played = good(ROUND + ALL_BET)
    dealt = [(event.to, len(event.cards), event.face_up) for event in played.events if isinstance(event, Dealt)]
    assert dealt == [("1", 1, False), ("2", 1, False), ("1", 1, False), ("2", 1, False), *[("board", 1, True)] * 3]
    assert shown(played) == IN_TURN


def test_a_device_deals_the_board_first_and_then_two_at_a_time() -> None:
    played = good(f"{DEVICE}{TWO}{CARDS}{ALL_BET}")
    dealt = [(event.to, len(event.cards), event.face_up) for event in played.events if isinstance(event, Dealt)]
    assert dealt == [("board", 3, False), ("1", 2, False), ("2", 2, False)]
    assert shown(played) == IN_TURN


def test_a_shuffling_device_uses_two_decks_in_turn() -> None:
    t = Table(game("qld/mississippi-stud-poker", {"device": "shuffler"}))
    decks = []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        play.send(Shuffled())
        with pytest.raises(StopIteration):
            play.send(Close())
    assert decks == [2, 1, 2]


@pytest.mark.parametrize("amount", ["10", "20", "30"])
def test_a_street_takes_one_two_or_three_times_the_ante(amount: str) -> None:
    played = good(f"{ROUND}1: 3rd street {amount}\n2: fold\n1: fold\n")
    assert [line.stake for line in played.lines if line.wager == "3rd street"] == [int(amount) * 100]


@pytest.mark.parametrize("amount", ["5", "9.50", "15", "25", "30.50", "40"])
@pytest.mark.parametrize(("before", "street", "clause"), [
    ("", "3rd street", "12(3)"), ("1: 3rd street 10\n2: fold\n", "4th street", "13(2)"),
    ("1: 3rd street 10\n2: fold\n1: 4th street 10\n", "5th street", "14(2)"),
])
def test_and_nothing_else(before: str, street: str, clause: str, amount: str) -> None:
    rest = "1: fold\n" + ("2: fold\n" if not before else "")
    good(f"{ROUND}{before}1: {street} {amount}\n=! refused [QLD-15-{clause}]\n{rest}")


def test_a_bet_without_an_amount_is_the_largest_as_everywhere() -> None:
    played = good(f"{ROUND}1: bet\n2: fold\n1: fold\n")
    assert [line.stake for line in played.lines if line.wager == "3rd street"] == [3000]


@pytest.mark.parametrize(("bets", "clause"), [(0, "12(2)"), (1, "13(1)"), (2, "14(1)")])
def test_a_fold_loses_what_lies_there_under_the_clause_of_its_street(bets: int, clause: str) -> None:
    before = "".join(f"1: {street} 20\n" for street in STREETS[:bets])
    played = good(f"{GAME}box 1 Ann: 10\ndeal 1: Ks 6d\ndeal board: Kh 6h 5c\n{before}1: fold\n")
    assert [(line.wager, line.outcome) for line in played.lines] == [
        (wager, LOSE) for wager in ("ante", *STREETS[:bets])]
    assert {(line.clause, *line.also) for line in played.lines} == {(f"QLD-15-{clause}", "QLD-15-2:fold")}


def test_who_has_folded_decides_no_more() -> None:
    good(f"{ROUND}1: fold\n1: 3rd street 10\n=! refused [QLD-15-2:fold]\n2: 3rd street 10\n1: 4th street 10\n"
         "=! refused [QLD-15-2:fold]\n2: fold\n")


def test_nobody_checks() -> None:
    good(f"{ROUND}1: check\n=! refused [QLD-15-12(2)]\n1: fold\n2: fold\n")


def test_the_ante_stays_where_it_is() -> None:
    good(f"{ROUND}1: retract\n=! refused [QLD-15-9(4)]\n1: fold\n2: fold\n")


def test_only_an_ante_opens_a_round() -> None:
    line = "box 3 Cat: {}\n=! refused [{}]\ndeal 1"
    for wager, clause in (("pair plus 5", "QLD-15-9(1)"), ("3rd street 5", "QLD-15-12(2)")):
        good(ROUND.replace("deal 1", line.format(wager, clause), 1) + "1: fold\n2: fold\n")


# -- 18: wagers of the wrong size ------------------------------------------------------------------------------

LIMITS = f"{GAME}option minimum=10 maximum=100\n"
ONE = "deal 1: Ks 6d\ndeal board: Kh 6h 5c\n"


def with_ante(amount: str) -> str:
    return f"{LIMITS}! wrong-wager box=1 player=Ann wager=ante amount={amount}\n=! ruled [QLD-15-18(1)]\n{ONE}"


@pytest.mark.parametrize(("amount", "settled", "clause"), [
    ("100.50", 10000, "QLD-15-18(1)(a)"), ("150", 10000, "QLD-15-18(1)(a)"), ("9.50", 950, "QLD-15-18(1)(b)"),
])
def test_an_ante_outside_the_limits_found_while_its_hand_is_acted_on(amount: str, settled: int, clause: str) -> None:
    for rest in ("1: fold\n", "".join(f"1: {street} {amount}\n" for street in STREETS)):
        played = good(with_ante(amount) + rest)
        assert [line.stake for line in played.lines if line.wager == "ante"] == [settled]
        assert any(getattr(event, "clause", "") == clause for event in played.events)
        assert sum(played.net.values()) == sum(line.pays or -line.stake for line in played.lines)


def test_what_lies_on_the_streets_is_measured_by_the_ante_put_right() -> None:
    played = good(with_ante("150") + "".join(f"1: {street} 450\n" for street in STREETS))
    assert [line.stake for line in played.lines] == [10000, 30000, 30000, 30000]


@pytest.mark.parametrize(("facts", "told"), [
    ("amount=50 player=Ann", "within the limits"), ("amount=5", "whose the ante is"),
])
def test_an_ante_that_is_not_wrong_or_nobodys(facts: str, told: str) -> None:
    with pytest.raises(Unplayable, match=told):
        good(f"{LIMITS}! wrong-wager box=1 wager=ante {facts}\n{ONE}")


def test_a_wrong_ante_keeps_to_the_areas() -> None:
    with pytest.raises(Unplayable, match=r"QLD-15-9\(3\)"):
        good(f"{LIMITS}box 1 Ann: 10\n! wrong-wager box=1 player=Ben wager=ante amount=5\n{ONE}")


@pytest.mark.parametrize(("amount", "settled", "clause"), [
    ("30.50", 3000, "QLD-15-18(2)(a)"), ("9.50", 950, "QLD-15-18(2)(b)"), ("15", 1500, "QLD-15-18(2)"),
    ("25.50", 2550, "QLD-15-18(2)"), ("20", 2000, ""),
])
@pytest.mark.parametrize("place", range(3))
def test_a_street_wager_of_the_wrong_size(place: int, amount: str, settled: int, clause: str) -> None:
    lines = [f"1: {street} 10" for street in STREETS]
    lines[place] = f"! wrong-wager box=1 wager={STREETS[place].replace(' ', '-')} amount={amount}"
    played = good(f"{GAME}box 1 Ann: 10\n{ONE}" + "\n".join(lines) + "\n")
    assert [line.stake for line in played.lines if line.wager == STREETS[place]] == [settled]
    told = [str(event.clause) for event in played.events
            if hasattr(event, "clause") and str(event.clause).startswith("QLD-15-18(2)")]
    # The report itself is ruled on under the subsection.
    assert told == ["QLD-15-18(2)", *([clause] if clause else [])]


# -- 19 to 23: hands and cards that are wrong ------------------------------------------------------------------


def test_cards_without_an_ante_and_a_bonus_beside_none() -> None:
    good(f"{ROUND}! cards-without-ante box=3 player=Cat 3-card-bonus=5 cards=As,Ad\n=! ruled [QLD-15-19(a)]\n"
         "1: retract\n2: continue\n2: fold\n= 3 Cat 3 card bonus void [QLD-15-19(a)]\n"
         "= 1 Ann ante void [QLD-15-19(b)]\n")


def test_a_second_hand_is_void_and_the_first_is_played() -> None:
    good(f"{ROUND}! second-hand box=3 player=Ann ante=20 cards=As,Ad\n=! ruled [QLD-15-20(a)]\n"
         "=! ruled [QLD-15-20(b)]\n1: continue\n2: continue\n1: fold\n2: fold\n= 3 Ann ante void [QLD-15-20(b)]\n")


@pytest.mark.parametrize(("text", "lines"), [
    ("! wrong-number-of-cards hand=board looked=no\n", "1 Ann ante void [QLD-15-21(1)(a)]"),
    ("1: fold\n! wrong-number-of-cards hand=2\n", "2 Ben ante void [QLD-15-21(5)(b)]"),
    ("1: fold\n2: 3rd street 10\n! wrong-number-of-cards hand=1\n2: retract\n", "1 Ann ante void [QLD-15-21(5)(b)]"),
    ("1: fold\n2: 3rd street 10\n! wrong-number-of-cards hand=board\n", "1 Ann ante void [QLD-15-21(4)(b)]"),
    ("1: fold\n2: 3rd street 10\n! wrong-number-of-cards hand=2 deck=51\n", "1 Ann ante void [QLD-15-21(3)(c)]"),
])
def test_a_wrong_number_of_cards_undoes_what_a_fold_took(text: str, lines: str) -> None:
    good(f"{DEVICE}{TWO}{CARDS}{text}= {lines}\n")


@pytest.mark.parametrize("whose", ["hand=1", "box=1", "hand=board", "hand=board card=4th-street"])
def test_a_card_exposed_in_the_deal_voids_the_round(whose: str) -> None:
    good(f"{DEVICE}{TWO}deal board: Kh 6h 5c\ndeal 1: Ks 6d\n! card-exposed {whose}\n=! ruled [QLD-15-22]\n"
         "= 1 Ann ante void [QLD-15-22]\n= 2 Ben ante void [QLD-15-22]\n")


@pytest.mark.parametrize(("before", "told"), [("", "[QLD-15-22]"), ("1: fold\n", "")])
def test_a_hole_card_exposed_after_the_deal(before: str, told: str) -> None:
    """Before the first decision the round is void; later the rules are silent."""
    then = f"=! ruled {told}\n= 1 Ann ante void {told}\n" if told else "=! referred\n2: fold\n"
    good(f"{ROUND}{before}! card-exposed hand=2\n{then}")


# -- 24: community cards exposed too early, or the wrong one ---------------------------------------------------

EARLY = "! card-exposed hand=board card=3rd-street\n=! ruled [QLD-15-24(1)]\n"


@pytest.mark.parametrize("head", [GAME, DEVICE])
@pytest.mark.parametrize(("first", "again", "stakes"), [
    # A bet may become another one, or a fold, or stay.
    ("1: 3rd street 10", "1: 3rd street 30", [1000, 3000]), ("1: 3rd street 10", "1: fold", [1000]),
    ("1: 3rd street 10", "1: continue", [1000, 1000]), ("1: 3rd street 10", "", [1000, 1000]),
    ("1: 3rd street 10", "1: 3rd street 10", [1000, 1000]),
    # A fold may become a bet, or stay.
    ("1: fold", "1: 3rd street 20", [1000, 2000]), ("1: fold", "1: fold", [1000]), ("1: fold", "", [1000]),
])
def test_who_has_decided_may_decide_again(head: str, first: str, again: str, stakes: list[int]) -> None:
    rest = "" if len(stakes) == 1 else "1: fold\n"
    played = good(f"{head}{TWO}{CARDS}{first}\n{EARLY}{again}\n2: 3rd street 10\n{rest}2: fold\n")
    assert sorted(line.stake for line in played.lines if line.player == "Ann") == sorted(stakes)
    assert all(line.outcome == LOSE for line in played.lines)
    assert shown(played)[1] == "Kh"
    changed = any(isinstance(event, Returned | Reversed) for event in played.events)
    assert changed == (bool(again) and "continue" not in again and again != first)


def test_a_fold_that_is_taken_back_plays_on() -> None:
    played = good(f"{ROUND}1: fold\n{EARLY}1: 3rd street 10\n2: fold\n1: 4th street 10\n1: 5th street 10\n"
                  "= 1 Ann ante win 20\n= 1 Ann 3rd street win 20\n= 2 Ben ante lose 10 [QLD-15-12(2)]\n")
    assert played.net == {"Ann": 8000, "Ben": -1000}


def test_only_decisions_of_the_street_are_made_again() -> None:
    """Ann folded on the street before; Ben has yet to decide."""
    played = good(f"{ROUND}1: fold\n2: 3rd street 10\n! card-exposed hand=board card=4th-street\n2: fold\n")
    assert shown(played) == ["1 fold", "2 3rd street", "Kh", "6h", "2 fold"]


def test_two_cards_exposed_early_both_stay_up() -> None:
    for head in (GAME, DEVICE):
        both = "! card-exposed hand=board card=3rd-street\n! card-exposed hand=board card=4th-street\n"
        played = good(f"{head}{TWO}{CARDS}{both}{ALL_BET}")
        assert shown(played) == ["Kh", "6h", *(step for step in IN_TURN if step not in ("Kh", "6h"))]


def test_without_a_word_it_is_the_next_card() -> None:
    played = good(f"{ROUND}! card-exposed hand=board\n{ALL_BET}")
    assert shown(played)[:2] == ["Kh", "1 3rd street"]


def test_a_later_card_exposed_early_stays_in_its_place() -> None:
    played = good(f"{DEVICE}{TWO}{CARDS}1: 3rd street 10\n! card-exposed hand=board card=5th-street\n"
                  "2: 3rd street 10\n1: fold\n2: 4th street 10\n2: 5th street 10\n")
    assert shown(played) == ["1 3rd street", "5c", "2 3rd street", "Kh", "1 fold", "2 4th street", "6h", "2 5th street"]


def test_the_wrong_card_becomes_the_one_that_was_due() -> None:
    report = "! wrong-card-exposed card=5th-street\n=! ruled [QLD-15-24(2)]\n"
    text = ALL_BET.replace("2: 3rd street 10\n", f"2: 3rd street 10\n{report}", 1)
    assert shown(good(f"{DEVICE}{TWO}{CARDS}{text}")) == [
        "1 3rd street", "2 3rd street", "5c", "1 4th street", "2 4th street", "6h", "1 5th street", "2 5th street",
        "Kh"]
    # Out of a shoe it is whichever came.
    later = f"{GAME}{TWO}{CARDS}{text}".replace("deal board: Kh 6h 5c\n", "") + "deal board: Kh 6h 5c\n"
    assert shown(good(later)) == IN_TURN


@pytest.mark.parametrize(("head", "report", "told"), [
    (GAME, "1: fold\n! card-exposed hand=board card=4th-street\n", "one after the other"),
    (DEVICE, "1: 3rd street 10\n2: fold\n! wrong-card-exposed card=3rd-street\n", "is not the wrong card"),
    (DEVICE, f"1: 3rd street 10\n{EARLY}2: 3rd street 10\n1: 4th street 10\n2: fold\n"
     "! wrong-card-exposed card=3rd-street\n", "is not the wrong card"),
])
def test_a_report_of_a_card_that_cannot_be(head: str, report: str, told: str) -> None:
    with pytest.raises(Unplayable, match=told):
        good(f"{head}{TWO}{CARDS}{report}2: fold\n")


def test_a_card_that_lies_open_cannot_be_exposed() -> None:
    for head in (GAME, DEVICE):
        good(f"{head}{TWO}{CARDS}1: fold\n{EARLY}{EARLY.replace('ruled [QLD-15-24(1)]', 'referred')}2: fold\n")


# -- 25: a player who is not there -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["no-decision", "player-absent"])
def test_who_does_not_decide_has_folded(kind: str) -> None:
    played = good(f"{ROUND}1: 3rd street 10\n! {kind} box=2\n=! ruled [QLD-15-25(2)]\n! {kind} box=1\n"
                  "= 1 Ann ante lose 10 [QLD-15-25(2)]\n= 1 Ann 3rd street lose 10 [QLD-15-25(2)]\n"
                  "= 2 Ben ante lose 10 [QLD-15-25(2)]\n")
    assert not played.unstated
    with pytest.raises(Unplayable, match="waits for"):
        good(f"{ROUND}! {kind} box=3\n=! referred\n1: fold\n")


def test_time_running_out_is_a_fold_by_law() -> None:
    """At every street, and an additional wager goes with it."""
    t = Table(game("qld/mississippi-stud-poker"))
    play = t.play()
    request = next(play)
    answers: list[Answer] = [Shuffled(), Place(1, "Ann", (("ante", 1000), ("3 card bonus", 500))), Close(),
                             Cards(("Ks",)), Cards(("6d",)), Choice("1", "3rd street", "Ann", 1000), Cards(("Kh",))]
    for answer in answers:
        request = play.send(answer)
    assert t.hands["1"].seat == 1, "12(1): Ann may look"
    assert isinstance(request, Choose) and silence_of(t.game, request) == Silence(
        "no decision", "folded, all bets are lost", "QLD-15-25(2)")
    request = play.send(Lapse())
    assert isinstance(request, Reveal) and request.collected
    with pytest.raises(StopIteration):
        play.send(Cards(()))
    assert [(line.wager, line.outcome, line.clause) for line in t.lines] == [
        (wager, LOSE, "QLD-15-25(2)") for wager in ("ante", "3rd street", "3 card bonus")]
    assert headline(t, "Ann") == "You folded"


# -- 25(1): suspects -------------------------------------------------------------------------------------------


def test_a_suspect_plays_first() -> None:
    played = good(f"{ROUND}! collusion box=2\nsupervisor: play first\n1: 3rd street 10\n2: 3rd street 10\n2: fold\n"
                  "1: fold\n")
    assert [step for step in shown(played) if "fold" in step] == ["2 fold", "1 fold"]


def test_suspects_sit_apart_from_the_next_round_on() -> None:
    good(f"{ROUND}! collusion box=1 with=Ben\nsupervisor: keep apart\n1: fold\n2: fold\n= 1 Ann ante lose 10\n"
         "= 2 Ben ante lose 10\nnext round\nbox 1 Ann: 10\nbox 2 Ben: 10\n=! refused [QLD-15-25(1)]\n"
         "deal 1: Ks 6d\n1: fold\n= 1 Ann ante lose 10\n")


# -- what people are told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", ["5", "15"])
def test_who_bet_a_wrong_size_is_told_all_the_right_ones(amount: str) -> None:
    played = good(f"{GAME}box 1 Ann: ante 10\ndeal 1: Ks 6d\ndeal board: Kh 6h 5c\n"
                  f"! wrong-wager box=1 wager=3rd-street amount={amount}\n1: 4th street 10\n1: 5th street 10\n")
    told = [event.what for event in played.events if type(event) is Ruled]
    assert told[-1] == "settled as staked; the next 3rd street must be 1, 2 or 3 times the ante"


def test_that_a_bonus_outlives_a_fold_is_said_in_the_rules_and_at_the_decision() -> None:
    mississippi = game("qld/mississippi-stud-poker")
    assert [words for words, clause in mississippi.brief if clause == "QLD-17-38" and "stays in play" in words]
    fold = next(decision for decision in mississippi.decisions if decision.name == "fold")
    assert fold.means == "give up all but a 3 card bonus"


@pytest.mark.parametrize(("cards", "board", "told"), [
    ("Ks 6d", "Kh 6h 5c", "You win 80.00: two pair, kings and sixes, pays 2 to 1"),
    ("7c 7d", "7h 2c 7s", "Four of a kind! 40 to 1 pays 1600.00"),
    ("7c Ad", "7h 2c 7s", "You win 120.00: three sevens pay 3 to 1"),
    ("Th 2d", "Kc Ts Ac", "Pair of tens comes back"),
    ("Kh 2d", "3c Qs Ac", "Ace high loses"),
])
def test_how_a_round_came_out(cards: str, board: str, told: str) -> None:
    t = Table(game("qld/mississippi-stud-poker"))
    drive(t, Replay(alone(cards, board).records[0].answers))
    assert headline(t, "Ann") == told
