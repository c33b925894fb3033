"""Casino Canberra: Canberra Casino Hold-em Poker."""
