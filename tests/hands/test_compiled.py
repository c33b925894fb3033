"""Machine code on disk is never older than what it comes from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss.hands
from pitboss.hands import compiled

KERNELS = Path(pitboss.hands.__file__).parent / "kernels.py"
# A package with one compiled function that calls another's, as the analyses call the evaluators.
UPPER = """from {name}.compiled import compiled
from {name}.lower import given

@compiled
def twice(number):
    return 2 * given(number)
"""
LOWER = """from {name}.compiled import compiled

@compiled
def given(number):
    return number + {added}
"""


def test_what_a_file_uses_is_looked_at_too() -> None:
    names = {path.name for path in compiled._sources(KERNELS)}
    assert {"kernels.py", "compiled.py", "orders.py", "tables.py"} <= names
    analysis = KERNELS.parent.parent / "odds/community_kernel.py"
    assert {"community_plan.py", "kernels.py", "orders.py"} <= {path.name for path in compiled._sources(analysis)}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "__init__.py").touch()
    source = Path(compiled.__file__).read_text("utf-8")
    (folder / "compiled.py").write_text(source.replace("parent.parent", "parent"), "utf-8")
    (folder / "upper.py").write_text(UPPER.format(name="small"), "utf-8")
    return folder


def asked(package: Path, added: int) -> str:
    (package / "lower.py").write_text(LOWER.format(name="small", added=added), "utf-8")
    program = "from small.upper import twice; print(twice(20))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=package.parent, check=True, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.stdout.strip()


def test_a_changed_function_changes_those_that_call_it(package: Path) -> None:
    assert asked(package, 1) == "42"
    kept = sorted(path.name for path in (package / "__pycache__").glob("*-*"))
    assert len(kept) == 2, "one folder a file"
    assert asked(package, 2) == "44", "the caller's own file is the same"
    later = sorted(path.name for path in (package / "__pycache__").glob("*-*"))
    assert len(later) == 2 and not set(kept) & set(later), "what is out of date is gone"
