"""Baccarat: every deal from a shoe, counted in whole numbers.

Cards matter only by what they count, so a shoe is ten numbers. Six cards are taken out of it in order; those
that the drawing rules leave in the shoe are dealt in thought, which changes no chance. Six cards of eight decks
come in 5 * 10 ** 15 orders, well within 64 bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import ranks_in
from pitboss.law.results import VOID
from pitboss.money import Cents, show_amount
from pitboss.odds.analysis import Analysis, BadQuestion, Instead
from pitboss.odds.par import Line, Strategy, WagerPar, line, row
from pitboss.odds.sides import Ways, faces, in_twos, side_row
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.rulebooks.qld.s01_baccarat_wagers import BANKER, PLAYER, TIE
from pitboss.rulebooks.qld.s17_on_boxes import MOST_A_BOX, BoxWager
from pitboss.rulebooks.qld.s17_two_hands import Ended, TwoHands
from pitboss.table.acts import Place
from pitboss.table.game import Game
from pitboss.table.sides import FOUR_FACES, TWO_FACES, TWO_HANDS, Side
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

Ints = NDArray[np.int64]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
MOST_CARDS = 6
# The stakes that the notes tell the banker's edge for, where the law rounds what is paid.
STAKES: tuple[Cents, ...] = (100, 200, 500, 1000, 1500, 2000, 2500, 5000, 10000)


def _like_the_player(game: Baccarat, player: int, banker: int, third: int | None) -> bool:
    return game.player_draws(banker, player)


def _never(game: Baccarat, player: int, banker: int, third: int | None) -> bool:
    return False


def _up_to_4(game: Baccarat, player: int, banker: int) -> bool:
    return player <= 4 and not game.no_more_cards(player, banker)


class BaccaratOdds(Analysis[Baccarat]):
    """What each wager brings over all deals."""

    takes_shoe = True
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "banker.draws": {"like the player": ("banker_draws", _like_the_player), "never": ("banker_draws", _never)},
        "player.draws": {"0 to 4": ("player_draws", _up_to_4)},
    }

    def wagers(self) -> tuple[WagerPar, ...]:
        return tuple(self.wager(kind.name, self.stake) for kind in self.game.kinds)

    def wager(self, kind: str, stake: Cents) -> WagerPar:
        """The row of a wager, where payouts are rounded for this stake."""
        deals = perm(sum(self.cards), MOST_CARDS)
        lines = [
            self.line(kind, player, banker, Fraction(int(self.finals[player, banker]), deals), stake)
            for player in range(10)
            for banker in range(10)
        ]
        par_row = row(kind, [end for end in lines if end.probability])
        void = sum((end.probability for end in par_row.lines if end.outcome == VOID), Fraction(0))
        if not 0 < void < 1:
            return par_row
        rest = float(par_row.house_edge / (1 - void))
        note = f"void {float(void):.4%} of the time; of what is won or lost the edge is {rest:.4%}"
        return replace(par_row, note=note)

    def line(self, kind: str, player: int, banker: int, probability: Fraction, stake: Cents) -> Line:
        label = "tie"
        if player > banker:
            label = "player higher"
        elif banker > player:
            label = f"banker higher ({self.game.banker_line(banker)})" if kind == BANKER else "banker higher"
        return line(self.game.result(kind, player, banker), label, probability, stake)

    # -- counting ------------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """How many cards in the shoe count 0, 1, 2 to 9."""
        if self.shoe is None:
            return cards_of(self.game)
        value: Callable[[Card], int] = self.game.value
        left = [0] * 10
        whole = ranks_in(self.game.pack())
        for name, count in self.shoe.items():
            rank = "T" if name == "10" else name.upper()
            if rank not in RANKS:
                raise BadQuestion(f"no card has the rank {name!r}; ranks are {', '.join(RANKS)}")
            # Tens and court cards may be told together as T, since they count alike.
            if not 0 <= count <= whole[rank]:
                raise BadQuestion(f"{self.game.decks} decks hold 0 to {whole[rank]} cards of rank {name}, not {count}")
            left[value(f"{rank}s")] += count
        if left[0] > whole["T"]:
            raise BadQuestion(f"{self.game.decks} decks hold {whole['T']} tens and court cards, not {left[0]}")
        if sum(left) < MOST_CARDS:
            raise BadQuestion(f"a round may take {MOST_CARDS} cards; the shoe has {sum(left)}")
        return tuple(left)

    @cached_property
    def finals(self) -> Ints:
        """In how many deals the hands end on each pair of counts, the player's first."""
        counted: Ints = endings(self.game, self.cards).sum(axis=(2, 3))
        return counted

    # -- additional wagers ---------------------------------------------------------------------------------

    def side_row(self, side: Side, kind: str) -> WagerPar:
        if self.whole:
            return super().side_row(side, kind)
        shown = {
            TWO_HANDS: lambda: how_they_end(self.game, self.cards),
            TWO_FACES: lambda: faces(self.faces, 2), FOUR_FACES: lambda: in_twos(faces(self.faces, 4)),
        }
        return side_row(side, kind, self.side_stake(side), shown[side.looks_at]())

    def side_places(self) -> tuple[Place, ...]:
        """As many to a box as may lie there; what needs a wager of the game beside it is on the first."""
        lying: Counter[str] = Counter()
        places = []
        for place in super().side_places():
            side = self.game.sides[place.wagers[0][0]]
            assert isinstance(side, BoxWager)
            places.append(replace(place, box=1 + lying[side.counted_as] // MOST_A_BOX))
            lying[side.counted_as] += 1
        return tuple(places)

    def untold(self, side: Side) -> str:
        if side.looks_at == TWO_HANDS:
            return ""
        if side.looks_at in (TWO_FACES, FOUR_FACES):
            return "" if self.whole or self.faces else "tens and court cards are told together"
        return super().untold(side)

    @cached_property
    def faces(self) -> dict[str, int]:
        """How many cards of each face are left in the shoe asked about, where it tells court cards apart."""
        left = {"T" if name == "10" else name.upper(): many for name, many in (self.shoe or {}).items()}
        return left if not left.get("T") or {"J", "Q", "K"} <= left.keys() else {}

    # -- what else the sheet says --------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        best = min(self.wagers(), key=lambda wager: wager.house_edge)
        return Strategy((
            "There is nothing to decide once the cards come.",
            f"The wager on the {best.wager} costs least: {float(best.house_edge):.4%}.",
        ))

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        opening = f"One round from {sum(self.cards)} shuffled cards: {cards}; a card burnt unseen changes nothing."
        if not self.rounds:
            return (opening,)
        edges = [f"{show_amount(stake)}: {float(self.wager(BANKER, stake).house_edge):.4%}" for stake in STAKES]
        return (
            opening,
            f"What the banker's hand wins is rounded, so its figures are for a stake of {show_amount(self.stake)}.",
            f"The banker's edge by stake: {', '.join(edges)}.",
        )

    @property
    def rounds(self) -> bool:
        """Does the stake matter, because what a banker's hand wins is rounded?"""
        return self.game.result(BANKER, 0, 9).rounding is not None

    # -- playing -------------------------------------------------------------------------------------------

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_baccarat import BaccaratLane

        return BaccaratLane(self, job)

    def places(self, t: Table) -> tuple[Place, ...]:
        """A wager of each kind: on both hands together, since a table may limit how far they are apart."""
        stake = self.stake if self.rounds else self.whole_stake()
        return Place(1, "Ann", ((PLAYER, stake), (BANKER, stake))), Place(1, "Ann", ((TIE, stake),))


def cards_of(game: Game) -> tuple[int, ...]:
    """How many cards of a fresh shoe count 0, 1, 2 to 9."""
    assert isinstance(game, Baccarat)
    left = Counter(map(game.value, game.pack()))
    return tuple(left[count] for count in range(10))


def drawing(game: Baccarat) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """17 to 20 as tables over the counts on two cards: does the player draw, does the banker after a
    third card of each value, and does the banker when the player stays?"""
    counts = range(10)
    pairs = [[(player, banker) for banker in counts] for player in counts]
    return (
        np.array([[game.player_draws(*pair) for pair in some] for some in pairs]),
        np.array([[[game.banker_draws(*pair, third) for third in counts] for pair in some] for some in pairs]),
        np.array([[game.banker_draws(*pair, None) for pair in some] for some in pairs]),
    )


def endings(game: Baccarat, cards: Sequence[int]) -> Ints:
    """In how many deals the hands end on each pair of counts, by whether the player's drew a card and the banker's."""
    player, banker, third, last = np.ogrid[:10, :10, :10, :10]
    draws, follows, alone = drawing(game)
    drew = draws[player, banker]
    banker_drew = np.where(drew, follows[player, banker, third], alone[player, banker])
    counted: Ints = np.zeros((10, 10, 2, 2), np.int64)
    counts = (player + drew * third) % 10, (banker + banker_drew * last) % 10
    np.add.at(counted, (*counts, drew.astype(int), banker_drew.astype(int)), six_cards(np.array(cards, np.int64)))
    return counted


def how_they_end(game: Game, cards: Sequence[int]) -> Ways:
    """How both hands end, and in how many deals."""
    assert isinstance(game, Baccarat)
    counted = endings(game, cards)
    for player, banker, drew, banker_drew in np.argwhere(counted).tolist():
        hands = TwoHands(Ended(player, 2 + drew), Ended(banker, 2 + banker_drew))
        yield hands, int(counted[player, banker, drew, banker_drew])


def six_cards(left: Ints) -> Ints:
    """In how many ways six cards come from a shoe, by the player's count on two cards, the banker's,
    and what a third card for each would count."""
    player, banker, first, other, third, last = np.ogrid[:10, :10, :10, :10, :10, :10]
    cards = first, (player - first) % 10, other, (banker - other) % 10, third, last
    ways: Any = np.int64(1)
    for place, card in enumerate(cards):
        before = sum((card == earlier).astype(np.int64) for earlier in cards[:place])
        ways = ways * (left[card] - before)
    summed: Ints = ways.sum(axis=(2, 3))
    return summed
