"""How cards come off the deck: to the places, to the boards, burnt, and shuffled in again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.law import Clause

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# A card that lies face down, in a hand whose cards are given.
HIDDEN = "??"


def take(h: Hand, to: str, count: int) -> list[Card]:
    """The next cards, for one recipient."""
    if h.given is not None:
        return _handed(h, to, count)
    deck = h.deck
    if len(deck) < count:
        h.game.short_deck(h, count)
    cards = deck[: -count - 1 : -1]
    del deck[-count:]
    return cards


def _handed(h: Hand, to: str, count: int) -> list[Card]:
    """Cards that are given: each must still be in the deck."""
    assert h.given is not None
    if h.cards_left() < count:
        h.game.short_deck(h, count)
    cards = list(h.given(to, count))
    for card in cards:
        if card in h.deck:
            h.deck.remove(card)
        elif card == HIDDEN:
            h.unseen += 1
        else:
            raise ValueError(f"the {card} is dealt twice, or not in a deck of {h.game.deck_size} cards")
    return cards


def _unseen(h: Hand, count: int) -> list[Card]:
    """Cards that come off a deck whose order nobody knows."""
    h.unseen += count
    return [HIDDEN] * count


def to_board(h: Hand, number: int, count: int, clause: Clause) -> None:
    """The next cards, to one of the boards."""
    cards = take(h, "board" if number == 0 else f"board {number + 1}", count)
    h.boards[number] += cards
    h.noted.append(("board", number, 0, clause, tuple(cards), True))


def burn(h: Hand, clause: Clause) -> None:
    """A card off the deck, as long as there is one."""
    if h.deck and (h.given is None or h.cards_left()):
        h.burnt += [h.deck.pop()] if h.given is None else _unseen(h, 1)
        h.noted.append(("burn", -1, 1, clause, (), True))


def shuffle_in(h: Hand, cards: list[Card]) -> None:
    """Shuffle cards and put them under the deck; they leave wherever they lay."""
    source = SeededSource(f"{h.spare} {len(h.log)}")
    mixed = [card for card in cards if card != HIDDEN]
    h.unseen -= len(cards) - len(mixed)
    cards.clear()
    for last in range(len(mixed) - 1, 0, -1):
        other = source.below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    h.deck[:0] = mixed


def deal_hands(h: Hand, down: int, up: int, clause: Clause) -> None:
    """One card at a time, clockwise; down cards before up cards. A place that is kept gets its cards too."""
    places = h.places(h.live | h.kept)
    count, game = down + up, h.game
    more = game.kitty.says(1) if game.kitty is not None and not h.street else 0
    if h.given is None:
        hands = len(places) + more
        dealt = game.distribute(take(h, "", count * hands), hands)
    else:
        dealt = [_handed(h, str(h.seats[i]), count) if h.live >> i & 1 else _unseen(h, count) for i in places]
        dealt += [_handed(h, "kitty", count) for _ in range(more)]
    if more:
        h.kitty = dealt.pop()
        h.note("kitty", -1, count, clause, tuple(h.kitty), False)
    noted, hole, kept = h.noted, h.hole, h.kept
    for i, hand in zip(places, dealt, strict=True):
        if kept and kept >> i & 1:
            _to_kept_place(h, i, hand, down)
            continue
        hole[i] += hand
        if down:
            noted.append(("dealt", i, down, clause, tuple(hand[:down] if up else hand), False))
        if up:
            h.up[i] += hand[down:]
            noted.append(("dealt", i, up, clause, tuple(hand[down:]), True))


def _to_kept_place(h: Hand, i: int, hand: list[Card], down: int) -> None:
    """Cards for nobody: they are mucked, and what comes face down is not seen by the player who has folded either."""
    h.muck += hand
    clause = h.game.place_kept
    if down:
        h.note("dealt", i, down, clause, (HIDDEN,) * down, False)
    if hand[down:]:
        h.note("dealt", i, len(hand) - down, clause, tuple(hand[down:]))
