"""Time to act, where a table limits it, and more of it for a fee."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pitboss.law import Refused
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.definition import BadOption, Definition

if TYPE_CHECKING:
    from pitboss.cardroom.acts import BuyTime
    from pitboss.cardroom.hand import Hand

_MORE = re.compile(r"(\d{1,4})x(\d{1,2})/(\S{1,12})")


class Clock(NamedTuple):
    """Seconds to act, none for no limit; seconds that may be bought, how often in a hand, and for how much each."""

    seconds: int = 0
    more: int = 0
    times: int = 0
    fee: Cents = 0


def clock(game: Definition) -> Clock:
    """The clock of the options `time=30` and `more-time=20x2/5`: twenty seconds more, twice at most, for 5 each."""
    time, text = game.options.get("time", "none"), game.options.get("more-time", "none")
    seconds = 0 if time == "none" else int(time)
    if text == "none":
        return Clock(seconds)
    match = _MORE.fullmatch(text)
    try:
        fee = parse_amount(match[3]) if match else 0
    except BadAmount as bad:
        raise BadOption(f"{game.id}: more-time: {bad}") from None
    if match is None or not seconds:
        raise BadOption(f"{game.id}: more-time={text} is no time to buy; with time=30, such as 20x2/5")
    return Clock(seconds, int(match[1]), int(match[2]), fee)


def bought(h: Hand, i: int) -> int:
    """How often a player has bought time in this hand."""
    return sum(event[0] == "time" and event[1] == i for event in h.noted)


def seconds_to_act(h: Hand) -> int:
    """How long the player whose turn it is may take, with the time bought in this hand; 0 for as long as he likes."""
    return h.game.seconds_to_act(bought(h, h.turn))


def buy_time(h: Hand, act: BuyTime) -> Refused | None:
    """The player whose turn it is buys time; the fee is paid beside the stake, which nothing but bets makes smaller."""
    refused = h.game.refuse_time(bought(h, h.turn))
    if refused is None:
        h.note("time", h.turn, h.game.clock.fee, h.game.cites.time or h.game.cites.turn)
    return refused
