"""The family of games without a dealer's hand, on one that has no file of its own: three streets of one to three times
the ante or a fold, as in Mississippi stud, on a full deck and, deal by deal through the round itself, on a small pack.

Published for Mississippi stud (500, 100, 40, 10, 6, 4, 3, 2, 1 for a pair of jacks or better, level with sixes to
tens): a house edge of 4.91% of the ante, with 3.59 units staked on average where of stakes equally good the largest is
placed (wizardofodds.com/games/mississippi-stud). Here it is the smallest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Refused, Result, lose, stand_off, win
from pitboss.law.clauses import clause
from pitboss.odds import analysis_of
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work
from pitboss.odds.pay_by_hand import PayByHandOdds
from pitboss.odds.whatif import change
from pitboss.table.acts import Cards, Close, Place, Shuffled
from pitboss.table.driver import play_round
from pitboss.table.facts import BOARD
from pitboss.table.game import DECISION, PayTable, WagerKind, limits
from pitboss.table.pay_by_hand import PayByHand
from pitboss.table.requests import Choose, Deal, Gather, Shuffle
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import Round, Table
from pitboss.table.views import SeenOption, SeenStake, Sight

WON, LOST, LEVEL = (clause(f"CBR-9.{number}") for number in (2, 3, 4))
JACKS, SIXES = "jacks or better", "sixes to tens"
PAYS = {
    Category.ROYAL_FLUSH: 500, Category.STRAIGHT_FLUSH: 100, Category.FOUR_OF_A_KIND: 40, Category.FULL_HOUSE: 10,
    Category.FLUSH: 6, Category.STRAIGHT: 4, Category.THREE_OF_A_KIND: 3, Category.TWO_PAIR: 2, JACKS: 1,
}
NAMES = ("3rd street", "4th street", "5th street")


def street(known: int) -> BettingStreet:
    sizes = tuple(Multiple(times, WON) for times in (1, 2, 3))
    return BettingStreet(NAMES[known], sizes, known, WON, WON, WON, fold=LOST, folded=LOST)


class Mississippi(PayByHand):
    """All that a game of the family has to say, and a round for one box."""

    kinds = (WagerKind("ante", WON, ""), *(WagerKind(name, WON, "", moment=DECISION) for name in NAMES))
    choices = limits(WON)
    pay_tables = (PayTable("hand", {line: (f"{times} to 1", WON) for line, times in PAYS.items()}),)
    opening, board, streets = "ante", 3, tuple(map(street, range(3)))

    def value(self, cards: Sequence[Card]) -> HandValue:
        return poker.value(cards)

    def result(self, kind: str, player: HandValue) -> Result:
        paid = self.pay["hand"].get(player.category)
        if player.category == Category.PAIR and player.ranks[0] >= 11:
            paid = self.pay["hand"].get(JACKS)
        elif player.category == Category.PAIR and player.ranks[0] >= 6:
            return stand_off(LEVEL)
        return win(*paid) if paid is not None else lose(LOST)

    def refuse_wager(self, *wager: Any) -> None:
        return None

    def refuse_late(self, *act: Any) -> Refused:
        raise NotImplementedError

    def round(self, t: Table) -> Round[None]:
        yield from t.shuffle(WON)
        yield from t.gather(WON)
        yield from t.deal(self.hole, "1", WON, face_up=False)
        for step in self.streets:
            (ante,) = t.on_box(1, "ante")
            offered = step.offered(ante.amount)
            choice = yield from t.choose(lambda offered=offered: Choose(WON, "1", "Ann", offered, {}))
            assert choice is not None
            if choice.name == "fold":
                for wager in t.on_box(1):
                    t.settle(wager, lose(LOST))
                return
            t.place(1, "Ann", step.wager, choice.amount or 0)
            yield from t.deal(len(self.cards_after(step)), BOARD, WON)
        value = self.value((*t.hands["1"].cards, *t.hands[BOARD].cards))
        for wager in t.on_box(1):
            t.settle(wager, self.result(wager.kind, value))


class Small(Mississippi):
    """Eight cards, hearts and spades alike; paid so that it is worth a thought."""

    pay_tables = (PayTable("hand", {
        Category.FULL_HOUSE: ("3 to 1", WON), Category.TWO_PAIR: ("1 to 2", WON), JACKS: ("1 to 4", WON),
    }),)

    def pack(self) -> tuple[Card, ...]:
        return "As", "Ks", "6s", "Ah", "Kh", "6h", "Qc", "Jc"


@cache
def analysis(game: type[PayByHand], *settings: str) -> PayByHandOdds:
    made = game()
    change(made, settings, PayByHandOdds)
    return PayByHandOdds(made, Work(Cache()))


def test_a_game_of_the_family_needs_no_file() -> None:
    assert analysis_of(Mississippi) is PayByHandOdds


def worth(game: PayByHand, cards: tuple[Card, ...], path: tuple[int, ...]) -> Fraction:
    """What cards seen in order are worth with so much staked, by trying everything."""
    staked = 1 + sum(path)
    if len(cards) == game.hole + game.board:
        result = game.result("ante", game.value(cards))
        odds = result.odds.fraction if result.odds is not None else Fraction(0)
        return staked * {"win": odds, "lose": Fraction(-1)}.get(result.outcome, Fraction(0))
    left = [card for card in game.pack() if card not in cards]
    return max(
        Fraction(-staked),
        *(
            sum((worth(game, (*cards, card), (*path, times)) for card in left), Fraction(0)) / len(left)
            for times in game.streets[len(path)].amounts(1)
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
            after = [worth(made.game, (*hole, *board, card), then) for card in left]
            assert value == sum(after, Fraction(0)) / len(left)


def test_a_small_pack_by_trying_everything() -> None:
    for settings in ((), ("hand.two pair=2 to 1",)):
        made = analysis(Small, *settings)
        holes = list(combinations(made.game.pack(), 2))
        mean = sum((worth(made.game, hole, ()) for hole in holes), Fraction(0)) / len(holes)
        assert made.sheet.row("ante").expectation == mean
        values = {hole: made.values(seen(made, hole, (), ())) for hole in holes}
        assert {hole: max(one.value for one in each) for hole, each in values.items()} == {
            hole: worth(made.game, hole, ()) for hole in holes}


class Dealt:
    """One deal, played by the analysis."""

    def __init__(self, made: PayByHandOdds, hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
        self.made, self.hole, self.board, self.placed = made, hole, list(board), False

    def answer(self, t: Table, request: Any) -> Any:
        if type(request) is Shuffle:
            return Shuffled("")
        if type(request) is Gather:
            self.placed, close = not self.placed, self.placed
            return Close() if close else Place(1, "Ann", (("ante", self.made.placed),))
        if type(request) is Deal:
            return Cards(self.hole if request.to == "1" else (self.board.pop(0),))
        return self.made.choose(t, request)


def test_every_deal_of_a_small_pack_through_the_round() -> None:
    """The round offers by the streets that the analysis reads: all deals together bring its figures to the cent."""
    made, net, stakes, count = analysis(Small), Counter[str](), Counter[str](), 0
    table = Table(made.game)
    for hole in combinations(made.game.pack(), 2):
        for board in permutations([card for card in made.game.pack() if card not in hole], 3):
            play_round(table, Dealt(made, hole, board))
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
    paths = analysis(Mississippi).paths(3)
    assert paths == list(product((1, 2, 3), repeat=3))


def test_mississippi_stud_as_published() -> None:
    row = analysis(Mississippi).sheet.row("ante")
    assert round(float(row.house_edge), 4) == 0.0491
    assert 3.4 < row.average_stake < 3.59


def test_best_play_in_words() -> None:
    strategy = analysis(Mississippi).sheet.strategy
    (table,) = strategy.tables
    assert (table.cells[0][0].play, table.cells[12][11].play) == ("3x", "F"), "aces and 3-2 unsuited"
    assert strategy.advice[0].startswith("Before the board fold on 3")
    assert strategy.legend == {"F": "fold", "1x": "bet once", "2x": "bet twice", "3x": "bet 3 times"}
