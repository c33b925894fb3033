"""QLD front rule: what holds at every Queensland table, whatever the game. Sections 5 to 7 and 13, on what may
be staked, are in s00_front_rule_limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.law import Clause, Refused, refuse, schedule, void
from pitboss.law.clauses import clause
from pitboss.rulebooks.qld.book import QUEENSLAND
from pitboss.rulebooks.qld.s00_front_rule_limits import LIMIT_DUTIES, FrontLimits, table_choices
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.facts import Rejected
from pitboss.table.game import BadOption, Decision, Duty, ruling
from pitboss.table.reports import (
    MANAGER,
    SOMEBODY,
    SUPERVISOR,
    BadFact,
    Fact,
    PlayerNamed,
    Word,
    YesNo,
)
from pitboss.table.table import WAGERS, Round, Table

__all__ = ["CARD_DUTIES", "TABLE_DUTIES", "FrontRule", "R", "table_choices"]

R = schedule("QLD-0")

# 4: what counts as a device, besides anything else a supervisor takes for one.
APPARATUS = ("calculator", "computer", "electronic", "electrical", "mechanical")
# 8 and 10(d): what players may be directed to do.
DIRECTIONS = ("silence", "english")
# 11(2): who is said to have done it, and with or to which other player.
CONDUCT = (*SOMEBODY, PlayerNamed("from"), PlayerNamed("with"))
PERMITTED, ENDED = YesNo("permitted"), YesNo("ended")

TABLE_DUTIES = (
    *LIMIT_DUTIES,
    Duty("dispute", "look at the recordings of the table", R["3:electronic-review-system"]),
    Duty("conduct", "direct all players to be silent where that is necessary", R["8"]),
    Duty("conduct", "direct players to speak English", R["10(d)"]),
)
CARD_DUTIES = (
    Duty("shuffle", "inspect and shuffle under this rule, the schedule and the control system", R["15(1)"]),
    Duty("shuffle", "to wash cards, lay them face down and move them about", R["3:washing"]),
    Duty("shuffle", "after the cutting card, shuffle unless the cards go or the table closes", R["15(2)(b)"]),
    Duty("shuffle", "spread new cards face up for a player who asks", R["15(3)"]),
    Duty("shuffle", "shuffle pre-shuffled cards again for a player who asks before the first card", R["15(4)"]),
    Duty("shuffle", "after a shuffle by hand, cut and load the shoe with the cutting card", R["15(5)"]),
    Duty("shuffle", "card machine: load it with inspected and shuffled cards", R["16(b)"]),
    Duty("shuffle", "card machine: a card that hides the bottom one comes out before the first deal", R["16(d)"]),
    Duty("malfunction", "have the card machine repaired or replaced", R["17(2)"]),
)


class FrontRule(FrontLimits):
    """The front rule. Each schedule's game stands on it."""

    book = QUEENSLAND
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("void wagers", "the player's wagers are void and go back", by="supervisor"),
        Decision("no sanction", "the wagers stand", by="supervisor"),
        Decision("exclude", "the player is out of the game", by="supervisor"),
        Decision("no exclusion", "the player stays in the game", by="supervisor"),
        Decision("keep apart", "the player may not join the other's table", by="supervisor"),
        Decision("no separation", "they may play at one table", by="supervisor"),
    )
    declares_void = R["3:void"]
    state_kept = ("front", "players", "colours")
    # The provision under which cards come from a shoe; a schedule may have its own.
    from_shoe: ClassVar[Clause] = R["14(2)"]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        if self.machine and not self.machine_takes(self.decks):
            raise BadOption(f"{self.id}: decks={self.decks} in a card machine [{R['16(a)']}]; decks up to 8")

    # -- 4 and 8 to 11: conduct, and what a supervisor may do about it -------------------------------

    @ruling("device-used", R["4(1)"], "a device that could help play is not allowed at the table",
            facts=(*SOMEBODY, Word("device", APPARATUS, default="electronic"), YesNo("approved")))
    def device_used(self, t: Table, what: Irregular) -> Round[None]:
        if not R["4:device"].says(what.get("device", "electronic") in APPARATUS):
            raise BadFact(f"device={what.get('device')} is none of {', '.join(APPARATUS)}")
        player = self.person(t, what)
        if what.yes("approved"):
            t.ruled("the chief executive approved the device in writing", R["4(3)"])
            return
        if (yield from t.direct("supervisor", R["4(2)"], "void wagers", "no sanction")) == "void wagers":
            self.declare_void(t, player, R["4(2)(a)"])
        if (yield from t.direct("supervisor", R["4(2)(b)"], "exclude", "no exclusion")) == "exclude":
            self.shut_out(t, player, "4(2)(b)")

    @ruling("silence-directed", R["8"], "the supervisor directs all players to be silent, or ends it",
            facts=(ENDED,), by=SUPERVISOR)
    def silence_directed(self, t: Table, what: Irregular) -> None:
        self.give_direction(t, what, "silence")

    @ruling("english-directed", R["10(d)"], "players are directed to speak English, or that ends", facts=(ENDED,))
    def english_directed(self, t: Table, what: Irregular) -> None:
        self.give_direction(t, what, "english")

    def give_direction(self, t: Table, what: Irregular, name: str) -> None:
        others = [direction for direction in self.register(t).directions if direction != name]
        self.enter(t, directions=others if what.yes("ended") else [*others, name])

    @ruling("direction-ignored", R["11(1)(b)"], "the supervisor may act on a direction that is not complied with",
            facts=(Word("direction", DIRECTIONS, need=True), *CONDUCT))
    def direction_ignored(self, t: Table, what: Irregular) -> Round[None]:
        name = what.get("direction")
        if name not in self.register(t).directions:
            raise BadFact(f"direction={name} was not directed")
        yield from self.sanction(t, what)

    @ruling("side-bet", R["9"], "players make no side bets", facts=CONDUCT)
    def side_bet(self, t: Table, what: Irregular) -> Round[None]:
        if not R["3:side-bet"].says(what.get("with", "player") != "house"):
            raise BadFact("a wager with the house is no side bet")
        yield from self.contravention(t, what)

    @ruling("cards-exchanged", R["10(a)"], "players do not exchange cards", facts=CONDUCT)
    @ruling("another-hand-touched", R["10(b)"], "players touch another's cards only with leave of a supervisor",
            when=lambda self, t, what: not what.yes("permitted"), facts=(*CONDUCT, PERMITTED))
    @ruling("hand-disclosed", R["10(c)"], "players tell of their hand only with leave of a supervisor",
            when=lambda self, t, what: not what.yes("permitted"), facts=(*CONDUCT, PERMITTED))
    @ruling("contravention", R["11(1)"], "the supervisor may act on a contravention", facts=CONDUCT)
    def contravention(self, t: Table, what: Irregular) -> Round[None]:
        self.person(t, what)
        if t.ruled("the supervisor is satisfied that the rule was contravened", R["11(1)(a)"]):
            yield from self.sanction(t, what)

    def sanction(self, t: Table, what: Irregular) -> Round[None]:
        """11(2): void the player's wagers, exclude the player, keep the player from another; any of them or none."""
        player, other = self.person(t, what), what.get("from") or what.get("with")
        if (yield from t.direct("supervisor", R["11(2)"], "void wagers", "no sanction")) == "void wagers":
            self.declare_void(t, player, R["11(2)(a)"])
        if (yield from t.direct("supervisor", R["11(2)(b)"], "exclude", "no exclusion")) == "exclude":
            self.shut_out(t, player, "11(2)(b)")
        if other in self.seated(t) and other != player:
            order = yield from t.direct("supervisor", R["11(2)(c)"], "keep apart", "no separation")
            if order == "keep apart":
                self.keep_apart(t, player, other)

    def keep_apart(self, t: Table, player: str, other: str, provision: str = "") -> None:
        """Under 11(2)(c), unless a schedule has a provision of its own."""
        if t.ruled(f"{player} may not play at a table with {other}", self.provision(provision or "11(2)(c)")):
            self.enter(t, apart=[*self.register(t).apart, [player, other, *filter(None, (provision,))]])

    def person(self, t: Table, what: Irregular) -> str:
        """Whom a report is about: the player named, or the one at the box named."""
        player = what.get("player")
        if not player or what.get("box"):
            box = t.box_of(what)
            player = player or t.players_at(box)[0]
        if player not in self.seated(t) and all(player not in t.players_at(box) for box in t.wagered()):
            raise BadFact(f"player={player} is not at the table")
        return player

    def declare_void(self, t: Table, player: str, clause: Clause) -> None:
        """3: a void wager neither wins nor loses. Whatever the player has on the layout is declared so."""
        for wager in [wager for wager in t.all_wagers() if wager.player == player]:
            t.settle(wager, R["3:void"].says(void(clause)))

    def shut_out(self, t: Table, player: str, provision: str) -> None:
        if t.ruled(f"{player} is excluded from the game", self.provision(provision)):
            self.enter(t, shut_out={**self.register(t).shut_out, player: provision})
            self.leave(t, player)

    def wagering(self, t: Table, act: Place | Take | Choice) -> Refused | Rejected | None:
        if type(act) is Place and "front" in t.state:
            refused = self.refuse_person(t, act.player)
            if refused is not None:
                return refused
        return super().wagering(t, act)

    def refuse_person(self, t: Table, player: str) -> Refused | None:
        """4(2)(b), 11(2)(b) and 11(2)(c): who may not play, or not at this table."""
        kept_out = self.register(t)
        provision = kept_out.shut_out.get(player)
        if provision is not None:
            return refuse(f"{player} is excluded from the game", self.provision(provision), "another game")
        playing = {wager.player for wager in t.all_wagers()}
        for one, other, *under in kept_out.apart:
            if player in (one, other) and ({one, other} - {player}) & playing:
                by = self.provision(under[0] if under else "11(2)(c)")
                return refuse(f"{one} and {other} may not play at one table", by, "another table")
        return None

    def provision(self, written: str) -> Clause:
        """A clause as the register has it: of this rule by its number, of a schedule by its whole id."""
        return R[written] if written in R else clause(written)

    # -- 14 and 15: cards ----------------------------------------------------------------------------

    @ruling("cards-brought", R["14(1)"], "the backs of all decks are of one colour and design",
            when=lambda self, t, what: self.card_game, facts=(Fact("backs", need=True, several=True),))
    def cards_brought(self, t: Table, what: Irregular) -> None:
        backs = what.get("backs").split(",")
        if not R["14(1)"].says(len(set(backs)) == 1):
            self.refuse_report(t, refuse(f"decks with {' and '.join(backs)} backs", R["14(1)"], "backs of one kind"))

    @ruling("dealt-from", R["14(2)"], "cards are dealt from the shoe, or from the machine in its place",
            when=lambda self, t, what: self.card_game,
            facts=(Word("source", ("shoe", "machine", "shuffler", "hand", "elsewhere"), default="elsewhere"),))
    def dealt_from(self, t: Table, what: Irregular) -> None:
        source, right = what.get("source", "elsewhere"), self.dealing_device()
        if not self.from_shoe.says(source == right):
            self.refuse_report(t, refuse(f"cards dealt from {source}", self.from_shoe, f"the {right}"))

    def dealing_device(self) -> str:
        """3, 14(2) and 16(f): what cards come out of."""
        if self.machine:
            return R["16(f)"].says("machine")
        return "shuffler" if self.options.get("device") == "shuffler" else R["3:dealing-shoe"].says("shoe")

    def refuse_report(self, t: Table, refused: Refused | Rejected | None) -> None:
        """What a report asks for is refused, if anything stands against it."""
        if refused is not None:
            t.events.append(refused)

    @ruling("shuffle-directed", R["15(2)(c)"], "the gaming manager has the cards shuffled after this round",
            when=lambda self, t, what: self.card_game, by=MANAGER)
    def shuffle_directed(self, t: Table, what: Irregular) -> None:
        self.shuffle_next(t)

    def shuffle_next(self, t: Table) -> None:
        """The next round starts with a shuffle; a schedule that shuffles for every round has nothing to note."""

    @ruling("reshuffle-asked", R["15(4)"], "pre-shuffled cards are shuffled again before the first card is out",
            when=lambda self, t, what: self.card_game and self.untouched(t), facts=(YesNo("pre-shuffled"),))
    def reshuffle_asked(self, t: Table, what: Irregular) -> Round[None]:
        if R["3:reshuffled"].says(what.yes("pre-shuffled")):
            yield from self.reshuffle(t)
        else:
            raise BadFact("only cards that were shuffled before they came to the table are shuffled again")

    def untouched(self, t: Table) -> bool:
        """Has no card left the shoe since the cards were shuffled?"""
        return t.phase == WAGERS and not any(hand.cards for hand in t.hands.values())

    def reshuffle(self, t: Table) -> Round[None]:
        yield from t.shuffle(R["15(4)"], self.decks)

    # -- 16 and 17: the card machine -------------------------------------------------------------------

    @property
    def machine(self) -> bool:
        """3: a card machine mixes the cards and deals them, in the place of a shoe."""
        return R["3:card-machine"].says(self.options.get("shoe") == "machine")

    def machine_takes(self, decks: int, least: int = 1, most: int = 8) -> bool:
        """16(a): within what is approved for the machine, and never more than 8 decks."""
        return R["16(a)"].says(least <= decks <= min(most, 8))

    def mix(self, t: Table, loaded: bool) -> Round[None]:
        """16(b) and (g): cards go in shuffled when play starts; afterwards discards go back to be mixed."""
        yield from t.shuffle(R["16(g)"] if R["16(g)"].says(loaded) else R["16(b)"], self.decks)

    @ruling("cutting-card", R["16(e)"], "a card machine is used without cutting cards",
            when=lambda self, t, what: self.machine)
    def no_cutting_card(self, t: Table, what: Irregular) -> None:
        self.refuse_report(t, refuse("a cutting card in a card machine", R["16(e)"], "take it out"))

    @ruling("card-machine-malfunction", R["17(1)"], "the machine is repaired or replaced, then play goes on",
            when=lambda self, t, what: self.card_game, facts=(YesNo("disadvantaged"),))
    def machine_malfunction(self, t: Table, what: Irregular) -> Round[None]:
        t.announce("have the card machine repaired or replaced", R["17(2)"])
        if R["17(3)"].says(what.yes("disadvantaged")):
            yield from t.offer_retract(R["17(3)"])
