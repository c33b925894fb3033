"""Reports in a hand between players: exactly one ruling, or silent law; facts that are declared; previews on a copy."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from support.poker_hands import dealt, do

from pitboss.cardroom import acts, from_data, to_data
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.reports import acted
from pitboss.cardroom.script import play, read
from pitboss.cardroom.views import view
from pitboss.cli.room_settle import print_settled, settle_card_room, settled_data
from pitboss.guide.notation import keys_of
from pitboss.guide.room import card_game_data
from pitboss.law import Refused, Ruled, schedule
from pitboss.rulebooks import card_games
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.table.acts import Irregular
from pitboss.table.facts import Referred, Rejected
from pitboss.table.reports import SUPERVISOR, BadFact, Seat, YesNo, ruling
from pitboss.table.transcripts import BadTranscript
from pitboss.web.help import help_page

# Any clauses serve: the game is invented.
S = schedule("MEL")


def place(h: Hand, what: Irregular) -> int:
    """The seat that a report names, which must be in the hand."""
    seat = int(what.get("seat"))
    if seat not in h.seats:
        raise BadFact(f"seat {seat} is not in the hand")
    return h.seats.index(seat)


class Strict(Holdem):
    """Hold'em in which a hand that was told to others is dead, unless they had seen it anyway."""

    @ruling("hand-told", S["18.15"], "the hand is dead", lambda game, h, what: not what.yes("seen"),
            facts=(Seat(need=True), YesNo("seen")), by=SUPERVISOR)
    def told(self, h: Hand, what: Irregular) -> Refused | None:
        h.muck += ["2c"]
        i = place(h, what)
        if not h.live >> i & 1:
            return Refused(S["18.16"], "the hand of one who is out", "of one who plays")
        h.live &= ~(1 << i)
        h.active &= h.live
        return None

    @ruling("hand-told", S["18.13"], "play goes on", lambda game, h, what: what.yes("seen"), by=SUPERVISOR)
    def seen(self, h: Hand, what: Irregular) -> None:
        return None

    @ruling("sleeping", S["18.8"], "he is woken", lambda game, h, what: h.street == 0)
    @ruling("sleeping", S["18.9"], "he is left alone", lambda game, h, what: h.turn == 2)
    def sleeping(self, h: Hand, what: Irregular) -> None:
        return None


def hand() -> Hand:
    return dealt(Strict({"blinds": "1/2"}), (200, 200, 200), button=2)


def test_a_hand_finds_the_one_ruling_that_applies_and_its_facts_decide_which() -> None:
    h = hand()
    outcome = h.report("hand-told", {"seat": "2"})
    assert outcome == Ruled(S["18.15"], "hand-told: the hand is dead")
    assert h.live == 0b101 and h.log[-1][:4] == ("ruled hand-told", -1, 0, S["18.15"])
    other = hand().report("hand-told", {"seat": "2", "seen": "yes"})
    assert isinstance(other, Ruled) and other.clause == "MEL-18.13"


@pytest.mark.parametrize(("facts", "why"), [
    ({}, "hand-told needs seat=: a seat, 1 to 11"), ({"seat": "12"}, "hand-told: seat=12: write a seat, 1 to 11"),
    ({"seat": "2", "seen": "perhaps"}, "hand-told: seen=perhaps: write yes or no"),
    ({"seat": "2", "box": "1"}, "hand-told has no box=; it knows seat=, seen="),
    ({"seat": "9"}, "hand-told: seat 9 is not in the hand"),
])
def test_facts_that_are_unknown_or_do_not_fit_are_rejected_and_change_nothing(facts: dict[str, str], why: str) -> None:
    h = hand()
    before = plain_hand(h)
    assert h.report("hand-told", facts) == Rejected(why)
    assert plain_hand(h) == before


def test_a_ruling_may_refuse_and_then_nothing_is_half_done() -> None:
    h = do(hand(), "fold")
    before = plain_hand(h)
    refused = h.report("hand-told", {"seat": "3"})
    assert isinstance(refused, Refused) and refused.clause == "MEL-18.16"
    assert plain_hand(h) == before


def test_silent_law_is_referred_and_two_rulings_at_once_are_a_mistake() -> None:
    h = hand()
    for kind in ("never-heard-of-it", "cards-removed"):
        assert isinstance(h.report(kind), Referred) and not h.acts
    with pytest.raises(AssertionError, match="sleeping has 2 rulings at once"):
        h.report("sleeping")
    do(h, "call")
    assert isinstance(h.report("sleeping"), Ruled)
    do(h, "call", "check")
    assert isinstance(h.report("sleeping"), Referred), "no ruling has a word on it now"


def test_a_copy_shows_what_a_ruling_would_do() -> None:
    h = do(hand(), "call")
    before = plain_hand(h)
    preview = h.copy()
    assert isinstance(preview.report("misdeal"), Ruled) and preview.over and preview.stacks == [20000] * 3
    assert plain_hand(h) == before and not h.over


def test_what_was_ruled_is_among_the_acts_and_comes_again_with_them() -> None:
    h = do(hand(), "raise to 6")
    h.report("hand-told", {"seat": "2"})
    do(h, "call")
    again = hand()
    for at, act in h.acts:
        assert again.do(act, at) is None
    assert again.log == h.log and again.acts == h.acts
    assert hand_from_plain(h.game, plain_hand(h)).acts == h.acts
    assert isinstance(hand().do(acts.Reported("never-heard-of-it")), Refused)
    assert isinstance(hand().do(acts.Reported("hand-told")), Refused)


def test_who_has_acted_has_put_in_more_than_a_blind() -> None:
    h = hand()
    assert acted(h) == set()
    assert acted(do(h, "raise to 6", "puts 6 chips=1")) == {2, 0}


@pytest.mark.parametrize("id", sorted(card_games()))
def test_rulings_are_listed_where_the_rules_of_a_game_are(id: str) -> None:
    game: Any = card_games()[id]
    assert game.irregularities() and card_game_data(game)["irregularities"] == game.irregularities()
    page = help_page(id)
    assert page is not None and "When something goes wrong" in page
    for report in game.reports.values():
        for rule in report.rulings:
            assert rule.what.replace("'", "&#x27;") in page and str(rule.clause) in page


def test_facts_of_a_hand_are_written_as_those_of_a_round() -> None:
    assert keys_of(Strict(), ["hand-told"]) == "**`seat=`**, `seen=yes\\|no`"
    assert Strict.reports["hand-told"].by == SUPERVISOR


GAME = """game mel/holdem
option structure=no-limit blinds=1/2 commission=nil
button 3
seat 1 Ann 100
seat 2 Ben 100
seat 3 Cat 100
deal 1: Ac Ad
deal 2: Kc Kd
deal 3: 7h 2s
"""


def test_a_file_reports_what_went_wrong_and_expects_the_ruling() -> None:
    played = play(read(GAME + "3: call\n! misdeal\n=! ruled [MEL-14]\n= void\n= net Ann 0"), Holdem)
    (now,) = played.hands
    assert not played.failures and [made[:4] for made in now.rulings] == [(11, 0, "misdeal", "a misdeal")]
    assert [player.stack for player in played.table.players.values()] == [10000] * 3
    assert played.table.positions is None, "the game has not started"
    wrong = play(read(GAME + "! misdeal\n=! ruled [MEL-18]\n= void [MEL-18]"), Holdem)
    assert wrong.failures == [
        "line 10: expected a ruling under MEL-18", "line 12: expected void [MEL-18]; by MEL-14.1.1",
    ]
    fold = play(read(GAME + "3: fold\n1: fold\n=! ruled\n= void"), Holdem)
    assert fold.failures == ["line 11: expected a ruling", "line 13: expected void; the hand was played"]


def test_a_file_goes_on_after_a_report_that_the_book_is_silent_on() -> None:
    played = play(read(GAME + "! three-cards-face-up seat=1\n3: fold\n1: fold\n= net Ann -1, Ben 1"), Holdem)
    assert not played.failures and "the rules are silent" in played.hands[0].notes[0]


@pytest.mark.parametrize(("line", "why"), [
    ("! misdeel", "'misdeel' is nothing that is reported; perhaps 'misdeal'"),
    ("! misdeal seat=2", "misdeal has no seat=; it takes no facts"), ("! misdeal now", "'now' is not name=value"),
])
def test_a_report_that_makes_no_sense_is_one_line(line: str, why: str) -> None:
    with pytest.raises(BadTranscript, match=f"line 10: {why}"):
        play(read(GAME + line), Holdem)


def test_settle_tells_of_a_hand_that_was_called_off() -> None:
    settled = settle_card_room("hand.txt", GAME + "3: call\n! misdeal\n= void")
    assert settled is not None
    data = settled_data(settled)
    assert data["pots"] == [] and set(data["net"].values()) == {0} and data["rulings"][0]["ruling"] == "a misdeal"
    out = Console(width=110, color_system=None, record=True, file=StringIO())
    print_settled(out, settled)
    assert "ruled: misdeal: a misdeal [MEL-14.1.1]" in out.export_text()


def test_a_hand_that_was_called_off_is_seen_and_stored() -> None:
    h = hand()
    h.report("misdeal")
    assert view(h, 1)["stage"] == "over" and from_data(to_data(h)).void == h.void  # type: ignore[union-attr]
    assert h.legal() is None


def test_the_page_lists_every_report_with_what_it_may_tell_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cardroom.md").read_text()
    table = page.split("| report |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| ?((?:\\\||[^|])*?) ?\|", table, re.M)
    told = {kind: keys for cell, keys in rows for kind in re.findall(r"`([a-z-]+)`", cell)}
    made = [game() for game in card_games().values()]
    assert told == {kind: keys_of(game, [kind]) for game in made for kind in game.reports}


@pytest.mark.parametrize(("players", "ruled"), [(8, True), (9, False)])
def test_a_ruling_that_leaves_too_few_cards_for_the_board_is_for_a_supervisor(players: int, ruled: bool) -> None:
    """MEL-14.2.5: nine at three card manila want every card of 36, so none may be mucked."""
    h = dealt(card_games()["mel/three-card-manila"](), (100,) * players)
    before = plain_hand(h)
    outcome = h.report("card-face-up-in-deck", {"card": h.deck[3]})
    assert isinstance(outcome, Ruled if ruled else Referred)
    assert (plain_hand(h) == before) is not ruled
