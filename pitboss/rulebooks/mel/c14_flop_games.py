"""MEL 14.9, 14.10, 14.13 and 14.14: what goes wrong in hold'em and Omaha, with 14.1.1(g). Double flop hold'em has an
order of its own for cards that come too soon or too many (14.11)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cardroom.acts import Reported
from pitboss.cardroom.dead_hands import acted, acted_in_round
from pitboss.cardroom.facts import CARD_EXPOSED, EXTRA_CARD, MISSED_BURN, cards_in, place_in
from pitboss.cardroom.game import BET, DISCARD, RUNS
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import (
    SHUFFLE,
    DealStep,
    board_name,
    deal_again,
    expose_next,
    make_burn,
    off_deck,
    plan,
    put_back,
    reshuffle,
    set_aside,
    steps_of,
    swap_burn,
    take_street,
    unburn,
    usual_steps,
    without_burn,
)
from pitboss.equipment.cards import Card
from pitboss.law import Clause, schedule
from pitboss.rulebooks.mel.c14_all_games import InAllGames, by_player
from pitboss.rulebooks.mel.c14_misdeals import AGAIN, substantial
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, When, ruling

S = schedule("MEL")

# The streets of the flop, the fourth and the fifth card.
FLOP, FOURTH, FIFTH = 1, 2, 3


def in_the_deal(h: Hand, what: Irregular) -> bool:
    """Did the dealer expose a hole card while dealing?"""
    dealing = not h.street and h.stage == BET and not acted(h)
    return dealing and not by_player(what) and not what.get("hand")


def exposed_before(h: Hand, clause: Clause) -> bool:
    """Has one card been exposed in this deal already?"""
    return any(event[0] == "exposed" and event[3] == clause for event in h.noted)


def too_soon(street: int) -> When:
    """Were the cards of this street dealt and exposed before the betting round that precedes them was complete? By
    14.12.1 it is not until all have discarded who have to."""
    return lambda game, h, what: (
        game.one_board and what.get("hand") == "board" and not by_player(what)
        and h.stage in (BET, DISCARD) and h.street + 1 == street
    )


class FlopIrregularities(InAllGames):
    """In all hold'em and Omaha variations."""

    @property
    def one_board(self) -> bool:
        """14.10 leaves out double flop hold'em, which has rules of its own."""
        return self.boards == 1

    # -- 14.9.1 and 14.1.1(g): hole cards -------------------------------------------------------------------

    @ruling("card-exposed", S["14.9.1"], "it is the first burn card, and the card that was to be burnt replaces it",
            lambda game, h, what: in_the_deal(h, what) and not exposed_before(h, S["14.9.1"]), facts=CARD_EXPOSED)
    def one_exposed(self, h: Hand, what: Irregular) -> None:
        """14.9.1: one card, by the dealer, while dealing."""
        if not what.get("card"):
            raise BadFact("card= is missing: which card was exposed")
        swap_burn(h, place_in(h, what), what.get("card"), S["14.9.1"])

    @ruling("card-exposed", S["14.1.1(g)"], "more than one card exposed in the deal: a misdeal",
            lambda game, h, what: in_the_deal(h, what) and exposed_before(h, S["14.9.1"]), voids=AGAIN)
    def several_exposed(self, h: Hand, what: Irregular) -> None:
        """14.1.1(g): by the dealer, during the initial deal."""
        place_in(h, what)

    # -- 14.9.2 and 14.9.3: a flop that was dealt wrongly ---------------------------------------------------

    def burn_may_be_made(self, h: Hand) -> bool:
        """14.2.6 gives way to 14.9.2 before substantial action on the flop."""
        return h.street != FLOP and super().burn_may_be_made(h)

    @ruling("missed-burn", S["14.9.2"], "the flop is taken back and shuffled in; cut, burn, another flop",
            lambda game, h, what: h.street == FLOP and not substantial(acted_in_round(h)), facts=MISSED_BURN)
    def unburnt_flop(self, h: Hand, what: Irregular) -> None:
        """14.9.2: before substantial action."""
        clause = S["14.9.2"]
        unburn(h)
        self.shuffle_back(h, take_street(h, clause), clause)
        deal_again(h, [step._replace(clause=clause) for step in usual_steps(h, FLOP)])

    @ruling("extra-card-exposed", S["14.9.3"], "the flop is taken back without the burn and shuffled in; another flop",
            lambda game, h, what: h.street == FLOP, facts=EXTRA_CARD)
    def oversize_flop(self, h: Hand, what: Irregular) -> None:
        """14.9.3: too many cards, face up. Of two flops the one that has them."""
        clause, board = S["14.9.3"], int(what.get("hand") == "board-2" and not self.one_board)
        self.refuse_extra(h, what)
        self.shuffle_back(h, take_street(h, clause, board), clause)
        deal_again(h, (DealStep(board_name(board), clause),))

    # -- 14.9.4, 14.9.5 and 14.10.1: cards that come too soon ----------------------------------------------

    @ruling("card-exposed", S["14.9.4"], "the flop is taken back without the burn and shuffled in; another in its time",
            too_soon(FLOP))
    def early_flop(self, h: Hand, what: Irregular) -> None:
        """14.9.4: before the first betting round is complete."""
        clause = S["14.9.4"]
        self.shuffle_back(h, expose_next(h, clause), clause)
        plan(h, FLOP, without_burn(steps_of(h, FLOP), clause))

    @ruling("card-exposed", S["14.10.1(a)"], "the card is set aside until the fifth, which comes without a burn",
            too_soon(FOURTH))
    def early_fourth(self, h: Hand, what: Irregular) -> None:
        """14.10.1: set aside; a burn and another fourth card in time; shuffled in before the fifth."""
        aside, fifth = S["14.10.1(a)"], S["14.10.1(c)"]
        set_aside(h, aside.says(expose_next(h, aside)), aside)
        plan(h, FOURTH, [step._replace(clause=S["14.10.1(b)"]) for step in usual_steps(h, FOURTH)])
        if len(self.streets) > FIFTH:
            plan(h, FIFTH, (DealStep(SHUFFLE, fifth), *without_burn(usual_steps(h, FIFTH), fifth)))

    @ruling("card-exposed", S["14.9.5"], "the card is shuffled in; another fifth comes in time, without a burn",
            too_soon(FIFTH))
    def early_fifth(self, h: Hand, what: Irregular) -> None:
        """14.9.5: before the third betting round is complete; the burn card remains."""
        clause = S["14.9.5"]
        self.shuffle_back(h, expose_next(h, clause), clause)
        plan(h, FIFTH, without_burn(steps_of(h, FIFTH), clause))

    def shuffle_back(self, h: Hand, cards: Sequence[Card], clause: Clause) -> None:
        """Cards are shuffled with the remainder of the deck, which is cut."""
        put_back(h, clause.says(tuple(cards)))
        reshuffle(h, clause)

    # -- 14.10.2 and 14.10.3: too many cards are opened ----------------------------------------------------

    @ruling("extra-card-exposed", S["14.10.2(b)"], "the right card plays; the other is the next burn",
            lambda game, h, what: game.one_board and FLOP < h.street < FIFTH and len(cards_in(what)) < 2)
    def next_burn(self, h: Hand, what: Irregular) -> None:
        """14.10.2(a) and (b): the wrong card of two is burnt next."""
        make_burn(h, self.right_card_stays(h, what), S["14.10.2(b)"])

    @ruling("extra-card-exposed", S["14.10.2(c)"], "the right card plays; the other goes to the muck",
            lambda game, h, what: game.one_board and h.street == FIFTH and len(cards_in(what)) < 2)
    def mucked(self, h: Hand, what: Irregular) -> None:
        """14.10.2(a) and (c): no more cards are to be dealt."""
        h.muck += S["14.10.2(c)"].says((self.right_card_stays(h, what),))

    def right_card_stays(self, h: Hand, what: Irregular) -> Card:
        """14.10.2(a): only the right card of two remains in play; the other comes off the deck."""
        (card,) = self.refuse_extra(h, what)
        h.boards[0][-1:] = S["14.10.2(a)"].says((h.boards[0][-1],))
        off_deck(h, (card,))
        return card

    @ruling("extra-card-exposed", S["14.10.3"], "the right card plays; the others are shuffled into the deck",
            lambda game, h, what: game.one_board and h.street > FLOP and len(cards_in(what)) > 1)
    def several_opened(self, h: Hand, what: Irregular) -> None:
        """14.10.3: more than two in all."""
        extra = self.refuse_extra(h, what)
        off_deck(h, extra)
        h.note("exposed", -1, 0, S["14.10.3"], tuple(extra))
        self.shuffle_back(h, extra, S["14.10.3"])

    def refuse_extra(self, h: Hand, what: Irregular) -> list[Card]:
        """The cards opened beside the right ones; they must be told, and lie nowhere else."""
        cards = cards_in(what)
        if not cards:
            raise BadFact("card= is missing: which card was opened too many")
        for card in cards:
            if card not in h.deck:
                raise BadFact(f"the {card} lies elsewhere already, or is not in the deck")
        return cards

    # -- 14.13 and 14.14: boards that are dealt again ------------------------------------------------------

    @ruling("not-enough-cards", S["14.13"], "the stub is dealt out, then the burn cards, shuffled",
            lambda game, h, what: h.stage == RUNS)
    def short_stub(self, h: Hand, what: Irregular) -> None:
        """14.13: the dealer has not noticed that the stub is too short for the boards agreed on."""

    def overlooks_short_stub(self, h: Hand) -> bool:
        """14.13: are boards dealt though the stub is too short for them?"""
        reports = [act for _, act in h.acts if type(act) is Reported]
        return S["14.13"].says(any(report.kind == "not-enough-cards" for report in reports))

    short_in_runs_only = True

    def short_deck(self, h: Hand, wanted: int) -> None:
        """14.13: what is left of the stub, and under it the burn cards, shuffled."""
        if not (h.runs > 1 and self.overlooks_short_stub(h)):
            super().short_deck(h, wanted)
        h.shuffle_in(h.burnt)

    def runs_dealt(self, h: Hand) -> int:
        """14.13.1: no more than stub and burn cards suffice for, the burns allowed for."""
        if not self.overlooks_short_stub(h):
            return h.runs
        return S["14.13.1"].says(boards_there_are(h))

    @ruling("card-exposed", S["14.14"], "the card plays, once only; what is still to come may be dealt again",
            lambda game, h, what: h.stage == RUNS and what.get("hand") == "board" and not by_player(what))
    def turned_before_agreement(self, h: Hand, what: Irregular) -> None:
        """14.14: no board is dealt again; later cards may be, if all agree."""
        h.owes, h.runs = 0, 1
        h.ask_runs = S["14.14"].says(True)
        h.deal_next()


def boards_there_are(h: Hand) -> int:
    """14.13.1: how many of the boards agreed on can be dealt with the stub and then, once, the burn cards."""
    streets = h.game.streets[h.game.run_from(h) :]
    stub, burnt, shuffled = h.cards_left(), len(h.burnt), False
    for run in range(h.runs):
        for street in streets:
            for wanted, burns in ((int(h.game.run_burns(street)), True), (street.board * h.game.boards, False)):
                if stub < wanted and not shuffled:
                    stub, burnt, shuffled = stub + burnt, 0, True
                if stub < wanted:
                    return max(1, run)
                stub, burnt = stub - wanted, burnt + wanted * burns
    return h.runs

