"""Faults made on purpose, one at a time, in a copy of the program; and the test that must notice each.

    python tests/deliberate_faults.py            all of them
    python tests/deliberate_faults.py voucher    those with this word in them

A fault is a few lines of the program put another way (`support/faults.py`). A test that passes on the program as it is
and fails on the copy has noticed it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.progress import Progress
from support.faults import FAULTS, Fault

ROOT = Path(__file__).parent.parent
# What pytest says: all passed; one failed, or could not even be read.
PASSED, NOTICED = 0, (1, 2)
CANNOT_BE_MADE = -1


def result_of(tests: Iterable[str], fault: Fault | None = None) -> int:
    """How tests end on a copy of the program with a fault in it, or with none."""
    with tempfile.TemporaryDirectory(prefix="pitboss-fault-") as folder:
        shutil.copytree(ROOT / "pitboss", Path(folder) / "pitboss")
        if fault is not None:
            file = Path(folder) / fault.file
            before, found, after = file.read_text("utf-8").partition(fault.was)
            if not found:
                return CANNOT_BE_MADE
            file.write_text(before + fault.becomes + after, "utf-8")
        command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *tests]
        return subprocess.run(
            command, cwd=ROOT, env=os.environ | {"PYTHONPATH": folder}, capture_output=True, check=False).returncode


def main(word: str = "") -> int:
    """Try them all; 1 where a fault goes unnoticed, or tests fail without one."""
    faults = [fault for fault in FAULTS if word in fault.name]
    noticed = 0
    with Progress() as progress, ThreadPoolExecutor(os.cpu_count()) as together:
        bar = progress.add_task("faults", total=len(faults) + 1)
        sound = result_of(dict.fromkeys(fault.noticed_by for fault in faults)) == PASSED
        progress.advance(bar)
        ends = together.map(lambda fault: result_of([fault.noticed_by], fault), faults)
        for fault, end in zip(faults, ends, strict=True):
            noticed += end in NOTICED
            said = {PASSED: "UNNOTICED", CANNOT_BE_MADE: "CANNOT BE MADE"}.get(end, "NO SUCH TEST")
            said = "noticed" if end in NOTICED else said
            progress.console.print(f"{said}: {fault.name}: {fault.noticed_by}", markup=False, highlight=False,
                                   soft_wrap=True)
            progress.advance(bar)
    print(f"{noticed} of {len(faults)} faults noticed" + ("" if sound else "; and some tests fail without a fault"))
    return 0 if sound and noticed == len(faults) > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
