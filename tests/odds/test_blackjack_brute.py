"""Blackjack from shoes so small that every order of the cards can be played out, in whole numbers.

The recursion here knows the order of play and asks the game for everything else; hands are played one after the
other from what the hand before left, so that nothing rests on what the analysis says of two hands of a split.
Chances are counted in orders of the cards that are left, results in twentieths of the original wager."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial

import pytest

from pitboss.law import Result
from pitboss.odds import analyse
from pitboss.odds.blackjack import PLAYS, BlackjackOdds, Chosen
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, SPLIT, STAND
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_rules import ACE, CARDS, TEN
from pitboss.odds.par import WagerPar, net
from pitboss.rulebooks.qld.s02_blackjack import ADDED
from pitboss.rulebooks.qld.s02_blackjack_general import Count

Cards = tuple[int, ...]
Left = tuple[int, ...]
# What a hand came to: its cards, and whether it was doubled; the third card of a doubled hand is its last.
Ended = tuple[Cards, bool]
Nets = Counter[int]

UNIT = 20
SHOES = {
    "tens": {"A": 2, "5": 3, "6": 2, "8": 3, "T": 5},
    "low": {"A": 2, "2": 2, "3": 2, "7": 2, "9": 2, "T": 4},
    "middling": {"A": 1, "2": 2, "6": 3, "7": 3, "8": 3, "T": 1},
}
GAMES = ("qld/blackjack", "qld/soft-17-blackjack")


@cache
def analysis(id: str, shoe: str, *settings: str) -> BlackjackOdds:
    made = analyse(id, None, settings, shoe=SHOES[shoe])
    assert isinstance(made, BlackjackOdds)
    return made


def draws(left: Left) -> Iterator[tuple[int, int, Left]]:
    """Every next card: how many there are, which, and what it leaves."""
    for rank, many in enumerate(left):
        if many:
            yield many, rank, (*left[:rank], many - 1, *left[rank + 1 :])


def orders(left: Left) -> int:
    return factorial(sum(left))


def without(left: Left, *ranks: int) -> Left | None:
    rest = tuple(many - ranks.count(rank) for rank, many in enumerate(left))
    return rest if min(rest) >= 0 else None


def units(result: Result) -> int:
    brings = net(result, 100) * UNIT
    assert brings.denominator == 1
    return int(brings)


class Played:
    """Every deal from a shoe, played as a plan says."""

    def __init__(self, of: BlackjackOdds, plan: Chosen) -> None:
        self.game, self.of, self.plan = of.game, of, plan
        self.left: Left = tuple(map(int, of.cards))
        self.dealer, self.hand, self.best = cache(self._dealer), cache(self._hand), cache(self._best)
        self.count, self.paid = cache(self._count), cache(self._paid)

    def _count(self, cards: Cards, doubled: bool = False, split: bool = False) -> Count:
        return self.game.count([CARDS[rank] for rank in cards], doubled=doubled, split=split)

    def _paid(self, kind: str, count: Count, dealer: Count, added: tuple[str, ...]) -> int:
        return units(self.game.result(kind, count, dealer, added))

    def _dealer(self, left: Left, cards: Cards) -> dict[Count, int]:
        """In how many orders of the cards left the dealer ends on each count."""
        if len(cards) > 1 and not self.game.dealer_draws([CARDS[rank] for rank in cards]):
            return {self.count(cards): orders(left)}
        found: Counter[Count] = Counter()
        for many, rank, rest in draws(left):
            for ending, more in self.dealer(rest, tuple(sorted((*cards, rank)))).items():
                found[ending] += many * more
        return dict(found)

    # -- following the plan ----------------------------------------------------------------------------------

    def _hand(self, left: Left, cards: Cards, up: int, world: int) -> dict[tuple[Ended, Left], int]:
        """How a hand ends, with what it leaves; hands that need not be told apart are taken together."""
        if len(cards) > 1:
            play = STAND
            if self.count(cards, split=True).points < 21 and world != ACE:
                play = int(self.plan.plan.choice[world][self.of.rules.where[cards], up])
            if play == STAND:
                return {((cards, False), left): 1}
            if play == DOUBLE_DOWN:
                return {(((*cards, rank), True), rest): many for many, rank, rest in draws(left)}
        found: Counter[tuple[Ended, Left]] = Counter()
        for many, rank, rest in draws(left):
            for ended, more in self.hand(rest, tuple(sorted((*cards, rank))), up, world).items():
                found[ended] += many * more
        return dict(found)

    def nets(self, hands: list[Ended], split: bool, left: Left, up: int, insured: bool) -> Nets:
        """What a box brings; when every hand is lost, no card after the dealer's second matters."""
        counts = [self.count(cards, doubled, split) for cards, doubled in hands]
        wagers = [("original", counts[0])]
        wagers += [("split", counts[1])] if split else []
        wagers += [("double down", count) for count, (_, doubled) in zip(counts, hands, strict=True) if doubled]
        added = tuple(kind for kind in ADDED if any(kind == one for one, _ in wagers))
        found: Nets = Counter()
        for dealer, many in self.dealer(left, (up,)).items():
            total = sum(self.paid(kind, count, dealer, added) for kind, count in wagers)
            if insured:
                total += units(self.game.insurance_result(CARDS[TEN if dealer.blackjack else ACE])) // 2
            found[total] += many
        return found

    def box(self, left: Left, held: Cards, up: int) -> Nets:
        """One box by its first two cards."""
        at = self.of.rules.where[held]
        insured = up == ACE and bool(self.plan.insured[at])
        if self.count(held).blackjack:
            if up == ACE and self.plan.even_money:
                at_once: Nets = Counter()
                for many, rank, rest in draws(left):
                    more = units(self.game.insurance_result(CARDS[rank])) // 2 if insured else 0
                    at_once[int(self.of.rules.even_money.fraction * UNIT) + more] += many * orders(rest)
                return at_once
            return self.nets([(held, False)], False, left, up, insured)
        found: Nets = Counter()
        if self.plan.plan.start[at, up] != SPLIT:
            for (ended, rest), many in self.hand(left, held, up, WHOLE).items():
                for total, more in self.nets([ended], False, rest, up, insured).items():
                    found[total] += many * more
            return found
        for (first, rest), many in self.hand(left, held[:1], up, held[0]).items():
            for (second, after), more in self.hand(rest, held[1:], up, held[0]).items():
                for total, most in self.nets([first, second], True, after, up, insured).items():
                    found[total] += many * more * most
        return found

    def round(self) -> dict[Fraction, Fraction]:
        """How likely a round is to bring each result."""
        found: Nets = Counter()
        box = cache(self.box)
        for first, one, left in draws(self.left):
            for dealer, up, rest in draws(left):
                for second, other, after in draws(rest):
                    low, high = sorted((one, other))
                    for total, many in box(after, (low, high), up).items():
                        found[total] += first * dealer * second * many
        return {Fraction(total, UNIT): Fraction(many, orders(self.left)) for total, many in found.items()}

    # -- best play of one hand -------------------------------------------------------------------------------

    def _best(self, left: Left, cards: Cards, up: int, world: int) -> dict[str, int]:
        """What each play brings at its best, over all orders of the cards left; after a split, what two hands
        played alike bring, as if the dealer always took a second card."""
        value = {"stand": self.worth(left, cards, up, False, world)}
        if self.count(cards, split=world != WHOLE).points >= 21 or (world == ACE and len(cards) == 2):
            return value
        value["draw"] = sum(
            many * max(self.best(rest, tuple(sorted((*cards, rank))), up, world).values())
            for many, rank, rest in draws(left)
        )
        if self.game.may_double([CARDS[rank] for rank in cards]):
            value["double down"] = sum(
                many * self.worth(rest, (*cards, rank), up, True, world) for many, rank, rest in draws(left)
            )
        return value

    def worth(self, left: Left, cards: Cards, up: int, doubled: bool, world: int) -> int:
        kinds = ["original"] if world == WHOLE else ["original", "split"]
        kinds += ["double down"] * len(kinds) if doubled else []
        added = tuple(kind for kind in ADDED if kind in kinds)
        count = self.count(cards, doubled, world != WHOLE)
        return sum(
            many * self.paid(kind, count, dealer, added)
            for dealer, many in self.dealer(left, (up,)).items()
            for kind in kinds
        )


# -- what is compared --------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("shoe", SHOES)
def test_every_play_of_every_first_hand(id: str, shoe: str) -> None:
    of = analysis(id, shoe)
    played, first = Played(of, of.best), of.from_shoe.plan().first
    compared = 0
    for cards, at in of.rules.where.items():
        for up in range(10):
            left = without(played.left, *cards, up)
            if len(cards) != 2 or left is None or played.count(cards).blackjack:
                continue
            for play, value in played.best(left, cards, up, WHOLE).items():
                exact = Fraction(value, UNIT * orders(left))
                assert abs(first[PLAYS.index(play), at, up] - exact) < 1e-12, (cards, up, play)
                compared += 1
    assert compared > 150


@pytest.mark.parametrize("shoe", SHOES)
def test_split_hands_are_played_best_by_their_own_cards(shoe: str) -> None:
    of = analysis("qld/blackjack", shoe)
    played, plan = Played(of, of.best), of.from_shoe.plan()
    for rank in of.from_shoe.pairs:
        for up in range(10):
            left = without(played.left, rank, rank, up)
            if left is not None:
                value = sum(
                    many * max(played.best(rest, (min(rank, other), max(rank, other)), up, rank).values())
                    for many, other, rest in draws(left)
                )
                exact = Fraction(value, UNIT * orders(left))
                alike = plan.first[3, of.rules.where[rank, rank], up]
                assert abs(alike - exact) < 1e-12, (rank, up)


@pytest.mark.parametrize("shoe", SHOES)
def test_every_split_with_both_hands_played_out(shoe: str) -> None:
    """What both hands bring together."""
    of = analysis("qld/blackjack", shoe)
    plan = of.from_shoe.plan()
    start = plan.start.copy()
    for rank in of.from_shoe.pairs:
        start[of.rules.where[rank, rank]] = SPLIT
    played = Played(of, of.best._replace(plan=plan._replace(start=start), insured=of.best.insured & False))
    for rank in of.from_shoe.pairs:
        for up in range(10):
            left = without(played.left, rank, rank, up)
            if left is not None:
                brought = sum(total * many for total, many in played.box(left, (rank, rank), up).items())
                exact = Fraction(brought, UNIT * orders(left))
                assert abs(plan.first[3, of.rules.where[rank, rank], up] - exact) < 1e-12, (rank, up)


def alike(row: WagerPar, found: dict[Fraction, Fraction]) -> None:
    lines: Counter[Fraction] = Counter()
    for line in row.lines:
        lines[Fraction(line.net)] += Fraction(line.probability)
    assert set(lines) == set(found)
    assert all(abs(lines[total] - likely) < 1e-12 for total, likely in found.items())
    assert abs(row.expectation - sum(total * likely for total, likely in found.items())) < row.error < 1e-11


@pytest.mark.parametrize(
    ("id", "shoe", "settings"),
    [
        ("qld/blackjack", "tens", ()), ("qld/soft-17-blackjack", "low", ()), ("qld/blackjack", "middling", ()),
        ("qld/blackjack", "low", ("double.on=any two cards",)),
        ("qld/blackjack", "tens", ("dealer.blackjack-takes=all", "insurance=5 to 2")),
        ("qld/soft-17-blackjack", "middling", ("original.blackjack=6 to 5", "double.ace=1 or 11")),
    ],
)
def test_whole_rounds(id: str, shoe: str, settings: tuple[str, ...]) -> None:
    """How often a round ends in each way, by best play and by basic strategy."""
    of = analysis(id, shoe, *settings)
    best, basic, *_ = of.wagers()
    alike(best, Played(of, of.best).round())
    alike(basic, Played(of, of.by_chart).round())
    assert best.expectation >= basic.expectation


def test_what_these_shoes_show() -> None:
    """Insured rounds and others, and splits."""
    best = {shoe: analysis("qld/blackjack", shoe).best for shoe in SHOES}
    dealt = {shoe: analysis("qld/blackjack", shoe).from_shoe.deals for shoe in SHOES}
    insured = {shoe: bool((best[shoe].insured & (dealt[shoe][:, ACE] > 0)).any()) for shoe in SHOES}
    assert set(insured.values()) == {True, False}, insured
    assert all((best[shoe].plan.start[dealt[shoe] > 0] == SPLIT).any() for shoe in SHOES)
