"""What puts the cards of a hand right when something went wrong with them. None of it is law: a book's rulings say
which of these is done, when, and under which clause. `h.repairs` keeps what outlives the ruling; it is None in a hand
in which nothing went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pitboss.cardroom import dealing, turning
from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.game import BET, DRAW, Bounds, Street
from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.law import Clause, Refused
from pitboss.money import Cents, show_amount
from pitboss.table.reports import BadFact

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# How a street is dealt, step by step: a card burnt, cards to the places, cards to a board ("board", "board 2"), and the
# cards that were set aside shuffled into the stub.
BURN, HANDS, SHUFFLE = "burn", "hands", "shuffle"


class DealStep(NamedTuple):
    """One step in which a street is dealt, and its clause."""

    what: str
    clause: Clause


class Frozen(NamedTuple):
    """The most that a bet of one betting round may come to."""

    street: int
    most: Cents
    clause: Clause


class Repairs(NamedTuple):
    """What rulings have left behind in a hand."""

    # How streets to come are dealt, where not as usual.
    plans: Mapping[int, tuple[DealStep, ...]] = {}
    aside: tuple[Card, ...] = ()
    frozen: Frozen | None = None
    # Told beforehand: the deck from the end of the first deal on, and after each shuffle; top card first.
    stubs: tuple[tuple[Card, ...], ...] = ()
    # So many cards at the bottom of the deck were not told.
    untold: int = 0
    # The pots were divided without a showdown: nobody shows.
    no_showdown: bool = False


NO_REPAIRS = Repairs()


def told_beforehand(stubs: Sequence[Sequence[Card]]) -> Repairs | None:
    """What a hand starts with where the order of its deck is told."""
    return Repairs(stubs=tuple(map(tuple, stubs))) if stubs else None


def _so_far(h: Hand) -> Repairs:
    return h.repairs or NO_REPAIRS


# -- how a street is dealt -----------------------------------------------------------------------------------


def board_name(number: int) -> str:
    """What a board is called: "board", "board 2"."""
    return "board" if number == 0 else f"board {number + 1}"


def usual_steps(h: Hand, number: int) -> tuple[DealStep, ...]:
    """How the game deals a street."""
    street = h.game.streets[number]
    steps = [DealStep(BURN, street.dealt)] if street.burn and not street.draw else []
    if street.down or street.up:
        steps.append(DealStep(HANDS, street.dealt))
    if street.board:
        steps.append(DealStep(board_name(0), street.dealt))
        again = street.again or street.dealt
        steps += [DealStep(board_name(n), again) for n in range(1, h.game.boards)]
    return tuple(steps)


def steps_of(h: Hand, number: int) -> tuple[DealStep, ...]:
    """How a street will be dealt: as planned, or as usual."""
    return _so_far(h).plans.get(number) or usual_steps(h, number)


def plan(h: Hand, number: int, steps: Iterable[DealStep]) -> None:
    """A street to come will be dealt so."""
    so_far = _so_far(h)
    h.repairs = so_far._replace(plans={**so_far.plans, number: tuple(steps)})


def without_burn(steps: Iterable[DealStep], clause: Clause | None = None) -> tuple[DealStep, ...]:
    """Steps less the first burn; the others under another clause, where one is told."""
    steps = list(steps)
    burns = [step for step in steps if step.what == BURN]
    kept = [step for step in steps if step not in burns[:1]]
    return tuple(step._replace(clause=clause) if clause is not None else step for step in kept)


def next_burn(h: Hand) -> int | None:
    """The next street before which a card is burnt; None when none is."""
    later = range(h.street + 1, len(h.game.streets))
    return next((n for n in later if any(step.what == BURN for step in steps_of(h, n))), None)


def skip_burn(h: Hand) -> None:
    """The burn of the next street that has one is made already."""
    number = next_burn(h)
    if number is not None:
        plan(h, number, without_burn(steps_of(h, number)))


def deal_by(h: Hand, street: Street, steps: Iterable[DealStep]) -> None:
    """Deal a street in these steps; where the deck does not suffice for it, as the game has it then."""
    for what, clause in steps:
        if what == BURN:
            if street.burn and clause.says(True):
                dealing.burn(h, clause)
        elif what == SHUFFLE:
            if clause.says(True):
                shuffle_aside(h, clause)
        elif what == HANDS and (street.down or street.up):
            dealing.deal_hands(h, street.down, street.up, clause)
        elif street.board:
            dealing.to_board(h, 0 if what == HANDS else _number(what), clause.says(street.board), clause)


def _number(board: str) -> int:
    return int(board.partition(" ")[2] or 1) - 1


def expose_next(h: Hand, clause: Clause, boards: int = 1) -> list[Card]:
    """The next community cards, with the burn before them, were dealt and turned too soon: they lie nowhere yet. In a
    game with several boards only those of the first, unless told otherwise. What is to be shuffled in first is."""
    number = h.street + 1
    if number >= len(h.game.streets) or not h.game.streets[number].board:
        raise BadFact("no community card is to come now")
    cards: list[Card] = []
    steps = steps_of(h, number)
    if steps[0].what == SHUFFLE:
        shuffle_aside(h, steps[0].clause)
        steps = steps[1:]
        plan(h, number, steps)
    for what, _ in steps:
        if what == BURN:
            dealing.burn(h, clause)
        elif what.startswith("board") and _number(what) < boards:
            cards += dealing.take(h, what, h.game.streets[number].board)
    h.note("exposed", -1, 0, clause, tuple(cards))
    return cards


def seen_early(h: Hand, cards: Sequence[Card], clause: Clause) -> None:
    """The next community card was seen too soon, and stays where it is: it comes in its turn."""
    if h.given is None:
        if cards and list(cards) != h.deck[-1:]:
            raise BadFact(f"the {cards[0]} is not the next card")
        cards = h.deck[-1:]
    elif any(card not in h.deck for card in cards):
        raise BadFact(f"the {cards[0]} lies elsewhere, or is not in the deck")
    h.note("exposed", -1, 0, clause, tuple(cards))


def unburn(h: Hand) -> None:
    """The cards just dealt were dealt without the burn before them, and that stays so: what is taken for the burn was
    the first of them, and the last of them still lies on the deck. Where cards are entered as they come, only the burn
    was not made."""
    first = _last_burn(h)
    if h.given is not None:
        h.unseen -= first == HIDDEN
        return
    if h.game.streets[h.street].draw:
        raise BadFact("of a draw from a stub nobody knows who would have had which card")
    for cards, at in _dealt_last(h):
        cards[at], first = first, cards[at]
    h.deck.append(first)
    for i in h.places(h.live):
        if h.game.streets[h.street].up:
            h.up[i][-1] = h.hole[i][-1]


def burn_after_all(h: Hand, clause: Clause) -> None:
    """The cards just dealt were dealt without the burn before them: the first of them is the burn, every other takes
    the place of the one before it, and one more is dealt. From a deck that is what lies there already; where cards are
    entered, those of the players are entered as they should be."""
    if h.given is not None and h.game.streets[h.street].board:
        h.unseen -= _last_burn(h) == HIDDEN
        spots = _dealt_last(h)
        moved = [cards[at] for cards, at in spots]
        h.burnt.append(moved[0])
        moved += dealing.take(h, board_name(len(h.boards) - 1), 1)
        for (cards, at), card in zip(spots, moved[1:], strict=True):
            cards[at] = card
        h.note("board", 0, 0, clause, tuple(moved[1:]))
    elif not _has_burnt(h):
        raise BadFact("no burn was to be made before these cards")
    h.note("burn", -1, 1, clause)


def _has_burnt(h: Hand) -> bool:
    """Was a card burnt before the cards of this street, and not by a ruling before its time?"""
    burns, cards = _at(h, "burn"), _at(h, "board", "dealt")
    due = h.game.streets[h.street].burn and (h.game.streets[h.street].draw or any(
        step.what == BURN for step in steps_of(h, h.street)))
    return bool(h.burnt and due and burns and cards and burns[-1] < cards[-1])


def _last_burn(h: Hand) -> Card:
    """The burn before the cards of this street, taken out of where it lies and of the log."""
    if not _has_burnt(h):
        raise BadFact("no burn was to be made before these cards")
    del h.noted[_at(h, "burn")[-1]]
    h.began -= 1
    return h.burnt.pop()


def _at(h: Hand, *whats: str) -> list[int]:
    return [n for n, event in enumerate(h.noted) if event[0] in whats]


def _dealt_last(h: Hand) -> list[tuple[list[Card], int]]:
    """Where the cards of this street lie, in the order in which they came."""
    street = h.game.streets[h.street]
    boards = [(board, at - street.board) for board in h.boards for at in range(street.board)]
    return (_own_last(h) if street.down or street.up else []) + boards


def _own_last(h: Hand) -> list[tuple[list[Card], int]]:
    """The same of the players' own cards; of those who have folded since, and of places kept, they are in the muck."""
    first = h.began
    while h.noted[first - 1][0] == "dealt":
        first -= 1
    own: list[tuple[list[Card], int]] = []
    for _, i, _, _, cards, _ in h.noted[first : h.began]:
        if h.live >> i & 1:
            own.append((h.hole[i], -1))
        elif cards[-1] in h.muck:
            own.append((h.muck, h.muck.index(cards[-1])))
    return own


def burn_dealt(h: Hand, clause: Clause) -> None:
    """The first community card of this street is burnt; another is to come in its place."""
    board, count = h.boards[0], h.game.streets[h.street].board
    h.burnt.append(board.pop(len(board) - count))
    h.note("burn", -1, 1, clause)


def take_street(h: Hand, clause: Clause, only: int | None = None) -> list[Card]:
    """The community cards of this street are taken off the boards, or off only one of them."""
    count, cards = h.game.streets[h.street].board, list[Card]()
    for board in h.boards if only is None else [h.boards[only]]:
        cards += board[len(board) - count :]
        del board[len(board) - count :]
    h.note("taken back", -1, 0, clause, tuple(cards))
    return cards


def deal_again(h: Hand, steps: Iterable[DealStep]) -> None:
    """The cards of this street come anew, in these steps; the betting is where it was."""
    deal_by(h, h.game.streets[h.street], steps)


# -- the deck ------------------------------------------------------------------------------------------------


def put_back(h: Hand, cards: Iterable[Card]) -> None:
    """Cards go back into the deck, which is to be shuffled then."""
    for card in cards:
        if card == HIDDEN:
            h.unseen -= 1
        else:
            h.deck.append(card)


def set_aside(h: Hand, cards: Sequence[Card], clause: Clause) -> None:
    """Cards lie by themselves, neither in the deck nor burnt, until they are shuffled in."""
    h.repairs = _so_far(h)._replace(aside=(*_so_far(h).aside, *cards))
    h.note("aside", -1, len(cards), clause, tuple(cards))


def shuffle_aside(h: Hand, clause: Clause) -> None:
    """What was set aside is shuffled with the whole stub."""
    put_back(h, _so_far(h).aside)
    h.repairs = _so_far(h)._replace(aside=())
    reshuffle(h, clause)


def reshuffle(h: Hand, clause: Clause) -> None:
    """The whole stub is shuffled and cut. At a virtual table the order follows from the sealed deck's nonce and from
    what has happened, so that it can be proved; a file may tell it; where cards are entered nobody knows it."""
    if h.given is None and not _lay_next(h):
        source = SeededSource(f"{h.spare} {len(h.noted)}")
        for last in range(len(h.deck) - 1, 0, -1):
            other = source.below(last + 1)
            h.deck[last], h.deck[other] = h.deck[other], h.deck[last]
        if h.repairs is not None and h.repairs.untold:
            h.repairs = h.repairs._replace(untold=len(h.deck))
    h.note("reshuffle", -1, len(h.deck), clause)


def start_stub(h: Hand) -> None:
    """The first cards are dealt, from a file that tells the deck from there on: it is dealt from now."""
    if h.repairs is not None and h.repairs.stubs:
        h.given = None
        _lay_next(h)


def _lay_next(h: Hand) -> bool:
    """The next order of the deck that was told, if any is: those cards on top, the others below them."""
    so_far = _so_far(h)
    if not so_far.stubs:
        return False
    stub, *later = so_far.stubs
    for n, card in enumerate(stub):
        if card not in h.deck or card in stub[:n]:
            raise ValueError(f"the {card} of the stub is not in the deck any more")
    below = [card for card in h.deck if card not in stub]
    h.deck = [*below, *reversed(stub)]
    h.repairs = so_far._replace(stubs=tuple(later), untold=len(below))
    return True


def off_deck(h: Hand, cards: Sequence[Card]) -> None:
    """Cards that a report names, which reached no place, come off the deck."""
    for card in cards:
        if card not in h.deck or not h.cards_left():
            raise BadFact(f"the {card} lies elsewhere, or is not in the deck")
        h.deck.remove(card)


# -- single cards --------------------------------------------------------------------------------------------


def held_at(h: Hand, i: int, card: Card) -> int:
    """Which card of a hand this is; an unknown one of it, where not all are known."""
    if card in h.hole[i]:
        return h.hole[i].index(card)
    if HIDDEN in h.hole[i] and card in h.deck:
        h.deck.remove(card)
        h.unseen -= 1
        at = h.hole[i].index(HIDDEN)
        h.hole[i][at] = card
        return at
    raise BadFact(f"seat {h.seats[i]} does not hold the {card}")


def replace_card(h: Hand, i: int, card: Card, clause: Clause) -> Card:
    """The next card off the deck takes the place of one in a hand, which lies nowhere then."""
    at = held_at(h, i, card)
    (new,) = dealing.take(h, str(h.seats[i]), 1)
    h.hole[i][at] = new
    h.note("replaced", i, 1, clause, (new,), False)
    return new


def fill_hand(h: Hand, i: int, clause: Clause) -> None:
    """A card that a hand lacks is the next off the deck. Where it lacks none, that card came in time; at a
    real table nobody knows it."""
    if HIDDEN not in h.hole[i] or turning.is_real(h):
        return
    h.unseen -= 1
    (new,) = dealing.take(h, str(h.seats[i]), 1)
    h.hole[i][h.hole[i].index(HIDDEN)] = new
    h.note("dealt", i, 1, clause, (new,), False)


def swap_burn(h: Hand, i: int, card: Card, clause: Clause) -> Card:
    """A card of a hand becomes the next burn card, and the card that was to be burnt takes its place."""
    h.note("exposed", i, 0, clause, (card,))
    new = replace_card(h, i, card, clause)
    make_burn(h, card, clause)
    return new


def make_burn(h: Hand, card: Card, clause: Clause) -> bool:
    """A card that has left its place is the next burn card; False, and it is mucked, when nothing is burnt any more."""
    if next_burn(h) is None:
        h.muck.append(card)
        return False
    h.burnt.append(card)
    h.note("burn", -1, 1, clause)
    skip_burn(h)
    return True


def boxed(h: Hand, card: Card, clause: Clause) -> None:
    """A card that does not exist for the game: it is mucked, and the next one comes in its place if it had one."""
    for number, board in enumerate(h.boards):
        if card in board:
            at = board.index(card)
            board[at : at + 1] = dealing.take(h, board_name(number), 1)
            h.note("board", number, 0, clause, (board[at],))
            break
    else:
        holder = next((i for i in h.places(h.live) if card in h.hole[i]), None)
        if holder is None:
            off_deck(h, (card,))
        else:
            new = replace_card(h, holder, card, clause)
            h.up[holder] = [new if up == card else up for up in h.up[holder]]
    h.muck.append(card)
    h.note("boxed", -1, 1, clause, (card,))


def serve_now(h: Hand, i: int) -> None:
    """In a draw, a player gets his cards before those whose turn it is."""
    if h.stage != DRAW or not h.owes >> i & 1:
        raise BadFact(f"seat {h.seats[i]} has no cards to draw now")
    h.turn = i


def end_without_showdown(h: Hand) -> None:
    """The pots are divided whatever anybody holds."""
    h.repairs = _so_far(h)._replace(no_showdown=True)


# -- betting -------------------------------------------------------------------------------------------------


def freeze(h: Hand, clause: Clause, most: Cents | None = None) -> None:
    """In this betting round nobody may bet more than this, or than has been bet already."""
    h.repairs = _so_far(h)._replace(frozen=Frozen(h.street, h.price if most is None else most, clause))
    h.offer = None


def under_freeze(h: Hand, bounds: Bounds | Refused) -> Bounds | Refused:
    """What may be bet where a ruling has set the most of this betting round."""
    frozen = _so_far(h).frozen
    if frozen is None or frozen.street != h.street or type(bounds) is not Bounds:
        return bounds
    top = min(bounds.most, frozen.clause.says(frozen.most))
    sizes = tuple(size for size in bounds.sizes if size <= top)
    if top <= h.price or (bounds.sizes and not sizes):
        what = f"call {show_amount(h.price - h.bets[h.turn])} or fold" if h.price > h.bets[h.turn] else "check"
        return Refused(frozen.clause, "a bet or raise in this betting round", what)
    return Bounds(min(bounds.least, top), top, bounds.clause, frozen.clause, sizes)


def bring_in_again(h: Hand) -> None:
    """Before anybody has acted the first cards have changed: who brings it in is looked for again."""
    if h.street or not any(event[0] == "bring-in" for event in h.noted):
        return
    at = _at(h, "bring-in")[-1]
    _, i, paid, *_ = h.noted[at]
    del h.noted[at]
    h.stacks[i] += paid
    h.bets[i] -= paid
    if h.stacks[i]:
        h.active |= 1 << i
    h.price = h.level = max(h.bets)
    h.opened, h.step, h.offer = h.price > 0, h.game.least_bet(h), None
    h.open()


def open_again(h: Hand) -> None:
    """Cards that lie open have changed before anybody has acted on them: who opens is looked for again."""
    if h.stage != BET or not any(h.up):
        return
    if not h.street:
        bring_in_again(h)
        return
    began = h.began
    h.open()
    h.began, h.offer = began, None
