"""A game as figures for the compiled lane, drawn from the game itself: a hand of deep stacks is dealt and played to its
end by checks and calls, and on every street the game is asked what it has to say there; then it is asked for the worth
of every kind of hand. The kernels (`lane_kernel.py`, `lane_showdown.py`, `lane_views.py`) play by what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cardroom.acts import CALL, CHECK
from pitboss.cardroom.game import PokerGame, Share
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.equipment.decks import deck
from pitboss.hands import orders
from pitboss.hands.codes import encode
from pitboss.hands.tables import Order, choices, slot

Rows: TypeAlias = NDArray[Any]

PLACES, STREETS, BLINDS, HOLE, BOARD, BOARDS, SHARES = 11, 4, 6, 4, 5, 2, 2
# How bets are limited.
STRUCTURES = ("no-limit", "pot-limit", "half-pot", "fixed", "spread")
# Deep enough for a hand of checks and calls, whatever the blinds.
DEEP = 10**12
NO_CAP = -1

# What the kernels know of a game with so many players; amounts are cents, cards are codes, and where a card comes from
# is told by its place in the order in which cards come off the deck.
RULES = np.dtype([
    ("players", "i8"), ("structure", "i8"), ("limited", "i8"), ("streets", "i8"), ("chip", "i8"), ("ante", "i8"),
    ("fee", "i8"), ("blinds", "i8"), ("blind_place", "i8", BLINDS), ("blind", "i8", BLINDS), ("first", "i8", STREETS),
    ("least", "i8", STREETS), ("size", "i8", STREETS), ("large", "i8"), ("most_raises", "i8"),
    ("rate", "i8"), ("rate_of", "i8"), ("of_hand", "i8"), ("cap", "i8"),
    ("deck_size", "i8"), ("cards", "u1", 52), ("needed", "i8"), ("hole", "i8"), ("hole_at", "i8", (PLACES, HOLE)),
    ("boards", "i8"), ("board_at", "i8", (BOARDS, BOARD)), ("board_cards", "i8", STREETS),
    ("shares", "i8"), ("share_board", "i8", SHARES), ("suits_count", "i8", SHARES), ("exactly_two", "i8", SHARES),
    ("seat_of", "i8", (PLACES, PLACES)), ("button_at", "i8", PLACES),
    ("unit", "f8"), ("parts", "i8"), ("part", "f8", 16),
    ("at_board", "i8"), ("at_seats", "i8"), ("at_betting", "i8"), ("at_button", "i8"), ("at_street", "i8"),
    ("at_stage", "i8"), ("width", "i8"),
], align=True)

# One table: its hand, and what is offered to whoever acts. Places are told by bits of a mask, as a `Hand` has them.
TABLE = np.dtype([
    ("stacks", "i8", PLACES), ("bets", "i8", PLACES), ("put", "i8", PLACES), ("start", "i8", PLACES),
    ("live", "i8"), ("active", "i8"), ("owes", "i8"), ("fresh", "i8"), ("turn", "i8"), ("street", "i8"),
    ("price", "i8"), ("step", "i8"), ("level", "i8"), ("raises", "i8"), ("opened", "i8"), ("called", "i8"),
    ("wagered", "i8"), ("over", "i8"), ("told", "i8"), ("taken", "i8"), ("acts", "i8"), ("acts_before", "i8"),
    ("hand", "i8"), ("button", "i8"),
    ("call", "i8"), ("least", "i8"), ("most", "i8"), ("chance", "u8"), ("deck", "u1", 52),
    ("worth", "i8", (SHARES, PLACES)), ("pots", "i8"), ("pot", "i8", PLACES), ("eligible", "i8", PLACES),
    ("put_in", "i8", PLACES), ("winners", "i8", (SHARES, PLACES)),
], align=True)


class Ranks(NamedTuple):
    """The worth of hands for the shares of a game, as tables: 0 is a hand that has no part in it."""

    key: NDArray[np.uint64]
    mask: NDArray[np.uint64]
    offset: NDArray[np.uint32]
    value: NDArray[np.uint16]
    flush: NDArray[np.uint16]


class NotInLane(ValueError):
    """A game that the compiled lane does not play."""


def why_not(game: PokerGame) -> str:
    """Why a game is not in the lane; nothing when it is."""
    first, later = game.streets[:1], game.streets[1:]
    if not game.shares or any(street.sets for street in game.streets):
        return "hands are set, there is no betting"
    if any(street.draw or street.discard is not None for street in game.streets):
        return "players draw or give up cards"
    if any(street.up for street in game.streets) or any(street.down for street in later) or not game.has_button:
        return "it deals more than hole cards and a board"
    if game.kitty is not None or not any(street.board for street in later) or any(street.board for street in first):
        return "it deals more than hole cards and a board"
    if game.lane_figures(_dealt(game, 2)) is None:
        return "its book's rules of betting are not in the kernels"
    large = (len(game.streets) > STREETS, len(game.shares) > SHARES, game.boards > BOARDS, game.streets[0].down > HOLE)
    return "it is too large for the tables of the kernels" if any(large) else ""


def check_lane(game: PokerGame) -> None:
    """Refuse a game that is not in the lane, in a line that names those that are."""
    from pitboss.cardroom import games

    if reason := why_not(game):
        known = ", ".join(id for id, other in games().items() if not why_not(other()))
        raise NotInLane(f"{game.id} is not in the fast lane: {reason}; in it are {known}")


# -- betting, dealing, commission --------------------------------------------------------------------------


def rules_of(game: PokerGame, players: int) -> Rows:
    """The figures of a game with so many players, one row of `RULES`."""
    rules = np.zeros(1, RULES)
    row = rules[0]
    row["players"], row["structure"] = players, STRUCTURES.index(game.structure)
    row["streets"], row["chip"], row["boards"] = len(game.streets), game.chip, game.boards
    row["ante"], row["fee"] = game.cites.ante.says(game.ante), game.cites.fee.says(game.fee_per_person)
    row["deck_size"] = game.deck_size
    row["cards"][: game.deck_size] = encode(deck(game.deck_size))
    for button in range(players):
        seats = game.order(range(players), button)
        row["seat_of"][button, :players] = seats
        row["button_at"][button] = seats.index(button)
    for h in _walked(game, players):
        _of_street(row, game, h)
    _of_cards(row, game, h)
    return rules


def _dealt(game: PokerGame, players: int) -> Hand:
    return Hand(game, range(1, players + 1), [DEEP] * players, deck(game.deck_size), button=players - 1)


def _walked(game: PokerGame, players: int) -> Iterator[Hand]:
    """A hand of checks and calls at the opening of every street, and when it is over."""
    h, street = _dealt(game, players), -1
    for _ in range(players * STREETS + 1):
        if h.over or h.street != street:
            street = h.street
            yield h
        legal = h.legal()
        if legal is None:
            return
        if refused := h.do(CHECK if legal.check else CALL):
            raise NotInLane(f"{game.id}: a hand of checks and calls was refused: {refused}")
    raise NotInLane(f"{game.id}: a hand of checks and calls does not come to its end")


def _of_street(row: Any, game: PokerGame, h: Hand) -> None:
    """What holds on the street that has opened: who is first, the least bet, the figures of the book."""
    if h.over:
        return
    row["first"][h.street], row["least"][h.street] = h.first, h.step
    row["board_cards"][h.street] = len(h.boards[0])
    figures = game.lane_figures(h)
    assert figures is not None
    row["limited"], row["most_raises"] = figures.limited, figures.most_raises
    row["size"][h.street], row["large"] = figures.size, figures.large
    row["rate"], row["rate_of"] = figures.rate.as_integer_ratio()
    row["of_hand"], row["cap"] = figures.of_hand, NO_CAP if figures.cap is None else figures.cap
    if not h.street:
        row["blinds"] = len(h.blinds)
        for n, blind in enumerate(h.blinds):
            row["blind_place"][n], row["blind"][n] = blind.place, blind.live


def _of_cards(row: Any, game: PokerGame, h: Hand) -> None:
    """Where the cards of the hands and boards lay in the deck."""
    if any(h.up):
        raise NotInLane(f"{game.id}: cards of players lie face up")
    came = {card: n for n, card in enumerate(reversed(deck(game.deck_size)))}
    row["hole"] = len(h.hole[0])
    for i, cards in enumerate(h.hole):
        row["hole_at"][i, : len(cards)] = [came[card] for card in cards]
    for number, board in enumerate(h.boards):
        row["board_at"][number, : len(board)] = [came[card] for card in board]
    row["needed"] = 1 + max(came[card] for cards in (*h.hole, *h.boards) for card in cards)


# -- the worth of hands ------------------------------------------------------------------------------------


def ranks_of(game: PokerGame, row: Any) -> Ranks:
    """The order of hands for every share of a game, recognised by what the game says of each kind of hand."""
    row["shares"] = len(game.shares)
    by_share = []
    for number, share in enumerate(game.shares):
        order = _order_of(game, share)
        row["share_board"][number] = share.board
        row["suits_count"][number] = len(set(order.key.tolist())) == 52
        row["exactly_two"][number] = _exactly_two(game, share)
        by_share.append(order)
    high = orders.high()
    return Ranks(
        high.key, high.mask, high.offset, np.stack([_padded(order.value, by_share) for order in by_share]),
        np.stack([order.flush for order in by_share]),
    )


def _padded(value: NDArray[np.uint16], by_share: Sequence[Order]) -> NDArray[np.uint16]:
    return np.pad(value, (0, max(len(order.value) for order in by_share) - len(value)))


def _order_of(game: PokerGame, share: Share) -> Order:
    """The order that the hands of a share are in."""
    asked = [game.value(share, cards[:2], cards[2:]) for _, _, cards in _kinds(game.deck_size)]
    for order in (orders.ace_to_five(),) if share.low else _high_orders(game.deck_size):
        numbers = _numbers(order, game.deck_size)
        qualifying = sorted((number, n) for n, number in enumerate(numbers) if asked[n] is not None)
        if all(_alike(number == other, asked[m], asked[n])
               for (number, m), (other, n) in pairwise(qualifying)):
            return _with_nothing(order, {number for number, _ in qualifying}, {
                number for n, number in enumerate(numbers) if asked[n] is None})
    raise NotInLane(f"{game.id}: the hands of the {share.name} share are in no order that the kernels know")


def _alike(equal: bool, worse: Any, better: Any) -> bool:
    return bool(worse == better if equal else worse < better)


def _high_orders(size: Any) -> Iterator[Order]:
    yield orders.high()
    for low_ace in (True, False):
        yield orders.short_deck(size, low_ace)


@cache
def _kinds(deck_size: Any) -> list[tuple[tuple[int, ...], bool, list[Card]]]:
    """Every kind of five cards: their ranks, whether they are of one suit, and cards of that kind."""
    ranks = sorted({RANKS.index(card[0]) for card in deck(deck_size)})
    mixed = [(chosen, False, [RANKS[r] + SUITS[i % 4] for i, r in enumerate(chosen)]) for chosen in choices(ranks, 5)]
    return mixed + [(chosen, True, [RANKS[r] + "s" for r in chosen]) for chosen in combinations(ranks, 5)]


def _numbers(order: Order, deck_size: int) -> list[int]:
    suits = len(set(order.key.tolist())) == 52
    return [int(order.flush[sum(1 << r for r in chosen)]) if suited and suits
            else int(order.value[slot(order.offset, chosen)]) for chosen, suited, _ in _kinds(deck_size)]


def _with_nothing(order: Order, qualifying: set[int], others: set[int]) -> Order:
    """The order with 0 for hands that have no part in the share, and the others from 1 on."""
    if qualifying & others:
        raise NotInLane("hands of equal worth of which only some qualify")
    table = np.zeros(1 + max(qualifying | others | {int(order.value.max()), int(order.flush.max())}), np.uint16)
    known = np.array(sorted(qualifying), np.int64)
    table[known] = known + 1
    return order._replace(value=table[order.value], flush=table[order.flush])


def _exactly_two(game: PokerGame, share: Share) -> bool:
    """Do two of the hole cards play, neither more nor fewer? Asked of a board that is the best of hands by itself."""
    names = "A2345" if share.low else "AKQJT"
    board = [name + suit for name, suit in zip(names, "cdhsc" if share.low else "sssss", strict=True)]
    hole = [card for card in deck(game.deck_size) if card[0] not in names][: len(_hole_cards(game))]
    hole = hole or [card for card in deck(game.deck_size) if card not in board][: len(_hole_cards(game))]
    best = game.value(share, board[:2], board[2:])
    return bool(game.value(share, hole, board) != best)


def _hole_cards(game: PokerGame) -> range:
    return range(game.streets[0].down)
