"""What may be done now, as acts, each with the clause that allows it and the bounds of those that come in sizes."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct
from pitboss.cardroom.clock import bought
from pitboss.cardroom.game import BET, CARDS, DISCARD, RUNS, SET, SHOW, Bounds
from pitboss.cardroom.hand import Hand, Legal
from pitboss.law import Clause
from pitboss.money import Cents

# More is asked for by nobody.
MOST_RUNS = 8


class LegalAct(NamedTuple):
    """An act that is open. One that comes in sizes is shown with the least; `sizes` lists them where they are few."""

    act: AnyAct
    clause: Clause
    # What it costs, where that is fixed.
    costs: Cents | None = None
    least: int | None = None
    most: int | None = None
    sizes: tuple[int, ...] = ()
    # The clause that sets the most.
    limit: Clause | None = None


def legal_acts(h: Hand) -> list[LegalAct]:
    """Everything that the player whose turn it is may do; nothing when the hand is over. Cards to give up or to set are
    his own choice, and are left out.

    >>> from pitboss.equipment.decks import deck
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> h = Hand(Holdem(), (1, 2), (20000, 20000), deck())
    >>> [(acts.word(one.act), one.costs, one.least, one.most) for one in legal_acts(h)]
    [('fold', None, None, None), ('call', 100, None, None), ('raise', None, 400, 20000)]
    """
    legal, street = h.legal(), h.game.streets[h.street]
    if legal is None:
        return []
    if legal.stage == BET:
        return _betting(h, legal)
    if legal.stage == CARDS:
        return [LegalAct(acts.Turned(()), street.dealt)]
    if legal.stage == SHOW:
        shows = [LegalAct(acts.Show(), h.game.cites.shown)]
        return shows + ([LegalAct(acts.FOLD, h.game.giving_up)] if legal.fold else [])
    if legal.stage == RUNS:
        times = tuple(n for n in range(1, MOST_RUNS + 1) if h.game.refuse_runs(h, n) is None)
        return [LegalAct(acts.RunBoard(1), h.game.cites.runs, least=1, most=times[-1], sizes=times)]
    return [LegalAct(acts.SetHands(()) if legal.stage == SET else acts.Discard(), exchanged_by(h) or street.dealt)]


def exchanged_by(h: Hand) -> Clause | None:
    """The clause under which each player gives up a card now, where he does."""
    return h.game.streets[h.street].discard if h.stage == DISCARD else None


def _betting(h: Hand, legal: Legal) -> list[LegalAct]:
    game, cites, i = h.game, h.game.cites, legal.place
    offers = [LegalAct(acts.FOLD, cites.fold)] if legal.fold else []
    offers += [LegalAct(acts.CHECK, cites.check)] if legal.check else []
    if legal.decline and isinstance(clause := game.decline(h, i), Clause):
        offers.append(LegalAct(acts.DECLINE, clause))
    if legal.call:
        offers.append(LegalAct(acts.CALL, cites.all_in if legal.call == h.stacks[i] else cites.call, legal.call))
    if legal.kitty and isinstance(costs := game.kitty_costs(h, i), tuple):
        offers.append(LegalAct(acts.TAKE_KITTY, costs[1], max(0, costs[0] - h.bets[i])))
    bounds = h.bounds(i) if legal.raise_from else None
    if isinstance(bounds, Bounds):
        least, most, clause, limit, sizes = bounds
        offers.append(LegalAct(acts.WagerTo(least), clause, None, least, most, sizes, limit))
    if game.clock.times and game.refuse_time(bought(h, i)) is None:
        offers.append(LegalAct(acts.BUY_TIME, cites.time or cites.turn, game.clock.fee))
    return offers
