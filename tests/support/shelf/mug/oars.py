"""MUG part 2: oars. One hand on a box or two, and a wager of two sizes."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Refused, Result, lose, refuse, schedule, win
from pitboss.money import Cents, odds
from pitboss.table.acts import Place, Take
from pitboss.table.facts import BOARD, Wager
from pitboss.table.game import DECISION, Decision, WagerKind, limits
from pitboss.table.hands import HandOfCards, hand_at
from pitboss.table.pay_by_hand import PayByHand
from pitboss.table.requests import Choose
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("MUG-2")

ROW = BettingStreet("row", (Multiple(1, S["5(1)"]), Multiple(3, S["5(1)"])), 0, S["5(1)"], S["5(1)"], S["5(1)"],
                    fold=S["5(2)"], folded=S["5(2)"], verb="row")


class Oars(PayByHand):
    """Oars."""

    id = "mug/oars"
    title = "Oars"
    law = ("MUG-2",)
    kinds = (
        WagerKind("ante", S["2:ante"], "for a hand"),
        WagerKind("second ante", S["2:second ante"], "for a second hand"),
        WagerKind("row", S["2:row"], "once or three times the ante, to play on", moment=DECISION),
    )
    decisions = (Decision("fold", "give up the hand", silent=True),)
    opening = "ante"
    choices = limits(S["3"])
    hands_dealt = ("box", BOARD)
    board = 3
    streets = (ROW,)

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        if kind not in ("ante", "second ante"):
            return refuse(f"{kind} does not open a round", S["2:ante"], "ante, second ante")
        if kind == "second ante" and not t.on_box(box, "ante"):
            return refuse("a second ante alone", S["2:second ante"], "an ante first")
        return self.outside_limits(kind, amount, S["3"])

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | None:
        return refuse("wagers after the first card", S["2:ante"], "the next round")

    def round(self, t: Table) -> Round[None]:
        yield from t.shuffle(S["1"])
        yield from t.gather(S["2:ante"])
        t.phase = DEALING
        for box in t.clockwise():
            second = t.on_box(box, "second ante")
            for place, wager in enumerate(t.on_box(box), 1):
                name = hand_at(box, place if second else 0)
                t.lay(wager, name if second else "")
                yield from t.deal(2, name, S["4"], face_up=False)
                t.may_look(name, box, S["4"])
        t.phase = DECISIONS
        for hand in [hand for box in t.clockwise() for hand in t.hands_of(box)]:
            yield from self.decide(t, hand)
        if not t.wagers:
            return
        yield from t.deal(3, BOARD, S["4"])
        t.phase = SETTLEMENT
        for hand in [hand for box in t.clockwise() for hand in t.hands_of(box)]:
            yield from t.reveal(hand.name, S["4"])
            for wager in self.on(t, hand):
                t.settle(wager, self.result(wager.kind, self.value((*hand.cards, *t.hands[BOARD].cards))))

    def on(self, t: Table, hand: HandOfCards) -> list[Wager]:
        return [wager for wager in t.on_box(hand.box) if wager.hand in ("", hand.name)]

    def decide(self, t: Table, hand: HandOfCards) -> Round[None]:
        ante = self.on(t, hand)[0]
        asked = Choose(S["5(1)"], hand.name, ante.player, ROW.offered(ante.amount), {})
        choice = yield from t.choose(lambda: asked)
        if choice is not None and choice.name == "row":
            t.place(hand.box, ante.player, "row", choice.amount or 0, hand.name if hand.place else "")
        else:
            t.settle(ante, lose(S["5(2)"]))

    def value(self, cards: Sequence[Card]) -> HandValue:
        return poker.value(cards)

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        board = t.open_cards(BOARD)
        return called(self.value((*cards, *board)), beside=beside) if hand != BOARD and len(board) == 3 else ""

    def result(self, kind: str, player: HandValue) -> Result:
        return win(odds("1 to 1"), S["6"]) if player.category >= Category.PAIR else lose(S["6"])
