"""Every irregularity at every moment of a hand of every game between players, with every fact it declares, ends in a
ruling, a referral or a refusal: never an exception, never a cent made or lost, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss import cardroom
from pitboss.cardroom.bots import Bot
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused, Ruled
from pitboss.rulebooks import card_games
from pitboss.table.facts import Referred, Rejected

STACKS = [20000, 9000, 20000]
KINDS = sorted({kind for game in card_games().values() for kind in game.irregularities()} | {"never-heard-of-it"})


def moments(id: str) -> Iterator[Hand]:
    """A hand after each of its acts."""
    h = cardroom.deal(cardroom.new_game(id), STACKS, source=SeededSource(id), ask_runs=True, ask_shows=True)
    assert isinstance(h, Hand)
    bot = Bot(SeededSource(id))
    while not h.over:
        yield h.copy()
        bot.act(h)


def told(h: Hand, kind: str) -> list[dict[str, str]]:
    """What a kind needs; every fact with its first value, and with each other value in turn."""
    facts = h.game.reports[kind].facts if kind in h.game.reports else {}
    first = {name: fact.examples(h.game)[0] for name, fact in facts.items()}
    needed = {name: first[name] for name, fact in facts.items() if fact.need}
    others = [{**first, name: value} for name, fact in facts.items() for value in fact.examples(h.game)[1:]]
    return [needed, first, *others, {"nonsense": "yes"}]


@pytest.mark.parametrize("id", sorted(card_games()))
def test_sweep(id: str) -> None:
    for h in moments(id):
        for kind in KINDS:
            for facts in told(h, kind):
                sweep(h.copy(), kind, facts)


def sweep(h: Hand, kind: str, facts: dict[str, str]) -> None:
    held, before = sum(h.stacks) + h.pot() + h.fees, plain_hand(h)
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled | Referred | Rejected | Refused)
    if not isinstance(outcome, Ruled):
        assert plain_hand(h) == before
        return
    assert sum(h.stacks) + h.pot() + h.fees == held
    if h.void is not None:
        assert h.over and sorted(h.stacks) == sorted(STACKS) and not h.pot()
    bot = Bot(SeededSource("on"))
    while not h.over:
        bot.act(h)
