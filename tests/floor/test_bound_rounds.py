"""One seal binds a round: the first that was shown. `pitboss proof` certifies no other, and accuses no honest house."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from support.page_seen import kept_of
from support.proof_flows import BROKEN, CHEATING, HOLDS, HONEST, UNSEEN, Flow, flows_of

from pitboss.equipment.proof_document import read
from pitboss.equipment.proofs import check, whole
from pitboss.floor.desk import encode


@pytest.mark.parametrize("make", [*HONEST, *CHEATING], ids=lambda make: make.__name__)
def test_the_verdict_on_a_round_follows_from_what_was_shown_before_the_bets(
    make: Callable[[], Iterator[Flow]],
) -> None:
    flows = flows_of(make)
    assert flows
    for flow in flows:
        kept = kept_of(flow.views, flow.round, flow.numbers)
        findings = check(read(encode({**flow.proof, "kept": kept})))
        verdict = BROKEN if not whole(findings) else HOLDS if findings[0].holds else UNSEEN
        assert verdict == flow.verdict, (flow.name, [finding for finding in findings if finding.holds is not True])
