"""What players may not do at Queensland's poker tables: QLD-10-45, QLD-5-32 and the front rule (QLD-0-4, 9, 10, 11)."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, state

from pitboss.cardroom.dead_hands import SENT_AWAY
from pitboss.cardroom.hand import Hand
from pitboss.law import Refused, Ruled
from pitboss.rulebooks.qld.s05_manila_poker import ManilaPoker
from pitboss.rulebooks.qld.s10_poker import TexasHoldem
from pitboss.table.facts import Referred, Rejected


def holdem(*acts: str) -> Hand:
    return do(dealt(TexasHoldem({"blinds": "1/2"}), (200,) * 4), *acts)


def manila(*acts: str) -> Hand:
    return do(dealt(ManilaPoker({"blinds": "5"}), (200,) * 4), *acts)


def ruled(h: Hand, kind: str, **facts: str) -> str:
    outcome = h.report(kind, facts)
    assert isinstance(outcome, Ruled), outcome
    return str(outcome.clause)


def told(h: Hand) -> list[tuple[str, int, str]]:
    return [(event.what, h.seats[event.place], str(event.clause)) for event in h.log if event.what.startswith("tells")]


@pytest.mark.parametrize(("kind", "poker", "mani"), [
    ("helping", "10-45(1)", "5-32(1)"), ("chips-given", "10-45(2)", "5-29(3)"), ("advice", "10-45(3)", "5-32(2)"),
    ("cards-looked-at", "10-45(6)", "5-32(7)"), ("pot-divided", "10-30(17)", "5-25(8)"),
    ("hand-disclosed", "10-45(4)", "5-32(3)"), ("side-bet", "0-9", "0-9"), ("cards-exchanged", "0-10(a)", "0-10(a)"),
    ("another-hand-touched", "0-10(b)", "0-10(b)"), ("device-used", "0-4(1)", "0-4(1)"),
])
def test_it_is_not_allowed_and_nothing_moves(kind: str, poker: str, mani: str) -> None:
    for h, clause in ((holdem("call"), poker), (manila("call"), mani)):
        before = (h.stacks[:], h.turn, h.live)
        assert ruled(h, kind, seat="2") == f"QLD-{clause}"
        assert (h.stacks, h.turn, h.live) == before
        refused = h.game.refuse_conduct(h, 1, kind)
        assert refused is not None and refused.clause == f"QLD-{clause}"


def test_cards_of_a_hand_that_is_out_stay_secret_too() -> None:
    assert ruled(holdem("fold"), "hand-disclosed", seat="3") == "QLD-10-45(5)"
    h = holdem("fold")
    refused = h.game.refuse_conduct(h, 2, "hand-disclosed")
    assert refused is not None and refused.clause == "QLD-10-45(5)"
    assert ruled(manila("fold"), "hand-disclosed", seat="2") == "QLD-5-32(4)"


def test_who_learns_of_a_hand_that_is_out_tells_all_other_active_players() -> None:
    h = holdem("fold")
    ruled(h, "hand-disclosed", seat="3", to="4")
    assert told(h) == [("tells 1, 2", 4, "QLD-10-45(7)")]
    out = holdem("fold", "fold")
    ruled(out, "hand-disclosed", seat="3", to="4")
    assert told(out) == [], "one who is out himself tells nobody"
    h = manila("fold")
    ruled(h, "hand-disclosed", seat="2", to="4")
    assert told(h) == [("tells 1, 3", 4, "QLD-5-32(5)")]


def test_who_learns_of_a_bettor_who_is_not_called_tells_everybody() -> None:
    h = holdem("fold", "raise to 6")
    ruled(h, "hand-disclosed", seat="4", to="1")
    assert told(h) == [("tells 2, 3", 1, "QLD-10-45(8)")], "also one who has folded"
    do(h, "call")
    ruled(h, "hand-disclosed", seat="4", to="1")
    assert len(told(h)) == 1, "he is called"
    outcome = h.report("hand-disclosed", {"seat": "4", "to": "4"})
    assert isinstance(outcome, Rejected) and "himself" in outcome.what


def test_a_supervisor_may_declare_the_wagers_void() -> None:
    for kind, clause in (("helping", "11(2)(a)"), ("hand-disclosed", "11(2)(a)"), ("side-bet", "11(2)(a)"),
                         ("device-used", "4(2)(a)")):
        h = holdem("raise to 6", "call")
        assert ruled(h, kind, seat="3", decided="void-wagers", official="supervisor") == f"QLD-0-{clause}"
        assert h.stacks == [19900, 19800, 20000, 19400] and not h.live >> 2 & 1 and h.turn == 0
        do(h, "fold", "fold")
        assert h.over and h.stacks == [19900, 19800, 20000, 20300]
    h = manila("call")
    assert ruled(h, "advice", seat="2", decided="void-wagers") == "QLD-0-11(2)(a)" and h.stacks[1] == 20000


def test_wagers_that_cannot_be_void_and_devices_that_are_approved() -> None:
    h = holdem("fold")
    before = state(h)
    refused = h.report("helping", {"seat": "3", "decided": "void-wagers"})
    assert isinstance(refused, Refused) and refused.clause == "QLD-0-11(2)(a)" and state(h) == before
    won = do(dealt(TexasHoldem({"blinds": "1/2"}), (200,) * 4, held=True), "fold", "fold", "fold")
    assert isinstance(won.report("helping", {"seat": "2", "decided": "void-wagers"}), Refused)
    assert isinstance(h.report("helping", {"seat": "1", "decided": "dead-hand"}), Referred), "no such sanction"
    assert ruled(h, "device-used", seat="1", approved="yes") == "QLD-0-4(3)"
    assert ruled(h, "device-used", seat="1", device="computer") == "QLD-0-4(1)"


def test_a_supervisor_may_exclude_a_player_who_goes_when_the_round_is_over() -> None:
    for kind, clause in (("cards-exchanged", "QLD-0-11(2)(b)"), ("device-used", "QLD-0-4(2)(b)")):
        h = holdem("call")
        assert ruled(h, kind, seat="3", decided="exclude", official="manager") == clause
        assert [(event.place, event.clause) for event in h.log if event.what == SENT_AWAY] == [(2, clause)]
        assert h.live == 0b1111, "whether his wagers are void is another decision"
