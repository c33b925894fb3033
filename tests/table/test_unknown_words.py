"""An unknown hand, wager or outcome is answered with the known ones, and the nearest of them."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.transcripts import BadTranscript

THREE = "game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\ndeal dealer: Jc Jd 4s\n1: bet\n"
HOLDEM = "game cbr/casino-holdem-poker\nbox 1 Ann: ante 10\ndeal 1: Kh 6d\n"


@pytest.mark.parametrize(("text", "why"), [
    (HOLDEM + "deal flop: Ks 4h 2c\n", "line 4: there is no hand 'flop'; cards go to 1, dealer, board, discard; "
                                       "write 'deal board: ...'"),
    (HOLDEM + "deal borad: Ks 4h 2c\n", r"cards go to 1, dealer, board, discard; did you mean board\?"),
    (THREE.replace("deal 1", "deal 7"), "line 3: nobody plays box 7; cards go to 1, dealer, discard"),
    (THREE + "deal flop: 2c 3c 4c\n", "there is no hand 'flop'; cards go to 1, dealer, discard$"),
    ("game qld/baccarat\nbox 1 Ann: tie 5\ndeal 1: 2c 3c\n", "no hand '1'; cards go to player, banker, discard"),
    ("game qld/craps\nbox 1 Ann: win bet 5\ndeal 1: 2c 3c\n", "line 3: qld/craps is played without cards"),
])
def test_an_unknown_recipient_lists_the_known_ones_and_the_nearest(text: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why):
        settle(text)


@pytest.mark.parametrize(("text", "why"), [
    (THREE.replace("ante 10", "ante 10, pair pls 5"), r"\[QLD-12-2:wager\]; ante, pair plus; did you mean pair plus\?"),
    ("game qld/roulette\nbox 1 Ann: blak 5\n", r"\[QLD-7-8\(1\)\]; straight up, .*red, black; did you mean black\?"),
    ("game qld/craps\nbox 1 Ann: wim bet 5\n", r"win bet, don't win bet, .*; did you mean win bet or"),
    ("game qld/baccarat\nbox 1 Ann: bonker 5\n", r"player, banker, tie; did you mean banker"),
])
def test_an_unknown_wager_lists_the_known_ones_and_the_nearest(text: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why):
        settle(text)


def test_an_unknown_outcome_lists_the_known_ones_and_the_nearest() -> None:
    why = r"outcomes are win, lose, stand-off, void, surrender; did you mean push or pushes\?"
    with pytest.raises(BadTranscript, match=why):
        settle(THREE + "= 1 Ann ante pussh\n")


def test_a_wager_expected_that_there_is_not_lists_those_there_are() -> None:
    assert settle(THREE + "= 1 Ann ant win 10\n").failures == [
        "line 6: expected '= 1 Ann ant win 10', got 'no such line'; 1 Ann has ante bonus, ante, bet"
    ]
    assert settle(THREE + "= 2 Zoe ante win 10\n").failures == [
        "line 6: expected '= 2 Zoe ante win 10', got 'no such line'; there are lines for 1 Ann"
    ]
