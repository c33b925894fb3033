"""The engine of the community-card games, piece by piece and against plain loops over all cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.equipment.cards import SUITS, Card
from pitboss.equipment.decks import deck
from pitboss.hands import poker
from pitboss.hands.kernels import HIGH
from pitboss.hands.orders import high_values
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, lose, stand_off, win
from pitboss.law.clauses import clause
from pitboss.money import odds
from pitboss.odds import community_kernel as kernel
from pitboss.odds import community_turns as turns
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.community_boards import CODE, HOLES, NONE, boards, flops_of_turns, pairs, place, situations
from pitboss.odds.community_counts import (
    TURNS,
    FlopCounts,
    TurnCount,
    best_on_turns,
    comes_in_as,
    decide_turns,
    hands_on_boards,
    undecided,
)
from pitboss.odds.community_plan import (
    ABOVE,
    BELOW,
    LEVEL,
    DecisionPoint,
    Law,
    Plan,
    Play,
    ShowdownCell,
    Showdowns,
    StreetPlan,
    Way,
)
from pitboss.odds.community_rivers import RIVERS
from pitboss.rulebooks import game
from pitboss.table.game import PayTable

CBR: Any = game("cbr/casino-holdem-poker")
NSW: Any = game("nsw/texas-holdem-bonus-poker")
FOLD = clause("NSW-9.1.1")
DEALERS = comb(45, 2)
QUALIFIES = HandValue(Category.PAIR, (4,))


@cache
def casino() -> tuple[Showdowns, Plan]:
    showdown = Showdowns(CBR.result, CBR.qualifies, CBR.pay, ("ante", "call"), high_values)
    streets = [DecisionPoint(3, (Play("fold", folds=FOLD), Play("call", (("call", 2),))))]
    return showdown, Plan((("ante", 1),), streets, showdown.endings, 100)


@cache
def bonus() -> tuple[Showdowns, Plan]:
    wagers = ("ante", "flop", "turn", "river")
    showdown = Showdowns(NSW.result, lambda dealer: True, NSW.pay, wagers, high_values)
    streets = [
        DecisionPoint(0, (Play("fold", folds=FOLD), Play("flop", (("flop", 2),)))),
        DecisionPoint(3, (Play("fold", folds=FOLD), Play("check"), Play("turn", (("turn", 1),)))),
        DecisionPoint(4, (Play("fold", folds=FOLD), Play("check"), Play("river", (("river", 1),)))),
    ]
    return showdown, Plan((("ante", 1),), streets, showdown.endings, 100)


# -- boards ----------------------------------------------------------------------------------------------


def test_every_board_is_counted_once() -> None:
    for count, many in ((3, 1755), (4, TURNS), (5, RIVERS)):
        made = boards(count)
        assert len(made.keys) == many == len(np.unique(made.cards, axis=0))
        assert made.sizes.sum() == comb(52, count)
        assert all(size in (1, 3, 4, 6, 12, 24) for size in np.unique(made.sizes))


def test_every_flop_and_pair_is_counted_once() -> None:
    made = situations()
    assert len(made.sizes) == len(made.flop) == len(made.pair) == int(made.of[made.of != NONE].max()) + 1
    assert made.sizes.sum() == comb(52, 3) * comb(49, 2)
    assert (made.of != NONE).sum() == 1755 * comb(49, 2)
    assert (made.of[made.flop, made.pair] == np.arange(len(made.sizes))).all()


def test_starting_hands_are_169() -> None:
    counts = Counter(HOLES[hole] for hole in pairs().hole.tolist())
    assert len(counts) == len(HOLES) == 169
    assert {hole: (6 if hole[0] == hole[1] else 4 if hole[2] else 12) for hole in HOLES} == counts
    assert HOLES[int(pairs().hole[pairs().of[CODE["As"], CODE["Ks"]]])] == (12, 11, True)


def test_suits_may_change_places() -> None:
    chance = random.Random(3)
    for size in (0, 3, 4):
        for _ in range(200):
            cards = chance.sample(deck(), size + 2)
            other = dict(zip(SUITS, chance.sample(SUITS, 4), strict=True))
            moved = [card[0] + other[card[1]] for card in cards]
            number, pair = place(cards[2:], cards[:2])
            again, second = place(moved[2:], moved[:2])
            assert number == again
            assert pairs().hole[pair] == pairs().hole[second]
            if size == 3:
                assert situations().of[number, pair] == situations().of[again, second] != NONE


def test_boards_that_differ_in_more_than_suits_differ() -> None:
    assert place(("2c", "7c", "Ks"), ("As", "Ad")) != place(("2c", "7s", "Ks"), ("As", "Ad"))
    number, pair = place(("2c", "7c", "Ks"), ("As", "Ad"))
    _, other = place(("2c", "7c", "Ks"), ("Ac", "Ad"))
    assert situations().of[number, pair] != situations().of[number, other]


def test_flops_of_turns() -> None:
    chance = random.Random(4)
    for _ in range(100):
        turn = chance.sample(deck(), 4)
        number, _ = place(turn, [card for card in deck() if card not in turn][:2])
        board = boards(4).cards[number].tolist()
        names = {code: card for card, code in CODE.items()}
        for out in range(4):
            left = [names[code] for place_, code in enumerate(board) if place_ != out]
            moved = [4 * (CODE[card] // 4) + flops_of_turns().suits[number, out, CODE[card] % 4] for card in left]
            flop = flops_of_turns().flop[number, out]
            assert sorted(moved) == sorted(boards(3).cards[flop].tolist())


# -- the showdown ----------------------------------------------------------------------------------------


def test_cells_of_casino_holdem() -> None:
    """Paid by category whether or not the dealer qualifies; nothing below a pair wins against one who does."""
    showdown, _ = casino()
    assert sorted(ending.label for ending in showdown.endings) == sorted(
        [f"the dealer does not qualify, {category.label}" for category in Category]
        + [f"higher than the dealer, {category.label}" for category in Category if category > Category.HIGH_CARD]
        + ["level with the dealer", "lower than the dealer"]
    )


def test_cells_of_texas_holdem_bonus() -> None:
    showdown, _ = bonus()
    assert sorted(ending.label for ending in showdown.endings) == [
        "higher than the dealer, flush or higher", "higher than the dealer, straight or lower",
        "level with the dealer", "lower than the dealer",
    ]


def test_every_meeting_ends_as_the_law_says() -> None:
    """Random values of player and dealer, beyond those the cells were made of."""
    chance, values = random.Random(5), high_values()
    for made, provisions, wagers in ((casino(), CBR, ("ante", "call")), (bonus(), NSW, ("ante", "turn"))):
        law, endings = made[0].law, made[0].endings
        for _ in range(3000):
            player, dealer = chance.randrange(len(values)), chance.randrange(len(values))
            side = LEVEL if player == dealer else BELOW if dealer < player else ABOVE
            cell = law.cell[law.category[player], 3 * law.qualifies[dealer] + side]
            for wager in wagers:
                expected = provisions.result(wager, values[player], values[dealer])
                assert endings[cell].results[wager] == expected


def result(wager: str, player: HandValue, dealer: HandValue) -> Result:
    return stand_off(FOLD) if player == dealer else win(odds("1 to 1"), FOLD) if player > dealer else lose(FOLD)


def test_a_result_that_depends_on_more_is_refused() -> None:
    pay = {"ante": PayTable("ante", {"any": ("1 to 1", FOLD)})}

    def by_rank(wager: str, player: HandValue, dealer: HandValue) -> Result:
        wins = player > dealer and player != HandValue(Category.PAIR, (9, 14, 13, 12))
        return win(odds("1 to 1"), FOLD) if wins else lose(FOLD)

    with pytest.raises(BadQuestion, match="pair higher than the dealer depends on more"):
        Showdowns(by_rank, lambda dealer: True, pay, ("ante",), high_values)

    def by_dealer(wager: str, player: HandValue, dealer: HandValue) -> Result:
        return result(wager, player, dealer) if dealer.category < Category.FLUSH else lose(FOLD)

    with pytest.raises(BadQuestion, match="depends on more"):
        Showdowns(by_dealer, lambda dealer: True, pay, ("ante",), high_values)

    def by_category(wager: str, player: HandValue, dealer: HandValue) -> Result:
        paid = odds("2 to 1") if player.category == Category.FLUSH else odds("1 to 1")
        return win(paid, FOLD) if player > dealer else lose(FOLD)

    with pytest.raises(BadQuestion, match="different odds"):
        Showdowns(by_category, lambda dealer: True, pay, ("ante",), high_values)


# -- the plan --------------------------------------------------------------------------------------------


def endings(paid: str = "1 to 1") -> list[ShowdownCell]:
    return [
        ShowdownCell({"ante": each, "raise": each}, label, "")
        for each, label in ((win(odds(paid), FOLD), "won"), (stand_off(FOLD), "level"), (lose(FOLD), "lost"))
    ]


def test_folding_is_left_out_where_a_check_is_free() -> None:
    _, plan = bonus()
    assert [play.choice for play in plan.streets[0].plays] == ["fold", "flop"]
    assert [play.choice for play in plan.streets[3].plays] == ["check", "turn"]
    assert [play.choice for play in plan.streets[4].plays] == ["check", "river"]


def test_earlier_wagers_do_not_count_where_nothing_is_folded() -> None:
    """The river of Texas hold'em bonus hangs on its own odds alone, so other lines do not change the key."""
    _, plan = bonus()
    labels = [ending.compares for ending in plan.endings]
    brings = {"higher than the dealer": 1, "level with the dealer": 0, "lower than the dealer": -1}
    assert plan.choices[4].weights.tolist() == [[0] * 4, [brings[label] for label in labels]]
    assert plan.units[4] == 1


def test_a_fold_loses_what_was_put_down_before() -> None:
    streets = [
        DecisionPoint(0, (Play("raise", (("raise", 3),)),)),
        DecisionPoint(3, (Play("fold", folds=FOLD), Play("raise", (("raise", 1),)))),
    ]
    plan = Plan((("ante", 1),), streets, endings(), 100)
    assert (plan.choices[3].weights * int(plan.units[3])).tolist() == [[-4, -4, -4], [5, 0, -5]]


def test_a_fold_after_different_wagers_is_refused() -> None:
    streets = [
        DecisionPoint(0, (Play("check"), Play("raise", (("raise", 3),)))),
        DecisionPoint(3, (Play("fold", folds=FOLD), Play("raise", (("raise", 1),)))),
    ]
    with pytest.raises(ValueError):
        Plan((("ante", 1),), streets, endings(), 100)


def test_a_last_decision_needs_the_cells_as_they_were() -> None:
    raises = Play("raise", (("raise", 2),), ends=True)
    last = DecisionPoint(5, (Play("fold", folds=FOLD), Play("raise", (("raise", 1),), ends=True)))
    plan = Plan((("ante", 1),), [DecisionPoint(3, (Play("check"), raises)), last], endings(), 100)
    river, flop = plan.choices[5], plan.choices[3]
    # Three cells kept, then folded, won, level and lost with one raise.
    assert river.size == 7 and river.keep.tolist() == [0, 1, 2]
    assert river.to.tolist() == [[3, 3, 3], [4, 5, 6]]
    assert river.weights.tolist() == [[-1, -1, -1], [2, 0, -2]]
    assert flop.to.tolist() == [[7, 7, 7, 0, 1, 2, 3], [4, 5, 6, 7, 7, 7, 7]]
    assert flop.weights.tolist() == [[0, 0, 0, -1, 2, 0, -2], [3, 0, -3, 0, 0, 0, 0]]
    assert plan.ways[1] == Way((("raise", 1),), 0) and plan.ways[4] == Way((("raise", 2),), 0)


def test_odds_in_parts_are_weighed_exactly() -> None:
    plan = Plan((("ante", 1),), [DecisionPoint(3, (Play("fold", folds=FOLD), Play("call")))], endings("7.31 to 3"), 100)
    assert not any(play.folds for play in plan.streets[3].plays)
    raises = DecisionPoint(3, (Play("fold", folds=FOLD), Play("raise", (("raise", 1),))))
    plan = Plan((("ante", 1),), [raises], endings("7.31 to 3"), 100)
    exact = plan.choices[3].weights.astype(object) * plan.units[3]
    assert exact.tolist() == [[-1] * 3, [2 * Fraction(731, 300), 0, -2]]


def test_odds_that_could_overflow_are_refused() -> None:
    raises = DecisionPoint(3, (Play("fold", folds=FOLD), Play("raise", (("raise", 1),))))
    with pytest.raises(BadQuestion, match="too large"):
        Plan((("ante", 1),), [raises], endings("99999999999999 to 1"), 100)


# -- the counting ----------------------------------------------------------------------------------------


def behind(turn: Iterable[Card]) -> set[int]:
    """The numbers of the whole boards that one of four cards can become."""
    four = tuple(turn)
    left = [card for card in deck() if card not in four]
    return {place((*four, river), [card for card in left if card != river][:2])[0] for river in left}


def count_one(turn: list[Card], law: Law, river: StreetPlan) -> tuple[Any, Any]:
    """The counts behind one board by pair of kinds, and the kind of each card."""
    room = turns.room_for_turn(river.size, river.size)
    board = np.array([CODE[card] for card in turn], np.uint8)
    turns.count_board(HIGH, board, hands_on_boards(law, [*behind(turn)]), law, river, room)
    return room.into, room.beside.kind


# Boards of four cards by how many there are of each suit, with and without ranks alike.
TURN_BOARDS = (
    "2c 7d Th Ks", "2c 2d Th Ks", "2c 2d 2h 2s", "Ac Kc Td 9h", "9c 8c 8d 7h", "5c 6c 7d 8d", "Ac Ad Kc Kd",
    "2c 5c 9c Jd", "Tc Jc Qc Qd", "Tc Jc Qc Kc", "2c 3c 4c 9c", "3c 3d 9c 9h",
)


@pytest.mark.parametrize("turn", TURN_BOARDS)
def test_kinds_of_cards_count_as_single_cards_do(turn: str) -> None:
    """One board with all its rivers against loops over single cards, for hands of every sort beside it."""
    (showdown, plan), chance = casino(), random.Random(turn)
    board = turn.split()
    into, kind = count_one(board, showdown.law, plan.choices[5])
    left = [card for card in deck() if card not in board]
    for hole in [chance.sample(left, 2) for _ in range(12)]:
        found = np.zeros(plan.choices[5].size + 1, np.int64)
        for river in (card for card in left if card not in hole):
            five, two = (np.array([CODE[card] for card in cards], np.uint8) for cards in ((*board, river), hole))
            value, places = kernel.meet_all(HIGH, five, two, showdown.law)
            np.add.at(found, showdown.law.cell[showdown.law.category[value]], places)
        low, high = sorted(int(kind[CODE[card]]) for card in hole)
        assert into[high * (high + 1) // 2 + low].tolist() == found[:-1].tolist()
        assert found.sum() == 46 * DEALERS


def test_a_single_river_against_the_legible_ranker() -> None:
    showdown, _ = casino()
    chance = random.Random(8)
    for _ in range(40):
        cards = chance.sample(deck(), 7)
        hole, board = cards[:2], cards[2:]
        own = poker.value(cards)
        found = [0] * 6
        for dealer in combinations([card for card in deck() if card not in cards], 2):
            value = poker.value((*dealer, *board))
            side = LEVEL if value == own else BELOW if value < own else ABOVE
            found[3 * CBR.qualifies(value) + side] += 1
        codes = [np.array([CODE[card] for card in some], np.uint8) for some in (board, hole)]
        number, places = kernel.meet_all(HIGH, codes[0], codes[1], showdown.law)
        assert (high_values()[number], places.tolist()) == (own, found)


def around(flop: tuple[Card, ...]) -> Any:
    """The boards of four cards that a flop can become."""
    left = [card for card in deck() if card not in flop]
    return np.array(sorted({place((*flop, turn), [card for card in left if card != turn][:2])[0] for turn in left}))


def count_around(flop: tuple[Card, ...], job: TurnCount) -> dict[str, Any]:
    """The counts behind one flop alone."""
    whole = set[int]().union(*(behind((*flop, turn)) for turn in deck() if turn not in flop))
    made = job.blank()
    job.add_boards(around(flop), hands_on_boards(job.law, [*whole]), made)
    return made


class Out(NamedTuple):
    """Turn and river, what the player then has, and how many dealers he is above and below; of dealers who qualify
    at casino hold'em the same, and how many do not."""

    cards: tuple[Card, Card]
    category: Category
    won: int
    lost: int
    won_qualified: int
    lost_qualified: int
    unqualified: int


def run_out(flop: tuple[Card, ...], hole: tuple[Card, ...]) -> Iterator[Out]:
    """Every turn and river, in plain loops with the legible ranker."""
    left = [card for card in deck() if card not in (*flop, *hole)]
    for cards in combinations(left, 2):
        board = (*flop, *cards)
        own = poker.value((*hole, *board))
        sides = Counter[tuple[bool, int]]()
        for dealer in combinations([card for card in left if card not in cards], 2):
            value = poker.value((*dealer, *board))
            sides[value >= QUALIFIES, (value > own) - (value < own)] += 1
        won, lost = (sides[True, side] + sides[False, side] for side in (-1, 1))
        unqualified = sum(sides[False, side] for side in (-1, 0, 1))
        yield Out(cards, own.category, won, lost, sides[True, -1], sides[True, 1], unqualified)


@pytest.mark.parametrize(("flop", "hole"), [("9c Tc 2d", "Jc 4s"), ("7c 7d Kd", "8h 9h")])
def test_a_flop_against_plain_loops(flop: str, hole: str) -> None:
    """One flop and one pair, both games, with the river wager of Texas hold'em bonus decided card by card."""
    three, two = tuple(flop.split()), tuple(hole.split())
    outs = list(run_out(three, two))
    casino_holdem_as_counted(three, two, outs)
    texas_holdem_bonus_as_counted(three, two, outs)


def casino_holdem_as_counted(flop: tuple[Card, ...], hole: tuple[Card, ...], outs: list[Out]) -> None:
    expected = Counter[str]()
    for out in outs:
        # Either of two cards may be the turn.
        expected[f"the dealer does not qualify, {out.category.label}"] += 2 * out.unqualified
        expected[f"higher than the dealer, {out.category.label}"] += 2 * out.won_qualified
        expected["lower than the dealer"] += 2 * out.lost_qualified
        level = DEALERS - out.unqualified - out.won_qualified - out.lost_qualified
        expected["level with the dealer"] += 2 * level
    showdown, plan = casino()
    made = count_around(flop, TurnCount(showdown.law, plan.choices[5]))
    where = situations().of[place(flop, hole)]
    labels = [ending.label for ending in showdown.endings]
    times = int(situations().sizes[where])
    assert made["flops"][where].tolist() == [times * expected[label] for label in labels]


def texas_holdem_bonus_as_counted(flop: tuple[Card, ...], hole: tuple[Card, ...], outs: list[Out]) -> None:
    """At several odds of the river wager in turn, from one count."""
    showdown, plan = bonus()
    law, turn, size = showdown.law, plan.choices[4], len(showdown.endings)
    counts = count_around(flop, TurnCount(law, plan.choices[5], by_turn=True))
    where, times = situations().of[place(flop, hole)], int(situations().sizes[situations().of[place(flop, hole)]])
    won, lost = (np.array([each.compares.startswith(word) for each in showdown.endings], np.int64)
                 for word in ("higher", "lower"))
    assert turn.weights.tolist() == [[0] * size, (won - lost).tolist()]
    play, rates = undecided(2, size), list[int]()
    for pays, stakes in ((1, 1), (1, 3), (9, 1), (3, 2)):
        weights = np.stack((0 * won, pays * won - stakes * lost))
        play = decide_turns(weights, law.category, counts["turns"], play, around(flop))
        comes = comes_in_as(turn, 0, [(1, cell) for cell in range(size)])
        cells, bets = river_wagers(outs, pays, stakes)
        labels = [(bet, ending.label) for bet in (False, True) for ending in showdown.endings]
        here = FlopCounts(counts["flops"], play.flops, comes, play).at(where)
        assert here.tolist() == [times * cells[label] for label in labels]
        best = best_on_turns(weights, counts["turns"], around(flop))
        assert {card: bool(best[place((*flop, card), hole)]) for card in bets} == bets
        rates.append(sum(bets.values()))
    assert rates[1] < rates[0] <= rates[3] < rates[2], "what pays more is bet on more often"
    anew = decide_turns(play.weights, law.category, counts["turns"], undecided(2, size), around(flop))
    for one_way, other_way in zip(play, anew, strict=True):
        assert (one_way == other_way).all()
    assert play.habits.sum() == boards(4).sizes[around(flop)].sum() * comb(48, 2)


def river_wagers(outs: list[Out], pays: int, stakes: int) -> tuple[Counter[tuple[bool, str]], dict[Card, bool]]:
    """How the hands compare in the end, by whether the river wager is made at these odds; and after which turns it
    is."""
    brings = Counter[Card]()
    for out in outs:
        for turn in out.cards:
            brings[turn] += pays * out.won - stakes * out.lost
    cells = Counter[tuple[bool, str]]()
    for out in outs:
        high = "flush or higher" if out.category >= Category.FLUSH else "straight or lower"
        for turn in out.cards:
            bets = brings[turn] > 0
            cells[bets, f"higher than the dealer, {high}"] += out.won
            cells[bets, "lower than the dealer"] += out.lost
            cells[bets, "level with the dealer"] += DEALERS - out.won - out.lost
    return cells, {turn: each > 0 for turn, each in brings.items()}


def test_keys_tell_what_counts_depend_on() -> None:
    (showdown, plan), (other, second) = casino(), bonus()
    river = plan.choices[5]
    key = TurnCount(showdown.law, river).key
    assert key == TurnCount(casino()[0].law, river).key
    assert key != TurnCount(other.law, second.choices[5]).key
    assert key != TurnCount(showdown.law, river, by_turn=True).key
    mask = showdown.law.qualifies.copy()
    mask[2000] ^= 1
    assert key != TurnCount(showdown.law._replace(qualifies=mask), river).key
