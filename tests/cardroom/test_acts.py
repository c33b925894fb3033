"""Acts as values: one door, one vocabulary, and a hand that its deck and its acts make again."""

from __future__ import annotations

import inspect
from typing import Any, get_args

import msgspec
import pytest
from support.poker_hands import do

from pitboss import cardroom
from pitboss.cardroom import acts
from pitboss.cardroom.bots import Bot
from pitboss.cardroom.game import DRAW
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.offers import legal_acts
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.script_acts import FORMS, read_act
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource, nonce, shuffled
from pitboss.floor.poker_acts import act_of, written
from pitboss.law import Refused
from pitboss.rulebooks import card_games

GAMES = sorted(card_games())


def dealt(id: str, seed: str = "acts") -> Hand:
    game, source = cardroom.new_game(id), SeededSource(seed)
    cards, spare = shuffled(deck(game.deck_size), source), nonce(source)
    runs, shows = True, game.asks_to_show or game.may_muck
    return Hand(game, (1, 2, 3), (20000, 9000, 20000), cards, spare=spare, button=2, ask_runs=runs, ask_shows=shows)


@pytest.mark.parametrize("id", GAMES)
def test_the_deck_and_the_acts_are_the_hand(id: str) -> None:
    """What was done is kept; done again with the same deck it comes to the same, event for event."""
    for seed in ("a", "b", "c"):
        h, bot = dealt(id, seed), Bot(SeededSource(seed))
        while not h.over:
            bot.act(h)
        again = dealt(id, seed)
        for place, act in h.acts:
            assert again.do(act, place) is None
        assert (again.log, again.stacks, again.won, again.acts) == (h.log, h.stacks, h.won, h.acts)
        assert hand_from_plain(h.game, plain_hand(h)).acts == h.acts


@pytest.mark.parametrize("id", GAMES)
def test_every_legal_act_is_done_and_nothing_else_is_written_differently(id: str) -> None:
    """Each act on offer, at its least and at its most, is taken; and what the floor writes of it is read again."""
    h, bot = dealt(id), Bot(SeededSource(id))
    while not h.over:
        for one in legal_acts(h):
            tried = [one.act]
            if isinstance(one.act, acts.WagerTo):
                tried = [acts.WagerTo(to) for to in (*one.sizes, one.least or 0, one.most or 0)]
            if isinstance(one.act, acts.RunBoard):
                tried = [acts.RunBoard(times) for times in one.sizes]
            for act in tried:
                assert act_of(h, written(act)) == act
                if not isinstance(act, acts.SetHands) and (act != acts.Discard() or h.stage == DRAW):
                    assert h.copy().do(act) is None, act
        bot.act(h)
    assert legal_acts(h) == []


def test_gestures_and_acts_out_of_turn_are_acts_too() -> None:
    h = do(dealt("mel/holdem"), "puts 5 chips=1")
    assert h.do(acts.CHECK, 1) is None and h.do(acts.UNDO, 1) is None and h.do(acts.CHECK, 1) is None
    do(h, "call")
    assert h.street == 1, "the check came too early, and stands"
    again = dealt("mel/holdem")
    for place, act in h.acts:
        assert again.do(act, place) is None
    assert again.log == h.log
    assert [acts.word(act) for _, act in h.acts] == ["puts", "check", "undo", "check", "call"]


def test_one_who_has_nothing_to_do_does_not_act_early() -> None:
    h = do(dealt("mel/holdem"), "call", "call")
    assert h.turn == 1
    for place, act in ((2, acts.CHECK), (0, acts.CHECK), (2, acts.Discard())):
        before = plain_hand(h)
        assert isinstance(h.do(act, place), Refused) and plain_hand(h) == before


def test_what_is_refused_is_not_among_the_acts() -> None:
    h = dealt("mel/holdem")
    for act in (acts.CHECK, acts.WagerTo(300), acts.Discard(), acts.Show(), acts.RunBoard(2), acts.UNDO):
        before = plain_hand(h)
        assert isinstance(h.do(act), Refused) and plain_hand(h) == before


@pytest.mark.parametrize("nonsense", ["fold", None, 5, acts.Fold, ("fold",)])
def test_what_is_no_act_is_an_error_of_one_line(nonsense: Any) -> None:
    with pytest.raises(ValueError, match=r"is no act; such as acts\.FOLD"):
        dealt("mel/holdem").do(nonsense)


def test_every_form_of_a_transcript_is_one_act() -> None:
    h = dealt("mel/holdem")
    written = [form.replace("...", "2c 3c 4c", 1).replace("...", "5c") for form in FORMS]
    kinds = {type(read_act(h, h.turn, form)) for form in written}
    never = {acts.Muck, acts.Undo, acts.TimeOut, acts.Reported, acts.Turned, acts.Push}
    assert kinds == set(get_args(acts.AnyAct)) - never


def test_acts_are_plain_data() -> None:
    kinds: list[type[acts.Act]] = list(get_args(acts.AnyAct))
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds) > 15
    assert all(inspect.getdoc(kind) for kind in kinds)
    for act in (acts.FOLD, acts.WagerTo(600), acts.Discard(("As", "Kd")), acts.SetHands((("As",), ("Kd",))),
                acts.PutChips(2500, 1, "raise"), acts.Muck(waits=True)):
        assert msgspec.json.decode(msgspec.json.encode(act), type=acts.AnyAct) == act
    assert msgspec.to_builtins(acts.WagerTo(600)) == {"act": "raise", "to": 600}
