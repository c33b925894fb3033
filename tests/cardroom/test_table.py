"""The table that plays hand after hand: seats, button and blinds, those who come in, copies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.poker_tables import NAMES, STACK, clause, deal, folded, mel, nobody_changed, qld, seated, where

from pitboss.cardroom.acts import Motion
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.seating import BACK, NEW, Claim, Entering, Entry, Kill, Positions
from pitboss.cardroom.table import PokerTable
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused
from pitboss.rulebooks.mel.c08_seats import GRACE
from pitboss.rulebooks.mel.c10_stud import SevenCardStud
from pitboss.rulebooks.mel.c12_flop_games import Holdem

# -- the first hand, and the way round -------------------------------------------------------------------


def test_the_first_button_is_at_the_dealers_right_hand() -> None:
    for game in (mel(), qld()):
        table = seated(game, 2, 4, 7, 9)
        hand = deal(table)
        assert where(table) == (9, 2, 4)
        assert hand.seats == (2, 4, 7, 9)


def test_the_first_button_passes_over_an_absent_player() -> None:
    for game in (mel(), qld()):
        table = seated(game, 2, 4, 7, 9)
        assert table.away(9) is None
        assert table.away(2) is None
        table.sit(5, "Eve", STACK)
        folded(table)
        assert where(table) == (7, 4, 5)


@pytest.mark.parametrize("game", [mel(), qld()], ids=["mel", "qld"])
def test_button_and_blinds_go_round(game: PokerGame) -> None:
    table = seated(game, 1, 2, 3, 4)
    seen = []
    for _ in range(5):
        folded(table)
        seen.append(where(table))
    assert seen == [(4, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)]


def test_cards_are_dealt_from_the_left_of_the_button() -> None:
    table = seated(mel(), 1, 2, 3, 4, button=2)
    hand = deal(table)
    assert hand.seats == (3, 4, 1, 2)
    assert hand.button == 3
    cards = SeededSource("table")
    again = seated(mel(), 1, 2, 3, 4, button=2).start(source=cards)
    assert isinstance(again, Hand) and again.hole == hand.hole


def test_two_players() -> None:
    """Melbourne: left of the button first. Queensland: the button itself."""
    table = seated(mel(), 1, 2)
    folded(table)
    assert where(table) == (2, 1, 2)
    folded(table)
    assert where(table) == (1, 2, 1)
    table = seated(qld(), 1, 2)
    folded(table)
    assert where(table) == (2, 2, 1)
    folded(table)
    assert where(table) == (1, 1, 2)


@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_three_players_become_two(leaver: int) -> None:
    """Button 3, blinds 1 and 2. The last blind never comes to the same player twice running."""
    expected = {
        mel: {1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 1)},
        qld: {1: (2, 2, 3), 2: (1, 1, 3), 3: (2, 2, 1)},
    }
    for make, positions in expected.items():
        table = seated(make(), 1, 2, 3)
        folded(table)
        assert where(table) == (3, 1, 2)
        assert table.leave(leaver) is None
        hand = folded(table)
        assert where(table) == positions[leaver]
        # The small blind of a seat that was left is nobody's; between two in Queensland there is always one.
        assert sum(blind.sets_price for blind in hand.blinds) == (1 if make is mel and leaver == 2 else 2)


def test_dead_button_beside_two_players_in_queensland() -> None:
    """19(5)(b): told a button at an empty seat, the player on its right is the designated one."""
    table = seated(qld(), 2, 5, button=4)
    hand = deal(table)
    assert where(table) == (4, 2, 5)
    assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == [(2, 500), (5, 1000)]
    assert hand.seats == (5, 2)
    assert qld().designated([2, 5], 4) == 2
    assert qld().designated([2, 5], 5) == 5


def test_a_third_player_joins_two() -> None:
    """Melbourne: with three the button would come to the new player, who is not dealt in there and waits."""
    table = seated(mel(), 1, 3)
    folded(table)
    assert where(table) == (3, 1, 3)
    table.sit(2, "Ben", STACK)
    assert clause(table.post(2, 1000)) == "MEL-8.9"
    folded(table)
    assert where(table) == (1, 3, 1)
    hand = folded(table)
    assert where(table) == (3, 1, 2) and len(hand.seats) == 3


def test_moved_by_the_house_a_third_player_has_the_button() -> None:
    for game, first, seat, then in ((mel(), (3, 1, 3), 2, (2, 3, 1)), (qld(), (3, 3, 1), 5, (5, 1, 3))):
        table = seated(game, 1, 3)
        folded(table)
        assert where(table) == first
        assert table.sit(seat, "Bob", STACK, moved=True) is None
        assert len(deal(table).seats) == 3
        assert where(table) == then


def test_a_button_without_blinds_moves_on() -> None:
    table = seated(Holdem({"blinds": "0", "ante": "1"}), 1, 4, 6)
    seen = []
    for _ in range(4):
        folded(table)
        seen.append(where(table))
    assert seen == [(6,), (1,), (4,), (6,)]


def test_three_blinds_go_round_too() -> None:
    table = seated(mel(blinds="1/2/4"), 1, 2, 3, 4, 5)
    folded(table)
    assert where(table) == (5, 1, 2, 3)
    assert table.leave(2) is None
    hand = folded(table)
    assert where(table) == (1, 2, 3, 4)
    assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == [(3, 200), (4, 400)]


def test_two_players_and_three_blinds() -> None:
    """One wager a player: the larger blind takes the smaller in."""
    hand = deal(seated(mel(blinds="1/2/4"), 1, 2))
    assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == [(2, 200), (1, 400)]
    assert sorted(hand.bets) == [200, 400]


def test_stud_has_neither_button_nor_entry() -> None:
    table = seated(SevenCardStud({"structure": "fixed"}), 1, 3)
    folded(table)
    assert table.sit(2, "Ben", STACK) is None
    assert clause(table.post(2, 100)) == "MEL-8.2"
    assert deal(table).seats == (1, 2, 3)


def test_the_button_cannot_be_refused() -> None:
    assert clause(seated(qld(), 1, 2).refuse_button(1)) == "QLD-10-19(3)"
    assert clause(seated(mel(), 1, 2).refuse_button(1)) == "MEL-8.2"


# -- those who leave, miss blinds and come back ----------------------------------------------------------


def test_the_small_blind_leaves() -> None:
    for game in (mel(), qld()):
        table = seated(game, 1, 2, 3, 4)
        folded(table)
        table.leave(2)
        hand = folded(table)
        assert where(table) == (1, 2, 3)
        assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == [(3, 1000)]
        folded(table)
        assert where(table) == (2, 3, 4)
        assert table.game.order([1, 3, 4], 2) == [3, 4, 1]


def test_missed_blinds_melbourne() -> None:
    """The large one live, the small one dead, each once however often it passed."""
    table = seated(mel(), 1, 2, 3, 4, 5)
    folded(table)
    assert where(table) == (5, 1, 2)
    table.away(3)
    folded(table)
    assert table.players[3].missed == [0, 1]
    table.back(3)
    # The small blind is about to pass her as well.
    assert table.owes(3) == Entry(1000, 0, table.game.enters(who(BACK, missed=(0, 1))).clause)  # type: ignore[union-attr]
    table.away(3)
    folded(table)
    assert table.players[3].missed == [1, 1]
    folded(table, 5)
    assert table.players[3].missed == [2, 2]
    table.back(3)
    entry = table.owes(3)
    assert isinstance(entry, Entry) and entry[:2] == (1000, 500) and str(entry.clause) == "MEL-8.8.3"
    before = table.plain()
    nobody_changed(table, table.post(3, 1000), "MEL-8.8.3", before)
    nobody_changed(table, table.post(3, 2000), "MEL-8.8.3", before)
    assert table.post(3, 1500) is None
    hand = deal(table)
    assert 3 in hand.seats and hand.dead == 500


def who(kind: str, **facts: Any) -> Entering:
    return Entering(kind, **{
        "due": False, "on_button": False, "in_blinds": False, "passed": True, "missed": (0, 0), **facts,
    })


def test_missed_blinds_queensland() -> None:
    """26(2) and (4): all that was missed, at most both blinds; above the second it is dead."""
    game = qld()
    clauses = {"QLD-10-26(2)"}
    for missed, live, dead in (
        ((0, 0), 0, 0), ((1, 0), 500, 0), ((0, 1), 1000, 0), ((1, 1), 1000, 500), ((2, 0), 1000, 0),
        ((3, 0), 1000, 500), ((0, 2), 1000, 500), ((5, 5), 1000, 500),
    ):
        entry = game.enters(who(BACK, missed=missed))
        assert isinstance(entry, Entry)
        assert entry[:2] == (live, dead) and {str(entry.clause)} == clauses
    assert game.enters(who(BACK, due=True, missed=(1, 1)))[:2] == (0, 0)
    for facts in ({"on_button": True}, {"in_blinds": True}):
        assert clause(game.enters(who(BACK, **facts))) == "QLD-10-23(3)"
        assert clause(game.enters(who(NEW, **facts))) == "QLD-10-23(3)"


def test_back_before_anything_was_missed() -> None:
    for game in (mel(), qld()):
        table = seated(game, 1, 2, 3, 4, 5, 6)
        folded(table)
        table.away(5)
        table.back(5)
        assert table.owes(5) is None
        table.away(5)
        folded(table)
        table.back(5)
        entry = table.owes(5)
        assert isinstance(entry, Entry) and not entry.amount
        assert 5 in deal(table).seats


def test_absent_without_approval_is_new() -> None:
    """23(2): only an approved absence is returned from."""
    table = seated(qld(), 1, 2, 3, 4, 5, 6, button=1)
    table.away(6, approved=False)
    folded(table)
    table.back(6)
    assert clause(table.post(6, 500)) == "QLD-10-26(1)"
    assert table.post(6, 1000) is None
    table = seated(mel(), 1, 2, 3, 4, 5, 6)
    table.away(6, approved=False)
    folded(table)
    table.back(6)
    assert 6 in deal(table).seats


def test_waiting_ends_with_the_blind() -> None:
    for game in (mel(), qld()):
        table = seated(game, 1, 2, 3, 4, button=1)
        folded(table)
        table.sit(5, "Eve", STACK)
        assert table.wait(5) is None
        assert 5 not in folded(table).seats
        hand = folded(table)
        assert where(table) == (3, 4, 5)
        assert 5 in hand.seats and len(hand.blinds) == 2


# -- new players -----------------------------------------------------------------------------------------


def test_new_player_posts() -> None:
    for game, small in ((mel(), "MEL-8.9.2"), (qld(), "QLD-10-26(1)")):
        table = seated(game, 1, 2, 3, 4, button=1)
        folded(table)
        table.sit(6, "Fay", STACK)
        before = table.plain()
        nobody_changed(table, table.post(6, 500), small, before)
        assert table.post(6, 1000) is None
        hand = deal(table)
        assert hand.seats == (3, 4, 6, 1, 2)
        assert [(hand.seats[b.place], b.live, b.sets_price) for b in hand.blinds] == [
            (6, 1000, False), (3, 500, True), (4, 1000, True),
        ]
        assert hand.seats[hand.turn] == 6 and hand.legal().check  # type: ignore[union-attr]


def test_new_player_where_the_second_blind_has_not_been() -> None:
    """QLD-10-23(1)(c): the game started with this table; the second blind has been at seat 2 and nowhere else."""
    table = seated(qld(), 1, 2, 3, 4)
    folded(table)
    assert where(table) == (4, 1, 2)
    table.sit(5, "Eve", STACK)
    assert table.owes(5)[:2] == (0, 0)  # type: ignore[index]
    table.leave(2)
    table.sit(2, "Bob", STACK)
    assert clause(table.post(2, 1000)) == "QLD-10-23(3)"
    hand = folded(table)
    assert hand.seats == (3, 4, 5, 1)
    folded(table, 2)
    assert table.leave(3) is None
    folded(table)
    assert table.sit(3, "Bea", STACK) is None
    assert table.owes(3) is not None and table.post(3, 1000) is None


def test_new_players_may_be_let_in_free() -> None:
    table = seated(mel(new_players="free"), 1, 2, 3, 4, button=1)
    folded(table)
    table.sit(6, "Fay", STACK)
    assert 6 in deal(table).seats


def test_moved_by_the_house_is_not_new() -> None:
    for game in (mel(), qld(buy_in="100-200")):
        table = PokerTable(game, 1)
        for seat in (1, 2, 3, 4):
            assert table.sit(seat, NAMES[seat], 20_000) is None
        folded(table)
        assert table.sit(6, "Fay", 50_000, moved=True) is None
        assert table.players[6].stack == 50_000
        assert 6 in deal(table).seats


def test_posts_come_before_the_cards() -> None:
    blind, straddle = "MEL-1.1:blind", "QLD-10-11(4)"
    for game, late, later in ((mel(), blind, blind), (qld(straddle="live"), "QLD-10-26(3)", straddle)):
        table = seated(game, 1, 2, 3, button=1)
        folded(table)
        table.sit(4, "Dee", STACK)
        deal(table)
        assert clause(table.post(4, 1000)) == late
        assert clause(table.straddle(1, 2000)) == later


def test_no_deal_without_the_blinds() -> None:
    game = qld()
    assert clause(game.refuse_deal([])) == "QLD-10-25(7)"
    assert game.refuse_deal(game.posted(Positions(1, (2, 3)), {2: 0, 3: 1})) is None


def test_a_game_that_broke_up_starts_anew() -> None:
    """One is left, and a new player takes the button's seat: there is no other way to play."""
    for game in (mel(), qld()):
        table = seated(game, 1, 2, button=1)
        folded(table)
        table.leave(2)
        assert clause(table.start()) in ("MEL-4.1:holdem", "QLD-10-13(1)")
        table.sit(2, "Bob", STACK)
        lineup = table.lineup()
        assert not isinstance(lineup, Refused)
        assert len(deal(table).seats) == 2
    table = seated(mel(), 1, 2)
    folded(table)
    table.leave(1)
    table.leave(2)
    assert table.positions is None
    table.sit(5, "Eve", STACK)
    assert table.players[5].entry == "" and table.players[5].founder


# -- changes of seat -------------------------------------------------------------------------------------


def test_moving_past_live_players() -> None:
    """8.8.5: past two is free, past three is not; an absent player is no live one."""
    for to, absent, owed in ((6, (), 0), (8, (), 1000), (8, (7,), 0)):
        table = PokerTable(mel(), 9)
        for seat in (1, 2, 3, 4, 5, 7, 9):
            table.sit(seat, NAMES[seat - 1], STACK)
        for seat in absent:
            table.away(seat)
        folded(table)
        assert where(table) == (9, 1, 2)
        table.sit(10, "Jim", STACK)
        past = {6: "4 and 5", 8: "4, 5 and 7"}[to]
        assert table.move(3, to) is None, past
        entry = table.owes(to)
        assert (entry.amount if isinstance(entry, Entry) else 0) == owed
        if owed:
            assert clause(table.post(to, 500)) == "MEL-8.8.5"
            assert table.post(to, 1000) is None
        assert to in deal(table).seats


def test_moving_into_the_buttons_seat() -> None:
    """8.8.5: who paid a blind in the last hand is dealt in there, however far it is; others are not."""
    for seat, owed in ((2, False), (3, True)):
        table = seated(mel(), 1, 2, 3, 4, 5, 6, button=6)
        folded(table)
        assert where(table) == (6, 1, 2)
        table.leave(1)
        assert table.move(seat, 1) is None
        entry = table.owes(1)
        assert bool(isinstance(entry, Entry) and entry.amount) is owed
        assert (1 in deal(table).seats) is not owed


def test_moving_does_not_get_out_of_the_small_blind() -> None:
    """8.8.3: seat 2 had the large blind, owes the small one and goes past one player: it is put down dead."""
    table = seated(mel(), 1, 2, 3, 5, 6, button=6)
    folded(table)
    assert where(table) == (6, 1, 2)
    assert table.move(2, 4) is None
    entry = table.owes(4)
    assert isinstance(entry, Entry) and entry[:2] == (0, 500) and str(entry.clause) == "MEL-8.8.3"
    assert 4 not in table.copy().start(source=SeededSource(1)).seats  # type: ignore[union-attr]
    assert table.post(4, 500) is None
    hand = deal(table)
    assert hand.dead == 500 and 4 in hand.seats


def test_moving_in_queensland_costs_nothing() -> None:
    table = seated(qld(), 1, 2, 3, 4, 5, button=5)
    folded(table)
    assert table.move(4, 9) is None
    assert table.owes(9) is None


def test_refused_moves() -> None:
    table = seated(mel(), 1, 2, 3)
    before = table.plain()
    for seat, to in ((1, 2), (4, 5), (1, 0), (1, -3)):
        nobody_changed(table, table.move(seat, to), "MEL-8.1", before)
    nobody_changed(table, table.move(1, 12), "MEL-4.1:holdem", before)
    deal(table)
    assert clause(table.move(1, 5)) == "MEL-8.1"


def test_who_gets_a_seat() -> None:
    game = mel()
    assert game.best_claims([Claim("Ann"), Claim("Ben", True), Claim("Cat", True, True)]) == ("Ben", "Cat")
    assert game.best_claims([Claim("Ann"), Claim("Dee")]) == ("Ann", "Dee")
    unused = [Claim("Ann"), Claim("Ben", True)]
    assert game.best_claims(unused, vacated=False) == ("Ann", "Ben"), "8.1.2 is about a seat that its player left"
    assert game.wins_draw({"Ann": "Kc", "Ben": "Ks", "Cat": "Qs"}) == ("Ann", "Ben"), "3.2.4: suits are alike"
    assert game.wins_draw({"Ann": "Kc", "Ben": "As", "Cat": "Qs"}) == ("Ben",)
    assert game.wins_draw({"Ann": "2c"}) == ("Ann",)
    q = qld()
    everybody = [Claim("Ann"), Claim("Ben", True), Claim("Cat", True, True), Claim("Dee", True, True)]
    assert q.best_claims(everybody) == ("Cat", "Dee")
    assert q.best_claims(everybody[:2]) == ("Ben",)
    assert q.best_claims([Claim("Ann"), Claim("Zoe")]) == ("Ann", "Zoe")
    assert q.best_claims(everybody, started=False) == ("Ann", "Ben", "Cat", "Dee")
    assert q.wins_draw({"Ann": "Kc", "Ben": "Ks", "Cat": "Qs"}) == ("Ann", "Ben")
    assert q.wins_draw({"Ann": "Kc", "Ben": "As"}) == ("Ben",)


def test_picked_up() -> None:
    assert mel().tops_waiting_list(GRACE)
    assert not mel().tops_waiting_list(GRACE + 1)


def test_chips_in_view() -> None:
    assert mel().in_view([500, 10_000, 2500, 500]) == (10_000, 2500, 500, 500)


# -- the object itself -----------------------------------------------------------------------------------


def test_motions() -> None:
    table = seated(mel(), 1, 2, 3)
    hand = deal(table)
    assert hand.do(Motion("passes cards")) is None and hand.live == 0b011
    assert hand.call() is None
    assert hand.do(Motion("taps")) is None and hand.street == 1
    assert clause(hand.do(Motion("shrugs"))) == "MEL-8.2"
    hand = deal(seated(qld(), 1, 2, 3))
    assert clause(hand.do(Motion("taps"))) == "QLD-10-12"
    assert hand.do(Motion("passes cards")) is None and hand.live == 0b011


@pytest.mark.parametrize("bad", [0, -5, 1.5, float("nan"), None, "100", True])
def test_bad_chips(bad: Any) -> None:
    table = seated(mel(), 1, 2, 3)
    before = table.plain()
    nobody_changed(table, table.sit(4, "Dee", bad), "MEL-6.2", before)
    nobody_changed(table, table.top_up(1, bad), "MEL-6.2", before)
    folded(table)
    table.sit(4, "Dee", STACK)
    before = table.plain()
    assert isinstance(table.post(4, bad), Refused)
    assert isinstance(table.straddle(3, bad), Refused)
    assert table.plain() == before


def test_bad_seats() -> None:
    table = seated(mel(), 1, 2, 3)
    before = table.plain()
    for seat in (12, 1000, 10**9):
        nobody_changed(table, table.sit(seat, "Dee", STACK), "MEL-4.1:holdem", before)
    for seat in (0, -1, 1.0, "2", None):
        nobody_changed(table, table.sit(seat, "Dee", STACK), "MEL-6.2", before)  # type: ignore[arg-type]
    nobody_changed(table, table.sit(1, "Dee", STACK), "MEL-8.1", before)
    for act in (table.leave, table.away, table.back, table.wait):
        nobody_changed(table, act(9), "MEL-8.1", before)
    nobody_changed(table, table.back(1), "MEL-8.1", before)
    nobody_changed(table, table.finish(), "MEL-8.2", before)
    full = seated(qld(), *range(1, 11))
    assert clause(full.sit(11, "Kit", STACK)) == "QLD-10-13(1)"


def test_only_a_whole_deck_is_dealt_from() -> None:
    table = seated(mel(), 1, 2, 3)
    before = table.plain()
    for cards in ((), deck()[1:], (*deck()[1:], "As"), deck(40), (*deck(), "As")):
        nobody_changed(table, table.start(cards), "MEL-12.1.1(a)", before)
    hand = table.start(deck())
    assert isinstance(hand, Hand) and hand.hole[0] == ["As", "Js"]
    with pytest.raises(ValueError, match="dealt twice"):
        seated(mel(), 1, 2).start(given=lambda to, count: ["As"] * count)


def test_one_hand_at_a_time() -> None:
    table = seated(mel(), 1, 2, 3)
    deal(table)
    assert clause(table.start(source=SeededSource(1))) == "MEL-8.2"
    assert clause(table.finish()) == "MEL-8.2"
    assert clause(table.leave(1)) == "MEL-6.11"
    assert table.sit(5, "Eve", STACK) is None
    assert table.leave(5) is None


def test_copies_are_their_own() -> None:
    table = seated(mel(), 1, 2, 3)
    folded(table)
    table.sit(4, "Dee", STACK)
    table.post(4, 1000)
    deal(table)
    other = table.copy()
    assert other.hand is not table.hand and other.hand is not None
    while not other.hand.over:
        other.hand.fold()
    other.finish()
    other.leave(1)
    other.players[2].missed[0] += 1
    assert table.hand is not None and not table.hand.over
    assert set(table.players) == {1, 2, 3, 4} and table.players[2].missed == [0, 0]


def test_plain_data_and_back() -> None:
    table = seated(mel(kill="20", commission="2/person"), 1, 2, 3, 5, button=2)
    folded(table)
    table.sit(4, "Dee", STACK)
    table.post(4, 1000)
    table.away(3)
    table.straddle(1, 2000)
    table.kill = Kill(5, True)
    data = json.loads(json.dumps(table.plain()))
    again = PokerTable.from_plain(Holdem(data["options"]), data)
    assert again.plain() == table.plain()
    first, second = deal(table), deal(again)
    assert (first.seats, first.stacks, first.hole, first.blinds) == (
        second.seats, second.stacks, second.hole, second.blinds,
    )
    assert first.call() is None
    data = json.loads(json.dumps(table.plain()))
    again = PokerTable.from_plain(Holdem(data["options"]), data)
    assert again.plain() == data and again.hand is not None
    for name in Hand.__slots__:
        if name != "game":
            assert getattr(again.hand, name) == getattr(first, name), name
    assert again.hand.game.small == first.game.small == 2 * again.game.small  # type: ignore[attr-defined]
    for hand in (first, again.hand):
        while not hand.over:
            assert hand.fold() is None
    assert first.stacks == again.hand.stacks and again.hand.log[0].clause.summary
