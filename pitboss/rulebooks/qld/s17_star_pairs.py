"""QLD schedule 17, part 12: star pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card, rank
from pitboss.law import Result, lose, win
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, PairWager
from pitboss.rulebooks.qld.s17_perfect_pairs import pair_of
from pitboss.table.facts import Wager
from pitboss.table.game import Duty, PayTable, WagerKind
from pitboss.table.hands import hand_at, read_hand

# 56: payout odds, the highest that two cards qualify for.
ACES = "pair of aces"
PAYS = PayTable("star pairs", {
    ACES: ("30 to 1", S["56:pair-of-aces"]),
    "perfect pair": ("20 to 1", S["56:perfect-pair"]),
    "coloured pair": ("8 to 1", S["56:coloured-pair"]),
    "mixed pair": ("5 to 1", S["56:mixed-pair"]),
}, otherwise=S["55(2)(b)"])


class StarPairs(PairWager):
    """That the first two cards of a hand are a pair, aces best; where a box opens with two hands, an area each."""

    name = "star pairs"
    law = (
        *AdditionalWager.law, "QLD-17-2:perfect-pair", "QLD-17-2:coloured-pair", "QLD-17-2:mixed-pair",
        "QLD-17-53", "QLD-17-54", "QLD-17-55", "QLD-17-56",
    )
    # 53: the games it is an additional wager for.
    games = ("qld/blackjack", "qld/blackjack-challenge", "qld/soft-17-blackjack", "qld/blackjack-switch")
    cites = BoxCites(games=S["53"], area=S["54(1)"], limits=S["54(5)"], box=S["55(1)"], closes=S["54(4)"],
                     three=S["54(3)"])
    pay_tables = (PAYS,)
    duties = (Duty("settlement", "collect losing star pairs wagers, then pay winning ones", S["55(3)"]),)

    def places(self) -> Mapping[str, str]:
        """By the letters of the hands that a box opens with."""
        assert isinstance(self.game, Blackjack)
        letters = [hand.removeprefix("1") for hand in self.game.opening_hands(1)]
        return {f"{self.name} {letter}".strip(): letter for letter in letters}

    def hand_of(self, wager: Wager) -> str:
        """54(2): the hand of the area that the chips lie on."""
        _, place = read_hand(f"1{self.places()[wager.kind]}")
        return S["54(2)"].says(hand_at(wager.box, place))

    def kinds(self) -> tuple[WagerKind, ...]:
        return tuple(
            WagerKind(name, S["55(2)(a)"], f"that the first two cards{f' of hand {on}' if on else ''} are a pair",
                      f"star {on}" if on else "")
            for name, on in self.places().items()
        )

    # -- 55 and 56: what becomes of it -----------------------------------------------------------------

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        pair = pair_of(facts)
        if not S["55(2)(a)"].says(bool(pair)):
            return lose(S["55(2)(b)"])
        odds, line = self.pay.lines[ACES if rank(facts[0]) == 14 else pair]
        return win(odds, line, S["55(2)(a)"])
