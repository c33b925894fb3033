"""Build a floor with the program of an older commit, to be opened by every later one.

Run it in a checkout of that commit, with that checkout first on the path:

    cd CHECKOUT && PYTHONPATH=$PWD python PATH/TO/build.py FILE

The floor has finished rounds at virtual and physical tables, hands of poker, vouchers, a correction, people, and
rounds under way: a decision at blackjack, a standing wager at craps, a hand of poker, and an open layout at roulette.
"""

from __future__ import annotations

import asyncio
import gzip
import sys
from pathlib import Path
from typing import Any

from pitboss.floor.people import People
from pitboss.floor.proposals import past
from pitboss.floor.store import Write
from tests.support.casino import Casino


def build(path: Path) -> None:
    casino = Casino("blackjack", "roulette", "craps", path=path, seed="an older floor")
    started(casino)
    casino.do("Ann", "sit", table="blackjack", box=1)
    casino.play("blackjack", 4)
    casino.bet("roulette", player="Ben", box=1, amount=20_00)
    casino.play("roulette", 3, player="Ben")
    vouchers(casino)
    closed(casino)
    physical(casino)
    poker(casino)
    asyncio.run(people(casino))
    under_way(casino)
    casino.store.close()


def started(casino: Casino) -> None:
    """Record which program runs, if that program records it."""
    try:
        from pitboss.floor.signature import program_signature, record_start
    except ImportError:
        return
    record_start(casino.store, program_signature(), casino.now)


def vouchers(casino: Casino) -> None:
    """One voucher is redeemed, one is still good."""
    code = casino.do("Ann", "cash-out", amount=50_00)["code"]
    casino.do("Ann", "redeem", code=code)
    casino.do("Cat", "cash-out", amount=75_00)


def closed(casino: Casino) -> None:
    """A table that was closed between two rounds."""
    casino.add("baccarat")
    casino.play("baccarat", 2)
    casino.do("Max", "close-table", table="baccarat", now=True)
    casino.wait(3600_000)
    assert casino.table("baccarat").live is None


def physical(casino: Casino) -> None:
    """Two rounds of real cards; a card of the first one is corrected."""
    casino.add("blackjack-2", mode="physical", options={"decks": "8"})
    for _ in range(2):
        table = casino.table("blackjack-2")
        while not table.betting:
            prepare(casino)
        casino.do("Dora", "place-for", table="blackjack-2", box=1, player="Walt", wagers=[["original", 10_00]])
        casino.do("Dora", "no-more-bets", table="blackjack-2")
        cards = ["Th", "9s", "8d", "Tc", "5d", "6h", "4s"]
        while not table.betting:
            if type(table.request).__name__ == "Choose":
                casino.do("Dora", "decide-for", table="blackjack-2", hand="1", player="Walt", name="stand")
            else:
                prepare(casino, cards)
    number = casino.table("blackjack-2").rounds - 1
    live = past(casino.table("blackjack-2"), number)
    index = next(n for n, answer in enumerate(live.answers) if getattr(answer, "cards", ()) == ("9s",))
    n = casino.do("Sue", "propose", table="blackjack-2", what="correct", reason="it was the seven of spades",
                  round=number, index=index, answer={"type": "cards", "cards": ["7s"]})["n"]
    casino.do("Max", "approve", table="blackjack-2", n=n)


def prepare(casino: Casino, cards: list[str] | None = None) -> None:
    """Enter what the table asks for: a shuffle, a cut, or the next cards."""
    request = casino.table("blackjack-2").request
    asked = type(request).__name__
    if asked == "Shuffle":
        enter(casino, {"type": "shuffled", "digest": ""})
    elif asked == "Cut":
        enter(casino, {"type": "cut", "from_back": request.least})
    else:
        taken = [(cards or ["2c"]).pop(0) for _ in range(request.count)]
        enter(casino, {"type": "cards", "cards": taken})


def enter(casino: Casino, answer: dict[str, Any]) -> None:
    casino.do("Dora", "enter", table="blackjack-2", answer=answer)
    if casino.table("blackjack-2").memory.pending is not None:
        casino.do("Dora", "confirm", table="blackjack-2")


def poker(casino: Casino) -> None:
    """Three hands that everybody plays for nothing more than a call, and one that is under way."""
    casino.do("Max", "add-table", id="holdem", name="Hold'em", game="mel/holdem", decision_seconds=30)
    for box, player in enumerate(("Ann", "Ben", "Cat"), 1):
        casino.do(player, "sit", table="holdem", box=box, amount=200_00)
    desk = casino.floor.tables["holdem"]
    for _ in range(400):
        h = desk.room.hand
        if desk.room.number >= 4 and h is not None and h.street == 1:
            return
        if h is None:
            casino.wait(1000)
            continue
        legal = h.legal()
        player = desk.room.names[h.seats[h.turn]]
        name = "check" if legal.check else "call" if legal.call else "muck"
        casino.do(player, "decide", table="holdem", hand=str(h.seats[h.turn]), name=name)
    raise AssertionError("four hands take fewer acts")


async def people(casino: Casino) -> None:
    async def commit(write: Write) -> int:
        done = casino.store.commit([write])[0]
        assert isinstance(done, int), done
        return done

    known = People(casino.store, lambda: casino.now, commit, casino.floor.settings)
    await known.first_start()


def under_way(casino: Casino) -> None:
    """Leave rounds open."""
    craps = casino.table("craps")
    while not craps.live.standing:
        if not craps.live.t.wagers:
            casino.bet("craps", player="Cat")
        casino.do("Dora", "no-more-bets", table="craps")
        casino.finish("craps")
    casino.bet("roulette", player="Ben", box=1, amount=15_00)
    casino.do("Dora", "place-for", table="blackjack-2", box=2, player="Walt", wagers=[["original", 30_00]])
    casino.do("Dora", "no-more-bets", table="blackjack-2")
    enter(casino, {"type": "cards", "cards": ["Qd"]})
    blackjack = casino.table("blackjack")
    for _ in range(40):
        casino.bet("blackjack")
        casino.do("Dora", "no-more-bets", table="blackjack")
        if not blackjack.betting:
            return
    raise AssertionError("no round asked for a decision")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    scratch = target.with_suffix(".tmp")
    build(scratch)
    target.write_bytes(gzip.compress(scratch.read_bytes(), mtime=0))
    for left in target.parent.glob(f"{scratch.name}*"):
        left.unlink()
