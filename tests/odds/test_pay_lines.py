"""Another pay line from counts that are kept: the same figures, to the last bit, as if everything were counted anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pitboss.odds import analyse
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work

# Of each, one that turns how hands are played, those of a split too.
LINES = {
    "qld/spanish-blackjack": "original.6-card-21=5 to 1",
    "qld/blackjack-challenge": "original.five card trick=3 to 1",
    "qld/blackjack-switch": "original.other than a blackjack=6 to 5",
    "qld/blackjack": "original.other than a blackjack=6 to 5",
}
# Whoever is offered less than the law's odds insures nothing.
INSURED = {"7 to 4": False, "4 to 1": True}


@pytest.mark.parametrize("id", LINES)
def test_a_pay_line_from_kept_counts_is_as_counted_anew(id: str, tmp_path: Path) -> None:
    work = Work(Cache(tmp_path))
    anew = analyse(id, settings=[LINES[id]], work=work)
    counted = anew.own
    assert work.cache.path(anew.own_key).exists()
    assert analyse(id, settings=[LINES[id]], work=work).own == counted
    work.cache.forget(anew.own_key)
    kept = analyse(id, settings=[LINES[id]], work=work)
    assert kept.own == counted


@pytest.fixture(scope="module")
def counted_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Where all is kept that a game as the law has it counts, and nothing else."""

    @cache
    def folder(id: str) -> Path:
        path = tmp_path_factory.mktemp("counted")
        assert analyse(id, work=Work(Cache(path))).own.wagers
        return path

    return folder


@pytest.mark.parametrize("odds", INSURED)
@pytest.mark.parametrize("id", ["qld/blackjack", "qld/spanish-blackjack", "qld/blackjack-switch"])
def test_insurance_is_apart_as_long_as_nobody_takes_it(
    id: str, odds: str, tmp_path: Path, counted_once: Callable[[str], Path]
) -> None:
    setting = f"insurance.10 point value card={odds}"
    work = Work(Cache(shutil.copytree(counted_once(id), tmp_path / "kept")))
    unchanged, changed = analyse(id, work=work), analyse(id, settings=[setting], work=work)
    before, after = unchanged.own, changed.own
    assert ("insurance" in changed.apart, changed.own_key == unchanged.own_key) == (not INSURED[odds],) * 2
    rows = [row.wager for row, old in zip(after.wagers, before.wagers, strict=True) if row != old]
    assert ("original" in rows, "insurance" in rows) == (INSURED[odds], True)
    advice = [line for line in after.strategy.advice if line.startswith("Insurance:")]
    assert len(advice) == 1 and advice[0] not in before.strategy.advice
    # As if nothing had been kept.
    assert after == analyse(id, settings=[setting], work=Work(Cache(tmp_path / "anew"))).own


def test_a_super_bonus_is_apart(tmp_path: Path, counted_once: Callable[[str], Path]) -> None:
    setting = "super bonus.original up to $24=$2000"
    work = Work(Cache(shutil.copytree(counted_once("qld/spanish-blackjack"), tmp_path / "kept")))
    unchanged, changed = (analyse("qld/spanish-blackjack", settings=some, work=work) for some in ([], [setting]))
    before, after = unchanged.own, changed.own
    assert changed.own_key == unchanged.own_key
    assert [row.wager for row, old in zip(after.wagers, before.wagers, strict=True) if row != old] == ["super bonus"]
    assert after == analyse("qld/spanish-blackjack", settings=[setting], work=Work(Cache(tmp_path / "anew"))).own
