"""QLD schedule 10: Texas hold'em poker and Omaha poker (21 and 33, fees and commission, in s10_poker_commission)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, Blind, Bounds, Cites, Share, Street, amounts
from pitboss.cardroom.gestures import ALL_IN, CALL, CHECK, FOLD, RAISE, Bound, Chips, Early, Meant
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import equal_parts
from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld import s10_poker_commission, s10_poker_seats
from pitboss.rulebooks.qld.s10_poker_commission import Fees
from pitboss.rulebooks.qld.s10_poker_seats import Seats
from pitboss.table.definition import GameOption

S = schedule("QLD-10")

# 8: what makes each poker hand.
HANDS = {
    Category.HIGH_CARD: S["8:odd-card-hand"],
    Category.PAIR: S["8:1-pair"],
    Category.TWO_PAIR: S["8:2-pairs"],
    Category.THREE_OF_A_KIND: S["8:3-of-a-kind"],
    Category.STRAIGHT: S["8:straight"],
    Category.FLUSH: S["8:flush"],
    Category.FULL_HOUSE: S["8:full-house"],
    Category.FOUR_OF_A_KIND: S["8:4-of-a-kind"],
    Category.STRAIGHT_FLUSH: S["8:straight-flush"],
    Category.ROYAL_FLUSH: S["8:royal-flush"],
}

STRUCTURES = ("no-limit", "pot-limit", "half-pot", "fixed")
# 31(5) to (8): the clause that sets the most of a raise.
LIMITS = {"pot-limit": S["31(5)"], "half-pot": S["31(6)"], "no-limit": S["31(7)"], "fixed": S["31(8)"]}
CITES = Cites(
    turn=S["12"], fold=S["6(1)"], check=S["5(1)"], call=S["3(1)"], bet=S["28(4)"], raises=S["10(1)"],
    all_in=S["32(1)"], chips=S["24(2)"], uncalled=S["29(3)(a)"], ante=S["26(4)"], shown=S["30(6)"], runs=S["22(11)"],
    fee=S["21(2)"], too_much=S["32(2)"], no_part=S["32(3)"],
)
# 8: what hands are called.
NAMES = {Category.PAIR: "1 pair", Category.TWO_PAIR: "2 pairs", Category.THREE_OF_A_KIND: "3 of a kind",
         Category.FOUR_OF_A_KIND: "4 of a kind", Category.HIGH_CARD: "odd card hand"}
MOST_PLAYERS = 10


def streets(hole: int, dealt: Clause) -> tuple[Street, ...]:
    """22: hole cards, flop, turn and river, each with a round of betting."""
    return (
        Street(dealt, BLINDS, S["27(2)"], S["27(8)"], S["27(5)"], down=hole),
        Street(S["22(6)"], BUTTON, S["28(2)"], S["28(9)"], S["28(8)"], board=3, burn=True),
        Street(S["22(8)"], BUTTON, S["28(2)"], S["28(9)"], S["28(8)"], board=1, burn=True, big=True),
        Street(S["22(10)"], BUTTON, S["28(2)"], S["28(9)"], S["28(8)"], board=1, burn=True, big=True),
    )


class QueenslandPoker(Fees, Seats):
    """What hold'em and Omaha have in common."""

    law = ("QLD-10",)
    cites = CITES
    decks: ClassVar = {52: MOST_PLAYERS}
    choices = (
        GameOption("structure", "no-limit", STRUCTURES, S["31(1)"], "full, half, no limit, or structured"),
        GameOption("blinds", "1/2", ("text",), S["14(1)(d)"], "the second is the minimum wager"),
        GameOption("bet", "2", ("text",), S["31(8)"], "structured: the raise of the first two rounds"),
        GameOption("big-bet", "4", ("text",), S["31(8)"], "structured: the raise of the last two rounds"),
        GameOption("straddle", "none", ("none", "live", "sleeper"), S["11(3)"], "the straddle bets that are allowed"),
        GameOption("time", "none", ("none", "number"), S["31(11)"], "seconds to act in a turbo game"),
        GameOption("raises", "any", ("any", "number"), S["10(3)"], "raises allowed in each round of betting"),
        GameOption("chip", "1", ("text",), S["30(14)(e)"], "the lowest chip denomination at the table"),
        *s10_poker_commission.CHOICES,
        *s10_poker_seats.CHOICES,
    )
    clock_decides = True

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        fixed = self.structure == "fixed"
        self.small = amounts(self, "bet")[0] if fixed else self.minimum
        self.large = amounts(self, "big-bet")[0]
        raises = self.options["raises"]
        self.most_raises = None if raises == "any" else int(raises)

    def refuse_players(self, count: int) -> Refused | None:
        """13(1): places for not more than ten."""
        if S["13(1)"].says(count > MOST_PLAYERS):
            return refuse(f"{count} players", S["13(1)"], f"at most {MOST_PLAYERS}")
        return refuse("one player", S["13(1)"], "two or more") if count < 2 else None

    # -- 8 and 9: hands ----------------------------------------------------------------------------------

    def rank(self, cards: Sequence[Card]) -> HandValue:
        """8 and 9: which poker hand the best five of these cards are."""
        hand = poker.value(cards)
        return HANDS[hand.category].says(hand)

    # -- 25: blinds --------------------------------------------------------------------------------------

    def forced(self, h: Hand) -> Sequence[Blind]:
        """25: the first blind next to the designated player, who posts it himself when two play."""
        first, second = self.blinds[0], self.blinds[-1]
        if S["25(6)"].says(len(h.seats) == 2):
            return (Blind(1, first, 0, S["25(6)"]), Blind(0, second, 0, S["25(2)"]))
        return (Blind(S["25(1)"].says(0), first, 0, S["25(1)"]), Blind(S["25(2)"].says(1), second, 0, S["25(2)"]))

    def opener(self, h: Hand, street: Street) -> int:
        """27(2) and 28(2): next to the second blind; then from the designated player's left."""
        if street.first == BLINDS:
            return street.opened.says((h.blinds[-1].place + 1) % len(h.seats))
        return street.opened.says(0)

    def straddle(self, made: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """11 and 25(3): next to the second blind, twice its size; a sleeper does not raise again."""
        if S["11(3)"].says(self.options["straddle"] == "none"):
            return Refused(S["11(3)"], "a straddle", "none is allowed at this table")
        if made or not S["11(1)"].says(place == left):
            return Refused(S["11(1)"], "a straddle from another place", "the player next to the second blind")
        if not S["25(3)"].says(amount == 2 * self.blinds[-1]):
            return Refused(S["25(3)"], f"a straddle of {show_amount(amount)}", f"twice {show_amount(self.blinds[-1])}")
        return Blind(place, amount, 0, S["25(3)"], option=self.options["straddle"] == "live")

    # -- 24 and 4: chips without a word ------------------------------------------------------------------

    def motion(self, what: str) -> str | Refused:
        """6(1)(a): cards passed face down are folded."""
        return S["6(1)"].says(FOLD) if what == "passes cards" else super().motion(what)

    word_binds = S["24(1)"]

    def meant(self, h: Hand, i: int, chips: Chips) -> Meant:
        owed = h.price - h.bets[i]
        bounds = self.bounds(h, i)
        least, most = (bounds.least, bounds.most) if type(bounds) is Bounds else (0, 0)
        to = h.bets[i] + chips.amount
        if chips.said == CALL:
            return Meant(S["24(1)"].says(CALL))
        if chips.first and not chips.said and h.price:
            return Meant(S["24(4)"].says(CALL))
        if chips.said == RAISE and chips.pieces == 1:
            return Meant(S["4(1)"].says(RAISE), S["4(2)"].says(min(to, most)))
        if S["2:single-oversize-chip-bet"].says(chips.pieces == 1 and chips.amount > owed) and not chips.said:
            return self.oversize_chip(h, to, most)
        if chips.amount < owed and chips.amount < h.stacks[i]:
            acts = (ALL_IN, FOLD) if h.stacks[i] < owed else (CALL, FOLD)
            return Meant("", bound=Bound(acts, S["24(5)"], S["24(5)"].says(chips.amount)))
        if to <= h.price:
            return Meant(CALL)
        if to >= least or to == h.bets[i] + h.stacks[i] or not h.price:
            return Meant(RAISE, to)
        if S["24(6)"].says(2 * (to - h.price) < least - h.price):
            return Meant(CALL)
        return Meant("", bound=Bound((RAISE, ALL_IN), S["24(7)"], 0, S["24(7)"].says(least)))

    def oversize_chip(self, h: Hand, to: Cents, most: Cents) -> Meant:
        """4(3): one chip above the call, and nothing said."""
        if h.street == 0 and h.price:
            return Meant(S["4(3)(a)"].says(CALL))
        if h.price:
            return Meant(S["4(3)(b)(i)bis"].says(CALL))
        return Meant(RAISE, S["4(3)(b)(i)"].says(min(to, most)))

    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """27(2), (3) and 28(6): what may be done instead."""
        instead = f"call {show_amount(h.price - h.bets[i])}, raise or fold"
        if h.street:
            return refuse("check against a bet", S["28(6)"], instead)
        first = self.opener(h, self.streets[0])
        clause = S["27(2)"] if i == first and h.called < 0 and not h.raises else S["27(3)"]
        return refuse("check against a bet", clause, instead)

    def time_out(self, h: Hand) -> str:
        """31(11)(b): folded facing a bet, otherwise a check."""
        if h.price > h.bets[h.turn]:
            return S["31(11)(b)(i)"].says(FOLD)
        return S["31(11)(b)(ii)"].says(CHECK)

    def hand_name(self, value: Any) -> str:
        return NAMES.get(value.category, str(value.category.label))

    # -- 44: acts out of turn ----------------------------------------------------------------------------

    def refuse_early(self, h: Hand, i: int, act: str, to: Cents) -> Refused | None:
        return None

    def early_stands(self, h: Hand, i: int, waiting: Early) -> Meant | None:
        """44(3) to (6): a fold binds; a bet stands unless the action has changed, up to the most that may be bet."""
        if S["44(5)"].says(waiting.act == FOLD):
            return Meant(FOLD)
        if S["44(3)"].says(h.price != waiting.price):
            return None
        if waiting.act in (CHECK, CALL):
            return Meant(CALL) if h.price > h.bets[i] else Meant(CHECK)
        bounds = self.bounds(h, i)
        most = bounds.most if type(bounds) is Bounds else waiting.to
        return Meant(RAISE, S["44(6)"].says(min(waiting.to, most)))

    # -- 31 and 32: betting ------------------------------------------------------------------------------

    def least_bet(self, h: Hand) -> Cents:
        """28(4): at least the minimum wager for the round."""
        return S["28(4)"].says(self.size(h))

    def size(self, h: Hand) -> Cents:
        """31(8): structured raises are of the minimum, then of the maximum wager."""
        return S["31(8)"].says(self.large) if self.structure == "fixed" and self.streets[h.street].big else self.small

    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        everything = h.bets[i] + h.stacks[i]
        if not h.fresh >> i & 1:
            return Refused(S["32(9)"], "a raise after an all-in that was none", "call or fold")
        if any(blind.place == i and not blind.option for blind in h.blinds) and h.street == 0:
            return Refused(S["11(1)(a)"], "a raise after a sleeper straddle", "check, call or fold")
        if everything <= h.price:
            return Refused(S["32(2)"], "a raise without the chips for it", "all-in or fold")
        if not h.active & ~(1 << i):
            return Refused(S["32(3)"], "a raise that nobody can call", "call or fold")
        if self.most_raises is not None and S["10(3)"].says(h.raises >= self.most_raises):
            return Refused(S["10(3)"], "one raise more", "call or fold")
        least, most = self.range(h, i)
        top = min(most, everything)
        opening = h.street > 0 and not h.price
        sets, limit = (S["28(4)"], S["28(4)"]) if opening else (S["31(4)"], LIMITS[self.structure])
        return Bounds(min(S["31(3)"].says(least), top), top, sets, limit)

    def range(self, h: Hand, i: int) -> tuple[Cents, Cents]:
        """31(4) to (8): the least and the most that the bet may come to."""
        if self.structure == "fixed":
            whole = h.price + self.size(h)
            return whole, whole
        least = h.price + S["31(4)"].says(h.step)
        if self.structure == "no-limit":
            return least, S["31(7)"].says(h.bets[i] + h.stacks[i])
        pot = h.pot() + h.price - h.bets[i]
        if self.structure == "pot-limit":
            return least, h.price + S["31(5)"].says(pot)
        return least, h.price + S["31(6)"].says(pot // 2 // self.chip * self.chip)

    def reopens(self, h: Hand, i: int, to: Cents) -> bool:
        """32(9): what falls short of a raise is none."""
        whole = self.size(h) if self.structure == "fixed" else h.step
        return S["32(9)"].says(to - h.price >= whole)

    # -- 30: showdown ------------------------------------------------------------------------------------

    def shows_first(self, h: Hand) -> int:
        """30(2) and (3): the last who was called; after a final round without a bet the first active player."""
        active = h.places(h.live & h.active)
        if len(active) < 2:
            return S["30(2)"].says(super().shows_first(h))
        return S["30(3)(a)"].says(active[0]) if h.called < 0 else S["30(3)(b)"].says(h.called)

    def divide(self, h: Hand, amount: Cents, winners: Sequence[int]) -> tuple[dict[int, Cents], Clause]:
        """30(14) and (16): to the lowest chip; what is left, to the winner next to the designated player."""
        each, left = equal_parts(amount, len(winners), S["30(14)(e)"].says(self.chip))
        paid = dict.fromkeys(winners, each)
        if left:
            paid[S["30(16)"].says(winners[0])] += left
        return paid, S["30(16)"] if left else S["30(14)(e)"]


class TexasHoldem(QueenslandPoker):
    """Texas hold'em poker."""

    id = "qld/texas-holdem-poker"
    title = "Texas hold'em poker"
    streets = streets(2, S["22(4)"])
    shares = (Share("high", S["2:hand-texas"]),)

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """2: any five of the hole cards and the community cards."""
        return share.clause.says(self.rank((*hole, *board)))


class Omaha(QueenslandPoker):
    """Omaha poker."""

    id = "qld/omaha-poker"
    title = "Omaha poker"
    streets = streets(4, S["22(4)"])
    shares = (Share("high", S["2:hand-omaha"]),)

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """2: two hole cards and three community cards."""
        best: Any = max(self.rank((*two, *three)) for two in combinations(hole, 2) for three in combinations(board, 3))
        return share.clause.says(best)
