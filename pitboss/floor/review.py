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


class Made(NamedTuple):
    """A decision that was made: what was seen then, what was chosen for how much, what the hand is called, and whether
    time ran out over it."""

    seen: Sight
    name: str
    amount: Cents | None
    held: str
    late: bool


def decisions(round: LiveRound, player: str) -> list[Made]:
    """A player's own decisions in a round that is over."""
    copy, found = round.replayed(()), list[Made]()
    for number, answer in enumerate(round.answers):
        request = copy.request
        if isinstance(request, Choose) and not isinstance(request, Direct) and request.player == player:
            chosen = _chosen(request, answer)
            if chosen is not None:
                seen = sight(copy.t, request)
                held = named(copy.t, {request.hand: list(seen.hands.get(request.hand, ()))}).get(request.hand, "")
                late = (type(answer) is Lapse and request.default is not None) or bool(round.said(number, answer)[0])
                found.append(Made(seen, *chosen, held, late))
        copy.send(answer)
    return found


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

    def begin(told: Callable[[Result], None]) -> None:
        if not own:
            return told(review_data(round.game, own, [], advice))
        floor.advisor.ask(round.game, [made.seen for made in own], lambda values: told(
            review_data(round.game, own, values or [()] * len(own), advice)))
        return None

    return Later(begin)


def review_data(game: Game, own: Sequence[Made], values: Sequence[Values], advice: Advice) -> Result:
    """A review as a terminal is sent it; decisions that nothing is known of are left out."""
    judged = [judgement(game, made, each) for made, each in zip(own, values, strict=True)]
    told = [one for one in judged if one is not None]
    return {"ok": True, "decisions": told, "cost": sum(one["cost"] for one in told), "clause": advice.clause,
            "rule": advice.words}


def judgement(game: Game, made: Made, values: Values) -> Result | None:
    """One decision beside the best; None where it cannot be told what it was worth."""
    chosen = next((one for one in values if one.name == made.name and one.amount == made.amount), None) or next(
        (one for one in values if one.name == made.name), None)
    brought = chosen.brings(made.amount) if chosen is not None else None
    if chosen is None or brought is None:
        return None
    best = best_of(values)
    # To the double's precision: what is as good as the best costs nothing.
    cost = max(0, round(best.cents - brought))
    did = choice_words(game, chosen, values)
    return {
        "hand": made.seen.hand, "place": place_name(made.seen.hand), "did": made.name, "best": best.name, "cost": cost,
        "words": _words(made, did, choice_words(game, best, values), cost),
    }


def _words(made: Made, did: str, best: str, cost: int) -> str:
    what = f"No to {' and '.join(option.name for option in made.seen.options)}" if made.name == PASS.name else (
        did[:1].upper() + did[1:])
    opening = f"Time ran out, {what.lower()}" if made.late else what
    held = f" with {made.held}" if made.held else ""
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
