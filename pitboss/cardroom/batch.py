"""Many tables of one game at once, in arrays: the compiled lane for those who learn by the million hands.

Every table plays as `Hand` plays, to the cent; `hand(k)` gives any of them as one, with its log and its clauses. What
is seen and may be chosen is what the learning environment (`env.py`) has; `reset` and `step` have the shape of
Gymnasium's for vectors of environments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cardroom import lane_drive as drive
from pitboss.cardroom import new_game, usual_game
from pitboss.cardroom.acts import CALL, CHECK, FOLD, Act, WagerTo
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.lane import TABLE, Rows, check_lane, ranks_of, rules_of
from pitboss.cardroom.lane_kernel import FOLDS, STAYS
from pitboss.cardroom.lane_views import CLOSED
from pitboss.cardroom.learning import action_names, check_betting, highest, layout_of, unit_of
from pitboss.equipment.rng import LiveSource, SeededSource, nonce
from pitboss.hands.codes import decode
from pitboss.money import Cents, show_amount

MODES = {"same-step": drive.SAME_STEP, "next-step": drive.NEXT_STEP, "off": drive.OFF}
# What a seat may start a hand with, in cents, so that no sum outgrows its number.
MOST_CHIPS = 10**14
# Between two of so many hands played by chance, Ctrl-C is heard.
_HANDS_AT_ONCE = 1 << 18
# How many acts of a hand are kept at first; a longer hand makes more room.
_ACTS_KEPT = 32
COMPILING = "pitboss: compiling the fast lane for this machine, once; about ten seconds"

# What a policy is given and gives: observation and mask of every table, and the number of an action for each.
Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], ArrayLike]
Observation = dict[str, NDArray[Any]]


class SelfPlay(NamedTuple):
    """Hands that were played: how many, of how many acts, what each seat won in cents, and what the house took."""

    hands: int
    acts: int
    won: tuple[Cents, ...]
    commission: Cents


class Batch:
    """`tables` of one game, each with so many seats. Arrays have a row for every table; seats count from 0.

    >>> batch = Batch("mel/holdem", tables=64, seats=6)
    >>> seen, info = batch.reset(seed=7)
    >>> seen["observation"].shape, seen["action_mask"].shape, batch.actions[:2]
    ((64, 151), (64, 6), ('fold', 'check or call'))
    >>> seen, rewards, ended, _, info = batch.step(np.ones(64, int))
    >>> info["call"].tolist() == batch.call.tolist(), bool(ended.any())
    (True, False)
    >>> print(batch.hand(0).noted[-1][:3])
    ('call', 2, 200)
    """

    def __init__(
        self, game: str | PokerGame | None = None, options: Mapping[str, Any] | None = None, *, tables: int = 1024,
        seats: int = 6, stack: float = 100, stacks: ArrayLike | None = None, parts: Sequence[float] = (0.5, 1),
        button: int | None = None, autoreset: str = "same-step", threads: int = 1, copy: bool = True,
    ) -> None:
        """Without a name the game is hold'em. Everybody starts a hand with `stack` big blinds, or with `stacks`, cents
        by seat or by table and seat. `parts` are the raises on offer, as parts of the pot, besides the least raise and
        all-in. The button is anywhere by chance, unless a seat is told. `copy=False` writes every step into the arrays
        of the last."""
        self.game = game if isinstance(game, PokerGame) else new_game(game or usual_game(), options)
        check_lane(self.game)
        check_betting(self.game, seats, stack, parts)
        for name, number, most in (("tables", tables, 1 << 24), ("threads", threads, 256)):
            if type(number) is not int or not 1 <= number <= most:
                raise ValueError(f"{name}={number!r}: a whole number from 1 to {most}")
        if autoreset not in MODES:
            raise ValueError(f"autoreset={autoreset!r}: {', '.join(MODES)}")
        if button is not None and (type(button) is not int or not 0 <= button < seats):
            raise ValueError(f"button={button!r}: a seat from 0 to {seats - 1}, or None for any")
        if len(parts) > 16:
            raise ValueError(f"parts: {len(parts)} of them; at most 16")
        self.num_envs = self.tables = tables
        self.seats, self.parts, self.autoreset, self.threads, self.copy = seats, tuple(parts), autoreset, threads, copy
        self.unit = unit_of(self.game)
        self.actions = action_names(self.game, self.parts)
        self.layout = layout_of(self.game, seats)
        self.chips = self._chips(stack, stacks)
        self._button, self._seed, self._started = -1 if button is None else button, np.uint64(0), False
        self._rules = self._drawn()
        self._ranks = ranks_of(self.game, self._rules[0])
        self._tables = np.zeros(tables, TABLE)
        self._kept = np.zeros((tables, 2, _ACTS_KEPT), np.int64)
        self._offers = np.zeros((tables, len(self.actions)), np.int64)
        self._chosen, self._left = np.zeros(tables, np.int64), np.zeros(tables, np.int64)
        self._make_room()
        with _told_of_compiling():
            self._get_ready()

    def _chips(self, stack: float, stacks: ArrayLike | None) -> NDArray[np.int64]:
        """What every seat of every table starts a hand with."""
        shape = (self.tables, self.seats)
        if stacks is None:
            return np.full(shape, max(1, round(stack * self.unit)), np.int64)
        chips = np.asarray(stacks)
        if chips.dtype.kind not in "iu" or chips.shape not in (shape[1:], shape):
            raise ValueError(f"stacks: whole cents in the shape {shape[1:]} or {shape}, not {chips.dtype} in "
                             f"{chips.shape}")
        if chips.size and not 0 < chips.min() <= chips.max() <= MOST_CHIPS:
            raise ValueError(f"stacks: from {chips.min()} to {chips.max()} cents; above 0 and at most {MOST_CHIPS}")
        return np.ascontiguousarray(np.broadcast_to(chips, shape), np.int64)

    def _drawn(self) -> Rows:
        """The figures of the game, and where the parts of an observation stand."""
        rules = rules_of(self.game, self.seats)
        row = rules[0]
        row["unit"], row["parts"] = self.unit, len(self.parts)
        row["part"][: len(self.parts)] = self.parts
        for name in ("board", "seats", "betting", "button", "street", "stage"):
            row[f"at_{name}"] = self.layout[name].start
        row["width"] = self.layout["stage"].stop
        return rules

    def _make_room(self) -> None:
        """New arrays for what is told of every table."""
        self._vectors = np.empty((self.tables, self.layout["stage"].stop), np.float32)
        self._masks = np.empty((self.tables, len(self.actions)), np.int8)
        self._figures: NDArray[np.int64] = np.empty((4, self.tables), np.int64)
        self._won, self._counts = np.empty((self.tables, self.seats), np.int64), np.empty((self.tables, 3), np.int64)

    # -- what is seen --------------------------------------------------------------------------------------

    @property
    def observation(self) -> Observation:
        """What whoever acts sees at each table, and the actions that are open to him; none where a hand is over."""
        return {"observation": self._vectors, "action_mask": self._masks}

    @property
    def current_player(self) -> Any:
        """The seat that acts at each table; -1 where a hand is over."""
        return self._figures[0]

    @property
    def call(self) -> Any:
        """What is added to call, in cents; 0 for a check."""
        return self._figures[1]

    @property
    def least(self) -> Any:
        """The least that a bet or raise may come to in this round, in cents; 0 where there is none."""
        return self._figures[2]

    @property
    def most(self) -> Any:
        """The most that a bet or raise may come to in this round, in cents."""
        return self._figures[3]

    @property
    def hand_numbers(self) -> NDArray[np.int64]:
        """How many hands each table had since the seed before this one."""
        return self._tables["hand"].copy()

    def _info(self) -> dict[str, Any]:
        return {"current_player": self.current_player, "call": self.call, "least": self.least, "most": self.most}

    # -- episodes ------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
              ) -> tuple[Observation, dict[str, Any]]:
        """New hands at all tables, or at those of `options={"reset_mask": ...}`. The same seed gives the same hands, at
        every table by its own number, however many tables or threads there are."""
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str | np.integer)):
            raise ValueError(f"seed={seed!r}: a whole number, or a text")
        wanted = self._wanted(dict(options or {}))
        anew = seed is not None or not self._started
        if anew and not wanted.all():
            raise ValueError("reset_mask: a seed, and the first reset, are for all tables")
        if anew:
            source = SeededSource(nonce(LiveSource()) if seed is None else seed if isinstance(seed, str) else int(seed))
            self._seed = np.uint64(source.below(1 << 64))
            self._tables["hand"] = -1
        self._room()
        self._chosen[:] = np.where(wanted, drive.DEALS, drive.WAITS)
        self._run(drive.RESET)
        self._started = True
        self._add_up()
        return self.observation, self._info()

    def _wanted(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        wanted = np.asarray(options.pop("reset_mask", np.ones(self.tables, np.bool_)))
        if options:
            raise ValueError(f"reset knows no option {', '.join(options)}; it knows reset_mask")
        if wanted.dtype != np.bool_ or wanted.shape != (self.tables,):
            raise ValueError(f"reset_mask: {self.tables} times true or false, not {wanted.dtype} in {wanted.shape}")
        return wanted

    def step(self, actions: ArrayLike | None = None, *, to: ArrayLike | None = None
             ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One act at every table: the numbers of actions; or `to`, what each player's bet of this round comes to in
        cents (as much as is asked is a check or call), -1 to fold. One that is not legal raises, and nothing is done
        anywhere.

        Told are observations, what every seat won in big blinds where a hand ended, where one ended, where one was cut
        short (never), and the figures of whoever acts. What is said for a table whose hand is over counts for nothing:
        its end is told if it has not been (a hand may be over at the deal), or a new hand is dealt."""
        if not self._started:
            raise ValueError("there are no hands yet; call reset() first")
        if (actions is None) == (to is None):
            raise ValueError("step takes actions, or amounts as to=...; one of the two")
        if to is not None:
            self._choose_amounts(to)
        else:
            self._choose_actions(actions)
        self._room()
        self._left[:] = 1
        if self._run(MODES[self.autoreset]):
            self._keep_more()
        self._add_up()
        info = {**self._info(), "commission": self.commission}
        return self.observation, self.rewards, self.terminated, np.zeros(self.tables, np.bool_), info

    def _choose_actions(self, actions: ArrayLike | None) -> None:
        numbers = self._row("actions", actions)
        if numbers.dtype.kind not in "iu":
            raise ValueError(f"actions: whole numbers from 0 to {len(self.actions) - 1}, not {numbers.dtype}")
        numbers = np.ascontiguousarray(numbers, np.int64)
        if drive.choose_actions(self._tables, self._offers, numbers, self._chosen):
            known = dict(enumerate(self.actions))
            names = [f"action {number} ({known.get(number, 'there is none')})" for number in numbers.tolist()]
            self._refuse(names, (self._chosen == CLOSED) & (self._tables["over"] == 0))

    def _choose_amounts(self, to: ArrayLike) -> None:
        amounts = self._row("to", to)
        if amounts.dtype.kind not in "iuf":
            raise ValueError(f"to: amounts in cents, not {amounts.dtype}")
        wrong = ~((amounts == np.floor(amounts)) & (np.abs(amounts) < 2**53)) & (self._tables["over"] == 0)
        names = [f"{amount!r} cents" for amount in amounts.tolist()]
        if wrong.any():
            self._refuse(names, wrong)
        whole = np.where(self._tables["over"] == 0, amounts, 0).astype(np.int64)
        if drive.choose_amounts(self._rules, self._tables, whole, self._chosen):
            self._refuse(names, (self._chosen == CLOSED) & (self._tables["over"] == 0))

    def _row(self, name: str, values: ArrayLike | None) -> NDArray[Any]:
        row = np.asarray(values)
        if row.shape != (self.tables,):
            raise ValueError(f"{name}: one for each of the {self.tables} tables, not the shape {row.shape}")
        return row

    def _refuse(self, names: Sequence[str], wrong: NDArray[np.bool_]) -> None:
        """Say at which tables something is not legal, and what would be at the first of them."""
        tables = np.flatnonzero(wrong).tolist()
        k = tables[0]
        legal = [f"{n} ({self.actions[n]})" for n in np.flatnonzero(self._masks[k]).tolist()]
        staying = int(self._tables[k]["bets"][self._tables[k]["turn"]]) + int(self.call[k])
        bet = f", {self.least[k]} to {self.most[k]} a bet or raise" if self.least[k] else ""
        others = f"; nor what is said at {_listed(tables[1:])}" if tables[1:] else ""
        raise ValueError(
            f"{names[k]} is not legal at table {k}, where seat {self.current_player[k]} acts and legal are "
            f"{', '.join(legal)}, or as amounts -1 to fold, {staying} to stay in{bet} (chips of "
            f"{show_amount(self.game.chip)}){others}. Nothing was done at any table"
        )

    # -- a table as a hand ---------------------------------------------------------------------------------

    def hand(self, k: int, *, last: bool = False) -> Hand:
        """Table k as a `Hand`: its cards dealt and its acts done again, with log and clauses. `last`: the hand before
        the one that lies there."""
        if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 0 <= k < self.tables:
            raise ValueError(f"table {k!r}: they go from 0 to {self.tables - 1}")
        table = self._tables[k]
        number = int(table["hand"]) - last
        if not self._started or number < 0:
            when = "before this one" if self._started else "yet; call reset() first"
            raise ValueError(f"table {k} has had no hand {when}")
        shuffled = np.zeros(1, TABLE)
        drive.deck_of(self._rules, shuffled, self._seed, int(k), number, self._button)
        button = int(shuffled[0]["button"]) + 1
        seats = self.game.order(range(1, self.seats + 1), button)
        deck = decode(shuffled[0]["deck"][: self.game.deck_size][::-1])
        h = Hand(self.game, seats, [int(self.chips[k, seat - 1]) for seat in seats], deck, button=seats.index(button))
        for code in self._kept[k, number & 1, : table["acts_before" if last else "acts"]].tolist():
            if refused := h.do(_done(h, code)):
                raise RuntimeError(f"table {k}: the kernel did what the rules refuse: {refused}")
        return h

    # -- self-play -----------------------------------------------------------------------------------------

    def play(self, hands: int, policy: Policy | None = None, *, seed: int | str | None = None) -> SelfPlay:
        """Play so many hands, the tables in equal parts, and add up what came of them: by chance (fold facing a bet,
        stay in, or bet any amount, each as likely), or by a policy, until at least so many have ended."""
        if isinstance(hands, bool) or not isinstance(hands, int | np.integer) or hands < 1:
            raise ValueError(f"hands={hands!r}: a whole number above 0")
        if policy is not None and self.autoreset == "off":
            raise ValueError("a policy plays on only where new hands are dealt; autoreset is off")
        if seed is not None or not self._started:
            self.reset(seed)
        return self._play_by_chance(int(hands)) if policy is None else self._play_by(policy, int(hands))

    def _play_by_chance(self, hands: int) -> SelfPlay:
        quota = hands // self.tables + (np.arange(self.tables) < hands % self.tables)
        self._room()
        while quota.any():
            self._left[:] = np.minimum(quota, max(1, _HANDS_AT_ONCE // self.tables))
            quota -= self._left
            while self._run(drive.PLAY):
                self._keep_more()
        won, (_, acts, commission) = self._won.sum(axis=0), self._counts.sum(axis=0).tolist()
        self._chosen[:] = drive.WAITS
        self._run(drive.RESET)
        return SelfPlay(hands, acts, tuple(won.tolist()), commission)

    def _play_by(self, policy: Policy, hands: int) -> SelfPlay:
        done = acts = commission = 0
        won = np.zeros(self.seats, np.int64)
        while done < hands:
            acts += int((self.current_player >= 0).sum())
            self.step(policy(self._vectors, self._masks))
            done += int(self.terminated.sum())
            won += np.rint(self.rewards * self.unit).astype(np.int64).sum(axis=0)
            commission += int(self.commission.sum())
        return SelfPlay(done, acts, tuple(won.tolist()), commission)

    # -- Gymnasium's spaces --------------------------------------------------------------------------------

    @cached_property
    def single_action_space(self) -> Any:
        return _spaces().Discrete(len(self.actions))

    @cached_property
    def single_observation_space(self) -> Any:
        spaces, chips = _spaces(), float(self.chips.sum(axis=1).max()) / self.unit
        most = highest(self.layout, self.seats, chips)
        mask = spaces.MultiBinary(len(self.actions))
        return spaces.Dict({"observation": spaces.Box(0, most, dtype=np.float32), "action_mask": mask})

    @cached_property
    def action_space(self) -> Any:
        return _spaces().MultiDiscrete([len(self.actions)] * self.tables)

    @cached_property
    def observation_space(self) -> Any:
        from gymnasium.vector.utils import batch_space

        return batch_space(self.single_observation_space, self.tables)

    def close(self) -> None:
        """Nothing is held open but the threads."""
        if "_pool" in self.__dict__:
            self.__dict__.pop("_pool").shutdown()

    def _add_up(self) -> None:
        """What the last step told: rewards by seat in big blinds, commission in cents, and where a hand ended."""
        self.rewards, self.terminated = self._won / self.unit, self._counts[:, 0] > 0
        self.commission = self._counts[:, 2]

    # -- how it runs ---------------------------------------------------------------------------------------

    def _room(self) -> None:
        """Arrays that nobody holds, unless those of the last step are to be written over; nothing is won yet."""
        if self.copy:
            self._make_room()
        self._won[:], self._counts[:] = 0, 0

    def _keep_more(self) -> None:
        self._kept = np.pad(self._kept, ((0, 0), (0, 0), (0, self._kept.shape[2])))

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def _share(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Run a kernel over all tables, in as many parts as there are threads."""
        if self.threads == 1:
            return [work(0, self.tables)]
        ends = [self.tables * n // self.threads for n in range(self.threads + 1)]
        return list(self._pool.map(work, ends[:-1], ends[1:]))

    def _run(self, mode: int) -> bool:
        """All tables through the kernel; has a hand as many acts as are kept?"""
        return bool(max(self._share(partial(self._run_part, mode))) == self._kept.shape[2])

    def _run_part(self, mode: int, start: int, stop: int) -> int:
        return drive.run(
            self._rules, self._tables, self.chips, self._chosen, self._kept, start, stop, self._seed, mode,
            self._button, *self._ranks, self._vectors, self._masks, self._offers, self._figures, self._left, self._won,
            self._counts,
        )

    def _get_ready(self) -> None:
        """Have every kernel ready, over no table at all."""
        nothing = np.zeros(0, np.int64)
        self._run_part(drive.RESET, 0, 0)
        drive.choose_actions(self._tables, self._offers, nothing, self._chosen)
        drive.choose_amounts(self._rules, self._tables, nothing, self._chosen)
        drive.deck_of(self._rules, np.zeros(1, TABLE), self._seed, 0, 0, self._button)


def _told_of_compiling() -> Any:
    """While numba compiles, and does not only read what it kept, one line on standard error."""
    from numba.core import event

    class Announcer(event.Listener):
        silent = True

        def on_start(self, event: Any) -> None:
            if self.silent:
                self.silent = False
                print(COMPILING, file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    return event.install_listener("numba:compile", Announcer())


def _spaces() -> Any:
    try:
        from gymnasium import spaces
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"{missing}; spaces need the extra rl: pip install 'pitboss[rl]'") from None
    return spaces


def _done(h: Hand, code: int) -> Act:
    """What was kept of an act, as the act."""
    if code == FOLDS:
        return FOLD
    if code == STAYS:
        return CALL if h.price > h.bets[h.turn] else CHECK
    return WagerTo(code)


def _listed(tables: Iterable[int]) -> str:
    names = [f"table {k}" for k in tables]
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
