"""Is this answer legal for this request? The only gate an answer passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pitboss.equipment.cards import Card
from pitboss.law import Refused, refuse
from pitboss.money import show_amount
from pitboss.table.acts import (
    BACK,
    Answer,
    Ball,
    Cards,
    Choice,
    Close,
    CutAt,
    Dice,
    Lapse,
    Missed,
    Place,
    Shuffled,
    Take,
)
from pitboss.table.facts import Rejected
from pitboss.table.requests import (
    Asked,
    Burn,
    Choose,
    Cut,
    Deal,
    Direct,
    Gather,
    Option,
    Reveal,
    Roll,
    Shuffle,
    Spin,
)

if TYPE_CHECKING:
    from pitboss.table.table import Table

MaybeRefused = Refused | Rejected | None
# What people do while wagers are gathered.
_WAGERING = (Place, Take, Choice)
# What an answer is called that nobody has asked for.
_GIVEN = {Dice: "dice", Ball: "a spin", CutAt: "a cut", Cards: "cards", Close: "no more bets", Shuffled: "a shuffle",
          Missed: "a hand passed by"}


def check(t: Table, request: Asked, answer: Answer) -> MaybeRefused:
    """None when the answer may stand."""
    right = _ANSWERED_BY.get(type(request))
    if right is not None and type(answer) is right[0]:
        return right[1](t, request, answer)
    if type(answer) is Place and answer.facts and (unknown := t.game.refuse_wager_facts(answer)) is not None:
        return unknown
    if type(request) is Gather:
        if type(answer) is Close:
            return t.game.refuse_closing(t)
        if isinstance(answer, _WAGERING):
            return t.game.wagering(t, answer)
    elif isinstance(request, Choose):
        if type(answer) is Choice:
            return _choice(t, request, answer)
        if type(answer) is Lapse and (request.default is not None or type(request) is not Choose):
            return None
    return _out_of_place(t, request, answer)


def _out_of_place(t: Table, request: Asked, answer: Answer) -> MaybeRefused:
    """An answer to some other question."""
    if type(answer) is Missed and type(request) is Deal and t.game.omissions:
        return None
    if type(answer) is Place and type(request) is Roll:
        return t.game.late_wager(t, answer)
    if isinstance(answer, Place | Take):
        return t.game.refuse_late(t, answer)
    if type(answer) is Choice and (refused := t.game.refuse_out_of_turn(t, answer)) is not None:
        return refused
    word = answer.name if type(answer) is Choice else _GIVEN.get(type(answer), "silence")
    return Rejected(f"{word}: nobody asks for that now; the table waits for {waiting_for(request)}")


def waiting_for(request: Asked) -> str:
    """What the table is waiting for, in a few words."""
    match request:
        case Deal():
            return f"{request.count} card{'s' * (request.count > 1)} for {request.to}"
        case Reveal():
            return "the cards to be collected" if request.collected else f"the cards of {request.hand}"
        case Choose():
            whose = request.hand if isinstance(request, Direct) else f"{request.hand} {request.player}".strip()
            return f"{whose}: {_named(request)}"
        case Cut():
            return f"a cutting card {request.least} to {request.most} cards from the back"
    return {Gather: "wagers", Burn: "a card to burn", Shuffle: "the shuffle", Roll: "the dice", Spin: "the spin"}[
        type(request)
    ]


def _cards(t: Table, request: Deal | Burn | Reveal, answer: Cards) -> MaybeRefused:
    if answer.cutting_card and not answer.cards and type(request) is Deal:
        return None
    if len(answer.cards) != request.count:
        return Rejected(f"{len(answer.cards)} cards came; the table is waiting for {waiting_for(request)}")
    pack, seen = t.game.in_pack, t.seen
    for place, card in enumerate(answer.cards):
        if card == BACK and not _shown(t, request):
            continue
        times = seen.get(card, 0)
        if times >= pack.get(card, 0):
            no_more = t.game.not_in_pack(card) or t.game.none_left(card) or Rejected(none_left(t, card))
            return _forget(t, answer, place, no_more)
        seen[card] = times + 1
    return None


def none_left(t: Table, card: Card) -> str:
    """Why a card cannot be the next to come: the pack has none, or no more of it."""
    decks = t.game.decks
    if card not in t.game.in_pack:
        return f"{card} is not in the pack"
    return f"{card} is already on the table: {decks} deck{'s' * (decks > 1)} in play"


def _shown(t: Table, request: Deal | Burn | Reveal) -> bool:
    """Must the faces be entered now? A card dealt face up may still wait for its reveal, in games that have one;
    one burnt so may not."""
    if type(request) is Deal:
        return request.face_up and t.game.faces_at_once
    return type(request) is Reveal or (type(request) is Burn and request.face_up)


def _forget(t: Table, answer: Cards, place: int, why: Refused | Rejected) -> Refused | Rejected:
    for card in answer.cards[:place]:
        if card != BACK:
            t.seen[card] -= 1
    return why


def _ball(request: Spin, number: str) -> MaybeRefused:
    on_the_wheel = number in request.pockets or number in request.also
    if request.wheel is None:
        return None if on_the_wheel else Rejected(f"there is no {number} on the wheel")
    if request.wheel.says(on_the_wheel):
        return None
    legal = f"one of its own, such as {request.pockets[-1]}"
    return refuse(f"there is no {number} on the wheel", request.wheel, legal)


def _cut(request: Cut, answer: CutAt) -> MaybeRefused:
    if request.clause.says(request.least <= answer.from_back <= request.most):
        return None
    return refuse(f"a cutting card {answer.from_back} cards from the back", request.clause, waiting_for(request))


def _choice(t: Table, request: Choose, answer: Choice) -> MaybeRefused:
    for_another = answer.hand != request.hand
    if for_another and t.game.takes_change(t, answer):
        return None
    if for_another and not (type(request) is Direct and t.game.acts_for(answer.hand, request.hand)):
        return t.game.refuse_out_of_turn(t, answer) or Rejected(
            f"{answer.hand} may not act now: the table is waiting for {waiting_for(request)}"
        )
    if answer.player and request.player and not request.asks(answer.player):
        return t.game.refuse_other_player(t, request, answer) or refuse(
            f"{answer.player} does not decide for {request.hand}", request.clause, _named(request)
        )
    name = t.game.normal_choice(answer.name)
    for option in request.options:
        if option.name == name:
            return _amount(option, answer)
    barred = request.barred.get(name) or t.game.refuse_choice(t, request, name)
    if barred is not None:
        return barred
    return refuse(f"{answer.name} is not open to {request.hand}", request.clause, _named(request))


def _named(request: Choose) -> str:
    return ", ".join(request.named())


def _amount(option: Option, answer: Choice) -> MaybeRefused:
    amount = answer.amount
    if amount is None:
        return None
    clause = option.amount_clause or option.clause
    if option.most is None:
        return refuse(f"{option.name} takes no amount", clause, option.name)
    if option.takes(amount):
        return None
    least = option.most if option.least is None else option.least
    bounds = show_amount(option.most) if least == option.most else f"{show_amount(least)} to {show_amount(option.most)}"
    sizes = " or ".join(map(show_amount, option.sizes))
    return refuse(f"{option.name} {show_amount(amount)}", clause, f"{option.name} {sizes or bounds}")


def _dice(t: Table, request: Roll, answer: Dice) -> MaybeRefused:
    numbers = answer.numbers
    came, legal = f"dice {' '.join(map(str, numbers))}", f"{request.dice} numbers from 1 to 6"
    for clause, right in (
        (request.how_many, len(numbers) == request.dice), (request.faces, all(1 <= number <= 6 for number in numbers)),
    ):
        if not (right if clause is None else clause.says(right)):
            return refuse(came, clause, legal) if clause is not None else Rejected(f"{came} are not {legal}")
    return None


# What answers each request of the dealer, and what looks at it.
_ANSWERED_BY: dict[type, tuple[type, Callable[[Any, Any, Any], MaybeRefused]]] = {
    Deal: (Cards, _cards),
    Burn: (Cards, _cards),
    Reveal: (Cards, _cards),
    Roll: (Dice, _dice),
    Spin: (Ball, lambda t, request, answer: _ball(request, answer.number)),
    Shuffle: (Shuffled, lambda t, request, answer: None),
    Cut: (CutAt, lambda t, request, answer: _cut(request, answer)),
}
