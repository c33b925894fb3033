"""Tables against the house on the floor."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, MINUTE, OPENING, PLAYERS, SECOND, Casino, next_step

from pitboss.equipment.rng import SeededSource
from pitboss.floor import commands as c
from pitboss.floor.floor import Request
from pitboss.floor.house import HouseTable
from pitboss.floor.proposals import past
from pitboss.floor.rounds import check_rounds
from pitboss.table.requests import Burn, Choose, Cut, Deal, Direct, Gather, Reveal, Roll, Shuffle, Spin


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
                cards = [self.pick("A23456789TJQK") + self.pick("cdhs") for _ in range(request.count)]
                answer: dict[str, Any] = {"type": "cards", "cards": cards}
            case Spin() as request:
                answer = {"type": "ball", "number": self.pick(request.pockets)}
            case Roll():
                answer = {"type": "dice", "numbers": [1 + self.source.below(6), 1 + self.source.below(6)]}
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


@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_breaks_nothing(seed: int) -> None:
    casino = Casino(*GAMES, seed=f"crowd {seed}")
    for name in ("blackjack-2", "bonus-2", "roulette-2"):
        casino.add(name, mode="physical")
    casino.add("baccarat-2", options={"teaching": "non-value"})
    crowd = Crowd(casino, f"people {seed}")
    done = 0
    for n in range(500):
        before = casino.everything()
        result = crowd.step()
        if not result["ok"]:
            assert casino.everything()[1:] == before[1:]
        done += result["ok"]
        if n % 10 == 0:
            casino.sound()
        if n % 97 == 0:
            casino.crash()
    casino.sound()
    assert done > 200
    honest(casino)


def honest(casino: Casino) -> None:
    """Every round comes out the same when it is played again, and the ledger moved what it moved."""
    assert {one.id: one.faults for one in check_rounds(casino.store) if one.faults} == {}


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
            playing = {wager.player for wager in casino.live(name).t.wagers.values()}
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
        casino.sound()
        casino.crash()
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
        place = c.Place(table, 1, [(wager, 400_00)])
        steps.append(casino.floor.step(Request(table, place, ann, f"Ann:{table}-at-once", "x"), casino.now))
    casino.do("Max", "pay-out", player="Ann", amount=500_00)
    results = [casino.floor.commit(step, casino.now) for step in steps if not isinstance(step, dict)]
    assert [result["ok"] for result in results] == [True, False]
    assert casino.credits("Ann") == 100_00 and casino.store.balance("layout:roulette") == 400_00
    assert casino.shown("baccarat")["wagers"] == [] and casino.shown("baccarat")["seats"] == {}
    casino.sound()
    casino.no("Ann", "place", table="baccarat", box=1, wagers=[["player", 100_50]])
    casino.bet("baccarat", amount=100_00)
    casino.sound()


# -- physical tables -----------------------------------------------------------------------------------------------


def cards(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "cards", "cards": text.split(), **more}


def enter(casino: Casino, name: str, answer: dict[str, Any]) -> None:
    casino.do("Dora", "enter", table=name, answer=answer)
    casino.do("Dora", "confirm", table=name)


def finish(casino: Casino, text: str) -> None:
    """The dealer's cards at a blackjack table, turned up to the end of the round."""
    enter(casino, "blackjack", cards(text))
    while isinstance(casino.table("blackjack").request, Reveal):
        enter(casino, "blackjack", cards(""))


def opened(name: str, **fields: Any) -> Casino:
    """A physical table that takes wagers."""
    casino = Casino()
    casino.add(name, mode="physical", **fields)
    while not casino.table(name).betting:
        request: Any = casino.table(name).request
        if isinstance(request, Direct):
            casino.do("Max", "direct", table=name, name=request.options[-1].name)
        elif isinstance(request, Shuffle):
            enter(casino, name, {"type": "shuffled"})
        elif isinstance(request, Cut):
            enter(casino, name, {"type": "cut", "from_back": request.least})
        else:
            enter(casino, name, cards("2c 3c 4c 5c 6c 7c 8c 9c"[: 3 * request.count]))
    return casino


def dealt(name: str = "blackjack", text: str = "Th 6d 9h", **fields: Any) -> Casino:
    """Blackjack with Ann on box 1: her first card, the dealer's, her second."""
    casino = opened(name, **fields)
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    if fields.get("entry") != "twice":
        enter(casino, name, cards(text))
    return casino


def test_an_entry_counts_once_it_is_confirmed() -> None:
    casino = dealt(text="Th 6d 9h")
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    casino.no("Dora", "confirm", table="blackjack")
    assert casino.do("Dora", "enter", table="blackjack", answer=cards("Td"))["words"] == "Td"
    assert casino.shown("blackjack")["pending"]["words"] == "Td"
    assert casino.shown("blackjack")["hands"]["dealer"] == ["6d"]
    casino.sound()
    casino.do("Sue", "drop-entry", table="blackjack")
    assert casino.shown("blackjack")["pending"] is None
    casino.do("Dora", "enter", table="blackjack", answer=cards("9d"))
    casino.do("Dora", "enter", table="blackjack", answer=cards("5d"))  # another one stands in its place
    casino.crash()
    casino.do("Dora", "confirm", table="blackjack")
    assert casino.shown("blackjack")["hands"]["dealer"] == ["6d", "5d"]
    finish(casino, "Kc")
    assert casino.credits("Ann") == 990_00 and casino.shown("blackjack")["last"]["net"] == {"Ann": -10_00}
    casino.sound()
    honest(casino)


def test_an_entry_made_twice() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical", entry="twice")
    casino.bet("roulette")
    casino.do("Dora", "no-more-bets", table="roulette")
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "1"})
    casino.crash()
    differs = casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "2"})
    assert differs["differs"] and casino.shown("roulette")["pending"] is None
    assert casino.table("roulette").last is None
    for _ in range(2):
        casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "1"})
    assert casino.shown("roulette")["last"]["result"] == "1" and casino.credits("Ann") == 1010_00


def test_cards_entered_twice_after_a_crash_are_the_same_cards() -> None:
    casino = Casino()
    casino.add("blackjack", mode="physical", entry="twice")
    for answer in ({"type": "shuffled"}, {"type": "cut", "from_back": 20}, {"type": "cut", "from_back": 60}):
        for _ in range(2):
            casino.do("Dora", "enter", table="blackjack", answer=answer)
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    casino.do("Dora", "enter", table="blackjack", answer=cards("Th 6d 9h"))
    casino.crash()
    assert "differs" not in casino.do("Dora", "enter", table="blackjack", answer=cards("Th 6d 9h"))
    assert casino.shown("blackjack")["hands"] == {"1": ["Th", "9h"], "dealer": ["6d"]}


def test_entries_that_do_not_fit() -> None:
    casino = opened("three-card")
    casino.bet("three-card")
    casino.do("Dora", "no-more-bets", table="three-card")
    for answer in (
        cards("As As Ks"), cards("Zz 2c 3c"), cards("As"), {"type": "ball", "number": "3"}, {"type": "close"},
        {"type": "dice", "numbers": [1, 2]}, {"type": "choice", "hand": "1", "name": "bet"}, {"type": "nothing"},
        cards(" ".join(["As"] * 61)), cards("As Ks Qs Js Ts 9s 8s 7s"),
    ):
        casino.no("Dora", "enter", table="three-card", answer=answer)
    for who in ("Ann", "Ivy"):
        assert not casino.ask(who, "enter", table="three-card", answer=cards("As Ks Qs"))["ok"]
    enter(casino, "three-card", cards("As Ks Qs"))
    casino.no("Dora", "enter", table="three-card", answer=cards("As 2c 3c"))
    casino.sound()


def test_players_with_chips() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.no("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 1_00]])
    casino.do("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 10_00], ["odd", 10_00]])
    casino.do("Dora", "take-for", table="roulette", box=1, player="Walt", wager="odd")
    casino.bet("roulette", "Ann", 2)
    casino.no("Dora", "place-for", table="roulette", box=3, player="Ann", wagers=[["red", 10_00]])
    casino.no("Dora", "decide-for", table="roulette", player="Ann", hand="1", name="stand")
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "3"})
    assert casino.store.balance("chips:roulette:Walt") in (0, 10_00)  # a winning wager stays, or was taken
    assert casino.store.balance("player:Walt") == 0 and casino.credits("Ann") == 1010_00
    casino.sound()
    honest(casino)


# -- irregularities and officials ----------------------------------------------------------------------------------


def test_a_report_is_ruled_on_and_the_right_office_decides() -> None:
    casino = opened("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "report", table="blackjack", kind="device-used", facts={"player": "Ann", "device": "computer"})
    asked = casino.shown("blackjack")["asked"]
    assert asked["kind"] == "direct" and asked["hand"] == "supervisor" and asked["clause"] == "QLD-0-4(2)"
    casino.crash()
    assert casino.shown("blackjack")["asked"] == asked
    casino.no("Ann", "decide", table="blackjack", hand="supervisor", name="void wagers")
    refused = casino.no("Dora", "direct", table="blackjack", name="void wagers")
    assert refused["clause"] == "QLD-0-4(2)" and "supervisor" in refused["legal"]
    casino.no("Sue", "direct", table="blackjack", name="something else")
    casino.do("Sue", "direct", table="blackjack", name="void wagers")
    assert casino.credits("Ann") == 1000_00
    casino.do("Max", "direct", table="blackjack", name="exclude")  # a manager may act for a supervisor (3)
    again = casino.no("Ann", "place", table="blackjack", box=1, wagers=[["original", 10_00]])
    assert again["clause"] == "QLD-0-4(2)(b)"
    casino.sound()


def test_a_manager_is_not_a_supervisors_to_replace() -> None:
    casino = opened("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("Th 6d 9h"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(casino, "Kd 9c")
    casino.do("Dora", "report", table="blackjack", kind="late-entry", facts={"player": "Ben"})
    assert casino.shown("blackjack")["asked"]["hand"] == "manager"
    assert casino.no("Sue", "direct", table="blackjack", name="refuse")["clause"] == "QLD-2-17(1)"
    casino.do("Max", "direct", table="blackjack", name="refuse")
    late = casino.no("Ben", "place", table="blackjack", box=2, wagers=[["original", 10_00]])
    assert late["clause"] == "QLD-2-17(1)"


def test_silent_law_is_referred_and_nonsense_refused() -> None:
    casino = dealt()
    casino.do("Dora", "report", table="blackjack", kind="lightning", facts={})
    assert casino.shown("blackjack")["events"][-1]["kind"] == "referred"
    casino.no("Dora", "report", table="blackjack", kind="cards-exchanged", facts={"box": "9"})
    for who in ("Ann", "Ivy"):
        assert not casino.ask(who, "report", table="blackjack", kind="lightning", facts={})["ok"]
    casino.sound()


# -- proposals -----------------------------------------------------------------------------------------------------


def test_a_round_is_void_with_a_second_person() -> None:
    casino = dealt()
    nothing = casino.no("Sue", "propose", table="blackjack", what="nothing", reason="no reason")
    assert "void or correct" in nothing["legal"]
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    assert casino.shown("blackjack")["proposals"][0]["reason"] == "a card was marked"
    casino.no("Sue", "approve", table="blackjack", n=n)
    assert not casino.ask("Dora", "approve", table="blackjack", n=n)["ok"]
    casino.no("Sam", "approve", table="blackjack", n=n + 1)
    casino.crash()
    casino.do("Sam", "approve", table="blackjack", n=n)
    line = casino.shown("blackjack")["last"]["lines"][0]
    assert (line["outcome"], line["clause"], casino.credits("Ann")) == ("void", "QLD-0-3:void", 1000_00)
    assert casino.shown("blackjack")["proposals"] == []
    casino.no("Sam", "approve", table="blackjack", n=n)
    casino.no("Sue", "propose", table="blackjack", what="void", reason="nothing lies there")
    casino.sound()
    honest(casino)


def test_a_proposal_may_be_withdrawn_and_grows_old() -> None:
    casino = dealt()
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    casino.do("Sue", "withdraw", table="blackjack", n=n)
    casino.no("Sam", "approve", table="blackjack", n=n)
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(casino, "Kd 9c")
    casino.no("Sam", "approve", table="blackjack", n=n)


def spun(number: str = "1", amount: int = 10_00) -> Casino:
    """Ann had red, and it came so."""
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.bet("roulette", amount=amount)
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": number})
    return casino


def correct(casino: Casino, number: str, round: int = 1) -> dict[str, Any]:
    answers = past(casino.table("roulette"), round).answers
    index = next(n for n, answer in enumerate(answers) if hasattr(answer, "number"))
    return {"table": "roulette", "what": "correct", "round": round, "index": index, "reason": "misread",
            "answer": {"type": "ball", "number": number}}


def test_a_correction_posts_the_difference() -> None:
    casino = spun("2")
    assert casino.credits("Ann") == 990_00
    n = casino.do("Sue", "propose", **correct(casino, "1"))["n"]
    casino.no("Sue", "approve", table="roulette", n=n)
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 1010_00
    last = casino.shown("roulette")["last"]
    assert (last["result"], last["lines"][0]["outcome"], last["why"]) == ("1", "win", "corrected: misread")
    casino.sound()
    n = casino.do("Sue", "propose", **correct(casino, "0"))["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 990_00
    casino.sound()
    honest(casino)


def test_what_was_spent_is_owed() -> None:
    casino = spun("1", 500_00)
    casino.do("Ann", "cash-out", amount=casino.credits("Ann"))
    n = casino.do("Sue", "propose", **correct(casino, "2"))["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 0 and casino.store.balance("owed:Ann") == -1000_00
    casino.sound()
    honest(casino)


def test_corrections_that_make_no_sense() -> None:
    casino = spun()
    good = correct(casino, "2")
    for wrong in ({"index": 99}, {"index": 0}, {"round": 77}, {"answer": {"type": "ball", "number": "99"}},
                  {"answer": {"type": "dice", "numbers": [1, 2]}}, {"answer": {"type": "shuffled"}}):
        casino.no("Sue", "propose", **{**good, **wrong})
    for who in ("Ann", "Dora", "Ivy"):
        assert not casino.ask(who, "propose", **good)["ok"]


def test_a_card_of_the_round_that_is_played() -> None:
    casino = dealt(text="Th 6d 9h")
    answers = past(casino.table("blackjack"), 1).answers
    index = max(n for n, answer in enumerate(answers) if hasattr(answer, "cards"))
    n = casino.do("Sue", "propose", table="blackjack", what="correct", index=index, reason="misread",
                  answer=cards("2h"))["n"]
    casino.do("Sam", "approve", table="blackjack", n=n)
    assert casino.shown("blackjack")["hands"]["1"] == ["Th", "2h"]
    casino.sound()
    casino.do("Ann", "decide", table="blackjack", hand="1", name="draw")
    enter(casino, "blackjack", cards("Kh"))
    assert casino.credits("Ann") == 990_00
    casino.sound()
    honest(casino)


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
