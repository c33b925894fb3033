"""Reports in hands of a real deck: whatever is reported at whatever moment, the hand is ruled on, or is as it was; it
can be played to its end, and no chip is lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest
from support.random_hands import random_game

from pitboss import cardroom
from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct, Discard, Push, RunBoard, SetHands, Show, Turned
from pitboss.cardroom.game import BET, CARDS, DISCARD, DRAW, PUSH, RUNS, SHOW
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.cardroom.turning import face_down, wanted
from pitboss.law import Ruled
from pitboss.table.reports import Fact

GAMES = tuple(cardroom.games())


def dealt(id: str, rng: Random) -> Hand:
    structure = next((choice.values[0] for choice in cardroom.games()[id].choices if choice.name == "structure"), "")
    game = random_game(id, structure, rng)
    count = min(4, game.decks[game.deck_size], game.most_active)
    seats = list(range(1, count + 1))
    return Hand(game, seats, [game.chip * 200] * count, (), given=face_down, held=True, ask_runs=True,
                button=count - 1 if game.has_button else None)


def next_act(h: Hand, rng: Random) -> tuple[AnyAct, int | None]:
    """What a dealer could enter now; cards are those that nobody has seen."""
    unseen = [card for card in h.deck if card != HIDDEN]
    rng.shuffle(unseen)
    legal = h.legal()
    match h.stage:
        case s if s == CARDS:
            return Turned(tuple(unseen[: sum(count for _, count in wanted(h))])), None
        case s if s == PUSH:
            return Push(), None
        case s if s == SHOW:
            return Show(tuple(unseen[: h.hole[h.turn].count(HIDDEN)])), h.turn
        case s if s == DRAW:
            return Discard((HIDDEN,) * rng.randint(0, min(2, h.hole[h.turn].count(HIDDEN)))), None
        case s if s == DISCARD:
            return Discard(tuple(h.hole[h.turn][:1])), None
        case s if s == RUNS:
            return RunBoard(1), None
        case s if s == BET:
            assert legal is not None
            if legal.raise_from and rng.random() < 0.2:
                return acts.WagerTo(legal.raise_from), None
            if legal.check or legal.decline or legal.call:
                return (acts.CHECK if legal.check else acts.DECLINE if legal.decline else acts.CALL), None
            return acts.FOLD, None
    known = [card for card in h.hole[h.turn] if card != HIDDEN]
    cards = known + unseen[: h.hole[h.turn].count(HIDDEN)]
    return SetHands((tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))), None


def play_on(h: Hand, rng: Random, steps: int = 400) -> None:
    for _ in range(steps):
        if h.over:
            return
        act, place = next_act(h, rng)
        assert (refused := h.do(act, place)) is None, (refused, h, act)
    raise AssertionError(f"{h} does not end")


def moments(id: str, rng: Random) -> Iterator[Hand]:
    """A hand at every moment of it."""
    h = dealt(id, rng)
    for _ in range(200):
        yield h
        if h.over:
            return
        act, place = next_act(h, rng)
        assert (refused := h.do(act, place)) is None, (refused, h, act)


def values(h: Hand, fact: Fact) -> tuple[str | None, ...]:
    unseen = [card for card in h.deck if card != HIDDEN]
    lying = [card for board in h.boards for card in board if card != HIDDEN]
    match fact.sort:
        case "box":
            return None, str(h.seats[0]), str(h.seats[-1]), "9"
        case "card":
            return None, *unseen[:1], *lying[:1]
        case "cards":
            return None, *([",".join(unseen[:2])] if len(unseen) > 1 else [])
    return None, *fact.examples(h.game)[:3]


def chips(h: Hand) -> int:
    taken = sum(pot.taken for pot in h.won)
    return sum(h.stacks) + h.fees + (taken if h.over else h.pot())


@pytest.mark.parametrize("id", GAMES)
def test_every_report_at_every_moment_of_a_real_hand(id: str) -> None:
    rng = Random(f"real reports {id}")
    ruled = 0
    for number, h in enumerate(moments(id, rng)):
        whole, before = chips(h), plain_hand(h)
        for kind, known in h.game.reports.items():
            combinations = list(islice(product(*(values(h, fact) for fact in known.facts.values())), 400))
            for told in rng.sample(combinations, min(3, len(combinations))):
                facts = {name: value for name, value in zip(known.facts, told, strict=True) if value is not None}
                tried = h.copy()
                outcome = tried.report(kind, facts)
                if not isinstance(outcome, Ruled):
                    assert plain_hand(tried) == before, (kind, facts, outcome)
                    continue
                ruled += 1
                assert chips(tried) == whole, (kind, facts, outcome)
                if (number + ruled) % 4 == 0:
                    play_on(tried, rng)
                    assert chips(tried) == whole, (kind, facts, outcome)
        assert plain_hand(h) == before, "a report on a copy changes nothing"
    assert ruled
