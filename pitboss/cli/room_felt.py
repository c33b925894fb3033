"""A table of the card room as one player sees it, and what is told of a hand as it happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cardroom.game import Event
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.views import visible
from pitboss.cli.cards import draw_cards
from pitboss.cli.felt import cite
from pitboss.cli.show import grid, money
from pitboss.equipment.cards import Card, show
from pitboss.money import show_amount
from pitboss.table.acts import BACK

_SAID = {
    "fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "raise to", "ante": "ante",
    "blind": "post", "dead blind": "post dead", "bring-in": "bring in for", "fee": "pay a fee of",
    "decline": "leave it as it is", "set": "hands are set", "returned": "take back, uncalled,", "won": "win",
    "paid": "pay", "shown": "show",
}
_WITH_AMOUNT = ("call", "bet", "raise", "ante", "blind", "dead blind", "bring-in", "fee", "returned", "won", "paid")
# What shows on the table, or says nothing to a player.
_SILENT = ("burn", "setting", "muck")


def draw_hand(out: Console, h: Hand, seat: int, names: Mapping[int, str]) -> None:
    """The board, the pot, who has what in front of him, and one's own cards."""
    ascii_only = out.options.ascii_only
    out.print()
    for number, board in enumerate(h.boards, 1):
        if board:
            out.print(Text(f"board {number}" if len(h.boards) > 1 else "board", "bold"))
            out.print(draw_cards(board, ascii_only))
    table = grid("seat", "player", "chips", "bet", "", right=("seat", "chips", "bet"))
    for i in sorted(range(len(h.seats)), key=lambda i: h.seats[i]):
        mine = h.seats[i] == seat
        table.add_row(
            str(h.seats[i]), Text(names[h.seats[i]], "bold green" if mine else ""), money(h.stacks[i]),
            money(h.bets[i]) if h.bets[i] else "", _state(h, i, mine, ascii_only),
        )
    out.print(table)
    if h.pot():
        out.print(f"pot {money(h.pot())}", style="bold")
    if seat in h.seats and h.live >> h.seats.index(seat) & 1:
        i = h.seats.index(seat)
        _draw_own(out, h.hole[i])
        if h.up[i]:
            out.print(f"open: {_cards(h.up[i], ascii_only)}", style="dim")


def _state(h: Hand, i: int, mine: bool, ascii_only: bool) -> Text:
    """Button, folded or all-in, and the cards that lie open."""
    words = ["button"] if h.button == i else []
    if not h.live >> i & 1:
        words.append("folded" if h.hole[i] else "not in this hand")
    elif not h.stacks[i]:
        words.append("all-in")
    up = visible(h, i) if h.up[i] and h.live >> i & 1 and not mine else []
    cards = " ".join("??" if card == BACK else (card if ascii_only else show(card)) for card in up)
    return Text(" ".join([*words, cards]).strip(), "dim" if words and words[-1] == "folded" else "")


def _draw_own(out: Console, cards: Sequence[Card]) -> None:
    out.print(Text("your cards", "bold green"))
    width = max(1, out.width // 6)
    for start in range(0, len(cards), width):
        out.print(draw_cards(cards[start : start + width], out.options.ascii_only))


# -- telling -------------------------------------------------------------------------------------------


def tell_events(out: Console, h: Hand, events: Sequence[Event], seat: int, names: Mapping[int, str]) -> None:
    """What happened, a line each; antes of all in one."""
    antes = [event for event in events if event.what == "ante"]
    if len(antes) > 1:
        total = sum(event.amount for event in antes)
        out.print(Text.assemble(f"{len(antes)} players ante {show_amount(total)} together", cite(antes[0].clause)))
    for before, event in zip((None, *events), events, strict=False):
        if (event.what == "ante" and len(antes) > 1) or (event.what == "won" and before and before.what == "paid"):
            continue
        said = tell_event(h, event, seat, names, out.options.ascii_only)
        if event.what == "paid" and said is not None:
            said = _payment(h, events, event, names)
        if said is not None:
            out.print(said)


def _payment(h: Hand, events: Sequence[Event], event: Event, names: Mapping[int, str]) -> Text:
    """What one player pays another: the next event says whom."""
    to = next(other for other in events[[other is event for other in events].index(True) + 1 :] if other.what == "won")
    payer, winner = names[h.seats[event.place]], names[h.seats[to.place]]
    return Text.assemble(f"{payer}: pay {winner} {show_amount(event.amount)}", cite(event.clause))


def tell_event(h: Hand, event: Event, seat: int, names: Mapping[int, str], ascii_only: bool) -> Text | None:
    """One event as a line; None for those that show on the table."""
    what = event.what
    if what in _SILENT or (what == "kitty" and event.place < 0):
        return None
    if what == "board":
        which = f"board {event.place + 1}" if len(h.boards) > 1 else "board"
        return Text.assemble(f"{which}: {_cards(event.cards, ascii_only)}", cite(event.clause))
    if what == "commission":
        return Text.assemble(f"the house takes {show_amount(event.amount)}", cite(event.clause))
    if what == "draw":
        return Text.assemble(("» ", "dim"), "cards may be replaced", cite(event.clause))
    who = names[h.seats[event.place]]
    if what in ("dealt", "discard", "kitty"):
        return _moved(h, event, seat, who, ascii_only)
    if what not in _SAID:
        return None
    amount = f" {show_amount(event.amount)}" if what in _WITH_AMOUNT else ""
    cards = f" {_cards(event.cards, ascii_only)}" if event.cards and event.open else ""
    return Text.assemble(f"{who}: {_SAID[what]}{amount}{cards}", cite(event.clause))


def _moved(h: Hand, event: Event, seat: int, who: str, ascii_only: bool) -> Text | None:
    """Cards that come to a player or leave him: told when they lie open, or by their number."""
    mine = h.seats[event.place] == seat
    if event.what == "dealt":
        if not event.open or mine:
            return None
        return Text.assemble(f"{who}: dealt {_cards(event.cards, ascii_only)}", cite(event.clause))
    if event.what == "kitty":
        return Text.assemble(f"{who}: take the kitty", cite(event.clause))
    count = len(event.cards)
    said = f"give up {count} card{'s' * (count != 1)}" if count else "stand pat"
    return Text.assemble(f"{who}: {said}", cite(event.clause))


def _cards(cards: Sequence[Card], ascii_only: bool) -> str:
    return " ".join(card if ascii_only else show(card) for card in cards)


def shown_line(h: Hand, i: int, has: Sequence[str], names: Mapping[int, str], ascii_only: bool) -> str:
    """What somebody shows at the end."""
    reading = ", ".join(dict.fromkeys(has))
    return f"{names[h.seats[i]]}: show {_cards(h.hole[i], ascii_only)}" + (f": {reading}" if reading else "")
