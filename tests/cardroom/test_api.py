"""`import pitboss.cardroom`: what a program finds there, for every game."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss import cardroom
from pitboss.cardroom import Bot, Hand, PokerTable, Refused, SeededSource, deal, from_data, new_game, to_data, view
from pitboss.cardroom.hand import HIDDEN
from pitboss.cardroom.phh import VARIANTS, played_as
from pitboss.cardroom.script import play, read
from pitboss.equipment.decks import deck
from pitboss.rulebooks import UnknownGame
from pitboss.table import facts
from pitboss.table.definition import BadOption
from pitboss.table.transcripts import BadTranscript

GAMES = list(cardroom.games())


def some_hand(id: str, seed: int, players: int = 4) -> Hand:
    made = deal(new_game(id), [20000] * players, source=SeededSource(f"{id} {seed}"))
    assert isinstance(made, Hand)
    return made


# -- the documentation ---------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "cardroom.md"


def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10 and not failed


def test_the_hand_of_the_page_settles() -> None:
    text = re.search(r"^```text\n(game .+?)^```", PAGE.read_text(), re.M | re.S)
    assert text is not None
    assert play(read(text[1]), cardroom.games()["mel/holdem"]).failures == []


def test_the_page_lists_every_code_and_every_name() -> None:
    page = PAGE.read_text()
    for code in VARIANTS:
        assert re.search(rf"\| `{re.escape(code)}` \| {re.escape(played_as(code)[0])}\b", page)
    for name in set(cardroom.__all__) - {"BadOption", "BadPhh", "Event", "Hand", "Legal", "PokerGame"}:
        assert re.search(rf"\b{name}\b", page), name


# -- what there is -------------------------------------------------------------------------------------------


def test_every_name_is_there() -> None:
    for name in cardroom.__all__:
        assert getattr(cardroom, name) is not None and name in dir(cardroom)
    with pytest.raises(AttributeError, match=r"has no 'frob'; it has BadOption, .*PokerTable"):
        cardroom.frob  # noqa: B018


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, pitboss.cardroom; print(*(m for m in sys.modules if m.startswith(('pitboss.', 'msgspec'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pitboss.cardroom"]


def test_every_game_of_both_books_is_there() -> None:
    assert {id.partition("/")[0] for id in GAMES} == {"mel", "qld"} and len(GAMES) == 27


def test_options_may_be_numbers() -> None:
    game = new_game("mel/holdem", {"chip": 0.5, "blinds": "0.50/1", "cap": 5})
    assert game.chip == 50 and game.options["cap"] == "5"


@pytest.mark.parametrize(("id", "options", "error", "said"), [
    ("mel/holdm", {}, UnknownGame, "no game 'mel/holdm' between players; did you mean mel/holdem"),
    ("qld/blackjack", {}, UnknownGame, "no game 'qld/blackjack' between players"),
    (7, {}, UnknownGame, "no game 7 between players; they are mel/draw-blind"),
    ("mel/holdem", {"blind": "1/2"}, BadOption, "mel/holdem has no option 'blind'; it has structure, blinds"),
    ("mel/holdem", {"blinds": ["1", "2"]}, BadOption, "write the value as text, such as 'blinds': '1/2'"),
    ("mel/holdem", {"chip": True}, BadOption, "chip=True is not allowed"),
    ("mel/holdem", {"chip": float("nan")}, BadOption, "'nan' is not an amount"),
    ("mel/holdem", {"deck": "51"}, BadOption, "deck=51 is not allowed [MEL-3.1]; deck may be 52"),
    ("mel/omaha", {"deck": "36"}, BadOption, "[MEL-4.1:omaha]"),
])
def test_a_wrong_game_says_what_was_expected(
    id: Any, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=re.escape(said)):
        new_game(id, options)


# -- one hand ------------------------------------------------------------------------------------------------


def test_a_hand_is_dealt_from_cards_in_their_order() -> None:
    cards = list(deck())
    h = deal(new_game("mel/holdem"), [20000] * 2, cards=cards, button=1)
    assert isinstance(h, Hand) and h.seats == (2, 1) and h.hole == [["2c", "4c"], ["3c", "5c"]]


@pytest.mark.parametrize(("stacks", "said"), [
    ([20000], "one player [MEL-4.1:holdem]; from 2 to 11"),
    ([20000] * 1000, "1000 players [MEL-4.1:holdem]; at most 11 with 52 cards"),
    ([20000, 0], "a stack of 0 at seat 2 [MEL-6.2]; whole cents above zero"),
    ([20000, float("nan")], "a stack of nan at seat 2 [MEL-6.2]; whole cents above zero"),
    ([20000, "200"], "a stack of '200' at seat 2"),
    ([20000, -5], "a stack of -5 at seat 2"),
])
def test_what_cannot_be_dealt_is_refused_with_a_clause(stacks: list[Any], said: str) -> None:
    refused = deal(new_game("mel/holdem"), stacks)
    assert isinstance(refused, Refused) and said in str(refused)


def test_wrong_cards_and_buttons() -> None:
    game = new_game("mel/holdem")
    for wrong in (["As", "Kd"], [*deck()[:-1], "2c"], deck(36)):
        with pytest.raises(ValueError, match="are not the 52 cards of mel/holdem; give the whole deck"):
            deal(game, [20000] * 2, cards=wrong)
    for button in (0, 3, 1.5, "1"):
        with pytest.raises(ValueError, match="a seat from 1 to 2"):
            deal(game, [20000] * 2, button=button)  # type: ignore[arg-type]


def test_a_refused_act_changes_nothing() -> None:
    h = some_hand("mel/holdem", 1)
    before = to_data(h)
    for amount in (300, 250, 20001, -5, 0, 10**30, float("nan"), "600", None, 650.0):
        refused = h.wager(amount)  # type: ignore[arg-type]
        assert isinstance(refused, Refused) and refused.clause.startswith("MEL-") and refused.legal
    for refused in (h.check(), h.discard(["As"]), h.set_hands(["As"]), h.run(2), h.decline(), h.take_kitty()):
        assert isinstance(refused, Refused)
    assert to_data(h) == before


def test_acts_by_their_words() -> None:
    h = some_hand("mel/holdem", 1)
    assert cardroom.act(h, "raise to 6") is None and h.price == 600
    assert isinstance(cardroom.act(h, "check"), Refused)
    with pytest.raises(ValueError, match="is not an act"):
        cardroom.act(h, "frobnicate")


# -- every game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_hand_goes_through_json_and_back_at_every_turn(id: str) -> None:
    h, other = some_hand(id, 2), some_hand(id, 2)
    bots = Bot(SeededSource(3)), Bot(SeededSource(3))
    while not h.over:
        bots[0].act(h)
        again = from_data(json.loads(json.dumps(to_data(other))))
        assert isinstance(again, Hand)
        bots[1].act(again)
        other = again
    assert h.stacks == other.stacks and h.log == other.log and h.boards == other.boards


@pytest.mark.parametrize("id", GAMES)
def test_a_copy_is_played_on_without_touching_the_hand(id: str) -> None:
    h, bot = some_hand(id, 4), Bot(SeededSource(4))
    while not h.over:
        before, copied = to_data(h), h.copy()
        while not copied.over:
            bot.act(copied)
        assert to_data(h) == before
        bot.act(h)


@pytest.mark.parametrize("id", GAMES)
def test_a_view_does_not_depend_on_what_a_seat_may_not_see(id: str) -> None:
    """Hidden cards are exchanged for others at every turn; no other seat sees a difference."""
    h, bot = some_hand(id, 5), Bot(SeededSource(5))
    while not h.over:
        for seat in (0, *h.seats):
            assert view(h, seat) == view(_exchanged(h, seat), seat)
        bot.act(h)


def _exchanged(h: Hand, seat: int) -> Hand:
    """The same hand, with other cards wherever this seat cannot look."""
    new = h.copy()
    mine = h.seats.index(seat) if seat else -1
    open_cards = {card for up in h.up for card in up} | {card for board in h.boards for card in board}
    own = {card for event in h.log if event.place == mine for card in event.cards} if mine >= 0 else set()
    hidden = [card for card in deck(h.game.deck_size) if card not in open_cards | own]
    turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    new.hole = [[turned.get(card, card) for card in cards] for cards in h.hole]
    new.deck = [turned.get(card, card) for card in h.deck]
    new.kitty = [turned.get(card, card) for card in h.kitty]
    new.sets = {i: tuple(tuple(turned.get(card, card) for card in hand) for hand in sets) for i, sets in h.sets.items()}
    new.noted = [
        (what, place, amount, clause, tuple(turned.get(card, card) for card in cards), is_open)
        for what, place, amount, clause, cards, is_open in h.noted
    ]
    return new


@pytest.mark.parametrize("id", GAMES)
def test_the_end_is_seen_by_all(id: str) -> None:
    """Whoever must show at the end is seen by all, and nobody else is."""
    h, bot = some_hand(id, 6), Bot(SeededSource(6))
    while not h.over:
        bot.act(h)
    seen = view(h)
    assert json.loads(json.dumps(seen)) == seen and seen["turn"] is None and seen["legal"] is None
    assert [player["stack"] for player in seen["players"]] == h.stacks
    for i, player in enumerate(seen["players"]):
        hidden = set(player["cards"]) - set(h.up[i])
        assert hidden in ({HIDDEN}, set()) or h.live >> i & 1


def test_views_say_what_was_expected() -> None:
    h = some_hand("mel/holdem", 1)
    assert view(h, h.seats[h.turn])["legal"]["raise_from"] == 400
    assert view(h, 1)["legal"] is None
    for wrong in (9, -1, "1", None):
        with pytest.raises(ValueError, match=r"no seat .* in this hand; it has 1, 2, 3, 4, and 0 looks on"):
            view(h, wrong)  # type: ignore[arg-type]


def test_a_table_goes_through_json_and_back() -> None:
    table = PokerTable(new_game("mel/holdem", {"blinds": "2/5"}))
    for seat in (1, 3, 4):
        assert table.sit(seat, f"P{seat}", 40000) is None
    bot, source = Bot(SeededSource(8)), SeededSource(9)
    for _ in range(3):
        h = table.start(source=source)
        assert isinstance(h, Hand)
        while not h.over:
            bot.act(h)
        assert table.finish() is None
    again = from_data(json.loads(json.dumps(to_data(table))))
    assert isinstance(again, PokerTable) and to_data(again) == to_data(table)
    assert again.lineup() == table.lineup()


@pytest.mark.parametrize("wrong", [{}, [], {"game": "mel/holdem"}, "x", {"game": "mel/holdem", "options": {}}])
def test_data_of_something_else(wrong: Any) -> None:
    with pytest.raises(ValueError, match="from_data takes what to_data wrote"):
        from_data(wrong)


def test_phh_files() -> None:
    h, bot = some_hand("mel/omaha-hi-lo", 7), Bot(SeededSource(7))
    with pytest.raises(cardroom.BadPhh, match="PHH has no code for mel/omaha-hi-lo with structure=no-limit"):
        cardroom.write_phh(h)
    made = deal(new_game("mel/omaha-hi-lo", {"structure": "fixed"}), [20000] * 4, source=SeededSource(7))
    assert isinstance(made, Hand)
    while not made.over:
        bot.act(made)
    (again,) = cardroom.read_phh(cardroom.write_phh(made, ("Ann", "Ben", "Cat", "Dan")))
    assert again.stacks == made.stacks


@pytest.mark.parametrize("id", GAMES)
def test_every_hand_is_written_as_a_transcript_that_settles(id: str) -> None:
    """Two to five players, with commission and without, the button anywhere, boards run twice where that may be."""
    for seed in range(8):
        players = 2 + seed % 4
        options = {"commission": "2/person"} if seed % 2 and id.startswith("mel/") else {}
        made = deal(
            new_game(id, options), [20000] * players, source=SeededSource(f"{id} {seed}"), button=1 + seed % players,
            ask_runs=True,
        )
        assert isinstance(made, Hand)
        bot = Bot(SeededSource(seed))
        while not made.over:
            if made.stage != "runs" or made.run(2) is not None:
                bot.act(made)
        text = cardroom.transcript(made, [f"N{seat}" for seat in made.seats])
        again = play(read(text), cardroom.games()[id])
        assert again.failures == [] and again.hand.stacks == made.stacks, text


def test_straddles_are_written() -> None:
    table = PokerTable(new_game("mel/holdem"), button=3)
    for seat in (1, 2, 3, 4):
        assert table.sit(seat, f"P{seat}", 20000) is None
    assert table.straddle(2, 400) is None
    h = table.start(source=SeededSource(2))
    assert isinstance(h, Hand)
    while not h.over:
        assert h.fold() is None
    text = cardroom.transcript(h)
    assert "2: straddle 4\n" in text
    assert play(read(text), cardroom.games()["mel/holdem"]).failures == []


def test_what_a_transcript_cannot_tell() -> None:
    h = some_hand("mel/holdem", 1)
    with pytest.raises(BadTranscript, match="of a hand that is over"):
        cardroom.transcript(h)
    while not h.over:
        assert h.fold() is None
    with pytest.raises(BadTranscript, match="'A B' is no name for a transcript"):
        cardroom.transcript(h, ("A B", "b", "c", "d"))
    h.button = None
    with pytest.raises(BadTranscript, match="at an empty seat"):
        cardroom.transcript(h)


# -- bots ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_bots_play_every_game_by_what_they_see(id: str) -> None:
    """The same bot acts alike when the cards it cannot see are others."""
    h = some_hand(id, 9, players=3)
    while not h.over:
        other = _exchanged(h, h.seats[h.turn])
        Bot(SeededSource(len(h.log))).act(other)
        Bot(SeededSource(len(h.log))).act(h)
        assert h.bets == other.bets and h.live == other.live and h.stage == other.stage
    with pytest.raises(ValueError, match="the hand is over"):
        Bot(SeededSource(1)).act(h)


def test_bots_know_a_good_hand() -> None:
    """Against a large bet on the river four aces are never folded, and seven high mostly is."""
    cards = ["As", "7c", "Ah", "2d", "9s", "Ad", "Ac", "Kd", "9d", "4h", "9c", "5h"]
    order = cards + [card for card in deck() if card not in cards]
    folded = [0, 0]
    for seed in range(10):
        for place in (0, 1):
            h = deal(new_game("mel/holdem"), [20000, 20000], cards=order)
            assert isinstance(h, Hand)
            while h.street < 3:
                assert (h.call() if h.price > h.bets[h.turn] else h.check()) is None
            assert h.boards[0] == ["Ad", "Ac", "Kd", "4h", "5h"]
            assert (h.check() if place == 0 else None) is None
            assert h.wager(4000) is None and h.turn == place
            Bot(SeededSource(seed)).act(h)
            folded[place] += not h.live >> place & 1
    assert folded[0] == 0 and folded[1] >= 8


# -- what one reads at a prompt ----------------------------------------------------------------------------


def test_hands_and_tables_have_a_repr_one_can_read() -> None:
    table = PokerTable(cardroom.new_game("mel/holdem", {"blinds": "1/2"}))
    assert repr(table) == "<PokerTable of mel/holdem: nobody; between hands>"
    for seat, name in enumerate(("Ann", "Ben", "Cat"), 1):
        assert table.sit(seat, name, 20000) is None
    h = table.start(source=cardroom.SeededSource("repr"))
    assert isinstance(h, Hand)
    assert repr(table) == "<PokerTable of mel/holdem: 1 Ann 200, 2 Ben 200, 3 Cat 200, button 3; a hand is on>"
    assert repr(h) == "<Hand of mel/holdem: seats 1, 2, 3 in, pot 3; seat 3 to bet>"
    h.call(), h.call(), h.check()
    assert repr(h) == f"<Hand of mel/holdem: seats 1, 2, 3 in, pot 6, board {' '.join(h.boards[0])}; seat 1 to bet>"
    h.fold(), h.fold()
    assert repr(h).endswith("; over>")


def test_the_hands_of_a_table_against_the_house_too() -> None:
    hand = facts.HandOfCards("2")
    assert repr(hand) == "<Hand 2: no cards>"
    hand.cards, hand.face_up, hand.seat = ["Ah", "Kd"], [True, False], 2
    assert repr(hand) == "<Hand 2: Ah (Kd), seat 2>"
