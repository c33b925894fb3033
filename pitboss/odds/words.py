"""Figures as people read them, the same in the terminal and on paper."""

from __future__ import annotations

import math
from fractions import Fraction

from pitboss.odds.par import Number, WagerPar

# A fraction longer than this is for a program to read.
LONGEST = 25


def percent(number: Number) -> str:
    """An edge or a share, to five decimals.

    >>> percent(Fraction(1, 37)), percent(-0.25)
    ('2.70270%', '-25.00000%')
    """
    return f"{_plain(100 * float(number), 5)}%"


def signed(number: Number) -> str:
    """A share that is added or taken away.

    >>> signed(Fraction(1, 37)), signed(Fraction(0))
    ('+2.70270%', '0.00000%')
    """
    shown = percent(number)
    return f"+{shown}" if not shown.startswith(("-", "0.00000%")) else shown


def chance(number: Number) -> str:
    """A probability in percent: five decimals, and for the rare at least three digits that say something.

    >>> chance(Fraction(1, 37)), chance(Fraction(1, 649740)), chance(Fraction(0))
    ('2.70270%', '0.000154%', '0.00000%')
    """
    share = 100 * float(number)
    rare = 0 < share < 0.001
    return f"{share:.{2 - math.floor(math.log10(share))}f}%" if rare else percent(number)


def one_in(number: Number) -> str:
    """How rare something is.

    >>> one_in(Fraction(1, 37)), one_in(Fraction(18, 37)), one_in(Fraction(1, 649740)), one_in(Fraction(0))
    ('37', '2.06', '649,740', 'never')
    """
    if number <= 0:
        return "never"
    times = 1 / number
    if isinstance(times, Fraction) and times.denominator == 1:
        return f"{times.numerator:,}"
    return f"{float(times):,.{2 if times < 100 else 1 if times < 1000 else 0}f}"


def decimal(number: Number, places: int = 5) -> str:
    """A plain number, without a tail of zeros.

    >>> decimal(Fraction(35)), decimal(Fraction(-1, 2)), decimal(1.23456789)
    ('35', '-0.5', '1.23457')
    """
    shown = _plain(float(number), places)
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def fraction(number: Number, longest: int = LONGEST) -> str:
    """A fraction that a person can take in; "" for a longer one, and for what is no fraction.

    >>> fraction(Fraction(1, 37)), fraction(Fraction(1, 10**30)), fraction(0.5)
    ('1/37', '', '')
    """
    shown = str(number) if isinstance(number, Fraction) else ""
    return shown if len(shown) <= longest else ""


def edge(row: WagerPar) -> str:
    """The house edge; a dash for a wager that is never made."""
    return percent(row.house_edge) if row.lines else "-"


def exactness(row: WagerPar) -> str:
    """How well an edge is known: the fraction, "exact" for a long one, or the bound on its error."""
    if not row.lines:
        return ""
    if row.exact:
        return fraction(row.house_edge) or "exact"
    return f"to {row.error:.0e}" if row.error else "rounded"


def often(row: WagerPar) -> str:
    """How often a wager that follows from a decision is made."""
    return "always" if row.frequency == 1 else chance(row.frequency)


def _plain(number: float, places: int) -> str:
    """Fixed places, without a minus in front of nothing."""
    shown = f"{number:.{places}f}"
    return shown.removeprefix("-") if float(shown) == 0 else shown


# -- plays in a strategy table ---------------------------------------------------------------------------

GO, STOP, MORE, PART, OTHER, QUIET = TONES = ("go", "stop", "more", "part", "other", "quiet")
_USUAL = {
    "draw": GO, "hit": GO, "bet": GO, "call": GO, "raise": GO, "flop": GO, "stand": STOP, "fold": STOP,
    "double": MORE, "turn": MORE, "split": PART, "check": PART, "river": PART,
}


def tones(legend: dict[str, str]) -> dict[str, str]:
    """A tone for each mark: the usual one for what it means, or one that no other mark has.

    >>> tones({"B": "bet", "F": "fold", "?": "bet or fold, as the suits lie"})
    {'B': 'go', 'F': 'stop', '?': 'more'}
    """
    by_mark: dict[str, str] = {}
    for mark, meaning in legend.items():
        usual = next((_USUAL[word] for word in meaning.lower().replace(",", " ").split() if word in _USUAL), None)
        if usual is not None and usual not in by_mark.values():
            by_mark[mark] = usual
    for mark in legend:
        free = [tone for tone in TONES if tone not in by_mark.values()]
        by_mark.setdefault(mark, free[0] if free else QUIET)
    return {mark: by_mark[mark] for mark in legend}
