"""`pitboss replay`: do the rounds of a journal, or of a floor, come out again as they were written down?"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.errors import Mistake
from pitboss.cli.verify import database_in

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.table.journal import Proof, Record
    from pitboss.table.shuffles import Shuffles


@dataclass(slots=True)
class RoundAgain:
    """One round: what was written down, and what came of playing it again."""

    number: int
    id: str
    game: str
    lines: int
    net: dict[str, int]
    # None: the record carries no proof of a shuffle.
    proof: bool | None = None
    differences: list[str] = field(default_factory=list)
    # The other rules under which it was played; "" for this program's. A round of other rules is not played again.
    older: str = ""

    @property
    def name(self) -> str:
        """A journal counts its rounds; a floor names them by table and number."""
        return self.id if "/" in self.id else str(self.number)


@dataclass(slots=True)
class ReplayedFile:
    """The rounds of a file, faults of the file itself, and what could not be noticed in it."""

    rounds: list[RoundAgain]
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def replay(
    file: Annotated[
        str, typer.Argument(help="A journal written by 'play --journal', or a floor's database.", metavar="FILE")
    ],
    round: Annotated[str, typer.Option("--round", help="Only this round, by its number or id.")] = "",
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play the rounds of a journal or of a floor again and say whether they agree to the cent."""
    from pitboss.cli.show import console, write_json

    replayed = compare_floor(Path(file), round) if _is_database(Path(file)) else compare(Path(file), round)
    agree = not replayed.faults and not any(comparison.differences for comparison in replayed.rounds)
    if json:
        write_json({"journal": file, "agree": agree, "faults": replayed.faults, "notes": replayed.notes,
                    "rounds": [_data(comparison) for comparison in replayed.rounds]})
    else:
        _print(console(), replayed)
    if not agree:
        raise typer.Exit(1)


def _is_database(path: Path) -> bool:
    """Does a file begin as SQLite's do, or is it a directory with a floor in it?"""
    try:
        if path.is_file():
            with path.open("rb") as file:
                return file.read(16) == b"SQLite format 3\0"
        return path.is_dir() and database_in(str(path)).is_file()
    except (OSError, ValueError):
        return False


def compare_floor(path: Path, wanted: str = "") -> ReplayedFile:
    """Every round of a floor that is over, or the one asked for, compared. With all rounds goes what `verify` says of
    the database."""
    from pitboss.cli.watch import Watch
    from pitboss.floor.rounds import check_round, check_rounds
    from pitboss.floor.store import SQLiteStore
    from pitboss.floor.verify import verify

    faults: list[str] = []
    with closing(SQLiteStore(database_in(str(path)), reading=True)) as store, Watch() as watch:
        if wanted:
            row = check_round(store, wanted)
            rounds = [row] if row is not None else []
        else:
            faults = verify(store, watch).faults
            rounds = [played for played in check_rounds(store, watch) if played.over or played.faults]
    if not rounds and wanted:
        raise Mistake(f"no round {wanted!r} in {path}; a round has the name of its table and a number: 'blackjack/11'")
    if wanted and not (rounds[0].over or rounds[0].faults):
        raise Mistake(f"round {wanted} is not over yet; there is nothing to compare")
    return ReplayedFile([
        RoundAgain(row.number, row.id, row.game, row.lines, row.net, row.proof, row.faults, row.older)
        for row in rounds
    ], faults)


def compare(path: Path, wanted: str = "") -> ReplayedFile:
    """Every round asked for, compared. The whole file is read before any of it is believed."""
    from pitboss.table.journal import Proof
    from pitboss.table.shuffles import Shuffles

    entries, notes = read_journal(path)
    rounds = 0
    shuffles = Shuffles()
    compared: list[RoundAgain] = []
    for entry in entries:
        if isinstance(entry, Proof):
            # A shoe is opened after its last round, and so belongs to it.
            if compared and compared[-1].number == rounds:
                _prove(compared[-1], shuffles.proved(entry.nonce, entry.order))
            continue
        rounds += 1
        shuffles.read(entry.answers)
        if wanted in ("", str(rounds)) or (entry.id and wanted == entry.id):
            compared.append(_replayed(rounds, entry, shuffles))
    if not compared:
        raise Mistake(f"no round {wanted!r} in {path}; it has rounds 1 to {rounds}")
    return ReplayedFile(compared, notes=notes)


def read_journal(path: Path) -> tuple[list[Record | Proof], list[str]]:
    """Return the entries of a journal, and notes on missing protection; raise Mistake if the file is another kind."""
    from pitboss.table.journal import JournalReader, NoJournal

    if "\0" in str(path):
        raise Mistake(f"{str(path)!r} is no file name; name a journal")
    try:
        reader = JournalReader(path)
        entries = list(reader)
    except NoJournal as other:
        raise Mistake(f"{other}; 'pitboss play --journal' writes one, 'pitboss settle' plays a transcript") from None
    notes = []
    if reader.unchained:
        notes.append(f"lines 1 to {reader.unchained} are not chained, an older pitboss wrote them: lines left out, "
                     "exchanged or doubled there are not noticed")
    if not reader.closed:
        notes.append("the journal has no closing line: its end may be missing, or the program was stopped")
    return entries, notes


def _replayed(number: int, record: Record, shuffles: Shuffles) -> RoundAgain:
    from pitboss.cli.lookup import find_game
    from pitboss.floor.rules_played import described
    from pitboss.table.driver import Replay, play_round, restore
    from pitboss.table.table import Table

    game = find_game(record.game)
    older = described(record.game, record.rules)
    comparison = RoundAgain(number, record.id, record.game, len(record.lines), record.net, older=older)
    if older:
        return comparison
    if record.proof is not None:
        _prove(comparison, shuffles.proved(*record.proof))
    t = Table(game(record.options), dict(record.state))
    try:
        restore(t, record.standing)
        again = play_round(t, Replay(record.answers))
    except Exception as error:  # an intact record that the rules can no longer play is a difference, whatever broke
        comparison.differences.append(f"cannot be played again: {error}")
        return comparison
    if len(again.answers) != len(record.answers):
        comparison.differences.append(f"{len(record.answers)} answers written down, {len(again.answers)} asked for")
    _compare_lines(comparison, record, again.lines)
    for player in sorted({*record.net, *again.net}):
        was, now = record.net.get(player, 0), again.net.get(player, 0)
        if was != now:
            comparison.differences.append(f"net of {player}: {was} cents written down, {now} now")
    if again.facts != record.facts:
        comparison.differences.append("what happened is not what was written down (digest of the events)")
    return comparison


def _prove(comparison: RoundAgain, holds: bool) -> None:
    comparison.proof = holds and comparison.proof is not False
    if not holds:
        comparison.differences.append(
            "the proof does not fit the shuffle that was announced, or the cards that came of it"
        )


def _compare_lines(comparison: RoundAgain, record: Record, lines: Any) -> None:
    from itertools import zip_longest

    from pitboss.table.expectations import show_line

    for old, new in zip_longest(record.lines, lines):
        if old != new:
            was, now = (show_line(line) if line else "no line" for line in (old, new))
            comparison.differences.append(f"{was!r} written down, {now!r} now")


def _data(comparison: RoundAgain) -> dict[str, Any]:
    return {
        "round": comparison.number, "id": comparison.id, "game": comparison.game, "lines": comparison.lines,
        "net": comparison.net, "proof": comparison.proof,
        "agrees": None if comparison.older and not comparison.differences else not comparison.differences,
        "differences": comparison.differences, "older": comparison.older,
    }


def _print(out: Console, replayed: ReplayedFile) -> None:
    from rich.text import Text

    from pitboss.cli.errors import one_line
    from pitboss.cli.show import grid, signed

    compared = replayed.rounds
    table = grid("round", "game", "lines", "net", "shuffle", "replay", right=("round", "lines"))
    for comparison in compared:
        net = Text(", ").join(Text.assemble(player, " ", signed(cents)) for player, cents in comparison.net.items())
        proof = {None: "", True: "proved", False: "not proved"}[comparison.proof]
        agrees = Text("agrees to the cent", "green")
        if comparison.differences:
            agrees = Text("differs", "red")
        elif comparison.older:
            agrees = Text("not played again", "yellow")
        table.add_row(comparison.name, comparison.game, str(comparison.lines), net, proof, agrees)
    out.print(table)
    out.print()
    for comparison in compared:
        for difference in comparison.differences:
            out.print(f"round {comparison.name}: {difference}", style="red", soft_wrap=True)
    for words, count in sorted(Counter(f"{one.game}: {one.older}" for one in compared if one.older).items()):
        out.print(f"{count} round{'s' * (count != 1)} of {words}; not played again", soft_wrap=True)
    for fault in replayed.faults:
        out.print(one_line(fault), style="red", soft_wrap=True)
    for note in replayed.notes:
        out.print(note, style="yellow", soft_wrap=True)
    wrong = sum(bool(comparison.differences) for comparison in compared)
    older = sum(bool(comparison.older) for comparison in compared)
    again = len(compared) - older
    words = f"{again} round{'s' * (again != 1)} played again, {f'{wrong} differ' if wrong else 'all agree'}"
    out.print(words)
