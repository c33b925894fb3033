"""A physical table: the dealer enters what cards, dice and ball did, and what players with chips do.

An entry is read back and takes effect when it is confirmed, or when it was entered a second time just so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import closing, seats
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result, decode, encode
from pitboss.floor.names import bad_name, key_of
from pitboss.floor.words import entered
from pitboss.law import Refused
from pitboss.table.acts import Answer, Ball, Cards, Choice, CutAt, Dice, Missed, Place, Shuffled, Take
from pitboss.table.acts import decode as read_answer
from pitboss.table.facts import Dealt, Rejected
from pitboss.table.requests import Burn, Choose, Cut, Deal, Gather, Reveal

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable
    from pitboss.floor.live import LiveRound

# What a dealer may enter; everything else has a command of its own.
ENTERED = (Cards, Ball, Dice, Shuffled, CutAt, Missed)


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.Enter():
            cut = cut_made(table, command.answer)
            return enter(table, cut or read_entry(command.answer), who, counted=cut is None)
        case c.Confirm():
            return confirm(table, command.n, who)
        case c.DropEntry():
            return drop(table, who)
        case c.PlaceFor():
            return place_for(table, command, who)
        case c.TakeFor():
            _needs_chips(table, command.player)
            return table.act(who, Take(command.box, command.player, command.wager, command.to))
        case c.DecideFor():
            _needs_chips(table, command.player)
            return table.act(who, Choice(command.hand, command.name, command.player, command.amount))
    raise No(f"{c.tag_of(type(command))} is nothing for a table of this kind")


def cut_made(table: HouseTable, raw: msgspec.Raw) -> CutAt | None:
    """A cut of which nobody counted the cards: the dealer says that it was made where it may be. The middle of the
    bounds stands for it, as it does in a transcript without a cut; it is written down as not counted."""
    request = table.request
    if not isinstance(request, Cut) or decode(raw) != {"type": "cut"}:
        return None
    return CutAt((request.least + request.most) // 2)


def read_entry(raw: msgspec.Raw) -> Answer:
    """An answer that a dealer gives."""
    try:
        answer: Answer = read_answer(bytes(raw))
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise No(f"the entry cannot be read: {error}") from None
    if not isinstance(answer, ENTERED):
        raise No("that is nothing a dealer enters", legal="cards, dice, a number, a shuffle or a cut")
    if isinstance(answer, Cards) and len(answer.cards) > 60:
        raise No("more than 60 cards in one entry")
    return answer


def enter(table: HouseTable, answer: Answer, who: Who, counted: bool = True) -> Result | None:
    """Try the entry on a copy of the round: one that does not fit is refused before anybody confirms it."""
    if table.virtual:
        raise No("the equipment of this table is virtual", legal="irregularities can be reported")
    if table.request is None or isinstance(table.request, Gather | Choose):
        raise No("the table is not waiting for cards, dice or ball")
    assert table.live is not None
    copy = table.live.replayed()
    known = len(copy.t.events)
    plan(copy, answer)
    hidden = any(type(event) is Dealt and not event.face_up for event in copy.t.events[known:])
    pending = table.memory.pending
    if pending is not None and table.added.entry == "twice":
        if pending["answer"] != decode(encode(answer)):
            table.memory.pending = None
            table.write("entry-dropped", who, {"why": "the second entry differs"})
            return {"differs": True, "words": "the two entries differ: enter it again"}
        return _count(table, pending, who)
    table.memory.pending = {
        "answer": decode(encode(answer)), "words": entered(answer), "by": who.name, "hidden": hidden,
        "n": table.version + 1,
    } | ({} if counted else {"counted": False})
    table.write("entry", who, table.memory.pending)
    return {"words": entered(answer)}


def plan(copy: LiveRound, answer: Answer) -> list[Answer]:
    """The answers an entry amounts to: cards may be entered for several hands at once, in the order they were dealt."""
    left = answer
    answers: list[Answer] = []
    while True:
        request = copy.request
        now, rest = left, None
        if isinstance(left, Cards) and isinstance(request, Deal | Burn | Reveal) and len(left.cards) > request.count:
            now, rest = Cards(left.cards[: request.count], left.cutting_card), Cards(left.cards[request.count :])
        refused: Refused | Rejected | None = copy.send(now)
        if refused is not None:
            raise No.of(refused)
        answers.append(now)
        if rest is None:
            return answers
        if not isinstance(copy.request, Deal | Burn | Reveal):
            raise No(f"{len(rest.cards)} cards too many: {' '.join(rest.cards)}")
        left = rest


def confirm(table: HouseTable, n: int, who: Who) -> Result | None:
    """What was read back counts, if it is still the entry that was read back."""
    pending = table.memory.pending
    if pending is None:
        raise No("there is no entry to confirm")
    if table.added.entry == "twice":
        raise No("an entry counts at this table when it was made twice", legal="enter the same again")
    if n not in (0, pending.get("n", 0)):
        raise No(f"{pending['by']} has made another entry since", legal="look at it, then confirm")
    return _count(table, pending, who)


def _count(table: HouseTable, pending: dict[str, Any], who: Who) -> Result | None:
    """An entry takes effect."""
    assert table.live is not None
    answers = plan(table.live.replayed(), read_answer(encode(pending["answer"])))
    table.memory.pending = None
    more = {"hidden": True} if pending.get("hidden") else {}
    more |= {} if pending.get("counted", True) else {"counted": False}
    return table.act(who, *answers, entered_by=pending["by"], **more)


def drop(table: HouseTable, who: Who) -> Result | None:
    if table.memory.pending is None:
        raise No("there is no entry to drop")
    table.memory.pending = None
    table.write("entry-dropped", who, {"why": "dropped"})
    return None


def place_for(table: HouseTable, command: c.PlaceFor, who: Who) -> Result | None:
    """Chips of a player without a terminal: the dealer sees them lie there."""
    player = command.player
    facts = table.game.late_facts if command.confirmed else {}
    placed = Place(command.box, player, tuple(command.wagers), dict(facts))
    closing.refuse_player(table, player)
    if player not in table.memory.walk_ins:
        if at_terminal(table, player):
            raise No(f"{player} plays at a terminal", legal="a name of its own for each player with chips")
        if (bad := bad_name(player)) is not None:
            raise No(bad, legal="one word of up to 20 letters and figures")
        assert table.live is not None
        refused = table.live.replayed().send(placed)
        if refused is not None:
            raise No.of(refused)
        table.memory.walk_ins.append(player)
        table.write("chips", who, {"player": player})
    table.act(who, placed)
    if command.box not in table.memory.seats:
        seats.seat(table, who, player, command.box)
    return None


def at_terminal(table: HouseTable, player: str) -> bool:
    """Does somebody with credits go by that name, or by one that looks the same?"""
    key = key_of(player)
    here = {*table.memory.idle, *table.memory.seats.values()} - set(table.memory.walk_ins)
    with_credits = (account.removeprefix("player:") for account, *_ in table.store.accounts("player:"))
    return any(key_of(name) == key for name in (*here, *with_credits))


def refuse_other(table: HouseTable, player: str) -> None:
    """Whoever signs in by the name of a player with chips is not that player."""
    if player in table.memory.walk_ins:
        raise No(f"a player with chips goes by the name {player} here", legal="another table, or another name")


def _needs_chips(table: HouseTable, player: str) -> None:
    if player not in table.memory.walk_ins:
        raise No(f"{player} does not play with chips at this table", legal="players at terminals act for themselves")


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    match type:
        case "entry":
            table.memory.pending = body
        case "entry-dropped":
            table.memory.pending = None
        case "chips":
            table.memory.walk_ins.append(body["player"])
