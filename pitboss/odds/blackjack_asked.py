"""What hands of blackjack count, and what may be done with them, as the game was asked once: the same for every pay
line, so that it is kept on disk for as long as the game's provisions stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.equipment.cards import Card
from pitboss.odds.analysis import Analysis
from pitboss.odds.blackjack_rules import HandFacts, HandProvisions, Held
from pitboss.odds.cache import key
from pitboss.odds.figures import program
from pitboss.rulebooks.qld.s02_blackjack_general import Count


class HandAnswers(msgspec.Struct):
    """What was asked, by the cards: what they count, and whether the dealer draws or the player may double."""

    counts: dict[str, Count] = {}
    draws: dict[str, bool] = {}
    doubles: dict[str, bool] = {}


class AskedHands:
    """A game's provisions, each asked once."""

    def __init__(self, game: HandProvisions, known: HandAnswers) -> None:
        self.game, self.known, self.news = game, known, False

    def count(self, cards: Sequence[Card], *, doubled: bool = False, split: bool = False) -> Count:
        asked = f"{'+' * doubled}{'/' * split}{''.join(cards)}"
        if asked not in self.known.counts:
            self.known.counts[asked] = self.game.count(cards, doubled=doubled, split=split)
            self.news = True
        return self.known.counts[asked]

    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        asked = "".join(cards)
        if asked not in self.known.draws:
            self.known.draws[asked] = self.game.dealer_draws(cards)
            self.news = True
        return self.known.draws[asked]

    def may_double(self, cards: Sequence[Card]) -> bool:
        asked = "".join(cards)
        if asked not in self.known.doubles:
            self.known.doubles[asked] = self.game.may_double(cards)
            self.news = True
        return self.known.doubles[asked]


class FactWords(msgspec.Struct):
    """What of the facts about hands is no array; fractions are in words."""

    held: list[Held]
    distinct: list[Count]
    beyond: list[Count]
    by_suits: list[tuple[Held, list[tuple[Count, str]]]]


def kept_facts(analysis: Analysis[Any], ask: Callable[[], HandFacts]) -> HandFacts:
    """What the game that is analysed says of hands: as it was asked before, or now, which is kept from then on."""
    cache, name = analysis.work.cache, _name("facts", analysis)
    known = cache.load(name)
    if known is None:
        facts = ask()
        arrays = {field: array for field, array in facts._asdict().items() if isinstance(array, np.ndarray)}
        by_suits = [(ranks, [(count, str(share)) for count, share in shares.items()])
                    for ranks, shares in facts.by_suits.items()]
        words = msgspec.msgpack.encode(FactWords(facts.held, facts.distinct, facts.beyond, by_suits))
        cache.save(name, {**arrays, "words": np.frombuffer(words, np.uint8)})
        return facts
    words_of = msgspec.msgpack.decode(known.pop("words").tobytes(), type=FactWords)
    suits = {ranks: {count: Fraction(share) for count, share in shares} for ranks, shares in words_of.by_suits}
    return HandFacts(held=words_of.held, distinct=words_of.distinct, beyond=words_of.beyond, by_suits=suits, **known)


def _name(what: str, analysis: Analysis[Any]) -> str:
    """Of all that a game's provisions on hands hang on: no pay line."""
    game = analysis.game
    return key(what, game.id, sorted(game.options.items()), analysis.changed_rules, program())


@contextmanager
def asking(analysis: Analysis[Any]) -> Iterator[AskedHands]:
    """The provisions of the game that is analysed; what is asked for the first time is kept from then on."""
    game, cache, name = analysis.game, analysis.work.cache, _name("provisions", analysis)
    held = cache.load(name)
    known = HandAnswers() if held is None else msgspec.msgpack.decode(held["answers"].tobytes(), type=HandAnswers)
    asked = AskedHands(game, known)
    yield asked
    if asked.news:
        cache.save(name, {"answers": np.frombuffer(msgspec.msgpack.encode(known), np.uint8)})
