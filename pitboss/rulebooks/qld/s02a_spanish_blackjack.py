"""QLD schedule 2(a): Spanish blackjack. Blackjack without the tens, in which a player's 21 always wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, rank, suit
from pitboss.equipment.decks import decks
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, surrender, void, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s02_blackjack import INSURANCE, NO_HAND, Blackjack, S
from pitboss.rulebooks.qld.s02_blackjack_general import Count, Limb
from pitboss.rulebooks.qld.shoe_faults import DealerComplete, NoFirstCard
from pitboss.table.acts import Choice
from pitboss.table.facts import AGAINST_DEALER, DEALER, HandOfCards, Settled, Wager
from pitboss.table.game import (
    DECISION,
    Decision,
    Duty,
    GameOption,
    Look,
    PayTable,
    WagerKind,
    displaces,
    displacing,
)
from pitboss.table.reports import have
from pitboss.table.requests import Choose, Offer, Option, option, options
from pitboss.table.table import Round, Table

S2A = schedule("QLD-2a")

SUPER_BONUS = "super bonus"
# 6 and 9(6): payout odds.
PAYS = PayTable("original", {
    "blackjack": ("3 to 2", S2A["6(1):blackjack"]),
    "5 card 21": ("3 to 2", S2A["6(1):5-card-21"]),
    "6-7-8 mixed suits": ("3 to 2", S2A["6(1):678-mixed"]),
    "7-7-7 mixed suits": ("3 to 2", S2A["6(1):777-mixed"]),
    "6 card 21": ("2 to 1", S2A["6(1):6-card-21"]),
    "6-7-8 same suit": ("2 to 1", S2A["6(1):678-suited"]),
    "7-7-7 same suit": ("2 to 1", S2A["6(1):777-suited"]),
    "7 or more card 21": ("3 to 1", S2A["6(1):7-card-21"]),
    "6-7-8 spades": ("3 to 1", S2A["6(1):678-spades"]),
    "7-7-7 spades": ("3 to 1", S2A["6(1):777-spades"]),
    "any other": ("1 to 1", S2A["6(2)"]),
    "double down": ("1 to 1", S2A["9(6)"]),
})
BONUS = PayTable(SUPER_BONUS, {
    "original up to $24": ("$1000", S2A["6(4):up-to-24"]),
    "original of $25 or more": ("$5000", S2A["6(4):25-or-more"]),
    "every other player": ("$50", S2A["6(4):others"]),
})
# 6(4): the least original wager for the larger super bonus.
LARGER: Cents = 25_00
# 8(2): what the marker button says. 8(1): against these surrender is offered.
SURRENDERED = "surrendered"
COURT_OR_ACE = ("J", "Q", "K", "A")
# 10(7): the wager on the first hand of a split, unless (b) or (c) make it the other.
ON_FIRST = S2A["10:players-original-wager(a)"]

LIMBS: Mapping[str, Limb] = {
    S2A["5(2)(a)"]: Limb("the dealer is over 21", "the dealer busts with {dealer}"),
    S2A["5(2)(b)"]: Limb("more points than the dealer", "{own} beats {dealer}"),
    S2A["5(2)(c)"]: Limb("blackjack", "blackjack is paid at once"),
    S2A["5(2)(d)"]: Limb("21", "your 21 is paid at once"),
    S2A["5(2)(e)"]: Limb("equal to the dealer", "push at {points}"),
    S2A["5(2)(f)"]: Limb("over 21", "you bust with {own}"),
    S2A["5(2)(g)"]: Limb("fewer points than the dealer", "{own} loses to {dealer}"),
    S2A["8(4)"]: Limb("surrendered, and the dealer has a blackjack",
                      "the dealer has blackjack, your surrender is void"),
    S2A["8(5)"]: Limb("surrendered", "you surrendered half your bet"),
    S2A["9(5)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S2A["9(7)"]: Limb("the doubled part taken back", "you took the doubled part back"),
    S2A["10(5)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
}

# Where the texts of blackjack are this schedule's too, under its own clauses.
CITES = Blackjack.cites._replace(
    table=Blackjack.cites.table._replace(decks=S2A["4"]),
    dealer_complete=DealerComplete(points=S2A["12(1)"], discarded=S2A["12(2)"]),
    too_many=have(Blackjack.cites.too_many)._replace(surplus=S2A["12(2)"]),
    no_first_card=NoFirstCard(S2A["14(1)"], withdraw=S2A["14(1)(a)"], finish=S2A["14(1)(b)"]),
    play=Blackjack.cites.play._replace(
        wager=S2A["5(1)"],
        double=S2A["9(1)"], double_card=S2A["9(2)"], double_aces=S2A["9(4)"], double_spared=S2A["9(5)"],
        split=S2A["10(1)"], split_stake=S2A["10(2)"], split_in_turn=S2A["10(3)"], split_total=S2A["10(4)"],
        split_once=S2A["10(4)(a)"], split_aces=S2A["10(4)(b)"], split_blackjack=S2A["10(4)(c)"],
        split_spared=S2A["10(5)"],
        no_effect=S2A["11(2)"], finish_early=S2A["13"], two_cards=S2A["14(2)"],
    ),
)


class SpanishBlackjack(Blackjack):
    """Spanish blackjack."""

    id = "qld/spanish-blackjack"
    title = "Spanish blackjack"
    also_called = "spanish 21, pontoon, australian pontoon, 21, twenty-one"
    law = ("QLD-2a", "QLD-2")
    incorporated_by = S2A["1"]
    cites = CITES
    limbs = LIMBS
    brief = (
        ("This is blackjack with decks that have no tens; jacks, queens and kings still count 10.", S2A["4"]),
        ("Any 21 of yours wins and is paid at once, whatever the dealer has.", S2A["7"]),
        ("Blackjack pays 3 to 2; so does a 21 of five cards, and six or more, 6-7-8 and 7-7-7 pay up to 3 to 1.",
         S2A["6(1)"]),
        ("You may double on any number of cards. If its card is a bad one you may take the doubled part back and give "
         "up the rest.", S2A["9(7)"]),
        ("When the dealer shows a picture or an ace you may surrender half your bet on your first two cards; against "
         "a dealer's blackjack it is all lost.", S2A["8(1)"]),
        ("Two cards of the same value may be split once.", S2A["10(1)"]),
        ("Three 7s of one suit against the dealer's 7 win a super bonus, and everybody else at the table gets $50.",
         S2A["6(3)"]),
        ("The dealer also draws on a 17 in which an ace counts 11.", S2A["11(1)"]),
    )
    kinds = displacing((
        WagerKind("original", S2A["5(1)"], "against the dealer, before the first card", compares=AGAINST_DEALER,
                  everyday="main bet"),
        WagerKind("insurance", S["25(2)"], "that the dealer's second card counts 10, against an ace",
                  moment=DECISION),
        WagerKind("double down", S2A["9(1)"], "added to any hand below 21, for one more card", "", DECISION,
                  AGAINST_DEALER, "double"),
        WagerKind("split", S2A["10(1)"], "on the second hand made of two equal cards", "", DECISION, AGAINST_DEALER),
    ), S["14(1)"], S["26(1)"], S["27(1)"])
    # 3(1): what is printed on the layout.
    look = Look("blackjack", emblem="7s 7s 7s", printed=(
        "Dealer must stand on hard 17 or soft 18 and must draw to hard 16 or soft 17", "", "Spanish blackjack",
    ))
    choices = displacing(tuple(
        GameOption("decks", "6", ("5", "6", "7", "8"), S2A["4"], "decks of 48 cards, without the tens")
        if choice.name == "decks" else choice for choice in Blackjack.choices
    ), S["4"])
    pay_tables = displacing((PAYS, INSURANCE, BONUS), S["15(1)"], S["15(2)"], S["24(4)"])
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("surrender", "give up half your bet, unless the dealer has a blackjack", key="g",
                 everyday="give up", past="surrendered"),
        Decision("keep", "leave the doubled part with the hand", key="k", past="kept the double"),
    )
    # 7: a blackjack is not paid at any lesser odds.
    no_decisions = ("even money",)
    duties = (
        *(duty for duty in Blackjack.duties if duty.clause != S["26(3)"]),
        Duty("decisions", "against a picture or an ace, offer surrender to each hand below 21", S2A["8(1)"]),
        Duty("decisions", "put a marker button on a surrendered wager", S2A["8(2)"]),
        Duty("decisions", "place the card of a double down sideways", S2A["9(3)"]),
        Duty("decisions", "take the original wager, and then let the doubled part be withdrawn", S2A["9(8)"]),
    )

    # -- 2, 4 and 6: cards, and what hands are paid as --------------------------------------------------------

    @displaces(S["4"])
    def pack(self) -> tuple[Card, ...]:
        """4: decks without the tens."""
        return decks(self.at_table.decks.says(self.decks), "spanish")

    @displaces(S["15(1)"], S["15(2)"])
    def count(self, cards: Sequence[Card], *, doubled: bool = False, split: bool = False) -> Count:
        """What a hand counts, and the line of 6(1) that it is."""
        count = super().count(cards, doubled=doubled, split=split)
        return count._replace(special=self.special(cards, count)) if count.points == 21 else count

    def special(self, cards: Sequence[Card], count: Count) -> str:
        """2 and 6(1): what else a hand of 21 is; "" where it is only that."""
        many, ranks = len(cards), sorted(map(rank, cards))
        if count.blackjack:
            return "blackjack"
        for name in ("6-7-8", "7-7-7"):
            if ranks == sorted(map(int, name.split("-"))):
                suits = set(map(suit, cards))
                return f"{name} {'mixed suits' if len(suits) > 1 else 'spades' if suits == {'s'} else 'same suit'}"
        for at_most, name, clause in (
            (5, "5 card 21", S2A["2:5-card-21"]), (6, "6 card 21", S2A["2:6-card-21"]),
            (many, "7 or more card 21", S2A["2:7-card-21"]),
        ):
            if clause.says(many == max(at_most, 5)):
                return name
        return ""

    def bonus_hand(self, cards: Sequence[Card], split: bool, up: Card | None) -> bool:
        """6(3), (4) and 10(6): three 7s of one suit, not split, against a first card that is a 7. Pure: the odds call
        it too."""
        sevens = S2A["6(3)"].says([rank(card) for card in cards] == [7, 7, 7] and len(set(map(suit, cards))) == 1)
        barred = split and S2A["10(6)"].says(True)
        return sevens and not barred and S2A["6(4)"].says(up is not None and rank(up) == 7)

    def bonus(self, original: Cents) -> Result:
        """6(4): dollars, by the original wager."""
        line = "original of $25 or more" if original >= LARGER else "original up to $24"
        return win(*self.pay[SUPER_BONUS].lines[line], S2A["6(3)"])

    # -- 7: 21 is paid at once ---------------------------------------------------------------------------------

    @displaces(S["24(1)"], S["24(2)"], S["24(3)"], S["24(4)"])
    def announce_blackjack(self, t: Table, hand: str) -> Round[None]:
        """7: whatever the dealer shows."""
        yield from ()
        self.card_came(t, hand)

    @displaces(S["24(2)"])
    def card_came(self, t: Table, hand: str) -> None:
        """7: blackjack or 21 is paid and the cards removed before any further card."""
        count, held = self.counted(t, hand), t.hands[hand]
        if held.closed or not self.paid_at_once(count):
            return
        t.announce(f"{count.special or '21'}: pay it and remove the cards", S2A["7"])
        held.closed = True
        up = t.hands[DEALER].cards[0] if self.dealer_cards(t) else None
        wins_bonus = self.bonus_hand(held.cards, held.split, up)
        for wager in self.on_hand(t, hand):
            if wins_bonus and wager.kind == "original":
                t.pay_bonus(wager, SUPER_BONUS, self.bonus(wager.amount))
                t.notes[SUPER_BONUS] = [*t.notes.get(SUPER_BONUS, ()), wager.player]
            t.settle(wager, self.outcome(t, wager, NO_HAND))

    def paid_at_once(self, count: Count) -> bool:
        """7. Pure: the odds call it too."""
        return S2A["7"].says(count.points == 21)

    def pay_others(self, t: Table) -> None:
        """6(4): everybody else who has made an original wager, once."""
        winners = t.notes.get(SUPER_BONUS)
        if not winners:
            return
        lost = [Wager(line.box, line.player, line.wager, line.stake, {}, line.wager)
                for line in t.lines if line.wager == "original" and line.outcome != "void"]
        live = [wager for wager in t.wagers.values() if wager.kind == "original"]
        by_player = {wager.player: wager for wager in sorted(lost + live, key=lambda wager: -wager.box)}
        for player, wager in sorted(by_player.items(), key=lambda pair: pair[1].box):
            if player not in winners:
                t.pay_bonus(wager, SUPER_BONUS, win(*self.pay[SUPER_BONUS].lines["every other player"], S2A["6(3)"]))

    # -- 8: surrender ----------------------------------------------------------------------------------------------

    def may_surrender(self, cards: Sequence[Card], split: bool, up: Card | None) -> bool:
        """8(1): the first two cards, below 21, against a jack, queen, king or ace. Pure: the odds call it too."""
        shown = up is not None and up[0] in COURT_OR_ACE
        return S2A["8(1)"].says(shown and len(cards) == 2 and not split and self.count(cards).points < 21)

    @displaces(S["21(2)"])
    def more_cards(self, t: Table, hand: HandOfCards, stake: Cents) -> list[Option | None]:
        up = t.hands[DEALER].cards[0] if self.dealer_cards(t) else None
        offered = super().more_cards(t, hand, stake)
        if self.may_surrender(hand.cards, hand.split, up):
            offered.append(option("surrender", S2A["8(1)"]))
        return offered

    @displaces(S["21(2)"])
    def act_on(self, t: Table, hand: str, choice: Choice) -> Round[None]:
        if choice.name != "surrender":
            yield from super().act_on(t, hand, choice)
            return
        t.notes["signal"] = True
        others = self.behind(t, hand)
        self.mark(t, hand, self.controller(t, hand))
        for player in S2A["8(3)"].says(tuple(others)):
            choice_too = yield from t.choose(lambda player=player: self.surrender_too(t, hand, player))  # type: ignore[misc]
            if choice_too is not None:
                self.mark(t, hand, player)
        t.hands[hand].closed = True

    def surrender_too(self, t: Table, hand: str, player: str) -> Offer | None:
        """8(3): a player behind may surrender as well once the one who controls the box has, and need not."""
        if self.stake_on(t, hand, player) is None:
            return None
        return Offer(S2A["8(3)"], hand, player, options(option("surrender", S2A["8(3)"])), {})

    def mark(self, t: Table, hand: str, player: str) -> None:
        """8(2): a marker button lies on the wager, and the hand gets no further card."""
        stake = self.stake_on(t, hand, player)
        if stake is not None:
            stake.marks["button"] = SURRENDERED
            t.announce(f"{player} surrenders: a marker button on the wager", S2A["8(2)"])

    @displaces(S["38(1)"])
    def has_more_to_come(self, t: Table, hand: str) -> bool:
        """8(2) and 9(2): a hand that was surrendered or doubled gets no further card, though others are still asked."""
        settled = hand in t.notes.get("doubled", ()) or any(map(self.is_surrendered, self.on_hand(t, hand)))
        return super().has_more_to_come(t, hand) and not settled

    def is_surrendered(self, wager: Wager) -> bool:
        return wager.marks.get("button") == SURRENDERED

    def surrendered(self, dealer: Count) -> Result:
        """8(4) and (5). Pure: the odds call it too."""
        if S2A["8(4)"].says(dealer.blackjack):
            return lose(S2A["8(4)"])
        return surrender(S2A["8(5)"])

    # -- 9: doubling down ------------------------------------------------------------------------------------------

    @displaces(S["26(1)"])
    def may_double(self, cards: Sequence[Card]) -> bool:
        """9(1): on two cards or more, but not on 21."""
        return self.at_play.double.says(len(cards) >= 2 and self.count(cards).points < 21)

    @displaces(S["26(2)"])
    def after_double(self, t: Table, hand: str) -> Round[None]:
        """9(7) and (8): whoever has doubled may take the doubled part back before any further card."""
        for player in self.players_on(t, hand):
            choice = yield from t.choose(lambda player=player: self.rescue(t, hand, player))  # type: ignore[misc]
            if choice is not None and choice.name == "withdraw":
                self.forfeit(t, hand, player)

    def rescue(self, t: Table, hand: str, player: str) -> Offer | None:
        double = self.doubled_by(t, hand, player)
        if double is None or not self.may_withdraw(self.counted(t, hand)):
            return None
        means = "take the doubled part back; the bet itself is lost"
        back = option("withdraw", S2A["9(7)"], back=double.amount, means=means)
        keep = Option("keep", S2A["9(7)"])
        return Offer(S2A["9(7)"], hand, player, options(back, keep), {}, keep)

    def may_withdraw(self, count: Count) -> bool:
        """9(7)(a): not over 21; and 21 has been paid. Pure: the odds call it too."""
        return S2A["9(7)"].says(count.points <= 21)

    def doubled_by(self, t: Table, hand: str, player: str) -> Wager | None:
        """What a player has doubled a hand with."""
        return next((w for w in self.on_hand(t, hand) if (w.kind, w.player) == ("double down", player)), None)

    def forfeit(self, t: Table, hand: str, player: str) -> None:
        """9(8): the original wager is removed first; the cards, once nobody has a wager on them."""
        t.announce(f"take {player}'s original wager before the doubled part goes back", S2A["9(8)"])
        t.notes["forfeited"] = [*t.notes.get("forfeited", ()), [hand, player]]
        for wager in [wager for wager in self.on_hand(t, hand) if wager.player == player]:
            t.settle(wager, self.forfeited(wager.kind))

    def forfeited(self, kind: str) -> Result:
        """9(7). Pure: the odds call it too."""
        return void(S2A["9(7)"]) if kind == "double down" else lose(S2A["9(7)"])

    # -- what is not open ------------------------------------------------------------------------------------------

    @displaces(S["24(4)"], S["26(1)"])
    def barred(self, t: Table, hand: HandOfCards | None = None) -> dict[str, Refused]:
        own = {
            "double down": refuse("double down", S2A["9(1)"], "two cards or more, below 21"),
            "surrender": refuse("surrender", S2A["8(1)"], "the first two cards, against a jack, queen, king or ace"),
            "even money": refuse("even money", S2A["7"], "a blackjack is paid at once"),
            "withdraw": refuse("withdraw", S2A["9(7)"], "the doubled part, at once after its card, up to 21"),
        }
        return super().barred(t, hand) | {name: refused for name, refused in own.items() if refused is not None}

    @displaces(S["28(2)"])
    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        """8(2), 9(2) and 9(8): a hand that was surrendered, or doubled."""
        hand, name = act.hand, act.name
        if any(self.is_surrendered(wager) for wager in self.on_hand(t, hand)):
            return refuse(f"{hand} is surrendered", S2A["8(2)"], "no further card")
        if hand in t.notes.get("doubled", ()):
            own = [w for w in self.on_hand(t, hand) if w.kind == "double down" and act.player in ("", w.player)]
            if name == "withdraw" and own and self.may_withdraw(self.counted(t, hand)):
                return refuse("withdraw", S2A["9(8)"], "at once after the card of the double down")
            if name in ("draw", "stand", "double down", "split", "surrender"):
                return refuse(f"{hand} is doubled", S2A["9(2)"], "one card only")
        return super().refuse_out_of_turn(t, act)

    @displaces(S["9(4)"])
    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        if act.name == "surrender" and request.clause == S["21(2)"]:
            return refuse(f"{act.player} surrenders alone", S2A["8(3)"], f"{request.player} acts first")
        return super().refuse_other_player(t, request, act)

    # -- 11 and 12: the dealer's hand ------------------------------------------------------------------------------

    @displaces(S["29(1)"])
    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """11(1): until hard 17 or soft 18; 1: where that differs from blackjack, it applies."""
        plain = super().dealer_draws(cards)
        own = S2A["11(1)"].says(not self.complete_at(self.count(cards)))
        return own if S2A["1"].says(own != plain) else plain

    @displaces(S["32(1)"])
    def complete_at(self, count: Count) -> bool:
        """11(1) and 12(1)(a): hard 17 or soft 18."""
        return count.points >= (18 if count.soft else 17)

    @displaces(S["29(2)"])
    def is_decided(self, t: Table, hand: str) -> bool:
        """8(5) and 11(2): a hand on which all have surrendered is decided by the dealer's second card."""
        return all(self.is_surrendered(wager) for wager in self.on_hand(t, hand))

    # -- 5, 6 and 10(7): results and odds ----------------------------------------------------------------------------

    @displaces(S["15(1)"])
    def settle(self, t: Table) -> None:
        self.pay_others(t)
        super().settle(t)

    @displaces(S["14(3)(h)"], S["14(3)(i)"])
    def outcome(self, t: Table, wager: Wager, dealer: Count) -> Result:
        """A wager by itself: nothing hangs on what lies with another hand, but for the stake of a split that 10(7)
        makes the player's original wager."""
        if self.is_surrendered(wager):
            return self.surrendered(dealer)
        hand = self.rides_on(wager)
        count, first = self.counted(t, hand), t.hands_of(wager.box)[0].name
        added = ("double down",) if self.doubled_by(t, hand, wager.player) is not None else ()
        by = None
        if wager.kind == "split" or (wager.kind == "original" and t.hands[hand].split and hand == first):
            forfeited = [first, wager.player] in t.notes.get("forfeited", ())
            by = self.original_by(self.counted(t, first), forfeited, count)
        return self.result(wager.kind, count, dealer, added, by)

    def original_by(self, first: Count, forfeited: bool, other: Count) -> Clause:
        """10(7): the limb that says which wager of a split is the player's original one: that on the first hand, or
        under (b) and (c) that on the other. Pure: the odds call it too."""
        if S2A["10:players-original-wager(b)"].says(first.points == 21):
            return S2A["10:players-original-wager(b)"]
        if S2A["10:players-original-wager(c)"].says(forfeited and other.points <= 20):
            return S2A["10:players-original-wager(c)"]
        return ON_FIRST

    def collects(self, kind: str, by: Clause | None) -> bool:
        """9(5) and 10(5): does a dealer's blackjack take this wager?"""
        if kind == "double down":
            return not S2A["9(5)"].says(True)
        if by is None:
            return True
        return S2A["10(5)"].says(ON_FIRST.says(kind == "original") if by == ON_FIRST else kind == "split")

    @displaces(*(S[f"14(2)({limb})"] for limb in "abcdefg"), S["14(3)(h)"], S["14(3)(i)"], S["26(5)"], S["27(5)"])
    def result(
        self, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = (), by: Clause | None = None
    ) -> Result:
        """What becomes of a wager on a hand. `added`: is the hand doubled by its player? `by`: of a split, the limb
        that says which wager a dealer's blackjack takes. Pure: the odds call it too."""
        if S2A["5(2)(c)"].says(player.blackjack):
            return self.wins(player, added, S2A["5(2)(c)"])
        if S2A["5(2)(d)"].says(player.points == 21):
            return self.wins(player, added, S2A["5(2)(d)"])
        spared = S2A["9(5)"] if kind == "double down" else S2A["10(5)"]
        if dealer.blackjack and not self.collects(kind, by):
            return void(spared, *((by,) if by is not None else ()), S["14(3)(i)"])
        if S2A["5(2)(f)"].says(player.points > 21):
            return lose(S2A["5(2)(f)"])
        if S2A["5(2)(e)"].says(player.points == dealer.points):
            return void(S2A["5(2)(e)"])
        if S2A["5(2)(a)"].says(dealer.points > 21):
            return self.wins(player, added, S2A["5(2)(a)"])
        if S2A["5(2)(b)"].says(player.points > dealer.points):
            return self.wins(player, added, S2A["5(2)(b)"])
        taken = (*((S2A["9(5)"],) if added else ()), *((S2A["10(5)"], by) if by is not None else ()))
        return lose(S2A["5(2)(g)"], *(taken if dealer.blackjack else ()))

    def wins(self, player: Count, added: tuple[str, ...], limb: Clause) -> Result:
        """6, and 9(6) for a hand that its player has doubled."""
        if "double down" in added:
            return win(self.odds("double down"), S2A["9(6)"], limb)
        odds, line = self.pay["original"].lines[player.special or "any other"]
        return win(S2A["6(1)"].says(odds) if player.special else odds, line, limb)

    def called_out(self, t: Table) -> str:
        """A super bonus is everybody's."""
        winners = t.notes.get(SUPER_BONUS, ())
        boxes = [line.box for line in t.lines if line.wager == SUPER_BONUS and line.player in winners]
        return f"super bonus on box {boxes[0]}, three 7s of one suit" if boxes else ""

    def cheered(self, t: Table, line: Settled) -> str:
        if line.wager == SUPER_BONUS:
            return "Super bonus!"
        hand = t.hands.get(line.hand or str(line.box))
        special = self.counted(t, hand.name).special if hand is not None and hand.cards else ""
        return f"{special[:1].upper()}{special[1:]}!" if special and line.outcome == "win" else ""
