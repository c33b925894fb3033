"""Pai gow: players who bank, alone, with the house or together, and how the bank goes round."""

from __future__ import annotations

import pytest
from support.pai_gow import ANN, BANK, GAME, LOSES, WINS, Pit, good, lines, refused

from pitboss.equipment.rng import SeededSource
from pitboss.law import Announced
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Answer, Place
from pitboss.table.driver import Replay, play_round
from pitboss.table.facts import Placed
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

# -- 18 and 19: players who bank ------------------------------------------------------------------------------------

EVE = "deal 5: yun yun gor gor\n"


def test_a_player_banks_against_the_others() -> None:
    played = good(f"""{GAME}banker 5 Eve 300
box 1 Ann: 100
box 2 Ben: 40
deal 1: mooy ping g3 c7a
deal 2: teen teen day day
{EVE}1: house way
2: house way
5: set low gor gor high yun yun
= 1 Ann wager lose 100 [QLD-6-36(2)]
= 2 Ben wager win 38 [QLD-6-19(1)]
= 5 Eve bank win 57 [QLD-6-19(3)]
= commission 5
= net Ann -100, Ben 38, Eve 57
""")
    assert sum(played.net.values()) + played.commission == 0


@pytest.mark.parametrize(("stake", "fee"), [("97.50", 4_87), ("100", 5_00)])
def test_commission_of_a_banker_is_rounded_down(stake: str, fee: int) -> None:
    """5% of 97.50 is 4.875; to 50c, as the schedule's own example has it, the 4.50 of 90."""
    text = f"{GAME}banker 5 Eve\nbox 2 Ann: {stake}\n{LOSES}{EVE}2: house way\n5: house way\n"
    assert good(text).commission == fee
    assert good(text.replace("maximum=1000", "maximum=1000 rounding=50c")).commission == fee // 50 * 50


def test_a_bank_that_loses() -> None:
    text = f"{GAME}banker 5 Eve 300\n{ANN}{WINS}{EVE}2: house way\n5: house way\n"
    played = good(f"{text}= 5 Eve bank lose 100\n= 2 Ann wager win 95\n= commission 5\n= net Eve -100, Ann 95\n")
    assert sum(played.net.values()) + played.commission == 0
    even = text.replace(WINS, "deal 2: look c9b day gor\n").replace(EVE, "deal 5: mooy ping foo c8a\n")
    good(f"{even.replace('2: house way', '2: set low look c9b high day gor')}= 5 Eve bank stand-off\n"
         f"= 2 Ann wager stand-off\n")


def test_co_bankers_share_with_the_house() -> None:
    played = good(f"{GAME}banker 5 Eve co-bank\nbox 2 Ann: 100.50\n{LOSES}{EVE}2: house way\n"
                  "= 5 Eve bank win 47.74\n= 2 Ann wager lose 100.50\n= commission 2.51\n")
    assert lines(played)[5, "Eve", "bank"] == ("win", 47_74)
    played = good(f"{GAME}banker 5 Eve co-bank\nbox 2 Ann: 5\n{WINS}{EVE}2: house way\n= 5 Eve bank lose 2.50\n"
                  f"= 2 Ann wager win 4.75\n")
    assert played.net == {"Eve": -2_50, "Ann": 4_75} and played.commission == 25
    good(f"{GAME}banker 5 Eve 100 co-bank\nbox 2 Ann: 150\nbox 3 Ben: 51\n=! refused [QLD-6-14(2)(b)]\n"
         f"box 3 Ben: 50\n{LOSES}"
         f"deal 3: chong chong bon bon\n{EVE}2: house way\n3: house way\n= 5 Eve bank win 95\n")
    good(f"{GAME}option house-liability=60\nbanker 5 Eve co-bank\nbox 2 Ann: 121\n=! refused [QLD-6-14(2)(b)]\n"
         f"box 2 Ann: 120\n"
         f"{LOSES}{EVE}2: house way\n")


def test_players_who_pool_share_in_proportion() -> None:
    played = good(f"{GAME}banker 5 Eve 300, Fay 200\n{ANN}{LOSES}{EVE}2: house way\n5 Fay: house way\n"
                  "= 5 Eve bank win 57\n= 5 Fay bank win 38\n= commission 5\n")
    assert played.net == {"Eve": 57_00, "Fay": 38_00, "Ann": -100_00}
    played = good(f"{GAME}banker 5 Eve 300, Fay 200\nbox 2 Ann: 5.01\n=! refused [QLD-0-13(1)]\nbox 2 Ann: 7.50\n"
                  f"{WINS}{EVE}"
                  "2: house way\n5: house way\n")
    assert played.net == {"Eve": -4_50, "Fay": -3_00, "Ann": 7_12}
    three = f"{GAME}banker 5 Eve, Fay, Gil\n{ANN}{LOSES}{EVE}2: house way\n"
    good(f"{three}5 Gil: house way\n=! refused [QLD-6-26(5)]\n5 Ann: house way\n=! refused [QLD-6-26(3)]\n"
         f"5 Fay: house way\n"
         "= 5 Eve bank win 31.68\n= 5 Fay bank win 31.67\n= 5 Gil bank win 31.67\n")


@pytest.mark.parametrize(("text", "clause"), [
    ("banker 5 Eve\nbox 3 Eve: 10", "2:player-banker"), ("banker 5 Eve, Fay\nbox 3 Fay: 10", "18(7)"),
    ("banker 5 Eve\nbox 5 Ann: 10", "17(1)"), ("banker 5 Eve 50\nbox 2 Ann: 51", "14(1)"),
    ("banker 5 Eve, Fay co-bank", "2:co-banker"), ("banker 7 Eve", "12(2)"),
    ("banker 5 Eve 50\nbox 5 Fay: co-bank 50", "2:co-banker"), ("banker 5 Eve 50\nbox 4 Fay: bank 50", "18(6)"),
    ("banker 5 Eve 50 co-bank\nbox 5 Fay: bank 50", "2:co-banker"),
    ("banker 5 Eve 50\nbox 2 Fay: 20\nbox 5 Fay: bank 50", "18(7)"),
    ("banker 5 Eve 50\nbox 5 Fay: bank 50.25", "QLD-0-13(1)"),
    ("banker 5 Eve 50\nbox 2 Ann: 40\n5 Eve: reduce bank to 39", "18(4)"),
    ("banker 5 Eve 50\nbox 1 Ann: 40\n5 Eve: remove bank", "18(13)"),
])
def test_banks_that_are_refused(text: str, clause: str) -> None:
    no = refused(f"{GAME}option off=7,8\n{text}\n")
    assert f"[{clause if clause[:3] == 'QLD' else f'QLD-6-{clause}'}]" in no


@pytest.mark.parametrize("line", ["banker 9 Eve", "banker Eve", "banker 5", "banker x Eve"])
def test_a_banker_line_that_nobody_can_read(line: str) -> None:
    assert "write 'banker 5 Eve'" in refused(f"{GAME}{line}\n{ANN}")


def test_a_banker_line_that_is_to_be_refused() -> None:
    assert good(f"{GAME}option off=7\nbanker 7 Eve\n=! refused [QLD-6-12(2)]\n{ANN}{WINS}{BANK}2: house way\n").lines
    assert settle(f"{GAME}banker 6 Eve\n=! refused [QLD-6-12(2)]\n{ANN}{WINS}deal 6: mooy ping foo c8a\n"
                  f"2: house way\n6: house way\n").failures
    wrong = settle(f"{GAME}option off=7\nbanker 7 Eve\n=! refused [QLD-6-18(4)]\n{ANN}{WINS}{BANK}2: house way\n")
    assert "expected refused [QLD-6-18(4)], got a bank on box 7" in wrong.failures[0]


# -- 18: how the bank goes round --------------------------------------------------------------------------------------

ROUND = "box 2 Ann: 10\nbox 3 Ben: 20\ndeal 2: teen teen day day\ndeal 3: chong chong bon bon\n"
FIRST = f"{GAME}{ROUND}{BANK}2: house way\n3: house way\nnext round\n"


def banked(box: int, name: str, other: str, kind: str = "bank", before: str = "") -> str:
    """A round in which one of the two banks and the other plays."""
    at = 5 - box
    sets = f"{box}: house way\n" if kind == "bank" else ""
    return (f"{before}box {box} {name}: {kind} 100\nbox {at} {other}: 10\ndeal {at}: teen teen day day\n"
            f"deal {box}: yun yun gor gor\n{at}: house way\n{sets}next round\n")


def test_the_bank_is_offered_round_the_table() -> None:
    played = good(FIRST + banked(2, "Ann", "Ben"))
    told = [event.what for event in played.events if isinstance(event, Announced) and event.clause == "QLD-6-18(9)"]
    assert told == ["the bank is offered to Ann, then Ben"]
    assert lines(played)[2, "Ann", "bank"] == ("lose", 10_00)
    # Ben is asked after Ann, who passes the bank or wagers.
    assert "[QLD-6-18(9)]" in refused(FIRST + banked(3, "Ben", "Ann"))
    good(FIRST + banked(3, "Ben", "Ann", before="2 Ann: pass bank\n"))
    good(FIRST + "box 2 Ann: 10\nbox 3 Ben: bank 50\ndeal 2: teen teen day day\ndeal 3: chong chong bon bon\n"
                 "2: house way\n3: house way\n")
    assert "not offered to Cat" in refused(FIRST + "4 Cat: pass bank\n")
    together = f"{GAME}box 2 Ann: 10\nbox 2 Ben: 20\n{WINS}{BANK}2: house way\nnext round\n"
    assert "[QLD-6-18(9)]" in refused(f"{together}2 Ann: pass bank\nbox 2 Ben: bank 100\n")


def test_who_may_bank_where() -> None:
    for text, clause in (
        ("box 4 Ann: bank 100", "18(2)"), ("box 2 Cat: bank 100", "18(2)"), ("box 3 Ann: co-bank 100", "18(2)"),
        ("box 3 Ben: 10\nbox 2 Ann: bank 9", "18(4)"), ("box 3 Ben: 10\nbox 2 Ann: co-bank 4", "14(2)(b)"),
        ("box 2 Ann: 10\nbox 2 Ann: bank 100", "2:player-banker"),
        ("box 3 Ben: 10\nbox 2 Cat: 5\n"
        "box 2 Ann: bank 50", "17(1)"),
        ("box 7 Ann: bank 50", "18(2)"),
    ):
        assert f"[QLD-6-{clause}]" in refused(f"{FIRST}{text}\n"), text
    # After a round of the house, box 1 too.
    one = (FIRST + "box 1 Ann: bank 100\nbox 3 Ben: 10\ndeal 3: teen teen day day\ndeal 1: yun yun gor gor\n"
           "3: house way\n1: house way\n")
    assert lines(good(one))[1, "Ann", "bank"] == ("lose", 10_00)
    again = f"{one}next round\nbox 1 Ben: bank 100\n"
    assert "[QLD-6-18(2)]" in refused(again)
    good(FIRST + banked(2, "Ann", "Ben", "co-bank"))


def test_two_rounds_in_a_row_and_then_another_or_the_house() -> None:
    twice = FIRST + banked(2, "Ann", "Ben") * 2
    assert "[QLD-6-18(10)]" in refused(twice + banked(2, "Ann", "Ben"))
    told = [event.what for event in good(twice + banked(3, "Ben", "Ann")).events
            if isinstance(event, Announced) and event.clause == "QLD-6-18(11)"]
    assert told[-1] == "the bank is offered to Ben"
    house = f"{ROUND}{BANK}2: house way\n3: house way\nnext round\n"
    assert lines(good(twice + house + banked(2, "Ann", "Ben")))[2, "Ann", "bank"] == ("lose", 10_00)


def offers(text: str) -> list[str]:
    """To whom the bank was offered in a round, before and after somebody left."""
    return [event.what for event in good(text).events if isinstance(event, Announced) and "offered" in event.what]


def test_whoever_has_left_is_not_asked() -> None:
    """The next on the box is its first player then, and nobody waits for who is gone."""
    first = (f"{GAME}box 2 Ann: 10\nbox 2 Cat: 10\nbox 3 Ben: 20\n{WINS}deal 3: chong chong bon bon\n{BANK}"
             "2: house way\n3: house way\nnext round\n")
    assert "offered to Ann before Ben" in refused(f"{first}box 3 Ben: bank 100\n")
    left = f"{first}! player-leaves player=Ann\n"
    assert "offered to Cat before Ben" in refused(f"{left}box 3 Ben: bank 100\n")
    good(f"{left}box 2 Cat: bank 100\nbox 3 Ben: 20\ndeal 2: yun yun gor gor\ndeal 3: chong chong bon bon\n"
         "3: house way\n2: house way\n= 2 Cat bank win 19\n")


def test_a_player_of_two_boxes_is_asked_once() -> None:
    two = f"{GAME}box 2 Ann: 100\nbox 3 Ann: 50\n{WINS}deal 3: chong chong bon bon\n{BANK}2: house way\n3: house way\n"
    banks = f"box 3 Ann: bank 100\nbox 2 Ben: 10\n{WINS}deal 3: yun yun gor gor\n2: house way\n3: house way\n"
    assert offers(f"{two}next round\n{banks}") == ["the bank is offered to Ann"]


def test_after_a_break_the_house_banks() -> None:
    good(f"{GAME}banker 5 Eve\n! break-in-play\n=! ruled [QLD-6-18(8)]\n{ANN}{WINS}{BANK}2: house way\n")
    good(f"{FIRST}! break-in-play\n=! ruled [QLD-6-18(8)]\nbox 2 Ann: bank 100\n=! refused [QLD-6-18(8)]\n"
         f"{ROUND}{BANK}2: house way\n3: house way\n")


def test_a_bank_against_nobody_goes_back() -> None:
    t = Table(game("qld/pai-gow"))
    assert t.game.state_told(t, "banker", "5 Eve 300") is None
    play_round(t, Pit("teen teen day day", "mooy ping foo c8a", wagers=()))
    assert t.net == {"Eve": 0} and not t.lines and t.state["house_due"]


def test_a_void_round_is_no_round_of_play() -> None:
    t = Table(game("qld/pai-gow"))
    t.game.round_over(t, True)
    assert t.state["house_due"]


class Banking:
    """Whoever is offered the bank takes it, or half of it; money is counted at every request."""

    def __init__(self, dealer: VirtualDealer, seed: int) -> None:
        self.dealer, self.seed = dealer, seed

    def answer(self, t: Table, request: Asked) -> Answer:
        assert sum(t.net.values()) + t.layout + t.house + t.commission == 0
        if isinstance(request, Gather) and t.state["offered"] and not t.wagers and self.seed % 3:
            first = t.state["offered"][0]
            box = next(box for box, players in t.state["played"].items() if first in players)
            return Place(int(box), first, ((("bank", "co-bank")[self.seed % 2], 500_00),))
        return self.dealer.answer(t, request)


@pytest.mark.parametrize("seed", range(6))
def test_money_stays_whoever_banks(seed: int) -> None:
    """Players, layout, house and commission sum to nothing at every step; a bank of players leaves the house alone."""
    table = game("qld/pai-gow", {"rounding": "50c" if seed % 2 else "off"})
    t, banks = Table(table), 0
    bots = RandomPlayers(SeededSource(f"bots {seed}"), {1: "Dan", 2: "Ann", 3: "Ben", 4: "Cat"})
    dealer = VirtualDealer(SeededSource(f"tiles {seed}"), bots)
    for _ in range(40):
        state = {**t.state}
        record = play_round(t, Banking(dealer, seed))
        again = Table(table, state)
        play_round(again, Replay(record.answers))
        assert again.lines == t.lines and again.events == t.events
        assert sum(t.net.values()) + t.house + t.commission == 0 and t.layout == 0
        if any(line.wager == "bank" for line in t.lines):
            banks += 1
            assert t.house == 0 or any(type(event) is Placed and event.wager == "co-bank" for event in t.events)
    assert banks > 5 or not seed % 3
