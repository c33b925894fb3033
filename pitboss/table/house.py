"""Answers from virtual equipment and from bots, so that a table can play by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card
from pitboss.equipment.dice import roll
from pitboss.equipment.rng import Source
from pitboss.equipment.shoe import CardMachine, Shoe, ShoeEmpty
from pitboss.money import Cents
from pitboss.table.acts import (
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
)
from pitboss.table.driver import Answerer
from pitboss.table.game import Game
from pitboss.table.requests import Asked, Burn, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Roll, Shuffle, Spin
from pitboss.table.table import Table

# Virtual cards are never dealt without a face, so there is none to tell when they are turned up.
ALL_KNOWN = Cards(())


class VirtualDealer:
    """Cards, dice and wheel out of a source of chance; everything else is passed to the players.

    With `commit`, each shuffle is bound by a digest before the first card and can be checked afterwards."""

    def __init__(self, source: Source, players: Answerer, *, commit: bool = False) -> None:
        self.source = source
        self.players = players
        self.commit = commit
        self.shoe: Shoe | CardMachine | None = None

    def answer(self, t: Table, request: Asked) -> Answer:
        kind = type(request)
        if kind is Deal:
            return self._cards(request.count, True)  # type: ignore[union-attr]
        if kind is Reveal:
            return ALL_KNOWN
        if kind is Gather or isinstance(request, Choose):
            return self.players.answer(t, request)
        match request:
            case Shuffle():
                return self._shuffle(t)
            case Burn():
                return self._cards(request.count, False)
            case Cut():
                return self._cut(request)
            case Roll():
                return Dice(roll(self.source, request.dice))
            case Spin():
                pockets = self.laid_out(request.pockets)
                return Ball(pockets[self.source.below(len(pockets))])
        raise TypeError(f"nobody answers {kind.__name__}")

    def laid_out(self, pieces: Sequence[str]) -> Sequence[str]:
        """What one is chosen from, or what is shuffled, before that."""
        return pieces

    def proof(self) -> tuple[str, str] | None:
        """Nonce and order of the committed shoe, for those who want to check its digest."""
        if self.commit and isinstance(self.shoe, Shoe) and self.shoe.digest is not None:
            nonce, order = self.shoe.reveal()
            return nonce, " ".join(order)
        return None

    def _shuffle(self, t: Table) -> Answer:
        """Every piece of the pack but those lying on the table: in mid-round the discards and what the shoe holds."""
        lying = lying_on(t)
        if t.game.options.get("shoe") == "machine":
            if isinstance(self.shoe, CardMachine):
                self.shoe.discard(without(self.shoe.on_table, lying))
                self.shoe.feed()
            else:
                self.shoe = CardMachine(t.game.pack(), self.source)
            return Shuffled()
        cards = self.laid_out(without(t.game.pack(), lying))
        self.shoe = Shoe.fresh(cards, self.source, commit=self.commit)
        return Shuffled(self.shoe.digest or "")

    def _cut(self, request: Cut) -> Answer:
        """A cut falls anywhere; the card that ends the shoe goes as deep as the law lets it."""
        anywhere = request.what == "cut"
        from_back = request.least + (self.source.below(request.most - request.least + 1) if anywhere else 0)
        if isinstance(self.shoe, Shoe):
            if anywhere:
                self.shoe.cut(self.shoe.remaining - from_back)
            else:
                self.shoe.place_cut_card(from_back)
        return CutAt(from_back)

    def _cards(self, count: int, dealing: bool) -> Answer:
        shoe = self.shoe
        if shoe is None:
            raise RuntimeError("cards were asked for before a shuffle")
        if dealing and shoe.cut_card_next and isinstance(shoe, Shoe):
            shoe.take_cut_card()
            return Cards((), cutting_card=True)
        try:
            if dealing:
                return Cards((shoe.draw(),) if count == 1 else shoe.draw_several(count))
            return Cards(tuple([shoe.burn() for _ in range(count)]))
        except ShoeEmpty:
            return Irregular("not-enough-cards", {})


def lying_on(t: Table) -> list[Card]:
    """Return the cards that lie on the table: a shuffle leaves them there."""
    return [card for hand in t.hands.values() for card in hand.cards] + t.waiting if t.hands else t.waiting


def without(cards: Sequence[Card], lying: Sequence[Card]) -> Sequence[Card]:
    """The cards less those that lie on the table."""
    if not lying:
        return cards
    left = list(cards)
    for card in lying:
        if card in left:
            left.remove(card)
    return left


class RandomPlayers:
    """Plays legal acts at random: wagers on its boxes, then any option the table offers."""

    def __init__(self, source: Source, seats: Mapping[int, str], most: int = 3) -> None:
        self.source = source
        self.seats = dict(seats)
        self.most = most
        self._pending: list[Place] | None = None
        # The game it sits at, and what may be wagered there.
        self._at: Game | None = None
        self._names: Sequence[str] = ()

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is Gather:
            return self._wager(t)
        assert isinstance(request, Choose)
        return self.choose(request)

    def choose(self, request: Choose) -> Answer:
        """Any of the options, each as likely as the next; an offer lapses half the time."""
        passes = isinstance(request, Offer | Direct)
        if (passes and self.source.below(2)) or not request.options:
            return Lapse()
        option = request.options[self.source.below(len(request.options))]
        return Choice(request.hand, option.name, request.player)

    def _wager(self, t: Table) -> Answer:
        """Each seat's wagers, then 'no more bets'; more wagers if betting may not close yet."""
        if self._pending is None:
            if self._at is not t.game:
                self._at, self._names = t.game, t.game.wager_names()
            names = self._names
            self._pending = [self._place(t, box, player, names) for box, player in self.seats.items()]
        if self._pending:
            return self._pending.pop()
        self._pending = None
        return Close()

    def _place(self, t: Table, box: int, player: str, names: Sequence[str]) -> Place:
        """The first wager, without which the game cannot be played, what lies beside it, and perhaps others."""
        unit, least = t.game.unit, max(t.game.minimum, t.game.unit)
        stake = least + unit * self.source.below(20)
        chosen = [names[0], *t.game.matched]
        for _ in range(self.source.below(self.most)):
            name = names[self.source.below(len(names))]
            if name not in chosen:
                chosen.append(name)
        if t.game.instead:
            chosen = [name for name in chosen if name in t.game.instead][:1] or chosen
            stake = stake if chosen[0] not in t.game.instead else 100 * stake
        return Place(box, player, tuple((name, self._fitted(t, name, stake)) for name in chosen))

    def _fitted(self, t: Table, name: str, stake: Cents) -> Cents:
        """A stake within the limits of an additional wager."""
        side = t.game.sides.get(name)
        return stake if side is None else min(max(stake, side.limits().minimum), side.limits().maximum)
