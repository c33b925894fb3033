"""Everyday words, and the law's words for them. What has two meanings is not read: money never follows a guess."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

import msgspec

from pitboss.table.acts import Place
from pitboss.table.game import OPENING, Game

# Equal hands: to some schedules a stand-off, to others void; the stake goes back either way.
PUSH = "push"
OUTCOMES: Mapping[str, str] = {
    **{outcome: outcome for outcome in ("win", "lose", "surrender", "stand-off", "void")},
    "wins": "win", "won": "win", "loses": "lose", "lost": "lose", "surrenders": "surrender", "voided": "void",
    "standoff": "stand-off", "stand off": "stand-off", "push": PUSH, "pushes": PUSH,
}
# Words that end a wager's name for some and not for others: "ante wager", "field".
_ENDINGS = (" wager", " bet")


def decision(game: Game, name: str, options: Collection[str]) -> str:
    """The option that a word means, where it can mean one only; else the word itself.

    >>> from pitboss.rulebooks import game
    >>> decision(game("qld/blackjack"), "hits", ("stand", "draw")), decision(game("qld/craps"), "hits", ("bet",))
    ('draw', 'hits')
    """
    if name in options:
        return name
    word, _, rest = name.partition(" ")
    singular = f"{word.removesuffix('s')} {rest}".strip()
    meanings = {game.other_words.get(word, "") for word in (name, singular)} | {singular}
    meanings |= {*_meant(game, name), *_meant(game, singular)}
    meant = meanings.intersection(options)
    return meant.pop() if len(meant) == 1 else name


def _meant(game: Game, word: str) -> Iterable[str]:
    """The decisions of a game that people have this word for; the one that is open is meant."""
    return [decision.name for decision in game.all_decisions.values() if word in (decision.everyday, *decision.also)]


def wager(game: Game, name: str, known: Collection[str] = ()) -> str:
    """The law's name of a wager, where a game has one for the word; else the word itself.

    >>> from pitboss.rulebooks import game
    >>> [wager(game("qld/craps"), name) for name in ("pass line", "place 6", "field", "horn bet", "snake eyes")]
    ['win bet', 'place bet 6', 'field bet', 'horn bet', 'snake eyes']
    """
    names = {*known, *game.wager_names(), *game.sides}
    if name in names or game.normal_name(name) in names:
        return name
    head, _, last = name.rpartition(" ")
    tail = f" {last}" if head else ""
    written = [(name, "")] + [(head, tail)] * (head != "")
    meanings = {
        meant + number
        for words, number in written
        for meant in (game.other_words.get(words, ""), *_meant(game, words), *_everyday(game, words), *_endings(words))
        if meant and (meant + number in names or game.normal_name(meant + number) in names)
    }
    return meanings.pop() if len(meanings) == 1 else name


def _everyday(game: Game, name: str) -> Iterable[str]:
    return [kind.name for kind in game.all_kinds() if kind.everyday == name]


def _endings(name: str) -> Iterable[str]:
    return [name.removesuffix(ending) for ending in _ENDINGS if name.endswith(ending)] + [f"{name} bet"]


def with_names(game: Game, act: Place) -> Place:
    """The same wagers under the law's names; a bare amount is the wager that opens a round, and what must match it."""
    if not game.opening and any(not name for name, _ in act.wagers):
        raise ValueError(f"an amount alone does not say which wager; {game.id} opens with {kinds(game)}")
    if sum(not name for name, _ in act.wagers) > 1:
        raise ValueError(f"two amounts without a name; write '{game.opening} 10', or name the other wager")
    named = tuple((wager(game, name) if name else game.opening, amount) for name, amount in act.wagers)
    if any(not name for name, _ in act.wagers):
        named = game.with_matched(named)
    return act if named == act.wagers else msgspec.structs.replace(act, wagers=named)


def kinds(game: Game) -> str:
    return ", ".join(kind.name for kind in game.kinds if kind.moment == OPENING)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question to end a complaint with, where something known looks like the word.

    >>> nearest("pair pls", ("ante", "pair plus")), nearest("xyz", ("ante",))
    ('; did you mean pair plus?', '')
    """
    close = get_close_matches(word, list(known), 3, 0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""
