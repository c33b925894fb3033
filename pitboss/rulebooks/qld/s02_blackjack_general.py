"""QLD schedule 2, parts 1 to 3: what cards count, the shoe, and the boxes of blackjack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.equipment.cards import Card, card_table, rank
from pitboss.hands import blackjack
from pitboss.hands.blackjack import pip
from pitboss.law import Clause, schedule
from pitboss.rulebooks.qld.shoe_faults import ShoeFaults
from pitboss.table.facts import DEALER, Settled, Wager, Worth
from pitboss.table.game import Decision
from pitboss.table.hands import hand_at, place_name
from pitboss.table.table import Round, Table

S = schedule("QLD-2")

# 5(1): what each card counts by itself, and the limb that says so.
POINTS = card_table(lambda card: (
    (S["5(1)(c)"], 11) if rank(card) == 14 else (S["5(1)(b)"], 10) if rank(card) > 10 else (S["5(1)(a)"], rank(card))
))

class Limb(NamedTuple):
    """What decides between a hand and the dealer's: as a way in which hands end, and as a player says it of his own."""

    way: str
    said: str


# 14: by the limb that does.
DECIDED_BY: Mapping[str, Limb] = {
    S["14(2)(a)"]: Limb("the dealer is over 21", "the dealer busts with {dealer}"),
    S["14(2)(b)"]: Limb("more points than the dealer", "{own} beats {dealer}"),
    S["14(2)(c)"]: Limb("blackjack", "blackjack"),
    S["14(2)(d)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S["14(2)(e)"]: Limb("equal to the dealer", "push at {points}"),
    S["14(2)(f)"]: Limb("over 21", "you bust with {own}"),
    S["14(2)(g)"]: Limb("fewer points than the dealer", "{own} loses to {dealer}"),
    S["14(3)(h)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S["14(3)(i)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
}


class Count(NamedTuple):
    """What a hand counts: its points, whether an ace in it counts 11, whether it is a blackjack, and what else it is
    that its schedule pays at odds of its own."""

    points: int
    soft: bool
    blackjack: bool
    special: str = ""


class BlackjackCites(NamedTuple):
    """How hands are played, which versions of blackjack say again each in its own schedule: the clauses by their
    roles."""

    wager: Clause
    # Doubling down: when, one card, aces among the first two, and what a dealer's blackjack leaves alone.
    double: Clause
    double_card: Clause
    double_aces: Clause
    double_spared: Clause
    # Splitting: when, the stake, one hand after the other, the total, no further split, aces, no blackjack, the same.
    split: Clause
    split_stake: Clause
    split_in_turn: Clause
    split_total: Clause
    split_once: Clause
    split_aces: Clause
    split_blackjack: Clause
    split_spared: Clause
    # The dealer takes no card that changes nothing; finishes a hand with early cards, or without a first one.
    no_effect: Clause
    finish_early: Clause
    two_cards: Clause
    # Hands in turn, how decisions are signalled, another card; the dealer's second card and those after it.
    turn: Clause
    signals: Clause
    another: Clause
    second: Clause
    dealers: Clause
    # What a player may do who was passed over, and what is done for one who does not act.
    skipped: Clause
    idle: Clause


class BlackjackGeneral(ShoeFaults):
    """General rules of blackjack."""

    # What decided, by the clause that did.
    limbs: ClassVar[Mapping[str, Limb]] = DECIDED_BY
    brief: ClassVar[tuple[tuple[str, Clause], ...]] = (
        ("Come closer to 21 than the dealer without going over.", S["14(2)(b)"]),
        ("Picture cards count 10; an ace counts 11, or 1 where 11 would be too much.", S["5(2)"]),
        ("Put your wager in a box before the first card.", S["14(1)"]),
        ("Your cards lie face up. Draw another, or stand on what you have; over 21 you lose at once.", S["28(1)"]),
        ("With two cards of 9, 10 or 11 you may double: one more stake, one more card.", S["26(1)"]),
        ("Two cards of the same value may be split into two hands.", S["27(1)"]),
        ("When the dealer shows an ace you may insure, up to half your stake.", S["25(2)"]),
        ("The dealer draws to 16 and stands on 17 or more.", S["29(1)"]),
        ("An ace with a ten or a picture, as your first two cards, is blackjack and pays 3 to 2.", S["15(2)"]),
    )

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("draw", "one more card", also=("hit me", "card", "twist"), key="d", everyday="hit", past="hit"),
        Decision("stand", "no more cards", also=("stay", "stick", "sit", "no card"), key="s", silent=True,
                 past="stood on {hand}"),
        Decision("double down", key="o", everyday="double", past="doubled"),
        Decision("split", key="p", past="split"),
        Decision("insurance", also=("insure",), key="a", past="took insurance"),
        Decision("even money", "your blackjack is paid now, 1 to 1", also=("take even money",), key="y",
                 past="took even money"),
        Decision("apply to {hand}", "your wager is for this hand alone", silent=True),
        Decision("further round", "one more round comes from this shoe", by="supervisor"),
        Decision("shuffle", "the cards are shuffled before the next round", by="supervisor"),
        Decision("refuse", "no wagers of this player until the next shuffle", by="manager"),
        Decision("allow", "the player may play", by="manager"),
        Decision("minimum only", "the player may stake the minimum, until the next shuffle", by="manager"),
        Decision("any wager", "the player may stake what the sign allows", by="manager"),
    )

    @property
    def at_play(self) -> BlackjackCites:
        table: BlackjackCites = self.cites.play
        return table

    # -- 2 and 5: what cards and hands count ---------------------------------------------------------

    def value(self, card: Card) -> int:
        """5(1): what a card counts by itself."""
        limb, points = POINTS[card]
        return limb.says(points)

    def count(self, cards: Sequence[Card], *, doubled: bool = False, split: bool = False) -> Count:
        """The point total, with aces as 11 unless that passes 21. In a doubled hand an ace among the
        first two cards stays 1, and a split hand is never a blackjack."""
        points, high = 0, cards
        if doubled and self.at_play.double_aces.says(True):
            points, high = sum(map(pip, cards[:2])), cards[2:]
        values = list(map(self.value, high))
        points, elevens = points + sum(values), values.count(11)
        while elevens and S["5(2)"].says(points > 21):
            points, elevens = points - 10, elevens - 1
        return Count(points, S["2:soft-total"].says(elevens > 0), self.is_blackjack(cards, split))

    def is_blackjack(self, cards: Sequence[Card], split: bool = False) -> bool:
        """2: an ace and a card of 10 points as the first two; 27(4)(c): not on a split card."""
        natural = S["2:blackjack"].says(blackjack.is_blackjack(cards))
        return natural and not (split and self.at_play.split_blackjack.says(True))

    def hard_total(self, cards: Sequence[Card]) -> int:
        """2: every ace as 1."""
        return S["2:hard-total"].says(sum(map(pip, cards)))

    def second_only(self, split: bool, first: Card) -> bool:
        """28(2): does a hand get no card but its second? An ace that was split."""
        return split and self.value(first) == 11 and S["28(2)"].says(self.at_play.split_aces.says(True))

    def counted(self, t: Table, hand: str) -> Count:
        """What a hand on the table counts now."""
        return self.count(t.hands[hand].cards, doubled=hand in t.notes.get("doubled", ()), split=t.hands[hand].split)

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        if len(cards) < 2:
            return ""
        count = self.counted(t, hand)
        return "blackjack" if count.blackjack else f"{self.total(count)}{', bust' * (count.points > 21)}"

    def total(self, count: Count) -> str:
        """A total as people say it: soft while an ace in it may still count 1 and another card be taken."""
        return f"{'soft ' * (count.soft and count.points < 21)}{count.points}"

    def decided_by(self, t: Table, line: Settled) -> str:
        hand = t.hands.get(line.hand or hand_at(line.box))
        limb = next((clause for clause in (line.clause, *line.also) if clause in self.limbs), None)
        if limb is None or hand is None or len(hand.cards) < 2:
            return ""
        dealer = self.total(self.counted(t, DEALER)) if DEALER in t.hands else ""
        own = self.counted(t, hand.name)
        return self.limbs[limb].said.format(own=self.total(own), points=own.points, dealer=dealer)

    def cheered(self, t: Table, line: Settled) -> str:
        return "Blackjack!" if S["14(2)(c)"] in line.also else ""

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        """Whoever goes over 21 first has lost, whatever the dealer does then; a dealer's first card is no hand yet."""
        if len(cards) < 2:
            return None
        count = self.counted(t, hand)
        over = 0 if hand == DEALER else -1
        return Worth((count.points, count.blackjack) if count.points <= 21 else (over, False), cards)

    # -- 4, 6 and 23: the shoe -------------------------------------------------------------------------

    def opening_state(self) -> dict[str, Any]:
        """17 asks who played the first round, who has played since, who played the last one, and whom the gaming
        manager holds back; 31(1), which cards are the next to be dealt."""
        people: dict[str, Any] = {"first": [], "played": [], "last": [], "held": {}}
        return super().opening_state() | people

    def further_round(self, t: Table) -> Round[bool]:
        """23(3): the supervisor may have one more round dealt before the shuffle."""
        if (yield from t.direct("supervisor", S["23(3)"], "further round", "shuffle")) == "shuffle":
            return False
        t.state.update(cutting_card=False, shuffle=True)
        return True

    def cutting_card_appears(self, t: Table) -> Round[None]:
        """23: in mid-round the round is finished first; before its first card the shuffle is at once."""
        t.state["cutting_card"] = True
        if not any(hand.cards for hand in t.hands.values()) and S["23(2)"].says(True):
            if (yield from self.further_round(t)):
                return
            t.announce("the cutting card is the first card: shuffle at once", S["23(2)"])
            played = t.state["last"]
            yield from self.new_shoe(t, S["23(2)"])
            t.state.update(rounds=1, first=played, played=played, last=played)

    # -- 7 to 12: boxes and the people at them ---------------------------------------------------------

    def hands_of(self, t: Table, box: int) -> list[str]:
        """The hands on a box in the order they are played; 27(3): the first split hand is finished first."""
        hands = tuple(super().hands_of(t, box))
        return list(self.at_play.split_in_turn.says(hands) if len(hands) > 1 else hands)

    def players_on(self, t: Table, hand: str) -> list[str]:
        """Everybody with a wager on a hand, the one who controls it first."""
        live = {wager.player for wager in self.on_hand(t, hand)}
        return [player for player in t.boxes.get(t.hands[hand].box, ()) if player in live]

    def stake_on(self, t: Table, hand: str, player: str) -> Wager | None:
        """What a player has on a hand, before anything was added to it."""
        return next((wager for wager in self.on_hand(t, hand) if wager.player == player), None)

    def controller(self, t: Table, hand: str) -> str:
        """7 and 9(2): one player controls a box, the one who is nearest to the dealer."""
        return S["7"].says(self.players_on(t, hand)[0])

    def behind(self, t: Table, hand: str) -> list[str]:
        """9(1): the others on a shared box."""
        players = self.players_on(t, hand)
        return players[1:] if S["9(1)"].says(len(players) > 1) else []

    def said_of(self, t: Table, hand: str) -> str:
        return f"{place_name(hand)} has {self.counted(t, hand).points}"
