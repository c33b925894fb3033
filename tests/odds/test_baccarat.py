"""Baccarat's par sheet: published counts, brute force on small shoes, the round itself, what-ifs.

Published, under the same drawing rules: wizardofodds.com/games/baccarat (all ways of six and eight decks that the
player's hand wins, the banker's wins and ties; edges 1.2351%, 1.0579% and 14.3596% with eight decks, 1.2374%,
1.0558% and 14.4382% with six; tie at 9 to 1 4.8440%); excelpunks.com (ways the banker's hand wins by its count, and
1.4581% where a banker's 6 is paid half; so too E. Jacobson at 888casino.com)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import perm, sqrt

import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.hands.baccarat import points
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.odds import analyse, par_sheet
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.baccarat import BaccaratOdds, drawing
from pitboss.table.acts import Answer, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.facts import Settled
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

GAME = "qld/baccarat"
WAYS = {
    6: {"banker": 403_095_751_234_560, "player": 392_220_492_728_832, "tie": 83_552_962_932_288},
    8: {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216},
}
BANKER_WINS = {  # eight decks, by the banker's count
    1: 24_291_119_898_624, 2: 44_681_581_871_104, 3: 72_927_778_568_192, 4: 163_359_790_133_248,
    5: 216_715_928_915_968, 6: 269_232_304_455_680, 7: 384_279_324_919_808, 8: 529_914_458_673_152,
    9: 586_850_279_002_112,
}


def odds(
    *settings: str, shoe: Mapping[str, int] | None = None, stake: int | None = None, **options: str
) -> BaccaratOdds:
    made = analyse(GAME, {"additional": "none"} | options, settings, shoe=shoe, stake=stake)
    assert isinstance(made, BaccaratOdds)
    return made


def edges(made: BaccaratOdds) -> dict[str, Fraction]:
    return {row.wager: Fraction(row.house_edge) for row in made.sheet.wagers}


# -- published figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 8])
def test_the_ways_of_a_whole_shoe_as_published(decks: int) -> None:
    finals = odds(decks=str(decks)).finals
    player, banker = np.ogrid[:10, :10]
    assert {
        "banker": finals[banker > player].sum(),
        "player": finals[player > banker].sum(),
        "tie": finals[player == banker].sum(),
    } == WAYS[decks]
    assert finals.sum() == perm(52 * decks, 6)


def test_the_banker_wins_by_its_count_as_published() -> None:
    finals = odds(decks="8").finals
    assert {count: finals[:count, count].sum() for count in range(1, 10)} == BANKER_WINS


@pytest.mark.parametrize("decks, player, banker, tie", [(6, 1.2374, 1.0558, 14.4382), (8, 1.2351, 1.0579, 14.3596)])
def test_edges_as_published(decks: int, player: float, banker: float, tie: float) -> None:
    found = edges(odds(decks=str(decks)))
    assert [round(100 * float(found[name]), 4) for name in ("player", "banker", "tie")] == [player, banker, tie]
    ways, whole = WAYS[decks], perm(52 * decks, 6)
    assert found["player"] == Fraction(ways["banker"] - ways["player"], whole)
    assert found["banker"] == (ways["player"] - ways["banker"] * Fraction(19, 20)) / whole
    assert found["tie"] == 1 - Fraction(9 * ways["tie"], whole)


def test_even_money_as_published() -> None:
    row = odds(banker="even-money").sheet.row("banker")
    assert round(100 * float(row.house_edge), 4) == 1.4581
    assert [(line.pays, line.net, line.clause) for line in row.lines if line.outcome == WIN] == [
        ("1 to 1", 1, "QLD-1-12(6)(b)"), ("1 to 2", Fraction(1, 2), "QLD-1-12(6)(a)"),
    ]
    assert row.lines[1].probability == Fraction(BANKER_WINS[6], perm(416, 6))
    assert odds(banker="even-money").sheet.row("player") == odds().sheet.row("player")


@pytest.mark.parametrize("options", [
    {}, {"decks": "6"}, {"banker": "even-money"}, {"rounding": "50c"}, {"rounding": "50c", "decks": "6"},
])
def test_distributions(options: dict[str, str]) -> None:
    for row in odds(**options).sheet.wagers:
        assert sum(line.probability for line in row.lines) == 1
        assert row.exact and row.per == "wager" and row.includes == (row.wager,)
        assert row.hit_rate == sum(line.probability for line in row.lines if line.outcome == WIN)


def test_what_is_void_is_told() -> None:
    rows = {row.wager: row for row in odds().sheet.wagers}
    assert "void 9.5156% of the time; of what is won or lost the edge is 1.1692%" in rows["banker"].note
    assert rows["tie"].note == ""


# -- 11(4): rounding --------------------------------------------------------------------------------------


def test_rounding_goes_by_the_stake() -> None:
    ways, whole = WAYS[8], perm(416, 6)
    for stake, paid in ((100, 50), (1000, 950), (1500, 1400), (2500, 2350)):
        edge = (ways["player"] - ways["banker"] * Fraction(paid, stake)) / whole
        assert edges(odds(rounding="50c", stake=stake))["banker"] == edge
    notes = odds(rounding="50c", stake=1500).sheet.notes
    assert any("for a stake of 15." in note for note in notes)
    assert any(", 10: 1.0579%, 15: 1.8222%, 20: 1.0579%, " in note for note in notes)
    assert len(odds(stake=1500).sheet.notes) == 1
    assert edges(odds(stake=1500)) == edges(odds())


def test_even_money_is_not_rounded() -> None:
    assert edges(odds(rounding="50c", banker="even-money")) == edges(odds(banker="even-money"))


# -- brute force on small shoes ----------------------------------------------------------------------------

# Banker draws when the player's third card counts one of these; "" when the player stayed.
TABLEAU = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}


def by_hand(shoe: Mapping[str, int]) -> Counter[tuple[int, int]]:
    """Every order in which six cards of a shoe can come, played out."""
    cards = [f"{rank}s" for rank, count in shoe.items() for _ in range(count)]
    found: Counter[tuple[int, int]] = Counter()
    for order in permutations(cards, 6):
        first, second, third, fourth, *rest = order
        player, banker = [first, third], [second, fourth]
        if max(points(player), points(banker)) < 8:
            drawn = ""
            if points(player) <= 5:
                player.append(rest.pop(0))
                drawn = str(points(player[2:]))
            two = points(banker)
            if two <= 2 or (drawn in TABLEAU.get(two, "") if drawn else two <= 5):
                banker.append(rest.pop(0))
        found[points(player), points(banker)] += 1
    return found


@pytest.mark.parametrize("shoe", [
    {"A": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1},
    {"K": 3, "T": 1, "3": 2, "6": 1, "9": 1},
    {"Q": 2, "A": 2, "5": 2, "6": 2},
    {"4": 3, "7": 2, "9": 2, "J": 1},
    {"2": 2, "8": 1, "3": 2, "6": 1},
], ids=str)
def test_small_shoes_against_every_order(shoe: dict[str, int]) -> None:
    made, expected = odds(shoe=shoe), by_hand(shoe)
    counted = {(p, b): int(made.finals[p, b]) for p in range(10) for b in range(10) if made.finals[p, b]}
    assert counted == expected
    won = sum(ways for (player, banker), ways in expected.items() if player > banker)
    assert sum(line.probability for line in made.sheet.row("player").lines if line.outcome == WIN) == Fraction(
        won, expected.total()
    )


def test_a_whole_shoe_asked_about_is_the_shoe_of_the_table() -> None:
    ranks = ("A", *map(str, range(2, 11)), "J", "q", "K")
    assert edges(odds(shoe=dict.fromkeys(ranks, 32))) == edges(odds())
    assert edges(odds(shoe=dict.fromkeys(ranks[:9], 32) | {"T": 128})) == edges(odds())


def test_a_shoe_of_tens_ties() -> None:
    found = odds(shoe={"K": 10})
    assert edges(found) == {"player": 0, "banker": 0, "tie": -8}
    assert found.sheet.strategy.advice[1] == "The wager on the tie costs least: -800.0000%."


@pytest.mark.parametrize("shoe, said", [
    ({"A": 33}, "8 decks hold 0 to 32 cards of rank A, not 33"),
    ({"A": -1}, "8 decks hold 0 to 32 cards of rank A, not -1"),
    ({"1": 4}, "no card has the rank '1'"),
    ({"T": 129}, "8 decks hold 0 to 128 cards of rank T, not 129"),
    ({"T": 128, "K": 1}, "8 decks hold 128 tens and court cards, not 129"),
    ({"A": 3, "K": 2}, "a round may take 6 cards; the shoe has 5"),
    ({}, "a round may take 6 cards; the shoe has 0"),
])
def test_impossible_shoes(shoe: dict[str, int], said: str) -> None:
    with pytest.raises(BadQuestion, match=said) as caught:
        _ = odds(shoe=shoe).sheet
    assert "\n" not in str(caught.value)


# -- what-ifs ----------------------------------------------------------------------------------------------


def test_changed_pay_lines() -> None:
    assert round(100 * float(par_sheet(GAME, None, ["tie=9 to 1"]).row("tie").house_edge), 4) == 4.8440
    cheaper = par_sheet(GAME, None, ["banker.commission=24 to 25"]).row("banker")
    ways, whole = WAYS[8], perm(416, 6)
    assert cheaper.house_edge == (ways["player"] - ways["banker"] * Fraction(24, 25)) / whole


def test_changed_drawing_rules() -> None:
    """Without the tableau the hands are alike but for what each knows: nothing, when both draw on 0 to 5."""
    alike = odds("banker.draws=like the player")
    assert alike.finals.sum() == perm(416, 6)
    assert (alike.finals == alike.finals.T).all()
    never = odds("banker.draws=never")
    assert edges(never)["player"] < edges(odds())["player"]
    assert edges(odds("player.draws=0 to 4"))["player"] != edges(odds())["player"]
    assert never.sheet.changes == ("banker.draws = never",)
    with pytest.raises(BadQuestion, match="it can be like the player, never"):
        odds("banker.draws=sometimes")


# -- the table ---------------------------------------------------------------------------------------------


class Punter:
    """Puts down wagers of random size, and lets everything else pass."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.placed = chance, False

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            return Lapse()
        self.placed = not self.placed
        if not self.placed:
            return Close()
        kinds = self.chance.sample(("player", "banker", "tie"), self.chance.randint(1, 3))
        return Place(1, "Ann", tuple((kind, 50 * self.chance.randint(2, 100)) for kind in kinds))


def brings(line: Settled) -> int:
    return line.pays if line.outcome == WIN else -line.stake if line.outcome == LOSE else 0


@pytest.mark.parametrize("options", [
    {"decks": "8"}, {"decks": "6", "banker": "even-money", "dealing": "down"},
    {"decks": "8", "rounding": "50c"}, {"decks": "6", "shoe": "machine"},
], ids=str)
def test_random_rounds_agree_to_the_cent(options: dict[str, str]) -> None:
    """The tables that the counting uses give the cards drawn, the final counts and the money of every round."""
    made, chance = odds(**options), random.Random(f"baccarat {options}")
    draws, follows, alone = drawing(made.game)
    nets = {
        kind: {(p, b): made.line(kind, p, b, Fraction(1), 100) for p in range(10) for b in range(10)}
        for kind in ("player", "banker", "tie")
    }
    t, dealer = Table(made.game), VirtualDealer(SeededSource(f"baccarat {options}"), Punter(chance))
    seen: Counter[str] = Counter()
    for _ in range(5000):
        drive(t, dealer)
        player, banker = ([points((card,)) for card in t.hands[name].cards] for name in ("player", "banker"))
        two = sum(player[:2]) % 10, sum(banker[:2]) % 10
        assert draws[two] == (len(player) == 3)
        assert (follows[two][player[2]] if len(player) == 3 else alone[two]) == (len(banker) == 3)
        ended = sum(player) % 10, sum(banker) % 10
        for line in t.lines:
            said = nets[line.wager][ended]
            expected = said.net * line.stake // 1
            if "rounding" in options and (line.wager, said.outcome) == ("banker", WIN):
                expected = line.stake * 19 // 20 // 50 * 50
            assert (line.outcome, brings(line), str(line.clause)) == (said.outcome, expected, said.clause)
            seen[line.wager + line.outcome] += 1
    assert len(seen) == 8 and min(seen.values()) > 100


@pytest.mark.parametrize("options", [{"decks": "6"}, {"decks": "8", "rounding": "50c"}], ids=str)
def test_simulated_edges_are_near(options: dict[str, str]) -> None:
    made = odds(**options)
    dealer, t, rounds = VirtualDealer(SeededSource(f"near {options}"), BestPlay(made)), Table(made.game), 1500
    brought: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        assert {line.stake for line in t.lines} == {made.stake}
        assert {made.row_of(line.wager) for line in t.lines} == {row.wager for row in made.sheet.wagers}
        for line in t.lines:
            assert line.outcome in (WIN, LOSE, VOID)
            brought[made.row_of(line.wager)] += brings(line)
    for row in made.sheet.wagers:
        off = brought[row.wager] / (rounds * made.stake) - float(row.expectation)
        assert abs(off) < 3.3 * row.std_dev / sqrt(rounds), row.wager
