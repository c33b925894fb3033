"""One floor at a time owns a database, by whatever name it is reached."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from pitboss.floor.store import NewEvent, SQLiteStore, StoreError, Write

OPEN = "import sys; from pitboss.floor.store import SQLiteStore; SQLiteStore(sys.argv[1]); print('opened')"


def names(tmp_path: Path, path: Path) -> list[Path]:
    """A symbolic link, one to its directory, and a hard link elsewhere."""
    soft, folder, hard = tmp_path / "soft.db", tmp_path / "folder", tmp_path / "other" / "hard.db"
    soft.symlink_to(path)
    folder.symlink_to(path.parent)
    hard.parent.mkdir()
    os.link(path, hard)
    return [soft, folder / path.name, hard]


def test_another_name_is_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "data" / "floor.db"
    path.parent.mkdir()
    with closing(SQLiteStore(path)) as store:
        others = names(tmp_path, path)
        for other in others:
            with pytest.raises(StoreError, match="in use by another process"):
                SQLiteStore(other)
        tried = subprocess.run([sys.executable, "-c", OPEN, str(others[2])], capture_output=True, text=True)
        assert "opened" not in tried.stdout and "in use by another process" in tried.stderr
        assert isinstance(store.commit([Write([NewEvent("s", "t", b"{}", "Ann", 0)])])[0], int)
    for other in others:
        with closing(SQLiteStore(other)) as store:
            assert store.version("s") == 1, "and free again once it is closed"


def test_a_file_that_is_refused_is_free_again(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    SQLiteStore(path).close()
    with closing(apsw.Connection(str(path))) as db:
        before = db.pragma("user_version")
        db.pragma("user_version", 999)
    with pytest.raises(StoreError, match="from a newer pitboss") as refused:
        SQLiteStore(path)
    with closing(apsw.Connection(str(path))) as db:
        db.pragma("user_version", before)
    with closing(SQLiteStore(path)) as store:
        assert store.version("s") == 0 and refused.value.__traceback__, "the store that was refused is still alive"
