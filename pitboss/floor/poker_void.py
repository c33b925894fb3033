"""A hand between players that is void: one official says why and on what ground, another approves, and then the hand is
taken not to have started. A misdeal is the word of whoever deals, alone. Nothing that was written is changed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pitboss.cardroom.hand import Hand
from pitboss.floor import commands as c
from pitboss.floor import poker_reports
from pitboss.floor.approvals import command_of, open_one, proposal_of, proposer, refuse_second, waits
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result, decode, encode
from pitboss.floor.memory import Proposal
from pitboss.floor.poker_words import called_off
from pitboss.law import Clause, Refused
from pitboss.rulebooks import card_games
from pitboss.table.reports import ANYBODY, MANAGER, SUPERVISOR

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame
    from pitboss.floor.poker import PokerDesk

class Ground(NamedTuple):
    """Why a hand may be void: a ruling of its book, or the house's own rule, which no clause grants or forbids."""

    name: str
    words: str
    clauses: tuple[Clause, ...] = ()
    by: str = SUPERVISOR
    kind: str = ""

    @property
    def alone(self) -> bool:
        """Whoever deals says so, and nobody else is asked."""
        return self.by == ANYBODY


HOUSE_RULE = Ground("", "another reason (house rule)")


def grounds(game: str) -> tuple[Ground, ...]:
    """All grounds that there are for a game, whatever has happened in its hand, the house's own rule last."""
    return _grounds(card_games()[game])


@cache
def _grounds(game: type[PokerGame]) -> tuple[Ground, ...]:
    rulings = [rule for report in game.reports.values() for rule in report.rulings if rule.voids and rule.when is None]
    return (*(
        Ground(rule.kind.replace("-", " "), rule.what, tuple(dict.fromkeys((rule.clause, *rule.voids))), rule.by,
               rule.kind) for rule in rulings
    ), HOUSE_RULE)


def carry_out(desk: PokerDesk, command: Command, who: Who) -> Result | None:
    match command:
        case c.Propose():
            return propose(desk, command, who)
        case c.Approve():
            return approve(desk, open_one(desk.memory.proposals, command.n), who)
        case c.Withdraw():
            desk.happen("withdrawn", who, {"n": open_one(desk.memory.proposals, command.n).n})
    return None


def declare_misdeal(desk: PokerDesk, command: c.Misdeal, who: Who, second: str = "") -> Result | None:
    """Whoever deals says that it is a misdeal, and so it is: nobody else is asked, unless the house wants a witness."""
    h, ground = _hand_on(desk, command.round), _ground(desk, "misdeal")
    refused = h.game.refuse_declaring(who.role)
    if refused is not None:
        raise No.of(refused)
    clauses = _granted(h, ground)
    if desk.settings.witness and not second:
        return put_up(desk, command, who, command.reason)
    call_off(desk, h, clauses, {"why": command.reason, "by": who.name, "second": second, "ground": ground.name})
    return None


def put_up(desk: PokerDesk, command: Command, who: Who, reason: str) -> Result:
    """A report that moves chips waits until a supervisor confirms it."""
    h = desk.room.shown
    waiting = proposal_of(desk.memory.proposed + 1, command, who, reason, desk.room.number, len(h.noted) if h else 0)
    desk.happen("proposed", who, decode(encode(msgspec.to_builtins(waiting))))
    return waits(waiting)


def _second(desk: PokerDesk, proposal: Proposal, who: Who) -> Result | None:
    """A supervisor confirms a report: it counts where it was made, or not at all."""
    h, waited = desk.room.shown, command_of(proposal)
    if h is None or (desk.room.number, len(h.noted)) != (proposal.round, proposal.index):
        raise No("the hand has gone on since it was reported", legal="report it again as it is now")
    desk.happen("approved", who, {"n": proposal.n})
    if isinstance(waited, c.Misdeal):
        return declare_misdeal(desk, waited, proposer(proposal), who.name)
    assert isinstance(waited, c.ReportIrregularity)
    return poker_reports.report(desk, waited, proposer(proposal), who.name)


def _hand_on(desk: PokerDesk, number: int) -> Hand:
    h, last = desk.room.hand, desk.room.number
    if h is None or number not in (0, last):
        why = f"hand {number or last} is over" if last else "no hand is on"
        raise No(why, legal="a hand that is on can be void")
    return h


def call_off(desk: PokerDesk, h: Hand, clauses: tuple[Clause, ...], facts: dict[str, str]) -> None:
    """The hand that is on is void: why, on which ground, by whose word."""
    desk.end(called_off(desk.room, h, {**facts, "clauses": list(map(str, clauses))}))


def _granted(h: Hand, ground: Ground) -> tuple[Clause, ...]:
    """The clauses under which the hand is void and all goes back, as its book rules; none for the house's own rule."""
    if not ground.kind:
        return ()
    ruled = h.copy()
    outcome = ruled.report(ground.kind)
    if isinstance(outcome, Refused):
        raise No.of(outcome)
    if ruled.void is None:
        raise No(f"{ground.words}: {outcome.what}", legal="another ground, or the hand is played on")
    return ruled.void


def _ground(desk: PokerDesk, name: str) -> Ground:
    known = {ground.name: ground for ground in grounds(desk.added.game)}
    if name not in known:
        raise No(f"{name!r} is no ground for a void hand in this game",
                 legal=", ".join(name for name, ground in known.items() if name and not ground.alone)
                 or "none is named: the house's own rule")
    return known[name]


def propose(desk: PokerDesk, command: c.Propose, who: Who) -> Result | None:
    if command.what != "void":
        raise No(f"{command.what!r} is nothing to propose between players", legal="void")
    _hand_on(desk, command.round)
    ground = _ground(desk, command.ground)
    if ground.alone:
        raise No(f"{ground.words} by proposal", str(ground.clauses[0]), "the dealer, or one above, declares it alone")
    n = desk.memory.proposed + 1
    proposal = Proposal(n, "void", command.reason, who.name, desk.room.number, role=who.role, ground=ground.name,
                    browser=who.browser)
    desk.happen("proposed", who, decode(encode(msgspec.to_builtins(proposal))))
    return {"n": n}


def approve(desk: PokerDesk, proposal: Proposal, who: Who) -> Result | None:
    refuse_second(desk, proposal, who)
    if proposal.command:
        return _second(desk, proposal, who)
    h, ground = desk.room.hand, _ground(desk, proposal.ground)
    assert h is not None, "proposals end with their hand"
    if ground.by == MANAGER and not ground.clauses[0].says(c.MANAGER in (who.role, proposal.role)):
        raise No(f"void for {ground.words} without a manager", str(ground.clauses[0]),
                 "a manager proposes or approves it")
    clauses = _granted(h, ground)
    desk.happen("approved", who, {"n": proposal.n})
    facts = {"why": proposal.reason, "by": proposal.by, "second": who.name, "ground": ground.name}
    call_off(desk, h, clauses, facts)
    return None
