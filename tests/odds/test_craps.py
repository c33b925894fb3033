"""Craps' par sheet: closed forms worked by hand, a second chain, the round itself, what-ifs.

Published where the pay table is the same: wizardofodds.com/games/craps/basics (win 1.41%, don't win 1.36%, place 6 or 8
1.52%, 5 or 9 4.00%, 4 or 10 6.67%, field with 2 to 1 on 2 and 12 5.56%, any 7 16.67%, big 6 and 8 9.09%; with the
percentage counted to the stake buy 4.76%, lay 4 2.44%, lay 5 3.23%, lay 6 4.00%); with odds, per dollar put down,
casinodealerswebsite.com (single 0.848%, double 0.606%)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.craps import FIRST, CrapsOdds, State, WagerEnd
from pitboss.odds.par import net
from pitboss.rulebooks.qld.s04_craps_layout import SUPPLEMENTS
from pitboss.table.acts import Answer, Choice, Close, Dice, Place
from pitboss.table.driver import drive
from pitboss.table.facts import Charged, Settled, Wager
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

GAME = "qld/craps"
POINTS = (4, 5, 6, 8, 9, 10)
WAYS = Counter(sum(dice) for dice in product(range(1, 7), repeat=2))


@cache
def odds(*settings: str, stake: int | None = None, **options: str) -> CrapsOdds:
    made = analyse(GAME, options, settings, stake=stake)
    assert isinstance(made, CrapsOdds)
    return made


def edge(made: CrapsOdds, name: str) -> Fraction:
    return Fraction(made.sheet.row(name).house_edge)


def first(number: int) -> Fraction:
    """How often a number comes before a 7."""
    return Fraction(WAYS[number], WAYS[number] + WAYS[7])


# -- closed forms ------------------------------------------------------------------------------------------


def test_line_and_come_bets() -> None:
    made = Fraction(sum(WAYS[point] * first(point) for point in POINTS), 36)
    wins = Fraction(8, 36) + made
    assert wins == Fraction(244, 495)
    dont = Fraction(3, 36) + Fraction(24, 36) - made
    for name in ("win bet", "come bet"):
        assert edge(odds(), name) == 1 - 2 * wins == Fraction(7, 495)
    for name in ("don't win bet", "don't come bet"):
        assert edge(odds(), name) == 1 - Fraction(1, 36) - 2 * dont == Fraction(3, 220)
        row = odds().sheet.row(name)
        assert [line.probability for line in row.lines if line.outcome == VOID] == [Fraction(1, 36)]
        # Per wager that is not void: 3/220 * 36/35.
        assert "edge of what is won or lost 1.4026%" in row.note


def test_edge_per_roll() -> None:
    """A line bet takes one roll, and with a point 36 in (its ways + 6) more."""
    rolls = 1 + sum(Fraction(WAYS[point], 36) * Fraction(36, WAYS[point] + 6) for point in POINTS)
    assert odds().decided("win bet", FIRST)[1] == rolls == Fraction(557, 165)
    note = odds().sheet.row("win bet").note
    assert note == f"decided after 3.376 rolls on average; edge per roll {float(Fraction(7, 495) / rolls):.4%}"
    assert odds().sheet.row("field bet").note == ""


@pytest.mark.parametrize("number, paid, published", [
    (4, Fraction(9, 5), 6.67), (5, Fraction(7, 5), 4.00), (6, Fraction(7, 6), 1.52),
    (8, Fraction(7, 6), 1.52), (9, Fraction(7, 5), 4.00), (10, Fraction(9, 5), 6.67),
])
def test_place_bets(number: int, paid: Fraction, published: float) -> None:
    found = edge(odds(), f"place bet {number}")
    assert found == 1 - first(number) * (1 + paid)
    assert round(100 * float(found), 2) == published
    assert edge(odds(), "place bet 6") == Fraction(1, 66)


@pytest.mark.parametrize("rate", range(6))
def test_buy_and_lay_bets_cost_their_percentage(rate: int) -> None:
    """True odds are fair, so the edge is the percentage: of the stake, or of what could be won."""
    made = odds(vigorish=str(rate))
    for number in POINTS:
        true = (1 - first(number)) / first(number)
        assert edge(made, f"buy bet {number}") == Fraction(rate, 100)
        assert edge(made, f"lay bet {number}") == Fraction(rate, 100) / true
    assert made.sheet.row("buy bet 4").lines[0].net == 2 - Fraction(rate, 100)


def test_the_percentage_counted_to_the_stake_as_published() -> None:
    notes = {row.wager: row.note for row in odds().sheet.wagers}
    published = {"buy bet 4": "4.7619%", "lay bet 4": "2.4390%", "lay bet 5": "3.2258%", "lay bet 6": "4.0000%"}
    for name, together in published.items():
        assert notes[name].endswith(f"edge of both together {together}")
    assert "percentage" not in odds(vigorish="0").sheet.row("buy bet 4").note


def test_bets_on_numbers() -> None:
    for number in (6, 8):
        assert edge(odds(), f"big {number}") == 1 - 2 * Fraction(5, 11) == Fraction(1, 11)
    # One way as a pair, against the other ways of the number and six sevens.
    for name in ("4 the hardway", "10 in the hardway"):
        assert edge(odds(), name) == 1 - Fraction(1, 1 + 2 + 6) * (1 + Fraction("7.5")) == Fraction(1, 18)
    for name in ("6 the hardway", "8 the hardway"):
        assert edge(odds(), name) == 1 - Fraction(1, 1 + 4 + 6) * (1 + Fraction("9.5")) == Fraction(1, 22)


def test_one_roll_wagers() -> None:
    won, lost = (sum(WAYS[total] for total in totals) for totals in ((3, 4, 9, 10, 11), (5, 6, 7, 8)))
    assert edge(odds(), "field bet") == Fraction(lost - won - 2 * (WAYS[2] + WAYS[12]), 36) == Fraction(1, 18)
    assert edge(odds(), "any 7") == 1 - Fraction(6, 36) * 5 == Fraction(1, 6)
    assert edge(odds(), "any craps") == 1 - Fraction(4, 36) * (1 + Fraction("7.5")) == Fraction(1, 18)
    for name, ways, paid in (("craps 2", 1, 33), ("craps 12", 1, 33), ("craps 3", 2, 16), ("11 in 1 roll", 2, 16)):
        assert edge(odds(), name) == 1 - Fraction(ways, 36) * (1 + paid) == Fraction(1, 18)


def test_horn_bets_are_four_wagers() -> None:
    singles = {2: "craps 2", 3: "craps 3", 11: "11 in 1 roll", 12: "craps 12"}
    changed = odds("craps 2=30 to 1", "11 in 1 roll=15 to 1")
    for made in (odds(), changed):
        alone = {total: edge(made, name) for total, name in singles.items()}
        assert edge(made, "horn bet") == sum(alone.values()) / 4
        for high in singles:
            assert edge(made, f"horn high bet {high}") == (sum(alone.values()) + alone[high]) / 5
    assert edge(changed, "horn bet") > edge(odds(), "horn bet")


# -- odds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SUPPLEMENTS)
@pytest.mark.parametrize("option", ["single", "double"])
def test_odds_cost_nothing(kind: str, option: str) -> None:
    made = odds(odds=option)
    assert edge(made, kind) == 0
    assert made.sheet.row(kind).frequency == Fraction(24, 36)
    for point in POINTS:
        row = made.sheet.row(f"{kind} {point}")
        assert row.house_edge == 0
        assert row.frequency == Fraction(WAYS[point], 36)


def test_odds_on_the_line_win_like_their_point() -> None:
    for point in POINTS:
        true = (1 - first(point)) / first(point)
        take, lay = odds().sheet.row(f"win odds {point}"), odds().sheet.row(f"don't win odds {point}")
        assert {line.outcome: (line.net, line.probability) for line in take.lines} == {
            WIN: (true, first(point)), LOSE: (-1, 1 - first(point)),
        }
        assert {line.outcome: (line.net, line.probability) for line in lay.lines} == {
            WIN: (1 / true, 1 - first(point)), LOSE: (-1, first(point)),
        }


@pytest.mark.parametrize("option, times, win, dont", [("single", 1, 0.848, 0.682), ("double", 2, 0.606, 0.455)])
def test_line_bets_with_odds(option: str, times: int, win: float, dont: float) -> None:
    """The edge on the bet stays; it is spread over more money."""
    made = odds(odds=option)
    rows = {name: made.sheet.row(f"{name} with odds") for name in ("win bet", "don't win bet")}
    for name, row in rows.items():
        assert row.house_edge == edge(made, name)
        assert (row.per, row.includes[0]) == (name, name)
    taken = 1 + times * Fraction(24, 36)
    laid = 1 + times * sum(Fraction(WAYS[p], 36) * (1 - first(p)) / first(p) for p in POINTS)
    assert (rows["win bet"].average_stake, rows["don't win bet"].average_stake) == (taken, laid)
    assert round(100 * float(rows["win bet"].element_of_risk), 3) == win
    assert round(100 * float(rows["don't win bet"].element_of_risk), 3) == dont
    best = rows["win bet"].lines[0]
    assert (best.net, best.label, best.probability) == (1 + 2 * times, "4 or 10 again", Fraction(6, 36) * first(4))


def test_bare_odds_are_measured_in_money() -> None:
    """Laid odds are larger on some points than on others; a unit is the average, 3/2 of the bet."""
    row = odds().sheet.row("don't win odds")
    assert {line.net for line in row.lines if line.outcome == WIN} == {Fraction(2, 3)}
    assert sorted(line.net for line in row.lines if line.outcome == LOSE) == [
        -2 / Fraction(3, 2), -1, -Fraction(6, 5) / Fraction(3, 2),
    ]
    assert row.note.endswith("in units of the average odds, 1.5 times the bet")
    # What 6 to 5 against a 6 or 8 costs whoever lays 1.2 on it, over all that is laid.
    changed = odds("don't win odds.6=1 to 2")
    laid = {point: (1 - first(point)) / first(point) for point in POINTS} | {6: Fraction(2)}
    lost = Fraction(WAYS[6], 24) * (first(6) * 2 - (1 - first(6)))
    whole = sum(Fraction(WAYS[point], 24) * laid[point] for point in POINTS)
    assert edge(changed, "don't win odds") == lost / whole


@pytest.mark.parametrize("kind", SUPPLEMENTS)
@pytest.mark.parametrize("options", [{}, {"odds": "double"}, {"odds": "double", "rounding": "up"}], ids=str)
def test_the_most_odds_are_the_most_the_table_takes(kind: str, options: dict[str, str]) -> None:
    made = odds(**options)
    for bet, point in product((100, 350, 1000, 3000), POINTS):
        most = made.most_odds(kind, point, bet)
        down = int(most // 50) * 50
        assert made.game.refuse_odds(kind, bet, point, down) is None
        more = down + 50
        if more != made.game.payable_unit(kind, bet, point):
            assert made.game.refuse_odds(kind, bet, point, more) is not None


def test_rounding_up_goes_by_the_stake() -> None:
    """14(4): only odds above the ordinary limit are rounded, so only where double odds are agreed."""
    assert odds(rounding="up").sheet.wagers == odds().sheet.wagers
    for stake, paid in ((500, 1200), (300, 800), (100, 300)):
        made = odds(stake=stake, odds="double", rounding="up")
        assert made.sheet.row("win odds 6").lines[0].net == Fraction(paid, 2 * stake)
        # 6 or 8 is the point and comes again: what is paid beyond 6 to 5 on twice the bet. 2 to 1 and 3 to 2 are whole.
        gained = Fraction(10, 36) * first(6) * Fraction(paid - 2 * stake * 6 // 5, stake)
        assert edge(made, "win bet with odds") == Fraction(7, 495) - gained
        assert any(f"a bet of {stake // 100}." in note for note in made.sheet.notes)


# -- what sleeps on a come out roll --------------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    *(f"{kind} {point}" for kind in ("place bet", "buy bet") for point in POINTS),
    "4 the hardway", "6 the hardway", "8 the hardway", "10 in the hardway",
])
def test_a_wager_left_off_waits_longer_and_ends_the_same(name: str) -> None:
    awake, rolls = odds().decided(name, FIRST, on=True)
    asleep, longer = odds().decided(name, FIRST)
    assert longer > rolls
    for outcome in (WIN, LOSE, VOID):
        often = [sum(ends[end] for end in ends if end.result.outcome == outcome) for ends in (awake, asleep)]
        assert often[0] == often[1]


def come_odds_by_hand(point: int) -> dict[str, float]:
    """Come odds on a point, thrown on and on: a come bet on any throw with a point up, odds off on come out rolls."""
    share = {up: WAYS[up] / (WAYS[up] + 6) for up in POINTS}
    # What the table has up once the come bet has its point; 0 before a come out roll.
    state = {up: 0.0 for up in (0, *POINTS)}
    for up, wait in share.items():
        state[0 if up == point else up] += wait / sum(share.values())
    ended = dict.fromkeys((WIN, LOSE, VOID), 0.0)
    for _ in range(600):
        after = dict.fromkeys(state, 0.0)
        for up, mass in state.items():
            for total, ways in WAYS.items():
                chance = mass * ways / 36
                if total in (7, point):
                    ended[VOID if up == 0 else LOSE if total == 7 else WIN] += chance
                elif up == 0:
                    after[total if total in POINTS else 0] += chance
                else:
                    after[0 if total == up else up] += chance
        state = after
    return ended


@pytest.mark.parametrize("point", POINTS)
def test_come_odds_against_a_second_chain(point: int) -> None:
    row = odds().sheet.row(f"come odds {point}")
    found = {line.outcome: float(line.probability) for line in row.lines}
    assert found == pytest.approx(come_odds_by_hand(point), abs=1e-13)
    # On or off, they go with their come bet.
    assert odds().decided("come odds", odds().odds_start("come odds", point))[1] == Fraction(36, WAYS[point] + 6)


def test_come_odds_called_on_end_like_win_odds() -> None:
    made = odds()
    for point in POINTS:
        on, _ = made.decided("come odds", made.odds_start("come odds", point), on=True)
        assert sum(chance for end, chance in on.items() if end.result.outcome == WIN) == first(point)
        assert not any(end.result.outcome == VOID for end in on)


# -- the sheet -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [
    {}, {"odds": "double", "vigorish": "3"}, {"odds": "double", "rounding": "up"},
], ids=str)
def test_every_wager_has_its_row(options: dict[str, str]) -> None:
    made = odds(**options)
    rows = {row.wager: row for row in made.sheet.wagers}
    assert len(rows) == len(made.sheet.wagers)
    assert set(made.game.wager_names()) <= set(rows)
    for row in rows.values():
        assert row.exact
        assert sum(line.probability for line in row.lines) == 1
        assert row.clauses and all(line.clause.startswith("QLD-4-") for line in row.lines)


def test_lines_tell_the_throws() -> None:
    def told(name: str) -> list[str]:
        return [line.label for line in odds().sheet.row(name).lines]

    assert told("win bet") == [
        "7 or 11 on the first roll", "4, 5, 6, 8, 9 or 10 again", "2, 3 or 12 on the first roll",
        "7 before 4, 5, 6, 8, 9 or 10",
    ]
    assert told("8 the hardway") == ["8 as a pair", "8 not as a pair or 7"]
    assert told("place bet 6") == ["6", "7"]
    assert told("field bet") == ["2", "12", "3, 4, 9, 10 or 11", "5, 6, 7 or 8"]
    assert told("any 7") == ["7", "any other total"]
    assert told("come odds 4")[1] == "4 or 7 on a come out roll, when the odds are off"


def test_changed_pay_lines() -> None:
    made = odds("any 7=5 to 1", "place bet.6=6 to 5", "win odds.6=1 to 1")
    assert edge(made, "any 7") == edge(made, "place bet 6") == 0
    assert edge(made, "win odds 6") == Fraction(1, 11)
    assert edge(made, "win bet with odds") == Fraction(7, 495) + Fraction(5, 36) * Fraction(1, 11)
    assert "odds cost nothing" in odds().sheet.strategy.advice[0]
    assert "odds cost nothing" not in made.sheet.strategy.advice[0]


def test_there_is_no_shoe_to_ask_about() -> None:
    with pytest.raises(BadQuestion, match="leave --shoe out"):
        analyse(GAME, shoe={"A": 4})


# -- the table -----------------------------------------------------------------------------------------------


class Gambler:
    """Makes random wagers, odds of any size allowed, and calls some of them on; then throws the dice."""

    def __init__(self, made: CrapsOdds, chance: random.Random) -> None:
        self.game, self.chance = made.game, chance
        self.names = [name for name in made.game.wager_names() if name.partition(" odds")[1] == ""]
        self.acts: list[Answer] | None = None
        self.at_throw = lambda t: None
        self.dice = (1, 1)

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            self.at_throw(t)
            self.dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
            return Dice(self.dice)
        if self.acts is None:
            self.acts = self.choose(t)
        if self.acts:
            return self.acts.pop()
        self.acts = None
        return Close()

    def choose(self, t: Table) -> list[Answer]:
        """Answers, last first: a line bet that the throw needs, others, odds, buttons. Some are refused."""
        line = self.chance.choice(("win bet", "don't win bet"))
        wagers = [(name, 50 * self.chance.randint(2, 60)) for name in self.chance.sample(self.names, 3)]
        wagers += [(name, 500 * self.chance.randint(1, 4)) for name in ("horn high bet 2", "come bet", line)]
        for base in t.wagers.values():
            wagers += self.odds_on(t, base)
        acts: list[Answer] = [Place(1, "Ann", (wager,)) for wager in wagers]
        for wager in t.wagers.values():
            if self.chance.random() < 0.1:
                acts.append(Choice("1", f"{self.chance.choice(('on', 'off'))} {wager.slot}", "Ann"))
        return [*acts[::-1], Place(1, "Ann", ((line, 500),))] if not any(self.game.line_bets(t)) else acts[::-1]

    def odds_on(self, t: Table, base: Wager) -> list[tuple[str, int]]:
        kind = next((name for name, terms in SUPPLEMENTS.items() if terms.base == base.kind), None)
        point = self.game.point_of(t, base)
        if kind is None or point is None or self.game.odds_of(t, base) is not None or self.chance.random() < 0.5:
            return []
        limit = self.game.odds_limit(kind, base.amount, point)
        most = self.chance.choice((limit, 2 * limit, limit / 2, self.game.payable_unit(kind, base.amount, point)))
        return [(base.slot.replace(base.kind, kind, 1), int(most // 50) * 50)]


class Shadow:
    """The wagers of a table as the chains see them: each by its name and the state it is in."""

    def __init__(self, made: CrapsOdds) -> None:
        self.made = made
        self.tables: dict[tuple[str, State, bool], dict[tuple[int, bool], WagerEnd]] = {}
        self.own: dict[str, int | None] = {}
        self.table: int | None = None
        self.lying: dict[str, tuple[str, int, bool, bool]] = {}
        self.fees: Counter[str] = Counter()
        self.charged = cache(lambda kind, amount: int(made.fee(kind) * amount))

    def look(self, t: Table) -> None:
        """What lies there when the dice are thrown: new wagers have no point, odds that of their bet. Percentages
        are paid by then."""
        self.lying = {}
        for event in t.events:
            if type(event) is Charged:
                self.fees[event.wager] += event.amount
        for wager in t.wagers.values():
            base, above = None, False
            if wager.kind in SUPPLEMENTS:
                base = t.wagers[1, "Ann", wager.slot.replace(wager.kind, SUPPLEMENTS[wager.kind].base, 1)]
                self.own[wager.slot] = self.own[base.slot]
                above = wager.amount > self.made.game.odds_limit(wager.kind, base.amount, self.own[base.slot] or 0)
            self.own.setdefault(wager.slot, None)
            assert self.fees[wager.kind] == self.charged(wager.kind, wager.amount)
            self.lying[wager.slot] = (wager.kind, wager.amount, self.made.game.is_on(t, wager), above)

    def throw(self, dice: tuple[int, int]) -> Counter[tuple[str, int, str, int]]:
        """The lines that the chains settle, and the wagers left in their next states."""
        shown = sum(dice), dice[0] == dice[1]
        lines: Counter[tuple[str, int, str, int]] = Counter()
        moved: dict[str, int | None] = {}
        for slot, (kind, stake, on, above) in self.lying.items():
            own = self.own[slot]
            end = self.ends(kind, State(own, self.table), on).get(shown)
            if end is not None:
                del self.fees[kind]
                lines[kind, stake, end.result.outcome, self.pays(end, stake, above)] += 1
            elif own is None and kind in ("win bet", "don't win bet", "come bet", "don't come bet"):
                moved[slot if "win" in kind else f"{kind} {shown[0]}"] = shown[0]
            else:
                moved[slot] = own
        self.own = moved
        if self.table is None:
            self.table = shown[0] if shown[0] in POINTS else None
        elif shown[0] in (7, self.table):
            self.table = None
        return lines

    def ends(self, kind: str, state: State, on: bool) -> dict[tuple[int, bool], WagerEnd]:
        key = kind, state, on
        if key not in self.tables:
            ways = self.made.moves(kind, state, on)
            self.tables[key] = {(to.throw.total, to.throw.hard): to for to in ways if isinstance(to, WagerEnd)}
            staying = sum(chance for to, chance in ways.items() if isinstance(to, State))
            assert staying + sum(chance for to, chance in ways.items() if isinstance(to, WagerEnd)) == 1
        return self.tables[key]

    def pays(self, end: WagerEnd, stake: int, above: bool) -> int:
        if end.result.outcome != WIN or end.result.odds is None:
            return 0
        exact = end.result.odds.fraction * stake
        if above and self.made.game.options["rounding"] == "up":
            assert net(end.result, stake) * stake == -(-exact // 100) * 100
            return int(-(-exact // 100) * 100)
        return int(exact)


@pytest.mark.parametrize("options", [{}, {"odds": "double", "rounding": "up", "vigorish": "4"}], ids=str)
def test_random_rolls_agree_to_the_cent(options: dict[str, str]) -> None:
    made, chance = odds(**options), random.Random(f"craps {options}")
    t, gambler, shadow = Table(made.game), Gambler(made, chance), Shadow(made)
    gambler.at_throw = shadow.look
    seen: Counter[str] = Counter()
    for _ in range(10_000):
        drive(t, gambler)
        lines = shadow.throw(gambler.dice)
        assert Counter((line.wager, line.stake, line.outcome, line.pays) for line in t.lines) == lines
        assert {slot for _, _, slot in t.wagers} == set(shadow.own)
        assert t.state["point"] == shadow.table
        seen.update(line.wager for line in t.lines)
    assert set(seen) == {*gambler.names, *SUPPLEMENTS}
    assert min(seen.values()) > 50


def brings(line: Settled) -> int:
    return line.pays if line.outcome == WIN else -line.stake if line.outcome == LOSE else 0


@pytest.mark.parametrize("options", [{}, {"odds": "double", "rounding": "up"}], ids=str)
def test_simulated_edges_are_near(options: dict[str, str]) -> None:
    """Best play makes every wager there is, at the right moment, and nothing it does is refused."""
    made = odds(**options)
    dealer, t = VirtualDealer(SeededSource(f"near {options}"), BestPlay(made)), Table(made.game)
    money: dict[str, Counter[str]] = {row.wager: Counter() for row in made.sheet.wagers}
    charged: Counter[str] = Counter()
    for _ in range(1000):
        drive(t, dealer)
        assert not any(type(event).__name__ in ("Refused", "Rejected") for event in t.events)
        for event in t.events:
            if type(event) is Charged:
                charged[event.wager] += event.amount
        for line in t.lines:
            made_on = money[made.row_of(line.wager)]
            made_on.update(wagers=1, stake=line.stake, net=brings(line))
            if line.wager not in SUPPLEMENTS:
                assert line.stake in (made.stake, made.whole_stake(100)), line.wager
                assert made.fee(line.wager) * line.stake == made.game.fee(line.wager, line.stake)
    for row in made.sheet.wagers:
        held = money[row.wager]
        if not held["wagers"]:
            assert " odds " in row.wager or row.wager.endswith("with odds")
            continue
        fee = made.fee(row.wager)
        off = held["net"] / held["stake"] - float(fee) - float(row.expectation)
        assert abs(off) < 3.3 * row.std_dev / sqrt(held["wagers"]), row.wager
    assert charged["buy bet 4"] == pytest.approx(float(made.fee("buy bet 4")) * money["buy bet 4"]["stake"], rel=0.01)


def test_mini_craps_costs_what_craps_does() -> None:
    assert analyse("qld/mini-craps").sheet.wagers == analyse(GAME).sheet.wagers
