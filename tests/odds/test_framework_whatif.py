"""What-ifs: any pay line of any game, on that one game and no other; bad settings in one clear line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import pytest

from pitboss.hands.three_card import ThreeCardCategory
from pitboss.money import Sum
from pitboss.odds import analyse, analysed_games, analysis_of, par_sheet
from pitboss.odds.analysis import Analysis, BadQuestion
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work
from pitboss.odds.par import WagerPar
from pitboss.odds.whatif import change, lines_of, plain
from pitboss.rulebooks import game, games
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.community import Community
from pitboss.table.game import Game

THREE = "qld/three-card-poker"


class Dummy(Analysis[Game]):
    """An analysis that looks at nothing."""

    provisions: ClassVar = {
        "dealer.qualifies": {
            "any hand": ("qualifies", lambda game, dealer: True),
            "no hand": ("qualifies", lambda game, dealer: False),
        },
    }

    def wagers(self) -> tuple[WagerPar, ...]:
        return ()


class Fixed(Dummy):
    """One whose game has no rules to change."""

    provisions: ClassVar = {}


def odds_of(made: Game) -> dict[tuple[str, Any], str]:
    return {(wager, line): str(paid) for wager, table in made.pay.items() for line, (paid, _) in table.lines.items()}


LINES = [
    (id, wager, line)
    for id in games()
    for wager, table in game(id).pay.items()
    for line in lines_of(table)
]


def test_every_pay_line_has_a_name_of_its_own() -> None:
    for id in games():
        for wager, table in game(id).pay.items():
            assert len(lines_of(table)) == len(table.lines), (id, wager)
            assert all(lines_of(table)), "no line is without a name"


@pytest.mark.parametrize(("id", "wager", "line"), LINES)
def test_any_pay_line_can_be_set_and_nothing_else_moves(id: str, wager: str, line: str) -> None:
    made, untouched = game(id), game(id)
    before = odds_of(untouched)
    # A line that pays a sum takes another sum.
    value = "$123" if isinstance(untouched.pay[wager].lines[lines_of(made.pay[wager])[line]][0], Sum) else "123 to 7"
    (told,) = change(made, [f"{wager}.{line}={value}"], Fixed)
    table = made.pay[wager]
    key = lines_of(table)[line]
    assert told == f"{wager}, {line}: {value} instead of {before[wager, key]}"
    assert odds_of(made) == {**before, (wager, key): value}
    assert table.lines[key][0].pays(700) == 12300
    assert table.lines[key][1] == untouched.pay[wager].lines[key][1], "the clause stays"
    assert table.otherwise == untouched.pay[wager].otherwise
    assert odds_of(untouched) == odds_of(game(id)) == before
    printed = (*type(made).pay_tables, *(table for side in type(made).offers for table in side.pay_tables))
    assert {table.wager: table for table in printed if table.holds(made.options)} == game(id).pay


@pytest.mark.parametrize("name", [
    "pair plus.three of a kind", "Pair-Plus.Three-of-a-Kind", "pair_plus.three_of_a_kind",
    " PAIR  PLUS . THREE OF A KIND ", "pair plus.three-of_a kind",
])
@pytest.mark.parametrize(("value", "shown"), [
    ("30 to 1", "30 to 1"), ("30:1", "30 to 1"), (" 30 : 1 ", "30 to 1"), ("30-to-1", "30 to 1"),
    ("30 TO 1", "30 to 1"), ("30_to_1", "30 to 1"), ("30  to\t1", "30 to 1"), ("7.5 to 1", "7.5 to 1"),
    ("0.5 to 0.25", "0.5 to 0.25"), ("9999999 to 1", "9999999 to 1"),
])
def test_ways_to_write_a_setting(name: str, value: str, shown: str) -> None:
    made = game(THREE)
    (told,) = change(made, [f"{name}={value}"], Fixed)
    assert told == f"pair plus, three of a kind: {shown} instead of 25 to 1"


def test_the_one_line_of_a_table_needs_no_name() -> None:
    made = game("qld/roulette")
    assert change(made, ["straight up=36 to 1"], Fixed) == ("straight up, win: 36 to 1 instead of 35 to 1",)


def test_a_line_set_twice_tells_both_steps() -> None:
    told = change(game(THREE), ["pair plus.flush=3 to 1", "pair plus.flush=5 to 1"], Fixed)
    assert told == ("pair plus, flush: 3 to 1 instead of 4 to 1", "pair plus, flush: 5 to 1 instead of 3 to 1")


@pytest.mark.parametrize(("setting", "line"), [
    ("pair plus.flush", "--set 'pair plus.flush' is not wager.line=odds; such as 'ante bonus.straight=1 to 1'"),
    ("", "--set '' is not wager.line=odds; such as 'ante bonus.straight=1 to 1'"),
    ("side bet.flush=3 to 1", f"no pay table 'side bet' in {THREE}; it has ante bonus, pair plus, dealer.qualifies"),
    ("=3 to 1", f"no pay table '' in {THREE}; it has ante bonus, pair plus, dealer.qualifies"),
    ("dealer.stands=soft 17", f"no pay table 'dealer' in {THREE}; it has ante bonus, pair plus, dealer.qualifies"),
    ("ante bonus.flush=3 to 1",
     "no line 'flush' in the pay table of ante bonus; it has straight, three of a kind, straight flush"),
    ("ante bonus=3 to 1",
     "no line '' in the pay table of ante bonus; it has straight, three of a kind, straight flush"),
    ("ante bonus.=3 to 1",
     "no line '' in the pay table of ante bonus; it has straight, three of a kind, straight flush"),
    ("dealer.qualifies=king high", "dealer.qualifies cannot be 'king high'; it can be any hand, no hand"),
    ("dealer.qualifies=", "dealer.qualifies cannot be ''; it can be any hand, no hand"),
])
def test_a_setting_that_cannot_be_is_told_in_one_line(setting: str, line: str) -> None:
    with pytest.raises(BadQuestion) as bad:
        change(game(THREE), [setting], Dummy)
    assert str(bad.value) == line


@pytest.mark.parametrize("value", [
    "0 to 0", "0 to 1", "1 to 0", "0.0 to 1", "3", "3 to", "to 1", "", " ", "abc to 1", "1 to abc",
    "-3 to 1", "3 to -1", "+3 to 1", "-3-to-1", "3-to--1", "3:-1", "3 to 1 to 1", "3/2", "3 for 1", "3 1", "3-1",
    "3to1", "3-to_1", "1e3 to 1", "1e999999999 to 1", "1_000 to 1", "3,000 to 1", "inf to 1", "nan to 1", "٣ to 1",
    "0x3 to 1", ".5 to 1", "1. to 2", "3 to 1;", "3 to 1\n4 to 1",
])
def test_what_are_not_odds(value: str) -> None:
    made = game(THREE)
    with pytest.raises(BadQuestion, match=r"are not odds; write them as '3 to 2'") as bad:
        change(made, [f"pair plus.flush={value}"], Dummy)
    assert "\n" not in str(bad.value)
    assert odds_of(made) == odds_of(game(THREE))


@pytest.mark.parametrize("value", ["10000000 to 1", "1 to 10000000", f"{'9' * 5000} to 1", f"1.{'0' * 5000}1 to 1"])
def test_odds_too_long_to_mean_anything(value: str) -> None:
    with pytest.raises(BadQuestion, match=r"^odds longer than 7 digits on a side are not looked at$"):
        change(game(THREE), [f"pair plus.flush={value}"], Dummy)


@pytest.mark.parametrize(("name", "alike"), [
    (6, "6"), ("6-line", "6 line"), (" Ace  and_King-suited", "ace and king suited"),
    (ThreeCardCategory.STRAIGHT, "straight"), (ThreeCardCategory.THREE_OF_A_KIND, "three of a kind"),
    ("don't win bet", "don't win bet"),
])
def test_names_are_made_alike(name: object, alike: str) -> None:
    assert plain(name) == plain(alike) == alike


# -- rules -----------------------------------------------------------------------------------------------

NOTHING = ThreeCardPoker().value(["2c", "3d", "5h"])


@pytest.mark.parametrize("setting", [
    "dealer.qualifies=any hand", "Dealer.Qualifies = any-hand", " dealer.qualifies=ANY_HAND ",
])
def test_a_rule_is_changed_on_one_game_only(setting: str) -> None:
    made, other = game(THREE), game(THREE)
    assert isinstance(made, ThreeCardPoker) and isinstance(other, ThreeCardPoker)
    assert change(made, [setting], Dummy) == ("dealer.qualifies = any hand",)
    assert made.qualifies(NOTHING)
    assert not other.qualifies(NOTHING) and not ThreeCardPoker().qualifies(NOTHING)
    assert "qualifies" in vars(made) and "qualifies" not in vars(other)


def test_the_rule_is_what_the_round_asks() -> None:
    made = game(THREE)
    assert isinstance(made, ThreeCardPoker)
    change(made, ["dealer.qualifies=no hand"], Dummy)
    aces = made.value(["Ac", "Ad", "Ah"])
    assert made.outcome(NOTHING, aces) == "not qualified"


def test_the_last_of_two_settings_counts() -> None:
    made = game(THREE)
    assert isinstance(made, ThreeCardPoker)
    change(made, ["dealer.qualifies=no hand", "dealer.qualifies=any hand"], Dummy)
    assert made.qualifies(NOTHING)


def test_a_game_with_no_pay_table_says_how_a_setting_looks() -> None:
    made = game(THREE)
    made.pay = {}
    with pytest.raises(BadQuestion, match=r"is not wager\.line=odds; such as"):
        change(made, ["nonsense"], Dummy)


# -- asking ----------------------------------------------------------------------------------------------


def test_a_variant_is_analysed_as_the_game_it_builds_on() -> None:
    class Other(ThreeCardPoker):
        pass

    assert analysis_of(Other) is analysis_of(ThreeCardPoker)
    assert analysis_of(ThreeCardPoker).__name__ == "AnteAndRaiseOdds"


def test_an_analysis_is_found_by_the_name_of_the_file_and_the_game_it_is_of() -> None:
    assert "qld/blackjack" in analysed_games() and "qld/soft-17-blackjack" not in analysed_games()
    # What is left out is a variant of one that is there.
    assert {analysis_of(made) for made in games().values()} == {analysis_of(games()[id]) for id in analysed_games()}
    for id in analysed_games():
        files = [base.__module__ for base in games()[id].__mro__ if issubclass(base, Game)]
        assert any(file.endswith(analysis_of(games()[id]).__module__.rpartition(".")[2]) for file in files)


def test_a_game_with_no_file_of_its_own_is_analysed_as_its_family_is() -> None:
    class Newcomer(Community):
        __module__ = "pitboss.rulebooks.other.newcomer"

    assert analysis_of(Newcomer).__module__ == "pitboss.odds.community"
    assert analysis_of(games()["cbr/casino-holdem-poker"]) is analysis_of(games()["nsw/texas-holdem-bonus-poker"])


def test_rules_are_those_that_the_game_has() -> None:
    def rules(id: str) -> list[str]:
        return list(analysis_of(games()[id]).rules_of(game(id)))

    assert rules("cbr/casino-holdem-poker") == rules(THREE) == ["dealer.qualifies"]
    assert rules("nsw/texas-holdem-bonus-poker") == ["ante.wins-with"]


def test_data_of_a_game_is_put_another_way_on_that_game_only() -> None:
    id = "nsw/texas-holdem-bonus-poker"
    made, other = game(id), game(id)
    assert isinstance(made, Community) and isinstance(other, Community)
    assert change(made, ["ante.wins-with=two pair or higher"], analysis_of(type(made))) == (
        "ante.wins-with = two pair or higher",
    )
    assert made.wins_with["ante"].label == "two pair" and other.wins_with["ante"].label == "flush"


def test_another_game_from_a_file_of_that_name_is_not_taken_for_it() -> None:
    class Namesake(Game):
        round = refuse_wager = refuse_late = None  # type: ignore[assignment]
        __module__ = "pitboss.rulebooks.other.roulette"

    Namesake.id = "other/roulette"
    with pytest.raises(BadQuestion, match="other/roulette has no exact analysis yet"):
        analysis_of(Namesake)


def test_a_game_without_an_analysis() -> None:
    class Alien(Game):
        round = refuse_wager = refuse_late = None  # type: ignore[assignment]

    with pytest.raises(BadQuestion, match="has no exact analysis yet; there is one for qld/baccarat, qld/b"):
        analysis_of(Alien)


def test_a_what_if_leaves_the_next_question_alone() -> None:
    changed = par_sheet("qld/roulette", settings=["straight up=36 to 1"])
    assert changed.row("straight up").house_edge == 0
    assert changed.changes == ("straight up, win: 36 to 1 instead of 35 to 1",)
    plain_sheet = par_sheet("qld/roulette")
    assert plain_sheet.row("straight up").house_edge == Fraction(1, 37)
    assert plain_sheet.changes == ()


def test_what_an_analysis_is_told(tmp_path: Any) -> None:
    work = Work(Cache(tmp_path))
    made = analyse("qld/roulette", {"wheel": "00", "minimum": "5"}, work=work)
    assert made.work is work
    assert made.stake == 500
    assert made.game.options["wheel"] == "00"
    assert made.sheet is made.sheet, "made once"
    assert analyse("qld/roulette", stake=700).stake == 700


def test_a_shoe_where_there_is_none() -> None:
    with pytest.raises(BadQuestion, match="qld/roulette is not analysed by what is left in a shoe"):
        analyse("qld/roulette", shoe={"A": 1})
