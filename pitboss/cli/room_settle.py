"""`pitboss settle` for games between players, from transcripts and PHH files: pots, who gets them, commission, net."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cardroom.game import Event, PokerGame
    from pitboss.cardroom.hand import Hand
    from pitboss.cardroom.script import PlayedHand
    from pitboss.law import Clause
    from pitboss.money import Cents

_GAME = re.compile(r"^\s*game\s+(\S+)", re.M)
# What happened besides the play of the cards, and is worth a line of its own.
_MONEY = {"returned": "uncalled, goes back", "fee": "pays a fee", "paid": "pays", "dead blind": "posts dead"}


@dataclass(slots=True)
class SettledFile:
    """A file played to its end."""

    hands: list[PlayedHand]
    failures: list[str] = field(default_factory=list)

    @property
    def game(self) -> PokerGame:
        return self.hands[0].hand.game

    @property
    def net(self) -> dict[str, Cents]:
        """What everybody has more or less, over all hands."""
        totals: dict[str, Cents] = {}
        for hand in self.hands:
            for seat, cents in hand.net.items():
                totals[hand.names[seat]] = totals.get(hand.names[seat], 0) + cents
        return totals

    @property
    def commission(self) -> Cents:
        return sum(map(commission_of, self.hands))


def commission_of(hand: PlayedHand) -> Cents:
    """Everything the house took: of the pots, of the players, and for joining."""
    return sum(pot.taken for pot in hand.hand.won) + hand.hand.fees + hand.joining


# -- which files ---------------------------------------------------------------------------------------


def settle_card_room(file: str, text: str, strict: bool = False) -> SettledFile | None:
    """A file of the card room, played; None when it is something else. `strict`: cards left over are an error."""
    from pitboss.cardroom.phh import looks_like_phh

    if file.lower().endswith((".phh", ".phhs")) or looks_like_phh(text):
        return _settle_phh(text)
    named = _GAME.search(text)
    if named is None:
        return None
    from pitboss.cli.lookup import find_any_game
    from pitboss.table.game import Game

    make = find_any_game(named[1])
    if issubclass(make, Game):
        return None
    from pitboss.cardroom import script

    played = script.play(script.read(text), make, strict=strict)
    return SettledFile(played.hands, played.failures)


def _settle_phh(text: str) -> SettledFile:
    from pitboss.cardroom.phh import BadPhh, loads
    from pitboss.cardroom.phh_play import play
    from pitboss.cardroom.script import PlayedHand
    from pitboss.cardroom.seating import Positions

    records, file = loads(text), SettledFile([])
    for number, record in enumerate(records, 1):
        which = f"hand {number}: " if len(records) > 1 else ""
        try:
            played = play(record)
        except BadPhh as bad:
            raise BadPhh(f"{which}{bad}") from None
        seats = played.hand.seats
        names = record.players or tuple(f"p{seat}" for seat in seats)
        file.hands.append(PlayedHand(
            played.hand, Positions(seats[-1]), dict(zip(seats, names, strict=True)),
            dict(zip(seats, played.net, strict=True)),
        ))
        file.failures += [which + failure for failure in played.failures]
    if not file.hands:
        raise BadPhh("there is no hand in it")
    return file


# -- JSON ----------------------------------------------------------------------------------------------


def settled_data(settled: SettledFile) -> dict[str, Any]:
    """What a file came to, as it goes into JSON."""
    from pitboss.guide import clause_map

    numbered = list(enumerate(settled.hands, 1))
    return {
        "game": settled.game.id, "kind": "card room", "options": settled.game.options,
        "hands": [_hand_data(number, hand) for number, hand in numbered],
        "pots": [pot for number, hand in numbered for pot in _pots_data(number, hand)],
        "commission": settled.commission,
        "net": settled.net,
        "shows": [shown for number, hand in numbered for shown in _shows_data(number, hand)],
        "events": [_event_data(number, hand, event) for number, hand in numbered for event in hand.hand.log],
        "rulings": [ruled for number, hand in numbered for ruled in _rulings_data(number, hand)],
        "notes": [note for hand in settled.hands for note in hand.notes],
        "failures": settled.failures,
        "clauses": clause_map(cited(settled)),
    }


def _hand_data(number: int, hand: PlayedHand) -> dict[str, Any]:
    return {
        "hand": number, "game": hand.hand.game.id, "commission": commission_of(hand),
        "net": {hand.names[seat]: cents for seat, cents in hand.net.items()},
        "boards": [list(board) for board in hand.hand.boards],
    }


def _pots_data(number: int, hand: PlayedHand) -> list[dict[str, Any]]:
    h = hand.hand
    return [
        {"hand": number, "pot": place, "amount": pot.amount, "commission": pot.taken,
         "paid": {hand.names[h.seats[i]]: part for i, part in pot.paid.items()},
         "clauses": list(dict.fromkeys(map(str, pot.clauses)))}
        for place, pot in enumerate(h.won, 1)
    ]


def _shows_data(number: int, hand: PlayedHand) -> list[dict[str, Any]]:
    h = hand.hand
    return [
        {"hand": number, "seat": h.seats[i], "player": hand.names[h.seats[i]], "cards": list(h.hole[i]), "has": names}
        for i, names in seen(h)
    ]


def _rulings_data(number: int, hand: PlayedHand) -> list[dict[str, Any]]:
    return [
        {"hand": number, "line": ruling.line, "seat": ruling.seat, "player": hand.names.get(ruling.seat, ""),
         "did": ruling.did, "ruling": ruling.ruling, "clause": str(ruling.clause)}
        for ruling in hand.rulings
    ]


def _event_data(number: int, hand: PlayedHand, event: Event) -> dict[str, Any]:
    seat = seat_of(hand.hand, event)
    return {
        "hand": number, "what": event.what, "seat": seat, "player": hand.names[seat] if seat else None,
        "amount": event.amount, "cards": list(event.cards), "clause": str(event.clause),
    }


def seat_of(h: Hand, event: Event) -> int | None:
    """Whose event it is; a board, the kitty and the house have no seat."""
    return None if event.place < 0 or event.what == "board" else h.seats[event.place]


def seen(h: Hand) -> list[tuple[int, list[str]]]:
    """Who shows what at the end; nothing where cards are not known."""
    from pitboss.cardroom.hand import HIDDEN
    from pitboss.cardroom.showdown import shows

    if any(HIDDEN in h.hole[i] for i in h.places(h.live)):
        return []
    return shows(h)


def cited(settled: SettledFile) -> list[Clause]:
    """Every clause that is named, in order."""
    clauses: dict[Clause, None] = {}
    for hand in settled.hands:
        clauses |= dict.fromkeys(event.clause for event in hand.hand.log)
        clauses |= dict.fromkeys(clause for pot in hand.hand.won for clause in pot.clauses)
    return list(clauses)


# -- text ----------------------------------------------------------------------------------------------


def print_settled(out: Console, settled: SettledFile) -> None:
    from pitboss.cli.show import heading, money, signed

    game = settled.game
    options = " ".join(f"{name}={value}" for name, value in game.given.items())
    out.print(heading(f"{game.title}  {game.id}", options))
    for number, hand in enumerate(settled.hands, 1):
        if len(settled.hands) > 1:
            other = hand.hand.game.id
            out.print(f"\nhand {number}{f'  {other}' if other != game.id else ''}", style="bold")
        _print_hand(out, hand)
    _print_readings(out, settled)
    for player, cents in settled.net.items():
        out.print(f"net {player} ", signed(cents), sep="")
    if settled.commission:
        out.print(f"commission {money(settled.commission)}")
    for failure in settled.failures:
        out.print(f"differs: {failure}", style="red", soft_wrap=True)


def _print_hand(out: Console, hand: PlayedHand) -> None:
    from pitboss.cli.show import grid, money

    h = hand.hand
    table = grid("what", "player", "amount", "clause", right=("amount",))
    for event in h.log:
        if event.what in _MONEY:
            table.add_row(_MONEY[event.what], _name(hand, event), money(event.amount), str(event.clause))
    for place, pot in enumerate(h.won, 1):
        table.add_section()
        table.add_row(f"pot {place}", "", money(pot.amount), "")
        clauses = ", ".join(dict.fromkeys(map(str, pot.clauses)))
        for i, part in pot.paid.items():
            table.add_row(f"of pot {place}", hand.names[h.seats[i]], money(part), clauses)
    takes = [event for event in h.log if event.what == "commission"]
    for event in takes:
        table.add_row("commission", "", money(event.amount), str(event.clause))
    if hand.joining:
        table.add_row("for joining", "", money(hand.joining), "")
    if not h.won:
        for event in h.log:
            if event.what == "won":
                table.add_row("wins", _name(hand, event), money(event.amount), str(event.clause))
    out.print()
    for ruling in hand.rulings:
        who = f"{hand.names[ruling.seat]}: " if ruling.seat else ""
        out.print(f"ruled: {who}{ruling.did}: {ruling.ruling} [{ruling.clause}]", soft_wrap=True)
    _print_cards(out, hand)
    _print_unshown(out, hand)
    out.print(table)
    for note in hand.notes:
        out.print(f"note: {note}", soft_wrap=True)
    out.print()


def _name(hand: PlayedHand, event: Event) -> str:
    seat = seat_of(hand.hand, event)
    return hand.names[seat] if seat else ""


def _print_cards(out: Console, hand: PlayedHand) -> None:
    """The board, and what is shown."""
    h = hand.hand
    for number, board in enumerate(h.boards, 1):
        if board:
            out.print(f"board {number if len(h.boards) > 1 else ''}".strip() + f": {' '.join(board)}")
    for i, names in seen(h):
        out.print(f"{hand.names[h.seats[i]]} shows {' '.join(h.hole[i])}: {', '.join(names)}".rstrip(": "))


def _print_unshown(out: Console, hand: PlayedHand) -> None:
    """What was thrown away at the showdown, and what of it was seen all the same."""
    for event in hand.hand.log:
        if event.what == "gives up":
            out.print(f"{_name(hand, event)} throws the hand away unshown [{event.clause}]")
        elif event.what == "seen":
            out.print(f"{_name(hand, event)}'s hand is asked for: {' '.join(event.cards)} [{event.clause}]")


def _print_readings(out: Console, settled: SettledFile) -> None:
    """How the clauses of the money were read, where they are unclear."""
    from pitboss.cli.explain import print_readings

    clauses: dict[Clause, None] = {}
    for hand in settled.hands:
        clauses |= dict.fromkeys(clause for pot in hand.hand.won for clause in pot.clauses)
        clauses |= dict.fromkeys(e.clause for e in hand.hand.log if e.what in _MONEY or e.what == "commission")
    print_readings(out, clauses)
