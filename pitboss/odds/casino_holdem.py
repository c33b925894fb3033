"""Casino hold'em: one decision, to call or to fold when the flop is there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from pitboss.hands.kernels import HIGH
from pitboss.hands.orders import high_values
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result
from pitboss.odds.analysis import Instead, take
from pitboss.odds.community import CommunityOdds, about, hole_name
from pitboss.odds.community_boards import HOLES
from pitboss.odds.community_kernel import count_five
from pitboss.odds.community_plan import Play, Street
from pitboss.odds.par import Cell, Strategy, WagerPar, line, row
from pitboss.odds.whatif import plain
from pitboss.rulebooks.cbr.casino_holdem import ANTE, BONUS, CALL, DECLARE, FOLDED, CasinoHoldemPoker
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.requests import Choose, Offer
from pitboss.table.table import Table


def _or_better(category: Category, rank: int = 0) -> Instead:
    """The dealer qualifies with this kind of hand, of this rank, or better."""
    return "qualifies", lambda game, dealer: dealer >= HandValue(category, (rank,))


class CasinoHoldemOdds(CommunityOdds[CasinoHoldemPoker]):
    """A call, twice the ante, or a fold, for every pair and every flop."""

    provisions: ClassVar = {
        "dealer.qualifies": {
            "any hand": _or_better(Category.HIGH_CARD),
            "ace high": _or_better(Category.HIGH_CARD, 14),
            "a pair": _or_better(Category.PAIR),
            "a pair of fours": _or_better(Category.PAIR, 4),
            "a pair of sixes": _or_better(Category.PAIR, 6),
            "a pair of eights": _or_better(Category.PAIR, 8),
            "two pair": _or_better(Category.TWO_PAIR),
        }
    }
    opening = ((ANTE, 1),)
    compared = (ANTE, CALL)

    @property
    def streets(self) -> tuple[Street, ...]:
        return (Street(3, (Play("fold", folds=FOLDED), Play(CALL, ((CALL, self.game.call_for(1)),)))),)

    def result(self, wager: str, player: HandValue, dealer: HandValue) -> Result:
        return self.game.result(wager, player, dealer)

    def qualifies(self, dealer: HandValue) -> bool:
        return self.game.qualifies(dealer)

    # -- rows --------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        return (
            self.whole_row("ante and call"),
            self.follow_row(CALL, "on the hands that best play calls with"),
            self.super_aces,
        )

    @cached_property
    def super_aces(self) -> WagerPar:
        """Two hole cards and the flop are any five cards. A winning hand is claimed before it is called or folded."""
        values, game = high_values(), self.game
        counts = np.zeros(len(values), np.int64)
        count_five(HIGH, counts)
        found = Counter[tuple[Result, str]]()
        for value, count in zip(values, counts.tolist(), strict=True):
            found[game.super_aces(value), plain(game.pay_line(value))] += count
        whole = found.total()
        return row(BONUS, [
            line(result, label, Fraction(count, whole), self.stake) for (result, label), count in found.items()
        ], note="claimed at once whenever it wins, and so not lost by a fold")

    # -- best play ---------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        habits = self.habits(3, CALL)
        shares = {hole: habits.share([hole]) for hole in HOLES}
        always = [hole_name(hole) for hole, share in shares.items() if share == 1]
        faces = {"an ace": 12, "a king": 11, "a queen": 10, "a jack": 9, "a 10": 8, "a 9": 7, "an 8": 6}
        by_card = [
            f"{about(habits.share([hole for hole in HOLES if hole[0] == high], most=0))} with {face}"
            for face, high in faces.items()
        ]
        advice = [
            f"Call on {habits.told()}. Fold the rest.",
            f"Of those others call, by the higher hole card, on {', '.join(by_card)}.",
        ]
        if always:
            advice.append(f"Whatever the flop, call with {', '.join(always)}.")
        cells = [Cell(f"{float(100 * share):.0f}", float(share)) for share in shares.values()]
        table = self.grid("calls in percent of flops: suited above the diagonal, unsuited below", cells)
        return Strategy(tuple(advice), (table,), {"0-100": "of a hundred flops, those to call on"})

    def notes(self) -> tuple[str, ...]:
        return (
            "All boards, all pairs of the player and all pairs of the dealer, from a deck shuffled for the round; what "
            "other boxes hold is not seen.",
        )

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        stake = self.whole_stake() if self.game.maximum_payout is None else self.stake
        return (Place(1, "Ann", ((ANTE, stake), (BONUS, stake))),)

    def choose(self, t: Table, request: Choose) -> Answer:
        """Claim a winning bonus as soon as it may be claimed; then call or fold."""
        if any(option.name == DECLARE for option in request.options):
            return take(request, DECLARE)
        return Lapse() if isinstance(request, Offer) else take(request, self.best_choice(t, request.hand))
