"""Random legal rounds in every game: money is conserved, no stake is negative, the journal replays
byte for byte, and no seat's view depends on what it may not see."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.decisions import check_said

from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game, games
from pitboss.table.acts import Answer, Cards
from pitboss.table.driver import Replay, play_round, restore
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.journal import Record, write_record
from pitboss.table.requests import Asked
from pitboss.table.table import Table
from pitboss.table.views import view_bytes

SEATS = {1: "Ann", 2: "Ben", 4: "Cat"}
PLAYED = settings(max_examples=40, deadline=None)


class Watching:
    """Asserts the invariants at every request."""

    def __init__(self, inner: VirtualDealer) -> None:
        self.inner = inner
        self.opening: int | None = None

    def answer(self, t: Table, request: Asked) -> Answer:
        total = sum(t.net.values()) + t.house + t.commission + t.layout
        if self.opening is None:
            self.opening = total
        assert total == self.opening, "money was made or lost"
        check_said(t.game, request)
        assert all(wager.amount > 0 for wager in t.all_wagers())
        assert t.layout == sum(wager.amount for wager in t.all_wagers())
        return self.inner.answer(t, request)


def rounds(id: str, seed: int, count: int = 3) -> tuple[Table, list[Record]]:
    source = SeededSource(seed)
    t = Table(game(id))
    dealer = VirtualDealer(source, RandomPlayers(source, SEATS))
    return t, [play_round(t, Watching(dealer)) for _ in range(count)]


def written(records: Sequence[Record]) -> bytes:
    file = io.BytesIO()
    for record in records:
        write_record(file, record)
    return file.getvalue()


@pytest.mark.parametrize("id", games(), ids=str)
@PLAYED
@given(seed=st.integers(0, 2**32))
def test_random_rounds_conserve_money(id: str, seed: int) -> None:
    t, records = rounds(id, seed)
    assert t.layout == sum(wager.amount for wager in t.all_wagers())
    for record in records:
        assert all(line.stake > 0 and line.pays >= 0 for line in record.lines)


@pytest.mark.parametrize("id", games(), ids=str)
@PLAYED
@given(seed=st.integers(0, 2**32))
def test_the_journal_replays_byte_for_byte(id: str, seed: int) -> None:
    _, records = rounds(id, seed)
    again = []
    for record in records:
        t = Table(game(id), dict(record.state))
        restore(t, record.standing)
        again.append(play_round(t, Replay(record.answers)))
    assert written(again) == written(records)


class Peeking:
    """Keeps every seat's view at every request."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.inner = Replay(answers)
        self.views: list[dict[int, bytes]] = []
        self.owners: list[dict[str, int]] = []
        self.shown: list[dict[str, bool]] = []

    def answer(self, t: Table, request: Asked) -> Answer:
        self.views.append({seat: view_bytes(t, seat) for seat in (0, *SEATS)})
        self.owners.append({name: hand.seat for name, hand in t.hands.items()})
        self.shown.append({name: all(hand.face_up) for name, hand in t.hands.items()})
        return self.inner.answer(t, request)


def hidden_deals(id: str, record: Record) -> list[tuple[int, str]]:
    """Answers that brought cards face down, and the hand they went to."""
    found: list[tuple[int, str]] = []

    class Noting:
        def __init__(self) -> None:
            self.inner = Replay(record.answers)
            self.n = -1

        def answer(self, t: Table, request: Asked) -> Answer:
            self.n += 1
            given = self.inner.answer(t, request)
            if type(given) is Cards and given.cards and getattr(request, "face_up", True) is False:
                found.append((self.n, getattr(request, "to", "discard")))
            return given

    t = Table(game(id), dict(record.state))
    restore(t, record.standing)
    play_round(t, Noting())
    return found


def replayed(id: str, record: Record, answers: Sequence[Answer]) -> Peeking:
    t = Table(game(id), dict(record.state))
    restore(t, record.standing)
    peeking = Peeking(answers)
    with contextlib.suppress(EOFError):
        play_round(t, peeking)
    return peeking


@pytest.mark.parametrize("id", games(), ids=str)
@PLAYED
@given(seed=st.integers(0, 2**32), pick=st.integers(0, 10**6))
def test_views_do_not_depend_on_hidden_cards(id: str, seed: int, pick: int) -> None:
    record = rounds(id, seed, 1)[1][0]
    hidden = hidden_deals(id, record)
    if not hidden:
        return
    number, hand = hidden[pick % len(hidden)]
    used = {card for answer in record.answers if type(answer) is Cards for card in answer.cards}
    spare = [card for card in deck() if card not in used]
    old = record.answers[number]
    assert type(old) is Cards
    changed: list[Answer] = list(record.answers)
    changed[number] = Cards((spare[pick % len(spare)], *old.cards[1:]))
    before, after = replayed(id, record, record.answers), replayed(id, record, changed)
    for step, (one, other) in enumerate(zip(before.views, after.views, strict=False)):
        if before.shown[step].get(hand):
            break
        owner = before.owners[step].get(hand, 0)
        for seat in (0, *SEATS):
            if seat != owner or seat == 0:
                assert one[seat] == other[seat], f"seat {seat} saw {hand} at request {step}"
