"""Nobody gets at what is somebody else's: cards, vouchers, commands, seats, wagers, names. Every byte that every socket
is sent in whole rounds is looked through."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import msgspec
import pytest
from support.casino import Casino
from support.web import Browser, Place, do, opened, read

from pitboss.floor import runner
from pitboss.floor.names import bad_name
from pitboss.floor.queries import ask
from pitboss.floor.sign_ins import hash_of
from pitboss.table.requests import Choose
from pitboss.web import sockets
from pitboss.web.app import WebSettings
from pitboss.web.limiting import Buckets

IDS = count()
LOOSE = WebSettings(tries=(100, 1000), joins=(100, 1000))


@pytest.fixture(autouse=True)
def at_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens is shown without delay, and as many messages may be sent as a test likes."""
    monkeypatch.setattr(runner, "SHOWN_EVERY", 0.0)
    monkeypatch.setattr(sockets, "MESSAGES_AT_ONCE", 10_000)
    monkeypatch.setattr(place.house.web.sockets, "users", Buckets(10_000, 10_000))


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with opened(web=LOOSE) as place:
        yield place


@pytest.fixture(scope="module")
def people(place: Place) -> dict[str, Browser]:
    made = {"Dora": place.staff("Dora", "dealer"), "Sue": place.staff("Sue", "supervisor"),
            "Ivy": place.staff("Ivy", "inspector"), "manager": place.browser()}
    made["manager"].sign_in("manager", "new-password-1")
    for name in ("Ann", "Ben", "Zoe"):
        made[name] = place.browser()
        made[name].guest(name)
    return made


class Recorder:
    """A socket whose every message is kept."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.heard, self.count = socket, list[str](), 0

    def drain(self) -> list[dict[str, Any]]:
        """Everything that was sent until now."""
        self.count += 1
        self.socket.send_json({"t": "ask", "n": self.count, "query": {"t": "nothing"}})
        return self._until("answer", self.count)

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        id = f"recorded-{next(IDS)}"
        self.socket.send_json({"t": "do", "id": id, "command": command})
        result: dict[str, Any] = self._until("done", id)[-1]["result"]
        return result

    def ask(self, **query: Any) -> Any:
        self.count += 1
        self.socket.send_json({"t": "ask", "n": self.count, "query": query})
        return self._until("answer", self.count)[-1]["result"]

    def _until(self, kind: str, mark: Any) -> list[dict[str, Any]]:
        read = []
        while True:
            text = self.socket.receive()["text"]
            self.heard.append(text)
            message = msgspec.json.decode(text)
            read.append(message)
            if message["t"] == kind and mark in (message.get("n"), message.get("id")):
                return read


@pytest.fixture
def ears(people: dict[str, Browser]) -> Iterator[dict[str, Recorder]]:
    with ExitStack() as stack:
        yield {name: Recorder(stack.enter_context(browser.socket())) for name, browser in people.items()}


def named(text: str) -> set[str]:
    """The cards that a text names."""
    return set(re.findall(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])", text))


def about(text: str, table: str) -> str:
    """A message without what it says of other tables, where the same card may lie."""
    message = msgspec.json.decode(text)
    if message["t"] == "you":
        message["tables"] = message["tables"].get(table)
    return msgspec.json.encode(message).decode()


def overheard(
    ears: dict[str, Recorder], table: str, hidden: dict[str, str], more: dict[str, str]
) -> list[tuple[str, str]]:
    """Who was told which card that is hidden from him."""
    heard = {name: "\n".join(about(text, table) for text in ear.heard) for name, ear in ears.items()}
    heard["Ivy"] += more.get("Ivy", "")
    cards = {name: named(text) for name, text in heard.items()}
    return [(name, card) for name in heard for card, owner in hidden.items() if name != owner and card in cards[name]]


@pytest.mark.parametrize("table", ["three-card-poker", "holdem-bonus", "casino-holdem"])
def test_whole_rounds_against_the_house(
    place: Place, people: dict[str, Browser], ears: dict[str, Recorder], table: str
) -> None:
    desk: Any = place.house.floor.tables[table]

    def hidden() -> dict[str, str]:
        """Cards that not everybody may see, and whose they are."""
        owners = {1: "Ann", 2: "Ben"}
        return {card: owners.get(hand.seat, "") for hand in desk.live.t.hands.values()
                for card, up in zip(hand.cards, hand.face_up, strict=True) if not up}

    for ear in ears.values():
        ear.drain()
        ear.heard.clear()
        ear.socket.send_json({"t": "watch", "table": table})
    for name, box in (("Ann", 1), ("Ben", 2)):
        assert ears[name].do({"t": "place", "table": table, "box": box, "wagers": [["ante", 1000]]})["ok"]
    for name in ("Ann", "Ben"):
        assert ears[name].do({"t": "ready", "table": table})["ok"]
    looked, number = 0, desk.live.number
    while desk.live.number == number:
        lie = hidden()
        looked += len(lie)
        ears["Ivy"].ask(t="journal", table=table)
        ears["Dora"].ask(t="irregularities", table=table)
        ears["Zoe"].ask(t="round", id=f"{table}/{number}")
        shown = {"Ivy": "".join(people["Ivy"].get(f"/export/journal.{form}?table={table}").text
                                for form in ("json", "csv"))}
        for ear in ears.values():
            ear.drain()
        assert overheard(ears, table, lie, shown) == []
        for name, own in (("Ann", "Ann"), ("Ben", "Ben")):
            mine = [card for card, owner in lie.items() if owner == own]
            assert named("\n".join(ears[name].heard)).issuperset(mine), "everybody sees his own"
        request = desk.request
        name = "continue" if request.options[0].name == "concede" else request.options[0].name
        assert ears[request.player].do({"t": "decide", "table": table, "hand": request.hand, "name": name})["ok"]
    assert looked > 10


def test_a_whole_hand_between_players(people: dict[str, Browser], ears: dict[str, Recorder], place: Place) -> None:
    desk: Any = place.house.floor.tables["omaha"]
    # Every decision is made here, by somebody whose socket is listened to.
    assert ears["Sue"].do({"t": "house-players", "table": "omaha", "players": 0})["ok"]
    for ear in ears.values():
        ear.drain()
        ear.heard.clear()
        ear.socket.send_json({"t": "watch", "table": "omaha"})
    for seat, name in enumerate(("Ann", "Ben", "Zoe"), 1):
        assert ears[name].do({"t": "sit", "table": "omaha", "box": seat, "amount": 10_000})["ok"]
    for name in ("Ann", "Ben", "Zoe"):
        ears[name].do({"t": "ready", "table": "omaha"})
    assert desk.room.hand is not None
    holes = {card: desk.room.names[seat] for i, seat in enumerate(desk.room.hand.seats)
             for card in desk.room.hand.hole[i]}
    assert set(holes.values()) == {"Ann", "Ben", "Zoe"}
    order = list(desk.room.deck.order)
    while (hand := desk.room.hand) is not None:
        lie = holes | {card: "" for card in order if card not in holes and not any(card in b for b in hand.boards)}
        ears["Ivy"].ask(t="journal", table="omaha")
        more = {"Ivy": people["Ivy"].get("/export/journal.json?table=omaha").text}
        for ear in ears.values():
            ear.drain()
        assert overheard(ears, "omaha", lie, more) == []
        player, legal = desk.acting(hand), hand.legal()
        name = "fold" if player == "Zoe" and legal.fold else (
            "show" if legal.stage != "bet" else "check" if legal.check else "call")
        seat = str(hand.seats[hand.turn])
        assert ears[player].do({"t": "decide", "table": "omaha", "hand": seat, "name": name})["ok"]
    # Zoe threw her cards away: nobody ever sees them, however he asks; nor the cards that were never dealt.
    shown = {card for one in desk.last["shows"].values() for card in one["cards"]}
    lie = {card: owner for card, owner in holes.items() if card not in shown}
    assert {owner for owner in lie.values()} >= {"Zoe"}
    for name in ears:
        ears[name].ask(t="round", id="omaha/1")
        ears[name].ask(t="journal", table="omaha")
    more = {"Ivy": people["Ivy"].get("/export/journal.csv?table=omaha").text}
    assert overheard(ears, "omaha", lie, more) == []


# -- secrets -------------------------------------------------------------------------------------------------


def test_no_secret_leaves_the_house(
    place: Place, people: dict[str, Browser], ears: dict[str, Recorder], caplog: pytest.LogCaptureFixture
) -> None:
    """Orders of shoes, nonces, codes of vouchers, hashes of passwords and of sign-ins: in no message, page, export,
    measurement or line of the log."""
    caplog.set_level(logging.DEBUG)
    store = place.house.store
    code = ears["Ann"].do({"t": "cash-out", "amount": 700})["code"]
    ears["Ben"].do({"t": "redeem", "code": code})
    place.staff("Rex", "dealer")
    waits = ears["manager"].do({"t": "reset-password", "name": "Rex"})
    told = ears["Sue"].do({"t": "approve", "table": "people", "n": waits["n"]})
    once = told["password"]
    place.browser().sign_in("Rex", "wrong password")
    place.browser().sign_in("Rex", once)
    for ear in ears.values():
        for table in place.house.floor.tables:
            ear.socket.send_json({"t": "watch", "table": table})
            for kind in ("journal", "ledger", "vouchers", "rounds", "people", "irregularities"):
                ear.ask(t=kind, table=table, limit=500)
    pages = [people[name].get(path).text for name in people
             for path in ("/", "/table/blackjack", "/console", "/password", "/healthz", "/api/games")]
    pages += [people["Ivy"].get(f"/export/{name}").text
              for name in ("journal.json", "journal.csv", "ledger.json", "ledger.csv")]
    pages.append(place.house.web.metrics.text({}))
    pages += [record.getMessage() + str(getattr(record, "facts", "")) for record in caplog.records]
    everything = "\n".join(["\n".join(ear.heard) for ear in ears.values()] + pages)
    # Cards and tiles that are told one after the other, eight at a time.
    told_runs = re.findall(r"(?=((?:\w{2,5} ){7})(\w{2,5}))", everything)
    runs = {first + last[:length] for first, last in told_runs for length in (2, 3, 4, 5)}
    secrets = store.secrets_under("")
    assert {name.partition(":")[0] for name in secrets} >= {"shoe", "voucher", "password", "signin"}
    for name, value in secrets.items():
        kind, _, rest = name.partition(":")
        if kind == "shoe":
            state = msgspec.json.decode(value)
            assert state["nonce"] and state["nonce"] not in everything, name
            order = state["stack"].split() if "stack" in state else list(state["order"])
            assert all(re.fullmatch(r"\w{2,5}", piece) for piece in order)
            assert runs.isdisjoint(" ".join(order[at : at + 8]) for at in range(len(order) - 8)), name
        elif kind == "password":
            assert value.decode() not in everything and "argon2" not in everything
        elif kind == "signin":
            assert rest not in everything
        elif kind == "voucher":
            others = "\n".join(["\n".join(ear.heard) for who, ear in ears.items() if who != "Ann"] + pages)
            assert value.decode() not in others
    for browser in people.values():
        token = browser.http.cookies["pitboss"]
        assert token not in everything and hash_of(token) not in everything
    others = "\n".join(["\n".join(ear.heard) for who, ear in ears.items() if who != "Sue"] + pages)
    assert once not in others and "open sesame" not in everything and "wrong password" not in everything


# -- what is somebody else's ---------------------------------------------------------------------------------


def test_a_voucher_of_another_is_no_voucher_at_all(place: Place, ears: dict[str, Recorder]) -> None:
    """Not a word about it, whether it is good, redeemed or was never there."""
    code = ears["Ann"].do({"t": "cash-out", "amount": 500})["code"]
    before = place.house.store.accounts()
    made_up = ears["Ben"].do({"t": "redeem", "code": "1" * 18})
    assert not made_up["ok"] and ears["Ben"].do({"t": "redeem", "code": code}) == made_up
    assert place.house.store.accounts() == before
    assert ears["Ann"].do({"t": "redeem", "code": f" {code[:9]} {code[9:]} "})["ok"]
    assert ears["Ben"].do({"t": "redeem", "code": code}) == made_up
    assert "redeemed" in ears["Ann"].do({"t": "redeem", "code": code})["refused"]


def test_an_id_of_another_is_a_new_command(place: Place, people: dict[str, Browser]) -> None:
    with people["Ann"].socket() as ann, people["Ben"].socket() as ben:
        command = {"t": "cash-out", "amount": 300}
        mine = do(ann, command, "shared-id-1")
        theirs = do(ben, command, "shared-id-1")
        assert mine["ok"] and theirs["ok"] and mine["serial"] != theirs["serial"]
        # Nor does it help to write another's name into the id.
        assert do(ben, command, "Ann:shared-id-1")["serial"] != mine["serial"]
        assert do(ann, command, "shared-id-1") == mine


def test_ids_of_the_managers_desk_cannot_be_met(place: Place) -> None:
    """Answers are kept under "name:id"; nobody is called so that an id of his reads like one of the house."""
    assert bad_name("people") and bad_name("People")
    assert place.browser().guest("people").status_code == 409


def test_seats_wagers_and_hands_of_others(ears: dict[str, Recorder], place: Place) -> None:
    ann, ben = ears["Ann"], ears["Ben"]
    desk: Any = place.house.floor.tables["blackjack"]
    assert ann.do({"t": "place", "table": "blackjack", "box": 1, "wagers": [["original", 1000]]})["ok"]
    held = place.house.store.accounts()
    for command in (
        {"t": "sit", "box": 1}, {"t": "take", "box": 1, "wager": "original"}, {"t": "leave"}, {"t": "ready"},
        {"t": "take", "box": 1, "wager": "original", "to": 1},
    ):
        assert not ben.do({"table": "blackjack"} | command)["ok"], command
    assert ben.do({"t": "clear", "table": "blackjack"}).get("kept", "") == ""
    assert place.house.store.accounts() == held
    while not isinstance(desk.request, Choose):  # a blackjack at once asks nobody anything
        ann.do({"t": "place", "table": "blackjack", "box": 1, "wagers": [["original", 1000]]})
        assert ann.do({"t": "ready", "table": "blackjack"})["ok"]
    request = desk.request
    for option in request.options:
        no = ben.do({"t": "decide", "table": "blackjack", "hand": request.hand, "name": option.name})
        assert not no["ok"], no
    dora = ears["Dora"].do({"t": "decide-for", "table": "blackjack", "player": "Ann", "hand": "1", "name": "stand"})
    assert not dora["ok"] and desk.request is request


@pytest.mark.parametrize("table", ["three-card-poker", "holdem-bonus", "casino-holdem"])
def test_nobody_stands_behind_a_hand_that_is_hidden(table: str) -> None:
    """A wager on somebody's box would show his cards to a second pair of eyes."""
    casino = Casino({"three-card-poker": "three-card", "holdem-bonus": "bonus", "casino-holdem": "holdem"}[table])
    name = next(iter(casino.floor.tables))
    casino.bet(name, "Ann", 1)
    for wager in casino.table(name).game.wager_names():
        casino.no("Ben", "place", table=name, box=1, wagers=[[wager, 10_00]])


# -- names ---------------------------------------------------------------------------------------------------


HOSTILE = [
    "cage", "Cage", "CAGE", "ｃａｇｅ", "table", "floor", "house", "dealer", "supervisor", "player:Ann",
    "voucher:V0000001", "stack:holdem:Ann", "float:roulette", "Bea (house)", "Cal (house)", "ann", "ANN", "Ａｎｎ",
    "Аnn", "Αnn", "A\u0578n", "Ann\u200b", "Ann\u3164", "Ann\u2800", "\u3164", "\u115f", "Ann\u202e", "\u202ennA",
    "Ann\x00", "Ann\n", "Ann\r\nX",
    "Ann\t", "<b>Ann", "Ann<script>", "'Ann", '"Ann', "Ann;--", "=1+1", "@SUM", "-Ann", "__proto__", "../Ann", "Ann/x",
    "Ann\\x", "Ann,Ben", "Ann#1", "[Ann]", "Ann：x", "a" * 21, "a" * 10_000, "", " ", "\ud7ff\udfff", "Ann%00", "Ann&x",
]


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_names_that_nobody_may_have(place: Place, people: dict[str, Browser], name: str) -> None:
    known, accounts = dict(place.house.people.people), place.house.store.accounts()
    try:
        came = place.browser().guest(name)
    except UnicodeEncodeError:
        came = None
    assert came is None or came.status_code in (409, 413)
    with people["manager"].socket() as manager:
        if name not in ("\ud7ff\udfff",):
            added = do(manager, {"t": "add-person", "name": name, "role": "dealer", "password": "long enough"})
            assert not added["ok"]
    assert place.house.people.people == known and place.house.store.accounts() == accounts


@pytest.mark.parametrize("name", ["Ann-2", "José", "Zoë", "李小龙", "Анна", "Ωμέγα", "שרה", "x_1", "J.R", "さくら7"])
def test_names_of_many_peoples_fit(name: str) -> None:
    assert bad_name(name) is None


def test_credits_go_to_a_name_that_is_there(place: Place, people: dict[str, Browser]) -> None:
    """Written in any other way the money would be on an account that is nobody's."""
    with people["manager"].socket() as manager:
        before = place.house.store.accounts()
        for name in ("ann", "ANN", " Ann", "Ann ", "Ａｎｎ", "Nobody"):
            for tag in ("issue", "pay-out"):
                assert not do(manager, {"t": tag, "player": name, "amount": 500})["ok"], name
        assert place.house.store.accounts() == before
        assert do(manager, {"t": "issue", "player": "Ann", "amount": 500})["ok"]


# -- players with chips --------------------------------------------------------------------------------------


def test_a_dealer_does_not_speak_for_players_at_terminals() -> None:
    casino = Casino("roulette")
    for name in ("Ann", "ann", "ANN", "Ａｎｎ"):
        no = casino.no("Dora", "place-for", table="roulette", box=1, player=name, wagers=[["red", 500]])
        assert "terminal" in no["refused"]
    casino.bet("roulette", "Ann")
    for tag, more in (("take-for", {"box": 1, "wager": "red"}), ("decide-for", {"hand": "1", "name": "stand"})):
        casino.no("Dora", tag, table="roulette", player="Ann", **more)


CHIPS = ["table", "cage", "dealer", "a b", "x" * 40, "<b>", "__proto__", "Wa:lt", "Wal\x00t", "Вob"]


@pytest.mark.parametrize("name", CHIPS)
def test_names_that_a_player_with_chips_may_not_have(name: str) -> None:
    Casino("roulette").no("Dora", "place-for", table="roulette", box=1, player=name, wagers=[["red", 500]])


def test_whoever_signs_in_by_the_name_of_a_player_with_chips_gets_nothing_of_his() -> None:
    casino = Casino("three-card", "roulette")
    casino.do("Dora", "place-for", table="three-card", box=1, player="Walt", wagers=[["ante", 1000]])
    casino.do("Max", "issue", player="Walt", amount=50_00)
    heard: list[bytes] = []
    casino.floor.follow("Walt", heard.append)
    for tag, more in (
        ("take", {"box": 1, "wager": "ante"}), ("clear", {}), ("leave", {}), ("sit", {"box": 2}), ("ready", {}),
        ("place", {"box": 2, "wagers": [["ante", 1000]]}),
    ):
        casino.no("Walt", tag, table="three-card", **more)
    casino.do("Dora", "no-more-bets", table="three-card")
    casino.no("Walt", "decide", table="three-card", hand="1", name="fold")
    casino.floor.tell("three-card", {"Walt"})
    cards = casino.live("three-card").t.hands["1"].cards
    assert heard and named("\n".join(message.decode() for message in heard)).isdisjoint(cards)
    # Elsewhere, where no such player is, he plays with his own credits.
    casino.do("Walt", "place", table="roulette", box=1, wagers=[["red", 500]])
    assert casino.credits("Walt") == 45_00


def test_a_socket_belongs_to_its_cookie(place: Place, people: dict[str, Browser]) -> None:
    """What a page says about who it is changes nothing."""
    with people["Ben"].socket() as ben:
        ben.send_json({"t": "watch", "table": "*own", "name": "Ann", "player": "Ann"})
        assert read(ben, "error")["refused"]
        ben.send_json({"t": "ask", "n": 1, "query": {"t": "you", "player": "Ann"}})
        assert not read(ben, "answer")["result"]["ok"]
    both = people["Ben"].http.cookies["pitboss"] + "; pitboss=" + people["Ann"].http.cookies["pitboss"]
    other = place.browser()
    other.http.cookies.set("pitboss", both[:40])
    with other.socket() as socket:
        assert socket.receive_json() == {"t": "bye", "why": "signed out"}


def test_rounds_of_others_are_seen_as_a_spectator_sees_them() -> None:
    casino = Casino("three-card")
    casino.bet("three-card", "Ann", 1)
    casino.do("Dora", "no-more-bets", table="three-card")
    casino.do("Ann", "decide", table="three-card", hand="1", name="fold")
    from pitboss.floor.commands import Who

    ours = ask(casino.floor, Who("Ann", "player"), {"t": "round", "id": "three-card/1"})
    theirs = ask(casino.floor, Who("Zoe", "player"), {"t": "round", "id": "three-card/1"})
    assert "??" not in ours["steps"][-1]["view"]["hands"]["1"]
    assert set(theirs["steps"][-1]["view"]["hands"]["1"]) == {"??"}
    assert theirs["answers"] == []
