"""A file answers a table: each request takes the next act or card that fits it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import dropwhile, pairwise

import msgspec

from pitboss.equipment.cards import Card
from pitboss.law import Refused
from pitboss.law.results import VOID
from pitboss.table.acts import (
    BACK,
    Answer,
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
from pitboss.table.expectations import meets
from pitboss.table.facts import Rejected
from pitboss.table.hands import read_hand
from pitboss.table.past import Past, spoken
from pitboss.table.requests import Asked, Burn, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Roll, Shuffle
from pitboss.table.table import DEALING, DECISIONS, Table
from pitboss.table.transcripts import MOST_LINES, BadTranscript, Step, Transcript
from pitboss.table.wording import decision, nearest


class Unplayable(BadTranscript):
    """The file does not give what the table needs, or gives what it refuses."""


class FileEnds(Exception):
    """The file leaves wagers standing, with no further throw."""


class Script:
    """Answers a table from a file."""

    def __init__(self, read: Transcript, *, strict: bool = False) -> None:
        self.strict = strict
        # `next round` lines cut the file into pages; a round sees nothing past its own page.
        self._pages = deque(_page(read, *ends) for ends in pairwise((0, *read.breaks, MOST_LINES + 1)))
        self.steps, self.deals = self._pages.popleft()
        self.failures: list[str] = []
        # What the file says that was not needed, or was read as another word.
        self.notes: list[str] = []
        self._sent: Step | None = None
        # The line of the first wager of the round being played.
        self._opened = 0
        self._results = [expected.line for expected in read.expected]
        self._state_lines = deque(read.state_lines)
        self._breaks = read.breaks
        self._last = 0
        # The hand passed by last, and how much had happened then.
        self._missed = ("", 0)
        # Was the last act sent a report?
        self._reported = False
        self._dealt = 0
        self._mark = 0
        # The hand that decided last in this round.
        self._decided = ""
        # Does the file list cards of the round being played below its first wager?
        self._listed_below = False
        self._past = Past()

    def more(self, *, cards: bool = False) -> bool:
        """Is there anything left to play, or to deal?"""
        return bool(self.steps or self._pages) or (cards and any(self.deals.values()))

    def waiting(self) -> tuple[int, int, int]:
        """How much of the file is left: of its pages, of this one's lines and of its cards."""
        return len(self._pages), len(self.steps), sum(map(len, self.deals.values()))

    def tell_state(self, t: Table) -> None:
        """Before a round: what the file says above its results of how the table stands."""
        first = self.steps[0].line if self.steps else self._last
        end = min((line for line in (*self._results, *self._breaks) if line > first), default=MOST_LINES + 1)
        while self._state_lines and self._state_lines[0].line < end:
            state_line = self._state_lines.popleft()
            refused = t.game.state_told(t, state_line.word, state_line.text)
            cited = [clause for what, clause in state_line.expect if what == "refused"]
            if refused is None and cited:
                self.failures.append(f"line {state_line.line}: expected refused [{cited[0]}], got no refusal")
            elif refused is not None and not cited:
                why = str(refused) if isinstance(refused, Refused) else refused.what
                raise Unplayable(f"line {state_line.line}: refused: {why}")
            elif refused is not None and not all(meets(refused, "refused", clause) for clause in cited):
                self.failures.append(f"line {state_line.line}: expected refused [{cited[0]}], got {refused}")

    def close_round(self, t: Table) -> None:
        """After a round: what the file still decides in it comes too late; what it lists for it is not dealt."""
        self.settle_expectations(t)
        self._pass_over(t)
        while self.steps and (why := self._out_of_time(t, self.steps[0])) is not None:
            self._send(t, self.steps[0])
            t.events.append(why)
            self.settle_expectations(t)
            self._pass_over(t)
        self._gather_up(t)
        self._past, self._missed = Past(), ("", 0)
        if not self.steps:
            self._leave_out(1 + MOST_LINES)
            if self._pages:
                self.steps, self.deals = self._pages.popleft()

    def _out_of_time(self, t: Table, step: Step) -> Refused | Rejected | None:
        """Why a player's decision is none of the round that is over, nor of the next."""
        act = step.act
        if type(act) is not Choice or not read_hand(act.hand)[0] or gathered(t, act):
            return None
        tried = any(what == "refused" for what, _ in step.expect)
        return (t.game.refuse_out_of_turn(t, act) if tried else None) or Rejected(self._past.cited(t, act))

    def _gather_up(self, t: Table) -> None:
        """Cards that the file lists for the round that is over stay out of the next: above the end of a void
        round, and above the next wager where cards of the same hand stand below it too."""
        if t.lines and all(line.outcome == VOID for line in t.lines):
            self._leave_out(self._last)
        wager = next((step.line for step in self.steps if type(step.act) is Place), 0)
        if self._listed_below:
            self._leave_out(wager, [hand for hand, queue in self.deals.items() if queue and queue[-1][0] > wager])
        self._listed_below = False

    def _leave_out(self, end: int, hands: Iterable[str] | None = None) -> None:
        """Cards listed above a line are not dealt any more."""
        for hand in self.deals if hands is None else hands:
            queue, unused = self.deals[hand], []
            while queue and queue[0][0] < end:
                at, card = queue.popleft()
                unused.append(card)
            if unused:
                what = f"{' '.join(unused)} {'were' if len(unused) > 1 else 'was'} listed for {spoken(hand)}"
                if self.strict:
                    raise Unplayable(f"line {at}: {what} and not needed")
                self.notes.append(f"{what} and not needed")

    def _pass_over(self, t: Table) -> None:
        """A `stand` on a hand that is finished changes nothing."""
        while self.steps and (step := self.steps[0]) and type(act := step.act) is Choice:
            if decision(t.game, act.name, ("stand",)) != "stand" or step.expect or not self._past.finished(t, act.hand):
                return
            self.notes.append(f"line {step.line}: {self._past.why(t, act)}, so that {act.name!r} was not needed")
            self.steps.popleft()

    def answer(self, t: Table, request: Asked) -> Answer:
        self.settle_expectations(t)
        self._pass_over(t)
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
        if type(request) is Roll and t.game.dice_untold and not _of_the_dice(t, step):
            return Dice(t.game.dice_untold)
        if step is None and t.game.wagers_stand and self._reported:
            raise FileEnds
        if step is None:
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
            stands = t.game.wagers_stand and not self._pages
            if stands or (self._last and not t.wagers and not self.more(cards=True)):
                raise FileEnds
            return Close()
        act = step.act
        if not t.wagers:
            self._opened = step.line
        if type(act) in (Place, Take, Close):
            below = not self._deals_done(step) and self._next_round(step)
            return Close() if below or self._too_late(t, step) else self._send(t, step)
        if gathered(t, act):
            return self._send(t, step)
        due = type(act) is Irregular and self._deals_done(step)
        if due and (not t.wagers or applies(t, act) or self._bets_follow(t)):  # type: ignore[arg-type]
            return self._send(t, step)
        if t.game.refuse_closing(t) is not None:
            # What the file does next implies 'no more bets', and is refused with it.
            self._send(t, step)
        return Close()

    def _bets_follow(self, t: Table) -> bool:
        """Does betting go on below a report that stands here, with nothing dealt or thrown in between?"""
        if self.steps[0].act.kind in t.game.of_a_throw:  # type: ignore[union-attr]
            return False
        step = next((step for step in self.steps if type(step.act) is not Irregular), None)
        if step is None:
            return t.game.wagers_stand
        if type(step.act) not in (Place, Take, Close) and not gathered(t, step.act):
            return False
        return self._deals_done(step) and not self._next_round(step)

    def _too_late(self, t: Table, step: Step) -> bool:
        """A wager placed or touched below the cards of the round that would be legal now: it comes after
        the first of them."""
        if self._deals_done(step) or not t.all_wagers():
            return False
        if not (self._past_posted(step) or any(what == "refused" for what, _ in step.expect)):
            return False
        act = step.act
        if type(act) is Take:
            return t.game.refuse_touching(t, act) is None
        return type(act) is Place and t.game.refuse_placing(t, act.box, act.player, *act.wagers[0]) is None

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
            return self._miss(t, request.to)
        if step is not None:
            reached = not queue or queue[0][0] > step.line or self._comes_first(t, request.to, step)
            if type(step.act) is Irregular and reached and (applies(t, step.act) or not queue):
                return self._send(t, step)
            if self._late(t, step) or (reached and self._in_time(t, step)):
                return self._send(t, step)
            if self._claim_due(t, step) or self._spent(t, step):
                return self._send(t, step)
        if self._omitted(t, request.to):
            return self._miss(t, request.to)
        return self._cards(request.to, request.count)

    def _miss(self, t: Table, hand: str) -> Missed:
        """The dealer passes a hand by, once; it cannot act before that is noticed."""
        if self._missed == (hand, len(t.events)):
            raise Unplayable(f"{spoken(hand)} cannot act without cards; report that it was passed by before it acts")
        self._missed = (hand, len(t.events))
        return Missed()

    def _late(self, t: Table, step: Step) -> bool:
        """A wager placed or touched in this round, once that is over, in order to be refused."""
        tried = self._past_posted(step) or any(what == "refused" for what, _ in step.expect)
        if type(step.act) not in (Place, Take) or not tried:
            return False
        return bool(t.hands) and not self._next_round(step) and not t.game.takes_wagers(t)

    def _in_time(self, t: Table, step: Step) -> bool:
        """A wager placed or touched between the cards of a round, while its betting is still open."""
        return type(step.act) in (Place, Take) and bool(t.hands) and t.game.takes_wagers(t)

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
        box, decided = read_hand(hand)[0], read_hand(self._decided)[0]
        called_for = box == decided if box else hand == self._decided
        next_card = step.act.kind in t.game.next_card and not called_for
        return next_card or _passed_by(t, step.act, hand)

    def _omitted(self, t: Table, hand: str) -> bool:
        """Does a later line report that this hand was passed by, with as many cards as it has now?"""
        held, queue = t.hands.get(hand), self.deals.get(hand)
        for step in self.steps:
            if type(step.act) is Irregular and _passed_by(t, step.act, hand):
                reported = t.game.cards_held(step.act)
                if reported is None:
                    return not queue or queue[0][0] > step.line
                return held is not None and len(held.cards) >= reported
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
        self._listed_below |= self._dealt > self._opened
        return Cards(tuple(card for _, card in taken))

    def _choose(self, t: Table, request: Choose, step: Step | None) -> Answer:
        self._reword(t, request)
        passes = isinstance(request, Offer | Direct)
        changes = step is not None and type(step.act) is Choice and t.game.takes_change(t, step.act)
        if step is not None and (changes or self._comes_up(t, request, step, passes)):
            return self._send(t, step)
        at_once = isinstance(request, Offer) and request.again
        after = self._find(t, request, passes, [*self.steps][:1] if at_once else self.steps)
        if after is not None:
            said = self._send(t, after)
            return Lapse() if _silent(request, said) else said
        if step is not None and type(step.act) in (Place, Take) and not passes:
            return self._send(t, step)
        if step is not None and (taking := _taking(request, step.act)) is not None:
            self._send(t, step)
            return taking
        if passes:
            return Lapse()
        if step is None:
            raise Unplayable(f"the file stops in the middle of a round: the table waits for {waiting_for(request)}")
        decisions = [step for step in self.steps if type(step.act) is not Irregular]
        below = self._find(t, request, passes, decisions)
        if below is not None:
            report = next(step for step in self.steps if type(step.act) is Irregular)
            raise Unplayable(f"line {below.line}: {spoken(request.hand)} decides before {report.text!r} of line "
                             f"{report.line}; write the decisions around a report in their order")
        why = self._past.cited(t, step.act, step.text)
        raise Unplayable(f"line {step.line}: {why}; the table waits for {waiting_for(request)}")

    def _comes_up(self, t: Table, request: Choose, step: Step, passes: bool) -> bool:
        """A report, which may wait past an offer that is not taken up for a moment it fits; or something
        tried in vain."""
        if type(step.act) is Irregular:
            below = dropwhile(lambda step: type(step.act) is Irregular, self.steps)
            return not passes or self._report_due(t, step) or self._find(t, request, passes, below) is not None
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
            act = step.act
            if type(act) is Choice and act.hand == request.hand:
                # What is open before what is barred.
                open_now = [option.name for option in request.options]
                if t.game.normal_choice(act.name) in open_now:
                    return
                word = decision(t.game, act.name, open_now)
                if word not in open_now:
                    word = decision(t.game, act.name, [*open_now, *request.barred])
                if word != act.name:
                    self.note_word(act.name, word)
                    step.act = msgspec.structs.replace(act, name=word)
                return

    def note_word(self, written: str, word: str) -> None:
        note = f"{written!r} is read as {word}"
        if written != f"{word}s" and note not in self.notes:
            self.notes.append(note)

    def _find(self, t: Table, request: Choose, passes: bool, steps: Iterable[Step]) -> Step | None:
        """The next decision for this hand, not looking past anything but other decisions and what the game
        has no ruling on."""
        for step in steps:
            act = step.act
            if type(act) is Irregular and not t.game.rulings(act.kind):
                continue
            if type(act) is not Choice:
                return None
            asked = act.hand == request.hand or (
                type(request) is Direct and t.game.acts_for(act.hand, request.hand)
            )
            mine = asked and (not act.player or not request.player or request.asks(act.player))
            if mine:
                if passes and step is not self.steps[0] and any(what == "refused" for what, _ in step.expect):
                    return step if _out_of_bounds(request, act) else None
                name = t.game.normal_choice(act.name)
                named = name in request.barred or any(name == option.name for option in request.options)
                return step if named or not passes else None
        return None

    # -- sending an act and seeing what became of it ---------------------------------------------------

    def _send(self, t: Table, step: Step) -> Answer:
        self.steps.remove(step)
        self._last = step.line
        self._reported = type(step.act) is Irregular
        self._sent, self._mark = step, len(t.events)
        if type(step.act) is Choice:
            self._decided = step.act.hand
            self._past.chose[step.act.hand] = (step.act.name, step.line)
        return step.act

    def settle_expectations(self, t: Table) -> None:
        """What did the last act meet? A refusal that the file does not expect ends it."""
        step, self._sent = self._sent, None
        dealt, self._dealt = self._dealt, 0
        refused = t.refused()
        if dealt and refused is not None:
            raise Unplayable(f"line {dealt}: {refused if isinstance(refused, Refused) else refused.what}")
        self._past.note(t, self._last)
        if step is None:
            return
        events = t.events[self._mark :]
        refusal = next((e for e in events if isinstance(e, Refused | Rejected)), None)
        if refusal is not None and not any(what == "refused" for what, _ in step.expect):
            text = str(refusal) if isinstance(refusal, Refused) else refusal.what
            raise Unplayable(f"line {step.line}: refused: {text}{_meant(t, step.act)}")
        for what, cited in step.expect:
            if not any(meets(event, what, cited) for event in events):
                met = str(refusal) if refusal is not None else "no refusal" if what == "refused" else "none"
                self.failures.append(f"line {step.line}: expected {what} [{cited}], got {met}")


def _page(read: Transcript, start: int, end: int) -> tuple[deque[Step], dict[str, deque[tuple[int, Card]]]]:
    """The acts and cards between two lines of a file."""
    deals = {hand: deque(entry for entry in cards if start <= entry[0] < end) for hand, cards in read.deals.items()}
    return deque(step for step in read.steps if start <= step.line < end), deals


def _taking(request: Choose, act: Answer) -> Choice | None:
    """`reduce X to 5` and `remove X`, where a choice the law gives has such an option."""
    if type(act) is not Take or str(act.box) != request.hand or act.player not in ("", request.player):
        return None
    name = f"{'reduce' if act.to else 'remove'} {act.wager}"
    if all(option.name != name for option in request.options):
        return None
    return Choice(request.hand, name, act.player, act.to or None)


def _silent(request: Choose, act: Answer) -> bool:
    """Is it what the law makes of silence, where nobody can choose that?"""
    name = act.name if type(act) is Choice else ""
    return request.default is not None and name == request.default.name and all(
        name != option.name for option in request.options)


def _out_of_bounds(request: Choose, act: Choice) -> bool:
    """Is this what the request offers, for an amount that it does not take?"""
    taken = next((option for option in request.options if option.name == act.name), None)
    if taken is None or taken.most is None or act.amount is None:
        return False
    return not taken.takes(act.amount)


def _meant(t: Table, act: Answer) -> str:
    """The nearest wager, where one that was refused is not known at all."""
    known = dict.fromkeys((*t.game.wager_names(), *t.game.sides))
    names = [name for name, _ in act.wagers] if type(act) is Place else []
    return next((nearest(name, known) for name in names if t.game.normal_name(name) not in known), "")


def _passed_by(t: Table, act: Irregular, hand: str) -> bool:
    """Does this report say that the dealer missed a card of this hand, or of every hand that its box opened with?"""
    if act.kind not in t.game.omissions:
        return False
    if "dealer" in act.kind:
        return hand == "dealer"
    held = t.hands.get(hand)
    on_box = held is not None and not held.split and not act.get("hand") and str(held.box) == act.get("box")
    return on_box or hand in (act.get("box"), act.get("hand"))


def _of_the_dice(t: Table, step: Step | None) -> bool:
    """Does the next line tell how the dice fell, or what went wrong with them?"""
    act = step.act if step is not None else None
    return type(act) is Dice or (type(act) is Irregular and act.kind in t.game.of_a_throw)


def gathered(t: Table, act: Answer) -> bool:
    """Is this a choice that is made while wagers are gathered?"""
    return type(act) is Choice and act.name.split()[0] in t.game.gather_words


def applies(t: Table, act: Irregular) -> bool:
    return any(rule.applies(t.game, t, act) for rule in t.game.rulings(act.kind))
