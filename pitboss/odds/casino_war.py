"""Casino war: two cards out of a shoe by their ranks, and two more where those are equal, counted in fractions.

What other boxes are dealt changes no chance, since nobody sees it before the wager lies; so one box is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.names import card_name
from pitboss.law import Clause, Result, lose, win
from pitboss.odds.analysis import Analysis, BadQuestion, Instead, OptionValue, take
from pitboss.odds.par import Line, Strategy, WagerPar, line, net, row
from pitboss.rulebooks.qld.s13_casino_war import GO_TO_WAR, TIE, WAR, CasinoWar, S
from pitboss.table.acts import Choice, Place
from pitboss.table.facts import DEALER
from pitboss.table.requests import Choose
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

SURRENDER = "surrender"
ALWAYS_SURRENDER = "casino war, surrendering every equal card"
MOST_CARDS = 4
BOTH, ADDED = (GO_TO_WAR, WAR), (GO_TO_WAR,)
# Suits do not matter: a card of each rank.
CARDS: tuple[Card, ...] = tuple(f"{rank}s" for rank in RANKS)


def _all_of_it(game: CasinoWar, clause: Clause | None = None) -> Result:
    return lose(S["16(5)(a)"])


def _wins_too(game: CasinoWar, kind: str, own: Card, dealers: Card) -> Result:
    result = CasinoWar.war_result(game, kind, own, dealers)
    won = kind == WAR and game.order(own, dealers) >= 0
    return win(game.odds(WAR, "higher first card"), result.clause) if won else result


class CasinoWarOdds(Analysis[CasinoWar]):
    """What each wager brings over all deals."""

    takes_shoe = True
    tells_courts = True
    other_play = frozenset({ALWAYS_SURRENDER})
    provisions: ClassVar[Mapping[str, Mapping[str, Instead]]] = {
        "surrender.takes": {"all of it": ("surrendered", _all_of_it)},
        "war.first wager": {"wins too": ("war_result", _wins_too)},
    }

    # -- counting ------------------------------------------------------------------------------------------

    @cached_property
    def left(self) -> dict[Card, int]:
        """How many cards of each rank are in the shoe, by one of them."""
        whole = 4 * self.game.decks
        if self.shoe is None:
            return dict.fromkeys(CARDS, whole)
        left = dict.fromkeys(CARDS, 0)
        for name, count in self.shoe.items():
            rank = "T" if name == "10" else name.upper()
            if len(rank) != 1 or rank not in RANKS:
                raise BadQuestion(f"no card has the rank {name!r}; ranks are {', '.join(RANKS)}")
            left[f"{rank}s"] += count
            if count < 0 or left[f"{rank}s"] > whole:
                raise BadQuestion(f"{self.game.decks} decks hold 0 to {whole} cards of rank {name}, not {count}")
        if sum(left.values()) < MOST_CARDS:
            raise BadQuestion(f"a round may take {MOST_CARDS} cards; the shoe has {sum(left.values())}")
        return left

    def pairs(self, *gone: Card) -> Iterator[tuple[Card, Card, Fraction]]:
        """The next two cards, the player's first, with their probability once some cards are gone."""
        left = dict(self.left)
        for card in gone:
            left[card] -= 1
        cards = sum(left.values())
        for own, held in left.items():
            for dealers, others in left.items():
                ways = held * (others - (own == dealers))
                if ways > 0:
                    yield own, dealers, Fraction(ways, cards * (cards - 1))

    @cached_property
    def equal(self) -> dict[Card, Fraction]:
        """How often both first cards are of a rank."""
        return {own: chance for own, dealers, chance in self.pairs() if own == dealers}

    @cached_property
    def wars(self) -> dict[tuple[Card, tuple[str, ...]], tuple[Line, ...]]:
        """How wagers of a player end who goes to war: both of them together, and the additional one alone."""
        return {
            (rank, kinds): row("", [self.war_line(own, dealers, kinds, chance)
                                    for own, dealers, chance in self.pairs(rank, rank)]).lines
            for rank in self.equal for kinds in (BOTH, ADDED)
        }

    def war_line(self, own: Card, dealers: Card, kinds: tuple[str, ...], chance: Fraction) -> Line:
        results = [self.game.war_result(kind, own, dealers) for kind in kinds]
        order = self.game.order(own, dealers)
        label = "higher war card" if order > 0 else "lower war card" if order else "equal war cards"
        first = line(results[0], label, chance, self.stake)
        return replace(first, net=sum((net(result, self.stake) for result in results), Fraction(0)))

    @cached_property
    def war_brings(self) -> dict[Card, Fraction]:
        """What going to war brings on average, by the rank of the equal cards, per unit of the first wager."""
        return {rank: sum((Fraction(end.net) * Fraction(end.probability) for end in self.wars[rank, BOTH]), Fraction(0))
                for rank in self.equal}

    @property
    def surrender_brings(self) -> Fraction:
        return net(self.game.surrendered(), self.stake)

    def goes_to_war(self, rank: Card) -> bool:
        return self.war_brings[rank] > self.surrender_brings

    # -- rows ------------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        fights = [rank for rank in self.equal if self.goes_to_war(rank)]
        return (self.war_row(fights), self.tie_row(), *self.go_to_war_rows(fights),
                replace(self.war_row([]), wager=ALWAYS_SURRENDER, includes=(WAR,)))

    def war_row(self, fights: list[Card]) -> WagerPar:
        lines: list[Line] = []
        for own, dealers, chance in self.pairs():
            result = self.game.first_result(WAR, own, dealers)
            if result is not None:
                label = "higher first card" if self.game.order(own, dealers) > 0 else "lower first card"
                lines.append(line(result, label, chance, self.stake))
            elif own in fights:
                lines += (replace(end, probability=chance * end.probability, label=f"at war, {end.label}")
                          for end in self.wars[own, BOTH])
            else:
                lines.append(line(self.game.surrendered(), SURRENDER, chance, self.stake))
        wars = sum((self.equal[rank] for rank in fights), Fraction(0))
        return replace(row(WAR, lines, WAR), includes=(WAR, GO_TO_WAR), average_stake=1 + wars)

    def tie_row(self) -> WagerPar:
        lines = [line(result, "equal first cards" if own == dealers else "other first cards", chance, self.stake)
                 for own, dealers, chance in self.pairs()
                 if (result := self.game.first_result(TIE, own, dealers)) is not None]
        return row(TIE, lines)

    def go_to_war_rows(self, fights: list[Card]) -> tuple[WagerPar, ...]:
        """The additional wager by itself, where equal cards can come; without best play making it, as any would."""
        often = sum((self.equal[rank] for rank in fights), Fraction(0))
        among = fights or list(self.equal)
        whole = sum((self.equal[rank] for rank in among), Fraction(0))
        lines = [replace(end, probability=end.probability * self.equal[rank] / whole)
                 for rank in among for end in self.wars[rank, ADDED]]
        return (replace(row(GO_TO_WAR, lines), frequency=often),) if lines else ()

    # -- what else the sheet says ------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        fights = {rank: self.goes_to_war(rank) for rank in self.equal}
        if not fights:
            return Strategy(("No two cards of this shoe are equal: there is nothing to decide.",))
        gained = self.war_row([rank for rank, war in fights.items() if war]).expectation - self.war_row([]).expectation
        sentence = f"Over all rounds that is worth {float(gained):.4%} of the bet more than always surrendering."
        if all(fights.values()):
            return Strategy(("Go to war on every equal card; never surrender.", sentence))
        if not any(fights.values()):
            return Strategy(("Surrender every equal card; never go to war.",))
        names = ", ".join(card_name(RANKS.index(rank[0]) + 2) for rank, war in fights.items() if not war)
        return Strategy((f"Go to war on equal cards, but surrender on: {names}.", sentence))

    def notes(self) -> tuple[str, ...]:
        cards = f"{self.game.decks} whole decks" if self.shoe is None else "the shoe asked about"
        return (
            f"One round from {sum(self.left.values())} shuffled cards: {cards}; a card burnt unseen changes nothing.",
            "The row of casino war counts both wagers, what goes to war with it included, per unit of the first.",
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """Bets whose half is whole cents, and a tie wager where its limit leaves room for one."""
        game, stake = self.game, self.whole_stake(2)
        tie = min(stake, game.maximum // 10 // game.unit * game.unit)
        wagers = ((WAR, stake), (TIE, tie)) if tie >= game.minimum else ((WAR, stake),)
        return (Place(1, "Ann", wagers),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_war import WarLane

        return WarLane(self, job)

    def choose(self, t: Table, request: Choose) -> Choice:
        fights = self.goes_to_war(_like(t.hands[request.hand].cards[0]))
        return take(request, GO_TO_WAR if fights else SURRENDER)

    def prepare(self) -> None:
        _ = self.war_brings

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        war, own = sight.offers(GO_TO_WAR), sight.open_cards(sight.hand)
        if sight.offer or war is None or not own or not sight.open_cards(DEALER):
            return ()
        brings = self.war_brings.get(_like(own[0]))
        if brings is None:
            return ()
        return OptionValue(SURRENDER, None, self.surrender_brings), OptionValue(GO_TO_WAR, war.most, brings)


def _like(card: Card) -> Card:
    """The card of the same rank that stands for all of them."""
    return f"{card[0]}s"
