"""What the players of a table against the house agree to, where its book lets the house do it sooner then: the table
closes, or its limits change as a sign tells. Who plays with chips has no terminal: whoever asks has asked him."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import agreement, closing, signs
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.memory import Question
from pitboss.money import show_amount

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

CLOSE, CHANGE = "close", "change"


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.AskPlayers():
            return ask_players(table, command.what, who)
        case c.AnswerQuestion():
            return answer(table, command, who)
        case c.Withdraw():
            table.record("question-over", who, {"n": agreement.open_question(table.memory.question, command.n).n})
    return None


def players(table: HouseTable) -> list[str]:
    """Everybody with a seat or a wager."""
    wagers = table.live.t.all_wagers() if table.live is not None else []
    return list(dict.fromkeys((*table.memory.seats.values(), *(wager.player for wager in wagers))))


def asked(table: HouseTable) -> list[str]:
    """Those of them who have a terminal to answer on."""
    return [player for player in players(table) if player not in table.memory.walk_ins]


def ask_players(table: HouseTable, what: str, who: Who) -> Result | None:
    """Ask every player whether the table may close, or its limits change, sooner than by notice."""
    memory, book, here = table.memory, table.book, len(players(table))
    if what not in (CLOSE, CHANGE):
        raise No(f"{what!r} is nothing that players are asked to agree to", legal=f"{CLOSE}, {CHANGE}")
    if memory.question is not None:
        raise No("the players are asked already", memory.question.clause, "wait for their answers, or withdraw it")
    if what == CHANGE and not memory.changes:
        raise No("no other limits are on a sign", book.noticing, "put up a notice first")
    clause = book.closing if what == CLOSE else book.noticing
    at_once = book.closes_at_once if what == CLOSE else book.changes_at_once
    if not at_once(here, here):
        raise No("players are not asked to agree to that at this table", clause, "a notice")
    if at_once(here, 0):
        raise No("nobody plays here who would have to agree", clause, "do it at once")
    body = {"n": memory.proposed + 1, "what": what, "by": who.name, "clause": str(clause)}
    table.record("asked-players", who, body)
    agree(table)
    return {"n": body["n"]}


def answer(table: HouseTable, command: c.AnswerQuestion, who: Who) -> Result | None:
    question = agreement.open_question(table.memory.question, command.n)
    if who.name not in asked(table):
        raise No("you do not play at this table", question.clause, "those who play here are asked")
    if command.agree and who.name in question.agreed:
        raise No("you have agreed already", question.clause, "wait for the others, or say no")
    table.record("answered", who, {"n": question.n, "player": who.name, "agree": command.agree})
    agree(table)
    return None


def agree(table: HouseTable) -> None:
    """Everybody who is here has said yes: what they were asked takes effect. Nobody is here any more: it is over."""
    question, here = table.memory.question, len(players(table))
    if question is None or agreement.missing(question, asked(table)):
        return
    table.record("question-over", TABLE, {"n": question.n})
    if question.what == CLOSE:
        closing.close_table(table, True, TABLE, agreed=here)
    elif table.memory.changes:
        signs.agreed(table, here)


def words(table: HouseTable, question: Question) -> str:
    """What the players are asked."""
    if question.what == CLOSE or not table.memory.changes or table.live is None:
        return "close this table when the round is over?"
    least, most = table.memory.changes[0].limits_after(signs.limits_of(table.live.t))
    return f"limits of {show_amount(least)} to {show_amount(most)} from the next round on?"


def shown(table: HouseTable) -> dict[str, Any]:
    """The question that is up, who said no to the last one, and what the players may be asked."""
    book, question, here = table.book, table.memory.question, len(players(table))
    question_data = agreement.shown(question, words(table, question), asked(table)) if question is not None else None
    may = [what for what, at_once in ((CLOSE, book.closes_at_once), (CHANGE, book.changes_at_once))
           if here and at_once(here, here) and (what == CLOSE or table.memory.changes)]
    return {"question": question_data, "declined": table.memory.declined, "may_ask": may}


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    memory = table.memory
    match type:
        case "asked-players":
            memory.question, memory.declined = msgspec.convert(body, Question), ""
            memory.proposed = body["n"]
        case "answered" if memory.question is not None:
            memory.question = agreement.answered(memory.question, body["player"], body["agree"])
            memory.declined = "" if body["agree"] else body["player"]
        case "question-over":
            memory.question = None
        case "left":
            memory.question = agreement.without(memory.question, body["player"])
