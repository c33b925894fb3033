"""A proof of a round, checked from what is in it and nothing else: what was sealed before the bets, and whether the
cards, dice and numbers that came are the ones that were sealed. docs/proofs.md describes the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from pitboss.equipment.rng import commit, nonce, shuffled
from pitboss.equipment.sealed import SealedSource, is_number, is_secret, seal_of

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

    open: bool = False
    seals: tuple[Text, ...] = ()
    shuffles: tuple[Text, ...] = ()
    late: tuple[Text, ...] = ()
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


def check(proof: ProofDocument) -> list[Finding]:
    """Everything that follows from a proof."""
    if proof.deck is not None:
        return list(_deck(proof, proof.deck))
    if not proof.seals and not proof.shuffles:
        return [Finding(None, "nothing was opened: neither a seal nor a shuffle is in the proof")]
    orders = {shuffle.digest: shuffle for shuffle in proof.shuffles}
    findings = [*_shown_before(proof)]
    for seal in proof.seals:
        findings += _seal(seal, orders, proof.kept)
    for shuffle in proof.shuffles:
        findings += _shuffle(shuffle, proof)
    return [*findings, *_dealt(proof), *_came(proof)]


def whole(findings: Sequence[Finding]) -> bool:
    """Is nothing wrong?"""
    return all(finding.holds is not False for finding in findings)


def _shown_before(proof: ProofDocument) -> Iterator[Finding]:
    """Was it bound before the bets? Only somebody who was there can tell."""
    kept = proof.kept
    if kept is None or not kept.open:
        yield Finding(None, "no page was open when this was sealed, so it only shows that what was opened belongs "
                            "together, not that it was fixed before the bets")
        return
    for name, opened, shown in (
        ("seal", [seal.digest for seal in proof.seals if _drawn_in(seal, proof.round)], kept.seals),
        ("shuffle", [shuffle.digest for shuffle in proof.shuffles], kept.shuffles),
    ):
        for digest in opened:
            if digest in shown:
                yield Finding(True, f"the {name} {digest[:12]}… was shown before the bets, and this opens it")
            elif digest in kept.late:
                yield Finding(False, f"the {name} {digest[:12]}… was shown only after the bets were closed")
            else:
                yield Finding(False, f"the {name} {digest[:12]}… is not what was shown before the bets"
                                     + (f" ({shown[0][:12]}…)" if shown else ": none was shown"))
    opened_seals = {seal.digest for seal in proof.seals}
    for digest in kept.expects:
        if digest not in opened_seals:
            yield Finding(False, f"a number was added to the seal {digest[:12]}…, which was not used")


def _drawn_in(seal: OpenedSeal, round: int) -> bool:
    """Was anything of a round drawn from it by itself? A shoe is bound by its own digest."""
    return any(draw.round == round and draw.what not in ("shuffle", "cut") for draw in seal.draws)


def _seal(seal: OpenedSeal, orders: Mapping[str, OpenedShuffle], kept: Kept | None) -> Iterator[Finding]:
    wrong = [*opened_wrongly(seal.digest, seal.secret, seal.number)]
    if not wrong:
        wrong = [*follow(seal.secret, seal.number, seal.draws, orders)]
    for words in wrong:
        yield Finding(False, words)
    gave = kept.numbers.get(seal.digest, "") if kept is not None else ""
    if gave and gave != seal.number:
        yield Finding(False, f"the number {gave} was added before, and is not the one that was mixed in")
    if wrong:
        return
    drawn = ", ".join(dict.fromkeys(draw.what for draw in seal.draws if draw.what != "cards"))
    yield Finding(True, f"the secret belongs to the seal {seal.digest[:12]}…, and all that was drawn follows from it "
                        f"({drawn})")
    if seal.number:
        yield Finding(True, f"the number {seal.number} of {seal.by} was mixed into a secret that was sealed before")


def opened_wrongly(digest: str, secret: str, number: str) -> Iterator[str]:
    """Does a secret belong to its seal, and is the number one that can be added?"""
    if not is_secret(secret) or seal_of(secret) != digest:
        yield f"the secret does not belong to the seal {digest[:12]}…"
    if number and not is_number(number):
        yield f"{number[:20]!r} is no number that can be added"


def follow(secret: str, number: str, draws: Sequence[Draw], orders: Mapping[str, OpenedShuffle]) -> Iterator[str]:
    """Draw all again; whatever comes otherwise is told, and nothing after it."""
    yield from follow_on(SealedSource(secret, number), draws, orders, [])


def follow_on(stream: SealedSource, draws: Sequence[Draw], orders: Mapping[str, OpenedShuffle],
              machine: list[str]) -> Iterator[str]:
    """Draw all again from a stream; `machine` is left with the cards that a card machine holds then."""
    for n, draw in enumerate(draws, 1):
        try:
            came = _again(stream, draw, orders, machine)
        except (ValueError, IndexError) as error:
            yield f"draw {n} ({draw.what}) cannot be made again: {error}"
            return
        result = list(draw.result) if isinstance(draw.result, tuple) else draw.result
        if came != result and draw.what not in ("shuffle", "machine"):
            yield f"draw {n} ({draw.what}) was {_words(result)}; sealed was {_words(came)}"
            return
        if draw.what == "shuffle" and came is not True:
            yield f"draw {n}: the order of the cards is not the one that was sealed"
            return


def _again(stream: SealedSource, draw: Draw, orders: Mapping[str, OpenedShuffle], machine: list[str]) -> Any:
    match draw.what:
        case "dice":
            return [stream.below(6) + 1 for _ in range(draw.dice)]
        case "wheel":
            return sorted(draw.places)[stream.below(len(draw.places))]
        case "cut":
            return draw.least + stream.below(draw.most - draw.least + 1)
        case "machine":
            machine[:] = sorted(draw.cards.split())
        case "cards":
            return [_out_of(machine, stream) for _ in range(len(_as_list(draw.result)))]
        case "shuffle":
            shuffle = orders.get(draw.digest)
            if shuffle is None:
                raise ValueError(f"the order of the shuffle {draw.digest[:12]}… is not told")
            order = tuple(shuffle.order.split())
            return shuffled(sorted(order), stream) == order and nonce(stream) == shuffle.nonce
    return None


def _out_of(machine: list[str], stream: SealedSource) -> str:
    pick = stream.below(len(machine))
    card, machine[pick] = machine[pick], machine[-1]
    machine.pop()
    return card


def _as_list(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple) else []


def _words(result: Any) -> str:
    return " ".join(map(str, result)) if isinstance(result, list) else str(result)


def _shuffle(shuffle: OpenedShuffle, proof: ProofDocument) -> Iterator[Finding]:
    """Is it the order that the digest was made of, and can there be such a shoe?"""
    order, name = shuffle.order.split(), shuffle.digest[:12]
    try:
        belongs = commit(order, shuffle.nonce) == shuffle.digest
    except ValueError:
        belongs = False
    yield Finding(belongs, f"order and nonce belong to the shuffle {name}…" if belongs
                  else f"order and nonce do not belong to the shuffle {name}…")
    drawn = [draw for seal in proof.seals for draw in seal.draws]
    at = next((n for n, draw in enumerate(drawn) if draw.digest == shuffle.digest), None)
    if at is None:
        yield Finding(None, f"how the shuffle {name}… was made is not told: it is only shown that its order was fixed "
                            "before its cards came")
        decks = None
    else:
        decks = drawn[at].decks
        cuts = tuple(_cuts_after(drawn[at + 1 :]))
        if cuts != shuffle.cuts:
            yield Finding(False, f"the shuffle {name}… was cut otherwise than sealed")
    card, most = max(Counter(order).items(), key=lambda pair: pair[1], default=("", 0))
    if decks and set(order) <= CARDS and most > decks:
        yield Finding(False, f"{card} is in the shoe {most} times, and it has {decks} deck{'s' * (decks > 1)}")
    elif any(piece not in CARDS and len(set(order)) == 1 for piece in order):
        yield Finding(False, "all pieces of the pack are the same")


def _cuts_after(draws: Sequence[Draw]) -> Iterator[int]:
    for draw in draws:
        if draw.what == "shuffle":
            return
        if draw.what == "cut" and isinstance(draw.result, int):
            yield draw.result


def cut_order(order: Sequence[str], cuts: Sequence[int]) -> list[str]:
    """An order as it lies after cuts, each so many cards from the back.

    >>> cut_order(["a", "b", "c", "d"], [1])
    ['d', 'a', 'b', 'c']
    """
    lying = list(order)
    for from_back in cuts:
        at = len(lying) - from_back
        lying = lying[at:] + lying[:at]
    return lying


def _dealt(proof: ProofDocument) -> Iterator[Finding]:
    """Did the cards come one after another out of the sealed order, and were they the ones that were seen?"""
    right = True
    for shuffle in proof.shuffles:
        came = [card for deal in proof.dealt if deal.of == shuffle.digest for card in deal.cards]
        before = sum(count for round, count in shuffle.rounds if round < proof.round)
        lying = cut_order(shuffle.order.split(), shuffle.cuts)[before : before + len(came)]
        if lying != came:
            at = next((n for n, (a, b) in enumerate(zip(lying, came, strict=False)) if a != b), len(lying))
            right = False
            yield Finding(False, f"card {at + 1} of the round is not the one that lay there: {_at(came, at)} came, "
                                 f"{_at(lying, at)} was sealed")
        if (proof.round, len(came)) not in shuffle.rounds and came:
            right = False
            yield Finding(False, "the number of cards of this round is not the one that is told of it")
        for round, count in shuffle.rounds:
            seen = proof.kept.counts.get(str(round), count) if proof.kept is not None else count
            if round < proof.round and seen != count:
                right = False
                yield Finding(False, f"{seen} cards were seen in round {round}, and {count} are told of")
    if proof.dealt and right:
        count = sum(len(deal.cards) for deal in proof.dealt)
        yield Finding(True, f"the {count} cards of the round came in the sealed order, burnt ones among them")
    kept = proof.kept
    if kept is None or not kept.dealt:
        if proof.dealt:
            yield Finding(None, "no page saw the cards of this round come")
        return
    if proof.ruled:
        yield Finding(None, "a ruling moved cards: which of them went where is not checked")
        return
    yield from _seen(proof.dealt, kept)


def _seen(proof_cards: Sequence[DealtCards], kept: Kept) -> Iterator[Finding]:
    """Is what a page saw what is told now? It may have seen only some of it, and some cards only from behind."""
    now = [(deal.to, card) for deal in proof_cards for card in deal.cards]
    then = [(deal.to, card) for deal in kept.dealt for card in deal.cards]
    for n, (to, card) in enumerate(then):
        if n >= len(now) or now[n][0] != to or card not in (BACK, now[n][1]):
            told_now = f"{now[n][1]} to {now[n][0]}" if n < len(now) else "none"
            yield Finding(False, f"card {n + 1} was seen as {card} to {to}, and is told as {told_now}")
            return
    count = sum(card != BACK for _, card in then)
    for hand, cards in kept.hands.items():
        turned = [card for card in cards if card != BACK]
        others = Counter(turned) - Counter(card for to, card in now if to == hand)
        if others:
            yield Finding(False, f"{min(others)} was seen in hand {hand}, and is not told to have come there")
            return
        count += len(turned)
    yield Finding(True, f"{count} cards were seen by the page, each where the proof says it went")


def _at(cards: Sequence[str], n: int) -> str:
    return cards[n] if n < len(cards) else "none"


def _came(proof: ProofDocument) -> Iterator[Finding]:
    """Is each throw and spin the one that was drawn, and the one that was seen?"""
    drawn = [_words(_as_list(draw.result) or draw.result) for seal in proof.seals for draw in seal.draws
             if draw.round == proof.round and draw.what in ("dice", "wheel")]
    sealed = "; ".join(drawn) or "nothing"
    if list(proof.came) != drawn:
        yield Finding(False, f"{'; '.join(proof.came) or 'nothing'} is told to have come, {sealed} was drawn")
    elif drawn:
        yield Finding(True, f"what came is what was sealed: {sealed}")
    if proof.kept is not None and proof.kept.came:
        same, seen = _in_order(proof.kept.came, drawn), "; ".join(proof.kept.came)
        yield Finding(same, f"{seen} was seen when it came" + ("" if same else f", and {sealed} was sealed"))


def _in_order(seen: Sequence[str], drawn: Sequence[str]) -> bool:
    """Was everything that was seen drawn, in that order? Somebody may have come late, or looked away."""
    left = iter(drawn)
    return all(piece in left for piece in seen)


# -- decks that were sealed card by card -------------------------------------------------------------------


def card_seal(place: int, card: str, salt: str) -> str:
    return sha256(f"pitboss card 1\n{place}\n{card}\n{salt}\n".encode()).hexdigest()


def deck_seal(seals: Sequence[str]) -> str:
    lines = "\n".join(seals)
    return sha256(f"pitboss deck 1\n{lines}\n".encode()).hexdigest()


def places_by(digest: str, number: str, size: int) -> list[int]:
    """Where the cards of a sealed deck lie once a player's number has moved them: for each place of the deck that is
    dealt the place in the sealed one. Anybody can work it out; who sealed the deck did not know the number."""
    places = tuple(map(str, range(size)))
    return [*map(int, shuffled(places, SealedSource(digest, number)) if number else places)]


def _deck(proof: ProofDocument, deck: OpenedDeck) -> Iterator[Finding]:
    kept = proof.kept
    if kept is None or not kept.open:
        yield Finding(None, "no page was open when this deck was sealed, so it only shows that cards and seal belong "
                            "together")
    elif deck.digest in (*kept.seals, *kept.shuffles):
        yield Finding(True, f"the deck {deck.digest[:12]}… was shown before the cards, and is the one that is opened")
    else:
        shown = (*kept.shuffles, *kept.seals)
        yield Finding(False, f"the deck {deck.digest[:12]}… is not what was shown before the cards"
                             + (f" ({shown[0][:12]}…)" if shown else ": none was shown"))
    belongs = deck_seal(deck.seals) == deck.digest
    yield Finding(belongs, f"the {len(deck.seals)} seals {'belong' if belongs else 'do not belong'} to the deck")
    wrong = [card for place, (card, salt) in deck.opened.items()
             if not (place.isascii() and place.isdigit() and len(place) < 4 and int(place) < len(deck.seals)
                     and card_seal(int(place), card, salt) == deck.seals[int(place)])]
    yield Finding(not wrong, f"{wrong[0]} does not belong to its seal" if wrong
                  else f"each of {len(deck.opened)} cards that were opened belongs to its seal")
    if wrong or not belongs:
        return
    cards = [card for card, _ in deck.opened.values()]
    if len(set(cards)) != len(cards) or not set(cards) <= CARDS:
        yield Finding(False, "a card was opened twice, or is none")
    gave = kept.numbers.get(deck.digest, "") if kept is not None else ""
    if gave and gave != deck.number:
        yield Finding(False, f"the number {gave} was added before, and is not the one that was mixed in")
    elif deck.number and is_number(deck.number):
        yield Finding(True, f"the number {deck.number} of {deck.by} moved the cards after they were sealed")
    elif deck.number:
        yield Finding(False, f"{deck.number[:20]!r} is no number that can be added")
    if kept is not None and set(kept.expects) - {deck.digest}:
        yield Finding(False, "the deck that a number was added to was not used")
    seen = {card for deal in (kept.dealt if kept is not None else ()) for card in deal.cards} - {BACK}
    if seen - set(cards):
        yield Finding(False, f"{min(seen - set(cards))} was seen in the hand, and is not among those that were opened")
    elif seen:
        yield Finding(True, f"all {len(seen)} cards that were seen lay in the sealed deck")
        yield from _in_turn(deck, kept.dealt if kept is not None else ())
    yield Finding(None, "cards that nobody showed stay closed")


def _in_turn(deck: OpenedDeck, seen: Sequence[DealtCards]) -> Iterator[Finding]:
    """Cards that were seen to come later lay deeper in the deck."""
    if deck.ruled:
        yield Finding(None, "a ruling took cards back or mixed them again: their order is not checked")
        return
    dealt_at = {place: n for n, place in enumerate(places_by(deck.digest, deck.number, len(deck.seals)))}
    lies = {card: dealt_at[int(place)] for place, (card, _) in deck.opened.items()}
    depth = -1
    for deal in seen:
        places = [lies[card] for card in deal.cards if card != BACK]
        if places and min(places) < depth:
            yield Finding(False, f"{' '.join(deal.cards)} came later than cards that lay deeper in the deck")
            return
        depth = max([depth, *places])
    yield Finding(True, "they came in the order in which they lay")
