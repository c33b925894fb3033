"""Cards that lie face down are told to nobody but their owner: two floors that differ only in such cards say, byte for
byte, the same to everybody else, whatever anybody asks or tries."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from support.casino import PLAYERS, STAFF, Casino
from support.clerks import not_counted

from pitboss.equipment.rng import SeededSource
from pitboss.floor import poker_deck, store
from pitboss.floor.commands import Who
from pitboss.floor.desk import decode, encode
from pitboss.floor.floor import Floor
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.queries import QUERIES, ask
from pitboss.floor.store import Stored, link
from pitboss.odds.clerk import ClerkProcess
from pitboss.table.requests import Choose
from pitboss.web import exports

Said = dict[str, list[bytes]]
EVERYBODY = (*PLAYERS, "Zoe", "Max", "Sue", "Dora", "Ivy")


@pytest.fixture(scope="module", autouse=True)
def nothing_is_counted() -> Iterator[None]:
    """How far a count of odds is hangs on the machine, and would differ between two worlds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClerkProcess, "ask", not_counted)
        yield


class World:
    """A floor on which everybody listens, asks and tries, and every answer is written down."""

    def __init__(self, casino: Casino, table: str) -> None:
        self.casino, self.table = casino, table
        self.said: Said = defaultdict(list)
        self.steps: list[Said] = []
        # What the public cannot see after each step.
        self.hidden: list[set[str]] = []
        for name in EVERYBODY:
            who = Who(name, STAFF.get(name, "player"))
            casino.floor.watch(who, table, self.said[name].append)
            casino.floor.follow(name, self.said[name].append)

    def tried(self, who: str, tag: str, **fields: Any) -> None:
        """Something that somebody should not be able to do, or to learn anything from."""
        self.said[who].append(encode(self.casino.ask(who, tag, table=self.table, **fields)))

    def step(self, act: Callable[[], None], hidden: set[str]) -> None:
        act()
        for name in EVERYBODY:
            self.asks(name)
            self.said[name].append(encode(self.casino.floor.lobby()))
        self.tries()
        self.said["Ivy"] += asyncio.run(files(self.casino.floor))
        self.steps.append({name: list(said) for name, said in self.said.items()})
        for said in self.said.values():
            said.clear()
        self.hidden.append(hidden)

    def asks(self, name: str) -> None:
        """Every question, and what every irregularity would come to."""
        who, floor = Who(name, STAFF.get(name, "player")), self.casino.floor
        for kind in QUERIES:
            for number in (1, 2) if kind == "round" else (1,):
                query = {"t": kind, "table": self.table, "id": f"{self.table}/{number}"}
                self.said[name].append(encode(ask(floor, who, query)))
        if name != "Ivy" or self.casino.floor.tables[self.table].kind == "poker":
            return
        game = self.casino.table(self.table).game
        for kind in game.irregularities():
            for box in ("", "1", "2"):
                said = {"box": box, "hand": box or "dealer", "player": "Ann"}
                facts = {name: said.get(name) or fact.examples(game)[0]
                         for name, fact in game.reports[kind].facts.items()} if box else {}
                query = {"t": "preview", "table": self.table, "kind": kind, "facts": facts}
                self.said[name].append(encode(ask(floor, who, query)))

    def tries(self) -> None:
        for index in range(12):
            for answer in ({"type": "ball", "number": "17"}, {"type": "cards", "cards": ["As", "Kd", "2c"]}):
                self.tried("Sue", "propose", what="correct", reason="curious", index=index, answer=answer)
                query = {"t": "difference", "table": self.table, "round": 1, "index": index, "answer": answer}
                self.said["Sue"].append(encode(ask(self.casino.floor, Who("Sue", "supervisor"), query)))
        for hand in ("1", "2", "dealer", "board"):
            self.tried("Zoe", "decide", hand=hand, name="fold")
            self.tried("Dora", "decide-for", hand=hand, player="Ann", name="fold")
        self.tried("Dora", "enter", answer={"type": "cards", "cards": ["As"]})
        self.tried("Max", "direct", name="void")


async def files(floor: Floor) -> list[bytes]:
    """Journal and ledger, in every form."""
    return [await file(form, columns, chunks(floor, None)) for form in (exports.as_json, exports.as_csv)
            for columns, chunks in ((exports.JOURNAL, exports.journal), (exports.LEDGER, exports.ledger))]


async def file(form: Any, columns: Any, chunks: Any) -> bytes:
    return b"".join([part async for part in form(columns, chunks)])


def same(one: World, other: World, hidden: set[str], owner: str) -> int:
    """Both said the same to all but the owner, as long as these cards were hidden; how many messages that were."""
    count = 0
    for at, (left, right) in enumerate(zip(one.steps, other.steps, strict=True)):
        if not hidden <= one.hidden[at]:
            break
        for name in EVERYBODY:
            if name != owner:
                assert left[name] == right[name], f"step {at}: {name} is told something about {sorted(hidden)}"
                count += len(left[name])
    return count


# -- against the house -----------------------------------------------------------------------------------------


@cache
def house_world(table: str, swap: tuple[str, ...]) -> World:
    """A round of two players who bet as long as they can; `swap` lie elsewhere in the deck."""
    casino = Casino(table, seed=f"hidden {table}")
    world = World(casino, table)

    def hidden() -> set[str]:
        hands = casino.live(table).t.hands.values()
        return {card for hand in hands for card, up in zip(hand.cards, hand.face_up, strict=True) if not up}

    def start() -> None:
        casino.bet(table)
        casino.bet(table, "Ben", 2)
        shoe: Any = casino.table(table).dealer.shoe
        for n, card in enumerate(swap, 1):
            at = shoe._stack.index(card)
            shoe._stack[at], shoe._stack[-n] = shoe._stack[-n], shoe._stack[at]
        casino.do("Dora", "no-more-bets", table=table)

    def decide() -> None:
        request: Any = casino.table(table).request
        name = "continue" if request.options[0].name == "concede" else request.options[0].name
        casino.do(request.player, "decide", table=table, hand=request.hand, name=name)

    world.step(start, set())
    world.hidden[0] = hidden()
    while isinstance(casino.table(table).request, Choose):
        round = casino.live(table).number
        world.step(decide, set())
        world.hidden[-1] = hidden() if casino.live(table).number == round else set()
    return world


HANDS = [(table, hand) for table in ("three-card", "bonus", "holdem") for hand in ("1", "2", "dealer")]


@pytest.fixture(scope="module")
def first() -> dict[str, World]:
    return {table: house_world(table, ()) for table in ("three-card", "bonus", "holdem")}


@pytest.mark.parametrize(("table", "hand"), [*HANDS, ("bonus", "river")])
def test_hidden_cards_of_a_round_against_the_house(first: dict[str, World], table: str, hand: str) -> None:
    dealt = cards_of(first[table], table, hand)
    other = house_world(table, tuple(dealt))
    assert len(other.steps) == len(first[table].steps)
    owner = {"1": "Ann", "2": "Ben"}.get(hand, "")
    assert same(first[table], other, set(dealt), owner) > 100
    if owner:
        assert first[table].steps[0][owner] != other.steps[0][owner], "the owner sees them"


def cards_of(world: World, table: str, hand: str) -> list[str]:
    """The cards that a hand was dealt in the first round."""
    from pitboss.floor.proposals import round_of

    hands = round_of(world.casino.table(table), 1).t.hands
    return hands["board"].cards[-1:] if hand == "river" else list(hands[hand].cards)


def test_the_worlds_differ_once_the_cards_are_shown(first: dict[str, World]) -> None:
    """So that the tests above cannot pass for want of any difference."""
    other = house_world("three-card", tuple(cards_of(first["three-card"], "three-card", "dealer")))
    assert first["three-card"].steps[-1]["Zoe"] != other.steps[-1]["Zoe"]


# -- between players -------------------------------------------------------------------------------------------


@pytest.fixture
def plain_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seals that are the same whatever they seal, and hashes of everything but that: how well they hide it is tested
    further down."""
    monkeypatch.setattr(store, "link", lambda prev, fields, body, entries: link(prev, fields, b"", entries))
    monkeypatch.setattr(SealedDeck, "digest", lambda deck: "sealed")
    monkeypatch.setattr(SealedDeck, "seals", lambda deck: ["sealed"] * len(deck.order))


def poker_world(game: str, swap: tuple[str, ...], acts: dict[str, str]) -> World:
    casino = Casino(seed="poker")
    source = SeededSource("deck")

    def shuffled(size: int, _: Any) -> SealedDeck:
        order = list(poker_deck.shuffled(poker_deck.deck(size), source))
        for n, card in enumerate(swap, 1):
            at = order.index(card)
            order[at], order[-n] = order[-n], order[at]
        return SealedDeck("5" * 32, tuple(order))

    # The deck of the first hand is sealed when the table opens.
    SealedDeck.shuffled, kept = shuffled, SealedDeck.shuffled  # type: ignore[method-assign, assignment]
    try:
        casino.do("Max", "add-table", id="room", name="Room", game=game, options={})
    finally:
        SealedDeck.shuffled = kept  # type: ignore[method-assign]
    world, table = World(casino, "room"), casino.floor.tables["room"]

    def start() -> None:
        for seat, player in enumerate(PLAYERS, 1):
            casino.do(player, "sit", table="room", box=seat, amount=200_00)
        for player in PLAYERS:
            casino.do(player, "ready", table="room")

    def act() -> None:
        h: Any = table.room.hand  # type: ignore[union-attr]
        player, seat, legal = table.acting(h), h.seats[h.turn], h.legal()  # type: ignore[union-attr]
        name = acts.get(player, "")
        if legal.stage != "bet":
            name = "discard" if legal.stage in ("draw", "discard") else "show"
            give = h.hole[h.turn][:1] if legal.stage == "discard" or player == "Cat" else []
            name = f"{name} {' '.join(give)}".strip() if name == "discard" else name
        elif not name or (name == "fold" and not legal.fold):
            name = "check" if legal.check else "call" if legal.call else "fold"
        casino.do(player, "decide", table="room", hand=str(seat), name=name)

    world.step(start, set())
    while table.room.hand is not None:  # type: ignore[union-attr]
        world.hidden[-1] = set(swap)
        world.step(act, set())
    return world


@pytest.mark.usefixtures("plain_seals")
@pytest.mark.parametrize(("game", "acts"), [
    ("mel/holdem", {}), ("mel/holdem", {"Cat": "fold"}), ("qld/omaha-poker", {"Cat": "fold"}),
    ("mel/draw-blind", {}), ("mel/crazy-pineapple-holdem", {}), ("mel/five-card-stud", {"Cat": "fold"}),
])
def test_hidden_cards_of_a_hand_between_players(game: str, acts: dict[str, str]) -> None:
    one = poker_world(game, (), acts)
    room = one.casino.floor.tables["room"].room  # type: ignore[union-attr]
    hand: Any = room.shown
    place = next(i for i, seat in enumerate(hand.seats) if room.names[seat] == "Cat")
    first = poker_hole(one, place)
    other = poker_world(game, tuple(first), acts)
    one.hidden = list(other.hidden)
    if acts:
        # Thrown away unseen: hidden for good, long after the hand is over.
        one.hidden[-1] = other.hidden[-1] = set(first)
    assert same(one, other, set(first), "Cat") > 100
    assert one.steps[0]["Cat"] != other.steps[0]["Cat"]


def poker_hole(world: World, place: int) -> list[str]:
    """The cards that lay face down in front of a player first."""
    hand: Any = world.casino.floor.tables["room"].room.shown  # type: ignore[union-attr]
    dealt = [event for event in hand.log if event.what == "dealt" and event.place == place and not event.open]
    return [card for card in dealt[0].cards if card != "??"]


# -- hashes ----------------------------------------------------------------------------------------------------


def linked(event: Stored, body: bytes) -> bool:
    """Would this body, in this place, have the event's hash?"""
    fields = (event.pos, event.stream, event.ver, event.type, event.cmd, event.at, event.actor)
    return link(event.prev, fields, body, ()) == event.hash


def test_discards_cannot_be_found_by_trying() -> None:
    """The hash of an event is told to staff, its cards are not: fifty-two tries must not be enough to know them."""
    casino = poker_world("mel/crazy-pineapple-holdem", (), {}).casino
    events = casino.store.events("table:room")
    discards = [event for event in events if b'"discard"' in event.body]
    assert len(discards) == 3
    for event in discards:
        body = decode(event.body)
        assert linked(event, event.body) and len(body.pop("salt")) == 32
        for card in poker_deck.deck(52):
            assert not linked(event, encode(body | {"cards": [card]}))
    shown = ask(casino.floor, Who("Ivy", "inspector"), {"t": "journal", "table": "room", "limit": 500})["events"]
    assert not any("salt" in str(event["body"]) for event in shown)
    salts = {decode(event.body)["salt"] for event in discards}
    assert len(salts) == 3


def test_hashes_of_a_round_with_hidden_cards_are_told_when_it_is_over() -> None:
    casino = Casino("three-card")

    def hashes() -> list[tuple[str, str]]:
        shown = ask(casino.floor, Who("Ivy", "inspector"), {"t": "journal", "table": "three-card", "limit": 500})
        return [(event["prev"], event["hash"]) for event in shown["events"]]

    casino.bet("three-card")
    before = hashes()
    assert all(hash for _, hash in before)
    casino.do("Dora", "no-more-bets", table="three-card")
    started = next(n for n, event in enumerate(casino.store.events("table:three-card")) if event.type == "round")
    during = hashes()
    assert during[: started + 1] == before[: started + 1] and len(during) > len(before)
    assert all(pair == ("", "") for pair in during[started + 1 :])
    casino.finish("three-card")
    kept = [(event.prev, event.hash) for event in casino.store.events("table:three-card")]
    assert hashes()[: len(during)] == kept[: len(during)]


def test_the_digest_of_a_round_is_not_shown_at_its_table() -> None:
    """Hands that were folded stay unseen: whoever knew the digest of all that happened would find them by trying."""
    casino, heard = Casino("three-card"), list[bytes]()
    for name in ("Zoe", "Ann"):
        casino.floor.watch(Who(name, "player"), "three-card", heard.append)
        casino.floor.follow(name, heard.append)
    casino.bet("three-card")
    casino.do("Dora", "no-more-bets", table="three-card")
    casino.finish("three-card")
    kept = casino.table("three-card").last
    assert kept is not None and len(kept["facts"]) == 64
    assert heard and not [message for message in heard if kept["facts"].encode() in message]


# -- cards that a dealer enters ----------------------------------------------------------------------------------


def test_faces_of_cards_that_lie_face_down_are_not_read_back_to_everybody() -> None:
    casino = Casino()
    casino.add("three-card-2", mode="physical")
    heard: list[bytes] = []

    def enter(**answer: Any) -> dict[str, Any]:
        made = casino.do("Dora", "enter", table="three-card-2", answer=answer)
        shown = casino.shown("three-card-2")
        casino.do("Dora", "confirm", table="three-card-2")
        assert made["words"]
        return shown

    enter(type="shuffled")
    casino.bet("three-card-2")
    casino.bet("three-card-2", "Ben", 2)
    casino.do("Dora", "no-more-bets", table="three-card-2")
    casino.floor.watch(Who("Zoe", "player"), "three-card-2", heard.append)
    shown = enter(type="cards", cards=["As", "Kd", "2c"])
    assert shown["pending"]["entry"]["cards"] == ["??"] * 3 and "As" not in shown["pending"]["words"]
    enter(type="cards", cards=["??"] * 6)
    casino.do("Sue", "propose", table="three-card-2", what="correct", reason="misread", index=4,
              answer={"type": "cards", "cards": ["Ah", "Kd", "2c"]})
    for index in range(8):
        no = casino.no("Sam", "propose", table="three-card-2", what="correct", reason="curious", index=index,
                       answer={"type": "dice", "numbers": [1, 2]})
        heard.append(encode(no))
    for name, role in (("Sue", "supervisor"), ("Zoe", "player"), ("Ivy", "inspector")):
        for kind in ("round", "rounds", "irregularities"):
            query = {"t": kind, "table": "three-card-2", "id": "three-card-2/1"}
            heard.append(encode(ask(casino.floor, Who(name, role), query)))
    journal = ask(casino.floor, Who("Ivy", "inspector"), {"t": "journal", "table": "three-card-2", "limit": 500})
    heard.append(encode([event for event in journal["events"] if event["type"] != "proposed"]))
    assert heard and not [message for message in heard if re.search(rb"\b(As|Ah|Kd|2c)\b", message)]
