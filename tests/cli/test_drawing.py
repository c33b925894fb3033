"""What cards, keys and money look like."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from pitboss.cli.cards import draw_ball, draw_cards, draw_dice
from pitboss.cli.errors import one_line
from pitboss.cli.person import Keys
from pitboss.cli.show import money, signed
from pitboss.equipment.decks import deck
from pitboss.guide import part, summary
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
    (("quit", "queue", "river"), "uei"),
    (("aa", "a", "a"), "abb"),
])
def test_keys_are_single_and_different(names: tuple[str, ...], keys: str) -> None:
    made = Keys()
    made.give(Option(name, CLAUSE) for name in names)
    assert "".join(made.key(name) for name in names) == keys
    assert [made.name(key) for key in keys] == list(names)


def test_a_key_keeps_its_meaning_from_decision_to_decision() -> None:
    made = Keys()
    asked = [("flop", "fold"), ("turn", "check", "fold"), ("river", "check", "fold"), ("concede", "continue")]
    meant: dict[str, str] = {}
    for names in asked:
        made.give(Option(name, CLAUSE) for name in names)
        for name in names:
            assert meant.setdefault(made.key(name), name) == name
    assert (made.name("c"), made.name("C"), made.name("x")) == ("check", "check", "")


def test_a_name_without_a_key_is_typed() -> None:
    made = Keys()
    made.give(Option(f"option {number}", CLAUSE) for number in range(40))
    given = [made.key(f"option {number}") for number in range(40)]
    assert len({*filter(None, given)}) == 33 and given[33:] == [""] * 7
    assert "q" not in given and "r" not in given


def test_money() -> None:
    assert (money(0), money(-150), money(5)) == ("0.00", "-1.50", "0.05")
    assert (signed(100).plain, signed(-100).plain) == ("+1.00", "-1.00")


def test_clauses() -> None:
    assert (part("QLD-2a-3(1)"), part("CBR-9.4")) == ("QLD-2a", "CBR")
    assert summary(CLAUSE) == "Player may fold"


def test_an_error_is_one_printable_line() -> None:
    assert one_line("a\nb\x1b[0m  c.") == "a b [0m c"


@pytest.mark.parametrize("text", ["9" * 5000, "very long " * 500, "don't " * 900, "'" * 300 + '"' * 300])
def test_an_error_quotes_no_more_than_60_characters(text: str) -> None:
    line = one_line(f"{text!r} is no game; 'pitboss games' lists them")
    assert len(line) < 120 and line.endswith(" is no game; 'pitboss games' lists them")
    word = text.replace(" ", "-")
    assert len(one_line(f"--bankroll {word} is out of range")) < 160


def test_an_error_keeps_what_is_short() -> None:
    fits = f"no game '{'x' * 60}'; don't, but 'a b' is 'c' and it's {'y' * 60}, says the table's keeper"
    assert one_line(fits) == fits
