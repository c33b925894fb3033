"""A player's own rounds: all of them, nobody else's, as they stand now, and their money is the ledger's."""

from __future__ import annotations

from typing import Any

import pytest
from support.at_random import play_at_random
from support.casino import GAMES as GAMES_BY_NAME
from support.casino import Casino
from support.own_rounds import same_again
from support.poker_floor import Sim

from pitboss.cardroom.phh import VARIANTS, BadPhh, loads
from pitboss.cardroom.phh_play import play
from pitboss.floor import schema
from pitboss.floor.own_files import hand_phh, house_transcript, played_hand
from pitboss.floor.own_history import LAST, Mark, OwnHistory, OwnRound, RoundFilter
from pitboss.floor.store import SQLiteStore
from pitboss.floor.verify import verify
from pitboss.rulebooks import card_games, settle


@pytest.mark.parametrize("name", GAMES_BY_NAME)
def test_rounds_of_every_game_can_be_told_as_transcripts(name: str) -> None:
    casino = Casino(name)
    play_at_random(casino, name, 12)
    for player in ("Ann", "Ben"):
        rows = list(OwnHistory(casino.store, player).rounds(RoundFilter()))
        assert len(rows) == 12 and {row.game for row in rows} == {GAMES_BY_NAME[name]}
        for row in rows:
            same_again(casino.table(name), row, player, house_transcript(casino.table(name), row.round, player))


@pytest.mark.parametrize("name", GAMES_BY_NAME)
def test_the_money_of_every_game_is_in_the_rounds(name: str) -> None:
    casino = Casino(name)
    before = casino.credits("Ann")
    play_at_random(casino, name, 12, "money")
    history = OwnHistory(casino.store, "Ann")
    gained = sum(row.net for row in history.rounds(RoundFilter()))
    # What has won may have been collected to the credits since.
    lies = sum(wager.amount for wager in casino.live(name).t.all_wagers() if wager.player == "Ann")
    assert before + gained == casino.credits("Ann") + lies
    for row in history.rounds(RoundFilter()):
        assert row.stake >= 0 and row.net >= -row.stake - sum(line.stake for line in row.lines)


# -- pages and filters --------------------------------------------------------------------------------------


def roulette(rounds: int) -> Casino:
    casino = Casino("roulette", "blackjack")
    for n in range(rounds):
        casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]])
        casino.do("Ann", "ready", table="roulette")
        casino.wait(60_000)
        if n % 2:
            casino.do("Ann", "clear", table="roulette")
    return casino


def test_pages_follow_each_other_without_a_gap() -> None:
    casino = roulette(11)
    history = OwnHistory(casino.store, "Ann")
    whole = list(history.rounds(RoundFilter()))
    assert len(whole) >= 11
    found, before = [], LAST
    while before:
        page, before = history.page(RoundFilter(), before, 4)
        assert 0 < len(page) <= 4
        found += page
    assert found == whole
    assert list(OwnHistory(casino.store, "Ben").rounds(RoundFilter())) == []


def test_rounds_are_found_by_game_and_by_time() -> None:
    casino = roulette(3)
    history = OwnHistory(casino.store, "Ann")
    whole = list(history.rounds(RoundFilter()))
    assert list(history.rounds(RoundFilter("qld/roulette"))) == whole
    assert list(history.rounds(RoundFilter("qld/blackjack"))) == list(history.rounds(RoundFilter("no/game"))) == []
    middle = whole[1].at
    assert list(history.rounds(RoundFilter(times=(middle, middle + 1)))) == [whole[1]]
    assert list(history.rounds(RoundFilter(times=(0, middle)))) == whole[2:]


@pytest.mark.parametrize("id", ("", "/", "roulette", "roulette/0", "roulette/-1", "roulette/99", "nowhere/1",
                                "roulette/1e3", "roulette/" + "9" * 40, "blackjack/1"))
def test_a_round_that_is_none_of_his_is_not_found(id: str) -> None:
    assert OwnHistory(roulette(1).store, "Ann").one(id) is None


def test_another_players_round_is_not_found() -> None:
    casino = roulette(2)
    row = next(OwnHistory(casino.store, "Ann").rounds(RoundFilter()))
    assert OwnHistory(casino.store, "Ann").one(row.id) == row
    assert OwnHistory(casino.store, "Ben").one(row.id) is None


# -- as they stand now --------------------------------------------------------------------------------------


def spun(number: str) -> Casino:
    """A physical table at which Ann has lost or won on red."""
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]])
    casino.do("Dora", "no-more-bets", table="roulette")
    ball(casino, number)
    return casino


def ball(casino: Casino, number: str) -> None:
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": number})
    casino.do("Dora", "confirm", table="roulette")


def only_row(casino: Casino) -> OwnRound:
    rows = list(OwnHistory(casino.store, "Ann").rounds(RoundFilter()))
    assert len(rows) == 1
    return rows[0]


def test_a_corrected_round_counts_as_it_was_corrected() -> None:
    casino = spun("2")
    assert (only_row(casino).net, only_row(casino).result, only_row(casino).marks) == (-500, "2", ())
    answers = casino.played("roulette", 1)
    index = next(n for n, answer in enumerate(answers) if answer["type"] == "ball")
    casino.do("Sue", "propose", table="roulette", what="correct", reason="it was 3", round=1, index=index,
              answer={"type": "ball", "number": "3"})
    casino.do("Max", "approve", table="roulette", n=1)
    row = only_row(casino)
    assert (row.net, row.result, row.marks) == (500, "3", (Mark("corrected", "it was 3"),))
    assert settle(house_transcript(casino.table("roulette"), 1, "Ann")).net == {"Ann": 500}


def test_a_round_that_was_taken_back_is_none_until_it_ends_again() -> None:
    casino = spun("2")
    casino.do("Dora", "take-back", table="roulette")
    assert list(OwnHistory(casino.store, "Ann").rounds(RoundFilter())) == []
    assert OwnHistory(casino.store, "Ann").one("roulette/1") is None
    ball(casino, "3")
    assert (only_row(casino).net, only_row(casino).marks) == (500, (Mark("entry taken back"),))
    assert OwnHistory(casino.store, "Ann").one("roulette/1") == only_row(casino)


def test_a_void_round_moves_nothing_and_says_why() -> None:
    casino = Casino("roulette")
    casino.bet("roulette")
    casino.do("Sue", "propose", table="roulette", what="void", reason="fire")
    casino.do("Max", "approve", table="roulette", n=1)
    row = only_row(casino)
    assert (row.net, row.marks[0].what) == (0, "void") and "fire" in row.marks[0].why


def test_a_player_with_chips_of_the_same_name_is_somebody_else() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.do("Dora", "place-for", table="roulette", player="Zoe", box=2, wagers=[["red", 500]])
    casino.do("Dora", "no-more-bets", table="roulette")
    ball(casino, "17")
    assert casino.store.rows("SELECT player FROM part") == [("Zoe",)]
    assert list(OwnHistory(casino.store, "Zoe").rounds(RoundFilter())) == []
    assert OwnHistory(casino.store, "Zoe").one("roulette/1") is None


# -- the list of rounds by player ---------------------------------------------------------------------------


def test_a_list_that_does_not_follow_is_a_fault() -> None:
    casino = roulette(2)
    assert not verify(casino.store).faults
    casino.store._db.execute("DELETE FROM part WHERE pos = (SELECT max(pos) FROM part)")
    casino.store._db.execute("INSERT INTO part VALUES ('Ben', (SELECT min(pos) FROM part))")
    faults = verify(casino.store).faults
    assert sorted(fault.partition(": ")[2] for fault in faults) == [
        "Ann is not listed in a round that says so", "Ben is listed in a round that does not say so"]


def test_a_floor_from_before_there_was_such_a_list_gets_one(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "floor.db"
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        casino = Casino("roulette", path=path)
        casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]])
        casino.do("Ann", "ready", table="roulette")
        casino.wait(60_000)
        casino.store.close()
    store = SQLiteStore(path)
    assert len(list(OwnHistory(store, "Ann").rounds(RoundFilter()))) == 1 and not verify(store).faults
    store.close()


def test_looking_for_few_rounds_among_many_is_done_in_small_steps() -> None:
    store = roulette(5).store
    found, before, steps = [], LAST, 0
    while before:
        events, before = store.rounds_of("Ann", before, 2, streams=["table:nowhere"])
        found += events
        steps += 1
    assert found == [] and steps >= 3
    events, before = store.rounds_of("Ann", LAST, 2)
    assert len(events) == 2 and before == events[-1].pos


# -- hands between players ----------------------------------------------------------------------------------

WRITTEN = {(id, code) for id, made in card_games().items() for code in made.phh}


@pytest.mark.parametrize(("id", "code"), sorted(WRITTEN))
def test_hands_of_every_game_that_phh_has_a_code_for(id: str, code: str) -> None:
    variant = VARIANTS[code]
    options = {"structure": variant.structure} | ({"deck": str(variant.deck)} if variant.deck != 52 else {})
    sim = Sim(id, {name: value for name, value in options.items() if name in card_games()[id]().options}, code)
    sim.sit("Ann", "Ben", "Cat")
    for _ in range(150):
        sim.step()
    told = 0
    for player in ("Ann", "Ben", "Cat"):
        for row in OwnHistory(sim.store, player).rounds(RoundFilter()):
            try:
                text = hand_phh(sim.desk, row.round, player)
            except BadPhh:
                continue
            told += 1
            again = play(loads(text)[0])
            assert not again.failures and again.net[again.record.players.index(player)] == row.net
            h, names, last = played_hand(sim.desk, row.round)
            hidden = [n for n, seat in enumerate(h.seats) if names[seat] != player and str(seat) not in last["shows"]]
            down = {card for event in h.log if event.place in hidden and not event.open for card in event.cards}
            assert not [card for card in down if card in text], text
    assert told
