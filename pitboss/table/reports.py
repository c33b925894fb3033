"""Reports of irregularities, and the facts each kind takes. A game declares them with its rulings; what a file may
write, the console's forms, the sweep and the tables of the docs are all made from the declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import msgspec

from pitboss.equipment.pieces import parse_pieces
from pitboss.law import Clause, Refused
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.acts import Irregular
from pitboss.table.hands import read_hand

if TYPE_CHECKING:
    from pitboss.table.definition import Definition

F = TypeVar("F", bound=Callable[..., Any])
P = TypeVar("P")

# Who makes a report: anybody who deals, an official whose decision it is, or the table itself, which counts and
# has a clock.
ANYBODY, SUPERVISOR, MANAGER, OPERATOR, ITSELF = "", "supervisor", "manager", "operator", "the table"


# What happened is told in the reporter's own words (`what=`): no rule has a name for it, and a supervisor decides.
SOMETHING_ELSE, WHAT = "something-else", "what"

# What is said where no rule answers.
SILENT = "the rules are silent here: the supervisor decides"

# So many hands may lie on one box.
MOST_HANDS = 4

# Minutes, or minutes and seconds.
CLOCK = re.compile(r"(\d{1,9})(?::([0-5]\d))?", re.ASCII)


class BadFact(Exception):
    """A report that does not fit the table ("box 9 has no hand"); nothing is changed by it."""


# -- facts ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """Something a report tells, as `name=value`."""

    name: str
    _: KW_ONLY
    # True where nothing can be taken for granted: a report without it is refused, unless it tells `unless` instead.
    need: bool = False
    unless: str = ""
    # Several values may be told, joined with commas.
    several: bool = False
    # What is taken for granted where the report does not tell.
    default: str = ""
    # How a form asks for it in words, where its name alone does not say what is meant.
    asks: str = ""
    # What a form has for it: boxes to tap, a field for an amount, yes and no.
    sort: ClassVar[str] = "text"

    def values(self, game: Definition) -> tuple[str, ...]:
        """Every value there is, where they can be listed."""
        return ()

    def known(self, game: Definition) -> str:
        """What may be told, in words."""
        return " or ".join(self.values(game)) or "a word"

    def holds(self, game: Definition, text: str) -> bool:
        """Is this a value the fact can have?"""
        return text in self.values(game) if self.values(game) else bool(text)

    def examples(self, game: Definition) -> tuple[str, ...]:
        """Values to try, for tests."""
        return self.values(game) or ("blue",)

    def refused(self, game: Definition, text: str) -> str:
        """Why a report may not tell this; "" where it may."""
        parts = text.split(",") if self.several else [text]
        if all(self.holds(game, part) for part in parts):
            return ""
        return f"{self.name}={text}: write {self.known(game)}"


@dataclass(frozen=True)
class YesNo(Fact):
    """Left out, it is no, unless the default says otherwise."""

    _: KW_ONLY
    default: str = "no"
    sort: ClassVar[str] = "yes-no"

    def values(self, game: Definition) -> tuple[str, ...]:
        return ("yes", "no")


@dataclass(frozen=True)
class Word(Fact):
    """One of some words."""

    words: tuple[str, ...]
    sort: ClassVar[str] = "word"

    def values(self, game: Definition) -> tuple[str, ...]:
        return self.words


@dataclass(frozen=True)
class Decided(Word):
    """What an official has decided already: in a file it saves asking; at a table the official is asked."""


@dataclass(frozen=True)
class Box(Fact):
    """A box of the layout."""

    name: str = "box"
    sort: ClassVar[str] = "box"

    def values(self, game: Definition) -> tuple[str, ...]:
        return tuple(str(box) for box in range(1, game.boxes + 1))

    def known(self, game: Definition) -> str:
        return f"a box, 1 to {game.boxes}"


@dataclass(frozen=True)
class Seat(Box):
    """A seat of a table between players."""

    name: str = "seat"

    def known(self, game: Definition) -> str:
        return f"a seat, 1 to {game.boxes}"


@dataclass(frozen=True)
class HandNamed(Fact):
    """A hand on the table: one of some names, or that of a box ("2", after a split "2a")."""

    name: str = "hand"
    words: tuple[str, ...] = ("dealer",)
    boxes: bool = True
    sort: ClassVar[str] = "hand"

    def values(self, game: Definition) -> tuple[str, ...]:
        return (*self.words, *(str(box) for box in range(1, game.boxes + 1) if self.boxes))

    def known(self, game: Definition) -> str:
        boxes = (f"the number of a box, 1 to {game.boxes}",) if self.boxes else ()
        return " or ".join((*self.words, *boxes))

    def holds(self, game: Definition, text: str) -> bool:
        box, place = read_hand(text)
        return text in self.values(game) or (self.boxes and 1 <= box <= game.boxes and 1 <= place <= MOST_HANDS)


@dataclass(frozen=True)
class WagerNamed(Fact):
    """A wager by its name, with hyphens for spaces; or one of some other words."""

    name: str = "wager"
    words: tuple[str, ...] = ()
    sort: ClassVar[str] = "wager"

    def known(self, game: Any) -> str:
        names = [name.replace(" ", "-") for name in (*game.wager_names(), *self.words)]
        return ", ".join(names) if len(names) <= 8 else f"a wager such as {names[0]} or {names[-1]}"

    def holds(self, game: Any, text: str) -> bool:
        return text in self.words or game.wager_named(text) is not None

    def examples(self, game: Any) -> tuple[str, ...]:
        return tuple(name.replace(" ", "-") for name in (*game.wager_names()[-3:], *self.words))


@dataclass(frozen=True)
class OneCard(Fact):
    """A card that lies somewhere, or should not."""

    name: str = "card"
    sort: ClassVar[str] = "card"

    def known(self, game: Definition) -> str:
        return "cards such as 9c,Kd" if self.several else "a card such as 9c"

    def holds(self, game: Definition, text: str) -> bool:
        try:
            return len(parse_pieces(text)) == 1
        except ValueError:
            return False

    def examples(self, game: Definition) -> tuple[str, ...]:
        return ("2c,3c", "4c") if self.several else ("4c",)


@dataclass(frozen=True)
class SomeCards(OneCard):
    """Cards, joined with commas."""

    name: str = "cards"
    _: KW_ONLY
    several: bool = True
    sort: ClassVar[str] = "cards"


@dataclass(frozen=True)
class Money(Fact):
    """A sum of money above nothing."""

    name: str = "amount"
    sort: ClassVar[str] = "money"

    def known(self, game: Definition) -> str:
        return "an amount such as 10 or 2.50"

    def holds(self, game: Definition, text: str) -> bool:
        try:
            return parse_amount(text) > 0
        except BadAmount:
            return False

    def examples(self, game: Definition) -> tuple[str, ...]:
        return ("15", "1000000", "0.50")


@dataclass(frozen=True)
class Number(Fact):
    """A whole number between two bounds."""

    _: KW_ONLY
    least: int = 0
    most: int = 9_999
    sort: ClassVar[str] = "count"

    def known(self, game: Definition) -> str:
        return f"a number, {self.least} to {self.most}"

    def holds(self, game: Definition, text: str) -> bool:
        return text.isascii() and text.isdigit() and len(text) <= 9 and self.least <= int(text) <= self.most

    def examples(self, game: Definition) -> tuple[str, ...]:
        return (str(self.least), str(min(self.most, self.least + 3)), str(self.most))


@dataclass(frozen=True)
class ClockTime(Fact):
    """Minutes on the table's clock, or minutes and seconds."""

    sort: ClassVar[str] = "clock"

    def known(self, game: Definition) -> str:
        return "minutes, or minutes and seconds such as 19:59"

    def holds(self, game: Definition, text: str) -> bool:
        return CLOCK.fullmatch(text) is not None

    def examples(self, game: Definition) -> tuple[str, ...]:
        return ("0", "19:59", "20")


@dataclass(frozen=True)
class PlayerNamed(Fact):
    """A player, by name."""

    name: str = "player"
    sort: ClassVar[str] = "player"

    def known(self, game: Definition) -> str:
        return "a player's name"

    def examples(self, game: Definition) -> tuple[str, ...]:
        return ("Ann", "Ben", "Nobody")


def _whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


# Whether a hand that is wrong was seen by whoever holds it, and how many cards were counted when it was found.
LOOKED = YesNo("looked", asks="Has anybody looked?")
DECK = Number("deck", asks="Cards in the deck")
# Somebody, told by his box or by his name.
SOMEBODY = (Box(need=True, unless="player"), PlayerNamed(need=True, unless="box"))


def amount_in(what: Irregular, key: str = "amount") -> Cents:
    """The sum of money that a report names."""
    try:
        return parse_amount(what.get(key))
    except BadAmount as bad:
        raise BadFact(f"{key}: {bad}") from None


def count_in(what: Irregular, key: str) -> int:
    """The number that a report names."""
    text = what.get(key)
    if not _whole(text):
        raise BadFact(f"{key}={text} is not a number")
    return int(text)


# -- rulings -------------------------------------------------------------------------------------------------


# A round against the house, or a hand between players, in which something went wrong.
When = Callable[[Any, Any, Irregular], bool]


class Ruling(NamedTuple):
    """One answer of the law to one kind of irregularity, in whatever a game is played: a table, or a hand."""

    kind: str
    clause: Clause
    what: str
    when: When | None
    # What follows, in steps where somebody is asked; a refusal where it is not allowed.
    make: Callable[[Any, Any, Irregular], Generator[Any, Any, Refused | None] | Refused | None]
    facts: tuple[Fact, ...]
    by: str
    # Where a hand is void by it: the clauses by which everything goes back.
    voids: tuple[Clause, ...]

    def applies(self, game: Definition, state: Any, what: Irregular) -> bool:
        return self.when is None or self.when(game, state, granted(game, what))

    def carry_out(
        self, game: Definition, state: Any, what: Irregular
    ) -> Generator[Any, Any, Refused | None] | Refused | None:
        """What `make` does with the report."""
        return self.make(game, state, granted(game, what))


def granted(game: Definition, what: Irregular) -> Irregular:
    """A report with the yes that is taken for granted, where it does not tell."""
    report = game.reports.get(what.kind)
    usual = report.usual if report is not None else None
    return msgspec.structs.replace(what, facts=usual | what.facts) if usual else what


# Facts that depend on the wagers of a game, for rulings that several games share.
FactsOf = Callable[[Any], Iterable[Fact]]
# A ruling as a game has it; None where the game does not.
RulingOf = Callable[["type[Definition]"], Ruling | None]


def ruling(
    kind: str, clause: Clause | str, what: str, when: When | None = None, *, facts: Iterable[Fact] | FactsOf = (),
    by: str = ANYBODY, voids: tuple[Clause, ...] = (),
) -> Callable[[F], F]:
    """Mark a method as the ruling on an irregularity, where `when` holds. `facts` are what a report of this kind may
    tell; where several rulings answer one kind, each fact is declared by one of them or alike by all. `voids` are the
    clauses by which everything goes back, where a hand between players is void by it.

    Schedules that have a text in common share its rulings: `clause` is then the name of a role ("no_ante.section"),
    and the clause is the one that a schedule has put for it in its table, `cites`."""

    def mark(make: F) -> F:
        others: list[RulingOf] = getattr(make, "rulings", [])

        def of(game: type[Definition]) -> Ruling | None:
            cited = clause if isinstance(clause, Clause) else cited_as(game, clause)
            if cited is None:
                return None
            takes = facts(game) if callable(facts) else facts
            return Ruling(kind, cited, what, when, make, tuple(takes), by, voids)

        make.rulings = [*others, of]  # type: ignore[attr-defined]
        return make

    return mark


def rulings(
    kinds: Iterable[str], clause: Clause | str, what: str, when: When | None = None
) -> Callable[[F], F]:
    """Mark a method as the ruling on irregularities of several kinds, each of which declares its facts elsewhere."""

    def mark(make: F) -> F:
        for kind in kinds:
            make = ruling(kind, clause, what, when)(make)
        return make

    return mark


def cited_as(game: type[Definition], role: str) -> Clause | None:
    """The clause that a game's schedule has in a role; None where it has no such provision, or is a text that several
    share and no game yet."""
    value: Any = getattr(game, "cites", None)
    for name in role.split("."):
        value = getattr(value, name) if value is not None else None
    assert value is None or isinstance(value, Clause)
    return value


def ruling_on(game: Definition, state: Any, what: Irregular) -> Ruling | None:
    """The one ruling that applies. None is silent law; two is a mistake in the rulebook's file. Facts that a report of
    the kind may not tell are a `BadFact`."""
    report = game.reports.get(what.kind)
    if report is None:
        return None
    if refused := report.refused(game, what.facts):
        raise BadFact(refused)
    rulings = [rule for rule in report.rulings if rule.applies(game, state, what)]
    if len(rulings) > 1:
        raise AssertionError(f"{game.id}: {what.kind} has {len(rulings)} rulings at once: {rulings}")
    return rulings[0] if rulings else None


class Report:
    """A kind of irregularity that a game has rulings on."""

    def __init__(self, kind: str, by: str) -> None:
        self.kind = kind
        self.rulings: list[Ruling] = []
        self.facts: dict[str, Fact] = {}
        # The yes that is taken for granted where a report does not tell.
        self.usual: dict[str, str] = {}
        # Whose decision it is, where it is an official's.
        self.by = by

    def add(self, rule: Ruling) -> None:
        if rule.by != self.by:
            raise TypeError(f"{self.kind} is reported by {rule.by!r} and by {self.by!r}")
        for fact in rule.facts:
            if self.facts.setdefault(fact.name, fact) != fact:
                raise TypeError(f"{self.kind}: {fact.name}= is declared in two ways")
            if isinstance(fact, YesNo) and fact.default == "yes":
                self.usual[fact.name] = "yes"
        self.rulings.append(rule)

    def refused(self, game: Definition, texts: Mapping[str, str]) -> str:
        """What is wrong with the facts of a report, whatever the table looks like, and what is known; "" if nothing."""
        return refused_facts(game, self.kind, self.facts, texts)


def refused_facts(game: Definition, what: str, facts: Mapping[str, Fact], texts: Mapping[str, str]) -> str:
    """What is wrong with facts that are told of something, and what is known; "" if nothing."""
    for name, text in texts.items():
        fact = facts.get(name)
        if fact is None:
            return f"{what} has no {name}=; {_known(facts, name)}"
        if refused := fact.refused(game, text):
            return f"{what}: {refused}"
    for fact in facts.values():
        if fact.need and fact.name not in texts and fact.unless not in texts:
            instead = f", or {fact.unless}=" if fact.unless else ""
            return f"{what} needs {fact.name}={instead}: {fact.known(game)}"
    return ""


def _known(facts: Mapping[str, Fact], near: str) -> str:
    """The facts there are, the nearest first."""
    if not facts:
        return "it takes no facts"
    close = get_close_matches(near, facts, 1)
    names = [*close, *(name for name in facts if name not in close)]
    return f"it knows {', '.join(f'{name}=' for name in names)}"


def have(provision: P | None) -> P:
    """A provision that only some schedules of a family have, for a ruling that rests on it: other games lack both."""
    assert provision is not None
    return provision


def reports_of(game: type[Definition]) -> dict[str, Report]:
    """All kinds that the rulings of a game answer, its own and those it builds on, with their facts."""
    reports: dict[str, Report] = {}
    for place, owner in enumerate(game.__mro__):
        for name, rulings in _rulings_in(owner).items():
            if any(name in vars(nearer) for nearer in game.__mro__[:place]):
                continue
            for rule in (of(game) for of in rulings):
                if rule is not None:
                    reports.setdefault(rule.kind, Report(rule.kind, rule.by)).add(rule)
    return reports


@cache
def _rulings_in(owner: type) -> dict[str, list[RulingOf]]:
    """The rulings that a class states itself; many games build on one class."""
    return {name: member.rulings for name, member in vars(owner).items() if hasattr(member, "rulings")}
