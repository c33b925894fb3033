"""A table at which cards come face up out of a shoe, as Queensland's schedules 2, 13 and 14 say it alike: how the shoe
is cut and when it ends, who may play several boxes, who handles cards and counts them. A schedule puts its own clauses
into `cites.table`, by the role each has here."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import decks
from pitboss.law import Clause, Refused, refuse
from pitboss.money import Cents
from pitboss.rulebooks.qld.s00_front_rule import CONDUCT, FrontRule, R
from pitboss.table.acts import Irregular
from pitboss.table.game import Duty, GameOption, ruling
from pitboss.table.reports import BadFact, Box, HandNamed, Money, Number, PlayerNamed, WagerNamed
from pitboss.table.table import WAGERS, Round, Table


class ShoeTableCites(NamedTuple):
    """The clauses of a schedule by their roles."""

    decks: Clause
    # The player's cut, away from either end; the other cutting card; and the round in which that comes out.
    cut: Clause
    last_round: Clause
    reached: Clause
    limits: Clause
    several_boxes: Clause
    minimum_each: Clause
    handled: Clause
    own_total: Clause
    # Under which the dealer says what a hand counts.
    announced: Clause
    oral: Clause
    # Where a schedule says it in so many words: two cutting cards, one cut by the player.
    two_cards: Clause | None = None
    cut_once: Clause | None = None
    # Where the cutting card simply means that the round is finished and the cards are shuffled.
    finished: Clause | None = None


# What the dealer does about the cut, by what each step is called here.
CUTTING = {
    "cut": "have the cards cut after the shuffle",
    "offered": "offer the stack to the players with the backs away from you",
    "to_the_back": "move the cards in front of the cutting card to the back",
    "loaded": "put the stack into the shoe",
    "who": "offer the cut to the first at the table, the cutting card's box, or the far right",
    "refused": "if it is refused, offer the cut clockwise",
    "nobody": "cut yourself, or have a supervisor cut, when nobody will",
    "replaced": "a supervisor may have the cards replaced after a round",
}


def cutting(**clauses: Clause) -> tuple[Duty, ...]:
    """Steps of the cut, each under the clause that a schedule has for it."""
    return tuple(Duty("shuffle", CUTTING[step], clause) for step, clause in clauses.items())


def decks_in_play(clause: Clause, *numbers: str) -> GameOption:
    return GameOption("decks", "6", numbers, clause, "decks of 52 cards")


def several_boxes(clause: Clause) -> GameOption:
    return GameOption("several-boxes", "yes", ("yes", "no"), clause, "one player may wager on several boxes")


def box_maximum(clause: Clause) -> GameOption:
    return GameOption("box-maximum", "total", ("total", "each"), clause, "the maximum is for the box, or each player")


def shoe_or_machine(clause: Clause) -> GameOption:
    return GameOption("shoe", "shoe", ("shoe", "machine"), clause, "a dealing shoe, or a card machine")


class ShoeTable(FrontRule):
    """Boxes before a dealer with a shoe."""

    faces_at_once = True
    # How far in from the back the cutting card for the last round may lie.
    deepest: ClassVar[Fraction] = Fraction(2, 3)

    @property
    def at_table(self) -> ShoeTableCites:
        cites: ShoeTableCites = self.cites.table
        return cites

    # -- the shoe ----------------------------------------------------------------------------------------

    def opening_state(self) -> dict[str, Any]:
        """What the table remembers until the next shuffle; `next` are cards that are out of the shoe already and the
        first to be dealt."""
        return {"shuffle": True, "cutting_card": False, "rounds": 0, "next": []}

    def prepare(self, t: Table) -> Round[None]:
        """Before wagers: shuffle and cut where that is due."""
        if R["16(c)"].says(self.machine):
            yield from self.mix(t, not t.state["shuffle"])
            t.state.update(self.opening_state(), shuffle=False)
        elif t.state["shuffle"]:
            yield from self.new_shoe(t, R["15(2)(c)"] if t.state["shuffle"] == "directed" else R["15(2)(a)"])
        elif self.at_table.reached.says(bool(t.state["cutting_card"])) and not (yield from self.further_round(t)):
            yield from self.new_shoe(t, self.at_table.reached)

    def further_round(self, t: Table) -> Round[bool]:
        """May one more round come from a shoe whose cutting card is out?"""
        yield from ()
        return False

    def pack(self) -> tuple[Card, ...]:
        """As many decks as the operator chose, of 52 cards each."""
        return decks(self.at_table.decks.says(self.decks))

    def not_in_pack(self, card: Card) -> Refused | None:
        """A card that none of the decks has."""
        if card in self.in_pack:
            return None
        return refuse(f"{card} is not in the pack", self.at_table.decks, "cards of the decks in play")

    def new_shoe(self, t: Table, clause: Clause) -> Round[None]:
        """The cards are cut away from either end, and the other cutting card marks the last round."""
        cites, cards = self.at_table, len(self.pack())
        yield from t.shuffle(clause, self.decks)
        cutting: tuple[tuple[Clause, str, int, int], ...] = (
            (cites.cut, "cut", 10, cards - 10),
            (cites.last_round, "last round", cards // self.decks, int(cards * self.deepest)),
        )
        if cites.two_cards is not None:
            cutting = cites.two_cards.says(cutting)
        for under, what, least, most in cutting:
            times = cites.cut_once.says(1) if what == "cut" and cites.cut_once is not None else 1
            for _ in range(times):
                yield from t.cut(under, what, least, most)
        t.state.update(self.opening_state(), shuffle=False)

    def shuffle_next(self, t: Table) -> None:
        t.state["shuffle"] = "directed"

    def untouched(self, t: Table) -> bool:
        return super().untouched(t) and t.state["rounds"] == 0

    def reshuffle(self, t: Table) -> Round[None]:
        yield from self.new_shoe(t, R["15(4)"])

    def entered(self, t: Table) -> None:
        """The round is played: no card is dealt from an untouched shoe any more."""
        t.state["rounds"] += 1

    @ruling(
        "cutting-card", "table.finished", "the round is finished, then the cards are shuffled",
        when=lambda self, t, what: not self.machine,
    )
    def cutting_card_reported(self, t: Table, what: Irregular) -> None:
        t.state["cutting_card"] = True

    # -- boxes and the people at them ----------------------------------------------------------------------

    @property
    def limited_by(self) -> Clause:
        """The clause that sets the limits: of a table for lessons, or of the sign."""
        return R["7(a)"] if self.options.get("teaching") == "yes" else self.at_table.limits

    def on_other_boxes(self, t: Table, box: int, player: str) -> bool:
        return any(other == player and at != box for at, other, _ in t.wagers)

    def refuse_box(self, t: Table, box: int, player: str) -> Refused | None:
        """Several boxes where that is permitted; one that was given up is for others."""
        second = self.options["several-boxes"] == "no" or [box, player] in t.notes.get("given up", ())
        if second and self.on_other_boxes(t, box, player):
            return refuse(f"{player} on a second box", self.at_table.several_boxes, "one box")
        return None

    def refuse_small_hand(self, t: Table, box: int, player: str, amount: Cents) -> Refused | None:
        """The minimum on every hand of a player with several."""
        cites, least = self.at_table, self.sign(t, player).minimum
        if self.on_other_boxes(t, box, player) and cites.minimum_each.says(amount < least):
            return refuse("every hand of a player takes the minimum", cites.minimum_each, "at least the minimum")
        return None

    @ruling(
        "box-wanted", "table.several_boxes", "a player on several boxes gives one up",
        when=lambda self, t, what: t.phase == WAGERS, facts=(Box(need=True), PlayerNamed()),
    )
    def give_up_box(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        player = what.get("player") or t.boxes[box][0]
        wagers = [wager for wager in t.on_box(box) if wager.player == player]
        if not wagers or not self.on_other_boxes(t, box, player):
            raise BadFact(f"{player} does not play box {box} and another box")
        for wager in wagers:
            t.give_back(wager, wager.amount, self.at_table.several_boxes)
        if all(wager.player != player for wager in t.on_box(box)):
            t.unseat(box, player)
            t.notes["given up"] = [*t.notes.get("given up", ()), [box, player]]

    @ruling("card-handled", "table.handled", "nobody but staff handles the cards", facts=CONDUCT)
    def card_handled(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.contravention(t, what)

    @ruling("wrong-total-announced", "table.own_total", "the cards count, whatever was announced",
            facts=(HandNamed(need=True, unless="box"), Box(need=True, unless="hand"),
                   Number("announced", most=31)))
    def wrong_total(self, t: Table, what: Irregular) -> None:
        hand = what.get("hand") or what.get("box")
        if t.hand(hand).cards:
            t.announce(self.said_of(t, hand), self.at_table.announced)

    @abstractmethod
    def said_of(self, t: Table, hand: str) -> str:
        """What the dealer says a hand counts."""

    @ruling("oral-wager", "table.oral", "no wager is made by word of mouth; nothing is on the layout",
            facts=(Box(), PlayerNamed(), WagerNamed(), Money()))
    def oral_wager(self, t: Table, what: Irregular) -> None: ...
