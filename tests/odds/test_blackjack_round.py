"""Blackjack's arrays against the round itself, to the cent; and best play simulated through it."""

from __future__ import annotations

from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.odds import analyse
from pitboss.odds.analysis import BestPlay
from pitboss.odds.blackjack import BlackjackOdds, rank_of
from pitboss.odds.blackjack_rules import Rules, compile_rules
from pitboss.odds.simulate import brings
from pitboss.odds.whatif import change
from pitboss.rulebooks import game
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER, Settled
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAMES = ("qld/blackjack", "qld/soft-17-blackjack")
# Nothing here is about additional wagers, which take longer to place and settle than the game itself.
ALONE = {"additional": "none"}


def made(id: str, *settings: str) -> Blackjack:
    it = game(id, ALONE)
    assert isinstance(it, Blackjack)
    change(it, settings, BlackjackOdds)
    return it


def own_lines(t: Table) -> list[Settled]:
    """What became of the wagers of the game itself; others may lie beside them."""
    return [line for line in t.lines if line.wager not in t.game.sides]


def by_arrays(rules: Rules, t: Table) -> int:
    """What the arrays say of the round that lies on the table."""
    hands = [hand for hand in ("1a", "1b") if hand in t.hands] or ["1"]
    held = [[rank_of(card) for card in t.hands[hand].cards] for hand in hands]
    doubled = [hand in t.notes.get("doubled", ()) for hand in hands]
    dealer = [rank_of(card) for card in t.hands[DEALER].cards]
    insured = sum(line.stake for line in t.lines if line.wager == "insurance")
    stake = next(line.stake for line in t.lines if line.wager == "original")
    at_once = any(str(line.clause) == "QLD-2-24(4)" for line in t.lines)
    return rules.settle(held, doubled, dealer, stake, insured, at_once)


def agrees(it: Blackjack, rounds: int, seed: str) -> dict[str, int]:
    """Play rounds at random; the arrays must agree with each. Gives how often special things came up."""
    rules = compile_rules(it, it.minimum)
    source = SeededSource(seed)
    t, dealer = Table(it), VirtualDealer(source, RandomPlayers(source, {1: "Ann"}))
    seen = dict.fromkeys(("insured", "even money", "doubled", "split", "both lost", "spared", "no second card"), 0)
    for number in range(rounds):
        drive(t, dealer)
        net = sum(map(brings, own_lines(t)))
        assert by_arrays(rules, t) == net, (number, t.lines, {name: hand.cards for name, hand in t.hands.items()})
        lost = [it.counted(t, hand).points > 21 for hand in t.hands if hand != DEALER]
        alone = len(t.hands[DEALER].cards) == 1
        seen["insured"] += any(line.wager == "insurance" for line in t.lines)
        seen["even money"] += any(str(line.clause) == "QLD-2-24(4)" for line in t.lines)
        seen["doubled"] += "doubled" in t.notes
        seen["split"] += "1a" in t.hands
        seen["both lost"] += len(lost) == 2 and all(lost)
        seen["spared"] += any(lost) and any(str(line.clause) == "QLD-2-14(3)(i)" for line in t.lines)
        seen["no second card"] += alone
    return seen


@pytest.mark.parametrize("id", GAMES)
def test_arrays_agree_with_twenty_thousand_rounds(id: str) -> None:
    seen = agrees(made(id), 20_000, f"arrays {id}")
    assert all(seen.values()), seen


@pytest.mark.parametrize(
    "settings",
    [("dealer.soft-17=draw",), ("double.on=any two cards",), ("dealer.blackjack-takes=all", "double.on=10 and 11"),
     ("double.ace=1 or 11",), ("original.blackjack=6 to 5", "insurance=5 to 2")],
)
def test_arrays_agree_with_rounds_under_changed_rules(settings: tuple[str, ...]) -> None:
    it = made("qld/blackjack", *settings)
    it.unit = it.minimum = 2000
    assert agrees(it, 1500, f"changed {settings}")["doubled"] > 20


# -- best play through the round generator ---------------------------------------------------------------


def simulated(analysis: BlackjackOdds, rounds: int, seed: str) -> dict[str, list[int]]:
    """What each round brought, and what each wager of a kind did, in units."""
    it = analysis.game
    t, dealer = Table(it), VirtualDealer(SeededSource(seed), BestPlay(analysis))
    found: dict[str, list[int]] = {"round": [], "double down": [], "split": [], "insurance": []}
    for _ in range(rounds):
        drive(t, dealer)
        found["round"].append(sum(map(brings, own_lines(t))))
        for line in own_lines(t):
            if line.wager != "original":
                found[analysis.row_of(line.wager)].append(brings(line))
    return found


def inside(found: list[int], unit: float, mean: float, deviation: float) -> bool:
    """Within four standard errors."""
    return abs(sum(found) / len(found) / unit - mean) < 4 * deviation / sqrt(len(found))


@pytest.mark.parametrize(("id", "rounds"), [("qld/blackjack", 6_000), ("qld/soft-17-blackjack", 3_000)])
def test_best_play_simulated_lies_within_four_standard_errors(id: str, rounds: int) -> None:
    """Rounds are dealt on from one shoe until the cutting card: a fixed way to play does not notice."""
    analysis = analyse(id, ALONE)
    assert isinstance(analysis, BlackjackOdds)
    found = simulated(analysis, rounds, f"best {id}")
    unit = analysis.whole_stake(2)
    original = analysis.sheet.row("original")
    assert inside(found["round"], unit, float(original.expectation), original.std_dev)
    assert not found["insurance"]
    for kind in ("double down", "split"):
        row = analysis.sheet.row(kind)
        assert inside(found[kind], unit, float(row.expectation), row.std_dev)
        often = float(row.frequency)
        assert abs(len(found[kind]) / rounds - often) < 4 * sqrt(2 * often / rounds)


def test_best_play_insures_and_takes_even_money_where_it_pays() -> None:
    analysis = analyse("qld/blackjack", ALONE, ("insurance=3 to 1", "original.blackjack=6 to 5"))
    assert isinstance(analysis, BlackjackOdds)
    found = simulated(analysis, 4_000, "insured")
    original = analysis.sheet.row("original")
    assert original.includes == ("original", "double down", "split", "insurance")
    assert inside(found["round"], analysis.whole_stake(2), float(original.expectation), original.std_dev)
    assert len(found["insurance"]) > 200
