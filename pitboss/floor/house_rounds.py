"""Rounds against the house, played again from a floor's database."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from pitboss.floor.desk import body_of, decode, encode
from pitboss.floor.equipment_again import EquipmentAgain
from pitboss.floor.live import LiveRound
from pitboss.floor.memory import account_of
from pitboss.floor.proposals import round_events
from pitboss.floor.replayed import Entries, Replayed, ReplayedRound, of_player
from pitboss.floor.rules_played import older
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.floor.taken_back import is_struck, start_of, struck
from pitboss.floor.unsealed import Unsealed
from pitboss.floor.words import read_lines
from pitboss.money import Cents
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer
from pitboss.table.acts import decode as read_answer
from pitboss.table.expectations import show_line
from pitboss.table.facts import Referred
from pitboss.table.journal import digest
from pitboss.table.requests import Gather
from pitboss.table.shuffles import Shuffles

# Answers of the cards of a shoe: all that is read of a round that is not played again.
SHUFFLING = frozenset({"shuffled", "cut", "cards"})


class HouseRounds(Replayed):
    """A table against the house: each round from its start and the answers after it."""

    def __init__(self, store: SQLiteStore, first: Stored, *, alone: bool = False) -> None:
        super().__init__(store, first, alone=alone)
        self.walk_ins: list[str] = []
        self.shuffles = Shuffles()
        self.seals = Unsealed()
        self.equipment = EquipmentAgain()
        self.live: LiveRound | None = None
        self.left: tuple[Any, Any] | None = None
        self.corrections: dict[int, list[Answer]] = {}
        # Reports that wait for a supervisor, and the round of each.
        self.referrals: dict[int, int] = {}
        try:
            self.gone = struck(store, self.stream)
        except msgspec.MsgspecError:
            self.gone = []  # a changed event was told with its chain

    def hear(self, event: Stored, entries: Entries) -> Iterator[ReplayedRound]:
        """One event and its entries; gives a round when the next begins. What was taken back is not played: what it
        moved has to be moved back with its taking back."""
        self.count(event, entries)
        if is_struck(event, self.gone):
            for _, account, amount in entries:
                self.unposted[of_player(account)] -= amount
            return
        done = self.round if event.type in ("round", "rested") else None
        try:
            self._hear(event, body_of(event))
        except Exception as error:  # what was written down cannot be played by these rules, whatever broke
            self.fault(f"cannot be played again: {error}")
            self.live = None
        if entries:
            self.posted(entries, done)
        if done is not None:
            yield done

    def _hear(self, event: Stored, body: dict[str, Any]) -> None:
        match event.type:
            case "round":
                self._start(event, body)
            case "rested":
                self._leave()
                self.live = self.round = None
            case "ended" | "acts" | "referred" if self.older:
                self._hear_older(event.type, body)
            case "chips":
                self.walk_ins.append(body["player"])
            case "lent":
                self._lift(body["player"], body["amount"], "float")
            case "credit-refused":
                self._lift(body["player"], -body["amount"], "float")
            case "withheld" | "held-paid":
                amount = body["amount"] if event.type == "withheld" else -body["amount"]
                self.unposted[body["account"]] -= amount
                self.unposted[f"held:{body['player']}"] += amount
            case "acts":
                answers = _answers(body)
                self.shuffles.read(answers)
                self._act(answers)
            case "amended" if self.live is not None:
                before, self.live = self.live, self.live.replayed(_answers(body))
                self.live.posted(before)
                self._whole(self.live, body)
                self._move(self.live, 1)
            case "corrected" if not self._is_older(body["round"]):
                self._correct(body)
            case "ended" if self.live is not None:
                self._end(self.live, body)
            case "referred" if self.live is not None:
                self._refer(self.live, body)
            case "decided":
                if self.referrals.pop(body["n"], None) != body["round"]:
                    self.fault(f"decides report {body['n']}, which does not wait for a decision")
            case "taken-back":
                self._take_back(event, body)
            case "proof" if self.round is not None:
                self._prove(self.round, body)
                self.seals.proof(body)
            case "reshuffled" if self.live is not None:
                if (body["digest"], body["clause"]) not in self.live.reshuffled:
                    self.fault(f"the shuffle {body['digest'][:12]} was not made in the middle of the round, or under "
                               "another clause")
                self.seals.reshuffled(body["digest"], body["clause"])
            case "sealed":
                self._wrong_seal(self.seals.sealed(body["digest"]))
            case "number":
                self._wrong_seal(self.seals.number(body["digest"], body["number"], event.actor))
            case "unsealed" if not self.alone:
                wrong = self.seals.opened(body)
                self._wrong_seal(wrong)
                if self.round is not None and not self.older:
                    self.round.proof = not wrong and self.round.proof is not False

    def _wrong_seal(self, wrong: str) -> None:
        if wrong and not self.alone:
            self.fault(wrong)

    def _hear_older(self, type: str, body: dict[str, Any]) -> None:
        """Read the end, the reports and the shuffles of a round that is not played again."""
        match type:
            case "ended":
                self.end_older(body)
            case "referred":
                self.referrals[body["n"]] = body["round"]
            case "acts":
                shuffling = [answer for answer in body["answers"] if answer["type"] in SHUFFLING]
                self.shuffles.read(_answers({"answers": shuffling}))

    def _is_older(self, number: int) -> bool:
        """Return whether an earlier round was played under other rules than this program's."""
        start = start_of(self.store, self.stream, number, self.gone)
        return start is not None and bool(older(self.store, self.added.game, start))

    def _start(self, event: Stored, body: dict[str, Any]) -> None:
        self._leave()
        self.begin(event, body)
        number = body["round"]
        if self.older:
            self.live = self.left = None
            self.equipment.lose_sight()
        elif self.left is not None and self.left != (body["state"], body["standing"]):
            self.fault("does not start from what the round before it left")
        self.walk_ins = list(body["memory"]["walk_ins"])
        self.referrals = {referral["n"]: referral["round"] for referral in body["memory"].get("referrals", ())}
        self.seals.unseen(self.older or (self.equipment.unseen and body["options"].get("shoe") == "machine"))
        if self.older:
            return
        self.live = LiveRound(make_game(self.added.game, body["options"]), number, body["state"], body["standing"])

    def _leave(self) -> None:
        """What the next round starts from."""
        if self.live is not None:
            self.left = decode(encode(self.live.t.state)), decode(encode(self.live.stands()))
            if self.live.over and self.round is not None and not self.round.over:
                self.fault("is over when played again, but was never written down as ended")

    def _act(self, answers: list[Answer]) -> None:
        if self.live is None:
            return
        for answer in answers:
            count, bets_taken = len(self.live.answers), self.live.bets_taken
            if self.added.mode == "virtual":
                self.seals.heard(self.live.request, answer, self.number, self.equipment, bets_taken)
                self.equipment.heard(self.live.request, answer, self.live.t)
            refused = self.live.send(answer)
            if len(self.live.answers) == count:
                self.fault(f"answer {count + 1} is refused when played again: {refused}")
        self._move(self.live, 1)

    def _end(self, live: LiveRound, body: dict[str, Any]) -> None:
        assert self.round is not None
        self.round.over, self.round.net = True, body.get("gain", body["net"])
        self.round.lines = len(body["lines"])
        if not live.over:
            self.fault("was written down as ended; played again it is not over")
        self._compare(live, body)
        if body.get("referred", []) != [n for n, round in self.referrals.items() if round == live.number]:
            self.fault("what was left open at its end is not what was written down")
        # A round from before versions has a digest that covers sentences, which is not compared.
        if "facts" in body and body["facts"] != digest(live.t.events):
            self.fault("what happened is not what was written down (digest of the events)")

    def _refer(self, live: LiveRound, body: dict[str, Any]) -> None:
        """A report that no rule answered."""
        self.referrals[body["n"]] = body["round"]
        if body["round"] != live.number or not any(isinstance(event, Referred) for event in live.t.events):
            self.fault(f"report {body['n']} was left to the supervisor; played again a rule answers it")

    def _take_back(self, event: Stored, body: dict[str, Any]) -> None:
        """Only what one command wrote last can have been taken back."""
        taken = self.store.events(self.stream, body["after"], body["upto"] - body["after"])
        between = self.store.events(self.stream, body["upto"], event.ver - body["upto"] - 1)
        if len({earlier.cmd for earlier in taken}) != 1 or any(earlier.type != "resumed" for earlier in between):
            self.fault(f"event {event.ver} takes back more than the last entry")
        if self.live is not None and body["round"] != self.live.number:
            self.fault(f"event {event.ver} takes back to round {body['round']}")

    def _compare(self, live: LiveRound, body: dict[str, Any]) -> None:
        """Lines and net."""
        for old, new in zip_longest(read_lines(encode(body["lines"])), live.t.lines):
            if old != new:
                was, now = (show_line(line) if line else "no line" for line in (old, new))
                self.fault(f"{was!r} written down, {now!r} now")
        self.compare_net(body["net"], live.t.net)

    def _correct(self, body: dict[str, Any]) -> None:
        """A round that was over came out otherwise: the difference is posted."""
        number = body["round"]
        before = self._past(number)
        after = before.replayed(_answers(body))
        self.corrections[number] = list(after.answers)
        self._whole(after, body)
        self._compare(after, body)
        for sign, live in ((-1, before), (1, after)):
            self._move(live, sign)
            for wager in live.t.all_wagers():  # what won was collected: it lies with its player, not on the layout
                self._lift(wager.player, sign * wager.amount)

    def _whole(self, live: LiveRound, body: dict[str, Any]) -> None:
        if len(live.answers) != len(body["answers"]):
            self.fault(f"the correction of round {live.number} is refused at answer {len(live.answers) + 1}")

    def _past(self, number: int) -> LiveRound:
        """An earlier round, as it stood before the correction that is being looked at."""
        other = HouseRounds(self.store, self.store.events(self.stream, 0, 1)[0])
        for event in round_events(self.store, self.stream, number):
            if event.type in ("round", "acts", "amended") and (event.type == "round") == (other.live is None):
                other._hear(event, body_of(event))
        assert other.live is not None
        return other.live.replayed(self.corrections.get(number))

    def _prove(self, played: ReplayedRound, body: dict[str, Any]) -> None:
        if self.alone and not self.shuffles.announced(body["digest"]):
            return
        holds = self.shuffles.proved(body["nonce"], body["order"]) and self.equipment.is_pack(body)
        played.proof = None if played.older else holds and played.proof is not False
        if not holds:
            self.fault("the proof does not fit the shuffle that was announced, or the cards that came of it")

    def finish(self) -> Iterator[ReplayedRound]:
        if not self.alone:
            self._wrong_seal(self.equipment.fault(self._shoe()) or self._left_seals())
        yield from super().finish()

    def _shoe(self) -> bytes | None:
        return self.store.secret(f"shoe:{self.added.id}")

    def _left_seals(self) -> str:
        """Return what is wrong with the seals that are not opened yet, or ""."""
        drawing = self.live is not None and type(self.live.request) is not Gather
        try:
            return self.seals.left(self.store.secret(f"seal:{self.added.id}"), self._shoe(), drawing)
        except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError) as error:
            return f"the seals that are not opened yet cannot be read: {error}"

    def _move(self, live: LiveRound, sign: int) -> None:
        for account, amount in live.moved(self._account, self.added.id):
            self.unposted[account] += sign * amount

    def _lift(self, player: str, amount: Cents, account: str = "layout") -> None:
        """To a player, from the layout or the float."""
        self.unposted[f"{account}:{self.added.id}"] -= amount
        self.unposted[self._account(player)] += amount

    def _account(self, player: str) -> str:
        return account_of(self.added, self.walk_ins, player)


def _answers(body: dict[str, Any]) -> list[Answer]:
    return [read_answer(encode(answer)) for answer in body["answers"]]
