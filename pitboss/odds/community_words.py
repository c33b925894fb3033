"""Best play of community-card games in words and tables, street by street."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.equipment.cards import RANKS
from pitboss.odds.community_boards import HOLES
from pitboss.odds.community_plan import Play
from pitboss.odds.community_sides import enough_to_stay
from pitboss.odds.par import Cell, Strategy, StrategyTable
from pitboss.table.streets import FOLD, BettingStreet

if TYPE_CHECKING:
    from pitboss.odds.community import CommunityOdds

FACES = tuple(reversed(RANKS))
# High rank, low rank, and whether they are of one suit.
Hole = tuple[int, int, bool]
# When a decision comes, by the community cards that lie there.
WHEN = {0: "before the flop", 3: "after the flop", 4: "after the turn", 5: "when the whole board lies there"}
HIGHER_CARDS = {"an ace": 12, "a king": 11, "a queen": 10, "a jack": 9, "a 10": 8, "a 9": 7, "an 8": 6}
DIAGONAL = "suited above the diagonal, unsuited below"
# More starting hands than these are read off the table rather than told one by one.
MOST_TOLD = 12


class Habits(NamedTuple):
    """How many deals there are at a street, and on how many of them best play does some thing: by starting hand, and
    by the category that hand makes with the board, 0 where it makes nothing beyond the board."""

    does: list[list[int]]
    every: list[list[int]]

    def share(self, holes: Collection[Hole] = HOLES, least: int = 0, most: int = 9) -> Fraction:
        """How often it is done, with some starting hands that make some category from `least` to `most`."""
        rows = [number for number, hole in enumerate(HOLES) if hole in holes]
        does, every = (sum(sum(counts[number][least : most + 1]) for number in rows) for counts in self)
        return Fraction(does, every) if every else Fraction(0)

    def told(self) -> str:
        """The same in words."""
        return (
            f"{about(self.share())} of hands: {about(self.share(least=2))} of those whose hole cards make two pair or "
            f"better with the board, {about(self.share(least=1, most=1))} of those that make a pair, "
            f"{about(self.share(most=0))} of the others"
        )

    def agrees(self, least: int) -> Fraction:
        """How often best play is the same as to do it with what makes at least this category, and only then."""
        same = sum(sum(does[least:]) for does in self.does)
        same += sum(sum(every[:least]) - sum(does[:least]) for does, every in zip(*self, strict=True))
        every = sum(map(sum, self.every))
        return Fraction(same, every) if every else Fraction(0)


def strategy(odds: CommunityOdds) -> Strategy:
    """How to play each street; the first has a table by starting hand."""
    first, *later = odds.game.streets
    advice, table, legend = _starting_hands(odds, first) if first.known == 0 else _first_board(odds, first)
    for street in later:
        advice += _later(odds, street)
    idle = [street for street in odds.game.streets if street.fold is not None and street.check is not None]
    if idle:
        advice.append(f"Never fold {'where you may check' if first in idle else 'later'}: a check costs nothing.")
    for kind, lost in odds.lost_by_folds.items():
        if (enough := enough_to_stay(odds, lost)) is not None:
            least = f"{about(enough)} of the {odds.game.opening}"
            advice.append(f"A fold loses a {kind} of your own too: with one of {least} or more, never fold.")
    return Strategy(tuple(advice), (table,), legend)


def _starting_hands(odds: CommunityOdds, street: BettingStreet) -> tuple[list[str], StrategyTable, dict[str, str]]:
    """A decision before the flop: one mark for each starting hand."""
    deals, plays = odds.deals, odds.plan.streets[0].plays
    marks = {play: _mark(play, street) for play in plays}
    held = [plays[best] for best in deals.best]
    cells = [Cell(marks[play], float(gain)) for play, gain in zip(held, deals.gains, strict=True)]
    others = [hole for hole, play in zip(HOLES, held, strict=True) if not play.adds]
    verb, leave = street.verb, "fold" if any(play.folds for play in plays) else "check"
    if not others and len(street.sizes) == 1:
        said = f"{verb.capitalize()} on every hand before the flop."
    elif len(others) <= MOST_TOLD and len(street.sizes) == 1:
        names = ", ".join(map(hole_name, reversed(others)))
        said = f"Before the flop {leave} {names}; {verb} on everything else."
    else:
        shares = [(_said(play, street), _share(play, held)) for play in reversed(plays) if play in held]
        said = f"Before the flop {', '.join(f'{does} on {about(share)} of hands' for does, share in shares)}."
    legend = {marks[play]: _said(play, street) for play in reversed(plays)}
    return [said], grid(f"before the flop: {DIAGONAL}", cells), legend


def _mark(play: Play, street: BettingStreet) -> str:
    if play.adds and len(street.sizes) > 1:
        return f"{play.adds[0][1]}x"
    return (street.verb if play.adds else play.choice)[0].upper()


def _said(play: Play, street: BettingStreet) -> str:
    if play.adds and len(street.sizes) > 1:
        return f"{street.verb} {often(play.adds[0][1])}"
    return street.verb if play.adds else play.choice


def _share(play: Play, held: Sequence[Play]) -> Fraction:
    """The share of starting hands that are played in one way."""
    sizes = [6 if high == low else 4 if suited else 12 for high, low, suited in HOLES]
    return Fraction(sum(size for size, each in zip(sizes, held, strict=True) if each == play), sum(sizes))


def _first_board(odds: CommunityOdds, street: BettingStreet) -> tuple[list[str], StrategyTable, dict[str, str]]:
    """A first decision with cards on the board: for each starting hand, how often the wager is placed."""
    habits, verb = odds.habits(street.known, street.wager), street.verb
    shares = {hole: habits.share([hole]) for hole in HOLES}
    always = [hole_name(hole) for hole, share in shares.items() if share == 1]
    by_card = [
        f"{about(habits.share([hole for hole in HOLES if hole[0] == high], most=0))} with {face}"
        for face, high in HIGHER_CARDS.items()
    ]
    leave = "Check" if street.check is not None else "Fold"
    advice = [
        f"{verb.capitalize()} on {habits.told()}. {leave} the rest.",
        f"Of those others {verb}, by the higher hole card, on {', '.join(by_card)}.",
    ]
    if always:
        advice.append(f"Whatever the flop, {verb} with {', '.join(always)}.")
    cells = [Cell(f"{float(100 * share):.0f}", float(share)) for share in shares.values()]
    table = grid(f"{verb}s in percent of flops: {DIAGONAL}", cells)
    return advice, table, {"0-100": f"of a hundred flops, those to {verb} on"}


def _later(odds: CommunityOdds, street: BettingStreet) -> list[str]:
    """A decision after another; nothing where no hand comes to it, or the counts do not tell which do."""
    when, verb = WHEN[street.known], street.verb
    if street.known == 5:
        share = _share_at_the_end(odds, street)
        sentences = [f"{when.capitalize()} {verb} on {about(share)} of the hands that come so far."] if share else []
        return sentences + _by_outs(odds, street)
    between = [plays for known, plays in odds.plan.streets.items() if 0 < known < street.known]
    if any(play.ends or play.folds for plays in between for play in plays.plays):
        return []
    habits = odds.habits(street.known, street.wager)
    if not any(map(sum, habits.every)):
        return []
    return [
        f"{when.capitalize()} {verb} on {habits.told()}. To {verb} on a pair or better, and on nothing else, is as "
        f"good {about(habits.agrees(least=1))} of the time."
    ]


def _by_outs(odds: CommunityOdds, street: BettingStreet) -> list[str]:
    """The last decision as a person can make it, where it is to play or to fold."""
    rule = odds.river_rule
    if rule is None:
        return []
    verb = street.verb
    return [
        f"There {verb} if your two cards make a pair or better that the board has not alone. With less count the "
        f"cards, of the 45 that you do not see, that would each put the dealer ahead: {verb} if they are fewer than "
        f"{rule.fewer_than}, and fold otherwise. That is as good as best play {about(rule.agrees)} of the time, and "
        f"costs {float(100 * rule.costs):.2f}% of the {odds.game.opening} on these hands."
    ]


def _share_at_the_end(odds: CommunityOdds, street: BettingStreet) -> Fraction | None:
    """How often the wager is placed on the whole board, where its size and its fold are of that street alone and any
    hand comes so far."""
    others = [plays for known, plays in odds.plan.streets.items() if known != street.known]
    here = {(street.wager, times) for times in street.amounts(1)}
    if any(play.choice == FOLD or here & set(play.adds) for plays in others for play in plays.plays):
        return None
    placed = sum(count for way, count in odds.deals.ways.items() if here & set(way.bets))
    folded = sum(count for way, count in odds.deals.ways.items() if isinstance(way.end, Play))
    return Fraction(placed, placed + folded) if placed + folded else None


def grid(name: str, cells: Sequence[Cell]) -> StrategyTable:
    """All starting hands, given in the order of HOLES: suited above the diagonal, unsuited below."""
    cell = dict(zip(HOLES, cells, strict=True))
    ranks = range(12, -1, -1)
    return StrategyTable(name, FACES, FACES, tuple(
        tuple(cell[max(one, other), min(one, other), one > other] for other in ranks) for one in ranks
    ))


def often(times: int) -> str:
    """So many times the opening wager.

    >>> often(1), often(2), often(4)
    ('once', 'twice', '4 times')
    """
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def about(share: Fraction) -> str:
    """A share in percent, near enough to go by.

    >>> about(Fraction(2, 3))
    '66.7%'
    """
    return f"{float(100 * share):.1f}%"


def hole_name(hole: Hole) -> str:
    """A starting hand as people write it.

    >>> hole_name((12, 11, True)), hole_name((5, 0, False)), hole_name((8, 8, False))
    ('AK suited', '72 unsuited', '10-10')
    """
    high, low, suited = hole
    faces = [RANKS[rank].replace("T", "10") for rank in (high, low)]
    name = ("-" if "10" in faces else "").join(faces)
    return name if high == low else f"{name} {'suited' if suited else 'unsuited'}"
