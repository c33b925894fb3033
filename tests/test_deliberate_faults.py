"""The list of deliberate faults is up to date: each can still be made, and the test that notices it is there."""

from __future__ import annotations

import re

import pytest
from deliberate_faults import NOTICED, PASSED, ROOT, result_of
from support.faults import FAULTS, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_can_be_made_and_has_a_test_that_looks_for_it(fault: Fault) -> None:
    assert (ROOT / fault.file).read_text("utf-8").count(fault.was) == 1
    assert fault.becomes != fault.was
    file, _, test = fault.noticed_by.partition("::")
    assert re.search(rf"^(async )?def {test.partition('[')[0]}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)


def test_a_fault_is_noticed_in_a_copy_and_not_without_it() -> None:
    fault = next(fault for fault in FAULTS if fault.file == "pitboss/equipment/rng.py")
    assert result_of([fault.noticed_by]) == PASSED
    assert result_of([fault.noticed_by], fault) in NOTICED


def test_there_are_many_of_them_and_no_two_alike() -> None:
    assert len({(fault.file, fault.was, fault.becomes) for fault in FAULTS}) == len(FAULTS) >= 30
