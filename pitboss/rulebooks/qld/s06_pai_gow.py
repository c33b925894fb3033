"""QLD schedule 6: pai gow. Four tiles each, set as two hands against the bank's two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.tiles import TILES, Tile, parse_tiles
from pitboss.hands.pai_gow import Setting, name, settings
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, win
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.rulebooks.qld.s00_front_rule import TABLE_DUTIES, R, table_choices
from pitboss.rulebooks.qld.s06_pai_gow_bank import BOXES, CHOICES, WAGER, Bank
from pitboss.rulebooks.qld.s06_pai_gow_house_way import beats, house_way, low_and_high
from pitboss.rulebooks.qld.s06_pai_gow_irregularities import (
    BANKER,
    HOUSE_WAY,
    PLAY,
    REDEAL,
    SET,
    WITHDRAW,
    DealtAgain,
    PaiGowIrregularities,
)
from pitboss.table.acts import BACK, Choice
from pitboss.table.facts import Settled, Wager
from pitboss.table.game import Decision, Duty, Look, PayTable
from pitboss.table.hands import Parts, hand_at, place_name, read_hand
from pitboss.table.lobby import TILES as TILE_GAMES
from pitboss.table.requests import Choose, Offer, Option, option, options
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("QLD-6")

# 21(2): how the tiles are stacked.
STACKS = (4,) * BOXES
DICE = 3
# 23: a cut brings so many of the stacks from the front to the back.
CUTS = range(1, BOXES)
# 37: what is seen to first.
COLLECTED = (LOSE, WIN, STAND_OFF)
PAYS = (PayTable(WAGER, {"both hands higher": ("1 to 1", S["19(1)"])}),)


class PaiGow(PaiGowIrregularities):
    """Pai gow."""

    id = "qld/pai-gow"
    title = "Pai gow"
    category = TILE_GAMES
    also_called = "pai gow tiles, chinese dominoes, paigow, heavenly nine"
    law: ClassVar[tuple[str, ...]] = ("QLD-6",)
    brief = (
        ("You get four of 32 tiles and set them as a low hand and a high hand of two.", S["28(1)"]),
        ("Pairs are highest, gee jun above all; then a teen or a day with a 9, an 8 or a 7.", S["7(1)"]),
        ("Other hands count the last digit of what their tiles add up to.", S["8(2)"]),
        ("Both your hands higher than the bank's: you win even money less 5%.", S["19(1)"]),
        ("Both lower: you lose; one of each: nobody wins.", S["36(3)"]),
        ("Equal hands go by the highest tile, then to the bank; so does 0 against 0 in the low hand.", S["36(7)"]),
        ("You may have your tiles set the house way, as the house sets its own.", S["29(1)"]),
        ("After the first round players may bank, if they cover all wagers.", S["18(4)"]),
    )
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("set low {tiles}", "two tiles as low hand, the others as high hand", past="set the tiles"),
        Decision(SET, "your two hands lie face down", past="set the tiles"),
        Decision(HOUSE_WAY, "have your tiles set as the house sets its own", also=("houseway",), key="h", silent=True,
                 past="had the tiles set the house way"),
        Decision("authorise {player}", "another player on the box sets the tiles", past="let another set the tiles"),
        Decision("cut {stacks}", "so many stacks go to the back", past="chose the cut"),
    )
    hands_dealt = ("box", BANKER)
    # From the bank's own box on.
    dice_untold = (3, 3, 3)
    look = Look("pai_gow", emblem="dice 2 4 5", closing="Deal")
    choices = (*table_choices(R["13(1)"]), *CHOICES)
    pay_tables = PAYS
    duties = (
        *TABLE_DUTIES,
        Duty("between rounds", "the chung lies at the banker's box", S["9(1)"]),
        Duty("between rounds", "chung or co-bank marker for co-bankers", S["9(2)"]),
        Duty("between rounds", "put an off marker on a box that is out of play", S["12(1)"]),
        Duty("between rounds", "the chung lies before the box of a player who banks", S["17(1)"]),
        Duty("between rounds", "the chung lies before box 1 while the house banks", S["17(2)"]),
        Duty("between rounds", "show who banks with the house", S["17(3)"]),
        Duty("between rounds", "offer the bank anticlockwise from box 2", S["18(9)"]),
        Duty("between rounds", "after two rounds offer the bank from the next player on", S["18(11)"]),
        Duty("shuffle", "at the opening dealer and supervisor inspect the tiles, each alone", S["20(1)"]),
        Duty("shuffle", "at the opening lay the tiles out in pairs", S["20(2)"]),
        Duty("shuffle", "at the opening let players look before the shuffle", S["20(3)"]),
        Duty("shuffle", "mix the tiles face down with both hands", S["2:shuffle"]),
        Duty("shuffle", "wash and stack the tiles for every round", S["21(1)"]),
        Duty("shuffle", "la ja when the bank asks for it, or a player while the house banks", S["22(1)"]),
        Duty("shuffle", "la ja in the approved way", S["22(2)"]),
        Duty("shuffle", "the approved cuts are on a sign", S["23(2)"]),
        Duty("shuffle", "replace tiles that are unfit, after a round", S["24(1)"]),
        Duty("shuffle", "check, shuffle and cut a new set as at the opening", S["24(2)"]),
        Duty("shuffle", "between rounds the tiles may be checked and replaced", S["24(3)"]),
        Duty("wagers", "the house's liability as co-banker is on a sign", S["14(2)(a)"]),
        Duty("roll", "shake the dice in the tumbler", S["10(2)"]),
        Duty("roll", "shake after the cut, so that all dice tumble", S["11(1)"]),
        Duty("roll", "count anticlockwise from the chung, as 1, 9 or 17, to the total", S["11(3)"]),
        Duty("dealing", "a marker at boxes with half the maximum or more", S["14(4)(a)"]),
        Duty("dealing", "tiles of a box without a wager stay with you", S["25(2)"]),
        Duty("decisions", "hands lie face down, apart from each other", S["28(3)"]),
        Duty("decisions", "one tile of a hand on top of the other", S["28(4)"]),
        Duty("reveal", "the bank's tiles are exposed once all players have set theirs", S["28(8)"]),
        Duty("reveal", "low hands across, high hands upright", S["29(2)"]),
    )

    def pack(self) -> tuple[Tile, ...]:
        return S["6"].says(TILES)

    def not_in_pack(self, card: Tile) -> Refused | None:
        return refuse(f"{card} is no tile", S["6"], "teen, day, c9a and the others") if card not in TILES else None

    def none_left(self, card: Tile) -> Refused | None:
        return refuse(f"{card} lies on the table already", S["6"], "another tile")

    # -- the round -------------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        self.seat_bank(t)
        yield from t.shuffle(S["21(1)"])
        self.offer(t)
        yield from t.gather(S["13(2)"])
        self.keep_one_box(t)
        if not self.played(t):
            self.dismiss_bank(t)
            return
        self.close_bank(t)
        t.notes["banked"] = self.bank(t)
        self.show_bank(t)
        while True:
            try:
                yield from self.deal_and_set(t)
                break
            except DealtAgain as again:
                yield from self.start_again(t, again.clause)
        if not self.played(t):
            self.dismiss_bank(t)
            return
        yield from self.turn_up(t)
        self.settle_all(t)

    def deal_and_set(self, t: Table) -> Round[None]:
        t.phase = DEALING
        yield from self.cut_tiles(t)
        for box in self.with_priority(t, self.played(t)):
            t.announce(f"priority set marker on box {box}", S["14(4)(a)"])
        yield from self.deal_tiles(t)
        t.phase = DECISIONS
        yield from self.players_set(t)
        if self.played(t):
            yield from self.bank_sets(t)

    # -- 10, 11, 21 to 25: the deal ----------------------------------------------------------------------------

    def cut_after_bets(self) -> tuple[int, int]:
        return CUTS[0] * STACKS[0], CUTS[-1] * STACKS[0]

    def cut_tiles(self, t: Table) -> Round[None]:
        """23: in an approved way; a player who banks may say in which."""
        bank: Bank = t.notes["banked"]
        least, most = self.cut_after_bets()
        if not bank.house:
            offered = options(*(option(f"cut {stacks} stack{'s' * (stacks > 1)}", S["23(4)"]) for stacks in CUTS))
            asked = Offer(S["23(4)"], hand_at(bank.box), bank.players[0], offered, {}, also=bank.players)
            choice = yield from t.choose(lambda: asked)
            if choice is not None:
                stacks = S["23(4)"].says(int(choice.name.split()[1]))
                least = most = stacks * STACKS[0]
        yield from t.cut(S["23(3)"] if bank.house else S["23(1)"], "cut", least, most)

    def deal_tiles(self, t: Table) -> Round[None]:
        """11 and 25(1): four tiles to each box in turn, anticlockwise from the one that the dice name."""
        bank: Bank = t.notes["banked"]
        thrown = yield from t.roll(S["11(2)"], DICE, S["10(1)"], S["10(1)"], "tumbler")
        first = self.dealt_first(bank.box, S["11(2)"].says(sum(thrown)))
        in_turn = S["25(1)"].says(tuple((first - 1 + n) % BOXES + 1 for n in range(BOXES)))
        played = self.played(t)
        for box, tiles in zip(in_turn, S["21(2)"].says(STACKS), strict=False):
            if box == bank.box:
                yield from t.deal(tiles, BANKER if bank.house else hand_at(box), S["25(1)"], face_up=False)
            elif box in played and t.on_box(box, WAGER):
                yield from t.deal(tiles, hand_at(box), S["25(1)"], face_up=False)
        t.notes["in_turn"] = in_turn

    def dealt_first(self, chung: int, total: int) -> int:
        """11(3): the chung's box counts as 1, 9 or 17, and the others on from it.

        >>> PaiGow().dealt_first(1, 3), PaiGow().dealt_first(1, 9), PaiGow().dealt_first(5, 17)
        (3, 1, 5)
        """
        return (chung - 1 + total - 1) % BOXES + 1

    # -- 14, 16, 28 and 29: setting the tiles ------------------------------------------------------------------

    def players_set(self, t: Table) -> Round[None]:
        """28: every player before the bank. Boxes with a priority marker first, before others look at their tiles."""
        boxes = [box for box in t.notes["in_turn"] if t.on_box(box, WAGER)]
        for group in self.setting_order(t, boxes):
            t.notes["setting"] = tuple(group)
            for box in group:
                if t.on_box(box, WAGER):
                    t.may_look(hand_at(box), box, S["28(1)"], self.setter(t, box))
            for box in group:
                yield from self.player_sets(t, box)

    def setting_order(self, t: Table, boxes: list[int]) -> list[list[int]]:
        """14(5) and 16(2)(c): the boxes that are set together, those that come first before the others."""
        if self.two_boxes(t):
            return [[box] for box in S["16(2)(c)"].says(tuple(self.by_wagers(t, boxes)))]
        first = S["14(5)"].says(self.with_priority(t, boxes))
        return [list(first), [box for box in boxes if box not in first]]

    def with_priority(self, t: Table, boxes: list[int]) -> tuple[int, ...]:
        """14(4) and (5): with half the maximum or more on them, unless there is one box only, or all are like that."""
        half = self.sign(t).maximum
        much = tuple(box for box in boxes if 2 * sum(wager.amount for wager in t.on_box(box, WAGER)) >= half)
        return () if len(boxes) == 1 or len(much) == len(boxes) else much

    def player_sets(self, t: Table, box: int) -> Round[None]:
        """28(1), 29(1) and 15(2): the one whose tiles they are sets them, or has another or the dealer do so."""
        hand = hand_at(box)
        while t.on_box(box, WAGER) and hand not in t.notes.get("ways", {}):
            choice = yield from t.choose(lambda: self.setting_of(t, box))
            if choice is None:
                return
            if choice.name.startswith("authorise "):
                chosen = choice.name.removeprefix("authorise ")
                t.notes["nominated"] = {**t.notes.get("nominated", {}), box: chosen}
                t.may_look(hand, box, S["15(2)(b)"], chosen)
                continue
            self.note_way(t, hand, choice.name)

    def note_way(self, t: Table, hand: str, way: str) -> None:
        t.notes["ways"] = {**t.notes.get("ways", {}), hand: way}

    def setting_of(self, t: Table, box: int) -> Choose | None:
        """What the player who sets the tiles of a box may do with them."""
        if not t.on_box(box, WAGER):
            return None
        player = self.setter(t, box)
        passed_on = t.notes.get("nominated", {}).get(box) is not None
        others = () if passed_on else self.may_set(t, box, player)
        offered = options(
            *self.settings_of(t.hands[hand_at(box)].cards), option(HOUSE_WAY, S["29(1)"]),
            *(option(f"authorise {other}", S["15(2)(b)"]) for other in others),
        )
        return Choose(S["28(1)"], hand_at(box), player, offered, {}, secret=SET)

    def may_set(self, t: Table, box: int, player: str) -> tuple[str, ...]:
        """15(2)(b) and 16(1): to whom the tiles of a box may be left: on it too, and nobody who sets another."""
        return tuple(other for other in self.on_it(t, box) if other != player and not self.sets_another(t, other, box))

    def settings_of(self, tiles: Sequence[Tile]) -> tuple[Option | None, ...]:
        """27: every way to part four tiles in two hands; only that they are, where nobody has told the faces."""
        if BACK in tiles:
            return (option(SET, S["28(1)"]),)
        ways = S["27"].says(settings(tiles))
        return tuple(option(written(way), S["28(1)"]) for way in ways)

    def normal_choice(self, name: str) -> str:
        way = read_setting(name)
        return name if way is None else written(way)

    def refuse_choice(self, t: Table, request: Choose, name: str) -> Refused | None:
        """What is said of a setting that is none tells nothing of the tiles."""
        if name in (WITHDRAW, REDEAL):
            return self.refuse_withdrawal(t, request.hand, name)
        left_to, box = name.removeprefix("authorise "), read_hand(request.hand)[0]
        if left_to != name and left_to in self.on_it(t, box) and self.sets_another(t, left_to, box):
            return refuse(f"{left_to} sets the tiles of another box", S["16(1)"], "another player, or yourself")
        if not name.startswith(SET):
            return None
        legal = f"{SET} low X Y high Z W, of these tiles, or {HOUSE_WAY}"
        low, _, high = name.removeprefix(f"{SET} low ").partition(" high ")
        if not S["2:hand"].says(len(low.split()) == len(high.split()) == 2):
            return refuse(f"that makes no two hands of the tiles of {place_name(request.hand)}", S["2:hand"], legal)
        return refuse(f"that is no setting of the four tiles of {place_name(request.hand)}", S["27"], legal)

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        box, ways = read_hand(act.hand)[0], t.notes.get("ways", {})
        bank: Bank | None = t.notes.get("banked")
        if act.name in (WITHDRAW, REDEAL):
            return self.refuse_withdrawal(t, act.hand, act.name)
        if bank is None or not box or act.hand not in t.hands or not act.name.startswith((SET, HOUSE_WAY)):
            return None
        if box == bank.box:
            return (refuse("a co-bank's tiles are set the house way", S["29(3)"], HOUSE_WAY) if bank.co
                    else refuse("the bank sets its tiles last", S["28(8)"], "once all players have set theirs"))
        if act.hand not in ways:
            clause = S["16(2)(c)"] if self.two_boxes(t) else S["14(5)"]
            with_it = clause == S["14(5)"] and box in t.notes.get("setting", ())
            return None if with_it else refuse(f"box {box} is not set yet", clause, "the boxes that come first")
        if t.phase == SETTLEMENT:
            return refuse(f"box {box} set again", S["28(5)"], "the bank's tiles are being set")
        return refuse(f"box {box} set again", S["16(2)(d)"], "the other box") if self.two_boxes(t) else None

    def refuse_withdrawal(self, t: Table, hand: str, name: str) -> Refused | None:
        """39(3) and 40: the tiles are played, by the ruling that was made last."""
        clause: Clause | None = t.notes.get("played")
        return refuse(f"{name}: {place_name(hand)} plays its tiles", clause, PLAY) if clause is not None else None

    def two_boxes(self, t: Table) -> bool:
        """16(2): does one player set all the tiles, of two boxes?"""
        boxes = self.played(t)
        return len(boxes) > 1 and len({self.setter(t, box) for box in boxes}) == 1

    def takes_change(self, t: Table, act: Choice) -> bool:
        """28(5): until the bank's tiles are turned a setting may be changed, but not by who sets two boxes."""
        box = read_hand(act.hand)[0]
        if t.phase != DECISIONS or act.hand not in t.notes.get("ways", {}) or self.two_boxes(t):
            return False
        return act.player in ("", self.setter(t, box)) and self.as_option(t, box, act) is not None

    def change_mind(self, t: Table, act: Choice) -> Option | None:
        instead = self.as_option(t, read_hand(act.hand)[0], act)
        if instead is not None:
            self.note_way(t, act.hand, instead.name)
        return instead

    def as_option(self, t: Table, box: int, act: Choice) -> Option | None:
        """What is chosen for a box, if it may be."""
        asked, name = self.setting_of(t, box), self.normal_choice(act.name)
        offered = asked.options if asked is not None else ()
        return next((offer for offer in offered if offer.name == name and not name.startswith("authorise")), None)

    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        bank: Bank | None = t.notes.get("banked")
        if bank is None or request.hand != hand_at(bank.box) or bank.house:
            box = read_hand(request.hand)[0]
            nominated, nearest = t.notes.get("nominated", {}), t.notes.get("nearest", {})
            clause = (S["15(2)(b)"] if nominated.get(box) == request.player
                      else S["15(2)(c)"] if nearest.get(box) == request.player else S["15(2)(a)"])
            return refuse(f"{act.player} does not set the tiles of box {box}", clause, f"{request.player} does")
        clause = S["26(5)"] if act.player in bank.players else S["26(3)"]
        return refuse(f"{act.player} does not handle the bank's tiles", clause, f"{' or '.join(bank.players[:2])} does")

    def bank_sets(self, t: Table) -> Round[None]:
        """28(8): once all have set their tiles, the bank's are exposed and set; 29(3): the house's the house way."""
        bank: Bank = t.notes["banked"]
        hand = BANKER if bank.house else hand_at(bank.box)
        if not S["28(6)"].says(all(hand_at(box) in t.notes["ways"] for box in self.played(t))):
            raise AssertionError("tiles would be exposed before all are set")
        t.phase = SETTLEMENT
        yield from t.reveal(hand, S["28(8)"])
        if S["29(3)"].says(bank.house or bank.co):
            self.note_way(t, hand, HOUSE_WAY)
            return
        tiles = t.hands[hand].cards
        offered = options(*self.settings_of(tiles), option(HOUSE_WAY, S["29(1)"]))
        handlers = self.handlers(t, bank.box)
        choice = yield from t.choose(lambda: Choose(S["28(8)"], hand, handlers[0], offered, {}, also=handlers))
        self.note_way(t, hand, choice.name if choice is not None else HOUSE_WAY)

    # -- 28(7), 29(2): tiles are turned up and looked at ---------------------------------------------------------

    def turn_up(self, t: Table) -> Round[None]:
        """Players who asked for the house way are set now, after the bank; then all tiles are shown."""
        house_ways = [box for box in self.played(t) if t.notes["ways"][hand_at(box)] == HOUSE_WAY]
        later = S["28(7)"].says(tuple(house_ways))
        for box in [*(box for box in self.played(t) if box not in house_ways), *later]:
            if t.on_box(box, WAGER):
                yield from t.reveal(hand_at(box), S["29(2)"])
                yield from self.tell_setting(t, box)

    def tell_setting(self, t: Table, box: int) -> Round[None]:
        """How a player had set tiles that nobody had seen."""
        hand = hand_at(box)
        if t.notes["ways"][hand] != SET:
            return
        offered = options(*self.settings_of(t.hands[hand].cards))
        choice = yield from t.choose(lambda: Choose(S["28(1)"], hand, self.setter(t, box), offered, {}))
        if choice is not None:
            self.note_way(t, hand, choice.name)

    def set_as(self, t: Table, hand: str) -> Setting:
        """A hand as it is set."""
        tiles, way = t.hands[hand].cards, t.notes["ways"][hand]
        if way == HOUSE_WAY:
            return Setting(*S["2:house-way"].says(house_way(tiles)))
        chosen = read_setting(way)
        assert chosen is not None
        return chosen

    # -- 36 and 37: deciding, collecting, paying -----------------------------------------------------------------

    def settle_all(self, t: Table) -> None:
        """37: losing wagers are collected, winning ones paid; then the bank has its share."""
        wrong: dict[str, Setting] = t.notes.get("wrong", {})
        if wrong:
            self.pay_out(t, wrong)
            for line in [line for line in t.lines if line.outcome in COLLECTED and line.wager == WAGER]:
                if S["41(2)"].says(line.hand == ""):
                    t.reverse(line, S["41(2)"])
        won = self.pay_out(t, {})
        if self.bankers(t):
            self.settle_banks(t, won)

    def pay_out(self, t: Table, wrong: dict[str, Setting]) -> int:
        """What the bank has won, or lost, when all wagers are decided."""
        bank: Bank = t.notes["banked"]
        banks = BANKER if bank.house else hand_at(bank.box)
        ways = {hand: wrong.get(hand) or self.set_as(t, hand) for hand in t.notes["ways"] if hand in t.hands}
        decided = [(wager, self.result(ways[hand_at(wager.box)], ways[banks]))
                   for box in self.played(t) for wager in t.on_box(box, WAGER)]
        won = 0
        for outcome in S["37"].says(COLLECTED):
            for wager, result in decided:
                if result.outcome == outcome:
                    won += self.banks_gain(wager, result)
                    t.settle(wager, result)
        return won

    def banks_gain(self, wager: Wager, result: Result) -> int:
        """What the bank wins by a wager, or pays for it: even money, of which the house keeps a part."""
        if result.outcome == LOSE:
            return wager.amount
        return -(result.pays(wager.amount) + result.kept(wager.amount))

    def result(self, own: Setting, banks: Setting) -> Result:
        """36: what becomes of a wager. Pure: the odds call it too."""
        low = beats(own.low, banks.low, S["36(6)"], S["36(7)"])
        high = beats(own.high, banks.high, S["36(5)"])
        if S["36(1)"].says(low and high):
            odds, clause = self.pay[WAGER].lines["both hands higher"]
            levy = self.player_levy()
            return win(odds, clause, S["36(1)"], *filter(None, (levy.clause,)), levy=levy)
        if S["36(2)"].says(not low and not high):
            return lose(S["36(2)"])
        return S["2:standoff"].says(stand_off(S["36(3)(a)"] if low else S["36(3)(b)"]))

    # -- how it is told --------------------------------------------------------------------------------------------

    def hand_name(self, t: Table, hand: str, cards: Sequence[Tile], *, beside: bool = False) -> str:
        if hand not in t.notes.get("ways", {}) or t.notes["ways"][hand] == SET or BACK in cards:
            return ""
        return two_names(self.set_as(t, hand))

    def parts_of(self, choice: str) -> Parts:
        way = read_setting(choice)
        return parts(way) if way is not None else ()

    def lies_in(self, t: Table, hand: str) -> Parts:
        ways = t.notes.get("ways", {})
        return parts(self.set_as(t, hand)) if ways.get(hand, SET) != SET else ()

    def decided_by(self, t: Table, line: Settled) -> str:
        bank: Bank | None = t.notes.get("banked")
        ways = t.notes.get("ways", {})
        banks = BANKER if bank is None or bank.house else hand_at(bank.box)
        if line.wager != WAGER or hand_at(line.box) not in ways or banks not in ways:
            return ""
        verb = {WIN: "beat", LOSE: "lose to"}.get(line.outcome, "against")
        return f"{two_names(self.set_as(t, hand_at(line.box)))} {verb} {two_names(self.set_as(t, banks))}"

    def in_a_word(self, t: Table) -> tuple[str, str]:
        bank: Bank | None = t.notes.get("banked")
        hand = BANKER if bank is None or bank.house else hand_at(bank.box)
        if hand not in t.notes.get("ways", {}) or not all(t.hands[hand].face_up):
            return "", ""
        return f"bank {two_names(self.set_as(t, hand))}", ""


def written(way: Setting) -> str:
    """A setting as a decision.

    >>> written(Setting(("foo", "look"), ("teen", "c9a")))
    'set low foo look high teen c9a'
    """
    return f"{SET} low {' '.join(way.low)} high {' '.join(way.high)}"


def read_setting(text: str) -> Setting | None:
    """A decision as a setting, tiles in any order; 2: the lower hand is the low one, whatever it was called.

    >>> read_setting("set low c9a teen high look foo")
    Setting(low=('foo', 'look'), high=('teen', 'c9a'))
    """
    words = text.lower().replace(",", " ").split()
    if len(words) != 7 or (words[0], words[1], words[4]) != (SET, "low", "high"):
        return None
    try:
        one, other = parse_tiles(" ".join(words[2:4])), parse_tiles(" ".join(words[5:7]))
    except ValueError:
        return None
    return low_and_high(one, other)


def parts(way: Setting) -> Parts:
    """Two hands, each with what people call it."""
    return (name(way.low), way.low), (name(way.high), way.high)


def two_names(way: Setting) -> str:
    return f"{name(way.low)} and {name(way.high)}"


