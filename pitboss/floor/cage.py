"""The cage: credits bought and paid, or play money; and vouchers. A voucher is an account of its own, so it cannot be
paid twice, whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Any, ClassVar

import msgspec

from pitboss.equipment.rng import Source
from pitboss.floor import commands as c
from pitboss.floor.approvals import Waiting, command_of, proposer, seconded
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import DAY_MS, TABLE, Desk, No, Result, Settings, body_of
from pitboss.floor.store import Store
from pitboss.money import Cents, show_amount
from pitboss.rulebooks import games
from pitboss.table.terminal import Terminal

STREAM = "cage"
# Where credits come from: bought at the cage, or given for nothing.
BOUGHT, GIVEN = "cage", "play-money"
# Where the worth of vouchers goes that nobody brought in time.
UNCLAIMED = "unclaimed"
CODE_DIGITS = 18
# How slow a code's mark is to make: two to this.
MARK_COST = 10
GOOD, REDEEMED, PAID, EXPIRED, VOID = "good", "redeemed", "paid", "expired", "void"


class Voucher(msgspec.Struct):
    """Credits on paper: who they were given to, until when they are good, and what became of them."""

    serial: str
    player: str
    amount: Cents
    expires: int
    mark: str
    state: str = GOOD


class Cage(Desk):
    """Where money comes in and goes out."""

    kind: ClassVar[str] = "cage"

    def __init__(self, store: Store, source: Source, settings: Settings) -> None:
        super().__init__(STREAM, store, source, settings)
        self.play = plays_for_nothing(store, settings)
        self.law = law_of_credits()
        self.vouchers: dict[str, Voucher] = {}
        self._by_code: dict[str, str] = {}
        # The number of the last serial; after a restore the end of the gap.
        self._serial = 0
        # What waits for a second person; and what was issued by one alone: when, to whom, how much.
        self.waiting = Waiting(self)
        self._issued: list[tuple[int, str, Cents]] = []
        # Is there such a player? Whoever keeps the people says.
        self.knows: Callable[[str], bool] = lambda player: True

    def carry_out(self, command: Command, who: Who) -> Result | None:
        match command:
            case c.Issue() | c.PayOut() if not self.knows(command.player):
                raise No(f"nobody here is called {command.player}")
            case c.Issue():
                return self.issue(who, command)
            case c.PayOut():
                self._worth_money("these credits are play money")
                self._has(command.player, command.amount)
                self.write("paid-out", who, {"player": command.player, "amount": command.amount,
                                             "clause": self.law.paying})
                self.post((f"player:{command.player}", -command.amount), (BOUGHT, command.amount))
                return {"credits": self.credits(command.player)}
            case c.TopUp():
                return self.give(who)
            case c.CashOut():
                return self.cash_out(who, command.amount)
            case c.Redeem():
                return self.redeem(who, command.code)
            case c.PayVoucher():
                return self.pay(who, command.code)
            case c.VoidVoucher():
                return self.void(who, command)
            case c.RenewVoucher():
                return self.renew(who, command)
            case c.Approve():
                return self._approve(command.n, who)
            case c.Withdraw():
                self.waiting.withdraw(command.n, who)
                return None
        raise No(f"{c.tag_of(type(command))} is nothing for the cage")

    def _approve(self, n: int, who: Who) -> Result | None:
        """What waited is done, as it was asked for."""
        proposal = self.waiting.approve(n, who)
        command = command_of(proposal)
        if isinstance(command, c.Issue):
            return self.issue(proposer(proposal), command, who.name)
        if isinstance(command, c.RenewVoucher):
            return self.renew(proposer(proposal), command, who.name)
        assert isinstance(command, c.VoidVoucher)
        return self.void(proposer(proposal), command, who.name)

    def issue(self, who: Who, command: c.Issue, second: str = "") -> Result | None:
        """Credits for cash, or what the law takes for it; on a floor that plays for nothing, for nothing. Much of it
        takes a second person."""
        player, amount, by = command.player, command.amount, "" if self.play else command.by
        refused = None if self.play else self.law.refuse_means(by)
        if refused is not None:
            raise No.of(refused)
        much = self._alone_today(player) + amount > self.settings.issue_limit
        if much and not second and not self.staffing.alone:
            limit = show_amount(self.settings.issue_limit)
            waits = self.waiting.put_up(command, who, f"{show_amount(amount)} to {player}")
            return waits | {"why": f"more than {limit} to one player within a day takes a second person"}
        clause = "" if self.play else self.law.buying_in
        body = {"player": player, "amount": amount, "clause": clause, "by": by}
        self.write("issued", who, body | seconded(second, much))
        self._count(self.now, player, amount, second)
        self.post((GIVEN if self.play else BOUGHT, -amount), (f"player:{player}", amount))
        return {"credits": self.credits(player), "play": self.play}

    def _alone_today(self, player: str) -> Cents:
        """What a player was issued within a day without a second person: parts add up."""
        return sum(amount for at, name, amount in self._issued if name == player and at > self.now - DAY_MS)

    def _count(self, at: int, player: str, amount: Cents, second: str) -> None:
        self._issued = [each for each in self._issued if each[0] > at - DAY_MS]
        if not second:
            self._issued.append((at, player, amount))

    def give(self, who: Who) -> Result | None:
        """Play money up to what everybody starts with; what lies on vouchers is not gone."""
        player = who.name
        if not self.play:
            raise No("no play money is given on this floor", self.law.buying_in, "credits are bought at the cage")
        own = [voucher for voucher in self.vouchers.values() if voucher.player == player]
        kept = sum(voucher.amount for voucher in own if self.lasts(voucher))
        missing = self.settings.guest_credits - self.credits(player) - kept
        if missing <= 0:
            vouchers = ", vouchers included" if kept else ""
            raise No("you have no less play money than you started with" + vouchers, legal="play, or redeem a voucher")
        self.write("play-money", who, {"player": player, "amount": missing})
        self.post((GIVEN, -missing), (f"player:{player}", missing))
        return {"credits": self.credits(player)}

    def _worth_money(self, what: str) -> None:
        if self.play:
            raise No(f"{what}, worth nothing at the cage", legal="play money is good for playing on this floor")

    def _has(self, player: str, amount: Cents) -> None:
        refused = self.law.refuse_payment(amount, self.credits(player))
        if refused is not None:
            raise No.of(refused)

    # -- vouchers ------------------------------------------------------------------------------------

    def cash_out(self, who: Who, amount: Cents) -> Result | None:
        self._has(who.name, amount)
        code = f"{self.source.below(10**CODE_DIGITS):0{CODE_DIGITS}}"
        serial = f"{'PLAY' if self.play else 'V'}{self._serial + 1:07}"
        expires = self.now + self.settings.voucher_days * DAY_MS
        salt = f"{self.source.below(10**CODE_DIGITS):0{CODE_DIGITS}}"
        voucher = Voucher(serial, who.name, self.law.voucher_for(amount), expires, mark_of(code, salt))
        self._enter(voucher, code)
        self.keep(f"voucher:{serial}", code.encode())
        self.write("voucher", who, msgspec.to_builtins(voucher) | {"clause": self.law.dispensing})
        self.post((f"player:{who.name}", -amount), (f"voucher:{serial}", amount))
        return {"serial": serial, "code": code, "amount": amount, "expires": expires,
                "credits": self.credits(who.name)}

    def redeem(self, who: Who, code: str) -> Result | None:
        """At a terminal, by the player it was given to."""
        voucher = self._good(code, who.name)
        self._close(who, voucher, REDEEMED, f"player:{who.name}")
        return {"amount": voucher.amount, "credits": self.credits(who.name)}

    def pay(self, who: Who, code: str) -> Result | None:
        """In cash, to whoever brings it."""
        voucher = self._good(code)
        self._worth_money(f"voucher {voucher.serial} is play money")
        self._close(who, voucher, PAID, BOUGHT)
        return {"serial": voucher.serial, "amount": voucher.amount}

    def void(self, who: Who, command: c.VoidVoucher, second: str = "") -> Result | None:
        """A voucher that is good is put right by hand, which takes a second person."""
        voucher = self.vouchers.get(command.serial)
        if voucher is None or voucher.state != GOOD:
            raise No(f"{command.serial} is no voucher that is still good")
        if not second and not self.staffing.alone:
            return self.waiting.put_up(command, who, command.reason)
        more = {"reason": command.reason, **seconded(second, True)}
        self._close(who, voucher, VOID, f"player:{voucher.player}", more)
        return {"amount": voucher.amount}

    def renew(self, who: Who, command: c.RenewVoucher, second: str = "") -> Result | None:
        """That a voucher ran out is taken back, which takes a second person: by a clock that was wrong, or out of
        kindness."""
        voucher = self.vouchers.get(command.serial)
        if voucher is None or voucher.state != EXPIRED:
            raise No(f"{command.serial} is no voucher that has run out")
        if not second and not self.staffing.alone:
            return self.waiting.put_up(command, who, command.reason)
        voucher.state, voucher.expires = GOOD, self.now + self.settings.voucher_days * DAY_MS
        self.write("voucher-renewed", who, {
            "serial": voucher.serial, "state": GOOD, "amount": voucher.amount, "expires": voucher.expires,
            "reason": command.reason, **seconded(second, True)})
        worth = self.law.redeemed(voucher.amount)
        self.post((UNCLAIMED, -worth), (f"voucher:{voucher.serial}", worth))
        return {"amount": voucher.amount, "expires": voucher.expires}

    def _good(self, code: str, player: str = "") -> Voucher:
        """A voucher that may be paid; of others than `player`, if one is named, nothing is told."""
        code = "".join(code.split())
        voucher = self.vouchers.get(self._by_code.get(code, ""))
        if voucher is None or (player and voucher.player != player) or not fits(code, voucher.mark):
            others = "" if self.play else "; others are paid at the cage"
            raise No("there is no such voucher of yours", self.law.worth, "your own voucher" + others)
        state = EXPIRED if voucher.state == GOOD and not self.lasts(voucher) else voucher.state
        if state != GOOD:
            raise No(f"voucher {voucher.serial} is {state}", self._worth(state), "a voucher that is still good")
        return voucher

    def lasts(self, voucher: Voucher) -> bool:
        return voucher.state == GOOD and self.now < voucher.expires

    def _close(
        self, who: Who, voucher: Voucher, state: str, account: str, more: dict[str, Any] | None = None
    ) -> None:
        voucher.state = state
        body = {"serial": voucher.serial, "state": state, "amount": voucher.amount, "clause": self._worth(state)}
        self.write("voucher-" + state, who, body | (more or {}))
        worth = self.law.redeemed(voucher.amount)
        self.post((f"voucher:{voucher.serial}", -worth), (account, worth))

    def _worth(self, state: str) -> str:
        """What a voucher is worth, the law says; when it expires or is void, only the house does."""
        return self.law.worth if state in (REDEEMED, PAID) else ""

    def due(self) -> None:
        """Vouchers that nobody brought in time."""
        for voucher in self.vouchers.values():
            if voucher.state == GOOD and voucher.expires <= self.now:
                self._close(TABLE, voucher, EXPIRED, UNCLAIMED)

    def deadline(self) -> int | None:
        return min((voucher.expires for voucher in self.vouchers.values() if voucher.state == GOOD), default=None)

    def of(self, player: str) -> list[dict[str, Any]]:
        """A player's own vouchers, with their codes; the last ones first."""
        own = [voucher for voucher in self.vouchers.values() if voucher.player == player][-20:]
        return [
            {
                "serial": voucher.serial, "amount": voucher.amount, "expires": voucher.expires, "state": voucher.state,
                "code": (self.store.secret(f"voucher:{voucher.serial}") or b"").decode(),
            }
            for voucher in reversed(own)
        ]

    def load(self, now: int) -> None:
        self.now, self.version = now, self.store.version(self.stream)
        self.vouchers, self._by_code, self._issued, self._serial = {}, {}, [], 0
        codes = self.store.secrets_under("voucher:")
        self.waiting.clear()
        for event in self.store.events(self.stream):
            if event.type in ("proposed", "approved", "withdrawn"):
                self.waiting.fold(event.type, body_of(event))
            elif event.type == "issued" and event.at > now - DAY_MS:
                body = body_of(event)
                self._count(event.at, body["player"], body["amount"], body.get("second", ""))
            elif event.type == "serials":
                self._serial = max(self._serial, body_of(event)["after"])
            elif event.type == "voucher":
                voucher = msgspec.convert(body_of(event), Voucher)
                self._enter(voucher, codes.get(f"voucher:{voucher.serial}", b"").decode("utf-8", "replace"))
            elif event.type.startswith("voucher-"):
                body = body_of(event)
                voucher = self.vouchers[body["serial"]]
                voucher.state, voucher.expires = body["state"], body.get("expires", voucher.expires)

    def _enter(self, voucher: Voucher, code: str) -> None:
        self.vouchers[voucher.serial] = voucher
        self._by_code[code] = voucher.serial
        self._serial = max(self._serial, number_of(voucher.serial))


def number_of(serial: str) -> int:
    """Return the number of a serial.

    >>> number_of("PLAY0000061"), number_of("V0000062")
    (61, 62)
    """
    return int(serial.lstrip("PLAYV"))


def last_serial(store: Store) -> int:
    """Return the number up to which serials are taken: issued, or left out after a restore. Damaged events count as 0:
    a cage with one stays closed."""
    numbers = [0]
    for type, number in (("voucher", lambda body: number_of(body["serial"])), ("serials", lambda body: body["after"])):
        with suppress(msgspec.MsgspecError, LookupError, ValueError, TypeError):
            numbers += [number(body_of(event)) for event in store.recent(STREAM, type, 1)]
    return max(numbers)


def plays_for_nothing(store: Store, settings: Settings) -> bool:
    """Are the credits of this floor play money? What came in first decides, for good: on one floor there is never
    money of both kinds. Where nothing came in yet, play money is for floors that take guests."""
    if store.accounts(GIVEN):
        return True
    return settings.guests and settings.guest_credits > 0 and not store.accounts(BOUGHT)


def law_of_credits() -> Terminal:
    """What credits and vouchers go by, whatever they are played with: the one book that has law on them."""
    terminals = (game.book.terminal for game in games().values())
    return next((terminal for terminal in terminals if terminal.law), Terminal())


def mark_of(code: str, salt: str) -> str:
    """What is kept of a code where others may read it: salted, and slow enough that nobody tries all codes.

    >>> mark_of("123", "salt").split("$")[:3], fits("123", mark_of("123", "salt")), fits("124", mark_of("123", "salt"))
    (['scrypt', '10', 'salt'], True, False)
    """
    return f"scrypt${MARK_COST}${salt}${_slow(code, salt, MARK_COST)}"


def fits(code: str, mark: str) -> bool:
    """Is it the code of a mark? Marks of old are a hash, without salt."""
    if not mark.startswith("scrypt$"):
        return compare_digest(sha256(f"pitboss voucher {code}".encode()).hexdigest(), mark)
    _, cost, salt, hash = (*mark.split("$"), "", "", "")[:4]
    known = cost.isdecimal() and 0 < int(cost) <= MARK_COST  # what somebody wrote there does not make us slower
    return known and compare_digest(_slow(code, salt, int(cost)), hash)


def _slow(code: str, salt: str, cost: int) -> str:
    """Some milliseconds, and a megabyte: in a desk everybody waits for it."""
    return scrypt(code.encode(), salt=salt.encode(), n=1 << cost, r=8, p=1, dklen=32).hex()
