"""The family of games in which one throw of dice, or one turn of a wheel, decides every wager: what the odds read of
each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pitboss.law import Result
from pitboss.table.game import Game
from pitboss.table.lobby import DICE_AND_WHEELS


class OneThrow(Game):
    """Nothing is decided between a wager and its result."""

    category = DICE_AND_WHEELS

    @abstractmethod
    def throws(self) -> Sequence[Any]:
        """Everything that may come, each as likely as the next."""

    @abstractmethod
    def result(self, name: str, throw: Any) -> Result:
        """What becomes of a wager. Pure."""

    @abstractmethod
    def kind_of(self, name: str) -> str:
        """The kind of a wager by the name it is placed under ("straight up" for "straight up 17")."""

    @abstractmethod
    def told(self, name: str, throw: Any, won: bool) -> str:
        """What a throw is to a wager, in a few words: "covered"."""

    @abstractmethod
    def thrown_with(self) -> str:
        """What figures take to be equally likely, in a sentence."""
