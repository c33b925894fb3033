"""MEL 8.12: kill pots."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from typing import Self

from pitboss.cardroom.game import Blind, amounts
from pitboss.cardroom.seating import Kill
from pitboss.law import Refused, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.mel.c06_wagers import Wagers
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("MEL")

CHOICES = (
    GameOption("kill", "0", ("text",), S["8.12.7"], "what the killer posts, where kill pots are on offer"),
    GameOption("kill-pot", "0", ("text",), S["8.12.4"], "the least pot that earns the leg up or the kill button"),
)
DUTIES = (
    Duty("sign", "show that kill pots are on offer", S["8.12.1"]),
    Duty("opening", "put the kill button in the centre of the table", S["8.12.2"]),
)


class KillPots(Wagers):
    """Who wins twice running, or scoops a hi-lo pot, plays the next hand for more."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.kill, self.kill_pot = amounts(self, "kill")[0], amounts(self, "kill-pot")[0]
        if self.kill and self.kill <= max(self.blinds):
            raise BadOption(f"{self.id}: kill={self.options['kill']} is no bigger game [{S['8.12.7']}]; "
                            f"above {show_amount(max(self.blinds))}")

    @property
    def hi_lo(self) -> bool:
        return len(self.shares) > 1 and any(share.low for share in self.shares)

    # -- 8.12.3 to 8.12.6 and 8.12.9: where the button goes ----------------------------------------------

    def kill_after(self, kill: Kill, winners: Collection[int], pot: Cents) -> Kill:
        """By the seats that won anything of the hand: a whole pot has one winner."""
        whole = S["8.12.3"].says(len(winners) == 1)
        (winner,) = winners if whole else (0,)
        if S["1.1:killer"].says(kill.kill):
            return self.killer_done(kill, winner, pot)
        if not whole or not S["8.12.4"].says(pot >= self.kill_pot):
            return kill
        if not S["1.1:leg-up"].says(not self.hi_lo):
            return kill._replace(seat=winner, kill=S["8.12.3(a)"].says(True))
        turned = S["1.1:leg-up-button"].says(S["8.12.5"].says(kill.seat == winner))
        return kill._replace(seat=winner, kill=turned)

    def killer_done(self, kill: Kill, winner: int, pot: Cents) -> Kill:
        """8.12.6: a killer who wins remains it. 8.12.9: one who does not loses the button, to nobody if the pot was
        divided, and otherwise to the winner, with the leg up, or with the kill in hi-lo."""
        if S["8.12.6"].says(kill.seat == winner):
            return kill
        if S["8.12.9(a)"].says(not winner) or not S["8.12.4"].says(pot >= self.kill_pot):
            return kill._replace(seat=0, kill=False)
        seat = S["8.12.9(b)"].says(winner)
        side = S["8.12.9(b)(ii)"].says(True) if self.hi_lo else S["8.12.9(b)(i)"].says(False)
        return kill._replace(seat=seat, kill=side)

    # -- 8.12.7 and 8.12.8: the killer's wager -----------------------------------------------------------

    def refuse_kill_wager(self, amount: Cents) -> Refused | None:
        if S["8.12.7"].says(amount != self.kill):
            size = show_amount(amount) if type(amount) is int else repr(amount)
            return Refused(S["8.12.7"], f"a kill wager of {size}", show_amount(self.kill))
        return None

    def kill_posted(self, blinds: Sequence[Blind], place: int) -> list[Blind]:
        """1.1: by the player who has the button. 8.12.7: it takes in whatever else he has to put down. 8.12.8: the turn
        of nobody changes."""
        place = S["1.1:kill-button"].says(place)
        wager = Blind(place, S["8.12.7"].says(self.kill), 0, S["8.12.7"])
        if any(blind.place == place for blind in blinds):
            return [wager._replace(dead=blind.dead) if blind.place == place else blind for blind in blinds]
        return [wager, *blinds] if S["8.12.8"].says(True) else [*blinds, wager]

    def bigger(self) -> Self:
        """1.1 and 8.12.7: the game grows with the wager."""
        game, before = copy.copy(self), max(self.blinds) or self.small
        grown = (self.small * self.kill // before, self.large * self.kill // before)
        game.small, game.large = S["1.1:kill-pots"].says(grown)
        return game

    # -- 8.12.10 and 8.12.11: staying out ----------------------------------------------------------------

    def refuse_out(self, what: str) -> Refused | None:
        """8.12.10: a killer stays, unless each player pays for every hand."""
        if S["8.12.10"].says(not self.fee_per_person):
            return Refused(S["8.12.10"], f"{what} as the killer", "post, and play the hand")
        return None

    def kill_given_up(self, kill: Kill) -> Kill:
        """8.12.11: who does not post is not dealt in, and the button is nobody's."""
        return Kill(S["8.12.11"].says(0), refused=kill.seat)

    def kill_rejoined(self, kill: Kill) -> tuple[Kill, Cents]:
        """8.12.11(a): the button comes back, from the centre or from another's leg up, but not from another killer:
        then as much is posted without it."""
        if S["8.12.11(a)(i)"].says(not kill.seat):
            return Kill(kill.refused, True), 0
        if S["8.12.11(a)(ii)"].says(not kill.kill):
            return Kill(kill.refused, True), 0
        return kill, S["8.12.11(a)(iii)"].says(self.kill)
