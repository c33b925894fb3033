"""QLD schedule 10, sections 36, 37 and 39 to 43: cards exposed, missing or too many, and how the round goes on."""

from __future__ import annotations

from pitboss.cardroom import dealing, facts, gestures, repairs
from pitboss.cardroom.dead_hands import acted, dead_hand, give_back, split_pots, surrendered_back
from pitboss.cardroom.game import BET, CARDS, PUSH, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import BURN, SHUFFLE, DealStep
from pitboss.law import Clause, schedule
from pitboss.rulebooks.qld.s10_poker_irregularities import NOT_STARTED, early, late
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import BadFact, ruling

S = schedule("QLD-10")

DUTIES = (
    Duty("irregularity", "let all players see a card that was found face up", S["39(1)"]),
    Duty("irregularity", "let all players see a card that was exposed in error", S["40(5)"]),
)
FLOP, TURN, RIVER = 1, 2, 3
# 43: as long as a hand is live, also while the cards on the table are being told.
LIVE = (BET, CARDS, SHOW)


# -- which section it is -----------------------------------------------------------------------------------


def of_hole_card(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """A hole card was exposed in the deal, by the dealer."""
    exposed = (facts.at_a_seat(what) or not what.get("hand")) and what.get("by") != "player"
    return exposed and h.street == 0 and h.stage == BET and early(game, h, what)


def exposed_before(h: Hand) -> bool:
    """Has a hole card been exposed in this deal already?"""
    return any(event.what == "exposed" and event.place >= 0 for event in h.log)


def single(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return of_hole_card(game, h, what) and not exposed_before(h)


def one_more(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return of_hole_card(game, h, what) and exposed_before(h)


def too_soon(h: Hand, what: Irregular, street: int) -> bool:
    """Community cards are exposed while the betting before them is on."""
    return not facts.at_a_seat(what) and what.get("hand") == "board" and h.stage == BET and h.street + 1 == street


def one_too_many(h: Hand, what: Irregular) -> bool:
    return len(facts.cards_in(what)) == 1 and h.stage in (BET, SHOW, PUSH)


def left_without(h: Hand, what: Irregular) -> int:
    """Who is left in the round but for those whose cards are wrong; a fold out of turn binds (44(5))."""
    left = h.live & ~S["44(5)"].says(gestures.folds_waiting(h))
    for i in facts.places_in(h, what):
        left &= ~(1 << i)
    return left


def flopped(h: Hand) -> bool:
    """Are there community cards, before which a card was to be burnt?"""
    if not h.street:
        raise BadFact("no card was to be burnt yet")
    return True


def at_showdown(h: Hand) -> bool:
    return h.stage in (SHOW, PUSH) and bool(h.live & (h.live - 1))


def alone(mask: int) -> bool:
    return bool(mask) and not mask & (mask - 1)


def is_short_button(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """37(6): the designated player lacks the last card of the initial deal, and has not acted."""
    places = facts.places_in(h, what)
    if h.street or h.stage != BET or h.button is None or h.button not in places:
        return False
    lacks_one = what.get("cards") == str(game.streets[0].down - 1)
    spared = S["37(6)"].says(lacks_one and h.button not in acted(h) and h.button not in h.early)
    if spared and len(places) > 1:
        raise BadFact(f"seat {h.seats[h.button]} gets the next card [{S['37(6)']}]; a report of its own for the others")
    return spared


def fate(game: PokerGame, h: Hand, what: Irregular) -> Clause | None:
    """37: what becomes of the round when hands of a wrong number of cards are found; None before the betting."""
    if not late(game, h, what):
        return None
    if is_short_button(game, h, what):
        return S["37(6)"]
    left = left_without(h, what)
    if not left:
        return S["37(4)"]
    if at_showdown(h) and alone(left & h.active):
        return S["37(3)"] if alone(left) else S["37(5)"]
    return S["37(1)"]


class CardsPutRight(PokerGame):
    """How a round goes on with the cards as the schedule has them."""

    # -- 35(1)(d) and 36: in dealing the hole cards --------------------------------------------------------

    @ruling("card-exposed", S["36"], "it is the first burn card, and everybody may see it; its place gets that card",
            single, facts=facts.CARD_EXPOSED)
    def hole_card_exposed(self, h: Hand, what: Irregular) -> None:
        """36: the exposed card changes places with the first burn card."""
        repairs.swap_burn(h, facts.place_in(h, what), facts.card_in(what), S["36"])

    @ruling("card-exposed", S["35(1)(d)(i)"], "two cards were exposed in the deal: a misdeal", one_more,
            facts=facts.CARD_EXPOSED, voids=NOT_STARTED)
    @ruling("card-face-up-in-deck", S["35(1)(d)(ii)"], "a card lay face up in the deal: a misdeal", early,
            facts=facts.FACE_UP, voids=NOT_STARTED)
    def exposed_in_the_deal(self, h: Hand, what: Irregular) -> None:
        """35(1)(d): nobody's choice."""

    # -- 37: a wrong number of hole cards --------------------------------------------------------------------

    @ruling("wrong-number-of-cards", S["37(1)"], "the hand is void and its bets go back",
            lambda game, h, what: fate(game, h, what) is S["37(1)"], facts=facts.WRONG_NUMBER)
    @ruling("wrong-number-of-cards", S["37(3)"], "the hand is void at the showdown: the active player left wins",
            lambda game, h, what: fate(game, h, what) is S["37(3)"], facts=facts.WRONG_NUMBER)
    @ruling("wrong-number-of-cards", S["37(5)"], "the hand is void at the showdown: an all-in player is still in it",
            lambda game, h, what: fate(game, h, what) is S["37(5)"], facts=facts.WRONG_NUMBER)
    def hand_void(self, h: Hand, what: Irregular) -> None:
        """37(2): taken to have folded, and all bets on the hand are returned."""
        for i in facts.places_in(h, what):
            if not h.live >> i & 1:
                raise BadFact(f"seat {h.seats[i]} has folded")
            dead_hand(h, i, S["37(2)"], back=True)

    @ruling("wrong-number-of-cards", S["37(4)"], "nobody with the right cards is left: the round is void",
            lambda game, h, what: fate(game, h, what) is S["37(4)"], facts=facts.WRONG_NUMBER, voids=(S["37(4)"],))
    def nobody_left(self, h: Hand, what: Irregular) -> None:
        """37(4): all wagers go back."""

    @ruling("wrong-number-of-cards", S["37(6)"], "the designated player gets the next card",
            lambda game, h, what: fate(game, h, what) is S["37(6)"], facts=facts.WRONG_NUMBER)
    def short_button(self, h: Hand, what: Irregular) -> None:
        """37(6): the next card out of the shoe is the last of the initial deal."""
        repairs.fill_hand(h, facts.place_in(h, what), S["37(6)"])

    def last_left(self, h: Hand) -> Clause:
        """37(3): at a showdown that hands were void at. 37(2): void hands count as folded, and the winner has made no
        bet that was left uncalled, nor the second blind bet."""
        if any(event.clause == S["37(3)"] for event in h.log):
            return S["37(3)"]
        if not any(event.what == "dead hand" and event.clause == S["37(2)"] for event in h.log):
            return super().last_left(h)
        unbeaten = h.called if h.street or h.called >= 0 else max(h.blinds, key=lambda blind: blind.live).place
        return super().last_left(h) if h.places(h.live) == [unbeaten] else S["37(2)"]

    # -- 39 to 41: single cards ------------------------------------------------------------------------------

    @ruling("card-face-up-in-deck", S["39(a)"], "it goes to the muck; play goes on with the other cards",
            late, facts=facts.FACE_UP)
    def face_up(self, h: Hand, what: Irregular) -> None:
        """39: it is not used for this round."""
        cards = facts.cards_in(what)
        if not cards:
            raise BadFact("card= is missing: the card that lay face up")
        for card in cards:
            holder = next((h.seats[i] for i in range(len(h.seats)) if card in h.hole[i]), 0)
            if holder:
                raise BadFact(f"seat {holder} was dealt the {card}; a card that was found in the shoe")
            repairs.boxed(h, card, S["39(a)"])
        h.deck = S["39(b)"].says(h.deck)

    @ruling("extra-card-exposed", S["40(3)"], "it is the next burn card, and everybody may see it",
            lambda game, h, what: one_too_many(h, what) and S["40(2)"].says(h.street in (FLOP, TURN)),
            facts=facts.EXTRA_CARD)
    def burn_exposed(self, h: Hand, what: Irregular) -> None:
        """40(2) and (3): exposed with the flop or the turn card."""
        card = facts.card_in(what)
        repairs.off_deck(h, (card,))
        h.note("exposed", -1, 0, S["40(3)"], (card,))
        repairs.make_burn(h, card, S["40(3)"])

    @ruling("extra-card-exposed", S["40(4)"], "it goes to the muck, and everybody may see it",
            lambda game, h, what: one_too_many(h, what) and h.street == RIVER, facts=facts.EXTRA_CARD)
    def exposed_last(self, h: Hand, what: Irregular) -> None:
        """40(4): exposed with the river card."""
        card = facts.card_in(what)
        repairs.off_deck(h, (card,))
        h.note("exposed", -1, 0, S["40(4)"], (card,))
        h.muck.append(card)

    @ruling("missed-burn", S["41(1)"], "the first card of the flop is the burn card; another makes up the flop",
            lambda game, h, what: flopped(h) and h.street == FLOP, facts=facts.MISSED_BURN)
    def flop_unburnt(self, h: Hand, what: Irregular) -> None:
        self.burn_first(h, S["41(1)"])

    @ruling("missed-burn", S["41(2)"], "that card is the burn card, and another takes its place",
            lambda game, h, what: h.street in (TURN, RIVER), facts=facts.MISSED_BURN)
    def card_unburnt(self, h: Hand, what: Irregular) -> None:
        self.burn_first(h, S["41(2)"])

    def burn_first(self, h: Hand, clause: Clause) -> None:
        """41: what was dealt first is burnt."""
        if all(step.what != BURN for step in repairs.steps_of(h, h.street)):
            raise BadFact("no card was to be burnt before these")
        repairs.unburn(h)
        repairs.burn_dealt(h, clause)
        dealing.to_board(h, 0, clause.says(1), clause)

    # -- 42: community cards too soon ------------------------------------------------------------------------

    @ruling("card-exposed", S["42(1)(a)"], "the flop goes back and is shuffled in; the burn card stays",
            lambda game, h, what: too_soon(h, what, FLOP), facts=facts.CARD_EXPOSED)
    def early_flop(self, h: Hand, what: Irregular) -> None:
        """42(1): dealt again after the betting, without another burn."""
        repairs.put_back(h, repairs.expose_next(h, S["42(1)(a)"]))
        repairs.reshuffle(h, S["42(1)(a)"])
        repairs.plan(h, FLOP, repairs.without_burn(repairs.steps_of(h, FLOP), S["42(1)(b)"]))

    @ruling("card-exposed", S["42(2)(a)"], "the turn card is set aside, the burn card stays, and the betting goes on",
            lambda game, h, what: too_soon(h, what, TURN), facts=facts.CARD_EXPOSED)
    def early_turn(self, h: Hand, what: Irregular) -> None:
        """42(2): a new burn and turn card; the card set aside is shuffled in before the river card, which has none."""
        repairs.set_aside(h, repairs.expose_next(h, S["42(2)(a)"]), S["42(2)(a)"])
        repairs.plan(h, TURN, (DealStep(BURN, S["42(2)(b)"]), DealStep("board", S["42(2)(b)"])))
        repairs.plan(h, RIVER, (DealStep(SHUFFLE, S["42(2)(c)"]), DealStep("board", S["42(2)(c)"])))

    @ruling("card-exposed", S["42(3)(a)"], "the river card goes back and is shuffled in; the burn card stays",
            lambda game, h, what: too_soon(h, what, RIVER), facts=facts.CARD_EXPOSED)
    def early_river(self, h: Hand, what: Irregular) -> None:
        """42(3): a new one after the betting, without another burn."""
        repairs.put_back(h, repairs.expose_next(h, S["42(3)(a)"]))
        repairs.reshuffle(h, S["42(3)(a)"])
        steps = [step for step in repairs.steps_of(h, RIVER) if step.what != BURN]
        burn = [] if S["42(3)(c)"].says(True) else [DealStep(BURN, S["42(3)(b)"])]
        repairs.plan(h, RIVER, (*burn, *(step._replace(clause=S["42(3)(b)"]) for step in steps)))

    # -- 43: cards out of the shoe ---------------------------------------------------------------------------

    @ruling("cards-removed-from-shoe", S["43(1)"], "they are shuffled and put back into the shoe",
            lambda game, h, what: h.stage in LIVE and S["43(1)"].says(what.get("mixed", "no") == "no"),
            facts=facts.SPILLED)
    def put_back(self, h: Hand, what: Irregular) -> None:
        """43(1): they have not mixed with other cards, nor left the table."""
        repairs.reshuffle(h, S["43(1)"])

    @ruling("cards-removed-from-shoe", S["43(2)"], "the wagers of the betting round go back, and pots are divided",
            lambda game, h, what: h.stage in LIVE and not S["43(1)"].says(what.get("mixed", "no") == "no"),
            facts=facts.SPILLED)
    def ended(self, h: Hand, what: Irregular) -> None:
        """43(2) to (4): in the first round blinds are wagers of the round, and nothing else was put in. Who has folded
        out of turn has no part in a pot (44(5))."""
        h.live &= ~S["44(5)"].says(gestures.folds_waiting(h))
        if BET in (h.stage, h.then):
            surrendered_back(h, S["43(2)"])
        if not h.street:
            for i in range(len(h.seats)):
                give_back(h, i, S["43(2)"])
        split_pots(h, S["43(3)"], back=S["43(2)"], free=S["43(4)"])
