"""What may be decided is said by the game: in words, with what it costs and what silence means, for every screen."""

from __future__ import annotations

import pytest

from pitboss.floor.words import asked
from pitboss.rulebooks import game, games
from pitboss.table.acts import Cards, Close, Irregular, Place, Shuffled
from pitboss.table.decisions import BACK, LEAVES, PUTS, known
from pitboss.table.requests import Asked, Choose
from pitboss.table.table import Table


class Played:
    """A round that is told answers by hand."""

    def __init__(self, id: str, *answers: object) -> None:
        self.t = Table(game(id))
        self._play = self.t.play()
        self.request: Asked = next(self._play)
        for answer in answers:
            self.send(answer)

    def send(self, answer: object) -> None:
        self.request = self._play.send(answer)  # type: ignore[arg-type]

    def asked(self) -> dict[str, object]:
        assert isinstance(self.request, Choose), self.request
        return asked(self.request, self.t)


def three_card() -> Played:
    return Played(
        "qld/three-card-poker", Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close(), Cards(("As", "7d", "2c")),
        Cards(("Ks", "Qd", "4c")),
    )


def options(told: dict[str, object]) -> dict[str, dict[str, object]]:
    return {one["name"]: one for one in told["options"]}  # type: ignore[attr-defined]


def test_a_choice_carries_its_meaning_and_its_cost() -> None:
    told = three_card().asked()
    bet, fold = options(told)["bet"], options(told)["fold"]
    assert (bet["means"], bet["moves"], bet["least"], bet["most"]) == (
        "as much as the ante, to play on", PUTS, 1000, 1000,
    )
    assert (fold["means"], fold["moves"], fold["most"]) == ("give up the hand and all its wagers", "", None)
    assert told["place"] == "box 1" and told["pass"] is None


def test_silence_is_told_with_its_clause_or_as_the_house_s_rule() -> None:
    silence = three_card().asked()["silence"]
    assert silence == {"name": "fold", "words": "give up the hand and all its wagers", "clause": ""}
    nsw = Played(
        "nsw/texas-holdem-bonus-poker", Shuffled(), Place(1, "Ann", (("ante", 1000),)), Close(),
    )
    cards = iter(("As", "7d", "2c", "Kh", "Qd", "4c", "9s", "3h", "8d", "Tc", "5h"))
    for _ in range(9):
        if isinstance(nsw.request, Choose):
            break
        nsw.send(Cards(tuple(next(cards) for _ in range(getattr(nsw.request, "count", 0)))))
    assert nsw.asked()["silence"] == {"name": "no decision", "words": "the hand is folded", "clause": "NSW-11.13"}


def test_what_comes_back_is_told_as_an_amount() -> None:
    played = three_card()
    played.send(Irregular("cards-without-ante", {"box": "3"}))
    told = options(played.asked())
    assert (told["retract"]["moves"], told["retract"]["back"]) == (BACK, 1000)
    assert (told["continue"]["moves"], told["continue"]["back"]) == ("", 0)


def test_one_name_may_stand_for_several_and_belong_to_two() -> None:
    baccarat, blackjack = game("qld/baccarat"), game("qld/blackjack")
    reduce = known(baccarat, "reduce banker")
    assert reduce is not None and reduce.leaves and LEAVES == "leaves"
    player, manager = known(blackjack, "refuse"), known(blackjack, "refuse", "manager")
    assert player is not None and manager is not None and player.means != manager.means
    assert known(baccarat, "split") is None


@pytest.mark.parametrize("id", games(), ids=str)
def test_everything_declared_has_words_and_a_letter_of_its_own(id: str) -> None:
    made = game(id)
    assert [one.name for one in made.all_decisions.values() if not one.means or len(one.means.split()) > 12] == []
    keys = [one.key for one in made.all_decisions.values() if one.key]
    assert all(len(key) == 1 and key not in "nzwiuvljme" for key in keys)
