"""What plays bring, in whole numbers that counts can be weighed with exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from pitboss.odds.analysis import BadQuestion

# A weight times all deals of one situation must stay within 64 bits.
LARGEST_WEIGHT = 1 << 36


def whole_weights(brings: Sequence[Sequence[Fraction]]) -> tuple[np.ndarray[Any, Any], Fraction]:
    """The same in whole numbers without a common factor, and what one of them is."""
    every = [each for row in brings for each in row]
    scale = lcm(*(each.denominator for each in every))
    shared = gcd(*(int(each * scale) for each in every)) or 1
    weights = [[int(each * scale) // shared for each in row] for row in brings]
    if any(abs(weight) > LARGEST_WEIGHT for row in weights for weight in row):
        raise BadQuestion("these odds are too large, or have too many digits, to be counted with exactly")
    return np.array(weights, np.int64), Fraction(shared, scale)
