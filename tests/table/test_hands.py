"""Hands know their box and their place there, so a box may have three and four; wagers on them stay apart."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.view import _wager
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.table.acts import Place, Take
from pitboss.table.answers import Unplayable
from pitboss.table.driver import Replay, drive
from pitboss.table.expectations import show_line
from pitboss.table.facts import Rejected, Returned, slot_of
from pitboss.table.game import Game
from pitboss.table.hands import HandOfCards, Hands, hand_at, read_hand
from pitboss.table.journal import digest
from pitboss.table.script import Played, play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import parse


class SplitAgain(Blackjack):
    """Blackjack in which a pair made by a split is split again, up to four hands."""

    def splits(self, t: Table, hand: HandOfCards) -> bool:
        return len(t.hands_of(hand.box)) < 4 and self.may_split(hand.cards)


class TwoHands(Blackjack):
    """Blackjack in which a box opens with two hands, each with a stake of its own."""

    def opening_hands(self, box: int) -> tuple[str, ...]:
        return hand_at(box, 1), hand_at(box, 2)

    def lies_with(self, t: Table, box: int, player: str, kind: str) -> str:
        taken = {wager.hand for wager in t.on_box(box, kind) if wager.player == player}
        return next((hand for hand in self.opening_hands(box) if hand not in taken), "") if kind == "original" else ""

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if kind == "original" and not self.lies_with(t, box, player, kind):
            return Rejected(f"{player} has a stake on each hand of box {box}")
        return super().refuse_wager(t, box, player, kind, amount)


def played(text: str, make: type[Game]) -> Played:
    """A file that must hold whole; its rounds, played again from their answers, come out the same."""
    it = play_transcript(parse(text), make, strict=True)
    assert not it.failures and not it.unstated, (it.failures, it.unstated)
    t = Table(it.game)
    for record in it.records:
        drive(t, Replay(record.answers))
        assert digest(t.events) == record.facts
        assert sum(t.net.values()) + t.house + t.layout == 0
    return it


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "box", "place"), [
    ("1", 1, 0), ("1a", 1, 1), ("1d", 1, 4), ("12c", 12, 3), ("dealer", 0, 0), ("board", 0, 0), ("discard", 0, 0),
    ("", 0, 0), ("1ab", 0, 0), ("a1", 0, 0), ("1234", 0, 0), ("supervisor", 0, 0),
])
def test_a_name_is_read_and_made_in_one_place(name: str, box: int, place: int) -> None:
    assert read_hand(name) == (box, place)
    if box:
        assert hand_at(box, place) == name
    hand = HandOfCards(name)
    assert (hand.name, hand.box, hand.place, hand.split) == (name, box, place, False)


def test_hands_of_a_box_by_their_places() -> None:
    t = Table(Blackjack())
    for name in ("2b", "1", "dealer", "12a", "2c", "2a"):
        t.put(("9c",), name, t.game.kinds[0].clause, True)
    assert [hand.name for hand in t.hands_of(2)] == ["2a", "2b", "2c"]
    assert [hand.name for hand in t.hands_of(1)] == ["1"]
    assert t.hands_of(3) == []


def test_a_pair_that_is_split_starts_the_next_hand_of_its_box() -> None:
    hands = Hands()
    for name, cards in (("2", ["7c", "7d"]), ("1", ["8c", "8d"])):
        hands.open(name).cards, hands.open(name).face_up = cards, [True, True]
    assert [hand.name for hand in hands.split("1")] == ["1a", "1b"]
    hands["1a"].cards.append("8h")
    hands["1a"].face_up.append(True)
    assert [hand.name for hand in hands.split("1a")] == ["1a", "1c"]
    assert {name: hand.cards for name, hand in hands.items()} == {
        "2": ["7c", "7d"], "1a": ["8c"], "1b": ["8d"], "1c": ["8h"],
    }
    assert [(hand.place, hand.split) for hand in hands.on(1)] == [(1, True), (2, True), (3, True)]
    assert not hands["2"].split
    with pytest.raises(ValueError):
        hands.split("1b")  # one card is no pair


# -- three and four hands ----------------------------------------------------------------------------------

THREE = """game qld/blackjack
box 1 Ann: 10
deal 1: 8c 8d
deal dealer: 9c Ks
1: split
deal 1a: 8h 3c Td
1a: split
1a: double down
deal 1b: Kd
1b: stand
deal 1c: Ah
1c: stand
= 1a Ann original win 10
= 1a Ann double down win 10
= 1b Ann split lose 10
= 1c Ann split void
= net Ann 10
"""

FOUR = """game qld/blackjack
box 1 Ann: 10
box 1 Ben: 20
box 1 Cat: 30
box 2 Dan: 5
deal 1: 8c 8d
deal 2: Kh Qh
deal dealer: 9c Ks
1: split
1 Ben: apply to 1b
1 Cat: split
deal 1a: 8h 3c Td
1a: split
1 Cat: apply to 1c
1a: double down
deal 1b: Kd
1b: stand
deal 1c: 8s 9h
1c: split
1 Cat: split
1c: stand
deal 1d: Ac
1d: stand
2: stand
= 1a Ann original win 10
= 1a Ann double down win 10
= 1b Ann split lose 10
= 1b Ben original lose 20
= 1b Cat split lose 30
= 1c Ann split lose 10
= 1c Cat original lose 30
= 1d Ann split void
= 1d Cat split void
= 2 Dan original win 5
= net Ann 0, Ben -20, Cat -60, Dan 5
"""


def test_a_split_of_a_split_makes_a_third_hand() -> None:
    assert {line.hand for line in played(THREE, SplitAgain).lines} == {"1a", "1b", "1c"}


def test_four_hands_on_a_shared_box() -> None:
    it = played(FOUR, SplitAgain)
    stated = [line for line in FOUR.splitlines() if line.startswith("= ") and "net" not in line]
    assert sorted(show_line(line).partition(" [")[0] for line in it.lines) == sorted(stated)


def test_schedule_2_splits_once() -> None:
    with pytest.raises(Unplayable, match=r"line 7: refused: .*QLD-2-27\(4\)\(a\)"):
        play_transcript(parse(THREE), Blackjack)


def test_a_dealers_blackjack_takes_the_original_of_three_hands_and_no_more() -> None:
    text = THREE.replace("dealer: 9c Ks", "dealer: Kc As").partition("= ")[0]
    played(text + "= 1a Ann original lose 10\n= 1a Ann double down void\n= 1b Ann split void\n= 1c Ann split void\n",
           SplitAgain)


def test_a_report_may_name_any_of_four_hands() -> None:
    report = "! wrong-total-announced hand={} announced=20\n=! ruled [QLD-2-12]\n1c: stand"
    played(THREE.replace("1c: stand", report.format("1c")), SplitAgain)
    with pytest.raises(Unplayable, match="hand=1e: write dealer or the number of a box, 1 to 7"):
        play_transcript(parse(THREE.replace("1c: stand", report.format("1e"))), SplitAgain)
    with pytest.raises(Unplayable, match="there is no hand '1d' on the table"):
        play_transcript(parse(THREE.replace("1c: stand", report.format("1d"))), SplitAgain)


def test_hands_laid_again_take_their_wagers_with_them() -> None:
    """QLD-2-34(1): a split that nothing has followed is undone with the rest of the deal."""
    text = THREE.partition("deal 1a")[0] + "! wrong-dealing-order\n=! ruled [QLD-2-34(1)]\n1: stand\n"
    it = played(text + "= 1 Ann original lose 10\n", SplitAgain)
    assert [event.wager for event in it.events if isinstance(event, Returned)] == ["split"]


# -- two stakes of one kind --------------------------------------------------------------------------------

OPENING = """game qld/blackjack
box 1 Ann: original 10, original 10
deal 1a: 8c 8d 3h Td
deal 1b: Ah Kh
deal dealer: 9c Ks
1a: split
1a: double down
deal 1c: 9d
1c: stand
= 1a Ann original win 10
= 1a Ann double down win 10
= 1b Ann original win 15
= 1c Ann split lose 10
= net Ann 25
"""


def test_a_box_that_opens_with_two_hands_has_a_stake_on_each() -> None:
    it = played(OPENING, TwoHands)
    assert [(line.hand, line.wager, line.stake) for line in it.lines][:1] == [("1b", "original", 1000)]


def test_two_stakes_of_one_kind_stay_two_wagers() -> None:
    it = TwoHands()
    t = Table(it)
    twice = Place(1, "Ann", (("original", 1000), ("original", 2000)))
    assert it.wagering(t, twice) is None
    assert {key: (wager.kind, wager.hand, wager.amount) for key, wager in t.wagers.items()} == {
        (1, "Ann", "original 1a"): ("original", "1a", 1000), (1, "Ann", "original 1b"): ("original", "1b", 2000),
    }
    shown: list[dict[str, Any]] = [_wager(wager, t.game) for wager in t.wagers.values()]
    assert [(one["wager"], one["slot"], one["hand"]) for one in shown] == [
        ("original", "original 1a", "1a"), ("original", "original 1b", "1b"),
    ]
    assert str(it.wagering(t, Take(1, "Ann", "original"))) == str(
        Rejected("Ann has no original on box 1; say which: original 1a or original 1b"))
    assert it.wagering(t, Take(1, "Ann", "original 1b")) is None
    assert [*t.wagers] == [(1, "Ann", "original 1a")] and t.layout == 1000


def test_a_third_stake_is_refused_and_the_whole_act_with_it() -> None:
    it = TwoHands()
    t = Table(it)
    assert it.wagering(t, Place(1, "Ann", (("original", 1000),) * 3)) == Rejected(
        "Ann has a stake on each hand of box 1")
    assert (t.wagers, t.boxes, t.net, t.layout, t.events) == ({}, {}, {"Ann": 0}, 0, [])


def test_one_of_two_stakes_is_taken_back_by_its_place() -> None:
    text = OPENING.replace("deal 1a", "1: remove original 1b\nbox 1 Ann: original 20\ndeal 1a", 1)
    played(text.replace("= 1b Ann original win 15", "= 1b Ann original win 30").replace("net Ann 25", "net Ann 40"),
           TwoHands)


def test_a_wager_laid_with_another_hand_keeps_its_turn() -> None:
    t = Table(Blackjack())
    for player in ("Ann", "Ben", "Cat"):
        t.place(1, player, "original", 500)
    ben = t.wagers[1, "Ben", "original"]
    t.lay(ben, "1b")
    assert [*t.wagers] == [(1, "Ann", "original"), (1, "Ben", "original 1b"), (1, "Cat", "original")]
    t.lay(ben)
    assert [*t.wagers] == [(1, name, slot_of("original")) for name in ("Ann", "Ben", "Cat")]
    other = t.place(1, "Ben", "original", 100, "1b")
    with pytest.raises(AssertionError, match="original of Ben already"):
        t.lay(other)


# -- what a table says of itself ---------------------------------------------------------------------------


def test_a_table_says_what_lies_on_it_in_one_line() -> None:
    t = Table(SplitAgain())
    assert repr(t) == "<Table of qld/blackjack, wagers>"
    t.place(1, "Ann", "original", 1000)
    t.place(1, "Ben", "original", 550)
    t.place(2, "Ann", "perfect pairs", 500)
    assert repr(t) == ("<Table of qld/blackjack, wagers; box 1 Ann: original 10; box 1 Ben: original 5.50; "
                       "box 2 Ann: perfect pairs 5>")
    t.put(("8c", "8d"), "1", t.game.kinds[0].clause, True)
    t.phase = "decisions"
    first, _ = t.hands.split("1")
    t.lay(t.wagers[1, "Ann", "original"], first.name)
    assert repr(t).endswith("; 1a 8c; 1b 8d>") and "box 1 Ann: original 1a 10;" in repr(t)


def test_a_round_that_is_over_can_still_be_told() -> None:
    it = played(THREE, SplitAgain)
    t = Table(it.game)
    drive(t, Replay(it.records[0].answers))
    assert repr(t) == ("<Table of qld/blackjack, settlement; box 1 Ann: nothing; dealer 9c Ks; 1a 8c 3c Td; 1b 8d Kd; "
                       "1c 8h Ah>")
    assert "\n" not in repr(t)
