"""What schedules 11 and 11(a) say alike beyond their family: two cards for each player and for the dealer, and a board
of five that all of them share, shown street by street with a decision before each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from pitboss.hands.names import called
from pitboss.hands.poker import HandValue
from pitboss.law import Clause, Refused
from pitboss.rulebooks.qld.ante_poker import BoardCites
from pitboss.rulebooks.qld.poker_ranking import PokerRanking
from pitboss.rulebooks.qld.street_poker import StreetPoker
from pitboss.table.acts import Irregular
from pitboss.table.community import Community
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.game import ruling
from pitboss.table.reports import Word, have
from pitboss.table.streets import BettingStreet
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

# What the community cards are called, by their places.
PLACES = ("flop", "flop", "flop", "turn", "river")


class BoardPoker(PokerRanking, StreetPoker, Community):
    """A board, and a round of betting before each of its parts."""

    hand_size: ClassVar[int] = Community.hole
    hands_dealt = ("box", DEALER, BOARD)

    @property
    def on_board(self) -> BoardCites:
        return have(self.cites.board)

    # -- the round ---------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(self.cites.before_deal)
        t.phase = DEALING
        yield from self.deal(t)
        self.players_look(t)
        for street in self.streets:
            yield from self.bet(t, street)
            if not (yield from self.anybody_left(t)):
                return
            yield from self.show(t, street)
        if t.wagers:
            yield from self.showdown(t)

    @abstractmethod
    def deal(self, t: Table) -> Round[None]:
        """The cards that come before the first decision."""

    def deal_stack(self, t: Table, hands: Sequence[str], way: Clause, *, face_up: bool) -> Round[None]:
        """The whole board in a stack, of which the card dealt first lies lowest, so that flop, turn and river lie as
        they came; then the cards of each hand together."""
        yield from self.deal_in_turn(t, [BOARD], (self.board,), way, face_up=face_up)
        yield from self.deal_in_turn(t, hands, (self.hole,), way, face_up=face_up)

    # -- betting -----------------------------------------------------------------------------------------

    def due(self, t: Table, box: int) -> bool:
        """Nobody decides who may not look at his cards yet."""
        hand = t.hands.get(str(box))
        return hand is not None and hand.seat == box and super().due(t, box)

    def stays(self, decision: str) -> bool:
        """To check is no fold."""
        return self.on_board.check.says(True)

    def other_streets(self, t: Table, box: int, now: BettingStreet) -> dict[str, Refused]:
        """The section on each street says all that may be done on it."""
        return {}

    def in_betting(self, t: Table) -> bool:
        """Not while cards of the board are turned up between two streets."""
        return super().in_betting(t) and self.deciding(t) is not None

    def betting_over(self, t: Table) -> bool:
        """Have all decisions been made, and do the dealer's cards still lie face down?"""
        return t.phase == DECISIONS and bool(t.notes.get("decided") == len(self.streets) - 1)

    # -- the board ---------------------------------------------------------------------------------------

    def hidden(self, t: Table, street: BettingStreet) -> tuple[int, ...]:
        """The places of the community cards that follow a street and do not lie open yet."""
        board = t.hands.get(BOARD)
        up = board.face_up if board is not None else []
        return tuple(place for place in self.cards_after(street) if place >= len(up) or not up[place])

    def show(self, t: Table, street: BettingStreet) -> Round[None]:
        """The community cards that follow a street's decisions, all together."""
        places = self.hidden(t, street)
        if places:
            yield from self.turn_up(t, places, self.on_board.shown[self.streets.index(street)])

    def turn_up(self, t: Table, places: tuple[int, ...], clause: Clause) -> Round[None]:
        """Turn community cards up where they lie, or deal them where they do not lie there yet."""
        if BOARD in t.hands and len(t.hands[BOARD].cards) == self.board:
            yield from t.reveal(BOARD, clause, clause.says(places))
        else:
            yield from t.deal(len(places), BOARD, clause)

    def exposed_early(self, t: Table, what: Irregular) -> tuple[int, ...]:
        """The place of a community card that lies open before the betting is over which it follows."""
        street = self.deciding(t) if self.seen_in_betting(t, what) else None
        if street is None:
            return ()
        named = what.get("card")
        return tuple(place for place in self.hidden(t, street) if named in ("", PLACES[place]))[:1]

    @ruling("card-exposed", "board.early.section", "it is left open, and is the community card that comes next",
            when=lambda self, t, what: bool(self.exposed_early(t, what)),
            facts=(Word("card", tuple(dict.fromkeys(PLACES))),))
    def community_card_exposed(self, t: Table, what: Irregular) -> Round[None]:
        """It is opened under the clause by which it stays."""
        places, stays = self.exposed_early(t, what), self.on_board.early.stays
        t.ruled(f"it stays in play as a card of the {PLACES[places[0]]}", stays)
        yield from self.left_open(t, self.turn_up(t, places, stays))

    # -- settlement --------------------------------------------------------------------------------------

    def showdown(self, t: Table) -> Round[None]:
        """The dealer's cards, then those of each continuing player from the dealer's right."""
        cites = self.on_board
        yield from t.reveal(DEALER, cites.declared)
        t.phase = SETTLEMENT
        dealer = cites.dealers_hand.says(self.value((*t.hands[DEALER].cards, *t.hands[BOARD].cards)))
        t.announce(f"dealer {self.declaration(dealer)}", cites.declared)
        for box in t.anticlockwise():
            if self.continuing(t, box):
                yield from t.reveal(str(box), cites.turned)
                self.settle(t, box, dealer)

    def declaration(self, dealer: HandValue) -> str:
        """What is declared of the dealer's hand."""
        return f"has {called(dealer)}"

    def settle(self, t: Table, box: int, dealer: HandValue) -> None:
        """One player's wagers: those that his own cards decide first, then those against the dealer."""
        hole, board = t.hands[str(box)].cards, t.hands[BOARD].cards
        player = self.on_board.players_hand.says(self.value((*hole, *board)))
        wagers = t.on_box(box)
        for wager in wagers:
            if self.size_clauses(wager.kind) is not None:
                self.correct_size(t, wager)
        own = {bonus.wager for bonus in self.bonuses}
        for wager in sorted(wagers, key=lambda wager: wager.kind not in own):
            t.settle(wager, self.own_cards(wager.kind, self.own_hand(t, box)) if wager.kind in own
                     else self.result(wager.kind, player, dealer))
