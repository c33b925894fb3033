"""Wagers and decisions that a dealer entered are corrected like cards: with a reason and a second person."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import STAFF, Casino, honest
from support.dealing import cards, enter, finish, opened

from pitboss.floor.commands import Who
from pitboss.floor.proposals import past
from pitboss.floor.queries import ask

CHIPS = "chips:{}:{}"


def placed(name: str, player: str, *wagers: list[Any], box: int = 1, casino: Casino | None = None) -> Casino:
    casino = casino or opened(name)
    casino.do("Dora", "place-for", table=name, box=box, player=player, wagers=list(wagers))
    return casino


def index_of(casino: Casino, name: str, kind: str, round: int = 1, nth: int = 0) -> int:
    answers = past(casino.table(name), round).answers
    return [n for n, answer in enumerate(answers) if type(answer).__name__ == kind][nth]


def correct(casino: Casino, name: str, kind: str, answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    round, nth = more.pop("round", 1), more.pop("nth", 0)
    return {"table": name, "what": "correct", "round": round, "index": index_of(casino, name, kind, round, nth),
            "reason": "misheard", "answer": answer, **more}


def approved(casino: Casino, proposal: dict[str, Any]) -> None:
    n = casino.do("Sue", "propose", **proposal)["n"]
    casino.no("Sue", "approve", table=proposal["table"], n=n)
    casino.do("Max", "approve", table=proposal["table"], n=n)
    casino.sound()
    honest(casino)


def chips(casino: Casino, name: str, player: str) -> int:
    return casino.store.balance(CHIPS.format(name, player))


def place(player: str, *wagers: list[Any], box: int = 1) -> dict[str, Any]:
    return {"type": "place", "box": box, "player": player, "wagers": list(wagers)}


def test_wagers_are_corrected_like_cards_with_a_second_person() -> None:
    casino = placed("roulette", "Walt", ["red", 10_00])
    casino.do("Dora", "no-more-bets", table="roulette")
    approved(casino, correct(casino, "roulette", "Place", place("Walt", ["red", 100_00])))
    assert casino.shown("roulette")["wagers"][0]["amount"] == 100_00 and chips(casino, "roulette", "Walt") == -100_00
    enter(casino, "roulette", {"type": "ball", "number": "2"})
    approved(casino, correct(casino, "roulette", "Place", place("Walt", ["black", 20_00])))
    assert chips(casino, "roulette", "Walt") == 20_00
    last = casino.shown("roulette")["last"]
    assert (last["lines"][0]["wager"], last["lines"][0]["outcome"], last["gain"]) == ("black", "win", {"Walt": 20_00})


def test_the_wager_was_another_players() -> None:
    casino = placed("roulette", "Wanda", ["black", 10_00], box=2, casino=placed("roulette", "Walt", ["red", 10_00]))
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "0"})
    approved(casino, correct(casino, "roulette", "Place", place("Wanda", ["red", 10_00], box=2)))
    assert (chips(casino, "roulette", "Walt"), chips(casino, "roulette", "Wanda")) == (0, -20_00)


def hand(*decisions: str, text: str = "Th 6d 2h") -> Casino:
    """Walt at blackjack: his cards, the dealer's, and what was pressed for him."""
    casino = placed("blackjack", "Walt", ["original", 10_00])
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards(text))
    for name in decisions:
        casino.do("Dora", "decide-for", table="blackjack", hand="1", player="Walt", name=name)
    return casino


def choice(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "choice", "hand": "1", "player": "Walt", "name": name, **more}


def test_a_decision_of_the_round_under_way_is_corrected() -> None:
    casino = hand("stand")
    assert casino.shown("blackjack")["asked"]["hand"] == "dealer"
    approved(casino, correct(casino, "blackjack", "Choice", choice("draw")))
    assert casino.shown("blackjack")["asked"] | {"step": ""} == casino.shown("blackjack")["asked"] | {
        "kind": "deal", "hand": "1", "step": "",
    }


def test_after_another_decision_the_cards_go_where_they_really_went() -> None:
    """He drew, and stand was pressed: the next card was his, and those after it the dealer's."""
    casino = hand("stand")
    enter(casino, "blackjack", cards("9h"))
    approved(casino, correct(casino, "blackjack", "Choice", choice("draw")))
    assert casino.shown("blackjack")["hands"] == {"1": ["Th", "2h", "9h"], "dealer": ["6d"]}


def test_a_decision_of_a_round_that_is_over_is_settled_anew() -> None:
    casino = hand("double down", text="5h 6d 6h")
    enter(casino, "blackjack", cards("9h"))
    finish(casino, "Td 9d")
    assert chips(casino, "blackjack", "Walt") == 20_00
    approved(casino, correct(casino, "blackjack", "Choice", choice("double down", amount=5_00)))
    assert chips(casino, "blackjack", "Walt") == 15_00


def test_an_offer_that_was_taken_up_after_all() -> None:
    casino = hand(text="Th Ad 9h")
    assert casino.shown("blackjack")["asked"]["kind"] == "offer"
    casino.do("Dora", "silence", table="blackjack")
    approved(casino, correct(casino, "blackjack", "Lapse", choice("insurance", amount=5_00)))
    assert [wager["wager"] for wager in casino.shown("blackjack")["wagers"]] == ["original", "insurance"]


@pytest.mark.parametrize("wrong", [
    place("Walt", ["nothing", 10_00]), place("Walt", ["red", 1]), place("Nobody", ["red", 10_00]),
    place("Ann", ["red", 10_00]), place("Walt", ["red", 10_00]), choice("stand"),
    {"type": "take", "box": 1, "player": "Walt", "wager": "red"}, {"type": "place"}, {"type": "close"},
])
def test_corrections_of_wagers_that_make_no_sense(wrong: dict[str, Any]) -> None:
    casino = placed("roulette", "Walt", ["red", 10_00])
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "2"})
    casino.no("Sue", "propose", **correct(casino, "roulette", "Place", wrong))


def test_what_players_did_at_their_terminals_is_not_corrected() -> None:
    casino = opened("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    enter(casino, "blackjack", cards("Th 6d 2h"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    other = {"type": "place", "box": 1, "player": "Ann", "wagers": [["original", 20_00]]}
    casino.no("Sue", "propose", **correct(casino, "blackjack", "Place", other))
    drawn = {"type": "choice", "hand": "1", "player": "Ann", "name": "draw"}
    casino.no("Sue", "propose", **correct(casino, "blackjack", "Choice", drawn))


def test_the_list_of_entries_says_what_can_be_corrected_and_into_what() -> None:
    casino = hand("stand")
    told = ask(casino.floor, Who("Sue", STAFF["Sue"]), {"t": "round", "id": "blackjack/1"})["answers"]
    wager, decision = (next(one for one in told if one["kind"] == kind) for kind in ("place", "choice"))
    assert wager["words"] == "Walt, box 1: original 10.00" and wager["answer"]["wagers"] == (("original", 10_00),)
    assert decision["words"] == "Walt, box 1: stand" and "draw" in [option["name"] for option in decision["options"]]
    asked = {"t": "difference", "table": "blackjack", "round": 1, "index": decision["n"], "answer": choice("draw")}
    assert ask(casino.floor, Who("Sue", STAFF["Sue"]), asked)["ok"]


def test_a_wager_that_was_another_players_goes_back_to_whoever_was_charged_for_it() -> None:
    """In a round that is still on: he who has nothing left on the layout gets all that was taken from him."""
    casino = placed("blackjack-2", "Wes", ["original", 10_00])
    placed("blackjack-2", "Kim", ["original", 5_00], box=2, casino=casino)
    before = chips(casino, "blackjack-2", "Wes"), chips(casino, "blackjack-2", "Kim")
    approved(casino, correct(casino, "blackjack-2", "Place", place("Kim", ["original", 20_00], box=3)))
    after = chips(casino, "blackjack-2", "Wes"), chips(casino, "blackjack-2", "Kim")
    assert (after[0] - before[0], after[1] - before[1]) == (10_00, -20_00)
    assert casino.store.balance("layout:blackjack-2") == 25_00
