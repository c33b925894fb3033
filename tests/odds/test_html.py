"""The page: whole in itself, the same every time, well formed, and with the clause beside every line."""

from __future__ import annotations

import re
from fractions import Fraction
from html import escape
from xml.etree import ElementTree

import pytest

from pitboss.law.clauses import clause
from pitboss.odds import analyse
from pitboss.odds.html import page
from pitboss.odds.par import Cell, Line, ParSheet, Strategy, StrategyTable, WagerPar
from pitboss.odds.report import OddsQuestion, OddsReport, report
from pitboss.odds.svg import by_net, distribution, edge_bar, edge_scale, scale_note

ROULETTE, THREE = "qld/roulette", "qld/three-card-poker"
HOSTILE = "<script>alert('x')</script> & \"quoted\" ]]>"
RANKS = tuple("AKQJT98765432")


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def handmade(*wagers: WagerPar, title: str = "Handmade", strategy: Strategy | None = None) -> OddsReport:
    analysis = analyse(ROULETTE)
    sheet = ParSheet(ROULETTE, title, analysis.game.options, (title,), "exact", 0.1, wagers, strategy or Strategy(),
                     (title,))
    return OddsReport(OddsQuestion(ROULETTE), analysis, sheet)


def row(name: str, *shares: tuple[int, Fraction]) -> WagerPar:
    lines = [Line("win" if net > 0 else "lose", f"{name} {net}", "", Fraction(net), share, "QLD-7-16(2)")
             for net, share in shares]
    return WagerPar(name, "wager", tuple(lines))


NEVER = WagerPar("split", "split", (), ("split",), Fraction(1), Fraction(0))
EVEN = row("even", (1, Fraction(1, 2)), (-1, Fraction(1, 2)))


@pytest.mark.parametrize("asked", [
    OddsQuestion(ROULETTE), OddsQuestion(ROULETTE, {"wheel": "000"}),
    OddsQuestion(THREE, settings=("pair plus.flush=3 to 1",)),
    OddsQuestion("qld/craps", {"vigorish": "4"}), OddsQuestion("qld/baccarat", shoe={"A": 30, "2": 10, "9": 20}),
], ids=lambda asked: f"{asked.game} {asked.options}")
def test_a_page_is_whole_in_itself_and_the_same_every_time(asked: OddsQuestion) -> None:
    text = page(report(asked), "pitboss odds")
    assert text == page(report(asked), "pitboss odds")
    assert not re.search(r"https?:|//\w|\bsrc\b|@import|url\(|<script|<link|<iframe|<img", text)
    made = tree(text)
    assert made.tag == "html"
    links = {link.get("href") or "" for link in made.iter("a")}
    ids = [found.get("id") for found in made.iter() if found.get("id")]
    assert links and all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= set(ids) and len(ids) == len(set(ids))


def test_every_pay_line_has_its_clause_and_what_it_says() -> None:
    made = report(OddsQuestion(THREE))
    text = page(made, "pitboss odds")
    for wager in made.sheet.wagers:
        assert f"<h3>{escape(wager.wager)}</h3>" in text and str(wager.house_edge).split("/")[0] in text
        for line in wager.lines:
            assert f"<b>{line.clause}</b> {escape(clause(line.clause).summary)}" in text
    for table in made.analysis.game.pay.values():
        for odds, under in table.lines.values():
            assert str(odds) in text and f"<b>{under}</b>" in text
    reading = next(one for one in clause("QLD-12-21(2)(a)").readings if one.severity != "editorial")
    assert escape(reading.reading) in text


def test_what_a_regulator_looks_for() -> None:
    text = page(report(OddsQuestion(ROULETTE)), "pitboss odds qld/roulette --option 'a=<b>'")
    for wanted in ("Queensland Casino Gaming Rule", "QLD-7", "2.70270%", "1/<wbr/>37", "Every one of the 37 pockets",
                   "pitboss odds qld/roulette --option &#x27;a=&lt;b&gt;&#x27; --html FILE", "nothing is simulated",
                   "pitboss 0."):
        assert wanted in text, wanted


def test_names_cannot_break_the_page() -> None:
    table = StrategyTable(HOSTILE, (HOSTILE,), (HOSTILE,), ((Cell(HOSTILE, 0.5),),))
    wager = row(HOSTILE, (1, Fraction(1, 2)), (-1, Fraction(1, 2)))
    made = handmade(wager, title=HOSTILE, strategy=Strategy((HOSTILE,), (table,), {HOSTILE: HOSTILE}))
    text = page(made, HOSTILE)
    assert "<script" not in text
    drawn = tree(text)
    assert HOSTILE in [found.text for found in drawn.iter("h3")]
    assert drawn.findtext(".//h1") == HOSTILE


def test_a_change_shows_both_bars_and_both_odds() -> None:
    text = page(report(OddsQuestion(THREE, settings=("pair plus.flush=3 to 1",))), "pitboss odds")
    edges = next(found for found in tree(text).iter("table") if "edges" in (found.get("class") or ""))
    kinds = [rect.get("class") for rect in edges.iter("rect")]
    assert kinds.count("before") == 3
    assert "<mark>3 to 1</mark> <del>4 to 1</del>" in text
    heads = [head.text for head in edges.iter("th")]
    assert heads[2:5] == ["Before", "House edge", "Difference"]
    pair_plus = [[cell for cell in line] for line in edges.iter("tr")][3]
    assert pair_plus[2].text == "3.49321%" and pair_plus[4].text == "+4.95928%"


def test_plain_games_leave_out_columns_that_say_nothing() -> None:
    text = page(report(OddsQuestion(ROULETTE)), "pitboss odds")
    assert "Average stake" not in text and ">Made<" not in text and ">Before<" not in text


def test_doubles_are_said_to_be_doubles() -> None:
    wager = WagerPar("original", "original", (Line("lose", "", "", -1.0, 0.5, "QLD-7-16(2)"),), error=2e-13)
    text = page(handmade(wager), "pitboss odds")
    assert "double floating point" in text and "to 2e-13" in text


def test_a_grid_of_starting_hands_is_deeper_where_more_is_gained() -> None:
    cells = tuple(tuple(Cell("B", float(i * j)) for j in range(13)) for i in range(13))
    grid = StrategyTable("Starting hands", RANKS, RANKS, cells)
    text = page(handmade(EVEN, strategy=Strategy((), (grid,), {"B": "bet"})), "pitboss odds")
    chart = next(found for found in tree(text).iter("table") if found.get("class") == "chart")
    shades = [cell.get("style") for cell in chart.iter("td")]
    assert len(shades) == 169 and len(set(shades)) > 20
    assert shades[-1] == "background:#74be82"


# -- bars ------------------------------------------------------------------------------------------------


def test_rare_results_get_a_logarithmic_scale() -> None:
    rare = row("rare", (40, Fraction(1, 10_000)), (-1, Fraction(9_999, 10_000)))
    assert scale_note(rare) == "logarithmic scale" and scale_note(EVEN) == ""
    assert "10⁻⁴" in distribution(rare) and "50%" in distribution(EVEN)
    widths = [float(found) for found in re.findall(r'<rect [^>]*width="([\d.]+)%"', distribution(rare))]
    assert len(widths) == 2 and widths[0] < widths[1]


def test_bars_are_in_proportion() -> None:
    half = row("x", (1, Fraction(1, 4)), (-1, Fraction(3, 4)))
    first, second = (float(found) for found in re.findall(r'<rect [^>]*width="([\d.]+)%"', distribution(half)))
    assert second == pytest.approx(3 * first, abs=0.01)


def test_results_of_the_same_worth_make_one_bar() -> None:
    lines = row("x", (1, Fraction(1, 4)), (-1, Fraction(1, 4)), (-1, Fraction(1, 2))).lines
    assert by_net(lines) == [(1, Fraction(1, 4)), (-1, Fraction(3, 4))]


def test_an_edge_of_the_players_points_the_other_way() -> None:
    ours = row("ours", (1, Fraction(1)))
    theirs = row("theirs", (-1, Fraction(1)))
    scale = edge_scale([ours.house_edge, theirs.house_edge])
    assert scale == (-1.0, 1.0)
    assert 'x="0.000%" y="2" width="50.000%" height="11" class="player"' in edge_bar(ours, None, scale)
    assert 'x="50.000%" y="2" width="50.000%" height="11" class="house"' in edge_bar(theirs, None, scale)
    assert edge_scale([Fraction(0)]) == (0.0, 1.0)


def test_a_wager_that_is_never_made_has_no_edge() -> None:
    text = page(handmade(EVEN, NEVER), "pitboss odds")
    tree(text)
    assert "<p>never made</p>" in text and "<strong>-</strong>" in text and text.count("<figure>") == 1
