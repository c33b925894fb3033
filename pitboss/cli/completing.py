"""What the shell offers where a game is to be typed."""

from __future__ import annotations


def house_games(incomplete: str) -> list[str]:
    """Games against the house whose id begins so."""
    from pitboss.rulebooks import games

    return [id for id in games() if id.startswith(incomplete)]


def all_games(incomplete: str) -> list[str]:
    """Games against the house and between players whose id begins so."""
    from pitboss.rulebooks import card_games

    return house_games(incomplete) + [id for id in card_games() if id.startswith(incomplete)]
