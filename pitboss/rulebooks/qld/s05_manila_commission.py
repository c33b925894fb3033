"""QLD schedule 5, section 28: commission."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cardroom.game import PokerGame, PotCommission
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot
from pitboss.law import schedule
from pitboss.money import Cents, parse_amount
from pitboss.table.definition import BadOption, GameOption

S = schedule("QLD-5")

_PERCENTAGE = re.compile(r"(\d{1,2}(?:\.\d{1,2})?)%")
MOST = Fraction(5, 100)
NINETEEN, TWENTY = 1900, 2000

CHOICES = (
    GameOption("commission", "nil", ("nil", "text"), S["28(1)"], "5% of the pot, less, or nil"),
    GameOption("cap", "none", ("none", "amount"), S["28(3)"], "the most that is taken from one pot"),
)


class ManilaCommission(PokerGame):
    """What the dealer deducts from the pots for the casino."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.rate = self._rate(self.options["commission"])
        cap = self.options["cap"]
        self.cap: Cents | None = None if cap == "none" else parse_amount(cap)

    def _rate(self, text: str) -> Fraction:
        """28(1) and (3): five per cent, or less."""
        if text == "nil":
            return Fraction(0)
        match = _PERCENTAGE.fullmatch(text)
        rate = Fraction(match[1]) / 100 if match else Fraction(1)
        if not S["28(1)"].says(0 < rate <= MOST):
            raise BadOption(f"{self.id}: commission={text} is not allowed [{S['28(1)']}]; at most 5%, or nil")
        return rate

    @property
    def minimum(self) -> Cents:
        """20(2): the blind bet is the minimum wager."""
        return max(self.blinds)

    def commission(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> list[PotCommission]:
        """28(4): on what the same players win together; nothing where they alone put it in and share it."""
        taken = [PotCommission(0, S["28(1)"])] * len(pots)
        for group in dict.fromkeys(frozenset(tied) for tied in winners):
            same = [n for n, tied in enumerate(winners) if frozenset(tied) == group]
            if not S["28(4)(a)"].says(True):
                same = same[:1]
            if S["28(4)(c)"].says(len(group) > 1 and all(set(pots[n].contributors) == group for n in same)):
                continue
            part = S["25(5)(d)"].says(self.due(sum(pots[n].amount for n in same)))
            for n in same:
                share = min(part, pots[n].amount)
                taken[n] = PotCommission(S["2:commission"].says(share), S["28(1)(b)"])
                part -= share
        return taken

    def due(self, amount: Cents) -> Cents:
        """28(1) to (3): the rate on the highest amount divisible by twenty, of a hundred minimum wagers at most."""
        if S["28(1)(a)"].says(amount <= NINETEEN):
            return 0
        most = 100 * self.minimum
        counted = most if S["28(2)"].says(amount > most) else amount
        due = S["28(1)(b)"].says(int(counted // TWENTY * TWENTY * self.rate) // self.chip * self.chip)
        return due if self.cap is None else S["28(3)"].says(min(due, self.cap))
