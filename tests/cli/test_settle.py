"""`pitboss settle`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Run = Callable[..., Result]

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
HAND = """game qld/three-card-poker
box 1 Ann: ante 10, pair plus 5
box 2 Ben: ante 25
deal 1: Ah Kh Qh
deal 2: 2c 7d 9s
deal dealer: Jc Jd 4s
1: bet
2: fold
"""
GOOD = HAND + """= 1 Ann ante win 10 [QLD-12-21(2)(a)]
= 1 Ann bet win 10
= 1 Ann ante bonus win 50
= 1 Ann pair plus win 200
= 2 Ben ante lose 25 [QLD-12-17(3)]
"""


def test_settles_a_file(run: Run, transcript: Callable[[str], str]) -> None:
    done = run("settle", transcript(GOOD))
    assert done.exit_code == 0 and done.stderr == ""
    for seen in ("ante bonus", "50.00", "5 to 1", "QLD-12-23:straight-flush", "net Ann +270.00", "net Ben -25.00"):
        assert seen in done.stdout


def test_readings_of_cited_clauses_are_shown(run: Run, transcript: Callable[[str], str]) -> None:
    out = run("settle", transcript(GOOD)).stdout
    assert out.count("It is paid once") == 1


def test_a_payment_cut_to_the_cent_shows_how_its_clause_is_read(run: Run) -> None:
    hand = "game qld/craps\nbox 1 Ann: win bet 10\nroll 2 2\nbox 1 Ann: place bet 6 10\nroll 3 3\n"
    out = " ".join(run("settle", "-", input=hand).stdout.split())
    assert "11.66 7 to 6 QLD-4-10(1):place-6" in out
    assert "reading The winnings are rounded down to the cent. (7 to 6 leaves part of a cent on most stakes" in out


def test_settles_standard_input(run: Run) -> None:
    assert run("settle", "-", input=GOOD).exit_code == 0


def test_json(run: Run) -> None:
    data = json.loads(run("settle", "-", "--json", input=GOOD).stdout)
    assert set(data) == {"game", "options", "lines", "events", "standing", "net", "commission", "notes", "failures",
                         "clauses"}
    assert data["net"] == {"Ann": 27000, "Ben": -2500} and data["commission"] == 0
    ante = next(line for line in data["lines"] if line["wager"] == "ante" and line["player"] == "Ann")
    assert data["standing"] == []
    assert ante == {
        "round": 1, "box": 1, "player": "Ann", "wager": "ante", "stake": 1000, "outcome": "win", "pays": 1000,
        "odds": "1 to 1", "clause": "QLD-12-21(2)(a)", "also": ["QLD-12-21(2)(c)"], "hand": "",
    }
    for line in data["lines"]:
        assert data["clauses"][line["clause"]]["summary"]
    assert data["clauses"]["QLD-12-21(2)(a)"]["readings"][0]["reading"] == "It is paid once."
    assert {event["type"] for event in data["events"]} >= {"placed", "dealt", "settled", "chose", "shown"}


@pytest.mark.parametrize(("wrong", "said"), [
    ("= 1 Ann ante win 11", "ante win 10 [QLD-12-21(2)(a)]"),
    ("= 2 Ben ante win 25", "ante lose 25"),
    ("= 2 Ben ante lose 25 [QLD-12-21(3)(c)]", "[QLD-12-17(3)]"),
    ("= 3 Cat ante win 5", "no such line"),
    ("= net Ann 1", "270"),
    ("= commission 3", "commission 3"),
])
def test_an_expectation_that_does_not_hold_is_exit_1(run: Run, wrong: str, said: str) -> None:
    done = run("settle", "-", input=HAND + wrong + "\n")
    assert done.exit_code == 1 and "Traceback" not in done.output
    assert "differs: " in done.stdout and said in done.stdout


def test_json_of_an_expectation_that_does_not_hold(run: Run) -> None:
    done = run("settle", "-", "--json", input=HAND + "= net Ann 1\n")
    assert done.exit_code == 1 and len(json.loads(done.stdout)["failures"]) == 1


def test_rulings_and_refusals_are_shown(run: Run) -> None:
    hand = HAND.replace("1: bet\n", "1: bet 7\n=! refused [QLD-12-17(5)]\n1: bet\n")
    assert "refused: bet 7 [QLD-12-17(5)]; bet 10" in run("settle", "-", input=hand).stdout
    exposed = "game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\n! card-exposed box=1\n"
    out = run("settle", "-", input=exposed).stdout
    assert "ruled: card-exposed" in out and "[QLD-12-30]" in out and "void" in out


@pytest.mark.parametrize(("text", "said"), [
    ("", "starts with 'game <id>'"),
    ("game qld/three-card-pokr\n", "did you mean qld/three-card-poker?"),
    ("game qld/three-card-poker\noption decks=9\n", "no option 'decks'"),
    ("game qld/three-card-poker\noption dealing=two\n", "[QLD-12-16(2)]; dealing may be three, one"),
    ("game qld/three-card-poker\noption minimum=-5\n", "-5"),
    ("game qld/three-card-poker\nbox 1 Ann: ante -5\n", "'-5' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante 1e9\n", "'1e9' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante abc\n", "'abc' is not an amount"),
    ("game qld/three-card-poker\nbox 1 Ann: ante 0.10\n", "[QLD-0-13(1)]; ante 1 to"),
    ("game qld/three-card-poker\nbox 1 Ann: ante 10\n", "missing"),
    ("game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Zz\n", "not a card"),
    ("game qld/three-card-poker\nhello\n", "'hello'"),
    (HAND + "= 1 Ann ante win 10 [QLD-99-1]\n", "QLD-99-1"),
])
def test_what_cannot_be_played_is_exit_2(refused: Callable[..., str], text: str, said: str) -> None:
    assert said in refused("settle", "-", input=text)


def test_files_that_cannot_be_read(refused: Callable[..., str], tmp_path: Path) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(bytes(range(256)))
    nothing = tmp_path / "nothing.txt"
    nothing.write_bytes(b"game\0qld")
    assert "No such file" in refused("settle", str(tmp_path / "missing.txt"))
    assert "directory" in refused("settle", str(tmp_path)).lower()
    assert "not text" in refused("settle", str(binary))
    assert "not text" in refused("settle", str(nothing))
    assert "not text" in refused("settle", "-", input=b"\xff\xfe\x00")


def test_an_incorporated_clause_is_cited_through_the_one_that_brings_it_in(run: Run) -> None:
    file = next(iter(sorted((TRANSCRIPTS / "qld" / "soft-17-blackjack").glob("*.txt"))))
    lines = json.loads(run("settle", str(file), "--json").stdout)["lines"]
    assert lines and all(line["via"] == "QLD-2d-1" for line in lines if line["clause"].startswith("QLD-2-"))
    assert "through QLD-2d-1" in run("settle", str(file)).stdout


@pytest.mark.parametrize("folder", sorted({path.parent for path in TRANSCRIPTS.rglob("*.txt")}), ids=lambda p: p.name)
def test_golden_rounds_of_every_game(run: Run, folder: Path) -> None:
    for file in sorted(folder.glob("*.txt"))[::10]:
        assert run("settle", str(file)).exit_code == 0, file
        assert json.loads(run("settle", str(file), "--json").stdout)["failures"] == []


def test_a_byte_order_mark_is_no_mistake(run: Run) -> None:
    assert run("settle", "-", input=b"\xef\xbb\xbf" + GOOD.encode()).exit_code == 0


CRAPS = """game qld/craps
box 1 Ann: win bet 10, field bet 5
roll 3 4
box 1 Ann: win bet 10, field bet 5
roll 4 4
box 1 Ann: come bet 20
roll 3 3
"""


def test_rounds_stand_apart(run: Run) -> None:
    rows = run("settle", "-", input=CRAPS).stdout.splitlines()
    at = next(n for n, row in enumerate(rows) if row.startswith("round "))
    first, second, blank, third = (row.split() for row in rows[at + 2 : at + 6])
    assert first[:4] == ["1", "1", "Ann", "win"] and second[:4] == ["1", "Ann", "field", "bet"]
    assert blank == [] and third[:4] == ["2", "1", "Ann", "field"]
    assert "round" not in run("settle", "-", input=GOOD).stdout
    lines = json.loads(run("settle", "-", "--json", input=CRAPS).stdout)["lines"]
    assert [(line["round"], line["wager"]) for line in lines] == [(1, "win bet"), (1, "field bet"), (2, "field bet")]


def test_wagers_left_on_the_layout_are_listed(run: Run) -> None:
    out = run("settle", "-", input=CRAPS).stdout
    assert "still on the layout: 1 Ann win bet 10.00\nstill on the layout: 1 Ann come bet 6 20.00\n" in out
    assert "still on the layout" not in run("settle", "-", input=GOOD).stdout
    data = json.loads(run("settle", "-", "--json", input=CRAPS).stdout)
    assert data["standing"] == [
        {"box": 1, "player": "Ann", "wager": "win bet", "stake": 1000},
        {"box": 1, "player": "Ann", "wager": "come bet 6", "stake": 2000},
    ]


def test_a_card_listed_and_not_needed_is_a_note(run: Run, refused: Callable[..., str]) -> None:
    hand = HAND.replace("Jc Jd 4s", "Jc Jd 4s Jh 2h")
    done = run("settle", "-", input=hand)
    assert done.exit_code == 0 and "note: Jh 2h were listed for the dealer and not needed" in done.stdout
    data = json.loads(run("settle", "-", "--json", input=hand.replace("Jh 2h", "Jh")).stdout)
    assert data["notes"] == ["Jh was listed for the dealer and not needed"] and len(data["lines"]) == 5
    assert "line 6: Jh 2h were listed for the dealer and not needed" in refused("settle", "-", "--strict", input=hand)
    assert run("settle", "-", "--strict", input=HAND).exit_code == 0


def test_a_file_that_settles_nothing(run: Run) -> None:
    out = run("settle", "-", input="game qld/craps\nbox 1 Ann: win bet 10\nroll 4 4\n").stdout
    assert "no wager was settled" in out and "still on the layout: 1 Ann win bet 10.00" in out


@pytest.mark.parametrize("line", ["box 1 Ann: ante " + "9" * 5000, "x" * 5000, "box 1 Ann: " + "x" * 5000 + " 5"])
def test_a_long_word_is_quoted_shortly(refused: Callable[..., str], line: str) -> None:
    assert len(refused("settle", "-", input=f"game qld/three-card-poker\n{line}\n")) < 250


# -- the decks of a table with a shuffling device (NSW-3.2, QLD-10-16(5)) --------------------------------------


HOUSE = """game nsw/texas-holdem-bonus-poker
option {}
box 1 Ann: ante 10
deal 1: Ah Kh
deal dealer: 2c 7d
deal board: 3s 4s 8d 9d Jc
1: fold
"""
ROOM = """game qld/texas-holdem-poker
option blinds=1/2 {}
button 1
seat 1 Ann 100
seat 2 Ben 100
deal 1: Ah Kh
deal 2: 2c 7d
1: fold
"""


@pytest.mark.parametrize("text, options, clause", [
    (HOUSE, "backs=red/red", "NSW-3.2.2"), (HOUSE, "backs=red/blue dealing=shoe", "NSW-3.1"),
    (ROOM, "backs=red/red", "QLD-10-16(5)"), (HOUSE, "backs=red/Red", "NSW-3.2.2"),
    (HOUSE, "backs=red", ""), (ROOM, "backs=/blue", ""),
])
def test_decks_that_a_table_may_not_have(
    refused: Callable[..., str], transcript: Callable[[str], str], text: str, options: str, clause: str
) -> None:
    """Two decks that look alike, a second one beside a card shoe, or only one colour told."""
    assert (f"[{clause}]" if clause else "is not two colours") in refused("settle", transcript(text.format(options)))


@pytest.mark.parametrize("text", [HOUSE, ROOM])
def test_a_second_deck_in_the_device_with_other_backs(run: Run, transcript: Callable[[str], str], text: str) -> None:
    assert run("settle", transcript(text.format("backs=red/blue"))).exit_code == 0
