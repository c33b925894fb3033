"""What is the same for many pay lines of a blackjack game, kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from pitboss.odds.blackjack_dealer import Draws, draws_of
from pitboss.odds.blackjack_rules import DealerPlay, Floats, Tree, TreeOf, dealer_tree
from pitboss.odds.cache import Arrays, Cache, key


def kept_arrays(cache: Cache | None, name: str, count: Callable[[], Arrays]) -> Arrays:
    """Arrays from disk, or counted now; always counted where nothing is kept."""
    return count() if cache is None else cache.known(name, count)


def tree_from(cache: Cache) -> TreeOf:
    """Trees of dealers' hands, those counted before from disk."""

    def tree(dealer: DealerPlay) -> Tree:
        name = key("dealer-tree", list(dealer.where), dealer.draws, dealer.ending_of, sorted(dealer.beyond.items()))
        return Tree(**kept_arrays(cache, name, lambda: dealer_tree(dealer)._asdict()))

    return tree


def draws_from(cache: Cache | None, tree: Tree) -> Draws:
    """All that the dealer may end with, from disk where it was taken apart before."""
    return Draws(**kept_arrays(cache, key("dealer-draws", *tree), lambda: draws_of(tree)._asdict()))


class KnownSplits:
    """How both hands of splits end, by what they end with. Most pay lines split mostly alike: those of the first sheet
    are on disk under `name`."""

    def __init__(self, cache: Cache | None, name: str) -> None:
        self.cache, self.name = cache, name

    @cached_property
    def ends(self) -> dict[str, Floats]:
        known = self.cache.load(self.name) if self.cache is not None else None
        return known or {}

    def keep(self) -> None:
        """Keep what was counted, once, for whatever is asked next."""
        if self.cache is not None and not self.cache.path(self.name).exists():
            self.cache.save(self.name, self.ends)
