"""How a round came out for one of its players, in one sentence: "You win 5.00: the dealer busts with 26". It is made of
what the game says of itself, and reads well for one that says nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from pitboss.equipment import wheels
from pitboss.law.results import LOSE, SURRENDER, WIN
from pitboss.money import Cents
from pitboss.money import full_amount as money
from pitboss.table.compared import compared
from pitboss.table.decisions import known
from pitboss.table.facts import Came, Charged, Chose, Settled
from pitboss.table.hands import hand_at
from pitboss.table.table import Table

# Cards of one kind are several: "three sixes beat a pair".
_MANY = re.compile(r"(three|four|five) \w+s\b")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class HandResult(NamedTuple):
    """What one hand of a player came to, by the wagers that hands decide, and why; "" where nothing tells."""

    lines: tuple[Settled, ...]
    net: Cents
    why: str


def headline(t: Table, player: str) -> str:
    """How a round that is over came out for a player; "" where nothing did."""
    lines = [line for line in t.lines if line.player == player]
    if t.voided:
        back = sum(line.stake for line in lines)
        return f"The round is void: your {money(back)} comes back" if back else "The round is void"
    result = called_out(t)
    if result:
        moved = _moved(t, player, lines)
        return f"{_begun(result)}: {moved}" if moved else _begun(result)
    hands = hands_of(t, lines)
    beside = [line for line in lines if all(line not in hand.lines for hand in hands)]
    if len(hands) > 1:
        return _several(t, hands, beside, gained(t, player))
    return _one(t, hands[0] if hands else None, beside, gained(t, player))


def gained(t: Table, player: str) -> Cents:
    """What a player won or lost, charges included; a stake that still lies there is neither."""
    charged = sum(event.amount for event in t.events if type(event) is Charged and event.player == player)
    return sum(net(line) for line in t.lines if line.player == player) - charged


def net(line: Settled) -> Cents:
    """What one line moved, beside the stake that comes back."""
    if line.outcome == LOSE:
        return -line.stake
    return -(line.stake // 2) if line.outcome == SURRENDER else line.pays


def called_out(t: Table) -> str:
    """The result that everybody at the table has in common: as the game says it, or the number that came. Dice that say
    to whom hands are dealt first decide nothing."""
    said = t.game.called_out(t)
    came = next((event for event in reversed(t.events) if type(event) is Came), None)
    if said or came is None or t.game.hands_dealt:
        return said
    if came.what == "wheel":
        return wheels.called(came.result)
    return str(sum(map(int, came.result.split())))


def hands_of(t: Table, lines: Sequence[Settled]) -> list[HandResult]:
    """A player's hands, each with what the wagers came to that were on the hand; all wagers, where none is."""
    compared_kinds = {kind.name for kind in t.game.kinds if kind.compares}
    on_hands: dict[str, list[Settled]] = {}
    for line in lines:
        if line.wager in compared_kinds:
            on_hands.setdefault(line.hand or hand_at(line.box), []).append(line)
    return [HandResult(tuple(own), sum(map(net, own)), reason(t, hand, own)) for hand, own in on_hands.items()]


def reason(t: Table, hand: str, lines: Sequence[Settled]) -> str:
    """Why the wagers on a hand came out as they did: it was given up, what its game says, or which hand beat which."""
    given_up = gave_up(t, hand, lines[0].player)
    if given_up:
        return f"you {given_up}"
    said = (t.game.decided_by(t, line) for line in lines)
    return next(filter(None, said), "") or next(filter(None, (_compared(t, line) for line in lines)), "")


def gave_up(t: Table, hand: str, player: str) -> str:
    """What a player did who ended his hand himself: "folded"; "" for one that was played to its end."""
    for event in reversed(t.events):
        if type(event) is Chose and event.hand == hand and event.player in ("", player):
            said = known(t.game, event.name)
            if said is not None and said.gives_up:
                return said.past or f"chose to {said.everyday or said.name}"
    return ""


def _compared(t: Table, line: Settled) -> str:
    both = compared(t, line)
    if both is None or not all(held.name for held in both.hands):
        return ""
    own, other = both.hands
    alike = t.game.hand_name(t, own.hand, own.cards)
    if not both.won:
        return f"push: both have {alike}"
    won = both.won == own.hand
    cards = [held.name.removeprefix(f"{alike}, ").split() for held in both.hands if held.name.startswith(alike)]
    if len(cards) == 2 and own.name != other.name != alike:
        decides = next((pair for pair in zip(*cards, strict=False) if pair[0] != pair[1]), ("", ""))
        return f"{alike}, {decides[0]} kicker {'beats' if won else 'loses to'} {decides[1]} kicker"
    several = _MANY.match(own.name) is not None
    verb = ("beat" if won else "lose to") if several else ("beats" if won else "loses to")
    # "two pair, sixes and threes, beats pair of fives"
    return f"{own.name}{',' if ', ' in own.name else ''} {verb} {other.name}"


# -- sentences ---------------------------------------------------------------------------------------------


def _moved(t: Table, player: str, lines: Sequence[Settled]) -> str:
    """What a result that all have in common did to one player."""
    gain = gained(t, player)
    if gain:
        return f"you win {money(gain)}" if gain > 0 else f"you lose {money(-gain)}"
    if any(line.outcome in (WIN, LOSE) for line in lines):
        return "you break even"
    if lines:
        return f"your {money(sum(line.stake for line in lines))} comes back"
    lies = [wager for wager in t.all_wagers() if wager.player == player]
    return f"your bet{'s' * (len(lies) > 1)} {'stay' if len(lies) > 1 else 'stays'}" if lies else ""


def _one(t: Table, hand: HandResult | None, beside: Sequence[Settled], gain: Cents) -> str:
    """One hand, and what else was wagered on it."""
    paid, lost = _paid(t, beside), _lost(t, beside)
    if hand is None:
        why = "; ".join([*paid, *lost]) if gain > 0 else "; ".join([*lost, *paid])
        return _sum(gain, why, sum(line.stake for line in beside)) if beside else ""
    cheer = next(filter(None, (t.game.cheered(t, line) for line in hand.lines)), "")
    if cheer and gain == hand.net > 0 and hand.lines[0].odds:
        return f"{cheer} {hand.lines[0].odds} pays {money(gain)}"
    why = hand.why or _wagers(t, hand.lines)
    if gain > 0:
        parts = [why, *paid] if hand.net > 0 else [*paid, why]
        return f"You win {money(gain)}: {'; '.join(parts)}"
    if gain == 0 and not hand.net and not paid:
        return _begun(why)
    if gain == 0:
        return f"You break even: {'; '.join([why, *paid, *(lost if hand.net >= 0 else ())])}"
    if hand.net > 0:
        return f"You lose {money(-gain)}: {'; '.join([*lost, why])}"
    return _begun("; ".join([why, *(lost if not hand.net else ()), *paid]))


def _several(t: Table, hands: Sequence[HandResult], beside: Sequence[Settled], gain: Cents) -> str:
    """Several hands: the sum, how many of them did it, and why, where that is the same for all."""
    won, lost = (sum(hand.net * sign > 0 for hand in hands) for sign in (1, -1))
    all_of_them = "both hands" if len(hands) == 2 else f"all {_number(len(hands))} hands"
    whys = {hand.why for hand in hands}
    alone = whys.pop() if len(whys) == 1 and len({(hand.net > 0) - (hand.net < 0) for hand in hands}) == 1 else ""
    paid = _paid(t, beside)
    if not won and not lost:
        what = f"push on {all_of_them}"
    elif alone:
        what = f"{all_of_them} {'won' if won else 'lost'}, {alone}"
    elif won == len(hands) or lost == len(hands):
        what = f"{all_of_them} {'won' if won else 'lost'}"
    elif won:
        what = f"{_number(won)} of {_number(len(hands))} hands won"
    else:
        what = f"{_number(lost)} of {_number(len(hands))} hands lost"
    if gain == 0 and not won and not lost and not paid:
        return _begun(what)
    return _sum(gain, "; ".join([what, *paid] if won or gain <= 0 else [*paid, what]), 0)


def _sum(gain: Cents, why: str, back: Cents) -> str:
    if gain == 0:
        return f"You break even: {why}" if why else f"Your {money(back)} comes back"
    return f"You {'win' if gain > 0 else 'lose'} {money(abs(gain))}{f': {why}' if why else ''}"


def _wagers(t: Table, lines: Sequence[Settled]) -> str:
    """What became of some wagers, by their names, where nothing more is known."""
    ways: dict[str, list[str]] = {}
    for line in lines:
        how = "won" if net(line) > 0 else "lost" if net(line) < 0 else "back"
        ways.setdefault(how, []).append(_named(t, line))
    if [*ways] == ["back"]:
        return f"your {money(sum(line.stake for line in lines))} comes back"
    return "; ".join(f"{listed(names)} {how}" for how, names in ways.items())


def _paid(t: Table, lines: Sequence[Settled]) -> list[str]:
    """What wagers beside the hands pay, all of them together."""
    won = [line for line in lines if line.outcome == WIN]
    names = dict.fromkeys(_named(t, line) for line in won)
    paid = money(sum(line.pays for line in won))
    return [f"{_few(names)} {'pays' if len(names) == 1 else 'pay'} {paid}"] if won else []


def _lost(t: Table, lines: Sequence[Settled]) -> list[str]:
    names = dict.fromkeys(_named(t, line) for line in lines if line.outcome in (LOSE, SURRENDER))
    return [f"{_few(names)} lost"] if names else []


def _few(names: Collection[str]) -> str:
    """One name or two; more of them are counted, so that the sentence stays one."""
    return listed([*names]) if len(names) < 3 else f"{_number(len(names))} bets"


def _named(t: Table, line: Settled) -> str:
    return t.game.everyday_wager(line.wager)


def listed(names: Sequence[str]) -> str:
    """Names one after the other, each once.

    >>> listed(("ante", "flop", "ante", "turn")), listed(("ante",))
    ('ante, flop and turn', 'ante')
    """
    once = list(dict.fromkeys(names))
    return " and ".join(filter(None, (", ".join(once[:-1]), once[-1])))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
