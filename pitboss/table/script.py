"""Plays a transcript: the file answers, the table rules, the expectations are checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from pitboss.law.results import VOID
from pitboss.money import Cents, show_amount
from pitboss.table.acts import Irregular
from pitboss.table.answers import FileEnds, Script
from pitboss.table.answers import Unplayable as Unplayable
from pitboss.table.driver import Endless, play_round
from pitboss.table.expectations import compare
from pitboss.table.facts import AnyEvent, Charged, Settled, Wager
from pitboss.table.game import BadOption, Game
from pitboss.table.journal import Record
from pitboss.table.table import Table
from pitboss.table.transcripts import Transcript

MOST_ROUNDS = 5_000


@dataclass(slots=True)
class Played:
    """What a transcript came to."""

    game: Game
    lines: list[Settled] = field(default_factory=list)
    events: list[AnyEvent] = field(default_factory=list)
    net: dict[str, Cents] = field(default_factory=dict)
    commission: Cents = 0
    records: list[Record] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    # Lines the file does not mention; no fault, unless the file means to be complete.
    unstated: list[str] = field(default_factory=list)
    # Wagers that the file leaves on the layout.
    standing: list[Wager] = field(default_factory=list)


def options_of(read: Transcript, make: type[Game]) -> dict[str, str]:
    """The file's options, leaving out those it expects to be refused."""
    for line, name, value, cited in read.refused_options:
        try:
            make({name: value})
        except BadOption as refused:
            if cited and f"[{cited}]" not in str(refused):
                raise Unplayable(f"line {line}: expected refused [{cited}], got {refused}") from None
            continue
        raise Unplayable(f"line {line}: option {name}={value} is allowed, and was expected to be refused")
    return {name: value for name, (_, value) in read.options.items()}


def check_reports(read: Transcript) -> None:
    """A report of a kind that no game knows is a slip of the pen, not silent law."""
    known = {kind for game in Game.registry.values() for kind in game.irregularities()}
    for step in read.steps:
        if type(step.act) is Irregular and step.act.kind not in known:
            close = get_close_matches(step.act.kind, known, 3)
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            raise Unplayable(f"line {step.line}: no game knows a report {step.act.kind!r}{hint}")


def play_transcript(read: Transcript, make: type[Game]) -> Played:
    """Play every round of a file and compare it with what the file expects."""
    check_reports(read)
    game = make(options_of(read, make))
    t = Table(game)
    script = Script(read)
    played = Played(game)
    while script.more() or not played.records:
        if len(played.records) >= MOST_ROUNDS:
            raise Unplayable(f"more than {MOST_ROUNDS} rounds in one file")
        left = len(script.steps)
        ended = False
        try:
            played.records.append(play_round(t, script))
        except FileEnds:
            ended = True
        except Endless as endless:
            raise Unplayable(str(endless)) from None
        script.settle_expectations(t)
        script.try_in_vain(t)
        played.lines += t.lines
        played.events += t.events
        played.commission += t.commission
        _add_results(t, played.net)
        if ended:
            break
        if len(script.steps) == left and left:
            step = script.steps[0]
            raise Unplayable(f"line {step.line}: nothing at the table asks for this now: {step.text!r}")
        if t.lines and all(line.outcome == VOID for line in t.lines):
            script.gather_up()
        script.turn_page()
    played.standing = list(t.wagers.values())
    played.failures += script.failures + _compare(read, played)
    return played


def _compare(read: Transcript, played: Played) -> list[str]:
    """What does not hold of all that the file expects at its end."""
    for expected in read.expected:
        expected.wager = played.game.normal_name(expected.wager)
    failures, played.unstated = compare(read.expected, played.lines)
    if read.commission is not None and read.commission[1] != played.commission:
        at, cents = read.commission
        failures.append(f"line {at}: commission {show_amount(cents)}, got {show_amount(played.commission)}")
    for at, player, cents in read.net:
        if played.net.get(player, 0) != cents:
            got = show_amount(played.net.get(player, 0))
            failures.append(f"line {at}: net {player} {show_amount(cents)}, got {got}")
    return failures


def _add_results(t: Table, net: dict[str, Cents]) -> None:
    """What each player won or lost by the lines settled; a stake still on the layout is neither."""
    for player in t.net:
        net.setdefault(player, 0)
    for line in t.lines:
        lost = {"lose": line.stake, "surrender": line.stake // 2}.get(line.outcome, 0)
        net[line.player] = net.get(line.player, 0) + line.pays - lost
    for event in t.events:
        if isinstance(event, Charged):
            net[event.player] -= event.amount
