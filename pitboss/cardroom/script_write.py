"""A hand of ours as a transcript, for every game: what `pitboss settle` reads, with what came of it to be checked."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct
from pitboss.cardroom.game import Event
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.log import clear_act, starting_stacks
from pitboss.money import show_amount
from pitboss.table.transcripts import BadTranscript

PARTS = ("front", "middle", "back")


def transcript(h: Hand, names: Sequence[str] = ()) -> str:
    """A hand that is over, in the notation of transcripts; names in the order of `h.seats`.

    >>> from pitboss.equipment.decks import deck
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> h = Hand(Holdem(), (1, 2), (20000, 20000), deck(), button=1)
    >>> h.fold()
    >>> print(transcript(h, ("Ann", "Ben")))
    game mel/holdem
    button 2
    seat 1 Ann 200
    seat 2 Ben 200
    deal 1: As Qs
    deal 2: Ks Js
    1: fold
    = pot 1 3 Ben
    = commission 0
    = net Ann -1, Ben 1
    """
    called = dict(zip(h.seats, names or [f"P{seat}" for seat in h.seats], strict=True))
    _refuse(h, called)
    stacks = starting_stacks(h)
    options = " ".join(f"{name}={value}" for name, value in h.game.given.items())
    lines = [f"game {h.game.id}", *[f"option {options}"] * bool(options)]
    if h.game.has_button:
        lines.append(f"button {h.seats[h.button]}" if h.button is not None else "")
    for seat in sorted(called):
        lines.append(f"seat {seat} {called[seat]} {show_amount(stacks[h.seats.index(seat)])}")
    lines += [*_deals(h), *_straddles(h), *_acts(h)]
    return "\n".join([*lines, *_ends(h, called, stacks)])


def _refuse(h: Hand, called: dict[int, str]) -> None:
    """Why a hand cannot be written."""
    if not h.over:
        raise BadTranscript("a transcript is of a hand that is over")
    for name in called.values():
        if not name or any(letter.isspace() or letter in ",#[]" for letter in name):
            raise BadTranscript(f"{name!r} is no name for a transcript; one word without , # [ or ]")
    if h.repairs is not None or any(isinstance(act, acts.Reported) for _, act in h.acts):
        raise BadTranscript("something was ruled on in this hand; its acts (h.acts) tell it, with its deck")
    posted = any(blind.dead or not blind.sets_price for blind in h.blinds)
    if h.dead or posted or (len(h.blinds) > len(h.game.compulsory) and h.game.kill):
        raise BadTranscript("what was posted before this hand depends on hands before it; write those too")
    if h.game.has_button and h.button is None:
        raise BadTranscript("the button of this hand lies at an empty seat, which it does not know")


def _deals(h: Hand) -> list[str]:
    """The cards of each recipient, in the order they came; those of a folded player's place are nobody's."""
    dealt: dict[str, list[str]] = {}
    out: set[int] = set()
    for event in h.log:
        to = ""
        if event.what == "fold":
            out.add(event.place)
        if event.what == "dealt" and event.place not in out:
            to = str(h.seats[event.place])
        elif event.what == "board":
            to = "board" if not event.place else f"board {event.place + 1}"
        elif event.what == "kitty" and event.place < 0:
            to = "kitty"
        if to:
            dealt.setdefault(to, []).extend(event.cards)
    if any(HIDDEN in cards for cards in dealt.values()):
        raise BadTranscript("not all cards of this hand are known")
    first = {str(seat): place for place, seat in enumerate(sorted(h.seats))}
    return [f"deal {to}: {' '.join(dealt[to])}" for to in sorted(dealt, key=lambda to: (first.get(to, 99), to))]


def _straddles(h: Hand) -> list[str]:
    more = h.blinds[len(h.game.compulsory) :]
    return [f"{h.seats[blind.place]}: straddle {show_amount(blind.live)}" for blind in more]


def _acts(h: Hand) -> list[str]:
    """What was done, in order; what the kitty costs is paid with taking it."""
    lines: list[str] = []
    for before, event in zip((None, *h.log), h.log, strict=False):
        if not (event.what == "call" and before is not None and before.what == "kitty"):
            lines += [line] if (line := _act(h, event)) else []
    return lines


def _act(h: Hand, event: Event) -> str:
    """An act as a line; "" for what happens by the rules."""
    act = clear_act(h, event)
    return "" if act is None else f"{h.seats[event.place]}: {_words(h, act, opens=event.what == 'bet')}"


def _words(h: Hand, act: AnyAct, opens: bool) -> str:
    """An act in the words that `script_acts.read_act` reads."""
    match act:
        case acts.Muck():
            return "fold"
        case acts.TakeKitty():
            return "take kitty"
        case acts.WagerTo(to):
            return f"{'bet' if opens else 'raise to'} {show_amount(to)}"
        case acts.Discard(cards):
            return f"discard {' '.join(cards)}" if cards else "stand pat"
        case acts.SetHands(hands):
            return " ".join(["set", *(f"{name} {' '.join(hand)}" for name, hand in zip(PARTS, hands, strict=True))])
        case acts.RunBoard(times):
            return f"run {times}"
        case acts.AskToSee(at):
            return f"asks to see {h.seats[at]}"
    return acts.word(act)


def _ends(h: Hand, called: dict[int, str], stacks: Sequence[int]) -> list[str]:
    """Pots, commission and net, to be checked when the file is settled."""
    net = {seat: h.stacks[place] - stacks[place] for place, seat in enumerate(h.seats)}
    pots = [
        f"= pot {number} {show_amount(pot.amount)} {', '.join(called[h.seats[i]] for i in sorted(pot.paid))}"
        for number, pot in enumerate(h.won, 1)
    ]
    taken = show_amount(sum(pot.taken for pot in h.won) + h.fees)
    by_name = ", ".join(f"{called[seat]} {show_amount(net[seat])}" for seat in sorted(net))
    return [*pots, f"= commission {taken}", f"= net {by_name}"]
