"""`pitboss proof`: check a proof that a page saved, without the floor it came from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.errors import Mistake, one_line

MOST_BYTES = 4_000_000
SIGNS = {True: "proved", False: "WRONG", None: "not proved"}


def proof(
    file: Annotated[str, typer.Argument(help="What the Proof panel saved; - reads standard input.", metavar="FILE|-")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Check a proof of a round: what it proves, and what it does not. Exit status 1 where something is wrong."""
    from pitboss.cli.show import console, write_json
    from pitboss.equipment.proof_document import BadProof, read
    from pitboss.equipment.proofs import check, whole

    try:
        document = read(read_bytes(file))
    except BadProof as bad:
        raise Mistake(f"{file} is no proof: {bad}") from None
    findings = check(document)
    if json:
        rows = [{"holds": finding.holds, "words": finding.words} for finding in findings]
        write_json({"table": document.table, "round": document.round, "holds": whole(findings), "findings": rows})
    else:
        out = console()
        out.print(one_line(f"{document.table}, round {document.round} {document.game}"), soft_wrap=True, markup=False)
        for finding in findings:
            style = "red" if finding.holds is False else None
            out.print(one_line(f"{SIGNS[finding.holds]}: {finding.words}"), style=style, soft_wrap=True, markup=False)
        out.print(_verdict(whole(findings), bool(findings) and findings[0].holds is True), soft_wrap=True)
    if not whole(findings):
        raise typer.Exit(1)


def _verdict(sound: bool, seen: bool) -> str:
    if not sound:
        return "This round did not come out as it was sealed."
    if seen:
        return "This round came out as it was sealed before the bets."
    return "What was opened belongs together; that it was sealed before the bets is not shown."


def read_bytes(file: str) -> bytes:
    """A file as it is, or a mistake that says why there is none."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise Mistake(f"{file} cannot be read: {error.strerror or error}; name what the Proof panel saved") from None
    except ValueError:
        raise Mistake(f"{file!r} is no file name; name what the Proof panel saved") from None
    if len(data) > MOST_BYTES:
        raise Mistake(f"{file} is larger than {MOST_BYTES // 1_000_000} MB; a proof is a short text")
    return data
