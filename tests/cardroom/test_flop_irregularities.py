"""Melbourne 14.2, 14.9, 14.10, 14.13 and 14.14: cards exposed, boxed, opened too many or too soon; burns that were
missed; boards that are dealt again."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, refused, stacks

from pitboss.cardroom import new_game
from pitboss.cardroom.acts import Push, RunBoard
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.script import play, read
from pitboss.cardroom.script_write import transcript
from pitboss.cardroom.views import view
from pitboss.equipment.decks import deck
from pitboss.law import Ruled
from pitboss.rulebooks import card_games
from pitboss.table.facts import Referred, Rejected
from pitboss.table.transcripts import BadTranscript

HOLDEM, OMAHA, DOUBLE = "mel/holdem", "mel/omaha", "mel/double-flop-holdem"
# Hole cards of three, then the stub: burn, flop, burn, turn, burn, river.
HOLE, STUB = "2c 3c 4c 2d 3d 4d", "5c Ah Kh Qh 6c Jh 7c Th 8c 9c"
FLOP, TURN, RIVER = ("call", "call", "check"), ("check",) * 3, ("check",) * 3


def hand(*acts: str, game: str = HOLDEM, **more: bool) -> Hand:
    return do(dealt(new_game(game), (200,) * 3, f"{HOLE} {STUB}", button=2, **more), *acts)


def ruled(h: Hand, kind: str, **facts: str) -> str:
    """The clause of the ruling; no card is lost by it, and a copy shows the same."""
    before, copied = plain_hand(h), h.copy()
    preview = copied.report(kind, facts) if h.given is None else None
    assert plain_hand(h) == before, "a preview changed the hand"
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled), outcome
    assert preview is None or (outcome == preview and plain_hand(copied) == plain_hand(h))
    cards = [*everywhere(h), *(h.repairs.aside if h.repairs else ())]
    assert sorted(cards) == sorted(deck(52)) or h.given is not None
    assert plain_hand(hand_from_plain(h.game, plain_hand(h))) == plain_hand(h)
    return str(outcome.clause)


def rejected(h: Hand, kind: str, **facts: str) -> str:
    before = plain_hand(h)
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Rejected) and plain_hand(h) == before
    return outcome.what


def burns(h: Hand) -> int:
    return sum(event.what == "burn" for event in h.log)


# -- 14.9.1: a hole card ------------------------------------------------------------------------------------


def test_one_hole_card_exposed_changes_places_with_the_first_burn() -> None:
    h = hand()
    assert ruled(h, "card-exposed", seat="2", card="3d") == "MEL-14.9.1"
    assert h.hole[1] == ["3c", "5c"] and h.burnt == ["3d"]
    do(h, *FLOP)
    assert h.boards[0] == ["Ah", "Kh", "Qh"] and h.burnt == ["3d"], "no second burn before the flop"
    do(h, *TURN)
    assert h.boards[0][3:] == ["Jh"] and h.burnt == ["3d", "6c"]


@pytest.mark.parametrize(("facts", "why"), [
    ({"seat": "2"}, "card= is missing"), ({"seat": "2", "card": "Ks"}, "seat 2 does not hold the Ks"),
    ({"card": "3d"}, "seat= is missing"), ({"seat": "7", "card": "3d"}, "seat=7 is nobody in the hand"),
])
def test_an_exposed_card_that_is_not_there_is_no_report(facts: dict[str, str], why: str) -> None:
    assert why in rejected(hand(), "card-exposed", **facts)


def test_a_hole_card_exposed_once_the_betting_is_on_is_left_to_the_supervisor() -> None:
    h = hand("call")
    assert isinstance(h.report("card-exposed", {"seat": "2", "card": "3d"}), Referred)


# -- 14.9.2 and 14.2.6: burns ---------------------------------------------------------------------------------


@pytest.mark.parametrize("acts", [(), ("check",)])
def test_a_flop_without_a_burn_is_shuffled_in_and_dealt_again_with_one(acts: tuple[str, ...]) -> None:
    h = hand(*FLOP, *acts)
    assert ruled(h, "missed-burn") == "MEL-14.9.2"
    assert len(h.boards[0]) == 3 and len(h.burnt) == 1 and len(h.deck) == 52 - 6 - 4
    assert h.boards[0] != ["Ah", "Kh", "Qh"] and h.burnt + h.boards[0] != ["5c", "Ah", "Kh", "Qh"]
    assert h.log[-1].clause == "MEL-14.9.2" and h.turn == len(acts)
    again = hand(*FLOP, *acts)
    again.report("missed-burn")
    assert again.boards == h.boards, "the shuffle follows from the deck"


def test_after_substantial_action_an_unburnt_flop_stays() -> None:
    h = hand(*FLOP, "check", "check")
    assert ruled(h, "missed-burn") == "MEL-14.2.6"
    assert h.boards[0] == ["5c", "Ah", "Kh"] and not h.burnt and burns(h) == 0
    do(h, "check")
    assert h.boards[0][3:] == ["6c"] and h.burnt == ["Qh"]


def test_an_unburnt_turn_is_put_right_before_two_have_acted_and_stays_after() -> None:
    h = hand(*FLOP, *TURN, "check")
    assert ruled(h.copy(), "missed-burn") == "MEL-14.2.6"
    assert ruled(h, "missed-burn") == "MEL-14.2.6" and h.boards[0][3:] == ["Jh"] and h.burnt == ["5c", "6c"]
    stays = hand(*FLOP, *TURN, "check")
    assert ruled(stays, "missed-burn", reconstructed="no") == "MEL-14.2.6"
    assert stays.boards[0][3:] == ["6c"] and stays.burnt == ["5c"]
    late = hand(*FLOP, *TURN, "check", "check")
    assert ruled(late, "missed-burn") == "MEL-14.2.6" and late.boards[0][3:] == ["6c"] and late.burnt == ["5c"]


def test_where_cards_are_entered_the_wrong_turn_is_burnt_and_the_next_one_is_the_turn() -> None:
    deals = ("1: 2c 2d", "2: 3c 3d", "3: 4c 4d", "board: Ah Kh Qh 9s Jh Th")
    h = do(given(new_game(HOLDEM), (200,) * 3, *deals, button=2), *FLOP, *TURN)
    assert h.boards[0][3:] == ["9s"] and ruled(h, "missed-burn") == "MEL-14.2.6"
    assert h.boards[0][3:] == ["Jh"] and h.burnt == ["??", "9s"]
    left = do(given(new_game(HOLDEM), (200,) * 3, *deals, button=2), *FLOP, *TURN, "check", "check")
    assert ruled(left, "missed-burn") and left.boards[0][3:] == ["9s"] and left.burnt == ["??"]


def test_a_burn_that_was_never_due_is_not_missed() -> None:
    assert "no burn was to be made" in rejected(hand(), "missed-burn")
    assert "no burn was to be made" in rejected(hand("call", "call"), "missed-burn")


def test_a_burn_that_a_ruling_has_made_is_not_missed() -> None:
    h = hand()
    assert ruled(h, "card-exposed", seat="1", card=h.hole[0][0]) == "MEL-14.9.1"
    assert "no burn was to be made" in rejected(do(h, *FLOP), "missed-burn")
    h = hand(*FLOP, *TURN)
    assert ruled(h, "extra-card-exposed", card="7c") == "MEL-14.10.2(b)"
    assert "no burn was to be made" in rejected(do(h, *RIVER), "missed-burn")


def test_a_missed_burn_in_stud_moves_every_card_by_one() -> None:
    game = new_game("mel/five-card-stud")
    h = do(dealt(game, (200,) * 3, "2c 3c 4c 8d 9d Td 5h 6h 7h 8h"), "call", "call")
    assert h.street == 1 and [up[-1] for up in h.up] == ["6h", "7h", "8h"]
    assert ruled(h.copy(), "missed-burn") == "MEL-14.2.6"
    assert ruled(h, "missed-burn", reconstructed="no") == "MEL-14.2.6"
    assert [up[-1] for up in h.up] == [hole[-1] for hole in h.hole] == ["5h", "6h", "7h"] and not h.burnt


def test_a_missed_burn_in_stud_moves_the_cards_of_those_too_who_have_folded_since() -> None:
    game = new_game("mel/five-card-stud")
    h = do(dealt(game, (200,) * 3, "2c 3c 4c 8d 9d Td 5h 6h 7h 8h"), "call", "call", "bet 2", "fold")
    assert h.live == 0b110 and ruled(h, "missed-burn") == "MEL-14.2.6"
    assert [h.up[i][-1] for i in (1, 2)] == ["6h", "7h"] and "5h" in h.muck and h.deck[-1] == "8h"


def test_where_a_boxed_card_showed_another_may_open() -> None:
    game = new_game("mel/five-card-stud")
    h = do(dealt(game, (200,) * 3, "2c 3c 4c 8d 9d Td 5h Ah 7h 8h 2d"), "call", "call")
    assert h.turn == 0 and ruled(h, "card-face-up-in-deck", card="Ah") == "MEL-14.2.5"
    assert h.up[0][-1] == "2d" and h.turn == h.first == 2 and ruled(h, "missed-burn") == "MEL-14.2.6"


# -- 14.9.3, 14.10.2 and 14.10.3: too many cards --------------------------------------------------------------


def test_too_large_a_flop_is_shuffled_in_and_dealt_again_without_a_burn() -> None:
    h = hand(*FLOP)
    assert ruled(h, "extra-card-exposed", card="6c") == "MEL-14.9.3"
    assert len(h.boards[0]) == 3 and h.burnt == ["5c"] and len(h.deck) == 42 and burns(h) == 1
    assert h.boards[0] != ["Ah", "Kh", "Qh"]


def test_one_card_too_many_is_the_next_burn() -> None:
    h = hand(*FLOP, *TURN)
    assert ruled(h, "extra-card-exposed", card="7c") == "MEL-14.10.2(b)"
    assert h.boards[0][3:] == ["Jh"] and h.burnt == ["5c", "6c", "7c"]
    do(h, *RIVER)
    assert h.boards[0][4:] == ["Th"] and h.burnt == ["5c", "6c", "7c"]


def test_one_card_too_many_at_the_end_goes_to_the_muck() -> None:
    h = hand(*FLOP, *TURN, *RIVER)
    assert ruled(h, "extra-card-exposed", card="8c") == "MEL-14.10.2(c)"
    assert h.boards[0][4:] == ["Th"] and h.muck == ["8c"] and "8c" not in h.deck and len(h.burnt) == 3


def test_several_cards_too_many_are_shuffled_into_the_deck() -> None:
    h = hand(*FLOP, *TURN)
    order = h.deck[:]
    assert ruled(h, "extra-card-exposed", cards="7c,Th") == "MEL-14.10.3"
    assert h.boards[0][3:] == ["Jh"] and h.deck != order and sorted(h.deck) == sorted(order)
    do(h, *RIVER)
    assert len(h.burnt) == 3, "the dealer goes on as usual"


def test_cards_opened_too_many_must_be_told_and_lie_nowhere_else() -> None:
    h = hand(*FLOP, *TURN)
    assert "card= is missing" in rejected(h, "extra-card-exposed")
    assert "the Jh lies elsewhere" in rejected(h, "extra-card-exposed", card="Jh")
    assert "card= and cards= at once" in rejected(h, "extra-card-exposed", card="7c", cards="7c,8c")
    assert isinstance(hand().report("extra-card-exposed", {"card": "7c"}), Referred)


# -- 14.9.4, 14.10.1 and 14.9.5: too soon -------------------------------------------------------------------


def test_an_early_flop_goes_back_and_comes_again_without_another_burn() -> None:
    h = hand("call")
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.9.4"
    assert not h.boards[0] and h.burnt == ["5c"] and len(h.deck) == 45
    do(h, "call", "check")
    assert len(h.boards[0]) == 3 and h.burnt == ["5c"] and h.log[-1].clause == "MEL-14.9.4"
    do(h, *TURN)
    assert len(h.burnt) == 2


def test_an_early_turn_is_aside_until_the_river_which_has_no_burn() -> None:
    h = hand(*FLOP, "check")
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.10.1(a)"
    assert h.repairs is not None and h.repairs.aside == ("Jh",) and h.burnt == ["5c", "6c"]
    do(h, "check", "check")
    assert h.boards[0][3:] == ["Th"] and h.burnt == ["5c", "6c", "7c"] and h.repairs.aside == ("Jh",)
    do(h, *RIVER)
    assert len(h.boards[0]) == 5 and len(h.burnt) == 3 and h.repairs.aside == ()
    assert "Jh" in h.deck or h.boards[0][4] == "Jh"


def test_an_early_river_goes_back_and_another_comes_without_a_burn() -> None:
    h = hand(*FLOP, *TURN, "bet 10", "call")
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.9.5"
    assert len(h.boards[0]) == 4 and h.burnt == ["5c", "6c", "7c"] and len(h.deck) == 39
    do(h, "call")
    assert len(h.boards[0]) == 5 and len(h.burnt) == 3 and h.log[-1].clause == "MEL-14.9.5"


def test_a_betting_round_is_not_complete_before_all_have_discarded() -> None:
    h = hand("call", "call", "check", game="mel/pineapple-holdem")
    assert h.stage == "discard" and ruled(h, "card-exposed", hand="board") == "MEL-14.9.4" and len(h.burnt) == 1
    do(h, *(f"discard {cards[0]}" for cards in h.hole))
    assert len(h.boards[0]) == 3 and len(h.burnt) == 1


def test_too_large_a_flop_is_put_right_though_all_are_all_in() -> None:
    h = dealt(new_game(HOLDEM), (20,) * 3, button=2, ask_runs=True)
    do(h, "call", "call", "check", *["all-in"] * 3)
    flop = h.boards[0][:]
    assert h.stage == "runs" and ruled(h, "extra-card-exposed", card=h.deck[-1]) == "MEL-14.9.3"
    assert len(h.boards[0]) == 3 and h.boards[0] != flop and len(h.burnt) == 1


def test_nothing_comes_too_soon_in_the_final_betting() -> None:
    h = hand(*FLOP, *TURN, *RIVER, "check")
    assert isinstance(h.report("card-exposed", {"hand": "board"}), Referred)


def test_a_hand_with_several_things_gone_wrong_is_repaired_after_each() -> None:
    h = hand()
    assert ruled(h, "card-exposed", seat="1", card="2d") == "MEL-14.9.1"
    do(h, "call")
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.9.4"
    assert h.burnt == ["2d"], "the burn was made already"
    do(h, "call", "check", "check")
    assert h.burnt == ["2d"] and len(h.boards[0]) == 3
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.10.1(a)"
    do(h, "check", "check")
    assert ruled(h, "extra-card-exposed", card=h.deck[-1]) == "MEL-14.10.2(b)"
    do(h, "check", "check", "check", "check", "check", "check")
    assert h.over and sum(stacks(h)) == 600 and len(h.boards[0]) == 5


# -- 14.2: in all games -------------------------------------------------------------------------------------


def test_a_boxed_card_is_mucked_and_the_next_one_replaces_it() -> None:
    h = hand("call")
    assert ruled(h, "card-face-up-in-deck", card="Kh", hand="board") == "MEL-14.2.5"
    do(h, "call", "check")
    assert h.boards[0] == ["Ah", "Qh", "6c"] and "Kh" in h.muck
    found = hand(*FLOP)
    assert ruled(found, "card-face-up-in-deck", card="Kh") == "MEL-14.2.5" and found.boards[0] == ["Ah", "6c", "Qh"]
    own = hand()
    assert ruled(own, "card-face-up-in-deck", card="3d") == "MEL-14.2.5" and own.hole[1] == ["3c", "5c"]
    stud = dealt(new_game("mel/five-card-stud"), (200,) * 3, "2c 3c 4c 8d 9d Td 5h")
    assert ruled(stud, "card-face-up-in-deck", card="9d") and stud.up[1] == ["5h"] and stud.hole[1] == ["3c", "5h"]


def test_five_boxed_cards_make_the_deck_defective() -> None:
    h = hand("call")
    assert ruled(h, "card-face-up-in-deck", cards="9s,8s,7s") == "MEL-14.2.5"
    assert ruled(h.copy(), "card-face-up-in-deck", card="6s") == "MEL-14.2.5"
    assert ruled(h, "card-face-up-in-deck", cards="6s,5s") == "MEL-14.1.1(a)(viii)" and h.void is not None
    assert stacks(h) == [200] * 3


def test_boxed_cards_must_be_somewhere() -> None:
    h = hand(*FLOP)
    assert "card= is missing" in rejected(h, "card-face-up-in-deck")
    assert "the 5c lies elsewhere" in rejected(h, "card-face-up-in-deck", card="5c"), "it is burnt"


def test_a_card_that_its_player_exposes_plays_and_is_seen() -> None:
    h = hand("call")
    assert ruled(h, "card-exposed", seat="2", card="3d", by="player") == "MEL-14.2.8" and h.hole[1] == ["3c", "3d"]
    assert ["3d"] in [event["cards"] for event in view(h, 1)["events"]]
    assert "seat 2 does not hold the Ks" in rejected(h, "card-exposed", seat="2", card="Ks", by="player")


def test_cards_stay_in_view_and_every_player_protects_his_own() -> None:
    h = hand("call")
    assert ruled(h, "cards-out-of-view", seat="3") == "MEL-14.2.1" and h.live == 0b111
    assert ruled(h, "hand-mucked", seat="3") == "MEL-14.2.2" and h.live == 0b011 and stacks(h)[2] == 198
    assert "seat 3 has folded" in rejected(h, "hand-mucked", seat="3")
    assert "seat 3 has no cards" in rejected(h, "cards-out-of-view", seat="3")
    do(h, "call", *["check"] * 7)
    assert h.over and sum(stacks(h)) == 600 and h.won[0].amount == 600


def test_who_shows_one_player_his_hand_shows_it_to_all() -> None:
    h = hand(*FLOP, *TURN, *RIVER, *["check"] * 3, held=True)
    assert h.stage == "push" and ruled(h, "hand-disclosed", seat="2", to="1") == "MEL-14.2.4"
    assert view(h, 3)["players"][1]["cards"] == ["3c", "3d"] and view(h, 3)["players"][0]["cards"] == ["??", "??"]


# -- 14.13 and 14.14: boards dealt again ----------------------------------------------------------------------


def all_in(*, players: int = 3) -> Hand:
    h = dealt(new_game(HOLDEM), (20,) * players, button=players - 1, ask_runs=True)
    return do(h, *["all-in"] * players)


def test_boards_that_the_stub_is_too_short_for_are_dealt_from_the_burn_cards_too() -> None:
    h = all_in(players=11)  # 30 cards left, eight for each board
    assert h.stage == "runs" and len(h.deck) == 30 and refused(h, "run 4") == "MEL-12.6.1"
    assert ruled(h, "not-enough-cards") == "MEL-14.13"
    for _ in range(11):
        assert h.do(RunBoard(4)) is None
    assert h.over and h.runs == 4 and all(len(board) == 5 for board in h.boards) and sum(stacks(h)) == 220
    cards = [card for board in h.boards for card in board]
    assert len(set(cards)) == 20


def test_fewer_boards_are_dealt_where_the_burn_cards_do_not_suffice() -> None:
    h = all_in(players=11)
    h.report("not-enough-cards")
    for _ in range(11):
        h.do(RunBoard(7))
    assert h.over and h.runs == len(h.boards) == 5, "of the nine cards left eight are a board, and one is over"


def test_a_card_turned_before_the_players_agree_is_dealt_once_and_the_rest_may_be_run() -> None:
    h = all_in()
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.14"
    assert h.stage == "runs" and len(h.boards[0]) == 3 and len(h.boards) == 1
    for _ in range(3):
        h.do(RunBoard(2))
    assert h.over and [board[:3] for board in h.boards] == [h.boards[0][:3]] * 2 and len(h.boards[1]) == 5
    last = all_in()
    for _ in range(3):
        assert ruled(last, "card-exposed", hand="board") == "MEL-14.14"
    assert last.over and len(last.boards) == 1 and len(last.boards[0]) == 5


# -- files --------------------------------------------------------------------------------------------------

EXAMPLE = """game mel/holdem
option structure=no-limit blinds=1/2 commission=nil chip=1
button 3
seat 1 Ann 100
seat 2 Ben 100
seat 3 Cat 100
deal 1: Ac Ad
deal 2: Kc Kd
deal 3: 7h 2s
deal stub: 3c 9h 8s 4d 3d Jc 3h Ks
3: fold
1: call
2: check
1: check
2: check
1: bet 4
! card-exposed hand=board
=! ruled [MEL-14.9.5]
deal stub: 5c Ks
2: call
1: check
2: check
= pot 1 12 Ann
= commission 0
= net Ann 6, Ben -6, Cat 0
"""


def test_a_file_tells_the_deck_from_the_first_deal_on_and_after_every_shuffle() -> None:
    played = play(read(EXAMPLE), card_games()[HOLDEM], strict=True)
    assert not played.failures and played.hand.boards == [["9h", "8s", "4d", "Jc", "5c"]]
    other = play(read(EXAMPLE.replace("5c Ks", "Ks 5c")), card_games()[HOLDEM], strict=True)
    assert other.hand.boards[0][4] == "Ks" and len(other.failures) == 2


@pytest.mark.parametrize(("old", "new", "why"), [
    ("deal stub: 5c Ks\n", "", "the stub has too few cards"),
    ("deal stub: 5c Ks", "deal stub: 3c Ks", "the 3c of the stub is not in the deck"),
    ("deal stub: 3c 9h", "deal stub: Ac 9h", "the Ac of the stub is not in the deck"),
    ("! card-exposed hand=board\n", "supervisor: void\n", "nothing was reported that a supervisor could decide on"),
])
def test_a_stub_that_cannot_be_is_one_line(old: str, new: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=why):
        play(read(EXAMPLE.replace(old, new)), card_games()[HOLDEM], strict=True)


def test_a_hand_that_was_ruled_on_is_not_written_as_if_nothing_had_happened() -> None:
    h = hand("call")
    assert ruled(h, "card-exposed", hand="board") == "MEL-14.9.4"
    do(h, "fold", "fold")
    assert h.over
    with pytest.raises(BadTranscript, match="something was ruled on in this hand"):
        transcript(h)


def test_a_pot_that_was_pushed_is_not_reported_on() -> None:
    h = hand(*FLOP, *TURN, *RIVER, *["check"] * 3, held=True)
    assert h.legal() is None and not h.over and h.do(Push()) is None and h.over
    assert "pot pushed" in rejected(h, "defective-deck")
