"""QLD schedule 10, seats and stakes: sections 17 to 20, 23, 25, 26 and 34."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from pitboss.cardroom.game import Blind, PokerGame, amounts
from pitboss.cardroom.seating import (
    BACK,
    NEW,
    Chips,
    Claim,
    Entering,
    Entry,
    GameChange,
    Positions,
    Ring,
    clockwise,
    first_positions,
    uncrossed,
)
from pitboss.equipment.cards import RANKS, Card
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption, two_backs

S = schedule("QLD-10")

CHOICES = (
    GameOption("buy-in", "0", ("text",), S["20(3)"], "the least and the most a player buys in for: 40-400"),
    GameOption("backs", "one", ("one", "text"), S["16(5)"],
               "with a second deck in a shuffling device: the backs in play, and those of the other (red/blue)"),
)
DUTIES = (
    Duty("opening", "inspect and shuffle as this schedule and the control system ask", S["16(1)"]),
    Duty("opening", "look for marks, and see that each deck is complete", S["16(2)"]),
    Duty("opening", "spread the cards face up for a player who asks to inspect them", S["16(3)"]),
    Duty("between rounds", "shuffle before and after each round of play, and after the table stood empty", S["16(4)"]),
    Duty("between rounds", "after a hand shuffle cut, and put the cards in the shoe with the cutting card", S["16(6)"]),
)
# 17(1): hands of notice, and seconds on a sign.
HANDS_OF_NOTICE, NOTICE = 3, 20 * 60


class QueenslandSeats(PokerGame):
    """Who sits where, who makes which blind bet, and with how much one plays."""

    seat_clause, priority_clause, draw_clause = S["18(1)"], S["18(2)"], S["18(4)"]
    # 2 and 17(3): all players, and an absent player is one.
    absent_agree = True

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        bounds = amounts(self, "buy-in")
        self.least_buy_in, self.most_buy_in = bounds[0], bounds[1] if len(bounds) > 1 else None
        if len(bounds) > 2 or (self.most_buy_in is not None and self.most_buy_in < self.least_buy_in):
            raise BadOption(f"{self.id}: buy-in={self.options['buy-in']} is no range [{S['20(3)']}]; such as 40-400")
        backs = two_backs(self)
        refused = self.refuse_decks(*backs) if backs is not None else None
        if refused is not None:
            raise BadOption(f"{self.id}: {refused.what} [{refused.clause}]; {refused.legal}")

    # -- 15 and 16: cards --------------------------------------------------------------------------------

    def refuse_decks(self, in_play: str, in_device: str) -> Refused | None:
        """16(5): a shuffling device holds a second deck, whose backs are of another colour."""
        if S["16(5)"].says(in_play == in_device):
            return Refused(S["16(5)"], f"two decks with {in_play} backs", "decks of two colours")
        return None

    # -- 2 and 17: changes of the game -------------------------------------------------------------------

    def refuse_next(self, other: PokerGame) -> Refused | None:
        """2: a game may combine rounds of Texas hold'em and of Omaha."""
        if not S["2:game"].says(isinstance(other, QueenslandSeats) and len(other.compulsory) == len(self.compulsory)):
            return Refused(S["2:game"], f"a round of {other.title}", "Texas hold'em poker or Omaha poker")
        return None

    def refuse_change(self, change: GameChange) -> Refused | None:
        """17: between rounds of play, on the sign, after three hands' notice unless all agree, and to a higher minimum
        only after twenty minutes on a sign."""
        if S["17(2)"].says(change.in_hand):
            return refuse("a change during a round of play", S["17(2)"], "when it is over")
        if S["17(4)"].says(not change.on_sign):
            return refuse("a change that the sign does not show", S["17(1)(b)"], "change the sign as well")
        if change.raises_minimum and S["17(1)(c)"].says(change.sign_for < NOTICE):
            return refuse("a higher minimum wager", S["17(1)(c)"], "after twenty minutes on a sign")
        if S["17(3)"].says(change.players > 0 and change.agree == change.players):
            return None
        if change.players and S["17(1)(a)"].says(change.hands_of_notice < HANDS_OF_NOTICE):
            return refuse("a change without notice", S["17(1)(a)"], "three hands' notice, or everybody's consent")
        return None

    def refuse_changer(self, role: str) -> Refused | None:
        """17(1): the gaming manager's decision."""
        if S["17(1)"].says(role == "manager"):
            return None
        return refuse("other stakes", S["17(1)"], "a gaming manager changes them")

    def seconds_of_notice(self) -> int:
        return S["17(1)(c)"].says(NOTICE)

    # -- 18: seats ---------------------------------------------------------------------------------------

    def best_claims(
        self, wanting: Sequence[Claim], started: bool = True, vacated: bool = True
    ) -> tuple[str, ...]:
        """18: before the game all are alike; then those who play since it started, other players, and those who would
        like to. Where several are named, they draw for it."""
        if S["18(1)"].says(not started):
            return tuple(claim.name for claim in wanting)
        for rank_of in S["18(2)"].says(((True, True), (True, False), (False, False))):
            first = tuple(claim.name for claim in wanting if (claim.plays, claim.plays and claim.founder) == rank_of)
            if first:
                return S["18(3)"].says(first)
        return ()

    def wins_draw(self, drawn: Mapping[str, Card]) -> tuple[str, ...]:
        """18(4): the highest card; suits are equal, and those who tie draw again."""
        order = S["9(4)"].says(tuple(RANKS))
        highest = max(order.index(card[0]) for card in drawn.values())
        winners = tuple(name for name, card in drawn.items() if order.index(card[0]) == highest)
        return S["18(4)"].says(S["9(2)"].says(winners))

    # -- 19 and 25: button and blinds --------------------------------------------------------------------

    def begin(self, ring: Ring, button: int | None) -> Positions:
        """19(1) and (4): the dealer's right hand has the button first; an absent player is passed over."""
        active = self.not_absent(ring)
        if button is None:
            button = S["19(1)"].says(max(seat for seat in ring.seated if not S["19(4)"].says(seat in ring.absent)))
        if S["25(6)"].says(len(active) == 2):
            return Positions(button, tuple(clockwise(active, self.designated(active, button))[::-1]))
        return first_positions(active, button, len(self.compulsory))

    def move_on(self, last: Positions, ring: Ring) -> Positions:
        """19(2) to (5) and 25(4): the second blind goes to the next active player, the first to where the second was,
        and the button to where the first was, dead where nobody is."""
        active = self.not_absent(ring)
        second = S["25(2)"].says(clockwise(active, last.blinds[-1])[0])
        button = S["19(2)"].says(last.blinds[0])
        if button not in [seat for seat in ring.seated if not S["19(4)"].says(seat in ring.absent)]:
            button = S["19(5)(a)"].says(button)
        return Positions(button, (*last.blinds[1:], second))

    def not_absent(self, ring: Ring) -> list[int]:
        """25(4): who may have to make a blind bet."""
        return [seat for seat in ring.seated if not S["25(4)"].says(S["2:absent-player"].says(seat in ring.absent))]

    def for_dealt(self, now: Positions, dealt: Sequence[int]) -> Positions:
        """25(6): of two players the one with the button makes the first blind bet, and the other the second."""
        if S["25(6)"].says(len(dealt) == 2) and now.blinds[-1] in dealt:
            first = next(seat for seat in dealt if seat != now.blinds[-1])
            return Positions(first, (first, now.blinds[-1]))
        return uncrossed(now, dealt)

    def designated(self, seats: Sequence[int], button: int) -> int:
        """2: who has the button. 19(5)(b): with a dead button, the player on its right."""
        if button in seats:
            return S["2:designated-player"].says(button)
        return S["19(5)(b)"].says(clockwise(seats, button)[-1])

    def order(self, seats: Sequence[int], button: int) -> list[int]:
        """25(8): from the first active player after the designated one, who is the last (2), and clockwise (12)."""
        order = S["2:dealer-button"].says(super().order(seats, self.designated(seats, button)))
        return S["12"].says(S["25(8)"].says(order))

    def refuse_button(self, seat: int) -> Refused | None:
        """19(3): whose turn it is has the button."""
        return refuse(f"seat {seat} passing the button on", S["19(3)"], "take it")

    def posted(self, now: Positions, payers: Mapping[int, int]) -> list[Blind]:
        """25(1), (2) and (5): the first blind next to the designated player, the second next to that; no first blind
        if the last second blind has gone."""
        blinds = []
        if len(now.blinds) > 1 and not S["25(5)"].says(now.blinds[0] not in payers):
            blinds.append(self.blind(0, S["25(1)"].says(payers[now.blinds[0]]), S["25(1)"]))
        if now.blinds[-1] in payers:
            blinds.append(self.blind(1, S["25(2)"].says(payers[now.blinds[-1]]), S["25(2)"]))
        return blinds

    @abstractmethod
    def blind(self, number: int, place: int, clause: Clause) -> Blind:
        """The first or the second blind bet."""

    def refuse_deal(self, blinds: Sequence[Blind]) -> Refused | None:
        """22(3) and 25(7): no hole cards before the second blind is there."""
        if not S["25(7)"].says(S["22(3)"].says(any(blind.sets_price for blind in blinds))):
            return Refused(S["25(7)"], "dealing the hole cards", "after the blind bets")
        return None

    # -- 23 and 26: new and returning players ------------------------------------------------------------

    def enters(self, who: Entering) -> Entry | Refused:
        """23 and 26: new and returning players post, or wait for the second blind; never as designated player, nor in
        the place of the first blind."""
        new = who.kind == NEW
        if new and not S["23(1)"].says(who.passed):
            return Entry(0, 0, S["23(1)"])
        if S["23(3)"].says(who.on_button or (who.in_blinds and not who.due)):
            return Refused(S["23(3)"], f"a hand for a {'new' if new else 'returning'} player there", "wait")
        second, clause = self.compulsory[-1], S["26(1)"] if new else S["26(2)"]
        if clause.says(who.due):
            return Entry(0, 0, clause)
        if new:
            return Entry(S["26(1)"].says(second), 0, S["26(1)"])
        missed = sum(blind * times for blind, times in zip(self.compulsory, who.missed, strict=True))
        owed = S["26(2)"].says(min(missed, self.compulsory[0] + second))
        live = S["26(4)"].says(min(owed, second))
        return Entry(live, owed - live, S["26(2)"])

    def comes_back_as(self, approved: bool) -> str:
        """23(2): who left with approval returns; who left without it is new."""
        return BACK if S["23(2)"].says(approved) else NEW

    def refuse_late(self, what: str) -> Refused | None:
        """11(4) and 26(3): before the hole cards."""
        clause = S["11(4)"] if what == "a straddle" else S["26(3)"]
        return refuse(f"{what} after the hole cards", clause, "before they are dealt")

    # -- 20 and 34: stakes -------------------------------------------------------------------------------

    def refuse_buy_in(self, stack: Cents, moved: bool) -> Refused | None:
        """20(1) and (3): a new player buys in within the minimum and the maximum."""
        if S["20(1)"].says(not moved) and not S["20(3)"].says(self.within_buy_in(S["2:buy-in"].says(stack))):
            return Refused(S["20(3)"], f"a buy-in of {show_amount(stack)}", self.told_buy_in())
        return None

    def within_buy_in(self, stack: Cents) -> bool:
        return self.least_buy_in <= stack and (self.most_buy_in is None or stack <= self.most_buy_in)

    def told_buy_in(self) -> str:
        most = "" if self.most_buy_in is None else f" to {show_amount(self.most_buy_in)}"
        return f"from {show_amount(self.least_buy_in)}{most}"

    def stake(self, stack: Cents, kept: bool) -> Cents:
        """20(2): what is put on the table in full view. 20(6): who returns, or is moved here by a supervisor, plays on
        with the stake he had."""
        stake = S["2:table-stake"].says(stack)
        return S["20(6)"].says(stake) if kept else S["20(2)"].says(stake)

    def refuse_top_up(self, chips: Chips) -> Refused | None:
        """20(4): not during a round of play. 34: between rounds, within the minimum and the maximum buy-in."""
        if S["20(4)"].says(S["2:round-of-play"].says(chips.hand_on)):
            return Refused(S["20(4)"], "chips added during a round of play", "when it is over")
        after = chips.stack + chips.amount
        if not S["34(1)"].says(chips.continuing):
            return self.refuse_buy_in(after, False)
        short = self.short(chips.stack)
        if not short and not S["34(5)"].says(self.most_buy_in is None or chips.stack < self.most_buy_in):
            return Refused(S["34(5)"], "chips added to so large a stake", self.told_buy_in())
        clause = S["34(3)"] if short else S["34(6)"]
        if not clause.says(self.within_buy_in(after)):
            return Refused(clause, f"a table stake of {show_amount(after)}", self.told_buy_in())
        return None

    def short(self, stack: Cents) -> bool:
        """34(2): nothing left, or less than the minimum wager."""
        return S["34(2)"].says(stack < max(self.blinds))

    def refuse_taking(self) -> Refused | None:
        """20(5): a stake goes down by betting and in no other way."""
        return refuse("chips taken off the table", S["20(5)"], "they stay until their player leaves the game")

    def must_leave(self, stack: Cents, continuing: bool) -> Clause | None:
        """34(4): who has too little for the next round, and adds nothing, leaves before it starts."""
        return S["34(4)"] if S["34(4)"].says(continuing and self.short(stack)) else None
