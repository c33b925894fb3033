"""QLD schedule 5, seats, buck and stakes: sections 15, 17 to 19, 22 and 29."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cardroom.game import Blind, PokerGame, amounts
from pitboss.cardroom.seating import Chips, Claim, Entering, Entry, GameChange, Positions, Ring, clockwise
from pitboss.equipment.cards import Card, rank
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("QLD-5")
R = schedule("QLD-0")

# 0-13(1): rounds of notice, and seconds on a sign.
ROUNDS_OF_NOTICE, NOTICE = 3, 20 * 60

CHOICES = (GameOption("buy-in", "0", ("text",), S["19(2)"], "the minimum table stake"),)
DUTIES = (
    Duty("opening", "sort and inspect the deck of 52 cards, dealer and supervisor each", S["14(1)"]),
    Duty("opening", "take out the cards below the seven and spread the rest face up", S["14(2)"]),
    Duty("opening", "let a player look, then wash, stack and shuffle the cards by hand", S["14(3)"]),
    Duty("opening", "prepare a complete deck before the game, and when a card is unfit", S["14(4)"]),
    Duty("between rounds", "count the 32 cards if a supervisor asks for it", S["14(5)"]),
    Duty("between rounds", "shuffle by hand before each round of play", S["16(1)"]),
    Duty("between rounds", "cut once, two cards or more from either end, and put the deck in the shoe", S["16(2)"]),
    Duty("opening", "announce whether the ace is high only, or high and low", S["18"]),
    Duty("between rounds", "offer a player with less than the minimum table stake to bring it up", S["29(1)"]),
)


class BuckAndStakes(PokerGame):
    """Who sits where, who has the buck, and with how much one plays."""

    seat_clause, priority_clause, draw_clause = S["15(1)"], S["15(2)(a)"], S["15(2)(b)"]
    first_draw_clause = S["15(1)"]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        stake = amounts(self, "buy-in")
        if len(stake) > 1:
            raise BadOption(f"{self.id}: buy-in={self.options['buy-in']} is not one amount [{S['19(2)']}]; such as 40")
        self.least_stake = S["2:minimum-table-stake"].says(stake[0])

    # -- 15: seats ---------------------------------------------------------------------------------------

    def best_claims(
        self, wanting: Sequence[Claim], started: bool = True, vacated: bool = True
    ) -> tuple[str, ...]:
        """15: before the game all are alike; then those who play since it started, other players, and those who would
        like to. Where several are named, they draw for it."""
        if S["15(1)"].says(not started):
            return tuple(claim.name for claim in wanting)
        for first in S["15(2)(a)"].says(((True, True), (True, False), (False, False))):
            same = tuple(claim.name for claim in wanting if (claim.plays, claim.plays and claim.founder) == first)
            if same:
                return S["15(2)(b)"].says(same)
        return ()

    def wins_draw(self, drawn: Mapping[str, Card]) -> tuple[str, ...]:
        """15 and 9(2): the highest card has the seat; suits are equal, and those who tie draw again."""
        highest = max(rank(card) for card in drawn.values())
        return S["9(2)"].says(tuple(name for name, card in drawn.items() if rank(card) == highest))

    # -- front rule 13: changes of the game --------------------------------------------------------------

    def refuse_change(self, change: GameChange) -> Refused | None:
        """0-13(1): after three rounds' notice, and to a higher minimum only after twenty minutes on a sign. 18: what
        the ace counts is announced before the rounds of play start, and stays so for the game."""
        if S["18"].says(change.started and "ace" in change.other):
            return refuse("another rank of the ace", S["18"], "before the rounds of play for a game start")
        if change.in_hand or (change.players and R["13(1)(a)"].says(change.hands_of_notice < ROUNDS_OF_NOTICE)):
            return refuse("a change without notice", R["13(1)(a)"], "three rounds' notice")
        if change.raises_minimum and R["13(1)(c)"].says(change.sign_for < NOTICE):
            return refuse("a higher minimum wager", R["13(1)(c)"], "after twenty minutes on a sign")
        return None

    def seconds_of_notice(self) -> int:
        return R["13(1)(c)"].says(NOTICE)

    # -- 17: the buck ------------------------------------------------------------------------------------

    def begin(self, ring: Ring, button: int | None) -> Positions:
        """17(1): the player on the dealer's left has the buck first."""
        first = S["17(1)"].says(min(ring.present)) if button is None else clockwise(ring.present, button - 1)[0]
        return Positions(first, (first,))

    def move_on(self, last: Positions, ring: Ring) -> Positions:
        """17(2): it goes to the next player."""
        buck = S["17(2)"].says(clockwise(ring.present, last.button)[0])
        return Positions(buck, (buck,))

    def for_dealt(self, now: Positions, dealt: Sequence[int]) -> Positions:
        buck = clockwise(dealt, now.button - 1)[0]
        return Positions(buck, (buck,))

    def refuse_button(self, seat: int) -> Refused | None:
        """17(3): whose turn it is has the buck."""
        return refuse(f"seat {seat} declining the buck", S["17(3)"], "take it")

    def order(self, seats: Sequence[int], button: int) -> list[int]:
        """2 and 10(3): from the buck position on, clockwise."""
        buck = S["2:buck-position"].says(button)
        return S["10(3)"].says([seat for seat in seats if seat >= buck] + [seat for seat in seats if seat < buck])

    def posted(self, now: Positions, payers: Mapping[int, int]) -> list[Blind]:
        return [self.blind(payers[now.button])]

    def blind(self, place: int) -> Blind:
        """20(2) and 2: the player with the buck makes the blind bet, of the minimum wager, and may raise it later
        (5(2)); it is what others call (3(3))."""
        amount = S["2:bet"].says(S["20(2)"].says(max(self.blinds)))
        return Blind(
            S["2:buck"].says(place), amount, 0, S["20(2)"], option=S["5(2)"].says(True), sets_price=S["3(3)"].says(True)
        )

    def refuse_deal(self, blinds: Sequence[Blind]) -> Refused | None:
        """22(1): no round of play without the blind bet."""
        if not S["22(1)"].says(bool(blinds)):
            return Refused(S["22(1)"], "dealing the hole cards", "after the blind bet")
        return None

    def enters(self, who: Entering) -> Entry | Refused:
        """Nothing is owed for coming in."""
        return Entry(0, 0, S["19(1)"])

    # -- 19 and 29: stakes -------------------------------------------------------------------------------

    def refuse_buy_in(self, stack: Cents, moved: bool) -> Refused | None:
        """19(2): at least the minimum table stake. 19(3): unless one re-joins as a supervisor has approved."""
        if not S["19(3)"].says(moved) and S["19(2)"].says(stack < self.least_stake):
            stake = f"a table stake of {show_amount(stack)}"
            return Refused(S["19(2)"], stake, f"at least {show_amount(self.least_stake)}")
        return None

    def stake(self, stack: Cents, kept: bool) -> Cents:
        """19(1): what is put on the table in full view, cash being changed at once."""
        return S["19(1)"].says(stack)

    def refuse_top_up(self, chips: Chips) -> Refused | None:
        """19(4): not during a round of play, for those who are in it."""
        if S["19(4)"].says(chips.in_hand):
            return Refused(S["19(4)"], "chips added during a round of play", "when it is over")
        return None

    def refuse_taking(self) -> Refused:
        """19(4): a stake goes down by betting and in no other way."""
        return Refused(S["19(4)"], "chips taken off the table", "they stay until their player leaves the game")

    def must_leave(self, stack: Cents, continuing: bool) -> Clause | None:
        """29(2): who has nothing left, and brings nothing, leaves before the next round of play."""
        return S["29(2)"] if S["29(2)"].says(continuing and not stack) else None
