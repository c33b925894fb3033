"""The documentation is true: its transcripts settle, its tables are complete, its code and output are the real ones."""

from __future__ import annotations

import csv
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.cli.settle import print_played
from pitboss.equipment.rng import SeededSource
from pitboss.guide.notation import decision_rows, keys_of
from pitboss.law import clauses
from pitboss.law.clauses import BOOKS, Clause, book
from pitboss.odds import analysis_of
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work
from pitboss.rulebooks import game as make_game
from pitboss.rulebooks import games, settle
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.driver import play_round
from pitboss.table.game import Game
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.script import play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import parse

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NOTATION = (ROOT / "docs" / "transcripts.md").read_text()
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
EXAMPLES = [
    pytest.param(text, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, text in enumerate(re.findall(r"^```transcript\n(.+?)^```", page.read_text(), re.M | re.S), 1)
]


def section(game: type[Game]) -> str:
    """What the notation's page says about a game, with what holds at every table of its book."""
    parts = re.split(r"^### ", NOTATION, flags=re.M)
    everywhere = "Every Queensland table"
    return "".join(
        part for part in parts
        if re.search(rf"(?<![\w-]){re.escape(game.id)}(?![\w-])", part.splitlines()[0])
        or (game.id.startswith("qld/") and part.startswith(everywhere))
    )


@pytest.mark.parametrize("text", EXAMPLES)
def test_transcripts_settle(text: str) -> None:
    played = settle(text)
    assert not played.failures, "\n".join(played.failures)


def test_there_are_transcripts() -> None:
    assert len(EXAMPLES) > 5


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_report_wager_and_option_is_listed(id: str) -> None:
    game = games()[id]
    told = section(game)
    assert [kind for kind in game.irregularities() if f"`{kind}`" not in told] == []
    assert [kind.name for kind in game.kinds if not re.search(rf"`{re.escape(kind.name)}[` ]", told)] == []
    shared = ("minimum", "maximum", "unit", "coins", "teaching")
    assert [choice.name for choice in game.choices
            if choice.name not in shared and f"`{choice.name}={choice.default}" not in told] == []


@pytest.mark.parametrize("id", games(), ids=str)
def test_no_report_is_listed_that_the_game_does_not_know(id: str) -> None:
    game = games()[id]
    tables = re.findall(r"^\| report .+?(?=^$)", section(game).replace("\\|", "/"), re.M | re.S)
    cells = [row.split("|")[1] for row in "".join(tables).splitlines()]
    listed = {name for cell in cells for name in re.findall(r"`([a-z-]+)`", cell)}
    assert len(listed) > 10 and listed <= set(game.irregularities())


def test_the_variant_shown_is_the_real_file() -> None:
    shown = re.search(r'^```python\n("""QLD schedule 2\(d\).+?)^```', GUIDE, re.M | re.S)
    real = ROOT / "pitboss" / "rulebooks" / "qld" / "s02d_soft17_blackjack.py"
    assert shown is not None and shown[1] == real.read_text()


@pytest.fixture
def generous(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Game]:
    """The game that the guide invents: its rows put in the index, its file imported."""
    rows = re.search(r"^```csv\n(QLD-99.+?)^```", GUIDE, re.M | re.S)
    code = re.search(r'^```python\n("""QLD schedule 99.+?)^```', GUIDE, re.M | re.S)
    assert rows is not None and code is not None
    for row in csv.DictReader(rows[1].splitlines(), ["clause", "line", "topic", "kind", "summary"]):
        monkeypatch.setitem(book("QLD"), row["clause"], Clause(row["clause"], row))
    # Parts of the index that were cut out before do not have them.
    monkeypatch.setattr(clauses, "_parts", clauses._parts.__wrapped__)
    monkeypatch.setattr(Game, "registry", dict(Game.registry))
    file = tmp_path / "s99_generous_three_card_poker.py"
    file.write_text(code[1])
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made: type[Game] = module.GenerousPoker
    return made


def test_the_game_invented_in_the_guide_plays_and_settles(generous: type[Game]) -> None:
    hands = {"Ah Kh Qh": 200, "9c 9d 9h": 150, "2c 3d 4h": 30, "2c 7c 9c": 20, "9h 9d 2c": 5, "2c 7d 9h": -5}
    for cards, pays in hands.items():
        text = f"game {generous.id}\nbox 1 Ann: ante 10, pair plus 5\ndeal 1: {cards}\ndeal dealer: Jc Td 4s\n1: bet\n"
        [line] = [line for line in play_transcript(parse(text), generous).lines if line.wager == "pair plus"]
        assert (line.pays or -line.stake, str(line.clause)[:8]) == (pays * 100, "QLD-99-4"), cards
    source = SeededSource("generous")
    t = Table(generous())
    for _ in range(20):
        play_round(t, VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"})))
        assert t.layout == 0 and sum(t.net.values()) == -t.house


def test_the_game_invented_in_the_guide_costs_what_the_guide_says(generous: type[Game]) -> None:
    def edge(game: type[Game]) -> float:
        return float(analysis_of(game)(game(), Work(Cache())).sheet.row("pair plus").house_edge)

    assert f"keeps {edge(generous):.5%} of a pair plus, not {edge(ThreeCardPoker):.5%}" in GUIDE


def test_the_guide_names_every_topic_and_kind() -> None:
    for column in ("topic", "kind"):
        row = re.search(rf"^\| `{column}` \| (.+) \|$", GUIDE, re.M)
        assert row is not None
        used = {getattr(made, column) for name in BOOKS for made in book(name).values()}
        assert used <= set(re.findall(r"\w+", row[1]))


def test_the_output_shown_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    hand = re.search(r"^```text\n(game .+?)^```", README, re.M | re.S)
    shown = re.search(r"^```text\n\$ pitboss settle .+?\n(.+?)^```", README, re.M | re.S)
    assert hand is not None and shown is not None
    print_played(Console(width=110, color_system=None), settle(hand[1]))
    real = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    at = iter(real)
    assert [line for line in shown[1].splitlines() if line not in at] == []


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_report_is_listed_with_the_facts_it_declares(id: str) -> None:
    made = games()[id]()
    told = section(games()[id]).replace("\\|", "¦")
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| ?(.*?) ?\|", told, re.M)
    listed = 0
    for cell, keys in rows:
        kinds = [kind for kind in re.findall(r"`([a-z-]+)`", cell) if kind in made.reports]
        for kind in kinds:
            listed += 1
            assert keys.replace("¦", "\\|") == keys_of(made, [kind]), kind
    assert listed >= len(made.reports)


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_decision_is_listed_as_the_game_says_it(id: str) -> None:
    def rows(text: str) -> list[str]:
        tables = re.findall(r"^\| decision \| means \|\n\|---\|---\|\n((?:\|.+\n)+)", text, re.M)
        return "".join(tables).splitlines()

    of_any = re.search(r"^## Games\n(.+?)^### ", NOTATION, re.M | re.S)
    assert of_any is not None
    own, said = rows(section(games()[id])), decision_rows(make_game(id))
    assert [row for row in said if row not in (*own, *rows(of_any[1]))] == []
    assert [row for row in own if row not in said] == []
