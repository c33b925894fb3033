"""The journal: one line a round, holding the answers that made it and what came of it.
A line carries its own checksum, so damage is found before anything is believed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from pitboss.law.clauses import Clause, UnknownClause, clause
from pitboss.money import Cents
from pitboss.table.acts import Answer
from pitboss.table.facts import AnyEvent, Settled, as_text, encode_events


class BadJournal(ValueError):
    """A journal that cannot be believed; the message is one line."""


class Record(msgspec.Struct):
    """Everything needed to play a round again and to tell whether it came out the same."""

    game: str
    options: dict[str, str]
    state: dict[str, Any]
    standing: list[list[Any]]
    answers: list[Answer]
    lines: list[Settled]
    net: dict[str, Cents]
    events: str
    id: str = ""
    proof: tuple[str, str] | None = None


def digest(events: Sequence[AnyEvent]) -> str:
    """A fingerprint of all that happened."""
    return hashlib.sha256(encode_events(events)).hexdigest()


_encode = msgspec.json.Encoder(enc_hook=as_text, order=None).encode


def _clause(kind: type, text: str) -> Clause:
    try:
        return clause(text)
    except UnknownClause as unknown:
        raise ValueError(str(unknown)) from None


_decode = msgspec.json.Decoder(Record, dec_hook=_clause).decode


def write_record(file: IO[bytes], record: Record) -> None:
    """Append one round: checksum, a space, the record."""
    body = _encode(record)
    file.write(hashlib.sha256(body).hexdigest()[:16].encode() + b" " + body + b"\n")


def read_records(path: Path) -> Iterator[Record]:
    """Every round of a journal, or BadJournal at the first line that is damaged."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadJournal(f"{path}: {error.strerror}") from None
    if not data.strip():
        raise BadJournal(f"{path}: the journal is empty")
    for number, line in enumerate(data.splitlines(), 1):
        where = f"{path}: round {number}"
        mark, _, body = line.partition(b" ")
        if hashlib.sha256(body).hexdigest()[:16].encode() != mark:
            raise BadJournal(f"{where} is damaged or cut short: its checksum does not match")
        try:
            yield _decode(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise BadJournal(f"{where} cannot be read: {error}") from None
