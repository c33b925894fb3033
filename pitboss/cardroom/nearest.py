"""Words that a notation does not know: what it knows instead, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def nearest(word: str, forms: Sequence[str]) -> str:
    """The known forms as the end of an error, with those that begin with something like the word named before.

    >>> nearest("folds", ("fold", "check", "raise to 6"))
    "perhaps 'fold'; known: fold, check, raise to 6"
    """
    first = {form.split()[0]: form for form in reversed(forms)}
    close = [first[match] for match in get_close_matches(word.partition(" ")[0], first, 1, 0.6)]
    perhaps = f"perhaps {close[0]!r}; " if close else ""
    return f"{perhaps}known: {', '.join(forms)}"
