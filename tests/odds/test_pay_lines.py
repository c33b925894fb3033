"""Another pay line from counts that are kept: the same figures, to the last bit, as if everything were counted anew."""

from __future__ import annotations

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
}


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
