"""What holds for every hand of every card-room game: chips, legality, replays, copies, stored hands and views."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf, nan
from random import Random
from typing import Any

import pytest
from msgspec.json import decode, encode
from support.random_hands import MANILA, Act, as_it_is, cases, do, played, random_act, random_hand, snapshot

from pitboss import cardroom
from pitboss.cardroom.game import BET, DISCARD, DRAW, OVER, RUNS, SET
from pitboss.cardroom.hand import Hand, Legal
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.law import Refused

CASES = cases()
HANDS = 4
# A card, or another word of two letters, in JSON.
QUOTED = re.compile(r'(?<=")(\w\w)(?=")')


def hands(id: str, structure: str, what: str, count: int = HANDS) -> Iterator[tuple[Hand, int, Random]]:
    for number in range(count):
        rng = Random(f"{what} {id} {structure} {number}")
        yield *random_hand(id, structure, rng), rng


def each_game(test: Any) -> Any:
    return pytest.mark.parametrize(("id", "structure"), CASES, ids=[" ".join(case).strip() for case in CASES])(test)


# -- chips ---------------------------------------------------------------------------------------------------


@each_game
def test_chips_are_kept(id: str, structure: str) -> None:
    for h, chips, rng in hands(id, structure, "chips", 8):
        for _ in played(h, rng):
            assert sum(h.stacks) + h.pot() + h.fees == chips
            assert min(h.stacks) >= 0 and min(h.bets) >= 0 and min(h.put) >= 0
        assert sum(h.stacks) + h.fees + sum(won.taken for won in h.won) == chips
        assert min(h.stacks) >= 0


@each_game
def test_every_card_is_somewhere_once(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "cards"):
        whole = sorted(deck(h.game.deck_size))
        for _ in played(h, rng):
            assert everywhere(h) == whole
        assert everywhere(h) == whole


def everywhere(h: Hand) -> list[Card]:
    """Folded hands lie in the muck."""
    held = [card for i in h.places(h.live) for card in h.hole[i]]
    # Boards of several runs begin with the same cards.
    boards = {card for board in h.boards for card in board}
    return sorted([*h.deck, *h.burnt, *h.muck, *h.kitty, *held, *boards])


# -- what is legal -------------------------------------------------------------------------------------------


def offered(h: Hand, legal: Legal, act: Act) -> bool:
    """Does `legal()` offer an act?"""
    name, *given = act
    here, everything = legal.stage, h.bets[legal.place] + h.stacks[legal.place]
    if name == "discard" and here in (DRAW, DISCARD):
        cards = given[0]
        own = all(cards.count(card) <= h.hole[legal.place].count(card) for card in cards)
        return own and (here == DRAW or len(cards) == 1)
    if here != BET:
        return False
    if name == "wager":
        return wager_offered(h, legal, given[0], everything)
    if name == "all_in":
        return everything <= h.price if everything <= h.price else wager_offered(h, legal, everything, everything)
    flags = {
        "fold": legal.fold, "check": legal.check, "call": legal.call > 0, "decline": legal.decline,
        "take_kitty": legal.kitty,
    }
    return flags.get(name, False)


def wager_offered(h: Hand, legal: Legal, to: object, everything: int) -> bool:
    if type(to) is not int or not legal.raise_from:
        return False
    if legal.sizes:
        return to in legal.sizes
    if to in (legal.raise_from, legal.raise_to):
        return True
    whole = to == everything or (to - h.bets[legal.place]) % h.game.chip == 0
    return whole and legal.raise_from <= to <= legal.raise_to


def attempts(h: Hand, legal: Legal, rng: Random) -> list[Act]:
    """Acts legal and not: at the limits, a chip and a cent to either side of them, and nonsense."""
    chip, hand = h.game.chip, h.hole[legal.place]
    ends = {legal.raise_from, legal.raise_to, h.price, h.bets[legal.place] + h.stacks[legal.place], *legal.sizes}
    amounts = {end + by for end in ends for by in (-chip, -1, 0, 1, chip)} | {0, -1, 10**30}
    amounts.add(rng.randint(0, max(ends) + 2 * chip))
    others = [card for i in range(len(h.seats)) if i != legal.place for card in h.hole[i]]
    tried: list[Act] = [(name,) for name in ("fold", "check", "call", "decline", "take_kitty", "all_in")]
    tried += [("wager", to) for to in sorted(amounts)]
    tried += [("wager", to) for to in (nan, inf, 2.0, "2", None, True)]
    tried += [("discard", list(cards)) for cards in ((), hand[:1], hand[:2], hand, hand[:1] * 2, others[:1], ("??",))]
    if h.stage != RUNS:
        tried += [("run", 1), ("run", 2)]
    if h.stage != SET:
        tried.append(("set_hands", hand[:3], hand[3:8], hand[8:]))
    return tried


@each_game
def test_what_is_offered_is_accepted_and_nothing_else(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "legal", 4):
        for _ in played(h, rng):
            legal, before = h.legal(), snapshot(h)
            assert legal is not None and legal == h.copy().legal() == h.legal()
            assert legal.seat == h.seats[legal.place] and legal.place == h.turn
            tried = h.copy()
            for act in attempts(h, legal, rng):
                refused = do(tried, act)
                assert (refused is None) == offered(h, legal, act), f"{act}: {refused}; {legal}"
                if refused is not None:
                    assert isinstance(refused, Refused) and "\n" not in str(refused) and refused.clause.summary
                    assert as_it_is(tried) == before, f"{act} changed something"
                else:
                    tried = h.copy()
            assert as_it_is(h) == before


@each_game
def test_nothing_is_legal_after_the_end(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "after", 3):
        list(played(h, rng))
        before = snapshot(h)
        assert h.legal() is None
        for act in (("fold",), ("check",), ("call",), ("wager", 200), ("all_in",), ("discard", []), ("run", 2),
                    ("set_hands", [], [], []), ("decline",), ("take_kitty",)):
            assert isinstance(do(h, act), Refused), act
            assert as_it_is(h) == before


# -- replays, copies, stored hands ----------------------------------------------------------------------------


@each_game
def test_the_same_acts_make_the_same_hand(id: str, structure: str) -> None:
    for (h, _, rng), (again, _, _) in zip(
        hands(id, structure, "replay"), hands(id, structure, "replay"), strict=True
    ):
        for act in list(played(h, rng)):
            assert do(again, act) is None
        assert again.log == h.log and as_it_is(again) == as_it_is(h)


@each_game
def test_copies_are_their_own(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "copy"):
        kept: list[tuple[Hand, dict[str, Any], int]] = []
        acts = []
        for act in played(h, rng):
            kept.append((h.copy(), snapshot(h), len(acts)))
            acts.append(act)
        for copied, before, done in kept[:: max(1, len(kept) // 4)]:
            assert as_it_is(copied) == before
            other = copied.copy()
            list(played(other, Random(done)))
            assert as_it_is(copied) == before
            for act in acts[done:]:
                assert do(copied, act) is None
            assert as_it_is(copied) == as_it_is(h)


@each_game
def test_stored_hands_play_on(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "store"):
        stored = []
        acts = []
        for act in played(h, rng):
            stored.append((json.dumps(cardroom.to_data(h)), snapshot(h), len(acts)))
            acts.append(act)
        for text, before, done in stored[:: max(1, len(stored) // 3)]:
            back = cardroom.from_data(json.loads(text))
            assert isinstance(back, Hand)
            assert as_it_is(back) == before and back.game.options == h.game.options
            for act in acts[done:]:
                assert do(back, act) is None
            assert as_it_is(back) == as_it_is(h) and back.log == h.log


# -- views ----------------------------------------------------------------------------------------------------


def seen_by(h: Hand, i: int) -> set[Card]:
    """The cards that a place may know: its own, past and present, open cards, boards, and what is shown at the end."""
    cards = {*h.hole[i], *(card for board in h.boards for card in board), *(card for up in h.up for card in up)}
    cards |= {card for event in h.log if event.open or event.place == i for card in event.cards}
    if h.stage == OVER:
        cards |= {card for j in h.places(h.live) for card in h.hole[j]}
    return cards


def changed(parts: list[str], other: dict[Card, Card]) -> str:
    """JSON with cards changed for others, wherever they are: it comes parted at its words of two letters."""
    new = parts[:]
    new[1::2] = [other.get(word, word) for word in parts[1::2]]
    return "".join(new)


@each_game
def test_views_never_leak(id: str, structure: str) -> None:
    for h, _, rng in hands(id, structure, "views", 4):
        for _ in played(h, rng):
            if rng.random() < 0.4:
                view_of_everyone(h, rng)
        view_of_everyone(h, rng)


def view_of_everyone(h: Hand, rng: Random) -> None:
    """Whatever a seat cannot know may be different, and it sees the same."""
    parts = QUOTED.split(encode(plain_hand(h)).decode())
    for i, seat in enumerate(h.seats):
        hidden = sorted(set(deck(h.game.deck_size)) - seen_by(h, i))
        mixed = rng.sample(hidden, len(hidden))
        other = hand_from_plain(h.game, decode(changed(parts, dict(zip(hidden, mixed, strict=True)))))
        assert encode(cardroom.view(other, seat)) == encode(cardroom.view(h, seat)), (seat, hidden, mixed)


def test_a_view_tells_what_the_seat_knows() -> None:
    h, _ = random_hand("mel/seven-card-stud", "fixed", Random("stud"))
    for i, seat in enumerate(h.seats):
        shown = cardroom.view(h, seat)
        assert shown["players"][i]["cards"] == h.hole[i]
        hidden = [player["cards"].count("??") for j, player in enumerate(shown["players"]) if j != i]
        assert hidden == [2] * (len(h.seats) - 1)


def test_a_random_act_is_one_that_is_offered() -> None:
    """The tests above would prove little if the acts were always the same."""
    names = set()
    for id, structure in CASES:
        for h, _, rng in hands(id, structure, "variety", 40 if id == MANILA else 2):
            while h.stage != OVER:
                act = random_act(h, rng)
                names.add(act[0])
                assert do(h, act) is None
    assert names == {"fold", "check", "call", "wager", "discard", "run", "set_hands", "decline", "take_kitty"}
