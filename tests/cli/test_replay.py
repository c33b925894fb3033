"""`pitboss replay`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import Result

from pitboss.table.journal import Proof, Record, read_entries, read_records, write_entry, write_record

Run = Callable[..., Result]

THREE = "qld/three-card-poker"


@pytest.fixture
def journal(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "rounds"
    run("play", THREE, "--seed", "5", "--bots", "2", "--journal", str(path), input="ante 10\n\nb\nr\n\nb\nr\n\nf\n")
    return path


def rewrite(path: Path, change: Callable[[Record], None]) -> None:
    """Change the second record and write the journal anew, checksums and all."""
    records = list(read_records(path))
    change(records[1])
    with path.open("wb") as file:
        for record in records:
            write_record(file, record)


def test_a_journal_agrees(run: Run, journal: Path) -> None:
    done = run("replay", str(journal))
    assert done.exit_code == 0
    assert done.stdout.count("agrees to the cent") == 3 and "proved" in done.stdout
    assert "3 rounds played again, all agree" in done.stdout


def test_json(run: Run, journal: Path) -> None:
    data = json.loads(run("replay", str(journal), "--json").stdout)
    assert data["agree"] is True and [made["round"] for made in data["rounds"]] == [1, 2, 3]
    for made in data["rounds"]:
        assert set(made) == {"round", "id", "game", "lines", "net", "proof", "agrees", "differences", "older"}
        assert made["game"] == THREE and made["agrees"] and made["proof"] is True


def test_one_round(run: Run, journal: Path) -> None:
    data = json.loads(run("replay", str(journal), "--round", "2", "--json").stdout)
    assert [made["round"] for made in data["rounds"]] == [2]


def test_one_round_by_its_id(run: Run, journal: Path) -> None:
    rewrite(journal, lambda record: setattr(record, "id", "t1-0002"))
    data = json.loads(run("replay", str(journal), "--round", "t1-0002", "--json").stdout)
    assert [made["round"] for made in data["rounds"]] == [2]


@pytest.mark.parametrize("wanted", ["0", "4", "-1", "abc"])
def test_a_round_that_is_not_there(refused: Callable[..., str], journal: Path, wanted: str) -> None:
    assert "it has rounds 1 to 3" in refused("replay", str(journal), "--round", wanted)


def _more_net(record: Record) -> None:
    record.net["You"] += 1


def _other_line(record: Record) -> None:
    record.lines[0] = msgspec.structs.replace(record.lines[0], stake=record.lines[0].stake + 1)


def _fewer_lines(record: Record) -> None:
    record.lines.pop()


def _other_events(record: Record) -> None:
    record.facts = "0" * 64


def _other_proof(record: Record) -> None:
    assert record.proof is not None
    nonce, order = record.proof
    record.proof = nonce, order[3:] + " " + order[:2]


def _no_proof_at_all(record: Record) -> None:
    record.proof = "no nonce", "As Kd"


def _cut_short(record: Record) -> None:
    record.answers.pop()


def _too_long(record: Record) -> None:
    record.answers.append(record.answers[0])


@pytest.mark.parametrize(
    "change",
    [_more_net, _other_line, _fewer_lines, _other_events, _other_proof, _no_proof_at_all, _cut_short, _too_long],
)
def test_a_difference_is_exit_1(run: Run, journal: Path, change: Callable[[Record], None]) -> None:
    rewrite(journal, change)
    done = run("replay", str(journal))
    assert done.exit_code == 1 and "round 2: " in done.stdout and "1 differ" in done.stdout
    data = json.loads(run("replay", str(journal), "--json").stdout)
    assert [made["agrees"] for made in data["rounds"]] == [True, False, True]


def test_any_flipped_byte_is_exit_2(refused: Callable[..., str], journal: Path) -> None:
    whole = journal.read_bytes()
    for at in [*range(0, len(whole) - 1, 97), whole.index(b"\n"), len(whole) - 2]:
        journal.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert re.search(r"(round|line) \d", refused("replay", str(journal))), at


@pytest.mark.parametrize("cut", [2, 10, 300])
def test_a_truncated_last_line_is_exit_2(refused: Callable[..., str], journal: Path, cut: int) -> None:
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert "is damaged or cut short" in refused("replay", str(journal))


def test_files_that_are_no_journal(refused: Callable[..., str], tmp_path: Path) -> None:
    empty, blank, letter, hand = (tmp_path / name for name in ("empty", "blank", "letter", "hand.txt"))
    empty.write_bytes(b"")
    blank.write_bytes(b"\n\n")
    letter.write_bytes(b"dear all\n")
    hand.write_text(f"game {THREE}\nbox 1 Ann: ante 10\n")
    assert "empty" in refused("replay", str(empty))
    assert "empty" in refused("replay", str(blank))
    for other in (letter, hand):
        assert "is no journal; " in (said := refused("replay", str(other))) and "'pitboss settle'" in said
    assert "No such file" in refused("replay", str(tmp_path / "missing"))
    assert "is a directory" in refused("replay", str(tmp_path))


def test_only_regular_files_of_a_fair_size_are_read(refused: Callable[..., str], tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(1_000_000_001)
    assert "not a file" in refused("replay", str(pipe))
    assert "larger than 1 GB" in refused("replay", str(large))
    if Path("/dev/zero").exists():
        assert "/dev/zero is a device, not a file" in refused("replay", "/dev/zero")


def test_blank_lines_at_the_end_are_harmless(run: Run, refused: Callable[..., str], journal: Path) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole + b"\n  \n\r\n")
    assert run("replay", str(journal)).exit_code == 0
    journal.write_bytes(whole.replace(b"\n", b"\n\n", 1))
    assert "round 2 is damaged" in refused("replay", str(journal))


@pytest.fixture
def shoe(run: Run, tmp_path: Path) -> Path:
    """Two sessions at a shoe, each left before the shoe ends."""
    path = tmp_path / "shoe"
    for seed in ("5", "6"):
        run("play", "qld/baccarat", "--seed", seed, "--journal", str(path), input="player 10\n\nr\n\nq\n")
    return path


def test_a_shoe_left_early_is_opened_in_the_journal(run: Run, shoe: Path) -> None:
    proofs = [entry for entry in read_entries(shoe) if isinstance(entry, Proof)]
    assert [len(proof.order.split()) for proof in proofs] == [416, 416]
    data = json.loads(run("replay", str(shoe), "--json").stdout)
    assert [made["round"] for made in data["rounds"]] == [1, 2, 3, 4]
    assert [made["proof"] for made in data["rounds"]] == [None, True, None, True]
    second = json.loads(run("replay", str(shoe), "--round", "2", "--json").stdout)
    assert [made["proof"] for made in second["rounds"]] == [True]


def test_a_shoe_opened_with_another_order_differs(run: Run, refused: Callable[..., str], shoe: Path) -> None:
    entries = list(read_entries(shoe))
    for entry in entries:
        if isinstance(entry, Proof):
            entry.order = " ".join(reversed(entry.order.split()))
    with shoe.open("wb") as file:
        for entry in entries:
            write_entry(file, entry)
    done = run("replay", str(shoe))
    assert done.exit_code == 1 and "round 2: the proof does not fit" in done.stdout and "2 differ" in done.stdout
    shoe.write_bytes(shoe.read_bytes()[:-9])
    assert "damaged or cut short" in refused("replay", str(shoe))


def test_a_record_of_an_unknown_game_or_option_is_exit_2(refused: Callable[..., str], journal: Path) -> None:
    rewrite(journal, lambda record: record.options.update(colour="red"))
    assert "no option 'colour'" in refused("replay", str(journal))
    rewrite(journal, lambda record: setattr(record, "game", "qld/no-such-game"))
    assert "no game" in refused("replay", str(journal))


def test_a_line_left_out_of_a_session_is_refused(refused: Callable[..., str], journal: Path) -> None:
    whole = journal.read_bytes().splitlines(keepends=True)
    assert len(whole) == 4
    for n in range(3):
        journal.write_bytes(b"".join(whole[:n] + whole[n + 1 :]))
        assert "left out, exchanged or doubled" in refused("replay", str(journal))


def test_a_journal_without_its_end_is_not_closed(run: Run, journal: Path) -> None:
    assert json.loads(run("replay", str(journal), "--json").stdout)["notes"] == []
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]))
    done = run("replay", str(journal))
    assert done.exit_code == 0 and "no closing line" in done.stdout


def test_an_older_journal_is_reported_as_not_chained(run: Run, journal: Path) -> None:
    rewrite(journal, lambda record: None)
    done = run("replay", str(journal))
    assert done.exit_code == 0 and "lines 1 to 3 are not chained" in done.stdout
    run("play", THREE, "--seed", "6", "--journal", str(journal), input="ante 10\n\nb\nq\n")
    notes = json.loads(run("replay", str(journal), "--json").stdout)["notes"]
    assert len(notes) == 1 and "lines 1 to 3 are not chained" in notes[0]
