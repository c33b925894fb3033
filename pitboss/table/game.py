"""What every game is: its wagers, options, round, rulings and duties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import decks
from pitboss.law import Clause, Refused, refuse
from pitboss.money import Cents, Odds, odds, parse_amount, show_amount
from pitboss.table.acts import Choice, Irregular, Lapse, Place, Take
from pitboss.table.decisions import CONTINUE, RETRACT, Called, declared
from pitboss.table.decisions import Decision as Decision
from pitboss.table.definition import BadOption as BadOption
from pitboss.table.definition import Definition
from pitboss.table.definition import Duty as Duty
from pitboss.table.definition import GameOption as GameOption
from pitboss.table.definition import Look as Look
from pitboss.table.facts import BOARD, DEALER, Rejected, Settled, Wager, Worth
from pitboss.table.hands import Parts
from pitboss.table.limits import Sign
from pitboss.table.once import once
from pitboss.table.reports import Fact, refused_facts
from pitboss.table.reports import ruling as ruling
from pitboss.table.requests import Choose, Option
from pitboss.table.sides import Side
from pitboss.table.table import Round, RoundVoid, Table

# When a wager is made.
OPENING, DECISION = "opening", "decision"

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")


class WagerKind(NamedTuple):
    """A wager people may place, by its name in transcripts, and the clause that defines it."""

    name: str
    clause: Clause
    note: str
    # What a layout prints where its name is too long.
    short: str = ""
    # When it is made: before the cards come, or by a decision in the round.
    moment: str = OPENING
    # The two hands that decide it, where hands are compared, or the one; "box" for the one of its own box.
    compares: tuple[str, ...] = ()
    # What people call it, where that is not the law's word.
    everyday: str = ""


class PayTable:
    """Pay lines of one wager, each with its odds and clause."""

    def __init__(
        self, wager: str, lines: Mapping[Any, tuple[str, Clause]], otherwise: Clause | None = None,
        option: tuple[str, str] | None = None,
    ) -> None:
        self.wager = wager
        # The option of a table, and its value, that this table of payments is for; None where it is for all.
        self.option = option
        # The clause under which whatever the table does not list loses.
        self.otherwise = otherwise
        self.lines: dict[Any, tuple[Odds, Clause]] = {
            line: (odds(text), clause) for line, (text, clause) in lines.items()
        }

    def holds(self, options: Mapping[str, str]) -> bool:
        """Is it the one for a table with these options?"""
        return self.option is None or options.get(self.option[0]) == self.option[1]

    def get(self, line: Any) -> tuple[Odds, Clause] | None:
        """The odds and clause of a line, or None when the table does not list it."""
        return self.lines.get(line)


def displaces(*clauses: Clause) -> Callable[[F], F]:
    """Name the clauses of the incorporated schedule that an overriding provision stands in for."""

    def mark(provision: F) -> F:
        provision.displaces = clauses  # type: ignore[attr-defined]
        return provision

    return mark


class Displacing(tuple[V, ...]):
    """Data of a variant that stands in for the incorporated schedule's."""

    displaces: tuple[Clause, ...] = ()


def displacing(data: tuple[V, ...], *clauses: Clause) -> Displacing[V]:
    """Wagers, options or pay tables restated by a variant, with the clauses they displace."""
    result = Displacing(data)
    result.displaces = clauses
    return result


class Game(Definition, ABC):
    """One game of one rulebook. A subclass with an `id` is a game people can play."""

    # For a schedule that incorporates another: the clause that does so.
    incorporated_by: ClassVar[Clause | None] = None
    # For a schedule that has a text in common with others: its own clauses, by the role each has in that text.
    cites: ClassVar[Any] = None
    kinds: ClassVar[tuple[WagerKind, ...]] = ()
    # What may be decided in a round, beside its wagers; a class adds to what those it stands on declare.
    decisions: ClassVar[tuple[Decision, ...]] = (RETRACT, CONTINUE)
    # Names of such as what it builds on declares, and it is played without; of an official's, with the office before it
    # ("boxperson: no roll").
    no_decisions: ClassVar[tuple[str, ...]] = ()
    pay_tables: ClassVar[tuple[PayTable, ...]] = ()
    # The additional wagers that other schedules list this game for.
    offers: ClassVar[tuple[type[Side], ...]] = ()
    boxes = 7
    # The first box that players have from the start; the house may have those before it.
    first_box: ClassVar[int] = 1
    # First words of the choices people may make while wagers are gathered ("on", "pass").
    gather_words: tuple[str, ...] = ()
    # Those of them that are always to hand, as a screen offers them; what may be called on one wager, `calls_on` says.
    calls: ClassVar[tuple[Decision, ...]] = ()
    # First words of lines by which a file tells how the table stands when a round begins ("banker").
    state_words: ClassVar[tuple[str, ...]] = ()
    # How dice fell that decide nothing, where a file does not tell; () where it must.
    dice_untold: ClassVar[tuple[int, ...]] = ()
    # First words of claims people may make at any time; too late, `refuse_out_of_turn` says why.
    claim_words: ClassVar[tuple[str, ...]] = ()
    # The wager that a bare amount places; "" where a round may open with one of several.
    opening: ClassVar[str] = ""
    # Wagers that must lie beside the opening one, as large as it.
    matched: ClassVar[tuple[str, ...]] = ()
    # Wagers that are made in the place of the opening one, and never lie beside it.
    instead: ClassVar[tuple[str, ...]] = ()
    # Whose cards a round has: "box" for one hand a box, the others by name.
    hands_dealt: ClassVar[tuple[str, ...]] = ("box", "dealer")
    # Other words people use for this game's wagers and choices ("bet" for the wager that continues); those common
    # to all games are in wording.py.
    other_words: ClassVar[Mapping[str, str]] = {}
    # Irregularities that report, when it is noticed, a card that was not dealt earlier.
    omissions: ClassVar[tuple[str, ...]] = ()
    # Irregularities about the next card of the shoe: a file reports them before that card is dealt.
    next_card: ClassVar[tuple[str, ...]] = ()
    # Irregularities of a throw or a spin: a file reports them in its place.
    of_a_throw: ClassVar[tuple[str, ...]] = ()
    # True where play goes by each card as it falls, so that a card dealt face up is entered with its face.
    faces_at_once: ClassVar[bool] = False
    # What may be told of how a wager was made, where the law asks; and of one that staff let count though it is late.
    wager_facts: ClassVar[tuple[Fact, ...]] = ()
    late_facts: ClassVar[Mapping[str, str]] = {}
    # What of its state lies on the layout for all to see.
    state_shown: ClassVar[tuple[str, ...]] = ()
    # Keys of its state that stay when a round is called off without being played: signs, people, markers.
    state_kept: ClassVar[tuple[str, ...]] = ()
    # Why a wager may not be placed, or betting not close, as players say it, by the clause that stops it.
    why_not: ClassVar[Mapping[str, str]] = {}
    # True where wagers may stand from round to round.
    wagers_stand: ClassVar[bool] = False
    # True where a wager that won stays for the next round, unless it is collected.
    wins_stay: ClassVar[bool] = False

    # True where boxes open with several hands, so that it is asked which of them a wager is for: derived.
    lies_apart: ClassVar[bool] = False
    # What may be decided, by whose it is and its name: derived from the decisions and wagers.
    all_decisions: ClassVar[dict[tuple[str, str], Decision]] = {}
    registry: ClassVar[dict[str, type[Game]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        base = next((c for c in cls.__mro__[1:] if getattr(c, "id", "")), None)
        if base is not None and cls.__dict__.get("id"):
            _check_variant(cls, base)
        cls.lies_apart = cls.lies_with is not Game.lies_with
        later = {kind.name: kind.note for kind in cls.kinds if kind.moment == DECISION}
        known = declared(cls.__mro__, later)
        cls.all_decisions = {
            key: decision for key, decision in known.items()
            if not {decision.name, f"{decision.by}: {decision.name}"} & {*cls.no_decisions}
        }
        if cls.__dict__.get("id"):
            if cls.id in Game.registry:
                raise TypeError(f"{cls.__name__}: there is a game {cls.id} already")
            Game.registry[cls.id] = cls

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = int(self.options.get("decks", "1"))
        self.minimum: Cents = parse_amount(self.options["minimum"])
        self.maximum: Cents = parse_amount(self.options["maximum"])
        self.unit: Cents = parse_amount(self.options["unit"])
        if self.minimum > self.maximum:
            raise BadOption(f"minimum={self.options['minimum']} is above maximum={self.options['maximum']}")
        offered = [side(self) for side in self.offers]
        # Additional wagers by every name they are placed under.
        self.sides: dict[str, Side] = {kind.name: side for side in offered for kind in side.kinds()}
        tables = (*self.pay_tables, *(table for side in offered for table in side.pay_tables))
        self.pay: dict[str, PayTable] = {table.wager: table for table in tables if table.holds(self.options)}

    # -- what a schedule writes --------------------------------------------------------------------

    def opening_state(self) -> dict[str, Any]:
        """What the table remembers from round to round, when it opens."""
        return {}

    def pack(self) -> tuple[Card, ...]:
        """All pieces in play at this table, as they come out of their boxes."""
        return decks(self.decks)

    def stops(self) -> tuple[str, ...]:
        """Every place at which the ball or the pointer of its wheel can stop; none without a wheel."""
        return ()

    def cut_after_bets(self) -> tuple[int, int] | None:
        """From how many to how many pieces from the back the pieces are cut once bets are closed, if they are."""
        return None

    def not_in_pack(self, card: Card) -> Refused | None:
        """The clause under which a piece is none of this game's; None where it is, or where no clause says so."""
        return None

    def none_left(self, card: Card) -> Refused | None:
        """The clause under which a piece cannot come again, where all that there are of it lie on the table."""
        return None

    def state_told(self, t: Table, word: str, text: str) -> Refused | Rejected | None:
        """A file tells how the table stands, in a line that starts with one of `state_words`: it is so from now on.
        Why it cannot be; None where it can."""
        return Rejected(f"{word} {text}: nothing to tell")

    def told_as_state(self, act: Place) -> str:
        """The line that tells the same as a wager, where a file of this round alone could not place it; "" for most."""
        return ""

    @abstractmethod
    def round(self, t: Table) -> Round[None]:
        """One round of play, in the order of the schedule."""

    @abstractmethod
    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        """Why this wager may not be placed now; None when it may."""

    def with_matched(self, wagers: Iterable[tuple[str, Cents]]) -> tuple[tuple[str, Cents], ...]:
        """Wagers, with as much on every one that must be as large as one of them; as they are where several of those
        are named."""
        named, as_one = tuple(wagers), (self.opening, *self.matched)
        sizes = [(kind, amount) for kind, amount in named if kind in as_one]
        if len(sizes) != 1 or not self.matched:
            return named
        (lies, size), missing = sizes[0], list(as_one)
        missing.remove(lies)
        return (*named, *((kind, size) for kind in missing))

    def refuse_together(self, t: Table, box: int, player: str) -> Refused | Rejected | None:
        """Why a player's wagers on a box may not lie as they do, once all that were named together are placed; None
        when they may."""
        return None

    def lies_with(self, t: Table, box: int, player: str, kind: str) -> str:
        """The hand that a wager placed now is for, where a box opens with several; "" where it lies on the box."""
        return ""

    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """Why this game takes no such additional wager now, whatever its own schedule says; None when it may."""
        return None

    def refuse_taking_side(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Why this game lets no additional wager be touched now; None when it may be."""
        return None

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """A wager of the game has been placed beside which additional ones may lie: others that give way go back."""
        return

    def emptied(self, t: Table, box: int) -> None:
        """The last wager of the game on a box has gone back."""
        return

    def side_kinds(self) -> tuple[WagerKind, ...]:
        """The additional wagers that may be placed at this table."""
        if not self.sides:
            return ()
        return tuple(kind for side in dict.fromkeys(self.sides.values()) if side.offered() for kind in side.kinds())

    def all_kinds(self) -> tuple[WagerKind, ...]:
        """Every wager that may be placed, those of other schedules last."""
        return (*self.kinds, *self.side_kinds())

    def round_over(self, t: Table, void: bool) -> None:
        """A round has ended, with an outcome or as a void one."""
        return

    def end_void(self, t: Table, clause: Clause) -> NoReturn:
        """Officials call off a round: every wager that lies there goes back."""
        raise RoundVoid(clause)

    def acts_for(self, office: str, asked: str) -> bool:
        """May one official decide what another is asked?"""
        return self.book.acts_for(office, asked)

    def occasions(self, t: Table) -> tuple[str, ...]:
        """Words of its duties that come up now, between rounds, by what the table remembers."""
        return ()

    @abstractmethod
    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        """Why a wager may not be placed or touched once betting has closed."""

    def takes_wagers(self, t: Table) -> bool:
        """Are wagers still taken, although cards are on their way?"""
        return False

    def late_wager(self, t: Table, act: Place) -> Refused | Rejected | None:
        """A wager while the dice are in the air: refused as any late one, unless the law has a way to make it."""
        return self.refuse_late(t, act)

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Why a wager may not be taken back or reduced while betting is open; None when it may."""
        return None

    def take_back(self, t: Table, wager: Wager, amount: Cents) -> None:
        """A player takes back a stake, or part of it, as he may; where the law calls that void, it is settled so."""
        t.take(wager, amount)

    def refuse_closing(self, t: Table) -> Refused | Rejected | None:
        """Why betting may not close yet; None when it may."""
        return None

    def plainly(self, t: Table, player: str, refused: Refused) -> str:
        """Why a player may not place a wager, or have betting closed, in his own words; "" where what is refused and
        what is legal say enough."""
        reasons = (self.why_not, *(side.why_not for side in self.sides.values()))
        return next((words[refused.clause] for words in reasons if refused.clause in words), "")

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        """The clause that stops a hand from acting while another is asked, where the schedule has one."""
        return None

    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        """The clause that stops somebody from deciding for a hand that another player is asked about."""
        return None

    def normal_choice(self, name: str) -> str:
        """The name an option has, however it is written ("set low b a high d c" is set low a b high c d)."""
        return name

    def takes_change(self, t: Table, act: Choice) -> bool:
        """May a hand that has decided still change its mind, while another is asked?"""
        return False

    def change_mind(self, t: Table, act: Choice) -> Option | None:
        """Put a decision in the place of one that was made; gives what was chosen."""
        return None

    def refuse_choice(self, t: Table, request: Choose, name: str) -> Refused | Rejected | None:
        """Why something that is not among the options may not be chosen, where more is to be said than that."""
        return None

    def foregone(self, t: Table, request: Choose, others: bool) -> Choice | Lapse | None:
        """What any player would decide, where all cards are known to the equipment: nobody is asked then, and it is
        done for him. None where he is asked; that may hang on hidden cards only where the answer turns them up.
        `others`: is anybody else at the table?"""
        return None

    def table_choice(self, t: Table, act: Choice) -> Refused | Rejected | None:
        """A choice made while wagers are gathered (calling a bet on, passing the dice)."""
        return Rejected(f"{act.name} is nothing to decide before the round starts")

    def calls_on(self, wager: Wager) -> tuple[Decision, ...]:
        """What its player may call on one wager while wagers are gathered."""
        return ()

    def called_upon(self, t: Table) -> Called | None:
        """Who is asked, while wagers are gathered, whether to take something that goes round the table."""
        return None

    def outside_limits(self, kind: str, amount: Cents, clause: Clause, sign: Sign | None = None) -> Refused | None:
        """Refuse a wager outside the limits, or not in their unit: those of the options, or those of a sign."""
        least, most, step = sign or Sign(self.minimum, self.maximum, self.unit)
        if clause.says(least <= amount <= most) and amount % step == 0:
            return None
        low, high, unit = map(show_amount, (least, most, step))
        return refuse(f"{kind} {show_amount(amount)}", clause, f"{kind} {low} to {high} in steps of {unit}")

    def cards_held(self, what: Irregular) -> int | None:
        """How many cards a hand had when an omission was noticed; None where the report does not tell."""
        return int(what.get("cards")) if what.get("cards").isdecimal() else None

    def cutting_card_appears(self, t: Table) -> Round[None]:
        """The cutting card came out of the shoe; the card asked for is dealt after this."""
        t.state["cutting_card"] = True
        yield from ()

    def normal_name(self, name: str) -> str:
        """The name a wager is kept under, however it is written ("split 3/2" lies on split 2/3)."""
        return name

    def taken_alike(self, name: str) -> str:
        """One word for all wagers that are taken under the same conditions while nothing lies on them; by itself, a
        wager's own name."""
        return name

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        """What people call a hand whose cards they see: "17", "pair of fours"; "" where it has no name. `beside`: with
        the cards that decide between hands of one name."""
        return ""

    def parts_of(self, choice: str) -> Parts:
        """The cards that a choice puts together, group by group with what each is called; nothing where it puts none
        together."""
        return ()

    def lies_in(self, t: Table, hand: str) -> Parts:
        """The groups that a hand was put in."""
        return ()

    def everyday_wager(self, name: str) -> str:
        """What people call a wager: the everyday name of its kind, and what follows it ("hard 6", "place 6")."""
        named = [kind for kind in self.all_kinds() if kind.everyday and f"{name} ".startswith(f"{kind.name} ")]
        kind = max(named, key=lambda kind: len(kind.name), default=None)
        return name if kind is None else f"{kind.everyday}{name[len(kind.name):]}"

    def called_out(self, t: Table) -> str:
        """How a round came out for everybody at the table: "17 black"; "" where each hand has a result of its own."""
        return ""

    def decided_by(self, t: Table, line: Settled) -> str:
        """Why a wager came out as it did, as its player would say it: "the dealer busts with 26"; "" where nothing is
        to be said but which hand beat which."""
        return ""

    def cheered(self, t: Table, line: Settled) -> str:
        """What is called out at a win that people wait for: "Blackjack!"; mostly nothing."""
        return ""

    def in_a_word(self, t: Table) -> tuple[str, str]:
        """How a round came out that was not void, and a tag to colour it by, where neither a wheel nor dice tell."""
        dealer = t.hands.get(DEALER)
        if dealer is not None and dealer.cards and all(dealer.face_up):
            return f"{DEALER} {' '.join(dealer.cards)}", ""
        if dealer is None and (board := t.open_cards(BOARD)):
            return f"{BOARD} {' '.join(board)}", ""
        return ("folded" if t.lines and t.hands else ""), ""

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        """What a hand whose cards all can see counts against another; None where it is not compared, or not yet."""
        return None

    def wager_names(self) -> tuple[str, ...]:
        """Every wager that opens a round, by the name it is placed under at this table ("straight up 17")."""
        return (*self.opens, *[kind.name for kind in self.side_kinds() if kind.moment == OPENING])

    def wager_named(self, text: str) -> str | None:
        """The wager that a report names, with hyphens for spaces; None where there is none."""
        name = self.normal_name(text.replace("-", " "))
        return name if name in (*self.wager_names(), *self.sides) else None

    # -- shared machinery --------------------------------------------------------------------------

    @once
    def opens(self) -> dict[str, Clause]:
        """The wagers of the game that open a round, with their definitions."""
        return {kind.name: kind.clause for kind in self.kinds if kind.moment == OPENING}

    @once
    def in_pack(self) -> Mapping[Card, int]:
        """How often each piece is in the pack."""
        return dict(Counter(self.pack()))

    def refuse_wager_facts(self, act: Place) -> Rejected | None:
        """Why a wager may not be told of in this way; None when it may."""
        refused = refused_facts(self, "a wager", {fact.name: fact for fact in self.wager_facts}, act.facts)
        return Rejected(refused) if refused else None

    def wagering(self, t: Table, act: Place | Take | Choice) -> Refused | Rejected | None:
        """Carry out an act while wagers are gathered, wholly or not at all."""
        if type(act) is Choice:
            return self.table_choice(t, act)
        if not 1 <= act.box <= self.boxes:  # type: ignore[union-attr]
            return Rejected(f"there is no box {act.box}; boxes are 1 to {self.boxes}")  # type: ignore[union-attr]
        act = self._by_its_name(act)  # type: ignore[arg-type]
        if type(act) is Place:
            return self._place(t, act)
        if type(act) is Take and not act.player:
            act = _named(t, act)
        return self._take(t, act)  # type: ignore[arg-type]

    def _by_its_name(self, act: Place | Take) -> Place | Take:
        """The act with its wagers under the names the layout has for them."""
        if type(act) is Take:
            return msgspec.structs.replace(act, wager=self.normal_name(act.wager))
        normal_name = self.normal_name
        for name, _ in act.wagers:  # type: ignore[union-attr]
            if normal_name(name) != name:
                named = tuple([(normal_name(name), amount) for name, amount in act.wagers])  # type: ignore[union-attr]
                return msgspec.structs.replace(act, wagers=named)
        return act

    def _place(self, t: Table, act: Place) -> Refused | Rejected | None:
        """Wagers named together are looked at with the one that opens a round first and additional ones last, in
        whatever order they are named."""
        box, player, wagers, sides = act.box, act.player, act.wagers, self.sides
        if len(wagers) > 1 and (sides or wagers[0][0] != self.opening != ""):
            wagers = tuple(sorted(wagers, key=lambda wager: (wager[0] in sides, wager[0] != self.opening)))
        sat = player in t.boxes.get(box, ())
        placed: list[Wager] = []
        refuse, place = self.refuse_placing if sides else self.refuse_wager, t.place
        lies_with = self.lies_with if self.lies_apart else None
        for kind, amount in wagers:
            refused = refuse(t, box, player, kind, amount) if amount > 0 else _nothing(kind)
            if refused is not None:
                t.unplace([(lies, amount) for lies, (_, amount) in zip(placed, wagers, strict=False)], sat)
                return refused
            placed.append(place(box, player, kind, amount) if lies_with is None
                          else place(box, player, kind, amount, lies_with(t, box, player, kind)))
        if self.matched and (refused := self.refuse_together(t, box, player)) is not None:
            t.unplace([(lies, amount) for lies, (_, amount) in zip(placed, wagers, strict=True)], sat)
            return refused
        for kind, _ in wagers if sides else ():
            sides.get(kind, self).make_room(t, box, player, kind)
        return None

    def refuse_placing(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        """Why one wager may not be placed now, of the game or beside it."""
        side = self.sides.get(kind)
        if side is None:
            return self.refuse_wager(t, box, player, kind, amount)
        return self.refuse_side(t, box, player, kind, amount) or side.refuse(t, box, player, kind, amount)

    def refuse_touching(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Why a wager may not be taken back or reduced now, of the game or beside it."""
        side = self.sides.get(act.wager)
        if side is None:
            return self.refuse_taking(t, act)
        return self.refuse_taking_side(t, act) or (side.outside_limits(act.wager, act.to) if act.to else None)

    def _take(self, t: Table, act: Take) -> Refused | Rejected | None:
        wager = t.wager(act.box, act.player, act.wager)
        if wager is None:
            alike = [w for w in t.on_box(act.box, act.wager) if w.player == act.player and w.hand]
            if not alike or act.wager not in self.matched:
                which = f"; say which: {' or '.join(w.slot for w in alike)}" if alike else ""
                return Rejected(f"{act.player} has no {act.wager} on box {act.box}{which}")
            wager = alike[0]
        if not 0 <= act.to < wager.amount:
            return Rejected(f"{act.wager} can only be made smaller than it is")
        refused = self.refuse_touching(t, act)
        if refused is None:
            self.take_back(t, wager, wager.amount - act.to)
        return refused


def _nothing(kind: str) -> Rejected:
    return Rejected(f"{kind}: an amount above zero is needed")


def _named(t: Table, act: Take) -> Take:
    """The same act with its player's name, where only one has such a wager on the box."""
    players = {w.player for w in t.all_wagers() if w.box == act.box and act.wager in (w.slot, w.kind)}
    return msgspec.structs.replace(act, player=players.pop()) if len(players) == 1 else act


def limits(clause: Clause) -> tuple[GameOption, ...]:
    """The options every table has: what its limit sign shows, under the clause that asks for the sign."""
    return (
        GameOption("minimum", "1", ("amount",), clause, "least wager"),
        GameOption("maximum", "100000", ("amount",), clause, "largest wager"),
        GameOption("unit", "0.50", ("amount",), clause, "wagers are multiples of this"),
    )


# Names a variant may state afresh without displacing a clause: they say what it is, not what it does.
_DESCRIPTION = {
    "id", "title", "law", "brief", "incorporated_by", "duties", "registry", "reports", "offers", "opening",
    "decisions", "no_decisions", "all_decisions", "calls", "hands_dealt", "other_words", "look", "state_shown",
    "category", "also_called", "why_not", "plainly", "limbs", "cheered", "called_out",
    # A table of clauses names what it displaces by itself: the base's clause in the same role.
    "cites",
}


def _check_variant(cls: type[Game], base: type[Game]) -> None:
    if cls.incorporated_by is None or cls.__dict__.get("incorporated_by") is None:
        raise TypeError(f"{cls.__name__} incorporates {base.__name__}: it must name the clause (incorporated_by)")
    for name, member in vars(cls).items():
        provision = getattr(member, "fget", member)
        overrides = not name.startswith("__") and name not in _DESCRIPTION and hasattr(base, name)
        named = bool(getattr(provision, "displaces", ()))
        if overrides and not named:
            raise TypeError(f"{cls.__name__}.{name} overrides {base.__name__} without naming what it displaces")
        if named and not overrides:
            raise TypeError(f"{cls.__name__}.{name} displaces a clause, but {base.__name__} has no {name}")
