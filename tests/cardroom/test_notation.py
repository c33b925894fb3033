"""What a transcript of the card room is told: rulings on gestures, cards left over, hands thrown away, and lines that
cannot be played, each with what to write instead."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.script import AT_THE_TABLE, FORMS, PlayedFile, play, read
from pitboss.cli.main import app
from pitboss.rulebooks import card_games
from pitboss.table.transcripts import BadTranscript

HEAD = """game {game}
option structure=no-limit blinds=5/10 commission=nil
button 3
seat 1 Ann 300
seat 2 Ben 300
seat 3 Cat 300
deal 1: 2c 7d
deal 2: Kc Kd
deal 3: As 9d
deal board: Ah Qs Js 2h 3h
"""
MEL, QLD = HEAD.format(game="mel/holdem"), HEAD.format(game="qld/texas-holdem-poker")
# All call, and check to the end.
CHECKED = "3: call\n1: call\n2: check\n" + "1: check\n2: check\n3: check\n" * 3
PAGE = (Path(__file__).parents[2] / "docs" / "cardroom.md").read_text()
EXAMPLES = re.findall(r"^```text\n(game .+?)^```", PAGE, re.M | re.S)


def played(text: str, *, strict: bool = False) -> PlayedFile:
    script = read(text)
    return play(script, card_games()[script.game], strict=strict)


def refusal(text: str) -> str:
    with pytest.raises(BadTranscript) as bad:
        played(text)
    assert "\n" not in str(bad.value)
    return str(bad.value)


def rulings(text: str) -> list[tuple[int, str, str, str]]:
    return [(made.line, made.did, made.ruling, str(made.clause)) for made in played(text).hands[0].rulings]


def settle(tmp_path: Path, text: str, *more: str) -> tuple[int, str]:
    file = tmp_path / "hand.txt"
    file.write_text(text)
    result = CliRunner().invoke(app, ["settle", str(file), *more])
    return result.exit_code, result.output


# -- rulings -------------------------------------------------------------------------------------------------

GESTURES = MEL + "3: puts 25 chips=1\n1: puts 11 chips=3\n1: raise to 20\n2: fold\n3: fold\n"


def test_rulings_on_gestures_are_told_with_their_clause() -> None:
    assert rulings(GESTURES) == [
        (11, "puts 25 chips=1", "a call", "MEL-6.14.1(a)"),
        (12, "puts 11 chips=3", "must raise to 20, go all-in or fold", "MEL-6.12"),
    ]
    assert rulings(QLD + "3: puts 25 chips=1\n1: says call\n2: fold\n1: check\n3: passes cards\n") == [
        (11, "puts 25 chips=1", "a call", "QLD-10-4(3)(a)"), (12, "says call", "a call", "QLD-10-24(1)"),
        (15, "passes cards", "a fold", "QLD-10-6(1)"),
    ]


@pytest.mark.parametrize(("lines", "ruled"), [
    ("1: raise to 30\n3: fold\n2: fold", (11, "raise to 30", "a bet of 30 in all", "MEL-6.18.1")),
    ("1: raise to 30\n3: raise to 60\n1: fold\n2: fold", (11, "raise to 30", "not bound by it", "MEL-6.18.2")),
    ("1: fold\n3: call\n2: check\n2: bet 10\n3: fold", (11, "fold", "a fold", "MEL-6.18")),
])
def test_what_becomes_of_an_act_out_of_turn_is_told(lines: str, ruled: tuple[int, str, str, str]) -> None:
    assert rulings(MEL + lines) == [ruled]


def test_settle_prints_rulings_and_has_them_in_json(tmp_path: Path) -> None:
    code, text = settle(tmp_path, GESTURES)
    assert code == 0
    assert "ruled: Cat: puts 25 chips=1: a call [MEL-6.14.1(a)]" in text
    code, text = settle(tmp_path, GESTURES, "--json")
    assert json.loads(text)["rulings"][0] == {
        "hand": 1, "line": 11, "seat": 3, "player": "Cat", "did": "puts 25 chips=1", "ruling": "a call",
        "clause": "MEL-6.14.1(a)",
    }


def test_a_gesture_that_is_refused_leaves_no_ruling() -> None:
    made = played(MEL + "3: says check\n=! refused [MEL-1.1:check]\n3: fold\n1: fold\n")
    assert not made.failures and not made.hands[0].rulings


def test_a_raise_that_must_be_made_up_is_asked_for() -> None:
    short = MEL + "3: puts 16 chips=4\n"
    must = r"seat 3 must raise to 20, go all-in or fold"
    assert refusal(short) == f"the hand is not over: {must} [MEL-6.12]"
    assert refusal(short + "1: call\n") == f"line 12: seat 1: call [MEL-6.12]; {must}"
    assert refusal(short + "3: call\n") == f"line 12: another act [MEL-6.12]; {must}"
    assert refusal(short + "3: raise to 40\n") == f"line 12: another act [MEL-6.12]; {must}"
    assert refusal(MEL + "3: puts 4 chips=4\n1: fold\n") == (
        "line 12: seat 1: fold [MEL-6.17]; seat 3 must make it 10, go all-in or fold"
    )


# -- cards left over -----------------------------------------------------------------------------------------

LEFT = MEL.replace("3h\n", "3h Jh\n") + CHECKED


def test_cards_that_are_listed_and_not_needed_are_a_note(tmp_path: Path) -> None:
    made = played(LEFT)
    assert made.hands[0].notes == ["Jh was listed for the board and not needed"]
    early = played(MEL + "3: fold\n1: fold\n= pot 1 15 Ben\n")
    assert early.hands[0].notes == ["Ah Qs Js 2h 3h were listed for the board and not needed"]
    code, text = settle(tmp_path, LEFT)
    assert (code, "note: Jh was listed for the board and not needed" in text) == (0, True)
    code, text = settle(tmp_path, LEFT, "--json")
    assert json.loads(text)["notes"] == ["Jh was listed for the board and not needed"]


def test_strict_makes_cards_left_over_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadTranscript, match="line 10: Jh was listed for the board and not needed"):
        played(LEFT, strict=True)
    assert settle(tmp_path, LEFT, "--strict")[0] == 2
    assert settle(tmp_path, MEL + CHECKED, "--strict")[0] == 0


# -- hands thrown away at the showdown -----------------------------------------------------------------------


def test_a_hand_is_thrown_away_at_the_showdown_and_asked_for() -> None:
    """Cat's aces win, unless she throws them away; then Ben's kings do. Asked for by Ben, who wins with them gone,
    they are live again; asked for by Ann, who does not, they stay dead."""
    assert not played(MEL + CHECKED + "= pot 1 30 Cat\n").failures
    gone = MEL + CHECKED + "3: fold\n"
    assert not played(gone + "= pot 1 30 Ben\n").failures
    assert not played(gone + "2: asks to see 3\n= pot 1 30 Cat\n= shows 3 one pair\n").failures
    assert not played(gone + "1: asks to see 3\n2: asks to see 3\n=! refused [MEL-14.2.7]\n= pot 1 30 Ben\n").failures
    assert not played(gone + "2: asks to see 1\n=! refused [MEL-14.2.7]\n= pot 1 30 Ben\n").failures
    log = played(gone + "2: asks to see 3\n").hand.log
    assert [(event.what, str(event.clause)) for event in log if event.what in ("gives up", "asks", "seen")] == [
        ("gives up", "MEL-8.6"), ("asks", "MEL-14.2.7"), ("seen", "MEL-14.2.7"),
    ]


@pytest.mark.parametrize("head", [MEL, QLD], ids=["mel", "qld"])
def test_the_last_one_left_at_the_showdown_may_ask_too(head: str) -> None:
    """Head to head: Cat bets, Ben calls, Cat folds at the showdown; Ben wins, and her aces do if he asks."""
    down = head + "3: call\n1: fold\n2: check\n" + "2: check\n3: check\n" * 2
    down += "2: check\n3: bet 20\n2: call\n3: fold\n"
    assert not played(down + "= pot 1 65 Ben\n").failures
    assert not played(down + "2: asks to see 3\n= pot 1 65 Cat\n").failures
    assert refusal(down + "2: fold\n").startswith("line 22: a fold by the only one who can win a pot")


def test_settle_tells_what_was_thrown_away(tmp_path: Path) -> None:
    code, text = settle(tmp_path, MEL + CHECKED + "3: fold\n2: asks to see 3\n")
    assert code == 0
    assert "Cat throws the hand away unshown [MEL-8.6]" in text
    assert "Cat's hand is asked for: As 9d [MEL-14.2.7]" in text


def test_a_hand_of_stud_is_thrown_away_too() -> None:
    """Of the page's hand: Cat's pair of jacks wins the side pot, unless she throws it away."""
    (text,) = (text for text in EXAMPLES if "seven-card-stud" in text)
    acts, _, ends = text.partition("= pot 1")
    ends = ends.replace("= pot 2 10 Cat\n= net Ann 2, Ben -6, Cat 4", "= pot 2 10 Ben\n= net Ann 2, Ben 4, Cat -6")
    assert not played(f"{acts}3: fold\n= pot 1{ends}").failures


# -- lines that cannot be played -----------------------------------------------------------------------------


def test_a_raise_without_to_is_ambiguous() -> None:
    assert refusal(MEL + "3: raise 20\n") == (
        "line 11: raise 20 may mean two things; write 'raise to 20' for a bet of 20 in all, or 'raise to 30' for 20 "
        "more than the 10 that is bet"
    )
    assert "complete to 20" in refusal(MEL + "3: complete 20\n")
    assert "write 'raise to 20'" in refusal(MEL + "1: raise 20\n"), "out of turn as well"


OVER = MEL + "3: fold\n1: fold\n"


@pytest.mark.parametrize(("text", "told"), [
    (OVER + "2: check\n", "line 13: seat 2: check [MEL-8.2]; the hand is over since line 12"),
    (MEL + CHECKED + "1: check\n", "line 23: seat 1: check [MEL-8.2]; the betting is over since line 22; what is left "
                                   "is 'fold', 'shows' and 'asks to see N'"),
    (MEL + "3: fold\n3: call\n", "line 12: seat 3: call [MEL-8.2]; it has folded at line 11; seat 1 acts"),
    (MEL + "7: fold\n", "line 11: seat 7 is not in the hand [MEL-8.2]; seats 1, 2, 3 are"),
    (MEL + "3: fold\nbutton 2\n", "line 12: 'button 2' comes too late: button lines stand above the first hand's first "
                                  "act"),
    (OVER + "next hand\noption blinds=1/2\n", "line 14: 'option blinds=1/2' comes too late: option lines stand above "
                                              "the first hand's first act"),
    (MEL + "3: fold\n1: straddle 20\n", "line 12: a straddle after the cards [MEL-1.1:blind]; before the first card"),
])
def test_a_line_that_comes_too_late_or_too_early_says_why(text: str, told: str) -> None:
    assert refusal(text).startswith(told)


@pytest.mark.parametrize(("line", "told"), [
    ("deal 7: 5h 6h", "line 11: nobody sits at seat 7; known: 1, 2, 3, board, board 2"),
    ("deal baord: 5h 6h", "line 11: 'baord' gets no cards here; perhaps 'board'; known: 1, 2, 3, board, board 2"),
    ("deal kitty: 5h", "line 11: 'kitty' gets no cards here; known: 1, 2, 3, board, board 2"),
    ("3: folds", "line 11: 'folds' is not an act this notation knows; perhaps 'fold'; known: fold, check, call"),
    ("1: dances", "line 11: 'dances' is not an act this notation knows; known: fold, check"),
    ("3: puts 25", "line 11: 'puts 25' is not an act this notation knows; perhaps 'puts 25 chips=1'"),
    ("dael 1: 2c", "line 11: 'dael 1: 2c' is not something this notation knows; perhaps 'deal 1: Ah Kh'"),
])
def test_unknown_words_and_recipients_name_the_known_ones(line: str, told: str) -> None:
    assert refusal(MEL + line + "\n3: fold\n1: fold\n").startswith(told)


def test_an_unknown_expectation_names_the_known_ones() -> None:
    (failure,) = played(OVER + "= comission 3\n").failures
    assert "'comission' is nothing that can be expected; perhaps 'commission 9'; known: pot 1 96 Ben" in failure


# -- the page ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: " ".join(text.split()[1:3]))
def test_the_examples_of_the_page_are_played(text: str) -> None:
    made = played(text, strict=True)
    assert not made.failures, made.failures
    assert "\n= " in text


def test_the_page_has_every_kind_of_line() -> None:
    notation = PAGE.split("### Lines")[1].split("**PHH**")[0]
    forms = [form.split()[0] for form in (*FORMS, *AT_THE_TABLE)]
    missing = [word for word in forms if not re.search(rf"`[^`]*\b{re.escape(word)}\b[^`]*`", notation)]
    assert not missing
    assert len(EXAMPLES) >= 5


def test_every_book_has_the_clauses_of_a_thrown_hand() -> None:
    for game in PokerGame.registry.values():
        if game.asks_to_show or game.may_muck:
            assert game.giving_up and game.looking


@pytest.mark.parametrize(("line", "told"), [
    ("pot 0 15 Ben", "there is no pot 0; the hand has 1, numbered from 1"),
    ("pot -1 15 Ben", "there is no pot -1; the hand has 1, numbered from 1"),
    ("pot 2 15 Ben", "there is no pot 2; the hand has 1, numbered from 1"),
    ("shows 9 pair", "seat 9 shows None"),
])
def test_an_expected_line_that_names_nothing_of_the_hand_does_not_hold(line: str, told: str) -> None:
    failures = played(f"{MEL}3: fold\n1: fold\n= {line}\n= pot 1 15 Ben\n").failures
    assert len(failures) == 1 and failures[0].endswith(told), failures


@pytest.mark.parametrize("line", ["pot x 15 Ben", "pot 1", "pot", "shows x pair", "shows 1"])
def test_an_expected_line_that_cannot_be_read_gets_an_example_of_one(line: str) -> None:
    with pytest.raises(BadTranscript, match=f"line 13: = {line}: write the .*, such as '{line.split()[0]} 1 "):
        played(f"{MEL}3: fold\n1: fold\n= {line}\n")
