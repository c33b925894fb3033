"""QLD schedule 6, parts 4 to 6: wagers on the boxes, and who banks against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.law import Clause, Refused, refuse, schedule, void
from pitboss.money import BadAmount, Cents, Levy, parse_amount, show_amount
from pitboss.rulebooks.qld.s00_front_rule import FrontRule, R
from pitboss.table.acts import Choice, Place, Take
from pitboss.table.decisions import Called
from pitboss.table.facts import Rejected, Wager
from pitboss.table.game import BadOption, GameOption, WagerKind
from pitboss.table.reports import Fact, YesNo
from pitboss.table.table import Table

S = schedule("QLD-6")

WAGER, BANK, CO_BANK = "wager", "bank", "co-bank"
BANKING = (BANK, CO_BANK)
PASS_BANK = "pass bank"
# 5(2): the boxes of the layout; 17(2) and 18(13): the one that is the house's while it banks.
BOXES, HOUSE_BOX = 8, 1
# 18(9): where the bank is offered first.
FIRST_OFFERED = 2
PERCENT, HALF_DOLLAR = 5, 50

KINDS = (
    WagerKind(WAGER, S["13(2)"], "that both your hands are higher than the bank's", everyday="bet",
              compares=("box",)),
    WagerKind(BANK, S["18(4)"], "chips that cover all other players' wagers: you are the bank"),
    WagerKind(CO_BANK, S["18(5)"], "chips for half of what the bank may lose; the house banks the other half"),
)
CHOICES = (
    GameOption("rounding", "off", ("off", "50c"), S["19(2)"], "commission to 50c: up for players, down for bankers"),
    GameOption("house-liability", "100000", ("amount",), S["14(2)(a)"], "most that the house may lose as co-banker"),
    GameOption("off", "none", ("none", "text"), S["12(1)"], "boxes out of play, such as 7,8"),
)


class Bank(NamedTuple):
    """Who banks: on which box, which players, and whether in partnership with the house."""

    box: int
    players: tuple[str, ...]
    co: bool

    @property
    def house(self) -> bool:
        """Is the house banker by itself?"""
        return not self.players


class PaiGowBank(FrontRule):
    """Wagers and the bank."""

    boxes = BOXES
    first_box = HOUSE_BOX + 1
    card_game = False
    kinds = KINDS
    opening = WAGER
    instead = BANKING
    state_words = ("banker",)
    state_shown = ("chung", "bank", "offered")
    gather_words = ("pass", "decline")
    wager_facts: ClassVar[tuple[Fact, ...]] = (*FrontRule.wager_facts, YesNo("arrangement"))
    why_not: ClassVar[Mapping[str, str]] = {
        S["18(13)"]: "The bank's tiles come to box 1 while the house banks",
        S["15(1)"]: "Three players are on this box already",
        S["12(2)"]: "This box is out of play",
        S["2:player-banker"]: "Whoever banks plays no other hand",
        S["14(1)"]: "The bank does not cover that much",
        S["18(8)"]: "The house banks the first round",
        S["18(2)"]: "Only who played a box in the last round may bank from it",
    }

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.off = self.boxes_off(self.options["off"])
        self.house_liability: Cents = parse_amount(self.options["house-liability"])

    def boxes_off(self, text: str) -> frozenset[int]:
        """12(1): the boxes with an off marker."""
        named = [] if text == "none" else text.split(",")
        if not all(box.isdigit() and 1 <= int(box) <= BOXES for box in named):
            raise BadOption(f"{self.id}: off={text} [{S['12(1)']}]; boxes 1 to {BOXES} with commas between, or none")
        return frozenset(map(int, named))

    def opening_state(self) -> dict[str, Any]:
        return {
            "chung": HOUSE_BOX,  # 9 and 17: in front of which box the chung lies
            "bank": [],  # the players who bank; nobody while the house does
            "offered": [],  # 18(9), (11): whom the bank is offered to, in turn
            "co": False,  # is the house a partner in it?
            "played": {},  # 18(2): who played which box in the last round
            "senior": {},  # 15(2)(a): who has wagered on a box the longest
            "banked": {},  # 18(10): how many rounds in a row somebody has banked
            "house_due": True,  # 18(8): the house banks first
            "offer_from": FIRST_OFFERED,  # 18(9), (11)
            "appointed": {},  # who banks though the file does not tell how it came to that
        }

    # -- 17 and 18: who banks ------------------------------------------------------------------------------

    def bankers(self, t: Table) -> list[Wager]:
        """The chips that bank."""
        return [wager for wager in t.wagers.values() if wager.kind in BANKING]

    def bank(self, t: Table) -> Bank:
        """18(1): the house, unless a player has taken over the bank or a share of it."""
        chips, appointment = self.bankers(t), t.state["appointed"]
        players = tuple(dict.fromkeys((*appointment.get("who", ()), *(wager.player for wager in chips))))
        if S["18(1)"].says(not players):
            return Bank(HOUSE_BOX, (), False)
        box = chips[0].box if chips else appointment.get("box", HOUSE_BOX)
        return Bank(box, players, chips[0].kind == CO_BANK if chips else appointment.get("co", False))

    def show_bank(self, t: Table) -> None:
        """9 and 17: the chung lies where the bank is."""
        bank = self.bank(t)
        t.state |= {"chung": bank.box, "bank": list(bank.players), "co": bank.co}

    def state_told(self, t: Table, word: str, text: str) -> Refused | Rejected | None:
        """Who banks in a file: `5 Eve`, `5 Eve co-bank`, `5 Eve 300, Fay 200`."""
        box, _, rest = text.partition(" ")
        co = rest.endswith(f" {CO_BANK}")
        shares: dict[str, Cents] = {}
        for part in rest.removesuffix(f" {CO_BANK}").split(","):
            name, _, amount = part.strip().rpartition(" ")
            try:
                shares[name] = parse_amount(amount)
            except BadAmount:
                shares[part.strip()] = 0
        if not box.isdigit() or not 1 <= int(box) <= BOXES or not all(shares):
            return Rejected(f"{word} {text}: write '{word} 5 Eve', '{word} 5 Eve {CO_BANK}' or '{word} 5 Eve 300, "
                            f"Fay 200', with a box from 1 to {BOXES}")
        appointment = t.state["appointed"]
        if appointment.get("box") == int(box) and not co:
            shares = {**appointment["who"], **shares}
        if not S["2:co-banker"].says(not co or len(shares) == 1):
            return refuse(f"{' and '.join(shares)} as co-bankers", S["2:co-banker"], "one player beside the house")
        if not S["12(2)"].says(int(box) not in self.off):
            return refuse(f"a bank on box {box}, which is off", S["12(2)"], "another box")
        t.state["appointed"] = {"box": int(box), "who": shares, "co": co}
        return None

    def told_as_state(self, act: Place) -> str:
        """A file of one round tells who banked, not how the bank came to them."""
        kind, amount = act.wagers[0]
        if kind not in BANKING:
            return ""
        return f"banker {act.box} {act.player} {show_amount(amount)}{f' {CO_BANK}' * (kind == CO_BANK)}"

    def seat_bank(self, t: Table) -> None:
        """Chips of those whom the file has as bankers, where it tells how many."""
        appointment = t.state["appointed"]
        for player, amount in appointment.get("who", {}).items():
            if amount:
                t.place(appointment["box"], player, CO_BANK if appointment["co"] else BANK, amount)
            else:
                t.seat(appointment["box"], player)
        self.show_bank(t)

    def offer_order(self, t: Table) -> list[tuple[int, str]]:
        """18(9) and (11): the first player at each box that was played, anticlockwise, as the boxes are numbered. Of
        those who are still here: the next on a box is the first once the first has left."""
        start, here = t.state["offer_from"], self.seated(t)
        boxes = [(start - 1 + n) % BOXES + 1 for n in range(BOXES)]
        still = {box: [player for player in t.state["played"].get(str(box), ()) if player in here] for box in boxes}
        return [(box, self.in_order(t, box, players)[0]) for box, players in still.items() if players]

    def offer(self, t: Table) -> None:
        """18(9) and (11): the bank is offered round the table."""
        self.show_offer(t)
        if t.state["offered"]:
            t.announce(f"the bank is offered to {', then '.join(t.state['offered'])}", self.offering(t))

    def show_offer(self, t: Table) -> None:
        order = [] if t.state["house_due"] or t.state["appointed"] else self.offer_order(t)
        t.state["offered"] = list(dict.fromkeys(player for _, player in order if not self.twice(t, player)))

    def offering(self, t: Table) -> Clause:
        """Under which clause the bank goes round: anew after two rounds of one banker."""
        return S["18(11)"] if any(self.twice(t, player) for player in t.state["banked"]) else S["18(9)"]

    def leave(self, t: Table, player: str) -> None:
        super().leave(t, player)
        if t.state["offered"]:
            self.show_offer(t)

    def twice(self, t: Table, player: str) -> bool:
        """18(10): has a player banked two rounds in a row?"""
        rounds: int = t.state["banked"].get(player, 0)
        return S["18(10)"].says(rounds >= 2)

    def refuse_appointment(self, t: Table, box: int, player: str) -> Refused | None:
        """18(2) to (12): may this player take over the bank on this box?"""
        if S["18(8)"].says(t.state["house_due"]):
            return refuse("a bank in the first round", S["18(8)"], "the house banks; the next round")
        if self.twice(t, player):
            return self.refuse_third_round(t, player)
        played = {int(at) for at, players in t.state["played"].items() if player in players}
        after_house = S["18(3)"].says(bool(played) and not t.state["banked"])
        if not S["18(2)"].says(box in played) and not (after_house and box == HOUSE_BOX):
            return refuse(f"{player} did not play box {box} in the last round", S["18(2)"],
                          f"box {' or '.join(map(str, sorted(played)))}" if played else "play a round first")
        return self.refuse_turn(t, player)

    def refuse_third_round(self, t: Table, player: str) -> Refused | None:
        nobody = bool(t.state["offered"]) and set(t.state["offered"]) <= set(t.notes.get("passed", ()))
        return refuse(f"{player} as banker for a third round", S["18(12)"] if nobody else S["18(10)"],
                      "the house" if nobody else "another player, or the house")

    def refuse_turn(self, t: Table, player: str) -> Refused | None:
        """18(9) and (11): those before a player have passed the bank, or wagered; all others, once he has passed it."""
        order, clause, passed = t.state["offered"], self.offering(t), t.notes.get("passed", ())
        if player not in order:
            return refuse(f"{player} is not the first player at a box", clause, "the first player takes the bank")
        before = order if player in passed else order[: order.index(player)]
        asked = [other for other in self.asked(t) if other in before and other != player]
        if asked:
            return refuse(f"the bank is offered to {asked[0]} before {player}", clause,
                          f"{asked[0]} takes it, passes it or wagers")
        return None

    def asked(self, t: Table) -> list[str]:
        """Who may take the bank yet, in turn: has neither passed it nor wagered."""
        done = {*t.notes.get("passed", ()), *(wager.player for wager in t.wagers.values())}
        return [player for player in t.state["offered"] if player not in done]

    def called_upon(self, t: Table) -> Called | None:
        asked = self.asked(t) if self.bank(t).house else []
        means = "the next player is asked whether to bank"
        return Called(asked[0], "the bank is offered to you", PASS_BANK, means, tuple(asked[1:])) if asked else None

    def refuse_bank(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        """14 and 18: why somebody may not bank with these chips."""
        bank, co = self.bank(t), kind == CO_BANK
        if not S["12(2)"].says(box not in self.off):
            return refuse(f"a bank on box {box}, which is off", S["12(2)"], "another box")
        if bank.house or bank.players == (player,):
            refused = None if bank.players else self.refuse_appointment(t, box, player)
            if co and not S["18(5)"].says(refused is None):
                return refused or refuse("a co-bank", S["18(5)"], "who may bank may co-bank")
            if refused is not None:
                return refused
        elif not S["18(6)"].says(kind == BANK and not bank.co):
            return refuse(f"{player} beside {' and '.join(bank.players)} as co-banker", S["2:co-banker"], "a wager")
        elif self.twice(t, player):
            return self.refuse_third_round(t, player)
        if bank.players and (box, co) != (bank.box, bank.co):
            return refuse(f"another bank beside that on box {bank.box}", S["18(6)"], f"join it on box {bank.box}")
        return self.refuse_own_wager(t, bank, player) or self.refuse_chips(t, box, player, kind, amount)

    def refuse_own_wager(self, t: Table, bank: Bank, player: str) -> Refused | None:
        """2 and 18(7): who banks has no wager on another hand."""
        mine = [wager for wager in t.wagers.values() if wager.kind == WAGER and wager.player == player]
        clause = S["18(7)"] if set(bank.players) - {player} else S["2:player-banker"]
        if clause.says(bool(mine)):
            return refuse(f"{player} has a wager on box {mine[0].box} and would bank", clause, "take the wager back")
        return None

    def refuse_chips(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        """Enough to cover what lies there; on a box that nobody plays."""
        if t.on_box(box, WAGER):
            return refuse(f"a bank on box {box}, where others have wagers", S["17(1)"], "a box without wagers")
        if amount % self.sign(t, player).unit:
            return refuse(f"{kind} {show_amount(amount)}", self.limits_by(R["13(1)"]),
                          f"steps of {show_amount(self.sign(t, player).unit)}")
        held = sum(wager.amount for wager in self.bankers(t)) + amount
        return self.refuse_cover(held, self.at_stake(t), kind == CO_BANK)

    def at_stake(self, t: Table) -> Cents:
        """What the bank would lose if every player won."""
        return sum(wager.amount for wager in t.wagers.values() if wager.kind == WAGER)

    def refuse_cover(self, held: Cents, at_stake: Cents, co: bool) -> Refused | None:
        """18(4), 14(1) and (2): the bank covers every wager; a co-bank and the house half of them each."""
        if not co:
            if S["18(4)"].says(held >= at_stake):
                return None
            return refuse(f"a bank of {show_amount(held)} against wagers of {show_amount(at_stake)}", S["18(4)"],
                          f"at least {show_amount(at_stake)}")
        houses = at_stake - at_stake // self.partners
        if S["14(2)(b)"].says(held >= at_stake // self.partners and houses <= self.house_liability):
            return None
        return refuse(f"a co-bank of {show_amount(held)} against wagers of {show_amount(at_stake)}", S["14(2)(b)"],
                      f"each half covered, the house's up to {show_amount(self.house_liability)}")

    @property
    def partners(self) -> int:
        """2: a co-banker and the house are equal partners."""
        return S["2:co-banker"].says(2)

    # -- 12 to 16: wagers on boxes ---------------------------------------------------------------------------

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if kind in BANKING:
            return self.refuse_bank(t, box, player, kind, amount)
        if not S["13(2)"].says(kind == WAGER):
            return refuse(f"{kind} is no wager of this game", S["13(2)"], f"{WAGER}, {BANK}, {CO_BANK}")
        lies = t.wager(box, player, kind)
        whole = amount + (lies.amount if lies is not None else 0)
        return (self.refuse_box(t, box, player) or self.refuse_amount(t, box, player, whole)
                or self.refuse_two_boxes(t, box, player, whole) or self.refuse_liability(t, amount))

    def refuse_box(self, t: Table, box: int, player: str) -> Refused | None:
        """12(2), 15(1), 18(7) and 18(13): whether this player may play this box."""
        bank = self.bank(t)
        if not S["12(2)"].says(box not in self.off):
            return refuse(f"box {box} is off", S["12(2)"], "another box")
        if S["18(13)"].says(bank.house and box == HOUSE_BOX):
            return refuse(f"the house banks on box {HOUSE_BOX}", S["18(13)"], "another box")
        if player in bank.players:
            clause = S["18(7)"] if len(bank.players) > 1 else S["2:player-banker"]
            return refuse(f"{player} banks and wagers on box {box}", clause, "no wager while banking")
        if box == bank.box and not bank.house:
            return refuse(f"{bank.players[0]} banks on box {box}", S["17(1)"], "another box")
        others = {wager.player for wager in t.on_box(box, WAGER)} - {player}
        if not S["15(1)"].says(len(others) < 3):
            return refuse(f"3 on box {box} already", S["15(1)"], "another box")
        return None

    def wagering(self, t: Table, act: Place | Take | Choice) -> Refused | Rejected | None:
        """14(3): a wager under an arrangement may pass the maximum; 5(2): there are eight boxes."""
        if isinstance(act, Place | Take) and not 1 <= act.box <= BOXES:
            return refuse(f"there is no box {act.box}", S["5(2)"], f"boxes 1 to {BOXES}")
        arranged = t.notes.get("arranged", ())
        if type(act) is Place and act.facts.get("arrangement") == "yes":
            t.notes["arranged"] = (*arranged, act.player)
        refused = super().wagering(t, act)
        if refused is not None:
            t.notes["arranged"] = arranged
        else:
            self.show_bank(t)
        return refused

    def refuse_amount(self, t: Table, box: int, player: str, whole: Cents) -> Refused | None:
        """The limits of the sign; 14(3): above them under an arrangement, alone on the box."""
        sign = self.sign(t, player)
        others = [wager for wager in t.on_box(box, WAGER) if wager.player != player]
        above = [wager for wager in others if wager.amount > sign.maximum]
        arranged = whole > sign.maximum and player in t.notes.get("arranged", ())
        if S["14(3)"].says(bool(above) or (arranged and bool(others))):
            return refuse(f"a wager above the maximum on a box with others, box {box}", S["14(3)"], "another box")
        if arranged:
            sign = sign._replace(maximum=whole)
        return self.outside_limits(WAGER, whole, self.limits_by(R["13(1)"]), sign)

    def refuse_two_boxes(self, t: Table, box: int, player: str, whole: Cents) -> Refused | None:
        """16: one box to set for each player, or two against the house for the only one who plays. On a box that
        another sets a player may have a wager besides."""
        boxes = {at: self.in_order(t, at, self.on_it(t, at)) for at in self.played(t)}
        boxes[box] = self.in_order(t, box, dict.fromkeys((*boxes.get(box, ()), player)))
        others = [at for at, players in boxes.items() if player in players and at != box]
        unset = [at for at, setter in self.setters(t, boxes).items() if not setter and player in boxes[at]]
        if not S["16(1)"].says(bool(others) and bool(unset)):
            return None
        if len(others) > 1 or not self.bank(t).house:
            return refuse(f"{player} sets the tiles of box {others[0]} already", S["16(2)"],
                          "one box, or two against the house")
        if not S["16(2)(a)"].says(all(wager.player == player for wager in t.wagers.values())):
            return refuse(f"{player} on a second box while others play", S["16(2)(a)"], "one box")
        other = sum(wager.amount for wager in t.on_box(others[0], WAGER))
        if not self.twice_as_much(other, whole):
            return refuse(f"{show_amount(whole)} beside {show_amount(other)} on another box", S["16(2)(b)"],
                          "at least twice as much on one as on the other")
        return None

    def twice_as_much(self, one: Cents, other: Cents) -> bool:
        return S["16(2)(b)"].says(max(one, other) >= 2 * min(one, other))

    def setters(self, t: Table, boxes: Mapping[int, tuple[str, ...]]) -> dict[int, str]:
        """15(2) and 16(1): who sets the tiles of each box: its first player, or the next on it who sets no other box;
        nobody ("") where all set others. Of boxes with as many players that with the most on it comes first."""
        chosen: dict[int, str] = {}
        for box in sorted(self.by_wagers(t, tuple(boxes)), key=lambda at: len(boxes[at])):
            chosen[box] = next((player for player in boxes[box] if player not in chosen.values()), "")
        return chosen

    def by_wagers(self, t: Table, boxes: Sequence[int]) -> list[int]:
        """Boxes, that with the most on it first."""
        return sorted(boxes, key=lambda box: -sum(wager.amount for wager in t.on_box(box, WAGER)))

    def keep_one_box(self, t: Table) -> None:
        """16: who has two boxes to set, now that others play too, leaves one to another player on it; where there is
        nobody else its wagers go back, and the box with more on it stays."""
        boxes = {box: self.in_order(t, box, self.on_it(t, box)) for box in self.played(t)}
        stakes = [sum(wager.amount for wager in t.on_box(box, WAGER)) for box in boxes]
        alone = S["16(2)(a)"].says(len({player for players in boxes.values() for player in players}) == 1)
        if alone and len(boxes) == 2 and self.bank(t).house and self.twice_as_much(*stakes):
            return
        for box, setter in self.setters(t, boxes).items():
            if not setter:
                t.void_wagers(t.on_box(box, WAGER), S["16(2)"] if alone else S["16(2)(a)"])
            elif setter != boxes[box][0]:
                t.notes["nominated"] = {**t.notes.get("nominated", {}), box: setter}

    def refuse_liability(self, t: Table, more: Cents) -> Refused | None:
        """14(1) and (2): no wager that the bank could not pay."""
        bank, chips = self.bank(t), self.bankers(t)
        if bank.house:
            return None
        held, at_stake = sum(wager.amount for wager in chips), self.at_stake(t) + more
        if bank.co:
            return self.refuse_cover(held if chips else at_stake, at_stake, True)
        if chips and not S["14(1)"].says(held >= at_stake):
            return refuse(f"wagers of {show_amount(at_stake)} against a bank of {show_amount(held)}", S["14(1)"],
                          f"{show_amount(held - self.at_stake(t))} more at most")
        return None

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        """What is left is measured like any other wager, and a bank still covers what lies there."""
        if act.wager not in BANKING:
            left = self.refuse_amount(t, act.box, act.player, act.to) if act.to else None
            return left or (self.refuse_two_boxes(t, act.box, act.player, act.to) if act.to else None)
        banks, held = self.bank(t).players, sum(w.amount for w in self.bankers(t) if w.player != act.player) + act.to
        if held and not act.to and not S["18(2)"].says(bool(t.state["appointed"]) or act.player != banks[0]):
            return refuse(f"the bank that {act.player} took left to {' and '.join(banks[1:])}", S["18(2)"],
                          "those who joined it take their chips back first")
        if not held and t.on_box(HOUSE_BOX, WAGER):
            return refuse("the bank back to the house, with wagers on its box", S["18(13)"], "keep the bank")
        return self.refuse_cover(held, self.at_stake(t), act.wager == CO_BANK) if held else None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if isinstance(act, Take) and t.wager(act.box, act.player, act.wager) is None:
            return Rejected(f"{act.player} has no {act.wager} on box {act.box}")
        if not t.hands:
            return refuse("a wager after 'no more bets'", R["3:wagering-period"], "the next round")
        return refuse("wagers are not touched once the tiles go out", S["13(1)"], "wait for the end of the round")

    def tiles_out(self, t: Table) -> bool:
        """13(1): have tiles gone out?"""
        return any(hand.cards for hand in t.hands.values())

    def table_choice(self, t: Table, act: Choice) -> Refused | Rejected | None:
        if act.name not in (PASS_BANK, "decline bank") or act.player not in t.state["offered"]:
            return Rejected(f"{act.name}: the bank is not offered to {act.player or 'nobody'}")
        t.notes["passed"] = (*t.notes.get("passed", ()), act.player)
        return None

    # -- 15: who sets the tiles of a box ---------------------------------------------------------------------

    def played(self, t: Table) -> list[int]:
        """Boxes with wagers, anticlockwise, as they are numbered."""
        return sorted({wager.box for wager in t.wagers.values() if wager.kind == WAGER})

    def in_order(self, t: Table, box: int, players: Any) -> tuple[str, ...]:
        """15(2)(a): players of a box, whoever has wagered on it the longest first."""
        senior = [player for player in t.state["senior"].get(str(box), ()) if player in players]
        return S["15(2)(a)"].says((*senior, *(player for player in players if player not in senior)))

    def on_it(self, t: Table, box: int) -> tuple[str, ...]:
        """Who has a wager on a box, in the order in which they put them down."""
        return tuple(dict.fromkeys(wager.player for wager in t.on_box(box, WAGER)))

    # -- 14, 18 and 19: what the bank holds, wins and loses ---------------------------------------------------

    def close_bank(self, t: Table) -> None:
        """14(1): what the bank holds is what it may lose; the rest goes back."""
        bank, at_stake = self.bank(t), self.at_stake(t)
        if bank.house:
            return
        needed = at_stake // self.partners if bank.co else at_stake
        chips = self.bankers(t)
        if not chips:
            shared = share_out(needed, [1] * len(bank.players))
            for player, part in zip(bank.players, shared, strict=True):
                t.place(bank.box, player, CO_BANK if bank.co else BANK, part)
            return
        for wager, part in zip(chips, share_out(needed, [wager.amount for wager in chips]), strict=True):
            if wager.amount > part:
                t.give_back(wager, wager.amount - part, S["14(2)(b)"] if bank.co else S["14(1)"])

    def dismiss_bank(self, t: Table) -> None:
        """A bank against nobody goes back."""
        for wager in self.bankers(t):
            t.give_back(wager, wager.amount, S["14(1)"])

    def declare_void(self, t: Table, player: str, clause: Clause) -> None:
        """Of a player who banks the wagers that others made with him are not his to lose: the bank stays."""
        for wager in [wager for wager in t.wagers.values() if (wager.player, wager.kind) == (player, WAGER)]:
            t.settle(wager, R["3:void"].says(void(clause)))

    def settle_banks(self, t: Table, won: Cents) -> None:
        """19(3): each banker's share of what the bank won or lost, less commission on a profit; 2: half of it with the
        house as a partner."""
        bank, chips = self.bank(t), self.bankers(t)
        if bank.co:
            won = won // self.partners if won > 0 else -(-won // self.partners)
        shares = share_out(abs(won), [wager.amount for wager in chips])
        clause = S["2:co-banker"] if bank.co else S["2:player-banker"]
        for wager, share in zip(chips, shares, strict=True):
            if won > 0:
                levy = self.bank_levy()
                t.settle_bank(wager, share, levy.on(share), BANK, S["19(3)"], clause, *filter(None, (levy.clause,)))
            else:
                t.settle_bank(wager, -share, 0, BANK, S["37"], clause)

    def player_levy(self) -> Levy:
        """19(1) and (2): what is kept of a win; to 50c, up."""
        rounded = self.options["rounding"] == "50c"
        return Levy(PERCENT, True, S["19(2)"].says(HALF_DOLLAR), S["19(2)"]) if rounded else Levy(PERCENT, True)

    def bank_levy(self) -> Levy:
        """19(3) and (4): what is kept of a banker's profit; to 50c, down."""
        percent, rounded = S["19(3)"].says(PERCENT), self.options["rounding"] == "50c"
        return Levy(percent, False, S["19(4)"].says(HALF_DOLLAR), S["19(4)"]) if rounded else Levy(percent, False)

    # -- 18: what the table remembers --------------------------------------------------------------------------

    def round_over(self, t: Table, void: bool) -> None:
        super().round_over(t, void)
        if not S["2:round-of-play"].says(self.tiles_out(t) and not void):
            t.state |= {"appointed": {}, "chung": HOUSE_BOX, "bank": [], "co": False}
            return
        bankers = t.notes.get("banked", Bank(HOUSE_BOX, (), False))
        played = {str(box): list(players) for box, players in t.boxes.items() if players}
        banked: dict[str, int] = {}
        if not S["18(12)"].says(bankers.house):
            banked = {player: t.state["banked"].get(player, 0) + 1 for player in bankers.players}
        offer_from = FIRST_OFFERED
        if banked:
            offer_from = bankers.box if max(banked.values()) < 2 else bankers.box % BOXES + 1
        t.state |= {
            "played": played, "banked": banked, "house_due": False, "offer_from": offer_from, "appointed": {},
            "senior": {box: list(self.in_order(t, int(box), players)) for box, players in played.items()},
            "chung": HOUSE_BOX, "bank": [], "co": False,
        }


def share_out(amount: Cents, parts: list[int]) -> list[Cents]:
    """An amount in proportion to some parts, odd cents to the first of them.

    >>> share_out(100, [300, 200]), share_out(5, [1, 1]), share_out(0, [7])
    ([60, 40], [3, 2], [0])
    """
    whole = sum(parts)
    shares = [amount * part // whole for part in parts] if whole else [0] * len(parts)
    for place in range(amount - sum(shares) if whole else 0):
        shares[place] += 1
    return shares
