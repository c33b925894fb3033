"""What a line of a transcript does in a hand: acts in turn and out of it, gestures, reports, and why a line comes to
nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cardroom import acts
from pitboss.cardroom.acts import Act
from pitboss.cardroom.exchanges import discard_clause
from pitboss.cardroom.game import BET, OVER, PUSH, SHOW, Event
from pitboss.cardroom.gestures import FREE, RULED
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.nearest import nearest
from pitboss.cardroom.refusals import bound_acts, held_to
from pitboss.cardroom.script_read import ScriptLine, whole
from pitboss.equipment.cards import parse_card, parse_cards
from pitboss.law import Clause, Refused, Ruled
from pitboss.money import parse_amount, show_amount
from pitboss.table.facts import Referred, Rejected

_PUTS = re.compile(r"(?:says (call|raise) )?puts ([\d.+]+) chips=(\d{1,4})(?: says (call|raise))?")
_SET = re.compile(r"set front (.+?) middle (.+?) back (.+)")
_LOOKS = re.compile(r"asks to see (\d{1,4})")
_OF_A_SEAT = re.compile(r"! (time-expired|misdirected) seat=(\d{1,4})")
_FACT = re.compile(r"([a-z-]+)=(\S+)")

# Every act in a hand, as it is written.
FORMS = (
    "fold", "check", "call", "bet 6", "raise to 6", "complete to 6", "all-in", "puts 25 chips=1", "says raise",
    "taps", "passes cards", "discard As Kd", "stand pat", "take kitty", "decline to raise", "run twice",
    "set front ... middle ... back ...", "buys time", "shows", "asks to see 2", "all-in option",
)
_WORDS = {form.split()[0] for form in FORMS}
# Acts that one word says, whatever follows it; and those that must be written so.
WORDS: dict[str, Act] = {
    "fold": acts.FOLD, "check": acts.CHECK, "call": acts.CALL, "all-in": acts.ALL_IN, "decline": acts.DECLINE,
    "stand": acts.Discard(), "take": acts.TAKE_KITTY,
}
PLAIN: dict[str, Act] = {"buys time": acts.BUY_TIME, "shows": acts.Show(), "all-in option": acts.AllInOption()}


class RuledLine(NamedTuple):
    """What the book makes of a gesture, of an act out of turn or of a report (seat 0): which line, whose and what it
    was, and what it is."""

    line: int
    seat: int
    did: str
    ruling: str
    clause: Clause


@dataclass(slots=True)
class Course:
    """How a hand of a file has come to where it is: the lines at which players folded or acted too early and at which
    the betting ended, and what was ruled."""

    folded: dict[int, int] = field(default_factory=dict)
    early: dict[int, ScriptLine] = field(default_factory=dict)
    ended: int = 0
    rulings: list[RuledLine] = field(default_factory=list)
    # Reports that the book has no answer to.
    referred: list[str] = field(default_factory=list)
    # What was reported last, for an official to use a choice that the law gives him.
    reported: acts.Reported | None = None


def in_the_hand(h: Hand, course: Course, line: ScriptLine) -> Refused | None:
    """Do what a line says, and keep what will explain later lines."""
    before = len(h.noted)
    seat, _, rest = line.text.partition(":")
    refused = _by_seat(h, course, int(seat), rest.strip()) if seat.isdigit() else _report(h, course, line)
    if refused is None:
        _follow(h, course, line, h.log[before:])
    return refused


def _follow(h: Hand, course: Course, line: ScriptLine, events: tuple[Event, ...]) -> None:
    seat = line.text.partition(":")[0]
    if seat.isdigit() and h.seats.index(int(seat)) in h.early:
        course.early[int(seat)] = line
    for event in (event for event in events if event.place >= 0):
        whose = h.seats[event.place]
        if event.what in ("fold", "gives up"):
            course.folded[whose] = line.number
        elif event.what.startswith(RULED):
            of = line if seat == str(whose) else course.early.get(whose, line)
            did = of.text.partition(":")[2].strip()
            course.rulings.append(RuledLine(of.number, whose, did, _ruling(h, event), event.clause))
    if h.stage in (SHOW, PUSH, OVER) and not course.ended:
        course.ended = line.number


def _ruling(h: Hand, event: Event) -> str:
    """A ruling in words."""
    what, size = event.what.removeprefix(RULED), show_amount(event.amount)
    if h.bound is not None and what == ", ".join(map(acts.word, h.bound.acts)):
        return f"must {bound_acts(h, h.bound)}"
    return {"raise": f"a bet of {size} in all", "all-in": "all-in", FREE: "not bound by it"}.get(what, f"a {what}")


def act(h: Hand, text: str) -> Refused | None:
    """Do what a line says, for the player whose turn it is."""
    return h.do(read_act(h, h.turn, text))


def read_act(h: Hand, place: int, text: str) -> Act:
    """The act that a line says, of the player at a place."""
    word, _, rest = text.partition(" ")
    if text in PLAIN:
        return PLAIN[text]
    if match := _PUTS.fullmatch(text):
        motions = [parse_amount(part) for part in match[2].split("+")]
        first = motions[0] if len(motions) > 1 else 0
        return acts.PutChips(sum(motions), int(match[3]), match[1] or "", first, match[4] or "")
    match word:
        case "fold" | "check" | "call" | "all-in" | "decline" | "stand" | "take":
            return WORDS[word]
        case "bet" | "raise" | "complete":
            return acts.WagerTo(_size(h, word, rest))
        case "discard":
            return acts.Discard(tuple(parse_card(card) for card in rest.split()))
        case "says" if rest.startswith("raise to "):
            return acts.PutChips(parse_amount(rest.removeprefix("raise to ")) - h.bets[place], 0, "raise")
        case "says":
            return acts.Say(rest)
        case "taps" | "passes":
            return acts.Motion(text)
        case "set" if parts := _SET.fullmatch(text):
            return acts.SetHands(tuple(tuple(parse_cards(cards)) for cards in parts.groups()))
        case "run":
            return acts.RunBoard({"once": 1, "twice": 2}.get(rest) or whole(rest))
        case "asks" if parts := _LOOKS.fullmatch(text):
            seen = whole(parts[1])
            return acts.AskToSee(h.seats.index(seen) if seen in h.seats else -1)
    raise _unknown(text)


def _unknown(text: str) -> ValueError:
    return ValueError(f"{text!r} is not an act this notation knows; {nearest(text, FORMS)}")


def _size(h: Hand, word: str, rest: str) -> int:
    """What a bet comes to; a raise must say that it is this, since "raise 6" may mean 6 more."""
    to = parse_amount(rest.removeprefix("to "))
    if word != "bet" and not rest.startswith("to "):
        more = show_amount(h.price + to)
        raise ValueError(f"{word} {rest} may mean two things; write '{word} to {rest}' for a bet of {rest} in all, or "
                         f"'{word} to {more}' for {rest} more than the {show_amount(h.price)} that is bet")
    return to


# -- whose turn it is ----------------------------------------------------------------------------------------


def _by_seat(h: Hand, course: Course, seat: int, text: str) -> Refused | None:
    """A line of one seat: in turn, out of it, at the showdown, or why there is nothing for it to do."""
    word = text.partition(" ")[0]
    if word not in _WORDS:
        raise _unknown(text)
    if seat not in h.seats:
        playing = ", ".join(map(str, sorted(h.seats)))
        return Refused(_clause(h, word), f"seat {seat} is not in the hand", f"seats {playing} are")
    place = h.seats.index(seat)
    if text in PLAIN and type(PLAIN[text]) is acts.AllInOption:
        return h.do(PLAIN[text], place)
    if word != "asks" and (h.stage in (PUSH, OVER) or (h.stage == SHOW and word not in ("fold", "shows"))):
        return Refused(_clause(h, word), f"seat {seat}: {text}", _too_late(h, course))
    if h.stage == SHOW and word == "fold":
        return h.do(acts.Muck(waits=True), place)
    late = word == "discard" and h.game.owes_discard(h, place)
    if word != "asks" and not late and h.turn != place and (refused := _out_of_turn(h, course, place, text)):
        return refused
    return h.do(read_act(h, place, text), place)


def _clause(h: Hand, word: str) -> Clause:
    """The clause under which an act is refused that has no place."""
    if word in ("discard", "stand"):
        return discard_clause(h.game)
    return h.game.cites.runs if word == "run" else h.game.cites.turn


def _too_late(h: Hand, course: Course) -> str:
    since = f"since line {course.ended}" if course.ended else "with the deal"
    if h.stage != SHOW:
        return f"the hand is over {since}"
    return f"the betting is over {since}; what is left is 'fold', 'shows' and 'asks to see N'"


def _out_of_turn(h: Hand, course: Course, place: int, text: str) -> Refused | None:
    """Why a seat that is not to act has nothing to do at all, with the line since when."""
    word = text.partition(" ")[0]
    seat, clause, turn = h.seats[place], _clause(h, word), f"seat {h.seats[h.turn]} acts"
    if h.bound is not None:
        return held_to(h, f"seat {seat}: {text}")
    if seat in course.folded:
        no_part = clause if h.hole[place] else h.game.cites.no_part
        return Refused(no_part, f"seat {seat}: {text}", f"it has folded at line {course.folded[seat]}; {turn}")
    if h.stage == BET and h.live >> place & 1 and not h.active >> place & 1:
        return Refused(h.game.cites.no_part, f"seat {seat} is all-in", turn)
    if h.stage != BET or not h.owes >> place & 1 or word in ("discard", "stand", "run"):
        clause = clause if h.hole[place] else h.game.cites.no_part
        return Refused(clause, f"seat {seat} has nothing to do now", turn)
    return None


# -- reports -------------------------------------------------------------------------------------------------


def _report(h: Hand, course: Course, line: ScriptLine) -> Refused | None:
    """Something besides an act: a player's time has passed, the dealer sent the wrong one to act, or something went
    wrong that the book rules on."""
    text, word = line.text, line.text.partition(" ")[2].partition(" ")[0]
    if text.startswith("dealer: "):
        return None if text == "dealer: play on" else h.do(acts.TIME_OUT)
    if not text.startswith("!"):
        return _decided(h, course, line)
    if word not in ("time-expired", "misdirected") or word in h.game.reports:
        return _ruled(h, course, line, word)
    match = _OF_A_SEAT.fullmatch(text)
    if match is None or int(match[2]) not in h.seats:
        raise ValueError(f"{text!r}: write '! time-expired seat=N' or '! misdirected seat=N'")
    place = h.seats.index(int(match[2]))
    if match[1] == "misdirected":
        return h.do(acts.UNDO, place)
    if h.turn != place:
        whose = "the hand is over" if h.over else f"seat {h.seats[h.turn]} is to act"
        return Refused(h.game.cites.turn, f"time of seat {match[2]}", whose)
    return h.do(acts.TIME_OUT) if h.game.clock_decides else None


def _ruled(h: Hand, course: Course, line: ScriptLine, kind: str) -> Refused | None:
    """What the book makes of a report."""
    from pitboss.rulebooks import card_games

    facts: dict[str, str] = {}
    for part in line.text.split()[2:]:
        match = _FACT.fullmatch(part)
        if match is None:
            raise ValueError(f"{part!r} is not name=value")
        facts[match[1]] = match[2]
    if not any(kind in game.reports for game in card_games().values()) and kind not in h.game.reports:
        raise ValueError(f"{kind!r} is nothing that is reported; "
                         f"{nearest(kind, ['time-expired', 'misdirected', *h.game.irregularities()])}")
    course.reported = acts.Reported(kind, facts)
    return _report_made(h, course, line, course.reported)


def _decided(h: Hand, course: Course, line: ScriptLine) -> Refused | None:
    """An official uses a choice that the law gives him on what was reported last."""
    official, _, decided = line.text.partition(":")
    if course.reported is None or not decided.strip():
        raise ValueError(f"{line.text!r}: nothing was reported that a {official} could decide on")
    kind, facts = course.reported.kind, course.reported.facts
    more = {"decided": decided.strip().replace(" ", "-"), "official": official}
    return _report_made(h, course, line, acts.Reported(kind, facts | more))


def _report_made(h: Hand, course: Course, line: ScriptLine, report: acts.Reported) -> Refused | None:
    """A report, and what came of it."""
    kind = report.kind
    outcome = h.report(kind, report.facts)
    match outcome:
        case Rejected() if line.refused == "":
            # The file knows that the report makes no sense; no clause is needed for that.
            return Refused(h.game.cites.turn, kind, outcome.what)
        case Rejected():
            raise ValueError(outcome.what)
        case Referred():
            course.referred.append(f"line {line.number}: {kind}: {outcome.what}")
        case Ruled():
            ruling = outcome.what.removeprefix(f"{kind}: ")
            course.rulings.append(RuledLine(line.number, 0, line.text.removeprefix("! "), ruling, outcome.clause))
    return outcome if isinstance(outcome, Refused) else None
