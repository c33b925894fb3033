"""Reports of irregularities: what is listed, which facts are asked for, and who decides."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, OPENING, PLAYERS, Casino
from support.dealing import cards, close, enter, opened

from pitboss.equipment.rng import SeededSource
from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.floor.reports import own_report
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Irregular
from pitboss.table.driver import play_round
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

DORA, MAX = c.Who("Dora", c.DEALER), c.Who("Max", c.MANAGER)


def listed(casino: Casino, name: str, who: c.Who = DORA) -> dict[str, list[Any]]:
    found = ask(casino.floor, who, {"t": "irregularities", "table": name})["irregularities"]
    return {kind["kind"]: kind["facts"] for kind in found}


def test_no_roll_and_no_spin_are_listed_with_their_reasons() -> None:
    casino = opened("craps")
    close(casino, "craps", ["win bet", 10_00])
    reasons = next(fact for fact in listed(casino, "craps")["invalid-roll"] if isinstance(fact, dict))
    assert reasons["name"] == "reason" and {"off-table", "stacked", "short"} <= set(reasons["values"])
    casino.add("roulette", mode="physical")
    close(casino, "roulette", ["red", 10_00])
    assert "no-spin" in listed(casino, "roulette")


class Wanted(dict[str, str]):
    """Facts that note what they are asked for."""

    def __init__(self, facts: dict[str, str]) -> None:
        super().__init__(facts)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = "") -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)


@pytest.mark.parametrize("id", sorted(GAMES.values()))
def test_every_fact_a_ruling_asks_for_can_be_told(id: str) -> None:
    """Reported at every request of a round, with facts that fit: what is looked up is what the console asks."""
    source = SeededSource(f"facts {id}")
    facts = {"box": "1", "hand": "1", "player": "Ann", "cards": "2", "wager": "ante", "amount": "5", "exposed": "yes"}
    seen: dict[str, set[str]] = {}

    class Reporter:
        def __init__(self) -> None:
            self.dealer = VirtualDealer(source, RandomPlayers(source, dict(enumerate(PLAYERS, 1))))

        def answer(self, t: Table, request: Any) -> Any:
            for kind in (kind for kind in t.game.irregularities() if not own_report(kind)):
                for rule in t.game.rulings(kind):
                    wanted = Wanted(facts)
                    try:
                        rule.applies(t.game, t, Irregular(kind, wanted))
                    except Exception:  # it does not fit
                        continue
                    seen.setdefault(kind, set()).update(wanted.asked)
            return self.dealer.answer(t, request)

    play_round(Table(make_game(id)), Reporter())
    game = type(make_game(id))
    assert [(kind, fact) for kind, asked in seen.items() for fact in asked - set(game.reports[kind].facts)] == []
    assert any(seen.values())


@pytest.mark.parametrize(("id", "kind", "fact"), [
    ("qld/three-card-poker", "cards-without-ante", "box"), ("cbr/casino-holdem-poker", "one-card", "box"),
    ("qld/baccarat", "misplaced-wager", "wager"), ("qld/roulette", "chip-moved", "amount"),
    ("nsw/texas-holdem-bonus-poker", "wrong-wager", "noticed"), ("qld/craps", "cocked-die", "resting"),
])
def test_facts_that_helpers_ask_for_are_asked_of_people(id: str, kind: str, fact: str) -> None:
    assert fact in make_game(id).reports[kind].facts


@pytest.mark.parametrize(("name", "kind", "facts", "office", "cites"), [
    ("bonus", "invalidated", {"reason": "fire"}, "Sue", "NSW-13.4.1"),
    ("bonus", "wager-refused", {"box": "1", "wager": "ante"}, "Sue", "NSW-13.11"),
    ("holdem", "invalidated", {"reason": "fire"}, "Max", "CBR-15.1"),
    ("blackjack", "wagering-restricted", {"player": "Ann"}, "Max", "QLD-0-5(1)"),
    ("blackjack", "silence-directed", {}, "Sue", "QLD-0-8"),
    ("blackjack", "shuffle-directed", {}, "Max", "QLD-0-15(2)(c)"),
])
def test_what_an_official_decides_a_dealer_does_not(
    name: str, kind: str, facts: dict[str, str], office: str, cites: str
) -> None:
    casino = opened(name)
    casino.bet(name)
    assert kind not in listed(casino, name) and kind in listed(casino, name, MAX)
    report = {"table": name, "kind": kind, "facts": facts}
    assert casino.no("Dora", "report", **report)["clause"] == cites
    assert ask(casino.floor, DORA, {"t": "preview", **report})["clause"] == cites
    casino.do(office, "report", **report)
    casino.sound()


@pytest.mark.parametrize("name", ["bonus", "holdem"])
def test_nobody_reports_a_ruling(name: str) -> None:
    """The official is asked, and so no dealer decides for him by saying that he did."""
    casino = opened(name)
    close(casino, name, [OPENING[name], 10_00])
    kind = {"bonus": "prohibited-device", "holdem": "contravention"}[name]
    casino.no("Dora", "report", table=name, kind=kind, facts={"box": "1", "ruling": "void"})
    assert not any("ruling" in facts for facts in listed(casino, name).values())


def test_a_wrong_count_is_reported_after_the_last_fold() -> None:
    """Everybody has folded, and collecting the cards the dealer counts four of them: what the fold took goes back."""
    casino = opened("three-card")
    before = casino.credits("Ann")
    close(casino, "three-card", ["ante", 10_00], ["pair plus", 5_00])
    enter(casino, "three-card", cards("4c 5d 9h"))
    enter(casino, "three-card", cards("Kc Qd 2h"))
    casino.do("Ann", "decide", table="three-card", hand="1", name="fold")
    asked = casino.shown("three-card")["asked"]
    assert asked["collected"] and asked["words"] == "nobody is left: collect the cards and count them"
    assert "wrong-number-of-cards" in listed(casino, "three-card")
    wrong = {"hand": "1", "looked": "yes", "deck": "52"}
    casino.do("Dora", "report", table="three-card", kind="wrong-number-of-cards", facts=wrong)
    enter(casino, "three-card", cards(""))
    assert casino.credits("Ann") == before
    casino.sound()
