"""What somebody chooses on his device: how fast things move, whether they are heard, and in which colours pages are."""

from __future__ import annotations

from typing import Any

from support.browsing import PHONE, Floor, until
from support.scripts import each

# Notes when the page has its colours, and every other colour that its ground had before.
WATCH = """
window.themed = null;
new MutationObserver(() => {
  if (window.themed === null && document.documentElement?.dataset.theme) window.themed = performance.now();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""
PAINTED = "() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0"
# What stops the page until it has run, before anything that could be painted.
FIRST = "() => new URL(document.head.querySelector('script:not([async], [defer], [type=module]), " \
        "link[rel=stylesheet]').src).pathname.split('/').at(-1)"
GROUND = "() => getComputedStyle(document.body).backgroundColor"
THEME = "() => document.documentElement.dataset.theme"


def choose(page: Any, words: str) -> None:
    """Open the settings, choose, close them."""
    page.locator("#open-settings").click()
    page.locator("dialog.settings").get_by_role("radio", name=words, exact=True).check()
    page.keyboard.press("Escape")
    page.locator("dialog.settings").wait_for(state="detached")


def test_colours_are_kept_and_there_before_anything_is_painted(floor: Floor) -> None:
    ann = floor.visitor(fresh=True)
    ann.context.add_init_script(WATCH)
    ann.enter("Ann")
    ann.go_home()
    dark = ann.page.evaluate(GROUND)
    assert ann.page.evaluate(THEME) == "dark"
    choose(ann.page, "Light")
    light = ann.page.evaluate(GROUND)
    assert ann.page.evaluate(THEME) == "light" and light != dark
    for place in ("/", "/table/roulette", "/table/holdem", "/help/qld/blackjack"):
        ann.page.goto(floor.served.base + place)
        until(lambda: ann.page.evaluate(PAINTED) > 0, f"{place} is painted")
        assert (ann.page.evaluate(THEME), ann.page.evaluate(GROUND)) == ("light", light), place
        assert 0 < ann.page.evaluate("() => window.themed") <= ann.page.evaluate(PAINTED), place
        assert ann.page.evaluate(FIRST) == "theme.js", place


def test_colours_follow_the_device_where_that_is_chosen(floor: Floor) -> None:
    bob = floor.visitor(fresh=True, color_scheme="light")
    bob.enter("Bob")
    bob.go_home()
    assert bob.page.evaluate(THEME) == "dark"
    choose(bob.page, "As this device")
    assert bob.page.evaluate(THEME) == "light"
    bob.page.emulate_media(color_scheme="dark")
    until(lambda: bob.page.evaluate(THEME) == "dark", "the page is dark when the device is")
    # Chosen in one tab, it holds in the other.
    other = bob.context.new_page()
    other.goto(floor.served.base)
    other.locator("#open-settings").wait_for()
    choose(other, "Light")
    until(lambda: bob.page.evaluate(THEME) == "light", "the first tab as well")


def test_settings_are_at_hand_at_every_table_and_what_was_chosen_shows(floor: Floor) -> None:
    cat = floor.player("Cat")
    choose(cat.page, "Turbo")
    for place in ("/table/blackjack", "/table/omaha"):
        cat.page.goto(floor.served.base + place)
        cat.page.locator("#open-settings").click()
        cat.page.locator("dialog.settings").wait_for()
        picked = dict(each(cat.page, "dialog.settings :checked", "({ name, value }) => [name, value]"))
        assert picked.items() >= {"pace": "turbo", "sound": "off", "theme": "dark"}.items()
        # Keys pressed there are not the table's.
        cat.page.keyboard.press("r")
        assert cat.page.locator("dialog.settings").is_visible()


def test_on_a_phone_settings_are_beside_the_table(floor: Floor) -> None:
    dan = floor.player("Dan", "blackjack", **PHONE)
    dan.page.locator("#open-log").tap()
    dan.page.locator(".panel").get_by_role("button", name="settings").tap()
    dan.page.locator("dialog.settings").get_by_role("radio", name="Light").check()
    assert dan.page.evaluate(THEME) == "light"
    wide, has = dan.page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= has


def test_the_console_has_them_too(floor: Floor) -> None:
    page = floor.manager().page
    choose(page, "Light")
    assert page.evaluate(THEME) == "light"
    choose(page, "Dark")
    assert page.evaluate(THEME) == "dark"
