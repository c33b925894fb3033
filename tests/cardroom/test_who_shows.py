"""Who shows a hand when all have acted, and who need not."""

from __future__ import annotations

from support.poker_tables import NAMES, STACK, mel, qld

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.script_read import Queue
from pitboss.cardroom.showdown import shows
from pitboss.cardroom.table import PokerTable

CARDS = {"1": "Kd Kc", "2": "Qd Qc", "3": "As Ah", "board": "Jc 8c 5s 4h 2d"}


def shown(game: PokerGame, acts: str, stack: int = STACK) -> list[int]:
    """The seats that must show, in order, after acts by their letters: call, check (k), fold, all-in, bet, raise."""
    table = PokerTable(game, 3)
    for seat in (1, 2, 3):
        table.sit(seat, NAMES[seat], stack)
    hand = table.start(given=Queue({to: cards.split() for to, cards in CARDS.items()}))
    assert isinstance(hand, Hand)
    for act in acts.replace(" ", ""):
        done = {"c": hand.call, "k": hand.check, "f": hand.fold, "a": hand.all_in, "b": lambda: hand.wager(1000),
                "r": lambda: hand.wager(3000)}[act]()
        assert done is None, (act, done)
    assert hand.over
    return [hand.seats[place] for place, _ in shows(hand)]


def test_who_shows_in_melbourne() -> None:
    """First the last who was called in the hand, then hands as good; aces are at 3, kings at 1, queens at 2."""
    game = mel()
    assert shown(game, "cck kkk kkk kkk") == [1, 3]
    assert shown(game, "rcc kkk kkk kkk") == [3]
    assert shown(game, "cck kkk kkk kbcc") == [2, 3, 1]
    assert shown(game, "cck kbcc kkk kkk") == [2, 3, 1]
    assert shown(game, "cck bcc kkk kkk") == [1, 3]


def test_who_shows_in_queensland() -> None:
    """30(2) and (3): the last called in the final round, else the first active player; with all-ins the last called."""
    game = qld()
    assert shown(game, "cck kkk kkk kbcc") == [2, 3, 1]
    assert shown(game, "cck kbcc kkk kkk") == [1, 3]
    assert shown(game, "fck kbc kk kk") == [1]
    assert shown(mel(), "fck kbc kk kk") == [2, 1]
    assert shown(game, "fcac", 3000) == [2, 1]
