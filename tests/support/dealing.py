"""A dealer at a physical table: what cards, dice and ball did, entered and confirmed."""

from __future__ import annotations

from typing import Any

from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.table.requests import Cut, Direct, Reveal, Shuffle
from support.casino import Casino

ANN = c.Who("Ann", c.PLAYER)


def cards(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "cards", "cards": text.split(), **more}


def enter(casino: Casino, name: str, answer: dict[str, Any]) -> None:
    casino.do("Dora", "enter", table=name, answer=answer)
    casino.do("Dora", "confirm", table=name)


def finish(casino: Casino, text: str) -> None:
    """The dealer's cards at a blackjack table, turned up to the end of the round."""
    enter(casino, "blackjack", cards(text))
    while isinstance(casino.table("blackjack").request, Reveal):
        enter(casino, "blackjack", cards(""))


def opened(name: str, **fields: Any) -> Casino:
    """A physical table that takes wagers."""
    casino = Casino()
    casino.add(name, mode="physical", **fields)
    prepare(casino, name)
    return casino


def prepare(casino: Casino, name: str) -> None:
    """Whatever a physical table asks for before wagers."""
    while not casino.table(name).betting:
        request: Any = casino.table(name).request
        if isinstance(request, Direct):
            casino.do("Max", "direct", table=name, name=request.options[-1].name)
        elif isinstance(request, Shuffle):
            enter(casino, name, {"type": "shuffled"})
        elif isinstance(request, Cut):
            enter(casino, name, {"type": "cut", "from_back": request.least})
        else:
            enter(casino, name, cards("2c 3c 4c 5c 6c 7c 8c 9c"[: 3 * request.count]))


def dealt(name: str = "blackjack", text: str = "Th 6d 9h", **fields: Any) -> Casino:
    """Blackjack with Ann on box 1: her first card, the dealer's, her second."""
    casino = opened(name, **fields)
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    if fields.get("entry") != "twice":
        enter(casino, name, cards(text))
    return casino


def close(casino: Casino, name: str, *wagers: list[Any]) -> None:
    if wagers:
        casino.do("Ann", "place", table=name, box=1, wagers=list(wagers))
    casino.do("Dora", "no-more-bets", table=name)


def listed(casino: Casino, name: str) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = ask(casino.floor, ANN, {"t": "rounds", "table": name})["rounds"]
    return rounds


def dice(first: int, second: int) -> dict[str, Any]:
    return {"type": "dice", "numbers": [first, second]}
