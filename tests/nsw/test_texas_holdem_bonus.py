"""Texas hold'em bonus poker: what the golden rounds leave out of sections 1 to 10."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pitboss.hands.poker import Category, HandValue
from pitboss.law import Announced, Refused
from pitboss.rulebooks import settle
from pitboss.rulebooks.nsw.texas_holdem_bonus import DEALER_USES, PLAYER_USES, TexasHoldemBonusPoker
from pitboss.table.acts import BACK, Answer, Cards, Choice, Close, CutAt, Lapse, Place, Shuffled
from pitboss.table.facts import Dealt, Rejected, Settled, Shown
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view

ID = "nsw/texas-holdem-bonus-poker"
CARDS = """deal 1: Ah Kd
deal 2: Qh 3d
deal dealer: 9c 9d
deal board: As 7h 4c 2d Js
"""
WAGERS = f"game {ID}\nbox 1 Ann: ante 10\nbox 2 Ben: ante 10\n"
PLAY = "1: flop 20\n2: flop 20\n1: check\n2: check\n1: check\n2: check\n"
SHOE = WAGERS.replace("box 1", "option dealing=shoe\nbox 1", 1)


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


# -- 3 and 4 -------------------------------------------------------------------------------------------


def test_one_deck_has_each_card_once() -> None:
    with pytest.raises(Unplayable, match="Ah is already on the table"):
        settle(WAGERS + CARDS.replace("9c 9d", "Ah 9d") + PLAY)


@pytest.mark.parametrize("dealing, loaded, clause", [
    ("device", "red", "NSW-3.2.2"), ("device", "blue", ""), ("shoe", "blue", "NSW-3.1"),
])
def test_second_deck_in_a_device_has_other_backs(dealing: str, loaded: str, clause: str) -> None:
    refused = TexasHoldemBonusPoker({"dealing": dealing}).refuse_second_deck("red", loaded)
    assert (str(refused.clause) if refused is not None else "") == clause


def test_cards_for_a_shoe_are_cut() -> None:
    good(SHOE.replace("box 1", "cut 26\nbox 1", 1) + CARDS + PLAY)
    with pytest.raises(Unplayable):
        settle(WAGERS.replace("box 1", "cut 26\nbox 1", 1) + CARDS + PLAY)


@pytest.mark.parametrize("from_back, ok", [(0, False), (1, True), (51, True), (52, False)])
def test_a_cut_leaves_cards_on_both_sides(from_back: int, ok: bool) -> None:
    t = Table(TexasHoldemBonusPoker({"dealing": "shoe"}))
    play = t.play()
    next(play)
    play.send(Shuffled())
    play.send(CutAt(from_back))
    assert isinstance(t.refused(), Refused) != ok


@pytest.mark.parametrize("report, clause", [
    ("card-from-elsewhere", "NSW-3.6"), ("cards-dropped", "NSW-4.2.1"), ("cut-by-other", "NSW-4.3"),
    ("wager-not-in-chips box=1 form=cash", "NSW-5.1"),
])
def test_conduct_before_the_cards(report: str, clause: str) -> None:
    good(WAGERS + f"! {report}\n=! ruled [{clause}]\n" + CARDS + PLAY)


def test_nobody_cuts_once_cards_are_out() -> None:
    good(WAGERS + CARDS + "! cut-by-other\n=! referred\n" + PLAY)


# -- 5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["flop 20", "turn 10", "jackpot 5"])
def test_only_ante_and_bonus_open_a_round(wager: str) -> None:
    good(WAGERS + f"box 3 Cat: {wager}\n=! refused [NSW-5.2]\n" + CARDS + PLAY)


def test_a_second_players_bonus_needs_his_own_ante() -> None:
    good(WAGERS + "box 1 Cat: ante bonus 5\n=! refused [NSW-5.3]\n" + CARDS + PLAY)


def test_an_ante_stays_under_its_bonus() -> None:
    good(f"game {ID}\nbox 1 Ann: ante 10, ante bonus 5\n1 Ann: remove ante\n=! refused [NSW-5.3]\n"
         "1 Ann: remove ante bonus\n1 Ann: remove ante\n")


def test_a_box_left_before_the_deal_gets_no_cards() -> None:
    played = good(WAGERS + "1 Ann: remove ante\nbox 1 Cat: ante 20\n2 Ben: remove ante\n"
                  "deal 1: Ah Kd\ndeal dealer: 9c 9d\ndeal board: As 7h 4c 2d Js\n1 Cat: flop 40\n1: check\n1: check\n"
                  "= 1 Cat flop win 40\n= 1 Cat ante stand-off\n")
    assert played.net == {"Ann": 0, "Ben": 0, "Cat": 4000}


def test_wagers_put_down_together_come_in_any_order() -> None:
    good(f"game {ID}\nbox 1 Ann: ante bonus 5, ante 10\n" + CARDS.replace("deal 2: Qh 3d\n", "") + "1: fold\n"
         "= 1 Ann ante bonus lose 5\n= 1 Ann ante lose 10\n")
    good(WAGERS + "box 3 Cat: flop 20, ante 10\n=! refused [NSW-5.2]\n" + CARDS + PLAY)


def test_no_wagers_while_the_cards_are_shuffled() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("ante", 1000),)))
    assert isinstance(t.refused(), Rejected) and not t.wagers


def test_after_no_more_bets_and_before_the_first_card() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    for answer in (Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close(), Place(2, "Ben", (("ante", 1000),))):
        play.send(answer)
    refused = t.refused()
    assert isinstance(refused, Refused) and refused.clause == "NSW-7.1"


def test_players_answer_for_where_their_wagers_lie() -> None:
    good(WAGERS + CARDS + "! misplaced-wager box=1\n=! ruled [NSW-5.8]\n" + PLAY)


def test_a_voucher_becomes_tokens_of_the_same_value() -> None:
    good(f"game {ID}\nbox 1 Ann: ante 10\n! promotional-voucher box=1 wager=ante-bonus amount=5\n"
         "=! announced [NSW-1.1:casino-promotional-token]\n"
         "! promotional-voucher box=1 wager=flop amount=20\n=! refused [NSW-5.2]\n"
         "! promotional-voucher box=1 wager=ante amount=none\n=! refused\n"
         + CARDS.replace("deal 2: Qh 3d\n", "") + "1: flop 20\n1: check\n1: check\n"
         "= 1 Ann ante bonus win 75\n= 1 Ann flop win 20\n= 1 Ann ante stand-off\n")


def test_a_voucher_may_open_a_box() -> None:
    good(WAGERS + "! promotional-voucher box=3 player=Cat wager=ante amount=10\n"
         "! promotional-voucher box=4 wager=ante amount=10\n=! refused\n"
         "! promotional-voucher box=8 player=Dan wager=ante amount=10\n=! refused\n"
         "! promotional-voucher box=2 player=Dan wager=ante amount=10\n=! refused [NSW-5.7]\n"
         + CARDS + "deal 3: 2h 3h\n1: fold\n2: fold\n3: fold\n= 3 Cat ante lose 10\n")


def test_a_voucher_comes_too_late_once_no_more_bets_were_called() -> None:
    good(WAGERS + "no more bets\n! promotional-voucher box=3 player=Cat wager=ante amount=10\n=! refused [NSW-7.1]\n"
         + CARDS + PLAY)


# -- 7 -------------------------------------------------------------------------------------------------


def deals(played: Played) -> list[tuple[str, int, str]]:
    return [(e.to, len(e.cards), str(e.clause)) for e in played.events if isinstance(e, Dealt)]


def shown(played: Played) -> list[tuple[str, tuple[str, ...], str]]:
    return [(e.hand, e.cards, str(e.clause)) for e in played.events if isinstance(e, Shown)]


def test_deal_from_a_device() -> None:
    played = good(WAGERS + CARDS + PLAY)
    assert deals(played) == [
        ("board", 5, "NSW-7.2.1"), ("1", 2, "NSW-7.2.3"), ("2", 2, "NSW-7.2.3"), ("dealer", 2, "NSW-7.2.4"),
    ]
    assert shown(played)[:3] == [
        ("board", ("As", "7h", "4c"), "NSW-7.2.6"), ("board", ("2d",), "NSW-7.2.7"), ("board", ("Js",), "NSW-7.2.8"),
    ]


def test_deal_from_a_shoe() -> None:
    played = good(SHOE + CARDS + PLAY)
    assert deals(played) == [
        ("board", 5, "NSW-7.3.1"), ("1", 1, "NSW-7.3.2"), ("2", 1, "NSW-7.3.2"), ("dealer", 1, "NSW-7.3.3"),
        ("1", 1, "NSW-7.3.4"), ("2", 1, "NSW-7.3.4"), ("dealer", 1, "NSW-7.3.5"),
    ]
    assert shown(played)[:3] == [
        ("board", ("As", "7h", "4c"), "NSW-7.3.7"), ("board", ("2d",), "NSW-7.3.8"), ("board", ("Js",), "NSW-7.3.9"),
    ]


def test_hands_are_shown_from_the_dealers_right() -> None:
    hands = [hand for hand, _, _ in shown(good(WAGERS + CARDS + PLAY))]
    assert hands == ["board", "board", "board", "dealer", "2", "1"]


def board_seen(t: Table) -> list[str]:
    seen: list[str] = view(t, 1)["hands"]["board"]
    return seen


@pytest.mark.parametrize("dealing", ["device", "shoe"])
def test_who_sees_which_cards(dealing: str) -> None:
    t = Table(TexasHoldemBonusPoker({"dealing": dealing}))
    play = t.play()
    next(play)
    opening: list[Answer] = [Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close()]
    board = ("As", "7h", "4c", "2d", "Js")
    if dealing == "shoe":
        opening.insert(1, CutAt(20))
        cards = [Cards((card,)) for card in ("Ah", "9c", "Kd", "9d")]
    else:
        cards = [Cards(("Ah", "Kd")), Cards(("9c", "9d"))]
    for answer in (*opening, Cards(board), *cards[:-1]):
        play.send(answer)
    assert view(t, 1)["hands"]["1"] == [BACK] * 2, "nobody looks before the deal is done"
    play.send(cards[-1])
    assert view(t, 1)["hands"] == {"board": [BACK] * 5, "1": ["Ah", "Kd"], "dealer": [BACK] * 2}
    assert view(t, 2)["hands"]["1"] == [BACK] * 2
    for decision, up in (("flop", 3), ("check", 4), ("check", 5)):
        play.send(Choice("1", decision))
        play.send(Cards(()))
        assert board_seen(t) == [*board[:up], *[BACK] * (5 - up)]
        assert view(t, 1)["hands"]["dealer"] == [BACK] * 2


def test_faces_may_be_entered_as_they_are_turned() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    answers: list[Answer] = [
        Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close(), Cards((BACK,) * 5), Cards((BACK,) * 2),
        Cards((BACK,) * 2), Choice("1", "flop"), Cards(("As", "7h", "4c")), Choice("1", "turn"), Cards(("2d",)),
        Choice("1", "check"), Cards(("Js",)), Cards(("9c", "9d")), Lapse(),
    ]
    for answer in answers:
        play.send(answer)
    with pytest.raises(StopIteration):
        play.send(Cards(("Ah", "Kd")))
    assert t.net == {"Ann": 3000}


# -- 8 and 10: hands -----------------------------------------------------------------------------------

# Each hand beats the one below it; both use the board given, if any.
LADDER = [
    "As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "6d 5d 4d 3d 2d", "5d 4d 3d 2d Ad", "Ac Ad Ah As 2c", "Kc Kd Kh Ks Ac",
    "Kc Kd Kh Ks 3c", "Ac Ad Ah 2s 2c", "Kc Kd Kh Qs Qc", "Kc Kd Kh Js Jc", "2c 2d 2h Ac Ad", "Ah Jh 8h 5h 3h",
    "Ah Jh 8h 5h 2h", "Ah Jh 8h 4h 3h", "Kh Qh Jh Th 8h", "Ac Kd Qh Js Tc", "Kd Qh Js Tc 9c", "6c 5d 4h 3s 2c",
    "5c 4d 3h 2s Ac", "Ac Ad Ah 3s 2c", "Kc Kd Kh As 2c", "Kc Kd Kh Qs 3c", "Kc Kd Kh Qs 2c", "Ac Ad 2h 2s 3c",
    "Kc Kd Qh Qs 2c", "Kc Kd Jh Js 4c", "Kc Kd Jh Js 3c", "Ac Ad 4h 3s 2c", "Kc Kd Ah Qs 3c", "Kc Kd Ah Qs 2c",
    "Kc Kd Ah Js Tc", "2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c", "Ac Kd Qh Js 8c", "Ac Qd Jh Ts 9c", "7c 5d 4h 3s 2c",
]


def test_order_of_hands() -> None:
    values = [TexasHoldemBonusPoker().value(hand.split()) for hand in LADDER]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("hand, category", [
    ("As Ks Qs Js Ts", Category.ROYAL_FLUSH), ("5d 4d 3d 2d Ad", Category.STRAIGHT_FLUSH),
    ("Kc Kd Kh Ks 3c", Category.FOUR_OF_A_KIND), ("2c 2d 2h Ac Ad", Category.FULL_HOUSE),
    ("Ah Jh 8h 5h 3h", Category.FLUSH), ("5c 4d 3h 2s Ac", Category.STRAIGHT), ("Ac Kd Qh Js Tc", Category.STRAIGHT),
    ("2s Ac Kd Qh Js", Category.HIGH_CARD), ("2c 2d 2h Ac Kd", Category.THREE_OF_A_KIND),
    ("2c 2d 3h 3c Kd", Category.TWO_PAIR), ("2c 2d 3h 4c Kd", Category.PAIR),
])
def test_what_makes_a_hand(hand: str, category: Category) -> None:
    assert TexasHoldemBonusPoker().value(hand.split()).category == category


@pytest.mark.parametrize("uses", [DEALER_USES, PLAYER_USES])
@pytest.mark.parametrize("hole, board, best", [
    ("Kh Qh", "Ah Jh Th 2c 3d", HandValue(Category.ROYAL_FLUSH, (14,))),
    ("Kh 2d", "Ah Qh Jh Th 3d", HandValue(Category.ROYAL_FLUSH, (14,))),
    ("2c 2d", "Ah Kh Qh Jh Th", HandValue(Category.ROYAL_FLUSH, (14,))),
    ("7c 7d", "Ah Ks 9c 4d 2s", HandValue(Category.PAIR, (7, 14, 13, 9))),
    ("7c 3d", "7h Ks 9c 4d 2s", HandValue(Category.PAIR, (7, 13, 9, 4))),
])
def test_best_five_of_seven(hole: str, board: str, best: HandValue, uses: Sequence[object]) -> None:
    play = TexasHoldemBonusPoker()
    assert play.best(hole.split(), board.split(), uses) == best  # type: ignore[arg-type]


# -- 9 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("report, clause", [
    ("cards-off-the-table box=1", "NSW-9.8"), ("talking box=1", "NSW-9.9"), ("cards-out-of-view box=1", "NSW-9.10"),
])
def test_conduct_while_betting(report: str, clause: str) -> None:
    good(WAGERS + CARDS + f"1: flop 20\n! {report}\n=! ruled [{clause}]\n" + PLAY.removeprefix("1: flop 20\n"))


def test_talk_after_the_betting_round_is_free() -> None:
    good(WAGERS + CARDS + PLAY + "! talking box=1\n=! referred\n")


def test_a_decision_not_made_in_time_is_a_fold() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    for answer in (Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close(), Cards(("As", "7h", "4c", "2d", "Js")),
                   Cards(("Ah", "Kd")), Cards(("9c", "9d"))):
        play.send(answer)
    with pytest.raises(StopIteration):
        play.send(Lapse())
    assert [(line.outcome, str(line.clause)) for line in t.lines] == [("lose", "NSW-11.13")]


def test_a_folded_hand_is_not_conceded_again() -> None:
    good(WAGERS + CARDS + "1: flop 20\n2: fold\n1: check\n2: check\n=! refused [NSW-9.5]\n1: check\n"
         "2: concede\n=! refused [NSW-9.5]\n= 1 Ann flop win 20\n= 1 Ann ante stand-off\n= 2 Ben ante lose 10\n")


# -- 10 ------------------------------------------------------------------------------------------------

RANKS = {
    "As Ah": "10.7:two-aces", "As Ks": "10.7:ace-king-suited", "Qs As": "10.7:ace-queen-or-jack-suited",
    "As Js": "10.7:ace-queen-or-jack-suited", "As Kh": "10.7:ace-king-unsuited", "Ks Kh": "10.7:kings-queens-jacks",
    "Js Jh": "10.7:kings-queens-jacks", "As Qh": "10.7:ace-queen-or-jack-unsuited",
    "Jh As": "10.7:ace-queen-or-jack-unsuited", "Ts Th": "10.7:other-pair", "2s 2h": "10.7:other-pair",
    "As Ts": "10.5", "As Th": "10.5", "Ks Qs": "10.5", "As 2s": "10.5",
}
PAYS = {
    "10.7:two-aces": 30, "10.7:ace-king-suited": 25, "10.7:ace-queen-or-jack-suited": 20, "10.7:ace-king-unsuited": 15,
    "10.7:kings-queens-jacks": 10, "10.7:ace-queen-or-jack-unsuited": 5, "10.7:other-pair": 3, "10.5": 0,
}


@pytest.mark.parametrize("hole", RANKS)
def test_ante_bonus(hole: str) -> None:
    result = TexasHoldemBonusPoker().ante_bonus(hole.split())
    assert (str(result.clause), result.pays(100)) == (f"NSW-{RANKS[hole]}", 100 * PAYS[RANKS[hole]])


@pytest.mark.parametrize("hole", ["As Kd", "8s 3d"])
def test_the_bonus_is_dealt_with_first(hole: str) -> None:
    played = good(f"game {ID}\nbox 1 Ann: ante 10, ante bonus 5\ndeal 1: {hole}\ndeal dealer: 9c 9d\n"
                  "deal board: Ah 7h 4c 2d Js\n1: flop 20\n1: turn 10\n1: river 10\n")
    assert [line.wager for line in played.lines] == ["ante bonus", "ante", "flop", "turn", "river"]


def test_hands_are_settled_from_the_dealers_right() -> None:
    played = good(WAGERS + CARDS + PLAY)
    assert [line.box for line in played.lines if isinstance(line, Settled)] == [2, 2, 1, 1]


@pytest.mark.parametrize("kind", ["ante", "flop", "turn", "river"])
@pytest.mark.parametrize("player, outcome", [
    ("7h 5h 4h 3h 2h", "win"), ("6c 5d 4h 3s 2c", "ante"), ("5c 4d 3h 2s Ac", "stand-off"), ("Ac Ad Ah Ks Qc", "lose"),
])
def test_result(kind: str, player: str, outcome: str) -> None:
    play = TexasHoldemBonusPoker()
    dealer = play.value(("5d", "4c", "3s", "2d", "Ad"))
    result = play.result(kind, play.value(player.split()), dealer)
    if outcome == "ante":
        outcome = "stand-off" if kind == "ante" else "win"
    assert (result.outcome, result.pays(500)) == (outcome, 500 if outcome == "win" else 0)


def test_who_might_concede_is_told_that_the_bonus_goes_too() -> None:
    warned = [played.events for played in (good(WAGERS + CARDS + PLAY), good(WAGERS.replace(
        "Ben: ante 10", "Ben: ante 10, ante bonus 5") + CARDS + PLAY))]
    told = [[e.what for e in events if isinstance(e, Announced) and e.clause == "NSW-10.2"] for events in warned]
    assert told == [[], ["box 2: conceding gives up the ante bonus as well"]]
