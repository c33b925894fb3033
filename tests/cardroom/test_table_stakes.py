"""Stakes at a poker table, changes of its game, and kill pots."""

from __future__ import annotations

import pytest
from support.poker_tables import clause, deal, folded, mel, nobody_changed, qld, seated

from pitboss.cardroom.seating import Entry, GameChange, Kill
from pitboss.cardroom.table import PokerTable
from pitboss.rulebooks.mel.c08_seats import NOTICE
from pitboss.rulebooks.mel.c10_stud import SevenCardStud
from pitboss.rulebooks.mel.c12_flop_games import HoldemHiLo
from pitboss.rulebooks.qld.s05_manila_poker import ManilaPoker
from pitboss.table.definition import BadOption

# -- changes of the game ---------------------------------------------------------------------------------


def test_changes_in_melbourne() -> None:
    game = mel()
    ready = GameChange(False, notice_for=NOTICE, players=6)
    assert game.refuse_change(ready) is None
    assert clause(game.refuse_change(ready._replace(notice_for=NOTICE - 1))) == "MEL-6.10"
    assert clause(game.refuse_change(ready._replace(in_hand=True))) == "MEL-6.10"
    # Most of six are four; no majority lifts the minimum at once.
    assert game.refuse_change(GameChange(False, agree=4, players=6)) is None
    assert clause(game.refuse_change(GameChange(False, agree=3, players=6))) == "MEL-6.10"
    assert clause(game.refuse_change(GameChange(False, raises_minimum=True, agree=6, players=6))) == "MEL-6.1:s66(2)"
    assert game.refuse_change(GameChange(False, raises_minimum=True, sign_for=NOTICE, agree=6, players=6)) is None


def test_what_needs_no_notice_in_melbourne() -> None:
    """7.3: the commission changes before any hand with its sign. Nobody at the table: nobody to be told."""
    game = mel()
    assert game.refuse_change(GameChange(False, players=6, commission=True)) is None
    assert clause(game.refuse_change(GameChange(True, players=6, commission=True))) == "MEL-7.3"
    assert game.refuse_change(GameChange(False)) is None
    assert clause(game.refuse_change(GameChange(False, raises_minimum=True))) == "MEL-6.1:s66(2)"
    assert game.seconds_of_notice() == NOTICE and game.refuse_changer("supervisor") is None


def test_changes_of_manila_go_by_the_front_rule() -> None:
    game = ManilaPoker()
    ready = GameChange(False, hands_of_notice=3, players=6)
    assert game.refuse_change(ready) is None
    assert clause(game.refuse_change(ready._replace(hands_of_notice=2))) == "QLD-0-13(1)(a)"
    assert clause(game.refuse_change(ready._replace(hands_of_notice=2, agree=6))) == "QLD-0-13(1)(a)"
    assert clause(game.refuse_change(ready._replace(in_hand=True))) == "QLD-0-13(1)(a)"
    assert clause(game.refuse_change(ready._replace(raises_minimum=True, sign_for=NOTICE - 1))) == "QLD-0-13(1)(c)"
    assert game.refuse_change(ready._replace(raises_minimum=True, sign_for=NOTICE)) is None
    assert game.refuse_change(GameChange(False)) is None


def test_what_the_ace_counts_at_manila_stays_for_the_game() -> None:
    game = ManilaPoker()
    ready = GameChange(False, hands_of_notice=3, players=6, other={"ace"}, started=True)
    assert clause(game.refuse_change(ready)) == "QLD-5-18"
    assert game.refuse_change(ready._replace(started=False)) is None, "before the rounds of play start"
    assert game.refuse_change(ready._replace(other={"buy-in"})) is None


def test_who_changes_stakes_in_queensland() -> None:
    assert qld().refuse_changer("manager") is None
    assert clause(qld().refuse_changer("supervisor")) == "QLD-10-17(1)"
    assert qld().refuse_change(GameChange(False)) is None, "nobody is there to be told"


def test_changes_in_queensland() -> None:
    game = qld()
    ready = GameChange(False, hands_of_notice=3, players=6)
    assert game.refuse_change(ready) is None
    assert clause(game.refuse_change(ready._replace(hands_of_notice=2))) == "QLD-10-17(1)(a)"
    assert clause(game.refuse_change(ready._replace(in_hand=True))) == "QLD-10-17(2)"
    assert clause(game.refuse_change(ready._replace(on_sign=False))) == "QLD-10-17(1)(b)"
    assert game.refuse_change(GameChange(False, agree=6, players=6)) is None
    assert clause(game.refuse_change(GameChange(False, agree=5, players=6))) == "QLD-10-17(1)(a)"
    higher = GameChange(False, raises_minimum=True, agree=6, players=6)
    assert clause(game.refuse_change(higher)) == "QLD-10-17(1)(c)"
    assert game.refuse_change(higher._replace(sign_for=NOTICE)) is None



# -- stakes ----------------------------------------------------------------------------------------------


def test_buy_ins() -> None:
    table = PokerTable(mel(buy_in="40"))
    assert clause(table.sit(1, "Ann", 3999)) == "MEL-6.3"
    assert table.sit(1, "Ann", 4000) is None
    table = PokerTable(qld(buy_in="40-400"))
    for stack, fine in ((3999, False), (4000, True), (40_000, True), (40_001, False)):
        refused = table.copy().sit(1, "Ann", stack)
        assert (refused is None) is fine
        assert fine or clause(refused) == "QLD-10-20(3)"
    assert table.sit(2, "Ben", 3999, moved=True) is None
    for options in ({"buy_in": "40-30"}, {"buy_in": "1-2-3"}):
        with pytest.raises(BadOption, match=r"QLD-10-20\(3\)"):
            qld(**options)
    with pytest.raises(BadOption, match=r"MEL-6\.3"):
        mel(buy_in="40-400")


def test_adding_chips_in_melbourne() -> None:
    table = seated(mel(buy_in="40"), 1, 2, 3)
    hand = deal(table)
    assert hand.fold() is None
    before = [player.stack for player in table.players.values()]
    assert clause(table.top_up(1, 5000)) == "MEL-6.11"
    assert table.top_up(3, 5000) is None
    assert hand.fold() is None
    assert table.finish() is None
    assert [player.stack for player in table.players.values()] == [before[0] - 500, before[1] + 500, before[2] + 5000]
    assert clause(table.take_off(1, 100)) == "MEL-6.11"
    table.players[1].stack = 0
    assert clause(table.top_up(1, 3999)) == "MEL-6.3"
    assert table.top_up(1, 4000) is None


def test_a_player_with_nothing_left_is_not_dealt_in() -> None:
    table = seated(mel(), 1, 2, 3)
    folded(table)
    table.players[3].stack = 0
    assert folded(table).seats == (2, 1)
    assert 3 in table.players


def test_table_stakes_in_queensland() -> None:
    table = seated(qld(buy_in="40-400"), 1, 2, 3, 4)
    hand = deal(table)
    assert hand.fold() is None
    assert clause(table.top_up(3, 5000)) == "QLD-10-20(4)"
    assert clause(table.take_off(3, 5000)) == "QLD-10-20(5)"
    assert clause(table.leave(3)) == "QLD-10-20(5)"
    while not hand.over:
        hand.fold()
    table.finish()
    for stack, amount, expected in (
        (999, 3000, "QLD-10-34(3)"), (999, 3001, ""), (999, 39_002, "QLD-10-34(3)"), (0, 40_000, ""),
        (1000, 2999, "QLD-10-34(6)"), (1000, 3000, ""), (39_000, 1001, "QLD-10-34(6)"), (39_000, 1000, ""),
        (40_000, 100, "QLD-10-34(5)"), (50_000, 100, "QLD-10-34(5)"),
    ):
        other = table.copy()
        other.players[1].stack = stack
        refused = other.top_up(1, amount)
        assert clause(refused) == expected if expected else refused is None


def test_too_little_left_in_queensland() -> None:
    """34(2) to (4): with less than the minimum wager one leaves before the next round, unless more is brought."""
    for stack, stays in ((999, False), (1000, True), (0, False)):
        table = seated(qld(), 1, 2, 3, 4)
        folded(table)
        table.players[3].stack = stack
        assert (3 in deal(table).seats) is stays
        assert (3 in table.players) is stays
    # Who has not played yet, or was away, is not continuing.
    table = seated(qld(), 1, 2, 3, 4)
    table.players[4].stack = 500
    assert 4 in deal(table).seats
    table = seated(qld(), 1, 2, 3, 4)
    folded(table)
    table.players[4].stack = 500
    table.away(4)
    folded(table)
    assert table.players[4].stack == 500
    assert table.back(4) is None and table.players[4].stack == 500
    # One who has not played the last round may add within the bounds of a buy-in.
    table = seated(qld(buy_in="40-400"), 1, 2, 3)
    folded(table)
    table.sit(5, "Eve", 4000)
    assert clause(table.top_up(5, 36_001)) == "QLD-10-20(3)"
    assert table.top_up(5, 36_000) is None


def test_joining_costs_what_the_sign_says() -> None:
    table = PokerTable(qld(seating_fee="5"))
    assert table.sit(1, "Ann", 10_000) is None
    assert table.players[1].stack == 9500 and table.fees == 500


def test_what_joining_costs_is_no_part_of_the_buy_in() -> None:
    """QLD-10-2 and 20(3): the buy-in is the table stake with which one starts."""
    table = PokerTable(qld(seating_fee="5", buy_in="40-400"))
    before = table.plain()
    nobody_changed(table, table.sit(1, "Ann", 4499), "QLD-10-20(3)", before)
    nobody_changed(table, table.sit(1, "Ann", 40_501), "QLD-10-20(3)", before)
    assert table.sit(1, "Ann", 4500) is None and table.sit(2, "Ben", 40_500) is None
    assert [player.stack for player in table.players.values()] == [4000, 40_000]


# -- kill pots -------------------------------------------------------------------------------------------


def test_where_the_kill_button_goes() -> None:
    high, both = mel(kill="20"), HoldemHiLo({"blinds": "5/10", "kill": "20"})
    assert high.kill_after(Kill(), {3}, 1) == Kill(3)
    assert both.kill_after(Kill(), {3}, 1) == Kill(3, True)
    assert high.kill_after(Kill(), {3, 4}, 1) == Kill()
    assert high.kill_after(Kill(3), {3}, 1) == Kill(3, True)
    assert high.kill_after(Kill(3), {4}, 1) == Kill(4)
    assert high.kill_after(Kill(3), {3, 4}, 1) == Kill(3)
    assert high.kill_after(Kill(3, True), {3}, 1) == Kill(3, True)
    assert high.kill_after(Kill(3, True), {3, 4}, 1) == Kill()
    assert high.kill_after(Kill(3, True), {4, 5}, 1) == Kill()
    assert high.kill_after(Kill(3, True), {4}, 1) == Kill(4)
    assert both.kill_after(Kill(3, True), {4}, 1) == Kill(4, True)
    assert both.kill_after(Kill(3, True), {3, 4}, 1) == Kill()


def test_a_pot_may_be_too_small_to_count() -> None:
    game = mel(kill="20", kill_pot="50")
    assert game.kill_after(Kill(), {3}, 4999) == Kill()
    assert game.kill_after(Kill(), {3}, 5000) == Kill(3)
    assert game.kill_after(Kill(3), {3}, 4999) == Kill(3)
    assert game.kill_after(Kill(3, True), {4}, 4999) == Kill()
    assert game.kill_after(Kill(3, True), {3}, 1) == Kill(3, True)


def killing(seat: int, **options: str) -> PokerTable:
    table = seated(mel(kill="20", structure="fixed", bet="10", big_bet="20", **options), 1, 2, 3, 4, 5, button=5)
    folded(table)
    table.kill = Kill(seat, True)
    return table


def test_the_killer_posts_and_acts_in_turn() -> None:
    """Button 1, blinds 2 and 3, killer 5: first to act is 4, left of the large blind."""
    table = killing(5)
    before = table.plain()
    nobody_changed(table, table.post_kill(5, 1000), "MEL-8.12.7", before)
    nobody_changed(table, table.post_kill(4, 2000), "MEL-8.2", before)
    assert table.post_kill(5, 2000) is None
    hand = deal(table)
    assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == [(5, 2000), (2, 500), (3, 1000)]
    assert hand.seats[hand.turn] == 4
    legal = hand.legal()
    assert legal is not None and legal.call == 2000 and legal.raise_from == 4000
    assert hand.call() is None
    assert hand.check() is None
    assert hand.seats[hand.turn] == 1
    # The game itself is as large as it was.
    assert table.game.small == 1000 and hand.game.small == 2000  # type: ignore[attr-defined]


def test_the_kill_takes_in_a_blind() -> None:
    for seat, posted in ((2, [(2, 2000), (3, 1000)]), (3, [(2, 500), (3, 2000)])):
        hand = deal(killing(seat))
        assert [(hand.seats[blind.place], blind.live) for blind in hand.blinds] == posted


def test_a_bigger_game_without_fixed_bets() -> None:
    table = killing(5)
    table.game = mel(kill="20")
    hand = deal(table)
    assert hand.legal().raise_from == 4000  # type: ignore[union-attr]
    while hand.street == 0:
        assert (hand.call() if hand.legal().call else hand.check()) is None  # type: ignore[union-attr]
    assert hand.legal().raise_from == 2000  # type: ignore[union-attr]


def test_a_killer_stays() -> None:
    table = killing(5)
    before = table.plain()
    for act in (table.leave, table.away, table.refuse_kill):
        nobody_changed(table, act(5), "MEL-8.12.10", before)
    assert table.leave(4) is None
    nobody_changed(table, table.refuse_kill(3), "MEL-8.2", table.plain())
    # With a leg up alone one may go, and the button is nobody's.
    table.kill = Kill(3)
    assert table.away(3) is None and table.kill == Kill(3)
    assert table.leave(3) is None and table.kill == Kill()


def test_a_killer_who_pays_by_the_hand_may_refuse() -> None:
    """8.12.11: not dealt in, the button neutral; back in time it is regained, or its wager posted without it."""
    table = killing(5, commission="2/person")
    assert table.refuse_kill(5) is None
    hand = folded(table)
    assert 5 not in hand.seats and table.kill.refused == 5 and not table.kill.kill
    assert len(hand.blinds) == 2
    for kill, after, due in (
        (Kill(0, False, 5), Kill(5, True), 0),
        (Kill(2, False, 5), Kill(5, True), 0),
        (Kill(2, True, 5), Kill(2, True), 2000),
    ):
        other = table.copy()
        other.kill = kill
        assert other.back(5) is None
        assert other.kill == after and other.players[5].kill_due == due
        late = table.copy()
        late.kill = kill
        assert late.back(5, in_time=False) is None
        assert late.kill == kill._replace(refused=0) and not late.players[5].kill_due
    table.kill = Kill(2, True, 5)
    table.back(5)
    entry = table.owes(5)
    assert isinstance(entry, Entry) and entry.live == 2000
    assert clause(table.post(5, 1000)).startswith("MEL-8")
    assert table.post(5, 2000) is None
    hand = deal(table)
    assert [hand.seats[blind.place] for blind in hand.blinds if blind.live == 2000] == [2, 5]
    assert table.kill == Kill(2, True)


def test_the_kill_button_moves_with_its_player() -> None:
    table = killing(5)
    assert table.move(5, 7) is None
    assert table.kill == Kill(7, True)


def test_kill_in_stud() -> None:
    table = seated(SevenCardStud({"structure": "fixed", "bet": "10", "big-bet": "20", "kill": "20"}), 1, 2, 3)
    table.kill = Kill(2, True)
    hand = deal(table)
    assert max(hand.bets) == 2000 and hand.price == 2000
    with pytest.raises(BadOption, match=r"MEL-8\.12\.7"):
        mel(kill="10")


