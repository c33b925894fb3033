"""All that moves money at a table: between player, layout, house and commission, which always sum to what they did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.law import Clause, Result, void
from pitboss.law.results import LOSE, STAND_OFF, SURRENDER, WIN
from pitboss.money import Cents
from pitboss.table.facts import (
    AnyEvent,
    Charged,
    Placed,
    Returned,
    Reversed,
    Settled,
    Taken,
    Wager,
    WagerKey,
    slot_of,
)

if TYPE_CHECKING:
    from pitboss.table.game import Game

WAGERS, DEALING, DECISIONS, SETTLEMENT = "wagers", "dealing", "decisions", "settlement"


class Stakes:
    """The wagers on a layout, and what was won and lost by them."""

    game: Game
    phase: str
    boxes: dict[int, list[str]]
    # The wagers of the game, and beside them the additional ones of other schedules.
    wagers: dict[WagerKey, Wager]
    sides: dict[WagerKey, Wager]
    events: list[AnyEvent]
    lines: list[Settled]
    net: dict[str, Cents]
    layout: Cents
    house: Cents
    commission: Cents
    # What was kept of the payments of wagers, where the law takes a part of a win.
    levied: dict[WagerKey, Cents]

    def wager(self, box: int, player: str, slot: str) -> Wager | None:
        """A wager lying there, of the game or beside it."""
        key = (box, player, slot)
        return self.wagers.get(key) or self.sides.get(key)

    def all_wagers(self) -> list[Wager]:
        """All that lies on the layout, additional wagers last."""
        return [*self.wagers.values(), *self.sides.values()]

    def own_wagers(self, box: int, player: str) -> list[Wager]:
        """What a player has on a box, additional wagers too."""
        return [wager for wager in self.all_wagers() if (wager.box, wager.player) == (box, player)]

    def move(self, wager: Wager, slot: str) -> None:
        """A wager travels to another place of the layout (a come bet to its point)."""
        del self.wagers[wager.key]
        wager.slot = slot
        self.wagers[wager.key] = wager

    def lies(self, box: int, kind: str) -> bool:
        """Is there a live wager of this kind on a box?"""
        for wager in self.wagers.values():  # noqa: SIM110 (a round asks several times, and a generator takes twice as long)
            if wager.kind == kind and wager.box == box:
                return True
        return False

    def on_box(self, box: int, kind: str | None = None) -> list[Wager]:
        """The live wagers on a box, in the order they were placed."""
        if kind is None:
            return [wager for wager in self.wagers.values() if wager.box == box]
        return [wager for wager in self.wagers.values() if wager.box == box and wager.kind == kind]

    def seat(self, box: int, player: str) -> None:
        on_box = self.boxes.setdefault(box, [])
        if player not in on_box:
            on_box.append(player)

    # -- moving money ----------------------------------------------------------------------------------------

    def place(self, box: int, player: str, kind: str, amount: Cents, hand: str = "", **marks: Any) -> Wager:
        """Put a stake on the layout, with one hand of the box if need be, or add to the one there."""
        slot = slot_of(kind, hand) if hand else kind
        key = (box, player, slot)
        beside = kind in self.game.sides
        store = self.sides if beside else self.wagers
        wager = store.get(key)
        if wager is None:
            store[key] = wager = Wager(box, player, kind, amount, marks, slot, hand)
            # Who has only an additional wager on a box does not play it.
            if not beside and player not in self.boxes.get(box, ()):
                self.seat(box, player)
        else:
            wager.amount += amount
        net = self.net
        net[player] = net.get(player, 0) - amount
        self.layout += amount
        self.events.append(Placed(box, player, kind, amount))
        return wager

    def _store(self, kind: str) -> dict[WagerKey, Wager]:
        return self.sides if kind in self.game.sides else self.wagers

    def take(self, wager: Wager, amount: Cents) -> None:
        """A player takes back part of a stake, or all of it."""
        self._release(wager, amount)
        self.net[wager.player] = self.net.get(wager.player, 0) + amount
        self.events.append(Taken(wager.box, wager.player, wager.kind, amount))
        if self.phase == WAGERS:
            self._leave(wager.box, wager.player)

    def unplace(self, placed: Sequence[tuple[Wager, Cents]], sat: bool) -> None:
        """Undo the wagers of an act whose next one was refused: all or nothing. Who sat there still does."""
        for wager, amount in reversed(placed):
            self._release(wager, amount)
            self.net[wager.player] += amount
            self.events.pop()
        if placed and not sat:
            self._leave(wager.box, wager.player)

    def _leave(self, box: int, player: str) -> None:
        """Who has no stake left on a box, while wagers are gathered, is not on it."""
        if player in self.boxes.get(box, ()) and not any(key[:2] == (box, player) for key in self.wagers):
            self.unseat(box, player)

    def unseat(self, box: int, player: str) -> None:
        self.boxes[box].remove(player)
        if not self.boxes[box]:
            del self.boxes[box]

    def give_back(self, wager: Wager, amount: Cents, clause: Clause) -> None:
        """Return part of a stake, or all of it, unsettled."""
        if clause.says(True):
            self._release(wager, amount)
            self.net[wager.player] = self.net.get(wager.player, 0) + amount
            self.events.append(Returned(wager.box, wager.player, wager.kind, amount, clause))

    def charge(self, wager: Wager, amount: Cents, clause: Clause) -> None:
        """Take a percentage or fee from a player; a negative amount returns it."""
        self.net[wager.player] = self.net.get(wager.player, 0) - amount
        self.commission += amount
        self.events.append(Charged(wager.box, wager.player, wager.kind, amount, clause))

    def settle(self, wager: Wager, result: Result) -> Settled:
        """Decide a wager and clear it from the layout."""
        stake, player, outcome, odds = wager.amount, wager.player, result.outcome, result.odds
        pays, paid_at = (0, "") if odds is None else (result.pays(stake), odds.text)
        kept = stake if outcome == LOSE else -pays if outcome != SURRENDER else stake // 2
        if result.levy is not None:
            levy = self.levied[wager.key] = result.kept(stake)
            self.house -= levy
            self.commission += levy
        self.layout -= stake
        wager.amount = 0
        key = (wager.box, player, wager.slot)
        if self.wagers.pop(key, None) is None:
            self.sides.pop(key, None)
        self.house += kept
        self.net[player] = self.net.get(player, 0) + stake - kept
        line = Settled(wager.box, player, wager.kind, stake, outcome, pays, paid_at, result.clause, result.also,
                       wager.hand)
        self.lines.append(line)
        self.events.append(line)
        return line

    def settle_bank(self, wager: Wager, gain: Cents, levy: Cents, name: str, clause: Clause, *also: Clause) -> Settled:
        """Decide the stake of somebody who banks against the other players: what the bank won or lost, which the house
        has taken and paid in its place until now. What is not lost of the stake goes back; of a gain `levy` is kept."""
        if gain < 0 and wager.amount + gain > 0:
            self._release(wager, back := wager.amount + gain)
            self.net[wager.player] = self.net.get(wager.player, 0) + back
            self.events.append(Returned(wager.box, wager.player, wager.kind, back, clause))
        stake, pays = wager.amount, max(gain - levy, 0)
        if gain < 0 and stake != -gain:
            raise AssertionError(f"{wager.player} banks with {stake} and has lost {-gain}")
        outcome = WIN if gain > 0 else LOSE if gain < 0 else STAND_OFF
        self.layout -= stake
        self.house -= gain
        self.commission += levy
        self.net[wager.player] = self.net.get(wager.player, 0) + stake + gain - levy
        wager.amount = 0
        self.wagers.pop(wager.key, None)
        line = Settled(wager.box, wager.player, name, stake, outcome, pays, "", clause, also, wager.hand)
        self.lines.append(line)
        self.events.append(line)
        return line

    def pay_bonus(self, wager: Wager, name: str, result: Result) -> Settled:
        """Pay something that rides on a wager without being one; the stake stays where it is."""
        pays = result.pays(wager.amount)
        self.house -= pays
        self.net[wager.player] = self.net.get(wager.player, 0) + pays
        line = Settled(wager.box, wager.player, name, wager.amount, result.outcome, pays,
                       result.odds.text if result.odds is not None else "", result.clause, result.also, wager.hand)
        self.lines.append(line)
        self.events.append(line)
        return line

    def reverse(self, line: Settled, clause: Clause) -> Wager:
        """Undo a settled line: the stake is back on the layout, what moved moves back."""
        taken = line.stake if line.outcome == LOSE else line.stake // 2 if line.outcome == SURRENDER else -line.pays
        slot = slot_of(line.wager, line.hand)
        levy = self.levied.pop((line.box, line.player, slot), 0)
        self.commission -= levy
        self.house += levy - taken
        self.net[line.player] += taken - line.stake
        self.layout += line.stake
        self.lines.remove(line)
        wager = Wager(line.box, line.player, line.wager, line.stake, {}, slot, line.hand)
        self._store(wager.kind)[wager.key] = wager
        self.events.append(Reversed(line.box, line.player, line.wager, line.stake, clause))
        return wager

    def unpay(self, line: Settled, clause: Clause) -> None:
        """Undo a bonus that was paid on a wager; the wager itself is not touched."""
        self.house += line.pays
        self.net[line.player] -= line.pays
        self.lines.remove(line)
        self.events.append(Reversed(line.box, line.player, line.wager, 0, clause))

    def _release(self, wager: Wager, amount: Cents) -> None:
        self.layout -= amount
        wager.amount -= amount
        if wager.amount == 0:
            self._store(wager.kind).pop((wager.box, wager.player, wager.slot), None)

    def void_all(self, clause: Clause, *also: Clause) -> None:
        """Every live wager goes back."""
        self.void_wagers(self.all_wagers(), clause, *also)

    def void_wagers(self, wagers: Iterable[Wager], clause: Clause, *also: Clause) -> None:
        """Wagers go back, and with them what lies beside them: a player's own additional wagers on the box, and those
        of others that lie only where there is a wager of the game."""
        voided = list(wagers)
        for wager in voided:
            self.settle(wager, void(clause, *also))
        gone = {(wager.box, wager.player) for wager in voided if wager.kind not in self.game.sides}
        for wager in list(self.sides.values()) if gone else ():
            side = self.game.sides[wager.kind]
            left = self.on_box(wager.box)
            own = side.rides_on_own and (wager.box, wager.player) in gone and all(
                other.player != wager.player for other in left)
            bare = side.needs_game_wager and not left and any(box == wager.box for box, _ in gone)
            back = side.goes_back
            if back is not None and (own or bare) and back.says(True):
                self.settle(wager, void(clause, *also, back))
