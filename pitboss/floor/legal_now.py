"""What a player may do at a table just now, asked of its game: which places of the layout are shut to him and why, and
why betting cannot close yet. And what was refused, as a sentence. No rule is stated here: the game is asked, and its
answer is put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import commands as c
from pitboss.floor.desk import No
from pitboss.floor.signs import limits_of, terminal_sign
from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.facts import Rejected, Wager

if TYPE_CHECKING:
    from pitboss.floor.commands import Command, Who
    from pitboss.floor.house import HouseTable
    from pitboss.table.table import Table

# Boxes that are not one's own.
ELSEWHERE = 0


def shut(table: HouseTable, player: str, boxes: list[int]) -> dict[str, dict[str, dict[str, str]]]:
    """The wagers that this player may not make now, by box and name, each with the reason and its clause; under "0"
    those of a box that nobody has. A box that others play is listed where additional wagers may ride on it, though
    nothing be shut there. Nothing while no wagers are taken."""
    live = table.live
    if live is None or not table.betting:
        return {}
    taken = table.memory.seats
    first = table.game.first_box
    free = next((box for box in range(first, table.game.boxes + 1) if box not in taken), ELSEWHERE)
    # Boxes that the house may have are by themselves.
    places = {**({ELSEWHERE: free} if free else {}), **{box: box for box in (*range(1, first), *boxes)}}
    names, sides = table.game.wager_names(), table.game.sides
    by_box = {str(key): _shut_on(table, player, box, names) for key, box in places.items()}
    listed = {key: wagers for key, wagers in by_box.items() if wagers}
    others = {wager.box for wager in live.t.wagers.values()}.difference(boxes) if sides else ()
    for box in others:
        same = {name: why for name, why in by_box.get(str(ELSEWHERE), {}).items() if name not in sides}
        listed[str(box)] = same | _shut_on(table, player, box, tuple(name for name in names if name in sides))
    return listed


def _shut_on(table: HouseTable, player: str, box: int, names: tuple[str, ...]) -> dict[str, dict[str, str]]:
    assert table.live is not None
    t = table.live.t
    limits = limits_of(t)
    least = limits.kept.get(player, limits.minimum)
    stakes = least, 5 * least, limits.maximum
    reasons, alike, open_to_him = {}, t.game.taken_alike, set()
    for name in names:
        lying = t.wager(box, player, name)
        sort = alike(name) if lying is None else ""
        if sort in open_to_him:
            continue
        refused = _refused_whatever(t, player, box, name, lying, stakes, limits.unit)
        if refused is not None:
            full = _outside_limits(table, player, box, name, limits.unit) if lying is not None else ""
            reasons[name] = told(table, player, refused) | ({"words": full} if full else {})
        elif sort:
            open_to_him.add(sort)
    return reasons


def _refused_whatever(
    t: Table, player: str, box: int, name: str, lying: Wager | None, stakes: tuple[Cents, Cents, Cents], step: Cents
) -> Refused | Rejected | None:
    """Why nothing more can be put on a place, with what is `lying` there, be it the least stake, one step, or the most;
    None when something can. `stakes` and `step` are those of the sign; an additional wager has its own."""
    game = t.game
    if name in game.sides:
        least, most, step = game.sides[name].limits()
        stakes = least, 5 * least, most
    if lying is not None:
        stakes = step, stakes[0], stakes[1]
    # With one that must match the opening wager that one is placed as well.
    first = game.opening if name in game.matched and lying is None else name
    refused = None
    for stake in stakes:
        refused = game.refuse_placing(t, box, player, first, stake)
        if refused is None:
            return None
    return refused


def closing_refused(table: HouseTable, player: str) -> dict[str, str] | None:
    """Why betting cannot close as the wagers lie; None when it can, or is closed."""
    if table.live is None or not table.betting:
        return None
    refused = table.game.refuse_closing(table.live.t)
    return None if refused is None else told(table, player, refused)


def told(table: HouseTable, player: str, refused: Refused | Rejected) -> dict[str, str]:
    """A refusal in words for one player, with its clause."""
    clause = str(refused.clause) if isinstance(refused, Refused) else ""
    return {"words": words(table, player, refused), "clause": clause}


def words(table: HouseTable, player: str, refused: Refused | Rejected) -> str:
    assert table.live is not None
    plain = table.game.plainly(table.live.t, player, refused) if isinstance(refused, Refused) else ""
    return plain or sentence(refused.what, refused.legal if isinstance(refused, Refused) else "")


def says(table: HouseTable, command: Command, who: Who, no: No) -> str:
    """A refused command as a sentence for whoever gave it."""
    if table.live is not None and isinstance(command, c.PlaceWagers):
        # What nothing could be placed for, whatever its size, is told before its limits.
        if isinstance(no.why, Refused) and (plain := table.game.plainly(table.live.t, who.name, no.why)):
            return plain
        for name, amount in command.wagers:
            if limits := _outside_limits(table, who.name, command.box, name, amount):
                return limits
    if table.live is not None and isinstance(command, c.PlaceWagers | c.Ready) and isinstance(no.why, Refused):
        return words(table, who.name, no.why)
    return sentence(str(no.result["refused"]), str(no.result["legal"]))


def _outside_limits(table: HouseTable, player: str, box: int, name: str, amount: Cents) -> str:
    """What the sign says, and what lies there, where a stake would not be within it; "" where it would."""
    assert table.live is not None
    game = table.game
    kind = game.normal_name(name)
    side = game.sides.get(kind)
    least, most, step = terminal_sign(table, player) if side is None else side.limits()
    lying = table.live.t.wager(box, player, kind)
    down = 0 if lying is None else lying.amount
    subject = "Bets here are" if side is None else f"{kind.capitalize()} takes"
    bounds = f"{subject} {show_amount(least)} to {show_amount(most)}" if least != most else (
        f"{subject} {show_amount(least)}, no more and no less")
    if not least <= down + amount <= most:
        now = f"you have {show_amount(down)} down" if down else f"this is {show_amount(amount)}"
        return f"{bounds}; {now}"
    return f"{bounds} in steps of {show_amount(step)}" if (down + amount) % step else ""


def sentence(what: str, legal: str = "") -> str:
    """What is refused, and what would be legal.

    >>> sentence("come odds 4 without a come bet on its point", "come bet")
    'Come odds 4 without a come bet on its point. Instead: come bet.'
    """
    said = f"{what[:1].upper()}{what[1:]}.".replace("..", ".")
    return f"{said} Instead: {legal}." if legal else said
