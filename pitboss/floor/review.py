"""After a round: what best play would have been at each of a player's own decisions, and what the difference cost. From
the journal, when it is asked for, and by what the player saw then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.floor.desk import No, Result
from pitboss.floor.hints import Advice, Later, Values, advice_at, average, best_of, choice_words, hint, house_table
from pitboss.floor.live import LiveRound
from pitboss.floor.proposals import round_of
from pitboss.floor.words import named
from pitboss.money import Cents
from pitboss.table.acts import Answer, Choice, Lapse
from pitboss.table.decisions import PASS
from pitboss.table.game import Game
from pitboss.table.hands import place_name
from pitboss.table.requests import Choose, Direct
from pitboss.table.views import Sight, sight

if TYPE_CHECKING:
    from pitboss.floor.commands import Who
    from pitboss.floor.floor import Floor


class OwnDecision(NamedTuple):
    """A decision that was made: what was seen then, what was chosen for how much, what the hand is called, and whether
    time ran out over it."""

    seen: Sight
    name: str
    amount: Cents | None
    held: str
    late: bool


def decisions(round: LiveRound, player: str) -> list[OwnDecision]:
    """A player's own decisions in a round that is over."""
    copy, own = round.replayed(()), list[OwnDecision]()
    for number, answer in enumerate(round.answers):
        request = copy.request
        if isinstance(request, Choose) and not isinstance(request, Direct) and request.player == player:
            chosen = _chosen(request, answer)
            if chosen is not None:
                seen = sight(copy.t, request)
                held = named(copy.t, {request.hand: list(seen.hands.get(request.hand, ()))}).get(request.hand, "")
                late = (type(answer) is Lapse and request.default is not None) or bool(round.said(number, answer)[0])
                own.append(OwnDecision(seen, *chosen, held, late))
        copy.send(answer)
    return own


def _chosen(request: Choose, answer: Answer) -> tuple[str, Cents | None] | None:
    """What an answer chose; None where it was no choice."""
    if type(answer) is Lapse:
        return (request.default.name if request.default is not None else PASS.name), None
    if type(answer) is Choice and answer.hand == request.hand:
        return answer.name, answer.amount
    return None


def review(floor: Floor, who: Who, query: dict[str, Any]) -> Later:
    """What each of somebody's own decisions in a round was worth, beside the best."""
    name, _, number = str(query.get("id", "")).rpartition("/")
    table = house_table(floor, name)
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    if not wanted or (table.live is not None and wanted >= table.live.number):
        raise No("that round is not over", legal="a round that is")
    round = round_of(table, wanted)
    advice = advice_at(floor, round.game)
    own = decisions(round, who.name)
    if own:
        floor.advisor.refuse_unknown(round.game)

    def begin(listener: Callable[[Result], None]) -> None:
        if not own:
            return listener(review_data(round.game, own, [], advice))
        floor.advisor.ask(round.game, [decision.seen for decision in own], lambda values: listener(
            review_data(round.game, own, values or [()] * len(own), advice)))
        return None

    return Later(begin)


def review_data(game: Game, own: Sequence[OwnDecision], values: Sequence[Values], advice: Advice) -> Result:
    """A review as a terminal is sent it; decisions that nothing is known of are left out."""
    judged = [judgement(game, decision, each) for decision, each in zip(own, values, strict=True)]
    judgements = [row for row in judged if row is not None]
    return {"ok": True, "decisions": judgements, "cost": sum(row["cost"] for row in judgements),
            "clause": advice.clause, "rule": advice.words}


def judgement(game: Game, decision: OwnDecision, values: Values) -> Result | None:
    """One decision beside the best; None where it cannot be told what it was worth."""
    alike = [choice for choice in values if choice.name == decision.name]
    chosen = next((choice for choice in alike if choice.amount == decision.amount), None) or next(iter(alike), None)
    brought = chosen.brings(decision.amount) if chosen is not None else None
    if chosen is None or brought is None:
        return None
    best = best_of(values)
    # To the double's precision: what is as good as the best costs nothing.
    cost = max(0, round(best.cents - brought))
    did = choice_words(game, chosen, values)
    return {
        "hand": decision.seen.hand, "place": place_name(decision.seen.hand), "did": decision.name, "best": best.name,
        "cost": cost, "words": _words(decision, did, choice_words(game, best, values), cost),
    }


def _words(decision: OwnDecision, did: str, best: str, cost: int) -> str:
    what = f"No to {' and '.join(option.name for option in decision.seen.options)}" if decision.name == PASS.name else (
        did[:1].upper() + did[1:])
    opening = f"Time ran out, {what.lower()}" if decision.late else what
    held = f" with {decision.held}" if decision.held else ""
    if not cost:
        return f"{opening}{held}: as good as any" if did != best else f"{opening}{held}: best play"
    return f"{opening}{held} cost you {average(cost).lstrip('+')} on average; {best} was best"


LATER: dict[str, Callable[[Floor, Who, dict[str, Any]], Later]] = {"hint": hint, "review": review}


def ask_later(floor: Floor, who: Who, query: dict[str, Any]) -> Later | Result:
    """Answer a question some time, or refuse it at once."""
    try:
        return LATER[query["t"]](floor, who, query)
    except No as no:
        return no.result
