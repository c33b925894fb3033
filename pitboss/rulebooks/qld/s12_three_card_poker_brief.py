"""QLD schedule 12: how three card poker is played, in a minute."""

from __future__ import annotations

from pitboss.law import schedule

S = schedule("QLD-12")

BRIEF = (
    ("Three cards for you, three for the dealer; the better hand wins.", S["21(1)"]),
    ("Put down an ante. Pair plus is a second bet, on your own three cards alone.", S["14"]),
    ("Look at your cards, then fold, or bet as much as the ante again.", S["17(5)"]),
    ("With less than a queen the dealer does not qualify: the ante wins, the bet comes back.", S["19(2)(a)"]),
    ("If the dealer qualifies and you are better, ante and bet both pay 1 to 1.", S["21(2)(a)"]),
    ("A straight or better pays an ante bonus, whatever the dealer has.", S["22(2)"]),
    ("A straight beats a flush here, and three of a kind beats a straight.", S["9(1)"]),
)
