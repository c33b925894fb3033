"""Queensland: players who come in with the first hand of a file (26), and which clause refuses a raise (31)."""

from __future__ import annotations

import pytest
from support.poker_hands import do, given, refused

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.script import PlayedFile, play, read
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.rulebooks.qld.s10_poker import OmahaPoker, TexasHoldem
from pitboss.table.transcripts import BadTranscript

GAMES: dict[str, type[PokerGame]] = {game.id: game for game in (TexasHoldem, OmahaPoker, Holdem)}
HOLDEM = ("Ac Ad", "Kc Kd", "7h 2s", "9c 8c")
OMAHA = ("Ac Ad 2c 2d", "Kc Kd 3c 3d", "7h 2s 5h 6s", "9c 8c 9d 8d")


def played(game: str, lines: str, button: int = 1) -> PlayedFile:
    hands = OMAHA if "omaha" in game else HOLDEM
    text = f"game {game}\noption blinds=1/2 commission=nil\nbutton {button}\n"
    text += "".join(f"seat {seat} {name} 100\n" for seat, name in enumerate(("Ann", "Ben", "Cat", "Dan"), 1))
    text += "".join(f"deal {seat}: {cards}\n" for seat, cards in enumerate(hands, 1))
    return play(read(text + lines), GAMES[game])


def posted(made: PlayedFile) -> list[tuple[str, int, str]]:
    """Posts and blinds: what, how much, under which clause."""
    return [(event.what, event.amount, str(event.clause)) for event in made.hand.log
            if event.what in ("blind", "dead blind")]


@pytest.mark.parametrize("game", ["qld/texas-holdem-poker", "qld/omaha-poker"])
def test_a_returning_player_posts_three_in_the_first_hand_of_a_file(game: str) -> None:
    """Button Ann, blinds Ben 1 and Cat 2. Dan posts 3: 2 of it live, the rest dead, and checks what nobody has raised.
    Dan bets on nothing; all fold: 1 + 2 + 2 + 1 + 2 of Ann = 8."""
    made = played(game, """
4: post 3
deal board: Qs Js 4h
4: check
1: call
2: fold
3: check
3: check
4: bet 2
1: fold
3: fold
= pot 1 8 Dan
= net Ann -2, Ben -1, Cat -2, Dan 5
""")
    assert not made.failures
    assert posted(made) == [
        ("dead blind", 100, "QLD-10-26(4)"), ("blind", 200, "QLD-10-26(2)"), ("blind", 100, "QLD-10-25(1)"),
        ("blind", 200, "QLD-10-25(2)"),
    ]


FOLDS = "4: check\n1: fold\n2: fold\n3: fold\n"


@pytest.mark.parametrize(("amount", "clauses"), [
    (2, [("blind", 200, "QLD-10-26(1)")]),
    (1, [("blind", 100, "QLD-10-26(2)")]),
])
def test_other_posts_in_the_first_hand(amount: int, clauses: list[tuple[str, int, str]]) -> None:
    acts = FOLDS if amount == 2 else FOLDS.replace("check", "call")
    made = played("qld/texas-holdem-poker", f"4: post {amount}\n{acts}")
    assert posted(made)[:1] == clauses


def test_melbourne_posts_in_the_first_hand_too() -> None:
    made = played("mel/holdem", f"4: post 3\n{FOLDS}= pot 1 6 Dan\n= net Ann 0, Ben -1, Cat -2, Dan 3\n")
    assert not made.failures
    assert posted(made)[:2] == [("dead blind", 100, "MEL-8.8.3"), ("blind", 200, "MEL-8.8.3")]


@pytest.mark.parametrize(("line", "told"), [
    ("4: post 7", r"a post of 7 \[QLD-10-26\(2\)\]; 1, 2, 3"),
    ("2: post 3", r"a hand for a returning player there \[QLD-10-23\(3\)\]"),
    ("3: post 2", r"a post at seat 3 \[QLD-10-12\]; there is nothing to post"),
    ("9: post 2", r"a post at seat 9 \[QLD-10-12\]; there is nothing to post"),
])
def test_a_post_in_the_first_hand_that_may_not_be(line: str, told: str) -> None:
    with pytest.raises(BadTranscript, match=told):
        played("qld/texas-holdem-poker", f"{line}\n{FOLDS}")
    made = played("qld/texas-holdem-poker", f"{line}\n=! refused\n{FOLDS.replace('check', 'fold', 1)[:-8]}")
    assert posted(made) == [("blind", 100, "QLD-10-25(1)"), ("blind", 200, "QLD-10-25(2)")], "nothing has changed"


def test_who_waits_after_all_posts_nothing() -> None:
    made = played("qld/texas-holdem-poker", "4: post 3\n4: wait\n4: fold\n1: fold\n2: fold\n")
    assert posted(made) == [("blind", 100, "QLD-10-25(1)"), ("blind", 200, "QLD-10-25(2)")]


# -- 31: the leaf that refuses -------------------------------------------------------------------------------

FIXED = {"structure": "fixed", "blinds": "1/2", "bet": "2", "big-bet": "4"}
CARDS = ("1: Ac Ad", "2: Kc Kd", "3: 7h 2s", "board: Qs Js 4h 5d 9c")


@pytest.mark.parametrize("to", [3, 5])
def test_a_structured_raise_is_refused_under_the_paragraph_of_its_round(to: int) -> None:
    h = given(TexasHoldem(FIXED), (100, 100, 100), *CARDS)
    assert refused(h, f"raise to {to}") == "QLD-10-31(8)(a)"
    do(h, "call", "call", "check", "check", "check", "check")
    do(h, "bet 4")
    assert refused(h, f"raise to {to + 4}") == "QLD-10-31(8)(b)"


def test_any_other_raise_is_refused_under_the_paragraph_that_sets_its_least() -> None:
    h = given(TexasHoldem({"blinds": "5/10"}), (300, 300, 300), *CARDS)
    do(h, "call")
    assert refused(h, "raise to 19") == "QLD-10-31(4)(a)"
    do(h, "call", "check", "bet 15")
    assert refused(h, "raise to 29") == "QLD-10-31(4)(b)"
    do(h, "raise to 40")
    assert refused(h, "raise to 64") == "QLD-10-31(4)(c)"
