"""Shoes and card machines: every card accounted for, cutting card, cut, proof, and state."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.decks import deck, decks
from pitboss.equipment.rng import SeededSource, check
from pitboss.equipment.shoe import AnyShoe, CardMachine, Shoe, ShoeEmpty


def rest(shoe: AnyShoe) -> list[str]:
    return [shoe.draw() for _ in range(shoe.remaining)]


@pytest.mark.parametrize("commit", [True, False])
def test_every_card_comes_out_once(commit: bool) -> None:
    shoe = Shoe.fresh(decks(6), SeededSource(1), commit=commit)
    out = rest(shoe)
    assert Counter(out) == Counter(decks(6))
    assert shoe.on_table == tuple(out)
    with pytest.raises(ShoeEmpty, match="no card is left"):
        shoe.draw()


def test_cards_drawn_without_commitment_are_equally_likely() -> None:
    source = SeededSource("lazy")
    counts: Counter[tuple[str, ...]] = Counter()
    for _ in range(36_000):
        shoe = Shoe.fresh(("As", "Kd", "Qh", "Jc"), source, commit=False)
        counts[tuple(rest(shoe))] += 1
    assert len(counts) == 24
    assert sum((n - 1500) ** 2 / 1500 for n in counts.values()) < 54.0


@pytest.mark.parametrize("commit", [True, False])
def test_the_cutting_card_comes_out_before_the_cards_behind_it(commit: bool) -> None:
    shoe = Shoe.fresh(deck(20), SeededSource(1), cut_card=14, commit=commit)
    for left in range(20, 14, -1):
        assert (shoe.remaining, shoe.cut_card_next, shoe.cut_card_out) == (left, False, False)
        shoe.draw()
    assert (shoe.remaining, shoe.cut_card_next, shoe.cut_card_out) == (14, True, False)
    shoe.draw()
    assert (shoe.remaining, shoe.cut_card_next, shoe.cut_card_out) == (13, False, True)


def test_the_cutting_card_can_be_taken_out_alone() -> None:
    shoe = Shoe.fresh(deck(), SeededSource(1), cut_card=51)
    with pytest.raises(ValueError, match="not the next"):
        shoe.take_cut_card()
    shoe.draw()
    shoe.take_cut_card()
    assert (shoe.remaining, shoe.cut_card_next, shoe.cut_card_out) == (51, False, True)
    with pytest.raises(ValueError, match="not the next"):
        shoe.take_cut_card()


def test_places_for_the_cutting_card() -> None:
    shoe = Shoe.fresh(deck(), SeededSource(1))
    assert not shoe.cut_card_next
    shoe.draw()
    shoe.place_cut_card(51)
    assert shoe.cut_card_next
    shoe.place_cut_card(0)
    rest(shoe)
    assert not shoe.cut_card_out
    for wrong in (-1, 1):
        with pytest.raises(ValueError, match="cannot place the cutting card"):
            shoe.place_cut_card(wrong)


def test_burning_and_discarding() -> None:
    shoe = Shoe(("As", "Kd", "Qh", "Jc"))
    assert shoe.burn() == "As"
    shoe.draw()
    shoe.draw()
    shoe.discard(["Qh"])
    assert [shoe.burnt, shoe.on_table, shoe.discards] == [("As",), ("Kd",), ("Qh",)]
    for absent in (["Jc"], ["Qh"], ["As"], ["Kd", "Kd"]):
        with pytest.raises(ValueError, match="is not out of the shoe"):
            shoe.discard(absent)
    assert list(shoe.on_table) == ["Kd"]
    shoe.discard()
    assert [shoe.on_table, shoe.discards] == [(), ("Qh", "Kd")]


def test_a_cut_brings_the_top_to_the_bottom() -> None:
    shoe = Shoe(("As", "Kd", "Qh", "Jc", "9s"))
    shoe.cut(2)
    shoe.cut(1)
    assert shoe.cut_at == 3
    assert rest(shoe) == ["Jc", "9s", "As", "Kd", "Qh"]


def test_cuts_that_are_none() -> None:
    shoe = Shoe.fresh(deck(), SeededSource(1))
    for at in (-1, 0, 52):
        with pytest.raises(ValueError, match="either side of the cut"):
            shoe.cut(at)
    shoe.draw()
    with pytest.raises(ValueError, match="before the first is drawn"):
        shoe.cut(10)


@given(st.integers(), st.integers(1, 51), st.integers(0, 52))
def test_the_proof_covers_the_shuffle_and_the_cut_is_public(seed: int, at: int, drawn: int) -> None:
    shoe = Shoe.fresh(deck(), SeededSource(seed))
    digest = shoe.digest
    assert digest is not None
    shoe.cut(at)
    out = [shoe.draw() for _ in range(drawn)]
    nonce, order = shoe.reveal()
    assert check(digest, nonce, order)
    assert out == list((order[shoe.cut_at :] + order[: shoe.cut_at])[:drawn])


def test_nothing_to_reveal_without_commitment() -> None:
    shoe = Shoe.fresh(deck(), SeededSource(1), commit=False)
    assert shoe.digest is None
    with pytest.raises(ValueError, match="without a commitment"):
        shoe.reveal()


@pytest.mark.parametrize("commit", [True, False])
def test_reshuffling_everything(commit: bool) -> None:
    source = SeededSource(1)
    shoe = Shoe.fresh(deck(), source, cut_card=10, commit=commit)
    before = shoe.digest
    shoe.burn()
    for _ in range(45):
        shoe.draw()
    shoe.discard(shoe.on_table[:20])
    assert shoe.cut_card_out
    shoe.return_and_reshuffle(source)
    assert (shoe.remaining, shoe.on_table, shoe.burnt, shoe.discards) == (52, (), (), ())
    assert not shoe.cut_card_out
    assert (shoe.digest is not None) == commit
    assert not commit or shoe.digest != before
    assert Counter(rest(shoe)) == Counter(deck())
    assert shoe.cut_card_out


def test_reshuffling_some_cards_with_the_rest() -> None:
    source = SeededSource(1)
    shoe = Shoe.fresh(deck(), source)
    burnt, hand, board = shoe.burn(), [shoe.draw(), shoe.draw()], [shoe.draw() for _ in range(3)]
    shoe.return_and_reshuffle(source, board)
    assert (shoe.remaining, shoe.burnt, shoe.on_table) == (49, (burnt,), tuple(hand))
    nonce, order = shoe.reveal()
    assert check(shoe.digest or "", nonce, order)
    assert Counter([burnt, *hand, *rest(shoe)]) == Counter(deck())


def test_a_cutting_card_already_out_stays_out_when_some_cards_return() -> None:
    source = SeededSource(1)
    shoe = Shoe.fresh(deck(), source, cut_card=51)
    shoe.draw()
    card = shoe.draw()
    shoe.return_and_reshuffle(source, [card])
    assert (shoe.cut_card_out, shoe.cut_card_next) == (True, False)
    shoe.return_and_reshuffle(source)
    assert (shoe.cut_card_out, shoe.cut_card_next) == (False, False)


def test_a_cutting_card_not_out_keeps_its_distance_from_the_end() -> None:
    source = SeededSource(1)
    shoe = Shoe.fresh(deck(), source, cut_card=40)
    held = [shoe.draw() for _ in range(12)]
    shoe.return_and_reshuffle(source, held[:1])
    assert (shoe.remaining, shoe.cut_card_next) == (41, False)
    shoe.draw()
    assert shoe.cut_card_next
    with pytest.raises(ValueError, match="is not out"):
        shoe.return_and_reshuffle(source, [*held[:1], *held[:1]])


@given(
    st.integers(),
    st.booleans(),
    st.none() | st.integers(0, 52),
    st.integers(0, 51),
    st.integers(0, 50),
    st.data(),
)
def test_state_round_trip(
    seed: int, commit: bool, cut_card: int | None, cut: int, drawn: int, data: st.DataObject
) -> None:
    shoe = Shoe.fresh(deck(), SeededSource(seed), cut_card, commit=commit)
    if cut:
        shoe.cut(cut)
    shoe.burn()
    for _ in range(drawn):
        shoe.draw()
    shoe.discard(shoe.on_table[: data.draw(st.integers(0, drawn))])
    state = json.loads(json.dumps(shoe.state()))
    twin = Shoe.from_state(state)
    assert twin.state() == shoe.state() == state
    assert (twin.on_table, twin.burnt, twin.discards) == (shoe.on_table, shoe.burnt, shoe.discards)
    assert (twin.cut_card_next, twin.cut_card_out) == (shoe.cut_card_next, shoe.cut_card_out)
    twin.return_and_reshuffle(SeededSource(2))
    shoe.return_and_reshuffle(SeededSource(2))
    assert rest(twin) == rest(shoe)
    assert twin.cut_card_out == shoe.cut_card_out


def test_a_tampered_state_is_refused() -> None:
    state = Shoe.fresh(deck(), SeededSource(1)).state()
    cards = state["stack"].split()
    with pytest.raises(ValueError, match="committed"):
        Shoe.from_state({**state, "stack": " ".join([*cards[1:], cards[0]])})
    with pytest.raises(ValueError, match="no position 53"):
        Shoe.from_state({**state, "next": 53})


def holdings(machine: CardMachine) -> Counter[str]:
    state = machine.state()
    return Counter(" ".join((state["held"], state["table"], state["burnt"], state["discards"])).split())


@given(
    st.integers(),
    st.lists(st.sampled_from(["draw", "burn", "discard", "feed", "reload", "direct"]), max_size=80),
)
def test_a_machine_never_loses_a_card(seed: int, acts: list[str]) -> None:
    machine = CardMachine(deck(20) * 2, SeededSource(seed))
    for act in acts:
        if act in ("draw", "burn") and machine.remaining:
            getattr(machine, act)()
        elif act == "discard":
            machine.discard(machine.on_table[::2])
        elif act == "feed":
            machine.feed()
            assert machine.remaining == 40 - len(machine.on_table)
        elif act == "direct":
            machine.feed(machine.on_table[:2])
        elif act == "reload":
            machine = CardMachine.from_state(json.loads(json.dumps(machine.state())), SeededSource(seed))
        assert holdings(machine) == Counter(deck(20) * 2)


def test_a_machine_draws_evenly_and_has_no_cutting_card() -> None:
    machine = CardMachine(deck(), SeededSource("machine"))
    counts: Counter[str] = Counter()
    for _ in range(26_000):
        counts[machine.draw()] += 1
        machine.discard()
        machine.feed()
    assert sum((n - 500) ** 2 / 500 for n in counts.values()) < 96.5
    assert (machine.cut_card_out, machine.cut_card_next) == (False, False)


def test_a_machine_runs_empty_and_takes_back_only_what_is_out() -> None:
    machine = CardMachine(("As", "Kd"), SeededSource(1))
    with pytest.raises(ValueError, match="is not out"):
        machine.feed(["As"])
    rest(machine)
    with pytest.raises(ShoeEmpty, match="card machine"):
        machine.draw()
    machine.feed(["As"])
    assert machine.draw() == "As"


@pytest.mark.parametrize("commit", [True, False])
@pytest.mark.parametrize("cut_card", [None, 40])
def test_several_cards_are_those_that_come_one_by_one(commit: bool, cut_card: int | None) -> None:
    def fresh() -> Shoe:
        return Shoe.fresh(deck(), SeededSource(7), cut_card, commit=commit)

    one_by_one, together = fresh(), fresh()
    for count in (3, 1, 7, 2, 20):
        assert together.draw_several(count) == tuple(one_by_one.draw() for _ in range(count))
        assert together.on_table == one_by_one.on_table and together.remaining == one_by_one.remaining
        assert together.cut_card_out == one_by_one.cut_card_out
    with pytest.raises(ShoeEmpty):
        together.draw_several(together.remaining + 1)
