"""What every game has, between players or against the house: a name, its law, options and duties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from pitboss.law import Clause
from pitboss.money import BadAmount, parse_amount
from pitboss.table import lobby
from pitboss.table.book import Book
from pitboss.table.reports import Report, Ruling, reports_of


class BadOption(ValueError):
    """An option the game does not have, or a value it cannot take; the message is one line."""


class GameOption(NamedTuple):
    """A choice the house makes for a table. `values` lists them; "amount" and "number",
    alone or after the others, are free, and so is "text", which the game reads itself."""

    name: str
    default: str
    values: tuple[str, ...]
    clause: Clause
    note: str


class Duty(NamedTuple):
    """Something staff must do, say, record or time: a procedure clause, and when it comes up."""

    when: str
    what: str
    clause: Clause


class Look(NamedTuple):
    """How a page shows a game, in words that it understands."""

    # The file its layout is drawn by (layout_<drawing>.js); none: the common one, made from its wagers and hands.
    drawing: str = "default"
    # What the button says that closes the betting.
    closing: str = "Deal"
    # A small picture, as lobby.py writes one; none: made from what the game says of its cards.
    emblem: str = ""
    # What its results are: "cards", a "wheel", "dice", or "two hands" of which one wins.
    results: str = "cards"
    # What the law has printed on the layout, line by line.
    printed: tuple[str, ...] = ()
    # What is asked of staff when chips go down too late, and the clause that lets them count.
    late: tuple[str, str] = ("", "")


class Definition:
    """A game as its book lists it."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    # Version of the rules as this program plays them. Raise it when a stored round would be played otherwise.
    rules: ClassVar[int] = 1
    # The provision under which officials may call off a round.
    declares_void: ClassVar[Clause | None] = None
    # How to play, in a minute: a few sentences, each with the clause it rests on.
    brief: ClassVar[tuple[tuple[str, Clause], ...]] = ()
    # The prefixes of its clauses.
    law: ClassVar[tuple[str, ...]] = ()
    # Those among them that it is played without, such as of a jackpot that no table has.
    left_out: ClassVar[tuple[str, ...]] = ()
    # The rulebook it is in, which says what holds at any of its tables.
    book: ClassVar[Book] = Book()
    choices: ClassVar[tuple[GameOption, ...]] = ()
    duties: ClassVar[tuple[Duty, ...]] = ()
    look: ClassVar[Look] = Look()
    # Where the lobby lists it (a category of lobby.py); none: by what it is played with.
    category: ClassVar[str] = ""
    # Other names that people look for it by, with commas between them.
    also_called: ClassVar[str] = ""
    # Boxes of the layout, or seats.
    boxes: int = 0
    # What may be reported, by kind: derived from the rulings.
    reports: ClassVar[dict[str, Report]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.reports = reports_of(cls)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        self.given = dict(options or {})
        self.options = self._read(self.given)

    @classmethod
    def drawn(cls) -> str:
        """What it is played with, as a picture; of one that says nothing, two cards and its initials."""
        return f"{lobby.cards(2, cls.id)} | {lobby.initials(cls.title)}"

    @classmethod
    def emblem(cls) -> str:
        """A small picture that no other game has."""
        return cls.look.emblem or cls.drawn()

    @classmethod
    def listed_under(cls) -> str:
        """Its category: as it says, or by what it is played with."""
        if cls.category or cls.look.results in ("wheel", "dice"):
            return cls.category or lobby.DICE_AND_WHEELS
        decks = next((choice.default for choice in cls.choices if choice.name == "decks"), "1")
        return lobby.HOUSE_POKER if decks == "1" else lobby.SHOE

    @classmethod
    def irregularities(cls) -> list[str]:
        return sorted(cls.reports)

    def rulings(self, kind: str) -> list[Ruling]:
        report = self.reports.get(kind)
        return report.rulings if report is not None else []

    def _read(self, options: Mapping[str, str]) -> dict[str, str]:
        known = {choice.name: choice for choice in self.choices}
        chosen = {name: choice.default for name, choice in known.items()}
        for name, value in options.items():
            if name not in known:
                raise BadOption(f"{self.id} has no option {name!r}; it has {', '.join(known)}")
            _check_value(self.id, known[name], value)
            chosen[name] = value
        return chosen


def two_backs(game: Definition) -> tuple[str, str] | None:
    """The backs of the deck in play and of the one that a shuffling device holds meanwhile, as the option has them:
    "red/blue". None for one deck."""
    text = game.options["backs"]
    if text == "one":
        return None
    in_play, _, loaded = (part.strip() for part in text.lower().partition("/"))
    if not in_play or not loaded:
        raise BadOption(f"{game.id}: backs={text} is not two colours; such as red/blue, or one")
    return in_play, loaded


def _check_value(game: str, choice: GameOption, value: str) -> None:
    free = choice.values[-1]
    if value in choice.values[:-1] or free == "text":
        return
    if free == "amount":
        try:
            if parse_amount(value) <= 0:
                raise BadAmount(f"{value!r} is not an amount above zero")
        except BadAmount as bad:
            raise BadOption(f"{game}: {choice.name}: {bad}") from None
    elif free == "number":
        if not (value.isascii() and value.isdigit() and len(value) <= 9):
            raise BadOption(f"{game}: {choice.name}={value} is not a number")
    elif value not in choice.values:
        raise BadOption(f"{game}: {choice.name}={value} is not allowed [{choice.clause}]; "
                        f"{choice.name} may be {', '.join(choice.values)}")
