"""Blackjack switch: exact to the double's precision, from any shoe.

Best play goes by the cards of a hand, the dealer's first card and the other hand as it lies once the switch is decided,
not by what is drawn to that; see `blackjack_switch_play` for why the two hands add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.analysis import Analysis, Instead, OptionValue, take
from pitboss.odds.blackjack import (
    PLAYS,
    BlackjackOdds,
    cards_left,
    insurance_apart,
    insurance_row,
    named,
    uninsured,
    with_insurance,
)
from pitboss.odds.blackjack_asked import kept_facts
from pitboss.odds.blackjack_basic import COLUMNS, Basic, chart_tables
from pitboss.odds.blackjack_kept import tree_from
from pitboss.odds.blackjack_kernel import BEST, DRAW, SPLIT
from pitboss.odds.blackjack_lines import LineEnd, added_row, gathered, often
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_rules import (
    ACE,
    DOUBLE,
    DOUBLE_SPLIT,
    DOUBLED,
    ONCE,
    RANKS,
    SECOND,
    TEN,
    Case,
    Floats,
    Ints,
    Rules,
    compile_rules,
    hand_facts,
)
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.blackjack_switch_ends import SwitchEnds, SwitchPlayed, ends_of, mean_of
from pitboss.odds.blackjack_switch_play import PAIR_AT, PAIRS, PLACE, SwitchShoe
from pitboss.odds.cache import key
from pitboss.odds.kept import kept
from pitboss.odds.par import Cell, Line, OwnFigures, Strategy, StrategyTable, WagerPar, line, net, row
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02c_blackjack_switch import ORIGINAL, SUPER_MATCH, SWITCH, BlackjackSwitch
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.decisions import PASS
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose
from pitboss.table.table import Table
from pitboss.table.views import Sight, sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

CHART = "original, by chart and points"
# Four hands that draw on 20 and a dealer who draws on 16 take their last cards.
MOST_PIPS = 4 * 30 + 16
# The points of a hand are tenths of what it brings.
SCALE = 10
FACES = "A23456789TJQK"
EXCEPTIONS = 6


def _22_is_over(game: BlackjackSwitch, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = ()) -> Result:
    beyond = dealer._replace(points=23) if dealer.points == 22 else dealer
    return BlackjackSwitch.result(game, kind, player, beyond, added)


class Pair(NamedTuple):
    """Two hands as they lie, and the dealer's first card."""

    hand: int
    other: int
    up: int


class SwitchOdds(Analysis[BlackjackSwitch]):
    """What a box brings, and how to play it."""

    method = "exact in doubles"
    takes_shoe = True
    keeps_own = True
    other_play = frozenset({CHART})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        **{rule: ways for rule, ways in BlackjackOdds.provisions.items() if rule in ("double.ace", "double.on")},
        "dealer.soft-17": BlackjackOdds.provisions["dealer.soft-17"],
        "dealer.blackjack-takes": {
            **BlackjackOdds.provisions["dealer.blackjack-takes"],
            "original only": ("original_only", BlackjackSwitch.original_only),
        },
        "dealer.22": {"void": ("result", BlackjackSwitch.result), "over": ("result", _22_is_over)},
    }

    # -- what is worked out --------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Rules:
        return compile_rules(self.game, self.stake, kept_facts(self, lambda: hand_facts(self.game)),
                             tree_from(self.work.cache))

    @cached_property
    def cards(self) -> Ints:
        """How many cards of each rank the shoe holds: ace, 2 to 9, all that count 10."""
        return cards_left(self.game, self.shoe, MOST_PIPS)

    @cached_property
    def turned(self) -> list[Result]:
        """What becomes of an ace with a ten after a switch, by the dealer's ending."""
        natural = next(count for count in self.rules.totals if count.blackjack)
        return [self.game.result(ORIGINAL, self.game.after_switch(natural), dealer) for dealer in self.rules.endings]

    @cached_property
    def from_shoe(self) -> SwitchShoe:
        # The cards first: a shoe that cannot be is told of at once.
        cards = self.cards
        paid = np.array([float(net(result, self.stake)) for result in self.turned])
        return SwitchShoe(self.rules, cards, paid, self.work)

    @cached_property
    def best(self) -> SwitchPlayed:
        """Best play by the cards of a hand and of the other."""
        shoe, boxes = self.from_shoe, self.from_shoe.boxes()
        plain, switched = shoe.by_deal(boxes.both(switched=False))[0], shoe.by_deal(boxes.both(switched=True))[1]
        return SwitchPlayed(boxes, switched > plain, shoe.insures > 0.0)

    @cached_property
    def basic(self) -> Basic:
        """The chart of totals, made for a hand of a whole shoe."""
        return Basic(self.from_shoe.alone, self.from_shoe.alone.plan())

    @cached_property
    def by_chart(self) -> SwitchPlayed:
        """Hands by the chart, the switch by points, and every box insured or none."""
        shoe, basic = self.from_shoe, self.basic
        starts = [self.rules.where[pair] for pair in PAIRS]
        # One card of a split is always drawn to.
        single = self.rules.hands.counts.sum(1) == 1
        follow = {extra: np.where(single[:, None], DRAW, plays).astype(np.int8)
                  for extra, plays in basic.follow(basic.chart).items()}
        boxes = shoe.boxes(follow, basic.chart.splits[starts])
        plain, switched = self.points
        lie = shoe.by_deal(np.asarray(plain[:, None] + plain, np.float64))[0]
        switches = shoe.by_deal(np.asarray(switched[:, None] + switched, np.float64))[1] > lie
        none = np.zeros((10,) * 4, np.bool_)
        return max((SwitchPlayed(boxes, switches, insured) for insured in (none, ~none)),
                   key=lambda played: mean_of(shoe, played))

    @cached_property
    def kinds_of_hands(self) -> dict[str, list[int]]:
        """Hands of two cards that have the same points, by what a chart calls them."""
        totals = {pair: self.rules.totals[self.rules.where[pair]] for pair in PAIRS}
        called: dict[str, list[int]] = {}
        for kind in ("hard", "soft", "pair", "blackjack"):
            for at in sorted(range(len(PAIRS)), key=lambda at: totals[PAIRS[at]].points):
                pair, count = PAIRS[at], totals[PAIRS[at]]
                mine = ("pair" if pair[0] == pair[1] else "blackjack" if count.blackjack
                        else "soft" if count.soft else "hard")
                if mine == kind:
                    name = named(pair) if kind == "pair" else kind if kind == "blackjack" else f"{kind} {count.points}"
                    called.setdefault(name, []).append(at)
        return called

    @cached_property
    def points(self) -> tuple[Ints, Ints]:
        """What each hand of two cards counts when the switch is decided, by the first card: as it was dealt, and after
        a switch."""
        shoe, alone = self.from_shoe, self.from_shoe.alone
        starts, natural = [self.rules.where[pair] for pair in PAIRS], shoe.blackjack_at
        plain = np.where(alone.deals[starts] > 0.0, self.basic.plan.first[4][starts], 0.0)
        plain[natural] = [alone.waits(up) for up in range(10)]
        switched = plain.copy()
        switched[natural] = alone.worlds[WHOLE].odds[alone.natural] @ shoe.after_switch
        return self._in_points(plain), self._in_points(switched)

    def _in_points(self, worth: Floats) -> Ints:
        often = self.from_shoe.alone.deals[[self.rules.where[pair] for pair in PAIRS]]
        points = np.zeros(worth.shape, np.int64)
        for alike in self.kinds_of_hands.values():
            mean = (worth[alike] * often[alike]).sum(0) / np.maximum(often[alike].sum(0), 1e-300)
            points[alike] = np.round(SCALE * mean).astype(np.int64)
        return points

    @cached_property
    def error(self) -> float:
        """More than rounding can add up to in an expected result, as at blackjack; no more than eight units are at
        stake on a box."""
        tree = self.rules.tree
        nodes = int(np.diff(tree.first).max())
        terms = 4 * nodes + 10 * len(tree.ends) + 3 * int(tree.depth.max()) + 22 * 24 + 10_000
        return 8 * terms * 2.0**-53

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        best = ends_of(self.from_shoe, self.best)
        return (
            self.original(ORIGINAL, best),
            self.original(CHART, ends_of(self.from_shoe, self.by_chart)),
            self.super_match(),
            self.insurance(),
            added_row("double down", self._added("double down", best), self.error),
            added_row("split", self._added("split", best), self.error),
        )

    def original(self, name: str, ends: SwitchEnds) -> WagerPar:
        """A whole round, per unit of an original wager: what one of the two brings on average."""
        doubles, splits = (often(self._added(kind, ends)) for kind in ("double down", "split"))
        frequencies = [("double down", doubles), ("split", splits), ("insurance", ends.insured)]
        includes = (ORIGINAL, *(kind for kind, often in frequencies if often > 0.0))
        lines = gathered((*self._kept(ends), *self._blackjacks(ends), *self._splits(ends)), 1.0)
        paying = tuple(dict.fromkeys(one.clause for one in lines if one.outcome == "win"))
        by = "the cards of both hands" if name == ORIGINAL else "totals alone, the switch by points"
        note = (f"best play by {by}; per original wager doubles down {doubles:.4f} times, splits {splits:.4f} times; "
                f"the lines are of one original wager, with its double down; {self._swing(lines, ends)}")
        return WagerPar(
            name, ORIGINAL, lines, includes, 1.0 + doubles + splits + ends.insured / 4, clauses=paying,
            mean=ends.mean, error=self.error, note=note,
        )

    def _swing(self, lines: Sequence[Line], ends: SwitchEnds) -> str:
        """The two hands of a split are one line, with what they bring on average. Each of them swings as is known, and
        both together no more than twice as much."""
        brings = self._split_pay
        most = 4 * float(sum((ends.split[safe] * brings**2).sum() for safe in (0, 1)))
        others = sum(float(one.net) ** 2 * float(one.probability) for one in lines if not one.label.startswith("split"))
        return ("the two hands of a split are told as they come out on average, their swing would make the deviation "
                f"{(others + most - ends.mean**2) ** 0.5:.4f} at most")

    @cached_property
    def _split_pay(self) -> Floats:
        """What either hand of a split brings by its state and the ending, as each may carry either stake."""
        first, second = self.from_shoe.alone.split_pay
        return np.maximum(np.abs(first), np.abs(second))

    def _kept(self, ends: SwitchEnds) -> Iterator[LineEnd]:
        for safe, doubled, at, ending in np.argwhere(ends.kept > 0.0).tolist():
            results = self._results((DOUBLED, DOUBLE) if doubled else (ONCE,), at, ending)
            what = f"double down: {self.said(results[0])}" if doubled else self.said(results[0])
            yield self._end(what, results, float(ends.kept[safe, doubled, at, ending]), ending if safe else None)

    def _results(self, cases: Sequence[Case], at: int, ending: int) -> list[Result]:
        return [self.rules.results[case][at][ending] for case in cases]

    def _blackjacks(self, ends: SwitchEnds) -> Iterator[LineEnd]:
        at = int(self.rules.hands.plain[self.from_shoe.alone.natural])
        dealt = [self.rules.results[ONCE][at][ending] for ending in range(len(self.rules.endings))]
        for what, likely, results in (("blackjack", ends.blackjack, dealt), ("switched blackjack", ends.turned,
                                                                              self.turned)):
            for safe, ending in np.argwhere(likely > 0.0).tolist():
                result = results[ending]
                label = what if result.outcome == "win" else f"{what}, and {self.said(result)}"
                yield self._end(label, [result], float(likely[safe, ending]), ending if safe else None)

    def _splits(self, ends: SwitchEnds) -> Iterator[LineEnd]:
        clause = next(str(kind.clause) for kind in self.game.kinds if kind.name == "split")
        for safe in (0, 1):
            often = float(ends.split[safe].sum())
            if often:
                label = f"split: both hands on average{', insured' * safe}"
                brings = Fraction(float(ends.split_brings[safe]) / often)
                if safe:
                    brings += Fraction(float(self._covered(ends.split[safe].sum(0))) / often)
                yield LineEnd(label, "", brings, clause, often)

    def _covered(self, likely: Floats) -> float:
        """What an original's part of the insurance brings, with the dealer's endings as likely as this."""
        return float(sum(float(likely[at] * self._part(at)) for at in range(len(likely))))

    def _part(self, ending: int) -> Fraction:
        """Insurance for half of one original wager, shared by two."""
        won = self.rules.endings[ending].blackjack
        return Fraction(self.rules.insurance[TEN if won else 0]).limit_denominator(1000) / 4

    def _end(self, what: str, results: Sequence[Result], likely: float, ending: int | None = None) -> LineEnd:
        pays = str(results[0].odds) if results[0].odds is not None else ""
        brings = sum((net(result, self.stake) for result in results), Fraction(0))
        end = LineEnd(what, pays, brings, str(results[0].clause), likely)
        return end if ending is None else end._replace(label=f"{what}, insured", net=brings + self._part(ending))

    def said(self, result: Result) -> str:
        """What decided, in words."""
        cited = (result.clause, *result.also)
        return next((self.game.limbs[clause].way for clause in cited if clause in self.game.limbs), result.outcome)

    def _added(self, kind: str, ends: SwitchEnds) -> Iterator[LineEnd]:
        """What becomes of it, per original wager. Either hand of a split may be doubled; one carries the split."""
        rows = len(self.rules.rows)
        if kind == "double down":
            for safe, at, ending in np.argwhere(ends.kept[:, 1] > 0.0).tolist():
                result = self._results((DOUBLE,), at, ending)[0]
                yield self._end(self.said(result), [result], float(ends.kept[safe, 1, at, ending]))
        for safe, state, ending in np.argwhere(ends.split > 0.0).tolist():
            likely, at = float(ends.split[safe, state, ending]), state % rows
            if kind == "double down" and state >= rows:
                result = self.rules.results[DOUBLE_SPLIT][at][ending]
                yield self._end(self.said(result), [result], 2 * likely)
            elif kind == "split":
                result = self.rules.results[SECOND][at][ending]
                yield self._end(self.said(result), [result], likely)

    @cached_property
    def apart(self) -> frozenset[str]:
        return insurance_apart(self.game, self.cards, 4) | {SUPER_MATCH}

    def row_apart(self, wager: str) -> WagerPar:
        return self.super_match() if wager == SUPER_MATCH else self.insurance()

    def with_apart(self, figures: OwnFigures) -> OwnFigures:
        figures = super().with_apart(figures)
        return with_insurance(figures, self.insurance()) if "insurance" in self.apart else figures

    def insurance(self) -> WagerPar:
        return insurance_row(self.game, self.cards, self.stake)

    def super_match(self) -> WagerPar:
        """The row of the wager on the four cards, from disk where it was counted."""
        lines = [(str(match), str(odds)) for match, (odds, _) in self.game.pay[SUPER_MATCH].lines.items()]
        name = key("super match", self._key(self.changed_rules), lines)
        return kept(self.work.cache, name, lambda: OwnFigures((self._super_match(),), Strategy(), ())).wagers[0]

    def _super_match(self) -> WagerPar:
        """Over all sets of four cards. Of tens and court cards left in a shoe, unless they are told apart, any may be
        which."""
        game, decks = self.game, self.game.decks
        shoe = {name.upper(): count for name, count in (self.shoe or {}).items()}
        apart = self.shoe is None or any(face in shoe for face in "JQK")
        each = {face: 4 * decks for face in FACES} if self.shoe is None else {
            face: shoe.get(face, shoe.get("10", 0) if face == "T" else 0) for face in FACES}
        tens, most = int(self.cards[TEN]), 16 * decks
        # By what they hold: how many ways there are, and one such set.
        ways: dict[str, Fraction] = {}
        held: dict[str, tuple[Card, ...]] = {}
        for faces in combinations_with_replacement(FACES, 4):
            many, cards = Counter(faces), tuple(f"{face}s" for face in faces)
            high = {face: count for face, count in many.items() if face in "TJQK" and not apart}
            count: int | Fraction = prod(comb(each[face], times) for face, times in many.items() if face not in high)
            if high:
                drawn = sum(high.values())
                count *= Fraction(comb(tens, drawn) * prod(comb(4 * decks, times) for times in high.values()),
                                  comb(most, drawn))
            match = game.match_of(cards)
            ways[match], held[match] = ways.get(match, Fraction(0)) + count, cards
        whole = comb(int(self.cards.sum()), 4)
        lines = [line(game.super_match_result(held[match]), match or "no pair", count / whole, self.stake)
                 for match, count in ways.items() if count]
        return row(SUPER_MATCH, lines)

    # -- how to play -------------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        tables, legend = chart_tables(self.basic)
        return Strategy(self._advice(), (self._points_table(), *tables), legend)

    def _points_table(self) -> StrategyTable:
        """What two cards count for the switch."""
        plain, switched = self.points
        rows = [(name, plain[alike[0]]) for name, alike in self.kinds_of_hands.items()]
        rows.append(("21 after a switch", switched[self.from_shoe.blackjack_at]))
        return StrategyTable(
            "points of two cards, for the switch", tuple(RANKS[up] for up in COLUMNS), tuple(name for name, _ in rows),
            tuple(tuple(Cell(f"{points[up]:+d}" if points[up] else "0") for up in COLUMNS) for _, points in rows),
        )

    def _advice(self) -> tuple[str, ...]:
        best, chart = (0 - mean_of(self.from_shoe, played) for played in (self.best, self.by_chart))
        never = 0 - mean_of(self.from_shoe, self.best._replace(switches=np.zeros_like(self.best.switches)))
        often = float(self.from_shoe.deals[self.best.switches].sum())
        edge = float(self.insurance().house_edge)
        insured = bool((self.best.insures & (self.from_shoe.deals[..., ACE] > 0.0)).any())
        return (
            "Switch first: add up the points of your two hands as they lie, and as they would be after a switch. "
            "Switch where that is more; where it is as much, leave the cards.",
            "Then play each hand by its total, or its pair, against the dealer's card.",
            f"Insurance: by the cards; the house keeps {edge:.4%} of it." if insured else uninsured(edge),
            f"By chart and points the house keeps {chart:.4%} of an original wager; best play, by the cards of both "
            f"hands, costs {best:.4%} and switches {often:.1%} of the boxes. Without switching, {never:.4%}.",
            *self._exceptions(),
        )

    def _exceptions(self) -> list[str]:
        """The switches that points tell wrongly, what costs most first."""
        shoe, best, chart = self.from_shoe, self.best, self.by_chart
        plain = shoe.by_deal(best.boxes.both(switched=False))[0]
        gain = np.abs(shoe.by_deal(best.boxes.both(switched=True))[1] - plain)
        wrong: dict[tuple[int, int, int, bool], list[float]] = {}
        for a1, a2, b1, b2, up in np.argwhere((best.switches != chart.switches) & (shoe.deals > 0.0)).tolist():
            one, other = sorted((int(PLACE[a1, a2]), int(PLACE[b1, b2])))
            what = wrong.setdefault((one, other, up, bool(best.switches[a1, a2, b1, b2, up])), [0.0, 0.0])
            what[0] += shoe.deals[a1, a2, b1, b2, up] * gain[a1, a2, b1, b2, up]
            what[1] = gain[a1, a2, b1, b2, up]
        worst = sorted(wrong.items(), key=lambda one: -one[1][0])[:EXCEPTIONS]
        return [
            f"Better than by points: {named(PAIRS[one])} and {named(PAIRS[other])} against {RANKS[up]}: "
            f"{'switch' if switch else 'leave them'} (+{gained:.5f})."
            for (one, other, up, switch), (_, gained) in worst
        ]

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        return (
            f"One box, one player, a round dealt from {cards}: no cards of other boxes, no effect of the cutting card.",
            "Best play goes by the cards of the hand, the dealer's first card and the other hand as it lies after the "
            "switch, not by what is drawn to that; each hand of a split also by the other card of its pair.",
            f"Points are {SCALE} for an original wager won on average, rounded.",
            f"Doubles, not fractions: rounding can move an expected result by less than {self.error:.0e}.",
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        stake = self.whole_stake(2)
        return (Place(1, "Ann", ((ORIGINAL, stake), (ORIGINAL, stake), (SUPER_MATCH, stake))),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_switch import SwitchLane

        return SwitchLane(self, job)

    def row_of(self, wager: str) -> str:
        return "double down" if wager.startswith("double down") else wager

    def prepare(self) -> None:
        _ = self.best

    def choose(self, t: Table, request: Choose) -> Answer:
        names = {option.name for option in request.options}
        seen = sight(t, request)
        four = self._four(seen)
        if "insurance" in names:
            return take(request, "insurance") if self.best.insures[four[:4]] else Lapse()
        if SWITCH in names:
            return take(request, SWITCH) if self.best.switches[four] else Lapse()
        if "stand" not in names:
            return Lapse()
        lies = self._pair(seen)
        cards, plan = t.hands[request.hand].cards, self.best.boxes.plans[lies.other]
        at = self.rules.where[tuple(sorted(map(rank_of, cards)))]
        if t.hands[request.hand].split:
            return take(request, PLAYS[plan.choice[rank_of(cards[0])][at, lies.up]])
        if len(cards) == 2 and self.best.boxes.split[lies]:
            return take(request, PLAYS[SPLIT])
        return take(request, PLAYS[plan.choice[WHOLE][at, lies.up]])

    # What is seen of the two hands of a box, whatever has been split and drawn.

    def _opening(self, seen: Sight) -> tuple[str, ...]:
        digits = "".join(filter(str.isdigit, seen.hand))
        return self.game.opening_hands(int(digits))

    def _four(self, seen: Sight) -> tuple[int, ...]:
        """The four cards as they lie, and the dealer's first."""
        cards = [card for hand in self._opening(seen) for card in seen.open_cards(hand)[:2]]
        return tuple(map(rank_of, (*cards, *seen.open_cards(DEALER)[:1])))

    def _pair(self, seen: Sight) -> Pair:
        """The hand that is asked about, as it lay when the switch was decided, the other, and the first card."""
        first, second = self._opening(seen)
        lay = {hand: self._lay(seen, hand) for hand in (first, second)}
        mine = seen.hand if seen.hand in lay else next(
            hand for hand in (first, second)
            if hand in seen.split and rank_of(seen.hands[hand][0]) == rank_of(seen.hands[seen.hand][0]))
        other = second if mine == first else first
        return Pair(lay[mine], lay[other], rank_of(seen.open_cards(DEALER)[0]))

    def _lay(self, seen: Sight, hand: str) -> int:
        """A hand of two cards; one that was split had its first card twice."""
        one, two = (rank_of(card) for card in (seen.hands[hand][0], seen.hands[hand][0 if hand in seen.split else 1]))
        return PAIR_AT[min(one, two), max(one, two)]

    # -- what choices are worth --------------------------------------------------------------------------------

    def values(self, seen: Sight) -> tuple[OptionValue, ...]:
        """By the plan of the sheet, per unit of all that lies on the box as original wagers. Both hands of a split are
        played by one plan, so that each is worth half of what they bring together."""
        staked = [stake.amount for stake in seen.stakes if stake.wager in (ORIGINAL, "split")]
        if not staked or not seen.staked(ORIGINAL) or not seen.open_cards(DEALER):
            return ()
        unit = max(staked) / seen.staked(ORIGINAL)
        if seen.offers(SWITCH) is not None or seen.offers("insurance") is not None:
            four = self._four(seen)
            return self._before_play(seen, four, unit, max(staked)) if len(four) == 5 else ()
        return self._of_hand(seen, unit, max(staked)) if seen.offers("stand") is not None else ()

    def _before_play(self, seen: Sight, four: tuple[int, ...], unit: float, stake: Cents) -> tuple[OptionValue, ...]:
        shoe, boxes = self.from_shoe, self.best.boxes
        a1, a2, b1, b2, up = four
        plain = float(boxes.both(switched=False)[PLACE[a1, a2], PLACE[b1, b2], up])
        switched = float(boxes.both(switched=True)[PLACE[a1, b2], PLACE[b1, a2], up])
        if (insurance := seen.offers("insurance")) is None:
            return OptionValue(PASS.name, None, unit * plain), OptionValue(SWITCH, None, unit * switched)
        best, brings = max(plain, switched), float(shoe.insures[a1, a2, b1, b2])
        least, most = insurance.least or 0, insurance.most or 0
        worth = {amount: unit * (best + brings * amount / stake) for amount in (least, most)}
        return (OptionValue(PASS.name, None, unit * best),
                OptionValue(insurance.name, most, worth[most], (least, worth[least])))

    def _of_hand(self, seen: Sight, unit: float, stake: Cents) -> tuple[OptionValue, ...]:
        lies, cards = self._pair(seen), seen.open_cards(seen.hand)
        at = self.rules.where[tuple(sorted(map(rank_of, cards)))]
        of_pair = seen.hand in seen.split
        world, part = rank_of(cards[0]) if of_pair else WHOLE, 0.5 if of_pair else 1.0
        worth = self._worth(lies.other, world)[:, at, lies.up].tolist()
        if len(cards) == 2 and not of_pair:
            worth.append(float(self.best.boxes.plans[lies.other].worth[3, lies.hand, lies.up]))
        option_values = []
        for name, value in zip(PLAYS, worth, strict=False):
            option = seen.offers(name)
            if option is None:
                continue
            least = None
            if option.least is not None and option.least != option.most:
                bare = self.from_shoe.hands[lies.other].one_card(at, lies.up, world)
                least = option.least, unit * part * (bare + (value - bare) * option.least / stake)
            option_values.append(OptionValue(name, option.most, unit * part * value, least))
        return tuple(option_values)

    @cached_property
    def _worth(self) -> Callable[[int, int], Floats]:
        """What stand, draw and double down are worth in a world beside another hand."""

        @lru_cache(32)
        def worth(other: int, extra: int) -> Floats:
            odds, hands = self.from_shoe.hands[other], self.rules.hands
            world, size = odds.world(extra), len(hands.live)
            value, choice = np.zeros((4, size, 10)), np.zeros((size, 10), np.int64)
            kernel.plan(odds.shoe, hands, world.wanted, world.acts, world.row, extra, world.odds, world.place,
                        world.stood, world.doubled, np.full((size, 10), BEST), value, choice)
            brings: Floats = value[:3] + world.base
            return brings

        return worth
