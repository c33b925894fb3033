"""A house that chooses the result after the bets is never certified, neither by the page nor by `pitboss proof`; an
honest one is accused by neither."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsing import Browser, Floor, Visitor, until
from support.dishonest import WHEELS, dishonest
from support.page_seen import kept_of
from support.proof_flows import BROKEN, CHEATING, HOLDS, HONEST, UNSEEN, Flow, flows_of
from support.scripts import of_the_page
from support.serving import Served
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.cli.verify import check as verify_file
from pitboss.equipment.proof_document import read
from pitboss.equipment.proofs import check, whole
from pitboss.floor.desk import encode

VERDICTS = {"true": HOLDS, "unseen": UNSEEN, "false": BROKEN}
# Show a page the views of a table, and check the proof of a round.
CHECK = of_the_page("""async ([flow]) => {
  const { Seen, keptOf } = await import('/static/seen.js');
  const { check } = await import('/static/proof_check.js');
  const { verdictOf } = await import('/static/proof_panel.js');
  localStorage.clear();
  const { table, round, views, numbers, proof } = flow;
  const seen = new Seen(table);
  for (const [digest, number] of Object.entries(numbers)) seen.add({ digest, number }, round);
  for (const view of views) proof.deck ? seen.lookAtHand(view, { hands: {} }) : seen.look(view, { hands: {} });
  const kept = keptOf(table, round);
  const findings = check(proof, kept);
  return JSON.stringify({ kept, verdict: verdictOf(findings), wrong: findings.filter(({ holds }) => !holds) });
}""")
READ = ("round", "seal", "digest", "betting", "wagers", "place", "events", "reshuffled", "playing", "boards",
        "wheel", "pack", "cut")


def _shown(flow: Flow) -> dict[str, Any]:
    """Return the part of a flow that a page reads."""
    views = [{key: view[key] for key in READ if key in view} | {
        "last": view["last"] and {key: view["last"].get(key) for key in ("round", "told", "reshuffled")},
    } for view in flow.views if flow.round - 3 <= view["round"] <= flow.round + 1]
    return {"table": flow.proof["table"], "round": flow.round, "views": views, "numbers": dict(flow.numbers),
            "proof": flow.proof}


@pytest.mark.parametrize("make", [*HONEST, *CHEATING], ids=lambda make: make.__name__)
def test_the_page_and_the_program_come_to_the_same_verdict(floor: Floor, make: Callable[[], Iterator[Flow]]) -> None:
    page = floor.player("Dan" + make.__name__.replace("_", "")).page
    for flow in flows_of(make):
        found = json.loads(page.evaluate(CHECK, [_shown(flow)]))
        assert found["verdict"] == flow.verdict, (flow.name, found["wrong"])
        expected = kept_of(flow.views, flow.round, flow.numbers)
        for key in expected.keys() - {"counts", "expects"} if found["kept"] else ():
            assert found["kept"][key] == expected[key], (flow.name, key)
        findings = check(read(encode({**flow.proof, "kept": found["kept"]})))
        verdict = BROKEN if not whole(findings) else HOLDS if findings[0].holds else UNSEEN
        assert verdict == flow.verdict, (flow.name, findings)


# -- a house of its own ------------------------------------------------------------------------------------


@pytest.fixture
def cheats(browser: Browser, tmp_path: Path) -> Iterator[Floor]:
    """A floor whose house chooses results after the bets."""
    served = Served(tmp_path, around=dishonest)
    floor = Floor(served, browser)
    yield floor
    floor.leave()
    served.end(signal.SIGTERM)
    assert verify_file(tmp_path / "floor.db").faults, "whoever has the file notices it too"


def _verdict(visitor: Visitor, round: int, place: Path) -> tuple[str, str]:
    """Return the page's verdict on a round, and that of `pitboss proof` on the file that the page saves."""
    page = visitor.page
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Proof").click()
    panel = page.locator(".proof-panel")
    until(lambda: f"round {round}" in panel.inner_text(), lambda: f"round {round} in {panel.inner_text()}")
    verdict = page.locator(".proof-panel .verdict")
    verdict.wait_for()
    with page.expect_download() as download:
        page.locator(".proof-panel .download").click()
    file = place / f"{visitor.table}-{round}.json"
    download.value.save_as(file)
    done = CliRunner().invoke(app, ["proof", str(file)])
    said = BROKEN if done.exit_code else HOLDS if "came out as it was sealed before" in done.stdout else UNSEEN
    return VERDICTS[verdict.get_attribute("data-holds")], said


def _play(visitor: Visitor, wager: str, bets: int) -> tuple[int, dict[str, Any]]:
    """Play a round with several bets; return its number, and the table as it was shown before them."""
    first = visitor.told()
    for _ in range(bets):
        visitor.bet(wager)
    visitor.ready()
    visitor.decide()
    return first["round"], first


@pytest.mark.parametrize("table", WHEELS)
def test_a_house_that_chooses_the_result_after_the_bets_is_not_certified(
    cheats: Floor, tmp_path: Path, table: str
) -> None:
    cheats.add_table(table, "qld/roulette")
    dan = cheats.player("Dan", table)
    cheated = 0
    for _ in range(6):
        round, first = _play(dan, "red", 4)
        verdict, said = _verdict(dan, round, tmp_path)
        assert verdict == said, (table, round)
        proof = json.loads((tmp_path / f"{table}-{round}.json").read_text())
        (seal,) = proof["seals"]
        fair = first["seal"] and seal["digest"] == first["seal"]["digest"] and len(seal["draws"]) == 1
        fair = fair and len(seal["draws"][0]["places"]) == 37
        if not fair or seal["number"]:
            cheated += 1
            assert verdict != HOLDS, (table, round)
        if cheated == 2:
            break
    assert cheated


def test_a_house_that_lays_other_cards_at_every_bet_is_called_out(cheats: Floor, tmp_path: Path) -> None:
    cheats.add_table("cards", "qld/three-card-poker")
    dan = cheats.player("Dan", "cards")
    round, _ = _play(dan, "ante", 1)
    assert _verdict(dan, round, tmp_path) == (BROKEN, BROKEN)
