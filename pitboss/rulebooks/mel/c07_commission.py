"""MEL chapter 7: commission or table charge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cardroom.game import PokerGame, PotCommission
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot
from pitboss.cardroom.showdown import best
from pitboss.law import Clause, schedule
from pitboss.money import BadAmount, Cents, parse_amount, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("MEL")

_PERCENTAGE = re.compile(r"(\d{1,2}(?:\.\d{1,2})?)%")
LEAST, MOST = Fraction(2, 100), Fraction(10, 100)

CHOICES = (
    GameOption("commission", "nil", ("nil", "text"), S["7.2"],
               "10% of the pot; 5/hand, or 3@2,5@6/hand from two and from six players on; 2/person; or nil"),
    GameOption("cap", "none", ("none", "amount"), S["7.7"], "the most that is taken from one hand"),
)
DUTIES = (
    Duty("betting", "take the percentage from the pots during or after a betting round", S["7.2.1(a)"]),
    Duty("settlement", "drop the percentage into the chip box when the round is over", S["7.2.1(b)"]),
    Duty("settlement", "at a stand-alone table, add the percentage to the float", S["7.2.1(c)"]),
    Duty("betting", "take the fixed commission from the pots", S["7.2.2(a)"]),
    Duty("settlement", "drop the fixed commission, or add it to the float", S["7.2.2(c)"]),
    Duty("opening", "collect the fee of each player before the hand", S["7.2.3(b)"]),
    Duty("opening", "drop the fees, or add them to the float", S["7.2.3(c)"]),
    Duty("sign", "change the sign before the commission changes", S["7.3"]),
)


def _by_players(text: str) -> tuple[tuple[int, Cents], ...]:
    """Sums a hand and from how many players on: "5", or "3@2,5@6"."""
    steps = []
    for part in text.split(","):
        fee, at, least = part.partition("@")
        if at and not (least.isascii() and least.isdigit() and len(least) < 3):
            raise ValueError(f"{part!r} is not a sum and a number of players, such as 3@2")
        steps.append((int(least) if at else 2, parse_amount(fee)))
    return tuple(steps)


class Commission(PokerGame):
    """7.2: one of a percentage, a fixed sum a hand, or a fixed sum a person and hand."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.by_players: tuple[tuple[int, Cents], ...] = ()
        commission = S["1.1:commission"].says(self._rake(self.options["commission"]))
        self.rate, self.fixed_fee, self.fee_per_person = commission
        cap = self.options["cap"]
        self.cap: Cents | None = None if cap == "none" else S["1.1:cap"].says(parse_amount(cap))

    def rake_sign(self) -> str:
        """7.1: what the sign says of the commission: its kind, and the most that is taken in dollars."""
        taken = self.options["commission"] if self.options["commission"] != "nil" else "no commission"
        return S["7.1"].says(f"{taken}, at most {show_amount(self.cap)}" if self.cap is not None else taken)

    def _rake(self, text: str) -> tuple[Fraction, Cents, Cents]:
        """7.2: the percentage, the sum a hand and the sum a person, of which only one is not nothing."""
        if text == "nil":
            return S["7.4"].says((Fraction(0), 0, 0))
        if "+" in text:
            raise BadOption(f"{self.id}: commission={text} is not allowed [{S['7.2']}]; one kind at a time")
        if match := _PERCENTAGE.fullmatch(text):
            rate = Fraction(match[1]) / 100
            if not S["7.2.1"].says(LEAST <= rate <= MOST):
                raise BadOption(f"{self.id}: commission={text} is not allowed [{S['7.2.1']}]; from 2% to 10%")
            return rate, 0, 0
        amount, _, per = text.partition("/")
        try:
            if per == "hand":
                self.by_players = _by_players(amount)
                return Fraction(0), S["7.2.2"].says(max(fee for _, fee in self.by_players)), 0
            fee = parse_amount(amount)
        except (BadAmount, ValueError) as bad:
            raise BadOption(f"{self.id}: commission: {bad}") from None
        if per == "person":
            return Fraction(0), 0, S["7.2.3(a)"].says(fee)
        raise BadOption(f"{self.id}: commission={text} is not allowed [{S['7.2']}]; such as 10%, 5/hand or 2/person")

    def commission(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> list[PotCommission]:
        """What is taken from each pot, the main pot first, until the cap."""
        if not self.rate and not self.fixed_fee:
            return [PotCommission(0, S["7.2.3"] if self.fee_per_person else S["7.4"])] * len(pots)
        if S["7.6"].says(not self.wagered(h)):
            return [PotCommission(0, S["7.6"])] * len(pots)
        if self.rate and S["7.8"].says(self.shared_alone(h, pots, winners)):
            return [PotCommission(0, S["7.8"])] * len(pots)
        taken: list[PotCommission] = []
        left = self.of_hand(len(h.seats)) if self.fixed_fee else None
        for pot in pots:
            due, clause = self.due(pot.amount, left)
            collected = sum(part.amount for part in taken)
            if self.cap is not None and S["7.7"].says(collected + due > self.cap):
                due, clause = self.cap - collected, S["7.7"]
            taken.append(PotCommission(due, clause))
            left = None if left is None else left - due
        return S["1.1:rake"].says(taken)

    def of_hand(self, players: int) -> Cents:
        """7.2.2(b): the sum for a hand of so many players."""
        reached = [step for step in self.by_players if players >= step[0]]
        return S["7.2.2(b)"].says(max(reached)[1] if reached else 0)

    def due(self, amount: Cents, left: Cents | None) -> tuple[Cents, Clause]:
        """7.2: of one pot: what is left of the fixed sum, or the percentage rounded down to the smallest chip."""
        if left is not None:
            return S["7.2.2"].says(min(left, amount)), S["7.2.2"]
        return S["7.2.1"].says(int(amount * self.rate) // self.chip * self.chip), S["7.2.1"]

    def wagered(self, h: Hand) -> bool:
        """7.6: was anything wagered besides blinds and antes? 1.1: a wager puts chips in the pot on a betting round."""
        return S["1.1:wager"].says(any(event.what in ("call", "bet", "raise") for event in h.log))

    def shared_alone(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> bool:
        """7.8: all who put anything in tie for it, with equal hands for every part of it."""
        return not h.dead and all(
            len(pot.contributors) > 1 and set(pot.contributors) == set(tied) and self.all_equal(h, pot)
            for pot, tied in zip(pots, winners, strict=True)
        )

    def all_equal(self, h: Hand, pot: Pot) -> bool:
        """Do all share in every part of a pot that somebody wins?"""
        parts = [best(h, pot.eligible, run, share) for run in range(h.runs) for share in self.shares]
        return len(parts) == 1 or all(len(tied) in (0, len(pot.eligible)) for tied in parts)
