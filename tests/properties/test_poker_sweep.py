"""Every report in every game between players, at every moment of a hand: a ruling, a referral or a refusal, with chips
and cards where they belong, and the same again when it is played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from random import Random

import pytest
from support.random_hands import do, random_act

from pitboss import cardroom
from pitboss.cardroom.dead_hands import acted_in_round
from pitboss.cardroom.game import PUSH, SET, SHOW
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.equipment.cards import Card
from pitboss.law import Ruled
from pitboss.table.facts import Referred
from pitboss.table.reports import Fact, Report

STACKS = (20_000, 9_000, 20_000)
# So many reports of a kind are made at one moment, taken evenly from all there are.
MOST = 6


def new_hand(id: str) -> Hand:
    game = cardroom.new_game(id)
    source = cardroom.SeededSource(f"every report in {id}")
    hand = cardroom.deal(game, STACKS, source=source, ask_runs=True, ask_shows=True)
    assert isinstance(hand, Hand), hand
    return hand


def to_the_end(h: Hand, rng: Random) -> Iterator[Hand]:
    """A hand that nobody raises much or gives up early, act by act."""
    while not h.over and h.stage != PUSH:
        if h.stage == SHOW:
            assert h.do(cardroom.acts.Show()) is None
            yield h
            continue
        legal = h.legal()
        assert legal is not None
        if legal.stage == "bet" and (legal.check or legal.call) and rng.random() < 0.8:
            refused = h.check() if legal.check else h.call()
        else:
            refused = do(h, random_act(h, rng))
        assert refused is None, refused
        yield h


def moments(id: str) -> list[Hand]:
    """A hand at all its different moments: each street, before and after one and two have acted."""
    h = new_hand(id)
    found: dict[tuple[int, str, int], Hand] = {}
    for now in chain((h,), to_the_end(h, Random(3))):
        if not now.over:
            found.setdefault((now.street, now.stage, min(2, len(acted_in_round(now)))), now.copy())
    return list(found.values())


def told(h: Hand, report: Report) -> list[dict[str, str]]:
    """Reports of a kind, with every value of every fact among them."""
    facts = list(report.facts.values())
    every = [{fact.name: value for fact, value in zip(facts, values, strict=True) if value is not None}
             for values in product(*([None, *values_of(h, fact)] for fact in facts))]
    if len(every) > MOST:
        every = [every[n * (len(every) - 1) // (MOST - 1)] for n in range(MOST)]
    return [*every, {"nonsense": "yes"}]


def values_of(h: Hand, fact: Fact) -> tuple[str, ...]:
    match fact.sort:
        case "box":
            return str(h.seats[0]), str(h.seats[-1]), "9"
        case "card":
            return (*h.deck[-1:], *(card for hole in h.hole[:1] for card in hole[:1]))
        case "cards":
            return (",".join(h.deck[-2:]),) if len(h.deck) > 1 else ()
    return fact.examples(h.game)


def chips(h: Hand) -> int:
    return sum(h.stacks) + h.fees + sum(won.taken for won in h.won) + (0 if h.over else h.pot())


def cards(h: Hand) -> list[Card]:
    """Every card of a hand, wherever it lies."""
    held = [card for i, hole in enumerate(h.hole) if h.live >> i & 1 for card in hole]
    aside = h.repairs.aside if h.repairs is not None else ()
    boards = [card for board in h.boards for card in board]
    return sorted([*h.deck, *h.burnt, *h.muck, *h.kitty, *held, *aside, *boards])


def played_again(id: str, h: Hand) -> Hand:
    again = new_hand(id)
    for place, act in h.acts:
        assert again.do(act, place) is None
    return again


@pytest.mark.parametrize("id", list(cardroom.games()))
def test_every_report_at_every_request_ends_in_a_ruling_or_a_referral(id: str) -> None:
    rulings = 0
    for h in moments(id):
        before = plain_hand(h)
        assert isinstance(h.report("never-heard-of-it"), Referred) and plain_hand(h) == before
        for kind, report in h.game.reports.items():
            for facts in told(h, report):
                after = h.copy()
                outcome = after.report(kind, facts)
                assert plain_hand(h) == before, f"{kind} {facts}: a preview has changed the hand"
                if not isinstance(outcome, Ruled):
                    assert plain_hand(after) == before, f"{kind} {facts}: {outcome}"
                    continue
                rulings += 1
                assert chips(after) == sum(STACKS), f"{kind} {facts}"
                assert after.void is None or (after.over and sorted(after.stacks) == sorted(STACKS))
                assert after.void is not None or cards(after) == cards(h), f"{kind} {facts}"
                assert plain_hand(played_again(id, after)) == plain_hand(after), f"{kind} {facts}"
                if after.stage != SET:
                    for _ in to_the_end(after, Random(rulings)):
                        pass
                assert after.stage in (PUSH, SET) or chips(after) == sum(STACKS), f"{kind} {facts}"
    assert rulings > 20
