"""QLD schedule 4, craps: making and removing wagers, their odds and settlement (sections 6 to 8 and 10 to 17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, void, win
from pitboss.law.results import LOSE
from pitboss.money import Cents, Odds, Rounding, show_amount
from pitboss.rulebooks.qld.s00_front_rule import FrontRule
from pitboss.rulebooks.qld.s04_craps_layout import (
    AT_ONCE,
    BIG,
    BUY_BET,
    CALLED_ON,
    DEFINED,
    DOLLAR,
    DONT,
    HARDWAY_NAMES,
    HARDWAYS,
    HORN,
    HORN_PARTS,
    KINDS,
    LAY_BET,
    LINE,
    LINE_BETS,
    NUMBERED,
    ODDS,
    ODDS_ON,
    ONE_ROLL,
    PLACE_BET,
    SIMILAR,
    SLEEPING,
    SUPPLEMENTS,
    Throw,
    family,
)
from pitboss.table.acts import Take
from pitboss.table.facts import Chose, Rejected, Wager
from pitboss.table.limits import Sign
from pitboss.table.table import Table

S = schedule("QLD-4")
MaybeRefused = Refused | Rejected | None


class CrapsWagers(FrontRule):
    """The wagers of craps. Whatever decides money here is a function of the throw and the wager alone."""

    kinds = KINDS
    pay_tables = (*LINE_BETS, PLACE_BET, *BIG, *HARDWAYS, *ONE_ROLL, BUY_BET, LAY_BET, *ODDS)

    def normal_name(self, name: str) -> str:
        """The layout and the pay table disagree on "the hardway" and "in the hardway": one bet."""
        plain = name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        return HARDWAY_NAMES.get(plain, plain)

    def wager_names(self) -> tuple[str, ...]:
        return tuple(
            name
            for kind in self.kinds
            for name in ([f"{kind.name} {n}" for n in NUMBERED[kind.name]] if kind.name in NUMBERED else [kind.name])
        )

    why_not: ClassVar[Mapping[str, str]] = {
        S["4:win-bet"]: "The point is up: bet COME instead",
        S["4:dont-win-bet"]: "The point is up: bet DON'T COME instead",
        S["4:come-bet"]: "No point yet: bet WIN instead", S["4:dont-come-bet"]: "No point yet: bet DON'T WIN instead",
        S["6(3)"]: "Taken down: it may come back in the next game",
        **{terms.supports: f"Odds go behind a {terms.base.removesuffix(' bet').upper()} bet that has its point"
           for terms in SUPPLEMENTS.values()},
    }

    # -- 4: which wagers there are, and in what amounts ------------------------------------------------

    def refuse_unknown(self, name: str) -> Refused | None:
        """4(1): only what the schedule defines, on the numbers that it names."""
        kind, number = family(name)
        if kind in NUMBERED:
            if number in NUMBERED[kind]:
                return None
            return refuse(f"{name} is not a wager", DEFINED[kind], f"{kind} {', '.join(map(str, NUMBERED[kind]))}")
        if kind in DEFINED:
            return None
        return refuse(f"{name} is not a wager", S["4(1)"], ", ".join(DEFINED))

    def refuse_amount(self, name: str, amount: Cents, sign: Sign) -> Refused | None:
        """8, and the units of a horn high bet. `amount` is the whole stake, with what lies there already."""
        kind, _ = family(name)
        within = amount <= sign.maximum or (kind in SUPPLEMENTS and S["8(2)"].says(True))
        if not S["8(1)"].says(sign.minimum <= amount and within) or amount % sign.unit:
            low, high, unit = map(show_amount, sign)
            why = self.limits_by(S["8(1)"])
            return refuse(f"{name} {show_amount(amount)}", why, f"{low} to {high} in steps of {unit}")
        if kind == "horn high bet" and amount % (5 * DOLLAR):
            return refuse(f"{name} {show_amount(amount)}", S["4:horn-high-bet"], "units of 5")
        return None

    # -- 11 to 13: percentages --------------------------------------------------------------------------

    def fee(self, name: str, amount: Cents) -> Cents:
        """What is paid to the casino for making this wager; a part of a cent is never charged."""
        kind, number = family(name)
        rate = int(self.options["vigorish"])
        if kind == "buy bet":
            return S["11(1)"].says(amount * rate // 100)
        if kind == "lay bet":
            could_win = self.pay[kind].lines[number][0].fraction * amount
            return S["12(1)"].says(int(could_win * rate / 100))
        return S["13(2)"].says(0)

    # -- 14 to 17: how large a supplemental wager may be --------------------------------------------

    def odds_limit(self, kind: str, base: Cents, point: int) -> Fraction:
        """(2): as much as the bet itself, or what wins as much as the bet itself."""
        if SUPPLEMENTS[kind].laid:
            return base / self.pay[kind].lines[point][0].fraction
        return Fraction(base)

    def payable_unit(self, kind: str, base: Cents, point: int) -> Cents:
        """(3)(a): the least whole dollars from the limit up that win whole dollars."""
        step = DOLLAR * self.pay[kind].lines[point][0].den
        return -(-self.odds_limit(kind, base, point) // step) * step

    def refuse_odds(self, kind: str, base: Cents, point: int, amount: Cents) -> Refused | None:
        """(2) and (3): why this much may not support a bet of `base` on `point`."""
        terms = SUPPLEMENTS[kind]
        limit = self.odds_limit(kind, base, point)
        if terms.limit.says(amount <= limit):
            return None
        if terms.payable.says(amount == self.payable_unit(kind, base, point)):
            return None
        agreed = self.options["odds"] == "double"
        if agreed and terms.double.says(amount <= 2 * limit):
            return None
        most = show_amount(int(2 * limit if agreed else limit))
        return refuse(f"{kind} {show_amount(amount)}", terms.double if agreed else terms.limit, f"{kind} {most}")

    # -- 2, 7 and 16: what a throw is, and which wagers it can touch ---------------------------------

    def thrown(self, dice: Sequence[int], come_out: bool) -> Throw:
        """2: the sum of the numbers uppermost."""
        return Throw(S["2:total"].says(sum(dice)), len(set(dice)) == 1, come_out)

    def active(self, name: str, come_out: bool, on: bool) -> bool:
        """7 and 16(6), (7): is this wager on for the roll? `on`: an on marker button counts for it."""
        asleep = SLEEPING.get(family(name)[0])
        if asleep is None:
            return S["16(7)"].says(S["7(3)"].says(True))
        return not come_out or S["7(1)"].says(asleep.says(on))

    # -- 4, 10 to 17: settlement -----------------------------------------------------------------------

    def result(
        self, name: str, throw: Throw, point: int | None = None, *, on: bool = False, above: bool = False
    ) -> Result | None:
        """What a throw makes of a wager; None while it is undecided. Pure: the odds call it too.

        `point` is the come out or come point that the bet, or the bet it supports, has; `above` tells
        that a supplemental wager is more than the ordinary limit."""
        kind, number = family(name)
        active = self.active(name, throw.come_out, on)
        if kind in SUPPLEMENTS:
            return self.odds_result(kind, throw.total, point, active, above)
        if not active:
            return None
        if kind in AT_ONCE:
            return self.line_result(kind, throw.total, point)
        if kind in ("horn bet", "horn high bet"):
            return self.horn_result(throw.total, number)
        if number is not None:
            return self.number_result(kind, throw.total, number)
        if kind in SLEEPING:
            return self.hardway_result(kind, throw)
        if kind in ("big 6", "big 8"):
            return self.big_result(kind, throw.total)
        return self.one_roll_result(kind, throw.total)

    def line_result(self, kind: str, total: int, point: int | None) -> Result | None:
        """4: win, don't win, come and don't come bets."""
        wins: tuple[int, ...]
        loses: tuple[int, ...]
        if point is None:
            wins, loses = AT_ONCE[kind]
        else:
            wins, loses = ((7,), (point,)) if kind in DONT else ((point,), (7,))
        if total in wins:
            return win(*self.pay[kind].lines[kind])
        if total in loses:
            return lose(DEFINED[kind])
        if kind in DONT and point is None and total == 2:
            return void(DEFINED[kind])
        return None

    def odds_result(self, kind: str, total: int, point: int | None, active: bool, above: bool) -> Result | None:
        """14 to 17: a supplemental wager shares the fate of the bet it supports."""
        terms = SUPPLEMENTS[kind]
        base = self.line_result(terms.base, total, point)
        if base is None:
            return None
        if not active:
            return void(S["16(6)"], S["7(1)"])
        if base.outcome == LOSE:
            return lose(terms.supports)
        odds, clause = self.pay[kind].lines[point]
        if terms.rounding.says(above) and self.options["rounding"] == "up":
            return win(odds, clause, terms.rounding, rounding=Rounding(DOLLAR, True, terms.rounding))
        return win(odds, clause)

    def number_result(self, kind: str, total: int, number: int) -> Result | None:
        """4, 11 and 12: place and buy bets want the number before a 7; lay bets want the 7."""
        wins, loses = (7, number) if kind == "lay bet" else (number, 7)
        if total == wins:
            return win(*self.pay[kind].lines[number])
        if total == loses:
            return lose(S["12(1)"]) if kind == "lay bet" else lose(S["4:place-bet"])
        return None

    def hardway_result(self, kind: str, throw: Throw) -> Result | None:
        """4: the number as a pair, before it comes any other way and before a 7."""
        line = self.pay[kind].get(throw.total)
        if line is not None and throw.hard:
            return win(*line)
        return lose(DEFINED[kind]) if line is not None or throw.total == 7 else None

    def big_result(self, kind: str, total: int) -> Result | None:
        """4: the number before a 7."""
        line = self.pay[kind].get(total)
        if line is not None:
            return win(*line)
        return lose(DEFINED[kind]) if total == 7 else None

    def one_roll_result(self, kind: str, total: int) -> Result | None:
        """4: wagers that the next throw decides, whatever it is."""
        if not S["4:1-roll-wager"].says(True):
            return None
        line = self.pay[kind].get(total)
        return lose(DEFINED[kind]) if line is None else win(*line)

    def horn_result(self, total: int, high: int | None) -> Result:
        """10(3): paid as four wagers, one of them of two units in a horn high bet; here on one line,
        so the units lost on the other totals come off what the total thrown wins."""
        if total not in HORN:
            return lose(S["4:horn-bet"] if high is None else S["4:horn-high-bet"])
        units = {part: 2 if part == high else 1 for part in HORN}
        staked, on_total = sum(units.values()), units[total]
        odds, clause = self.pay[HORN_PARTS[total]].lines[total]
        net = (odds.fraction * on_total - (staked - on_total)) / staked
        return win(Odds(net.numerator, net.denominator, f"{net.numerator} to {net.denominator}"), S["10(3)"], clause)

    # -- 4 and 14 to 17: facts about the wagers on the layout -----------------------------------------

    def line_bets(self, t: Table) -> Iterator[Wager]:
        return (wager for wager in t.wagers.values() if wager.kind in LINE)

    def has_line_bet(self, t: Table, box: int, player: str) -> bool:
        return any((wager.box, wager.player) == (box, player) for wager in self.line_bets(t))

    def point_of(self, t: Table, wager: Wager) -> int | None:
        """The come out point of a win or don't win bet and its odds, the come point of the others."""
        kind = SUPPLEMENTS[wager.kind].base if wager.kind in SUPPLEMENTS else wager.kind
        point: int | None = t.state["point"] if kind in LINE else wager.marks.get("point")
        return point

    def base_of(self, t: Table, box: int, player: str, slot: str) -> Wager | None:
        """The bet with a point that odds on this slot support."""
        kind, number = family(slot)
        base = SUPPLEMENTS[kind].base
        if base in LINE:
            return t.wager(box, player, base) if t.state["point"] is not None else None
        return t.wager(box, player, f"{base} {number}")

    def odds_of(self, t: Table, base: Wager) -> Wager | None:
        """The supplemental wager on a bet."""
        name = ODDS_ON.get(base.kind, "")
        return t.wager(base.box, base.player, base.slot.replace(base.kind, name, 1)) if name else None

    def is_on(self, t: Table, wager: Wager) -> bool:
        """7(2): a button on one wager speaks for all similar ones of the player, unless he says otherwise."""
        if "on" in wager.marks:
            return bool(wager.marks["on"] != "off")
        like = SIMILAR.get(family(wager.kind)[0])
        return like is not None and any(
            S["7(2)"].says(other.marks["on"] == "all")
            for other in t.wagers.values()
            if "on" in other.marks and other.player == wager.player and SIMILAR.get(family(other.kind)[0]) == like
        )

    def come_out(self, t: Table) -> bool:
        """2: is the next roll a come out roll? A point that no win or don't win bet waits for is none;
        one that a player took down is still of the game that goes on. A throw in the air stays what it was."""
        thrown: bool | None = t.notes.get("come out")
        if thrown is not None:
            return thrown
        waiting = bool(t.state["down"]) or any(self.line_bets(t))
        return S["2:come-out-roll"].says(t.state["point"] is None or not waiting)

    def outcome(self, t: Table, wager: Wager, throw: Throw) -> Result | None:
        """What the throw makes of a wager as it lies; None while undecided."""
        point = self.point_of(t, wager)
        above = False
        if wager.kind in SUPPLEMENTS:
            base = self.base_of(t, wager.box, wager.player, wager.slot)
            above = base is None or wager.amount > self.odds_limit(wager.kind, base.amount, point or 0)
        return self.result(wager.kind, throw, point, on=self.is_on(t, wager), above=above)

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> MaybeRefused:
        name = family(kind)[0]
        if kind in SUPPLEMENTS and kind not in ("win odds", "don't win odds"):
            terms = SUPPLEMENTS[kind]
            if any(w.kind == terms.base and "point" in w.marks and w.player == player for w in t.on_box(box)):
                return Rejected(f"{player} has several: name one by its point, such as '{kind} 5'")
            return refuse(f"{kind} without a {terms.base} on its point", terms.supports, terms.base)
        there = t.wager(box, player, kind)
        stake = amount + (there.amount if there is not None else 0)
        sign = self.sign(t, player)
        refused = self.refuse_unknown(kind) or self.refuse_moment(t, box, player, kind)
        if refused is not None or name not in SUPPLEMENTS:
            return refused or self.refuse_amount(kind, stake, sign)
        base = self.base_of(t, box, player, kind)
        point = self.point_of(t, base) if base is not None else None
        if base is None or point is None:
            terms = SUPPLEMENTS[name]
            return refuse(f"{kind} without a {terms.base} on its point", terms.supports, terms.base)
        return self.refuse_odds(name, base.amount, point, stake) or self.refuse_amount(kind, stake, sign)

    def taken_alike(self, name: str) -> str:
        """On every number that it names; but odds go behind a bet of their own."""
        kind, _ = family(name)
        return name if kind in SUPPLEMENTS else kind

    def refuse_moment(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """4 and 6(3): line bets belong before a come out roll, come bets after it."""
        if kind in DONT and S["6(3)"].says([box, player, kind] in t.state["down"]):
            return refuse(f"{kind} put back or raised after it came down", S["6(3)"], "the next game")
        if kind == "win bet" and not S["4:win-bet"].says(self.come_out(t)):
            return refuse("a win bet with a point up", S["4:win-bet"], "come bet")
        if kind == "don't win bet" and not S["4:dont-win-bet"].says(self.come_out(t)):
            return refuse("a don't win bet with a point up", S["4:dont-win-bet"], "don't come bet")
        if kind == "come bet" and S["4:come-bet"].says(self.come_out(t)):
            return refuse("a come bet before the come out roll", S["4:come-bet"], "win bet")
        if kind == "don't come bet" and S["4:dont-come-bet"].says(self.come_out(t)):
            return refuse("a don't come bet before the come out roll", S["4:dont-come-bet"], "don't win bet")
        return None

    def slot(self, t: Table, box: int, player: str, name: str) -> str:
        """Where a wager is put: odds named without a point go to the only bet that has one."""
        if name in ("come odds", "don't come odds"):
            base = SUPPLEMENTS[name].base
            points = [w.marks["point"] for w in t.on_box(box, base) if w.player == player and "point" in w.marks]
            if len(points) == 1:
                return f"{name} {points[0]}"
        return name

    def lay_down(self, wager: Wager) -> None:
        """Odds on a come bet lie on its point and are called by their bare name."""
        kind, number = family(wager.slot)
        if kind in SUPPLEMENTS and number is not None:
            wager.kind = kind
            wager.marks = {**wager.marks, "point": number}

    def charge(self, t: Table, wager: Wager) -> None:
        """11 and 12: the percentage due on the stake as it now is, less what was paid before."""
        paid = wager.marks.get("fee", 0)
        due = self.fee(wager.kind, wager.amount) - paid
        if due:
            clause = {"buy bet": S["11(1)"], "lay bet": S["12(1)"]}.get(family(wager.kind)[0], S["13(2)"])
            wager.marks = {**wager.marks, "fee": paid + due}
            t.charge(wager, due, clause)

    # -- 6 and 13(1): removal or reduction -----------------------------------------------------------

    def _take(self, t: Table, act: Take) -> MaybeRefused:
        """A wager taken down settles as void; what a reduction takes off goes back."""
        wager = self.find(t, act.box, act.player, act.wager)
        if wager is None:
            return Rejected(f"{act.player} has no such {act.wager} on box {act.box}")
        if not 0 <= act.to < wager.amount:
            return Rejected(f"{act.wager} can only be made smaller than it is")
        point = self.point_of(t, wager)
        if wager.kind in ("win bet", "come bet") and S["6(2)"].says(point is not None):
            return refuse(f"{wager.kind} has its point", S["6(2)"], "leave it where it is")
        if act.to and (refused := self.refuse_amount(wager.kind, act.to, self.sign(t, wager.player))) is not None:
            return refused
        dont = wager.kind in DONT
        if dont and wager.slot == wager.kind:
            t.state["down"] = [*t.state["down"], [act.box, wager.player, wager.kind]]
        clause = S["6(3)"] if dont else S["6(1)"]
        self.return_fee(t, wager, act.to)
        odds = self.odds_of(t, wager)
        if act.to:
            t.give_back(wager, wager.amount - act.to, clause)
        else:
            t.settle(wager, void(clause))
        if odds is not None and point is not None:
            self.cut_odds(t, odds, act.to, point)
        return None

    def find(self, t: Table, box: int, player: str, name: str) -> Wager | None:
        """The wager a player means: in its own place, or the only one of that kind."""
        own = [wager for wager in t.on_box(box) if player in ("", wager.player)]
        matches = [w for w in own if w.slot == name] or [w for w in own if w.kind == name]
        return matches[0] if len(matches) == 1 else None

    def return_fee(self, t: Table, wager: Wager, to: Cents) -> None:
        """13(1): the percentage comes back with the wager; with part of it, as much as was paid for that part."""
        paid = wager.marks.get("fee", 0)
        if paid:
            back = S["13(1)"].says(paid - (self.fee(wager.kind, to) if to else 0))
            wager.marks = {**wager.marks, "fee": paid - back}
            t.charge(wager, -back, S["13(1)"])

    def declare_void(self, t: Table, player: str, clause: Clause) -> None:
        """13(1): a wager declared void is off the layout before its roll, so its percentage comes back as well."""
        for wager in list(t.wagers.values()):
            if wager.player == player:
                self.return_fee(t, wager, 0)
        super().declare_void(t, player, clause)

    def cut_odds(self, t: Table, odds: Wager, base: Cents, point: int) -> None:
        """15 and 17: odds cannot stand without the bet they support, nor above what it allows."""
        terms = SUPPLEMENTS[odds.kind]
        if base == 0:
            t.settle(odds, void(terms.supports))
        elif self.refuse_odds(odds.kind, base, point, odds.amount) is not None:
            most = self.odds_limit(odds.kind, base, point) * (2 if self.options["odds"] == "double" else 1)
            t.give_back(odds, odds.amount - int(most // self.unit) * self.unit, terms.limit)

    # -- 7: on marker buttons -------------------------------------------------------------------------

    def button(self, t: Table, box: int, player: str, word: str, name: str) -> MaybeRefused:
        """7(1) and (2): 'on', confirmed with a marker button; "only" when it is not to speak for similar wagers,
        'off' when a button lying on a similar one is not to speak for this."""
        wager_name = self.normal_name(name.removesuffix(" only"))
        wagers = [w for w in t.on_box(box, wager_name) if w.player == player]
        wager = self.find(t, box, player, wager_name) or (wagers[0] if wagers else None)
        if wager is None:
            return Rejected(f"{player} has no {wager_name} on box {box}")
        if family(wager.kind)[0] not in SLEEPING:
            return refuse(f"{wager.kind} needs no button", S["7(3)"], "it is always on")
        wager.marks = {**wager.marks, "on": "off" if word == "off" else "only" if name.endswith(" only") else "all"}
        t.events.append(Chose(str(box), player, f"{word} {name}", 0, CALLED_ON))
        return None
