"""Reports of irregularities: which can have happened now, the facts each needs, who may make it, and what the ruling
would be. A report tells what happened; what the law leaves to an official is asked of that official."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from pitboss.floor import commands as c
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.floor.referrals import OTHER, WHAT, in_own_words, opened
from pitboss.floor.signs import OWN_REPORTS
from pitboss.floor.words import asked
from pitboss.table.acts import Irregular
from pitboss.table.check import KNOWN
from pitboss.table.game import Game, Ruling
from pitboss.table.table import Table
from pitboss.table.views import SPECTATOR, visible

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# Who may speak for an official that the law asks; anybody else it names is a manager here.
OFFICES = {"dealer": c.DEALERS, "supervisor": c.SUPERVISORS, "boxperson": c.SUPERVISORS}
# Reports that are themselves the decision of an official: only that office makes them.
DECISIONS = {
    "qld/silence-directed": "supervisor", "qld/dealer-to-deal": "supervisor", "qld/shuffle-directed": "manager",
    "qld/wagering-restricted": "manager", "nsw/invalidated": "supervisor", "nsw/wager-refused": "supervisor",
    "cbr/invalidated": "operator", "cbr/box-maximum": "operator",
}
# What an official has decided is no fact: in a file it saves asking, at a table the official is asked.
DECIDED = "ruling"
# Facts whose values lie on the table, whatever words a ruling has for some of them.
ON_THE_TABLE = ("box", "hand", "player", "card", "cards", "wager")


def speaks_for(table: HouseTable, who: Who, office: str) -> bool:
    """May somebody decide what an office is asked?"""
    return who.role in OFFICES.get(office, c.MANAGERS) or table.game.acts_for(who.role, office)


def refuse(table: HouseTable, what: Irregular, who: Who) -> None:
    """What is nobody's to report, or not this person's."""
    if what.kind in OWN_REPORTS:
        raise No(f"{what.kind} is not for a report", legal="limits, seats and void rounds have commands")
    office = DECISIONS.get(f"{table.added.book}/{what.kind}", "")
    if office and who.role != c.INSPECTOR and not speaks_for(table, who, office):
        raise No(f"{what.kind} is the {office}'s to decide", str(table.game.rulings(what.kind)[0].clause),
                 f"the {office} reports it")
    _only_dealt(table, what)
    if what.kind == OTHER and not in_own_words(what):
        raise No("a report of something else says what it was", legal="what happened, in a few words")
    if DECIDED in what.facts:
        raise No("a report tells what happened, and not the ruling", legal="leave it out: whoever decides is asked")


def _only_dealt(table: HouseTable, what: Irregular) -> None:
    """At virtual equipment cards come out of its shoe alone: a report may name those that lie there face up."""
    if not table.virtual or table.live is None:
        return
    lying = {card for hand in table.live.t.hands.values() for card in visible(hand, SPECTATOR)}
    for value in what.facts.values():
        named = [word for word in value.replace(" ", ",").split(",") if word in KNOWN and word not in lying]
        if named:
            raise No(f"{named[0]} at a table whose equipment is virtual", legal="its cards come from its own shoe")


def report(table: HouseTable, command: c.Report, who: Who) -> Result | None:
    """Have the law rule on it; where it is silent, the supervisor is asked."""
    assert table.live is not None
    what = Irregular(command.kind, dict(command.facts))
    refuse(table, what, who)
    since, why = len(table.live.t.events), in_own_words(what)
    said = table.say(who, what, **({"why": why} if why else {}))
    referred = opened(table, what, who, since)
    table.go_on()
    return {**(said or {}), **(referred or {})}


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
    found = []
    for kind in game.irregularities():
        try:
            refuse(table, Irregular(kind, {}), who)
        except No:
            continue
        words = words_of(game, t, kind)
        rulings = [rule for rule in game.rulings(kind) if _may_apply(game, t, rule, words)]
        if rulings:
            facts = [{"name": name, "values": words[name]} if name in words and name not in ON_THE_TABLE else name
                     for name in facts_of(type(game), kind)]
            found.append({"kind": kind, "what": rulings[0].what, "clause": str(rulings[0].clause), "facts": facts})
    other = "no rule knows it: the supervisor decides"
    return [*found, {"kind": OTHER, "what": other, "clause": "", "facts": [WHAT]}]


def _may_apply(game: Game, t: Table, rule: Ruling, words: Mapping[str, list[str]]) -> bool:
    """Does it apply to some report that fits the table as it is?"""
    return any(_applies(game, t, rule, facts) for facts in _reports(t, words))


def _applies(game: Game, t: Table, rule: Ruling, facts: dict[str, str]) -> bool:
    try:
        return rule.applies(game, t, Irregular(rule.kind, facts))
    except Exception:  # a report that makes no sense here
        return False


def _reports(t: Table, words: Mapping[str, list[str]]) -> Iterator[dict[str, str]]:
    yield {}
    boxes = [str(box) for box in t.boxes] or ["1"]
    for yes in ("yes", "no"):
        said = dict.fromkeys(("looked", "exposed", "handled", "confirmed", "noticed", "permitted", "approved"), yes)
        for box in boxes:
            for hand in (*t.hands, "dealer"):
                facts = {"box": box, "hand": hand, "cards": "2", "player": t.boxes.get(int(box), ["?"])[0], **said}
                yield facts
                yield from (facts | {name: word} for name, known in words.items() for word in known)


# -- facts -------------------------------------------------------------------------------------------------


class _Word(str):
    """The value of a fact, which notes the words it is compared with."""

    compared: dict[str, None]

    def __eq__(self, other: object) -> bool:
        if type(other) is str and other:
            self.compared[other] = None
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class _Noted(dict[str, str]):
    """Facts of a report that tells nothing, which note what they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[str, dict[str, None]] = {}

    def get(self, key: str, default: Any = "") -> Any:
        word = _Word(default)
        word.compared = self.words.setdefault(key, {})
        return word


def words_of(game: Game, t: Table, kind: str) -> dict[str, list[str]]:
    """The words that decide which ruling applies, by the fact they are a value of ("reason": "ball-out", ...)."""
    noted = _Noted()
    for rule in game.rulings(kind):
        _applies(game, t, rule, noted)
    return {name: list(words) for name, words in noted.words.items() if len(words) > 1}


_ASKS = re.compile(r"""what\.(?:get|yes)\(\s*["']([a-z-]+)|["']([a-z-]+)["'] (?:not )?in what\.facts""")
_CALLS = re.compile(r"""\b(\w+)\((?:[^()]*\b)?what\b(?:, ["']([a-z-]+)["'])?""")
_KEYED = re.compile(r"""what\.(?:get|yes)\(key\b""")
# It asks who decides: whoever reports, or is asked.
_DECIDES = "by_supervisor"


@cache
def facts_of(game: type[Game], kind: str) -> list[str]:
    """The facts that the rulings on a kind of irregularity look at, as their code names them."""
    names: dict[str, None] = {}
    looked: set[Any] = set()
    for rule in game._rulings.get(kind, []):
        for part in (rule.when, rule.make):
            if part is not None:
                _look(part, game, names, looked)
    names.pop(DECIDED, None)
    return list(names)


def _look(part: Callable[..., Any], game: type[Game], names: dict[str, None], looked: set[Any]) -> None:
    """Facts that a function asks a report for, and those it calls with the report."""
    if part in looked:
        return
    looked.add(part)
    text = inspect.getsource(part)
    names |= dict.fromkeys(first or second for first, second in _ASKS.findall(text))
    for called, key in _CALLS.findall(text):
        found = getattr(game, called, None) or getattr(Table, called, None) or part.__globals__.get(called)
        if called == _DECIDES or not inspect.isfunction(found):
            continue
        if _KEYED.search(inspect.getsource(found)):
            name = key or inspect.signature(found).parameters["key"].default
            names |= {name: None} if isinstance(name, str) else {}
        _look(found, game, names, looked)
