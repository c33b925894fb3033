"""QLD schedule 17, part 10: lucky lucky."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.script import Played


def good(text: str) -> Played:
    played = settle(f"game qld/blackjack\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


@pytest.mark.parametrize(("cards", "up", "event", "pays"), [
    ("7h 7h", "7h", "suited-777", (200, 200, 200)), ("8c 6c", "7c", "suited-678", (100, 100, 100)),
    ("7h 7h", "7d", "unsuited-777", (50, 50, 50)), ("7h 8h", "6d", "unsuited-678", (30, 30, 30)),
    ("9h Th", "2h", "suited-21", (10, 15, 10)), ("9h 5h", "7d", "unsuited-21", (3, 3, 3)),
    ("2h 9d", "Ah", "any-12", ()), ("9h 9d", "Ah", "any-19", (2, 1, 1)), ("2h 8d", "Th", "any-20", (2, 2, 2)),
    ("4h 4d", "Ks", "any-18", ()), ("Th Td", "2s", "any-22", ()), ("Ah Ad", "9s", "unsuited-21", (3, 3, 3)),
    ("3h 6h", "Th", "any-19", (2, 1, 1)), ("6d 9d", "5c", "any-20", (2, 2, 2)),
])
def test_by_what_two_cards_and_the_dealers_first_make(cards: str, up: str, event: str, pays: tuple[int, ...]) -> None:
    for table in ("1", "2", "3"):
        line = f"win {5 * pays[int(table) - 1]} [QLD-17-48(4):{event}]" if pays else "lose 5 [QLD-17-48(2)]"
        rest = "deal dealer: Kd" if up[0] in "A" else "deal dealer: Ts"
        insured = "deal 1a: 9c\ndeal 1b: 8c\n1: split\n" if cards == "Ah Ad" else "1: stand\n"
        more = "deal dealer: Tc\n" if up[0] in "23456" else ""
        good(f"option lucky-lucky-table={table}\nbox 1 Ann: original 10, lucky lucky 5\ndeal 1: {cards}\n"
             f"deal dealer: {up}\n{rest}\n{more}{insured}= 1 Ann lucky lucky {line}\n")


def test_without_an_option_it_is_paid_by_the_first_table() -> None:
    good("box 1 Ann: original 10, lucky lucky 5\ndeal 1: 9h 9d\ndeal dealer: Ah 9s\n1: stand\n"
         "= 1 Ann lucky lucky win 10\n")


FIRST_MISSED = ("box 1 Ann: original 10\nbox 2 Ben: original 10, lucky lucky 5\ndeal 1: Ks 9d\ndeal 2: 9h 9c\n"
                "1: stand\n! dealer-no-first-card\n1: continue\n2: continue\n")


def test_a_dealers_first_card_that_was_missed_decides_it_when_it_comes() -> None:
    good(f"{FIRST_MISSED}2: stand\ndeal dealer: Ah 9s\n= 2 Ben lucky lucky win 10 [QLD-17-48(4):any-19]\n")
    good(f"{FIRST_MISSED}deal 2a: Td\ndeal 2b: Tc\n2: split\n2a: stand\n2b: stand\ndeal dealer: 3s 9s 8c\n"
         "= 2 Ben lucky lucky win 15 [QLD-17-48(4):unsuited-21]\n")


def test_where_the_dealer_never_has_a_card_it_goes_back() -> None:
    good("box 1 Ann: original 10\nbox 2 Ben: original 10, lucky lucky 5\ndeal 1: Ks 5d Td\ndeal 2: 9h 7c Tc\n"
         "1: draw\n! dealer-no-first-card\n2: continue\n2: draw\n= 2 Ben lucky lucky void [QLD-17-3]\n"
         "= 2 Ben original lose 10\n= 1 Ann original lose 10\n")
