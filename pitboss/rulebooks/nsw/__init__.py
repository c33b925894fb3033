"""The Star: Texas Hold'em Bonus Poker."""
