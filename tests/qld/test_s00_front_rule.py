"""The front rule, at tables of several games: it holds at every Queensland table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.law import Announced, Refused, Ruled
from pitboss.rulebooks import BadOption, Played, game, settle
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.table.acts import BACK, Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Place, Shuffled
from pitboss.table.facts import Referred, Rejected
from pitboss.table.requests import Shuffle
from pitboss.table.table import Table

POKER = """game qld/three-card-poker
box 1 Ann: ante 10
box 2 Ben: ante 10
deal 1: Kc 9d 4h
deal 2: 6c 7d 2h
deal dealer: Qd 9s 3c
"""
PLAYED_ON = "= 1 Ann ante win 10\n= 1 Ann bet win 10\n= 2 Ben ante lose 10\n= 2 Ben bet lose 10\n"
BEN_ALONE = "= 2 Ben ante lose 10\n= 2 Ben bet lose 10\n"
# Baccarat: player 6 stays, banker 7 stands.
CARDS = "deal player: 2c 4d\ndeal banker: Kh 7s\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures and not played.unstated, (played.failures, played.unstated)
    return played


def poker(text: str) -> Played:
    return good(POKER + text)


def baccarat(text: str, **options: str) -> Played:
    chosen = "".join(f"option {name}={value}\n" for name, value in options.items())
    played = settle(f"game qld/baccarat\n{chosen}{text}")
    assert not played.failures, played.failures
    return played


def told(played: Played) -> list[str]:
    return [str(event.clause) for event in played.events if isinstance(event, Announced)]


OPENING: dict[str, tuple[Answer, ...]] = {
    "qld/baccarat": (Shuffled(), CutAt(100), CutAt(100), Lapse(), Cards((BACK,))),
    "qld/three-card-poker": (Shuffled(),),
}
WAGER = {"qld/baccarat": "player", "qld/three-card-poker": "ante", "qld/roulette": "red", "qld/craps": "field bet",
         "qld/blackjack": "original"}


class Bench:
    """A table at which wagers are being taken."""

    def __init__(self, id: str = "qld/baccarat", state: dict[str, Any] | None = None, **options: str) -> None:
        self.id = id
        self.t = Table(game(id, options), state)
        self.play = self.t.play()
        asked = next(self.play)
        if type(asked) is Shuffle:
            for answer in OPENING.get(id, (Shuffled(), CutAt(100), CutAt(100))):
                self.play.send(answer)

    def bet(self, player: str, amount: int, box: int = 1, kind: str = "", **facts: str) -> str:
        """Place a wager; the clause that refused it, if one did."""
        self.play.send(Place(box, player, ((kind or WAGER[self.id], amount),), facts))
        refused = self.t.refused()
        return "nonsense" if isinstance(refused, Rejected) else str(refused.clause) if refused is not None else ""

    def report(self, kind: str, **facts: str) -> str:
        """Report something; the clause of a ruling, or of the refusal in it, or what else became of it."""
        before = len(self.t.events)
        self.play.send(Irregular(kind, facts))
        events = self.t.events[before:]
        if any(isinstance(event, Rejected | Referred) for event in events):
            return "nonsense" if isinstance(events[-1], Rejected) else "referred"
        refused = [str(event.clause) for event in events if isinstance(event, Refused)]
        return refused[0] if refused else next(str(event.clause) for event in events if isinstance(event, Ruled))


# -- 4: devices --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, section", [("device-used", "4"), ("contravention", "11")])
def test_the_supervisor_may_void_and_exclude(kind: str, section: str) -> None:
    poker(f"! {kind} box=1\n=! ruled [QLD-0-{section}(1)]\nsupervisor: void wagers\nsupervisor: exclude\n"
          f"=! ruled [QLD-0-{section}(2)(b)]\n2: bet\n= 1 Ann ante void [QLD-0-{section}(2)(a)]\n{BEN_ALONE}"
          f"next round\nbox 1 Ann: ante 10\n=! refused [QLD-0-{section}(2)(b)]\n")


@pytest.mark.parametrize("kind", ["device-used", "contravention"])
def test_or_let_it_pass(kind: str) -> None:
    poker(f"! {kind} box=1\nsupervisor: no sanction\nsupervisor: no exclusion\n1: bet\n2: bet\n{PLAYED_ON}")
    poker(f"! {kind} box=1\n1: bet\n2: bet\n{PLAYED_ON}")


def test_an_approved_device_is_no_contravention() -> None:
    poker(f"! device-used box=1 approved=yes\n=! ruled [QLD-0-4(3)]\n1: bet\n2: bet\n{PLAYED_ON}")


@pytest.mark.parametrize("device, counts", [("calculator", True), ("computer", True), ("mechanical", True),
                                            ("pencil", False)])
def test_what_a_device_is(device: str, counts: bool) -> None:
    bench = Bench()
    bench.bet("Ann", 1000)
    assert bench.report("device-used", box="1", device=device) == ("QLD-0-4(1)" if counts else "nonsense")


def test_whatever_the_player_has_on_the_layout_is_void_and_nothing_else() -> None:
    """Also when another report came between the question and the answer."""
    bench = Bench()
    bench.bet("Ann", 1000)
    bench.bet("Ann", 2000, box=2, kind="tie")
    bench.bet("Ben", 3000, box=2)
    bench.play.send(Irregular("device-used", {"box": "1"}))
    bench.play.send(Irregular("contravention", {"player": "Ann"}))
    for name in ("void wagers", "no exclusion", "void wagers", "no exclusion"):
        bench.play.send(Choice("supervisor", name))
    assert [(line.player, line.stake, str(line.clause)) for line in bench.t.lines] == [
        ("Ann", 1000, "QLD-0-11(2)(a)"), ("Ann", 2000, "QLD-0-11(2)(a)")]
    assert list(bench.t.wagers) == [(2, "Ben", "player")]


def test_a_manager_may_act_as_supervisor_and_a_dealer_may_not() -> None:
    poker("! contravention box=1\nmanager: void wagers\nmanager: no exclusion\n"
          f"2: bet\n= 1 Ann ante void [QLD-0-11(2)(a)]\n{BEN_ALONE}")
    for office, ok in (("dealer", False), ("manager", True)):
        bench = Bench()
        bench.bet("Ann", 1000)
        bench.report("contravention", box="1")
        bench.play.send(Choice(office, "void wagers"))
        assert bool(bench.t.lines) is ok


# -- 5: the manager's direction ------------------------------------------------------------------------------


def test_a_player_may_be_held_to_one_box_and_the_minimum() -> None:
    bench = Bench(minimum="10", maximum="500")
    assert bench.report("wagering-restricted", player="Ann") == "QLD-0-5(1)"
    assert [str(e.clause) for e in bench.t.events if isinstance(e, Announced)] == ["QLD-0-5(2)"]
    assert bench.bet("Ann", 1050) == "QLD-0-5(1)(b)"
    assert bench.bet("Ann", 950) == "QLD-1-9(1)"
    assert bench.bet("Ann", 1000) == ""
    assert bench.bet("Ann", 50) == "QLD-0-5(1)(b)", "nor in parts"
    assert bench.bet("Ann", 1000, box=2) == "QLD-0-5(1)(a)"
    assert bench.bet("Ann", 1000, kind="tie") == ""
    assert bench.bet("Ben", 50000, box=2) == "" and bench.bet("Ben", 50000, box=3) == ""
    assert bench.report("wagering-restricted", player="Ann", ended="yes") == "QLD-0-5(1)"
    assert bench.bet("Ann", 2000, box=2) == ""
    assert bench.report("wagering-restricted") == "nonsense"


@pytest.mark.parametrize("id", ["qld/roulette", "qld/craps"])
def test_the_direction_is_for_card_games(id: str) -> None:
    assert Bench(id).report("wagering-restricted", player="Ann") == "referred"


# -- 6: coins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coins, clause", [
    ("50c", ""), ("0.50", ""), ("1", ""), ("2", ""), ("50c,1,2", ""), ("0.20", "QLD-0-6:prescribed-coins"),
    ("5", "QLD-0-6:prescribed-coins"), ("2,0.10", "QLD-0-6:prescribed-coins"), ("x", "nonsense"),
])
@pytest.mark.parametrize("id", ["qld/baccarat", "qld/roulette"])
def test_only_prescribed_coins_are_wagers(id: str, coins: str, clause: str) -> None:
    assert Bench(id).bet("Ann", 500, coins=coins) == clause


def test_the_operator_need_not_take_coins() -> None:
    assert Bench(coins="no").bet("Ann", 500, coins="1") == "QLD-0-6(1)"
    assert Bench(coins="no").bet("Ann", 500) == ""


def test_coins_in_a_transcript() -> None:
    baccarat("box 1 Ann: player 5 coins=5\n=! refused [QLD-0-6:prescribed-coins]\nbox 1 Ann: player 5 coins=2,1\n"
             + CARDS + "= 1 Ann player lose 5\n")


# -- 7: teaching tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount, ok", [(150, False), (200, True), (1000, True), (1050, False)])
@pytest.mark.parametrize("id", ["qld/baccarat", "qld/roulette", "qld/three-card-poker", "qld/blackjack", "qld/craps"])
def test_a_teaching_table_takes_two_to_ten_dollars(id: str, amount: int, ok: bool) -> None:
    assert Bench(id, teaching="yes").bet("Ann", amount) == ("" if ok else "QLD-0-7(a)")


def test_a_teaching_table_has_no_other_limits() -> None:
    assert game("qld/baccarat", {"teaching": "yes", "minimum": "2", "maximum": "10"}).maximum == 1000
    for name, value in (("minimum", "5"), ("maximum", "20")):
        with pytest.raises(BadOption, match=r"QLD-0-7\(a\)"):
            game("qld/baccarat", {"teaching": "yes", name: value})
    bench = Bench(teaching="yes")
    assert bench.report("limits-changed", minimum="5") == "QLD-0-7(a)"
    assert bench.report("minimum-raised", minimum="5") == "QLD-0-7(a)"
    assert bench.bet("Ann", 200) == ""


def test_chips_without_value_know_no_limits() -> None:
    bench = Bench(teaching="non-value", minimum="5", maximum="10")
    assert bench.bet("Ann", 50) == "" and bench.bet("Ben", 5_000_000_00) == ""
    assert bench.bet("Cat", 500, coins="1") == "QLD-0-7(b)"


# -- 8 to 11: conduct ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, cited, facts", [
    ("side-bet", "9", ""), ("side-bet", "9", " with=spectator"), ("cards-exchanged", "10(a)", ""),
    ("another-hand-touched", "10(b)", " permitted=no"), ("hand-disclosed", "10(c)", ""),
])
def test_what_players_must_not_do(kind: str, cited: str, facts: str) -> None:
    poker(f"! {kind} box=1{facts}\n=! ruled [QLD-0-{cited}]\n=! ruled [QLD-0-11(1)(a)]\nsupervisor: void wagers\n"
          f"2: bet\n= 1 Ann ante void [QLD-0-11(2)(a)]\n{BEN_ALONE}")


@pytest.mark.parametrize("kind", ["another-hand-touched", "hand-disclosed"])
def test_with_leave_of_a_supervisor_it_is_no_contravention(kind: str) -> None:
    poker(f"! {kind} box=1 permitted=yes\n=! referred\n1: bet\n2: bet\n{PLAYED_ON}")


def test_a_wager_with_the_house_is_no_side_bet() -> None:
    bench = Bench()
    bench.bet("Ann", 1000)
    assert bench.report("side-bet", box="1", **{"with": "house"}) == "nonsense"


@pytest.mark.parametrize("kind, name, clause", [("silence-directed", "silence", "QLD-0-8"),
                                                ("english-directed", "english", "QLD-0-10(d)")])
def test_directions_must_be_given_before_they_are_ignored(kind: str, name: str, clause: str) -> None:
    bench = Bench()
    bench.bet("Ann", 1000)
    assert bench.report("direction-ignored", box="1", direction=name) == "nonsense"
    assert bench.report(kind) == clause
    assert bench.report("direction-ignored", box="1", direction=name) == "QLD-0-11(1)(b)"
    bench.play.send(Lapse())
    bench.play.send(Lapse())
    assert bench.report(kind, ended="yes") == clause
    assert bench.report("direction-ignored", box="1", direction=name) == "nonsense"


def test_players_may_be_kept_apart() -> None:
    apart = ("! side-bet box=1 with=Ben\nsupervisor: no sanction\nsupervisor: no exclusion\nsupervisor: keep apart\n"
             f"=! ruled [QLD-0-11(2)(c)]\n1: bet\n2: bet\n{PLAYED_ON}")
    poker(apart + "next round\nbox 1 Ann: ante 10\nbox 2 Ben: ante 10\n=! refused [QLD-0-11(2)(c)]\nbox 3 Cat: ante 5\n"
          "deal 1: Kc 9d 4h\ndeal 3: 2c 7d 9s\ndeal dealer: Qd 9c 3c\n1: fold\n3: fold\n= 1 Ann ante lose 10\n"
          "= 3 Cat ante lose 5\n")
    poker(apart + "next round\nbox 2 Ben: ante 10\nbox 1 Ann: ante 10\n=! refused [QLD-0-11(2)(c)]\n"
          "deal 2: Kc 9d 4h\ndeal dealer: Qd 9c 3c\n2: fold\n= 2 Ben ante lose 10\n")


def test_nobody_is_kept_from_himself_or_from_strangers() -> None:
    for other in ("Ann", "Zoe", "spectator"):
        poker(f"! side-bet box=1 with={other}\nsupervisor: no sanction\nsupervisor: no exclusion\n1: bet\n2: bet\n"
              + PLAYED_ON)


def test_sanctions_are_for_people_at_the_table() -> None:
    bench = Bench()
    bench.bet("Ann", 1000)
    assert bench.report("contravention", player="Zoe") == "nonsense"
    assert bench.report("contravention", box="2") == "nonsense"
    assert bench.report("contravention") == "nonsense"
    assert bench.report("contravention", player="Ann") == "QLD-0-11(1)"


# -- 13: limits --------------------------------------------------------------------------------------------------

ROUND = f"box 1 Ann: player 5\n{CARDS}= 1 Ann player lose 5\nnext round\n"
NOTICE = "! limits-notice minimum=10 starts=30 now=5\n=! ruled [QLD-0-13(1)]\n"


@pytest.mark.parametrize("rounds, now, clause", [
    (2, 40, "QLD-0-13(1)(a)"), (3, 40, ""), (3, 30, ""), (3, 29, "QLD-0-13(1)(c)"), (4, 24, "QLD-0-13(1)(c)"),
])
def test_a_higher_minimum_needs_three_rounds_and_its_time(rounds: int, now: int, clause: str) -> None:
    changed = f"! limits-changed minimum=10 now={now}\n" + (
        f"=! refused [{clause}]\nbox 1 Ann: player 5\n" if clause else "=! announced [QLD-0-13(1)(b)]\n"
        "box 1 Ann: player 9.50\n=! refused [QLD-1-9(1)]\nbox 1 Ann: player 10\n")
    baccarat(NOTICE + ROUND * rounds + changed + CARDS, minimum="5")


@pytest.mark.parametrize("shown, starts, now, ok", [(5, 20, 24, False), (5, 20, 25, True), (5, 26, 25, False)])
def test_twenty_minutes_on_a_sign(shown: int, starts: int, now: int, ok: bool) -> None:
    notice = f"! limits-notice minimum=10 starts={starts} now={shown}\n"
    changed = f"! limits-changed minimum=10 now={now}\n" + ("" if ok else "=! refused [QLD-0-13(1)(c)]\n")
    baccarat(notice + ROUND * 3 + changed + f"box 1 Ann: player 10\n{CARDS}", minimum="5")


def test_void_and_empty_rounds_are_no_notice() -> None:
    void = "box 1 Ann: player 5\n! not-enough-cards\nnext round\n"
    empty = CARDS + "next round\n"
    changed = "! limits-changed minimum=10 now=90\n=! refused [QLD-0-13(1)(a)]\nbox 1 Ann: player 5\n"
    baccarat(NOTICE + ROUND * 2 + void * 2 + empty * 2 + changed + CARDS, minimum="5")


def test_other_changes_need_rounds_and_no_clock() -> None:
    notice = "! limits-notice minimum=2 maximum=50\n"
    baccarat(notice + ROUND * 3 + "! limits-changed minimum=2 maximum=40\n=! refused [QLD-0-13(1)(a)]\n"
             "! limits-changed minimum=2 maximum=50\nbox 1 Ann: player 50.50\n=! refused [QLD-1-9(1)]\n"
             f"box 1 Ann: player 50\nbox 2 Ben: player 2\nbox 3 Cat: player 1.50\n=! refused [QLD-1-9(1)]\n{CARDS}",
             minimum="5", maximum="500")
    baccarat("! limits-notice maximum=1000\n" + ROUND * 2 + "! limits-changed maximum=1000\n"
             f"=! refused [QLD-0-13(1)(a)]\n{ROUND}! limits-changed maximum=1000\nbox 1 Ann: player 1000\n{CARDS}",
             minimum="5", maximum="500")


def test_a_notice_is_used_once() -> None:
    raised = NOTICE + ROUND * 3 + "! limits-changed minimum=10 now=30\n"
    ten = ROUND.replace("player 5", "player 10").replace("lose 5", "lose 10")
    lowered = "! limits-notice minimum=5\n" + ten * 3 + "! limits-changed minimum=5 now=60\n"
    baccarat(raised + lowered + ROUND * 3 + "! limits-changed minimum=10 now=120\n=! refused [QLD-0-13(1)(a)]\n"
             f"box 1 Ann: player 5\n{CARDS}", minimum="5")


def test_a_minimum_raised_at_once_is_for_newcomers() -> None:
    played = baccarat(
        ROUND + "box 2 Ben: player 5\n! minimum-raised minimum=25\n=! ruled [QLD-0-13(2)]\nbox 1 Ann: player 5\n"
        "box 1 Ann: tie 4.50\n=! refused [QLD-1-9(1)]\nbox 3 Cat: player 24.50\n=! refused [QLD-1-9(1)]\n"
        f"box 3 Cat: player 25\n{CARDS}next round\nbox 2 Ben: player 5\n! player-leaves player=Ann\n"
        "=! ruled [QLD-0-13(2)(b)]\nbox 1 Ann: player 5\n=! refused [QLD-1-9(1)]\nbox 1 Ann: player 25\n" + CARDS,
        minimum="5")
    assert [clause for clause in told(played) if clause.startswith("QLD-0-13(2)")] == [
        "QLD-0-13(2)(a)", "QLD-0-13(2)(a)", "QLD-0-13(2)(b)"]


def test_the_marker_lies_where_the_player_sits() -> None:
    bench = Bench(minimum="5")
    bench.bet("Ann", 500, box=4)
    bench.bet("Ann", 500, box=2)
    assert bench.report("minimum-raised", minimum="10") == "QLD-0-13(2)"
    assert [(event.what[:21], str(event.clause)) for event in bench.t.events if isinstance(event, Announced)] == [
        ("a marker before box 4", "QLD-0-13(2)(c)")]
    assert bench.bet("Ann", 500, box=7) == "" and bench.bet("Ben", 500, box=7) == "QLD-1-9(1)"


@pytest.mark.parametrize("id, cited", [("qld/baccarat", "QLD-1-9(1)"), ("qld/three-card-poker", "QLD-0-13(1)"),
                                       ("qld/blackjack", "QLD-2-18"), ("qld/craps", "QLD-4-8(1)")])
def test_minimums_are_kept_at_every_table_but_one(id: str, cited: str) -> None:
    bench = Bench(id, minimum="5", maximum="50")
    assert bench.bet("Ann", 500) == ""
    assert bench.report("minimum-raised", minimum="10") == "QLD-0-13(2)"
    assert [bench.bet("Ben", amount, box=2) for amount in (500, 900, 5100, 1000)] == [cited, cited, cited, ""]
    later = Bench(id, msgspec.json.decode(msgspec.json.encode({**bench.t.game.opening_state(),
                                                               "front": bench.t.state["front"]})), minimum="5")
    assert [later.bet("Ann", amount) for amount in (400, 500)] == [cited, ""]


def test_a_minimum_raised_twice() -> None:
    bench = Bench(minimum="5")
    bench.bet("Ann", 500)
    bench.report("minimum-raised", minimum="10")
    bench.bet("Ben", 1000, box=2)
    bench.report("minimum-raised", minimum="25")
    assert [bench.bet(player, amount, box=3) for player, amount in (("Ann", 500), ("Ben", 1000), ("Cat", 1000))] == [
        "", "", "QLD-1-9(1)"]


def test_notice_ends_what_players_kept() -> None:
    kept = "box 1 Ann: player 5\n! minimum-raised minimum=10\n" + CARDS + "next round\n"
    notice = "! limits-notice minimum=10 starts=20 now=0\n" + ROUND * 3
    ended = "! limits-changed minimum=10 now=20\n=! announced [QLD-0-13(1)(b)]\nbox 1 Ann: player 5\n"
    baccarat(kept + notice + ended + f"=! refused [QLD-1-9(1)]\nbox 1 Ann: player 10\n{CARDS}", minimum="5")
    early = "! limits-changed minimum=10 now=19\n=! refused [QLD-0-13(1)(c)]\n"
    baccarat(kept + notice + early + f"box 1 Ann: player 5\n{CARDS}", minimum="5")
    other = "! limits-notice maximum=900\n" + ROUND * 3 + "! limits-changed maximum=900\n"
    baccarat(kept + other + f"box 1 Ann: player 5\nbox 2 Ben: player 5\n=! refused [QLD-1-9(1)]\n{CARDS}", minimum="5")


def test_nobody_keeps_a_minimum_at_roulette() -> None:
    bench = Bench("qld/roulette", minimum="5")
    assert bench.bet("Ann", 500) == ""
    assert bench.report("minimum-raised", minimum="10") == "QLD-7-15(1)"
    assert bench.bet("Ben", 500, box=2) == ""
    spins = "box 1 Ann: red 5\nspin 2\n= 1 Ann red lose 5\n" * 3
    good("game qld/roulette\noption minimum=5\n! limits-notice minimum=10 starts=20 now=0\n" + spins
         + "! limits-changed minimum=10 now=20\nbox 1 Ann: red 5\n=! refused [QLD-7-15(2)]\nbox 1 Ann: red 10\nspin 2\n"
         "= 1 Ann red lose 10\n")


@pytest.mark.parametrize("facts, ok", [
    ({}, False), ({"minimum": "5"}, False), ({"minimum": "4"}, False), ({"minimum": "5.50"}, True),
    ({"minimum": "100"}, True), ({"minimum": "100.50"}, False), ({"minimum": "x"}, False), ({"maximum": "200"}, False),
])
def test_raises_that_make_no_sense(facts: dict[str, str], ok: bool) -> None:
    bench = Bench(minimum="5", maximum="100")
    assert bench.report("minimum-raised", **facts) == ("QLD-0-13(2)" if ok else "nonsense")


def test_notices_that_make_no_sense() -> None:
    bench = Bench(minimum="5", maximum="100")
    assert bench.report("limits-notice", minimum="10", now="soon") == "nonsense"
    assert bench.report("limits-notice", minimum="101") == "nonsense"
    assert bench.report("limits-notice", maximum="0") == "nonsense"
    assert bench.report("limits-changed") == "nonsense"
    assert bench.report("player-leaves", player="Zoe") == "nonsense"


def test_what_a_table_remembers_is_plain_and_kept_apart() -> None:
    first = Bench(minimum="5")
    first.bet("Ann", 500)
    first.report("minimum-raised", minimum="10")
    before = first.t.state["front"]
    first.report("limits-notice", minimum="20", starts="20")
    assert first.t.state["front"] is not before and not before["limits"].get("notices")
    state = msgspec.json.decode(msgspec.json.encode(first.t.state))
    state["loaded"] = False
    later = Bench(state=state, minimum="5")
    assert later.bet("Ann", 500) == "" and later.bet("Ben", 500, box=2) == "QLD-1-9(1)"


# -- 14 to 17: cards and card machines --------------------------------------------------------------------------


@pytest.mark.parametrize("backs, result", [("red,red", "QLD-0-14(1)"), ("red", "QLD-0-14(1)"), ("red,blue", "refused"),
                                           ("", "nonsense")])
def test_decks_have_one_back(backs: str, result: str) -> None:
    bench = Bench()
    met = bench.report("cards-brought", backs=backs)
    assert met == ("QLD-0-14(1)" if result == "refused" else result)
    assert isinstance(bench.t.events[-1], Refused) == (result == "refused")


@pytest.mark.parametrize("id, options, right", [
    ("qld/baccarat", {}, "shoe"), ("qld/baccarat", {"shoe": "machine"}, "machine"),
    ("qld/three-card-poker", {}, "shoe"), ("qld/three-card-poker", {"device": "shuffler"}, "shuffler"),
])
def test_cards_come_out_of_the_shoe_or_what_stands_for_it(id: str, options: dict[str, str], right: str) -> None:
    for source in ("shoe", "machine", "shuffler", "hand", "elsewhere"):
        bench = Bench(id, **options)
        bench.report("dealt-from", source=source)
        assert isinstance(bench.t.events[-1], Refused) == (source != right)


def test_there_are_no_cards_at_a_wheel() -> None:
    told = {"cards-brought": {"backs": "red,blue"}, "dealt-from": {"source": "hand"}, "shuffle-directed": {},
            "reshuffle-asked": {}}
    for kind, facts in told.items():
        assert Bench("qld/roulette").report(kind, **facts) == "referred"


def test_cards_shuffled_for_every_round_may_be_shuffled_again_on_request() -> None:
    bench = Bench("qld/three-card-poker")
    asked = bench.play.send(Irregular("reshuffle-asked", {"pre-shuffled": "yes"}))
    assert type(asked) is Shuffle and asked.clause == "QLD-0-15(4)"
    bench.play.send(Shuffled())
    bench.bet("Ann", 1000)
    bench.play.send(Close())
    bench.play.send(Cards((BACK,) * 3))
    assert bench.report("reshuffle-asked", **{"pre-shuffled": "yes"}) == "referred"


def test_blackjack_is_shuffled_by_direction_and_on_request() -> None:
    bench = Bench("qld/blackjack")
    asked = bench.play.send(Irregular("reshuffle-asked", {"pre-shuffled": "yes"}))
    assert type(asked) is Shuffle and asked.clause == "QLD-0-15(4)"
    for answer in (Shuffled(), CutAt(100), CutAt(100)):
        bench.play.send(answer)
    bench.bet("Ann", 1000)
    assert bench.report("shuffle-directed") == "QLD-0-15(2)(c)"
    next_round = Table(bench.t.game, bench.t.state).play()
    first = next(next_round)
    assert type(first) is Shuffle and first.clause == "QLD-0-15(2)(c)"
    later = Bench("qld/blackjack", {**bench.t.game.opening_state(), "shuffle": False, "rounds": 1})
    assert later.report("reshuffle-asked", **{"pre-shuffled": "yes"}) == "referred", "cards have left the shoe"


@pytest.mark.parametrize("decks, approved, ok", [(8, (1, 8), True), (9, (1, 10), False), (5, (6, 8), False),
                                                 (6, (6, 8), True), (7, (1, 6), False)])
def test_how_many_decks_a_machine_takes(decks: int, approved: tuple[int, int], ok: bool) -> None:
    assert Baccarat().machine_takes(decks, *approved) is ok


def test_a_machine_is_not_opened_with_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert game("qld/baccarat", {"shoe": "machine", "decks": "8"}).decks == 8
    monkeypatch.setattr(Baccarat, "machine_takes", lambda self, decks: False)
    with pytest.raises(BadOption, match=r"QLD-0-16\(a\)"):
        game("qld/baccarat", {"shoe": "machine"})


def test_a_machine_fault_that_hurt_somebody_lets_all_retract() -> None:
    poker("! card-machine-malfunction disadvantaged=yes\n=! ruled [QLD-0-17(1)]\n=! announced [QLD-0-17(2)]\n"
          f"1: retract\n2: continue\n2: bet\n= 1 Ann ante void [QLD-0-17(3)]\n{BEN_ALONE}")


def test_a_machine_fault_that_hurt_nobody_changes_nothing() -> None:
    poker(f"! card-machine-malfunction disadvantaged=no\n=! ruled [QLD-0-17(1)]\n1: bet\n2: bet\n{PLAYED_ON}")
