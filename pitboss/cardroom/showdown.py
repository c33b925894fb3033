"""The end of a hand: who wins which pot, what the house takes, and where the odd chips go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.cardroom.game import OVER, PUSH, SHOW, PotCommission, Share
from pitboss.cardroom.pots import Pot, pots
from pitboss.cardroom.turning import is_real, unseen_hands
from pitboss.law import Clause
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# A part of a pot: the clause that decides it, and who wins it.
PotPart = tuple[Clause, tuple[int, ...]]


class Won(NamedTuple):
    """A pot at the end: gross, what the house took, and who got what under which clauses."""

    amount: Cents
    taken: Cents
    paid: dict[int, Cents]
    clauses: tuple[Clause, ...]


def finish(h: Hand) -> None:
    """Divide the pots: among the best hands, or to the last player left; or first have hands shown, where asked, and
    wait until they are pushed."""
    if h.ask_shows and h.live & (h.live - 1):
        h.ask_shows, unseen = False, unseen_hands(h) if is_real(h) else []
        if unseen or not is_real(h):
            h.stage, h.turn, h.owes = SHOW, first_shown(h), h.live
            if unseen and h.turn not in unseen:
                h.turn = unseen[0]
            return
    if h.held:
        h.held = False
        h.stage, h.owes, h.turn = PUSH, 0, -1
        return
    h.stage, h.owes, h.turn = OVER, 0, -1
    layers = h.game.formed(h, pots(h.put, h.places(h.live), h.dead))
    results = [winners(h, pot) for pot in layers]
    taken = h.game.commission(h, layers, [everybody(runs) for runs in results])
    for pot, runs, fee in zip(layers, results, taken, strict=True):
        pay_out(h, pot, runs, fee)


def everybody(runs: list[list[PotPart]]) -> tuple[int, ...]:
    """All who win a part of a pot."""
    if len(runs) == 1 and len(runs[0]) == 1:
        return runs[0][0][1]
    return tuple(dict.fromkeys(i for parts in runs for _, tied in parts for i in tied))


def winners(h: Hand, pot: Pot) -> list[list[PotPart]]:
    """Who wins each part of a pot in each run, under which clause."""
    game = h.game
    if len(pot.eligible) == 1 or not h.live & (h.live - 1):
        clause = game.last_left(h)
        return [[(clause, clause.says(pot.eligible))]]
    runs: list[list[PotPart]] = []
    for run in range(h.runs):
        board = game.run_contested(run) if h.runs > 1 else run
        parts = [(share.clause, best(h, pot.eligible, board, share)) for share in game.shares]
        runs.append(game.parts(parts))
    return runs


def best(h: Hand, places: Sequence[int], run: int, share: Share) -> tuple[int, ...]:
    """Who has the best hand for a share; nobody when none qualifies."""
    board = h.boards[run * h.game.boards + share.board]
    value = h.game.value
    top: Any = None
    holders: list[int] = []
    for i in places:
        worth = value(share, h.hole[i], board)
        if worth is None or (holders and worth < top):
            continue
        if not holders or worth > top:
            top, holders = worth, [i]
        else:
            holders.append(i)
    return tuple(holders)


def pay_out(h: Hand, pot: Pot, runs: list[list[PotPart]], fee: PotCommission) -> None:
    """One pot, less the commission, to those who won its parts."""
    whole = pot.amount - fee.amount
    paid: dict[int, Cents]
    clauses: tuple[Clause, ...]
    if len(runs) == 1 and len(runs[0]) == 1 and len(runs[0][0][1]) == 1:
        paid, clauses = {runs[0][0][1][0]: whole}, runs[0][0][:1]
    else:
        paid, clauses = shared_out(h, whole, runs)
    for i, part in paid.items():
        h.stacks[i] += part
        h.noted.append(("won", i, part, clauses[0], (), True))
    if fee.amount:
        h.note("commission", -1, fee.amount, fee.clause)
    h.won.append(Won(pot.amount, fee.amount, paid, clauses))


def shared_out(h: Hand, whole: Cents, runs: list[list[PotPart]]) -> tuple[dict[int, Cents], tuple[Clause, ...]]:
    """Who gets how much of a pot that several parts, runs or equal hands divide, and under which clauses."""
    game = h.game
    paid: dict[int, Cents] = {}
    clauses: list[Clause] = []
    for parts, of_run in zip(runs, game.between_runs(h, whole) if len(runs) > 1 else [whole], strict=True):
        amounts = game.between_shares(h, of_run) if len(parts) > 1 else [of_run]
        for (clause, tied), amount in zip(parts, amounts, strict=True):
            clauses.append(clause)
            if len(tied) == 1:
                paid[tied[0]] = paid.get(tied[0], 0) + amount
                continue
            shared, odd = game.divide(h, amount, tied)
            for i, part in shared.items():
                paid[i] = paid.get(i, 0) + part
            clauses.append(odd)
    return paid, tuple(clauses)


def _shown_down(h: Hand) -> bool:
    """Has a hand come to a showdown of two or more?"""
    divided = h.repairs is not None and h.repairs.no_showdown
    return h.over and h.void is None and not divided and bool(h.live & (h.live - 1))


def hands_read(h: Hand) -> list[tuple[int, list[str]]]:
    """What everybody has who is left at the showdown, for every share and run, shown or not."""
    if not _shown_down(h):
        return []
    return [(i, _names(h, _values(h, i))) for i in h.places(h.live)]


def _names(h: Hand, values: Iterable[Any]) -> list[str]:
    return [h.game.hand_name(value) for value in values if value is not None]


def first_shown(h: Hand) -> int:
    """Who shows first: whoever the game says, or the next left in the hand where a ruling has taken him out of it."""
    first, live = h.game.shows_first(h), h.places(h.live)
    return first if first in live else next((i for i in live if i > first), live[0])


def shows(h: Hand) -> list[tuple[int, list[str]]]:
    """Who must show at the showdown, in order, and what each is seen to have for every share and run: the player
    who was called, then everybody with a hand as good or better; winners always."""
    live = h.places(h.live)
    if not _shown_down(h):
        return []
    first = first_shown(h)
    order = [i for i in live if i >= first] + [i for i in live if i < first]
    won = {i for pot in h.won for i in pot.paid}
    seen = []
    called = list(_values(h, first))
    for i in order:
        values = list(_values(h, i)) if i != first else called
        as_good = any(
            mine is not None and (other is None or mine >= other) for mine, other in zip(values, called, strict=True)
        )
        if i == first or i in won or h.game.cites.shown.says(as_good):
            seen.append((i, _names(h, values)))
    return seen


def _values(h: Hand, i: int) -> Iterator[Any]:
    for run in range(h.runs):
        for share in h.game.shares:
            yield h.game.value(share, h.hole[i], h.boards[run * h.game.boards + share.board])
