"""Games in which player and dealer share community cards: every deal counted, every decision the best.

All hands on whole boards are met with all of the dealer's (`community_kernel`), and handed back to the boards of four
cards and the flops they come of (`community_turns`). Counts are kept by what the player knows after the flop, whatever
is decided later; where something is decided on the turn, those behind every board of four are kept too, and where hands
are folded on the whole board, the hands that may be (`community_rivers`). All decisions, and what every wager brings,
follow from what is kept: a changed pay line needs no new counts. The streets, their stakes and the bonuses are read off
the game, and what becomes of a wager is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.codes import decode
from pitboss.hands.kernels import HIGH
from pitboss.hands.orders import high_values
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, lose
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.money import Cents
from pitboss.odds import community_kernel as kernel
from pitboss.odds import community_sides as extras
from pitboss.odds import community_words as words
from pitboss.odds.analysis import Analysis, OptionValue, Rules, take
from pitboss.odds.cache import key
from pitboss.odds.community_boards import CODE, HOLES, pairs, place, situations
from pitboss.odds.community_counts import (
    VERSION,
    FlopCounts,
    FlopPlay,
    TurnPlay,
    best_on_turns,
    decide_flops,
    flop_counts,
)
from pitboss.odds.community_plan import (
    Array,
    Bet,
    DecisionPoint,
    KnownMeetings,
    Plan,
    Play,
    Showdowns,
    Way,
    without_idle_folds,
)
from pitboss.odds.community_rivers import RiverRule, best_rule
from pitboss.odds.community_words import Habits, hole_name
from pitboss.odds.kept import kept
from pitboss.odds.packs import check_whole_deck
from pitboss.odds.par import Line, OwnFigures, Strategy, WagerPar, line, net, row
from pitboss.odds.rules import least_hands, qualifiers
from pitboss.odds.sides import ENUMERATORS
from pitboss.odds.whatif import plain
from pitboss.table import streets
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.community import Community
from pitboss.table.facts import BOARD
from pitboss.table.requests import Choose, Offer
from pitboss.table.sides import SEVEN_CARDS, TWO_CARDS
from pitboss.table.streets import CHECK, FOLD, Bonus
from pitboss.table.table import Table
from pitboss.table.views import Sight
from pitboss.table.views import sight as sight_of

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

AS_IF = "as if"


class Deals(NamedTuple):
    """All deals: how many go each way under best play; and before the flop, by starting hand, the best play, and how
    much more it brings than the next best."""

    ways: Mapping[Way, int]
    best: tuple[int, ...]
    gains: tuple[Fraction, ...]

    @property
    def whole(self) -> int:
        return sum(self.ways.values())


class CommunityOdds(Analysis[Community]):
    """The exact analysis of a community-card game against the dealer."""

    keeps_own = True

    @property
    def apart(self) -> frozenset[str]:
        return frozenset(bonus.wager for bonus in self.game.bonuses)

    @classmethod
    def rules_of(cls, game: Community) -> Rules:
        """Who qualifies, where not every dealer does, and what a wager wins with, where not every hand does."""
        said = type(game).qualifies is not Community.qualifies
        return {
            **cls.provisions, **({"dealer.qualifies": qualifiers(Category)} if said else {}),
            **{f"{wager}.wins-with": least_hands(wager, game.wins_with) for wager in game.wins_with},
        }

    # -- what a game says --------------------------------------------------------------------------------

    @property
    def opening(self) -> tuple[Bet, ...]:
        """The wagers that every round opens with; results are measured on the first."""
        return tuple((wager, 1) for wager in (self.game.opening, *self.game.matched))

    @cached_property
    def streets(self) -> tuple[DecisionPoint, ...]:
        """What may be done, and when."""
        return tuple(map(_in_units, self.game.streets))

    # -- counting ----------------------------------------------------------------------------------------

    @cached_property
    def showdown(self) -> Showdowns:
        """Looked through for all values once; for another pay line one meeting at each place tells."""
        game, cache = self.game, self.work.cache
        check_whole_deck(game)
        name = key("meetings", self._key(self.changed_rules))
        held = cache.load(name)
        known = None if held is None else KnownMeetings.read(held)
        showdowns = Showdowns(game.result, game.qualifies, game.pay, game.staked(), high_values, known)
        if known is None:
            cache.save(name, showdowns.known.arrays())
        return showdowns

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.opening, self.streets, self.showdown.endings, self.stake)

    @cached_property
    def flop_counts(self) -> FlopCounts:
        """What comes into the decision after the flop, everything after it decided."""
        return flop_counts(self.plan, self.showdown.law, self.work)

    @property
    def turn_play(self) -> TurnPlay:
        """The decision on the turn, where there is one."""
        assert self.flop_counts.turn is not None
        return self.flop_counts.turn

    @cached_property
    def turn_best(self) -> Array:
        """What is best there, by board and pair."""
        assert self.flop_counts.rows is not None
        return best_on_turns(self.plan.choices[4].weights, self.flop_counts.rows)

    @cached_property
    def flops(self) -> FlopPlay:
        """The decision after the flop."""
        return decide_flops(self.plan.choices[3], self.showdown.law.category, self.flop_counts)

    @cached_property
    def holes(self) -> Array:
        """Counts by starting hand and cell as they come into the decision before the flop, all later ones made: kept by
        what these hang on, which a wager beside them does not."""
        choices = self.plan.choices
        name = key("starting hands", VERSION, *self.showdown.law, *choices[5], *choices[4], *choices[3])
        return self.work.cache.known(name, lambda: {"holes": self.flops.holes})["holes"]

    @cached_property
    def deals(self) -> Deals:
        """The decision before the flop, and where all deals go."""
        street, unit = self.plan.choices[0], self.plan.units.get(0, Fraction(0))
        weights, to = street.weights.tolist(), street.to.tolist()
        totals, best, gains = [0] * (street.size + 1), [], []
        for counts in self.holes[:, :-1].tolist():
            brings = [sum(map(int.__mul__, weight, counts)) for weight in weights]
            play = brings.index(max(brings))
            whole = 0
            for cell, count in zip(to[play], counts, strict=True):
                totals[cell] += count
                whole += count if cell < street.size else 0
            most, *others = sorted(brings, reverse=True)
            best.append(play)
            gains.append(unit * Fraction(most - others[0], whole) if others else Fraction(0))
        return Deals(dict(zip(self.plan.ways, totals[:-1], strict=True)), tuple(best), tuple(gains))

    @cached_property
    def river_rule(self) -> RiverRule | None:
        """How a person can decide on the whole board, where that is to play or to fold and any hand comes so far; None
        elsewhere."""
        folded, first = self.flop_counts.folded, self.plan.streets.get(0)
        if folded is None or first is None:
            return None
        stays = np.array([not (first.plays[best].folds or first.plays[best].ends) for best in self.deals.best])
        if not stays.any():
            return None
        return best_rule(folded.every, folded.seen, stays, self.plan.choices[5], self.plan.units[5])

    # -- rows --------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        *others, last = self.game.staked()
        follow = [wager for wager in self.game.staked() if wager not in dict(self.opening)]
        return (
            self.whole_row(f"{', '.join(others)} and {last}"),
            *(self.opening_row(wager, f"by itself, within the {self.game.opening}") for wager in self.game.matched),
            *(self.follow_row(wager, "on the hands that best play makes it with") for wager in follow),
            *map(self.bonus_row, self.game.bonuses),
        )

    def row_apart(self, wager: str) -> WagerPar:
        return self.bonus_row(next(bonus for bonus in self.game.bonuses if bonus.wager == wager))

    def bonus_row(self, bonus: Bonus) -> WagerPar:
        """A wager that some cards alone decide, as if no hand were folded."""
        lines = [(plain(line), str(odds)) for line, (odds, _) in self.game.pay[bonus.wager].lines.items()]
        name = key("bonus figures", self._key(self.changed_rules), bonus.wager, lines)
        (counted_row,), *_ = kept(self.work.cache, name, lambda: OwnFigures((self._bonus(bonus),), Strategy(), ()))
        return msgspec.structs.replace(counted_row, note=bonus.kept or self._what_a_fold_loses(bonus))

    def _bonus(self, bonus: Bonus) -> WagerPar:
        tally = Counter[tuple[Result, str]]()
        for facts, ways in ENUMERATORS[bonus.looks_at](self.game):
            result = self.game.bonus_result(bonus.wager, facts)
            tally[result, self._pay_line(bonus.wager, result, facts)] += ways
        lines = [
            line(result, label, Fraction(ways, tally.total()), self.stake) for (result, label), ways in tally.items()
        ]
        return row(bonus.wager, lines)

    def _pay_line(self, wager: str, result: Result, facts: object) -> str:
        """The line of its pay table that a bonus is paid by, or in words what it is not paid for."""
        lines = [plain(line) for line, (_, clause) in self.game.pay[wager].lines.items() if clause == result.clause]
        if len(lines) == 1:
            return lines[0]
        return facts.category.label if isinstance(facts, HandValue) else "no bonus"

    def _what_a_fold_loses(self, bonus: Bonus) -> str:
        """A fold loses a bonus too; before the flop one sees whether it is a winning one."""
        folds = {street.known for street in map(without_idle_folds, self.streets)
                 if any(play.folds for play in street.plays)}
        if not folds or bonus.kept:
            return ""
        if folds != {0} or bonus.looks_at != TWO_CARDS:
            return f"{AS_IF} no hand were folded, which loses it"
        plays = self.plan.streets[0].plays
        folded = [plays[best].folds is not None for best in self.deals.best]
        lost = {
            hole_name(HOLES[hole]) for cards, hole in zip(pairs().cards, pairs().hole, strict=True)
            if folded[hole] and self.game.bonus_result(bonus.wager, decode(cards)).outcome == WIN
        }
        if lost:
            return f"{AS_IF} {', '.join(sorted(lost))} were not folded, which best play of the ante alone does"
        return "paid on hands that best play goes on with"

    def side_wagers(self) -> tuple[WagerPar, ...]:
        """One that a fold loses has two rows: with the folds of best play, and as if nobody folded."""
        rows: list[WagerPar] = []
        for par_row in super().side_wagers():
            lost = self.lost_by_folds.get(par_row.wager)
            if lost is None:
                rows.append(par_row)
                continue
            plays = self.plan.streets[0].plays
            folded = [plays[best].folds is not None for best in self.deals.best]
            rows.append(extras.folding_row(par_row.wager, lost, folded, self.stake))
            rows.append(msgspec.structs.replace(par_row, wager=par_row.wager + extras.NEVER_FOLDING))
        return tuple(rows)

    @cached_property
    def lost_by_folds(self) -> dict[str, extras.LostByFolds]:
        return extras.lost_by_folds(self)

    @property
    def other_play(self) -> frozenset[str]:  # type: ignore[override]
        """Rows as if nobody folded, where best play gives some of that up."""
        bonuses = (bonus.wager for bonus in self.game.bonuses if self._what_a_fold_loses(bonus).startswith(AS_IF))
        return frozenset((*(kind + extras.NEVER_FOLDING for kind in self.lost_by_folds), *bonuses))

    def side_places(self) -> tuple[Place, ...]:
        """What a fold loses is somebody else's, on the same hand: best play of the ante takes no account of it."""
        return tuple(
            msgspec.structs.replace(act, player="Ben") if act.wagers[0][0] in self.lost_by_folds else act
            for act in super().side_places()
        )

    def whole_row(self, note: str = "") -> WagerPar:
        """The whole game, measured on the wager it opens with."""
        deals, opening = self.deals, self.opening
        lines, staked = [], Fraction(0)
        for way, count in deals.ways.items():
            share = Fraction(count, deals.whole)
            staked += share * sum(times for _, times in opening + way.bets)
            if count:
                lines.append(self._ending(way, share))
        par_row = row(opening[0][0], lines, opening[0][0], note)
        names = tuple(dict.fromkeys(wager for wager, _ in opening)) + tuple(
            wager for wager in self.game.staked() if wager not in dict(opening)
        )
        return msgspec.structs.replace(par_row, includes=names, average_stake=staked)

    def opening_row(self, wager: str, note: str = "") -> WagerPar:
        """One of the wagers that every round opens with, by itself, where best play of all of them is made."""
        tally = Counter[tuple[Result, str]]()
        by_hand = len(self.game.pay[wager].lines) > 1
        for way, count in self.deals.ways.items():
            if count:
                tally[self._result(wager, way.end), self._label(way.end, by_hand)] += count
        return row(wager, [
            line(result, label, Fraction(count, self.deals.whole), self.stake)
            for (result, label), count in tally.items()
        ], wager, note)

    def follow_row(self, wager: str, note: str = "") -> WagerPar:
        """A wager that follows from a decision, where best play makes it; a larger one counts for as much more."""
        ways = self.deals.ways.items()
        bets = [(way.end, times, count) for way, count in ways for name, times in way.bets if name == wager and count]
        whole = sum(count for _, _, count in bets)
        if not whole:
            return WagerPar(wager, wager, (), (wager,), frequency=Fraction(0), note="best play never makes it")
        units = sum(times * count for _, times, count in bets)
        by_hand = len(self.game.pay[wager].lines) > 1
        lines = [
            line(self._result(wager, end), self._label(end, by_hand), share, times * self.stake)
            for end, times, share in ((end, times, Fraction(times * count, units)) for end, times, count in bets)
        ]
        return msgspec.structs.replace(row(wager, lines, wager, note), frequency=Fraction(whole, self.deals.whole))

    def _ending(self, way: Way, share: Fraction) -> Line:
        """One way as a line, under the clause that decides the opening wager, or the first that is paid."""
        results = [self._result(wager, way.end) for wager, _ in self.opening + way.bets]
        result = next((each for each in results if each.outcome in (WIN, LOSE)), results[0])
        brings = self.plan.worth(way, self.opening)
        par_line = line(result, self._put_down(way) + self._label(way.end), share, self.stake)
        sign = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return msgspec.structs.replace(par_line, outcome=sign, net=brings)

    def _put_down(self, way: Way) -> str:
        """The wagers of a way, where there is more than one way to play a hand out."""
        several = {other.bets for other in self.deals.ways if not isinstance(other.end, Play)}
        if len(several) < 2 or not way.bets:
            return ""
        sizes = {wager: {times for bets in several for name, times in bets if name == wager} for wager, _ in way.bets}
        names = [f"{wager} {times}x" if len(sizes[wager]) > 1 else wager for wager, times in way.bets]
        return f"{' and '.join(names)}: "

    def _result(self, wager: str, end: int | Play) -> Result:
        if isinstance(end, Play):
            assert end.folds is not None
            return lose(end.folds)
        return self.plan.endings[end].results[wager]

    def _label(self, end: int | Play, by_hand: bool = True) -> str:
        if isinstance(end, Play):
            return "folded"
        ending = self.plan.endings[end]
        return ending.label if by_hand else ending.compares

    # -- best play ---------------------------------------------------------------------------------------

    def strategy(self) -> Strategy:
        return words.strategy(self)

    def notes(self) -> tuple[str, ...]:
        return (
            "All boards, all pairs of the player and all pairs of the dealer, from a deck shuffled for the round; what "
            "other boxes hold is not seen.",
        )

    def habits(self, known: int, choice: str) -> Habits:
        """How best play uses a street, over all deals that come to it with what has been kept so far."""
        counts = self.flops.habits if known == 3 else self.turn_play.habits
        first = self.plan.streets.get(0)
        ends = [bool(play.folds or play.ends) for play in first.plays] if first is not None else [False]
        stays = np.array([not ends[play] for play in self.deals.best])[:, None]
        plays = [number for number, play in enumerate(self.plan.streets[known].plays) if play.choice == choice]
        every, does = counts.sum(axis=2) * stays, counts[:, :, plays].sum(axis=2) * stays
        return Habits(does.tolist(), every.tolist())

    def best_play(self, hole: Sequence[Card], board: Sequence[Card]) -> Play:
        """The best thing to do when this much is known."""
        return self.plan.streets[len(board)].plays[self._best(hole, board)]

    def _best(self, hole: Sequence[Card], board: Sequence[Card]) -> int:
        if len(board) == 5:
            five, two = (np.array([CODE[card] for card in cards], np.uint8) for cards in (board, hole))
            value, dealers = kernel.meet_all(HIGH, five, two, self.showdown.law)
            cells = self.showdown.law.cell[self.showdown.law.category[value]]
            return kernel.best_play(self.plan.choices[5], cells, dealers)
        number, pair = place(board, hole)
        if len(board) == 4:
            return int(self.turn_best[number, pair])
        if len(board) == 3:
            return int(self.flops.best[situations().of[number, pair]])
        return self.deals.best[int(pairs().hole[pair])]

    # -- playing -----------------------------------------------------------------------------------------

    @cached_property
    def placed(self) -> Cents:
        """What is staked on the opening wager."""
        return self.stake_for(self.results())

    def results(self) -> Iterator[Result]:
        return (result for ending in self.showdown.endings for result in ending.results.values())

    def places(self, t: Table) -> tuple[Place, ...]:
        """Every opening wager."""
        game, stake = self.game, self.placed
        bonuses = {bonus.wager: game.bonus_stake(bonus.wager, stake) for bonus in game.bonuses}
        return (Place(1, "Ann", tuple((name, bonuses.get(name, stake)) for name in self.own_names())),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_community import CommunityLane

        return CommunityLane(self, job)

    def choose(self, t: Table, request: Choose) -> Answer:
        """Claim what may be claimed, leave other offers alone, and else do what is best."""
        for option in request.options:
            if option.name.partition(" ")[0] in self.game.claim_words:
                return take(request, option.name)
        if isinstance(request, Offer):
            return Lapse()
        hand, own = int(request.hand), request.player
        if any(t.wager(hand, own, kind) for kind in self.lost_by_folds) and not t.open_cards(BOARD):
            best = max(self.values(sight_of(t, request)), key=lambda one: one.value)
            return take(request, best.name, best.amount)
        play = self.best_play(t.hands[request.hand].cards, t.open_cards(BOARD))
        opening = t.on_box(int(request.hand), self.game.opening)[0].amount
        return take(request, play.choice, sum(times for _, times in play.adds) * opening or None)

    def prepare(self) -> None:
        _ = self.deals
        kernel.meet_all(HIGH, np.arange(5, dtype=np.uint8), np.arange(5, 7, dtype=np.uint8), self.showdown.law)

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """Every play of the street, and to fold where a check costs nothing; what a fold loses besides counts in it.
        Where something may be claimed, that comes first, and the hand is asked about after it."""
        hole, board = sight.open_cards(sight.hand), sight.open_cards(BOARD)
        opening, street = sight.staked(self.game.opening), self.plan.streets.get(len(board))
        claims = any(option.name.partition(" ")[0] in self.game.claim_words for option in sight.options)
        if sight.offer or claims or street is None or not opening or sight.offers(street.plays[-1].choice) is None:
            return ()
        before = tuple((name, times) for name in self.game.staked() if (times := sight.staked(name) // opening))
        kept, lost = self._bonuses(sight, hole, board)
        worth = self.plan.values(len(board), self._coming_in(hole, board), before)
        option_values = [
            OptionValue(play.choice, sum(times for _, times in play.adds) * opening or None,
                        value + (lost if play.folds else kept))
            for play, value in zip(street.plays, worth, strict=True)
        ]
        if sight.offers(FOLD) is not None and all(play.folds is None for play in street.plays):
            option_values.append(OptionValue(FOLD, None, lost - sum(times for _, times in before)))
        return tuple(option_values)

    def _bonuses(self, sight: Sight, hole: Sequence[Card], board: Sequence[Card]) -> tuple[Fraction, Fraction]:
        """What the bonuses bring that a fold loses and that are decided by what is seen already, what additional wagers
        bring that it loses, and what if it does, in units of the opening wager."""
        kept = lost = Fraction(0)
        for kind, extra in self.lost_by_folds.items():
            if stake := sight.staked(kind):
                part = Fraction(stake, sight.staked(self.game.opening))
                kept += part * extras.hoped_for(kind, extra, hole, board, stake)
                lost -= part
        whole = (*hole, *board)
        for bonus in self.game.bonuses:
            stake = sight.staked(bonus.wager)
            facts = self._seen(bonus, hole, whole) if stake and not bonus.kept else None
            if facts is not None:
                part = Fraction(stake, sight.staked(self.game.opening))
                kept += part * net(self.game.bonus_result(bonus.wager, facts), stake)
                lost -= part
        return kept, lost

    def _seen(self, bonus: Bonus, hole: Sequence[Card], whole: Sequence[Card]) -> object:
        """What a bonus looks at, where all of it is seen; None before."""
        if bonus.looks_at == TWO_CARDS:
            return hole
        return self.game.value(whole) if bonus.looks_at == SEVEN_CARDS and len(whole) == 7 else None

    def _coming_in(self, hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
        """Counts by cell as they come into a street."""
        if len(board) >= 4:
            counts = self._behind(hole, board)
        else:
            number, pair = place(board, hole)
            of_flop = len(board) == 3
            counts = self.flop_counts.at(situations().of[number, pair]) if of_flop else self.flops.holes[
                int(pairs().hole[pair]), :-1]
        cells: list[int] = counts.tolist()
        return cells

    def _behind(self, hole: Sequence[Card], board: Sequence[Card]) -> Array:
        """Counts by cell behind a whole board, or behind every river of one of four."""
        law, river = self.showdown.law, self.plan.choices[5]
        two, known = (np.array([CODE[card] for card in cards], np.uint8) for cards in (hole, board))
        if len(board) == 5:
            counts = np.zeros(len(self.plan.endings), np.int64)
            value, dealers = kernel.meet_all(HIGH, known, two, law)
            np.add.at(counts, law.cell[law.category[value]], dealers)
            return counts
        counts = np.zeros(river.size + 1, np.int64)
        for card in set(range(52)) - {*known.tolist(), *two.tolist()}:
            value, dealers = kernel.meet_all(HIGH, np.append(known, np.uint8(card)), two, law)
            cells = law.cell[law.category[value]]
            np.add.at(counts, river.to[kernel.best_play(river, cells, dealers)][cells], dealers)
            if river.keep[0] < river.size:
                np.add.at(counts, river.keep[cells], dealers)
        return counts[:-1]


def _in_units(street: streets.BettingStreet) -> DecisionPoint:
    """A decision of the game in units of its opening wager."""
    folds = (Play(FOLD, folds=street.folded),) if street.folded is not None else ()
    checks = (Play(CHECK),) if street.check is not None else ()
    bets = (Play(street.wager, ((street.wager, times),), ends=street.last) for times in street.amounts(1))
    return DecisionPoint(street.known, (*folds, *checks, *bets))
