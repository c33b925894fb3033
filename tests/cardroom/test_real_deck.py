"""Hands dealt from a real deck: cards are unknown until they are told, and what is won is what the same cards win."""

from __future__ import annotations

from random import Random

import pytest
from support.random_hands import CHINESE, cases, do, random_act, random_hand

from pitboss import cardroom
from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct, Discard, Muck, SetHands, Show, Turned, WagerTo
from pitboss.cardroom.game import CARDS, OVER, RUNS, SHOW
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.log import starting_stacks
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.turning import face_down, tell, wanted
from pitboss.equipment.decks import deck
from pitboss.law import Refused

CASES = cases()


def real(id: str = "mel/holdem", players: int = 3, stack: int = 200_00, **options: str) -> Hand:
    """A hand of a real deck, with so many players of the same stack."""
    game = cardroom.new_game(id, {"blinds": "1/2"} | options if id == "mel/holdem" else options)
    seats = list(range(1, players + 1))
    return Hand(game, seats, [stack] * players, (), given=face_down, button=players - 1 if game.has_button else None)


def after(*done: AnyAct, **more: int) -> Hand:
    """A hand of hold'em after some acts."""
    h = real(**more)  # type: ignore[arg-type]
    for act in done:
        assert (no := h.do(act)) is None, no
    return h


def no(answer: Refused | None) -> str:
    assert answer is not None
    return str(answer)


TO_THE_FLOP = (acts.CALL, acts.CALL, acts.CHECK)
FLOP = Turned(("As", "Kd", "2c"))


# -- the same cards ------------------------------------------------------------------------------------------


def next_cards(h: Hand, known: Hand) -> Turned:
    """What lies face up now, read off a hand whose cards are known."""
    told: list[str] = []
    for to, count in wanted(h):
        if to.startswith("board"):
            n = int(to.removeprefix("board") or 1) - 1
            told += known.boards[n][len(h.boards[n]) - count : len(h.boards[n])]
        else:
            i = h.seats.index(int(to))
            told += known.up[i][len(h.up[i]) - count : len(h.up[i])]
    return Turned(tuple(told))


def as_entered(done: AnyAct) -> AnyAct:
    """An act as a dealer sees it: how many cards were given up, not which."""
    return Discard((HIDDEN,) * len(done.cards)) if type(done) is Discard else done


@pytest.mark.parametrize(("id", "structure"), CASES, ids=[" ".join(case).strip() for case in CASES])
def test_a_real_deck_with_the_same_cards_comes_to_the_same(id: str, structure: str) -> None:
    for number in range(6):
        rng = Random(f"real {id} {structure} {number}")
        known, _ = random_hand(id, structure, rng)
        h = Hand(known.game, known.seats, starting_stacks(known), (), given=face_down, button=known.button,
                 ask_runs=known.ask_runs or known.stage == RUNS)
        steps = 0
        while not h.over:
            steps += 1
            assert steps < 500
            # Nothing is known that was not told: the deck and what came off it unseen are the whole deck.
            seen = {card for cards in (*h.boards, *h.hole, h.muck) for card in cards} - {HIDDEN}
            assert len(h.deck) + len(seen) == h.game.deck_size
            if h.stage == CARDS:
                assert h.do(next_cards(h, known)) is None
            elif h.stage == SHOW:
                place = rng.choice([i for i in h.places(h.live) if HIDDEN in h.hole[i]])
                assert h.do(Show(tuple(known.hole[place])), place) is None
            else:
                assert (h.turn, h.stage, h.stacks, h.put) == (known.turn, known.stage, known.stacks, known.put)
                assert do(known, random_act(known, rng)) is None
                assert (refused := h.do(as_entered(known.acts[-1][1]))) is None, refused
        assert known.over and h.stacks == known.stacks and h.won == known.won


def test_a_hand_of_a_real_deck_is_copied_and_kept_like_any_other() -> None:
    h = after(*TO_THE_FLOP)
    tried = h.copy()
    assert tried.do(FLOP) is None and h.stage == CARDS and tried.stage == "bet"
    again = hand_from_plain(h.game, plain_hand(h), face_down)
    assert again.do(FLOP) is None and plain_hand(again) == plain_hand(tried)


# -- what is told, and what is refused -----------------------------------------------------------------------


def test_the_flop_is_told_before_anybody_bets_on_it() -> None:
    h = after(*TO_THE_FLOP)
    assert wanted(h) == [("board", 3)] and h.legal() is not None
    assert no(h.do(acts.CHECK)) == "check now [MEL-8.2]; the cards that lie face up are told first"
    assert no(h.do(Turned(("As", "Kd")))) == "2 cards [MEL-12.3.1]; 3 for board"
    assert no(h.do(Turned(("As", "Kd", "As")))) == "the As twice [MEL-12.3.1]; each card once"
    assert h.do(FLOP) is None
    assert h.boards == [["As", "Kd", "2c"]] and h.log[-1].cards == ("As", "Kd", "2c")
    assert no(h.do(FLOP)).startswith("cards now [MEL-12.3.1]; waiting for a bet")


def test_a_card_that_lies_there_already_is_no_card_of_the_turn() -> None:
    h = after(*TO_THE_FLOP, FLOP, *(acts.CHECK,) * 3)
    before = plain_hand(h)
    told = "the Kd, which lies on the board [MEL-12.4.1]; a card of the 52 that nobody has seen yet"
    assert no(h.do(Turned(("Kd",)))) == told
    assert plain_hand(h) == before


def at_the_showdown() -> Hand:
    checks = (acts.CHECK,) * 3
    return after(*TO_THE_FLOP, FLOP, *checks, Turned(("3c",)), *checks, Turned(("4c",)), *checks)


def test_hands_are_shown_by_anybody_left_or_thrown_away() -> None:
    h = at_the_showdown()
    assert h.stage == SHOW and h.seats[h.turn] == 1
    assert no(h.do(Show(("As", "Qs")), 1)).startswith("the As, which lies on the board [MEL-8.6]")
    assert no(h.do(Show(("Qs",)), 1)) == "1 cards of seat 2 [MEL-8.6]; 2 cards"
    assert h.do(Show(("Ah", "Ac")), 1) is None and h.do(Muck(), 0) is None
    assert no(h.do(Show(("Ad", "Qs")), 0)).startswith("a hand that is out, or lies open [MEL-8.6]")
    assert no(h.do(Show(("Ac", "Qs")))) == \
        "the Ac, which seat 2 holds [MEL-8.6]; a card of the 52 that nobody has seen yet"
    assert h.do(Show(("Qh", "Qs"))) is None
    assert h.over and [event.place for event in h.log if event.what == "won"] == [1]
    assert sum(h.stacks) == 600_00


def test_the_last_who_throws_nothing_away_wins_unseen() -> None:
    h = at_the_showdown()
    assert h.do(Muck(), 0) is None and h.do(Muck(), 2) is None
    assert h.over and h.won[0].paid == {1: 600} and HIDDEN in h.hole[1]


def test_a_card_that_was_seen_before_need_not_be_told_again() -> None:
    h = at_the_showdown()
    tell(h, h.hole[0], "Qd")
    assert no(h.do(Show(("Qd", "As")))).startswith("the As, which lies on the board")
    assert h.do(Show(("Qs", "Qd"))) is None and sorted(h.hole[0]) == ["Qd", "Qs"]
    tell(h, h.hole[1], "Th")
    assert h.do(Show(("Tc",)), 1) is None and h.hole[1] == ["Th", "Tc"]
    with pytest.raises(ValueError, match="the Tc cannot lie there"):
        tell(h, h.hole[2], "Tc")


def test_with_nobody_left_to_bet_the_board_is_told_street_by_street() -> None:
    h = after(acts.ALL_IN, acts.CALL, acts.FOLD)
    assert wanted(h) == [("board", 3)] and h.do(FLOP) is None
    assert wanted(h) == [("board", 1)] and h.do(Turned(("3c",))) is None
    assert h.do(Turned(("4c",))) is None and h.stage == SHOW


def test_stud_is_opened_by_the_cards_that_are_told() -> None:
    h = real("mel/seven-card-stud", 3)
    assert wanted(h) == [("1", 1), ("2", 1), ("3", 1)]
    assert no(h.do(Turned(("As", "2c")))) == "2 cards [MEL-10.2.1(b)]; 1 for seat 1, 1 for seat 2, 1 for seat 3"
    assert h.do(Turned(("As", "2c", "Kd"))) is None
    assert [event.place for event in h.log if event.what == "bring-in"] == [1]
    assert h.hole[0] == [HIDDEN, HIDDEN, "As"] and h.up[0] == ["As"]


def test_a_draw_counts_cards_and_names_none() -> None:
    h = real("mel/draw-blind", 3)
    while h.stage == "bet":
        assert h.do(acts.CALL if h.price > h.bets[h.turn] else acts.CHECK) is None
    assert h.stage == "draw" and h.do(Discard((HIDDEN,) * 3)) is None
    assert no(h.do(Discard(("As",)))).startswith("discard As")
    assert h.do(Discard()) is None and h.do(Discard((HIDDEN,))) is None
    assert h.stage == "bet" and all(hand == [HIDDEN] * 5 for hand in h.hole)


def test_hands_that_are_set_are_seen_by_it() -> None:
    h = real(CHINESE, 2)
    cards = deck(52)
    first, second = cards[:13], cards[13:26]
    twice = SetHands((tuple(first[:3]), tuple(first[3:8]), (*first[8:12], first[0])))
    assert no(h.do(twice)).startswith(f"the {first[0]} twice")
    assert h.hole[h.turn] == [HIDDEN] * 13
    for thirteen in (first, second):
        assert h.do(SetHands((tuple(thirteen[:3]), tuple(thirteen[3:8]), tuple(thirteen[8:])))) is None
    assert h.stage == OVER and sum(h.stacks) == 400_00


def test_acts_of_a_real_deck_are_refused_at_another() -> None:
    h = cardroom.deal(cardroom.new_game("mel/holdem"), [200_00] * 2, source=cardroom.SeededSource(1))
    assert isinstance(h, Hand)
    assert no(h.do(FLOP)).startswith("cards now") and no(h.do(Show(("As", "Kd")), 0)).startswith("showing now")
    assert h.do(WagerTo(600)) is None
