"""What every round has to say of what it asks: each option is declared by its game, in words, with what it moves."""

from __future__ import annotations

from pitboss.table.decisions import NO_DECISION, PUTS, asked_of, known, moves, passable, silence_of
from pitboss.table.game import DECISION, Game
from pitboss.table.requests import Asked, Choose


def check_said(game: Game, request: Asked) -> None:
    """Every option of a request is declared, what it costs fits, and somebody says what silence means."""
    if not isinstance(request, Choose):
        return
    by = asked_of(request)
    wagers = {kind.name for kind in game.kinds if kind.moment == DECISION}
    for option in request.options:
        said = known(game, option.name, by)
        assert said is not None and said.means, f"{by or 'a player'} may choose {option.name!r}, which is not declared"
        puts = moves(game, request, option) == PUTS
        assert puts == (option.name in wagers), f"{option.name}: what puts money down is a wager, and nothing else is"
    silence = silence_of(game, request)
    assert silence is not None and silence.words, f"nothing is said of silence when {request.hand} is asked"
    if request.default is None and not passable(request) and NO_DECISION not in game.reports:
        still = [said for option in request.options if (said := known(game, option.name, by)) and said.silent]
        assert still, f"the law says nothing of silence at {request.clause}, and neither does the game"
