"""`pitboss play` at a table of the card room: you at seat 1, simple bots at the others."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from pitboss.cardroom.bots import Bot, suggested_setting
from pitboss.cardroom.game import BET, DISCARD, DRAW, RUNS, SET, Bounds, PokerGame
from pitboss.cardroom.hand import Hand, Legal
from pitboss.cardroom.script import act
from pitboss.cardroom.showdown import shows
from pitboss.cardroom.table import PokerTable
from pitboss.cli.errors import Mistake, shorten
from pitboss.cli.felt import cite, tell_refusal
from pitboss.cli.person import GetsUp, Keyboard, KeyboardPlayer
from pitboss.cli.room_felt import draw_hand, shown_line, tell_events
from pitboss.cli.show import heading, money, signed
from pitboss.equipment.rng import Source
from pitboss.guide import law_text
from pitboss.law import Clause, Refused
from pitboss.money import BadAmount, Cents, show_amount

SEAT = 1
# What one key stands for; the words are those of transcripts.
_KEYS = {
    "f": "fold", "k": "check", "x": "check", "c": "call", "b": "bet", "r": "raise to", "a": "all-in", "d": "discard",
    "s": "stand pat", "t": "take kitty", "l": "decline", "o": "set as suggested",
}


def big_blind(game: PokerGame) -> Cents:
    """What stacks are measured in: the largest blind, the least bet, or the unit of a game without either."""
    return max(game.blinds, default=0) or getattr(game, "unit", 0) or getattr(game, "small", 0) or game.chip


class RoomPlayer(KeyboardPlayer):
    """The person at seat 1: what may be done is offered, and done in the words of transcripts or by a key."""

    def decide_act(self, h: Hand, names: Mapping[int, str]) -> None:
        """Ask until something was done that the rules allow."""
        draw_hand(self.out, h, SEAT, names)
        self.out.print(_menu(h))
        while True:
            legal = h.legal()
            assert legal is not None
            words = _words(h, legal, self._ask("> ", _known(h, legal)))
            if not words:
                self.out.print(_menu(h))
                continue
            try:
                refused = act(h, words)
            except (BadAmount, ValueError) as bad:
                self.out.print(shorten(str(bad)), soft_wrap=True)
                continue
            if refused is None:
                return
            self.out.print(tell_refusal(refused))

    def next_hand(self, known: dict[str, Clause]) -> None:
        """Wait for the person to be ready; the clauses of the last hand can be asked for."""
        while self._ask("Enter for the next hand, q leaves > ", known):
            self.out.print("only Enter, q or ? here")


def _words(h: Hand, legal: Legal, text: str) -> str:
    """What was typed, in the words of transcripts; "" when nothing was."""
    word, _, rest = text.partition(" ")
    word = word.lower()
    if word == "c" and not legal.call and legal.stage == BET:
        word = "k"
    words = f"{_KEYS.get(word, word)} {rest}".strip()
    if words.startswith("discard"):
        # Cards may be named by their place in the hand.
        picks = words.removeprefix("discard").split()
        hand = h.hole[legal.place]
        places = {str(place): card for place, card in enumerate(hand, 1)}
        words = " ".join(["discard", *(places.get(pick, pick) for pick in picks)])
        return words if picks or legal.stage == DISCARD else "stand pat"
    if words in ("set", "set as suggested") and legal.stage == SET:
        front, middle, back = (" ".join(cards) for cards in suggested_setting(h, legal.place))
        return f"set front {front} middle {middle} back {back}"
    return words


def _options(h: Hand, legal: Legal) -> list[tuple[str, str]]:
    """What may be done: the key, and the words with their amounts."""
    if legal.stage == DRAW:
        return [("d", "discard, such as d 1 3"), ("s", "stand pat")]
    if legal.stage == DISCARD:
        return [("d", "discard one, such as d 2")]
    if legal.stage == SET:
        return [("o", "set as suggested"), ("", "set front ... middle ... back ...")]
    if legal.stage == RUNS:
        return [("", "run once, run twice, run 3")]
    options = [("f", "fold")] if legal.fold else []
    options += [("k", "check")] if legal.check else []
    options += [("l", "decline: leave it as it is")] if legal.decline else []
    options += [("c", f"call {show_amount(legal.call)}")] if legal.call else []
    options += [("t", "take kitty")] if legal.kitty else []
    if legal.raise_from:
        sizes = " or ".join(map(show_amount, legal.sizes)) or show_amount(legal.raise_from)
        most = f", up to {show_amount(legal.raise_to)}" if legal.raise_to > legal.raise_from and not legal.sizes else ""
        options.append(("r", f"raise to {sizes}{most}") if h.price else ("b", f"bet {sizes}{most}"))
        if legal.raise_to == h.bets[legal.place] + h.stacks[legal.place]:
            options.append(("a", "all-in"))
    return options


def _menu(h: Hand) -> Text:
    legal = h.legal()
    assert legal is not None
    menu = Text.assemble(("your turn  ", "bold green"))
    for key, words in _options(h, legal):
        if key:
            menu.append(f"[{key}] ", "bold")
        menu.append(f"{words}   ")
    menu.append("?: the clauses", "dim")
    if legal.stage == SET:
        for name, cards in zip(("front", "middle", "back"), suggested_setting(h, legal.place), strict=True):
            menu.append(f"\n  suggested {name}: {' '.join(cards)}", "dim")
    return menu


def _known(h: Hand, legal: Legal) -> dict[str, Clause]:
    """The clauses of what may be done now, by its name."""
    game, street = h.game, h.game.streets[h.street]
    if legal.stage != BET:
        return {legal.stage: street.discard or street.dealt if legal.stage == DISCARD else street.dealt}
    clauses = {"the turn": game.cites.turn}
    clauses |= {"fold": game.cites.fold} if legal.fold else {}
    clauses |= {"check": game.cites.check} if legal.check else {}
    clauses |= {"call": game.cites.call} if legal.call else {}
    bounds = h.bounds(legal.place)
    if isinstance(bounds, Bounds):
        word = "raise" if h.price else "bet"
        clauses |= {word: bounds.clause, f"the most of a {word}": bounds.limit, "all-in": game.cites.all_in}
    else:
        clauses |= {"no raise": bounds.clause}
    return clauses


class RoomSession:
    """Hands at one table until the person leaves, or has no chips."""

    def __init__(
        self, out: Console, game: PokerGame, player: RoomPlayer, bots: Mapping[int, str],
        sources: tuple[Source, Source], *, duties: bool = False,
    ) -> None:
        self.out, self.game, self.player, self.duties = out, game, player, duties
        self.cards, self.bot = sources[0], Bot(sources[1])
        self.table = PokerTable(game)
        self.buy_in = player.bankroll
        self.hands = 0
        self._event_count = 0
        for seat, name in {SEAT: player.name, **bots}.items():
            refused = self.table.sit(seat, name, self.buy_in)
            if refused is not None:
                raise Mistake(str(refused))

    @property
    def names(self) -> dict[int, str]:
        return {seat: player.name for seat, player in self.table.players.items()}

    def run(self) -> None:
        self._welcome()
        try:
            while self._ready():
                h = self.hand()
                self.player.next_hand({f"last: {event.what}": event.clause for event in h.log})
        except (GetsUp, KeyboardInterrupt):
            if self.table.hand is not None:
                self.out.print("\nyou leave in mid-hand: what you put in stays in the pot", style="dim")
        self._goodbye()

    def _welcome(self) -> None:
        game = self.game
        self.out.print(heading(f"{game.title}  {game.id}", law_text(type(game))))
        options = " ".join(f"{name}={value}" for name, value in game.given.items())
        players = f"{len(self.table.players)} players with {money(self.buy_in)} each"
        self.out.print(f"{players}; {options}" if options else players)
        self.out.print("type what you do, or its key; amounts are what your bet comes to; ? explains, q leaves",
                       style="dim")
        for duty in game.duties if self.duties else ():
            self.out.print(Text.assemble((f"staff, {duty.when}: ", "magenta"), duty.what, cite(duty.clause)))

    def _ready(self) -> bool:
        """Everybody has chips for the next hand: bots buy in again, the person leaves."""
        for seat, player in self.table.players.items():
            if seat != SEAT and player.stack < big_blind(self.game):
                more = self.buy_in - player.stack
                if self.table.top_up(seat, more) is None:
                    self.out.print(f"{player.name} buys {money(more)} in chips", style="dim")
        if self.table.players[SEAT].stack:
            return True
        self.out.print("\nyou have no chips left")
        return False

    def hand(self) -> Hand:
        """One hand, from the blinds to the pots."""
        h = self.table.start(source=self.cards)
        if isinstance(h, Refused):
            raise Mistake(str(h))
        self.hands += 1
        self._event_count = 0
        before = {seat: self.table.players[seat].stack for seat in h.seats}
        self.out.print(f"\nhand {self.hands}", style="bold")
        while not h.over:
            self._tell(h)
            if h.seats[h.turn] == SEAT:
                self.player.decide_act(h, self.names)
            else:
                self.bot.act(h)
        self._results(h, before)
        self.table.finish()
        self.player.bankroll = self.table.players[SEAT].stack
        return h

    def _tell(self, h: Hand) -> None:
        new = h.log[self._event_count :]
        self._event_count += len(new)
        tell_events(self.out, h, new, SEAT, self.names)

    def _results(self, h: Hand, before: Mapping[int, Cents]) -> None:
        """What happened last, who shows what, and what everybody won or lost."""
        new = h.log[self._event_count :]
        self._event_count += len(new)
        ends = [event for event in new if event.what in ("won", "commission", "paid", "shown")]
        tell_events(self.out, h, [event for event in new if event not in ends], SEAT, self.names)
        for i, has in shows(h) if not h.sets else ():
            self.out.print(shown_line(h, i, has, self.names, self.out.options.ascii_only))
        tell_events(self.out, h, ends, SEAT, self.names)
        net = {seat: h.stacks[i] - before[seat] for i, seat in enumerate(h.seats)}
        others = [Text.assemble(self.names[seat], " ", signed(net[seat])) for seat in sorted(net) if seat != SEAT]
        self.out.print(Text("  ").join(others))
        mine = net.get(SEAT, 0)
        stack = self.table.players[SEAT].stack if SEAT not in h.seats else h.stacks[h.seats.index(SEAT)]
        self.out.print(Text.assemble(("hand ", "bold"), signed(mine), f"   chips {money(stack)}"))

    def _goodbye(self) -> None:
        h = self.table.hand
        stack = self.table.players[SEAT].stack
        if h is not None and SEAT in h.seats:
            stack = h.stacks[h.seats.index(SEAT)]
        hands = f"{self.hands} hand{'s' * (self.hands != 1)}"
        gained = signed(stack - self.buy_in)
        self.out.print(Text.assemble(f"you leave with {money(stack)} (", gained, f") after {hands}"))


def play_card_room(
    out: Console, keyboard: Keyboard, game: PokerGame, *, name: str, chips: Cents | None, seats: int | None,
    names: tuple[str, ...], sources: tuple[Source, Source], duties: bool,
) -> None:
    """Sit down at a table of so many seats and play."""
    most = game.decks[game.deck_size]
    count = min(6, most) if seats is None else seats
    free = [other for other in names if other != name]
    if type(count) is not int or not 2 <= count <= min(most, len(free) + 1):
        refused = game.refuse_players(count) if count > 1 else None
        clause = f" [{refused.clause}]" if refused is not None else ""
        room = f"{game.id} has room for 2 to {most} with {game.deck_size} cards"
        raise Mistake(f"--seats {count} does not fit{clause}; {room}")
    stack = 100 * big_blind(game) if chips is None else chips
    bots = dict(zip(range(2, count + 1), free, strict=False))
    player = RoomPlayer(out, keyboard, name, stack)
    RoomSession(out, game, player, bots, sources, duties=duties).run()
