"""MEL 14.4 to 14.7: what goes wrong in stud games. Five card, Crown and seven card stud say much of it alike, each
under its own number; so are its misdeals, 14.1.1(c) to (e). 14.4.3 and 14.4.5 and their like are in c10."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from pitboss.cardroom.dead_hands import acted, acted_in_round, as_all_in
from pitboss.cardroom.facts import CARD_EXPOSED, FACE_UP_IN_STUD, at_a_seat, live_place_in, place_in, places_in
from pitboss.cardroom.game import BET, Cites, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.log import clear_act
from pitboss.cardroom.repairs import bring_in_again, freeze, held_at, swap_burn
from pitboss.cardroom.running_out import deal_out_and_again
from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused, schedule
from pitboss.rulebooks.mel.c14_misdeals import AGAIN
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, ruling

S = schedule("MEL")


class StudFaults(NamedTuple):
    """Where each game has what."""

    # Misdeals: what cannot be corrected, and more than one player with two cards up.
    misdealt: Clause
    several_up: Clause
    turned: Clause
    two_up: Clause
    early: Clause
    community: Clause
    # Five card stud ends with an open card, and only in seven card stud may three be open.
    last_up: Clause | None = None
    three_up: Clause | None = None


FIVE_CARD = StudFaults(
    S["14.1.1(c)(i)"], S["14.1.1(c)(ii)"], S["14.4.1"], S["14.4.2"], S["14.4.4"], S["14.4.6"],
)
CROWN = StudFaults(
    S["14.1.1(d)(i)"], S["14.1.1(d)(ii)"], S["14.5.1"], S["14.5.2"], S["14.5.4"], S["14.5.7"], S["14.5.6"],
)
SEVEN_CARD = StudFaults(
    S["14.1.1(e)(i)"], S["14.1.1(e)(ii)"], S["14.6.1"], S["14.6.2"], S["14.6.4"], S["14.6.7"], S["14.6.6"],
    S["14.1.1(e)(iii)"],
)


def in_deal(h: Hand) -> bool:
    """Are the first cards out, and has nobody acted?"""
    return not h.street and h.stage == BET and not acted(h)


def first_betting(h: Hand) -> bool:
    """Is it the initial betting round?"""
    return not h.street and h.stage == BET


def of_dealer(what: Irregular) -> bool:
    """Did the dealer expose a card of a seat?"""
    return at_a_seat(what) and what.get("by") != "player"


def to_come(h: Hand) -> bool:
    """Is there betting on, with a card of every player's own to come?"""
    return h.stage == BET and bool(h.street or acted(h)) and h.street + 1 < len(h.game.streets)


def last_down(h: Hand) -> bool:
    """Is it the final betting, after a card that every player got face down?"""
    return h.stage == BET and h.street + 1 == len(h.game.streets) and bool(h.game.streets[-1].down) and any(
        event[0] == "dealt" for event in h.noted[h.began - 1 : h.began])


class StudIrregularities(PokerGame):
    """14.4 to 14.7, by the table of the game's own clauses."""

    cites: ClassVar[Cites]

    @property
    def faults(self) -> StudFaults:
        faults: StudFaults = self.cites.faults
        return faults

    # -- 14.1.1(c) to (e): misdeals ------------------------------------------------------------------------

    @ruling("wrong-card-face-up", "faults.misdealt", "the wrong card face up, beyond correcting: a misdeal",
            lambda game, h, what: first_betting(h) and not what.yes("reconstructed"), voids=AGAIN)
    @ruling("two-cards-face-up", "faults.misdealt", "too many cards face up, beyond correcting: a misdeal",
            lambda game, h, what: first_betting(h) and not what.yes("reconstructed"), voids=AGAIN)
    @ruling("two-cards-face-up", "faults.several_up", "two cards face up of more than one player: a misdeal",
            lambda game, h, what: first_betting(h) and what.yes("reconstructed") and game.another_too(h, what),
            voids=AGAIN)
    @ruling("three-cards-face-up", "faults.three_up", "three cards of a player face up: a misdeal",
            lambda game, h, what: first_betting(h), facts=FACE_UP_IN_STUD, voids=AGAIN)
    def misdealt(self, h: Hand, what: Irregular) -> None:
        """In the initial betting round; nothing is swapped for a burn card then."""
        places_in(h, what)

    def another_too(self, h: Hand, what: Irregular) -> bool:
        """Have, or had, more players than one two cards face up?"""
        places = set(places_in(h, what))
        before = {event[1] for event in h.noted if event[0] == "exposed" and event[3] == self.faults.two_up}
        return len(places | before) > 1

    # -- 14.4.1, 14.5.1 and 14.6.1: the wrong card is open -------------------------------------------------

    @ruling("wrong-card-face-up", "faults.turned", "the next card is dealt face down instead",
            lambda game, h, what: in_deal(h) and what.yes("reconstructed") and "," not in what.get("seat"),
            facts=FACE_UP_IN_STUD)
    @ruling("card-exposed", "faults.turned", "the next card is dealt face down instead",
            lambda game, h, what: in_deal(h) and of_dealer(what), facts=CARD_EXPOSED)
    def turned(self, h: Hand, what: Irregular) -> None:
        """A card that should be down lies open, so the last one comes face down; another may bring it in then."""
        i = live_place_in(h, what)
        card = what.get("card") or h.hole[i][0]
        if card in h.up[i]:
            raise BadFact(f"the {card} is the open card of seat {h.seats[i]}")
        held_at(h, i, card)
        self.lies_open(h, i, card, self.faults.turned)

    def lies_open(self, h: Hand, i: int, card: Card, clause: Clause) -> None:
        """This is the one card of a first deal that lies open."""
        h.up[i] = [clause.says(card)]
        h.note("exposed", i, 0, clause, (card,))
        if not acted(h):
            bring_in_again(h)

    # -- 14.4.2, 14.5.2 and 14.6.2: two cards are open -----------------------------------------------------

    @ruling("two-cards-face-up", "faults.two_up", "the second one and the first burn card change places",
            lambda game, h, what: first_betting(h) and what.yes("reconstructed") and not game.another_too(h, what),
            facts=FACE_UP_IN_STUD)
    def two_up(self, h: Hand, what: Irregular) -> None:
        """The card that was to be the first burn is dealt face down for the second open one, which is the burn."""
        i, clause = live_place_in(h, what), self.faults.two_up
        second = what.get("card") or h.up[i][0]
        at = held_at(h, i, second)
        first = next(card for n, card in enumerate(h.hole[i]) if n != at)
        swap_burn(h, i, second, clause)
        self.lies_open(h, i, first, clause)

    # -- 14.4.4, 14.5.4 and 14.6.4: a card comes too soon --------------------------------------------------

    @ruling("card-exposed", "faults.early", "nobody wagers more in this round than was wagered; the card plays",
            lambda game, h, what: to_come(h) and of_dealer(what))
    def too_soon(self, h: Hand, what: Irregular) -> None:
        """It is used in its turn."""
        i = place_in(h, what)
        if not (h.live | h.kept) >> i & 1:
            raise BadFact(f"seat {h.seats[i]} has folded, and gets no card")
        freeze(h, self.faults.early)

    # -- 14.5.6 and 14.6.6: the last card is open ----------------------------------------------------------

    @ruling("card-exposed", "faults.last_up", "all last cards are dealt face up; the last round's opener opens",
            lambda game, h, what: last_down(h) and of_dealer(what) and game.dealt_first(h, what))
    def all_up(self, h: Hand, what: Irregular) -> None:
        """The first card of the round was open: so are all."""
        clause = self.last_up
        self.refuse_open(h, self.first_dealt(h))
        for i in h.places(h.live):
            card = h.hole[i][-1]
            if self.last_is_open(h, i):
                continue
            h.up[i] = [*h.up[i], clause.says(card)]
            h.note("exposed", i, 0, clause, (card,))
        if not acted_in_round(h):
            h.first = h.turn = clause.says(self.opened_before(h))
            h.offer = None

    @ruling("card-exposed", "faults.last_up", "the player may be treated as all-in, and is once two have acted",
            lambda game, h, what: last_down(h) and of_dealer(what) and not game.dealt_first(h, what))
    def one_up(self, h: Hand, what: Irregular) -> None:
        """Another card than the first one of the round was open: its player has the choice until two have acted."""
        i, clause = live_place_in(h, what), self.last_up
        self.refuse_open(h, i)
        h.up[i] = [*h.up[i], h.hole[i][-1]]
        h.note("exposed", i, 0, clause, (h.hole[i][-1],))
        if clause.says(len(acted_in_round(h)) > 1) and h.active >> i & 1:
            as_all_in(h, i, clause)

    def all_in_option(self, h: Hand, i: int) -> Clause | Refused:
        """14.5.6 and 14.6.6: of one whose last card was exposed, before two have acted."""
        clause = self.faults.last_up
        shown = clause is not None and self.last_is_open(h, i) and not self.last_is_open(h, self.first_dealt(h))
        if clause is None or not shown or not h.active >> i & 1:
            return super().all_in_option(h, i)
        if clause.says(len(acted_in_round(h)) > 1):
            return Refused(clause, "the choice to be treated as all-in", "before two players have acted")
        return clause

    @property
    def last_up(self) -> Clause:
        clause = self.faults.last_up
        assert clause is not None, "only games that end with a card face down have it"
        return clause

    def dealt_first(self, h: Hand, what: Irregular) -> bool:
        """Was the card of this seat the first one of the final round?"""
        return self.first_dealt(h) == place_in(h, what)

    def first_dealt(self, h: Hand) -> int:
        """Whose card was the first one of the final round."""
        first = h.began
        while h.noted[first - 1][0] == "dealt":
            first -= 1
        return h.noted[first][1] if first < h.began else -1

    def last_is_open(self, h: Hand, i: int) -> bool:
        """Has the last card of a place been exposed in the final round?"""
        return any(event[:2] == ("exposed", i) and event[3] == self.faults.last_up for event in h.noted[h.began :])

    def refuse_open(self, h: Hand, i: int) -> None:
        if self.last_is_open(h, i):
            raise BadFact(f"the last card of seat {h.seats[i]} lies open already")

    def opened_before(self, h: Hand) -> int:
        """Who opened the betting round before; the next on his left who still bets, if he does not."""
        opener = -1
        for event in reversed(h.log[: h.began]):
            if event.what == "dealt" and opener >= 0:
                break
            opener = event.place if clear_act(h, event) is not None else opener
        count = len(h.seats)
        return next(n % count for n in range(opener, opener + count) if h.owes >> n % count & 1)

    # -- 14.7.1: the cards run out -------------------------------------------------------------------------

    @ruling("not-enough-cards", S["14.7.1"], "the stub is dealt out; of the burn cards, shuffled, the rest get theirs",
            lambda game, h, what: last_down(h) or (h.street + 1 == len(h.game.streets) and h.stage == BET))
    def runs_out(self, h: Hand, what: Irregular) -> None:
        """Found out while the last cards are dealt, and not before, as 10.6.2 has it."""
        if acted_in_round(h):
            raise BadFact("the last cards are dealt, and somebody has acted since")
        deal_out_and_again(h, S["14.7.1"])
