"""NSW sections 11 to 13: irregularities, shuffling device malfunction, general provisions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from pitboss.law import Clause, Refused, lose, refuse, schedule, void
from pitboss.law.results import VOID, WIN
from pitboss.money import BadAmount, Cents, parse_amount, show_amount
from pitboss.rulebooks.nsw.limits import LimitSign, shown_for
from pitboss.table.acts import Irregular
from pitboss.table.facts import BOARD, DEALER, Rejected, Settled, Wager
from pitboss.table.game import ruling
from pitboss.table.requests import Choose, Direct, Option, option
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, BadFact, Round, RoundOver, RoundVoid, Table

S = schedule("NSW")

# 1.1: everyone with the powers of a casino supervisor.
SUPERVISORS = ("casino-supervisor", "gaming-supervisor", "assistant-gaming-manager")
# 13.4.1: what disrupts a game.
DISRUPTIONS = ("civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god")
# The wagers a round opens with, and when one of the wrong size may be noticed.
OPENING = ("ante", "ante bonus")
NOTICED = {
    "ante": ("after-first-card", "settlement"),
    "ante bonus": ("after-first-card", "settlement"),
    "flop": ("before-flop", "settlement"),
    "turn": ("settlement",),
    "river": ("settlement",),
}
# 11.12 and 13.3: what a supervisor may do.
DIRECTIONS = {
    "play first": S["11.12.1"],
    "separate": S["11.12.2"],
    "english only": S["11.12.3"],
}
SANCTIONS = {
    "void": S["13.3.1"],
    "exclude": S["13.3.2"],
    "exclude from casino": S["13.3.3"],
    "detain": S["13.3.4"],
}
# 11.6: community cards that a flop wager does not wait for, and where they lie.
LATER = {"turn": 3, "river": 4}
NO_ACTION = "no action"

When = Callable[["Irregularities", Table, Irregular], bool]


def in_play(self: Irregularities, t: Table, what: Irregular) -> bool:
    return self.under_way(t)


def from_the_deal_on(self: Irregularities, t: Table, what: Irregular) -> bool:
    """Betting is closed; the first cards may be the ones the report is about."""
    return t.phase != WAGERS


def before_play(self: Irregularities, t: Table, what: Irregular) -> bool:
    return not self.under_way(t)


def decision_due(self: Irregularities, t: Table, what: Irregular) -> bool:
    return self.due(t, number(what.get("box")))


def wrong_wager(*found: str) -> When:
    return lambda self, t, what: self.found(t, what) in found


def advice(by: Sequence[str], excuse: str, excused: bool) -> When:
    return lambda self, t, what: what.get("by") in by and what.yes(excuse) == excused


def number(text: str) -> int:
    """A whole number in a report; 0 when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


class Irregularities(LimitSign):
    """What the rules say when something goes wrong."""

    # -- what the rulings need to know of the game ---------------------------------------------------

    @abstractmethod
    def fold(self, t: Table, box: int, clause: Clause) -> None:
        """Close a hand and collect its wagers."""

    @abstractmethod
    def stake(self, street: str, ante: Cents) -> Cents:
        """What a flop, turn or river wager must be."""

    @abstractmethod
    def refuse_area(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """Why a player may not wager on an area, whatever the amount."""

    def ante(self, t: Table, box: int) -> Wager | None:
        """The ante on a box; none once its hand is folded, void or settled."""
        return next(iter(t.on_box(box, "ante")), None)

    def due(self, t: Table, box: int) -> bool:
        """Has this hand still to act before the next community card?"""
        return bool(t.notes.get("street")) and self.ante(t, box) is not None and box not in t.notes["acted"]

    def under_way(self, t: Table) -> bool:
        """1.1: a round of play begins when its first card is out."""
        return S["1.1:round-of-play"].says(any(hand.cards for hand in t.hands.values()))

    def dealt(self, t: Table) -> bool:
        """The deal is over: the dealer's hole cards are the last."""
        return DEALER in t.hands and len(t.hands[DEALER].cards) == 2

    def by_supervisor(self, t: Table, what: Irregular) -> bool:
        """1.1: is whoever decides one of those who may?"""
        office = what.get("by", SUPERVISORS[0])
        if office in SUPERVISORS:
            return True
        return not self.tell(t, refuse(f"{office} may not decide this", S["1.1:casino-supervisor"],
                                       "a casino supervisor decides"))

    def tell(self, t: Table, refused: Refused | Rejected | None) -> bool:
        """Record what was refused; False when nothing was."""
        if refused is not None:
            t.events.append(refused)
        return refused is not None

    # -- void rounds ---------------------------------------------------------------------------------

    def undo(self, t: Table, lines: Sequence[Settled], clause: Clause) -> None:
        """1.1: void is without result, so what was won or lost already stands again."""
        for line in lines:
            if S["1.1:void"].says(True):
                t.reverse(line, clause)

    def undo_all(self, t: Table, clause: Clause) -> None:
        self.undo(t, [line for line in t.lines if line.outcome != VOID], clause)

    def void_round(self, t: Table, clause: Clause, *also: Clause) -> NoReturn:
        self.undo_all(t, clause)
        raise RoundVoid(clause, *also)

    def end_if_nobody_plays(self, t: Table) -> None:
        """Once betting has closed and the last wager is gone, there is nothing left to deal for."""
        if t.phase != WAGERS and not t.wagers:
            raise RoundOver

    def misdeal(self, t: Table, clause: Clause) -> None:
        if t.ruled("misdeal: all wagers are void and a new round is dealt", S["11.3"]):
            self.void_round(t, clause, S["11.3"])

    # -- 11.1 and 11.2: wrong number of cards, cards revealed in the deal ----------------------------

    @ruling("wrong-number-of-cards", S["11.1"], "a misdeal, whoever has them", when=from_the_deal_on)
    def wrong_number(self, t: Table, what: Irregular) -> None:
        for hand in what.get("hand").split(","):
            t.hand(hand)
        self.misdeal(t, S["11.1"])

    @ruling(
        "card-exposed", S["11.2"], "shown during the deal: a misdeal",
        when=lambda self, t, what: t.phase == DEALING
        and not (self.dealt(t) and what.get("hand") in (DEALER, BOARD)),
    )
    def exposed_in_deal(self, t: Table, what: Irregular) -> None:
        if whose := what.get("hand") or what.get("box"):
            t.hand(whose)
        self.misdeal(t, S["11.2"])

    # -- 11.4 to 11.6: cards the dealer reveals too early --------------------------------------------

    def shown_early(self, t: Table, hand: str, what: Irregular) -> bool:
        """Was this hand shown between the deal and the settlement?"""
        return self.dealt(t) and t.phase != SETTLEMENT and what.get("hand") == hand

    def flop_wagers(self, t: Table) -> bool:
        """Has any flop wager been made in this round?"""
        gone = any(line.wager == "flop" and line.outcome != VOID for line in t.lines)
        return gone or any(wager.kind == "flop" for wager in t.wagers.values())

    @ruling(
        "card-exposed", S["11.4.1"], "a dealer's card before any flop wager: a misdeal",
        when=lambda self, t, what: self.shown_early(t, DEALER, what) and not self.flop_wagers(t),
    )
    def dealer_shown_before_wagers(self, t: Table, what: Irregular) -> None:
        self.misdeal(t, S["11.4.1"])

    @ruling(
        "card-exposed", S["11.4.2"], "a dealer's card after a flop wager: play goes on",
        when=lambda self, t, what: self.shown_early(t, DEALER, what) and self.flop_wagers(t),
    )
    def dealer_shown_after_wagers(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    @ruling(
        "card-exposed", S["11.5"], "a community card before any flop wager: a misdeal",
        when=lambda self, t, what: self.shown_early(t, BOARD, what) and not self.flop_wagers(t),
    )
    def board_shown_before_wagers(self, t: Table, what: Irregular) -> None:
        self.misdeal(t, S["11.5"])

    @ruling(
        "card-exposed", S["11.6"], "turn or river after a flop wager: it is turned down and play goes on",
        when=lambda self, t, what: self.shown_early(t, BOARD, what) and self.flop_wagers(t)
        and what.get("card") in LATER and not t.hands[BOARD].face_up[LATER[what.get("card")]],
    )
    def board_shown_after_wagers(self, t: Table, what: Irregular) -> None:
        """The card lies face down as before."""

    # -- 11.7 and 11.8: cards on a box without an ante -----------------------------------------------

    def handled(self, t: Table, what: Irregular) -> bool:
        """Had a player handled cards? Whoever decided has."""
        return what.yes("handled") if "handled" in what.facts else t.phase in (DECISIONS, SETTLEMENT)

    def stray_box(self, t: Table, what: Irregular) -> int:
        box = number(what.get("box"))
        hand = t.hands.get(str(box))
        if not 1 <= box <= self.boxes or self.ante(t, box) is not None or (hand is not None and hand.cards):
            raise BadFact(f"box={what.get('box')} is not a box without an ante")
        return box

    @ruling(
        "cards-without-ante", S["11.7"], "a misdeal",
        when=lambda self, t, what: self.under_way(t) and not self.handled(t, what),
    )
    def stray_hand(self, t: Table, what: Irregular) -> None:
        self.stray_box(t, what)
        self.misdeal(t, S["11.7"])

    @ruling(
        "cards-without-ante", S["11.8"], "found after cards were handled: only that hand is discarded",
        when=lambda self, t, what: self.under_way(t) and self.handled(t, what),
    )
    def stray_hand_late(self, t: Table, what: Irregular) -> None:
        box = self.stray_box(t, what)
        t.out_of_play(what.get("cards"))
        t.announce(f"spread the cards of box {box} and put them in the discard rack", S["11.8"])

    # -- 11.9: a card missing, or one too many -------------------------------------------------------

    @ruling("missing-card", S["11.9"], "the deck is not complete")
    @ruling("foreign-card", S["11.9"], "a card that is no part of the deck")
    def wrong_deck(self, t: Table, what: Irregular) -> None:
        t.ruled("the results of earlier rounds stand", S["11.9.1"])
        t.announce("check the deck at the table for other missing or foreign cards", S["11.9.3"])
        t.announce("notify Surveillance and an Inspector", S["11.9.4"])
        if self.under_way(t):
            self.void_round(t, S["11.9.2"])

    # -- 6.2, 6.3, 11.10 and 11.11: wagers of the wrong size -----------------------------------------

    def found(self, t: Table, what: Irregular) -> str:
        """When a wrong wager was noticed, and on which side it errs ("settlement over"); "" for a
        report that does not fit the table."""
        kind, noticed = self.kind_in(what), what.get("noticed")
        box, amount = number(what.get("box")), self.amount_in(what)
        size = self.right_size(t, box, self.player_in(t, what), kind)
        if size is None or not amount or noticed not in NOTICED[kind]:
            return ""
        least, most = size
        return f"{noticed} {'short' if amount < least else 'over' if amount > most else 'right'}"

    def right_size(self, t: Table, box: int, player: str, kind: str) -> tuple[Cents, Cents] | None:
        """The least and the most of a wager that could be placed now."""
        if not player or kind not in NOTICED or t.wager(box, player, kind) is not None:
            return None
        if kind in OPENING:
            fits = t.phase == WAGERS and 1 <= box <= self.boxes
            return self.bounds(t, player, kind) if fits else None
        ante = self.ante(t, box)
        if ante is None or t.notes.get("street") != kind or not self.due(t, box):
            return None
        size = self.stake(kind, ante.amount)
        return size, size

    def kind_in(self, what: Irregular) -> str:
        return what.get("wager").replace("-", " ")

    def player_in(self, t: Table, what: Irregular) -> str:
        """The player named, or else the one whose ante is on the box."""
        ante = self.ante(t, number(what.get("box")))
        return what.get("player") or (ante.player if ante is not None else "")

    def amount_in(self, what: Irregular) -> Cents:
        """The amount named; 0 when there is none."""
        try:
            return parse_amount(what.get("amount"))
        except BadAmount:
            return 0

    def put_down(self, t: Table, what: Irregular, **marks: Any) -> None:
        """The wager lies there as it was made."""
        box, kind, player = number(what.get("box")), self.kind_in(what), self.player_in(t, what)
        if kind not in OPENING:
            t.phase = DECISIONS
        elif self.tell(t, self.refuse_area(t, box, player, kind)):
            return
        t.place(box, player, kind, self.amount_in(what), **marks)

    @ruling("wrong-wager", S["6.2"], "valid as it lies", when=wrong_wager("after-first-card short"))
    def below_minimum(self, t: Table, what: Irregular) -> None:
        self.put_down(t, what)

    @ruling(
        "wrong-wager", S["6.3"], "paid or collected to the maximum", when=wrong_wager("after-first-card over")
    )
    def above_maximum(self, t: Table, what: Irregular) -> None:
        self.put_down(t, what, most=self.bounds(t, self.player_in(t, what), self.kind_in(what))[1])

    @ruling(
        "above-maximum-earlier", S["6.3"], "wagers and results of earlier rounds stand, whatever their size"
    )
    def above_maximum_earlier(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    def return_excess(self, t: Table) -> None:
        """6.3 and 6.4: cards are out, so the player answers for it; what is above the maximum does not count."""
        for wager in list(t.wagers.values()):
            if "most" in wager.marks:
                t.give_back(wager, wager.amount - S["6.4"].says(wager.marks.pop("most")), S["6.3"])

    @ruling(
        "wrong-wager", S["11.10"], "seen before the flop: corrected, or the hand is folded",
        when=wrong_wager("before-flop short", "before-flop over"),
    )
    def wrong_flop(self, t: Table, what: Irregular) -> Round[None]:
        self.put_down(t, what, wrong=True)
        box = number(what.get("box"))
        choice = yield from t.choose(lambda: self.correction(t, box))
        if choice is None:
            return
        if choice.name == "flop":
            self.resize(t, t.on_box(box, "flop")[0], choice.amount or 0)
            t.notes["acted"].append(box)
        else:
            self.fold(t, box, S["11.10.2"] if choice.name == "fold" else S["11.13"])

    def correction(self, t: Table, box: int) -> Choose | None:
        """11.10: what the player of a wrong flop wager may do about it."""
        ante = self.ante(t, box)
        if ante is None or not self.due(t, box):
            return None
        size = self.stake("flop", ante.amount)
        offered = (option("flop", S["11.10.1"], size, size, S["9.1.2"]), option("fold", S["11.10.2"]))
        default = option("no decision", S["11.13"])
        return Choose(S["11.10"], str(box), ante.player, tuple(filter(None, offered)), {}, default)

    def resize(self, t: Table, flop: Wager, size: Cents) -> None:
        flop.marks.clear()
        if flop.amount > size:
            t.take(flop, flop.amount - size)
        else:
            t.place(flop.box, flop.player, "flop", size - flop.amount)

    @ruling(
        "wrong-wager", S["11.11.1"], "too small: paid or taken as staked", when=wrong_wager("settlement short")
    )
    @ruling(
        "wrong-wager", S["11.11.2"], "too large: paid or taken to the maximum", when=wrong_wager("settlement over")
    )
    def wrong_at_settlement(self, t: Table, what: Irregular) -> None:
        if self.kind_in(what) in OPENING:
            self.put_down(t, what, limits=list(self.bounds(t, self.player_in(t, what), self.kind_in(what))))
        else:
            self.put_down(t, what)
            t.notes["acted"].append(number(what.get("box")))

    def correct(self, t: Table, box: int) -> None:
        """11.11: the ante first, since the others are measured by it."""
        for wager in t.on_box(box):
            if wager.kind in OPENING:
                least, most = wager.marks.get("limits", (wager.amount, wager.amount))
            else:
                least = most = self.stake(wager.kind, t.on_box(box, "ante")[0].amount)
            if wager.amount > most:
                t.give_back(wager, wager.amount - most, S["11.11.2"])
            elif wager.amount < least:
                t.ruled(f"{wager.kind} {show_amount(wager.amount)} is settled as staked", S["11.11.1"])

    # -- 11.12 and 11.13 -----------------------------------------------------------------------------

    @ruling("collusion", S["11.12"], "the supervisor may give directions")
    def collusion(self, t: Table, what: Irregular) -> Round[None]:
        if self.by_supervisor(t, what):
            for name in (yield from self.measures(t, what, DIRECTIONS, S["11.12"])):
                t.announce(f"direct the players concerned: {name}", DIRECTIONS[name])

    @ruling("no-decision", S["11.13"], "taken to be folded", when=decision_due)
    @ruling("player-absent", S["11.13"], "taken to be folded", when=decision_due)
    def no_decision(self, t: Table, what: Irregular) -> None:
        t.phase = DECISIONS
        self.fold(t, number(what.get("box")), S["11.13"])

    def measures(
        self, t: Table, what: Irregular, allowed: dict[str, Clause], clause: Clause
    ) -> Round[list[str]]:
        """What a supervisor orders: as reported (`ruling=void,exclude`), or else asked for one by one."""
        if "ruling" in what.facts:
            named = [name.replace("-", " ") for name in what.get("ruling").split(",")]
            if not set(named) <= {*allowed, "none"}:
                raise BadFact(f"ruling={what.get('ruling')} is none of {', '.join(allowed)}")
            return [name for name in dict.fromkeys(named) if name != "none"]
        chosen: list[str] = []

        def left_over() -> Choose | None:
            left = [Option(name, by) for name, by in allowed.items() if name not in chosen]
            enough = Option(NO_ACTION, clause)
            return Direct(clause, "supervisor", "", (*left, enough), {}, enough) if left else None

        while (choice := (yield from t.choose(left_over))) is not None and choice.name != NO_ACTION:
            chosen.append(choice.name)
        return chosen

    # -- 12: shuffling device malfunction --------------------------------------------------------------

    @ruling(
        "device-jam", S["12.1"], "the cards in it are shuffled again",
        when=lambda self, t, what: self.options["dealing"] == "device",
    )
    def device_jam(self, t: Table, what: Irregular) -> Round[None]:
        if not self.under_way(t):
            yield from t.shuffle(S["12.1"], self.decks)

    @ruling(
        "device-malfunction", S["12.2"], "the device can no longer work as it should",
        when=lambda self, t, what: self.options["dealing"] == "device" and self.under_way(t),
    )
    def device_malfunction(self, t: Table, what: Irregular) -> None:
        t.ruled("the results of earlier rounds stand", S["12.2.2"])
        t.announce("go on with another device or a card shoe, and with new cards", S["12.2.3"])
        self.void_round(t, S["12.2.1"])

    # -- 13.1 to 13.3: prohibited devices --------------------------------------------------------------

    def on_duty(self, what: Irregular) -> bool:
        return what.get("holder") in ("agent", "employee", "inspector") and what.yes("on-duty")

    @ruling(
        "prohibited-device", S["13.2"], "the ban does not reach staff and inspectors on duty",
        when=lambda self, t, what: self.on_duty(what),
    )
    def device_on_duty(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    @ruling(
        "prohibited-device", S["13.1"], "nobody may use or control one; the supervisor may act",
        when=lambda self, t, what: not self.on_duty(what),
    )
    def prohibited_device(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what) if "box" in what.facts else 0
        player = self.player_in(t, what) or (t.boxes[box][0] if box else "")
        if not self.by_supervisor(t, what):
            return
        for name in (yield from self.measures(t, what, SANCTIONS, S["13.3"])):
            self.sanction(t, name, player)
        self.end_if_nobody_plays(t)

    def sanction(self, t: Table, name: str, player: str) -> None:
        if name == "void":
            self.void_wagers_of(t, player)
            return
        t.announce(f"{name}: {player or 'the person'}", SANCTIONS[name])
        if name != "detain" and player:
            t.state["excluded"] = {player: name, **t.state["excluded"]}
            self.leave(t, player)

    def void_wagers_of(self, t: Table, player: str) -> None:
        """13.3.1 reaches any wager the person made: a win paid in this round goes back too. The hand is
        dealt no further card."""
        self.undo(t, [line for line in t.lines if line.player == player and line.outcome == WIN], S["13.3.1"])
        for wager in [wager for wager in t.wagers.values() if wager.player == player]:
            t.settle(wager, void(S["13.3.1"]))
            if str(wager.box) in t.hands:
                t.hands[str(wager.box)].closed = True

    def refuse_excluded(self, t: Table, player: str) -> Refused | None:
        """13.3: who was excluded takes no further part."""
        name = t.state["excluded"].get(player)
        return refuse(f"{player} is excluded", SANCTIONS[name], "no wagers") if name else None

    # -- 13.4 and 13.5: the outcome is invalidated -----------------------------------------------------

    @ruling(
        "invalidated", S["13.4.1"], "the game was disrupted: wagers are refunded",
        when=lambda self, t, what: what.get("reason") in DISRUPTIONS,
    )
    def disrupted(self, t: Table, what: Irregular) -> None:
        if self.by_supervisor(t, what):
            self.void_round(t, S["13.4.1"], S["13.5"])

    @ruling(
        "invalidated", S["13.4.2"], "a fraud touched the outcome: wagers are refunded, except one forfeited",
        when=lambda self, t, what: what.get("reason") == "fraud",
    )
    def fraud(self, t: Table, what: Irregular) -> Round[None]:
        box = t.box_of(what) if "box" in what.facts else 0
        if not self.by_supervisor(t, what):
            return
        forfeit = what.yes("forfeit")
        if box and "forfeit" not in what.facts:
            forfeit = (yield from t.direct("supervisor", S["13.5"], "forfeit", "refund")) == "forfeit"
        self.undo_all(t, S["13.4.2"])
        if forfeit:
            for wager in t.on_box(box):
                t.settle(wager, lose(S["13.5"], S["13.4.2"]))
        raise RoundVoid(S["13.4.2"], S["13.5"])

    # -- 13.6 to 13.14: conduct, closing, seats, refusals, disputes -----------------------------------

    @ruling("advice", S["13.6"], "staff do not advise on play", when=advice(("staff",), "compliance", False))
    @ruling(
        "advice", S["13.6"], "staff may see to it that the rules are kept", when=advice(("staff",), "compliance", True)
    )
    @ruling(
        "advice", S["13.7"], "nobody offers advice that the player did not ask for",
        when=advice(("player", "spectator"), "requested", False),
    )
    @ruling(
        "advice", S["13.7"], "the player asked for it: allowed",
        when=advice(("player", "spectator"), "requested", True),
    )
    @ruling("side-bet", S["13.10"], "players and spectators do not bet with each other")
    def conduct(self, t: Table, what: Irregular) -> None:
        """Nothing at the table changes."""

    def refuse_closing_table(self, shown: float | None, now: float) -> Refused | None:
        """13.8: a table with players closes only after 20 minutes on a sign."""
        if shown is not None and shown_for(shown, now, S["13.8"].says(20)):
            return None
        return refuse("closing the table without notice", S["13.8"], "a sign with the time, 20 minutes before")

    def take_seats(self, t: Table) -> None:
        """13.9: who sits where, and how many rounds in a row each has let pass at a full table."""
        playing = {player: str(box) for box, player, kind in t.wagers if kind == "ante"}
        if not playing:
            return
        seats = {box: player for box, player in t.state["seats"].items() if player not in playing}
        seats |= {box: player for player, box in playing.items()}
        gone = [player for player in t.state["seats"].values() if player not in seats.values()]
        waiting = set(seats.values()) - set(playing) if len(seats) == self.boxes else ()
        idle = t.state["idle"]
        t.state["seats"] = seats
        t.state["idle"] = {player: idle.get(player, 0) + 1 if player in waiting else 0 for player in seats.values()}
        for player in gone:
            self.leave(t, player)

    def must_vacate(self, idle: int, seats: int) -> bool:
        """13.9: three rounds without a wager while every other place is in use."""
        return idle >= S["13.9"].says(3) and seats == self.boxes

    @ruling("idle-seat", S["13.9"], "who lets three rounds pass at a full table may lose the seat")
    def idle_seat(self, t: Table, what: Irregular) -> None:
        player = t.state["seats"].get(what.get("box"))
        if player is None:
            raise BadFact(f"box={what.get('box')} is nobody's seat")
        wagers = any(wager.player == player for wager in t.wagers.values())
        if not wagers and self.must_vacate(t.state["idle"][player], len(t.state["seats"])):
            t.ruled(f"{player} vacates box {what.get('box')}", S["13.9"])
            self.leave(t, player)
        else:
            self.tell(t, refuse(f"{player} keeps the seat", S["13.9"], "three idle rounds at a full table"))

    @ruling("wager-refused", S["13.11"], "the supervisor has the wager removed", when=before_play)
    def wager_refused(self, t: Table, what: Irregular) -> None:
        box, kind = t.box_of(what), self.kind_in(what)
        wagers = [wager for wager in t.on_box(box) if kind in ("", "ante", wager.kind)]
        if not wagers:
            raise BadFact(f"there is no such wager on box {box}")
        if self.by_supervisor(t, what):
            t.void_wagers(wagers, S["13.11"])
            self.end_if_nobody_plays(t)

    @ruling("dispute", S["13.12"], "a gaming supervisor decides first; a casino supervisor reviews it if asked")
    def dispute(self, t: Table, what: Irregular) -> None:
        t.announce("the operator's decision is final; tell the person of the right to complain to an inspector",
                   S["13.13"])
