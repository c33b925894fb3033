"""`pitboss clauses`: the coverage table."""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pitboss.cli.errors import Mistake
from pitboss.law.clauses import BOOKS, within
from pitboss.law.coverage import Measured, Row, all_clauses, table

PACKAGE = Path(__file__).parents[1]
ROOT = PACKAGE.parent
# Hundreds of random hands, and every report at every request, take long and tell no clause from another.
LEFT_OUT = (
    "tests/cardroom/test_api.py", "tests/cardroom/test_batch.py", "tests/cardroom/test_pokerkit.py",
    "tests/cardroom/test_properties.py",
    "tests/cardroom/test_phh.py::test_hands_of_pokerkit_settle_alike_and_ours_load_there",
    "tests/cardroom/test_acts.py::test_the_deck_and_the_acts_are_the_hand",
    "tests/cardroom/test_real_deck.py::test_a_real_deck_with_the_same_cards_comes_to_the_same",
    "tests/cardroom/test_real_deck_reports.py::test_every_report_at_every_moment_of_a_real_hand",
    "tests/cardroom/test_showdown.py::test_showdowns_at_random",
)
# By their names alone, whatever rulebook's tests they are among.
LEFT_OUT_EVERYWHERE = (
    "test_every_report_at_every_request_ends_in_a_ruling_or_a_referral",
    "test_every_deal_is_set_as_a_literal_reading_sets_it",
)


def clauses(
    prefixes: Annotated[
        list[str] | None, typer.Argument(metavar="[PREFIX]...", help="Only clauses under these: BOOK or BOOK-NUMBER.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Print the gaps only; exit status 1 on one.")] = False,
) -> int:
    """For every clause: where it is enforced, which tests exercise it, which one dies when it is corrupted."""
    wanted = prefixes or []
    for prefix in wanted:
        if prefix.partition("-")[0] not in BOOKS:
            raise Mistake(f"{prefix!r} is under none of the rulebooks; they are {', '.join(BOOKS)}")
        if not all_clauses([prefix]):
            raise Mistake(f"there are no clauses under {prefix}")
    rows = table(wanted, PACKAGE, measure())
    gaps = gaps_in(rows, named=bool(wanted))
    if as_json:
        sys.stdout.write(_json(rows, gaps) + "\n")
    else:
        _print(rows, gaps, strict)
    return 1 if strict and gaps else 0


def gaps_in(rows: list[Row], named: bool) -> list[Row]:
    """Rows with something missing. Asked about everything, schedules without a game yet are no gap,
    but whatever the code cites must be tested."""
    from pitboss.rulebooks import games

    claimed = [prefix for game in games().values() for prefix in game.law]
    left_out = [prefix for game in games().values() for prefix in game.left_out]

    def is_claimed(clause: str) -> bool:
        if any(within(clause, prefix) for prefix in left_out):
            return False
        return any(within(clause, prefix) for prefix in claimed)

    return [row for row in rows if row.gap and (named or row.enforced or is_claimed(row.clause))]


def measure() -> Measured:
    """Run the tests that make rounds, and kill: all clauses in one run, kept until a file changes."""
    kept = _cache_file()
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(kept.read_bytes(), type=Measured)
    if not (ROOT / "tests").is_dir():
        raise Mistake("coverage is measured by the tests: run this in a clone of the project")
    measured = _run()
    with contextlib.suppress(OSError):
        _keep(kept, measured)
    return measured


def _keep(file: Path, measured: Measured) -> None:
    """Put a measurement on disk, whole, and take away those of other code."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(msgspec.json.encode(measured))
    part.replace(file)
    for other in file.parent.glob("clauses-*"):
        if other != file:
            other.unlink(missing_ok=True)


def _test_paths() -> list[str]:
    wanted = ["tests/test_transcripts.py", *(f"tests/{name.lower()}" for name in BOOKS), "tests/cardroom"]
    return [path for path in wanted if (ROOT / path).exists()]


def _run() -> Measured:
    processes = max(1, min(4, os.cpu_count() or 1))
    nowhere = f"not ({' or '.join(LEFT_OUT_EVERYWHERE)})"
    left_out = [word for name in LEFT_OUT for word in ("--deselect" if "::" in name else "--ignore", name)]
    with tempfile.TemporaryDirectory() as folder, Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("running the tests and corrupting each clause", total=None)
        out = Path(folder) / "clauses.json"
        # Nobody reads why a test failed, so its assertions need not be taken apart.
        running = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "pitboss.law.measuring", "-p", "no:cacheprovider",
             "--assert", "plain", "-o", "addopts=--import-mode=importlib", "--clauses-out", str(out),
             "--clauses-processes", str(processes), "-k", nowhere, *left_out, *_test_paths()],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTEST_ADDOPTS": ""},
        )
        output = running.stdout
        assert output is not None
        seen = ""
        while chunk := os.read(output.fileno(), 4096):
            seen = (seen + chunk.decode(errors="replace"))[-200:]
            done, _, total = seen.rpartition("kill ")[2].partition("/")
            if done.isdigit() and total.strip().isdigit():
                bar.update(task, completed=int(done), total=int(total))
        running.communicate()
        if not out.exists():
            raise Mistake("the tests could not be run: install the test extras (pip install -e '.[test]')")
        return msgspec.json.decode(out.read_bytes(), type=Measured)


def _cache_file() -> Path:
    mark = hashlib.sha256()
    for folder in ("pitboss", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".csv", ".txt"):
                mark.update(path.as_posix().encode())
                mark.update(path.read_bytes())
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pitboss" / f"clauses-{mark.hexdigest()[:24]}.json"


def _json(rows: list[Row], gaps: list[Row]) -> str:
    listed = [
        {
            "clause": row.clause, "kind": row.clause.kind, "topic": row.clause.topic,
            "summary": row.clause.summary, "leaf": row.leaf, "enforced_by": row.enforced,
            "exercised_by": row.exercised, "killed_by": row.killed, "exception": row.exception, "gap": row.gap,
            "readings": [reading._asdict() for reading in row.clause.readings],
        }
        for row in rows
    ]
    data = {"clauses": listed, "gaps": [row.clause for row in gaps], "summary": _summary(rows)}
    return msgspec.json.encode(data, enc_hook=str).decode()


def _summary(rows: list[Row]) -> dict[str, int]:
    leaves = [row for row in rows if row.leaf]
    rules = [row for row in leaves if row.clause.kind == "rule" and not row.exception]
    return {
        "clauses": len(rows), "leaves": len(leaves), "rules": len(rules),
        "enforced": sum(bool(row.enforced) for row in rules),
        "exercised": sum(bool(row.exercised) for row in rules),
        "killed": sum(bool(row.killed) for row in rules),
        "exceptions": sum(bool(row.exception) for row in leaves),
    }


def _print(rows: list[Row], gaps: list[Row], strict: bool) -> None:
    console = Console(width=None if sys.stdout.isatty() else 200, emoji=False)
    grid = Table("clause", "kind", "what it says", "enforced by", "exercised by", "killed by", box=None, pad_edge=False)
    grid.columns[0].no_wrap = grid.columns[1].no_wrap = True
    missing = set(map(id, gaps))
    for row in () if strict else rows:
        style = "red" if id(row) in missing else "dim" if row.clause.kind == "physical" or not row.leaf else ""
        tests = f"{len(row.exercised)} test{'s' * (len(row.exercised) > 1)}" if row.exercised else ""
        grid.add_row(
            row.clause, row.clause.kind, row.clause.summary, "; ".join(row.enforced[:2]), tests,
            row.killed.rpartition("::")[2] or (f"except: {row.exception}" if row.exception else ""), style=style,
        )
    if grid.row_count:
        console.print(grid)
    counts = _summary(rows)
    console.print(
        f"{counts['leaves']} leaves; of {counts['rules']} rules {counts['enforced']} enforced, "
        f"{counts['exercised']} exercised, {counts['killed']} killed; {counts['exceptions']} exceptions"
    )
    for row in gaps:
        console.print(f"[red]gap[/red] {row.clause}: {row.gap} ({row.clause.kind}: {row.clause.summary})")


