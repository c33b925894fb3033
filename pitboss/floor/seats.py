"""Who is at a table: seats that nobody uses are given up, and the game is told of those who left.

`memory.idle` is the list of everybody at the table, seated or behind another's box, with the rounds each let pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.floor import lessons
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No
from pitboss.table.acts import Irregular
from pitboss.table.requests import Gather

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# A seat without a wager at a table where nothing happens is given up after this long (house rule).
QUIET_MS = 10 * 60_000
# So many players are still told why they lost their seats.
MOST_TOLD = 20


def seat(table: HouseTable, who: Who, player: str, box: int) -> None:
    """A player takes a box."""
    table.record("seated", who, {"player": player, "box": box})
    lessons.start(table, player)


def unseat(table: HouseTable, who: Who, player: str, why: str, clause: str = "") -> None:
    """A player's boxes are free again; a kept minimum goes with him. Whom nobody asked is told why."""
    table.record("left", who, {"player": player, "why": why, "clause": clause, "told": who == TABLE})


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    memory = table.memory
    match type:
        case "seated":
            memory.seats[body["box"]] = body["player"]
            memory.idle[body["player"]] = 0
            memory.vacated.pop(body["player"], None)
        case "left":
            memory.seats = {box: name for box, name in memory.seats.items() if name != body["player"]}
            memory.idle.pop(body["player"], None)
            memory.seen.pop(body["player"], None)
            if body["told"]:
                kept = list(memory.vacated.items())[-MOST_TOLD:]
                memory.vacated = {**dict(kept), body["player"]: {"why": body["why"], "clause": str(body["clause"])}}


def free_boxes(table: HouseTable) -> str:
    free = [str(box) for box in range(1, table.game.boxes + 1) if box not in table.memory.seats]
    return f"free: {', '.join(free)}" if free else "every box is taken"


def is_free(table: HouseTable, player: str, box: int) -> bool:
    """Behind another player's wager one may stand where the game allows it; his box without one is not free."""
    assert table.live is not None
    holder = table.memory.seats.get(box)
    if holder is None:
        return True
    if holder != player and holder not in table.live.t.boxes.get(box, ()):
        raise No(f"box {box} is {holder}'s, who has no wager on it", legal=free_boxes(table))
    return False


def round_over(table: HouseTable) -> None:
    """A round has ended: who let it pass? For those with a seat only rounds at a full table count, in most books."""
    assert table.live is not None
    played = {player for players in table.live.t.boxes.values() for player in players}
    played |= {line.player for line in table.live.t.lines}
    if not played:
        return
    memory = table.memory
    seated = set(memory.seats.values())
    counted, most = idle_counts(table), table.book.idle_rounds()
    for player, rounds in list(memory.idle.items()):
        counts = player not in played and (counted or player not in seated)
        memory.idle[player] = rounds + 1 if counts else 0
        if player not in seated and memory.idle[player] >= most:
            del memory.idle[player]
            memory.seen.pop(player, None)


def free_seats(table: HouseTable) -> int:
    return sum(box not in table.memory.seats for box in range(1, table.game.boxes + 1))


def idle_counts(table: HouseTable) -> bool:
    """Does it matter who does not bet: is there no free seat, or does the book not ask for that?"""
    return free_seats(table) == 0 or not table.book.idle_at_full_table


def vacate(table: HouseTable) -> None:
    """Whoever let so many rounds pass gives up the seat; with one seat free, the others may stay in most books."""
    memory, most, clause = table.memory, table.book.idle_rounds(), table.book.idle
    idle = [(player, rounds) for player, rounds in memory.idle.items() if rounds >= most]
    for player, rounds in sorted(idle, key=lambda item: -item[1]):
        boxes = [box for box, name in memory.seats.items() if name == player]
        if not boxes or not idle_counts(table):
            continue
        report = table.book.idle_report(boxes[0], player, rounds)
        if report is not None:
            tell(table, report)
        where = (" at a full table" if table.book.idle_at_full_table else "") + ("" if clause else " (house rule)")
        unseat(table, TABLE, player, f"{most} rounds without a wager{where}", clause)


def take_leave(table: HouseTable) -> None:
    """The game is told who left, so that a kept minimum and its marker go."""
    live = table.live
    assert live is not None
    game: Any = live.game
    if "player-leaves" not in live.game.irregularities():
        return
    gone = [player for player in game.seated(live.t) if player not in table.memory.idle]
    staked = {wager.player for wager in live.t.all_wagers()} if gone else set()
    for player in gone:
        if player not in staked:
            tell(table, Irregular("player-leaves", {"player": player}))


def tell(table: HouseTable, report: Irregular) -> None:
    """Have the game rule on something that the floor knows; where it does not fit, nothing happens."""
    assert table.live is not None
    table.live.send(report)
    if table.live.answers and table.live.answers[-1] is report:
        table.write("acts", TABLE, {"answers": [report]})


def quiet_since(table: HouseTable, player: str) -> int:
    """When the player last did something here, or the last round ended."""
    ended = table.last["at"] if table.last is not None else 0
    return max(table.memory.seen.get(player, 0), ended)


def times(table: HouseTable) -> list[int]:
    """When seats are given up because nothing happens."""
    return [quiet_since(table, player) + QUIET_MS for player in _waiting(table)]


def give_up(table: HouseTable) -> None:
    for player in _waiting(table):
        if table.now >= quiet_since(table, player) + QUIET_MS:
            unseat(table, TABLE, player, "ten minutes without a wager and without a round (house rule)")


def _waiting(table: HouseTable) -> list[str]:
    """Players who sit there without a wager while wagers are taken."""
    if table.live is None or type(table.request) is not Gather:
        return []
    staked = {wager.player for wager in table.live.t.all_wagers()}
    return [player for player in dict.fromkeys(table.memory.seats.values()) if player not in staked]
