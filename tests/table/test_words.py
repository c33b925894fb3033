"""People write the same thing in several ways."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, games, settle
from pitboss.table.acts import Place
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table
from pitboss.table.wording import with_names


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures and not played.unstated, (played.failures, played.unstated)
    return played


def test_numbers_of_a_split_in_any_order() -> None:
    good("game qld/roulette\nbox 1 Ann: split 3/2 5, corner 5/4/2/1 5\nspin 2\n"
         "= 1 Ann split 3/2 win 85\n= 1 Ann corner 1/2/4/5 win 40\n")


def test_a_hardway_by_either_name() -> None:
    good("game qld/craps\nbox 1 Ann: win bet 5\nroll 4 4\nbox 1 Ann: 10 the hardway 4, 4 in the hardway 4\nroll 5 5\n"
         "roll 4 3\n= 1 Ann 10 the hardway win 30\n= 1 Ann 4 the hardway lose 4\n= 1 Ann win bet lose 5\n")


def test_betting_is_placing_the_flop_wager() -> None:
    start = "game nsw/texas-holdem-bonus-poker\nbox 1 Ann: ante 10\ndeal 1: As Ah\n"
    rest = ("deal board: Ad Kc 9s 4h 3c\ndeal dealer: Kd Qh\n1: bet\n1: check\n1: check\n"
            "= 1 Ann ante stand-off\n= 1 Ann flop win 20\n")
    good(start + rest)
    good(start + rest.replace("1: bet", "1: flop 20"))


# -- a bare amount -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", games(), ids=str)
def test_a_bare_amount_is_the_one_opening_wager(id: str) -> None:
    """The one that may lie there alone, or with what must match it; where there are several, the error lists them."""
    made = game(id)

    def placed(name: str) -> Place:
        return Place(made.first_box, "Ann", made.with_matched(((name, 500),)))

    beside = {*made.matched, *made.sides} - {made.opening}
    names = [name for name in made.wager_names() if name not in beside]
    alone = [name for name in names if made.wagering(Table(made), placed(name)) is None]
    assert made.opening == (alone[0] if len(alone) == 1 else "")
    bare = Place(1, "Ann", (("", 1000),))
    if made.opening:
        beside = ((name, 1000) for name in made.matched)
        assert with_names(made, bare) == Place(1, "Ann", ((made.opening, 1000), *beside))
    else:
        kinds = ", ".join(kind.name for kind in made.kinds)
        with pytest.raises(Unplayable, match=f"line 2: an amount alone .* which wager; {id} opens with {kinds}"):
            settle(f"game {id}\nbox 1 Ann: 10\n")


def test_a_bare_amount_beside_a_side_wager() -> None:
    played = good("game qld/three-card-poker\nbox 1 Ann: $10, pair plus 5\ndeal 1: 9h 9d 2c\ndeal dealer: Jc Td 4s\n"
                  "1: bet\n= 1 Ann ante win 10\n= 1 Ann bet void\n= 1 Ann pair plus win 5\n")
    assert not played.notes
    with pytest.raises(Unplayable, match="line 2: two amounts without a name; write 'ante 10'"):
        settle("game qld/three-card-poker\nbox 1 Ann: 10, 5\n")


# -- everyday words ----------------------------------------------------------------------------------------


def test_everyday_words_are_read_as_the_law_s_words_at_blackjack() -> None:
    played = good("game qld/blackjack\nbox 1 Ann: bet 10\nbox 2 Ben: 10\nbox 3 Cat: 10\n"
                  "deal 1: 6h 5c 9d\ndeal 2: Th 5d 2c\ndeal 3: Ts 8h\ndeal dealer: 8c Tc\n"
                  "1: double\n2: hit me\n2: stays\n3: stick\n"
                  "= 1 Ann bet wins 10\n= 1 Ann double won 10\n= 2 Ben bet lost 10\n= 3 Cat original push\n")
    assert played.notes == [
        "'bet' is read as original", "'double' is read as double down", "'hit me' is read as draw",
        "'stays' is read as stand", "'stick' is read as stand", "'push' is read as void",
    ]


def test_everyday_words_are_read_as_the_law_s_words_at_craps() -> None:
    played = good("game qld/craps\nbox 1 Ann: pass line 10, don't pass 5\nroll 2, 2\n"
                  "box 1 Ann: place 6 12, hard 4 5, field 5\nroll 1 3\n= 1 Ann pass line win 10\n"
                  "= 1 Ann don't pass lose 5\n= 1 Ann hard 4 lose 5\n= 1 Ann field win 5\n")
    assert played.notes == [
        "'pass line' is read as win bet", "\"don't pass\" is read as don't win bet", "'place 6' is read as place bet 6",
        "'hard 4' is read as 4 the hardway", "'field' is read as field bet",
    ]
    assert [wager.kind for wager in played.standing] == ["place bet 6"]


def test_everyday_words_are_read_as_the_law_s_words_elsewhere() -> None:
    good("game qld/roulette\nbox 1 Ann: straight 17 5, first dozen 5, 2nd 12 5, 1-18 5\nspin 17\n"
         "= 1 Ann straight 17 win 175\n= 1 Ann first dozen lose 5\n= 1 Ann dozen 2 win 10\n= 1 Ann low win 5\n")
    good("game qld/baccarat\nbox 1 Ann: bank 10, player wager 5\ndeal player: 2c 5d\ndeal banker: Kc 8d\n"
         "= 1 Ann banker win 9.50\n= 1 Ann player lose 5\n")
    good("game cbr/casino-holdem-poker\nbox 1 Ann: 10, bonus 5\ndeal 1: Kh 6d\ndeal dealer: 8c Qd\n"
         "deal board: Ks 4h 2c 8d 7s\n1: raise\n= 1 Ann ante win 10\n= 1 Ann raise win 20\n= 1 Ann bonus lose 5\n")
    good("game qld/three-card-poker\nbox 1 Ann: ante wager 10\ndeal 1: 9h 9d 2c\ndeal dealer: Jc Td 4s\n1: play\n"
         "= 1 Ann ante win 10\n= 1 Ann play void\n")


def test_a_push_is_what_the_schedule_calls_equal_hands() -> None:
    three = "game qld/three-card-poker\nbox 1 Ann: 10\ndeal 1: Ah Kd 9c\ndeal dealer: As Kc 9d\n1: bet\n"
    played = good(three + "= 1 Ann ante push\n= 1 Ann bet push\n")
    assert played.notes == ["'push' is read as stand-off"]


def test_a_word_that_may_mean_two_things_is_not_read() -> None:
    three = "game qld/three-card-poker\nbox 1 Ann: 10\ndeal 1: 9h 9d 2c\ndeal dealer: Jc Td 4s\n"
    with pytest.raises(Unplayable, match=r"line 5: refused: pass is not open to 1 \[QLD-12-17\(4\)\]; bet, fold"):
        settle(three + "1: pass\n")
