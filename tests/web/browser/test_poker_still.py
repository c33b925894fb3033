"""The page of a table between players: felt, seats, result and dock keep size and place through a hand; no two texts
overlap and none is cut, in every form of game the card room has, upright, on its side and at a desk."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import DESK, LINK, Floor, Visitor, until
from support.places import DRAWN
from support.scripts import ask
from web.browser.test_poker import asked, come, hurry, sit

from pitboss.rulebooks import card_games

SIZES = {"desk": (1280, 800), "upright": (390, 844), "on its side": (844, 390), "tablet": (820, 1180)}


def form(id: str) -> tuple[int, ...]:
    """What a page has to find room for: cards down, up and on how many boards, and what is asked besides bets."""
    game = card_games()[id]()
    dealt = [sum(getattr(street, cards) for street in game.streets) for cards in ("down", "up", "board")]
    asked = [any(getattr(street, what) for street in game.streets) for what in ("draw", "discard", "sets")]
    return (*dealt, game.boards, *asked)


# Of each form the game with the longest name.
FORMS = {form(id): id for id in sorted(card_games(), key=lambda id: (len(card_games()[id].title), id))}
GAMES = sorted(FORMS.values())
# Places whose boxes nothing in a hand may change; seats by their number.
PLACES = """() => {
  const boxes = {};
  const add = (name, element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    boxes[name] = [x, y, width, height].map(Math.round);
  };
  const parts = ['.bar', '.felt-frame', '.poker-felt', '.outcome-row', '.poker-dock', '.poker-dock .state', '.doing'];
  for (const part of parts) add(part, document.querySelector(part));
  for (const frame of document.querySelectorAll('.seat-frame')) {
    add(`seat ${frame.dataset.seat}`, frame.querySelector('.plate'));
  }
  return boxes;
}"""
# Every piece of text on the table: where it lies, and whether something cuts it off. Figures on cards and chips are
# drawings; panels lie beside the table or over it.
TEXTS = """() => {
  const found = [];
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const table = document.querySelector('.terminal-page');
  const add = (text, box, element) => {
    if (!text.trim() || box.width < 1 || box.height < 1) return;
    let cut = box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const around = up.getBoundingClientRect();
      if (getComputedStyle(up).overflow !== 'visible' && (box.left < around.left - 2 || box.right > around.right + 2
        || box.top < around.top - 3 || box.bottom > around.bottom + 3)) cut = true;
    }
    found.push({ text: text.trim(), cut, left: box.left, top: box.top, right: box.right, bottom: box.bottom });
  };
  const walk = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const element = node.parentElement;
    if (element.closest('.panel, svg, caption, title') || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) add(node.textContent, box, element);
  }
  for (const text of table.querySelectorAll('.poker-felt text')) {
    if (!text.closest('.card, .chip') && shown(text)) add(text.textContent, text.getBoundingClientRect(), text);
  }
  return found;
}"""
ROOM = 2.0


def overlaps(texts: list[dict[str, Any]]) -> list[str]:
    """Pairs of texts that lie over each other, and texts that are cut."""
    wrong = [f"cut: {one['text']}" for one in texts if one["cut"]]
    for n, one in enumerate(texts):
        for other in texts[n + 1:]:
            wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            # Lines of one paragraph touch; so do letters of one button.
            if wide > ROOM and high > 2 * ROOM and one["text"] != other["text"]:
                wrong.append(f"{one['text']} over {other['text']}")
    return wrong


SEEN = f"async () => {{ await ({DRAWN})(); return [({TEXTS})(), ({PLACES})()]; }}"


def look(who: Visitor, state: str, places: dict[str, Any]) -> None:
    """At every size: each place as it was in the state before, every text in the clear."""
    now = who.page.viewport_size["width"]
    # The size that the window has comes first: the page is drawn once less.
    for size in sorted(SIZES, key=lambda size: SIZES[size][0] != now):
        width, height = SIZES[size]
        who.page.set_viewport_size({"width": width, "height": height})
        texts, boxes = ask(who.page, SEEN)
        assert len(texts) > 8 and not (wrong := overlaps(texts)), (size, state, wrong)
        before = places.setdefault(size, boxes)
        moved = {name: (before.get(name), box) for name, box in boxes.items() if before.get(name) != box}
        assert not moved, (size, state, moved)


def own(who: Visitor) -> dict[str, Any]:
    """What the player's own page knows besides."""
    mine: dict[str, Any] = ask(who.page, f"(table) => {LINK} link.you.tables[table])", who.table)
    return mine


def decide(who: Visitor) -> None:
    """Anything legal that costs little."""
    view = who.told()
    question = view["asked"]
    names = {option["name"]: option for option in question["options"]}
    cards = next(iter(own(who)["hands"].values()))
    if "set" in names:
        name = "set " + "/".join(" ".join(hand) for hand in own(who)["suggested"])
    elif "discard" in names:
        name = " ".join(["discard", *cards[: question["count"] or 1]])
    else:
        name = next(name for name in ("check", "decline", "call", "bet", "show", "fold") if name in names)
    amount = {"amount": names[name]["least"]} if name == "bet" else {}
    who.give({"t": "decide", "table": who.table, "hand": question["hand"], "name": name, **amount})


def step_of(view: dict[str, Any]) -> tuple[str, int]:
    return view["asked"]["step"], len(view["events"])


def shows(who: Visitor) -> None:
    """The page has drawn what it was told."""
    turn = "Your turn" if asked(who) else "Next hand"
    until(lambda: who.page.locator("#turn").text_content() == turn, "it is drawn")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_and_nothing_overlaps(floor: Floor, game: str) -> None:
    n = GAMES.index(game)
    title = card_games()[game].title
    # No longer than the console lets a name be.
    table = floor.add_table(f"still-{n}", game, name=title if len(title) <= 40 else f"Table {n}",
                            house_players=None, decision_seconds=300)
    ann = come(floor, f"Annabel-{n}", table, **DESK)
    sit(ann)
    places: dict[str, Any] = {}
    look(ann, "between hands", places)
    until(lambda: hurry(ann), "the cards are dealt")
    stages: set[str] = set()
    for _ in range(60):
        until(lambda: asked(ann) or not ann.told()["playing"], "her turn, or the end")
        view = ann.told()
        if not view["playing"]:
            break
        shows(ann)
        if view["asked"]["stage"] not in stages or any(len(board) == 5 for board in view["boards"]):
            stages.add(view["asked"]["stage"])
            look(ann, f"{view['asked']['stage']} {view['street']}", places)
        before = step_of(view)
        decide(ann)
        until(lambda: not asked(ann) or step_of(ann.told()) != before, "it is done")  # noqa: B023
    shows(ann)
    told = ann.told()["last"]["headlines"][ann.name]
    until(lambda: ann.page.locator("#headline").text_content() == told, "the result")
    look(ann, "over", places)
