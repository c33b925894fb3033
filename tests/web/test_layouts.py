"""The betting layouts, in a real browser: every wager has its place, can be reached and says what it is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.browsing import ARGS, CHROMIUM, UNPAINTED
from support.scripts import ask

from pitboss.equipment.wheels import Wheel
from pitboss.floor.view import fixed
from pitboss.rulebooks import games
from pitboss.rulebooks.qld.s07_roulette_layout import layout
from pitboss.table.game import DECISION, Game

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no browser to draw in")

STATIC = Path(__file__).parents[2] / "pitboss" / "web" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css"}
PAGE = """<!doctype html><title>layouts</title><link rel=stylesheet href=/static/app.css>
<link rel=stylesheet href=/static/layouts.css><style>body { margin: 0 } #felt { width: 100vw; height: 85vh }</style>
<div id=felt></div><script type=module>
import { fetchDrawing, formFor, layoutFor } from '/static/layouts.js';
import { POCKETS } from '/static/wheel.js';
window.heard = [];
document.addEventListener('area', ({ detail }) => heard.push([detail.wager, detail.box]));
window.pockets = POCKETS;
window.show = async (view, you) => {
  await fetchDrawing(view);
  const felt = document.getElementById('felt');
  window.layout = layoutFor(view, () => formFor(felt.clientWidth, felt.clientHeight));
  felt.replaceChildren(layout.element);
  layout.update(view, you);
};
window.ready = true;
</script>"""

# The last is what a phone on its side leaves for the felt.
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "side": (560, 407)}
SIX = [{"wager": f"side {number}", "short": f"side {number}"} for number in range(1, 7)]
# Options that change what is drawn; any other game is looked at as it comes.
DRAWN_BY: dict[str, list[dict[str, str]]] = {
    "qld/roulette": [{"wheel": "0"}, {"wheel": "00"}, {"wheel": "000"}],
    "qld/wheel-of-fortune": [{"wheel": "50"}, {"wheel": "54"}],
    "qld/baccarat": [{"places": "9"}, {"places": "14", "banker": "even-money"}],
}
TABLES = [(name, options) for name in games() for options in DRAWN_BY.get(name, [{}])]
SHARED = ("qld/roulette", "qld/craps", "qld/mini-craps", "qld/sic-bo", "qld/wheel-of-fortune")
# Wagers of a decision with a place to touch, by drawing, where that is not all of them: these lie beside the original.
LATER = {"blackjack": {"insurance"}, "switch": {"insurance"}}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        # Where the browser is part of the bargain its absence is a failure.
        missing = pytest.fail if os.environ.get("PITBOSS_NEEDS_BROWSER") else pytest.skip
        missing("there is no Chromium on this machine: no browser to test with")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGS, *UNPAINTED])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def pages(browser: Any) -> dict[str, Any]:
    return {name: open_page(browser, *size) for name, size in SIZES.items()}


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, pages: dict[str, Any]) -> Any:
    return pages[request.param]


class Drawn(NamedTuple):
    """A table as its players find it, with Ann at box 2."""

    page: Any
    name: str
    options: dict[str, str]
    areas: list[dict[str, Any]]


@pytest.fixture(scope="module", params=product(TABLES, SIZES), ids=lambda of: f"{of[1]}-{of[0][0]}-{of[0][1]}")
def drawn(request: pytest.FixtureRequest, pages: dict[str, Any]) -> Drawn:
    (name, options), size = request.param
    show(pages[size], view_of(name, options), {"name": "Ann", "boxes": [2]})
    return Drawn(pages[size], name, options, areas(pages[size]))


def open_page(browser: Any, width: int, height: int) -> Any:
    page = browser.new_page(viewport={"width": width, "height": height})

    def answer(route: Any) -> None:
        path = STATIC / route.request.url.rpartition("/static/")[2]
        if "/static/" not in route.request.url:
            route.fulfill(body=PAGE, content_type="text/html")
        elif path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix])
        else:
            route.fulfill(status=404, body="")

    page.route("**/*", answer)
    page.goto("http://localhost/")
    page.wait_for_function("() => window.ready")
    return page


def view_of(name: str, options: dict[str, str], **more: Any) -> dict[str, Any]:
    made = games()[name](options)
    return {
        **fixed(made), "id": "t", "game": name, "betting": True,
        "phase": "wagers", "seats": {"2": "Ann", "3": "Bartholomew the Younger"}, "wagers": [], "hands": {},
        "asked": None, "events": [], "last": None, "history": [], "state": {}, **more,
    }


def show(page: Any, view: dict[str, Any], you: dict[str, Any] | None = None) -> None:
    ask(page, "([view, you]) => show(view, you)", [view, you])


def areas(page: Any) -> list[dict[str, Any]]:
    script = ("() => layout.areas().map(({ element, ...rest }) => ({ ...rest, covers: "
              "layout.sheet.areas.find((area) => area.element === element).covers, data: { ...element.dataset } }))")
    found: list[dict[str, Any]] = ask(page, script)
    return found


def test_every_wager_has_exactly_one_area(drawn: Drawn) -> None:
    name, options = drawn.name, drawn.options
    placed = Counter((area["wager"], area["box"]) for area in drawn.areas if not area["decision"])
    boxes = [2] if name in SHARED else range(1, int(options.get("places", games()[name].boxes)) + 1)
    assert placed == Counter((wager, box) for wager in games()[name](options).wager_names() for box in boxes)
    later = {area["wager"] for area in drawn.areas if area["decision"]}
    made = games()[name]
    decided = {kind.name for kind in made.kinds if kind.moment == DECISION}
    assert later == decided & LATER.get(made.look.drawing, decided)


def test_an_area_is_on_top_where_its_chips_lie_and_says_what_it_is(drawn: Drawn) -> None:
    hidden = drawn.page.evaluate("""() => layout.areas().filter(({ x, y, element }) => {
      const at = new DOMPoint(x, y).matrixTransform(layout.element.getScreenCTM());
      return document.elementFromPoint(at.x, at.y)?.closest('.area') !== element;
    }).map(({ wager, box }) => [wager, box])""")
    assert hidden == []
    for area in drawn.areas:
        assert area["data"] == {"area": area["wager"], "box": str(area["box"])}
        assert area["wager"] in area["label"]
        assert (f"box {area['box']}" in area["label"]) == (drawn.name not in SHARED)
    said = {area["wager"]: area["label"] for area in drawn.areas}
    if drawn.name == "qld/roulette":
        assert said["straight up 17"] == "straight up 17, pays 35 to 1"
    if drawn.name == "qld/craps":
        assert said["place bet 6"] == "place bet 6, pays 7 to 6"


def test_arrow_keys_reach_every_area(drawn: Drawn) -> None:
    unreached = drawn.page.evaluate("""() => {
      const [first, ...all] = layout.areas().map(({ element }) => element);
      const seen = new Set([first]);
      const unreached = new Set(all);
      const waiting = [first];
      while (waiting.length && unreached.size) {
        const from = waiting.pop();
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          from.focus();
          from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          const to = document.activeElement;
          if (!seen.has(to)) { seen.add(to); unreached.delete(to); waiting.push(to); }
        }
      }
      return [...unreached].map(({ dataset }) => dataset.area + ' ' + dataset.box);
    }""")
    assert unreached == []


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_nothing_is_drawn_beyond_the_edge(page: Any, name: str, options: dict[str, str]) -> None:
    show(page, view_of(name, options, last={"round": 1, "result": "3 4", "lines": []}), {"boxes": [2]})
    outside = page.evaluate("""() => {
      const all = layout.element.getBoundingClientRect();
      const [, , width, height] = layout.element.getAttribute('viewBox').split(' ').map(Number);
      const scale = Math.min(all.width / width, all.height / height);
      const [left, top] = [(all.width - width * scale) / 2 + all.left, (all.height - height * scale) / 2 + all.top];
      const slack = 2;
      return [...layout.element.querySelectorAll('.cloth text, .cloth .spot, .cloth .cell')].filter((drawn) => {
        if (drawn.closest('[clip-path]')) return false;
        const at = drawn.getBoundingClientRect();
        return at.width && (at.left < left - slack || at.top < top - slack
          || at.right > left + width * scale + slack || at.bottom > top + height * scale + slack);
      }).map((drawn) => drawn.textContent || drawn.getAttribute('class'));
    }""")
    assert outside == []


@pytest.mark.parametrize("name", [name for name in games() if name not in SHARED])
def test_six_additional_wagers_are_large_enough_and_a_finger_finds_each(page: Any, name: str) -> None:
    show(page, view_of(name, {}, sides=SIX), {"boxes": [2]})
    found = page.evaluate("""() => {
      const sides = [...layout.element.querySelectorAll('.cloth [data-box="2"][data-area^="side "]')];
      const missed = sides.filter((area) => {
        const { left, top, width, height } = area.querySelector('.spot').getBoundingClientRect();
        const hit = (x, y) => area.contains(document.elementFromPoint(left + x * width, top + y * height));
        const points = [[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.3], [0.5, 0.7]];
        return width < 26 || height < 22 || !points.every((point) => hit(...point));
      });
      return [sides.length, ...missed.map(({ dataset }) => dataset.area)];
    }""")
    assert found == [6]


@pytest.mark.parametrize("wheel", ["0", "00", "000"])
def test_roulette_covers_the_numbers_of_the_law_and_turns_the_same_wheel(page: Any, wheel: str) -> None:
    show(page, view_of("qld/roulette", {"wheel": wheel}), {"boxes": [2]})
    covered = {area["wager"]: frozenset(area["covers"]) for area in areas(page)}
    assert covered == {name: place.numbers for name, place in layout(wheel).items()}  # type: ignore[arg-type]
    assert tuple(page.evaluate(f"() => pockets['{wheel}']")) == Wheel(wheel).pockets  # type: ignore[arg-type]


def test_click_enter_and_space_choose_an_area(page: Any) -> None:
    show(page, view_of("qld/roulette", {}), {"name": "Ann", "boxes": [2]})
    page.evaluate("() => { heard.length = 0 }")
    page.locator('[data-area="split 17/20"] .zone').click()
    page.locator('[data-area="straight up 5"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert page.evaluate("() => heard") == [["split 17/20", 2], ["straight up 5", 2], ["straight up 5", 2]]


def test_an_inside_bet_shows_its_numbers(page: Any) -> None:
    show(page, view_of("qld/roulette", {}), {"boxes": [2]})
    page.locator('[data-area="corner 17/18/20/21"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("() => document.activeElement.dataset.area")
    numbers = page.evaluate("() => [...document.querySelectorAll('.covered')].map(({ dataset }) => dataset.area)")
    assert {f"straight up {number}" for number in layout("0")[chosen].numbers} == set(numbers)


def test_a_decision_is_chosen_only_by_the_box_that_is_asked(page: Any) -> None:
    asked = {"kind": "choose", "hand": "2", "player": "Ann", "options": [{"name": "bet"}, {"name": "fold"}]}
    for turn, heard in ((None, []), (asked | {"hand": "3"}, []), (asked, [["bet", 2]])):
        show(page, view_of("qld/three-card-poker", {}, betting=False, phase="decisions", asked=turn), {"boxes": [2]})
        page.evaluate("() => { heard.length = 0 }")
        page.evaluate("""() => document.querySelector('[data-area="bet"][data-box="2"]')
          .dispatchEvent(new MouseEvent('click', { bubbles: true }))""")
        assert page.evaluate("() => heard") == heard


def test_marks_of_the_table(page: Any) -> None:
    asked = {"kind": "choose", "hand": "2b", "player": "Ann", "options": [{"name": "draw"}]}
    hands = {"dealer": ["Ah"], "2a": ["8s"], "2b": ["8d"]}
    show(page, view_of("qld/blackjack", {}, hands=hands, asked=asked, betting=False, phase="decisions"), {"boxes": [2]})
    assert page.evaluate("() => [...layout.element.classList].sort()")[:1] == ["closed"]
    assert page.evaluate("() => document.querySelector('.box.turn').dataset.seat") == "2"
    assert page.evaluate("() => document.querySelector('.box.own .seat-name').textContent") == "Ann"
    assert page.evaluate("() => document.querySelector('.turn-mark').classList.contains('shown')")
    apart = page.evaluate("() => [layout.where('original', 2), layout.where('split', 2)]")
    assert apart[0]["x"] < apart[1]["x"]
    # A wager that lies with one hand has a place of its own where the layout knows one, and else that of its kind.
    own = page.evaluate("""() => [layout.where('original', 2, '2a'), layout.where('split', 2, '2b'),
      layout.where('double down', 2, '2a'), layout.where('double down', 2, '2b')]""")
    assert own[:2] == apart and own[2]["x"] < own[0]["x"] and own[3]["x"] > own[1]["x"]
    show(page, view_of("qld/blackjack", {}), {"boxes": [2]})
    assert page.evaluate("() => layout.element.classList.contains('open')")
    assert page.locator(".box.turn").count() == 0


def test_the_point_and_the_dice(page: Any) -> None:
    last = {"round": 1, "result": "2 4", "lines": []}
    show(page, view_of("qld/craps", {}, state={"point": 6, "shooter": [2, "Ann"]}, last=last), {"boxes": [2]})
    assert page.evaluate("() => document.querySelector('.puck').textContent") == "ON"
    number, puck = page.evaluate("""() => ['[data-area="place bet 6"] rect', '.puck circle'].map((found) =>
      document.querySelector(found).getBoundingClientRect().toJSON())""")
    assert number["left"] < puck["left"] + puck["width"] / 2 < number["right"]
    assert page.locator(".thrown .die").count() == 2
    assert page.get_by_text("point 6 · Ann throws").count() == 1
    labels = {area["wager"]: area["label"] for area in areas(page)}
    assert labels["win odds"] == "win odds, pays 6 to 5"
    show(page, view_of("qld/craps", {}, state={"point": None}), {"boxes": [2]})
    assert page.evaluate("() => document.querySelector('.puck').textContent") == "OFF"


def test_winning_areas_of_three_dice_are_lit_and_a_cover_hides_the_dice(page: Any) -> None:
    made = games()["qld/sic-bo"]()
    areas_lit = [name for name in made.wager_names() if made.result(name, (1, 2, 3)).outcome == "win"]  # type: ignore[attr-defined]
    last, lit = {"round": 1, "result": "3 1 2", "lines": []}, {"result": "3 1 2", "areas": areas_lit}
    won = "() => [...document.querySelectorAll('.area.won')].map((won) => won.dataset.area)"
    covered = "() => document.querySelector('.tumbler-cover').checkVisibility({ visibilityProperty: true })"
    show(page, view_of("qld/sic-bo", {}, state={"lit": lit}, last=last), {"boxes": [2]})
    assert sorted(page.evaluate(won)) == sorted(areas_lit) and len(areas_lit) == 10
    assert page.locator(".thrown .die").count() == 3 and not page.evaluate(covered)
    # What another result lit says nothing of this one.
    other = view_of("qld/sic-bo", {"tumbler": "covered"}, state={"lit": lit}, last={**last, "result": "6 6 6"})
    show(page, other, {"boxes": [2]})
    assert page.evaluate(won) == [] and page.evaluate(covered)


@pytest.mark.parametrize("wheel", ["50", "52", "54"])
def test_the_big_wheel_has_the_sections_of_the_law_and_stops_where_it_came(pages: dict[str, Any], wheel: str) -> None:
    page, made = pages["desktop"], games()["qld/wheel-of-fortune"]({"wheel": wheel})
    under_indicator = """() => {
      const step = 360 / document.querySelectorAll('.wheel .section').length;
      const turned = Number(document.querySelector('.wheel').style.transform.match(/-?[\\d.]+/)[0]);
      const place = (((-turned / step) % (360 / step)) + 360 / step) % (360 / step);
      const letter = (n) => document.querySelectorAll('.wheel .section text')[Math.round(n) % (360 / step)].textContent;
      return [letter(Math.floor(place + 0.01)), letter(Math.ceil(place - 0.01))];
    }"""
    for came, stands in (("d", ["d", "d"]), ("peg b/a", ["a", "b"])):
        show(page, view_of("qld/wheel-of-fortune", {"wheel": wheel}, last={"round": 1, "result": came, "lines": []}))
        drawn = page.locator(".wheel .section text").all_text_contents()
        assert Counter(drawn) == Counter(made.pockets)  # type: ignore[attr-defined]
        assert page.evaluate(under_indicator) == stands


def test_what_won(page: Any) -> None:
    def winners() -> set[str]:
        return set(page.evaluate("() => [...document.querySelectorAll('.area.won')].map((won) => won.dataset.area)"))

    show(page, view_of("qld/roulette", {}, last={"round": 1, "result": "17", "lines": []}), {"boxes": [2]})
    assert winners() == {"straight up 17", "column 2", "dozen 2", "low", "odd", "black"}
    assert "won" in {area["wager"]: area["label"] for area in areas(page)}["black"]
    came = [{"kind": "came", "what": "ball", "result": "0"}]
    show(page, view_of("qld/roulette", {}, events=came, phase="settlement", betting=False,
                       last={"round": 1, "result": "17", "lines": []}), {"boxes": [2]})
    assert winners() == {"straight up 0"}
    line = {"kind": "settled", "box": 2, "player": "Ann", "wager": "ante", "outcome": "win"}
    lost = line | {"wager": "pair plus", "outcome": "lose"}
    show(page, view_of("qld/three-card-poker", {}, last={"round": 1, "result": "", "lines": [line, lost]}))
    assert page.evaluate("() => [...document.querySelectorAll('.area.won')].map((won) => won.dataset.box)") == ["2"]
    assert winners() == {"ante"}
    history = [{"round": 1, "result": "banker 6", "tag": "banker"}]
    show(page, view_of("qld/baccarat", {}, last={"round": 1, "result": "banker 6", "lines": []}, history=history))
    assert winners() == {"banker"}


PLACES = {
    "qld/craps": ("come bet 6", "don't come bet 6", "come odds 6", "don't come odds 6", "win odds"),
    "qld/blackjack": ("original", "insurance", "double down", "split", "double down 2a", "double down 2b"),
    "qld/three-card-poker": ("ante", "bet", "pair plus"),
    "nsw/texas-holdem-bonus-poker": ("ante", "ante bonus", "flop", "turn", "river"),
    "qld/texas-holdem-bonus-poker": ("ante", "bonus", "flop", "turn", "river"),
    "cbr/casino-holdem-poker": ("ante", "call", "super aces bonus"),
    "qld/baccarat": ("player", "banker", "tie"),
}


@pytest.mark.parametrize("name", PLACES)
def test_chips_have_places_of_their_own(page: Any, name: str) -> None:
    split = {"2a": ["8s"], "2b": ["8d"]} if name == "qld/blackjack" else {}
    show(page, view_of(name, {}, hands=split), {"boxes": [2]})
    spots = page.evaluate("(wagers) => wagers.map((wager) => layout.where(wager, 2))", list(PLACES[name]))
    width, height = page.evaluate("() => layout.element.getAttribute('viewBox').split(' ').slice(2).map(Number)")
    assert all(0 < spot["x"] < width and 0 < spot["y"] < height and spot["scale"] > 0 for spot in spots)
    assert len({(spot["x"], spot["y"]) for spot in spots}) == len(spots)


# Drawings with places for the hands of a box that was split.
SPLIT = {"blackjack": ("", "a", "b"), "switch": ("a", "b")}


def hands_of(made: type[Game]) -> set[str]:
    """The hands that a game deals, by name."""
    parts = SPLIT.get(made.look.drawing, ("",))
    boxes = {f"{box}{part}" for box in range(1, made.boxes + 1) for part in parts}
    return {*made.hands_dealt} - {"box"} | (boxes if "box" in made.hands_dealt else set())


def test_cards_have_places_of_their_own(drawn: Drawn) -> None:
    hands = ask(drawn.page, "() => layout.hands()")
    assert set(hands) == hands_of(games()[drawn.name])
    whole = {hand: place for hand, place in hands.items() if not hand.endswith(("a", "b"))}
    assert len({(place["x"], place["y"]) for place in whole.values()}) == len(whole)
    for place in hands.values():
        assert place["width"] >= 60 * place["scale"]


# As long as the name of a hand gets.
LONGEST_NAME = "flush, queen high, jack eight seven three"
TAGS = """async ([view, words]) => {
  const { Felt } = await import('/static/felt.js');
  const { formFor } = await import('/static/layouts.js');
  const frame = document.getElementById('felt');
  const felt = new Felt(view, () => formFor(frame.clientWidth, frame.clientHeight));
  frame.replaceChildren(felt.element);
  felt.layout.update(view, { name: 'Ann', boxes: [2] });
  // Tiles in two groups are named group by group.
  const hands = Object.entries(felt.layout.hands()).filter(([, place]) => !place.spots).map(([hand]) => hand);
  const dealt = { ...view, hands: Object.fromEntries(hands.map((hand) => [hand, ['As', 'Kd']])) };
  felt.drawTags(dealt, Object.fromEntries(hands.map((hand) => [hand, words])), 0);
  const [cloth, tags] = [felt.element.getBoundingClientRect(), [...felt.element.querySelectorAll('.tag rect')]];
  const out = tags.map((tag) => tag.getBoundingClientRect())
    .filter(({ left, right }) => left < cloth.left - 1 || right > cloth.right + 1);
  frame.replaceChildren(layout.element);
  return [hands.length, tags.length, out.map(({ left, right }) => [left, right])];
}"""


def test_the_name_of_a_hand_stays_on_the_felt(drawn: Drawn) -> None:
    view = view_of(drawn.name, drawn.options)
    hands, tags, outside = ask(drawn.page, TAGS, [view, LONGEST_NAME])
    assert outside == [] and (tags or not hands)


def test_a_phone_puts_the_own_box_in_front(pages: dict[str, Any]) -> None:
    page = pages["phone"]
    show(page, view_of("qld/blackjack", {}), {"boxes": [2]})
    hands = page.evaluate("() => layout.hands()")
    assert hands["2"]["scale"] > 2 * hands["3"]["scale"]
    page.evaluate("() => { window.moved = 0; layout.element.addEventListener('moved', () => { moved += 1 }) }")
    page.evaluate("(view) => layout.update(view, { boxes: [3] })", view_of("qld/blackjack", {}))
    hands = page.evaluate("() => layout.hands()")
    assert hands["3"]["scale"] > 2 * hands["2"]["scale"]
    assert page.evaluate("() => moved") == 1


PRINTED = {
    "qld/blackjack": ("blackjack pays 3 to 2", "dealer must stand on 17 and must draw to 16", "insurance pays 2 to 1"),
    "qld/soft-17-blackjack": (
        "soft 17 blackjack", "blackjack pays 3 to 2", "dealer must draw on a soft 17 and will stand on a hard 17",
        "insurance pays 2 to 1",
    ),
    "qld/three-card-poker": ("dealer only plays with queen or higher", "ante", "bet", "pair plus"),
    "nsw/texas-holdem-bonus-poker": ("ante", "flop", "turn", "river", "bonus"),
    "qld/texas-holdem-bonus-poker": ("ante", "flop", "turn", "river", "bonus"),
}


@pytest.mark.parametrize("name", PRINTED)
def test_what_the_law_wants_printed_is_printed(page: Any, name: str) -> None:
    """QLD-2-3(2), QLD-2d-2(1), QLD-11-9(3), QLD-12-10(2) and (3), NSW-2.2.1."""
    show(page, view_of(name, {}), {"boxes": [2]})
    said = page.evaluate("() => [...document.querySelectorAll('.cloth text')].map((text) => text.textContent)")
    assert {word.lower() for word in PRINTED[name]} <= {text.lower() for text in said}


# -- what hands are called -------------------------------------------------------------------------------------------


def test_hands_are_set_against_each_other_in_words(pages: dict[str, Any]) -> None:
    def compared(*lines: tuple[str, str, str]) -> str:
        """Each line: the hand of a box, what it is called, and the hand that won."""
        def held(hand: str, name: str) -> dict[str, Any]:
            box = 4 if hand.startswith("4") else 0
            return {"hand": hand, "box": box, "place": f"box {hand}" if box else hand, "name": name}

        told = [{"hands": [held(hand, name), held("dealer", "jack high")], "won": won} for hand, name, won in lines]
        said: str = pages["desktop"].evaluate(
            "(lines) => import('/static/showdown.js').then(({ compared }) => "
            "compared(lines).map((one) => one.innerHTML.replace(/<.?span>/g, '')).join(''))", told)
        return said

    assert compared(("4", "seven high", "dealer")) == "<b>dealer: jack high</b>; you: seven high"
    assert compared(("4a", "16", "4a"), ("4b", "12", "")) == "dealer: jack high; <b>box 4a: 16</b>; box 4b: 12"
    assert compared() == ""


@pytest.mark.parametrize("name", games())
def test_a_game_without_a_drawing_of_its_own_has_a_place_for_every_wager(page: Any, name: str) -> None:
    made = games()[name]({})
    view = view_of(name, {}, look={**made.look._asdict(), "drawing": "default"})
    ask(page, "([view, you]) => show(view, you)", [view, {"name": "Ann", "boxes": [2]}])
    own = "layout.areas().filter(({ box }) => box === 2)"
    areas = page.evaluate(f"() => {own}.map(({{ wager, decision }}) => [wager, decision])")
    kinds = [[kind.name, kind.moment == DECISION] for kind in made.all_kinds()]
    assert sorted(areas) == sorted(kinds)
    hands = set(page.evaluate("() => Object.keys(layout.hands())"))
    assert {hand for hand in made.hands_dealt if hand != "box"} <= hands and "2" in hands
