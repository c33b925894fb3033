"""Melbourne 14.1: on which grounds a hand is dealt again, how late, and what becomes of wrong hands afterwards."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, stacks

from pitboss.cardroom import new_game
from pitboss.cardroom.acts import Push
from pitboss.cardroom.game import Blind
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.law import Ruled
from pitboss.table.facts import Referred, Rejected
from pitboss.table.reports import ANYBODY

HOLDEM = "mel/holdem"


def hand(game: str = HOLDEM, *acts: str, players: int = 4, **more: bool) -> Hand:
    return do(dealt(new_game(game), (200,) * players, button=players - 1, **more), *acts)


def ruled(h: Hand, kind: str, **facts: str) -> str:
    """The clause of the ruling; `void` with it when the hand was called off."""
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled), outcome
    if h.void is None:
        return str(outcome.clause)
    assert h.over and stacks(h) == [200] * len(h.seats) and not h.pot() and outcome.clause in h.void
    return f"{outcome.clause} void"


def told(kind: str) -> dict[str, str]:
    return {"wrong-dealing-order": {}, "no-cards": {"seat": "2"}, "extra-hand": {"seat": "8"},
            "wrong-number-of-cards": {"seat": "2", "cards": "3"}}.get(kind, {})


def test_a_card_exposed_in_the_cut_is_a_misdeal_whenever_it_is_noticed() -> None:
    for acts in ((), ("call",), ("call", "call", "call", "check", "bet 10")):
        assert ruled(hand(HOLDEM, *acts), "card-exposed-in-cut") == "MEL-14.1.1(a)(i) void"


@pytest.mark.parametrize("kind", ["cards-not-shuffled", "cards-not-cut"])
def test_cards_not_shuffled_or_cut_are_played_out_once_two_have_acted(kind: str) -> None:
    assert ruled(hand(HOLDEM, "call"), kind) == "MEL-14.1.1(a)(ii) void"
    h = hand(HOLDEM, "call", "fold")
    before = stacks(h)
    assert ruled(h, kind) == "MEL-14.1.1(a)(ii)" and stacks(h) == before and h.turn == 0


@pytest.mark.parametrize(("kind", "clause"), [
    ("wrong-dealing-order", "(iii)"), ("no-cards", "(iv)"), ("extra-hand", "(iv)"), ("wrong-number-of-cards", "(v)"),
])
def test_what_can_be_put_right_is_and_what_cannot_is_a_misdeal(kind: str, clause: str) -> None:
    assert ruled(hand(HOLDEM, "call"), kind, **told(kind)) == f"MEL-14.1.1(a){clause}"
    lost = {**told(kind), "reconstructed": "no"}
    assert ruled(hand(HOLDEM, "call"), kind, **lost) == f"MEL-14.1.1(a){clause} void"
    assert ruled(hand("mel/chinese-poker"), kind, **lost) == f"MEL-14.1.1(a){clause} void"


@pytest.mark.parametrize("kind", ["wrong-dealing-order", "no-cards", "extra-hand"])
def test_after_substantial_action_the_book_has_no_answer_to_a_wrong_deal(kind: str) -> None:
    h = hand(HOLDEM, "call", "call")
    before = plain_hand(h)
    assert isinstance(h.report(kind, {**told(kind), "reconstructed": "no"}), Referred) and plain_hand(h) == before


def test_two_who_act_are_substantial_action_and_one_who_acts_twice_is_not() -> None:
    h = hand(HOLDEM, players=2)
    do(h, "call")
    assert ruled(h.copy(), "misdeal") == "MEL-14.1.1 void"
    assert not isinstance(do(h, "check").report("misdeal"), Ruled)


def test_a_wrong_number_of_cards_found_late_is_out_with_its_wagers_if_he_has_acted() -> None:
    h = hand(HOLDEM, "call", "call", players=4)  # seats 3 and 4 have acted, the blinds of 1 and 2 have not
    assert ruled(h, "wrong-number-of-cards", seat="3", cards="3") == "MEL-14.1.1(a)(vi)"
    assert stacks(h) == [199, 198, 198, 198] and h.live == 0b1011
    do(h, "call", "check", "check", "check", "check")
    assert h.pot() == 800


def test_who_has_not_acted_has_everything_back_and_the_price_of_a_call_stays() -> None:
    h = hand(HOLDEM, "call", "call", players=4)
    assert ruled(h, "wrong-number-of-cards", seat="1,2") == "MEL-14.1.1(a)(vi)"
    assert stacks(h) == [200, 200, 198, 198] and h.live == 0b1100
    do(h, "check", "check", "check", "check", "check", "check")
    assert h.over and h.void is None and sum(stacks(h)) == 800


def test_dead_blinds_go_back_with_the_others() -> None:
    game = new_game(HOLDEM)
    clause = game.cites.fold
    blinds = [Blind(0, 100, 0, clause), Blind(1, 200, 0, clause), Blind(4, 200, 100, clause, sets_price=False)]
    h = do(dealt(game, (200,) * 5, button=3, blinds=blinds), "call", "call")
    assert (h.turn, h.dead) == (4, 100)
    assert ruled(h, "wrong-number-of-cards", seat="5") == "MEL-14.1.1(a)(vi)"
    assert stacks(h) == [199, 198, 198, 198, 200] and h.dead == 0
    assert ruled(h, "card-exposed-in-cut") == "MEL-14.1.1(a)(i) void"


def test_chips_given_up_with_a_fold_come_back_when_the_hand_is_void() -> None:
    h = do(hand(HOLDEM, "raise to 50"), "puts 10 chips=2", "fold")
    assert stacks(h)[3] == 190 and ruled(h, "card-exposed-in-cut") == "MEL-14.1.1(a)(i) void"


def test_the_last_one_left_with_a_wrong_number_has_a_dead_hand_and_all_goes_back() -> None:
    h = hand(HOLDEM, "raise to 6", "fold", "fold", "fold", held=True)
    assert h.stage == "push" and ruled(h, "wrong-number-of-cards", seat="3", cards="1") == "MEL-14.1.1(a)(vii) void"
    late = hand(HOLDEM, "raise to 6", "fold", "fold", "fold")
    assert late.over and isinstance(late.report("wrong-number-of-cards", {"seat": "3"}), Rejected)


def test_a_wrong_number_at_a_showdown_against_a_right_hand_loses_to_it() -> None:
    h = hand(HOLDEM, "call", "fold", "fold", "check", *["check"] * 6, held=True)
    assert h.stage == "push" and ruled(h, "wrong-number-of-cards", seat="2") == "MEL-14.1.1(a)(vi)"
    assert h.do(Push()) is None and [h.seats[i] for i in h.won[0].paid] == [3]


@pytest.mark.parametrize(("kind", "facts", "why"), [
    ("wrong-number-of-cards", {"seat": "3"}, "seat 3 has folded"),
    ("wrong-number-of-cards", {"seat": "9"}, "seat=9 is nobody in the hand; seats 1, 2, 3, 4 are"),
    ("wrong-number-of-cards", {"seat": "1,1"}, "seat=1,1 names a seat twice"),
    ("wrong-number-of-cards", {}, "wrong-number-of-cards needs seat=: a seat, 1 to 11"),
])
def test_reports_that_make_no_sense_are_one_line(kind: str, facts: dict[str, str], why: str) -> None:
    h = hand(HOLDEM, "fold", "call")
    before = plain_hand(h)
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Rejected) and why in outcome.what and plain_hand(h) == before


def test_a_defective_deck_is_never_too_late_before_the_pot_is_pushed() -> None:
    for kind in ("defective-deck", "missing-card", "foreign-card"):
        h = hand(HOLDEM, "raise to 6", "call", "fold", "fold", *["check"] * 6, held=True)
        assert h.stage == "push" and ruled(h, kind) == "MEL-14.1.1(a)(viii) void"
        assert new_game(HOLDEM).reports[kind].by == ANYBODY
    assert new_game(HOLDEM).reports["card-exposed-in-cut"].by == ANYBODY


# -- (b), (f), (g): cards exposed in the deal ----------------------------------------------------------------


def test_more_than_one_card_exposed_before_a_draw_is_a_misdeal() -> None:
    h = hand("mel/draw-blind", "call")
    cards = h.hole[2]
    assert ruled(h, "card-exposed", seat="3", card=cards[0]) == "MEL-14.1.1(b)" and h.hole[2] == cards
    mine = {"seat": "3", "card": cards[1], "by": "player"}
    assert isinstance(h.report("card-exposed", mine), Ruled) and h.void is None
    assert ruled(h, "card-exposed", seat="1", card=h.hole[0][0]) == "MEL-14.1.1(b) void"


def test_cards_exposed_in_the_draw_are_used_in_sequence() -> None:
    h = hand("mel/draw-blind", "call", "call", "call", "check")
    assert h.stage == "draw"
    for seat in (1, 2):
        assert ruled(h, "card-exposed", seat=str(seat), card=h.hole[seat - 1][0]) == "MEL-14.1.1(b)"


def test_two_cards_exposed_in_the_deal_of_a_flop_game_are_a_misdeal() -> None:
    h = hand("mel/omaha")
    assert ruled(h, "card-exposed", seat="3", card=h.hole[2][1]) == "MEL-14.9.1"
    shown = {"seat": "2", "card": h.hole[1][0], "by": "player"}
    assert isinstance(h.report("card-exposed", shown), Ruled)
    assert ruled(h, "card-exposed", seat="1", card=h.hole[0][1]) == "MEL-14.1.1(g) void"


def test_two_hole_cards_exposed_in_the_deal_of_manila_are_a_misdeal() -> None:
    h = hand("mel/two-card-manila")
    assert ruled(h, "card-exposed", seat="3", card=h.hole[2][1]) == "MEL-14.8.1"
    assert ruled(h, "card-exposed", seat="1", card=h.hole[0][0]) == "MEL-14.1.1(f) void"


# -- (c), (d), (e): stud -------------------------------------------------------------------------------------

STUD = [("mel/five-card-stud", "(c)", 4), ("mel/crown-stud", "(d)", 5), ("mel/seven-card-stud", "(e)", 6),
        ("mel/razz", "(e)", 6)]


@pytest.mark.parametrize(("game", "part", "chapter"), STUD)
def test_in_stud_cards_face_up_that_cannot_be_corrected_are_a_misdeal(game: str, part: str, chapter: int) -> None:
    for kind in ("wrong-card-face-up", "two-cards-face-up"):
        assert ruled(hand(game), kind, seat="2", reconstructed="no") == f"MEL-14.1.1{part}(i) void"
    assert ruled(hand(game, "call", "call"), "two-cards-face-up", seat="2", reconstructed="no").endswith("(i) void")


@pytest.mark.parametrize(("game", "part", "chapter"), STUD)
def test_two_cards_face_up_are_a_misdeal_of_a_second_player(game: str, part: str, chapter: int) -> None:
    h = hand(game)
    assert ruled(h, "two-cards-face-up", seat="2") == f"MEL-14.{chapter}.2"
    assert ruled(h, "two-cards-face-up", seat="3") == f"MEL-14.1.1{part}(ii) void"
    assert ruled(hand(game), "two-cards-face-up", seat="1,4") == f"MEL-14.1.1{part}(ii) void"


def test_three_cards_face_up_are_a_misdeal_in_seven_card_stud() -> None:
    h = hand("mel/seven-card-stud")
    assert ruled(h, "three-cards-face-up", seat="2") == "MEL-14.1.1(e)(iii) void"
    assert "three-cards-face-up" not in new_game("mel/five-card-stud").reports
    later = do(hand("mel/seven-card-stud"), "call", "call", "call")
    assert later.street == 1 and isinstance(later.report("three-cards-face-up", {"seat": "2"}), Referred)
