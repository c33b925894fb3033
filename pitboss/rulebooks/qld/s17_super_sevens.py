"""QLD schedule 17, part 6: super sevens."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card, rank, suit
from pitboss.law import Result, lose, schedule, win
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, PlayedWager, first_two
from pitboss.table.facts import HandOfCards, Wager
from pitboss.table.game import Duty, PayTable, WagerKind
from pitboss.table.table import Table

# 26(2): payout odds, by how many sevens there are.
PAYS = PayTable("super sevens", {
    "three suited sevens": ("5000 to 1", S["26(2)(a)(i)"]),
    "three unsuited sevens": ("500 to 1", S["26(2)(a)(ii)"]),
    "two suited sevens": ("100 to 1", S["26(2)(b)(i)"]),
    "two unsuited sevens": ("50 to 1", S["26(2)(b)(ii)"]),
    "one seven": ("3 to 1", S["26(2)(c)"]),
}, otherwise=S["26(3)"])
# 26(1): what so many sevens win under.
WINS = {1: S["26(1)(c)"], 2: S["26(1)(b)"], 3: S["26(1)(a)"]}


def sevens(cards: Sequence[Card]) -> int:
    """26(1): how many of a player's first three cards are sevens, from the first on."""
    return next((number for number, card in enumerate(cards[:3]) if rank(card) != 7), min(len(cards), 3))


class SuperSevens(PlayedWager):
    """That the first card is a seven, or the first two or three are."""

    name = "super sevens"
    law = (*AdditionalWager.law, *(f"QLD-17-{section}" for section in range(23, 30)))
    # 23: the game it is an additional wager for.
    games = ("qld/blackjack",)
    # The part has no limits of its own: QLD-2-18 has those of any wager.
    cites = BoxCites(games=S["23"], area=S["24"], limits=schedule("QLD-2")["18"], box=S["25(1)"], closes=S["25(2)"])
    pay_tables = (PAYS,)
    duties = (
        Duty("settlement", "after the first two cards take losing super sevens wagers away", S["27(1)"]),
        Duty("settlement", "then pay super sevens to those whose first card alone is a seven", S["27(2)"]),
        Duty("settlement", "then deal with each player in the usual way", S["27(3)"]),
        Duty("settlement", "pay super sevens on split sevens as soon as they are decided", S["28(2)"]),
    )

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(self.name, S["26(1)"], "that your first card is a seven; more for the first two or three"),)

    # -- 25 and 29(1): placing it ----------------------------------------------------------------------

    def has_base(self, t: Table, box: int, player: str) -> bool:
        """25(1): the player's own wager on the box; 29(1): whether he controls it or not."""
        own = self.has_game_wager(t, box, player)
        return own if t.boxes.get(box, [player])[0] == player else S["29(1)"].says(own)

    # -- 26 to 29: what becomes of it ------------------------------------------------------------------

    def facts(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """The cards that decide it, once they are there."""
        cards, hands = first_two(t, wager.box), t.hands_of(wager.box)
        if len(cards) < 2 or sevens(cards) < 2:
            return cards if len(cards) == 2 else None
        if hands[0].split:
            # 28(1): the second card of the first hand.
            third = tuple(S["28(1)"].says(tuple(hands[:2]))[0].cards[1:2])
            cards += third
            if wager.player != t.boxes[wager.box][0]:
                cards = S["29(2)"].says(cards)
            return cards if third else None
        cards = tuple(hands[0].cards[:3])
        return cards if self.due(t, wager, hands[0], cards) else None

    def decided_already(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """26(1)(b): two sevens have won; who takes his wager on the hand back takes no third card."""
        cards = first_two(t, wager.box)
        return cards if len(cards) == 2 else None

    def due(self, t: Table, wager: Wager, hand: HandOfCards, cards: Sequence[Card]) -> bool:
        """27(4) to (7): are two sevens paid for now?"""
        if len(cards) == 2:
            return S["27(4)"].says(hand.closed)
        if sevens(cards) == 3:
            return S["27(5)"].says(True)
        if self.blackjack.count(cards).points <= 21:
            return S["27(6)"].says(True)
        # The wager on the hand is taken before; insurance may still wait.
        return S["27(7)"].says(self.blackjack.stake_on(t, hand.name, wager.player) is None)

    def may_change(self, cards: Sequence[Card]) -> bool:
        """26(1): while all are sevens, up to a third card."""
        return len(cards) < 3 and sevens(cards) == len(cards)

    def after_split(self, one: Card, other: Card) -> tuple[Card, ...]:
        """28(1): both."""
        return one, other

    def played(self, cards: Sequence[Card], split: bool) -> tuple[Card, ...]:
        return tuple(cards)

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        many = sevens(facts)
        if not many:
            return lose(S["26(3)"])
        counted = WINS[many].says(many)
        suits = {suit(card) for card in facts[:counted]}
        named = ("one seven", "two {}suited sevens", "three {}suited sevens")[counted - 1]
        odds, line = self.pay.lines[named.format("" if len(suits) == 1 else "un")]
        return win(odds, line, WINS[many])
