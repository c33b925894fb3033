"""A table that plays hand after hand: its seats, their stacks, what is put down between hands, and the hand that is on.

Every request is carried out wholly or answered with a `Refused` that names its clause; then nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.cardroom import entering
from pitboss.cardroom.game import Blind, Event, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.lineup import Lineup, begun, kill_for, lineup_of, straddler_of, voluntary_blinds
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.seating import NEW, Chips, Entry, Kill, Move, Positions, between
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck as new_deck
from pitboss.equipment.rng import Source, nonce, shuffled
from pitboss.law import Clause, Refused
from pitboss.money import Cents, show_amount


class Player(msgspec.Struct):
    """Somebody in a seat."""

    name: str
    stack: Cents
    away: bool = False
    approved: bool = True
    # Why he is not simply dealt in, and how often each blind passed him.
    entry: str = ""
    missed: list[int] = []
    # Hands dealt without him since he last played, and whether he has played at all.
    out: int = 0
    played: bool = False
    # What he has agreed to post for the next hand, and what he owes in the place of a kill wager.
    posts: Cents = 0
    kill_due: Cents = 0
    # Did he put down a blind in the last hand? Was he there when the game started?
    paid: bool = False
    founder: bool = False
    # Chips added while a hand is on.
    added: Cents = 0


class PokerTable:
    """A table at which one game is played.

    >>> from pitboss.equipment.rng import SeededSource
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> table = PokerTable(Holdem({"blinds": "1/2"}))
    >>> for seat, name in enumerate(("Ann", "Ben", "Cat"), 1):
    ...     assert table.sit(seat, name, 20000) is None
    >>> hand = table.start(source=SeededSource("demo"))
    >>> table.positions
    Positions(button=3, blinds=(1, 2))
    >>> hand.fold(), hand.fold(), table.finish()
    (None, None, None)
    >>> {player.name: player.stack for player in table.players.values()}
    {'Ann': 19900, 'Ben': 20100, 'Cat': 20000}
    """

    __slots__ = (
        "fees", "first_button", "game", "hand", "kill", "log", "passed", "players", "positions", "straddles",
    )

    def __init__(self, game: PokerGame, button: int | None = None) -> None:
        """`button`: the seat that has it in the first hand here, empty or not. The game is then taken to be under
        way, the blinds to have been everywhere; untold, the game starts with the first hand."""
        self.game, self.first_button = game, button
        self.players: dict[int, Player] = {}
        self.positions: Positions | None = None
        # The seats where the last blind has been since the game started.
        self.passed: set[int] = set(range(1, self.places + 1)) if button is not None else set()
        self.hand: Hand | None = None
        self.straddles: list[tuple[int, Cents]] = []
        self.kill = Kill()
        # What was paid for joining, and what happened at the seats, since the last hand ended.
        self.fees: Cents = 0
        self.log: list[Event] = []

    def __repr__(self) -> str:
        players = [f"{seat} {player.name} {show_amount(player.stack)}" for seat, player in sorted(self.players.items())]
        button = f", button {self.positions.button}" if self.positions and self.game.has_button else ""
        on = "a hand is on" if self.hand is not None else "between hands"
        return f"<PokerTable of {self.game.id}: {', '.join(players) or 'nobody'}{button}; {on}>"

    @property
    def places(self) -> int:
        """How many seats the table has."""
        return self.game.boxes

    # -- seats ---------------------------------------------------------------------------------------------

    def sit(self, seat: int, name: str, stack: Cents, *, moved: bool = False) -> Refused | None:
        """Take a seat with a stack. `moved`: by the house, from another table, and so no new player."""
        game = self.game
        if type(seat) is not int or seat < 1 or type(stack) is not int or stack <= game.fee_to_join:
            words = show_amount(stack) if type(stack) is int else repr(stack)
            return Refused(game.cites.chips, f"seat {seat} with {words}", "a seat from 1 on, and chips")
        if seat in self.players:
            return Refused(game.seat_clause, f"seat {seat}", "it is taken")
        full = game.refuse_players(max(2, len(self.players) + 1, seat))
        if full is not None:
            return Refused(full.clause, f"seat {seat}", full.legal)
        # What one pays for joining is not on the table.
        refused = game.refuse_buy_in(stack - game.fee_to_join, moved)
        if refused is not None:
            return refused
        started = self.positions is not None
        stake = game.stake(stack, moved) - game.fee_to_join
        self.players[seat] = Player(
            name, stake, entry=NEW if started and not moved else "", missed=entering.nothing_missed(game),
            founder=not started,
        )
        self.fees += game.fee_to_join
        self._changed("sits", seat, stack, game.seat_clause)
        return None

    def leave(self, seat: int) -> Refused | None:
        """Leave the table with everything."""
        refused = self._refuse_going(seat, "leaving")
        if refused is not None:
            return refused
        if self._in_hand(seat):
            return self.game.refuse_taking()
        left = self.players.pop(seat)
        if not self.players:
            # Whoever sits down next starts another game.
            self.positions, self.first_button, self.passed = None, None, set()
        if self.kill.seat == seat:
            self.kill = Kill()
        elif self.kill.refused == seat:
            self.kill = self.kill._replace(refused=0)
        self._changed("leaves", seat, left.stack + left.added, self.game.seat_clause)
        return None

    def away(self, seat: int, *, approved: bool = True) -> Refused | None:
        """Sit out from the next hand on."""
        refused = self._refuse_going(seat, "sitting out")
        if refused is not None:
            return refused
        player = self.players[seat]
        player.away, player.approved, player.posts = True, approved, 0
        self._changed("away", seat, 0, self.game.seat_clause)
        return None

    def back(self, seat: int, *, in_time: bool = True) -> Refused | None:
        """Be ready to play again. `in_time`: within what the house allows a killer who would not post."""
        player = self.players.get(seat)
        if player is None or not player.away:
            return Refused(self.game.seat_clause, f"seat {seat} coming back", "only one who sits out")
        player.away = False
        player.stack = self.game.stake(player.stack, True)
        if player.out and not player.entry:
            player.entry = self.game.comes_back_as(player.approved)
        if self.kill.refused == seat:
            kill, due = self.game.kill_rejoined(self.kill) if in_time else (self.kill, 0)
            self.kill, player.kill_due = kill._replace(refused=0), due
        self._changed("back", seat, 0, self.game.seat_clause)
        return None

    def move(self, seat: int, to: int) -> Refused | None:
        """Change to an empty seat between hands."""
        game = self.game
        if seat not in self.players or to in self.players or type(to) is not int or to < 1:
            return Refused(game.seat_clause, f"seat {seat} moving to {to}", "a player, and an empty seat")
        full = game.refuse_players(max(2, to))
        if full is not None or self._in_hand(seat):
            clause = game.seat_clause if full is None else full.clause
            return Refused(clause, f"seat {seat} moving to {to}", "between hands, to a seat of the table")
        ring = entering.ring(self)
        player = self.players[seat]
        kind, avoided = "", tuple[int, ...]()
        if game.has_button and self.positions is not None and len(ring.present) > 1:
            now = game.move_on(self.positions, ring)
            due = now.blinds.index(seat) if seat in now.blinds[:-1] else None
            past = sum(between(other, seat, to) for other in ring.present if other != seat)
            kind, avoided = game.moves(Move(past, player.paid, to == now.button, due))
        player.entry = player.entry or kind
        for blind in avoided:
            player.missed[blind] += 1
        player.posts = 0
        self.players[to] = self.players.pop(seat)
        if self.kill.seat == seat:
            self.kill = self.kill._replace(seat=to)
        elif self.kill.refused == seat:
            self.kill = self.kill._replace(refused=to)
        self._changed("moves", seat, to, game.seat_clause)
        return None

    def play_next(self, game: PokerGame) -> Refused | None:
        """The next hands are of another game, where the book lets games be combined."""
        refused = self.game.refuse_next(game)
        if refused is None and self.hand is not None:
            return Refused(self.game.cites.turn, f"a hand of {game.title}", "when this one is over")
        if refused is None:
            self.game = game
        return refused

    def tell_button(self, seat: int) -> Refused | None:
        """The button lies at a seat before the first hand here, empty or not: the game is under way."""
        if not self.game.has_button or self.positions is not None or self.hand is not None:
            return Refused(self.game.seat_clause, f"the button at seat {seat}", "once, before the first hand")
        if not 1 <= seat <= self.places:
            return Refused(self.game.seat_clause, f"the button at seat {seat}", f"a seat from 1 to {self.places}")
        self.first_button, self.passed = seat, set(range(1, self.places + 1))
        return None

    def refuse_button(self, seat: int) -> Refused | None:
        """A player would rather not have the button."""
        return self.game.refuse_button(seat)

    # -- stakes --------------------------------------------------------------------------------------------

    def top_up(self, seat: int, amount: Cents) -> Refused | None:
        """Add chips to a stack."""
        player = self.players.get(seat)
        if player is None or type(amount) is not int or amount <= 0:
            return Refused(self.game.cites.chips, f"adding {amount!r} at seat {seat}", "a player, and chips")
        playing = self._in_hand(seat)
        live = playing and self.hand is not None and bool(self.hand.live >> self.hand.seats.index(seat) & 1)
        refused = self.game.refuse_top_up(
            Chips(player.stack + player.added, amount, live, self.hand is not None, player.played and not player.out)
        )
        if refused is not None:
            return refused
        if playing:
            player.added += amount
        else:
            player.stack += amount
        self._changed("adds", seat, amount, self.game.cites.chips)
        return None

    def take_off(self, seat: int, amount: Cents) -> Refused | None:
        """Chips leave the table only with their player."""
        return self.game.refuse_taking()

    # -- before the cards ----------------------------------------------------------------------------------

    def owes(self, seat: int) -> Entry | Refused | None:
        """What a player must post to be in the next hand; None when he is simply dealt in, or is away."""
        return entering.owes(self, seat)

    def post(self, seat: int, amount: Cents) -> Refused | None:
        """Post what is owed, so as not to wait for the blind."""
        if self.hand is not None:
            return self.game.refuse_late("a post")
        entry = entering.told_by(self, seat, amount) if entering.under_way(self) else self.owes(seat)
        if isinstance(entry, Refused):
            return entry
        if entry is None or not entry.amount:
            return Refused(self.game.cites.turn, f"a post at seat {seat}", "there is nothing to post")
        if amount != entry.amount:
            words = show_amount(amount) if type(amount) is int else repr(amount)
            return Refused(entry.clause, f"a post of {words}", show_amount(entry.amount))
        self.players[seat].posts = amount
        self._changed("posts", seat, amount, entry.clause)
        return None

    def wait(self, seat: int) -> Refused | None:
        """Wait for the blind instead of posting."""
        if seat not in self.players:
            return Refused(self.game.seat_clause, f"seat {seat} waiting", "nobody sits there")
        self.players[seat].posts = 0
        if entering.under_way(self):
            entering.owe_nothing(self.game, self.players[seat])
        self._changed("waits", seat, 0, self.game.seat_clause)
        return None

    def straddle(self, seat: int, amount: Cents) -> Refused | None:
        """A voluntary blind for the next hand; any change at the seats takes it back."""
        if self.hand is not None:
            return self.game.refuse_late("a straddle")
        lineup = self.lineup()
        if isinstance(lineup, Refused):
            return lineup
        straddles = voluntary_blinds(self, lineup, [*self.straddles, (seat, amount)])
        if isinstance(straddles, Refused):
            return straddles
        if self.players[seat].stack < amount:
            clause = self.game.cites.stake or self.game.cites.chips
            return Refused(clause, f"a straddle of {show_amount(amount)}", "no more than the stack")
        self.straddles.append((seat, amount))
        return None

    def straddler(self) -> tuple[int, Blind] | None:
        """The seat that may straddle the next hand now, and with what; None where nobody may."""
        return straddler_of(self)

    def post_kill(self, seat: int, amount: Cents) -> Refused | None:
        """The killer's wager; it is put down with the blinds, said or not."""
        if self.hand is not None:
            return self.game.refuse_late("a kill wager")
        if not self.kill.kill or self.kill.seat != seat:
            return Refused(self.game.cites.turn, f"a kill wager of seat {seat}", "of the killer")
        return self.game.refuse_kill_wager(amount)

    def refuse_kill(self, seat: int) -> Refused | None:
        """The killer will not post, and so is not dealt in."""
        if not self.kill.kill or self.kill.seat != seat:
            return Refused(self.game.cites.turn, f"seat {seat} refusing to kill", "only the killer")
        return self.away(seat)

    # -- hands ---------------------------------------------------------------------------------------------

    def lineup(self) -> Lineup | Refused:
        """The next hand as it stands: who plays, and who puts down what."""
        return lineup_of(self)

    def start(
        self,
        deck: Sequence[Card] = (),
        *,
        source: Source | None = None,
        given: Callable[[str, int], Sequence[Card]] | None = None,
        ask_runs: bool = False,
        ask_shows: bool = False,
        held: bool = False,
        stubs: Sequence[Sequence[Card]] = (),
    ) -> Hand | Refused:
        """Deal the next hand: from a deck (from its end), from one that a source shuffles, or from cards given."""
        game = self.game
        if self.hand is not None:
            return Refused(game.cites.turn, "another hand", "when this one is over and finished")
        lineup = self.lineup()
        if isinstance(lineup, Refused):
            return lineup
        straddles = voluntary_blinds(self, lineup, self.straddles)
        if isinstance(straddles, Refused):
            return straddles
        refused = game.refuse_deal(lineup.blinds)
        if refused is not None:
            return refused
        kill = kill_for(self, lineup)
        whole, spare = new_deck(game.deck_size), ""
        if source is None and given is None and (len(deck) != len(whole) or set(deck) != set(whole)):
            return Refused(game.streets[0].dealt, f"dealing from {len(deck)} cards", f"{len(whole)} different ones")
        if source is not None:
            deck, spare = shuffled(whole, source), nonce(source)
        self.hand = Hand(
            game.bigger() if kill.kill else game,
            lineup.order, [self.players[seat].stack for seat in lineup.order], deck, spare=spare, given=given,
            button=lineup.place(lineup.positions.button), blinds=lineup.blinds,
            straddles=straddles, ask_runs=ask_runs, ask_shows=ask_shows, held=held, stubs=stubs,
        )
        begun(self, lineup, kill)
        return self.hand

    def finish(self) -> Refused | None:
        """The hand is over: stacks go back to the seats, the kill button to where it belongs."""
        h = self.hand
        if h is None or not h.over:
            return Refused(self.game.cites.turn, "the end of the hand", "when it is over")
        for place, seat in enumerate(h.seats):
            player = self.players[seat]
            player.stack, player.added = h.stacks[place] + player.added, 0
        if self.game.kill:
            winners = {h.seats[i] for pot in h.won for i, part in pot.paid.items() if part}
            self.kill = self.game.kill_after(self.kill, winners, sum(pot.amount for pot in h.won))
        self.hand, self.straddles, self.fees, self.log = None, [], 0, []
        return None

    # -- copies --------------------------------------------------------------------------------------------

    def copy(self) -> PokerTable:
        """A table of its own that can be played on without touching this one."""
        new = PokerTable.__new__(PokerTable)
        new.game, new.first_button, new.positions = self.game, self.first_button, self.positions
        new.players = {seat: _copied(player) for seat, player in self.players.items()}
        new.passed, new.straddles, new.log = set(self.passed), self.straddles[:], self.log[:]
        new.hand = None if self.hand is None else self.hand.copy()
        new.kill, new.fees = self.kill, self.fees
        return new

    def plain(self) -> dict[str, Any]:
        """The table, and the hand that is on, as plain data: numbers, text, lists and dicts."""
        return {
            "game": self.game.id, "options": dict(self.game.given), "button": self.first_button,
            "players": {str(seat): msgspec.to_builtins(player) for seat, player in self.players.items()},
            "positions": None if self.positions is None else [self.positions.button, *self.positions.blinds],
            "passed": sorted(self.passed), "kill": list(self.kill), "fees": self.fees,
            "straddles": [list(pair) for pair in self.straddles],
            "hand": None if self.hand is None else plain_hand(self.hand),
        }

    @classmethod
    def from_plain(cls, game: PokerGame, data: dict[str, Any]) -> PokerTable:
        """A table from its plain data, for a game with the options it was written with."""
        table = cls(game, data["button"])
        table.players = {int(seat): msgspec.convert(player, Player) for seat, player in data["players"].items()}
        where = data["positions"]
        table.positions = None if where is None else Positions(where[0], tuple(where[1:]))
        table.passed, table.kill, table.fees = set(data["passed"]), Kill(*data["kill"]), data["fees"]
        table.straddles = [(seat, amount) for seat, amount in data["straddles"]]
        if data["hand"] is not None:
            killed = table.kill.kill and table.kill.seat in data["hand"]["seats"]
            table.hand = hand_from_plain(game.bigger() if killed else game, data["hand"])
        return table

    # -- inside --------------------------------------------------------------------------------------------

    def _changed(self, what: str, seat: int, amount: Cents, clause: Clause) -> None:
        self.log.append(Event(what, seat, amount, clause))
        if self.hand is None:
            self.straddles = []

    def _in_hand(self, seat: int) -> bool:
        return self.hand is not None and seat in self.hand.seats

    def _refuse_going(self, seat: int, what: str) -> Refused | None:
        """Why a player may neither leave nor sit out."""
        if seat not in self.players or (what == "sitting out" and self.players[seat].away):
            return Refused(self.game.seat_clause, f"{what} at seat {seat}", "only one who plays there")
        if self.kill.kill and self.kill.seat == seat:
            return self.game.refuse_out(what)
        return None


def _copied(player: Player) -> Player:
    return msgspec.structs.replace(player, missed=player.missed[:])
