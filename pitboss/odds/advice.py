"""What the choices of decisions are worth, asked with what whoever decides could see and answered in numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from pitboss.money import Cents
from pitboss.odds import analyse
from pitboss.odds.analysis import Analysis
from pitboss.odds.clerk import Data
from pitboss.odds.jobs import Progress
from pitboss.table.views import Sight

# Analyses that are ready to answer: so many games, or stakes where the law caps a payout.
READY = 12


def answer(question: Data, progress: Progress) -> Data:
    """Of each decision, in its order: what every choice brings on average, in cents of its own stakes. Asked about
    none, all that it takes to answer is made ready."""
    options = tuple(sorted(question["options"].items()))
    if not question["sights"]:
        _analysis(question["game"], options, None).prepare()
    sights = [msgspec.convert(data, Sight) for data in question["sights"]]
    return {"values": [values(question["game"], options, sight) for sight in sights]}


def values(game: str, options: tuple[tuple[str, str], ...], sight: Sight) -> list[Data]:
    plain = _analysis(game, options, None)
    opening = sight.staked(plain.game.opening) or sum(map(sight.staked, plain.game.instead))
    if not opening:
        return []
    analysis = _analysis(game, options, opening) if plain.capped else plain
    return [{
        "name": option.name, "amount": option.amount, "cents": float(option.value * opening),
        "noted": analysis.noted(sight),
        "least": None if option.least is None else (option.least[0], float(option.least[1] * opening)),
    } for option in analysis.values(sight)]


@lru_cache(READY)
def _analysis(game: str, options: tuple[tuple[str, str], ...], stake: Cents | None) -> Analysis[Any]:
    return analyse(game, dict(options), stake=stake)
