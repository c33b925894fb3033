"""Many tables at once: the compiled lane plays as `Hand` does, shows what the environment shows, and refuses in a line.

20,000 hands of every game and structure: `python tests/support/lane_equality.py`."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from gymnasium.vector.utils import batch_space
from numba.core import event
from support.lane_equality import LIMITS, SETTINGS, Pair, Unequal, in_lane
from support.lane_faults import FAULTS, SEEN, Fault, plain_kernels

from pitboss.cardroom import batch as batch_module
from pitboss.cardroom import games, new_game
from pitboss.cardroom.batch import COMPILING, Batch
from pitboss.cardroom.lane import STRUCTURES, NotInLane, ranks_of, rules_of
from pitboss.law.clauses import Clause, set_watcher
from pitboss.law.coverage import corrupt

SIDES = [(game, deck, structure) for game in in_lane() for deck, structure in product(games()[game].decks, STRUCTURES)]


def test_the_lane_has_the_flop_games_without_discards() -> None:
    assert set(in_lane()) == {
        "mel/holdem", "mel/double-flop-holdem", "mel/holdem-hi-lo", "mel/omaha", "mel/omaha-hi-lo"}


# -- equality ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(SIDES)), ids=lambda n: "-".join(map(str, SIDES[n])))
def test_every_turn_and_every_end_is_that_of_the_hand(number: int) -> None:
    game, deck, structure = SIDES[number]
    most = min(9, games()[game].decks[deck])
    seats = 2 + number % (most - 1)
    setting = SETTINGS[number % len(SETTINGS)]
    options = {**LIMITS.get(structure, {}), **setting, "structure": structure, "deck": str(deck)}
    pair = Pair(game, options, seats, 15, number)
    pair.watch_observations(game, options)
    seen = pair.play(30)
    assert seen["views"] == seen["turns"] > 30


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_kernels_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unequal):
        _beside_hands(FAULTS[name], plain_kernels(FAULTS[name]), monkeypatch, name in SEEN, 400)


def test_the_kernels_as_plain_python_have_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    games_and_structures = {(fault.game, fault.options.get("structure", "")): fault for fault in FAULTS.values()}
    for fault in games_and_structures.values():
        _beside_hands(fault, plain_kernels(), monkeypatch, True, 4)


def _beside_hands(fault: Fault, kernels: Any, monkeypatch: pytest.MonkeyPatch, views: bool, hands: int) -> None:
    monkeypatch.setattr(batch_module, "drive", kernels)
    pair = Pair(fault.game, fault.options, fault.seats, 40 if hands > 40 else hands, 5)
    if views:
        pair.watch_observations(fault.game, fault.options)
    pair.play(hands)


def _drawn(game: str, options: dict[str, str], seats: int) -> bytes:
    rules = rules_of(new_game(game, options), seats)
    return rules.tobytes()


def _ranked(game: str, options: dict[str, str], seats: int) -> bytes:
    made = new_game(game, options)
    return b"".join(table.tobytes() for table in ranks_of(made, rules_of(made, seats)[0]))


KILLED_IN = [
    ("mel/holdem", {"commission": "10%", "cap": "3", "ante": "1"}, 3),
    ("mel/omaha-hi-lo", {"structure": "fixed", "commission": "2/person"}, 4),
    ("mel/holdem", {"structure": "spread", "bet": "2-10", "deck": "36", "commission": "3@2/hand"}, 4),
    ("mel/double-flop-holdem", {"structure": "pot-limit"}, 3),
]
# How many raises straddles count for, where there are none; and which of two clauses an amount is refused under.
TELLS_NOTHING = {"MEL-6.5.1(a)", "MEL-1.1:table-stakes"}


@pytest.mark.parametrize(("game", "options", "seats"), KILLED_IN)
def test_a_clause_that_says_otherwise_changes_the_figures_or_breaks_the_equality(
    game: str, options: dict[str, str], seats: int
) -> None:
    said: set[Clause] = set()
    figures, ranks = _drawn(game, options, seats), _ranked(game, options, seats)
    pair = Pair(game, options, seats, 40, 3)

    def watch(clause: Clause, value: Any) -> Any:
        said.add(clause)
        return value

    def noticed(target: Clause) -> bool:
        set_watcher(lambda clause, value: corrupt(value) if clause == target else value)
        try:
            if _drawn(game, options, seats) != figures:
                return True
            for hands in (80, 500):
                pair.start_again(3)
                pair.play(hands)
            return _ranked(game, options, seats) != ranks
        except Exception:
            return True
        finally:
            set_watcher(None)

    set_watcher(watch)
    try:
        _drawn(game, options, seats)
        pair.start_again(3)
        pair.play(80)
    finally:
        set_watcher(None)
    assert len(said) > 35
    assert {str(clause) for clause in said if not noticed(clause)} <= TELLS_NOTHING


# -- resets, seeds, threads --------------------------------------------------------------------------------


def _lines(batch: Batch, steps: int, tables: int) -> list[Any]:
    """What the first tables tell, all of it, when everybody calls and raises by turns."""
    told: list[Any] = []
    for n in range(steps):
        mask = batch.observation["action_mask"]
        action = np.where(mask[:, 2] > 0, 1 + n % 2, 1)
        seen, rewards, ended, _, info = batch.step(action)
        told.append([part[:tables].tolist() for part in (
            seen["observation"], seen["action_mask"], rewards, ended, info["call"], info["commission"])])
    return told


def test_hands_hang_on_the_seed_and_the_table_alone() -> None:
    told = []
    for tables, threads in ((5, 1), (64, 1), (64, 3)):
        batch = Batch(tables=tables, seats=3, threads=threads, options={"commission": "5%"})
        batch.reset(seed=11)
        told.append(_lines(batch, 30, 5))
        batch.close()
    assert told[0] == told[1] == told[2]
    batch.reset(seed=12)
    assert _lines(batch, 30, 5) != told[0]


def test_the_same_step_the_next_or_none_deals_again() -> None:
    same, later, off = (Batch(tables=8, seats=2, autoreset=mode) for mode in ("same-step", "next-step", "off"))
    for batch in (same, later, off):
        batch.reset(seed=1)
        _, rewards, ended, truncated, _ = batch.step(np.zeros(8, int))
        assert ended.all() and not truncated.any() and (rewards.sum(axis=1) == 0).all() and rewards.any()
    assert (same.hand_numbers == 1).all() and (same.current_player >= 0).all()
    assert (later.hand_numbers == 0).all() and (later.current_player == -1).all()
    assert not later.observation["action_mask"].any()
    _, rewards, ended, _, _ = later.step(np.full(8, 99))
    assert not ended.any() and not rewards.any() and (later.hand_numbers == 1).all()
    assert later.observation["observation"].tolist() == same.observation["observation"].tolist()
    off.step(np.full(8, -5))
    assert (off.current_player == -1).all() and not off.terminated.any()
    wanted = np.arange(8) % 2 == 0
    off.reset(options={"reset_mask": wanted})
    assert ((off.current_player >= 0) == wanted).all() and (off.hand_numbers == wanted).all()


def test_a_hand_that_is_over_at_the_deal_is_told_in_a_step_of_its_own() -> None:
    batch = Batch(tables=4, seats=2, stacks=[60, 60])
    batch.reset(seed=1)
    assert (batch.current_player == -1).all() and not batch.observation["action_mask"].any()
    for n in range(3):
        _, rewards, ended, _, _ = batch.step(np.zeros(4, int))
        assert ended.all() and (np.abs(rewards).sum(axis=1) <= 0.6).all() and (batch.hand_numbers == n + 1).all()
    assert batch.play(20).hands == 20


def test_arrays_of_a_step_are_kept_unless_they_may_be_written_over() -> None:
    for copy in (True, False):
        batch = Batch(tables=4, seats=2, copy=copy)
        first = batch.reset(seed=1)[0]["observation"]
        before = first.copy()
        batch.step(np.ones(4, int))
        assert np.array_equal(first, before) is copy


# -- a table as a hand, and self-play ----------------------------------------------------------------------


def test_any_table_is_a_hand_with_its_log_and_clauses() -> None:
    pair = Pair("mel/omaha-hi-lo", {"structure": "pot-limit", "commission": "5%"}, 5, 12, 2)
    pair.play(30)
    for k, h in enumerate(pair.hands):
        again = pair.batch.hand(k)
        assert (again.log, again.acts, again.stacks, again.hole) == (h.log, h.acts, h.stacks, h.hole)
        before = pair.batch.hand(k, last=True)
        assert before.over and all(pot.clauses for pot in before.won)


@pytest.mark.parametrize("options", [{"commission": "10%"}, {"structure": "fixed", "chip": "0.25"}])
def test_self_play_is_played_by_the_rules_and_adds_up(options: dict[str, str]) -> None:
    batch = Batch("mel/holdem", options, tables=40, seats=4)
    played = batch.play(40, seed=5)
    hands = [batch.hand(k, last=True) for k in range(40)]
    won = [0] * 4
    for h in hands:
        assert h.over
        for i, seat in enumerate(h.seats):
            won[seat - 1] += h.stacks[i] - 20000
    assert played.won == tuple(won) and played.acts == sum(len(h.acts) for h in hands)
    assert played.commission == sum(pot.taken for h in hands for pot in h.won) == -sum(won)
    again = Batch("mel/holdem", options, tables=40, seats=4, threads=2)
    assert again.play(40, seed=5) == played and again.play(61) == batch.play(61)


def test_a_policy_plays_too() -> None:
    batch = Batch(tables=16, seats=3)
    played = batch.play(50, lambda seen, mask: np.where(mask[:, 1] > 0, 1, 0), seed=3)
    assert played.hands >= 50 and sum(played.won) == 0 and played.acts >= 12 * played.hands


def test_a_hand_of_many_acts_is_kept_whole() -> None:
    batch = Batch(tables=2, seats=2, stack=10000, autoreset="off")
    batch.reset(seed=1)
    for _ in range(90):
        batch.step(np.full(2, 2))
    assert len(batch.hand(0).acts) == 90


# -- Gymnasium ---------------------------------------------------------------------------------------------


def test_spaces_hold_what_is_seen() -> None:
    batch = Batch(tables=3, seats=4)
    seen, _ = batch.reset(seed=1)
    assert batch.num_envs == 3 and batch.observation_space == batch_space(batch.single_observation_space, 3)
    assert batch.observation_space.contains(seen) and batch.single_action_space.n == len(batch.actions)
    assert batch.action_space.contains(np.ones(3, int))


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "line"), [
    ({"game": "mel/razz"}, r"razz is not in the fast lane: it deals .*; in it are mel/holdem, .*, mel/omaha-hi-lo$"),
    ({"game": "mel/draw-blind"}, "mel/draw-blind is not in the fast lane: players draw"),
    ({"game": "qld/texas-holdem-poker"}, "its book's rules of betting are not in the kernels"),
    ({"seats": 12}, "at most 11"), ({"seats": 2.0}, "whole number"),
    ({"tables": 0}, r"tables=0: a whole number from 1"), ({"threads": "2"}, "threads='2'"),
    ({"autoreset": "never"}, "same-step, next-step, off"), ({"button": 6}, "a seat from 0 to 5"),
    ({"stack": float("nan")}, "stack=nan"), ({"parts": (0.5, -1)}, "parts of the pot"),
    ({"parts": (1,) * 17}, "at most 16"), ({"stacks": [1.5] * 6}, "not float64"),
    ({"stacks": [100] * 5}, r"shape \(6,\) or \(1024, 6\), not int64 in \(5,\)"),
    ({"stacks": [0] * 6}, "above 0"), ({"stacks": [10**15] * 6}, "at most 1"),
])
def test_a_batch_that_cannot_be_is_refused_in_a_line(settings: dict[str, Any], line: str) -> None:
    with pytest.raises(ValueError, match=line) as refused:
        Batch(settings.pop("game", None), **settings)
    assert "\n" not in str(refused.value)


def test_a_game_outside_the_lane_is_an_error_of_its_own() -> None:
    with pytest.raises(NotInLane):
        Batch("mel/pineapple-holdem")


@pytest.mark.parametrize(("asked", "line"), [
    ({"actions": [1, 99, 1, -1]}, r"action 99 \(there is none\) is not legal at table 1.* table 3\. Nothing was done"),
    ({"actions": [1, 1]}, r"one for each of the 4 tables, not the shape \(2,\)"),
    ({"actions": [[1, 1, 1, 1]]}, "shape"), ({"actions": [1.0] * 4}, "not float64"),
    ({"actions": [True] * 4}, "not bool"), ({"to": [200, np.nan, 200, 200]}, "nan cents is not legal at table 1"),
    ({"to": [200, 200.5, 200, np.inf]}, "table 3"),
    ({"to": [200, 200, 200, 350]}, r"350 cents is not legal at table 3, .*400 to 20000 a bet or raise"),
    ({"to": [200, -2, 200, 200]}, "-2 cents"), ({"to": ["a"] * 4}, "amounts in cents"), ({"to": [200] * 3}, "shape"),
    ({"to": [200, 450, 200, 20001]}, r"450 cents is not legal at table 1.*chips of 1\).*table 3"),
    ({}, "one of the two"), ({"actions": [1] * 4, "to": [200] * 4}, "one of the two"),
])
def test_what_is_not_legal_raises_and_changes_nothing(asked: dict[str, Any], line: str) -> None:
    batch = Batch(tables=4, seats=6)
    batch.reset(seed=1)
    before = batch._tables.tobytes(), batch._kept.tobytes(), batch._vectors.tobytes()
    with pytest.raises(ValueError, match=line) as refused:
        batch.step(**asked)
    assert "\n" not in str(refused.value)
    assert before == (batch._tables.tobytes(), batch._kept.tobytes(), batch._vectors.tobytes())
    batch.step(np.ones(4, int))


def test_what_makes_no_sense_is_refused() -> None:
    batch = Batch(tables=4, seats=2)
    for call, line in (
        (lambda: batch.step([1] * 4), "call reset"), (lambda: batch.hand(0), "call reset"),
        (lambda: batch.reset(seed=1.5), "whole number"), (lambda: batch.reset(options={"mask": 1}), "reset_mask"),
        (lambda: batch.reset(options={"reset_mask": [1, 0]}), "true or false"),
        (lambda: batch.reset(seed=1, options={"reset_mask": np.array([True, False] * 2)}), "for all tables"),
        (lambda: batch.play(0), "above 0"), (lambda: batch.hand(4), "from 0 to 3"),
        (lambda: Batch(tables=4, autoreset="off").play(5, lambda seen, mask: mask[:, 0]), "autoreset is off"),
    ):
        with pytest.raises(ValueError, match=line):
            call()
    batch.reset()
    with pytest.raises(ValueError, match="before this one"):
        batch.hand(0, last=True)


def test_compiling_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with batch_module._told_of_compiling():
        assert capsys.readouterr().err == ""
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                pass
    assert capsys.readouterr().err == f"{COMPILING}\n"
