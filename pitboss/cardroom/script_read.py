"""Reads a transcript of poker between players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.cardroom import usual_game
from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.nearest import nearest
from pitboss.equipment.cards import Card, parse_cards
from pitboss.table.transcripts import BadTranscript, read_lines

SEAT = re.compile(r"seat (\d{1,4}) (\S+) (\S+)")
ACT = re.compile(r"(\d{1,4}): *(.+)")
BOARDS = ("board", *(f"board {n}" for n in range(1, 17)))
# Lines as they are written, for one that is none of them.
_FORMS = (
    "option blinds=1/2", "button 3", "seat 1 Ann 200", "deal 1: Ah Kh", "1: call",
    "! time-expired seat=2", "dealer: check", "supervisor: void",
    "deal stub: 2c 3c", "= net Ann -6, Ben 6", "=! refused", "=! ruled", "next hand",
)
# Who may use a choice that the law gives an official.
OFFICIALS = ("supervisor:", "manager:")
# Reports that a seat was dealt another number of cards than the game deals; and those after which it may have lacked a
# card, if the hand was called off before it came.
MISCOUNTED = ("wrong-number-of-cards", "no-cards")
EXPOSED = ("card-exposed", "two-cards-face-up", "card-face-up-in-deck")
_EXPECTED = re.compile(r"=! (refused|ruled)(?: \[([^\]]+)\])?")


@dataclass(slots=True)
class ScriptLine:
    """A line that does something, and the clause of the refusal or of the ruling expected of it, if one is."""

    number: int
    text: str
    refused: str | None = None
    ruled: str | None = None


@dataclass(slots=True)
class Section:
    """One hand of a file: its cards, what is done before and in it, and what is expected of it."""

    deals: dict[str, list[Card]] = field(default_factory=dict)
    # The deck from the end of the first deal on, and after each shuffle.
    stubs: list[list[Card]] = field(default_factory=list)
    # Where each recipient's cards are first listed.
    deal_lines: dict[str, int] = field(default_factory=dict)
    lines: list[ScriptLine] = field(default_factory=list)
    expected: list[ScriptLine] = field(default_factory=list)


@dataclass(slots=True)
class RoomFile:
    """A file, read."""

    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    # Options that the file expects to be refused, and under which clause.
    refused_options: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    button: int | None = None
    hands: list[Section] = field(default_factory=lambda: [Section()])


def read(text: str) -> RoomFile:
    """Read a transcript of a card-room game."""
    script = RoomFile()
    read_lines(text, lambda number, line: _line(script, number, line))
    if not script.game:
        raise BadTranscript("line 1: a transcript starts with 'game <id>'")
    return script


def _line(script: RoomFile, number: int, line: str) -> None:
    word, _, rest = line.partition(" ")
    hand = script.hands[-1]
    if word in ("game", "option", "button") and _begun(script):
        raise ValueError(f"{line!r} comes too late: {word} lines stand above the first hand's first act")
    if word == "game":
        script.game = rest
    elif word == "option":
        script.options = script.options | dict(_pair(part) for part in rest.split())
    elif word == "button":
        script.button = whole(rest)
    elif word == "deal":
        to, _, cards = rest.partition(":")
        if to.strip() == "stub":
            hand.stubs.append(list(parse_cards(cards)))
            return
        hand.deals.setdefault(to.strip(), []).extend(parse_cards(cards))
        hand.deal_lines.setdefault(to.strip(), number)
    elif line == "next hand":
        script.hands.append(Section())
    elif match := _EXPECTED.fullmatch(line):
        if match[1] == "ruled" and hand.lines:
            hand.lines[-1].ruled = match[2] or ""
        else:
            _refused(script, number, match[2] or "")
    elif word == "=":
        hand.expected.append(ScriptLine(number, rest))
    elif SEAT.fullmatch(line) or ACT.fullmatch(line) or word in ("!", "dealer:", *OFFICIALS):
        hand.lines.append(ScriptLine(number, line))
    else:
        likely = nearest(line, (f"game {usual_game()}", *_FORMS))
        raise ValueError(f"{line!r} is not something this notation knows; {likely}")


def reported_of(section: Section, kinds: Sequence[str]) -> frozenset[str]:
    """The seats that reports of some kinds name."""
    seats: set[str] = set()
    for line in section.lines:
        mark, kind, *facts = (line.text + " ").split(" ")
        if mark == "!" and kind in kinds:
            seats |= {seat for fact in facts if fact.startswith("seat=") for seat in fact[5:].split(",")}
    return frozenset(seats)


def _begun(script: RoomFile) -> bool:
    """Has anything been done but taking seats?"""
    return len(script.hands) > 1 or any(not SEAT.fullmatch(line.text) for line in script.hands[0].lines)


def _refused(script: RoomFile, number: int, clause: str) -> None:
    """The line before, or the options if nothing was done yet, is expected to be refused."""
    if script.hands[-1].lines:
        script.hands[-1].lines[-1].refused = clause
    elif script.options and len(script.hands) == 1:
        script.refused_options.append((number, script.options, clause))
        script.options = {}
    else:
        raise ValueError("nothing was done that could be refused")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not name=value")
    return name, value


def whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(f"{text!r} is not a seat")
    return int(text)


class Queue:
    """Deals the cards of a file: to each recipient those written for it, in order. Seats of which a report says that
    their number of cards is wrong may have fewer, or more; those that had one taken away may lack the next."""

    def __init__(
        self, deals: Mapping[str, Sequence[Card]], miscounted: frozenset[str] = frozenset(),
        exposed: frozenset[str] = frozenset(),
    ) -> None:
        self.left = {to: list(cards) for to, cards in deals.items()}
        self.miscounted, self.may_lack = miscounted, miscounted | exposed

    def __call__(self, to: str, count: int) -> list[Card]:
        queue = self.left.get(to, [])
        if len(queue) < count and to in self.may_lack:
            queue = [*queue, *[HIDDEN] * (count - len(queue))]
        if len(queue) < count:
            whose = f"seat {to}" if to.isdigit() else to
            raise BadTranscript(f"no card is given for {whose}; write 'deal {to}: ...'")
        cards, self.left[to] = queue[:count], queue[count:]
        return cards
