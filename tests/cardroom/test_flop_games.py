"""Melbourne flop games (chapter 12): dealing from a real deck, discards, two boards, halves, and several runs."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, legal, refused

from pitboss.cardroom.game import RUNS
from pitboss.cardroom.hand import Hand
from pitboss.equipment.decks import deck
from pitboss.rulebooks.mel.c12_flop_games import (
    CrazyPineappleHoldem,
    CrazyPineappleHoldemHiLo,
    DoubleFlopHoldem,
    FlopGame,
    Holdem,
    HoldemHiLo,
    Omaha,
    OmahaHiLo,
    PineappleHoldem,
)

BLINDS = {"blinds": "5/10"}
ORDER = list(deck(52))


def checked(h: Hand) -> Hand:
    """Blinds called, everything checked; the first card of each hand is given up where one must be."""
    while not h.over:
        now = legal(h)
        if now.stage == "discard":
            do(h, f"discard {h.hole[h.turn][0]}")
        else:
            do(h, "check" if now.check else "call")
    return h


# -- 12.1 to 12.5: dealing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "hole"), [
    (Holdem, 2), (DoubleFlopHoldem, 2), (HoldemHiLo, 2), (PineappleHoldem, 3), (CrazyPineappleHoldem, 3),
    (CrazyPineappleHoldemHiLo, 3), (Omaha, 4), (OmahaHiLo, 4),
])
def test_hole_cards_are_dealt_one_by_one_face_down(make: type[FlopGame], hole: int) -> None:
    h = dealt(make(BLINDS), (100, 100, 100))
    assert h.hole == [[ORDER[3 * n + i] for n in range(hole)] for i in range(3)]
    assert [(event.amount, event.open) for event in h.log if event.what == "dealt"] == [(hole, False)] * 3
    assert h.up == [[], [], []]


def test_a_card_is_burnt_before_flop_fourth_and_fifth_card() -> None:
    h = checked(dealt(Holdem(BLINDS), (100, 100)))
    left = ORDER[4:]
    assert (h.burnt, h.boards) == ([left[0], left[4], left[6]], [[*left[1:4], left[5], left[7]]])


def test_two_boards_take_turns_after_one_burn() -> None:
    h = checked(dealt(DoubleFlopHoldem(BLINDS), (100, 100)))
    left = ORDER[4:]
    assert h.boards == [[*left[1:4], left[8], left[11]], [*left[4:7], left[9], left[12]]]
    assert h.burnt == [left[0], left[7], left[10]]
    told = [str(event.clause) for event in h.log if event.what == "board"]
    assert told == [f"MEL-12.{n}.1{second}" for n in (3, 4, 5) for second in ("", "(a)")]


def test_who_acts_first() -> None:
    h = dealt(Holdem(BLINDS), (100, 100, 100, 100))
    assert h.turn == 2, "left of the last blind"
    do(h, "fold")
    assert h.turn == 3, "the opening passes on"
    do(h, "call", "fold", "check")
    assert (h.street, h.turn) == (1, 1), "first left of the button who is still in"


@pytest.mark.parametrize(("acts", "clause"), [
    (("fold",), "MEL-12.2.3(a)"),
    (("call", "check", "bet 10", "fold"), "MEL-12.3.3(a)"),
    (("call", "check", "check", "check", "bet 10", "fold"), "MEL-12.4.3(a)"),
    (("call", "check", "check", "check", "check", "check", "bet 10", "fold"), "MEL-12.5.3(a)"),
])
def test_the_last_one_left_wins(acts: tuple[str, ...], clause: str) -> None:
    h = do(dealt(Holdem(BLINDS), (100, 100)), *acts)
    assert h.over and list(map(str, h.won[0].clauses)) == [clause]


@pytest.mark.parametrize(("make", "street"), [(PineappleHoldem, 0), (CrazyPineappleHoldem, 1)])
def test_one_card_is_given_up_from_the_left_of_the_button(make: type[FlopGame], street: int) -> None:
    clause = "MEL-12.2.4" if street == 0 else "MEL-12.3.4"
    h = do(dealt(make(BLINDS), (100, 100, 100)), "call", "call", "check")
    if street:
        assert refused(h, f"discard {h.hole[0][0]}") == clause, "not yet"
        do(h, "check", "check", "check")
    assert (legal(h).stage, h.street) == ("discard", street)
    for place in range(3):
        assert h.turn == place
        assert refused(h, f"discard {' '.join(h.hole[place][:2])}") == refused(h, "stand pat") == clause
        do(h, f"discard {h.hole[place][0]}")
    assert [len(hole) for hole in h.hole] == [2, 2, 2] and h.street == street + 1


# -- 12.5.4: what wins -------------------------------------------------------------------------------------


def test_both_boards_may_be_won_by_one() -> None:
    cards = ("1: As Ah", "2: Kd Qd", "board: Jc 8c 5s 4h 2d", "board 2: 9s 7h 6d 3c 2c")
    h = checked(given(DoubleFlopHoldem(BLINDS), (100, 100), *cards))
    assert h.won[0].paid == {0: 2000}
    assert list(map(str, h.won[0].clauses)) == ["MEL-12.5.4(b)(i)", "MEL-12.5.4(b)(ii)"]


@pytest.mark.parametrize(("make", "cards"), [
    (HoldemHiLo, ("1: Ah 2h", "2: Kd Kc", "board: 3h 4h 8h 9s Qd")),
    (CrazyPineappleHoldemHiLo, ("1: Ts Ah 2h", "2: Tc Kd Kc", "board: 3h 4h 8h 9s Qd")),
    (OmahaHiLo, ("1: Ah 2h Ts Jc", "2: Kd Kc Qh Jd", "board: 3h 4h 8h 9s Qd")),
])
def test_high_and_low_may_be_won_by_one(make: type[FlopGame], cards: tuple[str, ...]) -> None:
    h = checked(given(make(BLINDS), (100, 100), *cards))
    assert h.won[0].paid == {0: 2000}
    assert [str(clause).rpartition(":")[2] for clause in h.won[0].clauses] == ["high", "low"]


@pytest.mark.parametrize(("make", "first", "second"), [
    (HoldemHiLo, "1: Kh Kc", "2: Ad 2d"), (OmahaHiLo, "1: Kh Kc Th Tc", "2: Ad 2d Jh Jc"),
])
def test_high_and_low_halves_and_no_low(make: type[FlopGame], first: str, second: str) -> None:
    h = checked(given(make(BLINDS), (100, 100), first, second, "board: 3h 4s 8s 9c Ks"))
    assert h.won[0].paid == {0: 1000, 1: 1000}
    h = checked(given(make(BLINDS), (100, 100), first, second, "board: 3h 4s 9s 9c Ks"))
    assert h.won[0].paid == {0: 2000}, "no low hand: the high one takes all"


def test_omaha_lows_are_compared() -> None:
    cards = ("1: Ah 3c Kh Kc", "2: Ad 2d Jh Jc", "board: 4s 6s 8s Kd Tc")
    h = checked(given(OmahaHiLo(BLINDS), (100, 100), *cards))
    assert h.won[0].paid == {0: 1000, 1: 1000}, "eight, six, four, two beats eight, six, four, three"


def test_omaha_uses_two_hole_cards() -> None:
    h = checked(given(Omaha(BLINDS), (100, 100), "1: Ah Kc Kd 2c", "2: 5h 4h 7d 7s", "board: Qh Jh Th 9h 3h"))
    assert h.won[0].paid == {1: 2000}, "one heart makes no flush"
    assert list(map(str, h.won[0].clauses)) == ["MEL-12.5.4(b)(vi)"]


# -- 12.6: run it twice ------------------------------------------------------------------------------------


def all_in(street: int, game: FlopGame | None = None) -> Hand:
    """Two players all-in before the flop, after it, or after the fourth card, who are asked how often to run it."""
    h = dealt(game or Holdem(BLINDS), (100, 100), ask_runs=True)
    if street:
        do(h, "call", "check")
        for _ in range(street - 1):
            do(h, "check", "check")
    return do(h, "all-in", "all-in")


@pytest.mark.parametrize("street", [0, 1, 2])
def test_every_run_is_dealt_like_the_first(street: int) -> None:
    h = all_in(street)
    assert h.stage == RUNS
    common, left = list(h.boards[0]), list(reversed(h.deck))
    do(h, "run 2", "run 2")
    tails = {0: ([1, 2, 3, 5, 7], [9, 10, 11, 13, 15]), 1: ([1, 3], [5, 7]), 2: ([1], [3])}[street]
    assert h.boards == [[*common, *(left[n] for n in tail)] for tail in tails]
    assert len(h.burnt) == street + 2 * (3 - street)
    assert h.over and len(h.won[0].clauses) >= 2


def test_each_run_has_a_part_of_the_pot() -> None:
    cards = ("1: As Ah", "2: Kd Kc", "board: Jc 8c 5s 4h 2d", "board 2: Ks 9s 7d 3h 2c", "board 3: Qs 9h 7c 3d 2s")
    h = given(Holdem(BLINDS), (100, 100), *cards, ask_runs=True)
    do(h, "all-in", "all-in", "run 3", "run 3")
    # 200 in three: 68 (what is left goes to the first), 66 and 66.
    assert h.won[0].paid == {0: 6800 + 6600, 1: 6600}


def test_runs_need_everybody_and_have_a_limit() -> None:
    h = all_in(0)
    assert refused(h, "run 9") == refused(h, "run 0") == "MEL-12.6.1(a)(i)"
    assert refused(all_in(0), "run 7") == "MEL-12.6.1", "48 cards make six boards with their burns"
    do(h, "run 2", "run once")
    assert h.over and len(h.boards) == 1
    assert refused(dealt(Holdem(BLINDS), (100, 100)), "run 2") == "MEL-12.6.1"
    six = do(all_in(0), "run 6", "run 6")
    assert len(six.boards) == 6 and not six.deck
    eight = do(all_in(2), "run 8", "run 8")
    assert len(eight.boards) == 8
