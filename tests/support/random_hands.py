"""Random hands of every card-room game, and random acts for them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from pitboss import cardroom
from pitboss.cardroom.game import BET, DISCARD, DRAW, OVER, RUNS, SET, PokerGame
from pitboss.cardroom.hand import Hand, Legal
from pitboss.law import Refused

# An act: the name of a method of a hand, and what it is given.
Act = tuple[Any, ...]

MANILA, CHINESE = "qld/manila-poker", "mel/chinese-poker"
# What a hand is, but for what it is played by, and for what it keeps so as not to work it out again, which no copy has.
COMPARED = tuple(name for name in Hand.__slots__ if name not in ("game", "given", "offer"))
COMMISSIONS = ("nil", "nil", "2.5%", "10%", "3/hand", "1/person")


def cases() -> list[tuple[str, str]]:
    """Every game under every structure it knows."""
    found = []
    for id, game in cardroom.games().items():
        structures = next((choice.values for choice in game.choices if choice.name == "structure"), ("",))
        found += [(id, structure) for structure in structures]
    return found


def random_game(id: str, structure: str, rng: Random) -> PokerGame:
    """A game with random stakes, chips, deck and commission."""
    made = cardroom.games()[id]
    known = {choice.name for choice in made.choices}
    chip = rng.choice((25, 100, 100, 500))
    small = chip * rng.choice((1, 2, 4))
    first = chip * rng.randint(1, small // chip)
    dollars = "{:.2f}".format
    options = {
        "structure": structure, "chip": dollars(chip / 100), "deck": str(rng.choice(list(made.decks))),
        "blinds": f"{dollars(first / 100)}/{dollars(small / 100)}", "ante": dollars(rng.choice((0, first)) / 100),
        "bet": dollars(small / 100), "big-bet": dollars(small / 50), "bring-in": dollars(first / 100),
        "unit": dollars(small / 100), "commission": rng.choice(COMMISSIONS), "cap": rng.choice(("none", "7")),
    }
    if structure == "spread":
        options["bet"] = f"{dollars(small / 100)}-{dollars(small / 20)}"
    if id == MANILA:
        options |= {"blinds": "5", "chip": "1", "commission": "nil", "cap": "none"}
    elif id.startswith("qld"):
        options |= {"chip": "1", "blinds": "1/2", "bet": "2", "big-bet": "4", "commission": "nil", "cap": "none"}
    elif id == CHINESE:
        options["commission"] = rng.choice(("nil", "1/person"))
    if options["commission"] in ("nil", "1/person", "3/hand"):
        options["cap"] = "none"
    return made({name: value for name, value in options.items() if name in known and value})


def random_hand(id: str, structure: str, rng: Random) -> tuple[Hand, int]:
    """A hand with as many players as there may be, or fewer, and stacks short and long; and all chips there are."""
    game = random_game(id, structure, rng)
    most = min(game.decks[game.deck_size], game.most_active)
    count = rng.choice((2, 3, most, rng.randint(2, most)))
    stacks = [game.chip * rng.choice((rng.randint(1, 12), rng.randint(10, 400))) for _ in range(count)]
    source = cardroom.SeededSource(str(rng.random()))
    hand = cardroom.deal(game, stacks, source=source, button=rng.randint(1, count), ask_runs=rng.random() < 0.5)
    assert isinstance(hand, Hand), hand
    return hand, sum(stacks)


def do(h: Hand, act: Act) -> Refused | None:
    """Carry out an act."""
    name, *given = act
    refused: Refused | None = getattr(h, name)(*given)
    return refused


def random_act(h: Hand, rng: Random) -> Act:
    """One of the acts that are offered."""
    legal = h.legal()
    assert legal is not None
    hand = list(h.hole[legal.place])
    if legal.stage == BET:
        return _bet(h, legal, rng)
    if legal.stage == DRAW:
        return ("discard", rng.sample(hand, rng.choice((0, 1, 2, len(hand)))))
    if legal.stage == DISCARD:
        return ("discard", [rng.choice(hand)])
    if legal.stage == RUNS:
        return ("run", 1 if h.game.refuse_runs(h, 2) else rng.choice((1, 2, 2, 2)))
    assert legal.stage == SET
    rng.shuffle(hand)
    return ("set_hands", hand[:3], hand[3:8], hand[8:])


def _bet(h: Hand, legal: Legal, rng: Random) -> Act:
    offered: list[Act] = [
        act
        for act, open in (
            (("check",), legal.check), (("call",), legal.call > 0), (("decline",), legal.decline),
            (("take_kitty",), legal.kitty),
        )
        if open
    ] * 2
    if legal.fold and rng.random() < 0.4:
        offered.append(("fold",))
    if legal.raise_from:
        offered += [("wager", rng.choice(sorted(sizes(h, legal, rng)))), ("wager", legal.raise_to)]
    return rng.choice(offered or [("fold",)])


def sizes(h: Hand, legal: Legal, rng: Random) -> set[int]:
    """Some sizes that a bet may have: the ends of what is offered, and one between them."""
    if legal.sizes:
        return set(legal.sizes)
    had, chip = h.bets[legal.place], h.game.chip
    between = rng.randint(legal.raise_from, legal.raise_to)
    between -= (between - had) % chip
    ends = {legal.raise_from, legal.raise_to}
    return ends | ({between} if between > legal.raise_from else set())


def played(h: Hand, rng: Random, most: int = 400) -> Iterator[Act]:
    """Play to the end, telling each act before it is done."""
    for _ in range(most):
        if h.stage == OVER:
            return
        act = random_act(h, rng)
        yield act
        refused = do(h, act)
        assert refused is None, f"{act}: {refused}"
    raise AssertionError(f"no end after {most} acts")


def snapshot(h: Hand) -> dict[str, Any]:
    """Everything a hand is, to be compared."""
    return as_it_is(h.copy())


def as_it_is(h: Hand) -> dict[str, Any]:
    """The same to be compared at once: what is done to the hand later shows in it."""
    return {name: getattr(h, name) for name in COMPARED}
