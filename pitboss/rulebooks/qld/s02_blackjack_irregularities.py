"""QLD schedule 2, part 6: irregularities at blackjack."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import Clause, schedule
from pitboss.rulebooks.qld.s02_blackjack_general import BlackjackCites, BlackjackGeneral, Count
from pitboss.rulebooks.qld.shoe_faults import (
    PLAYERS_MAY,
    DealerComplete,
    DrawnExposed,
    LastHand,
    NoFirstCard,
    ShoeCites,
    ShortHand,
    TooMany,
    WentOn,
)
from pitboss.rulebooks.qld.shoe_table import ShoeTableCites
from pitboss.table.acts import Irregular
from pitboss.table.facts import DEALER, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.hands import place_name
from pitboss.table.reports import BadFact, Box, have
from pitboss.table.table import DECISIONS, Round, Table

S = schedule("QLD-2")

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = ShoeCites(
    table=ShoeTableCites(
        decks=S["4"], cut=S["6(5)"], last_round=S["6(8)"], reached=S["23(1)"], limits=S["18"],
        several_boxes=S["10(1)"], minimum_each=S["10(2)"], handled=S["11"], own_total=S["12"], announced=S["21(2)"],
        oral=S["13(2)"],
    ),
    face_up=S["30"],
    drawn_unseen=S["31(1)"],
    drawn_exposed=DrawnExposed(next_card=S["31(2)"], dealers=S["31(4)"]),
    dealer_complete=DealerComplete(points=S["32(1)"], discarded=S["32(2)"]),
    short_shoe=S["33(1)"],
    short_machine=S["33(2)"],
    order=S["34(1)"],
    acted=S["34(2)"],
    too_many=TooMany(S["35(1)"], counts=S["35(1)(a)"], withdraw=S["35(1)(b)"], finish=S["35(1)(c)"],
                     surplus=S["32(2)"]),
    short_hand=ShortHand(none=S["36(1)"], one=S["36(2)"]),
    last_hand=LastHand(who=S["37(1)"], choice=S["37(2)"]),
    passed_over=S["38(1)"],
    went_on=WentOn(S["39(1)"], separate=S["39(2)"], used_first=S["39(3)"], player=S["39(4)"], dealer=S["39(5)"]),
    no_first_card=NoFirstCard(S["40(1)"], withdraw=S["40(1)(a)"], finish=S["40(1)(b)"]),
    extra_hand=S["41"],
    play=BlackjackCites(
        wager=S["14(1)"],
        double=S["26(1)"], double_card=S["26(2)"], double_aces=S["26(4)"], double_spared=S["26(5)"],
        split=S["27(1)"], split_stake=S["27(2)"], split_in_turn=S["27(3)"], split_total=S["27(4)"],
        split_once=S["27(4)(a)"], split_aces=S["27(4)(b)"], split_blackjack=S["27(4)(c)"], split_spared=S["27(5)"],
        no_effect=S["29(2)"], finish_early=S["35(2)"], two_cards=S["40(2)"],
        turn=S["21(2)"], signals=S["21(3)"], another=S["21(4)"], second=S["21(5)"], dealers=S["21(6)"],
        skipped=S["38(2)"], idle=S["42"],
    ),
)


class Undoubled(Exception):
    """Who had doubled a hand has withdrawn before its card came: those who are left on it decide."""


class BlackjackIrregularities(BlackjackGeneral):
    """Irregularities."""

    cites = CITES
    early_cards = "the dealer's cards count as usual, but not as a blackjack"
    decisions: ClassVar[tuple[Decision, ...]] = (
        *PLAYERS_MAY,
        Decision("no direction", "the hand stays as it is", by="supervisor"),
        Decision("deal", "the hand gets cards up to hard 12 or soft 17", by="supervisor"),
    )

    def plays(self, wager: Wager) -> bool:
        """Insurance lies on its own line, and rides on the dealer's card."""
        return wager.kind in ("original", "double down", "split")

    def open_hand(self, t: Table, hand: str) -> bool:
        return self.counted(t, hand).points <= 21

    def has_acted(self, t: Table) -> bool:
        """34(2): a signal, a third card, a second card of a split hand, a wager settled."""
        doubled = any(len(t.hands[hand].cards) > 2 for hand in t.notes.get("doubled", ()) if hand in t.hands)
        split = any(hand.split and len(hand.cards) > 1 for hand in t.hands.values())
        return bool(t.notes.get("signal") or doubled or split or t.lines[t.notes.get("lines", 0) :])

    def early_count(self, count: Count) -> Count:
        """35(1)(a): what the dealer's early cards count."""
        return count._replace(blackjack=S["35(1)(a)"].says(False))

    # -- 31, 32 and 35: cards on the dealer's hand --------------------------------------------------------

    @abstractmethod
    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """Does the dealer's hand take one more card?"""

    def dealer_takes(self, cards: Sequence[Card]) -> int:
        """32(1): two, and more while the hand has to draw: those are no cards in error."""
        return next((many for many in range(2, len(cards)) if not self.dealer_draws(cards[:many])), len(cards))

    def dealer_had_enough(self, t: Table) -> bool:
        """Whether or not the players have finished."""
        complete = self.dealer_cards(t) > 1 and self.complete_at(self.counted(t, DEALER))
        return have(self.cites.dealer_complete).points.says(complete)

    def complete_at(self, count: Count) -> bool:
        """32(1)(a): 17 points, whatever else a schedule has the dealer draw to."""
        return count.points >= 17

    @ruling(
        "card-drawn-in-error", "drawn_exposed.next_card", "no hand calls for it: it goes to the discard rack",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") == DEALER and self.dealer_done(t)
        and not self.dealer_had_enough(t),
    )
    def card_on_stopped_dealer(self, t: Table, what: Irregular) -> None:
        """29(2) has stopped the dealer before the hand was complete."""
        t.out_of_play(what.get("card"))

    def go_on(self, t: Table, clause: Clause) -> None:
        super().go_on(t, clause)
        left = self.on_hand(t, t.notes.get("doubling", ""))
        if left and all(wager.kind != "double down" for wager in left):
            raise Undoubled

    # -- 42: a player who does not act -----------------------------------------------------------------

    @ruling(
        "player-absent", "play.idle", "the supervisor may have cards dealt, to a low total",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    @ruling(
        "no-decision", "play.idle", "the supervisor may have cards dealt, to a low total",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    def not_acting(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what)
        if all(t.hands[hand].closed for hand in self.hands_of(t, box)):
            raise BadFact(f"box {box} has nothing left to decide")
        way = yield from t.direct("supervisor", self.at_play.idle, "no direction", "deal")
        t.notes["idle"] = {**t.notes.get("idle", {}), box: way}

    def idle_draws(self, count: Count) -> bool:
        """42: hard 11 or less, soft 16 or less. Aces of a soft hand are not counted low for it."""
        return self.at_play.idle.says(count.points <= (16 if count.soft else 11))

    def deal_to_idle(self, t: Table, box: int, hand: str) -> Round[None]:
        while self.idle_hand(t, box, hand) and self.idle_draws(self.counted(t, hand)):
            yield from self.dealt(t, 1, hand, self.at_play.idle)
            self.announce_total(t, hand)

    def announce_total(self, t: Table, hand: str) -> None:
        """21(4): after each additional card."""
        t.announce(f"{place_name(hand)} has {self.counted(t, hand).points}", self.at_play.another)

    def idle_hand(self, t: Table, box: int, hand: str) -> bool:
        """Does the direction to deal still have a hand to work on?"""
        held = t.hands[hand]
        may_deal = t.notes["idle"][box] == "deal" and not held.closed and bool(self.on_hand(t, hand))
        return may_deal and not self.second_only(held.split, held.cards[0])
