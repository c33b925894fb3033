"""Pai gow: wagers, the bank, setting in secret, collecting and paying."""

from __future__ import annotations

import pytest
from support.pai_gow import ANN, BANK, GAME, WEAK, WINS, Pit, good, refused

from pitboss.law import Announced, Refused
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Dice, Place, Shuffled
from pitboss.table.decisions import silence_of
from pitboss.table.driver import drive
from pitboss.table.facts import Came, Chose, Dealt, Shown
from pitboss.table.game import BadOption
from pitboss.table.headlines import headline
from pitboss.table.requests import Asked, Choose, Cut, Deal, Reveal, Roll, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table
from pitboss.table.views import view_bytes

# -- 19, 36 and 37: deciding, paying, commission ----------------------------------------------------------------


def test_a_round_against_the_house() -> None:
    played = good(f"""{GAME}box 2 Ann: 100
box 3 Ben: wager 20
box 4 Cat: 10
deal 2: teen teen day day
deal 3: mooy ping g3 look
deal 4: c8b c9a bon chong
{BANK}2: house way
3: set low mooy ping high g3 look
4: set low chong bon high c8b c9a
= 2 Ann wager win 95 [QLD-6-19(1)]
= 3 Ben wager lose 20 [QLD-6-36(2)]
= 4 Cat wager lose 10 [QLD-6-36(2)]
= commission 5
= net Ann 95, Ben -20, Cat -10
""")
    # 37: losers first.
    assert [line.outcome for line in played.lines] == ["lose", "lose", "win"]


@pytest.mark.parametrize(("tiles", "way", "outcome", "clause"), [
    # 5 and 6 against 0 and 9; 0 and a pair.
    ("look c9b day gor", "set low look c9b high day gor", "stand-off", "36(3)(a)"),
    ("gor look tit tit", "set low gor look high tit tit", "stand-off", "36(3)(b)"),
])
def test_one_hand_each_is_a_stand_off(tiles: str, way: str, outcome: str, clause: str) -> None:
    good(f"{GAME}{ANN}deal 2: {tiles}\n{WEAK}2: {way}\n= 2 Ann wager {outcome} [QLD-6-{clause}]\n")


@pytest.mark.parametrize(("tiles", "banks", "way", "outcome"), [
    # Equal high hands with the same highest tile are the bank's; a higher tile wins.
    ("teen c9b mooy bon", "teen c9a mooy bon", "set low mooy bon high teen c9b", "lose"),
    ("day c9b mooy bon", "teen c9a ping bon", "set low mooy bon high day c9b", "stand-off"),
    ("teen c9b mooy bon", "day c9a ping bon", "set low mooy bon high teen c9b", "win"),
    # Nothing against nothing: the bank's, whoever has the higher tile.
    ("gor look teen c9b", "c9a day chong bon", "set low gor look high teen c9b", "stand-off"),
])
def test_equal_hands(tiles: str, banks: str, way: str, outcome: str) -> None:
    played = good(f"{GAME}{ANN}deal 2: {tiles}\ndeal banker: {banks}\n2: {way}\n")
    assert [line.outcome for line in played.lines] == [outcome]


@pytest.mark.parametrize(("rounding", "stake", "pays", "fee"), [
    ("off", "100", 95_00, 5_00), ("off", "12.50", 11_87, 63), ("50c", "100", 95_00, 5_00), ("50c", "101", 95_50, 5_50),
    ("50c", "5", 4_50, 50),
])
def test_commission_of_players(rounding: str, stake: str, pays: int, fee: int) -> None:
    played = good(f"{GAME}option rounding={rounding}\nbox 2 Ann: {stake}\n{WINS}{BANK}2: house way\n")
    assert played.lines[0].pays == pays and played.commission == fee


def test_even_the_words_tell_why() -> None:
    t = Table(game("qld/pai-gow"))
    drive(t, Pit("teen teen day day", "mooy ping foo c8a"))
    assert headline(t, "Ann")
    assert t.game.decided_by(t, t.lines[0]) == "pair of day and pair of teen beat 0 and 9"
    assert t.game.in_a_word(t) == ("bank 0 and 9", "")
    assert t.game.hand_name(t, "2", t.hands["2"].cards) == "pair of day and pair of teen"


# -- 10, 11, 21, 23 and 25: the deal ---------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "order"), [
    ((1, 1, 1), ["banker", "2"]), ((1, 1, 2), ["banker", "2"]), ((3, 3, 3), ["banker", "2"]),
    ((4, 3, 3), ["2", "banker"]), ((6, 6, 5), ["banker", "2"]), ((6, 6, 6), ["2", "banker"]),
])
def test_the_dice_direct_the_deal(dice: tuple[int, ...], order: list[str]) -> None:
    t, pit = Table(game("qld/pai-gow")), Pit("teen teen day day", "mooy ping foo c8a", dice=dice)
    drive(t, pit)
    dealt = [event for event in t.events if type(event) is Dealt]
    assert [event.to for event in dealt] == order and all(len(event.cards) == 4 for event in dealt)
    assert [event.what for event in t.events if type(event) is Came] == ["tumbler"]
    cut = next(request for request in pit.asked if type(request) is Cut)
    assert (cut.least, cut.most, cut.clause) == (4, 28, "QLD-6-23(3)")
    assert next(request for request in pit.asked if type(request) is Deal).clause == "QLD-6-25(1)"


@pytest.mark.parametrize("dice", [(1, 2), (7, 1, 1), (1, 2, 3, 4), (0, 1, 1)])
def test_dice_that_there_are_not(dice: tuple[int, ...]) -> None:
    t = Table(game("qld/pai-gow"))
    play = t.play()
    request = next(play)
    for answer in (Shuffled(), Place(2, "Ann", (("wager", 100_00),)), Close(), CutAt(8)):
        request = play.send(answer)
    assert type(request) is Roll
    play.send(Dice(dice))
    no = t.refused()
    assert isinstance(no, Refused) and no.clause == "QLD-6-10(1)" and "3 numbers from 1 to 6" in str(no)


def test_a_cut_of_less_than_a_stack_is_no_approved_one() -> None:
    t = Table(game("qld/pai-gow"))
    play = t.play()
    request = next(play)
    for answer in (Shuffled(), Place(2, "Ann", (("wager", 100_00),)), Close(), CutAt(3)):
        request = play.send(answer)
    assert type(request) is Cut and str(t.refused()).startswith("a cutting card 3 cards from the back [QLD-6-23(3)]")


@pytest.mark.parametrize("chosen", ["", "cut 2 stacks"])
def test_who_banks_may_choose_the_cut(chosen: str) -> None:
    said = f"5: {chosen}\n" if chosen else ""
    text = (f"{GAME}banker 5 Eve\n{ANN}{WINS}deal 5: mooy ping foo c8a\n{said}2: house way\n5: house way\n")
    played = good(text)
    cuts = [answer for answer in played.records[0].answers if type(answer) is CutAt]
    assert cuts == [CutAt(8 if chosen else 16)]


def test_a_cut_of_a_players_bank_is_an_approved_one() -> None:
    with pytest.raises(Unplayable, match=r"3 cards from the back \[QLD-6-23\(1\)\]"):
        settle(f"{GAME}banker 5 Eve\n{ANN}{WINS}deal 5: mooy ping foo c8a\ncut 3\n2: house way\n5: house way\n")


@pytest.mark.parametrize(("deals", "clause"), [
    ("deal 2: teen teen teen foo\n", "QLD-6-6"), ("deal 2: teen As foo gor\n", "QLD-6-6"),
    ("deal 2: yun foo bon mooy\n", "QLD-6-6"),
])
def test_tiles_that_there_are_not(deals: str, clause: str) -> None:
    no = refused(f"{GAME}{ANN}{deals}{BANK}2: house way\n")
    assert clause in no and "\n" not in no


# -- 12 to 16: wagers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "clause"), [
    ("box 1 Ann: 10", "18(13)"), ("box 2 Ann: red 10", "13(2)"), ("box 7 Ann: 10", "12(2)"),
    ("box 2 Ann: 4", "QLD-0-13(1)"), ("box 2 Ann: 1001", "QLD-0-13(1)"), ("box 2 Ann: bank 10", "18(8)"),
    ("box 2 Ann: co-bank 10", "18(8)"),
    ("box 2 Ann: 10\nbox 2 Ben: 10\nbox 2 Cat: 10\nbox 2 Dan: 10", "15(1)"),
    ("box 2 Ann: 10\nbox 4 Ben: 5\nbox 3 Ann: 20", "16(2)(a)"), ("box 2 Ann: 10\nbox 3 Ann: 19", "16(2)(b)"),
    ("box 2 Ann: 10\nbox 3 Ann: 20\nbox 4 Ann: 40", "16(2)"),
    ("box 2 Ann: 1500 arrangement=yes\nbox 2 Ben: 5", "14(3)"),
    ("box 2 Ben: 5\nbox 2 Ann: 1500 arrangement=yes", "14(3)"),
])
def test_wagers_that_are_refused(text: str, clause: str) -> None:
    *before, _ = text.split("\n")
    no = refused(f"{GAME}option off=7,8\n{text}\n")
    assert f"[{clause if '-' in clause else f'QLD-6-{clause}'}]" in no and no.startswith(f"line {4 + len(before)}:")


@pytest.mark.parametrize("text", [
    "box 2 Ann: 5", "box 2 Ann: 1000", "box 2 Ann: 1500 arrangement=yes", "box 2 Ann: 10\nbox 2 Ben: 10\nbox 2 Cat: 10",
])
def test_wagers_that_are_taken(text: str) -> None:
    good(f"{GAME}option off=7,8\n{text}\n{WINS}{BANK}2: house way\n")


def test_boxes_that_are_off_are_boxes() -> None:
    for off in ("0", "9", "x", "2,"):
        with pytest.raises(BadOption, match=r"QLD-6-12\(1\)"):
            game("qld/pai-gow", {"off": off})


def test_wagers_are_not_touched_once_the_tiles_go_out() -> None:
    for late in ("box 2 Ann: 10", "2 Ann: remove wager", "box 3 Ben: 10"):
        good(f"{GAME}{ANN}{WINS}{BANK}{late}\n=! refused [QLD-6-13(1)]\n2: house way\n")


def test_between_no_more_bets_and_the_tiles_betting_is_over_but_nothing_is_frozen() -> None:
    """13(1) speaks of tiles that go out; until then it is the end of the wagering period that a wager comes after."""
    t = Table(game("qld/pai-gow"))
    said = []

    class Late(Pit):
        def answer(self, t: Table, request: Asked) -> Answer:
            if isinstance(request, Cut | Deal):
                refused = t.game.refuse_late(t, Place(3, "Ben", (("wager", 10_00),)))
                said.append((type(request), refused.clause if isinstance(refused, Refused) else ""))
            return super().answer(t, request)

    drive(t, Late("teen teen day day", "mooy ping foo c8a"))
    assert said == [(Cut, "QLD-0-3:wagering-period"), (Deal, "QLD-6-13(1)"), (Deal, "QLD-6-13(1)")]


def test_a_wager_taken_back_leaves_a_legal_one() -> None:
    good(f"{GAME}{ANN}2 Ann: reduce wager to 4\n=! refused [QLD-0-13(1)]\n2 Ann: reduce wager to 5\n"
         f"{WINS}{BANK}2: house way\n"
         "= 2 Ann wager win 4.75\n")
    good(f"{GAME}{ANN}box 3 Ann: 50\n2 Ann: reduce wager to 60\n=! refused [QLD-6-16(2)(b)]\n{WINS}"
         f"deal 3: chong chong bon bon\n{BANK}2: house way\n3: house way\n")


def test_two_boxes_for_the_only_player() -> None:
    """The box with more on it is set first, before the other's tiles are looked at, and not set again."""
    text = (f"{GAME}box 2 Ann: 20\nbox 3 Ann: 40\n{WINS}deal 3: chong chong bon bon\n{BANK}"
            "3: house way\n3: set low bon bon high chong chong\n=! refused [QLD-6-16(2)(d)]\n2: house way\n")
    played = good(text)
    chose = [event.hand for event in played.events if type(event) is Chose]
    assert chose == ["3", "2"]
    asked: dict[str, tuple[int, int]] = {}
    t = Table(game("qld/pai-gow"))
    play = t.play()
    request: Asked = next(play)
    for answer in played.records[0].answers:
        if isinstance(request, Choose):
            asked.setdefault(request.hand, (t.hands["3"].seat, t.hands["2"].seat))
        try:
            request = play.send(answer)
        except StopIteration:
            break
    assert asked == {"3": (3, 0), "2": (3, 2)}


def test_who_has_two_boxes_keeps_one_when_others_come() -> None:
    good(f"{GAME}box 2 Ann: 20\nbox 3 Ann: 40\nbox 4 Ben: 5\ndeal 3: chong chong bon bon\n"
         f"deal 4: mooy mooy ping ping\n{BANK}"
         "3: house way\n4: house way\n= 2 Ann wager void [QLD-6-16(2)(a)]\n= 3 Ann wager lose 40\n"
         "= 4 Ben wager lose 5\n")


def test_a_second_box_against_a_player_s_bank_goes_back_for_that_reason() -> None:
    first = (f"{GAME}box 2 Ann: 10\nbox 3 Ben: 20\n{WINS}deal 3: chong chong bon bon\n{BANK}2: house way\n"
             "3: house way\nnext round\n")
    played = good(f"{first}box 2 Ann: 40\nbox 4 Ann: 20\nbox 3 Ben: bank 100\n{WINS}deal 3: yun yun gor gor\n"
                  "2: house way\n3: house way\n")
    assert [line.clause for line in played.lines if line.box == 4] == ["QLD-6-16(2)"]


def test_two_boxes_of_one_player_stay_twice_apart_when_others_go() -> None:
    """Box 2 was for Ben to set. He takes his 20 back when the tiles are dealt again: Ann's 50 is not twice 40."""
    good(f"{GAME}box 3 Ann: 50\nbox 2 Ben: 20\nbox 2 Ann: 40\n{WINS}deal 3: chong chong bon bon\n{BANK}"
         f"! wrong-dealing-order reconstructed=no\n2 Ben: withdraw\ndeal 3: chong chong bon bon\n{BANK}3: house way\n"
         "= 2 Ben wager void [QLD-6-42]\n= 2 Ann wager void [QLD-6-16(2)]\n= 3 Ann wager lose 50\n")


def test_another_may_set_the_tiles_of_a_second_box() -> None:
    good(f"{GAME}{ANN}box 3 Ben: 20\nbox 3 Ann: 30\n{WINS}deal 3: chong chong bon bon\n{BANK}2: house way\n"
         f"3 Ben: house way\n")


# -- 14(4), (5) and 15(2): who sets which tiles when -----------------------------------------------------------------


def chosen(played: Played) -> list[tuple[str, str]]:
    return [(event.hand, event.player) for event in played.events if type(event) is Chose]


def test_boxes_with_half_the_maximum_are_set_first() -> None:
    boxes = "box 2 Ann: 10\nbox 3 Ben: 499.50\nbox 4 Cat: 250\nbox 4 Dan: 250\n"
    deals = f"{WINS}deal 3: chong chong bon bon\ndeal 4: mooy mooy ping ping\n{BANK}"
    played = good(f"{GAME}{boxes}{deals}4: house way\n3: house way\n2: house way\n")
    assert [hand for hand, _ in chosen(played)] == ["4", "2", "3"]
    marks = [event for event in played.events if isinstance(event, Announced) and event.clause == "QLD-6-14(4)(a)"]
    assert [mark.what for mark in marks] == ["priority set marker on box 4"]
    # It lies there before the tiles come, also where one player has both boxes.
    two = good(f"{GAME}box 2 Ann: 500\nbox 3 Ann: 20\n{WINS}deal 3: chong chong bon bon\n{BANK}"
               "2: house way\n3: house way\n")
    for either in (played, two):
        told = [type(event) for event in either.events if isinstance(event, Announced | Dealt)]
        assert told[0] is Announced and told.count(Announced) == 1
    # None where all boxes are like that, or there is only one; then in the order of the deal.
    much = boxes.replace("499.50", "500").replace("10", "500")
    for text in (f"{much}{deals}4: house way\n3: house way\n2: house way\n", f"box 2 Ann: 500\n"
        f"{WINS}{BANK}2: house way\n"):
        played = good(f"{GAME}{text}")
        assert not any(isinstance(event, Announced) for event in played.events)
        assert [hand for hand, _ in chosen(played)] in (["2", "3", "4"], ["2"])


SHARED = f"{GAME}box 2 Ben: 10\nbox 2 Ann: 20\n{WINS}{BANK}"


def test_the_first_player_sets_or_has_another_do_so() -> None:
    good(f"{SHARED}2 Ann: house way\n=! refused [QLD-6-15(2)(a)]\n2 Ben: house way\n")
    assert chosen(good(f"{SHARED}2 Ben: authorise Ann\n2 Ann: house way\n"))[-1] == ("2", "Ann")
    assert chosen(good(f"{SHARED}! player-absent box=2\n=! ruled [QLD-6-15(2)(c)]\n"
                       f"2 Ann: house way\n")) == [("2", "Ann")]
    good(f"{GAME}{ANN}{WINS}{BANK}! player-absent box=2\n=! refused [QLD-6-15(2)(c)]\n2: house way\n")


def test_only_a_box_that_must_wait_is_told_so() -> None:
    """14(5) makes a box wait for those with a marker, not for others that are asked before it."""
    boxes = (f"{GAME}{ANN}box 3 Ben: 10\n{WINS}deal 3: chong chong bon bon\n{BANK}3 Ben: house way\n"
             "=! refused [QLD-6-14(5)]\n2: house way\n3: house way\n")
    good(boxes.replace(ANN, "box 2 Ann: 500\n"))
    assert "expected refused [QLD-6-14(5)]" in settle(boxes).failures[0]


def test_reports_about_a_box_without_a_wager() -> None:
    out = (f"{GAME}{ANN}box 3 Ben: 10\n{WINS}deal 3: chong foo bon c9a\n{BANK}! tile-exposed box=3 tile=chong\n"
           "! tile-exposed box=3 tile=bon\n3: withdraw\n")
    assert "box=3 has no wager" in refused(f"{out}! player-absent box=3\n2: house way\n")
    good(f"{out}! tiles-handled box=3 player=Ben\n=! ruled [QLD-6-26(3)]\n2: house way\n")


def test_the_same_tile_is_not_exposed_twice() -> None:
    shown = "! tile-exposed box=2 tile=foo\n"
    text = f"{GAME}{ANN}deal 2: teen teen day foo\n{BANK}{shown}{shown}"
    assert "tile=foo of 2 lies open already" in refused(f"{text}2: withdraw\n")
    good(f"{text.replace('=foo', '=teen')}=! ruled [QLD-6-40(3)]\n2: withdraw\n")


def test_tiles_dealt_again_are_shuffled_under_the_clause_that_says_so() -> None:
    eve = f"{GAME}banker 5 Eve\n{ANN}{WINS}deal 5: yun chong gor foo\n"
    asked: list[str] = []

    def shuffles(text: str) -> list[str]:
        played, t = good(text), Table(game("qld/pai-gow"))
        t.game.state_told(t, "banker", "5 Eve")
        play = t.play()
        request: Asked = next(play)
        asked.clear()
        for answer in played.records[0].answers:
            asked.extend([request.clause] if isinstance(request, Shuffle) else [])
            try:
                request = play.send(answer)
            except StopIteration:
                break
        return asked

    rest = f"{WINS}deal 5: yun chong gor foo\n2: house way\n5: house way\n"
    assert shuffles(f"{eve}! tile-exposed box=5 tile=yun\n! tile-exposed box=5 tile=gor\n5: redeal\n{rest}") == [
        "QLD-6-21(1)", "QLD-6-40(4)"]
    assert shuffles(f"{eve}! wrong-dealing-order reconstructed=no\n{rest}") == ["QLD-6-21(1)", "QLD-6-39(2)"]


def test_the_first_player_is_who_has_wagered_there_the_longest() -> None:
    again = SHARED.replace(GAME, "").replace("box 2 Ben: 10\nbox 2 Ann: 20", "box 2 Ann: 20\nbox 2 Ben: 10")
    played = good(f"{SHARED}2 Ben: house way\nnext round\n{again}2 Ben: house way\n")
    assert chosen(played) == [("2", "Ben"), ("2", "Ben")]


# -- 27 to 29: setting --------------------------------------------------------------------------------------------


def test_tiles_in_any_order_and_hands_by_either_name() -> None:
    for way in ("low foo teen high c9b teen", "low teen foo high teen c9b", "low teen c9b high teen foo"):
        played = good(f"{GAME}{ANN}deal 2: teen teen c9b foo\n{WEAK}2: set {way}\n")
        assert [event.cards for event in played.events if type(event) is Shown][-1] == ("teen", "teen", "c9b", "foo")
        assert [line.outcome for line in played.lines] == ["win"]


@pytest.mark.parametrize(("way", "clause"), [
    ("set low foo c9a high teen teen", "27"), ("set low teen foo high teen c9b c9b", "2:hand"), ("set", "2:hand"),
    ("set low", "2:hand"), ("set low x y high z w", "27"), ("set low teen teen high foo foo", "27"),
])
def test_a_setting_of_other_tiles(way: str, clause: str) -> None:
    no = refused(f"{GAME}{ANN}deal 2: teen teen c9b foo\n{BANK}2: {way}\n")
    assert f"[QLD-6-{clause}]" in no and "c9b" not in no.replace(way, "") and "\n" not in no


def test_a_setting_is_not_changed_once_the_bank_is_turned_up() -> None:
    good(f"{GAME}banker 5 Eve\n{ANN}box 3 Ben: 10\n{WINS}deal 3: chong chong bon bon\ndeal 5: mooy ping foo c8a\n"
         f"2: house way\n3: house way\n"
         "2: set low day teen high day teen\n=! refused [QLD-6-28(5)]\n5: house way\n")


def test_the_house_way_is_set_after_the_bank() -> None:
    played = good(f"{GAME}{ANN}box 3 Ben: 10\nbox 4 Cat: 5\n{WINS}deal 3: chong chong bon bon\n"
                  f"deal 4: mooy mooy ping ping\n"
                  f"{BANK}2: house way\n3: set low bon bon high chong chong\n4: house way\n")
    assert [event.hand for event in played.events if type(event) is Shown] == ["banker", "3", "2", "4"]


def test_silence_sets_the_house_way_as_a_house_rule() -> None:
    t, pit = Table(game("qld/pai-gow")), Pit("teen teen day day", "mooy ping foo c8a")
    drive(t, pit)
    asked = next(request for request in pit.asked if isinstance(request, Choose))
    silence = silence_of(t.game, asked)
    assert silence is not None and (silence.name, silence.clause) == ("house way", "")


def test_tiles_that_nobody_has_entered_are_set_face_down() -> None:
    """At a table of real tiles: how they were set is told once they are turned up."""
    t = Table(game("qld/pai-gow"))

    class Dealer(Pit):
        def answer(self, t: Table, request: Asked) -> Answer:
            match request:
                case Deal():
                    return Cards(("??",) * 4)
                case Reveal():
                    return Cards(self.tiles[request.hand])
                case Choose() if len(request.options) == 2 and request.options[0].name == "set":
                    return Choice(request.hand, "set", request.player)
            return super().answer(t, request)

    drive(t, Dealer("teen teen c9b foo", "mooy ping foo c8a", way="set low foo teen high teen c9b"))
    assert [(line.outcome, line.pays) for line in t.lines] == [("win", 95_00)]


# -- secret ----------------------------------------------------------------------------------------------------------


def test_nobody_sees_another_s_tiles_or_what_they_may_be_set_as() -> None:
    """Byte for byte: with other hidden tiles, settings and choices the views of all others are the same."""
    views = []
    for tiles, way in (
        ("teen teen c9b foo", "set low foo teen high c9b teen"), ("look g3 mooy gor", "set low g3 gor high look mooy"),
    ):
        t = Table(game("qld/pai-gow"))
        wagers = Place(2, "Ann", (("wager", 100_00),)), Place(3, "Ben", (("wager", 50_00),))
        pit = Pit(tiles, "c9a c5a bon ping", way=way, wagers=wagers)
        pit.tiles["3"] = ("day", "day", "yun", "yun")
        play, seen = t.play(), []
        request: Asked = next(play)
        while not (isinstance(request, Reveal) and request.hand == "banker"):
            seen += [view_bytes(t, 3), view_bytes(t), view_bytes(t, 1)]
            if isinstance(request, Choose):
                assert all(name in ("set", "house way") for name in request.named())
                if request.hand == "2":
                    play.send(Choice("3", "house way", "Ben"))
                    seen.append(str(t.events.pop()).encode())
                    play.send(Choice("2", "house way", "Ben"))
                    seen.append(str(t.events.pop()).encode())
            answer = Choice("3", "house way", "Ben") if getattr(request, "hand", "") == "3" else pit.answer(t, request)
            request = play.send(answer)
        views.append([*seen, view_bytes(t, 3), view_bytes(t)])
    assert views[0] == views[1]
