"""The hands that decided a wager, as data: both names, the cards that make them, which won, and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.words import decided
from pitboss.rulebooks import games
from pitboss.table.driver import Replay, play_round
from pitboss.table.script import play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import parse

THREE = """game qld/three-card-poker
box 1 Ann: ante 10, pair plus 5
deal 1: Ah Ad 7c
deal dealer: Jc Jd 4s
1: bet"""
NSW = """game nsw/texas-holdem-bonus-poker
box 1 Ann: ante 10
deal board: 2c 7d Th 3s Jc
deal 1: Ah Ad
deal dealer: Ts 9s
1: flop
1: check
1: check"""
BLACKJACK = """game qld/blackjack
box 1 Ann: original 10
deal 1: Th 7d
deal dealer: Ts 8s
1: stand"""
BUST = """game qld/blackjack
box 1 Ann: original 10
box 2 Ben: original 10
deal 1: Th 6d 9c
deal 2: Tc 9d
deal dealer: Ts 6s Td
1: draw
2: stand"""
BACCARAT = """game qld/baccarat
box 1 Ann: tie 5
deal player: Kh 6d
deal banker: Ts 6c"""


def lines(text: str) -> dict[tuple[int, str], dict[str, Any]]:
    read = parse(text)
    played = play_transcript(read, games()[read.game])
    [record] = played.records
    t = Table(played.game, dict(record.state))
    play_round(t, Replay(record.answers))
    return {(line.box, line.wager): decided(t, line, n) for n, line in enumerate(t.lines)}


@pytest.mark.parametrize(("text", "wager", "names", "won"), [
    (THREE, "ante", ["pair of aces", "pair of jacks"], "1"), (THREE, "bet", ["pair of aces", "pair of jacks"], "1"),
    (NSW, "flop", ["pair of aces", "pair of tens"], "1"), (BLACKJACK, "original", ["17", "18"], "dealer"),
    (BUST, "original", ["25, bust", "26, bust"], "dealer"), (BACCARAT, "tie", ["6", "6"], ""),
])
def test_a_line_carries_both_hands_and_which_won(text: str, wager: str, names: list[str], won: str) -> None:
    line = lines(text)[1, wager]
    assert [hand["name"] for hand in line["hands"]] == names and line["won"] == won


def test_the_cards_that_make_a_hand_are_told() -> None:
    own, dealers = lines(NSW)[1, "flop"]["hands"]
    assert own["cards"] == ("Ah", "Ad") and set(own["made"]) == {"Ah", "Ad", "7d", "Th", "Jc"}
    assert set(dealers["made"]) == {"Ts", "9s", "7d", "Th", "Jc"}


def test_a_wager_on_one_s_own_cards_compares_nothing_and_every_line_has_its_reason() -> None:
    line = lines(THREE)[1, "pair plus"]
    assert line["hands"] == [] and line["won"] == ""
    assert line["reasons"][0]["clause"] == "QLD-12-25:pair" and "1 to 1" in line["reasons"][0]["words"]
    assert line["words"] == "won 5.00: pair plus pays 1 to 1" and line["place"] == "box 1"
    assert all(one["reasons"][0]["words"] for one in lines(BUST).values())
