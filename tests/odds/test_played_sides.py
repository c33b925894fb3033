"""Additional wagers of blackjack: closed forms, published figures, those that hang on how hands are played against
shuffled shoes and rounds of the table, and what playing for them would gain."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.equipment.rng import SeededSource
from pitboss.law import Result
from pitboss.law.results import WIN
from pitboss.odds import analyse, sides
from pitboss.odds.blackjack import BlackjackOdds
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, SPLIT, STAND
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_sides import MOST, PlayedCards, rank_of
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work
from pitboss.odds.kept import read, written
from pitboss.odds.par import Strategy, WagerPar
from pitboss.rulebooks.qld.s17_on_boxes import PlayedWager
from pitboss.table.acts import Answer, Close, Place
from pitboss.table.driver import drive
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.sides import Side
from pitboss.table.table import Table

BLACKJACK = "qld/blackjack"
PLAYED = ("super sevens", "bonus blackjack")


@cache
def made(decks: str, *settings: str, **options: str) -> BlackjackOdds:
    analysis = analyse(BLACKJACK, {"decks": decks, **options}, settings)
    assert isinstance(analysis, BlackjackOdds)
    return analysis


@cache
def row(analysis: BlackjackOdds, wager: str) -> WagerPar:
    return analysis.side_row(analysis.game.sides[wager], wager)


def played(analysis: BlackjackOdds, wager: str) -> PlayedCards:
    side = analysis.game.sides[wager]
    assert isinstance(side, PlayedWager)
    return PlayedCards(analysis.rules, analysis.best.plan, side, wager, 100)


# -- closed forms and published figures ------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_star_pairs_by_closed_form(decks: int) -> None:
    """Of 52d - 1 cards after the first, d - 1 are like it, d of the other suit of its colour, 2d of the other colour;
    one first card in thirteen is an ace."""
    left, aces = 52 * decks - 1, Fraction(1, 13)
    won = {"pair of aces": aces * Fraction(4 * decks - 1, left), "perfect pair": (1 - aces) * Fraction(decks - 1, left),
           "coloured pair": (1 - aces) * Fraction(decks, left), "mixed pair": (1 - aces) * Fraction(2 * decks, left)}
    found = row(made(str(decks)), "star pairs")
    assert {one.label: one.probability for one in found.lines if one.outcome == WIN} == won
    pays = {"pair of aces": 30, "perfect pair": 20, "coloured pair": 8, "mixed pair": 5}
    assert found.house_edge == 1 - sum(chance * (1 + pays[label]) for label, chance in won.items())


@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_super_sevens_by_closed_form_where_two_sevens_take_a_third_card(decks: int) -> None:
    """Best play draws to two sevens or splits them whatever the dealer shows, so that the third card is any card."""
    analysis, cards, sevens = made(str(decks)), 52 * decks, 4 * decks
    assert (analysis.best.plan.start[analysis.rules.where[6, 6]] != STAND).all()
    three = Fraction(perm(sevens, 3), perm(cards, 3))
    suited = Fraction(4 * perm(decks, 3), perm(cards, 3))
    no_third = Fraction(cards - sevens, cards - 2)
    two = Fraction(4 * perm(decks, 2), perm(cards, 2)) * no_third
    any_two = Fraction(perm(sevens, 2), perm(cards, 2)) * no_third
    found = {one.label: one.probability for one in row(analysis, "super sevens").lines}
    assert found == {
        "three suited sevens": suited, "three unsuited sevens": three - suited, "two suited sevens": two,
        "two unsuited sevens": any_two - two, "one seven": Fraction(1, 13) * Fraction(cards - sevens, cards - 1),
        "none of these": Fraction(12, 13),
    }
    assert "no other play" in row(analysis, "super sevens").note


def test_a_published_edge_of_super_sevens() -> None:
    """11.4% with six decks at 3, 50, 100, 500 and 5000 to 1, as the Wizard of Odds has it, from memory."""
    assert f"{float(row(made('6'), 'super sevens').house_edge):.1%}" == "11.4%"


@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_lucky_lucky_by_counting_what_cards_make(decks: int) -> None:
    """Another count of three cards: by faces first, suits afterwards."""
    cards, worth = 52 * decks, {**{face: min(face, 10) for face in range(2, 14)}, 14: 11}
    pays = {"suited 7-7-7": 200, "suited 6-7-8": 100, "unsuited 7-7-7": 50, "unsuited 6-7-8": 30, "suited 21": 10,
            "unsuited 21": 3, "any 20": 2, "any 19": 2}
    found = Counter[str]()
    for faces in product(worth, repeat=3):
        total = sum(worth[face] for face in faces)
        for _ in range(faces.count(14)):
            total -= 10 * (total > 21)
        ways, alike = 1, 4
        for many in Counter(faces).values():
            ways, alike = ways * perm(4 * decks, many), alike * perm(decks, many)
        name = {(7, 7, 7): "7-7-7", (6, 7, 8): "6-7-8"}.get(tuple(sorted(faces)), "21")
        if total == 21:
            found[f"suited {name}"] += alike
            found[f"unsuited {name}"] += ways - alike
        elif total in (19, 20):
            found[f"any {total}"] += ways
    told = row(made(str(decks)), "lucky lucky")
    assert {one.label: one.probability for one in told.lines if one.outcome == WIN} == {
        label: Fraction(ways, perm(cards, 3)) for label, ways in found.items()}
    assert told.house_edge == 1 - sum(Fraction(ways, perm(cards, 3)) * (1 + pays[name]) for name, ways in found.items())


def test_the_three_tables_of_lucky_lucky_differ_in_two_lines() -> None:
    one, two, three = (row(made("6", **{"lucky-lucky-table": table}), "lucky lucky") for table in "123")
    often = {line.label: line.probability for line in one.lines}
    assert two.house_edge - one.house_edge == often["any 19"] - 5 * often["suited 21"]
    assert three.house_edge - one.house_edge == often["any 19"]


def test_bonus_blackjack_is_offered_and_counted_with_six_and_eight_decks() -> None:
    edges = {decks: row(made(decks), "bonus blackjack").house_edge for decks in ("6", "8")}
    assert edges == {"6": Fraction(6716618, 54616265), "8": Fraction(10830868, 92244789)}
    assert "bonus blackjack" not in sides.counted(made("7").game)
    often = {line.label: line.probability for line in row(made("6"), "bonus blackjack").lines}
    assert often["nominated blackjack"] == Fraction(2 * 6 * 24, 312 * 311)


def test_the_stake_of_a_dollar_holds_whatever_the_table_asks_for() -> None:
    asked = made("6", minimum="25", **{"additional-minimum": "10"})
    assert row(asked, "bonus blackjack").house_edge == Fraction(6716618, 54616265)
    assert [place.wagers[0] for place in asked.side_places() if place.wagers[0][0] == "bonus blackjack"] == [
        ("bonus blackjack", 100)]


# -- every order of the cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", PLAYED)
def test_all_ways_are_those_of_so_many_cards(wager: str) -> None:
    cards = played(made("6"), wager)
    assert sum(ways for _, ways in cards.ways()) == perm(312, MOST)


def followed(analysis: BlackjackOdds, side: PlayedWager, shoe: list[str]) -> object:
    """What decides a wager where cards come off a shoe in this order, by the plan: to the box, the dealer, the box."""
    plan, where, left = analysis.best.plan, analysis.rules.where, shoe[3:]
    up, hand = rank_of(shoe[1]), [shoe[0], shoe[2]]
    looks, world, play = tuple(hand), WHOLE, int(plan.start[where[tuple(sorted(map(rank_of, hand)))], up])
    if play == SPLIT:
        looks, world = side.after_split(*hand), rank_of(hand[0])
        hand, looks = [hand[0], left[0]], (*looks, left[0])
        left = left[1:]
        play = int(plan.choice[world][where[tuple(sorted(map(rank_of, hand)))], up])
    while play != STAND:
        hand, looks, left = [*hand, left[0]], (*looks, left[0]), left[1:]
        at = where.get(tuple(sorted(map(rank_of, hand))))
        over = at is None or not analysis.rules.hands.live[at]
        play = STAND if over or play == DOUBLE_DOWN else int(plan.choice[world][at, up])
    return side.played(looks, world != WHOLE)


@pytest.mark.parametrize("wager", PLAYED)
def test_shuffled_shoes_come_out_as_counted(wager: str) -> None:
    """Shoes whose first card is a five to an eight, so that more than a few come out well."""
    analysis, chance, shoes = made("6"), random.Random(f"shoes {wager}"), 6000
    cards, side = played(analysis, wager), analysis.game.sides[wager]
    assert isinstance(side, PlayedWager)
    counted, found = Counter[Result](), Counter[Result]()
    for facts, ways in cards.ways():
        if (facts if wager == "super sevens" else facts.cards)[0][0] in "5678":
            counted[side.result(wager, facts)] += ways
    pack = list(analysis.game.pack())
    for _ in range(shoes):
        shoe = chance.sample(pack, 30)
        opening = next(at for at, card in enumerate(shoe) if card[0] in "5678")
        shoe[0], shoe[opening] = shoe[opening], shoe[0]
        found[side.result(wager, followed(analysis, side, shoe))] += 1
    for result, ways in counted.items():
        expected = shoes * ways / counted.total()
        assert abs(found[result] - expected) < 4.5 * max(1.0, expected) ** 0.5, result
    assert sum(many for result, many in found.items() if result.outcome == WIN) > 20


# -- rounds of the table ---------------------------------------------------------------------------------------


class BestHands:
    """Sits with every additional wager and plays as is best for the original."""

    def __init__(self, analysis: BlackjackOdds) -> None:
        self.analysis, self.pending = analysis, list[Place]()
        self.opened = False

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Gather):
            if not self.opened:
                self.opened, self.pending = True, [
                    Place(1, "Ann", (("original", 1000), ("super sevens", 100), ("bonus blackjack", 100)))]
            if self.pending:
                return self.pending.pop()
            self.opened = False
            return Close()
        assert isinstance(request, Choose)
        return self.analysis.choose(t, request)


def test_twenty_thousand_rounds_agree_to_the_cent() -> None:
    """What each round's cards decide, by the sheet's own plan and as the table settled it."""
    analysis = made("6")
    t, dealer = Table(analysis.game), VirtualDealer(SeededSource("played sides"), BestHands(analysis))
    measured: dict[str, Counter[str]] = {wager: Counter() for wager in PLAYED}
    labels = {wager: {line.clause: line.label for line in row(analysis, wager).lines} for wager in PLAYED}
    for _ in range(20_000):
        drive(t, dealer)
        hands = t.hands_of(1)
        looks = {
            "super sevens": [hand.cards[0] for hand in hands] + hands[0].cards[1:2] if hands[0].split
            else hands[0].cards[:3],
            "bonus blackjack": hands[0].cards,
        }
        for line in t.lines:
            if line.wager in PLAYED:
                side = analysis.game.sides[line.wager]
                assert isinstance(side, PlayedWager)
                result = side.result(line.wager, side.played(looks[line.wager], hands[0].split))
                assert (result.outcome, result.pays(100)) == (line.outcome, line.pays)
                measured[line.wager][labels[line.wager].get(str(result.clause), "")] += 1
    for wager in PLAYED:
        assert measured[wager].total() == 20_000
        for line in row(analysis, wager).lines:
            expected = 20_000 * float(line.probability)
            assert abs(measured[wager][line.label] - expected) < 4.5 * max(1.0, expected) ** 0.5, (wager, line.label)


# -- playing for the wager itself ------------------------------------------------------------------------------


def test_what_playing_for_it_would_gain_is_told() -> None:
    analysis = made("6")
    plain = float(row(analysis, "bonus blackjack").expectation)
    best = played(analysis, "bonus blackjack").for_the_side()
    assert best.brings - plain == pytest.approx(0.424169, abs=1e-6) and best.costs == pytest.approx(0.006075, abs=1e-6)
    assert "gains 42.4169% of it a round, and loses 0.6075% of the original wager" in row(
        analysis, "bonus blackjack").note


def test_who_plays_for_it_wins_every_way_there_is_to_win() -> None:
    """Whoever always goes on while the wager may still be won gets each winning hand as often as its cards come."""
    analysis = made("6")
    decks, cards = 6, 312
    pays = {"5-5-5-6": (4, 25000, 1500), "7-7-7": (3, 5000, 500), "6-7-8": (3, 800, 50)}
    brings = Fraction(2 * decks * 4 * decks, perm(cards, 2)) * 176
    orders = {"5-5-5-6": (4 * perm(decks, 3) * decks * 4, perm(4 * decks, 3) * 4 * decks * 4),
              "7-7-7": (4 * perm(decks, 3), perm(4 * decks, 3)), "6-7-8": (6 * 4 * decks**3, 6 * (4 * decks) ** 3)}
    for name, (long, suited, unsuited) in pays.items():
        alike, ways = orders[name]
        brings += Fraction(alike * (suited + 1) + (ways - alike) * (unsuited + 1), perm(cards, long))
    assert played(analysis, "bonus blackjack").for_the_side().brings >= float(brings - 1) - 1e-12


def test_a_changed_line_moves_its_row_alone() -> None:
    plain, other = made("6"), made("6", "super sevens.one seven=4 to 1")
    often = {line.label: line.probability for line in row(plain, "super sevens").lines}["one seven"]
    assert row(plain, "super sevens").house_edge - row(other, "super sevens").house_edge == often
    dearer = made("6", "bonus blackjack.nominated blackjack=$200")
    often = Fraction(2 * 6 * 24, 312 * 311)
    assert row(plain, "bonus blackjack").house_edge - row(dearer, "bonus blackjack").house_edge == 25 * often


# -- kept on disk ----------------------------------------------------------------------------------------------


def test_figures_are_read_as_they_were_written() -> None:
    own = analyse("qld/three-card-poker").own
    doubled = replace(own.wagers[0], mean=0.1 + 0.2, average_stake=1.25, lines=(
        *own.wagers[0].lines, replace(own.wagers[0].lines[0], probability=1 / 3)))
    for figures in (own, own._replace(wagers=(doubled, *own.wagers[1:]))):
        again = read(written(figures))
        assert again == figures
        assert [type(row.expectation) for row in again.wagers] == [type(row.expectation) for row in figures.wagers]


def test_what_is_wagered_beside_the_game_counts_nothing_of_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, counted = Work(Cache(tmp_path)), Counter[str]()

    def own_wagers(analysis: BlackjackOdds) -> tuple[WagerPar, ...]:
        counted["wagers"] += 1
        return ()

    monkeypatch.setattr(BlackjackOdds, "wagers", own_wagers)
    monkeypatch.setattr(BlackjackOdds, "strategy", lambda analysis: Strategy())
    monkeypatch.setattr(BlackjackOdds, "notes", lambda analysis: ())
    for options, settings, times in (
        ({}, (), 1), ({}, ("any pair=12 to 1",), 1), ({"additional": "star-pairs", "nominated-suit": "clubs"}, (), 1),
        ({"decks": "8"}, (), 2), ({}, ("original.blackjack=6 to 5",), 3), ({}, ("any pair=12 to 1",), 3),
    ):
        assert analyse(BLACKJACK, options, settings, work=work).own.wagers == ()
        assert counted["wagers"] == times, (options, settings)


def test_a_row_of_an_additional_wager_is_kept_by_what_it_pays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, counted, plain = Work(Cache(tmp_path)), Counter[str](), BlackjackOdds.side_row

    def side_row(analysis: BlackjackOdds, side: Side, kind: str) -> WagerPar:
        counted[kind] += 1
        return plain(analysis, side, kind)

    monkeypatch.setattr(BlackjackOdds, "side_row", side_row)
    pairs = {"additional": "any-pair,star-pairs"}
    first, again, other = (analyse(BLACKJACK, pairs, settings, work=work).side_wagers()
                           for settings in ((), (), ("any pair=12 to 1",)))
    assert first == again and first[1] == other[1] and first[0] != other[0]
    assert counted == {"any pair": 2, "star pairs": 1}
