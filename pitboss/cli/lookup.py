"""Finding what the user named: a game, its options, a clause."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING, NoReturn

from pitboss.cli.errors import Mistake
from pitboss.rulebooks import book_of, card_games, games, plays_the_house
from pitboss.table.game import Game

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame
    from pitboss.table.definition import Definition

# So much alike are only a name and its slip of the finger.
_SLIP = 0.9


def find_game(id: str) -> type[Game]:
    """The game against the house of this id, or a mistake that names the likeliest ones."""
    make = games().get(id)
    if make is None and id in card_games():
        raise Mistake(f"{id} is played between players, which this command is not for; "
                      "'pitboss play', 'rules' and 'settle' take it")
    return make or _unknown(id)


def find_any_game(id: str) -> type[Game] | type[PokerGame]:
    """The game of this id, against the house or between players."""
    # The games of the house take as long to load as the card room, so a book that has none is not asked.
    make: type[Game] | type[PokerGame] | None = games().get(id) if plays_the_house(book_of(id)) else None
    return make or card_games().get(id) or _unknown(id)


def _unknown(id: str) -> NoReturn:
    close = close_games(id)
    legal = f"did you mean {' or '.join(close)}?" if close else "'pitboss games' lists them"
    raise Mistake(f"no game {id!r}; {legal}")


def close_games(id: str) -> list[str]:
    """Ids that a slip of the finger or a missing rulebook would turn into this one."""
    wanted = id.lower().replace(" ", "-").replace("_", "-")
    known_ids = [*games(), *card_games()]
    by_name: dict[str, list[str]] = {}
    for known in known_ids:
        by_name.setdefault(known.partition("/")[2], []).append(known)
    if wanted in by_name:
        return by_name[wanted]
    close = get_close_matches(wanted, known_ids, 3, 0.6)
    if close and SequenceMatcher(None, close[0], wanted).ratio() > _SLIP:
        return [known for known in close if SequenceMatcher(None, known, wanted).ratio() > _SLIP]
    for name in get_close_matches(wanted, by_name, 3, 0.6):
        close += [known for known in by_name[name] if known not in close]
    return close[:3] or [known for known in known_ids if wanted and wanted in known][:3]


def read_options(make: type[Definition], pairs: Iterable[str]) -> dict[str, str]:
    """`name=value` as it was typed; whether the game takes it is the game's to say."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            known = ", ".join(f"{choice.name}={choice.default}" for choice in make.choices)
            raise Mistake(f"--option {pair!r} is not name=value; {make.id} takes {known}")
        options[name.strip()] = value.strip()
    return options
