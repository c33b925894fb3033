"""Irregularities of a shoe and chips on a layout: one text, with the clauses of whichever schedule has it."""

from __future__ import annotations

import pytest

from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s08_sic_bo import SicBo
from pitboss.rulebooks.qld.s09_wheel_of_fortune import WheelOfFortune
from pitboss.rulebooks.qld.s14_lucky_draw_baccarat import LuckyDrawBaccarat
from pitboss.table.game import Game
from pitboss.table.script import play_transcript
from pitboss.table.transcripts import parse


@pytest.mark.parametrize(("make", "text"), [
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
    assert [rule.clause for rule in LuckyDrawBaccarat.reports["not-enough-cards"].rulings] == ["QLD-14-24"]
    assert len(Blackjack.reports["not-enough-cards"].rulings) == 2
