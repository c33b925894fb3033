"""Cards, dice and wheel are shown one after the other, at the speed that was chosen; nobody has to wait for them, and
nothing is heard that nobody asked for."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Floor, Visitor, until
from support.scripts import each, of_the_page

# Every movement of the page, as it was asked for: what moves, when it begins and how long it takes. No clock runs while
# they are looked at: each is stopped where it begins.
WATCHED = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const moving = animate.call(this, frames, options);
  const { delay, duration } = moving.effect.getTiming();
  const hand = this.closest('.hand')?.dataset.hand ?? '';
  window.moves.push({ what: this.getAttribute('class') ?? '', hand, delay, duration });
  moving.pause();
  return moving;
};
// Whatever is to happen later waits for ever, once a test says so.
window.later = [];
window.held = false;
const timeout = window.setTimeout;
window.setTimeout = (act, wait, ...more) => (
  window.held && wait > 100 ? window.later.push(wait) && 0 : timeout(act, wait, ...more));
window.contexts = 0;
window.heard = 0;
window.AudioContext = class extends AudioContext {
  constructor() { super(); window.contexts += 1; }
};
for (const Source of [AudioBufferSourceNode, OscillatorNode]) {
  const start = Source.prototype.start;
  Source.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}
"""
CHOOSE = of_the_page("([name, value]) => import('/static/settings.js').then(({ choose }) => choose(name, value))")


def watcher(floor: Floor, name: str, table: str, motion: str = "no-preference", **chosen: str) -> Visitor:
    """Somebody whose page notes what moves and what is heard."""
    who = floor.visitor(fresh=True, reduced_motion=motion)
    who.context.add_init_script(WATCHED)
    who.enter(name)
    who.go(table)
    for setting in chosen.items():
        who.page.evaluate(CHOOSE, list(setting))
    return who


def moves(who: Visitor, what: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = who.page.evaluate(
        "(what) => moves.filter((one) => one.what.split(' ').includes(what))", what)
    return told


def deal(who: Visitor, box: int) -> None:
    who.bet("ante", box)
    who.ready()
    until(lambda: len(moves(who, "card")) >= 6, "six cards are on their way")


SPEEDS = {"normal": 1.0, "quick": 0.5, "turbo": 0.2}


def test_cards_come_one_by_one_in_the_order_of_the_deal_at_every_speed(floor: Floor) -> None:
    times = {}
    for box, speed in enumerate(SPEEDS, 1):
        table = floor.add_table(f"deal-{speed}", "qld/three-card-poker", decision_seconds=300)
        ann = watcher(floor, f"Ann-{speed}", table, pace=speed)
        deal(ann, box)
        cards = moves(ann, "card")[:6]
        assert [card["hand"] for card in cards] == [str(box)] * 3 + ["dealer"] * 3
        delays = [card["delay"] for card in cards]
        assert delays == sorted(set(delays)) and delays[0] == 0
        assert all(0 < card["duration"] <= 250 for card in cards)
        times[speed] = [*delays, cards[0]["duration"]]
        # A player may act at once: what is asked is there while the cards are still in the air.
        assert ann.offered()
        ann.press("fold")
    for speed, factor in SPEEDS.items():
        assert times[speed] == pytest.approx([factor * time for time in times["normal"]])


@pytest.mark.parametrize("speed", SPEEDS)
def test_words_wait_for_the_ball_and_a_tap_for_nothing(floor: Floor, speed: str) -> None:
    table = floor.add_table(f"spin-{speed}", "qld/roulette", wagering_seconds=300)
    bob = watcher(floor, f"Bob-{speed}", table, pace=speed)
    bob.bet("red")
    bob.page.evaluate("() => { held = true; }")
    bob.ready()
    until(bob.over, "the ball has fallen")
    until(lambda: moves(bob, "wheel"), "the wheel turns")
    spin, ball = moves(bob, "wheel")[0], moves(bob, "ball")[0]
    assert spin["duration"] == ball["duration"] == pytest.approx(2000 * SPEEDS[speed])
    until(lambda: sum(wait >= spin["duration"] - 50 for wait in bob.page.evaluate("() => later")) >= 2,
          "what is marked and what is told wait as long as that")
    # Nothing of it is told while it turns, not even by the chips.
    page = bob.page
    assert page.locator(".felt-frame .area.won, .felt-frame .crown-mark.shown").count() == 0
    assert page.locator(".felt-frame .stack").count() == 1
    assert page.locator("#result").text_content() == "–"
    page.mouse.click(5, 300)
    came = bob.told()["last"]["result"]
    until(lambda: page.locator("#result").text_content().split()[0] == came, "a tap ends it")
    assert page.locator(".felt-frame .crown-mark.shown").count() == 1
    # The ball lies where the floor says: on top, where that number has been turned to.
    top = "(came) => { const [pointer, ...all] = ['.pointer', '.wheel .pocket'].flatMap((one) => " \
          "[...document.querySelectorAll(`.felt-frame ${one}`)]); const at = (one) => { const box = " \
          "one.getBoundingClientRect(); return box.x + box.width / 2; }; const under = all.filter((one) => " \
          "one.getBoundingClientRect().top < pointer.getBoundingClientRect().bottom + 60).sort((a, b) => " \
          "Math.abs(at(a) - at(pointer)) - Math.abs(at(b) - at(pointer)))[0]; return under.textContent; }"
    assert page.evaluate(top, came) == came
    ball_at, pointer = (page.locator(f".felt-frame {one}").first.bounding_box() for one in (".ball", ".pointer"))
    assert abs(ball_at["x"] + ball_at["width"] / 2 - pointer["x"] - pointer["width"] / 2) < 1


def test_a_dealer_turns_and_draws_with_a_beat(floor: Floor) -> None:
    """Whatever comes after something else happened waits longer than the next card of the same deal."""
    cat = watcher(floor, "Cat", floor.add_table("bank", "qld/baccarat", wagering_seconds=300))
    drew = False
    while not drew:
        cat.page.evaluate("() => { moves.length = 0; }")
        cat.bet("banker", 1)
        cat.ready()
        until(cat.over, "the round is over")
        until(lambda: len(moves(cat, "card")) >= 4, "the cards come")
        cards = [one for one in moves(cat, "card") if one["hand"]]
        delays = [card["delay"] for card in cards]
        assert [card["hand"] for card in cards][:4] == ["player", "banker"] * 2
        usual = delays[1] - delays[0]
        drew = len(cards) > 4
        if drew:
            assert delays[4] - delays[3] >= 2 * usual
        cat.page.mouse.click(5, 300)


def test_dice_tumble_and_end_as_they_were_thrown(floor: Floor) -> None:
    dan = watcher(floor, "Dan", floor.add_table("pit", "qld/craps", wagering_seconds=300))
    dan.bet("win bet")
    dan.ready()
    until(lambda: len(moves(dan, "die")) == 6, "two dice in three hops each")
    assert all(0 < hop["duration"] <= 250 for hop in moves(dan, "die"))
    assert dan.page.locator(".felt-frame .thrown .die").count() == 6
    dan.page.mouse.click(5, 300)
    until(lambda: dan.page.locator(".felt-frame .thrown .die").count() == 2, "each die shows one face")
    shown = each(dan.page, ".felt-frame .thrown .die", "(die) => die.dataset.shows")
    assert shown == dan.told()["last"]["result"].replace(",", " ").split()


def test_old_highlights_are_gone_at_the_first_new_chip(floor: Floor) -> None:
    eve = floor.player("Eve", floor.add_table("marks", "qld/roulette", wagering_seconds=300))
    for wager in ("red", "black"):
        eve.bet(wager)
    eve.ready()
    until(eve.over, "the ball has fallen")
    marks = eve.page.locator(".felt-frame").locator(".area.won, .crown-mark.shown, .stack.won")
    while eve.told()["last"]["result"] == "0":
        eve.bet("red")
        eve.ready()
        until(eve.over, "another spin")
    until(lambda: marks.count() >= 3, "the number, the crown and the chips that won are marked")
    large = eve.page.locator(".felt-frame .wheel-place > .pocket text")
    came = large.text_content()
    eve.tap("odd")
    until(lambda: marks.count() == 0, "nothing is marked any more")
    until(lambda: eve.on_table() > 0, "the new chip lies there")
    assert marks.count() == 0
    assert large.text_content() == came == eve.told()["last"]["result"]


def test_nothing_moves_where_stillness_is_asked_for_whatever_the_speed(floor: Floor) -> None:
    fay = watcher(floor, "Fay", floor.add_table("calm", "qld/roulette", wagering_seconds=300), "reduce", pace="normal")
    fay.bet("red")
    fay.ready()
    until(fay.over, "the ball has fallen")
    until(lambda: fay.page.locator(".felt-frame .crown-mark.shown").count() == 1, "it is told at once")
    assert fay.page.evaluate("() => moves.length") == 0


def test_nothing_is_heard_until_it_is_chosen(floor: Floor) -> None:
    gus = watcher(floor, "Gus", floor.add_table("quiet", "qld/roulette", wagering_seconds=300))
    asked: list[str] = []
    gus.page.on("request", lambda request: asked.append(request.url))
    gus.bet("red")
    assert gus.page.evaluate("() => [contexts, heard]") == [0, 0]
    assert not any("sound.js" in url for url in asked)
    gus.page.locator("#open-settings").click()
    gus.page.get_by_role("radio", name="On", exact=True).check()
    gus.page.keyboard.press("Escape")
    gus.bet("black")
    until(lambda: gus.page.evaluate("() => contexts") == 1, "something is to be heard")
    # The first may come too early for the browser, which lets nothing be heard before it is touched.
    gus.bet("odd")
    until(lambda: gus.page.evaluate("() => heard") > 0, "a chip is heard")
    gus.page.evaluate(CHOOSE, ["sound", "off"])
    before = gus.page.evaluate("() => heard")
    gus.bet("even")
    assert gus.page.evaluate("() => [contexts, heard]") == [1, before]


def test_cards_are_turned_where_stillness_is_asked_for(floor: Floor) -> None:
    table = floor.add_table("turned", "qld/three-card-poker", wagering_seconds=300, decision_seconds=300)
    hal = watcher(floor, "Hal", table, "reduce")
    hal.bet("ante", 1)
    hal.ready()
    hal.decide()
    dealt = hal.told()["last"]["hands"]["dealer"]
    lying = '.felt-frame .hand[data-hand="dealer"] .card'
    until(lambda: each(hal.page, lying, "(card) => card.dataset.card") == dealt, "the dealer's cards are seen")
    assert each(hal.page, f"{lying} .back", "(back) => back.id") == []
    assert hal.page.evaluate("() => moves.length") == 0
