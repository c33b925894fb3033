"""Counts on disk: whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pitboss.odds import cache as module
from pitboss.odds.cache import MAGIC, Arrays, Cache, default_directory, key

COUNTS = {"wins": np.arange(12, dtype=np.int64).reshape(3, 4), "of": np.array(7, np.uint8)}


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def cache(tmp_path: Path, said: list[str]) -> Cache:
    return Cache(tmp_path / "counts", said.append)


def same(found: Arrays | None) -> bool:
    return found is not None and found.keys() == COUNTS.keys() and all(
        found[name].dtype == held.dtype and found[name].shape == held.shape and (found[name] == held).all()
        for name, held in COUNTS.items()
    )


def test_what_is_saved_comes_back(cache: Cache, said: list[str]) -> None:
    assert cache.load("some") is None
    cache.save("some", COUNTS)
    assert same(cache.load("some"))
    assert cache.load("other") is None
    assert [path.name for path in cache.directory.iterdir()] == ["some.counts"]
    assert said == []


def test_a_later_save_takes_the_place_of_an_earlier_one(cache: Cache) -> None:
    cache.save("some", {"wins": np.zeros(3)})
    cache.save("some", COUNTS)
    assert same(cache.load("some"))


def test_loaded_counts_can_be_added_to_and_stay_as_they_were_on_disk(cache: Cache) -> None:
    cache.save("some", COUNTS)
    found = cache.load("some")
    assert found is not None
    found["wins"] += 1
    assert same(cache.load("some"))


def forged(body: bytes) -> bytes:
    """A file with the right digest over something else than arrays."""
    return MAGIC + hashlib.sha256(body).digest() + body


def listed(held: object, numbers: bytes) -> bytes:
    """A list of arrays, and some bytes where the first of them starts."""
    told = json.dumps(held).encode()
    head = len(MAGIC) + 32 + 8 + len(told)
    return len(told).to_bytes(8, "big") + told + bytes(-head % 64) + numbers


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "one byte": lambda whole: whole[:1],
    "cut short": lambda whole: whole[:-10],
    "cut within the digest": lambda whole: whole[: len(MAGIC) + 5],
    "nothing after the digest": lambda whole: whole[: len(MAGIC) + 32],
    "longer": lambda whole: whole + b"\0",
    "a flipped byte in the counts": lambda whole: whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:],
    "a flipped byte in the digest": lambda whole: whole[: len(MAGIC)] + bytes([whole[len(MAGIC)] ^ 1])
    + whole[len(MAGIC) + 1 :],
    "a flipped byte in the head": lambda whole: bytes([whole[0] ^ 1]) + whole[1:],
    "another version": lambda whole: whole.replace(MAGIC, b"pitboss counts 1\n", 1),
    "rubbish": lambda whole: os.urandom(len(whole)),
    "the right start and rubbish": lambda whole: MAGIC + b"rubbish " * 40,
    "a right digest of rubbish": lambda whole: forged(b"rubbish " * 40),
    "a right digest of nothing": lambda whole: forged(b""),
    "a right digest of half": lambda whole: forged(whole[len(MAGIC) + 32 : -30]),
    "objects instead of numbers": lambda whole: forged(listed([["wins", "|O", [1]]], bytes(8))),
    "a type that is none": lambda whole: forged(listed([["wins", "wide", [1]]], bytes(8))),
    "fewer numbers than there should be": lambda whole: forged(listed([["wins", "<i8", [3]]], bytes(16))),
    "a negative number of them": lambda whole: forged(listed([["wins", "<i8", [-1]]], bytes(8))),
    "an array without a name": lambda whole: forged(listed([["<i8", [1]]], bytes(8))),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_told_of_and_made_anew(damage: str, cache: Cache, said: list[str]) -> None:
    cache.save("some", COUNTS)
    path = cache.path("some")
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    assert cache.load("some") is None
    assert said == ["the cached counts some.counts are damaged; they are made anew"]
    assert not path.exists()
    assert cache.load("some") is None
    assert len(said) == 1, "told once"
    cache.save("some", COUNTS)
    assert same(cache.load("some"))


def test_every_single_flipped_byte_is_found(cache: Cache, said: list[str]) -> None:
    cache.save("some", {"wins": np.arange(3)})
    whole = cache.path("some").read_bytes()
    for at in range(len(whole)):
        cache.path("some").write_bytes(whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1 :])
        assert cache.load("some") is None, at
    assert len(said) == len(whole)


# -- stopped in the middle -------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", ["fsync", "replace"])
@pytest.mark.parametrize("how", [KeyboardInterrupt, MemoryError, OSError(28, "No space left on device")])
def test_a_stop_before_the_file_is_in_place_leaves_the_old_one(
    stop: str, how: type[BaseException] | OSError, cache: Cache, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.save("some", COUNTS)

    def stopped(*args: object) -> None:
        raise how

    with monkeypatch.context() as patch:
        patch.setattr(os, stop, stopped)
        if isinstance(how, OSError):
            cache.save("some", {"wins": np.zeros(3)})
            assert said == [f"counts could not be cached in {cache.directory}: No space left on device"]
        else:
            with pytest.raises(how):
                cache.save("some", {"wins": np.zeros(3)})
    assert same(cache.load("some"))
    assert [path.name for path in cache.directory.iterdir()] == ["some.counts"]


def test_what_a_killed_process_leaves_is_no_result_and_goes_after_a_day(cache: Cache, said: list[str]) -> None:
    """A process killed outright cannot clean up: its file lies aside, under a name that nothing asks for."""
    program = f"""import os, pathlib, numpy
from pitboss.odds.cache import Cache
os.replace = lambda *args: os._exit(9)
Cache(pathlib.Path({str(cache.directory)!r})).save("some", {{"wins": numpy.zeros(3)}})
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    (left,) = cache.directory.iterdir()
    assert left.suffix == ".partial"
    assert cache.load("some") is None and said == []
    cache.save("other", COUNTS)
    assert left.exists(), "another process may still be writing it"
    os.utime(left, (0, time.time() - module.STALE - 60))
    cache.save("other", COUNTS)
    assert [path.name for path in cache.directory.iterdir()] == ["other.counts"]


# -- places that cannot be written -----------------------------------------------------------------------


def test_a_directory_that_cannot_be_made_is_told_of(tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "file").write_text("not a directory")
    cache = Cache(tmp_path / "file" / "counts", said.append)
    cache.save("some", COUNTS)
    assert len(said) == 1 and said[0].startswith("counts could not be cached in ") and "\n" not in said[0]
    assert cache.load("some") is None
    cache.forget("some")


def test_a_directory_that_cannot_be_written_is_told_of(
    cache: Cache, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a damaged file lies in it that cannot be removed. (Root may write anywhere, so it is made so.)"""
    cache.save("some", COUNTS)
    cache.path("some").write_bytes(b"damaged")

    def refused(*args: object, **others: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module.tempfile, "mkstemp", refused)
    monkeypatch.setattr(Path, "unlink", refused)
    assert cache.load("some") is None
    cache.save("some", COUNTS)
    assert said == [
        "the cached counts some.counts are damaged; they are made anew",
        f"counts could not be cached in {cache.directory}: Permission denied",
    ]


def test_a_directory_in_the_place_of_a_file(cache: Cache, said: list[str]) -> None:
    cache.path("some").mkdir(parents=True)
    assert cache.load("some") is None
    cache.save("some", COUNTS)
    cache.forget("some")
    assert len(said) == 1 and said[0].startswith("counts could not be cached")


def test_where_counts_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "own"))
    assert default_directory() == Cache().directory == tmp_path / "own"
    monkeypatch.setenv("PITBOSS_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_directory() == tmp_path / "xdg" / "pitboss"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_directory() == tmp_path / ".cache" / "pitboss"


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("PITBOSS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    cache = Cache(warn=said.append)
    cache.save("few", {"counts": np.arange(3)})
    assert cache.load("few") is None and len(said) == 1 and said[0].startswith("counts could not be cached")


# -- too much --------------------------------------------------------------------------------------------


def test_the_oldest_go_when_there_is_too_much(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate(("third", "second", "first")):
        cache.save(name, COUNTS)
        os.utime(cache.path(name), (0, 1_000_000 - age))
    size = cache.path("first").stat().st_size
    monkeypatch.setattr(module, "MOST_BYTES", 3 * size)
    cache.save("fourth", COUNTS)
    assert {path.stem for path in cache.directory.iterdir()} == {"second", "third", "fourth"}
    monkeypatch.setattr(module, "MOST_BYTES", 2 * size - 1)
    cache.save("fifth", COUNTS)
    assert {path.stem for path in cache.directory.iterdir()} == {"fifth"}


def test_nothing_goes_while_there_is_room(cache: Cache) -> None:
    for name in "abc":
        cache.save(name, COUNTS)
    assert len(list(cache.directory.iterdir())) == 3


def test_forgetting_what_is_not_there(cache: Cache) -> None:
    cache.forget("some")
    cache.save("some", COUNTS)
    cache.forget("some")
    assert cache.load("some") is None


# -- keys ------------------------------------------------------------------------------------------------

MASK = np.array([True, False, True, True])
DIFFERENT: list[tuple[object, ...]] = [
    (), (0,), (1,), ("1",), (1.0,), (True,), (None,), ((1,),), (1, 2), ("1, 2",), (12,),
    ("a\0b",), ("a", "b"), ("b", "a"),
    (MASK,), (~MASK,), (MASK.reshape(2, 2),), (MASK.astype(np.uint8),), (MASK[:2], MASK[2:]), (MASK, 1), (1, MASK),
    (np.zeros(2, np.int64),), (np.zeros(4, np.int32),), (np.zeros((2, 2), np.int32),),
    (np.zeros(0),), (np.zeros((0, 3)),),
]


def test_other_parts_give_another_key() -> None:
    keys = [key("boards", *parts) for parts in DIFFERENT]
    assert len(set(keys)) == len(keys)
    assert key("boards", 1) != key("hands", 1)


def test_the_same_parts_give_the_same_key() -> None:
    grid = np.arange(12).reshape(3, 4)
    assert key("boards", grid.T) == key("boards", np.ascontiguousarray(grid.T))
    assert [key("boards", *parts) for parts in DIFFERENT] == [key("boards", *parts) for parts in DIFFERENT]


def test_a_key_is_a_file_name(cache: Cache) -> None:
    name = key("qld/three-card-poker", 1)
    cache.save(name, COUNTS)
    assert same(cache.load(name))
    assert cache.path(name).parent == cache.directory
