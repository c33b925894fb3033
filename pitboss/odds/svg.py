"""Bars drawn in SVG. Lengths are shares of the width at hand, so that words keep their size on a phone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from pitboss.odds.par import Line, Number, WagerPar, total
from pitboss.odds.words import chance, decimal, one_in, percent

ROW = 20
# Where bars begin and end, in percent: names stand before them, figures after.
LEFT, RIGHT = 16.0, 78.0
# Probabilities that lie further apart than this are drawn on a logarithmic scale.
APART = 50
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def edge_bar(row: WagerPar, old: WagerPar | None, scale: tuple[float, float]) -> str:
    """One edge between the least and the largest on the sheet; the one before the change as a thin bar below."""
    low, high = scale
    title = f"{row.wager}: {percent(row.house_edge)}"
    bars = [_edge(float(row.house_edge), low, high, 2, 11, "house" if row.house_edge >= 0 else "player")]
    if old is not None:
        title += f", before {percent(old.house_edge)}"
        bars.append(_edge(float(old.house_edge), low, high, 15, 4, "before"))
    zero = f'<line x1="{_at(0, low, high)}" x2="{_at(0, low, high)}" y1="0" y2="{ROW}" class="axis"/>'
    return _svg(ROW, title, "".join(bars) + zero)


def edge_scale(edges: Sequence[Number]) -> tuple[float, float]:
    """From the least edge or nothing to the largest or nothing."""
    low, high = min(0.0, *map(float, edges)), max(0.0, *map(float, edges))
    return (low, high) if high > low else (0.0, 1.0)


def _edge(edge: float, low: float, high: float, top: int, height: int, kind: str) -> str:
    start, width = min(edge, 0.0), max(abs(edge) / (high - low) * 100, 0.3)
    return f'<rect x="{_at(start, low, high)}" y="{top}" width="{width:.3f}%" height="{height}" class="{kind}"/>'


def _at(value: float, low: float, high: float) -> str:
    return f"{(value - low) / (high - low) * 100:.3f}%"


# -- distributions ---------------------------------------------------------------------------------------


def by_net(lines: Sequence[Line]) -> list[tuple[Number, Number]]:
    """Every net result that can come about and its probability, the best first.

    >>> from fractions import Fraction
    >>> loss = Line("lose", "", "", Fraction(-1), Fraction(1, 3), "")
    >>> by_net([loss, loss])
    [(Fraction(-1, 1), Fraction(2, 3))]
    """
    shares: dict[Number, list[Number]] = {}
    for line in lines:
        if line.probability > 0:
            shares.setdefault(line.net, []).append(line.probability)
    return [(net, total(shares[net])) for net in sorted(shares, reverse=True)]


def distribution(row: WagerPar) -> str:
    """How often each net result comes, as bars."""
    results = by_net(row.lines)
    if not results:
        return ""
    least, most = (float(pick(share for _, share in results)) for pick in (min, max))
    lowest = math.floor(math.log10(least)) if most > APART * least else None
    height = ROW * len(results)
    drawn = [_grid(lowest, height)]
    for number, (net, share) in enumerate(results):
        drawn.append(_result(net, share, number * ROW, lowest))
    title = f"{row.wager}: probability of each net result"
    return _svg(height + ROW, title, "".join(drawn))


def scale_note(row: WagerPar) -> str:
    """What a reader of the bars must know about their lengths."""
    shares = [float(share) for _, share in by_net(row.lines)]
    return "logarithmic scale" if shares and max(shares) > APART * min(shares) else ""


def _result(net: Number, share: Number, top: int, lowest: int | None) -> str:
    kind = "player" if net > 0 else "house" if net < 0 else "level"
    end = _share(float(share), lowest)
    name = ("+" if net > 0 else "") + decimal(net, 3)
    return (
        f"<g><title>{escape(name)}: {chance(share)}, 1 in {one_in(share)}</title>"
        f'<text x="{LEFT - 1:.3f}%" y="{top + 14}" class="end">{escape(name)}</text>'
        f'<rect x="{LEFT:.3f}%" y="{top + 3}" width="{max(end - LEFT, 0.3):.3f}%" height="{ROW - 6}" class="{kind}"/>'
        f'<text x="{end + 1:.3f}%" y="{top + 14}">{chance(share)}</text></g>'
    )


def _share(share: float, lowest: int | None) -> float:
    """Where the bar of a probability ends."""
    part = share if lowest is None else 1 - math.log10(share) / lowest
    return LEFT + (RIGHT - LEFT) * min(max(part, 0.0), 1.0)


def _grid(lowest: int | None, height: int) -> str:
    """Lines at quarters, or at every power of ten or so, with their names below."""
    if lowest is None:
        marks = [(part, f"{part:.0%}") for part in (0.0, 0.25, 0.5, 0.75, 1.0)]
    else:
        step = max(1, math.ceil(-lowest / 4))
        marks = [(10.0**power, f"10{str(power).translate(_RAISED)}") for power in range(0, lowest - 1, -step)]
    return "".join(
        f'<line x1="{_share(share, lowest):.3f}%" x2="{_share(share, lowest):.3f}%" y1="0" y2="{height}" class="grid"/>'
        f'<text x="{_share(share, lowest):.3f}%" y="{height + 14}" class="tick">{name}</text>'
        for share, name in marks
    )


def _svg(height: int, title: str, drawn: str) -> str:
    return (f'<svg role="img" width="100%" height="{height}">'
            f"<title>{escape(title)}</title>{drawn}</svg>")
