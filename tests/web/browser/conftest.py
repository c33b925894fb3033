"""One browser for all, another where colours are looked at; one floor for each file; every test brings its people."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import ARGS, CHROMIUM, UNPAINTED, Browser, Floor, opened


# No longer than these files: while it runs, so does a loop, and tests with a loop of their own could not.
@pytest.fixture(scope="package")
def driver() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright is not installed")
    if CHROMIUM is None:
        _missing("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Any) -> Iterator[Browser]:
    launched = driver.chromium.launch(executable_path=CHROMIUM, args=[*ARGS, *UNPAINTED])
    yield Browser(launched)
    launched.close()


@pytest.fixture(scope="package")
def painting_browser(driver: Any) -> Iterator[Browser]:
    """For files that look at colours, under the name of the other."""
    launched = driver.chromium.launch(executable_path=CHROMIUM, args=ARGS)
    yield Browser(launched)
    launched.close()


def _missing(what: str) -> None:
    """Where the browser is part of the bargain its absence is a failure."""
    (pytest.fail if os.environ.get("PITBOSS_NEEDS_BROWSER") else pytest.skip)(f"{what}: no browser to test with")


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    with opened(browser, tmp_path_factory.mktemp("floor")) as made:
        yield made


@pytest.fixture
def floor(house: Floor, request: pytest.FixtureRequest) -> Iterator[Floor]:
    """The floor of this file; whoever a test brought leaves with it, and none of their pages may have complained."""
    before = request.session.testsfailed
    yield house
    if request.session.testsfailed > before:
        house.show(house.served.data)
    house.leave()
