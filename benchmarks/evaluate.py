"""Hands ranked per second, beside the evaluators that the package index offers.

    python benchmarks/evaluate.py [--seconds 1] [--hands 8000000]

The peers (`pip install pitboss[bench]`) are called as their users call them, one hand at a time with cards already
in their own form, and must rank a sample of hands as we do. Figures are the best of several batches.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss import hands
from pitboss.hands import kernels, poker

Rows = np.ndarray[Any, np.dtype[np.uint8]]
# From a row of card codes to what the peer's call takes; the call; whether a higher answer is a better hand.
Peer = tuple[Callable[[list[int]], Any], Callable[[Any], Any], bool]
PEERS = ("phevaluator", "eval7", "treys", "pokerkit")
BATCH = 1_000


def deal(n: int, size: int, lowest: int = 0) -> Rows:
    """Random hands of cards from a lowest code upwards."""
    random = np.random.default_rng(1)
    parts = []
    while sum(map(len, parts)) < n:
        shuffled = random.random((100_000, 52 - lowest), np.float32).argsort(axis=1)
        fit = (52 - lowest) // size * size
        parts.append((shuffled[:, :fit].reshape(-1, size) + lowest).astype(np.uint8))
    return np.concatenate(parts)[:n]


def best_time(call: Callable[[], object], seconds: float) -> float:
    best, until = float("inf"), time.perf_counter() + seconds
    call()
    while time.perf_counter() < until or best == float("inf"):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def phevaluator(kind: str) -> Peer | None:
    from phevaluator import evaluate_cards, evaluate_omaha_cards

    calls = {"five": evaluate_cards, "seven": evaluate_cards, "omaha": evaluate_omaha_cards}
    if kind not in calls:
        return None
    call = calls[kind]
    board = 4 if kind == "omaha" else 0
    return lambda codes: (*codes[board:], *codes[:board]), lambda cards: call(*cards), False


def eval7(kind: str) -> Peer | None:
    import eval7

    if kind not in ("five", "seven"):
        return None
    return lambda codes: [eval7.Card(card) for card in hands.decode(codes)], eval7.evaluate, True


def treys(kind: str) -> Peer | None:
    from treys import Card, Evaluator, PLOEvaluator

    if kind not in ("five", "seven", "omaha"):
        return None
    evaluate = (PLOEvaluator() if kind == "omaha" else Evaluator()).evaluate
    hole = 4 if kind == "omaha" else 2

    def convert(codes: list[int]) -> tuple[list[int], list[int]]:
        cards = [Card.new(card) for card in hands.decode(codes)]
        return cards[:hole], cards[hole:]

    return convert, lambda cards: evaluate(*cards), False


def pokerkit(kind: str) -> Peer | None:
    import pokerkit

    hand: Any = {
        "five": pokerkit.StandardHighHand, "seven": pokerkit.StandardHighHand, "omaha": pokerkit.OmahaHoldemHand,
        "razz": pokerkit.RegularLowHand, "2-7": pokerkit.StandardLowHand, "36 cards": pokerkit.ShortDeckHoldemHand,
    }[kind]
    hole = 4 if kind == "omaha" else 2

    def convert(codes: list[int]) -> tuple[list[Any], list[Any]]:
        cards = list(pokerkit.Card.parse("".join(hands.decode(codes))))
        return cards[:hole], cards[hole:]

    return convert, lambda cards: hand.from_game(*cards), True


def agree(ours: Sequence[int], theirs: Sequence[Any], higher: bool) -> bool:
    """Whether two evaluators put the same hands in the same order with the same ties."""
    ranked = sorted(zip(ours, theirs, strict=True), key=lambda pair: pair[0])
    return all(
        (a == b) == (x == y) and (a == b or (x < y) == higher) for (a, x), (b, y) in pairwise(ranked)
    )


def peer_speed(name: str, kind: str, rows: Rows, values: Sequence[int], seconds: float) -> float | str:
    """Hands a second of a peer, or why there is no figure."""
    try:
        peer: Peer | None = globals()[name](kind)
    except ImportError:
        return "not installed"
    if peer is None:
        return "does not rank these"
    convert, call, higher = peer
    cards = [convert(row) for row in rows.tolist()]
    if not agree(values, [call(hand) for hand in cards], higher):
        return "RANKS THEM OTHERWISE"

    def batch() -> None:
        for hand in cards:
            call(hand)

    return len(cards) / best_time(batch, seconds)


def compare(title: str, kind: str, rows: Rows, ours: Callable[[Rows], Any], seconds: float) -> None:
    speed = len(rows) / best_time(lambda: ours(rows), seconds)
    print(f"\n{title}\n  {'pitboss, arrays, ' + str(os.cpu_count()) + ' threads':38}{speed:>15,.0f}/s")
    if kind == "seven":
        out = np.empty(len(rows), np.uint16)
        alone = len(rows) / best_time(lambda: kernels.evaluate_into(kernels.HIGH, rows, out), seconds)
        print(f"  {'pitboss, arrays, 1 thread':38}{alone:>15,.0f}/s")
    sample = rows[:BATCH]
    if kind in ("five", "seven"):
        cards = [hands.decode(row) for row in sample]
        legible = BATCH / best_time(lambda: [poker.value(hand) for hand in cards], seconds)
        print(f"  {'pitboss, the legible ranker':38}{legible:>15,.0f}/s{speed / legible:>12,.0f} times")
    for name in PEERS:
        theirs = peer_speed(name, kind, sample, ours(sample).tolist(), seconds)
        if isinstance(theirs, str):
            print(f"  {name:38}{theirs:>15}")
        else:
            print(f"  {name:38}{theirs:>15,.0f}/s{speed / theirs:>12,.0f} times")


def first_use() -> None:
    """How long everything takes in a new environment, where nothing is compiled yet, and after that."""
    script = (
        "from pitboss import hands; from pitboss.hands import kernels; hands.evaluate([[0, 1, 2, 3, 4]]);"
        "hands.evaluate_omaha([[0, 1, 2, 3]], [[4, 5, 6, 7, 8]]); hands.evaluate_three_card([[0, 1, 2]]);"
        "hands.evaluate_low_a5([[0, 1, 2, 3, 4]]); hands.evaluate_low_27([[0, 1, 2, 3, 4]]);"
        "hands.evaluate_stripped([[47, 48, 49, 50, 51]]); kernels.count_seven(kernels.HIGH)"
    )
    print("\nA new process that uses every kernel once")
    with tempfile.TemporaryDirectory() as cache:
        for label in ("compiling", "compiled before"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", script], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
            print(f"  {label:38}{time.perf_counter() - start:>15.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1, help="how long to repeat each measurement")
    parser.add_argument("--hands", type=int, default=8_000_000, help="how many random hands in an array")
    asked = parser.parse_args()
    n, seconds = asked.hands, asked.seconds
    compare("Seven cards, random", "seven", deal(n, 7), hands.evaluate, seconds)
    compare("Five cards, random", "five", deal(n, 5), hands.evaluate, seconds)
    compare("Omaha, four hole cards and a board", "omaha", deal(n // 8, 9),
            lambda rows: hands.evaluate_omaha(rows[:, :4], rows[:, 4:]), seconds)
    compare("Ace to five low of seven (razz)", "razz", deal(n, 7), hands.evaluate_low_a5, seconds)
    compare("Deuce to seven low", "2-7", deal(n, 5), hands.evaluate_low_27, seconds)
    # The peer's short deck is the one of 36 cards.
    compare("Seven of 36 cards", "36 cards", deal(n, 7, 16), hands.evaluate_stripped, seconds)
    taken = best_time(lambda: kernels.count_seven(kernels.HIGH), 3 * seconds)
    print(f"\nAll 133,784,560 seven-card hands, 1 thread\n  {'pitboss, counted by value':38}{taken:>15.3f} s")
    first_use()


if __name__ == "__main__":
    main()
