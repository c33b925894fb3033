"""Reports of what went wrong in a hand between players: which can have happened now, who may make them, what the book
would rule, and the ruling itself. Where the cards are virtual nobody can deal them wrongly: what people do is left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from pitboss.cardroom.dead_hands import SENT_AWAY
from pitboss.cardroom.facts import BESIDE_THE_CARDS
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import Outcome
from pitboss.floor import commands as c
from pitboss.floor import poker_conduct, poker_void
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.floor.poker_words import ended, events
from pitboss.floor.referrals import in_own_words
from pitboss.floor.reports import IN_ROLE, asked_for
from pitboss.law import Refused, Ruled
from pitboss.money import full_amount as money
from pitboss.table.acts import Irregular
from pitboss.table.facts import Referred
from pitboss.table.reports import SILENT, SOMETHING_ELSE, WHAT, BadFact, Decided, Fact, Report, Ruling, ruling_on

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# Whose word it is, where the law lets an official decide: nobody tells it, it is known.
OFFICIAL = "official"
# What he has decided on something that people did.
DECIDED = "decided"
# So many reports of a kind are tried before it is taken that none would be ruled on now.
TRIED = 60


# -- made ------------------------------------------------------------------------------------------------------


def report(desk: PokerDesk, command: c.ReportIrregularity, who: Who, second: str = "") -> Result | None:
    """Have the book rule on it; where it is silent the hand goes on, and whoever supervises decides. Where the house
    wants a witness, what moves chips waits for a second person."""
    if command.kind in desk.room.game.conduct and DECIDED not in command.facts:
        return poker_conduct.report(desk, command, who)
    what = told(desk, Irregular(command.kind, dict(command.facts)), who)
    h = _hand(desk, what.kind)
    tried = h.copy()
    outcome = _heard(tried, what)
    if isinstance(outcome, Referred):
        words = in_own_words(what) or _plain(what)
        desk.happen("referred", who, {"kind": what.kind, "facts": what.facts, "words": words, "by": who.name})
        return {"referred": True, "words": SILENT}
    assert isinstance(outcome, Ruled)
    if desk.settings.witness and not second and (tried.void is not None or _chips(tried) != _chips(h)):
        return poker_void.put_up(desk, command, who, outcome.what)
    if tried.void is not None:
        facts = {"why": outcome.what, "by": who.name, "second": second, "ground": what.kind.replace("-", " ")}
        poker_void.call_off(desk, h, tried.void, facts)
    else:
        known = len(h.noted)
        witnessed = {"second": second} if second else {}
        desk.happen("reported", who, {"kind": what.kind, "facts": what.facts, "by": who.name, **witnessed})
        for event in h.log[known:]:
            if event.what == SENT_AWAY:
                name = desk.room.names[h.seats[event.place]]
                desk.happen("sent-away", who, {"player": name, "clause": str(event.clause)})
        if desk.room.hand is not None and desk.room.hand.over:
            desk.end(ended(desk.room, desk.room.hand))
    return {"clause": str(outcome.clause), "words": outcome.what}


def _chips(h: Hand) -> tuple[Any, ...]:
    """Where the chips of a hand are."""
    return list(h.stacks), h.over, h.void is not None


def _hand(desk: PokerDesk, kind: str) -> Hand:
    """The hand that is reported on: of one that is over only what people did."""
    room = desk.room
    h = room.shown if kind in BESIDE_THE_CARDS else room.hand
    if h is None or room.void is not None:
        raise No("no hand is on", legal="once one is dealt")
    return h


def _heard(h: Hand, what: Irregular) -> Ruled | Referred:
    """What the book says, on a hand that may be changed by it; a report that it refuses goes back."""
    outcome: Outcome = Referred(what.kind, SILENT) if what.kind == SOMETHING_ELSE else h.report(what.kind, what.facts)
    if isinstance(outcome, Ruled | Referred):
        return outcome
    if isinstance(outcome, Refused):
        raise No.of(outcome)
    raise No(outcome.what)


def _plain(what: Irregular) -> str:
    return " ".join([what.kind.replace("-", " "), *(f"{name}={value}" for name, value in what.facts.items())])


# -- who, and where --------------------------------------------------------------------------------------------


def told(desk: PokerDesk, what: Irregular, who: Who) -> Irregular:
    """A report as somebody may make it: what is another's to decide is refused, and whose word it is, is added."""
    game = desk.room.game
    known = game.reports.get(what.kind)
    if what.kind == SOMETHING_ELSE:
        if not in_own_words(what):
            raise No("a report of something else says what it was", legal="what happened, in a few words")
        return what
    if known is None:
        here = [kind for kind in game.irregularities() if desk.physical or kind in BESIDE_THE_CARDS]
        raise No(f"{what.kind!r} is nothing that is reported at this table", legal=", ".join([*game.conduct, *here]))
    if not desk.physical and what.kind not in BESIDE_THE_CARDS:
        raise No(f"{what.kind.replace('-', ' ')} where the cards are virtual", legal="what people did is reported")
    clause = str(known.rulings[0].clause)
    if known.by and not speaks_for(desk, who, known.by):
        raise No(f"{what.kind} is the {known.by}'s to decide", clause, f"the {known.by} reports it")
    if OFFICIAL in what.facts:
        raise No(f"{OFFICIAL}= in a report", clause, "leave it out: it is known who reports")
    decided = any(type(known.facts.get(name)) is Decided for name in what.facts)
    if not decided:
        return what
    if who.role not in c.SUPERVISORS:
        raise No("a report tells what happened, and not the ruling", clause, "a supervisor or manager decides it")
    return Irregular(what.kind, {**what.facts, OFFICIAL: who.role})


def speaks_for(desk: PokerDesk, who: Who, office: str) -> bool:
    """May somebody decide what an office is asked?"""
    book = desk.added.book
    return who.role in IN_ROLE[book.role_of(office)] or book.acts_for(who.role, office)


# -- looked at -------------------------------------------------------------------------------------------------


def preview(desk: PokerDesk, what: Irregular, who: Who) -> tuple[Result, Hand]:
    """What a ruling would do, on a copy of the hand; and the hand as it would be."""
    what = told(desk, what, who)
    room, h = desk.room, _hand(desk, what.kind)
    after = h.copy()
    try:
        outcome = _heard(after, what)
    except No as no:
        return {"lines": [], "moved": {}, "over": h.over, "refused": no.result}, h
    if isinstance(outcome, Referred):
        line = {"kind": "referred", "text": SILENT, "clause": ""}
        return {"lines": [line], "moved": {}, "over": h.over, "refused": None}, h
    known = [line["text"] for line in events(room, h)]
    new = [line for line in events(room, after) if line["text"] not in known]
    if after.void is not None:
        new = [{"kind": "ruled", "text": outcome.what, "clause": str(outcome.clause)}]
    back = {room.names[h.seats[i]]: stack - h.stacks[i] for i, stack in enumerate(after.stacks)}
    moved = {name: amount for name, amount in back.items() if amount}
    if after.void is not None:
        new += [{"kind": "returned", "text": f"{name} takes back {money(amount)}", "clause": str(after.void[-1])}
                for name, amount in moved.items()]
    return {"lines": new, "moved": moved, "over": after.over, "refused": None}, after


def possible(desk: PokerDesk, who: Who) -> list[dict[str, Any]]:
    """What can have gone wrong now, of what this person may report: kinds that would be ruled on at this moment."""
    game, choices = desk.room.game, []
    for kind in game.irregularities():
        try:
            told(desk, Irregular(kind, {}), who)
            h = _hand(desk, kind)
        except No:
            continue
        known = game.reports[kind]
        rule = _ruled_now(game, h, known)
        if rule is not None:
            decides = who.role in c.SUPERVISORS
            facts = [asked_for(game, fact) for fact in known.facts.values()
                     if fact.name != OFFICIAL and (decides or type(fact) is not Decided)]
            choices.append({"kind": kind, "what": rule.what, "clause": str(rule.clause), "facts": facts})
    if desk.room.shown is None:
        return choices
    words = {"name": WHAT, "sort": "words", "need": True, "asks": "What happened, in a few words"}
    other = {"kind": SOMETHING_ELSE, "what": "no rule knows it: the supervisor decides", "clause": "", "facts": [words]}
    return [*choices, other]


def _ruled_now(game: PokerGame, h: Hand, known: Report) -> Ruling | None:
    """The first ruling that some report of a kind would come to."""
    tried = 0
    for facts in _reports(game, h, known):
        try:
            rule = ruling_on(game, h, Irregular(known.kind, facts))
        except BadFact:
            continue
        if rule is None:
            continue
        if isinstance(h.copy().report(known.kind, facts), Ruled):
            return rule
        tried += 1
        if tried >= TRIED:
            return None
    return None


def _reports(game: PokerGame, h: Hand, known: Report) -> Iterator[dict[str, str]]:
    """Reports of a kind that the hand gives reason for: each fact left out, or with a value that it may have now."""
    facts = [fact for fact in known.facts.values() if type(fact) is not Decided and fact.name != OFFICIAL]
    values = [(None, *_now(game, h, fact)) for fact in facts]
    for combination in islice(product(*values), 2000):
        yield {fact.name: value for fact, value in zip(facts, combination, strict=True) if value is not None}


def _now(game: PokerGame, h: Hand, fact: Fact) -> tuple[str, ...]:
    """Values of a fact worth a try."""
    unseen = h.deck[:2]
    match fact.sort:
        case "box":
            return tuple(str(h.seats[i]) for i in (*h.places(h.live), *h.places(~h.live & (1 << len(h.seats)) - 1)))
        case "card":
            lying = [board[-1] for board in h.boards if board]
            return (*unseen[:1], *lying[:1])
        case "cards":
            return (",".join(unseen),)
    return fact.examples(game)
