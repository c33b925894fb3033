"""Pai gow: every deal of four tiles against every deal beside it, in whole numbers.

Who banks and whose tiles come first changes no chance. A wager is measured against a bank that sets its tiles the
house way, as the house must; a bank against players who do. Before commission what a bank brings against several is
what it brings against each, whoever they are; the commission is on what it has won of all of them together, and what
that comes to is simulated."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from msgspec.structs import replace

from pitboss.equipment.tiles import Tile
from pitboss.hands.pai_gow import Setting, name, worth
from pitboss.law import Result
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.money import Levy
from pitboss.odds.analysis import Analysis, Instead, OptionValue, take
from pitboss.odds.cache import key
from pitboss.odds.pai_gow_deals import (
    BESIDE,
    HANDS,
    SEED,
    Bools,
    Ints,
    Met,
    chosen,
    deals,
    hands_of,
    kinds_of,
    meets,
    numbers,
    several,
)
from pitboss.odds.par import Cell, Line, Strategy, StrategyTable, WagerPar, line, net, row
from pitboss.rulebooks.qld.s06_pai_gow import PaiGow, read_setting
from pitboss.rulebooks.qld.s06_pai_gow_bank import BANK, BOXES, CO_BANK, HOUSE_BOX, WAGER
from pitboss.rulebooks.qld.s06_pai_gow_house_way import S, beats
from pitboss.rulebooks.qld.s06_pai_gow_irregularities import HOUSE_WAY
from pitboss.table.acts import BACK, Answer, Lapse, Place
from pitboss.table.facts import Wager
from pitboss.table.requests import Choose, Offer, Option
from pitboss.table.table import Table
from pitboss.table.views import Sight, sight

# Which of a player's two hands are higher than the bank's: low, high.
Higher = tuple[bool, bool]
ENDS: dict[Higher, str] = {
    (True, True): "both hands higher", (True, False): "low hand higher", (False, True): "high hand higher",
    (False, False): "neither hand higher",
}
HOUSE_WAY_WAGER, BY_HANDS = f"{WAGER}, {HOUSE_WAY}", f"{WAGER}, by the table"
HOUSE_WAY_BANK, UNTAXED = f"{BANK}, {HOUSE_WAY}", f"{BANK}, before commission"
# Against so many players at once a bank is simulated.
PLAYERS = (2, 4, BOXES - 1)
ROUNDS = 200_000
# How many standard errors 99 times in 100 are enough.
REACH = 2.575829
ALWAYS, BY_TILES = "A", "T"
# Who banks in a simulation.
BANKS = "Eve"


def _against(players: int) -> str:
    return f"{BANK}, against {players} players"


def _levy(percent: int, up: bool) -> Any:
    return lambda game: Levy(percent, up)


def _result(zeros_low: bool, zeros_high: bool) -> Any:
    """36 with 0 against 0 going to the bank in some hands, and in others by the highest tile."""
    def result(game: PaiGow, own: Setting, banks: Setting) -> Result:
        low = beats(own.low, banks.low, S["36(6)"], S["36(7)"] if zeros_low else None)
        high = beats(own.high, banks.high, S["36(5)"], S["36(7)"] if zeros_high else None)
        return PaiGow.result(game, *_standing_for(low, high))

    return result


def _standing_for(low: bool, high: bool) -> tuple[Setting, Setting]:
    """Two settings of which the first has these hands higher."""
    best, worst = _highest_and_lowest()
    own = Setting(best if low else worst, best if high else worst)
    return own, Setting(worst if low else best, worst if high else best)


@cache
def _highest_and_lowest() -> tuple[tuple[Tile, Tile], tuple[Tile, Tile]]:
    return max(HANDS, key=worth), min(HANDS, key=worth)


class Ways(NamedTuple):
    """A way to set every deal: its name, and which setting of each."""

    name: str
    places: Ints


class Departure(NamedTuple):
    """Two hands that the house way makes, and two others that the same tiles can: in how many deals they can, in how
    many they are best, what always setting so would gain, and what setting so where it is best does."""

    house: str
    instead: str
    deals: int
    best_in: int
    always_gains: int
    gains: int

    @property
    def learnt(self) -> bool:
        """Is it worth doing without a look at the tiles?"""
        return self.house != self.instead and self.always_gains > 0


class PaiGowOdds(Analysis[PaiGow]):
    """What a wager and a bank bring over all deals."""

    keeps_own = True
    method = "exact; a bank against several players is simulated"
    # A round tells what a bank has after commission.
    other_play = frozenset({UNTAXED})
    # The row that a round is played for.
    turn = WAGER
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "commission.wager": {f"{percent}%": ("player_levy", _levy(percent, True)) for percent in range(11)},
        "commission.bank": {f"{percent}%": ("bank_levy", _levy(percent, False)) for percent in range(11)},
        "zero against zero": {
            "to the bank in both hands": ("result", _result(True, True)),
            "by the highest tile": ("result", _result(False, False)),
        },
    }

    # -- counting ------------------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> dict[Higher, Result]:
        """What becomes of a wager, by which of its hands are higher."""
        return {higher: self.game.result(*_standing_for(*higher)) for higher in ENDS}

    def results(self) -> Iterable[Result]:
        return self.ends.values()

    @cached_property
    def higher(self) -> tuple[Bools, Bools]:
        """Which hands of a player are higher than which of the bank's, in the low place and in the high one: asked of
        the game for hands of every worth, with the other hand higher anyway."""
        (best, worst), like = _highest_and_lowest(), {worth(hand): hand for hand in HANDS}
        low = [[self.game.result(Setting(own, best), Setting(banks, worst)).outcome == WIN for banks in like.values()]
               for own in like.values()]
        high = [[self.game.result(Setting(best, own), Setting(worst, banks)).outcome == WIN for banks in like.values()]
                for own in like.values()]
        place = [list(like).index(worth(hand)) for hand in HANDS]
        return np.array(low)[np.ix_(place, place)], np.array(high)[np.ix_(place, place)]

    @cached_property
    def players_meet(self) -> Met:
        """A player's settings against a bank that sets the house way."""
        return self.counted(*self.higher)

    @cached_property
    def banks_meet(self) -> Met:
        """A bank's settings against one player who sets the house way, by what is higher of the player's."""
        low, high = self.higher
        turned = self.counted(~low.T, ~high.T)
        return Met(turned.neither, turned.high_only, turned.low_only, turned.both)

    def counted(self, low: Bools, high: Bools) -> Met:
        """What meets what, from the cache if it was counted before."""
        name, cache = self.key("meets", low, high), self.work.cache
        known = cache.load(name)
        if known is None:
            known = meets(low, high)._asdict()
            cache.save(name, known)
        return Met(**known)

    def key(self, what: str, *arrays: Ints | Bools) -> str:
        """Counts hang on these arrays, and on the house way."""
        return key("pai-gow", what, deals().house_low, deals().house_high, *arrays)

    @cached_property
    def all_ways(self) -> int:
        return int(deals().ways.sum()) * BESIDE

    def scaled(self, met: Met, brings: Mapping[Higher, Fraction]) -> tuple[Ints, int]:
        """What every setting of every deal brings in whole numbers, and what these are parts of."""
        unit = math.lcm(*(value.denominator for value in brings.values()))
        values = np.zeros_like(met.both)
        for count, higher in zip(met, ENDS, strict=True):
            values += count * int(brings[higher] * unit)
        return values, unit

    # -- what each end brings ------------------------------------------------------------------------------

    @cached_property
    def wager_brings(self) -> dict[Higher, Fraction]:
        return {higher: net(result, self.stake) for higher, result in self.ends.items()}

    @cached_property
    def bank_gains(self) -> dict[Higher, Fraction]:
        """What one wager brings the bank before commission, per unit of it."""
        stake = self.whole_stake()
        wager = Wager(HOUSE_BOX + 1, "", WAGER, stake, {}, WAGER, "")
        return {higher: Fraction(0) if result.outcome == STAND_OFF
                else Fraction(self.game.banks_gain(wager, result), stake) for higher, result in self.ends.items()}

    def after_levy(self, gain: Fraction, parts: int = 1) -> Fraction:
        """What is left of a gain; where the law rounds the commission, for the stake that figures are for, of which
        one part in so many is this banker's."""
        levy = self.game.bank_levy()
        if gain <= 0:
            return gain
        if levy.clause is None:
            return gain * (1 - Fraction(levy.percent, 100))
        own = self.stake // parts
        return gain - Fraction(levy.on(int(gain * own)), own)

    # -- ways to set ---------------------------------------------------------------------------------------

    @property
    def house_way(self) -> Ways:
        return Ways(HOUSE_WAY, deals().house)

    def best(self, met: Met, brings: Mapping[Higher, Fraction]) -> Ways:
        """What brings most in each deal; the house way where nothing brings more."""
        values, _ = self.scaled(met, brings)
        table = deals()
        places = np.where(values.max(axis=1) > chosen(values, table.house), values.argmax(axis=1), table.house)
        return Ways("best setting", places)

    @cached_property
    def best_setting(self) -> Ways:
        return self.best(self.players_meet, self.wager_brings)

    @cached_property
    def bank_brings(self) -> dict[Higher, Fraction]:
        """What a bank has of each end against one player."""
        return {end: self.after_levy(gain) for end, gain in self.bank_gains.items()}

    @cached_property
    def best_bank(self) -> Ways:
        """Best for a bank against one player."""
        return self.best(self.banks_meet, self.bank_brings)

    @cached_property
    def before_commission(self) -> Ways:
        """Best for a bank against any number, but for the commission."""
        return self.best(self.banks_meet, self.bank_gains)

    @cached_property
    def departures(self) -> dict[tuple[str, str], Departure]:
        """Every two hands that are better somewhere than what the house way makes of the tiles."""
        table = deals()
        values, _ = self.scaled(self.players_meet, self.wager_brings)
        more = (values - chosen(values, table.house)[:, None]) * table.ways[:, None]
        best = self.best_setting.places.tolist()
        counted: dict[tuple[str, str], Departure] = {}
        for deal, written in enumerate(table.written):
            house = int(table.house[deal])
            for place, way in enumerate(written):
                if place == house:
                    continue
                key, ways, gain = (_named(written[house]), _named(way)), int(table.ways[deal]), int(more[deal, place])
                held = counted.get(key) or Departure(*key, 0, 0, 0, 0)
                is_best = place == best[deal]
                counted[key] = Departure(*key, held.deals + ways, held.best_in + ways * is_best,
                                         held.always_gains + gain, held.gains + gain * is_best)
        return {key: departure for key, departure in counted.items() if departure.best_in}

    @cached_property
    def by_hands(self) -> Ways:
        """A way to set that can be learnt: the house way, but other hands wherever they bring more on the whole."""
        table, places = deals(), deals().house.copy()
        for deal, written in enumerate(table.written):
            house = _named(written[int(table.house[deal])])
            others = [(departure.gains, place) for place, way in enumerate(written)
                      if (departure := self.departures.get((house, _named(way)))) is not None and departure.learnt]
            if others:
                places[deal] = max(others)[1]
        return Ways("by the table", places)

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        best_bank, before = self.best_bank, self.before_commission
        return (
            self.wager_row(WAGER, self.best_setting), self.wager_row(HOUSE_WAY_WAGER, self.house_way),
            self.wager_row(BY_HANDS, self.by_hands),
            self.bank_row(BANK, best_bank, note="against one player, the bank's tiles set best"),
            self.bank_row(HOUSE_WAY_BANK, self.house_way, note="against one player"),
            replace(self.bank_row(CO_BANK, self.house_way, 2), note="against one player; set the house way"),
            self.bank_row(UNTAXED, before, 0, note="against any number of players, per unit of their wagers"),
            *(self.simulated(players, before) for players in PLAYERS),
        )

    def chances(self, met: Met, way: Ways) -> dict[Higher, Fraction]:
        weights = deals().ways
        return {higher: Fraction(int((chosen(count, way.places) * weights).sum()), self.all_ways)
                for count, higher in zip(met, ENDS, strict=True)}

    def wager_row(self, title: str, way: Ways) -> WagerPar:
        chances = self.chances(self.players_meet, way)
        lines = [line(self.ends[higher], label, chances[higher], self.stake) for higher, label in ENDS.items()]
        return replace(row(title, lines), includes=(WAGER,))

    def bank_row(self, title: str, way: Ways, parts: int = 1, note: str = "") -> WagerPar:
        """A bank against one player: its chips are as many as his. With no parts, without commission."""
        chances, lines = self.chances(self.banks_meet, way), []
        for higher, label in ENDS.items():
            gain = self.bank_gains[higher]
            brings = self.after_levy(gain, parts) if parts else gain
            lines.append(self.bank_line(f"the player's: {label}", brings, chances[higher]))
        return replace(row(title, lines, note=note), includes=(CO_BANK if parts == 2 else BANK,))

    def bank_line(self, label: str, brings: Fraction, chance: Fraction | float) -> Line:
        outcome = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return Line(outcome, label, "", brings, chance, str(S["19(3)"] if brings > 0 else S["2:player-banker"]))

    def simulated(self, players: int, way: Ways) -> WagerPar:
        """A bank against several: before commission it brings what it does against one, and of what is kept only how
        far the results spread is taken from rounds dealt by chance."""
        counts = self.dealt_by_chance[players]
        lines, held, squares = [], 0.0, 0.0
        for won, lost in np.argwhere(counts).tolist():
            gain = lost * self.bank_gains[False, False] + won * self.bank_gains[True, True]
            left, chance = self.after_levy(gain), int(counts[won, lost]) / ROUNDS
            # By half of what is won or lost the levy is known as well as by what is won, and swings less.
            kept = float(gain - left) - float(gain) * self.levied_of_all
            held, squares = held + kept * chance, squares + kept * kept * chance
            lines.append(self.bank_line(f"{lost - won:+d} hands" if lost != won else "level", left / players, chance))
        exact = self.bank_row(UNTAXED, way, 0).expectation
        mean = float(exact) * (1 - self.levied_of_all) - held / players
        error = REACH * math.sqrt(max(squares - held * held, 0.0) / ROUNDS) / players
        note = f"simulated: {ROUNDS:,} rounds, {mean:+.4%} to within {error:.4%} 99 times in 100"
        return replace(row(_against(players), lines, note=note), includes=(BANK,), mean=mean, error=error)

    @cached_property
    def dealt_by_chance(self) -> Ints:
        places, cache = self.before_commission.places, self.work.cache
        name = self.key(f"several {ROUNDS} {SEED}", *self.higher, places)
        known = cache.load(name)
        if known is None:
            known = {"counts": several(*self.higher, places, max(PLAYERS), ROUNDS)}
            cache.save(name, known)
        return known["counts"]

    @property
    def levied_of_all(self) -> float:
        """Half of the percentage: a levy on gains alone is half of it on the result and half on its size."""
        return self.game.bank_levy().percent / 200

    # -- what else the sheet says ------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        table, rows = deals(), sorted(self.departures.values(), key=lambda departure: -departure.gains)
        best, house, learnt = (self.wager_row("", way).expectation
                               for way in (self.best_setting, self.house_way, self.by_hands))
        otherwise = int(table.ways[self.best_setting.places != table.house].sum())
        _, unit = self.scaled(self.players_meet, self.wager_brings)
        cells = tuple((Cell(f"{departure.best_in}"), Cell(f"{departure.deals}"),
                       Cell(ALWAYS if departure.learnt else BY_TILES,
                            departure.gains / departure.best_in / BESIDE / unit))
                      for departure in rows)
        return Strategy(
            (f"The house way is best in {table.ways.sum() - otherwise:,} of {table.ways.sum():,} deals; setting the "
             f"others best gains {float(best - house):.4%} of the bet.",
             f"Set the house way, but other hands wherever the table says {ALWAYS}: that alone gains "
             f"{float(learnt - house):.4%}; of several, those further up in the table."
             if rows else "Set every deal the house way."),
            (StrategyTable("house way (low, high): set instead", ("best in", "of deals", "set so"),
                           tuple(f"{departure.house}: {departure.instead}" for departure in rows), cells),)
            if rows else (),
            {ALWAYS: "always set so", BY_TILES: "only with some tiles, not to be learnt"},
        )

    def notes(self) -> tuple[str, ...]:
        return (
            "All 35,960 deals of four tiles against all 20,475 beside each; tiles of a kind are alike.",
            "A wager plays against a bank set the house way, and a bank against players who set the house way.",
            "A bank's unit is what is wagered against it; of a co-bank, its own half.",
            "Commission on a bank is on what it wins of all players together: against several that is simulated.",
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def turns(self) -> tuple[str, ...]:
        return (WAGER, HOUSE_WAY_WAGER, BY_HANDS, BANK, HOUSE_WAY_BANK, CO_BANK, *map(_against, PLAYERS))

    def sit(self, t: Table, row: str) -> None:
        self.turn = row
        if row not in (WAGER, HOUSE_WAY_WAGER, BY_HANDS):
            self.game.state_told(t, "banker", f"{HOUSE_BOX} {BANKS}{f' {CO_BANK}' * (row == CO_BANK)}")

    def row_of(self, wager: str) -> str:
        """What a bank brings is measured by what is wagered against it; of a co-bank, by its own half."""
        if self.turn in (WAGER, HOUSE_WAY_WAGER, BY_HANDS):
            return self.turn if wager == WAGER else wager
        return self.turn if wager == BANK else f"wagers: {self.turn}"

    def unit_of(self, row: str) -> str:
        return row if row in (WAGER, HOUSE_WAY_WAGER, BY_HANDS, CO_BANK) else f"wagers: {row}"

    def places(self, t: Table) -> tuple[Place, ...]:
        """Bets on the boxes beside the first, of which the commission is whole cents: one, but for banks against
        several."""
        players = next((players for players in PLAYERS if self.turn == _against(players)), 1)
        boxes = range(HOUSE_BOX + 1, HOUSE_BOX + 1 + players)
        return tuple(Place(box, f"Ann {box}", ((WAGER, self.whole_stake(100)),)) for box in boxes)

    def choose(self, t: Table, request: Choose) -> Answer:
        if isinstance(request, Offer):
            return Lapse()
        ways = {WAGER: self.best_setting, BY_HANDS: self.by_hands}
        if request.player == BANKS:
            ways = {BANK: self.best_bank, **dict.fromkeys(map(_against, PLAYERS), self.before_commission)}
        elif (seen := sight(t, request)).staked(BANK):
            ways[WAGER] = self.before_commission if self.noted(seen) else self.best_bank
        tiles = t.hands[request.hand].cards
        return take(request, self.written(tiles, ways.get(self.turn, self.house_way), request.options))

    def written(self, own: Sequence[Tile], way: Ways, options: Iterable[Option]) -> str:
        """The choice by which some tiles are set in a way."""
        deal, table = numbers()[kinds_of(own)], deals()
        place = int(way.places[deal])
        if place == table.house[deal]:
            return HOUSE_WAY
        hands = int(table.low[deal, place]), int(table.high[deal, place])
        ways = ((option.name, read_setting(option.name)) for option in options)
        return next(name for name, way in ways if way is not None and hands_of(way) == hands)

    # -- advising ----------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        _ = self.valued, self.bank_valued, self.untaxed_valued

    @cached_property
    def valued(self) -> tuple[Ints, int]:
        return self.scaled(self.players_meet, self.wager_brings)

    @cached_property
    def bank_valued(self) -> tuple[Ints, int]:
        return self.scaled(self.banks_meet, self.bank_brings)

    @cached_property
    def untaxed_valued(self) -> tuple[Ints, int]:
        return self.scaled(self.banks_meet, self.bank_gains)

    def offered(self, own: Sequence[Tile], names: Iterable[str], valued: tuple[Ints, int]) -> dict[str, Fraction]:
        """What each way to set some tiles brings; the house way first, as it is easily asked for."""
        if len(own) != 4 or BACK in own:
            return {}
        deal, table = numbers()[kinds_of(own)], deals()
        values, unit = valued
        known = {hands: Fraction(int(values[deal, place]), unit * BESIDE)
                 for place, hands in reversed(list(enumerate(zip(table.low[deal].tolist(), table.high[deal].tolist(),
                                                                 strict=True))))}
        ways = {name: way for name in names if (way := read_setting(name)) is not None}
        brought = {name: known[hands_of(way)] for name, way in ways.items()}
        if HOUSE_WAY in names:
            return {HOUSE_WAY: Fraction(int(values[deal, table.house[deal]]), unit * BESIDE), **brought}
        return brought

    def values(self, seen: Sight) -> tuple[OptionValue, ...]:
        """For who banks against one hand as it is, after commission; against several, before it."""
        if seen.offer:
            return ()
        banks = self.untaxed_valued if self.noted(seen) else self.bank_valued
        valued = banks if seen.staked(BANK) else self.valued
        brought = self.offered(seen.open_cards(seen.hand), [option.name for option in seen.options], valued)
        return tuple(OptionValue(name, None, value) for name, value in brought.items())

    def noted(self, seen: Sight) -> str:
        several_play = seen.staked(BANK) and len(seen.hands) > 2
        return "before commission, against players who set the house way" if several_play else ""


def _named(way: Setting) -> str:
    return f"{name(way.low)}, {name(way.high)}"
