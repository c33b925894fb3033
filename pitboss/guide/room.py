"""The rules of a game between players, as data: how a hand goes, what may be bet, which hand wins, and the clauses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.guide import book_of, clause_data, has_schedules, option_data
from pitboss.guide import sections as house_sections
from pitboss.law import book

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame, Street
    from pitboss.law import Clause

LIMITS = {
    "no-limit": "any amount, up to the stack", "pot-limit": "up to what is in the pot, the call counted in",
    "half-pot": "up to half of what is in the pot, the call counted in",
    "fixed": "one size in the earlier rounds, a larger one in the later ones",
    "spread": "any amount between the two ends of the spread",
}
_SECTION = re.compile(r"[A-Z]+-\d+(?:\.\d+)?")
# A hand of each category, from cards that every deck has as far as it can.
_SAMPLES = (
    "As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "As Ah Ad Ac Ks", "As Ah Ad Ks Kh", "As Ks Qs Js 9s", "As Kh Qd Jc Ts",
    "As Ah Ad Ks Qh", "As Ah Ks Kh Qd", "As Ah Kd Qc Js", "As Kh Qd Jc 9s",
)


class Provision(NamedTuple):
    """Something that is so, and the clause by which it is."""

    name: str
    what: str
    clause: Clause


def card_game_data(game: type[PokerGame]) -> dict[str, Any]:
    """A game between players as it goes into JSON, beside those against the house."""
    return {
        "id": game.id, "title": game.title, "kind": "card room", "book": book_of(game), "law": list(game.law),
        "wagers": [], "options": option_data(game), "boxes": max(game.decks.values()),
        "seats": {str(cards): most for cards, most in game.decks.items()}, "irregularities": game.irregularities(),
    }


def card_rules_data(game: type[PokerGame]) -> dict[str, Any]:
    """The rules as they go into JSON."""
    return card_game_data(game) | {
        "streets": [line._asdict() for line in streets(game)],
        "limits": [line._asdict() for line in limits(game)],
        "hands": [line._asdict() for line in hands(game)],
        "shares": [line._asdict() for line in shares(game)],
        "players": [line._asdict() for line in players(game)],
        "duties": [{"when": duty.when, "what": duty.what, "clause": str(duty.clause)} for duty in game.duties],
        "sections": [
            {"section": section, "clauses": [clause_data(clause) for clause in clauses]}
            for section, clauses in sections(game).items()
        ],
    }


def streets(game: type[PokerGame]) -> list[Provision]:
    """The steps of a hand: the cards, and who opens the betting."""
    provisions = []
    for number, street in enumerate(game().streets, 1):
        provisions.append(Provision(str(number), _dealt(street), street.dealt))
        if not street.sets:
            provisions.append(Provision("", f"betting, opened by: {_opens(game, street)}", street.opened))
        if street.discard is not None:
            provisions.append(Provision("", "each player gives up one card", street.discard))
    return provisions


def _opens(game: type[PokerGame], street: Street) -> str:
    """Who opens, in words; where only low hands win, high cards open as low ones do elsewhere."""
    from pitboss.cardroom.game import HIGH_HAND, LOW_CARD

    if all(share.low for share in game.shares):
        return {LOW_CARD: "highest card up", HIGH_HAND: "lowest hand up"}.get(street.first, street.first)
    return street.first


def _dealt(street: Street) -> str:
    cards = [
        f"{count} card{'s' * (count > 1)} {where}"
        for count, where in ((street.down, "down"), (street.up, "up"), (street.board, "on the board")) if count
    ]
    if street.draw:
        cards.append("cards may be replaced")
    if street.sets:
        cards.append("set in three hands")
    return ("burn one; " if street.burn else "") + ", ".join(cards)


def limits(game: type[PokerGame]) -> list[Provision]:
    """What may be bet, for each structure the game has."""
    choice = next((choice for choice in game.choices if choice.name == "structure"), None)
    if choice is None:
        usual = game()
        return [Provision("bets", "as the game's own rules limit them", usual.cites.bet)] if usual.shares else []
    return [Provision(name, LIMITS[name], game.limited_by.get(name, choice.clause)) for name in choice.values]


def hands(game: type[PokerGame]) -> list[Provision]:
    """The order of hands with the game's deck, best first, where high hands win."""
    usual: Any = game()
    high = next((share for share in usual.shares if not share.low), None)
    if high is None:
        return []
    hole = 2 if any(street.board for street in usual.streets) else 5
    by_name: dict[str, tuple[Any, Clause]] = {}
    for cards in _samples(usual.deck_size):
        value = usual.value(high, cards[:hole], cards[hole:])
        by_name[usual.hand_name(value)] = value, usual.ranked_by(value.category)
    ordered = sorted(by_name.items(), key=lambda pair: pair[1][0], reverse=True)
    return [Provision(str(place), name, clause) for place, (name, (_, clause)) in enumerate(ordered, 1)]


def _samples(cards: int) -> list[list[str]]:
    from pitboss.equipment.decks import deck

    known = deck(cards)
    return [hand.split() for hand in _SAMPLES if set(hand.split()) <= set(known)]


def shares(game: type[PokerGame]) -> list[Provision]:
    """Who wins what."""
    usual = game()
    part = "" if len(usual.shares) < 2 else "half of the pot; "
    provisions = [
        Provision(share.name, part + ("the lowest hand" if share.low else "the highest hand")
             + (f" with board {share.board + 1}" if game.boards > 1 else ""), share.clause)
        for share in usual.shares
    ]
    return provisions or [Provision("units", "from each player whose hands are lower", usual.streets[-1].settled)]


def players(game: type[PokerGame]) -> list[Provision]:
    """How many may play with each deck."""
    provisions = []
    for cards, most in game.decks.items():
        options = {"deck": str(cards)} if any(choice.name == "deck" for choice in game.choices) else {}
        refused = game(options).refuse_players(most + 1)
        assert refused is not None
        provisions.append(Provision(f"{cards} cards", f"from 2 to {most} players", refused.clause))
    return provisions


def sections(game: type[PokerGame]) -> dict[str, list[Clause]]:
    """The clauses of the game's chapter, and of those that hold for every game of the book, by section."""
    name = game.law[0].partition("-")[0]
    by_section: dict[str, list[Clause]] = {}
    for prefix in (*game.law, *game.law_of_all):
        if has_schedules(name):
            by_section |= house_sections(prefix)
            continue
        for id, clause in book(name).items():
            match = _SECTION.match(id)
            if match and id.startswith(prefix) and id[len(prefix) :][:1] in ("", ".", "(", ":"):
                by_section.setdefault(match[0], []).append(clause)
    return by_section
