"""The document that a page saves to have a round checked, as docs/proofs.md describes it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

VERSION = 1
# A card that was seen from behind.
BACK = "??"
CARDS = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")

Text = Annotated[str, msgspec.Meta(max_length=4000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**40)]


class Draw(msgspec.Struct, frozen=True):
    """Something that chance decided: a shuffle, a cut, dice, a wheel, or cards out of a machine that mixes."""

    what: Literal["shuffle", "cut", "dice", "wheel", "machine", "cards"]
    round: Count = 0
    decks: Count = 0
    digest: Text = ""
    least: Count = 0
    most: Count = 0
    dice: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    places: tuple[Text, ...] = ()
    cards: Text = ""
    result: int | Text | tuple[int | Text, ...] | None = None
    # The clause that requires a shuffle in the middle of a round.
    clause: Text = ""


class OpenedSeal(msgspec.Struct, frozen=True):
    """A seal, what opens it, the number that a player added, and all that was drawn from it."""

    digest: Text
    secret: Text
    number: Text = ""
    by: Text = ""
    draws: tuple[Draw, ...] = ()


class OpenedShuffle(msgspec.Struct, frozen=True):
    """The order of a shoe or deck, where it was cut, and how many of its cards came in each round."""

    digest: Text
    nonce: Text
    order: Text
    cuts: tuple[Count, ...] = ()
    rounds: tuple[tuple[Count, Count], ...] = ()


class DealtCards(msgspec.Struct, frozen=True):
    """Cards that came together, where they went, and the shuffle they came of ("" for a machine's)."""

    to: Text
    cards: tuple[Text, ...]
    of: Text = ""


class OpenedDeck(msgspec.Struct, frozen=True):
    """A deck that was sealed card by card; `opened` has the cards that somebody saw, by their places."""

    digest: Text
    seals: tuple[Text, ...]
    opened: dict[str, tuple[Text, Text]]
    number: Text = ""
    by: Text = ""
    # Cards were taken back or mixed again by a ruling, so that they did not come one after another.
    ruled: bool = False


class Kept(msgspec.Struct, frozen=True):
    """What a page saw by itself: the seals while bets were taken, the number that was added there, and what came."""

    # Was it there while bets were taken, and when the round was over?
    open: bool = False
    over: bool = False
    # In the order in which they were shown; the first binds the round.
    seals: tuple[Text, ...] = ()
    shuffles: tuple[Text, ...] = ()
    late: tuple[Text, ...] = ()
    # "seal" or "cards": wagers lay on the table before the first was shown.
    bare: tuple[Text, ...] = ()
    # Shuffles in the middle of the round that it was shown, with their clauses.
    reshuffled: dict[str, Text] = {}
    # The number that was shown last with a seal.
    shown: dict[str, Text] = {}
    # The place of the next card in the order of a shuffle, and how many cards of the round had come by then.
    places: dict[str, tuple[Count, Count]] = {}
    # The digests of what chance chooses from, and where the pieces are cut after the bets, if they are.
    wheel: Text = ""
    pack: Text = ""
    cut: tuple[Count, Count] | None = None
    # How many cards the decks between players had that it was shown.
    sizes: dict[str, Count] = {}
    numbers: dict[str, Text] = {}
    # Seals that a number was added to, and that must be the ones this round was drawn from.
    expects: tuple[Text, ...] = ()
    # How many cards came in rounds before, as far as it saw them.
    counts: dict[str, Count] = {}
    dealt: tuple[DealtCards, ...] = ()
    # Cards that were dealt face down and seen later, by their hands.
    hands: dict[str, tuple[Text, ...]] = {}
    came: tuple[Text, ...] = ()


class ProofDocument(msgspec.Struct, frozen=True, rename={"version": "pitboss-proof"}):
    """What a page offers to download."""

    version: int
    table: Text
    round: Count
    game: Text = ""
    seals: tuple[OpenedSeal, ...] = ()
    shuffles: tuple[OpenedShuffle, ...] = ()
    dealt: tuple[DealtCards, ...] = ()
    came: tuple[Text, ...] = ()
    # A ruling moved cards, or had some come that had been drawn before: they are not where they were dealt.
    ruled: bool = False
    deck: OpenedDeck | None = None
    kept: Kept | None = None


class Finding(NamedTuple):
    """`holds`: True what is proved, False what is wrong, None what is not proved and why."""

    holds: bool | None
    words: str


class BadProof(Exception):
    """Not a proof that can be read."""


def read(data: bytes) -> ProofDocument:
    """A proof as it was downloaded, or what is wrong with the file, in a line."""
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        raise BadProof("it is not JSON") from None
    if not isinstance(document, dict) or "pitboss-proof" not in document:
        raise BadProof("it has no 'pitboss-proof'; a proof is what the Proof panel of a table saves")
    if document["pitboss-proof"] != VERSION or isinstance(document["pitboss-proof"], bool):
        raise BadProof(f"it is of version {str(document['pitboss-proof'])[:20]!r}; version {VERSION} is read here")
    try:
        return msgspec.json.decode(data, type=ProofDocument)
    except msgspec.ValidationError as error:
        raise BadProof(str(error)) from None
