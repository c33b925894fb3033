"""`pitboss odds`: the sheet in every form, what-ifs, and mistakes."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import Result

from pitboss.cli.odds import read_shoe
from pitboss.cli.par_sheet import print_sheet
from pitboss.odds import analyse
from pitboss.odds.cache import Cache
from pitboss.odds.one_throw import OneThrowOdds
from pitboss.odds.par import Cell, Line, ParSheet, Strategy, StrategyTable, WagerPar
from pitboss.odds.report import OddsQuestion, OddsReport, report
from pitboss.odds.words import chance, edge
from pitboss.rulebooks import game

Run = Callable[..., Result]
Refused = Callable[..., str]

ROULETTE, THREE = "qld/roulette", "qld/three-card-poker"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


# -- forms -----------------------------------------------------------------------------------------------


def test_json_is_one_document_and_nothing_else(run: Run) -> None:
    done = run("odds", ROULETTE, "--json")
    assert done.exit_code == 0 and done.stderr == ""
    data = json.loads(done.stdout)
    assert {"game", "options", "method", "seconds", "wagers", "strategy"} <= set(data)
    assert {wager["exact"] for wager in data["wagers"]} == {"1/37"}


def test_csv(run: Run) -> None:
    done = run("odds", THREE, "--csv")
    lines = list(csv.DictReader(io.StringIO(done.stdout)))
    assert done.stderr == "" and {line["wager"] for line in lines} == {"ante", "bet", "pair plus"}
    assert sum(Fraction(line["probability"]) for line in lines if line["wager"] == "pair plus") == 1


def test_html_is_written_whole_and_the_same(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    for path in (first, second, second):
        done = run("odds", ROULETTE, "--set", "red=2 to 1", "--html", str(path))
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text()
    assert text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n")
    assert "pitboss odds qld/roulette --set &#x27;red=2 to 1&#x27; --html FILE" in text
    assert sorted(path.name for path in tmp_path.glob("*.*")) == ["a.html", "b.html"]


def test_one_wager_in_every_form(run: Run, tmp_path: Path) -> None:
    assert [wager["wager"] for wager in json.loads(run("odds", ROULETTE, "--wager", "Straight-Up", "--json").stdout)[
        "wagers"]] == ["straight up"]
    out = run("odds", ROULETTE, "--wager", "straight up").stdout
    assert "a zero not covered" in out and "dozen" not in out and "QLD-7-8:straight-up" in out


def test_many_wagers_show_how_they_end_only_when_asked(run: Run) -> None:
    assert "not covered" not in run("odds", ROULETTE).stdout
    assert run("odds", ROULETTE, "--full").stdout.count("a zero not covered") == 13
    assert run("odds", THREE).stdout.count("QLD-12-17(3)") >= 1


def test_best_play_and_what_is_assumed(run: Run) -> None:
    out = " ".join(run("odds", THREE).stdout.split())
    sheet = report(OddsQuestion(THREE)).sheet
    assert sheet.strategy.advice and sheet.notes and "Best play" in out and "computed in" in out
    for said in (*sheet.strategy.advice, *sheet.notes):
        assert said in out


def test_without_a_cache_the_figures_are_the_same_and_nothing_is_kept(run: Run, own_cache: Path) -> None:
    one, two = (json.loads(run("odds", THREE, "--json", *extra).stdout) for extra in ((), ("--no-cache",)))
    assert one["wagers"] == two["wagers"]
    run("odds", "qld/baccarat", "--no-cache")
    assert not own_cache.exists()


# -- what-ifs --------------------------------------------------------------------------------------------


def test_a_change_stands_beside_the_law(run: Run) -> None:
    out = run("odds", THREE, "--set", "pair plus.flush=3 to 1").stdout
    line = next(line for line in out.splitlines() if line.startswith("pair plus "))
    assert line.split()[2:5] == ["3.49321%", "8.45249%", "+4.95928%"]
    assert "pair plus, flush: 3 to 1 instead of 4 to 1" in out


def test_options_are_shown_and_compared(run: Run) -> None:
    out = run("odds", ROULETTE, "--option", "wheel=00").stdout
    assert out.startswith("Roulette  qld/roulette   wheel=00")
    red = next(line for line in out.splitlines() if line.startswith("red "))
    assert red.split()[1:5] == ["2.70270%", "5.26316%", "+2.56046%", "1/19"]
    five = next(line for line in out.splitlines() if line.startswith("5-line "))
    assert five.split()[1:4] == ["-", "7.89474%", "-"]


# -- mistakes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("args", "said"), [
    (("qld/roulet",), "did you mean qld/roulette?"),
    (("zzz",), "'pitboss games' lists them"),
    ((ROULETTE, "--option", "wheel=7"), "wheel may be 0, 00, 000"),
    ((ROULETTE, "--option", "frob=7"), "no option 'frob'"),
    ((ROULETTE, "--option", "wheel"), "is not name=value"),
    ((ROULETTE, "--set", "red=0 to 0"), "'0 to 0' are not odds"),
    ((ROULETTE, "--set", "red=1e99999999 to 1"), "are not odds"),
    ((ROULETTE, "--set", "red"), "is not wager.line=odds"),
    ((ROULETTE, "--set", "purple=2 to 1"), "no pay table 'purple'"),
    ((THREE, "--set", "pair plus.purple=2 to 1"), "no line 'purple'"),
    ((THREE, "--set", "dealer.qualifies=purple"), "cannot be 'purple'"),
    ((ROULETTE, "--stake", "nonsense"), "'nonsense' is not an amount of money"),
    ((ROULETTE, "--stake", "0"), "takes 1 to 100000 in steps of 0.50"),
    ((ROULETTE, "--stake", "1.25"), "takes 1 to 100000 in steps of 0.50"),
    ((ROULETTE, "--shoe", "A=4"), "leave --shoe out"),
    (("qld/baccarat", "--shoe", "A=999999999999"), "the shoe has 0 to 32 of A, 8 decks"),
    (("qld/baccarat", "--shoe", "A=33"), "the shoe has 0 to 32 of A, 8 decks"),
    (("qld/baccarat", "--shoe", "X=3"), "names no rank"),
    (("qld/baccarat", "--shoe", "A=3,a=4"), "names no rank, or one twice"),
    (("qld/casino-war", "--shoe", "T=25"), "the shoe has 0 to 24 of T, 6 decks"),
    (("qld/casino-war", "--shoe", "X=3"), "ranks are A 2 3 4 5 6 7 8 9 T J Q K, such as"),
    (("qld/baccarat", "--shoe", "A=-1"), "cannot be"),
    (("qld/baccarat", "--shoe", "A"), "cannot be"),
    (("qld/baccarat", "--shoe", "A=²"), "cannot be"),
    (("qld/baccarat", "--shoe", ""), "names no rank"),
    (("qld/baccarat", "--shoe", "T=33,K=4"), "the shoe has 0 to 32 of T"),
    ((ROULETTE, "--wager", "strait up"), "did you mean straight up"),
    ((ROULETTE, "--wager", "zzzz"), "there are straight up, split"),
    ((ROULETTE, "--json", "--html", "x.html"), "ask for one of them"),
    ((ROULETTE, "--json", "--csv"), "ask for one of them"),
    ((ROULETTE, "--html", "/"), "is not a file"),
    ((ROULETTE, "--html", "/dev/null"), "is not a file"),
    ((ROULETTE, "--html", ""), "is not a file"),
    ((ROULETTE, "--html", "no/such/place/x.html"), "no such directory"),
    ((ROULETTE, "--html", "a\0b"), "no name for a file"),
    ((ROULETTE, "--html", "x" * 300), "no name for a file"),
    ((ROULETTE, "--frob"), "--help"),
    ((), "--help"),
], ids=str)
def test_a_mistake_is_one_line_and_leaves_nothing(
    run: Run, refused: Refused, args: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused("odds", *args)
    assert run("odds", *args).stdout == ""
    assert not list(tmp_path.iterdir())


def test_an_impossible_shoe(refused: Refused) -> None:
    nothing = ",".join(f"{rank}=0" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T"))
    refused("odds", "qld/baccarat", "--shoe", nothing)


def test_a_page_that_cannot_be_put_in_place_leaves_the_old_one(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "par.html"
    path.write_text("old")
    monkeypatch.setattr(Path, "replace", full)
    assert refused("odds", ROULETTE, "--html", str(path)).endswith("No space left on device")
    assert path.read_text() == "old" and [file.name for file in tmp_path.iterdir()] == ["par.html"]


def test_ranks_that_are_not_named_are_all_there() -> None:
    shoe = read_shoe("a=3, 10=90", game("qld/blackjack"))
    assert shoe == {"A": 3, **{rank: 24 for rank in "23456789"}, "T": 90}
    apart = read_shoe("k=3", game("qld/blackjack"))
    assert apart == {**{rank: 24 for rank in "A23456789TJQ"}, "K": 3}, "court cards are told apart by naming one"
    always = read_shoe("a=20", game("qld/casino-war"))
    assert always == {"A": 20, **{rank: 24 for rank in "23456789TJQK"}}, "where each of them is another card, always"


def test_a_shoe_is_compared_with_a_full_one(run: Run) -> None:
    data = json.loads(run("odds", "qld/baccarat", "--shoe", "A=0", "--json").stdout)
    assert data["shoe"]["A"] == 0 and data["shoe"]["2"] == 32
    assert data["before"]["what"] == "with a full shoe"
    assert all(wager["difference"]["house_edge"] for wager in data["wagers"])


# -- trouble ---------------------------------------------------------------------------------------------


def test_a_damaged_cache_is_a_warning_and_the_right_result(
    run: Run, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = OneThrowOdds.wagers

    def counting(self: OneThrowOdds) -> tuple[WagerPar, ...]:
        assert self.work.cache.load("counts") is None
        return honest(self)

    monkeypatch.setattr(OneThrowOdds, "wagers", counting)
    own_cache.mkdir()
    path = Cache(own_cache).path("counts")
    path.write_bytes(b"pitboss counts 1\nrubbish")
    done = run("odds", ROULETTE, "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["wagers"][0]["exact"] == "1/37"
    assert re.fullmatch(r"pitboss: .*damaged.*\n", done.stderr)
    assert not path.exists() and run("odds", ROULETTE, "--json").stderr == ""


def test_a_stop_is_one_line_and_status_130() -> None:
    code = (
        "import sys, time\n"
        "from pitboss.odds.one_throw import OneThrowOdds\n"
        "def wagers(self):\n"
        "    print('ready', file=sys.stderr, flush=True)\n"
        "    time.sleep(60)\n"
        "OneThrowOdds.wagers = wagers\n"
        "from pitboss.cli.main import run\n"
        "sys.argv = ['pitboss', 'odds', 'qld/roulette']\n"
        "run()\n"
    )
    going = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert going.stderr is not None and going.stderr.readline() == "ready\n"
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=180)
    assert (going.returncode, out, err) == (130, "", "pitboss: stopped\n")


def test_a_stop_in_mid_import_is_a_stop(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def importing(self: OneThrowOdds) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(OneThrowOdds, "wagers", importing)
    done = run("odds", ROULETTE)
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "pitboss: stopped\n")


def test_a_game_without_kernels_loads_no_numba() -> None:
    code = (
        "import sys; sys.argv = ['pitboss', 'odds', 'qld/roulette', '--json']\n"
        "from pitboss.cli.main import run\n"
        "try: run()\n"
        "except SystemExit as left: assert not left.code\n"
        "print(*[name for name in ('numba', 'llvmlite') if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "" and json.loads(done.stdout)


# -- legible at any width --------------------------------------------------------------------------------


def handmade() -> OddsReport:
    """Everything a game may have: whole games on one wager, doubles with a bound, many lines, charts."""
    analysis = analyse(ROULETTE)
    lines = tuple(
        Line("win" if net > 0 else "lose", f"some rather long way to end at {net} times the ante", f"{abs(net)} to 1",
             float(net), 0.1, "NSW-10.2:any-other-pair")
        for net in range(-5, 5)
    )
    exact = (Line("lose", "a loss", "", Fraction(-1, 10**9), Fraction(1), "QLD-7-16(2)"),)
    wagers = (
        WagerPar("ante", "ante", lines, ("ante", "flop"), 2.25, 1.0, ("NSW-10.2",), -0.0234567, 3e-13, "A note."),
        WagerPar("flop", "flop", lines, ("flop",), 1.0, 0.612345678),
        WagerPar("turn", "turn", (), ("turn",), Fraction(1), Fraction(0)),
        WagerPar("a wager of no short name", "wager", exact, (), Fraction(1), Fraction(1), ("QLD-7-16(2)",)),
    )
    chart = StrategyTable("Starting hands", tuple("AKQJT98765432"), tuple("AKQJT98765432"),
                          tuple(tuple(Cell("FC"[i > j], 0.5) for i in range(13)) for j in range(13)))
    strategy = Strategy(("Call with anything.",), (chart,), {"F": "fold", "C": "call"})
    sheet = ParSheet(ROULETTE, "Handmade", {}, ("a change",), "exact", 3.0, wagers, strategy, ("A fresh deck.",))
    question = OddsQuestion(ROULETTE)
    return OddsReport(question, analysis, sheet, report(question).sheet, "without the change")


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("asked", [None, OddsQuestion(ROULETTE, {"wheel": "00"}), OddsQuestion("qld/baccarat")],
                         ids=["handmade", "roulette", "baccarat"])
def test_no_figure_is_cut_at_any_width(asked: OddsQuestion | None, width: int) -> None:
    made = handmade() if asked is None else report(asked)
    out = Console(file=io.StringIO(), width=width, force_terminal=False)
    print_sheet(out, made, True)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in text and max(map(len, text.splitlines())) <= width
    words = text.split()
    for row in made.sheet.wagers:
        assert edge(row) in words
        for line in row.lines:
            assert chance(line.probability) in words
    for table in made.sheet.strategy.tables:
        for name, cells in zip(table.rows, table.cells, strict=True):
            assert " ".join([name, *(cell.play for cell in cells if cell.play)]) in re.sub(" +", " ", text)


def test_what_a_narrow_window_leaves_out_is_named() -> None:
    out = Console(file=io.StringIO(), width=60)
    print_sheet(out, handmade(), True)
    assert "in a wider window also:" in out.file.getvalue()  # type: ignore[attr-defined]


def test_a_chart_too_wide_for_the_window_goes_on_below() -> None:
    made = handmade()
    cells = tuple(tuple(Cell(f"{100 - 7 * i}") for i in range(13)) for _ in range(2))
    chart = StrategyTable("In percent", tuple("AKQJT98765432"), ("A", "K"), cells)
    sheet = replace(made.sheet, wagers=made.sheet.wagers[-1:], strategy=Strategy((), (chart,), {"100": "all"}))
    out = Console(file=io.StringIO(), width=40)
    print_sheet(out, made._replace(sheet=sheet), False)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "…" not in text
    assert [line for line in lines if line.startswith("K ")] == ["K 100 93 86 79 72 65 58", "K 51 44 37 30 23 16"]


def test_a_closed_output_is_one_line() -> None:
    code = "import sys; sys.stdout = None; from pitboss.cli.main import run; run()"
    done = subprocess.run([sys.executable, "-c", code, "odds", ROULETTE], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "standard output is closed" in done.stderr


def test_colour_tells_the_plays_apart() -> None:
    out = Console(file=io.StringIO(), width=120, force_terminal=True, color_system="standard")
    print_sheet(out, handmade(), True)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[37;41m F \x1b[0m" in text and "\x1b[30;42m C \x1b[0m" in text
