"""MEL chapter 9: dealing the game, draw games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, Blind, Share, Street
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card
from pitboss.hands import low
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.mel.c08_all_games import CITES
from pitboss.rulebooks.mel.c14_draw import DrawIrregularities
from pitboss.rulebooks.mel.c14_misdeals import DrawMisdeals
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import Duty, GameOption, Look

S = schedule("MEL")

HIGH = (Share("high", S["9.6.3(a)"]),)
TWO_TO_SEVEN = (Share("low", S["9.6.3(b)"], low=True),)
ACE_TO_FIVE = (Share("low", S["9.6.3(c)"], low=True),)

DUTIES = (
    Duty("opening", "see that everything is ready before the first card", S["9.1"]),
    Duty("opening", "place the button for the first round of play", S["9.1.1"]),
    Duty("draw", "burn a card before the first replacement of each draw", S["9.4.1(a)"]),
    Duty("showdown", "let a player see hands of the showdown if a senior dealer agrees", S["9.6.2(e)"]),
    Duty("showdown", "announce the winning hand or hands", S["9.6.2(f)"]),
)


def first(opens: Clause, who: str) -> Street:
    """9.2 and 9.3: five cards, and the first betting round."""
    return Street(S["9.2.1"], who, opens, S["9.3.4(b)"], S["9.3.4(a)"], down=5, passes=S["9.3.2"])


def after_draw(big: bool = False) -> Street:
    """9.4 and 9.5: a draw, and a betting round with another draw to come."""
    return Street(S["9.4.1"], BUTTON, S["9.5.1"], S["9.5.2(b)"], S["9.5.2(a)"], draw=True, burn=True, big=big)


def final(big: bool = False) -> Street:
    """9.4 and 9.6: the last draw and the final betting round."""
    return Street(S["9.4.1"], BUTTON, S["9.6.1"], S["9.6.2(b)"], S["9.6.2(a)"], draw=True, burn=True, big=big)


class DrawGame(DrawMisdeals, DrawIrregularities, MelbournePoker):
    """Five cards each, some of which may be replaced."""

    law = ("MEL-9",)
    decks: ClassVar = {52: 8, 40: 6, 36: 5, 32: 5}
    shares: ClassVar[tuple[Share, ...]] = HIGH
    duties = (*MelbournePoker.duties, *DUTIES)
    cites = CITES._replace(shown=S["9.6.2(d)"])
    opens: ClassVar[Street] = first(S["9.3.1(a)"], BLINDS)
    draws: ClassVar[int] = 1

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.streets = (self.opens, *self.rounds(S["9.4.3"].says(self.draws)))

    def rounds(self, draws: int) -> tuple[Street, ...]:
        """9.4.3: one draw and a final round; with three draws the last two rounds have the larger bets."""
        if draws == 1:
            return (final(),)
        return (after_draw(), *(after_draw(big=True) for _ in range(draws - 2)), final(big=True))

    # -- 9.1: an over-blind ------------------------------------------------------------------------------

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """9.1.2(a): one voluntary blind of double the last one, from the left of it."""
        twice = S["1.1:over-blind-bet"].says(2 * max(self.blinds))
        if not S["9.1.2(a)"].says(bool(twice) and not straddles and place == left and amount == twice):
            legal = f"one of {show_amount(twice)} from the left of the last blind" if twice else "none without blinds"
            return Refused(S["9.1.2(a)"], "an over-blind", legal)
        return Blind(place, amount, 0, S["9.1.2(a)"], option=S["6.5.1"].says(True))

    # -- 9.4: the draw -----------------------------------------------------------------------------------

    def short_deck(self, h: Hand, wanted: int) -> None:
        """9.4.2: what was thrown away before is shuffled in to complete the draw. What the player who draws has just
        thrown away is not in the muck yet, and those after him have still to throw away theirs."""
        before = S["9.4.2"].says(frozenset(h.muck))
        back = [card for card in h.muck if card in before and self.mucked(h, card)]
        h.muck = [card for card in h.muck if card not in back]
        h.shuffle_in(back)

    def mucked(self, h: Hand, card: Card) -> bool:
        """1.1: is a card of the discard pile there for the draw?"""
        return S["1.1:muck"].says(True)

    # -- 9.6: showdown -----------------------------------------------------------------------------------

    def shows_first(self, h: Hand) -> int:
        return S["9.6.2(c)"].says(super().shows_first(h))

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3: the five cards of the hand."""
        return share.clause.says(self.high(hole))


class DrawBlind(DrawGame):
    """Draw with blinds."""

    id = "mel/draw-blind"
    title = "Draw (blind)"
    look = Look(emblem="Ac Ah ?? ?? ?? | ×1")
    also_called = "five card draw, jackpots"
    most_players = S["4.1:draw-blind"]


class DrawAnte(DrawGame):
    """Draw with antes and no blinds: somebody has to open."""

    id = "mel/draw-ante"
    title = "Draw (ante wager)"
    look = Look(emblem="Kc Kh ?? ?? ?? | ANTE")
    also_called = "five card draw"
    most_players = S["4.1:draw-ante"]
    opens = first(S["9.3.1(b)"], BUTTON)
    asks_to_check = True
    choices = (
        *(choice for choice in MelbournePoker.choices if choice.name not in ("blinds", "ante")),
        GameOption("ante", "1", ("text",), S["9.1.2"], "put in by every player before the cards"),
    )

    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """9.3.1 and 9.3.2: in the first round a player opens or folds."""
        if h.street == 0 and not h.price:
            return refuse("check before the draw", S["9.3.1(b)"], "bet or fold")
        return super().refuse_check(h, i) if h.price != h.bets[i] else None


class DrawKitty(DrawGame):
    """Draw with a hand on the table that one player may take for his own."""

    id = "mel/draw-kitty"
    title = "Draw (kitty)"
    look = Look(emblem="?? ?? ?? ?? ?? / Qc Qh ?? ?? ?? | ×1")
    also_called = "five card draw"
    decks: ClassVar = {52: 7, 40: 5, 36: 4, 32: 4}
    most_players = S["4.1:draw-kitty"]
    kitty = S["9.2.1(a)"]

    def kitty_costs(self, h: Hand, i: int) -> tuple[Cents, Clause] | Refused:
        """9.3.1(c) and 9.3.3: once, in the first round, with a player's first act, for a wager of the last blind."""
        taken = next((event.place for event in h.log if event.what == "kitty" and event.place >= 0), -1)
        if not S["1.1:kitty"].says(bool(h.kitty)) and taken >= 0:
            clause = S["9.3.3(a)"] if taken == h.first and not h.street else S["9.3.3(d)"]
            return clause.says(Refused(clause, "the kitty a second time", "call, raise or fold"))
        if h.street:
            return Refused(S["9.3.3(e)"], "the kitty after the first round", "it is in the muck")
        if any(event.place == i and event.what in ("check", "call", "raise") for event in h.log):
            return Refused(S["9.3.4"], "the kitty after playing one's own cards", "call, raise or fold")
        last = max(blind.live for blind in h.blinds if blind.sets_price)
        if h.price > last:
            return S["9.3.3(c)"].says(last), S["9.3.3(c)"]
        clause = S["9.3.1(c)"] if i == h.first else S["9.3.3(b)"]
        return clause.says(last), clause

    def prepared(self, h: Hand, street: Street) -> Street:
        """9.3.3(e): a kitty that nobody took is mucked before the draw."""
        if street.draw and h.kitty and S["9.3.3(e)"].says(True):
            h.note("muck", -1, len(h.kitty), S["9.3.3(e)"], tuple(h.kitty), False)
            h.muck += h.kitty
            h.kitty = []
        return street

    def mucked(self, h: Hand, card: Card) -> bool:
        """9.4.2(a): the kitty, or the hand that was given up for it, completes a draw too."""
        aside = any(card in event.cards for event in h.log if event.what == "muck")
        return not aside or S["9.4.2(a)"].says(True)


class LowballTwoToSeven(DrawGame):
    """Lowball draw, 2 to 7."""

    id = "mel/lowball-2-7"
    title = "Lowball draw (2 to 7)"
    look = Look(emblem="7c 5h 4s 3d 2c | 2-7")
    also_called = "deuce to seven, single draw, kansas city"
    phh = ("N2L1D",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:lowball-draw"]
    shares = TWO_TO_SEVEN

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3(b): the lowest hand, with aces high, straights and flushes counted."""
        return share.clause.says(low.deuce_to_seven(hole))


class LowballAceToFive(DrawGame):
    """Lowball draw, ace to 5."""

    id = "mel/lowball-a-5"
    title = "Lowball draw (ace to 5)"
    look = Look(emblem="5c 4h 3s 2d Ac | A-5")
    also_called = "ace to five, california lowball"
    decks: ClassVar = {52: 8}
    most_players = S["4.1:lowball-draw"]
    shares = ACE_TO_FIVE

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3(c): the lowest hand, with aces low, straights and flushes not counted."""
        return share.clause.says(low.ace_to_five(hole))


class TripleDrawTwoToSeven(LowballTwoToSeven):
    """Triple draw, 2 to 7."""

    id = "mel/triple-draw-2-7"
    title = "Triple draw (2 to 7)"
    look = Look(emblem="?? / ?? / 7c 5h 4s 3d 2c | 2-7")
    also_called = "deuce to seven, 2-7 triple draw"
    phh = ("F2L3D",)
    decks: ClassVar = {52: 6}
    most_players = S["4.1:triple-draw"]
    draws = 3


class TripleDrawAceToFive(LowballAceToFive):
    """Triple draw, ace to 5."""

    id = "mel/triple-draw-a-5"
    title = "Triple draw (ace to 5)"
    look = Look(emblem="?? / ?? / 5c 4h 3s 2d Ac | A-5")
    also_called = "ace to five triple draw"
    decks: ClassVar = {52: 6}
    most_players = S["4.1:triple-draw"]
    draws = 3
