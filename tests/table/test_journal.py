"""The journal: what is written is read back, and damage is never believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game
from pitboss.table.driver import Replay, play_round
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.journal import BadJournal, read_records, write_record
from pitboss.table.table import Table


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    source = SeededSource("journal")
    t = Table(game("qld/three-card-poker"))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}), commit=True)
    path = tmp_path / "rounds.journal"
    with path.open("wb") as file:
        for _ in range(3):
            write_record(file, play_round(t, dealer))
    return path


def test_rounds_read_back_and_replay(journal: Path) -> None:
    records = list(read_records(journal))
    assert len(records) == 3
    for record in records:
        again = play_round(Table(game(record.game, record.options), record.state), Replay(record.answers))
        assert again.facts == record.facts and again.net == record.net


def test_a_record_cut_short_replays_to_an_error(journal: Path) -> None:
    record = next(read_records(journal))
    with pytest.raises(EOFError, match="middle of a round"):
        play_round(Table(game(record.game)), Replay(record.answers[:-1]))


@pytest.mark.parametrize("position", [0, 30, 200, -2])
def test_a_changed_byte_is_found(journal: Path, position: int) -> None:
    data = bytearray(journal.read_bytes())
    data[position] ^= 1
    journal.write_bytes(data)
    with pytest.raises(BadJournal, match=r"damaged or cut short|cannot be read"):
        list(read_records(journal))


def test_a_truncated_journal_is_found(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-20])
    with pytest.raises(BadJournal, match="round 3 is damaged or cut short"):
        list(read_records(journal))


def test_an_empty_or_missing_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    for name, why in (("empty", "empty"), ("missing", "No such file")):
        with pytest.raises(BadJournal, match=why):
            list(read_records(tmp_path / name))
