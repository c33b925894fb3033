"""Six-handed no-limit hold'em, a hundred big blinds each, random play: hands a second beside PokerKit and OpenSpiel.

Every side plays the same policy in one process: fold (facing a bet), check or call, or a raise, each as likely; a raise
is of any size, each as likely. Chance is drawn here and handed in as each side wants it; the compiled lane draws its
own. Then steps a second with observations: the compiled lane at many tables beside the PettingZoo environment, both by
random legal actions that are chosen outside the time."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy

from pitboss.cardroom.acts import CALL, CHECK, FOLD, WagerTo
from pitboss.cardroom.game import OVER
from pitboss.cardroom.hand import Hand
from pitboss.equipment.decks import deck
from pitboss.rulebooks import card_games

PLAYERS, BLINDS, STACK = 6, (1, 2), 200
# Hole cards, board and burnt cards.
DEALT = 2 * PLAYERS + 5 + 3
SPIEL = (
    "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=1 2 0 0 0 0,firstPlayer=3 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200 200 200 200 200,bettingAbstraction=fullgame)"
)

# A side plays one hand and tells how many acts it took.
Play = Callable[[], int]


def shuffled(seed: int) -> Iterator[list[str]]:
    """Shuffled decks, as many of their cards as a hand needs."""
    source, new = numpy.random.default_rng(seed), numpy.array([deck()] * 256, object)
    while True:
        yield from source.permuted(new, axis=1)[:, :DEALT].tolist()


def ours(rng: random.Random) -> Play:
    """Amounts are cents."""
    game = card_games()["mel/holdem"]({"blinds": "0.01/0.02", "chip": "0.01"})
    decks, chance = shuffled(rng.getrandbits(32)), rng.random
    seats, stacks = range(1, PLAYERS + 1), [STACK] * PLAYERS

    def play() -> int:
        hand = Hand(game, seats, stacks, next(decks), button=PLAYERS - 1)
        acts = 0
        while hand.stage != OVER:
            legal = hand.legal()
            assert legal is not None
            least = legal.raise_from
            choice = int(chance() * ((3 if least else 2) - legal.check)) + legal.check
            if choice == 0:
                hand.do(FOLD)
            elif choice == 2:
                hand.do(WagerTo(least + int(chance() * (legal.raise_to - least + 1))))
            elif legal.check:
                hand.do(CHECK)
            else:
                hand.do(CALL)
            acts += 1
        return acts

    return play


def pokerkit(rng: random.Random) -> Play:
    from pokerkit import Automation, NoLimitTexasHoldem

    # PokerKit shuffles with the random module itself.
    random.seed(rng.random())
    automatic, chance = tuple(Automation), rng.random

    def play() -> int:
        state = NoLimitTexasHoldem.create_state(automatic, True, 0, BLINDS, BLINDS[1], (STACK,) * PLAYERS, PLAYERS)
        acts = 0
        while state.status:
            least = state.min_completion_betting_or_raising_to_amount
            check = not state.checking_or_calling_amount
            choice = int(chance() * ((2 if least is None else 3) - check)) + check
            if choice == 0:
                state.fold()
            elif choice == 2:
                most = state.max_completion_betting_or_raising_to_amount
                assert least is not None and most is not None
                state.complete_bet_or_raise_to(least + int(chance() * (most - least + 1)))
            else:
                state.check_or_call()
            acts += 1
        return acts

    return play


def open_spiel(rng: random.Random) -> Play:
    """Actions are 0 to fold, 1 to check or call, and amounts to raise to; the rest are not sizes but the range."""
    import pyspiel  # type: ignore[import-not-found]

    game, chance = pyspiel.load_game(SPIEL), rng.random

    def play() -> int:
        state = game.new_initial_state()
        acts = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(legal[int(chance() * len(legal))])
                continue
            passive = legal.index(1) + 1
            choice = int(chance() * (passive + (len(legal) > passive)))
            if choice == passive:
                choice += int(chance() * (len(legal) - passive))
            state.apply_action(legal[choice])
            acts += 1
        return acts

    return play


def speed(play: Play, seconds: float, rounds: int = 3) -> tuple[float, float]:
    """Hands a second, the best of several stretches, and acts a hand."""
    best, acts, hands = 0.0, 0, 0
    play()
    for _ in range(rounds):
        count, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            for _ in range(8):
                acts += play()
            count += 8
        best, hands = max(best, count / spent), hands + count
    return best, acts / hands


def batch(threads: int = 1) -> Any:
    from pitboss.cardroom import Batch

    return Batch("mel/holdem", {"blinds": "0.01/0.02", "chip": "0.01"}, tables=1024 * threads, threads=threads)


def lane_speed(seconds: float, threads: int = 1, rounds: int = 3) -> tuple[float, float]:
    """Hands a second of self-play on the compiled lane, the best of several stretches, and acts a hand."""
    lane, best, played = batch(threads), 0.0, None
    lane.play(10_000, seed=1)
    for _ in range(rounds):
        count, start, clock = 0, time.process_time(), time.perf_counter()
        while time.perf_counter() - clock < seconds:
            played = lane.play(200_000)
            count += played.hands
        # Of one thread the time it had; of several, the time that passed.
        spent = time.process_time() - start if threads == 1 else time.perf_counter() - clock
        best = max(best, count / spent)
    assert played is not None
    return best, played.acts / played.hands


def lane_steps(tables: int, seconds: float, rounds: int = 3) -> float:
    """Steps a second with observations and masks, on one thread."""
    from pitboss.cardroom import Batch

    lane, best, rng = Batch(tables=tables), 0.0, numpy.random.default_rng(1)
    seen, _ = lane.reset(seed=1)
    for _ in range(rounds):
        count, spent = 0, 0.0
        while spent < seconds:
            # A legal action, each as likely: the largest of random numbers where the mask lets them stand.
            actions = (rng.random(seen["action_mask"].shape, numpy.float32) * seen["action_mask"]).argmax(axis=1)
            start = time.process_time()
            seen, *_ = lane.step(actions)
            spent += time.process_time() - start
            count += tables
        best = max(best, count / spent)
    return best


def environment_steps(seconds: float, rounds: int = 3) -> float:
    """The same of the PettingZoo environment: an act, and what the next agent sees."""
    from pitboss.cardroom.env import PokerEnv

    made, best, rng = PokerEnv(seats=PLAYERS), 0.0, random.Random(1)
    made.reset(seed=1)
    mask = made.observe(made.agent_selection)["action_mask"]
    for _ in range(rounds):
        count, spent = 0, 0.0
        while spent < seconds:
            action = rng.choice(numpy.flatnonzero(mask).tolist())
            start = time.process_time()
            made.step(action)
            if made.hand.over:
                made.reset()
            mask = made.observe(made.agent_selection)["action_mask"]
            spent += time.process_time() - start
            count += 1
        best = max(best, count / spent)
    return best


def getting_ready() -> float:
    """Seconds of the core until a batch is there, once numba and the rulebooks are loaded."""
    import numba  # noqa: F401

    card_games()
    start = time.process_time()
    batch()
    return time.process_time() - start


def copying() -> float:
    """Microseconds to copy a hand that has reached the flop with all six in."""
    game = card_games()["mel/holdem"]({"blinds": "0.01/0.02", "chip": "0.01"})
    cards = list(deck())
    random.Random(1).shuffle(cards)
    hand = Hand(game, range(1, PLAYERS + 1), [STACK] * PLAYERS, cards, button=PLAYERS - 1)
    while not hand.street:
        legal = hand.legal()
        assert legal is not None
        assert hand.do(CHECK if legal.check else CALL) is None
    best = 1e9
    for _ in range(20):
        start = time.process_time()
        for _ in range(1000):
            hand.copy()
        best = min(best, time.process_time() - start)
    return best * 1000


def main(arguments: list[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=2.0, help="how long each stretch lasts")
    options.add_argument("--profile", action="store_true", help="show where our time goes instead")
    chosen = options.parse_args(arguments)
    if chosen.profile:
        return profile()
    print(f"compiled lane ready after {getting_ready():.2f} s")
    own, acts = speed(ours(random.Random(1)), chosen.seconds)
    print(f"{'pitboss':24} {own:10,.0f} hands/s  {acts:5.1f} acts a hand")
    lane, acts = lane_speed(chosen.seconds)
    times = f"{lane / own:,.0f} times Hand"
    print(f"{'pitboss Batch, 1 thread':24} {lane:10,.0f} hands/s  {acts:5.1f} acts a hand  {times}")
    both, _ = lane_speed(chosen.seconds, threads=2)
    print(f"{'pitboss Batch, 2 threads':24} {both:10,.0f} hands/s by the clock")
    sides: list[tuple[str, str, Callable[[random.Random], Play]]] = [
        ("pokerkit", "pokerkit", pokerkit), ("open_spiel", "pyspiel", open_spiel)
    ]
    for name, module, side in sides:
        try:
            import_module(module)
        except ImportError:
            print(f"{name:24} not installed")
            continue
        found, acts = speed(side(random.Random(1)), chosen.seconds)
        side_name = f"{name} {version(name)}"
        ratio = f"pitboss is {own / found:.2f} times as fast, its Batch {lane / found:,.0f} times"
        print(f"{side_name:24} {found:10,.0f} hands/s  {acts:5.1f} acts a hand  {ratio}")
    environment = environment_steps(chosen.seconds)
    print(f"{'PettingZoo environment':24} {environment:10,.0f} steps/s with observations")
    for tables in (64, 1024, 4096, 16384):
        steps = lane_steps(tables, chosen.seconds)
        times = f"{steps / environment:,.0f} times the environment"
        print(f"{f'Batch, {tables:,} tables':24} {steps:10,.0f} steps/s with observations, one thread: {times}")
    print(f"copy of a hand on the flop: {copying():.1f} µs")


def profile() -> None:
    import cProfile
    import pstats

    play: Any = ours(random.Random(1))
    watch = cProfile.Profile()
    watch.enable()
    for _ in range(3000):
        play()
    watch.disable()
    pstats.Stats(watch, stream=sys.stdout).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main()
