"""QLD schedule 1: baccarat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card, parse_card, rank
from pitboss.hands.baccarat import points
from pitboss.law import Refused, Result, lose, refuse, schedule, void, win
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.money import Cents, Rounding, parse_amount, show_amount
from pitboss.rulebooks.qld.s01_baccarat_shoe import SHOE_CHOICES, SHOE_DUTIES, TENS, BaccaratShoe
from pitboss.table.acts import BACK, Irregular, Place, Take
from pitboss.table.facts import Dealt, Rejected, Wager
from pitboss.table.game import Duty, GameOption, PayTable, WagerKind, limits, ruling
from pitboss.table.requests import Choose, Offer, Option, option
from pitboss.table.table import DEALING, SETTLEMENT, WAGERS, BadFact, Round, RoundVoid, Table

S = schedule("QLD-1")

PLAYER, BANKER, TIE = "player", "banker", "tie"
AREAS = (PLAYER, BANKER, TIE)
SHAPE = {PLAYER: S["16(3)"], BANKER: S["16(4)"]}

# 11 and 12: payout odds; a table pays the banker's hand with commission or at even money.
PLAYER_ODDS = PayTable(PLAYER, {"win": ("1 to 1", S["11(1)"])})
BANKER_ODDS = PayTable(BANKER, {
    "commission": ("19 to 20", S["11(2)"]),
    "even money, count of 6": ("1 to 2", S["12(6)(a)"]),
    "even money": ("1 to 1", S["12(6)(b)"]),
})
TIE_ODDS = PayTable(TIE, {"win": ("8 to 1", S["11(3)"])})

# 21(3): losing wagers are collected before winning ones are paid.
TURN = {LOSE: 0, VOID: 1, WIN: 2}


class Recommence(Exception):
    """24(9): the first hand of the shoe is put together again and dealt from its start."""


class Baccarat(BaccaratShoe):
    """Baccarat, mini-baccarat and premium mini-baccarat."""

    id = "qld/baccarat"
    title = "Baccarat"
    law = ("QLD-1",)
    boxes = 14
    kinds = (
        WagerKind(PLAYER, S["10(2)"], "that the player's hand has the higher point count"),
        WagerKind(BANKER, S["10(1)"], "that the banker's hand has the higher point count"),
        WagerKind(TIE, S["10(3)"], "that the point counts are equal"),
    )
    choices = (
        *limits(S["9(1)"]),
        GameOption("decks", "8", ("6", "8"), S["4(1)"], "decks in the shoe"),
        GameOption("dealing", "up", ("up", "down"), S["4(2)"], "cards come face up or face down"),
        GameOption("banker", "commission", ("commission", "even-money"), S["12(5)"], "how the banker's hand is paid"),
        GameOption("rounding", "off", ("off", "50c"), S["11(4)"], "banker payouts go down to a multiple of 50c"),
        GameOption("differential", "none", ("none", "amount"), S["2:table-differential"], "largest gap between totals"),
        GameOption("tie-maximum", "none", ("none", "amount"), S["9(2)"], "most on ties; with a differential, in all"),
        GameOption("shared", "yes", ("yes", "no"), S["6(1)"], "several players may wager on one area"),
        *SHOE_CHOICES,
    )
    pay_tables = (PLAYER_ODDS, BANKER_ODDS, TIE_ODDS)
    duties = (
        *SHOE_DUTIES,
        Duty("wagers", "call 'no more bets' just before the first card is turned", S["16(1)"]),
        Duty("dealing", "turn face-down hands up, or pass them to the patrons who are to turn them", S["16(5)"]),
        Duty("settlement", "say the final counts and which hand won", S["21(1)"]),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.differential = self._amount("differential")
        self.tie_maximum = self._amount("tie-maximum") or self.maximum
        # 8(2): the wagers of schedule 17 laid out at this table, each with its displayed maximum.
        self.additional: Mapping[str, Cents] = {}

    def _amount(self, name: str) -> Cents | None:
        return None if self.options[name] == "none" else parse_amount(self.options[name])

    # -- 2 and 5: point count ------------------------------------------------------------------------

    def value(self, card: Card) -> int:
        """5: what a card counts."""
        face = rank(card)
        if face in TENS:
            return S["5(1)(b)"].says(points((card,)))
        return (S["5(1)(c)"] if face == 14 else S["5(1)(a)"]).says(points((card,)))

    def count(self, cards: Sequence[Card]) -> int:
        """2: the last digit of the sum."""
        return S["2:point-count"].says(sum(map(self.value, cards)) % 10)

    def counts(self, t: Table, cards: int = 3) -> tuple[int, int]:
        """Player's and banker's count on so many of their cards."""
        return self.count(t.hands[PLAYER].cards[:cards]), self.count(t.hands[BANKER].cards[:cards])

    # -- 6 to 9: wagers --------------------------------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if box > self.places:
            return Rejected(f"there is no place {box} at this table; places are 1 to {self.places}")
        if t.notes.get("dummy"):
            return refuse("a wager on a dummy round", S["24(6)"], "the next round")
        if t.notes.get("card seen"):
            return refuse("a wager after the first card has been seen", S["8(3)(b)"], "the next round")
        if not S["8(1)"].says(S["2:baccarat-wager"].says(kind in AREAS)):
            if S["8(2)"].says(kind in self.additional):
                return self.refuse_additional(t, player, kind, amount)
            return refuse(f"{kind} is no baccarat wager", S["2:baccarat-wager"], ", ".join(AREAS))
        held = t.wager(box, player, kind)
        total = S["6(2)(b)"].says(amount + (held.amount if held is not None else 0))
        return (
            self.refuse_sharing(t, box, player, kind)
            or self.outside_limits(kind, total, S["9(1)"])
            or (self.refuse_tie(t, total, amount) if kind == TIE else self.refuse_differential(t, kind, amount))
        )

    def refuse_sharing(self, t: Table, box: int, player: str, kind: str) -> Refused | Rejected | None:
        """6(1) and 7: several players on one area, and players who stand behind a seat."""
        others = [other for other in t.boxes.get(box, ()) if other != player]
        if others and not S["7(1)"].says(S["7(2)(a)"].says(True)):
            return Rejected(f"box {box} is another player's")
        shared = any(t.wager(box, other, kind) for other in others)
        if shared and not S["6(1)"].says(self.options["shared"] == "yes"):
            return refuse(f"{kind} on box {box} is taken", S["6(1)"], "another box")
        return None

    def refuse_tie(self, t: Table, total: Cents, amount: Cents) -> Refused | None:
        """9(2): the maximum for ties is the whole table's while there is a differential."""
        clause = S["9(1)"]
        if S["9(2)"].says(self.differential is not None):
            total, clause = amount + self.staked(t, TIE), S["9(2)"]
        if total <= self.tie_maximum:
            return None
        return refuse(f"tie {show_amount(amount)}", clause, f"tie up to {show_amount(self.tie_maximum)}")

    def refuse_differential(self, t: Table, kind: str, change: Cents) -> Refused | None:
        """2: how far apart the totals on the two hands may be."""
        if self.differential is None:
            return None
        apart = self.staked(t, PLAYER) - self.staked(t, BANKER) + (change if kind == PLAYER else -change)
        if S["2:table-differential"].says(abs(apart) <= self.differential):
            return None
        most = show_amount(self.differential)
        return refuse(f"player and banker {show_amount(abs(apart))} apart", S["2:table-differential"], f"{most} apart")

    def refuse_additional(self, t: Table, player: str, kind: str, amount: Cents) -> Refused | None:
        """9(3): the maximum of an additional wager is each player's."""
        held = sum(wager.amount for wager in t.wagers.values() if (wager.player, wager.kind) == (player, kind))
        if S["9(3)"].says(held + amount <= self.additional[kind]):
            return None
        most = show_amount(self.additional[kind])
        return refuse(f"{kind} {show_amount(held + amount)}", S["9(3)"], f"{kind} up to {most} a player")

    def staked(self, t: Table, kind: str) -> Cents:
        return sum(wager.amount for wager in t.wagers.values() if wager.kind == kind)

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        if t.notes.get("card seen"):
            return refuse("a wager is not touched once the first card has been seen", S["8(3)(b)"], "wait")
        if act.to and (refused := self.outside_limits(act.wager, act.to, S["9(1)"])) is not None:
            return refused
        wager = t.wager(act.box, act.player, act.wager)
        if wager is None or act.wager == TIE:
            return None
        return self.refuse_differential(t, act.wager, act.to - wager.amount)

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if t.notes.get("dummy"):
            return refuse("a wager on a dummy round", S["24(6)"], "the next round")
        return refuse("wagers are not placed or touched once cards are dealt", S["8(3)(b)"], "the next round")

    # -- the round -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        try:
            yield from self.prepare(t)
            self.take_over(t)
            yield from t.gather(S["8(1)"])
            yield from self.select_designated_player(t)
            t.phase = DEALING
            t.announce("no more bets", S["16(1)"])
            if self.goes_ahead(t):
                yield from self.play(t)
        except RoundVoid:
            self.count_round(t)
            raise
        self.count_round(t)

    def take_over(self, t: Table) -> None:
        """What the last round left to this one."""
        t.notes |= {"dummy": t.notes.get("dummy") or t.state["dummy"], "carried": int(t.state["carried"])}
        if t.state["opening_card"]:
            t.waiting.append(t.state["opening_card"])
        t.state |= {"dummy": False, "carried": False, "opening_card": ""}

    def goes_ahead(self, t: Table) -> bool:
        """8(4), 16(1)(b) and 24(5): a hand without wagers is played like any other."""
        if t.notes["dummy"]:
            return S["24(5)"].says(True)
        return bool(t.wagers) or S["16(1)(b)"].says(S["8(4)"].says(True))

    def play(self, t: Table) -> Round[None]:
        if S["2:designated-player"].says(t.state["designated"] is not None):
            t.announce("cards", S["16(1)(a)"])
        while True:
            try:
                yield from self.initial_deal(t)
                yield from self.third_cards(t)
                t.phase = SETTLEMENT
                yield from t.direct("dealer", S["21(1)"], "announce")
                break
            except Recommence:
                t.announce("the first hand is dealt again", S["24(9)"])
        if t.waiting and t.ruled("a card seen and not needed opens a dummy round", S["24(3)"]):
            self.open_next_round(t, t.waiting[:1], dummy=True)
        self.settle(t)

    def initial_deal(self, t: Table) -> Round[None]:
        """4 and 16: two cards to each hand in turn."""
        hands = S["4(3)"].says((PLAYER, BANKER))
        face_up = S["4(2)"].says(self.options["dealing"] == "up")
        for number in range(S["16(2)"].says(2 * S["2:initial-deal"].says(2))):
            hand = hands[number % 2]
            yield from t.deal(1, hand, SHAPE[hand], face_up=face_up)
        for hand in hands:
            yield from self.turn_up(t, hand)

    def turn_up(self, t: Table, hand: str) -> Round[None]:
        """16(5): face-down cards are turned by the dealer or by patrons."""
        held = t.hands[hand]
        if BACK in held.cards or not all(held.face_up):
            yield from t.reveal(hand, S["16(5)"])

    # -- 17 to 20: third cards -------------------------------------------------------------------------

    def third_cards(self, t: Table) -> Round[None]:
        player, banker = self.counts(t, 2)
        t.announce(f"player {player}, banker {banker}", S["17(1)"])
        third: int | None = None
        if self.player_draws(player, banker):
            yield from self.draw(t, PLAYER)
            third = self.value(t.hands[PLAYER].cards[2])
        if self.banker_draws(player, banker, third):
            yield from self.draw(t, BANKER)

    def draw(self, t: Table, hand: str) -> Round[None]:
        """2, 17(2) and (3): a third card, and no more."""
        face_up = S["4(2)"].says(self.options["dealing"] == "up")
        yield from t.deal(S["2:draw"].says(S["17(3)"].says(1)), hand, S["17(2)"], face_up=face_up)
        yield from self.turn_up(t, hand)

    def natural(self, count: int) -> bool:
        """2: 8 or 9 on two cards."""
        return S["2:natural"].says(count in (8, 9))

    def no_more_cards(self, player: int, banker: int) -> bool:
        """18: a natural on either side ends the drawing."""
        return S["18"].says(self.natural(player) or self.natural(banker))

    def player_draws(self, player: int, banker: int) -> bool:
        """19, from the counts on two cards."""
        if self.no_more_cards(player, banker):
            return False
        return S["19(1)"].says(player <= 5) or not S["19(2)"].says(player in (6, 7))

    def banker_draws(self, player: int, banker: int, third: int | None) -> bool:
        """20, from the counts on two cards and what the player's third card counts; None: the player stayed."""
        if self.no_more_cards(player, banker):
            return False
        stayed = S["2:stay"].says(third is None)
        match banker:
            case 0 | 1 | 2:
                return S["20(1)"].says(True)
            case 3:
                return S["20(2)"].says(stayed or third != 8)
            case 4:
                return S["20(3)"].says(stayed or third in range(2, 8))
            case 5:
                return S["20(4)"].says(stayed or third in range(4, 8))
            case 6:
                return S["20(5)"].says(not stayed and third in (6, 7))
        return S["20(6)"].says(False)

    # -- 10 to 12 and 21: results ----------------------------------------------------------------------

    def settle(self, t: Table) -> None:
        player, banker = self.counts(t)
        won = BANKER if banker > player else PLAYER
        if self.tie(player, banker):
            t.announce("tie hand", S["21(2)"])
        else:
            t.announce(f"player {player}, banker {banker}: the {won}'s hand wins", S["21(1)"])
        self.note_banker_lost(t, banker < player)
        results = [(wager, self.result(wager.kind, player, banker)) for wager in t.wagers.values()]
        for wager, result in S["21(3)"].says(tuple(sorted(results, key=lambda one: TURN[one[1].outcome]))):
            t.settle(wager, result)

    def tie(self, player: int, banker: int) -> bool:
        return S["2:tie"].says(player == banker)

    def result(self, kind: str, player: int, banker: int) -> Result:
        """What becomes of a wager, from the final counts. Pure: the odds call it too."""
        match kind:
            case "player":
                return self.on_player(player, banker)
            case "banker":
                return self.on_banker(player, banker)
        if S["10(3)"].says(self.tie(player, banker)):
            odds, clause = self.pay[TIE].lines["win"]
            return win(odds, clause, S["10(3)"])
        return lose(S["10(3)"])

    def on_player(self, player: int, banker: int) -> Result:
        if self.tie(player, banker):
            return void(S["10(2)(c)"])
        if S["10(2)(a)"].says(player > banker):
            odds, clause = self.pay[PLAYER].lines["win"]
            return win(odds, clause, S["10(2)(a)"])
        return lose(S["10(2)(b)"])

    def on_banker(self, player: int, banker: int) -> Result:
        if self.tie(player, banker):
            return void(S["10(1)(c)"])
        if not S["10(1)(a)"].says(banker > player):
            return lose(S["10(1)(b)"])
        odds, clause = self.pay[BANKER].lines[self.banker_line(banker)]
        if clause == S["11(2)"] and S["11(4)"].says(self.options["rounding"] == "50c"):
            return win(odds, clause, S["10(1)(a)"], S["11(4)"], rounding=Rounding(50, False, S["11(4)"]))
        return win(odds, clause, S["10(1)(a)"])

    def banker_line(self, banker: int) -> str:
        """12: which line of the pay table a winning banker's hand falls under."""
        if not S["12(5)"].says(self.options["banker"] == "even-money"):
            return "commission"
        return "even money, count of 6" if banker == 6 else "even money"

    # -- 6 to 8: how wagers lie, who touches cards ---------------------------------------------------

    @ruling("oral-wager", S["8(3)(a)"], "words without chips are no wager")
    def oral_wager(self, t: Table, what: Irregular) -> None:
        t.announce("a wager is made with chips on the layout", S["8(1)"])

    @ruling(
        "misplaced-wager", S["6(2)(a)"], "a bet that is not inside the area is not valid",
        when=lambda self, t, what: what.get("fault") == "outside",
    )
    def outside_area(self, t: Table, what: Irregular) -> None:
        t.void_wagers([self.wager_of(t, what)], S["6(2)(a)"])

    @ruling(
        "misplaced-wager", S["6(2)(c)"], "a bet that does not lie flat, or lies on another, is not valid",
        when=lambda self, t, what: what.get("fault") == "stacked",
    )
    def stacked(self, t: Table, what: Irregular) -> None:
        t.void_wagers([self.wager_of(t, what)], S["6(2)(c)"])

    def wager_of(self, t: Table, what: Irregular) -> Wager:
        box = t.box_of(what)
        wager = t.wager(box, what.get("player") or t.boxes[box][0], what.get("wager"))
        if wager is None:
            raise BadFact(f"there is no such wager on box {box}")
        return wager

    @ruling("cards-touched", S["7(2)(b)"], "a standing player handles cards only to cut them",
            when=lambda self, t, what: self.standing(t, what))
    @ruling("cards-touched", S["22(11)"], "while the dealer deals, players keep off the cards",
            when=lambda self, t, what: t.state["dealer_deals"] and not self.standing(t, what))
    def cards_touched(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    def standing(self, t: Table, what: Irregular) -> bool:
        box = what.get("box")
        return box.isdecimal() and what.get("player") in t.boxes.get(int(box), ())[1:]

    # -- 24(1) to (3): a third card in error, and what the next round starts with ----------------------

    def error_card(self, t: Table, what: Irregular) -> str:
        """Where a third card dealt in error belongs: to the banker, to the next round, to the hand that
        was passed over; nowhere when the cards on the table do not show an error."""
        player, banker = t.hands.get(PLAYER), t.hands.get(BANKER)
        if player is None or banker is None or min(len(player.cards), len(banker.cards)) < 2:
            return ""
        if BACK in player.cards or BACK in banker.cards:
            return ""
        counts = self.counts(t, 2)
        due = self.player_draws(*counts)
        if what.get("hand") == PLAYER:
            return "" if due else "banker" if self.banker_draws(*counts, None) else "next round"
        if what.get("hand") != BANKER:
            return ""
        if due and len(player.cards) < 3:
            return "passed over"
        third = self.value(player.cards[2]) if due else None
        return "" if self.banker_draws(*counts, third) else "next round"

    @ruling("third-card-in-error", S["24(1)"], "it is the banker's third card",
            when=lambda self, t, what: self.error_card(t, what) == "banker")
    def banker_gets_it(self, t: Table, what: Irregular) -> None:
        card = self.named_card(t, what)
        if card and len(t.hands[BANKER].cards) > 2:
            raise BadFact("the banker's hand already has its third card")
        t.waiting.extend(card)

    @ruling(
        "third-card-in-error", S["24(1)(a)"], "neither hand draws: it is the first card of the next round",
        when=lambda self, t, what: what.get("hand") == PLAYER and not what.yes("exposed")
        and self.error_card(t, what) == "next round",
    )
    @ruling(
        "third-card-in-error", S["24(2)"], "the banker stays: it is the first card of the next round",
        when=lambda self, t, what: what.get("hand") == BANKER and not what.yes("exposed")
        and self.error_card(t, what) == "next round",
    )
    def next_round_gets_it(self, t: Table, what: Irregular) -> None:
        self.open_next_round(t, self.named_card(t, what), dummy=False)

    @ruling(
        "third-card-in-error", S["24(3)"], "it was exposed: the next round is a dummy round and starts with it",
        when=lambda self, t, what: what.yes("exposed") and self.error_card(t, what) == "next round",
    )
    @ruling(
        "card-face-up-in-shoe", S["24(3)"], "the next round is a dummy round and starts with it",
        when=lambda self, t, what: t.phase == SETTLEMENT,
    )
    def dummy_round_gets_it(self, t: Table, what: Irregular) -> None:
        self.open_next_round(t, self.named_card(t, what), dummy=True)

    def open_next_round(self, t: Table, card: Sequence[Card], dummy: bool) -> None:
        t.state |= {"carried": True, "opening_card": "".join(card), "dummy": dummy or t.state["dummy"]}

    @ruling(
        "card-face-up-in-shoe", S["24(3)"], "this is a dummy round and starts with it",
        when=lambda self, t, what: t.phase == WAGERS and not t.wagers,
    )
    def dummy_round_now(self, t: Table, what: Irregular) -> None:
        t.waiting.extend(self.named_card(t, what))
        t.notes["dummy"] = True

    def named_card(self, t: Table, what: Irregular) -> tuple[Card, ...]:
        """The card a report names; without one it comes as the answer to the next deal."""
        text = what.get("card")
        if not text:
            return ()
        try:
            card = parse_card(text)
        except ValueError as bad:
            raise BadFact(str(bad)) from None
        t.out_of_play(card)
        return (card,)

    # -- 24(4) to (6): dealing errors --------------------------------------------------------------

    @ruling("cards-in-wrong-area", S["24(4)(a)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t))
    @ruling("cards-to-wrong-player", S["24(4)(b)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t))
    @ruling("card-exposed", S["24(4)(c)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t))
    @ruling("wrong-draw", S["24(4)(d)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t))
    @ruling("third-card-in-error", S["24(4)(d)"], "the player's hand was passed over: all may retract or reduce",
            when=lambda self, t, what: self.error_card(t, what) == "passed over")
    def dealing_error(self, t: Table, what: Irregular) -> Round[None]:
        for box in t.clockwise():
            for player in list(t.boxes[box]):
                yield from self.reconsider(t, box, player)
        if not t.wagers and t.ruled("no wager is left: it is a dummy round", S["24(4)(d)(ii)"]):
            t.notes["dummy"] = True

    def cards_out(self, t: Table) -> bool:
        return any(hand.cards for hand in t.hands.values())

    def reconsider(self, t: Table, box: int, player: str) -> Round[None]:
        """24(4)(d)(i): a player goes through his wagers until he is content."""
        clause = S["24(4)(d)(i)"]
        while (choice := (yield from t.choose(lambda: self.second_thoughts(t, box, player)))) is not None:
            act, _, kind = choice.name.partition(" ")
            if act == "continue":
                return
            if act != "reduce":
                t.void_wagers([w for w in t.on_box(box, kind or None) if w.player == player], clause)
                continue
            wager, to = t.wagers[box, player, kind], choice.amount or 0
            refused = self.outside_limits(kind, to, S["9(1)"])
            if refused is None:
                t.give_back(wager, wager.amount - to, clause)
            else:
                t.events.append(refused)

    def second_thoughts(self, t: Table, box: int, player: str) -> Choose | None:
        own = [wager for wager in t.on_box(box) if wager.player == player]
        if not own:
            return None
        clause, keep = S["24(4)(d)(i)"], Option("continue", S["24(4)(d)(i)"])
        offered = [option("retract", clause), keep]
        for wager in own:
            most = wager.amount - self.unit
            if most >= self.minimum:
                offered.append(option(f"reduce {wager.kind}", clause, self.minimum, most, S["9(1)"]))
            if len(own) > 1:
                offered.append(option(f"remove {wager.kind}", clause))
        return Offer(clause, str(box), player, tuple(filter(None, offered)), {}, keep)

    # -- 24(7) to (10) -----------------------------------------------------------------------------

    @ruling(
        "card-face-up-in-shoe", S["24(7)"], "it is live and played as if it had been face down",
        when=lambda self, t, what: t.phase == DEALING or (t.phase == WAGERS and bool(t.wagers)),
    )
    def live_card(self, t: Table, what: Irregular) -> None:
        t.waiting.extend(self.named_card(t, what))
        t.notes["card seen"] = True

    @ruling("not-enough-cards", S["24(8)"], "the round is void and a new one starts",
            when=lambda self, t, what: t.phase != SETTLEMENT)
    def not_enough_cards(self, t: Table, what: Irregular) -> None:
        t.notes["cutting card"] = 0
        raise RoundVoid(S["24(8)"])

    @ruling("missed-burn", S["24(9)"], "play goes on with the cards there are",
            when=lambda self, t, what: not self.machine)
    def missed_burn(self, t: Table, what: Irregular) -> Round[None]:
        if not (t.state["first_hand"] and self.cards_out(t)):
            return
        if (yield from t.direct("supervisor", S["24(9)"], "reconstruct", "play on")) == "play on":
            return
        hands = [t.hands[name].cards for name in (PLAYER, BANKER) if name in t.hands]
        dealt = [cards[turn] for turn in range(3) for cards in hands if turn < len(cards)]
        t.events.append(Dealt("discard", tuple(dealt[:1]), True, S["24(9)"]))
        t.hands.clear()
        t.waiting = dealt[1:] + t.waiting
        t.phase = DEALING
        raise Recommence

    @ruling("shoe-discrepancy", S["24(10)"], "the supervisor confirms the outcome, or the hand is void",
            when=lambda self, t, what: self.cards_out(t))
    def shoe_discrepancy(self, t: Table, what: Irregular) -> None:
        if not what.yes("confirmed"):
            raise RoundVoid(S["24(10)"])
