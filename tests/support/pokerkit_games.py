"""The games that both PokerKit and the rulebooks have, set up alike on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    EightOrBetterLowHand,
    Mode,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)
from pokerkit import Hand as Ranked

from pitboss.cardroom.game import Blind, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.equipment.decks import deck
from pitboss.rulebooks import card_games

STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot-limit": BettingStructure.POT_LIMIT,
    "fixed": BettingStructure.FIXED_LIMIT,
}
# PokerKit does by itself what needs no decision; cards are dealt to it by hand.
AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
CARDS = {name: next(Card.parse(name)) for name in deck(52)}

Streets = tuple[tuple[tuple[bool, ...], int, bool, Opening, bool], ...]

POSITION, LOW_CARD, HIGH_HAND = Opening.POSITION, Opening.LOW_CARD, Opening.HIGH_HAND
DOWN, UP = False, True


def flop(hole: int) -> Streets:
    return (
        ((DOWN,) * hole, 0, False, POSITION, False),
        ((), 3, False, POSITION, False),
        ((), 1, False, POSITION, True),
        ((), 1, False, POSITION, True),
    )


def draws(*big: bool) -> Streets:
    return (((DOWN,) * 5, 0, False, POSITION, False), *(((), 0, True, POSITION, later) for later in big))


def stud(first: Sequence[bool], *later: tuple[bool, bool], low: bool = False) -> Streets:
    opening, best = (Opening.HIGH_CARD, Opening.LOW_HAND) if low else (LOW_CARD, HIGH_HAND)
    return (
        (tuple(first), 0, False, opening, False),
        *(((up,), 0, False, best, big) for up, big in later),
    )


FIVE_CARD = ((DOWN, UP), (UP, False), (UP, True), (UP, True))
CROWN = ((DOWN, UP), (UP, False), (UP, True), (DOWN, True))
SEVEN_CARD = ((DOWN, DOWN, UP), (UP, False), (UP, True), (UP, True), (DOWN, True))


# A product of these stands for ranks in any order; suits are bits, of which five cards of one suit have one in common.
PRIMES = dict(zip("23456789TJQKA", (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True))
SUITS = {"c": 1, "d": 2, "h": 4, "s": 8}
Marked = tuple[int, int, Card]


class Remembered:
    """A ranker of PokerKit's that is asked once for five cards of the same ranks, suited or not: it takes long, tries
    all fives of seven or nine cards, and a state asks many times over."""

    def __init__(self, ranker: type[Ranked]) -> None:
        class Once(ranker):  # type: ignore[misc, valid-type]
            @cached_property
            def entry(self) -> Any:
                return ranker.entry.__get__(self)

        self.ranker, self.once = ranker, Once
        # How many cards of the hole and the board make a hand, where that is not open.
        self.of_hole, self.of_board = getattr(ranker, "hole_card_count", 0), getattr(ranker, "board_card_count", 0)
        self.entries: dict[tuple[int, bool], int | None] = {}
        self.ask = lru_cache(5_000)(self.best)

    def best(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
        best: tuple[int, tuple[Card, ...]] | None = None
        for (p1, s1, a), (p2, s2, b), (p3, s3, c), (p4, s4, d), (p5, s5, e) in self.fives(hole, board):
            key = p1 * p2 * p3 * p4 * p5, bool(s1 & s2 & s3 & s4 & s5)
            if key not in self.entries:
                entry = self.ranker.lookup.get_entry_or_none((a, b, c, d, e))
                self.entries[key] = None if entry is None else -entry.index if self.ranker.low else entry.index
            strength = self.entries[key]
            if strength is not None and (best is None or strength > best[0]):
                best = strength, (a, b, c, d, e)
        return None if best is None else self.once(best[1])

    def fives(self, hole: Iterable[Card], board: Iterable[Card]) -> Iterator[tuple[Marked, ...]]:
        """All hands of five cards, each card with its mark."""
        held, open_ = (
            [(PRIMES[card.rank.value], SUITS[card.suit.value], card) for card in cards] for cards in (hole, board)
        )
        if not self.of_hole:
            return combinations(held + open_, 5)
        pairs = list(combinations(held, self.of_hole))
        return (pair + three for pair in pairs for three in combinations(open_, self.of_board))

    def from_game(self, hole: Iterable[Card], board: Iterable[Card] = ()) -> Ranked:
        found = self.ask(tuple(hole), tuple(board))
        if found is None:
            raise ValueError("no such hand")
        return found


@dataclass(frozen=True)
class Kind:
    """One game on both sides, under one betting structure."""

    id: str
    structure: str
    hands: tuple[Remembered, ...]
    streets: Streets
    most: int
    deck: Deck = Deck.STANDARD
    cards: int = 52
    boards: int = 1
    # The board may be dealt several times when all are all-in.
    runs: bool = False

    @property
    def name(self) -> str:
        extra = "-runs" if self.runs else ""
        return f"{self.id}-{self.structure}{extra}-{self.cards}"

    @property
    def stud(self) -> bool:
        return self.streets[0][3] is not POSITION

    @property
    def splits(self) -> bool:
        """Is a pot often divided?"""
        return self.stud or self.boards > 1 or len(self.hands) > 1 or self.runs


HIGH = (Remembered(StandardHighHand),)
HI_LO = (*HIGH, Remembered(EightOrBetterLowHand))
TWO_SEVEN, ACE_FIVE = (Remembered(StandardLowHand),), (Remembered(RegularLowHand),)
OMAHA = (Remembered(OmahaHoldemHand),)
OMAHA_HI_LO = (*OMAHA, Remembered(OmahaEightOrBetterLowHand))

KINDS = (
    Kind("mel/holdem", "no-limit", HIGH, flop(2), 9),
    Kind("mel/holdem", "no-limit", HIGH, flop(2), 6, runs=True),
    Kind("mel/holdem", "pot-limit", HIGH, flop(2), 9),
    Kind("mel/holdem", "fixed", HIGH, flop(2), 9),
    Kind("mel/holdem", "no-limit", (Remembered(ShortDeckHoldemHand),), flop(2), 9, Deck.SHORT_DECK_HOLDEM, 36),
    Kind("mel/holdem", "no-limit", HIGH, flop(2), 6, Deck.ROYAL_HOLDEM, 20),
    Kind("mel/holdem-hi-lo", "pot-limit", HI_LO, flop(2), 9),
    Kind("mel/double-flop-holdem", "no-limit", HIGH, flop(2), 9, boards=2),
    Kind("mel/omaha", "pot-limit", OMAHA, flop(4), 9),
    Kind("mel/omaha-hi-lo", "fixed", OMAHA_HI_LO, flop(4), 9),
    Kind("mel/draw-blind", "no-limit", HIGH, draws(True), 8),
    Kind("mel/lowball-2-7", "no-limit", TWO_SEVEN, draws(True), 8),
    Kind("mel/lowball-a-5", "pot-limit", ACE_FIVE, draws(True), 8, Deck.REGULAR),
    Kind("mel/triple-draw-2-7", "fixed", TWO_SEVEN, draws(False, True, True), 6),
    Kind("mel/triple-draw-a-5", "fixed", ACE_FIVE, draws(False, True, True), 6, Deck.REGULAR),
    Kind("mel/five-card-stud", "fixed", HIGH, stud(*FIVE_CARD), 9),
    Kind("mel/crown-stud", "fixed", HIGH, stud(*CROWN), 9),
    Kind("mel/seven-card-stud", "fixed", HIGH, stud(*SEVEN_CARD), 8),
    Kind("mel/seven-card-stud-hi-lo", "fixed", HI_LO, stud(*SEVEN_CARD), 8),
    Kind("mel/razz", "fixed", ACE_FIVE, stud(*SEVEN_CARD, low=True), 8, Deck.REGULAR),
    Kind("qld/texas-holdem-poker", "no-limit", HIGH, flop(2), 9),
    Kind("qld/texas-holdem-poker", "pot-limit", HIGH, flop(2), 9),
    Kind("qld/texas-holdem-poker", "fixed", HIGH, flop(2), 9),
    Kind("qld/omaha-poker", "pot-limit", OMAHA, flop(4), 9),
)


@dataclass(frozen=True)
class Stakes:
    """What a hand is played for, in cents."""

    ante: int
    blinds: tuple[int, int]
    bring_in: int
    small: int
    big: int
    # Every amount is a multiple of it, so that pots divide without odd chips; 1 lets them be odd.
    grain: int


def stakes(kind: Kind, rng: Random) -> Stakes:
    """Small numbers, so that short stacks, ties of size and odd chips are common."""
    grain = rng.choice((1, 120, 120)) if kind.splits else rng.choice((1, 1, 120))
    small = rng.randint(2, 6)
    first = rng.randint(1, small - 1)
    ante = rng.choice((0, 0, 0, 1, small // 2)) if not kind.stud else rng.randint(0, small // 2)
    ante = 0 if kind.id.startswith("qld") else ante
    bring_in = rng.randint(1, small - 1)
    blinds = (first * grain, small * grain)
    return Stakes(ante * grain, blinds, bring_in * grain, small * grain, 2 * small * grain, grain)


def stacks(kind: Kind, at: Stakes, count: int, rng: Random) -> list[int]:
    """Some deep, many short; whoever must open the betting seldom too short for it."""
    forced = at.ante + (at.bring_in if kind.stud else 0)
    made = []
    for place in range(count):
        fit = at.ante + at.blinds[1] if place == (1 if count > 2 else 0) and not kind.stud else forced
        short = rng.random()
        if short < (0.01 if fit else 0.05):
            least, most = at.grain, at.blinds[1]
        elif short < 0.4:
            least, most = max(fit, at.grain), fit + 5 * at.small
        else:
            least, most = fit + at.small, fit + 60 * at.small
        made.append(rng.randint(least // at.grain, most // at.grain) * at.grain)
    return made


def dollars(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def our_game(kind: Kind, at: Stakes) -> PokerGame:
    options = {"structure": kind.structure, "chip": "0.01", "bet": dollars(at.small), "big-bet": dollars(at.big)}
    if kind.stud:
        options |= {"bring-in": dollars(at.bring_in), "ante": dollars(at.ante)}
    else:
        options["blinds"] = f"{dollars(at.blinds[0])}/{dollars(at.blinds[1])}"
        if kind.id.startswith("mel"):
            options["ante"] = dollars(at.ante)
    if kind.cards != 52:
        options["deck"] = str(kind.cards)
    return card_games()[kind.id](options)


def our_hand(kind: Kind, at: Stakes, chips: Sequence[int], rng: Random) -> Hand:
    """Our hand; of two players the one on the button has the small blind, as everywhere but in MEL-8.8.2."""
    game, count = our_game(kind, at), len(chips)
    cards = list(deck(kind.cards))  # type: ignore[arg-type]
    rng.shuffle(cards)
    blinds = None
    if count == 2 and not kind.stud and kind.id.startswith("mel"):
        clause = game.cites.call
        blinds = (Blind(1, at.blinds[0], 0, clause), Blind(0, at.blinds[1], 0, clause))
    seats = range(1, count + 1)
    spare = str(rng.random())
    return Hand(game, seats, chips, cards, spare=spare, button=count - 1, blinds=blinds, ask_runs=kind.runs)


def their_state(kind: Kind, at: Stakes, chips: Sequence[int]) -> State:
    """PokerKit's state: no cap on raises, which MEL-6.9 puts on only some rounds; folding is always open."""
    limits = {"fixed": (at.small, at.big)}.get(kind.structure, (at.small, at.small))
    streets = tuple(
        Street(number > 0, hole, board, draw, opening, limits[big], None)
        for number, (hole, board, draw, opening, big) in enumerate(kind.streets)
    )
    automatic = AUTOMATIC if kind.runs else (*AUTOMATIC, Automation.RUNOUT_COUNT_SELECTION)
    return State(
        automatic, kind.deck, kind.hands, streets, STRUCTURES[kind.structure], True, at.ante,
        0 if kind.stud else at.blinds, at.bring_in if kind.stud else 0, tuple(chips), len(chips),
        mode=Mode.CASH_GAME, starting_board_count=kind.boards,
    )
