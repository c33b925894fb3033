"""What a set of cards is worth, apart from any game's rules about it."""
