"""What several files of the floor's tests have in common."""

from __future__ import annotations

import pytest

from pitboss.cardroom import bots


@pytest.fixture
def house_players_look_at_few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """They decide as they always do; how well, is tested in the card room."""
    monkeypatch.setattr(bots, "SAMPLES", 4)
    monkeypatch.setattr(bots, "DRAWS", 2)
