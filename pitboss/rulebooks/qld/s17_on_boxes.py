"""What several parts of QLD schedule 17 say in one text, of wagers on the boxes of a layout: where they may lie, until
when, how large they may be, how many to a box and who goes first. Each part puts its own clauses into `cites`, by the
role each has here; what it leaves out it does not say."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused, refuse, void
from pitboss.money import Cents
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s17_additional import AdditionalWager
from pitboss.table.facts import Rejected, Wager
from pitboss.table.game import GameOption
from pitboss.table.hands import hand_at
from pitboss.table.sides import FIRST_CARDS, HAND_PLAYED, PLAYED_CARDS, TWO_CARDS, Side
from pitboss.table.table import Table

BACCARAT = "qld/baccarat"
HANDS = ("player", "banker")
MOST_A_BOX = 3


def first_two(t: Table, box: int) -> tuple[Card, ...]:
    """The first two cards of a box, also once they are split."""
    hands = t.hands_of(box)
    if hands and hands[0].split:
        return tuple(hand.cards[0] for hand in hands[:2])
    return tuple(hands[0].cards[:2]) if hands else ()


class BoxCites(NamedTuple):
    """The clauses of a part by their roles."""

    # The games it is for; the area on the layout; the least and the most of it.
    games: Clause
    area: Clause
    limits: Clause
    # Only where a wager of the game lies: on a box, or the player's own.
    box: Clause | None = None
    # Before the first card.
    closes: Clause | None = None
    # Three to a box, and where baccarat may have more.
    three: Clause | None = None
    more: Clause | None = None


def more_than_three(name: str, clause: Clause) -> GameOption:
    """The choice of an operator at baccarat."""
    return GameOption(f"{name.replace(' ', '-')}-a-box", "3", ("3", "any"), clause,
                      f"{name} wagers on one box; more than three only at baccarat")


class BoxWager(AdditionalWager):
    """An additional wager on a box, whichever part it is of."""

    cites: ClassVar[BoxCites]
    # What the three to a box are called, where they are counted over wagers of several names.
    part: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if (cites := cls.__dict__.get("cites")) is not None:
            cls.listed, cls.closes = cites.games, cites.closes
            reasons = {cites.box: "Bet on the box itself first", cites.three: "Three of these lie on the box already"}
            cls.why_not = {**{clause: why for clause, why in reasons.items() if clause is not None}, **cls.why_not}

    @property
    def at_baccarat(self) -> bool:
        return self.game.id == BACCARAT

    @property
    def needs_game_wager(self) -> bool:  # type: ignore[override]
        return self.box_rule is not None

    @property
    def rides_on_own(self) -> bool:  # type: ignore[override]
        """At blackjack it is on the hand of the wager beside it; at baccarat (QLD-1-6(2)(b)) it is a bet by itself."""
        return not self.at_baccarat

    @property
    def box_rule(self) -> Clause | None:
        """The clause that asks for a wager of the game on the box, where one does at this game."""
        return self.cites.box

    # -- placing it ------------------------------------------------------------------------------------

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        cites = self.cites
        if not cites.games.says(self.game.id in self.games):
            return refuse(f"{kind} at {self.game.title}", cites.games, "another game")
        total = self.total(t, box, player, kind, amount)
        return (self.refuse_decks(kind)
                or self.refuse_dealt(t, kind)
                or self.refuse_bare(t, box, player, kind)
                or self.refuse_layout(kind, cites.area)
                or self.outside_limits(kind, total)
                or self.refuse_fourth(t, box, player, kind))

    def refuse_decks(self, kind: str) -> Refused | None:
        """Why it is not for the decks in play, where its odds are for some only."""
        return None

    def refuse_dealt(self, t: Table, kind: str) -> Refused | None:
        """Before any cards are dealt in the round, where its part says so."""
        closes = self.cites.closes
        if closes is None or closes.says(not any(hand.cards for hand in t.hands.values())):
            return None
        return refuse(f"{kind} once a card is dealt", closes, "the next round")

    def refuse_bare(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """Only on boxes containing a game wager, where its part says so."""
        rule = self.box_rule
        if rule is None or rule.says(self.has_base(t, box, player)):
            return None
        if t.on_box(box):
            return refuse(f"{kind} on box {box}, where {player} has no wager", rule, "a wager of the game there first")
        return refuse(f"{kind} on box {box}, which has no wager", rule, "a box with a wager of the game")

    def has_base(self, t: Table, box: int, player: str) -> bool:
        """Is there the wager of the game that its part asks for?"""
        return bool(t.on_box(box))

    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        return self.game.outside_limits(kind, amount, self.limited_by(self.cites.limits), self.limits())

    def stands(self, t: Table, wager: Wager) -> Clause | None:
        """One that has lost its wager of the game before the deal takes no part."""
        rule = self.box_rule
        return None if rule is None or rule.says(self.has_base(t, wager.box, wager.player)) else rule

    # -- three to a box --------------------------------------------------------------------------------

    def refuse_fourth(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """Three on a box, those with a wager of the game before those without."""
        three = self.cites.three
        if three is None or self.too_many(t, box, player, kind, three) <= len(self.behind(t, box, player)):
            return None
        return refuse(f"a fourth {kind} on box {box}", three, "three a box; players with a wager of the game first")

    def too_many(self, t: Table, box: int, player: str, kind: str, three: Clause) -> int:
        """How many above three there are on the box with this one, whichever hands they are on."""
        more = self.cites.more
        if more is not None and self.at_baccarat and more.says(self.game.options[self.many] == "any"):
            return 0
        others = [wager for wager in self.on_box(t, box) if (wager.player, wager.kind) != (player, kind)]
        return 0 if three.says(len(others) < MOST_A_BOX) else len(others) + 1 - MOST_A_BOX

    @property
    def many(self) -> str:
        """The option that says how many a box has."""
        return f"{self.counted_as.replace(' ', '-')}-a-box"

    @property
    def counted_as(self) -> str:
        return self.part or self.name

    def behind(self, t: Table, box: int, player: str) -> list[Wager]:
        """Wagers that give way to this player's: those of others who have no wager of the game there, if he has one."""
        if not self.has_game_wager(t, box, player):
            return []
        return [wager for wager in self.on_box(t, box) if not self.has_game_wager(t, box, wager.player)]

    def on_box(self, t: Table, box: int) -> list[Wager]:
        return [wager for wager in t.sides.values() if wager.box == box and self.counts(self.game.sides[wager.kind])]

    def counts(self, side: Side) -> bool:
        """Is a wager of this side one of the three?"""
        return isinstance(side, BoxWager) and side.counted_as == self.counted_as

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """The last that came without a wager of the game gives way."""
        three = self.cites.three
        if three is not None and self.too_many(t, box, player, kind, three):
            last = self.behind(t, box, player)[-1]
            t.announce(f"{last.player}'s {last.kind} makes room for {player}'s", three)
            t.settle(last, void(three))


class PlayedWager(BoxWager):
    """One on the cards of a blackjack hand as it is played."""

    moment = HAND_PLAYED
    looks_at = PLAYED_CARDS

    @property
    def blackjack(self) -> Blackjack:
        assert isinstance(self.game, Blackjack)
        return self.game

    @abstractmethod
    def may_change(self, cards: Sequence[Card]) -> bool:
        """Could another card of the hand make a difference?"""

    @abstractmethod
    def after_split(self, one: Card, other: Card) -> tuple[Card, ...]:
        """Which of the two cards of a pair count once it is split; those that follow go to the first of them."""

    def suits_named(self) -> tuple[str, ...]:
        """The suits that it knows by name; to the others it is all one which is which."""
        return ()

    @abstractmethod
    def played(self, cards: Sequence[Card], split: bool) -> Any:
        """What decides it where the hand has these cards in the end: what `result` takes."""


class PairWager(BoxWager):
    """One on whether the first two cards of a hand are a pair: of the box, or at baccarat of either hand."""

    moment = FIRST_CARDS
    looks_at = TWO_CARDS

    def places(self) -> Mapping[str, str]:
        """The names it is placed under, and what each is followed by: the hand that it is on."""
        on = HANDS if self.at_baccarat else ("",)
        return {f"{self.name} {hand}".strip(): hand for hand in on}

    def hand_of(self, wager: Wager) -> str:
        """The hand whose cards decide it."""
        return self.places()[wager.kind] or hand_at(wager.box)

    def facts(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """The first two cards of the hand."""
        hand = t.hands.get(self.hand_of(wager))
        return tuple(hand.cards[:2]) if hand is not None and len(hand.cards) >= 2 else None
