"""Counts and times of the server in the text format that Prometheus reads. No names, no secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hmac import compare_digest
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from pitboss.equipment.rng import fault_of
from pitboss.web.origin import is_loopback

if TYPE_CHECKING:
    from pitboss.floor.writer import Writer
    from pitboss.web.app import Web, WebSettings

# What a proxy adds to a request that it passes on.
PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
# Upper ends of the classes that acknowledgement times are counted in, in seconds.
CLASSES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

# A commit that takes longer, in seconds, means that the disk does not answer.
MAX_COMMIT_S = 2.0


class Metrics:
    """What was counted since the server started.

    >>> metrics = Metrics()
    >>> metrics.command("place", "ok", 0.004)
    >>> [line for line in metrics.text({}).splitlines() if line.startswith("pitboss_commands")]
    ['pitboss_commands_total{kind="place",outcome="ok"} 1']
    """

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        self.classes = [0] * len(CLASSES)
        self.answered = 0
        self.seconds = 0.0
        self.counted: Counter[tuple[str, str]] = Counter()

    def command(self, kind: str, outcome: str, seconds: float) -> None:
        """A command was answered: what kind it was, "ok" or "refused", and how long that took."""
        self.commands[kind, outcome] += 1
        self.answered += 1
        self.seconds += seconds
        for number, end in enumerate(CLASSES):
            if seconds <= end:
                self.classes[number] += 1
                break

    def count(self, what: str, how: str = "") -> None:
        """One more of something: "messages in", "sign-ins" that were "refused"."""
        self.counted[what, how] += 1

    def text(self, gauges: Mapping[str, float]) -> str:
        """Everything, as it is read by the collector; `gauges` are figures of this moment."""
        lines = [
            *_block("commands_total", "counter", (
                (f'{{kind="{kind}",outcome="{outcome}"}}', count)
                for (kind, outcome), count in sorted(self.commands.items())
            )),
            *self._histogram(),
        ]
        for what in sorted({what for what, _ in self.counted}):
            lines += _block(f"{what.replace(' ', '_').replace('-', '_')}_total", "counter", (
                (f'{{outcome="{how}"}}' if how else "", count)
                for (named, how), count in sorted(self.counted.items()) if named == what
            ))
        for name, value in gauges.items():
            lines += _block(name, "counter" if name.endswith("_total") else "gauge", [("", value)])
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        below, rows = 0, []
        for end, count in zip(CLASSES, self.classes, strict=True):
            below += count
            rows.append((f'_bucket{{le="{end:g}"}}', below))
        rows.append(('_bucket{le="+Inf"}', self.answered))
        return _block("acknowledgement_seconds", "histogram",
                      [*rows, ("_sum", round(self.seconds, 6)), ("_count", self.answered)])


def may_read(request: HTTPConnection, settings: WebSettings) -> bool:
    """Behind a proxy everybody comes from this machine: there only who has the token may read, unless all may."""
    token = settings.metrics_token
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ").strip()
    if settings.metrics or (token and compare_digest(bearer.encode(), token.encode())):
        return True
    passed_on = settings.secure or any(name in request.headers for name in PASSED_ON)
    return not passed_on and request.client is not None and is_loopback(request.client.host)


def committing(writer: Writer) -> tuple[bool, float | None]:
    """Return whether the writer commits, neither failing nor waiting for the disk for more than MAX_COMMIT_S, and the
    seconds since its last commit."""
    age = None if writer.last is None else round(writer.clock() - writer.last, 3)
    return not writer.failing and writer.age_s <= MAX_COMMIT_S, age


def figures(web: Web) -> dict[str, float]:
    """The floor at this moment."""
    heads = {} if web.heads is None else {
        "head_age_seconds": web.heads.age_s, "heads_failing": int(bool(web.heads.failing))}
    writer, listed, store = web.writer, web.floor.lobby(), web.floor.store
    held = {
        kind: sum(balance for _, _, balance in store.accounts(f"{kind}:"))
        for kind in ("player", "layout", "voucher", "stack", "pot")
    }
    return {
        "sockets": len(web.sockets.open), "signed_in": len(web.people.signed_in), "tables": len(listed),
        "open_rounds": sum(row.get("phase") != "closed" and row.get("wagers", 0) > 0 for row in listed),
        "commits_total": writer.commits, "writes_total": writer.writes,
        "commit_seconds_total": round(writer.seconds, 6), "writes_waiting": writer.waiting,
        "clock_off_seconds": web.clock_off_s, "chance_failed": int(bool(fault_of(web.floor.source))),
        "tables_out_of_order": sum(known.out_of_order for known in web.floor.unread.values()),
        "tables_unread": sum(not known.out_of_order for known in web.floor.unread.values()),
        "write_age_seconds": round(writer.age_s, 3), "writer_failing": int(not committing(writer)[0]),
        "faults_total": web.live.faults,
        "credits_in_play_cents": held["layout"] + held["stack"] + held["pot"],
        "credits_of_players_cents": held["player"], "vouchers_outstanding_cents": held["voucher"],
    } | heads


def _block(name: str, kind: str, rows: Iterable[tuple[str, float]]) -> list[str]:
    return [f"# TYPE pitboss_{name} {kind}", *(f"pitboss_{name}{labels} {value}" for labels, value in rows)]
