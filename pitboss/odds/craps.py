"""Craps: all throws of two dice, and for wagers that wait an exact chain from throw to throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from pitboss.law import Result
from pitboss.law.results import VOID
from pitboss.money import Cents, show_amount
from pitboss.odds.analysis import Analysis
from pitboss.odds.par import Line, Number, Strategy, WagerPar, line, net, row, total
from pitboss.rulebooks.qld.s04_craps import Craps
from pitboss.rulebooks.qld.s04_craps_layout import (
    AT_ONCE,
    CALLED_ON,
    LINE,
    NUMBERED,
    ODDS_ON,
    SLEEPING,
    SUPPLEMENTS,
    Throw,
    family,
)
from pitboss.table.acts import Place
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

ONE, NONE = Fraction(1), Fraction(0)
DICE = tuple(product(range(1, 7), repeat=2))
# With more totals than this a line says "any other total".
MANY = 7


class State(NamedTuple):
    """Where an undecided wager stands: the point it has, if any, and the table's."""

    own: int | None
    table: int | None


class WagerEnd(NamedTuple):
    """How a wager was decided: by which throw, and with which point."""

    result: Result
    throw: Throw
    point: int | None


Ways: TypeAlias = dict[State | WagerEnd, Fraction]
Ends: TypeAlias = Mapping[WagerEnd, Fraction]
Start: TypeAlias = Mapping[State, Fraction]

# Any wager but odds starts without a point, and a line bet before a come out roll.
FIRST: Start = {State(None, None): ONE}


class CrapsOdds(Analysis[Craps]):
    """What each wager brings when it is left on the layout until it is decided."""

    def wagers(self) -> tuple[WagerPar, ...]:
        return self.rows

    @cached_property
    def rows(self) -> tuple[WagerPar, ...]:
        rows: list[WagerPar] = []
        for kind in self.game.kinds:
            if kind.name in SUPPLEMENTS:
                rows += self.supplemental(kind.name)
            elif kind.name in NUMBERED:
                rows += [self.single(f"{kind.name} {number}") for number in NUMBERED[kind.name]]
            else:
                rows.append(self.single(kind.name))
        return tuple(rows)

    # -- wagers by themselves ----------------------------------------------------------------------------

    def single(self, name: str) -> WagerPar:
        ends, rolls = self.decided(name, FIRST, on=True)
        fee = self.fee(name)
        par_row = row(name, self.lines(ends, {end: net(end.result, self.stake) - fee for end in ends}))
        return replace(par_row, note=remarks(par_row, rolls, fee))

    def fee(self, name: str) -> Fraction:
        """11 and 12: what making a wager costs per unit of it, before anything is cut to the cent."""
        kind, number = family(name)
        table = self.game.pay.get(kind)
        if table is None or number is None:
            return NONE
        whole = 100 * table.lines[number][0].den
        return Fraction(self.game.fee(name, whole), whole)

    def lines(self, ends: Ends, nets: Mapping[WagerEnd, Fraction]) -> list[Line]:
        """A line for each result that brings the same, told by the throws that lead to it."""
        alike: dict[tuple[Result, bool, Fraction], list[WagerEnd]] = {}
        waits = any(end.point is not None for end in ends)
        for end in ends:
            alike.setdefault((end.result, end.point is None, nets[end]), []).append(end)
        return [
            replace(line(result, self.label(some, waits), total(ends[end] for end in some), self.stake), net=brings)
            for (result, _, brings), some in alike.items()
        ]

    # -- 14 to 17: supplemental wagers -----------------------------------------------------------------------

    def supplemental(self, kind: str) -> list[WagerPar]:
        """Odds on whatever point comes up, odds on each point, and on a line bet the bet and its odds as one."""
        often = sum(self.points.values(), NONE)
        rows: list[WagerPar] = []
        mixed: dict[WagerEnd, Fraction] = {}
        rolls = average = NONE
        for point, chance in self.points.items():
            ends, takes = self.decided(kind, self.odds_start(kind, point))
            most = self.most_odds(kind, point)
            rows.append(self.odds_row(f"{kind} {point}", kind, ends, takes, most, chance))
            mixed |= {end: probability * chance / often for end, probability in ends.items()}
            rolls += takes * chance / often
            average += most * chance / often
        rows.insert(0, self.odds_row(kind, kind, mixed, rolls, average, often))
        return [*rows, self.together(kind)] if SUPPLEMENTS[kind].base in LINE else rows

    def odds_row(
        self, name: str, kind: str, ends: Ends, rolls: Fraction, unit: Fraction, frequency: Fraction
    ) -> WagerPar:
        """Odds as large as they may be, measured in units of so much money."""
        nets = {end: self.odds_bring(kind, end.result, end.point) / unit for end in ends}
        par_row = row(name, self.lines(ends, nets), per=name)
        sizes = {self.most_odds(kind, end.point) for end in ends if end.point is not None}
        unit_note = f"; in units of the average odds, {float(unit / self.stake):.4g} times the bet" * (len(sizes) > 1)
        return replace(par_row, frequency=frequency, note=remarks(par_row, rolls) + unit_note)

    def odds_bring(self, kind: str, result: Result, point: int | None) -> Fraction:
        """What the most odds on a point bring, in cents."""
        assert point is not None
        most = self.most_odds(kind, point)
        return net(result, int(most)) * most

    def together(self, kind: str) -> WagerPar:
        """A win or don't win bet with the most odds that its table allows."""
        terms, staked = SUPPLEMENTS[kind], ONE
        ends: dict[WagerEnd, Fraction] = {}
        nets: dict[WagerEnd, Fraction] = {}
        for end, probability in self.decided(terms.base, FIRST)[0].items():
            brings = net(end.result, self.stake)
            if end.point is not None:
                odds = self.game.result(kind, end.throw, end.point, above=self.double)
                assert odds is not None
                brings += self.odds_bring(kind, odds, end.point) / self.stake
                staked += probability * self.most_odds(kind, end.point) / self.stake
                end = end._replace(result=odds)
            ends[end], nets[end] = probability, brings
        note = f"odds that {'win' if terms.laid else 'are'} {'twice ' * self.double}as much as the bet, on every point"
        par_row = row(f"{terms.base} with odds", self.lines(ends, nets), per=terms.base, note=note)
        return replace(par_row, includes=(terms.base, kind), average_stake=staked)

    @property
    def double(self) -> bool:
        """May odds be twice the ordinary limit?"""
        return self.game.options["odds"] == "double"

    @property
    def rounds(self) -> bool:
        """(4): does the stake matter, because part dollars won on such odds are made whole?"""
        return self.double and self.game.options["rounding"] == "up"

    def most_odds(self, kind: str, point: int, bet: Cents | None = None) -> Fraction:
        """(2) and (3)(b): the most that may support a bet; in whole units of the table where the stake matters."""
        most = self.game.odds_limit(kind, bet or self.stake, point) * (2 if self.double else 1)
        return Fraction(most // self.game.unit * self.game.unit) if self.rounds else most

    def odds_start(self, kind: str, point: int) -> dict[State, Fraction]:
        """Where a table stands when odds are made on a point that just came up: on that point itself for the line,
        on some other or on none for a come bet, which is made on every throw that has a point."""
        if SUPPLEMENTS[kind].base in LINE:
            return {State(point, point): ONE}
        waits = {up: chance / self.ending(up) for up, chance in self.points.items()}
        start: dict[State, Fraction] = {}
        for up, wait in waits.items():
            state = State(point, self.table_point(up, Throw(point, False, False)))
            start[state] = start.get(state, NONE) + wait / sum(waits.values())
        return start

    # -- chains ------------------------------------------------------------------------------------------------

    @cached_property
    def throws(self) -> dict[bool, dict[Throw, Fraction]]:
        """What two dice show and how often, on come out rolls and on others."""
        return {
            come_out: {
                throw: Fraction(count, len(DICE))
                for throw, count in Counter(self.game.thrown(dice, come_out) for dice in DICE).items()
            }
            for come_out in (True, False)
        }

    @cached_property
    def points(self) -> dict[int, Fraction]:
        """2: how often each come out point comes up: what a win bet is not decided by."""
        chances: dict[int, Fraction] = {}
        for throw, chance in self.throws[True].items():
            if self.game.result("win bet", throw, None) is None:
                chances[throw.total] = chances.get(throw.total, NONE) + chance
        return chances

    def ending(self, point: int) -> Fraction:
        """How often a throw ends the game that has this point."""
        throws = self.throws[False].items()
        return sum((chance for throw, chance in throws if self.table_point(point, throw) is None), NONE)

    def table_point(self, point: int | None, throw: Throw) -> int | None:
        """2: the come out point after a throw; somebody always has a win or don't win bet (22)."""
        if self.game.result("win bet", throw, point) is not None:
            return None
        return throw.total if point is None else point

    def moves(self, name: str, state: State, on: bool = False) -> Ways:
        """What the next throw makes of a wager. `on`: it was called on for come out rolls. One that is awake on
        every roll does not mind the table's point."""
        ways: Ways = {}
        minds = not self.game.active(name, True, on)
        travels = family(name)[0] in AT_ONCE and state.own is None
        for throw, chance in self.throws[state.table is None].items():
            result = self.game.result(name, throw, state.own, on=on, above=self.double)
            to: State | WagerEnd
            if result is not None:
                to = WagerEnd(result, throw, state.own)
            else:
                own = throw.total if travels else state.own
                to = State(own, self.table_point(state.table, throw) if minds else own)
            ways[to] = ways.get(to, NONE) + chance
        return ways

    def decided(self, name: str, start: Start, on: bool = False) -> tuple[Ends, Fraction]:
        """How often a wager ends in each way, and after how many throws on average."""
        return absorbed(start, lambda state: self.moves(name, state, on))

    # -- what else the sheet says ------------------------------------------------------------------------------

    def label(self, ends: Sequence[WagerEnd], waits: bool) -> str:
        """The throws that end a wager in one way, in words. `waits`: it may come to have a point first."""
        points = sorted({end.point for end in ends if end.point is not None})
        shown: dict[int, set[bool]] = {}
        for end in ends:
            shown.setdefault(end.throw.total, set()).add(end.throw.hard)
        names = [self.shown(number, hard) for number, hard in sorted(shown.items())]
        names.sort(key=str.isdecimal)
        totals = "any other total" if len(names) > MANY else either(names)
        if not points:
            return f"{totals} on the first roll" if waits else totals
        if ends[0].result.outcome == VOID:
            return f"{totals} on a come out roll, when the odds are off"
        if all(end.throw.total == end.point for end in ends):
            return f"{either(points)} again"
        return f"{totals} before {either(points)}"

    def shown(self, number: int, hard: set[bool]) -> str:
        """A total, and whether it came as a pair where that tells."""
        both = {throw.hard for throw in self.throws[True] if throw.total == number}
        return str(number) if hard == both else f"{number} as a pair" if True in hard else f"{number} not as a pair"

    def strategy(self) -> Strategy:
        costs = [f"{par_row.wager} {percent(par_row.element_of_risk)}"
                 for par_row in self.rows if len(par_row.includes) > 1]
        free = all(par_row.house_edge <= 0 for par_row in self.rows if family(par_row.wager)[0] in SUPPLEMENTS)
        advice = "Support every line and come bet with as much as the table allows: odds cost nothing." if free else ""
        return Strategy((*filter(None, [advice]), f"Edge per dollar put down: {', '.join(costs)}."))

    def notes(self) -> tuple[str, ...]:
        win = SUPPLEMENTS["win odds"]
        sentences = [
            "Every wager is left until it is decided, and counts as made also where it ends void.",
            f"Place, buy and hardway bets are called on for come out rolls [{CALLED_ON}]; those left off wait longer "
            "and bring the same.",
            f"Come odds are left off on come out rolls [{SLEEPING['come odds']}], with a come bet on every throw "
            "that has a point; called on, come odds end like win odds.",
            f"Odds on a bet may be somewhat larger than counted here to make a payable unit [{win.payable}].",
            "Percentages for buy and lay bets are taken exactly; the table charges no part of a cent.",
        ]
        if self.rounds:
            sentences.append(f"Part dollars won on odds are made whole [{win.rounding}]: rows with odds are for a bet "
                             f"of {show_amount(self.stake)}.")
        return tuple(sentences)

    # -- playing -------------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """Every wager that may be made now and does not lie there already, each by itself; the most odds."""
        game, come_out = self.game, self.game.come_out(t)
        new = [
            wager for fits, wager in self.standing
            if fits in (None, come_out) and (1, "Ann", wager[0]) not in t.wagers
        ]
        for wager in t.wagers.values():
            kind = ODDS_ON.get(wager.kind)
            point = game.point_of(t, wager) if kind else None
            if kind and point is not None and game.odds_of(t, wager) is None:
                most = self.most_odds(kind, point, wager.amount)
                new.append((wager.slot.replace(wager.kind, kind, 1), int(most // game.unit) * game.unit))
        return tuple([Place(1, "Ann", (wager,)) for wager in new])

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_craps import CrapsLane

        return CrapsLane(self, job)

    @cached_property
    def standing(self) -> list[tuple[bool | None, tuple[str, Cents]]]:
        """All wagers but odds, with what is staked on them, and whether they must come before a come out roll
        or after it."""
        stake = self.whole_stake(100)
        bet = self.stake if self.rounds else stake
        kinds = [(name, family(name)[0]) for name in self.own_names()]
        return [
            (kind in LINE if kind in AT_ONCE else None, (name, bet if kind in AT_ONCE else stake))
            for name, kind in kinds
            if kind not in SUPPLEMENTS
        ]


def absorbed(start: Start, moves: Callable[[State], Ways]) -> tuple[Ends, Fraction]:
    """Where a chain ends, and after how many moves. States are taken out one by one: what led to a state
    leads to where it goes."""
    ways: dict[State | None, Ways] = {}
    waiting = list(start)
    while waiting:
        state = waiting.pop()
        if state not in ways:
            ways[state] = moves(state)
            waiting += [to for to in ways[state] if isinstance(to, State)]
    rolls = dict.fromkeys(ways, ONE)
    ways[None], rolls[None] = {state: chance for state, chance in start.items()}, NONE
    for state in [state for state in ways if state is not None]:
        out = ways.pop(state)
        leaves = 1 - out.pop(state, NONE)
        for other, there in ways.items():
            share = there.pop(state, None)
            if share is not None:
                share /= leaves
                rolls[other] += share * rolls[state]
                for to, chance in out.items():
                    there[to] = there.get(to, NONE) + share * chance
    return {end: chance for end, chance in ways[None].items() if isinstance(end, WagerEnd)}, rolls[None]


def remarks(par_row: WagerPar, rolls: Fraction, fee: Fraction = NONE) -> str:
    """What a reader of a row should know of it."""
    notes, edge = [], par_row.house_edge
    void = sum((end.probability for end in par_row.lines if end.outcome == VOID), NONE)
    if rolls != 1:
        notes.append(f"decided after {float(rolls):.4g} rolls on average")
        notes += [f"edge per roll {percent(edge / rolls)}"] if edge else []
    if void:
        notes.append(f"void {percent(void)} of the time")
        notes += [f"edge of what is won or lost {percent(edge / (1 - void))}"] if edge else []
    if fee:
        notes.append(f"the percentage, {percent(fee)} of the stake, is paid besides it and kept either way")
        notes.append(f"edge of both together {percent(edge / (1 + fee))}")
    return "; ".join(notes)


def percent(number: Number) -> str:
    return f"{float(number):.4%}"


def either(words: Iterable[str | int]) -> str:
    """A list in words.

    >>> either([2, 3, 12]), either([7])
    ('2, 3 or 12', '7')
    """
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last
