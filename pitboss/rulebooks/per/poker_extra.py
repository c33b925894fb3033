"""PER 3.23 to 3.34: the Poker Extra wagers, on two hole cards and the flop, the dealer's or a betting area's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, void, win
from pitboss.money import Cents, parse_amount
from pitboss.table.facts import BOARD, DEALER, Rejected, Wager
from pitboss.table.game import GameOption, PayTable, WagerKind
from pitboss.table.limits import Sign
from pitboss.table.sides import FIVE_CARDS, RESULT, Side
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.table.game import Game

S = schedule("PER")

ANTE = "ante"
DEALER_EXTRA, PLAYER_EXTRA = "dealer poker extra", "player poker extra"
# 3.30: so many on a betting area.
MOST_ON_AN_AREA = 3
UNIT, TABLE = "unit", "table"

# 3.34, table 3: both are paid alike.
PRIZES: dict[Category, tuple[str, Clause]] = {
    Category.ROYAL_FLUSH: ("1000 to 1", S["3.34:royal-flush"]),
    Category.STRAIGHT_FLUSH: ("500 to 1", S["3.34:straight-flush"]),
    Category.FOUR_OF_A_KIND: ("200 to 1", S["3.34:four-of-a-kind"]),
    Category.FULL_HOUSE: ("70 to 1", S["3.34:full-house"]),
    Category.FLUSH: ("40 to 1", S["3.34:flush"]),
    Category.STRAIGHT: ("30 to 1", S["3.34:straight"]),
    Category.THREE_OF_A_KIND: ("10 to 1", S["3.34:three-of-a-kind"]),
    Category.TWO_PAIR: ("5 to 1", S["3.34:two-pair"]),
}
CHOICES = (
    GameOption("extra-minimum", UNIT, (UNIT, "amount"), S["6.3"], "least Poker Extra wager"),
    GameOption("extra-maximum", TABLE, (TABLE, "amount"), S["6.3"], "largest Poker Extra wager"),
)


class PokerExtra(Side):
    """What holds for both: one stake a player, within the sign, settled with the result."""

    games = ("per/crown-holdem-poker",)
    moment = RESULT
    looks_at = FIVE_CARDS
    choices = CHOICES
    # The definition, which makes it eligible for a prize.
    defined: ClassVar[Clause]
    # The clauses by which it wins, and by which it loses with a hand that the table does not list.
    wins: ClassVar[Clause]
    loses: ClassVar[Clause]
    # The clause by which the player with the ante comes before others.
    first: ClassVar[Clause]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.crown: Any = game

    def limits(self) -> Sign:
        """6.3: the least and the most that the sign displays for it."""
        least, most = self.game.options["extra-minimum"], self.game.options["extra-maximum"]
        minimum = self.game.unit if least == UNIT else parse_amount(least)
        return Sign(minimum, self.game.maximum if most == TABLE else parse_amount(most), self.game.unit)

    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        return self.game.outside_limits(kind, amount, S["6.3"], self.limits())

    def total(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Cents:
        lies = t.wager(box, player, kind)
        return amount + (lies.amount if lies is not None else 0)

    def of_others(self, t: Table, box: int, player: str) -> list[Wager]:
        """Those of other players on the area, in the order they were placed."""
        here = [wager for wager in t.sides.values() if wager.box == box and wager.kind == self.name]
        return [wager for wager in here if wager.player != player]

    def before_others(self, t: Table, box: int, player: str) -> bool:
        """3.25 and 3.31: has this player the ante, and with it priority?"""
        return self.first.says(t.wager(box, player, ANTE) is not None)

    def make_way(self, t: Table, last: Wager, player: str) -> None:
        t.announce(f"{last.player}'s {last.kind} makes way for {player}'s", self.first)
        t.settle(last, void(self.first))

    def result(self, kind: str, facts: HandValue) -> Result:
        """3.28, 3.33 and 3.34: by the hand alone, whatever the other side has."""
        line = self.pay.get(facts.category)
        if not self.defined.says(self.wins.says(line is not None)):
            return lose(self.loses)
        assert line is not None
        return win(*line, self.wins)


class DealerPokerExtra(PokerExtra):
    """On the dealer's hole cards and the flop: anybody's, with an ante of his own or without."""

    name = DEALER_EXTRA
    pay_tables = (PayTable(DEALER_EXTRA, PRIZES, otherwise=S["3.28(b)"]),)
    # It rides on no player's hand, so nothing that becomes of one takes it along.
    goes_back = None
    defined = S["1.1:dealer-poker-extra-wager"]
    wins, loses, first = S["3.28(a)"], S["3.28(b)"], S["3.25"]
    why_not: ClassVar[Mapping[str, str]] = {S["3.24"]: "Somebody else has the DEALER EXTRA here"}

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(DEALER_EXTRA, self.defined,
                          "that the dealer's hole cards and the flop make two pair or better", "dealer extra",
                          everyday="dealer extra"),)

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        bare = not t.on_box(box, ANTE)
        if bare and not S["3.26"].says(bare):
            return Rejected(f"{kind} on box {box}, which has no ante")
        taken = bool(self.of_others(t, box, player))
        if S["3.24"].says(taken) and not self.before_others(t, box, player):
            return refuse(f"a second {kind} on box {box}", S["3.24"], "one an area; another area, or with its ante")
        return self.outside_limits(kind, self.total(t, box, player, kind, amount))

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """3.24 and 3.25: the player with the ante has come."""
        for wager in self.of_others(t, box, player):
            self.make_way(t, wager, player)

    def stands(self, t: Table, wager: Wager) -> Clause | None:
        """3.27: somebody has to have an ante."""
        antes = any(other.kind == ANTE for other in t.wagers.values())
        return None if S["3.27"].says(antes) else S["3.27"]

    def facts(self, t: Table, wager: Wager) -> HandValue | None:
        board = t.open_cards(BOARD)
        dealer = t.open_cards(DEALER)
        if len(board) < 3 or len(dealer) != 2:
            return None
        value: HandValue = self.crown.dealer_extra_hand(dealer, board)
        return value


class PlayerPokerExtra(PokerExtra):
    """On the hole cards of a betting area and the flop: three of them at most, that of the ante's player first."""

    name = PLAYER_EXTRA
    pay_tables = (PayTable(PLAYER_EXTRA, PRIZES, otherwise=S["3.33(b)(i)"]),)
    needs_game_wager = True
    goes_back = S["3.32"]
    given_up = S["3.33(b)(iii)"]
    defined = S["1.1:player-poker-extra-wager"]
    wins, loses, first = S["3.33(a)"], S["3.33(b)(i)"], S["3.31"]
    why_not: ClassVar[Mapping[str, str]] = {
        S["3.32"]: "Somebody has to bet the ANTE here first", S["3.30"]: "Three PLAYER EXTRAS are on this hand already",
    }

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(PLAYER_EXTRA, self.defined,
                          "that these hole cards and the flop make two pair or better", "player extra",
                          everyday="player extra"),)

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if not S["3.32"].says(bool(t.on_box(box, ANTE))):
            return refuse(f"{kind} on box {box}, which has no ante", S["3.32"], "an area with an ante")
        if self.full(t, box, player) and not self.before_others(t, box, player):
            return refuse(f"a fourth {kind} on box {box}", S["3.30"], "three an area; another area with an ante")
        return self.outside_limits(kind, self.total(t, box, player, kind, amount))

    def full(self, t: Table, box: int, player: str) -> bool:
        """3.30: would this player's be one too many?"""
        return len(self.of_others(t, box, player)) >= S["3.30"].says(MOST_ON_AN_AREA)

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """3.31: the last that came gives way to that of the ante's player."""
        if self.full(t, box, player):
            self.make_way(t, self.of_others(t, box, player)[-1], player)

    def stands(self, t: Table, wager: Wager) -> Clause | None:
        """3.32: the ante may have been taken back since."""
        return None if S["3.32"].says(bool(t.on_box(wager.box, ANTE))) else S["3.32"]

    def facts(self, t: Table, wager: Wager) -> HandValue | None:
        board, hole = t.open_cards(BOARD), t.open_cards(str(wager.box))
        if len(board) < 3 or len(hole) != 2:
            return None
        value: HandValue = self.crown.player_extra_hand(hole, board)
        return value
