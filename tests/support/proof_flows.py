"""Rounds of honest and of dishonest houses as a page saw them, and the verdict that their proofs must have. The page's
checker and `pitboss proof` are tested with the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import patch

from pitboss.equipment.shoe import Shoe
from pitboss.floor import commands as c
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.queries import ask
from pitboss.table.requests import Choose
from support.casino import GAMES, OPENING, Casino
from support.dishonest import WHEELS, dishonest
from support.poker_floor import Sim

HOLDS, UNSEEN, BROKEN = "holds", "unseen", "broken"


class Flow(NamedTuple):
    """A round, the views that a page had of its table, and what follows from its proof."""

    name: str
    round: int
    views: Sequence[dict[str, Any]]
    proof: dict[str, Any]
    verdict: str
    # Numbers that the page's own player added, by their seals.
    numbers: Mapping[str, str] = MappingProxyType({})


class Watched:
    """A table, and a page that is shown it after each command."""

    def __init__(self, name: str, game: str = "", **options: Any) -> None:
        self.casino, self.name = Casino(), name
        if game:
            limits = {"minimum": "5", "maximum": "500"}
            self.casino.do("Max", "add-table", id=name, name=name, game=game, options=limits)
        else:
            self.casino.add(name, **options)
        self.opening = {"qld/roulette": "red", "qld/three-card-poker": "ante"}.get(game) or OPENING[name]
        self.views = [self.casino.shown(name)]

    def do(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        done = self.casino.do(who, tag, table=self.name, **fields)
        self.views.append(self.casino.shown(self.name))
        return done

    def look(self) -> None:
        self.views.append(self.casino.shown(self.name))

    def bet(self, player: str = "Ann", box: int = 1) -> None:
        kinds = dict.fromkeys([self.opening, *self.casino.table(self.name).game.matched])
        self.do(player, "place", box=box, wagers=[[kind, 5_00] for kind in kinds])

    def finish(self) -> None:
        self.do("Dora", "no-more-bets")
        while isinstance(self.casino.table(self.name).request, Choose):
            self.do("Dora", "silence")

    def play(self, rounds: int = 1) -> None:
        for _ in range(rounds):
            live = self.casino.live(self.name)
            if not any(wager.player == "Ann" for wager in live.t.all_wagers()):
                self.bet()
            self.finish()

    def proof(self, round: int) -> dict[str, Any]:
        shown = ask(self.casino.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": f"{self.name}/{round}"})
        proof: dict[str, Any] = shown["proof"]
        return proof

    def flow(self, name: str, round: int, verdict: str, views: Sequence[dict[str, Any]] | None = None) -> Flow:
        return Flow(name, round, self.views if views is None else views, self.proof(round), verdict)


# -- honest houses -----------------------------------------------------------------------------------------


def every_game() -> Iterator[Flow]:
    """Wheels, dice, one deck, tiles and a machine; wagers that stand from roll to roll. The rounds of several decks are
    proved when the shoe is shuffled again."""
    for name in GAMES:
        seen = Watched(name)
        seen.play(3)
        for round in (1, 2, 3):
            flow = seen.flow(f"{name} {round}", round, HOLDS)
            assert "seals" in flow.proof or seen.casino.table(name).game.decks > 1, name
            if "seals" in flow.proof:
                yield flow
    seen = Watched("blackjack", options={"shoe": "machine"})
    seen.play(2)
    yield seen.flow("a machine", 2, HOLDS)


def several_decks() -> Iterator[Flow]:
    """A shoe that was announced in an earlier round, in the round in which it ends, and the next."""
    for name, options in (("blackjack", {"decks": "5"}), ("baccarat", {"decks": "6"}), ("casino-war", {})):
        seen = Watched(name, options=options)
        while len([event for event in seen.casino.store.events(f"table:{name}") if event.type == "proof"]) < 2:
            seen.play()
        # The first rounds of the second shoe and of the third.
        first = {view["digest"]: view["round"] for view in reversed(seen.views)}
        _, second, third = sorted(first.values())
        for round in (1, 2, second - 1, second, third - 1):
            yield seen.flow(f"{name}, round {round} of several shoes", round, HOLDS)
        late = [view for view in seen.views if view["round"] >= second + 3]
        yield seen.flow("a page that came when the shoe was in use", second + 5, HOLDS, late)


def away() -> Iterator[Flow]:
    """A page that was opened while bets were taken or later, and one whose connection was lost in between."""
    seen = Watched("roulette")
    seen.bet()
    opened = len(seen.views)
    seen.bet("Ben", 2)
    seen.do("Dora", "no-more-bets")
    yield seen.flow("opened while bets are taken", 1, HOLDS, seen.views[opened:])
    yield seen.flow("the connection was lost while bets were taken", 1, HOLDS, [*seen.views[:2], seen.views[-1]])
    yield seen.flow("opened after the round", 1, UNSEEN, seen.views[-1:])


def source() -> Iterator[Flow]:
    """A source of chance that failed between two rounds, and came back."""
    seen = Watched("roulette")
    seen.bet()
    seen.casino.source.fault = "stuck"  # type: ignore[attr-defined]
    seen.look()
    seen.do("Dora", "no-more-bets")
    seen.casino.source.fault = ""  # type: ignore[attr-defined]
    seen.casino.wait(1000)
    seen.look()
    seen.play()
    yield seen.flow("before the source failed", 1, HOLDS)
    yield seen.flow("after the source came back", 2, HOLDS)


def numbers() -> Iterator[Flow]:
    """A number belongs to the seal that it was added to; a page that missed it does not know when it was added."""
    seen = Watched("roulette")
    seen.bet()
    added = seen.do("Ann", "add-number", number="42")
    seen.do("Dora", "no-more-bets")
    flow = seen.flow("a number that was shown", 1, HOLDS)
    yield flow
    yield flow._replace(name="one's own number", numbers={added["digest"]: "42"})
    yield flow._replace(name="a number that was not shown", views=[*seen.views[:2], seen.views[-1]], verdict=UNSEEN)
    other = {**flow.proof, "seals": [{**flow.proof["seals"][0], "number": ""}]}
    yield flow._replace(name="one's own number was not used", proof=other, numbers={added["digest"]: "42"},
                        verdict=BROKEN)


def called_off() -> Iterator[Flow]:
    """A round that was called off leaves its seal to the next."""
    for name in ("roulette", "three-card", "pai-gow", "craps"):
        seen = Watched(name)
        seen.bet()
        n = seen.do("Sue", "propose", what="void", reason="a child at the table")["n"]
        seen.do("Max", "approve", n=n)
        seen.play(2)
        for number in (2, 3):
            yield seen.flow(f"{name} {number} after a round that was called off", number, HOLDS)
    seen = Watched("roulette")
    seen.bet()
    seen.do("Sue", "close-table", now=True)
    seen.do("Sue", "open-table")
    seen.play()
    yield seen.flow("after the table was closed", seen.casino.table("roulette").rounds - 1, HOLDS)


def shuffled_again() -> Iterator[Flow]:
    """Cards that are shuffled in the middle of a round, because a clause requires it."""
    with patch.object(Shoe, "place_cut_card", lambda shoe, depth: None):  # nothing marks the last round of the shoe
        seen = Watched("blackjack", options={"decks": "5"})
        for _ in range(150):
            seen.play()
            if seen.views[-1]["last"]["reshuffled"]:
                break
        round = seen.views[-1]["last"]["round"]
        seen.play(2)
    assert seen.views[-1]["last"]["round"] == round + 2
    flow = seen.flow("the cards ran out", round, HOLDS)
    yield flow
    (again,) = [draw for seal in flow.proof["seals"] for draw in seal["draws"] if draw.get("clause")]
    hidden = [{**view, "reshuffled": [], "last": {**view["last"], "reshuffled": []} if view["last"] else None}
              for view in seen.views]
    yield flow._replace(name="shuffled without a clause", views=hidden, verdict=BROKEN)
    gone = [view for view in seen.views if view["round"] < round or (view["round"] == round and view["betting"])]
    yield flow._replace(name="the connection was lost when the cards ran out", views=gone, verdict=UNSEEN)
    yield flow._replace(name="another clause", proof=_changed(flow.proof, again, clause="QLD R15(4)"), verdict=BROKEN)
    yield flow._replace(name="no clause in the proof", proof=_changed(flow.proof, again, clause=""), verdict=BROKEN)
    other = [{**view, "seal": view["seal"] and {**view["seal"], "digest": "0" * 64}} if view["round"] == round else view
             for view in seen.views]
    yield flow._replace(name="shuffled by another seal", views=other, verdict=BROKEN)


def _changed(proof: dict[str, Any], draw: dict[str, Any], **change: Any) -> dict[str, Any]:
    seals = [{**seal, "draws": [{**one, **change} if one is draw else one for one in seal["draws"]]}
             for seal in proof["seals"]]
    return {**proof, "seals": seals}


def directed() -> Iterator[Flow]:
    """An official has the cards shuffled again while bets are taken: the page cannot find whether that was due."""
    for name in ("blackjack", "pai-gow", "three-card"):
        seen = Watched(name)
        seen.bet()
        kind, facts = ("tile-exposed", {}) if name == "pai-gow" else ("reshuffle-asked", {"pre-shuffled": "yes"})
        seen.do("Dora", "report", kind=kind, facts=facts)
        opened = len(seen.views) - 1
        assert seen.views[-1]["reshuffled"], name
        seen.finish()
        while "shuffles" not in seen.proof(1):
            seen.play()
        yield seen.flow(f"{name} shuffled while bets are taken", 1, UNSEEN)
        yield seen.flow(f"{name}, opened after the shuffle", 1, HOLDS, seen.views[opened:])


def dealt_hands(sim: Sim, number: int, each: Callable[[], None] = lambda: None) -> list[dict[str, Any]]:
    """Play hands between two players, and return what a page was shown."""
    views = [sim.view]
    for _ in range(number):
        while sim.desk.room.hand is None:
            sim.tick()
            views.append(sim.view)
        while sim.desk.room.hand is not None:
            names = [option["name"] for option in sim.asked["options"]]
            assert sim.act(next(name for name in ("check", "call", *names) if name in names))["ok"]
            each()
            views.append(sim.view)
    return views


def hand_proof(sim: Sim, number: int) -> dict[str, Any]:
    proof: dict[str, Any] = ask(sim.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": f"t/{number}"})["proof"]
    return proof


def hands() -> Iterator[Flow]:
    """Hands between players, whose deck is sealed while the hand before is played."""
    sim = Sim()
    sim.sit("Ann")
    assert sim.do("Ann", "add-number", number="31415")["ok"]
    sim.sit("Ben")
    views = dealt_hands(sim, 3)
    proofs = {number: hand_proof(sim, number) for number in (1, 2, 3)}
    for number, proof in proofs.items():
        yield Flow(f"hand {number}", number, views, proof, HOLDS)
    late = [view for view in views if view["round"] >= 2]
    yield Flow("opened in the hand", 2, late, proofs[2], UNSEEN)
    yield Flow("opened in the hand before", 3, late, proofs[3], HOLDS)
    unknown = [{**view, "seal": {**view["seal"], "number": ""}} for view in views]
    yield Flow("a number that was not shown", 1, unknown, proofs[1], UNSEEN)
    yield Flow("a ruling on the deck", 3, views, {**proofs[3], "deck": {**proofs[3]["deck"], "ruled": True}}, UNSEEN)
    first = next(view for view in views if view["round"] == 2)
    for size, verdict in ((36, HOLDS), (52, BROKEN)):
        other = {**first, "seal": {**first["seal"], "digest": "0" * 64, "size": size}}
        yield Flow(f"another deck of {size} first", 3, [other, *views], proofs[3], verdict)


# -- dishonest houses --------------------------------------------------------------------------------------


def wheels() -> Iterator[Flow]:
    """The result is chosen after the bets."""
    for name in WHEELS:
        seen = Watched(name, "qld/roulette")
        cheated = 0
        for round in range(1, 7):
            for _ in range(4):
                seen.bet()
            seen.do("Dora", "no-more-bets")
            first = next(view["seal"] for view in seen.views if view["round"] == round and view["seal"])
            (seal,) = seen.proof(round)["seals"]
            places = len(seal["draws"][0]["places"])
            other = seal["digest"] != first["digest"] or len(seal["draws"]) > 1 or places != 37
            # If the first result suits the house, it has no need to cheat.
            verdict = BROKEN if other else UNSEEN if name in ("late", "number") else HOLDS
            cheated += verdict != HOLDS
            yield seen.flow(f"{name} {round}", round, verdict)
        assert cheated


def cards() -> Iterator[Flow]:
    """Other cards are laid at every bet."""
    seen = Watched("cards", "qld/three-card-poker")
    seen.play(4)
    for round in (1, 2, 3):
        assert seen.proof(round)["dealt"]
        yield seen.flow(f"other cards {round}", round, BROKEN)


def decks() -> Iterator[Flow]:
    """Another deck is sealed for the next hand whenever somebody acts."""
    sim = Sim()
    sim.sit("Ann", "Ben")

    def reseal() -> None:
        sim.desk.next_deck._keep(SealedDeck.shuffled(52, sim.desk.source))

    views = dealt_hands(sim, 3, reseal)
    for number in (2, 3):
        yield Flow(f"other decks {number}", number, views, hand_proof(sim, number), BROKEN)


def invented() -> Iterator[Flow]:
    """Proofs that leave out what they would have to show."""
    seen = Watched("three-card")
    seen.play(2)
    flow = seen.flow("", 2, BROKEN)
    proof = flow.proof
    (shuffle,) = proof["shuffles"]
    changes: dict[str, dict[str, Any]] = {
        "cards of nowhere": {"shuffles": [], "seals": [], "dealt": [{**deal, "of": ""} for deal in proof["dealt"]]},
        "cards of a shuffle that is not opened": {"shuffles": [], "seals": []},
        "cards of another place": {"shuffles": [{**shuffle, "rounds": [[1, 1], *shuffle["rounds"]]}],
                                   "dealt": []},
        "no cards": {"dealt": []},
    }
    for name, change in changes.items():
        yield flow._replace(name=name, proof=proof | change)
    yield flow._replace(name="a ruling that there was not", proof={**proof, "ruled": True}, verdict=UNSEEN)
    wheel = Watched("roulette")
    wheel.play()
    flow = wheel.flow("", 1, BROKEN)
    seal = flow.proof["seals"][0]
    cut = {"what": "cut", "round": 1, "least": 0, "most": 0, "result": 0}
    seals = [{**seal, "draws": [cut, *seal["draws"]]}]
    yield flow._replace(name="a cut before the ball", proof={**flow.proof, "seals": seals})


HONEST: tuple[Callable[[], Iterator[Flow]], ...] = (
    every_game, several_decks, away, source, numbers, called_off, shuffled_again, directed,
    hands)
CHEATING: tuple[Callable[[], Iterator[Flow]], ...] = (wheels, cards, decks, invented)


def flows_of(make: Callable[[], Iterator[Flow]]) -> list[Flow]:
    """Return the rounds of one kind of house."""
    if make not in CHEATING:
        return list(make())
    with dishonest():
        return list(make())
