"""QLD schedule 10, hands and showdown: sections 8, 9, 22, 27 to 30 and 32."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.game import Share
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot, equal_parts
from pitboss.cardroom.showdown import PotPart, best
from pitboss.cardroom.showing import folded
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, schedule
from pitboss.money import Cents
from pitboss.rulebooks.qld.s10_poker_betting import Betting
from pitboss.table.definition import Duty

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
# 8: what hands are called, and how many odd cards some of them have.
NAMES = {Category.PAIR: "1 pair", Category.TWO_PAIR: "2 pairs", Category.THREE_OF_A_KIND: "3 of a kind",
         Category.FOUR_OF_A_KIND: "4 of a kind", Category.HIGH_CARD: "odd card hand"}
ODD_CARDS = {Category.PAIR: 3, Category.TWO_PAIR: 1, Category.THREE_OF_A_KIND: 2, Category.FOUR_OF_A_KIND: 1}
# 9(5) and (6): an ace at either end of a straight.
ENDS = {(14,): S["9(5)"], (5,): S["9(6)"]}
DUTIES = (
    Duty("betting", "put a folded hand in the muck", S["6(2)"]),
    Duty("showdown", "leave the called player's folded hand out of the muck until the winners are told", S["6(3)"]),
    Duty("showdown", "tap the cards on the muck before showing them to one without the best hand", S["30(11)(a)"]),
    Duty("showdown", "announce the winning hand or hands", S["30(13)"]),
)


class Showdown(Betting):
    """Who wins what, and who shows."""

    asks_to_show = True
    giving_up, looking = S["30(4)"], S["30(10)"]

    # -- 8 and 9: hands ----------------------------------------------------------------------------------

    def rank(self, hand: HandValue) -> HandValue:
        """8 and 9: the poker hand that five cards are, with the face values that decide between equal ones."""
        category, ranks = S["2:hand"].says(S["8(2)"].says(hand))
        if category in ODD_CARDS:
            matched = len(ranks) - ODD_CARDS[category]
            ranks = ranks[:matched] + S["2:odd-card"].says(ranks[matched:])
        value = HandValue(category, S["9(3)"].says(ranks) if len(ranks) > 1 else ranks)
        if ranks in ENDS:
            value = ENDS[ranks].says(value)
        return HANDS[category].says(value)

    def ranked_by(self, category: Category) -> Clause:
        """8(1): the line of the table."""
        return HANDS[category]

    def hand_name(self, value: Any) -> str:
        """8(1): the first column."""
        return S["8(1)"].says(NAMES.get(value.category, str(value.category.label)))

    # -- 27 and 28: the end of a round of betting --------------------------------------------------------

    def goes_on(self, h: Hand) -> Clause:
        """27(8), 28(9) and (10): two or more are left. 32(6): one of them all-in, against a bet nobody called."""
        return S["32(6)"] if h.noted[-1][0] == "returned" else self.streets[h.street].settled

    def last_left(self, h: Hand) -> Clause:
        """27(5) to (7), 28(7) and (8): nobody called the second blind, the opening bet or the raise; or the others have
        folded without a bet, or at the showdown."""
        if h.noted[-1][0] in ("gives up", "seen"):
            return S["30(4)"]
        if S["27(5)"].says(h.street == 0):
            return S["27(6)"] if h.called < 0 else S["27(7)"]
        return S["28(8)"] if S["28(7)"].says(h.called >= 0) else S["6(1)"]

    # -- 30 and 32: showdown -----------------------------------------------------------------------------

    def formed(self, h: Hand, layers: list[Pot]) -> list[Pot]:
        """2: what was bet. 32(4), (5) and (7): more than an all-in player bet is another pot, and not for him."""
        pots = [pot._replace(amount=S["2:pot"].says(pot.amount)) for pot in layers]
        if len(pots) == 1:
            return pots
        live = h.places(h.live)
        pots = S["30(18)"].says(S["32(4)"].says(pots))
        return [
            pot._replace(eligible=S["32(7)"].says(tuple(i for i in live if S["32(5)"].says(i in pot.eligible))))
            for pot in pots
        ]

    def shows_first(self, h: Hand) -> int:
        """30(2) and (3): the last who was called; after a final round without a bet the first active player."""
        if any(noted[0] == "gives up" for noted in h.noted):
            return h.called
        active = [i for i in h.places(h.live) if S["2:active-player"].says(bool(h.active >> i & 1))]
        if len(active) < 2:
            return S["30(2)"].says(self.last_called(h))
        return S["30(3)(a)"].says(active[0]) if h.called < 0 else S["30(3)(b)"].says(S["3(2)"].says(h.called))

    def last_called(self, h: Hand) -> int:
        """3: whose bet, raise or blind was the last that somebody called; a bet that all others folded to was not."""
        called = False
        for what, place, *_ in reversed(h.noted):
            if what == "call":
                called = True
            elif what in ("bet", "raise"):
                if called and h.live >> place & 1:
                    return S["3(2)"].says(place)
                called = False
        highest = max(h.blinds, key=lambda blind: blind.live).place
        return highest if called and h.live >> highest & 1 else h.places(h.live)[0]

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """22(12), 30(8) and (9): at the showdown the highest hand wins, or all that are equally high (9(7))."""
        ((_, tied),) = shares
        tied = S["22(12)"].says(tied)
        if len(tied) == 1:
            return [(S["30(8)"], S["30(8)"].says(S["9(1)"].says(tied)))]
        return [(S["30(9)"], S["30(9)"].says(S["9(7)"].says(tied)))]

    def divide(self, h: Hand, amount: Cents, winners: Sequence[int]) -> tuple[dict[int, Cents], Clause]:
        """30(14) to (16): to the lowest chip; what is left, to the winner next to the designated player."""
        clause = S["30(15)"] if self.fee_per_person else S["30(14)(e)"]
        each, left = equal_parts(amount, len(winners), clause.says(self.chip))
        paid = dict.fromkeys(winners, each)
        if left:
            paid[S["30(16)"].says(winners[0])] += left
        return paid, S["30(16)"] if left else clause

    # -- 30(4) to (12): hands that are not shown ---------------------------------------------------------

    def refuse_giving_up(self, h: Hand, i: int) -> Refused | None:
        """30(4): the called player may fold. 30(6): another active player, or one who is all-in for the pot, shows what
        is equal or better; of cards that nobody has seen nobody can tell."""
        if i == h.turn or HIDDEN in (*h.hole[i], *h.hole[h.turn]):
            return None
        responds = h.active >> i & 1 or S["30:eligible-all-in-player"].says(bool(h.live >> i & 1))
        if responds and S["30(6)"].says(self.worth(h, i) >= self.worth(h, h.turn)):
            return Refused(S["30(6)"], "a fold of a hand that is equal or better", "show it")
        return None

    def called_next(self, h: Hand, i: int) -> int:
        """30(5): the next active player clockwise."""
        left = h.places(h.live & h.active) or h.places(h.live)
        return S["30(5)"].says(next((place for place in left if place > i), left[0]))

    def showing_ends(self) -> bool:
        """30(7): with the hands of the called player and of those who must answer it."""
        return S["30(7)"].says(True)

    def refuse_looking(self, h: Hand, i: int, at: int) -> Refused | None:
        """30(10) and (12): an active player may ask to see the hand that the called player folded, unless he shares the
        best one."""
        if not S["30(10)"].says(at in folded(h) and i in h.places(h.active & h.live)):
            return Refused(S["30(10)"], "a look at that hand", "an active player, at one the called player folded")
        if S["30(12)"].says(len(self.highest(h)) > 1 and i in self.highest(h)):
            return Refused(S["30(12)"], "a look by one who shares the best hand", "somebody else may ask")
        return None

    def brings_back(self, h: Hand, i: int) -> bool:
        """30(11)(b): asked by the player with the best hand, the folded one may win."""
        return S["30(11)(b)"].says(i in self.highest(h))

    def highest(self, h: Hand) -> tuple[int, ...]:
        return best(h, h.places(h.live), 0, self.share)

    def worth(self, h: Hand, i: int) -> Any:
        return self.value(self.share, h.hole[i], h.boards[0])

    @property
    def share(self) -> Share:
        return self.shares[0]
