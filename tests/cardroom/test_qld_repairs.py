"""Queensland's poker between players: cards exposed, missing or too many, and how the round goes on
(QLD-10-36, 37, 39 to 43, QLD-5-35 and 36)."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_hands import dealt, do, everywhere, legal, refused, state

from pitboss.cardroom.acts import FOLD, Push, Show
from pitboss.cardroom.game import CARDS, PUSH, SHOW
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.showdown import hands_read, shows
from pitboss.cardroom.turning import face_down
from pitboss.equipment.decks import deck
from pitboss.law import Ruled
from pitboss.rulebooks.qld.s05_manila_poker import ManilaPoker
from pitboss.rulebooks.qld.s10_poker import OmahaPoker, TexasHoldem
from pitboss.table.facts import Referred, Rejected

# The order of a new deck; three players have the first six of it.
NEW = list(deck(52))
CHECKS = ("check",) * 3


def holdem(*acts: str, stacks: tuple[int, ...] = (200, 200, 200), first: str = "", **options: str) -> Hand:
    game = TexasHoldem({"blinds": "1/2", "commission": "10%"} | options)
    return do(dealt(game, stacks, first, held=True, ask_shows=True, button=len(stacks) - 1), *acts)


def flop(*acts: str, **more: Any) -> Hand:
    return holdem("call", "call", "check", *acts, **more)


def manila(*acts: str, stacks: tuple[int, ...] = (200, 200, 200), first: str = "") -> Hand:
    return do(dealt(ManilaPoker({"blinds": "5"}), stacks, first, held=True), *acts)


def second(*acts: str, **more: Any) -> Hand:
    """In the second round of betting, three players in the pot with 5 each."""
    return manila("call", "call", "decline to raise", *acts, **more)


def ended(h: Hand) -> Hand:
    """The hand as far as it goes by itself."""
    while not h.over:
        if h.stage == SHOW:
            assert h.do(Show()) is None
        elif h.stage == PUSH:
            assert h.do(Push()) is None
        else:
            do(h, "check" if legal(h).check else "call")
    return h


def ruled(h: Hand, kind: str, **facts: str) -> str:
    total = sum(h.stacks) + h.pot()
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled), outcome
    taken = sum(pot.taken for pot in h.won)
    assert sum(h.stacks) + (0 if h.over else h.pot()) + taken == total, "chips are conserved"
    return str(outcome.clause)


def silent(h: Hand, kind: str, **facts: str) -> bool:
    before = state(h)
    return isinstance(h.report(kind, facts), Referred) and state(h) == before


def rejected(h: Hand, kind: str, **facts: str) -> str:
    before = state(h)
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Rejected) and state(h) == before, outcome
    return outcome.what


# -- 10-35(1)(d) and 36: in dealing the hole cards ---------------------------------------------------------


def test_one_exposed_hole_card_is_the_first_burn_card() -> None:
    h = holdem()
    exposed, burn = h.hole[1][0], NEW[6]
    assert ruled(h, "card-exposed", seat="2", card=exposed) == "QLD-10-36"
    assert h.hole[1] == [burn, NEW[4]] and h.burnt == [exposed]
    assert any(event.what == "exposed" and event.cards == (exposed,) and event.open for event in h.log)
    ended(h)
    assert h.boards[0][:3] == NEW[7:10] and h.burnt == [exposed, NEW[10], NEW[12]], "no other burn before the flop"
    assert everywhere(h) == sorted(NEW)


def test_two_exposed_hole_cards_are_a_misdeal_and_those_a_player_shows_do_not_count() -> None:
    h = holdem()
    assert silent(h, "card-exposed", seat="2", card=h.hole[1][0], by="player")
    ruled(h, "card-exposed", seat="2", card=h.hole[1][0])
    assert ruled(h, "card-exposed", seat="3", card=h.hole[2][1]) == "QLD-10-35(1)(d)(i)"
    assert h.void == ("QLD-10-35(1)(d)(i)", "QLD-10-35(3)") and h.stacks == [20000] * 3
    assert silent(holdem("call"), "card-exposed", seat="2", card=NEW[1]), "the deal is over"
    assert "does not hold" in rejected(holdem(), "card-exposed", seat="2", card="Ks")
    assert "card=" in rejected(holdem(), "card-exposed", seat="2")
    assert "seat=" in rejected(holdem(), "card-exposed", card="Ks")
    assert "at once" in rejected(holdem(), "card-exposed", seat="2", card=NEW[1], hand="board")
    assert "at once" in rejected(manila(), "card-exposed", seat="2", card=manila().hole[1][0], hand="board")


def test_a_card_face_up_is_a_misdeal_in_the_deal_and_mucked_later() -> None:
    assert ruled(holdem(), "card-face-up-in-deck", card="9h") == "QLD-10-35(1)(d)(ii)"
    h = holdem("call")
    assert ruled(h, "card-face-up-in-deck", card=NEW[8]) == "QLD-10-39(a)" and h.muck == [NEW[8]]
    ended(h)
    assert h.boards[0] == [NEW[7], NEW[9], NEW[10], NEW[12], NEW[14]], "39(b): the others in their order"
    h = flop()
    assert ruled(h, "card-face-up-in-deck", card=NEW[8]) == "QLD-10-39(a)"
    assert h.boards[0] == [NEW[7], NEW[10], NEW[9]] and h.muck == [NEW[8]]
    assert "card=" in rejected(flop(), "card-face-up-in-deck")
    assert "lies elsewhere" in rejected(flop(), "card-face-up-in-deck", card=flop().burnt[0])


# -- 10-37: a wrong number of hole cards -------------------------------------------------------------------


def test_a_hand_with_a_wrong_number_of_cards_is_void_and_its_bets_go_back() -> None:
    h = flop("bet 4", "call", "call", "check")
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-10-37(1)"
    assert h.stacks == [20000, 19400, 19400] and h.put == [0, 600, 600] and h.turn == 1, "37(2)"
    ended(h)
    assert sum(pot.amount for pot in h.won) == 1200 and h.stacks[0] == 20000


def test_a_blind_that_goes_back_does_not_lower_the_price_of_a_call() -> None:
    h = holdem("call")
    assert ruled(h, "wrong-number-of-cards", seat="2", cards="3") == "QLD-10-37(1)"
    assert h.price == 200 and h.turn == 0 and h.stacks[1] == 20000
    assert legal(h).call == 100
    assert "has folded" in rejected(holdem("fold"), "wrong-number-of-cards", seat="3")


def test_at_the_showdown_the_one_active_player_left_wins_what_is_left() -> None:
    h = flop(*CHECKS, *CHECKS, "bet 10", "call", "fold")
    assert h.stage == SHOW
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-10-37(3)"
    ended(h)
    assert h.stacks[0] == 20000 and h.won[0].amount == 1400 and h.won[0].paid == {1: 1300}
    assert "QLD-10-37(3)" in h.won[0].clauses


def test_at_the_showdown_an_all_in_player_keeps_his_claim() -> None:
    h = holdem("all-in", "call", "call", *["check"] * 6, stacks=(200, 200, 50))
    assert h.stage == SHOW
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-10-37(5)"
    ended(h)
    assert h.stacks[0] == 20000 and len(h.won) == 1 and h.won[0].amount == 10000


def test_with_three_at_the_showdown_the_two_others_compare_theirs() -> None:
    h = flop(*CHECKS, *CHECKS, *CHECKS)
    assert ruled(h, "wrong-number-of-cards", seat="3", cards="1") == "QLD-10-37(1)"
    ended(h)
    assert h.won[0].amount == 400 and 2 not in h.won[0].paid


@pytest.mark.parametrize("both", [False, True])
def test_when_nobody_with_the_right_cards_is_left_the_round_is_void(both: bool) -> None:
    h = flop("bet 4", "call", "fold", "check", "check", "check", "check") if both else flop("bet 4", "fold", "fold")
    assert h.stage == (SHOW if both else PUSH)
    assert ruled(h, "wrong-number-of-cards", seat="1,2" if both else "1", cards="3") == "QLD-10-37(4)"
    assert h.void == ("QLD-10-37(4)",) and h.stacks == [20000] * 3
    assert "pushed" in rejected(ended(flop("bet 4", "fold", "fold")), "wrong-number-of-cards", seat="1")


def test_a_button_short_of_its_last_card_gets_the_next_one() -> None:
    h = holdem("fold", "call", stacks=(200, 200, 200, 200))
    assert h.turn == 0 and h.button == 3
    late: Any = holdem("fold", stacks=(200,) * 4)
    assert late.turn == 3
    assert ruled(late, "wrong-number-of-cards", seat="4", cards="1") == "QLD-10-37(6)"
    assert late.live == 0b1011 and len(late.hole[3]) == 2
    for facts in ({"seat": "4", "cards": "3"}, {"seat": "1", "cards": "1"}):
        other = holdem("fold", stacks=(200,) * 4)
        assert ruled(other, "wrong-number-of-cards", **facts) == "QLD-10-37(1)"
    assert ruled(h, "wrong-number-of-cards", seat="4", cards="1") == "QLD-10-37(1)", "the button has acted"


# -- 10-40 and 41: burn cards ------------------------------------------------------------------------------


def test_a_burn_card_that_was_exposed_is_burnt_all_the_same() -> None:
    h = flop()
    assert ruled(h, "extra-card-exposed", card=NEW[10]) == "QLD-10-40(3)"
    assert h.burnt == [NEW[6], NEW[10]]
    do(h, *CHECKS)
    assert h.boards[0][3] == NEW[11] and h.burnt == [NEW[6], NEW[10]]
    assert ruled(h, "extra-card-exposed", card=NEW[12]) == "QLD-10-40(3)"
    do(h, *CHECKS)
    assert h.boards[0][4] == NEW[13]
    assert ruled(h, "extra-card-exposed", card=NEW[14]) == "QLD-10-40(4)"
    assert h.muck == [NEW[14]] and h.burnt == [NEW[6], NEW[10], NEW[12]]
    assert any(event.what == "exposed" and event.cards == (NEW[14],) for event in h.log), "40(5)"
    assert silent(holdem("call"), "extra-card-exposed", card=NEW[10])
    assert silent(flop(), "extra-card-exposed", cards=f"{NEW[10]},{NEW[11]}"), "the book knows one card"
    assert "lies elsewhere" in rejected(flop(), "extra-card-exposed", card=NEW[7])


def test_without_a_burn_the_first_card_dealt_is_the_burn_card() -> None:
    h = flop()
    assert ruled(h, "missed-burn") == "QLD-10-41(1)"
    assert h.burnt == [NEW[6]] and h.boards[0] == NEW[7:10], "dealt 6 to 8; 6 is burnt and 9 makes up the flop"
    do(h, *CHECKS)
    assert ruled(h, "missed-burn") == "QLD-10-41(2)" and h.boards[0][3] == NEW[11] and h.burnt[1] == NEW[10]
    do(h, *CHECKS)
    assert ruled(h, "missed-burn") == "QLD-10-41(2)"
    assert everywhere(h) == sorted(NEW)
    assert "no card was to be burnt" in rejected(holdem("call"), "missed-burn")
    swapped = holdem()
    ruled(swapped, "card-exposed", seat="2", card=swapped.hole[1][0])
    do(swapped, "call", "call", "check")
    assert "no card was to be burnt" in rejected(swapped, "missed-burn")


# -- 10-42: community cards too soon -----------------------------------------------------------------------


def test_an_early_flop_is_shuffled_in_and_dealt_again_without_a_burn() -> None:
    h = holdem("call")
    assert ruled(h, "card-exposed", hand="board") == "QLD-10-42(1)(a)"
    assert h.burnt == [NEW[6]] and h.boards == [[]] and len(h.deck) == 45 and h.turn == 0
    assert any(event.what == "exposed" and event.cards == tuple(NEW[7:10]) for event in h.log)
    order = h.deck[::-1]
    assert order != [card for card in NEW if card in order], "shuffled"
    do(h, "call", "check")
    assert h.boards[0] == order[:3] and h.burnt == [NEW[6]]
    assert next(event.clause for event in reversed(h.log) if event.what == "board") == "QLD-10-42(1)(b)"
    do(h, *CHECKS)
    assert h.burnt == [NEW[6], order[3]] and h.boards[0][3] == order[4], "burnt again before the turn card"


def test_an_early_turn_card_lies_aside_until_the_river() -> None:
    h = flop("check")
    assert ruled(h, "card-exposed", hand="board") == "QLD-10-42(2)(a)"
    assert h.burnt == [NEW[6], NEW[10]] and h.boards[0] == NEW[7:10] and NEW[11] not in h.deck
    do(h, "check", "check")
    assert h.burnt == [NEW[6], NEW[10], NEW[12]] and h.boards[0][3] == NEW[13]
    do(h, *CHECKS)
    assert h.burnt == [NEW[6], NEW[10], NEW[12]] and NEW[11] in [*h.deck, h.boards[0][4]], "42(2)(c): no burn"
    clauses = [event.clause for event in h.log if event.what == "board"]
    assert clauses[1:] == ["QLD-10-42(2)(b)", "QLD-10-42(2)(c)"]
    ended(h)
    assert everywhere(h) == sorted(NEW)


def test_an_early_river_card_is_shuffled_in_and_no_card_is_burnt_again() -> None:
    h = flop(*CHECKS, "bet 4")
    assert ruled(h, "card-exposed", hand="board") == "QLD-10-42(3)(a)"
    assert h.burnt == [NEW[6], NEW[10], NEW[12]] and len(h.boards[0]) == 4 and NEW[13] in h.deck
    order = h.deck[::-1]
    do(h, "call", "call")
    assert h.boards[0][4:] == order[:1] and len(h.burnt) == 3
    assert next(event.clause for event in reversed(h.log) if event.what == "board") == "QLD-10-42(3)(b)"
    assert silent(h, "card-exposed", hand="board"), "there is no card to come"


# -- 10-43: cards out of the shoe --------------------------------------------------------------------------


def test_cards_out_of_the_shoe_go_back_if_they_have_not_mixed() -> None:
    h = flop("bet 4")
    before = sorted(h.deck)
    assert ruled(h, "cards-removed-from-shoe") == "QLD-10-43(1)"
    assert sorted(h.deck) == before and h.deck[::-1] != NEW[10:] and h.turn == 1 and not h.over


@pytest.mark.parametrize("mixed", ["muck", "hand", "folded", "burn", "off-table"])
def test_cards_that_mixed_end_the_round_and_pots_are_divided_without_commission(mixed: str) -> None:
    h = flop("bet 4", "fold")
    assert ruled(h, "cards-removed-from-shoe", mixed=mixed) == "QLD-10-43(2)"
    assert h.over and h.stacks == [20100, 19800, 20100], "6 in the pot, for two; the bet of 4 goes back"
    assert [(pot.amount, pot.taken) for pot in h.won] == [(600, 0)] and "QLD-10-43(3)" in h.won[0].clauses
    h = holdem("raise to 8")
    assert ruled(h, "cards-removed-from-shoe", mixed=mixed) == "QLD-10-43(2)"
    assert h.over and h.stacks == [20000] * 3, "in the first round everything is a wager of it"


def test_a_hand_that_waits_for_its_cards_is_live() -> None:
    h = Hand(TexasHoldem({"blinds": "1/2"}), (1, 2, 3), (20000,) * 3, (), given=face_down, button=2)
    do(h, "call", "call", "check")
    assert h.stage == CARDS
    assert ruled(h, "cards-removed-from-shoe", mixed="muck") == "QLD-10-43(2)"
    assert h.over and h.stacks == [20000] * 3


def test_a_card_that_a_player_was_dealt_was_not_found_in_the_shoe() -> None:
    h = flop()
    assert "dealt the" in rejected(h, "card-face-up-in-deck", card=h.hole[1][0])


def test_an_act_out_of_turn_starts_the_betting() -> None:
    for h, clause in ((holdem(), "QLD-10-35(2)"), (manila(), "QLD-5-33(3)")):
        assert h.do(FOLD, (h.turn + 1) % 3) is None
        assert silent(h, "cards-not-cut") and getattr(h.report("misdeal"), "clause", "") == clause
        assert not h.over


def test_who_is_left_by_a_void_hand_without_a_bet_of_his_wins_by_it() -> None:
    h = holdem("call", "call", "raise to 12")
    ruled(h, "wrong-number-of-cards", seat="2", cards="3")
    assert ended(do(h, "fold")).won[0].clauses == ("QLD-10-37(2)",), "the uncalled raise was Ben's"
    h = holdem("fold", stacks=(200,) * 4)
    ruled(h, "wrong-number-of-cards", seat="2", cards="3")
    assert ended(do(h, "fold")).won[0].clauses == ("QLD-10-37(2)",), "so was the second blind bet"
    h = flop("bet 4", "call")
    ruled(h, "wrong-number-of-cards", seat="2", cards="3")
    assert ended(do(h, "fold")).won[0].clauses == ("QLD-10-28(8)",)


def test_a_short_button_is_not_void_with_another() -> None:
    h = holdem("call", stacks=(200,) * 4)
    assert "gets the next card" in rejected(h, "wrong-number-of-cards", seat="2,4", cards="1")
    assert ruled(h, "wrong-number-of-cards", seat="2", cards="1") == "QLD-10-37(1)"
    assert ruled(h, "wrong-number-of-cards", seat="4", cards="1") == "QLD-10-37(6)"


def test_nobody_shows_when_pots_are_divided_without_a_showdown() -> None:
    for acts in ((), CHECKS * 2):
        h = flop(*acts, "bet 4")
        ruled(h, "cards-removed-from-shoe", mixed="muck")
        assert h.over and shows(h) == [] == hands_read(h)


def test_each_pot_is_for_those_who_have_a_part_in_it() -> None:
    h = holdem("all-in", "raise to 100", "call", stacks=(200, 200, 50), structure="no-limit")
    assert ruled(h, "cards-removed-from-shoe", mixed="muck") == "QLD-10-43(2)"
    assert h.stacks == [20000, 20000, 5000]
    h = holdem("call", "fold", "check", "bet 4")
    ruled(h, "cards-removed-from-shoe", mixed="muck")
    assert h.stacks == [19900, 20100, 20000], "the odd chip goes to the first after the designated player"


# -- 5-35: communal cards too soon -------------------------------------------------------------------------


def test_a_communal_card_exposed_while_betting_is_on_stops_raises() -> None:
    h = second("bet 5")
    assert ruled(h, "card-exposed", hand="board") == "QLD-5-35(1)"
    assert refused(h, "raise to 10") == "QLD-5-35(1)" and refused(h, "all-in") == "QLD-5-35(1)"
    do(h, "call", "call")
    exposed = next(event.cards for event in h.log if event.what == "exposed")
    assert (h.boards[0][2],) == exposed, "it is the next card"
    assert legal(h).raise_to == 1000, "in that round of betting alone"


def test_where_nothing_was_bet_nothing_may_be() -> None:
    h = second("check")
    assert ruled(h, "card-exposed", hand="board") == "QLD-5-35(1)"
    assert refused(h, "bet 5") == "QLD-5-35(1)"
    do(h, "check", "check")
    first = manila("call")
    assert ruled(first, "card-exposed", hand="board") == "QLD-5-35(1)"
    assert refused(first, "raise to 10") == "QLD-5-35(1)"
    do(first, "call", "decline to raise")
    assert ruled(second(), "card-exposed", hand="board") == "QLD-5-35(2)", "the round of betting has not started"
    assert silent(manila(), "card-exposed", hand="board"), "nor has the first one"
    final = second(*CHECKS, *CHECKS, *CHECKS, "check")
    assert silent(final, "card-exposed", hand="board"), "no card is to come"


def test_a_card_opened_with_the_right_one_holds_betting_at_the_minimum() -> None:
    h = second()
    card = h.deck[-1]
    assert ruled(h, "extra-card-exposed", card=card) == "QLD-5-35(2)"
    assert legal(h).sizes == (500,) and refused(h, "bet 10") == "QLD-5-35(2)"
    do(h, "bet 5")
    assert refused(h, "raise to 10") == "QLD-5-35(2)"
    do(h, "call", "call")
    assert h.boards[0][2] == card and legal(h).raise_to == 1000
    assert ruled(second("check"), "extra-card-exposed", card=card) == "QLD-5-35(1)", "the betting has started"
    assert silent(manila(), "extra-card-exposed", card=card), "the second card before the first round"
    assert "next" in rejected(second(), "extra-card-exposed", card=h.deck[0])


# -- 5-36: a wrong number of hole cards --------------------------------------------------------------------


def test_a_dead_hand_leaves_its_bets_in_the_pot() -> None:
    h = second("bet 5", "call")
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-5-36(1)"
    assert h.stacks == [19000, 19000, 19500] and h.pot() == 2500 and h.turn == 2, "36(2)"
    ended(h)
    assert h.stacks[0] == 19000


def test_dead_hands_at_the_showdown() -> None:
    def shown(*last: str) -> Hand:
        h = second(*CHECKS, *CHECKS, *CHECKS, *last)
        assert h.stage == PUSH
        return h

    h = shown("bet 5", "call", "fold")
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-5-36(3)"
    assert ended(h).won[0].paid == {1: 2500} and h.won[0].clauses == ("QLD-5-36(3)",)
    h = shown("bet 5", "call", "fold")
    assert ruled(h, "wrong-number-of-cards", seat="1,2", cards="3") == "QLD-5-36(4)"
    assert h.over and h.won[0].paid == {2: 2500} and h.won[0].clauses == ("QLD-5-36(4)",), "who folded last of himself"
    h = shown("bet 5", "fold", "fold")
    assert ruled(h, "wrong-number-of-cards", seat="1", cards="3") == "QLD-5-36(4)", "the only one left"
    assert h.won[0].paid == {2: 1500}
    assert silent(shown(*CHECKS), "wrong-number-of-cards", seat="1,2,3"), "nobody has folded"
    h = shown(*CHECKS)
    assert ruled(h, "wrong-number-of-cards", seat="3", cards="1") == "QLD-5-36(1)"
    assert ended(h).won[0].amount == 1500 and 2 not in h.won[0].paid


def test_omaha_counts_four_cards() -> None:
    game = OmahaPoker({"blinds": "1/2", "structure": "pot-limit"})
    h = do(dealt(game, (200,) * 4, held=True, button=3), "fold")
    assert ruled(h, "wrong-number-of-cards", seat="4", cards="3") == "QLD-10-37(6)"
