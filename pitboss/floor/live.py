"""A round in progress: it is told answers, copied by playing it again, and asked what money moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pitboss.floor.words import did, lies_on, remark, said, told
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.table.acts import Answer, Choice, Close, Irregular, Lapse, Place, Shuffled
from pitboss.table.decisions import PASS, resting
from pitboss.table.driver import plain, restore, stand
from pitboss.table.facts import AnyEvent, Chose, Placed, Rejected, Returned, Taken
from pitboss.table.game import Game
from pitboss.table.headlines import headline
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.table import Table
from pitboss.table.views import SPECTATOR, seen

Entries = list[tuple[str, Cents]]
# What people decided beside a round, in words, with the number of answers that had been given; late: after it was over.
Note = tuple[int, dict[str, Any]]
LATE = 2**31
# Why an answer was given that its player did not give: time ran out, or nobody would decide otherwise.
OUT_OF_TIME, FOREGONE = "no decision in time", "done for the player"


class DecidedFor(NamedTuple):
    """A decision that was made in a player's place: what for, and how many cards the hand had then."""

    player: str
    hand: str
    name: str
    cards: int
    late: bool


class LiveRound:
    """One round, from its opening state to its end. `request` is None once it is over."""

    def __init__(self, game: Game, number: int, state: dict[str, Any], standing: list[list[Any]]) -> None:
        self.number = number
        self.state, self.standing = plain(state), plain(standing)
        self.t = Table(game, plain(state))
        restore(self.t, standing)
        self.answers: list[Answer] = []
        # Was a wager placed in this round?
        self.placed = False
        # Have bets been taken in it? Shuffles since then, each with its digest and the clause that requires it.
        self.bets_taken = False
        self.reshuffled: list[tuple[str, str]] = []
        # Events as they were told, and what is to be said besides of some of them: why, and under which clause.
        self._event_words: list[tuple[AnyEvent, dict[str, Any]]] = []
        self._remarks: dict[int, tuple[str, str]] = {}
        # The same by answer, and how many events there were after each.
        self._said: dict[int, tuple[str, str]] = {}
        self._events: list[int] = []
        self.notes: list[Note] = []
        self.decided_for: list[DecidedFor] = []
        # Called with each answer that is accepted; copies of the round have none.
        self.heard: Callable[[Answer], None] = lambda answer: None
        # Wagers as they were shown, kept by whoever shows them.
        self.lying: dict[Any, dict[str, Any]] = {}
        self._play = self.t.play()
        self._net: dict[str, Cents] = {}
        self._house: Cents = 0
        self._commission: Cents = 0
        self.request: Asked | None = None
        self._layout: Cents = sum(wager.amount for wager in self.t.all_wagers())
        with suppress(StopIteration):
            self.request = next(self._play)
        self.bets_taken = type(self.request) is Gather

    @property
    def game(self) -> Game:
        return self.t.game

    @property
    def over(self) -> bool:
        return self.request is None

    @property
    def just_closed(self) -> bool:
        """Was 'no more bets' the last word?"""
        return bool(self.answers) and type(self.answers[-1]) is Close

    def send(self, answer: Answer, why: str = "", clause: str = "") -> Refused | Rejected | None:
        """Give an answer, with a word why where nobody gave it, and the clause. One that is refused leaves no trace:
        the round is as if nobody had said it."""
        if self.request is None:
            return Rejected("the round is over")
        before, asked = len(self.t.events), self.request
        try:
            self.request = self._play.send(answer)
        except StopIteration:
            self.request = None
        events = self.t.events
        refused = events[-1] if len(events) > before else None
        if isinstance(refused, Refused | Rejected) and len(events) == before + 1:
            events.pop()
            return refused
        if why or clause:
            self._said[len(self.answers)] = why, clause
            self._decided_for(asked, answer, why)
            # An offer that nobody took up leaves nothing to remark on.
            if not (type(answer) is Lapse and isinstance(asked, Choose) and asked.default is None):
                self._remarks[before] = why, clause
        self.answers.append(answer)
        if self.bets_taken and type(answer) is Shuffled and answer.digest:
            self.reshuffled.append((answer.digest, str(asked.clause)))
        self.bets_taken = self.bets_taken or type(self.request) is Gather
        self.placed = self.placed or type(answer) is Place
        self._events.append(len(events))
        self.heard(answer)
        # A ruling that ends in a refusal has happened, and says no.
        return refused if isinstance(refused, Refused) and type(answer) is Irregular else None

    def _decided_for(self, asked: Asked, answer: Answer, why: str) -> None:
        """Remember who did not decide himself."""
        if not isinstance(asked, Choose) or not asked.player or not why.startswith((OUT_OF_TIME, FOREGONE)):
            return
        taken = answer.name if type(answer) is Choice else ""
        if type(answer) is Lapse:
            taken = asked.default.name if asked.default is not None else PASS.name
        elif type(answer) is Irregular:
            option = resting(self.game, asked)
            taken = option.name if option is not None else ""
        held = self.t.hands.get(asked.hand)
        cards = len(held.cards) if held is not None else 0
        self.decided_for.append(DecidedFor(asked.player, asked.hand, taken, cards, why.startswith(OUT_OF_TIME)))

    def result_of(self, player: str) -> dict[str, Any]:
        """How the round came out for a player, in a sentence, and what was decided in his place."""
        mine = [decision for decision in self.decided_for if decision.player == player]
        return {"headline": headline(self.t, player), "notes": [self._in_his_place(decision) for decision in mine]}

    def results(self) -> dict[str, dict[str, Any]]:
        """The same for everybody who had a stake."""
        stood = [player for _, player, *_ in self.standing]
        placed = [event.player for event in self.t.events if type(event) is Placed]
        return {player: self.result_of(player) for player in dict.fromkeys((*stood, *placed))}

    def _in_his_place(self, decision: DecidedFor) -> str:
        held = self.t.hands.get(decision.hand)
        taken = did(self.t, decision.hand, decision.name)
        if not decision.late:
            return f"The table {taken} for you"
        # An official may have had cards dealt to a hand that was left alone.
        same = held is None or len(held.cards) == decision.cards
        return f"You ran out of time: {taken}" if same else "You ran out of time"

    def told(self) -> list[dict[str, Any]]:
        """What happened in the round, as anybody saw it; each event is put into words once."""
        known, events = self._event_words, self.t.events
        least = min(len(known), len(events))
        same = next((n for n in range(least) if known[n][0] is not events[n]), least)
        known[same:] = [
            (event, self.words(n, seen(self.t, event, SPECTATOR))) for n, event in enumerate(events[same:], same)
        ]
        lines = [words for _, words in known]
        return self._with_notes(lines) if self.notes else lines

    def words(self, n: int, event: AnyEvent) -> dict[str, Any]:
        """An event in words, as somebody may see it, with what is to be said besides."""
        words, spoken = told(event, n), said(self.t, event)
        if type(event) is Placed:
            words["on"] = lies_on(self.game, event.wager)
        if n in self._remarks:
            why, clause = self._remarks[n]
            words |= {"text": remark(event, words["text"], why), "clause": clause or words["clause"]}
            if type(event) is Chose and why.startswith(OUT_OF_TIME):
                spoken = f"{event.player} ran out of time: {did(self.t, event.hand, event.name)}"
            else:
                spoken = remark(event, spoken, why, self.game.everyday_wager)
        return words if spoken == words["text"] else words | {"said": spoken}

    def _with_notes(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What people decided beside the round, where they did; the lines are numbered in that order."""
        for after, note in reversed(self.notes):
            known = (0, *self._events)
            lines.insert(known[after] if after < len(known) else len(lines), note)
        return [line | {"n": n} for n, line in enumerate(lines)]

    def replayed(self, answers: Sequence[Answer] | None = None) -> LiveRound:
        """The same round from its start, with its own answers or others; stops early where one does not fit."""
        copy = LiveRound(self.game, self.number, self.state, self.standing)
        copy.notes = list(self.notes)
        for n, answer in enumerate(self.answers if answers is None else answers):
            copy.send(answer, *self.said(n, answer))
            if len(copy.answers) == n:
                break
        return copy

    def said(self, n: int, answer: Answer) -> tuple[str, str]:
        """What was said of an answer when it was given."""
        return self._said[n] if n in self._said and self.answers[n] == answer else ("", "")

    def moved(self, account: Callable[[str], str], table: str) -> Entries:
        """What money moved since this was last asked, as ledger entries that sum to nothing."""
        t = self.t
        entries: Entries = []
        # A correction may leave somebody without anything who had something: he is in what was posted only.
        for player in dict.fromkeys((*t.net, *self._net)):
            now, before = t.net.get(player, 0), self._net.get(player, 0)
            if now != before:
                entries.append((account(player), now - before))
        for name, now, before in (
            ("layout", t.layout, self._layout), ("float", t.house, self._house),
            ("commission", t.commission, self._commission),
        ):
            if now != before:
                entries.append((f"{name}:{table}", now - before))
        self._net, self._layout, self._house, self._commission = dict(t.net), t.layout, t.house, t.commission
        return entries

    def posted(self, other: LiveRound) -> None:
        """Take over what another copy of this round has already posted."""
        self._net, self._layout = dict(other._net), other._layout
        self._house, self._commission = other._house, other._commission

    def stands(self) -> list[list[Any]]:
        """Wagers that stay on the layout, as plain data."""
        return [stand(wager) for wager in self.t.all_wagers()]

    def bets(self) -> dict[str, Cents]:
        """What each player had at stake: what stood there and what was put down, less what went back undecided."""
        stakes: Counter[str] = Counter()
        for _, player, _, amount, *_ in self.standing:
            stakes[player] += amount
        for event in self.t.events:
            if isinstance(event, Placed):
                stakes[event.player] += event.amount
            elif isinstance(event, Taken | Returned):
                stakes[event.player] -= event.amount
        return {player: amount for player, amount in stakes.items() if amount}

    def gains(self) -> dict[str, Cents]:
        """What each player won or lost, charges included; a stake that still lies there is neither."""
        totals = Counter(self.t.net)
        for wager in self.t.all_wagers():
            totals[wager.player] += wager.amount
        for _, player, _, amount, *_ in self.standing:
            totals[player] -= amount
        return dict(totals)


def shuffled_again(live: LiveRound) -> list[dict[str, str]]:
    """Return the shuffles in the middle of a round as everybody is shown them."""
    return [{"digest": shuffle, "clause": clause} for shuffle, clause in live.reshuffled]
