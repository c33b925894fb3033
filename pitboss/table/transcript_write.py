"""Rounds as a transcript: what `pitboss settle` reads, with what came of them to be checked.

Told as one player saw them: of cards that lay face down for him to the end it says only that they came."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from pitboss.equipment.cards import Card
from pitboss.law.results import LOSE, SURRENDER
from pitboss.money import Cents, show_amount
from pitboss.table.acts import BACK, Answer, Ball, Choice, Close, Dice, Irregular, Lapse, Place, Take
from pitboss.table.driver import plain, restore
from pitboss.table.expectations import show_line
from pitboss.table.facts import AnyEvent, Charged, Dealt, HandOfCards
from pitboss.table.game import Game
from pitboss.table.hands import read_hand
from pitboss.table.journal import Record
from pitboss.table.requests import Asked, Choose, Direct, Offer
from pitboss.table.script import play_transcript
from pitboss.table.table import Table
from pitboss.table.transcripts import BadTranscript, parse
from pitboss.table.views import SPECTATOR, visible

# Where cards go that are burnt.
DISCARD = "discard"
# What a fact cannot be written with.
_UNWRITTEN = re.compile(r"[\s#=\[\]]+")
# So many rounds before one are told with it, at most, where it hangs on them.
MOST_ROUNDS = 40


def transcript(back: Iterable[Record], make: type[Game], player: str) -> str:
    """The first of some rounds, with as many of those before it as it hangs on: what lay on the layout already, the
    point, who had the dice. `back` gives them from the last to the first. What is told settles to the same lines, or
    nothing is: `BadTranscript` says so."""
    chain: list[Record] = []
    for record in islice(back, MOST_ROUNDS):
        if chain and record.options != chain[0].options:
            break
        chain.insert(0, record)
        for whole in (False, True):
            if not any(whole or name == player for _, name, *_ in record.standing):
                text = told(chain, make, player, whole)
                if text and _settles(text, chain, make, player):
                    return text
    raise BadTranscript("this round hangs on more of what happened before it than a file can tell")


def told(chain: Sequence[Record], make: type[Game], player: str, whole: bool) -> str:
    """Rounds that follow each other, in one file: of the player's own boxes, or of all of them. "" where cards that he
    did not see would be needed for that."""
    names: dict[str, str] = {}
    scripts = [RoundScript(record, make, player, whole, names) for record in chain]
    options = " ".join(f"{name}={value}" for name, value in chain[0].options.items())
    lines = [f"game {make.id}", *[f"option {options}"] * bool(options)]
    for n, script in enumerate(scripts):
        lines += ["next round"] * bool(n) + list(script.text())
        if whole and script.blind:
            return ""
    net = sum(script.net for script in scripts)
    return "\n".join([*lines, f"= net {player} {show_amount(net)}", ""])


def _settles(text: str, chain: Sequence[Record], make: type[Game], player: str) -> bool:
    """Does a file come to the lines that the rounds came to for the player, and to no others?"""
    try:
        played = play_transcript(parse(text), make)
    except BadTranscript:
        return False
    was = Counter(show_line(line) for record in chain for line in record.lines if line.player == player)
    return not played.failures and was == Counter(show_line(line) for line in played.lines if line.player == player)


class RoundScript:
    """One round as lines. `names` are what those are called who have come up so far: a report on somebody else is no
    part of what is told."""

    def __init__(self, record: Record, make: type[Game], player: str, whole: bool, names: dict[str, str]) -> None:
        self.record, self.player, self.names, self.game = record, player, names, make(record.options)
        self.t, self.steps = self._play()
        self.own = {box for box, players in self.t.boxes.items() if player in players}
        self.own |= {box for box, name, *_ in record.standing if name == player}
        self.own |= {act.box for act in record.answers if type(act) is Place and act.player == player}
        # The boxes that are told of; None where all are.
        self.boxes = None if whole else self.own
        # How many cards each hand has been told of; is one of them of another's box, and unseen?
        self.card_counts: Counter[str] = Counter()
        self.blind = False

    @property
    def net(self) -> Cents:
        """What the player won or lost by the lines settled; a stake still on the layout is neither."""
        cents = 0
        for event in self.t.events:
            if isinstance(event, Charged) and event.player == self.player:
                cents -= event.amount
        for line in self.t.lines:
            if line.player == self.player:
                lost = {LOSE: line.stake, SURRENDER: line.stake // 2}.get(line.outcome, 0)
                cents += line.pays - lost
        return cents

    def _play(self) -> tuple[Table, list[tuple[Asked, Answer, list[AnyEvent]]]]:
        """The round at its end, and for each answer what was asked and what came of it."""
        record = self.record
        t = Table(self.game, plain(record.state))
        restore(t, record.standing)
        steps, play = [], t.play()
        request: Asked | None = next(play, None)
        for answer in record.answers:
            assert request is not None
            known = len(t.events)
            try:
                following: Asked | None = play.send(answer)
            except StopIteration:
                following = None
            steps.append((request, answer, t.events[known:]))
            request = following
        return t, steps

    def _tells(self, box: int) -> bool:
        return self.boxes is None or box in self.boxes

    def text(self) -> Iterator[str]:
        """What happened in order: cards that came between two acts are one line a hand."""
        deals: dict[str, list[Card]] = {}
        for request, answer, events in self.steps:
            line = self._act(request, answer)
            if line:
                yield from _dealt(deals)
                deals = {}
                yield line
            for event in events:
                if type(event) is Dealt:
                    deals.setdefault(event.to, []).extend(self._cards(event))
        yield from _dealt(deals)
        for settled in self.t.lines:
            if self._tells(settled.box):
                yield show_line(msgspec.structs.replace(settled, player=self._name(settled.player)))

    def _cards(self, event: Dealt) -> list[Card]:
        """The cards of an event as the player knows them at the end."""
        box = read_hand(event.to)[0]
        if box and not self._tells(box):
            return []
        cards = self._known(event, box)
        self.blind = self.blind or bool(box and box not in self.own and BACK in cards)
        return cards

    def _known(self, event: Dealt, box: int) -> list[Card]:
        first = self.card_counts[event.to]
        self.card_counts[event.to] += len(event.cards)
        hand = self.t.hands.get(event.to)
        if hand is not None and len(hand.cards) >= self.card_counts[event.to]:
            lies = visible(hand, self._seat(hand))[first : self.card_counts[event.to]]
            if all(card in (BACK, other) or other == BACK for card, other in zip(event.cards, lies, strict=True)):
                return lies
        seen = event.face_up or (box in self.own and (hand is None or hand.seen_by(self.player)))
        return list(event.cards if seen else [BACK] * len(event.cards))

    def _seat(self, hand: HandOfCards) -> int:
        """Return the seat as which the player sees a hand."""
        return hand.seat if hand.seat in self.own and hand.seen_by(self.player) else SPECTATOR

    def _act(self, request: Asked, answer: Answer) -> str:
        """An act as a line; "" for what needs none."""
        match answer:
            case Place(box, player, wagers, facts) if self._tells(box):
                state = self.game.told_as_state(Place(box, self._name(player), wagers, facts))
                if state:
                    return state
                words = ", ".join(f"{name} {show_amount(amount)}" for name, amount in wagers)
                return " ".join([f"box {box} {self._name(player)}: {words}", *_facts(facts)])
            case Take(box, player, wager, to) if self._tells(box):
                words = f"reduce {wager} to {show_amount(to)}" if to else f"remove {wager}"
                return f"{box} {self._name(player)}: {words}"
            case Close():
                return "no more bets"
            case Dice(numbers):
                return f"roll {' '.join(map(str, numbers))}"
            case Ball(number):
                return f"spin {number}"
            case Irregular(kind, facts) if facts.get("player", self.player) in self.names:
                return " ".join(["!", kind, *_facts({name: self._named(name, value) for name, value in facts.items()})])
            case Choice(hand, name, player, amount):
                lies = self.t.hands.get(hand)
                if isinstance(request, Choose) and lies is not None and BACK in visible(lies, self._seat(lies)):
                    name = request.heard(name)
                return self._choice(hand, player, name, amount)
            case Lapse() if isinstance(request, Choose) and not isinstance(request, Offer | Direct):
                if request.default is not None:
                    return self._choice(request.hand, request.player, request.default.name, None)
        return ""

    def _choice(self, hand: str, player: str, name: str, amount: Cents | None) -> str:
        box = read_hand(hand)[0]
        if box and not self._tells(box):
            return ""
        whose = f"{hand} {self._name(player)}" if player and box else hand
        return f"{whose}: {name}" + ("" if amount is None else f" {show_amount(amount)}")

    def _name(self, player: str) -> str:
        """Others are told of by a number, not by name."""
        number = len(self.names.keys() - {self.player}) + 1
        return self.names.setdefault(player, player if player == self.player else f"Other{number}")

    def _named(self, fact: str, value: str) -> str:
        """A fact of a report, which may name players; in the notation it has no spaces."""
        players = {name for players in self.t.boxes.values() for name in players}
        words = [self._name(word) if fact == "player" or word in players else word for word in value.split(",")]
        return _UNWRITTEN.sub("-", ",".join(words))


def _dealt(deals: dict[str, list[Card]]) -> Iterator[str]:
    for hand, cards in deals.items():
        if cards and not (hand == DISCARD and BACK in cards):
            yield f"deal {hand}: {' '.join(cards)}"


def _facts(facts: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in facts.items()]
