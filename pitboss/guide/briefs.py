"""How to play, in a minute: a few sentences a game, each with the clause it rests on."""

from __future__ import annotations

BRIEFS: dict[str, tuple[tuple[str, str], ...]] = {
    "qld/blackjack": (
        ("Come closer to 21 than the dealer without going over.", "QLD-2-14(2)(b)"),
        ("Picture cards count 10; an ace counts 11, or 1 where 11 would be too much.", "QLD-2-5(2)"),
        ("Put your wager in a box before the first card.", "QLD-2-14(1)"),
        ("Your cards lie face up. Draw another, or stand on what you have; over 21 you lose at once.", "QLD-2-28(1)"),
        ("With two cards of 9, 10 or 11 you may double: one more stake, one more card.", "QLD-2-26(1)"),
        ("Two cards of the same value may be split into two hands.", "QLD-2-27(1)"),
        ("When the dealer shows an ace you may insure, up to half your stake.", "QLD-2-25(2)"),
        ("The dealer draws to 16 and stands on 17 or more.", "QLD-2-29(1)"),
        ("An ace with a ten or a picture, as your first two cards, is blackjack and pays 3 to 2.", "QLD-2-15(2)"),
    ),
    "qld/soft-17-blackjack": (
        ("This is blackjack with one change: the dealer also draws on a 17 in which an ace counts 11.", "QLD-2d-3"),
        ("Come closer to 21 than the dealer without going over.", "QLD-2-14(2)(b)"),
        ("Draw, stand, double or split as at any blackjack table.", "QLD-2-21(2)"),
        ("An ace with a ten or a picture, as your first two cards, is blackjack and pays 3 to 2.", "QLD-2-15(2)"),
    ),
    "qld/baccarat": (
        ("Two hands are dealt, player and banker. Say which will be worth more, or that they tie.", "QLD-1-4(3)"),
        ("Tens and pictures count nothing, aces one; only the last figure of the sum counts.", "QLD-1-2:point-count"),
        ("There is nothing to decide: a fixed rule says who takes a third card.", "QLD-1-17(2)"),
        ("Eight or nine with two cards ends it at once.", "QLD-1-18"),
        ("Player pays 1 to 1.", "QLD-1-11(1)"), ("Banker pays 19 to 20.", "QLD-1-11(2)"),
        ("A tie pays 8 to 1.", "QLD-1-11(3)"),
    ),
    "qld/craps": (
        ("Two dice are thrown. Start with the win bet.", "QLD-4-4:win-bet"),
        ("On the first throw 7 or 11 wins and 2, 3 or 12 loses. Anything else becomes the point.", "QLD-4-4:win-bet"),
        ("Then the point must come before a 7. While it stands, the win bet stays where it is.", "QLD-4-6(2)"),
        ("Once there is a point you may back the bet with odds, paid at their true worth.", "QLD-4-14(5)"),
        ("Don't win is the other side: a 7 before the point.", "QLD-4-4:dont-win-bet"),
        ("Field, any 7 and the other bets in the middle are decided by the next throw.", "QLD-4-4:field-bet"),
    ),
    "qld/roulette": (
        ("Say where the ball will come to rest.", "QLD-7-8:straight-up"),
        ("Put chips on one number, on a line or corner between numbers, or on a whole group.", "QLD-7-9(3)"),
        ("The fewer numbers a bet covers, the more it pays: 35 to 1 for one, 1 to 1 for half of them.", "QLD-7-16(1)"),
        ("Red, black, odd, even, high, low, columns and dozens lose on zero.", "QLD-7-16(2)"),
        ("After 'no more bets' nothing may be placed or moved.", "QLD-7-9(4)"),
    ),
    "qld/three-card-poker": (
        ("Three cards for you, three for the dealer; the better hand wins.", "QLD-12-21(1)"),
        ("Put down an ante. Pair plus is a second bet, on your own three cards alone.", "QLD-12-14"),
        ("Look at your cards, then fold, or bet as much as the ante again.", "QLD-12-17(5)"),
        ("With less than a queen the dealer does not qualify: the ante wins, the bet comes back.", "QLD-12-19(2)(a)"),
        ("If the dealer qualifies and you are better, ante and bet both pay 1 to 1.", "QLD-12-21(2)(a)"),
        ("A straight or better pays an ante bonus, whatever the dealer has.", "QLD-12-22(2)"),
        ("A straight beats a flush here, and three of a kind beats a straight.", "QLD-12-9(1)"),
    ),
    "nsw/texas-holdem-bonus-poker": (
        ("Two cards of your own and five on the board: your best five against the dealer's.", "NSW-10.8"),
        ("Put down an ante before the cards. The ante bonus is on your own two cards alone.", "NSW-5.2"),
        ("After your two cards: fold, or bet twice the ante to see three board cards.", "NSW-9.1.2"),
        ("Then check, or bet the ante again; and once more after the fourth card.", "NSW-9.2.3"),
        ("If you win, these bets pay 1 to 1.", "NSW-10.10:flop"),
        ("The ante itself pays only with a flush or better; with less it comes back.", "NSW-10.10:ante"),
        ("Equal hands give everything back.", "NSW-10.11"),
    ),
    "cbr/casino-holdem-poker": (
        ("Two cards of your own and five on the board: your best five against the dealer's.", "CBR-6.7"),
        ("Put down an ante. Super aces is a second bet, on your two cards and the flop.", "CBR-10.3"),
        ("You see your cards and three of the board, then fold, or call with twice the ante.", "CBR-7.2"),
        ("Super aces is paid only if you claim it before that choice is over.", "CBR-10.4"),
        ("The dealer needs a pair of fours. With less, every ante still in play wins.", "CBR-9.1"),
        ("If you are better, the call pays 1 to 1 and the ante by what you hold.", "CBR-8.1"),
        ("Equal hands give ante and call back.", "CBR-9.4"),
    ),
}
