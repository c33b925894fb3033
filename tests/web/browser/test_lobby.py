"""The lobby with sixty tables: any game of the index is found by a word and opened with a tap, on a desktop and on a
phone held either way; the keyboard comes to the search first; and nothing moves while the tables go on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import LINK, Browser, Floor, Visitor, opened, until
from support.loading import cold
from support.scripts import ask, each

from pitboss.rulebooks import card_games, games
from pitboss.table.definition import Definition

EVERY: dict[str, type[Definition]] = {**games(), **card_games()}
SIZES = {"desk": (1280, 800), "phone": (390, 844), "landscape": (844, 390)}
TABLES = 60
# What there is of the lobby besides its rows, in the order in which the keyboard comes to it.
SEARCH = "search"
# What the lobby may cost the first time; and scripts that a page asks for once it knows that it needs them.
MOST_BYTES, MOST_REQUESTS = 100_000, 16
LATER = {"sound.js", "wheel.js"}


@pytest.fixture(scope="module")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """A floor with sixty tables, some games with several and some with none."""
    with opened(browser, tmp_path_factory.mktemp("sixty")) as made:
        listed = made.served.tell({"t": "add-table", "id": "extra-0", "name": "Extra 0", "game": next(iter(games()))})
        assert listed["ok"]
        ids = list(EVERY)[: len(EVERY) - 4]
        n = 1
        while len(tables(made)) < TABLES:
            made.add_table(f"extra-{n}", ids[n % len(ids)])
            n += 1
        yield made


def tables(floor: Floor) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = floor.served.lobby()
    return told


@pytest.fixture
def ann(floor: Floor, request: pytest.FixtureRequest) -> Visitor:
    return floor.player(f"Ann{abs(hash(request.node.name)) % 100_000}")


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})


def look_for(visitor: Visitor, words: str) -> Any:
    visitor.page.locator("#search").fill(words)
    return visitor.page.locator(".games .row")


def games_found(visitor: Visitor, part: str = ".games") -> list[str]:
    return each(visitor.page, f"{part} .row", "(row) => row.dataset.game")


# Types words into the search, one after the other, as Playwright does it, and reads what is found of each.
FIND = """(all) => all.map((words) => {
  const search = document.querySelector('#search');
  search.focus();
  search.value = words;
  search.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  return [...document.querySelectorAll('.games .row')].map((row) => row.dataset.game);
})"""


def test_every_game_is_found_by_its_name_and_by_what_people_call_it(ann: Visitor) -> None:
    named = [(id, words) for id, made in EVERY.items()
             for words in (made.title, f"{made.title} {id.partition('/')[0]}")]
    called = [(id, words) for id, made in EVERY.items() for words in filter(None, made.also_called.split(", "))]
    answers = ask(ann.page, FIND, [words for _, words in (*named, *called)])
    for (id, words), found in zip(named, answers, strict=False):
        assert id in list(dict.fromkeys(found))[:4], f"{words!r} finds {found}"
    for (id, words), found in zip(called, answers[len(named):], strict=True):
        assert id in found, words


def test_what_is_looked_for_stands_first_and_signs_do_not_matter(ann: Visitor) -> None:
    named = {"razz": "razz", "HOLDEM": "hold'em", "omaha hi": "omaha hi-lo", "three card": "three card"}
    for words, title in named.items():
        look_for(ann, words)
        assert title in EVERY[games_found(ann)[0]].title.lower(), words
    assert look_for(ann, "no such game").count() == 0
    assert "no such game" in ann.page.locator(".found").text_content()
    ann.page.locator("#search").press("Escape")
    assert ann.page.locator(".games .row").count() >= TABLES


@pytest.mark.parametrize("name", SIZES)
def test_any_game_is_opened_with_two_taps_and_a_word(floor: Floor, name: str) -> None:
    """The search is on the screen without scrolling; the search, the word, the row: and one is at the table."""
    visitor = floor.player(f"Taps{name}", has_touch=True)
    resize(visitor, SIZES[name])
    page = visitor.page
    for id in (next(iter(games())), list(card_games())[-1]):
        page.goto(floor.served.base)
        page.locator(".row").first.wait_for()
        box = page.locator("#search").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= SIZES[name][1]
        page.locator("#search").tap()
        page.keyboard.type(EVERY[id].title)
        rows = page.locator(f'.games .row[data-game="{id}"] .way')
        row = rows.first.bounding_box()
        assert row["y"] + row["height"] <= SIZES[name][1], "on the screen"
        rows.first.tap()
        page.wait_for_url(re.compile("/table/"))
        page.locator(".layout, .poker-felt, .felt").first.wait_for()
    page.goto(floor.served.base)
    recent = page.locator(".usual .row")
    recent.first.wait_for()
    assert list(card_games())[-1] in games_found(visitor, ".usual"), "what one played last comes first"


def test_the_keyboard_comes_to_the_search_first_and_down_the_rows(ann: Visitor) -> None:
    page = ann.page
    page.keyboard.press("Tab")
    assert focused(page) == SEARCH
    page.keyboard.type("craps")
    page.keyboard.press("ArrowDown")
    assert "Craps" in page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert "favourite" in page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert focused(page) == SEARCH
    page.locator("h1").click()
    page.keyboard.press("/")
    assert focused(page) == SEARCH
    assert page.locator("#search").input_value() == "craps", "the stroke is no word"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/table/"))


def focused(page: Any) -> str:
    return str(page.evaluate("() => document.activeElement.id"))


def test_the_keyboard_passes_everything_once_in_the_order_of_the_page(ann: Visitor) -> None:
    """Search, what is one's own, kinds, and then row after row: a stop each, stars aside."""
    page, stops = ann.page, []
    for _ in range(20):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("""() => { const at = document.activeElement;
          return [at.id || at.dataset.category || at.className, at.getBoundingClientRect().top]; }"""))
    names = [name for name, _ in stops]
    assert names[0] == SEARCH and "open-settings" in names[:6] and names[-1] == "way" and "star" not in names
    rows = [top for name, top in stops if name == "way"]
    assert rows == sorted(rows)


@pytest.mark.parametrize("name", SIZES)
def test_everything_has_a_name_and_nothing_is_cut_off(ann: Visitor, name: str) -> None:
    resize(ann, SIZES[name])
    page = ann.page
    bad = page.evaluate("""() => [...document.querySelectorAll('a, button, input')]
      .filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') || one.textContent).trim())
      .map((one) => one.outerHTML)""")
    assert bad == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "no scrolling aside"
    small = page.evaluate("""() => [...document.querySelectorAll('.way, .star, .chips button, .lobby-bar button')]
      .filter((one) => one.checkVisibility()).filter((one) => { const box = one.getBoundingClientRect();
        return box.height < 40 || box.width < 40; }).map((one) => one.outerHTML)""")
    assert small == [], "large enough for a finger"
    over = page.evaluate("""() => [...document.querySelectorAll('.row')].filter((row) => {
        const parts = [...row.querySelectorAll('.name, .stakes, .seats, .star')].filter((one) => one.checkVisibility());
        const boxes = parts.map((one) => one.getBoundingClientRect());
        return boxes.some((a, n) => boxes.slice(n + 1).some((b) => a.left < b.right && b.left < a.right
          && a.top < b.bottom && b.top < a.bottom)); }).map((row) => row.textContent)""")
    assert over == [], "no two of its texts overlap"


def test_no_two_games_look_alike(ann: Visitor) -> None:
    drawn = ann.page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.games .row')].map((row) =>
      [row.dataset.game, row.querySelector('.emblem').outerHTML]))""")
    assert set(drawn) == set(EVERY) and len(set(drawn.values())) == len(EVERY)


def test_nothing_moves_while_tables_go_on(floor: Floor, ann: Visitor) -> None:
    """Somebody sits down, a table opens and another closes: words change, rows stay where they are."""
    page = ann.page
    until(lambda: page.evaluate(f"() => {LINK} link.tables.size)"), "the list came")
    places = """() => [...document.querySelectorAll('.row')].map((row) =>
      [row.dataset.game, row.getBoundingClientRect().y])"""
    before = page.evaluate(places)
    without = next(id for id in EVERY if all(table["game"] != id for table in tables(floor)))
    other = floor.player("Mover", "extra-1")
    opened = other.give({"t": "open-game", "game": without})
    assert opened["ok"]
    row = page.locator(f'.row[data-table="{opened["table"]}"]')
    row.wait_for()
    floor.add_table("late-one", next(iter(games())))
    assert floor.served.tell({"t": "close-table", "table": "extra-2", "now": True})["ok"]
    page.locator('.row.closed[data-table="extra-2"]').wait_for()
    assert page.evaluate(places) == before
    # Who looks for it finds it all the same.
    assert look_for(ann, "late one").count() == 1


def test_where_one_sits_comes_first_and_favourites_stay(floor: Floor, ann: Visitor) -> None:
    page = ann.page
    assert ann.give({"t": "sit", "table": "extra-3", "box": 1} if not poker(floor, "extra-3") else {
        "t": "sit", "table": "extra-3", "box": 1, "amount": 40_00})["ok"]
    id = list(games())[2]
    page.locator(f'.row[data-game="{id}"] .star').first.click()
    page.reload()
    first = page.locator(".games .part").first
    first.wait_for()
    assert first.locator("h2").text_content() == "Continue"
    assert first.locator(".row").get_attribute("data-table") == "extra-3"
    assert id in games_found(ann, ".usual")
    page.locator(f'.usual .row[data-game="{id}"] .star').click()
    page.reload()
    first.wait_for()
    assert page.locator(f'.usual .row[data-game="{id}"]').count() == 0


def poker(floor: Floor, table: str) -> bool:
    return next(one["kind"] for one in tables(floor) if one["id"] == table) == "poker"


def test_a_kind_of_game_shows_its_own(ann: Visitor) -> None:
    for kind in {made.listed_under() for made in EVERY.values()}:
        ann.page.locator(f'.chips [data-category="{kind}"]').click()
        shown = set(games_found(ann))
        assert shown == {id for id, made in EVERY.items() if made.listed_under() == kind}
        assert ann.page.locator(".chips [aria-pressed=true]").text_content() == kind


def test_a_cap_is_told_in_the_lobby(floor: Floor, ann: Visitor) -> None:
    without = [id for id in EVERY if all(table["game"] != id for table in tables(floor))]
    for id in list(EVERY)[:3]:
        assert ann.give({"t": "open-game", "game": id})["ok"]
    rows = ann.page.locator(f'.row[data-game="{without[0]}"] .way')
    rows.first.click()
    ann.page.locator(".note.refused").filter(has_text="3 tables").wait_for()


def test_where_credits_are_bought_there_are_tables_and_no_others(browser: Browser, tmp_path_factory: Any) -> None:
    with opened(browser, tmp_path_factory.mktemp("bought"), "--no-guests") as floor:
        floor.served.tell({"t": "add-person", "name": "Pia", "role": "player", "password": "first one 1"})
        pia = floor.visitor()
        pia.enter("Pia", "first one 1", "second one 2")
        pia.go_home()
        assert pia.page.locator(".row.waiting").count() == 0
        assert "play money only" in pia.give({"t": "open-game", "game": next(iter(games()))})["refused"]
        pia.page.locator("#open-account").click()
        assert pia.page.locator("#keep-it").count() == 0
        floor.leave()


# -- a guest's name ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_keeps_name_and_credits_with_a_password(floor: Floor, size: str) -> None:
    name = f"Kim{size[:5]}"
    kim = floor.player(name)
    resize(kim, SIZES[size])
    kim.give({"t": "cash-out", "amount": 10_00})
    kim.page.locator("#open-account").click()
    kim.page.locator("#keep-it").click()
    for field in ("New password, 8 characters or more", "New password again"):
        kim.page.get_by_label(field).fill("quite secret")
    kim.page.locator("#keeping").get_by_role("button", name="Keep this name").click()
    kim.page.locator(".row").first.wait_for()
    assert kim.page.locator("#keep-name").count() == 0, "no guest any more"
    again = floor.visitor()
    again.sign_in(name, "quite secret")
    until(lambda: again.page.locator("#credits").text_content() == "990.00", "the credits are there")


def test_a_guest_is_warned_before_the_name_is_lost(floor: Floor) -> None:
    lou = floor.player("Lou")
    lou.page.locator("#open-account").click()
    lou.page.locator("#leave-floor").click()
    warned = lou.page.locator("#leaving")
    assert "1,000.00" in warned.text_content() and lou.page.url.endswith("/")
    lou.page.keyboard.press("Escape")
    until(lambda: lou.page.locator("dialog").count() == 0, "the warning is gone")
    lou.page.locator("#open-account").click()
    lou.page.locator("#leave-floor").click()
    lou.page.locator("#leave-for-good").click()
    lou.page.get_by_text("You are signed out.").wait_for()


# -- the first time ----------------------------------------------------------------------------------------


def test_the_lobby_is_small_and_comes_in_few_requests(floor: Floor) -> None:
    """With sixty tables, nothing kept: all that comes over the line, the socket's first words included."""
    new = floor.visitor(fresh=True)
    new.enter("Nan")
    cost = cold(new.page, floor.served.base, ".row")
    assert cost.sent_bytes <= MOST_BYTES, f"{cost.sent_bytes} bytes"
    assert cost.requests <= MOST_REQUESTS, cost.names
    # What the tables are drawn with is not for the lobby.
    assert not [name for name in cost.names if re.search(r"(cards|chips|felt|layout\w*|courts)\.js", name)]


def test_no_script_waits_for_another_to_ask_for_it(floor: Floor) -> None:
    """Every script that a page imports is named in the page itself, so that they all come at once."""
    new = floor.visitor(fresh=True)
    new.enter("Ned")
    for address, there in (("/", ".row"), ("/table/extra-1", "header"), ("/table/extra-25", "header")):
        cost = cold(new.page, floor.served.base + address, there)
        page = new.page.content()
        scripts = {name.rpartition("/")[2] for name in cost.names if ".js" in name}
        named = set(re.findall(r'"/static/\w+/([\w-]+\.js)', page))
        # A drawing is fetched once it is known which; settings and the like when somebody wants them.
        assert {name for name in scripts - named if not name.startswith("layout_")} <= LATER, address
