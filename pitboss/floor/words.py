"""What happened at a table, in words, and what the table is waiting for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.equipment import wheels
from pitboss.guide import summary
from pitboss.law import Announced, Refused, Ruled
from pitboss.law.clauses import Clause, clause
from pitboss.money import full_amount as money
from pitboss.table.acts import (
    BACK,
    Answer,
    Ball,
    Cards,
    Choice,
    Close,
    CutAt,
    Dice,
    Irregular,
    Lapse,
    Place,
    Shuffled,
    Take,
)
from pitboss.table.check import waiting_for
from pitboss.table.compared import Compared, compared
from pitboss.table.decisions import PASS, described, known, passable, silence_of
from pitboss.table.facts import (
    DEALER,
    AnyEvent,
    Came,
    Charged,
    Chose,
    Dealt,
    Placed,
    Referred,
    Rejected,
    Returned,
    Reversed,
    Settled,
    Shown,
    Taken,
)
from pitboss.table.game import Game
from pitboss.table.hands import Parts, hand_at, place_name, read_hand
from pitboss.table.requests import Asked, Burn, Choose, Cut, Deal, Direct, Gather, Reveal, Roll, Shuffle, Spin
from pitboss.table.table import Table


def told(event: AnyEvent, number: int) -> dict[str, Any]:
    """An event with its words, as a terminal is sent it."""
    fields = msgspec.to_builtins(event, enc_hook=str)
    kind = fields.pop("type")
    return {**fields, "n": number, "kind": kind, "text": text(event), "clause": str(getattr(event, "clause", ""))}


def said(t: Table, event: AnyEvent) -> str:
    """One event as players say it: wagers and decisions by their everyday names, without the law's."""
    game = t.game
    match event:
        case Placed():
            on = lies_on(game, event.wager)
            return f"{event.player} bets {money(event.amount)}{f' on {on}' if on else ''}"
        case Chose() if event.player:
            return f"{event.player} {did(t, event.hand, event.name)}{f' {money(event.amount)}' if event.amount else ''}"
        case Came(what="wheel"):
            return wheels.called(event.result)
        case Came(what="dice"):
            return f"{' and '.join(event.result.split())}: {sum(map(int, event.result.split()))}"
        case Settled():
            return f"{event.player}: {own_words(game, event, compared(t, event))}"
        case Taken() | Returned() | Charged() | Reversed():
            return text(msgspec.structs.replace(event, wager=game.everyday_wager(event.wager)))
        case Ruled() | Referred():
            kind, _, ruling = text(event).partition(": ")
            return ruling if kind in game.reports and ruling else text(event)
    return text(event)


def lies_on(game: Game, wager: str) -> str:
    """Where a wager lies, as people call the place; "" for the one that a round opens with."""
    return "" if wager == game.opening else game.everyday_wager(wager)


def did(t: Table, hand: str, name: str) -> str:
    """What somebody did who decided so: "stood on 15", with the name of a hand that all can see."""
    decision = PASS if name == PASS.name else known(t.game, name)
    if decision is None or not decision.past:
        return f"chose: {decision.everyday or name if decision else name}"
    held = t.hands.get(hand)
    called = t.game.hand_name(t, hand, held.cards) if held is not None and all(held.face_up) else ""
    return decision.past.format(hand=called) if called else decision.past.replace(" on {hand}", "")


def text(event: AnyEvent) -> str:
    """One event as a line."""
    match event:
        case Placed():
            return f"{event.player} puts {money(event.amount)} on {event.wager}"
        case Taken():
            return f"{event.player} takes back {money(event.amount)} of {event.wager}"
        case Returned():
            return f"{money(event.amount)} of {event.wager} goes back to {event.player}"
        case Dealt():
            return dealt(event)
        case Shown():
            return f"{place_name(event.hand)} shows {' '.join(event.cards)}"
        case Came():
            return f"{event.what}: {event.result}"
        case Chose():
            amount = f" {money(event.amount)}" if event.amount else ""
            return f"{event.player or event.hand}: {event.name}{amount}"
        case Charged():
            if event.amount < 0:
                return f"{event.player} gets back {money(-event.amount)} of the charge on {event.wager}"
            return f"{event.player} pays {money(event.amount)} for {event.wager}"
        case Settled():
            return settled(event)
        case Reversed():
            return f"{event.player}: {event.wager} {money(event.stake)} stands again"
        case Ruled() | Announced() | Rejected():
            return event.what
        case Refused():
            return event.what + (f"; {event.legal}" if event.legal else "")
        case Referred():
            return f"{event.kind.replace('-', ' ')}: {event.what}"


def remark(event: AnyEvent, words: str, why: str, called: Callable[[str], str] = str) -> str:
    """An event that nobody at the table made happen, and why; with what its wager is called."""
    if type(event) is Taken:
        words = f"{money(event.amount)} of {called(event.wager)} goes back to {event.player}"
    return f"{words} ({why})" if why else words


def dealt(event: Dealt) -> str:
    """Cards coming to a hand."""
    cards = " ".join(event.cards)
    if set(event.cards) == {BACK}:
        cards = f"{len(event.cards)} card{'s' * (len(event.cards) > 1)} face down"
    return f"burnt: {cards}" if event.to == "discard" else f"{place_name(event.to)}: {cards}"


def decided(t: Table, line: Settled, number: int) -> dict[str, Any]:
    """A settled wager as a terminal is sent it: what it came to in words, the hands that decided it and which of them
    won, and the reason, which is what its clause says."""
    both = compared(t, line)
    hands = [held._asdict() | {"place": place_name(held.hand), "box": read_hand(held.hand)[0]}
             for held in (both.hands if both is not None else ())]
    return told(line, number) | {
        "words": own_words(t.game, line, both), "place": place_name(line.hand or hand_at(line.box)), "hands": hands,
        "won": both.won if both is not None else "",
        "reasons": [{"clause": str(clause), "words": summary(clause)} for clause in (line.clause, *line.also)],
    }


def stored(game: Game, line: Settled, number: int) -> dict[str, Any]:
    """Return a settled wager for a terminal from its stored line alone, without the hands that decided it."""
    reasons = [{"clause": str(clause), "words": summary(clause)} for clause in (line.clause, *line.also)]
    return told(line, number) | {
        "words": own_words(game, line, None), "place": place_name(line.hand or hand_at(line.box)), "hands": [],
        "won": "", "reasons": reasons,
    }


def _clause(kind: type, text: str) -> Clause:
    return clause(text)


# Reads stored lines.
read_lines = msgspec.json.Decoder(list[Settled], dec_hook=_clause).decode


def own_words(game: Game, line: Settled, both: Compared | None) -> str:
    """What became of one wager, to its player. Equal hands are a push, whatever a schedule calls them."""
    stake, odds = money(line.stake), f" pays {line.odds}" if line.odds else ""
    name = game.everyday_wager(line.wager)
    back = "push" if both is not None and not both.won else "back"
    return {
        "win": f"won {money(line.pays)}: {name}{odds}", "lose": f"lost {stake}: {name}",
        "surrender": f"lost {money(line.stake // 2)}: half of {name}",
        "stand-off": f"{back}: {name} {stake}", "void": f"{back}: {name} {stake}",
    }[line.outcome]


def settled(line: Settled) -> str:
    """What became of one wager."""
    stake, odds = money(line.stake), f" pays {line.odds}" if line.odds else ""
    name = f"{line.wager} on {line.hand}" if line.hand else line.wager
    match line.outcome:
        case "win":
            return f"{line.player} won {money(line.pays)}: {name}{odds}"
        case "lose":
            return f"{line.player} lost {stake}: {name}"
        case "surrender":
            return f"{line.player} lost {money(line.stake // 2)}: half of {name}"
        case "stand-off":
            return f"stand off: {line.player} keeps {name} {stake}"
    return f"void: {name} {stake} goes back to {line.player}"


def prompt(request: Asked, t: Table | None = None) -> str:
    """What is to be done next, for whoever runs the table."""
    match request:
        case Reveal() if request.collected:
            return "nobody is left: collect the cards and count them"
        case Reveal() if lies_open(request, t):
            return f"{place_name(request.hand)} is complete: check it, then settle"
        case Gather():
            return "wagers, until no more bets"
        case Deal():
            face = "" if request.face_up else ", face down"
            return f"deal {request.count} card{'s' * (request.count > 1)} to {place_name(request.to)}{face}"
        case Burn():
            return f"burn {request.count} card{'s' * (request.count > 1)}{', face up' if request.face_up else ''}"
        case Reveal():
            some = t is not None and 0 < request.count < len(t.hands[request.hand].cards)
            part = f"{request.count} card{'s' * (request.count > 1)} of " if some else ""
            return f"turn up {part}{place_name(request.hand)}"
        case Shuffle():
            return f"shuffle {request.decks} deck{'s' * (request.decks > 1)}"
        case Cut():
            where = f"{request.least} to {request.most} cards from the back"
            return f"{'cut' if request.what == 'cut' else f'cutting card for the {request.what}'}: {where}"
        case Roll():
            return "roll the dice"
        case Spin():
            return "spin the wheel" if request.also else "spin the ball"
        case Direct():
            return f"the {request.hand} decides: {_choices(request)}"
        case Choose():
            return f"{place_name(request.hand)}, {request.player}: {_choices(request)}?"
    return waiting_for(request)


def lies_open(request: Asked, t: Table | None) -> bool:
    """Is a hand to be turned up that lies face up already?"""
    return isinstance(request, Reveal) and t is not None and all(t.hands[request.hand].face_up)


def _choices(request: Choose) -> str:
    return " or ".join(request.named()) or "nothing to choose"


def named(t: Table, hands: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What the hands that somebody sees are called; where one has the dealer's name, with the cards beside it."""
    seen = {hand: cards for hand, cards in hands.items() if cards and BACK not in cards}
    names = {hand: t.game.hand_name(t, hand, cards) for hand, cards in seen.items()}
    others = {name for hand, name in names.items() if hand != DEALER and name}
    if names.get(DEALER) in others:
        names = {hand: t.game.hand_name(t, hand, cards, beside=True) for hand, cards in seen.items()}
    return {hand: name for hand, name in names.items() if name}


def lying(t: Table, hands: Mapping[str, Sequence[str]]) -> dict[str, Parts]:
    """How the hands that somebody sees are parted in groups."""
    seen = {hand: t.game.lies_in(t, hand) for hand, cards in hands.items() if cards and BACK not in cards}
    return {hand: parts for hand, parts in seen.items() if parts}


def asked(request: Asked, t: Table | None = None) -> dict[str, Any]:
    """A request as a terminal or console is sent it."""
    data: dict[str, Any] = {
        "kind": type(request).__name__.lower(), "words": prompt(request, t), "clause": str(request.clause),
    }
    match request:
        case Choose():
            data |= {"hand": request.hand, "player": request.player, "secret": request.secret, "also": request.also}
            data |= choices(t.game, request) if t is not None else {}
            if isinstance(request, Direct) and t is not None:
                data["role"] = t.game.book.role_of(request.hand)
        case Deal():
            data |= {"hand": request.to, "count": request.count, "face_up": request.face_up}
        case Burn():
            data |= {"count": request.count, "face_up": request.face_up}
        case Reveal():
            data |= {"hand": request.hand, "count": request.count, "open": lies_open(request, t)}
            data |= {"collected": True} if request.collected else {}
        case Cut():
            data |= {"least": request.least, "most": request.most, "what": request.what}
        case Spin():
            wheel = str(request.wheel or "")
            data |= {"pockets": list(request.pockets), "also": list(request.also), "wheel": wheel}
        case Roll():
            data |= {"count": request.dice, "faces": str(request.faces or ""), "how_many": str(request.how_many or "")}
        case Shuffle():
            data["count"] = request.decks
    return data


def choices(game: Game, request: Choose, *, own: bool = False) -> dict[str, Any]:
    """What may be decided and what each choice means and moves; how an offer is left alone; what silence means. What
    tells of cards that nobody else may see, only for the player himself (`own`)."""
    silence = silence_of(game, request)
    shown = [option for option in request.options if own or not request.hides(option.name)]
    leaving = {"name": PASS.name, "means": PASS.means} if passable(request) else None
    return {
        "place": place_name(request.hand), "options": [described(game, request, option) for option in shown],
        "pass": leaving, "silence": silence._asdict() if silence is not None else None,
        "default": request.default.name if request.default is not None else "",
    }


def entered(answer: Answer) -> str:
    """What a dealer entered, to be read back."""
    match answer:
        case Cards():
            cards = " ".join(answer.cards)
            return f"cutting card {cards}".strip() if answer.cutting_card else cards
        case Ball():
            return answer.number
        case Dice():
            return " ".join(map(str, answer.numbers))
        case CutAt():
            return "cut made"  # where, nobody counted: only that the place is one the law allows
        case Shuffled():
            return "shuffled"
        case Irregular():
            return " ".join([answer.kind, *(f"{key}={value}" for key, value in answer.facts.items())])
        case Place():
            wagers = ", ".join(f"{name} {money(amount)}" for name, amount in answer.wagers)
            return f"{answer.player}, box {answer.box}: {wagers}"
        case Take():
            left = f" down to {money(answer.to)}" if answer.to else ""
            return f"{answer.player}, box {answer.box}: takes back {answer.wager}{left}"
        case Choice():
            amount = "" if answer.amount is None else f" {money(answer.amount)}"
            return f"{_of(answer)}: {answer.name}{amount}"
        case Lapse():
            return "not taken up"
        case Close():
            return "no more bets"
    return type(answer).__name__.lower()


def _of(choice: Choice) -> str:
    return f"{choice.player}, {place_name(choice.hand)}" if choice.player else choice.hand


