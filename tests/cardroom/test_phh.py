"""PHH files: read, played by the rules, written again; PokerKit reads ours and we read PokerKit's."""

from __future__ import annotations

import random
import re
import time
import warnings
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from pokerkit import Automation, HandHistory, Mode, State

from pitboss.cardroom import phh
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.phh import BadPhh, loads
from pitboss.cardroom.phh_play import play
from pitboss.cardroom.phh_write import dumps, record
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource, shuffled
from pitboss.rulebooks import card_games

AUTOMATIC = tuple(Automation)
# Players, and hands of a test where not 60: PokerKit takes long to rank some.
HANDS = {"PO": 20, "FO/8": 20, "NT": 40, "NS": 40}
MOST = {"F7S": 7, "F7S/8": 7, "FR": 7, "N2L1D": 6, "F2L3D": 4}
# Acts that PokerKit lets through and the book does not: a fourth raise, a raise of a short all-in, and the order of
# equal hands showing.
OTHER_RULES = re.compile(r"\[(MEL-6\.9|MEL-6\.16\.2\(a\)|MEL-6\.16\.3|MEL-10\.4\.2)\]")

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 45]
actions = [
  "d dh p1 AhKh", "d dh p2 7c7d", "d dh p3 QsJs",
  "p3 cbr 6", "p1 cc", "p2 cc",
  "d db 7hKd2c",
  "p1 cc", "p2 cbr 12", "p3 cbr 39 # all-in", "p1 f", "p2 cc",
  "p2 sm 7c7d", "p3 sm QsJs", "d db 9s", "d db 3d",
]
players = ["Ann", "Ben", "Cat"]
"""


def changed(**fields: str) -> str:
    """The hand above with some of its fields set anew, or left out when nothing is said."""
    text = HAND
    for name, value in fields.items():
        new = f"{name} = {value}\n" if value else ""
        text = re.sub(rf"^{name} = (?:\[\n.*?^\]|.*?$)\n", new, text, flags=re.M | re.S)
    return text


def actions(*words: str) -> str:
    return changed(actions=str(list(words)))


DEALT = ("d dh p1 AhKh", "d dh p2 7c7d", "d dh p3 QsJs")


# -- our own hands -------------------------------------------------------------------------------------------


def test_a_hand_is_played_by_the_rules() -> None:
    (read,) = loads(HAND)
    played = play(read)
    assert played.net == (-600, 5100, -4500) and played.hand.over and not played.failures
    assert [(pot.amount, sorted(pot.paid)) for pot in played.hand.won] == [(9600, [1])]
    assert played.hand.game.id == "mel/holdem" and read.players == ("Ann", "Ben", "Cat")


def test_amounts_have_cents() -> None:
    read = loads(changed(starting_stacks="[200.5, 199.99, 45]", blinds_or_straddles="[0.50, 2, 0]"))[0]
    assert read.stacks == (20050, 19999, 4500) and read.blinds == (50, 200, 0)
    assert play(read).hand.game.options["chip"] == "0.01"


def test_head_to_head_the_last_player_has_the_first_blind() -> None:
    two = changed(antes="[0, 0]", blinds_or_straddles="[1, 2]", starting_stacks="[100, 100]", players="",
                  actions='["d dh p1 AhKh", "d dh p2 7c7d", "p2 f"]')
    assert play(loads(two)[0]).net == (100, -100)


def test_an_ante_of_one_player_only_is_dead_money() -> None:
    text = changed(antes="[0, 2, 0]", actions=str([*DEALT, "p3 f", "p1 f"]))
    assert play(loads(text)[0]).net == (-100, 100, 0)
    all_in = changed(
        antes="[0, 2, 0]", starting_stacks="[200, 40, 30]",
        actions=str([*DEALT, "p3 cbr 30", "p1 f", "p2 cc", "d db 7hKd2c9s3d"]),
    )
    assert play(loads(all_in)[0]).net == (-100, 3100, -3000)


def test_straddles_and_blinds_stand_where_the_file_puts_them() -> None:
    text = changed(
        antes="[0, 0, 0, 0]", blinds_or_straddles="[1, 2, 4, 0]", starting_stacks="[100, 100, 100, 100]", players="",
        actions=str([*DEALT, "d dh p4 2c2d", "p4 cc", "p1 f", "p2 f", "p3 cbr 6", "p4 f"]),
    )
    assert play(loads(text)[0]).net == (-100, -200, 700, -400)
    button = text.replace("[1, 2, 4, 0]", "[0, 0, 0, 2]").replace('"NT"', '"NS"')
    button = re.sub("actions = .*", 'actions = ["d dh p1 AhKh", "p1 f", "p2 f", "p3 f"]', button)
    assert play(loads(button)[0]).net == (0, 0, 0, 0)


def test_cards_that_are_never_needed_may_be_unknown() -> None:
    hidden = actions("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f")
    assert play(loads(hidden)[0]).net == (-100, -200, 300)
    nothing = actions("p3 f", "p1 f")
    assert play(loads(nothing)[0]).net == (-100, 100, 0)


SHOWDOWN = ("p3 f", "p1 cc", "p2 cc", "d db 7hKd2c", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "d db 3d", "p1 cc",
            "p2 cc")


def test_cards_shown_at_the_end_are_known_from_the_beginning() -> None:
    dealt = ("d dh p1 ????", "d dh p2 ??7d", "d dh p3 ????")
    assert play(loads(actions(*dealt, *SHOWDOWN, "p1 sm AhKh", "p2 sm 7c7d"))[0]).net == (-200, 200, 0)
    assert play(loads(actions(*dealt, *SHOWDOWN, "p1 sm KcKh", "p2 sm 7c7d"))[0]).net == (200, -200, 0)


def test_a_hand_that_is_not_exposed_wins_nothing() -> None:
    """MEL-8.6: whoever exposes all his cards may win."""
    assert play(loads(actions(*DEALT, *SHOWDOWN, "p1 sm AhKh", "p2 sm"))[0]).net == (200, -200, 0)
    hidden = ("d dh p1 AhKh", "d dh p2 ????", "d dh p3 ????")
    assert play(loads(actions(*hidden, *SHOWDOWN, "p1 sm AhKh", "p2 sm ????"))[0]).net == (200, -200, 0)


def test_a_file_of_several_hands() -> None:
    other = changed(actions=str([*DEALT, "p3 f", "p1 f"]))
    both = loads(f"[1]\n{HAND}\n[2] # the next\n{other}")
    assert [play(one).net for one in both] == [(-600, 5100, -4500), (-100, 100, 0)]
    assert phh.loads(phh.write(both)) == both
    with pytest.raises(BadPhh, match=r"hand 2: variant: missing"):
        loads(f"[1]\n{HAND}\n[2]\n{changed(variant='')}")


def test_what_the_file_says_of_the_end_is_compared() -> None:
    assert play(loads(HAND + "finishing_stacks = [194, 251, 0]")[0]).failures == []
    wrong = play(loads(HAND + "finishing_stacks = [194, 250, 1]")[0])
    assert wrong.failures == [
        "finishing_stacks: p2 has 251, the file says 250", "finishing_stacks: p3 has 0, the file says 1",
    ]


def test_a_stack_that_is_not_known() -> None:
    played = play(loads(changed(starting_stacks="[inf, inf, 45]"))[0])
    assert played.net == (-600, 5100, -4500)


def test_names_are_told_apart() -> None:
    assert loads(changed(players='["Ann", "", "Ann"]'))[0].players == ("Ann (p1)", "p2", "Ann (p3)")


def test_a_hand_with_commission_comes_back_the_same() -> None:
    game = card_games()["mel/holdem"]({"blinds": "1/2", "commission": "10%", "cap": "3", "chip": "0.50"})
    h = Hand(game, range(1, 4), [4000, 4000, 4000], shuffled(deck(52), SeededSource("phh")), button=2)
    while not h.over:
        assert (h.call() if h.price > h.bets[h.turn] else h.check()) is None
    read = loads(dumps(h, ("Ann", "Ben", "Cat")))[0]
    assert read.options == {"commission": "10%", "cap": "3", "chip": "0.50"}
    again = play(read)
    assert again.hand.stacks == h.stacks and not again.failures
    assert sum(again.net) == -50


def test_a_queensland_hand_is_written_and_comes_back() -> None:
    game = card_games()["qld/texas-holdem-poker"]({"blinds": "1/2"})
    h = Hand(game, range(1, 3), [4000, 4000], shuffled(deck(52), SeededSource("qld")), button=1)
    while not h.over:
        assert (h.call() if h.price > h.bets[h.turn] else h.check()) is None
    text = dumps(h)
    assert '_game = "qld/texas-holdem-poker"' in text
    assert play(loads(text)[0]).hand.stacks == h.stacks


def test_a_melbourne_hand_head_to_head_has_its_blinds_the_other_way_round() -> None:
    """MEL-8.8.2: the first blind is left of the button, with two players too."""
    h = Hand(card_games()["mel/holdem"]({"blinds": "1/2"}), (1, 2), [4000, 4000], deck(52), button=1)
    assert h.fold() is None
    assert "blinds_or_straddles = [2, 1]" in dumps(h)
    *_, end = HandHistory.loads(dumps(h))
    assert [stack * 100 for stack in end.stacks] == h.stacks


@pytest.mark.parametrize(("id", "options", "why"), [
    ("mel/pineapple-holdem", {}, "no code for mel/pineapple-holdem"),
    ("mel/holdem", {"structure": "pot-limit"}, "structure=pot-limit"),
    ("mel/holdem", {"deck": "32"}, "deck=32"),
])
def test_what_the_format_has_no_words_for(id: str, options: dict[str, str], why: str) -> None:
    game = card_games()[id](options)
    h = Hand(game, (1, 2), [4000, 4000], deck(game.deck_size), button=1)  # type: ignore[arg-type]
    with pytest.raises(BadPhh, match=why):
        dumps(h)


def test_a_board_run_twice_and_a_wrong_number_of_names_are_not_written() -> None:
    cards = shuffled(deck(52), SeededSource(1))
    h = Hand(card_games()["mel/holdem"](), (1, 2), [400, 400], cards, button=1, ask_runs=True)
    assert h.all_in() is None and h.call() is None and h.run(2) is None and h.run(2) is None
    with pytest.raises(BadPhh, match="run more than once"):
        dumps(h)
    with pytest.raises(BadPhh, match="1 names for 2 players"):
        dumps(h, ("Ann",))


# -- bad files -----------------------------------------------------------------------------------------------

BAD: dict[str, tuple[str, str]] = {
    "empty": ("", "variant: missing"),
    "binary": ("\x00\x01\x02\x7f", "not a PHH file"),
    "not toml": ("variant NT", "not a PHH file"),
    "deep": ("a = " + "[" * 30000, "nested too deeply"),
    "deep tables": ("a = " + "{a=" * 10000, "nested too deeply|not a PHH file"),
    "huge": ("#" * 3_000_000, "at most 64000 letters"),
    "long key": ("a" + ".a" * 25000 + " = 1", "too many parts"),
    "long quoted key": ('"a"' + '."a"' * 10000 + " = 1", "too many parts"),
    "long word": ("a" * 60000, "not a PHH file"),
    "long number": (changed(min_bet="9" * 50000), "not a PHH file|out of range"),
    "long hex number": (changed(min_bet="0x" + "f" * 50000), "min_bet: .* out of range"),
    "no variant": (changed(variant=""), "variant: missing"),
    "unknown variant": (changed(variant='"XX"'), "variant: 'XX' is not a variant; it may be NT, FT"),
    "badugi": (changed(variant='"FB"'), "badugi"),
    "variant of another type": (changed(variant="[1]"), "variant: a list is not a variant"),
    "no stacks": (changed(starting_stacks=""), "starting_stacks: missing; NT needs antes"),
    "no actions": (changed(actions=""), "actions: missing"),
    "no blinds": (changed(blinds_or_straddles=""), "blinds_or_straddles: missing"),
    "no bring-in": (changed(variant='"FR"'), "bring_in: missing; FR needs"),
    "stack not a number": (changed(starting_stacks='[200, "x", 45]'), "starting_stacks: 'x' is not an amount"),
    "stack nan": (changed(starting_stacks="[200, nan, 45]"), "starting_stacks: NaN is not an amount"),
    "stack true": (changed(starting_stacks="[200, true, 45]"), "starting_stacks: .* is not an amount"),
    "stack negative": (changed(starting_stacks="[200, -1, 45]"), "starting_stacks: -1 is out of range"),
    "stack zero": (changed(starting_stacks="[200, 0, 45]"), "starting_stacks: two players or more, each with chips"),
    "stack too large": (changed(starting_stacks="[200, 1e300, 45]"), "starting_stacks: .* is out of range"),
    "stack beyond numbers": (changed(starting_stacks="[200, 1e9999999, 45]"), "starting_stacks: .* is out of range"),
    "stack of next to nothing": (changed(starting_stacks="[200, 1e-9999999, 45]"), "each with chips"),
    "stack of fractions": (changed(starting_stacks="[200, 1.005, 45]"), "starting_stacks: 1.005 is not in whole cents"),
    "stacks of one": (changed(starting_stacks="[200]"), "two players or more"),
    "stacks a number": (changed(starting_stacks="200"), "starting_stacks: 200 is not a list of amounts"),
    "infinite ante": (changed(antes="[inf, 0, 0]"), "antes: .* is not an amount"),
    "infinite bet": (changed(min_bet="inf"), "min_bet: .* is not an amount"),
    "no bet": (changed(min_bet="0"), "min_bet: it must be above zero"),
    "negative blind": (changed(blinds_or_straddles="[1, -2, 0]"), "blinds_or_straddles: -2 is out of range"),
    "blinds of others": (changed(blinds_or_straddles="[1, 2]"), "blinds_or_straddles: 2 amounts for 3 players"),
    "10,000 players": (changed(starting_stacks=str([5] * 10000)), "starting_stacks: 10000 players; no table"),
    "12 players": (
        changed(starting_stacks=str([50] * 12), antes=str([0] * 12), blinds_or_straddles=str([1, 2] + [0] * 10),
                players=""),
        r"starting_stacks: 12 players \[MEL-4.1:holdem\]; at most 11",
    ),
    "names of others": (changed(players='["Ann"]'), "players: a list is not a list of 3 names"),
    "actions a text": (changed(actions='"p1 f"'), "actions: 'p1 f' is not a list of texts"),
    "actions of numbers": (changed(actions="[1, 2]"), "actions: a list is not a list of texts"),
    "too many actions": (changed(actions=str(["p1 f"] * 3000)), "actions: at most 2000"),
    "unknown player": (actions(*DEALT, "p9 f"), r"actions\[3\] 'p9 f': 'p9' is not a player; from p1 to p3"),
    "player zero": (actions("p0 f"), r"actions\[0\] 'p0 f': 'p0' is not a player"),
    "unknown act": (actions("p3 frobnicate"), r"actions\[0\] 'p3 frobnicate': not an action; such as"),
    "not cards": (actions("d dh p1 XxYy"), r"actions\[0\] 'd dh p1 XxYy': 'XxYy' are not cards"),
    "amount of nothing": (actions("p3 cbr x"), r"actions\[0\] 'p3 cbr x': 'x' is not an amount"),
    "amount nan": (actions("p3 cbr nan"), "'nan' is not an amount"),
    "amount negative": (actions("p3 cbr -6"), "'-6' is not an amount"),
    "amount too large": (actions("p3 cbr 99999999999999"), "out of range"),
    "bet too small": (actions(*DEALT, "p3 cbr 3"), r"actions\[3\] 'p3 cbr 3': raise to 3 \[MEL-6.6\]; raise to from 4"),
    "more than the stack": (actions(*DEALT, "p3 cbr 46"), r"raise to 46 \[MEL-1.1:table-stakes\]"),
    "out of turn": (actions(*DEALT, "p1 f"), r"actions\[3\] 'p1 f': p3 is to act \[MEL-12.2.1\]"),
    "after the end": (actions(*DEALT, "p3 f", "p1 f", "p2 f"), r"actions\[5\] 'p2 f': the hand is over"),
    "not over": (actions(*DEALT, "p3 f"), r"actions: the hand is not over; p1 is to act \(bet\)"),
    "one card twice": (actions("d dh p1 AhAh", *DEALT[1:], "p3 f", "p1 f"), "the Ah is dealt twice"),
    "not of the deck": (changed(variant='"NS"', actions='["d dh p1 2h3h", "p3 f", "p1 f"]'), "not in a deck of 36"),
    "no board": (actions(*DEALT, *SHOWDOWN[:3]), "the board is wanted"),
    "more cards than the hand comes to": (actions(*DEALT, "p3 f", "p1 f", "d db 2c3c4c"), "never comes to it"),
    "nobody shows": (actions("p3 f", *SHOWDOWN[1:]), "are needed for the showdown"),
    "shown what was not dealt": (actions(*DEALT, *SHOWDOWN, "p1 sm 2s2h"), "p1 was not dealt the 2s"),
    "a draw where there is none": (actions(*DEALT, "p3 sd Qs"), r"actions\[3\] 'p3 sd Qs': a discard now \[MEL-8.2\]"),
    "no bring-in in this game": (actions(*DEALT, "p3 pb"), "nobody brings in"),
    "another game": (HAND + '_game = "mel/razz"', "_game: 'mel/razz' is not played under this code"),
    "options of another game": (HAND + '_options = {frob = "1"}', "_options: mel/holdem has no option 'frob'"),
    "options that fields state": (HAND + '_options = {blinds = "1/2"}', "_options: blinds is stated by other fields"),
    "options of another type": (HAND + "_options = {chip = 1}", "_options: a dict is not a table of texts"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_clear_line(name: str) -> None:
    text, said = BAD[name]
    start = time.process_time()
    with pytest.raises(BadPhh, match=said) as caught:
        for one in loads(text):
            play(one)
    assert "\n" not in str(caught.value) or name in ("binary", "not toml", "deep tables", "long word", "long number")
    assert len(str(caught.value)) < 400 and time.process_time() - start < 1


def test_files_with_slips_are_played_or_refused() -> None:
    """Letters lost, doubled and exchanged anywhere: never anything but a hand or one line."""
    rng, said = random.Random(11), Counter[str]()
    words = ("cc", "cbr", "sm", "sd", "pb", "nan", "inf", "1e99", "true", "p99", "[[", "\x00")
    bits = [*"pdfbchs 019?.,[]{}=#-A\"'\n", *words]
    for _ in range(400):
        text = rng.choice((HAND, STUD))
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(bits) + text[at + rng.choice((0, 1, 3)) :]
        try:
            for one in loads(text):
                play(one)
            said["played"] += 1
        except BadPhh as bad:
            assert len(str(bad)) < 600
            said["refused"] += 1
    assert said["played"] and said["refused"] > 200


STUD = """variant = "F7S"
antes = [1, 1]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 ????2c", "d dh p2 ????Kd", "p1 pb", "p2 f"]
"""


def test_stud_needs_the_cards_that_lie_open() -> None:
    assert play(loads(STUD)[0]).net == (100, -100)
    for text, said in (
        (STUD.replace("????2c", "??????"), "p1's card number 3 lies open"),
        (STUD.replace("p1 pb", "p2 pb"), r"the bring-in is p1's \[MEL-10.3.1\]"),
        (STUD.replace("p1 pb", "p1 cbr 2"), r"p2 is to act \[MEL-10.3.1\]"),
    ):
        with pytest.raises(BadPhh, match=said):
            play(loads(text)[0])


# -- PokerKit ------------------------------------------------------------------------------------------------


def their_game(code: str, rng: random.Random) -> tuple[Any, list[int], int]:
    """A game of PokerKit with stakes and stacks of any size, and the smallest chip of the hand."""
    variant = phh.VARIANTS[code]
    count, grain = rng.randint(2, MOST.get(code, 9)), rng.choice((1, 120))
    small, ante = rng.randint(2, 6) * grain, rng.choice((0, grain)) if not variant.stud else grain
    fixed = variant.structure == "fixed"
    fields: dict[str, Any] = {"small_bet": small, "big_bet": 2 * small} if fixed else {"min_bet": small}
    if variant.stud:
        fields["bring_in"] = max(1, small // 2)
    else:
        blinds = [max(1, small // 2), small] + [0] * (count - 2)
        if code == "NS":
            blinds = [0] * (count - 1) + [small]
        elif count > 3 and rng.random() < 0.2:
            blinds[2] = 2 * small
        fields["raw_blinds_or_straddles"] = blinds
    stacks = [rng.randint(3, 60) * small + ante for _ in range(count)]
    game = HandHistory.game_types[code](
        automations=AUTOMATIC, ante_trimming_status=False, raw_antes=ante, mode=Mode.CASH_GAME, **fields
    )
    return game, stacks, grain


def their_act(s: State, rng: random.Random, fixed: bool, grain: int) -> None:
    """A random act; fixed bets are of one size, and no more than the book's three raises."""
    if (drawer := s.stand_patter_or_discarder_index) is not None:
        s.stand_pat_or_discard(tuple(card for card in s.hole_cards[drawer] if rng.random() < 0.3))
        return
    if s.bring_in_status:
        s.post_bring_in()
        return
    act, raised = rng.random(), s.completion_betting_or_raising_count
    capped = fixed and raised >= (4 if s.street_index or s.bring_in else 3)
    if act < 0.2 and s.checking_or_calling_amount:
        s.fold()
    elif act < 0.65 or capped or not s.can_complete_bet_or_raise_to():
        s.check_or_call()
    else:
        least, most = s.min_completion_betting_or_raising_to_amount, s.max_completion_betting_or_raising_to_amount
        assert least is not None and most is not None
        to = least if fixed else rng.choice((least, most, max(least, rng.randint(least, most) // grain * grain)))
        s.complete_bet_or_raise_to(to)


def their_hand(code: str, seed: int) -> tuple[State, str]:
    rng = random.Random(f"{code} {seed}")
    random.seed(f"{code} {seed} cards")
    game, stacks, grain = their_game(code, rng)
    state = game(stacks, len(stacks))
    while state.status:
        their_act(state, rng, phh.VARIANTS[code].structure == "fixed", grain)
    return state, HandHistory.from_game_state(game, state).dumps()


@pytest.mark.parametrize("code", phh.VARIANTS)
def test_hands_of_pokerkit_settle_alike_and_ours_load_there(code: str) -> None:
    found: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(HANDS.get(code, 60)):
            state, text = their_hand(code, seed)
            try:
                played = play(loads(text)[0])
            except BadPhh as bad:
                assert OTHER_RULES.search(str(bad)), f"{bad}\n{text}"
                found["refused"] += 1
                continue
            assert played.hand.stacks == [stack * 100 for stack in state.stacks], text
            found["same"] += 1
            ours = dumps(played.hand)
            *_, end = HandHistory.loads(ours)
            assert not end.status and [stack * 100 for stack in end.stacks] == played.hand.stacks, f"{text}\n{ours}"
            again = play(loads(ours)[0])
            assert again.hand.stacks == played.hand.stacks and not again.failures
            assert record(again.hand)._replace(players=()) == record(played.hand)._replace(players=())
    assert found["same"] >= 0.9 * HANDS.get(code, 60)


def test_cents_of_pokerkit() -> None:
    """PokerKit writes what has cents as decimals."""
    text = HAND.replace("[200, 200, 45]", "[200.25, 200.50, 45.75]").replace("cbr 39", "cbr 39.75")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, end = HandHistory.loads(text)
    assert [int(Decimal(stack) * 100) for stack in end.stacks] == play(loads(text)[0]).hand.stacks
