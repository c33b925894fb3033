"""What is best now, for whoever is asked and asks: by the exact analysis of the game, and by nothing that he does not
see. It is worked out in a process of its own, told to him alone, and no clock waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.floor.desk import No, Result
from pitboss.floor.figures import Counting, Figures, NotCounted
from pitboss.money import Cents, show_amount
from pitboss.odds.clerk import Clerk, ClerkProcess, Data
from pitboss.table.book import Book
from pitboss.table.decisions import PASS, known
from pitboss.table.game import Game
from pitboss.table.requests import Choose, Direct
from pitboss.table.views import Sight, sight

if TYPE_CHECKING:
    from pitboss.floor.commands import Who
    from pitboss.floor.floor import Floor
    from pitboss.floor.house import HouseTable

# The process keeps what it has read of a game as long as somebody asks now and then.
IDLE_S = 600.0
# Somebody waits for a hint: it goes before long counts, and after whatever a table does.
NICE = 5
MOST_WAITING = 200
ASSUMES = "as if all cards that you do not see in front of you were shuffled anew"


class Valued(msgspec.Struct, frozen=True):
    """What a choice brings on average in cents, and for how much; the same for the least that it may be. `noted` is
    what the decision may be gone by, in a word."""

    name: str
    amount: Cents | None
    cents: float
    least: tuple[Cents, float] | None = None
    noted: str = ""

    def brings(self, amount: Cents | None) -> float | None:
        """What the choice brings for this much; None where that is not known."""
        if amount in (None, self.amount) or self.amount is None:
            return self.cents
        if self.least is None or amount is None or not self.least[0] <= amount <= self.amount:
            return None
        least, worth = self.least
        return worth + (self.cents - worth) * (amount - least) / (self.amount - least)


Values = Sequence[Valued]
# None where it could not be worked out.
Heard = Callable[[Sequence[Values] | None], None]


class Later:
    """An answer that comes some time: `begin` is given whom to tell, which may be in another thread."""

    def __init__(self, begin: Callable[[Callable[[Result], None]], None]) -> None:
        self._begin = begin

    def then(self, listener: Callable[[Result], None]) -> None:
        try:
            self._begin(listener)
        except No as no:
            listener(no.result)


class Advisor:
    """Whoever knows what choices are worth."""

    def __init__(self, figures: Figures, clerk: Clerk | None = None) -> None:
        self.figures, self._clerk = figures, clerk or ClerkProcess(IDLE_S, NICE)
        self._waiting, self._lock = 0, threading.Lock()

    def refuse_unknown(self, game: Game) -> None:
        """What is not counted yet cannot be told."""
        state = self.figures.state(game)
        if isinstance(state, NotCounted):
            raise No(state.why)
        if isinstance(state, Counting):
            far = f", {100 * state.done // state.whole}% so far" if state.whole else ""
            raise NotYet(f"the odds of this game are being worked out{far}")

    def ask(self, game: Game, sights: Sequence[Sight], heard: Heard) -> None:
        """What every choice of some decisions is worth."""
        with self._lock:
            if self._waiting >= MOST_WAITING:
                raise No("too many ask at the moment", legal="try again in a moment")
            self._waiting += 1

        def hear(said: Data) -> None:
            if "progress" in said:
                return
            with self._lock:
                self._waiting -= 1
            heard(msgspec.convert(said["answer"]["values"], list[list[Valued]]) if "answer" in said else None)

        self._clerk.ask({
            "ask": "values", "game": game.id, "options": game.given, "sights": msgspec.to_builtins(sights),
        }, hear)

    def prepare(self, game: Game) -> None:
        """Somebody may ask soon: have read all that answers take."""
        question: Data = {"ask": "values", "game": game.id, "options": game.given, "sights": []}
        self._clerk.ask(question, lambda said: None)

    def close(self) -> None:
        self._clerk.close()


class NotYet(No):
    """It will be known in a moment."""

    def __init__(self, what: str) -> None:
        super().__init__(what, legal="ask again in a moment")
        self.result["retry"] = True


# -- who may be told ---------------------------------------------------------------------------------------


class Advice(NamedTuple):
    """Under what advice is given: the clause on lessons, or the house's own rule."""

    clause: str
    words: str


def advice_at(floor: Floor, game: Game) -> Advice:
    """Under what players of a game are told how to play; staff may not, where their book says so, but for lessons."""
    if game.options.get("teaching", "no") != "no":
        return Advice(str(game.book.instructing), "a teaching table")
    if floor.cage.play:
        return Advice("", "the house's own rule at play money")
    raise No(*_not_here(game.book))


def may_advise(floor: Floor, game: Game) -> bool:
    """May players of a game be told how to play?"""
    try:
        return bool(advice_at(floor, game))
    except No:
        return False


def _not_here(book: Book) -> tuple[str, str, str]:
    """Why nobody is told how to play where credits are worth money."""
    barred = book.refuse_advice()
    legal = "a teaching table, or a floor of play money"
    return ("nobody is told how to play at this table", str(barred.clause) if barred is not None else "", legal)


# -- asking ------------------------------------------------------------------------------------------------


def hint(floor: Floor, who: Who, query: dict[str, Any]) -> Later:
    """What is best for the one who is asked, and asks."""
    table = house_table(floor, query.get("table"))
    request, live = table.request, table.live
    if live is None or not isinstance(request, Choose) or isinstance(request, Direct) or request.player != who.name:
        raise No("nothing is asked of you now", legal="a hint when it is your turn")
    advice = advice_at(floor, live.game)
    floor.advisor.refuse_unknown(live.game)
    step, seen = table.step, sight(live.t, request)

    def begin(listener: Callable[[Result], None]) -> None:
        def heard(values: Sequence[Values] | None) -> None:
            data = hint_data(live.game, values[0], advice) if values else None
            listener({"ok": True, "step": step, "hint": data, "words": data["words"] if data else NOTHING})

        floor.advisor.ask(live.game, [seen], heard)

    return Later(begin)


NOTHING = "nothing is known of which is better here"


def house_table(floor: Floor, id: Any) -> HouseTable:
    from pitboss.floor.house import HouseTable

    table = floor.tables.get(id) if isinstance(id, str) else None
    if table is None:
        raise No("there is no such table")
    if not isinstance(table, HouseTable):
        barred = table.added.book.refuse_advice()
        raise No("nobody is told how to play against other players", str(barred.clause) if barred is not None else "")
    return table


def best_of(values: Values) -> Valued:
    """The first of those worth most."""
    return max(values, key=lambda choice: choice.cents)


def hint_data(game: Game, values: Values, advice: Advice) -> Result | None:
    """A hint as a terminal is sent it; None where nothing is known."""
    if not values:
        return None
    best = best_of(values)
    others = sorted((choice for choice in values if choice is not best), key=lambda choice: -choice.cents)
    words = f"{choice_words(game, best, values)} is best: {average(best.cents)} on average"
    if best.noted:
        words = f"{best.noted}: {words}"
    if others:
        words += f"; {choice_words(game, others[0], values)} {average(others[0].cents)}"
    return {
        "name": best.name, "amount": best.amount, "words": words, "clause": advice.clause, "rule": advice.words,
        "assumes": ASSUMES,
        "values": [{"name": choice.name, "amount": choice.amount, "cents": round(choice.cents)}
                   for choice in (best, *others)],
    }


def choice_words(game: Game, choice: Valued, values: Values) -> str:
    """A choice by its everyday name; with the amount, where it may be of several."""
    several = sum(other.name == choice.name for other in values) > 1
    said = known(game, choice.name)
    name = "no" if choice.name == PASS.name else said.everyday if said is not None and said.everyday else choice.name
    return f"{name} {show_amount(choice.amount)}" if several and choice.amount is not None else name


def average(cents: float) -> str:
    """What is won or lost on average.

    >>> average(-153.6), average(20.0), average(0.2)
    ('-1.54', '+0.20', '0.00')
    """
    whole = round(cents)
    return f"{'+' if whole > 0 else '-' if whole < 0 else ''}{abs(whole) // 100}.{abs(whole) % 100:02}"
