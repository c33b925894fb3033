"""The PettingZoo environment: PettingZoo's own tests, and that it tells and does what the hand says."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.cardroom.env import PokerEnv, env
from pitboss.cardroom.game import BET
from pitboss.rulebooks import card_games

GAMES = [id for id in card_games() if id != "mel/chinese-poker"]


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_accepts_it(id: str) -> None:
    with warnings.catch_warnings():
        # It warns of observations that are dicts, which every environment with a mask of actions has.
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation")
        api_test(env(game=id, seats=4), num_cycles=60)
        seed_test(lambda: env(game=id, seats=4), num_cycles=20)


def played(made: PokerEnv, seed: int, pick: Any) -> dict[str, float]:
    """One hand, played by random legal actions; what everybody won."""
    made.reset(seed=seed)
    while not all(made.terminations.values()):
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(int(pick.choice(np.flatnonzero(mask))))
    return dict(made.rewards)


@pytest.mark.parametrize("id", [
    "mel/holdem", "mel/draw-kitty", "mel/seven-card-stud-hi-lo", "mel/crazy-pineapple-holdem", "qld/manila-poker",
])
def test_rewards_are_net_chips_in_big_blinds(id: str) -> None:
    made = PokerEnv(game=id, seats=4, stack=50)
    for seed in range(15):
        won = played(made, seed, np.random.default_rng(seed))
        h = made.hand
        assert h is not None and h.over
        assert sum(won.values()) == pytest.approx(0)
        for i, seat in enumerate(h.seats):
            assert won[f"player_{seat}"] == (h.stacks[i] - made.stack) / made.unit


def test_commission_is_lost_to_the_house() -> None:
    made = PokerEnv(options={"commission": "10%"}, seats=3)
    lost = [sum(played(made, seed, np.random.default_rng(seed)).values()) for seed in range(20)]
    assert min(lost) < 0 and max(lost) <= 0


def test_the_mask_offers_what_the_hand_takes_and_nothing_else() -> None:
    made = PokerEnv(seats=3, stack=20, parts=(0.33, 0.5, 1, 2))
    assert made.actions == (
        "fold", "check or call", "raise least", "raise 0.33 pot", "raise 0.5 pot", "raise 1 pot", "raise 2 pot",
        "all-in",
    )
    pick = np.random.default_rng(5)
    for seed in range(30):
        made.reset(seed=seed)
        while not all(made.terminations.values()):
            h = made.hand
            assert h is not None
            legal, offered = h.legal(), made.legal()
            assert legal is not None
            for number, act in offered.items():
                assert h.copy().do(act) is None, made.actions[number]
            assert (7 in offered) == (legal.raise_to == h.bets[h.turn] + h.stacks[h.turn] and legal.raise_from > 0)
            assert (2 in offered) == (legal.raise_from > 0)
            made.step(int(pick.choice(list(offered))))


def test_fixed_limit_offers_one_size() -> None:
    made = PokerEnv(options={"structure": "fixed"}, seats=3)
    made.reset(seed=1)
    assert [made.actions[number] for number in made.legal()] == ["fold", "check or call", "raise least"]


def test_a_part_of_the_pot_counts_the_call() -> None:
    made = PokerEnv(seats=3, options={"blinds": "1/2"})
    made.reset(seed=1)
    made.step(made.actions.index("raise 1 pot"))
    assert made.hand is not None and made.hand.price == 200 + (300 + 200)


def test_cards_are_given_up_by_their_marks() -> None:
    made = PokerEnv(game="mel/draw-blind", seats=2)
    made.reset(seed=3, options={"button": 1})
    made.step(1)
    made.step(1)
    h = made.hand
    assert h is not None and h.stage == "draw"
    i, hand = h.turn, list(h.hole[h.turn])
    mask = made.observe(made.agent_selection)["action_mask"]
    assert mask.sum() == 32 and not mask[:6].any()
    made.step(made.actions.index("discard 10010"))
    assert h.hole[i][:3] == [hand[1], hand[2], hand[4]]


def test_an_observation_is_of_ones_own_cards_and_the_table() -> None:
    made = PokerEnv(seats=3)
    made.reset(seed=11, options={"button": 2})
    h = made.hand
    assert h is not None and h.stage == BET
    seen = {agent: made.observe(agent) for agent in made.agents}
    for i, seat in enumerate(h.seats):
        vector = seen[f"player_{seat}"]["observation"]
        own = vector[made.layout["hole"]]
        assert own.sum() == 2 and seen[f"player_{seat}"]["action_mask"].any() == (i == h.turn)
        seats = vector[made.layout["seats"]].reshape(3, -1)
        assert seats[0].tolist() == [h.stacks[i] / 200, h.bets[i] / 200, h.bets[i] / 200, 1, 1]
        assert vector[made.layout["betting"]][0] == 1.5
        assert vector[made.layout["button"]].tolist().index(1) == (h.seats.index(2) - i) % 3
    other = h.copy()
    mine = h.seats.index(1)
    other.hole = [cards if i == mine else list(reversed(other.deck[: len(cards)])) for i, cards in enumerate(h.hole)]
    made.hand = other
    assert np.array_equal(made.observe("player_1")["observation"], seen["player_1"]["observation"])


def test_the_same_seed_is_the_same_hand_and_the_next_is_another() -> None:
    one, other = PokerEnv(), PokerEnv()
    one.reset(seed=4)
    other.reset(seed=4)
    assert one.hand is not None and other.hand is not None
    first = one.hand.hole
    assert first == other.hand.hole
    one.reset()
    other.reset()
    assert one.hand.hole == other.hand.hole != first
    PokerEnv().reset()


def test_everybody_all_in_with_the_blinds_is_over_at_once() -> None:
    made = PokerEnv(seats=2, stack=0.5)
    made.reset(seed=1)
    assert all(made.terminations.values()) and sum(made.rewards.values()) == 0
    for _ in made.agent_iter():
        made.step(None)
    assert not made.agents


@pytest.mark.parametrize(("settings", "said"), [
    ({"game": "mel/holdm"}, "did you mean mel/holdem"),
    ({"game": "mel/chinese-poker", "seats": 4}, "mel/chinese-poker has no betting"),
    ({"seats": 1000}, "1000 players [MEL-4.1:holdem]; at most 11"),
    ({"seats": 1}, "one player [MEL-4.1:holdem]"),
    ({"seats": 2.5}, "seats=2.5: a whole number"),
    ({"stack": -1}, "a stack in big blinds"),
    ({"stack": float("nan")}, "a stack in big blinds"),
    ({"parts": (0,)}, "parts of the pot"),
    ({"render_mode": "film"}, "ansi or human"),
    ({"options": {"frob": "1"}}, "has no option 'frob'"),
])
def test_a_wrong_setting_is_one_clear_line(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, LookupError), match=re.escape(said)):
        PokerEnv(**settings)


def test_wrong_calls_say_what_was_expected() -> None:
    made = PokerEnv(seats=2)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        made.observe("player_1")
    made.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 99 is not legal for player_\d; legal are 0 \(fold\), 1"):
        made.step(99)
    with pytest.raises(ValueError, match="no agent 'nobody'; they are player_1, player_2"):
        made.observe("nobody")
    with pytest.raises(ValueError, match="a seat from 1 to 2"):
        made.reset(options={"button": 3})


def test_an_illegal_action_ends_the_hand_for_whoever_took_it() -> None:
    made = env(options={"structure": "fixed"}, seats=3)
    made.reset(seed=1)
    agent = made.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.step(5)
    assert made.terminations[agent] and made.rewards[agent] == -1


def test_it_is_shown_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    made = PokerEnv(seats=2, render_mode="ansi")
    assert made.render() is None
    made.reset(seed=2)
    told = made.render()
    assert told is not None and told.startswith("mel/holdem: bet, pot 3\n") and "player_2" in told
    PokerEnv(seats=2, render_mode="human").reset(seed=2)
    assert "player_1" in capsys.readouterr().out
