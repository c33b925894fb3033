"""The rule that makes faults: what it finds, what it leaves out, and that a seed chooses the same places again."""

from __future__ import annotations

import ast
from pathlib import Path

from faults_by_rule import FAILED, ROOT, chosen_for, try_fault
from support.fault_sites import COMPARISON, CONSTANT, KINDS, LINE, all_sites, picked, sites_in
from support.reach import Reached
from support.survivors import SURVIVORS

EXAMPLE = b'''"""A docstring with 1 < 2."""
from __future__ import annotations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from somewhere import Something
LIMIT = 3
Names = dict[str, int]
Field = Annotated[int, 4]


class Thing:
    """Of 4."""

    size: Field
    many: int = 5

    def of(self, n: Literal[6] = 7) -> Names:
        """Return a text."""
        assert n > 8
        if not (0 <= n <
                self.size):
            self.many += 1
            return f"{n < 9}"
        return None
'''


def test_the_rule_finds_comparisons_lines_and_constants_and_leaves_out_what_changes_nothing() -> None:
    found = [(site.kind, site.inside, site.code) for site in sites_in("example.py", EXAMPLE)]
    bounds = "0 <= n < self.size"
    assert sorted(found) == sorted([
        (LINE, "(module)", "LIMIT = 3"), (CONSTANT, "(module)", "3 -> 4"),
        (LINE, "(module)", "Field = Annotated[int, 4]"), (CONSTANT, "(module)", "4 -> 5"),
        (LINE, "Thing", "many: int = 5"), (CONSTANT, "Thing", "5 -> 6"), (CONSTANT, "Thing.of", "7 -> 8"),
        (COMPARISON, "Thing.of", f"{bounds} -> >="), (COMPARISON, "Thing.of", f"{bounds} -> >"),
        (CONSTANT, "Thing.of", "0 -> 1"), (LINE, "Thing.of", "self.many += 1"), (CONSTANT, "Thing.of", "1 -> 2"),
        (LINE, "Thing.of", 'return f"{n < 9}"'),
    ])


def test_every_fault_changes_one_place_and_can_be_read() -> None:
    sources = {site.file: (ROOT / site.file).read_bytes() for site in all_sites()}
    sites = list(all_sites())
    assert len({site.name for site in sites}) == len(sites) > 5000
    for site in picked(sites, 0, 300):
        source = sources[site.file]
        made = site.made_in(source)
        assert ast.dump(ast.parse(made)) != ast.dump(ast.parse(source)), site.name
        assert made.startswith(source[: site.start]) and made.endswith(source[site.end :])


def test_a_seed_chooses_the_same_faults_again_and_equally_many_of_each_kind() -> None:
    sites = list(all_sites())
    first = picked(sites, 7, 60)
    assert first == picked(sites[::-1], 7, 60) != picked(sites, 8, 60)
    assert [sum(site.kind == kind for site in first) for kind in KINDS] == [20, 20, 20]
    # A file that is changed elsewhere, or gone, leaves the rest of the choice as it is.
    others = [site for site in sites if site.file != first[0].file]
    assert len(set(picked(others, 7, 60)) & set(first)) > 50


def test_every_named_survivor_is_a_place_in_the_program() -> None:
    names = {site.name for site in all_sites()}
    assert not [name for name in SURVIVORS if name not in names]
    assert all(len(reason) > 20 for reason in SURVIVORS.values())


def test_tests_that_run_the_line_come_first_and_within_the_time() -> None:
    site = next(site for site in all_sites() if site.file.endswith("floor/cage.py") and site.inside != "(module)")
    here, elsewhere = {site.file: [site.line]}, {site.file: [10_000]}
    tests = {
        "tests/floor/test_store.py::many": Reached(1.0, True, here | {"pitboss/floor/store.py": list(range(50))}),
        "tests/floor/test_store.py::slow": Reached(9.0, True, here),
        "tests/floor/test_seals.py::few": Reached(1.0, True, here),
        "tests/floor/test_cage.py::own": Reached(2.0, True, here | {"pitboss/floor/store.py": list(range(90))}),
        "tests/floor/test_cage.py::failed": Reached(1.0, False, here),
        "tests/floor/test_seals.py::elsewhere": Reached(1.0, True, elsewhere),
        "tests/web/test_serve.py::serves": Reached(1.0, True, {}),
    }
    assert chosen_for(site, tests, 12) == [
        "tests/floor/test_cage.py::own", "tests/floor/test_seals.py::few", "tests/floor/test_store.py::many",
        "tests/web/test_serve.py::serves"]


def test_failed_tests_are_named_as_they_are_recorded() -> None:
    printed = "FAILED ../tree/tests/a/b.py::x[a b] - assert 1\nERROR tests/c.py\n1 failed\nFAILED ../d::pitboss.e - x"
    assert FAILED.findall(printed) == ["tests/a/b.py::x[a b]", "tests/c.py", "../d::pitboss.e"]


def test_a_fault_is_noticed_in_the_copy_and_not_without_it(tmp_path: Path) -> None:
    site = next(site for site in all_sites() if site.inside == "is_loopback" and site.kind == COMPARISON)
    assert site.file == "pitboss/web/origin.py"
    there = ["tests/web/test_colours.py"]
    assert try_fault(None, there, tmp_path / "sound", 300).noticed == ""
    assert try_fault(site, there, tmp_path / "faulty", 300).noticed == "noticed"
    assert try_fault(None, ["tests/web/test_colours.py::no_such_test"], tmp_path / "none", 300).noticed == ""
