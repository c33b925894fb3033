"""QLD front rule, sections 5 to 7 and 13: what may be staked at a table, and how that changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import LARGEST_AMOUNT, Cents, parse_amount, show_amount
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.definition import Definition
from pitboss.table.facts import Rejected
from pitboss.table.game import BadOption, Duty, Game, GameOption, limits, ruling
from pitboss.table.limits import (
    LIMITS,
    NOW,
    STARTS,
    Limits,
    Sign,
    clock_in,
    left,
    notified,
    raised_at_once,
    rounds_of_notice,
    with_limits,
    with_notice,
    with_round,
)
from pitboss.table.reports import ITSELF, MANAGER, BadFact, Fact, Money, PlayerNamed, YesNo, amount_in
from pitboss.table.table import Table

R = schedule("QLD-0")


class Coin(Money):
    """The value of a coin."""

    def known(self, game: Definition) -> str:
        return "coins such as 50c,1,2"

    def holds(self, game: Definition, text: str) -> bool:
        return text == "50c" or super().holds(game, text)


COINS = Coin("coins", several=True)


def table_choices(clause: Clause) -> tuple[GameOption, ...]:
    """The options of every Queensland table; `clause` is the one of its schedule that sets its limits."""
    return (
        *limits(clause),
        GameOption("coins", "yes", ("yes", "no"), R["6(1)"], "wagers may be placed in coins of 50c, $1 and $2"),
        GameOption("teaching", "no", ("no", "yes", "non-value"), R["7"], "a table for lessons, for money or not"),
    )


LIMIT_DUTIES = (
    Duty("direction", "tell an inspector when a player is held to one box and the minimum", R["5(2)"]),
    Duty("teaching", "instruct in rules, procedure and basic strategy", R["7(c)"]),
    Duty("limits", "change the signs when the limits change", R["13(1)(b)"]),
    Duty("limits", "a marker before the box of a player who keeps a minimum", R["13(2)(a)"]),
    Duty("limits", "take the marker away when that player leaves", R["13(2)(b)"]),
    Duty("limits", "for a player on several boxes, the marker lies where the player sits", R["13(2)(c)"]),
)


class Register(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table remembers of its sign and its people, once something happened to them."""

    # None: the limits are those the table was opened with.
    limits: Limits | None = None
    # 5: players held to one box and the minimum.
    held: list[str] = []
    # 8 and 10(d): directions in force.
    directions: list[str] = []
    # 4(2)(b) and 11(2)(b): players shut out of the game, each with the provision.
    shut_out: dict[str, str] = {}
    # 11(2)(c): players who may not play at one table.
    apart: list[list[str]] = []


NOTHING = Register()


class FrontLimits(Game):
    """What may be staked, by whom, in what."""

    # 6: what a wager may be made of besides chips.
    wager_facts: ClassVar[tuple[Fact, ...]] = (COINS,)

    # 5 is for games played with cards.
    card_game: ClassVar[bool] = True
    # The provision of a schedule that gives every player the same minimum, so that nobody keeps an old one.
    one_minimum: ClassVar[Clause | None] = None

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.teach(self.options.get("teaching", "no"))
        self.opening_sign = Sign(self.minimum, self.maximum, self.unit)

    # -- 7: teaching tables --------------------------------------------------------------------------

    def teach(self, teaching: str) -> None:
        """7(a) and (b): a teaching table takes $2 to $10, or has no limits when chips have no value."""
        if teaching == "yes":
            low, high = R["7(a)"].says((2_00, 10_00))
            for name, fixed in (("minimum", low), ("maximum", high)):
                if name in self.given and parse_amount(self.given[name]) != fixed:
                    raise BadOption(f"{self.id}: {name}={self.given[name]} at a teaching table [{R['7(a)']}]; "
                                    f"{name}={show_amount(fixed)}")
            self.minimum, self.maximum = low, high
        elif teaching == "non-value":
            self.minimum, self.maximum = self.unit, R["7(b)"].says(LARGEST_AMOUNT)

    @property
    def for_lessons(self) -> bool:
        """7: is the table for lessons, with the limits of any wager at such a table, or with none?"""
        return self.options.get("teaching", "no") != "no"

    def limits_by(self, own: Clause) -> Clause:
        """The clause that sets the limits: of a table for lessons, or else of the sign."""
        return R["7(a)"] if self.options.get("teaching") == "yes" else own

    # -- what the table remembers --------------------------------------------------------------------

    def register(self, t: Table) -> Register:
        held = t.state.get("front")
        return NOTHING if held is None else msgspec.convert(held, Register)

    def enter(self, t: Table, **changes: object) -> None:
        """Write something down; a fresh value, since a journal holds on to the one before."""
        t.state["front"] = msgspec.to_builtins(msgspec.structs.replace(self.register(t), **changes))

    def limits_of(self, t: Table) -> Limits:
        """What the sign says now."""
        posted = self.register(t).limits
        return posted if posted is not None else Limits(self.minimum, self.maximum, self.unit)

    def sign(self, t: Table, player: str = "") -> Sign:
        """The limits that bind a player: 13(2) may let him keep an older minimum than the sign's."""
        posted = self.register(t).limits if "front" in t.state else None
        if posted is None:
            return self.opening_sign
        kept = posted.kept.get(player)
        return Sign(posted.minimum if kept is None else R["13(2)"].says(kept), posted.maximum, posted.unit)

    def seated(self, t: Table) -> dict[str, int]:
        """Who is playing at the table, and where: at the box of the first wager or of a marker, until he leaves."""
        posted = self.register(t).limits if "front" in t.state else None
        here: dict[str, int] = {**(posted.markers if posted is not None else {}), **t.state.get("players", {})}
        for box, players in t.boxes.items():
            for player in players:
                here.setdefault(player, box)
        return here

    def round_over(self, t: Table, void: bool) -> None:
        """3 and 13(1)(a): a round with an outcome counts towards the notice that players must have."""
        known = t.state.get("players", {})
        for players in t.boxes.values():
            if not known.keys() >= {*players}:
                t.state["players"] = self.seated(t)
                break
        posted = self.register(t).limits if "front" in t.state else None
        if posted is not None and posted.notices and R["3:round-of-play"].says(bool(t.boxes) and not void):
            self.enter(t, limits=with_round(posted))

    # -- 5 and 6: wagers refused whatever the game ---------------------------------------------------

    def wagering(self, t: Table, act: Place | Take | Choice) -> Refused | Rejected | None:
        if type(act) is Place:
            refused = (self.refuse_coins(act) if "coins" in act.facts else None) or (
                self.refuse_held(t, act) if "front" in t.state else None
            )
            if refused is not None:
                return refused
        return super().wagering(t, act)

    def refuse_coins(self, act: Place) -> Refused | Rejected | None:
        """6: coins stand for chips, if the operator permits it and they are prescribed ones."""
        coins = [50 if coin == "50c" else parse_amount(coin) for coin in act.facts["coins"].split(",")]
        if not R["6(1)"].says(self.options.get("coins") != "no"):
            return refuse("a wager in coins", R["6(1)"], "chips")
        if self.options.get("teaching") == "non-value":
            return refuse("a wager in coins where chips have no value", R["7(b)"], "non-value chips")
        if R["6(2)"].says(all(coin in (50, 1_00, 2_00) for coin in coins)):
            return None
        return refuse(f"a wager in coins of {act.facts['coins']}", R["6:prescribed-coins"], "coins of 50c, $1 and $2")

    def refuse_held(self, t: Table, act: Place) -> Refused | None:
        """5: a player whom the gaming manager holds to one box and to the minimum."""
        if act.player not in self.register(t).held:
            return None
        elsewhere = [wager for wager in t.all_wagers() if wager.player == act.player and wager.box != act.box]
        if R["5(1)(a)"].says(bool(elsewhere)):
            return refuse(f"{act.player} on a second box", R["5(1)(a)"], "one box")
        for kind, amount in act.wagers:
            sign = self.sides[kind].limits() if kind in self.sides else self.sign(t, act.player)
            least = sign.minimum
            lies = t.wager(act.box, act.player, kind)
            if R["5(1)(b)"].says(amount + (lies.amount if lies is not None else 0) > least):
                return refuse(f"{kind} {show_amount(amount)}", R["5(1)(b)"], f"{kind} {show_amount(least)}")
        return None

    @ruling(
        "wagering-restricted", R["5(1)"], "the gaming manager holds a player to one box and the minimum",
        when=lambda self, t, what: self.card_game,
        facts=(PlayerNamed(need=True), YesNo("ended")), by=MANAGER,
    )
    def restrict(self, t: Table, what: Irregular) -> None:
        player = what.get("player")
        others = [held for held in self.register(t).held if held != player]
        self.enter(t, held=others if what.yes("ended") else [*others, player])
        if not what.yes("ended"):
            t.announce(f"tell an inspector that {player} is held to one box and the minimum", R["5(2)"])

    # -- 13: notice of a change --------------------------------------------------------------------

    @ruling("limits-notice", R["13(1)"], "new limits are announced ahead of time", by=ITSELF,
            facts=(*LIMITS, NOW, STARTS, YesNo("withdrawn")))
    def give_notice(self, t: Table, what: Irregular) -> None:
        """One that is not to come about is taken down."""
        if what.yes("withdrawn"):
            self.enter(t, limits=msgspec.structs.replace(self.limits_of(t), notices=[]))
            return
        least, most = self.limits_named(t, what)
        now = clock_in(what, "now", 0)
        noticed = with_notice(self.limits_of(t), least, clock_in(what, "starts", now), now, most)
        self.enter(t, limits=noticed)

    @ruling("limits-changed", R["13(1)"], "limits change when players were told in time",
            facts=(*LIMITS, NOW), by=ITSELF)
    def change_limits(self, t: Table, what: Irregular) -> None:
        least, most = self.limits_named(t, what)
        before, now = self.limits_of(t), clock_in(what, "now", 0)
        refused = self.refuse_change(before, least, most, now, "minimum" in what.facts)
        if refused is not None:
            t.events.append(refused)
            return
        after = with_limits(before, now, least, most, before.unit)
        still_up = [notice for notice in after.notices if (notice.minimum, notice.maximum) != (least, most)]
        kept = {} if "minimum" in what.facts else after.kept
        markers = {player: box for player, box in after.markers.items() if player in kept}
        self.enter(t, limits=msgspec.structs.replace(after, notices=still_up, kept=kept, markers=markers))
        t.announce(f"change the sign: {show_amount(least)} to {show_amount(most)}", R["13(1)(b)"])

    def refuse_change(self, before: Limits, least: Cents, most: Cents, now: float, minimum: bool) -> Refused | None:
        """13(1): three rounds' notice of any change; a sign for 20 minutes besides if a minimum goes up for anybody,
        one that was kept included."""
        if self.options.get("teaching") == "yes":
            return refuse("other limits at a teaching table", R["7(a)"], "2 to 10")
        if rounds_of_notice(before, least, most) < R["13(1)(a)"].says(3):
            return refuse("new limits without three rounds' notice", R["13(1)(a)"], "a notice, and three rounds")
        lowest = min([before.minimum, *before.kept.values()]) if minimum else least
        if least > lowest and not notified(before, least, now, R["13(1)(c)"].says(20)):
            return refuse(f"minimum {show_amount(least)} without 20 minutes on a sign", R["13(1)(c)"],
                          "wait for the time on the sign, or let those at the table keep theirs")
        return None

    @ruling("minimum-raised", R["13(2)"], "those at the table keep their minimum, others play the new one",
            facts=LIMITS, by=ITSELF)
    def raise_at_once(self, t: Table, what: Irregular) -> None:
        least, _ = self.limits_named(t, what)
        if least <= self.limits_of(t).minimum:
            raise BadFact(f"minimum={what.get('minimum')} is no higher minimum")
        refused = self.refuse_keeping()
        if refused is not None:
            t.events.append(refused)
            return
        self.enter(t, limits=raised_at_once(self.limits_of(t), least, self.seated(t)))
        for player, box in self.limits_of(t).markers.items():
            several = any(player in players and at != box for at, players in t.boxes.items())
            t.announce(f"a marker before box {box}: {player} keeps the old minimum",
                       R["13(2)(c)"] if several else R["13(2)(a)"])

    def refuse_keeping(self) -> Refused | None:
        """Why nobody may keep a minimum here, so that none is raised at once."""
        if self.one_minimum is not None:
            return refuse("a minimum that some keep", self.one_minimum, "notice to everybody")
        if self.options.get("teaching") == "yes":
            return refuse("another minimum at a teaching table", R["7(a)"], "2 to 10")
        return None

    @ruling("player-leaves", R["13(2)(b)"], "a minimum that was kept ends when its player leaves",
            facts=(PlayerNamed(need=True),), by=ITSELF)
    def player_leaves(self, t: Table, what: Irregular) -> None:
        player = what.get("player")
        if player not in self.seated(t):
            raise BadFact(f"player={player} is not at the table")
        self.leave(t, player)

    def leave(self, t: Table, player: str) -> None:
        """The place is free; marker and kept minimum are gone."""
        t.state["players"] = {name: box for name, box in t.state.get("players", {}).items() if name != player}
        posted = self.register(t).limits
        if posted is not None and player in posted.markers:
            t.announce(f"take away the marker of {player}", R["13(2)(b)"])
            self.enter(t, limits=left(posted, player))

    def limits_named(self, t: Table, what: Irregular) -> tuple[Cents, Cents]:
        """The limits that a report names; what it does not name stays as it is."""
        if not what.get("minimum") and not what.get("maximum"):
            raise BadFact("minimum= or maximum= must say what changes")
        now = self.limits_of(t)
        least = amount_in(what, "minimum") if what.get("minimum") else now.minimum
        most = amount_in(what, "maximum") if what.get("maximum") else now.maximum
        if not 0 < least <= most:
            raise BadFact(f"limits of {show_amount(least)} to {show_amount(most)} make no sense")
        return least, most
