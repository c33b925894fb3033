"""Everything anybody may tell the floor to do, and which roles may. A command either happens wholly and is answered
after it is on disk, or is refused and changes nothing."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from pitboss.money import LARGEST_AMOUNT

PLAYER, DEALER, SUPERVISOR, MANAGER, INSPECTOR = "player", "dealer", "supervisor", "manager", "inspector"
ROLES = (PLAYER, DEALER, SUPERVISOR, MANAGER, INSPECTOR)
PLAYERS = frozenset({PLAYER})
DEALERS = frozenset({DEALER, SUPERVISOR, MANAGER})
SUPERVISORS = frozenset({SUPERVISOR, MANAGER})
MANAGERS = frozenset({MANAGER})
STAFF = frozenset({DEALER, SUPERVISOR, MANAGER, INSPECTOR})

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ShortText = Annotated[str, msgspec.Meta(max_length=80)]
Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
Amount = Annotated[int, msgspec.Meta(gt=0, le=LARGEST_AMOUNT)]
BoxNumber = Annotated[int, msgspec.Meta(ge=1, le=99)]
# Rounds, entries and times: no larger than a browser can count.
WholeNumber = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
# Players of the house at a table between players; each has a name of his own.
HousePlayers = Annotated[int, msgspec.Meta(ge=0, le=5)]
NamedTexts = Annotated[dict[ShortText, ShortText], msgspec.Meta(max_length=12)]
PlacedStakes = Annotated[list[tuple[ShortText, Amount]], msgspec.Meta(min_length=1, max_length=60)]


class Who(msgspec.Struct, frozen=True):
    """Somebody signed in. `browser` tells the browsers of a floor apart; empty where there is none."""

    name: str
    role: str
    browser: str = ""


class Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Something to do."""

    roles: ClassVar[frozenset[str]] = MANAGERS


class AtTable(Command, frozen=True):
    """Something to do at a table."""

    table: Name


class InRound(AtTable, frozen=True, kw_only=True):
    """Something that is done in one round: where it reaches the table late, or is sent again after the connection was
    lost, it counts in that round or not at all. 0: whichever round is on."""

    round: Annotated[int, msgspec.Meta(ge=0)] = 0


class AtStep(InRound, frozen=True, kw_only=True):
    """The answer to a question. `step` is the question, as the view names it: one that was lost on the way must not
    answer a later one. Empty: whatever is asked."""

    step: ShortText = ""


# -- players -----------------------------------------------------------------------------------------------


class Sit(AtTable, frozen=True, tag="sit"):
    """Take a box or seat; `amount` buys in at a table between players."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    box: BoxNumber
    amount: Amount | None = None


class ChangeSeat(AtTable, frozen=True, tag="change-seat"):
    """Between players: move to a free seat of the same table, before the next hand."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    box: BoxNumber


class Leave(AtTable, frozen=True, tag="leave"):
    roles: ClassVar[frozenset[str]] = PLAYERS


class PlaceWagers(InRound, frozen=True, tag="place"):
    roles: ClassVar[frozenset[str]] = PLAYERS
    box: BoxNumber
    wagers: PlacedStakes


class TakeWager(InRound, frozen=True, tag="take"):
    roles: ClassVar[frozenset[str]] = PLAYERS
    box: BoxNumber
    wager: ShortText
    to: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_AMOUNT)] = 0


class Clear(InRound, frozen=True, tag="clear"):
    """Take back every wager of one's own that may be taken back."""

    roles: ClassVar[frozenset[str]] = PLAYERS


class Decide(AtStep, frozen=True, tag="decide"):
    """A choice."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    hand: ShortText
    name: ShortText
    amount: Amount | None = None


class Ready(InRound, frozen=True, tag="ready"):
    """No more wagers from this player; when everybody with a wager says so, betting closes at once."""

    roles: ClassVar[frozenset[str]] = PLAYERS


class AddNumber(AtTable, frozen=True, tag="add-number"):
    """A number of one's own, mixed into what is drawn next at a table where one is alone."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    number: ShortText


class SitOut(AtTable, frozen=True, tag="sit-out"):
    """Keep the seat at a table between players without being dealt in."""

    roles: ClassVar[frozenset[str]] = PLAYERS


class ComeBack(AtTable, frozen=True, tag="come-back"):
    """Be dealt in again; `post` puts down what is owed for it at once, instead of waiting for the blind."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    post: bool = False


class AddChips(AtTable, frozen=True, tag="add-chips"):
    """More chips at a table between players."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    amount: Amount


class AnswerQuestion(AtTable, frozen=True, tag="answer"):
    """Yes or no to what every player at the table is asked; `n` says to which question."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    n: WholeNumber
    agree: bool


class CashOut(Command, frozen=True, tag="cash-out"):
    """Credits to a voucher."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    amount: Amount


class Redeem(Command, frozen=True, tag="redeem"):
    """A voucher to credits."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    code: ShortText


class OpenGame(Command, frozen=True, tag="open-game"):
    """A table of a game, on a floor of play money: one with a free seat, or another that is opened."""

    roles: ClassVar[frozenset[str]] = PLAYERS
    game: ShortText


class TopUp(Command, frozen=True, tag="top-up"):
    """Play money, where the floor gives it away."""

    roles: ClassVar[frozenset[str]] = PLAYERS


# -- dealers -----------------------------------------------------------------------------------------------


class NoMoreBets(InRound, frozen=True, tag="no-more-bets"):
    roles: ClassVar[frozenset[str]] = DEALERS


class Enter(AtStep, frozen=True, tag="enter"):
    """What cards, dice or ball did at a physical table; takes effect once confirmed, or entered twice."""

    roles: ClassVar[frozenset[str]] = DEALERS
    answer: msgspec.Raw


class Confirm(AtStep, frozen=True, tag="confirm"):
    """The entry as it was read back; `n` says which, for somebody else may have made another since. 0: any."""

    roles: ClassVar[frozenset[str]] = DEALERS
    n: WholeNumber = 0


class DropEntry(InRound, frozen=True, tag="drop-entry"):
    roles: ClassVar[frozenset[str]] = DEALERS


class TakeBack(AtTable, frozen=True, tag="take-back"):
    """What one entered last at a physical table was a slip; `n` says which entry, as the view names it. 0: the last."""

    roles: ClassVar[frozenset[str]] = DEALERS
    n: WholeNumber = 0


class PlaceFor(InRound, frozen=True, tag="place-for"):
    """Chips that a player without a terminal put down."""

    roles: ClassVar[frozenset[str]] = DEALERS
    box: BoxNumber
    player: Name
    wagers: PlacedStakes
    # Those confirm it whom the law asks, where that makes a late wager good.
    confirmed: bool = False


class TakeFor(InRound, frozen=True, tag="take-for"):
    roles: ClassVar[frozenset[str]] = DEALERS
    box: BoxNumber
    player: Name
    wager: ShortText
    to: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_AMOUNT)] = 0


class DecideFor(AtStep, frozen=True, tag="decide-for"):
    roles: ClassVar[frozenset[str]] = DEALERS
    hand: ShortText
    player: Name
    name: ShortText
    amount: Amount | None = None


class SeatFor(AtTable, frozen=True, tag="seat-for"):
    """Between players with chips: somebody sits down with some ("sit"), adds to them ("add"), sits out ("out"), comes
    back ("back"), posts what he owes ("post"), moves, straddles or leaves; or the button lies there ("button")."""

    roles: ClassVar[frozenset[str]] = DEALERS
    box: BoxNumber
    what: ShortText = "sit"
    player: ShortText = ""
    amount: Amount | None = None
    to: BoxNumber | None = None


class DealHand(InRound, frozen=True, tag="deal"):
    """The next hand of a table between players with real cards is dealt."""

    roles: ClassVar[frozenset[str]] = DEALERS


class ReportIrregularity(InRound, frozen=True, tag="report"):
    """An irregularity, in the words of the transcript notation."""

    roles: ClassVar[frozenset[str]] = DEALERS
    kind: ShortText
    facts: NamedTexts = {}


class Misdeal(InRound, frozen=True, tag="misdeal"):
    """A misdeal between players, on the word of whoever deals."""

    roles: ClassVar[frozenset[str]] = DEALERS
    reason: Reason


class Malfunction(AtTable, frozen=True, tag="malfunction"):
    """Terminals of a table, or the system behind them, do not work as they should."""

    roles: ClassVar[frozenset[str]] = DEALERS
    reason: Reason


class NoAnswer(AtStep, frozen=True, tag="silence"):
    """Nobody answered: what the law makes of that, now."""

    roles: ClassVar[frozenset[str]] = DEALERS


# -- supervisors -------------------------------------------------------------------------------------------


class GiveDirection(AtStep, frozen=True, tag="direct"):
    """The decision of an official, where the law leaves one; the table knows which office was asked."""

    roles: ClassVar[frozenset[str]] = DEALERS
    name: ShortText


class Propose(AtTable, frozen=True, tag="propose"):
    """A void round ("void") or a corrected entry ("correct"); somebody else must approve."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    what: ShortText
    reason: Reason
    round: WholeNumber = 0
    index: WholeNumber = 0
    answer: msgspec.Raw = msgspec.Raw(b"null")
    # The referred report that it is the answer to.
    referral: WholeNumber = 0
    # Between players: by which of the grounds that the book names; none for the house's own rule.
    ground: ShortText = ""


class Approve(AtTable, frozen=True, tag="approve"):
    """The second person's word; `table` may be "cage" or "people" too, where something waits there."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    n: WholeNumber


class Withdraw(AtTable, frozen=True, tag="withdraw"):
    """A proposal comes down, or a question to the players."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    n: WholeNumber


class AskPlayers(AtTable, frozen=True, tag="ask-players"):
    """Ask the players at a table to agree, where a clause lets the house do something only then: "close" the table, or
    "change" its stakes or limits as a sign tells."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    what: ShortText


class Settle(AtTable, frozen=True, tag="settle"):
    """The supervisor's word on a report that no rule answers: it is played on, and why. What is void or corrected
    instead is proposed."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    n: WholeNumber
    reason: Reason


class SetLimits(AtTable, frozen=True, tag="limits"):
    """New limits: after the notice the book asks for, or at once where players at the table keep theirs."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    minimum: Amount | None = None
    maximum: Amount | None = None
    at_once: bool = False
    starts: WholeNumber | None = None


class ChangeStakes(AtTable, frozen=True, tag="change-stakes"):
    """Between players: other options of the game, once the players had the notice that the book asks for or agree.
    `at_once`: without either, or not at all; `starts`: not before then."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    options: Annotated[dict[ShortText, ShortText], msgspec.Meta(min_length=1, max_length=12)]
    at_once: bool = False
    starts: WholeNumber | None = None


class SendPlayers(AtTable, frozen=True, tag="house-players"):
    """Between players: so many players of the house keep others company here."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    players: HousePlayers


class TerminalLimits(AtTable, frozen=True, tag="terminal-limits"):
    """Limits of one player's terminal; None for both ends them."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    player: Name
    minimum: Amount | None = None
    maximum: Amount | None = None


class Repaired(AtTable, frozen=True, tag="repaired"):
    """The terminals of a table work again."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS


class OpenTable(AtTable, frozen=True, tag="open-table"):
    roles: ClassVar[frozenset[str]] = SUPERVISORS


class TryAgain(AtTable, frozen=True, tag="try-again"):
    """Read a table again that is out of order; "cage" for the cage."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS


class CloseTable(AtTable, frozen=True, tag="close-table"):
    """Close the table: after the notice the book asks for, or now where it asks for none."""

    roles: ClassVar[frozenset[str]] = SUPERVISORS
    now: bool = False


# -- managers ----------------------------------------------------------------------------------------------


class RefuseCredit(AtTable, frozen=True, tag="refuse-credit"):
    """Credits that a player has from a time when the terminals were at fault are not paid."""

    roles: ClassVar[frozenset[str]] = MANAGERS
    player: Name
    amount: Amount
    reason: Reason


class Withhold(AtTable, frozen=True, tag="withhold"):
    """A payment of a round is withheld while the operator looks into it; 0: of the last one."""

    roles: ClassVar[frozenset[str]] = MANAGERS
    player: Name
    amount: Amount
    reason: Reason
    round: WholeNumber = 0


class PayHeld(AtTable, frozen=True, tag="pay-held"):
    """A payment that was withheld is made after all."""

    roles: ClassVar[frozenset[str]] = MANAGERS
    n: WholeNumber


class AddTable(Command, frozen=True, tag="add-table"):
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,29}$")]
    name: Name
    game: ShortText
    options: NamedTexts = {}
    mode: ShortText = "virtual"
    # How an entry at a physical table is made sure of: "confirm" or "twice".
    entry: ShortText = "confirm"
    wagering_seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 25
    decision_seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30
    # Players of the house who keep others company at a table between players; None: as many as is usual.
    house_players: HousePlayers | None = None
    # How many terminals may be at it, as approved; 0: nobody said.
    terminals: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0


class AddPerson(Command, frozen=True, tag="add-person"):
    name: Name
    role: ShortText
    password: ShortText


class SetRole(Command, frozen=True, tag="set-role"):
    name: Name
    role: ShortText


class Unlock(Command, frozen=True, tag="unlock"):
    name: Name


class ResetPassword(Command, frozen=True, tag="reset-password"):
    """A new one-time password, told once; of somebody of the staff, to whoever approves it."""

    name: Name


class Issue(Command, frozen=True, tag="issue"):
    """Credits bought at the cage, by cash or what is as good."""

    player: Name
    amount: Amount
    by: ShortText = "cash"


class PayOut(Command, frozen=True, tag="pay-out"):
    """Credits paid at the cage."""

    player: Name
    amount: Amount


class VoidVoucher(Command, frozen=True, tag="void-voucher"):
    """A voucher that is not to be paid; its value goes back to its player's credits."""

    serial: ShortText
    reason: Reason


class RenewVoucher(Command, frozen=True, tag="renew-voucher"):
    """A voucher that ran out is good again, for as long as a new one."""

    serial: ShortText
    reason: Reason


class PayVoucher(Command, frozen=True, tag="pay-voucher"):
    """A voucher paid in cash."""

    code: ShortText


AnyCommand = (
    Sit | ChangeSeat | Leave | PlaceWagers | TakeWager | Clear | Decide | Ready | AddNumber | SitOut | ComeBack
    | AddChips | AnswerQuestion | CashOut | Redeem | OpenGame | TopUp
    | NoMoreBets | Enter | Confirm | DropEntry | TakeBack | PlaceFor | TakeFor | DecideFor | SeatFor | DealHand
    | ReportIrregularity | Misdeal | NoAnswer | GiveDirection | Propose | Approve | Withdraw | AskPlayers | Settle
    | SetLimits | ChangeStakes | SendPlayers | TerminalLimits | OpenTable | CloseTable | TryAgain | Malfunction
    | Repaired | RefuseCredit | Withhold | PayHeld
    | AddTable | AddPerson | SetRole | Unlock | ResetPassword | Issue | PayOut | VoidVoucher | RenewVoucher | PayVoucher
)
COMMANDS: tuple[type[Command], ...] = AnyCommand.__args__

read_command = msgspec.json.Decoder(AnyCommand).decode


def tag_of(command: type[Command]) -> str:
    """The name a command goes by in messages.

    >>> tag_of(NoMoreBets)
    'no-more-bets'
    """
    return str(command.__struct_config__.tag)


def refused(what: str, clause: str = "", legal: str = "") -> dict[str, object]:
    """The answer to a command that changed nothing."""
    return {"ok": False, "refused": what, "clause": clause, "legal": legal}


