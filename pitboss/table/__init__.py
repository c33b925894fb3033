"""A table: the facts of a round, what it asks, what is answered, and what came of it."""
