"""Cards, dice and wheel numbers drawn with characters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pitboss.equipment.cards import Card, show
from pitboss.equipment.tiles import TILES
from pitboss.equipment.wheels import colour
from pitboss.table.acts import BACK

_CORNERS = ("╭", "─", "╮", "│", "╰", "╯", "░")
_ASCII = (".", "-", ".", "|", "'", "'", "#")
_COLOURS = {"d": "bold red", "h": "bold red", "c": "bold", "s": "bold"}


def draw_cards(cards: Sequence[Card], ascii_only: bool = False) -> Text:
    """A row of cards, three lines high.

    >>> print(draw_cards(("As", "Th", "??")))
    ╭────╮╭────╮╭────╮
    │ A♠ ││10♥ ││░░░░│
    ╰────╯╰────╯╰────╯
    """
    left, line, right, side, low_left, low_right, back = _ASCII if ascii_only else _CORNERS
    wide = _wide(cards)
    faces = [(back * wide, "blue") if card == BACK else _face(card, ascii_only, wide) for card in cards]
    drawn = Text(no_wrap=True)
    drawn.append((left + line * wide + right) * len(cards) + "\n", "dim")
    for face, style in faces:
        drawn.append(side, "dim")
        drawn.append(face, style)
        drawn.append(side, "dim")
    drawn.append("\n" + (low_left + line * wide + low_right) * len(cards), "dim")
    return drawn


def _wide(cards: Sequence[Card]) -> int:
    """How wide the face of each is: the name of a tile may have five letters."""
    return max((5 for card in cards if card in TILES), default=4)


def cards_width(cards: Sequence[Card]) -> int:
    """How wide a row of them is."""
    return len(cards) * (_wide(cards) + 2)


def _face(card: Card, ascii_only: bool, wide: int) -> tuple[str, str]:
    if card in TILES:
        return card.center(wide), "bold"
    text = card if ascii_only else show(card)
    return (text if len(text) == 3 else f" {text}").ljust(wide), _COLOURS[card[1]]


def draw_dice(numbers: Sequence[int], ascii_only: bool = False) -> Text:
    """Dice beside each other, with their total.

    >>> print(draw_dice((3, 4)))
    ╭───╮╭───╮
    │ 3 ││ 4 │ 7
    ╰───╯╰───╯
    """
    left, line, right, side, low_left, low_right, _ = _ASCII if ascii_only else _CORNERS
    top, low = left + line * 3 + right, low_left + line * 3 + low_right
    faces = "".join(f"{side} {number} {side}" for number in numbers)
    return Text(f"{top * len(numbers)}\n{faces} {sum(numbers)}\n{low * len(numbers)}", "bold", no_wrap=True)


def draw_ball(number: str) -> Text:
    """Where the ball lies.

    >>> print(draw_ball("17"))
    17 black
    """
    try:
        name = colour(number)
    except ValueError:
        return Text(number, "bold")
    style = {"red": "bold white on red", "black": "bold white on black", "green": "bold white on green"}[name]
    return Text.assemble((number, style), f" {name}")
