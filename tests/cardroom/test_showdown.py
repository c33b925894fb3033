"""Queensland showdowns that are played: who shows first, who may fold, whose hand may be seen and come back."""

from __future__ import annotations

from random import Random

from support.poker_hands import do, given, legal, stacks, state
from support.poker_tables import clause, qld

from pitboss import cardroom
from pitboss.cardroom.acts import AskToSee, Muck, Show
from pitboss.cardroom.game import BET, OVER, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.script import play, read
from pitboss.cardroom.script_write import transcript
from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.rulebooks.qld.s10_poker import OmahaPoker, TexasHoldem

BOARD = "board: Jc 8c 5s 4h 2d"
# Aces with the bettor, then queens, kings and tens.
FIVE = ("1: 7d 6h", "2: As Ah", "3: Qd Qc", "4: Kd Kc", "5: Td Th", BOARD)


def river(*cards: str) -> Hand:
    """Seat 2 bets the river and seats 3, 4 and 5 call; seat 1 has folded."""
    h = given(qld(commission="10%"), (200,) * 5, *(cards or FIVE), button=4, ask_shows=True)
    do(h, "call", "call", "call", "fold", "check", *["check"] * 8)
    return do(h, "bet 40", "call", "call", "call")


def paid(h: Hand) -> list[dict[int, int]]:
    return [pot.paid for pot in h.won]


# -- 30(2) and (3): who shows first ------------------------------------------------------------------------


def test_the_last_bet_that_was_called_shows_first() -> None:
    """Seat 2 bets the flop and nobody calls; the last who was called is seat 1, all-in since the first round."""
    h = given(qld(), (60, 200, 200), "1: 7d 6h", "2: As Ah", "3: Qd Qc", BOARD, ask_shows=True)
    do(h, "raise to 30", "all-in", "call", "call", "bet 40", "fold")
    assert (h.stage, h.turn) == (SHOW, 0)


def test_of_those_who_were_called_the_last_one_left_shows_first() -> None:
    """Seat 2 is called on the flop, seat 3 on the turn; on the river seat 3 folds."""
    h = given(qld(), (60, 200, 200), "1: 7d 6h", "2: As Ah", "3: Qd Qc", BOARD, ask_shows=True)
    do(h, "raise to 30", "all-in", "call", "call", "bet 20", "call", "check", "bet 20", "call", "bet 40", "fold")
    assert (h.stage, h.turn) == (SHOW, 1)


def test_the_second_blind_is_called_where_nobody_raised() -> None:
    h = given(qld(), (200, 200, 10), "1: 7d 6h", "2: As Ah", "3: Qd Qc", BOARD, ask_shows=True)
    do(h, "all-in", "fold")
    assert (h.stage, h.turn) == (SHOW, 1)


# -- 30(4) to (6): folding ---------------------------------------------------------------------------------


def test_one_after_another_is_called() -> None:
    h = do(river(), "fold", "fold")
    assert (h.turn, legal(h).seat, legal(h).fold) == (3, 4, True)
    do(h, "fold")
    assert h.over and paid(h) == [{4: 18_500}]
    assert sorted(h.muck) == sorted([*h.hole[0], *h.hole[1], *h.hole[2], *h.hole[3]])


def test_an_all_in_player_is_called_only_when_no_active_one_is_left() -> None:
    """Seat 1 is all-in before the flop; seat 2 bets the river, seat 3 is all-in with the call, seat 4 calls."""
    h = given(qld(), (30, 200, 70, 200), "1: 7d 6h", "2: As Ah", "3: Qd Qc", "4: Kd Kc", BOARD, ask_shows=True)
    do(h, "raise to 30", "call", "all-in", "call", *["check"] * 6, "bet 40", "all-in", "call")
    do(h, "fold")
    assert h.turn == 3, "not seat 3, who is all-in"
    h = given(qld(), (100, 100, 200), "1: 7d 6h", "2: As Ah", "3: Kd Kc", BOARD, ask_shows=True)
    do(h, "raise to 100", "all-in", "all-in")
    assert h.turn == 2
    do(h, "fold")
    assert h.turn == 0, "nobody else can be"


def test_a_hand_that_is_out_cannot_fold_at_the_showdown() -> None:
    h = do(river(), "fold")
    before = state(h)
    for place in (0, 1, 7, -1):
        assert clause(h.do(Muck(), place)) == "QLD-10-12"
    assert state(h) == before


def test_equal_hands_are_shown() -> None:
    h = river("1: 7d 6h", "2: Ks Qh", "3: Kd Qd", "4: Td Th", "5: Ac 7s", BOARD)
    assert clause(h.do(Muck(), 2)) == "QLD-10-30(6)", "the same"
    assert clause(h.do(Muck(), 3)) == "QLD-10-30(6)", "a pair"
    assert clause(h.do(Muck(), 4)) == "QLD-10-30(6)", "an ace"
    assert not h.do(Show()) and paid(h) == [{3: 18_500}]


def test_melbourne_reads_hands_as_they_lie() -> None:
    h = given(Holdem({"blinds": "5/10"}), (200, 200), "1: As Ah", "2: Kd Kc", BOARD)
    do(h, "call", *["check"] * 7)
    assert h.over
    assert {clause(h.do(act, 0)) for act in (Show(), Muck(), AskToSee(1))} == {str(h.game.cites.turn)}


# -- 30(10) to (12): asking to see a hand ------------------------------------------------------------------


def test_what_was_tapped_on_the_muck_stays_there() -> None:
    h = do(river(), "fold")
    assert h.do(AskToSee(1), 2) is None, "queens"
    assert clause(h.do(AskToSee(1), 3)) == "QLD-10-30(10)", "kings, too late"
    do(h, "shows")
    assert paid(h) == [{3: 18_500}]


def test_only_the_called_players_hand_may_be_seen() -> None:
    h = river()
    assert h.do(Muck(), 2) is None, "queens against aces"
    assert clause(h.do(AskToSee(2), 3)) == "QLD-10-30(10)"
    assert {clause(h.do(AskToSee(at), by)) for at, by in ((7, 3), (-1, 3), (1, 7))} == {"QLD-10-30(10)"}
    do(h, "shows")
    assert paid(h) == [{1: 18_500}]


def test_an_all_in_player_may_not_ask() -> None:
    h = given(qld(), (200, 70, 200), "1: As Ah", "2: Kd Kc", "3: Qd Qc", BOARD, ask_shows=True)
    do(h, "raise to 30", "call", "call", *["check"] * 6, "bet 40", "all-in", "call", "fold")
    assert clause(h.do(AskToSee(0), 1)) == "QLD-10-30(10)"
    assert h.do(AskToSee(0), 2) is None, "an active player with less may, and the hand is dead"
    do(h, "shows")
    assert paid(h) == [{1: 21_000}]


def test_two_folded_hands_come_back_one_by_one() -> None:
    """Kings ask for queens and win against them; then for aces, and lose."""
    h = do(river("1: 7d 6h", "2: Qd Qc", "3: As Ah", "4: Kd Kc", "5: Td Th", BOARD), "fold", "fold")
    assert (h.do(AskToSee(1), 3), h.do(AskToSee(2), 3)) == (None, None)
    assert h.live == 0b11110 and not h.muck[2:], "only the hand folded before the flop"
    do(h, "shows")
    assert paid(h) == [{2: 18_500}]


def test_a_hand_seen_is_seen_by_all() -> None:
    h = do(river(), "fold")
    assert cardroom.view(h)["players"][1]["cards"] == ["??", "??"]
    h.do(AskToSee(1), 2)
    assert [player["cards"] for player in cardroom.view(h)["players"][1:3]] == [["As", "Ah"], ["??", "??"]]


# -- as a whole --------------------------------------------------------------------------------------------


def dealt(make: type[PokerGame], rng: Random, ask_shows: bool) -> Hand:
    game = make({"blinds": "1/2", "commission": "10%"})
    chips = [100 * rng.randint(5, 60) for _ in range(rng.randint(2, 6))]
    h = cardroom.deal(game, chips, source=SeededSource(str(rng.random())), ask_shows=ask_shows)
    assert isinstance(h, Hand)
    return h


def bet(h: Hand, rng: Random) -> None:
    """Betting at random in which few fold."""
    while h.stage == BET:
        if rng.random() < 0.1:
            h.fold()
        elif rng.random() < 0.2:
            h.all_in()
        elif h.check() is not None:
            h.call()


def test_a_showdown_at_which_all_show_is_no_other() -> None:
    for make in (TexasHoldem, OmahaPoker):
        for number in range(60):
            asked, plain = (dealt(make, Random(number), ask) for ask in (True, False))
            for h in (asked, plain):
                bet(h, Random(number))
            assert plain.over
            if asked.stage == SHOW:
                asked.do(Show())
            assert (asked.stacks, asked.won, asked.log) == (plain.stacks, plain.won, plain.log)


def test_showdowns_at_random() -> None:
    """Chips and cards are kept, `legal()` is true, refusals change nothing, and stored hands come back the same."""
    seen: set[str] = set()
    for number in range(400):
        rng = Random(f"showdown {number}")
        h = dealt(TexasHoldem, rng, True)
        chips = sum(h.stacks) + h.pot()
        bet(h, rng)
        while h.stage == SHOW:
            before, folds, i = state(h), legal(h).fold, rng.randrange(-1, len(h.seats) + 1)
            act = rng.choice(("fold", "fold", "give up", "look", "look", "show"))
            if act == "fold":
                refused = h.fold()
                assert (refused is None) == folds
            elif act == "give up":
                refused = h.do(Muck(), i)
            else:
                refused = h.do(AskToSee(rng.randrange(len(h.seats))), i) if act == "look" else h.do(Show())
            assert refused is None or state(h) == before
            seen.add(str(refused.clause) if refused else act)
            assert sum(h.stacks) + sum(pot.taken for pot in h.won) + (0 if h.over else h.pot()) == chips
            assert state(cardroom.from_data(cardroom.to_data(h))) == state(h)  # type: ignore[arg-type]
        assert h.stage == OVER and len(set(h.muck)) == len(h.muck)
        assert not set(h.muck) & {card for i in h.places(h.live) for card in h.hole[i]}
    assert seen == {"fold", "give up", "look", "show", "QLD-10-12", "QLD-10-30(6)", "QLD-10-30(10)"}


def test_written_as_a_transcript_it_comes_out_the_same() -> None:
    h = do(river(), "fold", "fold")
    h.do(AskToSee(1), 3)
    do(h, "shows")
    assert paid(h) == [{1: 18_500}]
    text = transcript(h)
    assert "2: fold\n3: fold\n4: asks to see 2\n" in text
    again = play(read(text), TexasHoldem)
    assert not again.failures and again.hand.stacks == h.stacks


def test_written_as_phh_who_gave_up_shows_nothing() -> None:
    h = do(river(), "fold")
    do(h, "shows")
    (again,) = cardroom.read_phh(cardroom.write_phh(h))
    assert stacks(again) == stacks(h)
