"""The names people go by: how they are looked up, and which of them do not fit."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Names that the floor's own records use for something else.
RESERVED = frozenset({
    "table", "dealer", "house", "cage", "floor", "office", "board", "banker", "player", "people", "supervisor",
})
# On one letter; no written language has more.
MOST_ACCENTS = 2
# Scripts with letters that look like another's.
ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


@lru_cache(4096)
def key_of(name: str) -> str:
    """A name as it is looked up: letter case and ways of writing the same letter make no difference.

    >>> key_of("Ann") == key_of("aNN")
    True
    """
    return unicodedata.normalize("NFKC", name.strip()).casefold()


def plain_name(name: str) -> str:
    """A name as it is kept: a letter and its accents in as few signs as can be."""
    return unicodedata.normalize("NFC", name.strip())


def bad_name(name: str) -> str | None:
    """Why a name does not fit; None where it does.

    >>> bad_name("Ann"), bad_name("=cmd")
    (None, "the name '=cmd' does not fit")
    """
    key = unicodedata.normalize("NFKC", name)
    fits = 0 < len(name) <= 20 and name[0].isalnum() and all(map(_shows, key))
    if not fits or _stacked(name) or key_of(name) in RESERVED or len(_scripts(key)) > 1:
        return f"the name {name[:40]!r} does not fit"
    return None


def _shows(letter: str) -> bool:
    """Letters, figures, their accents and a few marks; a filler counts as a letter and shows nothing."""
    fits = letter.isalnum() or letter in "-_." or unicodedata.combining(letter)
    return bool(fits) and "FILLER" not in unicodedata.name(letter, "FILLER")


def _stacked(name: str) -> bool:
    """Do accents pile up on a letter, so that they cover what stands above and below?

    >>> _stacked("Vi\N{LATIN SMALL LETTER E WITH CIRCUMFLEX AND DOT BELOW}t"), _stacked("a" + 3 * "\N{COMBINING TILDE}")
    (False, True)
    """
    count = 0
    for sign in unicodedata.normalize("NFD", name):
        count = count + 1 if unicodedata.category(sign).startswith("M") else 0
        if count > MOST_ACCENTS:
            return True
    return False


def _scripts(name: str) -> set[str]:
    """Which of the scripts that share shapes of letters a name is written in: one name in two of them is made to
    be taken for another.

    >>> sorted(_scripts("Ann")), sorted(_scripts("\N{CYRILLIC CAPITAL LETTER A}nn"))
    (['LATIN'], ['CYRILLIC', 'LATIN'])
    """
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in name} & ALIKE
