"""Melbourne poker, 14.3, 14.8, 14.11 and 14.12: a draw out of sequence, manila, double flops, and late discards."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, legal, refused, state

from pitboss.cardroom.acts import Discard
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import Outcome
from pitboss.equipment.decks import deck
from pitboss.law import Ruled
from pitboss.rulebooks.mel.c09_draw import DrawBlind
from pitboss.rulebooks.mel.c11_manila import FaroManila, Manila, ThreeCardManila, TwoCardManila
from pitboss.rulebooks.mel.c12_flop_games import (
    CrazyPineappleHoldem,
    CrazyPineappleHoldemHiLo,
    DoubleFlopHoldem,
    FlopGame,
    PineappleHoldem,
)
from pitboss.table.facts import Referred, Rejected

BLINDS = {"blinds": "5/10"}
THREE = (300, 300, 300)


def ruled(outcome: Outcome) -> str:
    assert isinstance(outcome, Ruled), outcome
    return str(outcome.clause)


def unchanged(h: Hand, kind: str, **facts: str) -> Outcome:
    before = state(h)
    outcome = h.report(kind, facts)
    assert state(h) == before
    return outcome


def whole(h: Hand) -> bool:
    """Is every card of the deck somewhere?"""
    aside = h.repairs.aside if h.repairs is not None else ()
    return sorted([*everywhere(h), *aside]) == sorted(deck(h.game.deck_size))


# -- 14.3: draw ------------------------------------------------------------------------------------------------


def test_cards_drawn_out_of_sequence_are_kept_and_the_others_follow() -> None:
    h = do(dealt(DrawBlind(BLINDS), THREE), "call", "call", "check")
    nexts = h.deck[::-1]
    assert h.turn == 0
    assert ruled(h.report("wrong-dealing-order", {"seat": "2", "looked": "yes"})) == "MEL-14.3"
    assert h.turn == 1
    mine = h.hole[1][:]
    do(h, f"discard {mine[0]} {mine[1]}")
    assert h.hole[1][3:] == nexts[1:3], "after the burn, the first cards"
    assert h.turn == 0
    do(h, f"discard {h.hole[0][0]}")
    assert h.hole[0][4] == nexts[3] and h.turn == 2, "then the one passed over, and on in sequence"
    do(h, "stand pat")
    assert h.stage == "bet" and whole(h)


def test_a_draw_is_put_right_where_nobody_has_looked_or_there_is_none() -> None:
    h = do(dealt(DrawBlind(BLINDS), THREE), "call", "call", "check")
    assert not isinstance(unchanged(h, "wrong-dealing-order", seat="2"), Ruled)
    assert isinstance(unchanged(h, "wrong-dealing-order", seat="9", looked="yes"), Rejected)
    do(h, "stand pat")
    assert isinstance(unchanged(h, "wrong-dealing-order", seat="1", looked="yes"), Rejected), "served already"


# -- 14.8: manila ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("made", [TwoCardManila, ThreeCardManila, FaroManila])
def test_one_exposed_hole_card_changes_places_with_the_first_burn(made: type[Manila]) -> None:
    h = dealt(made(BLINDS), THREE)
    card, top = h.hole[1][0], h.deck[-1]
    assert ruled(h.report("card-exposed", {"seat": "2", "card": card})) == "MEL-14.8.1"
    assert h.hole[1][0] == top and h.burnt == [card]
    second = h.copy().report("card-exposed", {"seat": "3", "card": h.hole[2][0]})
    assert not isinstance(second, Ruled) or second.clause == "MEL-14.1.1(f)", "two are a misdeal"
    do(h, "call", "call", "check")
    assert h.burnt == [card] and whole(h), "the burn is made already"
    do(h, "check", "check", "check")
    assert len(h.burnt) == 2


def test_a_report_of_an_exposed_card_says_which() -> None:
    h = dealt(TwoCardManila(BLINDS), THREE)
    assert isinstance(unchanged(h, "card-exposed", seat="2"), Rejected)
    assert isinstance(unchanged(h, "card-exposed", seat="2", card=h.hole[0][0]), Rejected)


def test_a_community_card_too_soon_freezes_what_may_be_wagered() -> None:
    h = do(dealt(TwoCardManila(BLINDS), THREE), "raise to 40")
    assert ruled(h.report("card-exposed", {"hand": "board"})) == "MEL-14.8.2"
    assert legal(h).raise_from == 0 and refused(h, "raise to 100") == "MEL-14.8.2"
    assert refused(h, "all-in") == "MEL-14.8.2"
    do(h, "call", "call")
    assert legal(h).raise_from == 1000
    assert ruled(h.report("card-exposed", {"hand": "board"})) == "MEL-14.8.2"
    assert refused(h, "bet 10") == "MEL-14.8.2", "nothing was wagered: everybody checks"
    do(h, *("check",) * 9)
    assert isinstance(unchanged(h, "card-exposed", hand="board"), Referred), "no card is to come"


def test_two_cards_opened_with_the_right_one_are_the_next_burn_or_mucked() -> None:
    h = do(dealt(TwoCardManila(BLINDS), THREE), "call", "call", "check")
    board, extra = h.boards[0][:], h.deck[-1]
    assert ruled(h.report("extra-card-exposed", {"card": extra})) == "MEL-14.8.3"
    assert h.boards[0] == board and h.burnt[-1] == extra and extra not in h.deck
    burns = len(h.burnt)
    do(h, *("check",) * 3)
    assert len(h.burnt) == burns and whole(h), "it was the next burn"
    do(h, *("check",) * 6)
    last = h.deck[-1]
    assert ruled(h.report("extra-card-exposed", {"card": last})) == "MEL-14.8.3"
    assert last in h.muck and whole(h), "no more cards are to come"


def test_more_cards_are_shuffled_into_the_deck() -> None:
    h = do(dealt(TwoCardManila(BLINDS), THREE), "call", "call", "check")
    stub, board = h.deck[:], h.boards[0][:]
    extra = ",".join(stub[:-3:-1])
    assert ruled(h.report("extra-card-exposed", {"cards": extra})) == "MEL-14.8.3"
    assert h.boards[0] == board and h.deck != stub and sorted(h.deck) == sorted(stub)
    assert isinstance(unchanged(h, "extra-card-exposed", card=board[0]), Rejected), "a card of the board"
    assert isinstance(unchanged(h, "extra-card-exposed"), Rejected)


# -- 14.11: double flop ----------------------------------------------------------------------------------------


def flops() -> Hand:
    return do(dealt(DoubleFlopHoldem(BLINDS), THREE), "call", "call", "check")


def top(h: Hand, count: int) -> list[str]:
    """The next cards of the deck."""
    return h.deck[: -count - 1 : -1]


def test_a_top_fourth_card_too_soon() -> None:
    h = do(flops(), "check")
    burn, early, bottom, second, fourth, fifth = top(h, 6)
    assert ruled(h.report("card-exposed", {"hand": "board"})) == "MEL-14.11.1"
    assert h.repairs is not None and h.repairs.aside == (early,) and h.burnt[-1] == burn
    assert h.turn == 1 and h.street == 1 and [len(board) for board in h.boards] == [3, 3], "the betting goes on"
    do(h, "check", "check")
    assert [board[-1] for board in h.boards] == [fourth, bottom] and h.burnt[-1] == second
    burns = len(h.burnt)
    do(h, *("check",) * 3)
    assert h.boards[1][-1] == fifth and len(h.burnt) == burns and h.repairs.aside == ()
    assert [len(board) for board in h.boards] == [5, 5] and whole(h)
    cited = [str(event.clause) for event in h.log if event.what in ("board", "aside", "reshuffle")][2:]
    assert cited == [f"MEL-14.11.1({n})" for n in "acceef"]


def test_a_top_fifth_card_too_soon() -> None:
    h = do(flops(), "check", "check", "check", "check")
    burn, early, bottom = top(h, 3)
    assert ruled(h.report("card-exposed", {"hand": "board"})) == "MEL-14.11.2"
    assert h.repairs is not None and h.repairs.aside == (early,) and h.burnt[-1] == burn
    burns = len(h.burnt)
    do(h, "check", "check")
    assert h.boards[1][-1] == bottom and len(h.burnt) == burns and whole(h)
    assert [len(board) for board in h.boards] == [5, 5]
    cited = [str(event.clause) for event in h.log if event.what in ("board", "aside", "reshuffle")][4:]
    assert cited == [f"MEL-14.11.2({n})" for n in "acde"]


def test_a_top_flop_too_soon() -> None:
    h = do(dealt(DoubleFlopHoldem(BLINDS), THREE), "call")
    burn, *cards = top(h, 7)
    assert ruled(h.report("card-exposed", {"hand": "board"})) == "MEL-14.11.5"
    assert h.repairs is not None and list(h.repairs.aside) == cards[:3] and h.burnt == [burn]
    do(h, "call", "check")
    assert h.boards[1] == cards[3:] and len(h.boards[0]) == 3 and h.burnt == [burn] and whole(h)


def test_two_cards_opened_with_a_top_card() -> None:
    h = do(flops(), *("check",) * 3)
    assert h.street == 2
    fourth, bottom = (board[-1] for board in h.boards)
    assert ruled(h.report("extra-card-exposed", {"card": bottom})) == "MEL-14.11.3(a)"
    assert [board[-1] for board in h.boards] == [fourth, bottom], "it is where it comes to by itself"
    other = h.deck[0]
    assert ruled(h.report("extra-card-exposed", {"card": other, "hand": "board"})) == "MEL-14.11.3(a)"
    assert [board[-1] for board in h.boards] == [fourth, other] and h.deck[-1] == bottom and whole(h)


def test_two_cards_opened_with_a_bottom_card() -> None:
    h = do(flops(), *("check",) * 3)
    extra = h.deck[-1]
    assert ruled(h.report("extra-card-exposed", {"card": extra, "hand": "board-2"})) == "MEL-14.11.3(b)"
    assert h.burnt[-1] == extra
    burns = len(h.burnt)
    do(h, *("check",) * 3)
    assert len(h.burnt) == burns
    last = h.deck[-1]
    assert ruled(h.report("extra-card-exposed", {"card": last, "hand": "board-2"})) == "MEL-14.11.3(b)"
    assert last in h.muck and whole(h)


@pytest.mark.parametrize("hand", ["board", "board-2"])
def test_more_than_two_cards_opened(hand: str) -> None:
    h = do(flops(), *("check",) * 3)
    boards, stub = [board[:] for board in h.boards], h.deck[:]
    extra = ",".join(top(h, 2))
    assert ruled(h.report("extra-card-exposed", {"cards": extra, "hand": hand})) == "MEL-14.11.4"
    assert h.boards == boards and h.deck != stub and sorted(h.deck) == sorted(stub)
    assert isinstance(unchanged(h, "extra-card-exposed", cards=f"{boards[0][0]},{stub[0]}", hand=hand), Rejected)


# -- 14.12: pineapple ------------------------------------------------------------------------------------------


def to_discard(made: type[FlopGame]) -> Hand:
    h = given(made(BLINDS), THREE, "1: As Ah 2c", "2: Kd Kc 3c", "3: Qd Qc 4c", "board: Jc 8c 5s 4h 2d")
    do(h, "call", "call", "check")
    return h if h.stage == "discard" else do(h, *("check",) * 3)


PINEAPPLES = pytest.mark.parametrize("made", [PineappleHoldem, CrazyPineappleHoldem, CrazyPineappleHoldemHiLo])


@PINEAPPLES
def test_the_betting_round_is_not_over_until_all_have_discarded(made: type[FlopGame]) -> None:
    h = do(to_discard(made), "discard 2c")
    assert h.stage == "discard" and h.turn == 1
    assert refused(h, "check") == refused(h, "bet 20") == "MEL-14.12.1"
    do(h, "discard 3c", "discard 4c")
    assert h.stage == "bet"


def missed(made: type[FlopGame]) -> Hand:
    """Seat 2 has failed to discard, and nobody has noticed."""
    h = do(to_discard(made), "discard 2c")
    assert isinstance(unchanged(h, "no-discard", seat="3"), Rejected), "it is not his turn"
    assert ruled(h.report("no-discard", {"seat": "2"})) == "MEL-14.12.2"
    do(h, "discard 4c")
    assert h.stage == "bet" and len(h.hole[1]) == 3
    return h


@PINEAPPLES
def test_before_two_have_acted_the_discard_is_made(made: type[FlopGame]) -> None:
    h = do(missed(made), "check")
    assert ruled(h.report("wrong-number-of-cards", {"seat": "2", "cards": "3"})) == "MEL-14.12.1"
    assert h.do(Discard(("2c",)), 1) is not None, "not a card of his"
    assert h.copy().do(Discard(("3c",)), 1) is None, "his turn or not"
    do(h, "discard 3c")
    assert h.hole[1] == ["Kd", "Kc"] and h.turn == 1 and "3c" in h.muck
    do(h, "check", "check")
    assert h.live == 0b111


@PINEAPPLES
def test_after_two_have_acted_the_hand_is_dead(made: type[FlopGame]) -> None:
    h = do(missed(made), "check", "bet 20")
    assert ruled(h.report("wrong-number-of-cards", {"seat": "2", "cards": "3"})) == "MEL-14.12.2"
    assert not h.live >> 1 & 1 and h.pot() == 5000, "his chips stay"
    later = do(missed(made), *("check",) * 3)
    assert ruled(later.report("wrong-number-of-cards", {"seat": "2"})) == "MEL-14.12.2", "nor in a later round"
    assert not later.live >> 1 & 1


@PINEAPPLES
def test_a_discard_that_is_never_made_is_found_when_hands_are_compared(made: type[FlopGame]) -> None:
    h = missed(made)
    while not h.over:
        do(h, "check")
    assert not h.live >> 1 & 1 and h.hole[1][2] in h.muck
    assert [event.clause for event in h.log if event.what == "dead hand"] == ["MEL-14.12.2"]
    nobody = to_discard(made)
    for seat in "123":
        assert ruled(nobody.report("no-discard", {"seat": seat}))
    while not nobody.over:
        do(nobody, "check")
    assert sum(nobody.stacks) == 90_000 and nobody.won, "nobody has discarded: the first two cards count"


def test_no_discard_is_nothing_elsewhere() -> None:
    h = dealt(PineappleHoldem(BLINDS), THREE)
    assert isinstance(unchanged(h, "no-discard", seat="1"), Referred)


@pytest.mark.parametrize(("kind", "facts", "why"), [
    ("card-exposed", {"seat": "2", "hand": "board"}, "seat= and hand= at once"),
    ("extra-card-exposed", {"card": "As", "cards": "Ks,Qs"}, "card= and cards= at once"),
])
def test_facts_that_contradict_each_other_change_nothing(kind: str, facts: dict[str, str], why: str) -> None:
    for h in (dealt(TwoCardManila(BLINDS), THREE), do(flops(), *("check",) * 3)):
        outcome = unchanged(h, kind, **facts)
        assert isinstance(outcome, Rejected) and why in outcome.what
