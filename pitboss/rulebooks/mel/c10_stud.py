"""MEL chapter 10: dealing the game, stud games; with 14.4 to 14.6 on players who are all-in or fold early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cardroom.game import HIGH_HAND, LOW_CARD, Blind, Bounds, Share, Street, amounts
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import in_parts
from pitboss.cardroom.showdown import PotPart
from pitboss.equipment.cards import RANKS, Card, rank
from pitboss.hands import low
from pitboss.law import Clause, Refused, schedule
from pitboss.money import Cents
from pitboss.rulebooks.mel import c14_stud
from pitboss.rulebooks.mel.c08_all_games import CITES, card_order
from pitboss.rulebooks.mel.c14_stud import StudIrregularities
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import GameOption, Look

S = schedule("MEL")


def opening(down: int, dealt: Clause) -> Street:
    """10.2 and 10.3: the first cards, and the round that the lowest card opens."""
    return Street(dealt, LOW_CARD, S["10.3.1"], S["10.3.2(b)"], S["10.3.2(a)"], down=down, up=1)


def middle(big: bool, rule: Clause = S["10.4.1"]) -> Street:
    """10.4 and 10.5: a card face up, and the round that the best hand showing opens."""
    return Street(rule, HIGH_HAND, S["10.4.2"], S["10.4.3(b)"], S["10.4.3(a)"], up=1, burn=True, big=big)


def final(dealt: Clause, down: int, up: int) -> Street:
    """10.6: the last card and the final round."""
    return Street(dealt, HIGH_HAND, S["10.6.3"], S["10.6.4(b)"], S["10.6.4(a)"], down=down, up=up, burn=True, big=True)


FIVE_CARD = (opening(1, S["10.2.1(a)"]), middle(False), middle(True), final(S["10.6.1(a)"], 0, 1))
CROWN = (opening(1, S["10.2.1(a)"]), middle(False), middle(True), final(S["10.6.1(b)"], 1, 0))
SEVEN_CARD = (opening(2, S["10.2.1(b)"]), middle(False), middle(True), final(S["10.6.1(b)"], 1, 0))
FOURTH = middle(True, S["10.5.2"])


CITES_OF_STUD = CITES._replace(ante=S["10.1"], shown=S["10.6.5"])


class StudGame(StudIrregularities, MelbournePoker):
    """Cards of one's own, some of them open."""

    law = ("MEL-10",)
    has_button = False
    keeps_places = True
    # 14.4.3, 14.5.3 and 14.6.3: who does not start the betting.
    starts: ClassVar[Clause]
    shares: ClassVar[tuple[Share, ...]] = (Share("high", S["10.6.6(a)"]),)
    cites = CITES_OF_STUD
    choices: ClassVar[tuple[GameOption, ...]] = (
        *(choice for choice in MelbournePoker.choices if choice.name not in ("blinds", "ante")),
        GameOption("ante", "1", ("text",), S["10.1"], "put in by every player before the cut"),
        GameOption("bring-in", "1", ("text",), S["10.3.1"], "what the lowest card opens with"),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.bring_in = amounts(self, "bring-in")[0]

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        return Refused(S["6.5"], "a straddle", "none without blinds")

    # -- 10.3: the bring-in ------------------------------------------------------------------------------

    def brings_in(self, h: Hand) -> tuple[int, Cents, Clause] | None:
        """10.3.1: the lowest card up. 14.4.3, 14.5.3 and 14.6.3: not of one who is all-in; nobody, when all are."""
        able = [i for i in h.places(h.live) if not self.starts.says(not h.active >> i & 1)]
        if not able:
            return None
        place, clause = self.lowest(h, able)
        passed_over = len(able) < len(h.places(h.live)) and self.lowest(h, h.places(h.live))[0] != place
        return place, S["1.1:forced-bet"].says(self.bring_in), self.starts if passed_over else clause

    def lowest(self, h: Hand, places: Sequence[int]) -> tuple[int, Clause]:
        """10.3.1: of these the lowest card up, by suit where ranks are equal."""
        return S["10.3.1"].says(min(places, key=lambda i: card_order(h.up[i][0]))), S["10.3.1"]

    def gives_back(self, h: Hand) -> bool:
        """1.1: a bring-in is neither ante nor blind, and no part of the pot until it is called."""
        return S["1.1:pot"].says(True)

    def opener(self, h: Hand, street: Street) -> int:
        """10.3.1, 10.4.2 and 10.6.3: after the bring-in; then the best hand showing. 14.4.3, 14.5.3 and 14.6.3: if that
        player is all-in, the next on his left. 14.4.6, 14.5.7 and 14.6.7: a community card does not count."""
        count = len(h.seats)
        if street.first == LOW_CARD:
            what, place, *_ = h.noted[-1]
            return (place + 1) % count if what == "bring-in" else 0
        best = street.opened.says(self.best_showing(h))
        if h.boards[0]:
            best = self.faults.community.says(best)
        if h.active >> best & 1 or not h.active:
            return best
        on_the_left = (place % count for place in range(best + 1, best + count))
        return self.starts.says(next(place for place in on_the_left if h.active >> place & 1))

    def best_showing(self, h: Hand) -> int:
        return max(h.places(h.live), key=lambda i: (showing(h.up[i]), max(map(card_order, h.up[i]))))

    # -- 14.4 to 14.6: folds that nothing called for ------------------------------------------------------

    def keeps_place(self, h: Hand, i: int) -> bool:
        """14.4.5, 14.5.5 and 14.6.5: of one who folds on nothing but the forced bet, or while nobody has bet."""
        forced = ("bring-in", i, h.bets[i])
        return self.place_kept.says(not h.price or (not h.street and any(event[:3] == forced for event in h.noted)))

    # -- 10.6: the last card -----------------------------------------------------------------------------

    def prepared(self, h: Hand, street: Street) -> Street:
        """10.6.2: too few cards for a burn and the next card of each place, which without boxed cards only the last
        deal can have: the burnt ones are shuffled in, and if there are still too few to deal to all, one serves
        everybody. A card is burnt as long as there is one to spare; where there is none at all, none is dealt."""
        wanted, left = len(h.places(h.live | h.kept)), h.cards_left()
        if left > wanted * (street.down + street.up):
            return street
        total = left + len(h.burnt)
        if S["10.6.2"].says(total >= wanted):
            h.shuffle_in(h.burnt)
            return street._replace(burn=total > wanted)
        if not left:
            h.shuffle_in(h.burnt)
        return street._replace(down=0, up=0, board=min(total, 1), burn=left > 1)

    def shows_first(self, h: Hand) -> int:
        return S["10.6.5"].says(super().shows_first(h))

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """10.6.6: any five of the player's cards, and the community card if there is one."""
        cards = (*hole, *board)
        return share.clause.says(self.low(cards) if share.low else self.high(cards))


def showing(cards: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How high open cards rank: how many are alike, then the ranks; nothing else counts.

    >>> showing(("2s", "2d", "9c")) > showing(("As", "Kd", "Qc"))
    True
    >>> showing(("3s", "3d", "2c", "2d")) > showing(("As", "Ad", "Kc", "Qh"))
    True
    """
    return _alike(Counter(map(rank, cards)))


def _alike(ranks: Counter[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    faces = sorted(ranks, key=lambda face: (ranks[face], face), reverse=True)
    return tuple(ranks[face] for face in faces), tuple(faces)


class FiveCardStud(StudGame):
    """Five card stud."""

    id = "mel/five-card-stud"
    title = "Five card stud"
    also_called = "5 card stud"
    decks: ClassVar = {52: 10, 40: 8, 36: 7, 32: 6}
    most_players = S["4.1:five-card-stud"]
    starts, place_kept = S["14.4.3"], S["14.4.5"]
    cites = CITES_OF_STUD._replace(faults=c14_stud.FIVE_CARD)
    streets = FIVE_CARD


class CrownStud(StudGame):
    """Crown stud."""

    id = "mel/crown-stud"
    title = "Crown stud"
    decks: ClassVar = {52: 10, 40: 8, 36: 7, 32: 6}
    most_players = S["4.1:crown-stud"]
    starts, place_kept = S["14.5.3"], S["14.5.5"]
    cites = CITES_OF_STUD._replace(faults=c14_stud.CROWN)
    streets = CROWN


class SevenCards(StudGame):
    """What the games of seven cards have in common: a betting round more."""

    starts, place_kept = S["14.6.3"], S["14.6.5"]
    cites = CITES_OF_STUD._replace(faults=c14_stud.SEVEN_CARD)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        more = (FOURTH,) if S["10.5.1"].says(True) else ()
        self.streets = (*SEVEN_CARD[:-1], *more, SEVEN_CARD[-1])


class SevenCardStud(SevenCards):
    """Seven card stud."""

    id = "mel/seven-card-stud"
    title = "Seven card stud"
    also_called = "7 card stud"
    phh = ("F7S",)
    decks: ClassVar = {52: 8, 40: 6, 36: 5, 32: 4}
    most_players = S["4.1:seven-card-stud"]

    # -- 10.6.7: an open pair ----------------------------------------------------------------------------

    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        """10.6.7: with a pair showing, either limit; after the higher only the higher."""
        usual = super().bounds(h, i)
        if self.structure != "fixed" or type(usual) is not Bounds or not self.open_pair(h):
            return usual
        everything, large = h.bets[i] + h.stacks[i], h.level + self.large
        if S["10.6.7"].says(h.opened and h.step >= self.large):
            most = min(large, everything)
            return Bounds(most, most, S["10.6.7"], S["10.6.7"])
        if large > everything or usual.most >= large:
            return usual
        return Bounds(usual.least, large, S["10.6.7"], S["10.6.7"], (usual.least, large))

    def open_pair(self, h: Hand) -> bool:
        """10.6.7: does anybody show a pair with his first two open cards?"""
        return h.street == 1 and any(rank(h.up[i][0]) == rank(h.up[i][1]) for i in h.places(h.live))


class SevenCardStudHiLo(SevenCards):
    """Seven card stud hi-lo, eight qualifier."""

    id = "mel/seven-card-stud-hi-lo"
    title = "Seven card stud hi-lo eight qualifier"
    also_called = "7 card stud, stud eight, split pot"
    phh = ("F7S/8",)
    decks: ClassVar = {52: 8, 40: 6, 36: 5, 32: 4}
    most_players = S["4.1:seven-card-stud-hi-lo"]
    shares = (Share("high", S["10.6.6(b)(i)"]), Share("low", S["10.6.6(b)(ii)"], low=True))

    def parts(self, shares: list[PotPart]) -> list[PotPart]:
        """10.6.6(b)(iii) and (iv): a player may win both halves; without a low hand the high one wins the whole."""
        high, low_hand = shares
        if S["10.6.6(b)(iv)"].says(not low_hand[1]):
            return [high]
        if set(high[1]) & set(low_hand[1]) and not S["10.6.6(b)(iii)"].says(True):
            return [high]
        return shares

    def between_shares(self, h: Hand, amount: Cents) -> list[Cents]:
        """10.6.6(b)(v): what cannot be divided goes to the high hand."""
        return S["10.6.6(b)(v)"].says(in_parts(amount, 2, self.chip))


class Razz(SevenCards):
    """Seven card stud razz: the lowest hand wins, and high cards bring it in."""

    id = "mel/razz"
    title = "Seven card stud razz"
    look = Look(emblem="?? ?? 4c 3h 2s Ad ?? | LO")
    also_called = "razz, 7 card stud low"
    phh = ("FR",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:razz"]
    shares = (Share("low", S["10.6.6(c)(i)"], low=True),)

    def lowest(self, h: Hand, places: Sequence[int]) -> tuple[int, Clause]:
        """10.3.1(a): instead of it the highest card up, aces low."""
        clause = S["10.3.1(a)(i)"]
        return clause.says(max(places, key=lambda i: low_order(h.up[i][0]))), clause

    def best_showing(self, h: Hand) -> int:
        """10.4.2: the lowest hand showing, by the lowest suit."""
        return min(h.places(h.live), key=lambda i: (showing_low(h.up[i]), min(map(low_order, h.up[i]))))

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """10.6.6(c): the lowest five, aces low, straights and flushes not counted."""
        return share.clause.says(S["10.6.6(c)(ii)"].says(low.ace_to_five((*hole, *board))))


def low_order(card: Card) -> int:
    """10.3.1(a)(ii): the order of cards with aces low."""
    if S["10.3.1(a)(ii)"].says(rank(card) == 14):
        return card_order(card) - 4 * len(RANKS)
    return card_order(card)


def showing_low(cards: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How high open cards rank with aces low."""
    return _alike(Counter(1 if rank(card) == 14 else rank(card) for card in cards))
