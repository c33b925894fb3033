"""A fixed sample of tests/floor/changed_fields.py: changes that `verify` does not notice are explained in the docs."""

from __future__ import annotations

from collections import defaultdict

import pytest
from floor import changed_fields as fields
from support.full_floor import full_floor

from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore
from pitboss.floor.verify import verify

# Changes of kinds that the docs do not explain: this many in all.
SAMPLE = 130


@pytest.fixture(scope="module")
def store() -> SQLiteStore:
    made = full_floor().store
    assert verify(made).faults == [] and [fault for one in check_rounds(made) for fault in one.faults] == []
    fields.prepare(made)
    return made


@pytest.fixture(scope="module")
def by_kind(store: SQLiteStore) -> dict[str, list[fields.Changed]]:
    kinds = defaultdict(list)
    for change in fields.changes(store):
        kinds[f"{change.field}: {change.words}"].append(change)
    return kinds


def test_a_sample_of_all_changes_is_noticed(store: SQLiteStore, by_kind: dict[str, list[fields.Changed]]) -> None:
    """One change of each of the kinds in turn; the others are in the full run."""
    kinds = sorted(by_kind.keys() - fields.explained())
    chosen = [by_kind[kind][-1] for kind in kinds[:: -(-len(kinds) // SAMPLE)]]
    unnoticed, count = fields.unnoticed(store, chosen)
    assert unnoticed == {} and count > SAMPLE // 2


def test_rows_deleted_doubled_and_added_are_noticed(store: SQLiteStore,
                                                    by_kind: dict[str, list[fields.Changed]]) -> None:
    kinds = [kind for kind in by_kind if kind.split(": ")[-1].startswith("row ")]
    chosen = [change for kind in kinds for change in by_kind[kind][:1]]
    chosen += by_kind["account: row added"] + by_kind["secret: row added"]
    unnoticed, count = fields.unnoticed(store, chosen)
    assert unnoticed.keys() <= fields.explained() and count > 25


def test_each_explained_change_is_made_and_not_noticed(store: SQLiteStore,
                                                       by_kind: dict[str, list[fields.Changed]]) -> None:
    explained = fields.explained()
    assert explained and explained <= by_kind.keys()
    unnoticed, _ = fields.unnoticed(store, [by_kind[kind][0] for kind in sorted(explained)])
    assert unnoticed.keys() == explained
