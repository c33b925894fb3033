"""QLD schedule 17, part 9: any pair at blackjack and at baccarat."""

from __future__ import annotations

import pytest
from support.baccarat import table

from pitboss.law import Refused
from pitboss.rulebooks import settle
from pitboss.table.acts import BACK, Cards, Close, CutAt, Lapse, Place, Shuffled
from pitboss.table.script import Played, Unplayable

BACCARAT = "game qld/baccarat\n"
EIGHTS = "deal player: 8h 8d\ndeal banker: 3s 4c\n"


def good(text: str) -> Played:
    played = settle(text, strict=True)
    assert not played.failures, played.failures
    return played


@pytest.mark.parametrize("decks", ["5", "6", "7", "8"])
@pytest.mark.parametrize(("cards", "line"), [
    ("8h 8s", "win 55 [QLD-17-43(2)]"), ("Kh Kh", "win 55 [QLD-17-43(2)]"), ("Ac Ad", "win 55 [QLD-17-43(2)]"),
    ("Kh Qh", "lose 5 [QLD-17-43(3)]"), ("Th Kh", "lose 5 [QLD-17-43(3)]"),
])
def test_a_pair_is_of_one_face_and_pays_11_to_1_with_any_number_of_decks(decks: str, cards: str, line: str) -> None:
    good(f"game qld/blackjack\noption decks={decks}\nbox 1 Ann: original 10, any pair 5\ndeal 1: {cards}\n"
         f"{'deal 1a: Td' if cards == 'Ac Ad' else ''}\n{'deal 1b: 9d' if cards == 'Ac Ad' else ''}\n"
         f"deal dealer: 9c 8s\n1: {'split' if cards == 'Ac Ad' else 'stand'}\n= 1 Ann any pair {line}\n")


@pytest.mark.parametrize(("hand", "line"), [
    ("player", "win 55 [QLD-17-43(2)]"), ("banker", "lose 5 [QLD-17-43(3)]"),
])
def test_at_baccarat_it_is_on_one_of_the_hands(hand: str, line: str) -> None:
    good(f"{BACCARAT}box 1 Ann: tie 10, any pair {hand} 5\n{EIGHTS}= 1 Ann any pair {hand} {line}\n")


def test_at_baccarat_too_it_needs_a_wager_of_the_game_on_the_box() -> None:
    with pytest.raises(Unplayable, match=r"QLD-17-42\(1\)"):
        good(f"{BACCARAT}box 1 Ann: any pair player 5\n{EIGHTS}")
    with pytest.raises(Unplayable, match=r"QLD-17-42\(1\)"):
        good(f"{BACCARAT}box 1 Ann: perfect pairs player 5, any pair player 5\n{EIGHTS}")
    good(f"{BACCARAT}box 1 Ann: banker 10\nbox 1 Ben: any pair player 5\n{EIGHTS}= 1 Ben any pair player win 55\n")
    good(f"{BACCARAT}box 1 Ann: banker 10, any pair player 5\n1 Ann: remove banker\n{EIGHTS}"
         "= 1 Ann any pair player void [QLD-17-42(1)]\n")


def test_cards_that_come_face_down_close_it_before_the_other_wagers() -> None:
    t = table(dealing="down")
    play = t.play()
    next(play)
    for answer in (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,)),
                   Place(1, "Ann", (("player", 1000), ("any pair player", 500))), Close(), Cards(("2c",))):
        play.send(answer)
    play.send(Place(1, "Ann", (("any pair player", 500),)))
    refused = t.refused()
    assert isinstance(refused, Refused) and refused.clause == "QLD-17-42(3)"
    play.send(Place(1, "Ann", (("player", 500),)))
    assert t.refused() is None and t.layout == 2000


def test_more_than_three_on_a_box_only_at_baccarat_and_where_the_operator_permits_it() -> None:
    riders = ("Ben", "Cat", "Dan", "Eve")
    more = "box 1 Ann: player 10\n" + "".join(f"box 1 {who}: any pair player 5\n" for who in riders)
    good(f"{BACCARAT}option any-pair-a-box=any\n{more}{EIGHTS}= 1 Eve any pair player win 55\n")
    good(f"{BACCARAT}{more}=! refused [QLD-17-42(5)]\n{EIGHTS}")
    at_blackjack = more.replace("player 10", "original 10").replace(" player", "")
    good(f"game qld/blackjack\noption any-pair-a-box=any\n{at_blackjack}=! refused [QLD-17-42(5)]\n"
         "deal 1: 8h 9h\ndeal dealer: 9c 8s\n1: stand\n")


def test_at_baccarat_it_is_settled_with_the_result_and_a_void_round_gives_it_back() -> None:
    good(f"{BACCARAT}box 1 Ann: player 10, any pair player 5\ndeal player: 2h 2d\ndeal banker: 3s\n! not-enough-cards\n"
         "= 1 Ann any pair player void [QLD-1-24(8)]\n= 1 Ann player void\n")
