"""What went wrong in a hand between players is reported at its table: what can have happened, who says so, and what
follows."""

from __future__ import annotations

from support.poker_floor import Sim
from support.real_table import MANAGER, NAMES, SUPERVISOR, RealTable

from pitboss.cardroom.plain import plain_hand
from pitboss.floor.queries import ask


def dealt(game: str = "mel/holdem") -> RealTable:
    table = RealTable(game, players=NAMES[:4])
    table.deal()
    return table


def kinds(table: RealTable, who: object = SUPERVISOR) -> set[str]:
    return {one["kind"] for one in table.asked("irregularities", who)["irregularities"]}  # type: ignore[arg-type]


def test_the_console_lists_what_would_be_ruled_on_now() -> None:
    table = dealt()
    assert {"misdeal", "defective-deck", "something-else"} <= kinds(table)
    assert "fraud" not in kinds(table) and "fraud" in kinds(table, MANAGER)
    table.enter("c", "c")
    assert "misdeal" not in kinds(table) and "defective-deck" in kinds(table)


def test_a_preview_changes_nothing_and_tells_what_moves() -> None:
    table = dealt()
    h = table.desk.room.hand
    assert h is not None
    before, version = plain_hand(h), table.desk.version
    seen = table.asked("preview", SUPERVISOR, kind="defective-deck", facts={})
    assert seen["moved"] == {"Ann": 1_00, "Ben": 2_00} and seen["refused"] is None
    assert seen["lines"][0]["clause"].startswith("MEL-14.1.1(a)(viii)")
    assert plain_hand(h) == before and table.desk.version == version


def test_whose_decision_it_is_makes_the_report_alone() -> None:
    table = dealt()
    assert table.no("report", kind="disruption").startswith("disruption is the supervisor's to decide [MEL-18")
    result = table.do("report", SUPERVISOR, kind="disruption")
    assert result["clause"].startswith("MEL-18.5")
    assert table.view["last"]["void"] and table.view["last"]["second"] == ""
    assert table.stacks() == dict.fromkeys(NAMES[:4], 200_00)
    table.sound()
    table.deal()
    assert table.view["button"] == 4  # as if the hand had not started
    table.sound()


def test_a_defective_deck_is_a_misdeal_by_the_dealers_word_whoever_has_acted() -> None:
    table = dealt()
    table.enter("c", "c")
    assert table.do("report", kind="defective-deck")["clause"].startswith("MEL-14.1.1(a)(viii)")
    assert table.stacks() == dict.fromkeys(NAMES[:4], 200_00)
    table.sound()


def test_a_misdeal_is_the_dealers_word_until_two_have_acted() -> None:
    table = dealt()
    table.enter("c", "c")
    assert table.no("report", kind="misdeal").startswith("a misdeal after two players have acted [MEL-14.1.1]")
    seen = table.asked("preview", kind="misdeal", facts={})
    assert seen["refused"]["clause"] == "MEL-14.1.1"
    table.do("take-back")
    table.do("report", kind="misdeal")
    assert table.view["last"]["void"]
    table.sound()


def test_bad_reports_get_one_line_and_change_nothing() -> None:
    table = dealt()
    assert table.no("report", kind="earthquake").startswith("'earthquake' is nothing that is reported at this table; ")
    assert table.no("report", kind="misdeal", facts={"colour": "blue"}).startswith("misdeal has no colour=")
    assert table.no("report", kind="something-else").startswith("a report of something else says what it was")
    empty = RealTable(players=NAMES[:2])
    assert empty.no("report", kind="misdeal") == "no hand is on; once one is dealt"


def test_where_the_rules_are_silent_the_hand_goes_on() -> None:
    table = dealt()
    assert table.do("report", kind="something-else", facts={"what": "a glass fell over"})["referred"]
    line = table.view["events"][-1]
    assert line["kind"] == "referred" and "a glass fell over" in line["text"]
    table.enter("c")
    assert "a glass fell over" in [line["text"] for line in table.view["events"]][-2]
    table.sound()


def test_with_virtual_cards_only_what_people_do_is_reported() -> None:
    sim = Sim(house=0)
    sim.sit("Ann", "Ben")
    sim.deal()
    result = sim.give(SUPERVISOR, {"t": "report", "table": "t", "kind": "defective-deck"})
    assert result["refused"] == "defective deck where the cards are virtual"
    listed = ask(sim.floor, SUPERVISOR, {"t": "irregularities", "table": "t"})["irregularities"]
    assert "disruption" in {one["kind"] for one in listed} and "misdeal" not in {one["kind"] for one in listed}
    assert sim.give(SUPERVISOR, {"t": "report", "table": "t", "kind": "disruption"})["ok"]
    assert sim.view["last"]["void"]


# -- hold'em by Melbourne's chapter 14 -----------------------------------------------------------------------


def hold_em() -> RealTable:
    table = RealTable()
    table.deal()
    return table


def test_an_exposed_card_a_missed_burn_and_a_short_call_are_ruled_on_and_the_hand_is_settled() -> None:
    table = hold_em()
    assert "card-exposed" in kinds(table) and "missed-burn" not in kinds(table)
    ruled = table.do("report", kind="card-exposed", facts={"seat": "4", "card": "Kd"})
    assert ruled["clause"] == "MEL-14.9.1"
    h = table.desk.room.hand
    assert h is not None and h.hole[3] == ["??", "??"] and h.burnt == ["Kd"]
    table.enter("r 6", "c", "f", "6 puts 4 2")
    assert table.view["asked"]["bound"]["clause"] == "MEL-6.17" and table.view["asked"]["seat"] == 6
    assert table.enter_no("r 20").endswith("seat 6 must make it 6, go all-in or fold")
    table.enter("c", "f", "c", "cards Qs 7c 2h")
    assert "missed-burn" not in kinds(table), "the card that was exposed is the burn card"
    table.enter("k", "r 12", "c", "f", "f", "cards As")
    assert "missed-burn" in kinds(table)
    seen = table.asked("preview", kind="missed-burn", facts={})
    assert seen["refused"] is None and seen["moved"] == {} and seen["asked"]["words"] == "turn: 1 card"
    assert seen["lines"][-1]["clause"] == "MEL-14.2.6"
    assert table.do("report", kind="missed-burn")["clause"] == "MEL-14.2.6"
    assert table.view["boards"] == [["Qs", "7c", "2h", "??"]]
    table.sound()
    table.enter("cards 3c", "k", "k", "cards 4h", "r 30", "c")
    table.enter("show Ah Qh", "m", "p")
    assert table.view["last"]["net"] == \
        {"Ann": -1_00, "Ben": -6_00, "Cat": 61_00, "Dan": -48_00, "Eve": 0, "Fay": -6_00}
    table.sound()


def test_reports_that_make_no_sense_say_so_in_one_line() -> None:
    table = hold_em()
    table.enter("f", "c", "c", "c", "c", "k", "cards As 7d 2c", "r 4")
    said = (
        ("wrong-number-of-cards", {"seat": "3", "cards": "3"}, "seat 3 has folded"),
        ("wrong-number-of-cards", {"seat": "9", "cards": "3"}, "seat=9 is nobody in the hand; seats 1, 2, 3, 4, 5, 6"),
        ("extra-card-exposed", {"card": "7d"}, "extra-card-exposed: the 7d lies elsewhere already"),
        ("extra-card-exposed", {"card": "Kc", "cards": "Kc,Kd"}, "extra-card-exposed: card= and cards= at once"),
        ("card-exposed", {"seat": "1", "hand": "board"}, "seat= and hand= at once; one of them"),
    )
    for kind, facts, words in said:
        line = table.no("report", kind=kind, facts=facts)
        assert line.startswith(words) and "\n" not in line, line
    assert "official" in table.no("report", kind="hand-disclosed", facts={"seat": "1", "official": "manager"})
    assert table.no("report", kind="hand-disclosed", facts={"seat": "1", "decided": "dead-hand"}).startswith(
        "a report tells what happened, and not the ruling [MEL-")


def test_a_burn_that_was_never_made_is_not_missed_before_the_flop() -> None:
    table = hold_em()
    line = table.no("report", kind="missed-burn")
    assert "burn" in line and "\n" not in line, line


def test_an_official_decides_at_the_table() -> None:
    table = hold_em()
    table.enter("c")
    table.do("report", SUPERVISOR, kind="hand-disclosed", facts={"seat": "3", "decided": "dead-hand"})
    assert table.view["players"]["3"]["folded"] and table.view["pot"] == 5_00
    table.sound()
