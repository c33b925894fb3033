"""Irregularities of a shoe and chips on a layout: one text, with the clauses of whichever schedule has it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pitboss.equipment.cards import Card
from pitboss.law import schedule
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s08_sic_bo import SicBo
from pitboss.rulebooks.qld.s09_wheel_of_fortune import WheelOfFortune
from pitboss.rulebooks.qld.shoe_faults import (
    DealerComplete,
    DrawnExposed,
    LastHand,
    NoFirstCard,
    ShoeCites,
    ShortHand,
    TooMany,
    WentOn,
)
from pitboss.table.game import Game
from pitboss.table.script import play_transcript
from pitboss.table.transcripts import parse

L = schedule("QLD-14")


class LuckyDraw(Blackjack):
    """Blackjack whose cards go wrong under the clauses of schedule 14, which knows no machine."""

    cites = ShoeCites(
        Blackjack.cites.table,
        face_up=L["21"], drawn_unseen=L["22(1)"], drawn_exposed=DrawnExposed(L["22(2)"], L["22(4)"]),
        dealer_complete=DealerComplete(L["23(1)"], L["23(2)"]), short_shoe=L["24"], order=L["25(1)"], acted=L["25(2)"],
        too_many=TooMany(L["26(1)"], L["26(1)(a)"], L["26(1)(c)"], L["26(1)(d)"], surplus=L["26(1)(b)"]),
        short_hand=ShortHand(L["27(1)"], L["27(2)"]), last_hand=LastHand(L["28(1)"], L["28(2)"]),
        passed_over=L["29(1)"],
        went_on=WentOn(L["30(1)"], L["30(2)"], L["30(3)"], L["30(4)"], L["30(5)"]),
        no_first_card=NoFirstCard(L["31(1)"], L["31(1)(a)"], L["31(1)(b)"]), extra_hand=L["32"],
        play=Blackjack.cites.play,
    )

    def dealer_takes(self, cards: Sequence[Card]) -> int:
        """Let two cards be a hand."""
        return min(2, len(cards))


CARDS = "game qld/blackjack\nbox 1 Ann: 10\nbox 2 Ben: 10\ndeal 1: 9c 8d\ndeal 2: 9h 7d\ndeal dealer: 6c\n"


@pytest.mark.parametrize(("make", "text"), [
    (LuckyDraw, CARDS + "1: stand\n! dealer-too-many-cards cards=2\n=! ruled [QLD-14-26(1)]\n1: withdraw\n2: continue\n"
     "2: stand\ndeal dealer: Tc Kd\n= 1 Ann original void [QLD-14-26(1)(c)]\n"),
    (LuckyDraw, CARDS + "1: stand\n! dealer-too-many-cards cards=3\n=! ruled [QLD-14-26(1)]\n1: continue\n"
     "2: continue\n2: stand\ndeal dealer: Tc Kd 2h\n= 1 Ann original lose 10\n= 2 Ben original lose 10\n"),
    (LuckyDraw, CARDS +
     "1: stand\n! extra-hand box=4 cards=2c,3d\n=! ruled [QLD-14-32]\n2: stand\ndeal dealer: Tc Kd\n"),
    (LuckyDraw, CARDS +
     "! card-face-up-in-shoe card=2s\n=! ruled [QLD-14-21]\n1: stand\n2: stand\ndeal dealer: Tc Kd\n"),
    (SicBo, "game qld/sic-bo\nbox 1 Ann: small 10\n"
     "! chip-moved box=1 from=small to=big by=another identified=yes unfair=yes\n=! ruled [QLD-8-9]\n"
     "operator: where it lies\nroll 6 5 4\n= 1 Ann big win 10\n"),
    (WheelOfFortune, "game qld/wheel-of-fortune\nbox 1 Ann: symbol a 10\n"
     "! player-misplaced box=1 placed=symbol-a meant=symbol-b\n=! ruled [QLD-9-10(1)]\nspin b\n"
     "= 1 Ann symbol a lose 10\n"),
])
def test_the_rulings_cite_the_schedule_that_has_them(make: type[Game], text: str) -> None:
    it = play_transcript(parse(text), make)
    assert not it.failures, it.failures


def test_what_a_schedule_leaves_out_is_no_ruling_of_its_game() -> None:
    assert "chips-issued" in SicBo.reports and "chips-issued" not in WheelOfFortune.reports
    machine = [rule for rule in LuckyDraw.reports["not-enough-cards"].rulings]
    assert [rule.clause for rule in machine] == ["QLD-14-24"]
    assert len(Blackjack.reports["not-enough-cards"].rulings) == 2
