"""Physical tables, reports and officials, and what two people may undo."""

from __future__ import annotations

from typing import Any

from support.casino import Casino, honest
from support.dealing import cards, dealt, enter, finish, opened

from pitboss.floor.desk import body_of
from pitboss.floor.proposals import past

# -- physical tables -----------------------------------------------------------------------------------------------


def test_an_entry_counts_once_it_is_confirmed() -> None:
    casino = dealt(text="Th 6d 9h")
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    casino.no("Dora", "confirm", table="blackjack")
    assert casino.do("Dora", "enter", table="blackjack", answer=cards("Td"))["words"] == "Td"
    assert casino.shown("blackjack")["pending"]["words"] == "Td"
    assert casino.shown("blackjack")["hands"]["dealer"] == ["6d"]
    casino.sound()
    casino.do("Sue", "drop-entry", table="blackjack")
    assert casino.shown("blackjack")["pending"] is None
    casino.do("Dora", "enter", table="blackjack", answer=cards("9d"))
    casino.do("Dora", "enter", table="blackjack", answer=cards("5d"))  # another one stands in its place
    casino.crash()
    casino.do("Dora", "confirm", table="blackjack")
    assert casino.shown("blackjack")["hands"]["dealer"] == ["6d", "5d"]
    finish(casino, "Kc")
    assert casino.credits("Ann") == 990_00 and casino.shown("blackjack")["last"]["net"] == {"Ann": -10_00}
    casino.sound()
    honest(casino)


def test_an_entry_made_twice() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical", entry="twice")
    casino.bet("roulette")
    casino.do("Dora", "no-more-bets", table="roulette")
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "1"})
    casino.crash()
    differs = casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "2"})
    assert differs["differs"] and casino.shown("roulette")["pending"] is None
    assert casino.table("roulette").last is None
    for _ in range(2):
        casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "1"})
    assert casino.shown("roulette")["last"]["result"] == "1" and casino.credits("Ann") == 1010_00


def test_cards_entered_twice_after_a_crash_are_the_same_cards() -> None:
    casino = Casino()
    casino.add("blackjack", mode="physical", entry="twice")
    for answer in ({"type": "shuffled"}, {"type": "cut", "from_back": 20}, {"type": "cut", "from_back": 60}):
        for _ in range(2):
            casino.do("Dora", "enter", table="blackjack", answer=answer)
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    casino.do("Dora", "enter", table="blackjack", answer=cards("Th 6d 9h"))
    casino.crash()
    assert "differs" not in casino.do("Dora", "enter", table="blackjack", answer=cards("Th 6d 9h"))
    assert casino.shown("blackjack")["hands"] == {"1": ["Th", "9h"], "dealer": ["6d"]}


def test_entries_that_do_not_fit() -> None:
    casino = opened("three-card")
    casino.bet("three-card")
    casino.do("Dora", "no-more-bets", table="three-card")
    for answer in (
        cards("As As Ks"), cards("Zz 2c 3c"), cards("As"), {"type": "ball", "number": "3"}, {"type": "close"},
        {"type": "dice", "numbers": [1, 2]}, {"type": "choice", "hand": "1", "name": "bet"}, {"type": "nothing"},
        cards(" ".join(["As"] * 61)), cards("As Ks Qs Js Ts 9s 8s 7s"),
    ):
        casino.no("Dora", "enter", table="three-card", answer=answer)
    for who in ("Ann", "Ivy"):
        assert not casino.ask(who, "enter", table="three-card", answer=cards("As Ks Qs"))["ok"]
    enter(casino, "three-card", cards("As Ks Qs"))
    casino.no("Dora", "enter", table="three-card", answer=cards("As 2c 3c"))
    casino.sound()


def test_players_with_chips() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.no("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 1_00]])
    casino.do("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 10_00], ["odd", 10_00]])
    casino.do("Dora", "take-for", table="roulette", box=1, player="Walt", wager="odd")
    casino.bet("roulette", "Ann", 2)
    casino.no("Dora", "place-for", table="roulette", box=3, player="Ann", wagers=[["red", 10_00]])
    casino.no("Dora", "decide-for", table="roulette", player="Ann", hand="1", name="stand")
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "3"})
    assert casino.store.balance("chips:roulette:Walt") in (0, 10_00)  # a winning wager stays, or was taken
    assert casino.store.balance("player:Walt") == 0 and casino.credits("Ann") == 1010_00
    casino.sound()
    honest(casino)


# -- irregularities and officials ----------------------------------------------------------------------------------


def test_a_report_is_ruled_on_and_the_right_office_decides() -> None:
    casino = opened("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "report", table="blackjack", kind="device-used", facts={"player": "Ann", "device": "computer"})
    asked = casino.shown("blackjack")["asked"]
    assert asked["kind"] == "direct" and asked["hand"] == "supervisor" and asked["clause"] == "QLD-0-4(2)"
    casino.crash()
    assert casino.shown("blackjack")["asked"] == asked
    casino.no("Ann", "decide", table="blackjack", hand="supervisor", name="void wagers")
    refused = casino.no("Dora", "direct", table="blackjack", name="void wagers")
    assert refused["clause"] == "QLD-0-4(2)" and "supervisor" in refused["legal"]
    casino.no("Sue", "direct", table="blackjack", name="something else")
    casino.do("Sue", "direct", table="blackjack", name="void wagers")
    assert casino.credits("Ann") == 1000_00
    casino.do("Max", "direct", table="blackjack", name="exclude")  # a manager may act for a supervisor (3)
    again = casino.no("Ann", "place", table="blackjack", box=1, wagers=[["original", 10_00]])
    assert again["clause"] == "QLD-0-4(2)(b)"
    casino.sound()


def test_a_manager_is_not_a_supervisors_to_replace() -> None:
    casino = opened("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("Th 6d 9h"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(casino, "Kd 9c")
    casino.do("Dora", "report", table="blackjack", kind="late-entry", facts={"player": "Ben"})
    assert casino.shown("blackjack")["asked"]["hand"] == "manager"
    assert casino.no("Sue", "direct", table="blackjack", name="refuse")["clause"] == "QLD-2-17(1)"
    casino.do("Max", "direct", table="blackjack", name="refuse")
    late = casino.no("Ben", "place", table="blackjack", box=2, wagers=[["original", 10_00]])
    assert late["clause"] == "QLD-2-17(1)"


def test_silent_law_is_referred_and_nonsense_refused() -> None:
    casino = dealt()
    casino.do("Dora", "report", table="blackjack", kind="lightning", facts={})
    assert casino.shown("blackjack")["events"][-1]["kind"] == "referred"
    casino.no("Dora", "report", table="blackjack", kind="cards-exchanged", facts={"box": "9"})
    for who in ("Ann", "Ivy"):
        assert not casino.ask(who, "report", table="blackjack", kind="lightning", facts={})["ok"]
    casino.sound()


# -- proposals -----------------------------------------------------------------------------------------------------


def test_a_round_is_void_with_a_second_person() -> None:
    casino = dealt()
    nothing = casino.no("Sue", "propose", table="blackjack", what="nothing", reason="no reason")
    assert "void or correct" in nothing["legal"]
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    assert casino.shown("blackjack")["proposals"][0]["reason"] == "a card was marked"
    casino.no("Sue", "approve", table="blackjack", n=n)
    assert not casino.ask("Dora", "approve", table="blackjack", n=n)["ok"]
    casino.no("Sam", "approve", table="blackjack", n=n + 1)
    casino.crash()
    casino.do("Sam", "approve", table="blackjack", n=n)
    line = casino.shown("blackjack")["last"]["lines"][0]
    assert (line["outcome"], line["clause"], casino.credits("Ann")) == ("void", "QLD-0-3:void", 1000_00)
    assert casino.shown("blackjack")["proposals"] == []
    casino.no("Sam", "approve", table="blackjack", n=n)
    casino.no("Sue", "propose", table="blackjack", what="void", reason="nothing lies there")
    casino.sound()
    honest(casino)


def test_a_proposal_may_be_withdrawn_and_grows_old() -> None:
    casino = dealt()
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    casino.do("Sue", "withdraw", table="blackjack", n=n)
    casino.no("Sam", "approve", table="blackjack", n=n)
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(casino, "Kd 9c")
    casino.no("Sam", "approve", table="blackjack", n=n)


def spun(number: str = "1", amount: int = 10_00) -> Casino:
    """Ann had red, and it came so."""
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.bet("roulette", amount=amount)
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": number})
    return casino


def correct(casino: Casino, number: str, round: int = 1) -> dict[str, Any]:
    answers = past(casino.table("roulette"), round).answers
    index = next(n for n, answer in enumerate(answers) if hasattr(answer, "number"))
    return {"table": "roulette", "what": "correct", "round": round, "index": index, "reason": "misread",
            "answer": {"type": "ball", "number": number}}


def test_a_correction_posts_the_difference() -> None:
    casino = spun("2")
    assert casino.credits("Ann") == 990_00
    n = casino.do("Sue", "propose", **correct(casino, "1"))["n"]
    casino.no("Sue", "approve", table="roulette", n=n)
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 1010_00
    last = casino.shown("roulette")["last"]
    assert (last["result"], last["lines"][0]["outcome"], last["why"]) == ("1", "win", "corrected: misread")
    casino.sound()
    n = casino.do("Sue", "propose", **correct(casino, "0"))["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 990_00
    casino.sound()
    honest(casino)


def test_what_was_spent_is_owed() -> None:
    casino = spun("1", 500_00)
    casino.do("Ann", "cash-out", amount=casino.credits("Ann"))
    n = casino.do("Sue", "propose", **correct(casino, "2"))["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.credits("Ann") == 0 and casino.store.balance("owed:Ann") == -1000_00
    casino.sound()
    honest(casino)


def test_corrections_that_make_no_sense() -> None:
    casino = spun()
    good = correct(casino, "2")
    for wrong in ({"index": 99}, {"index": 0}, {"round": 77}, {"answer": {"type": "ball", "number": "99"}},
                  {"answer": {"type": "dice", "numbers": [1, 2]}}, {"answer": {"type": "shuffled"}}):
        casino.no("Sue", "propose", **{**good, **wrong})
    for who in ("Ann", "Dora", "Ivy"):
        assert not casino.ask(who, "propose", **good)["ok"]


def test_a_card_of_the_round_that_is_played() -> None:
    casino = dealt(text="Th 6d 9h")
    answers = past(casino.table("blackjack"), 1).answers
    index = max(n for n, answer in enumerate(answers) if hasattr(answer, "cards"))
    n = casino.do("Sue", "propose", table="blackjack", what="correct", index=index, reason="misread",
                  answer=cards("2h"))["n"]
    casino.do("Sam", "approve", table="blackjack", n=n)
    assert casino.shown("blackjack")["hands"]["1"] == ["Th", "2h"]
    casino.sound()
    casino.do("Ann", "decide", table="blackjack", hand="1", name="draw")
    enter(casino, "blackjack", cards("Kh"))
    assert casino.credits("Ann") == 990_00
    casino.sound()
    honest(casino)


# -- a cut ---------------------------------------------------------------------------------------------------------


def test_a_cut_asks_for_no_invented_number() -> None:
    casino = Casino()
    casino.add("blackjack", mode="physical")
    enter(casino, "blackjack", {"type": "shuffled"})
    assert casino.do("Dora", "enter", table="blackjack", answer={"type": "cut"})["words"] == "cut made"
    assert casino.shown("blackjack")["pending"]["words"] == "cut made"
    casino.do("Dora", "confirm", table="blackjack")
    acts = [body_of(event) for event in casino.store.events("table:blackjack") if event.type == "acts"]
    asked = casino.shown("blackjack")["asked"]
    assert asked["what"] == "last round" and acts[-1]["counted"] is False
    assert acts[-1]["answers"][0]["from_back"] == 312 // 2
    wrong = casino.no("Dora", "enter", table="blackjack", answer={"type": "cut", "from_back": asked["most"] + 1})
    assert wrong["clause"] == asked["clause"] and str(asked["most"]) in wrong["legal"]
    enter(casino, "blackjack", {"type": "cut", "from_back": asked["least"]})
    acts = [body_of(event) for event in casino.store.events("table:blackjack") if event.type == "acts"]
    assert "counted" not in acts[-1]
    casino.no("Dora", "enter", table="blackjack", answer={"type": "cut"})  # wagers are asked for now
    casino.sound()
    honest(casino)
