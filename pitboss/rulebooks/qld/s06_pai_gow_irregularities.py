"""QLD schedule 6, sections 23 and 26 and part 13: conduct with tiles, and what is done when something goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from pitboss.equipment.tiles import Tile, parse_tile, parse_tiles
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.qld.book import Queensland
from pitboss.rulebooks.qld.s00_front_rule import CONDUCT
from pitboss.rulebooks.qld.s06_pai_gow_bank import WAGER, Bank, PaiGowBank
from pitboss.rulebooks.qld.s06_pai_gow_house_way import low_and_high
from pitboss.table.acts import Irregular
from pitboss.table.definition import Definition
from pitboss.table.game import Decision, ruling
from pitboss.table.hands import HandOfCards, Hands, hand_at
from pitboss.table.reports import (
    ITSELF,
    BadFact,
    Box,
    Decided,
    Fact,
    HandNamed,
    Money,
    Number,
    PlayerNamed,
    Word,
    YesNo,
)
from pitboss.table.requests import Offer, option, options
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, RoundOver, Table

S = schedule("QLD-6")

BANKER = "banker"
HOUSE_WAY, SET = "house way", "set"
WITHDRAW, PLAY, REDEAL = "withdraw", "play", "redeal"
# 26(4) and (5): how many of those who bank together may handle the tiles.
HANDLERS = 2
# 43: rounds without a wager after which a seat may be asked for.
IDLE_ROUNDS = 3


class TileNamed(Fact):
    """A tile by its name."""

    sort = "tile"

    def known(self, game: Definition) -> str:
        return "tiles such as teen,c9a" if self.several else "a tile such as teen"

    def holds(self, game: Definition, text: str) -> bool:
        try:
            return bool(parse_tile(text))
        except ValueError:
            return False

    def examples(self, game: Definition) -> tuple[str, ...]:
        return ("teen", "g3")


class DealtAgain(Exception):
    """The tiles must be shuffled, stacked and dealt again."""

    def __init__(self, clause: Clause) -> None:
        self.clause = clause


def exposed_before(t: Table, what: Irregular) -> list[Tile]:
    """The tiles of the hand that the dealer exposed before, and this one."""
    return [*t.notes.get("exposed", {}).get(named_hand(what), ()), what.get("tile")]


def named_hand(what: Irregular) -> str:
    return what.get("hand") or what.get("box")


def on_table(t: Table, what: Irregular) -> bool:
    hand = t.hands.get(named_hand(what))
    return hand is not None and bool(hand.cards) and t.phase in (DEALING, DECISIONS)


def of_the_bank(t: Table, what: Irregular) -> str:
    """Whose tiles a report is about: "house" (or a co-bank's), "bank" for a player/banker's, "player"."""
    bank: Bank = t.notes["banked"]
    if named_hand(what) in (BANKER, hand_at(bank.box)):
        return "house" if bank.house or bank.co else "bank"
    return "player"


def exposed(whose: str, by: str, several: bool | None) -> Callable[[Any, Any, Irregular], bool]:
    """Does a report of an exposed tile fall under the clause for such a hand, and for one tile or several?"""

    def applies(game: Any, t: Table, what: Irregular) -> bool:
        if not on_table(t, what) or of_the_bank(t, what) not in whose.split():
            return False
        if several is None:
            return by in ("", what.get("by", "dealer"))
        return what.get("by", "dealer") == by and (len(exposed_before(t, what)) > 1) == several

    return applies


EXPOSED = (Box(), HandNamed("hand", (BANKER,)), TileNamed("tile"),
           Word("by", ("dealer", "player"), default="dealer"), YesNo("looked"),
           Word("during", ("shuffling", "stacking", "cutting", "cut", "la-ja")))


class PaiGowTables(Queensland):
    """43: at pai gow a seat may be asked for of whoever lets three rounds pass, whether the table is full or not;
    18(8)(b): a table that opens again starts with a round of the house."""

    first_tables = ()
    idle = S["43"]
    idle_at_full_table = False

    def idle_rounds(self) -> int:
        return S["43"].says(IDLE_ROUNDS)

    def idle_report(self, box: int, player: str, rounds: int) -> Irregular:
        return Irregular("idle-seat", {"box": str(box), "player": player, "rounds": str(rounds), "ruling": "vacate"})

    def reopened_report(self) -> Irregular:
        return Irregular("break-in-play", {})


PAI_GOW_TABLES = PaiGowTables()


class PaiGowIrregularities(PaiGowBank):
    """What goes wrong at a pai gow table."""

    book = PAI_GOW_TABLES
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision(WITHDRAW, "take your wager back; your tiles are out of play", also=("retract",), past="withdrew"),
        Decision(PLAY, "play the tiles as they were dealt", silent=True, past="played the tiles as dealt"),
        Decision(REDEAL, "have all tiles shuffled and dealt again", past="had the tiles dealt again"),
        Decision("vacate", "the player gives up the seat", by="dealer"),
        Decision("stay", "the player keeps the seat", by="dealer"),
    )
    of_a_throw = ("invalid-roll",)

    # -- 23 and 26: conduct with tiles ---------------------------------------------------------------------

    @ruling("tiles-touched", S["23(5)"], "players touch no tile while tiles are shuffled and cut",
            when=lambda self, t, what: t.phase in (WAGERS, DEALING), facts=CONDUCT)
    @ruling("tiles-shown", S["26(1)"], "players keep the faces of their tiles from all others", facts=CONDUCT)
    @ruling("tiles-out-of-view", S["26(2)"], "tiles stay in the playing area, in view of staff", facts=CONDUCT)
    def tiles_mishandled(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.contravention(t, what)

    @ruling("tiles-handled", S["26(3)"], "only who sets the tiles of a box handles them",
            when=lambda self, t, what: bool(t.hands) and self.handling(t, what.get("box")) == S["26(3)"],
            facts=(Box(need=True), PlayerNamed(need=True)))
    @ruling("tiles-handled", S["26(4)"], "two who bank together may both handle the tiles",
            when=lambda self, t, what: bool(t.hands) and self.handling(t, what.get("box")) == S["26(4)"])
    @ruling("tiles-handled", S["26(5)"], "of more who bank together only two handle the tiles",
            when=lambda self, t, what: bool(t.hands) and self.handling(t, what.get("box")) == S["26(5)"])
    def tiles_handled(self, t: Table, what: Irregular) -> Round[Refused | None]:
        box, player = t.box_of(what), what.get("player")
        if player in self.handlers(t, box):
            return refuse(f"{player} may handle the tiles of box {box}", self.handling(t, hand_at(box)))
        yield from self.contravention(t, Irregular(what.kind, {"player": player}))
        return None

    def handling(self, t: Table, box: str) -> Clause:
        """The clause that says who handles the tiles of a box."""
        bank: Bank = t.notes["banked"]
        if bank.house or box != hand_at(bank.box):
            return S["26(3)"]
        return S["26(4)"] if len(bank.players) <= HANDLERS else S["26(5)"]

    def handlers(self, t: Table, box: int) -> tuple[str, ...]:
        """26(3) to (5): who may handle the tiles of a box."""
        bank: Bank = t.notes["banked"]
        clause = self.handling(t, hand_at(box))
        if clause == S["26(3)"]:
            return S["26(3)"].says((self.setter(t, box),))
        return clause.says(bank.players)[:HANDLERS]

    @ruling("unplayed-tiles-viewed", S["28(9)"], "unplayed tiles are looked at only when all is settled, with leave",
            facts=(*CONDUCT, YesNo("settled"), YesNo("allowed")))
    def unplayed_viewed(self, t: Table, what: Irregular) -> Round[None]:
        if not S["28(9)"].says(what.yes("settled") and what.yes("allowed")):
            facts = {name: value for name, value in what.facts.items() if name not in ("allowed", "settled")}
            yield from self.contravention(t, Irregular(what.kind, facts))

    def setter(self, t: Table, box: int) -> str:
        """15(2): who sets the tiles of a box; nobody ("") where no wager lies."""
        first, absent = next(iter(self.in_order(t, box, self.on_it(t, box))), ""), t.notes.get("absent", ())
        nominated: str = t.notes.get("nominated", {}).get(box, "")
        if nominated and nominated not in absent:
            return S["15(2)(b)"].says(nominated)
        nearest: str = t.notes.get("nearest", {}).get(box, "")
        return S["15(2)(c)"].says(nearest) if nearest and first in absent else first

    def sets_another(self, t: Table, player: str, box: int) -> bool:
        """16(1): does a player set the tiles of another box already?"""
        return S["16(1)"].says(any(self.setter(t, at) == player for at in self.played(t) if at != box))

    @ruling("player-absent", S["15(2)(c)"], "the player whose wager is closest to the dealer sets the tiles",
            when=lambda self, t, what: t.phase in (DEALING, DECISIONS),
            facts=(Box(need=True), PlayerNamed(), PlayerNamed("nearest")))
    def player_absent(self, t: Table, what: Irregular) -> Refused | None:
        box = t.box_of(what)
        players, absent = self.in_order(t, box, self.on_it(t, box)), t.notes.get("absent", ())
        gone = what.get("player") or self.setter(t, box)
        if not players:
            raise BadFact(f"box={box} has no wager")
        if not S["15(2)(c)"].says(gone == self.setter(t, box)):
            return refuse(f"{self.setter(t, box)}, who sets the tiles of box {box}, is present", S["15(2)(c)"],
                          "the tiles are set as before")
        others = [player for player in players
                  if player not in (*absent, gone) and not self.sets_another(t, player, box)]
        nearest = what.get("nearest") or next(iter(others), "")
        if nearest not in others:
            clause = S["16(1)"] if len(players) > 1 else S["15(2)(c)"]
            return refuse(f"{nearest or 'nobody else'} on box {box} may set its tiles", clause, HOUSE_WAY)
        t.notes["absent"] = (*absent, gone)
        t.notes["nearest"] = {**t.notes.get("nearest", {}), box: nearest}
        return None

    @ruling("oral-wager", S["13(2)"], "a wager is made by putting chips down, not by saying so",
            when=lambda self, t, what: t.phase == WAGERS, facts=(Box(), PlayerNamed(), Money("amount")))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        return

    # -- 38: dice --------------------------------------------------------------------------------------------

    @ruling("invalid-roll", S["38"], "a die does not lie flat: the dice are shaken again",
            when=lambda self, t, what: t.phase == DEALING and not t.hands,
            facts=(Word("reason", ("die-not-flat",)),))
    def die_not_flat(self, t: Table, what: Irregular) -> None:
        return

    # -- 39: tiles dealt wrongly -----------------------------------------------------------------------------

    @ruling("wrong-dealing-order", S["39(1)"], "the tiles are distributed again, correctly",
            when=lambda self, t, what: self.dealt(t) and not what.yes("handled") and self.can_tell(what),
            facts=(YesNo("handled"), YesNo("reconstructed", default="yes")))
    def distributed_again(self, t: Table, what: Irregular) -> None:
        """Files and entries have the tiles as they were put right."""

    @ruling("wrong-dealing-order", S["39(2)"], "nobody knows the right distribution: the tiles are dealt again",
            when=lambda self, t, what: self.dealt(t) and not what.yes("handled") and not self.can_tell(what))
    def distribution_lost(self, t: Table, what: Irregular) -> None:
        raise DealtAgain(S["39(2)"])

    @ruling("wrong-dealing-order", S["39(3)"], "tiles were handled: the round goes on as if they were dealt rightly",
            when=lambda self, t, what: self.dealt(t) and what.yes("handled"))
    def distribution_stands(self, t: Table, what: Irregular) -> None:
        t.notes["played"] = S["39(3)"]

    def dealt(self, t: Table) -> bool:
        return bool(t.hands) and t.phase in (DEALING, DECISIONS)

    def can_tell(self, what: Irregular) -> bool:
        return what.get("reconstructed", "yes") == "yes"

    # -- 40: exposed tiles -------------------------------------------------------------------------------------

    @ruling("tile-exposed", S["40(1)"], "a tile was exposed before the deal: the tiles are shuffled again",
            when=lambda self, t, what: not named_hand(what) and t.phase in (WAGERS, DEALING) and not self.tiles_out(t),
            facts=EXPOSED)
    def exposed_in_shuffle(self, t: Table, what: Irregular) -> Round[None]:
        if t.phase == DEALING:
            raise DealtAgain(S["40(1)"])
        yield from t.shuffle(S["40(1)"])

    @ruling("tile-exposed", S["40(2)"], "one tile exposed by the dealer: the tiles are played",
            when=exposed("player bank", "dealer", False))
    @ruling("tile-exposed", S["40(5)"], "a player/banker exposed tiles: they are played",
            when=exposed("bank", "player", None))
    @ruling("tile-exposed", S["40(6)"], "tiles of the house or of a co-bank are played",
            when=exposed("house", "", None))
    def exposed_and_played(self, t: Table, what: Irregular) -> None:
        self.show_tile(t, what)
        several = {"house": S["40(6)"], "bank": S["40(5)"]}.get(of_the_bank(t, what), S["40(2)"])
        t.notes["played"] = several if what.get("by") == "player" or several == S["40(6)"] else S["40(2)"]

    @ruling("tile-exposed", S["40(3)"], "several tiles exposed: who has looked at no others may withdraw",
            when=exposed("player", "dealer", True))
    def several_exposed(self, t: Table, what: Irregular) -> Round[None]:
        self.show_tile(t, what)
        t.notes["played"], box = S["40(3)"], int(named_hand(what))
        if not S["40(3)"].says(not what.yes("looked")):
            return
        back = sum(wager.amount for wager in t.on_box(box, WAGER))
        keep = option(PLAY, S["40(3)"])
        offered = options(option(WITHDRAW, S["40(3)"], back=back), keep)
        choice = yield from t.choose(
            lambda: Offer(S["40(3)"], hand_at(box), self.setter(t, box), offered, {}, keep) if t.on_box(box) else None)
        if choice is not None and choice.name == WITHDRAW:
            self.out_of_play(t, box)

    def out_of_play(self, t: Table, box: int) -> None:
        """40(3)(a): the tiles of a box are removed, and its wagers go back."""
        t.hands[hand_at(box)].closed = True
        t.void_wagers(t.on_box(box, WAGER), S["40(3)"])

    @ruling("tile-exposed", S["40(4)"],
            "several of a player/banker's tiles exposed: who has looked at no others may have all dealt again",
            when=exposed("bank", "dealer", True))
    def banks_exposed(self, t: Table, what: Irregular) -> Round[None]:
        self.show_tile(t, what)
        bank: Bank = t.notes["banked"]
        t.notes["played"] = S["40(4)"]
        if not S["40(4)"].says(not what.yes("looked")):
            return
        keep = option(PLAY, S["40(4)"])
        offered = options(option(REDEAL, S["40(4)"]), keep)
        choice = yield from t.choose(lambda: Offer(
            S["40(4)"], hand_at(bank.box), bank.players[0], offered, {}, keep, also=self.handlers(t, bank.box)))
        if choice is not None and choice.name == REDEAL:
            raise DealtAgain(S["40(4)"])

    def show_tile(self, t: Table, what: Irregular) -> None:
        """A tile lies face up from now on, where the report names it."""
        name, tile = named_hand(what), what.get("tile").lower()
        hand = t.hand(name)
        shown: dict[str, tuple[Tile, ...]] = t.notes.get("exposed", {})
        if tile and tile not in hand.cards and "??" not in hand.cards:
            raise BadFact(f"tile={tile} is none of the tiles of {name}")
        place = self.hidden_at(hand, tile)
        if tile in hand.cards and place is None:
            raise BadFact(f"tile={tile} of {name} lies open already")
        if what.get("by", "dealer") == "dealer":
            t.notes["exposed"] = {**shown, name: (*shown.get(name, ()), tile)}
        if place is not None:
            hand.face_up[place] = True

    def hidden_at(self, hand: HandOfCards, tile: Tile) -> int | None:
        lying = zip(hand.cards, hand.face_up, strict=True)
        return next((place for place, (card, up) in enumerate(lying) if card == tile and not up), None)

    # -- 41: house way misset ----------------------------------------------------------------------------------

    @ruling("house-way-misset", S["41(1)"], "tiles that should be set the house way are set so",
            when=lambda self, t, what: self.is_set(t, what) and not what.yes("decided"),
            facts=(HandNamed("hand", (BANKER,)), Box(), TileNamed("low", several=True), YesNo("decided")))
    @ruling("house-way-misset", S["41(2)"], "once the tiles are set the house way, the wagers are decided again",
            when=lambda self, t, what: self.is_set(t, what) and what.yes("decided"))
    def misset(self, t: Table, what: Irregular) -> Refused | None:
        """The report tells which two tiles lay as the low hand; and whether wagers were decided by that."""
        name = named_hand(what)
        if not S["41(1)"].says(self.way_of(t, name) == HOUSE_WAY):
            return refuse(f"the tiles of {name} were not to be set the house way", S["41(1)"], "they stay as they are")
        low, rest = parse_tiles(what.get("low")), list(t.hand(name).cards)
        for tile in low:
            if tile not in rest:
                raise BadFact(f"low={what.get('low')} is not of the tiles of {name}")
            rest.remove(tile)
        if low and len(low) != 2:
            raise BadFact(f"low={what.get('low')} is no hand of two tiles")
        if low and what.yes("decided"):
            t.notes["wrong"] = {**t.notes.get("wrong", {}), name: low_and_high(low, rest)}
        return None

    def is_set(self, t: Table, what: Irregular) -> bool:
        return t.phase == SETTLEMENT and bool(self.way_of(t, named_hand(what)))

    def way_of(self, t: Table, name: str) -> str:
        way: str = t.notes.get("ways", {}).get(name, "")
        return way

    # -- 42: a round that is not completed -----------------------------------------------------------------------

    def start_again(self, t: Table, clause: Clause) -> Round[None]:
        """The tiles are shuffled and stacked; 42: who does not wish to go on takes the wager back."""
        for box in self.played(t):
            for player in self.on_it(t, box):
                yield from self.may_retrieve(t, box, player)
        t.hands, t.seen = Hands(), {}
        for key in ("exposed", "ways", "played", "nominated", "absent", "nearest", "wrong"):
            t.notes.pop(key, None)
        self.keep_one_box(t)
        if not self.played(t):
            self.dismiss_bank(t)
            raise RoundOver
        t.phase = DEALING
        yield from t.shuffle(clause)

    def may_retrieve(self, t: Table, box: int, player: str) -> Round[None]:
        keep = option("continue", S["42"])
        lies = t.wager(box, player, WAGER)
        offered = options(option(WITHDRAW, S["42"], back=lies.amount if lies is not None else 0), keep)
        choice = yield from t.choose(lambda: Offer(S["42"], hand_at(box), player, offered, {}, keep))
        if choice is not None and choice.name == WITHDRAW:
            t.void_wagers([wager for wager in t.on_box(box, WAGER) if wager.player == player], S["42"])

    # -- 43 and 18(8): seats, and breaks -------------------------------------------------------------------------

    @ruling("idle-seat", S["43"], "three rounds without a wager: the seat may be asked for", by=ITSELF,
            when=lambda self, t, what: t.phase == WAGERS,
            facts=(Box(need=True), PlayerNamed(), Number("rounds", need=True), Decided("ruling", ("vacate", "stay"))))
    def idle_seat(self, t: Table, what: Irregular) -> Round[Refused | None]:
        if int(what.get("rounds")) < self.book.idle_rounds():
            return refuse(f"box {what.get('box')} keeps its seat", S["43"], "three rounds in a row without a wager")
        order = what.get("ruling") or (yield from t.direct("dealer", S["43"], "vacate", "stay"))
        if order == "vacate":
            t.ruled(f"the player at box {what.get('box')} vacates the seat", S["43"])
        return None

    @ruling("break-in-play", S["18(8)"], "the game starts again after a break: the house banks the next round",
            when=lambda self, t, what: t.phase == WAGERS and not t.wagers)
    def break_in_play(self, t: Table, what: Irregular) -> None:
        t.state |= {"house_due": True, "played": {}, "banked": {}, "offered": [], "appointed": {}}
        self.show_bank(t)
