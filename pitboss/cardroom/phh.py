"""Hands in the PHH format (poker hand history, a TOML file): read, check, and write.

The format knows eleven codes of variants; all but badugi are games of the Melbourne book, and are played as such.
What happens in a hand is in `phh_play`, how a hand becomes a file in `phh_write`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from pitboss.money import LARGEST_AMOUNT, Cents
from pitboss.table.transcripts import BadTranscript

# A hand takes a few thousand letters; what is much longer is something else.
MOST_LETTERS, MOST_ACTIONS, MOST_PLAYERS = 64_000, 2_000, 100
# What a player is given whose stack the file does not know ("inf").
UNKNOWN_STACK: Cents = LARGEST_AMOUNT
_HEADER = re.compile(r"^\[[ \t]*([\w\"'-]+)[ \t]*\][ \t]*(?:#.*)?\r?$", re.M)
# Keys of many parts take a parser of TOML very long.
_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_KEY}(?:\s*+\.\s*+{_KEY}){{12}}")
_AMOUNT = re.compile(r"[0-9][0-9,]{0,20}(?:\.[0-9]{1,20})?")


class BadPhh(BadTranscript):
    """A file that is no hand in this format, or one that cannot be played; the message is one line."""


class Variant(NamedTuple):
    """What a code of the format stands for, besides the game; which games it fits, these say themselves."""

    structure: str
    deck: int = 52
    stud: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields a hand must have, besides those that all have."""
        bets = ("small_bet", "big_bet") if self.structure == "fixed" else ("min_bet",)
        return ("antes", "bring_in" if self.stud else "blinds_or_straddles", *bets, "starting_stacks", "actions")


VARIANTS = {
    "NT": Variant("no-limit"), "FT": Variant("fixed"), "NS": Variant("no-limit", deck=36),
    "PO": Variant("pot-limit"), "FO/8": Variant("fixed"),
    "F7S": Variant("fixed", stud=True), "F7S/8": Variant("fixed", stud=True), "FR": Variant("fixed", stud=True),
    "N2L1D": Variant("no-limit"), "F2L3D": Variant("fixed"),
}


@cache
def played_as(code: str) -> tuple[str, ...]:
    """The games that a code can be written for; a file that names none is played as the first.

    >>> played_as("PO")
    ('mel/omaha', 'qld/omaha-poker')
    """
    from pitboss.rulebooks import card_games

    return tuple(id for id, game in card_games().items() if code in game.phh)


# Options that the fields of a file state.
STATED = ("structure", "deck", "blinds", "ante", "bring-in", "bet", "big-bet")


class PhhHand(NamedTuple):
    """A hand as a file states it; money in cents, players in the order of the file."""

    variant: str
    antes: tuple[Cents, ...]
    blinds: tuple[Cents, ...]
    bring_in: Cents
    # The bets of the earlier and the later rounds, or twice the least bet.
    small: Cents
    big: Cents
    stacks: tuple[Cents, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...] = ()
    finishing: tuple[Cents, ...] | None = None
    # The game, and those of its options that have no field in the format.
    game: str = ""
    options: Mapping[str, str] = {}


# -- reading -------------------------------------------------------------------------------------------------


def loads(text: str) -> list[PhhHand]:
    """The hands of a file: one, or several under a heading each ([1], [2], ...).

    >>> hand = '''variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [0.50, 1]
    ... min_bet = 1
    ... starting_stacks = [100, 40]
    ... actions = ["d dh p1 AsAd", "d dh p2 7c2d", "p2 f"]'''
    >>> loads(hand)[0].blinds
    (50, 100)
    """
    hands: list[PhhHand] = []
    for name, part in _parts(text):
        try:
            hands.append(_record(_toml(part)))
        except BadPhh as bad:
            raise BadPhh(f"{name}{bad}") from None
    return hands


def looks_like_phh(text: str) -> bool:
    """Is this more likely a file in this format than a transcript?"""
    for line in text.splitlines():
        line = line.strip()
        if line and not line.startswith("#"):
            return bool(re.match(r"\[|[\w\"'-]+\s*=", line)) and not line.startswith("=")
    return False


def _parts(text: str) -> list[tuple[str, str]]:
    """The hands of a file, each with the words that an error about it opens with."""
    heads = list(_HEADER.finditer(text))
    # A hand of its own may have a heading for fields that only its writer knows.
    if not heads or re.search(r"^[ \t]*variant\b", text[: heads[0].start()], re.M):
        return [("", text)]
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [(f"hand {head[1]}: ", text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _toml(text: str) -> dict[str, Any]:
    if len(text) > MOST_LETTERS:
        raise BadPhh(f"a hand has at most {MOST_LETTERS} letters; this one has {len(text)}")
    if _LONG_KEY.search(text):
        raise BadPhh("a key has too many parts; PHH fields have plain names such as starting_stacks")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise BadPhh("not a PHH file: values are nested too deeply") from None
    except (ValueError, ArithmeticError) as bad:
        raise BadPhh(f"not a PHH file: {bad}") from None


def _record(data: Mapping[str, Any]) -> PhhHand:
    code = data.get("variant")
    if code is None:
        raise BadPhh("variant: missing; such as variant = 'NT'")
    if not isinstance(code, str) or code not in VARIANTS:
        why = "is badugi, which none of the rulebooks has" if code == "FB" else "is not a variant"
        raise BadPhh(f"variant: {_told(code)} {why}; it may be {', '.join(VARIANTS)}")
    variant = VARIANTS[code]
    for field in variant.fields:
        if field not in data:
            raise BadPhh(f"{field}: missing; {code} needs {', '.join(variant.fields)}")
    stacks = _amounts(data, "starting_stacks")
    players = len(stacks)
    if players < 2 or not all(stacks):
        raise BadPhh("starting_stacks: two players or more, each with chips")
    least, most = ("small_bet", "big_bet") if variant.structure == "fixed" else ("min_bet", "min_bet")
    return PhhHand(
        code,
        _amounts(data, "antes", players),
        () if variant.stud else _amounts(data, "blinds_or_straddles", players),
        _one(data, "bring_in") if variant.stud else 0,
        _one(data, least), _one(data, most), stacks,
        _actions(data["actions"]),
        _names(data.get("players"), players),
        _amounts(data, "finishing_stacks", players) if "finishing_stacks" in data else None,
        *_own_fields(data, code),
    )


def _amounts(data: Mapping[str, Any], field: str, count: int = 0) -> tuple[Cents, ...]:
    """A list of amounts, one for each player."""
    values = data[field]
    if not isinstance(values, list):
        raise BadPhh(f"{field}: {_told(values)} is not a list of amounts")
    if count and len(values) != count:
        raise BadPhh(f"{field}: {len(values)} amounts for {count} players")
    if len(values) > MOST_PLAYERS:
        raise BadPhh(f"{field}: {len(values)} players; no table has so many")
    unknown = field == "starting_stacks"
    return tuple(
        UNKNOWN_STACK if unknown and isinstance(value, Decimal) and value == Decimal("inf") else cents(value, field)
        for value in values
    )


def _one(data: Mapping[str, Any], field: str) -> Cents:
    amount = cents(data[field], field)
    if not amount:
        raise BadPhh(f"{field}: it must be above zero")
    return amount


def cents(value: Any, field: str) -> Cents:
    """An amount of a file in cents."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole and not (isinstance(value, Decimal) and value.is_finite()):
        raise BadPhh(f"{field}: {_told(value)} is not an amount")
    if not 0 <= value <= LARGEST_AMOUNT // 100:
        raise BadPhh(f"{field}: {_told(value)} is out of range; from 0 to {LARGEST_AMOUNT // 100}")
    exact = value * 100
    if exact != int(exact):
        raise BadPhh(f"{field}: {_told(value)} is not in whole cents")
    return int(exact)


def amount_of(text: str, where: str) -> Cents:
    """An amount as it is written in an action: 2, 2.50, 1,000."""
    if not _AMOUNT.fullmatch(text):
        raise BadPhh(f"{where}: {_told(text)} is not an amount")
    return cents(Decimal(text.replace(",", "")), where)


def _actions(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(action, str) for action in value):
        raise BadPhh(f"actions: {_told(value)} is not a list of texts")
    if len(value) > MOST_ACTIONS:
        raise BadPhh(f"actions: at most {MOST_ACTIONS}; there are {len(value)}")
    return tuple(value)


def _names(value: Any, count: int) -> tuple[str, ...]:
    """What the players are called: by their names where the file has them, each told from the others."""
    labels = [f"p{n}" for n in range(1, count + 1)]
    if value is None:
        return tuple(labels)
    if not isinstance(value, list) or len(value) != count or not all(isinstance(name, str) for name in value):
        raise BadPhh(f"players: {_told(value)} is not a list of {count} names")
    names = [" ".join(name.split())[:40] for name in value]
    return tuple(
        label if not name else name if names.count(name) == 1 and name not in labels else f"{name} ({label})"
        for label, name in zip(labels, names, strict=True)
    )


def _own_fields(data: Mapping[str, Any], code: str) -> tuple[str, Mapping[str, str]]:
    """The fields that only our own files have: another game than the code stands for, and options without a field."""
    known = played_as(code)
    game, options = data.get("_game", known[0]), data.get("_options", {})
    if game not in known:
        raise BadPhh(f"_game: {_told(game)} is not played under this code; {' or '.join(known)}")
    if not isinstance(options, dict) or not all(isinstance(text, str) for text in options.values()):
        raise BadPhh(f"_options: {_told(options)} is not a table of texts")
    for name in options:
        if name in STATED:
            raise BadPhh(f"_options: {name} is stated by other fields")
    return game, options


def _told(value: Any) -> str:
    """A value as an error shows it: short, whatever it is."""
    try:
        text = repr(value) if isinstance(value, str | int | Decimal) else f"a {type(value).__name__}"
    except ValueError:
        return "a number of thousands of digits"
    text = text.removeprefix("Decimal('").removesuffix("')") if isinstance(value, Decimal) else text
    return text if len(text) <= 60 else f"{text[:40]}...{text[-17:]}"


# -- writing -------------------------------------------------------------------------------------------------


def write(records: PhhHand | Sequence[PhhHand]) -> str:
    """One hand as a file of its own, or several under a heading each."""
    if isinstance(records, PhhHand):
        return _written(records)
    return "\n".join(f"[{number}]\n{_written(record)}" for number, record in enumerate(records, 1))


def _written(record: PhhHand) -> str:
    variant = VARIANTS[record.variant]
    fixed = variant.structure == "fixed"
    fields: dict[str, Any] = {"variant": record.variant, "antes": record.antes}
    fields |= {"bring_in": record.bring_in} if variant.stud else {"blinds_or_straddles": record.blinds}
    fields |= {"small_bet": record.small, "big_bet": record.big} if fixed else {"min_bet": record.small}
    fields |= {"starting_stacks": record.stacks, "actions": record.actions}
    if record.players:
        fields["players"] = record.players
    if record.finishing is not None:
        fields["finishing_stacks"] = record.finishing
    if record.game and record.game != played_as(record.variant)[0]:
        fields["_game"] = record.game
    if record.options:
        fields["_options"] = record.options
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: Any) -> str:
    """A value as TOML has it; whole numbers are cents."""
    if isinstance(value, int):
        return f"{value // 100}.{value % 100:02}" if value % 100 else str(value // 100)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(name)} = {_value(part)}" for name, part in value.items()) + "}"
    if any(isinstance(part, str) for part in value) and sum(map(len, value)) > 80:
        return "[\n" + "".join(f"  {_value(part)},\n" for part in value) + "]"
    return "[" + ", ".join(map(_value, value)) + "]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else f"\\U{ord(letter):08X}" for letter in escaped) + '"'
