"""Where the chunks of a simulation are played: processes or threads of this machine, or the workers of a Dask
cluster."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import IO, Any

import msgspec

from pitboss.odds.analysis import BadQuestion
from pitboss.odds.simulate import Chunk, Engine, Here, Job, Part, Parts, Sums, play_chunk

MOST_WORKERS = 1024
# Seconds to wait for a cluster to answer, and for a worker to be at it.
PATIENCE_S = 3
# Chunks handed to a cluster for each of its threads, so that none waits for the next.
AHEAD = 3

_ADDRESS = re.compile(r"dask://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})")


class EngineFailed(RuntimeError):
    """The chunks could not all be played; the message is one line."""


def engine(text: str = "local", workers: int | None = None) -> Engine:
    """The engine of this name: `local`, on so many processes, or `dask://host:port`, where a scheduler must be."""
    if text == "local":
        return Local(os.cpu_count() or 1 if workers is None else workers)
    if not text.startswith("dask:"):
        raise BadQuestion(f"no engine {text!r}; there are local and dask://host:port")
    address = _ADDRESS.fullmatch(text)
    if address is None or not 0 < int(address[2]) < 1 << 16:
        raise BadQuestion(f"{text!r} is no address of a cluster; write dask://host:port, such as dask://10.0.0.5:8786")
    if workers is not None:
        raise BadQuestion(f"--workers is for --engine local; {text} has workers of its own")
    cluster = Dask(address[1], int(address[2]))
    cluster.greet()
    return cluster


# -- processes ---------------------------------------------------------------------------------------------


class Local:
    """Processes of this machine, or threads where rounds are compiled. A process is handed one chunk after another
    through a pipe, and ends with the pipe."""

    def __init__(self, workers: int) -> None:
        if not 1 <= workers <= MOST_WORKERS:
            raise BadQuestion(f"{workers} workers cannot be; from 1 to {MOST_WORKERS}")
        self.workers = workers

    def where(self, job: Job) -> str:
        """Compiled rounds need no processes: threads share what is ready."""
        if job.compiled:
            return f"{self.workers} thread{'s' * (self.workers > 1)}"
        return f"{self.workers} process{'es' * (self.workers > 1)}"

    def play(self, job: Job, chunks: Iterator[Chunk]) -> Parts:
        if self.workers == 1:
            return Here().play(job, chunks)
        return (_Threads if job.compiled else _Team)(job, chunks).play(self.workers)


class _Threads:
    """Threads of this process, each with one chunk after another."""

    def __init__(self, job: Job, chunks: Iterator[Chunk]) -> None:
        self.job, self.chunks = job, chunks
        self.lock = threading.Lock()
        self.stopped = False
        self.parts: queue.SimpleQueue[Part | Exception | None] = queue.SimpleQueue()

    def play(self, workers: int) -> Parts:
        threads = [threading.Thread(target=self._take, daemon=True) for _ in range(workers)]
        try:
            for thread in threads:
                thread.start()
            at_work = len(threads)
            while at_work:
                part = self.parts.get()
                if isinstance(part, Exception):
                    raise EngineFailed(f"rounds could not be played: {type(part).__name__}: {part}") from part
                if part is None:
                    at_work -= 1
                else:
                    yield part
        finally:
            # Whoever is in the middle of a chunk ends it; nobody waits for that.
            self.stopped = True

    def _take(self) -> None:
        try:
            while not self.stopped:
                with self.lock:
                    chunk = next(self.chunks, None)
                if chunk is None:
                    break
                self.parts.put(play_chunk(self.job, chunk))
            self.parts.put(None)
        except Exception as error:
            self.parts.put(error)


class _Team:
    """Worker processes, and for each a thread that hands it chunks and takes what it gives."""

    def __init__(self, job: Job, chunks: Iterator[Chunk]) -> None:
        self.job, self.chunks = job, chunks
        self.lock = threading.Lock()
        self.parts: queue.SimpleQueue[Part | EngineFailed | None] = queue.SimpleQueue()

    def play(self, workers: int) -> Parts:
        processes: list[subprocess.Popen[str]] = []
        with tempfile.TemporaryFile("w+", errors="replace") as said:
            try:
                for chunk in islice(self.chunks, workers):
                    process = _start(said)
                    processes.append(process)
                    threading.Thread(target=self._serve, args=(process, chunk, said), daemon=True).start()
                at_work = len(processes)
                while at_work:
                    part = self.parts.get()
                    if isinstance(part, EngineFailed):
                        raise part
                    if part is None:
                        at_work -= 1
                    else:
                        yield part
            finally:
                for process in processes:
                    process.kill()
                for process in processes:
                    process.wait()

    def _serve(self, process: subprocess.Popen[str], first: Chunk, said: IO[str]) -> None:
        """Hand over the job, then chunk after chunk."""
        chunk: Chunk | None = first
        try:
            _write(process, msgspec.to_builtins(self.job))
            while chunk is not None:
                _write(process, chunk)
                assert process.stdout is not None
                line = process.stdout.readline()
                if not line:
                    raise OSError
                self.parts.put(_read(line))
                with self.lock:
                    chunk = next(self.chunks, None)
            self.parts.put(None)
        except EngineFailed as failed:
            self.parts.put(failed)
        except OSError:
            self.parts.put(EngineFailed(_how_it_ended(process, said)))


def _start(said: IO[str]) -> subprocess.Popen[str]:
    """A worker in a session of its own: Ctrl-C is for the one who handed out the work."""
    return subprocess.Popen(
        [sys.executable, "-c", "from pitboss.odds.engines import work; work()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True, start_new_session=True,
    )


def _write(process: subprocess.Popen[str], data: Any) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(data) + "\n")
    process.stdin.flush()


def _read(line: str) -> Part:
    data = json.loads(line)
    if "error" in data:
        raise EngineFailed(data["error"])
    return Part(data["rounds"], tuple(Sums(*row) for row in data["rows"]))


def _how_it_ended(process: subprocess.Popen[str], said: IO[str]) -> str:
    status = process.wait()
    if status < 0:
        return f"a worker process died: it was killed by signal {-status}"
    said.seek(0)
    last = (said.read().strip().splitlines() or ["it said nothing"])[-1]
    return f"a worker process died with status {status}: {last}"


def work() -> None:
    """A worker process: the job on the first line, then a chunk a line, until the pipe closes."""
    # What the analysis might print must not get between the results.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    job = msgspec.convert(json.loads(sys.stdin.readline()), Job)
    for line in sys.stdin:
        try:
            part = play_chunk(job, Chunk(*json.loads(line)))
            answer: dict[str, Any] = part._asdict()
        except Exception as error:
            answer = {"error": f"a worker could not play: {type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


# -- a cluster ---------------------------------------------------------------------------------------------


class Dask:
    """The workers of a Dask cluster, which must have this package installed."""

    def __init__(self, host: str, port: int) -> None:
        self.address = f"tcp://{host}:{port}"

    def where(self, job: Job) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.address.replace("tcp", "dask", 1)

    def play(self, job: Job, chunks: Iterator[Chunk]) -> Parts:
        distributed = self._library()
        client = self._connect(distributed)
        try:
            threads = sum(client.nthreads().values())
            first = [client.submit(play_chunk, job, chunk, pure=False) for chunk in islice(chunks, threads * AHEAD)]
            done = distributed.as_completed(first, loop=client.loop, with_results=True)
            for _, part in done:
                if not isinstance(part, Part):
                    raise part
                yield part
                for chunk in islice(chunks, 1):
                    done.add(client.submit(play_chunk, job, chunk, pure=False))
        except Exception as error:
            raise EngineFailed(f"{self} failed: {type(error).__name__}: {' '.join(str(error).split())}") from None
        finally:
            _close(client)

    def _library(self) -> Any:
        try:
            library = import_module("distributed")
        except ImportError:
            raise EngineFailed(f"{self} needs the extra 'cluster': pip install 'pitboss[cluster]'") from None
        # What goes wrong is told in one line, by us.
        for name, logger in logging.root.manager.loggerDict.items():
            if name.partition(".")[0] == "distributed" and isinstance(logger, logging.Logger):
                logger.setLevel(logging.CRITICAL + 1)
        return library

    def greet(self) -> None:
        """See that a scheduler is there; a client of one that is not is slow to say so, and loud about it."""
        greeting = _greet(self._library(), self.address)
        try:
            with ThreadPoolExecutor(1) as aside:
                aside.submit(asyncio.run, greeting).result()
        except Exception:
            raise EngineFailed(f"no Dask scheduler answers at {self}") from None

    def _connect(self, distributed: Any) -> Any:
        """A client of a cluster that has workers."""
        self.greet()
        client = distributed.Client(self.address, timeout=PATIENCE_S, set_as_default=False)
        try:
            client.wait_for_workers(1, timeout=PATIENCE_S)
        except Exception:
            _close(client)
            raise EngineFailed(f"the Dask scheduler at {self} has no workers; start one with 'dask worker'") from None
        return client


async def _greet(distributed: Any, address: str) -> None:
    comm = await asyncio.wait_for(distributed.comm.connect(address, timeout=PATIENCE_S), PATIENCE_S)
    await comm.close()


def _close(client: Any) -> None:
    """Leave a cluster, even one that is gone."""
    with suppress(Exception):
        client.close(timeout=PATIENCE_S)
