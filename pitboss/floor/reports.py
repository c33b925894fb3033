"""Reports of irregularities: which can have happened now, the facts each needs, who may make it, and what the ruling
would be. A report tells what happened; what the law leaves to an official is asked of that official."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from pitboss.floor import commands as c
from pitboss.floor import proposals
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.floor.referrals import in_own_words, opened
from pitboss.floor.words import asked
from pitboss.table.acts import Irregular
from pitboss.table.definition import Definition
from pitboss.table.game import Game
from pitboss.table.reports import ITSELF, SOMETHING_ELSE, WHAT, Decided, Fact, Report, Ruling
from pitboss.table.table import DECLARED_VOID, Table
from pitboss.table.views import SPECTATOR, visible

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# Who may do what falls to a role.
IN_ROLE = {c.DEALER: c.DEALERS, c.SUPERVISOR: c.SUPERVISORS, c.MANAGER: c.MANAGERS}


def own_report(kind: str) -> bool:
    """Does the floor make it itself, with its own clock and count, in this game or another?"""
    known = (game.reports[kind] for game in Game.registry.values() if kind in game.reports)
    return kind == DECLARED_VOID or any(report.by == ITSELF for report in known)


def speaks_for(table: HouseTable, who: Who, office: str) -> bool:
    """May somebody decide what an office is asked?"""
    return who.role in IN_ROLE[table.book.role_of(office)] or table.game.acts_for(who.role, office)


def refuse(table: HouseTable, what: Irregular, who: Who) -> None:
    """What is nobody's to report, or not this person's."""
    if own_report(what.kind):
        raise No(f"{what.kind} is not for a report", legal="limits, seats and void rounds have commands")
    report = table.game.reports.get(what.kind)
    office = report.by if report is not None else ""
    if office and who.role != c.INSPECTOR and not speaks_for(table, who, office):
        raise No(f"{what.kind} is the {office}'s to decide", str(table.game.rulings(what.kind)[0].clause),
                 f"the {office} reports it")
    _only_dealt(table, what)
    if what.kind == SOMETHING_ELSE and not in_own_words(what):
        raise No("a report of something else says what it was", legal="what happened, in a few words")
    if report is not None and any(type(report.facts.get(name)) is Decided for name in what.facts):
        raise No("a report tells what happened, and not the ruling", legal="leave it out: whoever decides is asked")


def _only_dealt(table: HouseTable, what: Irregular) -> None:
    """At virtual equipment cards come out of its shoe alone: a report may name those that lie there face up."""
    if not table.virtual or table.live is None:
        return
    lying = {card for hand in table.live.t.hands.values() for card in visible(hand, SPECTATOR)}
    pack = table.live.game.in_pack
    for value in what.facts.values():
        named = [word for word in value.replace(" ", ",").split(",") if word in pack and word not in lying]
        if named:
            raise No(f"{named[0]} at a table whose equipment is virtual", legal="its cards come from its own shoe")


def report(table: HouseTable, command: c.ReportIrregularity, who: Who, second: str = "") -> Result | None:
    """Have the law rule on it; where it is silent, the supervisor is asked. Where the house wants a witness, what moves
    money waits for a second person."""
    assert table.live is not None
    what = Irregular(command.kind, dict(command.facts))
    refuse(table, what, who)
    since, why = len(table.live.t.events), in_own_words(what)
    if table.settings.witness and not second and (ruling := _moving(table, what)):
        return proposals.put_up(table, command, who, ruling)
    more = {name: word for name, word in (("why", why), ("second", second)) if word}
    said = table.say(who, what, **more)
    referred = opened(table, what, who, since)
    table.go_on()
    return {**(said or {}), **(referred or {})}


def _moving(table: HouseTable, what: Irregular) -> str:
    """What the ruling on a report would be, where money moves by it."""
    assert table.live is not None
    before, after = table.live.replayed(), table.live.replayed()
    if (no := after.send(what, in_own_words(what))) is not None and len(after.answers) == len(before.answers):
        raise No.of(no)
    same = before.moved(table.account, table.id) == after.moved(table.account, table.id) and before.over == after.over
    lines = [line["text"] for line in after.told()[len(before.told()):]]
    return "" if same else f"{what.kind.replace('-', ' ')}: {'; '.join(lines)}"[:200]


def preview(table: HouseTable, what: Irregular, who: Who) -> Result:
    """What a ruling would do, on a copy of the round."""
    if table.live is None:
        raise No("the table is closed")
    refuse(table, what, who)
    before, after = table.live.replayed(), table.live.replayed()
    no = after.send(what, in_own_words(what))
    lines = after.told()[len(before.told()):]
    moved = {
        player: net - before.t.net.get(player, 0) for player, net in after.t.net.items()
        if net != before.t.net.get(player, 0)
    }
    return {
        "lines": [line for line in lines if line["kind"] not in ("refused", "rejected")], "moved": moved,
        "asked": asked(after.request, after.t) if after.request is not None else None, "over": after.over,
        "refused": None if no is None else No.of(no).result,
    }


def possible(table: HouseTable, who: Who) -> list[dict[str, Any]]:
    """What can have gone wrong now, of what this person may report: kinds that some ruling applies to."""
    if table.live is None:
        raise No("the table is closed")
    game, t = table.live.game, table.live.t
    choices = []
    for kind in game.irregularities():
        try:
            refuse(table, Irregular(kind, {}), who)
        except No:
            continue
        report = game.reports[kind]
        rulings = [rule for rule in report.rulings if _may_apply(game, t, rule, report)]
        if rulings:
            facts = [asked_for(game, fact) for fact in report.facts.values() if type(fact) is not Decided]
            choices.append({"kind": kind, "what": rulings[0].what, "clause": str(rulings[0].clause), "facts": facts})
    other = "no rule knows it: the supervisor decides"
    words = {"name": WHAT, "sort": "words", "need": True, "asks": "What happened, in a few words"}
    return [*choices, {"kind": SOMETHING_ELSE, "what": other, "clause": "", "facts": [words]}]


def asked_for(game: Definition, fact: Fact) -> dict[str, Any]:
    """A fact as a form asks for it."""
    return {
        "name": fact.name, "sort": fact.sort, "need": fact.need and not fact.unless, "several": fact.several,
        "default": fact.default, "asks": fact.asks,
        "values": fact.values(game) if fact.sort in ("word", "yes-no", "hand") else (),
    }


def _may_apply(game: Game, t: Table, rule: Ruling, report: Report) -> bool:
    """Does it apply to some report that fits the table as it is?"""
    return any(_applies(game, t, rule, facts) for facts in _reports(game, t, report))


def _applies(game: Game, t: Table, rule: Ruling, facts: dict[str, str]) -> bool:
    try:
        return rule.applies(game, t, Irregular(rule.kind, facts))
    except Exception:  # a report that makes no sense here
        return False


def _reports(game: Game, t: Table, report: Report) -> Iterator[dict[str, str]]:
    """Reports of a kind that the table gives reason for: each fact left out, or with a value it may have now."""
    values = [(None, *_now(game, t, fact)) for fact in report.facts.values()]
    for combination in product(*values):
        yield {name: value for name, value in zip(report.facts, combination, strict=True) if value is not None}


def _now(game: Game, t: Table, fact: Fact) -> tuple[str, ...]:
    """Values of a fact worth a try: of those on the table, or of those it lists."""
    boxes = tuple(str(box) for box in t.boxes)
    match fact.sort:
        case "box":
            return boxes
        case "hand":
            return tuple(name for name in fact.values(game) if name in t.hands and name not in boxes)
        case "player":
            return tuple(player for players in t.boxes.values() for player in players)[:2]
        case "yes-no" | "word" | "money":
            return fact.examples(game)
    return fact.examples(game)[:1]
