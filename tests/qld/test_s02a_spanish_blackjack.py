"""Spanish blackjack: what the golden rounds leave, and what each provision says at its limits."""

from __future__ import annotations

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02a_spanish_blackjack import PAYS, SpanishBlackjack
from pitboss.table.answers import Script
from pitboss.table.decisions import described
from pitboss.table.driver import drive, play_round
from pitboss.table.headlines import headline
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Offer
from pitboss.table.table import Table
from pitboss.table.transcripts import parse

ROUND = """game qld/spanish-blackjack
box 1 Ann: original 10
"""


def spanish(**options: str) -> SpanishBlackjack:
    made = game("qld/spanish-blackjack", options)
    assert isinstance(made, SpanishBlackjack)
    return made


@pytest.mark.parametrize(
    ("cards", "special"),
    [("As Kd", "blackjack"), ("6s 7s 8s", "6-7-8 spades"), ("8h 6h 7h", "6-7-8 same suit"),
     ("6s 7s 8h", "6-7-8 mixed suits"), ("7s 7s 7s", "7-7-7 spades"), ("7d 7d 7d", "7-7-7 same suit"),
     ("7d 7d 7s", "7-7-7 mixed suits"), ("2c 3c 4c 5c 7c", "5 card 21"), ("2c 2d 3c 4c 4d 6c", "6 card 21"),
     ("Ac Ad 2c 3c 4c 4d 6c", "7 or more card 21"), ("Ac Ad As 2c 3c 4c 4d 5c", "7 or more card 21"),
     ("Kc 5d 6c", ""), ("2c 3c 6c Kd", ""), ("6c 7c 7d", ""), ("9c 9d 2c", "")],
)
def test_what_a_hand_of_21_is(cards: str, special: str) -> None:
    count = spanish().count(cards.split())
    assert count.special == special and (special in PAYS.lines or not special)
    assert (count.points == 21) == (cards not in ("6c 7c 7d", "9c 9d 2c"))


def test_an_ace_among_the_first_two_cards_of_a_doubled_hand_is_1() -> None:
    it = spanish()
    assert it.count(["As", "9d", "Ad"], doubled=True).points == 21
    assert it.count(["As", "5d", "5c"], doubled=True).points == 11
    assert it.count(["5d", "5c", "As"], doubled=True) == Count(21, True, False)
    assert it.count(["As", "2d", "3c", "5d"], doubled=True).points == 11


@pytest.mark.parametrize(
    ("cards", "up", "may"),
    [("Kc 6d", "Js", True), ("Kc 6d", "As", True), ("Kc 6d", "9s", False), ("Ac Kd", "As", False),
     ("5c 5d 6c", "Ks", False), ("Ac 9d", "Qs", True)],
)
def test_who_may_surrender(cards: str, up: str, may: bool) -> None:
    assert spanish().may_surrender(cards.split(), False, up) is may
    assert not spanish().may_surrender(cards.split(), True, up)


def test_a_dealer_who_stopped_on_soft_17_is_not_complete() -> None:
    """12(1) asks for soft 18; with nothing but a surrender to decide the dealer stops at any total."""
    text = ROUND + "deal 1: Kc 6d\ndeal dealer: Ac {second}\n1: surrender\n! card-drawn-in-error hand=dealer " \
                   "card=4s exposed=yes\n=! {what}\n= 1 Ann original surrender 5 [QLD-2a-8(5)]\n"
    assert not settle(text.format(second="7d", what="ruled [QLD-2a-12(2)]")).failures
    assert not settle(text.format(second="6d", what="ruled [QLD-2-31(2)]")).failures
    hard = text.replace("Ac {second}", "Kh {second}")
    assert not settle(hard.format(second="7d", what="ruled [QLD-2a-12(2)]")).failures
    assert not settle(hard.format(second="6d", what="ruled [QLD-2-31(2)]")).failures


def test_a_ten_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^line 3: Td is not in the pack \[QLD-2a-4\]; cards of the decks in play$"):
        settle(ROUND + "deal 1: Td 9c\ndeal dealer: 9d Kc\n1: stand\n")


@pytest.mark.parametrize(("decks", "offered"), [("5", False), ("6", True), ("7", False), ("8", True)])
def test_perfect_pairs_are_for_six_and_eight_decks(decks: str, offered: bool) -> None:
    it = spanish(decks=decks)
    assert ("perfect pairs" in {kind.name for kind in it.side_kinds()}) is offered
    if offered:
        assert it.pay["perfect pairs"].lines["perfect pair"][1].startswith("QLD-17-9")


class Doubles(RandomPlayers):
    """Doubles whatever may be doubled, and remembers what may be withdrawn."""

    offers: list[dict[str, object]]

    def answer(self, t: Table, request: object) -> object:  # type: ignore[override]
        if isinstance(request, Offer) and any(option.name == "withdraw" for option in request.options):
            self.offers.append(described(t.game, request, request.options[0]))
        return super().answer(t, request)  # type: ignore[arg-type]


def test_the_offer_to_withdraw_says_what_it_means() -> None:
    source = SeededSource("withdraw")
    bot = Doubles(source, {1: "Ann"})
    bot.offers = []
    t, dealer = Table(spanish()), VirtualDealer(source, bot)
    for _ in range(60):
        drive(t, dealer)
    assert bot.offers
    for offer in bot.offers:
        assert offer["means"] == "take the doubled part back; the bet itself is lost"
        assert offer["moves"] == "back" and offer["back"]


def test_a_super_bonus_is_called_out() -> None:
    played = settle(ROUND + "box 2 Ben: original 25\ndeal 1: 7h 7h 7h\ndeal 2: Ks 9d\ndeal dealer: 7s Kd\n1: draw\n"
                            "2: stand\n= 1 Ann super bonus win 1000\n= 2 Ben super bonus win 50\n")
    assert not played.failures
    assert [line.stake for line in played.lines if line.wager == "super bonus"] == [1000, 2500]
    t = Table(spanish())
    play_round(t, Script(parse(ROUND + "box 2 Ben: original 25\ndeal 1: 7h 7h 7h\ndeal 2: Ks 9d\ndeal dealer: 7s Kd\n"
                                       "1: draw\n2: stand\n")))
    assert headline(t, "Ann") == "Super bonus on box 1, three 7s of one suit: you win 1020.00"
    assert headline(t, "Ben") == "Super bonus on box 1, three 7s of one suit: you win 75.00"


def test_what_a_player_is_told() -> None:
    source = SeededSource("told")
    t, dealer = Table(spanish()), VirtualDealer(source, RandomPlayers(source, {1: "Ann"}))
    told: set[str] = set()
    for _ in range(120):
        drive(t, dealer)
        told.add(headline(t, "Ann"))
    assert any("surrender" in one for one in told) and any("21" in one for one in told)
