"""Crown Perth: Crown Hold'em Poker."""
