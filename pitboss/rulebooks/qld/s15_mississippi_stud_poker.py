"""QLD schedule 15: Mississippi stud poker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Result, lose, schedule, stand_off, win
from pitboss.law.results import LOSE
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.ante_poker import (
    AnteCites,
    NoAnte,
    SecondHand,
    SeenCount,
    ShortDeck,
    UnseenCount,
    WrongBoard,
    WrongHand,
    WrongSize,
)
from pitboss.rulebooks.qld.poker_ranking import PokerRanking, RankCites
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, CONDUCT, TABLE_DUTIES, R, table_choices
from pitboss.rulebooks.qld.s17_additional import S as ADDITIONAL
from pitboss.rulebooks.qld.street_poker import NO_DECISION, StreetPoker
from pitboss.table.acts import Irregular
from pitboss.table.decisions import CONTINUE, STAKE
from pitboss.table.facts import BOARD, Settled, Wager, Worth
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.pay_by_hand import PayByHand
from pitboss.table.reports import BadFact, Box, HandNamed, Word, amount_in
from pitboss.table.requests import Choose, Offer, Option, option
from pitboss.table.sides import RESULT
from pitboss.table.streets import FOLD, BettingStreet, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, Table

S = schedule("QLD-15")

THIRD, FOURTH, FIFTH = "3rd street", "4th street", "5th street"
SIX, JACK = 6, 11
# The wagers that one hand decides, whatever the others hold.
OWN_HAND = ("box",)

# 3: what makes each poker hand, and that these are the hands; all suits are alike.
RANKED = RankCites({
    Category.HIGH_CARD: S["3:odd-card-hand"],
    Category.PAIR: S["3:1-pair"],
    Category.TWO_PAIR: S["3:2-pairs"],
    Category.THREE_OF_A_KIND: S["3:3-of-a-kind"],
    Category.STRAIGHT: S["3:straight"],
    Category.FLUSH: S["3:flush"],
    Category.FULL_HOUSE: S["3:full-house"],
    Category.FOUR_OF_A_KIND: S["3:4-of-a-kind"],
    Category.STRAIGHT_FLUSH: S["3:straight-flush"],
    Category.ROYAL_FLUSH: S["3:royal-flush"],
}, odd_card=None, ace_low=S["3(4)"], defined=(S["3(1)"], S["3(2)"]), suits=S["3(5)"])


def street(wager: str, known: int, asked: Clause, size: Clause) -> BettingStreet:
    """12 to 14: one, two or three times the ante, or a fold."""
    sizes = tuple(Multiple(times, size) for times in (1, 2, 3))
    return BettingStreet(wager, sizes, known, asked, asked, size, fold=asked, folded=asked)


STREETS = (
    street(THIRD, 0, S["12(2)"], S["12(3)"]),
    street(FOURTH, 1, S["13(1)"], S["13(2)"]),
    street(FIFTH, 2, S["14(1)"], S["14(2)"]),
)
# 2 and 12 to 14: the community card that follows the wagers of each street, and the clause that has it dealt.
CARDS = {
    THIRD: (S["2:3rd-street"], S["12(4)"]),
    FOURTH: (S["2:4th-street"], S["13(3)"]),
    FIFTH: (S["2:5th-street"], S["14(3)"]),
}

# How a report names a community card, and its place on the board.
PLACES = {step.wager.replace(" ", "-"): step.known for step in STREETS}

# 16: payment odds, one table for the ante and every street.
HAND, JACKS = "hand", "jacks or better"
PAYS = PayTable(HAND, {
    Category.ROYAL_FLUSH: ("500 to 1", S["16:royal-flush"]),
    Category.STRAIGHT_FLUSH: ("100 to 1", S["16:straight-flush"]),
    Category.FOUR_OF_A_KIND: ("40 to 1", S["16:four-of-a-kind"]),
    Category.FULL_HOUSE: ("10 to 1", S["16:full-house"]),
    Category.FLUSH: ("6 to 1", S["16:flush"]),
    Category.STRAIGHT: ("4 to 1", S["16:straight"]),
    Category.THREE_OF_A_KIND: ("3 to 1", S["16:three-of-a-kind"]),
    Category.TWO_PAIR: ("2 to 1", S["16:two-pair"]),
    JACKS: ("1 to 1", S["16:jacks-or-better"]),
}, otherwise=S["16:5s-or-lower"])

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = AnteCites(
    wager=S["9(1)"],
    continuing=S["2:continuing-player"],
    closed=None,
    folds=S["2:fold"],
    deck=S["6(1)"],
    other_deck=S["6(2)"],
    shuffled=S["7(4)"],
    before_deal=S["8"],
    chips=S["9(1)"],
    one_hand=S["9(2)"],
    one_wager=S["9(3)"],
    untouched=S["9(4)"],
    look=S["12(1)"],
    folded=S["25(2)"],
    in_view=S["10"],
    wrong_size=WrongSize(S["18(2)"], over=S["18(2)(a)"], under=S["18(2)(b)"]),
    no_ante=NoAnte(S["19"], hand=S["19(a)"], others=None, retract=S["19(b)"]),
    second_hand=SecondHand(S["20"], first=S["20(a)"], others=S["20(b)"], retract=S["20(c)"]),
    unseen_count=UnseenCount(
        S["21(1)"], void=S["21(1)(a)"], tell=S["21(1)(b)"], counted=S["21(1)(c)"], notify=S["21(1)(d)"]
    ),
    seen_count=SeenCount(S["21(2)"], tell=S["21(2)(a)"], counted=S["21(2)(b)"]),
    short_deck=ShortDeck(notify=S["21(3)(a)"], void=S["21(3)(b)"], back=S["21(3)(c)"]),
    wrong_board=WrongBoard(void=S["21(4)(a)"], back=S["21(4)(b)"]),
    wrong_hand=WrongHand(hand=S["21(5)(a)"], wagers=S["21(5)(b)"], retract=S["21(5)(c)"]),
    exposed=S["22"],
    position=S["23"],
)


def exposed_early(self: MississippiStudPoker, t: Table, what: Irregular) -> bool:
    """24(1): a community card that is still face down is exposed, and a player has yet to decide."""
    if not self.seen_in_betting(t, what):
        return False
    named = what.get("card")
    return bool(self.hidden(t)) if not named else PLACES[named] in self.hidden(t)


def box_due(self: MississippiStudPoker, t: Table, what: Irregular) -> bool:
    """Has the box of a report still to decide?"""
    return what.get("box").isdigit() and self.due(t, int(what.get("box")))


class MississippiStudPoker(PokerRanking, StreetPoker, PayByHand):
    """Mississippi stud poker."""

    id = "qld/mississippi-stud-poker"
    title = "Mississippi stud poker"
    also_called = "mississippi, river stud"
    brief = (
        ("There is no dealer's hand: you are paid by what your two cards and the three on the board make.",
         S["2:players-hand"]),
        ("Put down an ante to be dealt two cards.", S["8"]),
        ("Fold, or bet one, two or three times the ante; then the first board card is shown.", S["12(3)"]),
        ("Do so again before the second board card, and before the third. A fold loses all you have bet.", S["13(1)"]),
        ("A 3 card bonus is on the board alone: it stays in play even if you fold.", ADDITIONAL["38"]),
        ("A pair of jacks or better pays every bet 1 to 1, better hands more, up to 500 to 1.", S["16"]),
        ("A pair of sixes to tens gives everything back.", S["16:6s-to-10s"]),
        ("Anything less loses.", S["16:5s-or-lower"]),
    )
    law: ClassVar[tuple[str, ...]] = ("QLD-15",)
    kinds = (
        WagerKind("ante", S["2:ante-wager"], "to take part", compares=OWN_HAND),
        WagerKind(THIRD, S["12(2)"], "to see the first board card", "3rd", DECISION, OWN_HAND),
        WagerKind(FOURTH, S["13(1)"], "to see the second board card", "4th", DECISION, OWN_HAND),
        WagerKind(FIFTH, S["14(1)"], "to see the last board card", "5th", DECISION, OWN_HAND),
    )
    decisions = (
        *(Decision(wager, also=STAKE, everyday="bet", past="bet") for wager in (THIRD, FOURTH, FIFTH)),
        Decision("fold", "give up all but a 3 card bonus", also=("muck",), key="f", past="folded",
                 gives_up=True),
        Decision(NO_DECISION, "folded, all bets are lost", key="x", past="folded", gives_up=True),
        Decision("play first", "the player decides before others handle their cards", by="supervisor"),
        Decision("usual order", "everybody decides in turn", by="supervisor"),
        Decision("english only", "nothing but English is spoken at the table", by="supervisor"),
        Decision("any language", "nothing is said of languages", by="supervisor"),
    )
    cites = CITES
    ranked = RANKED
    hand_size = 2
    hole, board = 2, 3
    streets = STREETS
    hands_dealt = ("box", BOARD)
    # 16: the least pair that wins, and the least that comes back.
    paid_pair, returned_pair = JACK, SIX
    look = Look("mississippi", emblem="Js Jh / -- . -- . --")
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("device", "shoe", ("shoe", "shuffler"), S["11(2)"],
                   "a dealing shoe, or a shuffling device, from which the board is dealt first"),
    )
    pay_tables: ClassVar[tuple[PayTable, ...]] = (PAYS,)
    other_words: ClassVar[dict[str, str]] = dict.fromkeys(("bonus", "three card bonus", "3-card bonus"), "3 card bonus")
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("shuffle", "inspect and shuffle under this part and the control system", S["7(1)"]),
        Duty("shuffle", "check a deck for marks and completeness before it is used", S["7(2)"]),
        Duty("shuffle", "spread a new deck face up for a player who asks", S["7(3)"]),
        Duty("shuffle", "shuffle before use and at the end of each round", S["7(4)"]),
        Duty("shuffle", "after a shuffle by hand, cut and load the shoe with the cutting card", S["7(5)"]),
        Duty("settlement", "from the right, turn up and rank each continuing hand, then collect its cards", S["15"]),
        Duty("irregularity", "have the dealer tell, and the cards counted, where a number of cards is wrong",
             S["21(2)"]),
        Duty("conduct", "suspects of looking at others' cards: play first, sit apart, speak English, or leave",
             S["25(1)"]),
    )

    # -- 2 and 3: hands --------------------------------------------------------------------------------

    def completed(self, t: Table, box: int) -> HandValue:
        """2: two hole cards and the community cards."""
        return S["2:players-hand"].says(self.value((*t.hands[str(box)].cards, *t.hands[BOARD].cards)))

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != self.hole or len(board) != self.board:
            return ""
        return called(self.value((*cards, *board)), beside=beside)

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != self.hole or len(board) != self.board:
            return None
        return Worth(self.value((*cards, *board)), (*cards, *board))

    # -- 8 to 15: the round ----------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["8"])
        t.phase = DEALING
        yield from self.deal(t)
        for step in self.streets:
            yield from self.bet(t, step)
            # QLD-17-38: the board is dealt out for an additional wager too, though everybody has folded.
            if not t.sides and not (yield from self.anybody_left(t)):
                return
            yield from self.show(t, step)
        t.phase = SETTLEMENT
        t.moment(RESULT)
        for box in t.anticlockwise():
            if self.continuing(t, box):
                yield from t.reveal(str(box), S["15"])
                self.settle(t, box)

    def deal(self, t: Table) -> Round[None]:
        """11: from the dealer's left; out of a shuffling device, the community cards first."""
        boxes = [*map(str, S["11(1)"].says(tuple(t.clockwise())))]
        hole, board = S["2:hole-cards"].says(self.hole), S["2:community-cards"].says(self.board)
        if self.stacked:
            # The first is the bottom of the stack, so that 3rd, 4th and 5th street lie as they came.
            yield from self.deal_in_turn(t, [BOARD], (board,), S["11(2)(b)"])
            yield from self.deal_in_turn(t, boxes, (hole,), S["11(2)(b)"])
        else:
            yield from self.deal_in_turn(t, boxes, (1,) * hole, S["11(2)(a)"])
        self.players_look(t)

    def show(self, t: Table, step: BettingStreet) -> Round[None]:
        """12(4), 13(3) and 14(3): the next community card, unless it lies face up already."""
        defined, clause = CARDS[step.wager]
        place = defined.says(self.cards_after(step)[0])
        t.notes["due"] = place
        if self.stacked:
            if not t.hands[BOARD].face_up[place]:
                yield from t.reveal(BOARD, clause, clause.says((place,)))
        elif (short := place + 1 - len(t.open_cards(BOARD))) > 0:
            yield from t.deal(short, BOARD, clause)
        t.notes["due"] = None

    # -- 16 and 17: settlement -------------------------------------------------------------------------

    def settle(self, t: Table, box: int) -> None:
        """17: all wagers of one continuing player's hand."""
        self.correct(t, box)
        hand = self.completed(t, box)
        for wager in t.on_box(box):
            t.settle(wager, self.result(wager.kind, hand))

    def line(self, player: HandValue) -> str | Category:
        """16: the line of the table that a hand is on; of a pair, by its rank."""
        if player.category != Category.PAIR:
            return player.category
        pair = S["2:face-value"].says(player.ranks[0])
        return JACKS if S["3(3)"].says(pair >= self.paid_pair) else player.category

    def result(self, kind: str, player: HandValue) -> Result:
        """What becomes of a continuing player's wager. Pure: the odds call it too."""
        paid = self.pay[HAND].get(self.line(player))
        if paid is not None:
            odds, line = paid
            return win(S["17(1)"].says(odds), line, S["17(1)"])
        if player.category == Category.PAIR and player.ranks[0] >= self.returned_pair:
            back = stand_off(S["16:6s-to-10s"], S["17(3)"])
            return S["2:stand-off"].says(S["17(3)"].says(back))
        return S["17(2)"].says(lose(S["16:5s-or-lower"], S["17(2)"]))

    def decided_by(self, t: Table, line: Settled) -> str:
        name = self.hand_name(t, str(line.box), t.hands[str(line.box)].cards) if str(line.box) in t.hands else ""
        if not name or line.clause in self.folded_under:
            return ""
        several = name.startswith(("three ", "four "))
        verb = "pay" if line.odds else "lose" if line.outcome == LOSE else "come"
        rest = f" {line.odds}" if line.odds else " back" if verb == "come" else ""
        return f"{name}{',' * (', ' in name)} {verb}{'' if several else 's'}{rest}"

    def cheered(self, t: Table, line: Settled) -> str:
        rare = {S["16:four-of-a-kind"]: "Four of a kind!", S["16:straight-flush"]: "Straight flush!",
                S["16:royal-flush"]: "Royal flush!"}
        return rare.get(line.clause, "")

    # -- 18: wagers of the wrong size ------------------------------------------------------------------

    @ruling("wrong-wager", S["18(1)"], "settled with the excess returned, or as staked",
            when=lambda self, t, what: t.phase == WAGERS and what.get("wager") == self.opening)
    def wrong_ante(self, t: Table, what: Irregular) -> None:
        """It lies there as it was made, until its hand is acted on."""
        box, player, amount = int(what.get("box")), what.get("player"), amount_in(what)
        if not player:
            raise BadFact("player= must say whose the ante is")
        sign = self.sign(t, player)
        if sign.minimum <= amount <= sign.maximum:
            raise BadFact(f"an ante of {show_amount(amount)} is within the limits")
        refused = self.refuse_wager(t, box, player, self.opening, sign.minimum)
        if refused is not None:
            t.events.append(refused)
        else:
            t.place(box, player, self.opening, amount)

    def correct(self, t: Table, box: int) -> None:
        """18: the ante first, since the others are measured by it."""
        for wager in t.on_box(box, self.opening):
            least, most, _ = self.sign(t, wager.player)
            if wager.amount > most:
                t.give_back(wager, wager.amount - most, S["18(1)(a)"])
            elif wager.amount < least:
                t.ruled(f"settled as staked; the next ante must be {show_amount(least)}", S["18(1)(b)"])
        for wager in t.on_box(box):
            if wager.kind != self.opening:
                self.correct_size(t, wager)

    def correct_size(self, t: Table, wager: Wager) -> None:
        super().correct_size(t, wager)
        sizes = self.street(wager.kind).amounts(t.on_box(wager.box, self.opening)[0].amount)
        if sizes[0] < wager.amount < sizes[-1] and wager.amount not in sizes:
            self.as_staked(t, wager, S["18(2)"], sizes[0])

    def next_size(self, least: Cents) -> str:
        """18(2)(b): all the sizes that there are."""
        return "1, 2 or 3 times the ante"

    def close_hand(self, t: Table, box: int, street: BettingStreet | None = None) -> None:
        """18: what is taken from a folded hand is put right before it is taken. 25(2): who does not decide forfeits
        additional wagers too, which QLD-17-38 leaves to a player who chooses to fold."""
        self.correct(t, box)
        super().close_hand(t, box, street)
        for wager in [wager for wager in t.sides.values() if street is None and wager.box == box]:
            t.settle(wager, self.folded())

    # -- 21 to 24: cards -------------------------------------------------------------------------------

    def undo(self, t: Table, clause: Clause, wanted: Callable[[Settled], bool]) -> None:
        """2: what is void has no result, so whatever was settled is undone."""
        if S["2:void"].says(True):
            super().undo(t, clause, wanted)

    @property
    def stacked(self) -> bool:
        """11(2)(b): with a shuffling device the community cards lie face down before the first decision."""
        return self.options["device"] == "shuffler"

    def hidden(self, t: Table) -> list[int]:
        """The places of the community cards that do not lie face up."""
        board = t.hands.get(BOARD)
        up = board.face_up if board is not None else []
        return [place for place in range(self.board) if place >= len(up) or not up[place]]

    def exposed_place(self, t: Table, what: Irregular) -> int:
        """Which community card a report tells of; the next one, where it does not tell."""
        return PLACES[what.get("card")] if what.get("card") else self.hidden(t)[0]

    @ruling("card-exposed", S["24(1)"], "it stays face up; who has decided may change that, and play goes on",
            when=exposed_early,
            facts=(Word("card", tuple(PLACES)),))
    def card_exposed_early(self, t: Table, what: Irregular) -> Round[None]:
        place = self.exposed_place(t, what)
        if not self.stacked and place != len(t.open_cards(BOARD)):
            raise BadFact("cards come out of the shoe one after the other: the one before has not come yet")
        yield from self.left_open(
            t, t.reveal(BOARD, S["24(1)"], (place,)) if self.stacked else t.deal(1, BOARD, S["24(1)"]))
        for box in [box for box in t.clockwise() if self.decided(t, box)]:
            yield from self.decide_again(t, box)

    @ruling("wrong-card-exposed", S["24(2)"], "it becomes the card that should have been exposed, and play goes on",
            when=lambda self, t, what: t.notes.get("due") is not None,
            facts=(HandNamed(words=(BOARD,), boxes=False, default=BOARD), Word("card", tuple(PLACES), need=True)))
    def wrong_card_exposed(self, t: Table, what: Irregular) -> None:
        place, due = self.exposed_place(t, what), t.notes["due"]
        if place == due or place not in self.hidden(t):
            raise BadFact(f"{what.get('card').replace('-', ' ')} is not the wrong card")
        if self.stacked:
            cards = t.hands[BOARD].cards
            cards[place], cards[due] = cards[due], cards[place]

    def decide_again(self, t: Table, box: int) -> Round[None]:
        """24(1)(b): a decision of this street is put in the place of the one before."""
        choice = yield from t.choose(lambda: self.change(t, box))
        street = self.deciding(t)
        if choice is None or street is None or choice.name == CONTINUE.name:
            return
        bets = t.on_box(box, street.wager)
        if (choice.name == FOLD and not bets) or (bets and bets[0].amount == choice.amount):
            return
        for wager in bets:
            t.give_back(wager, wager.amount, S["24(1)"])
        if choice.name == FOLD:
            self.close_hand(t, box, street)
            return
        for line in self.folded_now(t, box):
            t.reverse(line, S["24(1)"])
            t.hands[str(box)].closed = False
        t.place(box, t.boxes[box][0], street.wager, choice.amount or 0)

    def decided(self, t: Table, box: int) -> bool:
        """Has a player decided on the street that is being decided?"""
        street = self.deciding(t)
        return street is not None and bool(t.on_box(box, street.wager) or self.folded_now(t, box))

    def folded_now(self, t: Table, box: int) -> list[Settled]:
        """What a fold on the street that is being decided took."""
        street = self.deciding(t)
        return [line for line in t.lines if street is not None and line.box == box and line.clause == street.folded]

    def change(self, t: Table, box: int) -> Choose | None:
        """What may be chosen in the place of a decision; None where its wagers have gone since."""
        street = self.deciding(t)
        stakes = [wager.amount for wager in t.on_box(box, self.opening)]
        stakes += [line.stake for line in self.folded_now(t, box) if line.wager == self.opening]
        if street is None or not stakes:
            return None
        keep = Option(CONTINUE.name, S["24(1)"])
        offered = (*street.offered(stakes[0]), keep)
        return Offer(S["24(1)"], str(box), t.boxes[box][0], offered, {}, keep, again=True)

    def closed_by(self, line: Settled) -> Clause:
        """2: who has folded takes no more part; 25(2): likewise who was not there."""
        return line.also[0] if line.also else line.clause

    # -- 25: suspects, and a player who is not there ---------------------------------------------------

    @ruling("collusion", S["25(1)"], "the supervisor may give directions to the players concerned", facts=CONDUCT)
    def collusion(self, t: Table, what: Irregular) -> Round[None]:
        """25(1): any of four measures, or none. Wagers stand."""
        player, other = self.person(t, what), what.get("from") or what.get("with")
        if (yield from t.direct("supervisor", S["25(1)"], "play first", "usual order")) == "play first":
            t.notes["first"] = [*t.notes.get("first", ()), player]
        if other in self.seated(t) and other != player:
            order = yield from t.direct("supervisor", S["25(1)"], "keep apart", "no separation")
            if order == "keep apart":
                self.keep_apart(t, player, other, str(S["25(1)"]))
        if (yield from t.direct("supervisor", S["25(1)"], "english only", "any language")) == "english only":
            others = [direction for direction in self.register(t).directions if direction != "english"]
            self.enter(t, directions=[*others, "english"])
        if (yield from t.direct("supervisor", S["25(1)"], "exclude", "no exclusion")) == "exclude":
            self.shut_out(t, player, str(S["25(1)"]))

    def in_turn(self, t: Table) -> list[int]:
        """25(1)(a): whom the supervisor has told to decides before the others."""
        first = t.notes.get("first", ())
        return sorted(super().in_turn(t), key=lambda box: t.boxes[box][0] not in first)

    def silence(self) -> Option | None:
        return option(NO_DECISION, S["25(2)"])

    @ruling("no-decision", S["25(2)"], "the hand is folded and all wagers are forfeited", when=box_due,
            facts=(Box(need=True),))
    @ruling("player-absent", S["25(2)"], "the hand is folded and all wagers are forfeited", when=box_due,
            facts=(Box(need=True),))
    def absent(self, t: Table, what: Irregular) -> None:
        t.phase = DECISIONS
        self.close_hand(t, t.box_of(what))

    # -- what the family asks of each schedule ---------------------------------------------------------

    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        raise LookupError(f"no {kind} is decided by a player's own cards")
