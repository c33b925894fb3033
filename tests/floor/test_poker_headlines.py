"""What a hand between players came to, in a sentence: what each player reads, in every game, and nothing of what was
not shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.poker_floor import Sim, again

from pitboss.floor.poker_headlines import LONGEST, headline, headlines
from pitboss.floor.poker_log import told
from pitboss.floor.poker_points import points_of
from pitboss.money import full_amount as money
from pitboss.rulebooks import card_games

GAMES = sorted(card_games())
BOARD = "Kh 7d 5s 3c 2h"


def over(shows: dict[str, str], paid: list[dict[str, int]], board: str = BOARD, **more: Any) -> dict[str, Any]:
    """A hand as it is written down when it is over: who showed what, and who got how much of each pot."""
    names = list(dict.fromkeys([*shows, *(name for pot in paid for name in pot), "Zoe"]))
    got = {name: sum(pot.get(name, 0) for pot in paid) for name in names}
    return {
        "lines": [{"paid": pot} for pot in paid], "net": {name: got[name] - 500 for name in names},
        "shows": {str(n): {"player": name, "cards": cards.split(), "names": ["shown"]}
                  for n, (name, cards) in enumerate(shows.items(), 1)},
        "boards": [board.split()] if board else [], **more,
    }


def said(body: dict[str, Any], me: str, game: str = "mel/holdem") -> str:
    return headline(card_games()[game](), body, me)


@pytest.mark.parametrize(("shows", "me", "words"), [
    ({"Ann": "Kd 7c", "Ben": "Kc 2d"}, "Ann", "You win 10.00 with two pair, kings and sevens"),
    ({"Ann": "Kd 7c", "Ben": "Kc 2d"}, "Ben", "Ann's two pair, kings and sevens, beats your two pair, kings and twos"),
    ({"Ann": "Kd 7c", "Ben": "Kc 2d"}, "Zoe", "Ann wins 10.00 with two pair, kings and sevens"),
    ({"Ann": "Kd 7c", "Ben": "Kc 2d"}, "", "Ann wins 10.00 with two pair, kings and sevens"),
    ({"Ann": "Ad Kd", "Ben": "Kc Qd"}, "Ann", "You win 10.00 with a pair of kings, ace kicker"),
    ({"Ann": "Ad Kd", "Ben": "Kc Qd"}, "Ben",
     "Ann's pair of kings, ace kicker, beats your pair of kings, queen kicker"),
    ({"Ann": "Ad Kd", "Ben": "Kc 7c"}, "Zoe", "Ann wins 10.00 with a pair of kings"),
    ({"Ann": "Ah 4h", "Ben": "Kd 7c"}, "Ben", "Ann's straight to the five beats your two pair"),
    ({"Ann": "5h 5c", "Ben": "Kd 7c"}, "Ben", "Ann's three fives beat your two pair"),
])
def test_one_winner(shows: dict[str, str], me: str, words: str) -> None:
    assert said(over(shows, [{"Ann": 1000}]), me) == words


@pytest.mark.parametrize(("winners", "words"), [
    ({"Ann": 600, "Bea (house)": 600, "Dot (house)": 2400},
     "You win 6.00 for the top board with a full house; 2 others win 30.00"),
    ({"Ann": 600, "Dot (house)": 2400},
     "You win 6.00 for the top board with a full house; Dot (house) wins 24.00"),
])
def test_a_sentence_that_would_be_too_long_says_less(winners: dict[str, int], words: str) -> None:
    hands = {"Ann": "3d 4c", "Bea (house)": "8c 6d", "Dot (house)": "Kd 5h"}
    body = over({name: hands[name] for name in winners}, [winners], "Td Tc Th Qs Qh")
    body["boards"].append(["Ks", "Jd", "7c", "2h", "5d"])
    assert len(words) <= LONGEST and said(body, "Ann", "mel/double-flop-holdem") == words


def test_a_hand_that_brings_nobody_anything() -> None:
    """All of the pot may go to the house."""
    assert said(over({"Ann": "Kd 7c", "Ben": "Kc 2d"}, [{}]), "Ann") == "Nobody wins anything"


def test_one_who_takes_every_board_is_told_with_all_of_them() -> None:
    body = over({"Ann": "Kd 5h", "Ben": "3d 4c"}, [{"Ann": 2400}], "Ks Jd 7c 2h 5d")
    body["boards"].append(["Ts", "Td", "Tc", "2s", "9h"])
    assert said(body, "Ann", "mel/double-flop-holdem") == (
        "You win 24.00 for the top board and the bottom board with two pair, kings and fives and three tens")


def test_a_flush_is_told_as_far_as_it_decides() -> None:
    body = over({"Ann": "Ah 4h", "Ben": "Qh Jh"}, [{"Ann": 1000}], "Kh 9h 5h 3c 2d")
    assert said(body, "Ann") == "You win 10.00 with a flush, ace high"
    assert said(body, "Ben") == "Ann's flush, ace high, beats your flush, king high"
    close = over({"Ann": "Jh 4h", "Ben": "Th 8h"}, [{"Ann": 1000}], "Ah Kh 5h 3c 2d")
    assert said(close, "Ben") == "Ann's flush, ace-king-jack high, beats your flush, ace-king-ten high"


def test_nobody_called() -> None:
    body = over({}, [{"Ann": 300}])
    assert said(body, "Ann") == "Everyone folded: you take 3.00"
    assert said(body, "Zoe") == "Everyone folded: Ann takes 3.00"


def test_a_pot_that_is_split() -> None:
    body = over({"Ann": "Ad Kd", "Ben": "As Kc"}, [{"Ann": 600, "Ben": 600}])
    assert said(body, "Ann") == "You split the pot with Ben: 6.00 for you, with a pair of kings"
    assert said(body, "Zoe") == "Ann and Ben split the pot with a pair of kings"


def test_high_and_low_halves() -> None:
    tied = over({"Ann": "Ad 4d", "Ben": "As 4c"}, [{"Ann": 600, "Ben": 600}])
    assert said(tied, "Ann", "mel/holdem-hi-lo") == (
        "You split the pot with Ben: 6.00 for you, with a straight to the five and a 5-4-3-2-A low")
    high = over({"Ann": "Kd Kc", "Ben": "Ad 6d"}, [{"Ann": 600, "Ben": 600}])
    assert said(high, "Ben", "mel/holdem-hi-lo") == (
        "You win 6.00 for the low with a 6-5-3-2-A low; Ann wins 6.00 for the high with three kings"
    )
    none = over({"Ann": "Kd Kc", "Ben": "Qd Jd"}, [{"Ann": 1200}], "Kh Qs Js 9c 2h")
    assert said(none, "Ann", "mel/holdem-hi-lo") == "You win 12.00 with three kings"


def test_side_pots_and_less_than_was_put_in() -> None:
    body = over({"Ann": "Kd Kc", "Ben": "7c 7s", "Cat": "5h 5c"}, [{"Ann": 900}, {"Ben": 200}])
    assert said(body, "Ann") == "You win 9.00 with three kings; Ben wins 2.00 with three sevens"
    assert said(body, "Ben") == "You get back 2.00 with three sevens; Ann wins 9.00 with three kings"


def test_several_boards() -> None:
    body = over({"Ann": "Kd Kc", "Ben": "Ad Ac"}, [{"Ann": 600, "Ben": 600}])
    body["boards"] = [BOARD.split(), ["Ah", "9d", "8s", "3c", "2h"]]
    assert said(body, "Ben") == (
        "You win 6.00 for 1 of 2 boards with three aces; Ann wins 6.00 for 1 of 2 boards with three kings"
    )


def test_a_void_hand() -> None:
    body = over({}, [], void=True, back={"Ann": 400})
    assert said(body, "Ann") == "This hand is void: you have 4.00 back" and said(body, "Zoe") == "This hand is void"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_its_hands_came_to(game: str) -> None:
    """Hands that anybody plays: whoever won something reads how much, and all of it is read again after a crash."""
    sim = Sim(game, seed="told")
    sim.sit("Ann", "Ben", "Cat")
    hands = 0
    for _ in range(160):
        if hands == 4:
            break
        sim.step()
        if len(sim.desk.history) == hands:
            continue
        hands = len(sim.desk.history)
        last = sim.view["last"]
        assert last["headlines"] == headlines(sim.desk.room.game, last)
        assert set(last["headlines"]) == {"", *last["net"]}
        for name, text in last["headlines"].items():
            assert text and text[0].isupper() and "  " not in text, text
            won = sum(line["paid"].get(name, 0) for line in last["lines"])
            if won and last["points"] is None:
                assert money(won) in text and re.search(r"\b[Yy]ou\b", text), text
        assert again(sim).view["last"] == last
    assert hands


# -- hands that are set ------------------------------------------------------------------------------------

SETTING = [game for game in GAMES if any(street.sets for street in card_games()[game].streets)]


@pytest.mark.parametrize("game", SETTING)
def test_points_are_one_table_and_come_to_what_was_paid(game: str) -> None:
    sim = Sim(game, seed="points")
    sim.sit("Ann", "Ben", "Cat")
    while not sim.desk.history:
        sim.step()
    last = sim.view["last"]
    points = last["points"]
    assert points == points_of(sim.desk.room.game, last)
    for name, others in points["against"].items():
        assert [one["player"] for one in others] == [other for other in points["hands"] if other != name]
        assert sum(map(sum, (one["points"] for one in others))) * points["unit"] == last["net"][name]
        for one in others:
            back = next(other for other in points["against"][one["player"]] if other["player"] == name)
            assert [-count for count in back["points"]] == one["points"]
            assert all(bool(clause) == bool(count) for clause, count in zip(one["clauses"], one["points"], strict=True))
        mine = sum(map(sum, (one["points"] for one in others)))
        assert (f"{abs(mine)} point" in last["headlines"][name]) == (mine != 0)
    game, net = sim.desk.room.game, dict(last["net"])
    best = max(net, key=lambda name: net[name])
    assert net[best] > 0
    assert headline(game, last, "Zoe") == f"{best} wins {money(net[best])}", "for a player who was not in it"
    assert headline(game, {**last, "net": dict.fromkeys(net, 0)}, "Zoe") == "Nobody wins anything"


# -- the log -----------------------------------------------------------------------------------------------


def test_time_that_ran_out_is_told_with_what_it_led_to() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    name = sim.view["asked"]["player"]
    sim.tick()
    assert f"{name} ran out of time: folded" in [line["text"] for line in sim.view["events"]]
    assert sim.mine(name)["ran_out"] == "You ran out of time: folded"
    assert sim.do(name, "come-back")["ok"] and sim.mine(name)["ran_out"] == ""


def test_what_all_put_down_is_one_line() -> None:
    sim = Sim("mel/seven-card-stud")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    antes = [line for line in sim.view["events"] if line["kind"] == "ante"]
    assert [line["text"] for line in antes] == ["Ann, Ben and Cat ante 1.00 each"] and antes[0]["clause"]
    assert [line["n"] for line in sim.view["events"]] == list(range(len(sim.view["events"])))
    assert told([]) == []


@pytest.mark.parametrize("game", SETTING)
def test_one_who_has_no_chips_left_is_told_to_pay_nothing(game: str) -> None:
    sim = Sim(game, {"unit": "100"}, seed="short")
    sim.sit("Ann", "Ben", "Cat")
    hands, nothing = 0, 0
    for _ in range(160):
        sim.step()
        logged = [line["text"] for line in sim.view["events"] if line["kind"] == "won"]
        if len(sim.desk.history) == hands:
            continue
        hands = len(sim.desk.history)
        paid = [line["text"] for line in sim.view["last"]["lines"]]
        assert logged == paid
        nothing += sum(text.endswith(" 0.00") for text in paid)
        if nothing:
            return
    raise AssertionError("nobody ran out of chips")
