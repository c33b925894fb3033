"""QLD schedule 16: table games played on player terminals. The game's own rules hold; this is what a terminal adds:
what it shows, when it takes a wager, how credits come and go, and what follows a wrong display."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.definition import Duty
from pitboss.table.limits import Sign
from pitboss.table.terminal import NO_MORE_BETS, Display, Facts, TerminalResult

S = schedule("QLD-16")
R = schedule("QLD-0")

# Who may work the equipment of a game besides those who play: people that conduct it.
CONDUCT = ("dealer", "attendant", "supervisor", "manager")
# What may be put into a terminal to buy credits.
BUY_INS = ("cash", "voucher", "transfer")

DUTIES = (
    Duty("payment", "where the terminal gives no voucher, an attendant or manager gives one, or chips", S["9(3)"]),
    Duty("wrong display", "have the results worked out again from what really came", S["10(2)"]),
    Duty("wrong display", "where it cannot be shown, see that everybody is paid correctly", S["10(3)"]),
)


# -- 2: playing on a terminal --------------------------------------------------------------------------


def law_at_terminal(law: Sequence[str]) -> tuple[str, ...]:
    """2(1) and the front rule's term: on a terminal a game keeps its own rules, and has this schedule."""
    return R["3:electronic-table-game"].says(S["2(1)"].says((*law, "QLD-16")))


def areas(wagers: Sequence[str]) -> tuple[str, ...]:
    """2(2): what the terminal offers is what the table game offers, in the same order."""
    return S["2(2)"].says(tuple(wagers))


def refuse_terminal(connected: int, approved: int) -> Refused | None:
    """2(3): no more terminals than were approved for the game."""
    if S["2(3)"].says(connected < approved):
        return None
    return refuse(f"terminal {connected + 1}", S["2(3)"], f"{approved} terminals are approved for this game")


# -- 3 and 5(4): what a terminal shows -----------------------------------------------------------------


def shown(facts: Facts) -> Display:
    """3(2): limits, areas for wagers, whether bets are taken, credits, the round before, help; 5(4): the countdown;
    7(1): the winning result."""
    least, most = S["3(2)(a)"].says((facts.limits.minimum, facts.limits.maximum))
    closed = S["3(2)(d)"].says(not facts.betting)
    return Display(
        least, most, S["3(2)(b)"].says(tuple(facts.areas)), S["3(2)(c)"].says(facts.betting),
        NO_MORE_BETS if closed else "", S["3(2)(e)"].says(facts.credits), S["3(2)(f)"].says(facts.bet),
        S["3(2)(g)"].says(S["7(1)"].says(facts.result)), S["3(2)(h)"].says(facts.won), S["3(2)(i)"].says(facts.help),
        facts.ends if facts.ends is None else S["5(4)"].says(facts.ends), winning(facts.lines),
    )


# -- 3(3), 4 and 5: wagers -----------------------------------------------------------------------------


def refuse_late(betting: bool, what: str) -> Refused | None:
    """3(3) and 5(2): nothing is placed, changed or withdrawn once 'no more bets' is shown."""
    if S["5(2)"].says(betting):
        return None
    return refuse(what, S["3(3)"], "wait until bets are taken again")


def refuse_means(by: str) -> Refused | None:
    """4(2): cash, a voucher, or an equivalent that was approved, straight to the credits."""
    if S["4(2)"].says(R["3:voucher"].says(by in BUY_INS)):
        return None
    return refuse(f"buying in by {by}", S["4(2)"], ", ".join(BUY_INS))


def refuse_beyond_credits(what: str, amount: Cents, credits: Cents) -> Refused | None:
    """4(1) and (2): who plays at a terminal plays with the credits on it."""
    if S["4(1)"].says(amount <= credits):
        return None
    return refuse(f"{what} {show_amount(amount)} with {show_amount(credits)} of credits", S["4(2)"],
                  "less, or buy in for more")


def may_play_at_once(tables: int, several: bool) -> bool:
    """4(3): bets on several games at the same time, where that was approved."""
    return S["4(3)"].says(tables <= 1 or several)


def touched(area: str, areas: Sequence[str]) -> bool:
    """5(1): a wager is made by touching an area that is there for it."""
    return S["5(1)"].says(area in areas)


def limits_at(table: Sign, minimum: Cents | None, maximum: Cents | None) -> Sign:
    """5(3) and 8: the operator's limits, which may be other ones at each terminal."""
    least = table.minimum if minimum is None else S["8"].says(minimum)
    most = table.maximum if maximum is None else S["8"].says(maximum)
    return Sign(least, most, table.unit)


def refuse_outside(limits: Sign, what: str, total: Cents) -> Refused | None:
    """5(3): bets keep to the limits that hold at the terminal."""
    if S["5(3)"].says(limits.minimum <= total <= limits.maximum):
        return None
    return refuse(f"{what} {show_amount(total)} at this terminal", S["5(3)"],
                  f"{show_amount(limits.minimum)} to {show_amount(limits.maximum)}")


# -- 6: interference -----------------------------------------------------------------------------------


def refuse_interference(role: str, what: str) -> Refused | None:
    """6: only those who conduct the game work its equipment."""
    if S["6"].says(role in CONDUCT):
        return None
    return refuse(what, S["6"], f"for: {', '.join(CONDUCT)}")


# -- 7: what becomes of wagers -------------------------------------------------------------------------


def winning(lines: Sequence[TerminalResult]) -> tuple[TerminalResult, ...]:
    """7(2) and (3)(a): wagers that lost are cleared away; those that won are shown with their winnings."""
    return tuple(line for line in lines if (S["7(3)(a)"].says(True) if line.won else not S["7(2)"].says(True)))


def credited(line: TerminalResult, collected: bool) -> Cents:
    """7(3)(b) and (c): winnings go to the credits at once, the wager itself once it is collected."""
    if not line.won:
        return 0
    stake = S["7(3)(c)"].says(line.stake) if S["7:collect"].says(collected) else 0
    return S["7(3)(b)"].says(line.pays) + stake


# -- 9: payments ---------------------------------------------------------------------------------------


def refuse_payment(amount: Cents, credits: Cents) -> Refused | None:
    """9(1): what is paid is credits that the player has."""
    if S["9(1)"].says(0 < amount <= credits):
        return None
    return refuse(f"{show_amount(amount)} of {show_amount(credits)}", S["9(1)"], f"up to {show_amount(credits)}")


def voucher_for(amount: Cents) -> Cents:
    """9(2): a voucher is for the credits that are due."""
    return S["9(2)"].says(amount)


def redeemed(value: Cents) -> Cents:
    """9(3)(c): a voucher is worth the credits stated in it."""
    return S["9(3)(c)"].says(value)


# -- 10: a wrong display -------------------------------------------------------------------------------


def worked_out_again(displayed: str, actual: str) -> bool:
    """10(1): a result that was not shown, or shown wrongly, is worked out again from what really came."""
    return S["10(1)"].says(displayed != actual)


def refuse_withholding(what: str, amount: Cents, credited: Cents) -> Refused | None:
    """10(4): credits that a malfunction brought, or that came before its repair, need not be paid; others are."""
    if S["10(4)"].says(0 < amount <= credited):
        return None
    return refuse(what, S["10(4)"], f"up to {show_amount(credited)}, which came while the terminals were at fault")
