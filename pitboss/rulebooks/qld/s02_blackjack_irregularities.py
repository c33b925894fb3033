"""QLD schedule 2, part 6: irregularities at blackjack."""

from __future__ import annotations

from typing import ClassVar

from pitboss.equipment.cards import Card, parse_cards
from pitboss.law import Clause, schedule
from pitboss.rulebooks.qld.s02_blackjack_general import BlackjackGeneral, Count
from pitboss.table.acts import Irregular
from pitboss.table.facts import DEALER, Dealt, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.hands import hand_at
from pitboss.table.reports import BadFact, Box, HandNamed, Number, OneCard, SomeCards, Word, YesNo
from pitboss.table.requests import Offer, Option, option, options
from pitboss.table.sides import FIRST_CARDS
from pitboss.table.table import DEALING, DECISIONS, Round, Table

S = schedule("QLD-2")

# The choice of a player short of a second card: made under one of these, it is not asked under the other.
SHORT_OF_CARDS = (S["36(2)"], S["37(2)"])


class LaidAgain(Exception):
    """34(1): the opening cards were put in order; they wait to be dealt from the first box on."""


class BlackjackIrregularities(BlackjackGeneral):
    """Irregularities."""

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("withdraw", "take your wagers on this hand back", also=("take back",), key="t"),
        Decision("refuse", "not this card, and no further one"),
        Decision("manual shoe", "what is left is shuffled by hand and dealt from a shoe", by="dealer"),
        Decision("refill machine", "the discards go back into the machine", by="dealer"),
        Decision("no direction", "the hand stays as it is", by="supervisor"),
        Decision("deal", "the hand gets cards up to hard 12 or soft 17", by="supervisor"),
    )

    omissions: ClassVar[tuple[str, ...]] = ("no-cards", "one-card", "last-player-skipped", "dealer-no-first-card")
    next_card: ClassVar[tuple[str, ...]] = ("card-drawn-in-error", "card-face-up-in-shoe", "not-enough-cards")

    def cards_held(self, what: Irregular) -> int | None:
        known = {"no-cards": 0, "one-card": 1, "dealer-no-first-card": 0}
        return known[what.kind] if what.kind in known else super().cards_held(what)

    def named_cards(self, t: Table, text: str) -> list[Card]:
        """Cards a report names, now known to be out of the shoe."""
        t.out_of_play(text)
        return list(parse_cards(text))

    # -- 30 to 32: cards found, or drawn in error ------------------------------------------------------

    @ruling("card-face-up-in-shoe", S["30"], "the card goes to the discard rack", facts=(OneCard(need=True),))
    def face_up_in_shoe(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))

    @ruling(
        "card-drawn-in-error", S["31(1)"], "nobody saw its face: it is the next card",
        when=lambda self, t, what: not what.yes("exposed"),
        facts=(OneCard(need=True), YesNo("exposed"), HandNamed(boxes=False)),
    )
    def unseen_card(self, t: Table, what: Irregular) -> None:
        t.waiting += self.named_cards(t, what.get("card"))

    def carry_over(self, t: Table) -> None:
        """31(1): a card that nobody saw and no hand called for is the first one of the next round."""
        t.state["next"] = [card for card in t.waiting if card != t.notes.get("exposed")]

    def carried_over(self, t: Table) -> None:
        for card in t.state["next"]:
            t.out_of_play(card)
        t.waiting += S["31(1)"].says(t.state["next"])
        t.state["next"] = []

    @ruling(
        "card-drawn-in-error", S["31(2)"], "it is the next card; a hand may refuse it and draw no more",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") != DEALER and t.phase == DECISIONS,
    )
    def exposed_card(self, t: Table, what: Irregular) -> None:
        cards = self.named_cards(t, what.get("card"))
        t.waiting += cards
        t.notes["exposed"] = cards[0]

    def exposed_waits(self, t: Table) -> bool:
        """Is the next card one that was exposed in error, and that a player may refuse?"""
        return bool(t.waiting) and t.waiting[0] == t.notes.get("exposed")

    @ruling(
        "card-drawn-in-error", S["32(2)"], "the dealer's hand was complete: the card goes to the discard rack",
        when=lambda self, t, what: what.yes("exposed") and what.get("hand") == DEALER
        and self.dealer_had_enough(t.notes.get("dealer total", 0)),
    )
    def card_on_standing_dealer(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))

    def dealer_had_enough(self, points: int) -> bool:
        """32(1): 17 or more before the card that came in error."""
        return S["32(1)"].says(points >= 17)

    # -- 33: not enough cards --------------------------------------------------------------------------

    @ruling(
        "not-enough-cards", S["33(1)"], "shuffle and cut the discards, and finish the round",
        when=lambda self, t, what: not self.from_machine(what), facts=(Word("shoe", ("shoe", "machine")),),
    )
    def shoe_empty(self, t: Table, what: Irregular) -> Round[None]:
        yield from t.shuffle(S["33(1)"], self.decks)
        discards = len(self.pack()) - sum(len(hand.cards) for hand in t.hands.values())
        yield from t.cut(S["33(1)"], "cut", 10, discards - 10)
        t.state["shuffle"] = True

    @ruling(
        "not-enough-cards", S["33(2)"], "refill the machine, or finish the round from a shoe",
        when=lambda self, t, what: self.from_machine(what),
    )
    def machine_empty(self, t: Table, what: Irregular) -> Round[None]:
        way = yield from t.direct("dealer", S["33(2)"], "manual shoe", "refill machine")
        t.announce(f"{way}: shuffle what was not dealt in this round", S["33(2)"])
        yield from t.shuffle(S["33(2)"], self.decks)

    def from_machine(self, what: Irregular) -> bool:
        return what.get("shoe", self.options["shoe"]) == "machine"

    # -- 34: incorrect placement of cards --------------------------------------------------------------

    def acted(self, t: Table) -> bool:
        """34(2): has the dealer acted on a hand?"""
        doubled = any(len(t.hands[hand].cards) > 2 for hand in t.notes.get("doubled", ()) if hand in t.hands)
        split = any(hand.split and len(hand.cards) > 1 for hand in t.hands.values())
        return S["34(2)"].says(bool(t.notes.get("signal") or doubled or split or t.lines[t.notes.get("lines", 0) :]))

    def correctable(self, t: Table, what: Irregular) -> bool:
        return t.phase in (DEALING, DECISIONS) and not self.acted(t)

    @ruling("wrong-dealing-order", S["34(1)"], "the cards are put in order", correctable, facts=(OneCard(),))
    @ruling("no-cards", S["34(1)"], "the cards are put in order", correctable, facts=(Box(need=True), OneCard()))
    @ruling("one-card", S["34(1)"], "the cards are put in order", correctable, facts=(Box(need=True), OneCard()))
    @ruling("dealer-no-first-card", S["34(1)"], "the cards are put in order", correctable, facts=(OneCard(),))
    @ruling("dealer-too-many-cards", S["34(1)"], "the cards are put in order", correctable,
            facts=(OneCard(), Number("cards", least=2, most=5, default="2")))
    def lay_again(self, t: Table, what: Irregular) -> None:
        self.put_in_order(t, self.cards_dealt(t) + self.named_cards(t, what.get("card")))

    @ruling("extra-hand", S["34(1)"], "its cards are put in order with the others", correctable,
            facts=(Box(need=True), SomeCards(need=True)))
    def lay_extra_hand_again(self, t: Table, what: Irregular) -> None:
        held = {box: [card for hand in self.hands_of(t, box) for card in t.hands[hand].cards] for box in t.boxes}
        held[self.stray_box(t, what)] = self.named_cards(t, what.get("cards"))
        hands = [held[box] for box in sorted(held)]
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
        for wager in [wager for wager in t.wagers.values() if wager.kind != "original"]:
            t.give_back(wager, wager.amount, S["34(1)"])
        for wager in [wager for wager in t.wagers.values() if wager.hand in split]:
            t.lay(wager)
        raise LaidAgain

    # -- 35: dealer with too many cards ----------------------------------------------------------------

    @ruling(
        "dealer-too-many-cards", S["35(1)"], "the cards count, but not as a blackjack; all may withdraw",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 1 and self.acted(t),
    )
    def dealer_too_many(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.dealt(t, int(what.get("cards", "2")) - 1, DEALER, S["35(1)"])
        t.notes["early"] = True
        t.announce("the dealer's cards count as usual, but not as a blackjack", S["35(1)(a)"])
        yield from self.offer_withdrawal(t, S["35(1)(b)"])
        self.go_on(t, S["35(1)(c)"])

    def early_count(self, count: Count) -> Count:
        """35(1)(a): what the dealer's early cards count."""
        return count._replace(blackjack=S["35(1)(a)"].says(False))

    def dealer_cards(self, t: Table) -> int:
        return len(t.hands[DEALER].cards) if DEALER in t.hands else 0

    def offer_withdrawal(self, t: Table, clause: Clause) -> Round[None]:
        """Each player with an open hand may withdraw."""
        for box in t.clockwise():
            for player in tuple(t.boxes[box]):
                yield from self.offer_back(t, box, player, "withdraw", clause)

    def offer_back(self, t: Table, box: int, player: str, word: str, clause: Clause) -> Round[None]:
        """Take the original wager back, and with it what was added to it, or go on; asked once."""
        short, keep = clause in SHORT_OF_CARDS, Option("continue", clause)
        asked = [box, player, SHORT_OF_CARDS if short else clause]

        def offered() -> Offer | None:
            back = sum(wager.amount for wager in self.to_give_back(t, box, player))
            given = options(option(word, clause, back=back), keep)
            made_good = short and len(t.hands[hand_at(box)].cards) > 1
            if made_good or asked in t.notes.get("asked", ()) or not self.open_wagers(t, box, player):
                return None
            return Offer(clause, hand_at(box), player, given, {}, keep)

        choice = yield from t.choose(offered)
        t.notes["asked"] = [*t.notes.get("asked", ()), asked]
        if choice is not None and choice.name == word:
            t.void_wagers(self.to_give_back(t, box, player), clause)

    def to_give_back(self, t: Table, box: int, player: str) -> list[Wager]:
        """What a player takes back with the original wager."""
        insured = [w for w in t.on_box(box, "insurance") if w.player == player]
        return self.open_wagers(t, box, player) + insured

    def open_wagers(self, t: Table, box: int, player: str) -> list[Wager]:
        """A player's wagers on the hands of a box that are not over 21."""
        return [
            wager for hand in self.hands_of(t, box) for wager in self.on_hand(t, hand)
            if wager.player == player and self.counted(t, hand).points <= 21
        ]

    def go_on(self, t: Table, clause: Clause) -> None:
        """The hands that were not withdrawn are finished, and no others."""
        for box in t.clockwise():
            for hand in self.hands_of(t, box):
                if not clause.says(bool(self.on_hand(t, hand))):
                    t.hands[hand].closed = True

    # -- 36 to 39: players short of cards --------------------------------------------------------------

    @ruling(
        "no-cards", S["36(1)"], "the hand is dead and the wager goes back",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def no_cards(self, t: Table, what: Irregular) -> None:
        self.dead(t, self.box_with(t, what, 0))

    def dead(self, t: Table, box: int) -> None:
        t.hands[hand_at(box)].closed = True
        t.void_wagers(t.on_box(box), S["36(1)"])

    @ruling(
        "one-card", S["36(2)"], "retract, or receive the second card when the hand is acted on",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def one_card(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.offer_retraction(t, self.box_with(t, what, 1), S["36(2)"])

    def box_with(self, t: Table, what: Irregular, cards: int) -> int:
        """The box of a report, which must hold just so many cards."""
        box = t.box_of(what)
        if len(t.hand(hand_at(box)).cards) != cards:
            raise BadFact(f"box {box} does not hold {cards} cards")
        return box

    def offer_retraction(self, t: Table, box: int, clause: Clause) -> Round[None]:
        for player in tuple(t.boxes[box]):
            yield from self.offer_back(t, box, player, "retract", clause)
        for hand in self.hands_of(t, box):
            t.hands[hand].closed = t.hands[hand].closed or not self.on_hand(t, hand)

    def passed_by(self, t: Table, box: int) -> Round[None]:
        """A hand that the deal passed by: noticed, at the latest, when its turn comes."""
        last = self.last_to_play(t, hand_at(box)) and self.dealer_cards(t) == 1
        clause = S["37(2)"] if last else S["36(2)"]
        if not self.acted(t):
            clause = S["34(1)"]
            if not t.notes.get("laid again"):
                t.ruled(f"box {box} is short of cards: the cards are put in order", clause)
                self.put_in_order(t, self.cards_dealt(t))
        elif not t.hands[hand_at(box)].cards:
            self.dead(t, box)
        else:
            yield from self.offer_retraction(t, box, clause)
        yield from self.dealt(t, 2 - len(t.hands[hand_at(box)].cards), hand_at(box), clause)
        t.moment(FIRST_CARDS)

    @ruling(
        "last-player-skipped", S["37(2)"], "retract, or be dealt to before the dealer's second card",
        when=lambda self, t, what: self.last_to_play(t, what.get("box")) and not what.get("dealer")
        and S["37(1)"].says(len(t.hands[what.get("box")].cards) == 1 and self.dealer_cards(t) == 1),
        facts=(Box(need=True), Number("cards", most=2), SomeCards("dealer")),
    )
    def no_second_card(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what)
        yield from self.offer_retraction(t, box, S["37(2)"])
        if not t.hands[hand_at(box)].closed:
            yield from self.dealt(t, 1, hand_at(box), S["37(2)"])

    def last_to_play(self, t: Table, box: str) -> bool:
        """Is this the box before the dealer, the only one whose hand is not finished?"""
        return (
            t.phase == DECISIONS and box == str(self.last_box(t)) and box in t.hands
            and all(hand.closed != (name == box) for name, hand in t.hands.items() if name != DEALER)
        )

    def last_box(self, t: Table) -> int:
        """The box of the player immediately before the dealer; one whose wagers are settled is not in play."""
        return max((wager.box for wager in t.wagers.values() if wager.kind != "insurance"), default=0)

    @ruling(
        "player-skipped", S["38(1)"], "retract, or play after the others and before any other card",
        when=lambda self, t, what: t.phase == DECISIONS and self.skipped(t, what), facts=(Box(need=True),),
    )
    def player_skipped(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        t.notes["skipped"] = [*t.notes.get("skipped", ()), box]
        t.notes["asked"] = [asked for asked in t.notes.get("asked", ()) if asked[0] != box]

    def skipped(self, t: Table, what: Irregular) -> bool:
        """38(1): a hand with more to come, which is not the last before the dealer."""
        text = what.get("box")
        if not text.isdecimal() or int(text) not in t.boxes or int(text) in t.notes.get("skipped", ()):
            return False
        unfinished = any(not t.hands[hand].closed for hand in self.hands_of(t, int(text)))
        return unfinished and S["38(1)"].says(int(text) != self.last_box(t))

    @ruling(
        "last-player-skipped", S["39(1)"], "the dealer's later cards are separated and used first",
        when=lambda self, t, what: self.last_to_play(t, what.get("box"))
        and S["39(1)"].says(len([card for card in what.get("dealer").split(",") if card]) > 1),
    )
    def dealer_went_on(self, t: Table, what: Irregular) -> Round[None]:
        hand = what.get("box")
        t.announce("separate out the dealer's second and additional cards in their order", S["39(2)"])
        t.waiting += S["39(3)"].says(self.named_cards(t, what.get("dealer").replace(",", " ")))
        t.notes["separated"] = True
        if len(t.hands[hand].cards) == 1:
            yield from self.dealt(t, 1, hand, S["39(4)"])

    def second_card_clause(self, t: Table) -> Clause:
        """Under which clause the dealer's second card comes."""
        if t.notes.get("separated"):
            return S["39(5)"]
        if self.exposed_waits(t):
            return S["31(4)"] if t.notes.get("refused") else S["31(2)"]
        return S["21(5)"]

    # -- 40 and 41 -------------------------------------------------------------------------------------

    @ruling(
        "dealer-no-first-card", S["40(1)"], "all may withdraw; the dealer takes two cards at the end",
        when=lambda self, t, what: t.phase == DECISIONS and self.dealer_cards(t) == 0 and self.acted(t)
        and not t.notes.get("no first card"),
    )
    def no_first_card(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.first_card_missing(t)

    def first_card_missing(self, t: Table) -> Round[None]:
        yield from self.offer_withdrawal(t, S["40(1)(a)"])
        self.go_on(t, S["40(1)(b)"])
        t.notes["no first card"] = True

    @ruling(
        "extra-hand", S["41"], "the extra hand is void",
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

    # -- 42: a player who does not act -----------------------------------------------------------------

    @ruling(
        "player-absent", S["42"], "the supervisor may have cards dealt, to a low total",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    @ruling(
        "no-decision", S["42"], "the supervisor may have cards dealt, to a low total",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(need=True),),
    )
    def not_acting(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what)
        if all(t.hands[hand].closed for hand in self.hands_of(t, box)):
            raise BadFact(f"box {box} has nothing left to decide")
        way = yield from t.direct("supervisor", S["42"], "no direction", "deal")
        t.notes["idle"] = {**t.notes.get("idle", {}), box: way}

    def idle_draws(self, count: Count) -> bool:
        """42: hard 11 or less, soft 16 or less. Aces of a soft hand are not counted low for it."""
        return S["42"].says(count.points <= (16 if count.soft else 11))

    def deal_to_idle(self, t: Table, box: int, hand: str) -> Round[None]:
        while self.idle_hand(t, box, hand) and self.idle_draws(self.counted(t, hand)):
            yield from self.dealt(t, 1, hand, S["42"])
            t.announce(f"{hand} has {self.counted(t, hand).points}", S["21(4)"])

    def idle_hand(self, t: Table, box: int, hand: str) -> bool:
        """Does the direction to deal still have a hand to work on?"""
        return t.notes["idle"][box] == "deal" and not t.hands[hand].closed and bool(self.on_hand(t, hand))
