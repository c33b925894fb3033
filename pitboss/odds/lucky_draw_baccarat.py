"""Lucky draw baccarat: every order of six cards by what they count, in whole numbers.

The player's two cards and the dealer's first lie open when he decides; then come his third card and the dealer's second
and third. Those that are not drawn are dealt in thought, which changes no chance. Suits matter for three threes only:
whatever threes are gone unseen, those left are of the suits of a whole shoe by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, perm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, Card
from pitboss.law import Result
from pitboss.odds.analysis import Analysis, BadQuestion, Instead, OptionValue, take
from pitboss.odds.par import Cell, Line, Strategy, StrategyTable, WagerPar, line, net, row
from pitboss.rulebooks.qld.s14_lucky_draw_baccarat import DRAW, ENTER, LuckyDrawBaccarat
from pitboss.table.acts import Choice, Place
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

Ints = NDArray[np.int64]
STAND, NEVER_DRAWING = "stand", "enter, never drawing"
MOST_CARDS = 6
# A card of each count.
CARDS: tuple[Card, ...] = ("Ks", "As", *(f"{count}s" for count in range(2, 10)))
COUNTS = ("0", "A", *map(str, range(2, 10)))
SUITED, OFF_SUIT = ("3s", "3s", "3s"), ("3s", "3h", "3d")
THREES = 3
# In a table of counts: what is best hangs on the two cards.
BY_CARDS = "C"
WINS, TIES, LOSES = range(3)


class Seen(NamedTuple):
    """What a player has to decide by: what his cards and the dealer's count, and whether two threes are of one suit."""

    first: int
    second: int
    dealer: int
    one_suit: bool = False


class End(NamedTuple):
    """A way for a hand to end: its cards, whether it wins, ties or loses, and in how many ways."""

    own: tuple[Card, ...]
    outcome: int
    ways: int


class Suits(NamedTuple):
    """Ways for three threes to be of some suits."""

    whole: int
    one_suit: int
    all_one: int


def _up_to(most: int) -> Any:
    def draws(game: LuckyDrawBaccarat, cards: Sequence[Card]) -> bool:
        return len(cards) == 2 and game.points(cards) <= most

    return draws


class LuckyDrawOdds(Analysis[LuckyDrawBaccarat]):
    """What each wager brings over all deals."""

    takes_shoe = True
    other_play = frozenset({NEVER_DRAWING})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "dealer.draws": {"0 to 3": ("dealer_draws", _up_to(3)), "0 to 5": ("dealer_draws", _up_to(5))},
    }

    # -- counting ------------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """How many cards in the shoe count 0, 1, 2 to 9."""
        left, whole = [0] * 10, 4 * self.game.decks
        if self.shoe is None:
            for card in self.game.pack():
                left[self.game.value(card)] += 1
            return tuple(left)
        for name, count in self.shoe.items():
            rank = "T" if name == "10" else name.upper()
            if len(rank) != 1 or rank not in RANKS:
                raise BadQuestion(f"no card has the rank {name!r}; ranks are {', '.join(RANKS)}")
            # Tens and court cards may be told together as T, since they count alike.
            most = 4 * whole if rank == "T" else whole
            if not 0 <= count <= most:
                raise BadQuestion(f"{self.game.decks} decks hold 0 to {most} cards of rank {name}, not {count}")
            left[self.game.value(f"{rank}s")] += count
        if left[0] > 4 * whole:
            raise BadQuestion(f"{self.game.decks} decks hold {4 * whole} tens and court cards, not {left[0]}")
        if sum(left) < MOST_CARDS:
            raise BadQuestion(f"a round may take {MOST_CARDS} cards; the shoe has {sum(left)}")
        return tuple(left)

    @cached_property
    def dealer_ends(self) -> Ints:
        """What the dealer's hand counts in the end, by its first card, its second and what a third would count."""
        ends = [self.game.points(self.dealer_hand(*cards)) for cards in product(range(10), repeat=3)]
        return np.array(ends).reshape(10, 10, 10)

    def dealer_hand(self, first: int, second: int, third: int) -> tuple[Card, ...]:
        two = CARDS[first], CARDS[second]
        return (*two, CARDS[third]) if self.game.dealer_draws(two) else two

    @cached_property
    def ways(self) -> Ints:
        """In how many orders of six cards a hand of some count meets the dealer's so: by the player's two cards, the
        dealer's first, the player's third, the count that is looked at, and whether it wins, ties or loses."""
        left = np.array(self.cards, np.int64)
        order = np.ogrid[:10, :10, :10, :10, :10, :10]
        weights: Any = np.int64(1)
        for place, card in enumerate(order):
            before = sum((card == earlier).astype(np.int64) for earlier in order[:place])
            weights = weights * np.maximum(left[card] - before, 0)
        counted: Ints = np.zeros((10, 10, 10, 10, 10, 3), np.int64)
        own = np.arange(10)
        for dealer, ends in enumerate(self.dealer_ends.reshape(10, 100, 1)):
            holds = np.stack((own > ends, own == ends, own < ends), axis=-1).reshape(100, 30).astype(np.int64)
            met = weights[:, :, dealer].reshape(1000, 100) @ holds
            counted[:, :, dealer] = met.reshape(10, 10, 10, 10, 3)
        return counted

    @cached_property
    def suits(self) -> Suits:
        """The suits of threes: how many ways in all, and in how many two are of one suit and a third is."""
        decks = self.game.decks
        return Suits(whole=(4 * decks - 1) * (4 * decks - 2), one_suit=(decks - 1) * (4 * decks - 2),
                     all_one=(decks - 1) * (decks - 2))

    @cached_property
    def whole_ways(self) -> int:
        """What the ways of ending are parts of."""
        return perm(sum(self.cards), MOST_CARDS) * self.suits.whole

    @cached_property
    def situations(self) -> dict[Seen, int]:
        """All that can be seen, and in how many ways."""
        seen: dict[Seen, int] = {}
        for first, second, dealer in np.argwhere(self.ways[:, :, :, :, 0].sum(axis=(3, 4)) > 0).tolist():
            ways, suits = int(self.ways[first, second, dealer, :, 0].sum()), self.suits
            if (first, second) != (THREES, THREES):
                seen[Seen(first, second, dealer)] = ways * suits.whole
                continue
            seen[Seen(first, second, dealer)] = ways * (suits.whole - suits.one_suit)
            seen[Seen(first, second, dealer, True)] = ways * suits.one_suit
        return seen

    def ends(self, seen: Seen, draws: bool) -> Iterator[End]:
        """How a hand ends that draws or stands, and in how many ways."""
        two, ways, suits = (CARDS[seen.first], CARDS[seen.second]), self.ways[seen[:3]], self.suits
        times = suits.whole
        if seen[:2] == (THREES, THREES):
            times = suits.one_suit if seen.one_suit else suits.whole - suits.one_suit
        if not draws:
            for outcome, count in enumerate(ways[:, self.points[two]].sum(axis=0).tolist()):
                yield End(two, outcome, count * times)
            return
        for third in range(10):
            own = (*two, CARDS[third])
            suited = suits.all_one if own == SUITED and seen.one_suit else 0
            for outcome, count in enumerate(ways[third, self.points[own]].tolist()):
                yield End(OFF_SUIT if own == SUITED else own, outcome, count * (times - suited))
                if suited:
                    yield End(SUITED, outcome, count * suited)

    @cached_property
    def points(self) -> dict[tuple[Card, ...], int]:
        """What every two and three cards count."""
        hands = [*product(CARDS, repeat=2), *product(CARDS, repeat=3)]
        return {hand: self.game.points(hand) for hand in hands} | {OFF_SUIT: self.game.points(OFF_SUIT)}

    @cached_property
    def ended(self) -> dict[tuple[str, tuple[Card, ...], int], Result]:
        """What becomes of each wager on a hand of each count, one that stood or drew, and on three threes."""
        one_of = {count: (CARDS[count], CARDS[0]) for count in range(10)}
        hands = [hand for two in one_of.values() for hand in (two, (*two, CARDS[0]))] + [SUITED, OFF_SUIT]
        return {
            (kind, own, outcome): self.game.result(kind, own, one_of[other])
            for own in hands for outcome, beyond in ((WINS, -1), (TIES, 0), (LOSES, 1))
            if 0 <= (other := self.points[own] + beyond) <= 9 for kind in ((ENTER, DRAW) if len(own) == 3 else (ENTER,))
        }

    def like(self, own: tuple[Card, ...]) -> tuple[Card, ...]:
        """The hand that stands for all that are paid alike."""
        return own if own in (SUITED, OFF_SUIT) else (CARDS[self.points[own]], *(CARDS[0],) * (len(own) - 1))

    def brings(self, own: tuple[Card, ...], outcome: int) -> Fraction:
        """What the wagers on a hand bring together, per unit of the enter wager."""
        kinds = (ENTER, DRAW) if len(own) == 3 else (ENTER,)
        return sum((net(self.ended[kind, own, outcome], self.stake) for kind in kinds), Fraction(0))

    @cached_property
    def worth(self) -> dict[Seen, tuple[Fraction, Fraction]]:
        """What standing and drawing bring, by what is seen."""
        known = {key[1:]: self.brings(*key[1:]) for key in self.ended}
        unit = lcm(*(brought.denominator for brought in known.values()))
        scaled = {key: int(brought * unit) for key, brought in known.items()}

        def mean(seen: Seen, draws: bool) -> Fraction:
            total = sum(scaled[self.like(end.own), end.outcome] * end.ways
                        for end in self.ends(seen, draws) if end.ways)
            return Fraction(total, unit * self.situations[seen])

        return {seen: (mean(seen, False), mean(seen, True)) for seen in self.situations}

    def draws(self, seen: Seen) -> bool:
        stand, draw = self.worth[seen]
        return draw > stand

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        every = list(self.situations)
        drawn = [seen for seen in every if self.draws(seen)]
        often = Fraction(sum(self.situations[seen] for seen in drawn), self.whole_ways)
        stood = [seen for seen in every if not self.draws(seen)]
        whole = row(ENTER, [*self.lines(drawn, True), *self.lines(stood, False)], ENTER)
        never = row(NEVER_DRAWING, self.lines(every, False), ENTER)
        alone = row(DRAW, self.lines(drawn or every, True, alone=True))
        return (replace(whole, includes=(ENTER, DRAW), average_stake=1 + often), replace(alone, frequency=often),
                replace(never, includes=(ENTER,)))

    def lines(self, some: Sequence[Seen], draws: bool, *, alone: bool = False) -> list[Line]:
        """How hands end in some situations; of the draw wager alone, as parts of those situations."""
        ways: dict[tuple[tuple[Card, ...], int], int] = {}
        for seen in some:
            for own, outcome, count in self.ends(seen, draws):
                if count:
                    key = (self.like(own), outcome)
                    ways[key] = ways.get(key, 0) + count
        whole = sum(ways.values()) if alone else self.whole_ways
        return [self.end_line(own, outcome, Fraction(count, whole), alone) for (own, outcome), count in ways.items()]

    def end_line(self, own: tuple[Card, ...], outcome: int, chance: Fraction, alone: bool) -> Line:
        drew = len(own) == 3
        label = f"{'drawn' if drew else 'stood'}, {('wins', 'ties', 'loses')[outcome]}"
        if drew and outcome == WINS:
            label = f"drawn, wins with {self.game.drawn_line(own)[0]}"
        first = line(self.ended[DRAW if drew else ENTER, own, outcome], label, chance, self.stake)
        return first if alone else replace(first, net=self.brings(own, outcome))

    # -- what else the sheet says ------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        """By the count and the dealer's card; where the two cards matter, by them."""
        rows: list[tuple[str, tuple[Cell, ...]]] = []
        for total in range(10):
            alike = [seen for seen in self.situations if (seen.first + seen.second) % 10 == total]
            whole = self.cells(alike)
            if all(cell.play != BY_CARDS for cell in whole):
                rows.append((f"{total}", whole))
                continue
            for named in sorted({self.two_cards(seen) for seen in alike}):
                same = [seen for seen in alike if self.two_cards(seen) == named]
                rows.append((f"{total}: {named}", self.cells(same)))
        return Strategy(
            ("Draw where the table says D: by your count, or your two cards where it tells them, and the dealer's.",
             f"Over all rounds drawing is worth {float(self.own_gain):.4%} of the enter wager."),
            (StrategyTable("two cards against the dealer's card", COUNTS, tuple(name for name, _ in rows),
                           tuple(cells for _, cells in rows)),),
            {"D": "draw", "S": "stand", "-": "cannot come"},
        )

    def two_cards(self, seen: Seen) -> str:
        """Two cards by what they count, the higher first; threes with their suits."""
        names = "-".join(COUNTS[count] for count in sorted(seen[:2], reverse=True))
        if seen[:2] != (THREES, THREES):
            return names
        return f"{names} of {'one suit' if seen.one_suit else 'two suits'}"

    def cells(self, some: Sequence[Seen]) -> tuple[Cell, ...]:
        return tuple(self.cell([seen for seen in some if seen.dealer == dealer]) for dealer in range(10))

    @cached_property
    def own_gain(self) -> Fraction:
        gained = (max(draw - stand, Fraction(0)) * self.situations[seen] for seen, (stand, draw) in self.worth.items())
        return sum(gained, Fraction(0)) / self.whole_ways

    def cell(self, alike: Sequence[Seen]) -> Cell:
        if not alike:
            return Cell("-")
        choices = {self.draws(seen) for seen in alike}
        gains = {seen: self.worth[seen][1] - self.worth[seen][0] for seen in alike}
        better = sum((gain * self.situations[seen] for seen, gain in gains.items()), Fraction(0))
        mean = float(abs(better) / sum(self.situations[seen] for seen in alike))
        return Cell(BY_CARDS if len(choices) > 1 else "D" if choices.pop() else "S", mean)

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        return (
            f"One round from {sum(self.cards)} shuffled cards: {cards}; a card burnt unseen changes nothing.",
            "The row of enter counts both wagers, the draw wager of best play included, per unit of the enter wager.",
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_lucky_draw import LuckyDrawLane

        return LuckyDrawLane(self, job)

    def places(self, t: Table) -> tuple[Place, ...]:
        return (Place(1, "Ann", ((ENTER, self.whole_stake()),)),)

    def seen(self, own: Sequence[Card], dealer: Card) -> Seen:
        first, second = map(self.game.value, own)
        one_suit = first == second == THREES and own[0][1] == own[1][1]
        return Seen(first, second, self.game.value(dealer), one_suit)

    def choose(self, t: Table, request: Choose) -> Choice:
        seen = self.seen(t.hands[request.hand].cards, t.hands[DEALER].cards[0])
        return take(request, DRAW if self.draws(seen) else STAND)

    def prepare(self) -> None:
        _ = self.worth

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        draw, own, dealer = sight.offers(DRAW), sight.open_cards(sight.hand), sight.open_cards(DEALER)
        if sight.offer or draw is None or sight.offers("refuse") or len(own) != 2 or not dealer:
            return ()
        brings = self.worth.get(self.seen(own, dealer[0]))
        if brings is None:
            return ()
        return OptionValue(STAND, None, brings[0]), OptionValue(DRAW, draw.most, brings[1])
