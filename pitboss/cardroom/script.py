"""Plays a transcript of poker between players, and checks what it expects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.cardroom.game import BET, Blind, PokerGame
from pitboss.cardroom.gestures import Chips, catch_up, early, puts, says, take_back
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import hands_read
from pitboss.equipment.cards import Card, parse_card, parse_cards
from pitboss.law import Refused
from pitboss.law.clauses import within
from pitboss.money import BadAmount, Cents, parse_amount, show_amount
from pitboss.table.definition import BadOption
from pitboss.table.transcripts import MOST_LINES, BadTranscript

_SEAT = re.compile(r"seat (\d{1,4}) (\S+) (\S+)")
_ACT = re.compile(r"(\d{1,4}): *(.+)")
_PUTS = re.compile(r"(?:says (call|raise) )?puts ([\d.+]+) chips=(\d{1,4})")
_STRADDLE = re.compile(r"(\d{1,4}): straddle (\S+)")
_SET = re.compile(r"set front (.+?) middle (.+?) back (.+)")
_REPORT = re.compile(r"! (time-expired|misdirected) seat=(\d{1,4})")
_REFUSED = re.compile(r"=! refused(?: \[([^\]]+)\])?")


@dataclass(slots=True)
class Line:
    """A line that does something, and the refusal expected of it, if one is."""

    number: int
    text: str
    refused: str | None = None


# A line, and the refusal that came of it.
Result = tuple[Line, Refused | None]


@dataclass(slots=True)
class Script:
    """A file, read."""

    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    # Options that the file expects to be refused, and under which clause.
    refused_options: list[tuple[int, dict[str, str], str]] = field(default_factory=list)
    button: int | None = None
    seats: dict[int, tuple[str, Cents]] = field(default_factory=dict)
    deals: dict[str, list[Card]] = field(default_factory=dict)
    acts: list[Line] = field(default_factory=list)
    expected: list[Line] = field(default_factory=list)


def read(text: str) -> Script:
    """Read a transcript of a card-room game."""
    script = Script()
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadTranscript(f"a transcript has at most {MOST_LINES} lines; this one has {len(lines)}")
    for number, raw in enumerate(lines, 1):
        line = " ".join(raw.split("#", 1)[0].split())
        if line:
            try:
                _line(script, number, line)
            except (BadAmount, ValueError) as bad:
                raise BadTranscript(f"line {number}: {bad}") from None
    if not script.game:
        raise BadTranscript("line 1: a transcript starts with 'game <id>'")
    return script


def _line(script: Script, number: int, line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "game":
        script.game = rest
    elif word == "option":
        script.options = script.options | dict(_pair(part) for part in rest.split())
    elif word == "button":
        script.button = _whole(rest)
    elif word == "deal":
        to, _, cards = rest.partition(":")
        script.deals.setdefault(to.strip(), []).extend(parse_cards(cards))
    elif match := _SEAT.fullmatch(line):
        script.seats[_whole(match[1])] = (match[2], parse_amount(match[3]))
    elif match := _REFUSED.fullmatch(line):
        if script.acts:
            script.acts[-1].refused = match[1] or ""
        elif script.options:
            script.refused_options.append((number, script.options, match[1] or ""))
            script.options = {}
        else:
            raise ValueError("nothing was done that could be refused")
    elif word == "=":
        script.expected.append(Line(number, rest))
    elif _ACT.fullmatch(line) or word in ("!", "dealer:"):
        script.acts.append(Line(number, line))
    else:
        raise ValueError(f"{line!r} is not something this notation knows")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} is not name=value")
    return name, value


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{text!r} is not a seat")
    return int(text)


class Queue:
    """Deals the cards of a file: to each recipient those written for it, in order."""

    def __init__(self, deals: Mapping[str, Sequence[Card]]) -> None:
        self.left = {to: list(cards) for to, cards in deals.items()}

    def __call__(self, to: str, count: int) -> list[Card]:
        queue = self.left.get(to, [])
        if len(queue) < count:
            whose = f"seat {to}" if to.isdigit() else to
            raise BadTranscript(f"no card is given for {whose}; write 'deal {to}: ...'")
        cards, self.left[to] = queue[:count], queue[count:]
        return cards


def begin(script: Script, game: PokerGame) -> tuple[Hand, list[Result]]:
    """The hand that a file describes, with its blinds down and its first cards dealt, and what was refused so far."""
    seats = sorted(script.seats)
    if not seats:
        raise BadTranscript("nobody is seated; write 'seat 1 Ann 200'")
    if game.has_button and script.button is None:
        raise BadTranscript("nobody has the button; write 'button 1'")
    button = script.button if script.button is not None and game.has_button else seats[-1]
    order = game.order(seats, button)
    refused = game.refuse_players(len(order))
    if refused is not None:
        raise BadTranscript(str(refused))
    straddles, results = _before_the_cards(script, game, order)
    runs = any(line.text.partition(":")[2].strip().startswith("run") for line in script.acts)
    stacks = [script.seats[seat][1] - game.fee_to_join for seat in order]
    return Hand(
        game, order, stacks, (), given=Queue(script.deals), ask_runs=runs,
        button=order.index(button) if button in order else None, straddles=straddles,
    ), results


def _before_the_cards(script: Script, game: PokerGame, order: Sequence[int]) -> tuple[list[Blind], list[Result]]:
    """Straddles, and what came of each line that asked for one; those lines are done with."""
    made: list[Blind] = []
    results: list[Result] = []
    while script.acts and (match := _STRADDLE.fullmatch(script.acts[0].text)):
        line = script.acts.pop(0)
        found = game.straddle(len(order), order.index(int(match[1])), parse_amount(match[2]))
        if isinstance(found, Refused):
            results.append((line, found))
        else:
            made.append(found)
            results.append((line, None))
    return made, results


def act(h: Hand, text: str) -> Refused | None:
    """Do what a line says, for the player whose turn it is."""
    word, _, rest = text.partition(" ")
    if match := _PUTS.fullmatch(text):
        motions = [parse_amount(part) for part in match[2].split("+")]
        first = motions[0] if len(motions) > 1 else 0
        return puts(h, Chips(sum(motions), int(match[3]), match[1] or "", first))
    match word:
        case "fold":
            return h.fold()
        case "check":
            return h.check()
        case "call":
            return h.call()
        case "all-in":
            return h.all_in()
        case "bet" | "raise" | "complete":
            return h.wager(parse_amount(rest.removeprefix("to ")))
        case "discard":
            return h.discard([parse_card(card) for card in rest.split()])
        case "stand":
            return h.discard(())
        case "says":
            if rest.startswith("raise to "):
                to = parse_amount(rest.removeprefix("raise to "))
                return puts(h, Chips(to - h.bets[h.turn], 0, "raise"))
            return says(h, rest)
        case "decline":
            return h.decline()
        case "take":
            return h.take_kitty()
        case "set" if found := _SET.fullmatch(text):
            return h.set_hands(*map(parse_cards, found.groups()))
        case "run":
            return h.run({"once": 1, "twice": 2}.get(rest) or _whole(rest))
    raise ValueError(f"{text!r} is not an act this notation knows")


@dataclass(slots=True)
class PlayedHand:
    """A file played to its end: the hand, and what did not come out as expected."""

    hand: Hand
    names: dict[int, str]
    joining: Cents = 0
    failures: list[str] = field(default_factory=list)


def play(script: Script, make: type[PokerGame]) -> PlayedHand:
    """Play a file to its end."""
    game = make(script.options)
    h, before = begin(script, game)
    names = {place: script.seats[seat][0] for place, seat in enumerate(h.seats)}
    played = PlayedHand(h, names, game.fee_to_join * len(names))
    played.failures += _refused_options(script, make)
    for line, refused in before:
        _compare(played, line, refused)
    for line in script.acts:
        seat, _, text = line.text.partition(":")
        try:
            refused = _in_turn(h, int(seat), text.strip()) if seat.isdigit() else _report(h, line.text)
        except (BadAmount, ValueError) as bad:
            raise BadTranscript(f"line {line.number}: {bad}") from None
        _compare(played, line, refused)
    if not h.over:
        raise BadTranscript(f"the hand is not over: seat {h.seats[h.turn]} is to act ({h.stage})")
    started = [script.seats[seat][1] for seat in h.seats]
    for line in script.expected:
        told = _check(played, line.text, started)
        if told:
            played.failures.append(f"line {line.number}: expected {line.text}; {told}")
    return played


def _refused_options(script: Script, make: type[PokerGame]) -> Iterator[str]:
    """Options that were expected to be refused, and were not, or under another clause."""
    for number, options, clause in script.refused_options:
        try:
            make(options)
        except BadOption as bad:
            if clause not in str(bad):
                yield f"line {number}: expected a refusal under {clause}; got {bad}"
        else:
            yield f"line {number}: expected a refusal; the options were accepted"


def _report(h: Hand, text: str) -> Refused | None:
    """Something besides an act: a player's time has passed, or the dealer sent the wrong one to act."""
    if text.startswith("dealer: "):
        refused = None if text == "dealer: play on" else h.time_out()
        catch_up(h)
        return refused
    match = _REPORT.fullmatch(text)
    if match is None or int(match[2]) not in h.seats:
        raise ValueError(f"{text!r}: write '! time-expired seat=N' or '! misdirected seat=N'")
    place = h.seats.index(int(match[2]))
    if match[1] == "misdirected":
        return take_back(h, place)
    if h.turn != place:
        return Refused(h.game.cites.turn, f"time of seat {match[2]}", f"seat {h.seats[h.turn]} is to act")
    return None


def _in_turn(h: Hand, seat: int, text: str) -> Refused | None:
    if h.over or seat not in h.seats:
        return Refused(h.game.cites.turn, f"seat {seat} is not in the hand", "wait")
    if h.seats[h.turn] == seat:
        refused = act(h, text)
        catch_up(h)
        return refused
    place = h.seats.index(seat)
    if h.live >> place & 1 and not h.active >> place & 1:
        return Refused(h.game.cites.no_part, f"seat {seat} is all-in", f"seat {h.seats[h.turn]} acts")
    if h.stage != BET or not h.owes >> place & 1:
        return Refused(h.game.cites.turn, f"seat {seat} has nothing to do now", f"seat {h.seats[h.turn]} acts")
    word, _, rest = text.partition(" ")
    size = parse_amount(rest.removeprefix("to ")) if word in ("bet", "raise", "complete") else 0
    return early(h, place, "raise" if size else word, size)


def _compare(played: PlayedHand, line: Line, refused: Refused | None) -> None:
    if refused is not None and line.refused is None:
        raise BadTranscript(f"line {line.number}: {refused}")
    if line.refused is None:
        return
    if refused is None:
        played.failures.append(f"line {line.number}: expected a refusal of {line.text!r}; it was accepted")
    elif line.refused and not within(refused.clause, line.refused):
        played.failures.append(f"line {line.number}: expected a refusal under {line.refused}; got {refused.clause}")


def _check(played: PlayedHand, text: str, started: Sequence[Cents]) -> str:
    """What a `=` line wrongly expects; "" when it holds."""
    word, _, rest = text.split("[")[0].strip().partition(" ")
    h, names = played.hand, played.names
    if word == "pot":
        number, amount, winners = rest.split(" ", 2)
        index = int(number) - 1
        if index >= len(h.won):
            return f"there are {len(h.won)} pots"
        pot = h.won[index]
        got = {names[i] for i in pot.paid}
        wanted = {name.strip() for name in winners.split(",")}
        same = pot.amount == parse_amount(amount) and got == wanted
        return "" if same else f"pot {number} is {show_amount(pot.amount)}, to {', '.join(sorted(got))}"
    if word == "commission":
        taken = sum(pot.taken for pot in h.won) + h.fees + played.joining
        return "" if taken == parse_amount(rest) else f"it is {show_amount(taken)}"
    if word == "net":
        for part in rest.split(","):
            name, _, amount = part.strip().rpartition(" ")
            place = next((i for i, known in names.items() if known == name), None)
            if place is None:
                return f"there is no {name}"
            net = h.stacks[place] - started[place]
            sign = -1 if amount.startswith("-") else 1
            if net != sign * parse_amount(amount.lstrip("+-")):
                return f"{name} has {'-' if net < 0 else ''}{show_amount(abs(net))}"
        return ""
    if word == "shows":
        seat, _, hand = rest.partition(" ")
        seen = {h.seats[i]: names for i, names in hands_read(h)}
        told = seen.get(int(seat))
        return "" if told is not None and hand in told else f"seat {seat} shows {told}"
    return f"{word!r} is nothing that can be expected"
