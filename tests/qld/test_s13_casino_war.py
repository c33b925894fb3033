"""Casino war: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Announced, Ruled
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s13_casino_war import CasinoWar
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Missed, Place, Shuffled
from pitboss.table.decisions import silence_of
from pitboss.table.driver import play_round
from pitboss.table.facts import DEALER, Dealt, Referred, Rejected, Settled
from pitboss.table.headlines import headline
from pitboss.table.requests import Asked, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

TWO = """game qld/casino-war
option minimum=5 maximum=1000
box 1 Ann: casino war 10
box 2 Ben: casino war 20
"""
TIED = TWO + "deal 1: 8h\ndeal 2: 8d\ndeal dealer: 8c\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


WAGERS = Place(1, "Ann", (("casino war", 10_00),)), Place(2, "Ben", (("casino war", 20_00),))


class Pit:
    """Ann and Ben bet on boxes 1 and 2; what is dealt is listed, "miss" where a hand is passed by; a report is made
    when its turn in the list comes; everybody goes to war."""

    def __init__(self, dealt: list[str | Irregular], wagers: tuple[Place, ...] = ()) -> None:
        self.dealt, self.asked = dealt, list[Asked]()
        self.wagers = list(wagers or WAGERS)

    def answer(self, t: Table, request: Asked) -> Answer:
        self.asked.append(request)
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                return self.wagers.pop(0) if self.wagers else Close()
            case Deal() | Reveal() if self.dealt and isinstance(self.dealt[0], Irregular):
                report = self.dealt.pop(0)
                assert isinstance(report, Irregular)
                return report
            case Deal():
                card = self.dealt.pop(0)
                assert isinstance(card, str)
                return Missed() if card == "miss" else Cards((card,))
            case Reveal():
                return Cards(())
            case Direct() | Offer():
                return Lapse()
        return Choice(request.hand, "go to war", request.player)


def played(*dealt: str | Irregular, wagers: tuple[Place, ...] = (), **options: str) -> Table:
    t, pit = Table(game("qld/casino-war", options)), Pit(list(dealt), wagers)
    play_round(t, pit)
    assert not pit.dealt
    return t


def results(t: Table) -> dict[tuple[str, str], str]:
    return {(line.player, line.wager): line.outcome for line in t.lines}


# -- wagers ----------------------------------------------------------------------------------------------


def test_only_defined_wagers_open_a_round() -> None:
    good(TWO + "box 3 Cat: pair 5\n=! refused [QLD-13-6(1)]\ndeal 1: Kh\ndeal 2: 2h\ndeal dealer: 8c\n")


def test_the_box_total_counts_first_wagers_only() -> None:
    good("game qld/casino-war\noption minimum=5 maximum=100\nbox 1 Ann: casino war 60, tie 10\n"
         "box 1 Ben: casino war 40, tie 10\ndeal 1: Kh\ndeal dealer: 8c\n")


@pytest.mark.parametrize("line", ["1 Ann: reduce tie to 4\n=! refused [QLD-13-11(1)]", "1 Ann: reduce tie to 5",
                                  "1 Ann: remove tie"])
def test_a_tie_wager_may_be_made_smaller_within_the_limits(line: str) -> None:
    good(f"game qld/casino-war\noption minimum=5 maximum=1000\nbox 1 Ann: casino war 10, tie 20\n{line}\n"
         "deal 1: Kh\ndeal dealer: 8c\n= 1 Ann casino war win 10\n")


def test_a_table_may_keep_a_player_to_one_box() -> None:
    good(TWO.replace("maximum=1000", "maximum=1000 several-boxes=no") +
         "box 3 Ann: casino war 10\n=! refused [QLD-13-10(1)]\ndeal 1: Kh\ndeal 2: 2h\ndeal dealer: 8c\n")


def test_a_box_that_another_took_after_it_was_given_up() -> None:
    with pytest.raises(Unplayable, match="Ben does not play box 2 and another box"):
        good(TWO + "! box-wanted box=2\n=! ruled [QLD-13-10(1)]\ndeal 1: Kh\ndeal 2: 2h\ndeal dealer: 8c\n")


def test_nothing_lies_there_to_take() -> None:
    with pytest.raises(Unplayable, match="Ann has no go to war on box 1"):
        good(TIED + "1 Ann: remove go to war\n1: surrender\n2: surrender\n")


# -- decisions -------------------------------------------------------------------------------------------


def test_a_player_who_has_decided_waits() -> None:
    good(TIED + "1: surrender\n1: go to war\n=! refused [QLD-13-16(4)]\n2: surrender\n= 1 Ann casino war surrender 5\n")


def test_nobody_decides_for_another_on_the_box() -> None:
    good("game qld/casino-war\nbox 1 Ann: 10\nbox 1 Ben: 20\ndeal 1: 8h\ndeal dealer: 8c\n1 Ann: surrender\n"
         "1 Ann: go to war\n=! refused [QLD-13-16(4)]\n1 Ben: surrender\n= 2 Ann casino war surrender 5\n"
         .replace("= 2", "= 1"))


def test_silence_is_a_surrender_by_the_rule_of_the_house() -> None:
    made = game("qld/casino-war")
    assert isinstance(made, CasinoWar)
    t, pit = Table(made), Pit(["8h", "8d", "8c", "Kh", "Ks", "2c"])
    told = []

    class Watch:
        def answer(self, t: Table, request: Asked) -> Answer:
            if type(request) is Choose:
                told.append(silence_of(t.game, request))
            return pit.answer(t, request)

    play_round(t, Watch())
    assert [(one.name, one.clause) for one in told if one is not None] == [("surrender", "")] * 2


@pytest.mark.parametrize("facts, said", [
    ("box=1", "player= must say who is away"), ("box=1 player=Cat", "Cat has nothing to decide"),
])
def test_who_is_away_must_be_told_on_a_shared_box(facts: str, said: str) -> None:
    with pytest.raises(Unplayable, match=said):
        good(f"game qld/casino-war\nbox 1 Ann: 10\nbox 1 Ben: 20\ndeal 1: 8h\ndeal dealer: 8c\n"
             f"! player-absent {facts}\n1 Ann: surrender\n1 Ben: surrender\n")


def test_the_other_player_of_the_box_may_be_told_away_first() -> None:
    done = good("game qld/casino-war\nbox 1 Ann: 10\nbox 1 Ben: 20\ndeal 1: 8h\ndeal dealer: 8c\n"
                "! player-absent box=1 player=Ben\n=! ruled [QLD-13-27]\n1 Ann: surrender\n"
                "= 1 Ben casino war surrender 10 [QLD-13-27]\n= 1 Ann casino war surrender 5\n")
    assert [line.player for line in done.lines] == ["Ben", "Ann"]


# -- the order of cards and settlements ------------------------------------------------------------------


def test_ties_are_settled_first_and_from_the_right() -> None:
    tie = (("casino war", 10_00), ("tie", 10_00))
    t = played("Kh", "3d", "8c", wagers=(Place(1, "Ann", tie), Place(2, "Ben", tie)))
    assert [(line.box, line.wager) for line in t.lines] == [
        (2, "tie"), (1, "tie"), (2, "casino war"), (1, "casino war")]


def test_wars_are_dealt_from_the_left_and_settled_from_the_right() -> None:
    t = played("8h", "8d", "8c", "Kh", "2d", "9c")
    assert [event.to for event in t.events if isinstance(event, Dealt)] == ["1", "2", DEALER] * 2
    assert [(line.box, line.wager, line.outcome) for line in t.lines] == [
        (2, "go to war", "lose"), (2, "casino war", "lose"), (1, "go to war", "win"), (1, "casino war", "void")]


# -- cards that do not come ------------------------------------------------------------------------------


def test_a_box_passed_by_is_noticed_before_anything_is_settled() -> None:
    """25(1): the cards that came are Ann's and Ben's; the dealer gets the next."""
    t = played("miss", "Kd", "8c", "9c")
    assert t.hands["1"].cards == ["Kd"] and t.hands["2"].cards == ["8c"] and t.hands[DEALER].cards == ["9c"]
    assert [str(event.clause) for event in t.events if isinstance(event, Ruled)] == ["QLD-13-25(1)"]
    assert results(t) == {("Ann", "casino war"): "win", ("Ben", "casino war"): "lose"}


def test_a_dealer_passed_by_is_dealt_a_card() -> None:
    t = played("Kh", "3d", "miss", "8c")
    assert [str(event.clause) for event in t.events if isinstance(event, Dealt)][-1] == "QLD-13-28"
    assert results(t) == {("Ann", "casino war"): "win", ("Ben", "casino war"): "lose"}


def test_a_war_card_that_nobody_missed_is_noticed_when_the_others_are_settled() -> None:
    t = played("8h", "8d", "8c", "miss", "Kd", "9c")
    assert [str(event.clause) for event in t.events if isinstance(event, Ruled)] == ["QLD-13-26(1)"]
    assert results(t) == {("Ben", "go to war"): "win", ("Ben", "casino war"): "void",
                          ("Ann", "casino war"): "void", ("Ann", "go to war"): "void"}
    assert [str(line.clause) for line in t.lines if line.player == "Ann"] == ["QLD-13-26(1)"] * 2


def test_where_no_box_has_a_war_card_they_are_put_in_order() -> None:
    t = played("8h", "8d", "8c", "miss", "miss", "9c", "Kd", "2c")
    assert [str(event.clause) for event in t.events if isinstance(event, Ruled)] == ["QLD-13-26(2)"]
    assert t.hands["1"].cards == ["8h", "9c"] and t.hands["2"].cards == ["8d", "Kd"]
    assert t.hands[DEALER].cards == ["8c", "2c"]


def test_cards_entered_at_war_are_laid_again_as_they_came() -> None:
    report = Irregular("no-second-card", {"box": "1"})
    t = played("8h", "8d", "8c", "miss", "Kd", report, "2c", "4c")
    assert [t.hands[hand].cards for hand in ("1", "2", DEALER)] == [["8h", "Kd"], ["8d", "2c"], ["8c", "4c"]]
    assert [str(event.clause) for event in t.events if isinstance(event, Ruled)] == ["QLD-13-26(2)"]


@pytest.mark.parametrize("cards, said", [("As", "leaves out some of Kd"), ("Kd,xx", "cards=")])
def test_cards_named_at_war_must_be_those_that_were_dealt(cards: str, said: str) -> None:
    report = Irregular("no-second-card", {"box": "1", "cards": cards})
    t = played("8h", "8d", "8c", "miss", "Kd", report, "2c")
    assert [event.what for event in t.events if isinstance(event, Rejected) and said in event.what]


def test_a_report_that_the_table_knows_better_is_for_the_supervisor() -> None:
    report = Irregular("no-second-card", {"box": "1", "acted": "yes"})
    t = played("8h", "8d", "8c", "miss", report, "Kd", "2c")
    assert any(isinstance(event, Referred) for event in t.events)


# -- cards that should not have come ---------------------------------------------------------------------


def test_a_card_on_an_empty_area_in_the_first_deal_goes_to_the_next_place() -> None:
    good(TWO + "deal 1: 8h\n! card-drawn-in-error box=5 card=2c exposed=yes\n=! ruled [QLD-13-25(1)]\n"
         "deal dealer: 8c\n1: surrender\n= 2 Ben casino war lose 20\n")


def test_a_card_on_an_empty_area_after_the_first_deal_is_referred() -> None:
    good(TIED + "! card-drawn-in-error box=5 card=2c exposed=yes\n=! referred\n1: surrender\n2: surrender\n")


def test_a_third_card_on_a_box_at_war_is_referred() -> None:
    good(TIED + "1: go to war\n2: go to war\ndeal 1: Kh\n! card-drawn-in-error box=1 card=2c exposed=yes\n=! referred\n"
         "deal 2: 3h\ndeal dealer: 4h\n")


def test_a_second_card_on_the_dealers_hand_while_players_decide() -> None:
    good(TIED + "! card-drawn-in-error hand=dealer card=2c exposed=yes\n=! ruled [QLD-13-23(2)]\n"
         "1: surrender\n2: surrender\n")


def test_a_card_for_the_dealer_is_no_error_while_the_war_is_dealt() -> None:
    report = Irregular("card-drawn-in-error", {"hand": DEALER, "card": "2c", "exposed": "yes"})
    t = played("8h", "3d", "8c", "Kh", report, "4c")
    assert any(isinstance(event, Referred) for event in t.events)
    t = played("8h", "3d", "8c", "Kh", "4c", report)
    assert [str(event.clause) for event in t.events if isinstance(event, Ruled)] == ["QLD-13-23(2)"]


def test_an_unseen_card_that_nobody_needed_opens_the_next_round() -> None:
    done = good("game qld/casino-war\nbox 1 Ann: 10\ndeal 1: 8h Kh\ndeal dealer: 8c 2c\n1: go to war\n"
                "! card-drawn-in-error card=As exposed=no\n=! ruled [QLD-13-22]\n= 1 Ann go to war win 10\n"
                "next round\nbox 1 Ann: 10\ndeal dealer: Kc\n= 1 Ann casino war win 10\n")
    assert [event.cards for event in done.events if isinstance(event, Dealt)][-2:] == [("As",), ("Kc",)]


# -- the shoe --------------------------------------------------------------------------------------------


def test_the_cards_are_shuffled_after_the_round_of_the_cutting_card() -> None:
    t = Table(game("qld/casino-war"))
    shuffles = []
    for dealt in (["8h", "9d", "Kc"], [Irregular("cutting-card", {}), "8h", "9d", "Kc"], ["8h", "9d", "Kc"]):
        pit = Pit(list(dealt))
        play_round(t, pit)
        shuffles.append([str(request.clause) for request in pit.asked if isinstance(request, Shuffle)])
    assert shuffles == [["QLD-0-15(2)(a)"], [], ["QLD-13-18"]]


def test_two_cutting_cards_and_one_cut_by_the_player() -> None:
    pit = Pit(["8h", "9d", "Kc"])
    play_round(Table(game("qld/casino-war", {"decks": "8"})), pit)
    assert [(request.what, request.least, request.most) for request in pit.asked if isinstance(request, Cut)] == [
        ("cut", 10, 406), ("last round", 52, 208)]


def test_cards_come_from_the_machine_where_there_is_one() -> None:
    text = ("game qld/casino-war\noption shoe=machine\nbox 1 Ann: 10\n! dealt-from source={}\n"
            "deal 1: Kh\ndeal dealer: 8c\n")
    good(text.format("machine"))
    with pytest.raises(Unplayable, match=r"cards dealt from shoe \[QLD-13-4\(2\)\]; the machine"):
        good(text.format("shoe"))


# -- how it is told --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards, said", [
    (("Kh", "3d", "8c"), ("You win 10.00: king beats eight", "Three loses to eight")),
    (("8h", "3d", "8c", "Kh", "9c"), ("You win 10.00: at war king beats nine", "Three loses to eight")),
    (("8h", "9d", "8c", "2h", "9c"), ("At war two loses to nine", "You win 20.00: nine beats eight")),
    (("8h", "9d", "8c", "2h", "2c"), ("You win 20.00: equal again at war, two and two",
                                      "You win 20.00: nine beats eight")),
])
def test_headlines(cards: tuple[str, ...], said: tuple[str, str]) -> None:
    t = played(*cards)
    assert (headline(t, "Ann"), headline(t, "Ben")) == said


def test_who_surrendered_is_told_so() -> None:
    class GivesUp(Pit):
        def answer(self, t: Table, request: Asked) -> Answer:
            answer = super().answer(t, request)
            return Choice(answer.hand, "surrender", answer.player) if isinstance(answer, Choice) else answer

    t = Table(game("qld/casino-war"))
    play_round(t, GivesUp(["8h", "8d", "8c"], (WAGERS[0], Place(2, "Ben", (("casino war", 20_00), ("tie", 10_00))))))
    assert headline(t, "Ann") == "You surrendered"
    assert headline(t, "Ben") == "You win 90.00: tie pays 100.00; you surrendered"


def test_a_rank_is_told_however_it_was_announced() -> None:
    done = good(TIED + "! wrong-total-announced box=1\n=! ruled [QLD-13-20]\n1: surrender\n2: surrender\n")
    assert "box 1 has eight" in [event.what for event in done.events if isinstance(event, Announced)]


def test_settled_lines_show_the_cards_that_decided() -> None:
    t = played("8h", "9d", "8c", "2h", "9c")
    line = next(line for line in t.lines if isinstance(line, Settled) and line.player == "Ben")
    worth = [t.game.hand_worth(t, hand, t.hands[hand].cards) for hand in ("2", DEALER)]
    assert line.outcome == "win" and worth[0] is not None and worth[1] is not None and worth[0].rank > worth[1].rank
