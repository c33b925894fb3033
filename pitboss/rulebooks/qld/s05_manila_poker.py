"""QLD schedule 5: manila poker (15 to 19 and 29, seats, buck and stakes, in s05_manila_table; 28, commission, in
s05_manila_commission; 33, 35 and 36, irregularities, in s05_manila_irregularities)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.cardroom.acts import ALL_IN, CALL, CHECK, FOLD, RAISE, AnyAct, PutChips, WagerTo
from pitboss.cardroom.game import BLINDS, BUTTON, Blind, Bounds, Cites, Share, Street
from pitboss.cardroom.gestures import Early, Meant, bound_to, meant
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot, equal_parts
from pitboss.cardroom.showdown import PotPart
from pitboss.equipment.cards import Card
from pitboss.hands import omaha, stripped
from pitboss.hands.stripped import ShortDeckCategory, ShortDeckValue
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld import s05_manila_commission, s05_manila_irregularities, s05_manila_table
from pitboss.rulebooks.qld.book import QUEENSLAND
from pitboss.rulebooks.qld.s05_manila_commission import ManilaCommission
from pitboss.rulebooks.qld.s05_manila_conduct import ManilaConduct
from pitboss.rulebooks.qld.s05_manila_irregularities import ManilaCards
from pitboss.rulebooks.qld.s05_manila_table import BuckAndStakes
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("QLD-5")

# 8: what makes each poker hand.
HANDS = {
    ShortDeckCategory.HIGH_CARD: S["8:odd-card-hand"],
    ShortDeckCategory.PAIR: S["8:1-pair"],
    ShortDeckCategory.TWO_PAIR: S["8:2-pairs"],
    ShortDeckCategory.THREE_OF_A_KIND: S["8:3-of-a-kind"],
    ShortDeckCategory.STRAIGHT: S["8:straight"],
    ShortDeckCategory.FULL_HOUSE: S["8:full-house"],
    ShortDeckCategory.FLUSH: S["8:flush"],
    ShortDeckCategory.FOUR_OF_A_KIND: S["8:4-of-a-kind"],
    ShortDeckCategory.STRAIGHT_FLUSH: S["8:straight-flush"],
    ShortDeckCategory.ROYAL_FLUSH: S["8:royal-flush"],
}
# How many face values come before the odd cards.
ALIKE = {
    ShortDeckCategory.HIGH_CARD: 0, ShortDeckCategory.PAIR: 1, ShortDeckCategory.TWO_PAIR: 2,
    ShortDeckCategory.THREE_OF_A_KIND: 1, ShortDeckCategory.FOUR_OF_A_KIND: 1,
}
NAMES = {
    ShortDeckCategory.PAIR: "1 pair", ShortDeckCategory.TWO_PAIR: "2 pairs",
    ShortDeckCategory.THREE_OF_A_KIND: "3 of a kind", ShortDeckCategory.FOUR_OF_A_KIND: "4 of a kind",
    ShortDeckCategory.HIGH_CARD: "odd card hand",
}
CITES = Cites(
    turn=S["10(3)"], fold=S["2:fold"], check=S["30(1)"], call=S["3(1)"], bet=S["24(4)"], raises=S["5(1)"],
    all_in=S["27(1)"], chips=S["21(1)"], uncalled=S["28(4)(b)"], ante=S["20(2)"], shown=S["25(4)"], runs=S["20(4)"],
    fee=S["28(1)"], too_much=S["27(1)"], no_part=S["27(2)"],
)
DUTIES = (
    Duty("betting", "an uncalled raise in the first round: announce, return it, take commission, pass the pot",
         S["23(5)(a)"]),
    Duty("betting", "an uncalled opening bet: announce, return it, take commission, pass the pot", S["24(9)(a)"]),
    Duty("betting", "an uncalled raise in a later round: announce, return it, take commission, pass the pot",
         S["24(10)(a)"]),
    Duty("settlement", "nobody opened the final round: announce the pot and the commission, pass it", S["24(7)(a)"]),
    Duty("settlement", "announce the winning hand, the pot and the commission", S["25(5)"]),
    Duty("settlement", "announce a pot with a tapped out player, and take its commission, first", S["27(9)"]),
)
MOST_PLAYERS, MOST_RAISES, DOLLAR = 13, 3, 100
# 2: what it is to act, as it stands in the record; a fold takes its player out.
ACTS = ("check", "decline", "call", "bet", "raise")


class ManilaPoker(ManilaCards, ManilaConduct, BuckAndStakes, ManilaCommission):
    """Two hole cards with three of five communal cards, which come one at a time."""

    id = "qld/manila-poker"
    title = "Manila poker"
    law = ("QLD-5",)
    book = QUEENSLAND
    cites = CITES
    decks: ClassVar = {32: MOST_PLAYERS}
    shares = (Share("high", S["4"]),)
    duties = (*s05_manila_table.DUTIES, *DUTIES, *s05_manila_irregularities.DUTIES)
    asks_to_check = True
    word_binds = S["21(2)"]
    choices = (
        GameOption("blinds", "5", ("text",), S["20(2)"], "the blind bet, which is the minimum wager"),
        GameOption("ace", "high", ("high", "high-low"), S["18"], "high only, or the low card of a straight as well"),
        GameOption("deck", "32", ("32",), S["13"], "the reduced deck"),
        GameOption("chip", "1", ("text",), S["25(6)"], "the smallest chip in play"),
        *s05_manila_table.CHOICES,
        *s05_manila_commission.CHOICES,
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        if len(self.blinds) != 1 or not self.blinds[0]:
            raise BadOption(f"{self.id}: blinds={self.options['blinds']} is not one bet [{S['20(2)']}]; such as 5")
        self.deck_size = S["13"].says(S["2:reduced-deck"].says(self.deck_size))
        self.low_ace = S["9(5)"].says(self.options["ace"] == "high-low")
        self.streets = self.rounds()

    def refuse_players(self, count: int) -> Refused | None:
        """11(1): places for not more than thirteen."""
        if count > MOST_PLAYERS:
            return Refused(S["11(1)"], f"{count} players", f"at most {MOST_PLAYERS}")
        return Refused(S["11(1)"], "one player", "two or more") if count < 2 else None

    # -- 4, 8 and 9: hands -------------------------------------------------------------------------------

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """4: both hole cards with three communal cards."""
        return share.clause.says(omaha.best(hole, board, self.rank))

    def rank(self, cards: Sequence[Card]) -> ShortDeckValue:
        """8 and 9: the kind of hand first, then the face values, those of odd cards last."""
        kind, faces = stripped.value(cards, 32, low_ace=self.low_ace)
        alike = ALIKE.get(kind, len(faces))
        faces = (*faces[:alike], *S["2:odd-card"].says(faces[alike:]))
        category = ShortDeckCategory(S["9(1)"].says(HANDS[kind].says(kind)))
        return ShortDeckValue(category, S["9(3)"].says(S["9(4)"].says(faces)))

    def ranked_by(self, category: ShortDeckCategory) -> Clause:
        """8: the line of the table."""
        return HANDS[category]

    def hand_name(self, value: Any) -> str:
        return NAMES.get(value.category, str(value.category.label))

    # -- 6, 20 and 22: dealing ---------------------------------------------------------------------------

    def rounds(self) -> tuple[Street, ...]:
        """6, 20(4) and (5): five communal cards, a round of betting after each."""
        card = S["2:round-of-betting"].says(S["6(1)"].says(S["20(5)"].says(1)))
        first = Street(S["22(2)"], BLINDS, S["23(1)"], S["23(4)(b)"], S["23(5)(b)"], down=2, board=card)
        second = Street(S["23(6)"], BUTTON, S["24(4)"], S["24(11)"], S["24(9)(b)"], board=card)
        more = S["6(2)"].says(S["20(4)"].says(5)) - 2
        return (first, second, *(second._replace(dealt=S["24(12)"]) for _ in range(more)))

    def distribute(self, cards: Sequence[Card], hands: int) -> list[list[Card]]:
        """20(3): both hole cards to one player before the next is dealt any."""
        each = len(cards) // hands
        return S["20(3)"].says([list(cards[each * n : each * (n + 1)]) for n in range(hands)])

    def forced(self, h: Hand) -> Sequence[Blind]:
        return (self.blind(0),)

    def prepared(self, h: Hand, street: Street) -> Street:
        """27(8): with nobody left to bet, the cards that are to come are dealt all the same."""
        if h.street and not h.active & (h.active - 1):
            return street._replace(board=S["27(8)"].says(street.board))
        return street

    # -- 23 and 24: who acts, and how --------------------------------------------------------------------

    def opener(self, h: Hand, street: Street) -> int:
        """23(1) and 24(4): the player next to the designated player; in later rounds the designated player."""
        if street.first == BLINDS:
            return street.opened.says(S["10(1)"].says(1) % len(h.seats))
        return street.opened.says(self.designated(h))

    def designated(self, h: Hand) -> int:
        """2: the player with the buck, or the next who is still active."""
        active = S["2:active-player"].says(h.active)
        first = (active & -active).bit_length() - 1 if active else 0
        return S["2:designated-player"].says(first)

    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """30: from the second round on, as long as nobody has opened."""
        if S["30(2)"].says(h.street == 0):
            return Refused(S["30(2)"], "check in the first round", "call, raise, fold, or decline to raise the blind")
        if h.price != h.bets[i]:
            return refuse("check after an opening bet", S["30(6)"], f"call {show_amount(h.price)}, raise or fold")
        clause = S["30(4)"] if i == h.first else S["30(5)"]
        if not clause.says(True) or not S["30(3)"].says(bool(h.active >> i & 1)):
            return Refused(clause, "check", "bet or fold")
        return None

    def decline(self, h: Hand, i: int) -> Clause | Refused:
        """23(2)(b) and (c): the designated player may leave the blind as it is when others called and nobody raised."""
        if h.street or i != h.blinds[0].place:
            return Refused(S["23(2)(b)"], "declining to raise", "only the blind bet in the first round")
        if S["23(2)(c)"].says(h.price > h.bets[i]):
            return Refused(S["23(2)(c)"], "declining to raise after a raise", "call, raise or fold")
        return S["23(2)(b)"]

    def refuse_fold(self, h: Hand, i: int) -> Refused | None:
        """23(2)(b): the designated player raises or declines to; a fold is not among the choices."""
        if h.street == 0:
            return refuse("fold of a blind that nobody raised", S["23(2)(b)"], "raise or decline to raise")
        return None

    def motion(self, what: str) -> Meant | Refused:
        """31: cards laid face down with a clear sign, cards in the circle, or any other clear sign."""
        if what == "passes cards":
            return meant(S["31(1)"], FOLD)
        return meant(S["31(3)"], FOLD) if what in ("cards in the circle", "leaves the round") else super().motion(what)

    # -- 21: how to wager --------------------------------------------------------------------------------

    def refuse_word(self, word: str) -> Refused | None:
        """21(2): a wager is made with chips and not with words."""
        if word not in ("call", "raise"):
            return None
        return refuse(f"a {word} by word of mouth", S["21(2)"], "put the chips down")

    def meant(self, h: Hand, i: int, chips: PutChips) -> Meant:
        """21(1): the chips are the wager, whatever is said with them."""
        to = S["21(1)"].says(h.bets[i] + chips.amount)
        if to == h.price or (to < h.price and chips.amount == h.stacks[i]):
            return Meant(CALL, clause=S["21(1)"])
        return Meant(WagerTo(to), clause=S["21(1)"])

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """2: acts are to check, fold, call and raise."""
        return S["2:act"].says(Refused(S["2:act"], "a straddle", "there is none: check, fold, call or raise"))

    # -- 34: acts out of turn ----------------------------------------------------------------------------

    def refuse_early(self, h: Hand, i: int, act: AnyAct) -> Refused | None:
        """34(1): those who were missed get their turn before it is known what becomes of it."""
        return None if S["34(1)"].says(True) else Refused(S["10(3)"], "an act out of turn", "wait")

    def early_stands(self, h: Hand, i: int, waiting: Early) -> Meant:
        """34(2) to (5): a bet stands, as far as the limit, unless somebody missed has bet more; then its player calls,
        raises or folds, and loses nothing by a fold."""
        if waiting.act == FOLD:
            return Meant(FOLD, clause=S["34(1)"])
        if waiting.act == CHECK:
            return Meant(CHECK if h.price == h.bets[i] else None, clause=S["34(1)"])
        staked = waiting.price if waiting.act == CALL else max(waiting.to, waiting.price)
        if not S["34(2)"].says(h.price <= staked):
            acts = (CALL, RAISE, ALL_IN, FOLD) if S["34(3)"].says(True) else (CALL,)
            return bound_to(acts, S["34(3)"], S["34(4)"].says(0))
        bounds = self.bounds(h, i)
        most = bounds.most if type(bounds) is Bounds else h.price
        to = S["34(5)"].says(min(staked, most))
        clause = S["34(5)"] if staked > most else S["34(2)"]
        return Meant(WagerTo(to), clause=clause) if to > h.price else Meant(CALL, clause=clause)

    # -- 24 and 26: sizes of bets ------------------------------------------------------------------------

    def least_bet(self, h: Hand) -> Cents:
        return self.minimum

    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        mine, price = 1 << i, h.price
        everything = S["2:table-stake"].says(h.bets[i] + h.stacks[i])
        others = h.active & ~mine
        opening = h.street > 0 and not price
        if not h.fresh & mine:
            return Refused(S["27(6)"], "a raise after a short one", "call or fold")
        if everything <= price:
            return Refused(S["27(1)"], "a raise without the chips for it", "tap out or fold")
        if S["2:inactive-player"].says(not others):
            return S["27(2)"].says(Refused(S["27(2)"], "a raise that nobody can call", "call or fold"))
        if not opening and S["26(5)"].says(not others & (others - 1)):
            return Bounds(min(price + self.chip, everything), everything, S["26(5)"], S["26(5)"])
        if S["26(1)"].says(h.raises >= MOST_RAISES):
            return Refused(S["26(1)"], "a fourth raise", "call or fold")
        if opening and i != h.first and not S["24(5)"].says(True):
            return Refused(S["24(5)"], "an opening bet", "check or fold")
        sizes, clause = self.opening_sizes(h) if opening else self.raise_sizes(h)
        if S["27(1)"].says(everything < sizes[0]):
            return Bounds(everything, everything, S["27(1)"], clause)
        held = tuple(size for size in sizes if size <= everything)
        smaller = not opening and len(sizes) < len(self.multiples(h))
        return Bounds(held[0], held[-1], S["26(4)"] if smaller else clause, clause, held)

    def opening_sizes(self, h: Hand) -> tuple[tuple[Cents, ...], Clause]:
        """24(2) and (3): once or twice the blind bet, in the final round up to four times."""
        clause = S["24(3)"] if h.street + 1 == len(self.streets) else S["24(2)"]
        return clause.says(self.multiples(h)), clause

    def raise_sizes(self, h: Hand) -> tuple[tuple[Cents, ...], Clause]:
        """26(2) to (4) and 5(1): as an opening bet, on top of a call, and not less than any raise of the round."""
        clause = S["26(3)"] if h.street + 1 == len(self.streets) else S["26(2)"]
        least = S["26(4)"].says(self.largest_raise(h))
        call = S["5(1)"].says(h.price)
        return clause.says(tuple(call + by for by in self.multiples(h) if by >= least)), clause

    def multiples(self, h: Hand) -> tuple[Cents, ...]:
        most = 4 if h.street + 1 == len(self.streets) else 2
        return tuple(self.minimum * times for times in range(1, most + 1))

    def largest_raise(self, h: Hand) -> Cents:
        """The largest raise of this round so far."""
        largest, price = 0, 0 if h.street else self.minimum
        for event in self.of_this_round(h):
            if event.what in ("bet", "raise"):
                largest = max(largest, event.amount - price) if event.what == "raise" else largest
                price = event.amount
        return largest

    def of_this_round(self, h: Hand) -> list[Any]:
        last = max(n for n, event in enumerate(h.log) if event.what == "board")
        return list(h.log[last:])

    # -- 23(3), 24(8) and 27: raises, and short ones -----------------------------------------------------

    def reopens(self, h: Hand, i: int, to: Cents) -> bool:
        """23(3) and 24(8): after a bet or raise everybody acts again; 27(5): what is too little for a raise is none."""
        clause = S["24(8)"] if h.street else S["23(3)"]
        if S["2:opening-bet"].says(h.street > 0 and not h.price):
            return clause.says(True)
        others = h.active & ~(1 << i)
        least = self.raise_sizes(h)[0][0] if others & (others - 1) else h.price + self.chip
        return clause.says(not S["27(5)"].says(to < least))

    def stays_fresh(self, h: Hand, i: int) -> int:
        """27(5) and (6): if all the others have acted before in the round, they may only call a short raise."""
        others = h.active & ~(1 << i)
        acted = {event.place for event in self.of_this_round(h) if event.what in ACTS}
        return 0 if S["27(6)"].says(acted.issuperset(h.places(others))) else others

    # -- 23 to 25 and 27: the end of a round -------------------------------------------------------------

    def gives_back(self, h: Hand) -> bool:
        """23(2)(a): a blind bet that everybody folded to goes back."""
        return S["23(2)(a)"].says(h.street == 0)

    def returned(self, h: Hand, i: int) -> Clause:
        """What nobody called: the blind, a bet against tapped out players, the raise that ends the first round."""
        if h.live & (h.live - 1):
            return S["27(7)"]
        if h.street == 0:
            return S["23(4)(a)"] if h.called >= 0 else S["23(2)(a)"]
        return S["28(4)(b)"]

    def goes_on(self, h: Hand) -> Clause:
        """23(4), 24(6), (7) and (11), 25(1): two or more are left."""
        opened = any(event.what == "bet" for event in self.of_this_round(h))
        if h.street + 1 == len(self.streets):
            return S["25(1)"] if opened else S["24(7)(b)"]
        if h.street and not opened:
            return S["24(6)"]
        return self.streets[h.street].settled

    def last_left(self, h: Hand) -> Clause:
        """23(5)(b), 24(9)(b) and (10)(b): nobody called the raise, or the opening bet. 36(3): the others were dead
        at the showdown."""
        if any(event.clause == S["36(3)"] for event in h.log):
            return S["36(3)"]
        if h.street and any(event.what == "raise" for event in self.of_this_round(h)):
            return S["24(10)(b)"]
        return self.streets[h.street].won

    # -- 25 and 27: showdown -----------------------------------------------------------------------------

    def formed(self, h: Hand, layers: list[Pot]) -> list[Pot]:
        """2: what was bet. 27(3) and (4): more than a tapped out player bet is another pot, and not for him."""
        pots = [pot._replace(amount=S["2:pot"].says(pot.amount)) for pot in layers]
        if len(pots) > 1:
            pots = S["27(3)"].says(pots)
        live = h.places(h.live)
        return [
            pot._replace(eligible=tuple(i for i in live if S["27(4)"].says(i in pot.eligible))) for pot in pots
        ]

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """20(6) and 25(5)(e): the best hand, or hands, win the pot."""
        ((_, tied),) = shares
        return [(S["25(5)(e)"], S["25(5)(e)"].says(S["20(6)"].says(tied)))]

    def shows_first(self, h: Hand) -> int:
        """25(2) and (3): the last who was called in the final round; the designated player if nobody bet in it."""
        live = h.places(h.live)
        called = S["3(2)"].says(h.called)
        if called in live:
            return S["25(2)"].says(S["7"].says(called))
        return S["25(3)"].says(min(live, key=lambda i: (i - h.first) % len(h.seats)))

    def divide(self, h: Hand, amount: Cents, winners: Sequence[int]) -> tuple[dict[int, Cents], Clause]:
        """25(6) and (7): in whole dollars; what is left over, to the sharer closest to the designated player of the
        final round, who is closest to himself."""
        each, left = equal_parts(amount, S["9(6)"].says(len(winners)), S["25(6)"].says(DOLLAR))
        paid = dict.fromkeys(winners, each)
        if not left:
            return paid, S["25(6)"]
        closest = S["10(2)"].says(sorted(winners, key=lambda i: (i - h.first) % len(h.seats)))
        paid[S["25(7)"].says(closest[0])] += left
        return paid, S["25(7)"]
