"""QLD schedule 17, part 12: star pairs."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s17_star_pairs import StarPairs
from pitboss.table.facts import Wager
from pitboss.table.hands import hand_at


@pytest.mark.parametrize("decks", ["5", "6", "7", "8"])
@pytest.mark.parametrize(("cards", "line"), [
    ("8h 8s", "win 25 [QLD-17-56:mixed-pair]"), ("8h 8d", "win 40 [QLD-17-56:coloured-pair]"),
    ("Kh Kh", "win 100 [QLD-17-56:perfect-pair]"), ("Th Kh", "lose 5 [QLD-17-55(2)(b)]"),
])
def test_a_pair_pays_by_its_colours(decks: str, cards: str, line: str) -> None:
    played = settle(f"game qld/blackjack\noption decks={decks}\nbox 1 Ann: original 10, star pairs 5\n"
                    f"deal 1: {cards}\ndeal dealer: 9c 8s\n1: stand\n= 1 Ann star pairs {line}\n", strict=True)
    assert not played.failures, played.failures


@pytest.mark.parametrize("cards", ["Ah Ah", "Ah Ad", "Ah As"])
def test_aces_pay_most_whatever_their_suits_and_on_the_box_after_a_split(cards: str) -> None:
    played = settle(f"game qld/soft-17-blackjack\nbox 1 Ann: original 10, star pairs 5\ndeal 1: {cards}\n"
                    "deal 1a: 9c\ndeal 1b: 8c\ndeal dealer: 9c 8s\n1: split\n"
                    "= 1 Ann star pairs win 150 [QLD-17-56:pair-of-aces]\n", strict=True)
    assert not played.failures, played.failures


def test_at_switch_each_hand_of_a_box_has_an_area_and_is_looked_at_before_the_switch() -> None:
    played = settle("game qld/blackjack-switch\nbox 1 Ann: original 10, original 10, star pairs a 5, star pairs b 5\n"
                    "deal 1a: 8h 8d\ndeal 1b: 9d Td\ndeal dealer: 7h Ts\n1: switch\n1a: stand\n1b: stand\n"
                    "= 1 Ann star pairs a win 40 [QLD-17-56:coloured-pair]\n"
                    "= 1 Ann star pairs b lose 5 [QLD-17-55(2)(b)]\n", strict=True)
    assert not played.failures, played.failures


def test_a_box_that_opens_with_two_hands_has_an_area_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(StarPairs(Blackjack()).places()) == ["star pairs"]
    monkeypatch.setattr(Blackjack, "opening_hands", lambda game, box: (hand_at(box, 1), hand_at(box, 2)))
    side = StarPairs(Blackjack())
    assert [kind.name for kind in side.kinds()] == ["star pairs a", "star pairs b"]
    assert side.hand_of(Wager(3, "Ann", "star pairs b", 500, {}, "star pairs b", "")) == "3b"
