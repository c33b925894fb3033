"""The journal: what is written is read back, and damage is never believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game
from pitboss.table.driver import Replay, play_round
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.journal import BadJournal, JournalReader, JournalWriter, read_records, write_record
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


@pytest.fixture
def lines(tmp_path: Path) -> tuple[Path, list[bytes]]:
    """A journal of two sessions, each closed."""
    source = SeededSource("chained")
    t = Table(game("qld/three-card-poker"))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}), commit=True)
    path = tmp_path / "chained.journal"
    number, mark = 0, b""
    for _ in range(2):
        with JournalWriter(path.open("ab"), number, mark) as writer:
            for _ in range(3):
                writer.write(play_round(t, dealer))
        number, mark = writer.number, writer.mark
    return path, path.read_bytes().splitlines(keepends=True)


def read(path: Path, lines: list[bytes]) -> JournalReader:
    path.write_bytes(b"".join(lines))
    reader = JournalReader(path)
    assert list(reader)
    return reader


def test_a_journal_of_two_sessions_is_chained_and_closed(lines: tuple[Path, list[bytes]]) -> None:
    reader = read(*lines)
    assert (reader.number, reader.unchained, reader.closed) == (8, 0, True)


def test_each_line_left_out_exchanged_or_doubled_is_found(lines: tuple[Path, list[bytes]]) -> None:
    path, whole = lines
    last = len(whole) - 1
    changed = [whole[:n] + whole[n + 1 :] for n in range(last)]
    changed += [[*whole[: n + 1], *whole[at:]] for n in range(last + 1) for at in range(n + 1)]
    for n in range(last + 1):
        for other in range(n):
            exchanged = list(whole)
            exchanged[n], exchanged[other] = exchanged[other], exchanged[n]
            changed.append(exchanged)
    for each in changed:
        with pytest.raises(BadJournal, match="left out, exchanged or doubled"):
            read(path, each)


def test_a_line_renumbered_to_hide_another_is_found(lines: tuple[Path, list[bytes]]) -> None:
    """The checksum covers the line before it, and not only the number."""
    path, whole = lines
    shorter = whole[:2] + [b"%d%s" % (n, line[1:]) for n, line in enumerate(whole[3:], 3)]
    with pytest.raises(BadJournal, match="damaged"):
        read(path, shorter)


def test_an_end_that_is_missing_leaves_the_journal_unclosed(lines: tuple[Path, list[bytes]]) -> None:
    path, whole = lines
    assert [read(path, whole[:n]).closed for n in range(1, 9)] == [False, False, False, True, False, False, False, True]


def test_older_lines_are_read_and_those_after_them_are_chained(journal: Path) -> None:
    before = JournalReader(journal)
    records = list(before)
    assert before.unchained == before.number == 3 and not before.closed
    with JournalWriter(journal.open("ab"), before.number, before.mark) as writer:
        writer.write(records[0])
    whole = journal.read_bytes().splitlines(keepends=True)
    reader = read(journal, whole)
    assert (reader.number, reader.unchained, reader.closed) == (5, 3, True)
    for bad in (whole[1:], whole[:2] + whole[3:], [*whole, whole[0]]):
        with pytest.raises(BadJournal):
            read(journal, bad)
