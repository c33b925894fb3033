"""A table stands still: nothing on its page moves or changes its size in a round, no words lie on others, none are cut.
Every game of the index, on a desk, a phone, a phone on its side and a tablet; one page for each game."""

from __future__ import annotations

import pytest
from support.browsing import Floor, Visitor, until
from support.places import PLACES, SIZES, UNREADABLE, resize

from pitboss.rulebooks import games

# Rounds in which this many decisions were looked at have shown enough.
DECISIONS = 3


class Watch:
    """Looks at a page in all its sizes, again and again."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.first: dict[str, dict[str, list[int]]] = {}
        self.moved: list[str] = []
        self.unreadable: list[str] = []

    def look(self, state: str, *, words: bool = True) -> None:
        page = self.visitor.page
        for size in SIZES:
            resize(page, size)
            now = page.evaluate(PLACES)
            before = self.first.setdefault(size, {})
            self.moved += [f"{size}, {state}: {name} was {before[name]}, is {at}" for name, at in now.items()
                           if name in before and before[name] != at]
            before.update(now)
            if words:
                self.unreadable += [f"{size}, {state}: {what}" for what in page.evaluate(UNREADABLE)]


def stake(visitor: Visitor) -> None:
    """A wager that opens a round by touch, and all others that may lie beside it."""
    told = visitor.told()
    first = told["opening"] or games()[told["game"]]().wager_names()[0]
    visitor.bet(first)
    box = next(wager["box"] for wager in told_wagers(visitor))
    beside = [kind["wager"] for kind in (*(told["kinds"] if told["opening"] else ()), *told["sides"])
              if not kind.get("decision") and kind["wager"] != first]
    for wager in beside:
        visitor.give({"t": "place", "table": visitor.table, "box": box, "wagers": [[wager, 500]]})


def told_wagers(visitor: Visitor) -> list[dict[str, int]]:
    wagers: list[dict[str, int]] = [wager for wager in visitor.told()["wagers"] if wager["player"] == visitor.name]
    return wagers


@pytest.mark.parametrize("game", games())
def test_nothing_moves_and_all_can_be_read_from_the_first_chip_to_the_next_round(floor: Floor, game: str) -> None:
    id = game.replace("/", "-")
    options = {"minimum": "5", "maximum": "500"}
    floor.add_table(id, game, wagering_seconds=300, decision_seconds=300, options=options)
    ann = floor.player(f"Ann-{id}"[:20], id, has_touch=True)
    watch = Watch(ann)
    watch.look("before a bet")
    resize(ann.page, "phone")
    stake(ann)
    watch.look("chips down")
    ann.ready()
    watch.look("dealing", words=False)
    decisions = 0
    while until(lambda: ann.over() or ann.offered(), "a decision or the end") and not ann.over():
        if decisions < DECISIONS:
            watch.look(f"decision {decisions}")
        decisions += 1
        ann.press(ann.offered()[0])
    until(lambda: ann.told()["betting"], "the next round")
    ann.page.wait_for_function("() => document.querySelector('#betting-state').textContent === 'Place your bets'")
    watch.look("result")
    ann.page.get_by_role("button", name="Repeat").click()
    until(lambda: ann.on_table() > 0, "the same again")
    watch.look("next round")
    resize(ann.page, "desk")
    assert "\n".join(watch.moved + watch.unreadable) == ""
