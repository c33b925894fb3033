"""Tables against the house on the floor: any commands, recovery, refusals, players together, time."""

from __future__ import annotations

import pytest
from support.casino import GAMES, MINUTE, OPENING, PLAYERS, SECOND, Casino, honest, next_step
from support.crowd import Crowd
from support.dealing import cards, dealt, enter, finish, opened

from pitboss.floor import commands as c
from pitboss.floor import view
from pitboss.floor.floor import ReadCommand
from pitboss.table.requests import Choose, Direct, Gather


@pytest.mark.parametrize("hall", range(4))
def test_a_crowd_breaks_nothing(hall: int) -> None:
    """Four halls have a quarter of the games each; whatever happens is compared with all else there is in the hall."""
    games = list(GAMES)[hall::4]
    casino = Casino(*games, seed=f"crowd {hall}")
    for name in games[:2]:
        casino.add(f"{name}-2", mode="physical")
    if "baccarat" in games:
        casino.add("baccarat-2-2", options={"teaching": "non-value"})
    crowd = Crowd(casino, f"people {hall}")
    done = 0
    for n in range(400):
        before = casino.books()
        result = crowd.step()
        if not result["ok"]:
            assert casino.books() == before
        done += result["ok"]
        if n % 10 == 0:
            casino.sound()
        if n % 97 == 0:
            casino.crash()
    casino.sound()
    assert done > 200
    honest(casino)


# -- recovery --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["virtual", "physical"])
@pytest.mark.parametrize("name", list(GAMES))
def test_a_table_read_again_goes_on_where_it_was(name: str, mode: str) -> None:
    """After every single step of several rounds: the same view, the same next step, the same cards from the shoe."""
    casino = Casino(name, seed=f"{name} {mode}", mode=mode)
    crowd = Crowd(casino, f"{name} {mode}")
    table = casino.table(name)
    waited = set()
    for _ in range(1500):
        waited.add(type(table.request))
        request = table.request
        if isinstance(request, Gather):
            playing = {wager.player for wager in casino.live(name).t.all_wagers()}
            for box, player in enumerate(PLAYERS, 1):
                if player not in playing:
                    casino.ask(player, "place", table=name, box=box, wagers=[[OPENING[name], 5_00]])
                    casino.sound()
            casino.do("Dora", "no-more-bets", table=name)
        elif isinstance(request, Direct):
            casino.do("Max", "direct", table=name, name=request.options[-1].name)
        elif isinstance(request, Choose):
            crowd.choose(name, request)
        else:
            crowd.equipment(name, table)
        casino.crash_soundly()
        table = casino.table(name)
        if table.rounds >= 4:
            break
    else:
        raise AssertionError("the rounds do not end")
    assert Gather in waited and (mode == "virtual" or len(waited) > 1)
    honest(casino)


def test_the_shoe_goes_on_after_a_crash() -> None:
    """The order of the cards is fixed by the shuffle; a crash deals none of them twice and none anew."""
    results = []
    for crashes in (False, True):
        casino = Casino("blackjack", seed="shoe")
        for _ in range(5):
            casino.play("blackjack")
            if crashes:
                casino.crash()
        results.append([row["result"] for row in casino.shown("blackjack")["history"]])
    assert results[0] == results[1]


# -- refusals ----------------------------------------------------------------------------------------------------


def test_a_refused_wager_leaves_clock_and_seats_alone() -> None:
    casino = Casino("blackjack")
    casino.bet("blackjack")
    casino.bet("blackjack", "Ben", 2)
    casino.do("Ben", "ready", table="blackjack")
    ends = casino.table("blackjack").ends
    casino.now += 5 * SECOND
    for fields in (
        {"box": 3, "wagers": [["original", 1_00]]}, {"box": 3, "wagers": [["original", 999_00]]},
        {"box": 99, "wagers": [["original", 10_00]]}, {"box": 4, "wagers": [["no such thing", 10_00]]},
        {"box": 5, "wagers": [["original", 10_00], ["original", 1000_00]]}, {"box": 3, "wagers": [["split", 10_00]]},
    ):
        casino.no("Cat", "place", table="blackjack", **fields)
    casino.no("Dora", "place-for", table="blackjack", box=3, player="Walt", wagers=[["original", 1_00]])
    casino.no("Dora", "place-for", table="blackjack", box=3, player="A b", wagers=[["original", 10_00]])
    assert casino.table("blackjack").ends == ends and casino.table("blackjack").ready == {"Ben"}
    assert casino.shown("blackjack")["seats"] == {"1": "Ann", "2": "Ben"}
    casino.no("Cat", "ready", table="blackjack")
    casino.no("Cat", "leave", table="blackjack")
    casino.no("Ann", "leave", table="blackjack")
    casino.no("Ben", "sit", table="blackjack", box=1)
    casino.no("Ben", "sit", table="blackjack", box=8)
    casino.no("Ann", "decide", table="blackjack", hand="1", name="draw")
    casino.no("Sue", "direct", table="blackjack", name="void")
    casino.no("Dora", "silence", table="blackjack")
    for tag in ("confirm", "drop-entry"):
        casino.no("Dora", tag, table="blackjack")
    casino.no("Dora", "enter", table="blackjack", answer={"type": "ball", "number": "7"})
    casino.no("Dora", "take-for", table="blackjack", box=1, player="Ann", wager="original")
    casino.do("Dora", "no-more-bets", table="blackjack")
    if not casino.table("blackjack").betting:
        for tag in ("clear", "ready"):
            casino.no("Ann", tag, table="blackjack")
        assert casino.no("Ann", "place", table="blackjack", box=1, wagers=[["original", 5_00]])["clause"]
        casino.no("Dora", "no-more-bets", table="blackjack")
    casino.sound()


def test_a_throw_without_a_shooter_is_refused_whole() -> None:
    casino = Casino("craps")
    casino.bet("craps", wager="field bet")
    assert casino.no("Dora", "no-more-bets", table="craps")["clause"] == "QLD-4-22(1)"
    assert casino.no("Ann", "ready", table="craps")["clause"] == "QLD-4-22(1)"
    casino.wait(MINUTE)
    assert casino.live("craps").t.layout == 10_00, "time goes on, and the wager waits for a shooter"


def test_credits_are_spent_once() -> None:
    """Two tables take a wager of the same credits in the same moment: only one gets to disk."""
    casino = Casino("roulette", "baccarat")
    ann = c.Who("Ann", c.PLAYER)
    steps = []
    for table, wager in (("roulette", "red"), ("baccarat", "player")):
        place = c.PlaceWagers(table, 1, [(wager, 400_00)])
        steps.append(casino.floor.step(ReadCommand(table, place, ann, f"Ann:{table}-at-once", "x"), casino.now))
    casino.do("Max", "pay-out", player="Ann", amount=500_00)
    results = [casino.floor.commit(step, casino.now) for step in steps if not isinstance(step, dict)]
    assert [result["ok"] for result in results] == [True, False]
    assert casino.credits("Ann") == 100_00 and casino.store.balance("layout:roulette") == 400_00
    assert casino.shown("baccarat")["wagers"] == [] and casino.shown("baccarat")["seats"] == {}
    casino.sound()
    casino.no("Ann", "place", table="baccarat", box=1, wagers=[["player", 100_50]])
    casino.bet("baccarat", amount=100_00)
    casino.sound()


# -- players together ------------------------------------------------------------------------------------------------


def test_a_shared_box_is_decided_by_one() -> None:
    casino = opened("blackjack")
    casino.no("Ben", "sit", table="blackjack", box=99)
    casino.do("Ann", "sit", table="blackjack", box=1)
    alone = casino.no("Ben", "place", table="blackjack", box=1, wagers=[["original", 10_00]])
    assert "Ann" in alone["refused"]
    casino.bet("blackjack", "Ann", 1)
    casino.bet("blackjack", "Ben", 1)
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("Th 6d 9h"))
    assert casino.no("Ben", "decide", table="blackjack", hand="1", name="draw")["clause"] == "QLD-2-9(4)"
    assert casino.no("Cat", "decide", table="blackjack", hand="1", name="draw")["clause"]
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(casino, "Kd 9c")
    assert casino.credits("Ann") == casino.credits("Ben") == 1010_00
    casino.sound()


def test_betting_closes_when_everybody_is_ready() -> None:
    casino = Casino("roulette")
    casino.bet("roulette", "Ann", 1)
    casino.bet("roulette", "Ben", 2)
    casino.do("Ann", "ready", table="roulette")
    assert casino.table("roulette").rounds == 1
    casino.bet("roulette", "Ann", 1)  # another wager takes it back
    assert casino.table("roulette").ready == set()
    casino.do("Ben", "ready", table="roulette")
    casino.do("Ann", "ready", table="roulette")
    assert casino.table("roulette").rounds == 2 and casino.table("roulette").ready == set()


def test_nobody_decides_for_another_and_nobody_beyond_his_credits() -> None:
    casino = opened("blackjack")
    casino.do("Max", "pay-out", player="Ann", amount=990_00)
    casino.bet("blackjack", amount=10_00)
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("5h 6d 6h"))
    short = casino.no("Ann", "decide", table="blackjack", hand="1", name="double down")
    assert short["clause"] == "QLD-16-4(2)"
    casino.no("Ben", "decide", table="blackjack", hand="1", name="draw")
    casino.no("Ann", "decide", table="blackjack", hand="1", name="surrender")
    casino.do("Ann", "decide", table="blackjack", hand="1", name="draw")


# -- time ------------------------------------------------------------------------------------------------------------


def test_betting_ends_with_its_time() -> None:
    casino = Casino("roulette", wagering_seconds=25)
    casino.wait(10 * MINUTE)
    assert casino.table("roulette").rounds == 1, "nobody waits for nothing"
    casino.bet("roulette")
    assert casino.table("roulette").ends == casino.now + 25 * SECOND
    casino.wait(25 * SECOND - 1)
    assert casino.table("roulette").betting and casino.table("roulette").rounds == 1
    casino.wait(1)
    assert casino.table("roulette").rounds == 2


def waiting(name: str) -> Casino:
    """A player has to decide something that the law has no time-out option for."""
    for seed in range(50):
        casino = Casino(name, seed=f"waiting {seed}", decision_seconds=30)
        casino.bet(name)
        casino.do("Dora", "no-more-bets", table=name)
        if isinstance(casino.table(name).request, Choose) and casino.shown(name)["asked"]["kind"] == "choose":
            return casino
    raise AssertionError(name)


@pytest.mark.parametrize("name, says", [
    ("blackjack", "QLD-2-42"), ("soft-17", "QLD-2-42"), ("bonus", "NSW-11.13"), ("three-card", ""), ("holdem", ""),
])
def test_silence_is_what_the_law_makes_of_it(name: str, says: str) -> None:
    casino = waiting(name)
    before = next_step(casino.table(name))
    casino.wait(30 * SECOND - 1)
    assert next_step(casino.table(name)) == before
    events = len(casino.shown(name)["events"])
    casino.wait(1)
    assert next_step(casino.table(name)) != before
    last = casino.shown(name)["last"]
    told = last["told"] if last is not None else casino.shown(name)["events"][events:]
    clauses = {event["clause"] for event in told}
    if says:
        assert any(clause.startswith(says) for clause in clauses), clauses
    else:
        assert any(event["kind"] == "chose" and event["name"] == "fold" for event in told)
    while not casino.table(name).betting:
        casino.wait(30 * SECOND)
    casino.sound()
    honest(casino)


def test_time_runs_again_in_full_after_a_crash() -> None:
    casino = waiting("holdem")
    casino.now += 20 * SECOND
    casino.crash()
    assert casino.table("holdem").ends == casino.now + 30 * SECOND


def test_players_with_chips_are_waited_for() -> None:
    casino = dealt()
    assert casino.table("blackjack").ends == casino.now + 30 * SECOND, "Ann sits at a terminal"
    casino = opened("blackjack")
    casino.do("Dora", "place-for", table="blackjack", box=1, player="Walt", wagers=[["original", 10_00]])
    assert casino.table("blackjack").ends is None
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("Th 6d 9h"))
    assert casino.table("blackjack").ends is None
    casino.no("Walt", "decide", table="blackjack", hand="1", name="stand")
    casino.do("Dora", "decide-for", table="blackjack", player="Walt", hand="1", name="stand")
    finish(casino, "Kd 9c")
    assert casino.store.balance("chips:blackjack:Walt") == 10_00
    casino.sound()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_bet_and_won_last_follows_from_the_lines(name: str) -> None:
    casino = Casino(name)
    assert view.last_round(casino.table(name), "Ann") == (0, 0)
    for _ in range(4):
        casino.play(name)
        lines = casino.shown(name)["last"]["lines"]
        net = casino.shown(name)["last"]["net"].get("Ann", 0)
        bet, won = view.last_round(casino.table(name), "Ann")
        assert bet >= 10_00 and won >= 0, lines
        assert won == 0 or net > -bet, "some of it was won"
        assert won or not any(line["outcome"] == "win" for line in lines)
        assert view.last_round(casino.table(name), "Zoe") == (0, 0)
