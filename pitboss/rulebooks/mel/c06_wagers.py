"""MEL chapter 6: placement of wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cardroom.acts import ALL_IN, CALL, CHECK, FOLD, IN_BETTING, AllIn, AnyAct, PutChips, WagerTo, word
from pitboss.cardroom.game import Blind, Bounds, PokerGame, amounts, within
from pitboss.cardroom.gestures import Early, Meant, bound_to, meant
from pitboss.cardroom.hand import Hand
from pitboss.law import Clause, Refused, schedule
from pitboss.money import Cents, show_amount
from pitboss.table.definition import BadOption, Duty, GameOption

S = schedule("MEL")

CHOICES = (
    GameOption("time", "none", ("none", "number"), S["6.15"], "seconds to act, where it is limited"),
    GameOption("more-time", "none", ("none", "text"), S["6.15.1"], "seconds sold, how often and for what: 20x2/5"),
)
DUTIES = (
    Duty("sign", "show the minimum and the maximum wager", S["6.1:s66(1)(c)"]),
    Duty("sign", "show the game, the minimum buy-in, the limits, the rake and the time to act", S["6.1.1"]),
    Duty("sign", "show how much time may be bought, how often and for what", S["6.15.2"]),
)

LIMIT = ("fixed", "spread")
RAISES = S["6.6"]
STRADDLES = (S["6.5"], S["8.8.4"])
MOST_RAISES = 3
# The clause that sets the most of a bet.
LIMITS = {
    "no-limit": S["6.6"], "pot-limit": S["6.7"], "half-pot": S["6.7"], "fixed": S["6.6"], "spread": S["6.8"],
}
# Why there is no raise.
SHORT_ALL_IN = tuple(
    Refused(clause, "a raise of a short all-in", "call or fold") for clause in (S["6.16.3"], S["6.16.2(a)"])
)
CHECKED_EARLY = Refused(S["6.18.3"], "a bet after a check out of turn", "check, call or fold")
NO_CHIPS = Refused(S["6.16.1"], "a raise without the chips for it", "all-in or fold")
NOBODY_LEFT = Refused(S["6.16.1"], "a raise that nobody can call", "call or fold")
FOURTH_RAISE = Refused(S["6.9"], "a fourth raise", "call or fold")


class Wagers(PokerGame):
    """How much may be bet, and what a short all-in does."""

    limited_by = LIMITS

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        # 1.1: an ante is a sum set beforehand.
        self.ante = S["1.1:ante-wager"].says(self.ante)
        self.without_limit = S["1.1:no-limit"].says(self.structure == "no-limit")
        bet = amounts(self, "bet")
        if self.structure == "spread" and len(bet) != 2:
            raise BadOption(f"{self.id}: bet={self.options['bet']} is not a spread [{S['6.8']}]; such as 2-10")
        if self.structure == "spread":
            bet = S["1.1:spread-limit"].says(bet)
        # Fixed bets of the earlier and the later rounds, the ends of a spread, or the table minimum.
        self.small = bet[0] if self.structure in LIMIT else S["6.4"].says(max(self.blinds)) or bet[0]
        if self.blinds and self.blinds[-1] and S["6.4"].says(self.blinds[-1] < self.small):
            raise BadOption(f"{self.id}: blinds={self.options['blinds']} is not allowed [{S['6.4']}]; "
                            f"the last one is {show_amount(self.small)} or more")
        self.large = bet[-1] if self.structure == "spread" else amounts(self, "big-bet")[0]
        self.limit = LIMITS[self.structure]

    # -- 6.5: straddles ----------------------------------------------------------------------------------

    def straddle(self, straddles: Sequence[Blind], place: int, left: int, amount: Cents) -> Blind | Refused:
        """6.5 and 8.8.4: from the left of the last blind, for twice as much, with the last word in the first round."""
        if len(straddles) >= int(self.options["over-blinds"]):
            legal = f"at most {len(straddles)}" if straddles else "none is allowed at this table"
            return Refused(S["6.5"], "another straddle" if straddles else "a straddle", legal)
        clause = S["8.8.4"] if straddles else S["6.5"]
        twice = clause.says(S["1.1:over-blind-bet"].says(2 * (straddles[-1].live if straddles else max(self.blinds))))
        if not S["6.5"].says(place == left and amount == twice):
            return Refused(clause, "a straddle", f"{show_amount(twice)} from the left of the last blind")
        return Blind(place, amount, 0, clause, option=S["6.5.1"].says(True))

    # -- 6.6 to 6.9: bets and raises ---------------------------------------------------------------------

    def least_bet(self, h: Hand) -> Cents:
        """What opens a later round: the fixed bet, the least of a spread, or the table minimum."""
        if self.structure == "fixed":
            return self.size(h)
        return S["1.1:flexible-bet"].says(self.small) if self.structure == "spread" else self.small

    def size(self, h: Hand) -> Cents:
        """1.1: a fixed bet is of a designated amount, larger in the later rounds."""
        return S["1.1:structured-limit"].says(self.large if self.streets[h.street].big else self.small)

    def bounds(self, h: Hand, i: int) -> Bounds | Refused:
        mine, price = 1 << i, h.price
        everything = h.bets[i] + h.stacks[i]
        if not h.fresh & mine or h.mute & mine or everything <= price or not h.active & ~mine:
            return self.no_raise(h, mine, everything)
        if self.without_limit:
            least = price + RAISES.says(h.step)
            return within((least if least < everything else everything, everything, RAISES, RAISES, ()))
        if self.structure in LIMIT and self.capped(h):
            return FOURTH_RAISE
        least, most = self.range(h, i)
        top = most if most < everything else everything
        clause = self.least_clause(h)
        limit = clause if self.structure == "fixed" else self.limit
        return Bounds(least if least < top else top, top, clause, limit)

    def no_raise(self, h: Hand, mine: int, everything: Cents) -> Refused:
        """6.16 and 6.18.3: who may not raise, whatever the structure."""
        if not h.fresh & mine:
            return SHORT_ALL_IN[self.structure in LIMIT]
        if h.mute & mine:
            return CHECKED_EARLY
        return NO_CHIPS if everything <= h.price else NOBODY_LEFT

    def least_clause(self, h: Hand) -> Clause:
        """What sets the least: the rule of raises, of spread limits, or of a bet to be completed."""
        if self.structure == "fixed" and h.price > h.level:
            return S["6.16.2(a)"]
        return S["6.8"] if self.structure == "spread" else S["6.6"]

    def capped(self, h: Hand) -> bool:
        """6.9: three raises in a round, unless the betting is head to head."""
        head_to_head = S["1.1:head-to-head"].says(not (rest := h.active & (h.active - 1)) & (rest - 1))
        return S["6.9"].says(h.raises + self.straddled(h) >= MOST_RAISES and not head_to_head)

    def straddled(self, h: Hand) -> int:
        """6.5.1(a): for how many raises the straddles of this round count."""
        straddles = sum(blind.clause in STRADDLES for blind in h.blinds) if not h.street else 0
        return straddles * S["6.5.1(a)"].says(0)

    def raises_allowed(self) -> int:
        """6.9 as a figure: how many raises there may be in a round; 0 for any number."""
        return MOST_RAISES if self.structure in LIMIT else 0

    def range(self, h: Hand, i: int) -> tuple[Cents, Cents]:
        """6.6 to 6.8: the least and the most that the bet may come to."""
        structure, price = self.structure, h.price
        if structure == "fixed":
            return (S["1.1:fixed-bet"].says(self.fixed(h)),) * 2
        if structure == "spread":
            return price + S["6.8"].says(h.step), price + S["6.8"].says(self.large)
        pot = S["6.7"].says(h.pot() + price - h.bets[i])
        part = pot if structure == "pot-limit" else pot // 2 // self.chip * self.chip
        least = S["6.6"].says(h.step)
        # What is left of the pot limit is never less than the least bet.
        return price + least, price + max(part, least)

    def fixed(self, h: Hand) -> Cents:
        """6.16.2(a): an all-in of less than half a bet is completed; otherwise a raise is by the whole bet."""
        return S["6.16.2(a)"].says(h.level) + self.size(h)

    def reopens(self, h: Hand, i: int, to: Cents) -> bool:
        """6.16.2 and 6.16.3: in limit games half a bet is enough, elsewhere nothing less than a whole raise."""
        if self.structure in LIMIT:
            whole = self.size(h) if self.structure == "fixed" else h.step
            return S["6.16.2(b)"].says(2 * (to - h.level) >= whole)
        return S["6.16.3"].says(to - h.price >= h.step)

    # -- 6.12 to 6.14 and 6.17: chips without a word -----------------------------------------------------

    word_binds = S["6.18"]

    def meant(self, h: Hand, i: int, chips: PutChips) -> Meant:
        owed = h.price - h.bets[i]
        bounds = self.bounds(h, i)
        least, most = (bounds.least, bounds.most) if type(bounds) is Bounds else (0, 0)
        to = h.bets[i] + chips.amount
        if chips.said == "call":
            return meant(S["1.1:call"], CALL)
        if chips.said == "raise" and chips.pieces == 1:
            return Meant(WagerTo(S["6.14.2"].says(min(to, most))), clause=S["6.14.2"])
        if S["1.1:oversize-chip"].says(chips.pieces == 1 and chips.amount > owed) and not chips.said:
            return self.oversize_chip(h, to, most)
        if chips.amount < owed and chips.amount < h.stacks[i]:
            return bound_to((CALL, ALL_IN, FOLD), S["6.17"], S["6.17"].says(chips.amount))
        if to <= h.price:
            return meant(S["8.2.1"], CALL)
        if S["1.1:raise"].says(to >= least) or to == h.bets[i] + h.stacks[i] or not h.price:
            return meant(S["8.2.2"], WagerTo(to))
        if S["6.12"].says(2 * (to - h.price) >= least - h.price):
            return bound_to((WagerTo(least), ALL_IN, FOLD), S["6.12"], chips.amount)
        return meant(S["6.12"], CALL)

    def oversize_chip(self, h: Hand, to: Cents, most: Cents) -> Meant:
        """6.13 and 6.14.1: one chip above the call, and nothing said. 8.2.2: in limit games it is otherwise a bet."""
        if self.structure in LIMIT:
            return meant(S["6.13"], CALL) if h.price else Meant(WagerTo(min(to, most)), clause=S["8.2.2"])
        if h.street == 0:
            return meant(S["6.14.1(a)"], CALL)
        if not h.price:
            return Meant(WagerTo(S["6.14.1(b)"].says(min(to, most))), clause=S["6.14.1(b)"])
        return meant(S["6.14.1(b)"], CALL)

    def seconds_to_act(self, bought: int) -> int:
        """6.15 and 6.15.1: what the table allows, and what was bought."""
        return S["6.15"].says(self.clock.seconds) + S["6.15.1"].says(bought * self.clock.more)

    def refuse_time(self, bought: int) -> Refused | None:
        """6.15.1: as often as the table allows it."""
        if S["6.15.1"].says(bought >= self.clock.times):
            return Refused(S["6.15.1"], "more time", f"bought {self.clock.times} times in a hand")
        return None

    def time_out(self, h: Hand) -> AnyAct | Refused:
        """6.15: a hand that faces a bet is dead, one that does not has checked."""
        if not self.clock.seconds:
            return Refused(S["6.15"], "time that has passed", "there is no limit to it at this table")
        return S["6.15"].says(FOLD if h.price > h.bets[h.turn] else CHECK)

    # -- 6.18: acts out of turn --------------------------------------------------------------------------

    def refuse_early(self, h: Hand, i: int, act: AnyAct) -> Refused | None:
        """6.18: bets, raises, calls and checks out of turn count; a fold waits for its turn as well."""
        if type(act) not in IN_BETTING:
            return Refused(S["6.18"], f"{word(act)!r} out of turn", "wait")
        return None

    def early_stands(self, h: Hand, i: int, waiting: Early) -> Meant:
        """6.18.1 to 6.18.4: it stands, unless somebody passed over has bet more."""
        if S["6.18.3"].says(waiting.act == CHECK):
            h.mute |= 1 << i
            return Meant(CHECK if h.price == h.bets[i] else None, clause=S["6.18.3"])
        if S["1.1:fold"].says(waiting.act == FOLD):
            return Meant(FOLD, clause=S["6.18"])
        if S["6.18.4"].says(waiting.act == ALL_IN and waiting.to <= waiting.price):
            return Meant(ALL_IN, clause=S["6.18.4"])
        staked = waiting.to if type(waiting.act) in (AllIn, WagerTo) else waiting.price
        if S["6.18.2"].says(h.price > staked):
            return Meant(clause=S["6.18.2"])
        if waiting.act == CALL or h.price == staked:
            return meant(S["6.18.1"], CALL) if h.price > h.bets[i] else Meant(CHECK, clause=S["6.18.1"])
        return meant(S["6.18.1"], WagerTo(staked))
