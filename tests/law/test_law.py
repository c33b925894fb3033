"""No result without a clause, no clause outside the index, readings shown with their clause."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss.law import Clause, Refused, Result, UnknownClause, clause, lose, refuse, schedule, void, win
from pitboss.law.clauses import set_watcher, within
from pitboss.law.coverage import all_clauses, corrupt, leaves, scan
from pitboss.money import Rounding, odds
from pitboss.rulebooks import games
from pitboss.table.requests import Deal, option

Q = schedule("QLD-12")


def test_an_unknown_clause_cannot_be_named() -> None:
    with pytest.raises(UnknownClause, match="QLD-12-99"):
        Q["9" + "9"]
    with pytest.raises(UnknownClause):
        clause("QLD-12-99")
    with pytest.raises(UnknownClause):
        clause("XYZ-1")


def test_an_unknown_clause_in_a_function_fails_at_import(tmp_path: Path) -> None:
    module = tmp_path / "rulebook.py"
    text = 'from pitboss.law import schedule\nS = schedule("QLD-12")\ndef later():\n    return S["%s"]\n'
    module.write_text(text % "99(1)")
    bad = subprocess.run([sys.executable, str(module)], capture_output=True, text=True)
    assert bad.returncode == 1 and "no clause QLD-12-99(1)" in bad.stderr
    module.write_text(text % "21(1)")
    assert subprocess.run([sys.executable, str(module)], capture_output=True).returncode == 0


@pytest.mark.parametrize("not_a_clause", ["QLD-12-21(1)", None, 12])
def test_no_result_without_a_clause(not_a_clause: object) -> None:
    with pytest.raises(TypeError, match="needs a clause"):
        Result(not_a_clause, "win")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="needs a clause"):
        Refused(not_a_clause, "something")  # type: ignore[arg-type]


def test_a_clause_cannot_be_made_up() -> None:
    with pytest.raises(UnknownClause, match="looked up in the index"):
        Clause("QLD-12-21(1)")


def test_a_clause_survives_copying() -> None:
    made = clause("QLD-2-15(2)")
    assert copy.deepcopy(made) is made and pickle.loads(pickle.dumps(made)) is made


def test_every_clause_the_code_names_is_in_the_index() -> None:
    unknown = []
    for id in scan(Path(pitboss.__file__).parent):
        try:
            clause(id)
        except UnknownClause:
            unknown.append(id)
    assert not unknown


def test_every_game_claims_law_that_exists() -> None:
    for game in games().values():
        assert game.law and all(all_clauses([prefix]) for prefix in game.law)


def test_results_say_what_they_are() -> None:
    won = win(odds("3 to 2"), Q["21(2)(a)"])
    assert (won.outcome, won.pays(1000), won.clause) == ("win", 1500, "QLD-12-21(2)(a)")
    assert lose(Q["21(3)(c)"]).pays(1000) == 0
    rounded = win(odds("19 to 20"), Q["21(2)(a)"], rounding=Rounding(50, False, Q["23"]))
    assert [rounded.pays(stake) for stake in (1000, 1050, 1100)] == [950, 950, 1000]
    up = win(odds("6 to 5"), Q["21(2)(a)"], rounding=Rounding(100, True, Q["23"]))
    assert [up.pays(stake) for stake in (500, 600, 1000)] == [600, 800, 1200]
    assert win(odds("100 to 1"), Q["21(2)(a)"], at_most=500_00).pays(1000) == 500_00


def test_readings_stand_with_their_clause() -> None:
    read = clause("CBR-9.1").readings
    assert read and all(reading.reading and reading.reason for reading in read)
    assert clause("QLD-1-11(4)").readings[0].configurable


def test_every_payment_that_is_cut_to_the_cent_has_its_reading() -> None:
    """Odds that do not come out in cents on stakes in steps of 50 cents."""
    lines = [line for game in games().values() for table in game.pay_tables for line in table.lines.values()]
    cut = {str(cited): cited for paid, cited in lines if paid.num * 50 % paid.den}
    assert {"QLD-4-10(1):place-6", "QLD-4-12(2):5", "QLD-4-17(5)", "QLD-1-11(2)"} <= set(cut)
    for id, cited in cut.items():
        assert any("down to the cent" in reading.reading for reading in cited.readings), id


def test_a_clause_covers_what_is_below_it() -> None:
    assert clause("QLD-12-21(2)").covers("QLD-12-21(2)(a)")
    assert not clause("QLD-12-21(2)").covers("QLD-12-21(2)bis")
    assert within("QLD-1-4(1)", "QLD-1") and not within("QLD-10-4(1)", "QLD-1") and not within("QLD-1a-1", "QLD-1")


def test_leaves_have_nothing_below() -> None:
    found = leaves([clause(id) for id in ("QLD-12-5", "QLD-12-5(a)", "QLD-12-21(2)", "QLD-12-21(2)bis")])
    assert found == {"QLD-12-5(a)", "QLD-12-21(2)", "QLD-12-21(2)bis"}


def test_the_watcher_sees_and_replaces_every_decision() -> None:
    seen: list[str] = []

    def spoil(made: Clause, value: object) -> object:
        seen.append(made)
        return corrupt(value)

    set_watcher(spoil)
    try:
        assert Q["12(1)"].says(1) == 2
        assert Q["21(1)"].says(True) is False
        assert refuse("a thing", Q["15(2)"]) is None
        assert option("bet", Q["17(4)"]) is None
        assert win(odds("1 to 1"), Q["23:straight"]).outcome == "lose"
        assert void(Q["19(3)"]).outcome == "lose"
        assert Q["16(1)"].says((1, 2)) == (2, 1)
        assert Q["16(3)"].says(Deal(Q["16(3)"], "1", 3, False)).count == 4
        assert Q["23"].says(odds("5 to 1")).pays(100) == 600
    finally:
        set_watcher(None)
    assert len(seen) == 9
    assert Q["12(1)"].says(1) == 1


def test_corruption_always_changes_the_value() -> None:
    for value in (True, 0, "x", (1,), (1, 1), [1, 2], {"a": 1}, frozenset({1}), odds("1 to 1")):
        assert corrupt(value) != value
    with pytest.raises(TypeError):
        corrupt(object())


def test_the_scan_finds_citations_by_function(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        'S = schedule("QLD-12")\nTABLE = S["23"]\nclass G:\n    def f(self):\n        return S["5(a)"]\n'
    )
    assert scan(tmp_path) == {"QLD-12-23": ["game.py: module"], "QLD-12-5(a)": ["game.py: G.f"]}
