"""Scripts that tests run in a page, with the page's own modules."""

from __future__ import annotations

import json
from typing import Any

from pitboss.web.front_end import version


def of_the_page(script: str) -> str:
    """A script whose modules are those that the page has loaded: a module is loaded once under an address."""
    return script.replace("'/static/", f"'/static/{version()}/")


def ask(page: Any, script: str, about: Any = None) -> Any:
    """What a function answers in a page. As text, since Playwright takes values apart piece by piece, which takes
    several times as long where there are many."""
    answer = page.evaluate(
        f"async (about) => JSON.stringify(await ({script})(JSON.parse(about))) ?? 'null'", json.dumps(about)
    )
    return json.loads(answer)
