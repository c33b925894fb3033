"""What hands of blackjack count, and what may be done with them, as the game was asked once: the same for every pay
line, so that it is kept on disk for as long as the game's provisions stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np

from pitboss.equipment.cards import Card
from pitboss.odds.analysis import Analysis
from pitboss.odds.blackjack_rules import HandProvisions
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


@contextmanager
def asking(analysis: Analysis[Any]) -> Iterator[AskedHands]:
    """The provisions of the game that is analysed; what is asked for the first time is kept from then on."""
    game, cache = analysis.game, analysis.work.cache
    name = key("provisions", game.id, sorted(game.options.items()), analysis.changed_rules, program())
    held = cache.load(name)
    known = HandAnswers() if held is None else msgspec.msgpack.decode(held["answers"].tobytes(), type=HandAnswers)
    asked = AskedHands(game, known)
    yield asked
    if asked.news:
        cache.save(name, {"answers": np.frombuffer(msgspec.msgpack.encode(known), np.uint8)})
