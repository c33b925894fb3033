"""QLD schedule 10, section 45: collusion."""

from __future__ import annotations

from typing import ClassVar

from pitboss.cardroom import facts
from pitboss.cardroom.dead_hands import SENT_AWAY
from pitboss.cardroom.game import Conduct
from pitboss.cardroom.hand import Hand
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.qld.poker_conduct import (
    AT_EVERY_TABLE,
    EXCLUDED,
    WAGERS_VOID,
    ConductAtPoker,
    R,
    decided,
    tells,
    told_off,
    undecided,
)
from pitboss.table.acts import Irregular
from pitboss.table.reports import ruling, rulings

S = schedule("QLD-10")

CONDUCT = {
    "helping": Conduct("helping another against a third player", S["45(1)"], "play in one's own interest"),
    "chips-given": Conduct("betting for another, or chips given or lent to him", S["45(2)"],
                           "everybody bets with his own chips"),
    "advice": Conduct("help or advice from another", S["45(3)"], "decide alone, one player to a hand"),
    "cards-looked-at": Conduct("looking at folded or undealt cards", S["45(6)"],
                               "ask to see what the called player folded"),
    "pot-divided": Conduct("dividing the pot by agreement", S["30(17)"], "the best hand wins the pot"),
}
SANCTIONED = ("hand-disclosed", *CONDUCT)
SECRET = Conduct("showing hole cards", S["45(4)"], "keep them to oneself", learns=True)
OUT_OF_PLAY = Conduct("showing cards out of play", S["45(5)"], "keep them to oneself until the round is over")


class Collusion(ConductAtPoker):
    """What a player may not do, and who must hear of cards that he has learnt of."""

    conduct: ClassVar = {**CONDUCT, "hand-disclosed": SECRET, **AT_EVERY_TABLE}

    collusion = told_off(CONDUCT)

    @rulings(SANCTIONED, R["11(2)(a)"], WAGERS_VOID, decided("void-wagers"))
    def collusion_wagers(self, h: Hand, what: Irregular) -> Refused | None:
        """Front rule 11(2)(a): as a supervisor decides."""
        return self.void_wagers(h, what, R["11(2)(a)"])

    @rulings(SANCTIONED, R["11(2)(b)"], EXCLUDED, decided("exclude"))
    def collusion_exclusion(self, h: Hand, what: Irregular) -> None:
        """Front rule 11(2)(b): as a supervisor decides."""
        h.note(SENT_AWAY, facts.place_in(h, what), 0, R["11(2)(b)"])

    @ruling("hand-disclosed", S["45(4)"], "hole cards stay secret: keep them to oneself",
            lambda game, h, what: undecided(game, h, what) and game.in_play(h, what), facts=tells("hand-disclosed"))
    @ruling("hand-disclosed", S["45(5)"], "hole cards stay secret, also those of a hand that is out",
            lambda game, h, what: undecided(game, h, what) and not game.in_play(h, what), facts=tells("hand-disclosed"))
    def disclosed(self, h: Hand, what: Irregular) -> None:
        """45(4) and (5); who has seen them passes it on (45(7) and (8))."""
        self.pass_on(h, what)

    def in_play(self, h: Hand, what: Irregular) -> bool:
        """Is the player still active?"""
        return bool(h.active >> facts.place_in(h, what) & 1)

    def refuse_conduct(self, h: Hand, i: int, kind: str) -> Refused | None:
        """45(4) and (5): hole cards stay secret, also those of an inactive player."""
        if kind == "hand-disclosed" and not h.active >> i & 1:
            return refuse(OUT_OF_PLAY.words, OUT_OF_PLAY.clause, OUT_OF_PLAY.instead)
        return super().refuse_conduct(h, i, kind)

    def to_be_told(self, h: Hand, owner: int, by: int) -> tuple[tuple[int, ...], Clause | None]:
        """45(7) and (8): what an active player has learnt of an inactive player's cards all other active players hear;
        what he has learnt of one who has made a bet that is not called yet, all other players."""
        if not h.active >> by & 1:
            return (), None
        if not h.active >> owner & 1:
            return S["45(7)"].says(tuple(i for i in h.places(h.active) if i != by)), S["45(7)"]
        uncalled = owner == h.called and all(h.bets[i] < h.price for i in h.places(h.live) if i != owner)
        others = tuple(i for i in range(len(h.seats)) if i not in (owner, by))
        return S["45(8)"].says(others if uncalled else ()), S["45(8)"]
