"""What is shown of a table: the same to everybody, and to each player what only he may see.
Built from nothing: what is not put in is not there."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from pitboss.equipment.rng import fault_of
from pitboss.equipment.sealed import pieces_of
from pitboss.floor import consent, faults, lessons, withheld
from pitboss.floor.house import HouseTable
from pitboss.floor.legal_now import closing_refused, shut
from pitboss.floor.live import LiveRound, shuffled_again
from pitboss.floor.memory import Proposal
from pitboss.floor.signs import at_once, limits_of, moments, notices, terminal_sign
from pitboss.floor.words import asked, choices, lying, named
from pitboss.money import Cents
from pitboss.rulebooks import games
from pitboss.table.acts import BACK
from pitboss.table.game import DECISION, Game
from pitboss.table.limits import Limits
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.table import Table
from pitboss.table.terminal import Facts, TerminalResult
from pitboss.table.views import SPECTATOR, visible

# Keys of a round's end that hold a digest of its events: "events" in rounds from before versions.
DIGESTS = ("facts", "events")
_ADDED_UP: WeakKeyDictionary[HouseTable, tuple[dict[str, Any], dict[str, Cents]]] = WeakKeyDictionary()
_FIXED: WeakKeyDictionary[Game, dict[str, Any]] = WeakKeyDictionary()


def public(table: HouseTable) -> dict[str, Any]:
    """The table as anybody may see it."""
    added, memory, live = table.added, table.memory, table.live
    game = live.game if live is not None else games()[added.game](memory.options or added.options)
    view: dict[str, Any] = {
        "id": added.id, "name": added.name, "kind": "house", "game": added.game, "mode": added.mode,
        "entry": added.entry, "version": table.version,
        "status": memory.status if live is not None else "closed",
        "closing": None if memory.closes is None else {"at": memory.closes, "clause": table.book.closing},
        "seats": {str(box): player for box, player in sorted(memory.seats.items())},
        "terminal": msgspec.to_builtins(memory.terminal), "changes": msgspec.to_builtins(memory.changes),
        "round": table.rounds, "ready": sorted(table.ready), "last": _last(table), "history": list(table.history),
        "digest": table.digest, "seal": table.seals.shown(), "chance": fault_of(table.source) if table.virtual else "",
        "walk_ins": list(memory.walk_ins), "pending": _pending(memory.pending),
        "last_entry": None if table.entry is None else {
            "by": list(table.entry.by), "words": table.entry.words, "n": table.entry.upto,
        },
        "proposals": [_proposal(proposal, live) for proposal in memory.proposals], "corrected": table.corrected,
        "referrals": msgspec.to_builtins(memory.referrals), "fault": faults.shown(table),
        "withheld": withheld.shown(table), **consent.shown(table),
        "clock": _clock(table),
    }
    return fixed(game) | view | (_round(table, live) if live is not None else _nothing(game))


def fixed(game: Game) -> dict[str, Any]:
    """What hangs on the game alone, and does not change while it is played; made once."""
    known = _FIXED.get(game)
    if known is None:
        # The emblem is for the lobby.
        look = {name: value for name, value in game.look._asdict().items() if name != "emblem"}
        known = _FIXED[game] = {
            "title": game.title, "law": law_of(game), "options": game.options, "boxes": game.boxes,
            "first": game.first_box, "teaching": game.options.get("teaching", "no"), "pays": pays(game),
            "opening": game.opening, "matched": game.matched, "sides": sides(game), "look": look,
            "wheel": pieces_of(game.stops()) if game.stops() else "", "pack": pieces_of(game.pack()),
            "cut": game.cut_after_bets(),
            "dealt": game.hands_dealt, "calls": [{"name": call.name, "means": call.means} for call in game.calls],
            "kinds": [{"wager": kind.name, "short": kind.short or kind.name, "decision": kind.moment == DECISION}
                      for kind in game.kinds],
        }
    return known


def sides(game: Game) -> list[dict[str, Any]]:
    """The additional wagers that this table has on its layout, with what each takes where there is no choice."""
    rows = []
    for kind in game.side_kinds():
        least, most, _ = game.sides[kind.name].limits()
        only = {"stake": most} if least == most else {}
        rows.append({"wager": kind.name, "short": kind.short or kind.name, **only})
    return rows


def law_of(game: Game) -> list[str]:
    """The law a terminal goes by: the game's own, and where there is such that of terminals."""
    return list(game.book.terminal.law_of(game.law))


def _asked(table: HouseTable, live: LiveRound, request: Asked) -> dict[str, Any]:
    """What is asked; whoever answers is told which question it is. Wagers are no answers."""
    return asked(request, live.t) | ({"step": table.step} if type(request) is not Gather else {})


def _pending(pending: dict[str, Any] | None) -> dict[str, Any] | None:
    if pending is None:
        return None
    entry, words = pending["answer"], pending["words"]
    if pending.get("hidden"):
        entry, words = _backs(entry), "cards that lie face down"
    return {"words": words, "by": pending["by"], "entry": entry, "n": pending.get("n", 0)}


def _last(table: HouseTable) -> dict[str, Any] | None:
    """Return the last round without its digest: from that, a reader who knows all cards but one could try out which
    card it is."""
    return None if table.last is None else {key: value for key, value in table.last.items() if key not in DIGESTS}


def _backs(answer: Any) -> Any:
    return {**answer, "cards": [BACK] * len(answer["cards"])} if answer and "cards" in answer else answer


def _proposal(proposal: Proposal, live: LiveRound | None) -> dict[str, Any]:
    """What is up for approval; while cards of its round lie face down, those it names do too."""
    data: dict[str, Any] = msgspec.to_builtins(proposal)
    del data["command"], data["browser"]  # for those who approve
    if live is not None and proposal.round == live.number and not all(all(h.face_up) for h in live.t.hands.values()):
        data["answer"], data["was"] = _backs(data["answer"]), ""
    return data


def _clock(table: HouseTable) -> dict[str, Any] | None:
    if table.ends is None or not (table.betting or isinstance(table.request, Choose)):
        return None
    what = "bets" if table.betting else "decision"
    seconds = table.added.wagering_seconds if what == "bets" else table.added.decision_seconds
    return {"what": what, "ends": table.ends, "seconds": seconds}


def _nothing(game: Game) -> dict[str, Any]:
    """No round: the table is closed."""
    return {
        "betting": False, "phase": "closed", "wagers": [], "hands": {}, "named": {}, "parts": {},
        "reshuffled": [], "place": None, "asked": None, "events": [], "state": {}, "shut": {}, "called": None,
        "limits": _sign(Limits(game.minimum, game.maximum, game.unit)), "duties": [],
    }


def _round(table: HouseTable, live: LiveRound) -> dict[str, Any]:
    t, request = live.t, live.request
    hands = {hand.name: visible(hand, SPECTATOR) for hand in t.hands.in_order() if hand.cards}
    now = moments(table)
    return {
        "betting": table.betting, "phase": t.phase,
        "limits": _sign(limits_of(t)) | {
            "notices": notices(table), "boxes": _box_limits(t), "at_once": at_once(table)},
        "wagers": _wagers(live),
        "hands": hands, "named": named(t, hands), "parts": lying(t, hands),
        "reshuffled": shuffled_again(live), "place": table.dealer.next_place() if table.betting else None,
        "asked": _asked(table, live, request) if request is not None else None,
        "events": live.told(),
        "called": called._asdict() if table.betting and (called := live.game.called_upon(t)) is not None else None,
        # What somebody who has nothing here could not bet on.
        "shut": shut(table, "", []),
        "state": {key: t.state[key] for key in live.game.state_shown if key in t.state},
        "duties": [
            {"what": duty.what, "clause": str(duty.clause)} for duty in live.game.duties if duty.when in now
        ],
    }


def _wagers(live: LiveRound) -> list[dict[str, Any]]:
    """What lies on the layout; what lies there as it did is not made anew."""
    known, shown = live.lying, []
    for wager in live.t.all_wagers():
        key = wager.key
        row = known.get(key)
        if row is None or wager.marks or (row["amount"], row["slot"]) != (wager.amount, wager.slot):
            row = known[key] = _wager(wager, live.game)
        shown.append(row)
    return shown


def _wager(wager: Any, game: Game) -> dict[str, Any]:
    row = {
        "box": wager.box, "player": wager.player, "wager": wager.kind, "amount": wager.amount, "slot": wager.slot,
        "hand": wager.hand,
    }
    everyday = game.everyday_wager(wager.kind if wager.hand else wager.slot)
    row |= {"called": everyday} if everyday != wager.slot else {}
    calls = [{"name": call.name, "means": call.means} for call in game.calls_on(wager)]
    return row | ({"marks": dict(wager.marks)} if wager.marks else {}) | ({"calls": calls} if calls else {})


def _sign(limits: Limits) -> dict[str, Any]:
    return {
        "minimum": limits.minimum, "maximum": limits.maximum, "unit": limits.unit, "kept": limits.kept,
        "markers": limits.markers, "notices": [], "boxes": {}, "at_once": "",
    }


def _box_limits(t: Table) -> dict[str, Cents]:
    """Boxes with a marker that lets them go above the sign."""
    return dict(t.game.book.box_maximums(t))


def pays(game: Game) -> dict[str, list[list[str]]]:
    """The pay lines of each wager, as they are printed on the felt."""
    from pitboss.guide import line_name

    return {
        wager: [[line_name(line), odds.text] for line, (odds, _) in table.lines.items()]
        for wager, table in game.pay.items()
    }


def private(table: HouseTable, player: str) -> dict[str, Any]:
    """What one player sees at a table that others do not; a player with chips has no terminal to see it on."""
    if player in table.memory.walk_ins:
        return {"boxes": [], "hands": {}, "named": {}, "parts": {}, "bet": 0, "won": 0}
    boxes = [box for box, name in table.memory.seats.items() if name == player]
    hands: dict[str, list[str]] = {}
    if table.live is not None:
        t = table.live.t
        own = {box for box, players in t.boxes.items() if player in players}
        for name, hand in t.hands.items():
            if hand.seat in own and hand.seen_by(player) and not all(hand.face_up):
                hands[name] = visible(hand, hand.seat)
    names, parts = {}, {}
    if hands and table.live is not None:
        names, parts = named(table.live.t, hands), lying(table.live.t, hands)
    bet, won = last_round(table, player)
    seen: dict[str, Any] = {"boxes": boxes, "hands": hands, "named": names, "parts": parts, "bet": bet, "won": won}
    if hands:
        seen["round"] = table.rounds
    request = table.request
    if isinstance(request, Choose) and request.secret and request.asks(player):
        seen["asked"] = choices(table.game, request, own=True) | {"hand": request.hand}
    if lessons.non_value(table) and player in table.memory.idle:
        seen["chips"] = table.credits(player)
    if player in table.memory.vacated:
        seen["vacated"] = table.memory.vacated[player]
    if not any(seen.values()):
        return seen
    return seen | {
        "screen": screen(table, player, bet, won), "shut": shut(table, player, boxes),
        "closing": closing_refused(table, player),
    }


def screen(table: HouseTable, player: str, bet: Cents, won: Cents) -> dict[str, Any] | None:
    """What the law has a terminal show to whoever plays at it; the areas for wagers are those of the layout."""
    if table.live is None:
        return None
    shown = table.book.terminal.shown(Facts(
        terminal_sign(table, player), table.game.wager_names(), table.betting, table.credits(player), bet,
        table.last["result"] if table.last is not None else "", won, f"/help/{table.added.game}",
        table.ends if table.betting else None, decided(table, player),
    ))
    return {name: value for name, value in shown._asdict().items() if name != "areas"}


def decided(table: HouseTable, player: str) -> list[TerminalResult]:
    """A player's wagers that the previous round decided."""
    return [TerminalResult(line["stake"], line["pays"], line["outcome"] == "win", line["wager"])
            for line in (table.last or {}).get("lines", ()) if line["player"] == player]


def occasion(table: HouseTable) -> tuple[Any, ...]:
    """What the own views of everybody at a table hang on; while it stays the same, a player's changes only with what he
    does himself."""
    memory, live = table.memory, table.live
    if live is None:
        return (table.rounds, table.last)
    hands = tuple((name, tuple(hand.face_up)) for name, hand in live.t.hands.items())
    # What others have put down opens and shuts a box: who plays it, and where additional wagers may ride, all of them.
    lying = tuple((box, *players) for box, players in live.t.boxes.items()) if table.betting else ()
    if lying and table.game.sides:
        lying += (*live.t.wagers, *live.t.sides)
    secret = (live.request.hand,) if isinstance(live.request, Choose) and live.request.secret else ()
    # What is passed on is open to the next.
    called = live.game.called_upon(live.t) if table.betting else None
    return (table.rounds, table.last, secret, table.betting, table.ends, tuple(memory.seats.items()), hands,
            tuple(memory.terminal.items()), limits_of(live.t), closing_refused(table, ""), lying, called)


def players(table: HouseTable) -> set[str]:
    """Those whose own view may change with anything that happens at a table."""
    names = set(table.memory.seats.values())
    if table.live is not None:
        names |= {player for players in table.live.t.boxes.values() for player in players}
    return names | {line["player"] for line in (table.last or {}).get("lines", ())}


def last_round(table: HouseTable, player: str) -> tuple[Cents, Cents]:
    """Credits that a player bet in the previous round, and credits he won in it."""
    if table.last is None:
        return 0, 0
    return table.last["bet"].get(player, 0), _won(table).get(player, 0)


def _won(table: HouseTable) -> dict[str, Cents]:
    """Credits won in the previous round by each player; added up once a round."""
    last, won = _ADDED_UP.get(table, (None, {}))
    if last is not table.last and table.last is not None:
        won = {}
        for line in table.last["lines"]:
            result = TerminalResult(line["stake"], line["pays"], line["outcome"] == "win")
            won[line["player"]] = won.get(line["player"], 0) + table.book.terminal.credited(result, collected=False)
        _ADDED_UP[table] = table.last, won
    return won


def listed(table: HouseTable) -> dict[str, Any]:
    """A table as the lobby lists it."""
    added, live = table.added, table.live
    game = live.game if live is not None else games()[added.game](table.memory.options or added.options)
    limits = limits_of(live.t) if live is not None else Limits(game.minimum, game.maximum, game.unit)
    return {
        "id": added.id, "kind": "house", "game": added.game, "title": game.title, "name": added.name,
        "mode": added.mode, "status": table.memory.status if live is not None else "closed", "minimum": limits.minimum,
        "maximum": limits.maximum, "players": len(set(table.memory.seats.values())), "seats": game.boxes,
        "teaching": game.options.get("teaching", "no"), "round": table.rounds,
        "last": table.history[-1]["result"] if table.history else "",
        "tag": table.history[-1]["tag"] if table.history else "",
        "phase": live.t.phase if live is not None else "closed",
        "wagers": live.t.layout if live is not None else 0,
    }
