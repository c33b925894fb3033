"""What one person types is text on everybody else's page, whatever it looks like."""

from __future__ import annotations

from typing import Any

from support.browsing import Floor
from support.scripts import of_the_page

HOSTILE = "<img src=x onerror='window.hacked=1'>"
# Markup that nobody but an attacker put there, and whether it ran.
INJECTED = "() => document.querySelectorAll('img, iframe, script:not([src]), [onerror]').length + !!window.hacked"
# What the floor was asked is answered and drawn; and what markup may have asked it for, before this, has come.
DRAWN = of_the_page("""async () => {
  const { link } = await import('/static/link.js');
  do await new Promise(requestAnimationFrame); while (link.asked.size || link.waiting.size);
  await new Promise(requestAnimationFrame);
  await fetch('/healthz');
}""")


def clean(page: Any) -> None:
    """Shown as it was typed, and nothing more."""
    page.get_by_text(HOSTILE).first.wait_for()
    assert page.evaluate(INJECTED) == 0


def test_names_and_reasons_are_text_on_every_page(floor: Floor) -> None:
    manager, base = floor.manager(), floor.served.base
    made = manager.give({"t": "add-table", "id": "evil", "name": HOSTILE, "game": "qld/roulette", "mode": "physical"})
    assert made["ok"], made
    ann = floor.player("Ann")
    clean(ann.page)
    ann.page.goto(f"{base}/table/evil")
    clean(ann.page)
    placed = ann.give({"t": "place", "table": "evil", "box": 1, "wagers": [["red", 500]]})
    assert placed["ok"], placed
    proposed = manager.give({"t": "propose", "table": "evil", "what": "void", "reason": f"{HOSTILE} because"})
    assert proposed["ok"], proposed
    sue = floor.staff("Sue", "supervisor", "evil")
    clean(sue.page)
    for tab in sue.page.get_by_role("tab").all():
        tab.click()
        sue.page.evaluate(DRAWN)
        assert sue.page.evaluate(INJECTED) == 0
    assert sue.give({"t": "approve", "table": "evil", "n": proposed["n"]})["ok"]
    sue.page.locator(".proposal").wait_for(state="detached")
    ann.page.locator("#lines, .log").filter(has_text=HOSTILE).first.wait_for()
    for page in (ann.page, sue.page):
        page.evaluate(DRAWN)
        assert page.evaluate(INJECTED) == 0


def test_passwords_are_not_left_behind_in_the_browser(floor: Floor) -> None:
    """Commands are kept until they are answered, so that they can be sent again; those with a password are not."""
    manager = floor.manager()
    stored = """() => {
      window.written = [];
      const write = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) { window.written.push(value); write.call(this, key, value); };
    }"""
    manager.page.evaluate(stored)
    assert manager.give({"t": "add-person", "name": "Ned", "role": "dealer", "password": "very secret 1"})["ok"]
    assert manager.give({"t": "unlock", "name": "Ned"})["ok"]
    written = manager.page.evaluate("() => window.written.join(' ')")
    assert "unlock" in written and "very secret" not in written
