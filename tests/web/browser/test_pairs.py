"""Tiles that are put together two and two: by tap, by drag, on a desk and on a phone; and what others see of it."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Floor, Visitor, until

MIDDLES = """() => [...document.querySelectorAll('.hand.to-pair .card')].map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [card.dataset.card, x + width / 2, y + height / 2];
})"""
LYING = "() => [...document.querySelectorAll('.felt-frame .tag')].map((tag) => tag.textContent)"


def dealt(visitor: Visitor) -> list[Any]:
    """The tiles of whoever is asked, where they lie once they lie still."""
    until(lambda: visitor.page.locator(".hand.to-pair .card").count() == 4, "four tiles may be touched")
    visitor.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    tiles: list[Any] = visitor.page.evaluate(MIDDLES)
    return tiles


def meant(visitor: Visitor) -> str:
    marked = visitor.page.locator(".decision.meant")
    until(lambda: marked.count() == 1, "a choice is marked")
    said: str = marked.get_attribute("data-name")
    return said


def together(tiles: list[Any], choice: str) -> bool:
    """Are two tiles one of the hands that a choice makes?"""
    words, pair = choice.split(), sorted(tile[0] for tile in tiles)
    return pair in (sorted(words[2:4]), sorted(words[5:7]))


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)], ids=["desk", "phone", "side"])
def test_two_tiles_that_are_tapped_or_dragged_together(house: Floor, size: tuple[int, int]) -> None:
    table = house.add_table(f"pairs-{size[0]}", "qld/pai-gow", wagering_seconds=300, decision_seconds=300,
                            options={"minimum": "5", "maximum": "500"})
    ann = house.player(f"Ann-{size[0]}", table, viewport={"width": size[0], "height": size[1]})
    mouse = ann.page.mouse
    ann.bet("wager", 2)
    ann.ready()
    tiles = dealt(ann)
    for _, x, y in (tiles[0], tiles[2]):
        mouse.click(x, y)
    assert together([tiles[0], tiles[2]], meant(ann))
    # They lie apart from the others now, each two with their name.
    assert len(ann.page.evaluate(LYING)) == 2
    tiles = ann.page.evaluate(MIDDLES)
    mouse.move(*tiles[0][1:])
    mouse.down()
    mouse.move(*tiles[1][1:], steps=4)
    mouse.up()
    chosen = meant(ann)
    assert together(tiles[:2], chosen)
    # Nothing was decided by it.
    assert chosen in ann.offered() and "parts" not in str(ann.told()["asked"])
    assert ann.told()["parts"] == {} and not ann.over()
    ann.page.locator(".decision.meant").click()
    until(ann.over, "the round is settled")
    low = [tile for name, group in ann.told()["last"]["parts"]["2"][:1] for tile in group]
    assert sorted(low) == sorted(chosen.split()[2:4])
    until(lambda: len(ann.page.evaluate(LYING)) == 4, "both sides' hands are named")
    assert ann.complaints() == []
    house.leave()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_the_bank_is_passed_on_where_it_is_offered(house: Floor, size: tuple[int, int]) -> None:
    table = house.add_table(f"bank-{size[0]}", "qld/pai-gow", wagering_seconds=300, decision_seconds=300,
                            options={"minimum": "5", "maximum": "500"})
    eve, ben = (house.player(f"{name}-{size[0]}", table, viewport={"width": size[0], "height": size[1]})
                for name in ("Eve", "Ben"))
    for player, box in ((eve, 2), (ben, 3)):
        player.sit(box)
        player.bet("wager", box)
    for player in (eve, ben):
        player.ready()
    while not eve.over():
        for player in (eve, ben):
            if "house way" in player.offered():
                player.press("house way")
    told = "The bank is offered to {}".format
    bank, words = eve.page.locator(".bank-told"), ben.page.locator(".house-dock .words")
    until(lambda: bank.text_content() == told(f"Eve-{size[0]}, then Ben-{size[0]}"), "the bank goes round")
    assert eve.page.locator("#pass-on").is_visible() and not ben.page.locator("#pass-on").is_visible()
    eve.page.locator("#pass-on").click()
    until(lambda: ben.page.locator("#pass-on").is_visible(), "Ben is asked")
    assert words.text_content() == "the bank is offered to you"
    until(lambda: bank.text_content() == told(f"Ben-{size[0]}"), "Eve is told so")
    assert not eve.page.locator("#pass-on").is_visible() and eve.page.locator("#why-not").is_visible()
    ben.bet("bank", 3)
    until(lambda: bank.text_content() == f"Ben-{size[0]} banks", "Ben banks")
    assert not ben.page.locator("#pass-on").is_visible() and eve.complaints() == ben.complaints() == []
    house.leave()
