"""QLD schedule 1: baccarat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, parse_card, rank
from pitboss.hands.baccarat import points
from pitboss.law import Result, lose, schedule, void, win
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.money import Rounding
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, R, table_choices
from pitboss.rulebooks.qld.s01_baccarat_shoe import SHOE_CHOICES, SHOE_DUTIES, TENS
from pitboss.rulebooks.qld.s01_baccarat_wagers import BANKER, PLAYER, TIE, BaccaratWagers
from pitboss.table.acts import BACK, Irregular
from pitboss.table.facts import Dealt, Worth
from pitboss.table.game import Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.lobby import SHOE
from pitboss.table.reports import BadFact, HandNamed, OneCard, YesNo
from pitboss.table.requests import Choose, Offer, Option, option, options
from pitboss.table.sides import FIRST_CARDS, RESULT
from pitboss.table.table import DEALING, SETTLEMENT, WAGERS, Round, RoundVoid, Table

S = schedule("QLD-1")

SHAPE = {PLAYER: S["16(3)"], BANKER: S["16(4)"]}

# 11 and 12: payout odds; a table pays the banker's hand with commission or at even money.
PLAYER_ODDS = PayTable(PLAYER, {"win": ("1 to 1", S["11(1)"])})
BANKER_ODDS = PayTable(BANKER, {
    "commission": ("19 to 20", S["11(2)"]),
    "even money, count of 6": ("1 to 2", S["12(6)(a)"]),
    "even money": ("1 to 1", S["12(6)(b)"]),
})
TIE_ODDS = PayTable(TIE, {"win": ("8 to 1", S["11(3)"])})

# 24: the hand that an error is about.
WHICH_HAND = HandNamed(words=(PLAYER, BANKER), boxes=False)
WHICH_HAND_ERRS = HandNamed(words=(PLAYER, BANKER), boxes=False, need=True)

# 21(3): losing wagers are collected before winning ones are paid.
TURN = {LOSE: 0, VOID: 1, WIN: 2}


class Recommence(Exception):
    """24(9): the first hand of the shoe is put together again and dealt from its start."""


class Baccarat(BaccaratWagers):
    """Baccarat, mini-baccarat and premium mini-baccarat."""

    id = "qld/baccarat"
    rules = 2
    look = Look("baccarat", emblem="9d Kc", results="two hands")
    title = "Baccarat"
    category = SHOE
    also_called = "punto banco, mini baccarat, chemin de fer"
    brief = (
        ("Two hands are dealt, player and banker. Say which will be worth more, or that they tie.", S["4(3)"]),
        ("Tens and pictures count nothing, aces one; only the last figure of the sum counts.", S["2:point-count"]),
        ("There is nothing to decide: a fixed rule says who takes a third card.", S["17(2)"]),
        ("Eight or nine with two cards ends it at once.", S["18"]),
        ("Player pays 1 to 1.", S["11(1)"]),
        ("Banker pays 19 to 20.", S["11(2)"]),
        ("A tie pays 8 to 1.", S["11(3)"]),
    )
    law = ("QLD-1",)
    boxes = 14
    kinds = (
        WagerKind(PLAYER, S["10(2)"], "that the player's hand has the higher point count",
                  compares=(PLAYER, BANKER)),
        WagerKind(BANKER, S["10(1)"], "that the banker's hand has the higher point count",
                  compares=(PLAYER, BANKER)),
        WagerKind(TIE, S["10(3)"], "that the point counts are equal", compares=(PLAYER, BANKER)),
    )
    decisions = (
        Decision("reduce {wager}", "only so much of it stays", leaves=True),
        Decision("remove {wager}", "take this wager back"),
        Decision("announce", "say the counts and who won", by="dealer"),
        Decision("reconstruct", "the hand is put together as it should have come", by="supervisor"),
        Decision("play on", "the cards stay as they came", by="supervisor"),
    )
    hands_dealt = (PLAYER, BANKER)
    other_words: ClassVar[dict[str, str]] = {"punto": PLAYER, "bank": BANKER, "banco": BANKER, "egalite": TIE}
    choices = (
        *table_choices(S["9(1)"]),
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
        *TABLE_DUTIES,
        *CARD_DUTIES,
        *SHOE_DUTIES,
        Duty("wagers", "call 'no more bets' just before the first card is turned", S["16(1)"]),
        Duty("dealing", "turn face-down hands up, or pass them to the patrons who are to turn them", S["16(5)"]),
        Duty("settlement", "say the final counts and which hand won", S["21(1)"]),
    )

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

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        return str(self.count(cards)) if len(cards) >= 2 and hand in (PLAYER, BANKER) else ""

    def in_a_word(self, t: Table) -> tuple[str, str]:
        player, banker = (t.hands.get(name) for name in (PLAYER, BANKER))
        if player is None or banker is None or not all((*player.face_up, *banker.face_up, player.cards, banker.cards)):
            return "", ""
        ours, theirs = self.count(player.cards), self.count(banker.cards)
        won = PLAYER if ours > theirs else BANKER if theirs > ours else TIE
        return f"{won} {max(ours, theirs)} to {min(ours, theirs)}", won

    def called_out(self, t: Table) -> str:
        counts, won = self.in_a_word(t)
        if won == TIE:
            return f"Tie at {self.count(t.hands[PLAYER].cards)}"
        return f"{won.capitalize()} wins {counts.removeprefix(f'{won} ')}" if won else ""

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        return Worth((self.count(cards),), cards) if len(cards) >= 2 and hand in (PLAYER, BANKER) else None

    # -- the round -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        try:
            yield from self.prepare(t)
            self.take_over(t)
            t.notes["open"] = True
            yield from t.gather(S["8(1)"])
            yield from self.select_designated_player(t)
            t.phase = DEALING
            if self.goes_ahead(t):
                yield from self.play(t)
        except RoundVoid:
            self.count_round(t)
            raise
        self.count_round(t)

    def take_over(self, t: Table) -> None:
        """What the last round left to this one."""
        t.notes |= {"dummy": t.notes.get("dummy") or t.state["dummy"], "carried": t.state["carried"]}
        t.waiting = t.state["opening"] + t.waiting
        t.state |= {"dummy": False, "carried": 0, "opening": []}

    def goes_ahead(self, t: Table) -> bool:
        """8(4), 16(1)(b) and 24(5): a hand without wagers is played like any other."""
        if t.notes["dummy"]:
            return S["24(5)"].says(True)
        return bool(t.all_wagers()) or S["16(1)(b)"].says(S["8(4)"].says(True))

    def play(self, t: Table) -> Round[None]:
        if S["2:designated-player"].says(t.state["designated"] is not None):
            t.announce("cards", S["16(1)(a)"])
        while True:
            try:
                yield from self.initial_deal(t)
                t.moment(FIRST_CARDS)
                yield from self.third_cards(t)
                t.phase = SETTLEMENT
                yield from t.direct("dealer", S["21(1)"], "announce")
                break
            except Recommence:
                t.announce("the first hand is dealt again", S["24(9)"])
        unused = t.waiting or t.notes.get("face up") == self.on_table(t)
        if unused and t.ruled("a card seen and not needed opens a dummy round", S["24(3)"]):
            self.open_next_round(t, t.waiting[:1], dummy=True)
        self.settle(t)

    def initial_deal(self, t: Table) -> Round[None]:
        """4 and 16: two cards to each hand in turn."""
        hands = S["4(3)"].says((PLAYER, BANKER))
        face_up = S["4(2)"].says(self.options["dealing"] == "up")
        if face_up:
            self.call(t)
        for number in range(S["16(2)"].says(2 * S["2:initial-deal"].says(2))):
            hand = hands[number % 2]
            yield from t.deal(1, hand, SHAPE[hand], face_up=face_up)
        self.call(t)
        for hand in hands:
            yield from self.turn_up(t, hand)

    def call(self, t: Table) -> None:
        """16(1): the call comes just before the first card is turned over."""
        if t.notes["open"]:
            t.notes["open"] = False
            t.announce("no more bets", S["16(1)"])
            t.return_sides()

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
        results += t.decided(RESULT)
        for wager, result in S["21(3)"].says(tuple(sorted(results, key=lambda pair: TURN[pair[1].outcome]))):
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
            when=lambda self, t, what: self.error_card(t, what) == "banker",
            facts=(WHICH_HAND_ERRS, YesNo("exposed", asks="Was it exposed?"), OneCard()))
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
        when=lambda self, t, what: t.phase == SETTLEMENT, facts=(OneCard(),),
    )
    def dummy_round_gets_it(self, t: Table, what: Irregular) -> None:
        self.open_next_round(t, self.named_card(t, what), dummy=True)

    def open_next_round(self, t: Table, card: Sequence[Card], dummy: bool) -> None:
        opening, dummy = [*t.state["opening"], *card], dummy or t.state["dummy"]
        t.state |= {"carried": t.state["carried"] + 1, "opening": opening, "dummy": dummy}

    @ruling(
        "card-face-up-in-shoe", S["24(3)"], "this is a dummy round and starts with it",
        when=lambda self, t, what: t.phase == WAGERS and not self.under_way(t),
    )
    def dummy_round_now(self, t: Table, what: Irregular) -> None:
        t.waiting.extend(self.named_card(t, what))
        t.notes["dummy"] = True

    def named_card(self, t: Table, what: Irregular) -> tuple[Card, ...]:
        """The card a report names; without one it comes as the answer to the next deal."""
        if not what.get("card"):
            return ()
        card = parse_card(what.get("card"))
        t.out_of_play(card)
        return (card,)

    # -- 24(4) to (6): dealing errors --------------------------------------------------------------

    @ruling("cards-in-wrong-area", S["24(4)(a)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t), facts=(WHICH_HAND,))
    @ruling("cards-to-wrong-player", S["24(4)(b)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t) and self.patrons_turn(), facts=(WHICH_HAND,))
    @ruling("wrong-draw", S["24(4)(d)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t), facts=(WHICH_HAND,))
    def dealing_error(self, t: Table, what: Irregular) -> Round[None]:
        for box in t.wagered():
            for player in t.players_at(box):
                yield from self.reconsider(t, box, player)
        if not t.all_wagers() and t.ruled("no wager is left: it is a dummy round", S["24(4)(d)(ii)"]):
            t.notes["dummy"] = True

    @ruling("card-exposed", S["24(4)(c)"], "all may retract or reduce",
            when=lambda self, t, what: self.cards_out(t) and self.patrons_turn(), facts=(WHICH_HAND,))
    def card_exposed(self, t: Table, what: Irregular) -> Round[None]:
        t.notes["card seen"] = True
        yield from self.dealing_error(t, what)

    @ruling("third-card-in-error", S["24(4)(d)"], "the player's hand was passed over: all may retract or reduce",
            when=lambda self, t, what: self.error_card(t, what) == "passed over")
    def passed_over(self, t: Table, what: Irregular) -> Round[None]:
        t.waiting.extend(self.named_card(t, what))
        yield from self.dealing_error(t, what)

    def patrons_turn(self) -> bool:
        """16(5): only cards dealt face down pass to patrons, who turn them."""
        return not S["4(2)"].says(self.options["dealing"] == "up")

    def cards_out(self, t: Table) -> bool:
        return self.on_table(t) > 0

    def on_table(self, t: Table) -> int:
        return sum(len(hand.cards) for hand in t.hands.values())

    def reconsider(self, t: Table, box: int, player: str) -> Round[None]:
        """24(4)(d)(i): a player goes through his wagers until he is content."""
        clause = S["24(4)(d)(i)"]
        while (choice := (yield from t.choose(lambda: self.second_thoughts(t, box, player)))) is not None:
            act, _, kind = choice.name.partition(" ")
            if act == "continue":
                return
            if act != "reduce":
                t.void_wagers([w for w in t.own_wagers(box, player) if kind in ("", w.kind)], clause)
                continue
            wager, to = t.wager(box, player, kind), choice.amount or 0
            assert wager is not None
            refused = self.outside_limits(kind, to, self.limited_by(kind), self.displayed(t, player, kind))
            if refused is None:
                t.give_back(wager, wager.amount - to, clause)
            else:
                t.events.append(refused)

    def second_thoughts(self, t: Table, box: int, player: str) -> Choose | None:
        own = t.own_wagers(box, player)
        if not own:
            return None
        clause, keep = S["24(4)(d)(i)"], Option("continue", S["24(4)(d)(i)"])
        offered = [option("retract", clause, back=sum(wager.amount for wager in own)), keep]
        for wager in own:
            sign = self.displayed(t, player, wager.kind)
            most = wager.amount - sign.unit
            if most >= sign.minimum:
                offered.append(option(f"reduce {wager.kind}", clause, sign.minimum, most, self.limited_by(wager.kind)))
            if len(own) > 1:
                offered.append(option(f"remove {wager.kind}", clause, back=wager.amount))
        return Offer(clause, str(box), player, options(*offered), {}, keep)

    # -- 24(7) to (10) -----------------------------------------------------------------------------

    @ruling(
        "card-face-up-in-shoe", S["24(7)"], "it is live and played as if it had been face down",
        when=lambda self, t, what: t.phase == DEALING or (t.phase == WAGERS and self.under_way(t)),
    )
    def live_card(self, t: Table, what: Irregular) -> None:
        card = self.named_card(t, what)
        t.waiting.extend(card)
        t.notes |= {"card seen": True} if card else {"card seen": True, "face up": self.on_table(t)}

    def under_way(self, t: Table) -> bool:
        """QLD-0-3: a round of play starts with its wagers."""
        return R["3:round-of-play"].says(bool(t.all_wagers()))

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
        # What the cards have decided is open again; what went back before stays where it went.
        for line in [line for line in t.lines if line.wager in self.sides and line.outcome != VOID]:
            t.reverse(line, S["24(9)"])
        t.return_sides()
        t.hands.clear()
        # A card set aside for the next round came after these, and takes its turn behind them.
        t.waiting = dealt[1:] + t.waiting + t.state["opening"]
        t.state |= {"carried": 0, "opening": [], "dummy": False}
        t.phase = DEALING
        raise Recommence

    @ruling("shoe-discrepancy", S["24(10)"], "the supervisor confirms the outcome, or the hand is void",
            when=lambda self, t, what: self.cards_out(t), facts=(YesNo("confirmed", need=True, default=""),))
    def shoe_discrepancy(self, t: Table, what: Irregular) -> None:
        if not what.yes("confirmed"):
            raise RoundVoid(S["24(10)"])
