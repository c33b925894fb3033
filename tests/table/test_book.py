"""Books as objects: every game has one, each cites its own clauses, and the silent one cites nothing."""

from __future__ import annotations

import pytest

from pitboss.law import Clause
from pitboss.rulebooks import card_games, games
from pitboss.table.book import Book
from pitboss.table.definition import Definition
from pitboss.table.terminal import Terminal

EVERY: dict[str, type[Definition]] = {**games(), **card_games()}
BOOKS = tuple(dict.fromkeys(game.book for game in EVERY.values()))


def said(thing: Book | Terminal) -> dict[str, str]:
    """The clauses that an object names, by what for."""
    named = {name: getattr(thing, name) for name in dir(type(thing))}
    return {name: value for name, value in named.items() if isinstance(value, Clause)}


@pytest.mark.parametrize("id", EVERY)
def test_every_game_has_its_book(id: str) -> None:
    book = EVERY[id].book
    assert book.code == id.partition("/")[0]
    assert all(law.partition("-")[0] == book.law for law in EVERY[id].law)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.code)
def test_a_book_cites_its_own_clauses(book: Book) -> None:
    assert book.title
    for clause in (*said(book).values(), *said(book.terminal).values()):
        assert clause.partition("-")[0] == book.law
    assert bool(said(book.terminal)) == bool(book.terminal.law)


def test_a_silent_book_cites_nothing() -> None:
    assert not said(Book()) and not said(Terminal())
    assert Definition.book.code == "" and not Book().first_tables and not Terminal().duties


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.code)
def test_the_first_tables_of_a_book_are_of_its_games(book: Book) -> None:
    for table in book.first_tables:
        assert EVERY[table.game].book is book
        EVERY[table.game](table.options)
