"""`pitboss proof`."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.casino import Casino
from typer.testing import Result

from pitboss.equipment.rng import commit
from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.table.requests import Choose

Run = Callable[..., Result]


@cache
def _played(name: str, *wagers: str) -> dict[str, Any]:
    """A proof as the page saves it that was open all the time."""
    casino = Casino(name)
    casino.do("Ann", "place", table=name, box=1, wagers=[[wager, 5_00] for wager in wagers])
    shown = casino.shown(name)
    casino.do("Dora", "no-more-bets", table=name)
    while isinstance(casino.table(name).request, Choose):
        casino.do("Dora", "silence", table=name)
    proof: dict[str, Any] = ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": f"{name}/1"})["proof"]
    kept = {"open": True, "wheel": shown["wheel"], "seals": [shown["seal"]["digest"]],
            "shuffles": [shown["digest"]] * bool(shown["digest"]),
            "dealt": [{"to": one["to"], "cards": one["cards"]} for one in proof["dealt"]], "came": proof["came"]}
    return json.loads(json.dumps(proof | {"kept": kept}))


def cards() -> dict[str, Any]:
    return deepcopy(_played("three-card", "ante"))


def wheel() -> dict[str, Any]:
    return deepcopy(_played("roulette", "red"))


def checked(run: Run, proof: Any) -> Result:
    return run("proof", "-", input=json.dumps(proof))


def test_a_round_that_came_out_as_sealed(run: Run, tmp_path: Path) -> None:
    for proof in (cards(), wheel()):
        file = tmp_path / "proof.json"
        file.write_text(json.dumps(proof))
        done = run("proof", str(file))
        assert done.exit_code == 0 and "came out as it was sealed before the bets" in done.stdout, done.stdout
        assert "WRONG" not in done.stdout
        told = json.loads(run("proof", str(file), "--json").stdout)
        assert told["holds"] and all(one["holds"] for one in told["findings"])


def test_without_a_page_that_was_open_it_says_what_is_not_proved(run: Run) -> None:
    for proof in (cards(), wheel()):
        del proof["kept"]
        done = checked(run, proof)
        assert done.exit_code == 0 and "not proved: no page was open" in done.stdout
        assert "that it was sealed before the bets is not shown" in done.stdout


def _aces(proof: dict[str, Any]) -> None:
    """An invented deck, whose digest is made to fit."""
    shuffle = proof["shuffles"][0]
    shuffle["order"] = " ".join(["As"] * 52)
    shuffle["digest"] = commit(["As"] * 52, shuffle["nonce"])
    for one in proof["dealt"]:
        one["cards"], one["of"] = ["As"] * len(one["cards"]), shuffle["digest"]
    proof["seals"] = []


def _aces_unseen(proof: dict[str, Any]) -> None:
    _aces(proof)
    del proof["kept"]
    proof["seals"] = cards()["seals"]
    proof["seals"][0]["draws"][0]["digest"] = proof["shuffles"][0]["digest"]


def _nonce(proof: dict[str, Any]) -> None:
    proof["shuffles"][0]["nonce"] = "0" * 32


def _swapped(proof: dict[str, Any]) -> None:
    order = proof["shuffles"][0]["order"].split()
    order[0], order[1] = order[1], order[0]
    proof["shuffles"][0]["order"] = " ".join(order)


def _swapped_hands(proof: dict[str, Any]) -> None:
    """Two cards went to each other's hands."""
    first, second = proof["dealt"][0], proof["dealt"][1]
    first["to"], second["to"] = second["to"], first["to"]


def _seen_otherwise(proof: dict[str, Any]) -> None:
    card = proof["kept"]["dealt"][0]["cards"][0]
    proof["kept"]["dealt"][0]["cards"][0] = "As" if card != "As" else "Ks"


def _late(proof: dict[str, Any]) -> None:
    kept = proof["kept"]
    kept["late"], kept["seals"], kept["shuffles"] = kept["seals"] + kept["shuffles"], [], []


def _never(proof: dict[str, Any]) -> None:
    proof["kept"]["seals"], proof["kept"]["shuffles"] = [], []


def _number(proof: dict[str, Any]) -> None:
    proof["kept"]["numbers"] = {proof["seals"][0]["digest"]: "7"}


def _expected(proof: dict[str, Any]) -> None:
    proof["kept"]["expects"] = ["0" * 64]


def _secret(proof: dict[str, Any]) -> None:
    proof["seals"][0]["secret"] = "0" * 64


def _skipped(proof: dict[str, Any]) -> None:
    """A card was left out between rounds."""
    proof["shuffles"][0]["rounds"].insert(0, [0, 1])


@pytest.mark.parametrize("change", [
    _aces, _aces_unseen, _nonce, _swapped, _swapped_hands, _seen_otherwise, _late, _never, _number, _expected, _secret,
    _skipped,
])
def test_cards_that_were_not_sealed_are_called_out(run: Run, change: Callable[[dict[str, Any]], None]) -> None:
    proof = cards()
    change(proof)
    done = checked(run, proof)
    assert done.exit_code == 1 and "WRONG: " in done.stdout and "did not come out as it was sealed" in done.stdout


def _other_result(proof: dict[str, Any]) -> None:
    came = "1" if proof["came"] != ["1"] else "2"
    proof["came"] = proof["kept"]["came"] = proof["seals"][0]["draws"][0]["result"] = [came]
    proof["seals"][0]["draws"][0]["result"] = came


def _seen_result(proof: dict[str, Any]) -> None:
    proof["kept"]["came"] = ["99"]


def _laid_out(proof: dict[str, Any]) -> None:
    """Other places on the wheel, so that another number comes."""
    draw = proof["seals"][0]["draws"][0]
    draw["places"] = ["99"] * len(draw["places"])


@pytest.mark.parametrize("change", [_other_result, _seen_result, _laid_out, _late, _never, _number, _secret])
def test_a_number_that_was_not_sealed_is_called_out(run: Run, change: Callable[[dict[str, Any]], None]) -> None:
    proof = wheel()
    change(proof)
    assert checked(run, proof).exit_code == 1


@pytest.mark.parametrize("text, why", [
    ("", "it is not JSON"), ("{", "it is not JSON"), ("[]", "no 'pitboss-proof'"), ("{}", "no 'pitboss-proof'"),
    ('{"pitboss-proof": 2}', "version '2'"), ('{"pitboss-proof": true}', "version 'True'"),
    ('{"pitboss-proof": 1}', "missing required field"), ("[" * 20_000, "it is not JSON"),
    ('{"pitboss-proof": 1, "table": 3, "round": 1}', "Expected `str`"),
    ('{"pitboss-proof": 1, "table": "t", "round": -1}', "Expected `int` >= 0"),
])
def test_what_is_no_proof_is_refused_in_a_line(refused: Callable[..., str], text: str, why: str) -> None:
    assert why in refused("proof", "-", input=text)


def test_files_that_cannot_be_read(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "cannot be read" in refused("proof", str(tmp_path / "none"))
    assert "cannot be read" in refused("proof", str(tmp_path))
    assert "is no file name" in refused("proof", "a\0b")
    large = tmp_path / "large"
    large.write_bytes(b" " * 4_000_001)
    assert "larger than 4 MB" in refused("proof", str(large))


def test_draws_that_make_no_sense_are_wrong_and_not_a_crash(run: Run) -> None:
    for change in ({"places": []}, {"what": "cards", "result": ["As"]}, {"what": "cut", "least": 9, "most": 1},
                   {"what": "shuffle", "digest": "none"}, {"what": "dice", "dice": 0}):
        proof = wheel()
        proof["seals"][0]["draws"][0] |= change
        assert checked(run, proof).exit_code == 1, change
