"""The text that Queensland's poker schedules have in common is one, its clauses are each schedule's own."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.law import Clause, Ruled, schedule
from pitboss.rulebooks.qld.ante_poker import (
    AnteCites,
    NoAnte,
    SecondHand,
    SeenCount,
    ShortDeck,
    UnseenCount,
    WrongBoard,
    WrongBoth,
    WrongDealer,
    WrongHand,
    WrongSize,
)
from pitboss.rulebooks.qld.ante_poker_faults import AntePokerFaults
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.driver import Replay, drive
from pitboss.table.facts import BOARD, DEALER, Returned, Wager
from pitboss.table.game import DECISION, WagerKind
from pitboss.table.reports import ruling
from pitboss.table.script import play_transcript
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import DECISIONS, Round, Table
from pitboss.table.transcripts import parse

S = schedule("QLD-3")


class TwiceTheAnte(ThreeCardPoker):
    """Three cards under the clauses of schedule 3, which has no bonus and its own way with exposed cards."""

    kinds = (
        WagerKind("ante", S["2:ante-wager"], "to take part"),
        WagerKind("bet", S["2:bet-wager"], "twice the ante", moment=DECISION),
    )
    raise_or_fold = BettingStreet(
        "bet", (Multiple(2, S["14(4)"]),), 0, S["14(3)"], S["14(3)"], S["14(4)"], fold=S["14(2)"],
    )
    cites = AnteCites(
        wager=S["2:wager"], continuing=S["2:continuing-player"], closed=S["3"], folds=S["2:fold"], deck=S["9(1)"],
        other_deck=S["9(2)"], shuffled=S["10(4)"], before_deal=S["11"], chips=S["12(1)"], one_hand=S["12(2)"],
        one_wager=S["12(3)"], untouched=S["12(4)"], look=S["14(1)"], folded=S["14(5)"], in_view=S["14(6)"],
        wrong_size=WrongSize(S["20"], S["20(a)"], S["20(b)"]),
        no_ante=NoAnte(S["21"], S["21(a)"], None, S["21(b)"]),
        second_hand=SecondHand(S["22"], S["22(a)"], S["22(b)"], S["22(c)"]),
        unseen_count=UnseenCount(S["23(1)"], S["23(1)(a)"], S["23(1)(b)"], S["23(1)(c)"], S["23(1)(d)"]),
        seen_count=SeenCount(S["23(2)"], S["23(2)(a)"], S["23(2)(b)"]),
        short_deck=ShortDeck(S["23(3)(a)"], S["23(3)(b)"], S["23(3)(c)"]),
        wrong_dealer=WrongDealer(S["23(4)(b)"], S["23(4)(c)"], S["23(4)(d)"], S["23(4)(a)"]),
        wrong_hand=WrongHand(S["23(5)(a)"], S["23(5)(b)"], S["23(5)(c)"]),
        wrong_both=WrongBoth(
            S["23(6)(a)"], S["23(6)(b)"], WrongDealer(S["23(6)(d)"], S["23(6)(e)"], S["23(6)(f)"], S["23(6)(c)"]),
        ),
        position=S["25"],
    )


ROUND = """game qld/three-card-poker
box 1 Ann: ante 10
box 2 Ben: ante 10
deal 1: Kc 9d 4h
deal 2: Qs Jc 8d
deal dealer: Qd 9s 3c
"""


def good(text: str) -> None:
    it = play_transcript(parse(ROUND + text), TwiceTheAnte)
    assert not it.failures, it.failures
    own = {str(line.clause)[:5] for line in it.lines}
    assert own <= {"QLD-3", "QLD-0", "QLD-1"}, own


@pytest.mark.parametrize("text", [
    "1: fold\n2: fold\n= 1 Ann ante lose 10 [QLD-3-14(5)]\n= 2 Ben ante lose 10 [QLD-3-14(5)]\n",
    "! cards-without-ante box=3 cards=As,Ad,Ah\n=! ruled [QLD-3-21(a)]\n1: retract\n2: continue\n2: bet\n"
    "= 1 Ann ante void [QLD-3-21(b)]\n",
    "! second-hand box=3 player=Ann ante=20 cards=As,Ad,Ah\n1: bet\n2: bet\n= 3 Ann ante void [QLD-3-22(b)]\n",
    "1: fold\n2: bet\n! wrong-number-of-cards hand=dealer\n=! ruled [QLD-3-23(4)(a)]\n"
    "= 1 Ann ante win 10 [QLD-3-23(4)(c)]\n= 2 Ben ante win 10 [QLD-3-23(4)(c)]\n= 2 Ben bet void [QLD-3-23(4)(d)]\n",
    "1: bet\n2: bet\n! wrong-number-of-cards hand=1,dealer\n= 1 Ann ante void [QLD-3-23(6)(b)]\n"
    "= 1 Ann bet void [QLD-3-23(6)(b)]\n= 2 Ben ante win 10 [QLD-3-23(6)(e)]\n= 2 Ben bet void [QLD-3-23(6)(f)]\n",
    "! wrong-number-of-cards hand=1 looked=yes deck=51\n= 1 Ann ante void [QLD-3-23(3)(c)]\n",
])
def test_the_shared_rulings_cite_the_schedule_that_has_them(text: str) -> None:
    good(text)


@pytest.mark.parametrize(("amount", "paid", "clause"), [
    ("20.50", 2000, "QLD-3-20(a)"), ("20", 2000, ""), ("19.50", 1950, "QLD-3-20(b)"),
])
def test_a_bet_of_the_wrong_size_is_measured_by_what_the_schedule_asks_for(amount: str, paid: int, clause: str) -> None:
    it = play_transcript(parse(ROUND + f"! wrong-wager box=1 wager=bet amount={amount}\n2: fold\n"), TwiceTheAnte)
    assert [line.pays for line in it.lines if line.wager == "bet"] == [paid]
    t = Table(it.game)
    drive(t, Replay(it.records[0].answers))
    found = [event.clause for event in t.events if isinstance(event, Returned | Ruled) and "20(" in event.clause]
    assert found == ([clause] if clause else [])


def test_a_provision_that_a_schedule_lacks_is_no_ruling_of_its_game() -> None:
    assert "card-exposed" in ThreeCardPoker.reports and "card-exposed" not in TwiceTheAnte.reports
    told = TwiceTheAnte.reports["cards-without-ante"].facts
    assert "pair-plus" in ThreeCardPoker.reports["cards-without-ante"].facts and "pair-plus" not in told


def test_a_text_without_a_schedule_has_no_rulings_yet() -> None:
    assert "extra-hand" not in AntePokerFaults.reports and "device-used" in AntePokerFaults.reports


def test_every_role_is_a_clause_of_the_schedule_itself() -> None:
    def clauses(value: Any) -> list[Clause]:
        if isinstance(value, Clause):
            return [value]
        return [clause for part in value for clause in clauses(part)] if isinstance(value, tuple) else []

    for game in (ThreeCardPoker, TwiceTheAnte):
        assert len({tuple(clause.split("-")[:2]) for clause in clauses(game.cites)}) == 1


def test_an_unknown_role_fails_when_the_class_is_made() -> None:
    with pytest.raises(AttributeError, match="no_such_role"):
        class Wrong(ThreeCardPoker):
            @ruling("odd-event", "no_such_role", "nothing")
            def odd_event(self, t: Table, what: Any) -> None:
                """Never made."""


# -- what other schedules ask of the text ------------------------------------------------------------------

U, M = schedule("QLD-11a"), schedule("QLD-15")
BEFORE_FLOP, ON_RIVER = (
    BettingStreet("bet", (Multiple(size, ask),), known, ask, ask, ask, fold=ask, folded=folded)
    for size, known, ask, folded in ((3, 0, U["18(1)"], U["18(2)"]), (1, 3, U["20(1)"], U["20(2)"]))
)


class WithBoard(ThreeCardPoker):
    """Three cards beside a board that is dealt first; a blind beside the ante, and folds on two streets, under clauses
    of schedule 11(a); the wrong number of community cards under that of 15."""

    kinds = (*ThreeCardPoker.kinds[:2], WagerKind("blind", U["2:blind-wager"], "as large as the ante"),
             ThreeCardPoker.kinds[2])
    matched = ("blind",)
    hands_dealt = ("box", DEALER, BOARD)
    streets = (BEFORE_FLOP, ON_RIVER)
    cites = ThreeCardPoker.cites._replace(
        closed=None, folded=U["18(2)"], equal=U["14(1)(b)"],
        no_ante=NoAnte(U["28"], hand=U["28(b)"], others=None, retract=U["28(c)"], untouched=U["28(a)"]),
        wrong_dealer=WrongDealer(
            reinstated=U["30(4)(a)"], antes=U["30(4)"], raises=U["30(4)(b)"], own_back=U["30(4)(c)"],
            own_paid=U["30(4)(d)"], returned=True,
        ),
        wrong_board=WrongBoard(void=M["21(4)(a)"], back=M["21(4)(b)"]),
        wrong_size=WrongSize(U["27"], U["27(a)"], U["27(b)"]),
    )

    def deal(self, t: Table) -> Round[None]:
        yield from self.deal_in_turn(t, [BOARD], (2,), U["17(3)"])
        yield from super().deal(t)

    def decide(self, t: Table, box: int) -> Round[None]:
        """Ann decides before the flop, Ben on the river."""
        choice = yield from t.choose(lambda: self.decision(t, box))
        if choice is None:
            return
        t.phase = DECISIONS
        if choice.name == "fold":
            self.close_hand(t, box, BEFORE_FLOP if box == 1 else ON_RIVER)
        else:
            t.place(box, t.boxes[box][0], "bet", choice.amount or 0)

    def right_size(self, t: Table, wager: Wager, ante: int) -> tuple[int, int]:
        """Three or four times for the first box, once for the other; of the sizes, the one that a wager comes to."""
        sizes = [3 * ante, 4 * ante] if wager.box == 1 else [ante]
        return sizes[0], max((size for size in sizes if size <= wager.amount), default=sizes[0])


BOARD_ROUND = """game qld/three-card-poker
box 1 Ann: ante 10, blind 10
box 2 Ben: ante 10, blind 10, pair plus 5
deal board: 2c 3d
deal 1: Kc 9d 4h
deal 2: Qs Jc 8d
deal dealer: Qd 9s 3c
"""


@pytest.mark.parametrize("text", [
    # A fold is closed under the clause of its street, and a closed hand is told by it.
    "1: fold\n1: bet\n=! refused [QLD-11a-18(2)]\n2: fold\n= 1 Ann ante lose 10 [QLD-11a-18(2)]\n"
    "= 1 Ann blind lose 10 [QLD-11a-18(2)]\n= 2 Ben ante lose 10 [QLD-11a-20(2)]\n",
    # The dealer's hand is wrong: folded antes and blinds stand again, and all of them go back.
    "1: fold\n2: bet\n! wrong-number-of-cards hand=dealer\n= 1 Ann ante void [QLD-11a-30(4)]\n"
    "= 1 Ann blind void [QLD-11a-30(4)]\n= 2 Ben ante void [QLD-11a-30(4)]\n= 2 Ben blind void [QLD-11a-30(4)]\n"
    "= 2 Ben bet void [QLD-11a-30(4)(b)]\n= 2 Ben pair plus void [QLD-11a-30(4)(c)]\n",
    # So does what a fold took on the last street.
    "1: bet\n2: fold\n! wrong-number-of-cards hand=dealer\n= 2 Ben ante void [QLD-11a-30(4)]\n"
    "= 2 Ben pair plus lose 5 [QLD-11a-20(2)]\n",
    # The board is wrong, and with it the round.
    "1: fold\n2: bet\n! wrong-number-of-cards hand=board\n=! ruled [QLD-15-21(4)(a)]\n"
    "= 1 Ann ante void [QLD-15-21(4)(b)]\n= 2 Ben bet void [QLD-15-21(4)(b)]\n",
    # Cards where no ante is: nobody handled any, or somebody did.
    "! cards-without-ante box=3 cards=As,Ad,Ah handled=no\n= 1 Ann ante void [QLD-11a-28(a)]\n"
    "= 2 Ben pair plus void [QLD-11a-28(a)]\n",
    "! cards-without-ante box=3 player=Cat blind=10 cards=As,Ad,Ah handled=yes\n1: continue\n2: retract\n1: fold\n"
    "= 3 Cat blind void [QLD-11a-28(b)]\n= 2 Ben ante void [QLD-11a-28(c)]\n",
])
def test_the_text_can_say_what_other_schedules_say(text: str) -> None:
    it = play_transcript(parse(BOARD_ROUND + text), WithBoard)
    assert not it.failures, it.failures


@pytest.mark.parametrize(("box", "amount", "settled"), [
    (1, "35", 3000), (1, "45", 4000), (1, "40", 4000), (1, "20", 2000), (2, "15", 1000), (2, "5", 500),
])
def test_a_size_may_hang_on_when_a_wager_was_placed(box: int, amount: str, settled: int) -> None:
    text = f"! wrong-wager box={box} wager=bet amount={amount}\n{3 - box}: fold\n"
    it = play_transcript(parse(BOARD_ROUND + text), WithBoard)
    assert [line.stake for line in it.lines if line.wager == "bet"] == [settled]


def test_only_a_schedule_that_speaks_of_the_board_is_told_of_it() -> None:
    hand = {game: game.reports["wrong-number-of-cards"].facts["hand"] for game in (ThreeCardPoker, WithBoard)}
    assert "board" not in hand[ThreeCardPoker].words and hand[WithBoard].words == ("dealer", "board")
    assert "handled" not in ThreeCardPoker.reports["cards-without-ante"].facts
