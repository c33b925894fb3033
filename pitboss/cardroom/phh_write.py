"""A hand of ours in the PHH format."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pitboss.cardroom.acts import Act, Call, Check, Fold, WagerTo
from pitboss.cardroom.game import Event, PokerGame
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.log import clear_act, starting_stacks
from pitboss.cardroom.phh import STATED, VARIANTS, BadPhh, PhhHand, played_as, write
from pitboss.equipment.cards import Card
from pitboss.money import Cents, show_amount

_WORDS: dict[type[Act] | type[None], str] = {Fold: "f", Check: "cc", Call: "cc", WagerTo: "cbr"}


def dumps(h: Hand, players: Sequence[str] = (), hidden: Collection[int] = ()) -> str:
    """A hand, over or not, as the text of a PHH file; `BadPhh` says why the format has no words for it. Of `hidden`
    places, what came face down is not told."""
    return write(record(h, players, hidden))


def record(h: Hand, players: Sequence[str] = (), hidden: Collection[int] = ()) -> PhhHand:
    """A hand in the terms of the format."""
    game = h.game
    _refuse(h, players)
    stacks = starting_stacks(h)
    turned = slice(None, None, -1) if len(stacks) == 2 else slice(None)
    blinds = [0] * len(stacks)
    for blind in h.blinds:
        blinds[blind.place] = max(blinds[blind.place], blind.live)
    small, big = getattr(game, "small", 0), getattr(game, "large", 0)
    return PhhHand(
        _code(game), (game.ante,) * len(stacks), tuple(blinds[turned]), getattr(game, "bring_in", 0),
        small, big, tuple(stacks), tuple(Actions(h, stacks, hidden).all()), tuple(players),
        tuple(h.stacks) if h.over else None, game.id, _options(game),
    )


def _code(game: PokerGame) -> str:
    for code in game.phh:
        if (VARIANTS[code].structure, VARIANTS[code].deck) == (game.structure, game.deck_size):
            return code
    raise BadPhh(f"PHH has no code for {game.id} with structure={game.structure} and deck={game.deck_size}; "
                 f"it knows {', '.join(dict.fromkeys(played_as(code)[0] for code in VARIANTS))}")


def _refuse(h: Hand, players: Sequence[str]) -> None:
    """Why a hand cannot be written."""
    _code(h.game)
    if players and len(players) != len(h.seats):
        raise BadPhh(f"players: {len(players)} names for {len(h.seats)} players")
    if h.runs > 1:
        raise BadPhh("PHH has no words for a board that is run more than once")
    if h.dead or any(blind.dead or not blind.sets_price for blind in h.blinds):
        raise BadPhh("PHH has no words for dead money and posts")


def _options(game: PokerGame) -> dict[str, str]:
    """What was chosen for the table and has no field of its own."""
    default = {choice.name: choice.default for choice in game.choices}
    return {
        name: value for name, value in game.options.items() if name not in STATED and value != default[name]
    }


class Actions:
    """The events of a hand in the words of the format."""

    def __init__(self, h: Hand, stacks: Sequence[Cents], hidden: Collection[int] = ()) -> None:
        self.h, self.actions, self.hidden = h, list[str](), hidden
        # Chips left, bets of the round, who is in it, and who has still to act in it.
        self.stacks, self.bets = list(stacks), [0] * len(stacks)
        self.live = {place for place, cards in enumerate(h.hole) if cards}
        self.waiting: list[int] = []
        self.begun = False
        self.draws = any(street.draw for street in h.game.streets)
        self.held: list[list[Card]] = [[] for _ in stacks]
        # Replacements in a draw, which the format has after all have thrown away.
        self.drawn: list[str] = []

    def all(self) -> list[str]:
        h, log = self.h, self.h.log
        self.live |= {event.place for event in log if event.what == "dealt"}
        acted = [at for at, event in enumerate(log) if self._word(event)]
        last = acted[-1] if acted else self._first_deal()
        shown = len(log) - 1 if self.draws else last
        for at, event in enumerate(log):
            self._event(event)
            if at == shown and h.over:
                self._close()
                self._shows()
        # Cards that come after all have shown theirs are shown too.
        if h.over and self.actions and self.actions[-1].startswith("d dh"):
            self._shows()
        return self.actions

    def _first_deal(self) -> int:
        """Where the first cards have been dealt: nobody acts when all are all-in with their blinds."""
        count = sum(self.h.game.streets[0][5:7]) * len(self.live)
        for at, event in enumerate(self.h.log):
            count -= event.amount if event.what == "dealt" else 0
            if count <= 0:
                return at
        return len(self.h.log) - 1

    def _event(self, event: Event) -> None:
        what, i = event.what, event.place
        if word := self._word(event):
            self._act(event, word)
        elif what in ("ante", "dead blind", "fee"):
            self.stacks[i] -= event.amount
        elif what == "blind":
            self._pay(i, event.amount)
        elif what == "dealt" and i in self.live:
            self._close()
            self._dealt(i, self._faces(event))
        elif what == "board":
            self._close()
            self.actions.append(f"d db {''.join(event.cards)}")
        elif what == "draw":
            self._deal_drawn()
        elif what == "discard":
            self._close()
            thrown = self._faces(event)
            for card in thrown:
                self.held[i].remove(card)
            self.actions.append(f"p{i + 1} sd {''.join(thrown)}".strip())

    def _faces(self, event: Event) -> Sequence[Card]:
        """The cards of an event as they may be told."""
        return [HIDDEN] * len(event.cards) if event.place in self.hidden and not event.open else event.cards

    def _dealt(self, i: int, cards: Sequence[Card]) -> None:
        """Cards for a player; down and up cards of one street are one action."""
        self.held[i] += cards
        opens = f"d dh p{i + 1} "
        if self.draws and any(" sd" in action for action in self.actions):
            self.drawn.append(opens + "".join(cards))
        elif self.actions and self.actions[-1].startswith(opens) and len(self.held[i]) > len(cards):
            self.actions[-1] += "".join(cards)
        else:
            self.actions.append(opens + "".join(cards))

    def _word(self, event: Event) -> str:
        """The format's word for what somebody did in the betting; a bring-in is an act there."""
        return "pb" if event.what == "bring-in" else _WORDS.get(type(clear_act(self.h, event)), "")

    def _act(self, event: Event, word: str) -> None:
        i = event.place
        self._deal_drawn()
        if not self.begun:
            self.begun = True
            self.waiting = [place for place in self.live if self.stacks[place] > 0]
        size = f" {show_amount(event.amount)}" if word == "cbr" else ""
        self.actions.append(f"p{i + 1} {word}{size}")
        if word == "f":
            self.live.discard(i)
        self._pay(i, event.amount - self.bets[i] if size else event.amount)
        if size:
            self.waiting = [place for place in self.live if self.stacks[place] > 0]
        self.waiting = [place for place in self.waiting if place != i]

    def _pay(self, i: int, amount: Cents) -> None:
        self.stacks[i] -= amount
        self.bets[i] += amount

    def _deal_drawn(self) -> None:
        self.actions += self.drawn
        self.drawn = []

    def _close(self) -> None:
        """A round is over. One who could still have acted, with nobody left to bet against, has checked."""
        if self.begun:
            if len(self.live) > 1:
                self.actions += [f"p{place + 1} cc" for place in self.waiting]
            self.bets, self.waiting, self.begun = [0] * len(self.bets), [], False

    def _shows(self) -> None:
        """Everybody left shows; who gave up at the showdown does not."""
        self._deal_drawn()
        for place in sorted(self.live) if len(self.live) > 1 else ():
            cards = self.held[place] if self.h.live >> place & 1 and place not in self.hidden else ()
            self.actions.append(f"p{place + 1} sm {''.join(cards)}".strip())
