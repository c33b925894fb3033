"""Cards: names, reading and showing them."""

import ast
from pathlib import Path

import pytest

import pitboss
from pitboss.equipment.cards import RANKS, SUITS, card_table, parse_card, parse_cards, rank, show, suit
from pitboss.equipment.decks import deck


def test_every_card_has_its_rank_and_suit() -> None:
    seen = {(rank(card), suit(card)) for card in deck()}
    assert seen == {(r, s) for r in range(2, 15) for s in SUITS}
    assert [rank(face + "c") for face in RANKS] == list(range(2, 15))


@pytest.mark.parametrize(
    ("text", "card"),
    [("As", "As"), ("10h", "Th"), ("th", "Th"), ("aS", "As"), ("KD", "Kd"), (" 2c ", "2c"), ("10♠", "Ts")],
)
def test_lenient_reading(text: str, card: str) -> None:
    assert parse_card(text) == card
    assert parse_card(text) is parse_card(card)


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "11h", "100h", "Ax", "AsK", "As Kd", "♠A", "joker", "T♠♠"]
)
def test_what_is_no_card_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="not a card") as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_facts_of_what_is_no_card_are_refused() -> None:
    for look in (rank, suit, show, card_table(len).__getitem__):
        with pytest.raises(ValueError, match="not a card: 'Xx'"):
            look("Xx")


def test_lists_of_cards() -> None:
    assert parse_cards("As,Kd  10c, 2h") == ("As", "Kd", "Tc", "2h")
    assert parse_cards("") == ()
    with pytest.raises(ValueError, match="'Zz'"):
        parse_cards("As Zz")


def test_what_is_shown_can_be_read_again() -> None:
    assert show("Td") == "10♦"
    assert all(parse_card(show(card)) is card for card in deck())


def test_chance_is_imported_by_one_module_only() -> None:
    root = Path(pitboss.__file__).parent
    for path in [*root.glob("equipment/*.py"), *root.glob("hands/*.py")]:
        tree = ast.parse(path.read_text("utf-8"))
        imported = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert path.name == "rng.py" or not imported & {"random", "secrets", "os", "time"}, path.name
