"""`pitboss play`, driven through a pipe."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.law import book
from pitboss.rulebooks import games
from pitboss.table.journal import Proof, read_entries, read_records

Run = Callable[..., Result]

THREE = "qld/three-card-poker"
ROUND = "ante 10, pair plus 5\n\nb\n"


def test_a_seed_repeats_a_session_exactly(run: Run) -> None:
    script = ROUND + "r\ndeal\nf\nr\n\nb\n"
    first, again = (run("play", THREE, "--seed", "7", "--bots", "3", input=script) for _ in range(2))
    other = run("play", THREE, "--seed", "8", "--bots", "3", input=script)
    assert first.exit_code == 0 and first.stdout == again.stdout
    assert first.stdout != other.stdout
    assert "after 3 rounds" in first.stdout


@pytest.mark.parametrize("id", games())
def test_every_game_can_be_left_and_watched(run: Run, id: str) -> None:
    assert run("play", id, "--seed", "1", input="q\n").exit_code == 0
    done = run("play", id, "--seed", "1", "--dealer", input="\n" * 5)
    assert done.exit_code == 0 and "you leave with 1000.00" in done.stdout


@pytest.mark.parametrize("id", games())
def test_every_game_plays_with_bots_and_replays(run: Run, id: str, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", id, "--seed", "3", "--bots", "2", "--journal", str(journal), input="\n" * 60)
    assert done.exit_code == 0
    assert len(list(read_records(journal))) > 5
    assert run("replay", str(journal)).exit_code == 0


def test_results_name_wager_odds_and_clause(run: Run) -> None:
    for seed in range(40):
        out = run("play", THREE, "--seed", str(seed), input="ante 10\n\nb\n").stdout
        if "won 10.00: ante" in out:
            assert "won 10.00: ante pays 1 to 1, QLD-12-" in out
            return
    raise AssertionError("nobody ever won an ante")


def test_the_bankroll_is_kept_over_rounds(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", THREE, "--seed", "7", "--bankroll", "200", "--journal", str(journal), input=(ROUND + "\n") * 3)
    won = sum(record.net.get("You", 0) for record in read_records(journal))
    assert f"you leave with {(20000 + won) / 100:.2f}" in done.stdout


@pytest.mark.parametrize(("typed", "said"), [
    ("ante 5000", "that takes 5000.00, and you have 1000.00"),
    ("ante -5", "'-5' is not an amount of money"),
    ("ante 1e9", "'1e9' is not an amount of money"),
    ("ante abc", "'abc' is not an amount of money"),
    ("ante 9999999999", "and you have 1000.00"),
    ("ante", "a wager is its name and an amount"),
    ("ante 0.10", "refused: ante 0.10 [QLD-0-13(1)]; ante 1 to 100000"),
    ("pair plus 5", "[QLD-12-14]; an ante first"),
    ("banana 5", "[QLD-12-2:wager]"),
    ("99: ante 5", "there is no box 99"),
    ("remove ante", "no ante on box 1"),
    ("r", "no wagers to repeat"),
])
def test_wagers_that_are_refused_change_nothing(run: Run, typed: str, said: str) -> None:
    done = run("play", THREE, "--seed", "1", input=f"{typed}\nq\n")
    assert done.exit_code == 0 and said in done.stdout
    assert "you leave with 1000.00" in done.stdout


def test_a_decision_the_bankroll_does_not_cover(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", "--bankroll", "15", input="ante 10\n\nb\nf\n")
    assert "bet takes 10.00, and you have 5.00" in done.stdout
    assert "you leave with 5.00" in done.stdout


def test_a_spent_bankroll_ends_the_session(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", "--bankroll", "1", input="ante 1\n\nf\nante 1\n")
    assert "below the minimum" in done.stdout and "you leave with 0.00" in done.stdout


def test_decisions_by_name_and_refusals_of_the_law(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", input="ante 10\n\nbet 7\nretract\nwave\nfold\n")
    assert "refused: bet 7 [QLD-12-17(5)]; bet 10" in done.stdout
    assert "[QLD-12-15(4)]" in done.stdout and "wave is not open to 1" in done.stdout
    assert "lost 10.00: ante, QLD-12-17(3)" in done.stdout


def test_questions_show_clauses(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", input="?\nante 10\n\n?\nf\n?last\n?qld-12-21(2)(a)\n? nonsense\nq\n")
    assert "QLD-12-2:ante-wager  " in done.stdout
    assert "fold: QLD-12-17(2)  " in done.stdout
    assert "last: ante lose: QLD-12-17(3)" in done.stdout
    assert "It is paid once" in done.stdout
    assert "nothing here is called 'nonsense'" in done.stdout


def test_repeat_and_take_back(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", input="ante 10\n\nf\nr\nreduce ante to 4\n\nf\n")
    assert "on the layout ante 4 >" in done.stdout
    assert "you leave with 986.00" in done.stdout


def test_leaving_in_a_round_writes_nothing(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", THREE, "--seed", "1", "--journal", str(journal), input=ROUND + "ante 10\n\nq\n")
    assert done.exit_code == 0 and "not finished" in done.stdout
    assert len(list(read_records(journal))) == 1
    assert run("replay", str(journal)).exit_code == 0


def test_a_journal_is_appended_to(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    for seed in ("1", "2"):
        run("play", THREE, "--seed", seed, "--journal", str(journal), input=ROUND)
    assert len(list(read_records(journal))) == 2
    journal.write_bytes(journal.read_bytes().rstrip(b"\n"))
    run("play", THREE, "--seed", "3", "--journal", str(journal), input=ROUND)
    assert len(list(read_records(journal))) == 3


def test_another_file_is_never_written_to(refused: Callable[..., str], tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("dear all\n")
    refused("play", THREE, "--journal", str(letter), input=ROUND)
    assert letter.read_text() == "dear all\n"
    assert "directory" in refused("play", THREE, "--journal", str(tmp_path), input=ROUND).lower()
    assert "cannot be written" in refused("play", THREE, "--journal", str(tmp_path / "no" / "where"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line(refused: Callable[..., str]) -> None:
    assert "No space left" in refused("play", THREE, "--journal", "/dev/full", input=ROUND)


def test_live_play_shows_the_digest_before_and_the_proof_after(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", THREE, "--journal", str(journal), input=ROUND + "\n")
    assert done.stdout.index("shuffle ") < done.stdout.index("ante 10") < done.stdout.index("proof holds: nonce ")
    assert "DOES NOT HOLD" not in done.stdout
    replayed = json.loads(run("replay", str(journal), "--json").stdout)
    assert [made["proof"] for made in replayed["rounds"]] == [True, True]


def test_the_order_of_a_shoe_is_shown_when_it_ends(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", "qld/baccarat", "--journal", str(journal), input="player 1\n\n" + "r\n\n" * 120)
    assert "DOES NOT HOLD" not in done.stdout and done.stdout.count("proof holds: ") == done.stdout.count("\nshuffle ")
    rounds = json.loads(run("replay", str(journal), "--json").stdout)["rounds"]
    assert rounds[0]["proof"] is None and True in [made["proof"] for made in rounds]
    proofs = [entry for entry in read_entries(journal) if isinstance(entry, Proof)]
    assert len(proofs) == done.stdout.count("proof holds: ") > 1


def test_a_long_order_is_shown_by_its_ends_when_the_journal_has_it(run: Run, tmp_path: Path) -> None:
    hand = "player 1\n\n"
    shown = run("play", "qld/baccarat", "--journal", str(tmp_path / "rounds"), input=hand).stdout
    line = next(line for line in shown.splitlines() if line.startswith("proof holds: nonce "))
    assert "(416 cards; the journal has them all)" in line and len(line) < 200
    piped = run("play", "qld/baccarat", input=hand).stdout
    line = next(line for line in piped.splitlines() if line.startswith("proof holds: nonce "))
    assert len(line.partition("order ")[2].split()) == 416


def test_a_shoe_of_an_unfinished_round_is_not_opened_in_the_journal(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "rounds"
    done = run("play", "qld/baccarat", "--journal", str(journal), input="q\n")
    assert "proof holds: " in done.stdout and journal.read_bytes() == b""


def test_wagers_that_stand_are_not_placed_twice(run: Run) -> None:
    done = run("play", "qld/craps", "--seed", "2", input="win bet 10\n\nr\n\nq\n")
    assert "on the layout win bet 20" not in done.stdout
    assert "left on the layout, where the rules hold it: 10.00" in done.stdout
    assert "you leave with 990.00" in done.stdout


def test_leaving_takes_back_what_may_be_taken_back(run: Run) -> None:
    won = run("play", "qld/roulette", "--seed", "5", input="red 10\n\nq\n").stdout
    assert "taken back from the layout: 10.00" in won and "you leave with 1010.00" in won
    held = run("play", "qld/craps", "--seed", "5", input="win bet 10, place bet 6 12\n\nq\n").stdout
    assert "taken back from the layout: 12.00" in held and "hold it: 10.00" in held


def test_no_colour_in_a_pipe(run: Run) -> None:
    assert "\x1b" not in run("play", THREE, "--seed", "1", input=ROUND).stdout


def test_hidden_cards_stay_hidden(run: Run) -> None:
    done = run("play", THREE, "--seed", "1", "--bots", "1", input="ante 10\n\nf\n")
    before = done.stdout.split("[f] fold")[0]
    assert before.count("░░░░") == 6


def test_staff_duties_only_when_asked_for(run: Run) -> None:
    assert "staff: " not in run("play", THREE, "--seed", "1", input=ROUND).stdout
    done = run("play", THREE, "--seed", "1", "--dealer", input=ROUND)
    assert "[QLD-12-13(4)]" in done.stdout and "[QLD-12-18]" in done.stdout and "[QLD-12-20(2)]" in done.stdout


def test_without_a_game_it_asks(run: Run) -> None:
    number = list(games()).index(THREE) + 1
    done = run("play", "--seed", "1", input=f"0\nthree\n{number}\n{ROUND}")
    assert f"{number}  {THREE}" in done.stdout and "did you mean" in done.stdout
    assert "after 1 round" in done.stdout
    assert run("play", input="").exit_code == 0
    assert run("play", input="q\n").exit_code == 0


@pytest.mark.parametrize(("args", "said"), [
    (["qld/nothing-such"], "no game"),
    ([THREE, "--option", "colour=red"], "no option 'colour'; it has minimum"),
    ([THREE, "--option", "dealing=two"], "[QLD-12-16(2)]; dealing may be three, one"),
    ([THREE, "--option", "dealing"], "is not name=value"),
    ([THREE, "--option", "minimum=abc"], "'abc' is not an amount"),
    ([THREE, "--option", "minimum=-5"], "'-5' is not an amount"),
    ([THREE, "--option", "minimum=20", "--option", "maximum=10"], "above maximum"),
    ([THREE, "--bankroll", "-5"], "'-5' is not an amount"),
    ([THREE, "--bankroll", "1e9"], "'1e9' is not an amount"),
    ([THREE, "--bankroll", "abc"], "'abc' is not an amount"),
    ([THREE, "--bankroll", "0"], "out of range"),
    ([THREE, "--bankroll", "9999999999"], "out of range"),
    ([THREE, "--seed", "abc"], "--seed"),
    ([THREE, "--bots", "-1"], "room for 0 to"),
    ([THREE, "--bots", "99"], "room for 0 to"),
    ([THREE, "--name", "Ann Lee"], "does not fit"),
    ([THREE, "--name", ""], "does not fit"),
    ([THREE, "--name", "a:b"], "does not fit"),
])
def test_mistakes_are_one_line(refused: Callable[..., str], args: list[str], said: str) -> None:
    assert said in refused("play", *args, input=ROUND)


# -- what a newcomer trips over ------------------------------------------------------------------------

NSW = "nsw/texas-holdem-bonus-poker"


def test_a_key_never_changes_its_meaning(run: Run) -> None:
    done = run("play", NSW, "--seed", "3", "--bots", "1", input="ante 10\n\nf\nc\nc\nc\n\nq\n")
    assert "[f] flop 20   [o] fold" in done.stdout and "[t] turn 10   [c] check   [o] fold" in done.stdout
    assert "[i] river 10   [c] check   [o] fold" in done.stdout and "concede   [" in done.stdout
    assert "[f] fold" not in done.stdout and "[c] concede" not in done.stdout
    assert "refused: check is not open to 1 [NSW-10.2]" in done.stdout
    assert "You: continue [NSW-10.4]" in done.stdout and "You: concede" not in done.stdout


def test_enter_decides_nothing(run: Run) -> None:
    done = run("play", NSW, "--seed", "3", input="ante 10\n\n\n\nq\n")
    assert "Enter: " not in done.stdout and done.stdout.count("your turn: flop, fold") == 2
    assert "no answer: the hand is folded [NSW-11.13]" in " ".join(done.stdout.split())
    assert "no decision" not in done.stdout and "you leave with 1000.00" in done.stdout


def test_the_choices_are_explained_once_and_silence_each_time(run: Run) -> None:
    done = run("play", THREE, "--seed", "3", input="ante 10\n\nb\nante 10\n\nf\nq\n")
    told = " ".join(done.stdout.split())
    assert told.count("bet: as much as the ante, to play on") == 1
    assert told.count("no answer: give up the hand and all its wagers [house rule]") == 2


def test_enter_passes_over_an_offer(run: Run) -> None:
    done = run("play", NSW, "--seed", "3", "--bots", "1", input="ante 10\n\nf\nc\nc\n\nq\n")
    assert "Enter: continue" in done.stdout and "after 1 round" in done.stdout


def test_who_is_alone_with_the_dealer_is_not_asked_to_concede(run: Run) -> None:
    done = run("play", NSW, "--seed", "3", input="ante 10\n\nf\nc\nc\nq\n")
    assert "concede" not in done.stdout.partition("river")[2] and "after 1 round" in done.stdout


def test_super_aces_that_has_won_is_declared(run: Run) -> None:
    """Nobody has to remember it: in so many rounds some hands have it."""
    wager = "ante 10, super aces bonus 10\n\nc\n"
    done = run("play", "cbr/casino-holdem-poker", "--seed", "8", input=wager * 12 + "q\n").stdout
    assert "You: declare super aces bonus [CBR-10.4]" in done and "super aces pays 70.00" in done
    assert "] declare" not in done and "super aces bonus, CBR-10.4" not in done, "neither asked nor lost unclaimed"


def test_the_result_comes_first_in_a_sentence(run: Run) -> None:
    done = run("play", THREE, "--seed", "3", input="ante 10\n\nf\nq\n").stdout
    assert done.index("You folded") < done.index("lost 10.00: ante")


@pytest.mark.parametrize(("id", "rounds"), [(THREE, 0), (NSW, 0), ("qld/roulette", 3), ("qld/baccarat", 3)])
def test_only_rounds_in_which_something_happened_count(run: Run, id: str, rounds: int) -> None:
    done = run("play", id, "--seed", "3", input="\n\n\nq\n")
    assert f"after {rounds} round" in done.stdout
    assert done.stdout.count("nobody wagered, so there was no round") == 3 - rounds
    assert done.stdout.count("round 0.00   bankroll") == rounds


def test_what_the_dealer_held_stands_with_the_results(run: Run) -> None:
    done = run("play", THREE, "--seed", "3", input="ante 10\n\nb\nq\n").stdout
    assert done.count("» dealer qualifies [QLD-12-18]") == 1
    assert done.index("A♥") < done.index("» dealer qualifies") < done.index("lost 10.00: ante")
    done = run("play", NSW, "--seed", "3", input="ante 10\n\nf\nc\nc\n\nq\n").stdout
    assert done.rindex("box 1 You") < done.rindex("» the dealer has ") < done.rindex("round ")


def test_only_wagers_that_can_be_typed_are_listed(run: Run) -> None:
    for id, make in games().items():
        out = " ".join(run("play", id, "--seed", "1", input="q\n").stdout.split())
        listed = out.partition("wagers: ")[2].partition(";")[0].split(", ")
        names = make().wager_names()
        assert all(any(f"{name} ".startswith(f"{kind} ") for name in names) for kind in listed)
        assert all(any(f"{name} ".startswith(f"{kind} ") for kind in listed) for name in names)
    assert "wagers: original, perfect pairs, " in run("play", "qld/blackjack", "--seed", "1", input="q\n").stdout


@pytest.mark.parametrize("asked", ["? qld-12-2", "?QLD-12-2", "? Qld-12-2:"])
def test_a_whole_section_is_explained(run: Run, asked: str) -> None:
    out = run("play", THREE, "--seed", "1", input=f"{asked}\nq\n").stdout
    under = [id for id in book("QLD") if id.startswith("QLD-12-2:")]
    assert len(under) > 3 and all(f"{id}  " in out for id in under)
    assert "QLD-12-21" not in out and "ante: QLD-12-2:ante-wager  " in out


def test_a_section_longer_than_a_menu_is_explained_whole(run: Run) -> None:
    out = run("play", THREE, "--seed", "1", input="? qld-12-29\n? qld\nq\n").stdout
    under = [id for id in book("QLD") if id.startswith("QLD-12-29(")]
    assert len(under) > 12 and all(f"{id}  " in out for id in under)
    assert "nothing here is called 'qld'" in out


@pytest.mark.parametrize("typed", ["ante " + "9" * 5000, "x" * 5000 + " 5", "z" * 5000, "? " + "y" * 5000,
                                   "remove " + "w" * 5000])
def test_what_was_typed_is_quoted_shortly(run: Run, typed: str) -> None:
    out = run("play", THREE, "--seed", "1", input=f"{typed}\nq\n").stdout
    said = [line for line in out.splitlines() if not line.startswith("bankroll ")]
    assert max(map(len, said)) < 250 and "..." in out


@pytest.mark.parametrize("option", ["--bankroll", "--name", "--seed", "--bots", "--option"])
def test_a_mistake_quotes_shortly(refused: Callable[..., str], option: str) -> None:
    assert len(refused("play", THREE, option, "9" * 5000)) < 250


def test_a_bare_amount_is_the_one_opening_wager(run: Run) -> None:
    named, bare = (run("play", THREE, "--seed", "7", input=f"{wager}\n\nb\n").stdout for wager in ("ante 10", "$10"))
    assert named.replace("ante 10", "$10", 1).replace("> ante 10", "> $10") == bare.replace("> ante 10", "> $10")
    out = run("play", "qld/baccarat", "--seed", "7", input="10\nq\n").stdout
    assert "an amount alone does not say which wager; qld/baccarat opens with player, banker, tie" in out


def test_everyday_words_are_understood(run: Run) -> None:
    typed = [f"10\n\n{word}\nq\n" for word in ("stand", "stay")]
    law, everyday = (run("play", "qld/blackjack", "--seed", "3", input=text).stdout for text in typed)
    assert everyday.replace("> stay", "> stand") == law and "after 1 round" in law
