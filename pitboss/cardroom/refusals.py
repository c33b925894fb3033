"""Why a hand is not dealt, and why its betting refuses an act, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pitboss.cardroom.acts import word
from pitboss.cardroom.game import CARDS, OVER, Bounds, PokerGame
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck as full_deck
from pitboss.law import Clause, Refused
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.cardroom.gestures import Bound
    from pitboss.cardroom.hand import Hand


def refuse_amount(h: Hand, i: int, to: Cents, bounds: Bounds) -> Refused | None:
    """Why a bet may not come to this; the least and the most it may come to are told."""
    game, everything = h.game, h.bets[i] + h.stacks[i]
    least, most, clause, limit, sizes = bounds
    if type(to) is not int or to <= h.price:
        pass
    elif to > most:
        stake = game.cites.stake or game.cites.chips
        clause = stake if stake.says(to > everything) else limit
    elif to == everything and to <= least:
        return None
    elif to >= least and (not sizes or to in sizes):
        # The law's own amounts stand, even where odd chips have come into the pot.
        if to in (least, most, everything) or game.cites.chips.says(not (to - h.bets[i]) % game.chip):
            return None
        clause = game.cites.chips
    verb = "raise to" if h.price else "bet"
    bet = f"{verb} {show_amount(to)}" if type(to) is int else f"{verb} {to!r}"
    sized = ", ".join(map(show_amount, sizes)) or f"from {show_amount(least)} to {show_amount(most)}"
    return Refused(clause, bet, f"{verb} {sized if least != most else show_amount(least)}")


def held_to(h: Hand, what: str = "another act") -> Refused:
    """A player is bound to something else: who, and what is left to him."""
    assert h.bound is not None
    return Refused(h.bound.clause, what, f"seat {h.seats[h.turn]} must {bound_acts(h, h.bound)}")


def bound_acts(h: Hand, bound: Bound) -> str:
    """What a player is bound to, with its size: "raise to 20, go all-in or fold"."""
    raises = f"raise to {show_amount(bound.to)}" if bound.to else "raise"
    calls = f"make it {show_amount(h.price)}"
    words = [{"raise": raises, "call": calls, "all-in": "go all-in"}.get(word(act), word(act)) for act in bound.acts]
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def out_of_place(h: Hand, what: str, clause: Clause | None = None) -> Refused:
    """The hand waits for another kind of act."""
    others = {OVER: "the hand is over", CARDS: "the cards that lie face up are told first"}
    when = others.get(h.stage) or f"waiting for a {h.stage}"
    return Refused(clause or h.game.waits_under(h), f"{what} now", when)


def check_start(game: PokerGame, seats: Sequence[int], stacks: Sequence[Cents], deck: Sequence[Card]) -> None:
    """A hand that cannot be dealt: a ValueError of one line."""
    count = len(seats)
    if len(stacks) != count or len(set(seats)) != count:
        raise ValueError(f"{count} seats ({', '.join(map(str, seats[:12]))}) with {len(stacks)} stacks; "
                         "every seat once, and a stack for each")
    if refused := game.refuse_players(count):
        raise ValueError(str(refused))
    if {*map(type, stacks)} != {int} or min(stacks) <= 0:
        seat, stack = next(one for one in zip(seats, stacks, strict=True) if type(one[1]) is not int or one[1] <= 0)
        raise ValueError(f"a stack of {stack!r} at seat {seat}; whole cents above zero")
    if len(set(deck)) != len(deck) or not _cards(game.deck_size).issuperset(deck):
        wrong = next(card for n, card in enumerate(deck) if card in deck[:n] or card not in _cards(game.deck_size))
        raise ValueError(f"the {wrong} is in the deck twice, or not of a deck of {game.deck_size} cards")
    if deck and len(deck) < game.deck_size and len(deck) < _needed(game, count):
        raise ValueError(f"{len(deck)} cards for {count} players; {game.id} deals up to {_needed(game, count)}")


@cache
def _cards(size: int) -> frozenset[Card]:
    return frozenset(full_deck(size))


@lru_cache(64)
def _needed(game: PokerGame, count: int) -> int:
    """What the streets deal at most to so many players, who draw all their cards anew in every draw."""
    hole = sum(street.down + street.up for street in game.streets)
    draws = sum(street.draw for street in game.streets)
    boards = game.boards * sum(street.board for street in game.streets)
    return count * hole * (1 + draws) + boards + sum(street.burn for street in game.streets)
