"""Melbourne stud games, 14.4 to 14.7: cards that lie open and should not, cards too soon, a deck that runs out."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do, everywhere, given, legal, refused, state

from pitboss.cardroom.acts import AllInOption
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import Outcome
from pitboss.equipment.cards import RANKS
from pitboss.equipment.decks import deck
from pitboss.law import Refused, Ruled
from pitboss.rulebooks.mel.c10_stud import CrownStud, FiveCardStud, Razz, SevenCardStud, StudGame
from pitboss.table.facts import Referred, Rejected

OPTIONS = {"structure": "fixed", "ante": "1", "bring-in": "2", "bet": "10", "big-bet": "20"}
THREE = (300, 300, 300)
# Each game, the number of its rules, and first cards of three players: seat 3 brings it in.
TWO = ("1: Kd Kc", "2: 9h Qs", "3: Jc 4s")
GAMES: tuple[tuple[type[StudGame], str, tuple[str, ...]], ...] = (
    (FiveCardStud, "14.4", TWO), (CrownStud, "14.5", TWO),
    (SevenCardStud, "14.6", ("1: Kd 8c Kc", "2: 9h 9s Qs", "3: Jc 8d 4s")),
)
EVERY = pytest.mark.parametrize(("made", "rule", "cards"), GAMES)


def ruled(outcome: Outcome) -> str:
    assert isinstance(outcome, Ruled), outcome
    return str(outcome.clause)


def started(made: type[StudGame], cards: tuple[str, ...], *more: str) -> Hand:
    """A hand with further cards for each seat."""
    lines = (f"{line} {later}" for line, later in zip(cards, more or [""] * 3, strict=True))
    return given(made(OPTIONS), THREE, *lines)


def last_round(made: type[StudGame], stacks: tuple[int, ...] = THREE) -> Hand:
    """A hand from a deck in its order, at its final betting, in which nobody has acted."""
    return to_the_last(dealt(made(OPTIONS), stacks))


def to_the_last(h: Hand) -> Hand:
    while h.street + 1 < len(h.game.streets):
        do(h, "check" if legal(h).check else "call")
    return h


# -- the first cards -------------------------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("kind", ["wrong-card-face-up", "card-exposed"])
def test_the_next_card_is_dealt_face_down_where_an_earlier_one_came_up(
    kind: str, made: type[StudGame], rule: str, cards: tuple[str, ...]
) -> None:
    h = started(made, cards)
    assert h.bets == [0, 0, 200] and h.turn == 0
    assert ruled(h.report(kind, {"seat": "2", "card": h.hole[1][0]})) == f"MEL-{rule}.1"
    assert h.up[1] == ["9h"] and h.hole[1][-1] == "Qs" and h.bets == [0, 0, 200]
    assert ruled(h.report(kind, {"seat": "3", "card": "Jc"})) == f"MEL-{rule}.1"
    assert h.up[2] == ["Jc"] and h.bets == [0, 200, 0] and h.turn == 2, "the nine brings it in now"
    before = state(h)
    assert isinstance(h.report(kind, {"seat": "3", "card": "Jc"}), Rejected), "that one is the open card"
    assert isinstance(h.report(kind, {"seat": "3", "card": "2c"}), Rejected), "a card that is not there"
    assert state(h) == before


@EVERY
def test_the_second_open_card_changes_places_with_the_first_burn(
    made: type[StudGame], rule: str, cards: tuple[str, ...]
) -> None:
    h = started(made, cards, "3c", "7d 2c", "3d")
    burns = len(h.burnt)
    assert ruled(h.report("two-cards-face-up", {"seat": "2", "card": h.up[1][0]})) == f"MEL-{rule}.2"
    assert h.up[1] == ["9h"] and "7d" in h.hole[1] and "Qs" not in h.hole[1], "the new one lies face down"
    assert h.burnt[burns:] == ["Qs"]
    before = len(h.burnt)
    do(h, "call", "call")
    assert len(h.burnt) == before, "that was the first burn"


def test_from_a_deck_the_card_that_was_to_be_burnt_is_dealt() -> None:
    h = dealt(SevenCardStud(OPTIONS), THREE)
    top, second = h.deck[-1], h.hole[0][1]
    assert ruled(h.report("two-cards-face-up", {"seat": "1", "card": second})) == "MEL-14.6.2"
    assert h.hole[0][1] == top and h.up[0] == [h.hole[0][0]] and second in h.burnt
    assert sorted(everywhere(h)) == sorted(deck(52))


def test_a_seat_that_has_folded_is_one_line() -> None:
    h = do(dealt(SevenCardStud(OPTIONS), THREE), "complete to 10", "fold")
    folded = str(next(h.seats[i] for i in range(3) if not h.live >> i & 1))
    before = state(h)
    for kind in ("two-cards-face-up", "card-exposed"):
        outcome = h.report(kind, {"seat": folded})
        assert isinstance(outcome, Rejected) and "has folded" in outcome.what
    assert state(h) == before


def test_misdeals_are_others() -> None:
    h = dealt(SevenCardStud(OPTIONS), THREE)
    for facts in ({"seat": "1,2"}, {"seat": "1", "reconstructed": "no"}):
        outcome = h.copy().report("two-cards-face-up", facts)
        assert not isinstance(outcome, Ruled) or outcome.clause.startswith("MEL-14.1.1(e)")


# -- a card too soon -------------------------------------------------------------------------------------------


@EVERY
def test_a_card_too_soon_freezes_what_may_be_wagered(
    made: type[StudGame], rule: str, cards: tuple[str, ...]
) -> None:
    h = do(dealt(made(OPTIONS), THREE), "complete to 10", "call")
    assert legal(h).raise_from == 2000
    assert ruled(h.report("card-exposed", {"seat": "2"})) == f"MEL-{rule}.4"
    assert legal(h).raise_from == 0 and refused(h, "raise to 20") == f"MEL-{rule}.4"
    do(h, "call")
    assert h.street == 1 and legal(h).raise_from == 1000, "only in that round"
    assert ruled(h.report("card-exposed", {"seat": "2"})) == f"MEL-{rule}.4"
    assert refused(h, "bet 10") == f"MEL-{rule}.4"
    do(h, "check", "check", "check")
    assert h.street == 2


def test_the_exposed_card_plays() -> None:
    h, same = (do(dealt(SevenCardStud(OPTIONS), THREE), "call") for _ in range(2))
    h.report("card-exposed", {"seat": "3"})
    assert do(h, "call").hole == do(same, "call").hole


# -- the last card lies open -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "rule"), [(CrownStud, "14.5.6"), (SevenCardStud, "14.6.6"), (Razz, "14.6.6")])
def test_if_the_first_last_card_is_open_all_are_and_the_old_opener_opens(made: type[StudGame], rule: str) -> None:
    h = last_round(made)
    before = [len(up) for up in h.up]
    opened = next(event.place for event in h.log[::-1] if event.what == "check")
    acts = [event.place for event in h.log if event.what == "check"][-3:]
    assert opened == acts[-1]
    h.turn = h.first = acts[1]
    assert ruled(h.report("card-exposed", {"seat": "1"})) == f"MEL-{rule}"
    assert [len(up) for up in h.up] == [count + 1 for count in before]
    assert all(up[-1] == hole[-1] for up, hole in zip(h.up, h.hole, strict=True))
    assert h.turn == h.first == acts[0]
    assert isinstance(h.copy().do(AllInOption(), 2), Refused), "the choice is not of those whose cards are dealt so"
    again = h.report("card-exposed", {"seat": "3"})
    assert isinstance(again, Rejected) and "lies open already" in again.what


@pytest.mark.parametrize(("made", "rule"), [(CrownStud, "14.5.6"), (SevenCardStud, "14.6.6")])
def test_the_opener_of_the_last_round_may_be_gone(made: type[StudGame], rule: str) -> None:
    h = dealt(made(OPTIONS), THREE)
    while h.street + 2 < len(h.game.streets):
        do(h, "check" if legal(h).check else "call")
    first = h.turn
    do(h, "check", "bet 20", "call", "fold")
    assert not h.live >> first & 1 and h.street + 1 == len(h.game.streets)
    assert ruled(h.report("card-exposed", {"seat": str(min(h.seats[i] for i in h.places(h.live | h.kept)))}))
    assert h.turn == (first + 1) % 3, "the next on his left"


@pytest.mark.parametrize(("made", "rule"), [(CrownStud, "14.5.6"), (SevenCardStud, "14.6.6")])
def test_a_player_with_an_open_last_card_may_be_treated_as_all_in(made: type[StudGame], rule: str) -> None:
    h = last_round(made)
    open_cards = len(h.up[2])
    assert ruled(h.report("card-exposed", {"seat": "3"})) == f"MEL-{rule}"
    assert len(h.up[2]) == open_cards + 1 and h.active >> 2 & 1
    assert isinstance(h.do(AllInOption(), 1), Refused), "his card was not exposed"
    assert h.copy().do(AllInOption(), 2) is None
    assert h.do(AllInOption(), 2) is None
    assert not h.active >> 2 & 1 and h.live >> 2 & 1
    put = h.put[2]
    do(h, *("bet 20", "call"))
    assert h.over and h.put[2] == put and len(h.won) == 2, "the main pot is his to win, the side pot is not"


@pytest.mark.parametrize(("made", "rule"), [(CrownStud, "14.5.6"), (SevenCardStud, "14.6.6")])
def test_once_two_have_acted_he_is_treated_as_all_in_or_plays_on(made: type[StudGame], rule: str) -> None:
    h = last_round(made)
    h.turn = h.first = 0
    offered = h.copy()
    assert ruled(offered.report("card-exposed", {"seat": "3"}))
    do(offered, "check", "check")
    no = offered.do(AllInOption(), 2)
    assert isinstance(no, Refused) and no.clause == f"MEL-{rule}", "the choice was his before"
    do(h, "check")
    one = h.copy()
    assert ruled(one.report("card-exposed", {"seat": "3"})) and one.active >> 2 & 1
    do(h, "bet 20")
    assert ruled(h.report("card-exposed", {"seat": "3"})) == f"MEL-{rule}"
    assert not h.active >> 2 & 1 and h.live >> 2 & 1


def test_five_card_stud_ends_with_an_open_card_anyway() -> None:
    assert isinstance(last_round(FiveCardStud).report("card-exposed", {"seat": "3"}), Referred)


# -- a community card, and a deck that runs out ----------------------------------------------------------------


@pytest.mark.parametrize(("made", "size"), [(FiveCardStud, "40"), (CrownStud, "40"), (SevenCardStud, "52")])
def test_a_community_card_does_not_count_for_who_opens(made: type[StudGame], size: str) -> None:
    h = dealt(made({**OPTIONS, "deck": size}), (300,) * 8)
    # A card found face up in the deck is mucked; with seven cards each even the burn cards must serve then.
    h.muck.append(h.deck.pop(0))
    h = to_the_last(h)
    assert len(h.boards[0]) == 1
    showing = [max(RANKS.index(card[0]) for card in up) for up in h.up]
    assert len({*map(tuple, h.up)}) == 8 and h.first == h.game.best_showing(h)  # type: ignore[attr-defined]
    assert max(showing) == showing[h.first]


@pytest.mark.parametrize(("boxed", "left"), [(1, 0), (2, 1), (4, 0)])
def test_boxed_cards_may_leave_too_few_for_sixth_street(boxed: int, left: int) -> None:
    h = dealt(Razz(OPTIONS), (300,) * 8)
    h.muck += [h.deck.pop() for _ in range(boxed)]
    while h.street < 3:
        do(h, "check" if legal(h).check else "call")
    assert [len(hole) for hole in h.hole] == [6] * 8 and not h.boards[0]
    # With one, the ninth card is burnt; with two, one of the ten that are left with the burnt ones; with four, none.
    assert len(h.deck) + len(h.burnt) == 4 - boxed and h.cards_left() == left
    assert sorted(everywhere(h)) == sorted(deck(52))
    to_the_last(h)
    assert len(h.boards[0]) == (boxed < 4), "one card serves everybody, where there is one"
    do(h, *("check",) * 8)
    assert h.over


def test_the_stub_is_dealt_out_and_the_burn_cards_complete_the_deal() -> None:
    h = last_round(SevenCardStud, (300,) * 7)
    burns = [event for event in h.log if event.what == "burn"]
    assert len(burns) == 4 and h.noted[h.began - 1][0] == "dealt", "put right beforehand, as 10.6.2 has it"
    before = {i: hole[:6] for i, hole in enumerate(h.hole)}
    seen = {card for hole in before.values() for card in hole}
    rest = [card for card in deck(52) if card not in seen]
    stub = [card for card in rest if card in deck(52)[-7:]]
    assert ruled(h.report("not-enough-cards")) == "MEL-14.7.1"
    assert {i: hole[:6] for i, hole in enumerate(h.hole)} == before and all(len(hole) == 7 for hole in h.hole)
    assert [hole[6] for hole in h.hole[:6]] == stub[1:], "one is burnt, six are dealt, and the stub is gone"
    assert h.hole[6][6] in {stub[0], *(card for card in rest if card not in stub)}, "of the burn cards"
    assert sorted(everywhere(h)) == sorted(deck(52))
    assert not h.burnt and len(h.deck) == 3
    do(h, *("check",) * 7)
    assert h.over


def test_cards_that_suffice_do_not_run_out() -> None:
    h = last_round(SevenCardStud)
    before = state(h)
    assert isinstance(h.report("not-enough-cards"), Rejected)
    assert state(h) == before
    do(h, "check")
    assert isinstance(h.report("not-enough-cards"), Rejected)
