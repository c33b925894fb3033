"""The journal: one line a round, holding the answers that made it and what came of it; and the order of a shoe
that ended, so that its shuffle can be checked.
A line carries its number and a checksum over itself and the line before it: damage is found before anything is
believed, and so are lines left out, exchanged or doubled. A session ends with a closing line. Lines of older programs
have no number, and a checksum of their own."""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from pitboss.law.clauses import Clause, UnknownClause, clause
from pitboss.money import Cents
from pitboss.table.acts import Answer
from pitboss.table.facts import AnyEvent, Settled, as_text, encode_facts

MOST_BYTES = 1_000_000_000
# How a line of a journal starts; one letter of it may be damaged.
_LIKE_A_ROUND = re.compile(rb'(?:[0-9]+-)?[0-9a-f]{16} |.{,30}(?:"game"|"nonce")')
_NUMBERED = re.compile(rb"[0-9]{1,9}-[0-9a-f]{16} ")
_CLOSING = b'{"closed":true}'


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


def _own_mark(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()


def _chained_mark(before: bytes, number: int, body: bytes) -> bytes:
    return hashlib.sha256(b"%s %d %s" % (before, number, body)).hexdigest()[:16].encode()


class JournalWriter:
    """Appends chained lines to a journal of `number` lines, of which the last has the checksum `mark`."""

    def __init__(self, file: IO[bytes], number: int = 0, mark: bytes = b"") -> None:
        self.file, self.number, self.mark = file, number, mark
        self._open = False

    def __enter__(self) -> JournalWriter:
        return self

    def __exit__(self, *error: object) -> None:
        with self.file:
            if self._open:
                with suppress(OSError):  # without its closing line the journal is reported as not closed
                    self._write(_CLOSING)

    def write(self, entry: Record | Proof) -> None:
        """Append a round or a proof: number, checksum, a space, the entry."""
        self._write(_encode(entry))
        self._open = True

    def _write(self, body: bytes) -> None:
        mark = _chained_mark(self.mark, self.number + 1, body)
        self.file.write(b"%d-%s %s\n" % (self.number + 1, mark, body))
        self.file.flush()
        self.number, self.mark = self.number + 1, mark


def write_record(file: IO[bytes], record: Record) -> None:
    """Append one round in a line that is not chained."""
    write_entry(file, record)


def write_entry(file: IO[bytes], entry: Record | Proof) -> None:
    """Append one line that is not chained: checksum, a space, the round or the proof."""
    body = _encode(entry)
    file.write(_own_mark(body) + b" " + body + b"\n")


def read_records(path: Path) -> Iterator[Record]:
    """Every round of a journal, or BadJournal at the first line that is damaged."""
    return (entry for entry in read_entries(path) if isinstance(entry, Record))


def read_entries(path: Path) -> Iterator[Record | Proof]:
    """Every round of a journal and the proofs between them, or BadJournal at the first line that is damaged."""
    return iter(JournalReader(path))


class JournalReader:
    """The entries of a journal; when all are read, the number of its lines and the checksum of the last one, how many
    of them are not chained, and whether it ends with a closing line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = self.unchained = 0
        self.mark = b""
        self.closed = False
        self._rounds = 1

    def __iter__(self) -> Iterator[Record | Proof]:
        for line in _lines(self.path):
            body = self._checked(line)
            self.closed = body == _CLOSING
            if self.closed:
                continue
            try:
                entry = _decode_proof(body) if body.startswith(b'{"nonce"') else _decode(body)
            except (msgspec.DecodeError, msgspec.ValidationError) as error:
                raise BadJournal(f"{self._where} cannot be read: {error}") from None
            self._rounds += isinstance(entry, Record)
            yield entry

    @property
    def _where(self) -> str:
        return f"{self.path}: round {self._rounds}"

    def _checked(self, line: bytes) -> bytes:
        """Return the body of the next line, which belongs after the line before it."""
        prefix, _, body = line.partition(b" ")
        count, dash, mark = prefix.rpartition(b"-")
        chained = bool(dash)
        self.number += 1
        if _NUMBERED.match(line) and int(count) != self.number:
            raise BadJournal(f"{self.path}: line {self.number} has the number {int(count)}: lines were left out, "
                             "exchanged or doubled")
        if mark != (_chained_mark(self.mark, self.number, body) if chained else _own_mark(body)):
            if self.number == 1 and not _LIKE_A_ROUND.match(line):
                raise NoJournal(f"{self.path} is no journal")
            raise BadJournal(f"{self._where} is damaged or cut short: its checksum does not match")
        if not chained and self.number != self.unchained + 1:
            raise BadJournal(f"{self.path}: line {self.number} is not chained, and the line before it is")
        self.unchained += not chained
        self.mark = mark
        return body


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
