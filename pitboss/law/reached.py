"""Provisions that the product comes to: what a user can make happen, and not only a test.

The code is read, not run. From every command and every page on, a name that is used reaches what is called so: a
function by its module, a method by its name and the number of its arguments, as any object may be the receiver; behind
`self`, only in classes that stand together in some game. So a provision that is called nowhere is found for certain;
one that merely has its name and its arguments in common with another may be passed over."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from pitboss.law.coverage import cited, parsed, prefixes_of

# Where users come in: every command of the shell, every page and socket.
ENTRANCES = ("cli/", "web/", "__main__.py")
# A method with one of these is called by whoever collects them.
REGISTERED = {"ruling", "rulings"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Arguments(NamedTuple):
    """The arguments of a call: how many, the names of others, and whether there may be more of either."""

    number: int
    names: tuple[str, ...]
    more: bool


class Use(NamedTuple):
    """A name that code uses. `module`: of which module; `own`: behind self; `arguments`: what it is called with; None
    where it is not called."""

    name: str
    module: str = ""
    own: bool = False
    arguments: Arguments | None = None


class CodePlace(NamedTuple):
    """A function, a method or a value of a module or class: what it uses, and which clauses it names."""

    file: str
    owner: str
    name: str
    node: ast.AST
    uses: tuple[Use, ...]
    clauses: tuple[str, ...]

    @property
    def full_name(self) -> str:
        """As the coverage table has it: the file, a colon, the function with its class."""
        return f"{self.file}: {self.owner}.{self.name}" if self.owner else f"{self.file}: {self.name}"

    @property
    def class_(self) -> tuple[str, str]:
        return self.file, self.owner

    def takes(self, arguments: Arguments | None) -> bool:
        """Can it be called with these arguments?"""
        if arguments is None or not isinstance(self.node, Function):
            return True
        form = self.node.args
        if any(isinstance(decorator, ast.Name) and decorator.id in ("property", "cached_property", "once")
               for decorator in self.node.decorator_list):
            return True
        static = any(isinstance(decorator, ast.Name) and decorator.id == "staticmethod"
                     for decorator in self.node.decorator_list)
        inside = [argument.arg for argument in (*form.posonlyargs, *form.args)][bool(self.owner) and not static:]
        known = {*inside, *(argument.arg for argument in form.kwonlyargs)}
        if arguments.number > len(inside) and not form.vararg:
            return False
        if not form.kwarg and not known.issuperset(arguments.names):
            return False
        needed = inside[: len(inside) - len(form.defaults)]
        return arguments.more or all(name in arguments.names for name in needed[arguments.number:])


# A class: its file and its name.
Class = tuple[str, str]


class Code(NamedTuple):
    """Everything that was read: places, on which classes each class stands, and the modules that are handed on, so that
    whoever has one may call what is in it."""

    places: list[CodePlace]
    bases: dict[Class, list[Class]]
    handed_on: set[str]


@cache
def read(root: Path) -> Code:
    """All code under a folder."""
    places: list[CodePlace] = []
    bases: dict[Class, list[Class]] = {}
    handed_on: set[str] = set()
    for path in sorted(root.rglob("*.py")):
        tree = parsed(path)
        reader = _Reader(path.relative_to(root).as_posix(), root.name, tree)
        places += reader.places(tree.body, "")
        bases |= {(reader.file, node.name): [reader.class_of(base) for base in node.bases]
                  for node in tree.body if isinstance(node, ast.ClassDef)}
        handed_on |= reader.handed_on
    return Code(places, bases, handed_on)


class _Reader:
    """One file, and what the names in it stand for."""

    def __init__(self, file: str, package: str, tree: ast.Module) -> None:
        self.file = file
        self.prefixes = prefixes_of(tree)
        # A name here: the module it stands for, or the module it is from and its name there.
        self.modules: dict[str, str] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
                inside = (node.module or "").split(".")[1:]
                for alias in node.names:
                    name = alias.asname or alias.name
                    self.modules[name] = "/".join((*inside, alias.name)) + ".py"
                    self.imported[name] = ("/".join(inside) + ".py", alias.name)
        # Modules that are used for themselves, and not for something in them.
        behind = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        self.handed_on = {self.modules[node.id] for node in nodes
                          if isinstance(node, ast.Name) and node.id in self.modules and id(node) not in behind}

    def class_of(self, base: ast.expr) -> Class:
        """The class that stands behind a name; nobody's, where it is none of ours."""
        while isinstance(base, ast.Subscript):
            base = base.value
        match base:
            case ast.Name(id=name):
                return self.imported.get(name, (self.file, name))
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return self.modules.get(module, ""), name
        return "", ""

    def places(self, body: Iterable[ast.stmt], owner: str) -> Iterator[CodePlace]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from self.places(node.body, node.name)
                # What a class is decorated with is used along with it.
                yield self._place(owner, node.name, node, node.decorator_list)
            elif isinstance(node, Function):
                yield self._place(owner, node.name, node, [node])
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for name in [leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)]:
                    yield self._place(owner, name, node, [node])
            elif isinstance(node, ast.ImportFrom) and not owner:
                # Whoever imports it from here comes to where it is.
                for name in (alias.asname or alias.name for alias in node.names):
                    if name in self.imported:
                        there, original = self.imported[name]
                        yield CodePlace(self.file, "", name, node, (Use(original, there),), ())
            elif isinstance(node, ast.If | ast.For | ast.With | ast.Try):
                yield from self.places(node.body, owner)
            elif isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
                yield self._place(owner, "", node, [node])

    def _place(self, owner: str, name: str, node: ast.AST, parts: Iterable[ast.AST]) -> CodePlace:
        nodes = [leaf for part in parts for leaf in ast.walk(part)]
        clauses = dict.fromkeys(clause for leaf in nodes if (clause := cited(leaf, self.prefixes)))
        bound = _bound(nodes) if isinstance(node, Function) else set()
        return CodePlace(self.file, owner, name, node, tuple(dict.fromkeys(self._uses(nodes, bound))), tuple(clauses))

    def _uses(self, nodes: list[ast.AST], bound: set[str]) -> Iterator[Use]:
        calls = {id(node.func): _arguments_of(node) for node in nodes if isinstance(node, ast.Call)}
        for node in nodes:
            match node:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.modules:
                    yield Use(name, self.modules[module])
                    yield Use(name, arguments=calls.get(id(node)))
                case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super")), attr=name):
                    yield Use(name, own=True, arguments=calls.get(id(node)))
                case ast.Attribute(attr=name):
                    yield Use(name, arguments=calls.get(id(node)))
                case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
                    yield Use(name)
                case ast.Name(id=name, ctx=ast.Load()) if name not in bound:
                    where, there = self.imported.get(name, (self.file, name))
                    yield Use(there, where)


def _arguments_of(call: ast.Call) -> Arguments:
    counted = [arg for arg in call.args if not isinstance(arg, ast.Starred)]
    names = tuple(keyword.arg for keyword in call.keywords if keyword.arg is not None)
    return Arguments(len(counted), names, len(counted) < len(call.args) or len(names) < len(call.keywords))


def _bound(nodes: list[ast.AST]) -> set[str]:
    """Names that a function uses for something of its own."""
    inside = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return inside | {node.arg for node in nodes if isinstance(node, ast.arg)}


def together(bases: dict[Class, list[Class]]) -> dict[Class, set[Class]]:
    """For every class, those that some class stands on along with it."""

    def below(kind: Class) -> set[Class]:
        return {kind}.union(*(below(base) for base in bases.get(kind, ())))

    kin: dict[Class, set[Class]] = {}
    for line in map(below, bases):
        for kind in line:
            kin.setdefault(kind, set()).update(line)
    return kin


@cache
def unreached(root: Path) -> list[CodePlace]:
    """Places that name a clause and that nothing comes to."""
    code = read(root)
    kin = together(code.bases)
    functions: dict[tuple[str, str], list[CodePlace]] = {}
    methods: dict[str, list[CodePlace]] = {}
    for place in code.places:
        if place.owner:
            methods.setdefault(place.name, []).append(place)
            continue
        functions.setdefault((place.file, place.name), []).append(place)
        if place.file in code.handed_on:
            methods.setdefault(place.name, []).append(place)
    seen: set[int] = set()
    waiting = [place for place in code.places if _starts(place)]
    while waiting:
        place = waiting.pop()
        if id(place) in seen:
            continue
        seen.add(id(place))
        for use in place.uses:
            named = methods.get(use.name, ())
            if use.module:
                waiting += functions.get((use.module, use.name), ())
                waiting += functions.get((use.module.removesuffix(".py") + "/__init__.py", use.name), ())
                waiting += [other for other in named if place.owner and other.class_ == place.class_]
            else:
                kin_here = kin.get(place.class_, ())
                waiting += [other for other in named
                            if other.takes(use.arguments) and (not use.own or other.class_ in kin_here)]
    return [place for place in code.places if place.clauses and id(place) not in seen]


def on_paper(root: Path) -> dict[str, list[str]]:
    """Clauses that only such places name, with the places; without those that wait for something."""
    lost, waits = unreached(root), excepted()
    ids = set(map(id, lost))
    elsewhere = {clause for place in read(root).places if id(place) not in ids for clause in place.clauses}
    by_clause: dict[str, list[str]] = {}
    for place in lost:
        for clause in place.clauses:
            if clause not in elsewhere and place.full_name not in waits:
                by_clause.setdefault(clause, []).append(place.full_name)
    return by_clause


def excepted() -> dict[str, str]:
    """Places that wait for something that is not built, each with what that is."""
    file = resources.files("pitboss.law").joinpath("index", "unreached.csv")
    return {row["place"]: row["reason"] for row in csv.DictReader(file.read_text("utf-8").splitlines())}


def _starts(place: CodePlace) -> bool:
    """Does it run without being asked for: a command, a page, what a module or a class does when it is loaded, what is
    collected under a name, what the language itself calls?"""
    if not place.name or place.file.startswith(ENTRANCES) or place.name.startswith("__"):
        return True
    decorators = getattr(place.node, "decorator_list", ())
    return any(
        isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id in REGISTERED
        for decorator in decorators
    )
