"""Main and side pots: who put in what, and who may win which layer of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.money import Cents


class Pot(NamedTuple):
    """An amount and the players, by their place in the hand, who may win it and who put into it."""

    amount: Cents
    eligible: tuple[int, ...]
    contributors: tuple[int, ...]


def pots(put: Sequence[Cents], live: Sequence[int], dead: Cents = 0) -> list[Pot]:
    """The pots of a hand, the main pot first: each layer that the live players matched. What folded players put in
    lies in the layers it reaches, and in the last one if it is more than any live player's; dead money lies in the main
    pot.

    >>> [(pot.amount, pot.eligible) for pot in pots([50, 20, 50, 5], [0, 1, 2])]
    [(65, (0, 1, 2)), (60, (0, 2))]
    >>> [(pot.amount, pot.eligible) for pot in pots([50, 20, 90], [0, 1], dead=5)]
    [(65, (0, 1)), (100, (0,))]
    """
    levels = {put[i] for i in live}
    if len(levels) == 1:
        contributors = tuple([i for i, chips in enumerate(put) if chips])
        return [Pot(sum(put) + dead, tuple(live), contributors)] if contributors or dead else []
    layers: list[Pot] = []
    below = 0
    for level in sorted(levels):
        if level == below:
            continue
        amount = sum(min(chips, level) - below for chips in put if chips > below)
        eligible = tuple(i for i in live if put[i] >= level)
        layers.append(Pot(amount, eligible, tuple(i for i, chips in enumerate(put) if chips > below)))
        below = level
    if not layers:
        return [Pot(sum(put) + dead, (), ())] if sum(put) + dead else []
    layers[-1] = layers[-1]._replace(amount=layers[-1].amount + sum(chips - below for chips in put if chips > below))
    layers[0] = layers[0]._replace(amount=layers[0].amount + dead)
    return layers


def equal_parts(amount: Cents, parts: int, chip: Cents) -> tuple[Cents, Cents]:
    """What each of several gets in whole chips, and what is left over.

    >>> equal_parts(1000, 3, 100)
    (300, 100)
    """
    each = amount // parts // chip * chip
    return each, amount - each * parts


def in_parts(amount: Cents, parts: int, chip: Cents) -> list[Cents]:
    """An amount in equal parts of whole chips; the first takes what cannot be divided.

    >>> in_parts(1000, 3, 100)
    [400, 300, 300]
    """
    each, left = equal_parts(amount, parts, chip)
    return [each + left] + [each] * (parts - 1)
