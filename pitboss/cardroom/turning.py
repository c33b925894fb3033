"""Cards of a real deck: nobody knows them as they come. Those that lie face up are told before the hand goes on, those
of the players when they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cardroom.acts import Turned
from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.game import CARDS, OVER
from pitboss.cardroom.refusals import out_of_place
from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# What a hand goes on with once its cards are told, besides the stage it stood at: the betting of a street, its end.
OPENS, ENDS = "opens", "ends"


def face_down(to: str, count: int) -> Sequence[Card]:
    """Cards off a real deck, which nobody has seen: what `given` is in a hand that is dealt from one."""
    return [HIDDEN] * count


def is_real(h: Hand) -> bool:
    """Is it dealt from a real deck?"""
    return h.given is face_down


def wanted(h: Hand) -> list[tuple[str, int]]:
    """Cards that lie face up and that nobody has told yet: where, and how many, in the order in which they came."""
    boards = [("board" if n == 0 else f"board {n + 1}", board) for n, board in enumerate(h.boards)]
    places = [(str(h.seats[i]), h.up[i]) for i in h.places(h.live)]
    return [(to, cards.count(HIDDEN)) for to, cards in (*boards, *places) if HIDDEN in cards]


def waits(h: Hand, then: str) -> bool:
    """Does a hand wait for cards that lie face up? It goes on with what was to come."""
    if not is_real(h) or not wanted(h):
        return False
    h.stage, h.then = CARDS, then
    return True


def settle(h: Hand) -> None:
    """After a ruling: other cards may lie face up, or none any more that are to be told."""
    if not is_real(h) or h.stage == OVER:
        return
    if h.stage != CARDS:
        waits(h, h.stage)
    elif not wanted(h):
        h.go_on_from_cards()


def turned(h: Hand, act: Turned) -> Refused | None:
    """The dealer tells what lies face up."""
    clause = h.game.streets[h.street].dealt
    if h.stage != CARDS:
        return out_of_place(h, "cards", clause)
    places = wanted(h)
    count = sum(some for _, some in places)
    if len(act.cards) != count:
        legal = ", ".join(f"{some} for {'seat ' * to.isdigit()}{to}" for to, some in places)
        return Refused(clause, f"{len(act.cards)} cards", legal)
    refused = refuse_cards(h, act.cards, clause)
    if refused is not None:
        return refused
    rest = list(act.cards)
    for to, some in places:
        _lay(h, to, rest[:some])
        del rest[:some]
    h.go_on_from_cards()
    return None


def refuse_cards(h: Hand, cards: Sequence[Card], clause: Clause) -> Refused | None:
    """Why these cannot be cards that nobody had seen: one is told twice, or lies elsewhere already."""
    for card in cards:
        if cards.count(card) > 1:
            return Refused(clause, f"the {card} twice", "each card once")
        if card not in h.deck:
            where = _lies(h, card)
            return Refused(clause, f"the {card}{where}", f"a card of the {h.game.deck_size} that nobody has seen yet")
    return None


def _lies(h: Hand, card: Card) -> str:
    for number, board in enumerate(h.boards, 1):
        if card in board:
            return ", which lies on the board" + (f" {number}" if len(h.boards) > 1 else "")
    seat = next((h.seats[i] for i, cards in enumerate(h.hole) if card in cards), 0)
    return f", which seat {seat} holds" if seat else ", which is out of the deck"


def unseen_hands(h: Hand) -> list[int]:
    """Who is left and has cards that nobody else has seen, clockwise."""
    return [i for i in h.places(h.live) if HIDDEN in h.hole[i]]


def tell(h: Hand, cards: list[Card], card: Card) -> None:
    """One card of some that nobody had seen is seen now."""
    if card not in h.deck or HIDDEN not in cards:
        raise ValueError(f"the {card} cannot lie there")
    cards[cards.index(HIDDEN)] = card
    h.deck.remove(card)
    h.unseen -= 1


def tell_hand(h: Hand, i: int, cards: Sequence[Card], clause: Clause) -> Refused | None:
    """A player's cards are seen: all of them, or those that nobody knew."""
    hole = h.hole[i]
    known = Counter(card for card in hole if card != HIDDEN)
    left = list((Counter(cards) - known).elements()) if len(cards) == len(hole) else list(cards)
    if len(left) != hole.count(HIDDEN):
        return Refused(clause, f"{len(cards)} cards of seat {h.seats[i]}",
                       f"{hole.count(HIDDEN)} that nobody has seen" if known else f"{len(hole)} cards")
    refused = refuse_cards(h, left, clause)
    if refused is None:
        for card in left:
            tell(h, hole, card)
    return refused


def _lay(h: Hand, to: str, cards: list[Card]) -> None:
    """Cards that lie face up become known: on their board, or with their place."""
    if to.startswith("board"):
        place = int(to.removeprefix("board") or 1) - 1
        what, piles = "board", [h.boards[place]]
    else:
        place = h.seats.index(int(to))
        what, piles = "dealt", [h.up[place], h.hole[place]]
    for card in cards:
        h.deck.remove(card)
        h.unseen -= 1
    for pile in piles:
        # Down cards come before up cards, and the last cards last.
        spots = [at for at, card in enumerate(pile) if card == HIDDEN][-len(cards):]
        for at, card in zip(spots, cards, strict=True):
            pile[at] = card
    _note(h, what, place, cards)


def _note(h: Hand, what: str, place: int, cards: list[Card]) -> None:
    """The log tells the cards where it told that they came."""
    left = list(cards)
    for at in range(len(h.noted) - 1, -1, -1):
        kind, who, amount, clause, shown, open = h.noted[at]
        if kind == what and who == place and open and HIDDEN in shown:
            faces = list(shown)
            for spot in reversed([n for n, card in enumerate(shown) if card == HIDDEN]):
                if left:
                    faces[spot] = left.pop()
            h.noted[at] = (kind, who, amount, clause, tuple(faces), open)
