"""The figures that a collector reads: counters start at nothing, and every class of times counts all times up to it."""

from __future__ import annotations

import re

import pytest

from pitboss.web.metrics import CLASSES, Metrics


def buckets(metrics: Metrics) -> list[tuple[float, int]]:
    found = re.finditer(r'^pitboss_acknowledgement_seconds_bucket\{le="(.+)"\} (\d+)$', metrics.text({}), re.MULTILINE)
    return [(float(end), int(count)) for end, count in (row.groups() for row in found)]


def test_all_figures_start_at_nothing() -> None:
    ends = [*CLASSES, float("inf")]
    assert buckets(Metrics()) == [(end, 0) for end in ends]
    text = Metrics().text({})
    assert "pitboss_acknowledgement_seconds_sum 0.0\n" in text and "pitboss_acknowledgement_seconds_count 0\n" in text
    assert "_total{" not in text


@pytest.mark.parametrize("times", [[0.0], [0.001], [0.0011], [0.3, 0.3, 0.002], [2.5, 2.6, 100.0], list(CLASSES)])
def test_every_class_counts_all_times_up_to_it(times: list[float]) -> None:
    metrics = Metrics()
    for seconds in times:
        metrics.command("place", "ok", seconds)
    assert buckets(metrics) == [(end, sum(seconds <= end for seconds in times)) for end in (*CLASSES, float("inf"))]
    sums = re.findall(r"^pitboss_acknowledgement_seconds_(?:sum|count) (\S+)$", metrics.text({}), re.MULTILINE)
    assert [float(each) for each in sums] == [pytest.approx(sum(times)), len(times)]


def test_counters_are_told_apart_and_gauges_are_passed_on() -> None:
    metrics = Metrics()
    for what, how in (("sign-ins", "refused"), ("sign-ins", "ok"), ("sign-ins", "ok"), ("messages in", "")):
        metrics.count(what, how)
    lines = metrics.text({"tables": 3, "commits_total": 7}).splitlines()
    for line in ('pitboss_sign_ins_total{outcome="ok"} 2', 'pitboss_sign_ins_total{outcome="refused"} 1',
                 "pitboss_messages_in_total 1", "pitboss_tables 3", "pitboss_commits_total 7",
                 "# TYPE pitboss_tables gauge", "# TYPE pitboss_commits_total counter"):
        assert lines.count(line) == 1, line
