"""A proof of a round, checked from what is in it and nothing else: what was sealed before the bets, and whether the
cards, dice and numbers that came are the ones that were sealed. docs/proofs.md describes the document. The page checks
by the same rules (web/static/proof_check.js); tests/support/proof_flows.py has cases for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from pitboss.equipment.proof_binding import deck_shown, number_shown, shown_before
from pitboss.equipment.proof_document import (
    BACK,
    CARDS,
    DealtCards,
    Draw,
    Finding,
    Kept,
    OpenedDeck,
    OpenedSeal,
    OpenedShuffle,
    ProofDocument,
)
from pitboss.equipment.rng import commit, nonce, shuffled
from pitboss.equipment.sealed import SealedSource, is_number, is_secret, seal_of

T = TypeVar("T")


def check(proof: ProofDocument) -> list[Finding]:
    """Return everything that follows from a proof. If nothing is wrong, the first finding decides the verdict."""
    if proof.deck is not None:
        return list(_deck(proof, proof.deck))
    orders = {shuffle.digest: shuffle for shuffle in proof.shuffles}
    findings = sorted([*shown_before(proof), *_came(proof)], key=lambda finding: finding.holds is not None)
    for seal in proof.seals:
        findings += _seal(seal, orders, proof.kept)
    for shuffle in proof.shuffles:
        findings += _shuffle(shuffle, proof)
    return [*findings, *_dealt(proof)]


def whole(findings: Sequence[Finding]) -> bool:
    """Is nothing wrong?"""
    return all(finding.holds is not False for finding in findings)


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


def cut_order(order: Sequence[T], cuts: Sequence[int]) -> list[T]:
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
        order = shuffle.order.split()
        lying = cut_order(order, shuffle.cuts)[before : before + len(came)]
        if not _in_place(shuffle, before, proof):
            right = False
            yield Finding(False, "the cards are told to have come from another place of the shoe than was shown before "
                                 "the bets")
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
    for wrong in _from_elsewhere(proof):
        right = False
        yield Finding(False, wrong)
    if proof.dealt and right:
        count = sum(len(deal.cards) for deal in proof.dealt)
        yield Finding(True, f"the {count} cards of the round came in the sealed order, burnt ones among them")
    kept = proof.kept
    if kept is None or not kept.dealt:
        if proof.dealt:
            yield Finding(None, "no page saw the cards of this round come")
        return
    if not proof.ruled:
        yield from _seen(proof.dealt, kept)


def _in_place(shuffle: OpenedShuffle, before: int, proof: ProofDocument) -> bool:
    """Return whether the cards of the round lay where the page was shown, while bets were taken, that the next card
    lies. Cuts by another seal than the shuffle's came after the bets, and so can those of a shuffle in the middle of
    the round, which is not checked here."""
    size = len(shuffle.order.split())
    shown = proof.kept.places.get(shuffle.digest) if proof.kept is not None else None
    if shown is None or not size:
        return True
    place, out = shown
    cuts = shuffle.cuts
    for seal in proof.seals:
        at = next((n for n, draw in enumerate(seal.draws) if draw.digest == shuffle.digest), None)
        if at is not None and seal.draws[at].clause:
            return True
        cuts = cuts if at is None else tuple(_cuts_after(seal.draws[at + 1 :]))
    return cut_order(range(size), cuts)[(before + out) % size] == place


def _from_elsewhere(proof: ProofDocument) -> Iterator[str]:
    """Find cards that are told to have come neither of a shuffle that is opened nor of the machine."""
    if {deal.of for deal in proof.dealt} - {"", *(shuffle.digest for shuffle in proof.shuffles)}:
        yield "cards are told to have come of a shuffle that is not opened"
    drawn = [card for seal in proof.seals for draw in seal.draws
             if draw.round == proof.round and draw.what == "cards" for card in _as_list(draw.result)]
    if drawn != [card for deal in proof.dealt if not deal.of for card in deal.cards]:
        yield "the cards that are told to have come of the machine are not those that were drawn"


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
        if same and len(proof.kept.came) < len(drawn):
            yield Finding(None, f"the page saw only {seen} of what was drawn")
        else:
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
    else:
        yield from number_shown(deck.digest, deck.number, kept)
    if deck.ruled:
        yield Finding(None, "a ruling took cards back or mixed them again: their order is not checked")
    if kept is not None and kept.open:
        yield deck_shown(deck, kept)
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
