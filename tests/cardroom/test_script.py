"""Transcripts of the card room: every word of the notation, and what becomes of a file that is wrong."""

from __future__ import annotations

import pytest

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.script import PlayedFile, play, read
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.rulebooks.qld.s10_poker import TexasHoldem
from pitboss.table.transcripts import BadTranscript

GAMES: dict[str, type[PokerGame]] = {game.id: game for game in (Holdem, TexasHoldem)}
HEAD = """
game mel/holdem
option structure=no-limit blinds=5/10
button 3
seat 1 Ann 300
seat 2 Ben 300
seat 3 Cat 300
"""
DEAL = """
deal 1: 2c 7d
deal 2: 3c 8d
deal 3: 4c 9d
"""
FOLD = """
3: fold
1: fold
"""


def played(text: str) -> PlayedFile:
    script = read(text)
    return play(script, GAMES[script.game])


def failures(text: str) -> list[str]:
    return played(text).failures


def test_a_hand_and_what_is_expected_of_it() -> None:
    good = HEAD + DEAL + FOLD + "= net Ann -5, Ben 5, Cat 0\n= pot 1 15 Ben\n= commission 0\n= button 3\n"
    assert not failures(good + "= small blind Ann\n= big blind Ben\n= kill button neutral")
    for wrong, told in (
        ("= net Ann -5, Ben 5, Cat 1", "Cat has 0"), ("= net Ann -5, Cat 0", "Ben, not named, has 5"),
        ("= net Zoe 1", "there is no Zoe"), ("= pot 2 15 Ben", "there is no pot 2"), ("= pot 1 15 Ann", "to Ben"),
        ("= pot 1 10 Ben", "pot 1 is 15"), ("= commission 1", "it is 0"), ("= button 1", "it is 3"),
        ("= small blind none", "it is Ann"), ("= big blind Cat", "it is Ben"), ("= shows 1 flush", "seat 1 shows None"),
        ("= kill button 1 kill", "it is neutral"), ("= rain tomorrow", "nothing that can be expected"),
    ):
        found = failures(good + wrong)
        assert len(found) == 1 and told in found[0], found


@pytest.mark.parametrize(("text", "told"), [
    ("game mel/holdem\nbutton 1\n1: fold", "nobody is seated"),
    ("seat 1 Ann 10", "starts with 'game"),
    (HEAD + DEAL + "3: fold", "the hand is not over: seat 1"),
    (HEAD + DEAL + "3: dance", "line 12: 'dance' is not an act"),
    (HEAD + DEAL + "1: fold", "not over: seat 3"),
    (HEAD + DEAL + "3: check", r"line 12: check against a bet \[MEL-1.1:check\]"),
    (HEAD + "deal 1: 2c 3c\n" + FOLD, "no card is given for seat 2"),
    (HEAD + DEAL.replace("4c", "2c") + FOLD, "2c is dealt twice"),
    (HEAD + DEAL + "3: raise to x", "line 12"),
    (HEAD + "deal 1: 2x", "line 8: not a card"),
    (HEAD + "what is this", "line 8: 'what is this' is not something this notation knows"),
    (HEAD + "option blinds", "line 8: 'blinds' is not name=value"),
    (HEAD + "button one", "line 8: 'one' is not a seat"),
    (HEAD + "seat 1 Bob 100", r"line 8: seat 1 \[MEL-8.1\]; it is taken"),
    ("game mel/holdem\n=! refused", "nothing was done that could be refused"),
    (HEAD + DEAL + "! rain seat=1", "nothing that is reported; known: time-expired"),
    (HEAD + DEAL + "! time-expired seat=1", r"time of seat 1 \[MEL-8.2\]; seat 3 is to act"),
    (HEAD + DEAL + FOLD + "= pot 1", "line 15: = pot 1"),
    (HEAD + DEAL + FOLD + "= pot x 3 Ann", "line 15: = pot x"),
    (HEAD + DEAL + FOLD + "= net Ann x", "line 15: = net Ann x"),
    (HEAD + DEAL + FOLD + "= shows Ann flush", "line 15: = shows"),
    (HEAD + DEAL + FOLD + "= commission nan", "line 15: = commission"),
    (HEAD + DEAL + "3: moves to x", "line 12: 'x' is not a seat"),
    ("\n" * 100_000, "at most"),
])
def test_a_file_that_is_wrong(text: str, told: str) -> None:
    with pytest.raises(BadTranscript, match=told) as bad:
        played(text)
    assert "\n" not in str(bad.value)


def test_a_refusal_that_does_not_come() -> None:
    assert "it was accepted" in failures(HEAD + DEAL + "3: fold\n=! refused\n1: fold")[0]
    assert "got MEL-1.1:check" in failures(HEAD + DEAL + "3: check\n=! refused [MEL-6.2]" + FOLD)[0]
    assert "the options were accepted" in failures("game mel/holdem\noption chip=1\n=! refused" + HEAD + DEAL + FOLD)[0]
    wrong = "game mel/holdem\noption commission=50%\n=! refused [MEL-6.3]" + HEAD + DEAL + FOLD
    assert "expected a refusal under MEL-6.3" in failures(wrong)[0]


def test_words_at_the_table() -> None:
    """Queensland. Button Dee: all fold to Ben. Dee goes without asking; all fold to Cat. Dee is back as a new player,
    due for the second blind, moves and leaves; Eve sits down, has the second blind and gets the first."""
    head = HEAD.replace("mel/holdem", "qld/texas-holdem-poker").replace("button 3", "button 4")
    assert not failures(head + "seat 4 Dee 300" + DEAL + """
deal 4: 5c Td
2: passes the button
=! refused [QLD-10-19(3)]
3: passes cards
4: fold
1: fold
= net Ann -5, Ben 5, Cat 0, Dee 0
next hand
4: sits out without approval
1: straddle 20
=! refused [QLD-10-11(3)]
""" + DEAL + """
1: fold
2: fold
= net Ann 0, Ben -5, Cat 5, Dee 0
next hand
4: returns
4: post 10
=! refused
4: moves to 7
4: leaves
=! refused [QLD-10-18(1)]
7: leaves
seat 5 Eve 300
5: wait
deal 5: 5c Td
""" + DEAL + """
1: fold
2: fold
3: fold
= button 2
= big blind Eve
= net Ann 0, Ben 0, Cat -5, Eve 5
""")


KILL = HEAD.replace("blinds=5/10", "blinds=5/10 kill=20 commission=1/person") + DEAL + """
3: raise to 20
1: fold
2: taps
=! refused [MEL-1.1:check]
2: fold
= net Ann -6, Ben -11, Cat 14
= kill button 3 leg up
next hand
""" + DEAL + """
1: fold
2: fold
= net Ann -1, Ben -6, Cat 4
= kill button 3 kill
next hand
3: kill 10
=! refused [MEL-8.12.7]
3: refuses the kill
""" + DEAL + """
2: fold
= button 2
= small blind none
= net Ann -1, Ben -1, Cat 0
= kill button 1 leg up
next hand
"""


def test_a_killer_comes_back_in_time() -> None:
    """She missed the small blind: 5 dead, beside the 20 of the kill. 20 + 5 + 5 + 10 = 40; 40 - 25 - 1 = +14."""
    assert not failures(KILL + "3: returns\n3: post 5" + DEAL + """
3: check
1: fold
2: fold
= pot 1 40 Cat
= net Ann -6, Ben -11, Cat 14
= kill button 3 kill
""")


def test_a_killer_comes_back_late() -> None:
    """She has lost the button to Ann's leg up, and waits; Ben wins the blinds, and the leg up."""
    assert not failures(KILL + "3: returns late\n3: post 20\n=! refused [MEL-8.8.3]\n3: wait" + DEAL + """
1: fold
= button 3
= net Ann -6, Ben 4, Cat 0
= kill button 2 leg up
""")
