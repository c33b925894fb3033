"""Games without a dealer's hand, on Mississippi stud poker: three streets of one to three times the ante or a fold, on
a full deck and, deal by deal through the round itself, on a small pack.

Published for the same pay table (500, 100, 40, 10, 6, 4, 3, 2, 1 for a pair of jacks or better, level with sixes to
tens): a house edge of 4.91% of the ante, with 3.59 units staked on average where of stakes equally good the largest is
placed (wizardofodds.com/games/mississippi-stud). Here it is the smallest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest
from support.forgetful import Forgetful

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.hands.poker import Category
from pitboss.odds import analyse, analysis_of
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.figures import figures
from pitboss.odds.jobs import Work
from pitboss.odds.pay_by_hand import DealEnd, PayByHandOdds
from pitboss.odds.pay_by_hand_points import PAIR_DOWN, PAIR_UP
from pitboss.odds.whatif import change
from pitboss.rulebooks.qld.s15_mississippi_stud_poker import JACKS, MississippiStudPoker, S
from pitboss.table.acts import Answer, Cards, Choice, Close, Place, Shuffled
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD
from pitboss.table.game import PayTable
from pitboss.table.house import VirtualDealer
from pitboss.table.pay_by_hand import PayByHand
from pitboss.table.requests import Choose, Deal, Gather, Shuffle
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, SeenStake, Sight
from pitboss.web.help import help_page

GAME = "qld/mississippi-stud-poker"
NAMES = ("3rd street", "4th street", "5th street")


class Small(MississippiStudPoker):
    """Eight cards, hearts and spades alike; paid so that it is worth a thought."""

    offers = ()
    pay_tables = (PayTable("hand", {
        Category.FULL_HOUSE: ("3 to 1", S["16:full-house"]), Category.TWO_PAIR: ("1 to 2", S["16:two-pair"]),
        JACKS: ("1 to 4", S["16:jacks-or-better"]),
    }),)

    def pack(self) -> tuple[Card, ...]:
        return "As", "Ks", "6s", "Ah", "Kh", "6h", "Qc", "Jc"


@cache
def analysis(game: type[PayByHand], *settings: str) -> PayByHandOdds:
    made = game()
    change(made, settings, PayByHandOdds)
    return PayByHandOdds(made, Work(Forgetful()))


@cache
def whole(*settings: str) -> PayByHandOdds:
    counted = analyse(GAME, None, settings)
    assert isinstance(counted, PayByHandOdds)
    return counted


def test_a_game_of_the_family_needs_no_file() -> None:
    assert analysis_of(MississippiStudPoker) is PayByHandOdds


@cache
def paid(game: PayByHand, cards: frozenset[Card]) -> Fraction:
    """What a whole hand brings per unit staked."""
    result = game.result("ante", game.value(sorted(cards)))
    odds = result.odds.fraction if result.odds is not None else Fraction(0)
    return {"win": odds, "lose": Fraction(-1)}.get(result.outcome, Fraction(0))


@cache
def worth(game: PayByHand, cards: frozenset[Card], path: tuple[int, ...]) -> Fraction:
    """What cards seen are worth with so much staked, by trying everything."""
    staked = 1 + sum(path)
    if len(cards) == game.hole + game.board:
        return staked * paid(game, cards)
    left = [card for card in game.pack() if card not in cards]
    return max(
        Fraction(-staked),
        *(
            sum((worth(game, cards | {card}, (*path, times)) for card in left), Fraction(0)) / len(left)
            for times in (1, 2, 3)
        ),
    )


def seen(made: PayByHandOdds, hole: tuple[Card, ...], board: tuple[Card, ...], path: tuple[int, ...]) -> Sight:
    """A decision with a dollar on the ante."""
    step = made.game.streets[len(path)]
    stakes = [SeenStake("ante", 100), *(
        SeenStake(street.wager, 100 * times) for street, times in zip(made.game.streets, path, strict=False))]
    return Sight(
        "1", "Ann", False, tuple(SeenOption(one.name, one.least, one.most, one.sizes) for one in step.offered(100)),
        {"1": hole, BOARD: board}, (), tuple(stakes))


def test_what_each_choice_is_worth_by_trying_everything() -> None:
    """On a later street, after small stakes and large ones."""
    made = analysis(Small)
    hole, board = ("As", "Ks"), ("6h",)
    for path in ((1,), (3,)):
        values = {(one.name, one.amount): one.value for one in made.values(seen(made, hole, board, path))}
        assert values.pop(("fold", None)) == -1 - path[0]
        left = [card for card in made.game.pack() if card not in (*hole, *board)]
        for (_, amount), value in values.items():
            then = (*path, (amount or 0) // 100)
            after = [worth(made.game, frozenset((*hole, *board, card)), then) for card in left]
            assert value == sum(after, Fraction(0)) / len(left)


def test_a_small_pack_by_trying_everything() -> None:
    for settings in ((), ("hand.two pair=2 to 1",)):
        made = analysis(Small, *settings)
        holes = list(combinations(made.game.pack(), 2))
        mean = sum((worth(made.game, frozenset(hole), ()) for hole in holes), Fraction(0)) / len(holes)
        assert made.sheet.row("ante").expectation == mean
        values = {hole: made.values(seen(made, hole, (), ())) for hole in holes}
        assert {hole: max(one.value for one in each) for hole, each in values.items()} == {
            hole: worth(made.game, frozenset(hole), ()) for hole in holes}


class Dealt:
    """One deal, played by the analysis."""

    def __init__(self, made: PayByHandOdds, hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
        self.made, self.hole, self.board, self.placed = made, list(hole), list(board), False

    def answer(self, t: Table, request: Any) -> Any:
        if type(request) is Shuffle:
            return Shuffled("")
        if type(request) is Gather:
            self.placed, close = not self.placed, self.placed
            return Close() if close else Place(1, "Ann", (("ante", self.made.placed),))
        if type(request) is Deal:
            return Cards((self.hole.pop(0) if request.to == "1" else self.board.pop(0),))
        return self.made.choose(t, request) if isinstance(request, Choose) else Cards(())


def test_every_deal_of_a_small_pack_through_the_round() -> None:
    """The round offers by the streets that the analysis reads: all deals together bring its figures to the cent."""
    made, net, stakes, count = analysis(Small), Counter[str](), Counter[str](), 0
    table = Table(made.game)
    for hole in combinations(made.game.pack(), 2):
        for board in permutations([card for card in made.game.pack() if card not in hole], 3):
            drive(table, Dealt(made, hole, board))
            count += 1
            for line in table.lines:
                net[line.wager] += line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
                stakes[line.wager] += line.stake
    row = made.sheet.row("ante")
    assert Fraction(net.total(), count * made.placed) == row.expectation
    # A wager of several sizes is measured on all the money that is put on it.
    for name in NAMES:
        assert made.sheet.row(name).expectation == Fraction(net[name], stakes[name])
    assert Fraction(stakes.total(), count * made.placed) == row.average_stake
    assert 1 < row.average_stake < 10 and made.sheet.row("5th street").frequency < 1


def test_lines_add_up_and_tell_what_was_staked() -> None:
    for row in analysis(Small).sheet.wagers:
        assert sum(line.probability for line in row.lines) == 1
    labels = {line.label for line in analysis(Small).sheet.row("ante").lines}
    assert any(label.endswith("times the ante staked, folded") for label in labels)


def test_streets_that_differ_in_size_are_all_tried() -> None:
    assert whole().paths(3) == list(product((1, 2, 3), repeat=3))


# -- on a full deck --------------------------------------------------------------------------------------------


def test_as_published() -> None:
    row = whole().sheet.row("ante")
    assert round(float(row.house_edge), 4) == 0.0491
    assert row.house_edge == Fraction(53_223, 1_082_900)
    assert 3.4 < row.average_stake < 3.59


def test_every_set_of_cards_is_counted_once() -> None:
    counted = whole()
    for seen, kinds in counted.kinds.items():
        assert kinds.sizes.sum() == comb(52, seen)
    again, of = counted.pack.kinds(3)
    assert np.array_equal(again.keys, counted.kinds[3].keys) and np.array_equal(again.sizes, counted.kinds[3].sizes)
    assert len(of) == comb(52, 3)


def test_the_bonus_in_closed_form() -> None:
    """48 straight flushes, 52 threes of a kind, 720 straights, 1096 flushes and 3744 pairs in 22,100 boards."""
    row = whole().sheet.row("3 card bonus")
    wins = 48 * 41 + 52 * 26 + 720 * 7 + 1096 * 5 + 3744 * 2
    assert row.house_edge == 1 - Fraction(wins, comb(52, 3))


@pytest.mark.parametrize(("setting", "better"), [
    ("hand.royal flush=1000 to 1", True), ("hand.two pair=1 to 1", False), ("pairs.win from=pair of tens", True),
    ("pairs.come back from=pair of sevens", False),
])
def test_another_pay_line_or_rule(setting: str, better: bool) -> None:
    counted = analyse(GAME, None, (setting,))
    assert isinstance(counted, PayByHandOdds)
    changed, before = counted.brought, whole().brought
    assert (changed > before) == better and changed != before


def test_what_is_not_a_rule_is_told() -> None:
    with pytest.raises(BadQuestion, match="pair of twos, pair of threes"):
        whole("pairs.win from=queen high")


class AnyPlay:
    """An ante, and any play on every street."""

    def __init__(self, source: SeededSource, stake: int) -> None:
        self.source, self.stake, self.placed = source, stake, False

    def answer(self, t: Table, request: Any) -> Answer:
        if type(request) is Gather:
            self.placed, close = not self.placed, self.placed
            return Close() if close else Place(1, "Ann", (("ante", self.stake),))
        choices = [(one.name, size) for one in request.options for size in one.sizes or (None,)]
        name, amount = choices[self.source.below(len(choices))]
        return Choice("1", name, "Ann", amount)


def ending(counted: PayByHandOdds, t: Table) -> DealEnd:
    """Where the count has the cards and stakes of a round that is over."""
    staked = {line.wager: line.stake for line in t.lines}
    path = tuple(staked[name] // staked["ante"] for name in NAMES if name in staked)
    if any(line.clause in counted.game.folded_under for line in t.lines):
        return DealEnd(path, None, len(path))
    endings, of = counted.endings
    cards = [*t.hands["1"].cards, *t.hands[BOARD].cards]
    return DealEnd(path, endings[of[counted.kind(cards)]])


@pytest.mark.parametrize("best", [True, False])
def test_rounds_to_the_cent(best: bool) -> None:
    """What the count brings for the cards and stakes of a round is what the round pays: at best play, and whatever is
    done."""
    counted, source = whole(), SeededSource("mississippi")
    t = Table(counted.game)
    dealer = VirtualDealer(source, BestPlay(counted) if best else AnyPlay(source, counted.placed))
    brings = cache(counted.brings)
    for _ in range(10_000):
        drive(t, dealer)
        own = [line for line in t.lines if line.wager != "3 card bonus"]
        won = sum(line.pays if line.outcome == "win" else -line.stake * (line.outcome == "lose") for line in own)
        assert won == brings(ending(counted, t)) * counted.placed


# -- best play, and the way to play by points ------------------------------------------------------------------


def test_what_cards_count() -> None:
    points = whole().by_points
    assert points is not None and points.points == [0] * 4 + [1] * 5 + [2] * 4
    sixes_lose = whole("pairs.come back from=pair of sevens").by_points
    assert sixes_lose is not None and sixes_lose.of(["6s", "7s", "Js"]) == 3


@pytest.mark.parametrize(("cards", "look"), [
    ("Js Jd 2c", PAIR_UP), ("6s 6d 2c", PAIR_UP), ("5s 5d 2c", PAIR_DOWN), ("5s 5d 5c", PAIR_UP),
    ("5s 5d 2c 2d", PAIR_UP),
    ("5s 6s 7s", "three of one suit, 3 straights possible"), ("As 2s 3s", "three of one suit, 1 straight possible"),
    ("Qs Ks As", "three of one suit, 1 straight possible"), ("Js Qs Ks", "three of one suit, 2 straights possible"),
    ("2s 7s Ks", "three of one suit, no straight possible"), ("5s 6d 7s 8s", "suits mixed, 2 straights possible"),
    ("5s 6d 7s 9s", "suits mixed, 1 straight possible"), ("2s 3s 4s 9s", "four of one suit, no straight possible"),
])
def test_what_cards_look_like(cards: str, look: str) -> None:
    points = whole().by_points
    assert points is not None and points.looks(cards.split()).what == look


def plays_by_points(counted: PayByHandOdds, deals: Iterator[tuple[Card, ...]]) -> Fraction:
    """What deals bring when they are played by the points, one by one."""
    points = counted.by_points
    assert points is not None
    plans = points.plans[0]
    brought, count = Fraction(0), 0
    for *cards, in deals:
        count += 1
        path: tuple[int, ...] = (counted.plays[0][counted.play(0, (), cards[:2])],)
        for plan, seen in zip(plans, (3, 4), strict=True):
            if path[-1] >= 0:
                path = (*path, plan.plays[points.looks(cards[:seen])])
        end = DealEnd(path[:-1], None, len(path) - 1) if path[-1] < 0 else None
        endings, of = counted.endings
        brought += counted.brings(end or DealEnd(path, endings[of[counted.kind(cards)]]))
    return brought / count


def test_playing_by_points_costs_next_to_nothing_and_as_much_as_told() -> None:
    """Against deals played one by one, within what so many of them can tell."""
    counted, source = whole(), SeededSource("points")
    points = counted.by_points
    assert points is not None
    brought = points.plans[1]
    best = counted.sheet.row("ante")
    assert 0 < best.expectation - brought < Fraction(2, 100_000)
    deals, pack = 4_000, list(counted.pack.cards)

    def dealt() -> Iterator[tuple[Card, ...]]:
        for _ in range(deals):
            for place in range(5):
                other = place + source.below(len(pack) - place)
                pack[place], pack[other] = pack[other], pack[place]
            yield tuple(pack[:5])

    assert abs(float(plays_by_points(counted, dealt()) - brought)) < 4 * best.std_dev / deals**0.5


def test_best_play_in_words() -> None:
    strategy = whole().sheet.strategy
    start, *later = strategy.tables
    assert (start.cells[0][0].play, start.cells[12][11].play) == ("3x", "F"), "aces and 3-2 unsuited"
    assert strategy.advice[:2] == (
        "Count points for all cards you see, your own and the board's: 2 for each J to A, 1 for each 6 to 10, nothing "
        "for 2 to 5.",
        "Before the board's cards, with a pair bet 3 times; without one bet once from 2 points, else fold; but bet "
        "once on 65 suited.",
    )
    assert "With two cards of the board and suits mixed, no straight possible: bet once from 4 points, else fold." in (
        strategy.advice)
    assert any(told.startswith("Played by these points the game costs 4.91620%") for told in strategy.advice)
    assert strategy.legend == {"F": "fold", "1x": "bet once", "2x": "bet twice", "3x": "bet 3 times"}
    assert [len(table.columns) for table in later] == [7, 9]


def test_a_hint_tells_the_points() -> None:
    counted = whole()
    assert counted.noted(seen(counted, ("As", "Ks"), ("6h",), (1,))) == "5 points"
    assert counted.noted(seen(counted, ("5s", "6s"), (), ())) == "1 point"
    assert analysis(Small).noted(seen(analysis(Small), ("As", "Ks"), (), ())) == ""


def test_help_tells_how_to_play_it_well() -> None:
    page = help_page(GAME, advice=tuple(figures(whole())["advice"])) or ""
    assert "How to play it well" in page and "2 for each J to A" in page
    assert "How to play it well" not in (help_page(GAME) or "")
