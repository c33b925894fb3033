"""People write the same thing in several ways."""

from __future__ import annotations

from pitboss.rulebooks import settle


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures and not played.unstated, (played.failures, played.unstated)


def test_numbers_of_a_split_in_any_order() -> None:
    good("game qld/roulette\nbox 1 Ann: split 3/2 5, corner 5/4/2/1 5\nspin 2\n"
         "= 1 Ann split 3/2 win 85\n= 1 Ann corner 1/2/4/5 win 40\n")


def test_a_hardway_by_either_name() -> None:
    good("game qld/craps\nbox 1 Ann: win bet 5\nroll 4 4\nbox 1 Ann: 10 the hardway 4, 4 in the hardway 4\nroll 5 5\n"
         "roll 4 3\n= 1 Ann 10 the hardway win 30\n= 1 Ann 4 the hardway lose 4\n= 1 Ann win bet lose 5\n")


def test_betting_is_placing_the_flop_wager() -> None:
    start = "game nsw/texas-holdem-bonus-poker\nbox 1 Ann: ante 10\ndeal 1: As Ah\n"
    rest = ("deal board: Ad Kc 9s 4h 3c\ndeal dealer: Kd Qh\n1: bet\n1: check\n1: check\n"
            "= 1 Ann ante stand-off\n= 1 Ann flop win 20\n")
    good(start + rest)
    good(start + rest.replace("1: bet", "1: flop 20"))
