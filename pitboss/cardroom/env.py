"""The card room as a PettingZoo environment: an agent for each seat, a hand for each episode.

It needs the extra `rl`. Agents act in turn (AEC); an observation is a vector of numbers and a mask of what is legal;
rewards are what a player has won or lost when the hand is over, in big blinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from pitboss.cardroom import new_game, usual_game
from pitboss.cardroom.acts import CALL, CHECK, DECLINE, FOLD, TAKE_KITTY, Act, Discard, WagerTo
from pitboss.cardroom.game import BET, DRAW
from pitboss.cardroom.hand import Hand, Legal
from pitboss.cardroom.learning import STAGES, action_names, check_betting, highest, layout_of, unit_of
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import LiveSource, SeededSource, Source, nonce, shuffled
from pitboss.money import Cents, show_amount

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"{missing}; the environment needs the extra rl: pip install 'pitboss[rl]'") from None

_INDEX = {rank + suit: n for n, (suit, rank) in enumerate((suit, rank) for suit in SUITS for rank in RANKS)}


def env(**settings: Any) -> Any:
    """The environment as PettingZoo wants it used: an illegal action ends the hand for whoever took it.

    >>> poker = env(game="mel/omaha", seats=3)
    >>> poker.reset(seed=7)
    >>> poker.last()[0]["action_mask"].tolist()
    [1, 1, 1, 0, 1, 1]
    """
    inner: Any = wrappers.TerminateIllegalWrapper(PokerEnv(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class PokerEnv(AECEnv):  # type: ignore[misc]
    """One game of the card room with betting. `actions` names what can be done, `layout` says where in the vector
    of an observation each thing stands; `hand` is the hand itself, which can be copied for a search."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"], "name": "pitboss_cardroom_v0", "is_parallelizable": False,
    }

    def __init__(
        self, game: str | None = None, options: Mapping[str, Any] | None = None, *, seats: int = 6,
        stack: float = 100, parts: Sequence[float] = (0.5, 1), render_mode: str | None = None,
    ) -> None:
        """Without a name the game is hold'em. `stack` is what everybody starts a hand with, in big blinds; `parts` are
        the raises on offer, as parts of the pot, besides the least raise and all-in."""
        self.game = new_game(game or usual_game(), options)
        self._check(seats, stack, parts, render_mode)
        self.seats, self.parts, self.render_mode = seats, tuple(parts), render_mode
        self.unit = unit_of(self.game)
        self.stack: Cents = max(1, round(stack * self.unit))
        self.possible_agents = [f"player_{seat}" for seat in range(1, seats + 1)]
        self.agents: list[str] = []
        self.actions = action_names(self.game, self.parts)
        self.layout = layout_of(self.game, seats)
        self._space = spaces.Dict({
            "observation": spaces.Box(0, highest(self.layout, seats, self.stack * seats / self.unit), dtype=np.float32),
            "action_mask": spaces.MultiBinary(len(self.actions)),
        })
        self.observation_spaces = {agent: self._space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._source: Source | None = None
        self.hand: Hand | None = None

    def _check(self, seats: int, stack: float, parts: Sequence[float], render_mode: str | None) -> None:
        check_betting(self.game, seats, stack, parts)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: {' or '.join(self.metadata['render_modes'])}")

    # -- what can be done ----------------------------------------------------------------------------------

    def legal(self) -> dict[int, Act]:
        """The actions that are legal now, by their number, each with the act it is."""
        h = self.hand
        legal = None if h is None else h.legal()
        if h is None or legal is None:
            return {}
        if legal.stage == BET:
            return self._bets(h, legal)
        hand = h.hole[h.turn]
        chosen = [[card] for card in hand]
        if legal.stage == DRAW:
            chosen = [_chosen(hand, f"{number:0{len(hand)}b}") for number in range(2 ** len(hand))]
        first = len(self.actions) - len(chosen)
        return {first + n: Discard(tuple(cards)) for n, cards in enumerate(chosen)}

    def _bets(self, h: Hand, legal: Legal) -> dict[int, Act]:
        actions: dict[int, Act] = {}
        if legal.fold:
            actions[0] = FOLD
        if legal.check or legal.decline or legal.call:
            actions[1] = CHECK if legal.check else DECLINE if legal.decline else CALL
        everything = h.bets[legal.place] + h.stacks[legal.place]
        parts = [self._part(h, legal, part) for part in self.parts]
        # A part of the pot that comes to the least raise, or to everything, is offered under that name only.
        sizes = [legal.raise_from, *(to if legal.raise_from < to < everything else -1 for to in parts), everything]
        for number, to in enumerate(sizes, 2):
            if legal.raise_from and (to in legal.sizes if legal.sizes else legal.raise_from <= to <= legal.raise_to):
                actions[number] = WagerTo(to)
        if legal.kitty:
            actions[2 + len(sizes)] = TAKE_KITTY
        return actions

    def _part(self, h: Hand, legal: Legal, part: float) -> Cents:
        """A raise by a part of the pot, the call counted in, in whole chips."""
        to, had, chip = h.price + int(part * (h.pot() + legal.call)), h.bets[legal.place], self.game.chip
        return to - (to - had) % chip

    # -- what is seen --------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: its own cards, and whatever lies open. Seats are told from its own, clockwise."""
        h = self.hand
        if h is None:
            raise ValueError("there is no hand yet; call reset() first")
        i = h.seats.index(self._seat(agent))
        mask = np.zeros(len(self.actions), dtype=np.int8)
        if h.turn == i:
            mask[list(self.legal())] = 1
        return {"observation": self._vector(h, i), "action_mask": mask}

    def _vector(self, h: Hand, i: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        vector = np.zeros(self.layout["stage"].stop, dtype=np.float32)
        layout, count = self.layout, len(h.seats)
        places = [(i + n) % count for n in range(count)]
        _mark(vector[layout["hole"]], h.hole[i])
        for number, board in enumerate(h.boards[: self.game.boards]):
            _mark(vector[layout["board"]][52 * number :], board)
        seats = vector[layout["seats"]].reshape(count, -1)
        for n, j in enumerate(places):
            if "up" in layout:
                _mark(vector[layout["up"]][52 * n :], h.up[j])
            chips = (h.stacks[j] / self.unit, h.bets[j] / self.unit, (h.put[j] + h.bets[j]) / self.unit)
            seats[n] = (*chips, h.live >> j & 1, h.active >> j & 1)
        legal = h.legal() if h.turn == i else None
        if legal is not None:
            bets = (legal.call, legal.raise_from, legal.raise_to)
            vector[layout["betting"]][1:] = [amount / self.unit for amount in bets]
        vector[layout["betting"]][0] = h.pot() / self.unit if not h.over else 0
        if h.button is not None:
            vector[layout["button"]][places.index(h.button)] = 1
        vector[layout["street"]][h.street] = 1
        if h.stage in STAGES:
            vector[layout["stage"]][STAGES.index(h.stage)] = 1
        return vector

    # -- episodes ------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new hand, its button anywhere unless `options={"button": seat}` says where. The same seed, and as many
        hands since, give the same hand."""
        if seed is not None or self._source is None:
            self._source = SeededSource(seed if seed is not None else nonce(LiveSource()))
        button = self._source.below(self.seats) + 1
        button = (options or {}).get("button", button)
        if type(button) is not int or not 1 <= button <= self.seats:
            raise ValueError(f"button={button!r}: a seat from 1 to {self.seats}")
        game = self.game
        cards = shuffled(deck(game.deck_size), self._source)
        seats = game.order(range(1, self.seats + 1), button)
        at = seats.index(button) if game.has_button else None
        self.hand = Hand(game, seats, [self.stack] * self.seats, cards, spare=nonce(self._source), button=at)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._turn(self.hand)

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        h = self.hand
        assert h is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        open_now = self.legal()
        act = open_now.get(int(action)) if isinstance(action, int | np.integer) else None
        if act is None:
            names = ", ".join(f"{number} ({self.actions[number]})" for number in open_now)
            raise ValueError(f"action {action!r} is not legal for {self.agent_selection}; legal are {names}")
        refused = h.do(act)
        assert refused is None, refused
        self._turn(h)

    def _turn(self, h: Hand) -> None:
        """Whose turn it is; when the hand is over, what everybody has won."""
        if h.over:
            self.terminations = dict.fromkeys(self.agents, True)
            for i, seat in enumerate(h.seats):
                self.rewards[f"player_{seat}"] = (h.stacks[i] - self.stack) / self.unit
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = f"player_{h.seats[h.turn]}"
        self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.render())

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"no agent {agent!r}; they are {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent) + 1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The hand as text, with everybody's cards."""
        h = self.hand
        if h is None:
            return None
        board = " | ".join(" ".join(cards) for cards in h.boards if cards)
        lines = [f"{self.game.id}: {h.stage}, pot {show_amount(h.pot())}" + (f", board {board}" if board else "")]
        for i, seat in enumerate(h.seats):
            mark = ">" if i == h.turn else " "
            state = "" if h.live >> i & 1 else " folded"
            bet = f" bets {show_amount(h.bets[i])}" if h.bets[i] else ""
            lines.append(f"{mark} player_{seat} {show_amount(h.stacks[i])}{bet} [{' '.join(h.hole[i])}]{state}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""


def _mark(vector: np.ndarray[Any, np.dtype[np.float32]], cards: Sequence[Card]) -> None:
    for card in cards:
        vector[_INDEX[card]] = 1


def _chosen(hand: Sequence[Card], marks: str) -> list[Card]:
    """The cards that are marked with a 1."""
    return [card for card, mark in zip(hand, marks, strict=True) if mark == "1"]
