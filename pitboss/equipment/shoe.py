"""What cards are dealt from: a shoe (or a deck in the hand) and a continuous shuffling machine.

Neither knows a rule of any game. Both keep every card they were filled with: a card is still to come,
on the table, burnt or in the discard rack, and nowhere else.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Literal, TypeAlias, TypedDict

from pitboss.equipment.cards import Card
from pitboss.equipment.pieces import parse_pieces
from pitboss.equipment.rng import Commitment, Source, check, shuffled


class ShoeEmpty(Exception):
    """A card was asked for and none is left."""


class ShoeState(TypedDict):
    """A shoe as plain data; cards are written in order, separated by spaces."""

    kind: Literal["shoe"]
    stack: str
    next: int
    cut: int
    cut_card: int | None
    cut_card_from_end: int | None
    cut_card_out: bool
    table: str
    burnt: str
    discards: str
    nonce: str | None
    digest: str | None


class MachineState(TypedDict):
    """A card machine as plain data; cards are separated by spaces."""

    kind: Literal["machine"]
    held: str
    table: str
    burnt: str
    discards: str


class _Used(ABC):
    """Cards that have come out, and where they lie."""

    __slots__ = ("_burnt", "_discards", "_table")

    def __init__(self) -> None:
        self._table: list[Card] = []
        self._burnt: list[Card] = []
        self._discards: list[Card] = []

    @abstractmethod
    def draw(self) -> Card:
        """The next card."""

    def draw_several(self, count: int) -> tuple[Card, ...]:
        """The next cards, one after another."""
        return tuple([self.draw() for _ in range(count)])

    @property
    def on_table(self) -> tuple[Card, ...]:
        """Cards out and neither burnt nor discarded, in the order they came."""
        return tuple(self._table)

    @property
    def burnt(self) -> tuple[Card, ...]:
        """Cards burnt, in order."""
        return tuple(self._burnt)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard rack, in order."""
        return tuple(self._discards)

    def burn(self) -> Card:
        """Draw a card and lay it aside unused."""
        card = self.draw()
        self._table.pop()
        self._burnt.append(card)
        return card

    def discard(self, cards: Iterable[Card] | None = None) -> None:
        """Move cards from the table to the discard rack; all of them when none are named."""
        leaving = list(self._table) if cards is None else list(cards)
        self._remove(leaving, (self._table,))
        self._discards += leaving

    def _remove(self, cards: list[Card], places: tuple[list[Card], ...]) -> None:
        kept = [list(place) for place in places]
        for card in cards:
            place = next((p for p in kept if card in p), None)
            if place is None:
                raise ValueError(f"{card} is not out of the shoe, so it cannot be put back or discarded")
            place.remove(card)
        for old, new in zip(places, kept, strict=True):
            old[:] = new

    def _gather(self) -> list[Card]:
        used = self._table + self._discards + self._burnt
        self._table, self._discards, self._burnt = [], [], []
        return used

    def _restore(self, table: str, burnt: str, discards: str) -> None:
        self._table, self._burnt, self._discards = map(list, map(parse_pieces, (table, burnt, discards)))


class Shoe(_Used):
    """A shuffled stack of cards that is dealt from across rounds, perhaps with a cutting card in it.

    >>> from pitboss.equipment.decks import decks
    >>> from pitboss.equipment.rng import SeededSource
    >>> shoe = Shoe.fresh(decks(8), SeededSource(1), cut_card=14)
    >>> burnt, first = shoe.burn(), shoe.draw()
    >>> shoe.remaining, shoe.cut_card_out, shoe.on_table == (first,)
    (414, False, True)
    """

    __slots__ = (
        "_cut",
        "_cut_card",
        "_cut_card_from_end",
        "_cut_card_out",
        "_digest",
        "_next",
        "_nonce",
        "_source",
        "_stack",
    )

    def __init__(self, stack: Iterable[Card]) -> None:
        """A stack in a known order, its first card on top. Use ``fresh`` for a shuffled one."""
        super().__init__()
        self._cut_card_from_end: int | None = None
        self._load(list(stack))

    def _load(self, stack: list[Card]) -> None:
        self._stack = stack
        self._next = 0
        self._cut = 0
        self._cut_card: int | None = None
        self._cut_card_out = False
        self._nonce: str | None = None
        self._digest: str | None = None
        # While a source is held, the cards from _next on are not yet in any order: draw picks one.
        self._source: Source | None = None

    @classmethod
    def fresh(
        cls, cards: Iterable[Card], source: Source, cut_card: int | None = None, *, commit: bool = True
    ) -> "Shoe":
        """Shuffle the cards into a shoe; ``cut_card`` is how many cards lie behind the cutting card.

        With ``commit`` the order is fixed and its digest can be published at once. Without, cards are
        picked at random as they are drawn: the same chances, less work, nothing to prove.
        """
        shoe = cls(cards)
        if commit:
            shoe._shuffle(shoe._stack, source, commit)
        else:
            shoe._source = source
        if cut_card is not None:
            shoe.place_cut_card(cut_card)
        return shoe

    def _shuffle(self, cards: list[Card], source: Source, commit: bool) -> None:
        if not commit:
            self._load(cards)
            self._source = source
            return
        proof = Commitment.of(shuffled(cards, source), source)
        self._load(list(proof.cards))
        self._nonce, self._digest = proof.nonce, proof.digest

    def _fix_order(self) -> None:
        if self._source is not None:
            self._stack[self._next :] = shuffled(self._stack[self._next :], self._source)
            self._source = None

    @property
    def remaining(self) -> int:
        """How many cards are still to come."""
        return len(self._stack) - self._next

    def draw(self) -> Card:
        """The next card; a cutting card lying before it comes out with it."""
        stack, at = self._stack, self._next
        if at == len(stack):
            raise ShoeEmpty("no card is left in the shoe")
        if at == self._cut_card:
            self._cut_card_out = True
        if self._source is not None:
            pick = at + self._source.below(len(stack) - at)
            stack[at], stack[pick] = stack[pick], stack[at]
        card = stack[at]
        self._next = at + 1
        self._table.append(card)
        return card

    def draw_several(self, count: int) -> tuple[Card, ...]:
        """The next cards, one after another."""
        stack, at, source = self._stack, self._next, self._source
        end, size = at + count, len(stack)
        if source is None or end > size or self._cut_card is not None:
            return super().draw_several(count)
        below = source.below
        for place in range(at, end):
            pick = place + below(size - place)
            stack[place], stack[pick] = stack[pick], stack[place]
        self._next = end
        cards = tuple(stack[at:end])
        self._table += cards
        return cards

    @property
    def cut_card_out(self) -> bool:
        """Whether the cutting card has left the shoe since it was last placed."""
        return self._cut_card_out

    @property
    def cut_card_next(self) -> bool:
        """Whether the cutting card, not a card, is what comes out next."""
        return self._next == self._cut_card and not self._cut_card_out

    def take_cut_card(self) -> None:
        """Take out the cutting card that lies before the next card, and no card."""
        if not self.cut_card_next:
            raise ValueError("the cutting card is not the next to come out of the shoe")
        self._cut_card_out = True

    def place_cut_card(self, cards_from_end: int) -> None:
        """Put the cutting card in, with this many cards behind it."""
        if not 0 <= cards_from_end <= self.remaining:
            raise ValueError(
                f"cannot place the cutting card before {cards_from_end} of {self.remaining} cards"
            )
        self._cut_card_from_end = cards_from_end
        self._cut_card = len(self._stack) - cards_from_end
        self._cut_card_out = False

    def cut(self, at: int) -> None:
        """Bring the top ``at`` cards behind the others; only before the first card is drawn."""
        if self._next:
            raise ValueError("the cards can be cut only before the first is drawn")
        if not 0 < at < len(self._stack):
            raise ValueError(f"cannot cut at {at}; at least one card must lie on either side of the cut")
        self._stack = self._stack[at:] + self._stack[:at]
        self._cut = (self._cut + at) % len(self._stack)

    @property
    def cut_at(self) -> int:
        """How many cards the cuts since the shuffle have brought from top to bottom."""
        return self._cut

    @property
    def place(self) -> int:
        """The place of the next card in the order as it was shuffled, before any cut."""
        return (self._cut + self._next) % len(self._stack)

    def return_and_reshuffle(self, source: Source, cards: Iterable[Card] | None = None) -> None:
        """Put used cards back and shuffle them with those still to come; all used cards unless named.

        The cutting card goes back to its distance from the end, except that one already out stays
        out when only some cards are returned.
        """
        if cards is None:
            back, stays_out = self._gather(), False
        else:
            back, stays_out = list(cards), self._cut_card_out
            self._remove(back, (self._table, self._discards, self._burnt))
        self._shuffle(self._stack[self._next :] + back, source, self._digest is not None)
        if stays_out:
            self._cut_card_out = True
        elif self._cut_card_from_end is not None:
            self.place_cut_card(self._cut_card_from_end)

    @property
    def digest(self) -> str | None:
        """What may be published about the order before dealing; None for a shoe without a commitment."""
        return self._digest

    def reveal(self) -> tuple[str, tuple[Card, ...]]:
        """Nonce and order as shuffled, before any cut: shows the cards to come, so ask when play is over."""
        if self._nonce is None:
            raise ValueError("this shoe was shuffled without a commitment; there is nothing to reveal")
        back = len(self._stack) - self._cut
        return self._nonce, tuple(self._stack[back:] + self._stack[:back])

    def state(self) -> ShoeState:
        """Everything about the shoe as data for JSON; secret while play lasts."""
        self._fix_order()
        return {
            "kind": "shoe",
            "stack": " ".join(self._stack),
            "next": self._next,
            "cut": self._cut,
            "cut_card": self._cut_card,
            "cut_card_from_end": self._cut_card_from_end,
            "cut_card_out": self._cut_card_out,
            "table": " ".join(self._table),
            "burnt": " ".join(self._burnt),
            "discards": " ".join(self._discards),
            "nonce": self._nonce,
            "digest": self._digest,
        }

    @classmethod
    def from_state(cls, state: ShoeState) -> "Shoe":
        """The shoe that ``state`` describes; refused if its cards do not match its commitment.

        >>> shoe = Shoe(("As", "Kd", "2c"))
        >>> card = shoe.draw()
        >>> Shoe.from_state(shoe.state()).draw()
        'Kd'
        """
        shoe = cls(parse_pieces(state["stack"]))
        if not 0 <= state["next"] <= len(shoe._stack):
            raise ValueError(f"a shoe of {len(shoe._stack)} cards has no position {state['next']}")
        shoe._next, shoe._cut = state["next"], state["cut"]
        shoe._cut_card, shoe._cut_card_out = state["cut_card"], state["cut_card_out"]
        shoe._cut_card_from_end = state["cut_card_from_end"]
        shoe._nonce, shoe._digest = state["nonce"], state["digest"]
        shoe._restore(state["table"], state["burnt"], state["discards"])
        if shoe._digest is not None and not check(shoe._digest, *shoe.reveal()):
            raise ValueError("the cards of this shoe are not those it was committed to")
        return shoe


class CardMachine(_Used):
    """A machine that mixes all the time: any card it holds may come next; it has no cutting card.

    >>> from pitboss.equipment.decks import decks
    >>> from pitboss.equipment.rng import SeededSource
    >>> machine = CardMachine(decks(6), SeededSource(1))
    >>> hand = [machine.draw(), machine.draw()]
    >>> machine.discard(hand)
    >>> machine.feed()
    >>> machine.remaining
    312
    """

    __slots__ = ("_held", "_source")

    def __init__(self, cards: Iterable[Card], source: Source) -> None:
        super().__init__()
        self._held = list(cards)
        self._source = source

    @property
    def remaining(self) -> int:
        """How many cards the machine holds."""
        return len(self._held)

    @property
    def cut_card_out(self) -> bool:
        """Always false."""
        return False

    @property
    def cut_card_next(self) -> bool:
        """Always false."""
        return False

    def draw(self) -> Card:
        """A card at random from those held."""
        held = self._held
        if not held:
            raise ShoeEmpty("no card is left in the card machine")
        pick = self._source.below(len(held))
        card = held[pick]
        held[pick] = held[-1]
        held.pop()
        self._table.append(card)
        return card

    def lay_out(self) -> tuple[Card, ...]:
        """Lay the cards held in the order of their names, so that draws tell which cards come; gives them."""
        self._held.sort()
        return tuple(self._held)

    def feed(self, cards: Iterable[Card] | None = None) -> None:
        """Put used cards back: the named ones, or the whole discard rack with the burnt cards."""
        back = self._discards + self._burnt if cards is None else list(cards)
        places = (self._discards, self._burnt)
        self._remove(back, places if cards is None else (self._table, *places))
        self._held += back

    def state(self) -> MachineState:
        """Everything about the machine, except its source of chance, as data for JSON."""
        return {
            "kind": "machine",
            "held": " ".join(self._held),
            "table": " ".join(self._table),
            "burnt": " ".join(self._burnt),
            "discards": " ".join(self._discards),
        }

    @classmethod
    def from_state(cls, state: MachineState, source: Source) -> "CardMachine":
        """The machine that ``state`` describes, mixing by ``source``."""
        machine = cls(parse_pieces(state["held"]), source)
        machine._restore(state["table"], state["burnt"], state["discards"])
        return machine


AnyShoe: TypeAlias = Shoe | CardMachine
