"""What a page stores of what it was shown of a table against the house, as web/static/seen.js does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

View = dict[str, Any]


def kept_of(views: Sequence[View], round: int, numbers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what a page stored of a round that was shown these views; its player added these numbers."""
    kept: dict[str, Any] = {
        "open": False, "over": False, "seals": [], "shuffles": [], "late": [], "bare": [], "reshuffled": {},
        "shown": {}, "places": {}, "sizes": {}, "wheel": "", "pack": "", "cut": None,
        "expects": [], "dealt": [], "hands": {}, "came": [], "counts": {},
        "numbers": dict(numbers or {}),
    }
    if views[0]["kind"] == "poker":
        return kept | _of_hand(views, round)
    for view in views:
        if view["round"] == round:
            _look(kept, view)
        last = view["last"]
        if last is not None and last["round"] == round < view["round"] and any(one["round"] == round for one in views):
            _merge(kept, last["told"])
            kept["reshuffled"] = {one["digest"]: one["clause"] for one in last["reshuffled"]} | kept["reshuffled"]
            kept["over"] = True
    return kept


def _of_hand(views: Sequence[View], round: int) -> dict[str, Any]:
    """Return what it stored of a hand between players: the decks that were shown in the hand before, and the cards."""
    decks: dict[int, dict[str, Any]] = {}
    seen, dealt, late = set(), [], []
    for view in views:
        if view["round"] == round - 1 and view["seal"]:
            deck = decks.setdefault(view["seal"]["size"], view["seal"])
            if deck["digest"] == view["seal"]["digest"]:
                decks[deck["size"]] = view["seal"]
        if view["round"] == round and view["playing"]:
            _push(late, view["digest"])
            fresh = [card for board in view["boards"] for card in board if card not in seen]
            seen |= set(fresh)
            dealt += [{"to": "board", "cards": fresh}] * bool(fresh)
    known = {deck["digest"]: deck for deck in decks.values()} if any(view["round"] == round for view in views) else {}
    return {
        "open": bool(known), "seals": list(known), "dealt": dealt, "late": late,
        "sizes": {digest: deck["size"] for digest, deck in known.items()},
        "shown": {digest: deck["number"] for digest, deck in known.items()},
    }


def _look(kept: dict[str, Any], view: View) -> None:
    _merge(kept, view["events"])
    seal, digest = view["seal"], view["digest"]
    if view["betting"]:
        kept |= {key: view[key] for key in ("wheel", "pack", "cut")}
        sealed = seal["digest"] if seal and seal["current"] else ""
        for name, known, now in (("seal", "seals", sealed), ("cards", "shuffles", digest)):
            if view["wagers"] and not kept[known] and (kept["open"] or not now):
                _push(kept["bare"], name)
            _push(kept[known], now)
        kept["open"] = True
        if digest and view["place"] is not None:
            out = sum(len(deal["cards"]) for deal in kept["dealt"])
            kept["places"].setdefault(digest, [view["place"], out])
    else:
        for known, now in (("seals", seal["digest"] if seal else ""), ("shuffles", digest)):
            if now not in kept[known]:
                _push(kept["late"], now)
    if seal and seal["waits"]:
        kept["shown"][seal["digest"]] = seal["number"]
    kept["reshuffled"] = {one["digest"]: one["clause"] for one in view["reshuffled"]} | kept["reshuffled"]


def _push(known: list[str], digest: str) -> None:
    if digest and digest not in known:
        known.append(digest)


def _merge(kept: dict[str, Any], events: Sequence[dict[str, Any]]) -> None:
    """Cards that were seen once are never written over."""
    for n, event in enumerate(event for event in events if event["kind"] == "dealt"):
        if n == len(kept["dealt"]):
            kept["dealt"].append({"to": event["to"], "cards": list(event["cards"])})
        deal = kept["dealt"][n]
        deal["cards"] = [now if was == "??" else was for was, now in zip(deal["cards"], event["cards"], strict=True)]
    for event in events:
        if event["kind"] != "shown" or len(kept["hands"].get(event["hand"], ())) >= len(event["cards"]):
            continue
        if any(deal["to"] == event["hand"] and "??" in deal["cards"] for deal in kept["dealt"]):
            kept["hands"][event["hand"]] = list(event["cards"])
    for n, event in enumerate(event for event in events if event["kind"] == "came"):
        if n == len(kept["came"]):
            kept["came"].append(event["result"])
