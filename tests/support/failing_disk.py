"""A disk in memory under SQLite (an apsw VFS). It counts every call and fails the calls it is asked to fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

# Kinds of calls. COMMIT is the last thing SQLite says to the disk of a transaction: by then it is written.
READ, WRITE, SYNC, TRUNCATE, LOCK, COMMIT = "read", "write", "sync", "truncate", "lock", "commit"
OPEN, DELETE = "open", "delete"
CODES = {
    READ: apsw.SQLITE_IOERR_READ, WRITE: apsw.SQLITE_IOERR_WRITE, SYNC: apsw.SQLITE_IOERR_FSYNC,
    TRUNCATE: apsw.SQLITE_IOERR_TRUNCATE, LOCK: apsw.SQLITE_IOERR_LOCK, COMMIT: apsw.SQLITE_IOERR,
    OPEN: apsw.SQLITE_CANTOPEN, DELETE: apsw.SQLITE_IOERR_DELETE,
}
KINDS = tuple(CODES)
# The answer to a file of an earlier life, which nothing can be done with any more.
GONE = "gone"
# How a call fails: alone; with all calls after it for a while; with all calls after it until the floor is started
# again; after half of it was transferred (a read then returns short); the last two together; and with all calls after
# it until the floor is started again, while what was not synced is lost.
ONCE, WHILE, ON, TORN = "once", "for a while", "from then on", "torn"
TORN_ON, POWER = "torn, from then on", "power cut"
LASTING = (WHILE, ON, TORN_ON, POWER)

# The file control that SQLite sends when a transaction is committed (SQLITE_FCNTL_COMMIT_PHASETWO).
COMMITTED = 22


class Disk:
    """Files by path. A life is the time between two restarts; files opened in an earlier life do nothing any more."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.counts: Counter[str] = Counter()
        self.calls = 0
        self.life = 0
        # Returns how a call fails, given its number and kind; "" if it succeeds.
        self.plan: Callable[[int, str], str] = lambda n, kind: ""
        self.failing = self.heals = self.sound = False
        # What undoes each write and truncation that was not synced: path, offset, bytes, size before.
        self._undo: list[tuple[str, int, bytes, int]] = []

    @contextmanager
    def honest(self) -> Iterator[None]:
        """Neither count nor fail."""
        before, self.sound = self.sound, True
        try:
            yield
        finally:
            self.sound = before

    def call(self, kind: str, life: int) -> str:
        """Count a call and return "", TORN or GONE; any other failure is raised."""
        if life != self.life:
            return GONE
        if self.sound:
            return ""
        if self.failing:
            raise _error(kind)
        self.calls += 1
        self.counts[kind] += 1
        how = self.plan(self.calls, kind)
        self.failing, self.heals = how in LASTING, how == WHILE
        if how == POWER:
            self._lose()
        if how in (TORN, TORN_ON):
            return TORN
        if how:
            raise _error(kind)
        return ""

    def remember(self, path: str, offset: int, size: int) -> None:
        """Note what a write of so many bytes is about to replace."""
        data = self.files[path]
        self._undo.append((path, offset, bytes(data[offset : offset + size]), len(data)))

    def synced(self, path: str) -> None:
        self._undo = [undo for undo in self._undo if undo[0] != path]

    def deleted(self, path: str) -> None:
        self.synced(path)
        del self.files[path]

    def _lose(self) -> None:
        for path, offset, was, size in reversed(self._undo):
            data = self.files[path]
            data[offset : offset + len(was)] = was
            del data[size:]
        self._undo.clear()

    def move(self, old: Path, new: Path) -> None:
        """Start a life: a healthy disk, and the files of a directory under another. Logs are written to real files
        too, because the program reads them without SQLite."""
        self.life += 1
        self.failing = False
        self._undo.clear()
        for path in [path for path in self.files if Path(path).parent == old]:
            file = new / Path(path).name
            self.files[str(file)] = self.files.pop(path)
            file.write_bytes(self.files[str(file)] if file.name.endswith("-wal") else b"")


def _error(kind: str) -> Exception:
    return apsw.exception_for(CODES[kind])


class _Content:
    """The calls that transfer bytes, on a file in memory."""

    disk: Disk
    life: int
    path: str

    def xRead(self, amount: int, offset: int) -> bytes:
        how = self.disk.call(READ, self.life)
        if how == GONE:
            return b""
        end = offset + (amount // 2 if how else amount)
        found = bytes(self.disk.files[self.path][offset:end])
        # As SQLite does on a real disk, where a read that returns short is continued.
        return found + self.xRead(offset + amount - end, end) if how else found

    def xWrite(self, data: bytes, offset: int) -> None:
        how = self.disk.call(WRITE, self.life)
        if how == GONE:
            return
        data = data[: len(data) // 2] if how else data
        self.disk.remember(self.path, offset, len(data))
        file = self.disk.files[self.path]
        if len(file) < offset:
            file.extend(bytes(offset - len(file)))
        file[offset : offset + len(data)] = data
        if how:
            raise apsw.FullError("the disk is full")

    def xSync(self, flags: int) -> None:
        if not self.disk.call(SYNC, self.life):
            self.disk.synced(self.path)

    def xTruncate(self, size: int) -> None:
        if not self.disk.call(TRUNCATE, self.life):
            data = self.disk.files[self.path]
            self.disk.remember(self.path, size, len(data) - size)
            del data[size:]

    def xFileSize(self) -> int:
        return len(self.disk.files.get(self.path, b""))


class _Database(_Content, apsw.VFSFile):
    """A database file. Locks and shared memory are SQLite's own, on an empty real file of the same name."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("unix-excl", name, flags)
        self.disk, self.life, self.path = disk, disk.life, name.filename()

    def xLock(self, level: int) -> None:
        self.disk.call(LOCK, self.life)
        super().xLock(level)

    def xFileControl(self, op: int, pointer: int) -> bool:
        if op == COMMITTED:
            self.disk.call(COMMIT, self.life)
        return super().xFileControl(op, pointer)


class _Beside(_Content):
    """A journal or log beside a database."""

    def __init__(self, disk: Disk, path: str) -> None:
        self.disk, self.life, self.path = disk, disk.life, path

    def xClose(self) -> None:
        return

    def xLock(self, level: int) -> None:
        return

    xUnlock = xLock

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        return int(apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE)


class DiskVFS(apsw.VFS):
    """SQLite's way to a `Disk`; the default for all connections opened while it is registered."""

    def __init__(self, disk: Disk) -> None:
        super().__init__("failing-disk", "unix-excl", makedefault=True)
        self.disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self.disk.call(OPEN, self.disk.life)
        if path not in self.disk.files:
            if not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise apsw.CantOpenError(f"{path}: there is no such file")
            self.disk.files[path] = bytearray()
        flags[1] = flags[0]
        if flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            return _Database(self.disk, name, flags)
        return _Beside(self.disk, path)

    def xDelete(self, path: str, sync: bool) -> None:
        if path in self.disk.files:
            self.disk.call(DELETE, self.disk.life)
            self.disk.deleted(path)

    def xAccess(self, path: str, flags: int) -> bool:
        return path in self.disk.files

    def xSleep(self, microseconds: int) -> int:
        return microseconds
