"""Plays a transcript of poker between players, hand after hand, and checks what it expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pitboss.cardroom.acts import Push, RunBoard, Show
from pitboss.cardroom.dead_hands import SENT_AWAY
from pitboss.cardroom.game import PUSH, RUNS, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.nearest import nearest
from pitboss.cardroom.refusals import bound_acts
from pitboss.cardroom.script_acts import FORMS, Course, RuledLine, act, in_the_hand
from pitboss.cardroom.script_check import differs
from pitboss.cardroom.script_read import (
    ACT,
    BOARDS,
    EXPOSED,
    MISCOUNTED,
    SEAT,
    Queue,
    RoomFile,
    ScriptLine,
    Section,
    read,
    reported_of,
    whole,
)
from pitboss.cardroom.seating import Positions
from pitboss.cardroom.table import PokerTable
from pitboss.cardroom.void import Before, call_off, remember
from pitboss.law import Refused
from pitboss.law.clauses import within
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.definition import BadOption
from pitboss.table.transcripts import BadTranscript

__all__ = ["FORMS", "PlayedFile", "PlayedHand", "RoomFile", "RuledLine", "act", "play", "read"]

# What is done at the table rather than in the hand, by its words.
AT_THE_TABLE: dict[str, Callable[[PokerTable, int, str], Refused | None]] = {
    "leaves": lambda table, seat, _: table.leave(seat),
    "sits out": lambda table, seat, _: table.away(seat),
    "sits out without approval": lambda table, seat, _: table.away(seat, approved=False),
    "returns": lambda table, seat, _: table.back(seat),
    "returns late": lambda table, seat, _: table.back(seat, in_time=False),
    "moves to": lambda table, seat, to: table.move(seat, whole(to)),
    "post": lambda table, seat, amount: table.post(seat, parse_amount(amount)),
    "wait": lambda table, seat, _: table.wait(seat),
    "straddle": lambda table, seat, amount: table.straddle(seat, parse_amount(amount)),
    "kill": lambda table, seat, amount: table.post_kill(seat, parse_amount(amount)),
    "refuses the kill": lambda table, seat, _: table.refuse_kill(seat),
    "adds": lambda table, seat, amount: table.top_up(seat, parse_amount(amount)),
    "removes": lambda table, seat, amount: table.take_off(seat, parse_amount(amount)),
    "passes the button": lambda table, seat, _: table.refuse_button(seat),
}


@dataclass(slots=True)
class PlayedHand:
    """One hand of a file: the positions it was played in, and by seat who played and what came of it."""

    hand: Hand
    positions: Positions
    names: dict[int, str]
    net: dict[int, Cents]
    # The table before the cards, which a hand that is called off comes back to; none where there is no table.
    before: Before | None = None
    # What was paid for joining before it.
    joining: Cents = 0
    course: Course = field(default_factory=Course)
    # Cards that were listed and not needed, a line each.
    notes: list[str] = field(default_factory=list)

    @property
    def rulings(self) -> list[RuledLine]:
        return self.course.rulings


@dataclass(slots=True)
class PlayedFile:
    """A file played to its end: the table, its hands, and what did not come out as expected."""

    table: PokerTable
    hands: list[PlayedHand] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def hand(self) -> Hand:
        return self.hands[-1].hand


def play(script: RoomFile, make: type[PokerGame], *, strict: bool = False) -> PlayedFile:
    """Play a file to its end. `strict`: a card that is listed and not needed is an error."""
    played = PlayedFile(PokerTable(make(script.options), script.button))
    played.failures += _refused_options(script, make)
    for section in script.hands:
        _play_hand(played, section, strict)
        for line in section.expected:
            try:
                difference = differs(played, line.text)
            except (BadAmount, ValueError) as bad:
                raise BadTranscript(f"line {line.number}: = {line.text}: {bad}") from None
            if difference:
                played.failures.append(f"line {line.number}: expected {line.text}; {difference}")
    return played


def _play_hand(played: PlayedFile, section: Section, strict: bool) -> None:
    """The lines of one hand: what comes before it, the hand itself, and what is done at the table meanwhile."""
    table, cards = played.table, Queue(section.deals, reported_of(section, MISCOUNTED), reported_of(section, EXPOSED))
    joined: set[int] = set()
    now: PlayedHand | None = None
    for line in section.lines:
        with _numbered(line):
            at_table, refused = _at_the_table(table, line, joined)
        if not at_table:
            if now is None:
                _check_recipients(table, section)
            with _numbered(line):
                now = now or _deal(table, section, cards, joined)
                _run_once(now.hand, line)
                _check_stub(now.hand, line)
                refused = in_the_hand(now.hand, now.course, line)
        _compare(played, None if now is None else now.course, line, refused)
    if now is None:
        _check_recipients(table, section)
        now = _deal(table, section, cards, joined)
    h = now.hand
    _end(h)
    if not h.over:
        waits = f"seat {h.seats[h.turn]} is to act ({h.stage})"
        if h.bound is not None:
            waits = f"seat {h.seats[h.turn]} must {bound_acts(h, h.bound)} [{h.bound.clause}]"
        raise BadTranscript(f"the hand is not over: {waits}")
    _note_leftovers(now, section, cards, strict)
    for place, seat in enumerate(h.seats):
        now.net[seat] += h.stacks[place]
    if h.void is None:
        table.finish()
        for event in h.log:
            if event.what == SENT_AWAY:
                table.leave(h.seats[event.place])
    elif now.before is not None:
        call_off(table, now.before)
    now.notes += now.course.referred
    played.hands.append(now)


def _end(h: Hand) -> None:
    """The hand as far as it goes by itself: hands are shown, and the pots are pushed."""
    _run_once(h)
    try:
        _check_stub(h)
    except ValueError as bad:
        raise BadTranscript(str(bad)) from None
    if h.stage == SHOW:
        h.do(Show())
    refused = h.do(Push()) if h.stage == PUSH else None
    if refused is not None:
        raise BadTranscript(f"at the end: {refused}")


def _run_once(h: Hand, line: ScriptLine | None = None) -> None:
    """Where players could agree on several boards and say nothing, there is one; a report may still come before."""
    said = line.text.partition(":")[2].strip() if line is not None else ""
    if line is not None and (said.startswith("run") or not ACT.fullmatch(line.text)):
        return
    while h.stage == RUNS:
        h.do(RunBoard(1))


def _check_stub(h: Hand, line: ScriptLine | None = None) -> None:
    """The deck that a file tells has the cards that were needed of it; a report may tell that fewer were."""
    if line is not None and line.text.startswith("!"):
        return
    if h.repairs is not None and h.given is None and len(h.deck) < h.repairs.untold:
        raise ValueError("the stub has too few cards; write more of them in the last 'deal stub: ...'")


@contextmanager
def _numbered(line: ScriptLine) -> Iterator[None]:
    """What is wrong with a line says which one it is."""
    try:
        yield
    except (BadAmount, ValueError) as bad:
        raise BadTranscript(f"line {line.number}: {bad}") from None


def _note_leftovers(now: PlayedHand, section: Section, cards: Queue, strict: bool) -> None:
    """What is still in the queues when the hand is over."""
    for to, left in cards.left.items():
        if left and to not in cards.miscounted:
            whose = f"seat {to}" if to.isdigit() else f"the {to}"
            note = f"{' '.join(left)} {'was' if len(left) == 1 else 'were'} listed for {whose} and not needed"
            if strict:
                raise BadTranscript(f"line {section.deal_lines[to]}: {note}")
            now.notes.append(note)


def _at_the_table(table: PokerTable, line: ScriptLine, joined: set[int]) -> tuple[bool, Refused | None]:
    """Whether a line is about the table rather than the hand, and what came of it."""
    if match := SEAT.fullmatch(line.text):
        seat = int(match[1])
        refused = table.sit(seat, match[2], parse_amount(match[3]))
        joined |= {seat} if refused is None else set()
        return True, refused
    match = ACT.fullmatch(line.text)
    if match is None:
        return False, None
    words, _, last = match[2].rpartition(" ")
    known = AT_THE_TABLE.get(match[2]) or AT_THE_TABLE.get(words)
    return known is not None, known(table, int(match[1]), last) if known else None


def _deal(table: PokerTable, section: Section, cards: Queue, joined: set[int]) -> PlayedHand:
    """The hand, with its blinds down and its first cards dealt."""
    names = {seat: player.name for seat, player in table.players.items()}
    stacks = {seat: player.stack for seat, player in table.players.items()}
    fee, game = table.game.fee_to_join, table.game
    runs = any(_about_runs(line) for line in section.lines)
    before = remember(table)
    try:
        h = table.start(given=cards, ask_runs=runs, ask_shows=game.asks_to_show or game.may_muck, held=True,
                        stubs=section.stubs)
    except ValueError as bad:
        raise BadTranscript(str(bad)) from None
    if isinstance(h, Refused):
        raise BadTranscript(str(h) if table.players else "nobody is seated; write 'seat 1 Ann 200'")
    assert table.positions is not None
    net = {seat: -fee if seat in joined else 0 for seat in names}
    for seat in h.seats:
        net[seat] -= stacks[seat]
    return PlayedHand(h, table.positions, names, net, before, fee * len(joined))


def _about_runs(line: ScriptLine) -> bool:
    """Is a line about several boards, or about what may happen before players agree on them?"""
    words = line.text.split()
    return line.text.partition(":")[2].strip().startswith("run") or (
        words[0] == "!" and ("hand=board" in words or "not-enough-cards" in words))


def _check_recipients(table: PokerTable, section: Section) -> None:
    """Cards are listed for seats that are taken, for the boards, and for the kitty."""
    known = [*map(str, sorted(table.players)), "board", "board 2", *["kitty"] * (table.game.kitty is not None)]
    for to, number in section.deal_lines.items():
        if table.players and to not in known and to not in BOARDS:
            what = f"nobody sits at seat {to}" if to.isdigit() else f"{to!r} gets no cards here"
            raise BadTranscript(f"line {number}: {what}; {nearest(to, known)}")


def _refused_options(script: RoomFile, make: type[PokerGame]) -> Iterator[str]:
    """Options that were expected to be refused, and were not, or under another clause."""
    for number, options, clause in script.refused_options:
        try:
            make(options)
        except BadOption as bad:
            if clause not in str(bad):
                yield f"line {number}: expected a refusal under {clause}; got {bad}"
        else:
            yield f"line {number}: expected a refusal; the options were accepted"


def _was_ruled(course: Course | None, number: int, clause: str) -> bool:
    rulings = course.rulings if course is not None else []
    return any(ruling.line == number and (not clause or within(ruling.clause, clause)) for ruling in rulings)


def _compare(played: PlayedFile, course: Course | None, line: ScriptLine, refused: Refused | None) -> None:
    if refused is not None and line.refused is None:
        raise BadTranscript(f"line {line.number}: {refused}")
    if line.ruled is not None and not _was_ruled(course, line.number, line.ruled):
        played.failures.append(f"line {line.number}: expected a ruling{f' under {line.ruled}' * bool(line.ruled)}")
    if line.refused is None:
        return
    if refused is None:
        played.failures.append(f"line {line.number}: expected a refusal of {line.text!r}; it was accepted")
    elif line.refused and not within(refused.clause, line.refused):
        played.failures.append(f"line {line.number}: expected a refusal under {line.refused}; got {refused.clause}")
