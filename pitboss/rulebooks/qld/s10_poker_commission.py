"""QLD schedule 10, sections 21 and 33: fees and commission."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.cardroom.game import PokerGame, PotCommission, amounts
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot
from pitboss.law import Refused, refuse, schedule
from pitboss.money import BadAmount, Cents, parse_amount, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("QLD-10")

_PERCENTAGE = re.compile(r"(\d{1,2}(?:\.\d{1,2})?)%")
MOST = Fraction(10, 100)
TEN: Cents = 1000

CHOICES = (
    GameOption("commission", "nil", ("nil", "text"), S["33(1)"], "10% of the pot or less, 2/person, or nil"),
    GameOption("seating-fee", "0", ("text",), S["21(5)"], "paid by each player who joins"),
    GameOption("time-fee", "0", ("text",), S["21(6)"], "by the hour, of each player, or of the table: 60/table"),
    GameOption("fee-interval", "60", ("number",), S["21(6)(c)"], "minutes after which the time fee is due again"),
    GameOption("cap", "none", ("none", "amount"), S["33(3)"], "the most that is taken from one round of play"),
    GameOption("hourly-cap", "none", ("none", "amount"), S["33(3)"], "the most that is taken at the table in an hour"),
)
DUTIES = (
    Duty("sign", "show how the seating fee is worked out", S["21(5)(b)"]),
    Duty("sign", "show how the time fee is worked out", S["21(6)(b)"]),
)


class Fees(PokerGame):
    """What the casino operator takes, from the pots or from each player."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.rate, self.fee_per_person = self._rake(self.options["commission"])
        self.fee_per_person = S["21(2)"].says(self.fee_per_person)
        self.fee_to_join = self._to_join()
        if S["21(4)"].says(bool(self.fee_per_person and (self.fee_to_join or self.hourly))):
            raise BadOption(f"{self.id}: commission={self.options['commission']} is not allowed [{S['21(4)']}]; "
                            "no participation fee beside a seating or time fee")
        caps = (self.options["cap"], self.options["hourly-cap"])
        self.cap, self.hourly_cap = (None if cap == "none" else parse_amount(cap) for cap in caps)

    # -- 21: seating and time fees -----------------------------------------------------------------------

    def _to_join(self) -> Cents:
        """21(5) and (6): the seating fee and the first time fee of a player, beside commission or without it."""
        text, _, table = self.options["time-fee"].partition("/")
        try:
            self.hourly = S["21(6)(a)"].says(parse_amount(text))
        except BadAmount as bad:
            raise BadOption(f"{self.id}: time-fee: {bad}") from None
        self.interval, self.by_table = 60 * int(self.options["fee-interval"]), table == "table"
        if not self.interval or (table and not self.by_table):
            raise BadOption(f"{self.id}: time-fee={self.options['time-fee']} is no time fee [{S['21(6)']}]; "
                            "such as 6, or 60/table, every 30 minutes")
        seating = amounts(self, "seating-fee")[0]
        for fee, clause in ((seating, S["21(5)(c)"]), (self.hourly, S["21(6)(e)"])):
            if self.rate and fee and not clause.says(True):
                raise BadOption(f"{self.id}: a fee beside commission is not allowed [{clause}]")
        first = 0 if self.by_table else S["21(6)(c)"].says(self.of_interval())
        return S["21(5)(a)"].says(seating) + first

    def of_interval(self) -> Cents:
        """The time fee of one interval."""
        return self.hourly * self.interval // 3600

    def time_fee(self, before: float, now: float) -> Cents:
        """21(6)(c) and (d): what has become due between two moments, in seconds since joining or, of a table, since its
        game began: the fee of every interval that has begun."""
        clause = S["21(6)(d)"] if self.by_table else S["21(6)(c)"]
        begun = int(now // self.interval) - int(before // self.interval)
        return clause.says(begun * self.of_interval())

    def refuse_time_fee(self, paid: Mapping[str, Cents], due: Cents) -> Refused | None:
        """21(6)(d): the fee of a table is paid by any of its players, however they share it."""
        if not S["21(6)(d)"].says(sum(paid.values()) == due):
            return Refused(S["21(6)(d)"], f"a time fee of {show_amount(sum(paid.values()))}", show_amount(due))
        return None

    def refuse_refund(self) -> Refused | None:
        """21(6)(f): who leaves before the hour is over gets nothing back."""
        return refuse("a time fee back", S["21(6)(f)"], "it is paid for the time begun")

    # -- 33: commission ----------------------------------------------------------------------------------

    def _rake(self, text: str) -> tuple[Fraction, Cents]:
        """21(3) and 33(5): commission or a participation fee, never both."""
        if text == "nil":
            return Fraction(0), 0
        if S["21(3)"].says("+" in text):
            raise BadOption(f"{self.id}: commission={text} is not allowed [{S['21(3)']}]; one or the other")
        if match := _PERCENTAGE.fullmatch(text):
            rate = Fraction(match[1]) / 100
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

    def commission(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> list[PotCommission]:
        """33: on pots of the same winners together, the first formed first, as far as the ceiling."""
        shown = S["29(2)"].says(bool(h.live & (h.live - 1)) or h.noted[-1][0] == "gives up")
        ended = S["29(1)"].says(not shown)
        parts = self.parts_taken(h, pots, winners, ended)
        return [
            PotCommission(pot.amount - self.passed_on(pot.amount - part.amount, ended), part.clause)
            for pot, part in zip(pots, parts, strict=True)
        ]

    def passed_on(self, rest: Cents, ended: bool) -> Cents:
        """22(13), 29(3)(f) and (4), 30(14)(e) and (15): the rest of the pot, or all of it after a participation fee, is
        the winners'."""
        rest = S["22(13)"].says(rest)
        if self.fee_per_person:
            return S["29(4)"].says(rest) if ended else S["30(15)"].says(rest)
        if self.rate:
            return S["29(3)(f)"].says(rest) if ended else S["30(14)(e)"].says(rest)
        return rest

    def parts_taken(
        self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]], ended: bool
    ) -> list[PotCommission]:
        """33: from which pots how much."""
        if not self.rate:
            return [PotCommission(0, S["33(5)"] if self.fee_per_person else S["33(3)"])] * len(pots)
        free = S["33(4)(f)"].says(self.only_blinds(h))
        if S["29(5)"].says(free) if ended else free:
            return [PotCommission(0, S["33(4)(f)"])] * len(pots)
        clause = S["29(3)(d)"] if ended else S["30(14)(c)"]
        taken = [PotCommission(0, clause)] * len(pots)
        left = self.ceiling()
        done: set[frozenset[int]] = set()
        for tied in winners:
            group = frozenset(tied)
            if group in done:
                continue
            done.add(group)
            same = S["33(4)(a)"].says([n for n, other in enumerate(winners) if frozenset(other) == group])
            amount = sum(pots[n].amount for n in same)
            alone = len(group) > 1 and not h.dead and all(set(pots[n].contributors) == group for n in same)
            if S["33(4)(e)"].says(alone):
                taken[same[0]] = PotCommission(0, S["33(4)(e)"])
                continue
            part = S["33(4)(b)"].says(min(self.due(amount), left, amount))
            left -= part
            part = clause.says(S["2:commission"].says(part))
            for n in same:
                share = min(part, pots[n].amount)
                taken[n] = PotCommission(share, clause)
                part -= share
        return taken

    def due(self, amount: Cents) -> Cents:
        """33(1) and (2): the rate on the highest amount divisible by ten, a large pot taken as a hundred minimums."""
        most = 100 * self.minimum
        whole = (most if S["33(2)"].says(amount > most) else amount) // TEN * TEN
        return S["33(1)"].says(int(whole * self.rate) // self.chip * self.chip)

    def ceiling(self) -> Cents:
        """33(2) and (3): the most from one round of play."""
        most = self.due(100 * self.minimum)
        if self.cap is None and self.hourly_cap is None:
            return most
        if self.hourly_cap is not None:
            most = min(most, max(0, self.hourly_cap - self.taken_this_hour))
        return S["33(3)"].says(most if self.cap is None else min(most, self.cap))

    @property
    def minimum(self) -> Cents:
        """25(2): the second blind is the minimum wager."""
        return max(self.blinds)

    def only_blinds(self, h: Hand) -> bool:
        """33(4)(f): did nobody but the blinds put anything in?"""
        posted = any(not blind.sets_price for blind in h.blinds)
        return not posted and not any(event.what in ("call", "bet", "raise") for event in h.log)
