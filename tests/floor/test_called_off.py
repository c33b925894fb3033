"""A round of any game that is called off because the rules have another version: money is as before the round."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support.at_random import decide_at_random, play_at_random
from support.casino import GAMES, MINUTE, OPENING, Casino

from pitboss.floor.poker import PokerDesk
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify
from pitboss.rulebooks import card_games, games

NAMES = {id: name for name, id in GAMES.items()}


def balances(casino: Casino) -> Counter[str]:
    """Return what each account holds that holds anything."""
    return Counter({account: balance for account, _, balance in casino.store.accounts() if balance})


def raise_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (*games().values(), *card_games().values()):
        monkeypatch.setattr(game, "rules", game.rules + 1)


def reopened(casino: Casino) -> None:
    """The floor is opened by the program with other rules; what is on disk stays sound."""
    casino.crash()
    assert not casino.floor.unread, {name: trouble.why for name, trouble in casino.floor.unread.items()}
    assert verify(casino.store).faults == []
    assert [round.faults for round in check_rounds(casino.store) if round.faults] == []


@pytest.mark.parametrize("game", games())
def test_whatever_was_staked_in_a_round_is_as_before_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = NAMES[game]
    casino, seen = Casino(name), 0
    for seed in range(20):
        if seen == 3:
            break
        chance = Random(f"{game} {seed}")
        play_at_random(casino, name, 1, seed=str(seed))
        before = balances(casino)
        for wager in casino.live(name).t.all_wagers():
            before[f"player:{wager.player}"] += wager.amount
        before[f"layout:{name}"] = 0
        number = casino.table(name).rounds
        part_of_a_round(casino, name, chance)
        if casino.table(name).rounds != number:
            continue  # it ended by itself
        raise_rules(monkeypatch)
        reopened(casino)
        assert balances(casino) == before
        assert casino.table(name).rounds == number + 1
        seen += 1
    assert seen >= 2


def part_of_a_round(casino: Casino, name: str, chance: Random) -> None:
    """Wagers are placed, and some of the round is played."""
    wagers = casino.live(name).game.wager_names()
    for box, player in enumerate(("Ann", "Ben"), 1):
        casino.ask(player, "place", table=name, box=box, wagers=[[OPENING[name], 10_00]])
        for wager in chance.sample(wagers, min(3, len(wagers))):
            casino.ask(player, "place", table=name, box=box, wagers=[[wager, 10_00]])
    number = casino.table(name).rounds
    if chance.random() < 0.75:
        casino.do("Dora", "no-more-bets", table=name)
        for _ in range(chance.randrange(3)):
            if casino.table(name).rounds == number and not casino.table(name).betting:
                decide_at_random(casino, name, chance)


@pytest.mark.parametrize("game", card_games())
def test_all_chips_of_a_hand_go_back(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="t", name="t", game=game, decision_seconds=30)
    for box, player in enumerate(("Ann", "Ben", "Cat"), 1):
        casino.do(player, "sit", table="t", box=box, amount=200_00)
    desk = casino.floor.tables["t"]
    assert isinstance(desk, PokerDesk)
    seen = 0
    for acts in (1, 3):
        while desk.room.hand is not None:
            casino.wait(MINUTE)
        before = balances(casino)
        while desk.room.hand is None:
            casino.wait(1000)
        number = desk.room.number
        for _ in range(acts):
            act(casino, desk)
        if desk.room.number != number or desk.room.hand is None:
            continue
        raise_rules(monkeypatch)
        reopened(casino)
        desk = casino.floor.tables["t"]
        assert isinstance(desk, PokerDesk)
        assert balances(casino) == before and desk.room.hand is None and desk.room.number == number
        seen += 1
    assert seen


def act(casino: Casino, desk: PokerDesk) -> None:
    """The player whose turn it is stays in, or lets the time run out."""
    h = desk.room.hand
    if h is None:
        return
    legal, player = h.legal(), desk.room.names[h.seats[h.turn]]
    name = "check" if getattr(legal, "check", None) else "call"
    if not casino.ask(player, "decide", table="t", hand=str(h.seats[h.turn]), name=name)["ok"]:
        casino.wait(31_000)
