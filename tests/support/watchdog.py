"""A process that ends the process that started it when that takes too long.

It needs neither the interpreter's lock nor the signals of the process it watches, so that no code can keep it waiting.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time

# Seconds that a process has to print its threads, and seconds between two checks that it is still there.
PRINTING_S, EVERY_S = 3.0, 2.0


def watch(pid: int, ended: str) -> None:
    """Read lines "SECONDS WHAT": WHAT begins, and must be followed by another line within SECONDS."""
    what, ends, unread = "", float("inf"), b""
    while os.getppid() == pid:
        left = ends - time.monotonic()
        if left <= 0:
            return end(pid, what, ended)
        if not select.select([0], [], [], min(left, EVERY_S))[0]:
            continue
        if not (read := os.read(0, 65536)):
            return None
        *lines, unread = (unread + read).split(b"\n")
        if lines:
            seconds, _, what = lines[-1].decode().partition(" ")
            ends = time.monotonic() + float(seconds)
    return None


def end(pid: int, what: str, ended: str) -> None:
    """Name what took too long, on standard error and in the file `ended`, and end the process.

    The first signal has `faulthandler` print where its threads are.
    """
    with open(ended, "a") as file:
        file.write(f"{what}\n")
    os.write(2, f"\n{what}: not over in time; its process is ended\n".encode())
    for number in (signal.SIGABRT, signal.SIGKILL):
        if os.getppid() == pid:
            os.kill(pid, number)
        until = time.monotonic() + PRINTING_S
        while os.getppid() == pid and time.monotonic() < until:
            time.sleep(0.05)


if __name__ == "__main__":
    watch(int(sys.argv[1]), sys.argv[2])
