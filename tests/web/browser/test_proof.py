"""The page proves a round by what it saw itself: a proof that was invented afterwards is called out."""

from __future__ import annotations

import json
from pathlib import Path

from support.browsing import Floor, Visitor
from support.scripts import of_the_page
from typer.testing import CliRunner

from pitboss.cli.main import app

# The floor tells lies from now on: whatever proof it gives is changed first.
LIES = """Promise.all([import('/static/link.js'), import('/static/sha256.js')]).then(([{ link }, { sha256 }]) => {
  link.truth ??= link.ask.bind(link);
  link.ask = async (query) => {
    const told = await link.truth(query);
    if (query.t === 'round' && told.proof) ((proof) => { CHANGE })(told.proof);
    return told;
  };
})"""
SEAL = """const seal = ({ nonce, order }) => sha256(`pitboss shuffle 1\\n${nonce}\\n${order}\\n`);
const [shuffle] = proof.shuffles;"""
FITS = "shuffle.digest = seal(shuffle); for (const one of proof.dealt) one.of = shuffle.digest; proof.seals = [];"
CARDS = {
    "52 aces": f"{SEAL} shuffle.order = Array(52).fill('As').join(' ');"
               f"for (const one of proof.dealt) one.cards = one.cards.map(() => 'As'); {FITS}",
    "another nonce": "proof.shuffles[0].nonce = '0'.repeat(32);",
    "another nonce, made to fit": f"{SEAL} shuffle.nonce = '0'.repeat(32); {FITS}",
    "two cards changed places": "const [one] = proof.shuffles; const order = one.order.split(' ');"
                                "[order[0], order[1]] = [order[1], order[0]]; one.order = order.join(' ');",
    "a card went elsewhere": "const [one, other] = proof.dealt; [one.to, other.to] = [other.to, one.to];",
    "another secret": "proof.seals[0].secret = '0'.repeat(64);",
    "nothing was cut": "proof.shuffles[0].cuts = [1];",
}
NUMBERS = {
    "another number": "const other = proof.came[0] === '1' ? '2' : '1'; proof.came = [other];"
                      "proof.seals[0].draws[0].result = other;",
    "only what came": "proof.came = [proof.came[0] === '1' ? '2' : '1'];",
    "another seal": "proof.seals[0].secret = '0'.repeat(64);"
                    "proof.seals[0].digest = sha256(`pitboss seal 1\\n${'0'.repeat(64)}\\n`);",
    "a number nobody added": "proof.seals[0].number = '7';",
}
SEEN = "Object.keys(localStorage).filter((key) => key.startsWith('pitboss.seen.'))"
LATE = SEEN + """.filter((key) => JSON.parse(localStorage[key]).seals).forEach((key) => {
  const one = JSON.parse(localStorage[key]);
  localStorage[key] = JSON.stringify({ ...one, late: [...one.seals, ...one.shuffles], seals: [], shuffles: [] });
})"""
FORGET = SEEN + ".forEach((key) => localStorage.removeItem(key))"


def play(visitor: Visitor, wager: str) -> None:
    before = visitor.credits()
    visitor.bet(wager)
    visitor.ready()
    visitor.decide()
    visitor.settled(before)


def look(visitor: Visitor, change: str = "") -> tuple[str, str]:
    """What the panel says of the latest round, its proof changed first: in a word, and whole."""
    page = visitor.page
    page.evaluate(of_the_page(LIES.replace("CHANGE", change)))
    page.get_by_role("tab", name="Log").click()
    page.evaluate("() => document.querySelectorAll('.proof-panel .proof').forEach((one) => one.remove())")
    page.get_by_role("tab", name="Proof").click()
    verdict = page.locator(".proof-panel .verdict")
    verdict.wait_for()
    return verdict.get_attribute("data-holds"), page.locator(".proof-panel .proof").inner_text()


def saved(visitor: Visitor, place: Path) -> Path:
    with visitor.page.expect_download() as download:
        visitor.page.locator(".proof-panel .download").click()
    file = place / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_cards_are_checked_against_the_seal_that_was_shown(floor: Floor, tmp_path: Path) -> None:
    dan = floor.player("Dan", floor.add_table("three", "qld/three-card-poker"))
    play(dan, "ante")
    verdict, words = look(dan)
    assert verdict == "true" and "shown before the bets" in words and "came one after another" in words, words
    done = CliRunner().invoke(app, ["proof", str(saved(dan, tmp_path)), "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["holds"] and told["table"] == "three" and "seen by the page" in done.stdout
    for name, change in CARDS.items():
        verdict, words = look(dan, change)
        assert verdict == "false" and "did not come out as it was sealed" in words, (name, words)
    dan.page.evaluate(LATE)
    verdict, words = look(dan)
    assert verdict == "false" and "only after the bets were closed" in words
    dan.page.evaluate(FORGET)
    verdict, words = look(dan)
    assert verdict == "unseen" and "This page was not open when this was sealed" in words


def test_a_shuffle_in_the_middle_of_a_round_is_shown_with_its_clause(floor: Floor, tmp_path: Path) -> None:
    """It was ordered by staff, so the page neither certifies the round nor calls it wrong."""
    gus = floor.player("Gus", floor.add_table("again", "qld/three-card-poker"))
    gus.page.get_by_role("tab", name="Proof").click()
    before = gus.credits()
    gus.bet("ante")
    assert gus.page.locator(".reshuffled").count() == 0
    facts = {"pre-shuffled": "yes"}
    ruled = floor.served.tell({"t": "report", "table": "again", "kind": "reshuffle-asked", "facts": facts})
    assert ruled["ok"], ruled
    gus.page.get_by_text("shuffled in the middle of this round under").wait_for()
    assert "15(4)" in gus.page.locator(".reshuffled clause-chip").inner_text()
    gus.ready()
    gus.decide()
    gus.settled(before)
    verdict, words = look(gus)
    assert verdict == "unseen" and "whether that was due, this page cannot work out" in words, words
    done = CliRunner().invoke(app, ["proof", str(saved(gus, tmp_path))])
    assert done.exit_code == 0 and "is not shown" in done.stdout
    verdict, words = look(gus, "for (const one of proof.seals[1].draws) delete one.clause;")
    assert verdict == "false" and "not told under which clause" in words, words


def test_a_number_of_the_wheel_is_checked_too_and_ones_own_is_mixed_in(floor: Floor, tmp_path: Path) -> None:
    eve = floor.player("Eve", floor.add_table("wheel", "qld/roulette"))
    page = eve.page
    page.get_by_role("tab", name="Proof").click()
    assert page.locator("#add-number").is_hidden()
    before = eve.credits()
    eve.bet("red")
    page.locator("#own-number").fill("31415")
    page.locator("#add-number").click()
    page.get_by_text("31415 is mixed into").wait_for()
    eve.ready()
    eve.settled(before)
    verdict, words = look(eve)
    assert verdict == "true" and "The number 31415 of Eve was mixed in" in words and "It is what this page saw" in words
    done = CliRunner().invoke(app, ["proof", str(saved(eve, tmp_path))])
    assert done.exit_code == 0 and "the number 31415 of Eve" in done.stdout
    for name, change in NUMBERS.items():
        verdict, words = look(eve, change)
        assert verdict == "false", (name, words)
    # A page that is loaded again still knows what it was shown.
    page.reload()
    page.get_by_role("tab", name="Proof").wait_for()
    assert look(eve)[0] == "true"
    # Somebody else comes: nobody adds a number any more.
    fay = floor.player("Fay", "wheel")
    fay.bet("red")
    page.get_by_text("Only who is alone at a table adds a number").wait_for()
    assert page.locator("#add-number").is_hidden()
