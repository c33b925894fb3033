"""At real browsers: other stakes that players agree to, a seat that two would like, and conduct."""

from __future__ import annotations

from support.browsing import DESK, Floor, until
from web.browser.test_poker import come, fold, sit, turn_of


def test_stakes_change_when_most_players_agree(floor: Floor) -> None:
    table = floor.add_table("stakes", "mel/holdem", options={"blinds": "1/2", "commission": "5%", "cap": "5"},
                            decision_seconds=300)
    players = [come(floor, f"{name}-stakes", table, **DESK) for name in ("Ann", "Ben", "Cat")]
    for seat, player in enumerate(players, 1):
        sit(player, 100, seat=seat)
    turn_of(*players)
    assert "5%, at most 5" in players[0].page.locator("#limits").text_content()
    sue = floor.staff("Sue-stakes", "supervisor", table)
    sue.page.locator("#tab-limits").click()
    sue.page.locator("#stakes-options").fill("structure=pot-limit")
    sue.page.locator("#stakes-form button[type=submit]").click()
    signs = players[2].page.locator(".signs")
    until(lambda: "structure pot-limit instead of no-limit" in signs.text_content(), "the sign is up")
    assert sue.page.locator("#stakes-sign clause-chip button").text_content() == "MEL-6.10"
    sue.page.locator("#ask-change").click()
    players[0].page.locator("#disagree:enabled").click()
    for player in players[1:]:
        player.page.locator("#agree:enabled").click()
    until(lambda: "the end of this hand" in sue.page.locator("#stakes-sign").text_content(), "two of three are enough")
    while players[0].told()["playing"]:
        fold(turn_of(*players))
    until(lambda: players[0].told()["options"]["structure"] == "pot-limit", "it holds")
    until(lambda: "pot limit" in players[2].page.locator("#limits").text_content(), "and is shown")
    sue.page.locator("#stakes-options").fill("blinds=2/5")
    sue.page.locator("#stakes-form button[type=submit]").click()
    until(lambda: "blinds 2/5 instead of 1/2, from " in signs.text_content(), "with the time of a higher minimum")


def test_a_player_moves_to_another_seat_between_hands(floor: Floor) -> None:
    table = floor.add_table("move", "mel/holdem", options={"blinds": "1/2"}, decision_seconds=300)
    ann = come(floor, "Ann-move", table, **DESK)
    sit(ann, 100, seat=1)
    ann.page.locator('[data-seat="5"] .seat.open').click()
    until(lambda: ann.told()["seats"].get("5", {}).get("player") == "Ann-move", "she sits there")
    assert ann.told()["seats"]["5"]["chips"] == [[10_000, 1]] and "1" not in ann.told()["seats"]


def test_conduct_is_reported_and_told(floor: Floor) -> None:
    table = floor.add_table("conduct", "qld/manila-poker", options={"blinds": "5"}, decision_seconds=300)
    ann, ben = come(floor, "Ann-conduct", table, **DESK), come(floor, "Ben-conduct", table, **DESK)
    sit(ann, 100, seat=1)
    sit(ben, 100, seat=4)
    turn_of(ann, ben)
    dora = floor.staff("Dora-conduct", "dealer", table)
    dora.page.locator("#tab-undo").click()
    form = dora.page.locator("#conduct-form")
    form.locator("select").select_option("chips-given")
    form.locator("input[name=seat]").fill("4")
    dora.page.locator("#report-conduct").click()
    until(lambda: any(line["clause"] == "QLD-5-29(3)" for line in ann.told()["events"]), "everybody is told")


def test_the_console_sets_how_many_house_players_there_are(floor: Floor) -> None:
    table = floor.add_table("company", "mel/holdem", house_players=None, decision_seconds=300)
    ann = come(floor, "Ann-company", table, **DESK)
    sue = floor.staff("Sue-company", "supervisor", table)
    sue.page.locator("#tab-limits").click()
    until(lambda: sue.page.locator("#house-players").input_value() == "3", "three is usual")
    sue.page.locator("#house-players").select_option("1")
    sue.page.locator("#send-players").click()
    until(lambda: sum(one["house"] for one in ann.told()["seats"].values()) == 1, "two have gone")
    until(lambda: "Here now: Bea (house)." in sue.page.locator("#company-form").text_content(), "and it is told")
