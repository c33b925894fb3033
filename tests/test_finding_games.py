"""Games are found by looking at the folders, and each kind is loaded only when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pitboss.rulebooks as rulebooks
from pitboss.law.clauses import BOOKS
from pitboss.rulebooks import CARD_ROOM, HOUSE, _schedules, card_games, games, plays_the_house


def loaded_after(code: str) -> set[str]:
    """The modules of Pitboss that a new process has loaded after this."""
    run = f"import sys\n{code}\nprint(*(name for name in sys.modules if name.startswith('pitboss')))"
    return set(subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True).stdout.split())


def test_the_games_of_the_house_do_without_the_card_room() -> None:
    loaded = loaded_after("import pitboss.rulebooks\npitboss.rulebooks.games()")
    assert "pitboss.rulebooks.qld.s07_roulette" in loaded
    assert not [name for name in loaded if "cardroom" in name or ".mel." in name or "s10_poker" in name]


def test_the_card_room_does_without_the_games_of_the_house() -> None:
    loaded = loaded_after("import pitboss.rulebooks\npitboss.rulebooks.card_games()")
    assert {"pitboss.rulebooks.mel.c12_flop_games", "pitboss.rulebooks.qld.s10_poker"} <= loaded
    assert not [name for name in loaded if "roulette" in name or "front_rule" in name or ".nsw." in name]


def test_a_file_is_of_the_kind_that_it_builds_on() -> None:
    house, room = set(_schedules(HOUSE)), set(_schedules(CARD_ROOM))
    assert not house & room
    assert {game.__module__ for game in games().values()} <= house
    assert {game.__module__ for game in card_games().values()} <= room
    # Through another file of the book, and neither.
    assert "pitboss.rulebooks.mel.poker" in room
    assert "pitboss.rulebooks.qld.poker_ranking" not in house | room
    assert plays_the_house("qld") and not plays_the_house("mel")


def test_a_book_is_a_folder_and_a_line_in_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "s01_dominoes.py").write_text("from pitboss.table.game import Game\n")
    (folder / "s02_whist.py").write_text("from pitboss.rulebooks.new.cards import Cards\n")
    (folder / "cards.py").write_text("from pitboss.cardroom.game import PokerGame\n")
    monkeypatch.setattr(rulebooks, "FOLDER", tmp_path)
    monkeypatch.setitem(BOOKS, "NEW", "A new book")
    assert _schedules.__wrapped__(HOUSE) == ["pitboss.rulebooks.new.s01_dominoes"]
    assert _schedules.__wrapped__(CARD_ROOM) == ["pitboss.rulebooks.new.cards", "pitboss.rulebooks.new.s02_whist"]


def test_the_order_of_games_is_the_order_of_the_books_whatever_was_loaded_first() -> None:
    first = "import pitboss.rulebooks.cbr.casino_holdem, pitboss.rulebooks.qld.s10_poker, pitboss.rulebooks as r"
    asked = f"{first}; print(*r.games(), *r.card_games())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert told == [*games(), *card_games()]
    assert [id.partition("/")[0] for id in told if id.endswith(("/baccarat", "/holdem", "/manila-poker"))] == [
        "qld", "mel", "qld",
    ]


def test_a_deck_too_small_for_its_players_is_refused_when_the_game_is_made() -> None:
    from pitboss.rulebooks.mel.c12_flop_games import Holdem

    with pytest.raises(TypeError, match="7 players need 22 cards, and a deck has 20"):
        type("Crowded", (Holdem,), {"id": "mel/crowded", "decks": {52: 11, 20: 7}})
    assert "mel/crowded" not in card_games()


def test_a_code_of_phh_is_not_inherited(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.cardroom.game import PokerGame
    from pitboss.rulebooks.mel.c12_flop_games import Holdem

    monkeypatch.setattr(PokerGame, "registry", dict(PokerGame.registry))
    assert Holdem.phh and type("Other", (Holdem,), {"id": "mel/other"}).phh == ()
