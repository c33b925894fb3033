"""What lies on a gaming table: cards, decks, shoes, dice, wheels, and the one source of chance."""
