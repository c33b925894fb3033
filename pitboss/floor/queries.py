"""What may be asked of the floor. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.equipment.rng import fault_of
from pitboss.floor import poker_reports, poker_view, reports, signs
from pitboss.floor.called_off import shown as shown_of
from pitboss.floor.commands import DEALER, INSPECTOR, MANAGER, STAFF, SUPERVISORS, Who, refused
from pitboss.floor.desk import No, Result, body_of
from pitboss.floor.figures import Counting, TableFigures, figures_data
from pitboss.floor.floor import CAGE, PEOPLE, Floor
from pitboss.floor.hints import advice_at
from pitboss.floor.house import HouseTable
from pitboss.floor.live import LiveRound
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_hands import one_hand, stored_hand
from pitboss.floor.proofs import proof_of
from pitboss.floor.proposals import corrected, read_correction, refuse_virtual, round_events, round_of
from pitboss.floor.rules_played import older
from pitboss.floor.signature import starts
from pitboss.floor.store import Posting, Stored
from pitboss.floor.taken_back import counting, start_of, struck_since
from pitboss.floor.words import decided, entered, named, read_lines, stored, told
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer, Choice, Irregular, Lapse, Place
from pitboss.table.facts import Dealt, HandOfCards
from pitboss.table.requests import Asked, Choose, Direct, Gather, Offer
from pitboss.table.table import Table
from pitboss.table.views import SPECTATOR, seen, visible

SHOWN_ROUNDS = 10
MOST = 500
# Past every position there will ever be.
LAST = 2**62
# Kinds of accounts that belong to a table, whose id follows.
OF_TABLES = frozenset({"layout", "float", "commission", "stack", "pot", "chips", "lesson"})
SEALED = {"sealed": "the cards of a round are not shown before it is over"}


def ask(floor: Floor, who: Who, query: Any) -> Result:
    """Answer a question, or refuse it."""
    if not isinstance(query, dict) or not isinstance(query.get("t"), str):
        return refused("a question needs a kind")
    known = QUERIES.get(query["t"])
    if known is None:
        return refused(f"nothing is known of {query['t'][:40]!r}", legal=", ".join(QUERIES))
    answer, roles = known
    if roles is not None and who.role not in roles:
        return refused(f"a {who.role} may not ask for: {query['t']}", legal=f"for: {', '.join(sorted(roles))}")
    try:
        return {"ok": True, **answer(floor, who, query)}
    except No as no:
        return no.result


def _any_table(floor: Floor, query: dict[str, Any]) -> HouseTable | PokerDesk:
    id = query.get("table")
    table = floor.tables.get(id) if isinstance(id, str) else None
    if isinstance(id, str) and id in floor.unread:
        raise No("nothing can be told of this table now", legal="when it is in order again")
    if table is None:
        raise No("there is no such table")
    return table


def _table(floor: Floor, query: dict[str, Any]) -> HouseTable:
    table = _any_table(floor, query)
    if isinstance(table, PokerDesk):
        raise No("that is asked of tables against the house")
    return table


def _number(query: dict[str, Any], name: str, default: int, most: int) -> int:
    value = query.get(name, default)
    if not isinstance(value, int) or not 0 <= value <= most:
        raise No(f"{name} is a number from 0 to {most}")
    return value


# -- irregularities ----------------------------------------------------------------------------------------


def preview(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """What a ruling would do."""
    facts = query.get("facts", {})
    if not isinstance(facts, dict) or len(facts) > 12:
        raise No("facts are a few words each")
    words = {str(key)[:80]: str(value)[:80] for key, value in facts.items()}
    table, what = _any_table(floor, query), Irregular(str(query.get("kind", ""))[:80], words)
    if isinstance(table, PokerDesk):
        seen, after = poker_reports.preview(table, what, who)
        return {**seen, "asked": None if seen["refused"] else poker_view.asked_in(table.room, after)}
    return reports.preview(table, what, who)


def irregularities(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """What can have gone wrong now."""
    table = _any_table(floor, query)
    kinds = poker_reports.possible(table, who) if isinstance(table, PokerDesk) else reports.possible(table, who)
    return {"irregularities": kinds}


def duties(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """All that the law has the staff of a table do, and when."""
    table = _table(floor, query)
    return {"duties": signs.duties(table) if table.live is not None else []}


# -- rounds ------------------------------------------------------------------------------------------------


def rounds(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """The last rounds of a table."""
    table = _any_table(floor, query)
    altered = map(body_of, reversed(table.store.recent(table.stream, "corrected", 100)))
    corrections = {body["round"]: body for body in altered}
    resumed, referred = (
        {body_of(event)["round"] for event in table.store.recent(table.stream, type, 100)}
        for type in ("resumed", "referred")
    )
    waiting = {referral.round for referral in table.memory.referrals} if isinstance(table, HouseTable) else set()
    rows = []
    ended = table.store.recent(table.stream, "ended", SHOWN_ROUNDS * 6)
    gone = struck_since(table.store, table.stream, ended[-1].ver) if ended else []
    for event in counting(ended, gone):
        body = body_of(event)
        if body["played"] or body["result"]:
            now = body | corrections.get(body["round"], {})
            rows.append({
                "id": f"{table.id}/{body['round']}", "round": body["round"], "result": now["result"],
                "tag": now["tag"], "at": event.at, "net": now["net"], "gain": now.get("gain", now["net"]),
                "void": now.get("void", False), "interrupted": body["round"] in resumed,
                "why": f"corrected: {now['reason']}" if body["round"] in corrections else now.get("why", ""),
                "referred": "open" if body["round"] in waiting else "decided" if body["round"] in referred else "",
            })
    return {"rounds": rows[:SHOWN_ROUNDS]}


def one_round(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """A round that is over, step by step, as whoever asks saw it; of one under way, staff see what was entered."""
    id = str(query.get("id", ""))
    name, _, number = id.rpartition("/")
    table = _any_table(floor, {"table": name})
    round = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    if isinstance(table, PokerDesk):
        words, ended = stored_end(table, round)
        return {"id": id, **(stored_hand(ended, words) if words else one_hand(table, round, who.name))}
    enters = who.role in STAFF and not table.virtual
    if table.live is not None and round == table.live.number and enters:
        live, chips = table.live, table.memory.walk_ins
        return {"id": id, "steps": [], "proof": None, "lines": [], "net": {}, "answers": entries(live, chips)}
    if not round or (table.live is not None and round >= table.live.number):
        raise No("that round is not over", legal="a round that is")
    words, ended = stored_end(table, round)
    if words:
        return {"id": id, **stored_round(table, words, ended)}
    live = round_of(table, round)
    shown = steps(live, who.name)
    return {
        "id": id, "steps": shown, "start": first_decision(shown),
        "proof": proof_of(table, round),
        "lines": [decided(live.t, line, n) for n, line in enumerate(live.t.lines)], "net": live.t.net,
        "results": live.results(),
        "answers": entries(live, table.memory.walk_ins) if enters else [],
    }


def stored_end(table: HouseTable | PokerDesk, number: int) -> tuple[str, dict[str, Any]]:
    """Return under which other rules a round was played, and its end as it stands now; "" for this program's rules."""
    start = start_of(table.store, table.stream, number)
    words = older(table.store, table.added.game, start) if start is not None else ""
    if not words:
        return "", {}
    ends = [event for event in round_events(table.store, table.stream, number) if event.type == "ended"]
    if not ends:
        raise No(f"round {number} was {words}, and never ended")
    now: dict[str, Any] = body_of(ends[-1])
    for event in table.store.of_round(table.stream, "corrected", number):
        now |= body_of(event)
    return words, now


def stored_round(table: HouseTable, words: str, ended: dict[str, Any]) -> Result:
    """Return a round of other rules from its stored lines, without steps or proof: it is not played again."""
    game = make_game(table.added.game, table.added.options)
    lines = [stored(game, line, n) for n, line in enumerate(read_lines(msgspec.json.encode(ended["lines"])))]
    called_off = {"told": [], "results": {}} if "called_off" not in ended else shown_of(ended)
    return {"steps": [], "start": 0, "proof": None, "lines": lines, "net": ended["net"], "answers": [],
            "older": words, "why": ended.get("why", ""), **called_off}


def entries(live: LiveRound, walk_ins: list[str]) -> list[dict[str, Any]]:
    """What a round was made of, for those who may correct it; cards that still lie face down are not read out. With
    what a dealer entered of a player with chips: what it was, and what could have been decided instead."""
    copy = live.replayed(())
    rows = []
    for n, answer in enumerate(live.answers):
        known, request = len(copy.t.events), copy.request
        copy.send(answer)
        down = not live.over and any(isinstance(event, Dealt) and not event.face_up for event in copy.t.events[known:])
        words = "cards that lie face down" if down else entered(answer)
        kind = type(answer).__name__.lower()
        rows.append({"n": n, "words": words, "kind": kind, **_of_chips(answer, request, walk_ins)})
    return rows


def _of_chips(answer: Answer, request: Asked | None, walk_ins: list[str]) -> dict[str, Any]:
    if type(answer) is Place and answer.player in walk_ins:
        return {"answer": msgspec.to_builtins(answer)}
    if not isinstance(answer, Choice | Lapse) or not isinstance(request, Choose) or request.player not in walk_ins:
        return {}
    options = [{"name": option.name, "least": option.least, "most": option.most} for option in request.options]
    whose = {"type": "choice", "hand": request.hand, "player": request.player}
    return {"answer": whose, "options": options, "offer": isinstance(request, Offer)}


def steps(live: LiveRound, player: str) -> list[dict[str, Any]]:
    """What was said and how the table lay after each answer; cards that the asker could not see stay face down."""
    copy = live.replayed(())
    t, known = copy.t, 0
    shown: list[dict[str, Any]] = []
    for count, answer in enumerate(live.answers, 1):
        copy.send(answer, *live.said(count - 1, answer))
        own = {box for box, players in t.boxes.items() if player in players}
        new = [copy.words(n, _seen_by(t, event, own, player)) for n, event in enumerate(t.events[known:], known)]
        known = len(t.events)
        last = count == len(live.answers)
        decided = [note for after, note in live.notes if max(1, after) == count or (last and after > count)]
        shown += [_step(copy, own, player, lines) for lines in (new, decided) if lines]
    return shown


def first_decision(shown: list[dict[str, Any]]) -> int:
    """The step at which a player first had something to decide; the last wager, where there was nothing."""
    decides = [n for n, step in enumerate(shown) if step["asks"] == "choice"]
    wagers = [n for n, step in enumerate(shown) if step["asks"] == "wagers"]
    return decides[0] if decides else wagers[-1] if wagers else 0


def _step(live: LiveRound, own: set[int], player: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """What happened at once, how the table lay then, and what players were asked for."""
    t, request = live.t, live.request
    chosen = isinstance(request, Choose) and not isinstance(request, Direct)
    hands = {name: visible(hand, _seat(hand, own, player))
             for name, hand in t.hands.items() if hand.cards}
    return {
        "text": "; ".join(line["text"] for line in lines), "clause": lines[-1]["clause"], "events": lines,
        "said": "; ".join(line.get("said", line["text"]) for line in lines),
        "asks": "choice" if chosen else "wagers" if type(request) is Gather else "",
        "view": {
            "hands": hands, "named": named(t, hands),
            "wagers": [{"box": w.box, "player": w.player, "wager": w.kind, "amount": w.amount, "slot": w.slot}
                       for w in t.all_wagers()],
        },
    }


def _seen_by(t: Table, event: Any, own: set[int], player: str) -> Any:
    hand = t.hands.get(getattr(event, "to", ""))
    return seen(t, event, SPECTATOR if hand is None else _seat(hand, own, player))


def _seat(hand: HandOfCards, own: set[int], player: str) -> int:
    """Return the seat as which a player with boxes `own` sees a hand."""
    return hand.seat if hand.seat in own and hand.seen_by(player) else SPECTATOR


def difference(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """What a correction would pay otherwise: the lines as they were and as they would be, and each player's change."""
    table = _table(floor, query)
    if table.live is None:
        raise No("the table is closed")
    refuse_virtual(table)
    answer = read_correction(msgspec.Raw(msgspec.json.encode(query.get("answer"))))
    number, index = _number(query, "round", 0, LAST), _number(query, "index", 0, LAST)
    before, after = corrected(table, number, index, answer)
    was, now = before.gains(), after.gains()
    return {
        "before": [told(line, n) for n, line in enumerate(before.t.lines)],
        "after": [told(line, n) for n, line in enumerate(after.t.lines)],
        "net": {player: now.get(player, 0) - was.get(player, 0) for player in sorted({*was, *now})},
    }


def odds(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """What the wagers of a table cost, once it is counted, and whether players are told how to play there."""
    table = _table(floor, query)
    game = table.live.game if table.live is not None else make_game(table.added.game, table.added.options)
    state = floor.figures.state(game)
    try:
        terms = advice_at(floor, game)
        known = isinstance(state, TableFigures) and state.strategy
        helps = isinstance(state, Counting) or known
        if known:
            floor.advisor.prepare(game)
        advice = {"given": helps, "clause": terms.clause, "words": terms.words}
    except No as no:
        advice = {"given": False, "clause": no.result["clause"], "words": no.result["refused"]}
    return {**figures_data(state), "advice": advice}


def program(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """Which programs ran the floor, the latest start first, and what is wrong with its source of chance."""
    return {"starts": starts(floor.store), "chance": fault_of(floor.source)}


# -- books -------------------------------------------------------------------------------------------------


def journal(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """Events in the order they were written, newest last; what is still secret stays so. Those past a position, or the
    last ones, or the last before a position."""
    stream = None
    _refuse_whole(who, query)
    if query.get("table"):
        stream = _any_table(floor, query).stream
    elif query.get("stream"):
        stream = str(query["stream"])[:80]
    limit = _number(query, "limit", 100, MOST)
    if "after" in query:
        events = floor.store.all_events(_number(query, "after", 0, LAST), limit, stream)
    else:
        events = floor.store.events_before(_number(query, "before", LAST, LAST), limit, stream)
    return {"events": [event_data(floor, event) for event in events]}


def event_data(floor: Floor, event: Stored) -> dict[str, Any]:
    """An event for people; cards that lie face down in a round that is still played are left out, and so are the
    hashes of that round: who has all but a few cards of an event finds those by trying."""
    played, body = _played_now(floor, event), msgspec.json.decode(event.body)
    return {
        "pos": event.pos, "stream": event.stream, "ver": event.ver, "type": event.type, "at": event.at,
        "actor": event.actor, "cmd": event.cmd, "body": SEALED if sealed(floor, event, played) else body,
        "prev": "" if played else event.prev, "hash": "" if played else event.hash,
    }


def _played_now(floor: Floor, event: Stored) -> bool:
    """Is it of a round against the house that is still played, with hands that were dealt face down?"""
    table = floor.tables.get(event.stream.removeprefix("table:")) if event.stream.startswith("table:") else None
    if _unread(floor, event):
        return True
    if not isinstance(table, HouseTable) or table.live is None:
        return False
    down = table.memory.pending is not None or any(
        type(past) is Dealt and not past.face_up and past.to != "discard" for past in table.live.t.events)
    if not down and table.id not in floor.unsure:
        return False
    start = start_of(floor.store, event.stream, table.live.number)
    return start is None or event.ver > start.ver


def sealed(floor: Floor, event: Stored, played: bool) -> bool:
    """Does an event tell cards that nobody may see yet?"""
    if _unread(floor, event):
        return True
    table = floor.tables.get(event.stream.removeprefix("table:")) if event.stream.startswith("table:") else None
    if isinstance(table, PokerDesk):
        return table.hides(event)
    if event.type == "ended":
        return played  # it was taken back, and what it says of cards may not be told yet
    return played and b'"cards"' in event.body and event.type in ("acts", "amended", "entry", "proposed")


def _unread(floor: Floor, event: Stored) -> bool:
    """Is it of a table that cannot be read? Then nobody knows which of its cards are still hidden."""
    return event.stream.removeprefix("table:") in floor.unread and event.stream.startswith("table:")


def ledger(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """Accounts with what they hold, which sums to nothing, and postings."""
    _refuse_whole(who, query)
    account = str(query["account"])[:120] if query.get("account") else None
    limit = _number(query, "limit", 100, MOST)
    held, asked = floor.store.accounts(), [account]
    if query.get("table"):
        table = _any_table(floor, query).id
        held = [each for each in held if each[1] in OF_TABLES and each[0].split(":")[1] == table]
        asked = [id for id, _, _ in held if account in (None, id)]
    postings: list[Posting] = []
    for each in asked:
        if "after" in query:
            postings += floor.store.postings(each, _number(query, "after", 0, LAST), limit)
        else:
            postings += floor.store.postings_before(_number(query, "before", LAST, LAST), limit, each)
    postings.sort(key=lambda posting: (posting.pos, posting.n))
    accounts = [{"account": id, "kind": kind, "balance": balance} for id, kind, balance in held]
    return {
        "accounts": accounts, "sum": sum(balance for _, _, balance in held),
        "postings": [msgspec.to_builtins(posting) for posting in postings],
    }


def _refuse_whole(who: Who, query: dict[str, Any]) -> None:
    """A dealer reads the books of a table, and not those of the floor, its people and its cage."""
    if who.role == DEALER and not query.get("table"):
        raise No(f"a dealer may not ask for the whole {query['t']}", legal="that of a table; a supervisor has it whole")


def vouchers(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """Vouchers without their codes."""
    if floor.cage.stream in floor.unread:
        raise No("nothing can be told of the vouchers now", legal="when the cage is in order again")
    rows = [
        {"serial": v.serial, "player": v.player, "amount": v.amount, "expires": v.expires, "state": v.state}
        for v in floor.cage.vouchers.values()
    ]
    out = sum(v.amount for v in floor.cage.vouchers.values() if v.state == "good")
    return {"vouchers": rows[-200:], "liability": out, "play": floor.cage.play}


def approvals(floor: Floor, who: Who, query: dict[str, Any]) -> Result:
    """Everything on the floor that waits for a second person, and which desk it waits at."""
    desks = [(PEOPLE, floor.staffing.waiting()), (CAGE, [] if CAGE in floor.unread else floor.cage.waiting.open)]
    desks += [(id, table.memory.proposals) for id, table in floor.tables.items()]
    return {"approvals": [
        {"table": desk, "n": waiting.n, "what": waiting.what, "reason": waiting.reason, "by": waiting.by,
         "round": waiting.round} for desk, proposals in desks for waiting in proposals
    ]}


Answers = Callable[[Floor, Who, dict[str, Any]], Result]
QUERIES: dict[str, tuple[Answers, frozenset[str] | None]] = {
    "preview": (preview, STAFF), "irregularities": (irregularities, STAFF), "duties": (duties, STAFF),
    "rounds": (rounds, None), "odds": (odds, None),
    "round": (one_round, None), "difference": (difference, STAFF), "journal": (journal, STAFF),
    "ledger": (ledger, STAFF), "vouchers": (vouchers, frozenset({MANAGER, INSPECTOR})),
    "approvals": (approvals, SUPERVISORS | {INSPECTOR}),
    "program": (program, frozenset({MANAGER, INSPECTOR})),
}
