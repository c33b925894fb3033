"""Chinese poker: what may be set, what is misset, who pays whom, and stacks that are too short."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.poker_hands import dealt, do, given, refused, stacks

from pitboss.cardroom.game import SET
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import plain_hand
from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.decks import deck
from pitboss.law import Refused, Ruled
from pitboss.rulebooks.mel.c13_chinese import ChinesePoker
from pitboss.table.definition import BadOption
from pitboss.table.facts import Referred

ANN = "As Ah Kd Qs Qh Qd 9c 8c 7s 7h 7d 7c 2s"
BEN = "Kc Qc Js Jh Jd 9d 8d 6d Ts Th Td 5s 5h"
CAT = "4c 4d 2c 8h 8s 5c 5d 3d 9s 9h 6c 6h 3c"


def setting(text: str) -> str:
    """Cards as they are written, three in front, five and five."""
    cards = text.split()
    return f"set front {' '.join(cards[:3])} middle {' '.join(cards[3:8])} back {' '.join(cards[8:])}"


def played(amounts: tuple[int, ...], *hands: str, unit: str = "5") -> Hand:
    h = given(ChinesePoker({"unit": unit}), amounts, *(f"{seat}: {cards}" for seat, cards in enumerate(hands, 1)))
    return do(h, *map(setting, hands))


# -- 13.1: dealing -------------------------------------------------------------------------------------------


def test_thirteen_cards_face_down_one_at_a_time() -> None:
    h = dealt(ChinesePoker(), (100, 100, 100, 100))
    order = deck(52)
    assert h.hole == [list(order[i::4]) for i in range(4)]
    assert not any(h.up)
    assert (h.stage, h.turn) == (SET, 0)


@pytest.mark.parametrize("seated", [5, 6, 7, 8])
def test_of_more_than_four_the_first_four_play(seated: int) -> None:
    h = dealt(ChinesePoker({"commission": "2/person"}), (100,) * seated)
    assert [len(hole) for hole in h.hole] == [13] * 4 + [0] * (seated - 4)
    assert stacks(h) == [98] * 4 + [100] * (seated - 4)
    assert h.fees == 800


def test_no_more_than_eight_are_seated() -> None:
    assert ChinesePoker().refuse_players(8) is None
    found = ChinesePoker().refuse_players(9)
    assert found is not None
    assert found.clause == "MEL-4.1:chinese"


def test_a_boxed_card_that_no_card_is_left_to_replace_is_for_a_supervisor() -> None:
    """14.2.5: the next card replaces it, and of four players' cards there is none."""
    full, three = (dealt(ChinesePoker(), (100,) * players) for players in (4, 3))
    before = plain_hand(full)
    outcome = full.report("card-face-up-in-deck", {"card": full.hole[2][0]})
    assert isinstance(outcome, Referred) and "too few cards left" in outcome.what and plain_hand(full) == before
    ruled = three.report("card-face-up-in-deck", {"card": three.hole[2][0]})
    assert isinstance(ruled, Ruled) and ruled.clause == "MEL-14.2.5"


# -- 13.2: setting -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "set front As Ah middle Kd Qs Qh Qd 9c 8c back 7s 7h 7d 7c 2s",
    "set front As Ah Kd middle Qs Qh Qd 9c back 8c 7s 7h 7d 7c 2s",
    "set front As Ah Kd middle Qs Qh Qd 9c 9c back 7s 7h 7d 7c 2s",
    "set front As Ah Kc middle Qs Qh Qd 9c 8c back 7s 7h 7d 7c 2s",
])
def test_other_hands_than_the_cards_make_are_refused(text: str) -> None:
    h = given(ChinesePoker(), (100, 100), f"1: {ANN}", f"2: {BEN}")
    assert refused(h, text) == "MEL-13.2.1"


def test_nothing_else_is_done_while_hands_are_set() -> None:
    h = given(ChinesePoker(), (100, 100), f"1: {ANN}", f"2: {BEN}")
    for text in ("check", "call", "fold", "bet 5", "all-in", "discard As", "run twice", "take kitty", "decline"):
        refused(h, text)


def test_a_setting_is_seen_when_all_have_set_theirs() -> None:
    h = given(ChinesePoker(), (100, 100), f"1: {ANN}", f"2: {BEN}")
    do(h, setting(ANN))
    assert all(not event.cards or not event.open for event in h.log)
    do(h, setting(BEN))
    assert next(event.cards for event in h.log if event.what == "shown") == ("As", "Ah", "Kd")


RIGHT = "Ks 9h 4d Ts Th Qd 7c 3d As Ah Ad 6c 6s"


@pytest.mark.parametrize(("cards", "right"), [
    (RIGHT, True),
    ("Ts Th Qd Ks 9h 4d 7c 3d As Ah Ad 6c 6s", False),
    ("Ks 9h 4d As Ah Ad 6c 6s Ts Th Qd 7c 3d", False),
    # Equal hands are in order: the same straight twice, and a pair with the same cards beside it as far as they go.
    ("Ks 9h 4d Th 9d 8d 7d 6c Ts 9s 8s 7s 6h", True),
    ("9s 9h Kd 9d 9c Ks Qc 5d As Ah Ad Jc Js", True),
    ("9s 9h Kd 9d 9c Qs Jc 5d As Ah Ad 2c 2s", False),
])
def test_what_is_rightly_set(cards: str, right: bool) -> None:
    parts = parse_cards(cards)
    assert ChinesePoker().rightly_set((parts[:3], parts[3:8], parts[8:])) is right


# -- 13.3 and 13.4: hands and payments -----------------------------------------------------------------------


@pytest.mark.parametrize(("better", "worse"), [
    ("2c 2d 2h", "As Ah Kd"), ("2c 2d 3h", "Ah Kh Qh"), ("Ah Kh 2d", "Ks Qs Js"), ("4c 4d 5h", "4h 4s 3d"),
])
def test_the_order_of_front_hands(better: str, worse: str) -> None:
    game = ChinesePoker()
    assert game.front(parse_cards(better)) > game.front(parse_cards(worse))


def test_three_hands_and_one_unit_more() -> None:
    assert stacks(played((100, 100), ANN, BEN)) == [120, 80]


def test_everybody_pays_everybody() -> None:
    # Ann wins all three hands from both. Cat's fours and two pair beat Ben's in front and in the middle, his full house
    # beats her back hand: 8 units for Ann, -4 - 2 for Ben, -4 + 2 for Cat.
    h = played((100, 100, 100), ANN, BEN, CAT)
    assert sum(stacks(h)) == 300
    assert stacks(h) == [140, 70, 90]


def test_the_hand_ends_the_game_of_chips_as_it_began() -> None:
    h = dealt(ChinesePoker({"unit": "5"}), (100,) * 4)
    while not h.over:
        do(h, setting(" ".join(greedy(h.game, h.hole[h.turn]))))  # type: ignore[arg-type]
    assert sum(h.stacks) == 40_000
    assert h.won == []


def greedy(game: ChinesePoker, cards: list[Card]) -> list[Card]:
    """The best five at the back, the best five of the rest in the middle: never misset."""
    back = max(combinations(cards, 5), key=game.high)
    rest = [card for card in cards if card not in back]
    middle = max(combinations(rest, 5), key=game.high)
    front = [card for card in rest if card not in middle]
    assert game.rightly_set((front, middle, back))
    return [*front, *middle, *back]


# -- 13.4.1: short stacks ------------------------------------------------------------------------------------


def test_nobody_pays_more_than_he_has() -> None:
    assert stacks(played((100, 12), ANN, BEN)) == [112, 0]


def test_payments_go_by_the_order_of_the_comparisons() -> None:
    # Ben has three units, and Ann's three hands take them: nothing for her additional unit, nor for Cat's front and
    # middle. The unit that he then wins from Cat goes back to her as the additional one.
    h = played((100, 15, 100), ANN, BEN, CAT)
    paid = [event.amount for event in h.log if event.what == "paid" and event.place == 1]
    assert paid == [500, 500, 500, 0, 0, 0, 500]
    assert stacks(h) == [135, 0, 80]


def test_what_was_won_before_can_be_paid_away() -> None:
    # Ben, first to be compared, has one unit; it goes to Ann for the fronts. Cat gets nothing for hers, and neither
    # of them anything for the middle. At the back Ben wins one from Cat, and owes it to Ann at once for all three.
    h = played((5, 100, 100), BEN, ANN, CAT)
    assert sum(stacks(h)) == 205
    assert min(stacks(h)) >= 0
    amounts = [(event.place, event.amount) for event in h.log if event.what == "paid"]
    assert amounts[:8] == [(0, 500), (0, 0), (0, 0), (0, 0), (0, 0), (2, 500), (0, 500), (0, 0)]


def test_a_misset_hand_pays_four_units_as_far_as_they_go() -> None:
    misset = "Qs Qh Qd As Ah Kd 9c 8c 7s 7h 7d 7c 2s"
    assert stacks(played((100, 100), misset, BEN)) == [80, 120]
    assert stacks(played((100, 100), BEN, misset)) == [120, 80]
    h = played((30, 100, 100), misset, BEN, CAT)
    assert [event.amount for event in h.log if event.clause == "MEL-13.5.1" and event.what == "won"] == [2000, 1000]


# -- 7.2: commission -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("commission", "clause"), [("5%", "MEL-7.2.1"), ("5/hand", "MEL-7.2.2"), ("1%", "MEL-7.2.1")])
def test_what_comes_from_a_pot_cannot_be_taken(commission: str, clause: str) -> None:
    with pytest.raises(BadOption, match=clause):
        ChinesePoker({"commission": commission})
    assert ChinesePoker({"commission": "2/person"}).fee_per_person == 200


def test_there_is_no_straddle() -> None:
    for amount in (0, 100, 1000):
        found = ChinesePoker().straddle((), 0, 0, amount)
        assert isinstance(found, Refused)
        assert found.clause == "MEL-6.5"
