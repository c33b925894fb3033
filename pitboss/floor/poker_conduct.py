"""What a player may not do at a table between players, besides betting: the dealer reports it, and the table is told
what the book says of it. No chips move; what is to be done beyond that is for the officials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.floor import commands as c
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.law import Refused

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


def report(desk: PokerDesk, command: c.ReportIrregularity, who: Who) -> Result | None:
    """Somebody at a seat did what he may not: `seat`, and `to` whose seat he showed his cards; no `to` where that was
    nobody of the hand."""
    room, game, kind = desk.room, desk.room.game, command.kind
    if kind not in game.conduct:
        raise No(f"{kind!r} is nothing that is reported at this table",
                 legal=", ".join(game.conduct) or "this game's book has no rules of conduct")
    unknown = set(command.facts) - {"seat", "to"}
    if unknown:
        raise No(f"{kind}: {', '.join(sorted(unknown))} is no fact of it", legal="seat, to")
    h = room.shown
    if h is None or room.void is not None:
        raise No("no hand is on, nor was one played last", legal="once one is dealt")
    place, to = _place(h, command.facts.get("seat", "")), None
    if game.conduct[kind].learns and command.facts.get("to", ""):
        to = _place(h, command.facts["to"], "to")
        if to == place:
            raise No(f"to={h.seats[to]} is the player himself", legal="the seat of who learnt of the cards")
    refused = game.refuse_conduct(h, place, kind)
    assert refused is not None, "what is listed is refused"
    lines = [_line(f"{_name(desk, h, place)}: {refused.what}; {refused.legal}", refused)]
    if to is not None:
        lines += _passed_on(desk, h, place, to)
    desk.happen("conduct", who, {"kind": kind, "box": h.seats[place], "by": who.name, "lines": lines})
    return {"clause": lines[0]["clause"], "lines": lines}


def _passed_on(desk: PokerDesk, h: Hand, owner: int, by: int) -> list[dict[str, str]]:
    """Who must hear what one player learnt of another's cards."""
    others, clause = desk.room.game.to_be_told(h, owner, by)
    names = [_name(desk, h, place) for place in others]
    if not names or clause is None:
        return []
    said = f"{_name(desk, h, by)} tells {', '.join(names)} what was seen of {_name(desk, h, owner)}'s cards"
    return [{"text": said, "clause": str(clause)}]


def _line(text: str, refused: Refused) -> dict[str, str]:
    return {"text": text, "clause": str(refused.clause)}


def _name(desk: PokerDesk, h: Hand, place: int) -> str:
    return desk.room.names[h.seats[place]]


def _place(h: Hand, seat: str, fact: str = "seat") -> int:
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) in h.seats):
        raise No(f"{fact}={seat} is nobody in the hand", legal=", ".join(map(str, sorted(h.seats))))
    return h.seats.index(int(seat))


def listed(game: PokerGame) -> list[dict[str, Any]]:
    """What may be reported, for the console."""
    return [{"kind": kind, "words": conduct.words, "clause": str(conduct.clause), "to": conduct.learns}
            for kind, conduct in game.conduct.items()]
