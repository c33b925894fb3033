"""Blackjack challenge: exact to the double's precision, from any shoe.

Best play goes by the cards of the hand in play, the dealer's first card and, after a split, the other cards of the rank
that was split. See `blackjack_challenge_play` for what is exact about two and three hands of a box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.law import Result, void
from pitboss.odds.analysis import Analysis, Instead, OptionValue, take
from pitboss.odds.blackjack import cards_left, named
from pitboss.odds.blackjack_asked import asking
from pitboss.odds.blackjack_challenge_chart import CARD, SOFT, ChallengeChart
from pitboss.odds.blackjack_challenge_ends import ChallengeEnds
from pitboss.odds.blackjack_challenge_play import TWO, ChallengePlan, ChallengeShoe, chunk_of
from pitboss.odds.blackjack_challenge_rules import Challenge, compile_challenge, nets
from pitboss.odds.blackjack_kept import tree_from
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, SPLIT
from pitboss.odds.blackjack_lines import added_row
from pitboss.odds.blackjack_play import beside
from pitboss.odds.blackjack_rules import RANKS, Held, Ints, cards_of
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.par import Cell, Strategy, StrategyTable, WagerPar
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02b_blackjack_challenge import B, BlackjackChallenge
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.facts import DEALER
from pitboss.table.hands import read_hand
from pitboss.table.requests import Choose
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

PLAYS = ("stand", "draw", "double down", "split")
COLUMNS = (*range(1, 10), 0)
# No box uses up more: three hands that draw on 20 and a dealer who draws on 16 take their last cards.
MOST_PIPS = 3 * 30 + 16
EXCEPTIONS = 6
CHART = "original, by the chart"


def _stands_on_17(game: BlackjackChallenge, cards: Sequence[Card]) -> bool:
    return game.count(cards).points < 17


def _draws_on_soft_17(game: BlackjackChallenge, cards: Sequence[Card]) -> bool:
    count = game.count(cards)
    return count.points < (18 if count.soft else 17)


def _doubles_two_or_three(game: BlackjackChallenge, cards: Sequence[Card]) -> bool:
    return len(cards) in (2, 3)


def _doubles_any_two(game: BlackjackChallenge, cards: Sequence[Card]) -> bool:
    return len(cards) == 2


def _doubles_9_to_11(game: BlackjackChallenge, cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and 9 <= game.hard_total(cards) <= 11


def _ace_either(
    game: BlackjackChallenge, cards: Sequence[Card], *, doubled: bool = False, split: bool = False
) -> Count:
    return Blackjack.count(game, cards, split=split)


def _ties_void(
    game: BlackjackChallenge, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = (), *,
    taken: bool = True,
) -> Result:
    result = BlackjackChallenge.result(game, kind, player, dealer, added, taken=taken)
    return void(B["5(2)(h)"]) if result.clause == B["5(2)(h)"] else result


def _any_card_to_aces(game: BlackjackChallenge, split: bool, first: Card) -> bool:
    return False


def _takes_all(game: BlackjackChallenge, kind: str, added: tuple[str, ...], taken: bool) -> Result:
    return BlackjackChallenge.to_blackjack(game, "original", (), taken=True)


class BlackjackChallengeOdds(Analysis[BlackjackChallenge]):
    """What a box brings, and how to play it."""

    method = "exact in doubles"
    takes_shoe = True
    keeps_own = True
    other_play = frozenset({CHART})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "dealer.soft-17": {"stand": ("dealer_draws", _stands_on_17), "draw": ("dealer_draws", _draws_on_soft_17)},
        "dealer.blackjack-takes": {
            "one stake": ("to_blackjack", BlackjackChallenge.to_blackjack), "all": ("to_blackjack", _takes_all),
        },
        "ties": {"lose": ("result", BlackjackChallenge.result), "void": ("result", _ties_void)},
        "double.ace": {"1": ("count", BlackjackChallenge.count), "1 or 11": ("count", _ace_either)},
        "double.on": {
            "two or three cards": ("may_double", _doubles_two_or_three),
            "two cards": ("may_double", _doubles_any_two), "9 to 11": ("may_double", _doubles_9_to_11),
        },
        "split.aces": {
            "one card": ("second_only", BlackjackChallenge.second_only), "any card": ("second_only", _any_card_to_aces),
        },
        "split.hands": {"three": ("most_hands", 3), "two": ("most_hands", 2)},
    }

    # -- what is worked out --------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Challenge:
        with asking(self) as asked:
            return compile_challenge(self.game, asked, tree_from(self.work.cache))

    @cached_property
    def cards(self) -> Ints:
        """How many cards of each rank the shoe holds: ace, 2 to 9, all that count 10."""
        return cards_left(self.game, self.shoe, MOST_PIPS)

    @cached_property
    def tens(self) -> Ints:
        """How many there are of 10, jack, queen and king. Of tens that nobody told apart, as many as of a whole
        shoe, of which any two are as likely as any others."""
        known = self.shoe or {}
        if not {"J", "Q", "K"} & {name.upper() for name in known}:
            whole = self.game.pack()
            return np.array([sum(card[0] == name for card in whole) for name in "TJQK"])
        called = {name.upper(): count for name, count in known.items()}
        return np.array([called.get("T", 0) + called.get("10", 0), *(called.get(name, 0) for name in "JQK")])

    @cached_property
    def from_shoe(self) -> ChallengeShoe:
        # The cards first: a shoe that cannot be is told of at once.
        cards = self.cards
        return ChallengeShoe(self.rules, cards, self.tens, self.work)

    @cached_property
    def best(self) -> ChallengePlan:
        return self.from_shoe.plan()

    @cached_property
    def chart(self) -> ChallengeChart:
        counts = [self.game.count(cards_of(held)) for held in self.rules.where]
        return ChallengeChart(self.from_shoe, self.best, counts)

    @cached_property
    def error(self) -> float:
        """More than rounding can add up to in an expected result: a chance of the dealer is a sum over the nodes of
        each group, what three hands draw together one over some ten thousand sums and a thousand hands."""
        tree = self.rules.tree
        nodes = int(np.diff(tree.first).max())
        return 8 * (4 * nodes + 10 * len(tree.ends) + 100_000) * 2.0**-53

    # -- rows ----------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        best = ChallengeEnds(self.from_shoe, self.best)
        # Of split boxes the chart's mean is counted by itself; their spread, which takes longer, for best play alone,
        # while the chart is made.
        spread, chart = beside(lambda: best.spread() if best.splits else 0.0, lambda: self.chart)
        chart_ends = ChallengeEnds(self.from_shoe, chart.plan)
        return (
            self.original("original", best, spread, "the cards of the hand"),
            self.original(CHART, chart_ends, spread, "totals and how many cards there are"),
            added_row("double down", best.doubles(), self.error),
            added_row("split", best.added_hands(), self.error),
        )

    def original(self, name: str, ends: ChallengeEnds, spread: float, by: str) -> WagerPar:
        """A whole round, per unit of the original wager."""
        doubles, splits = (sum(end.probability for end in added) for added in (ends.doubles(), ends.added_hands()))
        frequencies = [("double down", doubles), ("split", splits)]
        lines = ends.whole(spread)
        paying = tuple(dict.fromkeys(one.clause for one in lines if one.outcome == "win"))
        note = f"best play by {by}; doubles down {doubles:.4f} times a round, adds {splits:.4f} hands by splitting"
        return WagerPar(
            name, "original", lines, ("original", *(kind for kind, often in frequencies if often > 0.0)),
            1.0 + doubles + splits, clauses=paying, mean=self.from_shoe.mean(ends.plan), error=self.error, note=note,
        )

    # -- how to play ---------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        columns = tuple(RANKS[up] for up in COLUMNS)
        tables = []
        for cards, (hard, soft) in enumerate(((range(4, 21), range(13, 21)), (range(6, 21), range(14, 21)),
                                              (range(8, 21), range(0)))):
            words = f"{('two', 'three', 'four')[cards]} cards"
            for name, totals, cell in (("hard", hard, 0), ("soft", soft, SOFT)):
                if totals:
                    rows = tuple(self._cells(CARD * cards + cell + points) for points in totals)
                    tables.append(StrategyTable(f"{name} totals of {words}", columns, tuple(map(str, totals)), rows))
        pairs = tuple(tuple(self._pair(rank, up) for up in COLUMNS) for rank in range(10))
        tables.append(StrategyTable("pairs", columns, tuple(f"{one}-{one}" for one in RANKS), pairs))
        legend = {"S": "stand", "H": "draw", "D": "double down", "P": "split, and split again", "P1": "split once",
                  "-": "does not come up"}
        used = {cell.play for table in tables for row in table.cells for cell in row}
        return Strategy(self._advice(), tuple(tables), {mark: said for mark, said in legend.items() if mark in used})

    def _cells(self, cell: int) -> tuple[Cell, ...]:
        chart = self.chart
        return tuple(
            Cell("SHD"[chart.play[cell, up]], chart.gain(cell, up)) if chart.seen[cell, up] else Cell("-")
            for up in COLUMNS
        )

    def _pair(self, rank: int, up: int) -> Cell:
        """A pair by its own values: nothing else is in its cell."""
        hand, plan = self.rules.where[rank, rank], self.chart.plan
        if self.from_shoe.deals[hand, up] == 0.0:
            return Cell("-")
        play = int(plan.start[hand, up])
        value = plan.first[:4, hand, up]
        mark = "SHDP"[play]
        if play == SPLIT and not plan.splits[rank].again[up]:
            mark = "P1"
        return Cell(mark, float(value[play] - np.delete(value, play).max()))

    def _advice(self) -> tuple[str, ...]:
        best, chart = (0 - self.from_shoe.mean(plan) for plan in (self.best, self.chart.plan))
        return (
            "A tie loses, and five cards win: with four cards draw on any soft total, and on hard ones as the chart "
            "for four cards says.",
            f"The chart, by totals and the number of cards, costs {chart:.4%} of the original wager; best play by the "
            f"cards costs {best:.4%}.",
            *self._exceptions(),
        )

    def _exceptions(self) -> list[str]:
        """Where best play departs from the chart, what costs most first."""
        best, chart, shoe = self.best, self.chart.plan, self.from_shoe
        often = ChallengeEnds(shoe, best).reach + np.where(best.start == SPLIT, shoe.deals, 0.0)
        departures: dict[tuple[str, str], tuple[float, str]] = {}
        for held, at in self.rules.where.items():
            mine, other = best.start[at], chart.start[at]
            for up in np.flatnonzero((mine != other) & (often[at] > 0.0)).tolist():
                gain = best.first[mine[up], at, up] - best.first[other[up], at, up]
                case = f"{named(held)} against {RANKS[up]}", f"{PLAYS[mine[up]]}, not {PLAYS[other[up]]}"
                costs, _ = departures.get(case, (0.0, ""))
                departures[case] = costs - often[at, up] * gain, f"+{gain:.5f}"
        worst = sorted((costs, *case, gain) for case, (costs, gain) in departures.items())
        return [f"Better than the chart: {hand}: {play} ({gain})." for _, hand, play, gain in worst[:EXCEPTIONS]]

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        return (
            f"One box, one player, a round dealt from {cards}: no cards of other boxes, no effect of the cutting card.",
            "Best play goes by the cards of the hand, the dealer's first card and, after a split, the other cards of "
            "the rank that was split; each hand of a split is played by its own cards.",
            "A dealer's blackjack takes one stake of a split box if any hand is open to it. That is counted exactly, "
            "over all that two and three hands draw together; a hand is played with how likely the others are to be "
            "out of its reach, not with whether they are.",
            "Split boxes have two lines of equal chance, a deviation above their exact mean and below it; "
            "the chart's row takes that deviation from best play.",
            "Blackjack against blackjack is paid by which tens they hold, each pair of tens in the shoe as likely as "
            "any other.",
            f"Doubles, not fractions: rounding can move an expected result by less than {self.error:.0e}.",
        )

    # -- playing -------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        return (Place(1, "Ann", (("original", self.whole_stake()),)),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_challenge import ChallengeLane

        return ChallengeLane(self, job)

    def row_of(self, wager: str) -> str:
        """What is added to one hand of several lies on a place of its own."""
        return next((kind for kind in ("double down", "split") if wager.startswith(kind)), wager)

    def choose(self, t: Table, request: Choose) -> Answer:
        if all(option.name != "stand" for option in request.options):
            return Lapse()
        hand = t.hands[request.hand]
        hands = sum(other.split for other in t.hands_of(hand.box))
        held, up = self.held(hand.cards), rank_of(t.hands[DEALER].cards[0])
        plan, at = self.best, self.rules.where[held]
        if not hand.split:
            play = plan.start[at, up]
        else:
            split = plan.splits[rank_of(hand.cards[0])]
            pair = len(held) == 2 and held[0] == held[1]
            play = (split.two if hands == TWO + 1 else split.three)[at, up]
            if hands == TWO + 1 and pair and split.again[up]:
                play = SPLIT
        return take(request, PLAYS[play])

    def prepare(self) -> None:
        _ = self.best

    def held(self, cards: Sequence[Card]) -> Held:
        """A hand by its ranks: of three cards, the first two and the third."""
        ranks = tuple(map(rank_of, cards))
        return (*sorted(ranks[:2]), ranks[2]) if len(ranks) == 3 else tuple(sorted(ranks))

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """By the plan of the sheet. A hand of a split is valued by itself, with the part of a stake that a dealer's
        blackjack would take of it; a second split by what it adds to the other hand's worth."""
        dealer, cards = sight.open_cards(DEALER), sight.open_cards(sight.hand)
        if not dealer or len(cards) < 2 or sight.offers("stand") is None or not sight.stakes:
            return ()
        at, up = self.rules.where.get(self.held(cards)), rank_of(dealer[0])
        if at is None:
            return ()
        box = read_hand(sight.hand)[0]
        hands = sum(read_hand(name)[0] == box for name in sight.split) if sight.hand in sight.split else 1
        rank, gone = (rank_of(cards[0]), hands - 1) if hands > 1 else (0, 0)
        if gone == 0:
            worth = self.best.first[:4, at, up]
        else:
            split = self.best.splits[rank]
            worth = (split.worth if gone == TWO else split.worth_three)[:4, at, up]
        option_values = []
        for name, value in zip(PLAYS, worth.tolist(), strict=True):
            option = sight.offers(name)
            if option is None:
                continue
            least = None
            if name == PLAYS[DOUBLE_DOWN] and option.least != option.most and option.least and option.most:
                bare = self.one_card(at, up, rank, gone)
                least = option.least, bare + (value - bare) * option.least / option.most
            option_values.append(OptionValue(name, option.most, value, least))
        return tuple(option_values)

    def one_card(self, at: int, up: int, rank: int, gone: int) -> float:
        """What a hand brings that is doubled with nothing: one more card, an ace among the first two as 1."""
        shoe, hands = self.from_shoe, self.rules.hands
        left = shoe.shoe - hands.counts[at]
        left[up] -= 1
        left[rank] -= gone
        paid = nets(self.rules.split) if gone else nets([[both[0] for both in row] for row in self.rules.doubled])
        total = 0.0
        for card in np.flatnonzero(left > 0).tolist():
            row = hands.doubled[at, card]
            if row < 0:
                brings = shoe.decided[hands.doubled_decides[at, card]]
            else:
                brings = shoe.odds[chunk_of(rank, gone)][hands.with_card[at, card], up] @ paid[row]
            total += float(left[card] * brings)
        return total / float(left.sum())

