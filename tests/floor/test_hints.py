"""Hints at a table, and what a round's decisions cost: who is told, by what he saw, and that nothing waits for it."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, Casino
from support.clerks import NothingToCount, PatientClerk
from support.dealing import enter, prepare

from pitboss.floor import commands as c
from pitboss.floor.desk import Settings
from pitboss.floor.figures import Figures, has_figures
from pitboss.floor.hints import MOST_WAITING, Advisor, Later, Valued
from pitboss.floor.queries import ask
from pitboss.floor.review import ask_later
from pitboss.rulebooks import card_games, games
from pitboss.table.requests import Choose

EVERYDAY = {"draw": "hit", "double down": "double"}
WITH_STRATEGY = ("blackjack", "three-card")
PLAY_MONEY = Settings(guests=True)


class AdvisedCasino(Casino):
    """With clerks that work when told to."""

    def __init__(self, *tables: str, settings: Settings | None = None, **options: Any) -> None:
        super().__init__(*tables, settings=settings, **options)
        self.clerk = PatientClerk()
        self.floor.figures = Figures(NothingToCount())
        self.floor.advisor = Advisor(self.floor.figures, self.clerk)

    def later(self, player: str, **query: Any) -> dict[str, Any]:
        """What is answered in the end."""
        answer = ask_later(self.floor, c.Who(player, c.PLAYER), query)
        if not isinstance(answer, Later):
            return answer
        heard: list[dict[str, Any]] = []
        answer.then(heard.append)
        self.clerk.work()
        (told,) = heard
        return told

    def hint(self, name: str, player: str = "Ann") -> dict[str, Any]:
        return self.later(player, t="hint", table=name)

    def review(self, name: str, round: int, player: str = "Ann") -> dict[str, Any]:
        return self.later(player, t="review", id=f"{name}/{round}")

    def deal(self, name: str, *others: str) -> None:
        """A round up to its first decision."""
        for box, player in enumerate(("Ann", *others), 1):
            if not any(wager.player == player for wager in self.live(name).t.all_wagers()):
                self.bet(name, player, box)
        self.do("Dora", "no-more-bets", table=name)


def lesson(options: dict[str, str], name: str, cards: list[str]) -> AdvisedCasino:
    """A physical table on a floor of bought credits, with these cards dealt to Ann and the dealer."""
    casino = AdvisedCasino()
    casino.add(name, mode="physical", options=options)
    prepare(casino, name)
    casino.bet(name, amount=5_00)
    casino.do("Dora", "no-more-bets", table=name)
    enter(casino, name, {"type": "cards", "cards": cards})
    return casino


@pytest.mark.parametrize("up, cards, best", [
    ("6s", "Th 2d", "stand"), ("3s", "Th 2d", "draw"), ("6d", "5h 6h", "double down"), ("Kd", "5h 6h", "double down"),
    ("6d", "8h 8d", "split"), ("9d", "Ah 7h", "draw"), ("Qd", "Kh Jd", "stand"), ("9c", "9h 9d", "split"),
])
def test_a_lesson_in_best_play(up: str, cards: str, best: str) -> None:
    first, second = cards.split()
    casino = lesson({"teaching": "yes"}, "blackjack", [first, up, second])
    told = casino.hint("blackjack")["hint"]
    assert (told["name"], told["clause"], told["rule"]) == (best, "QLD-0-7(c)", "a teaching table")
    assert told["words"].startswith(f"{EVERYDAY.get(best, best)} is best: ")
    assert best in [option["name"] for option in casino.shown("blackjack")["asked"]["options"]]
    assert told["values"][0]["name"] == best
    assert sorted((one["cents"] for one in told["values"]), reverse=True) == [one["cents"] for one in told["values"]]


def test_insurance_is_passed_over() -> None:
    casino = lesson({"teaching": "yes"}, "blackjack", ["9h", "As", "9d"])
    assert casino.shown("blackjack")["asked"]["options"][0]["name"] == "insurance"
    told = casino.hint("blackjack")["hint"]
    assert told["name"] == "pass" and told["words"].startswith("no is best: ")


def test_where_credits_are_bought_only_lessons_have_hints() -> None:
    casino = lesson({}, "soft-17", ["9h", "Ks", "7d"])
    refused = casino.hint("soft-17")
    assert refused["refused"] == "nobody is told how to play at this table"
    assert refused["legal"] == "a teaching table, or a floor of play money" and not casino.clerk.asked


@pytest.mark.parametrize("name, clause", [("bonus", "NSW-13.6"), ("holdem", "CBR-15.5(a)"), ("three-card", "")])
def test_a_book_that_bars_advice_is_cited(name: str, clause: str) -> None:
    casino = AdvisedCasino(name)
    casino.deal(name)
    assert (refused := casino.hint(name))["clause"] == clause and not refused["ok"]
    casino.finish(name)
    assert casino.review(name, 1)["clause"] == clause and not casino.review(name, 1)["ok"]
    assert not casino.clerk.asked
    advice = ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "odds", "table": name})["advice"]
    assert advice == {"given": False, "clause": clause, "words": "nobody is told how to play at this table"}


def test_each_book_says_whether_staff_may_advise() -> None:
    """Those that bar it name their clause; the others leave it to the house."""
    every = {**games(), **card_games()}
    said = {made.book.law: made.book.refuse_advice() for made in every.values()}
    assert {law: str(refused.clause) for law, refused in said.items() if refused is not None} == {
        "NSW": "NSW-13.6", "CBR": "CBR-15.5(a)", "MEL": "MEL-18.8", "PER": "PER-6.5"}


@pytest.mark.parametrize("settings", [PLAY_MONEY, Settings(guests=False)])
def test_nobody_is_told_how_to_play_against_others(settings: Settings) -> None:
    casino = AdvisedCasino(settings=settings)
    options = {"blinds": "1/2", "buy-in": "40"}
    casino.do("Max", "add-table", id="poker", name="poker", game="mel/holdem", options=options)
    refused = casino.hint("poker")
    assert (refused["refused"], refused["clause"]) == ("nobody is told how to play against other players", "MEL-18.8")


@pytest.mark.parametrize("name", WITH_STRATEGY)
def test_at_play_money_it_is_the_houses_own_rule(name: str) -> None:
    casino = AdvisedCasino(name, settings=PLAY_MONEY)
    casino.deal(name)
    told = casino.hint(name)
    assert told["ok"] and told["step"] == casino.table(name).step
    assert (told["hint"]["clause"], told["hint"]["rule"]) == ("", "the house's own rule at play money")
    advice = ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "odds", "table": name})["advice"]
    assert advice == {"given": True, "clause": "", "words": "the house's own rule at play money"}
    # Who looks may ask soon.
    assert casino.clerk.asked[-1]["sights"] == []
    casino.clerk.work()


def test_only_who_is_asked_is_told() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    assert casino.hint("three-card")["refused"] == "nothing is asked of you now"
    casino.deal("three-card", "Ben")
    asked = casino.shown("three-card")["asked"]["player"]
    for player in {"Ann", "Ben", "Cat"} - {asked}:
        assert casino.hint("three-card", player)["refused"] == "nothing is asked of you now"
    assert casino.hint("three-card", asked)["ok"]
    assert casino.hint("nowhere")["refused"] == "there is no such table"


def test_a_hint_is_no_event_and_no_clock_waits_for_it() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    casino.deal("three-card")
    before, ends = casino.everything(), casino.table("three-card").ends
    assert casino.hint("three-card")["ok"]
    assert casino.everything() == before and casino.table("three-card").ends == ends
    answer = ask_later(casino.floor, c.Who("Ann", c.PLAYER), {"t": "hint", "table": "three-card"})
    assert isinstance(answer, Later)
    heard: list[dict[str, Any]] = []
    answer.then(heard.append)
    casino.wait(120_000)
    assert casino.table("three-card").betting, "time ran out while the hint was still being worked out"
    casino.clerk.work()
    assert heard[0]["step"] != casino.table("three-card").step


@pytest.mark.parametrize("name", sorted(name for name, id in GAMES.items() if has_figures(games()[id]({}))))
def test_what_is_asked_tells_nothing_that_the_player_does_not_see(name: str) -> None:
    """Swapping cards that lie face down, of the dealer and of others, changes not a byte of the question."""
    casino = AdvisedCasino(name, settings=PLAY_MONEY)
    for _ in range(4):
        casino.deal(name, "Ben")
        live = casino.live(name)
        while isinstance(live.request, Choose) and not casino.table(name).betting:
            swap_and_ask(casino, name, live)
            casino.do("Dora", "silence", table=name)
            live = casino.live(name)
        casino.finish(name)


def swap_and_ask(casino: AdvisedCasino, name: str, live: Any) -> None:
    request = live.request
    box = live.t.hands[request.hand].box if request.hand in live.t.hands else 0
    hidden = [(hand, at) for hand in live.t.hands.values() for at, up in enumerate(hand.face_up)
              if not up and hand.seat != box]
    faces = [hand.cards[at] for hand, at in hidden]

    def lay(cards: list[str]) -> None:
        for (hand, at), card in zip(hidden, cards, strict=True):
            hand.cards[at] = card

    for cards in (faces, faces[1:] + faces[:1]):
        lay(cards)
        answer = ask_later(casino.floor, c.Who(request.player, c.PLAYER), {"t": "hint", "table": name})
        assert isinstance(answer, Later)
        answer.then(lambda told: None)
    lay(faces)
    first, second = casino.clerk.asked[-2:]
    assert first == second
    casino.clerk.waiting.clear()


def test_what_is_not_counted_yet_is_asked_for_again() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    counting = PatientClerk()
    casino.floor.figures = casino.floor.advisor.figures = Figures(counting)
    casino.deal("three-card")
    told = casino.hint("three-card")
    assert told["refused"] == "the odds of this game are being worked out" and told["retry"]
    counting.say({"progress": ["boards", 30, 120]})
    assert casino.hint("three-card")["refused"] == "the odds of this game are being worked out, 25% so far"
    counting.work()
    assert casino.hint("three-card")["ok"]


def test_too_many_who_ask_and_a_clerk_who_fails() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    casino.deal("three-card")
    heard: list[dict[str, Any]] = []
    for _ in range(MOST_WAITING + 1):
        answer = ask_later(casino.floor, c.Who("Ann", c.PLAYER), {"t": "hint", "table": "three-card"})
        assert isinstance(answer, Later)
        answer.then(heard.append)
    assert [told["refused"] for told in heard] == ["too many ask at the moment"]
    casino.clerk.say({"error": "it broke"})
    assert heard[1]["ok"] and heard[1]["hint"] is None
    casino.clerk.waiting.pop(0)
    casino.clerk.work()
    assert len(heard) == MOST_WAITING + 1 and casino.hint("three-card")["ok"]


# -- after the round -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_STRATEGY)
def test_who_follows_the_hints_loses_nothing_by_it(name: str) -> None:
    """Rounds of best play cost nothing; what other choices cost adds up to what is told."""
    casino = AdvisedCasino(name, settings=PLAY_MONEY)
    valued = 0
    for round in range(1, 13):
        casino.deal(name)
        made, costs = 0, 0
        while not casino.table(name).betting:
            asked = casino.shown(name)["asked"]
            told = casino.hint(name)["hint"]
            made += told is not None
            options = [one["name"] for one in asked["options"]]
            best = told["name"] if told else "pass"
            # Every third round, anything but the best.
            choice = best if round % 3 else next((one for one in options if one != best), best)
            if told is not None and choice != best:
                values = {one["name"]: one["cents"] for one in told["values"]}
                costs += values[best] - values.get(choice, values[best])
            if choice == "pass":
                casino.do("Dora", "silence", table=name)
            else:
                casino.do("Ann", "decide", table=name, hand=asked["hand"], name=choice)
        reviewed = casino.review(name, casino.table(name).rounds - 1)
        assert reviewed["ok"] and len(reviewed["decisions"]) == made
        assert all(one["cost"] >= 0 for one in reviewed["decisions"])
        assert reviewed["cost"] == pytest.approx(costs, abs=2 * made)
        if round % 3:
            assert reviewed["cost"] == 0
            assert all(one["words"].endswith(": best play") for one in reviewed["decisions"])
        valued += made
    assert valued >= 8


def test_what_a_mistake_cost_is_said_in_words() -> None:
    casino = lesson({"teaching": "yes"}, "blackjack", ["Th", "Kd", "6h"])
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    enter(casino, "blackjack", {"type": "cards", "cards": ["9c"]})
    while not casino.table("blackjack").betting:
        enter(casino, "blackjack", {"type": "cards", "cards": []})
    told = casino.review("blackjack", 1)
    (one,) = told["decisions"]
    assert one["words"] == f"Stand with 16 cost you 0.0{one['cost']} on average; hit was best"
    assert (one["did"], one["best"], told["clause"]) == ("stand", "draw", "QLD-0-7(c)") and 0 < one["cost"] < 10
    assert casino.review("blackjack", 1, "Ben")["decisions"] == []


def test_time_that_ran_out_is_a_decision_too() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    casino.deal("three-card")
    best = casino.hint("three-card")["hint"]["name"]
    casino.wait(120_000)
    (one,) = casino.review("three-card", 1)["decisions"]
    assert one["words"].startswith("Time ran out, fold with ") and (one["cost"] > 0) == (best != "fold")


def test_a_round_that_is_not_over_is_not_looked_back_on() -> None:
    casino = AdvisedCasino("three-card", settings=PLAY_MONEY)
    casino.deal("three-card")
    for round in ("1", "7", "0", "x"):
        assert casino.later("Ann", t="review", id=f"three-card/{round}")["refused"] == "that round is not over"
    assert casino.later("Ann", t="review", id="nowhere/1")["refused"] == "there is no such table"


def test_a_choice_for_less_lies_between() -> None:
    one = Valued("insurance", 5_00, -40.0, (1_00, -8.0))
    assert [one.brings(amount) for amount in (None, 5_00, 1_00, 3_00, 50, 6_00)] == [-40, -40, -8, -24, None, None]
