"""A round at every table of the index, on a desk, a phone, a phone on its side and a tablet, looked at from the first
chip to the next round: nothing on the page moves or changes its size, no words lie on others and none are cut, all of
them stand out (support/contrast.py), and what the round came to is told in one sentence that is first and largest. One
page and one round for each game; the tests ask what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.browsing import Browser, Floor, Visitor, until
from support.contrast import faint
from support.places import SIZES, resize, seen
from support.scripts import each, when

from pitboss.rulebooks import games

# Rounds in which this many decisions were looked at have shown enough.
DECISIONS = 3
# As long as they get.
LONG = ("You win 1,030.00: dealer extra and player extra pay 1,050.00; "
        "two pair, sevens and fours, loses to two pair, queens and fours")
STRIP = """() => {
  const box = (one) => (({ top, bottom }) => ({ top, bottom }))(one.getBoundingClientRect());
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const [strip, headline, lines] = ['.outcome', '#headline', '#lines'].map((name) => document.querySelector(name));
  return {
    strip: box(strip), headline: box(headline), lines: box(lines), size: size(headline),
    long: headline.classList.contains('long'),
    others: Math.max(...[...strip.querySelectorAll('.text, .label, #result, #net')].map(size)),
    cut: headline.scrollHeight > headline.clientHeight + 2 || headline.scrollWidth > headline.clientWidth + 1,
  };
}"""

# Another sentence, fitted as one is when its round is told.
WRITE = """(words) => {
  document.querySelector('#headline').textContent = words;
  document.querySelector('#lines').dispatchEvent(new Event('judged'));
}"""


# What a line says that tells of several wagers that were lost: of no clause, since each has its own.
TOGETHER = " bets"


class Journey:
    """One round, and what was seen of it in all sizes."""

    def __init__(self, game: str, visitor: Visitor) -> None:
        self.game, self.visitor, self.page = game, visitor, visitor.page
        # To and fro: the last size of one look is the first of the next, and a page is drawn once less. The first look
        # ends at a phone, where the chips are put down.
        self.sizes = ["desk", "side", "tablet", "phone"]
        self.first: dict[str, dict[str, list[int]]] = {}
        self.moved: list[str] = []
        self.unreadable: list[str] = []
        self.faint: list[str] = []
        # The strip with a sentence in it, by size and sentence.
        self.strips: dict[tuple[str, str], dict[str, Any]] = {}
        self.signs: list[tuple[str | None, str | None]] = []
        self.together = False

    def look(self, state: str, *, words: bool = True, closely: str = "", strip: str = "") -> None:
        """At every size; at one of them at the colours too, and where a sentence was told at the strip that has it."""
        for size in self.sizes:
            look = seen(self.page, size, words)
            now, before = look["places"], self.first.setdefault(size, {})
            self.moved += [f"{size}, {state}: {name} was {before[name]}, is {at}" for name, at in now.items()
                           if name in before and before[name] != at]
            before.update(now)
            self.unreadable += [f"{size}, {state}: {what}" for what in look["unreadable"]]
            if size == closely:
                self.look_closely()
            if strip:
                self.read_the_strip(size, strip)
        self.sizes.reverse()

    def look_closely(self) -> None:
        """At the colours of every text, in both themes."""
        # In the dark the round goes on.
        self.faint += faint(self.page, ("light", "dark"))

    def play(self) -> None:
        ann = self.visitor
        self.look("before a bet", closely="desk")
        stake(ann)
        self.look("chips down")
        ann.ready()
        self.look("dealing", words=False)
        decisions = 0
        while until(lambda: ann.over() or ann.offered(), "a decision or the end") and not ann.over():
            if decisions < DECISIONS:
                self.look(f"decision {decisions}", closely="" if decisions else "desk")
            decisions += 1
            ann.press(ann.offered()[0])
        until(lambda: ann.told()["betting"], "the next round")
        when(self.page, "() => document.querySelector('#betting-state').textContent === 'Place your bets'")
        self.look("result", closely="phone", strip=self.read_the_result())
        self.page.get_by_role("button", name="Repeat").click()
        until(lambda: ann.on_table() > 0, "the same again")
        # In another size the felt may lie under the pointer, and says what a wager pays that is pointed at.
        self.look("next round")
        resize(self.page, "desk")

    def read_the_result(self) -> str:
        """The sentence that was told, once it is there, and how clauses look. A throw that decides nothing has none."""
        told = self.visitor.told()["last"]["results"].get(self.visitor.name)
        if told is None:
            return ""
        headline, said = self.page.locator("#headline"), str(told["headline"])
        until(lambda: headline.text_content() == said, lambda: f"{said!r} is told, and not {headline.text_content()!r}")
        self.together = TOGETHER in (self.page.locator("#lines").text_content() or "")
        read = "(chip) => [chip.textContent, chip.getAttribute('aria-label')]"
        self.signs = [(text, label) for text, label in each(self.page, "#lines clause-chip button", read)]
        return said

    def read_the_strip(self, size: str, said: str) -> None:
        """The sentence that was told, and one that is as long as they get."""
        # Beside the picture of a ball or of dice a sentence is never long.
        alone = not each(self.page, ".outcome .picture svg", "(picture) => picture.id")
        for words in (said, LONG, said) if alone else (said,):
            self.page.evaluate(WRITE, words)
            when(self.page, f"() => !({STRIP})().cut")
            self.strips[size, words] = self.page.evaluate(STRIP)


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


@pytest.fixture(scope="module")
def browser(painting_browser: Browser) -> Browser:
    return painting_browser


@pytest.fixture(scope="module", params=games())
def journey(house: Floor, request: pytest.FixtureRequest) -> Iterator[Journey]:
    game: str = request.param
    id = game.replace("/", "-")
    options = {"minimum": "5", "maximum": "500"}
    house.add_table(id, game, wagering_seconds=300, decision_seconds=300, options=options)
    journey = Journey(game, house.player(f"Ann-{id}"[:20], id, has_touch=True))
    try:
        journey.play()
        yield journey
    finally:
        house.leave()


def test_nothing_moves_or_changes_its_size(journey: Journey) -> None:
    assert len(journey.first) == len(SIZES) and all(journey.first.values())
    assert "\n".join(journey.moved) == ""


def test_no_words_lie_on_others_or_are_cut(journey: Journey) -> None:
    assert "\n".join(journey.unreadable) == ""


def test_texts_stand_out(journey: Journey) -> None:
    assert "\n".join(sorted(set(journey.faint))) == ""


def test_the_sentence_is_first_and_largest_and_clauses_are_a_quiet_sign(journey: Journey) -> None:
    for where, read in journey.strips.items():
        assert read["long"] or read["size"] > read["others"], (where, read)
        assert read["strip"]["top"] <= read["headline"]["top"] < read["headline"]["bottom"] <= read["lines"]["top"] + 2
        assert read["lines"]["bottom"] <= read["strip"]["bottom"] + 1, (where, read)
    # Dice may decide nothing in a throw, and even that may be told in a sentence.
    assert (journey.strips and (journey.signs or journey.together)) or games()[journey.game].look.results == "dice"
    assert all(text == "§" and (label or "").startswith("clause ") for text, label in journey.signs)


def test_what_is_said_of_a_place_that_is_pointed_at_lies_on_no_other_words(house: Floor) -> None:
    """At craps on a tablet, where it is told in the line that names the shooter."""
    house.add_table("pointed", "qld/craps", wagering_seconds=300, options={"minimum": "5", "maximum": "500"})
    ann = house.player("Ann-with-the-dice", "pointed")
    try:
        ann.bet("win bet")
        resize(ann.page, "tablet")
        ann.page.mouse.move(*ann.spot("10 in the hardway"))
        hint = ann.page.locator(".layout .hint")
        until(lambda: hint.text_content() == "10 in the hardway · 7.5 to 1", lambda: f"it says {hint.text_content()!r}")
        assert seen(ann.page, "tablet", words=True)["unreadable"] == []
    finally:
        house.leave()
