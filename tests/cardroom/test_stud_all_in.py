"""Stud, MEL-14.4 to 14.6: who starts the betting when a player is all-in, and the places that still get cards."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, legal

from pitboss.cardroom import read_phh, transcript, view, write_phh
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.script import play, read
from pitboss.equipment.decks import deck
from pitboss.rulebooks.mel.c10_stud import (
    CrownStud,
    FiveCardStud,
    Razz,
    SevenCards,
    SevenCardStud,
    SevenCardStudHiLo,
    StudGame,
)

FIXED = {"structure": "fixed", "ante": "1", "bring-in": "5", "bet": "10", "big-bet": "20"}
GAMES = [
    (FiveCardStud, "MEL-14.4"), (CrownStud, "MEL-14.5"), (SevenCardStud, "MEL-14.6"), (SevenCardStudHiLo, "MEL-14.6"),
    (Razz, "MEL-14.6"),
]
games = pytest.mark.parametrize(("game", "part"), GAMES, ids=lambda value: getattr(value, "__name__", ""))


def cards(game: type[StudGame], *up: str) -> list[str]:
    """The cards of each place: different ones face down, and these face up."""
    down = ("2h 2s", "3h 3s", "Jh Js", "Qh Qs") if issubclass(game, SevenCards) else ("2h", "3h", "Jh", "Qh")
    return [f"{n}: {hidden} {shown}" for n, (hidden, shown) in enumerate(zip(down, up, strict=False), 1)]


def bring_in(h: Hand) -> list[tuple[int, int, str]]:
    return [(event.place, event.amount, str(event.clause)) for event in h.log if event.what == "bring-in"]


# -- 14.4.3, 14.5.3, 14.6.3: starting the betting ------------------------------------------------------------


@games
def test_a_player_all_in_on_the_ante_does_not_bring_in(game: type[StudGame], part: str) -> None:
    """Place 0 has the card that would bring it in, and no chip left; the next after him by the same order does."""
    up = ("4c", "9c", "5d", "Kd") if game is not Razz else ("Kc", "9c", "Qd", "4d")
    h = given(game(FIXED), (1, 100, 100, 100), *cards(game, *up))
    assert bring_in(h) == [(2, 500, f"{part}.3")]
    assert (h.turn, h.price, h.bets) == (3, 500, [0, 0, 500, 0])


@games
def test_one_who_is_all_in_and_has_another_card_changes_nothing(game: type[StudGame], part: str) -> None:
    h = given(game(FIXED), (100, 1, 100), *cards(game, "4c", "7c", "Kd"))
    clause = "MEL-10.3.1(a)(i)" if game is Razz else "MEL-10.3.1"
    assert bring_in(h) == [(2 if game is Razz else 0, 500, clause)]


@games
def test_an_all_in_player_with_the_best_hand_showing_passes_the_opening_to_his_left(
    game: type[StudGame], part: str
) -> None:
    """Place 0 shows aces (in razz an ace and a three) and is all-in; place 1 opens, whatever place 2 shows."""
    up = ("Ac Ad", "4d 9d", "Kc Kd") if game is not Razz else ("Ac 3d", "Kd 9d", "4c 5d")
    h = given(game(FIXED), (6, 100, 100), *cards(game, *up))
    while not h.street:
        do(h, "call")
    assert not h.active & 1 and h.stacks[0] == 0
    assert h.first == h.turn == 1
    do(h, "check")
    assert h.turn == 2


def test_when_all_are_all_in_on_the_ante_nobody_brings_in() -> None:
    h = dealt(SevenCardStud(FIXED), (1, 1, 1))
    assert h.over and not bring_in(h)
    assert sum(h.stacks) == 300


def test_a_bring_in_that_nobody_can_call_comes_back() -> None:
    h = dealt(FiveCardStud(FIXED), (1, 100))
    assert h.over
    assert [(event.place, event.amount) for event in h.log if event.what == "returned"] == [(1, 500)]


# -- 14.4.5, 14.5.5, 14.6.5: places that still get cards -----------------------------------------------------


def places_dealt(h: Hand, street: int) -> list[tuple[int, str]]:
    """Who got cards on the last street, and under which clause."""
    assert h.street == street
    last = max(at for at, event in enumerate(h.log) if event.what == "burn")
    return [(event.place, str(event.clause)) for event in h.log[last:] if event.what == "dealt"]


def second_street(game: type[StudGame]) -> Hand:
    """Three players from the top of a deck, the bring-in called by all."""
    h = dealt(game(FIXED), (100, 100, 100))
    return do(h, "call", "call")


@games
def test_who_folds_when_he_could_check_keeps_a_place_until_the_next_wager(game: type[StudGame], part: str) -> None:
    h = second_street(game)
    out = h.turn
    do(h, "fold", "check", "check")
    ordinary = str(h.game.streets[2].dealt)
    assert sorted(places_dealt(h, 2)) == sorted([
        (place, f"{part}.5" if place == out else ordinary) for place in range(3)
    ])
    assert everywhere(h) == sorted(deck(52))
    # A bet, and the place gets no more.
    do(h, "bet 20", "call")
    assert out not in [place for place, _ in places_dealt(h, 3)]
    assert everywhere(h) == sorted(deck(52))


@games
def test_the_cards_of_the_others_are_what_they_would_have_been(game: type[StudGame], part: str) -> None:
    folded, stayed = second_street(game), second_street(game)
    out = folded.turn
    do(folded, "fold", "check", "check")
    do(stayed, "check", "check", "check")
    assert [folded.hole[i] for i in range(3) if i != out] == [stayed.hole[i] for i in range(3) if i != out]
    assert stayed.hole[out][-1] in folded.muck, "his card lies in the muck"
    assert folded.hole[out] == stayed.hole[out][:-1]


@games
def test_a_bet_after_the_fold_in_the_same_round_ends_it(game: type[StudGame], part: str) -> None:
    h = second_street(game)
    out = h.turn
    do(h, "fold", "check", "bet 10", "call")
    assert out not in [place for place, _ in places_dealt(h, 2)]


@games
def test_who_folds_on_the_forced_bet_keeps_a_place(game: type[StudGame], part: str) -> None:
    h = dealt(game(FIXED), (100, 100, 100))
    (brought, *_), = bring_in(h)
    do(h, "complete to 10", "call")
    assert h.turn == brought
    do(h, "fold")
    assert (brought, f"{part}.5") in places_dealt(h, 1)
    do(h, "check", "check")
    assert brought in [place for place, _ in places_dealt(h, 2)]


def test_chips_put_in_after_the_fold_on_the_forced_bet_end_it() -> None:
    """The bring-in folds to a raise; the one before it still has to call that."""
    h = dealt(SevenCardStud(FIXED), (100, 100, 100))
    (brought, *_), = bring_in(h)
    do(h, "complete to 10", "raise to 20", "fold", "call")
    assert brought not in [place for place, _ in places_dealt(h, 1)]


@games
def test_who_folds_to_a_bet_has_no_place(game: type[StudGame], part: str) -> None:
    h = dealt(game(FIXED), (100, 100, 100))
    out = h.turn
    do(h, "fold", "call")
    assert out not in [place for place, _ in places_dealt(h, 1)]
    h = second_street(game)
    do(h, "bet 10")
    out = h.turn
    do(h, "fold", "call")
    assert out not in [place for place, _ in places_dealt(h, 2)]


def test_a_caller_of_the_bring_in_who_folds_to_a_raise_has_no_place() -> None:
    h = dealt(SevenCardStud(FIXED), (100, 100, 100))
    out = h.turn
    do(h, "call", "complete to 10", "call", "fold")
    assert out not in [place for place, _ in places_dealt(h, 1)]


def test_nobody_sees_what_comes_face_down_to_a_place_that_is_kept() -> None:
    h = second_street(SevenCardStud)
    while h.street < 3:
        do(h, "check")
    out = h.turn
    do(h, "fold", "check", "check")
    last = [event for event in h.log if event.what == "dealt" and event.place == out][-1]
    assert last.cards == (HIDDEN,) and not last.open
    seen = view(h, h.seats[out])
    assert seen["players"][out]["cards"] == h.hole[out], "the last card is not his"


def test_a_kept_place_counts_when_the_cards_run_short() -> None:
    """Eight players: 24 cards, and nine on each of three streets. One is left, for all; the fold has not helped."""
    h = dealt(SevenCardStud(FIXED), (100,) * 8)
    do(h, *["call"] * 7, "fold")
    while not h.over:
        do(h, "check")
    assert (len(h.boards[0]), len(h.burnt), h.deck) == (1, 3, [])


@games
def test_a_transcript_does_not_list_the_cards_of_a_kept_place(game: type[StudGame], part: str) -> None:
    h = second_street(game)
    do(h, "fold")
    while not h.over:
        do(h, "check" if legal(h).check else "call")
    text = transcript(h)
    again = play(read(text), game)
    assert not again.failures
    assert again.hand.cards_left() == h.cards_left()
    if game not in (FiveCardStud, CrownStud):
        (found,) = read_phh(write_phh(h))
        assert found.stacks == h.stacks
