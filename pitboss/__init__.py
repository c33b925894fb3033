"""Pitboss: casino rulebooks as software, every result naming its clause."""

__version__ = "0.1.0"
