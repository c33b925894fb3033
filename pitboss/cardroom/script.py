"""Plays a transcript of poker between players, hand after hand, and checks what it expects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pitboss.cardroom import showing
from pitboss.cardroom.clock import buy_time
from pitboss.cardroom.exchanges import discard_clause
from pitboss.cardroom.game import BET, SHOW, PokerGame
from pitboss.cardroom.gestures import Chips, catch_up, early, moves, puts, says, take_back
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.script_read import ACT, SEAT, Line, Queue, Script, Section, read, whole
from pitboss.cardroom.seating import Positions
from pitboss.cardroom.showdown import hands_read
from pitboss.cardroom.table import PokerTable
from pitboss.equipment.cards import parse_card, parse_cards
from pitboss.law import Refused
from pitboss.law.clauses import within
from pitboss.money import BadAmount, Cents, parse_amount, show_amount
from pitboss.table.definition import BadOption
from pitboss.table.transcripts import BadTranscript

__all__ = ["Played", "PlayedHand", "Script", "act", "play", "read"]

_PUTS = re.compile(r"(?:says (call|raise) )?puts ([\d.+]+) chips=(\d{1,4})(?: says (call|raise))?")
_SET = re.compile(r"set front (.+?) middle (.+?) back (.+)")
_LOOKS = re.compile(r"asks to see (\d{1,4})")
_REPORT = re.compile(r"! (time-expired|misdirected) seat=(\d{1,4})")

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
    # What was paid for joining before it.
    joining: Cents = 0


@dataclass(slots=True)
class Played:
    """A file played to its end: the table, its hands, and what did not come out as expected."""

    table: PokerTable
    hands: list[PlayedHand] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def hand(self) -> Hand:
        return self.hands[-1].hand


def play(script: Script, make: type[PokerGame]) -> Played:
    """Play a file to its end."""
    played = Played(PokerTable(make(script.options), script.button))
    played.failures += _refused_options(script, make)
    for section in script.hands:
        _play_hand(played, section)
        for line in section.expected:
            try:
                told = _check(played, line.text)
            except (BadAmount, ValueError) as bad:
                raise BadTranscript(f"line {line.number}: = {line.text}: {bad}") from None
            if told:
                played.failures.append(f"line {line.number}: expected {line.text}; {told}")
    return played


def _play_hand(played: Played, section: Section) -> None:
    """The lines of one hand: what comes before it, the hand itself, and what is done at the table meanwhile."""
    table = played.table
    joined: set[int] = set()
    now: PlayedHand | None = None
    for line in section.lines:
        try:
            found, refused = _at_the_table(table, line, joined)
            if not found:
                now = now or _deal(table, section, joined)
                refused = _in_the_hand(now.hand, line.text)
        except (BadAmount, ValueError) as bad:
            raise BadTranscript(f"line {line.number}: {bad}") from None
        _compare(played, line, refused)
    now = now or _deal(table, section, joined)
    h = now.hand
    if h.stage == SHOW:
        showing.show(h)
    if not h.over:
        raise BadTranscript(f"the hand is not over: seat {h.seats[h.turn]} is to act ({h.stage})")
    for place, seat in enumerate(h.seats):
        now.net[seat] += h.stacks[place]
    table.finish()
    played.hands.append(now)


def _at_the_table(table: PokerTable, line: Line, joined: set[int]) -> tuple[bool, Refused | None]:
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


def _deal(table: PokerTable, section: Section, joined: set[int]) -> PlayedHand:
    """The hand, with its blinds down and its first cards dealt."""
    names = {seat: player.name for seat, player in table.players.items()}
    stacks = {seat: player.stack for seat, player in table.players.items()}
    fee = table.game.fee_to_join
    runs = any(line.text.partition(":")[2].strip().startswith("run") for line in section.lines)
    try:
        h = table.start(given=Queue(section.deals), ask_runs=runs, ask_shows=table.game.asks_to_show)
    except ValueError as bad:
        raise BadTranscript(str(bad)) from None
    if isinstance(h, Refused):
        raise BadTranscript(str(h) if table.players else "nobody is seated; write 'seat 1 Ann 200'")
    assert table.positions is not None
    net = {seat: -fee if seat in joined else 0 for seat in names}
    for seat in h.seats:
        net[seat] -= stacks[seat]
    return PlayedHand(h, table.positions, names, net, fee * len(joined))


def _in_the_hand(h: Hand, text: str) -> Refused | None:
    seat, _, rest = text.partition(":")
    return _in_turn(h, int(seat), rest.strip()) if seat.isdigit() else _report(h, text)


def act(h: Hand, text: str) -> Refused | None:
    """Do what a line says, for the player whose turn it is."""
    word, _, rest = text.partition(" ")
    if match := _PUTS.fullmatch(text):
        motions = [parse_amount(part) for part in match[2].split("+")]
        first = motions[0] if len(motions) > 1 else 0
        return puts(h, Chips(sum(motions), int(match[3]), match[1] or "", first, match[4] or ""))
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
        case "taps" | "passes":
            return moves(h, text)
        case "decline":
            return h.decline()
        case "take":
            return h.take_kitty()
        case "set" if found := _SET.fullmatch(text):
            return h.set_hands(*map(parse_cards, found.groups()))
        case "buys" if text == "buys time":
            return buy_time(h)
        case "shows" if not rest:
            return showing.show(h)
        case "run":
            return h.run({"once": 1, "twice": 2}.get(rest) or whole(rest))
    raise ValueError(f"{text!r} is not an act this notation knows")


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
        return None if text == "dealer: play on" else _time_out(h)
    match = _REPORT.fullmatch(text)
    if match is None or int(match[2]) not in h.seats:
        raise ValueError(f"{text!r}: write '! time-expired seat=N' or '! misdirected seat=N'")
    place = h.seats.index(int(match[2]))
    if match[1] == "misdirected":
        return take_back(h, place)
    if h.turn != place:
        acts = "the hand is over" if h.over else f"seat {h.seats[h.turn]} is to act"
        return Refused(h.game.cites.turn, f"time of seat {match[2]}", acts)
    return _time_out(h) if h.game.clock_decides else None


def _time_out(h: Hand) -> Refused | None:
    refused = h.time_out()
    catch_up(h)
    return refused


def _in_turn(h: Hand, seat: int, text: str) -> Refused | None:
    word = text.partition(" ")[0]
    clause = h.game.cites.turn
    if word in ("discard", "stand"):
        clause = discard_clause(h.game)
    elif word == "run":
        clause = h.game.cites.runs
    if h.over or seat not in h.seats:
        return Refused(clause, f"seat {seat} is not in the hand", "wait")
    if match := _LOOKS.fullmatch(text):
        seen = whole(match[1])
        return showing.look(h, h.seats.index(seat), h.seats.index(seen) if seen in h.seats else -1)
    if h.seats[h.turn] == seat:
        refused = act(h, text)
        catch_up(h)
        return refused
    place = h.seats.index(seat)
    if h.stage == SHOW and word == "fold":
        return showing.give_up(h, place)
    if h.stage == BET and h.live >> place & 1 and not h.active >> place & 1:
        return Refused(h.game.cites.no_part, f"seat {seat} is all-in", f"seat {h.seats[h.turn]} acts")
    if h.stage != BET or not h.owes >> place & 1 or word in ("discard", "stand", "run"):
        clause = clause if h.hole[place] else h.game.cites.no_part
        return Refused(clause, f"seat {seat} has nothing to do now", f"seat {h.seats[h.turn]} acts")
    rest = text.partition(" ")[2]
    size = parse_amount(rest.removeprefix("to ")) if word in ("bet", "raise", "complete") else 0
    if match := _PUTS.fullmatch(text):
        size = h.bets[place] + sum(map(parse_amount, match[2].split("+")))
    return early(h, place, "raise" if size else word, size)


def _compare(played: Played, line: Line, refused: Refused | None) -> None:
    if refused is not None and line.refused is None:
        raise BadTranscript(f"line {line.number}: {refused}")
    if line.refused is None:
        return
    if refused is None:
        played.failures.append(f"line {line.number}: expected a refusal of {line.text!r}; it was accepted")
    elif line.refused and not within(refused.clause, line.refused):
        played.failures.append(f"line {line.number}: expected a refusal under {line.refused}; got {refused.clause}")


def _check(played: Played, text: str) -> str:
    """What a `=` line wrongly expects of the hand before it; "" when it holds."""
    said = text.split("[")[0].strip()
    now = played.hands[-1]
    word, _, rest = said.partition(" ")
    if word == "pot":
        return _check_pot(now, rest)
    if word == "net":
        return _check_net(now, rest)
    if word == "shows":
        seat, _, hand = rest.partition(" ")
        told = {now.hand.seats[i]: names for i, names in hands_read(now.hand)}.get(int(seat))
        return "" if told is not None and hand in told else f"seat {seat} shows {told}"
    facts: dict[str, Callable[[], str]] = {
        "commission": lambda: show_amount(sum(pot.taken for pot in now.hand.won) + now.hand.fees + now.joining),
        "called player": lambda: now.names[now.hand.seats[now.hand.game.shows_first(now.hand)]],
        "button": lambda: str(now.positions.button),
        "small blind": lambda: _blind(now, 0),
        "big blind": lambda: _blind(now, -1),
        "kill button": lambda: _kill(played.table),
    }
    for name, fact in facts.items():
        if said.startswith(f"{name} "):
            wanted = said.removeprefix(f"{name} ")
            wanted = show_amount(parse_amount(wanted)) if name == "commission" else wanted
            return "" if fact() == wanted else f"it is {fact()}"
    return f"{word!r} is nothing that can be expected"


def _check_pot(now: PlayedHand, rest: str) -> str:
    number, amount, winners = rest.split(" ", 2)
    index = int(number) - 1
    h = now.hand
    if index >= len(h.won):
        return f"there are {len(h.won)} pots"
    pot = h.won[index]
    got = {now.names[h.seats[i]] for i in pot.paid}
    wanted = {name.strip() for name in winners.split(",")}
    same = pot.amount == parse_amount(amount) and got == wanted
    return "" if same else f"pot {number} is {show_amount(pot.amount)}, to {', '.join(sorted(got))}"


def _check_net(now: PlayedHand, rest: str) -> str:
    """Every player named has so much more or less; nobody who is not named has won or lost anything."""
    left = {now.names[seat]: net for seat, net in now.net.items()}
    for part in rest.split(","):
        name, _, amount = part.strip().rpartition(" ")
        if name not in left:
            return f"there is no {name}"
        net = left.pop(name)
        sign = -1 if amount.startswith("-") else 1
        if net != sign * parse_amount(amount.lstrip("+-")):
            return f"{name} has {_signed(net)}"
    return "; ".join(f"{name}, not named, has {_signed(net)}" for name, net in left.items() if net)


def _signed(amount: Cents) -> str:
    return ("-" if amount < 0 else "") + show_amount(abs(amount))


def _blind(now: PlayedHand, number: int) -> str:
    """Who put down a compulsory blind."""
    h = now.hand
    if not now.positions.blinds or now.positions.blinds[number] not in h.seats:
        return "none"
    seat = now.positions.blinds[number]
    paid = any(blind.sets_price and h.seats[blind.place] == seat for blind in h.blinds)
    return now.names[seat] if paid else "none"


def _kill(table: PokerTable) -> str:
    return f"{table.kill.seat} {'kill' if table.kill.kill else 'leg up'}" if table.kill.seat else "neutral"
