"""What a table tells of each wager: the rows of its par sheet without their distributions, kept on disk."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pitboss.law.clauses import SHELF
from pitboss.odds.analysis import Analysis
from pitboss.odds.cache import Cache, key
from pitboss.odds.clerk import Data
from pitboss.odds.jobs import Progress, Work
from pitboss.odds.par import WagerPar
from pitboss.odds.report import OddsQuestion, text

PACKAGE = Path(__file__).parent.parent
# What figures cannot hang on.
OTHER_ROOMS = ("floor", "web", "cli", "cardroom", "guide")


def answer(question: Data, progress: Progress) -> Data:
    """The figures of a game under its options: as they were kept by this very program, or counted now."""
    counts = Cache()
    name = key("figures", question["game"], sorted(question["options"].items()), program())
    kept = counts.load(name)
    if kept is not None:
        known: Data = msgspec.json.decode(kept["json"].tobytes())
        return known
    analysis = OddsQuestion(question["game"], question["options"]).analysis(Work(counts, progress))
    counted = figures(analysis)
    counts.save(name, {"json": np.frombuffer(msgspec.json.encode(counted), np.uint8)})
    return counted


def figures(analysis: Analysis[Any]) -> Data:
    """Every row, and under which of them each wager counts that opens a round."""
    names = {name: analysis.row_of(name) for name in analysis.game.wager_names()}
    opening = set(names.values())
    rows = [row_data(row, row.wager in opening) for row in analysis.sheet.wagers]
    renamed = {name: row for name, row in names.items() if name != row}
    return {
        "rows": rows, "names": renamed, "strategy": type(analysis).values is not Analysis.values,
        "advice": list(analysis.sheet.strategy.advice),
    }


def row_data(row: WagerPar, opens: bool) -> Data:
    """A row in numbers; of a wager that best play never makes, none."""
    data: Data = {
        "wager": row.wager, "per": row.per, "opens": opens, "includes": list(row.includes), "note": row.note,
        "frequency": float(row.frequency), "average_stake": float(row.average_stake),
    }
    if row.lines:
        data |= {"edge": float(row.house_edge), "exact": text(row.house_edge) or "", "std_dev": row.std_dev}
    return data


@cache
def program() -> str:
    """Changes with whatever figures may hang on: the rulebooks, the shelf's too, and all they are counted by."""
    state = blake2b(digest_size=12)
    for path in _sources():
        state.update(path.name.encode() + path.read_bytes())
    return state.hexdigest()


def _sources() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in OTHER_ROOMS:
            yield path
    if SHELF is not None:
        yield from sorted(SHELF.rglob("*.py"))
