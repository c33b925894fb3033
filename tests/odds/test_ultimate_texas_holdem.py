"""Ultimate Texas hold'em's par sheet: published figures, the round itself, simulation, what-ifs. With one raise before
the flop, after it or at the end, a dealer who must qualify for the ante alone, a blind paid by hand, and trips on the
best of seven cards, it has more of everything than any other game of its family.

Published under the same rules: a house edge of 2.18% of the ante, 0.53% of all that is staked
(mypokercoaching.com/what-is-the-house-edge-in-ultimate-texas-holdem); of trips at 50-40-30-8-7-4-3, 3.50%
(wizardofodds.com/games/ultimate-texas-hold-em)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.hands.codes import decode
from pitboss.hands.kernels import HIGH, evaluate_into
from pitboss.odds import analyse, analysis_of, community_counts
from pitboss.odds.analysis import BestPlay, OptionValue
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import CODE, HOLES, Array, boards, pairs, place, situations
from pitboss.odds.community_counts import TURNS, TurnCount, comes_in_as, count_some, hands_on_boards, turned_hands
from pitboss.odds.community_kernel import RiverHands
from pitboss.odds.community_plan import Way, goes_on
from pitboss.odds.community_rivers import (
    RIVERS,
    UNSEEN,
    Contested,
    contested,
    count_seen,
    hole_numbers,
    keep_worse,
    room_to_see,
    see,
)
from pitboss.rulebooks import games
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, SeenStake, Sight

GAME = "qld/ultimate-texas-holdem"


@cache
def analysis() -> CommunityOdds:
    return changed()


def changed(*settings: str) -> CommunityOdds:
    """Not kept: every one of them holds counts."""
    made = analyse(GAME, None, settings)
    assert isinstance(made, CommunityOdds)
    return made


# -- published figures -----------------------------------------------------------------------------------


def test_a_game_of_the_family_needs_no_file() -> None:
    assert analysis_of(games()[GAME]) is CommunityOdds
    assert [row.wager for row in analysis().sheet.wagers] == ["ante", "blind", "play", "trips"]
    assert list(CommunityOdds.rules_of(analysis().game)) == ["dealer.qualifies"]


def test_the_whole_game_as_published() -> None:
    row = analysis().whole_row()
    assert row.house_edge == Fraction(50_643_648_973, 2_317_817_502_000)
    assert round(float(row.house_edge), 4) == 0.0218
    assert round(float(row.element_of_risk), 4) == 0.0053
    assert row.includes == ("ante", "blind", "play")
    assert sum(line.probability for line in row.lines) == 1


def test_the_three_wagers_make_the_whole() -> None:
    """Ante, blind and play each for itself, on all deals, come to what the sheet has of them together."""
    made = analysis()
    parts = [made.opening_row(wager).expectation for wager in ("ante", "blind")]
    play = made.follow_row("play")
    staked = made.whole_row().average_stake - 2
    assert sum(parts) + staked * play.expectation == made.whole_row().expectation
    assert made.sheet.row("blind") == made.opening_row("blind", made.sheet.row("blind").note)


def test_where_the_raises_are_made() -> None:
    """Nobody raises three times the ante where four times may be raised."""
    deals, shares = analysis().deals, Counter[str]()
    assert deals.whole == 20 * comb(52, 5) * comb(47, 2) * comb(45, 2)
    for way, count in deals.ways.items():
        shares[f"{way.bets[0][1]}x" if way.bets else "fold"] += count
    assert shares["3x"] == 0
    raised = Fraction(shares["4x"], deals.whole)
    holes = [hole for hole, best in zip(HOLES, deals.best, strict=True) if best == 2]
    assert raised == Fraction(sum(6 if high == low else 4 if suited else 12 for high, low, suited in holes), 1326)
    assert (12, 0, False) in holes and (11, 3, False) in holes and (11, 2, False) not in holes
    assert (1, 1, False) in holes and (0, 0, False) not in holes
    assert analysis().follow_row("play").frequency == 1 - Fraction(shares["fold"], deals.whole)


def test_trips_on_all_seven_cards() -> None:
    """Counted on paper: 133,784,560 hands of seven cards by the category of their best five."""
    row = analysis().sheet.row("trips")
    hands = {line.label: line.probability * comb(52, 7) for line in row.lines}
    assert hands == {
        "royal flush": 4324, "straight flush": 37_260, "four of a kind": 224_848, "full house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three of a kind": 6_461_620, "two pair": 31_433_400,
        "pair": 58_627_800, "high card": 23_294_460,
    }
    assert round(float(row.house_edge), 4) == 0.0350 and "fold" in row.note


# -- single decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "board", "best", "times"),
    [
        ("As 2d", "", "play", 4), ("7c 2d", "", "check", 0), ("7c 2d", "7d Kh 9s", "play", 2),
        ("7c 2d", "Ad Kh 9s", "check", 0), ("7c 2d", "Ad Kh 9s 2c 3h", "play", 1),
        ("3c 2d", "Ad Kh 9s Qc 7h", "fold", 0), ("3c 2d", "Ad Kh Qs Jc Th", "play", 1),
    ],
)
def test_single_decisions(hole: str, board: str, best: str, times: int) -> None:
    play = analysis().best_play(hole.split(), board.split())
    assert (play.choice, sum(each for _, each in play.adds)) == (best, times)
    valued = max(values(hole, board), key=lambda one: one.value)
    assert (valued.name, valued.amount) == (best, times * 100 or None)


def values(hole: str, board: str, trips: int = 0) -> tuple[OptionValue, ...]:
    """What a hand may do, for a dollar of ante."""
    step = next(step for step in analysis().game.streets if step.known == len(board.split()))
    stakes = (("ante", 100), ("blind", 100), *((("trips", trips),) if trips else ()))
    seen = Sight(
        "1", "Ann", False, tuple(SeenOption(one.name, one.least, one.most, one.sizes) for one in step.offered(100)),
        {"1": tuple(hole.split()), BOARD: tuple(board.split())}, (), tuple(SeenStake(*stake) for stake in stakes),
    )
    return analysis().values(seen)


def test_what_starting_hands_are_worth_makes_the_sheet() -> None:
    """With a raise that ends the deciding beside one that does not."""
    two = pairs()
    firsts = {hole: " ".join(decode(two.cards[at])) for at, hole in reversed(list(enumerate(two.hole.tolist())))}
    many = Counter(two.hole.tolist())
    total = sum((max(one.value for one in values(cards, "")) * many[hole] for hole, cards in firsts.items()),
                Fraction(0))
    assert total / len(two.hole) == analysis().sheet.row("ante").expectation


def test_a_fold_that_gives_up_winning_trips_is_not_best() -> None:
    """Four fives on the board: the dealer's side card is the better one almost always. With a trips wager that is won
    already, to fold would give it up."""
    hole, board = "3c 2d", "5c 5d 5h 5s 4c"
    plain, beside = ({one.name: one.value for one in values(hole, board, trips)} for trips in (0, 100))
    assert plain["fold"] > plain["play"] and beside["play"] > beside["fold"]
    assert beside["play"] - plain["play"] == 30 and beside["fold"] - plain["fold"] == -1


# -- best play in words ----------------------------------------------------------------------------------


def test_best_play_in_words() -> None:
    strategy = analysis().sheet.strategy
    assert strategy.advice[0] == "Before the flop play 4 times on 37.7% of hands, check on 62.3% of hands."
    assert strategy.advice[1].startswith("After the flop play on ")
    assert any(line.startswith("When the whole board lies there play on ") for line in strategy.advice)
    assert {cell.play for row in strategy.tables[0].cells for cell in row} == {"4x", "C"}
    assert strategy.legend == {"4x": "play 4 times", "3x": "play 3 times", "C": "check"}


def test_the_last_decision_as_a_person_can_make_it() -> None:
    """The number of cards against one is the one that is published (wizardofodds.com, as above: fewer than 21)."""
    rule = analysis().river_rule
    assert rule is not None and rule.fewer_than == 21
    assert round(float(rule.agrees), 4) == 0.9800 and round(float(rule.costs), 5) == 0.00193
    (told,) = [line for line in analysis().sheet.strategy.advice if "fewer than 21" in line]
    assert told.startswith("There play if your two cards make a pair or better") and "98.0% of the time" in told


def test_rivers_one_by_one() -> None:
    """A board and a starting hand, counted as one reads the rule: what it makes, which cards put the dealer ahead."""
    made, hole, number = analysis(), HOLES.index((8, 3, False)), 61_803
    law, river = made.showdown.law, made.plan.choices[5]
    hands = hands_on_boards(law, [number])
    see(HIGH, number, number + 1, hands, law, room_to_see())
    folded = hands._replace(start=hands.start.copy(), end=hands.end.copy(), words=hands.words.copy())
    gains = (river.weights[1] - river.weights[0])[law.cell]
    keep_worse(number, number + 1, 0, hands, gains, np.ones_like(gains), folded)
    counts = []
    for some in (folded, hands):
        every, dealers = np.zeros((len(HOLES), 2, UNSEEN + 3), np.int64), np.zeros((len(HOLES), 2, UNSEEN + 3, 18), int)
        count_seen(HIGH, number, number + 1, some, np.ones(RIVERS, np.int64), law, hole_numbers(), room_to_see(), every,
                   dealers)
        assert (dealers.sum(axis=3) == comb(45, 2) * every).all()
        counts.append(every[hole])
    board, expected = decode(boards(5).cards[number]), Counter[tuple[bool, int, bool]]()
    value = made.game.value
    for at in np.flatnonzero(pairs().hole == hole):
        two = decode(pairs().cards[at])
        if set(two) & set(board):
            continue
        own, left = value((*two, *board)), [card for card in CODE if card not in (*two, *board)]
        outs = sum(value((card, *board)) > own for card in left)
        plays = made.best_play(two, board).choice == "play"
        expected[own.category > value(board).category, outs, plays] += 1
    assert expected == {
        (bool(makes), int(outs), plays): int(many[makes, outs])
        for plays, many in ((False, counts[0]), (True, counts[1] - counts[0]))
        for makes, outs in np.argwhere(many).tolist()
    }


def test_lines_tell_how_much_was_raised() -> None:
    labels = [line.label for line in analysis().whole_row().lines]
    assert "play 4x: higher than the dealer, royal flush" in labels and "folded" in labels
    assert len(set(labels)) == len(labels)


# -- the round itself ------------------------------------------------------------------------------------


def codes(*cards: list[str]) -> list[int]:
    return [CODE[card] for some in cards for card in some]


def test_twenty_thousand_random_rounds_to_the_cent() -> None:
    """Two boxes play at random; the kernel's values and the engine's cells settle every wager as the table did."""
    made = analysis()
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(12), RandomPlayers(SeededSource(11), {1: "Ann", 2: "Ben"}))
    settled: list[tuple[str, int, int]] = []
    players, dealers, folded = [], [], 0
    trips = {line.label: line.net for line in made.sheet.row("trips").lines}
    for _ in range(20_000):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            if line.clause in made.game.folded_under:  # type: ignore[attr-defined]
                assert paid == -line.stake
                folded += 1
            elif line.wager == "trips":
                own = made.game.value((*table.hands[str(line.box)].cards, *table.hands[BOARD].cards))
                assert paid == trips[own.category.label] * line.stake
            else:
                settled.append((line.wager, line.stake, paid))
                players.append(codes(table.hands[str(line.box)].cards, table.hands[BOARD].cards))
                dealers.append(codes(table.hands[DEALER].cards, table.hands[BOARD].cards))
    ours, theirs = (np.zeros(len(settled), np.uint16) for _ in range(2))
    evaluate_into(HIGH, np.array(players, np.uint8), ours)
    evaluate_into(HIGH, np.array(dealers, np.uint8), theirs)
    law = made.showdown.law
    sides = np.where(ours == theirs, 1, np.where(theirs < ours, 0, 2))
    cells = law.cell[law.category[ours], 3 * law.qualifies[theirs] + sides].tolist()
    assert folded > 20_000 and len(settled) > 20_000
    brings = cache(lambda wager, cell: made.plan.brings(wager, 1, cell))
    for (wager, stake, paid), cell in zip(settled, cells, strict=True):
        assert brings(wager, cell) * stake == paid


def test_best_play_at_the_table_brings_the_exact_figures() -> None:
    made, count, sums, sizes = analysis(), 2_000, Counter[str](), Counter[Fraction]()
    table, dealer = Table(made.game), VirtualDealer(SeededSource("ultimate"), BestPlay(made))
    for _ in range(count):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            sums["trips" if line.wager == "trips" else "ante"] += paid
            sizes[Fraction(line.stake, made.whole_stake())] += line.wager == "play"
    row = made.sheet.row("ante")
    assert abs(sums["ante"] / made.whole_stake() / count + float(row.house_edge)) < 4 * row.std_dev / sqrt(count)
    assert {size for size, many in sizes.items() if many} == {1, 2, 4}


# -- what if ---------------------------------------------------------------------------------------------


def test_any_line_answers_from_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = analysis().sheet.row("ante")

    def no_more(*asked: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(TurnCount, "add", no_more)
    monkeypatch.setattr(community_counts, "hands_on_boards", no_more)
    royal = [line for line in now.lines if line.label.endswith(", royal flush")]
    more = changed("blind.royal flush=501 to 1").sheet.row("ante")
    assert royal and more.expectation - now.expectation == sum(line.probability for line in royal)
    assert changed("ante=2 to 1").sheet.row("ante").house_edge < now.house_edge
    less = changed("play=1 to 2").deals.ways
    assert fold_rate(less) > fold_rate(analysis().deals.ways), "what pays less is folded more often"


def test_where_everything_is_raised_at_once_nothing_is_told_of_later() -> None:
    sheet = changed("play=5 to 1").sheet
    assert sheet.strategy.advice == (
        "Before the flop play 4 times on 100.0% of hands.", "Never fold where you may check: a check costs nothing.",
    )
    assert sheet.row("play").frequency == 1


def fold_rate(ways: Mapping[Way, int]) -> Fraction:
    return Fraction(sum(count for way, count in ways.items() if not way.bets), sum(ways.values()))


# Boards of four cards, one in 400.
SOME_TURNS = np.arange(7, TURNS, 400)


@cache
def hands_behind() -> RiverHands:
    """All hands on the whole boards that some of four cards can become."""
    left = {number: [card for card in CODE if CODE[card] not in boards(4).cards[number]] for number in SOME_TURNS}
    whole = {
        place((*decode(boards(4).cards[number]), river), [card for card in cards if card != river][:2])[0]
        for number, cards in left.items() for river in cards
    }
    return hands_on_boards(analysis().showdown.law, [*whole])


@cache
def in_question() -> Contested:
    """The hands among them that some odds may fold."""
    made = analysis()
    return contested(made.showdown.law, made.plan.least_gain(), hands_behind, made.work)


@cache
def all_played(cells: int) -> Array:
    """What comes of them where nobody folds."""
    every = TurnCount(analysis().showdown.law, goes_on(cells))
    played = every.blank()
    every.add_boards(SOME_TURNS, hands_behind(), played)
    return played["flops"]


def folded_hands(cells: int, gains: Array, before: Array | None) -> Array:
    """The hands that are folded by some gains and were not by those before, less those that were and are not."""
    law, hands = analysis().showdown.law, in_question()
    counts = np.zeros((len(situations().sizes), len(hands.cells)), np.int64)
    for sign, turned in turned_hands(law, hands, gains, before):
        counts += sign * count_some(law, cells, turned, hands.cells, SOME_TURNS).astype(np.int64)
    return counts


def gains_now() -> Array:
    now = analysis().plan.choices[5].weights
    return now[1] - now[0]


@cache
def folded_now(cells: int) -> Array:
    """At the odds that the law has."""
    return folded_hands(cells, gains_now(), None)


@pytest.mark.parametrize(
    "line", ["ante=2 to 1", "ante=1 to 100", "ante=5 to 1", "play=11 to 10", "play=1 to 2", "play=9 to 1",
             "blind.four of a kind=1 to 100"],
)
def test_folded_hands_of_another_line_are_as_counted_anew(line: str) -> None:
    """Behind some boards: what is kept of all odds, with the hands that these odds fold, against a count that decides
    every hand by itself."""
    river = changed(line).plan.choices[5]
    cells = river.to.shape[1]
    anew = TurnCount(analysis().showdown.law, river)
    decided, played = anew.blank(), all_played(cells)
    anew.add_boards(SOME_TURNS, hands_behind(), decided)
    folded = folded_now(cells) + folded_hands(cells, river.weights[1] - river.weights[0], gains_now())
    reached = played.any(axis=1)
    assert (reached == decided["flops"].any(axis=1)).all() and folded[reached].sum() == folded.sum() > 0
    both = np.concatenate((played[reached], folded[reached]), axis=1).astype(np.int64)
    comes = comes_in_as(river, 1, [(0, cell) for cell in in_question().cells.tolist()])
    assert (both @ comes == decided["flops"][reached]).all()


def test_trips_answer_from_the_same_counts() -> None:
    now, more = analysis().sheet, changed("trips.flush=8 to 1").sheet
    assert more.row("ante").house_edge == now.row("ante").house_edge
    flush = next(line.probability for line in now.row("trips").lines if line.label == "flush")
    assert now.row("trips").house_edge - more.row("trips").house_edge == flush
