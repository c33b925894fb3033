"""QLD schedule 17, part 10: lucky lucky."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card, rank, suit
from pitboss.law import Result, lose, win
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, BoxWager, first_two
from pitboss.table.facts import DEALER, Wager
from pitboss.table.game import Duty, GameOption, PayTable, WagerKind
from pitboss.table.sides import FIRST_CARDS, TWO_AND_ONE
from pitboss.table.table import Table

NAME, TABLES = "lucky lucky", "lucky-lucky-table"


def pay_table(number: str, suited_21: str, any_19: str) -> PayTable:
    """48(4): the three tables differ in two lines."""
    return PayTable(NAME, {
        "suited 7-7-7": ("200 to 1", S["48(4):suited-777"]),
        "suited 6-7-8": ("100 to 1", S["48(4):suited-678"]),
        "unsuited 7-7-7": ("50 to 1", S["48(4):unsuited-777"]),
        "unsuited 6-7-8": ("30 to 1", S["48(4):unsuited-678"]),
        "suited 21": (suited_21, S["48(4):suited-21"]),
        "unsuited 21": ("3 to 1", S["48(4):unsuited-21"]),
        "any 20": ("2 to 1", S["48(4):any-20"]),
        "any 19": (any_19, S["48(4):any-19"]),
    }, otherwise=S["48(2)"], option=(TABLES, number))


class LuckyLucky(BoxWager):
    """That the first two cards of a hand and the dealer's first make 19, 20 or 21."""

    name = NAME
    law = (*AdditionalWager.law, "QLD-17-45", "QLD-17-46", "QLD-17-47", "QLD-17-48")
    # 45: the games it is an additional wager for.
    games = ("qld/blackjack", "qld/blackjack-challenge", "qld/soft-17-blackjack")
    cites = BoxCites(games=S["45"], area=S["46"], limits=S["47(4)"], box=S["47(1)"], closes=S["47(3)"])
    moment = FIRST_CARDS
    looks_at = TWO_AND_ONE
    pay_tables = (
        pay_table("1", "10 to 1", "2 to 1"), pay_table("2", "15 to 1", "1 to 1"), pay_table("3", "10 to 1", "1 to 1"),
    )
    choices = (
        *AdditionalWager.choices,
        GameOption(TABLES, "1", ("1", "2", "3"), S["48(4)"], "which of its three tables lucky lucky is paid by"),
    )
    duties = (
        Duty("wagers", "let the player of a box place lucky lucky before others do", S["47(2)"]),
        Duty("settlement", "after the initial deal collect losing lucky lucky wagers and pay winning ones", S["48(3)"]),
    )

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(NAME, S["48(1)"], "that your first two cards and the dealer's first make 19, 20 or 21"),)

    # -- 48: what becomes of it ------------------------------------------------------------------------

    def facts(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """The first two cards of the hand, and the dealer's first."""
        cards, dealer = first_two(t, wager.box), t.hands.get(DEALER)
        return (*cards, dealer.cards[0]) if len(cards) == 2 and dealer is not None and dealer.cards else None

    def event(self, cards: Sequence[Card]) -> str:
        """48(4): the highest line that three cards qualify for, in whatever order they come; "" for none."""
        assert isinstance(self.game, Blackjack)
        points = self.game.count(cards).points
        if not S["48(1)"].says(19 <= points <= 21):
            return ""
        if points < 21:
            return f"any {points}"
        ranks = sorted(map(rank, cards))
        name = {(7, 7, 7): "7-7-7", (6, 7, 8): "6-7-8"}.get((ranks[0], ranks[1], ranks[2]), "21")
        return f"{'suited' if len(set(map(suit, cards))) == 1 else 'unsuited'} {name}"

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        event = self.event(facts)
        if not event:
            return lose(S["48(2)"])
        odds, line = self.pay.lines[event]
        return win(odds, line, S["48(1)"])
