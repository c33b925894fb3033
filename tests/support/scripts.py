"""Scripts that tests run in a page, with the page's own modules."""

from __future__ import annotations

import json
from typing import Any

from pitboss.web.front_end import version


def of_the_page(script: str) -> str:
    """A script whose modules are those that the page has loaded: a module is loaded once under an address."""
    return script.replace("'/static/", f"'/static/{version()}/")


def each(page: Any, css: str, script: str) -> list[Any]:
    """What a function makes of every element that fits. Playwright's own way has the page read a script of 340,000
    letters first, once in every page that is loaded, which takes a tenth as long as to load the page."""
    answers: list[Any] = page.evaluate(f"(css) => [...document.querySelectorAll(css)].map({script})", css)
    return answers


def when(page: Any, script: str, about: Any = None, patience: float = 40_000) -> None:
    """Wait until a function answers yes in a page that has come; it is asked again whenever the page has changed, and
    nobody asks from outside meanwhile."""
    came = page.evaluate(f"""([about, patience]) => new Promise((done) => {{
      const look = () => {{
        if (({script})(about)) over(true);
      }};
      const watch = new MutationObserver(look);
      const late = setTimeout(() => over(false), patience);
      const over = (came) => {{
        watch.disconnect();
        clearTimeout(late);
        done(came);
      }};
      watch.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
      look();
    }})""", [about, patience])
    assert came, f"not in {patience:g} ms at {page.url}: {script} of {about!r}"


def ask(page: Any, script: str, about: Any = None) -> Any:
    """What a function answers in a page. As text, since Playwright takes values apart piece by piece, which takes
    several times as long where there are many."""
    answer = page.evaluate(
        f"async (about) => JSON.stringify(await ({script})(JSON.parse(about))) ?? 'null'", json.dumps(about)
    )
    return json.loads(answer)
