"""Decks: what each kind holds."""

from typing import cast

import pytest

from pitboss.equipment.decks import DeckKind, deck, decks

FACES: dict[DeckKind, str] = {
    52: "23456789TJQKA",
    40: "56789TJQKA",
    36: "6789TJQKA",
    32: "789TJQKA",
    20: "TJQKA",
    "spanish": "23456789JQKA",
}


@pytest.mark.parametrize("kind", FACES)
def test_each_suit_holds_the_faces_of_its_kind(kind: DeckKind) -> None:
    cards = deck(kind)
    assert len(cards) == len(set(cards)) == (48 if kind == "spanish" else kind)
    for suit in "cdhs":
        assert "".join(card[0] for card in cards if card[1] == suit) == FACES[kind]


def test_several_decks() -> None:
    shoe = decks(6, "spanish")
    assert len(shoe) == 288
    assert all(shoe.count(card) == 6 for card in deck("spanish"))
    assert decks(1) == deck()


def test_unknown_kinds_and_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="no such deck: 54"):
        deck(cast(DeckKind, 54))
    for n in (0, -1):
        with pytest.raises(ValueError, match="at least 1"):
            decks(n)
