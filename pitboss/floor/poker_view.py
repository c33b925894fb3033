"""What is shown of a table between players: the same to everybody, and to each player his own cards.
Built from nothing: what is not put in is not there."""

from __future__ import annotations

from typing import Any

from pitboss.cardroom.acts import WagerTo, word
from pitboss.cardroom.bots import suggested_setting
from pitboss.cardroom.game import BET, CARDS, DISCARD, DRAW, PUSH, RUNS, SET, SHOW, Street
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.offers import LegalAct, exchanged_by, legal_acts
from pitboss.cardroom.pots import pots
from pitboss.cardroom.refusals import bound_acts
from pitboss.cardroom.views import visible
from pitboss.floor import agreement, poker_changes, poker_closing, poker_conduct, poker_entries, poker_seats, withheld
from pitboss.floor.memory import Proposal
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_log import ran_out, told
from pitboss.floor.poker_room import CHANGE, HOUSE, Room, big_blind, buy_in, owed
from pitboss.floor.poker_void import grounds
from pitboss.floor.poker_words import came, events, laid, looks, seen, shown, step, won
from pitboss.money import Cents, show_amount

# What chips there are, in cents, besides the smallest of a table.
VALUES = (100_000, 50_000, 10_000, 2500, 1000, 500, 100)
_FLOP = ("before the flop", "flop", "turn", "river")
_WORDS = {
    BET: "to act", DRAW: "which cards to exchange?", DISCARD: "which card to give up?", SET: "how to set the hands?",
    RUNS: "how often to deal the board?", SHOW: "show, or fold?",
}


def public(desk: PokerDesk) -> dict[str, Any]:
    """The table as anybody may see it."""
    room, added = desk.room, desk.added
    h = room.shown
    return {
        "id": added.id, "name": added.name, "kind": "poker", "game": added.game, "title": room.game.title,
        "version": desk.version,
        "law": list(room.game.law), "options": room.game.options, "mode": added.mode, "status": room.memory.status,
        "closing": poker_closing.shown(room), "question": _question(room), "declined": room.memory.declined,
        "change": poker_changes.shown(desk), "wishes": poker_seats.shown(desk),
        "teaching": "no", "boxes": room.table.places, "round": room.number,
        "seats": {str(seat): _seat(desk, seat) for seat in sorted(room.table.players)},
        "ready": sorted(desk.ready), "clock": _clock(desk), "last": desk.last, "history": list(desk.history),
        "digest": room.digest, "seal": desk.next_deck.shown(), "limits": _limits(room), "waiting": _waiting(desk),
        "house_players": room.company,
        "company": [player.name for player in room.table.players.values() if player.name in HOUSE],
        "leaving": list(room.memory.leaving), "withheld": withheld.shown(desk),
        "straddle": _straddle(desk), "looks": looks(room),
        "proposals": [_proposal(desk, proposal) for proposal in desk.memory.proposals],
        "grounds": [{"name": ground.name, "words": ground.words, "clauses": list(ground.clauses), "alone": ground.alone}
                    for ground in grounds(added.game)],
        "conduct": poker_conduct.listed(room.game),
        # What every kind of table has.
        "betting": room.hand is None, "phase": "betting" if room.hand is not None else "between hands",
        "pending": None, "wagers": [], "hands": {}, "state": {}, "duties": [],
    } | (hand_view(room, h) if h is not None else _no_hand()) | (_entered(desk, h) if desk.physical else {})


def _entered(desk: PokerDesk, h: Hand | None) -> dict[str, Any]:
    """What a table with real cards has besides: what the dealer entered last, and the question he answers now."""
    last = desk.entry
    shown: dict[str, Any] = {
        "last_entry": None if last is None else {"by": list(last.by), "words": last.words, "n": last.upto},
        "may_deal": desk.lineup() is not None,
    }
    asked = None if h is None else asked_in(desk.room, h)
    return shown if h is None or asked is None else shown | {"asked": asked | {"step": poker_entries.step(desk, h)}}


def _no_hand() -> dict[str, Any]:
    return {"playing": False, "boards": [], "pots": [], "pot": 0, "street": "", "price": 0, "button": 0, "asked": None,
            "players": {}, "events": []}


def hand_view(room: Room, h: Hand, seat: int = 0) -> dict[str, Any]:
    """A hand as one seat sees it, or somebody who looks on."""
    positions = room.table.positions
    return {
        "playing": not h.over, "boards": [list(board) for board in h.boards if board or len(h.boards) == 1],
        "pots": _pots(room, h), "pot": 0 if h.over else h.pot(), "street": street_name(h), "price": h.price,
        "button": h.seats[h.button] if h.button is not None else positions.button if positions is not None else 0,
        "asked": asked_in(room, h),
        "players": {str(h.seats[i]): _player(room, h, i, seat) for i in range(len(h.seats))},
        "events": told(events(room, h, seat)),
    }


def _seat(desk: PokerDesk, seat: int) -> dict[str, Any]:
    """Who sits there, and with what."""
    room, player = desk.room, desk.room.table.players[seat]
    due = owed(room, seat)
    return {
        "player": player.name, "stack": room.stack(seat), "chips": _chips(room, room.stack(seat)), "away": player.away,
        "house": player.name in HOUSE,
        "waits": due is not None, "leaving": player.name in room.memory.leaving,
        "owes": None if due is None else {"amount": due.amount, "clause": str(due.clause)},
        "posts": bool(player.posts) or player.name in room.memory.posting,
    }


def _chips(room: Room, amount: Cents) -> list[tuple[Cents, int]]:
    """A stack as it lies before its player: so many chips of each value, in the order in which they are seen."""
    counts: dict[Cents, int] = {}
    for value in (*VALUES, room.game.chip):
        count, amount = divmod(amount, value)
        if count:
            counts[value] = counts.get(value, 0) + count
    return [(value, counts[value]) for value in room.game.in_view(sorted(counts))]


def _proposal(desk: PokerDesk, proposal: Proposal) -> dict[str, Any]:
    if proposal.command:
        return {"n": proposal.n, "what": proposal.what, "round": proposal.round, "reason": proposal.reason,
                "by": proposal.by, "ground": "", "clauses": []}
    ground = next(ground for ground in grounds(desk.added.game) if ground.name == proposal.ground)
    return {"n": proposal.n, "what": proposal.what, "round": proposal.round, "reason": proposal.reason,
            "by": proposal.by, "ground": ground.words, "clauses": list(ground.clauses)}


def _question(room: Room) -> dict[str, Any] | None:
    """What all players are asked, and who has answered."""
    question = room.memory.question
    if question is None:
        return None
    asked = room.voters() if question.what == CHANGE else room.present()
    return agreement.shown(question, poker_closing.words(room, question), asked)


def _straddle(desk: PokerDesk) -> dict[str, Any] | None:
    """Who may straddle the next hand; and who has."""
    table = desk.room.table
    straddler = table.straddler() if desk.lineup() is not None else None
    said = [{"seat": seat, "player": table.players[seat].name, "amount": amount} for seat, amount in table.straddles]
    if straddler is None:
        return {"player": "", "amount": 0, "clause": "", "said": said} if said else None
    seat, blind = straddler
    return {"player": table.players[seat].name, "amount": blind.live, "clause": str(blind.clause), "said": said}


def _player(room: Room, h: Hand, i: int, seat: int) -> dict[str, Any]:
    """Somebody in a hand: what lies in front of him."""
    live, lies = bool(h.live >> i & 1), shown(room, h) if h.over else seen(room, h)
    open = str(h.seats[i]) in lies
    own = h.seats[i] == seat
    return {
        "player": room.names[h.seats[i]], "stack": h.stacks[i], "bet": h.bets[i], "put": h.put[i] + h.bets[i],
        "folded": not live, "all_in": live and not h.stacks[i] and not h.over, "acting": not h.over and h.turn == i,
        "cards": laid(h, i) if own or open else visible(h, i) if live else [], "shown": open,
        "reads": lies[str(h.seats[i])]["names"] if open else [],
    }


def _pots(room: Room, h: Hand) -> list[dict[str, Any]]:
    """What lies in the middle, and who may win it."""
    if h.over:
        return []
    return [
        {"amount": pot.amount, "players": [room.names[h.seats[i]] for i in pot.eligible]}
        for pot in pots(h.put, h.places(h.live), h.dead)
    ]


def street_name(h: Hand) -> str:
    """Where the hand stands.

    >>> from pitboss.equipment.decks import deck
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> street_name(Hand(Holdem(), (1, 2), (20000, 20000), deck()))
    'before the flop'
    """
    streets: tuple[Street, ...] = h.game.streets
    if [street.board for street in streets] == [0, 3, 1, 1]:
        return _FLOP[h.street]
    if h.stage in (DRAW, SET):
        return "the draw" if h.stage == DRAW else "setting"
    return f"round {h.street + 1} of {len(streets)}" if len(streets) > 1 else ""


def _clock(desk: PokerDesk) -> dict[str, Any] | None:
    if desk.ends is None:
        return None
    return {"what": "decision" if desk.under_way else "deal", "ends": desk.ends, "seconds": desk.seconds}


def _waiting(desk: PokerDesk) -> str:
    """Why no hand is on."""
    if desk.under_way or desk.memory.status == "closed":
        return ""
    if desk.lineup() is not None:
        return "the dealer deals the next hand" if desk.physical else "the next hand is about to start"
    ready = [p for p in desk.room.table.players.values() if not p.away and p.stack and p.name not in HOUSE]
    return "waiting for another player" if ready else "take a seat to play"


def _limits(room: Room) -> dict[str, Any]:
    game: Any = room.game
    least, most = buy_in(room)
    blind = big_blind(room)
    usual = max(least, 100 * blind if most is None else min(most, 100 * blind))
    return {
        "blinds": [amount for amount in game.blinds if amount], "ante": game.ante, "chip": game.chip,
        "structure": game.structure, "buy_in": {"least": least, "most": most, "usual": usual},
        "minimum": min([amount for amount in game.blinds if amount], default=blind), "maximum": blind,
        "unit": game.chip, "kept": {}, "markers": {}, "notices": [],
        "rake": game.rake_sign(),
    }


# -- what may be done --------------------------------------------------------------------------------------


def asked_in(room: Room, h: Hand) -> dict[str, Any] | None:
    """Who is asked for what in a hand."""
    if h.stage == PUSH:
        return poker_entries.asked_to_push(h, room.names)
    legal = h.legal()
    if legal is None:
        return None
    if legal.stage == CARDS:
        return poker_entries.asked_for_cards(h, street_name(h))
    name = room.names[legal.seat]
    clause = h.game.cites.turn if legal.stage == BET else exchanged_by(h) or h.game.streets[h.street].dealt
    return {
        "kind": "choose", "stage": legal.stage, "seat": legal.seat, "hand": str(legal.seat), "player": name,
        "words": f"{name}: {_WORDS[legal.stage]}", "own_words": _WORDS[legal.stage], "clause": str(clause),
        "options": options(h), "count": 1 if legal.stage == DISCARD else 0, "step": step(h),
    } | ({} if h.bound is None else {"bound": {"words": bound_acts(h, h.bound), "clause": str(h.bound.clause)}})


def options(h: Hand) -> list[dict[str, Any]]:
    """What may be done, with the clause of each and the amounts it may come to."""
    return [_option(h, offer) for offer in legal_acts(h)]


def _option(h: Hand, offer: LegalAct) -> dict[str, Any]:
    opens = type(offer.act) is WagerTo and not h.price
    name = "bet" if opens else word(offer.act)
    option: dict[str, Any] = {"name": name, "clause": str(offer.clause), "least": offer.least, "most": offer.most}
    option |= {"amount": offer.costs} if offer.costs is not None else {}
    option |= {"sizes": list(offer.sizes)} if offer.least is not None else {}
    return option | ({"limit": str(offer.limit)} if offer.limit is not None else {})


# -- one player's own --------------------------------------------------------------------------------------


def private(desk: PokerDesk, player: str) -> dict[str, Any]:
    """What one player sees at a table that others do not."""
    room = desk.room
    seat = room.seat_of(player)
    mine = next((at for at, name in room.names.items() if name == player), None)
    h = room.shown
    hands: dict[str, list[str]] = {}
    away = seat is not None and room.table.players[seat].away
    more: dict[str, Any] = {"ran_out": ran_out(events(room, h), player) if away and h is not None else ""}
    if h is not None and mine in h.seats:
        i = h.seats.index(mine)
        more["came"] = {"round": room.number, "cards": came(h, i)}
        if h.hole[i]:
            hands[str(mine)] = list(h.hole[i])
        if h.stage == SET and h.turn == i:
            more["suggested"] = [list(hand) for hand in suggested_setting(h, i)]
        if i in h.sets:
            more["set"] = [list(hand) for hand in h.sets[i]]
    if hands:
        more["round"] = desk.room.number
    got, net = won(desk.last, player)
    return {"boxes": [seat] if seat is not None else [], "hands": hands, "bet": max(0, got - net), "won": got, **more}


def listed(desk: PokerDesk) -> dict[str, Any]:
    """A table as the lobby lists it."""
    room, added = desk.room, desk.added
    limits = _limits(room)
    h = room.hand
    return {
        "id": added.id, "kind": "poker", "game": added.game, "title": room.game.title, "name": added.name,
        "mode": added.mode, "status": room.memory.status, "minimum": limits["minimum"], "maximum": limits["maximum"],
        "players": len(room.people()), "seats": room.table.places, "teaching": "no",
        "round": room.number, "last": desk.history[-1]["result"] if desk.history else "", "tag": "",
        "phase": "playing" if h is not None else "between hands", "wagers": h.pot() if h is not None else 0,
        "blinds": "/".join(show_amount(amount) for amount in limits["blinds"]), "buy_in": limits["buy_in"],
        "house_players": sum(player.name in HOUSE for player in room.table.players.values()),
    }
