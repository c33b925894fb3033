"""QLD schedule 10, sections 21 and 33: fees and commission."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cardroom.game import PokerGame, Taken, amounts
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot
from pitboss.law import schedule
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.definition import BadOption, GameOption

S = schedule("QLD-10")

_PERCENTAGE = re.compile(r"(\d{1,2}(?:\.\d{1,2})?)%")
MOST = Fraction(10, 100)
TEN: Cents = 1000

CHOICES = (
    GameOption("commission", "nil", ("nil", "text"), S["33(1)"], "10% of the pot or less, 2/person, or nil"),
    GameOption("seating-fee", "0", ("text",), S["21(5)"], "paid by each player who joins"),
    GameOption("time-fee", "0", ("text",), S["21(6)"], "paid by each player before joining, by the hour"),
    GameOption("cap", "none", ("none", "amount"), S["33(3)"], "the most that is taken from one round of play"),
)


class Fees(PokerGame):
    """What the casino operator takes, from the pots or from each player."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.rate, self.fee_per_person = self._rake(self.options["commission"])
        self.fee_to_join = amounts(self, "seating-fee")[0] + amounts(self, "time-fee")[0]
        if S["21(4)"].says(bool(self.fee_per_person and self.fee_to_join)):
            raise BadOption(f"{self.id}: commission={self.options['commission']} is not allowed [{S['21(4)']}]; "
                            "no participation fee beside a seating or time fee")
        cap = self.options["cap"]
        self.cap: Cents | None = None if cap == "none" else parse_amount(cap)

    def _rake(self, text: str) -> tuple[Fraction, Cents]:
        """21(3) and 33(5): commission or a participation fee, never both."""
        if text == "nil":
            return Fraction(0), 0
        if "+" in text:
            raise BadOption(f"{self.id}: commission={text} is not allowed [{S['21(3)']}]; one or the other")
        if found := _PERCENTAGE.fullmatch(text):
            rate = Fraction(found[1]) / 100
            if not S["33(1)"].says(0 < rate <= MOST):
                raise BadOption(f"{self.id}: commission={text} is not allowed [{S['33(1)']}]; at most 10%")
            return rate, 0
        amount, _, per = text.partition("/")
        try:
            fee = parse_amount(amount)
        except BadAmount as bad:
            raise BadOption(f"{self.id}: commission: {bad}") from None
        if per != "person":
            raise BadOption(f"{self.id}: commission={text} is not allowed [{S['33(1)']}]; such as 10% or 2/person")
        return S["33(5)"].says(Fraction(0)), S["21(1)"].says(fee)

    def commission(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> list[Taken]:
        """33: on pots of the same winners together, the first formed first, as far as the ceiling."""
        if not self.rate:
            return [Taken(0, S["33(5)"] if self.fee_per_person else S["33(3)"])] * len(pots)
        if S["33(4)(f)"].says(self.only_blinds(h)):
            return [Taken(0, S["33(4)(f)"])] * len(pots)
        taken = [Taken(0, S["33(1)"])] * len(pots)
        left = self.ceiling()
        done: set[frozenset[int]] = set()
        for tied in winners:
            group = frozenset(tied)
            if group in done:
                continue
            done.add(group)
            same = [n for n, other in enumerate(winners) if frozenset(other) == group]
            amount = S["33(4)(a)"].says(sum(pots[n].amount for n in same))
            alone = len(group) > 1 and not h.dead and all(set(pots[n].contributors) == group for n in same)
            if S["33(4)(e)"].says(alone):
                taken[same[0]] = Taken(0, S["33(4)(e)"])
                continue
            part = S["33(4)(b)"].says(min(self.due(amount), left, amount))
            left -= part
            for n in same:
                share = min(part, pots[n].amount)
                taken[n] = Taken(share, S["33(1)"])
                part -= share
        return taken

    def due(self, amount: Cents) -> Cents:
        """33(1) and (2): the rate on the highest amount divisible by ten, a large pot taken as a hundred minimums."""
        counted = min(amount, S["33(2)"].says(100 * self.minimum))
        whole = S["33(1)"].says(counted // TEN * TEN)
        return int(whole * self.rate) // self.chip * self.chip

    def ceiling(self) -> Cents:
        """33(2) and (3): the most from one round of play."""
        most = self.due(100 * self.minimum)
        return most if self.cap is None else S["33(3)"].says(min(most, self.cap))

    @property
    def minimum(self) -> Cents:
        """25(2): the second blind is the minimum wager."""
        return max(self.blinds)

    def only_blinds(self, h: Hand) -> bool:
        """33(4)(f): did nobody but the blinds put anything in?"""
        posted = any(not blind.sets_price for blind in h.blinds)
        return not posted and not any(event.what in ("call", "bet", "raise") for event in h.log)
