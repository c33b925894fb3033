"""What nobody would decide otherwise is not asked at a virtual table: a bonus that has won is declared for its player,
and who is alone with the dealer is not asked whether he concedes. At a table with a dealer everything is as it was."""

from __future__ import annotations

from typing import Any

from support.casino import PLAYERS, Casino, honest
from support.dealing import cards, close, enter, opened

from pitboss.floor.desk import body_of
from pitboss.floor.proposals import round_events
from pitboss.table.requests import Choose

DECLARE = "declare super aces bonus"
ROUNDS = 40


def bet(casino: Casino, name: str, wagers: list[list[Any]], players: int = 1) -> None:
    for box, player in enumerate(PLAYERS[:players], 1):
        casino.do(player, "place", table=name, box=box, wagers=wagers)
    casino.do("Dora", "no-more-bets", table=name)


def decide(casino: Casino, name: str, *wishes: str) -> list[tuple[str, list[str]]]:
    """Decide everything that is asked, by the first wish that is open; what was asked of whom."""
    asked = []
    while isinstance(request := casino.table(name).request, Choose):
        options = [option.name for option in request.options]
        asked.append((request.player, options))
        choice = next(wish for wish in wishes if wish in options)
        casino.do(request.player, "decide", table=name, hand=request.hand, name=choice)
    return asked


def lines(casino: Casino, name: str, wager: str) -> dict[str, str]:
    return {line["player"]: line["outcome"] for line in casino.table(name).last["lines"] if line["wager"] == wager}  # type: ignore[index]


# -- 10.4: super aces ------------------------------------------------------------------------------------------


def test_a_win_is_declared_as_the_player_s_act_and_said() -> None:
    casino = Casino("holdem")
    won = 0
    for round in range(1, ROUNDS + 1):
        bet(casino, "holdem", [["ante", 5_00], ["super aces bonus", 5_00]], players=2)
        assert not any(DECLARE in options for _, options in decide(casino, "holdem", "fold" if round % 2 else "call"))
        acts = [(event.actor, body_of(event)) for event in round_events(casino.store, "table:holdem", round)
                if event.type == "acts"]
        declared = {actor: body for actor, body in acts if DECLARE in [one.get("name") for one in body["answers"]]}
        outcomes = lines(casino, "holdem", "super aces bonus")
        assert {player for player, outcome in outcomes.items() if outcome == "win"} == set(declared)
        results = casino.table("holdem").last["results"]  # type: ignore[index]
        for player, body in declared.items():
            assert body["answers"] == [{"type": "choice", "hand": str(PLAYERS.index(player) + 1), "name": DECLARE,
                                        "player": player}] and body["why"] == "done for the player"
            assert results[player]["notes"] == ["The table declared super aces for you"]
            assert "super aces pays" in results[player]["headline"]
            won += 1
        assert all(not result["notes"] for player, result in results.items() if player not in declared)
    assert won >= 3, "few hands had the bonus"
    casino.crash()
    casino.sound()
    honest(casino)


def test_the_cards_of_a_declared_win_are_shown_before_the_river_and_no_others() -> None:
    """10.5: the dealer turns them up to verify the hand."""
    casino = Casino("holdem")
    for _ in range(ROUNDS):
        bet(casino, "holdem", [["ante", 5_00], ["super aces bonus", 5_00]])
        view = casino.shown("holdem")
        paid = any(event["kind"] == "settled" and event["wager"] == "super aces bonus" for event in view["events"])
        assert ("??" not in view["hands"]["1"]) == paid and view["hands"]["dealer"] == ["??", "??"]
        assert len(view["hands"]["board"]) == 3
        decide(casino, "holdem", "fold")


def test_at_a_table_with_a_dealer_the_player_declares() -> None:
    casino = opened("holdem")
    close(casino, "holdem", ["ante", 10_00], ["super aces bonus", 5_00])
    for text in ("As", "2c", "Ad", "3c", "7h 9s Jc"):
        enter(casino, "holdem", cards(text))
    request = casino.table("holdem").request
    assert isinstance(request, Choose) and DECLARE in {option.name for option in request.options}
    assert not any(answer.get("name") == DECLARE for answer in casino.played("holdem", 1))
    casino.do("Ann", "decide", table="holdem", hand="1", name="call")


# -- 10.2: conceding -------------------------------------------------------------------------------------------


def test_who_is_alone_with_the_dealer_is_not_asked_to_concede() -> None:
    casino = Casino("bonus")
    for _ in range(ROUNDS):
        bet(casino, "bonus", [["ante", 5_00]])
        asked = decide(casino, "bonus", "flop", "check")
        assert not any("concede" in options for _, options in asked)
    casino.sound()
    honest(casino)


def test_in_company_everybody_is_asked_whatever_he_holds() -> None:
    """Who is asked tells nothing of the cards that lie face down."""
    casino = Casino("bonus")
    for _ in range(ROUNDS // 4):
        bet(casino, "bonus", [["ante", 5_00], ["ante bonus", 5_00]], players=2)
        asked = decide(casino, "bonus", "flop", "check", "continue")
        assert [player for player, options in asked if "concede" in options] == ["Ann", "Ben"]


def test_who_concedes_keeps_his_cards_to_himself() -> None:
    casino = Casino("bonus")
    conceded = 0
    for _ in range(ROUNDS // 4):
        bet(casino, "bonus", [["ante", 5_00]], players=2)
        asked = decide(casino, "bonus", "flop", "check", "concede")
        last = casino.shown("bonus")["last"]
        for box, player in enumerate(PLAYERS[:2], 1):
            hidden = any(player == who and "concede" in options for who, options in asked)
            assert (last["hands"][str(box)] == ["??", "??"]) == hidden
            assert (last["results"][player]["headline"] == "You conceded") == hidden
            conceded += hidden
    assert conceded > 5
    casino.crash()
    casino.sound()
    honest(casino)


def test_somebody_who_sits_there_and_looks_on_is_company() -> None:
    casino = Casino("bonus")
    casino.do("Ben", "sit", table="bonus", box=2)
    asked = []
    for _ in range(ROUNDS):
        bet(casino, "bonus", [["ante", 5_00]])
        asked += decide(casino, "bonus", "flop", "check", "continue")
    assert any("concede" in options for _, options in asked)


def test_at_a_table_with_a_dealer_anybody_may_concede() -> None:
    casino = opened("bonus")
    close(casino, "bonus", ["ante", 10_00])
    for text in ("2c 7d Th 3s Jc", "Ah Ad", "9s 8s"):
        enter(casino, "bonus", cards(text))
    for name in ("flop", "check", "check"):
        casino.do("Ann", "decide", table="bonus", hand="1", name=name)
        enter(casino, "bonus", cards(""))
    while not isinstance(request := casino.table("bonus").request, Choose):
        enter(casino, "bonus", cards(""))
    assert {option.name for option in request.options} == {"concede", "continue"}, "though a pair of aces has won"
