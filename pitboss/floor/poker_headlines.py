"""What a hand between players came to, in one sentence for each of them. Made from what is written down when a hand
ends, so that hands of long ago read as today's do; nothing of a hand that was not shown is in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pitboss.cardroom.game import PokerGame, SettingGame
from pitboss.equipment.cards import Card
from pitboss.floor.poker_points import points_of
from pitboss.hands.names import called, with_article, with_kickers
from pitboss.money import Cents
from pitboss.money import full_amount as money

Body = dict[str, Any]
# Whoever looks on and was not in the hand.
LOOKS_ON = ""
# So many letters have their place on every screen.
LONGEST = 125


class ShowdownResult(NamedTuple):
    """Hands that were shown: what each is worth for every part of the pot, and who got how much."""

    game: PokerGame
    paid: dict[str, Cents]
    # One list for each part (a share on a board), in the order of the boards; None where a hand does not qualify.
    values: dict[str, list[Any]]
    pots: int

    def best(self, part: int) -> list[str]:
        """Who has the best hand for a part."""
        worth = {name: values[part] for name, values in self.values.items() if values[part] is not None}
        top = max(worth.values(), default=None)
        return [name for name, value in worth.items() if value == top]

    @property
    def parts(self) -> int:
        return max(map(len, self.values.values()), default=0)


def headlines(game: PokerGame, body: Body) -> dict[str, str]:
    """A sentence for everybody who was in the hand, and under no name one for those who look on."""
    return {name: headline(game, body, name) for name in (LOOKS_ON, *body["net"])}


def headline(game: PokerGame, body: Body, me: str) -> str:
    """What a hand that is over came to, as one player would say it.

    >>> from pitboss.rulebooks import card_games
    >>> body = {"lines": [{"paid": {"Ann": 300}}], "net": {"Ann": 200, "Ben": -200}, "shows": {}, "boards": []}
    >>> headline(card_games()["mel/holdem"](), body, "Ann"), headline(card_games()["mel/holdem"](), body, "Ben")
    ('Everyone folded: you take 3.00', 'Everyone folded: Ann takes 3.00')
    """
    if body.get("void"):
        back = body["back"].get(me, 0)
        return f"This hand is void{f': you have {money(back)} back' if back else ''}"
    if isinstance(game, SettingGame):
        return _by_points(game, body, me)
    paid: dict[str, Cents] = {}
    for line in body["lines"]:
        for name, amount in line["paid"].items():
            paid[name] = paid.get(name, 0) + amount
    if not body["shows"]:
        return f"Everyone folded: {_takes(paid, me)}"
    shown = _showdown(game, body, paid)
    return _told(shown, me, body["net"].get(me, 0))


def _showdown(game: PokerGame, body: Body, paid: dict[str, Cents]) -> ShowdownResult:
    boards: list[list[Card]] = body["boards"] or [[]]
    runs = max(1, len(boards) // game.boards)
    values = {}
    for show in body["shows"].values():
        values[show["player"]] = [
            game.value(share, show["cards"], boards[min(run * game.boards + share.board, len(boards) - 1)])
            for run in range(runs) for share in game.shares
        ] if show["names"] else []
    read = {name: worths for name, worths in values.items() if worths}
    return ShowdownResult(game, paid, read, len(body["lines"]))


def _takes(paid: dict[str, Cents], me: str) -> str:
    return " and ".join(f"{'you take' if name == me else f'{name} takes'} {money(amount)}"
                        for name, amount in paid.items())


def _told(shown: ShowdownResult, me: str, net: Cents) -> str:
    paid = shown.paid
    if shown.parts == 1 and len(paid) == 1:
        return _one_winner(shown, next(iter(paid)), me)
    alike = all(set(shown.best(part)) in ({*paid}, set()) for part in range(shown.parts))
    if alike and len(paid) > 1 and shown.pots == 1:
        return _split(shown, me)
    said = _by_player(shown, me, net)
    return said[:1].upper() + said[1:]


def _by_player(shown: ShowdownResult, me: str, net: Cents) -> str:
    """What each gets, one's own first: with hands as they are called, where there is room for that; by their kinds; or
    the others together."""
    if not shown.paid:
        return "nobody wins anything"
    first, *others = sorted(shown.paid, key=lambda name: name != me)
    for name_of in (called, _kind):
        said = "; ".join(_part(shown, name, me, net, name_of) for name in (first, *others))
        if len(said) <= LONGEST:
            return said
    if not others:
        return said
    others_win = f"{len(others)} others win" if len(others) > 1 else f"{others[0]} wins"
    return f"{_part(shown, first, me, net, _kind)}; {others_win} {money(sum(shown.paid[name] for name in others))}"


def _one_winner(shown: ShowdownResult, winner: str, me: str) -> str:
    amount, value = money(shown.paid[winner]), _value(shown, winner)
    if value is None:
        return f"{'You win' if winner == me else f'{winner} wins'} {amount}"
    if winner == me or me not in shown.values:
        beaten = max((values[0] for name, values in shown.values.items() if name != winner), default=None)
        return f"{'You win' if winner == me else f'{winner} wins'} {amount} with {_named(value, beaten)}"
    return _beats(winner, value, _value(shown, me))


def _beats(winner: str, value: Any, mine: Any) -> str:
    """The winner's hand and one's own; by the kind alone where the kinds differ, by kickers where only they do."""
    ours = called(value), called(mine)
    if ours[0] == ours[1]:
        ours = with_kickers(value, mine), with_kickers(mine, value)
    elif value.category != mine.category:
        ours = _kind(value), _kind(mine)
    if " " in winner:  # a player of the house, who is named as such
        return f"{winner} beats your {ours[1]} with {with_article(ours[0])}"
    pause = "," if "," in ours[0] else ""
    return f"{winner}'s {ours[0]}{pause} {'beat' if ours[0].startswith(('three', 'four')) else 'beats'} your {ours[1]}"


def _kind(value: Any) -> str:
    """The kind of a hand, with its rank where the kind alone says little."""
    return called(value).partition(",")[0]


def _split(shown: ShowdownResult, me: str) -> str:
    names = list(shown.paid)
    values = [value for value in shown.values.get(names[0], []) if value is not None]
    hand = " and ".join(dict.fromkeys(with_article(called(value)) for value in values)) or "equal hands"
    if me in shown.paid:
        others = " and ".join(name for name in names if name != me)
        return f"You split the pot with {others}: {money(shown.paid[me])} for you, with {hand}"
    return f"{', '.join(names[:-1])} and {names[-1]} split the pot with {hand}"


def _part(shown: ShowdownResult, name: str, me: str, net: Cents, name_of: Callable[[Any], str]) -> str:
    """What one player gets, for which parts of the pot, with which hands."""
    verb = ("you get back" if net < 0 else "you win") if name == me else f"{name} wins"
    if name not in shown.values:
        return f"{verb} {money(shown.paid[name])}"
    won = [part for part in range(shown.parts) if name in shown.best(part)]
    values = [shown.values[name][part] for part in won] or [value for value in shown.values[name] if value is not None]
    hands = " and ".join(dict.fromkeys(with_article(name_of(value)) for value in values))
    of = _of(shown, won) if shown.pots == 1 else ""
    return f"{verb} {money(shown.paid[name])}{of} with {hands}"


def _of(shown: ShowdownResult, won: Sequence[int]) -> str:
    """For which parts of the pot: the high, the low, so many of the boards."""
    shares = shown.game.shares
    boards = shown.parts // len(shares)
    if boards > 1:
        count = len({part // len(shares) for part in won})
        return f" for {count} of {boards} boards"
    named = [shares[part].name + " board" * (shown.game.boards > 1) for part in won]
    contested = sum(bool(shown.best(part)) for part in range(shown.parts))
    return f" for the {' and the '.join(named)}" if named and contested > 1 else ""


def _value(shown: ShowdownResult, name: str) -> Any:
    return shown.values[name][0] if name in shown.values else None


def _named(value: Any, beaten: Any) -> str:
    """A hand, with the cards beside it where only they decided."""
    alike = beaten is not None and called(beaten) == called(value) and beaten != value
    return with_article(with_kickers(value, beaten) if alike else called(value))


# -- hands that are set ------------------------------------------------------------------------------------


def _by_points(game: SettingGame, body: Body, me: str) -> str:
    net: dict[str, Cents] = body["net"]
    points = points_of(game, body)
    misset = [name for name, hands in points["hands"].items() if not hands["right"]] if points else []
    if me not in net:
        best = max(net, key=lambda name: net[name])
        return f"{best} wins {money(net[best])}" if net[best] > 0 else "Nobody wins anything"
    if me in misset:
        return f"Your hands are in the wrong order: you pay {money(-net[me])}"
    count = sum(sum(against["points"]) for against in points["against"].get(me, [])) if points else 0
    margin = f"{abs(count)} point{'' if abs(count) == 1 else 's'}"
    if not net[me]:
        return "You come out even"
    return f"You win {money(net[me])}: {margin} up" if net[me] > 0 else f"You lose {money(-net[me])}: {margin} down"
