"""The family's analysis on games that have no file of their own: five-card stud against a dealer who shows one card, on
a full deck and, deal by deal, on small packs.

Published for Caribbean stud (bet twice the ante, paid 1, 2, 3, 4, 5, 7, 20, 50, 100; dealer qualifies with ace and
king): a house edge of 5.224% of the ante, 2.555% of all that is staked
(wizardofodds.com/games/caribbean-stud-poker)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from support.forgetful import Forgetful

from pitboss.equipment.cards import Card, rank
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.hands import poker, three_card
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Refused, Result, lose, stand_off, void, win
from pitboss.law.clauses import clause
from pitboss.odds import analysis_of, ante_and_raise_alike
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.ante_and_raise import AnteAndRaiseOdds
from pitboss.odds.jobs import Work
from pitboss.odds.par import net
from pitboss.odds.whatif import change
from pitboss.table.ante_and_raise import AnteAndRaise
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER
from pitboss.table.game import DECISION, PayTable, WagerKind, limits
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Choose
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import Round, Table

WON, LOST, LEVEL = (clause(f"CBR-9.{number}") for number in (2, 3, 4))
PAYS = {
    Category.ROYAL_FLUSH: 100, Category.STRAIGHT_FLUSH: 50, Category.FOUR_OF_A_KIND: 20, Category.FULL_HOUSE: 7,
    Category.FLUSH: 5, Category.STRAIGHT: 4, Category.THREE_OF_A_KIND: 3, Category.TWO_PAIR: 2, Category.PAIR: 1,
    Category.HIGH_CARD: 1,
}


class Stud(AnteAndRaise):
    """All that a game of the family has to say, and a round for one box."""

    kinds = (WagerKind("ante", WON, ""), WagerKind("bet", WON, "", moment=DECISION))
    choices = limits(WON)
    pay_tables = (PayTable("bet", {category: (f"{times} to 1", WON) for category, times in PAYS.items()}),)
    opening, hand_size = "ante", 5
    raise_or_fold = BettingStreet("bet", (Multiple(2, WON),), 1, WON, WON, WON, fold=LOST, folded=LOST)

    def value(self, cards: Sequence[Card]) -> Any:
        return poker.value(cards)

    def higher(self, hand: Any, other: Any) -> bool:
        return bool(hand > other)

    def qualifies(self, dealer: Any) -> bool:
        return bool(dealer >= HandValue(Category.HIGH_CARD, (14, 13)))

    def outcome(self, player: Any, dealer: Any) -> str:
        if not self.qualifies(dealer):
            return "out"
        return "level" if player == dealer else "won" if player > dealer else "lost"

    def result(self, kind: str, player: Any, outcome: str) -> Result:
        match outcome:
            case "lost":
                return lose(LOST)
            case "level":
                return stand_off(LEVEL)
            case "out" if kind == "bet":
                return void(LEVEL)
        return win(*self.pay["bet"].lines[player.category if kind == "bet" else Category.PAIR])

    def refuse_wager(self, *wager: Any) -> None:
        return None

    def refuse_late(self, *act: Any) -> Refused:
        raise AssertionError("nobody comes late here")

    def round(self, t: Table) -> Round[None]:
        yield from t.shuffle(WON)
        yield from t.gather(WON)
        yield from t.deal(self.hand_size, "1", WON, face_up=False)
        yield from t.deal(self.raise_or_fold.known, DEALER, WON)
        yield from t.deal(self.hand_size - self.raise_or_fold.known, DEALER, WON, face_up=False)
        (ante,) = t.on_box(1, "ante")
        offered = self.raise_or_fold.offered(ante.amount)
        choice = yield from t.choose(lambda: Choose(WON, "1", "Ann", offered, {}))
        assert choice is not None
        if choice.name == "bet":
            t.place(1, "Ann", "bet", choice.amount or 0)
        player, dealer = (self.value(t.hands[hand].cards) for hand in ("1", DEALER))
        for wager in t.on_box(1):
            met = self.outcome(player, dealer)
            t.settle(wager, self.folded() if choice.name == "fold" else self.result(wager.kind, player, met))


class SmallStud(Stud):
    """Thirteen cards, in which no two suits but hearts and spades are alike."""

    def pack(self) -> tuple[Card, ...]:
        return "As", "Ks", "Qs", "Js", "Ah", "Kh", "Qh", "Jh", "Ac", "Kc", "9c", "Td", "2d"


class TwoRows(Stud):
    """Three cards each, with a small wager on the hand alone, none shown, and a dealer who always qualifies."""

    kinds = (*Stud.kinds, WagerKind("pairs", WON, ""))
    pay_tables = (PayTable("bet", {"any": ("3 to 2", WON)}), PayTable("pairs", {"pair": ("4 to 1", WON)}))
    hand_size = 3
    raise_or_fold = BettingStreet("bet", (Multiple(3, WON),), 0, WON, WON, WON, fold=LOST, folded=LOST)
    qualifies = AnteAndRaise.qualifies

    def pack(self) -> tuple[Card, ...]:
        return tuple(f"{rank}{suit}" for rank in "AKQ7" for suit in "shc")

    def value(self, cards: Sequence[Card]) -> Any:
        return three_card.value(cards)

    def result(self, kind: str, player: Any, outcome: str) -> Result:
        if kind == "pairs":
            pair = player.category == three_card.ThreeCardCategory.PAIR
            return win(*self.pay["pairs"].lines["pair"]) if pair else lose(LOST)
        results = {"lost": lose(LOST), "level": stand_off(LEVEL), "won": win(*self.pay["bet"].lines["any"])}
        return results[outcome]


class Shown(TwoRows):
    """The same with one card shown."""

    raise_or_fold = TwoRows.raise_or_fold._replace(known=1)


@cache
def analysis(game: type[AnteAndRaise], *settings: str) -> AnteAndRaiseOdds:
    made = game()
    change(made, settings, AnteAndRaiseOdds)
    return AnteAndRaiseOdds(made, Work(Forgetful()))


def test_a_game_of_the_family_needs_no_file() -> None:
    assert analysis_of(Stud) is AnteAndRaiseOdds
    assert [row.wager for row in analysis(TwoRows).sheet.wagers] == ["ante", "bet", "pairs"]
    assert list(AnteAndRaiseOdds.rules_of(Stud())) == ["dealer.qualifies"]
    assert list(AnteAndRaiseOdds.rules_of(TwoRows())) == []


def by_force(game: AnteAndRaise) -> tuple[Fraction, Fraction, dict[Any, bool]]:
    """The house edge and how often it is bet, deal by deal; and each decision, by hand and card shown."""
    size, known, stake = game.hand_size, game.raise_or_fold.known, game.minimum
    (times,) = (multiple.times for multiple in game.raise_or_fold.sizes)
    value = {frozenset(hand): game.value(hand) for hand in combinations(game.pack(), size)}
    brings = dict[Any, Fraction]()
    whole, deals, bets, decisions = Fraction(0), 0, 0, {}
    for hand, mine in value.items():
        left = [card for card in game.pack() if card not in hand]
        for shown in combinations(left, known):
            total, count = Fraction(0), 0
            for others in combinations([card for card in left if card not in shown], size - known):
                theirs = value[frozenset((*shown, *others))]
                if (mine, theirs) not in brings:
                    met = game.outcome(mine, theirs)
                    ante, bet = (net(game.result(kind, mine, met), stake) for kind in ("ante", "bet"))
                    brings[mine, theirs] = ante + times * bet
                total += brings[mine, theirs]
                count += 1
            decisions[hand, shown] = total > -count
            whole += max(total, Fraction(-count))
            deals += count
            bets += count if total > -count else 0
    return -whole / deals, Fraction(bets, deals), decisions


@pytest.mark.parametrize("game", [SmallStud, TwoRows, Shown])
def test_small_packs_deal_by_deal(game: type[AnteAndRaise]) -> None:
    made = analysis(game)
    edge, frequency, decisions = by_force(made.game)
    assert made.sheet.row("ante").house_edge == edge
    assert made.sheet.row("bet").frequency == frequency
    assert 0 < frequency < 1
    for (hand, shown), bets in decisions.items():
        assert made.bets_on(tuple(hand), shown) == bets


@pytest.mark.parametrize("game", [SmallStud, TwoRows, Shown])
def test_both_ways_to_count_agree(game: type[AnteAndRaise]) -> None:
    made = analysis(game)
    shows = made.street.known > 0
    assert (made.hands.swept(made.qualified, shows) == made.hands.against(made.qualified, shows, made.work.cache)).all()


@pytest.mark.parametrize("game", [SmallStud, TwoRows, Shown])
@pytest.mark.parametrize("bits", [ante_and_raise_alike.BITS, 0])
def test_hands_that_meet_the_dealer_alike_are_counted_together(
    game: type[AnteAndRaise], bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sorted as one number, or, where that would be too large, each by itself."""
    monkeypatch.setattr(ante_and_raise_alike, "BITS", bits)
    counted = analysis(game)
    hands, shows = counted.hands, counted.street.known > 0
    one_by_one = Counter[tuple[int, ...]]()
    for kind, card in zip(*hands.may_show(shows).nonzero(), strict=True):
        shown = hands.shown_ranks.index(rank(hands.pack[card])) if shows else 0
        at = int(hands.rank[kind]), shown, *map(int, counted.against[:, kind, card])
        one_by_one[at] += int(hands.sizes[kind])
    groups = hands.alike(counted.qualified, shows, counted.work.cache)
    together = zip(groups.value.tolist(), groups.shown.tolist(), *groups.places.tolist(), strict=True)
    assert dict(zip(together, groups.hands.tolist(), strict=True)) == one_by_one
    assert len(groups.hands) < hands.may_show(shows).sum() or game is TwoRows
    assert (groups.value[1:] >= groups.value[:-1]).all()


def test_every_line_adds_up() -> None:
    for game in (SmallStud, TwoRows, Shown):
        for row in analysis(game).sheet.wagers:
            assert sum(line.probability for line in row.lines) == 1 and row.exact
    pairs = analysis(TwoRows).sheet.row("pairs")
    assert {line.label for line in pairs.lines} >= {"pair", "folded"}


def test_a_bet_is_told_by_what_it_is_paid_for() -> None:
    labels = [line.label for line in analysis(SmallStud).sheet.row("bet").lines]
    assert "higher hand, two pair" in labels and "dealer not qualified" in labels


def test_a_qualifier_put_another_way() -> None:
    changed = analysis(SmallStud, "dealer.qualifies=a pair of queens")
    assert changed.sheet.row("ante").house_edge == by_force(changed.game)[0]
    assert changed.sheet.row("ante").house_edge != analysis(SmallStud).sheet.row("ante").house_edge


def test_a_pay_line_put_another_way() -> None:
    changed = analysis(SmallStud, "bet.two pair=7 to 2")
    assert changed.sheet.row("ante").house_edge == by_force(changed.game)[0]


def test_what_is_not_analysed_is_said_in_one_line() -> None:
    class Sizes(Stud):
        raise_or_fold = Stud.raise_or_fold._replace(sizes=(Multiple(1, WON), Multiple(2, WON)))

    class Twice(Stud):
        def pack(self) -> tuple[Card, ...]:
            return deck() * 2

    class Fickle(SmallStud):
        def outcome(self, player: Any, dealer: Any) -> str:
            return "lost" if dealer.category >= Category.TWO_PAIR else super().outcome(player, dealer)

    for game, said in ((Sizes, "several sizes"), (Twice, "more than one deck"), (Fickle, "depends on more")):
        with pytest.raises(BadQuestion, match=said):
            analysis(game).sheet  # noqa: B018


def test_best_play_by_the_card_shown() -> None:
    (table,) = analysis(SmallStud).sheet.strategy.tables
    assert table.columns == ("A", "K", "Q", "J", "10", "9", "2")
    assert "two pair" in table.rows and all(0 <= float(cell.play or 0) <= 100 for row in table.cells for cell in row)


def test_best_play_at_the_table() -> None:
    """The round offers twice the ante, and best play bets as often as the sheet says."""
    made, count, bets = analysis(SmallStud), 3_000, Counter[str]()
    table, dealer = Table(made.game), VirtualDealer(SeededSource("stud"), BestPlay(made))
    for _ in range(count):
        drive(table, dealer)
        for line in table.lines:
            bets[line.wager] += 1
            assert line.stake == made.placed * (2 if line.wager == "bet" else 1)
    assert abs(bets["bet"] / count - float(made.frequency)) < 0.04
