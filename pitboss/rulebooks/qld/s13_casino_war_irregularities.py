"""QLD schedule 13, part 3: irregularities at casino war."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import Clause, schedule
from pitboss.rulebooks.qld.shoe_faults import DealerComplete, ShoeCites, ShoeFaults
from pitboss.rulebooks.qld.shoe_table import ShoeTableCites
from pitboss.table.acts import Irregular
from pitboss.table.facts import DEALER, Dealt
from pitboss.table.game import ruling
from pitboss.table.hands import hand_at
from pitboss.table.reports import BadFact, Box, PlayerNamed, SomeCards, Word
from pitboss.table.table import DEALING, DECISIONS, Round, Table

S = schedule("QLD-13")

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = ShoeCites(
    table=ShoeTableCites(
        decks=S["4(1)"], cut=S["13(4)"], last_round=S["13(7)"], reached=S["18"], limits=S["11(1)"],
        several_boxes=S["10(1)"], minimum_each=S["10(2)"], handled=S["19"], own_total=S["20"], announced=S["20"],
        oral=S["7(2)"], two_cards=S["13(2)"], cut_once=S["13(5)"], finished=S["18"],
    ),
    face_up=S["21"],
    drawn_unseen=S["22"],
    dealer_complete=DealerComplete(points=S["23(1)"], discarded=S["23(2)"]),
    short_shoe=S["24(1)"],
    short_machine=S["24(2)"],
    order=S["25(1)"],
    acted=S["25(2)"],
)


class WarLaidAgain(Exception):
    """The cards of the subsequent deal were put in order; they wait to be dealt from the first box on."""


class WarIrregularities(ShoeFaults):
    """Irregularities."""

    cites = CITES
    omissions: ClassVar[tuple[str, ...]] = ("no-cards", "no-second-card", "dealer-no-first-card")

    @abstractmethod
    def give_up(self, t: Table, box: int, player: str, clause: Clause | None = None) -> None:
        """A player's casino war wager is surrendered."""

    def fighting(self, t: Table) -> list[int]:
        """The boxes with a go to war wager, from the dealer's left."""
        return [box for box in t.clockwise() if t.on_box(box, "go to war")]

    def has_war_card(self, t: Table, box: int) -> bool:
        return bool(t.on_box(box, "go to war")) and len(t.hands[hand_at(box)].cards) > 1

    def has_acted(self, t: Table) -> bool:
        """25(2): a go to war wager accepted, half of a wager collected, a wager settled."""
        return bool(self.fighting(t) or t.lines[t.notes.get("lines", 0):])

    # -- 23: cards not to be used --------------------------------------------------------------------------

    def dealer_had_enough(self, t: Table) -> bool:
        """23(1)(c): has the dealer all cards of the deal?"""
        return S["23(1)"].says(self.dealer_done(t))

    def dealer_done(self, t: Table) -> bool:
        return self.dealer_cards(t) == (2 if "war" in t.notes else 1)

    @ruling(
        "card-drawn-in-error", "order", "the card goes to the next place that is due one",
        when=lambda self, t, what: self.on_box_too_early(t, what), facts=(Box(),),
    )
    def card_belongs_elsewhere(self, t: Table, what: Irregular) -> None:
        """25(1): a second card on a box while the first deal goes on is a card in the wrong place."""
        t.waiting += self.named_cards(t, what.get("card"))

    def on_box_too_early(self, t: Table, what: Irregular) -> bool:
        unfinished = "war" not in t.notes and self.dealer_cards(t) == 0
        return self.exposed_on_box(what) and unfinished and self.correctable(t, what)

    def exposed_on_box(self, what: Irregular) -> bool:
        return what.yes("exposed") and bool(what.get("box")) and what.get("hand") != DEALER

    @ruling(
        "card-drawn-in-error", S["23(2)"], "the card leaves play",
        when=lambda self, t, what: self.exposed_on_box(what) and S["23(1)"].says(
            self.not_to_be_used(t, what.get("box"))),
    )
    def card_leaves_play(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))

    def not_to_be_used(self, t: Table, box: str) -> bool:
        """23(1)(a): a second card on a box after the first deal; (b): at war, one on an area without a wager."""
        if "war" in t.notes:
            return not t.on_box(int(box), "go to war")
        return t.phase == DECISIONS and self.dealer_cards(t) == 1 and box in t.hands

    # -- 26: no second card dealt to a player's hand -----------------------------------------------------------

    def war_deal(self, t: Table) -> Round[None]:
        """17(1): one card face up to each box with a go to war wager, one to the dealer."""
        t.phase, t.notes["war"] = DEALING, len(t.events)
        while True:
            try:
                for hand in S["17(1)"].says((*map(hand_at, self.fighting(t)), DEALER)):
                    if hand == DEALER and self.fighting(t):
                        yield from self.dealt(t, 1, DEALER, S["17(1)"])
                    elif hand != DEALER and t.on_box(int(hand), "go to war"):
                        yield from t.deal(1, hand, S["17(1)"])
                self.see_that_some_have_cards(t)
                return
            except WarLaidAgain:
                continue

    def see_that_some_have_cards(self, t: Table) -> None:
        """26(2): where no box at war has got a card, none can be acted on before that is noticed."""
        if self.fighting(t) and not any(self.has_war_card(t, box) for box in self.fighting(t)):
            t.ruled("no box has a second card: the cards of the war are put in order", S["26(2)"])
            self.put_war_in_order(t, self.war_cards(t, ""))

    def acted_at_war(self, t: Table) -> bool:
        """26(3): has a go to war wager been settled?"""
        return S["26(3)"].says(any(line.wager == "go to war" for line in t.lines))

    def misses_war_card(self, t: Table, what: Irregular, acted: bool) -> bool:
        """Is the box of a report at war without a card, and was another acted on as the report says?"""
        box = what.get("box")
        if "war" not in t.notes or not box.isdecimal() or int(box) not in self.fighting(t):
            return False
        fits = what.get("acted") in ("", "yes" if acted else "no")
        return fits and len(t.hands[box].cards) < 2 and self.acted_at_war(t) == acted

    @ruling(
        "no-second-card", S["26(1)"], "another war was settled: both wagers are void",
        when=lambda self, t, what: self.misses_war_card(t, what, acted=True),
        facts=(Box(need=True), Word("acted", ("yes", "no"), asks="Was another war settled?"), SomeCards()),
    )
    def war_is_void(self, t: Table, what: Irregular) -> None:
        self.call_off(t, int(what.get("box")))

    def call_off(self, t: Table, box: int) -> None:
        t.void_wagers([*t.on_box(box, "casino war"), *t.on_box(box, "go to war")], S["26(1)"])

    @ruling(
        "no-second-card", S["26(2)"], "the cards of the war are put in order",
        when=lambda self, t, what: self.misses_war_card(t, what, acted=False),
    )
    def lay_war_again(self, t: Table, what: Irregular) -> None:
        self.put_war_in_order(t, self.war_cards(t, what.get("cards")))

    def war_cards(self, t: Table, named: str) -> list[Card]:
        """The cards of the subsequent deal in the order they left the shoe: those that a report names, or those that
        were entered."""
        dealt = [card for event in t.events[t.notes["war"]:] if isinstance(event, Dealt) for card in event.cards]
        cards = named.split(",") if named else dealt
        if Counter(dealt) - Counter(cards):
            raise BadFact(f"cards={named} leaves out some of {' '.join(dealt)}, which were dealt")
        more = Counter(cards) - Counter(dealt)
        for card in more.elements():
            t.out_of_play(card)
        return cards

    def put_war_in_order(self, t: Table, cards: list[Card]) -> None:
        """26(2): each box at war gets the card it would have had; then the dealer does."""
        t.waiting[:0] = S["26(2)"].says(cards)
        t.notes["war"] = len(t.events)
        for hand in [*map(hand_at, self.fighting(t)), DEALER]:
            del t.hands[hand].cards[1:], t.hands[hand].face_up[1:]
        raise WarLaidAgain

    def see_to_missing_cards(self, t: Table) -> Round[None]:
        """26(1): a box that the war passed over is noticed, at the latest, when all others are settled."""
        for box in self.fighting(t):
            yield from t.reveal(hand_at(box), S["17(2)"])
            if t.on_box(box, "go to war"):
                t.ruled(f"box {box} has no second card: both wagers are void", S["26(1)"])
                self.call_off(t, box)

    # -- 27 and 28: no player, no dealer's card ------------------------------------------------------------------

    @ruling(
        "player-absent", S["27"], "who is not there has surrendered",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 1,
        facts=(Box(need=True), PlayerNamed()),
    )
    def absent(self, t: Table, what: Irregular) -> None:
        box, named = t.box_of(what), what.get("player")
        lying = [wager.player for wager in t.on_box(box, "casino war") if S["7(1)"].says(wager.amount > 0)]
        undecided = [player for player in lying if t.wager(box, player, "go to war") is None]
        if named and named not in undecided:
            raise BadFact(f"{named} has nothing to decide on box {box}")
        if len(undecided) != 1 and not named:
            raise BadFact(f"box {box}: player= must say who is away" if undecided
                          else f"box {box} has nothing to decide")
        self.give_up(t, box, named or undecided[0], S["27"])

    @ruling(
        "dealer-no-first-card", S["28"], "the dealer gets a card now",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 0,
    )
    def dealer_without_a_card(self, t: Table, what: Irregular) -> None: ...

    def see_to_first_cards(self, t: Table) -> Round[None]:
        """A hand that the first deal passed by: nothing is settled yet, so that the cards are put in order; 28: the
        dealer is dealt a card."""
        if any(not t.hands[hand_at(box)].cards for box in t.clockwise() if t.on_box(box)):
            if not t.notes.get("laid again"):
                t.ruled("a box was passed by: the cards are put in order", S["25(1)"])
            self.put_in_order(t, self.cards_dealt(t))
        while not self.dealer_cards(t):
            yield from t.deal(1, DEALER, S["28"])
