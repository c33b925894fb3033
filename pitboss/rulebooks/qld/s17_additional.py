"""QLD schedule 17, part 1: additional gaming wagers, whatever they are. Each part after it has a file of its own."""

from __future__ import annotations

from typing import ClassVar

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, parse_amount
from pitboss.rulebooks.qld.s00_front_rule import R
from pitboss.table.definition import BadOption
from pitboss.table.facts import Rejected
from pitboss.table.game import Game, GameOption
from pitboss.table.limits import Sign
from pitboss.table.sides import Side
from pitboss.table.table import Table

S = schedule("QLD-17")

ALL, NONE, TABLE = "all", "none", "table"
CHOICES = (
    GameOption("additional", ALL, (ALL, NONE, "text"), S["2:additional-gaming-wager"],
               "additional wagers on the layout: their names, with hyphens for spaces and commas between them"),
    GameOption("additional-minimum", "1", ("amount",), S["5(2)"], "least additional wager"),
    GameOption("additional-maximum", TABLE, (TABLE, "amount"), S["5(2)"], "largest additional wager"),
)


def layout_name(side: type[Side]) -> str:
    """An additional wager as the options of a table name it."""
    return side.name.replace(" ", "-")


class AdditionalWager(Side):
    """What holds for every additional gaming wager."""

    law: ClassVar[tuple[str, ...]] = ("QLD-17-2:additional-gaming-wager", "QLD-17-2:game-wager", "QLD-17-3")
    choices: ClassVar[tuple[GameOption, ...]] = CHOICES
    # 3: irregularities are those of the game's own schedule.
    goes_back = S["3"]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        chosen, least, most = (game.options[choice.name] for choice in CHOICES)
        offers = [layout_name(side) for side in game.offers if issubclass(side, AdditionalWager)]
        strange = [name for name in chosen.split(",") if chosen not in (ALL, NONE) and name not in offers]
        if strange:
            raise BadOption(f"{game.id}: additional={chosen}: there is no {strange[0]} here [{CHOICES[0].clause}]; "
                            f"it may be all, none or some of {', '.join(offers)}")
        if most != TABLE and parse_amount(least) > parse_amount(most):
            raise BadOption(f"{game.id}: additional-minimum={least} is above additional-maximum={most}")

    def on_layout(self) -> bool:
        """2: is it one of the optional bets that this table offers?"""
        chosen = self.game.options["additional"]
        named = chosen == ALL or layout_name(type(self)) in chosen.split(",")
        return S["2:additional-gaming-wager"].says(named)

    def offered(self) -> bool:
        return super().offered() and self.on_layout()

    def limits(self) -> Sign:
        """The least and the most of an additional wager at this table; QLD-0-7: at one for lessons, of any wager."""
        if self.game.options.get("teaching", "no") != "no":
            return Sign(self.game.minimum, self.game.maximum, self.game.unit)
        most = self.game.options["additional-maximum"]
        maximum = self.game.maximum if most == TABLE else parse_amount(most)
        return Sign(parse_amount(self.game.options["additional-minimum"]), maximum, self.game.unit)

    def limited_by(self, own: Clause) -> Clause:
        """The clause that sets its limits: its own, or QLD-0-7(a) for any wager at a table for lessons."""
        return R["7(a)"] if self.game.options.get("teaching") == "yes" else own

    def has_game_wager(self, t: Table, box: int, player: str) -> bool:
        """2: has the player a wager on the base game there?"""
        return S["2:game-wager"].says(any(wager.player == player for wager in t.on_box(box)))

    def total(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Cents:
        """What lies there already, and this."""
        lies = t.wager(box, player, kind)
        return amount + (lies.amount if lies is not None else 0)

    def refuse_layout(self, kind: str, area: Clause) -> Refused | Rejected | None:
        """Why the layout has no area for it."""
        if area.says(self.on_layout()):
            return None
        return refuse(f"{kind} at a table without the area for it", area, "the wagers on the layout")

