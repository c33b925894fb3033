"""Finding what the user named: a game, its options, a clause."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from pitboss.cli.errors import Mistake
from pitboss.rulebooks import games
from pitboss.table.game import Game


def find_game(id: str) -> type[Game]:
    """The game of this id, or a mistake that names the likeliest ones."""
    found = games().get(id)
    if found is None:
        close = close_games(id)
        legal = f"did you mean {' or '.join(close)}?" if close else "'pitboss games' lists them"
        raise Mistake(f"no game {id!r}; {legal}")
    return found


def close_games(id: str) -> list[str]:
    """Ids that a slip of the finger or a missing rulebook would turn into this one."""
    wanted = id.lower().replace(" ", "-").replace("_", "-")
    by_name: dict[str, list[str]] = {}
    for known in games():
        by_name.setdefault(known.partition("/")[2], []).append(known)
    if wanted in by_name:
        return by_name[wanted]
    close = get_close_matches(wanted, games(), 3, 0.6)
    for name in get_close_matches(wanted, by_name, 3, 0.6):
        close += [known for known in by_name[name] if known not in close]
    return close[:3] or [known for known in games() if wanted and wanted in known][:3]


def read_options(make: type[Game], pairs: Iterable[str]) -> dict[str, str]:
    """`name=value` as it was typed; whether the game takes it is the game's to say."""
    given: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            known = ", ".join(f"{choice.name}={choice.default}" for choice in make.choices)
            raise Mistake(f"--option {pair!r} is not name=value; {make.id} takes {known}")
        given[name.strip()] = value.strip()
    return given
