"""The kill test in short: the real server, killed at random moments under terminals that send again what was not
answered. `python benchmarks/kill.py` is the long one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

KILL = Path(__file__).parents[2] / "benchmarks" / "kill.py"


def test_nothing_acknowledged_is_lost_or_done_twice() -> None:
    asked = ["--kills", "6", "--terminals", "10", "--seconds", "0.2-0.7"]
    done = subprocess.run([sys.executable, str(KILL), *asked], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault found" in done.stdout
    bets = re.search(r"bets acknowledged: ([\d,]+), lost: 0, doubled: 0", done.stdout)
    resumed = re.search(r"rounds under way at a kill: (\d+), resumed: (\d+)", done.stdout)
    assert bets is not None and int(bets[1].replace(",", "")) > 0
    assert resumed is not None and int(resumed[2]) > 0
