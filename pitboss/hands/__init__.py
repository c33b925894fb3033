"""What a set of cards is worth, apart from any game's rules about it.

The legible rankers are modules: `poker`, `omaha`, `low`, `stripped`, `three_card`, `blackjack`, `baccarat`. The fast
ones over arrays of card codes are here, loaded (and the first time compiled) when they are first used.

>>> from pitboss import hands
>>> hands.describe("Kh Kd Ks 4c 4h 9d 9s").category
'full house'
>>> hands.categories(hands.evaluate([hands.encode("Kh Kd Ks 4c 4h 9d 9s")])).tolist()
[6]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.hands.arrays import (
        categories,
        evaluate,
        evaluate_low_27,
        evaluate_low_a5,
        evaluate_manila,
        evaluate_omaha,
        evaluate_omaha_low,
        evaluate_stripped,
        evaluate_three_card,
    )
    from pitboss.hands.codes import decode, encode
    from pitboss.hands.one_hand import describe

__all__ = [
    "categories",
    "decode",
    "describe",
    "encode",
    "evaluate",
    "evaluate_low_27",
    "evaluate_low_a5",
    "evaluate_manila",
    "evaluate_omaha",
    "evaluate_omaha_low",
    "evaluate_stripped",
    "evaluate_three_card",
]
_ELSEWHERE = {"decode": "codes", "encode": "codes", "describe": "one_hand"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ELSEWHERE.get(name, 'arrays')}"), name)
