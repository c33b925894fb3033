"""What a game costs in lines: its own files, lines elsewhere that name it, its tests. Reads text and imports nothing,
so that it counts an older tree as well: `python benchmarks/cost_of_a_game.py qld/three-card-poker --tree DIR`."""

from __future__ import annotations

import argparse
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

NUMBER = re.compile(r"^[a-z]\d+[a-z]?_")


def lines_of(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def code_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a program without comments and docstrings: what decides something."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        said: dict[int, list[str]] = {}
        fresh = True
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            docstring = token.type == tokenize.STRING and fresh
            if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT) and not docstring:
                said.setdefault(token.start[0], []).append(token.string)
            if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
                fresh = token.type == tokenize.NEWLINE
        yield from ((number, " ".join(words)) for number, words in said.items())
        return
    plain = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    yield from enumerate((re.sub(r"(^|\s)//.*", "", line) for line in plain.splitlines()), 1)


class Cost:
    """One game of one tree."""

    def __init__(self, tree: Path, id: str) -> None:
        self.tree, self.id = tree, id
        self.book, _, self.name = id.partition("/")
        package, rules = tree / "pitboss", tree / "pitboss" / "rulebooks" / self.book
        home = next((path for path in sorted(rules.glob("*.py")) if f'id = "{id}"' in path.read_text("utf-8")), None)
        if home is None:
            raise SystemExit(f"no file of {rules} holds the game {id}")
        self.stem, text = NUMBER.sub("", home.stem), home.read_text("utf-8")
        stem = self.stem
        self.law = re.findall(r'^S\w* = schedule\("([A-Z]+-\w+)"\)', text, re.M)[:1]
        self.classes = re.findall(r"^class (\w+)[^\n]*:\n(?:(?!^class ).*\n)*?    id = \"" + re.escape(id), text, re.M)
        self.own = {
            "rulebook": [path for path in sorted(rules.glob("*.py")) if path.stem.startswith(home.stem)],
            "analysis": [path for path in sorted((package / "odds").glob("*.py")) if alike(path.stem, stem)],
            "drawing": [path for path in sorted((package / "web" / "static").glob("layout_*.js"))
                        if alike(path.stem.removeprefix("layout_"), stem)],
        }
        short = min((path.stem.removeprefix("layout_") for path in (*self.own["drawing"], *self.own["analysis"])),
                    key=len, default=stem)
        self.named = re.compile("|".join([
            re.escape(id), stem.replace("_", "[-_ ]?"), *(rf"\b{re.escape(law)}\b(?![a-z])" for law in self.law),
            *(rf"\b{name}\b" for name in self.classes),
        ]), re.I)
        # Scripts and analyses may know it by a shorter name.
        self.shortly = re.compile(rf"\b(?:layout_)?{short.replace('_', '[-_ ]?')}(?:\b|[A-Z])", re.I)

    def elsewhere(self) -> Iterator[str]:
        """Lines of the product that name the game, its law or its class, in no file of its own."""
        own = {path for files in self.own.values() for path in files}
        package = self.tree / "pitboss"
        for path in sorted((*package.rglob("*.py"), *package.rglob("*.js"))):
            where = path.relative_to(package)
            if path in own or where.parts[0] == "hands":
                continue
            patterns = (self.named, self.shortly) if where.parts[0] in ("web", "odds", "guide") else (self.named,)
            for number, line in code_of(path):
                if any(pattern.search(line) for pattern in patterns):
                    yield f"{where}:{number}: {line.strip()[:100]}"

    def tests(self) -> dict[str, int]:
        """Lines of its own tests and of its golden rounds, and lines of other tests that name it."""
        tests = self.tree / "tests"
        files = [path for path in sorted(tests.rglob("test_*.py"))
                 if alike(NUMBER.sub("", path.stem.removeprefix("test_")), self.stem)]
        goldens = sorted((tests / "transcripts" / self.book / self.name).glob("*.txt"))
        others = [path for path in sorted(tests.rglob("*.py")) if path not in files]
        naming = sum(bool(self.named.search(line)) for path in others for _, line in code_of(path))
        return {"tests": sum(map(lines_of, files)), "golden rounds": sum(map(lines_of, goldens)),
                "lines of other tests": naming}


def alike(stem: str, game: str) -> bool:
    """Is a file the game's by its name? Two words of it will do."""
    return stem == game or stem.startswith(f"{game}_") or ("_" in stem and game.startswith(f"{stem}_"))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game", nargs="?", default="qld/three-card-poker")
    ask.add_argument("--tree", type=Path, default=Path(__file__).parents[1], help="the tree to count, this one if none")
    ask.add_argument("--list", action="store_true", help="print the lines elsewhere")
    given = ask.parse_args()
    cost = Cost(given.tree, given.game)
    for part, files in cost.own.items():
        print(f"{part:22} {sum(map(lines_of, files)):6}  {', '.join(path.name for path in files)}")
    found = list(cost.elsewhere())
    print(f"{'elsewhere':22} {len(found):6}  in {len({line.partition(':')[0] for line in found})} files")
    if given.list:
        print("".join(f"    {line}\n" for line in found), end="")
    for part, count in cost.tests().items():
        print(f"{part:22} {count:6}")


if __name__ == "__main__":
    main()
