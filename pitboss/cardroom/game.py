"""What a game between players is: the steps of a hand, how it is bet, and what its book says of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pitboss.cardroom.clock import clock
from pitboss.cardroom.pots import in_parts
from pitboss.cardroom.seating import Seating
from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused, refuse
from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table import lobby
from pitboss.table.definition import BadOption, Definition

if TYPE_CHECKING:
    from pitboss.cardroom.acts import AnyAct, PutChips
    from pitboss.cardroom.gestures import Early, Meant
    from pitboss.cardroom.hand import Hand
    from pitboss.cardroom.pots import Pot

# Who acts first in a round of betting.
BLINDS, BUTTON, LOW_CARD, HIGH_HAND = "left of the blinds", "left of the button", "lowest card up", "best hand up"


# What a hand waits for.
BET, DRAW, DISCARD, SET, RUNS, SHOW, PUSH, OVER = "bet", "draw", "discard", "set", "runs", "show", "push", "over"
# With a real deck: to be told what lies face up.
CARDS = "cards"


class DeckSpent(Exception):
    """A card is wanted of a deck that has none left, and the book does not say what then."""


class Event(NamedTuple):
    """Something that happened, to whom, and under which clause."""

    what: str
    place: int
    amount: Cents
    clause: Clause
    cards: tuple[Card, ...] = ()
    open: bool = True


# An event as a hand keeps it.
Noted = tuple[str, int, Cents, Clause, tuple[Card, ...], bool]


class Street(NamedTuple):
    """One step of a hand: cards, then a round of betting, and the clauses of each."""

    dealt: Clause
    first: str
    opened: Clause
    # Two or more are left when the betting is over: the hand goes on.
    settled: Clause
    # One is left.
    won: Clause
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = False
    # Before the betting each player may replace cards.
    draw: bool = False
    # After the betting each player gives up one card.
    discard: Clause | None = None
    # Who folds before the first bet passes the opening on.
    passes: Clause | None = None
    # Instead of betting each player sets his cards in hands of their own.
    sets: bool = False
    # The larger of two fixed bets.
    big: bool = False
    # The clause of the cards of a second board.
    again: Clause | None = None


class Share(NamedTuple):
    """A part of the pot that is won by itself: the high hand, the low hand, the hand with the second board."""

    name: str
    clause: Clause
    low: bool = False
    board: int = 0


class Bounds(NamedTuple):
    """What a bet or raise may come to in this round, and the clauses that set the least and the most.
    `sizes` lists the only amounts there are, where the law leaves no range."""

    least: Cents
    most: Cents
    clause: Clause
    limit: Clause
    sizes: tuple[Cents, ...] = ()


# Asked at every turn, so made straight from all fields.
within: Callable[[tuple[Cents, Cents, Clause, Clause, tuple[Cents, ...]]], Bounds] = partial(tuple.__new__, Bounds)


class PotCommission(NamedTuple):
    """Commission from one pot, and the clause it is taken, or let off, under."""

    amount: Cents
    clause: Clause


class LaneFigures(NamedTuple):
    """What a book says on one street of bets and commission, as figures for the compiled lane: are bets limited, the
    fixed bet, the most of a spread, how many raises there may be (0: any number), the part of pots that the house
    takes, or its sum a hand, and the most of it."""

    limited: bool
    size: Cents
    large: Cents
    most_raises: int
    rate: Fraction
    of_hand: Cents
    cap: Cents | None


class Blind(NamedTuple):
    """Money that is put down before the cards: how much of it is a live bet, and how much goes dead into the pot.
    `option`: its player may still raise when nobody else has."""

    place: int
    live: Cents
    dead: Cents
    clause: Clause
    option: bool = True
    # A blind sets the price of the first round; a post only pays its own way in.
    sets_price: bool = True


class Cites(NamedTuple):
    """The clauses under which ordinary acts are made and refused."""

    turn: Clause
    fold: Clause
    check: Clause
    call: Clause
    bet: Clause
    raises: Clause
    all_in: Clause
    chips: Clause
    uncalled: Clause
    ante: Clause
    shown: Clause
    runs: Clause
    fee: Clause
    # What is refused: an all-in above what may be bet, an act of one who is out of the betting.
    too_much: Clause
    no_part: Clause
    # A bet of more than the stake.
    stake: Clause | None = None
    # Time that is bought.
    time: Clause | None = None
    # What a post has beyond a live bet, where that is not the clause of the post.
    dead: Clause | None = None
    # The table of clauses on what goes wrong, where several games of a book have it alike under numbers of their own.
    faults: Any = None


class Conduct(NamedTuple):
    """What a player may not do, besides betting: in words, the clause that forbids it, and what he is to do instead.
    `learns`: another player learns of his cards by it."""

    words: str
    clause: Clause
    instead: str
    learns: bool = False


class PokerGame(Definition, Seating, ABC):
    """One game between players. Its book says what is legal and who is paid; its variant is data."""

    registry: ClassVar[dict[str, type[PokerGame]]] = {}
    category = lobby.CARD_ROOM
    # The codes under which the format PHH knows the game.
    phh: ClassVar[tuple[str, ...]] = ()
    # The clause that sets the most of a bet, by structure of betting.
    limited_by: ClassVar[Mapping[str, Clause]] = {}
    # The prefixes of what the book says of all its games between players, besides those of `law`.
    law_of_all: ClassVar[tuple[str, ...]] = ()
    streets: tuple[Street, ...] = ()
    shares: ClassVar[tuple[Share, ...]] = ()
    # Cards in the deck, and how many may play with it.
    decks: ClassVar[Mapping[int, int]] = {52: 10}
    boards: int = 1
    has_button: ClassVar[bool] = True
    # How many of those seated are dealt in; the others look on.
    most_active: int = 99
    # The clause of a hand that is dealt for anybody to take.
    kitty: ClassVar[Clause | None] = None
    # The book looks at every check, not only at one that faces a bet; and whoever put the blind may have to decline.
    asks_to_check: ClassVar[bool] = False
    cites: ClassVar[Cites]
    # What players may not do, by the name under which it is reported.
    conduct: ClassVar[Mapping[str, Conduct]] = {}
    # What has been taken from pots at the table in this hour: told by whoever keeps the clock.
    taken_this_hour: Cents = 0
    # What each player pays before every hand, and on joining.
    fee_per_person: Cents = 0
    fee_to_join: Cents = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__dict__.get("id"):
            # What a game builds on is known to that format by other rules.
            cls.phh = cls.__dict__.get("phh", ())
            _check_decks(cls)
            PokerGame.registry[cls.id] = cls

    @classmethod
    def drawn(cls) -> str:
        """The boards, the cards of a hand as they are dealt, and whether the low hand shares or wins."""
        streets = cls().streets
        faces = iter(lobby.cards(len(lobby.RANKS), cls.id).split())
        boards = [lobby.places(street.board for street in streets)] * cls.boards
        own = [next(faces) if up or all(not street.up for street in streets) else "??"
               for street in streets for up in (False,) * street.down + (True,) * street.up]
        sorts = {share.low for share in cls.shares}
        mark = {frozenset({True}): "LO", frozenset({True, False}): "H/L"}.get(frozenset(sorts), "")
        draws = sum(street.draw for street in streets)
        mark = mark or (f"×{draws}" if draws else "")
        return " / ".join(filter(None, (*boards, " ".join(own)))) + (f" | {mark}" if mark else "")

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.chip = amounts(self, "chip")[0]
        self.blinds = amounts(self, "blinds")
        self.ante = amounts(self, "ante")[0]
        self.structure = self.options.get("structure", "fixed")
        self.clock = clock(self)
        self.deck_size = int(self.options.get("deck") or next(iter(self.decks)))
        self.boxes = self.decks.get(self.deck_size) or max(self.decks.values())

    def refuse_completed(self, kind: str) -> Refused | None:
        """Why a report of this kind changes nothing any more once the pot is pushed, where the book says so."""
        return None

    # -- conduct -----------------------------------------------------------------------------------------

    def refuse_declaring(self, role: str) -> Refused | None:
        """Why somebody may not declare a misdeal, who may do whatever a dealer does."""
        return None

    def refuse_conduct(self, h: Hand, i: int, kind: str) -> Refused | None:
        """Why a player may not do what is reported of him."""
        rule = self.conduct.get(kind)
        return None if rule is None else refuse(rule.words, rule.clause, rule.instead)

    def all_in_option(self, h: Hand, i: int) -> Clause | Refused:
        """The clause under which a player may choose to be treated as all-in; why he may not."""
        return Refused(self.cites.no_part, "to be treated as all-in", "where the book gives the choice")

    def to_be_told(self, h: Hand, owner: int, by: int) -> tuple[tuple[int, ...], Clause | None]:
        """Who must hear what one player has learnt of another's cards, and by which clause."""
        return (), None

    def rake_sign(self) -> str:
        """What the sign says of the commission."""
        return self.options.get("commission", "nil").replace("nil", "no commission")

    @abstractmethod
    def refuse_players(self, count: int) -> Refused | None:
        """Why so many may not play; None when they may."""

    # -- dealing -----------------------------------------------------------------------------------------

    def order(self, seats: Sequence[int], button: int) -> list[int]:
        """The places of a hand: who is dealt first, and so on clockwise."""
        return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]

    def distribute(self, cards: Sequence[Card], hands: int) -> list[list[Card]]:
        """Cards from the deck as they reach the hands: one at a time."""
        dealt = list(cards)
        return [dealt[n::hands] for n in range(hands)]

    @abstractmethod
    def forced(self, h: Hand) -> Sequence[Blind]:
        """The blinds of an ordinary hand, in the order they are put down."""

    def brings_in(self, h: Hand) -> tuple[int, Cents, Clause] | None:
        """Who must open the first round with how much, where an up card decides that."""
        return None

    @abstractmethod
    def opener(self, h: Hand, street: Street) -> int:
        """Who acts first."""

    def prepared(self, h: Hand, street: Street) -> Street:
        """A street as it is dealt; another where the cards do not suffice for it."""
        return street

    # May the place of one who has folded still get cards?
    keeps_places: ClassVar[bool] = False
    place_kept: ClassVar[Clause]

    def keeps_place(self, h: Hand, i: int) -> bool:
        """Does the place of a player who folds now still get cards, until somebody puts chips in? Asked with
        `keeps_places`; the clause is `place_kept`."""
        return False

    def lie_open(self, h: Hand, i: int) -> Sequence[Card]:
        """The cards of a place that everybody sees."""
        return h.up[i]

    # Is what the book says of a short deck only of boards that are dealt again?
    short_in_runs_only: ClassVar[bool] = False

    def short_deck(self, h: Hand, wanted: int) -> None:
        """The deck cannot give so many cards: what the book does about it."""
        raise DeckSpent(f"{self.id}: {wanted} cards wanted of {len(h.deck)}")

    # -- betting -----------------------------------------------------------------------------------------

    @abstractmethod
    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        """What a player may bet or raise to; why he may not, when he may not at all."""

    @abstractmethod
    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """Why a player may not check; asked when he faces a bet, or whenever `asks_to_check`."""

    def refuse_fold(self, h: Hand, i: int) -> Refused | None:
        """Why a player who faces no bet may not fold; asked with `asks_to_check`."""
        return None

    def waits_under(self, h: Hand) -> Clause:
        """The clause under which the hand waits for what it waits for now."""
        return self.cites.turn

    def owes_discard(self, h: Hand, i: int) -> bool:
        """Has a player yet to give up a card, though others are betting on?"""
        return False

    def decline(self, h: Hand, i: int) -> Clause | Refused:
        """The clause under which the blind may be left as it is; why not, when there is no such act."""
        return Refused(self.cites.check, "declining to raise", "check, call, raise or fold")

    def kitty_costs(self, h: Hand, i: int) -> tuple[Cents, Clause] | Refused:
        """What a player's bet must come to before he has the kitty for his cards; why he may not have it."""
        return Refused(self.cites.turn, "the kitty", "there is none in this game")

    @abstractmethod
    def least_bet(self, h: Hand) -> Cents:
        """The least that opens the betting of the street."""

    @abstractmethod
    def reopens(self, h: Hand, i: int, to: Cents) -> bool:
        """Is this a bet or raise that lets those raise again who have acted?"""

    def stays_fresh(self, h: Hand, i: int) -> int:
        """Who may still raise after an all-in that reopens nothing."""
        return h.fresh & ~(1 << i)

    def gives_back(self, h: Hand) -> bool:
        """Does a blind that nobody called go back to the last player left?"""
        return False

    def returned(self, h: Hand, i: int) -> Clause:
        """The clause under which a bet goes back that nobody called."""
        return self.cites.uncalled

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """A voluntary blind before the cards, beside those made already: the blind it makes, or why it may not be.
        `left` is the place next to the last blind."""
        return Refused(self.cites.turn, "a straddle", "no straddle in this game")

    # Does time that has passed decide by itself, or does the dealer say so?
    clock_decides: ClassVar[bool] = False

    def seconds_to_act(self, bought: int) -> int:
        """How long a player may take who has bought time so often; 0 for as long as he likes."""
        return 0

    def refuse_time(self, bought: int) -> Refused | None:
        """Why no more time is sold to one who has bought it so often."""
        return Refused(self.cites.turn, "more time", "there is no limit to it")

    def time_out(self, h: Hand) -> AnyAct | Refused:
        """What becomes of a player who lets his time pass: a fold facing a bet, else a check."""
        return Refused(self.cites.turn, "time that has passed", "there is no limit to it")

    @abstractmethod
    def ranked_by(self, category: Any) -> Clause:
        """The clause that puts high hands of a category in their place among the others."""

    def hand_name(self, value: Any) -> str:
        """What a hand is called in the words of the book."""
        return str(value.category.label)

    def motion(self, what: str) -> Meant | Refused:
        """The act that a motion stands for."""
        return Refused(self.cites.turn, what, "say what it is")

    # What is said in turn binds.
    word_binds: ClassVar[Clause]

    def refuse_word(self, word: str) -> Refused | None:
        """Why a word alone counts for nothing."""
        return None

    @abstractmethod
    def meant(self, h: Hand, i: int, chips: PutChips) -> Meant:
        """What chips put down come to."""

    @abstractmethod
    def refuse_early(self, h: Hand, i: int, act: AnyAct) -> Refused | None:
        """Why an act before its turn counts for nothing; None when the book has more to say of it."""

    def first_missed(self, h: Hand) -> int:
        """Who acts now that somebody has acted before his turn."""
        return h.turn

    @abstractmethod
    def early_stands(self, h: Hand, i: int, waiting: Early) -> Meant:
        """What becomes of an act that came too early, now that its turn is there; no act: its player acts anew."""

    def refuse_runs(self, h: Hand, times: int) -> Refused | None:
        """Why the board may not be dealt so often; None when it may."""
        return Refused(self.cites.runs, f"run {times} times", "the board is dealt once")

    def run_from(self, h: Hand) -> int:
        """The first street that is dealt again in every run."""
        return h.street + 1

    def run_burns(self, street: Street) -> bool:
        """Is a card burnt before the cards of this street in every run?"""
        return street.burn

    def runs_dealt(self, h: Hand) -> int:
        """How many of the boards agreed on are dealt."""
        return h.runs

    def run_contested(self, run: int) -> int:
        """The board of a run for which its part of the pot is played."""
        return run

    def refuse_setting(self, h: Hand, i: int, hands: Sequence[Sequence[Card]]) -> Refused | None:
        """Why cards cannot be set so; None when they can, rightly or wrongly."""
        return Refused(self.cites.turn, "setting hands", "not in this game")

    # -- showdown ----------------------------------------------------------------------------------------

    def goes_on(self, h: Hand) -> Clause:
        """The clause under which two or more play on when the betting is over."""
        return self.streets[h.street].settled

    def last_left(self, h: Hand) -> Clause:
        """The clause under which the last player left wins."""
        return self.streets[h.street].won

    def formed(self, h: Hand, layers: list[Pot]) -> list[Pot]:
        """The pots of a hand and who contests each."""
        return layers

    def parts(self, shares: list[tuple[Clause, tuple[int, ...]]]) -> list[tuple[Clause, tuple[int, ...]]]:
        """The shares of a pot that somebody wins."""
        return [part for part in shares if part[1]]

    def shows_first(self, h: Hand) -> int:
        """Who shows first: the last who was called in the hand, else the first left of the button."""
        live = h.places(h.live)
        last = next((event.place for event in reversed(h.log) if event.what in ("bet", "raise")), -1)
        return last if last in live else live[0]

    # Is the called player asked to show, or may hands only be thrown away unshown; and the clauses under which that is
    # done, and such a hand seen.
    asks_to_show: ClassVar[bool] = False
    may_muck: ClassVar[bool] = False
    giving_up: ClassVar[Clause]
    looking: ClassVar[Clause]

    def refuse_giving_up(self, h: Hand, i: int) -> Refused | None:
        """Why a player may not fold at the showdown."""
        return Refused(self.cites.shown, "a fold at the showdown", "hands are read as they lie")

    def called_next(self, h: Hand, i: int) -> int:
        """Who is to show when the called player has folded."""
        return h.places(h.live)[0]

    def lies_open_to_questions(self, h: Hand, i: int) -> bool:
        """Does a hand that is folded at the showdown lie there, for those who ask to see it, until the pot is won?"""
        return i == h.turn

    def showing_ends(self) -> bool:
        """Is the showdown over when the called player has shown?"""
        return True

    def refuse_looking(self, h: Hand, i: int, at: int) -> Refused | None:
        """Why a player may not see a hand that was folded at the showdown."""
        return Refused(self.cites.shown, "a look at a folded hand", "it stays where it is")

    def brings_back(self, h: Hand, i: int) -> bool:
        """May a folded hand win because this player asked to see it?"""
        return False

    @abstractmethod
    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> Any | None:
        """What cards are worth for a share of the pot, higher being better; None when they do not qualify."""

    @abstractmethod
    def divide(self, h: Hand, amount: Cents, winners: Sequence[int]) -> tuple[dict[int, Cents], Clause]:
        """A share among those who tie for it, to the smallest chip, and what is left over."""

    def between_shares(self, h: Hand, amount: Cents) -> list[Cents]:
        """Equal parts of a pot that several hands win; the first takes what cannot be divided."""
        return in_parts(amount, len(self.shares), self.chip)

    def between_runs(self, h: Hand, amount: Cents) -> list[Cents]:
        """A pot divided among the runs; the first takes what cannot be divided."""
        return in_parts(amount, h.runs, self.chip)

    def lane_figures(self, h: Hand) -> LaneFigures | None:
        """What the book says on this street as figures, where the compiled lane has its rules of betting and of
        commission; None: it has not."""
        return None

    @abstractmethod
    def commission(self, h: Hand, pots: Sequence[Pot], winners: Sequence[tuple[int, ...]]) -> list[PotCommission]:
        """What the house takes from each pot."""


def _check_decks(game: type[PokerGame]) -> None:
    """A deck has cards for as many as may play with it, unless the book says what is done when it runs out."""
    own = (game.short_deck is not PokerGame.short_deck and not game.short_in_runs_only) or (
        game.prepared is not PokerGame.prepared)
    # Where hands are set, only some of those seated are dealt in.
    if own or any(street.sets for street in game.streets):
        return
    each = sum(street.down + street.up for street in game.streets)
    all_of_them = sum(street.board * game.boards + street.burn for street in game.streets)
    for size, players in game.decks.items():
        needed = players * each + all_of_them
        if needed > size:
            raise TypeError(f"{game.__name__}.decks: {players} players need {needed} cards, and a deck has {size}; "
                            "fewer players, or say what is done then (short_deck)")


# What one player pays another where hands are set: from, to, how many units, under which clause, and for which row.
Payment = tuple[int, int, int, Clause, str]


class SettingGame(PokerGame):
    """A game in which players set their cards in hands of their own and pay each other: there is no pot."""

    # What is won and lost by points: the hands from front to back, and what is won beyond them.
    rows: ClassVar[tuple[str, ...]] = ()
    # What a point is worth.
    unit: Cents = 0

    @abstractmethod
    def in_hands(self, cards: Sequence[Card]) -> tuple[Sequence[Card], ...]:
        """Cards as they lie, from front to back, as the hands they make."""

    @abstractmethod
    def values(self, hands: Sequence[Sequence[Card]]) -> Sequence[Any]:
        """What each of the hands is worth."""

    @abstractmethod
    def rightly_set(self, hands: Sequence[Sequence[Card]]) -> bool:
        """Are the hands in the order that the book asks for?"""

    @abstractmethod
    def payments(self, sets: Mapping[int, Sequence[Sequence[Card]]]) -> Iterator[Payment]:
        """Who pays whom how many units, in the order of the comparisons."""

    @abstractmethod
    def settle(self, h: Hand) -> None:
        """Hands that were set are compared, and players pay each other."""


def amounts(game: Definition, name: str) -> tuple[Cents, ...]:
    """An option of one or more amounts: "1/2", "2-10", "5"; "0" and a missing option are nothing."""
    text = game.options.get(name, "0")
    try:
        cents = tuple(parse_amount(part) for part in text.replace("-", "/").split("/"))
    except BadAmount as bad:
        raise BadOption(f"{game.id}: {name}: {bad}") from None
    if any(amount < 0 for amount in cents):
        raise BadOption(f"{game.id}: {name}={text} is below zero")
    return cents
