"""QLD schedule 4(a): mini craps. Craps at half a table: no more bets is called before the dice are thrown, and nothing
is placed or touched from then until a throw counts; a gaming supervisor does what the boxperson does."""

from __future__ import annotations

from pitboss.law import Refused, refuse, schedule
from pitboss.rulebooks.qld.s04_craps import Craps, S, reason
from pitboss.rulebooks.qld.s04_craps_layout import Throw
from pitboss.rulebooks.qld.s04_craps_wagers import MaybeRefused
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.game import Decision, Duty, GameOption, Look, displaces, displacing, ruling
from pitboss.table.table import Table

S4A = schedule("QLD-4a")

CALLED = "called"
SUPERVISOR = "supervisor"

# 2, 4, 6, 8 and 9: what staff do otherwise than at craps.
OTHERWISE = (
    Duty("opening", "one dealer runs the game, as stickperson too where there is none", S4A["4"]),
    Duty("opening", "offer the dice first to the player at the dealer's left", S4A["6"]),
    Duty("wagers", "call 'no more bets' before the dice are thrown", S4A["5(1)"]),
    Duty("throw", "gaming supervisor: overrule a wrong call of dealer or stickperson", S4A["8(1)"]),
    Duty("throw", "gaming manager: overrule a wrong call of any of them", S4A["8(2)"]),
    Duty("throw", "bring the dice to the centre", S4A["9(1)"]),
    Duty("throw", "move the dice with the stick or the upturned palm", S4A["9(2)"]),
    Duty("new shooter", "gaming supervisor: order the dice passed for delay, invalid rolls or breaches", S["26(2)(b)"]),
)
IN_PLACE_OF = (S["20(1)"], S["24(1)"], S["24(2)"], S["24(3)"], S["25(4)"], S["25(6)"], S["26(2)(b)"])


class MiniCraps(Craps):
    """Mini craps."""

    id = "qld/mini-craps"
    title = "Mini craps"
    also_called = "dice, tub craps"
    look = Look("mini_craps", "Roll", "dice 3 4", "dice")
    brief = (
        ("This is craps at a small table: once 'no more bets' is called, bets stay as they are until a throw counts.",
         S4A["5(3)"]),
        ("Two dice are thrown. Start with the win bet.", S["4:win-bet"]),
        ("On the first throw 7 or 11 wins and 2, 3 or 12 loses. Anything else becomes the point.", S["4:win-bet"]),
        ("Then the point must come before a 7. While it stands, the win bet stays where it is.", S["6(2)"]),
        ("Once there is a point you may back the bet with odds, paid at their true worth.", S["14(5)"]),
        ("Don't win is the other side: a 7 before the point.", S["4:dont-win-bet"]),
        ("Field, any 7 and the other bets in the middle are decided by the next throw.", S["4:field-bet"]),
    )
    law = ("QLD-4a", "QLD-4")
    incorporated_by = S4A["1"]
    decisions = tuple(Decision(decision.name, decision.means, by=SUPERVISOR) for decision in Craps.decisions)
    no_decisions = tuple(f"{decision.by}: {decision.name}" for decision in Craps.decisions)
    choices = displacing((
        *Craps.choices,
        GameOption("stickperson", "no", ("no", "yes"), S4A["4"], "a stickperson is at the table beside the dealer"),
    ), S["25(1)"])
    duties = (*(duty for duty in Craps.duties if duty.clause not in IN_PLACE_OF), *OTHERWISE)

    # -- 2: who does what --------------------------------------------------------------------------------

    @property
    @displaces(S["24(1)"])
    def boxperson(self) -> str:
        """A gaming supervisor performs the functions of the boxperson."""
        return S4A["2:boxperson"].says(SUPERVISOR)

    @displaces(S["25(1)"])
    def call(self, t: Table, throw: Throw) -> None:
        """Without a stickperson the dealer calls the throw."""
        alone = S4A["2:stickperson"].says(self.options["stickperson"] == "no")
        t.announce(f"{throw.total}, called by the {'dealer' if alone else 'stickperson'}", S["25(1)"])

    # -- 5: time and way for wagering --------------------------------------------------------------------

    @displaces(S["5(1)"])
    def no_more_bets(self, t: Table) -> None:
        """5(1) and (3): from the call on; a throw that does not count decides nothing, and opens nothing again."""
        if not t.notes.get(CALLED):
            t.notes[CALLED] = True
            t.announce("no more bets", S4A["5(1)"])

    def refuse_called(self, t: Table, what: str) -> Refused | None:
        """5(3): nothing is placed, changed or withdrawn after the call."""
        if not t.notes.get(CALLED):
            return None
        return refuse(f"{what} after 'no more bets'", S4A["5(3)"], "once a throw has counted")

    @displaces(S["5(2)"], S["5(5)"], S["5(6)"], S["5(8)"])
    def refuse_way(self, t: Table, act: Place) -> MaybeRefused:
        """5(2): nor by word, with cash or without, whoever confirms it."""
        own = self.refuse_called(t, "a wager")
        if own is not None and "yes" in (act.facts.get("oral"), act.facts.get("cash")):
            own = refuse("a wager by word after 'no more bets'", S4A["5(2)"], "chips on the layout before the call")
        return own if S4A["1"].says(own is not None) else super().refuse_way(t, act)

    @displaces(S["5(1)"], S["6(1)"])
    def refuse_late(self, t: Table, act: Place | Take) -> MaybeRefused:
        touched = "a wager touched" if isinstance(act, Take) else "a wager"
        return self.refuse_called(t, touched) or super().refuse_late(t, act)

    @displaces(S["6(1)"])
    def _take(self, t: Table, act: Take) -> MaybeRefused:
        return self.refuse_called(t, "a wager touched") or super()._take(t, act)

    @displaces(S["7(1)"])
    def button(self, t: Table, box: int, player: str, word: str, name: str) -> MaybeRefused:
        return self.refuse_called(t, f"a wager called {word}") or super().button(t, box, player, word, name)

    @displaces(S["7(1)"])
    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        word = act.name.partition(" ")[0]
        if word in ("on", "off"):
            return self.refuse_called(t, f"a wager called {word}")
        return super().refuse_out_of_turn(t, act)

    # -- 6: selecting the shooter ------------------------------------------------------------------------

    @displaces(S["20(1)"])
    def accept(self, t: Table, box: int, player: str) -> MaybeRefused:
        """At the start of play the dice are offered from the dealer's left."""
        before = [other for other in t.clockwise() if other < box and other not in t.state["declined"]]
        if before and not t.state["last"] and t.state["shooter"] is None:
            return refuse(f"the dice are offered to place {before[0]} first", S4A["6"], "when they are turned down")
        return super().accept(t, box, player)

    # -- 7: invalid roll of the dice ---------------------------------------------------------------------

    @displaces(S["23(1)(c)"])
    @ruling("invalid-roll", S4A["7"], "a die on the bank's chips: no roll", when=reason("on-bank"))
    def on_bank(self, t: Table, what: Irregular) -> None:
        self.no_roll(t, what)
