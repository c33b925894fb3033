"""Melbourne poker, chapters 3 to 5: decks, the rank of cards and hands, and how many may play each game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from support.poker_hands import dealt, do, given
from support.poker_tables import clause

from pitboss.cardroom.game import PokerGame
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.rulebooks import card_games
from pitboss.rulebooks.mel.c03_cards import PokerCards
from pitboss.rulebooks.mel.c08_all_games import card_order
from pitboss.rulebooks.mel.c09_draw import DrawAnte
from pitboss.rulebooks.mel.c11_manila import FaroManila, ThreeCardManila, TwoCardManila
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.table.definition import BadOption

# Table 1 of 4.1: the most players by the cards in the deck.
MOST = {
    "draw-blind": {52: 8, 40: 6, 36: 5, 32: 5},
    "draw-ante": {52: 8, 40: 6, 36: 5, 32: 5},
    "draw-kitty": {52: 7, 40: 5, 36: 4, 32: 4},
    "triple-draw-2-7": {52: 6},
    "triple-draw-a-5": {52: 6},
    "lowball-2-7": {52: 8},
    "lowball-a-5": {52: 8},
    "five-card-stud": {52: 10, 40: 8, 36: 7, 32: 6},
    "crown-stud": {52: 10, 40: 8, 36: 7, 32: 6},
    "seven-card-stud": {52: 8, 40: 6, 36: 5, 32: 4},
    "seven-card-stud-hi-lo": {52: 8, 40: 6, 36: 5, 32: 4},
    "razz": {52: 8},
    "holdem": {52: 11, 40: 11, 36: 11, 32: 11, 20: 6},
    "double-flop-holdem": {52: 11},
    "pineapple-holdem": {52: 11},
    "crazy-pineapple-holdem": {52: 11},
    "crazy-pineapple-holdem-hi-lo": {52: 11},
    "holdem-hi-lo": {52: 11},
    "omaha": {52: 10},
    "omaha-hi-lo": {52: 10},
    "two-card-manila": {36: 11, 32: 11},
    "three-card-manila": {36: 9, 32: 7},
    "faro-manila": {52: 8},
    "chinese-poker": {52: 8},
}


def made(name: str, size: int) -> PokerGame:
    game = card_games()[f"mel/{name}"]
    return game({"deck": str(size)} if any(choice.name == "deck" for choice in game.choices) else {})


def test_every_game_of_the_table_is_there() -> None:
    assert {f"mel/{name}" for name in MOST} == {id for id in card_games() if id.startswith("mel/")}


@pytest.mark.parametrize("name", MOST)
def test_how_many_may_play(name: str) -> None:
    line = made(name, next(iter(MOST[name])))
    assert isinstance(line, PokerCards)
    for size, most in MOST[name].items():
        game = made(name, size)
        assert game.refuse_players(2) is None and game.refuse_players(most) is None
        for wrong in (1, most + 1):
            assert clause(game.refuse_players(wrong)) == line.most_players
    if any(choice.name == "deck" for choice in line.choices):
        for size in {52, 40, 36, 32, 20} - set(MOST[name]):
            with pytest.raises(BadOption, match=line.most_players.replace("(", r"\(").replace(")", r"\)")):
                made(name, size)


@pytest.mark.parametrize(("size", "lowest"), [(52, "2"), (40, "5"), (36, "6"), (32, "7"), (20, "T")])
def test_decks(size: int, lowest: str) -> None:
    game = Holdem({"deck": str(size)})
    assert game.deck_size == size
    h = dealt(game, (100, 100))
    every = [*h.deck, *h.hole[0], *h.hole[1]]
    assert sorted(every) == sorted(deck(size)) and len(every) == size
    assert min(every, key=card_order)[0] == lowest


# -- 3.2: hands --------------------------------------------------------------------------------------------

FULL_DECK = (
    "2c 3d 4h 5s 7c", "Ac Qd 5h 4s 2c", "Ac Kd 4h 3s 2c", "2c 2d 5h 4s 3c", "Kc Kd Qh Js Tc", "Kc Kd Ah 3s 2c",
    "3c 3d 2h 2s Ac", "Kc Kd Qh Qs Jc", "Kc Kd Qh Qs Ac", "2c 2d 2h Ks Qc", "2c 2d 2h As 3c", "Ac Ad Ah 3s 2c",
    "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "Tc Jd Qh Ks Ac", "7c 5c 4c 3c 2c", "Ac Kc 4c 3c 2c", "2c 2d 2h 3s 3c",
    "2c 2d 2h As Ac", "3c 3d 3h 2s 2c", "2c 2d 2h 2s Ac", "Kc Kd Kh Ks 3c", "Kc Kd Kh Ks Ac", "Ac 2c 3c 4c 5c",
    "9h Th Jh Qh Kh", "Th Jh Qh Kh Ah",
)


def test_the_order_of_hands_with_52_cards() -> None:
    game = Holdem({})
    values = [game.high(parse_cards(cards)) for cards in FULL_DECK]
    assert values == sorted(values) and len(set(values)) == len(values)
    assert game.high(parse_cards("Th Jh Qh Kh Ah")) == game.high(parse_cards("Ts Js Qs Ks As")), "suits are equal"


@pytest.mark.parametrize(("size", "small"), [(40, "Ac 5d 6h 7s 8c"), (36, "Ac 6d 7h 8s 9c"), (32, "Ac 7d 8h 9s Tc")])
def test_the_order_of_hands_with_fewer_cards(size: int, small: str) -> None:
    game = DrawAnte({"deck": str(size)})
    ascending = (
        "Kc Jd Th 9s 8c", "Ac Ad Kh Qs Jc", "Kc Kd Qh Qs Jc", "9c 9d 9h As Kc", small, "Tc Jd Qh Ks Ac",
        "9c 9d 9h Ts Tc", "Kc Jc Tc 9c 8c", "9c 9d 9h 9s Ac", "9h Th Jh Qh Kh", "Th Jh Qh Kh Ah",
    )
    values = [game.high(parse_cards(cards)) for cards in ascending]
    assert values == sorted(values) and len(set(values)) == len(values)


def test_the_order_of_hands_with_20_cards() -> None:
    game = Holdem({"deck": "20"})
    ascending = (
        "Tc Td Ah Ks Qc", "Ac Ad Qh Js Tc", "Ac Ad Kh Js Tc", "Qc Qd Th Ts Ac", "Qc Qd Jh Js Kc", "Qc Qd Jh Js Ac",
        "Tc Td Th As Kc", "Ac Ad Ah Js Tc", "Tc Jd Qh Ks Ac", "Tc Td Th As Ac", "Jc Jd Jh Ts Tc", "Tc Td Th Ts Ac",
        "Ac Ad Ah As Kc", "Th Jh Qh Kh Ah",
    )
    values = [game.high(parse_cards(cards)) for cards in ascending]
    assert values == sorted(values) and len(set(values)) == len(values)


def test_manila_counts_a_flush_above_a_full_house_whatever_the_deck() -> None:
    full, flush = parse_cards("9c 9d 9h Ts Tc"), parse_cards("Kc Jc Tc 9c 8c")
    for game in (TwoCardManila({}), ThreeCardManila({"deck": "32"}), FaroManila({})):
        assert game.high(flush) > game.high(full)
    assert Holdem({}).high(flush) < Holdem({}).high(full)


def test_low_hands_have_five_different_cards_up_to_the_eight() -> None:
    game = Holdem({})
    ascending = ("8c 7d 6h 5s 4c", "7c 5d 4h 3s 2c", "6c 5d 4h 3s 2c", "5c 4c 3c 2c Ac")
    low = [value for cards in ascending if (value := game.low(parse_cards(cards))) is not None]
    assert len(low) == 4 and all(one < other for one, other in pairwise(low))
    assert game.low(parse_cards("9c 4d 3h 2s Ac")) is None
    assert game.low(parse_cards("8c 8d 3h 2s Ac")) is None
    assert game.low(parse_cards("8c 8d 7h 4s 3c 2c Ac")) is not None


def test_suits_count_where_a_pot_cannot_be_divided_and_nowhere_else() -> None:
    assert sorted(("As", "Ah", "Ad", "Ac", "Ks"), key=card_order) == ["Ks", "Ac", "Ad", "Ah", "As"]
    h = given(Holdem({}), (100, 100), "1: As Ks", "2: Ad Kd", "board: Qc Jc Td 3h 2s")
    do(h, "call", *("check",) * 7)
    assert h.won[0].paid == {0: 200, 1: 200}


def test_shuffles_and_counts_are_duties() -> None:
    clauses = {str(duty.clause) for duty in Holdem.duties}
    assert {"MEL-3.3", "MEL-5.1", "MEL-5.2", "MEL-5.3.1", "MEL-5.3.2"} <= clauses
