"""Where the law is silent a supervisor decides. A report that no rule answers stays open at its table until it is
settled: played on, or void or corrected with a second person. Nobody waits for that: a round may end with it open, and
is marked so, for at virtual equipment there may be no supervisor at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import commands as c
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.floor.live import LATE, Note
from pitboss.floor.memory import Proposal, Referral
from pitboss.table.acts import Irregular
from pitboss.table.facts import Referred
from pitboss.table.reports import SOMETHING_ELSE, WHAT

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

PLAY_ON, VOID, CORRECT = "play on", "void", "correct"
SAID = {PLAY_ON: "it is played on", VOID: "the round is void", CORRECT: "it is corrected"}


def opened(table: HouseTable, report: Irregular, who: Who, since: int) -> Result | None:
    """A report that was made when the round had so many events: if it was referred, it is open from now on."""
    assert table.live is not None
    if not any(type(event) is Referred for event in table.live.t.events[since:]):
        return None
    table.memory.referred += 1
    words = in_own_words(report) or report.kind.replace("-", " ")
    referral = Referral(table.memory.referred, table.live.number, words, who.name, table.now)
    table.memory.referrals = [*table.memory.referrals, referral]
    table.write("referred", who, msgspec.to_builtins(referral))
    return {"referred": referral.n}


def in_own_words(report: Irregular) -> str:
    """What happened, where the report names no irregularity."""
    return report.get(WHAT).strip() if report.kind == SOMETHING_ELSE else ""


def open_of(table: HouseTable, n: int) -> Referral:
    for referral in table.memory.referrals:
        if referral.n == n:
            return referral
    raise No(f"no report {n} waits for the supervisor")


def left_open(table: HouseTable, round: int) -> list[int]:
    """Reports of a round that nobody has decided."""
    return [referral.n for referral in table.memory.referrals if referral.round == round]


def settle(table: HouseTable, command: c.Settle, who: Who) -> Result | None:
    """The supervisor's word: it is played on, or what came of the round stands."""
    referral = open_of(table, command.n)
    for proposal in table.memory.proposals:
        if proposal.referral == referral.n:
            raise No(f"{proposal.by} proposed to {proposal.what} the round for it", legal="withdraw that first")
    _decided(table, referral, PLAY_ON, command.reason, [who.name], who)
    return None


def refuse(table: HouseTable, n: int, round: int) -> None:
    """A proposal that is to answer a report must be about its round."""
    if n and open_of(table, n).round != round:
        raise No(f"report {n} is of round {open_of(table, n).round}", legal="let it stand, or correct that round")


def answered(table: HouseTable, proposal: Proposal, who: Who) -> list[Note]:
    """A second person approved: that decides the report it was for; a void round, all of its own."""
    notes = []
    for referral in table.memory.referrals:
        whole = proposal.what == VOID and referral.round == proposal.round
        if whole or referral.n == proposal.referral:
            people = [proposal.by, who.name]
            notes.append(_decided(table, referral, proposal.what, proposal.reason, people, who))
    return notes


def _decided(table: HouseTable, referral: Referral, what: str, reason: str, people: list[str], who: Who) -> Note:
    late = table.live is None or table.live.number != referral.round
    body = {"n": referral.n, "round": referral.round, "report": referral.words, "what": what, "reason": reason,
            "people": people, "late": late}
    table.write("decided", who, body)
    last = table.last
    if late and last is not None and last["round"] == referral.round:
        count = max((line["n"] for line in last["told"]), default=-1) + 1
        table.last = {**last, "told": [*last["told"], noted(body) | {"n": count}]}
    return _closed(table, body)


def _closed(table: HouseTable, body: dict[str, Any]) -> Note:
    """It is no longer open, and the log of a round under way says what was decided."""
    table.memory.referrals = [other for other in table.memory.referrals if other.n != body["n"]]
    if table.live is None or body["late"]:
        return LATE, noted(body)
    table.live.notes.append((len(table.live.answers), noted(body)))
    return table.live.notes[-1]


def noted(body: dict[str, Any]) -> dict[str, Any]:
    """A decision as the log of its round tells it."""
    people = " and ".join(body["people"])
    when = " after the round" if body["late"] else ""
    said = "it stands as it is" if body["late"] and body["what"] == PLAY_ON else SAID[body["what"]]
    text = f"{body['report']}: {people} decided{when}: {said} ({body['reason']})"
    return {"kind": "decided", "text": text, "clause": ""}


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    match type:
        case "referred":
            table.memory.referrals = [*table.memory.referrals, msgspec.convert(body, Referral)]
            table.memory.referred = body["n"]
        case "decided":
            _closed(table, body)
