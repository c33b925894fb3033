"""Texas hold'em bonus poker: a wager to see the flop, and two more on the way if they look good."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from pitboss.hands.codes import decode
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, win
from pitboss.law.results import WIN
from pitboss.odds.analysis import Instead, take
from pitboss.odds.community import CommunityOdds, about, hole_name
from pitboss.odds.community_boards import HOLES, pairs
from pitboss.odds.community_plan import Play, Street
from pitboss.odds.par import Cell, Strategy, WagerPar, line, row
from pitboss.rulebooks.nsw.texas_holdem_bonus import STREETS, TexasHoldemBonusPoker
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.requests import Choose, Offer
from pitboss.table.table import Table

BONUS = "ante bonus"
# How many community cards lie face up when each wager is decided.
KNOWN = {"flop": 0, "turn": 3, "river": 4}
# Marks of the strategy table.
BETS, FOLDS = "B", "F"


def _straight_too(game: TexasHoldemBonusPoker, kind: str, player: HandValue, dealer: HandValue) -> Result:
    """10.10 as other houses have it."""
    if kind == "ante" and player > dealer and player.category == Category.STRAIGHT:
        (odds, clause), = game.pay[kind].lines.values()
        return win(odds, clause)
    return TexasHoldemBonusPoker.result(game, kind, player, dealer)


class TexasHoldemBonusOdds(CommunityOdds[TexasHoldemBonusPoker]):
    """Three decisions. Only the first can be to fold: afterwards a check costs nothing, and nor does it to see the
    dealer's hand before conceding (10.2)."""

    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "ante.wins-with": {
            "flush or higher": ("result", TexasHoldemBonusPoker.result),
            "straight or higher": ("result", _straight_too),
        }
    }
    opening = (("ante", 1),)
    compared = ("ante", *STREETS)

    @property
    def streets(self) -> tuple[Street, ...]:
        return tuple(self.street(name, known) for name, known in KNOWN.items())

    def street(self, name: str, known: int) -> Street:
        step = STREETS[name]
        checks = (Play("check"),) if step.check is not None else ()
        bet = Play(name, ((name, self.game.stake(name, 1)),))
        return Street(known, (Play("fold", folds=step.fold), *checks, bet))

    def result(self, wager: str, player: HandValue, dealer: HandValue) -> Result:
        return self.game.result(wager, player, dealer)

    # -- rows --------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        note = "on the hands that best play makes it with"
        return (
            self.whole_row("ante, flop, turn and river"), *(self.follow_row(name, note) for name in STREETS), self.bonus
        )

    @cached_property
    def bonus(self) -> WagerPar:
        """Any two cards. A fold would lose it, but best play folds nothing that it is paid for."""
        results = [self.game.ante_bonus(decode(cards)) for cards in pairs().cards]
        labels = [self.game.bonus_line(decode(cards)) or "no bonus" for cards in pairs().cards]
        first = self.plan.streets[0]
        lost = {
            hole_name(HOLES[hole]) for hole, result in zip(pairs().hole, results, strict=True)
            if result.outcome == WIN and first.plays[self.deals.best[hole]].folds
        }
        note = "paid on hands that best play goes on with"
        if lost:
            note = f"as if {', '.join(sorted(lost))} were not folded, which best play of the ante alone does"
        each = Fraction(1, len(results))
        return row(BONUS, [line(*told, each, self.stake) for told in zip(results, labels, strict=True)], note=note)

    # -- best play ---------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        deals, plays = self.deals, self.plan.streets[0].plays
        folded = [hole for hole, best in zip(HOLES, deals.best, strict=True) if plays[best].folds]
        cells = [
            Cell(FOLDS if plays[best].folds else BETS, float(gain))
            for best, gain in zip(deals.best, deals.gains, strict=True)
        ]
        advice = (
            f"Before the flop fold {', '.join(map(hole_name, reversed(folded)))}; bet on everything else."
            if folded else "Bet on every hand before the flop.",
            self.habit("turn", "After the flop"),
            self.habit("river", "After the turn"),
            "Never fold later: a check costs nothing.",
        )
        table = self.grid("before the flop: suited above the diagonal, unsuited below", cells)
        return Strategy(advice, (table,), {BETS: "bet", FOLDS: "fold"})

    def habit(self, street: str, when: str) -> str:
        habits = self.habits(KNOWN[street], street)
        return (
            f"{when} bet on {habits.told()}. To bet on a pair or better, and on nothing else, is as good "
            f"{about(habits.agrees(least=1))} of the time."
        )

    def notes(self) -> tuple[str, ...]:
        return (
            "All boards, all pairs of the player and all pairs of the dealer, from a deck shuffled for the round; what "
            "other boxes hold is not seen.",
        )

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        stake = self.whole_stake()
        return (Place(1, "Ann", (("ante", stake), (BONUS, self.game.fixed_bonus or stake))),)

    def choose(self, t: Table, request: Choose) -> Answer:
        """Bet, check or fold; nothing is conceded."""
        return Lapse() if isinstance(request, Offer) else take(request, self.best_choice(t, request.hand))
