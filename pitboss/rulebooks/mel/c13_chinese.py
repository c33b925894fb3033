"""MEL chapter 13: dealing the game, Chinese poker. There is no pot: players set three hands and pay each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from pitboss.cardroom.game import BUTTON, Blind, Payment, SettingGame, Share, Street, amounts
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card, rank
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents
from pitboss.rulebooks.mel.c08_all_games import CITES
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import BadOption, Duty, GameOption, Look

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
HANDS = ("front", "middle", "back")
# What is won beyond the hands: for most of them, and against hands that are not in order.
BONUS, MISSET = "bonus", "misset"


class ChinesePoker(MelbournePoker, SettingGame):
    """Thirteen cards in three hands; each hand that beats another's wins a unit."""

    id = "mel/chinese-poker"
    title = "Chinese poker"
    look = Look(emblem="?? ?? ?? / ?? ?? ?? ?? ?? / As Ks Qs Js Ts")
    also_called = "thirteen cards, 13 cards"
    law = ("MEL-13",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:chinese"]
    rows = (*HANDS, BONUS, MISSET)
    streets = (Street(S["13.1.1"], BUTTON, S["13.1.1"], S["13.4.2"], S["13.4.2"], down=13, sets=True),)
    duties = (*MelbournePoker.duties, *DUTIES)
    cites = CITES._replace(no_part=S["13.1.2"])
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

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        return Refused(S["6.5"], "a straddle", "none without blinds")

    # -- 13.2: setting -----------------------------------------------------------------------------------

    def refuse_setting(self, h: Hand, i: int, hands: Sequence[Sequence[Card]]) -> Refused | None:
        """13.2.1: three, five and five of the thirteen cards; whether they are in order shows at the settlement."""
        cards = [card for hand in hands for card in hand]
        if tuple(map(len, hands)) == SIZES and sorted(cards) == sorted(h.hole[i]):
            return None
        return refuse("hands that the cards dealt do not make", S["13.2.1"], "3 cards in front, 5 and 5")

    def rightly_set(self, hands: Sequence[Sequence[Card]]) -> bool:
        """13.2.1: the front hand ranks lowest, the back hand highest; equal hands are not out of order."""
        front, middle, back = self.values(hands)
        lowest = S["13.2.1(a)"].says(front <= middle and front <= back)
        between = S["13.2.1(b)"].says(front <= middle <= back)
        return lowest and between and S["13.2.1(c)"].says(middle <= back and front <= back)

    # -- 13.3: hands -------------------------------------------------------------------------------------

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """There is no pot for a hand to win."""
        return None

    def in_hands(self, cards: Sequence[Card]) -> tuple[Sequence[Card], ...]:
        """13.2.2: cards as they lie, from front to back."""
        front, middle, _ = SIZES
        return cards[:front], cards[front : front + middle], cards[front + middle :]

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
                h.note("shown", i, len(hand), S["13.4.1"], tuple(hand))
        for payer, winner, units, clause, _ in self.payments(h.sets):
            paid = min(units * self.unit, h.stacks[payer])
            h.stacks[payer] -= paid
            h.stacks[winner] += paid
            h.note("paid", payer, paid, clause)
            h.note("won", winner, paid, clause)

    def payments(self, sets: Mapping[int, Sequence[Sequence[Card]]]) -> Iterator[Payment]:
        """13.4.1: player by player from the left of the button: his front hand with each of those who come after, then
        his middle and his back hand; then what 13.4.3(a) adds."""
        right = {i: self.rightly_set(hands) for i, hands in sets.items()}
        values = {i: self.values(hands) for i, hands in sets.items()}
        for i in sorted(sets):
            after = [j for j in sorted(sets) if j > i]
            yield from missets(i, after, right)
            against = [j for j in after if right[i] and right[j]]
            results = {j: [compared(*pair) for pair in zip(values[i], values[j], strict=True)] for j in against}
            for number, name in enumerate(HANDS):
                for j in against:
                    if results[j][number]:
                        yield *ways(i, j, results[j][number]), S["13.4.3"].says(1), S["13.4.3"], name
            for j in against:
                won, lost = results[j].count(1), results[j].count(-1)
                if S["13.4.3(a)"].says(max(won, lost) >= 2):
                    yield *ways(i, j, won - lost), 1, S["13.4.3(a)"], BONUS


def ways(i: int, j: int, result: int) -> tuple[int, int]:
    """Who pays whom."""
    return (j, i) if result > 0 else (i, j)


def missets(i: int, after: Sequence[int], right: Mapping[int, bool]) -> Iterator[Payment]:
    """13.5.1: a misset hand loses four units to each opponent; two of them owe each other the same, and so nothing."""
    for j in after:
        if right[i] != right[j]:
            yield *ways(i, j, 1 if right[i] else -1), S["13.5.1"].says(4), S["13.5.1"], MISSET


def compared(mine: HandValue, other: HandValue) -> int:
    """13.4.2: a higher hand wins, a lower one loses, equal ones tie."""
    if mine == other:
        return S["13.4.2(c)"].says(0)
    return S["13.4.2(a)"].says(1) if mine > other else S["13.4.2(b)"].says(-1)
