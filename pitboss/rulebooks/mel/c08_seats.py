"""MEL chapter 8, seats: 8.1, 8.3 and 8.7 to 8.11, with 6.3, 6.10 and 6.11 on stakes and changes of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pitboss.cardroom.game import Blind, PokerGame, amounts
from pitboss.cardroom.seating import (
    MOVED,
    NEW,
    Chips,
    Claim,
    Entering,
    Entry,
    GameChange,
    Move,
    Positions,
    Ring,
    clockwise,
    first_positions,
)
from pitboss.equipment.cards import RANKS, Card
from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("MEL")

CHOICES = (
    GameOption("buy-in", "0", ("text",), S["6.3"], "the least a player sits down with"),
    GameOption("over-blinds", "1", ("number",), S["8.8.4"], "voluntary blinds in one hand, each twice the last"),
    GameOption("new-players", "post", ("post", "free"), S["8.9"], "they wait or post a large blind, or simply play"),
)
DUTIES = (
    Duty("seats", "show the vacated seat as free on the handset", S["8.3"]),
    Duty("seats", "without a handset, tell the higher duties dealer of the vacated seat", S["8.3.1"]),
    Duty("seats", "keep who sits where on the handset of the table", S["1.1:handset"]),
    Duty("seats", "put the reserved button at a seat that the house gives away", S["1.1:reserved-button"]),
    Duty("seats", "put the walking button at the place of a player who is away", S["1.1:player-walking-button"]),
    Duty("seats", "put the dealt-out button at the place of a player who is not dealt in", S["1.1:dealt-out-button"]),
    Duty("seats", "put the missed blind button at the place of one who missed a blind", S["1.1:missed-blind-button"]),
    Duty("seats", "put the absent button there while he is away after that", S["1.1:absent-button"]),
    Duty("seats", "keep the chips of a player who is picked up until he is back", S["1.1:picked-up"]),
    Duty("sign", "show how many compulsory blinds there are", S["8.8.1"]),
    Duty("seats", "an area manager may have a player picked up who is away too long", S["8.10"]),
)
# 6.10 and 8.11, in seconds.
NOTICE, GRACE = 20 * 60, 5 * 60


class Seats(PokerGame):
    """Who sits where, who puts down which blind, and what it costs to come in."""

    seat_clause, priority_clause, draw_clause = S["8.1"], S["8.1.2"], S["8.1.1"]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        least = amounts(self, "buy-in")
        if len(least) > 1:
            raise BadOption(f"{self.id}: buy-in={self.options['buy-in']} is not one amount [{S['6.3']}]; such as 40")
        self.least_buy_in = least[0]

    # -- 8.1: seats --------------------------------------------------------------------------------------

    def best_claims(
        self, wanting: Sequence[Claim], started: bool = True, vacated: bool = True
    ) -> tuple[str, ...]:
        """8.1.2: of those who want a seat whose player left the game, players come before all who wait to join it.
        8.1.1: to any other seat all are alike. Those named may be several: then cards are drawn."""
        players = tuple(claim.name for claim in wanting if claim.plays)
        return players if S["8.1.2"].says(vacated and bool(players)) else tuple(claim.name for claim in wanting)

    def wins_draw(self, drawn: Mapping[str, Card]) -> tuple[str, ...]:
        """8.1.1: the highest card has the seat. 3.2.4: suits are alike but for a bring-in and odd chips, so that those
        who tie draw again."""
        highest = max(RANKS.index(card[0]) for card in drawn.values())
        winners = tuple(name for name, card in drawn.items() if RANKS.index(card[0]) == highest)
        return S["8.1.1"].says(S["3.2.4"].says(winners))

    # -- 8.7: chips in view ------------------------------------------------------------------------------

    def in_view(self, values: Collection[Cents]) -> tuple[Cents, ...]:
        """8.7: chips lie open, those of the highest denomination in front."""
        return S["8.7"].says(tuple(sorted(values, reverse=True)))

    # -- 8.8: button and blinds --------------------------------------------------------------------------

    def begin(self, ring: Ring, button: int | None) -> Positions:
        """1.1: the button starts at the dealer's right hand."""
        button = S["1.1:dealer-button"].says(max(ring.present)) if button is None else button
        return first_positions(ring.present, button, len(self.compulsory))

    def move_on(self, last: Positions, ring: Ring) -> Positions:
        """8.8.2 and 8.8.6: the last blind goes to the next player clockwise; the others, and the button, come to the
        seat where the next larger one was, and the button may be dead there."""
        if not last.blinds:
            return Positions(S["1.1:dealer-button"].says(clockwise(ring.present, last.button)[0]))
        due = S["8.8.2(b)"].says(clockwise(ring.present, last.blinds[-1])[0])
        button = last.blinds[0]
        if button not in ring.present:
            button = S["1.1:dead-button"].says(button)
        return Positions(button, (*last.blinds[1:], due))

    def order(self, seats: Sequence[int], button: int) -> list[int]:
        """8.4: from the left of the button, clockwise."""
        return S["8.4"].says(super().order(seats, button))

    def posted(self, now: Positions, payers: Mapping[int, int]) -> list[Blind]:
        """8.8.2: the first blind left of the button, the others on from there. 8.8.6: where nobody sits who owes it,
        there is none."""
        blinds: dict[int, Blind] = {}
        for number, (seat, amount) in enumerate(zip(now.blinds, self.compulsory, strict=True)):
            if S["8.8.6"].says(seat not in payers):
                continue
            clause = S["8.8.2(b)"] if number else S["8.8.2(a)"]
            place = clause.says(payers[seat])
            blinds.pop(place, None)
            blinds[place] = Blind(place, amount, 0, clause)
        return list(blinds.values())

    # -- 8.8.3, 8.8.5 and 8.9: those who come in ---------------------------------------------------------

    def enters(self, who: Entering) -> Entry | Refused:
        """8.9: a new player waits for the blind or posts a large one, and is never dealt in on the button.
        8.8.5: so does one who moved too far. 8.8.3: one who let blinds pass makes them good."""
        large = self.compulsory[-1] if self.compulsory else 0
        if who.kind == NEW:
            if S["8.9"].says(who.on_button):
                return Refused(S["8.9"], "a hand for a new player on the button", "wait")
            if S["8.9.1"].says(who.due) or self.options.get("new-players") == "free":
                return Entry(0, 0, S["8.9.1"])
            return Entry(S["8.9.2"].says(large), 0, S["8.9.2"])
        if who.due:
            return Entry(0, 0, S["8.8.3"])
        dead = sum(blind for blind, missed in zip(self.compulsory[:-1], who.missed, strict=False) if missed)
        if who.kind == MOVED:
            return Entry(S["8.8.5"].says(large), dead, S["8.8.5"])
        live = large if any(who.missed[-1:]) else 0
        return Entry(S["8.8.3"].says(live), S["8.8.3"].says(dead), S["8.8.3"])

    def moves(self, move: Move) -> tuple[str, tuple[int, ...]]:
        """8.8.5: past more than two live players one waits or posts, unless the blinds were paid in the last hand and
        the new seat is the button's. 8.8.3: a move does not get anybody out of a blind."""
        to_button = S["8.8.5"].says(move.paid and move.to_button)
        far = S["8.8.5"].says(move.past > 2) and not to_button
        avoided = () if to_button or move.due is None else (move.due,)
        return MOVED if far else "", S["8.8.3"].says(avoided) if avoided else ()

    def refuse_late(self, what: str) -> Refused | None:
        """1.1: blinds are put down before the first card."""
        return refuse(f"{what} after the cards", S["1.1:blind"], "before the first card")

    # -- 6.3 and 6.11: stakes ----------------------------------------------------------------------------

    def refuse_buy_in(self, stack: Cents, moved: bool) -> Refused | None:
        """6.3: no less than the minimum buy-in."""
        if S["6.3"].says(stack < self.least_buy_in):
            return Refused(S["6.3"], f"a buy-in of {show_amount(stack)}", f"{show_amount(self.least_buy_in)} or more")
        return None

    def stake(self, stack: Cents, kept: bool) -> Cents:
        """1.1: what was bought before a hand is played with from then on."""
        return stack if kept else S["1.1:buy-in"].says(stack)

    def refuse_top_up(self, chips: Chips) -> Refused | None:
        """6.11: nothing is added in mid-hand, except by one who is not in it; 6.3: one with nothing left buys in."""
        if S["6.11"].says(chips.in_hand):
            return Refused(S["6.11"], "chips added by a player in the hand", "when the hand is over")
        return None if chips.stack else self.refuse_buy_in(chips.amount, False)

    def refuse_taking(self) -> Refused | None:
        """6.11: nobody takes chips off the table."""
        return refuse("chips taken off the table", S["6.11"], "they stay, and go only with their player between hands")

    # -- 6.10: changes of the game -----------------------------------------------------------------------

    def refuse_change(self, change: GameChange) -> Refused | None:
        """6.10: between hands, on twenty minutes' notice or if most players agree; never to a higher minimum without
        twenty minutes on a sign (section 66). 7.3: the commission changes with its sign, before a hand."""
        if S["6.10"].says(S["1.1:round-of-play"].says(change.in_hand)):
            return refuse("a change during a hand", S["7.3"] if change.commission else S["6.10"], "when it is over")
        if change.raises_minimum and S["6.1:s66(2)"].says(change.sign_for < NOTICE):
            return refuse("a higher minimum", S["6.1:s66(2)"], "after twenty minutes on a sign")
        if change.commission and S["7.3"].says(True):
            return None
        agreed = S["6.10"].says(2 * change.agree > change.players)
        if change.players and not agreed and S["6.10"].says(change.notice_for < NOTICE):
            return refuse("a change without notice", S["6.10"], "twenty minutes' notice, or a majority")
        return None

    def seconds_of_notice(self) -> int:
        return S["6.10"].says(NOTICE)

    # -- 8.10 and 8.11: picked up ------------------------------------------------------------------------

    def tops_waiting_list(self, since: float) -> bool:
        """8.11: who was picked up and is back within five minutes goes on the top of the list, else on its end."""
        return S["8.11"].says(since <= GRACE)
