"""The log of a hand as people read it: one line for what was done at once; time that ran out, with what it led to."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from pitboss.money import full_amount as money

LogLine = dict[str, Any]

_TIME_IS_UP = "'s time has run out"
# What silence came to.
_DONE = {
    "fold": "folded", "gives up": "folded", "check": "checked", "decline": "left it as it was", "set": "set the hands",
    "shown": "showed", "runs": "one board",
}
# What several put down at the same time, before the cards.
_TOGETHER = {"ante": "antes", "fee": "pays a fee of"}


def told(events: list[LogLine]) -> list[LogLine]:
    """Events as they are read; each line keeps the clause and the kind of what it tells."""
    lines: list[LogLine] = []
    for kind, group in groupby(events, key=lambda event: event["kind"] if event["kind"] in _TOGETHER else ""):
        some = list(group)
        lines += _together(some) if kind else _in_time(some)
    for n, line in enumerate(lines):
        line["n"] = n
    return lines


def _together(events: list[LogLine]) -> list[LogLine]:
    """Antes are put down by everybody: one line for each amount."""
    lines = []
    for amount, some in groupby(events, key=lambda event: event.get("amount", 0)):
        payers = list(some)
        if len(payers) == 1:
            lines.append({**payers[0]})
            continue
        verb = _TOGETHER[payers[0]["kind"]].replace("antes", "ante").replace("pays", "pay")
        names = [event["player"] for event in payers]
        said = f"{', '.join(names[:-1])} and {names[-1]} {verb} {money(amount)} each"
        lines.append({"kind": payers[0]["kind"], "text": said, "clause": payers[0]["clause"], "amount": amount})
    return lines


def _in_time(events: list[LogLine]) -> list[LogLine]:
    """What silence led to is told with it; and who is paid, with who pays."""
    lines: list[LogLine] = []
    for event in events:
        before = lines[-1] if lines else None
        if before is not None and before["kind"] == "paid" and event["kind"] == "won":
            # One who has no chips left pays nothing, and a line of nothing has no amount.
            paid = money(event.get("amount", 0))
            lines[-1] = {**event, "text": f"{before['player']} pays {event['player']} {paid}"}
            continue
        if before is not None and before["kind"] == "ruled" and before["text"].endswith(_TIME_IS_UP):
            player = before["text"].removesuffix(_TIME_IS_UP)
            if event.get("player") == player:
                lines[-1] = {**event, "text": f"{player} ran out of time: {_came_to(event)}",
                             "clause": before["clause"] or event["clause"]}
                continue
        lines.append({**event})
    return lines


def _came_to(event: LogLine) -> str:
    if event["kind"] == "discard":
        return "gave up a card" if event.get("cards") else "kept the cards"
    kind: str = event["kind"]
    return _DONE.get(kind, kind)


def ran_out(events: list[LogLine], player: str) -> str:
    """What one is told whose time ran out in a hand."""
    lines = [line["text"] for line in told(events) if line["text"].startswith(f"{player} ran out of time: ")]
    return lines[-1].replace(player, "You", 1) if lines else ""
