"""NSW section 13: general provisions, and what every ruling builds on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NoReturn

from pitboss.law import Clause, Refused, lose, refuse, schedule
from pitboss.law.results import VOID, WIN
from pitboss.rulebooks.nsw.limits import LimitSign, shown_for
from pitboss.table.acts import Irregular
from pitboss.table.facts import Rejected, Settled, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.reports import (
    ITSELF,
    SUPERVISOR,
    BadFact,
    Box,
    Decided,
    Fact,
    Number,
    PlayerNamed,
    Word,
    YesNo,
)
from pitboss.table.requests import Choose, Direct, Option
from pitboss.table.table import WAGERS, Round, RoundOver, RoundVoid, Table

S = schedule("NSW")

# 1.1: everyone with the powers of a casino supervisor.
SUPERVISORS = ("casino-supervisor", "gaming-supervisor", "assistant-gaming-manager")
# 13.3: what a supervisor may do to the user of a device.
SANCTIONS = {
    "void": S["13.3.1"],
    "exclude": S["13.3.2"],
    "exclude from casino": S["13.3.3"],
    "detain": S["13.3.4"],
}
# 13.2: who may have a device while on duty.
HOLDERS = ("agent", "employee", "inspector")
# 13.4.1: what disrupts a game.
DISRUPTIONS = ("civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god")
NO_ACTION = "no action"
# Who decides, where a file tells it; only those with the powers of a casino supervisor may.
DECIDED_BY = Decided("by", (*SUPERVISORS, "dealer", "inspector"), default=SUPERVISORS[0])


def decided(allowed: Mapping[str, Clause]) -> tuple[Fact, ...]:
    """What a supervisor has ordered, and which: a file may tell it with the report."""
    names = tuple(name.replace(" ", "-") for name in allowed)
    return (Decided("ruling", (*names, "none"), several=True), DECIDED_BY)


def in_play(self: GeneralProvisions, t: Table, what: Irregular) -> bool:
    return self.under_way(t)


def before_play(self: GeneralProvisions, t: Table, what: Irregular) -> bool:
    return not self.under_way(t)


def on_duty(self: GeneralProvisions, t: Table, what: Irregular) -> bool:
    return what.get("holder") in HOLDERS and what.yes("on-duty")


def advice(by: Sequence[str], excuse: str, excused: bool) -> Callable[[GeneralProvisions, Table, Irregular], bool]:
    return lambda self, t, what: what.get("by") in by and what.yes(excuse) == excused


def number(text: str) -> int:
    """A whole number in a report; 0 when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


class GeneralProvisions(LimitSign):
    """What holds at the table whatever is being played."""

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("void", "the player's wagers are void and go back", by="supervisor"),
        Decision("exclude", "the player is out of the game", by="supervisor"),
        Decision("exclude from casino", "the player has to leave the casino", by="supervisor"),
        Decision("detain", "the player is held until an inspector or the police come", by="supervisor"),
        Decision(NO_ACTION, "nothing more is ordered", by="supervisor"),
        Decision("forfeit", "the wagers of whoever cheated are taken", by="supervisor"),
        Decision("refund", "all wagers go back", by="supervisor"),
    )
    # 13.12: a dispute is the supervisor's to decide, and so is whether a round can stand.
    declares_void = S["13.12"]

    # -- the state of the round --------------------------------------------------------------------------

    def under_way(self, t: Table) -> bool:
        """1.1: a round of play begins when its first card is out."""
        return S["1.1:round-of-play"].says(any(hand.cards for hand in t.hands.values()))

    def ante(self, t: Table, box: int) -> Wager | None:
        """The ante on a box; none once its hand is folded, void or settled."""
        return next(iter(t.on_box(box, "ante")), None)

    # -- what a report says ------------------------------------------------------------------------------

    def kind_in(self, what: Irregular) -> str:
        return what.get("wager").replace("-", " ")

    def player_in(self, t: Table, what: Irregular) -> str:
        """The player named, or else the one whose ante is on the box."""
        ante = self.ante(t, number(what.get("box")))
        return what.get("player") or (ante.player if ante is not None else "")

    # -- what a supervisor decides -----------------------------------------------------------------------

    def tell(self, t: Table, refused: Refused | Rejected | None) -> bool:
        """Record what was refused; False when nothing was."""
        if refused is not None:
            t.events.append(refused)
        return refused is not None

    def by_supervisor(self, t: Table, what: Irregular) -> bool:
        """1.1: is whoever decides one of those who may?"""
        office = what.get("by", SUPERVISORS[0])
        return office in SUPERVISORS or not self.tell(t, refuse(
            f"{office} may not decide this", S["1.1:casino-supervisor"], "a casino supervisor decides"
        ))

    def measures(
        self, t: Table, what: Irregular, allowed: Mapping[str, Clause], clause: Clause
    ) -> Round[list[str]]:
        """What a supervisor orders: as reported (`ruling=void,exclude`), or else asked for one by one."""
        if not self.by_supervisor(t, what):
            return []
        if "ruling" in what.facts:
            named = [name.replace("-", " ") for name in what.get("ruling").split(",")]
            return [name for name in dict.fromkeys(named) if name != "none"]
        chosen: list[str] = []

        def left_over() -> Choose | None:
            left = [Option(name, by) for name, by in allowed.items() if name not in chosen]
            enough = Option(NO_ACTION, clause)
            return Direct(clause, "supervisor", "", (*left, enough), {}, enough) if left else None

        while (choice := (yield from t.choose(left_over))) is not None and choice.name != NO_ACTION:
            chosen.append(choice.name)
        return chosen

    # -- void rounds and void wagers ---------------------------------------------------------------------

    def undo(self, t: Table, lines: Sequence[Settled], clause: Clause) -> None:
        """1.1: void is without result, so what was won or lost already stands again."""
        for line in lines:
            if S["1.1:void"].says(True):
                t.reverse(line, clause)

    def undo_all(self, t: Table, clause: Clause) -> None:
        self.undo(t, [line for line in t.lines if line.outcome != VOID], clause)

    def void_round(self, t: Table, clause: Clause, *also: Clause) -> NoReturn:
        self.undo_all(t, clause)
        raise RoundVoid(clause, *also)

    def end_void(self, t: Table, clause: Clause) -> NoReturn:
        self.void_round(t, clause)

    def end_if_nobody_plays(self, t: Table) -> None:
        """Once betting has closed and the last wager is gone, there is nothing left to deal for."""
        if t.phase != WAGERS and not t.wagers:
            raise RoundOver

    # -- 13.1 to 13.3: prohibited devices ----------------------------------------------------------------

    @ruling("prohibited-device", S["13.2"], "the ban does not reach staff and inspectors on duty", when=on_duty)
    def device_on_duty(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    @ruling(
        "prohibited-device", S["13.1"], "nobody may use or control one; the supervisor may act",
        when=lambda self, t, what: not on_duty(self, t, what),
        facts=(Box(), PlayerNamed(), Word("holder", (*HOLDERS, "player", "spectator")), YesNo("on-duty"),
               *decided(SANCTIONS)),
    )
    def prohibited_device(self, t: Table, what: Irregular) -> Round[None]:
        player = self.player_in(t, what)
        if "box" in what.facts:
            player = player or t.boxes[t.box_of(what)][0]
        for name in (yield from self.measures(t, what, SANCTIONS, S["13.3"])):
            self.sanction(t, name, player)
        self.end_if_nobody_plays(t)

    def sanction(self, t: Table, name: str, player: str) -> None:
        if name == "void":
            self.void_wagers_of(t, player)
            return
        t.announce(f"{name}: {player or 'the person'}", SANCTIONS[name])
        if name != "detain" and player:
            t.state["excluded"] = {player: name, **t.state["excluded"]}
            self.leave(t, player)

    def void_wagers_of(self, t: Table, player: str) -> None:
        """13.3.1 reaches any wager the person made: a win paid in this round goes back too. The hand is
        dealt no further card."""
        self.undo(t, [line for line in t.lines if line.player == player and line.outcome == WIN], S["13.3.1"])
        wagers = [wager for wager in t.wagers.values() if wager.player == player]
        t.void_wagers(wagers, S["13.3.1"])
        for hand in {str(wager.box) for wager in wagers} & set(t.hands):
            t.hands[hand].closed = True

    def refuse_excluded(self, t: Table, player: str) -> Refused | None:
        """13.3: who was excluded takes no further part."""
        name = t.state["excluded"].get(player)
        return refuse(f"{player} is excluded", SANCTIONS[name], "no wagers") if name else None

    # -- 13.4 and 13.5: the outcome is invalidated -------------------------------------------------------

    @ruling(
        "invalidated", S["13.4.1"], "the game was disrupted: wagers are refunded",
        when=lambda self, t, what: what.get("reason") in DISRUPTIONS, by=SUPERVISOR,
        facts=(Word("reason", (*DISRUPTIONS, "fraud"), need=True), Box(), YesNo("forfeit", default=""),
               DECIDED_BY),
    )
    def disrupted(self, t: Table, what: Irregular) -> None:
        if self.by_supervisor(t, what):
            self.void_round(t, S["13.4.1"], S["13.5"])

    @ruling(
        "invalidated", S["13.4.2"], "a fraud touched the outcome: wagers are refunded, except one forfeited",
        when=lambda self, t, what: what.get("reason") == "fraud", by=SUPERVISOR,
    )
    def fraud(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what) if "box" in what.facts else 0
        if not self.by_supervisor(t, what):
            return
        forfeit = what.yes("forfeit")
        if box and "forfeit" not in what.facts:
            forfeit = (yield from t.direct("supervisor", S["13.5"], "forfeit", "refund")) == "forfeit"
        self.undo_all(t, S["13.4.2"])
        if forfeit:
            for wager in t.on_box(box):
                t.settle(wager, lose(S["13.5"], S["13.4.2"]))
        raise RoundVoid(S["13.4.2"], S["13.5"])

    # -- 13.6 to 13.14: conduct, closing, seats, refusals, disputes --------------------------------------

    @ruling("advice", S["13.6"], "staff do not advise on play", when=advice(("staff",), "compliance", False),
            facts=(Word("by", ("staff", "player", "spectator"), need=True), YesNo("compliance"),
                   YesNo("requested"), Box()))
    @ruling(
        "advice", S["13.6"], "staff may see to it that the rules are kept", when=advice(("staff",), "compliance", True)
    )
    @ruling(
        "advice", S["13.7"], "nobody offers advice that the player did not ask for",
        when=advice(("player", "spectator"), "requested", False),
    )
    @ruling(
        "advice", S["13.7"], "the player asked for it: allowed",
        when=advice(("player", "spectator"), "requested", True),
    )
    @ruling("side-bet", S["13.10"], "players and spectators do not bet with each other", facts=(Box(), PlayerNamed()))
    def conduct(self, t: Table, what: Irregular) -> None:
        """Nothing at the table changes."""

    def refuse_closing_table(self, shown: float | None, now: float) -> Refused | None:
        """13.8: a table with players closes only after 20 minutes on a sign."""
        if shown is not None and shown_for(shown, now, S["13.8"].says(20)):
            return None
        return refuse("closing the table without notice", S["13.8"], "a sign with the time, 20 minutes before")

    def take_seats(self, t: Table) -> None:
        """13.9: who sits where, and how many rounds in a row each has let pass at a full table."""
        playing = {player: str(box) for box, player, kind in t.wagers if kind == "ante"}
        if not playing:
            return
        seats = {box: player for box, player in t.state["seats"].items() if player not in playing}
        seats |= {box: player for player, box in playing.items()}
        gone = [player for player in t.state["seats"].values() if player not in seats.values()]
        waiting = set(seats.values()) - set(playing) if len(seats) == self.boxes else ()
        idle = t.state["idle"]
        t.state["seats"] = seats
        t.state["idle"] = {player: idle.get(player, 0) + 1 if player in waiting else 0 for player in seats.values()}
        for player in gone:
            self.leave(t, player)

    def must_vacate(self, t: Table, player: str) -> bool:
        """13.9: three rounds without a wager while every other place is in use."""
        full = len(t.state["seats"]) == self.boxes
        wagers = any(wager.player == player for wager in t.wagers.values())
        return full and not wagers and t.state["idle"][player] >= S["13.9"].says(3)

    def reported_idle(self, t: Table, player: str, what: Irregular) -> bool:
        """13.9, by what the floor has counted: it also knows of those who sit there and never had a wager."""
        wagers = any(wager.player == player for wager in t.wagers.values())
        return not wagers and what.get("free") == "0" and number(what.get("rounds")) >= S["13.9"].says(3)

    @ruling("idle-seat", S["13.9"], "who lets three rounds pass at a full table may lose the seat", by=ITSELF,
            facts=(Box(need=True), PlayerNamed(), Number("rounds"), Number("free")))
    def idle_seat(self, t: Table, what: Irregular) -> None:
        player = t.state["seats"].get(what.get("box")) or what.get("player")
        if not player:
            raise BadFact(f"box={what.get('box')} is nobody's seat")
        if self.reported_idle(t, player, what) if "rounds" in what.facts else self.must_vacate(t, player):
            t.ruled(f"{player} vacates box {what.get('box')}", S["13.9"])
            self.leave(t, player)
        else:
            self.tell(t, refuse(f"{player} keeps the seat", S["13.9"], "three idle rounds at a full table"))

    @ruling("wager-refused", S["13.11"], "the supervisor has the wager removed", when=before_play, by=SUPERVISOR,
            facts=(Box(need=True), Word("wager", ("ante", "ante-bonus")), DECIDED_BY))
    def wager_refused(self, t: Table, what: Irregular) -> None:
        box, kind = t.box_of(what), self.kind_in(what)
        wagers = [wager for wager in t.on_box(box) if kind in ("", "ante", wager.kind)]
        if not wagers:
            raise BadFact(f"there is no such wager on box {box}")
        if self.by_supervisor(t, what):
            t.void_wagers(wagers, S["13.11"])
            self.end_if_nobody_plays(t)

    @ruling("dispute", S["13.12"], "a gaming supervisor decides first; a casino supervisor reviews it if asked",
            facts=(Box(), PlayerNamed()))
    def dispute(self, t: Table, what: Irregular) -> None:
        t.announce("the operator's decision is final; tell the person of the right to complain to an inspector",
                   S["13.13"])
