"""What one official may not do alone: declare a round void, or correct what was entered.

Nothing that was written is changed. A void round ends by the book; a correction plays the round again with what really
happened and posts the difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.equipment.cards import Card
from pitboss.floor import commands as c
from pitboss.floor import faults, last_round, lessons, referrals, reports, taken_back
from pitboss.floor.approvals import command_of, open_one, proposal_of, proposer, refuse_second, waits
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result, body_of, decode, encode
from pitboss.floor.entries import read_entry
from pitboss.floor.live import LATE, LiveRound
from pitboss.floor.memory import Proposal
from pitboss.floor.results import outcome
from pitboss.floor.rules_played import older, refuse_older
from pitboss.floor.store import ALWAYS, Store, Stored
from pitboss.floor.taken_back import Struck
from pitboss.floor.words import entered
from pitboss.money import Cents
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer, Ball, Cards, Choice, Dice, Irregular, Lapse, Place
from pitboss.table.acts import decode as read_answer
from pitboss.table.requests import Burn, Choose, Deal, Direct, Gather, Reveal
from pitboss.table.table import DECLARED_VOID

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# What can have been entered wrongly.
CORRECTED = (Cards, Ball, Dice, Place, Choice, Lapse)


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.Propose():
            return propose(table, command, who)
        case c.Approve():
            return approve(table, open_one(table.memory.proposals, command.n), who)
        case c.Withdraw():
            close(table, who, open_one(table.memory.proposals, command.n), "withdrawn")
    return None


def put_up(table: HouseTable, command: Command, who: Who, reason: str) -> Result:
    """A command waits for a second person; nothing of it has happened."""
    live = table.live
    number, index = (live.number, len(live.answers)) if live is not None else (0, 0)
    table.memory.proposed += 1
    waiting = proposal_of(table.memory.proposed, command, who, reason, number, index)
    table.memory.proposals = [*table.memory.proposals, waiting]
    table.write("proposed", who, msgspec.to_builtins(waiting))
    return waits(waiting)


def is_command(table: HouseTable, n: int) -> bool:
    """Is it a command that waits under this number, and not what happens to the round?"""
    return any(proposal.n == n and proposal.command for proposal in table.memory.proposals)


def second(table: HouseTable, command: c.Approve | c.Withdraw, who: Who) -> Result | None:
    """A second person's word on a command that waits: it is done as it was given, or comes down."""
    proposal = open_one(table.memory.proposals, command.n)
    if isinstance(command, c.Withdraw):
        close(table, who, proposal, "withdrawn")
        return None
    refuse_second(table, proposal, who)
    waited, live = command_of(proposal), table.live
    if isinstance(waited, c.RefuseCredit):
        close(table, who, proposal, "approved")
        return faults.refuse_credit(table, waited, proposer(proposal), who.name)
    assert isinstance(waited, c.ReportIrregularity)
    if live is None or (live.number, len(live.answers)) != (proposal.round, proposal.index):
        raise No("the round has gone on since it was reported", legal="report it again as it is now")
    close(table, who, proposal, "approved")
    return reports.report(table, waited, proposer(proposal), who.name)


def propose(table: HouseTable, command: c.Propose, who: Who) -> Result | None:
    """Put something up; it is tried on a copy, so that what cannot be done is refused now."""
    assert table.live is not None
    number = command.round or table.live.number
    answer, was = None, ""
    if command.what == "void":
        if number != table.live.number:
            raise No(f"round {number} is over", legal="correct what was entered, or pay by hand")
        if type(table.request) is Gather and not table.live.t.all_wagers():
            raise No("no round is under way", legal="wait for wagers, or correct a round that is over")
    elif command.what == "correct":
        refuse_virtual(table)
        correction = read_correction(command.answer)
        answer = msgspec.to_builtins(correction)
        was = entered(corrected(table, number, command.index, correction)[0].answers[command.index])
    else:
        raise No(f"{command.what!r} is nothing to propose", legal="void or correct")
    referrals.refuse(table, command.referral, number)
    table.memory.proposed += 1
    made_up = Proposal(
        table.memory.proposed, command.what, command.reason, who.name, number, command.index, answer, who.role,
        command.referral, was=was, browser=who.browser,
    )
    table.memory.proposals = [*table.memory.proposals, made_up]
    table.write("proposed", who, msgspec.to_builtins(made_up))
    return {"n": made_up.n}


def read_correction(raw: msgspec.Raw) -> Answer:
    """What really happened, where it is something that can be entered wrongly."""
    try:
        answer: Answer = read_answer(bytes(raw))
    except (msgspec.DecodeError, msgspec.ValidationError):
        answer = read_entry(raw)
    if not isinstance(answer, CORRECTED):
        raise No("that is nothing to correct", legal="cards, dice, a number, wagers or a decision")
    return answer


def refuse_virtual(table: HouseTable) -> None:
    """Nobody enters anything at virtual equipment; what a card there was is not told by trying to correct it."""
    if table.virtual:
        raise No("nothing is entered at a table with virtual equipment", legal="the round can be declared void")


def approve(table: HouseTable, proposal: Proposal, who: Who) -> Result | None:
    refuse_second(table, proposal, who)
    assert table.live is not None
    if proposal.what == "void":
        close(table, who, proposal, "approved")
        referrals.answered(table, proposal, who)
        facts = {"reason": proposal.reason, "by": proposal.by, "second": who.name}
        return table.act(who, Irregular(DECLARED_VOID, facts))
    assert proposal.answer is not None
    answer: Answer = read_answer(encode(proposal.answer))
    before, after = corrected(table, proposal.round, proposal.index, answer)
    if _worked_out_under(before) and c.MANAGER not in (who.role, proposal.role):
        raise No("a result worked out again without a gaming manager", _worked_out_under(before),
                 "a manager proposes or approves it")
    close(table, who, proposal, "approved")
    after.notes += referrals.answered(table, proposal, who)
    if proposal.round == table.live.number:
        return amend(table, proposal, before, after, who)
    return compensate(table, proposal, before, after, who)


def close(table: HouseTable, who: Who, proposal: Proposal, how: str) -> None:
    table.memory.proposals = [other for other in table.memory.proposals if other.n != proposal.n]
    table.write(how, who, {"n": proposal.n})


def past(table: HouseTable, number: int) -> LiveRound:
    """A round as it was played, corrections of it included."""
    assert table.live is not None
    if number == table.live.number:
        return table.live.replayed()
    return round_of(table, number)


def round_of(table: HouseTable, number: int, gone: Sequence[Struck] | None = None) -> LiveRound:
    """A round that is over, from the stream."""
    live: LiveRound | None = None
    for event in round_events(table.store, table.stream, number, gone):
        body = body_of(event)
        if event.type == "round":
            words = older(table.store, table.added.game, event)
            if words:
                raise refuse_older(table.added.game, number, words)
            live = LiveRound(make_game(table.added.game, body["options"]), number, body["state"], body["standing"])
        elif live is None:
            continue
        elif event.type == "acts":
            for answer in body["answers"]:
                live.send(read_answer(encode(answer)), body.get("why", ""), body.get("clause", ""))
        elif event.type == "amended":
            live = live.replayed([read_answer(encode(answer)) for answer in body["answers"]])
        elif event.type == "decided" and not body["late"]:
            live.notes.append((len(live.answers), referrals.noted(body)))
        elif event.type == "taken-back":
            live.notes.append((len(live.answers), taken_back.noted(body)))
    if live is None:
        raise No(f"there is no round {number}")
    for event in table.store.of_round(table.stream, "decided", number):
        body = body_of(event)
        if body["late"]:
            live.notes.append((LATE, referrals.noted(body)))
    for event in table.store.of_round(table.stream, "corrected", number):
        live = live.replayed([read_answer(encode(answer)) for answer in body_of(event)["answers"]])
    return live


def round_events(store: Store, stream: str, number: int, gone: Sequence[Struck] | None = None) -> list[Stored]:
    """The events of one round: from its start to the next one's, without what was taken back."""
    start, after = (taken_back.start_of(store, stream, each, gone) for each in (number, number + 1))
    if start is None:
        return []
    events = store.events(stream, start.ver - 1, after.ver - start.ver if after is not None else None)
    if gone is None:
        gone = taken_back.struck_since(store, stream, start.ver, after.ver if after is not None else ALWAYS[1])
    return taken_back.counting(events, gone)


def corrected(table: HouseTable, number: int, index: int, answer: Answer) -> tuple[LiveRound, LiveRound]:
    """A round as it was and as it should have been."""
    before = past(table, number)
    if not 0 <= index < len(before.answers):
        raise No(f"round {number} has no entry {index}", legal=f"0 to {len(before.answers) - 1}")
    if _kind(before.answers[index]) != _kind(answer):
        # Not what it was: its cards may lie face down.
        kind = type(before.answers[index]).__name__.lower()
        raise No(f"entry {index} of round {number} is of the kind {kind}: it cannot become {entered(answer)}")
    _of_chips(table, before, index, answer)
    if not table.book.terminal.worked_out_again(entered(before.answers[index]), entered(answer)):
        raise No(f"{entered(answer)} is what was entered")
    after = _again(before, index, answer)
    if after is None or after.over != before.over:
        raise _by_hand(before, "the rest of the round does not follow from that")
    if before.over and _leaves(after) != _leaves(before) and not before.game.wins_stay:
        raise _by_hand(before, "what stands on the layout would change")
    return before, after


def _kind(answer: Answer) -> type:
    """Entries of one kind may stand for each other: not to take up an offer is a decision too."""
    return Choice if type(answer) is Lapse else type(answer)


def _of_chips(table: HouseTable, before: LiveRound, index: int, answer: Answer) -> None:
    """Wagers and decisions are entered by a dealer, and so may be wrong, only where the player has chips."""
    players = [entry.player for entry in (before.answers[index], answer) if isinstance(entry, Place)]
    if _kind(answer) is Choice:
        request = before.replayed(before.answers[:index]).request
        if not isinstance(request, Choose) or isinstance(request, Direct):
            raise No(f"entry {index} of round {before.number} is no decision of a player")
        players = [request.player, answer.player if isinstance(answer, Choice) else request.player]
    for player in players:
        if player not in table.memory.walk_ins:
            raise No(f"{player} does not play with chips at this table", legal="what a dealer entered can be corrected")


def _again(before: LiveRound, index: int, answer: Answer) -> LiveRound | None:
    """The round with another entry. More cards than were entered there are all that came from there on, in the order
    they were dealt; what people decided is kept. After another wager or decision the same cards may have gone to other
    hands. None where the rest does not fit."""
    was, later = before.answers[index], before.answers[index + 1 :]
    if not (isinstance(answer, Cards) and isinstance(was, Cards) and len(answer.cards) > len(was.cards)):
        after = before.replayed([*before.answers[:index], answer, *later])
        if len(after.answers) == len(before.answers):
            return after
        if isinstance(answer, Cards | Ball | Dice):
            return None
        return _dealt_on(before, [*before.answers[:index], answer], _cards(later), later)
    return _dealt_on(before, before.answers[:index], list(answer.cards), later)


def _cards(answers: list[Answer]) -> list[Card]:
    return [card for answer in answers if isinstance(answer, Cards) for card in answer.cards]


def _dealt_on(before: LiveRound, so_far: list[Answer], cards: list[Card], later: list[Answer]) -> LiveRound | None:
    """A round from some point on: so many cards as they came, and in between what people said."""
    after, said = before.replayed(so_far), [other for other in later if not isinstance(other, Cards)]
    if len(after.answers) != len(so_far):
        return None
    answer: Answer
    while cards or said:
        request = after.request
        if isinstance(request, Deal | Burn | Reveal) and len(cards) >= request.count:
            answer, cards = Cards(tuple(cards[: request.count])), cards[request.count :]
        elif said:
            answer = said.pop(0)
        else:
            return None
        count = len(after.answers)
        after.send(answer)
        if len(after.answers) == count:
            return None
    while before.over and isinstance(after.request, Reveal) and not after.request.count:
        after.send(Cards(()))  # cards that are known already are turned up without a word
    return after


def _leaves(live: LiveRound) -> tuple[Any, Any]:
    """What the round after it started from, where wagers stand from round to round."""
    return live.stands(), live.t.state if live.game.wagers_stand else None


def _by_hand(before: LiveRound, what: str) -> No:
    """What cannot be worked out again is paid by hand; a clause may say who sees to it."""
    legal = "every card from there on as it was dealt" if any(type(a) is Cards for a in before.answers) else ""
    legal += "; " * bool(legal) + ("a manager pays by hand" if before.over else "declare the round void")
    return No(what, before.game.book.terminal.by_hand if before.over else "", legal)


def amend(table: HouseTable, proposal: Proposal, before: LiveRound, after: LiveRound, who: Who) -> Result | None:
    """The round goes on with what really happened."""
    assert table.live is not None
    after.posted(table.live)
    table.write("amended", who, _told(proposal, before, after))
    table.follow(after)
    table.go_on()
    return None


def compensate(table: HouseTable, proposal: Proposal, before: LiveRound, after: LiveRound, who: Who) -> Result | None:
    """The round is over: what each should have got and did not is posted now. What a player no longer has is owed."""
    body = _told(proposal, before, after)
    table.write("corrected", who, body)
    then = LiveRound(before.game, before.number, before.state, before.standing)
    for sign, live in ((-1, before), (1, after)):
        live.posted(then)
        for account, amount in live.moved(table.account, table.id):
            table.post((account, sign * amount))
        for wager in live.t.all_wagers():  # what won is collected, so nothing on the layout changes
            table.post((f"layout:{table.id}", -sign * wager.amount), (table.account(wager.player), sign * wager.amount))
    _pay_debts(table)
    recall(table, decode(encode(body)))
    if table.last is not None and table.last["round"] == proposal.round:
        last_round.keep(table, after)
    return None


def recall(table: HouseTable, body: dict[str, Any]) -> None:
    """A round that is over is shown as it was corrected, and those whose money moved are told why."""
    table.corrected = {name: body[name] for name in ("round", "reason", "clause", "changed")}
    result = {"result": body["result"], "tag": body["tag"]}
    table.history = [past | result if past["round"] == body["round"] else past for past in table.history]
    if table.last is not None and table.last["round"] == body["round"]:
        changes = {name: body[name] for name in ("lines", "net", "bet", "gain")}
        changes["why"] = f"corrected: {body['reason']}"
        table.last = {**table.last, **result, **changes}


def cover(table: HouseTable) -> None:
    """Where a player has not the credits to give back, the rest is written down as owed."""
    lessons.lend_missing(table)
    for account in _of_players(table):
        if table.holds(account) < 0:
            _owe(table, account, -table.holds(account))


def _pay_debts(table: HouseTable) -> None:
    """What a correction gives to a player pays first what an earlier one left him to owe."""
    for account in _of_players(table):
        gets = sum(amount for name, amount in table.moving if name == account)
        _owe(table, account, -min(max(0, gets), -table.holds(_owed(account))))


def _of_players(table: HouseTable) -> set[str]:
    return {account for account, _ in table.moving if account.startswith("player:")}


def _owed(account: str) -> str:
    return f"owed:{account.removeprefix('player:')}"


def _owe(table: HouseTable, account: str, amount: Cents) -> None:
    if amount:
        table.post((account, amount), (_owed(account), -amount))


def _worked_out_under(before: LiveRound) -> str:
    """Once a result has been determined, a clause may have it worked out again by a gaming manager."""
    return str(before.game.book.terminal.working_out) if before.over else ""


def _told(proposal: Proposal, before: LiveRound, after: LiveRound) -> dict[str, Any]:
    was = before.answers[proposal.index]
    result, tag = outcome(after.t)
    had, has = before.gains(), after.gains()
    changed = {player: has.get(player, 0) - had.get(player, 0) for player in {**had, **has}}
    return {
        "changed": {player: amount for player, amount in changed.items() if amount},
        "clause": _worked_out_under(before), "result": result, "tag": tag,
        "round": proposal.round, "index": proposal.index, "before": was, "after": proposal.answer,
        "answers": after.answers, "reason": proposal.reason, "by": proposal.by, "lines": after.t.lines,
        "net": after.t.net, "bet": after.bets(), "gain": after.gains(),
    }


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    match type:
        case "proposed":
            table.memory.proposals = [*table.memory.proposals, msgspec.convert(body, Proposal)]
            table.memory.proposed = body["n"]
        case "approved" | "withdrawn":
            table.memory.proposals = [other for other in table.memory.proposals if other.n != body["n"]]


def fold_amended(table: HouseTable, body: dict[str, Any]) -> None:
    assert table.live is not None
    after = table.live.replayed([read_answer(encode(answer)) for answer in body["answers"]])
    after.moved(table.account, table.id)
    table.follow(after)
