"""Places in the program where a fault can be made by rule: a comparison reversed, a line left out, a constant off by
one. Three kinds of places are left out because a fault there changes nothing by construction: docstrings and
imports, type-only code (annotations, assertions, `TYPE_CHECKING`, fields without a value, names that only annotations
use), and a `return None` that ends a function."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PARTS = ("pitboss/floor", "pitboss/equipment/sealed.py", "pitboss/equipment/proofs.py", "pitboss/web")
COMPARISON, LINE, CONSTANT = KINDS = ("comparison reversed", "line left out", "constant off by one")
REVERSED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "!=", "!=": "==", "is": "is not", "is not": "is",
            "in": "not in", "not in": "in"}
OPERATOR = re.compile(rb"not\s+in\b|is\s+not\b|<=|>=|==|!=|<|>|\bin\b|\bis\b")
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.Delete, ast.Continue,
          ast.Break)


class Site(NamedTuple):
    """A place where a fault can be made: bytes `start` to `end` of a file, and what replaces them."""

    file: str
    inside: str
    line: int
    last_line: int
    kind: str
    start: int
    end: int
    becomes: str
    code: str
    nth: int = 0

    @property
    def name(self) -> str:
        """The site without line numbers, so that changes elsewhere in the file do not rename it."""
        nth = f" #{self.nth}" if self.nth else ""
        return f"{self.file}::{self.inside}: {self.kind}: {self.code}{nth}"

    def made_in(self, source: bytes) -> bytes:
        return source[: self.start] + self.becomes.encode() + source[self.end :]


class _Finder(ast.NodeVisitor):
    """Collects the sites of one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.inside: list[str] = []
        self.statement: ast.stmt | None = None
        self.sites: list[Site] = []

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self.offsets[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offsets[node.end_lineno - 1] + node.end_col_offset

    def _add(self, node: ast.expr | ast.stmt, kind: str, start: int, end: int, becomes: str) -> None:
        code = " ".join(self.source[self._start(node) : self._end(node)].decode().split())
        shown = f"{code} -> {becomes}" if kind != LINE else code
        self.sites.append(Site(self.file, ".".join(self.inside) or "(module)", node.lineno, node.end_lineno or 0,
                               kind, start, end, becomes, shown))

    def _named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.inside.append(node.name)
        body = node.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if isinstance(body[-1], ast.Return) and _is_none(body[-1].value):
                body = body[:-1]
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.decorator_list):
                self.visit(default)
        for child in body:
            self.visit(child)
        self.inside.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _named

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions tell the type checker what the code before them ensures."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Python 3.11 gives no places inside a formatted string."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._leave_out(node)
            self.visit(node.value)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in zip((node.left, *node.comparators), node.comparators, strict=False):
            gap = self._end(left)
            found = OPERATOR.search(self.source, gap, self._start(right))
            if found is not None:
                operator = " ".join(found[0].decode().split())
                self._add(node, COMPARISON, found.start(), found.end(), REVERSED[operator])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            text = self.source[self._start(node) : self._end(node)]
            if text.replace(b"_", b"").isdigit():
                self._add(node, CONSTANT, self._start(node), self._end(node), str(node.value + 1))

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, SIMPLE):
            self._leave_out(node)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                return
        super().generic_visit(node)

    def _leave_out(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        self._add(node, LINE, self._start(node), self._end(node), "pass")


def _used_when_run(tree: ast.Module) -> set[str]:
    """Return the names used outside annotations. Annotations of fields count as used: classes may read them."""
    fields = {id(part) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body}
    unread: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            unread.add(id(node.returns))
        elif (isinstance(node, ast.arg) or (isinstance(node, ast.AnnAssign) and id(node) not in fields)) \
                and node.annotation is not None:
            unread.add(id(node.annotation))
    used: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        waiting += [child for child in ast.iter_child_nodes(node) if id(child) not in unread]
    return used


def _is_alias(node: ast.stmt, used: set[str]) -> bool:
    """Return whether a statement of a module names a type that only annotations use there."""
    return (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Subscript | ast.BinOp) and node.targets[0].id not in used
            and re.fullmatch("[A-Z][a-z][A-Za-z]*", node.targets[0].id) is not None)


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def sites_in(file: str, source: bytes) -> list[Site]:
    """Return all sites of one file; those with the same name are numbered."""
    tree = ast.parse(source)
    finder, used = _Finder(file, source), _used_when_run(tree)
    for node in tree.body:
        if not _is_alias(node, used):
            finder.visit(node)
    count: Counter[str] = Counter()
    sites = []
    for site in finder.sites:
        sites.append(site._replace(nth=count[site.name]))
        count[site.name] += 1
    return sites


def all_sites(root: Path = ROOT) -> Iterator[Site]:
    for part in PARTS:
        path = root / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield from sites_in(str(file.relative_to(root)), file.read_bytes())


def picked(sites: list[Site], seed: int, count: int) -> list[Site]:
    """Return `count` sites, equally many of each kind. The order is by hash, so that an unrelated change of the program
    leaves most of the choice as it was."""
    def place(site: Site) -> bytes:
        return sha256(f"{seed}\n{site.name}".encode()).digest()

    by_kind = [sorted((site for site in sites if site.kind == kind), key=place) for kind in KINDS]
    return [site for row in zip(*by_kind, strict=False) for site in row][:count]
