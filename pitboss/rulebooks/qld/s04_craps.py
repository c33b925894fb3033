"""QLD schedule 4: craps. A round is one throw; what outlives it (the point, the shooter, the dice) is table state.
What may be wagered is in s04_craps_layout, how wagers are made and settled in s04_craps_wagers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.law.results import WIN
from pitboss.rulebooks.qld.s00_front_rule import TABLE_DUTIES, table_choices
from pitboss.rulebooks.qld.s00_front_rule_limits import COINS
from pitboss.rulebooks.qld.s04_craps_layout import POINTS, SLEEPING, Throw, family
from pitboss.rulebooks.qld.s04_craps_wagers import CrapsWagers, MaybeRefused
from pitboss.table.acts import Choice, Dice, Irregular, Place, Take
from pitboss.table.facts import Came, Chose, Rejected, Wager
from pitboss.table.game import Decision, Duty, GameOption, Look, ruling
from pitboss.table.lobby import DICE_AND_WHEELS
from pitboss.table.reports import BadFact, Box, Fact, Number, PlayerNamed, Word, YesNo
from pitboss.table.requests import Roll
from pitboss.table.table import SETTLEMENT, WAGERS, Round, Table

S = schedule("QLD-4")

# From the moment the dice leave the shooter's hand.
THROWN = "thrown"
# 23: what may be wrong with a throw; the last of them is no fault.
NO_ROLL = (
    "off-table", "stacked", "on-bank", "in-cup", "on-rail", "leaning", "cheating", "unapproved-dice", "through-cup",
    "cup-dice-knocked", "not-together", "short", "improper", "touched-chips",
)


def reason(*names: str) -> Callable[[Any, Table, Irregular], bool]:
    """A throw was made, and this is what was wrong with it; for any other improper throw none need be given."""
    return lambda self, t, what: t.phase == THROWN and what.get("reason") in names


class Craps(CrapsWagers):
    """Craps."""

    id = "qld/craps"
    look = Look("craps", "Roll", "dice 5 6", "dice",
                late=("The dice are out: dealer and boxperson must both confirm it", S["5(2)"]))
    title = "Craps"
    category = DICE_AND_WHEELS
    also_called = "dice"
    brief: ClassVar[tuple[tuple[str, Clause], ...]] = (
        ("Two dice are thrown. Start with the win bet.", S["4:win-bet"]),
        ("On the first throw 7 or 11 wins and 2, 3 or 12 loses. Anything else becomes the point.", S["4:win-bet"]),
        ("Then the point must come before a 7. While it stands, the win bet stays where it is.", S["6(2)"]),
        ("Once there is a point you may back the bet with odds, paid at their true worth.", S["14(5)"]),
        ("Don't win is the other side: a 7 before the point.", S["4:dont-win-bet"]),
        ("Field, any 7 and the other bets in the middle are decided by the next throw.", S["4:field-bet"]),
    )
    law: ClassVar[tuple[str, ...]] = ("QLD-4",)
    boxes = 16
    card_game = False
    hands_dealt = ()
    of_a_throw = ("invalid-roll", "cocked-die", "two-hands", "thrown-by")
    other_words: ClassVar[dict[str, str]] = {
        "pass line": "win bet", "pass": "win bet", "don't pass": "don't win bet", "don't pass line": "don't win bet",
        "dont pass": "don't win bet", "dont come": "don't come bet", "pass odds": "win odds",
        "pass line odds": "win odds", "don't pass odds": "don't win odds", "any seven": "any 7", "yo": "11 in 1 roll",
    }
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("no roll", "the throw does not count", by="boxperson"),
        Decision("roll stands", "the throw counts", by="boxperson"),
        Decision("pass the dice", "the shooter has to give the dice up", by="boxperson"),
        Decision("no order", "the shooter keeps the dice", by="boxperson"),
    )
    wagers_stand = True
    # 5: how a wager was made, where it was not chips on the layout in time.
    wager_facts = (
        COINS, YesNo("cash"), YesNo("oral"), YesNo("chips", default="yes"),
        Word("confirmed", ("dealer", "boxperson"), several=True),
    )
    late_facts: ClassVar[dict[str, str]] = {"confirmed": "dealer,boxperson"}
    state_shown = ("point", "shooter")
    calls = (
        Decision("accept the dice", "you throw next"),
        Decision("pass the dice", "another throws in your place"),
        Decision("reject the dice", "you do not want to throw"),
    )
    gather_words = ("on", "off", "accept", "reject", "pass", "authorise", "ask", "keep")
    choices = (
        *table_choices(S["8(1)"]),
        GameOption("odds", "single", ("single", "double"), S["14(3)(b)"], "supplemental wagers up to twice the bet"),
        GameOption("rounding", "off", ("off", "up"), S["14(4)"], "part dollars won on larger supplemental wagers"),
        GameOption("vigorish", "5", ("0", "1", "2", "3", "4", "5"), S["11(1)"], "percentage for buy and lay bets"),
    )
    duties: ClassVar[tuple[Duty, ...]] = (
        *TABLE_DUTIES,
        Duty("opening", "display the pay table in use", S["10(2)"]),
        Duty("opening", "have a set of five dice at the table", S["18(1)"]),
        Duty("opening", "offer the dice first to the player left of the boxperson", S["20(1)"]),
        Duty("opening", "when the dice are turned down, offer them to the next player clockwise", S["20(2)"]),
        Duty("opening", "put the dice that were not chosen back in the cup, in front of the stickperson", S["20(4)"]),
        Duty("always", "keep the dice that are not in play in the cup", S["18(2)"]),
        Duty("always", "check dice that the stickperson lost sight of", S["19(1)"]),
        Duty("always", "check dice taken out of play", S["19(2)"]),
        Duty("always", "check dice that the shooter hands to another player", S["19(3)"]),
        Duty("die off the table", "try to retrieve it at once", S["21(1)(a)"]),
        Duty("die off the table", "offer the remaining dice to the shooter", S["21(1)(b)"]),
        Duty("die off the table", "check what is found; it goes to the shooter who asks, or to the cup", S["21(1)(c)"]),
        Duty("die off the table", "two dice lost: bring a new set and take away the old", S["21(1)(d)"]),
        Duty("throw", "call no roll before both dice rest, whenever possible", S["23(3)"]),
        Duty("throw", "boxperson: overrule a wrong call of the stickperson", S["24(1)"]),
        Duty("throw", "gaming supervisor: overrule a wrong call of stickperson or boxperson", S["24(2)"]),
        Duty("throw", "gaming manager: overrule a wrong call of any of them", S["24(3)"]),
        Duty("throw", "call the total", S["25(1)"]),
        Duty("throw", "bring the dice to the centre", S["25(4)"]),
        Duty("throw", "move the dice with the stick", S["25(6)"]),
        Duty("new shooter", "boxperson: order the dice passed for delay, invalid rolls or breaches", S["26(2)(b)"]),
        Duty("new shooter", "offer the whole set to the left of the last shooter, then clockwise", S["26(3)"]),
        Duty("new shooter", "put the dice that were not chosen back in the cup", S["26(5)"]),
    )

    def called_out(self, t: Table) -> str:
        came = next((event for event in reversed(t.events) if type(event) is Came), None)
        if came is None:
            return ""
        one, other = map(int, came.result.split())
        total, come_out = one + other, bool(t.notes.get("come out"))
        if come_out:
            first = {2: "Craps, two", 3: "Craps, three", 7: "Seven", 11: "Eleven", 12: "Craps, twelve"}
            return first.get(total) or f"The point is {total}"
        if total == 7:
            return "Seven out"
        hard = f"Hard {total}" if one == other and total in POINTS else str(total)
        return f"{hard}, the point is made" if t.state["point"] is None else hard

    def occasions(self, t: Table) -> tuple[str, ...]:
        return ("new shooter",) if t.state["shooter"] is None else ()

    def opening_state(self) -> dict[str, Any]:
        return {
            "point": None,
            # Who has the dice ([box, player]), and whether they were taken expressly.
            "shooter": None, "accepted": False, "thrower": "",
            # The last shooter's box, why he had to pass, and the boxes that turned the dice down since.
            "last": 0, "must_pass": "", "declined": [],
            # Don't bets that came down and may not go up again: [box, player, wager].
            "down": [],
            # Dice off the table: found, lost, and whether the shooter goes on with what is left of the set.
            "found": 0, "lost": 0, "old_set": False,
        }

    # -- the round -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        if not any(self.line_bets(t)):
            self.end_game(t)
        dice = None
        while dice is None:
            t.phase = WAGERS
            t.notes.pop("come out", None)
            yield from t.gather(S["5(1)"])
            shooter = self.shooter(t)
            if shooter is None:
                return
            self.no_more_bets(t)
            self.hand_over(t, shooter)
            t.notes["come out"] = self.come_out(t)
            dice = yield from self.throw(t)
        t.phase = SETTLEMENT
        throw = self.thrown(dice, self.come_out(t))
        self.call(t, throw)
        self.settle_throw(t, throw)
        self.travel(t, throw)
        self.after(t, throw)

    @property
    def boxperson(self) -> str:
        """Who decides what this schedule leaves to the boxperson."""
        return "boxperson"

    def no_more_bets(self, t: Table) -> None:
        """5(1): the throw itself closes the wagers; nothing has to be said."""
        return

    def call(self, t: Table, throw: Throw) -> None:
        t.announce(f"{throw.total}", S["25(1)"])

    def throw(self, t: Table) -> Round[tuple[int, ...] | None]:
        """The dice are in the air. None: no roll, so wagers are open again."""
        t.phase = THROWN
        t.notes.pop("dice", None)
        while True:
            answer = yield from t.ask(Roll(S["22(1)"], 2, S["2:total"], S["2:total"]))
            if t.notes.pop("no roll", False):
                return None
            dice = answer.numbers if type(answer) is Dice else t.notes.pop("dice", None)
            if dice is not None:
                t.events.append(Came("dice", " ".join(map(str, dice)), S["25(1)"]))
                return tuple(dice)

    def settle_throw(self, t: Table, throw: Throw) -> None:
        """25(5): every wager that the throw decided."""
        results = ((wager, self.outcome(t, wager, throw)) for wager in t.wagers.values())
        for wager, result in S["25(5)"].says(tuple((wager, result) for wager, result in results if result is not None)):
            if wager.marks.get("cash") and result.outcome == WIN:
                t.announce(f"change {wager.player}'s cash into chips before paying", S["5(8)"])
            t.settle(wager, result)

    def travel(self, t: Table, throw: Throw) -> None:
        """2: a come or don't come bet that is not decided goes to its come point."""
        for wager in list(t.wagers.values()):
            untravelled = wager.slot in ("come bet", "don't come bet")
            if untravelled and S["2:come-point"].says(throw.total in POINTS):
                wager.marks = {**wager.marks, "point": throw.total}
                t.move(wager, f"{wager.kind} {throw.total}")

    def after(self, t: Table, throw: Throw) -> None:
        """What the throw leaves for the next one: point, shooter, buttons. Cash is chips by then (5(6))."""
        done = ("cash", "on") if throw.come_out else ("cash",)
        for wager in t.wagers.values():
            wager.marks = {name: mark for name, mark in wager.marks.items() if name not in done}
        if throw.come_out:
            if S["2:come-out-point"].says(throw.total in POINTS):
                t.state["point"] = throw.total
        elif S["2:7-out"].says(throw.total == 7):
            self.end_game(t)
            if S["26(2)(a)"].says(True):
                self.relinquish(t, "26(2)(a)")
        elif throw.total == t.state["point"]:
            self.end_game(t)
        kept = "don't win bet" if t.state["point"] is not None else ""
        t.state["down"] = [down for down in t.state["down"] if down[2] == kept]

    def end_game(self, t: Table) -> None:
        """No win or don't win bet is left to be decided: the next roll is a come out roll."""
        t.state.update(point=None, down=[])

    # -- 5: time and way for wagering --------------------------------------------------------------------

    def refuse_way(self, t: Table, act: Place) -> MaybeRefused:
        """5: chips on the layout before the throw; what else goes only with both confirmations."""
        in_air = t.phase == THROWN
        confirmed = {who for who in act.facts.get("confirmed", "").split(",") if who}
        both = {"dealer", "boxperson"} <= confirmed
        cash = act.facts.get("cash") == "yes"
        if cash or act.facts.get("oral") == "yes":
            if not S["5(4)"].says(cash):
                return refuse("a wager called without chips or cash", S["5(3)"], "chips on the layout")
            if not S["5(7)"].says(in_air):
                return refuse("cash while there is time for chips", S["5(7)"], "chips on the layout")
            if not S["5(5)"].says(both):
                return refuse("cash that dealer and boxperson did not confirm", S["5(5)"], "both must confirm it")
            if not S["5(6)"].says(act.facts.get("chips", "yes") == "yes"):
                return refuse("cash that is not replaced by chips", S["5(6)"], "chips in its place")
        if in_air and not S["5(2)"].says(both):
            clause = S["5(2)"] if confirmed else S["5(1)"]
            return refuse("a wager after the throw", clause, "dealer and boxperson must both confirm it")
        return None

    def late_wager(self, t: Table, act: Place) -> MaybeRefused:
        return self.wagering(t, act)

    def refuse_late(self, t: Table, act: Place | Take) -> MaybeRefused:
        if type(act) is Take:
            return refuse("the dice are thrown", S["6(1)"], "wait for the result")
        return refuse("a wager after the throw", S["5(1)"], "before the next throw")

    def _place(self, t: Table, act: Place) -> MaybeRefused:
        """Wholly or not at all; percentages are paid when the wager is made."""
        if self.come_out(t):
            t.state["point"] = None
        act = msgspec.structs.replace(
            act, wagers=tuple((self.slot(t, act.box, act.player, name), amount) for name, amount in act.wagers)
        )
        refused = self.refuse_way(t, act) or super()._place(t, act)
        if refused is not None:
            return refused
        for slot, _ in act.wagers:
            wager = t.wagers[act.box, act.player, slot]
            self.lay_down(wager)
            if act.facts.get("cash") == "yes":
                wager.marks = {**wager.marks, "cash": True}
            self.charge(t, wager)
        return None

    # -- 20 to 26: the shooter --------------------------------------------------------------------------

    def table_choice(self, t: Table, act: Choice) -> MaybeRefused:
        box = int(act.hand) if act.hand.isascii() and act.hand.isdigit() and len(act.hand) < 4 else 0
        if not 1 <= box <= self.boxes:
            return Rejected(f"there is no place {act.hand}; places are 1 to {self.boxes}")
        player = act.player or next(iter(t.boxes.get(box, [])), "")
        if not player:
            return Rejected(f"nobody is at place {box}; name the player")
        word, _, rest = act.name.partition(" ")
        if word in ("on", "off"):
            return self.button(t, box, player, word, rest)
        if act.name == "accept the dice":
            return self.accept(t, box, player)
        if act.name == "reject the dice":
            return self.reject(t, box, player)
        makes = {
            "pass the dice": self.pass_dice,
            "ask for the original dice": self.original_dice,
            "keep the remaining dice": self.remaining_dice,
        }.get(act.name)
        if makes is None and word == "authorise" and rest:
            return self.authorise(t, box, player, rest)
        return makes(t, box, player) if makes is not None else Rejected(f"{act.name} is nothing to decide at craps")

    def calls_on(self, wager: Wager) -> tuple[Decision, ...]:
        """7: whether a wager that sleeps on a come out roll counts on the next."""
        if family(wager.kind)[0] not in SLEEPING:
            return ()
        if wager.marks.get("on", "off") == "off":
            return (Decision(f"on {wager.slot}", "call on"),)
        return (Decision(f"off {wager.slot}", "call off"),)

    def holds(self, t: Table, box: int, player: str) -> bool:
        """2: is this the player who throws the dice?"""
        return S["2:shooter"].says(self.shooter(t) == (box, player))

    def shooter(self, t: Table) -> tuple[int, str] | None:
        """Who throws next: whoever has the dice, or else the next player clockwise with a line bet
        who did not turn them down. One who never took them expressly leaves them with his last line bet,
        unless he took that down himself in mid-game: then he must pass them (22(2))."""
        held = t.state["shooter"]
        start = t.state["last"]
        if held is not None:
            took_down = [*held, "don't win bet"] in t.state["down"] and not self.come_out(t)
            if t.state["accepted"] or took_down or self.has_line_bet(t, *held):
                return held[0], held[1]
            start = held[0]
        places = sorted({w.box for w in self.line_bets(t)} - set(t.state["declined"]))
        ordered = [box for box in places if box > start] + [box for box in places if box <= start]
        for box in ordered:
            return box, next(w.player for w in self.line_bets(t) if w.box == box)
        return None

    def refuse_closing(self, t: Table) -> MaybeRefused:
        """22: no throw without a line bet of the shooter."""
        shooter = self.shooter(t)
        if shooter is None and not t.wagers:
            return None
        bets = shooter is not None and self.has_line_bet(t, *shooter)
        clause = S["22(1)"] if self.come_out(t) else S["22(2)"]
        if clause.says(bets):
            return None
        legal = "a win or don't win bet of the shooter" if self.come_out(t) else "pass the dice"
        return refuse("a throw without a line bet of the shooter", clause, legal)

    def plainly(self, t: Table, player: str, refused: Refused) -> str:
        if refused.clause not in (S["22(1)"], S["22(2)"]):
            return super().plainly(t, player, refused)
        shooter = self.shooter(t)
        bet = "bet WIN or DON'T WIN first" if self.come_out(t) else "pass them"
        if shooter is None:
            return "Nobody has the dice: a WIN or DON'T WIN bet takes them"
        other = f"{shooter[1]} holds the dice and has no bet yet"
        return f"You hold the dice: {bet}" if shooter[1] == player else other

    def taking_up(self, t: Table) -> Clause:
        """The clause that makes the first to accept the shooter: at the start, or after another."""
        return S["26(4)"] if t.state["last"] else S["20(3)"]

    def accept(self, t: Table, box: int, player: str) -> MaybeRefused:
        """20(3) and 26: the first to accept becomes the shooter."""
        must_pass, others = t.state["must_pass"], set(t.boxes) - {box}
        turned_down = bool(t.state["declined"]) and others <= set(t.state["declined"])
        if must_pass and t.state["last"] == box and not turned_down:
            return refuse(f"{player} had to pass the dice", S[must_pass], "another player")
        held = t.state["shooter"]
        taken = held is not None and (t.state["accepted"] or self.shooter(t) == tuple(held))
        if taken and tuple(held) != (box, player):
            return refuse(f"{held[1]} has the dice", self.taking_up(t), "wait until they are passed")
        t.events.append(Chose(str(box), player, "accept the dice", 0, self.taking_up(t)))
        t.state.update(shooter=[box, player], accepted=True)
        return None

    def reject(self, t: Table, box: int, player: str) -> MaybeRefused:
        if t.state["shooter"] is not None:
            return Rejected(f"the dice are not being offered to {player}")
        t.state["declined"] = sorted({*t.state["declined"], box})
        t.events.append(Chose(str(box), player, "reject the dice", 0, S["26(3)"] if t.state["last"] else S["20(2)"]))
        return None

    def pass_dice(self, t: Table, box: int, player: str) -> MaybeRefused:
        if not self.holds(t, box, player):
            return refuse(f"{player} is not the shooter", S["26(1)"], "only the shooter may pass the dice")
        t.state["shooter"] = [box, player]
        t.events.append(Chose(str(box), player, "pass the dice", 0, S["26(1)"]))
        self.relinquish(t, "")
        return None

    def relinquish(self, t: Table, must_pass: str) -> None:
        """26(3): the dice go on, and with them the old set where two dice of it were lost."""
        box = t.state["shooter"][0]
        t.state.update(
            shooter=None, accepted=False, thrower="", last=box, must_pass=must_pass, declined=[], old_set=False
        )
        t.announce(f"offer the set of dice to the left of place {box}, then clockwise", S["26(3)"])
        if not any(self.line_bets(t)):
            self.end_game(t)

    def hand_over(self, t: Table, shooter: tuple[int, str]) -> None:
        """The dice go to the shooter for this throw: from the old set, or from a new one."""
        if t.state["lost"] >= 2 and not t.state["old_set"]:
            t.announce("a new set of dice is at the table, the rest of the old one is gone", S["21(1)(d)"])
            t.state["lost"] = 0
        thrower = t.state["thrower"] if t.state["shooter"] == list(shooter) else ""
        t.state.update(shooter=list(shooter), thrower=thrower, must_pass="", declined=[], found=0)

    def authorise(self, t: Table, box: int, player: str, other: str) -> MaybeRefused:
        """22(4): the shooter, and nobody else, may let another throw."""
        if not S["22(4)"].says(self.holds(t, box, player)):
            return refuse(f"{player} is not the shooter", S["22(4)"], "only the shooter may")
        t.state.update(shooter=[box, player], thrower=other)
        t.events.append(Chose(str(box), player, f"authorise {other}", 0, S["22(4)"]))
        return None

    def original_dice(self, t: Table, box: int, player: str) -> MaybeRefused:
        """21(2): dice that left the table and were found."""
        if not S["21(2)"].says(self.holds(t, box, player)):
            return refuse(f"{player} is not the shooter", S["21(2)"], "only the shooter may ask for them")
        if not t.state["found"]:
            return Rejected("no dice that left the table were found")
        t.state["found"] = 0
        t.announce("once checked, the dice go back to the shooter", S["21(2)"])
        return None

    def remaining_dice(self, t: Table, box: int, player: str) -> MaybeRefused:
        """21(3): with two dice lost the shooter may go on with the rest until the dice pass."""
        if not S["21(3)"].says(self.holds(t, box, player)):
            return refuse(f"{player} is not the shooter", S["21(3)"], "only the shooter may keep them")
        if t.state["lost"] < 2:
            return Rejected("fewer than two dice of the set are lost")
        t.state["old_set"] = True
        t.announce("the shooter goes on with the rest of the set", S["21(3)"])
        return None

    # -- 21 and 23: invalid rolls -------------------------------------------------------------------------

    @ruling("invalid-roll", S["23(1)(a)"], "a die off the table: no roll", when=reason("off-table"),
            facts=(Word("reason", NO_ROLL), Number("dice", least=1, most=2, default="1"),
                   Number("lost", most=2, default="0")))
    def off_table(self, t: Table, what: Irregular) -> None:
        out, lost = what.get("dice", "1"), what.get("lost", "0")
        if lost > out:
            raise BadFact(f"dice={out} lost={lost}: no more are lost than went off the table")
        self.no_roll(t, what)
        t.announce("try to retrieve the dice at once", S["21(1)(a)"])
        t.announce("offer the remaining dice to the shooter", S["21(1)(b)"])
        t.state.update(found=int(out) - int(lost), lost=t.state["lost"] + int(lost))
        if t.state["found"]:
            t.announce(f"the {self.boxperson} checks what was found; to the shooter who asks, else to the cup",
                       S["21(1)(c)"])

    @ruling("invalid-roll", S["23(1)(b)"], "one die on top of the other: no roll", when=reason("stacked"))
    @ruling("invalid-roll", S["23(1)(d)"], "a die in the cup or on a rail: no roll", when=reason("in-cup", "on-rail"))
    @ruling("invalid-roll", S["23(1)(e)"], "a die leaning on more than one side: no roll", when=reason("leaning"))
    @ruling("invalid-roll", S["23(1)(f)"], "a crooked device or technique: no roll", when=reason("cheating"))
    @ruling("invalid-roll", S["23(1)(g)"], "dice that are not approved: no roll", when=reason("unapproved-dice"))
    @ruling("invalid-roll", S["23(1)(h)"], "dice in or out of the cup: no roll", when=reason("through-cup"))
    @ruling("invalid-roll", S["23(1)(i)"], "dice knocked from the cup: no roll", when=reason("cup-dice-knocked"))
    def no_roll(self, t: Table, what: Irregular) -> None:
        t.notes["no roll"] = True

    @ruling("invalid-roll", S["23(1)(c)"], "a die on the bank's chips: no roll", when=reason("on-bank"))
    def on_bank(self, t: Table, what: Irregular) -> None:
        self.no_roll(t, what)

    @ruling("invalid-roll", S["23(2)(a)"], "dice not let go together: no roll", when=reason("not-together"))
    @ruling("invalid-roll", S["23(2)(b)"], "the far end was not struck: no roll", when=reason("short"))
    @ruling("invalid-roll", S["23(2)(c)"], "the throw was improper: no roll", when=reason("", "improper"))
    def no_roll_called(self, t: Table, what: Irregular) -> None:
        t.announce("'no roll', before both dice rest if possible", S["23(3)"])
        self.no_roll(t, what)

    @ruling("invalid-roll", S["23(4)"], "dice may touch players' chips", when=reason("touched-chips"))
    def touched_chips(self, t: Table, what: Irregular) -> None:
        refused = refuse("no roll because dice touched chips", S["23(4)"], "the throw counts")
        if refused is not None:
            t.events.append(refused)

    # -- 22: how the dice are thrown, and by whom -----------------------------------------------------

    @ruling(
        "two-hands", S["22(3)"], "the shooter uses one hand", when=lambda self, t, what: t.phase == THROWN,
        facts=(Box(), PlayerNamed()),
    )
    def two_hands(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.consider(t, what)

    @ruling(
        "thrown-by", S["22(4)"], "only one whom the shooter authorised may throw for him",
        when=lambda self, t, what: t.phase == THROWN, facts=(PlayerNamed(need=True),),
    )
    def thrown_by(self, t: Table, what: Irregular) -> Round[None]:
        player = what.get("player")
        if S["22(4)"].says(player == t.state["thrower"]):
            t.announce(f"{player} throws for {t.state['shooter'][1]}", S["22(4)"])
        else:
            yield from self.consider(t, what)

    def consider(self, t: Table, what: Irregular) -> Round[None]:
        """23(2)(c): the boxperson may think a throw improper."""
        if (yield from t.direct(self.boxperson, S["23(2)(c)"], "no roll", "roll stands")) == "no roll":
            self.no_roll_called(t, what)

    @ruling(
        "shooter-misconduct", S["26(2)(b)"], "the boxperson may order the dice passed",
        when=lambda self, t, what: t.phase == WAGERS, facts=(Box(), PlayerNamed(), Fact("reason")),
    )
    def misconduct(self, t: Table, what: Irregular) -> Round[None]:
        if t.state["shooter"] is None:
            raise BadFact("nobody has the dice")
        order = yield from t.direct(self.boxperson, S["26(2)(b)"], "pass the dice", "no order")
        if order == "pass the dice" and t.state["shooter"] is not None:
            self.relinquish(t, "26(2)(b)")

    # -- 9: whose business the wagers are ---------------------------------------------------------------

    @ruling("wager-misplaced", S["9(1)"], "the player answers for where his chips lie: the wager stands",
            facts=(Box(need=True),))
    def misplaced(self, t: Table, what: Irregular) -> None:
        t.box_of(what)

    @ruling("instruction-not-followed", S["9(2)"], "the player sees to it himself: the wager stands as it lies",
            facts=(Box(need=True),))
    def instruction(self, t: Table, what: Irregular) -> None:
        t.box_of(what)

    # -- 25: which faces count -------------------------------------------------------------------------

    @ruling(
        "cocked-die", S["25(3)"], "the side opposite the one it rests on counts",
        when=lambda self, t, what: t.phase == THROWN,
        facts=(Number("faces", least=1, most=6, several=True),
               Number("resting", least=1, most=6, several=True, need=True)),
    )
    def cocked(self, t: Table, what: Irregular) -> None:
        """`faces` of dice that lie flat, and the sides that cocked dice are `resting` on."""
        faces, resting = self.sides_told(what, "faces"), self.sides_told(what, "resting")
        if not S["25(2)"].says(len(faces) + len(resting) == 2):
            refused = refuse("more or fewer faces than dice", S["25(2)"], "one face a die")
            if refused is not None:
                t.events.append(refused)
            return
        t.notes["dice"] = [*faces, *(S["25(3)"].says(7 - side) for side in resting)]

    def sides_told(self, what: Irregular, key: str) -> list[int]:
        """Sides of dice named in a report."""
        return [int(side) for side in what.get(key).split(",") if side]
