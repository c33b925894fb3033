"""Plays a hand of a PHH file by the rules of its game, with the blinds, antes and cards that the file states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from pitboss.cardroom.acts import CALL, CHECK, FOLD, IN_BETTING, Act, Discard, WagerTo
from pitboss.cardroom.game import BET, DRAW, Blind, PokerGame, Share
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.log import clear_act
from pitboss.cardroom.phh import VARIANTS, BadPhh, PhhHand, amount_of, played_as
from pitboss.cardroom.refusals import out_of_place
from pitboss.cardroom.showdown import PotPart
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.definition import BadOption

_CARD = re.compile(f"[{RANKS}][{SUITS}]|[?]{{2}}")
_CARDS = re.compile(f"(?:{_CARD.pattern})+")
_PLAYER = re.compile(r"p([0-9]{1,4})")
DEAL, BOARD, ACT, BRING_IN, EXCHANGE, SHOW = "dh", "db", "act", "pb", "sd", "sm"


class FileAction(NamedTuple):
    """One action of a file: its words for an error, what it is, whose it is, and with which cards or amount."""

    where: str
    kind: str
    place: int = -1
    word: str = ""
    cards: tuple[Card, ...] = ()
    amount: Cents = 0


@dataclass(slots=True)
class FileCards:
    """What a file says of the cards: of each player those dealt, in order, and those held; and the board.
    A card in a list of its own may become known later, when it is shown."""

    dealt: list[list[list[Card]]]
    held: list[list[list[Card]]]
    board: list[Card] = field(default_factory=list)
    # Cards thrown away by the number of the action, and the places that showed nothing at the end.
    thrown: dict[int, list[list[Card]]] = field(default_factory=dict)
    mucked: set[int] = field(default_factory=set)


@dataclass(slots=True)
class PlayedRecord:
    """A hand of a file, played to its end, and what did not come out as the file has it."""

    record: PhhHand
    hand: Hand
    net: tuple[Cents, ...]
    failures: list[str]


def play(record: PhhHand) -> PlayedRecord:
    """Play a hand of a file to its end."""
    steps = [step for n, text in enumerate(record.actions) if (step := _step(n, text, len(record.stacks)))]
    cards = _cards(steps, len(record.stacks))
    h = _start(record, steps, cards)
    try:
        for number, step in enumerate(steps):
            if step.kind in (ACT, BRING_IN, EXCHANGE):
                _do(h, step, cards.thrown.get(number, []))
        if not h.over:
            raise BadPhh(f"actions: the hand is not over; p{h.turn + 1} is to act ({h.stage})")
    except BadPhh:
        raise
    except ValueError as bad:
        raise BadPhh(f"actions: {bad}") from None
    left = [*cards.board, *(card for dealt in cards.dealt for slot in dealt for card in slot)]
    if left:
        raise BadPhh(f"actions: {' '.join(left[:5])} is dealt, but the hand never comes to it")
    net = tuple(after - before for after, before in zip(h.stacks, record.stacks, strict=True))
    return PlayedRecord(record, h, net, list(_differences(record, h)))


def _differences(record: PhhHand, h: Hand) -> Sequence[str]:
    if record.finishing is None:
        return []
    return [
        f"finishing_stacks: p{n} has {show_amount(stack)}, the file says {show_amount(said)}"
        for n, (stack, said) in enumerate(zip(h.stacks, record.finishing, strict=True), 1)
        if stack != said
    ]


# -- actions -------------------------------------------------------------------------------------------------


def _step(number: int, text: str, players: int) -> FileAction | None:
    """An action as the format writes it; None for one that is only a comment."""
    words = text.split("#", 1)[0].split()
    where = f"actions[{number}] {text[:60]!r}"
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return FileAction(where, BOARD, cards=_read_cards(where, cards))
        case ["d", "dh", player, cards]:
            return FileAction(where, DEAL, _place(where, player, players), cards=_read_cards(where, cards))
        case [player, "pb"]:
            return FileAction(where, BRING_IN, _place(where, player, players))
        case [player, "f" | "cc" as word]:
            return FileAction(where, ACT, _place(where, player, players), word)
        case [player, "cbr", amount]:
            return FileAction(where, ACT, _place(where, player, players), "cbr", amount=amount_of(amount, where))
        case [player, "sd" | "sm" as kind]:
            return FileAction(where, kind, _place(where, player, players))
        case [player, "sm", "-"]:
            return None
        case [player, "sd" | "sm" as kind, cards]:
            return FileAction(where, kind, _place(where, player, players), cards=_read_cards(where, cards))
    raise BadPhh(f"{where}: not an action; such as 'd dh p1 AsKs', 'd db 7h8h9h', 'p1 cbr 4', 'p1 cc', 'p1 f', "
                 "'p1 sd As', 'p1 pb', 'p1 sm AsKs'")


def _place(where: str, player: str, players: int) -> int:
    match = _PLAYER.fullmatch(player)
    if match is None or not 1 <= int(match[1]) <= players:
        raise BadPhh(f"{where}: {player[:20]!r} is not a player; from p1 to p{players}")
    return int(match[1]) - 1


def _read_cards(where: str, text: str) -> tuple[Card, ...]:
    if not _CARDS.fullmatch(text) or len(text) > 2 * 60:
        raise BadPhh(f"{where}: {text[:40]!r} are not cards; such as AsKd, or ?? for one that is not known")
    return tuple(_CARD.findall(text))


# -- cards ---------------------------------------------------------------------------------------------------


def _cards(steps: Sequence[FileAction], players: int) -> FileCards:
    """Follow the cards through the file, so that those shown at the end are known from the beginning."""
    cards = FileCards([[] for _ in range(players)], [[] for _ in range(players)])
    for number, step in enumerate(steps):
        if step.kind == BOARD:
            cards.board += step.cards
        elif step.kind == DEAL:
            slots = [[card] for card in step.cards]
            cards.dealt[step.place] += slots
            cards.held[step.place] += slots
        elif step.kind == EXCHANGE:
            cards.thrown[number] = [_slot(cards.held[step.place], card, step) for card in step.cards]
        elif step.kind == SHOW:
            _show(cards, step)
    return cards


def _slot(held: list[list[Card]], card: Card, step: FileAction) -> list[Card]:
    """The card of a hand that leaves it."""
    for wanted in (card, HIDDEN):
        if [wanted] in held:
            slot = next(slot for slot in held if slot == [wanted])
            del held[next(n for n, other in enumerate(held) if other is slot)]
            slot[0] = card
            return slot
    raise BadPhh(f"{step.where}: p{step.place + 1} does not hold the {card}")


def _show(cards: FileCards, step: FileAction) -> None:
    """Cards that are shown: those not known before become known; a hand of which none is shown is not exposed."""
    held, known = cards.held[step.place], [card for card in step.cards if card != HIDDEN]
    if not known:
        cards.mucked.add(step.place)
        return
    new = [card for card in known if [card] not in held]
    hidden = [slot for slot in held if slot == [HIDDEN]]
    if len(new) > len(hidden):
        raise BadPhh(f"{step.where}: p{step.place + 1} was not dealt the {new[len(hidden)]}")
    for slot, card in zip(hidden, new, strict=False):
        slot[0] = card


class Dealer:
    """Hands out the cards of a file: to each recipient those written for it, in order; hole cards may be unknown."""

    def __init__(self, cards: FileCards, game: PokerGame) -> None:
        self.cards, self.stud = cards, any(street.up for street in game.streets)
        self.had = [0] * len(cards.dealt)

    def __call__(self, to: str, count: int) -> list[Card]:
        if not to.isdigit():
            return self._board(count)
        place = int(to) - 1
        slots = self.cards.dealt[place]
        cards = [slot[0] for slot in slots[:count]]
        del slots[:count]
        cards += [HIDDEN] * (count - len(cards))
        for number, card in enumerate(cards, self.had[place]):
            # Seven cards: two down, four up, one down.
            if self.stud and card == HIDDEN and 2 <= number <= 5:
                raise BadPhh(f"actions: p{place + 1}'s card number {number + 1} lies open, and must be known")
        self.had[place] += count
        return cards

    def _board(self, count: int) -> list[Card]:
        board = self.cards.board
        cards = board[:count]
        del board[:count]
        if len(cards) < count or HIDDEN in cards:
            raise BadPhh(f"actions: the board is wanted, {count} more of it known; such as 'd db 7h8h9h'")
        return cards


# -- the hand ------------------------------------------------------------------------------------------------


def _start(record: PhhHand, steps: Sequence[FileAction], cards: FileCards) -> Hand:
    """The hand, with what the file says is put down before the cards."""
    players = len(record.stacks)
    game = _game(record, steps, cards)
    refused = game.refuse_players(players)
    if refused is not None:
        raise BadPhh(f"starting_stacks: {refused}")
    blinds, straddles = _forced(record, game)
    try:
        h = Hand(
            game, range(1, players + 1), record.stacks, (), button=players - 1, blinds=blinds, straddles=straddles,
            given=Dealer(cards, game),
        )
    except BadPhh:
        raise
    except ValueError as bad:
        raise BadPhh(f"actions: {bad}") from None
    if VARIANTS[record.variant].structure != "fixed" and not h.over:
        h.step = record.small
    return h


def _game(record: PhhHand, steps: Sequence[FileAction], cards: FileCards) -> PokerGame:
    """The game of a file, in which a chip is worth one, or a cent where any amount has cents."""
    from pitboss.rulebooks import card_games

    variant = VARIANTS[record.variant]
    make = card_games()[record.game or played_as(record.variant)[0]]
    known = {choice.name for choice in make.choices}
    stated = (*record.stacks, *record.antes, *record.blinds, record.bring_in, record.small)
    whole = not any(amount % 100 for amount in (*stated, *(step.amount for step in steps)))
    bets = sorted(amount for amount in record.blinds if 0 < amount <= record.small)
    options = {
        "structure": variant.structure, "deck": str(variant.deck), "chip": "1" if whole else "0.01",
        "blinds": "/".join(map(show_amount, bets)) or "0", "bet": show_amount(record.small),
        "big-bet": show_amount(record.big), "bring-in": show_amount(record.bring_in),
        "ante": show_amount(record.antes[0]) if len(set(record.antes)) == 1 else "0",
    }
    settings = {name: value for name, value in options.items() if name in known} | dict(record.options)
    try:
        game = _exposed(make)(settings)
    except BadOption as bad:
        raise BadPhh(f"{'_options: ' if record.options else ''}{bad}") from None
    game.unseen = cards  # type: ignore[attr-defined]
    if variant.structure != "fixed":
        game.small = record.small  # type: ignore[attr-defined]
    return game


@cache
def _exposed(make: type[PokerGame]) -> type[PokerGame]:
    """A game in which a hand that is not exposed at the showdown wins nothing, as its cards are not known."""

    class Exposed(make):  # type: ignore[valid-type, misc]
        unseen: FileCards

        def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> Any:
            if HIDDEN in hole or self._mucked(hole):
                return None
            return super().value(share, hole, board)

        def _mucked(self, hole: Sequence[Card]) -> bool:
            held = self.unseen.held
            return any(sorted(hole) == sorted(slot[0] for slot in held[place]) for place in self.unseen.mucked)

        def parts(self, shares: list[PotPart]) -> list[PotPart]:
            if not any(tied for _, tied in shares):
                raise BadPhh("actions: the cards of the players left are needed for the showdown; "
                             "such as 'p1 sm AsKs'")
            return super().parts(shares)  # type: ignore[no-any-return]

    return Exposed


def _forced(record: PhhHand, game: PokerGame) -> tuple[list[Blind] | None, list[Blind]]:
    """Blinds and straddles by place, each as large as the file says, the largest last; head to head the format
    states them the other way round. Antes that are not everybody's go dead into the pot."""
    turned = slice(None, None, -1) if len(record.stacks) == 2 else slice(None)
    blinds, antes = record.blinds[turned], record.antes[turned]
    clause = game.cites.ante
    dead = [Blind(place, 0, ante, clause, sets_price=False) for place, ante in enumerate(antes) if ante]
    posted = sorted((amount, place) for place, amount in enumerate(blinds) if amount)
    usual = [(amount, place) for place, amount in enumerate(game.blinds) if amount]
    uneven = len(set(antes)) > 1
    if not uneven and posted == usual and len(blinds) > 2:
        return None, []
    posts = [Blind(place, amount, 0, clause) for amount, place in posted]
    return [*(dead if uneven else ()), *posts[: _plain(record, posts)]], posts[_plain(record, posts) :]


def _plain(record: PhhHand, blinds: Sequence[Blind]) -> int:
    """How many of the blinds are no straddles: not above the least bet."""
    return sum(blind.live <= record.small for blind in blinds)


def _do(h: Hand, step: FileAction, thrown: Sequence[list[Card]]) -> None:
    """One act in the hand."""
    i = step.place
    if step.kind == BRING_IN:
        posted = next((event for event in h.log if event.what == "bring-in"), None)
        if posted is None or posted.place != i:
            whose = "nobody brings in" if posted is None else f"the bring-in is p{posted.place + 1}'s [{posted.clause}]"
            raise BadPhh(f"{step.where}: {whose}")
        return
    if h.over or h.turn != i:
        if step.word == "cc" and _nothing_to_decide(h, i):
            return
        raise BadPhh(f"{step.where}: {_whose_turn(h)}")
    if step.kind == EXCHANGE and h.stage != DRAW:
        refused: Refused | None = out_of_place(h, "a discard")
    else:
        refused = h.do(_act(h, step, thrown))
    if refused is not None:
        raise BadPhh(f"{step.where}: {refused}")


def _whose_turn(h: Hand) -> str:
    """Who is to act instead, and why."""
    if h.over:
        return f"the hand is over [{h.game.cites.turn}]"
    opens = type(clear_act(h, h.log[-1])) not in IN_BETTING
    return f"p{h.turn + 1} is to act [{h.game.streets[h.street].opened if opens else h.game.cites.turn}]"


def _nothing_to_decide(h: Hand, i: int) -> bool:
    """A check of the only player with chips, whom we do not ask and others do."""
    return bool(h.live >> i & 1) and not h.active & ~(1 << i) and (h.over or h.price <= h.bets[i])


def _act(h: Hand, step: FileAction, thrown: Sequence[list[Card]]) -> Act:
    """What an action of the file does."""
    if step.kind == EXCHANGE:
        return Discard(tuple(slot[0] for slot in thrown))
    if step.word == "f":
        return FOLD
    if step.word == "cbr":
        return WagerTo(step.amount)
    return CALL if h.stage == BET and h.price > h.bets[step.place] else CHECK
