"""Many hands at once: arrays of card codes in, arrays of values out. In every order the higher value wins.

The cards of a hand must be different cards. In arrays of several hands that is not checked: a hand that holds a card
twice gets a meaningless value. What the values mean, `pitboss.hands.orders` tells.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import cpu_count

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.equipment.decks import DeckKind
from pitboss.hands import kernels, orders, stripped
from pitboss.hands.codes import decode
from pitboss.hands.kernels import Codes
from pitboss.hands.tables import Order, Values, shipped

# Hands are checked and ranked in blocks that stay in the processor's cache; fewer than so many blocks are
# not worth a second thread.
_BLOCK = 1 << 15
_BLOCKS_A_THREAD = 4


def evaluate(cards: ArrayLike) -> Values:
    """The best five of each row of five, six or seven card codes, from 0 to 7461. A card that comes twice is an error
    in one hand and in lists of hands; arrays of several hands are taken as they are.

    >>> from pitboss.hands.codes import encode
    >>> evaluate([encode("As Ks Qs Js Ts"), encode("7s 5d 4c 3h 2s")]).tolist()
    [7461, 0]
    """
    return _evaluate(orders.high(), cards)


def categories(values: ArrayLike) -> NDArray[np.uint8]:
    """The category (of `pitboss.hands.poker`) of each value that `evaluate` or `evaluate_omaha` gave.

    >>> categories([7461, 0]).tolist()
    [9, 0]
    """
    numbers = np.asarray(values)
    table = shipped()["category"]
    if numbers.dtype.kind not in "iu" or (numbers.size and not 0 <= numbers.min() <= numbers.max() < len(table)):
        raise ValueError(f"values of hands go from 0 to {len(table) - 1}")
    kinds: NDArray[np.uint8] = table[numbers]
    return kinds


def evaluate_stripped(cards: ArrayLike, deck: DeckKind = 36, low_ace: bool = True) -> Values:
    """The best five of each row of five to seven cards of a short deck, where a flush beats a full house.

    >>> from pitboss.hands.codes import encode
    >>> flush, full_house = evaluate_stripped([encode("6s 7s 8s 9s Js"), encode("As Ad Ac Kh Ks")])
    >>> bool(flush > full_house)
    True
    """
    return _evaluate(orders.short_deck(deck, low_ace), cards, least=_least(deck))


def evaluate_low_a5(cards: ArrayLike, eight_or_better: bool = False) -> Values:
    """The lowest five of each row of five to seven cards, ace to five; 0 when an eight is asked for and not met.

    >>> from pitboss.hands.codes import encode
    >>> evaluate_low_a5([encode("Ah 2h 3h 4h 5h"), encode("9h 2h 3h 4h 5h")], eight_or_better=True).tolist()
    [6174, 0]
    """
    return _evaluate(orders.ace_to_five(eight_or_better), cards)


def evaluate_low_27(cards: ArrayLike) -> Values:
    """What each row of five cards is worth in deuce to seven, from 0 to 7461.

    >>> from pitboss.hands.codes import encode
    >>> evaluate_low_27([encode("7h 5d 4h 3h 2h"), encode("As Ks Qs Js Ts")]).tolist()
    [7461, 0]
    """
    return _evaluate(orders.deuce_to_seven(), cards, (5,))


def evaluate_three_card(cards: ArrayLike) -> Values:
    """What each row of three cards is worth, from 0 to 740.

    >>> from pitboss.hands.codes import encode
    >>> evaluate_three_card([encode("Ah Kh Qh"), encode("5h 3d 2h")]).tolist()
    [740, 0]
    """
    return _run(partial(kernels.three_card_into, orders.three_cards()), _checked((cards, (3,))))


def evaluate_omaha(holes: ArrayLike, boards: ArrayLike) -> Values:
    """The best of exactly two of each row of four hole cards and three of its board of five.

    >>> from pitboss.hands.codes import encode
    >>> categories(evaluate_omaha([encode("As Ac Ad Kh")], [encode("Qh Jh 9h 2h 4h")])).tolist()
    [1]
    """
    return _two_and_three(orders.high(), holes, boards)


def evaluate_omaha_low(holes: ArrayLike, boards: ArrayLike, eight_or_better: bool = True) -> Values:
    """The lowest of exactly two of four hole cards and three of the board, ace to five.

    >>> from pitboss.hands.codes import encode
    >>> evaluate_omaha_low([encode("As 2c Kd Kh")], [encode("3h 4h 5h Qh Qd")]).tolist()
    [6174]
    """
    return _two_and_three(orders.ace_to_five(eight_or_better), holes, boards)


def evaluate_manila(holes: ArrayLike, boards: ArrayLike, deck: DeckKind = 32, low_ace: bool = False) -> Values:
    """The best of exactly two of two to four hole cards and three of the board, in the order of a short deck.

    >>> from pitboss.hands.codes import encode
    >>> ace_low, ace_high = (evaluate_manila([encode("7s 8c")], [encode("9h Th Ah Ks Kd")], low_ace=x) for x in (1, 0))
    >>> bool(ace_low > ace_high)
    True
    """
    return _two_and_three(orders.short_deck(deck, low_ace), holes, boards, (2, 3, 4), _least(deck))


def _least(deck: DeckKind) -> int:
    return 4 * (stripped.lowest_rank(deck) - 2)


def _codes(cards: ArrayLike, *widths: int) -> Codes:
    codes = np.asarray(cards)
    if codes.ndim != 2 or codes.shape[1] not in widths:
        asked = " or ".join(map(str, widths))
        raise ValueError(f"an array of hands has rows of {asked} card codes, not the shape {codes.shape}")
    if codes.dtype != np.uint8:
        if codes.dtype.kind not in "iu":
            raise ValueError(f"card codes are whole numbers, not {codes.dtype}")
        _check(codes, 0)
    return np.ascontiguousarray(codes, np.uint8)


def _check(codes: NDArray[np.integer], least: int) -> None:
    if codes.size and (codes.max() > 51 or codes.min() < least):
        wrong = codes[(codes < least) | (codes > 51)][0]
        raise ValueError(f"{wrong} is not the code of a card in play; they go from {least} to 51, the ace of spades")


def _checked(*parts: tuple[ArrayLike, tuple[int, ...]]) -> list[Codes]:
    """The codes of hands, each of one row or two. That a card comes twice is looked for in a single hand and in lists;
    in arrays of many hands it would take longer than to rank them."""
    codes = [_codes(cards, *widths) for cards, widths in parts]
    rows = {len(part) for part in codes}
    if rows == {1} or (len(rows) == 1 and not all(isinstance(cards, np.ndarray) for cards, _ in parts)):
        together = np.sort(np.hstack(codes), axis=1)
        twice = together[:, 1:][together[:, 1:] == together[:, :-1]]
        if twice.size and twice[0] <= 51:
            raise ValueError(f"the {decode([twice[0]])[0]} is twice in a hand; every card is there once")
    return codes


def _evaluate(order: Order, cards: ArrayLike, widths: tuple[int, ...] = (5, 6, 7), least: int = 0) -> Values:
    return _run(partial(kernels.evaluate_into, order), _checked((cards, widths)), least)


def _two_and_three(
    order: Order, holes: ArrayLike, boards: ArrayLike, widths: tuple[int, ...] = (4,), least: int = 0
) -> Values:
    parts = _checked((holes, widths), (boards, (5,)))
    if len(parts[0]) != len(parts[1]):
        raise ValueError(f"{len(parts[0])} rows of hole cards do not go with {len(parts[1])} boards")
    return _run(partial(kernels.two_and_three_into, order), parts, least)


def _run(kernel: Callable[..., None], inputs: list[Codes], least: int = 0) -> Values:
    n = len(inputs[0])
    out = np.empty(n, np.uint16)

    def work(start: int, stop: int) -> None:
        for first in range(start, stop, _BLOCK):
            block = slice(first, min(first + _BLOCK, stop))
            parts = [codes[block] for codes in inputs]
            for part in parts:
                _check(part, least)
            kernel(*parts, out[block])

    worth = n // (_BLOCKS_A_THREAD * _BLOCK)
    threads = min(cpu_count(), worth) if worth > 1 else 1
    if threads == 1:
        work(0, n)
        return out
    ends = [n * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, *ends[i : i + 2]) for i in range(threads)]:
            done.result()
    return out
