"""Plays one hand on both sides at once: the same cards and acts, the same player to act, the same chips at the end.

Where the two know different rules the difference is looked for, named and counted; anything else fails."""

from __future__ import annotations

import warnings
from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random

from pokerkit import State

from pitboss.cardroom.game import BET, DISCARD, DRAW, RUNS
from pitboss.cardroom.hand import Hand, Legal
from support.pokerkit_games import CARDS, Kind, our_hand, stacks, stakes, their_state

# Hands in which the two cannot be compared at all.
SHORT_BLIND, SHORT_BRING_IN, LAST_CARD = "short blind", "short bring-in", "cards for the last street"
EXCLUDED = (SHORT_BLIND, SHORT_BRING_IN, LAST_CARD)
# Decisions in which one of them has a raise that the other has not; it is then not made.
CAP, SHORT_ALL_IN, HALF_BET = "raise cap", "short all-in", "half a bet"
POINTLESS, OPEN_PAIR = "nobody to call", "open pair"
# Who brings in when the player who would is all-in, and the order of equal hands showing: both are set right.
ALL_IN, EQUAL_SHOWING = "all-in on the ante", "equal hands showing"
# Ends in which chips go to others.
ODD_CHIPS, NO_LOW = "odd chips", "no low in a side pot"
ODD = ("MEL-8.5.1", "MEL-8.5.2", "QLD-10-30(16)")


@dataclass
class Match:
    """One hand on both sides."""

    kind: Kind
    rng: Random
    h: Hand
    s: State
    grain: int
    found: Counter[str] = field(default_factory=Counter)
    street: int = 0
    # Of this round: who has acted since the last whole raise, raises by how much, and whether one was short.
    acted: set[int] = field(default_factory=set)
    raises: int = 0
    short: bool = False
    dealt: list[int] = field(default_factory=lambda: [0] * 16)

    # -- cards -------------------------------------------------------------------------------------------

    def give(self) -> bool:
        """Deal PokerKit what we dealt, as far as it asks; false when it asks for what we never had."""
        h, s = self.h, self.s
        while s.status and (not s.actor_indices or self.nothing_to_decide()):
            if s.actor_indices:
                s.check_or_call()
            elif any(s.standing_pat_or_discarding_statuses):
                break
            elif any(s.runout_count_selector_statuses):
                s.select_runout_count(h.runs if h.over else 1)
            elif s.card_burning_status:
                s.burn_card("??")
            elif any(s.hole_dealing_statuses):
                i = s.hole_dealee_index
                assert i is not None
                had = len(s.hole_cards[i])
                cards = h.hole[i][had : had + len(s.hole_dealing_statuses[i])]
                if not cards:
                    return False
                s.deal_hole(tuple(CARDS[card] for card in cards), i)
            elif not self.give_board():
                return False
        return True

    def nothing_to_decide(self) -> bool:
        """PokerKit asks the last player with chips once more when others have folded; we do not."""
        s, i = self.s, self.s.actor_indices[0]
        if s.checking_or_calling_amount or (self.h.stage == BET and self.h.turn == i):
            return False
        return not any(s.statuses[j] and s.stacks[j] for j in s.player_indices if j != i)

    def give_board(self) -> bool:
        h, s = self.h, self.s
        count = s.board_dealing_count
        assert count is not None
        board = s.board_dealing_counts.index(count)
        if s.street_return_index is not None and s.runout_count:
            board = s.runout_count - 1 - (s.street_return_count or 0)
        had = self.dealt[board]
        if board and had == 0 and s.street_return_index is not None:
            had = sum(street.board_dealing_count for street in s.streets[: s.street_return_index])
        cards = h.boards[board][had : had + count]
        if len(cards) < count:
            return False
        self.dealt[board] = had + count
        s.deal_board(tuple(CARDS[card] for card in cards))
        return True

    # -- acts --------------------------------------------------------------------------------------------

    def play(self) -> Counter[str]:
        h, s = self.h, self.s
        if why := self.unequal_start():
            return Counter({why: 1})
        if self.kind.stud and self.give() and s.bring_in_status:
            self.who_brings_in()
            self.acted.add(s.actor_indices[0])
            s.post_bring_in()
        while not h.over:
            if h.stage == BET:
                if not self.give():
                    return self.last_card()
                self.bet()
            elif h.stage in (DRAW, DISCARD):
                self.give()
                self.draw()
            else:
                assert h.stage == RUNS
                self.runs()
        if not self.give():
            return self.last_card()
        assert not s.status, f"PokerKit waits for {s.actor_index}"
        self.compare_ends()
        return self.found

    def unequal_start(self) -> str:
        """PokerKit lets a blind or bring-in that is cut short by its player's stack set the price."""
        h, s = self.h, self.s
        if not self.kind.stud:
            last = h.blinds[-1]
            return SHORT_BLIND if h.price > max(s.bets) and last.live > s.bets[last.place] else ""
        paid = [event for event in h.log if event.what == "bring-in"]
        return SHORT_BRING_IN if paid and paid[0].amount < s.bring_in else ""

    def last_card(self) -> Counter[str]:
        """PokerKit deals mucked cards again where we do not, and the other way round."""
        assert self.kind.stud and len(self.h.seats) >= 6
        return Counter({LAST_CARD: 1})

    def bet(self) -> None:
        h, s = self.h, self.s
        if h.street != self.street:
            self.street, self.acted, self.raises, self.short = h.street, set(), 0, False
            self.first_to_act()
        assert s.actor_index == h.turn, f"{h.turn} to act, PokerKit says {s.actor_index}"
        assert s.stacks == h.stacks and s.bets == h.bets, f"{h.stacks} {h.bets}, PokerKit says {s.stacks} {s.bets}"
        legal = h.legal()
        assert legal is not None
        assert legal.call == s.checking_or_calling_amount
        sizes = self.sizes(legal)
        act = self.rng.random()
        if act < 0.15 + 0.1 * (legal.call > 0):
            assert h.fold() is None
            s.fold()
        elif not sizes or act < 0.65:
            assert (h.call() if legal.call else h.check()) is None
            self.acted.add(legal.place)
            s.check_or_call()
        else:
            self.raise_to(legal.place, self.size(*sizes))

    def who_brings_in(self) -> None:
        """MEL-14.4.3 to 14.6.3: the next lowest card, if the lowest is all-in; PokerKit takes the next place."""
        h, s = self.h, self.s
        (place,) = (event.place for event in h.log if event.what == "bring-in")
        if s.actor_index == place:
            return
        assert s.opener_index is not None and not s.stacks[s.opener_index], f"{place} brings in, not {s.actor_index}"
        self.found[ALL_IN] += 1
        self.turn_to(place)

    def turn_to(self, place: int) -> None:
        while self.s.actor_index != place:
            self.s.actor_indices.rotate(-1)

    def first_to_act(self) -> None:
        """MEL-10.4.2: of equal hands showing the best suit opens; PokerKit takes the first place."""
        h, s = self.h, self.s
        if not self.kind.stud or s.actor_index == h.turn:
            return
        ranks = [sorted(card[0] for card in h.up[i]) for i in h.places(h.live)]
        assert len({tuple(cards) for cards in ranks}) < len(ranks), "no two show the same ranks"
        self.found[EQUAL_SHOWING] += 1
        self.turn_to(h.turn)

    def sizes(self, legal: Legal) -> tuple[int, int] | None:
        """The raises that both allow; what only one of them allows must have its reason."""
        s = self.s
        low, high = s.min_completion_betting_or_raising_to_amount, s.max_completion_betting_or_raising_to_amount
        theirs = None if low is None or high is None else (low, high)
        ours = (legal.raise_from, legal.raise_to) if legal.raise_from else None
        if ours == theirs:
            return ours
        why = self.reason(legal, ours, theirs)
        assert why, f"raises {ours}, PokerKit says {theirs}"
        self.found[why] += 1
        if ours is None or theirs is None or why == HALF_BET:
            return None
        return theirs

    def reason(self, legal: Legal, ours: tuple[int, int] | None, theirs: tuple[int, int] | None) -> str:
        h, i, limit = self.h, legal.place, self.kind.structure == "fixed"
        if theirs is None:
            if all(h.bets[j] + h.stacks[j] <= h.price for j in h.places(h.live) if j != i):
                return POINTLESS
            return HALF_BET if limit and self.short and i in self.acted else ""
        if ours is None:
            if limit and self.raises >= 3 and len(h.places(h.active)) > 2:
                return CAP
            return SHORT_ALL_IN if self.short and i in self.acted else ""
        if legal.sizes and theirs[0] == legal.sizes[0]:
            return OPEN_PAIR
        return HALF_BET if limit and self.short else ""

    def size(self, least: int, most: int) -> int:
        """Any size, often the least or the most, and not odd where the hand is to divide evenly."""
        to = self.rng.choice((least, most, self.rng.randint(least, most)))
        return to if to in (least, most) else max(least, to // self.grain * self.grain)

    def raise_to(self, i: int, to: int) -> None:
        h, s = self.h, self.s
        assert s.street is not None
        whole = max(s.completion_betting_or_raising_amount, s.street.min_completion_betting_or_raising_amount)
        by = to - (0 if s.completion_status else h.price)
        self.raises += 1 if h.price and not s.completion_status else 0
        if by < whole:
            self.short = True
        elif self.kind.structure != "fixed" or not self.short:
            self.acted = set()
            self.short = False
        self.acted.add(i)
        assert h.wager(to) is None
        s.complete_bet_or_raise_to(to)

    def draw(self) -> None:
        h, s = self.h, self.s
        assert s.stand_patter_or_discarder_index == h.turn
        hand = h.hole[h.turn]
        given = self.rng.sample(hand, self.rng.choice((0, 0, 1, 1, 2, 3, 5)))
        assert h.discard(given) is None
        s.stand_pat_or_discard(tuple(CARDS[card] for card in given))

    def runs(self) -> None:
        times = self.rng.choice((1, 2, 3))
        while self.h.stage == RUNS:
            assert self.h.run(times) is None

    # -- the end -----------------------------------------------------------------------------------------

    def compare_ends(self) -> None:
        h, s = self.h, self.s
        assert sum(h.stacks) == sum(s.starting_stacks)
        if h.stacks == s.stacks:
            return
        off = sum(abs(mine - other) for mine, other in zip(h.stacks, s.stacks, strict=True))
        told = f"{h.stacks}, PokerKit says {s.stacks}"
        if self.low_only_in_main_pot():
            self.found[NO_LOW] += 1
            return
        # Odd chips of each pot: MEL-8.5.1 gives them out one by one, MEL-8.5.2 by the highest card, and each pot has
        # its own; PokerKit gives all to the first place, of pots put together when losers are gone.
        assert self.grain == 1, told
        parts = len(h.game.shares) * h.runs
        odd = any(clause in ODD for pot in h.won for clause in pot.clauses)
        assert odd or (parts > 1 and len(h.won) > 1), told
        assert off <= 2 * sum(len(pot.paid) + parts - 1 for pot in h.won), told
        self.found[ODD_CHIPS] += 1

    def low_only_in_main_pot(self) -> bool:
        """Somebody has a low hand, but nobody of those who contest a later pot."""
        h = self.h
        if len(h.game.shares) < 2 or not h.game.shares[1].low or len(h.won) < 2:
            return False
        low, board = h.game.shares[1], h.boards[0]
        has = {i for i in h.places(h.live) if h.game.value(low, h.hole[i], board) is not None}
        contested = [{j for j in h.places(h.live) if h.put[j] >= h.put[i]} for i in h.places(h.live)]
        return bool(has) and any(not has & those for those in contested)


def match(kind: Kind, seed: str) -> Counter[str]:
    """One random hand; what differed, by its name."""
    rng = Random(f"{kind.name} {seed}")
    at = stakes(kind, rng)
    count = rng.randint(2, kind.most)
    chips = stacks(kind, at, count, rng)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = our_hand(kind, at, chips, rng), their_state(kind, at, chips)
        # It is told every card, and finds at once what comes next where its deck lies as ours, whose top is its end.
        came = [card for hole in ours.hole for card in hole]
        theirs.deck_cards = deque(CARDS[card] for card in (*came, *ours.burnt, *reversed(ours.deck)))
        return Match(kind, rng, ours, theirs, at.grain).play()
