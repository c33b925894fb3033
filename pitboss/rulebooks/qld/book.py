"""Queensland: what the front rule and schedule 16 say of any table, whatever is played at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld import s16_electronic_table_games as s16
from pitboss.table.book import FirstTable, SignBook
from pitboss.table.limits import Limits, Sign
from pitboss.table.terminal import Display, Facts, HouseRule, Terminal, TerminalResult

if TYPE_CHECKING:
    from pitboss.table.game import Game
    from pitboss.table.table import Table

R = schedule("QLD-0")
S = s16.S


class ElectronicTables(Terminal):
    """Schedule 16, with what the front rule says of limits."""

    law = "QLD-16"
    duties = s16.DUTIES
    touching = S["5(1)"]
    collecting = S["7(3)(c)"]
    working_out = S["10(2)"]
    by_hand = S["10(3)"]
    buying_in = S["4(2)"]
    paying = S["9(3)"]
    dispensing = S["9(2)"]
    worth = S["9(3)(c)"]
    at_once = S["4(3)"]
    withholding = S["10(4)"]

    def law_of(self, law: Sequence[str]) -> tuple[str, ...]:
        return s16.law_at_terminal(law)

    def shown(self, facts: Facts) -> Display:
        return s16.shown(facts)

    def refuse_interference(self, role: str, what: str) -> Refused | None:
        return s16.refuse_interference(role, what)

    def refuse_late(self, betting: bool, what: str) -> Refused | None:
        return s16.refuse_late(betting, what)

    def refuse_beyond_credits(self, what: str, amount: Cents, credits: Cents) -> Refused | None:
        return s16.refuse_beyond_credits(what, amount, credits)

    def refuse_terminal(self, connected: int, approved: int) -> Refused | None:
        return s16.refuse_terminal(connected, approved)

    def areas(self, wagers: Sequence[str]) -> tuple[str, ...]:
        return s16.areas(wagers)

    def may_play_at_once(self, tables: int, several: bool) -> bool:
        return s16.may_play_at_once(tables, several)

    def touched(self, area: str, areas: Sequence[str]) -> bool:
        return s16.touched(area, areas)

    def refuse_own_limits(self, table: Sign, own: Sign, player: str, playing: bool) -> Refused | None:
        """16-8: within those of the table; 0-13(1)(a): whoever plays has the notice of a change that all have."""
        if not table.minimum <= own.minimum <= own.maximum <= table.maximum:
            return refuse(f"{show_amount(own.minimum)} to {show_amount(own.maximum)} at a terminal", S["8"],
                          f"within {show_amount(table.minimum)} to {show_amount(table.maximum)}")
        if playing:
            return refuse(f"other limits for {player}, who is at the table", R["13(1)(a)"],
                          "before the player sits down, or new limits for the table by notice")
        return None

    def limits_at(self, table: Sign, minimum: Cents | None, maximum: Cents | None) -> Sign:
        return s16.limits_at(table, minimum, maximum)

    def refuse_outside(self, limits: Sign, what: str, total: Cents) -> Refused | None:
        return s16.refuse_outside(limits, what, total)

    def credited(self, line: TerminalResult, collected: bool) -> Cents:
        return s16.credited(line, collected)

    def winning(self, lines: Sequence[TerminalResult]) -> tuple[TerminalResult, ...]:
        return s16.winning(lines)

    def refuse_withholding(self, what: str, amount: Cents, credited: Cents) -> Refused | None:
        return s16.refuse_withholding(what, amount, credited)

    def refuse_means(self, by: str) -> Refused | None:
        return s16.refuse_means(by)

    def worked_out_again(self, displayed: str, actual: str) -> bool:
        return s16.worked_out_again(displayed, actual)

    def refuse_payment(self, amount: Cents, credits: Cents) -> Refused | None:
        return s16.refuse_payment(amount, credits)

    def voucher_for(self, amount: Cents) -> Cents:
        return s16.voucher_for(amount)

    def redeemed(self, value: Cents) -> Cents:
        return s16.redeemed(value)


class Queensland(SignBook):
    """The Queensland Casino Gaming Rule. It asks for no notice of a table that closes."""

    code = "qld"
    title = "Queensland Casino Gaming Rule"
    law = "QLD"
    general = ("QLD-0",)
    terminal = ElectronicTables()
    first_tables: tuple[FirstTable, ...] = (
        FirstTable("roulette", "Roulette", "qld/roulette", {"minimum": "1", "maximum": "500"}),
        FirstTable("baccarat", "Baccarat", "qld/baccarat", {"minimum": "5", "maximum": "1000"}),
        FirstTable("lessons", "Blackjack lessons", "qld/blackjack", {"teaching": "yes"},
                   wagering_seconds=60, decision_seconds=120),
        FirstTable("omaha", "Omaha", "qld/omaha-poker", {
            "blinds": "1/2", "buy-in": "40-400", "structure": "pot-limit", "straddle": "live",
        }),
    )

    # 4-23 and 4-26: at craps one is asked who sits over the dealers.
    offices: ClassVar[Mapping[str, str]] = {"boxperson": "supervisor"}

    def acts_for(self, office: str, asked: str) -> bool:
        """0-3: a gaming manager may do what a gaming supervisor is asked to do."""
        return R["3:gaming-manager"].says((office, asked) == ("manager", "supervisor"))

    # -- 0-7 and 0-13: limits --------------------------------------------------------------------------

    noticing = R["13(1)(c)"]

    def limits_of(self, t: Table) -> Limits:
        game: Any = t.game
        posted: Limits = game.limits_of(t)
        return posted

    def refuse_other_limits(self, game: Game) -> Refused | None:
        """7(a) and (b): a teaching table has fixed limits, or none."""
        teaching = game.options.get("teaching", "no")
        if teaching == "yes":
            return refuse("other limits at a teaching table", R["7(a)"], "2 to 10")
        if teaching == "non-value":
            return refuse("limits where chips have no value", R["7(b)"], "any wager")
        return None

    def refuse_at_once(self, game: Game, higher: bool, both: bool) -> Refused | HouseRule | None:
        """13(1)(a): notice of any change; 13(2): a higher minimum may start at once for those who come later."""
        if not higher:
            return refuse("other limits at once", R["13(1)(a)"],
                          "a notice first; only a higher minimum may start at once")
        if both:
            return refuse("another maximum at once", R["13(1)(a)"],
                          "the minimum alone at once; the maximum by itself")
        return None

    def minutes_of_notice(self, game: Game, up: bool) -> int:
        return R["13(1)(c)"].says(20) if up else 0

    def rounds_of_notice(self) -> int:
        return R["13(1)(a)"].says(3)

    def tells_notice(self, up: bool) -> bool:
        return True

    # -- 0-7: tables for lessons -----------------------------------------------------------------------

    non_value = R["7(b)"]
    instructing = R["7(c)"]


QUEENSLAND = Queensland()
