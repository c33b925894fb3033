"""The compiled lane beside `Hand`: the same cards and acts on both sides, and every turn and every end alike.

    python tests/support/lane_equality.py --hands 20000        every game of the lane in every structure
    python tests/support/lane_equality.py --game mel/omaha --structure pot-limit
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from pitboss.cardroom import batch as batch_module
from pitboss.cardroom import games, new_game
from pitboss.cardroom.acts import CALL, CHECK, FOLD, WagerTo
from pitboss.cardroom.batch import Batch
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.lane import STRUCTURES, why_not
from pitboss.cardroom.lane_views import CLOSED

# What a table may be set up with, one after another.
SETTINGS: tuple[dict[str, str], ...] = (
    {}, {"commission": "5%"}, {"commission": "10%", "cap": "3", "chip": "0.5"}, {"commission": "5/hand"},
    {"commission": "2/person", "ante": "1"}, {"commission": "3@2,5@5/hand", "cap": "4", "blinds": "1/1/2"},
    {"commission": "7.5%", "chip": "0.25", "ante": "0.25"}, {"blinds": "0/5", "chip": "5", "commission": "2%"},
)
LIMITS = {"fixed": {"bet": "2", "big-bet": "4"}, "spread": {"bet": "2-10"}}


class Unequal(AssertionError):
    """The two sides differ."""


def stacks(rng: np.random.Generator, tables: int, seats: int) -> np.ndarray[Any, Any]:
    """Whole stacks at a quarter of the tables; at the others anything from less than a blind to a hundred of them."""
    found = np.full((tables, seats), 20000)
    uneven = rng.choice([90, 250, 1000, 3000, 20000], (tables, seats))
    uneven = np.maximum(1, (uneven * rng.random((tables, seats))).astype(int))
    whole = rng.random(tables) < 0.5
    uneven[whole] = np.maximum(100, uneven[whole] // 100 * 100)
    chosen = rng.random(tables) < 0.75
    found[chosen] = uneven[chosen]
    return found


class Pair:
    """A batch and the hands that its tables should be."""

    def __init__(self, game: str, options: dict[str, str], seats: int, tables: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.name = f"{game} {options} {seats} seats"
        self.batch = Batch(game, options, tables=tables, seats=seats, stacks=stacks(self.rng, tables, seats),
                           parts=(0.33, 0.5, 1))
        self.batch.reset(seed=seed)
        self.hands: list[Hand] = []
        self.seen: Counter[str] = Counter()
        self.environment: Any = None

    def watch_observations(self, game: str, options: dict[str, str]) -> None:
        """Compare observations and masks with those of the learning environment too."""
        from pitboss.cardroom.env import PokerEnv

        self.environment = PokerEnv(game, options, seats=self.batch.seats, parts=self.batch.parts)

    def start_again(self, seed: int) -> None:
        """The same hands and acts once more."""
        self.rng = np.random.default_rng(seed)
        self.batch.reset(seed=seed)
        self.seen.clear()

    def play(self, hands: int) -> Counter[str]:
        """Until so many hands have come to their end on both sides."""
        self.hands = [self.batch.hand(k) for k in range(self.batch.tables)]
        self.compare()
        while self.seen["hands"] < hands:
            if self.rng.random() < 0.1:
                self.compare_refusals()
            self.step()
            self.compare()
        return self.seen

    def step(self) -> None:
        amounts = [self.chosen(h) for h in self.hands]
        _, rewards, ended, _, info = self.batch.step(to=np.array(amounts))
        for k, h in enumerate(self.hands):
            if not h.over:
                self.do(h, amounts[k])
        won, taken = rewards.tolist(), info["commission"].tolist()
        for k in range(self.batch.tables):
            h = self.hands[k]
            if bool(ended[k]) != h.over:
                raise Unequal(f"{self.name}, table {k}: over {h.over}, and the kernel {ended[k]}")
            if h.over:
                self.compare_end(k, h, won[k], taken[k])
                self.hands[k] = self.batch.hand(k)

    def chosen(self, h: Hand) -> int:
        """What a player does, as an amount: much of it all-in, so that there are side pots."""
        legal = h.legal()
        if legal is None:
            return -7
        kind, part, had = self.rng.random(), self.rng.random(), h.bets[legal.place]
        if kind < 0.12:
            return -1
        if kind < 0.6 or not legal.raise_from:
            return had + legal.call
        if part < 0.35:
            return legal.raise_to
        if part < 0.6:
            return legal.raise_from
        chip, span = h.game.chip, legal.raise_to - legal.raise_from
        to = legal.raise_from + int(self.rng.random() * (span + 1))
        return max(legal.raise_from, to - (to - had) % chip)

    @staticmethod
    def do(h: Hand, to: int) -> None:
        had = h.bets[h.turn]
        legal = h.legal()
        assert legal is not None
        stays = to == had + legal.call
        refused = h.do(FOLD if to == -1 else (CHECK if legal.check else CALL) if stays else WagerTo(to))
        if refused is not None:
            raise Unequal(f"the kernel did what the rules refuse: {refused}")

    def compare(self) -> None:
        """Whose turn it is at every table, and what is open to him."""
        batch = self.batch
        rows = zip(batch.current_player.tolist(), batch.call.tolist(), batch.least.tolist(), batch.most.tolist(),
                   strict=True)
        for k, (h, found) in enumerate(zip(self.hands, rows, strict=True)):
            legal = h.legal()
            wanted = (-1, 0, 0, 0) if legal is None else (
                legal.seat - 1, legal.call, legal.raise_from, legal.raise_to)
            if found != wanted:
                raise Unequal(f"{self.name}, table {k}: seat, call, least, most {found}, in the hand {wanted}: {h!r}")
            self.seen["turns"] += 1
            if self.environment is not None:
                self.compare_view(k, h)

    def compare_view(self, k: int, h: Hand) -> None:
        self.environment.hand = h
        seen = self.environment.observe(f"player_{h.seats[h.turn] if not h.over else 1}")
        own = self.batch.observation
        for name in ("observation", "action_mask"):
            if not np.array_equal(seen[name], own[name][k]):
                where = np.flatnonzero(seen[name] != own[name][k]).tolist()
                raise Unequal(f"{self.name}, table {k}: {name} differs at {where}: {h!r}")
        self.seen["views"] += 1

    def compare_refusals(self) -> None:
        """Amounts that may be legal or not, of which nothing is done: the same are refused."""
        batch, at = self.batch, self.rng.integers(0, 5, self.batch.tables)
        near = np.stack([batch.least - 1, batch.least + 50, batch.most + 1, (batch.least + batch.most) // 2 + 25,
                         batch.most - 1])
        amounts = np.maximum(near[at, np.arange(batch.tables)], 0)
        kept = batch._chosen.copy()
        batch_module.drive.choose_amounts(batch._rules, batch._tables, amounts, kept)
        for k, h in enumerate(self.hands):
            if h.over or amounts[k] == h.bets[h.turn] + h.legal().call:  # type: ignore[union-attr]
                continue
            refused = h.copy().wager(int(amounts[k])) is not None
            if refused != (kept[k] == CLOSED):
                raise Unequal(f"{self.name}, table {k}: {amounts[k]} refused {refused} by the hand only, or not: {h!r}")
            self.seen["amounts"] += 1

    def compare_end(self, k: int, h: Hand, won: list[float], taken: int) -> None:
        batch, h_taken = self.batch, h.fees + sum(pot.taken for pot in h.won)
        net = [0.0] * batch.seats
        for i, seat in enumerate(h.seats):
            net[seat - 1] = (h.stacks[i] - int(batch.chips[k, seat - 1])) / batch.unit
        if net != won or taken != h_taken:
            raise Unequal(f"{self.name}, table {k}: won {won}, taken {taken}; in the hand {net} and {h_taken}: {h.log}")
        self.seen["hands"] += 1
        self.seen["side pots"] += len(h.won) > 1
        self.seen["short blinds"] += any(h.noted[n][2] < b.live for n, b in zip(self.blinds(h), h.blinds, strict=True))
        self.seen["showdowns"] += bool(h.live & (h.live - 1))
        self.seen["shared"] += any(len(pot.paid) > 1 for pot in h.won)

    @staticmethod
    def blinds(h: Hand) -> list[int]:
        return [n for n, event in enumerate(h.noted) if event[0] == "blind"]


def cases(game: str, structure: str, hands: int) -> Iterator[tuple[dict[str, str], int, int]]:
    """Options, seats and hands: from two to nine players, as many as the deck allows, each with settings of its own."""
    tables = [(deck, seats) for deck, most in games()[game].decks.items() for seats in range(2, min(9, most) + 1)]
    for deck, seats in tables:
        options = {**LIMITS.get(structure, {}), **SETTINGS[seats - 2], "structure": structure, "deck": str(deck)}
        yield options, seats, -(-hands // len(tables))


def compared(game: str, structure: str, hands: int, seed: int = 1, views: bool = False) -> Counter[str]:
    """So many hands of a game, with all its decks."""
    total: Counter[str] = Counter()
    for options, seats, count in cases(game, structure, hands):
        pair = Pair(game, options, seats, max(1, min(200, count // 4)), seed + seats)
        if views:
            pair.watch_observations(game, options)
        total += pair.play(count)
    return total


def in_lane() -> list[str]:
    return [id for id in games() if not why_not(new_game(id))]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--hands", type=int, default=20000, help="of each game and structure")
    options.add_argument("--game", choices=in_lane(), nargs="*")
    options.add_argument("--structure", choices=STRUCTURES)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--views", action="store_true", help="observations and masks too")
    chosen = options.parse_args()
    for game in chosen.game or in_lane():
        for structure in [chosen.structure] if chosen.structure else STRUCTURES:
            began = time.process_time()
            found = compared(game, structure, chosen.hands, chosen.seed, chosen.views)
            print(f"{game:24} {structure:10} {time.process_time() - began:6.1f} s  "
                  + ", ".join(f"{name} {count:,}" for name, count in found.items()), flush=True)


if __name__ == "__main__":
    main()
