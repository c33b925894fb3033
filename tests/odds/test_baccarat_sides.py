"""Additional wagers of baccarat: published counts, closed forms, every order of small shoes, rounds of the table to the
cent, what-ifs, simulation and shoes that are told in part."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import perm, sqrt
from typing import Any

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.hands.baccarat import points
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.odds import analyse, sides
from pitboss.odds.analysis import Analysis, BestPlay
from pitboss.odds.baccarat import how_they_end
from pitboss.odds.par import WagerPar, line
from pitboss.odds.sides import faces, in_twos
from pitboss.rulebooks import game
from pitboss.table.acts import Answer, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.facts import Settled
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.sides import FOUR_FACES, TWO_FACES, TWO_HANDS
from pitboss.table.table import Table

GAME = "qld/baccarat"
ON_ENDS = (
    "dragon bonus player", "dragon bonus banker", "super 6", "lucky 6",
    "tiger tie", "small tiger", "big tiger", "tiger",
)
ON_PAIRS = ("player pair", "banker pair", "tiger pair")
RANKS = ("A", *map(str, range(2, 10)), "T", "J", "Q", "K")


def rows(*settings: str, shoe: Mapping[str, int] | None = None, **options: str) -> dict[str, WagerPar]:
    return {row.wager: row for row in analyse(GAME, options, settings, shoe=shoe).side_wagers()}


# -- published figures ---------------------------------------------------------------------------------------------

# Of the 416!/410! orders of six cards of eight decks (wizardofodds.com, baccarat side bets: dragon bonus).
DRAGON = {
    "player": (18409431764992, 34097645543424, 89590261473280, 141238897317888, 166169165987840, 186780352174080),
    "banker": (15390342909952, 28305092784128, 79517099278336, 119200072366080, 157275882332160, 201147167287296),
}
NATURAL_WIN, NATURAL_TIE = 812685054124032, 89325908267520


@pytest.mark.parametrize("hand", DRAGON)
def test_the_published_counts_of_dragon_bonus(hand: str) -> None:
    found = {(one.label, one.outcome): one.probability * perm(416, 6) for one in rows()[f"dragon bonus {hand}"].lines}
    ahead = dict(zip(range(9, 3, -1), DRAGON[hand], strict=True))
    assert {int(label[0]): ways for (label, _), ways in found.items() if label.endswith("points")} == ahead
    assert found["natural", WIN] == NATURAL_WIN and found["none of these", VOID] == NATURAL_TIE


@pytest.mark.parametrize(("decks", "player", "banker"), [("6", "2.67%", "9.39%"), ("8", "2.65%", "9.37%")])
def test_the_published_edges_of_dragon_bonus(decks: str, player: str, banker: str) -> None:
    found = rows(decks=decks)
    told = [f"{float(found[f'dragon bonus {hand}'].house_edge):.2%}" for hand in ("player", "banker")]
    assert told == [player, banker]


def test_the_published_counts_of_a_winning_6() -> None:
    """wizardofodds.com, lucky 6; and its edges with 12 and 20 to 1, and with 23 to 1 for three cards. For tiger
    advancedadvantageplay.com has 15.253% of big tiger at 50 to 1, and the Macau Daily Times of 17 July 2024 14.33% of
    small tiger at 22 to 1."""
    two, three = Fraction(186173936904192, perm(416, 6)), Fraction(83058367551488, perm(416, 6))
    found = rows()
    for wager in ("lucky 6", "tiger"):
        assert {one.label: one.probability for one in found[wager].lines if one.outcome == WIN} == {
            "2 cards": two, "3 cards": three}
    assert f"{float(found['lucky 6'].house_edge):.2%}" == "16.68%"
    assert f"{float(rows('lucky 6.3 cards=23 to 1')['lucky 6'].house_edge):.2%}" == "11.70%"
    assert f"{float(found['small tiger'].house_edge):.2%}" == "14.33%"
    assert f"{float(rows('big tiger=50 to 1')['big tiger'].house_edge):.3%}" == "15.253%"
    assert found["super 6"].house_edge == 1 - 16 * (two + three) and found["big tiger"].house_edge == 1 - 56 * three


# -- closed forms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [6, 8])
def test_pairs_by_closed_form(decks: int) -> None:
    found, orders = rows(decks=str(decks)), perm(52 * decks, 4)
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    for wager in ("player pair", "banker pair"):
        assert found[wager].hit_rate == pair and found[wager].house_edge == 1 - 12 * pair
    twin = Fraction(13 * perm(4 * decks, 4), orders)
    double = Fraction(13 * 12 * perm(4 * decks, 2) ** 2, orders)
    assert {one.label: one.probability for one in found["tiger pair"].lines if one.outcome == WIN} == {
        "twin tiger pair": twin, "double tiger pair": double, "single tiger pair": 2 * (pair - twin - double)}


def test_the_edges_of_the_laws_tables() -> None:
    assert {name: f"{float(row.house_edge):.4%}" for name, row in rows().items() if name in (*ON_ENDS, *ON_PAIRS)} == {
        "dragon bonus player": "2.6517%", "dragon bonus banker": "9.3731%", "player pair": "10.3614%",
        "banker pair": "10.3614%", "super 6": "13.8181%", "lucky 6": "16.6836%", "tiger tie": "11.4952%",
        "small tiger": "14.3325%", "big tiger": "6.9448%", "tiger": "13.3602%", "tiger pair": "13.5214%",
    }


@pytest.mark.parametrize(("setting", "wager", "moved"), [
    ("dragon bonus.9 points=31 to 1", "dragon bonus player", Fraction(DRAGON["player"][0], perm(416, 6))),
    ("tiger tie=44 to 1", "tiger tie", None),
    ("player pair or banker pair.player pair=12 to 1", "player pair", Fraction(31, 415)),
])
def test_a_changed_line_moves_its_own_wager_by_its_chance(setting: str, wager: str, moved: Fraction | None) -> None:
    before, after = rows()[wager], rows(setting)[wager]
    assert before.house_edge - after.house_edge == (moved if moved is not None else -before.hit_rate)


def test_a_changed_rule_of_drawing_moves_what_hangs_on_it() -> None:
    before, never = rows(), rows("banker.draws=never")
    assert never["big tiger"].hit_rate == 0 and never["lucky 6"].hit_rate != before["lucky 6"].hit_rate
    assert all(never[name] == before[name] for name in ON_PAIRS)


# -- every order of small shoes ------------------------------------------------------------------------------------

TABLEAU = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}


def by_hand(shoe: Mapping[str, int]) -> Counter[tuple[tuple[int, int], ...]]:
    """Every order in which six cards of a shoe can come, played out: count and cards of both hands."""
    cards = [f"{rank}s" for rank, count in shoe.items() for _ in range(count)]
    found: Counter[tuple[tuple[int, int], ...]] = Counter()
    for first, second, third, fourth, *rest in permutations(cards, 6):
        player, banker = [first, third], [second, fourth]
        if max(points(player), points(banker)) < 8:
            drawn = ""
            if points(player) <= 5:
                player.append(rest.pop(0))
                drawn = str(points(player[2:]))
            two = points(banker)
            if two <= 2 or (drawn in TABLEAU.get(two, "") if drawn else two <= 5):
                banker.append(rest.pop(0))
        found[(points(player), len(player)), (points(banker), len(banker))] += 1
    return found


@pytest.mark.parametrize("shoe", [
    {"A": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1}, {"K": 3, "T": 1, "3": 2, "6": 1, "9": 1},
    {"Q": 2, "A": 2, "5": 2, "6": 2},
], ids=str)
def test_small_shoes_against_every_order(shoe: dict[str, int]) -> None:
    made = analyse(GAME, shoe=shoe)
    assert {tuple(map(tuple, hands)): ways for hands, ways in how_they_end(made.game, made.cards)} == by_hand(shoe)


def test_faces_against_every_order() -> None:
    shoe = {"A": 3, "K": 2, "7": 1}
    cards = [f"{rank}s" for rank, count in shoe.items() for _ in range(count)]
    expected = Counter(((one, two), (three, four)) for one, two, three, four in permutations(cards, 4))
    assert dict(in_twos(faces(shoe, 4))) == expected


# -- shoes that are told in part -----------------------------------------------------------------------------------


def test_what_a_shoe_tells_decides_what_has_figures() -> None:
    apart = dict.fromkeys(RANKS, 20)
    together = dict.fromkeys(RANKS[:9], 20) | {"T": 80}
    told, less = rows(shoe=apart), rows(shoe=together)
    assert tuple(less) == tuple(name for name in told if name in ON_ENDS)
    assert set(told) == {*ON_ENDS, *ON_PAIRS, "any pair player", "any pair banker"}
    assert all(told[name] == less[name] for name in ON_ENDS)
    assert told["player pair"].hit_rate == told["any pair banker"].hit_rate == Fraction(19, 259)
    notes = analyse(GAME, shoe=together).sheet.notes
    suits = "No figures for perfect pairs player, perfect pairs banker: what is left in a shoe is told without suits."
    assert suits in notes
    assert any("any pair player, any pair banker" in note and note.endswith(
        ": tens and court cards are told together.") for note in notes)


def test_a_shoe_rich_in_sixes_favours_who_bets_on_6() -> None:
    shoe = dict.fromkeys(RANKS, 0) | {"T": 20, "J": 20, "Q": 20, "K": 20, "6": 30}
    assert rows(shoe=shoe)["small tiger"].house_edge < 0 < rows()["small tiger"].house_edge


def test_a_whole_shoe_is_the_shoe_of_the_table() -> None:
    assert rows(shoe=dict.fromkeys(RANKS, 32)) == rows()


# -- rounds of the table -------------------------------------------------------------------------------------------


class Punter:
    """Random sums on some of the additional wagers."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.placed = chance, False

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            return Lapse()
        self.placed = not self.placed
        if not self.placed:
            return Close()
        kinds = self.chance.sample((*ON_ENDS, *ON_PAIRS), 3)
        return Place(1, "Ann", tuple((kind, 50 * self.chance.randint(2, 100)) for kind in kinds))


def shown(t: Table, looks_at: str, wager: str) -> Any:
    """What an enumerator would show of the round, taken from the cards on the table."""
    player, banker = (t.hands[name].cards for name in ("player", "banker"))
    if looks_at == TWO_HANDS:
        return (points(player), len(player)), (points(banker), len(banker))
    spades = {name: tuple(f"{card[0]}s" for card in t.hands[name].cards[:2]) for name in ("player", "banker")}
    return spades[wager.partition(" ")[0]] if looks_at == TWO_FACES else (spades["player"], spades["banker"])


def brings(settled: Settled) -> int:
    return settled.pays if settled.outcome == WIN else -settled.stake if settled.outcome == LOSE else 0


@pytest.mark.parametrize("options", [{"decks": "6", "dealing": "down"}, {"decks": "8"}], ids=str)
def test_random_rounds_agree_to_the_cent(options: dict[str, str]) -> None:
    table, seed = game(GAME, options), f"baccarat's sides {options}"
    said = {
        kind: {shape: line(result, "", Fraction(1), 100) for shape, _, result in sides.ends(table.sides[kind], kind)}
        for kind in (*ON_ENDS, *ON_PAIRS)
    }
    t, dealer = Table(table), VirtualDealer(SeededSource(seed), Punter(random.Random(seed)))
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(10_000):
        drive(t, dealer)
        assert len(t.lines) == 3
        for settled in t.lines:
            expected = said[settled.wager][shown(t, table.sides[settled.wager].looks_at, settled.wager)]
            assert (settled.outcome, brings(settled), str(settled.clause)) == (
                expected.outcome, expected.net * settled.stake, expected.clause)
            seen[settled.wager, str(settled.clause)] += 1
    assert {wager for wager, _ in seen} == said.keys()
    # Every line that is paid but the rarest, and every way to lose.
    assert len(seen) >= 39
    assert {looked.looks_at for looked in table.sides.values()} >= {TWO_HANDS, TWO_FACES, FOUR_FACES}


def test_simulated_edges_are_near() -> None:
    made: Analysis[Any] = analyse(GAME)
    dealer, t, rounds = VirtualDealer(SeededSource("sides near"), BestPlay(made)), Table(made.game), 600
    brought: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        for settled in t.lines:
            brought[settled.wager] += brings(settled)
    for row in made.side_wagers():
        off = brought[row.wager] / (rounds * made.stake) - float(row.expectation)
        assert abs(off) < 3.5 * row.std_dev / sqrt(rounds), row.wager
