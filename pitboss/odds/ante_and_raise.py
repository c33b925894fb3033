"""Games of a hand of the player's own against one of the dealer's, with one decision to fold or to bet again: every
hand of the player against every hand the dealer can have beside it, and beside the card that the dealer shows.

How many cards there are, what may be bet and who is paid what is read off the game or asked of it. Hands that differ
only in the names of their suits are counted once (`ante_and_raise_hands`)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import Card
from pitboss.law import Result
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.money import Cents
from pitboss.odds import ante_and_raise_words as words
from pitboss.odds.analysis import Analysis, BadQuestion, OptionValue, Rules, take
from pitboss.odds.ante_and_raise_alike import Alike
from pitboss.odds.ante_and_raise_hands import FEW_CARDS, HandKinds
from pitboss.odds.par import Line, Strategy, WagerPar, line, net, row
from pitboss.odds.rules import qualifiers
from pitboss.odds.weights import whole_weights
from pitboss.odds.words import percent
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.ante_and_raise import AnteAndRaise
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose, Offer
from pitboss.table.streets import FOLD, BettingStreet
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

Array = np.ndarray[Any, Any]

# Where the dealer's hand may be, seen from the player's, and what is said of it.
PLACES = ("dealer not qualified", "higher hand", "stand off", "lower hand")
FOLDED = "folded"


class Brings(NamedTuple):
    """What betting brings by value and place in whole numbers, what folding does, and what one of them is worth in
    units of the opening wager."""

    bet: Array
    fold: int
    unit: Fraction


def _ends(numbers: Sequence[int], first: int, last: int) -> Sequence[int]:
    """The first and the last of some of them; none where there are none."""
    return (numbers[first], numbers[last - 1]) if first < last else ()


class AnteAndRaiseOdds(Analysis[AnteAndRaise]):
    """Each hand's decision is made on the dealer hands that can lie beside it, every one of them counted."""

    @property
    def keeps_own(self) -> bool:  # type: ignore[override]
        return self.game.hand_size > FEW_CARDS

    @classmethod
    def rules_of(cls, game: AnteAndRaise) -> Rules:
        if type(game).qualifies is AnteAndRaise.qualifies:
            return cls.provisions
        value = game.value(game.pack()[: game.hand_size])
        return {**cls.provisions, "dealer.qualifies": qualifiers(type(value.category))}

    # -- what a game says --------------------------------------------------------------------------------

    @property
    def street(self) -> BettingStreet:
        return self.game.raise_or_fold

    @cached_property
    def times(self) -> int:
        """How many times the opening wager the bet is."""
        if len(self.street.sizes) > 1 or self.street.known > 1:
            raise BadQuestion(f"{self.game.id}: a bet of several sizes, or several cards shown, is not analysed")
        (times,) = self.street.amounts(1)
        return times

    @cached_property
    def outcomes(self) -> list[tuple[str | None, ...]]:
        """For each value of the player, the branch of the settlement at each of PLACES; None where no dealer is."""
        out, met = ([at for at, held in enumerate(self.qualified.tolist()) if held == sort] for sort in (False, True))
        outcomes = []
        for number, value in enumerate(self.hands.values):
            low, high = bisect_left(met, number), bisect_right(met, number)
            places = (out[:1] + out[-1:], _ends(met, 0, low), _ends(met, low, high), _ends(met, high, len(met)))
            outcomes.append(tuple(self._outcome(value, dealers) for dealers in places))
        return outcomes

    def _outcome(self, player: Any, dealers: Sequence[int]) -> str | None:
        """The branch for the lowest and the highest dealer of one place, who must be under the same."""
        said = {self.game.outcome(player, self.hands.values[dealer]) for dealer in {*dealers}}
        if len(said) > 1:
            raise BadQuestion(f"what becomes of {player.category.label} depends on more than its place: not analysed")
        return said.pop() if said else None

    @cached_property
    def labels(self) -> dict[str, str]:
        """What is said of each branch of the settlement."""
        labels: dict[str, str] = {FOLDED: FOLDED}
        for branches in self.outcomes:
            for branch, place in zip(branches, PLACES, strict=True):
                if branch is not None:
                    labels.setdefault(branch, place)
        return labels

    # -- counting ----------------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> HandKinds:
        return HandKinds(self.game, self.work.cache)

    @cached_property
    def qualified(self) -> Array:
        """Does a dealer hand of each value qualify?"""
        return np.array([self.game.qualifies(value) for value in self.hands.values], np.bool_)

    @property
    def beside(self) -> int:
        """How many hands the dealer can have beside any of the player's, and beside the card shown."""
        return self.hands.beside(self.street.known > 0)

    @cached_property
    def against(self) -> Array:
        """For each of PLACES, how many of the dealer's hands are there, by kind of hand and card shown."""
        return self.hands.against(self.qualified, self.street.known > 0, self.work.cache)

    # -- what it brings ----------------------------------------------------------------------------------

    def ending(self, value: Any, outcome: str) -> Line:
        """How a hand ends, with the opening wager, the bet and what is paid on top together, in units of the first."""
        end = self._ended.get((value, outcome))
        if end is None:
            end = self._ended[value, outcome] = self._ending(value, outcome)
        return end

    @cached_property
    def _ended(self) -> dict[tuple[Any, str], Line]:
        return {}

    def _ending(self, value: Any, outcome: str) -> Line:
        game, wager = self.game, self.street.wager
        if outcome == FOLDED:
            return self._folded
        top = game.paid_on_top(value, outcome) if game.on_top else None
        results = game.result(game.opening, value, outcome), game.result(wager, value, outcome), top
        ends = (*results, value.category, outcome)
        if ends not in self._endings:
            self._endings[ends] = self._together(*results, value, outcome)
        return self._endings[ends]

    @cached_property
    def _endings(self) -> dict[tuple[Any, ...], Line]:
        """Hands of thousands of values end in few ways."""
        return {}

    @cached_property
    def _folded(self) -> Line:
        return self.plain(self.game.folded(), FOLDED)

    def _together(self, opening: Result, bet: Result, top: Result | None, value: Any, outcome: str) -> Line:
        brings = net(opening, self.stake) + self.times * net(bet, self.times * self.stake)
        brings += net(top, self.stake) if top is not None else 0
        by_hand = top or (bet if bet.outcome == WIN and self._pays_by_hand else None)
        label = f"{self.labels[outcome]}, {value.category.label}" if by_hand is not None else self.labels[outcome]
        return self.plain(by_hand or opening, label, brings)

    @property
    def _pays_by_hand(self) -> bool:
        """Is the bet paid by what the player has?"""
        table = self.game.pay.get(self.street.wager)
        return table is not None and len(table.lines) > 1

    def plain(self, result: Result, label: str, brings: Fraction | None = None) -> Line:
        """A line of a distribution without its probability; of several wagers, when what they bring is told."""
        base = line(result, label, Fraction(0), self.stake)
        if brings is None:
            return base
        sign = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return msgspec.structs.replace(base, outcome=sign, net=brings)

    @cached_property
    def endings(self) -> list[tuple[Line | None, ...]]:
        """For each value of the player, how a hand that is bet on ends at each of PLACES."""
        return [
            tuple(self.ending(value, branch) if branch is not None else None for branch in branches)
            for value, branches in zip(self.hands.values, self.outcomes, strict=True)
        ]

    @cached_property
    def brings(self) -> Brings:
        fold = net(self.game.folded(), self.stake)
        bets = [tuple(end.net if end is not None else fold for end in ends) for ends in self.endings]
        # Hands of thousands of values bring few things.
        places = {each: place for place, each in enumerate(dict.fromkeys(bets))}
        brings = [[Fraction(each) for each in row] for row in places]
        weights, unit = whole_weights([*brings, [fold] * len(PLACES)])
        return Brings(weights[[places[each] for each in bets]], int(weights[-1, 0]), unit)

    @property
    def more(self) -> Array:
        """By value and place, how much more a hand brings when it is bet on than when it is folded."""
        return self.brings.bet - self.brings.fold

    @cached_property
    def gains(self) -> Array:
        """For each kind of hand and card shown, how much more all the dealer's hands together bring when it is bet on
        than when it is folded; 0 where that card cannot be shown."""
        whole = np.zeros(self.against.shape[1:], np.int64)
        part = np.empty_like(whole)
        for place, counts in enumerate(self.against):
            whole += np.multiply(counts, self.more[self.hands.rank, place][:, None], out=part)
        return whole

    @cached_property
    def bets(self) -> Array:
        """Best play: bet where that brings more than to fold."""
        more: Array = self.gains > 0
        return more

    # -- hands that meet the dealer's alike, together -----------------------------------------------------

    @cached_property
    def alike(self) -> Alike:
        return self.hands.alike(self.qualified, self.street.known > 0, self.work.cache)

    @cached_property
    def alike_bets(self) -> Array:
        """Best play of each group."""
        more: Array = (self.more[self.alike.value].T * self.alike.places).sum(axis=0) > 0
        return more

    def _by_value(self, counts: Array) -> list[int]:
        """What was counted by group, over all deals of each value."""
        starts = np.searchsorted(self.alike.value, np.arange(len(self.hands.values)))
        by_value: list[int] = np.add.reduceat(counts * self.alike.hands, starts).tolist()
        return by_value

    @cached_property
    def by_value(self) -> list[list[int]]:
        """For each of PLACES, how many deals there are by value."""
        return [self._by_value(counts) for counts in self.alike.places]

    @cached_property
    def deals_by_value(self) -> list[int]:
        """How many deals there are, by value."""
        return [sum(counts) for counts in zip(*self.by_value, strict=True)]

    @cached_property
    def gains_by_value(self) -> list[int]:
        """How much more they bring together when they are bet on than when they are folded, in `brings.unit`."""
        more = self.more.tolist()
        return [
            sum(gain * count for gain, count in zip(gains, counts, strict=True))
            for gains, counts in zip(more, zip(*self.by_value, strict=True), strict=True)
        ]

    def costs(self, bets: Callable[[Any], bool]) -> Fraction:
        """The house edge against somebody who bets by a rule on what the hand is worth."""
        more = sum(gain for value, gain in zip(self.hands.values, self.gains_by_value, strict=True) if bets(value))
        return -self.brings.unit * (self.brings.fold + Fraction(more, sum(self.deals_by_value)))

    @cached_property
    def held(self) -> tuple[Array, Array]:
        """How many hands there are by value and rank of the card shown, and on how many of them best play bets."""
        ranks = len(self.hands.shown_ranks) if self.street.known else 1
        place, cells = self.alike.value * ranks + self.alike.shown, len(self.hands.values) * ranks
        every = np.bincount(place, self.alike.hands, cells)
        bet = np.bincount(place, self.alike.hands * self.alike_bets, cells)
        return every.reshape(-1, ranks), bet.reshape(-1, ranks)

    def shares_bet(self, values: Sequence[int]) -> list[Fraction | None]:
        """How often best play bets on hands of some values, against every rank shown; None where they never meet."""
        every, bet = (counts[values].sum(axis=0).tolist() for counts in self.held)
        return [Fraction(int(does), int(of)) if of else None for does, of in zip(bet, every, strict=True)]

    # -- rows --------------------------------------------------------------------------------------------

    @cached_property
    def met(self) -> Counter[tuple[Any, str]]:
        """How many deals come to each value and branch of the settlement under best play."""
        # What is not analysed is said before hands are counted.
        self.times, self.outcomes  # noqa: B018
        deals = Counter[tuple[Any, str]]()
        bet = zip(*(self._by_value(counts * self.alike_bets) for counts in self.alike.places), strict=True)
        for value, outcomes, counts, every in zip(
            self.hands.values, self.outcomes, bet, self.deals_by_value, strict=True
        ):
            for outcome, count in zip(outcomes, counts, strict=True):
                if count:
                    deals[value, str(outcome)] += count
            if less := every - sum(counts):
                deals[value, FOLDED] += less
        return deals

    @cached_property
    def frequency(self) -> Fraction:
        """How often best play bets."""
        folded = sum(count for (_, outcome), count in self.met.items() if outcome == FOLDED)
        return 1 - Fraction(folded, self.met.total())

    def wagers(self) -> tuple[WagerPar, ...]:
        """What is paid on top is no wager of its own: it is paid on the opening one, and counted there."""
        opening, bet, top = self.game.opening, self.street.wager, self.game.on_top
        names = (opening, bet, *((top,) if top else ()))
        note = f"{', '.join(names[:-1])} and {names[-1]}"
        if top:
            note += f"; the bonus alone brings {percent(self.brought_on_top)}"
        whole = row(opening, self.lines(self.ending), opening, note)
        follow = row(bet, self.lines(self.bet_line), bet, "on the hands that best play bets on")
        replace = msgspec.structs.replace
        return (
            replace(whole, includes=names, average_stake=1 + self.times * self.frequency),
            replace(follow, frequency=self.frequency),
            *(self.hand_row(name) for name in self.own_names() if name != opening),
        )

    @property
    def brought_on_top(self) -> Fraction:
        brings = Fraction(0)
        for (value, outcome), count in self.met.items():
            paid = self.game.paid_on_top(value, outcome) if outcome != FOLDED else None
            brings += net(paid, self.stake) * count if paid is not None else 0
        return brings / self.met.total()

    def hand_row(self, wager: str) -> WagerPar:
        """A wager on the player's hand alone."""
        lines = self.lines(lambda value, outcome: self.hand_line(wager, value, outcome))
        return row(wager, lines, note="lost when the hand is folded")

    def lines(self, ending: Callable[[Any, str], Line | None]) -> list[Line]:
        """The distribution of a wager over all deals in which it was made."""
        # To tell lines apart by what they say takes long: most are one and the same.
        same: dict[int, tuple[Line, list[int]]] = {}
        for (value, outcome), count in self.met.items():
            par_line = ending(value, outcome)
            if par_line is not None:
                same.setdefault(id(par_line), (par_line, []))[1].append(count)
        ways = Counter[Line]()
        for par_line, counts in same.values():
            ways[par_line] += sum(counts)
        whole = ways.total()
        replace = msgspec.structs.replace
        return [replace(par_line, probability=Fraction(count, whole)) for par_line, count in ways.items()]

    def bet_line(self, value: Any, outcome: str) -> Line | None:
        if outcome == FOLDED:
            return None
        result = self.game.result(self.street.wager, value, outcome)
        ends = result, value.category, outcome
        if ends not in self._endings:
            by_hand = result.outcome == WIN and self._pays_by_hand
            label = f"{self.labels[outcome]}, {value.category.label}" if by_hand else self.labels[outcome]
            plain = self.plain(result, label)
            self._endings[ends] = msgspec.structs.replace(plain, net=net(result, self.times * self.stake))
        return self._endings[ends]

    def hand_line(self, wager: str, value: Any, outcome: str) -> Line:
        if outcome == FOLDED:
            return self.plain(self.game.folded(), FOLDED)
        return self.plain(self.game.result(wager, value, outcome), value.category.label)

    # -- best play ---------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        return words.strategy(self)

    def notes(self) -> tuple[str, ...]:
        hands = int(self.hands.sizes.sum())
        shown = " and the card shown" if self.street.known else ""
        return (
            f"All {hands:,} hands of the player against all {self.beside:,} the dealer can have beside each{shown}, "
            "from a deck shuffled for the round; what other boxes hold is not seen.",
        )

    # -- playing -----------------------------------------------------------------------------------------

    @cached_property
    def placed(self) -> Cents:
        """What is staked on each opening wager."""
        return self.stake_for(self.results())

    def results(self) -> Iterator[Result]:
        wager = self.street.wager
        return (self.game.result(wager, *met) for met in self.met if met[1] != FOLDED)

    def places(self, t: Table) -> tuple[Place, ...]:
        """Every opening wager."""
        return (Place(1, "Ann", tuple((name, self.placed) for name in self.own_names())),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_hands import HandLane

        return HandLane(self, job)

    def bets_on(self, cards: tuple[Card, ...], shown: tuple[Card, ...] = ()) -> bool:
        """Is a hand to be bet on, beside the card that the dealer shows, if any?"""
        return bool(self.bets[self.hands.place(cards, shown)])

    def choose(self, t: Table, request: Choose) -> Answer:
        """Bet or fold; what else a table can ask here is whether to retract, which best play leaves alone."""
        if isinstance(request, Offer):
            return Lapse()
        shown = tuple(t.open_cards(DEALER)) if self.street.known else ()
        bets = self.bets_on(tuple(t.hands[request.hand].cards), shown)
        return take(request, self.street.wager if bets else FOLD)

    def prepare(self) -> None:
        _ = self.gains, self.capped

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """To fold loses whatever else lies there too, which the hand alone may have won."""
        wager, opening = sight.offers(self.street.wager), sight.staked(self.game.opening)
        if sight.offer or wager is None or not opening:
            return ()
        cards = sight.open_cards(sight.hand)
        at = self.hands.place(cards, sight.open_cards(DEALER) if self.street.known else ())
        folded = self.brings.unit * self.brings.fold
        gain = self.brings.unit * Fraction(int(self.gains[at]), int(self.against[:, *at].sum()))
        number = int(self.hands.rank[at[0]])
        branch = next(branch for branch in self.outcomes[number] if branch is not None)
        kept = lost = Fraction(0)
        for name in self.own_names():
            stake = sight.staked(name)
            if stake and name != self.game.opening:
                part = Fraction(stake, opening)
                kept += part * net(self.game.result(name, self.hands.values[number], branch), stake)
                lost += part * net(self.game.folded(), stake)
        return OptionValue(FOLD, None, folded + lost), OptionValue(wager.name, wager.most, folded + gain + kept)
