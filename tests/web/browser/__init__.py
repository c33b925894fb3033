"""A package, so that one browser serves all of its files."""
