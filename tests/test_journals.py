"""A change of a game's rules is given a version: stored journals replay, or the version of their game was raised."""

from __future__ import annotations

import pytest
from support.journals import HandJournal, RoundJournal, differences, file_of, read_journals

from pitboss.rulebooks import card_games, games

GAMES = {**games(), **card_games()}
LEAST = 5


@pytest.mark.parametrize("game", GAMES)
def test_stored_journals_replay_or_the_rules_have_another_version(game: str) -> None:
    assert file_of(game).is_file(), f"record journals of {game}: python tests/support/journals.py {game}"
    journals = read_journals(game)
    assert len(journals) >= LEAST
    current = GAMES[game].rules
    assert {journal.rules for journal in journals} == {current}, (
        f"{game} has rules {current} now: record its journals again: python tests/support/journals.py {game}")
    wrong = {journal.transcript: found for journal in journals if (found := differences(journal))}
    assert not wrong, (f"{game} plays these otherwise: raise its `rules`, then record its journals again "
                       f"(python tests/support/journals.py {game}): {wrong}")


def test_a_round_that_comes_out_otherwise_is_noticed() -> None:
    journal = read_journals("qld/craps")[0]
    assert isinstance(journal, RoundJournal)
    journal.record.facts, journal.record.net = "", {"Ann": 1}
    assert differences(journal) == ["net", "facts"]


def test_a_hand_that_comes_out_otherwise_is_noticed() -> None:
    journal = read_journals("mel/holdem")[0]
    assert isinstance(journal, HandJournal)
    journal.facts, journal.stacks = "", [0]
    assert differences(journal) == ["stacks", "facts"]
