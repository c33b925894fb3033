"""Poker between players."""
