"""QLD schedule 17, part 2: perfect pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, is_red, rank, suit
from pitboss.law import Clause, Refused, Result, lose, refuse, void, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.table.facts import Rejected, Wager
from pitboss.table.game import Duty, GameOption, PayTable, WagerKind
from pitboss.table.sides import FIRST_CARDS, RESULT, TWO_CARDS
from pitboss.table.table import Table

BACCARAT = "qld/baccarat"
# 6: at baccarat a wager is on one of the two hands; what it wins and loses under.
ON_HAND = {
    "perfect pairs player": ("player", S["6(2)"], S["6(4)"]),
    "perfect pairs banker": ("banker", S["6(1)"], S["6(3)"]),
}
ON_BOX = (S["7(2)"], S["7(3)"])

# 8: payout odds by the number of decks.
SIX, EIGHT = S["8(a)"], S["8(b)"]
SIX_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("5 to 1", S["8(a)(i)"]),
    "coloured pair": ("10 to 1", S["8(a)(ii)"]),
    "perfect pair": ("30 to 1", S["8(a)(iii)"]),
}, option=("decks", "6"))
EIGHT_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("6 to 1", S["8(b)(i)"]),
    "coloured pair": ("12 to 1", S["8(b)(ii)"]),
    "perfect pair": ("25 to 1", S["8(b)(iii)"]),
}, option=("decks", "8"))


class PerfectPairs(AdditionalWager):
    """That the first two cards of a hand are a pair."""

    name = "perfect pairs"
    law = (
        *AdditionalWager.law, "QLD-17-2:perfect-pair", "QLD-17-2:coloured-pair", "QLD-17-2:mixed-pair",
        "QLD-17-4", "QLD-17-5", "QLD-17-6", "QLD-17-7", "QLD-17-8",
    )
    # 4: the games it is an additional wager for.
    games = (
        BACCARAT, "qld/blackjack", "qld/spanish-blackjack", "qld/blackjack-challenge", "qld/soft-17-blackjack",
    )
    looks_at = TWO_CARDS
    pay_tables = (SIX_DECKS, EIGHT_DECKS)
    choices = (
        *AdditionalWager.choices,
        GameOption("perfect-pairs-a-box", "3", ("3", "any"), S["5(4)"],
                   "perfect pairs wagers on one box; more than three only at baccarat"),
    )
    duties = (Duty("settlement", "take losing perfect pairs wagers away, then pay winning ones", S["7(4)"]),)

    @property
    def at_baccarat(self) -> bool:
        return self.game.id == BACCARAT

    @property
    def moment(self) -> str:  # type: ignore[override]
        """7(4): at blackjack after the first two cards; elsewhere with the other wagers, once there is a result."""
        return RESULT if self.at_baccarat else FIRST_CARDS

    @property
    def needs_game_wager(self) -> bool:  # type: ignore[override]
        return not self.at_baccarat

    def kinds(self) -> tuple[WagerKind, ...]:
        if self.at_baccarat:
            return tuple(
                WagerKind(name, wins, f"that the first two cards of the {hand}'s hand are a pair", f"{hand} pair")
                for name, (hand, wins, _) in ON_HAND.items()
            )
        return (WagerKind("perfect pairs", S["7(2)"], "that the first two cards are a pair", "pairs"),)

    why_not: ClassVar[Mapping[str, str]] = {S["7(1)"]: "Bet on the box itself first"}

    # -- 5 and 7(1): placing it ------------------------------------------------------------------------

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if not S["4"].says(self.game.id in self.games):
            return refuse(f"{kind} at {self.game.title}", S["4"], "another game")
        if not S["8"].says(self.name in self.game.pay):
            return refuse(f"{kind} with {self.game.decks} decks", S["8"], "a table with 6 or 8 decks")
        if not self.at_baccarat and not S["7(1)"].says(bool(t.on_box(box))):
            return refuse(f"{kind} on box {box}, which has no wager", S["7(1)"], "a box with a wager of the game")
        total = self.total(t, box, player, kind, amount)
        return (self.refuse_layout(kind, S["5(1)"])
                or self.outside_limits(kind, total)
                or self.refuse_fourth(t, box, player, kind))

    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        return self.game.outside_limits(kind, amount, S["5(2)"], self.limits())

    def refuse_fourth(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """5(3) and (4): three on a box, those with a wager of the game before those without."""
        if not self.full(t, box, player, kind) or self.behind(t, box, player):
            return None
        return refuse(f"a fourth {kind} on box {box}", S["5(3)"], "three a box; players with a wager of the game first")

    def full(self, t: Table, box: int, player: str, kind: str) -> bool:
        """Would this be a fourth on the box, whichever hands they are on?"""
        if self.at_baccarat and S["5(4)"].says(self.game.options["perfect-pairs-a-box"] == "any"):
            return False
        others = [wager for wager in self.on_box(t, box) if (wager.player, wager.kind) != (player, kind)]
        return not S["5(3)"].says(len(others) < 3)

    def behind(self, t: Table, box: int, player: str) -> list[Wager]:
        """Wagers that give way to this player's: those of others who have no wager of the game there, if he has one."""
        if not self.has_game_wager(t, box, player):
            return []
        return [wager for wager in self.on_box(t, box) if not self.has_game_wager(t, box, wager.player)]

    def on_box(self, t: Table, box: int) -> list[Wager]:
        return [wager for wager in t.sides.values() if wager.box == box and self.game.sides[wager.kind] is self]

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """5(3): the last that came without a wager of the game gives way."""
        if self.full(t, box, player, kind):
            last = self.behind(t, box, player)[-1]
            t.announce(f"{last.player}'s {last.kind} makes room for {player}'s", S["5(3)"])
            t.settle(last, void(S["5(3)"]))

    def stands(self, t: Table, wager: Wager) -> Clause | None:
        """7(1): one whose box has lost its wager of the game before the deal takes no part."""
        return None if self.at_baccarat or S["7(1)"].says(bool(t.on_box(wager.box))) else S["7(1)"]

    # -- 2 and 6 to 8: what becomes of it --------------------------------------------------------------

    def facts(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """The first two cards of the hand."""
        hand = t.hands.get(ON_HAND[wager.kind][0] if self.at_baccarat else str(wager.box))
        return tuple(hand.cards[:2]) if hand is not None and len(hand.cards) >= 2 else None

    def pair(self, cards: Sequence[Card]) -> str:
        """2: which pair two cards are, the best it can be called; "" for none."""
        one, other = cards
        if rank(one) != rank(other):
            return ""
        if S["2:perfect-pair"].says(suit(one) == suit(other)):
            return "perfect pair"
        if S["2:coloured-pair"].says(is_red(one) == is_red(other)):
            return "coloured pair"
        return S["2:mixed-pair"].says("mixed pair")

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        wins, loses = ON_HAND[kind][1:] if kind in ON_HAND else ON_BOX
        pair = self.pair(facts)
        if not wins.says(bool(pair)):
            return lose(loses)
        odds, line = self.pay.lines[pair]
        return win((SIX if self.game.decks == 6 else EIGHT).says(odds), line, wins)
