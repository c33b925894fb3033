"""Additional wagers: one schedule attaches them to the games of others. They lie beside the wagers of the game
(`t.sides`), so that nothing of the game settles, closes or counts them; the round marks the moments at which they are
decided. What a book says of them stands in its own files; there is no law here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.law import Clause, Refused, Result
from pitboss.money import Cents
from pitboss.table.definition import Duty, GameOption
from pitboss.table.facts import Rejected, Wager
from pitboss.table.limits import Sign
from pitboss.table.reports import reports_of

if TYPE_CHECKING:
    from pitboss.table.game import Game, PayTable, WagerKind
    from pitboss.table.table import Table

# Moments of a round at which additional wagers are decided: the first cards lie there, a hand has gone on or ended,
# the round has its result.
FIRST_CARDS, HAND_PLAYED, RESULT = "first cards", "hand played", "result"

# What a result may look at, so that the odds know what to go through: two cards of one hand; those and a third of the
# shoe; the cards of a hand as it is played; any three of one deck; what the best five of any five or seven cards of one
# deck are worth.
TWO_CARDS, TWO_AND_ONE, PLAYED_CARDS = "two cards", "two cards and one", "cards as they are played"
THREE_CARDS = "three cards of one deck"
# The faces of two cards of one hand; of two cards of each of two hands; how two hands end, drawing by their rules.
TWO_FACES, FOUR_FACES, TWO_HANDS = "two faces", "two faces of each hand", "how two hands end"
FIVE_CARDS, SEVEN_CARDS = "the value of five cards", "the value of seven cards"


class Side(ABC):
    """An additional wager as one game offers it; it may be placed under several names ("perfect pairs banker")."""

    # Its name among the options of a table.
    name: ClassVar[str] = ""
    # Where the law speaks of it, if that is not among the game's own.
    law: ClassVar[tuple[str, ...]] = ()
    # The games that may offer it, by id: the law's own list.
    games: ClassVar[tuple[str, ...]] = ()
    # When it is decided.
    moment: str = FIRST_CARDS
    # What its result looks at.
    looks_at: ClassVar[str] = ""
    # Its pay tables; where one says for which option of the table it is, the table's options choose.
    pay_tables: ClassVar[tuple[PayTable, ...]] = ()
    choices: ClassVar[tuple[GameOption, ...]] = ()
    duties: ClassVar[tuple[Duty, ...]] = ()
    # The clause that lists those games.
    listed: ClassVar[Clause | None] = None
    # True where it lies only on a box with a wager of the game itself.
    needs_game_wager: ClassVar[bool] = False
    # Why it may not be placed, as players say it, by the clause that stops it.
    why_not: ClassVar[Mapping[str, str]] = {}
    # The clause under which it goes back when the wager of the game beside it does; None where it does not.
    goes_back: ClassVar[Clause | None]
    # True where that is its player's own; False where it goes back only once none is left that it needs.
    rides_on_own: bool = True

    # The clause that says until when it may be placed, where that is not until betting closes.
    closes: ClassVar[Clause | None] = None
    # The clause by which it is lost when the hand that it rides on is folded; None where it rides on none.
    given_up: ClassVar[Clause | None] = None

    # What there is, each with a list of games of its own, by its name; what states it for other games, by its class.
    registry: ClassVar[dict[str, type[Side]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.name and {"name", "games"} & vars(cls).keys():
            Side.registry[cls.name if "name" in vars(cls) else cls.__name__] = cls

    def __init__(self, game: Game) -> None:
        self.game = game

    def offered(self) -> bool:
        """May it be placed at this table at all? A table for which the law sets no odds offers none."""
        return not self.pay_tables or self.name in self.game.pay

    @abstractmethod
    def kinds(self) -> tuple[WagerKind, ...]:
        """The wagers that it is placed as at this game."""

    @abstractmethod
    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """Why this wager may not be placed now; None when it may."""

    @abstractmethod
    def facts(self, t: Table, wager: Wager) -> Any:
        """What decides a wager, as it lies on the table; None while it is not there yet."""

    def decided_already(self, t: Table, wager: Wager) -> Any:
        """What decides a wager whose player takes the wager of the game beside it back, though more might have come;
        None where nothing does, and it goes back too."""
        return None

    @abstractmethod
    def result(self, kind: str, facts: Any) -> Result:
        """What becomes of a wager. Pure: the odds call it too."""

    @abstractmethod
    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        """Why so much of it may not lie there."""

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """A wager has been placed: others that give way to it go back."""
        return

    def stands(self, t: Table, wager: Wager) -> Clause | None:
        """When betting has closed: None where the wager takes part in the round, or the clause it goes back under."""
        return None

    @abstractmethod
    def limits(self) -> Sign:
        """The least and the most of it at this table."""

    @property
    def pay(self) -> PayTable:
        """The pay table that holds at this table."""
        return self.game.pay[self.name]


def attach(games: dict[str, type[Game]]) -> None:
    """Let every game offer what the schedules of additional wagers list it for."""
    # In the order of the text, where that is known.
    registered = sorted(Side.registry.values(), key=lambda side: side.listed.line if side.listed is not None else 0)
    # A variant before the game that it incorporates: each has the options of its own list.
    for game in sorted(games.values(), key=lambda game: -len(game.__mro__)):
        game.offers = tuple(side for side in registered if game.id in side.games)
        known = {choice.name for choice in game.choices}
        added = {choice.name: choice for side in game.offers for choice in side.choices if choice.name not in known}
        duties = [duty for side in game.offers for duty in side.duties if duty not in game.duties]
        if added:
            game.choices = (*game.choices, *added.values())
        if duties:
            game.duties = (*game.duties, *duties)
        # A report may tell of additional wagers that lay somewhere.
        game.reports = reports_of(game)
