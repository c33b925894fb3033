"""What may be decided in a round, said once by the game for every room: what it means in everyday words, what it costs,
and what becomes of a player who says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.table.requests import Choose, Direct, Offer, Option

if TYPE_CHECKING:
    from pitboss.table.game import Game

# What a choice does with money: it puts an amount down, leaves only that much lying, or gives what lies there back.
PUTS, LEAVES, BACK = "puts", "leaves", "back"
# The report that nobody has answered, where a schedule says what follows.
NO_DECISION = "no-decision"


class Decision(NamedTuple):
    """Something that may be decided. A name with braces stands for several: "reduce {wager}", "apply to {hand}"."""

    name: str
    # In everyday words, for whoever is at a table for the first time; left out where it makes a wager that says so.
    means: str = ""
    # Other words that people use for it.
    also: tuple[str, ...] = ()
    # The official whose decision it is; a player's, if none.
    by: str = ""
    # Its letter on a keyboard, where that is not the first that is free.
    key: str = ""
    # True where the house takes silence for it, if the law says nothing of silence: it stakes nothing more.
    silent: bool = False
    # True where the amount named with it is what stays on the layout.
    leaves: bool = False
    # What people call it, where that is not the law's word.
    everyday: str = ""
    # What somebody did who decided so: "stood on {hand}", with the name of the hand.
    past: str = ""
    # True where it ends the hand, and loses what lies on it.
    gives_up: bool = False


# Said of any game: how a wager may be taken back after an irregularity, and how an offer is left alone.
RETRACT = Decision("retract", "take your wagers back", also=("take back",), key="r", past="took the wagers back")
CONTINUE = Decision(
    "continue", "leave your wagers and go on", also=("go on", "play on"), key="c", silent=True, past="went on",
)
PASS = Decision("pass", "no, play on without it", past="passed")
# Everyday words for the wager by which a hand plays on.
STAKE = ("bet", "raise", "play", "call")


class Called(NamedTuple):
    """Whom something is offered to while wagers are gathered, what is said of it, the call that passes it on and what
    that means; and who is asked then."""

    player: str
    words: str
    name: str
    means: str
    then: tuple[str, ...]


class Silence(NamedTuple):
    """What becomes of a decision that nobody makes: the choice it is taken for, in words, and the clause; the house
    decides where there is none."""

    name: str
    words: str
    clause: str


def declared(classes: Iterable[type], wagers: Mapping[str, str]) -> dict[tuple[str, str], Decision]:
    """Everything that some classes declare, each over those after it, by whose it is and its name. A decision that
    makes a wager means what is said of the wager."""
    decisions = {("", name): Decision(name, note) for name, note in wagers.items()}
    for owner in reversed(list(classes)):
        for decision in vars(owner).get("decisions", ()):
            means = wagers.get(decision.name, "")
            decisions[decision.by, decision.name] = decision if decision.means else decision._replace(means=means)
    return decisions


def known(game: Game, name: str, by: str = "") -> Decision | None:
    """What a game says of a decision by its name; None where it says nothing."""
    decision = game.all_decisions.get((by, name))
    if decision is not None:
        return decision
    several = (pattern for pattern in game.all_decisions.values() if pattern.by == by and "{" in pattern.name)
    return next((pattern for pattern in several if name.startswith(pattern.name.partition("{")[0])), None)


def described(game: Game, request: Choose, option: Option) -> dict[str, Any]:
    """An option as a screen is told it: what it means, what it moves and how much."""
    said, parts = known(game, option.name, asked_of(request)), game.parts_of(option.name)
    return {
        "name": option.name, "called": said.everyday if said and said.everyday else option.name,
        "clause": str(option.clause), "means": option.means or (said.means if said else ""),
        "key": said.key if said else "", "moves": moves(game, request, option), "least": option.least,
        "most": option.most, "sizes": option.sizes, "back": option.back,
    } | ({"parts": parts} if parts else {})


def asked_of(request: Choose) -> str:
    """The official who is asked; "" for a player."""
    return request.hand if isinstance(request, Direct) else ""


def moves(game: Game, request: Choose, option: Option) -> str:
    """What a choice does with money; "" where nothing moves by it."""
    if option.most is None:
        return BACK if option.back else ""
    said = known(game, option.name, asked_of(request))
    return LEAVES if said is not None and said.leaves else PUTS


def passable(request: Choose) -> bool:
    """Can it simply be left alone, with no choice that says so?"""
    return type(request) is Offer and request.default is None


def resting(game: Game, request: Choose) -> Option | None:
    """The choice that the house takes silence for, where the law says nothing: one that stakes nothing more."""
    by = asked_of(request)
    still = (option for option in request.options if (said := known(game, option.name, by)) and said.silent)
    return next(still, request.options[-1] if request.options else None)


def silence_of(game: Game, request: Choose) -> Silence | None:
    """What follows if nobody answers; None where there is nothing to choose."""
    if request.default is not None:
        said = known(game, request.default.name, asked_of(request))
        return Silence(request.default.name, said.means if said else "", str(request.default.clause))
    if passable(request):
        return Silence(PASS.name, PASS.means, str(request.clause))
    rulings = game.rulings(NO_DECISION)
    if rulings:
        return Silence(NO_DECISION, rulings[0].what, str(rulings[0].clause))
    taken = resting(game, request)
    said = known(game, taken.name, asked_of(request)) if taken is not None else None
    return Silence(said.name, said.means, "") if said is not None and taken is not None else None
