"""Additional wagers on the command line: odds, simulate, rules, games and play know them by themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.guide import kinds_of, rules_data, side_sections, sides_of
from pitboss.law import clause
from pitboss.odds.blackjack import BlackjackOdds
from pitboss.odds.par import Strategy
from pitboss.rulebooks import games
from pitboss.web.help import help_page

Run = Callable[..., Result]

BACCARAT, BLACKJACK, SOFT_17 = "qld/baccarat", "qld/blackjack", "qld/soft-17-blackjack"
MIXED = "perfect pairs.mixed pair=4 to 1"
# A layout with this one additional wager.
PAIRS = ("--option", "additional=perfect-pairs")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blackjack without its own figures."""
    monkeypatch.setattr(BlackjackOdds, "keeps_own", False)
    monkeypatch.setattr(BlackjackOdds, "wagers", lambda analysis: ())
    monkeypatch.setattr(BlackjackOdds, "strategy", lambda analysis: Strategy())
    monkeypatch.setattr(BlackjackOdds, "notes", lambda analysis: ())


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))


def test_the_terminal_shows_one_side_and_another_payment(run: Run, quick: None, own_cache: None) -> None:
    out = run("odds", BLACKJACK, "--wager", "perfect pairs").stdout
    assert "18/311" in out and "QLD-17-8(a)(iii)" in out and "QLD-17-7(3)" in out and "original" not in out
    asked = ("odds", BLACKJACK, "--set", MIXED, "--wager", "Perfect-Pairs", "--json")
    row, = json.loads(run(*asked).stdout)["wagers"]
    assert (row["before"]["exact"], row["exact"], row["difference"]["exact"]) == ("18/311", "30/311", "12/311")
    out = run("odds", BACCARAT, "--option", "additional=none", "--wager", "perfect pairs player")
    assert out.exit_code == 2 and "no wager 'perfect pairs player'" in out.stderr


def test_the_command_shows_what_it_measured_of_one_wager(run: Run, own_cache: None) -> None:
    asked = ("simulate", BACCARAT, "--rounds", "200", "--seed", "1", "--workers", "1", "--wager",
             "Perfect-Pairs player")
    out = run(*asked).stdout
    assert "perfect pairs player" in out and "\nbanker" not in out and "1 of 1" in out
    data = json.loads(run(*asked, "--json").stdout)
    assert [row["wager"] for row in data["wagers"]] == ["perfect pairs player"] and data["wagers"][0]["measured"] == 200
    done = run(*asked[:-1], "purple")
    assert done.exit_code == 2 and "no wager 'purple'" in done.stderr


# -- what the rules say of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("id", games())
def test_every_additional_wager_is_told_with_its_clauses_and_pay_tables(id: str, run: Run) -> None:
    game = games()[id]
    data, shown, page = rules_data(game), run("rules", id).stdout, help_page(id) or ""
    names = {wager["name"]: wager["clause"] for wager in data["wagers"]}
    for side in sides_of(game):
        # In a part of its own, or among those of a book that has no schedule for it.
        apart = [found for found in data["sections"] if found["section"].endswith(side.name)]
        ids = {made["id"] for found in apart or data["sections"] for made in found["clauses"]}
        for kind in side.kinds():
            assert names[kind.name] == str(kind.clause) and kind.name in shown
            assert f"<td>{kind.name}</td><td>{escape(kind.note)}</td>" in page
            assert str(kind.clause) in ids, "what a wager cites is among the clauses told of it"
        for table in side.pay_tables:
            assert {str(under) for _, under in table.lines.values()} <= ids
            assert all(str(odds) in shown and str(odds) in page for odds, _ in table.lines.values())


@pytest.mark.parametrize("id", [BACCARAT, BLACKJACK, SOFT_17])
def test_both_pay_tables_of_perfect_pairs_are_told(id: str, run: Run) -> None:
    tables = {(table["wager"], table["for"]): table["lines"] for table in rules_data(games()[id])["pay_tables"]}
    assert [line["odds"] for line in tables["perfect pairs", "6 decks"]] == ["5 to 1", "10 to 1", "30 to 1"]
    assert [line["odds"] for line in tables["perfect pairs", "8 decks"]] == ["6 to 1", "12 to 1", "25 to 1"]
    by_option = {"perfect pairs", "bonus blackjack", "lucky lucky"}
    assert all(not holds for wager, holds in tables if wager not in by_option)
    shown, page = run("rules", id).stdout, help_page(id) or ""
    assert "perfect pairs, 6 decks " in shown and "perfect pairs, 8 decks " in shown
    assert "<h3>perfect pairs, 6 decks</h3>" in page and "<h3>perfect pairs, 8 decks</h3>" in page
    limits = page.partition("<h2>Limits</h2>")[2].partition("</section>")[0]
    assert "additional-minimum" in limits and "additional-maximum" in limits and "QLD-17-5(2)" in limits
    assert "QLD-17 perfect pairs" in shown and "perfect-pairs-a-box" in shown


def test_its_clauses_stand_in_the_order_of_the_text() -> None:
    told = side_sections(games()[BLACKJACK])["QLD-17 perfect pairs"]
    assert [str(made) for made in told[:3]] == [
        "QLD-17-2:additional-gaming-wager", "QLD-17-2:coloured-pair", "QLD-17-2:game-wager",
    ]
    assert told[-1] == clause("QLD-17-8(b)(iii)") and len(told) == len(set(told))


def test_games_lists_them(run: Run) -> None:
    listed = {game["id"]: game["wagers"] for game in json.loads(run("games", "--json").stdout)["games"]}
    for id, game in games().items():
        assert [wager["name"] for wager in listed[id]] == [kind.name for kind in kinds_of(game)]
    assert {"name": "perfect pairs", "clause": "QLD-17-7(2)", "note": "that the first two cards are a pair"} in listed[
        BLACKJACK]
    shown = " ".join(run("games").stdout.split())
    assert "perfect pairs," in shown


# -- the terminal ----------------------------------------------------------------------------------------------


def play(run: Run, id: str, typed: str, *args: str) -> str:
    done = run("play", id, "--seed", "4", *args, input=typed)
    assert done.exit_code == 0
    return done.stdout


def test_one_is_typed_beside_the_original(run: Run) -> None:
    out = play(run, BLACKJACK, "original 10, perfect pairs 5\n\ns\nr\n\ns\nq\n", *PAIRS)
    assert out.count("on the layout original 10, perfect pairs 5 >") == 2, "typed, then repeated"
    assert "lost 5.00: perfect pairs, QLD-17-7(3)" in out
    assert "wagers: original, perfect pairs; " in out and "type 'original 1, perfect pairs 1'" in out
    assert "on the layout original 10, perfect pairs 2 >" in play(
        run, BLACKJACK, "original 10\nperfect pairs bet 5\nreduce perfect pairs to 2\nq\n")


def test_its_limits_and_what_it_pays_are_told_on_sitting_down(run: Run) -> None:
    table = (*PAIRS, "--option", "additional-minimum=2", "--option", "additional-maximum=20")
    out = play(run, BLACKJACK, "original 10\nperfect pairs 25\n? perfect\nq\n", *table)
    assert "perfect pairs: 2 to 20 in steps of 0.50, mixed pair 5 to 1, coloured pair 10 to 1, perfect pair 30" in out
    assert "type 'original 1, perfect pairs 2'" in out
    assert "refused: perfect pairs 25 [QLD-17-5(2)]; perfect pairs 2 to 20" in out
    assert "perfect pairs: QLD-17-7(2)  " in out
    eight = " ".join(play(run, BACCARAT, "q\n", *PAIRS).split())
    assert "perfect pairs: 1 to 100000 in steps of 0.50, mixed pair 6 to 1, coloured pair 12 to 1" in eight
    assert "wagers: player, banker, tie, perfect pairs player, perfect pairs banker;" in eight


@pytest.mark.parametrize(("option", "said"), [
    ("additional=none", "[QLD-17-5(1)]; the wagers on the layout"),
    ("decks=7", "[QLD-17-8]; a table with 6 or 8 decks"),
])
def test_what_a_table_does_not_offer_is_not_listed_and_is_refused(run: Run, option: str, said: str) -> None:
    out = play(run, BLACKJACK, "original 10, perfect pairs 5\nq\n", *PAIRS, "--option", option)
    assert "wagers: original; " in out and "perfect pairs: " not in out and "type 'original 1';" in out
    assert said in out and "you leave with 1000.00" in out
