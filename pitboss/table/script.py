"""Plays a transcript: the file answers, the table rules, the expectations are checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from difflib import get_close_matches

import msgspec

from pitboss.law import Refused
from pitboss.law.results import STAND_OFF, VOID
from pitboss.money import Cents, show_amount
from pitboss.table.acts import BACK, Irregular, Place, Take
from pitboss.table.answers import FileEnds, Script
from pitboss.table.answers import Unplayable as Unplayable
from pitboss.table.driver import Endless, play_round
from pitboss.table.expectations import compare, covers, same_wager
from pitboss.table.facts import AnyEvent, Charged, Settled, Wager
from pitboss.table.game import BadOption, Game
from pitboss.table.hands import hand_at, read_hand
from pitboss.table.journal import Record
from pitboss.table.reports import SOMETHING_ELSE
from pitboss.table.table import DECLARED_VOID, Table
from pitboss.table.transcripts import Transcript
from pitboss.table.wording import PUSH, nearest, wager, with_names

MOST_ROUNDS = 5_000
# Community cards by the name of their street.
STREETS = ("flop", "turn", "river")


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
    # What the file says that was not needed, or was read as another word.
    notes: list[str] = field(default_factory=list)
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


def check_reports(read: Transcript, game: Game) -> None:
    """A report of a kind that no game knows, or with facts that its kind does not, is a slip of the pen and not
    silent law: nothing is played."""
    for step in read.steps:
        if type(step.act) is not Irregular or any(what == "refused" for what, _ in step.expect):
            continue
        report = game.reports.get(step.act.kind)
        refused = unknown_kind(game, step.act.kind) if report is None else report.refused(game, step.act.facts)
        if refused:
            raise Unplayable(f"line {step.line}: {refused}")


def unknown_kind(game: Game, kind: str) -> str:
    """Why there can be no report of this kind, and which there are; "" where another game knows it."""
    if kind in (DECLARED_VOID, SOMETHING_ELSE) or any(kind in other.reports for other in Game.registry.values()):
        return ""
    close = get_close_matches(kind, {kind for other in Game.registry.values() for kind in other.reports}, 3)
    nearest = f"did you mean {' or '.join(close)}? " if close else ""
    names = ', '.join((*game.irregularities(), SOMETHING_ELSE))
    return f"no game knows a report {kind!r}; {nearest}{game.id} knows {names}"


def check_hands(read: Transcript, game: Game) -> None:
    """Cards for a hand that the game does not have, or for a box that nobody plays, are a slip of the pen."""
    played = {str(step.act.box) for step in read.steps if type(step.act) is Place}
    if any(int(box) > game.boxes for box in played):
        return  # the wager itself will be refused
    played |= {name for step in read.steps if type(step.act) is Irregular for name in step.act.facts.values()}
    played |= {state_line.box for state_line in read.state_lines}
    for hand, cards in read.deals.items():
        number, _ = read_hand(hand)
        box = hand_at(number) if number else ""
        if not game.hands_dealt:
            raise Unplayable(f"line {cards[0][0]}: {game.id} is played without cards")
        if box and "box" in game.hands_dealt and box in played:
            continue
        known = [*sorted(played & {*map(str, range(1, game.boxes + 1))}, key=int)] if "box" in game.hands_dealt else []
        known += [name for name in (*game.hands_dealt, "discard") if name != "box"]
        if box or hand not in known:
            hint = "; write 'deal board: ...'" if hand in STREETS and "board" in known else nearest(hand, known)
            who = f"nobody plays box {box}" if box and "box" in game.hands_dealt else f"there is no hand {hand!r}"
            raise Unplayable(f"line {cards[0][0]}: {who}; cards go to {', '.join(known)}{hint}")


def check_cards(read: Transcript, game: Game) -> None:
    """A line with a card that is none of the game's is refused whole, like an act."""
    tried = dict(read.refused_deals)
    for line, cited in read.refused_deals.items():
        again = refused_again(read, game, line)
        if again is not None and (not cited or covers(cited, again.clause)):
            del tried[line]
    for hand, cards in read.deals.items():
        for line, card in cards:
            refused = game.not_in_pack(card) if card != BACK else None
            if refused is None:
                continue
            cited = tried.pop(line, "")
            if line not in read.refused_deals or (cited and not covers(cited, refused.clause)):
                raise Unplayable(f"line {line}: {refused}")
        read.deals[hand] = [(line, card) for line, card in cards if line not in read.refused_deals]
    for line, cited in tried.items():
        raise Unplayable(f"line {line}: these cards may be dealt, and were expected to be refused {cited}".rstrip())


def refused_again(read: Transcript, game: Game, line: int) -> Refused | None:
    """Why the cards of a line cannot all come in its round: one of them would lie there more often than it is in the
    pack."""
    start = max((at for at in read.breaks if at < line), default=0)
    left, every = Counter(game.in_pack), sorted(entry for cards in read.deals.values() for entry in cards)
    for at, card in every:
        if card != BACK and start < at <= line and (at == line or at not in read.refused_deals):
            left[card] -= 1
            if left[card] < 0:
                return game.none_left(card)
    return None


def name_wagers(read: Transcript, game: Game, script: Script) -> None:
    """Give the wagers that are placed and taken back the law's names."""
    for step in read.steps:
        act = step.act
        if type(act) is Place:
            try:
                step.act = with_names(game, act)
            except ValueError as bad:
                raise Unplayable(f"line {step.line}: {bad}") from None
            for (written, _), (name, _) in zip(act.wagers, step.act.wagers, strict=False):
                if written not in ("", name):
                    script.note_word(written, name)
        elif type(act) is Take and (name := wager(game, act.wager)) != act.wager:
            script.note_word(act.wager, name)
            step.act = msgspec.structs.replace(act, wager=name)


def play_transcript(read: Transcript, make: type[Game], *, strict: bool = False) -> Played:
    """Play every round of a file and compare it with what the file expects. Strictly, a card that is listed and
    not needed is an error."""
    game = make(options_of(read, make))
    check_reports(read, game)
    check_hands(read, game)
    check_cards(read, game)
    t = Table(game)
    script = Script(read, strict=strict)
    name_wagers(read, game, script)
    played = Played(game)
    while script.more() or not played.records:
        if len(played.records) >= MOST_ROUNDS:
            raise Unplayable(f"more than {MOST_ROUNDS} rounds in one file")
        ended, waiting = False, script.waiting()
        script.tell_state(t)
        try:
            played.records.append(play_round(t, script))
        except FileEnds:
            ended = True
        except Endless as endless:
            raise Unplayable(str(endless)) from None
        script.close_round(t)
        played.lines += t.lines
        played.events += t.events
        played.commission += t.commission
        _add_results(t, played.net)
        if ended:
            break
        if script.more() and script.waiting() == waiting and not t.events:
            raise Unplayable(f"line {script.steps[0].line}: nobody has a wager: no round begins with what stands here")
    played.standing = list(t.wagers.values())
    played.failures += script.failures + _compare(read, played, script)
    played.notes = script.notes
    return played


def _compare(read: Transcript, played: Played, script: Script) -> list[str]:
    """What does not hold of all that the file expects at its end."""
    known = {line.wager for line in played.lines}
    for expected in read.expected:
        name = wager(played.game, expected.wager, known)
        if name != expected.wager:
            script.note_word(expected.wager, name)
        expected.wager = played.game.normal_name(name)
        if expected.outcome == PUSH:
            outcomes = {line.outcome for line in played.lines if same_wager(expected, line)}
            expected.outcome = VOID if VOID in outcomes else STAND_OFF
            script.note_word(PUSH, expected.outcome)
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
