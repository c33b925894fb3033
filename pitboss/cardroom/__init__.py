"""Poker between players, for programs.

Six players, a hand dealt from a seed, and what comes of it. Money is in cents; what the rules do not allow is
answered with a `Refused` that names its clause, and changes nothing.

>>> from pitboss import cardroom
>>> table = cardroom.PokerTable(cardroom.new_game("mel/holdem", {"blinds": "1/2"}))
>>> for seat, name in enumerate(("Ann", "Ben", "Cat", "Dan", "Eve", "Fay"), 1):
...     assert table.sit(seat, name, 20000) is None
>>> hand = table.start(source=cardroom.SeededSource("ten lines"))
>>> hand.legal()[1:8]
(3, 'bet', True, False, 200, 400, 20000)
>>> print(hand.wager(300))
raise to 3 [MEL-6.6]; raise to from 4 to 200
>>> hand.wager(600), hand.fold(), hand.fold(), hand.fold(), hand.fold(), hand.fold(), table.finish()
(None, None, None, None, None, None, None)
>>> [(event.what, hand.seats[event.place], event.amount, str(event.clause)) for event in hand.log[-2:]]
[('returned', 3, 400, 'MEL-7.5'), ('won', 3, 500, 'MEL-12.2.3(a)')]

Everything here is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.cardroom import acts
    from pitboss.cardroom.batch import Batch
    from pitboss.cardroom.bots import Bot
    from pitboss.cardroom.game import Event, PokerGame
    from pitboss.cardroom.hand import Hand, Legal
    from pitboss.cardroom.offers import LegalAct, legal_acts
    from pitboss.cardroom.phh import BadPhh
    from pitboss.cardroom.script import act
    from pitboss.cardroom.script_write import transcript
    from pitboss.cardroom.table import PokerTable
    from pitboss.cardroom.views import view
    from pitboss.equipment.cards import Card
    from pitboss.equipment.rng import LiveSource, SeededSource, Source
    from pitboss.law import Refused
    from pitboss.money import Cents
    from pitboss.table.definition import BadOption

_WHERE = {
    "Batch": "pitboss.cardroom.batch", "Bot": "pitboss.cardroom.bots",
    "Event": "pitboss.cardroom.game", "PokerGame": "pitboss.cardroom.game",
    "Hand": "pitboss.cardroom.hand", "Legal": "pitboss.cardroom.hand", "LegalAct": "pitboss.cardroom.offers",
    "legal_acts": "pitboss.cardroom.offers", "BadPhh": "pitboss.cardroom.phh",
    "PokerTable": "pitboss.cardroom.table", "view": "pitboss.cardroom.views", "act": "pitboss.cardroom.script",
    "SeededSource": "pitboss.equipment.rng", "LiveSource": "pitboss.equipment.rng", "Refused": "pitboss.law",
    "BadOption": "pitboss.table.definition", "transcript": "pitboss.cardroom.script_write",
}
__all__ = [
    "BadOption", "BadPhh", "Batch", "Bot", "Event", "Hand", "Legal", "LegalAct", "LiveSource", "PokerGame",
    "PokerTable", "Refused", "SeededSource", "act", "acts", "deal", "from_data", "games", "legal_acts", "new_game",
    "read_phh", "to_data", "transcript", "usual_game", "view", "write_phh",
]


def __getattr__(name: str) -> Any:
    if name == "acts":
        return import_module("pitboss.cardroom.acts")
    if name not in _WHERE:
        raise AttributeError(f"pitboss.cardroom has no {name!r}; it has {', '.join(__all__)}")
    member = getattr(import_module(_WHERE[name]), name)
    globals()[name] = member
    return member


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def games() -> dict[str, type[PokerGame]]:
    """Every game between players by its id."""
    from pitboss.rulebooks import card_games

    return card_games()


def usual_game() -> str:
    """The game that is meant where none is named: hold'em without limit.

    >>> usual_game()
    'mel/holdem'
    """
    from pitboss.cardroom.phh import played_as

    return played_as("NT")[0]


def new_game(id: str, options: Mapping[str, Any] | None = None) -> PokerGame:
    """A game with the options of a table; `games()[id].choices` says which there are.

    >>> new_game("mel/omaha", {"structure": "pot-limit", "blinds": "0.50/1", "chip": 0.5}).chip
    50
    >>> new_game("mel/omha")
    Traceback (most recent call last):
    ...
    pitboss.rulebooks.UnknownGame: no game 'mel/omha' between players; did you mean mel/omaha or mel/omaha-hi-lo?
    """
    from difflib import get_close_matches

    from pitboss.rulebooks import UnknownGame

    make = games().get(id) if isinstance(id, str) else None
    if make is None:
        close = get_close_matches(id, games(), 2, 0.6) if isinstance(id, str) else []
        legal = f"did you mean {' or '.join(close)}?" if close else f"they are {', '.join(games())}"
        raise UnknownGame(f"no game {id!r} between players; {legal}")
    return make({name: _option(make, name, value) for name, value in (options or {}).items()})


def _option(make: type[PokerGame], name: str, value: Any) -> str:
    """The value of an option as text; numbers may be given as numbers."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.2f}".removesuffix(".00")
    from pitboss.table.definition import BadOption

    raise BadOption(f"{make.id}: {name}={value!r} is not allowed; write the value as text, such as 'blinds': '1/2'")


def deal(
    game: PokerGame, stacks: Sequence[Cents], *, source: Source | None = None, cards: Sequence[Card] = (),
    button: int | None = None, ask_runs: bool = False, ask_shows: bool = False,
) -> Hand | Refused:
    """One hand without a table: seats 1, 2, ... with these stacks, dealt from a source or from cards in their order.
    The button is at the last seat, unless it is told.

    >>> from pitboss.equipment.rng import SeededSource
    >>> hand = deal(new_game("mel/razz"), [20000] * 3, source=SeededSource(1))
    >>> hand.stage, sum(hand.put)
    ('bet', 300)
    """
    from pitboss.cardroom.hand import Hand
    from pitboss.equipment.decks import deck
    from pitboss.equipment.rng import LiveSource, nonce, shuffled
    from pitboss.law import Refused

    count = len(stacks)
    refused = game.refuse_players(count)
    if refused is not None:
        return refused
    for seat, stack in enumerate(stacks, 1):
        if type(stack) is not int or stack <= 0:
            return Refused(game.cites.chips, f"a stack of {stack!r} at seat {seat}", "whole cents above zero")
    whole = deck(game.deck_size)
    if cards and sorted(cards) != sorted(whole):
        raise ValueError(f"cards: {len(cards)} of them are not the {game.deck_size} cards of {game.id}; "
                         "give the whole deck in its order, or a source")
    at = count if button is None else button
    if type(at) is not int or not 1 <= at <= count:
        raise ValueError(f"button={button!r}: a seat from 1 to {count}")
    chance = source or LiveSource()
    # The first card dealt is the first of those given.
    order = tuple(reversed(cards)) if cards else shuffled(whole, chance)
    seats = game.order(range(1, count + 1), at) if game.has_button else list(range(1, count + 1))
    return Hand(
        game, seats, [stacks[seat - 1] for seat in seats], order, spare=nonce(chance),
        button=seats.index(at) if game.has_button else None, ask_runs=ask_runs, ask_shows=ask_shows,
    )


def to_data(what: Hand | PokerTable) -> dict[str, Any]:
    """A hand, or a table between two hands, as plain data that JSON can carry; nothing of it is hidden."""
    from pitboss.cardroom.hand import Hand
    from pitboss.cardroom.plain import plain_hand

    if isinstance(what, Hand):
        return {"game": what.game.id, "options": dict(what.game.given), "hand": plain_hand(what)}
    return {"game": what.game.id, "options": dict(what.game.given), "table": what.plain()}


def from_data(data: Mapping[str, Any]) -> Hand | PokerTable:
    """The hand or table that `to_data` wrote.

    >>> hand = deal(new_game("mel/holdem"), [20000] * 3)
    >>> from_data(to_data(hand)).stacks == hand.stacks
    True
    """
    from pitboss.cardroom.plain import hand_from_plain
    from pitboss.cardroom.table import PokerTable

    if not isinstance(data, Mapping) or not {"game", "options"} <= set(data) or not {"hand", "table"} & set(data):
        raise ValueError("this is no hand and no table; from_data takes what to_data wrote")
    game = new_game(data["game"], data["options"])
    return hand_from_plain(game, data["hand"]) if "hand" in data else PokerTable.from_plain(game, data["table"])


def read_phh(text: str) -> list[Hand]:
    """The hands of a PHH file, each played to its end by the rules; `BadPhh` says what is wrong with one."""
    from pitboss.cardroom.phh import loads
    from pitboss.cardroom.phh_play import play

    return [play(record).hand for record in loads(text)]


def write_phh(hand: Hand, players: Sequence[str] = ()) -> str:
    """A hand as a PHH file, for the games that the format knows."""
    from pitboss.cardroom.phh_write import dumps

    return dumps(hand, players)
