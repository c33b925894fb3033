"""What wagers cost, as the par sheet says: worked out elsewhere, and nobody waits for it."""

from __future__ import annotations

import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest
from support.clerks import PatientClerk

from pitboss.floor.figures import Counting, Figures, NotCounted, TableFigures, has_figures
from pitboss.odds import analysed_games, par_sheet
from pitboss.odds import figures as counted
from pitboss.odds.clerk import ClerkProcess, Data
from pitboss.rulebooks import game, games

# Games that are counted in next to no time.
QUICK = ("qld/roulette", "qld/craps", "qld/baccarat", "qld/three-card-poker")


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("id", QUICK)
def test_figures_are_those_of_the_par_sheet(id: str) -> None:
    clerk = PatientClerk()
    figures, asked = Figures(clerk), game(id)
    assert figures.of(asked) is None
    clerk.work()
    known, sheet = figures.of(asked), par_sheet(id)
    assert known is not None
    assert [row.wager for row in known.rows] == [row.wager for row in sheet.wagers]
    for row, par in zip(known.rows, sheet.wagers, strict=True):
        if par.lines:
            assert (row.edge, row.std_dev) == (float(par.house_edge), par.std_dev)
            assert not row.exact or Fraction(row.exact) == par.house_edge
        else:
            assert row.edge is row.std_dev is None


@pytest.mark.parametrize("id", QUICK)
def test_every_wager_that_opens_a_round_has_a_figure(id: str) -> None:
    clerk = PatientClerk()
    figures, asked = Figures(clerk), game(id)
    figures.of(asked)
    clerk.work()
    known = figures.of(asked)
    assert known is not None
    for name in asked.wager_names():
        row = known.row(name)
        assert row is not None and row.opens, name


def test_a_wager_on_a_place_counts_under_its_kind() -> None:
    clerk = PatientClerk()
    figures, roulette = Figures(clerk), game("qld/roulette", {"wheel": "00"})
    figures.of(roulette)
    clerk.work()
    known = figures.of(roulette)
    assert known is not None
    row = known.row("straight up 17")
    assert row is not None and (row.wager, row.exact) == ("straight up", "1/19")
    assert known.row("nothing of the sort") is None


def test_tables_alike_are_counted_once_and_others_in_their_turn() -> None:
    clerk = PatientClerk()
    figures = Figures(clerk)
    for asked in (game("qld/roulette"), game("qld/roulette"), game("qld/roulette", {"wheel": "00"}), game("qld/craps")):
        assert figures.state(asked) == Counting()
    assert [(asked["game"], asked["options"]) for asked in clerk.asked] == [
        ("qld/roulette", {}), ("qld/roulette", {"wheel": "00"}), ("qld/craps", {})]
    clerk.work()
    assert isinstance(figures.state(game("qld/roulette")), TableFigures)


def test_how_far_a_count_is_and_why_there_is_none_is_known() -> None:
    clerk = PatientClerk()
    figures, asked = Figures(clerk), game("nsw/texas-holdem-bonus-poker")
    figures.of(asked)
    clerk.say({"progress": ["boards", 3, 129]})
    assert figures.state(asked) == Counting("boards", 3, 129) and figures.of(asked) is None
    clerk.say({"error": "BadQuestion: it cannot be counted"})
    assert figures.state(asked) == NotCounted("BadQuestion: it cannot be counted") and figures.of(asked) is None
    assert len(clerk.asked) == 1


@pytest.mark.parametrize("id", games())
def test_a_game_has_figures_if_it_or_what_it_varies_is_analysed(id: str) -> None:
    made = games()[id]
    bases = {base.__dict__.get("id") for base in made.__mro__}
    assert has_figures(made({})) == bool(bases & set(analysed_games()))


def test_figures_are_kept_on_disk_for_this_very_program(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"ask": "figures", "game": "qld/roulette", "options": {}}
    first = counted.answer(question, lambda *told: None)
    monkeypatch.setattr(counted, "figures", lambda analysis: {"rows": [], "names": {}, "strategy": False})
    assert counted.answer(question, lambda *told: None) == first
    monkeypatch.setattr(counted, "program", lambda: "another")
    assert counted.answer(question, lambda *told: None) == {"rows": [], "names": {}, "strategy": False}


class Ear:
    """Waits for the last word of an answer."""

    def __init__(self) -> None:
        self.said: list[Data] = []
        self.done = threading.Event()

    def __call__(self, said: Data) -> None:
        self.said.append(said)
        if "progress" not in said:
            self.done.set()


def test_a_process_answers_in_turn_and_outlives_what_it_cannot_answer(own_cache: Path) -> None:
    clerk, ears = ClerkProcess(600), [Ear(), Ear()]
    clerk.ask({"ask": "figures", "game": "no/game", "options": {}}, ears[0])
    clerk.ask({"ask": "figures", "game": "qld/roulette", "options": {}}, ears[1])
    try:
        assert all(ear.done.wait(60) for ear in ears)
    finally:
        clerk.close()
    assert "UnknownGame" in ears[0].said[-1]["error"]
    assert ears[1].said[-1]["answer"]["rows"][0]["exact"] == "1/37"
    assert list(own_cache.glob("figures-*.counts"))


def test_a_process_that_dies_is_told_of_and_replaced() -> None:
    """The first is a program that says nothing and ends."""
    commands = iter([[sys.executable, "-c", ""],
                     [sys.executable, "-c", "input(); print('{\"answer\": {}}', flush=True); input()"]])
    clerk = ClerkProcess(600, start=lambda: subprocess.Popen(
        next(commands), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
    ears = [Ear(), Ear()]
    try:
        for ear in ears:
            clerk.ask({"ask": "anything"}, ear)
            assert ear.done.wait(60)
    finally:
        clerk.close()
    assert ears[0].said == [{"error": "the process that works out odds has ended"}] and ears[1].said == [{"answer": {}}]


def test_whoever_fails_at_what_he_hears_disturbs_nobody() -> None:
    clerk, ear = ClerkProcess(600, start=lambda: subprocess.Popen(
        [sys.executable, "-c", "while True: input(); print('{\"answer\": {}}', flush=True)"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)), Ear()
    try:
        clerk.ask({"ask": "anything"}, lambda said: said["nothing of the kind"])
        clerk.ask({"ask": object()}, ear)  # nor one who asks what cannot be sent
        assert ear.done.wait(60) and "error" in ear.said[-1]
        clerk.ask({"ask": "anything"}, again := Ear())
        assert again.done.wait(60) and again.said == [{"answer": {}}]
    finally:
        clerk.close()


def test_a_count_under_way_is_given_up_when_the_floor_closes() -> None:
    clerk, ear = ClerkProcess(600, start=lambda: subprocess.Popen(
        [sys.executable, "-c", "print('{\"progress\": [\"boards\", 1, 2]}', flush=True); input(); input()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)), Ear()
    started = threading.Event()

    def told(said: Data) -> None:
        started.set()
        ear(said)

    clerk.ask({"ask": "anything"}, told)
    assert started.wait(60)
    clerk.close()
    assert ear.done.wait(60) and "error" in ear.said[-1]
    clerk.ask({"ask": "anything"}, told)
    assert len(ear.said) == 2


def test_the_serving_process_loads_no_numbers() -> None:
    """Neither to start nor to be asked."""
    code = (
        "import sys; from pitboss.web import server; from pitboss.floor.figures import Figures; "
        "from pitboss.rulebooks import game; figures = Figures(); figures.of(game('qld/blackjack')); figures.close(); "
        "print(*[name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == []
