"""Simple players for every game of the card room. They see what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from pitboss.cardroom.acts import (
    CALL,
    CHECK,
    DECLINE,
    FOLD,
    TAKE_KITTY,
    Act,
    Discard,
    RunBoard,
    SetHands,
    Show,
    WagerTo,
)
from pitboss.cardroom.game import BET, DISCARD, DRAW, RUNS, SET
from pitboss.cardroom.hand import Hand, Legal
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import Source
from pitboss.money import Cents

# How often a hand must win to be raised, to be bet for want of a check, and to be called for a free look.
RAISES, OPENS = 0.6, 0.45
SAMPLES, DRAWS = 20, 10


class Bot:
    """Plays by how often its cards would beat those of another player, dealt at random from what it cannot see.

    >>> from pitboss.cardroom.hand import Hand
    >>> from pitboss.equipment.rng import SeededSource
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> hand, bot = Hand(Holdem(), (1, 2, 3), (20000, 20000, 20000), deck()), Bot(SeededSource(1))
    >>> while not hand.over:
    ...     bot.act(hand)
    >>> sum(hand.stacks)
    60000
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    def act(self, h: Hand) -> None:
        """Do something that is legal, for the player whose turn it is."""
        refused = h.do(self.choose(h))
        assert refused is None, f"{h.game.id}: {refused}"

    def choose(self, h: Hand) -> Act:
        """What to do, of what is legal, for the player whose turn it is."""
        legal = h.legal()
        if legal is None:
            raise ValueError("the hand is over; nobody is to act")
        match legal.stage:
            case s if s == BET:
                return self._bet(h, legal)
            case s if s == DRAW:
                return self._draw(h, legal)
            case s if s == DISCARD:
                return self._discard(h, legal)
            case s if s == SET:
                return SetHands(tuple(map(tuple, suggested_setting(h, legal.place))))
        return RunBoard(1) if legal.stage == RUNS else Show()

    # -- betting -------------------------------------------------------------------------------------------

    def _bet(self, h: Hand, legal: Legal) -> Act:
        chance = self.chance(h, legal.place)
        roll = self.source.below(100)
        if legal.raise_from and ((chance > RAISES and roll < 60) or roll < 3):
            return WagerTo(self._size(h, legal, chance))
        if legal.kitty and chance < 0.3 and roll < 30:
            return TAKE_KITTY
        if legal.check:
            return CHECK
        if legal.decline:
            return DECLINE
        if not legal.call:
            return WagerTo(legal.raise_from) if legal.raise_from and chance > OPENS else FOLD
        return CALL if chance * (h.pot() + legal.call) >= legal.call or not legal.fold else FOLD

    def _size(self, h: Hand, legal: Legal, chance: float) -> Cents:
        """The least, or half or the whole of the pot, as the law leaves it open."""
        if legal.sizes:
            return legal.sizes[self.source.below(len(legal.sizes))]
        part = (0, 1, 2)[self.source.below(3)] if chance > RAISES else 0
        pot = h.pot() + legal.call
        chip = h.game.chip
        to = max(legal.raise_from, h.price + part * pot // 2 // chip * chip)
        if to >= legal.raise_to:
            return legal.raise_to
        had = h.bets[legal.place]
        return to - (to - had) % chip if to > legal.raise_from else to

    def chance(self, h: Hand, i: int) -> float:
        """About how often this hand wins, with so many against it."""
        against = [j for j in h.places(h.live) if j != i]
        if not against:
            return 1.0
        gives_up = any(street.discard for street in h.game.streets[h.street :])
        # Five hole cards beside a board make hundreds of hands to look at.
        samples = SAMPLES // 4 if len(h.hole[i]) > 4 and h.boards[0] else SAMPLES
        won = 0.0
        for _ in range(samples):
            won += self._compared(h, i, against[self.source.below(len(against))], h.hole[i], gives_up)
        return float((won / samples) ** ((1 + len(against)) / 2))

    def _compared(self, h: Hand, i: int, j: int, hole: list[Card], gives_up: bool = False) -> float:
        """One hand against another, with the cards to come dealt at random: the part of the pot it wins."""
        game, rest = h.game, iter(self._mixed(self._unseen(h, i)))
        later = game.streets[h.street + 1 :]
        mine = hole + _some(rest, sum(street.down + street.up for street in later))
        other = h.up[j] + _some(rest, len(mine) - len(h.up[j]))
        missing = sum(street.board for street in later)
        boards = [board + _some(rest, missing) for board in h.boards[: game.boards]]
        parts = []
        for share in game.shares:
            board = boards[share.board]
            a, b = (_best(h, share, cards, board, gives_up) for cards in (mine, other))
            if a is not None or b is not None:
                parts.append(0.5 if a == b else float(b is None or (a is not None and a > b)))
        return sum(parts) / len(parts) if parts else 0.5

    def _unseen(self, h: Hand, i: int) -> list[Card]:
        """Every card that this player cannot see."""
        seen = {*h.hole[i], *(card for up in h.up for card in up), *(card for board in h.boards for card in board)}
        return [card for card in deck(h.game.deck_size) if card not in seen]

    def _mixed(self, cards: list[Card]) -> Iterator[Card]:
        """Cards in any order; only as many are mixed as are asked for."""
        for left in range(len(cards), 0, -1):
            pick = self.source.below(left)
            cards[pick], cards[left - 1] = cards[left - 1], cards[pick]
            yield cards[left - 1]

    # -- cards ---------------------------------------------------------------------------------------------

    def _draw(self, h: Hand, legal: Legal) -> Discard:
        """Throw away what makes the hand win most often; of equals, the fewest."""
        i, share = legal.place, h.game.shares[0]
        hand = h.hole[i]
        deals = [list(_some(iter(self._mixed(self._unseen(h, i))), 2 * len(hand))) for _ in range(DRAWS)]
        others: list[Any] = [h.game.value(share, cards[len(hand) :], ()) for cards in deals]
        best, fewest = -1, tuple[Card, ...]()
        for count in range(4):
            for away in combinations(hand, count):
                kept = [card for card in hand if card not in away]
                values: list[Any] = [h.game.value(share, kept + cards[:count], ()) for cards in deals]
                wins = sum(2 * (mine > other) + (mine == other) for mine, other in zip(values, others, strict=True))
                if wins > best:
                    best, fewest = wins, away
        return Discard(fewest)

    def _discard(self, h: Hand, legal: Legal) -> Discard:
        """Give up the card without which the hand wins most often."""
        i = legal.place
        hand = h.hole[i]
        against = [j for j in h.places(h.live) if j != i]
        wins = []
        for card in hand:
            kept = [other for other in hand if other != card]
            wins.append(sum(self._compared(h, i, against[n % len(against)], kept) for n in range(DRAWS)))
        return Discard((hand[wins.index(max(wins))],))


def suggested_setting(h: Hand, i: int) -> tuple[list[Card], list[Card], list[Card]]:
    """Front, middle and back hand: the best five cards at the back, the best of the rest in the middle."""
    high: Any = h.game.high  # type: ignore[attr-defined]
    hand = h.hole[i]
    back = max(combinations(hand, 5), key=high)
    rest = [card for card in hand if card not in back]
    middle = max(combinations(rest, 5), key=high)
    return [card for card in rest if card not in middle], list(middle), list(back)


def _some(cards: Iterator[Card], count: int) -> list[Card]:
    """The next cards; fewer when there are no more."""
    return [card for _, card in zip(range(count), cards, strict=False)]


def _best(h: Hand, share: Any, hole: Sequence[Card], board: Sequence[Card], gives_up: bool) -> Any:
    """What a hand is worth; where a card of it is still to be given up, without the least useful one."""
    if not gives_up:
        return h.game.value(share, hole, board)
    values = [h.game.value(share, kept, board) for kept in combinations(hole, len(hole) - 1)]
    return max((value for value in values if value is not None), default=None)
