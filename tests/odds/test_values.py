"""What each choice of a decision is worth: the best of them is best play, together they are the par sheet, and nothing
that whoever decides cannot see moves them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.floor.figures import has_figures
from pitboss.hands.codes import decode
from pitboss.hands.kernels import HIGH
from pitboss.odds import analyse, community_kernel
from pitboss.odds.analysis import Analysis, OptionValue
from pitboss.odds.ante_and_raise import AnteAndRaiseOdds
from pitboss.odds.blackjack import BlackjackOdds, rank_of
from pitboss.odds.blackjack_rules import ACE, CARDS, DOUBLE, DOUBLED, cards_of
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import CODE, HOLES, pairs
from pitboss.rulebooks import games
from pitboss.table.acts import BACK, Answer, Choice
from pitboss.table.driver import drive
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Choose, Direct
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, SeenStake, Sight, sight

ANALYSED = [id for id, made in games().items() if has_figures(made({}))]
STAKE = 20_00
ROUNDS = 300


@cache
def known(id: str) -> Analysis[Any]:
    return analyse(id)


def best(values: tuple[OptionValue, ...]) -> OptionValue:
    """The first of those worth most."""
    return max(values, key=lambda one: one.value)


class Watched(RandomPlayers):
    """Decides at random, so that decisions are come to that best play never meets, and compares at each."""

    def __init__(self, analysis: Analysis[Any], seed: str) -> None:
        super().__init__(SeededSource(seed), {1: "Ann", 2: "Ben"})
        self.analysis, self.asked, self.valued = analysis, 0, 0

    def answer(self, t: Table, request: Asked) -> Answer:
        # What officials direct is not theirs to value who play.
        if isinstance(request, Choose) and not isinstance(request, Direct):
            self.compare(t, request)
        return super().answer(t, request)

    def compare(self, t: Table, request: Choose) -> None:
        seen = sight(t, request)
        values = self.analysis.values(seen)
        claims = any(option.name.partition(" ")[0] in t.game.claim_words for option in request.options)
        self.asked += not (seen.offer or claims)
        if not values:
            return
        self.valued += 1
        names = {option.name for option in request.options} | ({"pass"} if seen.offer else set())
        assert {one.name for one in values} <= names
        chosen, first = self.analysis.choose(t, request), best(values)
        if isinstance(chosen, Choice):
            assert chosen.name == first.name, (chosen, values)
            assert chosen.amount in (None, first.amount)
        else:
            assert first.name == "pass"
        self.hide(t, request, seen, values)

    def hide(self, t: Table, request: Choose, seen: Sight, values: tuple[OptionValue, ...]) -> None:
        """Whatever lies face down may be anything else."""
        hidden = [(hand, at) for name, hand in t.hands.items() for at, card in enumerate(seen.hands[name])
                  if card == BACK]
        faces = [hand.cards[at] for hand, at in hidden]
        for (hand, at), card in zip(hidden, [*faces[1:], *faces[:1]], strict=True):
            hand.cards[at] = card
        swapped = sight(t, request)
        for (hand, at), card in zip(hidden, faces, strict=True):
            hand.cards[at] = card
        assert swapped == seen


@pytest.mark.parametrize("id", ANALYSED)
def test_the_best_of_the_values_is_best_play(id: str) -> None:
    """Every decision about how to play is valued, in every game with an analysis; hidden cards are not among what it
    is asked by."""
    analysis = known(id)
    bot = Watched(analysis, f"values {id}")
    t, dealer = Table(analysis.game), VirtualDealer(bot.source, bot)
    for _ in range(ROUNDS):
        drive(t, dealer)
    if type(analysis).values is Analysis.values:
        assert not bot.valued
    else:
        # A decision may be rare: after equal cards only.
        assert bot.valued >= bot.asked > ROUNDS / 10


def asked(
    hand: str, stakes: dict[str, int], options: tuple[SeenOption, ...], offer: bool = False, **hands: Any
) -> Sight:
    placed = tuple(SeenStake(wager, amount) for wager, amount in stakes.items())
    return Sight(hand, "Ann", offer, options, {"1": hands.pop("own"), **hands}, (), placed)


def test_all_hands_of_three_card_poker_make_its_sheet() -> None:
    analysis = known("qld/three-card-poker")
    assert isinstance(analysis, AnteAndRaiseOdds)
    hands, options = analysis.hands, (SeenOption("bet", STAKE, STAKE), SeenOption("fold"))
    total = Fraction(0)
    for cards, size in zip(hands.kinds.tolist(), hands.sizes.tolist(), strict=True):
        seen = asked("1", {"ante": STAKE}, options, own=tuple(hands.pack[card] for card in cards))
        total += best(analysis.values(seen)).value * size
    assert total / comb(52, 3) == analysis.sheet.row("ante").expectation


def test_a_fold_loses_what_lies_beside() -> None:
    analysis = known("qld/three-card-poker")
    options = (SeenOption("bet", STAKE, STAKE), SeenOption("fold"))
    pair, nothing = ("2s", "2h", "5d"), ("2s", "3h", "7d")
    worth = {
        (cards, plus): {one.name: one.value for one in analysis.values(
            asked("1", {"ante": STAKE, "pair plus": plus} if plus else {"ante": STAKE}, options, own=cards))}
        for cards in (pair, nothing) for plus in (0, STAKE // 2)
    }
    for plus in (pair, nothing):
        assert worth[plus, STAKE // 2]["fold"] == worth[plus, 0]["fold"] - Fraction(1, 2)
    assert worth[pair, STAKE // 2]["bet"] == worth[pair, 0]["bet"] + Fraction(1, 2)
    assert worth[nothing, STAKE // 2]["bet"] == worth[nothing, 0]["bet"] - Fraction(1, 2)


def holdem(id: str) -> CommunityOdds:
    analysis = known(id)
    assert isinstance(analysis, CommunityOdds)
    return analysis


def test_all_starting_hands_of_holdem_bonus_make_its_sheet() -> None:
    analysis = holdem("nsw/texas-holdem-bonus-poker")
    options = (SeenOption("flop", 2 * STAKE, 2 * STAKE), SeenOption("fold"))
    both, total = pairs(), Fraction(0)
    many = np.bincount(both.hole, minlength=len(HOLES)).tolist()
    for hole, count in enumerate(many):
        own = decode(both.cards[both.hole.tolist().index(hole)])
        total += best(analysis.values(asked("1", {"ante": STAKE}, options, own=tuple(own), board=()))).value * count
    assert total / comb(52, 2) == analysis.sheet.row("ante").expectation


def test_what_a_street_is_worth_is_the_mean_of_the_next() -> None:
    """After the flop, each way to go on: a mean over every fourth card of the best after it."""
    analysis = holdem("nsw/texas-holdem-bonus-poker")
    own, flop, down = ("Ks", "9h"), ("9c", "4d", "2s"), {"ante": STAKE, "flop": 2 * STAKE}
    turn, river = ((SeenOption(name, STAKE, STAKE), SeenOption("check")) for name in ("turn", "river"))
    before = {one.name: one.value for one in analysis.values(asked("1", down, turn, own=own, board=flop))}
    left = [card for card in deck() if card not in (*own, *flop)]
    for play, stakes in (("check", down), ("turn", {**down, "turn": STAKE})):
        after = [best(analysis.values(asked("1", stakes, river, own=own, board=(*flop, card)))).value for card in left]
        assert before[play] == sum(after, Fraction(0)) / len(left)


@pytest.mark.parametrize("own, flop", [("Ks 9h", "9c 4d 2s"), ("7c 2d", "Kh Qh 5s"), ("Ah Jh", "Th 3h 8c")])
def test_a_flop_by_every_board_behind_it(own: str, flop: str) -> None:
    """Casino hold'em has one decision: to call brings what it does on all boards against all pairs of the dealer."""
    analysis = holdem("cbr/casino-holdem-poker")
    two, three = tuple(own.split()), tuple(flop.split())
    options = (SeenOption("call", 2 * STAKE, 2 * STAKE), SeenOption("fold"))
    seen = asked("1", {"ante": STAKE}, options, own=two, board=three)
    values = {one.name: one.value for one in analysis.values(seen)}
    law, cells = analysis.showdown.law, [0] * len(analysis.plan.endings)
    hole = np.array([CODE[card] for card in two], np.uint8)
    for more in combinations([card for card in deck() if card not in (*two, *three)], 2):
        board = np.array([CODE[card] for card in (*three, *more)], np.uint8)
        value, found = community_kernel.meet_all(HIGH, board, hole, law)
        for place, count in zip(law.cell[law.category[value]].tolist(), found.tolist(), strict=True):
            cells[place] += count
    brings = [analysis.plan.brings("ante", 1, end) + 2 * analysis.plan.brings("call", 2, end)
              for end in range(len(cells))]
    total = sum((count * worth for count, worth in zip(cells, brings, strict=True)), Fraction(0))
    assert values == {"fold": Fraction(-1), "call": total / sum(cells)}


def blackjack() -> BlackjackOdds:
    analysis = known("qld/blackjack")
    assert isinstance(analysis, BlackjackOdds)
    return analysis


PLAYS = (
    SeenOption("stand"), SeenOption("draw"), SeenOption("double down", 1_00, STAKE), SeenOption("split", STAKE, STAKE),
)


def test_all_starting_hands_of_blackjack_make_its_sheet() -> None:
    """With nothing insured, which is best; a blackjack waits against anything but an ace."""
    analysis = blackjack()
    shoe, total = analysis.from_shoe, 0.0
    for held, at in analysis.rules.where.items():
        for up in range(10) if len(held) == 2 else ():
            own, dealer = cards_of(held), (CARDS[up],)
            may = [option for option in PLAYS if (option.name != "split" or held[0] == held[1])
                   and (option.name != "double down" or analysis.rules.hands.may_double[at])]
            if at == shoe.natural:
                worth = shoe.waits(up)
                if up == ACE:
                    offer = (SeenOption("even money"),)
                    worth = float(best(analysis.values(
                        asked("1", {"original": STAKE}, offer, True, own=own, dealer=dealer))).value)
            else:
                worth = float(best(analysis.values(
                    asked("1", {"original": STAKE}, tuple(may), own=own, dealer=dealer))).value)
            total += shoe.deals[at, up] * worth
    assert total == pytest.approx(float(analysis.sheet.row("original").expectation), abs=1e-12)


@pytest.mark.parametrize("own, up", [("5s 6h", "6d"), ("4s 5h", "As"), ("6s 4h", "Td")])
def test_a_double_for_less_lies_between_one_card_for_nothing_and_the_whole(own: str, up: str) -> None:
    analysis = blackjack()
    seen = asked("1", {"original": STAKE}, PLAYS[:3], own=tuple(own.split()), dealer=(up,))
    values = {one.name: one for one in analysis.values(seen)}
    doubled = values["double down"]
    assert doubled.least is not None and doubled.least[0] == 1_00
    one = analysis.from_shoe.one_card(analysis.rules.where[tuple(sorted(map(rank_of, own.split())))], rank_of(up), -1)
    assert doubled.least[1] == pytest.approx(one + (doubled.value - one) * 1_00 / STAKE)
    # One card for nothing is no better than to draw and go on as one likes.
    assert one <= values["draw"].value + 1e-12


def test_one_card_and_the_whole_stake_is_to_double_down() -> None:
    """The same sum with what is paid on the added stake in it is what the plan has for it."""
    analysis = blackjack()
    shoe, rules, doubled = analysis.from_shoe, analysis.rules, analysis.best.plan.first[2]
    plain, rules.pay[DOUBLED] = rules.pay[DOUBLED], rules.pay[DOUBLED] + rules.pay[DOUBLE]
    try:
        for held, at in rules.where.items():
            if rules.hands.may_double[at] and at != shoe.natural:
                for up in range(10):
                    assert shoe.one_card(at, up, -1) == pytest.approx(doubled[at, up]), (held, up)
    finally:
        rules.pay[DOUBLED] = plain


@pytest.mark.parametrize("own", ["9s 9h", "Ts 6h", "As Th", "8s 8h"])
def test_insurance_brings_what_its_row_does_with_these_cards_gone(own: str) -> None:
    analysis = blackjack()
    offer = (SeenOption("insurance", 1_00, STAKE // 2),)
    two = tuple(own.split())
    values = analysis.values(asked("1", {"original": STAKE}, offer, True, own=two, dealer=("As",)))
    assert best(values).name == "pass"
    shoe = list(analysis.game.pack())
    for card in (*two, "As"):
        shoe.remove(card)
    tens = sum(card[0] in "TJQK" for card in shoe)
    brings = (2 * tens - (len(shoe) - tens)) / len(shoe)
    insured = values[1]
    assert insured.least is not None and insured.amount is not None
    more, part = insured.value - insured.least[1], (insured.amount - insured.least[0]) / STAKE
    assert more == pytest.approx(brings * part)


def test_what_is_paid_at_most_is_valued_for_the_stake_that_lies_there() -> None:
    """A cap on payouts makes the same hand worth less to whoever stakes more."""
    from pitboss.odds import advice

    rows = []
    for ante in (10_00, 400_00):
        seen = asked("1", {"ante": ante}, (SeenOption("call", 2 * ante, 2 * ante), SeenOption("fold")),
                     own=("Ah", "Kh"), board=("Qh", "Jh", "2c"))
        rows.append({one["name"]: one["cents"] / ante for one in advice.values(
            "cbr/casino-holdem-poker", (("maximum-payout", "1000"),), seen)})
    assert rows[0]["fold"] == rows[1]["fold"] == -1
    assert rows[1]["call"] < rows[0]["call"] - 0.1


def test_a_table_without_decisions_has_no_values() -> None:
    roulette = known("qld/roulette")
    assert roulette.values(asked("1", {"red": STAKE}, (SeenOption("retract"),), own=())) == ()
    assert not roulette.capped
