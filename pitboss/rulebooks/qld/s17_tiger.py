"""QLD schedule 17, part 11: tiger baccarat, five wagers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.law import Clause, Refused, Result, lose, refuse, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s01_baccarat_wagers import BANKER, PLAYER
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BACCARAT, BoxCites, BoxWager, more_than_three
from pitboss.rulebooks.qld.s17_two_hands import (
    SIX,
    THREE_CARDS,
    TWO_CARDS,
    Ended,
    EndWager,
    SixCites,
    SixWager,
    TwoHands,
)
from pitboss.table.facts import Rejected, Wager
from pitboss.table.game import PayTable, WagerKind
from pitboss.table.sides import FOUR_FACES, RESULT, Side
from pitboss.table.table import Table

LAW = (*AdditionalWager.law, "QLD-17-49", "QLD-17-50")
CITES = BoxCites(games=S["49"], area=S["50(1)"], limits=S["50(4)"], closes=S["50(3)"],
                 three=S["50(5)"], more=S["50(5)"])


class TigerWager(BoxWager):
    """The provisions of all five."""

    games = (BACCARAT,)
    cites = CITES
    # The option of 50(5) has one name for all five.
    part = "tiger"
    choices = (*AdditionalWager.choices, more_than_three(part, S["50(5)"]))
    bet: ClassVar[tuple[Clause, str]]

    def kinds(self) -> tuple[WagerKind, ...]:
        clause, note = self.bet
        return (WagerKind(self.name, clause, note),)

    def counts(self, side: Side) -> bool:
        """50(1) and (5): a player can place one or more of the five, so three of each kind lie on a box."""
        return isinstance(side, TigerWager) and side.name == self.name

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """50(2): chips on the area that is for it."""
        if not S["50(2)"].says(kind == self.name):
            return refuse(f"{kind} on another area", S["50(2)"], f"the area for {self.name}")
        return super().refuse(t, box, player, kind, amount)


# -- 51(1): both hands end on 6 --------------------------------------------------------------------------


class TigerTie(TigerWager, EndWager):
    """That both hands have 6."""

    name = "tiger tie"
    law = (*LAW, "QLD-17-51(1)", "QLD-17-52:tiger-tie")
    pay_tables = (PayTable(name, {"both have 6": ("45 to 1", S["52:tiger-tie"])}),)
    bet = S["51(1)(a)"], "that both hands have 6"

    def result(self, kind: str, facts: TwoHands) -> Result:
        if not S["51(1)(a)"].says(facts.player.points == facts.banker.points == SIX):
            return lose(S["51(1)(b)"])
        odds, line = self.pay.lines["both have 6"]
        return win(odds, line, S["51(1)(a)"])


# -- 51(2) to (4): the banker's hand wins with 6 ---------------------------------------------------------


class SmallTiger(TigerWager, SixWager):
    """On two cards."""

    name = "small tiger"
    law = (*LAW, "QLD-17-51(2)", "QLD-17-52:small-tiger")
    six = SixCites(bet=None, wins=S["51(2)(a)"], other=S["51(2)(b)"], player=S["51(2)(b)"], tie=S["51(2)(b)"])
    cards = (2,)
    pay_tables = (PayTable(name, {TWO_CARDS: ("22 to 1", S["52:small-tiger"])}),)
    bet = S["51(2)(a)"], "that the banker's hand wins with 6 on two cards"


class BigTiger(TigerWager, SixWager):
    """On three cards."""

    name = "big tiger"
    law = (*LAW, "QLD-17-51(3)", "QLD-17-52:big-tiger")
    six = SixCites(bet=None, wins=S["51(3)(a)"], other=S["51(3)(b)"], player=S["51(3)(b)"], tie=S["51(3)(b)"])
    cards = (3,)
    pay_tables = (PayTable(name, {THREE_CARDS: ("55 to 1", S["52:big-tiger"])}),)
    bet = S["51(3)(a)"], "that the banker's hand wins with 6 on three cards"


class Tiger(TigerWager, SixWager):
    """On either, paid by which."""

    name = "tiger"
    law = (*LAW, "QLD-17-51(4)", "QLD-17-52:two-card-tiger", "QLD-17-52:three-card-tiger")
    six = SixCites(bet=None, wins=S["51(4)(a)"], other=S["51(4)(b)"], player=S["51(4)(b)"], tie=S["51(4)(b)"])
    pay_tables = (PayTable(name, {
        TWO_CARDS: ("12 to 1", S["52:two-card-tiger"]),
        THREE_CARDS: ("22 to 1", S["52:three-card-tiger"]),
    }),)
    bet = S["51(4)(a)"], "that the banker's hand wins with 6; more is paid for one of three cards"

    def on_line(self, banker: Ended) -> str:
        """51(4)(a): a two card tiger or a three card tiger."""
        if S["51(4)(a)(i)"].says(banker.cards == 2):
            return TWO_CARDS
        return THREE_CARDS if S["51(4)(a)(ii)"].says(banker.cards == 3) else TWO_CARDS

    def paid_as(self, banker: Ended) -> Clause:
        return S["51(4)(a)(i)"] if self.on_line(banker) == TWO_CARDS else S["51(4)(a)(ii)"]


# -- 51(5): the first two cards of both hands --------------------------------------------------------------

SINGLE, DOUBLE, TWIN = "single tiger pair", "double tiger pair", "twin tiger pair"


class TigerPair(TigerWager):
    """That the first two cards of a hand are a pair, or those of both; it is settled with the other wagers."""

    name = "tiger pair"
    law = (*LAW, "QLD-17-51(5)", *(f"QLD-17-52:{kind}-tiger-pair" for kind in ("twin", "double", "single")))
    moment = RESULT
    looks_at = FOUR_FACES
    pay_tables = (PayTable(name, {
        TWIN: ("100 to 1", S["52:twin-tiger-pair"]),
        DOUBLE: ("25 to 1", S["52:double-tiger-pair"]),
        SINGLE: ("4 to 1", S["52:single-tiger-pair"]),
    }),)
    bet = S["51(5)"], "that the first two cards of a hand are a pair; more is paid where those of both are"

    def facts(self, t: Table, wager: Wager) -> tuple[tuple[Card, ...], ...] | None:
        """The first two cards of each hand."""
        hands = [t.hands[name].cards[:2] for name in (PLAYER, BANKER) if name in t.hands]
        return tuple(map(tuple, hands)) if [len(cards) for cards in hands] == [2, 2] else None

    def result(self, kind: str, facts: Sequence[Sequence[Card]]) -> Result:
        pairs = [rank(one) for one, other in facts if rank(one) == rank(other)]
        both = len(pairs) == 2
        if S["51(5)(c)"].says(both and pairs[0] == pairs[-1]):
            return self.paid(TWIN, S["51(5)(c)"])
        if S["51(5)(b)"].says(both):
            return self.paid(DOUBLE, S["51(5)(b)"])
        return self.paid(SINGLE, S["51(5)(a)"]) if S["51(5)(a)"].says(bool(pairs)) else lose(S["51(5)"])

    def paid(self, pair: str, clause: Clause) -> Result:
        odds, line = self.pay.lines[pair]
        return win(odds, line, clause)
