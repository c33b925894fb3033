"""Pai gow's par sheet: brute force on sampled deals, the round itself, a bank's rounds, published figures.

Published (wizardofodds.com, the pages on pai gow tiles, 'Wizard Way' and questions): win, loss and push of house way
against house way, and of best setting against it, with 5% commission. House ways differ from casino to casino, so
they agree as nearly as house ways do."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import msgspec
import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.equipment.tiles import TILES
from pitboss.hands.pai_gow import Setting, settings, worth
from pitboss.law.results import LOSE, WIN
from pitboss.odds import analyse
from pitboss.odds.advice import values
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.pai_gow import (
    BY_HANDS,
    HOUSE_WAY_BANK,
    HOUSE_WAY_WAGER,
    PLAYERS,
    ROUNDS,
    UNTAXED,
    PaiGowOdds,
)
from pitboss.odds.pai_gow_deals import BESIDE, deals, hands_of, kinds_of, numbers
from pitboss.odds.simulate import simulate
from pitboss.rulebooks.qld.s06_pai_gow import read_setting
from pitboss.rulebooks.qld.s06_pai_gow_house_way import house_way
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.facts import Settled
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, SeenStake, Sight

GAME = "qld/pai-gow"


def odds(*settings: str, stake: int | None = None, **options: str) -> PaiGowOdds:
    counted = analyse(GAME, options, settings, stake=stake)
    assert isinstance(counted, PaiGowOdds)
    return counted


@cache
def fresh() -> PaiGowOdds:
    return odds()


def edge(counted: PaiGowOdds, wager: str) -> Fraction:
    return Fraction(counted.sheet.row(wager).house_edge)


def ends(wager: str) -> tuple[float, float]:
    """How often a wager wins and loses, in percent."""
    lines = fresh().sheet.row(wager).lines
    return tuple(100 * float(sum(line.probability for line in lines if line.outcome == outcome))
                 for outcome in (WIN, LOSE))  # type: ignore[return-value]


# -- the figures ---------------------------------------------------------------------------------------------


def test_the_edges_under_this_schedule() -> None:
    counted = fresh()
    assert edge(counted, "wager") == Fraction(60627979, 3681405000)
    assert edge(counted, HOUSE_WAY_WAGER) == Fraction(44441329, 1840702500)
    assert edge(counted, "bank") == Fraction(-6930617, 3681405000)
    assert edge(counted, HOUSE_WAY_BANK) == edge(counted, "co-bank") == Fraction(10480753, 1840702500)
    assert edge(counted, "wager") < edge(counted, BY_HANDS) < edge(counted, HOUSE_WAY_WAGER)


@pytest.mark.parametrize("wager, won, lost, published", [
    (HOUSE_WAY_WAGER, 29.21, 30.18, 2.44), ("wager", 29.27, 29.48, 1.67),
    (HOUSE_WAY_BANK, 30.18, 29.21, 0.53), ("bank", 30.17, 28.46, -0.20),
])
def test_near_what_is_published(wager: str, won: float, lost: float, published: float) -> None:
    assert ends(wager) == (pytest.approx(won, abs=0.2), pytest.approx(lost, abs=0.2))
    assert 100 * float(edge(fresh(), wager)) == pytest.approx(published, abs=0.06)


def test_without_commission() -> None:
    """Against the bank only what is equal is lost: published as 1.44% with another house way, or 0.97% with the same
    as above (30.18 less 29.21)."""
    free = odds("commission.wager=0%", "commission.bank=0%")
    wins, losses = ends(HOUSE_WAY_WAGER)
    assert 100 * float(edge(free, HOUSE_WAY_WAGER)) == pytest.approx(losses - wins) == pytest.approx(0.97, abs=0.06)
    # What the house's bank wins of a player, a player's bank wins of another.
    assert edge(free, HOUSE_WAY_WAGER) == -edge(free, HOUSE_WAY_BANK) == -edge(free, "co-bank")
    assert edge(free, "bank") == edge(free, UNTAXED) == edge(fresh(), UNTAXED)


def test_one_percent_of_commission_is_one_percent_of_wins() -> None:
    """Published: the difference between 5% and 4% is 0.31% to 0.32%."""
    four = odds("commission.wager=4%", "commission.bank=4%")
    for wager, published in ((HOUSE_WAY_WAGER, 0.3085), (HOUSE_WAY_BANK, 0.317)):
        less = edge(fresh(), wager) - edge(four, wager)
        assert less == fresh().sheet.row(wager).hit_rate / 100
        assert 100 * float(less) == pytest.approx(published, abs=0.016)


def house_way_edge(counted: PaiGowOdds) -> Fraction:
    """That of one row, without counting the others."""
    return Fraction(counted.wager_row(HOUSE_WAY_WAGER, counted.house_way).house_edge)


def test_rules_put_another_way() -> None:
    usual = edge(fresh(), HOUSE_WAY_WAGER)
    stricter = house_way_edge(odds("zero against zero=to the bank in both hands"))
    milder = house_way_edge(odds("zero against zero=by the highest tile"))
    # Two high hands of nothing never meet, where tiles are set with any sense.
    assert milder < usual == stricter
    richer = house_way_edge(odds("wager.both hands higher=2 to 1"))
    assert usual - richer == Fraction(95, 100) * Fraction(fresh().sheet.row(HOUSE_WAY_WAGER).hit_rate)


def test_commission_that_is_rounded_is_for_a_stake() -> None:
    small, even = odds(rounding="50c", stake=500), odds(rounding="50c", stake=1000)
    wins = fresh().sheet.row(HOUSE_WAY_WAGER).hit_rate
    assert house_way_edge(even) == edge(fresh(), HOUSE_WAY_WAGER)
    # 25 cents up to 50 of 5 dollars won; for a banker down to nothing.
    assert house_way_edge(small) - edge(fresh(), HOUSE_WAY_WAGER) == wins / 20
    assert small.after_levy(Fraction(1)) == 1 and even.after_levy(Fraction(1)) == Fraction(19, 20)
    assert small.capped and not fresh().capped


def test_a_shoe_is_refused_plainly() -> None:
    with pytest.raises(BadQuestion, match="qld/pai-gow is not analysed by what is left in a shoe"):
        analyse(GAME, shoe={"teen": 2})


def test_rows_are_whole() -> None:
    for one in fresh().sheet.wagers:
        simulated = "simulated" in one.note
        assert one.exact is not simulated and (one.error > 0) is simulated
        assert sum(line.probability for line in one.lines) == pytest.approx(1, abs=1e-12 if simulated else 0)


def test_what_the_commission_on_several_hands_costs() -> None:
    """Half of the percentage is of the result, which is known, and half of its size: with one player both are."""
    counted, before = fresh(), -float(edge(fresh(), UNTAXED))
    one = counted.dealt_by_chance[1]
    for ended, chance in ((one[1, 0], counted.sheet.row(UNTAXED).lines[-1].probability),
                          (one[0, 1], counted.sheet.row(UNTAXED).lines[0].probability)):
        assert abs(ended / ROUNDS - float(chance)) < 3.3 * sqrt(float(chance) * (1 - float(chance)) / ROUNDS)
    rows = [counted.sheet.row(f"bank, against {players} players") for players in PLAYERS]
    means = [-float(edge(counted, "bank")), *(float(row.expectation) for row in rows), before]
    # The more hands, the less of the wins is left to be taxed.
    assert means == sorted(means) and all(row.error < 0.0001 for row in rows)


# -- brute force ---------------------------------------------------------------------------------------------


def test_all_deals_are_counted_and_tiles_of_a_kind_are_alike() -> None:
    table, chance = deals(), random.Random("alike")
    assert (int(table.ways.sum()), len(table.kinds), BESIDE) == (35_960, 3_620, 20_475)
    every = list(combinations(TILES, 4))
    for tiles in chance.sample(every, 400):
        deal = numbers()[kinds_of(tiles)]
        assert hands_of(house_way(tiles)) == (table.house_low[deal], table.house_high[deal])
        ways = {hands_of(way) for way in settings(tiles)}
        assert ways == set(zip(table.low[deal].tolist(), table.high[deal].tolist(), strict=True))


@cache
def banks_way(number: int) -> Setting:
    table = deals()
    return table.written[number][int(table.house[number])]


@pytest.mark.parametrize("seed", range(3))
def test_settings_against_every_deal_beside_them(seed: int) -> None:
    """Each of the 20,475 that the bank may have, compared by the worth of hands as a player would."""
    counted = fresh()
    own = random.Random(seed).sample(range(len(TILES)), 4)
    tiles = [TILES[place] for place in own]
    deal, table = numbers()[kinds_of(tiles)], deals()
    left = [tile for place, tile in enumerate(TILES) if place not in own]
    met = {way: [0, 0, 0, 0] for way in table.written[deal]}
    for four in combinations(left, 4):
        banks = banks_way(numbers()[kinds_of(four)])
        for way, ended in met.items():
            low = worth(way.low) > worth(banks.low) and worth(way.low).rank > 0
            high = worth(way.high) > worth(banks.high)
            ended[0 if low and high else 1 if low else 2 if high else 3] += 1
    for place, ended in enumerate(met.values()):
        assert [int(count[deal, place]) for count in counted.players_meet] == ended


# -- the table -------------------------------------------------------------------------------------------------


def brings(line: Settled) -> int:
    return {WIN: line.pays, LOSE: -line.stake}.get(line.outcome, 0)


class Punter:
    """Ann wagers, Ben now and then, and every setting is chosen at random."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.placed = chance, 0

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Choose):
            names = [option.name for option in request.options if not option.name.startswith("authorise")]
            return Choice(request.hand, self.chance.choice(names), request.player)
        if not isinstance(request, Gather):
            return Lapse()
        if self.placed == 2 or (self.placed and self.chance.random() < 0.75):
            self.placed = 0
            return Close()
        self.placed += 1
        # What half of a half of it bears in commission is whole cents.
        stake = 2000 * self.chance.randint(1, 10)
        return Place(self.placed + 1, ("Ann", "Ben")[self.placed - 1], (("wager", stake),))


def way_of(t: Table, hand: str) -> tuple[int, int]:
    """The hands that a setting made, by the choice alone."""
    said = t.notes["ways"][hand]
    if said == "house way":
        deal = numbers()[kinds_of(t.hands[hand].cards)]
        return int(deals().house_low[deal]), int(deals().house_high[deal])
    way = read_setting(said)
    assert way is not None
    return hands_of(way)


def test_random_rounds_agree_to_the_cent() -> None:
    """What the count says of these settings is what the round pays, to players and to who banks."""
    counted, chance = fresh(), random.Random("tiles")
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("tiles"), Punter(chance))
    low, high = counted.higher
    seen = np.zeros((3, 2, 2), np.int64)
    for played in range(20_000):
        # The house banks, then Eve, then she with the house.
        who = played % 3
        t.state = counted.game.opening_state()
        if who:
            assert counted.game.state_told(t, "banker", f"5 Eve 1000{' co-bank' * (who == 2)}") is None
        drive(t, dealer)
        banks, gained = way_of(t, "5" if who else "banker"), Fraction(0)
        paid = {line.wager if line.box == 5 else str(line.box): line for line in t.lines}
        for box in sorted({"2", "3"} & t.hands.keys()):
            own, line = way_of(t, box), paid[box]
            end = bool(low[own[0], banks[0]]), bool(high[own[1], banks[1]])
            assert brings(line) == counted.wager_brings[end] * line.stake
            gained += counted.bank_gains[end] * line.stake
            seen[who, int(end[0]), int(end[1])] += 1
        if who:
            assert brings(paid["bank"]) == counted.after_levy(gained / who)
    assert seen.min() > 500


def test_simulated_best_play_is_near() -> None:
    counted, rounds = fresh(), 2500
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("near"), BestPlay(counted))
    brought = 0
    for _ in range(rounds):
        t.state = counted.game.opening_state()
        drive(t, dealer)
        brought += sum(map(brings, t.lines))
    row, stake = counted.sheet.row("wager"), counted.whole_stake(100)
    assert abs(brought / (rounds * stake) - float(row.expectation)) < 3.3 * row.std_dev / sqrt(rounds)


def test_the_table_tells_where_to_leave_the_house_way() -> None:
    strategy, table = fresh().sheet.strategy, deals()
    (shown,) = strategy.tables
    best, house = fresh().best_setting.places, table.house
    assert sum(int(cells[0].play) for cells in shown.cells) == int(table.ways[best != house].sum())
    assert "4, 5: 0, 9" in shown.rows and {cells[2].play for cells in shown.cells} == set(strategy.legend)
    # All that is gained is told: the mean of each row by the deals it is best in.
    gained = sum(cells[2].value * int(cells[0].play) for cells in shown.cells if cells[2].value) / 35_960
    sheet = fresh().sheet
    assert gained == pytest.approx(float(sheet.row(HOUSE_WAY_WAGER).house_edge - sheet.row("wager").house_edge))


def test_rows_have_their_turns_in_a_simulation() -> None:
    """One round in nine for each, a bank measured by what lies against it; only what no round tells is not measured."""
    made, stake = simulate(GAME, 900, seed=1), fresh().whole_stake(100)
    measured = {row.par.wager: row for row in made.rows}
    assert not measured.pop(UNTAXED).sums.wagers and made.turns == 9 == len(measured)
    for wager, row in measured.items():
        players = int(wager.split()[2]) if "players" in wager else 1
        assert (row.sums.stretches, row.sums.wagers) == (100, 100 * players)
        assert row.sums.stake == 100 * players * stake // (2 if wager == "co-bank" else 1)
        assert row.inside(0.99)


# -- advice ------------------------------------------------------------------------------------------------------


def seen_by_bank(tiles: tuple[str, ...], *boxes: str) -> Sight:
    options = tuple(SeenOption(f"set low {' '.join(way.low)} high {' '.join(way.high)}") for way in settings(tiles))
    hands = {"5": tiles, **dict.fromkeys(boxes, ("??",) * 4)}
    return Sight("5", "Eve", False, (*options, SeenOption("house way")), hands, (), (SeenStake("bank", 40_00),))


def test_who_banks_is_told_what_is_best_for_a_bank() -> None:
    """Against one hand after commission; against several before it, and it is said so."""
    counted, chance, otherwise = fresh(), random.Random("bank"), 0
    for _ in range(300):
        tiles = tuple(chance.sample(TILES, 4))
        deal = numbers()[kinds_of(tiles)]
        for boxes, (ints, unit), noted in ((("2",), counted.bank_valued, ""),
                                           (("2", "3"), counted.untaxed_valued, "before commission, against players")):
            sight = seen_by_bank(tiles, *boxes)
            told = {one["name"]: one["cents"] for one in values(GAME, (), sight)}
            best, most = max(told, key=lambda name: told[name]), int(ints[deal].max())
            assert told[best] == pytest.approx(40_00 * most / unit / BESIDE)
            assert counted.noted(sight)[:34] == noted
            players = {one["name"]: one["cents"] for one in values(GAME, (), for_player(sight))}
            otherwise += best != max(players, key=lambda name: players[name])
    assert otherwise, "what is best for a player is not best for every bank"
    assert values(GAME, (), msgspec.structs.replace(seen_by_bank(tiles, "2"), offer=True)) == []


def for_player(sight: Sight) -> Sight:
    return msgspec.structs.replace(sight, stakes=(SeenStake("wager", 40_00),))


def test_a_bank_s_advice_comes_to_its_row() -> None:
    """Over all deals the best of what is told is what the row says of a bank."""
    counted, table = fresh(), deals()
    (ints, unit), rows = counted.bank_valued, counted.sheet
    whole = sum(int(ways) * int(most) for ways, most in zip(table.ways, ints.max(axis=1), strict=True))
    assert Fraction(whole, unit * counted.all_ways) == rows.row("bank").expectation
