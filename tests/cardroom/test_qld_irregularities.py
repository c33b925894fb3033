"""Queensland's poker between players when something goes wrong: schedule 10 part 5 and schedule 5 part 5, each with its
own answer."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_hands import dealt, do, state

from pitboss.cardroom.acts import CALL, FOLD, WagerTo
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.law import Refused, Ruled
from pitboss.rulebooks.qld.s05_manila_poker import ManilaPoker
from pitboss.rulebooks.qld.s10_poker import OmahaPoker, TexasHoldem
from pitboss.table.facts import Referred, Rejected


def holdem(*acts: str, **options: str) -> Hand:
    return do(dealt(TexasHoldem({"blinds": "1/2"} | options), (200, 200, 200)), *acts)


def omaha(*acts: str) -> Hand:
    return do(dealt(OmahaPoker({"blinds": "1/2", "structure": "pot-limit"}), (200, 200, 200)), *acts)


def manila(*acts: str) -> Hand:
    return do(dealt(ManilaPoker({"blinds": "5"}), (200, 200, 200)), *acts)


def ruled(h: Hand, kind: str, **facts: str) -> str:
    """The clause under which a report is ruled on."""
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled), outcome
    return str(outcome.clause)


def silent(h: Hand, kind: str, **facts: str) -> bool:
    """No rule answers, and nothing has changed."""
    before = state(h)
    return isinstance(h.report(kind, facts), Referred) and state(h) == before


def rejected(h: Hand, kind: str, **facts: str) -> str:
    before = plain_hand(h)
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Rejected) and plain_hand(h) == before, outcome
    return outcome.what


# -- 10-35 and 5-33: misdeals ------------------------------------------------------------------------------

HELD = {"seat": "2", "cards": "1", "reconstructed": "no"}
GROUNDS: list[tuple[str, dict[str, str], str, str]] = [
    ("cards-not-shuffled", {}, "10-35(1)(a)", ""),
    ("card-exposed-in-cut", {}, "10-35(1)(b)", "5-33(1)(a)"),
    ("cards-not-cut", {}, "10-35(1)(c)", "5-33(1)(b)"),
    ("wrong-dealing-order", {"looked": "yes"}, "10-35(1)(e)(i)", "5-33(1)(e)(i)"),
    ("no-cards", {"seat": "2", "reconstructed": "no"}, "10-35(1)(e)(ii)", "5-33(1)(e)(ii)"),
    ("wrong-number-of-cards", HELD, "10-35(1)(e)(iii)", "5-33(1)(e)(iii)"),
    ("wrong-number-of-cards", HELD | {"cards": "3"}, "10-35(1)(e)(iii)", "5-33(1)(e)(iv)"),
    ("extra-hand", {"seat": "9", "looked": "yes"}, "10-35(1)(e)(iv)", "5-33(1)(e)(v)"),
]


@pytest.mark.parametrize(("kind", "facts", "poker", "mani"), GROUNDS)
def test_a_wrong_deal_is_a_misdeal_before_the_betting_starts(
    kind: str, facts: dict[str, str], poker: str, mani: str
) -> None:
    for make, cited, goes_back in ((holdem, poker, "10-35(3)"), (omaha, poker, "10-35(3)"), (manila, mani, "5-33(7)")):
        h = make()
        if not cited:
            assert silent(h, kind, **facts), "a misdeal happens only on the grounds that schedule 5 names"
            continue
        assert ruled(h, kind, **facts) == f"QLD-{cited}"
        assert h.void == (f"QLD-{cited}", f"QLD-{goes_back}") and h.stacks == [20000] * 3 and not h.pot()


@pytest.mark.parametrize(("kind", "facts", "poker", "mani"), GROUNDS[:5])
def test_once_betting_has_started_it_is_no_misdeal_any_more(
    kind: str, facts: dict[str, str], poker: str, mani: str
) -> None:
    for make in (holdem, omaha, manila):
        assert silent(make("call"), kind, **facts)


@pytest.mark.parametrize(("kind", "facts"), [
    ("wrong-dealing-order", {}), ("no-cards", {"seat": "1"}), ("wrong-number-of-cards", {"seat": "3", "cards": "3"}),
    ("extra-hand", {"seat": "9", "cards": "2c,2d"}), ("extra-hand", {}),
])
def test_a_deal_that_is_put_right_is_no_misdeal(kind: str, facts: dict[str, str]) -> None:
    for make, clause in ((holdem, "QLD-10-35(4)"), (omaha, "QLD-10-35(4)"), (manila, "QLD-5-33(4)")):
        h = make()
        before = (h.stacks[:], h.hole, h.turn)
        assert ruled(h, kind, **facts) == clause
        assert (h.stacks, h.hole, h.turn, h.void) == (*before, None) and not h.over
        for wrong in ({"looked": "yes"}, {"reconstructed": "no"}):
            other = make()
            assert ruled(other, kind, **facts, **wrong) != clause and other.void is not None


def test_cards_of_nobody_go_to_the_muck_once_betting_has_started() -> None:
    for make, card, clause in ((holdem, "9h", "QLD-10-35(6)"), (manila, "9h", "QLD-5-33(6)")):
        h = make("call")
        assert card in h.deck
        assert ruled(h, "extra-hand", seat="9", cards=card) == clause
        assert card in h.muck and card not in h.deck and not h.over
        assert "in the hand" in rejected(make("call"), "extra-hand", seat="2")
        assert "lies elsewhere" in rejected(make("call"), "extra-hand", cards=h.hole[0][0])


def test_one_card_exposed_by_the_dealer_is_a_misdeal_at_manila() -> None:
    h = manila()
    assert ruled(h.copy(), "card-exposed", seat="2", card=h.hole[1][0]) == "QLD-5-33(1)(c)"
    assert silent(h, "card-exposed", seat="2", card=h.hole[1][0], by="player")
    assert silent(manila("call"), "card-exposed", seat="2", card=h.hole[1][0])


def test_a_card_face_up_is_a_misdeal_at_manila_only_if_it_is_the_second_communal_card() -> None:
    assert ruled(manila(), "card-face-up-in-deck", card="9h", hand="board") == "QLD-5-33(1)(d)"
    assert silent(manila(), "card-face-up-in-deck", card="9h")
    assert silent(manila("call"), "card-face-up-in-deck", card="9h", hand="board")


def test_only_the_dealer_declares_a_misdeal_at_manila() -> None:
    refused = ManilaPoker().refuse_declaring("supervisor")
    assert refused is not None and refused.clause == "QLD-5-33(2)"
    assert ManilaPoker().refuse_declaring("dealer") is None
    assert TexasHoldem().refuse_declaring("supervisor") is None, "10-35(2): the dealer or a supervisor"


def test_a_missing_or_foreign_card_voids_the_round_whenever_it_is_found() -> None:
    for kind in ("missing-card", "foreign-card"):
        for acts in ((), ("call", "call"), ("call", "call", "check", "bet 4")):
            h = holdem(*acts)
            assert ruled(h, kind) == "QLD-10-38(b)"
            assert h.void == ("QLD-10-38(b)",) and h.stacks == [20000] * 3
        over = holdem("fold", "fold")
        refused = over.report(kind)
        assert isinstance(refused, Refused) and refused.clause == "QLD-10-38(a)", "what is completed stands"
        assert silent(manila(), kind)


@pytest.mark.parametrize("facts", [{"seat": "7"}, {"seat": "1,1"}, {"seat": "11"}, {"seat": "2", "cards": "many"}])
def test_a_report_that_makes_no_sense_changes_nothing(facts: dict[str, str]) -> None:
    rejected(holdem(), "wrong-number-of-cards", **facts)


# -- 10-44 and 5-34: acts out of turn ----------------------------------------------------------------------


def test_those_who_were_missed_act_first_and_a_call_changes_nothing() -> None:
    h = holdem()
    assert h.do(WagerTo(600), 1) is None and h.turn == 2, "44(1) and (2): seat 3 was missed, and acts"
    do(h, "call", "fold")
    assert h.bets == [100, 600, 200] and h.turn == 2, "44(4): the bet stands"
    h = holdem()
    h.do(WagerTo(600), 1)
    do(h, "raise to 8", "fold")
    assert h.bets == [100, 200, 800] and h.turn == 1, "44(3)(b): the bet comes back"


def test_who_is_misdirected_and_all_who_followed_take_their_acts_back() -> None:
    h = dealt(TexasHoldem({"blinds": "1/2"}), (200,) * 5)
    assert h.turn == 2
    assert h.do(FOLD, 0) is None, "of his own accord"
    assert h.do(WagerTo(600), 3) is None and h.do(CALL, 4) is None, "the dealer sent seat 4, and seat 5 followed"
    assert ruled(h, "misdirected", seat="4") == "QLD-10-44(7)"
    assert list(h.early) == [0] and h.turn == 2
    do(h, "fold", "fold", "fold")
    assert h.over and h.won[0].paid == {1: 300}, "seat 1 is bound by the fold out of turn"
    h = holdem()
    before = state(h)
    refused = h.report("misdirected", {"seat": "1"})
    assert isinstance(refused, Refused) and refused.clause == "QLD-10-44(7)" and state(h) == before


def test_a_bet_out_of_turn_that_is_overtaken_leaves_a_call_a_raise_or_a_fold_for_nothing() -> None:
    def overtaken() -> Hand:
        h = manila("call", "call", "decline to raise")
        h.do(WagerTo(500), 1)
        do(h, "bet 10")
        assert h.bound is not None and h.bound.clause == "QLD-5-34(3)"
        return h

    folded: Any = do(overtaken(), "fold")
    assert folded.stacks[1] == 20000 - 500 and folded.pot() == 1500 + 1000, "34(4): the bet out of turn came back"
    assert do(overtaken(), "call").bets == [1000, 1000, 0]
    assert do(overtaken(), "raise to 15").bets[1] == 1500
    check = overtaken().check()
    assert check is not None and check.clause == "QLD-5-34(3)"
