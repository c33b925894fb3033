"""The compiled lane: chance, the deal and the betting of a hand, as `Hand` and the rules of betting have them.

`g` is the game (one record of `lane.RULES`), `t` a table (one of `lane.TABLE`). Players are places, clockwise from the
left of the button; sets of them are masks. All numbers are int64, but for the words of chance, which are uint64: mixed
with each other the two would become floats. There are no bounds checks: whatever comes in is checked before."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from pitboss.hands.compiled import compiled

# A record of the game, a record of a table.
Rules: TypeAlias = Any
LaneTable: TypeAlias = Any

# How bets are limited, as `lane.STRUCTURES` has them.
POT_LIMIT, FIXED, SPREAD = 1, 3, 4
# What is done, as it is kept: 0 is a fold, -1 a check or call, anything above what a bet or raise comes to.
FOLDS, STAYS = 0, -1

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_WHOLE = np.uint64(1 << 32)


# -- chance ------------------------------------------------------------------------------------------------


@compiled
def mixed(word: np.uint64) -> np.uint64:
    """One word of a sequence, scattered (the finalizer of SplitMix64)."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@compiled
def below(t: LaneTable, n: int) -> int:
    """A number from 0 to n - 1, each as likely, from the chance of this hand."""
    count = np.uint64(n)
    while True:
        t.chance = t.chance + _GOLDEN
        product = (mixed(t.chance) >> _32) * count
        if product & _LOW >= count or product & _LOW >= (_WHOLE - count) % count:
            return np.int64(product >> _32)  # type: ignore[return-value]


@compiled
def shuffle(g: Rules, t: LaneTable, seed: np.uint64, table: int, hand: int, button: int) -> None:
    """The cards and the button of a hand, from the seed and the numbers of the table and the hand alone."""
    t.hand = hand
    t.chance = mixed(mixed(mixed(seed + _GOLDEN) ^ np.uint64(table)) + np.uint64(hand) * _GOLDEN)
    t.button = button if button >= 0 else below(t, g.players)
    size = g.deck_size
    for n in range(size):
        t.deck[n] = g.cards[n]
    for n in range(g.needed):
        other = n + below(t, size - n)
        card = t.deck[n]
        t.deck[n] = t.deck[other]
        t.deck[other] = card


# -- the deal ----------------------------------------------------------------------------------------------


@compiled
def deal(g: Rules, t: LaneTable) -> None:
    """Fees, antes and blinds of a hand that is shuffled, up to whoever acts first; or the hand is over."""
    put_down(g, t)
    if not opens(g, t):
        go_through(g, t)


@compiled
def put_down(g: Rules, t: LaneTable) -> None:
    """What is put down before the cards: each as far as its player's chips go."""
    n = g.players
    t.live = t.active = (1 << n) - 1
    t.acts_before = t.acts
    t.price = t.raises = t.street = t.wagered = t.over = t.told = t.taken = t.acts = t.pots = 0
    for i in range(n):
        t.bets[i] = 0
        fee = min(g.fee, t.start[i])
        ante = min(g.ante, t.start[i] - fee)
        t.taken += fee
        t.put[i] = ante
        t.stacks[i] = t.start[i] - fee - ante
        if t.stacks[i] == 0:
            t.active &= ~(1 << i)
    for b in range(g.blinds):
        i, live = g.blind_place[b], g.blind[b]
        paid = min(max(live - t.bets[i], 0), t.stacks[i])
        t.stacks[i] -= paid
        t.bets[i] += paid
        if t.stacks[i] == 0:
            t.active &= ~(1 << i)
        if live > t.price:
            t.price = live
    t.step, t.level, t.opened = g.least[0], t.price, 1 if t.price > 0 else 0


@compiled
def opens(g: Rules, t: LaneTable) -> bool:
    """The betting of a street; False when nobody is left to bet against."""
    t.called = -1
    t.owes = t.fresh = t.active
    if t.street > 0:
        t.price = t.level = t.raises = t.opened = 0
        t.step = g.least[t.street]
    first = g.first[t.street]
    if t.active == 0 or alone(g, t):
        collect(g, t, True)
        return False
    t.turn = first if t.owes >> first & 1 else after(t.owes, first, g.players)
    bounds(g, t)
    return True


@compiled
def go_through(g: Rules, t: LaneTable) -> None:
    """The streets after this one, up to the next on which somebody acts; or the hand is over."""
    while t.street + 1 < g.streets:
        t.street += 1
        if opens(g, t):
            return
    ends(t)


@compiled
def ends(t: LaneTable) -> None:
    t.over, t.turn, t.owes = 1, -1, 0
    t.call = t.least = t.most = 0


# -- turns -------------------------------------------------------------------------------------------------


@compiled
def after(mask: int, i: int, n: int) -> int:
    """The next place of a mask, clockwise after one."""
    for _ in range(n):
        i = i + 1 if i + 1 < n else 0
        if mask >> i & 1:
            return i
    return -1


@compiled
def alone(g: Rules, t: LaneTable) -> bool:
    """Is there one player who could still bet, and has he put in as much as anybody he plays against?"""
    if t.active & (t.active - 1):
        return False
    had = top = 0
    for i in range(g.players):
        if t.active >> i & 1:
            had = t.bets[i]
        if t.live >> i & 1:
            top = max(top, t.bets[i])
    return had >= top


@compiled
def collect(g: Rules, t: LaneTable, back: bool) -> None:
    """The bets of a round go into the pot; what nobody called goes back, unless it is only a blind."""
    top, second, who = 0, 0, -1
    for i in range(g.players):
        if t.bets[i] > top:
            second, top, who = top, t.bets[i], i
        elif t.bets[i] > second:
            second = t.bets[i]
    if back and top > second and t.live >> who & 1:
        t.bets[who] = second
        t.stacks[who] += top - second
    for i in range(g.players):
        t.put[i] += t.bets[i]
        t.bets[i] = 0
    t.price = 0


@compiled
def go_on(g: Rules, t: LaneTable, i: int) -> None:
    """After an act: the next player who owes one, the next street, or the end."""
    owes = t.owes & t.active
    if not t.live & (t.live - 1):
        collect(g, t, t.called >= 0)
        ends(t)
    elif owes == 0 or alone(g, t):
        collect(g, t, True)
        go_through(g, t)
    else:
        t.turn = after(owes, i, g.players)
        bounds(g, t)


# -- what may be bet ---------------------------------------------------------------------------------------


@compiled
def bounds(g: Rules, t: LaneTable) -> None:
    """What the player whose turn it is adds to call, and the least and the most that a bet may come to; 0: no bet."""
    i = t.turn
    mine, price, had, chips = 1 << i, t.price, t.bets[i], t.stacks[i]
    everything = had + chips
    t.call = min(price - had, chips)
    t.least = t.most = 0
    if not t.fresh & mine or everything <= price or not t.active & ~mine:
        return
    if g.limited and g.most_raises and t.raises >= g.most_raises:
        others = t.active & (t.active - 1)
        if others & (others - 1):
            return
    least, most = price + t.step, everything
    if not g.limited:
        pass
    elif g.structure == FIXED:
        least = most = t.level + g.size[t.street]
    elif g.structure == SPREAD:
        most = price + g.large
    else:
        most = price + max(pot_part(g, t, price - had), t.step)
    t.most = min(most, everything)
    t.least = min(least, t.most)


@compiled
def pot_part(g: Rules, t: LaneTable, owed: int) -> int:
    """The pot with the call in it, or half of that in whole chips."""
    whole = pot(g, t) + owed
    return whole if g.structure == POT_LIMIT else whole // 2 // g.chip * g.chip


@compiled
def pot(g: Rules, t: LaneTable) -> int:
    """Everything put in so far."""
    total = 0
    for i in range(g.players):
        total += t.put[i] + t.bets[i]
    return total


@compiled
def may_bet(g: Rules, t: LaneTable, to: int) -> bool:
    """May a bet come to this? Whole chips, or the law's own amounts, even where odd chips have come into the pot."""
    if to < t.least or to > t.most or to <= t.price:
        return False
    return to == t.least or to == t.most or (to - t.bets[t.turn]) % g.chip == 0  # type: ignore[no-any-return]


# -- acts --------------------------------------------------------------------------------------------------


@compiled
def act(g: Rules, t: LaneTable, what: int) -> None:
    """The player whose turn it is folds, stays in, or bets; it is known to be legal."""
    i = t.turn
    t.acts += 1
    if what == FOLDS:
        others = ~(1 << i)
        t.live &= others
        t.active &= others
        t.owes &= others
        t.fresh &= others
    elif what == STAYS:
        stay(t, i)
    else:
        wager(g, t, i, what)
    go_on(g, t, i)


@compiled
def stay(t: LaneTable, i: int) -> None:
    """Check, or call as far as the chips go."""
    others = ~(1 << i)
    paid = t.call
    if paid > 0:
        t.wagered = 1
        t.stacks[i] -= paid
        t.bets[i] += paid
        if t.stacks[i] == 0:
            t.active &= others
    t.owes &= others
    t.fresh &= others


@compiled
def wager(g: Rules, t: LaneTable, i: int, to: int) -> None:
    """Bet or raise: who may still raise hangs on whether it is enough to open the betting again."""
    others, by = ~(1 << i), to - t.price
    again = reopens(g, t, to)
    t.wagered = 1
    t.stacks[i] -= to - t.bets[i]
    t.bets[i] = to
    if t.stacks[i] == 0:
        t.active &= others
    rest = t.active & others
    if again:
        t.raises += t.opened
        t.step = max(t.step, by)
        t.level, t.opened, t.fresh = to, 1, rest
    else:
        t.fresh &= others
    t.price, t.called, t.owes = to, i, rest


@compiled
def reopens(g: Rules, t: LaneTable, to: int) -> bool:
    """In limit games half a bet is enough, elsewhere nothing less than a whole raise."""
    if g.structure == FIXED:
        return 2 * (to - t.level) >= g.size[t.street]  # type: ignore[no-any-return]
    if g.structure == SPREAD:
        return 2 * (to - t.level) >= t.step  # type: ignore[no-any-return]
    return to - t.price >= t.step  # type: ignore[no-any-return]
