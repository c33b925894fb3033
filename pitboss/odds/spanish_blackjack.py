"""Spanish blackjack: exact to the double's precision, from any shoe.

Best play goes by the cards of the hand in play (by suits where a third card may make a hand that is paid by them), the
dealer's first card and, after a split, the other card of the pair; surrender and the doubled part withdrawn are part
of it. The super bonus is dollars, not odds: a row of its own tells what it brings at a stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from pitboss.equipment.cards import SUITS, Card, suit
from pitboss.money import Cents, show_amount
from pitboss.odds.analysis import Analysis, Instead, OptionValue, take
from pitboss.odds.blackjack import (
    MOST_PIPS,
    cards_left,
    insurance_apart,
    insurance_row,
    named,
    uninsured,
    with_insurance,
)
from pitboss.odds.blackjack_asked import kept_facts
from pitboss.odds.blackjack_basic import COLUMNS
from pitboss.odds.blackjack_kept import tree_from
from pitboss.odds.blackjack_lines import added_row, often
from pitboss.odds.blackjack_rules import ACE, RANKS, Bools, Floats, Held, Ints
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.cache import key
from pitboss.odds.kept import kept
from pitboss.odds.par import Cell, Line, OwnFigures, Strategy, StrategyTable, WagerPar, net
from pitboss.odds.spanish_blackjack_chart import NEVER, SOFT, SpanishBasic
from pitboss.odds.spanish_blackjack_kernel import DOUBLE_DOWN, DRAW, SPLIT, SURRENDER
from pitboss.odds.spanish_blackjack_lines import SpanishLines
from pitboss.odds.spanish_blackjack_play import WHOLE, SpanishPlan, SpanishShoe
from pitboss.odds.spanish_blackjack_rules import (
    DOUBLE,
    SECOND_TWICE,
    TWICE,
    SpanishRules,
    Suited,
    card_of,
    compile_spanish,
    likely,
    spanish_facts,
)
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02a_spanish_blackjack import SUPER_BONUS, SpanishBlackjack
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.decisions import PASS
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, Sight, sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

PLAYS = ("stand", "draw", "double down", "split", "surrender")
MARKS = "SHDPR"
CHART = "original, by the chart"
EXCEPTIONS = 8
WHAT = "Spanish blackjack hands"
SEVEN = 6


def _stands_on_17(game: SpanishBlackjack, cards: Sequence[Card]) -> bool:
    return game.count(cards).points < 17


def _ace_either(
    game: SpanishBlackjack, cards: Sequence[Card], *, doubled: bool = False, split: bool = False
) -> Count:
    return SpanishBlackjack.count(game, cards, split=split)


def _doubles_two_cards(game: SpanishBlackjack, cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and game.count(cards).points < 21


def _never_surrenders(game: SpanishBlackjack, cards: Sequence[Card], split: bool, up: Card | None) -> bool:
    return False


def _never_withdraws(game: SpanishBlackjack, count: Count) -> bool:
    return False


class SpanishPlay(NamedTuple):
    """A plan, and the hands that it insures."""

    plan: SpanishPlan
    insured: Bools


class SpanishBlackjackOdds(Analysis[SpanishBlackjack]):
    """What a box brings, and how to play it."""

    method = "exact in doubles"
    takes_shoe = True
    keeps_own = True
    other_play = frozenset({CHART})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "dealer.soft-17": {"draw": ("dealer_draws", SpanishBlackjack.dealer_draws),
                           "stand": ("dealer_draws", _stands_on_17)},
        "double.ace": {"1": ("count", SpanishBlackjack.count), "1 or 11": ("count", _ace_either)},
        "double.on": {"any number of cards": ("may_double", SpanishBlackjack.may_double),
                      "two cards": ("may_double", _doubles_two_cards)},
        "double.withdraw": {"up to 21": ("may_withdraw", SpanishBlackjack.may_withdraw),
                            "never": ("may_withdraw", _never_withdraws)},
        "surrender": {"first two cards": ("may_surrender", SpanishBlackjack.may_surrender),
                      "never": ("may_surrender", _never_surrenders)},
    }

    # -- what is worked out --------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> SpanishRules:
        return compile_spanish(self.game, self.stake, kept_facts(self, lambda: spanish_facts(self.game)),
                               tree_from(self.work.cache))

    @cached_property
    def cards(self) -> Ints:
        """How many cards of each rank the shoe holds: ace, 2 to 9, all that count 10."""
        return cards_left(self.game, self.shoe, MOST_PIPS)

    @cached_property
    def from_shoe(self) -> SpanishShoe:
        cards = self.cards
        return SpanishShoe(self.rules, cards, self.work.cache)

    @cached_property
    def best(self) -> SpanishPlay:
        return SpanishPlay(self.from_shoe.plan(), self.from_shoe.insures > 0.0)

    @cached_property
    def basic(self) -> SpanishBasic:
        return SpanishBasic(self.from_shoe, self.best.plan)

    @cached_property
    def by_chart(self) -> SpanishPlay:
        """The chart, which insures every hand or none."""
        none = np.zeros(len(self.rules.totals), np.bool_)
        ways = [SpanishPlay(self.basic.plan, insured) for insured in (none, ~none)]
        return max(ways, key=lambda played: self.from_shoe.mean(*played))

    @cached_property
    def error(self) -> float:
        """More than rounding can add up to in an expected result: a dealer's chance is a sum over the nodes of the
        tree, the player's recursion adds twenty products a card, and what two hands do to each other is a sum over
        pairs of hands; no more than four units are at stake."""
        tree = self.rules.tree
        terms = 4 * int(np.diff(tree.first).max()) + 10 * len(tree.ends) + 3 * int(tree.depth.max()) + 22 * 40 + 5000
        return 4 * terms * 2.0**-53

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        shoe, tell = self.from_shoe, self.work.progress
        tell(WHAT, 0, 3)
        _ = self.best
        tell(WHAT, 1, 3)
        played = self.best, self.by_chart
        tell(WHAT, 2, 3)
        both = shoe.both_hands([plan for plan, _ in played])
        shoe.known_splits.keep()
        best, chart = (SpanishLines(self.game, shoe, shoe.whole(*each, ends))
                       for each, ends in zip(played, both, strict=True))
        tell(WHAT, 3, 3)
        return (
            self.original("original", best),
            self.original(CHART, chart),
            self.insurance(),
            added_row("double down", best.added("double down"), self.error),
            added_row("split", best.added("split"), self.error),
            self.super_bonus(),
        )

    def original(self, name: str, lines: SpanishLines) -> WagerPar:
        """A whole round, per unit of the original wager, without the super bonus."""
        whole = lines.played
        doubles, splits = often(lines.added("double down")), often(lines.added("split"))
        added = [("double down", doubles), ("split", splits), ("insurance", whole.insured)]
        includes = ("original", *(kind for kind, times in added if times > 0.0))
        by = "the cards of the hand" if name == "original" else "totals and the number of cards"
        given_up = float(whole.given_up.sum())
        note = (f"best play by {by}, without the super bonus; doubles down {doubles:.4f} times a round, splits "
                f"{splits:.4f} times, surrenders {given_up:.4f} times")
        ends = lines.whole()
        paying = tuple(dict.fromkeys(one.clause for one in ends if one.outcome == "win"))
        return WagerPar(
            name, "original", ends, includes, 1.0 + doubles + splits + whole.insured / 2, clauses=paying,
            mean=whole.mean, error=self.error, note=note,
        )

    def insurance(self) -> WagerPar:
        return insurance_row(self.game, self.cards, self.stake)

    @cached_property
    def apart(self) -> frozenset[str]:
        return insurance_apart(self.game, self.cards, 2) | {SUPER_BONUS}

    def row_apart(self, wager: str) -> WagerPar:
        if wager == "insurance":
            return self.insurance()
        # It hangs on how the game is played, nothing on it.
        lines = [(str(bonus), str(paid)) for bonus, (paid, _) in self.game.pay[SUPER_BONUS].lines.items()]
        name = key("super bonus", self.own_key, lines)
        return kept(self.work.cache, name, lambda: OwnFigures((self.super_bonus(),), Strategy(), ())).wagers[0]

    def with_apart(self, figures: OwnFigures) -> OwnFigures:
        figures = super().with_apart(figures)
        return with_insurance(figures, self.insurance()) if "insurance" in self.apart else figures

    # -- the super bonus -----------------------------------------------------------------------------------------

    def super_bonus(self) -> WagerPar:
        """What it brings at a stake, when best play for the odds is played."""
        result = self.game.bonus(self.stake)
        chances = [self._bonus_by(one) for one in self._sevens]
        often = fsum(chance for chance, start in chances if start in (DRAW, DOUBLE_DOWN))
        more = fsum(self._gain(one, chance) for one, (chance, _) in zip(self._sevens, chances, strict=True))
        ends = (
            Line("win", "three 7s of one suit against a 7", str(result.odds), net(result, self.stake), often,
                 str(result.clause)),
            Line("void", "anything else", "", Fraction(0), 1.0 - often, str(result.also[0])),
        )
        note = (f"on top of the odds, at an original wager of ${show_amount(self.stake)} (--stake asks for another); "
                f"each other player gets {self.game.pay[SUPER_BONUS].lines['every other player'][0]}")
        if more:
            note += (f"; best play for the odds forgoes it: to draw to two 7s of one suit against a 7 instead brings "
                     f"{more:.2e} of the original wager, all told")
        return WagerPar(SUPER_BONUS, "original", ends, (SUPER_BONUS,), 1.0, clauses=(str(result.clause),), note=note)

    @cached_property
    def _sevens(self) -> list[Suited]:
        """Two 7s, by suits."""
        return [one for one in self.rules.suited if one.hand == self.rules.where[SEVEN, SEVEN]]

    def _bonus_by(self, one: Suited) -> tuple[float, int]:
        """How likely the bonus is to be won with these first two cards and one more, and what best play does."""
        shoe, up = self.from_shoe, SEVEN
        left = shoe.shoe - self.rules.hands.counts[one.hand]
        left[up] -= 1
        start = self.best.plan.suited_start[self.rules.suited.index(one)][up]
        if left.min() < 0:
            return 0.0, int(start)
        of_suits = Fraction(0)
        for two in one.suits:
            for third in SUITS:
                cards = [card_of(SEVEN, each) for each in (*two, third)]
                if self.game.bonus_hand(cards, False, card_of(up)):
                    of_suits += likely(self.game, (SEVEN,) * 3, (*two, third))
        return float(shoe.deals[one.hand, up] * left[SEVEN] / left.sum()) * float(of_suits), int(start)

    def _gain(self, one: Suited, chance: float) -> float:
        """What more it brings to draw for the bonus, where best play does not."""
        place = self.rules.suited.index(one)
        worth, start = self.best.plan.suited[place][:, SEVEN], self.best.plan.suited_start[place][SEVEN]
        often = float(self.from_shoe.deals[one.hand, SEVEN]) * float(one.share)
        if start in (DRAW, DOUBLE_DOWN) or not chance or not often:
            return 0.0
        bonus = float(net(self.game.bonus(self.stake), self.stake)) * chance
        return max(0.0, often * float(worth[[DRAW, DOUBLE_DOWN]].max() - worth[start]) + bonus)

    # -- how to play -------------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        hard, soft = range(4, 21), range(12, 21)
        columns = tuple(RANKS[up] for up in COLUMNS)
        tables = [
            StrategyTable("hard totals", columns, tuple(map(str, hard)), tuple(map(self._cells, hard))),
            StrategyTable("soft totals", columns, tuple(map(str, soft)),
                          tuple(self._cells(SOFT + points) for points in soft)),
            StrategyTable("pairs", columns, tuple(f"{one}-{one}" for one in RANKS),
                          tuple(tuple(self._pair(at, up) for up in COLUMNS) for at in range(10))),
        ]
        tables += [table for table in (self._surrenders(), self._withdraws()) if table is not None]
        marks = dict.fromkeys(cell.play for table in tables for line in table.cells for cell in line)
        return Strategy(self._advice(), tuple(tables), {mark: self._means(mark) for mark in marks})

    def _means(self, mark: str) -> str:
        plain = {"S": "stand", "H": "draw", "D": "double down", "P": "split", "R": "surrender",
                 "W": "withdraw the doubled part", "K": "keep the doubled part", "-": "cannot be held",
                 ".": "play on"}
        cards = f"; draw with {mark[1:]} cards or more" if mark[1:] else ""
        return f"{plain[mark[0]]}{cards}"

    def _cells(self, cell: int) -> tuple[Cell, ...]:
        return tuple(Cell(self._mark(cell, up), self.basic.gain(cell, up)) if self.basic.seen(cell, up) else Cell("-")
                     for up in COLUMNS)

    def _mark(self, cell: int, up: int) -> str:
        chart = self.basic.chart
        cards = int(chart.draws_from[cell, up])
        return f"{MARKS[chart.play[cell, up]]}{cards if cards < NEVER else ''}"

    def _pair(self, at: int, up: int) -> Cell:
        """A pair by its own values: nothing else is in its cell."""
        hand = self.rules.where[at, at]
        if self.from_shoe.deals[hand, up] == 0.0:
            return Cell("-")
        play = int(self.basic.plan.start[hand, up])
        value = self.basic.plan.first[:5, hand, up]
        mark = MARKS[play] if play in (SPLIT, SURRENDER) else self._mark(int(self.basic.cell[hand]), up)
        return Cell(mark, float(value[play] - np.delete(value, play).max()))

    def _surrenders(self) -> StrategyTable | None:
        """First two cards that the chart gives up, but pairs, which have a table of their own."""
        start, cells = self.basic.chart.start, dict[int, int]()
        for ranks, at in self.rules.where.items():
            if len(ranks) == 2 and ranks[0] != ranks[1] and (start[at] == SURRENDER).any():
                cells[int(self.basic.cell[at])] = at
        ups = [up for up in COLUMNS if self.rules.surrenders[up]]
        if not cells:
            return None
        rows = tuple(f"{'soft ' * (cell >= SOFT)}{cell % SOFT}" for cell in sorted(cells))
        marks = tuple(tuple(Cell("R" if start[cells[cell], up] == SURRENDER else ".") for up in ups)
                      for cell in sorted(cells))
        return StrategyTable("surrender, with two cards", tuple(RANKS[up] for up in ups), rows, marks)

    def _withdraws(self) -> StrategyTable | None:
        """Doubled totals whose doubled part the chart takes back."""
        chart, rules = self.basic.chart, self.rules
        if not chart.withdraw.any():
            return None
        rows = [at for at, count in enumerate(rules.rows) if rules.withdraws[at]]
        rows = [at for at in sorted(rows, key=lambda at: rules.rows[at].points) if chart.withdraw[at].any()]
        names = tuple(self._total(at) for at in rows)
        return StrategyTable(
            "after a double down", tuple(RANKS[up] for up in COLUMNS), names,
            tuple(tuple(Cell("W" if chart.withdraw[at, up] else "K") for up in COLUMNS) for at in rows),
        )

    def _total(self, at: int) -> str:
        """The totals of a row: those that are paid alike."""
        most = max(points for points in range(4, 21) if self._row_of(points) == at)
        least = min(points for points in range(4, 21) if self._row_of(points) == at)
        return str(most) if least == most else f"{most} or less"

    def _row_of(self, points: int) -> int:
        """The row of a hard total."""
        hand = next(at for at, count in enumerate(self.rules.totals)
                    if count.points == points and not count.soft and self.from_shoe.many[at] > 1)
        return int(self.rules.hands.plain[hand])

    def _advice(self) -> tuple[str, ...]:
        best, chart = (0 - self.from_shoe.mean(*played) for played in (self.best, self.by_chart))
        return (
            self._on_insurance(),
            self._on_surrender(),
            f"The chart, by totals and the number of cards, costs {chart:.4%} of the original wager; best play costs "
            f"{best:.4%}.",
            *self._exceptions(),
        )

    def _on_insurance(self) -> str:
        dealt = self.from_shoe.deals[:, ACE] > 0.0
        insured = self.best.insured & dealt
        if not dealt.any():
            return "Insurance: there is no ace to insure against."
        edge = float(self.insurance().house_edge)
        if not insured.any():
            return uninsured(edge)
        held = ', '.join(named(ranks) for ranks, at in self.rules.where.items() if insured[at])
        return f"Insurance: it brings {-edge:.4%} of what is staked on it; take it with {held}."

    def _on_surrender(self) -> str:
        """By best play; where the chart gives hands up, a table of it says which."""
        given_up = self.best.plan.start == SURRENDER
        hands = [f"{named(ranks)} against {RANKS[up]}" for ranks, at in self.rules.where.items()
                 for up in np.flatnonzero(given_up[at] & (self.from_shoe.deals[at] > 0.0)).tolist()]
        return f"Surrender: {', '.join(hands) if hands else 'never; even a dealer with a blackjack pays a 21'}."

    def _exceptions(self) -> list[str]:
        """Where best play departs from the chart with the first two cards, what costs most first."""
        best, chart, shoe = self.best.plan, self.basic.plan, self.from_shoe
        departures = []
        for ranks, at in self.rules.where.items():
            if len(ranks) != 2:
                continue
            for up in np.flatnonzero((best.start[at] != chart.start[at]) & (shoe.deals[at] > 0.0)).tolist():
                mine, other = best.start[at, up], chart.start[at, up]
                gain = best.first[mine, at, up] - best.first[other, at, up]
                departures.append((-shoe.deals[at, up] * gain, ranks, up, PLAYS[mine], PLAYS[other], gain))
        return [
            f"Better than the chart: {named(ranks)} against {RANKS[up]}: {play}, not {instead} (+{gain:.5f})."
            for _, ranks, up, play, instead, gain in sorted(departures)[:EXCEPTIONS]
        ]

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        cost, saving = self._joint_cost()
        return (
            f"One box, one player, a round dealt from {cards}: no cards of other boxes, no effect of the cutting card.",
            "Best play goes by the cards of the hand (suits count for the first two), the dealer's first card and, "
            "after a split, the other card of the pair; each hand of a split is played by its own cards.",
            "A dealer's blackjack takes the second stake of a split where the first hand made 21 or was withdrawn: "
            f"that costs {cost:.2e} of the original wager, and is counted. Play with an eye to the other hand could "
            f"save {saving:.2e} at most.",
            f"Doubles, not fractions: rounding can move an expected result by less than {self.error:.0e}.",
        )

    def _joint_cost(self) -> tuple[float, float]:
        """What it costs that two hands of a split hang together, and more than any play could save of it."""
        shoe, plan, costs, savings = self.from_shoe, self.best.plan, [0.0], [0.0]
        for one in shoe.pairs:
            at = self.rules.where[one, one]
            for up in range(10):
                if shoe.deals[at, up] > 0.0:
                    joint = plan.joint[one, up]
                    costs.append(-shoe.deals[at, up] * joint * (plan.start[at, up] == SPLIT))
                    spared = max(plan.first[SPLIT, at, up] - joint, plan.first[5, at, up])
                    savings.append(shoe.deals[at, up] * (spared - plan.first[5, at, up]))
        return fsum(costs), fsum(savings)

    # -- playing -----------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        return (Place(1, "Ann", (("original", self.whole_stake(2)),)),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_spanish import SpanishLane

        return SpanishLane(self, job)

    def row_of(self, wager: str) -> str:
        """A double down on a split hand lies on a place of its own."""
        return "double down" if wager.startswith("double down") else wager

    def choose(self, t: Table, request: Choose) -> Answer:
        values = self.values(sight(t, request))
        if not values:
            return Lapse()
        best = max(values, key=lambda one: one.value)
        return Lapse() if best.name == PASS.name else take(request, best.name)

    def prepare(self) -> None:
        _ = self.best

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """By the plan of the sheet. Both hands of a split are played by one plan, so that each is worth half of what
        they bring together."""
        dealer, cards = sight.open_cards(DEALER), sight.open_cards(sight.hand)
        # The original wager may be gone already, paid with the first hand of a split.
        original = sight.staked("original") or sight.staked("split")
        at = self.rules.where.get(held_by(cards))
        if not dealer or at is None or not original:
            return ()
        if (insurance := sight.offers("insurance")) is not None:
            return self._insuring(cards, insurance, original)
        if sight.offers("withdraw") is not None and sight.offers("keep") is not None:
            return self._withdrawing(sight, cards, rank_of(dealer[0]), original)
        if sight.offers("stand") is None:
            return ()
        up, of_pair = rank_of(dealer[0]), sight.hand in sight.split
        world = rank_of(cards[0]) if of_pair else WHOLE
        aces = sum(rank_of(card) == ACE for card in cards[:2])
        if len(cards) == 2 and not of_pair:
            worth = self._by_suits(cards)[:5, up]
        else:
            worth = self.best.plan.value[world][aces, :3, at, up] + self.from_shoe.worlds[world].base[up]
        part = 0.5 if of_pair else 1.0
        option_values = []
        for name, value in zip(PLAYS, worth.tolist(), strict=False):
            if (option := sight.offers(name)) is not None:
                less = option.least if name == "double down" and option.least != option.most else None
                least = (less, part * self._doubled_for(at, aces, up, world, less / original)) if less else None
                option_values.append(OptionValue(name, option.most, part * value, least))
        return tuple(option_values)

    def _by_suits(self, cards: Sequence[Card]) -> Floats:
        """What first plays are worth, by the suits of the cards where they matter."""
        ordered = sorted(cards, key=rank_of)
        at, suits = self.rules.where[held_by(cards)], "".join(map(suit, ordered))
        for number, one in enumerate(self.rules.suited):
            if one.hand == at and suits in one.suits:
                known: Floats = self.best.plan.suited[number]
                return known
        plain: Floats = self.best.plan.first[:, at]
        return plain

    def _doubled_for(self, at: int, aces: int, up: int, world: int, share: float) -> float:
        """What a double down for part of the stake brings; of a split, both hands together."""
        rules, of, pay = self.rules, self.from_shoe.worlds[world], self.rules.pay
        left = self.from_shoe.shoe - rules.hands.counts[at]
        left[up] -= 1
        if world >= 0:
            left[world] -= 1
            twice = pay[TWICE] + pay[SECOND_TWICE] + 2 * share * pay[DOUBLE] - self.from_shoe.split_over
        else:
            twice = pay[TWICE] + share * pay[DOUBLE] + 1.0
        total = 0.0
        for rank in np.flatnonzero(left).tolist():
            to, child = rules.hands.doubled[aces, at, rank], rules.hands.child[at, rank]
            if to == rules.over:
                partner = self.from_shoe.partner[up]
                blackjack = (left[partner] - (partner == rank)) / (left.sum() - 1) if partner >= 0 else 0.0
                brings = share * (blackjack * of.paid.lost_to_blackjack + (1.0 - blackjack) * of.paid.lost)
            else:
                brings = float(of.odds[child, up] @ twice[to])
                if rules.withdraws[to]:
                    brings = max(brings, float(of.odds[child, up] @ of.paid.withdrawn))
            total += left[rank] * brings
        return total / float(left.sum()) + float(of.base[up])

    def _withdrawing(
        self, sight: Sight, cards: Sequence[Card], up: int, original: Cents
    ) -> tuple[OptionValue, ...]:
        """To keep a doubled hand, or to take the doubled part back."""
        rules, of_pair = self.rules, sight.hand in sight.split
        world = rank_of(cards[0]) if of_pair else WHOLE
        of = self.from_shoe.worlds[world]
        share = sum(stake.amount for stake in sight.stakes
                    if stake.wager == "double down" and stake.hand in ("", sight.hand)) / original
        aces = sum(rank_of(card) == ACE for card in cards[:2])
        before = rules.where[held_by(cards[:-1])]
        to, child = rules.hands.doubled[aces, before, rank_of(cards[-1])], rules.where[held_by(cards)]
        odds = of.odds[child, up]
        if of_pair:
            # One plan for both hands of a split: each by half of what both would bring.
            twice = (rules.pay[TWICE][to] + rules.pay[SECOND_TWICE][to]) / 2 + share * rules.pay[DOUBLE][to]
            back = float(odds @ (of.paid.withdrawn + self.from_shoe.split_over)) / 2
        else:
            twice = rules.pay[TWICE][to] + share * rules.pay[DOUBLE][to]
            back = float(odds @ of.paid.withdrawn) - 1.0
        return OptionValue("keep", None, float(odds @ twice)), OptionValue("withdraw", None, back)

    def _insuring(self, cards: Sequence[Card], insurance: SeenOption, original: Cents) -> tuple[OptionValue, ...]:
        at = self.rules.where[held_by(cards)]
        plain = float(self._by_suits(cards)[5, ACE])
        least, most = insurance.least, insurance.most
        assert least is not None and most is not None
        unit = float(self.from_shoe.insures[at]) / original
        return (
            OptionValue(PASS.name, None, plain),
            OptionValue(insurance.name, most, plain + unit * most, (least, plain + unit * least)),
        )


def held_by(cards: Sequence[Card]) -> Held:
    return tuple(sorted(map(rank_of, cards)))
