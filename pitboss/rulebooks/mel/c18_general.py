"""MEL chapter 18, general provisions: what nobody may do at a table and what officials do about it, games that are
disrupted, disputes; 18.3, when a table may be closed; 18.8, advice."""

from __future__ import annotations

from typing import Any

from pitboss.cardroom.dead_hands import SENT_AWAY, dead_hand, give_back
from pitboss.cardroom.facts import (
    ADVICE,
    CARDS_EXCHANGED,
    DEVICE_USED,
    HAND_DISCLOSED,
    SIDE_BET,
    decisions,
    place_in,
)
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import PUSHED
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.mel.c14_all_games import complete
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import MANAGER, SUPERVISOR, WHAT, BadFact, Fact, Seat, When, Word, ruling, rulings

S = schedule("MEL")

CLOSING: Clause = S["18.3"]
DUTIES = (
    Duty("conduct", "a manager may have a person detained who is suspected of a prohibited device, until police come",
         S["18.2.4"]),
    Duty("conduct", "an area manager may have a player removed who harms the integrity of the game", S["18.4"]),
    Duty("disputes", "tell who is not content that there is an inspector to turn to", S["18.11"]),
    Duty("disputes", "a complaint about how games are run may go to the regulator", S["18.12"]),
    Duty("disputes", "have a copy of the rules for whoever asks for one", S["18.14"]),
)
# 18.5: what is outside the house's control.
DISRUPTIONS = ("forces-of-nature", "government", "civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god")
FRAUD = "fraud"
# What an official may say of a player of whom something was reported, or of the hand.
VOID_WAGERS, DEAD_HAND, EXCLUDE, REMOVE, VOID = "void-wagers", "dead-hand", "exclude", "remove", "void"
SAID = (VOID_WAGERS, DEAD_HAND, EXCLUDE, REMOVE)
INVALIDATED = (Word("reason", (*DISRUPTIONS, FRAUD), need=True), Seat(), *decisions(VOID, VOID_WAGERS))
# By which names conduct is reported: 18.15 is of two of them.
EXCHANGES = ("hand-disclosed", "cards-exchanged")
CONDUCT = ("device-used", "advice", "side-bet", *EXCHANGES, "helping")


def hands_of_notice() -> int:
    """18.3: so many hands are played between the notice and the close."""
    return S["18.3"].says(3)


def refuse_closing(players: int, hands: int, agreed: int) -> Refused | None:
    """18.3: while players are present a table closes after three hands' notice, or sooner if all of them agree.
    `hands`: of notice that they had; `agreed`: how many of them do."""
    if not players or S["18.3"].says(agreed >= players) or hands >= hands_of_notice():
        return None
    what = f"a table closed after {hands} of three hands' notice" if hands else "a table closed without notice"
    return refuse(what, S["18.3"], "three hands' notice, or every player agrees")


def refuse_advice() -> Refused | None:
    """18.8: how to play is the player's own matter."""
    return refuse("advice on how to play", S["18.8"], "staff see to it that the rules are kept")


def undecided(game: Any, h: Hand, what: Irregular) -> bool:
    """Has no official decided anything on a report?"""
    return not what.get("decided")


def decided(word: str) -> When:
    """Has an official said this of what was reported?"""
    return lambda game, h, what: what.get("decided") == word


class PokerProvisions(PokerGame):
    """What holds at every table, beside the game."""

    # -- 18.1, 18.9, 18.13, 18.15 and 18.16: conduct -----------------------------------------------------

    @ruling("device-used", S["18.1"], "nobody plays with the help of a device", undecided,
            facts=(*DEVICE_USED, *decisions(*SAID)))
    @ruling("advice", S["18.9"], "nobody influences how another plays", undecided,
            facts=(*ADVICE, *decisions(*SAID)))
    @ruling("side-bet", S["18.13"], "players have no bets against each other beside the game", undecided,
            facts=(*SIDE_BET, *decisions(*SAID)))
    @ruling("hand-disclosed", S["18.15"], "nobody tells of his hand; it may be declared dead",
            lambda game, h, what: undecided(game, h, what) and not complete(h),
            facts=(*HAND_DISCLOSED, *decisions(*SAID)))
    @ruling("cards-exchanged", S["18.15"], "nobody exchanges cards; the hand may be declared dead", undecided,
            facts=(*CARDS_EXCHANGED, *decisions(*SAID)))
    @ruling("helping", S["18.16"], "nobody plays together with another to affect the outcome", undecided,
            facts=(*SIDE_BET, *decisions(*SAID)))
    def misbehaves(self, h: Hand, what: Irregular) -> None:
        """The table is told; nothing moves unless an official decides more."""
        place_in(h, what)
        for key in ("to", "with"):
            if what.get(key) and place_in(h, what, key) == place_in(h, what):
                raise BadFact(f"{key}={what.get(key)} is the player himself")

    @rulings(CONDUCT, S["18.15"], "the hand is dead, and its chips stay in the pot", decided(DEAD_HAND))
    def declared_dead(self, h: Hand, what: Irregular) -> Refused | None:
        """18.15: for cards or information that players exchange; 1.1: the hand has no claim to the pot."""
        if not S["18.15"].says(what.kind in EXCHANGES):
            return refuse("a hand declared dead for that", S["18.15"], "for cards or information exchanged")
        return self.out_of_hand(h, what, S["1.1:dead-hand"])

    # -- 18.2: what a manager may do ---------------------------------------------------------------------

    @rulings(CONDUCT, S["18.2.1"], "the player's wagers are void", decided(VOID_WAGERS))
    def void_wagers(self, h: Hand, what: Irregular) -> Refused | None:
        """18.2.1: they go back to the player, whose hand has no claim to the pot any more."""
        return self.give_wagers_back(h, what, S["18.2.1"])

    def give_wagers_back(self, h: Hand, what: Irregular, clause: Clause) -> Refused | None:
        """1.1: a void wager is none, and goes back."""
        i = place_in(h, what)
        refused = self.refuse_official(what, clause)
        if h.over:
            raise BadFact(PUSHED)
        if refused is None and h.live >> i & 1:
            return self.out_of_hand(h, what, clause, back=S["1.1:void"].says(True))
        if refused is None:
            give_back(h, i, clause)
        return refused

    @rulings(CONDUCT, S["18.2.2"], "the player takes no further part in the game", decided(EXCLUDE))
    def excluded(self, h: Hand, what: Irregular) -> Refused | None:
        """18.2.2: not in this hand either; what he has put in stays there."""
        return self.refuse_official(what, S["18.2.2"]) or self.sent_away(h, what, S["18.2.2"])

    def refuse_official(self, what: Irregular, clause: Clause) -> Refused | None:
        """18.2: an assistant casino manager or above decides."""
        if clause.says(what.get("official") == MANAGER):
            return None
        return refuse(f"{what.get('decided').replace('-', ' ')} by another official", clause,
                      "for an assistant casino manager or above")

    # -- 18.4: removal -----------------------------------------------------------------------------------

    @rulings(CONDUCT, S["18.4"], "the player is removed from the table", decided(REMOVE))
    def removed(self, h: Hand, what: Irregular) -> Refused | None:
        """18.4: by an area manager or above, for the integrity of the game."""
        return self.sent_away(h, what, S["18.4"])

    def sent_away(self, h: Hand, what: Irregular, clause: Clause) -> Refused | None:
        """A player goes when the hand is over, and has no part in it any more."""
        i = place_in(h, what)
        refused = self.out_of_hand(h, what, clause) if h.live >> i & 1 and not h.over else None
        if refused is None and clause.says(True):
            h.note(SENT_AWAY, i, 0, clause)
        return refused

    def out_of_hand(self, h: Hand, what: Irregular, clause: Clause, *, back: bool = False) -> Refused | None:
        """A hand is dead; 18.10: what then, where it was the last one, is for the area manager."""
        i = place_in(h, what)
        if h.over:
            raise BadFact(PUSHED)
        if not h.live >> i & 1:
            return refuse(f"the hand of seat {h.seats[i]}", clause, "it is out already")
        if not h.live & ~(1 << i):
            return refuse("the last hand in declared dead", S["18.10"], "the area manager decides, and that is final")
        dead_hand(h, i, clause, back=back)
        return None

    # -- 18.5 to 18.7: games that are void -----------------------------------------------------------------

    declares_void = S["18.7"]

    @ruling("disruption", S["18.5"], "a disruption beyond the house's control", by=SUPERVISOR, voids=(S["18.7"],))
    def disruption(self, h: Hand, what: Irregular) -> None:
        """18.5: fire, flood, blackout and the like. 18.7: all wagers go back."""

    @ruling("fraud", S["18.6"], "a fraudulent act", by=MANAGER, voids=(S["18.7"],))
    def fraud(self, h: Hand, what: Irregular) -> None:
        """18.6: for an assistant casino manager or above."""

    @ruling("invalidated", S["18.5"], "a senior dealer or above may declare the hand void",
            lambda game, h, what: what.get("reason") != FRAUD and not what.get("decided"), facts=INVALIDATED)
    @ruling("invalidated", S["18.6"], "an assistant casino manager or above may declare the hand void",
            lambda game, h, what: what.get("reason") == FRAUD and not what.get("decided"))
    def may_be_void(self, h: Hand, what: Irregular) -> None:
        """18.5 and 18.6: unless an official decides so, the hand goes on."""

    @ruling("invalidated", S["18.5"], "the hand is void",
            lambda game, h, what: what.get("reason") != FRAUD and what.get("decided") == VOID, voids=(S["18.7"],))
    def declared_void(self, h: Hand, what: Irregular) -> None:
        """18.5: by a higher duties dealer or above."""

    @ruling("invalidated", S["18.6"], "the hand is void",
            lambda game, h, what: what.get("reason") == FRAUD and what.get("decided") == VOID, voids=(S["18.7"],))
    def void_for_fraud(self, h: Hand, what: Irregular) -> Refused | None:
        """18.6: by an assistant casino manager or above."""
        return self.refuse_official(what, S["18.6"])

    @ruling("invalidated", S["18.6"], "the player's wagers are void",
            lambda game, h, what: what.get("reason") == FRAUD and what.get("decided") == VOID_WAGERS)
    def wagers_void_for_fraud(self, h: Hand, what: Irregular) -> Refused | None:
        """18.6: any wager may be void instead of the whole hand."""
        return self.give_wagers_back(h, what, S["18.6"])

    # -- 18.8 and 18.10: advice, disputes ----------------------------------------------------------------

    @ruling("staff-advice", S["18.8"], "staff do not advise on how to play", facts=(Seat(),))
    def staff_advice(self, h: Hand, what: Irregular) -> None:
        """18.8: except to have the rules kept; the player decides."""

    @ruling("dispute", S["18.10"], "as the area manager decides; that is final", facts=(Seat(), Fact(WHAT)),
            by=SUPERVISOR)
    def dispute(self, h: Hand, what: Irregular) -> None:
        """18.10: also on what the rules do not cover."""
