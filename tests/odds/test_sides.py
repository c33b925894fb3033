"""Additional wagers: closed forms, rounds of the table to the cent, what-ifs, simulation, and what they leave alone."""

from __future__ import annotations

import io
import random
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from pitboss.equipment.decks import deck
from pitboss.equipment.decks import decks as pack_of
from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, WIN
from pitboss.odds import analyse, analysed_games, par_sheet, sides
from pitboss.odds.analysis import Analysis, BadQuestion, BestPlay
from pitboss.odds.blackjack import BlackjackOdds
from pitboss.odds.html import page
from pitboss.odds.par import Strategy, WagerPar, line
from pitboss.odds.report import OddsQuestion, report, sheet_data, write_csv
from pitboss.odds.simulate import simulate
from pitboss.rulebooks import game, games
from pitboss.rulebooks.qld.s17_on_boxes import PlayedWager
from pitboss.rulebooks.qld.s17_perfect_pairs import PerfectPairs
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Choose, Gather, Offer
from pitboss.table.sides import FIVE_CARDS, SEVEN_CARDS, Side
from pitboss.table.table import Table

BACCARAT, BLACKJACK, SOFT_17 = "qld/baccarat", "qld/blackjack", "qld/soft-17-blackjack"
NAMES = {
    BACCARAT: ("perfect pairs player", "perfect pairs banker"),
    BLACKJACK: ("perfect pairs",), SOFT_17: ("perfect pairs",),
}
MIXED = "perfect pairs.mixed pair=4 to 1"
# A layout with this one additional wager.
PAIRS = {"additional": "perfect-pairs"}


def rows(id: str, *settings: str, **options: str) -> dict[str, WagerPar]:
    """The rows of the additional wagers alone, without waiting for those of the game."""
    return {row.wager: row for row in analyse(id, PAIRS | options, settings).side_wagers()}


def row_unless_played(analysis: BlackjackOdds, side: Side, kind: str) -> WagerPar:
    """What hangs on how hands are played waits for their figures."""
    return WagerPar(kind, "wager", ()) if isinstance(side, PlayedWager) else Analysis.side_row(analysis, side, kind)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Blackjack without its own figures, and how often they were asked for."""
    asked: Counter[str] = Counter()

    def own_wagers(analysis: Analysis[Any]) -> tuple[WagerPar, ...]:
        asked["wagers"] += 1
        return ()

    monkeypatch.setattr(BlackjackOdds, "keeps_own", False)
    monkeypatch.setattr(BlackjackOdds, "wagers", own_wagers)
    monkeypatch.setattr(BlackjackOdds, "strategy", lambda analysis: Strategy())
    monkeypatch.setattr(BlackjackOdds, "notes", lambda analysis: ())
    monkeypatch.setattr(BlackjackOdds, "side_row", row_unless_played)
    return asked


# -- the pack is the game's own ----------------------------------------------------------------------------------


def test_two_cards_are_of_the_pack_that_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    made = game(BLACKJACK, {"decks": "6"})
    monkeypatch.setattr(type(made), "pack", lambda game: pack_of(game.decks, "spanish"))
    assert sum(ways for _, ways in sides.two_cards(made)) == 288 * 287


@pytest.mark.parametrize("looks_at", [FIVE_CARDS, SEVEN_CARDS])
def test_what_is_counted_from_52_cards_is_refused_for_any_other_pack(
    looks_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = analyse("cbr/casino-holdem-poker")
    assert sum(ways for _, ways in sides.ENUMERATORS[FIVE_CARDS](analysis.game)) == 2_598_960
    monkeypatch.setattr(type(analysis.game), "pack", lambda game: deck("spanish"))
    with pytest.raises(BadQuestion, match="not dealt from one deck of 52"):
        next(iter(sides.ENUMERATORS[looks_at](analysis.game)))
    with pytest.raises(BadQuestion, match="not dealt from one deck of 52"):
        analysis.wagers()


# -- closed forms and published figures ------------------------------------------------------------------------


@pytest.mark.parametrize("id", NAMES)
@pytest.mark.parametrize(("decks", "mixed", "coloured", "perfect"), [(6, 5, 10, 30), (8, 6, 12, 25)])
def test_pairs_by_closed_form(id: str, decks: int, mixed: int, coloured: int, perfect: int) -> None:
    """After any first card 52d - 1 are left: d - 1 like it, d of its rank in the other suit of its colour and 2d of
    its rank in the other colour."""
    left = 52 * decks - 1
    expected = {
        "perfect pair": (Fraction(decks - 1, left), perfect), "coloured pair": (Fraction(decks, left), coloured),
        "mixed pair": (Fraction(2 * decks, left), mixed),
    }
    likely = sum(chance for chance, _ in expected.values())
    edge = 1 - likely - sum(chance * pays for chance, pays in expected.values())
    found = rows(id, decks=str(decks))
    assert tuple(found) == NAMES[id]
    for row in found.values():
        assert {one.label: (one.probability, one.net) for one in row.lines if one.outcome == WIN} == expected
        lost, = (one for one in row.lines if one.outcome == LOSE)
        assert (lost.label, lost.probability, lost.net) == ("none of these", 1 - likely, -1)
        assert row.house_edge == edge and row.exact and row.hit_rate == likely == Fraction(4 * decks - 1, left)
        second = sum(chance * pays**2 for chance, pays in expected.values()) + 1 - likely
        assert row.variance == second - edge**2 and row.std_dev == sqrt(row.variance)


def test_the_edge_of_the_laws_tables() -> None:
    assert rows(BLACKJACK, decks="6")["perfect pairs"].house_edge == Fraction(18, 311)
    assert rows(BLACKJACK, decks="8")["perfect pairs"].house_edge == Fraction(17, 415)


@pytest.mark.parametrize("id", NAMES)
@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_any_pair_by_closed_form(id: str, decks: int) -> None:
    """Of the 52d - 1 cards after the first, 4d - 1 have its face."""
    if id == BACCARAT and decks in (5, 7):
        return
    likely = Fraction(4 * decks - 1, 52 * decks - 1)
    for name, row in rows(id, decks=str(decks), additional="any-pair").items():
        assert name.startswith("any pair") and row.hit_rate == likely and row.house_edge == 1 - 12 * likely
        assert {one.label: one.clause for one in row.lines} == {
            "pair": "QLD-17-43(2)", "none of these": "QLD-17-43(3)"}


@pytest.mark.parametrize(("decks", "published"), [("6", "6.11%"), ("8", "4.10%")])
def test_published_edges_of_25_12_and_6_to_1(decks: str, published: str) -> None:
    """The Wizard of Odds' table for perfect pairs at 25, 12 and 6 to 1, from memory; others print the same."""
    paid = (f"perfect pairs.{line}={odds} to 1" for line, odds in
            (("perfect pair", 25), ("coloured pair", 12), ("mixed pair", 6)))
    assert f"{float(rows(BLACKJACK, *paid, decks=decks)['perfect pairs'].house_edge):.2%}" == published


def test_each_line_has_its_clause() -> None:
    pairs = {"perfect pair": "(iii)", "coloured pair": "(ii)", "mixed pair": "(i)"}
    for id, decks, under, lost in (
        (BLACKJACK, "6", "QLD-17-8(a)", {"perfect pairs": "QLD-17-7(3)"}),
        (BACCARAT, "8", "QLD-17-8(b)",
         {"perfect pairs player": "QLD-17-6(4)", "perfect pairs banker": "QLD-17-6(3)"}),
    ):
        for name, row in rows(id, decks=decks).items():
            expected = {label: under + leaf for label, leaf in pairs.items()} | {"none of these": lost[name]}
            assert {one.label: one.clause for one in row.lines} == expected


def test_two_cards_are_every_order_of_two_cards() -> None:
    table = game(BLACKJACK, {"decks": "6"})
    found = dict(sides.two_cards(table))
    assert len(found) == 52 * 52 and sum(found.values()) == 312 * 311
    assert found["As", "As"] == 6 * 5 and found["As", "Ah"] == found["Ah", "As"] == 36


# -- which rows there are --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "offered"), [
    ({"decks": "5"}, False), ({"decks": "7"}, False), ({"additional": "none"}, False), ({}, True),
])
def test_only_what_a_table_offers_has_a_row(options: dict[str, str], offered: bool) -> None:
    assert tuple(rows(BLACKJACK, **options)) == (("perfect pairs",) if offered else ())
    table = game(BLACKJACK, PAIRS | options)
    assert table.wager_names() == ("original", *(["perfect pairs"] * offered))
    assert [kind.name for kind in table.side_kinds()] == ["perfect pairs"] * offered


def test_a_sheet_has_a_row_for_every_wager_that_can_be_placed() -> None:
    for id in games():
        if any(getattr(base, "id", "") in analysed_games() for base in games()[id].__mro__):
            table = game(id)
            assert tuple(sides.counted(table)) == tuple(kind.name for kind in table.side_kinds()), id
    assert [row.wager for row in par_sheet(BACCARAT, PAIRS).wagers] == ["player", "banker", "tie", *NAMES[BACCARAT]]


def test_figures_of_the_game_are_as_they_were() -> None:
    """All that a table offers beside it moves nothing of the game's own, nor what is said of it."""
    beside, alone = (analyse(BACCARAT, options).sheet for options in ({}, {"additional": "none"}))
    assert beside.wagers[:3] == alone.wagers and len(alone.wagers) == 3
    assert (beside.strategy, beside.notes) == (alone.strategy, alone.notes)


def test_a_side_that_cannot_be_counted_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PerfectPairs, "looks_at", "tea leaves")
    made = analyse(BACCARAT, PAIRS)
    assert len(made.sheet.wagers) == 3 and made.side_places() == ()
    assert made.sheet.notes[-1] == "No figures yet for perfect pairs player, perfect pairs banker."


def test_a_shoe_is_told_without_suits() -> None:
    ranks = ("A", *map(str, range(2, 10)))
    made = analyse(BACCARAT, PAIRS, shoe=dict.fromkeys(ranks, 32) | {"T": 127})
    assert len(made.sheet.wagers) == 3
    assert made.sheet.notes[-1] == (
        "No figures for perfect pairs player, perfect pairs banker: what is left in a shoe is told without suits."
    )
    whole = analyse(BACCARAT, PAIRS, shoe=dict.fromkeys(ranks, 32) | {"T": 128})
    assert whole.sheet.wagers == analyse(BACCARAT, PAIRS).sheet.wagers


# -- every form of the sheet, and what-ifs ---------------------------------------------------------------------


@pytest.mark.parametrize("id", NAMES)
def test_every_form_of_the_sheet_has_its_rows(id: str, quick: Counter[str]) -> None:
    made = report(OddsQuestion(id, {"decks": "6"}))
    data = {row["wager"]: row for row in sheet_data(made)["wagers"]}
    out = io.StringIO()
    write_csv(made, out)
    shown = page(made, "pitboss odds")
    for name in NAMES[id]:
        assert (data[name]["exact"], data[name]["method"], data[name]["per"]) == ("18/311", "exact", "wager")
        assert data[name]["clauses"] == ["QLD-17-8(a)(iii)", "QLD-17-8(a)(ii)", "QLD-17-8(a)(i)"]
        assert f"\n{id},{name},wager," in out.getvalue() and f">{name}</a>" in shown
    assert "<h3>perfect pairs</h3>" in shown


def test_a_page_has_no_pay_table_of_what_is_not_offered() -> None:
    shown = page(report(OddsQuestion(BACCARAT, {"additional": "none"})), "")
    assert "<h3>perfect pairs</h3>" not in shown and "<h3>tie</h3>" in shown


def test_a_page_marks_the_changed_line_of_a_side(quick: Counter[str]) -> None:
    shown = page(report(OddsQuestion(BLACKJACK, {"decks": "8"}, (MIXED,))), "")
    assert "<mark>4 to 1</mark> <del>6 to 1</del>" in shown


@pytest.mark.parametrize(("options", "settings", "times"), [
    ({}, (), 1), ({}, (MIXED,), 1), ({"decks": "8"}, (MIXED,), 1), ({"additional": "none"}, (), 1),
    ({"decks": "8"}, (), 2), ({}, ("original.blackjack=6 to 5",), 2), ({}, (MIXED, "dealer.soft-17=draw"), 2),
])
def test_a_changed_side_counts_nothing_of_the_game_again(
    quick: Counter[str], options: dict[str, str], settings: tuple[str, ...], times: int
) -> None:
    made = report(OddsQuestion(BLACKJACK, options, settings))
    assert quick["wagers"] == times
    assert (made.before is None) == (not options and not settings)


def test_a_side_line_moves_no_figure_of_the_game() -> None:
    made = report(OddsQuestion(BACCARAT, settings=(MIXED,)))
    assert made.before is not None and made.before.wagers[:3] == made.sheet.wagers[:3]
    for name in NAMES[BACCARAT]:
        assert made.sheet.row(name).house_edge - made.before.row(name).house_edge == Fraction(2 * 16, 415)


# -- rounds of the table ---------------------------------------------------------------------------------------


class Punter:
    """Random sums on additional wagers, with and without a wager of the game beside them; draws or stands at random."""

    def __init__(self, chance: random.Random, id: str) -> None:
        self.chance, self.id = chance, id
        self.pending: list[Place] | None = None

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Gather):
            if self.pending is None:
                self.pending = self.places()
            if self.pending:
                return self.pending.pop()
            self.pending = None
            return Close()
        assert isinstance(request, Choose)
        names = {option.name for option in request.options}
        if isinstance(request, Offer) or "stand" not in names:
            return Lapse()
        return Choice(request.hand, self.chance.choice(["stand", "draw"]), request.player)

    def places(self) -> list[Place]:
        if self.id == BACCARAT:
            kinds = self.chance.sample(["player", "banker", "tie", *NAMES[BACCARAT]], self.chance.randint(1, 5))
            return [Place(1, "Ann", tuple((kind, self.stake()) for kind in kinds))]
        return [
            Place(box, who, (("original", self.stake()), ("perfect pairs", self.stake())))
            for box, who in ((1, "Ann"), (4, "Ben"))
        ]

    def stake(self) -> int:
        return 50 * self.chance.randint(2, 100)


def pair_of(one: str, other: str) -> str:
    """Two cards as people call them."""
    if one[0] != other[0]:
        return "none of these"
    if one[1] == other[1]:
        return "perfect pair"
    return "coloured pair" if {one[1], other[1]} in ({"h", "d"}, {"s", "c"}) else "mixed pair"


@pytest.mark.parametrize(("id", "decks", "rounds"), [
    (BACCARAT, "6", 7000), (BACCARAT, "8", 7000), (BLACKJACK, "6", 3000), (SOFT_17, "8", 3000),
])
def test_random_rounds_agree_to_the_cent(id: str, decks: str, rounds: int) -> None:
    made, seed = analyse(id, PAIRS | {"decks": decks}), f"sides {id} {decks}"
    table = made.game
    said = {
        kind: {cards: line(result, "", Fraction(1), 100) for cards, _, result in sides.ends(side, kind)}
        for kind, side in sides.counted(table).items()
    }
    labels = {one.clause: one.label for row in made.side_wagers() for one in row.lines}
    t, dealer = Table(table), VirtualDealer(SeededSource(seed), Punter(random.Random(seed), id))
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        for settled in t.lines:
            if settled.wager not in said:
                continue
            hand = settled.wager.rpartition(" ")[2] if id == BACCARAT else str(settled.box)
            cards = tuple(t.hands[hand].cards[:2])
            expected = said[settled.wager][cards]
            brought = settled.pays if settled.outcome == WIN else -settled.stake
            assert (settled.outcome, str(settled.clause)) == (expected.outcome, expected.clause)
            assert brought == expected.net * settled.stake and labels[expected.clause] == pair_of(*cards)
            seen[labels[expected.clause]] += 1
    assert set(seen) == {"perfect pair", "coloured pair", "mixed pair", "none of these"} and min(seen.values()) > 30


# -- simulation ------------------------------------------------------------------------------------------------


def test_a_simulation_measures_them_inside_their_interval() -> None:
    made = simulate(BACCARAT, 3000, seed=2, options=PAIRS)
    for name in NAMES[BACCARAT]:
        row = made.row(name)
        assert row.sums.wagers == 3000 and row.sums.stake == 3000 * 100
        assert row.inside(0.99) and abs(row.z or 9) < 2.6


def test_the_game_is_simulated_as_it_was() -> None:
    """The same rounds with and without additional wagers give the same of every wager of the game."""
    beside, alone = (simulate(BACCARAT, 300, seed=3, options=options) for options in ({}, {"additional": "none"}))
    assert [row.sums for row in beside.rows][:3] == [row.sums for row in alone.rows]


@pytest.mark.parametrize(("options", "settings", "stake"), [
    ({}, (), 100), ({"minimum": "10", "additional-maximum": "5"}, (), 500), ({"additional-minimum": "2.50"}, (), 250),
    ({}, ("perfect pairs.mixed pair=7 to 3",), 150),
    ({"additional-maximum": "1"}, ("perfect pairs.mixed pair=7 to 3",), 100),
])
def test_what_is_staked_fits_the_limits_and_pays_whole_cents(
    options: dict[str, str], settings: tuple[str, ...], stake: int
) -> None:
    made = analyse(BACCARAT, PAIRS | options, settings)
    t = Table(made.game)
    drive(t, VirtualDealer(SeededSource("limits"), BestPlay(made)))
    assert [settled.stake for settled in t.lines if settled.wager in made.game.sides] == [stake, stake]
    assert made.whole_stake() == made.stake
