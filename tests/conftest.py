"""How the tests are run together: what takes long comes first, and long counts are made once a run."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# Begun before all others, in this order, so that no core is idle at the end. Each file stays with one process (see
# pyproject.toml): its servers, browsers and counts are made once.
LONG = (
    "odds/test_community_ultimate.py", "web/test_kill.py", "odds/test_texas_holdem_bonus.py", "web/browser",
    "odds/test_casino_holdem.py", "floor/test_simulation.py", "cardroom/test_pokerkit.py", "odds", "web", "floor",
    "properties", "hands", "cli", "cardroom",
)


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run share its counts; none made earlier are believed, and none are left behind."""
    if not hasattr(config, "workerinput"):
        directory = tempfile.mkdtemp(prefix="pitboss-test-")
        os.environ["PITBOSS_CACHE"] = directory
        config.add_cleanup(lambda: shutil.rmtree(directory, ignore_errors=True))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return next((n for n, path in enumerate(LONG) if item.path.is_relative_to(HERE / path)), len(LONG))

    items.sort(key=place)
