"""QLD schedule 2(b): blackjack challenge. Blackjack where ties lose; 21 and five cards are paid at once, and a
blackjack against the dealer's by the rank of its ten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.hands import blackjack
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, void, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s02_blackjack import ADDED, INSURANCE, ORIGINAL, Blackjack, S
from pitboss.rulebooks.qld.s02_blackjack_general import Count, Limb
from pitboss.table.acts import Choice
from pitboss.table.facts import AGAINST_DEALER, DEALER, HandOfCards, Settled, Wager, Worth
from pitboss.table.game import DECISION, Duty, Look, PayTable, WagerKind, displaces, displacing
from pitboss.table.hands import hand_at, place_name
from pitboss.table.requests import Choose, Option, option, options
from pitboss.table.table import Round, Table

B = schedule("QLD-2b")

# 6, 10 and 11: payout odds.
CHALLENGE = PayTable("original", {
    "more points than the dealer": ("1 to 1", B["11(2)"]),
    "dealer over 21": ("1 to 1", B["11(3)"]),
    "21": ("1 to 1", B["10(1)"]),
    "five card trick": ("1 to 1", B["10(2)"]),
    "blackjack against 2 to 9": ("2 to 1", B["6(1)"]),
    "blackjack": ("2 to 1", B["11(1)(a)"]),
    "both blackjack, higher ten": ("5 to 1", B["11(1)(b)(i)"]),
    "both blackjack, same ten": ("4 to 1", B["11(1)(b)(ii)"]),
    "both blackjack, lower ten": ("3 to 1", B["11(1)(b)(iii)"]),
})
BY_TEN = ("both blackjack, lower ten", "both blackjack, same ten", "both blackjack, higher ten")

# 5(2): what decides, by the limb that does.
DEALERS = Limb("the dealer has a blackjack", "the dealer has blackjack")
LIMBS: Mapping[str, Limb] = {
    B["5(2)(a)"]: Limb("the dealer is over 21", "the dealer busts with {dealer}"),
    B["5(2)(b)"]: Limb("21", "21 is paid at once"),
    B["5(2)(c)"]: Limb("five card trick", "five card trick with {points}"),
    B["5(2)(d)"]: Limb("more points than the dealer", "{own} beats {dealer}"),
    B["5(2)(e)"]: Limb("blackjack", "blackjack"),
    B["5(2)(f)"]: Limb("both have a blackjack", "blackjack against the dealer's"),
    B["5(2)(g)"]: DEALERS,
    B["5(2)(h)"]: Limb("equal to the dealer", "{points} each, and ties lose"),
    B["5(2)(i)"]: Limb("fewer points than the dealer", "{own} loses to {dealer}"),
    B["5(2)(j)"]: Limb("over 21", "you bust with {own}"),
    B["7(2)"]: DEALERS,
    B["8(5)"]: DEALERS,
}
# What a dealer's blackjack leaves of wagers added to the original.
SPARED = {"double down": B["7(2)"], "split": B["8(5)"]}
CITES = Blackjack.cites.play


class BlackjackChallenge(Blackjack):
    """Blackjack challenge."""

    id = "qld/blackjack-challenge"
    title = "Blackjack challenge"
    also_called = "21, twenty-one, challenge, five card trick, five card charlie"
    law = ("QLD-2b", "QLD-2")
    incorporated_by = B["1"]
    cites = Blackjack.cites._replace(play=CITES._replace(
        wager=B["5(1)"], double=B["7(1)"], double_spared=B["7(2)"],
        split_stake=B["8(3)(a)"], split_total=B["8(1)"], split_spared=B["8(5)"],
    ))
    brief = (
        ("Come closer to 21 than the dealer without going over: a tie loses.", B["5(2)(h)"]),
        ("A total of 21, or five cards that do not pass it, is paid at once, whatever the dealer has.", B["10(2)"]),
        ("An ace with a ten or a picture as first two cards is blackjack, also after a split, and pays 2 to 1.",
         B["11(1)(a)"]),
        ("If the dealer has blackjack too, yours pays more: 5, 4 or 3 to 1 by whose ten is the higher, king to 10.",
         B["11(1)(b)"]),
        ("Double on your first two or three cards: one more stake, one more card.", B["7(1)"]),
        ("Two cards of the same value may be split, and a third hand made of another.", B["8(3)"]),
        ("A dealer's blackjack takes one stake of the hands still in play; there is no insurance.", B["8(5)"]),
        ("The dealer draws to 16 and stands on 17 or more.", S["29(1)"]),
    )
    kinds = displacing((
        WagerKind("original", B["5(1)"], "against the dealer, before the first card", compares=AGAINST_DEALER,
                  everyday="main bet"),
        WagerKind("double down", B["7(1)"], "added to the first two or three cards, for one more", "", DECISION,
                  AGAINST_DEALER, "double"),
        WagerKind("split", B["8(3)"], "on another hand made of two equal cards", "", DECISION, AGAINST_DEALER),
    ), S["14(1)"], S["26(1)"], S["26(5)"], S["27(2)"], S["27(5)"])
    pay_tables = displacing((CHALLENGE,), *(
        clause for table in (ORIGINAL, INSURANCE) for _, clause in table.lines.values()
    ))
    # 3(1): what is printed on the layout.
    look = Look("blackjack", emblem="As Kh / 2c 3d 4h 5s 6c", printed=(
        "Dealer must stand on 17 and must draw to 16", "Blackjack challenge",
    ))
    duties = (
        *Blackjack.duties,
        Duty("decisions", "announce the total of a split hand with its second card: stand, draw, double or split again",
             B["8(1)"]),
    )
    no_decisions = ("insurance", "even money")
    limbs = LIMBS
    # 8(3)(b).
    most_hands: ClassVar[int] = 3

    def cheered(self, t: Table, line: Settled) -> str:
        said = {B["5(2)(e)"]: "Blackjack!", B["5(2)(f)"]: "Blackjack!", B["5(2)(c)"]: "Five card trick!"}
        return next((said[clause] for clause in line.also if clause in said), "")

    # -- 2 and 4: what hands are ---------------------------------------------------------------------------

    @displaces(S["2:blackjack"], S["27(4)(c)"])
    def is_blackjack(self, cards: Sequence[Card], split: bool = False) -> bool:
        """2: an ace and a card of 10 points as the first two; 8(2): on a split card too; 1: where that differs from
        blackjack, it applies."""
        plain = super().is_blackjack(cards, split)
        own = B["2:blackjack"].says(blackjack.is_blackjack(cards)) and (not split or B["8(2)"].says(True))
        return own if B["1"].says(own != plain) else plain

    def is_trick(self, points: int, cards: int) -> bool:
        """2: five cards that do not pass 21."""
        return B["2:five-card-trick"].says(cards == 5 and points <= 21)

    @displaces(S["14(2)(e)"])
    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        """As hands win: a player's blackjack, 21 and five cards beat all of the dealer's; a tie is the dealer's."""
        count = self.counted(t, hand)
        if hand == DEALER:
            return Worth((0 if count.points > 21 else 100 * count.blackjack + 2 * count.points + 1,), cards)
        if count.points > 21:
            return Worth((-1,), cards)
        ahead = count.points == 21 or len(cards) == 5
        return Worth((1000 * ahead + 2 * count.points,), cards)

    # -- 9: insurance --------------------------------------------------------------------------------------

    @displaces(S["9(5)"], *(S[f"25({number})"] for number in range(1, 6)))
    def call_insurance(self, t: Table) -> Round[None]:
        """9: none is offered."""
        if not B["9"].says(True):
            yield from super().call_insurance(t)

    @property
    @displaces(S["25(1)"])
    def later(self) -> dict[str, Clause]:
        return super().later | {"insurance": B["9"]}

    # -- 6: blackjacks -------------------------------------------------------------------------------------

    @displaces(S["24(1)"], S["24(2)"], S["24(4)"])
    def announce_blackjack(self, t: Table, hand: str) -> Round[None]:
        self.tell_blackjack(t, hand)
        yield from ()

    def tell_blackjack(self, t: Table, hand: str) -> None:
        """6: paid at once, or held until the dealer's second card."""
        first = self.first_value(t)
        if first is None or not self.counted(t, hand).blackjack:
            return
        t.hands[hand].closed = True
        if not self.pays_blackjack_now(first):
            t.announce("blackjack: held until the outcome is known", B["6(2)"])
            return
        t.announce("blackjack: pay it and remove the cards", B["6(1)"])
        for wager in self.on_hand(t, hand):
            t.settle(wager, self.blackjack_at_once())

    def pays_blackjack_now(self, first: int) -> bool:
        """6(1): against a first card with which the dealer cannot have one."""
        return B["6(1)"].says(2 <= first <= 9)

    def blackjack_at_once(self) -> Result:
        """6(1): what it is paid there and then."""
        return B["5(2)(e)"].says(win(self.odds("blackjack against 2 to 9"), B["6(1)"], B["5(2)(e)"]))

    # -- 7 and 8: doubling and splitting -------------------------------------------------------------------

    @displaces(S["26(1)"])
    def may_double(self, cards: Sequence[Card]) -> bool:
        """7(1): on the first two or three cards, whatever they count."""
        return B["7(1)"].says(len(cards) in (2, 3))

    @displaces(S["27(4)(a)"])
    def splits(self, t: Table, hand: HandOfCards) -> bool:
        """8(3): a pair is split, and one of the hands again, by a card of the same value; no fourth hand is made."""
        pair = self.may_split(hand.cards)
        again = not hand.split or B["8(3)"].says(pair)
        return pair and again and B["8(3)(b)"].says(len(self.hands_of(t, hand.box)) < self.most_hands)

    @displaces(S["27(2)"])
    def more_cards(self, t: Table, hand: HandOfCards, stake: Cents) -> list[Option | None]:
        offered: list[Option | None] = []
        if not self.second_only(hand.split, hand.cards[0]):
            offered.append(option("draw", S["28(1)"]))
            if self.may_double(hand.cards):
                offered.append(self.double_option(self.at_play.double, stake))
        if self.splits(t, hand):
            amount = self.at_play.split_stake.says(stake)
            offered.append(option("split", B["8(3)"], amount, amount, self.at_play.split_stake))
        return offered

    @displaces(S["27(4)(a)"])
    def split_completed(self, t: Table, hand: HandOfCards) -> None:
        """8(1): the second card of a split hand has come; an ace gets no other, but may be split again."""
        t.announce(f"{place_name(hand.name)} has {self.counted(t, hand.name).points}", self.at_play.split_total)
        self.tell_blackjack(t, hand.name)
        if self.second_only(hand.split, hand.cards[0]) and not self.splits(t, hand):
            hand.closed = True

    @displaces(S["9(7)"])
    def cover(self, t: Table, player: str, first: str, second: str) -> Choose | None:
        """8(4): a player behind covers the hand just made, or has the stake with the first of the two hands."""
        stake = self.stake_on(t, first, player)
        if stake is None or not B["8(4)"].says(True):
            return None
        amount = B["8(4)(a)"].says(stake.amount)
        names = [hand.name for hand in t.hands_of(stake.box)]
        offered = options(
            option("split", B["8(4)(a)"], amount, amount, B["8(4)(a)"]),
            option(f"apply to {first}", B["8(5)"]),
        )
        others = [name for name in names if name != first]
        tried = {name: refuse(f"apply to {name}", B["8(5)"], f"apply to {first}, or split") for name in others}
        barred = {f"apply to {name}": refused for name, refused in tried.items() if refused is not None}
        return Choose(B["8(4)"], hand_at(stake.box), player, offered, barred)

    @displaces(S["24(4)"], S["25(1)"], S["26(1)"], S["27(4)(a)"])
    def barred(self, t: Table, hand: HandOfCards | None = None) -> dict[str, Refused]:
        tried = {
            "double down": refuse("double down", B["7(1)"], "the first two or three cards"),
            "split": self.refuse_split(t, hand),
            "insurance": refuse("insurance", B["9"], "no insurance in this game"),
            "even money": refuse("even money", B["6(2)"], "wait for the dealer's hand"),
        }
        if hand is not None and hand.cards and self.second_only(hand.split, hand.cards[0]):
            tried |= {name: refuse(f"{hand.name} is a split ace", S["27(4)(b)"], "stand, or split another ace")
                      for name in ("draw", "double down")}
        inherited = {name: refused for name, refused in super().barred(t, hand).items() if name not in tried}
        return inherited | {name: refused for name, refused in tried.items() if refused is not None}

    def refuse_split(self, t: Table, hand: HandOfCards | None) -> Refused | None:
        """Why a hand is not split."""
        if hand is None or len(hand.cards) < 2 or not self.may_split(hand.cards[:2]):
            clause = B["8(3)"] if hand is not None and hand.split else S["27(1)"]
            return refuse("split", clause, "two cards of one value")
        if len(hand.cards) > 2:
            return refuse("split", B["8(3)(c)"], "the first two cards, before a third")
        return refuse("split", B["8(3)(b)"], "stand, or what else is offered: three hands on a box are the most")

    @displaces(S["24(4)"], S["25(1)"], S["25(2)"])
    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        return self.barred(t)[act.name] if act.name in ("insurance", "even money") else (
            super().refuse_other_player(t, request, act))

    @displaces(S["14(2)(g)"])
    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        held = None if act.hand == DEALER else t.hands.get(act.hand)
        if held is not None and held.closed and act.name in ("stand", "draw", "double down", "split"):
            if act.name == "split" and self.second_only(held.split, held.cards[0]):
                return self.refuse_split(t, held)
            drawn_to_21 = act.name == "draw" and self.counted(t, held.name).points == 21
            if not drawn_to_21 and (refused := self.refuse_decided(t, held)) is not None:
                return refused
        return super().refuse_out_of_turn(t, act)

    def refuse_decided(self, t: Table, hand: HandOfCards) -> Refused | None:
        """6 and 10: nothing more is done with a hand that is paid, or is held as a blackjack."""
        count, paid = self.counted(t, hand.name), "nothing: it is paid"
        if count.blackjack and not self.pays_blackjack_now(self.first_value(t) or 0):
            return refuse(f"{hand.name} has blackjack", B["6(2)"], "wait for the dealer's hand")
        if count.blackjack:
            return refuse(f"{hand.name} has blackjack", B["6(1)"], paid)
        if count.points == 21:
            return refuse(f"{hand.name} has 21", B["10(1)"], paid)
        if self.is_trick(count.points, len(hand.cards)):
            return refuse(f"{hand.name} has five cards", B["10(2)"], paid)
        return None

    # -- 5(2) and 10: decided at once ----------------------------------------------------------------------

    @displaces(S["14(2)(f)"], S["14(3)(i)"])
    def announce_total(self, t: Table, hand: str) -> None:
        """After each card; what is decided is settled there and then, with all that was added to it."""
        count = self.counted(t, hand)
        t.announce(f"{place_name(hand)} has {count.points}", self.at_play.another)
        result = self.at_once(count, len(t.hands[hand].cards))
        if result is not None:
            t.hands[hand].closed = True
            for wager in self.on_hand(t, hand):
                t.settle(wager, result)

    def at_once(self, count: Count, cards: int) -> Result | None:
        """What becomes of the wagers on a hand that need not wait for the dealer's; None where they do. Pure: the odds
        call it too."""
        if count.points > 21 and B["5(2)"].says(True):
            return lose(B["5(2)(j)"])
        if count.points == 21 and not count.blackjack:
            return B["5(2)(b)"].says(win(self.odds("21"), B["10(1)"], B["5(2)(b)"]))
        if self.is_trick(count.points, cards):
            return B["5(2)(c)"].says(win(self.odds("five card trick"), B["10(2)"], B["5(2)(c)"]))
        return None

    # -- 5(2) and 11: final settlement ---------------------------------------------------------------------

    @displaces(S["14(3)(h)"], S["14(3)(i)"])
    def outcome(self, t: Table, wager: Wager, dealer: Count) -> Result:
        hand, box = self.rides_on(wager), wager.box
        count = self.counted(t, hand)
        if count.blackjack and dealer.blackjack:
            return self.both_blackjack(self.ten_of(t, hand), self.ten_of(t, DEALER))
        mine = {other.kind for other in t.on_box(box) if other.player == wager.player}
        added = tuple(kind for kind in ADDED if kind in mine)
        return self.result(wager.kind, count, dealer, added, taken=hand == self.hand_taken(t, box, wager.player))

    def hand_taken(self, t: Table, box: int, player: str) -> str | None:
        """The hand whose stake a dealer's blackjack takes: a player's first that is in play and has none itself."""
        hands = [hand for hand in self.hands_of(t, box) if not self.counted(t, hand).blackjack]
        return next((hand for hand in hands if self.stake_on(t, hand, player) is not None), None)

    def ten_of(self, t: Table, hand: str) -> Card:
        """The card of 10 points in a blackjack."""
        return next(card for card in t.hands[hand].cards if self.value(card) == 10)

    @displaces(*(S[f"14(2)({limb})"] for limb in "abcdefg"), S["15(1)"], S["15(2)"], S["24(3)"])
    def result(
        self, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = (), *, taken: bool = True
    ) -> Result:
        """What becomes of a wager on a hand that waited for the dealer's, where not both are blackjacks. `taken`: is
        this the hand that a dealer's blackjack takes a stake of? Pure: the odds call it too."""
        if (decided := self.at_once(player, 0)) is not None:
            return decided
        if B["11(1)"].says(player.blackjack):
            return B["5(2)(e)"].says(win(self.odds("blackjack"), B["11(1)(a)"], B["5(2)(e)"]))
        if dealer.blackjack:
            return self.to_blackjack(kind, added, taken)
        if dealer.points > 21:
            return B["5(2)(a)"].says(win(self.odds("dealer over 21"), B["11(3)"], B["5(2)(a)"]))
        if not B["11(4)"].says(player.points <= dealer.points):
            return B["5(2)(d)"].says(win(self.odds("more points than the dealer"), B["11(2)"], B["5(2)(d)"]))
        if player.points == dealer.points:
            return lose(B["5(2)(h)"], B["11(4)"])
        return lose(B["5(2)(i)"], B["11(4)"])

    def to_blackjack(self, kind: str, added: tuple[str, ...], taken: bool) -> Result:
        """5(2)(g), and 7(2) and 8(5): of a player's hands in play a dealer's blackjack takes one stake as large as the
        original wager, and no more."""
        if kind == "double down" or not taken:
            spared = SPARED["double down" if kind == "double down" else "split"]
            return void(spared, B["5(2)(g)"])
        return lose(B["5(2)(g)"], *(SPARED[way] for way in added))

    def both_blackjack(self, own: Card, dealer: Card) -> Result:
        """4 and 11(1)(b): by the ranks of the tens, from the king down. Pure: the odds call it too."""
        mine, other = B["4"].says((rank(own), rank(dealer)))
        odds, line = self.pay["original"].lines[BY_TEN[1 + (mine > other) - (mine < other)]]
        return B["11(1)(b)"].says(B["5(2)(f)"].says(win(odds, line, B["5(2)(f)"])))
