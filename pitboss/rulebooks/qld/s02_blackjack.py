"""QLD schedule 2: blackjack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, void, win
from pitboss.law.results import VOID
from pitboss.money import Cents, Odds
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, table_choices
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02_blackjack_irregularities import Undoubled
from pitboss.rulebooks.qld.s02_blackjack_wagers import BlackjackWagers
from pitboss.rulebooks.qld.shoe_faults import LaidAgain
from pitboss.rulebooks.qld.shoe_table import box_maximum, cutting, decks_in_play, several_boxes, shoe_or_machine
from pitboss.table.acts import Choice, Irregular
from pitboss.table.facts import AGAINST_DEALER, DEALER, HandOfCards, Wager
from pitboss.table.game import DECISION, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.hands import hand_at, place_name, read_hand
from pitboss.table.lobby import BLACKJACK
from pitboss.table.reports import Box, Fact, PlayerNamed
from pitboss.table.requests import Barred, Choose, Offer, Option, option, options
from pitboss.table.sides import FIRST_CARDS, HAND_PLAYED
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("QLD-2")

# 15, 24(4) and 25(4): payout odds.
ORIGINAL = PayTable("original", {
    "other than a blackjack": ("1 to 1", S["15(1)"]),
    "blackjack": ("3 to 2", S["15(2)"]),
    "blackjack paid at once against an ace": ("1 to 1", S["24(4)"]),
})
INSURANCE = PayTable("insurance", {"10 point value card": ("2 to 1", S["25(4)"])})

ADDED = ("double down", "split")
NO_HAND = Count(0, False, False)
DEALERS_BLACKJACK = Count(21, True, True)


class Blackjack(BlackjackWagers):
    """Blackjack."""

    id = "qld/blackjack"
    title = "Blackjack"
    category = BLACKJACK
    also_called = "21, twenty-one, vingt-et-un"
    law: ClassVar[tuple[str, ...]] = ("QLD-2",)
    kinds: ClassVar[tuple[WagerKind, ...]] = (
        WagerKind("original", S["14(1)"], "against the dealer, before the first card", compares=AGAINST_DEALER,
                  everyday="main bet"),
        WagerKind("insurance", S["25(2)"], "that the dealer's second card counts 10, against an ace",
                  moment=DECISION),
        WagerKind("double down", S["26(1)"], "added to a first 9, 10 or 11, for one more card", "", DECISION,
                  AGAINST_DEALER, "double"),
        WagerKind("split", S["27(1)"], "on the second hand made of two equal cards", "", DECISION, AGAINST_DEALER),
    )
    # 3(2): what is printed on the layout.
    look = Look("blackjack", emblem="As Jh", printed=("Dealer must stand on 17 and must draw to 16",))
    opening = "original"
    other_words: ClassVar[dict[str, str]] = dict.fromkeys(("bet", "main", "wager", "stake"), "original")
    choices = (
        *table_choices(S["18"]),
        decks_in_play(S["4"], "5", "6", "7", "8"),
        GameOption("shared", "yes", ("yes", "no"), S["8(1)"], "several players may wager on one box"),
        several_boxes(S["10(1)"]),
        box_maximum(S["8(2)"]),
        shoe_or_machine(S["20(1)"]),
    )
    pay_tables: ClassVar[tuple[PayTable, ...]] = (ORIGINAL, INSURANCE)
    duties: ClassVar[tuple[Duty, ...]] = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("shuffle", "place a cutting card behind the stack and offer the cut", S["6(1)"]),
        *cutting(who=S["6(2)"]),
        Duty("shuffle", "a cut may be passed on; if refused, offer it clockwise", S["6(3)"]),
        *cutting(nobody=S["6(4)"]),
        Duty("shuffle", "have an incorrect cut made again", S["6(6)"]),
        *cutting(to_the_back=S["6(7)"], loaded=S["6(9)"], replaced=S["19"]),
        Duty("wagers", "decide who controls a shared box", S["9(2)"]),
        Duty("wagers", "keep the controlling player's wager nearest to you", S["9(3)"]),
        Duty("dealing", "draw with the left hand, place face up with the right", S["20(2)"]),
        Duty("decisions", "place the card of a double down sideways", S["26(3)"]),
        Duty("settlement", "pick the cards up in order, or into the machine under review", S["22"]),
    )

    # -- the round ---------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(self.time_for("original"))
        if not t.wagers:
            return
        self.entered(t)
        self.carried_over(t)
        while True:
            try:
                yield from self.deal(t)
                self.first_cards(t)
                yield from self.call_insurance(t)
                yield from self.announce_blackjacks(t)
                yield from self.players_act(t)
                yield from self.dealer_acts(t)
                break
            except LaidAgain:
                continue
        t.phase = SETTLEMENT
        self.settle(t)
        self.carry_over(t)

    def deal(self, t: Table) -> Round[None]:
        """21(1): one card to each box, one to the dealer, a second to each box, all face up."""
        t.phase = DEALING
        t.notes |= {"opening": len(t.events), "lines": len(t.lines)}
        boxes = [hand for box in t.clockwise() for hand in self.opening_hands(box)]
        for hand in S["21(1)"].says((*boxes, DEALER, *boxes)):
            if hand == DEALER or self.on_hand(t, hand):
                yield from t.deal(1, hand, S["21(1)"])
        t.phase = DECISIONS

    def opening_hands(self, box: int) -> tuple[str, ...]:
        """The hands that a box opens with."""
        return (hand_at(box),)

    # -- 24 and 25: blackjacks and insurance -------------------------------------------------------------

    def first_value(self, t: Table) -> int | None:
        """What the dealer's first card counts; None when it was missed."""
        return self.value(t.hands[DEALER].cards[0]) if self.dealer_cards(t) else None

    def call_insurance(self, t: Table) -> Round[None]:
        first = self.first_value(t)
        if first is None or not S["25(1)"].says(first == 11):
            return
        t.announce("insurance", S["25(1)"])
        for box in t.clockwise():
            for player in S["9(5)"].says(tuple(t.boxes[box])):
                choice = yield from t.choose(lambda box=box, player=player: self.insurance(t, box, player))  # type: ignore[misc]
                if choice is not None:
                    t.place(box, player, "insurance", choice.amount or 0)

    def insurance(self, t: Table, box: int, player: str) -> Offer | None:
        original = next((wager for wager in t.on_box(box, "original") if wager.player == player), None)
        if original is None or t.wager(box, player, "insurance") is not None or original.amount < 2:
            return None
        most = S["25(2)"].says(original.amount // 2)
        offered = option("insurance", S["25(2)"], min(self.unit, most), most, S["25(2)"])
        return Offer(S["25(2)"], hand_at(box), player, options(offered), {})

    def announce_blackjacks(self, t: Table) -> Round[None]:
        """24(1): before any player receives a third card."""
        for hand in [hand for box in t.clockwise() for hand in self.hands_of(t, box)]:
            yield from self.announce_blackjack(t, hand)
            t.moment(HAND_PLAYED)

    def announce_blackjack(self, t: Table, hand: str) -> Round[None]:
        """24: paid at once, or held until the dealer's second card."""
        first = self.first_value(t)
        if first is None or not self.counted(t, hand).blackjack:
            return
        t.hands[hand].closed = True
        if S["24(1)"].says(2 <= first <= 9):
            t.announce("blackjack: pay it and remove the cards", S["24(1)"])
            for wager in self.on_hand(t, hand):
                t.settle(wager, self.blackjack_wins(S["24(1)"]))
            return
        t.announce("blackjack: held until the dealer's second card", S["24(2)"])
        if first == 11:
            for player in self.players_on(t, hand):
                yield from self.offer_even_money(t, hand, player)

    def offer_even_money(self, t: Table, hand: str, player: str) -> Round[None]:
        def offered() -> Offer | None:
            choices = options(option("even money", S["24(4)"]))
            return Offer(S["24(4)"], hand, player, choices, {}) if self.stake_on(t, hand, player) else None

        choice = yield from t.choose(offered)
        original = self.stake_on(t, hand, player)
        if choice is not None and original is not None:
            t.settle(original, win(self.odds("blackjack paid at once against an ace"), S["24(4)"]))

    def insurance_result(self, second: Card) -> Result:
        """25(4): on the dealer's second card alone."""
        line = self.pay["insurance"].lines["10 point value card"]
        return win(line[0], S["25(4)"]) if self.value(second) == 10 else lose(S["25(4)"])

    # -- 21, 26 to 28: the players act -------------------------------------------------------------------

    def players_act(self, t: Table) -> Round[None]:
        """From the dealer's left; 38(2): a player passed over comes after all others."""
        for box in self.at_play.turn.says(tuple(t.clockwise())):
            yield from self.play_box(t, box)
        while skipped := t.notes.get("skipped"):
            box = skipped[0]
            yield from self.offer_retraction(t, box, self.at_play.skipped)
            t.notes["skipped"] = [other for other in t.notes["skipped"] if other != box]
            yield from self.play_box(t, box)

    def play_box(self, t: Table, box: int) -> Round[None]:
        while box not in t.notes.get("skipped", ()):
            hand = next((name for name in self.hands_of(t, box) if not t.hands[name].closed), None)
            if hand is None:
                return
            yield from self.play_hand(t, box, hand)

    def play_hand(self, t: Table, box: int, hand: str) -> Round[None]:
        """One hand until it is finished, split, or passed over."""
        yield from self.complete(t, hand)
        t.moment(HAND_PLAYED)
        if not t.hands[hand].closed and not t.hands[hand].split:
            self.announce_hand(t, hand)
        while True:
            choice = yield from t.choose(lambda: self.decision(t, box, hand))
            if choice is None:
                break
            if choice.name == "split":
                yield from self.split(t, box, hand, choice.amount or 0)
                return
            yield from self.act_on(t, hand, choice)
            t.moment(HAND_PLAYED)
        if box in t.notes.get("skipped", ()):
            return
        if box in t.notes.get("idle", {}):
            yield from self.deal_to_idle(t, box, hand)
        t.hands[hand].closed = True
        t.moment(HAND_PLAYED)

    def announce_hand(self, t: Table, hand: str) -> None:
        """21(2): what a hand counts, before its player decides."""
        t.announce(f"{place_name(hand)} has {self.counted(t, hand).points}", self.at_play.turn)

    def complete(self, t: Table, hand: str) -> Round[None]:
        """The second card, of a split hand or where it was missed, when the hand is acted on."""
        held = t.hands[hand]
        if not self.on_hand(t, hand):
            held.closed = True
        if held.closed or len(held.cards) > 1:
            return
        if not held.split:
            yield from self.passed_by(t, held.box)
            if not held.closed:
                yield from self.announce_blackjack(t, hand)
            return
        yield from self.dealt(t, 1, hand, self.at_play.split_in_turn)
        self.split_completed(t, held)

    def split_completed(self, t: Table, hand: HandOfCards) -> None:
        """27(4): the second card of a split hand has come; an ace gets no other."""
        t.announce(f"{place_name(hand.name)} has {self.counted(t, hand.name).points}", self.at_play.split_total)
        self.card_came(t, hand.name)
        if self.second_only(hand.split, hand.cards[0]):
            hand.closed = True

    def decision(self, t: Table, box: int, hand: str) -> Choose | None:
        """21(2): what the player who controls a hand may do; None when nothing is left to decide."""
        held, wagers = t.hands[hand], self.on_hand(t, hand)
        left_alone = box in t.notes.get("skipped", ()) or box in t.notes.get("idle", {})
        if held.closed or left_alone or not wagers:
            return None
        points = self.counted(t, hand).points
        if not S["28(1)"].says(points < 21):
            return None
        player = self.controller(t, hand)
        stake = next(wager.amount for wager in wagers if wager.player == player)
        offered = [option("stand", S["28(3)"]), *self.more_cards(t, held, stake)]
        if self.exposed_waits(t):
            offered.append(option("refuse", S["31(3)"]))
        return Choose(self.at_play.turn, hand, player, options(*offered), Barred(lambda: self.barred(t, held)))

    def more_cards(self, t: Table, hand: HandOfCards, stake: Cents) -> list[Option | None]:
        """What may be done with a hand other than to stand on it."""
        offered = [option("draw", S["28(1)"])]
        if self.may_double(hand.cards):
            offered.append(self.double_option(self.at_play.double, stake))
        if self.splits(t, hand):
            amount = self.at_play.split_stake.says(stake)
            offered.append(option("split", self.at_play.split, amount, amount, self.at_play.split_stake))
        return offered

    def may_double(self, cards: Sequence[Card]) -> bool:
        """26(1): on a first two cards of 9, 10 or 11, aces as 1."""
        return self.at_play.double.says(len(cards) == 2 and 9 <= self.hard_total(cards) <= 11)

    def may_split(self, cards: Sequence[Card]) -> bool:
        """27(1): a first two cards of one value."""
        return self.at_play.split.says(len(cards) == 2 and self.value(cards[0]) == self.value(cards[1]))

    def splits(self, t: Table, hand: HandOfCards) -> bool:
        """27(4)(a): a pair is split once."""
        return not (hand.split and self.at_play.split_once.says(True)) and self.may_split(hand.cards)

    def double_option(self, clause: Clause, stake: Cents) -> Option | None:
        return option("double down", clause, min(self.unit, stake), stake, self.at_play.double)

    def barred(self, t: Table, hand: HandOfCards | None = None) -> dict[str, Refused]:
        """What people try when it is not open to them, with a hand or at large, and what stops them."""
        again = self.at_play.split_once if hand is not None and hand.split else self.at_play.split
        tried = {
            "double down": refuse("double down", self.at_play.double, "two cards of 9, 10 or 11"),
            "split": refuse("split", again, "the first two cards, of one value"),
            "insurance": refuse("insurance", S["25(1)"], "when it is called, against an ace"),
            "even money": refuse("even money", S["24(4)"], "for a blackjack against an ace"),
            "retract": refuse("retract", S["16(1)"], "wait for the dealer"),
            "withdraw": refuse("withdraw", S["16(1)"], "wait for the dealer"),
        }
        return {name: refused for name, refused in tried.items() if refused is not None}

    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        own = [wager for wager in t.on_box(read_hand(act.hand)[0], "original") if wager.player == act.player]
        if act.name == "insurance" and not S["25(2)"].says(bool(own)):
            return refuse(f"{act.player} has no original wager to insure", S["25(2)"], "insurance of one's own wager")
        if request.clause != self.at_play.turn:
            return None
        late = {"double down": S["9(6)"], "insurance": S["25(1)"], "even money": S["24(4)"]}
        clause = late.get(act.name, S["9(4)"])
        return refuse(f"{request.player} decides for {request.hand}", clause, f"{request.player} acts first")

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        hand, name = act.hand, act.name
        if name in ("insurance", "even money", "retract", "withdraw"):
            return self.barred(t).get(name)
        if hand == DEALER or hand not in t.hands:
            return None
        held = t.hands[hand]
        if hand in t.notes.get("refused", ()):
            return refuse(f"{hand} refused a card", S["31(3)"], "nothing more in this round")
        if held.closed and held.split and self.value(held.cards[0]) == 11:
            return refuse(f"{hand} is a split ace", self.at_play.split_aces, "one card only")
        if hand in t.notes.get("doubled", ()):
            return refuse(f"{hand} is doubled", S["28(2)"], "one card only")
        if held.cards and not S["28(1)"].says(self.counted(t, hand).points < 21):
            barred = refuse(f"{hand} has 21 or more", S["28(1)"], "nothing")
            return barred if name == "draw" else self.barred(t, held).get(name, barred)
        return refuse(f"{hand} does not act now", self.at_play.turn, "from the dealer's left, each hand in turn")

    @ruling(
        "spoken-decision", "play.signals", "chips double and split, a hand signal draws or stands; words do not count",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(), PlayerNamed(), Fact("decision")),
    )
    def spoken_decision(self, t: Table, what: Irregular) -> None: ...

    def act_on(self, t: Table, hand: str, choice: Choice) -> Round[None]:
        """Stand, draw, refuse an exposed card, or double down."""
        held = t.hands[hand]
        if choice.name == "double down":
            yield from self.double(t, hand, choice.amount or 0)
            return
        t.notes["signal"] = True
        if choice.name == "draw":
            yield from self.dealt(t, 1, hand, S["28(1)"])
            self.announce_total(t, hand)
            return
        if choice.name == "refuse":
            t.notes["refused"] = [*t.notes.get("refused", ()), hand]
        held.closed = True

    def announce_total(self, t: Table, hand: str) -> None:
        """21(4): after each card; a hand over 21 is lost."""
        count = self.counted(t, hand)
        t.announce(f"{place_name(hand)} has {count.points}", self.at_play.another)
        if count.points > 21:
            t.hands[hand].closed = True
            for wager in self.on_hand(t, hand):
                if not self.may_be_spared(t, wager):
                    t.settle(wager, self.result(wager.kind, count, NO_HAND))
        else:
            self.card_came(t, hand)

    def may_be_spared(self, t: Table, wager: Wager) -> bool:
        """14(3)(i): could the dealer still have a blackjack, and would it make a wager void whose hand is over 21?"""
        first, over = self.first_value(t), self.counted(t, self.rides_on(wager)).points > 21
        possible = (first is None or first >= 10) and not t.notes.get("early")
        return over and possible and self.outcome(t, wager, DEALERS_BLACKJACK).outcome == VOID

    def card_came(self, t: Table, hand: str) -> None:
        """A hand has got another card and is not over 21: what a schedule does about it at once; nothing here."""
        return

    def double(self, t: Table, hand: str, amount: Cents) -> Round[None]:
        """26, and 9(6) for the players behind."""
        players = self.behind(t, hand)
        t.notes |= {"doubled": [*t.notes.get("doubled", ()), hand], "doubling": hand}
        self.place_double(t, hand, self.controller(t, hand), amount)
        try:
            yield from self.card_of_double(t, hand, players)
        except Undoubled:
            t.notes["doubled"] = [other for other in t.notes["doubled"] if other != hand]
            return
        finally:
            t.notes.pop("doubling", None)
        self.announce_total(t, hand)
        yield from self.after_double(t, hand)
        t.hands[hand].closed = S["28(2)"].says(True)

    def card_of_double(self, t: Table, hand: str, players: Sequence[str]) -> Round[None]:
        """Players behind have doubled too, or not, and the one card has come."""
        for player in players:
            choice = yield from t.choose(lambda player=player: self.double_too(t, hand, player))  # type: ignore[misc]
            if choice is not None:
                self.place_double(t, hand, player, choice.amount or 0)
        yield from self.dealt(t, 1, hand, self.at_play.double_card)

    def after_double(self, t: Table, hand: str) -> Round[None]:
        """What players may do once the card of a double down has come; nothing here."""
        yield from ()

    def double_too(self, t: Table, hand: str, player: str) -> Offer | None:
        """9(6): a player behind may double as well, and need not."""
        stake = self.stake_on(t, hand, player)
        if stake is None:
            return None
        return Offer(S["9(6)"], hand, player, options(self.double_option(S["9(6)"], stake.amount)), {})

    def place_double(self, t: Table, hand: str, player: str, amount: Cents) -> None:
        """Each of several hands has a place of its own for what is added to it."""
        held = t.hands[hand]
        t.place(held.box, player, "double down", amount, hand if held.place else "")

    def split(self, t: Table, box: int, hand: str, amount: Cents) -> Round[None]:
        """27, and 9(7) for the players behind."""
        player, others, riding = self.controller(t, hand), self.behind(t, hand), self.on_hand(t, hand)
        first, second = (half.name for half in t.hands.split(hand))
        for wager in riding:
            t.lay(wager, first)
        t.place(box, player, "split", amount, second)
        for other in others:
            choice = yield from t.choose(lambda other=other: self.cover(t, other, first, second))  # type: ignore[misc]
            stake = self.stake_on(t, first, other)
            if choice is None or stake is None:
                continue
            if choice.name == "split":
                t.place(box, other, "split", choice.amount or 0, second)
            elif choice.name == f"apply to {second}":
                t.lay(stake, second)

    def cover(self, t: Table, player: str, first: str, second: str) -> Choose | None:
        """9(7): cover both hands, or choose the one that the wager on the pair is for."""
        stake = self.stake_on(t, first, player)
        if stake is None:
            return None
        amount = self.at_play.split_stake.says(stake.amount)
        offered = options(
            option("split", S["9(7)"], amount, amount, self.at_play.split_stake),
            option(f"apply to {first}", S["9(7)"]),
            option(f"apply to {second}", S["9(7)"]),
        )
        return Choose(S["9(7)"], hand_at(stake.box), player, offered, {})

    # -- 29: the dealer acts -----------------------------------------------------------------------------

    def dealer_acts(self, t: Table) -> Round[None]:
        if not t.wagers or not (yield from self.second_card(t)):
            return
        second = t.hands[DEALER].cards[1]
        for wager in [wager for wager in t.wagers.values() if wager.kind == "insurance"]:
            if t.settle(wager, self.insurance_result(second)).outcome == "lose":
                t.announce("collect the insurance before another card", S["25(5)"])
        while self.more_matters(t) and self.dealer_draws(t.hands[DEALER].cards):
            yield from self.dealt(t, 1, DEALER, self.at_play.dealers)
        t.notes["dealer total"] = self.dealer_count(t).points
        t.announce(f"dealer has {t.notes['dealer total']}", self.at_play.dealers)
        yield from t.reveal(DEALER, self.at_play.dealers)

    def second_card(self, t: Table) -> Round[bool]:
        """21(5), unless no hand, no added wager and no insurance depends on it. False: the dealer takes none."""
        if not self.dealer_cards(t):
            if not t.notes.get("no first card"):
                yield from self.first_card_missing(t)
            if S["40(3)"].says(not self.live_hands(t)):
                return False
            yield from self.dealt(t, 2, DEALER, self.at_play.two_cards)
        if (missing := 2 - self.dealer_cards(t)) > 0:
            insured = any(wager.kind == "insurance" for wager in t.wagers.values())
            spared = any(self.may_be_spared(t, wager) for wager in t.wagers.values() if self.plays(wager))
            nothing = not self.live_hands(t) and not spared
            if self.at_play.no_effect.says(nothing) and not S["25(3)"].says(insured):
                return False
            yield from self.dealt(t, missing, DEALER, self.second_card_clause(t, self.at_play.second))
        return True

    def live_hands(self, t: Table) -> list[str]:
        """Hands with a wager that are not over 21."""
        hands = [hand for hand in t.hands if hand != DEALER and self.on_hand(t, hand)]
        return [hand for hand in hands if self.counted(t, hand).points <= 21]

    def more_matters(self, t: Table) -> bool:
        """29(2): can another card of the dealer change what becomes of any hand? A blackjack's fate is known. 35(2):
        early cards are finished for any hand that is not over 21."""
        live = self.live_hands(t)
        if t.notes.get("early"):
            return self.at_play.finish_early.says(bool(live))
        open_hands = [hand for hand in live if not self.is_decided(t, hand)]
        return not self.at_play.no_effect.says(not open_hands)

    def is_decided(self, t: Table, hand: str) -> bool:
        """Is it known what becomes of a hand, once the dealer has a second card?"""
        return self.counted(t, hand).blackjack

    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """29(1): until 17, hard or soft."""
        return S["29(1)"].says(self.count(cards).points < 17)

    def dealer_count(self, t: Table) -> Count:
        count = self.counted(t, DEALER) if DEALER in t.hands else NO_HAND
        return self.early_count(count) if t.notes.get("early") else count

    # -- 14 and 15: results and odds ---------------------------------------------------------------------

    def settle(self, t: Table) -> None:
        dealer = self.dealer_count(t)
        results = [(wager, self.outcome(t, wager, dealer)) for box in t.clockwise() for wager in t.on_box(box)]
        for wager, result in results:
            t.settle(wager, result)
            t.moment(HAND_PLAYED)
        self.settle_beside(t)

    def settle_beside(self, t: Table) -> None:
        """Additional wagers that waited for the dealer's first card are decided if it came after all; 40(3): if none
        came, they go back."""
        t.moment(FIRST_CARDS)
        t.moment(HAND_PLAYED)
        for wager in list(t.sides.values()):
            clause = self.sides[wager.kind].goes_back
            if clause is not None and not self.dealer_cards(t):
                t.settle(wager, void(S["40(3)"], clause))

    def outcome(self, t: Table, wager: Wager, dealer: Count) -> Result:
        """What becomes of a wager that lies on the table when the dealer's hand is complete."""
        hand = self.rides_on(wager)
        hands = t.hands.began_as_one(hand)
        lies = {w.kind for w in t.on_box(wager.box) if w.player == wager.player and self.rides_on(w) in hands}
        return self.result(wager.kind, self.counted(t, hand), dealer, tuple(kind for kind in ADDED if kind in lies))

    def result(self, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = ()) -> Result:
        """What becomes of a wager on a hand. `added` are the kinds of wagers its player has added to the
        original. Pure: the odds call it too."""
        if added and dealer.blackjack:
            return self.original_only(kind, added)
        if S["14(2)(f)"].says(player.points > 21):
            return lose(S["14(2)(f)"])
        if S["14(2)(d)"].says(dealer.blackjack and not player.blackjack):
            return lose(S["14(2)(d)"])
        if S["14(2)(c)"].says(player.blackjack and not dealer.blackjack):
            return self.blackjack_wins(S["24(3)"])
        if S["14(2)(e)"].says(player.points == dealer.points):
            return void(S["14(2)(e)"])
        if S["14(2)(a)"].says(dealer.points > 21):
            return win(self.odds("other than a blackjack"), S["15(1)"], S["14(2)(a)"])
        if S["14(2)(b)"].says(player.points > dealer.points):
            return win(self.odds("other than a blackjack"), S["15(1)"], S["14(2)(b)"])
        return lose(S["14(2)(g)"])

    def blackjack_wins(self, clause: Clause) -> Result:
        """15(2), as 24(1) or 24(3) says again."""
        return win(clause.says(self.odds("blackjack")), S["15(2)"], S["14(2)(c)"], clause)

    def original_only(self, kind: str, added: tuple[str, ...]) -> Result:
        """14(3), as 26(5) and 27(5) say again: a dealer's blackjack takes the original wager and no more."""
        again = {"double down": self.at_play.double_spared, "split": self.at_play.split_spared}
        if kind in again:
            return again[kind].says(void(S["14(3)(i)"], again[kind]))
        result = lose(S["14(3)(h)"], *(again[way] for way in added))
        for way in added:
            result = again[way].says(result)
        return result

    def odds(self, line: str) -> Odds:
        return self.pay["original"].lines[line][0]
