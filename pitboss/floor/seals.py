"""What binds chance at a virtual table before anybody bets: a secret whose digest is shown from the moment bets are
taken, from which every shuffle, cut, roll, spin and draw then follows, and which is told when nothing hangs on it any
more. Somebody who is alone at the table may add a number of his own to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.equipment.rng import Source, fault_of
from pitboss.equipment.sealed import NUMBER_DIGITS, SealedSource, is_number, new_secret, seal_of
from pitboss.equipment.shoe import CardMachine, Shoe
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result, encode
from pitboss.table.acts import Answer, Ball, Cards, CutAt, Dice, Shuffled
from pitboss.table.driver import Answerer
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Burn, Cut, Deal, Roll, Shuffle, Spin
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


# What starts a round, or brings somebody into one.
STARTS = (c.OpenTable, c.Sit, c.PlaceWagers, c.PlaceFor)
LATER = "what is under way is played out; the house looks into it and starts the floor again"


def no_rounds(source: Source) -> str:
    return f"the source of chance failed a test ({fault_of(source)}): no new rounds are started"


def refuse_start(source: Source, command: Command) -> None:
    """No new rounds once the source of chance has failed a test; those under way were sealed before, and are played."""
    if isinstance(command, STARTS) and fault_of(source):
        raise No(no_rounds(source), legal=LATER)


class Seal(msgspec.Struct):
    """A secret, what a player added to it, and what was drawn from the two so far."""

    secret: str
    digest: str
    number: str = ""
    by: str = ""
    # How many bytes of the stream were taken, and what for.
    used: int = 0
    draws: list[dict[str, Any]] = []
    # Nothing more is drawn from it; a shoe that was shuffled by it is still in use.
    done: bool = False


class Seals:
    """The seals of a table that are not opened yet; chance comes out of the last. Nobody is shown any secret."""

    def __init__(self, table: HouseTable, source: Source) -> None:
        self.table, self.source = table, source
        self.held: list[Seal] = []
        self._changed = False

    @property
    def name(self) -> str:
        return f"seal:{self.table.id}"

    @property
    def current(self) -> Seal | None:
        """The seal that chance comes out of next."""
        return self.held[-1] if self.held and not self.held[-1].done else None

    @property
    def starved(self) -> bool:
        """Is nothing sealed, and the source of chance not fit to seal anything?"""
        return self.current is None and bool(fault_of(self.source))

    def below(self, n: int) -> int:
        seal = self.current or self._publish()
        stream = SealedSource(seal.secret, seal.number, seal.used)
        number = stream.below(n)
        seal.used, self._changed = stream.used, True
        return number

    def drew(self, what: dict[str, Any]) -> None:
        """Say what the last numbers were drawn for."""
        seal = self.current or self._publish()
        seal.draws.append({"round": self.table.rounds, **what})
        self._changed = True

    def _publish(self) -> Seal:
        secret = new_secret(self.source)
        seal = Seal(secret, seal_of(secret), draws=[])
        self.held.append(seal)
        self._changed = True
        self.table.write("sealed", TABLE, {"digest": seal.digest})
        return seal

    def turn(self, betting: bool) -> None:
        """Open the seals that were drawn from, when a round is over or bets are taken, unless cards lie or a shoe is in
        use that came of them. When bets are taken, publish a seal if there is none; the one that was shown first binds
        the round, so it stays if the cards are shuffled while bets are taken."""
        live, shoe = self.table.live, self.table.dealer.shoe
        in_use = shoe.digest if isinstance(shoe, Shoe) and self.table.digest else None
        cards_lie = betting and live is not None and bool(live.t.hands)
        for seal in [seal for seal in self.held if seal.draws]:
            if betting and seal is self.current and self._shuffled_again(seal):
                continue
            self._changed = self._changed or not seal.done
            seal.done = True
            if not cards_lie and (in_use is None or all(draw.get("digest") != in_use for draw in seal.draws)):
                self._open(seal)
        if betting and self.current is None and not fault_of(self.source):
            self._publish()
        self.keep()

    def _shuffled_again(self, seal: Seal) -> bool:
        """Return whether cards were shuffled by a seal since bets have been taken in the round that is on."""
        return any(draw["round"] == self.table.rounds and draw.get("clause") for draw in seal.draws)

    def _open(self, seal: Seal) -> None:
        self.held.remove(seal)
        self._changed = True
        self.table.write("unsealed", TABLE, {
            "digest": seal.digest, "secret": seal.secret, "number": seal.number, "by": seal.by, "draws": seal.draws,
        })

    def add(self, who: Who, number: str) -> Result:
        """A number of a player who is alone here, for what is drawn next."""
        if not is_number(number):
            raise No("that is no number that can be added", legal=f"1 to {NUMBER_DIGITS} digits")
        if not self.table.virtual:
            raise No("real cards, dice and wheels take no number", legal="at a virtual table")
        seal = self.current
        if seal is None or seal.draws:
            raise No("nothing is sealed that waits to be drawn from", legal="once bets are taken")
        others = company(self.table) - {who.name}
        if who.name not in company(self.table):
            raise No("only who plays here adds a number", legal="sit down, or bet, first")
        if others:
            raise No("a number can be added only by who is alone at a table: among several, the last could choose",
                     legal="at a table of your own")
        seal.number, seal.by, self._changed = number, who.name, True
        self.table.write("number", who, {"digest": seal.digest, "number": number})
        self.keep()
        return {"digest": seal.digest, "number": number}

    def keep(self) -> None:
        """Put away what nobody is shown, where it was changed."""
        if self._changed:
            self.table.keep(self.name, encode(self.held))
            self._changed = False

    def load(self) -> None:
        kept = self.table.store.secret(self.name)
        self.held = msgspec.json.decode(kept, type=list[Seal]) if kept is not None else []
        self._changed = False

    def shown(self) -> dict[str, Any] | None:
        """Return what anybody may see of the seal in use; `waits` while nothing was drawn from it, `current` while it
        is the one that chance comes out of."""
        seal = self.held[-1] if self.held else None
        if seal is None:
            return None
        return {
            "digest": seal.digest, "number": seal.number, "by": seal.by, "waits": not seal.draws,
            "current": seal is self.current,
        }


def company(table: HouseTable) -> set[str]:
    """Everybody who sits at a table or has a wager there."""
    bets = table.live.t.all_wagers() if table.live is not None else []
    return {*table.memory.seats.values(), *(wager.player for wager in bets)}


class SealedDealer(VirtualDealer):
    """Virtual equipment whose chance was sealed before. What it chooses from lies in the order of its names, so that
    nobody can choose a result by laying things out otherwise."""

    def __init__(self, seals: Seals, players: Answerer) -> None:
        super().__init__(seals, players, commit=True)
        self.seals = seals

    def laid_out(self, pieces: Sequence[str]) -> Sequence[str]:
        return tuple(sorted(pieces))

    def answer(self, t: Table, request: Asked) -> Answer:
        machine = self.shoe if isinstance(self.shoe, CardMachine) else None
        if machine is not None and isinstance(request, Deal | Burn):
            self._start_machine(machine)
        answer = super().answer(t, request)
        live = self.seals.table.live
        drew = drawn(request, answer, live is not None and live.bets_taken)
        if drew is not None and (type(answer) is not Cards or machine is not None):
            self.seals.drew(drew)
        return answer

    def next_place(self) -> int | None:
        """Return where the next card lies in the order that its digest binds; None without such an order."""
        return self.shoe.place if isinstance(self.shoe, Shoe) and self.seals.table.digest else None

    def _start_machine(self, machine: CardMachine) -> None:
        """What a machine holds is laid out when its first card is drawn by a seal."""
        seal = self.seals.current
        if seal is None or not any(draw["what"] == "machine" for draw in seal.draws):
            cards = machine.lay_out()
            self.seals.drew({"what": "machine", "cards": " ".join(cards)})


def drawn(request: Asked, answer: Answer, bets_taken: bool) -> dict[str, Any] | None:
    """Return what chance was asked for and what came, as it is shown when a seal is opened, or None if it had no part.
    A shuffle after bets have been taken carries the clause that requires it."""
    match request, answer:
        case Roll(), Dice():
            return {"what": "dice", "dice": request.dice, "result": list(answer.numbers)}
        case Spin(), Ball():
            return {"what": "wheel", "places": sorted(request.pockets), "result": answer.number}
        case Shuffle(), Shuffled() if answer.digest:
            clause = {"clause": str(request.clause)} if bets_taken else {}
            return {"what": "shuffle", "decks": request.decks, "digest": answer.digest, **clause}
        case Cut(what="cut"), CutAt():
            return {"what": "cut", "least": request.least, "most": request.most, "result": answer.from_back}
        case (Deal() | Burn()), Cards() if answer.cards:
            return {"what": "cards", "result": list(answer.cards)}
    return None
