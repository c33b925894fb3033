"""A variant holds only the difference, and names what it displaces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.hands.three_card import ThreeCardCategory
from pitboss.law import schedule
from pitboss.rulebooks.qld.s12_three_card_poker import ANTE_BONUS, ThreeCardPoker
from pitboss.table.game import Game, PayTable, displaces, displacing
from pitboss.table.script import play_transcript
from pitboss.table.transcripts import parse

V = schedule("QLD-12a")
Q = schedule("QLD-12")

ROUND = """game invented/generous
box 1 Ann: ante 10, pair plus 5
deal 1: 9h 9d 2c
deal dealer: Jc Td 4s
1: bet
"""


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    known = dict(Game.registry)
    yield
    Game.registry.clear()
    Game.registry.update(known)


def test_a_pay_line_in_a_few_lines() -> None:
    better = PayTable("pair plus", {ThreeCardCategory.PAIR: ("2 to 1", Q["25:pair"])})

    class Generous(ThreeCardPoker):
        id = "invented/generous"
        title = "Generous"
        incorporated_by = V["1"]
        pay_tables = displacing((ANTE_BONUS, better), Q["25"])

    played = play_transcript(parse(ROUND), Generous)
    assert {line.wager: line.pays for line in played.lines}["pair plus"] == 1000


def test_an_override_must_name_what_it_displaces() -> None:
    with pytest.raises(TypeError, match=r"qualifies overrides ThreeCardPoker without naming what it displaces"):

        class Silent(ThreeCardPoker):
            id = "invented/silent"
            incorporated_by = V["1"]

            def qualifies(self, dealer: object) -> bool:
                return True


def test_a_variant_must_name_the_clause_that_incorporates() -> None:
    with pytest.raises(TypeError, match="must name the clause"):

        class Orphan(ThreeCardPoker):
            id = "invented/orphan"


def test_a_provision_that_names_what_it_displaces() -> None:
    class Always(ThreeCardPoker):
        id = "invented/generous"
        title = "Always qualifies"
        incorporated_by = V["1"]

        @displaces(Q["5"], Q["5(a)"])
        def qualifies(self, dealer: object) -> bool:
            return True

    played = play_transcript(parse(ROUND), Always)
    assert [line.clause for line in played.lines if line.wager == "ante"] == ["QLD-12-21(2)(a)"]


def test_what_displaces_must_override_something() -> None:
    with pytest.raises(TypeError, match="ThreeCardPoker has no dealer_must_qualify"):

        class Misspelt(ThreeCardPoker):
            id = "invented/misspelt"
            incorporated_by = V["1"]

            @displaces(Q["5"])
            def dealer_must_qualify(self, dealer: object) -> bool:
                return True


def test_two_games_cannot_have_one_id() -> None:
    with pytest.raises(TypeError, match="there is a game qld/three-card-poker already"):

        class Again(Game):
            id = "qld/three-card-poker"
