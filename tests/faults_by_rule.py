"""Make faults by rule in a copy of the program and list those that no test notices.

    python tests/faults_by_rule.py --seed 1 --count 60
    python tests/faults_by_rule.py --seed 1 --count 60 --only cage.py       only those with this text in their name

The rule is in `support/fault_sites.py`. The seed chooses the places, equally many of each kind. First each test file
runs once while its lines are recorded, so that a fault is tried with the tests that run its line: those of the file
named after the room's file first, then those that run few other lines. After them come the tests of the web server,
which run it in processes of their own, and the simulation. The records are stored in `--records` and are used again
while the program and the test file are unchanged; without them the first step takes about ten minutes.

A fault is noticed when a test fails or does not end; the tests that noticed are run once more without a fault. The
command fails if a fault survives that `support/survivors.py` does not name with its reason."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rich.progress import Progress
from support.fault_sites import KINDS, ROOT, Site, all_sites, picked
from support.reach import Reached, record_of
from support.survivors import SURVIVORS

# Folders of the tests that may notice a fault, and what other test files import that run the floor.
TESTS = ("equipment", "floor", "web", "cli", "table")
RUNS_FLOOR = re.compile(r"^ *from (pitboss\.(floor|web|equipment\.(sealed|proofs))|support\.casino)\b", re.MULTILINE)
# These take too long while their lines are recorded. Of the simulation some seeds are tried last: they run most lines.
NOT_RECORDED = ("tests/web/browser", "tests/web/test_kill.py", "tests/floor/test_simulation.py")
SIMULATION = tuple(f"tests/floor/test_simulation.py::test_nothing_that_was_acknowledged_is_lost[{first}]"
                   for first in (1, 11, 21))
# Tests that start the program in a process of its own, whose lines are not recorded.
SERVES = re.compile(r"^from support\.(serving|web|browsing|crowd)|subprocess", re.MULTILINE)
# What pytest ends with if no test failed: all passed, or none was found.
PASSED = (0, 4, 5)
# Tests are named as seen from the folder in which pytest runs.
FAILED = re.compile(r"^(?:FAILED|ERROR) (?:\S*/(?=tests/))?(.+?)(?: - .*)?$", re.MULTILINE)


class End(NamedTuple):
    """How a fault was noticed ("" if not), and by which tests."""

    noticed: str
    by: tuple[str, ...] = ()


def test_files() -> list[Path]:
    places = {file: str(file.relative_to(ROOT)) for file in sorted((ROOT / "tests").glob("*/**/test_*.py"))}
    return [file for file, place in places.items() if not place.startswith(NOT_RECORDED)
            and (place.split("/")[1] in TESTS or RUNS_FLOOR.search(file.read_text("utf-8")))]


def record(records: Path, processes: int) -> dict[str, Reached]:
    """Return what each test runs; record the test files that have no record yet."""
    records.mkdir(parents=True, exist_ok=True)
    missing = [str(file) for file in test_files() if not (records / record_of(file)).exists()]
    if missing:
        print(f"recording the lines that {len(missing)} test files run", flush=True)
        command = [sys.executable, "-m", "pytest", "-n", str(processes), "--tb=no", "-p", "support.reach", *missing]
        subprocess.run(command, cwd=ROOT, env=_environment(ROOT) | {"REACH_OUT": str(records)}, check=False)
    tests: dict[str, Reached] = {}
    for file in test_files():
        if (path := records / record_of(file)).exists():
            tests |= {test: Reached(*each) for test, each in json.loads(path.read_text("utf-8")).items()}
    return tests


def _environment(program: Path) -> dict[str, str]:
    """The environment in which tests import the program from a folder. Processes that they start do so too."""
    paths = os.pathsep.join((str(program), str(ROOT / "tests")))
    return os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}


@cache
def serves(file: str) -> bool:
    return SERVES.search((ROOT / file).read_text("utf-8")) is not None


def chosen_for(site: Site, tests: dict[str, Reached], seconds: float) -> list[str]:
    """Return the tests to try, in order, for about so many seconds each of those that run the line and of those that
    start the program in a process of its own."""
    whole = range(site.line, site.last_line + 1)
    reach = {test: each for test, each in tests.items() if each.passed and site.file in each.lines}
    on_line = {test for test, each in reach.items() if not set(whole).isdisjoint(each.lines[site.file])}
    stem = Path(site.file).stem

    def in_order(chosen: Iterable[str]) -> list[str]:
        """File after file, each with its quickest tests; no file takes more than a sixth of the time."""
        files: dict[str, list[str]] = {}
        for test in sorted(chosen, key=lambda test: tests[test].seconds):
            files.setdefault(test.partition("::")[0], []).append(test)
        fewest = {file: min(sum(map(len, tests[test].lines.values())) for test in each) for file, each in files.items()}
        order = sorted(files, key=lambda file: (Path(file).stem != f"test_{stem}", stem not in file,
                                                fewest[file], file))
        return _within([test for file in order for test in _within(files[file], tests, seconds / 6)], tests, seconds)

    # A line outside functions runs when the file is imported: any test of the file may notice it.
    first = in_order(on_line if site.inside != "(module)" and on_line else reach)
    known = set(first)
    others = [test for test in tests if test not in known and serves(test.partition("::")[0])]
    return [*first, *in_order(others)]


def _within(ordered: Iterable[str], tests: dict[str, Reached], seconds: float) -> list[str]:
    """Return the tests that fit into the time, in order."""
    chosen = []
    for test in ordered:
        if tests[test].seconds <= seconds:
            seconds -= tests[test].seconds
            chosen.append(test)
    return chosen


def try_fault(site: Site | None, ordered: Sequence[str], folder: Path, limit: float) -> End:
    """Run tests on a copy of the program with a fault, or without one, until the first of them fails."""
    shutil.copytree(ROOT / "pitboss", folder / "pitboss")
    modules: list[str] = []
    simulation: tuple[str, ...] = ()
    if site is not None:
        (folder / site.file).write_bytes(site.made_in((ROOT / site.file).read_bytes()))
        modules = [site.file.removesuffix(".py").replace("/", ".")]  # for its doctests
        simulation = SIMULATION if site.file.startswith("pitboss/floor") else ()
    listed = folder / "tests.txt"
    listed.write_text("\n".join((*ordered, *simulation)), "utf-8")
    files = dict.fromkeys(test.partition("::")[0] for test in (*ordered, *simulation))
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-q",
               "-n", "0", "--tb=no", "-p", "no:cacheprovider", "-rfE", "-p", "support.reach",
               *(["-x"] if site else []), "--pyargs", *modules, *(str(ROOT / file) for file in files)]
    environment = _environment(folder) | {"REACH_RUN": str(listed)}
    try:  # in the copy's folder, so that `python -m pitboss` runs the copy too
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        return End("does not end")
    if done.returncode in PASSED:
        return End("")
    if (running := folder / "running").exists():
        return End("does not end", (running.read_text("utf-8"),))
    by = tuple(dict.fromkeys(FAILED.findall(done.stdout)))
    return End("noticed" if by else f"pytest ends with {done.returncode}", by)


def report(ends: Mapping[Site, End], failing: Sequence[str]) -> int:
    """Print the outcome; return 1 if a fault survived that is not named, or a test fails without a fault."""
    sites, survived = list(ends), [site for site, end in ends.items() if not end.noticed]
    unnamed = [site for site in survived if site.name not in SURVIVORS]
    print(f"{len(sites) - len(survived)} of {len(sites)} faults noticed, {len(survived) - len(unnamed)} named")
    for kind in KINDS:
        of_kind = [site for site in sites if site.kind == kind]
        print(f"  {kind}: {len([site for site in of_kind if site not in survived])} of {len(of_kind)}")
    for site in survived:
        print(f"survived: line {site.line}: {site.name}\n  {SURVIVORS.get(site.name, 'NOT NAMED')}")
    for test in failing:
        print(f"fails without a fault: {test}")
    return 1 if unnamed or failing else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--only", default="", help="a text in the name of the fault")
    parser.add_argument("--seconds", type=float, default=40, help="of tests that run a line, and of other tests")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--records", type=Path, default=Path(tempfile.gettempdir()) / "pitboss-reach")
    given = parser.parse_args()
    sites = [site for site in picked(list(all_sites()), given.seed, given.count) if given.only in site.name]
    tests = record(given.records, given.processes)
    limit = 10 * given.seconds + 600

    def tried(site: Site | None, ordered: Sequence[str]) -> End:
        with tempfile.TemporaryDirectory(prefix="pitboss-fault-") as folder:
            return try_fault(site, ordered, Path(folder), limit)

    ends: dict[Site, End] = {}
    with Progress() as progress, ThreadPoolExecutor(given.processes) as together:
        bar = progress.add_task("faults", total=len(sites))
        trying = {together.submit(tried, site, chosen_for(site, tests, given.seconds)): site for site in sites}
        for done in as_completed(trying):
            site, end = trying[done], done.result()
            ends[site] = end
            outcome = " ".join((end.noticed or "SURVIVED", *end.by[:1]))
            progress.console.print(f"{site.name}\n  {outcome}", markup=False, highlight=False, soft_wrap=True)
            progress.advance(bar)
    by = sorted({test for end in ends.values() for test in end.by[:1] if test in tests})
    return report(ends, tried(None, by).by if by else ())


if __name__ == "__main__":
    sys.exit(main())
