"""`pitboss games` and `pitboss rules`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from rich.console import Console
from typer.testing import Result

from pitboss.cli.games import NARROW, _list, _table
from pitboss.cli.rules import _print_sections
from pitboss.guide import base_of, displaced, sections
from pitboss.law import book, clause
from pitboss.rulebooks import card_games, games
from pitboss.table.game import displaces

Run = Callable[..., Result]

THREE = "qld/three-card-poker"


def test_games_lists_every_game(run: Run) -> None:
    done = run("games")
    assert done.exit_code == 0
    for id in (*games(), *card_games()):
        assert id in done.stdout


def test_games_json(run: Run) -> None:
    done = run("games", "--json")
    listed = json.loads(done.stdout)["games"]
    assert [game["id"] for game in listed] == [*games(), *card_games()]
    for game in listed:
        seats = {"seats"} if game["kind"] == "card room" else set()
        assert set(game) == {
            "id", "title", "kind", "book", "law", "wagers", "options", "boxes", "irregularities", *seats,
        }
        for named in (*game["wagers"], *game["options"]):
            assert clause(named["clause"]) == named["clause"]
        for option in game["options"]:
            assert set(option) == {"name", "values", "default", "clause", "note"}
            assert len(option["values"]) == 1 or option["default"] in option["values"]
        for wager in game["wagers"]:
            assert set(wager) == {"name", "clause", "note"}


@pytest.mark.parametrize("width", [40, 60, 79, 80, 90, 110, 200])
def test_options_break_at_spaces_only(width: int) -> None:
    found = list(games().values())
    out = Console(file=io.StringIO(), width=width)
    out.print(_table(found, width) if width >= NARROW else _list(found))
    words = out.file.getvalue().replace(";", " ").split()  # type: ignore[attr-defined]
    for game in found:
        assert game.id in words
        for option in game.choices:
            assert f"{option.name}={option.default}" in [word.rstrip(",") for word in words]


@pytest.mark.parametrize("id", games())
def test_rules_of_every_game(run: Run, id: str) -> None:
    done = run("rules", id)
    assert done.exit_code == 0
    game = games()[id]
    assert game.title in done.stdout
    for table in game.pay_tables:
        for odds, _ in table.lines.values():
            assert str(odds) in done.stdout


@pytest.mark.parametrize("id", games())
def test_rules_json_of_every_game(run: Run, id: str) -> None:
    data = json.loads(run("rules", id, "--json").stdout)
    assert data["id"] == id
    told = [made["id"] for section in data["sections"] for made in section["clauses"]]
    assert told and len(told) == len(set(told))
    assert all(clause(made) == made for made in told)
    game = games()[id]
    if base_of(game) is not None:
        assert data["incorporates"]["by"] == str(game.incorporated_by)
        assert data["incorporates"]["displaces"] == displaced(game)


def test_rules_follow_the_schedule(run: Run) -> None:
    out = run("rules", THREE).stdout
    at = [out.index(f"{section}:") for section in sections("QLD-12") if f"{section}:" in out]
    assert at == sorted(at) and len(at) > 20


def test_rules_show_pay_lines_readings_and_duties(run: Run) -> None:
    out = run("rules", THREE).stdout
    assert "QLD-12-25:straight-flush" in out and "40 to 1" in out
    assert out.index("21(2)(a) ") < out.index("It is paid once") < out.index("21(2)(b) ")
    assert "What staff do" in out and "QLD-12-13(5)" in out


def test_rules_say_that_no_river_is_dealt_when_all_have_folded(run: Run) -> None:
    out = run("rules", "cbr/casino-holdem-poker").stdout
    assert out.index("6.6 ") < out.index("with no wager left the round is over") < out.index("6.7 ")


def test_rules_say_a_games_name_once(run: Run) -> None:
    assert "Three card: " not in run("rules", THREE).stdout


@pytest.mark.parametrize("name", ["three-card-poker", "qld/three-card-pokr", "QLD/Three-Card-Poker"])
def test_a_near_game_is_suggested(refused: Callable[..., str], name: str) -> None:
    assert refused("rules", name) == f"no game {name!r}; did you mean {THREE}?"


@pytest.mark.parametrize("name", ["zzzzzz", "", "a\nb\x1b[31m"])
def test_an_unknown_game(refused: Callable[..., str], name: str) -> None:
    assert "pitboss games" in refused("rules", name)


def test_a_variant_says_what_it_displaces(run: Run) -> None:
    out = run("rules", "qld/soft-17-blackjack").stdout
    assert "brought in by QLD-2d-1" in out and "Incorporated: Blackjack   through QLD-2d-1" in out
    own, _, brought = out.partition("Incorporated: ")
    assert "QLD-2d section 3" in own and "QLD-2 section 29" in brought
    line = next(line for line in brought.splitlines() if line.strip().startswith("29(1) "))
    assert "(displaced)" in line
    assert "here instead" not in out and "dealer draws\n" not in out
    head = own.partition("displaced ")[2]
    assert "QLD-2-29(1)  Dealer draws to 16, stands on all 17s including soft" in head


def test_what_is_under_a_displaced_clause_is_displaced_with_it() -> None:
    class Other:
        @displaces(clause("QLD-2-14(2)"))
        def settle(self) -> None: ...

    found = displaced(Other)  # type: ignore[arg-type]
    assert list(found) == [id for id in book("QLD") if id == "QLD-2-14(2)" or id.startswith("QLD-2-14(2)(")]
    assert len(found) > 3
    out = Console(file=io.StringIO(), width=110)
    _print_sections(out, "QLD-2", found)
    lines = out.file.getvalue().splitlines()  # type: ignore[attr-defined]
    for id in found:
        assert any(line.startswith(f"  {id.removeprefix('QLD-2-')} ") and "(displaced)" in line for line in lines)
    assert sum("(displaced)" in line for line in lines) == len(found)


def test_every_section_of_a_decimal_rulebook_is_told(run: Run) -> None:
    data = json.loads(run("rules", "nsw/texas-holdem-bonus-poker", "--json").stdout)
    assert [section["section"] for section in data["sections"]][:3] == ["NSW-1", "NSW-2", "NSW-3"]
