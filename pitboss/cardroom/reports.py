"""What goes wrong in a hand between players: the book's one ruling on a report, or that it is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pitboss.cardroom.dead_hands import acted as acted
from pitboss.cardroom.facts import BESIDE_THE_CARDS, at_a_seat
from pitboss.cardroom.game import OVER, DeckSpent
from pitboss.cardroom.gestures import RULED
from pitboss.cardroom.log import starting_stacks
from pitboss.law import Clause, Refused, Ruled, refuse
from pitboss.table.acts import Irregular
from pitboss.table.facts import Referred, Rejected
from pitboss.table.reports import SILENT, BadFact, ruling_on

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# What comes of a report: a ruling; a refusal, with its clause; a report that makes no sense; or silent law.
PUSHED = "the hand is over and its pot pushed"
SPENT = "the deck has too few cards left for that, and the rules are silent here: the supervisor decides"
Outcome: TypeAlias = Ruled | Refused | Rejected | Referred


def rule(h: Hand, what: Irregular) -> Outcome:
    """Have the one ruling carried out that applies; but for that nothing changes."""
    before = h.copy()
    if h.over and what.kind not in BESIDE_THE_CARDS:
        return h.game.refuse_completed(what.kind) or Rejected(f"{what.kind}: {PUSHED}")
    try:
        at_a_seat(what)  # or of a board: a report of both contradicts itself, whatever the book
        ruling = ruling_on(h.game, h, what)
    except BadFact as bad:
        return Rejected(str(bad))
    said: Ruled | None = None
    if ruling is not None:
        said = ruling.clause.says(Ruled(ruling.clause, f"{what.kind}: {ruling.what}"))
    if ruling is not None and ruling.voids and h.over:
        return Rejected(f"{what.kind}: {PUSHED}")
    if ruling is None or said is None:  # the latter only while the kill test silences the clause
        return Referred(what.kind, SILENT)
    try:
        refused = ruling.carry_out(h.game, h, what)
    except BadFact as bad:
        h.become(before)
        return Rejected(f"{what.kind}: {bad}")
    except DeckSpent:
        h.become(before)
        return Referred(what.kind, SPENT)
    if isinstance(refused, Refused):
        h.become(before)
        return refused
    if runs_short(h) and not (ruling.voids or runs_short(before)):
        h.become(before)
        return Referred(what.kind, SPENT)
    h.note(RULED + what.kind, -1, 0, ruling.clause)
    if ruling.voids:
        call_off(h, ruling.clause, *ruling.voids)
    return said


def runs_short(h: Hand) -> bool:
    """Has the deck fewer cards than the boards still want, and the burns before them?"""
    to_come = [street for street in h.game.streets[h.street + 1 :] if street.board]
    return h.cards_left() < sum(street.board * h.game.boards + street.burn for street in to_come)


def call_off(h: Hand, *clauses: Clause) -> None:
    """A hand is taken not to have started, under some clauses: everybody has what he had before it."""
    h.stacks = starting_stacks(h)
    h.bets, h.put = [0] * len(h.seats), [0] * len(h.seats)
    h.price = h.dead = h.fees = h.owes = 0
    h.stage, h.turn = OVER, -1
    h.void = tuple(dict.fromkeys(clause for clause in clauses if clause.says(True)))


def refuse_misdeal(h: Hand, most: int, clause: Clause) -> Refused | None:
    """Why it is too late for a misdeal: more than so many players have acted."""
    if clause.says(len(acted(h)) <= most):
        return None
    who = "two players have" if most else "somebody has"
    return refuse(f"a misdeal after {who} acted", clause, "another ground, or the hand is played on")
