"""MEL chapter 13: dealing the game, Chinese poker. There is no pot: players set three hands and pay each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from pitboss.cardroom.game import BUTTON, Event, Share, Street, amounts
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card, rank
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("MEL")

DUTIES = (
    Duty("opening", "place the button as its definition says", S["13.1.2(a)"]),
    Duty("setting", "see that the front hand lies farthest from its player, the back hand nearest", S["13.2.2"]),
    Duty("settlement", "compare hands from the left of the button, one player's with all the others'", S["13.4.1"]),
    Duty("sign", "show what a unit is worth", S["13.4.4"]),
    Duty("settlement", "declare the hands and see to the payments", S["13.4.5"]),
)
SIZES = (3, 5, 5)
OF_THE_FRONT = {1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.THREE_OF_A_KIND}
# What one player pays another: from, to, how many units, under which clause.
Payment = tuple[int, int, int, Clause]


class ChinesePoker(MelbournePoker):
    """Thirteen cards in three hands; each hand that beats another's wins a unit."""

    id = "mel/chinese-poker"
    title = "Chinese poker"
    law = ("MEL-13",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:chinese"]
    streets = (Street(S["13.1.1"], BUTTON, S["13.1.1"], S["13.4.2"], S["13.4.2"], down=13, sets=True),)
    duties = (*MelbournePoker.duties, *DUTIES)
    choices = (
        GameOption("unit", "1", ("amount",), S["13.4.4"], "what a hand that beats another wins"),
        *(choice for choice in MelbournePoker.choices if choice.name in ("chip", "commission", "cap", "buy-in")),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.unit = amounts(self, "unit")[0]
        # 13.1.2: with more than four seated, those nearest the button's left play.
        self.most_active = S["13.1.2"].says(4)

    def _rake(self, text: str) -> tuple[Fraction, Cents, Cents]:
        """7.2: what is taken from a pot cannot be taken where there is none; a sum a person can."""
        rate, of_hand, of_person = super()._rake(text)
        if rate or of_hand:
            clause = S["7.2.1"] if rate else S["7.2.2"]
            raise BadOption(f"{self.id}: commission={text} is not allowed [{clause}]; 2/person, as there is no pot")
        return rate, of_hand, of_person

    # -- 13.2: setting -----------------------------------------------------------------------------------

    def refuse_setting(self, h: Hand, i: int, hands: Sequence[Sequence[Card]]) -> Refused | None:
        """13.2.1: three hands of the thirteen cards; whether they are set rightly shows at the settlement."""
        cards = [card for hand in hands for card in hand]
        if len(hands) == len(SIZES) and sorted(cards) == sorted(h.hole[i]):
            return None
        return refuse("hands of other cards than those dealt", S["13.2.1"], "front, middle and back of all thirteen")

    def rightly_set(self, hands: Sequence[Sequence[Card]]) -> bool:
        """13.2.1: the front hand ranks lowest, the back hand highest; equal hands are not out of order."""
        if tuple(map(len, hands)) != SIZES:
            return False
        front, middle, back = self.values(hands)
        lowest = S["13.2.1(a)"].says(front <= middle and front <= back)
        between = S["13.2.1(b)"].says(front <= middle <= back)
        return lowest and between and S["13.2.1(c)"].says(middle <= back and front <= back)

    # -- 13.3: hands -------------------------------------------------------------------------------------

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """There is no pot for a hand to win."""
        return None

    def values(self, hands: Sequence[Sequence[Card]]) -> tuple[HandValue, HandValue, HandValue]:
        front, middle, back = hands
        return self.front(front), self.high(middle), self.high(back)

    def front(self, cards: Sequence[Card]) -> HandValue:
        """13.3.1: three alike, a pair, or neither."""
        alike = sorted(((count, face) for face, count in Counter(map(rank, cards)).items()), reverse=True)
        hand = HandValue(OF_THE_FRONT[alike[0][0]], tuple(face for _, face in alike))
        return S["13.3.1"].says(hand)

    # -- 13.4 and 13.5: settlement -----------------------------------------------------------------------

    def settle(self, h: Hand) -> None:
        """13.4.1: payments in the order of the comparisons, each as far as the chips of the one who pays go."""
        for i, hands in sorted(h.sets.items()):
            for hand in hands:
                h.log.append(Event("shown", i, len(hand), S["13.4.1"], tuple(hand)))
        for payer, winner, units, clause in self.payments(h.sets):
            paid = min(units * self.unit, h.stacks[payer])
            h.stacks[payer] -= paid
            h.stacks[winner] += paid
            h.log.append(Event("paid", payer, paid, clause))
            h.log.append(Event("won", winner, paid, clause))

    def payments(self, sets: Mapping[int, Sequence[Sequence[Card]]]) -> Iterator[Payment]:
        """13.4.3 and 13.5.1: player by player from the left of the button, against each who comes after."""
        right = {i: self.rightly_set(hands) for i, hands in sets.items()}
        for i in sorted(sets):
            for j in sorted(sets):
                if j > i:
                    yield from self.between(i, j, sets, right)

    def between(
        self, i: int, j: int, sets: Mapping[int, Sequence[Sequence[Card]]], right: Mapping[int, bool]
    ) -> Iterator[Payment]:
        """What one of two players pays the other. Two hands that are both misset owe each other nothing."""
        if not right[i] or not right[j]:
            if right[i] != right[j]:
                loser, winner = (j, i) if right[i] else (i, j)
                yield loser, winner, S["13.5.1"].says(4), S["13.5.1"]
            return
        results = [compared(a, b) for a, b in zip(self.values(sets[i]), self.values(sets[j]), strict=True)]
        for result in results:
            if result:
                yield *((j, i) if result > 0 else (i, j)), S["13.4.3"].says(1), S["13.4.3"]
        if S["13.4.3(a)"].says(results.count(1) > 1):
            yield j, i, 1, S["13.4.3(a)"]
        elif S["13.4.3(a)"].says(results.count(-1) > 1):
            yield i, j, 1, S["13.4.3(a)"]


def compared(mine: HandValue, other: HandValue) -> int:
    """13.4.2: a higher hand wins, a lower one loses, equal ones tie."""
    if mine == other:
        return S["13.4.2(c)"].says(0)
    return S["13.4.2(a)"].says(1) if mine > other else S["13.4.2(b)"].says(-1)
