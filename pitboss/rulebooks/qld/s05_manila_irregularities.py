"""QLD schedule 5, part 5: what goes wrong in a round of play. Acts out of turn (34) and collusion (32) are in
s05_manila_poker."""

from __future__ import annotations

from pitboss.cardroom import facts, repairs
from pitboss.cardroom.dead_hands import acted_in_round, dead_hand, give_pots, last_to_fold
from pitboss.cardroom.game import BET, PUSH, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import acted, refuse_misdeal
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import BadFact, ruling

S = schedule("QLD-5")

DUTIES = (
    Duty("irregularity", "put a wrong deal right unless that is not practicable", S["33(5)"]),
    Duty("irregularity", "put cards dealt to an empty position in the circle once betting has begun", S["33(6)"]),
)
NOT_STARTED = (S["33(7)"],)


def early(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(3): a misdeal must be declared if the dealer knows of it before the first round of betting starts."""
    return S["33(3)"].says(not acted(h) and not h.early)


def rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(4): nobody has looked at a card that he should not have received, and the deal is reconstructed."""
    unseen = not what.yes("looked") and what.yes("reconstructed")
    return early(game, h, what) and S["33(4)"].says(unseen)


def not_rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return early(game, h, what) and not rebuilt(game, h, what)


def late(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """The first round of betting has started."""
    return not early(game, h, what)


def by_dealer(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(1)(c): one card is enough, if the dealer exposed it during the deal."""
    return facts.at_a_seat(what) and early(game, h, what) and what.get("by") != "player"


def next_card(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(1)(d): of cards found face up, the one that is to be the second communal card."""
    return early(game, h, what) and what.get("hand") == "board"


def too_many(what: Irregular) -> bool:
    return what.get("cards") not in ("", "0", "1")


class QueenslandManilaMisdeals(PokerGame):
    """33: a misdeal happens only so, and only the dealer declares it."""

    @ruling("misdeal", S["33(2)"], "a misdeal", voids=NOT_STARTED)
    def misdeal(self, h: Hand, what: Irregular) -> Refused | None:
        """33(2) and (3): declared by the dealer, before the betting starts."""
        if h.early:
            return refuse("a misdeal after an act out of turn", S["33(3)"], "another ground, or the hand is played on")
        return refuse_misdeal(h, 0, S["33(3)"])

    def refuse_declaring(self, role: str) -> Refused | None:
        """33(2): nobody above the dealer does."""
        if S["33(2)"].says(role == "dealer"):
            return None
        return Refused(S["33(2)"], f"a misdeal declared by a {role}", "only the dealer declares one")

    @ruling("card-exposed-in-cut", S["33(1)(a)"], "a card was exposed in the cut: a misdeal", early, voids=NOT_STARTED)
    @ruling("cards-not-cut", S["33(1)(b)"], "not cut before the first card: a misdeal", early, voids=NOT_STARTED)
    @ruling("card-face-up-in-deck", S["33(1)(d)"], "the second communal card lay face up: a misdeal", next_card,
            facts=facts.FACE_UP, voids=NOT_STARTED)
    @ruling("wrong-dealing-order", S["33(1)(e)(i)"], "a card dealt out of turn: a misdeal", not_rebuilt,
            facts=facts.WRONG_ORDER, voids=NOT_STARTED)
    def before_the_betting(self, h: Hand, what: Irregular) -> None:
        """33(1) and (3): once the dealer knows of it he declares it."""

    @ruling("card-exposed", S["33(1)(c)"], "the dealer exposed a hole card: a misdeal", by_dealer,
            facts=facts.CARD_EXPOSED, voids=NOT_STARTED)
    @ruling("no-cards", S["33(1)(e)(ii)"], "no cards for a player: a misdeal", not_rebuilt, facts=facts.NO_CARDS,
            voids=NOT_STARTED)
    @ruling("wrong-number-of-cards", S["33(1)(e)(iii)"], "no second hole card for a player: a misdeal",
            lambda game, h, what: not_rebuilt(game, h, what) and not too_many(what), facts=facts.WRONG_NUMBER,
            voids=NOT_STARTED)
    @ruling("wrong-number-of-cards", S["33(1)(e)(iv)"], "too many hole cards for a player: a misdeal",
            lambda game, h, what: not_rebuilt(game, h, what) and too_many(what), facts=facts.WRONG_NUMBER,
            voids=NOT_STARTED)
    def wrongly_dealt(self, h: Hand, what: Irregular) -> None:
        """33(1)(c) and (e): to players of the hand."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["33(1)(e)(v)"], "cards for an empty position: a misdeal", not_rebuilt,
            facts=facts.EXTRA_HAND, voids=NOT_STARTED)
    def dealt_to_nobody(self, h: Hand, what: Irregular) -> None:
        """33(1)(e)(v): where there is no player for the round."""
        facts.refuse_taken(h, what)

    @ruling("wrong-dealing-order", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.WRONG_ORDER)
    @ruling("no-cards", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.NO_CARDS)
    @ruling("wrong-number-of-cards", S["33(4)"], "the deal is put right: no misdeal", rebuilt,
            facts=facts.WRONG_NUMBER)
    def put_right(self, h: Hand, what: Irregular) -> None:
        """33(4) and (5): everybody has the cards that he should have had, and the round goes on."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.EXTRA_HAND)
    def taken_from_nobody(self, h: Hand, what: Irregular) -> None:
        """33(4) and (5): those cards go where they should have gone."""
        facts.refuse_taken(h, what)

    @ruling("extra-hand", S["33(6)"], "the cards of the empty position go to the circle", late, facts=facts.EXTRA_HAND)
    def surplus(self, h: Hand, what: Irregular) -> None:
        """33(6): too late for a misdeal."""
        facts.refuse_taken(h, what)
        h.muck += facts.off_the_deck(h, what)


# -- 35 and 36 ---------------------------------------------------------------------------------------------


def too_soon(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """35(1): once betting is on it becomes evident that the next communal card is exposed, whenever that was done."""
    return of_next_card(what) and h.stage == BET and h.street + 1 < len(game.streets) and betting(h)


def of_next_card(what: Irregular) -> bool:
    """Is it one card, the next communal card, that lies open?"""
    if what.kind == "extra-card-exposed":
        return len(facts.cards_in(what)) == 1
    return not facts.at_a_seat(what) and what.get("hand") == "board"


def betting(h: Hand) -> bool:
    """Has somebody acted in this round of betting?"""
    return bool(acted_in_round(h))


def two_opened(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """35(2): the third, fourth or fifth communal card, before the second, third or fourth round of betting starts."""
    is_next = of_next_card(what) and h.stage == BET
    return is_next and S["35(2)"].says(h.street in (1, 2, 3)) and not betting(h)


def fate(game: PokerGame, h: Hand, what: Irregular) -> Clause | None:
    """36: what becomes of the round when hands of a wrong number of cards are found; None before the betting, and where
    a pot has nobody left to win it and none, or several who tapped out, to be looked at for it."""
    if early(game, h, what):
        return None
    left = h.live
    for i in facts.places_in(h, what):
        left &= ~(1 << i)
    if not left or beyond(h, left):
        alone = not left & (left - 1)
        return S["36(4)"] if alone and last_to_fold(h) is not None else None
    at_showdown = h.stage in (SHOW, PUSH) and bool(h.live & (h.live - 1))
    return S["36(3)"] if at_showdown and not left & (left - 1) else S["36(1)"]


def beyond(h: Hand, left: int) -> bool:
    """27(4): is there a pot at the showdown in which none of those left has a part?"""
    most = max(h.put[i] for i in h.places(left))
    return h.stage in (SHOW, PUSH) and any(h.put[i] > most for i in h.places(h.live & ~left))


class ManilaCards(QueenslandManilaMisdeals):
    """35 and 36: communal cards that lie too soon, and hands of a wrong number of cards."""

    @ruling("card-exposed", S["35(1)"], "the betting goes on: a player may call or fold, and not raise", too_soon,
            facts=facts.CARD_EXPOSED)
    @ruling("extra-card-exposed", S["35(1)"], "the betting goes on: a player may call or fold, and not raise", too_soon,
            facts=facts.EXTRA_CARD)
    def exposed_while_betting(self, h: Hand, what: Irregular) -> None:
        """35(1): in this round of betting. The card is the next communal card."""
        repairs.freeze(h, S["35(1)"])
        repairs.seen_early(h, facts.cards_in(what), S["35(1)"])

    @ruling("card-exposed", S["35(2)"], "it stays; betting is at the minimum, and nobody may raise", two_opened,
            facts=facts.CARD_EXPOSED)
    @ruling("extra-card-exposed", S["35(2)"], "it stays; betting is at the minimum, and nobody may raise", two_opened,
            facts=facts.EXTRA_CARD)
    def opened_together(self, h: Hand, what: Irregular) -> None:
        """35(2): it is laid out with the others, and comes next."""
        repairs.freeze(h, S["35(2)"], self.least_bet(h))
        repairs.seen_early(h, facts.cards_in(what), S["35(2)"])

    @ruling("wrong-number-of-cards", S["36(1)"], "the hand is dead, and its bets stay in the pot",
            lambda game, h, what: fate(game, h, what) is S["36(1)"], facts=facts.WRONG_NUMBER)
    @ruling("wrong-number-of-cards", S["36(3)"], "the hand is dead at the showdown: the player left wins the pot",
            lambda game, h, what: fate(game, h, what) is S["36(3)"], facts=facts.WRONG_NUMBER)
    def hand_dead(self, h: Hand, what: Irregular) -> None:
        """36(2): taken to have folded, and the bets stay."""
        for i in facts.places_in(h, what):
            if not h.live >> i & 1:
                raise BadFact(f"seat {h.seats[i]} has folded")
            dead_hand(h, i, S["36(2)"], back=False)

    @ruling("wrong-number-of-cards", S["36(4)"], "nobody is left: who folded last wins the pot",
            lambda game, h, what: fate(game, h, what) is S["36(4)"], facts=facts.WRONG_NUMBER)
    def last_folder(self, h: Hand, what: Irregular) -> None:
        """36(4): not one who is taken to have folded. Who has tapped out still wins what he has a part in (27(4))."""
        self.hand_dead(h, what)
        winner = last_to_fold(h)
        assert winner is not None
        give_pots(h, winner, S["36(4)"], *((i, S["27(4)"]) for i in h.places(h.live)))
