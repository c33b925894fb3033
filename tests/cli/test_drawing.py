"""What cards, keys and money look like."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from pitboss.cli.cards import draw_ball, draw_cards, draw_dice
from pitboss.cli.errors import one_line
from pitboss.cli.explain import part, summary
from pitboss.cli.person import assign_keys
from pitboss.cli.show import money, signed
from pitboss.equipment.decks import deck
from pitboss.law import clause
from pitboss.table.requests import Option

CLAUSE = clause("QLD-12-17(2)")


def test_every_card_is_as_wide_as_the_next() -> None:
    for card in (*deck(), "??"):
        for ascii_only in (False, True):
            assert [len(line) for line in draw_cards((card,), ascii_only).plain.split("\n")] == [6, 6, 6]


def test_without_unicode() -> None:
    for drawn in (draw_cards(("As", "??"), True), draw_dice((1, 6), True)):
        assert drawn.plain.isascii()


def test_red_suits_are_red_on_a_terminal() -> None:
    out = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=80)
    with out.capture() as got:
        out.print(draw_cards(("Ah",)))
    assert "\x1b[1;31m A♥ " in got.get()


def test_a_ball_that_is_no_roulette_number() -> None:
    assert draw_ball("joker").plain == "joker"


@pytest.mark.parametrize(("names", "keys"), [
    (("bet", "fold"), "bf"),
    (("draw", "stand", "double down", "split"), "dsop"),
    (("quit", "queue"), "ue"),
    (("aa", "a", "a"), "a12"),
])
def test_keys_are_single_and_different(names: tuple[str, ...], keys: str) -> None:
    assert "".join(assign_keys(Option(name, CLAUSE) for name in names)) == keys


def test_money() -> None:
    assert (money(0), money(-150), money(5)) == ("0.00", "-1.50", "0.05")
    assert (signed(100).plain, signed(-100).plain) == ("+1.00", "-1.00")


def test_clauses() -> None:
    assert (part("QLD-2a-3(1)"), part("CBR-9.4")) == ("QLD-2a", "CBR")
    assert summary(CLAUSE) == "Player may fold"


def test_an_error_is_one_printable_line() -> None:
    assert one_line("a\nb\x1b[0m  c.") == "a b [0m c"
