"""The table as one player sees it, and what is told of a round as it happens."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.cards import cards_width, draw_ball, draw_cards, draw_dice
from pitboss.cli.errors import shorten
from pitboss.cli.show import COLOURS, money
from pitboss.guide import summary, via
from pitboss.law import Announced, Clause, Refused, Ruled
from pitboss.money import show_amount
from pitboss.table.facts import (
    DEALER,
    AnyEvent,
    Came,
    Charged,
    Chose,
    HandOfCards,
    Referred,
    Rejected,
    Returned,
    Reversed,
    Settled,
    Shown,
    Taken,
)
from pitboss.table.game import Game
from pitboss.table.hands import read_hand
from pitboss.table.table import Table
from pitboss.table.views import SPECTATOR, visible


def draw_table(out: Console, t: Table, name: str) -> None:
    """Every hand with its cards and wagers: the house's first, then the boxes side by side."""
    mine = {box for box, players in t.boxes.items() if name in players}
    house = [hand for hand in t.hands.values() if not hand.box]
    boxes = sorted((hand for hand in t.hands.values() if hand.box), key=lambda hand: (hand.box, hand.place))
    for row in (house, boxes):
        cells = [_cell(out, t, hand, mine, name) for hand in row if hand.cards]
        _print_row(out, cells)


def _cell(out: Console, t: Table, hand: HandOfCards, mine: set[int], player: str) -> tuple[int, RenderableType]:
    seat = hand.seat if hand.seat in mine and hand.seen_by(player) else SPECTATOR
    cards = visible(hand, seat)
    box = hand.box
    if not box:
        return cards_width(cards), Group(Text(hand.name, "bold"), draw_cards(cards, out.options.ascii_only))
    players = " ".join(t.boxes.get(box, ()))
    label = Text(f"box {hand.name} {players}", "bold green" if player in t.boxes.get(box, ()) else "bold")
    stakes = Text(_stakes(t, hand), "dim")
    width = max(cards_width(cards), len(label.plain), min(len(stakes.plain), 30))
    return width, Group(label, draw_cards(cards, out.options.ascii_only), stakes)


def _stakes(t: Table, hand: HandOfCards) -> str:
    if hand.closed:
        return "closed"
    lie = [w for w in t.on_box(hand.box) if w.hand in ("", hand.name)]
    several = len(t.boxes.get(hand.box, ())) > 1
    return ", ".join(f"{w.player + ' ' if several else ''}{w.kind} {show_amount(w.amount)}" for w in lie)


def _print_row(out: Console, cells: Sequence[tuple[int, RenderableType]]) -> None:
    """As many cells beside each other as the window takes."""
    row: list[tuple[int, RenderableType]] = []
    for cell in cells:
        if row and sum(width + 3 for width, _ in row) + cell[0] > out.width:
            _print_cells(out, row)
            row = []
        row.append(cell)
    if row:
        _print_cells(out, row)


def _print_cells(out: Console, row: Sequence[tuple[int, RenderableType]]) -> None:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for width, _ in row:
        grid.add_column(width=min(width, out.width))
    grid.add_row(*(drawn for _, drawn in row))
    out.print(grid)


def draw_wagers(t: Table, name: str) -> str:
    """The player's wagers on the layout, in the notation of transcripts."""
    several = len({w.box for w in t.all_wagers() if w.player == name}) > 1
    return ", ".join(
        f"{f'box {w.box} ' if several else ''}{w.slot} {show_amount(w.amount)}"
        for w in t.all_wagers()
        if w.player == name
    )


# -- telling -------------------------------------------------------------------------------------------


def cite(clause: Clause) -> tuple[str, str]:
    return f" [{clause}]", "cyan"


def tell(event: AnyEvent, ascii_only: bool = False) -> Text | None:
    """One event as a line; None for those that show on the table or among the results."""
    match event:
        case Came(what="dice"):
            return draw_dice([int(number) for number in event.result.split()], ascii_only)
        case Came():
            return Text.assemble(f"{event.what}: ", draw_ball(event.result), cite(event.clause))
        case Chose():
            amount = f" {show_amount(event.amount)}" if event.amount else ""
            return Text.assemble(f"{_who(event.hand, event.player)}: {event.name}{amount}", cite(event.clause))
        case Taken():
            return Text(f"box {event.box} {event.player} takes back {event.wager} {show_amount(event.amount)}")
        case Returned():
            return Text.assemble(f"{money(event.amount)} of {event.wager} goes back to {event.player}",
                                 cite(event.clause))
        case Charged():
            return Text.assemble(f"{event.player} pays {money(event.amount)} for {event.wager}", cite(event.clause))
        case Reversed():
            return Text.assemble(f"{event.player}: {event.wager} {money(event.stake)} stands again",
                                 cite(event.clause))
        case Announced():
            return Text.assemble(("» ", "dim"), event.what, cite(event.clause))
        case Ruled():
            return Text.assemble(("ruled: ", "yellow"), event.what, cite(event.clause))
        case Referred():
            return Text.assemble(("referred: ", "yellow"), f"{event.kind}: {event.what}")
    return None


def held(events: Sequence[AnyEvent]) -> list[Announced]:
    """What was said once the dealer's cards were turned up: who has what, and does it qualify."""
    up = next((at for at, event in enumerate(events) if isinstance(event, Shown) and event.hand == DEALER), len(events))
    return [event for event in events[up:] if isinstance(event, Announced)]


def _who(hand: str, player: str) -> str:
    return f"box {hand} {player}".rstrip() if read_hand(hand)[0] else hand


def tell_refusal(event: Refused | Rejected) -> Text:
    if isinstance(event, Rejected):
        return Text.assemble(("not possible: ", "yellow"), shorten(event.what))
    legal = f"; {shorten(event.legal)}" if event.legal else ""
    return Text.assemble(("refused: ", "yellow"), shorten(event.what), cite(event.clause), legal)


def result(game: Game, line: Settled) -> Text:
    """What became of one wager, under which clause, and what that clause says."""
    stake, odds = money(line.stake), f" pays {line.odds}" if line.odds else ""
    hand = f"{line.hand} " if line.hand else ""
    said = {
        "win": f"won {money(line.pays)}: {hand}{line.wager}{odds}",
        "lose": f"lost {stake}: {hand}{line.wager}",
        "surrender": f"lost {money(line.stake // 2)}: half of {hand}{line.wager}",
        "stand-off": f"stand off: {hand}{line.wager} {stake} stays yours",
        "void": f"void: {hand}{line.wager} {stake} goes back",
    }[line.outcome]
    through = via(game, line.clause)
    clause = f", {line.clause}" + (f" through {through}" if through else "")
    return Text.assemble((said, COLOURS[line.outcome]), (clause, "cyan"), (f"  {summary(line.clause)}", "dim"))
