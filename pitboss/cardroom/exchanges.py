"""What players do besides betting: draw and discard cards, take the kitty, set hands, agree to several runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom import dealing, repairs, turning
from pitboss.cardroom.acts import Discard, RunBoard, SetHands, TakeKitty
from pitboss.cardroom.game import DISCARD, DRAW, RUNS, SET, PokerGame
from pitboss.cardroom.refusals import held_to, out_of_place
from pitboss.cardroom.showdown import finish
from pitboss.law import Clause, Refused

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand


def take_kitty(h: Hand, act: TakeKitty) -> Refused | None:
    """Give up the cards dealt for the kitty; it costs a bet, and more may have to follow."""
    i = h.turn
    costs = h.game.kitty_costs(h, i)
    if type(costs) is not tuple:
        return costs  # type: ignore[return-value]
    if h.bound is not None:
        return held_to(h)
    to, clause = costs
    hand = h.hole[i]
    h.muck += hand
    h.hole[i], h.kitty = h.kitty, []
    h.offer = None
    h.note("muck", i, len(hand), clause, tuple(hand), False)
    h.note("kitty", i, len(h.hole[i]), clause, tuple(h.hole[i]), False)
    paid = max(0, min(to - h.bets[i], h.stacks[i]))
    h.pay(i, paid)
    if paid:
        h.note("call", i, paid, clause)
    if h.bets[i] == h.price or not h.stacks[i]:
        h.owes &= ~(1 << i)
        h.fresh &= ~(1 << i)
        h.go_on(i)
    return None


def discard(h: Hand, act: Discard) -> Refused | None:
    """Give up cards: any number in a draw, for as many others; exactly one where the game asks for it."""
    i, game, cards = h.turn, h.game, act.cards
    street = game.streets[h.street]
    if h.stage not in (DRAW, DISCARD):
        return late_discard(h, i, act)
    clause = street.discard if h.stage == DISCARD and street.discard is not None else street.dealt
    left = h.hole[i][:]
    for card in cards:
        if card not in left:
            return Refused(clause, f"discard {card}", f"cards of the hand: {' '.join(h.hole[i])}")
        left.remove(card)
    if h.stage == DISCARD and len(cards) != clause.says(1):
        return Refused(clause, f"discard {len(cards)} cards", "discard one")
    if h.stage == DRAW and cards and not _burnt_for_draw(h):
        if not h.cards_left():
            game.short_deck(h, 1)
        dealing.burn(h, street.dealt)
    h.note("discard", i, len(cards), clause, cards, False)
    h.hole[i] = left
    if h.stage == DRAW and cards:
        drawn = dealing.take(h, str(h.seats[i]), len(cards))
        h.hole[i] += drawn
        h.note("dealt", i, len(drawn), street.dealt, tuple(drawn), False)
    h.muck += cards
    h.acted_in_turn(i)
    return None


def late_discard(h: Hand, i: int, act: Discard) -> Refused | None:
    """One who failed to discard when all did gives up his card now; it is nobody's turn that is passed by it."""
    clause = discard_clause(h.game)
    if not h.game.owes_discard(h, i):
        return out_of_place(h, "a discard", clause)
    if len(act.cards) != 1 or act.cards[0] not in h.hole[i]:
        return Refused(clause, f"discard {' '.join(act.cards)}", f"one card of the hand: {' '.join(h.hole[i])}")
    h.hole[i] = [card for card in h.hole[i] if card != act.cards[0]]
    h.muck += act.cards
    h.note("discard", i, 1, clause, act.cards, False)
    return None


def _burnt_for_draw(h: Hand) -> bool:
    """Has a card been burnt before this draw's first replacement?"""
    return next(event.what for event in reversed(h.log) if event.what in ("burn", "draw")) == "burn"


def set_hands(h: Hand, act: SetHands) -> Refused | None:
    """Set the cards dealt in hands of their own, for nobody else to see until all have set theirs."""
    i = h.turn
    if h.stage != SET:
        return out_of_place(h, "setting hands")
    refused = _refuse_setting(h, i, act)
    if refused is not None:
        return refused
    h.sets = {**h.sets, i: act.hands}
    h.note("set", i, 0, h.game.streets[h.street].dealt)
    h.acted_in_turn(i)
    return None


def _refuse_setting(h: Hand, i: int, act: SetHands) -> Refused | None:
    """Why cards cannot be set so; those of a real deck are seen by it."""
    if not turning.is_real(h):
        return h.game.refuse_setting(h, i, act.hands)
    tried = h.copy()
    cards = [card for hand in act.hands for card in hand]
    refused = turning.tell_hand(tried, i, cards, h.game.streets[h.street].dealt)
    refused = refused or h.game.refuse_setting(tried, i, act.hands)
    if refused is None:
        h.become(tried)
    return refused


def asks_for_runs(h: Hand) -> bool:
    """Nobody can bet any more: are those left asked, once, how often the board is to be dealt?"""
    if any(street.discard is not None for street in h.game.streets[h.street + 1 :]):
        return False
    h.ask_runs = False
    if h.game.refuse_runs(h, 2) is not None:
        return False
    h.stage, h.owes, h.turn = RUNS, h.live, h.places(h.live)[0]
    return True


def discard_clause(game: PokerGame) -> Clause:
    """The clause under which cards are given up outside a draw, or their turn."""
    return next((street.discard for street in game.streets if street.discard is not None), game.cites.turn)


def run(h: Hand, act: RunBoard) -> Refused | None:
    """Say how often the rest of the board is to be dealt; all must say the same, else it is dealt once."""
    i, times = h.turn, act.times
    if h.stage != RUNS:
        return Refused(h.game.cites.runs, "several runs", "when all that is left to come is cards")
    if type(times) is not int:
        return Refused(h.game.cites.runs, f"run {times!r} times", "a whole number")
    refused = h.game.refuse_runs(h, times)
    if refused is not None:
        return refused
    h.note("runs", i, times, h.game.cites.runs)
    h.runs = times if i == h.places(h.live)[0] else min(h.runs, times)
    if h.owes == 1 << i:
        said = {event.amount for event in h.log if event.what == "runs"}
        h.runs = said.pop() if len(said) == 1 else 1
    h.acted_in_turn(i)
    return None


def deal_runs(h: Hand) -> None:
    """The rest of the board, once for each run, one run after the other; the first as rulings have planned it."""
    whole, h.runs = len(h.game.streets), h.game.runs_dealt(h)
    dealt = [list(board) for board in h.boards]
    h.boards = [list(board) for _ in range(h.runs) for board in dealt]
    for run in range(h.runs):
        for place, street in enumerate(h.game.streets[h.game.run_from(h) : whole], h.game.run_from(h)):
            if not run and h.repairs is not None and place in h.repairs.plans:
                repairs.deal_by(h, street, h.repairs.plans[place])
                continue
            if h.game.run_burns(street):
                if not h.cards_left():
                    h.game.short_deck(h, 1)
                dealing.burn(h, street.dealt)
            for number in range(run * len(dealt), (run + 1) * len(dealt)):
                second = street.again if number % len(dealt) else None
                cards = dealing.take(h, "board" if number == 0 else f"board {number + 1}", street.board)
                h.boards[number] += cards
                h.note("board", number, 0, second or street.dealt, tuple(cards))
    h.street = whole - 1
    if not turning.waits(h, turning.ENDS):
        finish(h)
