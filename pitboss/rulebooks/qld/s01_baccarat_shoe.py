"""QLD schedule 1, sections 13 to 15, 22 and 23: the shoe of a baccarat table and who deals from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.qld.s00_front_rule import FrontRule, R
from pitboss.table.acts import Choice, Irregular
from pitboss.table.facts import Rejected
from pitboss.table.game import Decision, Duty, GameOption, ruling
from pitboss.table.reports import SUPERVISOR, BadFact, YesNo
from pitboss.table.requests import Choose, option, options
from pitboss.table.table import DEALING, WAGERS, Round, Table

S = schedule("QLD-1")

SHOE_CHOICES = (
    GameOption("shoe", "shoe", ("shoe", "machine"), S["13(1)"], "a dealing shoe, or a card machine"),
    GameOption("result-only", "no", ("no", "yes"), S["15(5)"], "the table only decides what player terminals show"),
    GameOption("places", "9", tuple(map(str, range(1, 15))), S["3(1)"], "places for seated players"),
    GameOption("offer-shoe", "no", ("no", "yes"), S["22(1)"], "a manager has the shoe offered at a table of up to 9"),
)

SHOE_DUTIES = (
    Duty("shuffle", "put the first cutting card behind the stack and offer the cut, or have staff cut", S["14(1)"]),
    Duty("shuffle", "offer the cut clockwise to seated players, then to standing players", S["14(2)"]),
    Duty("shuffle", "let the player who takes the cut hand it to another", S["14(3)"]),
    Duty("shuffle", "have the dealer or a supervisor cut when no player will", S["14(4)"]),
    Duty("shuffle", "take the cutting card out after a wrong cut and ask for another", S["14(6)"]),
    Duty("shuffle", "move the cards in front of the cutting card to the back", S["14(7)"]),
    Duty("shuffle", "load the stack into the shoe", S["14(9)"]),
    Duty("burn", "show the burnt card to a player who asks", S["14(11)"]),
    Duty("shuffle", "at a table for terminals the dealer cuts, and nobody is asked", S["14(14)"]),
)

TENS = range(10, 14)


class BaccaratShoe(FrontRule):
    """What becomes of the shoe from round to round."""

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("accept shoe", "you deal the cards"),
        Decision("reject shoe", "the next player is asked", silent=True),
        Decision("keep shoe", "you deal the next round too", key="k"),
        Decision("pass shoe", "the next player is asked", key="p", silent=True),
        Decision("pass the shoe", "the player has to give the shoe up", by="supervisor"),
        Decision("no order", "the player may keep the shoe", by="supervisor"),
        Decision("burn further cards", "as many more as the first card counts", by="supervisor"),
        Decision("start play", "no further card is burnt", by="supervisor"),
    )
    state_shown = ("designated", "dummy", "rounds_left")

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = S["4(1)"].says(self.decks)
        self.places = int(self.options["places"])
        self.result_only = self.options["result-only"] == "yes"
        self.offers_shoe = S["22(1)"].says(self.places >= 10 or self.options["offer-shoe"] == "yes")
        if not self.offers_shoe:
            self.gather_words = ("accept", "reject", "keep", "pass")

    def opening_state(self) -> dict[str, Any]:
        return {
            "loaded": False,  # cards are in the shoe or the machine
            "first_hand": True,  # no hand of this shoe is complete
            "rounds_left": None,  # counted once the cutting card is out
            "carried": 0,  # cards of the last round that open the next
            "opening": [],  # their faces, where they are known
            "shuffle": "",  # why the next round starts with a shuffle, if not for the cutting card
            "dummy": False,  # the next round is a dummy round
            "designated": None,  # [box, player] of the designated player
            "must_pass": "",  # why that player may not go on
            "dealer_deals": False,  # a supervisor's direction is in force
        }

    # -- 13 and 14: cutting and burning ----------------------------------------------------------------

    @property
    def machine(self) -> bool:
        """13(1): a card machine may take the place of the shoe."""
        return S["13(1)"].says(super().machine)

    def prepare(self, t: Table) -> Round[None]:
        """Cards to deal from: mixed anew in a machine, or a new shoe when the old one may not go on."""
        loaded = t.state["loaded"]
        if S["13(2)"].says(self.machine):
            yield from self.mix(t, loaded)
            t.state |= {"loaded": True, "shuffle": ""}
        elif not loaded or t.state["shuffle"] or S["15(3)"].says(t.state["rounds_left"] == 0):
            directed = t.state["shuffle"]
            yield from t.shuffle(R[directed or ("15(2)(b)" if loaded else "15(2)(a)")], self.decks)
            t.state |= {"loaded": True, "first_hand": True, "rounds_left": None, "shuffle": ""}
            t.state |= {"carried": 0, "opening": [], "dummy": False}
            yield from self.cut_and_burn(t)

    def cut_and_burn(self, t: Table) -> Round[None]:
        """14(5) to (13)."""
        cards, further = len(self.pack()), "start play"
        t.notes["fresh"] = True
        while True:
            yield from t.cut(S["14(5)"], "cut", 10, cards - 10)
            yield from t.cut(S["14(8)"], "last round", 14, cards - 1)
            if not self.result_only:
                further = yield from t.direct("supervisor", S["14(12)"], "burn further cards", "start play")
            if not t.notes.pop("again", False):
                break
            yield from t.shuffle(R["15(4)"], self.decks)
        t.notes["fresh"] = False
        if further == "start play":
            yield from t.burn(1, S["14(10)"])
            return
        first = yield from t.burn(1, S["14(10)"], face_up=True)
        yield from t.burn(self.burn_value(first[0]), S["14(12)"], face_up=True)

    def untouched(self, t: Table) -> bool:
        """Only until the first card of the shoe is burnt."""
        return bool(t.notes.get("fresh"))

    def reshuffle(self, t: Table) -> Round[None]:
        """Cut or not, the cards are shuffled and cut again before the first is burnt."""
        t.notes["again"] = True
        yield from ()

    def shuffle_next(self, t: Table) -> None:
        t.state["shuffle"] = "15(2)(c)"

    def burn_value(self, card: Card) -> int:
        """14(12) and (13): how many more cards the first one burnt stands for; 3: its number, from 2 to 9."""
        face = rank(card)
        if face in TENS:
            return S["14(13)"].says(10)
        return S["14(13)"].says(1) if face == 14 else R["3:face-value"].says(face)

    # -- 15: the cutting card appears --------------------------------------------------------------

    def cutting_card_appears(self, t: Table) -> Round[None]:
        out = t.state["rounds_left"] is not None or "cutting card" in t.notes or R["16(e)"].says(self.machine)
        if not out and t.ruled("it is removed and the round completed", S["15(1)"]):
            self.note_cutting_card(t)
        yield from ()

    @ruling(
        "cutting-card", S["15(1)"], "it is removed and the round completed",
        when=lambda self, t, what: not self.machine and t.phase in (WAGERS, DEALING),
    )
    def cutting_card_reported(self, t: Table, what: Irregular) -> None:
        if t.state["rounds_left"] is not None or "cutting card" in t.notes:
            raise BadFact("the cutting card is already out")
        self.note_cutting_card(t)

    def note_cutting_card(self, t: Table) -> None:
        """First out of the shoe, it makes this round the last; later, the next one."""
        from_shoe = sum(len(hand.cards) for hand in t.hands.values()) - t.notes.get("carried", 0)
        t.notes["cutting card"] = self.rounds_left(from_shoe <= 0)
        if t.notes["cutting card"] == 0:
            t.announce("the last round is about to be played", S["15(4)"])

    def rounds_left(self, first_out: bool) -> int:
        """15(2) to (5): rounds to be played after the one in which the cutting card came."""
        if S["15(5)"].says(self.result_only):
            return 1
        return 0 if S["15(4)"].says(first_out) else S["15(2)"].says(1)

    def count_round(self, t: Table) -> None:
        """A round is complete."""
        t.state["first_hand"] = False
        left = t.notes.get("cutting card")
        if left is not None:
            t.state["rounds_left"] = left
            if left and not self.result_only:
                t.announce("the last round is about to be played", S["15(2)"])
        elif t.state["rounds_left"]:
            t.state["rounds_left"] -= 1

    # -- 22 and 23: the designated player ----------------------------------------------------------

    def select_designated_player(self, t: Table) -> Round[None]:
        """Who deals this round: the player who has the shoe and goes on, or the first who takes it."""
        if not self.offers_shoe or t.state["dealer_deals"] or t.notes.get("dummy"):
            return
        former = 0
        if t.state["designated"] is not None:
            former = t.state["designated"][0]
            if (yield from self.goes_on(t)):
                return
        t.state |= {"designated": None, "must_pass": ""}
        yield from self.offer_shoe(t, former)
        t.notes.pop("shoe offer", None)
        if t.state["designated"] is None and not t.state["dealer_deals"]:
            t.announce("nobody takes the shoe: the dealer is banker and deals", S["22(5)"])

    def goes_on(self, t: Table) -> Round[bool]:
        """22(9), 22(10) and 23: does the designated player keep the shoe?"""
        box, player = t.state["designated"]
        t.notes["shoe offer"] = S["22(9)"]
        choice = yield from t.choose(lambda: self.keep_or_pass(t))
        if choice is not None or t.state["designated"] is None:
            return choice is None or choice.name == "keep shoe"
        why = self.stopped_by(t)
        t.notes["stopped"] = (str(box), why)
        return why == S["23(1)"] and not t.ruled(f"{player} gives up the shoe", S["23(2)"])

    def keep_or_pass(self, t: Table) -> Choose | None:
        if t.state["designated"] is None or self.stopped_by(t) is not None:
            return None
        box, player = t.state["designated"]
        offered = options(option("keep shoe", S["22(9)"]), option("pass shoe", S["22(9)"]))
        return Choose(S["22(9)"], str(box), player, offered, {})

    def stopped_by(self, t: Table) -> Clause | None:
        """The clause under which the designated player must give the shoe up, if there is one."""
        if t.state["must_pass"]:
            return S[t.state["must_pass"]]
        player = t.state["designated"][1]
        excluded = self.register(t).shut_out.get(player)
        if excluded is not None:
            return R[excluded]
        staked = [wager.amount for wager in t.wagers.values() if wager.player == player and wager.kind != "tie"]
        return None if S["23(1)"].says(max(staked, default=0) >= self.sign(t, player).minimum) else S["23(1)"]

    def offer_shoe(self, t: Table, former: int) -> Round[None]:
        """22(2) to (8): from the dealer's left, or from the former designated player's left, clockwise."""
        clause, others = (S["22(6)"], S["22(7)"]) if former else (S["22(2)"], S["22(3)"])
        asked = {former}
        while (box := self.next_place(t, former, asked)) is not None:
            asked.add(box)
            player = t.boxes[box][0]
            if (yield from self.takes_shoe(t, box, player, clause, former)):
                t.state["designated"] = [box, player]
                return
            clause = others

    def next_place(self, t: Table, former: int, asked: set[int]) -> int | None:
        """The next seated player clockwise who was not asked; those who sat down meanwhile count."""
        seats = [box for box in t.clockwise() if box not in asked and self.may_deal(t, box, t.boxes[box][0])]
        return min(seats, key=lambda box: (box < former, box), default=None)

    def may_deal(self, t: Table, box: int, player: str) -> bool:
        """Is this player at the box, and the shoe still to be offered?"""
        here = player in t.boxes.get(box, ()) and self.refuse_person(t, player) is None
        return here and not t.state["dealer_deals"]

    def takes_shoe(self, t: Table, box: int, player: str, clause: Clause, former: int) -> Round[bool]:
        t.notes["shoe offer"] = clause
        offered = options(option("accept shoe", clause), option("reject shoe", clause))
        asked = Choose(clause, str(box), player, offered, {})
        choice = yield from t.choose(lambda: asked if self.may_deal(t, box, player) else None)
        taken = S["22(4)"].says(choice is not None and choice.name == "accept shoe")
        return S["22(8)"].says(taken) if former else taken

    def note_banker_lost(self, t: Table, lost: bool) -> None:
        """22(10)(a): the shoe passes when the banker's hand loses."""
        if t.state["designated"] is not None and S["22(10)(a)"].says(lost):
            t.state["must_pass"] = "22(10)(a)"

    @ruling(
        "designated-player-at-fault", S["22(10)(b)"], "the designated player may be ordered to pass the shoe",
        when=lambda self, t, what: t.state["designated"] is not None,
    )
    def at_fault(self, t: Table, what: Irregular) -> Round[None]:
        order = yield from t.direct("supervisor", S["22(10)(b)"], "pass the shoe", "no order")
        if order == "pass the shoe":
            t.state["must_pass"] = "22(10)(b)"

    @ruling("dealer-to-deal", S["22(11)"], "a supervisor directs that the dealer deals, or ends the direction",
            facts=(YesNo("ended"),), by=SUPERVISOR)
    def dealer_to_deal(self, t: Table, what: Irregular) -> None:
        t.state["dealer_deals"] = not what.yes("ended")
        if t.state["dealer_deals"]:
            t.state |= {"designated": None, "must_pass": ""}

    # -- what people try with the shoe -------------------------------------------------------------

    def table_choice(self, t: Table, act: Choice) -> Refused | Rejected | None:
        if not act.name.endswith(" shoe"):
            return super().table_choice(t, act)
        if self.offers_shoe:
            return Rejected("the shoe is offered when the wagers of the round are in")
        return refuse(f"{act.name}: the shoe is not offered here", S["22(1)"], "the dealer deals")

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        if not act.name.endswith(" shoe"):
            return None
        box, why = t.notes.get("stopped", ("", None))
        if act.name == "keep shoe" and act.hand == box:
            return refuse("the shoe must be passed", why, "the next player is offered it")
        offer = t.notes.get("shoe offer")
        return None if offer is None else refuse(f"box {act.hand} is not offered the shoe now", offer, "wait for it")

    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        if act.name == "accept shoe" and act.player in t.boxes.get(int(act.hand), ()):
            return refuse(f"{act.player} is standing", S["7(2)(c)"], f"{request.player} may take the shoe")
        return None
