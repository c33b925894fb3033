"""A session at one table: rounds, bankroll, bots, the proof of the shuffle, the journal."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.console import Console
from rich.text import Text

from pitboss.cli.errors import Mistake
from pitboss.cli.felt import draw_table, held, result, tell, tell_refusal
from pitboss.cli.person import GetsUp, KeyboardPlayer
from pitboss.cli.show import heading, money, signed
from pitboss.equipment.rng import Source, check
from pitboss.guide import law_text, line_name
from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.acts import Answer, Close, Lapse, Shuffled, Take
from pitboss.table.driver import play_round
from pitboss.table.duties import AFTER, MOMENTS
from pitboss.table.facts import AnyEvent, Came, Dealt, Placed, Rejected
from pitboss.table.game import Game
from pitboss.table.headlines import headline
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.journal import JournalWriter, Proof, Record
from pitboss.table.requests import Asked, Choose, Direct, Gather, Shuffle
from pitboss.table.sides import Side
from pitboss.table.table import Table

# A longer order than one deck's is shown by its ends.
_ENDS = 5
_KNOWN = {word for words in MOMENTS.values() for word in words} | {*AFTER}


class PersonAndBots:
    """The person and the bots, each asked in turn."""

    def __init__(self, person: KeyboardPlayer, bots: RandomPlayers) -> None:
        self.person, self.bots = person, bots
        # Was the last answer the person's? Then a refusal of it is shown.
        self.spoke = False
        self._bots_done = False

    def answer(self, t: Table, request: Asked) -> Answer:
        self.spoke = False
        if isinstance(request, Choose):
            return self._choose(t, request)
        assert type(request) is Gather
        if not self._bots_done:
            placed = self.bots.answer(t, request)
            if type(placed) is not Close:
                return placed
            self._bots_done = True
        self.spoke = True
        return self.person.wager(t, request)

    def closed(self) -> None:
        """Betting is over; the bots may wager again when it opens next."""
        self._bots_done = False

    def _choose(self, t: Table, request: Choose) -> Answer:
        if isinstance(request, Direct):
            return Lapse()  # officials use no discretion here: what the law does on silence
        mine = request.player == self.person.name or (
            not request.player and request.hand == str(self.person.seat)
        )
        foregone = t.game.foregone(t, request, len(t.boxes) > 1) if mine else None
        if foregone is not None:
            return foregone
        self.spoke = mine
        return self.person.decide(t, request) if mine else self.bots.choose(request)


class Session:
    """Plays rounds until the person leaves."""

    def __init__(
        self, out: Console, game: Game, person: KeyboardPlayer, bots: Mapping[int, str],
        sources: tuple[Source, Source], *, live: bool, journal: JournalWriter | None, duties: bool,
    ) -> None:
        self.out, self.game, self.person = out, game, person
        self.people = PersonAndBots(person, RandomPlayers(sources[1], bots))
        self.dealer = VirtualDealer(sources[0], self.people, commit=True)
        self.live, self.journal, self.duties = live, journal, duties
        self.t = Table(game)
        self.rounds = 0
        self._opened = person.bankroll
        self._event_count = 0
        self._later: list[AnyEvent] = []
        self._done: set[int] = set()
        self._gathering = False
        # The person's wagers left from earlier rounds, already paid for.
        self._standing: Cents = 0
        # The shuffle in use, and the last one whose order was shown.
        self._digest, self._shown = "", ""
        # Shuffles the journal has announced, and shoes that ended and are still to be opened in it.
        self._announced: set[str] = set()
        self._ended: dict[str, Proof] = {}

    # -- the session ---------------------------------------------------------------------------------

    def run(self) -> None:
        self._welcome()
        try:
            while self._can_play():
                self.round()
        except (GetsUp, KeyboardInterrupt):
            if self.t.net.get(self.person.name):
                self.out.print("\nthe round was not finished: it does not count and is not written down", style="dim")
        self._goodbye()

    def _welcome(self) -> None:
        game = self.game
        self.out.print(heading(f"{game.title}  {game.id}", law_text(type(game))))
        low, high, unit = map(show_amount, (game.minimum, game.maximum, game.unit))
        self.out.print(f"wagers: {', '.join(self.person.wagers(self.t))}; {low} to {high} in steps of {unit}")
        for side in dict.fromkeys(game.sides[kind.name] for kind in game.side_kinds()):
            self.out.print(f"{side.name}: {_beside(side)}", style="dim")
        keys = "Enter closes betting, r repeats, ? explains, q leaves"
        self.out.print(f"type {self.person.example(self.t)!r}; {keys}", style="dim")
        self._duties({duty.when for duty in game.duties} - _KNOWN)

    def _can_play(self) -> bool:
        if self.t.all_wagers() or self.person.bankroll >= self.game.minimum:
            return True
        self.out.print(f"\nwhat you have, {money(self.person.bankroll)}, is below the minimum of this table")
        return False

    def _goodbye(self) -> None:
        taken = self._take_back()
        if taken:
            self.out.print(f"taken back from the layout: {money(taken)}")
        if self._standing > taken:
            self.out.print(f"left on the layout, where the rules hold it: {money(self._standing - taken)}")
        self._end_shoe()
        self._write_ended()
        gained = signed(self.person.bankroll - self._opened)
        rounds = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        self.out.print(Text.assemble(f"you leave with {money(self.person.bankroll)} (", gained, f") after {rounds}"))

    def _take_back(self) -> Cents:
        """Wagers standing from earlier rounds go back to the bankroll, where the rules let them be withdrawn."""
        before = self.t.layout
        for wager in [w for w in self.t.all_wagers() if w.player == self.person.name]:
            self.game.wagering(self.t, Take(wager.box, wager.player, wager.slot))
        taken = min(before - self.t.layout, self._standing)
        self.person.bankroll += taken
        return taken

    def round(self) -> None:
        """One round, from the shuffle to the results; written down when it is over."""
        self._event_count, self._later, self._done = 0, [], set()
        self._standing = sum(w.amount for w in self.t.all_wagers() if w.player == self.person.name)
        self.out.print()
        record = play_round(self.t, self)
        self._tell()
        self.people.closed()
        # One deck is shuffled for every round, so its order may be shown; a shoe's only when it ends.
        record.proof = self.dealer.proof() if self.game.decks == 1 else None
        self._write(record)
        self._announced |= {answer.digest for answer in record.answers if type(answer) is Shuffled}
        self._write_ended()
        if self._happened():
            self.rounds += 1
            self._results()
        else:
            self.out.print("nobody wagered, so there was no round", style="dim")
        if self.live and self.game.decks == 1:
            self._show_proof(record.proof)

    def _happened(self) -> bool:
        """Did dice, ball or cards come, or was a wager decided? Without that there was no round to count."""
        came = (type(event) is Came or (type(event) is Dealt and event.to != "discard") for event in self.t.events)
        return bool(self.t.lines) or any(came)

    def _write(self, entry: Record | Proof) -> None:
        if self.journal is None:
            return
        try:
            self.journal.write(entry)
        except OSError as error:
            what = "this round" if isinstance(entry, Record) else "the order of the shoe"
            raise Mistake(f"the journal cannot be written: {error.strerror}; {what} is not in it") from None

    def _end_shoe(self) -> None:
        """The shoe in use is at its end: its order may be shown, and goes to the journal."""
        proof = self.dealer.proof() if self._digest else None
        if self.live:
            self._show_proof(proof)
        if proof is not None and self.game.decks > 1:
            self._ended[self._digest] = Proof(*proof)

    def _write_ended(self) -> None:
        """Open the shuffles that the journal has announced; one of an unfinished round it knows nothing of."""
        for digest in [digest for digest in self._ended if digest in self._announced]:
            self._write(self._ended.pop(digest))

    # -- answering -----------------------------------------------------------------------------------

    def answer(self, t: Table, request: Asked) -> Answer:
        self._tell(isinstance(request, Choose))
        if type(request) is not Gather:
            if self._gathering:
                self.people.closed()
            self._gathering = False
        self._duties(MOMENTS[type(request)])
        if type(request) is Shuffle:
            self._end_shoe()
        answer = self.dealer.answer(t, request)
        self._gathering = type(request) is Gather
        if type(answer) is Shuffled:
            self._digest = answer.digest
            if self.live and answer.digest:
                self.out.print(f"shuffle {answer.digest}", style="dim", soft_wrap=True)
        return answer

    def _show_proof(self, proof: tuple[str, str] | None) -> None:
        if proof is None or self._shown == self._digest:
            return
        self._shown = self._digest
        nonce, order = proof
        cards = order.split()
        holds = "holds" if check(self._digest, nonce, cards) else "DOES NOT HOLD"
        if self.game.decks > 1 and (self.journal is not None or self.out.is_terminal):
            whole = "the journal has them all" if self.journal is not None else "--journal FILE keeps them all"
            order = f"{' '.join(cards[:_ENDS])} ... {' '.join(cards[-_ENDS:])} ({len(cards)} cards; {whole})"
        self.out.print(f"proof {holds}: nonce {nonce}, order {order}", style="dim", soft_wrap=True)

    # -- telling -------------------------------------------------------------------------------------

    def _tell(self, deciding: bool = False) -> None:
        """What happened since the last request. The hands are told to those who decide, and with the results."""
        new = self._later + self.t.events[self._event_count :]
        hands = [] if deciding else held(self.t.events)
        self._later = [event for event in new if any(event is said for said in hands)]
        self._event_count = len(self.t.events)
        placed: dict[tuple[int, str], list[str]] = {}
        for event in new:
            if event in self._later:
                continue
            if isinstance(event, Refused | Rejected):
                if self.people.spoke:
                    self.out.print(tell_refusal(event))
            elif isinstance(event, Placed):
                if self._gathering and event.player != self.person.name:
                    wagers = placed.setdefault((event.box, event.player), [])
                    wagers.append(f"{event.wager} {show_amount(event.amount)}")
            elif (said := tell(event, self.out.options.ascii_only)) is not None:
                self.out.print(said)
        for (box, player), wagers in placed.items():
            self.out.print(f"box {box} {player}: {', '.join(wagers)}")

    def _duties(self, moments: Collection[str]) -> None:
        """What staff do at this point of the round, each thing once."""
        for number, duty in enumerate(self.game.duties if self.duties else ()):
            if duty.when in moments and number not in self._done:
                self._done.add(number)
                when = "" if duty.when in _KNOWN else f", {duty.when}"
                said = Text.assemble((f"staff{when}: ", "magenta"), duty.what, (f" [{duty.clause}]", "cyan"))
                self.out.print(said)

    def _results(self) -> None:
        t, name = self.t, self.person.name
        if t.hands:
            self.out.print()
            draw_table(self.out, t, name)
        for announced in held(t.events):
            self.out.print(tell(announced))
        self._duties(AFTER)
        said = headline(t, name)
        if said:
            self.out.print(Text(said, "bold"))
        mine = [line for line in t.lines if line.player == name]
        self.person.results = mine
        for line in mine:
            self.out.print(result(self.game, line))
        others = [Text.assemble(player, " ", signed(cents)) for player, cents in t.net.items() if player != name]
        if others:
            self.out.print(Text("  ").join(others))
        gained = t.net.get(name, 0)
        self.person.bankroll += gained
        lying = sum(w.amount for w in t.all_wagers() if w.player == name)
        standing = f", on the layout {money(lying)}" if lying else ""
        bankroll = f"   bankroll {money(self.person.bankroll)}{standing}"
        self.out.print(Text.assemble(("round ", "bold"), signed(gained), bankroll))


def _beside(side: Side) -> str:
    """What may be put on an additional wager at this table, and what it pays."""
    low, high, unit = map(show_amount, side.limits())
    paid = side.pay.lines.items() if side.pay_tables else ()
    return f"{low} to {high} in steps of {unit}" + "".join(f", {line_name(line)} {odds}" for line, (odds, _) in paid)
