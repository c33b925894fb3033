"""The person at the keyboard: wagers and decisions typed, refused politely, explained on request."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from string import ascii_lowercase

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from pitboss.cli.errors import shorten
from pitboss.cli.explain import print_clause
from pitboss.cli.felt import draw_table, draw_wagers
from pitboss.cli.show import money
from pitboss.guide import clauses_under
from pitboss.law import Clause
from pitboss.money import Cents, show_amount
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.decisions import PASS, described, silence_of
from pitboss.table.facts import Settled
from pitboss.table.game import Game
from pitboss.table.requests import Choose, Direct, Gather, Offer, Option
from pitboss.table.table import Table
from pitboss.table.transcripts import act
from pitboss.table.wording import decision, with_names

_ON_BOX = re.compile(r"(?:box )?(\d{1,3}): *(.+)")
_CLOSING = ("", "deal", "no more bets", "spin", "roll")
_MANY = 12
# q leaves and r repeats, whatever is asked: no option takes them.
_KEYS = [key for key in ascii_lowercase + "123456789" if key not in "qr"]


class GetsUp(Exception):
    """The person gets up."""


class Keyboard:
    """Lines from a terminal, or from a pipe with an echo so that the output reads as a session."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.live = sys.stdin.isatty()
        if self.live:
            import readline  # noqa: F401  arrow keys and history in input()
        elif isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def read(self, prompt: str) -> str:
        if self.live:
            try:
                return input(prompt).strip()
            except EOFError:
                self.out.print()
                raise GetsUp from None
        line = sys.stdin.readline()
        if not line:
            self.out.print(prompt.rstrip())
            raise GetsUp
        self.out.print(prompt + line.strip(), soft_wrap=True)
        return line.strip()


class KeyboardPlayer:
    """Answers for one player."""

    def __init__(self, out: Console, keyboard: Keyboard, name: str, bankroll: Cents, seat: int = 1) -> None:
        self.out, self.keyboard, self.name, self.bankroll, self.seat = out, keyboard, name, bankroll, seat
        self.last: dict[tuple[int, str], Cents] = {}
        self.results: list[Settled] = []
        self._queue: list[Place] = []
        self._keys = Keys()
        self._explained: set[str] = set()

    def has(self, t: Table) -> Cents:
        """What the person can still put down."""
        return self.bankroll + t.net.get(self.name, 0)

    def _ask(self, prompt: str, known: dict[str, Clause]) -> str:
        """A line that is not a question and not goodbye."""
        while True:
            text = self.keyboard.read(prompt)
            if text.lower() in ("q", "quit", "leave"):
                raise GetsUp
            if not text.startswith("?"):
                return text
            self._explain(text[1:].strip(), known)

    # -- wagers --------------------------------------------------------------------------------------

    def wager(self, t: Table, request: Gather) -> Answer:
        """The next act while wagers are gathered."""
        if self._queue:
            return self._queue.pop(0)
        known = {kind.name: kind.clause for kind in t.game.all_kinds()} | {"the opening of wagers": request.clause}
        while True:
            lie = draw_wagers(t, self.name)
            prompt = f"bankroll {money(self.has(t))}{f', on the layout {lie}' if lie else ''} > "
            text = self._ask(prompt, known | self._last_clauses())
            if text.lower() in _CLOSING:
                self._remember(t)
                return Close()
            answer = self._repeat(t) if text.lower() in ("r", "repeat") else self._read_wager(t, text)
            if answer is not None:
                return answer

    def _read_wager(self, t: Table, text: str) -> Answer | None:
        box, rest = str(self.seat), text
        if match := _ON_BOX.fullmatch(text):
            box, rest = match[1], match[2]
        word = rest.split()[0].lower()
        act_on_layout = word in ("remove", "reduce") or word in t.game.gather_words
        try:
            read = act(f"{box} {self.name}: {rest}" if act_on_layout else f"box {box} {self.name}: {rest}")
            if type(read) is Place:
                read = with_names(t.game, read)
        except ValueError as bad:
            self.out.print(f"{shorten(str(bad))}; wagers are typed as {self.example(t)!r}", soft_wrap=True)
            return None
        if type(read) is Place and not self._affords(t, sum(amount for _, amount in read.wagers), "that"):
            return None
        return read

    def wagers(self, t: Table) -> dict[str, str]:
        """The kinds of wager that can be typed as betting opens, each with the first name it is placed under."""
        names = t.game.wager_names()
        firsts = {
            kind.name: next((name for name in names if f"{name} ".startswith(f"{kind.name} ")), "")
            for kind in t.game.all_kinds()
        }
        return {kind: name for kind, name in firsts.items() if name}

    def example(self, t: Table) -> str:
        """Two wagers of this table as they are typed, of two kinds where it has them."""
        least = max(t.game.minimum, t.game.unit)
        stakes = {name: side.limits().minimum for name, side in t.game.sides.items()}
        return ", ".join(f"{name} {show_amount(stakes.get(name, least))}" for name in list(self.wagers(t).values())[:2])

    def _affords(self, t: Table, cost: Cents, what: str) -> bool:
        if cost <= self.has(t):
            return True
        self.out.print(f"{what} takes {money(cost)}, and you have {money(self.has(t))}")
        return False

    def _repeat(self, t: Table) -> Answer | None:
        """What lay there when betting last closed, less what still lies there."""
        if not self.last:
            self.out.print("there are no wagers to repeat yet")
            return None
        boxes: dict[int, list[tuple[str, Cents]]] = {}
        for (box, kind), amount in self.last.items():
            lying = t.wager(box, self.name, kind)
            missing = amount - (lying.amount if lying else 0)
            if missing > 0:
                boxes.setdefault(box, []).append((kind, missing))
        places = [Place(box, self.name, tuple(wagers)) for box, wagers in boxes.items()]
        total = sum(amount for place in places for _, amount in place.wagers)
        if not places or not self._affords(t, total, "repeating the last wagers"):
            return None
        self._queue = places[1:]
        return places[0]

    def _remember(self, t: Table) -> None:
        """The person's wagers as betting closes, for `r`; one that has travelled is not placed again."""
        lying = {(w.box, w.kind): w.amount for w in t.all_wagers() if w.player == self.name and w.slot == w.kind}
        self.last = lying or self.last

    # -- decisions -----------------------------------------------------------------------------------

    def decide(self, t: Table, request: Choose) -> Answer:
        """A decision for one hand, by its key, its name, or either with an amount."""
        if t.refused() is None:
            self.out.print()
            draw_table(self.out, t, self.name)
        self._keys.give(request.options)
        silence = self._silence(request)
        self.out.print(_menu(request, self._keys, silence))
        self.out.print(self._meanings(t.game, request), style="dim")
        known = {option.name: option.clause for option in request.options} | {"the decision": request.clause}
        known |= {option.name + " amount": option.amount_clause for option in request.options if option.amount_clause}
        while True:
            text = self._ask("> ", known | self._last_clauses())
            if not text and silence:
                return Lapse()
            answer = self._read_choice(t, request, text)
            if answer is not None:
                return answer

    def _meanings(self, game: Game, request: Choose) -> str:
        """What the choices mean, of each the first time it comes up, and what is made of no answer at all."""
        said = [described(game, request, option) for option in request.options if option.name not in self._explained]
        self._explained |= {option.name for option in request.options}
        lines = [f"{meaning['name']}: {meaning['means']}" for meaning in said]
        silence = silence_of(game, request)
        if silence is not None:
            lines.append(f"no answer: {silence.words} [{silence.clause or 'house rule'}]")
        return "; ".join(lines)

    def _silence(self, request: Choose) -> str:
        """What Enter does: it passes over an offer, and never decides, whatever the law makes of silence."""
        if not isinstance(request, Offer | Direct):
            return ""
        return request.default.name if request.default is not None else PASS.name

    def _read_choice(self, t: Table, request: Choose, text: str) -> Answer | None:
        word, _, rest = text.partition(" ")
        if name := self._keys.name(word):
            text = f"{name} {rest}".strip()
        if not text:
            self.out.print(f"your turn: {', '.join(option.name for option in request.options)}")
            return None
        try:
            read = act(f"{request.hand} {self.name}: {text}")
        except ValueError as bad:
            self.out.print(shorten(str(bad)), soft_wrap=True)
            return None
        if type(read) is Choice:
            read = replace(read, name=decision(t.game, read.name, [option.name for option in request.options]))
        chosen = next((o for o in request.options if isinstance(read, Choice) and o.name == read.name), None)
        if chosen is None or chosen.most is None:
            return read
        asked = read.amount if isinstance(read, Choice) and read.amount is not None else chosen.most
        return read if self._affords(t, asked, chosen.name) else None

    # -- questions -----------------------------------------------------------------------------------

    def _last_clauses(self) -> dict[str, Clause]:
        return {f"last: {line.wager} {line.outcome}": line.clause for line in self.results}

    def _explain(self, what: str, known: dict[str, Clause]) -> None:
        """What may be done here and under which clauses; or one thing of it, or every clause under a number."""
        under = clauses_under(what)
        if under:
            self._print_clauses(under, known)
            return
        labels = {label: clause for label, clause in known.items() if what.lower() in label.lower()}
        if not labels:
            self.out.print(f"nothing here is called {shorten(repr(what))}; ? alone explains what you may do")
            return
        clauses = list(dict.fromkeys(labels.values()))
        self._print_clauses(clauses[:_MANY], labels)
        more = ", ".join(label for label, clause in labels.items() if clause in clauses[_MANY:])
        if more:
            self.out.print(f"also: {more}; '? name' explains one", style="dim")

    def _print_clauses(self, clauses: Iterable[Clause], labels: dict[str, Clause]) -> None:
        for clause in clauses:
            names = [label for label, other in labels.items() if other == clause]
            print_clause(self.out, clause, ", ".join(names))


class Keys:
    """One key for each option name, the same for as long as the person sits here."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def give(self, options: Iterable[Option]) -> None:
        """A key for each name that has none: the first free letter of the name, else any that is free."""
        for name in dict.fromkeys(option.name for option in options):
            if not self.key(name):
                free = [key for key in _KEYS if key not in self._names]
                key = next((letter for letter in name.lower() if letter in free), free[0] if free else "")
                if key:
                    self._names[key] = name

    def key(self, name: str) -> str:
        """The key of a name; "" when all were taken, and it has to be typed."""
        return next((key for key, named in self._names.items() if named == name), "")

    def name(self, key: str) -> str:
        """What a key means; "" when it means nothing yet."""
        return self._names.get(key.lower(), "")


def _menu(request: Choose, keys: Keys, silence: str) -> Text:
    menu = Text.assemble((f"box {request.hand}  ", "bold green"))
    for option in request.options:
        if key := keys.key(option.name):
            menu.append(f"[{key}] ", "bold")
        menu.append(f"{option.name}{_bounds(option)}   ")
    if silence:
        menu.append(f"Enter: {silence}   ")
    menu.append("?: the clauses", "dim")
    return menu


def _bounds(option: Option) -> str:
    if option.most is None:
        return f" {show_amount(option.back)} back" if option.back else ""
    if option.least in (None, option.most):
        return f" {show_amount(option.most)}"
    if option.sizes:
        *others, last = map(show_amount, option.sizes)
        return f" {', '.join(others)} or {last}"
    return f" {show_amount(option.least or 0)} to {show_amount(option.most)}"
