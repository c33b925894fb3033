"""MEL chapter 12: dealing the game, flop games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, LaneFigures, Share, Street
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import in_parts
from pitboss.cardroom.showdown import PotPart
from pitboss.equipment.cards import Card
from pitboss.hands import low, quick
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents
from pitboss.rulebooks.mel.c14_double_flop import DoubleFlopIrregularities
from pitboss.rulebooks.mel.c14_flop_games import FlopIrregularities
from pitboss.rulebooks.mel.c14_pineapple import PineappleIrregularities
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import Duty, GameOption, Look

S = schedule("MEL")

# 12.6.1(a)(i): once, and seven times again.
MOST_RUNS = 8
# 12.6.1(c): by the last street that was dealt.
REDEALT = (S["12.6.1(c)(i)"], S["12.6.1(c)(ii)"], S["12.6.1(c)(iii)"])
HI_LO = (Share("high", S["12.5.4(b)(v):high"]), Share("low", S["12.5.4(b)(v):low"], low=True))


def streets(hole: int, dealt: Clause, *, before_flop: Clause | None = None, after_flop: Clause | None = None
            ) -> tuple[Street, ...]:
    """12.1 to 12.5: hole cards, flop, fourth and fifth card, each with its round of betting."""
    return (
        Street(dealt, BLINDS, S["12.2.1"], S["12.2.3(b)"], S["12.2.3(a)"], down=hole, discard=before_flop,
               passes=S["12.2.2"]),
        Street(S["12.3.1"], BUTTON, S["12.3.2"], S["12.3.3(b)"], S["12.3.3(a)"], board=3, burn=True, discard=after_flop,
               again=S["12.3.1(a)"]),
        Street(S["12.4.1"], BUTTON, S["12.4.2"], S["12.4.3(b)"], S["12.4.3(a)"], board=1, burn=True, big=True,
               again=S["12.4.1(a)"]),
        Street(S["12.5.1"], BUTTON, S["12.5.2"], S["12.5.3(b)"], S["12.5.3(a)"], board=1, burn=True, big=True,
               again=S["12.5.1(a)"]),
    )


def in_words(street: Street) -> Street:
    """1.1: a burn is one card off the top; three community cards that are turned together are a flop."""
    board = S["1.1:flop"].says(3) if street.board == 3 else street.board
    return street._replace(burn=S["1.1:burn-card"].says(street.burn), board=board)


class FlopGame(FlopIrregularities, MelbournePoker):
    """What flop games have in common: betting around a board, and running it more than once."""

    duties = (
        *MelbournePoker.duties,
        Duty("runs", "put down the button with the number of runs agreed on", S["1.1:run-it-twice-button"]),
    )
    choices = (
        *MelbournePoker.choices,
        GameOption("runs", str(MOST_RUNS), ("number",), S["12.6.1"], "the most boards that all-in players may have"),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.streets = tuple(map(in_words, self.streets))

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """12.5.4(a): any five of the hole cards and the board. 1.1: community cards are everybody's."""
        cards = (*hole, *board) if S["1.1:community-cards"].says(True) else tuple(hole)
        return share.clause.says(self.low(cards) if share.low else self.high(cards))

    def lane_figures(self, h: Hand) -> LaneFigures:
        """Chapters 6 and 7 on this street, as figures."""
        of_hand = self.of_hand(len(h.seats)) if self.fixed_fee else 0
        raises = self.raises_allowed()
        return LaneFigures(not self.without_limit, self.size(h), self.large, raises, self.rate, of_hand, self.cap)

    # -- 12.6: run it twice ------------------------------------------------------------------------------

    def refuse_runs(self, h: Hand, times: int) -> Refused | None:
        if not S["12.6.1(a)(i)"].says(1 <= times <= MOST_RUNS):
            return refuse(f"run {times} times", S["12.6.1(a)(i)"], f"from 1 to {MOST_RUNS}")
        if times > max(1, int(self.options["runs"])):
            return refuse(f"run {times} times", S["12.6.1"], f"at most {self.options['runs']} at this table")
        left = sum(street.board * self.boards + street.burn for street in self.streets[h.street + 1 :])
        if not S["1.1:run-it-twice"].says(times * left <= h.cards_left()) and not self.overlooks_short_stub(h):
            return refuse(f"run {times} times", S["12.6.1"], f"at most {h.cards_left() // left} with the cards left")
        return None

    def run_from(self, h: Hand) -> int:
        """12.6.1(c): what is dealt again: everything, the fourth and fifth card, or the fifth alone."""
        return REDEALT[h.street].says(h.street + 1)

    def run_burns(self, street: Street) -> bool:
        """12.6.1(b): each time as the board is dealt otherwise."""
        return S["12.6.1(b)"].says(street.burn)

    def run_contested(self, run: int) -> int:
        """12.6.3: each part of the pot is played for on a board of its own."""
        return S["12.6.3"].says(run)

    def between_runs(self, h: Hand, amount: Cents) -> list[Cents]:
        """12.6.2: by the number of boards; the first run takes what cannot be divided."""
        return S["12.6.2"].says(in_parts(amount, h.runs, self.chip))


class Holdem(FlopGame):
    """Hold'em."""

    id = "mel/holdem"
    title = "Hold'em"
    also_called = "texas hold'em, holdem, nlhe"
    phh = ("NT", "FT", "NS")
    law = ("MEL-12",)
    decks: ClassVar = {52: 11, 40: 11, 36: 11, 32: 11, 20: 6}
    most_players = S["4.1:holdem"]
    streets = streets(2, S["12.1.1(a)"])
    shares = (Share("high", S["12.5.4(a)"]),)


class DoubleFlopHoldem(DoubleFlopIrregularities, FlopGame):
    """Hold'em with two boards, each for half the pot."""

    id = "mel/double-flop-holdem"
    title = "Double flop hold'em"
    also_called = "holdem, two boards, double board"
    law = ("MEL-12",)
    decks: ClassVar = {52: 11}
    boards = 2
    most_players = S["4.1:double-flop-holdem"]
    streets = streets(2, S["12.1.1(a)"])
    shares = (Share("top", S["12.5.4(b)(i)"]), Share("bottom", S["12.5.4(b)(ii)"], board=1))

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.boards = S["1.1:double-flop"].says(2)

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """12.5.4(b)(iii): whoever has won the top may win the bottom as well."""
        top, bottom = shares
        if set(top[1]) & set(bottom[1]) and not S["12.5.4(b)(iii)"].says(True):
            return [top]
        return shares

    def between_shares(self, h: Hand, amount: Cents) -> list[Cents]:
        """12.5.4(b)(iv): what cannot be divided goes to the top hand."""
        return S["12.5.4(b)(iv)"].says(in_parts(amount, 2, self.chip))


class PineappleHoldem(PineappleIrregularities, FlopGame):
    """Hold'em with three cards, one of them given up before the flop."""

    id = "mel/pineapple-holdem"
    title = "Pineapple hold'em"
    look = Look(emblem="As ?? Ks / -- -- -- . -- . --")
    also_called = "holdem"
    law = ("MEL-12",)
    decks: ClassVar = {52: 11}
    most_players = S["4.1:pineapple"]
    streets = streets(3, S["12.1.1(b)"], before_flop=S["12.2.4"])
    shares = (Share("high", S["12.5.4(a)"]),)


class CrazyPineappleHoldem(PineappleIrregularities, FlopGame):
    """Hold'em with three cards, one of them given up after the flop's betting."""

    id = "mel/crazy-pineapple-holdem"
    title = "Crazy pineapple hold'em"
    look = Look(emblem="-- -- -- / As ?? Ks / -- . --")
    also_called = "holdem"
    law = ("MEL-12",)
    decks: ClassVar = {52: 11}
    most_players = S["4.1:crazy-pineapple"]
    streets = streets(3, S["12.1.1(b)"], after_flop=S["12.3.4"])
    shares = (Share("high", S["12.5.4(a)"]),)


class HiLo(FlopGame):
    """High and low hand share the pot, if there is a low hand."""

    shares = HI_LO
    both: ClassVar[Clause] = S["12.5.4(b)(v):both"]
    no_low: ClassVar[Clause] = S["12.5.4(b)(v):no-low"]
    odd_chip: ClassVar[Clause] = S["12.5.4(b)(v):odd-chip"]

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """A player may win both halves; without a low hand the high one wins the whole."""
        high, low_hand = shares
        if self.no_low.says(not low_hand[1]):
            return [high]
        if set(high[1]) & set(low_hand[1]) and not self.both.says(True):
            return [high]
        return shares

    def between_shares(self, h: Hand, amount: Cents) -> list[Cents]:
        """What cannot be divided goes to the high hand."""
        return self.odd_chip.says(in_parts(amount, 2, self.chip))


class HoldemHiLo(HiLo):
    """Hold'em hi-lo, eight qualifier."""

    id = "mel/holdem-hi-lo"
    title = "Hold'em hi-lo eight qualifier"
    also_called = "holdem, split pot"
    law = ("MEL-12",)
    decks: ClassVar = {52: 11}
    most_players = S["4.1:holdem-hi-lo"]
    streets = streets(2, S["12.1.1(a)"])


class CrazyPineappleHoldemHiLo(PineappleIrregularities, HiLo):
    """Crazy pineapple hi-lo, eight qualifier."""

    id = "mel/crazy-pineapple-holdem-hi-lo"
    title = "Crazy pineapple hold'em hi-lo eight qualifier"
    look = Look(emblem="-- -- -- / As ?? 2s / -- . -- | H/L")
    also_called = "holdem, split pot"
    law = ("MEL-12",)
    decks: ClassVar = {52: 11}
    most_players = S["4.1:crazy-pineapple-hi-lo"]
    streets = streets(3, S["12.1.1(b)"], after_flop=S["12.3.4"])


class Omaha(FlopGame):
    """Omaha: two of four hole cards with three of the board."""

    id = "mel/omaha"
    title = "Omaha"
    also_called = "plo, pot limit omaha"
    phh = ("PO",)
    law = ("MEL-12",)
    decks: ClassVar = {52: 10}
    most_players = S["4.1:omaha"]
    streets = streets(4, S["12.1.1(c)"])
    shares: ClassVar[tuple[Share, ...]] = (Share("high", S["12.5.4(b)(vi)"]),)

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """12.5.4(b)(vi) and (vii): exactly two hole cards."""
        if not share.low:
            return share.clause.says(self.high(quick.two_and_three(hole, board)))
        return share.clause.says(self.eight(low.two_and_three(hole, board)))


class OmahaHiLo(Omaha, HiLo):
    """Omaha hi-lo, eight qualifier."""

    id = "mel/omaha-hi-lo"
    title = "Omaha hi-lo eight qualifier"
    also_called = "omaha eight, o8, split pot"
    phh = ("FO/8",)
    most_players = S["4.1:omaha-hi-lo"]
    shares = (Share("high", S["12.5.4(b)(vii):high"]), Share("low", S["12.5.4(b)(vii):low"], low=True))
    both = S["12.5.4(b)(vii):both"]
    no_low = S["12.5.4(b)(vii):no-low"]
    odd_chip = S["12.5.4(b)(vii):odd-chip"]

