"""Faults made by rule that no test notices, each with the reason why none does."""

from __future__ import annotations

SURVIVORS: dict[str, str] = {}
