"""Other stakes at a table between players: MEL-6.10 with section 66 and 7.3, QLD-10-17, and the front rule's 13 where a
schedule has nothing of its own."""

from __future__ import annotations

from typing import Any

from support.poker_floor import MANAGER, SUPERVISOR, Sim, read_again

from pitboss.floor.commands import Who
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify

MINUTE = 60_000
QLD = {"game": "qld/omaha-poker", "options": {"blinds": "1/2", "buy-in": "40-400", "structure": "pot-limit"}}


def change(sim: Sim, who: Who = SUPERVISOR, at_once: bool = False, **options: str) -> dict[str, Any]:
    wanted = {name.replace("_", "-"): value for name, value in options.items()}
    return sim.give(who, {"t": "change-stakes", "table": "t", "options": wanted, "at_once": at_once})


def ask_players(sim: Sim, who: Who = SUPERVISOR) -> dict[str, Any]:
    return sim.give(who, {"t": "ask-players", "table": "t", "what": "change"})


def answer(sim: Sim, player: str, agree: bool = True) -> dict[str, Any]:
    return sim.do(player, "answer", n=sim.view["question"]["n"], agree=agree)


def at_table(**more: Any) -> Sim:
    sim = Sim(**more)
    sim.sit("Ann", "Ben", "Cat")
    return sim


def play_hand(sim: Sim) -> None:
    sim.deal()
    finish_hand(sim)


def finish_hand(sim: Sim) -> None:
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


def blinds(sim: Sim) -> list[int]:
    return list(sim.view["limits"]["blinds"])


def sound(sim: Sim) -> None:
    """Another reading sees the same, and every hand plays again."""
    read_again(sim)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


# -- MEL-6.10: twenty minutes, or a majority ---------------------------------------------------------------


def test_mel_6_10_other_stakes_come_after_twenty_minutes_notice() -> None:
    sim = at_table()
    made = change(sim, structure="pot-limit")
    assert (made["ok"], made["clause"], made["legal"]) == (True, "MEL-6.10", "twenty minutes' notice, or a majority")
    sign = sim.view["change"]
    assert sign["words"] == "structure pot-limit instead of no-limit" and sign["clause"] == "MEL-6.10"
    shown = sim.now
    play_hand(sim)
    sim.now = shown + 20 * MINUTE - 1
    play_hand(sim)
    assert sim.desk.room.game.structure == "no-limit"
    sim.now = shown + 20 * MINUTE
    play_hand(sim)
    assert sim.desk.room.game.structure == "pot-limit" and sim.view["change"] is None
    play_hand(sim)
    sound(sim)


def test_mel_6_10_not_at_once_and_not_during_a_hand() -> None:
    sim = at_table()
    no = change(sim, at_once=True, structure="pot-limit")
    assert (no["ok"], no["clause"]) == (False, "MEL-6.10") and no["refused"] == "a change without notice"
    sim.deal()
    no = change(sim, at_once=True, structure="pot-limit")
    assert (no["clause"], no["refused"]) == ("MEL-6.10", "a change during a hand")
    assert change(sim, structure="pot-limit")["ok"] and ask_players(sim)["ok"]
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    assert sim.desk.room.game.structure == "no-limit", "a majority agrees, but the hand is on"
    finish_hand(sim)
    assert sim.desk.room.game.structure == "pot-limit"
    sound(sim)


def test_mel_6_10_a_majority_is_more_than_half() -> None:
    """One of three is not enough, nor two of four; two of three are, whatever the third says."""
    sim = at_table()
    assert change(sim, structure="pot-limit")["ok"] and ask_players(sim)["ok"]
    question = sim.view["question"]
    assert question["words"] == "structure pot-limit instead of no-limit, from the next hand on?"
    assert answer(sim, "Ann", agree=False)["ok"]
    assert (sim.view["question"]["against"], sim.view["question"]["missing"]) == (["Ann"], ["Ben", "Cat"])
    assert answer(sim, "Ben")["ok"]
    assert sim.desk.room.game.structure == "no-limit"
    sound(sim)
    assert answer(sim, "Cat")["ok"]
    assert sim.desk.room.game.structure == "pot-limit" and sim.view["question"] is None
    sound(sim)
    four = at_table()
    four.sit("Dan")
    assert change(four, structure="pot-limit")["ok"] and ask_players(four)["ok"]
    for name in ("Ann", "Ben"):
        assert answer(four, name)["ok"]
    assert answer(four, "Cat", agree=False)["ok"] and four.view["question"] is not None
    assert answer(four, "Dan", agree=False)["ok"]
    assert four.view["question"] is None and four.view["declined"] == "Dan"
    assert four.desk.room.game.structure == "no-limit"
    sound(four)


def test_mel_s66_a_higher_minimum_is_on_a_sign_for_twenty_minutes_whoever_agrees() -> None:
    sim = at_table()
    no = change(sim, at_once=True, blinds="2/5")
    assert (no["clause"], no["refused"]) == ("MEL-6.1:s66(2)", "a higher minimum")
    assert change(sim, blinds="2/5")["clause"] == "MEL-6.1:s66(2)"
    no = ask_players(sim)
    assert (no["ok"], no["clause"]) == (False, "MEL-6.1:s66(2)")
    shown = sim.now
    sim.now = shown + 20 * MINUTE - 1
    play_hand(sim)
    assert blinds(sim) == [100, 200]
    play_hand(sim)
    assert blinds(sim) == [200, 500]
    sim.deal()
    assert sim.view["price"] == 500
    finish_hand(sim)
    sound(sim)


def test_the_sign_of_a_higher_minimum_tells_a_time_that_the_law_allows() -> None:
    """MEL-6.1:s66(2), QLD-10-17(1)(c): the proposed time of change is on the sign, twenty minutes after it went up."""
    for sim, who in ((at_table(), SUPERVISOR), (at_table(**QLD), MANAGER)):
        assert change(sim, who, blinds="2/5")["ok"]
        assert sim.view["change"]["starts"] == sim.now + 20 * MINUTE
    sim = at_table()
    assert change(sim, structure="pot-limit")["ok"]
    assert sim.view["change"]["starts"] == sim.now, "nothing but notice is asked for"


def test_mel_s66_a_higher_bet_below_the_last_blind_is_a_higher_minimum() -> None:
    """MEL-6.4 lets the last blind be more than the table minimum."""
    sim = at_table(options={"structure": "fixed", "blinds": "2/4", "bet": "2", "big-bet": "4"})
    assert change(sim, at_once=True, bet="4", big_bet="8")["clause"] == "MEL-6.1:s66(2)"
    assert change(sim, at_once=True, big_bet="8")["clause"] == "MEL-6.10"


def test_a_lower_minimum_needs_no_sign_but_a_majority() -> None:
    sim = at_table(options={"blinds": "2/5"})
    assert change(sim, blinds="1/2")["clause"] == "MEL-6.10" and ask_players(sim)["ok"]
    for name in ("Ann", "Ben"):
        assert answer(sim, name)["ok"]
    assert blinds(sim) == [100, 200]
    sound(sim)


def test_mel_7_3_the_commission_changes_with_its_sign() -> None:
    sim = at_table()
    sim.deal()
    assert change(sim, commission="5%", cap="10")["ok"]
    assert sim.desk.room.game.options["commission"] == "nil"
    finish_hand(sim)
    assert sim.desk.room.game.options["commission"] == "5%" and sim.view["change"] is None
    sound(sim)


# -- QLD-10-17 ---------------------------------------------------------------------------------------------


def test_qld_10_17_three_hands_notice_by_a_manager() -> None:
    sim = at_table(**QLD)
    no = change(sim, structure="no-limit")
    assert (no["ok"], no["clause"], no["legal"]) == (False, "QLD-10-17(1)", "a gaming manager changes them")
    sim.deal()
    assert change(sim, MANAGER, at_once=True, structure="no-limit")["clause"] == "QLD-10-17(2)"
    made = change(sim, MANAGER, structure="no-limit")
    assert made["ok"]
    finish_hand(sim)
    assert sim.view["change"]["hands"] == 0, "the hand that was on is none of them"
    assert sim.view["change"]["clause"] == "QLD-10-17(1)(a)"
    play_hand(sim)
    play_hand(sim)
    assert sim.desk.room.game.structure == "pot-limit"
    play_hand(sim)
    assert sim.desk.room.game.structure == "no-limit"
    play_hand(sim)
    sound(sim)


def test_qld_10_17_3_all_players_waive_the_notice_and_one_no_keeps_it() -> None:
    sim = at_table(**QLD)
    assert change(sim, MANAGER, structure="no-limit")["ok"] and ask_players(sim, MANAGER)["ok"]
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    assert sim.desk.room.game.structure == "pot-limit"
    assert answer(sim, "Cat", agree=False)["ok"]
    assert sim.view["question"] is None and sim.view["declined"] == "Cat"
    assert sim.view["change"] is not None, "the notice runs on"
    assert ask_players(sim, MANAGER)["ok"]
    for name in ("Ann", "Ben", "Cat"):
        assert answer(sim, name)["ok"]
    assert sim.desk.room.game.structure == "no-limit"
    sound(sim)


def test_qld_10_17_3_all_players_are_those_who_sit_out_as_well() -> None:
    """QLD-10-2: an absent player is a player. MEL-6.10 counts those who play."""
    sim = at_table(**QLD)
    assert sim.do("Cat", "sit-out")["ok"]
    assert change(sim, MANAGER, structure="no-limit")["ok"] and ask_players(sim, MANAGER)["ok"]
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    assert sim.desk.room.game.structure == "pot-limit" and sim.view["question"]["missing"] == ["Cat"]
    sound(sim)
    assert answer(sim, "Cat")["ok"]
    assert sim.desk.room.game.structure == "no-limit"
    sound(sim)
    mel = at_table()
    assert mel.do("Cat", "sit-out")["ok"]
    assert change(mel, structure="pot-limit")["ok"] and ask_players(mel)["ok"]
    assert answer(mel, "Ann")["ok"] and answer(mel, "Ben")["ok"]
    assert mel.desk.room.game.structure == "pot-limit"


def test_qld_10_17_1_c_a_higher_minimum_is_on_a_sign_for_twenty_minutes() -> None:
    sim = at_table(**QLD)
    assert change(sim, MANAGER, blinds="2/5")["clause"] == "QLD-10-17(1)(c)"
    shown = sim.now
    for _ in range(4):
        play_hand(sim)
    assert blinds(sim) == [100, 200]
    assert ask_players(sim, MANAGER)["clause"] == "QLD-10-17(1)(c)", "everybody's consent is no sign"
    sim.now = shown + 20 * MINUTE
    play_hand(sim)
    assert blinds(sim) == [200, 500]
    sound(sim)


# -- a schedule without a rule of its own ------------------------------------------------------------------


def test_manila_goes_by_the_front_rule() -> None:
    sim = at_table(game="qld/manila-poker", options={"blinds": "5"})
    made = change(sim, blinds="10", buy_in="100")
    assert (made["ok"], made["clause"]) == (True, "QLD-0-13(1)(a)")
    shown = sim.now
    for _ in range(3):
        play_hand(sim)
    assert blinds(sim) == [500] and sim.view["change"]["clause"] == "QLD-0-13(1)(c)"
    sim.now = shown + 20 * MINUTE
    play_hand(sim)
    assert blinds(sim) == [1000] and sim.view["limits"]["buy_in"]["least"] == 10000
    sound(sim)


def test_what_the_ace_counts_at_manila_stays_for_the_game() -> None:
    """QLD-5-9(5) and 18: announced before the rounds of play start."""
    sim = at_table(game="qld/manila-poker", options={"blinds": "5"})
    assert change(sim, at_once=True, ace="high-low")["clause"] == "QLD-0-13(1)(a)", "no round was played yet"
    play_hand(sim)
    assert change(sim, ace="high-low")["clause"] == "QLD-5-18"
    for _ in range(4):
        play_hand(sim)
    assert sim.desk.room.game.options["ace"] == "high"
    sound(sim)
    for name in ("Ann", "Ben", "Cat"):
        assert sim.do(name, "leave")["ok"]
    assert sim.desk.room.game.options["ace"] == "high-low", "the next game is another"
    sound(sim)


# -- anywhere ----------------------------------------------------------------------------------------------


def test_an_empty_table_needs_no_notice_but_its_sign() -> None:
    sim = Sim()
    assert change(sim, at_once=True, structure="pot-limit")["ok"]
    assert sim.desk.room.game.structure == "pot-limit"
    assert change(sim, blinds="2/5")["clause"] == "MEL-6.1:s66(2)"
    due = sim.desk.deadline()
    assert due == sim.now + 20 * MINUTE
    sim.tick()
    assert blinds(sim) == [200, 500]
    sound(sim)


def test_another_number_of_blinds_starts_the_button_anew() -> None:
    sim = at_table()
    play_hand(sim)
    assert change(sim, blinds="2")["ok"] and ask_players(sim)["ok"]
    for name in ("Ann", "Ben"):
        assert answer(sim, name)["ok"]
    assert blinds(sim) == [200]
    play_hand(sim)
    play_hand(sim)
    sound(sim)


def test_what_is_no_change_is_refused_and_one_at_a_time() -> None:
    sim = at_table()
    assert change(sim, blinds="1/2")["refused"] == "stakes that are no others"
    assert change(sim, colour="red")["refused"] == "'colour' is no option of Hold'em"
    assert "MEL-7.2.1" in change(sim, commission="50%")["refused"]
    assert ask_players(sim)["refused"] == "no change is announced"
    n = change(sim, structure="pot-limit")["n"]
    assert change(sim, structure="fixed")["refused"] == "a change is announced already"
    assert sim.give(SUPERVISOR, {"t": "withdraw", "table": "t", "n": n})["ok"]
    assert sim.view["change"] is None
    assert not sim.do("Ann", "change-stakes", options={"blinds": "5/10"})["ok"], "not a player's decision"
    sound(sim)
