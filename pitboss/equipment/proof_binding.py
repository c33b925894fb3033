"""The rules by which a round is bound: to the first seal, shuffle or deck that a page was shown before the bets. Any
other is wrong, except a shuffle in the middle of the round that the law requires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.equipment.proof_document import (
    Draw,
    Finding,
    Kept,
    OpenedDeck,
    OpenedSeal,
    OpenedShuffle,
    ProofDocument,
)
from pitboss.equipment.sealed import pieces_of


def shown_before(proof: ProofDocument) -> Iterator[Finding]:
    """Find whether everything that decided the round was bound before the bets, by what the page was shown."""
    kept = proof.kept
    if kept is None or not kept.open:
        yield Finding(None, "no page was open when this was sealed, so it only shows that what was opened belongs "
                            "together, not that it was fixed before the bets")
    else:
        findings = [*_bound(proof, kept)]
        yield from findings or [Finding(None, "nothing that was opened decided this round")]
        opened_seals = {seal.digest for seal in proof.seals}
        for digest in kept.expects:
            if digest not in opened_seals:
                yield Finding(False, f"a number was added to the seal {digest[:12]}…, which was not used")
    if proof.ruled:
        yield Finding(None, "a ruling moved cards: which of them went where is not checked")


def _bound(proof: ProofDocument, kept: Kept) -> Iterator[Finding]:
    """The first seal and the first shuffle that were shown bind the round."""
    again = set()
    for seal in proof.seals:
        of_round = [draw for draw in seal.draws if draw.round == proof.round]
        drawn = _drawn_in(seal, proof.round)
        if drawn:
            yield _binding("seal", seal.digest, kept.seals, kept)
            yield from number_shown(seal.digest, seal.number, kept)
            if seal.draws[0] is not of_round[0]:
                yield Finding(False, f"something was drawn from the seal {seal.digest[:12]}… before the bets of this "
                                     "round")
            yield from _chosen_from(of_round, kept)
        bound = drawn or seal.digest in kept.seals[:1]
        again |= {draw.digest for draw in of_round if draw.what == "shuffle" and draw.clause}
        for draw in of_round:
            if draw.what == "shuffle" and (draw.clause or bound) and draw.digest not in kept.shuffles[:1]:
                yield from _shuffled_again(draw, seal, proof, kept)
    cut = any(draw.what == "cut" for seal in proof.seals for draw in seal.draws if draw.round == proof.round)
    if cut and not proof.shuffles:
        yield Finding(False, "something was cut, and nothing was shuffled")
    for shuffle in _used(proof):
        if shuffle.digest in kept.shuffles[:1] or shuffle.digest not in again:
            yield _binding("cards", shuffle.digest, kept.shuffles, kept)


def _direct(draws: Sequence[Draw]) -> list[Draw]:
    """Return the draws that are bound by their seal alone. A shuffle is bound by its own digest, and so are the cuts
    that the same seal makes after it."""
    first = next((n for n, draw in enumerate(draws) if draw.what == "shuffle"), len(draws))
    return [draw for n, draw in enumerate(draws) if draw.what != "shuffle" and not (n > first and draw.what == "cut")]


def _chosen_from(draws: Sequence[Draw], kept: Kept) -> Iterator[Finding]:
    """Find whether chance chose from what the page was shown before the bets: places, cards and cuts."""
    for draw in draws:
        if draw.what == "wheel" and kept.wheel and pieces_of(draw.places) != kept.wheel:
            yield Finding(False, "the places of the wheel are not those that were shown before the bets")
        elif draw.what == "wheel" and not kept.wheel:
            yield Finding(None, "the page was not shown what places the wheel has")
        elif draw.what == "machine" and pieces_of(draw.cards.split()) != kept.pack:
            yield Finding(None, "the machine is told to hold other cards than the page was shown before the bets")
    cuts = [(draw.least, draw.most) for draw in _direct(draws) if draw.what == "cut"]
    if len(cuts) > 1:
        yield Finding(False, f"the pieces were cut {len(cuts)} times after the bets")
    elif cuts and cuts[0] != kept.cut:
        yield Finding(None, "the pieces were cut after the bets otherwise than the page was shown before")


def _binding(name: str, digest: str, shown: Sequence[str], kept: Kept) -> Finding:
    """Compare what was opened with what was shown first."""
    what = f"the {'seal' if name == 'seal' else 'shuffle'} {digest[:12]}…"
    if digest in shown[:1]:
        if name in kept.bare:
            return Finding(None, f"wagers lay on the table before {what} was shown")
        return Finding(True, f"{what} was shown before the bets, and this opens it")
    if digest in shown:
        return Finding(False, f"{what} was shown after another ({shown[0][:12]}…): the first one binds the round")
    if digest in kept.late:
        return Finding(False, f"{what} was shown only after the bets were closed")
    return Finding(False, f"{what} is not what was shown before the bets"
                          + (f" ({shown[0][:12]}…)" if shown else ": none was shown"))


def number_shown(digest: str, number: str, kept: Kept) -> Iterator[Finding]:
    """Find whether the page was shown the number, or added it itself."""
    if digest not in kept.numbers and number != kept.shown.get(digest, ""):
        yield Finding(None, f"the page was not shown that {f'the number {number[:40]}' if number else 'no number'} was "
                            f"added to the seal {digest[:12]}…")


def _shuffled_again(draw: Draw, seal: OpenedSeal, proof: ProofDocument, kept: Kept) -> Iterator[Finding]:
    """A shuffle in the middle of the round: under a clause that was shown then, by the seal that binds the round."""
    what, clause = f"the shuffle {draw.digest[:12]}… in the middle of the round", kept.reshuffled.get(draw.digest)
    if seal.digest not in kept.seals[:1]:
        yield Finding(False, f"{what} was not made by the seal that was shown before the bets")
    elif not draw.clause:
        yield Finding(False, f"{what} names no clause")
    elif clause is None and (kept.over or draw.digest in (*kept.late, *kept.shuffles)):
        yield Finding(False, f"{what} was not shown with the clause that requires it")
    elif clause is None:
        yield Finding(None, f"{what} was made while the page was not connected")
    elif clause != draw.clause:
        yield Finding(False, f"{what} was shown under {clause}, and is told under {draw.clause}")
    elif not _ran_out(proof, draw.digest):
        yield Finding(None, f"{what} was made under {clause}: whether that was due cannot be worked out")
    else:
        yield Finding(True, f"{what} was made under {clause} when the cards ran out, by the seal that was shown before "
                            "the bets")
        yield from number_shown(seal.digest, seal.number, kept)


def _used(proof: ProofDocument) -> list[OpenedShuffle]:
    """The shuffles of which cards of the round came."""
    sources = {deal.of for deal in proof.dealt}
    return [shuffle for shuffle in proof.shuffles if shuffle.digest in sources]


def _ran_out(proof: ProofDocument, digest: str) -> bool:
    """Return whether the cards before a shuffle did not suffice for what was dealt next, and those after it were cut
    likewise: as many cards from either end."""
    used = _used(proof)
    at = next((n for n, shuffle in enumerate(used) if shuffle.digest == digest), 0)
    if not at:
        return False
    before, wanted = used[at - 1], next(deal for deal in proof.dealt if deal.of == digest)
    came = sum(count for round, count in before.rounds if round <= proof.round)
    was, now = ({(cut.least, len(shuffle.order.split()) - cut.most) for cut in _cuts(proof, shuffle.digest)}
                for shuffle in (before, used[at]))
    ends_alike = now <= was and all(least == left for least, left in now)
    return len(before.order.split()) - came < len(wanted.cards) and ends_alike


def _cuts(proof: ProofDocument, digest: str) -> Iterator[Draw]:
    """The cuts that followed a shuffle."""
    for seal in proof.seals:
        shuffle = ""
        for draw in seal.draws:
            shuffle = draw.digest if draw.what == "shuffle" else shuffle
            if draw.what == "cut" and shuffle == digest:
                yield draw


def _drawn_in(seal: OpenedSeal, round: int) -> bool:
    """Return whether anything of a round was drawn from a seal by itself."""
    return any(draw.round == round for draw in _direct(seal.draws))


def deck_shown(deck: OpenedDeck, kept: Kept) -> Finding:
    """The first deck that was shown for the hand binds it; of another size, if its game was changed, the first of
    that."""
    size = len(deck.seals)
    shown = [digest for digest in (*kept.shuffles, *kept.seals) if kept.sizes.get(digest, size) == size]
    what = f"the deck {deck.digest[:12]}…"
    if deck.digest in shown[:1]:
        return Finding(True, f"{what} was shown before the cards, and is the one that is opened")
    if deck.digest in shown:
        return Finding(False, f"{what} was sealed after another was shown for this hand ({shown[0][:12]}…)")
    return Finding(False, f"{what} is not what was shown before the cards"
                          + (f" ({shown[0][:12]}…)" if shown else ": none was shown"))
