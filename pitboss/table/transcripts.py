"""The transcript notation: text in, acts and expectations out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pitboss.equipment.cards import Card, parse_cards
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.acts import Answer, Ball, Choice, Close, CutAt, Dice, Irregular, Place, Take


class BadTranscript(ValueError):
    """A transcript that cannot be read or played; the message is one line naming the line."""


@dataclass(slots=True)
class Expected:
    """A `=` line: what a wager is said to have come to."""

    line: int
    hand: str
    player: str
    wager: str
    outcome: str
    amount: Cents | None
    clause: str
    text: str


@dataclass(slots=True)
class Step:
    """An act of the file, and what `=!` lines under it expect of it."""

    line: int
    act: Answer
    expect: list[tuple[str, str]] = field(default_factory=list)
    text: str = ""


@dataclass(slots=True)
class Transcript:
    """A file, read."""

    game: str = ""
    options: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Options the file expects to be refused: line, name, value and clause.
    refused_options: list[tuple[int, str, str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    deals: dict[str, list[tuple[int, Card]]] = field(default_factory=dict)
    breaks: list[int] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    commission: tuple[int, Cents] | None = None
    net: list[tuple[int, str, Cents]] = field(default_factory=list)


_BOX = re.compile(r"box (\d{1,3}) ([^:]+): *(.+)")
_DECISION = re.compile(r"(\d{1,3}[a-z]?)(?: ([^:]+))?: *(.+)")
_OFFICE = re.compile(r"(supervisor|manager|operator|dealer|boxperson|stickperson): *(.+)")
_EXPECTED = re.compile(
    r"= (\d{1,3}[a-z]?) (\S+) (.+?) (win|lose|surrender|stand-off|void)(?: ([\d.]+))?(?: \[([^\]]+)\])?"
)
_FLAG = re.compile(r"=! (refused|ruled|announced|referred)(?: \[([^\]]+)\])?")
MOST_LINES = 20_000


def parse(text: str) -> Transcript:
    """Read a transcript.

    >>> parse("game qld/roulette\\nbox 1 Ann: red 5\\nspin 17").game
    'qld/roulette'
    """
    read = Transcript()
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadTranscript(f"a transcript has at most {MOST_LINES} lines; this one has {len(lines)}")
    for number, raw in enumerate(lines, 1):
        line = raw.split("#", 1)[0].strip()
        if line:
            try:
                _line(read, number, line)
            except (BadAmount, ValueError) as bad:
                raise BadTranscript(f"line {number}: {bad}") from None
    if not read.game:
        raise BadTranscript("line 1: a transcript starts with 'game <id>'")
    return read


def _line(read: Transcript, number: int, line: str) -> None:
    line = " ".join(line.split())
    word, _, rest = line.partition(" ")
    if word == "game":
        if read.game:
            raise ValueError("the game is already named")
        read.game = rest.strip()
    elif not read.game:
        raise ValueError("a transcript starts with 'game <id>'")
    elif word == "option":
        for pair in rest.split():
            name, _, value = pair.partition("=")
            read.options[name] = (number, value)
    elif word == "deal":
        _deal(read, number, rest)
    elif line == "next round":
        read.breaks.append(number)
    elif word == "=!":
        _flag(read, number, line)
    elif word == "=":
        _expectation(read, number, line, rest)
    else:
        read.steps.append(Step(number, act(line), text=line))


def _deal(read: Transcript, number: int, rest: str) -> None:
    to, colon, cards = rest.partition(":")
    if not colon:
        raise ValueError("write 'deal <hand>: <cards>'")
    queue = read.deals.setdefault(to.strip(), [])
    queue.extend((number, card) for card in parse_cards(cards))


def _flag(read: Transcript, number: int, line: str) -> None:
    match = _FLAG.fullmatch(line)
    if match is None:
        raise ValueError(f"{line!r}: write '=! refused [clause]' (or ruled, announced, referred)")
    what, clause = match[1], match[2] or ""
    last_option = max((at for at, _ in read.options.values()), default=0)
    last_step = read.steps[-1].line if read.steps else 0
    if what == "refused" and last_option > last_step:
        for name in [name for name, (at, _) in read.options.items() if at == last_option]:
            read.refused_options.append((last_option, name, read.options.pop(name)[1], clause))
    elif read.steps:
        read.steps[-1].expect.append((what, clause))
    else:
        raise ValueError(f"{line!r} follows no act")


def _expectation(read: Transcript, number: int, line: str, rest: str) -> None:
    word, _, more = rest.partition(" ")
    if word == "commission":
        read.commission = (number, parse_amount(more.split("[")[0].strip()))
    elif word == "net":
        for part in more.split(","):
            name, _, amount = part.strip().rpartition(" ")
            sign = -1 if amount.startswith("-") else 1
            read.net.append((number, name, sign * parse_amount(amount.lstrip("+-"))))
    else:
        match = _EXPECTED.fullmatch(line)
        if match is None:
            raise ValueError(f"{line!r}: write '= box Name wager outcome amount [clause]'")
        hand, player, wager, outcome, amount, clause = match.groups()
        cents = parse_amount(amount) if amount else None
        read.expected.append(Expected(number, hand, player, wager, outcome, cents, clause or "", line))


def act(line: str) -> Answer:
    """Read one act."""
    word, _, rest = line.partition(" ")
    if line == "no more bets":
        return Close()
    if word == "roll":
        return Dice(tuple(_number(part) for part in rest.split()))
    if word == "spin":
        return Ball(rest.strip())
    if word == "cut":
        return CutAt(_number(rest))
    if word == "!":
        if not rest.strip():
            raise ValueError("write '! kind key=value ...'")
        kind, *facts = rest.split()
        return Irregular(kind, dict(_pair(fact) for fact in facts))
    if match := _BOX.fullmatch(line):
        words = match[3].split()
        first = next((n for n, word in enumerate(words) if "=" in word), len(words))
        wagers = tuple(_wager(part.strip()) for part in " ".join(words[:first]).split(","))
        return Place(int(match[1]), match[2].strip(), wagers, dict(_pair(word) for word in words[first:]))
    if match := _DECISION.fullmatch(line):
        return _decision(match[1], (match[2] or "").strip(), match[3].strip())
    if match := _OFFICE.fullmatch(line):
        return Choice(match[1], match[2].strip())
    raise ValueError(f"{line!r} is not an act this notation knows")


def _number(text: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) <= 9):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def _pair(fact: str) -> tuple[str, str]:
    key, equals, value = fact.partition("=")
    if not equals:
        raise ValueError(f"{fact!r}: write key=value")
    return key, value


def _wager(text: str) -> tuple[str, Cents]:
    name, _, amount = text.rpartition(" ")
    if not name:
        raise ValueError(f"{text!r}: a wager is its name and an amount")
    return name, parse_amount(amount)


def _decision(hand: str, player: str, text: str) -> Answer:
    box = int(hand.rstrip("abcdefghijklmnopqrstuvwxyz"))
    if text.startswith("remove "):
        return Take(box, player, text.removeprefix("remove ").strip())
    if match := re.fullmatch(r"reduce (.+) to (\S+)", text):
        return Take(box, player, match[1], parse_amount(match[2]))
    name, _, last = text.rpartition(" ")
    if name and not name.startswith(("on ", "off ")) and name not in ("on", "off", "apply to"):
        try:
            return Choice(hand, name, player, parse_amount(last))
        except BadAmount:
            if last[:1] in "-+0123456789" and not last[-1:].isalpha():
                raise
    return Choice(hand, text, player)
