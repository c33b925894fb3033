"""Money is integer cents. Odds are exact. Rounding names the clause that allows it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pitboss.law.clauses import Clause

Cents = int

# A wager above this is a slip of the finger at any table; it also keeps every product within 64 bits.
LARGEST_AMOUNT: Cents = 1_000_000_000_00


class BadAmount(ValueError):
    """A sum of money that cannot be read; the message is one clear line."""


def parse_amount(text: str) -> Cents:
    """Read dollars as cents.

    >>> parse_amount("2.50"), parse_amount("10")
    (250, 1000)
    >>> parse_amount("-5")
    Traceback (most recent call last):
    ...
    pitboss.money.BadAmount: '-5' is not an amount of money; write dollars such as 10 or 2.50
    """
    whole, _, part = text.partition(".")
    dollars_ok = whole.isascii() and whole.isdigit() and len(whole) <= 10
    part_ok = part.isascii() and part.isdigit() and len(part) <= 2 if "." in text else True
    if not (dollars_ok and part_ok):
        raise BadAmount(f"{text!r} is not an amount of money; write dollars such as 10 or 2.50")
    return int(whole) * 100 + (int(part.ljust(2, "0")) if part else 0)


def show_amount(cents: Cents) -> str:
    """Write cents as dollars, without cents when there are none.

    >>> show_amount(1000), show_amount(250), show_amount(-5)
    ('10', '2.50', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    dollars, part = divmod(abs(cents), 100)
    return f"{sign}{dollars}.{part:02d}" if part else f"{sign}{dollars}"


def full_amount(cents: Cents) -> str:
    """Dollars and cents, always with both.

    >>> full_amount(1500), full_amount(5), full_amount(-550)
    ('15.00', '0.05', '-5.50')
    """
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"


# To divide out common factors takes long, and there are few odds.
@lru_cache(1024)
def _fraction(num: int, den: int) -> Fraction:
    return Fraction(num, den)


class Odds(NamedTuple):
    """What is paid on top of the stake: `Odds(3, 2)` is "3 to 2".

    >>> odds("7.5 to 1").pays(400)
    3000
    >>> str(odds("19 to 20")), str(odds("7.5 to 1"))
    ('19 to 20', '7.5 to 1')
    """

    num: int
    den: int
    text: str

    def pays(self, stake: Cents) -> Cents:
        """Winnings on a stake; a part of a cent is never paid."""
        return stake * self.num // self.den

    @property
    def fraction(self) -> Fraction:
        return _fraction(self.num, self.den)

    def corrupted(self) -> Odds:
        """The same line paying one stake more: what the kill test puts in its place."""
        return Odds(self.num + self.den, self.den, f"{self.text} and one more")

    def __str__(self) -> str:
        return self.text


class Sum(Odds):
    """A sum of money, whatever is staked.

    >>> odds("$50").pays(100), odds("$50").pays(2500), str(odds("$50"))
    (5000, 5000, '$50')
    """

    __slots__ = ()

    def pays(self, stake: Cents) -> Cents:
        return self.num

    @property
    def fraction(self) -> Fraction:
        raise TypeError(f"{self.text} is no multiple of a stake")

    def corrupted(self) -> Sum:
        return Sum(self.num + 100, 1, f"{self.text} and one more")


@cache
def odds(text: str) -> Odds:
    """Read "35 to 1", "19 to 20" or "7.5 to 1", or a sum: "$1000"."""
    if text.startswith("$"):
        try:
            return Sum(parse_amount(text[1:]), 1, text)
        except BadAmount:
            raise ValueError(f"{text!r} is no sum of money; write it as '$50'") from None
    try:
        paid, staked = (Fraction(part) for part in text.split(" to "))
        value = paid / staked
        if value <= 0:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} are not odds; write them as '3 to 2'") from None
    return Odds(value.numerator, value.denominator, text)


class Levy(NamedTuple):
    """A part of what is won that is kept as commission: so many percent, to a whole number of `unit` cents, up or
    down; `clause` is the one that rounds it, where it is rounded to more than a cent."""

    percent: int
    up: bool
    unit: Cents = 1
    clause: Clause | None = None

    def on(self, amount: Cents) -> Cents:
        """What is kept of an amount.

        >>> Levy(5, True).on(150), Levy(5, True, 50).on(9_750), Levy(5, False, 50).on(9_750)
        (8, 500, 450)
        """
        per, exact = 100 * self.unit, amount * self.percent
        return (-(-exact // per) if self.up else exact // per) * self.unit


class Rounding(NamedTuple):
    """A rounding the law allows: winnings go to a multiple of `unit` cents, up or down."""

    unit: Cents
    up: bool
    clause: Clause

    def apply(self, odds: Odds, stake: Cents) -> Cents:
        """Round the exact winnings, not the winnings already cut to a cent.

        >>> from pitboss.law.clauses import schedule
        >>> Rounding(50, False, schedule("QLD-1")["11(4)"]).apply(odds("19 to 20"), 1500)
        1400
        """
        per = odds.den * self.unit
        exact = stake * odds.num
        steps = -(-exact // per) if self.up else exact // per
        return steps * self.unit
