"""The journal: one line a round, holding the answers that made it and what came of it; and the order of a shoe
that ended, so that its shuffle can be checked.
A line carries its own checksum, so damage is found before anything is believed."""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from pitboss.law.clauses import Clause, UnknownClause, clause
from pitboss.money import Cents
from pitboss.table.acts import Answer
from pitboss.table.facts import AnyEvent, Settled, as_text, encode_facts

MOST_BYTES = 1_000_000_000
# How a line of a journal starts; one letter of it may be damaged.
_LIKE_A_ROUND = re.compile(rb'[0-9a-f]{16} |.{,20}(?:"game"|"nonce")')


class BadJournal(ValueError):
    """A journal that cannot be believed; the message is one line."""


class NoJournal(BadJournal):
    """A file that is something else altogether."""


class Proof(msgspec.Struct):
    """What opens a shuffle that earlier rounds announced: written when a shoe of several decks is done with."""

    nonce: str
    order: str


class Record(msgspec.Struct):
    """Everything needed to play a round again and to tell whether it came out the same."""

    game: str
    options: dict[str, str]
    state: dict[str, Any]
    standing: list[list[Any]]
    answers: list[Answer]
    lines: list[Settled]
    net: dict[str, Cents]
    # Digest of the facts; "" in a journal from before versions, whose `events` covers sentences and is not compared.
    facts: str = ""
    # Version of the game's rules; None in a journal from before versions.
    rules: int | None = None
    id: str = ""
    proof: tuple[str, str] | None = None


def digest(events: Sequence[AnyEvent]) -> str:
    """Return a hash of a round's facts and clauses. Sentences for people do not count."""
    return hashlib.sha256(encode_facts(events)).hexdigest()


_encode = msgspec.json.Encoder(enc_hook=as_text, order=None).encode


def _clause(kind: type, text: str) -> Clause:
    try:
        return clause(text)
    except UnknownClause as unknown:
        raise ValueError(str(unknown)) from None


_decode = msgspec.json.Decoder(Record, dec_hook=_clause).decode
_decode_proof = msgspec.json.Decoder(Proof).decode


def write_record(file: IO[bytes], record: Record) -> None:
    """Append one round."""
    write_entry(file, record)


def write_entry(file: IO[bytes], entry: Record | Proof) -> None:
    """Append one line: checksum, a space, the round or the proof."""
    body = _encode(entry)
    file.write(hashlib.sha256(body).hexdigest()[:16].encode() + b" " + body + b"\n")


def read_records(path: Path) -> Iterator[Record]:
    """Every round of a journal, or BadJournal at the first line that is damaged."""
    return (entry for entry in read_entries(path) if isinstance(entry, Record))


def read_entries(path: Path) -> Iterator[Record | Proof]:
    """Every round of a journal and the proofs between them, or BadJournal at the first line that is damaged."""
    number = 1
    for line in _lines(path):
        where = f"{path}: round {number}"
        mark, _, body = line.partition(b" ")
        if hashlib.sha256(body).hexdigest()[:16].encode() != mark:
            if number == 1 and not _LIKE_A_ROUND.match(line):
                raise NoJournal(f"{path} is no journal")
            raise BadJournal(f"{where} is damaged or cut short: its checksum does not match")
        try:
            entry = _decode_proof(body) if body.startswith(b'{"nonce"') else _decode(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise BadJournal(f"{where} cannot be read: {error}") from None
        number += isinstance(entry, Record)
        yield entry


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file; blank ones at its end are harmless. A device or a pipe might never end."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise BadJournal(f"{path} is a {'directory' if stat.S_ISDIR(status.st_mode) else 'device'}, not a file")
        if status.st_size > MOST_BYTES:
            raise BadJournal(f"{path} is larger than {MOST_BYTES // 10**9} GB")
        data = path.read_bytes().rstrip()
    except OSError as error:
        raise BadJournal(f"{path}: {error.strerror}") from None
    if not data:
        raise BadJournal(f"{path}: the journal is empty")
    yield from data.splitlines()
