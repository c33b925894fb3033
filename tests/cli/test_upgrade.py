"""`pitboss serve` on a floor of an earlier program: it says so, copies the file, and changes it."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.errors import Mistake
from pitboss.cli.serve import announce_migration, open_house
from pitboss.floor.desk import Settings
from pitboss.floor.schema import MIGRATIONS
from pitboss.floor.store import SQLiteStore
from pitboss.web.app import WebSettings

OLDEST = Path(__file__).parents[1] / "floor" / "old_floors" / "48385e5.db.gz"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "floor.db"
    path.write_bytes(gzip.decompress(OLDEST.read_bytes()))
    return path


@pytest.fixture
def opened() -> Callable[[Path, bool], None]:
    def opened(database: Path, copy: bool) -> None:
        house = open_house(database, Settings(), WebSettings(), True, None,
                           migrating=announce_migration(database, copy))
        house.writer.close()
        house.store.close()

    return opened


def version_of(path: Path) -> int:
    with closing(SQLiteStore(path, reading=True)) as store:
        return int(store.rows("PRAGMA user_version")[0][0])


def test_a_migration_is_announced_and_the_file_copied_first(
    database: Path, opened: Callable[[Path, bool], None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(database, True)
    copy = database.with_name("floor.db.version-1")
    assert (version_of(copy), version_of(database)) == (1, len(MIGRATIONS))
    said = capsys.readouterr().out.splitlines()
    assert said == [f"{database} was written by an older pitboss (version 1) and is brought up to date.",
                    f"It was copied first: {copy}. To go back, put the copy in its place."]


def test_putting_the_copy_in_its_place_undoes_the_migration(
    database: Path, opened: Callable[[Path, bool], None]
) -> None:
    with closing(SQLiteStore(database, reading=True)) as store:
        before = store.accounts(), store.rows("SELECT hash FROM event ORDER BY pos")
    opened(database, True)
    database.with_name("floor.db.version-1").rename(database)
    with closing(SQLiteStore(database, reading=True)) as store:
        assert (store.accounts(), store.rows("SELECT hash FROM event ORDER BY pos")) == before
    opened(database, True)  # the earlier copy is not replaced
    assert version_of(database.with_name("floor.db.version-1")) == 1


def test_a_second_copy_gets_a_name_of_its_own(database: Path, opened: Callable[[Path, bool], None]) -> None:
    first = database.with_name("floor.db.version-1")
    first.write_text("another copy")
    opened(database, True)
    assert first.read_text() == "another copy" and version_of(database.with_name("floor.db.version-1-2")) == 1


def test_no_copy_leaves_the_copy_out(database: Path, opened: Callable[[Path, bool], None]) -> None:
    opened(database, False)
    assert version_of(database) == len(MIGRATIONS) and not list(database.parent.glob("*version*"))


def test_without_a_copy_that_was_asked_for_nothing_is_changed(
    database: Path, opened: Callable[[Path, bool], None]
) -> None:
    database.with_name("floor.db.version-1.part").mkdir()
    with pytest.raises(Mistake, match=r"version-1: the copy cannot be written: .*; the floor was not changed"):
        opened(database, True)
    assert version_of(database) == 1


def test_a_file_of_this_program_is_not_copied(
    database: Path, opened: Callable[[Path, bool], None], capsys: pytest.CaptureFixture[str]
) -> None:
    opened(database, False)
    capsys.readouterr()
    opened(database, True)
    assert capsys.readouterr().out == "" and not list(database.parent.glob("*version*"))
