"""Journals of golden rounds and hands: the answers and the outcome under a version of a game's rules.

`tests/test_journals.py` replays them, so that rules do not change without a new version. After raising the `rules` of a
game, record its journals again: `python tests/support/journals.py qld/craps`, or without a name for all games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from pitboss.cardroom import script
from pitboss.cardroom.acts import Done, Reported
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.table import PokerTable
from pitboss.law import Clause, Refused
from pitboss.law.clauses import clause
from pitboss.rulebooks import card_games, games
from pitboss.rulebooks import settle as play_house
from pitboss.table.driver import Replay, play_round, restore
from pitboss.table.facts import as_text
from pitboss.table.journal import Record
from pitboss.table.table import Table

TESTS = Path(__file__).parents[1]
FOLDER = TESTS / "journals"
TRANSCRIPTS = (TESTS / "transcripts", TESTS / "cardroom" / "transcripts")
# Rounds or hands of a game, and of one transcript at most.
EACH, OF_ONE = 12, 2


class HandJournal(msgspec.Struct):
    """A hand between players: the table before it, the cards that were given, the acts, and the hash of what came."""

    game: str
    rules: int
    transcript: str
    table: dict[str, Any]
    start: dict[str, Any]
    given: list[list[str]]
    acts: list[Done]
    stacks: list[int]
    facts: str


class RoundJournal(msgspec.Struct):
    """A round against the house."""

    game: str
    rules: int
    transcript: str
    record: Record


Journal = HandJournal | RoundJournal


def _clause(kind: type, text: str) -> Clause:
    return clause(text)


_encode = msgspec.json.Encoder(enc_hook=as_text).encode
_read_hand = msgspec.json.Decoder(HandJournal, dec_hook=_clause).decode
_read_round = msgspec.json.Decoder(RoundJournal, dec_hook=_clause).decode


def file_of(game: str) -> Path:
    return FOLDER / f"{game.replace('/', '-')}.jsonl"


def read_journals(game: str) -> list[Journal]:
    """Return the stored journals of a game."""
    read = _read_hand if game in card_games() else _read_round
    return [read(line) for line in file_of(game).read_bytes().splitlines()]


def differences(journal: Journal) -> list[str]:
    """Replay a journal. Return what came otherwise than when it was recorded."""
    try:
        return _hand_differs(journal) if isinstance(journal, HandJournal) else _round_differs(journal.record)
    except Exception as error:
        return [f"cannot be replayed: {error!r}"]


def _round_differs(record: Record) -> list[str]:
    t = Table(games()[record.game](record.options), dict(record.state))
    restore(t, record.standing)
    again = play_round(t, Replay(record.answers))
    return [name for name in ("answers", "lines", "net", "facts") if getattr(again, name) != getattr(record, name)]


def _hand_differs(journal: HandJournal) -> list[str]:
    game = card_games()[journal.game](journal.table["options"])
    given = iter(journal.given)
    h = PokerTable.from_plain(game, journal.table).start(given=lambda to, count: tuple(next(given)), **journal.start)
    assert not isinstance(h, Refused), h
    for place, act in journal.acts:
        if isinstance(act, Reported):
            h.report(act.kind, act.facts)
        else:
            h.do(act, place)
    return [name for name, was, now in (("acts", journal.acts, h.acts), ("stacks", journal.stacks, list(h.stacks)),
                                        ("facts", journal.facts, facts_of(h))) if was != now]


def facts_of(h: Hand) -> str:
    """Return the hash of a hand's log, which holds no sentences."""
    return sha256(_encode([tuple(event) for event in h.log])).hexdigest()


# -- recording ---------------------------------------------------------------------------------------------


def record(game: str) -> list[Journal]:
    """Play transcripts of a game until there are enough journals; the same ones are chosen every time."""
    journals: list[Journal] = []
    for path in transcripts_of(game):
        some = _hands(path, game) if game in card_games() else _rounds(path, game)
        journals += [each for each in some if not differences(each)][:OF_ONE]
        if len(journals) >= EACH:
            break
    return journals[:EACH]


def transcripts_of(game: str) -> Sequence[Path]:
    """Return the golden transcripts of a game in an order that a new file seldom changes."""
    paths = [path for root in TRANSCRIPTS for path in root.rglob("*.txt")
             if path.read_text().startswith(f"game {game}\n") or f"\ngame {game}\n" in path.read_text()]
    return sorted(paths, key=lambda path: sha256(name_of(path).encode()).hexdigest())


def name_of(path: Path) -> str:
    return path.relative_to(TESTS).with_suffix("").as_posix()


def _rounds(path: Path, game: str) -> Iterator[Journal]:
    for each in play_house(path.read_text()).records:
        yield RoundJournal(game, games()[game].rules, name_of(path), each)


def _hands(path: Path, game: str) -> Iterator[Journal]:
    starts: list[tuple[dict[str, Any], dict[str, Any], list[list[str]]]] = []
    start = PokerTable.start

    def started(table: PokerTable, *, given: Callable[[str, int], Sequence[str]], **how: Any) -> Hand | Refused:
        cards: list[list[str]] = []

        def give(to: str, count: int) -> Sequence[str]:
            came = given(to, count)
            cards.append(list(came))
            return came

        starts.append((table.plain(), how, cards))
        return start(table, given=give, **how)

    with patch.object(PokerTable, "start", started):
        played = script.play(script.read(path.read_text()), PokerGame.registry[game])
    for hand, (table, how, cards) in zip((each.hand for each in played.hands), starts, strict=True):
        yield HandJournal(game, card_games()[game].rules, name_of(path), table, how, cards, list(hand.acts),
                          list(hand.stacks), facts_of(hand))


if __name__ == "__main__":
    for name in sys.argv[1:] or [*games(), *card_games()]:
        found = record(name)
        file_of(name).write_bytes(b"".join(_encode(journal) + b"\n" for journal in found))
        print(f"{name}: {len(found)}")
