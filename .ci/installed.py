"""Use an installed Pitboss as a newcomer would: play, settle a transcript, and fetch a page from a floor.

`python .ci/installed.py CHECKOUT` is run with the Python of the venv that has the wheel, outside the checkout.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

PITBOSS = Path(sys.executable).with_name("pitboss")
# However busy the machine is, in seconds.
PATIENCE = 120


def pitboss(*args: str, typed: str = "") -> str:
    """Return what a command prints; it must succeed."""
    done = subprocess.run([PITBOSS, *args], input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, f"{args}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def play() -> None:
    """Play one round with a wager."""
    said = pitboss("play", "qld/roulette", "--seed", "1", typed="red 10\n\nq\n")
    assert "QLD-7-" in said and "after 1 round" in said, said


def settle(transcript: Path) -> None:
    """Settle a round whose lines are known."""
    text = transcript.read_text()
    said = pitboss("settle", "-", typed=text)
    clauses = set(re.findall(r"^= .*\[(\S+)\]$", text, re.MULTILINE))
    assert clauses and all(clause in said for clause in clauses), said


def serve() -> None:
    """Open a floor, fetch its first page and every file that the page names, and close it."""
    with tempfile.TemporaryDirectory() as data:
        floor = subprocess.Popen([PITBOSS, "serve", "--no-open", "--port", "0", "--data", data],
                                 stdout=subprocess.PIPE, text=True)
        try:
            assert floor.stdout is not None
            address = next(found[0] for line in floor.stdout if (found := re.search(r"http://\S+?/", line)))
            page = fetch(f"{address}sign-in")
            files = set(re.findall(r'(?:src|href)="/(static/[^"]+)"', page))
            assert "Play as a guest" in page and files, page
            for name in files:
                assert fetch(address + name), name
            floor.send_signal(signal.SIGTERM)
            assert floor.wait(PATIENCE) == 0
        finally:
            floor.kill()
        assert "no fault found" in pitboss("verify", data)


def fetch(address: str) -> str:
    # No proxy of the machine stands between it and itself.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


if __name__ == "__main__":
    checkout = Path(sys.argv[1])
    import pitboss as installed

    assert not Path(str(installed.__file__)).is_relative_to(checkout), "this is the checkout, not the wheel"
    play()
    settle(next(iter(sorted((checkout / "tests" / "transcripts" / "qld" / "craps").glob("*.txt")))))
    serve()
    print(f"Python {sys.version.split()[0]}: the wheel plays, settles and serves")
