"""Blackjack, sections 30 to 42: what the golden rounds of irregularities leave out."""

from __future__ import annotations

import pytest
from support.blackjack import STAND, TWO, Dealer, blackjack, good

from pitboss.equipment.rng import SeededSource
from pitboss.law import Announced, Ruled
from pitboss.rulebooks import settle
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Missed, Place, Shuffled
from pitboss.table.driver import Replay, play_round
from pitboss.table.facts import Dealt, Returned
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Choose, Cut, Deal, Gather, Offer, Reveal, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import DEALING, Table

# -- 30 to 33: cards out of place


def test_card_face_up_in_the_shoe_is_removed() -> None:
    good(TWO + "! card-face-up-in-shoe card=9c\n=! ruled [QLD-2-30]\n" + STAND)
    with pytest.raises(Unplayable, match="already on the table"):
        settle(TWO.replace("box 1", "option decks=5\nbox 1", 1) + "! card-face-up-in-shoe card=9c\n" * 5 + STAND)


def test_exposed_card_in_the_opening_deal_is_referred() -> None:
    it, report = blackjack(), Irregular("card-drawn-in-error", {"exposed": "yes", "card": "4s"})
    t = Table(it)
    t.phase = DEALING
    assert not any(rule.applies(it, t, report) for rule in it.rulings(report.kind))


def test_card_on_a_dealers_hand_that_takes_no_more_is_removed() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Ah Kh\ndeal dealer: Kc {second}\n"
    extra = "! card-drawn-in-error hand=dealer card=4s exposed=yes\n=! {what}\n= 1 Ann original win 15\n"
    good(text.format(second="7d") + extra.format(what="ruled [QLD-2-32(2)]"))
    good(text.format(second="6d") + extra.format(what="ruled [QLD-2-31(2)]"))


def test_shoe_without_enough_cards() -> None:
    good(TWO + "! not-enough-cards\n=! ruled [QLD-2-33(1)]\ncut 9\n=! refused [QLD-2-33(1)]\ncut 10\n" + STAND)
    good(TWO + "! not-enough-cards shoe=machine\n=! ruled [QLD-2-33(2)]\ndealer: manual shoe\n"
         "=! announced [QLD-2-33(2)]\n" + STAND)
    machine = TWO.replace("box 1", "option shoe=machine\nbox 1", 1)
    good(machine + "! not-enough-cards\n=! ruled [QLD-2-33(2)]\n" + STAND)


def test_shuffle_for_a_short_shoe_is_asked_for() -> None:
    for options, clause in (({}, "QLD-2-33(1)"), ({"shoe": "machine"}, "QLD-2-33(2)")):
        t, dealer = Table(blackjack(**options)), Dealer("Th 9c 9d 8d")
        dealer.cards.insert(2, "short")
        play_round(t, dealer)
        assert dealer.shuffles()[-1] == clause
        assert options or t.state["shuffle"] is True


# -- 34 to 42


def dealt_after(played: Played) -> dict[str, list[str]]:
    """The cards of each hand as they lay in the end."""
    hands: dict[str, list[str]] = {}
    for event in played.events:
        if isinstance(event, Ruled):
            hands.clear()
        elif isinstance(event, Dealt):
            hands.setdefault(event.to, []).extend(event.cards)
    return hands


def test_missed_second_card_before_action_puts_the_cards_in_order() -> None:
    """Box 1 was passed by in the second round of cards, so box 2 got its card."""
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: Th\ndeal 2: 9d 7d 5c\n"
        "deal dealer: Jc 8h\n! one-card box=1\n=! ruled [QLD-2-34(1)]\n1: stand\n2: stand\n"
    )
    assert dealt_after(played) == {"1": ["Th", "7d"], "2": ["9d", "5c"], "dealer": ["Jc", "8h"]}


def test_extra_hand_before_action_is_put_in_order() -> None:
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 3 Ben: original 20\ndeal 1: Th 4c\ndeal 3: 9d 7d\n"
        "deal dealer: Jc\n! extra-hand box=2 cards=2c,3d\n=! ruled [QLD-2-34(1)]\n1: stand\n3: stand\n"
    )
    # Came as Th 2c 9d Jc 4c 3d 7d; the 7 is left over, and is the dealer's second card.
    assert dealt_after(played) == {"1": ["Th", "Jc"], "3": ["2c", "4c"], "dealer": ["9d", "3d", "7d"]}


def test_misplaced_cards_after_action_are_referred() -> None:
    good(TWO + "1: stand\n! wrong-dealing-order\n=! referred\n2: stand\n= 1 Ann original win 10\n")
    good(TWO.replace("Th 9c", "As Ks").replace("Kc 8h", "9s 9h")
         + "! wrong-dealing-order\n=! referred\n2: stand\n= 1 Ann original win 15\n")


def test_insurance_goes_back_when_the_cards_are_laid_again() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Th 9c\ndeal dealer: As 8h\n1: insurance 5\n"
    played = good(text + "! wrong-dealing-order\n=! ruled [QLD-2-34(1)]\n1: stand\n= 1 Ann original void\n")
    assert [event.amount for event in played.events if isinstance(event, Returned)] == [500]


@pytest.mark.parametrize("kind", ["double down", "split"])
def test_action_on_the_first_box_counts_from_its_next_card(kind: str) -> None:
    it = blackjack()
    t = Table(it)
    t.notes["opening"] = 0
    t.put(("5c", "5d"), "1", it.kinds[0].clause, True)
    t.notes["doubled"] = ["1"] if kind == "double down" else []
    if kind == "split":
        t.hands.split("1")
    assert not it.acted(t)
    t.hands["1a" if kind == "split" else "1"].cards.append("9d")
    assert it.acted(t)


def test_dealer_may_hold_more_than_two_cards_too_many() -> None:
    good(TWO.replace("Kc 8h", "Kc 2h 8h") + "1: stand\n! dealer-too-many-cards cards=3\n"
         "1: continue\n2: withdraw\n= 1 Ann original lose 10\n= 2 Ben original void [QLD-2-35(1)(b)]\n")
    with pytest.raises(Unplayable, match="cards=1: write a number, 2 to 5"):
        settle(TWO + "1: stand\n! dealer-too-many-cards cards=1\n2: stand\n")


def test_withdrawing_takes_what_was_added_along() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: 6c 5c 2c\ndeal 2: Td 7d\n"
         "deal dealer: Ac 9h\n1: insurance 5\n1: double down\n! dealer-too-many-cards\n1: withdraw\n"
         "2: continue\n2: stand\n"
         "= 1 Ann original void [QLD-2-35(1)(b)]\n= 1 Ann double down void\n= 1 Ann insurance void\n"
         "= 2 Ben original lose 20\n")


def test_last_player_skipped_when_only_the_second_card_is_out_is_referred() -> None:
    good(TWO + "1: stand\n! last-player-skipped box=2 cards=2 dealer=5d\n=! referred\n2: stand\n"
         "= 1 Ann original win 10\n= 2 Ben original lose 20\n")


def test_skipping_the_last_player_for_more_cards_is_not_section_38() -> None:
    good(TWO + "1: stand\n! player-skipped box=2\n=! referred\n2: stand\n= 1 Ann original win 10\n")


def test_skipped_split_hands_are_finished_after_the_others() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: 8c 8d\ndeal 1a: Tc\n"
         "deal 1b: 3c Td\n"
         "deal 2: Th 7h\ndeal dealer: Kc 8h\n1: split\n1a: stand\n! player-skipped box=1\n"
         "=! ruled [QLD-2-38(1)]\n2: stand\n"
         "1: continue\n1b: draw\n= 1a Ann original void\n= 1b Ann split win 10\n= 2 Ben original lose 20\n")


def test_extra_hand_after_action_is_void() -> None:
    good(TWO + "1: stand\n! extra-hand box=4 cards=2c,3d\n=! ruled [QLD-2-41]\n2: stand\n= 1 Ann original win 10\n")
    with pytest.raises(Unplayable, match="is not a box without a player"):
        settle(TWO + "1: stand\n! extra-hand box=2 cards=2c,3d\n2: stand\n")


@pytest.mark.parametrize(
    ("cards", "deals"), [("5h 6h", True), ("Th 2h", False), ("Ah 5h", True), ("Ah 6h", False), ("Ah 5h Th", False)]
)
def test_idle_player_is_dealt_to_at_most_hard_eleven_or_soft_sixteen(cards: str, deals: bool) -> None:
    it = blackjack()
    assert it.idle_draws(it.count(cards.split())) is deals


def test_supervisor_may_leave_an_idle_hand_alone() -> None:
    good(TWO.replace("Th 9c", "5h 4h") + "! player-absent box=1\n=! ruled [QLD-2-42]\nsupervisor: no direction\n"
         "2: stand\n"
         "= 1 Ann original lose 10\n= 2 Ben original lose 20\n")


def test_idle_player_named_ahead_of_his_turn() -> None:
    good(TWO.replace("Td 7d", "5d 6d 8s") + "! player-absent box=2\n1: stand\n= 1 Ann original win 10\n"
         "= 2 Ben original win 20\n")


# -- any report, any time


class Meddler:
    """A dealer and players by chance, among whom something is reported at one request."""

    def __init__(self, at: int, report: Answer) -> None:
        self.at, self.report = at, report
        players = RandomPlayers(SeededSource(at), {1: "Ann", 2: "Ben"}, most=1)
        self.dealer = VirtualDealer(SeededSource("cards"), players)

    def answer(self, t: Table, request: Asked) -> Answer:
        self.at -= 1
        return self.report if self.at == 0 else self.dealer.answer(t, request)


FACTS: tuple[dict[str, str], ...] = (
    {}, {"box": "1"}, {"box": "2", "cards": "1", "dealer": "2c,3c"}, {"box": "x", "card": "??", "cards": "q"},
    {"hand": "dealer", "card": "4s", "exposed": "yes"}, {"box": "4", "cards": "2c,3c", "player": "Ann"},
)


@pytest.mark.parametrize("kind", [*Blackjack.irregularities(), "unheard-of"])
def test_every_report_at_every_request_ends_in_a_ruling_or_a_referral(kind: str) -> None:
    for facts in FACTS:
        for at in range(1, 24):
            t = Table(blackjack())
            record = play_round(t, Meddler(at, Irregular(kind, facts)))
            assert t.layout == 0 and sum(t.net.values()) == -t.house
            again = Table(blackjack())
            assert play_round(again, Replay(record.answers)).facts == record.facts


class Passing:
    """A dealer who passes hands by and tells nobody; boxes 1 to 3 stand, and take back what they may."""

    def __init__(self, cards: str, missed: str, acts: str = "") -> None:
        self.cards, self.missed = cards.split(), missed.split()
        self.acts = iter(acts.split())
        self.wagers = [Place(box, f"P{box}", (("original", 1000),)) for box in (3, 2, 1)]
        self.offers: list[str] = []
        self.laid = 0

    def answer(self, t: Table, request: Asked) -> Answer:
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                return self.wagers.pop() if self.wagers else Close()
            case Deal():
                self.laid += 1
                if f"{request.to}/{self.laid}" in self.missed:
                    return Missed()
                return Cards(tuple(self.cards.pop(0) for _ in range(request.count)))
            case Reveal():
                return Cards(())
            case Offer():
                self.offers.append(f"{request.hand} {request.clause}")
                act = next(self.acts, "")
                return Choice(request.hand, act) if act else Lapse()
        return Choice(request.hand, "stand")


def passed(cards: str, missed: str, acts: str = "") -> tuple[Table, Passing]:
    t, dealer = Table(blackjack()), Passing(cards, missed, acts)
    play_round(t, dealer)
    return t, dealer


def test_a_hand_without_cards_is_dead_at_its_turn_though_nobody_reported_it() -> None:
    t, dealer = passed("Th Td Kc 9c 9d 8h", "2/2 2/6")
    assert (t.lines[0].box, t.lines[0].outcome, t.lines[0].clause) == (2, "void", "QLD-2-36(1)")
    assert not t.hands["2"].cards and not dealer.offers


def test_a_hand_with_one_card_has_its_choice_at_its_turn_though_nobody_reported_it() -> None:
    t, dealer = passed("Th 9h Td Kc 9c 9d 8h", "2/6", "retract")
    assert dealer.offers == ["2 QLD-2-36(2)"] and t.lines[0].clause == "QLD-2-36(2)"
    t, dealer = passed("Th 9h Td Kc 9c 9d 5s 8h", "2/6")
    assert t.hands["2"].cards == ["9h", "5s"]
    t, dealer = passed("Th 9h Td Kc 9c 9d 8h", "3/7", "retract")
    assert dealer.offers == ["3 QLD-2-37(2)"] and t.lines[0].clause == "QLD-2-37(2)"


def test_a_card_missed_in_the_first_box_is_put_in_order_at_its_turn() -> None:
    t, _ = passed("Th 9h Td Kc 9c 9d 5s 8h", "1/5")
    assert [t.hands[name].cards for name in "123"] == [["Th", "9c"], ["9h", "9d"], ["Td", "5s"]]
    assert "QLD-2-34(1)" in [str(event.clause) for event in t.events if isinstance(event, Ruled)]


def test_a_missing_first_card_of_the_dealer_is_found_at_his_turn_at_the_latest() -> None:
    t, dealer = passed("Th 9h Td 9c 9d 8d Kc 8h", "dealer/4", "continue withdraw")
    assert dealer.offers == [f"{box} QLD-2-40(1)(a)" for box in (1, 2, 3)]
    assert t.hands["dealer"].cards == ["Kc", "8h"]
    assert {line.box: line.outcome for line in t.lines} == {1: "win", 2: "void", 3: "void"}


def test_an_unseen_card_after_the_last_hand_is_the_first_of_the_next_round() -> None:
    t, dealer = Table(blackjack()), Dealer("Th 9c 9d 8d 9s 9h 8h")
    play_round(t, Reporting(dealer, Reveal, Irregular("card-drawn-in-error", {"card": "6c", "exposed": "no"})))
    assert t.state["next"] == ["6c"]
    play_round(t, dealer)
    assert t.hands["1"].cards == ["6c", "9h"] and t.state["next"] == []


class Reporting:
    """Something is reported once, at the first request of a kind."""

    def __init__(self, inner: Dealer, at: type, report: Irregular) -> None:
        self.inner, self.at, self.report = inner, at, report
        self.done = False

    def answer(self, t: Table, request: Asked) -> Answer:
        if not self.done and isinstance(request, self.at):
            self.done = True
            return self.report
        return self.inner.answer(t, request)


def test_even_money_is_not_offered_on_a_wager_that_went_back() -> None:
    t, dealer = Table(blackjack()), Dealer("As Ac Ks", "void wagers")
    report = Irregular("card-handled", {"box": "1"})
    play_round(t, Reporting(dealer, Choose, report))
    insurance = [request for request in dealer.asked if isinstance(request, Offer)]
    assert not insurance and [line.outcome for line in t.lines] == ["void"]
    text = "game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 10\ndeal 1: As Ks\ndeal dealer: Ac 9d\n"
    sanction = "! card-handled box=1 player=Ben\nsupervisor: void wagers\n"
    with pytest.raises(Unplayable, match=r"line 9: .*the wagers of Ben on box 1 are void since line 8 \[QLD-0-"):
        settle(text + "1 Ann: even money\n" + sanction + "1 Ben: even money\n")


def test_dealer_takes_an_exposed_card_as_the_next_one_or_as_refused() -> None:
    card = "! card-drawn-in-error card=4s exposed=yes\n"
    text = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: Th 9c\ndeal dealer: Kc 5h\n"
    for act, clause in (("1: refuse\n", "QLD-2-31(4)"), ("1: stand\n", "QLD-2-31(2)")):
        dealt = [event for event in good(text + card + act).events if isinstance(event, Dealt)]
        assert [str(event.clause) for event in dealt if event.cards == ("4s",)] == [clause]


def test_totals_of_split_aces_and_idle_hands_are_announced() -> None:
    played = good("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\ndeal 1: As Ad\ndeal 1a: 5c\n"
                  "deal 1b: 6c\ndeal 2: 2c 3c 9h\ndeal dealer: Kc 8h\n1: split\n! player-absent box=2\n")
    said = [(event.what, str(event.clause)) for event in played.events if isinstance(event, Announced)]
    for total in (("box 1a has 16", "QLD-2-27(4)"), ("box 1b has 17", "QLD-2-27(4)"), ("box 2 has 14", "QLD-2-21(4)")):
        assert said.count(total) == 1


def test_a_player_behind_who_withdrew_has_nothing_to_double() -> None:
    text = ("game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Cat: original 10\nbox 2 Ben: original 20\n"
            "deal 1: Th 9c\ndeal 2: 6h 5c 9d\ndeal dealer: Kc 8h\n1: stand\n"
            "2: double down\n! dealer-too-many-cards\n2 Ben: withdraw\n")
    played = good(text + "= 2 Ben original void [QLD-2-35(1)(b)]\n= 2 Cat double down win 10\n")
    assert played.net["Ben"] == 0
    with pytest.raises(Unplayable, match=r"the wagers of Ben on box 2 are void since line 11 \[QLD-2-35\(1\)\(b\)\]"):
        settle(text + "2 Ben: double down\n")


@pytest.mark.parametrize("option, wager, clause", [
    ("shared", "box 1 Ben: original 10", "QLD-2-8(1)"), ("several-boxes", "box 2 Ann: original 10", "QLD-2-10(1)"),
])
def test_what_the_operator_does_not_permit(option: str, wager: str, clause: str) -> None:
    text = f"game qld/blackjack\noption {option}=no\nbox 1 Ann: original 10\n{wager}\n"
    cards = "deal 1: Ts 9s\ndeal dealer: 9d Th\n1: stand\n"
    assert not settle(text + f"=! refused [{clause}]\n" + cards).failures
    allowed = text.replace("=no", "=yes") + cards.replace("1: stand", "deal 2: Td 9c\n1: stand\n2: stand")
    assert len(settle(allowed if "box 2" in wager else text.replace("=no", "=yes") + cards).lines) == 2
