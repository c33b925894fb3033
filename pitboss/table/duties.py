"""When staff do what they must: the words that schedules use, by the request a round stands at."""

from __future__ import annotations

from pitboss.table.requests import Burn, Choose, Cut, Deal, Direct, Gather, Offer, Reveal, Roll, Shuffle, Spin

MOMENTS: dict[type, tuple[str, ...]] = {
    Shuffle: ("shuffle",), Cut: ("shuffle", "cut"), Gather: ("wagers",), Deal: ("dealing", "deal"),
    Burn: ("burn", "dealing"), Roll: ("roll", "throw"), Spin: ("spin",), Reveal: ("reveal",), Choose: ("decisions",),
    Offer: ("decisions",), Direct: ("decisions",),
}
# Once a round is over, and before the next has its wagers.
AFTER = ("settlement", "between rounds")
