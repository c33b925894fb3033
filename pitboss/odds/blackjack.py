"""Blackjack and its soft 17 variant: exact to the double's precision, from any shoe.

Best play goes by the cards of the hand in play, the dealer's first card and, after a split, the other card of the
pair. Dealer and player draw without putting back; no hand is approximated, nor the two hands of a split: see
`blackjack_play` for what is exact about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import numpy as np
from msgspec.structs import replace

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import ranks_in
from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds.analysis import Analysis, BadQuestion, Instead, OptionValue, take
from pitboss.odds.blackjack_asked import kept_facts
from pitboss.odds.blackjack_basic import Basic, chart_tables
from pitboss.odds.blackjack_kept import tree_from
from pitboss.odds.blackjack_lines import Lines, added_row, often
from pitboss.odds.blackjack_play import WHOLE, BlackjackPlan, ShoeOdds, beside
from pitboss.odds.blackjack_rules import ACE, CARDS, RANKS, TEN, Bools, Held, Ints, Rules, compile_rules, hand_facts
from pitboss.odds.blackjack_sides import ForTheSide, PlayedCards, rank_of
from pitboss.odds.cache import key
from pitboss.odds.figures import program
from pitboss.odds.kept import kept
from pitboss.odds.par import OwnFigures, Strategy, WagerPar, line, net, row
from pitboss.odds.sides import side_row
from pitboss.rulebooks.qld.s02_blackjack import NO_HAND, Blackjack
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s17_on_boxes import PlayedWager
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.decisions import PASS
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose
from pitboss.table.sides import Side
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

PLAYS = ("stand", "draw", "double down", "split")
# No box uses up more: two hands that draw on 20 and a dealer who draws on 16 take their last cards.
MOST_PIPS = 2 * 30 + 16
EXCEPTIONS = 6
WHAT = "blackjack hands"
BASIC = "original, basic strategy"
# How the advice on insurance begins.
INSURANCE = "Insurance:"


def _stands_on_17(game: Blackjack, cards: Sequence[Card]) -> bool:
    return game.count(cards).points < 17


def _draws_on_soft_17(game: Blackjack, cards: Sequence[Card]) -> bool:
    count = game.count(cards)
    return count.points < (18 if count.soft else 17)


def _doubles_9_to_11(game: Blackjack, cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and 9 <= game.hard_total(cards) <= 11


def _doubles_10_and_11(game: Blackjack, cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and 10 <= game.hard_total(cards) <= 11


def _doubles_any_two(game: Blackjack, cards: Sequence[Card]) -> bool:
    return len(cards) == 2


def _ace_either(
    game: Blackjack, cards: Sequence[Card], *, doubled: bool = False, split: bool = False
) -> Count:
    return Blackjack.count(game, cards, split=split)


def _takes_all(game: Blackjack, kind: str, added: tuple[str, ...]) -> Result:
    return game.result(kind, NO_HAND, Count(21, True, True))


class Chosen(NamedTuple):
    """A plan, the hands it insures, and whether it takes even money."""

    plan: BlackjackPlan
    insured: Bools
    even_money: bool


class BlackjackOdds(Analysis[Blackjack]):
    """What a box brings, and how to play it."""

    method = "exact in doubles"
    takes_shoe = True
    keeps_own = True
    other_play = frozenset({BASIC})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "dealer.soft-17": {"stand": ("dealer_draws", _stands_on_17), "draw": ("dealer_draws", _draws_on_soft_17)},
        "dealer.blackjack-takes": {
            "original only": ("original_only", Blackjack.original_only), "all": ("original_only", _takes_all),
        },
        "double.ace": {"1": ("count", Blackjack.count), "1 or 11": ("count", _ace_either)},
        "double.on": {
            "9 to 11": ("may_double", _doubles_9_to_11), "10 and 11": ("may_double", _doubles_10_and_11),
            "any two cards": ("may_double", _doubles_any_two),
        },
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
    def from_shoe(self) -> ShoeOdds:
        # The cards first: a shoe that cannot be is told of at once.
        cards = self.cards
        return ShoeOdds(self.rules, cards, self.work.cache)

    @cached_property
    def even_money(self) -> bool:
        """Is a blackjack against an ace better paid at once?"""
        return self.from_shoe.waits(ACE) < self.rules.even_money.fraction

    @cached_property
    def best(self) -> Chosen:
        """Best play by the cards of a hand."""
        return Chosen(self.from_shoe.plan(), self.from_shoe.insures > 0.0, self.even_money)

    @cached_property
    def basic(self) -> Basic:
        return Basic(self.from_shoe, self.best.plan)

    @cached_property
    def by_chart(self) -> Chosen:
        """Basic strategy, which insures every hand or none."""
        none = np.zeros(len(self.rules.hands.live), np.bool_)
        ways = [Chosen(self.basic.plan, insured, self.even_money) for insured in (none, ~none)]
        return max(ways, key=lambda played: self.from_shoe.mean(*played))

    @cached_property
    def error(self) -> float:
        """More than rounding can add up to in an expected result. A chance of the dealer is a sum of products, over
        the nodes and the ranks of each group; the player's recursion adds ten products a card; no more than four
        units are at stake."""
        tree = self.rules.tree
        nodes = int(np.diff(tree.first).max())
        terms = 4 * nodes + 10 * len(tree.ends) + 3 * int(tree.depth.max()) + 22 * 24 + 1000
        return 4 * terms * 2.0**-53

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        _ = self.best
        # Additional wagers are gone through card by card, which leaves a core to the compiled counts.
        (best, chart), _ = beside(self._lines, self.side_wagers)
        return (
            self.original("original", best),
            self.original(BASIC, chart),
            self.insurance(),
            added_row("double down", best.added("double down"), self.error),
            added_row("split", best.added("split"), self.error),
        )

    def _lines(self) -> tuple[Lines, Lines]:
        """How rounds of best play end, and of basic strategy."""
        shoe, tell = self.from_shoe, self.work.progress
        tell(WHAT, 0, 2)
        best = Lines(shoe, shoe.whole(*self.best))
        tell(WHAT, 1, 2)
        chart = Lines(shoe, shoe.whole(*self.by_chart))
        shoe.known_splits.keep()
        tell(WHAT, 2, 2)
        return best, chart

    def original(self, name: str, lines: Lines) -> WagerPar:
        """A whole round, per unit of the original wager."""
        whole = lines.played
        doubles, splits = often(lines.added("double down")), often(lines.added("split"))
        frequencies = [("double down", doubles), ("split", splits), ("insurance", whole.insured)]
        includes = ("original", *(kind for kind, times in frequencies if times > 0.0))
        by = "the cards of the hand" if name == "original" else "totals alone"
        note = f"best play by {by}; doubles down {doubles:.4f} times a round, splits {splits:.4f} times"
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
        return insurance_apart(self.game, self.cards, 2)

    def row_apart(self, wager: str) -> WagerPar:
        return self.insurance()

    def with_apart(self, figures: OwnFigures) -> OwnFigures:
        figures = super().with_apart(figures)
        return with_insurance(figures, self.insurance()) if "insurance" in self.apart else figures

    # -- how to play -------------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        return Strategy(self._advice(), *chart_tables(self.basic))

    def _advice(self) -> tuple[str, ...]:
        best, basic = (0 - self.from_shoe.mean(*played) for played in (self.best, self.by_chart))
        return (
            self._on_insurance(),
            self._on_even_money(),
            f"Basic strategy, by totals alone, costs {basic:.4%} of the original wager; best play costs {best:.4%}.",
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
        always = f"Insurance: always; it brings {-edge:.4%} of what is staked on it"
        if 2 * insured.sum() > dealt.sum():
            spared = [named(held) for held, at in self.rules.where.items() if dealt[at] and not insured[at]]
            return f"{always}. Best play leaves it out with {', '.join(spared)}." if spared else f"{always}."
        return f"Insurance: only with {', '.join(named(held) for held, at in self.rules.where.items() if insured[at])}."

    def _on_even_money(self) -> str:
        if self.from_shoe.deals[self.from_shoe.natural, ACE] == 0.0:
            return "Even money: there is no blackjack against an ace."
        waiting, at_once = self.from_shoe.waits(ACE), float(self.rules.even_money.fraction)
        what = "take" if self.even_money else "refuse"
        return (f"Even money on a blackjack against an ace: {what} it; at once it brings {at_once:g}, "
                f"waiting brings {waiting:.6f} on average.")

    def _exceptions(self) -> list[str]:
        """Where best play departs from basic strategy, what costs most first."""
        best, chart = self.best.plan, self.basic.plan
        often = self.basic.reach(best, WHOLE)
        departures = []
        for held, at in self.rules.where.items():
            two = len(held) == 2
            mine, other = (plan.start[at] if two else plan.choice[WHOLE][at] for plan in (best, chart))
            value = best.first[:, at] if two else best.value[WHOLE][:, at]
            for up in np.flatnonzero((mine != other) & (often[at] > 0.0)).tolist():
                gain = value[mine[up], up] - value[other[up], up]
                departures.append((-often[at, up] * gain, held, up, PLAYS[mine[up]], PLAYS[other[up]], gain))
        return [
            f"Better than the chart: {named(held)} against {RANKS[up]}: {play}, not {instead} (+{gain:.5f})."
            for _, held, up, play, instead, gain in sorted(departures)[:EXCEPTIONS]
        ]

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        return (
            f"One box, one player, a round dealt from {cards}: no cards of other boxes, no effect of the cutting card.",
            "Best play goes by the cards of the hand, the dealer's first card and, after a split, the other card of "
            "the pair; each hand of a split is played by its own cards.",
            f"Doubles, not fractions: rounding can move an expected result by less than {self.error:.0e}.",
        )

    # -- additional wagers that hang on how a hand is played -----------------------------------------------------

    def by_play(self, side: Side) -> bool:
        return isinstance(side, PlayedWager)

    def side_row(self, side: Side, kind: str) -> WagerPar:
        if not isinstance(side, PlayedWager):
            return super().side_row(side, kind)
        lines = [(str(pay_line), str(odds)) for pay_line, (odds, _) in side.pay.lines.items()]
        name = key("played side", program(), self.game.id, sorted(self.game.options.items()), self.stake, kind, lines,
                   self._plan_key)
        counted = kept(self.work.cache, name, lambda: OwnFigures((self._played_row(side, kind),), Strategy(), ()))
        return counted.wagers[0]

    @cached_property
    def _plan_key(self) -> str:
        """Of all that additional wagers ask of best play. What a blackjack is worth they do not."""
        plan, acts = self.best.plan, self.rules.hands.acts[:, None]
        values = (np.where(acts, value[:3], 0.0) for value in plan.value.values())
        return key("plan", plan.start, *plan.choice.values(), np.where(acts, plan.first[:4], 0.0), *values)

    def _played_row(self, side: PlayedWager, kind: str) -> WagerPar:
        stake = self.side_stake(side)
        cards = PlayedCards(self.rules, self.best.plan, side, kind, stake)
        plain = side_row(side, kind, stake, cards.ways())
        return replace(plain, note=self._for_the_side(cards.for_the_side(), float(plain.expectation)))

    def _for_the_side(self, played: ForTheSide, plain: float) -> str:
        """What playing for an additional wager would gain."""
        if played.brings - plain < 1e-12:
            return "played as is best for the original wager; no other play would bring it more"
        gain = f"{played.brings - plain:.4%}"
        return (f"played as is best for the original wager; who plays for this one alone gains {gain} of it a round, "
                f"and loses {played.costs:.4%} of the original wager by it")

    def take_over(self, other: Self) -> None:
        super().take_over(other)
        vars(self).update({name: known for name, known in vars(other).items() if name in ("from_shoe", "best")})

    # -- playing -----------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        return (Place(1, "Ann", (("original", self.whole_stake(2)),)),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_blackjack import BlackjackLane

        return BlackjackLane(self, job)

    def row_of(self, wager: str) -> str:
        """A double down on a split hand lies on a place of its own."""
        return "double down" if wager.startswith("double down") else wager

    def choose(self, t: Table, request: Choose) -> Answer:
        names = {option.name for option in request.options}
        if "insurance" in names and self.best.insured[self.rules.where[self.held(t, request.hand)]]:
            return take(request, "insurance")
        if "even money" in names and self.even_money:
            return take(request, "even money")
        if "stand" not in names:
            return Lapse()
        up = rank_of(t.hands[DEALER].cards[0])
        cards, plan = t.hands[request.hand].cards, self.best.plan
        at = self.rules.where[self.held(t, request.hand)]
        if t.hands[request.hand].split:
            play = plan.choice[rank_of(cards[0])][at, up]
        else:
            play = plan.start[at, up] if len(cards) == 2 else plan.choice[WHOLE][at, up]
        return take(request, PLAYS[play])

    def prepare(self) -> None:
        _ = self.best

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """By the plan of the sheet. Both hands of a split are played by one plan, so that each is worth half of what
        they bring together."""
        dealer, cards = sight.open_cards(DEALER), sight.open_cards(sight.hand)
        at = self.rules.where.get(tuple(sorted(map(rank_of, cards))))
        if not dealer or at is None or not sight.staked("original"):
            return ()
        if (insurance := sight.offers("insurance")) is not None:
            return self._insuring(at, insurance, sight.staked("original"))
        if sight.offers("even money") is not None:
            return (OptionValue(PASS.name, None, self.from_shoe.waits(ACE)),
                    OptionValue("even money", None, self.rules.even_money.fraction))
        if sight.offers("stand") is None:
            return ()
        up, plan, of_pair = rank_of(dealer[0]), self.best.plan, sight.hand in sight.split
        world = rank_of(cards[0]) if of_pair else WHOLE
        if len(cards) == 2 and not of_pair:
            worth = plan.first[:4, at, up]
        else:
            worth = plan.value[world][:3, at, up] + self.from_shoe.worlds[world].base[up]
        part = 0.5 if of_pair else 1.0
        option_values = []
        for name, value in zip(PLAYS, worth.tolist(), strict=False):
            if (option := sight.offers(name)) is not None:
                less = option.least if option.least != option.most else None
                bare = part * self.from_shoe.one_card(at, up, world) if less else 0.0
                least = (less, bare + (part * value - bare) * less / sight.staked("original")) if less else None
                option_values.append(OptionValue(name, option.most, part * value, least))
        return tuple(option_values)

    def _insuring(self, at: int, insurance: SeenOption, original: Cents) -> tuple[OptionValue, ...]:
        shoe = self.from_shoe
        if at == shoe.natural:
            plain = max(shoe.waits(ACE), float(self.rules.even_money.fraction))
        else:
            plain = float(self.best.plan.first[:4, at, ACE].max())
        least, most = insurance.least, insurance.most
        assert least is not None and most is not None
        unit = float(shoe.insures[at]) / original
        return (
            OptionValue(PASS.name, None, plain),
            OptionValue(insurance.name, most, plain + unit * most, (least, plain + unit * least)),
        )

    def held(self, t: Table, hand: str) -> Held:
        return tuple(sorted(map(rank_of, t.hands[hand].cards)))


def insurance_row(game: Blackjack, cards: Ints, stake: Cents) -> WagerPar:
    """Insurance as if it were always made; the player's own cards are left out of account."""
    left = cards.copy()
    left[ACE] -= 1
    often = Fraction(int(cards[ACE]), int(cards.sum()))
    if not often:
        return WagerPar("insurance", "insurance", (), ("insurance",), frequency=often, note="there is no ace")
    ends = []
    for at, card in enumerate(CARDS):
        label = "the dealer's second card counts 10" if at == TEN else "any other card"
        likely = Fraction(int(left[at]), int(left.sum()))
        ends.append(line(game.insurance_result(card), label, likely, stake))
    note = "per unit of insurance, as if made against every ace for as much as half the original wager"
    return replace(row("insurance", ends, note=note), per="insurance", frequency=often)


def insurance_apart(game: Blackjack, cards: Ints, held: int) -> frozenset[str]:
    """Insurance, where it brings nothing whichever cards a player holds, and so many: nothing hangs on it then."""
    nets = [net(game.insurance_result(card), 100) for card in CARDS]
    # With an ace and so many of the worst cards out of the shoe it brings most.
    most = sum(int(many) * brings for many, brings in zip(cards, nets, strict=True)) - nets[ACE] - held * min(nets)
    return frozenset({"insurance"}) if cards[ACE] and most < 0 else frozenset()


def with_insurance(figures: OwnFigures, insurance: WagerPar) -> OwnFigures:
    """Figures with the advice on an insurance that is apart."""
    never = uninsured(float(insurance.house_edge))
    advice = (never if line.startswith(INSURANCE) else line for line in figures.strategy.advice)
    return figures._replace(strategy=replace(figures.strategy, advice=tuple(advice)))


def uninsured(edge: float) -> str:
    return f"{INSURANCE} never; the house keeps {edge:.4%} of it."


def cards_left(game: Blackjack, shoe: Mapping[str, int] | None, most_pips: int) -> Ints:
    """How many cards of each rank are in a shoe, of which a round may take cards that count so much, aces as 1."""
    if shoe is None:
        return np.bincount([rank_of(card) for card in game.pack()])
    left = np.zeros(10, np.int64)
    whole = ranks_in(game.pack())
    for name, count in shoe.items():
        known = "T" if name == "10" else name.upper()
        if len(known) != 1 or known not in RANKS + "JQK":
            raise BadQuestion(f"no card has the rank {name!r}; ranks are {', '.join(RANKS)}, or J, Q, K for tens")
        if not 0 <= count <= whole[known]:
            raise BadQuestion(f"{game.decks} decks do not leave {count} cards of rank {name} in a shoe")
        left[rank_of(f"{known}s")] += count
    if left[TEN] > whole["T"]:
        raise BadQuestion(f"{game.decks} decks do not leave {left[TEN]} cards that count 10 in a shoe")
    if left @ np.arange(1, 11) <= most_pips:
        raise BadQuestion("the shoe may run out in mid-round: its cards must count more than "
                          f"{most_pips} together, aces as 1; they count {left @ np.arange(1, 11)}")
    return left


def named(held: Held) -> str:
    """A hand as people write it.

    >>> named((1, 9))
    'T-2'
    """
    return "-".join(RANKS[at] for at in sorted(held, key=lambda at: (at != ACE, -at)))
