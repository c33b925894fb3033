"""The transcript notation: text in, acts and expectations out."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from difflib import get_close_matches

from pitboss.equipment.cards import Card
from pitboss.equipment.pieces import parse_pieces
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.acts import BACK, Answer, Ball, Choice, Close, CutAt, Dice, Irregular, Place, Take
from pitboss.table.facts import DEALER
from pitboss.table.game import Game
from pitboss.table.hands import read_hand
from pitboss.table.reports import MANAGER, OPERATOR, SUPERVISOR
from pitboss.table.wording import OUTCOMES, nearest


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
class StateLine:
    """A line that tells how the table stands when a round begins ("banker 5 Eve"), and what `=!` lines under it expect
    of it."""

    line: int
    word: str
    text: str
    expect: list[tuple[str, str]] = field(default_factory=list)

    @property
    def box(self) -> str:
        """The box that it names first; "" where it names none."""
        first = self.text.partition(" ")[0]
        return first if first.isdigit() else ""


@dataclass(slots=True)
class Transcript:
    """A file, read."""

    game: str = ""
    options: dict[str, tuple[int, str]] = field(default_factory=dict)
    # Options the file expects to be refused: line, name, value and clause.
    refused_options: list[tuple[int, str, str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    state_lines: list[StateLine] = field(default_factory=list)
    deals: dict[str, list[tuple[int, Card]]] = field(default_factory=dict)
    # Lines of cards the file expects to be refused, with the clause.
    refused_deals: dict[int, str] = field(default_factory=dict)
    breaks: list[int] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    commission: tuple[int, Cents] | None = None
    net: list[tuple[int, str, Cents]] = field(default_factory=list)


_BOX = re.compile(r"box (\d{1,3}) ([^:]+): *(.+)", re.I)
_DECISION = re.compile(r"(\d{1,3}[a-z]?)(?: ([^:]+))?: *(.+)", re.I)
_OFFICE = re.compile(r"([a-z]+): *(.+)", re.I)
# Officials whose decisions a file of any game may tell; each game adds those that it asks.
OFFICIALS = frozenset({SUPERVISOR, MANAGER, OPERATOR, DEALER})
_OUTCOME = "|".join(sorted(OUTCOMES, key=len, reverse=True))
_EXPECTED = re.compile(
    rf"= (\d{{1,3}}[a-z]?) (\S.*?) ({_OUTCOME})(?: \$?([\d.]+))?(?: \[([^\]]+)\])?", re.I
)
_FLAG = re.compile(r"=! (refused|ruled|announced|referred)(?: \[([^\]]+)\])?", re.I)
_CARD = re.compile(r"(?:10|[2-9TJQKA])([cdhs♣♦♥♠]?)", re.I)
# A sum of a thousand or more as many people write it; a comma stands between wagers here.
_THOUSANDS = re.compile(r"(?<![\w=,/])\$?\d{1,3}(?:,\d{3})+(?![\w/])")
# What may follow is a person's name, kept as it is written.
_NAMES_SOMEBODY = "authorise "
_CLOSING = ("no more bets", "no bets", "bets closed")
MOST_LINES = 20_000


def parse(text: str) -> Transcript:
    """Read a transcript.

    >>> parse("game qld/roulette\\nbox 1 Ann: red 5\\nspin 17").game
    'qld/roulette'
    """
    read = Transcript()
    read_lines(text, lambda number, line: _line(read, number, line))
    if not read.game:
        raise BadTranscript("line 1: a transcript starts with 'game <id>'")
    return read


def read_lines(text: str, read: Callable[[int, str], None]) -> None:
    """Have every line read that says something, without its comment; what is wrong with one is told with its number."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadTranscript(f"a transcript has at most {MOST_LINES} lines; this one has {len(lines)}")
    for number, raw in enumerate(lines, 1):
        line = " ".join(raw.split("#", 1)[0].split())
        if line:
            try:
                read(number, line)
            except (BadAmount, ValueError) as bad:
                raise BadTranscript(f"line {number}: {bad}") from None


def _line(read: Transcript, number: int, line: str) -> None:
    line = line.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    word, _, rest = line.partition(" ")
    word = word.lower()
    if word == "game":
        if read.game:
            raise ValueError("the game is already named")
        read.game = rest.strip().lower()
    elif not read.game:
        raise ValueError("a transcript starts with 'game <id>'")
    elif word == "option":
        for pair in rest.split():
            name, _, value = pair.partition("=")
            read.options[name.lower()] = (number, value)
    elif word == "deal":
        _deal(read, number, rest)
    elif line.lower() == "next round":
        read.breaks.append(number)
    elif word == "=!":
        _flag(read, number, line)
    elif word == "=":
        _expectation(read, number, line, rest)
    elif word in state_words(read.game):
        read.state_lines.append(StateLine(number, word, rest))
    else:
        read.steps.append(Step(number, act(line, officials(read.game)), text=line))


def state_words(id: str) -> tuple[str, ...]:
    """First words of the lines that tell how a table of a game stands."""
    known = Game.registry.get(id)
    return known.state_words if known is not None else ()


def officials(id: str) -> frozenset[str]:
    """Those whose decisions a file of a game may tell."""
    make = Game.registry.get(id)
    return OFFICIALS | ({by for by, _ in make.all_decisions} if make is not None else set())


def _deal(read: Transcript, number: int, rest: str) -> None:
    to, colon, cards = rest.partition(":")
    if not colon:
        to, _, cards = rest.partition(" ")
    if not cards.strip():
        raise ValueError("write 'deal <hand>: <cards>'")
    queue = read.deals.setdefault(to.strip().lower(), [])
    queue.extend((number, card) for word in cards.replace(",", " ").split()
                 for card in ((BACK,) if word == BACK else parse_pieces(word)))


def _flag(read: Transcript, number: int, line: str) -> None:
    match = _FLAG.fullmatch(line)
    if match is None:
        raise ValueError(f"{line!r}: write '=! refused [clause]' (or ruled, announced, referred)")
    what, clause = match[1].lower(), match[2] or ""
    last_option = max((at for at, _ in read.options.values()), default=0)
    last_step = read.steps[-1].line if read.steps else 0
    last_deal = max((cards[-1][0] for cards in read.deals.values() if cards), default=0)
    last_state = read.state_lines[-1].line if read.state_lines else 0
    if last_state > max(last_step, last_option, last_deal):
        read.state_lines[-1].expect.append((what, clause))
    elif what == "refused" and last_deal > max(last_step, last_option):
        read.refused_deals[last_deal] = clause
    elif what == "refused" and last_option > last_step:
        for name in [name for name, (at, _) in read.options.items() if at == last_option]:
            read.refused_options.append((last_option, name, read.options.pop(name)[1], clause))
    elif read.steps:
        read.steps[-1].expect.append((what, clause))
    else:
        raise ValueError(f"{line!r} follows no act")


def _expectation(read: Transcript, number: int, line: str, rest: str) -> None:
    word, _, more = rest.partition(" ")
    if word.lower() == "commission":
        read.commission = (number, _amount(more.split("[")[0].strip()))
    elif word.lower() == "net":
        for part in more.split(","):
            name, _, amount = part.strip().rpartition(" ")
            sign = -1 if amount.startswith("-") else 1
            read.net.append((number, name, sign * _amount(amount.lstrip("+-"))))
    else:
        match = _EXPECTED.fullmatch(_no_thousands(line))
        if match is None:
            raise ValueError(_no_result(line))
        hand, whose, outcome, amount, clause = match.groups()
        player, wager = _split_name(read, whose)
        if not wager:
            raise ValueError(_no_result(line))
        cents = parse_amount(amount) if amount else None
        read.expected.append(
            Expected(number, hand.lower(), player, wager.lower(), OUTCOMES[outcome.lower()], cents, clause or "", line)
        )


def _split_name(read: Transcript, whose: str) -> tuple[str, str]:
    """A player and a wager; a name of several words is known from the wagers placed under it."""
    players = {step.act.player for step in read.steps if type(step.act) is Place}
    known = [player for player in players if whose.startswith(f"{player} ")]
    player = max(known, key=len) if known else whose.partition(" ")[0]
    return player, whose[len(player) :].strip()


def _no_result(line: str) -> str:
    close = [word for word in line.lower().split() if get_close_matches(word, OUTCOMES, 1, 0.7)]
    hint = nearest(close[-1], OUTCOMES) if close and close[-1] not in OUTCOMES else ""
    known = "win, lose, stand-off, void, surrender"
    return f"{line!r}: write '= box Name wager outcome amount [clause]'; outcomes are {known}{hint}"


def act(line: str, officials: Collection[str] = OFFICIALS) -> Answer:
    """Read one act."""
    word, _, rest = line.partition(" ")
    word = word.lower()
    if line.lower() in _CLOSING:
        return Close()
    if word == "roll":
        return Dice(tuple(_number(part, "; write dice as 'roll 3 4'") for part in rest.replace(",", " ").split()))
    if word == "spin":
        return Ball(rest.strip())
    if word == "cut":
        return CutAt(_number(rest))
    if word == "!":
        if not rest.strip():
            raise ValueError("write '! kind key=value ...'")
        kind, *facts = rest.split()
        return Irregular(kind.lower(), dict(_pair(fact) for fact in facts))
    if match := _BOX.fullmatch(line):
        words = _no_thousands(match[3]).split()
        first = next((n for n, word in enumerate(words) if "=" in word), len(words))
        wagers = tuple(_wager(part.strip()) for part in " ".join(words[:first]).split(","))
        return Place(int(match[1]), match[2].strip(), wagers, dict(_pair(word) for word in words[first:]))
    if match := _DECISION.fullmatch(line):
        _refuse_cards(match[1], match[3])
        return _decision(match[1].lower(), (match[2] or "").strip(), _no_thousands(match[3]).strip())
    if (match := _OFFICE.fullmatch(line)) and match[1].lower() in officials:
        _refuse_cards(match[1], match[2])
        return Choice(match[1].lower(), match[2].strip().lower())
    raise ValueError(_unknown_act(line))


def _refuse_cards(hand: str, text: str) -> None:
    """Cards where a decision belongs."""
    cards = [_CARD.fullmatch(word) for word in text.replace(",", " ").split()]
    if all(cards):
        each = "" if all(card and card[1] for card in cards) else "; each card is a rank and a suit, such as Kh"
        raise ValueError(f"{text!r} is no decision; cards are written 'deal {hand.lower()}: ...'{each}")


def _unknown_act(line: str) -> str:
    """What to write in the place of a line that nobody can read."""
    if match := re.match(r"box (\d+) *: *(.*)", line, re.I):
        return f"{line!r} has no player; write 'box {match[1]} Ann: {match[2]}', with the player's name"
    if match := re.match(r"box (\d+) (\S+) (.+)", line, re.I):
        return f"{line!r} has no colon; write 'box {match[1]} {match[2]}: {match[3]}', with a colon after the name"
    if match := re.match(r"(\d+[a-z]?) (.+)", line, re.I):
        return f"{line!r} has no colon; write '{match[1]}: {match[2]}', with a colon after the box"
    if match := re.match(r"[^:]+: *(.+)", line):
        return f"{line!r} does not start with a box; write '1: {match[1]}' for a decision, 'deal 1: Ah Kh' for cards"
    return (f"{line!r} is not an act this notation knows; write wagers as 'box 1 Ann: 10', cards as 'deal 1: Ah Kh', "
            "decisions as '1: stand'")


def _no_thousands(text: str) -> str:
    """The same text, once it is known that no sum in it has a comma."""
    if match := _THOUSANDS.search(text):
        raise ValueError(f"{match[0]} has a comma inside; write {match[0].replace(',', '').lstrip('$')}")
    return text


def _amount(text: str) -> Cents:
    return parse_amount(text.removeprefix("$"))


def _number(text: str, hint: str = "") -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) <= 9):
        raise ValueError(f"{text!r} is not a whole number{hint}")
    return int(text)


def _pair(fact: str) -> tuple[str, str]:
    key, equals, value = fact.partition("=")
    if not equals:
        raise ValueError(f"{fact!r}: write key=value")
    return key.lower(), value


def _wager(text: str) -> tuple[str, Cents]:
    """A wager's name and amount; the name is empty where only an amount is written."""
    name, _, amount = text.rpartition(" ")
    if not name and not amount.removeprefix("$")[:1].isdecimal():
        raise ValueError(f"{text!r}: a wager is its name and an amount")
    return name.lower(), _amount(amount)


def _decision(hand: str, player: str, text: str) -> Answer:
    box, _ = read_hand(hand)
    somebody = text.lower().startswith(_NAMES_SOMEBODY)
    text = _NAMES_SOMEBODY + text[len(_NAMES_SOMEBODY) :] if somebody else text.lower()
    if text.startswith("remove "):
        return Take(box, player, text.removeprefix("remove ").strip())
    if match := re.fullmatch(r"reduce (.+) to (\S+)", text):
        return Take(box, player, match[1], _amount(match[2]))
    name, _, last = text.rpartition(" ")
    if name and not name.startswith(("on ", "off ")) and name not in ("on", "off", "apply to"):
        try:
            return Choice(hand, name, player, _amount(last))
        except BadAmount:
            if last[:1] in "$-+0123456789" and not read_hand(last)[1]:
                raise
    return Choice(hand, text, player)
