"""The card room on the command line: games, rules, settle and play."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import Result

from pitboss.cardroom import new_game
from pitboss.cardroom.game import Event
from pitboss.cardroom.hand import Hand
from pitboss.cli.room_felt import tell_event
from pitboss.cli.room_games import print_card_games
from pitboss.equipment.decks import deck
from pitboss.law import clause
from pitboss.rulebooks import card_games

Run = Callable[..., Result]
Refusal = Callable[..., str]

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "cardroom" / "transcripts").glob("*/*.txt"))
HAND = """game mel/holdem
option structure=no-limit blinds=1/2 commission=10% cap=10 chip=1
button 3
seat 1 Ann 200
seat 2 Ben 200
seat 3 Cat 45
deal 1: Ah Kh
deal 2: 7c 7d
deal 3: Qs Js
deal board: 7h Kd 2c 9s 3d
3: raise to 6
1: call
2: call
1: check
2: bet 12
3: all-in
1: fold
2: call
"""
GOOD = HAND + "= pot 1 96 Ben\n= commission 9\n= net Ann -6, Ben 42, Cat -45\n"
PHH = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 45]
actions = ["d dh p1 AhKh", "d dh p2 7c7d", "d dh p3 QsJs", "p3 cbr 6", "p1 cc", "p2 cc", "d db 7hKd2c", "p1 cc",
  "p2 cbr 12", "p3 cbr 39", "p1 f", "p2 cc", "d db 9s", "d db 3d"]
players = ["Ann", "Ben", "Cat"]
"""


# -- games and rules -----------------------------------------------------------------------------------------


def test_games_tells_seats_options_and_chapters(run: Run) -> None:
    out = run("games").stdout
    room = out[out.index("The card room") :]
    for game in card_games().values():
        assert game.id in room and game.law[0] in room
        for option in game.choices:
            assert f"{option.name}={option.default}" in " ".join(room.split())
    assert "2 to 9 with 36 cards, 2 to 7 with 32" in room


@pytest.mark.parametrize("width", [40, 60, 79, 80, 110, 200])
def test_games_fit_any_window(width: int) -> None:
    out = Console(file=io.StringIO(), width=width)
    print_card_games(out, list(card_games().values()), 80)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= width
    for id in card_games():
        assert id in text.split()


def test_games_json_of_the_card_room(run: Run) -> None:
    listed = {game["id"]: game for game in json.loads(run("games", "--json").stdout)["games"]}
    holdem = listed["mel/holdem"]
    assert holdem["kind"] == "card room" and holdem["law"] == ["MEL-12"]
    assert holdem["seats"] == {"52": 11, "40": 11, "36": 11, "32": 11, "20": 6}
    structure = next(option for option in holdem["options"] if option["name"] == "structure")
    assert structure["default"] == "no-limit" and "half-pot" in structure["values"]
    assert listed["qld/blackjack"]["kind"] == "against the house"


@pytest.mark.parametrize("id", card_games())
def test_rules_of_every_card_game(run: Run, id: str) -> None:
    game = card_games()[id]
    out = run("rules", id).stdout
    assert game.title in out and "how a hand goes" in out and "who wins" in out and "who may play" in out
    data = json.loads(run("rules", id, "--json").stdout)
    assert data["id"] == id and data["streets"] and data["shares"] and data["players"]
    for line in (*data["streets"], *data["limits"], *data["hands"], *data["shares"], *data["players"], *data["duties"]):
        assert clause(line["clause"]) == line["clause"]
    told = [made["id"] for section in data["sections"] for made in section["clauses"]]
    assert told and len(told) == len(set(told)) and told[0].startswith(game.law[0])
    used = {line["clause"] for line in (*data["streets"], *data["shares"])}
    assert used <= set(told)


def test_rules_tell_the_order_of_hands_of_the_deck(run: Run) -> None:
    holdem, manila, razz = (
        json.loads(run("rules", id, "--json").stdout) for id in ("mel/holdem", "mel/two-card-manila", "mel/razz")
    )
    names = [line["what"] for line in holdem["hands"]]
    assert names[0] == "royal flush" and names.index("full house") < names.index("flush")
    assert holdem["hands"][3]["clause"] == "MEL-3.2.1(b)(iv)"
    names = [line["what"] for line in manila["hands"]]
    assert names.index("flush") < names.index("full house")
    assert {line["clause"] for line in manila["hands"]} == {"MEL-3.2.2(e)"}
    assert razz["hands"] == [] and razz["shares"][0]["what"] == "the lowest hand"
    assert razz["streets"][1]["what"] == "betting, opened by: highest card up"


def test_rules_tell_chapters_in_their_order(run: Run) -> None:
    out = run("rules", "mel/holdem").stdout
    at = [out.index(f"MEL-{section}: ") for section in ("12.1", "12.2", "12.6", "3.2", "6.9", "7.2", "8.5")]
    assert at == sorted(at)
    assert "Flop games: " not in out


def test_near_card_games_are_suggested(refused: Refusal) -> None:
    assert refused("rules", "mel/holdm") == "no game 'mel/holdm'; did you mean mel/holdem?"
    assert refused("play", "razz") == "no game 'razz'; did you mean mel/razz?"
    assert "mel/omaha" in refused("settle", "-", input="game mel/omha\n")


@pytest.mark.parametrize("command", ["odds", "simulate"])
def test_what_is_only_for_the_house_says_so(refused: Refusal, command: str) -> None:
    said = refused(command, "mel/holdem")
    assert said.startswith("mel/holdem is played between players") and "'pitboss play'" in said


# -- settle --------------------------------------------------------------------------------------------------


def test_settles_a_hand(run: Run) -> None:
    done = run("settle", "-", input=GOOD)
    assert done.exit_code == 0 and done.stderr == ""
    for seen in ("pot 1", "96.00", "87.00", "MEL-12.5.4(a)", "MEL-7.2.1", "net Ben +42.00", "net Cat -45.00",
                 "commission 9.00", "board: 7h Kd 2c 9s 3d", "Ben shows 7c 7d: three of a kind"):
        assert seen in done.stdout, seen


def test_settle_json(run: Run) -> None:
    data = json.loads(run("settle", "-", "--json", input=GOOD).stdout)
    assert set(data) == {
        "game", "kind", "options", "hands", "pots", "commission", "net", "shows", "events", "rulings", "notes",
        "failures", "clauses",
    }
    assert data["pots"] == [{
        "hand": 1, "pot": 1, "amount": 9600, "commission": 900, "paid": {"Ben": 8700}, "clauses": ["MEL-12.5.4(a)"],
    }]
    assert data["commission"] == 900 and data["net"] == {"Ann": -600, "Ben": 4200, "Cat": -4500}
    assert data["shows"][0] == {"hand": 1, "seat": 3, "player": "Cat", "cards": ["Qs", "Js"], "has": ["no pair"]}
    assert data["events"][0] == {
        "hand": 1, "what": "blind", "seat": 1, "player": "Ann", "amount": 100, "cards": [], "clause": "MEL-8.8.2(a)",
    }
    assert {event["clause"] for event in data["events"]} <= set(data["clauses"])
    board = next(event for event in data["events"] if event["what"] == "board")
    assert board["seat"] is None and board["cards"] == ["7h", "Kd", "2c"]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_golden_hand_settles(run: Run, path: Path) -> None:
    data = json.loads(run("settle", str(path), "--json").stdout)
    assert data["failures"] == [] and sum(data["net"].values()) == -data["commission"]


@pytest.mark.parametrize(("wrong", "said"), [
    ("= pot 1 95 Ben", "pot 1 is 96, to Ben"), ("= commission 8", "it is 9"), ("= net Ben 43", "Ben has 42"),
    ("= pot 2 5 Ann", "there is no pot 2; the hand has 1"), ("= shows 2 flush", "three of a kind"),
])
def test_a_difference_is_exit_1(run: Run, wrong: str, said: str) -> None:
    done = run("settle", "-", input=HAND + wrong + "\n")
    assert done.exit_code == 1 and "differs: line" in done.stdout and said in done.stdout
    again = run("settle", "-", "--json", input=HAND + wrong + "\n")
    assert again.exit_code == 1 and len(json.loads(again.stdout)["failures"]) == 1


@pytest.mark.parametrize(("text", "said"), [
    (HAND.replace("3: raise to 6", "3: raise to 3"), "line 11: raise to 3 [MEL-6.6]; raise to from 4 to 45"),
    (HAND.replace("1: fold\n", "1: check\n"), "line 17: check against a bet [MEL-1.1:check]"),
    (HAND.replace("deal board: 7h Kd 2c 9s 3d\n", ""), "no card is given for board"),
    (HAND.replace("Ah Kh", "7c Kh"), "the 7c is dealt twice"),
    (HAND.removesuffix("2: call\n"), "the hand is not over: seat 2 is to act (bet)"),
    (HAND.replace("blinds=1/2", "blinds=x"), "mel/holdem: blinds: 'x' is not an amount"),
    (HAND.replace("chip=1", "frob=1"), "mel/holdem has no option 'frob'"),
    (HAND.replace("seat 3 Cat 45", "seat 300 Cat 45"), "[MEL-4.1:holdem]"),
    (HAND.replace("3: raise to 6", "3: frobnicate"), "is not an act this notation knows"),
    ("game mel/holdem\n", "nobody is seated; write 'seat 1 Ann 200'"),
])
def test_what_cannot_be_played_is_one_line(refused: Refusal, text: str, said: str) -> None:
    assert said in refused("settle", "-", input=text)


def test_settles_phh_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(PHH)
    done = run("settle", str(path))
    assert done.exit_code == 0 and "net Ben +51.00" in done.stdout and "Ben shows 7c 7d: three of a kind" in done.stdout
    data = json.loads(run("settle", "-", "--json", input=PHH).stdout)
    assert data["net"] == {"Ann": -600, "Ben": 5100, "Cat": -4500} and data["game"] == "mel/holdem"
    wrong = run("settle", "-", input=PHH + "finishing_stacks = [194, 251, 1]\n")
    assert wrong.exit_code == 1 and "differs: finishing_stacks: p3 has 0, the file says 1" in wrong.stdout


def test_settles_several_hands_of_several_games(run: Run) -> None:
    razz = """variant = "FR"\nantes = [1, 1]\nbring_in = 1\nsmall_bet = 2\nbig_bet = 4\nstarting_stacks = [100, 100]
actions = ["d dh p1 ????Kc", "d dh p2 ????2d", "p1 pb", "p2 cbr 2", "p1 f"]\nplayers = ["Ann", "Ben"]\n"""
    both = f"[1]\n{PHH}\n[2]\n{razz}"
    out = run("settle", "-", input=both).stdout
    assert "hand 2  mel/razz" in out and "net Ann -8.00" in out
    data = json.loads(run("settle", "-", "--json", input=both).stdout)
    assert [hand["game"] for hand in data["hands"]] == ["mel/holdem", "mel/razz"]


@pytest.mark.parametrize(("raw", "said"), [
    (b"\x00\xff\xfe\x01", "is not text"),
    (b"\x89PNG\r\n\x1a\n" + bytes(200), "is not text"),
    (b"#" * 5_000_000, "is larger than 4 MB"),
    (b"a = " + b"[" * 60_000, "nested too deeply"),
    (b"variant = 'NT'\n" + b"x = 1\n" * 50_000, "at most 64000 letters"),
    (b"", "variant: missing"),
    (PHH.replace("[200, 200, 45]", "[nan, 200, 45]").encode(), "starting_stacks: NaN is not an amount"),
    (PHH.replace("p3 cbr 6", "p9 cbr 6").encode(), "'p9' is not a player; from p1 to p3"),
    (PHH.replace('"NT"', '"FB"').encode(), "badugi"),
])
def test_a_hostile_phh_file_is_one_line(refused: Refusal, tmp_path: Path, raw: bytes, said: str) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(raw)
    start = time.process_time()
    assert said in refused("settle", str(path))
    assert time.process_time() - start < 1


# -- play ----------------------------------------------------------------------------------------------------

# Something of this is always legal.
ANYTHING = "c\nd 1\ns\no\nf\n\n"


@pytest.mark.parametrize("id", card_games())
def test_every_card_game_can_be_played(run: Run, id: str) -> None:
    done = run("play", id, "--seed", "1", "--seats", "3", "--dealer", input=ANYTHING * 4)
    assert done.exit_code == 0 and done.stderr == ""
    assert re.search(r"you leave with \d+\.\d\d \(.*\) after \d+ hands?$", done.stdout.strip())
    assert "hand 2" in done.stdout and "your cards" in done.stdout


@pytest.mark.parametrize("id", ["mel/holdem", "mel/seven-card-stud", "mel/triple-draw-2-7", "mel/chinese-poker"])
def test_a_seed_repeats_a_session_exactly(run: Run, id: str) -> None:
    first, again = (run("play", id, "--seed", "7", "--seats", "4", input=ANYTHING * 6) for _ in range(2))
    other = run("play", id, "--seed", "8", "--seats", "4", input=ANYTHING * 6)
    assert first.stdout == again.stdout != other.stdout


def test_what_is_typed_is_done(run: Run) -> None:
    out = run("play", "mel/holdem", "--seed", "3", "--seats", "6", input="raise to 6\nq\n").stdout
    assert "6 players with 200.00 each" in out and "You: raise to 6 [MEL-6.6]" in out
    assert "you leave in mid-hand" in out and "after 1 hand" in out


def test_what_is_not_allowed_is_refused_with_its_clause_and_asked_again(run: Run) -> None:
    script = "raise to 3\ncheck\nraise to x\nfrobnicate\n\n? raise\n? MEL-6.6\nset\nd 1\ncall\n"
    out = run("play", "mel/holdem", "--seed", "3", input=script).stdout
    for said in (
        "refused: raise to 3 [MEL-6.6]; raise to from 4 to 200", "refused: check against a bet [MEL-1.1:check]",
        "'x' is not an amount", "'frobnicate' is not an act", "raise: MEL-6.6", "You: call 1 [MEL-8.2.1]",
    ):
        assert said in out, said
    assert out.count("your turn") >= 2


def test_nobody_elses_cards_are_shown_before_the_end(run: Run) -> None:
    out = run("play", "mel/omaha", "--seed", "3", "--seats", "4", input="f\n").stdout
    before = out[: out.index("You: fold")]
    assert before.count("╭────╮") == 4


def test_results_say_who_shows_wins_and_what_everybody_has(run: Run) -> None:
    for seed in range(30):
        out = run("play", "mel/holdem", "--seed", str(seed), "--seats", "3", input="c\n" * 6).stdout
        if "You: show" in out:
            assert re.search(r"^\w+: win \d+ \[MEL-12\.5\.4\(a\)\]$", out, re.M)
            assert re.search(r"^hand [+-]?\d+\.\d\d   chips \d+\.\d\d$", out, re.M)
            return
    raise AssertionError("there was no showdown")


def test_the_session_ends_without_chips_and_bots_buy_in_again(run: Run) -> None:
    done = run("play", "mel/holdem", "--seed", "5", "--seats", "2", "--bankroll", "4", input="a\nc\n\n" * 100)
    assert done.exit_code == 0
    assert "you have no chips left" in done.stdout or "buys" in done.stdout


def test_clauses_of_the_last_hand_can_be_asked_for(run: Run) -> None:
    out = run("play", "mel/holdem", "--seed", "3", "--seats", "3", input="f\n? won\nfrob\n\nq\n").stdout
    assert "last: won" in out and "only Enter, q or ? here" in out and "hand 2" in out


def test_ctrl_c_leaves_cleanly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: object, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.cli.person.Keyboard.read", stop)
    done = run("play", "mel/holdem", "--seed", "3")
    assert done.exit_code == 0 and "you leave in mid-hand" in done.stdout


def test_options_and_bankroll(run: Run) -> None:
    out = run("play", "mel/omaha", "--seed", "1", "--seats", "2", "--option", "structure=pot-limit", "--option",
              "blinds=2/5", "--bankroll", "300", "--name", "Zoe", input="q\n").stdout
    assert "2 players with 300.00 each; structure=pot-limit blinds=2/5" in out and "Zoe" in out


@pytest.mark.parametrize(("args", "said"), [
    (["--seats", "1"], "--seats 1 does not fit; mel/holdem has room for 2 to 11"),
    (["--seats", "1000"], "--seats 1000 does not fit [MEL-4.1:holdem]; mel/holdem has room for 2 to 11 with 52 cards"),
    (["--seats", "-3"], "--seats -3 does not fit"),
    (["--option", "deck=20", "--seats", "7"], "[MEL-4.1:holdem]; mel/holdem has room for 2 to 6 with 20 cards"),
    (["--bots", "3"], "--bots is for games against the house; mel/holdem takes --seats"),
    (["--journal", "x"], "--journal keeps rounds against the house"),
    (["--option", "frob=1"], "mel/holdem has no option 'frob'"),
    (["--option", "frob"], "is not name=value; mel/holdem takes structure=no-limit"),
    (["--bankroll", "x"], "--bankroll: 'x' is not an amount"),
    (["--option", "buy-in=500", "--bankroll", "100"], "[MEL-6.3]"),
])
def test_bad_settings_are_one_line(refused: Refusal, args: list[str], said: str) -> None:
    assert said in refused("play", "mel/holdem", *args, input="q\n")


def test_seats_are_not_for_the_house(refused: Refusal) -> None:
    assert "--seats is for games between players" in refused("play", "qld/blackjack", "--seats", "3", input="q\n")


def test_card_games_are_asked_for_by_number_or_name(run: Run) -> None:
    done = run("play", "--seed", "1", input="mel/razz\nq\n")
    assert done.exit_code == 0 and "Seven card stud razz  mel/razz" in done.stdout


def test_events_that_say_nothing_are_left_out() -> None:
    h = Hand(new_game("mel/holdem"), (1, 2), (20000, 20000), deck())
    for what in ("burn", "muck", "nothing known"):
        assert tell_event(h, Event(what, 0, 1, h.game.cites.turn), 1, {1: "Ann", 2: "Ben"}, False) is None
