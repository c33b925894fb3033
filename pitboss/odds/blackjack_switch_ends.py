"""How rounds of blackjack switch end under a way to play, for one of the two original wagers: by symmetry either."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_rules import ACE, Bools, Floats, Ints
from pitboss.odds.blackjack_switch_play import NO_OTHER, PAIR_AT, PAIRS, PLACE, Boxes, SwitchShoe
from pitboss.odds.jobs import in_threads


class SwitchPlayed(NamedTuple):
    """A way to play: all hands, when to switch (by the four cards as dealt and the first card) and with which four
    cards to insure against an ace."""

    boxes: Boxes
    switches: Bools
    insures: Bools


class SwitchEnds(NamedTuple):
    """Chances that add up to one over `kept[insured, doubled, row, ending]` for hands that were not split,
    `blackjack[insured, ending]`, `turned[insured, ending]` for an ace and a ten after a switch, and the splits.
    `split[insured, state, ending]` is how either hand of a split ends (the ending of a lost one is what it would have
    been with more than a second card), and `split_brings[insured]` what both bring together, weighed by how likely they
    are. `mean` is the net result of a round for each of its two original wagers, `insured` how likely a box is
    insured."""

    kept: Floats
    blackjack: Floats
    turned: Floats
    split: Floats
    split_brings: Floats
    mean: float
    insured: float


def mean_of(shoe: SwitchShoe, played: SwitchPlayed) -> float:
    """What a round brings for each of its two original wagers, by recursion."""
    value = _lying(shoe, played, played.boxes.both(switched=False), played.boxes.both(switched=True))
    value[..., ACE] += np.where(played.insures, shoe.insures / 2, 0.0)
    return float(np.sum(shoe.deals * np.where(shoe.deals > 0.0, value, 0.0))) / 2


def _lying(shoe: SwitchShoe, played: SwitchPlayed, plain: Floats, switched: Floats) -> Floats:
    """Something of two hands, by the cards as dealt, once the switch is decided."""
    return np.where(played.switches, shoe.by_deal(switched)[1], shoe.by_deal(plain)[0])


def ends_of(shoe: SwitchShoe, played: SwitchPlayed) -> SwitchEnds:
    rules, boxes = shoe.rules, played.boxes
    rows, endings = len(rules.rows), len(rules.endings)
    kept, split = np.zeros((2, 2, rows, endings)), np.zeros((2, 2 * rows, endings))
    blackjack, turned, brings = np.zeros((2, endings)), np.zeros((2, endings)), np.zeros(2)
    covered = np.zeros(shoe.deals.shape, np.bool_)
    covered[..., ACE] = played.insures
    for safe in (0, 1):
        deals = np.where(covered == bool(safe), shoe.deals, 0.0)
        if not deals.any():
            continue
        plain, after = _reach(deals, played.switches)
        parts = in_threads(lambda other: _one(shoe, boxes, plain + after, other), range(NO_OTHER))  # noqa: B023
        kept[safe], split[safe] = (sum(part[at] for part in parts) for at in (0, 1))
        waits = np.stack([plan.waits for plan in boxes.plans])
        natural = shoe.blackjack_at
        blackjack[safe] = np.einsum("ou,oue->e", plain[natural], waits)
        turned[safe] = np.einsum("ou,oue->e", after[natural], waits)
        brings[safe] = np.sum(np.where(boxes.split, (plain + after) * boxes.worth, 0.0))
    return SwitchEnds(kept, blackjack, turned, split, brings, mean_of(shoe, played), float(shoe.deals[covered].sum()))


def _reach(deals: Floats, switches: Bools) -> tuple[Floats, Floats]:
    """How likely an original wager is to lie on each hand beside each other, with each first card: with the cards as
    they were dealt, and after a switch."""
    a1, a2, b1, b2, up = np.ogrid[:10, :10, :10, :10, :10]
    size = NO_OTHER * NO_OTHER * 10
    reach = []
    for first, second, taken in ((PLACE[a1, a2], PLACE[b1, b2], ~switches), (PLACE[a1, b2], PLACE[b1, a2], switches)):
        at = np.broadcast_to((first * NO_OTHER + second) * 10 + up, deals.shape)
        both = np.bincount(at.ravel(), np.where(taken, deals, 0.0).ravel(), size).reshape(NO_OTHER, NO_OTHER, 10)
        reach.append((both + both.transpose(1, 0, 2)) / 2)
    return reach[0], reach[1]


def _one(shoe: SwitchShoe, boxes: Boxes, reach: Floats, other: int) -> tuple[Floats, Floats]:
    """How hands beside one other hand end: those that are not split, and either hand of a split."""
    rules, odds, plan = shoe.rules, shoe.hands[other], boxes.plans[other]
    rows, endings, over = len(rules.rows), len(rules.endings), rules.over
    starts: Ints = np.array([rules.where[pair] for pair in PAIRS])
    mine, divided = reach[:, other], boxes.split[:, other]

    def ended(extra: int, roots: Ints, chances: Floats) -> Floats:
        world = odds.world(extra)
        begun, ends = np.zeros((len(rules.hands.live), 10)), np.zeros((10, 2, rows, endings))
        begun[roots] = chances
        dealer = np.einsum("hu,hue->e", chances, world.odds[world.place[roots]])
        kernel.walk(odds.shoe, rules.hands, world.wanted, world.row, extra, world.odds, world.place,
                    plan.choice[extra].astype(np.int64), begun, ends)
        total: Floats = ends.sum(0)
        # Whatever the player draws, the dealer's chances beforehand are those of all that can come.
        total[0, over] += np.maximum(dealer - total.sum((0, 1)), 0.0)
        return total

    whole = np.where(divided, 0.0, mine)
    whole[shoe.blackjack_at] = 0.0
    kept, split = ended(WHOLE, starts, whole), np.zeros((2 * rows, endings))
    for rank in odds.pairs:
        chances = np.where(divided, mine, 0.0)[PAIR_AT[rank, rank]]
        if chances.any():
            split += ended(rank, np.array([rules.where[(rank,)]]), chances[None]).reshape(2 * rows, endings)
    return kept, split
