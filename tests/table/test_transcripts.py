"""The notation: what it reads, and one clear line for what it does not."""

from __future__ import annotations

import pytest

from pitboss.money import BadAmount, parse_amount
from pitboss.rulebooks import UnknownGame, settle
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.game import BadOption
from pitboss.table.script import Unplayable
from pitboss.table.transcripts import BadTranscript, act, officials, parse

ROUND = """game qld/three-card-poker
box 1 Ann: ante 10
deal 1: Ah Kh Qh
deal dealer: Jc Jd 4s
1: bet
"""


def test_officials_are_those_of_any_game_and_those_that_the_game_asks() -> None:
    assert act("supervisor: void wagers") == Choice("supervisor", "void wagers")
    assert act("croupier: spin again", {"croupier"}) == Choice("croupier", "spin again")
    with pytest.raises(ValueError, match="does not start with a box"):
        act("croupier: spin again")
    assert "boxperson" in officials("qld/craps") - officials("qld/roulette")
    with pytest.raises(BadTranscript, match="line 2: 'boxperson: no roll' does not start with a box"):
        settle("game qld/roulette\nboxperson: no roll")


def test_acts() -> None:
    assert act("box 2 Ann: ante 10, pair plus 2.50") == Place(2, "Ann", (("ante", 1000), ("pair plus", 250)))
    assert act("box 1 Ann: place bet 6 12") == Place(1, "Ann", (("place bet 6", 1200),))
    assert act("1b: split") == Choice("1b", "split")
    assert act("1 Ann: insurance 5") == Choice("1", "insurance", "Ann", 500)
    assert act("2 Ben: on place bet 8") == Choice("2", "on place bet 8", "Ben")
    assert act("1 Ben: apply to 1b") == Choice("1", "apply to 1b", "Ben")
    assert act("1 Ann: remove win odds") == Take(1, "Ann", "win odds")
    assert act("1 Ann: reduce don't win bet to 4") == Take(1, "Ann", "don't win bet", 400)
    assert act("! card-exposed hand=board card=turn") == Irregular("card-exposed", {"hand": "board", "card": "turn"})


@pytest.mark.parametrize("text, why", [
    ("", "starts with 'game"),
    ("box 1 Ann: ante 10", "starts with 'game"),
    ("game qld/three-card-poker\ngame qld/roulette", "already named"),
    ("game qld/three-card-poker\nhello", "line 2: 'hello'"),
    ("game qld/three-card-poker\nbox 1 Ann: ante -5", "'-5' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante 1e9", "'1e9' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante abc", "'abc' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante", "name and an amount"),
    ("game qld/three-card-poker\ndeal 1: Zz", "not a card"),
    ("game qld/three-card-poker\n= nonsense", "write '= box Name wager"),
    ("game qld/three-card-poker\n=! refused", "follows no act"),
    ("game qld/three-card-poker\n! card-exposed box", "key=value"),
    ("game qld/three-card-poker\n1: bet -5", "'-5' is not an amount"),
])
def test_what_cannot_be_read(text: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text, why", [
    (ROUND.replace("1: bet\n", ""), "stops in the middle of a round: the table waits for 1 Ann: bet, fold"),
    (ROUND.replace("deal dealer: Jc Jd 4s\n", ""), "3 cards missing: dealer is owed them"),
    (ROUND.replace("Jc Jd 4s", "Jc Jd"), "1 card missing: dealer is owed it"),
    (ROUND.replace("Jc Jd 4s", "Jc Jd Ah"), "line 4: Ah is already on the table"),
    (ROUND + "1: bet\n", "line 6: refused: the hand on box 1 is finished: bet at line 5"),
    (ROUND.replace("box 1", "box 99"), "no box 99"),
    (ROUND.replace("ante 10", "ante 0"), "amount above zero"),
    (ROUND.replace("ante 10", "jackpot 1"), r"not a wager .*\[QLD-12-2:wager\]"),
    (ROUND.replace("ante 10", "ante 1000000"), r"refused: ante 1000000 \[QLD-0-13\(1\)\]; ante 1 to 100000"),
    (ROUND + "= 1 Ann ante win 10 [QLD-99-1]\n", "no clause QLD-99-1"),
])
def test_what_cannot_be_played(text: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why) as caught:
        settle(text)
    assert "\n" not in str(caught.value)


def test_unknown_game_and_option() -> None:
    with pytest.raises(UnknownGame, match="no game 'qld/whist'"):
        settle("game qld/whist\n")
    with pytest.raises(BadOption, match="has no option 'wheel'"):
        settle(ROUND.replace("box 1", "option wheel=0\nbox 1", 1))
    with pytest.raises(BadOption, match="minimum"):
        settle(ROUND.replace("box 1", "option minimum=-5\nbox 1", 1))
    with pytest.raises(BadOption, match="above maximum"):
        settle(ROUND.replace("box 1", "option minimum=20 maximum=10\nbox 1", 1))


def test_an_expectation_that_does_not_hold_is_told_with_the_actual_line() -> None:
    played = settle(ROUND + "= 1 Ann ante win 11 [QLD-12-21(2)(a)]\n")
    assert "got '= 1 Ann ante win 10 [QLD-12-21(2)(a)]'" in played.failures[0]
    for parent in ("QLD-12-21", "QLD-12-21(2)", "QLD-12"):
        assert not settle(ROUND + f"= 1 Ann ante win 10 [{parent}]\n").failures
    wrong = settle(ROUND + "= 1 Ann ante win 10 [QLD-12-19(2)(a)]\n")
    assert wrong.failures


def test_a_refusal_must_be_expected() -> None:
    with pytest.raises(Unplayable, match=r"line 5: refused: bet 9 \[QLD-12-17\(5\)\]; bet 10"):
        settle(ROUND.replace("1: bet", "1: bet 9"))


@pytest.mark.parametrize("text", ["1e9", "-5", "abc", "", ".", "1.234", "1.", "٣", "99999999999", "0x10", "1,000"])
def test_amounts_that_are_not(text: str) -> None:
    with pytest.raises(BadAmount):
        parse_amount(text)


def test_a_void_round_may_leave_cards_undealt() -> None:
    """The file may list what would have come; the next round does not begin with it."""
    cards = "deal 1: Kh 6d\ndeal dealer: 8c Qd\ndeal board: Ks 4h 2c 8d 7s\n"
    played = settle(
        f"game cbr/casino-holdem-poker\nbox 1 Ann: ante 10\n{cards}! card-exposed hand=dealer\n"
        f"box 1 Ann: ante 10\n{cards}1: call\n= 1 Ann ante void\n= 1 Ann ante win 10\n= 1 Ann call win 20\n"
    )
    assert not played.failures and not played.unstated


def test_a_wager_is_changed_without_a_name_where_only_one_can_be_meant() -> None:
    start = "game qld/roulette\nbox 1 Ann: red 10\n"
    assert settle(f"{start}1: reduce red to 5\nspin 1\n").lines[0].stake == 500
    settle(f"{start}box 1 Ben: red 10\n1: remove red\n=! refused\n1: remove odd\n=! refused\nspin 1\n")


def test_a_wager_below_the_cards_comes_too_late() -> None:
    late = ROUND.replace("1: bet", "box 1 Ann: pair plus 5\n1: bet")
    with pytest.raises(Unplayable, match=r"line 5: refused: a wager after the deal has begun \[QLD-12-14\]"):
        settle(late)
    assert not settle(late.replace("plus 5", "plus 5\n=! refused [QLD-12-14]")).failures
    cards_first = "game qld/three-card-poker\ndeal 1: Ah Kh Qh\ndeal dealer: Jc Jd 4s\nbox 1 Ann: ante 10\n"
    assert len(settle(cards_first + "box 1 Ann: pair plus 5\n1: bet\n").lines) == 4
    shoe = "game qld/baccarat\nbox 1 Ann: banker 10\ndeal player: 2c 5d\ndeal banker: Kc 8d\nbox 2 Ben: player 100\n"
    with pytest.raises(Unplayable, match=r"line 5: refused: .*QLD-1-8\(3\)\(b\)"):
        settle(shoe)


def test_a_misspelt_report_is_no_silent_law() -> None:
    with pytest.raises(Unplayable, match=r"line 5: no game knows a report 'card-exposd'; did you mean card-exposed"):
        settle(ROUND.replace("1: bet", "! card-exposd box=1\n1: bet"))


@pytest.mark.parametrize("line, why", [
    ("!", "write '! kind"), ("roll ² 3", "not a whole number"), ("roll 9999999999 1", "not a whole number"),
])
def test_no_python_in_complaints(line: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why):
        parse(f"game qld/craps\n{line}\n")


def test_spaces_and_tabs_are_alike() -> None:
    assert settle(ROUND.replace(" ", "\t").replace(":", ": ")).lines == settle(ROUND).lines


def test_a_report_before_there_are_cards_is_rejected() -> None:
    with pytest.raises(Unplayable, match="box 1 has no bet to place"):
        settle(ROUND.replace("deal 1", "! wrong-wager box=1 wager=bet amount=8\ndeal 1", 1))
