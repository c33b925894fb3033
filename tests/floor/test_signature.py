"""Which program runs a floor is written down at every start."""

from __future__ import annotations

import json
from pathlib import Path

from support.casino import Casino
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.floor.signature import package_versions, program_signature, record_start, signature_of, starts
from pitboss.floor.store import SQLiteStore
from pitboss.floor.verify import verify


def program(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_any_change_of_a_file_a_name_or_a_package_is_another_program(tmp_path: Path) -> None:
    packages = {"apsw": "3.1"}
    first = signature_of(program(tmp_path / "a", one="1", more_two="2"), packages)
    assert first == signature_of(program(tmp_path / "b", more_two="2", one="1"), packages)
    assert first.count == 2
    others = [
        signature_of(program(tmp_path / "c", one="1", more_two="3"), packages),
        signature_of(program(tmp_path / "d", one="1", more_three="2"), packages),
        signature_of(program(tmp_path / "e", one="1"), packages),
        signature_of(tmp_path / "a", {"apsw": "3.2"}), signature_of(tmp_path / "a", {}),
    ]
    assert len({first.whole, *(other.whole for other in others)}) == 6
    (tmp_path / "a" / "__pycache__").mkdir()
    (tmp_path / "a" / "__pycache__" / "one.cpython-311.pyc").write_bytes(b"compiled")
    assert signature_of(tmp_path / "a", packages) == first


def test_the_packages_are_those_the_program_is_made_of() -> None:
    versions = package_versions()
    assert {"msgspec", "apsw", "starlette"} <= versions.keys() and "pytest" not in versions
    own = program_signature()
    assert own.packages == versions and own.count > 300 and len(own.whole) == 64


def test_a_start_by_another_program_is_told_in_the_journal_and_to_an_inspector(tmp_path: Path) -> None:
    casino = Casino()
    first, other = (signature_of(program(tmp_path / name, one=name), {}) for name in "ab")
    changed = [record_start(casino.store, one, casino.now + n) for n, one in enumerate((first, first, other))]
    assert changed == [False, False, True]
    told = ask(casino.floor, c.Who("Ivy", c.INSPECTOR), {"t": "program"})
    assert [start["whole"] for start in told["starts"]] == [other.whole, first.whole, first.whole]
    assert [start["changed"] for start in told["starts"]] == [True, False, False] and told["chance"] == ""
    assert not ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "program"})["ok"]
    assert verify(casino.store).faults == []


def test_the_command_says_which_program_this_is_and_which_ran_a_floor(tmp_path: Path) -> None:
    def run(*args: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["signature", *args])
        return done.exit_code, done.stdout

    own = program_signature()
    assert run()[0] == 0 and own.whole in run()[1]
    path = tmp_path / "floor.db"
    store = SQLiteStore(path)
    assert starts(store) == []
    record_start(store, own, 1_700_000_000_000)
    record_start(store, signature_of(program(tmp_path / "other", one="1"), {}), 1_700_000_100_000)
    code, said = run(str(path))
    assert code == 1 and "ANOTHER program" in said and said.count("changed") == 1
    record_start(store, own, 1_700_000_200_000)
    store.close()
    code, said = run(str(tmp_path))
    assert code == 0 and "last started by this program" in said and "2023-11-14 22:16:40 UTC" in said
    assert json.loads(run(str(path), "--json")[1])["same"]
