"""Players and staff of a floor who do whatever comes to mind, legal or not."""

from __future__ import annotations

from typing import Any

from pitboss.equipment.rng import SeededSource
from pitboss.floor.house import HouseTable
from pitboss.table.requests import Burn, Choose, Cut, Deal, Direct, Gather, Reveal, Roll, Shuffle, Spin
from support.casino import OPENING, PLAYERS, Casino


class Crowd:
    """Players and staff who do whatever comes to mind."""

    def __init__(self, casino: Casino, seed: str) -> None:
        self.casino, self.source = casino, SeededSource(seed)

    def pick(self, things: Any) -> Any:
        things = list(things)
        return things[self.source.below(len(things))]

    def chance(self, one_in: int) -> bool:
        return self.source.below(one_in) == 0

    def step(self) -> dict[str, Any]:
        name = self.pick(self.casino.floor.tables)
        table = self.casino.table(name)
        if self.chance(6):
            return self.boss(name, table)
        if table.live is None:
            return self.ask("Sue", "open-table", table=name)
        if self.chance(12):
            return self.report(name, table)
        request = table.request
        if isinstance(request, Gather):
            return self.gather(name, table)
        if isinstance(request, Direct):
            return self.ask(self.pick(("Sue", "Max", "Dora")), "direct", table=name,
                            name=self.pick(option.name for option in request.options))
        if isinstance(request, Choose):
            return self.choose(name, request)
        return self.equipment(name, table)

    def ask(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        return self.casino.ask(who, tag, **fields)

    def gather(self, name: str, table: HouseTable) -> dict[str, Any]:
        player, box = self.pick(PLAYERS), 1 + self.source.below(3)
        match self.source.below(12):
            case 0 | 1 | 2:
                return self.ask(player, "place", table=name, box=box,
                                wagers=[[OPENING[name.split("-2")[0]], 5_00 + 50 * self.source.below(60)]])
            case 3:
                wagers = [[self.pick(table.game.wager_names()), 5_00 + 50 * self.source.below(900)] for _ in range(2)]
                return self.ask(player, "place", table=name, box=box, wagers=wagers)
            case 4:
                return self.ask(player, "take", table=name, box=box, wager=self.pick(table.game.wager_names()))
            case 5:
                return self.ask(player, self.pick(("clear", "leave", "ready")), table=name)
            case 6:
                return self.ask(player, "sit", table=name, box=box)
            case 7:
                return self.ask("Dora", "place-for", table=name, box=box, player=self.pick(("Walt", "Wes", "Ann")),
                                wagers=[[OPENING[name.split("-2")[0]], 10_00]])
            case 8:
                return self.ask("Dora", "take-for", table=name, box=box, player="Walt",
                                wager=OPENING[name.split("-2")[0]])
        return self.ask("Dora", "no-more-bets", table=name)

    def choose(self, name: str, request: Choose) -> dict[str, Any]:
        if self.chance(6) or not request.options:
            return self.ask("Dora", "silence", table=name)
        option = self.pick(request.options)
        fields: dict[str, Any] = {"table": name, "hand": request.hand, "name": option.name}
        if option.most is not None and self.chance(3):
            fields["amount"] = max(1, option.least or option.most)
        if request.player in ("Walt", "Wes"):
            return self.ask("Dora", "decide-for", player=request.player, **fields)
        return self.ask(request.player if self.chance(1) else self.pick(PLAYERS), "decide", **fields)

    def equipment(self, name: str, table: HouseTable) -> dict[str, Any]:
        if table.memory.pending is not None:
            return self.ask(self.pick(("Dora", "Sue")), "drop-entry" if self.chance(5) else "confirm", table=name)
        match table.request:
            case Deal() | Burn() | Reveal() as request:
                cards = [self.pick(table.game.pack()) for _ in range(request.count)]
                answer: dict[str, Any] = {"type": "cards", "cards": cards}
            case Spin() as request:
                answer = {"type": "ball", "number": self.pick(request.pockets)}
            case Roll() as request:
                answer = {"type": "dice", "numbers": [1 + self.source.below(6) for _ in range(request.dice)]}
            case Shuffle():
                answer = {"type": "shuffled"}
            case Cut() as request:
                answer = {"type": "cut", "from_back": request.least}
            case other:
                raise AssertionError(other)
        return self.ask("Dora", "enter", table=name, answer=answer)

    def report(self, name: str, table: HouseTable) -> dict[str, Any]:
        facts = {"box": str(1 + self.source.below(3)), "player": self.pick((*PLAYERS, "Walt")), "hand": "dealer"}
        facts |= {"looked": self.pick(("yes", "no")), "reason": "fire", "cards": "2"}
        return self.ask("Dora", "report", table=name, kind=self.pick(table.game.irregularities()), facts=facts)

    def boss(self, name: str, table: HouseTable) -> dict[str, Any]:
        who = self.pick(("Sue", "Sam", "Max"))
        match self.source.below(9):
            case 0:
                return self.ask(who, "close-table", table=name, now=self.chance(2))
            case 1:
                return self.ask(who, "open-table", table=name)
            case 2 | 3:
                return self.ask(who, "limits", table=name, minimum=self.pick((2_00, 5_00, 10_00, 20_00)),
                                maximum=self.pick((None, 200_00, 500_00)), at_once=self.chance(2))
            case 4:
                return self.ask(who, "terminal-limits", table=name, player=self.pick(PLAYERS),
                                minimum=self.pick((None, 10_00)), maximum=self.pick((None, 50_00)))
            case 5:
                return self.ask(who, "propose", table=name, what="void", reason="the lights went out")
            case 6:
                numbers = [proposal.n for proposal in table.memory.proposals]
                return self.ask(who, self.pick(("approve", "withdraw")), table=name, n=self.pick([0, *numbers]))
            case 7:
                return self.ask(self.pick(PLAYERS), "cash-out", amount=10_00 + self.source.below(50_00))
        self.casino.wait(self.pick((1000, 20_000, 61_000, 5 * 60_000, 21 * 60_000)))
        return {"ok": True}
