"""Additional wagers on the cards of a blackjack hand as it is played: every way in which cards come under a plan, in
whole numbers, and what playing for the wager itself would gain.

Cards come to one box. Those that a wager looks at, with the dealer's first card and the other card of a split pair,
are a handful out of the shoe, and in how many orders they come tells all; which of them came when does not matter. A
plan goes by what cards count, wagers by their faces: so the cards are gone through by their faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import perm
from typing import Any, NamedTuple

from pitboss.equipment.cards import SUITS, Card, rank, suit
from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, SPLIT, STAND
from pitboss.odds.blackjack_play import WHOLE, BlackjackPlan
from pitboss.odds.blackjack_rules import ACE, Rules
from pitboss.odds.par import net
from pitboss.odds.sides import Ways
from pitboss.rulebooks.qld.s17_on_boxes import PlayedWager

# Cards that the longest way takes: four of the hand that decides, the other card of a pair, the dealer's first.
MOST = 6


@cache
def rank_of(card: Card) -> int:
    """A card's place among ace, 2 to 9, ten.

    >>> rank_of("As"), rank_of("9c"), rank_of("Qd")
    (0, 8, 9)
    """
    return ACE if rank(card) == 14 else min(rank(card), 10) - 1


class Lying(NamedTuple):
    """A hand in play: its own cards by their ranks, those that the wager looks at, all that are out of the shoe but the
    dealer's, and the world of the plan that it is played in."""

    hand: tuple[int, ...]
    looks: tuple[Card, ...]
    out: tuple[Card, ...]
    world: int = WHOLE

    def after(self, card: Card) -> Lying:
        hand = (*self.hand, rank_of(card))
        return Lying(tuple(sorted(hand)), (*self.looks, card), (*self.out, card), self.world)


class NextCards(NamedTuple):
    """Cards that may come next, all of one rank, how many there are, and the hand with one of them. `ends`: no further
    card could change what becomes of the wager, and what it brings then; all that end alike are taken together."""

    many: int
    rank: int
    lying: Lying
    ends: bool
    brings: float = 0.0


class ForTheSide(NamedTuple):
    """What a wager brings to who plays for it alone, and what that costs the wager on the hand."""

    brings: float
    costs: float


class PlayedCards:
    """The ways of one additional wager under a plan."""

    def __init__(self, rules: Rules, plan: BlackjackPlan, side: PlayedWager, kind: str, stake: Cents) -> None:
        self.rules, self.plan, self.side = rules, plan, side
        self.kind, self.stake = kind, stake
        self._after: dict[Lying, list[NextCards]] = {}
        self._results: dict[Any, Result] = {}
        self._nets: dict[Result, float] = {}
        self.copies = Counter(side.game.pack())
        self.cards = len(side.game.pack())
        self.by_rank = Counter[int]()
        for card, many in self.copies.items():
            self.by_rank[rank_of(card)] += many

    # -- every way under the plan --------------------------------------------------------------------------

    def ways(self) -> Ways:
        """What decides the wager, in how many ways out of those of `MOST` cards."""
        tally = Counter[Any]()
        for lying, ways in self._opening():
            if self._goes_on(lying):
                for up in range(10):
                    self._play(lying, up, self._planned(lying, up), ways, tally)
            else:
                tally[self._facts(lying)] += ways * perm(self.cards - len(lying.out), MOST - len(lying.out))
        yield from tally.items()

    def _opening(self) -> Iterator[tuple[Lying, int]]:
        """One card where that decides, else two."""
        for one, many in self._cards_after(()):
            if not self.side.may_change((one,)):
                yield Lying((rank_of(one),), (one,), (one,)), many
                continue
            for other, more in self._cards_after((one,)):
                yield Lying((rank_of(one),), (one,), (one,)).after(other), many * more

    def _cards_after(self, out: tuple[Card, ...]) -> Iterator[tuple[Card, int]]:
        """The cards that may come after others, and how many there are of each. Suits of which none is out yet, and
        that the wager does not know by name, are as good as one another: one of them stands for all."""
        known = {*self.side.suits_named(), *map(suit, out)}
        fresh = [one for one in SUITS if one not in known]
        for card, many in self.copies.items():
            if suit(card) in known:
                if left := many - out.count(card):
                    yield card, left
            elif suit(card) == fresh[0]:
                yield card, many * len(fresh)

    def _goes_on(self, lying: Lying) -> bool:
        """May anything that is done with a hand matter? Parted, two cards may be on their way though together they are
        not."""
        if len(lying.hand) < 2:
            return False
        pair = self.rules.hands.may_split[self._at(lying)]
        return self.side.may_change(lying.looks) or (bool(pair) and self.side.may_change(lying.looks[:1]))

    def _at(self, lying: Lying) -> int:
        """The hand as the rules know it; -1 for one over 21, which is not played on."""
        return self.rules.where.get(lying.hand, -1)

    def _planned(self, lying: Lying, up: int) -> int:
        at = self._at(lying)
        if at < 0 or not self.rules.hands.live[at]:
            return STAND
        unsplit_pair = lying.world == WHOLE and len(lying.hand) == 2
        return int(self.plan.start[at, up] if unsplit_pair else self.plan.choice[lying.world][at, up])

    def _facts(self, lying: Lying) -> Any:
        return self.side.played(lying.looks, lying.world != WHOLE)

    def _play(self, lying: Lying, up: int, play: int, ways: int, tally: Counter[Any]) -> None:
        if play == STAND:
            out = len(lying.out) + 1
            tally[self._facts(lying)] += ways * self._left(up, lying) * perm(self.cards - out, MOST - out)
            return
        lying = self._parted(lying) if play == SPLIT else lying
        for many, _, more, ends, _ in self._next(lying):
            ends |= play == DOUBLE_DOWN
            self._play(more, up, STAND if ends else self._planned(more, up), ways * many, tally)

    def _parted(self, lying: Lying) -> Lying:
        """The first of two split cards."""
        one, other = lying.out
        return Lying((rank_of(one),), self.side.after_split(one, other), lying.out, rank_of(one))

    def _next(self, lying: Lying) -> list[NextCards]:
        if lying not in self._after:
            self._after[lying] = list(self._after_each(lying))
        return self._after[lying]

    def _after_each(self, lying: Lying) -> Iterator[NextCards]:
        alike: dict[tuple[int, Result], NextCards] = {}
        for card, left in self._cards_after(lying.out):
            more = lying.after(card)
            if self.side.may_change(more.looks):
                yield NextCards(left, rank_of(card), more, False)
                continue
            result = self._result(more)
            key = rank_of(card), result
            before = alike.get(key)
            alike[key] = (NextCards(left, rank_of(card), more, True, self._brings(result)) if before is None
                          else before._replace(many=before.many + left))
        yield from alike.values()

    def _left(self, up: int, lying: Lying) -> int:
        """How many cards of a rank may be the dealer's first."""
        return self.by_rank[up] - [rank_of(card) for card in lying.out].count(up)

    # -- playing for the wager itself ----------------------------------------------------------------------

    def for_the_side(self) -> ForTheSide:
        """The hand played as the wager likes best; where that does not matter to it, as costs the hand least."""
        brings = costs = 0.0
        for lying, ways in self._opening():
            chance = ways / perm(self.cards, len(lying.out))
            if not self._goes_on(lying):
                brings += chance * self._net(lying)
                continue
            for up in range(10):
                if left := self._left(up, lying):
                    best = self._best(lying, up)
                    likely = chance * left / (self.cards - 2)
                    brings, costs = brings + likely * best.brings, costs + likely * best.costs
        return ForTheSide(brings, costs)

    def _net(self, lying: Lying) -> float:
        return self._brings(self._result(lying))

    def _brings(self, result: Result) -> float:
        if result not in self._nets:
            self._nets[result] = float(net(result, self.stake))
        return self._nets[result]

    def _result(self, lying: Lying) -> Result:
        facts = self._facts(lying)
        if facts not in self._results:
            self._results[facts] = self.side.result(self.kind, facts)
        return self._results[facts]

    def _best(self, lying: Lying, up: int) -> ForTheSide:
        """The play that the wager likes best."""
        at = self._at(lying)
        worth = self._worth(lying, up, at)
        if not worth:
            return ForTheSide(self._net(lying), 0.0)
        most = max(worth.values())
        ways = []
        for play, value in worth.items():
            then = ForTheSide(self._net(lying), 0.0) if play == STAND else self._drawing(lying, up, play)
            ways.append(ForTheSide(then.brings, then.costs + most - value))
        return max(ways, key=lambda way: (round(way.brings, 12), -way.costs))

    def _worth(self, lying: Lying, up: int, at: int) -> dict[int, float]:
        """What each play that is open brings the hand; a hand of a split has half of what both bring."""
        hands = self.rules.hands
        if at < 0 or not hands.live[at] or not hands.acts[at]:
            return {}
        whole = lying.world == WHOLE
        values = self.plan.first[:4, at, up] if whole and len(lying.hand) == 2 else (
            self.plan.value[lying.world][:3, at, up] * (1.0 if whole else 0.5))
        return {play: float(value) for play, value in enumerate(values) if value > float("-inf")}

    def _drawing(self, lying: Lying, up: int, play: int) -> ForTheSide:
        lying = self._parted(lying) if play == SPLIT else lying
        before, cards = self._left(up, lying), self.cards - len(lying.out) - 1
        brings = costs = 0.0
        for card in self._next(lying):
            # The dealer's first card may be one of these.
            likely = card.many * (before - (card.rank == up)) / (before * cards)
            if card.ends:
                brings += likely * card.brings
            else:
                doubled = play == DOUBLE_DOWN
                then = ForTheSide(self._net(card.lying), 0.0) if doubled else self._best(card.lying, up)
                brings, costs = brings + likely * then.brings, costs + likely * then.costs
        return ForTheSide(brings, costs)
