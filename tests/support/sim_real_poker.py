"""Staff of the simulated floor at a table between players with real cards: they seat people with chips, deal, enter
acts and cards, slip and take back, and report what went wrong."""

from __future__ import annotations

from typing import Any

from support.sim_loop import Chance

PACK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
NAMES = ("Chip", "Dale", "Gus", "Hal", "")
Command = tuple[str, dict[str, Any]]


def next_command(chance: Chance, view: dict[str, Any], name: str, kinds: list[str]) -> Command | None:
    """What a member of staff does there now, if anything."""
    asked, last = view["asked"], view["last_entry"]
    if last and name in last["by"] and chance.percent(8):
        return "take-back", {"n": chance.pick([0, last["n"], last["n"] - 1])}
    if asked is None or chance.percent(4):
        return between(chance, view)
    if chance.percent(20):
        return "report", report(chance, view, kinds)
    return "enter", {"answer": entry(chance, view, asked), "step": asked["step"] if chance.percent(70) else ""}


def between(chance: Chance, view: dict[str, Any]) -> Command:
    """Somebody sits down, goes, brings chips; or the next hand is dealt."""
    taken = list(view["seats"])
    if len(taken) < 3 or chance.percent(15):
        more = {"player": chance.pick(NAMES), "amount": 100 * chance.between(40, 300)}
        return "seat-for", {"box": chance.between(1, view["boxes"]), **more}
    if chance.percent(20):
        what = chance.pick(["add", "out", "back", "post", "leave", "move", "straddle", "button"])
        more = {"amount": 1000} if what == "add" else {"to": chance.between(1, view["boxes"])} if what == "move" else {}
        return "seat-for", {"box": int(chance.pick(taken)), "what": what, **more}
    return "deal", {}


def unseen(chance: Chance, view: dict[str, Any], count: int) -> list[str]:
    """Cards that lie nowhere open; now and then one that does."""
    out = {card for cards in (*view["boards"], *(one["cards"] for one in view["players"].values())) for card in cards}
    left = [card for card in PACK if card not in out or chance.percent(1)]
    return [left.pop(chance.below(len(left))) for _ in range(count)]


def entry(chance: Chance, view: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
    """What may have happened, whether or not it is legal."""
    seat, stage = asked["seat"], asked["stage"]
    if asked["kind"] == "cards":
        return {"did": {"act": "cards", "cards": unseen(chance, view, asked["count"])}}
    if asked["kind"] == "push":
        return {"did": {"act": "push"}}
    if stage == "show":
        held = view["players"][str(seat)]["cards"]
        shows = {"act": "show", "cards": unseen(chance, view, held.count("??"))}
        return {"box": seat, "did": {"act": "muck"} if chance.percent(30) else shows}
    if stage in ("draw", "discard"):
        count = 1 if stage == "discard" else chance.below(4)
        return {"box": seat, "did": {"act": "discard", "cards": ["??"] * count}}
    if stage == "runs":
        return {"box": seat, "did": {"act": "run", "times": chance.between(1, 2)}}
    if chance.percent(5):
        chips = {"amount": 100 * chance.between(1, 20), "pieces": chance.between(1, 2)}
        return {"box": seat, "did": {"act": "puts", **chips}}
    option = chance.pick(asked["options"])
    box = int(chance.pick(list(view["players"]))) if chance.percent(4) else seat
    if option["least"] is not None:
        return {"box": box, "did": {"act": "raise", "to": chance.pick([option["least"], option["most"]])}}
    return {"box": box, "did": {"act": option["name"]}}


def report(chance: Chance, view: dict[str, Any], kinds: list[str]) -> dict[str, Any]:
    facts = {}
    for word in chance.some(("seat", "card", "hand", "by", "looked", "reconstructed", "cards"), 3):
        values = {"seat": list(view["players"]) or ["1"], "card": PACK, "hand": ["board"], "by": ["player", "dealer"],
                  "cards": ["3", "Ks,Qs"]}
        facts[word] = chance.pick(values.get(word, ["yes", "no"]))
    kind = chance.pick(kinds)
    return {"kind": kind, "facts": facts if chance.percent(40) else {}}
