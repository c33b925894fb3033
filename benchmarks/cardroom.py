"""Six-handed no-limit hold'em, a hundred big blinds each, random play: hands a second beside PokerKit and OpenSpiel.

Every side plays the same policy in one process: fold (facing a bet), check or call, or a raise, each as likely; a raise
is of any size, each as likely. Chance is drawn here and handed in as each side wants it."""

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
    own, acts = speed(ours(random.Random(1)), chosen.seconds)
    print(f"{'pitboss':24} {own:10,.0f} hands/s  {acts:5.1f} acts a hand")
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
        ratio = f"pitboss is {own / found:.2f} times as fast"
        print(f"{side_name:24} {found:10,.0f} hands/s  {acts:5.1f} acts a hand  {ratio}")
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
