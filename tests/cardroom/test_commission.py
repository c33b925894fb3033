"""Melbourne poker, chapter 7: kinds of commission and their limits."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, given, stacks
from support.poker_tables import mel

from pitboss.cardroom.hand import Hand
from pitboss.rulebooks.mel.c12_flop_games import DoubleFlopHoldem
from pitboss.table.definition import BadOption

CARDS = ("1: As Ah", "2: Kd Kc", "board: Jc 8c 5s 4h 2d")


def called(hundred: int, **options: str) -> Hand:
    """Two players put in so much each; the first wins."""
    h = do(given(mel(**options), (300, 300), *CARDS), f"raise to {hundred}", "call")
    return do(h, *("check",) * 6)


@pytest.mark.parametrize(("rate", "fine"), [("1.99%", False), ("2%", True), ("10%", True), ("10.01%", False)])
def test_the_percentage_at_its_limits(rate: str, fine: bool) -> None:
    if fine:
        assert mel(commission=rate).rate
    else:
        with pytest.raises(BadOption, match=r"MEL-7\.2\.1"):
            mel(commission=rate)


def test_one_kind_at_a_time() -> None:
    for text in ("10%+2/person", "5/hand+2/person", "5/table", "5"):
        with pytest.raises(BadOption, match=r"MEL-7\.2\]"):
            mel(commission=text)


@pytest.mark.parametrize(("options", "taken"), [
    ({"commission": "10%"}, 2000),
    ({"commission": "10%", "cap": "15"}, 1500),
    ({"commission": "10%", "cap": "20"}, 2000),
    ({"commission": "5/hand"}, 500),
    ({"commission": "5/hand", "cap": "3"}, 300),
    ({"commission": "2/person"}, 0),
    ({}, 0),
])
def test_what_is_taken(options: dict[str, str], taken: int) -> None:
    h = called(100, **options)
    assert h.won[0].taken == taken
    assert sum(h.stacks) + taken + h.fees == 60_000


def test_a_sum_a_hand_goes_by_the_players_in_it() -> None:
    game = mel(commission="3@2,5@4,6@6/hand")
    assert [game.of_hand(players) for players in (2, 3, 4, 5, 6, 11)] == [300, 300, 500, 500, 600, 600]
    for players, taken in ((3, 300), (4, 500)):
        h = dealt(game, (100,) * players)
        do(h, *("call",) * (players - 1), "check", *("check",) * 3 * players)
        assert h.won[0].taken == taken
    for text in ("3@x/hand", "@2/hand", "3@222/hand"):
        with pytest.raises(BadOption, match="commission"):
            mel(commission=text)


def test_a_sum_a_person_comes_off_every_stack() -> None:
    h = dealt(mel(commission="2/person"), (100, 100, 100))
    assert (h.fees, stacks(h)) == (600, [93, 88, 98])


def test_the_sign_tells_the_kind_and_the_cap() -> None:
    assert mel(commission="10%", cap="15").rake_sign() == "10%, at most 15"
    assert mel(commission="2/person").rake_sign() == "2/person"
    assert mel().rake_sign() == "no commission"


def test_nothing_from_blinds_alone() -> None:
    h = do(dealt(mel(commission="10%"), (100, 100, 100)), "fold", "fold")
    assert (h.won[0].amount, h.won[0].taken) == (1500, 0)
    h = do(dealt(mel(commission="10%"), (100, 100, 100)), "fold", "raise to 30", "fold")
    assert (h.won[0].amount, h.won[0].taken) == (2000, 200), "the raise above the blind went back"


def test_equal_hands_of_all_who_put_anything_in() -> None:
    board = "board: Ts Js Qd Kh Ac"
    h = do(given(mel(commission="10%"), (100, 100), "1: 2c 3c", "2: 2d 3d", board), "call", *("check",) * 7)
    assert (h.won[0].taken, h.won[0].paid) == (0, {0: 1000, 1: 1000})
    h = given(mel(commission="10%"), (100, 100, 100), "1: 2c 3c", "2: 2d 3d", "3: 4c 5c", board)
    do(h, "fold", "call", *("check",) * 7)
    assert h.won[0].taken == 0, "the third put nothing in"
    h = given(mel(commission="10%"), (100, 100, 100), "1: 2c 3c", "2: 2d 3d", "3: 4c 5c", board)
    do(h, "call", "fold", "check", "check", "check", "bet 10", "fold")
    assert h.won[0].taken == 200 and h.won[0].amount == 2500


def test_halves_of_one_board_each_are_no_equal_hands() -> None:
    cards = ("1: As Ah", "2: Qd Qc", "board: Jc 8c 5s 4h 2d", "board 2: Qs 9h 7d 3c 2c")
    h = given(DoubleFlopHoldem({"blinds": "5/10", "commission": "10%"}), (100, 100), *cards)
    do(h, "call", *("check",) * 7)
    assert (h.won[0].taken, h.won[0].paid) == (200, {0: 900, 1: 900})
    same = ("1: 2h 3h", "2: 2d 3d", "board: Ts Js Qd Kh Ac", "board 2: 9s 9h 9d 9c As")
    h = given(DoubleFlopHoldem({"blinds": "5/10", "commission": "10%"}), (100, 100), *same)
    do(h, "call", *("check",) * 7)
    assert h.won[0].taken == 0
