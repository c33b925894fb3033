"""MEL chapter 18, general provisions: 18.3, when a table may be closed; 18.8, advice."""

from __future__ import annotations

from pitboss.law import Clause, Refused, refuse, schedule

S = schedule("MEL")

CLOSING: Clause = S["18.3"]


def hands_of_notice() -> int:
    """18.3: so many hands are played between the notice and the close."""
    return S["18.3"].says(3)


def refuse_closing(players: int, hands: int, agreed: int) -> Refused | None:
    """18.3: while players are present a table closes after three hands' notice, or sooner if all of them agree.
    `hands`: of notice that they had; `agreed`: how many of them do."""
    if not players or S["18.3"].says(agreed >= players) or hands >= hands_of_notice():
        return None
    what = f"a table closed after {hands} of three hands' notice" if hands else "a table closed without notice"
    return refuse(what, S["18.3"], "three hands' notice, or every player agrees")


def refuse_advice() -> Refused | None:
    """18.8: how to play is the player's own matter."""
    return refuse("advice on how to play", S["18.8"], "staff see to it that the rules are kept")
