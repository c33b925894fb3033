"""MEL chapter 8: dealing the game, all variations of poker (8.8 to 8.12, blinds and seats from hand to hand,
are in c08_seats.py); with 14.2.7 on hands that are thrown away at the showdown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pitboss.cardroom.acts import CHECK, FOLD
from pitboss.cardroom.game import BLINDS, Blind, Cites, PokerGame, Street
from pitboss.cardroom.gestures import Meant, meant
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot, equal_parts, pots
from pitboss.cardroom.showdown import PotPart, everybody, winners
from pitboss.cardroom.showing import folded
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.hands.poker import Category
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.reports import MANAGER, SUPERVISOR

S = schedule("MEL")

CITES = Cites(
    turn=S["8.2"], fold=S["8.2.3"], check=S["8.2.4"], call=S["8.2.1"], bet=S["8.2.2"], raises=S["8.2.2"],
    all_in=S["6.16.1"], chips=S["6.2"], uncalled=S["7.5"], ante=S["8.8.3"], shown=S["8.6"], runs=S["12.6.1"],
    fee=S["7.2.3"], too_much=S["1.1:all-in"], no_part=S["6.16.1"], stake=S["1.1:table-stakes"],
    time=S["6.15.1"],
)
# 1.2: those who may do what a dealer may.
DEALING = ("dealer", SUPERVISOR, MANAGER)
# 3.2.1: what hands are called.
NAMES = {Category.PAIR: "one pair", Category.HIGH_CARD: "no pair"}


class AllGames(PokerGame):
    """What holds for every variation."""

    cites = CITES
    may_muck = True
    giving_up, looking = S["8.6"], S["14.2.7"]

    # -- 1.2: whoever is above the dealer ------------------------------------------------------------------

    def refuse_declaring(self, role: str) -> Refused | None:
        """1.2: a higher duties dealer or above may do whatever the dealer may."""
        if S["1.2"].says(role in DEALING):
            return None
        return Refused(S["1.2"], f"a misdeal declared by a {role}", "the dealer, or one above")

    # -- 8.2: how acts are shown --------------------------------------------------------------------------

    def motion(self, what: str) -> Meant | Refused:
        """8.2.3 and 8.2.4: cards passed face down are folded, a tap on the table is a check."""
        if what == "passes cards":
            return meant(S["8.2.3"], FOLD)
        return meant(S["8.2.4"], CHECK) if what == "taps" else super().motion(what)

    # -- 8.4 and 8.8.2: dealing and blinds ---------------------------------------------------------------

    def forced(self, h: Hand) -> Sequence[Blind]:
        """8.8.2: the first blind on the button's left, the others on from there; head to head as well."""
        blinds: list[Blind] = []
        for place, amount in enumerate(self.blinds):
            clause = S["8.8.2(a)"] if place == 0 else S["8.8.2(b)"]
            if amount:
                blinds.append(blind_of(clause.says(place) % len(h.seats), amount, clause))
        return blinds

    def opener(self, h: Hand, street: Street) -> int:
        """Who acts first: after the last blind, or from the left of the button."""
        if street.first == BLINDS:
            for blind in reversed(h.blinds):
                if blind.sets_price:
                    return street.opened.says((blind.place + 1) % len(h.seats))
            return 0
        return street.opened.says(0)

    def hand_name(self, value: Any) -> str:
        """1.1: what a hand that lies open is, the dealer reads; its player need not say it rightly."""
        return S["1.1:cards-speak"].says(NAMES.get(value.category, str(value.category.label)))

    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """1.1: no check once a bet or a blind lies there."""
        owed = show_amount(h.price - h.bets[i])
        return refuse("check against a bet", S["1.1:check"], f"call {owed}, raise or fold")

    # -- 1.1: cards, pots and showdown ---------------------------------------------------------------------

    def lie_open(self, h: Hand, i: int) -> Sequence[Card]:
        """1.1: hole cards are concealed; the others are seen."""
        return S["1.1:hole-cards"].says(tuple(h.up[i]))

    def formed(self, h: Hand, layers: list[Pot]) -> list[Pot]:
        """1.1: the first pot is the main pot; all-ins make side pots beside it."""
        if len(layers) < 2:
            return layers
        return [S["1.1:main-pot"].says(layers[0]), *S["1.1:side-pot"].says(layers[1:])]

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """1.1: when all betting is over, the showdown has the winners of the pot."""
        return S["1.1:showdown"].says(super().parts(shares))

    # -- 8.5: equal hands --------------------------------------------------------------------------------

    def divide(self, h: Hand, amount: Cents, winners: Sequence[int]) -> tuple[dict[int, Cents], Clause]:
        """8.5: in whole chips; what is left, chip by chip, to the hands nearest the button or with the highest card."""
        each, left = equal_parts(amount, len(winners), S["8.5"].says(self.chip))
        paid = dict.fromkeys(winners, each)
        if not left:
            return paid, S["8.5"]
        clause = S["8.5.1"] if self.has_button else S["8.5.2"]
        for i in clause.says(tuple(winners if self.has_button else self.by_highest_card(h, winners))):
            if left <= 0:
                break
            paid[i] += min(left, self.chip)
            left -= min(left, self.chip)
        return paid, clause

    def by_highest_card(self, h: Hand, winners: Sequence[int]) -> list[int]:
        """8.5.2 and 3.2.4: by the highest card each holds, spades above hearts, diamonds and clubs."""
        return sorted(winners, key=lambda i: max(map(card_order, h.hole[i])), reverse=True)

    # -- 8.6 and 14.2.7: hands that are not shown --------------------------------------------------------

    def refuse_giving_up(self, h: Hand, i: int) -> Refused | None:
        """8.6: who does not expose his cards is not eligible to win, whatever they are."""
        return None

    def lies_open_to_questions(self, h: Hand, i: int) -> bool:
        """14.2.7: any hand of the showdown that is thrown away may be asked for."""
        return True

    def refuse_looking(self, h: Hand, i: int, at: int) -> Refused | None:
        """14.2.7: what may be seen is a hand of one who was in it to the end."""
        if not S["14.2.7"].says(at in folded(h)):
            return Refused(S["14.2.7"], "a look at that hand", "at one that was thrown away at the showdown")
        return None

    def brings_back(self, h: Hand, i: int) -> bool:
        """14.2.7: asked for by one who wins a pot, it is live."""
        layers = self.formed(h, pots(h.put, h.places(h.live), h.dead))
        return S["14.2.7"].says(any(i in everybody(winners(h, pot)) for pot in layers))


@lru_cache(256)
def blind_of(place: int, amount: Cents, clause: Clause) -> Blind:
    """A blind, made once for all hands that have it."""
    return Blind(place, amount, 0, clause)


def card_order(card: Card) -> int:
    """3.2.4: rank first, then suit: clubs, diamonds, hearts, spades."""
    return 4 * RANKS.index(card[0]) + S["3.2.4"].says(tuple(SUITS)).index(card[1])
