"""CBR rules 12, 13 and 15: collusion, irregularities and general provisions."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from pitboss.law import Clause, schedule
from pitboss.law.results import VOID, WIN
from pitboss.rulebooks.cbr.book import CANBERRA
from pitboss.table.acts import Irregular
from pitboss.table.facts import BOARD, DEALER, Settled
from pitboss.table.game import Decision, Game, ruling
from pitboss.table.reports import (
    DECK,
    ITSELF,
    LOOKED,
    OPERATOR,
    BadFact,
    Box,
    Decided,
    HandNamed,
    Money,
    Number,
    PlayerNamed,
    SomeCards,
    Word,
    YesNo,
    count_in,
)
from pitboss.table.stray import lay_stray, stray_wagers
from pitboss.table.table import DEALING, DECISIONS, WAGERS, Round, RoundOver, RoundVoid, Table

S = schedule("CBR")

# 15.1 names some disturbances and goes on to any like them; 15.3 has grounds of its own.
DISTURBANCES = ("commotion", "fire", "riot", "brawl", "robbery", "disturbance")
IMPEDIMENTS = ("impractical", "fraud")
# What a report may say the operator has decided already.
RULING = Decided("ruling", ("void", "exclude", "continue", "vacate", "stay", "none"), several=True)
# Whose doing it was, and what the operator decided.
CONDUCT = (Box(need=True, several=True), RULING)
STRAY = (Box(need=True), SomeCards(), PlayerNamed(), YesNo("handled"), Money("super-aces-bonus"))


def in_round(self: CasinoHoldemIrregularities, t: Table, what: Irregular) -> bool:
    return self.commenced(t)


def hole_cards_hidden(self: CasinoHoldemIrregularities, t: Table, what: Irregular) -> bool:
    """Hole cards are out, and 6.7 has not turned the dealer's up yet."""
    return t.phase in (DEALING, DECISIONS) and self.commenced(t)


class CasinoHoldemIrregularities(Game):
    """What the rules do when something goes wrong or somebody breaks them."""

    book = CANBERRA
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("void", "the wagers concerned are void and go back", by="operator"),
        Decision("exclude", "the player is out of the game", by="operator"),
        Decision("no sanction", "nothing follows", by="operator"),
        Decision("no exclusion", "the player stays in the game", by="operator"),
        Decision("continue", "the round goes on", by="operator"),
        Decision("vacate", "the seat goes to somebody who waits", by="operator"),
        Decision("stay", "the player keeps the seat", by="operator"),
    )
    # 15.3: a round that cannot go on, or ought not to.
    declares_void = S["15.3"]

    omissions: ClassVar[tuple[str, ...]] = ("no-cards", "one-card")

    def cards_held(self, what: Irregular) -> int | None:
        return {"no-cards": 0, "one-card": 1}.get(what.kind)

    # -- A: what a round of play is, and what void makes of it ---------------------------------------

    def commenced(self, t: Table) -> bool:
        """A card has left the shoe."""
        return S["A:round-of-play"].says(any(hand.cards for hand in t.hands.values()))

    def void_round(self, t: Table, clause: Clause) -> NoReturn:
        """As if never played: what was taken or paid already moves back, then every wager does."""
        self.undo(t, [line for line in t.lines if line.outcome != VOID], S["A:void"])
        raise RoundVoid(clause, S["A:void"])

    def end_void(self, t: Table, clause: Clause) -> NoReturn:
        self.void_round(t, clause)

    def void_box(self, t: Table, box: int, clause: Clause) -> None:
        """The wagers of one box go back: it is dealt no further card."""
        t.void_wagers(t.on_box(box), clause)
        if str(box) in t.hands:
            t.hands[str(box)].closed = True

    def end_if_nobody_plays(self, t: Table) -> None:
        """Once betting has closed and the last wager is gone, there is nothing left to deal for."""
        if t.phase != WAGERS and not t.wagers:
            raise RoundOver

    def undo(self, t: Table, lines: list[Settled], clause: Clause) -> None:
        for line in lines:
            if clause.says(True):
                t.reverse(line, clause)

    # -- reading a report ------------------------------------------------------------------------------

    def boxes_of(self, t: Table, what: Irregular) -> list[int]:
        """The boxes with a player that a report names."""
        known = {str(box): box for box in t.boxes}
        named = what.get("box").split(",")
        if not all(text in known for text in named):
            raise BadFact(f"box={what.get('box')} is not a box in play")
        return [known[text] for text in dict.fromkeys(named)]

    def empty_box(self, t: Table, what: Irregular) -> str:
        """A box of the layout that takes no part in the round."""
        text = what.get("box")
        playing = {*t.hands, *(str(wager.box) for wager in t.wagers.values())}
        if text in playing or text not in map(str, range(1, self.boxes + 1)):
            raise BadFact(f"box={text} is not a box without a wager")
        return text

    def decided(self, t: Table, what: Irregular, clause: Clause, *names: str) -> Round[str]:
        """The operator's discretion: as the report says, or else asked for; silence means the last name."""
        rulings = what.get("ruling").split(",")
        if rulings == [""]:
            return (yield from t.direct("operator", clause, *names))
        return next((name for name in names if name in rulings), names[-1])

    # -- 12: collusion ---------------------------------------------------------------------------------

    @ruling("cards-not-protected", S["12.1"], "a hand stays hidden from others and in view of the dealer", in_round,
            facts=CONDUCT)
    @ruling("cards-exchanged", S["12.2(a)"], "players do not exchange cards", in_round, facts=CONDUCT)
    @ruling("collusion", S["12.2(b)"], "players do not pass on what they hold", in_round, facts=CONDUCT)
    def collusion(self, t: Table, what: Irregular) -> Round[None]:
        """12.3: the round may be void, or the players out of it; their stakes are not forfeit."""
        boxes = self.boxes_of(t, what)
        match (yield from self.decided(t, what, S["12.3"], "void", "exclude", "no sanction")):
            case "void":
                self.void_round(t, S["12.3"])
            case "exclude":
                for box in boxes:
                    self.void_box(t, box, S["12.3"])
                self.end_if_nobody_plays(t)

    # -- 13: irregularities ------------------------------------------------------------------------------

    @ruling(
        "card-exposed", S["13.1"], "one or two hole cards of players play on, three void the round",
        when=lambda self, t, what: (
            "box" in what.facts and what.get("hand") not in (DEALER, BOARD) and hole_cards_hidden(self, t, what)
        ),
        facts=(Box(need=True, unless="hand"),
               HandNamed(words=(DEALER, BOARD), boxes=False, need=True, unless="box"),
               Word("card", ("flop", "turn", "river"))),
    )
    def player_card_exposed(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        exposed: list[int] = [*t.notes.get("exposed", ()), box]
        hand = t.hand(str(box))
        if exposed.count(box) > len(hand.cards) or all(hand.face_up):
            raise BadFact(f"box {box} has no further card lying face down")
        t.notes["exposed"] = exposed
        if S["13.1"].says(len(exposed) >= 3):
            self.void_round(t, S["13.1"])
        t.announce("turn the card down again and go on", S["13.1"])

    @ruling(
        "card-exposed", S["13.2"], "a hole card of the dealer voids the round",
        when=lambda self, t, what: what.get("hand") == DEALER and hole_cards_hidden(self, t, what),
    )
    def dealer_card_exposed(self, t: Table, what: Irregular) -> None:
        if not (DEALER in t.hands and t.hands[DEALER].cards):
            raise BadFact("the dealer has no card yet")
        self.void_round(t, S["13.2"])

    @ruling("wrong-dealing-order", S["13.3"], "hole cards not dealt in their order void the round", in_round)
    def wrong_order(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["13.3"])

    @ruling(
        "wrong-number-of-cards", S["13.3"], "two hole cards each were not dealt: the round is void",
        when=lambda self, t, what: BOARD not in what.get("hand").split(",") and self.commenced(t),
        facts=(HandNamed(words=(DEALER, BOARD), need=True, several=True), LOOKED, DECK),
    )
    def wrong_number(self, t: Table, what: Irregular) -> None:
        for hand in what.get("hand").split(","):
            t.hand(hand)
        self.void_round(t, S["13.3"])

    @ruling("no-cards", S["13.3"], "a box with an ante was passed by: the round is void", in_round,
            facts=(Box(need=True),))
    @ruling("one-card", S["13.3"], "a box with an ante was dealt one card: the round is void", in_round,
            facts=(Box(need=True),))
    def passed_by(self, t: Table, what: Irregular) -> None:
        self.boxes_of(t, what)
        self.void_round(t, S["13.3"])

    def count_hole_cards(self, t: Table) -> None:
        """An omission nobody reported comes out when hands are counted."""
        playing = [DEALER, *(str(wager.box) for wager in t.wagers.values())]
        if any(len(t.hands[hand].cards) != 2 for hand in playing):
            self.void_round(t, S["13.3"])

    @ruling("cards-without-ante", S["13.3"], "cards went to a box without an ante: the round is void", in_round,
            facts=STRAY)
    @ruling("extra-hand", S["13.3"], "a hand too many was dealt: the round is void", in_round, facts=STRAY)
    def stray_cards(self, t: Table, what: Irregular) -> None:
        self.empty_box(t, what)
        lay_stray(t, what, stray_wagers(what, (name for name in self.wager_names() if name != "ante")))
        self.void_round(t, S["13.3"])

    @ruling("hand-discarded", S["13.4"], "the hand is put together again if it can be, and else is void", in_round,
            facts=(Box(need=True, several=True), YesNo("reconstructed", need=True, default="")))
    def discarded(self, t: Table, what: Irregular) -> None:
        boxes = self.boxes_of(t, what)
        if not all(t.on_box(box) for box in boxes):
            raise BadFact(f"nothing is left to decide on box {what.get('box')}")
        if what.yes("reconstructed"):
            t.announce("give the player the hand back and go on", S["13.4"])
            return
        for box in boxes:
            self.void_box(t, box, S["13.4"])
        self.end_if_nobody_plays(t)

    # -- 15.1 and 15.3: the operator stops the round -----------------------------------------------------

    @ruling(
        "invalidated", S["15.1"], "a disturbance: the operator may invalidate what is not complete",
        when=lambda self, t, what: what.get("reason") in DISTURBANCES, by=OPERATOR,
        facts=(Word("reason", (*DISTURBANCES, *IMPEDIMENTS), need=True),),
    )
    def invalidated(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["15.1"])

    @ruling(
        "invalidated", S["15.3"], "fraud, or it is impractical to go on: the operator may declare the round void",
        when=lambda self, t, what: what.get("reason") in IMPEDIMENTS and self.commenced(t), by=OPERATOR,
    )
    def declared_void(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["15.3"])

    @ruling("not-from-shoe", S["6.1"], "cards are dealt from a shoe; the operator says whether to go on", in_round,
            facts=(Box(), RULING))
    def not_from_shoe(self, t: Table, what: Irregular) -> Round[None]:
        if (yield from self.decided(t, what, S["15.3"], "void", "continue")) == "void":
            self.void_round(t, S["15.3"])

    # -- 15.2: what the operator may do to those who break the rules ---------------------------------------

    @ruling("contravention", S["15.2"], "the operator may act on a contravention", facts=CONDUCT)
    @ruling("advantage-by-staff", S["15.5(b)"], "staff favour nobody and leave the odds alone", facts=CONDUCT)
    @ruling("influence", S["15.7"], "nobody steers another player's decisions", facts=CONDUCT)
    @ruling("side-bet", S["15.8"], "players do not bet with each other", facts=CONDUCT)
    def contravention(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    @ruling("advice-by-staff", S["15.5(a)"], "staff do not advise a player how to play, only how to keep to the rules",
            facts=(*CONDUCT, YesNo("compliance")))
    def advice(self, t: Table, what: Irregular) -> Round[None]:
        self.boxes_of(t, what)
        if not S["15.5(a)"].says(what.yes("compliance")):
            yield from self.sanction(t, what)

    def sanction(self, t: Table, what: Irregular) -> Round[None]:
        """Void the player's wagers, exclude the player, both or neither."""
        boxes = self.boxes_of(t, what)
        players = [self.player_of(t, box) for box in boxes]
        if (yield from self.decided(t, what, S["15.2(a)"], "void", "no sanction")) == "void":
            for box in boxes:
                self.void_player(t, box)
        if (yield from self.decided(t, what, S["15.2(b)"], "exclude", "no exclusion")) == "exclude":
            t.ruled(f"{', '.join(players)}: excluded from the game", S["15.2(b)"])
            t.state["excluded"] = list(dict.fromkeys((*t.state["excluded"], *players)))
        self.end_if_nobody_plays(t)

    def void_player(self, t: Table, box: int) -> None:
        """15.2(a) reaches any wager the player made: a win paid in this round goes back too."""
        self.undo(t, [line for line in t.lines if line.box == box and line.outcome == WIN], S["15.2(a)"])
        self.void_box(t, box, S["15.2(a)"])

    def player_of(self, t: Table, box: int) -> str:
        return next((wager.player for wager in t.on_box(box)), t.boxes[box][-1])

    def excluded(self, t: Table, player: str) -> bool:
        return player in t.state["excluded"]

    # -- 15.4 and 15.6 -------------------------------------------------------------------------------------

    @ruling("dispute", S["15.4"], "the operator's decision is final", facts=(Box(), YesNo("review")))
    def dispute(self, t: Table, what: Irregular) -> None:
        if what.yes("review"):
            t.announce("pass the request for review to the Commission", S["15.4"])

    def must_leave(self, idle_rounds: int, free_seats: int) -> bool:
        """15.6: may the seat of a player who does not bet be asked for?"""
        return S["15.6"].says(idle_rounds >= 3 and free_seats == 0)

    @ruling("idle-seat", S["15.6"], "three rounds without a wager at a full table: the seat may be asked for",
            facts=(Box(need=True), Number("rounds", need=True), Number("free", need=True), RULING), by=ITSELF)
    def idle_seat(self, t: Table, what: Irregular) -> Round[None]:
        seat = self.empty_box(t, what)
        idle, free = count_in(what, "rounds"), count_in(what, "free")
        if not self.must_leave(idle, free):
            t.ruled(f"the player at box {seat} keeps the seat", S["15.6"])
        elif (yield from self.decided(t, what, S["15.6"], "vacate", "stay")) == "vacate":
            t.ruled(f"the player vacates the seat at box {seat}", S["15.6"])
