"""Signed heads: the length and the hash of the journal, signed with a key that is stored apart from the database, one
line each in a file that can be on another machine. With them `verify` finds an end that was cut off and a past that was
rewritten with all its hashes; without them neither can be found. docs/reliability.md has the format.

After a restore the journal continues an earlier head. The next line names that head, so every restore stays in the file
with the number of events that it lost (`head_tree.py`).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.floor.head_tree import (
    FORMAT,
    HeadTree,
    RestorePoint,
    SeenRestore,
    SignedHead,
    fold,
    hashes,
    journal,
)
from pitboss.floor.restoring import Restore, last_event, read_mark, restores
from pitboss.floor.schema import StoreError
from pitboss.floor.steady_clock import shown
from pitboss.floor.store import SQLiteStore

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

# The file's name where a directory is given.
FILE = "floor.heads"
# A head is written when there are new events and so many seconds have passed, or there are so many of them.
EVERY_S, EVERY_EVENTS = 10.0, 1000
Tell = Callable[[str, int, int], None]


# -- writing -----------------------------------------------------------------------------------------------


class HeadFile:
    """The file, and where the journal was when its last line was written.

    `copied`: the number of events of the copy if the database is a restored one. Without it a database that is older
    than its heads is refused, unless its journal already records the restore.
    """

    def __init__(
        self, store: SQLiteStore, key: Ed25519PrivateKey, path: Path, clock: Callable[[], int],
        copied: int | None = None,
    ) -> None:
        self.store, self.key, self.clock = store, key, clock
        self.path = path / FILE if path.is_dir() else path
        # Lines, events and bytes of the file; `folded` events may be more, when a line could not be written.
        self.n = self.events = self.size = self.folded = 0
        self.hash = self.last = self.prev = ""
        # The restore that the next line records.
        self.restored: RestorePoint | None = None
        try:
            self._take_up(copied)
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}") from None

    def _take_up(self, copied: int | None) -> None:
        """Continue after the last whole line, which must be signed with this key and fit the database."""
        text = self.path.read_bytes() if self.path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        self.size = len(whole)
        if not whole:
            return
        line = whole.rstrip(b"\n").rpartition(b"\n")[2]
        head = read_head(line, self.key.public_key())
        if isinstance(head, str):
            raise StoreError(f"{self.path}: the last line {head}; name another file with --heads")
        self.n, self.prev = head.n, sha256(line).hexdigest()
        row = self.store.rows("SELECT hash FROM event WHERE pos = ?", (head.events,))
        fits = (row[0][0] if row else "") == head.last
        continued: SignedHead | None = head
        if not fits or copied is not None or any(each.pos > head.events for each in restores(self.store)):
            continued = self._continued(head, whole, copied)
        if continued is not None:
            self.hash, self.last = continued.hash, continued.last
            self.events = self.folded = continued.events

    def _continued(self, last: SignedHead, text: bytes, copied: int | None) -> SignedHead | None:
        """Return the head that a restored database continues, None if it fits none; refuse a database that was not
        restored or is not an older copy."""
        seen = HeadsSeen()
        tree = HeadTree(_chained(text, self.key.public_key(), seen))
        if seen.faults:
            raise StoreError(f"{self.path} has faults ({seen.faults[0]}); name another file with --heads")
        events = last_event(self.store)
        point = tree.fitting(dict(journal(self.store, tree.lengths)))
        claims = [each.events for each in restores(self.store) if each.pos > tree.events(point)]
        claims += [] if copied is None else [copied]
        # The largest number of old events that agrees with the heads; without a claim, all events are old.
        old = max((each for each in claims or [events] if each and tree.continues(point, each)), default=0)
        signed = f"{self.path} was signed {shown(last.at)} for {last.events:,} events"
        if not old:
            raise StoreError(f"{signed} that are not all in the database, which is no older copy of it: its past was "
                             "rewritten, or it is another floor's; 'pitboss verify' tells more, --heads names another "
                             "file")
        if not claims:
            raise StoreError(f"{signed}, and the database has {events:,}: its end was lost; if a copy was restored, "
                             "confirm that with --restored; if it is another floor's, --heads names another file")
        self.restored = RestorePoint(point, old)
        return tree.heads.get(point)

    def write(self) -> None:
        """A head of the journal as it is now."""
        for pos, hash in hashes(self.store, self.folded):
            self.folded, self.hash, self.last = pos, fold(self.hash, hash), hash
        head = SignedHead(FORMAT, self.n + 1, self.clock(), self.folded, self.hash, self.last, self.prev, self.restored)
        line = signed(head, self.key)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            if os.fstat(handle).st_size > self.size:
                os.ftruncate(handle, self.size)  # a line that was not written to its end
            os.lseek(handle, self.size, os.SEEK_SET)
            data = line + b"\n"
            if os.write(handle, data) < len(data):
                raise OSError(28, "no space left")
            os.fsync(handle)
        finally:
            os.close(handle)
        self.n, self.events, self.size, self.restored = self.n + 1, self.folded, self.size + len(data), None
        self.prev = sha256(line).hexdigest()

    def due(self, seconds: float, every_s: float) -> bool:
        """Is it time, so many seconds after the last line?"""
        new = last_event(self.store) - self.events
        return new > 0 and (seconds >= every_s or new >= EVERY_EVENTS)


class HeadWriter:
    """Writes heads in a thread of its own: a file that cannot be written, or not at once, holds nobody up."""

    def __init__(self, file: HeadFile, tell: Callable[[str], None], every_s: float = EVERY_S) -> None:
        self.file, self.tell, self.every_s = file, tell, every_s
        self.failing = ""
        self.written = time.monotonic()
        self._stop = threading.Event()
        self._try()
        self._thread = threading.Thread(target=self._run, name="heads", daemon=True)
        self._thread.start()

    @property
    def age_s(self) -> float:
        """Seconds since the last line."""
        return round(time.monotonic() - self.written, 1)

    def _run(self) -> None:
        while not self._stop.wait(1.0):
            self._try(only_due=True)

    def _try(self, only_due: bool = False) -> None:
        try:
            if only_due and not self.file.due(time.monotonic() - self.written, self.every_s):
                return
            self.file.write()
            self.written, self.failing = time.monotonic(), ""
        except Exception as error:
            self.failing = str(getattr(error, "strerror", None) or error)
            self.tell(f"heads cannot be written to {self.file.path}: {self.failing}")

    def close(self, patience_s: float = 5.0) -> None:
        """The last head; a file that does not answer is not waited for longer than that."""
        self._stop.set()
        self._thread.join(patience_s)
        if not self._thread.is_alive():
            last = threading.Thread(target=self._try, daemon=True)
            last.start()
            last.join(patience_s)


# -- keys and lines ----------------------------------------------------------------------------------------


def signed(head: SignedHead, key: Ed25519PrivateKey) -> bytes:
    """A line: the head as JSON, a space, and the signature of exactly that JSON in hexadecimal."""
    said = msgspec.json.encode(head)
    return said + b" " + key.sign(said).hex().encode()


def read_head(line: bytes, key: Ed25519PublicKey) -> SignedHead | str:
    """A line, or what is wrong with it."""
    from cryptography.exceptions import InvalidSignature

    said, _, signature = line.rpartition(b" ")
    try:
        key.verify(bytes.fromhex(signature.decode()), said)
        head = msgspec.json.decode(said, type=SignedHead)
    except InvalidSignature:
        return "is not signed with this key, or was changed"
    except (ValueError, msgspec.MsgspecError):
        return "cannot be read"
    return head if head.format == FORMAT else f"is of the format {head.format[:40]!r}, not {FORMAT!r}"


def make_key(path: Path) -> Path:
    """A new key, for its owner alone to read, and its public half beside it; gives the latter's path."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key, public = Ed25519PrivateKey.generate(), path.with_name(path.name + ".pub")
    private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    public_half = key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo)
    for place, mode, text in ((path, 0o600, private), (public, 0o644, public_half)):
        try:
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                file.write(text)
        except FileExistsError:
            raise StoreError(f"{place} is there already; a key replaces nothing") from None
        except OSError as error:
            raise StoreError(f"{place}: {error.strerror}") from None
    return public


def load_key(path: Path, database: Path) -> Ed25519PrivateKey:
    """The key that signs; not one that lies beside the database, where whoever changes that would find it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if path.resolve().is_relative_to(database.resolve().parent):
        raise StoreError(f"{path} lies with the database; a key that signs for it is kept elsewhere")
    with suppress(ValueError, TypeError):
        key = load_pem_private_key(_read(path), None)
        if isinstance(key, Ed25519PrivateKey):
            return key
    raise StoreError(f"{path} is no key to sign with; 'pitboss key FILE' makes one")


def load_public_key(path: Path) -> Ed25519PublicKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    with suppress(ValueError, TypeError):
        key = load_pem_public_key(_read(path))
        if isinstance(key, Ed25519PublicKey):
            return key
    raise StoreError(f"{path} is no public key; it is the file that ends in .pub")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None


# -- checking ----------------------------------------------------------------------------------------------


class HeadsSeen(msgspec.Struct):
    """What the heads of a floor say, and everything that is wrong with them or with the database."""

    heads: int = 0
    # The events that the last head which fits was signed for, and when that was.
    signed: int = 0
    at: int = 0
    unsigned: int = 0
    restores: list[SeenRestore] = []
    faults: list[str] = []


def check_heads(store: SQLiteStore, path: Path, key: Ed25519PublicKey,
                tell: Tell = lambda what, done, whole: None) -> HeadsSeen:
    """Compare the database with every head that binds it. Heads that a restore made invalid are reported with the
    restore. A file that is missing or has no head is a fault."""
    seen = HeadsSeen()
    place = path / FILE if path.is_dir() else path
    tree = HeadTree(_chained(_read(place) if place.exists() else b"", key, seen, tell))
    if not tree.heads:
        seen.faults.append(f"heads: {place} " + ("has no head" if place.exists() else "is not there"))
    seen.restores = list(tree.restores())
    recorded = restores(store)
    heads: dict[int, list[SignedHead]] = {}
    for n in reversed(tree.branch()):
        heads.setdefault(tree.events(n), []).append(tree.heads[n])
        seen.faults += _check_restore(tree, n, recorded)
    pos, hash = 0, ""
    fits = _compare(heads.pop(0, []), "", seen, True)
    for pos, event in hashes(store, 0):
        hash = fold(hash, event)
        if pos in heads:
            fits = _compare(heads.pop(pos), hash, seen, fits, recorded)
    if heads:
        events = max(heads)
        mark = read_mark(store)
        why = "its end was cut off" if mark is None else f"it is a copy, taken {shown(mark.at)}"
        seen.faults.append(f"heads: {events:,} events were signed {shown(heads[events][0].at)}, and the database ends "
                           f"with {pos:,}: {why}")
    seen.unsigned = max(0, pos - seen.signed)
    return seen


def _check_restore(tree: HeadTree, n: int, recorded: list[Restore]) -> Iterator[str]:
    """Check that the restore of a head, if it has one, is in the journal, and that the copy was an older one."""
    head = tree.heads[n]
    point = head.restored
    if point is None:
        return
    if not any(each.events == point.events < each.pos <= head.events for each in recorded):
        yield f"heads: head {n} names a restore of {point.events:,} events that the journal does not record"
    if not tree.continues(tree.before[n], point.events, n):
        yield (f"heads: the copy restored {shown(head.at)} is no older copy of the {tree.events(n - 1):,} events that "
               f"were signed before: behind event {tree.events(tree.before[n]):,} the past was rewritten")


def _compare(
    heads: list[SignedHead], hash: str, seen: HeadsSeen, fits: bool, recorded: Sequence[Restore] = ()
) -> bool:
    """Compare heads of one length with the journal. Behind the first one that does not fit none can."""
    for head in heads if fits else ():
        if head.hash != hash:
            restored = next((each for each in recorded if seen.signed < each.pos and each.events < head.events), None)
            why = "the past was rewritten" if restored is None else f"{restored.line()}, and no head names that"
            seen.faults.append(f"heads: events {seen.signed + 1:,} to {head.events:,} are not those that were signed "
                               f"{shown(head.at)}: {why}")
            return False
        seen.signed, seen.at = head.events, head.at
    return fits


def _chained(
    text: bytes, key: Ed25519PublicKey, seen: HeadsSeen, tell: Tell = lambda what, done, whole: None
) -> Iterator[SignedHead]:
    """The lines that are signed; each names the one before it, so that none can be left out but the last ones."""
    lines = text.split(b"\n")
    if lines.pop():
        seen.faults.append("heads: the last line is cut off in its middle")
    n, prev = 0, ""
    for number, line in enumerate(lines, 1):
        if number % 1000 == 0:
            tell("heads", number, len(lines))
        head = read_head(line, key)
        if isinstance(head, str):
            seen.faults.append(f"heads: line {number} {head}")
            n, prev = n + 1, sha256(line).hexdigest()
            continue
        if head.n != n + 1 or head.prev != prev:
            seen.faults.append(f"heads: line {number} (head {head.n}) does not follow the line before it: lines are "
                               "missing or were changed")
        n, prev = head.n, sha256(line).hexdigest()
        seen.heads += 1
        yield head
