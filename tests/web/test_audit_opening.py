"""A floor whose database was tampered with does not open, and says so in one line."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from support.casino import Casino
from typer.testing import CliRunner

from pitboss.cli.main import app

CHANGES = {
    "a shoe": "UPDATE secret SET value = CAST(replace(CAST(value AS TEXT), 'As', 'Ks') AS BLOB) "
              "WHERE name = 'shoe:blackjack'",
    "an event": "UPDATE event SET body = x'7b' WHERE pos = "
                "(SELECT max(pos) FROM event WHERE stream = 'table:blackjack')",
    "a voucher": "UPDATE event SET body = x'7b' WHERE stream = 'cage' AND type = 'voucher'",
}


@pytest.mark.parametrize("name", CHANGES)
def test_it_does_not_open(tmp_path: Path, name: str) -> None:
    casino = Casino("blackjack", path=tmp_path / "floor.db")
    casino.play("blackjack")
    casino.bet("blackjack")
    casino.do("Ann", "cash-out", amount=5_00)
    casino.store.close()
    db = apsw.Connection(str(tmp_path / "floor.db"))
    db.execute(CHANGES[name])
    assert db.changes() == 1
    db.close()
    said = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), "--no-open", "--port", "0"])
    assert said.exit_code == 2 and "Traceback" not in said.output, said.output
    lines = said.output.strip().splitlines()
    assert len(lines) == 1 and "cannot be opened" in lines[0] and "pitboss verify" in lines[0]
    told = CliRunner().invoke(app, ["verify", str(tmp_path)])
    assert told.exit_code == 1 and "fault" in told.output
