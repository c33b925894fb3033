"""QLD front rule, sections 4 and 9 to 11, at tables between players: what a player may not do there besides what the
schedules say, and what a gaming supervisor may do about any of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pitboss.cardroom.dead_hands import SENT_AWAY, TELLS, dead_hand
from pitboss.cardroom.facts import (
    ADVICE,
    CARDS_EXCHANGED,
    DEVICE_USED,
    HAND_DISCLOSED,
    SIDE_BET,
    decisions,
    place_in,
)
from pitboss.cardroom.game import Conduct, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, Fact, Seat, When, YesNo, ruling, rulings

R = schedule("QLD-0")

FRONT_RULE: Mapping[str, Conduct] = {
    "side-bet": Conduct("a side bet", R["9"], "wager in the round alone"),
    "cards-exchanged": Conduct("exchanging cards", R["10(a)"], "keep one's own"),
    "another-hand-touched": Conduct("touching another's cards", R["10(b)"], "with leave of a supervisor"),
}
AT_EVERY_TABLE = {
    **FRONT_RULE,
    "device-used": Conduct("a device that could help play", R["4(1)"], "put it away, unless it is approved in writing"),
}
# What a report of each kind tells, besides who it was.
ALSO_TOLD: Mapping[str, tuple[Fact, ...]] = {
    "advice": ADVICE, "cards-exchanged": CARDS_EXCHANGED, "hand-disclosed": HAND_DISCLOSED,
    **dict.fromkeys(("side-bet", "helping", "another-hand-touched", "chips-given"), SIDE_BET),
}
# What officials may say; of a dead hand and of a removal this rule knows nothing.
SAID = decisions("void-wagers", "dead-hand", "exclude", "remove")
WAGERS_VOID = "the player's wagers are void and go back"
EXCLUDED = "the player is out of the game when the round is over"
DEVICE = (*DEVICE_USED, *SAID, YesNo("approved"))


def tells(kind: str) -> tuple[Fact, ...]:
    """What a report of conduct may tell."""
    return (*ALSO_TOLD.get(kind, (Seat(need=True),)), *SAID)


def undecided(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """Has no official decided anything on a report?"""
    return not what.get("decided")


def decided(word: str) -> When:
    """Has an official said this of what was reported?"""
    return lambda game, h, what: what.get("decided") == word and not what.yes("approved")


def told_off(conduct: Mapping[str, Conduct]) -> Callable[[Any, Hand, Irregular], None]:
    """A method with a ruling for each kind of conduct: it is not allowed, and nothing moves by that alone."""

    def conduct_reported(game: ConductAtPoker, h: Hand, what: Irregular) -> None:
        game.pass_on(h, what)

    marked = conduct_reported
    for kind, rule in conduct.items():
        said = f"{rule.words} is not allowed: {rule.instead}"
        marked = ruling(kind, rule.clause, said, undecided, facts=tells(kind))(marked)
    return marked


class ConductAtPoker(PokerGame):
    """What holds at every poker table."""

    conduct: ClassVar[Mapping[str, Conduct]] = AT_EVERY_TABLE
    declares_void = R["3:void"]

    front_rule = told_off(FRONT_RULE)

    @rulings(FRONT_RULE, R["11(2)(a)"], WAGERS_VOID, decided("void-wagers"))
    def front_rule_wagers(self, h: Hand, what: Irregular) -> Refused | None:
        """11(2)(a): as a supervisor decides."""
        return self.void_wagers(h, what, R["11(2)(a)"])

    @rulings(FRONT_RULE, R["11(2)(b)"], EXCLUDED, decided("exclude"))
    def front_rule_exclusion(self, h: Hand, what: Irregular) -> None:
        """11(2)(b): as a supervisor decides; whether the wagers are void is another decision."""
        h.note(SENT_AWAY, place_in(h, what), 0, R["11(2)(b)"])

    @ruling("device-used", R["4(1)"], "a device that could help play is not allowed at the table",
            lambda game, h, what: undecided(game, h, what) and not what.yes("approved"), facts=DEVICE)
    @ruling("device-used", R["4(3)"], "the chief executive has approved the device in writing",
            lambda game, h, what: what.yes("approved"))
    def device_used(self, h: Hand, what: Irregular) -> None:
        """4: who has it is told that it may not be used."""
        place_in(h, what)

    @ruling("device-used", R["4(2)(a)"], WAGERS_VOID, decided("void-wagers"))
    def device_wagers(self, h: Hand, what: Irregular) -> Refused | None:
        """4(2)(a): as a supervisor decides."""
        return self.void_wagers(h, what, R["4(2)(a)"])

    @ruling("device-used", R["4(2)(b)"], EXCLUDED, decided("exclude"))
    def device_exclusion(self, h: Hand, what: Irregular) -> None:
        """4(2)(b): as a supervisor decides; whether the wagers are void is another decision."""
        h.note(SENT_AWAY, place_in(h, what), 0, R["4(2)(b)"])

    def void_wagers(self, h: Hand, what: Irregular, clause: Clause) -> Refused | None:
        """3: a void wager neither wins nor loses: it goes back, and the hand has no claim to what is left."""
        i = place_in(h, what)
        if not h.live >> i & 1:
            return refuse(f"void wagers of seat {h.seats[i]}, which is out", clause, "of a player who is in the round")
        if h.over or h.live == 1 << i:
            return refuse("void wagers when the pot is won", clause, "while others are in the round")
        dead_hand(h, i, clause, back=R["3:void"].says(True))
        return None

    def pass_on(self, h: Hand, what: Irregular) -> None:
        """Where another has learnt of cards by it, those hear of it who must."""
        owner = place_in(h, what)
        for key in ("to", "with"):
            if what.get(key) and place_in(h, what, key) == owner:
                raise BadFact(f"{key}={what.get(key)} is the player himself")
        if not what.get("to"):
            return
        by = place_in(h, what, "to")
        others, clause = self.to_be_told(h, owner, by)
        if others and clause is not None:
            h.note(f"{TELLS}{', '.join(str(h.seats[i]) for i in others)}", by, 0, clause)
