"""What chance decides is bound before anybody bets on it, is what then comes, and is opened when all is over."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.casino import GAMES, OPENING, Casino
from support.poker_floor import Sim

from pitboss.equipment.proof_document import ProofDocument, read
from pitboss.equipment.proofs import check, whole
from pitboss.equipment.sealed import seal_of
from pitboss.floor import commands as c
from pitboss.floor.desk import body_of, encode
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import NewEvent, SQLiteStore, Stored, Write
from pitboss.floor.verify import verify
from pitboss.rulebooks import games
from pitboss.table.requests import Choose, Gather

ONE_DECK = [name for name, game in GAMES.items() if games()[game]().decks == 1]
THROWN = [name for name, game in GAMES.items() if games()[game].look.results in ("wheel", "dice")]


def play(casino: Casino, name: str, rounds: int = 1) -> None:
    """Rounds in which Ann bets, and decides nothing."""
    table = casino.table(name)
    for _ in range(rounds):
        wagers = [[wager, 5_00] for wager in dict.fromkeys([OPENING[name], *table.game.matched])]
        casino.ask("Ann", "place", table=name, box=1, wagers=wagers)
        casino.do("Dora", "no-more-bets", table=name)
        while isinstance(table.request, Choose):
            casino.do("Dora", "silence", table=name)


def proof_of(casino: Casino, id: str) -> dict[str, Any]:
    told = ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": id})
    assert told["ok"], told
    proof: dict[str, Any] = told["proof"]
    return proof


def document(proof: dict[str, Any]) -> ProofDocument:
    return read(encode(proof))


def sound(casino: Casino) -> None:
    assert verify(casino.store).faults == []
    assert [fault for played in check_rounds(casino.store) for fault in played.faults] == []


def told(casino: Casino, name: str, type: str) -> list[dict[str, Any]]:
    return [body_of(event) for event in casino.store.events(f"table:{name}") if event.type == type]


@pytest.mark.parametrize("name", sorted({*ONE_DECK, *THROWN}))
def test_every_round_is_proved_once_it_is_over(name: str) -> None:
    casino = Casino(name)
    play(casino, name, 2)
    for number in (1, 2):
        proof = proof_of(casino, f"{name}/{number}")
        findings = check(document(proof))
        assert whole(findings) and any(finding.holds for finding in findings), findings
        assert proof["came"] or proof["dealt"]
    sound(casino)


@pytest.mark.parametrize("name", THROWN)
def test_a_throw_is_sealed_before_the_bets_on_it_and_opened_after(name: str) -> None:
    casino = Casino(name)
    for _ in range(3):
        shown = casino.shown(name)
        sealed = shown["seal"]["digest"]
        assert shown["betting"] and shown["seal"]["waits"]
        secret = casino.table(name).seals.held[-1].secret
        assert seal_of(secret) == sealed and secret not in str(shown)
        play(casino, name)
        opened = told(casino, name, "unsealed")[-1]
        assert (opened["digest"], opened["secret"]) == (sealed, secret)
        assert casino.shown(name)["seal"]["digest"] != sealed


def test_what_was_sealed_comes_after_a_crash_too() -> None:
    casino, crashed = Casino("roulette"), Casino("roulette")
    crashed.table("roulette").load(crashed.now)
    assert crashed.shown("roulette")["seal"] == casino.shown("roulette")["seal"]
    for one in (casino, crashed):
        one.do("Ann", "place", table="roulette", box=1, wagers=[["red", 5_00]])
    crashed.table("roulette").load(crashed.now)
    for one in (casino, crashed):
        one.do("Dora", "no-more-bets", table="roulette")
    assert crashed.shown("roulette")["last"]["result"] == casino.shown("roulette")["last"]["result"]


def test_a_shoe_is_opened_with_its_seal_when_it_is_shuffled_again() -> None:
    casino = Casino("blackjack", options={"decks": "5"})
    for _ in range(120):
        play(casino, "blackjack")
        if told(casino, "blackjack", "proof"):
            break
    (order,), (opened, *_) = told(casino, "blackjack", "proof"), told(casino, "blackjack", "unsealed")
    assert [draw["what"] for draw in opened["draws"]] == ["shuffle", "cut"]
    assert opened["draws"][0]["digest"] == order["digest"]
    number = casino.table("blackjack").rounds - 2
    proof = proof_of(casino, f"blackjack/{number}")
    assert len(proof["shuffles"][0]["rounds"]) == number and whole(check(document(proof)))
    assert proof_of(casino, f"blackjack/{number + 1}").get("waits") in (None, True)
    sound(casino)


def test_what_a_machine_gives_is_sealed() -> None:
    casino = Casino("blackjack", options={"shoe": "machine"})
    play(casino, "blackjack", 3)
    proof = proof_of(casino, "blackjack/2")
    assert proof["dealt"] and not proof["shuffles"] and whole(check(document(proof)))
    proof["seals"][0]["draws"][1]["result"][0] = "As" if proof["seals"][0]["draws"][1]["result"][0] != "As" else "Ks"
    assert not whole(check(document(proof)))
    sound(casino)


# -- a number of one's own ---------------------------------------------------------------------------------


def test_a_number_changes_what_comes_after_the_house_has_sealed() -> None:
    results = {}
    for number in ("", "1", "2", "3", "4", "5"):
        casino = Casino("roulette")
        casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 5_00]])
        sealed = casino.shown("roulette")["seal"]["digest"]
        if number:
            assert casino.do("Ann", "add-number", table="roulette", number=number)["digest"] == sealed
            seal = {"digest": sealed, "number": number, "by": "Ann", "waits": True, "current": True}
            assert casino.shown("roulette")["seal"] == seal
            casino.table("roulette").load(casino.now)
        casino.do("Dora", "no-more-bets", table="roulette")
        proof = proof_of(casino, "roulette/1")
        assert proof["seals"][0]["digest"] == sealed and proof["seals"][0]["number"] == number
        assert whole(check(document(proof)))
        results[number] = proof["came"][0]
        sound(casino)
    assert len(set(results.values())) > 2


def test_the_next_shuffle_takes_the_number_that_was_added() -> None:
    casino = Casino("three-card")
    play(casino, "three-card")
    casino.do("Ann", "add-number", table="three-card", number="42")
    play(casino, "three-card", 2)
    numbers = [proof_of(casino, f"three-card/{n}")["seals"][0]["number"] for n in (1, 2, 3)]
    assert numbers == ["", "", "42"]
    sound(casino)


def test_only_who_is_alone_adds_a_number() -> None:
    casino = Casino("roulette")
    assert "sit down" in casino.no("Ann", "add-number", table="roulette", number="7")["legal"]
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 5_00]])
    for bad in ("", "seven", "1" * 41, "-1", "1\n2", "٣"):
        assert "digits" in casino.no("Ann", "add-number", table="roulette", number=bad)["legal"]
    casino.do("Ben", "place", table="roulette", box=2, wagers=[["red", 5_00]])
    assert "alone" in casino.no("Ann", "add-number", table="roulette", number="7")["refused"]


@pytest.mark.parametrize("name, options, stages", [
    ("blackjack", {"shoe": "machine"}, {False, True}), ("pai-gow", {}, {False, True}), ("craps", {}, {False}),
    ("three-card", {}, {False}), ("roulette", {}, {False}),
])
def test_a_seal_that_was_drawn_from_takes_no_number(name: str, options: dict[str, str], stages: set[bool]) -> None:
    """A number is taken at every moment of a round at which nothing was drawn from the seal, and at no other."""
    casino, met = Casino(name, options=options), set()
    table = casino.table(name)

    def try_one() -> None:
        seal = table.seals.current
        assert seal is not None
        met.add(bool(seal.draws))
        if seal.draws:
            assert "waits to be drawn from" in casino.no("Ann", "add-number", table=name, number="7")["refused"]
        else:
            assert casino.do("Ann", "add-number", table=name, number="7")["digest"] == seal.digest

    for _ in range(2):
        wagers = [[wager, 5_00] for wager in dict.fromkeys([OPENING[name], *table.game.matched])]
        if not any(wager.player == "Ann" for wager in casino.live(name).t.all_wagers()):
            casino.ask("Ann", "place", table=name, box=1, wagers=wagers)
        try_one()
        casino.do("Dora", "no-more-bets", table=name)
        while isinstance(table.request, Choose):
            try_one()
            casino.do("Dora", "silence", table=name)
    assert met == stages
    sound(casino)


def test_a_seal_from_which_cards_were_shuffled_while_bets_are_taken_takes_no_number() -> None:
    """It stays the seal of the round, and is shown as such."""
    casino = Casino("blackjack")
    casino.bet("blackjack")
    sealed = casino.shown("blackjack")["seal"]
    casino.do("Dora", "report", table="blackjack", kind="reshuffle-asked", facts={"pre-shuffled": "yes"})
    assert casino.shown("blackjack")["seal"] == {**sealed, "waits": False} and sealed["current"]
    assert "waits to be" in casino.no("Ann", "add-number", table="blackjack", number="7")["refused"]
    casino.crash_soundly()
    (again,) = casino.shown("blackjack")["reshuffled"]
    (written,) = told(casino, "blackjack", "reshuffled")
    assert again == {"digest": casino.shown("blackjack")["digest"], "clause": "QLD-0-15(4)"}
    assert written == {"round": 1, **again}
    play(casino, "blackjack")
    sound(casino)


def test_real_dice_take_no_number() -> None:
    casino = Casino("craps", mode="physical")
    assert "virtual" in casino.no("Ann", "add-number", table="craps", number="7")["legal"]
    assert casino.shown("craps")["seal"] is None


def test_the_deck_of_a_hand_between_players_is_sealed_before_it_and_moved_by_a_number() -> None:
    sim = Sim()
    sim.sit("Ann")
    sealed = sim.view["seal"]["digest"]
    assert sim.do("Ann", "add-number", number="31415")["digest"] == sealed
    assert not sim.do("Ben", "add-number", number="1")["ok"]
    sim.sit("Ben")
    assert not sim.do("Ann", "add-number", number="1")["ok"], "the number is fixed before another one plays"
    sim.deal()
    assert sim.view["digest"] == sealed != sim.view["seal"]["digest"]
    deck = sim.desk.room.deck
    assert deck is not None and deck.number == "31415" and deck.dealt() != deck.order
    hole = {card for cards in sim.mine("Ann")["hands"].values() for card in cards}
    assert hole <= set(deck.dealt()[:4])
    assert sim.act("fold")["ok"]
    proof = ask(sim.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": "t/1"})["proof"]
    assert proof["deck"]["number"] == "31415" and whole(check(document(proof)))
    sim.desk.load(sim.now)
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


# -- verify -----------------------------------------------------------------------------------------------


def _rewrite(casino: Casino, name: str, type: str, change: dict[str, Any]) -> Casino:
    """The same floor in whose stream one event was written otherwise, chains and all."""
    other = Casino(name)
    stream = f"table:{name}"
    events = casino.store.events(stream)[other.store.version(stream):]
    last = max(n for n, event in enumerate(events) if event.type == type)
    for n, event in enumerate(events):
        body = encode(body_of(event) | change) if n == last else event.body
        new = NewEvent(stream, event.type, body, event.actor, event.at)
        other.store.commit([Write([new], {stream: other.store.version(stream)}, [], None, {})])
    return other


@pytest.mark.parametrize("type, change", [
    ("unsealed", {"secret": "0" * 64}), ("unsealed", {"number": "7"}), ("unsealed", {"draws": []}),
    ("acts", {"answers": [{"type": "ball", "number": "99"}]}), ("sealed", {"digest": "0" * 64}),
])
def test_a_result_that_was_not_sealed_is_told(type: str, change: dict[str, Any]) -> None:
    casino = Casino("roulette")
    play(casino, "roulette", 2)
    if type == "acts":
        came = casino.shown("roulette")["last"]["result"]
        change = {"answers": [{"type": "ball", "number": "1" if came != "1" else "2"}]}
    other = _rewrite(casino, "roulette", type, change)
    faults = [fault for played in check_rounds(other.store) for fault in played.faults]
    assert any("seal" in fault for fault in faults), faults


def _new_faults(casino: Casino, name: str, events: list[Stored]) -> set[str]:
    """Return the faults that a floor has with these events, chains and all, and does not have with its own."""
    return _faults(name, events) - _faults(name, list(casino.store.events(f"table:{name}")))


def _faults(name: str, events: list[Stored]) -> set[str]:
    other, stream = Casino(name), f"table:{name}"
    for event in events[other.store.version(stream):]:
        new = NewEvent(stream, event.type, event.body, event.actor, event.at)
        other.store.commit([Write([new], {stream: other.store.version(stream)}, [], None, {})])
    return {fault for played in check_rounds(other.store) for fault in played.faults}


@pytest.mark.parametrize("name, drawn", [("roulette", b'"ball"'), ("craps", b'"dice"'), ("sic-bo", b'"dice"')])
def test_verify_reports_a_number_that_was_added_after_the_draw(name: str, drawn: bytes) -> None:
    """A house that chose the number before, and has it added when it sees that it suits."""
    casino = Casino(name)
    casino.bet(name)
    casino.do("Ann", "add-number", table=name, number="42")
    casino.do("Dora", "no-more-bets", table=name)
    events = list(casino.store.events(f"table:{name}"))
    (number,) = [event for event in events if event.type == "number"]
    events.remove(number)
    at = next(n for n, event in enumerate(events) if event.type == "acts" and drawn in event.body)
    events.insert(at + 1, number)
    assert "a number was added to a seal that was drawn from, or was never told" in _new_faults(casino, name, events)


def test_verify_reports_a_number_that_was_added_to_a_deck_in_play() -> None:
    sim = Sim()
    sim.sit("Ann")
    number = sim.do("Ann", "add-number", number="31415")
    sim.sit("Ben")
    sim.deal()
    assert sim.act("fold")["ok"]
    events = list(sim.store.events("table:t"))
    at = next(n for n, event in enumerate(events) if event.type == "round")
    body = encode({"digest": number["digest"], "number": "31415"})
    again = msgspec.structs.replace(events[at], type="number", body=body)
    faults = []
    for stream in (events, [*events[: at + 1], again, *events[at + 1 :]]):
        store = SQLiteStore(":memory:")
        for n, event in enumerate(stream):
            new = NewEvent("table:t", event.type, event.body, event.actor, event.at)
            store.commit([Write([new], {"table:t": n}, [], None, {})])
        faults.append({fault for played in check_rounds(store) for fault in played.faults})
    assert faults[1] - faults[0] == {"a number was added to a deck that was dealt from"}


@pytest.mark.parametrize("name", ["roulette", "three-card", "craps"])
def test_verify_reports_a_second_seal_for_the_same_bets(name: str) -> None:
    casino = Casino(name)
    play(casino, name)
    events = list(casino.store.events(f"table:{name}"))
    first = next(n for n, event in enumerate(events) if event.type == "acts" and b'"place"' in event.body)
    sealed = next(event for event in events if event.type == "sealed")
    events.insert(first + 1, msgspec.structs.replace(sealed, body=encode({"digest": "1" * 64})))
    faults = _new_faults(casino, name, events)
    assert "the seal 111111111111 was published while another waited to be drawn from" in faults


@pytest.mark.parametrize("change", [{"clause": "QLD-0-15(2)(a)"}, {"digest": "0" * 64}, None])
def test_verify_reports_a_shuffle_in_the_middle_of_a_round_without_its_clause(change: dict[str, str] | None) -> None:
    casino = Casino("three-card")
    casino.bet("three-card")
    casino.do("Dora", "report", table="three-card", kind="reshuffle-asked", facts={"pre-shuffled": "yes"})
    play(casino, "three-card", 2)
    events = list(casino.store.events("table:three-card"))
    at = next(n for n, event in enumerate(events) if event.type == "reshuffled")
    if change is None:
        del events[at]
    else:
        events[at] = msgspec.structs.replace(events[at], body=encode(body_of(events[at]) | change))
    faults = _new_faults(casino, "three-card", events)
    assert any("in the middle of a round" in fault or "in the middle of the round" in fault for fault in faults), faults


def test_verify_accepts_a_floor_that_was_made_before_clauses_were_written() -> None:
    casino = Casino("three-card")
    casino.bet("three-card")
    casino.do("Dora", "report", table="three-card", kind="reshuffle-asked", facts={"pre-shuffled": "yes"})
    play(casino, "three-card", 2)
    events = []
    for event in casino.store.events("table:three-card"):
        body = body_of(event)
        if event.type == "unsealed":
            draws = [{key: value for key, value in draw.items() if key != "clause"} for draw in body["draws"]]
            event = msgspec.structs.replace(event, body=encode({**body, "draws": draws}))
        if event.type != "reshuffled":
            events.append(event)
    assert len(events) + 1 == casino.store.version("table:three-card")
    assert _new_faults(casino, "three-card", events) == set()


def test_a_floor_of_before_seals_goes_on_and_verifies() -> None:
    """Its rounds have no seals, and nobody says that they were proved."""
    casino = Casino("roulette")
    play(casino, "roulette")
    stream, other = "table:roulette", Casino()
    for event in casino.store.events(stream):
        if event.type not in ("sealed", "unsealed"):
            new = NewEvent(stream, event.type, event.body, event.actor, event.at)
            other.store.commit([Write([new], {stream: other.store.version(stream)}, [], None, {})])
    other.floor.load(other.now)
    assert other.shown("roulette")["seal"] is None
    assert proof_of(other, "roulette/1").get("waits") is False
    assert not [f for one in check_rounds(other.store) for f in one.faults if "seal" in f]
    other.wait(1)
    assert other.shown("roulette")["seal"]["waits"], "as soon as it is open"
    play(other, "roulette", 2)
    assert whole(check(document(proof_of(other, "roulette/3"))))
    assert isinstance(other.table("roulette").request, Gather)
    assert not [f for one in check_rounds(other.store) for f in one.faults if "seal" in f]


def test_a_refusal_draws_nothing() -> None:
    """Whatever is refused leaves the seal as it was: the same comes."""
    casino = Casino("roulette")
    before = msgspec.to_builtins(casino.table("roulette").seals.held)
    casino.no("Dora", "no-more-bets", table="roulette", round=99)
    assert msgspec.to_builtins(casino.table("roulette").seals.held) == before
