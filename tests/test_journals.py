"""A change of a game's rules is given a version: stored journals replay, or the version of their game was raised."""

from __future__ import annotations

import msgspec
import pytest
from support.journals import differences, file_of, read_journals

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


@pytest.mark.parametrize("game", ["qld/craps", "mel/holdem"])
def test_a_journal_whose_outcome_changed_is_noticed(game: str) -> None:
    journal = read_journals(game)[0]
    wrong = msgspec.convert(msgspec.to_builtins(journal, enc_hook=str), type(journal), dec_hook=lambda kind, text: text)
    if hasattr(wrong, "record"):
        wrong.record.facts = ""
        wrong.record.net = {**wrong.record.net, "Ann": 1}
        assert {"net", "facts"} <= set(differences(wrong))
    else:
        wrong.facts, wrong.stacks[0] = "", wrong.stacks[0] + 1
        assert set(differences(wrong)) == {"stacks", "facts"}
