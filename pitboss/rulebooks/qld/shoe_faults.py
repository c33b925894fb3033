"""What goes wrong with cards out of a shoe, as Queensland's schedules 2, 13 and 14 say it alike: cards found face up,
drawn in error or out of order, hands with too few cards, a dealer with too many. A schedule puts its own clauses into
`cites`, by the role each has here; what it leaves out is no ruling of its game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.equipment.cards import Card, parse_cards
from pitboss.law import Clause
from pitboss.rulebooks.qld.shoe_table import ShoeTable, ShoeTableCites
from pitboss.table.acts import Irregular
from pitboss.table.facts import DEALER, Dealt, Wager
from pitboss.table.game import DECISION, Decision, ruling
from pitboss.table.hands import hand_at, read_hand
from pitboss.table.reports import BadFact, Box, HandNamed, Number, OneCard, SomeCards, Word, YesNo, have
from pitboss.table.requests import Offer, Option, option, options
from pitboss.table.sides import FIRST_CARDS, HAND_PLAYED
from pitboss.table.table import DEALING, DECISIONS, Round, Table


class DrawnExposed(NamedTuple):
    """A card drawn in error that the players saw."""

    next_card: Clause
    # Refused by the players, it is the dealer's second card.
    dealers: Clause


class DealerComplete(NamedTuple):
    """A card that came to a dealer's hand which was complete."""

    points: Clause
    discarded: Clause


class TooMany(NamedTuple):
    """The dealer has more than the first card while players' hands are acted on."""

    section: Clause
    counts: Clause
    withdraw: Clause
    finish: Clause
    # What becomes of cards that the hand would not have had, where a schedule says so.
    surplus: Clause | None = None


class ShortHand(NamedTuple):
    """No cards or one were dealt to a hand, and another has been acted on."""

    one: Clause
    # Where a hand without a card is dead.
    none: Clause | None = None


class LastHand(NamedTuple):
    """The player before the dealer has no second card."""

    who: Clause
    choice: Clause


class WentOn(NamedTuple):
    """The dealer's hand was played before that of the last player."""

    section: Clause
    separate: Clause
    used_first: Clause
    player: Clause
    dealer: Clause


class NoFirstCard(NamedTuple):
    """The dealer's first card was missed."""

    section: Clause
    withdraw: Clause
    finish: Clause


class ShoeCites(NamedTuple):
    """The clauses of a schedule by their roles."""

    table: ShoeTableCites
    face_up: Clause
    drawn_unseen: Clause
    short_shoe: Clause
    order: Clause
    acted: Clause
    short_machine: Clause | None = None
    drawn_exposed: DrawnExposed | None = None
    dealer_complete: DealerComplete | None = None
    too_many: TooMany | None = None
    short_hand: ShortHand | None = None
    last_hand: LastHand | None = None
    passed_over: Clause | None = None
    went_on: WentOn | None = None
    no_first_card: NoFirstCard | None = None
    extra_hand: Clause | None = None
    # How hands are played, in a table of the game's own.
    play: Any = None

    @property
    def order_of_two(self) -> Clause | None:
        """The order of cards where hands open with two, so that one or the dealer's first may be missing."""
        return self.order if self.short_hand is not None else None


# What players may do about cards of the dealer's that came too early, and a card exposed in error.
PLAYERS_MAY = (
    Decision("withdraw", "take your wagers on this hand back", also=("take back",), key="t"),
    Decision("refuse", "not this card, and no further one"),
)


class LaidAgain(Exception):
    """The opening cards were put in order; they wait to be dealt from the first box on."""


class ShoeFaults(ShoeTable):
    """Hands dealt face up from a shoe, a box and the dealer in turn, and what goes wrong with them."""

    cites: ClassVar[ShoeCites]
    # The points at which the dealer's hand is complete.
    dealer_complete_at: ClassVar[int] = 0
    # Do wagers added to a hand go back when its cards are put in order?
    added_go_back: ClassVar[bool] = True
    # What players are told of cards that the dealer has too early.
    early_cards: ClassVar[str] = "the dealer's cards count as usual"
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("manual shoe", "what is left is shuffled by hand and dealt from a shoe", by="dealer"),
        Decision("refill machine", "the discards go back into the machine", by="dealer"),
    )
    omissions: ClassVar[tuple[str, ...]] = ("no-cards", "one-card", "last-player-skipped", "dealer-no-first-card")
    next_card: ClassVar[tuple[str, ...]] = ("card-drawn-in-error", "card-face-up-in-shoe", "not-enough-cards")

    @property
    def short_of_cards(self) -> tuple[Clause, ...]:
        """The choice of a player short of a second card: made under one of these, it is not asked under the other."""
        return have(self.cites.short_hand).one, have(self.cites.last_hand).choice

    # -- hands, and the wagers on them -------------------------------------------------------------------

    def plays(self, wager: Wager) -> bool:
        """Does a wager belong to a player's hand, and not to the dealer's card?"""
        return True

    def rides_on(self, wager: Wager) -> str:
        """The hand a wager lies with: its box's only one, or one of several."""
        return wager.hand or hand_at(wager.box)

    def on_hand(self, t: Table, hand: str) -> list[Wager]:
        """The live wagers on a hand."""
        box, place = read_hand(hand)
        return [w for w in t.wagers.values()
                if (w.hand == hand if w.hand else w.box == box and not place) and self.plays(w)]

    def hands_of(self, t: Table, box: int) -> list[str]:
        """The hands on a box in the order they are played."""
        return [hand.name for hand in t.hands_of(box)]

    def open_hand(self, t: Table, hand: str) -> bool:
        """Is a hand with wagers not lost already?"""
        return True

    def dealt(self, t: Table, count: int, to: str, clause: Clause) -> Round[None]:
        """Deal face up until the cards have come, or a ruling has closed the hand."""
        wanted = len(t.hands[to].cards) + count if to in t.hands else count
        yield from t.deal(count, to, clause)
        while (short := wanted - len(t.hands[to].cards)) > 0 and not t.hands[to].closed:
            yield from t.deal(short, to, clause)

    def cards_held(self, what: Irregular) -> int | None:
        known = {"no-cards": 0, "one-card": 1, "dealer-no-first-card": 0}
        return known[what.kind] if what.kind in known else super().cards_held(what)

    def named_cards(self, t: Table, text: str) -> list[Card]:
        """Cards a report names, now known to be out of the shoe."""
        t.out_of_play(text)
        return list(parse_cards(text))

    # -- cards found, or drawn in error ----------------------------------------------------------------

    @ruling("card-face-up-in-shoe", "face_up", "the card goes to the discard rack", facts=(OneCard(need=True),))
    def face_up_in_shoe(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))

    @ruling(
        "card-drawn-in-error", "drawn_unseen", "nobody saw its face: it is the next card",
        when=lambda self, t, what: not what.yes("exposed") and (what.get("hand") != DEALER or self.dealer_done(t)),
        facts=(OneCard(need=True), YesNo("exposed", asks="Was it exposed?"), HandNamed(boxes=False)),
    )
    def unseen_card(self, t: Table, what: Irregular) -> None:
        t.waiting += self.named_cards(t, what.get("card"))

    def dealer_done(self, t: Table) -> bool:
        """Has the dealer all cards, so that one on that hand is too many?"""
        return "dealer total" in t.notes

    def carry_over(self, t: Table) -> None:
        """A card that nobody saw and no hand called for is the first one of the next round."""
        t.state["next"] = [card for card in t.waiting if card != t.notes.get("exposed")]

    def carried_over(self, t: Table) -> None:
        for card in t.state["next"]:
            t.out_of_play(card)
        t.waiting += self.cites.drawn_unseen.says(t.state["next"])
        t.state["next"] = []

    @ruling(
        "card-drawn-in-error", "drawn_exposed.next_card", "it is the next card; a hand may refuse it and draw no more",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") != DEALER and t.phase == DECISIONS,
    )
    def exposed_card(self, t: Table, what: Irregular) -> None:
        cards = self.named_cards(t, what.get("card"))
        t.waiting += cards
        t.notes["exposed"] = cards[0]

    def dealer_had_enough(self, t: Table) -> bool:
        """Was the dealer's hand complete before the card that came in error?"""
        points: int = t.notes.get("dealer total", 0)
        return have(self.cites.dealer_complete).points.says(points >= self.dealer_complete_at)

    def exposed_waits(self, t: Table) -> bool:
        """Is the next card one that was exposed in error, and that a player may refuse?"""
        return bool(t.waiting) and t.waiting[0] == t.notes.get("exposed")

    @ruling(
        "card-drawn-in-error", "dealer_complete.discarded",
        "the dealer's hand was complete: the card goes to the discard rack",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") == DEALER
        and self.dealer_had_enough(t),
    )
    def card_on_standing_dealer(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))

    # -- not enough cards ------------------------------------------------------------------------------

    @ruling(
        "not-enough-cards", "short_shoe", "shuffle and cut the discards, and finish the round",
        when=lambda self, t, what: not self.from_machine(what), facts=(Word("shoe", ("shoe", "machine")),),
    )
    def shoe_empty(self, t: Table, what: Irregular) -> Round[None]:
        yield from t.shuffle(self.cites.short_shoe, self.decks)
        discards = len(self.pack()) - sum(len(hand.cards) for hand in t.hands.values())
        yield from t.cut(self.cites.short_shoe, "cut", 10, discards - 10)
        t.state["shuffle"] = True

    @ruling(
        "not-enough-cards", "short_machine", "refill the machine, or finish the round from a shoe",
        when=lambda self, t, what: self.from_machine(what),
    )
    def machine_empty(self, t: Table, what: Irregular) -> Round[None]:
        way = yield from t.direct("dealer", have(self.cites.short_machine), "manual shoe", "refill machine")
        t.announce(f"{way}: shuffle what was not dealt in this round", have(self.cites.short_machine))
        yield from t.shuffle(have(self.cites.short_machine), self.decks)

    def from_machine(self, what: Irregular) -> bool:
        return what.get("shoe", self.options.get("shoe", "shoe")) == "machine"

    # -- incorrect placement of cards ------------------------------------------------------------------

    def acted(self, t: Table) -> bool:
        """Has the dealer acted on a hand?"""
        return self.cites.acted.says(self.has_acted(t))

    @abstractmethod
    def has_acted(self, t: Table) -> bool:
        """Has any of what the schedule lists happened?"""

    def correctable(self, t: Table, what: Irregular) -> bool:
        return t.phase in (DEALING, DECISIONS) and not self.acted(t)

    @ruling("wrong-dealing-order", "order", "the cards are put in order", correctable, facts=(OneCard(),))
    @ruling("no-cards", "order", "the cards are put in order", correctable, facts=(Box(need=True), OneCard()))
    @ruling("one-card", "order_of_two", "the cards are put in order", correctable, facts=(Box(need=True), OneCard()))
    @ruling("dealer-no-first-card", "order_of_two", "the cards are put in order", correctable, facts=(OneCard(),))
    @ruling("dealer-too-many-cards", "order_of_two", "the cards are put in order", correctable,
            facts=(OneCard(), Number("cards", least=2, most=5, default="2")))
    def lay_again(self, t: Table, what: Irregular) -> None:
        self.put_in_order(t, self.cards_dealt(t) + self.named_cards(t, what.get("card")))

    @ruling("extra-hand", "order", "its cards are put in order with the others", correctable,
            facts=(Box(need=True), SomeCards(need=True)))
    def lay_extra_hand_again(self, t: Table, what: Irregular) -> None:
        held = {box: [t.hands[hand].cards for hand in self.hands_of(t, box)] for box in t.boxes}
        held[self.stray_box(t, what)] = [self.named_cards(t, what.get("cards"))]
        hands = [cards for box in sorted(held) for cards in held[box]]
        dealer = t.hands[DEALER].cards if DEALER in t.hands else []
        self.put_in_order(t, [card for hand in hands for card in hand[:1]] + dealer
                          + [card for hand in hands for card in hand[1:]])

    def cards_dealt(self, t: Table) -> list[Card]:
        """The opening cards in the order they came."""
        events = t.events[t.notes["opening"] :]
        return [card for event in events if isinstance(event, Dealt) for card in event.cards]

    def put_in_order(self, t: Table, cards: list[Card]) -> None:
        """Deal the same cards again, each to where it belongs; what was wagered on them goes back."""
        t.waiting[:0] = cards
        split = [hand.name for hand in t.hands.values() if hand.split]
        t.hands.clear()
        t.notes.clear()
        t.notes["laid again"] = True
        added = {kind.name for kind in self.kinds if kind.moment == DECISION} if self.added_go_back else set()
        for wager in [wager for wager in t.wagers.values() if wager.kind in added]:
            t.give_back(wager, wager.amount, self.cites.order)
        for wager in [wager for wager in t.wagers.values() if wager.hand in split]:
            t.lay(wager, self.opened_with(wager))
        raise LaidAgain

    def opened_with(self, wager: Wager) -> str:
        """The hand that a wager lay with before any was split; "" where it lay on the box."""
        return ""

    # -- dealer with too many cards --------------------------------------------------------------------

    @ruling(
        "dealer-too-many-cards", "too_many.section", "the dealer's cards stay and count; all may withdraw",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 1 and self.acted(t),
    )
    def dealer_too_many(self, t: Table, what: Irregular) -> Round[None]:
        cites = have(self.cites.too_many)
        yield from self.dealt(t, int(what.get("cards", "2")) - 1, DEALER, cites.section)
        t.notes["early"] = True
        t.announce(self.early_cards, cites.counts)
        if cites.surplus is not None:
            self.discard_surplus(t, cites.surplus)
        yield from self.offer_withdrawal(t, cites.withdraw)
        self.go_on(t, cites.finish)

    def discard_surplus(self, t: Table, clause: Clause) -> None:
        """Cards that the dealer's hand would not have had, dealt correctly, are out of the round."""
        held = t.hands[DEALER]
        keep = clause.says(self.dealer_takes(held.cards))
        if keep < len(held.cards):
            t.announce(f"{' '.join(held.cards[keep:])} to the discard rack", clause)
            del held.cards[keep:], held.face_up[keep:]

    def dealer_takes(self, cards: Sequence[Card]) -> int:
        """How many of these cards come to the dealer's hand in the usual way."""
        return len(cards)

    def dealer_cards(self, t: Table) -> int:
        return len(t.hands[DEALER].cards) if DEALER in t.hands else 0

    def offer_withdrawal(self, t: Table, clause: Clause) -> Round[None]:
        """Each player with an open hand may withdraw."""
        for box in t.clockwise():
            for player in tuple(t.boxes[box]):
                yield from self.offer_back(t, box, player, "withdraw", clause)

    def offer_back(self, t: Table, box: int, player: str, word: str, clause: Clause) -> Round[None]:
        """Take the original wager back, and with it what was added to it, or go on; asked once."""
        short, keep = clause in self.short_of_cards, Option("continue", clause)
        asked = [box, player, self.short_of_cards if short else clause]

        def offered() -> Offer | None:
            back = sum(wager.amount for wager in self.to_give_back(t, box, player))
            choices = options(option(word, clause, back=back), keep)
            made_good = short and all(len(t.hands[hand].cards) > 1 for hand in self.hands_of(t, box))
            if made_good or asked in t.notes.get("asked", ()) or not self.open_wagers(t, box, player):
                return None
            return Offer(clause, hand_at(box), player, choices, {}, keep)

        choice = yield from t.choose(offered)
        t.notes["asked"] = [*t.notes.get("asked", ()), asked]
        if choice is not None and choice.name == word:
            self.settle_decided(t, box, player)
            t.void_wagers(self.to_give_back(t, box, player), clause)

    def settle_decided(self, t: Table, box: int, player: str) -> None:
        """A player takes the wagers of the game back: additional ones that the cards have decided already stand."""
        for wager in [wager for wager in t.own_wagers(box, player) if wager.kind in self.sides]:
            side = self.sides[wager.kind]
            if (facts := side.decided_already(t, wager)) is not None:
                t.settle(wager, side.result(wager.kind, facts))

    def to_give_back(self, t: Table, box: int, player: str) -> list[Wager]:
        """What a player takes back with the original wager."""
        beside = [w for w in t.on_box(box) if w.player == player and not self.plays(w)]
        return self.open_wagers(t, box, player) + beside

    def open_wagers(self, t: Table, box: int, player: str) -> list[Wager]:
        """A player's wagers on the hands of a box that are not lost already."""
        return [
            wager for hand in self.hands_of(t, box) for wager in self.on_hand(t, hand)
            if wager.player == player and self.open_hand(t, hand)
        ]

    def go_on(self, t: Table, clause: Clause) -> None:
        """The hands that were not withdrawn are finished, and no others."""
        for box in t.clockwise():
            for hand in self.hands_of(t, box):
                if not clause.says(bool(self.on_hand(t, hand))):
                    t.hands[hand].closed = True

    # -- players short of cards ------------------------------------------------------------------------

    @ruling(
        "no-cards", "short_hand.none", "the hand is dead and the wager goes back",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def no_cards(self, t: Table, what: Irregular) -> None:
        self.dead(t, self.box_with(t, what, 0))

    def dead(self, t: Table, box: int) -> None:
        for hand in self.hands_of(t, box):
            t.hands[hand].closed = True
        t.void_wagers(t.on_box(box), have(have(self.cites.short_hand).none))

    @ruling(
        "one-card", "short_hand.one", "retract, or receive the second card when the hand is acted on",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def one_card(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.offer_retraction(t, self.box_with(t, what, 1), have(self.cites.short_hand).one)

    def box_with(self, t: Table, what: Irregular, cards: int) -> int:
        """The box of a report, which must hold just so many cards."""
        box = t.box_of(what)
        if all(len(t.hands[hand].cards) != cards for hand in self.hands_of(t, box)):
            raise BadFact(f"box {box} does not hold {cards} cards")
        return box

    def offer_retraction(self, t: Table, box: int, clause: Clause) -> Round[None]:
        for player in tuple(t.boxes[box]):
            yield from self.offer_back(t, box, player, "retract", clause)
        for hand in self.hands_of(t, box):
            t.hands[hand].closed = t.hands[hand].closed or not self.on_hand(t, hand)

    def passed_by(self, t: Table, box: int) -> Round[None]:
        """A box that the deal passed by: noticed, at the latest, when its turn comes."""
        last = self.last_to_play(t, str(box)) and self.dealer_cards(t) == 1
        clause = have(self.cites.last_hand).choice if last else have(self.cites.short_hand).one
        if not self.acted(t):
            clause = self.cites.order
            if not t.notes.get("laid again"):
                t.ruled(f"box {box} is short of cards: the cards are put in order", clause)
                self.put_in_order(t, self.cards_dealt(t))
        elif have(self.cites.short_hand).none and not any(t.hands[hand].cards for hand in self.hands_of(t, box)):
            self.dead(t, box)
        else:
            yield from self.offer_retraction(t, box, clause)
        yield from self.made_good(t, box, clause)

    def made_good(self, t: Table, box: int, clause: Clause) -> Round[None]:
        """The hands of a box get what they are short of."""
        for hand in self.hands_of(t, box):
            short = 2 - len(t.hands[hand].cards)
            if short > 0 and not t.hands[hand].closed:
                yield from self.dealt(t, short, hand, clause)
        self.first_cards(t)

    def first_cards(self, t: Table) -> None:
        """The first cards of a box lie there: what hangs on them alone is settled."""
        t.moment(FIRST_CARDS)
        t.moment(HAND_PLAYED)

    @ruling(
        "last-player-skipped", "last_hand.choice", "retract, or be dealt to before the dealer's second card",
        when=lambda self, t, what: self.last_to_play(t, what.get("box")) and not what.get("dealer")
        and have(self.cites.last_hand).who.says(self.no_second(t, t.box_of(what)) and self.dealer_cards(t) == 1),
        facts=(Box(need=True), Number("cards", most=2), SomeCards("dealer")),
    )
    def no_second_card(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what)
        yield from self.offer_retraction(t, box, have(self.cites.last_hand).choice)
        yield from self.made_good(t, box, have(self.cites.last_hand).choice)

    def no_second(self, t: Table, box: int) -> bool:
        """Have the hands of a box one card each?"""
        return all(len(t.hands[hand].cards) == 1 for hand in self.hands_of(t, box))

    def last_to_play(self, t: Table, box: str) -> bool:
        """Is this the box before the dealer, the only one whose hand is not finished?"""
        if t.phase != DECISIONS or box != str(self.last_box(t)):
            return False
        mine = t.hands_of(int(box))
        others = [hand for name, hand in t.hands.items() if name != DEALER and hand not in mine]
        unfinished = any(not hand.closed for hand in mine) and not any(hand.split for hand in mine)
        return unfinished and all(hand.closed for hand in others)

    def last_box(self, t: Table) -> int:
        """The box of the player immediately before the dealer; one whose wagers are settled is not in play."""
        return max((wager.box for wager in t.wagers.values() if self.plays(wager)), default=0)

    @ruling(
        "player-skipped", "passed_over", "retract, or play after the others and before any other card",
        when=lambda self, t, what: t.phase == DECISIONS and self.skipped(t, what), facts=(Box(need=True),),
    )
    def player_skipped(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        t.notes["skipped"] = [*t.notes.get("skipped", ()), box]
        t.notes["asked"] = [asked for asked in t.notes.get("asked", ()) if asked[0] != box]

    def has_more_to_come(self, t: Table, hand: str) -> bool:
        """May a hand still get cards, or be decided on?"""
        return not t.hands[hand].closed

    def skipped(self, t: Table, what: Irregular) -> bool:
        """A hand with more to come, which is not the last before the dealer."""
        text = what.get("box")
        if not text.isdecimal() or int(text) not in t.boxes or int(text) in t.notes.get("skipped", ()):
            return False
        unfinished = any(self.has_more_to_come(t, hand) for hand in self.hands_of(t, int(text)))
        return unfinished and have(self.cites.passed_over).says(int(text) != self.last_box(t))

    @ruling(
        "last-player-skipped", "went_on.section", "the dealer's later cards are separated and used first",
        when=lambda self, t, what: self.last_to_play(t, what.get("box"))
        and have(self.cites.went_on).section.says(len([card for card in what.get("dealer").split(",") if card]) > 1),
    )
    def dealer_went_on(self, t: Table, what: Irregular) -> Round[None]:
        cites = have(self.cites.went_on)
        t.announce("separate out the dealer's second and additional cards in their order", cites.separate)
        t.waiting += cites.used_first.says(self.named_cards(t, what.get("dealer").replace(",", " ")))
        t.notes["separated"] = True
        yield from self.made_good(t, t.box_of(what), cites.player)

    def second_card_clause(self, t: Table, usual: Clause) -> Clause:
        """Under which clause the dealer's second card comes."""
        if t.notes.get("separated"):
            return have(self.cites.went_on).dealer
        if self.exposed_waits(t):
            cites = have(self.cites.drawn_exposed)
            return cites.dealers if t.notes.get("refused") else cites.next_card
        return usual

    # -- no first card, an extra hand ------------------------------------------------------------------

    @ruling(
        "dealer-no-first-card", "no_first_card.section", "all may withdraw; the dealer takes two cards at the end",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 0 and self.acted(t)
        and not t.notes.get("no first card"),
    )
    def no_first_card(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.first_card_missing(t)

    def first_card_missing(self, t: Table) -> Round[None]:
        yield from self.offer_withdrawal(t, have(self.cites.no_first_card).withdraw)
        t.notes["no first card"] = True
        self.go_on(t, have(self.cites.no_first_card).finish)

    @ruling(
        "extra-hand", "extra_hand", "the extra hand is void",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def extra_hand(self, t: Table, what: Irregular) -> None:
        self.stray_box(t, what)
        t.out_of_play(what.get("cards"))

    def stray_box(self, t: Table, what: Irregular) -> int:
        """A box of the layout where nobody plays."""
        text = what.get("box")
        if not text.isdecimal() or not 1 <= int(text) <= self.boxes or int(text) in t.boxes:
            raise BadFact(f"box={text} is not a box without a player")
        return int(text)
