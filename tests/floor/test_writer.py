"""Group commit: many writes, few transactions, nobody left waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.store import Conflict, DiskFailed, NewEvent, Overdrawn, SQLiteStore, StoreError, Write
from pitboss.floor.verify import verify
from pitboss.floor.writer import Writer


def bet(stream: str = "bj1", version: int | None = None) -> Write:
    return Write([NewEvent(stream, "bet", b"{}", "Ann", 0)], {} if version is None else {stream: version})


class Slow:
    """A store whose commits wait for leave, and fail when told to."""

    def __init__(self) -> None:
        self.store = SQLiteStore(":memory:")
        self.begun, self.batches = 0, list[int]()
        self.leave, self.broken, self.error = threading.Semaphore(0), False, OSError("no disk")

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]:
        self.begun += 1
        self.leave.acquire()
        self.batches.append(len(writes))
        if self.broken:
            raise self.error
        return self.store.commit(writes)

    def probe(self) -> None:
        if self.broken:
            raise self.error


async def soon(condition: Any) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("never happened")


def test_what_waits_is_committed_together() -> None:
    async def play() -> None:
        slow = Slow()
        writer = Writer(slow)
        first = asyncio.ensure_future(writer.write(bet()))
        await soon(lambda: slow.begun == 1)
        rest = [asyncio.ensure_future(writer.write(bet("bj1", 1 if n == 7 else None))) for n in range(20)]
        await asyncio.sleep(0)
        assert writer.waiting == 20 and not first.done()
        slow.leave.release(2)
        made = await asyncio.gather(first, *rest, return_exceptions=True)
        assert isinstance(made.pop(8), Conflict) and made == list(range(1, 21))
        assert slow.batches == [1, 20] and (writer.commits, writer.writes) == (2, 21) and writer.seconds > 0
        writer.close()

    asyncio.run(play())


@pytest.mark.parametrize("error", [OSError("no disk"), DiskFailed("no disk"), KeyError("no disk")])
def test_a_failing_disk_reaches_everybody_and_is_tried_again(error: Exception) -> None:
    async def play() -> None:
        slow = Slow()
        slow.broken, slow.error = True, error  # type: ignore[assignment]
        writer = Writer(slow)
        first = asyncio.ensure_future(writer.write(bet()))
        await soon(lambda: slow.begun == 1)
        behind = asyncio.ensure_future(writer.write(bet()))
        await soon(lambda: writer.waiting == 1)
        slow.leave.release(100)
        for waiting in (first, behind):
            with pytest.raises(DiskFailed, match="no disk"):
                await asyncio.wait_for(waiting, 5)
        assert slow.batches == [1] and "nothing is accepted until" in writer.failing
        with pytest.raises(DiskFailed, match="nothing is accepted until"):
            await asyncio.wait_for(writer.write(bet()), 5)
        assert slow.begun == 1
        slow.broken = False
        await soon(lambda: not writer.failing)
        assert await asyncio.wait_for(writer.write(bet()), 5) == 1
        writer.close()

    asyncio.run(play())


@pytest.mark.parametrize("broken", [False, True])
def test_the_age_of_a_commit_ends_with_it(broken: bool) -> None:
    async def play() -> None:
        slow, seconds = Slow(), [5.0]
        writer = Writer(slow, lambda: seconds[0])
        assert writer.age_s == 0 and writer.last is None
        slow.broken = broken
        write = asyncio.ensure_future(writer.write(bet()))
        await soon(lambda: slow.begun == 1)
        seconds[0] = 12.5
        assert writer.age_s == 7.5
        slow.leave.release(100)
        await asyncio.wait([write])
        assert writer.age_s == 0 and (writer.last, writer.seconds) == ((None, 0) if broken else (12.5, 7.5))
        writer.close()

    asyncio.run(play())


def test_a_full_disk_and_then_room(tmp_path: Path) -> None:
    async def play(store: SQLiteStore) -> None:
        writer = Writer(store)
        await writer.write(bet())
        store._db.pragma("max_page_count", store._db.pragma("page_count"))
        big = Write([NewEvent("bj1", "bet", b"x" * 100_000, "Ann", 0)])
        made = await asyncio.gather(*(writer.write(w) for w in (bet(), big, bet())), return_exceptions=True)
        assert sum(isinstance(one, DiskFailed) for one in made) >= 1 and isinstance(made[1], DiskFailed)
        store._db.pragma("max_page_count", 10**6)
        await soon(lambda: not writer.failing)
        stood = 1 + sum(isinstance(one, int) for one in made)
        assert await writer.write(big) == stood + 1 == store.version("bj1")
        writer.close()

    with closing(SQLiteStore(tmp_path / "floor.db")) as store:
        asyncio.run(play(store))
        assert verify(store).faults == []


def test_closing_commits_what_waits_and_then_refuses() -> None:
    async def play() -> None:
        slow = Slow()
        writer = Writer(slow)
        waiting = [asyncio.ensure_future(writer.write(bet())) for _ in range(5)]
        await asyncio.sleep(0)
        slow.leave.release(100)
        writer.close()
        assert sorted(await asyncio.gather(*waiting)) == [1, 2, 3, 4, 5]
        with pytest.raises(StoreError, match="closed"):
            await writer.write(bet())
        writer.close()

    asyncio.run(play())


@pytest.mark.parametrize("broken", [False, True])
def test_closing_never_hangs(broken: bool) -> None:
    async def play() -> None:
        slow = Slow()
        slow.broken = broken
        slow.leave.release(100)
        writer = Writer(slow)
        await asyncio.gather(*(writer.write(bet()) for _ in range(3)), return_exceptions=True)
        await asyncio.wait_for(asyncio.to_thread(writer.close), 5)

    asyncio.run(play())


def test_somebody_who_gave_up_disturbs_nobody() -> None:
    """A cancelled write may stand all the same; those with it get their answers, and so does the next loop."""
    slow = Slow()
    writer = Writer(slow)

    async def play() -> None:
        gone, stays = (asyncio.ensure_future(writer.write(bet())) for _ in range(2))
        await soon(lambda: slow.begun == 1)
        gone.cancel()
        slow.leave.release(2)
        await stays

    async def leave() -> None:
        asyncio.ensure_future(writer.write(bet())).add_done_callback(lambda _: None)
        await asyncio.sleep(0)

    asyncio.run(play())
    asyncio.run(leave())
    slow.leave.release(100)
    assert asyncio.run(writer.write(bet())) == 4
    writer.close()


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(1, 40)), max_size=60), st.integers(1, 8))
@settings(max_examples=40, deadline=None)
def test_no_player_bets_more_than_he_has(bets: list[tuple[str, int]], at_once: int) -> None:
    """However the bets fall into transactions, those acknowledged and no others have moved money."""

    async def play(store: SQLiteStore) -> dict[str, int]:
        writer = Writer(store)
        staked = dict.fromkeys("ABC", 0)

        async def place(player: str, amount: int) -> None:
            write = bet()
            write.entries = [(f"player:{player}", -amount), ("layout:bj1", amount)]
            try:
                await writer.write(write)
            except Overdrawn as overdrawn:
                assert overdrawn.account == f"player:{player}"
            else:
                staked[player] += amount

        for start in range(0, len(bets), at_once):
            await asyncio.gather(*(place(*one) for one in bets[start : start + at_once]))
        writer.close()
        return staked

    with closing(SQLiteStore(":memory:")) as store:
        issued = bet("office")
        issued.entries = [("cage", -300), *((f"player:{name}", 100) for name in "ABC")]
        store.commit([issued])
        staked = asyncio.run(play(store))
        assert all(store.balance(f"player:{name}") == 100 - staked[name] >= 0 for name in "ABC")
        assert verify(store).faults == []
