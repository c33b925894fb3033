"""A single hand: pots by themselves, what cannot be dealt, and acts that make no sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nan
from random import Random
from typing import Any

import pytest
from support.poker_hands import do, given, legal
from support.random_hands import snapshot

from pitboss import cardroom
from pitboss.cardroom.acts import CALL, CHECK, FOLD, TIME_OUT, UNDO, Motion, PutChips, Say, WagerTo
from pitboss.cardroom.game import DRAW, RUNS
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot, equal_parts, in_parts, pots
from pitboss.cardroom.showdown import hands_read, shows
from pitboss.equipment.decks import deck
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.rulebooks.mel.c09_draw import LowballTwoToSeven
from pitboss.rulebooks.mel.c10_stud import SevenCardStud, showing, showing_low
from pitboss.rulebooks.mel.c12_flop_games import CrazyPineappleHoldem, Holdem, Omaha

DECK = deck()


def holdem(stacks: Sequence[Cents] = (20000, 20000, 20000), **options: str) -> Hand:
    return Hand(Holdem(options), range(1, len(stacks) + 1), stacks, DECK, button=len(stacks) - 1)


# -- pots -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("put", "live", "dead", "made"),
    [
        # All put in the same: one pot, folded players' chips in it.
        ([50, 50, 50], [0, 2], 0, [Pot(150, (0, 2), (0, 1, 2))]),
        # One all-in for less, and who folded before.
        ([50, 20, 50, 5], [0, 1, 2], 0, [Pot(65, (0, 1, 2), (0, 1, 2, 3)), Pot(60, (0, 2), (0, 2))]),
        # Three levels.
        ([10, 20, 30, 30], [0, 1, 2, 3], 0,
         [Pot(40, (0, 1, 2, 3), (0, 1, 2, 3)), Pot(30, (1, 2, 3), (1, 2, 3)), Pot(20, (2, 3), (2, 3))]),
        # A folded player put in more than anybody left: it lies in the last pot.
        ([30, 30, 50], [0, 1], 0, [Pot(110, (0, 1), (0, 1, 2))]),
        ([10, 30, 50], [0, 1], 0, [Pot(30, (0, 1), (0, 1, 2)), Pot(60, (1,), (1, 2))]),
        # Dead money lies in the main pot.
        ([20, 40, 40], [0, 1, 2], 7, [Pot(67, (0, 1, 2), (0, 1, 2)), Pot(40, (1, 2), (1, 2))]),
        ([0, 0], [0, 1], 7, [Pot(7, (0, 1), ())]),
        # Somebody left who put in nothing contests nothing.
        ([0, 40, 40], [0, 1, 2], 0, [Pot(80, (1, 2), (1, 2))]),
        ([0, 0], [0, 1], 0, []),
        ([0, 5], [0], 0, [Pot(5, (0,), (1,))]),
    ],
)
def test_pots(put: list[int], live: list[int], dead: int, made: list[Pot]) -> None:
    assert pots(put, live, dead) == made


def test_pots_cent_by_cent() -> None:
    """Each cent of a player goes to the pot of those left who put in as much, or to the last one."""
    rng = Random("pots")
    for _ in range(400):
        put = [rng.choice((0, rng.randint(1, 9))) for _ in range(rng.randint(2, 8))]
        live = sorted(rng.sample(range(len(put)), rng.randint(1, len(put))))
        layers: dict[tuple[int, ...], int] = {}
        over = 0
        for level in range(1, 10):
            eligible = tuple(i for i in live if put[i] >= level)
            cents = sum(one >= level for one in put)
            if eligible:
                layers[eligible] = layers.get(eligible, 0) + cents
            else:
                over += cents
        made = pots(put, live)
        assert sum(pot.amount for pot in made) == sum(put)
        if layers:
            layers[[*layers][-1]] += over
            assert {pot.eligible: pot.amount for pot in made} == layers


def test_parts_in_whole_chips() -> None:
    assert equal_parts(1000, 3, 100) == (300, 100) and equal_parts(900, 3, 100) == (300, 0)
    assert equal_parts(99, 2, 100) == (0, 99)
    assert in_parts(1000, 3, 100) == [400, 300, 300] and in_parts(50, 2, 100) == [50, 0]
    assert in_parts(1000, 1, 100) == [1000]


# -- what cannot be dealt ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "stacks", "cards", "told"),
    [
        ((1,), (200,), DECK, "one player [MEL-4.1:holdem]; from 2 to 11"),
        ((), (), DECK, "one player [MEL-4.1:holdem]; from 2 to 11"),
        (range(1, 13), [200] * 12, DECK, "12 players [MEL-4.1:holdem]; at most 11 with 52 cards"),
        (range(1, 1001), [200] * 1000, DECK, "1000 players [MEL-4.1:holdem]; at most 11 with 52 cards"),
        ((1, 2, 1), (200, 200, 200), DECK, "3 seats (1, 2, 1) with 3 stacks; every seat once, and a stack for each"),
        ((1, 2), (200, 200, 200), DECK, "2 seats (1, 2) with 3 stacks; every seat once, and a stack for each"),
        ((1, 2), (200, 0), DECK, "a stack of 0 at seat 2; whole cents above zero"),
        ((1, 2), (-5, 200), DECK, "a stack of -5 at seat 1; whole cents above zero"),
        ((1, 2), (200, nan), DECK, "a stack of nan at seat 2; whole cents above zero"),
        ((1, 2), (200, 200.0), DECK, "a stack of 200.0 at seat 2; whole cents above zero"),
        ((1, 2), (200, True), DECK, "a stack of True at seat 2; whole cents above zero"),
        ((1, 2), (200, "200"), DECK, "a stack of '200' at seat 2; whole cents above zero"),
        ((1, 2), (200, 200), (*DECK[:-1], "2c"), "the 2c is in the deck twice, or not of a deck of 52 cards"),
        ((1, 2), (200, 200), (*DECK[:-1], "1s"), "the 1s is in the deck twice, or not of a deck of 52 cards"),
        ((1, 2), (200, 200), DECK[:11], "11 cards for 2 players; mel/holdem deals up to 12"),
        (range(1, 12), [200] * 11, DECK[:29], "29 cards for 11 players; mel/holdem deals up to 30"),
    ],
)
def test_hands_that_cannot_be_dealt(seats: Any, stacks: Any, cards: Any, told: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        Hand(Holdem(), seats, stacks, cards)
    assert str(refused.value) == told and "\n" not in told


def test_hands_that_can_just_be_dealt() -> None:
    assert Hand(Holdem(), (1, 2), (1, 1), DECK[:12]).over
    assert len(Hand(Holdem(), range(1, 12), [200] * 11, DECK[:30]).seats) == 11
    assert legal(Hand(Holdem(), (7, 3), (10**15, 10**15), DECK)).raise_to == 10**15


def test_a_short_deck_knows_its_cards_and_its_players() -> None:
    short = Holdem({"deck": "20"})
    with pytest.raises(ValueError, match="the 2c is in the deck twice, or not of a deck of 20 cards"):
        Hand(short, (1, 2), (200, 200), DECK)
    with pytest.raises(ValueError, match=r"7 players \[MEL-4.1:holdem\]; at most 6 with 20 cards"):
        Hand(short, range(7), [200] * 7, deck(20))


@pytest.mark.parametrize(
    ("stacks", "clause"), [([200], "MEL-4.1:holdem"), ([200] * 1000, "MEL-4.1:holdem"), ([200, 0], "MEL-6.2"),
                           ([200, nan], "MEL-6.2"), ([200, 1.5], "MEL-6.2"), ([200, -1], "MEL-6.2")],
)
def test_deals_that_are_refused(stacks: list[Any], clause: str) -> None:
    refused = cardroom.deal(Holdem(), stacks)
    assert isinstance(refused, Refused) and refused.clause == clause and "\n" not in str(refused)


# -- amounts that make no sense ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "clause"),
    [
        (nan, "MEL-6.6"), (inf, "MEL-6.6"), (400.0, "MEL-6.6"), ("400", "MEL-6.6"), (None, "MEL-6.6"),
        (True, "MEL-6.6"), (0, "MEL-6.6"), (-400, "MEL-6.6"), (200, "MEL-6.6"), (399, "MEL-6.6"), (300, "MEL-6.6"),
        (401, "MEL-6.2"), (450, "MEL-6.2"), (20001, "MEL-1.1:table-stakes"), (10**30, "MEL-1.1:table-stakes"),
    ],
)
def test_amounts_that_are_refused(to: Any, clause: str) -> None:
    h = holdem()
    before = snapshot(h)
    for refused in (h.wager(to), h.copy().wager(to)):
        assert isinstance(refused, Refused) and refused.clause == clause, refused
        assert refused.legal == "raise to from 4 to 200" and "\n" not in str(refused)
    assert snapshot(h) == before


@pytest.mark.parametrize("to", [400, 500, 19900, 20000])
def test_amounts_at_the_limits(to: int) -> None:
    assert holdem().wager(to) is None


def test_an_odd_stack_may_go_all_in() -> None:
    h = holdem((20000, 20000, 1050))
    assert isinstance(h.wager(1049), Refused) and h.wager(1050) is None


# -- acts that are out of place -----------------------------------------------------------------------------------


def refuses(h: Hand, act: Callable[[Hand], Refused | None], clause: str) -> None:
    """One line with its clause, and nothing changed."""
    before = snapshot(h)
    refused = act(h)
    assert isinstance(refused, Refused) and "\n" not in str(refused)
    assert refused.clause == clause, refused
    assert snapshot(h) == before


def test_acts_that_the_betting_does_not_know() -> None:
    h = holdem()
    refuses(h, lambda h: h.discard(h.hole[2][:1]), "MEL-8.2")
    refuses(h, lambda h: h.set_hands(["As"]), "MEL-8.2")
    refuses(h, lambda h: h.run(2), "MEL-12.6.1")
    refuses(h, lambda h: h.take_kitty(), "MEL-8.2")
    refuses(h, lambda h: h.decline(), "MEL-8.2.4")
    refuses(h, lambda h: h.check(), "MEL-1.1:check")
    do(h, "call", "call", "check")
    refuses(h, lambda h: h.call(), "MEL-8.2.1")


def test_betting_while_cards_are_drawn() -> None:
    h = Hand(LowballTwoToSeven(), (1, 2), (20000, 20000), DECK)
    do(h, "call", "check")
    assert h.stage == DRAW
    for act in (Hand.fold, Hand.check, Hand.call, Hand.all_in, Hand.decline, Hand.take_kitty):
        refuses(h, act, "MEL-8.2")
    refuses(h, lambda h: h.wager(400), "MEL-8.2")
    refuses(h, lambda h: h.do(TIME_OUT), "MEL-8.2")
    refuses(h, lambda h: h.do(Say("raise")), "MEL-8.2")
    refuses(h, lambda h: h.do(PutChips(200, 1)), "MEL-8.2")
    refuses(h, lambda h: h.do(CHECK, 1), "MEL-8.2")
    refuses(h, lambda h: h.discard(["As", "As"]), "MEL-9.4.1")
    refuses(h, lambda h: h.discard(h.hole[1][:1]), "MEL-9.4.1")


def test_runs_are_whole_numbers() -> None:
    h = Hand(Omaha(), (1, 2), (20000, 20000), DECK, ask_runs=True)
    do(h, "all-in", "call")
    assert h.stage == RUNS
    for times in (0, -1, 9, 2.0, nan, "2", None, True):
        refused = h.copy().run(times)  # type: ignore[arg-type]
        assert isinstance(refused, Refused), times
        refuses(h, lambda h, times=times: h.run(times), refused.clause)
    refuses(h, Hand.fold, "MEL-8.2")
    assert h.run(2) is None and h.run(2) is None and h.over and len(h.boards) == 2


def test_runs_wait_for_a_discard() -> None:
    """Three cards cannot be played out: the board is run after the discards."""
    h = Hand(CrazyPineappleHoldem(), (1, 2), (20000, 20000), DECK, ask_runs=True)
    do(h, "all-in", "call")
    assert (h.stage, len(h.boards[0])) == ("discard", 3)
    for place in (0, 1):
        assert h.discard(h.hole[place][:1]) is None
    assert h.stage == RUNS and h.run(2) is None and h.run(2) is None
    assert h.over and [len(board) for board in h.boards] == [5, 5] and h.boards[0][:3] == h.boards[1][:3]


@pytest.mark.parametrize("amount", [0, -1, nan, inf, 200.0, "200", None, 20001, True])
def test_chips_that_are_not_there(amount: Any) -> None:
    refuses(holdem(), lambda h: h.do(PutChips(amount, 1)), "MEL-6.2")


def test_words_that_bind_to_nothing() -> None:
    h = holdem((20000, 20000, 20000))
    refuses(h, lambda h: h.do(Say("banana")), "MEL-6.18")
    # A raise cannot be announced by one who has none.
    do(h, "raise to 6", "all-in", "fold")
    assert not legal(h).raise_from
    refuses(h, lambda h: h.do(Say("raise")), "MEL-6.16.1")
    assert h.do(Say("all-in")) is None and h.over


@pytest.mark.parametrize("place", [-1, 0, 3, 99, "1", 2.0])
def test_nobody_acts_early_who_takes_no_part(place: Any) -> None:
    h = holdem()
    do(h, "call", "fold")
    assert h.turn == 1
    refuses(h, lambda h: h.do(CHECK, place), "MEL-6.16.1")


def test_early_acts_that_make_no_sense() -> None:
    h = holdem()
    refuses(h, lambda h: h.do(Motion("banana"), 0), "MEL-6.18")
    refuses(h, lambda h: h.do(WagerTo(-400), 0), "MEL-6.2")
    refuses(h, lambda h: h.do(WagerTo(nan), 0), "MEL-6.2")  # type: ignore[arg-type]
    refuses(h, lambda h: h.do(UNDO, 0), "MEL-8.2")
    assert h.do(FOLD, 0) is None and h.early and h.do(UNDO, 0) is None and not h.early


# -- the state of a hand ------------------------------------------------------------------------------------------


def test_who_cannot_pay_the_fee_and_more_is_all_in() -> None:
    h = Hand(Holdem({"commission": "2/person"}), range(1, 5), (20000, 20000, 200, 20000), DECK, button=3)
    assert h.stacks[2] == 0 and h.fees == 800 and h.turn == 3
    assert not h.active >> 2 & 1 and h.live >> 2 & 1


def test_a_pot_limit_leaves_room_for_the_least_bet() -> None:
    """Antes of 1 and 1: half of them is less than a bet of 2 may be."""
    for structure, most in (("half-pot", 200), ("pot-limit", 200)):
        game = cardroom.new_game("mel/draw-ante", {"structure": structure, "ante": "1", "bet": "2"})
        h = Hand(game, (1, 2), (20000, 20000), DECK)
        assert (legal(h).raise_from, legal(h).raise_to) == (game.least_bet(h), max(most, game.least_bet(h)))
        assert h.wager(legal(h).raise_from) is None


def test_nothing_is_read_before_the_showdown() -> None:
    h = holdem()
    assert shows(h) == hands_read(h) == []
    do(h, "fold", "fold")
    assert h.over and shows(h) == hands_read(h) == []


def test_what_is_showing() -> None:
    """10.4.2: two pairs above one, three alike above two pairs, and so on; the other way round in razz."""
    order = ("2c 3d", "Ac Kd", "2c 2d 4h 3s", "Ac Ad Kh Qs", "3c 3d 2h 2s", "2c 2d 2h 3s", "Ac Ad Ah Ks", "2c 2d 2h 2s")
    four = [text.split() for text in order[2:]]
    assert sorted(four, key=showing) == four
    assert showing(["Ac", "Kd"]) > showing(["2c", "3d"]) and showing_low(["Ac", "Kd"]) > showing_low(["2c", "3d"])
    assert showing_low(["Kc", "Kd", "Qh", "Js"]) < showing_low(["2c", "2d", "Ah", "As"])


def test_the_best_hand_showing_opens_with_two_pairs() -> None:
    """Aces in one hand, two small pairs in another: the pairs open sixth street."""
    h = given(SevenCardStud({"structure": "fixed"}), (200, 200), "1: 7c 8c Ad Kh 9s Ah 2s", "2: 9d Tc 2d 3d 2h 3h 4s")
    do(h, "call", "check", "check", "check", "check")
    assert h.street == 3 and h.turn == 1


def test_what_may_be_bet_is_asked_again_when_it_changes() -> None:
    """6.18.3: the small blind has checked out of turn, which takes a raise away that was offered before."""
    h = holdem((20000, 20000, 20000, 20000))
    assert h.do(CHECK, 0) is None
    do(h, "call")
    assert h.copy().legal() is not None and h.do(CALL) is None
    assert h.turn == 0 and not legal(h).raise_from and h.copy().legal() == legal(h)
    refuses(h, lambda h: h.wager(400), "MEL-6.18.3")
