"""What Queensland's schedules of wagers on places of a layout say alike (7, 8 and 9): players answer for where their
chips lie, a wager is settled where it lies unless that would be unfair, and chips without a value of their own play
where they were issued. A schedule puts its own clauses into `cites`, by the role each has here."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from pitboss.law import Clause, Refused, Result, refuse, void
from pitboss.law.results import WIN
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s00_front_rule import FrontRule
from pitboss.table.acts import Irregular, Place, Take
from pitboss.table.facts import Came, Rejected, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.one_throw import OneThrow
from pitboss.table.reports import (
    BadFact,
    Box,
    Fact,
    Money,
    Number,
    PlayerNamed,
    WagerNamed,
    Word,
    YesNo,
    amount_in,
    count_in,
    have,
)
from pitboss.table.table import WAGERS, Round, Table

# Chips given to the dealer that were not put on the layout at all.
NOWHERE = "nowhere"

# What a report of chips tells: whose they are; of which colour and issued where.
WHOSE = (Box(need=True), PlayerNamed())
COLOUR = (Fact("colour", need=True), PlayerNamed(need=True))
ISSUED = Word("issued", ("here", "elsewhere"), default="here")


class ColourCites(NamedTuple):
    """Chips without a value of their own."""

    given_value: Clause
    value: Clause
    one_player: Clause
    this_table: Clause
    exchanged: Clause


class LightCites(NamedTuple):
    """Equipment below the layout that lights the winning areas of a result that is entered."""

    # It is made to light all that win, and lights them.
    made: Clause
    lit: Clause
    # A result is valid, lit or not; one that was entered wrongly is cleared and entered again.
    valid: Clause
    cleared: Clause


class PlaceCites(NamedTuple):
    """The clauses of a schedule by their roles."""

    # A wager is made by chips on a place of the layout, within limits.
    placed: Clause
    limits: Clause
    # Nothing is placed, changed or taken back from here on.
    closed: Clause
    # A player answers for where a wager lies, and for what he tells the dealer.
    own_placing: Clause
    own_words: Clause
    # A wager is settled where it lies; what if that is unfair, and what the operator may then do.
    where_it_lies: Clause
    unfair: Clause
    as_if_placed: Clause
    # No wager is made by word of mouth.
    oral: Clause
    # A schedule may know no such chips.
    colours: ColourCites | None = None
    # A winner may be withdrawn before the next throw; without it winners are paid and go.
    withdrawn: Clause | None = None
    # Losers are collected before winners are paid.
    order: Clause | None = None
    # Winning areas light up, where a schedule knows such equipment.
    lights: LightCites | None = None


class PlacedWagers(OneThrow, FrontRule):
    """Wagers on the places of a layout, all of them decided by one throw."""

    cites: ClassVar[PlaceCites]
    decisions = (
        Decision("where it lies", "the wager is settled where it lies", by="operator"),
        Decision("where it belongs", "the wager is settled where it should have been", by="operator"),
    )
    card_game = False
    hands_dealt = ()
    # The schedules limit wagers, not people; this many can reach one layout.
    boxes = 20
    # Every place of the layout by its name.
    positions: Mapping[str, Any]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        # The places that win by each result, once it has come.
        self.winning: dict[Any, list[str]] = {}

    def wager_names(self) -> tuple[str, ...]:
        return tuple(self.positions)

    # -- how wagers are made, changed and withdrawn ------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if not self.cites.placed.says(kind in self.positions):
            return self.off_the_layout(kind)
        held = t.wagers.get((box, player, kind))
        return self.outside_sign(t, player, kind, amount if held is None else amount + held.amount)

    def taken_alike(self, name: str) -> str:
        return self.kind_of(name) if name in self.positions else name

    @abstractmethod
    def off_the_layout(self, name: str) -> Refused | None:
        """Why there is no such place."""

    def outside_sign(self, t: Table, player: str, kind: str, amount: Cents) -> Refused | None:
        """The limits on the sign hold for the whole wager on a place; a schedule may give all players one minimum."""
        minimum, maximum, unit = sign = self.sign(t, player)
        least = minimum if self.one_minimum is None else self.one_minimum.says(minimum)
        if self.cites.limits.says(least <= amount <= maximum) and amount % unit == 0:
            return None
        low, high, step = map(show_amount, sign)
        why = self.limits_by(self.cites.limits)
        return refuse(f"{kind} {show_amount(amount)}", why, f"{kind} {low} to {high} in steps of {step}")

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        return None if act.to == 0 else self.outside_sign(t, act.player, act.wager, act.to)

    def take_back(self, t: Table, wager: Wager, amount: Cents) -> None:
        """A wager withdrawn before the call is void; a winner that was paid simply goes."""
        paid = self.cites.withdrawn is not None and self.cites.withdrawn.says("won" in wager.marks)
        if paid or amount < wager.amount:
            t.take(wager, amount)
        else:
            t.settle(wager, void(self.cites.closed))

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        return refuse("wagers are closed after 'no more bets'", self.cites.closed, "wait for the next spin")

    @ruling("oral-wager", "oral", "a wager spoken counts only once its chips are down",
            facts=(*WHOSE, WagerNamed(need=True), Money(need=True), YesNo("chips")))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        name, amount = self.position_in(what, "wager"), amount_in(what, "amount")
        if self.cites.oral.says(what.yes("chips")):
            self.place_reported(t, what, name, amount)

    # -- what becomes of them ----------------------------------------------------------------------------

    def settle(self, t: Table, came: Any) -> None:
        """Every wager where it lies, losers before winners; a winner stays if it may be withdrawn."""
        lost: list[tuple[Wager, Result]] = []
        won: list[tuple[Wager, Result]] = []
        by_position, result_of = self.cites.where_it_lies.says, self.result
        for wager in t.wagers.values():
            result = result_of(by_position(wager.kind), came)
            (won if result.outcome == WIN else lost).append((wager, result))
        for results in self.cites.order.says((lost, won)) if self.cites.order is not None else (lost, won):
            stays = results is won and self.wins_stay
            for wager, result in results:
                if stays:
                    t.pay_bonus(wager, wager.kind, result)
                    wager.marks["won"] = True
                else:
                    t.settle(wager, result)

    # -- areas that light up -----------------------------------------------------------------------------

    @property
    def lights_up(self) -> bool:
        """Is such equipment in use?"""
        return self.cites.lights is not None

    def light(self, t: Table, came: Any) -> None:
        """The result is entered, and the areas that win by it are lit until the next call."""
        lights = have(self.cites.lights)
        if came not in self.winning:
            self.winning[came] = [name for name in self.positions if self.result(name, came).outcome == WIN]
        areas = lights.made.says(list(self.winning[came]))
        entered = next(event.result for event in reversed(t.events) if type(event) is Came)
        t.state["lit"] = {"result": entered, "areas": lights.lit.says(areas)}

    @ruling("light-failed", "lights.valid", "the result is valid, lit or not",
            when=lambda self, t, what: self.lights_up, facts=(WagerNamed(need=True),))
    def light_failed(self, t: Table, what: Irregular) -> None:
        if self.position_in(what, "wager") not in t.state["lit"].get("areas", ()):
            raise BadFact(f"wager={what.get('wager')} did not win")

    @ruling("wrong-result-entered", "lights.cleared", "it is cleared, and what came is entered",
            when=lambda self, t, what: self.lights_up, facts=(Fact("entered"),))
    def wrong_entry(self, t: Table, what: Irregular) -> None:
        t.announce("clear the entry and enter what came", have(self.cites.lights).cleared)

    # -- who may handle the equipment --------------------------------------------------------------------

    def handled(self, t: Table, what: Irregular, clause: Clause, staff: tuple[str, ...]) -> Round[None]:
        """A player who handles what only staff may handle answers for it."""
        by = what.get("by", "player")
        if not clause.says(by not in staff):
            raise BadFact(f"the {by} may handle the {what.get('with', 'equipment')}")
        if by == "player":
            yield from self.sanction(t, what)

    # -- chips that a report puts on the layout ----------------------------------------------------------

    def place_reported(
        self, t: Table, what: Irregular, name: str, amount: Cents, *, in_time: bool = False
    ) -> None:
        """Chips that a report puts on the layout pass the same gate as any others."""
        act = Place(*self.whose(t, what), ((name, amount),))
        open_still = in_time or t.phase == WAGERS
        self.refuse_report(t, self.wagering(t, act) if open_still else self.refuse_late(t, act))

    def whose(self, t: Table, what: Irregular) -> tuple[int, str]:
        """The box and player of chips that a report puts down; who is alone on a box need not be named."""
        box = int(what.get("box"))
        players = [what.get("player")] if what.get("player") else t.boxes.get(box, [])
        if len(players) != 1:
            raise BadFact("box= and player= must say whose chips they are")
        return box, players[0]

    def position_in(self, what: Irregular, key: str) -> str:
        """The wager position that a report names, with hyphens for spaces."""
        name = self.wager_named(what.get(key))
        if name is None:
            raise BadFact(f"{key}={what.get(key)} is not a place on this layout")
        return name

    def wager_in(self, t: Table, what: Irregular, key: str) -> Wager:
        """The wager lying on the place that a report names."""
        box, named = t.box_of(what), what.get("player")
        lying = [w for w in t.on_box(box, self.position_in(what, key)) if named in ("", w.player)]
        if len(lying) != 1:
            raise BadFact(f"{key}={what.get(key)} and player= must name one wager of box {box}")
        return lying[0]

    def part_in(self, what: Irregular, wager: Wager) -> Cents:
        """How much of a wager a report is about: all of it, unless it names an amount."""
        part = amount_in(what, "amount") if what.get("amount") else wager.amount
        if part > wager.amount:
            raise BadFact(f"only {show_amount(wager.amount)} lie on {wager.kind}")
        return part

    # -- chips without a value of their own --------------------------------------------------------------

    @property
    def colour_clauses(self) -> ColourCites:
        return have(self.cites.colours)

    @ruling("chips-issued", "colours.value", "non-value chips are worth what the dealer set",
            facts=(*COLOUR, Money("value"), YesNo("agreed")))
    def chips_issued(self, t: Table, what: Irregular) -> None:
        colour, player = what.get("colour"), what.get("player")
        if not what.get("value"):
            t.announce(f"give the {colour} chips a value first", self.colour_clauses.given_value)
            return
        value = amount_in(what, "value")
        in_use = self.colours(t).get(colour, {"value": value, "players": []})
        others = [other for other in in_use["players"] if other != player]
        if self.colour_clauses.one_player.says(bool(others) and not what.yes("agreed")):
            why = f"{colour} chips are with {', '.join(others)}"
            self.refuse_report(t, refuse(why, self.colour_clauses.one_player, "another colour"))
            return
        if in_use["players"] and in_use["value"] != value:
            raise BadFact(f"{colour} chips are worth {show_amount(in_use['value'])} at this table")
        held = {"value": value, "players": [*others, player]}
        t.state["colours"] = {**self.colours(t), colour: held}

    @ruling("chips-played", "colours.this_table", "non-value chips play only where they were issued",
            facts=(*COLOUR, Box(need=True), WagerNamed(need=True), Number("chips", least=1, need=True), ISSUED))
    def chips_played(self, t: Table, what: Irregular) -> None:
        colour, player = what.get("colour"), what.get("player")
        if self.colour_clauses.this_table.says(what.get("issued") == "elsewhere"):
            why = f"{colour} chips of another table"
            self.refuse_report(t, refuse(why, self.colour_clauses.this_table, "chips issued here"))
            return
        value = self.colour_clauses.value.says(self.value_of(t, colour, player))
        self.place_reported(t, what, self.position_in(what, "wager"), value * count_in(what, "chips"))

    @ruling("chips-exchanged", "colours.exchanged", "taken from this table, or from one that has closed",
            facts=(*COLOUR, ISSUED, YesNo("closed")))
    def chips_exchanged(self, t: Table, what: Irregular) -> None:
        colour, player = what.get("colour"), what.get("player")
        here = what.get("issued", "here") == "here"
        if not self.colour_clauses.exchanged.says(here or what.yes("closed")):
            why, legal = f"{colour} chips of a table that is open", "take them to the table that issued them"
            self.refuse_report(t, refuse(why, self.colour_clauses.exchanged, legal))
        elif here:
            value = self.value_of(t, colour, player)
            left = [other for other in self.colours(t)[colour]["players"] if other != player]
            t.state["colours"] = {**self.colours(t), colour: {"value": value, "players": left}}

    def colours(self, t: Table) -> dict[str, Any]:
        """Non-value chips in use at the table: colour to value and players."""
        held: dict[str, Any] = t.state.get("colours", {})
        return held

    def value_of(self, t: Table, colour: str, player: str) -> Cents:
        """What one of a player's chips is worth."""
        in_use = self.colours(t).get(colour)
        if in_use is None or player not in in_use["players"]:
            raise BadFact(f"no {colour} chips were issued to {player} here")
        value: Cents = in_use["value"]
        return value

    # -- a wager in the wrong place ----------------------------------------------------------------------

    @ruling("player-misplaced", "own_placing", "a player answers for where the wager lies",
            facts=(*WHOSE, WagerNamed("placed", need=True), WagerNamed("meant", need=True)))
    def player_misplaced(self, t: Table, what: Irregular) -> None:
        """The wager stays, and settles, where it lies; a report of one that is not there is no report."""
        self.wager_in(t, what, "placed")
        self.position_in(what, "meant")

    @ruling("dealer-misplaced", "own_words", "a player answers for instructions, unless it is unfair",
            facts=(*WHOSE, WagerNamed("instructed", need=True),
                   WagerNamed("placed", (NOWHERE,), need=True), YesNo("confirmed"), YesNo("unfair"),
                   Money()))
    def dealer_misplaced(self, t: Table, what: Irregular) -> Round[None]:
        lies = NOWHERE if what.get("placed") == NOWHERE else self.position_in(what, "placed")
        instructed, excused = self.position_in(what, "instructed"), what.yes("confirmed") and what.yes("unfair")
        on_layout = lies != NOWHERE and not what.get("amount")
        if on_layout:
            self.wager_in(t, what, "placed")
        else:
            self.whose(t, what), amount_in(what, "amount")
        settles = yield from self.settles_at(t, lies, instructed, excused, self.cites.own_words)
        if on_layout:
            wager = self.wager_in(t, what, "placed")
            self.move(t, wager, settles, wager.amount)
        elif settles != NOWHERE:
            # Chips the dealer is known to have had before the call are not late.
            self.place_reported(t, what, settles, amount_in(what, "amount"), in_time=excused)

    @ruling("chip-moved", "where_it_lies", "settled where it lies, unless it is unfair",
            facts=(*WHOSE, WagerNamed("from", need=True), WagerNamed("to", need=True),
                   Word("by", ("player", "another"), default="another"), YesNo("identified"),
                   YesNo("unfair"), Money()))
    def chip_moved(self, t: Table, what: Irregular) -> Round[None]:
        self.part_in(what, self.wager_in(t, what, "from"))
        first, lies = self.position_in(what, "from"), self.position_in(what, "to")
        by_another = what.get("by", "another") != "player"
        excused = by_another and what.yes("identified") and what.yes("unfair")
        settles = yield from self.settles_at(t, lies, first, excused, self.cites.where_it_lies)
        wager = self.wager_in(t, what, "from")
        self.move(t, wager, settles, self.part_in(what, wager))

    def settles_at(self, t: Table, lies: str, correct: str, excused: bool, answers: Clause) -> Round[str]:
        """The operator, satisfied that it would be unfair, may treat a chip as correctly placed."""
        if self.cites.unfair.says(excused):
            t.ruled("the operator may settle it as if it lay right", self.cites.as_if_placed)
            how = yield from t.direct("operator", self.cites.as_if_placed, "where it lies", "where it belongs")
            if self.cites.as_if_placed.says(how == "where it belongs"):
                return correct
        return answers.says(lies)

    def move(self, t: Table, wager: Wager, to: str, amount: Cents) -> None:
        """Put chips of a wager on another place, where others of the player's may lie already."""
        if to != wager.kind:
            t.take(wager, amount)
            t.place(wager.box, wager.player, to, amount, **wager.marks)
