"""`pitboss play`: sit down at a table in the terminal."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.completing import all_games
from pitboss.cli.errors import Mistake

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cardroom.game import PokerGame
    from pitboss.cli.person import Keyboard
    from pitboss.money import Cents
    from pitboss.table.game import Game

NAMES = ("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Ida", "Jon", "Kim", "Lou", "Mia", "Ned", "Ola", "Pat", "Ray")


def play(
    game: Annotated[str, typer.Argument(help="BOOK/NAME, as 'pitboss games' lists them; asks when left out.",
                                        metavar="[GAME]", autocompletion=all_games)] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the table.")] = None,
    seed: Annotated[int | None, typer.Option(help="Play a session that can be repeated exactly.")] = None,
    bankroll: Annotated[str, typer.Option(help="Dollars to sit down with; 1000, between players 100 big blinds.")] = "",
    name: Annotated[str, typer.Option(help="What the table calls you.")] = "You",
    bots: Annotated[int, typer.Option(help="How many other players to fill boxes with.")] = 0,
    seats: Annotated[int | None, typer.Option(help="Between players: how many sit there, you among them.")] = None,
    journal: Annotated[str, typer.Option(metavar="FILE", help="Append a record of every round to this file.")] = "",
    dealer: Annotated[bool, typer.Option("--dealer", help="Also say what staff do, and when.")] = False,
) -> None:
    """Play a game in the terminal."""
    from pitboss.cli.lookup import find_any_game, read_options
    from pitboss.cli.person import GetsUp, Keyboard, KeyboardPlayer
    from pitboss.cli.session import Session
    from pitboss.cli.show import console
    from pitboss.table.game import Game

    out = console()
    keyboard = Keyboard(out)
    money = read_bankroll(bankroll or "1000")
    check_name(name)
    try:
        make = find_any_game(game) if game else ask_game(out, keyboard)
    except (GetsUp, KeyboardInterrupt):
        return
    options = read_options(make, option or ())
    if not issubclass(make, Game):
        from pitboss.cli.room_play import play_card_room

        refuse_house_options(make.id, bots, journal)
        play_card_room(
            out, keyboard, make(options), name=name, chips=money if bankroll else None, seats=seats, names=NAMES,
            sources=read_seed(seed), duties=dealer,
        )
        return
    if seats is not None:
        raise Mistake(f"--seats is for games between players; {make.id} takes --bots")
    table = make(options)
    others = fill_boxes(table, bots, name)
    with open_journal(journal) as file:
        person = KeyboardPlayer(out, keyboard, name, money, table.first_box)
        sources = read_seed(seed)
        Session(
            out, table, person, others, sources, live=seed is None, journal=file, duties=dealer
        ).run()


def refuse_house_options(game: str, bots: int, journal: str) -> None:
    """What only games against the house have."""
    if bots:
        raise Mistake(f"--bots is for games against the house; {game} takes --seats, you among them")
    if journal:
        raise Mistake(f"--journal keeps rounds against the house; {game} is played between players")


def read_bankroll(text: str) -> Cents:
    from pitboss.money import LARGEST_AMOUNT, BadAmount, parse_amount, show_amount

    try:
        cents = parse_amount(text)
    except BadAmount as bad:
        raise Mistake(f"--bankroll: {bad}") from None
    if not 0 < cents <= LARGEST_AMOUNT:
        raise Mistake(f"--bankroll {text} is out of range; from 0.01 to {show_amount(LARGEST_AMOUNT)}")
    return cents


def check_name(name: str) -> None:
    """A name that transcripts and journals can carry."""
    if not (name.isprintable() and 0 < len(name) <= 20) or any(letter in " ,:#[]" for letter in name):
        raise Mistake(f"--name {name!r} does not fit; one word of up to 20 letters, without , : # [ or ]")


def read_seed(seed: int | None) -> tuple[Any, Any]:
    """A source for the cards and one for the bots, so that what bots do never moves a card."""
    from pitboss.equipment.rng import LiveSource, SeededSource

    if seed is None:
        return LiveSource(), LiveSource()
    return SeededSource(seed), SeededSource(f"{seed} bots")


def fill_boxes(game: Game, bots: int, name: str) -> dict[int, str]:
    """Bots on the boxes after the person's."""
    free = [other for other in NAMES if other != name]
    after = game.first_box + 1
    most = min(game.boxes - game.first_box, len(free))
    if not 0 <= bots <= most:
        raise Mistake(f"--bots {bots} does not fit; {game.id} has room for 0 to {most}")
    return dict(zip(range(after, after + bots), free, strict=False))


def ask_game(out: Console, keyboard: Keyboard) -> type[Game] | type[PokerGame]:
    """A numbered list, and a question that is asked until it is answered."""
    from pitboss.cli.lookup import find_any_game
    from pitboss.rulebooks import card_games, games

    choices: list[type[Game] | type[PokerGame]] = [*games().values(), *card_games().values()]
    for number, game in enumerate(choices, 1):
        out.print(f"{number:3}  {game.id:32} {game.title}")
    while True:
        text = keyboard.read("which game? ")
        if text.lower() in ("q", "quit"):
            from pitboss.cli.person import GetsUp

            raise GetsUp
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(choices):
            return choices[int(text) - 1]
        try:
            return find_any_game(text)
        except Mistake as mistake:
            out.print(f"{mistake}; or a number from 1 to {len(choices)}")


def open_journal(name: str) -> Any:
    """The journal to append to; a file that is something else is left alone."""
    from pitboss.table.journal import JournalReader, JournalWriter

    if not name:
        return nullcontext(None)
    path = Path(name)
    before = JournalReader(path)
    try:
        if path.exists() and path.stat().st_size:
            for _ in before:
                pass
        # Unbuffered: a record reaches the file in one write or not at all.
        file: IO[bytes] = path.open("ab", buffering=0)
        if file.tell() and not _ends_its_line(path):
            file.write(b"\n")
    except OSError as error:
        raise Mistake(f"--journal {name} cannot be written: {error.strerror}; name another file") from None
    except ValueError as bad:
        raise Mistake(f"--journal: {bad}; name another file") from None
    return JournalWriter(file, before.number, before.mark)


def _ends_its_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
