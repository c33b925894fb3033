"""Random tables: players sit, leave, move, sit out and post as they like, and hand after hand is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from pitboss.cardroom.game import BET, RUNS, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.plain import hand_from_plain, plain_hand
from pitboss.cardroom.seating import Entry
from pitboss.cardroom.table import PokerTable
from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused
from pitboss.rulebooks.mel.c10_stud import SevenCardStud
from pitboss.rulebooks.mel.c12_flop_games import CrazyPineappleHoldem, Holdem, OmahaHiLo
from pitboss.rulebooks.qld.s05_manila_poker import ManilaPoker
from pitboss.rulebooks.qld.s10_poker import TexasHoldem

GAMES: dict[str, tuple[PokerGame, int | None]] = {
    "mel": (Holdem(), None),
    "mel under way": (CrazyPineappleHoldem({"commission": "10%", "over-blinds": "3"}), 4),
    "one blind": (Holdem({"blinds": "2"}), None),
    "three blinds": (Holdem({"blinds": "1/2/4"}), 2),
    "antes": (Holdem({"blinds": "0", "ante": "1"}), None),
    "kill": (OmahaHiLo({"structure": "fixed", "kill": "4", "commission": "2/person"}), None),
    "stud": (SevenCardStud({"structure": "fixed", "kill": "4"}), None),
    "qld": (TexasHoldem({"commission": "10%", "straddle": "live"}), None),
    "qld under way": (TexasHoldem({"buy-in": "40-400"}), 3),
    "manila": (ManilaPoker({"blinds": "2"}), None),
}


def something(table: PokerTable, chance: SeededSource) -> Refused | None:
    """Somebody does something at the table."""
    seat, other = 1 + chance.below(table.places), 1 + chance.below(table.places)
    amount = 100 * (1 + chance.below(300))
    owed = table.owes(seat)
    post = owed.amount if isinstance(owed, Entry) else amount
    acts: list[Callable[[], Refused | None]] = [
        lambda: table.sit(seat, f"{seat}/{len(table.log)}", amount),
        lambda: table.sit(seat, f"{seat}/{len(table.log)}", 4000 + amount),
        lambda: table.sit(seat, f"{seat}/{len(table.log)}", 4000 + amount, moved=True),
        lambda: table.leave(seat),
        lambda: table.away(seat, approved=bool(chance.below(2))),
        lambda: table.back(seat, in_time=bool(chance.below(2))),
        lambda: table.move(seat, other),
        lambda: table.top_up(seat, amount),
        lambda: table.post(seat, post),
        lambda: table.wait(seat),
        lambda: table.straddle(seat, 400),
        lambda: table.take_off(seat, amount),
        lambda: table.refuse_kill(seat),
        lambda: table.post_kill(seat, 400),
    ]
    return acts[chance.below(len(acts))]()


def play(hand: Hand, chance: SeededSource) -> None:
    while not hand.over:
        legal = hand.legal()
        assert legal is not None
        if not chance.below(30):
            written = plain_hand(hand)
            assert plain_hand(hand_from_plain(hand.game, written)) == written
        if legal.stage != BET:
            refused = hand.run(1) if legal.stage == RUNS else hand.discard(hand.hole[legal.place][:1])
        elif legal.decline:
            refused = hand.decline()
        elif legal.raise_from and not chance.below(6):
            refused = hand.wager(legal.raise_to if not chance.below(4) else legal.raise_from)
        elif legal.check:
            refused = hand.check()
        else:
            refused = hand.fold() if not chance.below(4) else hand.call()
        assert refused is None, (refused, legal)


@pytest.mark.parametrize("name", GAMES)
def test_random_tables(name: str) -> None:
    game, button = GAMES[name]
    for seed in range(3):
        chance = SeededSource(f"{name} {seed}")
        table = PokerTable(game, button)
        seen: Counter[str] = Counter()
        last = 0
        for _ in range(120):
            for _ in range(chance.below(6)):
                before = table.plain()
                refused = something(table, chance)
                assert refused is None or table.plain() == before, refused
            before, lineup = table.plain(), table.lineup()
            assert PokerTable.from_plain(game, before).plain() == before
            hand = table.start(source=chance)
            if isinstance(hand, Refused):
                assert table.plain() == before
                seen["refused"] += 1
                continue
            assert not isinstance(lineup, Refused) and lineup.order == hand.seats
            seen["anew"] += lineup.anew
            check_lineup(table, hand, last if not lineup.anew else 0)
            last = table.positions.blinds[-1] if table.positions and table.positions.blinds else 0
            held = sum(table.players[seat].stack for seat in hand.seats)
            play(hand, chance)
            assert sum(hand.stacks) + hand.fees + sum(pot.taken for pot in hand.won) == held
            assert table.finish() is None
            seen["hands"] += 1
        assert seen["hands"] > 40


def check_lineup(table: PokerTable, hand: Hand, last: int) -> None:
    """Nobody plays who is away; the last blind is paid, and never by the same seat twice running."""
    assert not any(table.players[seat].away for seat in hand.seats)
    assert all(table.players[seat].out == 0 for seat in hand.seats)
    assert all(player.out for seat, player in table.players.items() if seat not in hand.seats)
    now = table.positions
    assert now is not None
    if now.blinds:
        due = now.blinds[-1]
        assert due != last
        assert any(hand.seats[blind.place] == due and blind.sets_price for blind in hand.blinds)
        before_straddles = hand.blinds[: len(hand.blinds) - len(table.straddles)]
        assert len({blind.place for blind in before_straddles}) == len(before_straddles)


@pytest.mark.parametrize(("name", "players"), [
    (name, players) for name in ("mel", "qld", "three blinds", "one blind", "manila") for players in (2, 3, 4, 7)
    if players >= len(GAMES[name][0].compulsory)
])
def test_everybody_pays_alike(name: str, players: int) -> None:
    """With nobody coming or going, each pays every blind once a round of the table."""
    game, _ = GAMES[name]
    table = PokerTable(game)
    for seat in range(1, players + 1):
        assert table.sit(seat, str(seat), 1_000_000) is None
    paid: Counter[int] = Counter()
    for round_ in range(players):
        hand = table.start(source=SeededSource(round_))
        assert isinstance(hand, Hand)
        for blind in hand.blinds:
            paid[hand.seats[blind.place]] += blind.live
        while not hand.over:
            refused = hand.fold()
            assert refused is None or hand.decline() is None
        table.finish()
    assert set(paid.values()) == {sum(game.compulsory)} and len(paid) == players
