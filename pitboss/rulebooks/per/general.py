"""PER section 6: what holds at a table whatever is being played, and when a round is void."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NoReturn

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.law.results import VOID, WIN
from pitboss.rulebooks.per.book import CROWN_PERTH
from pitboss.rulebooks.per.poker_extra import ANTE
from pitboss.table.acts import Irregular
from pitboss.table.facts import Settled, Wager
from pitboss.table.game import Decision, Game, ruling
from pitboss.table.reports import (
    ITSELF,
    OPERATOR,
    SOMEBODY,
    BadFact,
    Box,
    Decided,
    Fact,
    Number,
    PlayerNamed,
    Word,
    YesNo,
    count_in,
)
from pitboss.table.table import WAGERS, Round, RoundOver, RoundVoid, Table

S = schedule("PER")

# 6.4: what may have disrupted a game, and what may have been done to its outcome.
DISRUPTIONS = ("civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god")
FRAUD = "fraud"
# What a report may say the operator has decided already.
VOID_OR_NOT = Decided("ruling", ("void", "none"))
VACATE_OR_NOT = Decided("ruling", ("vacate", "none"))
# Whose doing it was, and what the operator decided.
CONDUCT = (*SOMEBODY, Decided("ruling", ("void", "exclude", "none"), several=True))


class CrownProvisions(Game):
    """Crown Perth's table, whatever is being played."""

    book = CROWN_PERTH
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("void", "what is reported on is void, and its wagers go back", by="operator"),
        Decision("continue", "the round goes on", by="operator"),
        Decision("exclude", "the player is out of the game", by="operator"),
        Decision("no sanction", "hand and wagers stand", by="operator"),
        Decision("no exclusion", "the player stays in the game", by="operator"),
        Decision("vacate", "the player gives up the seat", by="operator"),
        Decision("stay", "the player keeps the seat", by="operator"),
    )
    # 6.10: in a dispute the operator has the last word, and so on whether a round can stand.
    declares_void = S["6.10"]

    # -- 1.1: round of play, and void ----------------------------------------------------------------------

    def commenced(self, t: Table) -> bool:
        """A round of play begins with 'no more bets'."""
        return S["1.1:round-of-play"].says(t.phase != WAGERS)

    def ante(self, t: Table, box: int) -> Wager | None:
        """The ante on an area; none once its hand is folded, void or settled."""
        return next(iter(t.on_box(box, ANTE)), None)

    def undo(self, t: Table, clause: Clause, wanted: Callable[[Settled], bool] = lambda line: True) -> None:
        """Lines already settled stand again, for what follows; what went back stays back."""
        for line in [line for line in t.lines if line.outcome != VOID and wanted(line)]:
            if S["1.1:void"].says(True):
                t.reverse(line, clause)

    def void_round(self, t: Table, clause: Clause) -> NoReturn:
        """Every wager goes back, one that was taken or paid already too."""
        self.undo(t, clause)
        raise RoundVoid(clause, S["1.1:void"])

    def end_void(self, t: Table, clause: Clause) -> NoReturn:
        self.void_round(t, clause)

    def void_hand(self, t: Table, box: int, clause: Clause) -> None:
        """All that rides on a hand goes back, other players' extras too; it is dealt no further card."""
        t.void_wagers(t.on_box(box), clause)
        if str(box) in t.hands:
            t.hands[str(box)].closed = True

    def end_if_nobody_plays(self, t: Table) -> None:
        """Once betting has closed and the last wager is gone, there is nothing left to deal for."""
        if t.phase != WAGERS and not t.all_wagers():
            raise RoundOver

    def decided(self, t: Table, what: Irregular, clause: Clause, *names: str) -> Round[str]:
        """The operator's discretion: as the report says, or else asked for; silence means the last name."""
        if "ruling" not in what.facts:
            return (yield from t.direct("operator", clause, *names))
        rulings = what.get("ruling").split(",")
        return next((name for name in names if name in rulings), names[-1])

    # -- 6.1, 6.2 and 6.8: what players must do and must not -----------------------------------------------

    @ruling("hand-misdeclared", S["6.1"], "it is the player's own to see that the best hand is declared",
            facts=(Box(), PlayerNamed()))
    def misdeclared(self, t: Table, what: Irregular) -> None:
        """The table counts the best hand by itself."""

    @ruling("cards-exchanged", S["6.2"], "players do not exchange cards", facts=(*CONDUCT, Box("with")))
    @ruling("hand-disclosed", S["6.2"], "players do not tell what they hold", facts=(*CONDUCT, Box("to")))
    @ruling("device-used", S["6.8"], "nobody has or uses a device that records or works out how to play",
            facts=(*CONDUCT, Fact("device")))
    @ruling("cards-off-the-table", S["4.5"], "cards stay within the layout", facts=CONDUCT)
    @ruling("contravention", S["6.9"], "the operator may act on a contravention", facts=CONDUCT)
    def contravention(self, t: Table, what: Irregular) -> Round[None]:
        """6.9: the hand and wagers of the player are void, the player is out, both or neither."""
        player = self.offender(t, what)
        if (yield from self.decided(t, what, S["6.9(a)"], "void", "no sanction")) == "void":
            self.void_player(t, player)
        if (yield from self.decided(t, what, S["6.9(b)"], "exclude", "no exclusion")) == "exclude":
            t.ruled(f"{player} is excluded from the game", S["6.9(b)"])
            t.state["excluded"] = list(dict.fromkeys((*t.state["excluded"], player)))
        self.end_if_nobody_plays(t)

    def offender(self, t: Table, what: Irregular) -> str:
        """The player that a report names, or whose ante is, or was, on the box it names."""
        known = {player for box in t.wagered() for player in t.players_at(box)} | {line.player for line in t.lines}
        named = what.get("player")
        if named and named not in known:
            raise BadFact(f"{named} has no wager in this round")
        if named:
            return named
        players = t.boxes.get(t.box_of(what))
        if not players:
            raise BadFact(f"nobody has an ante on box {what.get('box')}")
        return players[0]

    def void_player(self, t: Table, player: str) -> None:
        """6.9(a): his hands, with what others have on them, and his wagers; a win paid in this round goes back too."""
        self.undo(t, S["6.9(a)"], lambda line: line.player == player and line.outcome == WIN)
        for box in [box for box in t.boxes if (ante := self.ante(t, box)) is not None and ante.player == player]:
            self.void_hand(t, box, S["6.9(a)"])
        t.void_wagers([wager for wager in t.all_wagers() if wager.player == player], S["6.9(a)"])

    # -- 6.4: the operator stops the round -----------------------------------------------------------------

    @ruling(
        "invalidated", S["6.4(a)"], "the game was disrupted: the operator voids its outcome",
        when=lambda self, t, what: what.get("reason") in DISRUPTIONS, by=OPERATOR,
        facts=(Word("reason", (*DISRUPTIONS, FRAUD), need=True),),
    )
    def disrupted(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["6.4(a)"])

    @ruling(
        "invalidated", S["6.4(b)"], "a fraud had an effect on the outcome: the operator voids it",
        when=lambda self, t, what: what.get("reason") == FRAUD, by=OPERATOR,
    )
    def fraud(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["6.4(b)"])

    # -- 6.5, 6.6 and 6.10 ---------------------------------------------------------------------------------

    @ruling("advice", S["6.5"], "staff do not advise a player how to play",
            when=lambda self, t, what: not what.yes("compliance"),
            facts=(Word("by", ("staff",), default="staff"), YesNo("compliance"), Box(), PlayerNamed()))
    @ruling("advice", S["6.5"], "staff may see to it that the rules are kept",
            when=lambda self, t, what: what.yes("compliance"))
    def advice(self, t: Table, what: Irregular) -> None:
        """The player decides."""

    @ruling("idle-seat", S["6.6"], "three rounds without a wager: the seat may be asked for", by=ITSELF,
            facts=(Box(need=True), PlayerNamed(), Number("rounds", need=True), VACATE_OR_NOT))
    def idle_seat(self, t: Table, what: Irregular) -> Round[Refused | None]:
        """Whoever has any wager, wherever it lies, does not abstain; where none is named, all on the box counts."""
        seat, player = what.get("box"), what.get("player")
        if any(wager.player == player if player else wager.box == int(seat) for wager in t.all_wagers()):
            raise BadFact(f"box={seat} is not a seat without a wager")
        if not CROWN_PERTH.may_vacate(count_in(what, "rounds")):
            return refuse(f"box {seat} keeps its seat", S["6.6"], "three rounds in a row without a wager")
        if (yield from self.decided(t, what, S["6.6"], "vacate", "stay")) == "vacate":
            t.ruled(f"the player at box {seat} vacates the seat", S["6.6"])
        return None

    @ruling("dispute", S["6.10"], "the operator's decision is final, unless the Commission reviews it",
            facts=(Box(), PlayerNamed(), YesNo("review")))
    def dispute(self, t: Table, what: Irregular) -> None:
        if what.yes("review"):
            t.announce("pass the request for review to the Gaming and Wagering Commission", S["6.10"])
