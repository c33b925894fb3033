"""A hand between players that is declared void: everything goes back, and the next hand starts where it did."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_floor import MANAGER, NAMES, SUPERVISOR, Sim, again, plain, read_again

from pitboss.equipment.proof_document import read
from pitboss.equipment.proofs import check, whole
from pitboss.floor.commands import Who
from pitboss.floor.desk import SECOND_PERSON_S, body_of, encode
from pitboss.floor.poker_void import grounds
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_round, check_rounds
from pitboss.floor.verify import verify
from pitboss.law import clause
from pitboss.rulebooks import card_games

SECOND, DEALER = Who("Sam", "supervisor"), Who("Dora", "dealer")
GAMES = sorted(card_games())


def propose(sim: Sim, ground: str = "", who: Who = SUPERVISOR, **more: Any) -> dict[str, Any]:
    command = {"t": "propose", "table": "t", "what": "void", "reason": "the lights went out", "ground": ground, **more}
    return sim.give(who, command)


def approve(sim: Sim, who: Who = SECOND, n: int | None = None) -> dict[str, Any]:
    n = sim.view["proposals"][-1]["n"] if n is None else n
    return sim.give(who, {"t": "approve", "table": "t", "n": n})


def misdeal(sim: Sim, who: Who = DEALER, **more: Any) -> dict[str, Any]:
    return sim.give(who, {"t": "misdeal", "table": "t", "reason": "two cards fell", **more})


def void(sim: Sim, ground: str = "") -> None:
    assert propose(sim, ground)["ok"]
    assert approve(sim)["ok"]


def stacks(sim: Sim) -> dict[str, int]:
    return {one["player"]: one["stack"] for one in sim.view["seats"].values()}


def sound(sim: Sim) -> None:
    """Another reading sees the same, and every hand of the journal, which is only ever added to, plays again."""
    read_again(sim)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


def raised(sim: Sim) -> None:
    """A hand with chips in the pot."""
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    assert sim.act("raise", 10_00)["ok"] and sim.act("call")["ok"]


# -- what goes back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_goes_back_in_every_game_and_at_any_moment(game: str) -> None:
    """Whatever was put in, by whom and how, is back with him, fees of the hand included."""
    options = {"commission": "2/person"} if game in ("mel/chinese-poker", "mel/holdem") else {}
    sim = Sim(game, options, seed="void")
    sim.sit("Ann", "Ben", "Cat")
    for acts in (0, 1, 2, 4, 7):
        sim.deal()
        before = {**sim.desk.room.before}
        for _ in range(acts):
            if sim.desk.under_way and sim.asked:
                sim.step()
        if not sim.desk.under_way:
            continue
        taken = sim.accounts().get("commission:t", 0) - sim.desk.room.hand.fees  # type: ignore[union-attr]
        number = sim.desk.rounds
        void(sim)
        names = sim.desk.room.names
        assert {names[seat]: stack for seat, stack in before.items()} == {
            name: stack for name, stack in stacks(sim).items() if name in names.values()}
        assert not sim.accounts().get("pot:t") and sim.accounts().get("commission:t", 0) == taken
        last = sim.view["last"]
        assert (last["round"], last["void"], last["result"]) == (number, True, "void")
        assert set(last["net"].values()) == {0}
        read_again(sim)
    sound(sim)


def test_the_terminal_is_told_why_and_what_is_back() -> None:
    sim = Sim()
    raised(sim)
    sim.give(Who("Ben", "player"), {"t": "decide", "table": "t", "hand": "1", "name": "fold"})
    put = {one["player"]: one["put"] for one in sim.view["players"].values() if one["put"]}
    void(sim, "disruption")
    last = sim.view["last"]
    assert last["back"] == put and last["why"] == "the lights went out"
    assert (last["by"], last["second"], last["clauses"]) == ("Sue", "Sam", ["MEL-18.5", "MEL-18.7"])
    assert {line["text"] for line in last["lines"]} == {f"{n} takes back {c / 100:.2f}" for n, c in put.items()}
    assert {line["clause"] for line in last["lines"]} == {"MEL-18.7"}
    assert {(line["pot"], line["taken"], line["outcome"]) for line in last["lines"]} == {(0, 0, "void")}
    assert [line["paid"] for line in last["lines"]] == [{n: c} for n, c in put.items()]
    told = [(event["text"], event["clause"]) for event in sim.view["events"]]
    assert ("the hand is void: the lights went out", "MEL-18.5") in told
    assert not sim.view["playing"] and not sim.view["pots"] and not sim.view["proposals"]
    assert sim.mine("Ann")["won"] == sim.mine("Ann")["bet"] == put["Ann"]


def test_cards_of_those_still_in_lie_open_and_folded_ones_do_not() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    folds = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    held = {name: sim.mine(name)["hands"] for name in ("Ann", "Ben", "Cat")}
    void(sim)
    shown = {one["player"]: one["cards"] for one in sim.view["last"]["shows"].values()}
    assert set(shown) == {"Ann", "Ben", "Cat"} - {folds}
    assert all(list(held[name].values()) == [cards] for name, cards in shown.items())
    seen = {one["player"]: one["cards"] for one in sim.view["players"].values()}
    assert seen[folds] == [] and all(seen[name] == cards for name, cards in shown.items())
    past = ask(sim.floor, Who("Eve", "player"), {"t": "round", "id": f"t/{sim.desk.rounds}"})
    assert past["steps"][-1]["text"].startswith("the hand is void: the lights went out")
    assert whole(check(read(encode(past["proof"]))))
    opened = {card for card, _ in past["proof"]["deck"]["opened"].values()}
    assert opened == {card for cards in shown.values() for card in cards}


# -- where the next hand starts ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_button_blinds_and_what_is_owed_are_as_before_the_hand(game: str) -> None:
    """Newcomers, absent players, posts and missed blinds: as if the hand had not been dealt."""
    sim = Sim(game, seed="again")
    sim.sit("Ann", "Ben", "Cat")
    count = 0
    for n in range(24):
        sim.wander()
        if sim.desk.lineup() is None:
            sim.do(NAMES[n % 5], "come-back", post=True)
            continue
        sim.deal()
        for _ in range(n % 4):
            if sim.desk.under_way:
                sim.any_act()
        # Whoever wishes for a seat that was left has it as soon as no hand is on, and changes the table.
        if sim.desk.under_way and n % 3 and not sim.desk.memory.wishes:
            void(sim)
            start = sim.store.last("table:t", "round")
            assert start is not None and plain(sim.desk.room.plain()["table"]) == body_of(start)["table"]
            count += 1
            read_again(sim)
        while sim.desk.under_way:
            sim.any_act()
    assert count > 3
    sound(sim)


def test_the_same_player_is_dealt_first_again() -> None:
    sim = Sim(options={"new-players": "free"})
    raised(sim)
    first = sim.view["players"].keys(), sim.view["button"], [e["player"] for e in sim.view["events"]]
    void(sim, "disruption")
    sim.deal()
    assert (sim.view["players"].keys(), sim.view["button"]) == first[:2]
    blinds = [event["player"] for event in sim.view["events"] if event["kind"] == "blind"]
    assert blinds == first[2][: len(blinds)]
    assert sim.desk.rounds == 2


def test_what_happened_at_the_seats_meanwhile_stands() -> None:
    """Somebody sits down, one adds chips, one goes, one is away: none of it belongs to the hand."""
    sim = Sim(options={"new-players": "free"})
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    sim.sit("Dan", amount=100_00)
    sim.do("Ben", "leave")
    sim.do("Cat", "sit-out")
    while sim.view["asked"]["player"] != "Ann":
        sim.act("fold")
    void(sim)
    seats = {one["player"]: one for one in sim.view["seats"].values()}
    assert set(seats) == {"Ann", "Cat", "Dan"} and seats["Cat"]["away"]
    assert [seats[name]["stack"] for name in ("Ann", "Cat", "Dan")] == [200_00, 200_00, 100_00]
    assert sim.accounts()["player:Ben"] == 1000_00
    sound(sim)


def test_chips_added_in_mid_hand_are_added() -> None:
    sim = Sim("mel/holdem")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    player = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    assert sim.do(player, "add-chips", amount=50_00)["ok"]
    void(sim)
    assert stacks(sim)[player] == 250_00
    sound(sim)


# -- who may, and why --------------------------------------------------------------------------------------


def test_it_takes_a_reason_and_a_second_person() -> None:
    sim = Sim()
    raised(sim)
    assert not propose(sim, reason="no")["ok"]
    assert propose(sim)["ok"]
    refused = approve(sim, SUPERVISOR)
    assert refused["refused"] == "Sue proposed it" and refused["legal"] == "a second person approves"
    assert sim.desk.under_way
    assert not sim.give(Who("Dora", "dealer"), {"t": "approve", "table": "t", "n": 1})["ok"]
    assert approve(sim, MANAGER)["ok"]
    assert not sim.desk.under_way


def test_the_house_rule_is_told_as_such_without_a_clause() -> None:
    sim = Sim()
    raised(sim)
    void(sim)
    last = sim.view["last"]
    assert last["clauses"] == [] and all(not line["clause"] and not line["clauses"] for line in last["lines"])
    ruled = next(event for event in sim.view["events"] if "void" in event["text"])
    assert ruled["text"].endswith("(house rule)") and ruled["clause"] == ""


@pytest.mark.parametrize(("game", "acts", "cited", "late"), [
    ("mel/holdem", 1, "MEL-14.1.1", "MEL-14.1.1"), ("qld/texas-holdem-poker", 0, "QLD-10-35(2)", "QLD-10-35(2)"),
    ("qld/manila-poker", 0, "QLD-5-33(2)", "QLD-5-33(3)"),
])
def test_a_misdeal_only_before_the_hand_is_played(game: str, acts: int, cited: str, late: str) -> None:
    """Melbourne: before two have acted; Queensland: before the betting starts."""
    for count in (acts, acts + 1):
        sim = Sim(game)
        sim.sit("Ann", "Ben", "Cat", "Dan")
        sim.deal()
        for _ in range(count):
            assert sim.act("call")["ok"]
        result = misdeal(sim)
        assert result["ok"] == (count == acts), result
        if not result["ok"]:
            assert result["clause"] == late and result["legal"]
            continue
        assert sim.view["last"]["clauses"][0] == cited
        sound(sim)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", [DEALER, SUPERVISOR, MANAGER])
def test_a_misdeal_is_the_dealers_word_alone(game: str, who: Who) -> None:
    """MEL-14.1.1, QLD-10-35(2), QLD-5-33(2): whoever deals declares it, and no second person is asked."""
    sim = Sim(game)
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    before = sum(stacks(sim).values()) + sim.accounts().get("pot:t", 0)
    refused = propose(sim, "misdeal")
    assert not refused["ok"] and "alone" in refused["legal"] and clause(refused["clause"])
    assert not sim.view["proposals"]
    declared = misdeal(sim, who)
    if game == "qld/manila-poker" and who is not DEALER:
        assert declared["clause"] == "QLD-5-33(2)" and sim.desk.under_way, "only the dealer declares it there"
        return
    assert declared["ok"] and not sim.desk.under_way
    last = sim.view["last"]
    assert (last["by"], last["second"], last["ground"], last["why"]) == (who.name, "", "misdeal", "two cards fell")
    assert set(last["clauses"]) <= {"MEL-14.1.1", "QLD-10-35(2)", "QLD-10-35(3)", "QLD-5-33(2)", "QLD-5-33(7)"}
    assert sum(stacks(sim).values()) == before
    sound(sim)


def test_a_misdeal_is_of_a_hand_that_is_on() -> None:
    sim = Sim()
    assert misdeal(sim)["refused"] == "no hand is on"
    raised(sim)
    assert not misdeal(sim, Who("Ann", "player"))["ok"] and not misdeal(sim, Who("Ida", "inspector"))["ok"]
    assert "hand 7 is over" in misdeal(sim, round=7)["refused"]
    void(sim)
    assert misdeal(sim)["refused"] == "hand 1 is over"


def test_other_grounds_keep_their_second_person() -> None:
    for game in GAMES:
        for ground in grounds(game):
            sim = Sim(game)
            sim.sit("Ann", "Ben", "Cat")
            sim.deal()
            if ground.alone:
                continue
            assert propose(sim, ground.name)["ok"] and sim.desk.under_way
            assert not approve(sim, SUPERVISOR)["ok"] and sim.desk.under_way
            assert approve(sim, MANAGER)["ok"] and not sim.desk.under_way


def test_fraud_takes_a_manager_among_the_two() -> None:
    sim = Sim()
    raised(sim)
    assert propose(sim, "fraud")["ok"]
    assert approve(sim)["clause"] == "MEL-18.6" and sim.desk.under_way
    assert approve(sim, MANAGER)["ok"]
    assert sim.view["last"]["clauses"] == ["MEL-18.6", "MEL-18.7"]


def test_grounds_are_those_of_the_book() -> None:
    for game in GAMES:
        known = grounds(game)
        assert known[-1].name == "" and known[-1].clauses == ()
        for ground in known:
            assert all(one.startswith(game[:3].upper()) and clause(one) for one in ground.clauses)
    assert [ground.name for ground in grounds("qld/manila-poker")] == ["misdeal", ""]
    sim = Sim("qld/manila-poker")
    sim.sit("Ann", "Ben")
    sim.deal()
    refused = propose(sim, "fraud")
    assert "'fraud'" in refused["refused"] and refused["legal"] == "none is named: the house's own rule"


def test_only_a_hand_that_is_on_and_only_the_one_that_is_meant() -> None:
    sim = Sim()
    assert not propose(sim)["ok"]
    raised(sim)
    assert propose(sim, round=7)["refused"] == "hand 7 is over"
    assert not sim.give(SUPERVISOR, {"t": "propose", "table": "t", "what": "correct", "reason": "wrong card"})["ok"]
    assert propose(sim, round=1)["ok"]
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.view["proposals"] == []
    assert approve(sim, n=1)["refused"] == "there is no proposal 1 up for approval"
    assert not sim.view["last"].get("void")
    sim.deal()
    assert not approve(sim, n=1)["ok"] and propose(sim)["n"] == 2
    sound(sim)


def test_a_proposal_holds_the_clock_and_can_be_withdrawn() -> None:
    sim = Sim()
    raised(sim)
    due = sim.desk.deadline()
    assert due is not None
    refused = propose(sim, "nonsense")
    assert not refused["ok"] and sim.desk.deadline() == due
    assert propose(sim)["ok"] and sim.desk.deadline() == sim.now + 1000 * SECOND_PERSON_S
    other = again(sim)
    assert other.view["proposals"] == sim.view["proposals"]
    assert other.desk.deadline() == sim.now + 1000 * SECOND_PERSON_S
    assert sim.give(SUPERVISOR, {"t": "withdraw", "table": "t", "n": 1})["ok"]
    assert sim.view["proposals"] == [] and sim.desk.deadline() == due
    assert sim.act("fold")["ok"]


def test_house_players_wait_as_well() -> None:
    sim = Sim(house=2)
    sim.sit("Ann")
    sim.deal()
    while sim.view["asked"]["player"] == "Ann":
        sim.act("call")
    assert propose(sim)["ok"] and sim.desk.deadline() == sim.now + 1000 * SECOND_PERSON_S
    assert approve(sim)["ok"]
    assert {name: chips for name, chips in stacks(sim).items() if name != "Ann"} == {
        "Bea (house)": 200_00, "Cal (house)": 200_00}
    sound(sim)


# -- the record --------------------------------------------------------------------------------------------


def test_past_hands_journal_and_ledger_know_it() -> None:
    sim = Sim(options={"commission": "10%", "cap": "10"})
    raised(sim)
    before = {account: amount for account, amount in sim.accounts().items() if account.startswith("stack")}
    void(sim, "disruption")
    rounds = ask(sim.floor, SUPERVISOR, {"t": "rounds", "table": "t"})["rounds"]
    assert rounds[0]["void"] and rounds[0]["why"] == "the lights went out" and rounds[0]["result"] == "void"
    journal = ask(sim.floor, SUPERVISOR, {"t": "journal", "table": "t", "limit": 50})["events"]
    ended = next(event for event in journal if event["type"] == "ended")
    assert ended["body"]["void"] and [event["type"] for event in journal[-4:]] == [
        "proposed", "approved", "ended", "deck"]
    moved = {posting["account"]: posting["amount"] for posting in
             ask(sim.floor, SUPERVISOR, {"t": "ledger", "limit": 50})["postings"] if posting["pos"] >= ended["pos"]}
    assert moved.pop("pot:t") == -sum(moved.values()) == -sum(sim.view["last"]["back"].values())
    assert all(before[account] + amount == 200_00 for account, amount in moved.items())
    assert sim.view["history"] == [] and sim.accounts().get("commission:t", 0) == 0
    assert check_round(sim.store, "t/1").faults == []  # type: ignore[union-attr]


def test_a_record_that_was_changed_is_noticed() -> None:
    """Another reason, another sum, or a void hand passed off as a played one: playing it again tells."""
    for change in ({"back": {"Ann": 1}}, {"void": False}, {"shows": {}}, {"net": {"Ann": 100}}):
        sim = Sim()
        raised(sim)
        void(sim)
        ended = sim.store.last("table:t", "ended")
        assert ended is not None
        body = body_of(ended) | change
        _rewrite(sim, ended.pos, body)
        assert any(played.faults for played in check_rounds(sim.store)), change


def _rewrite(sim: Sim, pos: int, body: Any) -> None:
    for (name,) in sim.store.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        sim.store._db.execute(f"DROP TRIGGER {name}")
    sim.store._db.execute("UPDATE event SET body = ? WHERE pos = ?", (encode(body), pos))
