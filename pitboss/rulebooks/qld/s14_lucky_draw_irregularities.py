"""QLD schedule 14, part 4: irregularities at lucky draw baccarat."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import schedule
from pitboss.rulebooks.qld.shoe_faults import (
    PLAYERS_MAY,
    DealerComplete,
    DrawnExposed,
    LastHand,
    NoFirstCard,
    ShoeCites,
    ShoeFaults,
    ShortHand,
    TooMany,
    WentOn,
)
from pitboss.rulebooks.qld.shoe_table import ShoeTableCites
from pitboss.table.acts import Irregular
from pitboss.table.facts import DEALER
from pitboss.table.game import Decision, ruling
from pitboss.table.hands import hand_at
from pitboss.table.reports import BadFact, Box, Number, SomeCards, have
from pitboss.table.table import DECISIONS, Round, Table

S = schedule("QLD-14")

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = ShoeCites(
    table=ShoeTableCites(
        decks=S["4"], cut=S["12(4)"], last_round=S["12(8)"], reached=S["18"], limits=S["10(1)"],
        several_boxes=S["9(1)"], minimum_each=S["9(2)"], handled=S["19"], own_total=S["20"], announced=S["16(2)"],
        oral=S["7(2)"], two_cards=S["12(2)"], cut_once=S["12(6)"], finished=S["18"],
    ),
    face_up=S["21"],
    drawn_unseen=S["22(1)"],
    drawn_exposed=DrawnExposed(next_card=S["22(2)"], dealers=S["22(4)"]),
    dealer_complete=DealerComplete(points=S["23(1)"], discarded=S["23(2)"]),
    short_shoe=S["24"],
    order=S["25(1)"],
    acted=S["25(2)"],
    too_many=TooMany(S["26(1)"], counts=S["26(1)(a)"], withdraw=S["26(1)(c)"], finish=S["26(1)(d)"],
                     surplus=S["26(1)(b)"]),
    short_hand=ShortHand(none=S["27(1)"], one=S["27(2)"]),
    last_hand=LastHand(who=S["28(1)"], choice=S["28(2)"]),
    passed_over=S["29(1)"],
    went_on=WentOn(S["30(1)"], separate=S["30(2)"], used_first=S["30(3)"], player=S["30(4)"], dealer=S["30(5)"]),
    no_first_card=NoFirstCard(S["31(1)"], withdraw=S["31(1)(a)"], finish=S["31(1)(b)"]),
    extra_hand=S["32"],
)


class LuckyDrawIrregularities(ShoeFaults):
    """Irregularities."""

    cites = CITES
    # 23(1)(a).
    dealer_complete_at = 5
    # 8(2): a draw wager that lies is not touched, wherever the cards are moved.
    added_go_back = False
    decisions: ClassVar[tuple[Decision, ...]] = (
        *PLAYERS_MAY,
        Decision("no direction", "the player is asked again", by="supervisor"),
        Decision("two cards", "the first two cards are the hand, and none is drawn", by="supervisor"),
    )

    @abstractmethod
    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """Does the dealer's hand take one more card?"""

    def has_acted(self, t: Table) -> bool:
        """25(2): a hand signal, a third card delivered, a wager settled."""
        drawn = any(len(hand.cards) > 2 for name, hand in t.hands.items() if name != DEALER)
        return bool(t.notes.get("signal") or drawn or t.lines[t.notes.get("lines", 0):])

    def dealer_takes(self, cards: Sequence[Card]) -> int:
        """26(1)(b): two, and a third where the hand would have drawn it."""
        return 3 if len(cards) > 2 and self.dealer_draws(cards[:2]) else min(2, len(cards))

    # -- a third card that was asked for, and does not come as it should ---------------------------------------

    def awaits_third(self, t: Table, hand: str) -> bool:
        """Does a draw wager lie for a card that has not come?"""
        held = t.hands.get(hand)
        return held is not None and len(held.cards) == 2 and bool(t.on_box(held.box, "draw"))

    def hold_back(self, t: Table, hand: str) -> None:
        """What the table was dealing to a hand waits."""
        t.notes["held back"], t.hands[hand].closed = hand, True

    def held_back(self, t: Table, hand: str) -> bool:
        """Was the card of a hand held back? From now on it is not."""
        if t.notes.get("held back") != hand:
            return False
        del t.notes["held back"]
        t.hands[hand].closed = False
        return True

    @ruling(
        "card-drawn-in-error", S["22(2)"], "it is the next card; a hand may refuse it and draw no more",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") != DEALER and t.phase == DECISIONS,
    )
    def exposed_card(self, t: Table, what: Irregular) -> None:
        """22(2) and (3): who has placed a draw wager for it may refuse it."""
        super().exposed_card(t, what)
        drawing = t.notes.get("drawing", "")
        if self.awaits_third(t, drawing):
            self.hold_back(t, drawing)

    @ruling(
        "additional-card-missed", S["29(2)"], "retract, or play after the others and before any other card",
        when=lambda self, t, what: t.phase == DECISIONS and self.skipped(t, what), facts=(Box(need=True),),
    )
    def player_skipped(self, t: Table, what: Irregular) -> None:
        super().player_skipped(t, what)
        hand = hand_at(t.box_of(what))
        if hand == t.notes.get("drawing") and self.awaits_third(t, hand):
            self.hold_back(t, hand)

    @ruling(
        "last-player-skipped", S["30(4)"], "the dealer's later cards are separated and used first",
        when=lambda self, t, what: self.last_to_play(t, what.get("box"))
        and have(self.cites.went_on).section.says(len([card for card in what.get("dealer").split(",") if card]) > 1),
        facts=(Box(need=True), Number("cards", most=2), SomeCards("dealer")),
    )
    def dealer_went_on(self, t: Table, what: Irregular) -> Round[None]:
        yield from super().dealer_went_on(t, what)

    # -- 33: a player who does not act -------------------------------------------------------------------------

    @ruling(
        "player-absent", S["33"], "the supervisor may let the first two cards be the hand",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    @ruling(
        "no-decision", S["33"], "the supervisor may let the first two cards be the hand",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    def not_acting(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what)
        held = t.hands.get(hand_at(box))
        if held is None or held.closed or len(held.cards) != 2:
            raise BadFact(f"box {box} has nothing to decide")
        if (yield from t.direct("supervisor", S["33"], "no direction", "two cards")) == "two cards":
            held.closed = True
