"""The irregularities that Queensland's schedules of poker against the house have in common: wagers of the wrong size,
hands that should not be there, hands with too many cards or too few, cards exposed or out of place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import Clause, Result, void, win
from pitboss.law.results import VOID, WIN
from pitboss.money import Cents, odds, show_amount
from pitboss.rulebooks.qld.ante_poker import AntePoker, WrongDealer, WrongSize
from pitboss.table.acts import Irregular
from pitboss.table.facts import BOARD, DEALER, Settled, Wager
from pitboss.table.game import DECISION, OPENING, Game, WagerKind, ruling
from pitboss.table.reports import (
    DECK,
    LOOKED,
    BadFact,
    Box,
    Fact,
    HandNamed,
    Money,
    PlayerNamed,
    SomeCards,
    Word,
    YesNo,
    amount_in,
    have,
)
from pitboss.table.requests import Choose
from pitboss.table.stray import lay_stray, stray_wagers
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, RoundOver, RoundVoid, Table

EVEN = odds("1 to 1")


def _named(kinds: Iterable[WagerKind], moment: str) -> tuple[str, ...]:
    """Wagers as a report names them."""
    return tuple(kind.name.replace(" ", "-") for kind in kinds if kind.moment == moment)


def wrong_wager_facts(game: type[Game]) -> tuple[Fact, ...]:
    kinds = (*_named(game.kinds, DECISION), *_named(game.kinds, OPENING))
    return (
        Box(need=True), PlayerNamed(), Word("wager", kinds, need=True), Money(need=True),
        Word("noticed", ("settlement",), default="settlement"),
    )


def no_ante_facts(game: type[Game]) -> tuple[Fact, ...]:
    """A hand where none belongs, and the money that lay with it: of one kind, or of each by its name."""
    opens, beside = _named(game.kinds, OPENING), [side.name.replace(" ", "-") for side in game.offers]
    others = (Money(kind) for kind in (*opens, *beside) if kind != game.opening)
    return (Box(need=True), SomeCards(), PlayerNamed(), Word("wager", opens, default=game.opening), Money(), *others)


def without_ante_facts(game: type[AntePoker]) -> tuple[Fact, ...]:
    """The same; the ante too, where it may lie without what must be beside it; and whether cards were handled, where
    that makes a difference."""
    ante = (Money(game.opening),) if game.matched else ()
    handled = (YesNo("handled", default="as the round stands"),) if game.cites.no_ante.untouched is not None else ()
    return (*no_ante_facts(game), *ante, *handled)


def second_hand_facts(game: type[Game]) -> tuple[Fact, ...]:
    return (*no_ante_facts(game), Money(game.opening))


def wrong_count_facts(game: type[AntePoker]) -> tuple[Fact, ...]:
    """Whose hands are wrong: players', the dealer's or the board where there is one."""
    words = tuple(hand for hand in game.hands_dealt if hand in (DEALER, BOARD))
    return (HandNamed(words=words, need=True, several=True), replace(LOOKED, default="as the round stands"),
            replace(DECK, default="52"))


def whose_card(game: type[Game]) -> tuple[Fact, ...]:
    """A card of a player's, of the dealer's, or of the board where there is one."""
    return Box(), HandNamed(words=tuple(hand for hand in game.hands_dealt if hand in (DEALER, BOARD)))


def position_facts(game: type[Game]) -> tuple[Fact, ...]:
    return *whose_card(game), YesNo("further-cards")


class AntePokerFaults(AntePoker):
    """Irregularities."""

    # So many cards make a player's hand.
    hand_size: ClassVar[int]

    @abstractmethod
    def decision(self, t: Table, box: int) -> Choose | None:
        """What the player of a box may do now; None when there is nothing to decide."""

    @abstractmethod
    def right_size(self, t: Table, wager: Wager, ante: Cents) -> tuple[Cents, Cents]:
        """The least and the most that this wager to play on may be, beside this ante; by when it was placed, where that
        matters, and of several sizes the one that it comes to."""

    @abstractmethod
    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        """What becomes of a wager on a player's own cards, whatever the dealer has. Pure."""

    # -- a wager of the wrong size -----------------------------------------------------------------------

    def in_betting(self, t: Table) -> bool:
        """May wagers to play on be placed now?"""
        return t.phase in (DEALING, DECISIONS)

    def size_clauses(self, kind: str) -> WrongSize | None:
        """The clauses on a wager of this kind, where it is one that plays on."""
        return self.cites.wrong_size if any(k.name == kind and k.moment == DECISION for k in self.kinds) else None

    @ruling(
        "wrong-wager", "later_size.section", "settled with the excess returned, or as staked",
        when=lambda self, t, what: self.in_betting(t)
        and self.size_clauses(what.get("wager").replace("-", " ")) == self.cites.later_size,
    )
    @ruling(
        "wrong-wager", "wrong_size.section", "settled with the excess returned, or as staked",
        when=lambda self, t, what: self.in_betting(t)
        and self.size_clauses(what.get("wager").replace("-", " ")) == self.cites.wrong_size,
        facts=wrong_wager_facts,
    )
    def wrong_wager(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        kind = what.get("wager").replace("-", " ")
        asked = self.decision(t, box)
        if asked is None or not any(option.name == kind for option in asked.options):
            raise BadFact(f"box {box} has no {kind} to place")
        amount = amount_in(what)
        self.play_on(t, box, asked.player, kind, amount)

    def play_on(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> None:
        """A wager to play on is put down, of its size or of another."""
        t.phase = DECISIONS
        t.place(box, player, kind, amount)

    def correct_size(self, t: Table, wager: Wager) -> None:
        """Found while the hands are acted on: what is too much goes back, what is too little stands for once."""
        ante = have(t.wager(wager.box, wager.player, self.opening))
        least, most = self.right_size(t, wager, ante.amount)
        if least <= wager.amount <= most:
            return
        clauses = have(self.size_clauses(wager.kind))
        if wager.amount > most:
            t.give_back(wager, wager.amount - most, clauses.over)
        else:
            self.as_staked(t, wager, clauses.under, least)

    def as_staked(self, t: Table, wager: Wager, clause: Clause, least: Cents) -> None:
        right = self.next_size(least)
        t.ruled("settled as staked" + (f"; the next {wager.kind} must be {right}" if right else ""), clause)

    def next_size(self, least: Cents) -> str:
        """What the player must be told of later rounds; nothing where no clause has it told."""
        return show_amount(least)

    # -- hands that should not be there ------------------------------------------------------------------

    @ruling("cards-without-ante", "no_ante.section", "that hand is not played",
            when=lambda self, t, what: t.phase != WAGERS, facts=without_ante_facts)
    def no_ante(self, t: Table, what: Irregular) -> Round[None]:
        cites = self.cites.no_ante
        alone = [kind for kind in (*self.opens, *self.sides) if self.matched or kind != self.opening]
        wagers = self.stray_hand(t, what, alone)
        if cites.untouched is not None and not self.handled(t, what):
            lay_stray(t, what, wagers)
            t.ruled("nobody has handled cards: the round is void", cites.untouched)
            self.undo(t, cites.untouched, lambda line: True)
            raise RoundVoid(cites.untouched)
        t.ruled(f"the hand on box {what.get('box')} is void", cites.hand)
        for wager in lay_stray(t, what, wagers):
            # An ante that came too late to be one goes back with its hand.
            own = cites.others if wager.kind != self.opening else None
            t.void_wagers([wager], own or cites.hand)
        yield from self.all_may_retract(t, cites.retract)

    def handled(self, t: Table, what: Irregular) -> bool:
        """Has anybody handled cards? Where the report does not tell, a decision on a hand does."""
        return what.yes("handled") if what.get("handled") else t.phase in (DECISIONS, SETTLEMENT)

    @ruling("extra-hand", "second_hand.section", "the first hand counts, the others are void; all may retract",
            when=lambda self, t, what: t.phase != WAGERS, facts=second_hand_facts)
    @ruling("second-hand", "second_hand.section", "the first hand counts, the others are void; all may retract",
            when=lambda self, t, what: t.phase != WAGERS, facts=second_hand_facts)
    def two_hands(self, t: Table, what: Irregular) -> Round[None]:
        cites, player = self.cites.second_hand, what.get("player")
        if player and not any(player in players for players in t.boxes.values()):
            raise BadFact(f"{player} has no other hand")
        wagers = self.stray_hand(t, what, (*self.opens, *self.sides))
        t.ruled(f"the first hand dealt to {player} is the one played", cites.first)
        t.ruled(f"the hand on box {what.get('box')} is void", cites.others)
        t.void_wagers(lay_stray(t, what, wagers), cites.others)
        yield from self.all_may_retract(t, cites.retract)

    def stray_hand(self, t: Table, what: Irregular, kinds: Iterable[str]) -> list[tuple[str, Cents]]:
        """Check the report of a hand on a box where none belongs; the wagers that lay with it."""
        text, player = what.get("box"), what.get("player")
        if text not in map(str, range(1, self.boxes + 1)) or int(text) in t.boxes:
            raise BadFact(f"box={text} is not a box without a player")
        wagers = stray_wagers(what, kinds)
        if what.get("amount"):
            if not player:
                raise BadFact("player= must say whose the money is")
            wagers.append((what.get("wager", self.opening).replace("-", " "), amount_in(what)))
        t.out_of_play(what.get("cards"))
        return wagers

    def all_may_retract(self, t: Table, clause: Clause) -> Round[None]:
        """A hand whose wagers are taken back is out of the round, and gets no more cards if some are owed."""
        yield from t.offer_retract(clause)
        self.close_empty(t)

    def declare_void(self, t: Table, player: str, clause: Clause) -> None:
        super().declare_void(t, player, clause)
        self.close_empty(t)

    def close_empty(self, t: Table) -> None:
        for box in t.boxes:
            if str(box) in t.hands and not self.continuing(t, box):
                t.hands[str(box)].closed = True

    # -- an incorrect number of cards --------------------------------------------------------------------

    def looked(self, t: Table, what: Irregular) -> bool:
        """Has anybody looked? Where the report does not tell, a decision on a hand does."""
        return what.yes("looked") if what.get("looked") else t.phase in (DECISIONS, SETTLEMENT)

    def speaks_of(self, what: Irregular) -> bool:
        """Does the schedule say what becomes of one of these hands? Not every one speaks of the board."""
        return self.cites.wrong_board is not None or any(hand != BOARD for hand in what.get("hand").split(","))

    def cards_missing(self, what: Irregular) -> bool:
        """Does the count that a report tells differ from the deck? Where it tells none, the deck is whole."""
        return what.get("deck", str(len(self.pack()))) != str(len(self.pack()))

    @ruling(
        "wrong-number-of-cards", "unseen_count.section", "nobody looked: the round is void",
        when=lambda self, t, what: self.speaks_of(what) and not self.looked(t, what), facts=wrong_count_facts,
    )
    def wrong_count_unseen(self, t: Table, what: Irregular) -> None:
        cites = self.cites.unseen_count
        self.wrong_hands(t, what)
        t.announce("tell a gaming supervisor at once", cites.tell)
        t.announce("the supervisor has the cards counted", cites.counted)
        if self.cards_missing(what):
            t.announce("a gaming manager notifies an inspector", cites.notify)
        self.undo(t, cites.void, lambda line: True)
        raise RoundVoid(cites.void)

    @ruling(
        "wrong-number-of-cards", "seen_count.section", "somebody looked: the cards are counted",
        when=lambda self, t, what: self.speaks_of(what) and self.looked(t, what),
    )
    def wrong_count_seen(self, t: Table, what: Irregular) -> Round[None]:
        hands = self.wrong_hands(t, what)
        t.announce("tell a gaming supervisor at once", self.cites.seen_count.tell)
        t.announce("the supervisor has the cards counted", self.cites.seen_count.counted)
        if self.cards_missing(what):
            self.short_deck(t)
        if BOARD in hands and self.cites.wrong_board is None:
            t.refer(what, "the rules are silent on community cards: the supervisor decides")
        elif BOARD in hands:
            self.board_wrong(t)
        boxes = [int(hand) for hand in hands if hand not in (DEALER, BOARD)]
        if DEALER in hands:
            yield from self.dealer_wrong(t, boxes)
            raise RoundOver
        cites = self.cites.wrong_hand
        self.void_hands(t, boxes, cites.hand, cites.wagers)
        yield from self.all_may_retract(t, cites.retract)

    def short_deck(self, t: Table) -> None:
        """The count finds another number of cards than there should be: everything goes back."""
        cites = self.cites.short_deck
        t.announce("a gaming manager notifies an inspector", cites.notify)
        t.ruled(f"the deck is not of {len(self.pack())} cards: the round is void", cites.void)
        self.undo(t, cites.back, lambda line: True)
        raise RoundVoid(cites.back, cites.void)

    def board_wrong(self, t: Table) -> None:
        """So many community cards are wrong, and so is the round."""
        cites = have(self.cites.wrong_board)
        t.ruled("the number of community cards is wrong: the round is void", cites.void)
        self.undo(t, cites.back, lambda line: True)
        raise RoundVoid(cites.back, cites.void)

    def wrong_hands(self, t: Table, what: Irregular) -> list[str]:
        hands = what.get("hand").split(",")
        for hand in hands:
            t.hand(hand)
        unfinished = any(len(hand.cards) < self.hand_size for hand in t.hands.values() if hand.name != BOARD)
        if DEALER in hands and self.looked(t, what) and unfinished:
            raise BadFact("the cards are still being dealt: what the dealer has is not known yet")
        return hands

    def void_hands(self, t: Table, boxes: list[int], hand: Clause, wagers: Clause) -> None:
        """Whatever was placed for these hands goes back, from a player who folded or was paid as well."""
        self.undo(t, wagers, lambda line: line.box in boxes)
        for box in boxes:
            t.ruled(f"the hand on box {box} is void", hand)
            t.void_wagers(t.on_box(box), wagers)

    def undo(self, t: Table, clause: Clause, wanted: Callable[[Settled], bool]) -> None:
        """Lines already settled stand again, for the ruling to deal with; what went back stays back."""
        for line in [line for line in t.lines if line.outcome != VOID and wanted(line)]:
            if self.paid_beside(line):
                t.unpay(line, clause)
            else:
                t.reverse(line, clause)

    def paid_beside(self, line: Settled) -> bool:
        """Is a settled line a payment beside the wager it was paid for?"""
        return all(kind.name != line.wager for kind in self.all_kinds())

    # -- the dealer's hand has the wrong number of cards -------------------------------------------------

    def dealer_wrong(self, t: Table, wrong: list[int]) -> Round[None]:
        """The dealer's hand has the wrong number of cards, and so may players' have, which are void."""
        if wrong:
            both = have(self.cites.wrong_both)
            self.void_hands(t, wrong, both.hand, both.wagers)
        cites = have(self.cites.wrong_both).others if wrong else have(self.cites.wrong_dealer)
        if cites.not_qualified is not None:
            t.ruled("the dealer's hand does not qualify", cites.not_qualified)
        t.ruled(f"antes {'go back' if cites.returned else 'are paid even money'}", cites.antes)
        self.undo(t, cites.antes, lambda line: line.clause not in self.folded_under)
        self.reinstate_antes(t, cites.reinstated)
        shown = cites.ante_bonus or cites.own_paid
        if cites.own_paid is not None:
            yield from self.run_out(t, cites.own_paid)
        for box in t.anticlockwise():
            if shown is not None and self.continuing(t, box) and not t.hands[str(box)].closed:
                yield from t.reveal(str(box), shown)
        for wager in list(t.wagers.values()):
            self.settle_unqualified(t, wager, cites)

    def run_out(self, t: Table, clause: Clause) -> Round[None]:
        """Cards that are still to come, where wagers on a player's own hand wait for them."""
        yield from ()

    def own_hand(self, t: Table, box: int) -> Sequence[Card]:
        """The cards that a wager on a player's own hand looks at."""
        return t.hands[str(box)].cards

    def reinstate_antes(self, t: Table, clause: Clause) -> None:
        """A folded ante stands again, and what must lie beside it."""
        if clause.says(True):
            self.undo(t, clause, lambda line: line.wager in (self.opening, *self.matched)
                      and line.clause in self.folded_under)

    def settle_unqualified(self, t: Table, wager: Wager, cites: WrongDealer) -> None:
        """One wager against a dealer's hand of the wrong size."""
        hand = t.hands[str(wager.box)]
        if self.size_clauses(wager.kind) is not None:
            t.settle(wager, void(cites.raises))
        elif wager.kind in (self.opening, *self.matched):
            earns = cites.ante_bonus if wager.kind == self.opening else None
            if earns is not None and earns.says(not hand.closed):
                self.pay_ante_bonus(t, wager, hand.cards)
            back = cites.folded_back if hand.closed and cites.folded_back is not None else cites.antes
            t.settle(wager, void(back) if cites.returned else win(EVEN, cites.antes))
        else:
            result = self.own_cards(wager.kind, self.own_hand(t, wager.box))
            wins = have(cites.own_paid).says(result.outcome == WIN)
            t.settle(wager, result if wins else void(have(cites.own_back)))

    def pay_ante_bonus(self, t: Table, ante: Wager, cards: Sequence[Card]) -> None:
        """What an ante earns by the hand alone, where a schedule has such a bonus."""

    # -- cards exposed or out of place -------------------------------------------------------------------

    def in_deal(self, t: Table, what: Irregular) -> bool:
        """Was a card exposed during the deal? It lasts until somebody acts."""
        return t.phase == DEALING

    @ruling("card-exposed", "exposed", "a card exposed during the deal voids the round",
            when=lambda self, t, what: self.in_deal(t, what), facts=whose_card)
    def card_exposed(self, t: Table, what: Irregular) -> None:
        if what.get("hand", DEALER) not in (DEALER, BOARD) or "box" in what.facts:
            t.box_of(what, "hand" if "hand" in what.facts else "box")
        raise RoundVoid(have(self.cites.exposed))

    @ruling("card-in-wrong-position", "position", "no card was dealt since: it is moved and play goes on",
            when=lambda self, t, what: t.phase in (DEALING, DECISIONS) and not what.yes("further-cards"),
            facts=position_facts)
    def card_misplaced(self, t: Table, what: Irregular) -> None:
        t.announce("move the card to its correct position", self.cites.position)
