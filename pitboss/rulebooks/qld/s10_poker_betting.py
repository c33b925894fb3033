"""QLD schedule 10, betting: sections 4, 5, 10, 11, 24, 27, 28, 31, 32 and 44."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cardroom.acts import ALL_IN, CALL, CHECK, FOLD, IN_BETTING, AnyAct, PutChips, WagerTo, word
from pitboss.cardroom.game import BLINDS, Blind, Bounds, Street, amounts
from pitboss.cardroom.gestures import Early, Meant, bound_to, meant
from pitboss.cardroom.hand import Hand
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s10_poker_commission import Fees
from pitboss.table.definition import BadOption, GameOption

S = schedule("QLD-10")

STRUCTURES = ("no-limit", "pot-limit", "half-pot", "fixed")
# 31(5) to (7): the clause that sets the most of a raise.
LIMITS = {"pot-limit": S["31(5)"], "half-pot": S["31(6)"], "no-limit": S["31(7)"]}
# 22: the round of betting after each part of the deal.
BETTING = (S["22(5)"], S["22(7)"], S["22(9)"], S["22(11)"])
CHOICES = (
    GameOption("structure", "no-limit", STRUCTURES, S["31(1)"], "full, half, no limit, or structured"),
    GameOption("blinds", "1/2", ("text",), S["14(1)(d)"], "the second is the minimum wager"),
    GameOption("bet", "2", ("text",), S["31(8)"], "structured: the raise of the first two rounds"),
    GameOption("big-bet", "4", ("text",), S["31(8)"], "structured: the raise of the last two rounds"),
    GameOption("straddle", "none", ("none", "live", "sleeper"), S["11(3)"], "the straddle bets that are allowed"),
    GameOption("time", "none", ("none", "number"), S["31(11)"], "seconds to act in a turbo game"),
    GameOption("more-time", "none", ("none", "text"), S["31(11)(c)"], "seconds sold, how often and for what: 20x2/5"),
    GameOption("raises", "any", ("any", "number"), S["10(3)"], "raises allowed in each round of betting"),
)


class Betting(Fees):
    """How much may be bet and by whom, and what chips and words come to."""

    limited_by = LIMITS
    clock_decides = True
    word_binds = S["24(1)"]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.structure = S["31(1)"].says(self.structure)
        if not S["31:betting-structure"].says(self.structure in STRUCTURES):
            raise BadOption(f"{self.id}: structure={self.structure} is none [{S['31:betting-structure']}]; "
                            f"it may be {', '.join(STRUCTURES)}")
        self.small = amounts(self, "bet")[0] if self.structure == "fixed" else self.minimum
        self.large = amounts(self, "big-bet")[0]
        raises = self.options["raises"]
        self.most_raises = None if raises == "any" else int(raises)

    # -- 11 and 25: blinds and straddles -----------------------------------------------------------------

    def forced(self, h: Hand) -> Sequence[Blind]:
        """25: the first blind next to the designated player, who posts it himself when two play."""
        if S["25(6)"].says(len(h.seats) == 2):
            return (self.blind(0, 1, S["25(6)"]), self.blind(1, 0, S["25(2)"]))
        return (self.blind(0, S["25(1)"].says(0), S["25(1)"]), self.blind(1, S["25(2)"].says(1), S["25(2)"]))

    def blind(self, number: int, place: int, clause: Clause) -> Blind:
        """25(1) and (2): the amounts; 27(4): who has put the second blind may still raise it."""
        amount = S["2:bet"].says(self.blinds[-number])
        return Blind(place, amount, 0, clause, option=S["27(4)"].says(True) if number else True)

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """11 and 25(3): next to the second blind, twice its size; a sleeper does not raise again."""
        kind = self.options["straddle"]
        if S["11(3)"].says(kind == "none"):
            return Refused(S["11(3)"], "a straddle", "none is allowed at this table")
        if straddles or not S["11(1)"].says(place == left):
            return Refused(S["11(1)"], "a straddle from another place", "the player next to the second blind")
        if not S["25(3)"].says(amount == 2 * self.blinds[-1]):
            return Refused(S["25(3)"], f"a straddle of {show_amount(amount)}", f"twice {show_amount(self.blinds[-1])}")
        option = S["11(1)(b)"].says(True) if kind == "live" else S["11(1)(a)"].says(False)
        return Blind(place, amount, 0, S["25(3)"], option=option, sets_price=S["11(5)"].says(True))

    def opener(self, h: Hand, street: Street) -> int:
        """27(2): next to the second blind, or to the straddle, whose player acts last (11(2)). 28(2) and 5(2): then the
        first active player after the designated one."""
        if street.first == BLINDS:
            last = h.blinds[-1]
            place = S["11(2)"].says(last.place) if last.clause is S["25(3)"] else last.place
            first = S["7"].says((place + 1) % len(h.seats))
        else:
            first = S["5(2)"].says(S["2:first-active-player"].says(0))
        return BETTING[h.street].says(street.opened.says(first))

    # -- 24 and 4: chips without a word ------------------------------------------------------------------

    def motion(self, what: str) -> Meant | Refused:
        """6(1)(a): cards passed face down are folded."""
        return meant(S["6(1)"], FOLD) if what == "passes cards" else super().motion(what)

    def meant(self, h: Hand, i: int, chips: PutChips) -> Meant:
        owed = h.price - h.bets[i]
        bounds = self.bounds(h, i)
        least, most = (bounds.least, bounds.most) if type(bounds) is Bounds else (0, 0)
        to = h.bets[i] + chips.amount
        # 24(3): chips put down before a word are what counts.
        said = chips.said if not chips.late or S["24(3)"].says(True) else chips.late
        all_in = S["2:all-in"].says(chips.amount >= h.stacks[i])
        if said == "call":
            return meant(S["24(1)"], CALL)
        if chips.first and not said and h.price:
            return meant(S["24(4)"], CALL)
        if said == "raise" and chips.pieces == 1:
            return Meant(S["4(1)"].says(WagerTo(S["4(2)"].says(min(to, most)))), clause=S["4(2)"])
        if S["2:single-oversize-chip-bet"].says(chips.pieces == 1 and chips.amount > owed) and not said:
            return self.oversize_chip(h, to, most)
        if chips.amount < owed and not all_in:
            acts = (ALL_IN, FOLD) if h.stacks[i] < owed else (CALL, FOLD)
            return bound_to(acts, S["24(5)"], S["24(5)"].says(chips.amount))
        if not S["10(1)"].says(to > h.price):
            return Meant(CALL, clause=S["3(1)"])
        if to >= least or all_in or not h.price:
            return Meant(WagerTo(to), clause=S["10(1)"] if h.price else S["24(2)"])
        if S["24(6)"].says(2 * S["10(2)"].says(to - h.price) < least - h.price):
            return Meant(CALL, clause=S["24(6)"])
        return bound_to((WagerTo(S["24(7)"].says(least)), ALL_IN), S["24(7)"])

    def oversize_chip(self, h: Hand, to: Cents, most: Cents) -> Meant:
        """4(3): one chip above the call, and nothing said."""
        if h.price and h.street == 0:
            return meant(S["4(3)(a)"], CALL)
        if h.price:
            return meant(S["4(3)(b)(i)bis"], CALL)
        return Meant(WagerTo(S["4(3)(b)(i)"].says(min(to, most))), clause=S["4(3)(b)(i)"])

    def refuse_check(self, h: Hand, i: int) -> Refused | None:
        """5(3) and 28(6): no check once the round is open. 27(2) and (3): none against a blind."""
        instead = f"call {show_amount(h.price - h.bets[i])}, raise or fold"
        if not S["2:first-round-of-betting"].says(h.street == 0):
            opened = S["5(3)"].says(h.price > 0)
            return refuse("check against a bet", S["28(6)"], instead) if opened else None
        first = self.opener(h, self.streets[0])
        clause = S["27(2)"] if i == first and h.called < 0 and not h.raises else S["27(3)"]
        return refuse("check against a bet", clause, instead)

    # -- 31(11): time to act -----------------------------------------------------------------------------

    def seconds_to_act(self, bought: int) -> int:
        """31(11)(a) and (c): what the sign allows, and what was bought."""
        return S["31(11)(a)"].says(self.clock.seconds) + S["31(11)(c)"].says(bought * self.clock.more)

    def refuse_time(self, bought: int) -> Refused | None:
        """31(11)(c): as often as the sign allows it."""
        if S["31(11)(c)"].says(bought >= self.clock.times):
            return Refused(S["31(11)(c)"], "more time", f"bought {self.clock.times} times in a round of play")
        return None

    def time_out(self, h: Hand) -> AnyAct | Refused:
        """31(11)(b): in a turbo game, folded facing a bet and otherwise a check."""
        if not S["2:turbo-game"].says(self.clock.seconds > 0):
            return Refused(S["2:turbo-game"], "time that has passed", "this is no turbo game")
        if h.price > h.bets[h.turn]:
            return S["31(11)(b)(i)"].says(FOLD)
        return S["31(11)(b)(ii)"].says(CHECK)

    # -- 44: acts out of turn ----------------------------------------------------------------------------

    def refuse_early(self, h: Hand, i: int, act: AnyAct) -> Refused | None:
        """2: what is no act has no turn. 44(1): what becomes of one that comes out of turn is decided at its turn."""
        if not S["2:act"].says(type(act) in IN_BETTING):
            return Refused(S["2:act"], f"{word(act)!r} out of turn", "wait")
        return None if S["44(1)"].says(i != h.turn) else Refused(S["12"], "an act out of turn", "wait")

    def first_missed(self, h: Hand) -> int:
        """44(2): those act who should have acted before."""
        return S["44(2)"].says(h.turn)

    def early_stands(self, h: Hand, i: int, waiting: Early) -> Meant:
        """44(3) to (6): a fold binds; a bet stands unless the action has changed, up to the most that may be bet.
        44(4): only a bet or raise changes it."""
        if S["44(5)"].says(waiting.act == FOLD):
            return Meant(FOLD, clause=S["44(5)"])
        unchanged = S["44(4)"].says(h.price == waiting.price)
        if S["44(3)(b)"].says(not unchanged):
            return Meant(clause=S["44(3)(b)"])
        if waiting.act in (CHECK, CALL) or 0 < h.bets[i] + h.stacks[i] <= h.price:
            return meant(S["44(3)(a)"], CALL if h.price > h.bets[i] else CHECK)
        bounds = self.bounds(h, i)
        most = bounds.most if type(bounds) is Bounds else h.price
        to = S["44(6)"].says(min(waiting.to, most))
        if to <= h.price:
            return meant(S["44(6)"], CALL if h.price > h.bets[i] else CHECK)
        return meant(S["44(3)(a)"] if to == waiting.to else S["44(6)"], WagerTo(to))

    # -- 28, 31 and 32: bets and raises ------------------------------------------------------------------

    def least_bet(self, h: Hand) -> Cents:
        """28(4): at least the minimum wager for the round."""
        return S["28(4)"].says(self.size(h))

    def size(self, h: Hand) -> Cents:
        """31(8): structured raises are of the minimum, then of the maximum wager."""
        if self.structure != "fixed":
            return self.small
        return self.structured(h).says(self.large if self.streets[h.street].big else self.small)

    def structured(self, h: Hand) -> Clause:
        """31(8): the clause of a structured raise, in the first two rounds and in the last two."""
        return S["31(8)(b)"] if self.streets[h.street].big else S["31(8)(a)"]

    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        everything = h.bets[i] + h.stacks[i]
        refused = self.no_raise(h, i, everything)
        if refused is not None:
            return refused
        opening = S["2:opening-bet"].says(h.street > 0 and not h.price)
        if h.street and h.noted[-1][0] != "board":
            opening = S["28(3)"].says(opening)
        least, top = self.range(h, i, opening, everything)
        sets, limit = self.bound_by(h, i, opening)
        if least > top and top < everything:
            least, sets = S["31(3)"].says(top), S["31(3)"]
        elif least > top:
            least = S["28(5)"].says(top) if opening else top
        return Bounds(least, top, sets, limit)

    def bound_by(self, h: Hand, i: int, opening: bool) -> tuple[Clause, Clause]:
        """The clauses that set the least and the most: of an opening bet, a structured raise, or any other."""
        if opening:
            return S["28(4)"], S["28(4)"]
        if self.structure == "fixed":
            return self.structured(h), self.structured(h)
        return self.least_clause(h, i), LIMITS[self.structure]

    def no_raise(self, h: Hand, i: int, everything: Cents) -> Refused | None:
        """10(3), 11(1)(a) and 32: who may not raise, whatever the structure."""
        if h.street == 0 and any(blind.place == i and not blind.option for blind in h.blinds):
            return Refused(S["11(1)(a)"], "a raise after a sleeper straddle", "check, call or fold")
        if not h.fresh >> i & 1:
            return Refused(S["32(9)"], "a raise after an all-in that was none", "call or fold")
        if everything <= h.price:
            return Refused(S["32(2)"], "a raise without the chips for it", "all-in or fold")
        if S["32(3)"].says(S["2:inactive-player"].says(not h.active & ~(1 << i))):
            return Refused(S["32(3)"], "a raise that nobody can call", "call or fold")
        if self.most_raises is not None and S["10(3)"].says(h.raises >= self.most_raises):
            return Refused(S["10(3)"], "one raise more", "call or fold")
        return None

    def range(self, h: Hand, i: int, opening: bool, everything: Cents) -> tuple[Cents, Cents]:
        """31(2) to (8): the least and the most that the bet may come to, as far as the chips go."""
        price = h.price
        if self.structure == "fixed":
            whole = S["31(2)(b)"].says(price + self.size(h))
            return whole, min(whole, everything)
        least = price + (h.step if opening else self.least_raise(h, i))
        if self.structure == "no-limit":
            return least, S["31(7)"].says(everything)
        # 32(8): several pots are one here.
        pot = S["32(8)"].says(h.pot()) + price - h.bets[i]
        half = pot // 2 // self.chip * self.chip
        part = S["31(5)"].says(pot) if self.structure == "pot-limit" else S["31(6)"].says(half)
        return least, min(S["31(2)(a)"].says(price + part), everything)

    def least_raise(self, h: Hand, i: int) -> Cents:
        """31(4): the minimum wager where the call is less, else the opening bet, else the raise before."""
        return self.least_clause(h, i).says(h.step)

    def least_clause(self, h: Hand, i: int) -> Clause:
        if h.price - h.bets[i] < self.minimum:
            return S["31(4)(a)"]
        return S["31(4)(c)"] if h.raises else S["31(4)(b)"]

    def reopens(self, h: Hand, i: int, to: Cents) -> bool:
        """32(9): an all-in that falls short of a raise is none."""
        whole = self.size(h) if self.structure == "fixed" else h.step
        short = to == h.bets[i] + h.stacks[i] and to - h.price < whole
        return not S["32(9)"].says(short)

    def returned(self, h: Hand, i: int) -> Clause:
        """29(3)(a): what nobody called goes back to the winner. 33(4)(c) and (d): it is no part of a pot that is still
        to be won."""
        if not h.live & (h.live - 1):
            return S["29(3)(a)"]
        act = next(event.what for event in reversed(h.log) if event.what in ("bet", "raise", "blind"))
        return S["33(4)(d)"] if act == "raise" else S["33(4)(c)"]
