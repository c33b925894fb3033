"""Soft 17 blackjack: the one provision that differs, at its limits."""

from __future__ import annotations

import pytest

from pitboss.law.clauses import set_watcher
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s02d_soft17_blackjack import Soft17Blackjack


@pytest.mark.parametrize(
    ("cards", "draws"),
    [("Tc 6d", True), ("Tc 7d", False), ("Ac 5d", True), ("Ac 6d", True), ("Ac 7d", False), ("Ac 6d Tc", False),
     ("Ac Ad 5c", True), ("Tc 5d 7c", False)],
)
def test_dealer_draws_on_soft_seventeen(cards: str, draws: bool) -> None:
    soft, plain = game("qld/soft-17-blackjack"), game("qld/blackjack")
    assert isinstance(soft, Soft17Blackjack) and isinstance(plain, Blackjack)
    assert soft.dealer_draws(cards.split()) is draws
    seventeen = soft.count(cards.split())[:2] == (17, True)
    assert plain.dealer_draws(cards.split()) is (draws and not seventeen)


def test_one_provision_is_displaced_and_the_rest_is_incorporated() -> None:
    own = [name for name, member in vars(Soft17Blackjack).items() if hasattr(member, "displaces")]
    assert own == ["dealer_draws"]
    assert Soft17Blackjack.dealer_draws.displaces == ("QLD-2-29(1)",)  # type: ignore[attr-defined]
    assert Soft17Blackjack.incorporated_by == "QLD-2d-1"


def test_the_schedule_prevails_only_where_it_differs() -> None:
    """Clause 1, silenced, leaves the dealer to draw as at blackjack."""
    it = game("qld/soft-17-blackjack")
    assert isinstance(it, Soft17Blackjack)
    set_watcher(lambda clause, value: not value if clause == "QLD-2d-1" else value)
    try:
        assert not it.dealer_draws(["Ac", "6d"])
        assert it.dealer_draws(["Tc", "6d"]) and not it.dealer_draws(["Tc", "7d"])
    finally:
        set_watcher(None)


def test_extra_card_on_soft_seventeen_of_a_dealer_who_stops_there() -> None:
    """32 speaks of 17 points, whatever this schedule has the dealer draw to."""
    played = settle("game qld/soft-17-blackjack\nbox 1 Ann: original 10\ndeal 1: Ah Kh\ndeal dealer: Ac 6d\n"
                    "! card-drawn-in-error hand=dealer card=4s exposed=yes\n=! ruled [QLD-2-32(2)]\n"
                    "= 1 Ann original win 15 [QLD-2-15(2)]\n")
    assert not played.failures
