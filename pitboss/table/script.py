"""Plays a transcript: the file answers, the table rules, the expectations are checked."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise

import msgspec

from pitboss.equipment.cards import Card
from pitboss.law import Announced, Refused, Ruled
from pitboss.law.clauses import BOOKS, book, within
from pitboss.law.results import VOID
from pitboss.money import Cents, show_amount
from pitboss.table.acts import (
    BACK,
    Answer,
    Ball,
    Cards,
    Choice,
    Close,
    CutAt,
    Dice,
    Irregular,
    Lapse,
    Missed,
    Place,
    Shuffled,
    Take,
)
from pitboss.table.check import waiting_for
from pitboss.table.driver import Endless, play_round
from pitboss.table.facts import AnyEvent, Charged, Referred, Rejected, Settled, Wager
from pitboss.table.game import BadOption, Game
from pitboss.table.journal import Record
from pitboss.table.reports import SOMETHING_ELSE
from pitboss.table.requests import Asked, Burn, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Shuffle
from pitboss.table.table import DEALING, DECISIONS, DECLARED_VOID, Table
from pitboss.table.transcripts import MOST_LINES, BadTranscript, Expected, Step, Transcript

MOST_ROUNDS = 5_000


class Unplayable(BadTranscript):
    """The file does not give what the table needs, or gives what it refuses."""


class FileEnds(Exception):
    """The file leaves wagers standing, with no further throw."""


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


def play_transcript(read: Transcript, make: type[Game]) -> Played:
    """Play every round of a file and compare it with what the file expects."""
    game = make(options_of(read, make))
    check_reports(read, game)
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


class Script:
    """Answers a table from a file."""

    def __init__(self, read: Transcript) -> None:
        # `next round` lines cut the file into pages; a round sees nothing past its own page.
        self._pages = deque(_page(read, *ends) for ends in pairwise((0, *read.breaks, MOST_LINES + 1)))
        self.steps, self.deals = self._pages.popleft()
        self.failures: list[str] = []
        self._sent: Step | None = None
        # The line of the first wager of the round being played.
        self._opened = 0
        self._results = [expected.line for expected in read.expected]
        self._last = 0
        self._dealt = 0
        self._mark = 0
        # The hand that decided last in this round.
        self._decided = ""

    def more(self) -> bool:
        return bool(self.steps or self._pages)

    def try_in_vain(self, t: Table) -> None:
        """What the file still tries for a finished hand once nothing is left to be asked for."""
        while self.steps and self._spent(t, self.steps[0]):
            step = self.steps[0]
            self._send(t, step)
            t.events.append(t.game.refuse_out_of_turn(t, step.act))  # type: ignore[arg-type]
            self.settle_expectations(t)

    def gather_up(self) -> None:
        """A void round stops where it is: cards that the file lists above its end are not dealt any more."""
        for queue in self.deals.values():
            while queue and queue[0][0] < self._last:
                queue.popleft()

    def turn_page(self) -> None:
        """After a round: once a page is used up, no card on it may be left over."""
        if self.steps:
            return
        unused = [(at, hand, card) for hand, queue in self.deals.items() for at, card in queue]
        if unused:
            at, hand, card = unused[0]
            raise Unplayable(f"line {at}: {card} was never dealt to {hand}")
        if self._pages:
            self.steps, self.deals = self._pages.popleft()

    def answer(self, t: Table, request: Asked) -> Answer:
        self.settle_expectations(t)
        return self._answer(t, request)

    def _answer(self, t: Table, request: Asked) -> Answer:
        step = self.steps[0] if self.steps else None
        match request:
            case Gather():
                return self._gather(t, step)
            case Deal():
                return self._deal(t, request, step)
            case Burn():
                return self._cards("discard", request.count, spare=not request.face_up)
            case Shuffle():
                return Shuffled()
            case Cut():
                if step is not None and type(step.act) is CutAt:
                    return self._send(t, step)
                return CutAt((request.least + request.most) // 2)
            case Reveal() if step is None or not (self._report_due(t, step) or self._late(t, step)):
                return self._cards(request.hand, request.count)
            case Choose():
                return self._choose(t, request, step)
        if step is None or type(step.act) not in (Irregular, Dice, Ball, Place, Take, Choice, Close):
            raise Unplayable(f"the file stops in the middle of a round: the table waits for {waiting_for(request)}")
        return self._send(t, step)

    def _report_due(self, t: Table, step: Step) -> bool:
        """A report that the table can rule on now, or that is meant to find the law silent."""
        if type(step.act) is not Irregular:
            return False
        return applies(t, step.act) or any(what == "referred" for what, _ in step.expect)

    # -- one method a kind of request ----------------------------------------------------------------

    def _gather(self, t: Table, step: Step | None) -> Answer:
        self._decided = ""
        if step is None:
            if t.game.wagers_stand:
                raise FileEnds
            return Close()
        act = step.act
        if not t.wagers:
            self._opened = step.line
        if type(act) in (Place, Take, Close):
            below = not self._deals_done(step) and self._next_round(step)
            return Close() if below or self._too_late(t, step) else self._send(t, step)
        if type(act) is Choice and act.name.split()[0] in t.game.gather_words:
            return self._send(t, step)
        if type(act) is Irregular and applies(t, act) and self._deals_done(step):
            return self._send(t, step)
        if t.game.refuse_closing(t) is not None:
            # What the file does next implies 'no more bets', and is refused with it.
            self._send(t, step)
        return Close()

    def _too_late(self, t: Table, step: Step) -> bool:
        """A wager placed or touched below the cards of the round that would be legal now: it comes after
        the first of them."""
        if self._deals_done(step) or not t.wagers:
            return False
        if not (self._past_posted(step) or any(what == "refused" for what, _ in step.expect)):
            return False
        act = step.act
        if type(act) is Take:
            return t.game.refuse_taking(t, act) is None
        return type(act) is Place and t.game.refuse_wager(t, act.box, act.player, *act.wagers[0]) is None

    def _past_posted(self, step: Step) -> bool:
        """All cards of the page stand above this wager, and some of them below the round's first."""
        listed = [at for queue in self.deals.values() for at, _ in queue]
        return any(self._opened < at < step.line for at in listed) and all(at < step.line for at in listed)

    def _deals_done(self, step: Step) -> bool:
        """No card that the file lists above this line is still to be dealt."""
        return all(not queue or queue[0][0] > step.line for queue in self.deals.values())

    def _deal(self, t: Table, request: Deal, step: Step | None) -> Answer:
        queue = self.deals.get(request.to)
        if t.phase == DEALING and self._omitted(t, request.to):
            return Missed()
        if step is not None:
            reached = not queue or queue[0][0] > step.line or self._comes_first(t, request.to, step)
            if type(step.act) is Irregular and reached and (applies(t, step.act) or not queue):
                return self._send(t, step)
            if self._late(t, step):
                return self._send(t, step)
            if self._claim_due(t, step) or self._spent(t, step):
                return self._send(t, step)
        if self._omitted(t, request.to):
            return Missed()
        return self._cards(request.to, request.count)

    def _late(self, t: Table, step: Step) -> bool:
        """A wager placed or touched in this round, once that is over, in order to be refused."""
        tried = self._past_posted(step) or any(what == "refused" for what, _ in step.expect)
        if type(step.act) not in (Place, Take) or not tried:
            return False
        return bool(t.hands) and not self._next_round(step) and not t.game.takes_wagers(t)

    def _next_round(self, step: Step) -> bool:
        """Do results of the round being played stand above this line?"""
        return any(self._last < line < step.line for line in self._results)

    def _claim_due(self, t: Table, step: Step) -> bool:
        """A claim that the file makes too late, in order to be refused."""
        act = step.act
        if type(act) is not Choice or act.name.split()[0] not in t.game.claim_words:
            return False
        return any(what == "refused" for what, _ in step.expect) and t.game.refuse_out_of_turn(t, act) is not None

    def _spent(self, t: Table, step: Step) -> bool:
        """Something tried in vain for a hand that is finished, with nobody left to be asked."""
        act = step.act
        if type(act) is not Choice or not any(what == "refused" for what, _ in step.expect):
            return False
        return act.hand in t.hands and t.hands[act.hand].closed and t.game.refuse_out_of_turn(t, act) is not None

    def _comes_first(self, t: Table, hand: str, step: Step) -> bool:
        """A report made before this card came, although the file lists the card above it: of the hand's own
        missing card, or of the next card of the shoe where no decision has called for this one."""
        if type(step.act) is not Irregular or t.phase != DECISIONS:
            return False
        called_for = hand.rstrip("abcdefgh") == self._decided.rstrip("abcdefgh")
        next_card = step.act.kind in t.game.next_card and not called_for
        return next_card or _passed_by(t, step.act, hand)

    def _omitted(self, t: Table, hand: str) -> bool:
        """Does a later line report that this hand was passed by, with as many cards as it has now?"""
        held, queue = t.hands.get(hand), self.deals.get(hand)
        for step in self.steps:
            if type(step.act) is Irregular and _passed_by(t, step.act, hand):
                reported = t.game.cards_held(step.act)
                return not queue if reported is None else held is not None and len(held.cards) >= reported
        return False

    def _cards(self, hand: str, count: int, spare: bool = False) -> Answer:
        queue = self.deals.get(hand) or deque()
        if len(queue) < count:
            if spare:
                return Cards((BACK,) * count)
            owed = count - len(queue)
            raise Unplayable(f"{owed} card{'s' * (owed > 1)} missing: {hand} is owed {'them' if owed > 1 else 'it'}")
        taken = [queue.popleft() for _ in range(count)]
        self._dealt = taken[0][0] if taken else 0
        return Cards(tuple(card for _, card in taken))

    def _choose(self, t: Table, request: Choose, step: Step | None) -> Answer:
        self._reword(t, request)
        passes = isinstance(request, Offer | Direct)
        if step is not None and self._comes_up(t, step, passes):
            return self._send(t, step)
        found = self._find(t, request, passes)
        if found is not None:
            return self._send(t, found)
        if step is not None and type(step.act) in (Place, Take) and not passes:
            return self._send(t, step)
        if step is not None and (taking := _taking(request, step.act)) is not None:
            self._send(t, step)
            return taking
        if passes:
            return Lapse()
        where = f"line {step.line}: " if step is not None else "the file stops in the middle of a round: "
        raise Unplayable(f"{where}the table waits for {waiting_for(request)}")

    def _comes_up(self, t: Table, step: Step, passes: bool) -> bool:
        """A report, which may wait past an offer for a moment it fits; or something tried in vain."""
        if type(step.act) is Irregular:
            return not passes or self._report_due(t, step)
        return self._refusal_due(t, step, passes)

    def _refusal_due(self, t: Table, step: Step, passes: bool) -> bool:
        """Something the file tries here in order to be refused; what may be passed over is not tried,
        unless the hand is closed and will not be asked again."""
        act = step.act
        if type(act) is not Choice or not any(what == "refused" for what, _ in step.expect):
            return False
        return not passes or (act.hand in t.hands and t.hands[act.hand].closed)

    def _reword(self, t: Table, request: Choose) -> None:
        """The next decision for this hand, if it uses another word for an option, means that option."""
        for step in self.steps:
            if type(step.act) is Choice and step.act.hand == request.hand:
                word = t.game.other_words.get(step.act.name, "")
                if any(word == option.name for option in request.options):
                    step.act = msgspec.structs.replace(step.act, name=word)
                return

    def _find(self, t: Table, request: Choose, passes: bool) -> Step | None:
        """The next decision for this hand, not looking past anything but other decisions."""
        for step in self.steps:
            act = step.act
            if type(act) is not Choice:
                return None
            asked = act.hand == request.hand or (
                type(request) is Direct and t.game.acts_for(act.hand, request.hand)
            )
            mine = asked and (not act.player or not request.player or act.player == request.player)
            if mine:
                if passes and step is not self.steps[0] and any(what == "refused" for what, _ in step.expect):
                    return step if _out_of_bounds(request, act) else None
                named = act.name in request.barred or any(act.name == option.name for option in request.options)
                return step if named or not passes else None
        return None

    # -- sending an act and seeing what became of it ---------------------------------------------------

    def _send(self, t: Table, step: Step) -> Answer:
        self.steps.remove(step)
        self._last = step.line
        self._sent, self._mark = step, len(t.events)
        if type(step.act) is Choice:
            self._decided = step.act.hand
        return step.act

    def settle_expectations(self, t: Table) -> None:
        """What did the last act meet? A refusal that the file does not expect ends it."""
        step, self._sent = self._sent, None
        dealt, self._dealt = self._dealt, 0
        refused = t.refused()
        if dealt and refused is not None:
            raise Unplayable(f"line {dealt}: {getattr(refused, 'what', refused)}")
        if step is None:
            return
        events = t.events[self._mark :]
        refusal = next((e for e in events if isinstance(e, Refused | Rejected)), None)
        if refusal is not None and not any(what == "refused" for what, _ in step.expect):
            text = str(refusal) if isinstance(refusal, Refused) else refusal.what
            raise Unplayable(f"line {step.line}: refused: {text}")
        for what, cited in step.expect:
            if not any(_meets(event, what, cited) for event in events):
                met = str(refusal) if refusal is not None else "no refusal" if what == "refused" else "none"
                self.failures.append(f"line {step.line}: expected {what} [{cited}], got {met}")


def _page(read: Transcript, start: int, end: int) -> tuple[deque[Step], dict[str, deque[tuple[int, Card]]]]:
    """The acts and cards between two lines of a file."""
    deals = {hand: deque(one for one in cards if start <= one[0] < end) for hand, cards in read.deals.items()}
    return deque(step for step in read.steps if start <= step.line < end), deals


def _taking(request: Choose, act: Answer) -> Choice | None:
    """`reduce X to 5` and `remove X`, where a choice the law gives has such an option."""
    if type(act) is not Take or str(act.box) != request.hand or act.player not in ("", request.player):
        return None
    name = f"{'reduce' if act.to else 'remove'} {act.wager}"
    if all(option.name != name for option in request.options):
        return None
    return Choice(request.hand, name, act.player, act.to or None)


def _out_of_bounds(request: Choose, act: Choice) -> bool:
    """Is this what the request offers, for an amount that it does not take?"""
    taken = next((option for option in request.options if option.name == act.name), None)
    if taken is None or taken.most is None or act.amount is None:
        return False
    return not (taken.most if taken.least is None else taken.least) <= act.amount <= taken.most


def _passed_by(t: Table, act: Irregular, hand: str) -> bool:
    """Does this report say that the dealer missed a card of this hand?"""
    named = (act.get("box"), act.get("hand"), "dealer" if "dealer" in act.kind else "")
    return act.kind in t.game.omissions and hand in named


def applies(t: Table, act: Irregular) -> bool:
    return any(rule.applies(t.game, t, act) for rule in t.game.rulings(act.kind))


def _meets(event: AnyEvent, what: str, cited: str) -> bool:
    kinds = {"refused": Refused, "ruled": Ruled, "announced": Announced}
    if what == "referred":
        return isinstance(event, Referred)
    if what == "refused" and not cited and isinstance(event, Rejected):
        return True
    return isinstance(event, kinds[what]) and (not cited or covers(cited, event.clause))


def covers(expected: str, actual: str) -> bool:
    """Is the clause in a file the actual one or a parent of it, a whole section included?"""
    if within(actual, expected):
        return True
    known = BOOKS.get(expected.partition("-")[0]) and any(within(id, expected) for id in book(expected[:3]))
    if not known:
        raise BadTranscript(f"no clause {expected} in the index")
    return False


def _compare(read: Transcript, played: Played) -> list[str]:
    failures: list[str] = []
    left = list(played.lines)
    for expected in read.expected:
        expected.wager = played.game.normal_name(expected.wager)
        same = [line for line in left if _same_wager(expected, line)]
        match = next((line for line in same if _agrees(expected, line)), None)
        if match is not None:
            left.remove(match)
        else:
            actual = show_line(same[0]) if same else "no such line"
            failures.append(f"line {expected.line}: expected {expected.text!r}, got {actual!r}")
    played.unstated = [show_line(line) for line in left]
    if read.commission is not None and read.commission[1] != played.commission:
        at, cents = read.commission
        failures.append(f"line {at}: commission {show_amount(cents)}, got {show_amount(played.commission)}")
    for at, player, cents in read.net:
        if played.net.get(player, 0) != cents:
            got = show_amount(played.net.get(player, 0))
            failures.append(f"line {at}: net {player} {show_amount(cents)}, got {got}")
    return failures


def _same_wager(expected: Expected, line: Settled) -> bool:
    hands = (line.hand, str(line.box)) if line.hand else (str(line.box),)
    return expected.hand in hands and expected.player == line.player and expected.wager == line.wager


def _agrees(expected: Expected, line: Settled) -> bool:
    amount = line.pays if line.outcome == "win" else line.stake
    if line.outcome == "surrender":
        amount = line.stake // 2
    return (
        expected.outcome == line.outcome
        and (expected.amount is None or expected.amount == amount)
        and (not expected.clause or covers(expected.clause, line.clause)
             or any(covers(expected.clause, also) for also in line.also))
    )


def show_line(line: Settled) -> str:
    """A settled line in the notation of transcripts."""
    amount = {"win": line.pays, "lose": line.stake, "surrender": line.stake // 2}.get(line.outcome)
    money = "" if amount is None else f" {show_amount(amount)}"
    return f"= {line.hand or line.box} {line.player} {line.wager} {line.outcome}{money} [{line.clause}]"
