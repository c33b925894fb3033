"""People who play a game against the house at random: any wager that opens a round, any decision, or silence."""

from __future__ import annotations

from random import Random

from pitboss.table.requests import Choose, Direct
from support.casino import OPENING, Casino


def play_at_random(
    casino: Casino, name: str, rounds: int, seed: str = "", players: tuple[str, ...] = ("Ann", "Ben")
) -> None:
    """Whole rounds at a table of virtual equipment."""
    chance = Random(f"{name} {seed}")
    wagers, opening = casino.live(name).game.wager_names(), OPENING[name.split("-2")[0]]
    for _ in range(rounds):
        for box, player in enumerate(players, 1):
            mine = [wager.kind for wager in casino.live(name).t.all_wagers() if wager.player == player]
            if opening not in mine:
                casino.bet(name, player, box)
            for wager in chance.sample(wagers, min(3, len(wagers))):
                if wager != opening:
                    casino.ask(player, "place", table=name, box=box, wagers=[[wager, 10_00]])
        casino.do("Dora", "no-more-bets", table=name)
        while not casino.table(name).betting:
            decide_at_random(casino, name, chance)


def decide_at_random(casino: Casino, name: str, chance: Random) -> None:
    request = casino.table(name).request
    silent = isinstance(request, Direct) or not isinstance(request, Choose) or chance.random() < 0.15
    if not silent and isinstance(request, Choose):
        option = chance.choice(request.options)
        decided = casino.ask(request.player, "decide", table=name, hand=request.hand, name=option.name,
                             amount=option.most)
        silent = not decided["ok"]
    if silent:
        casino.do("Dora", "silence", table=name)
