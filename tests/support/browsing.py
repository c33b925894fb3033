"""People at real browsers: a floor that runs as a process of its own, and what each of them does on its pages."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.floor import default_tables
from pitboss.rulebooks import games
from pitboss.table.game import Game
from support.one_file import pitboss
from support.scripts import ask, each, of_the_page, when
from support.serving import PASSWORD, Served

# The first of them has no window to draw, and does the same work in half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
# The others draw a window for everybody who comes; nobody looks at what drops down from its address line, which is a
# page of its own. The rest of the list is what Playwright would say here: the last word counts.
WINDOW = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI")
UNWANTED = ("PaintHolding", "HttpsUpgrades", "MediaRouter", "OptimizationHints", "DestroyProfileOnBrowserClose")
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run",
    f"--disable-features={','.join((*WINDOW, *UNWANTED))}",
    # No name but the floor's own is found: what a page asks elsewhere fails, and is noted.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
# A page is laid out and drawn up as ever, and looks at its own size and place; but no pixels are painted where nobody
# looks at any, since there is no memory for them. PITBOSS_PICTURES=1: pictures of what failed show something.
UNPAINTED = [] if os.environ.get("PITBOSS_PICTURES") else ["--force-gpu-mem-available-mb=0"]
DESK = {"viewport": {"width": 1280, "height": 800}}
# Cards and chips are where they belong at once.
STILL = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# The machine may be busy with other tests: a thing that comes is waited for this long, in milliseconds.
PATIENCE = 40_000
# A table's page draws what it was told 16 milliseconds later, and tells it in words after that; what was begun earlier
# is done earlier, however busy the machine is.
SHOWN = "() => new Promise((done) => setTimeout(() => setTimeout(done, 1), 16))"
# Into sight, if it is not, as a browser does before somebody clicks; then where it is.
MIDDLE = """(zone) => {
  const element = document.querySelector(zone);
  element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
# The same script that the page runs: a module is loaded once, so this is the page's own connection.
LINK = of_the_page("import('/static/link.js').then(({ link }) => ")
# A page whose visitor has gone says nothing any more, asks nothing and keeps nothing, until the next one comes and has
# it replaced: to go to an empty page first takes a third of what it takes to load a table. It has another address then,
# so that no address that the next one opens is a place of the same page.
LEFT = f"""async () => {{
  if (document.querySelector('script[type=module]')) {{
    const link = await {LINK} link);
    link.ended = 'left';
    if (link.socket) {{
      Object.assign(link.socket, {{ onmessage: null, onclose: null }});
      link.socket.close();
    }}
  }}
  for (let timer = setTimeout(() => {{}}); timer > 0; timer -= 1) clearTimeout(timer);
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  Storage.prototype.setItem = () => {{}};
  history.replaceState(null, '', '/healthz');
}}"""
# A table is drawn, and the page knows what its player has.
AT_THE_TABLE = """(felt) => document.querySelector(felt)?.checkVisibility()
  && /\\d/.test(document.querySelector('#credits')?.textContent)"""
# Decisions, the plainest first.
PLAIN = ("stand", "continue", "pass", "check", "bet", "flop", "call", "fold")
# What a browser itself complains of while the floor is out of reach.
OUT_OF_REACH = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_", "WebSocket connection to", "ERR_NETWORK_CHANGED")
# What the floor says to an answer for a question that is over.
LATE = "this does not count"


# Where a round may open with one of several wagers: an even chance, so that neither credits nor patience run out.
EVEN = {"roulette": "black", "baccarat": "banker"}


def house_tables() -> list[str]:
    """The tables against the house that a new floor opens with."""
    return [table.id for table in default_tables() if table.game in games()]


def wagers_to_open(of: Callable[[type[Game]], bool]) -> dict[str, str]:
    """The tables of a new floor whose games are such, with a wager that one round decides; dice need more than one."""
    tables = {table.id: games()[table.game] for table in default_tables()
              if table.game in games() and "teaching" not in table.options}
    return {id: EVEN.get(id) or game.opening or game().wager_names()[0]
            for id, game in tables.items() if game.look.results != "dice" and of(game)}


class Browser:
    """One program for everybody. Whoever comes finds no cookies and no memory of others, but perhaps the window and the
    floor's files that somebody had who has gone."""

    def __init__(self, launched: Any) -> None:
        self.launched = launched
        self._left: dict[str, list[Any]] = {}

    def page(self, how: dict[str, Any], fresh: bool) -> Any:
        left = self._left.get(repr(how))
        return left.pop() if left and not fresh else self.launched.new_context(**how).new_page()

    def leave(self, page: Any, how: dict[str, Any], base: str) -> None:
        """Somebody goes, and is forgotten."""
        context = page.context
        context.set_offline(False)
        for other in context.pages:
            if other is not page:
                other.close()
        context.clear_cookies()
        # Only a page of the floor's own address can clear what is kept there.
        if not page.url.startswith(base + "/"):
            page.goto(base + "/healthz")
        page.evaluate(LEFT)
        if page.viewport_size != how["viewport"]:
            page.set_viewport_size(how["viewport"])
        self._left.setdefault(repr(how), []).append(page)


class Visitor:
    """Somebody with a browser of his own. Whatever it complains of is noted; it complains of whatever a page asks of
    another machine, which neither the floor's policy nor this browser (ARGS) lets it have."""

    def __init__(self, floor: Served, browser: Browser, fresh: bool = False, **how: Any) -> None:
        self.floor, self._browser, self._how = floor, browser, DESK | STILL | how
        # Nobody else's before or after: a test may change how this browser works.
        self.fresh = fresh
        self.noted: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.name = self.table = self.home = ""
        # The round of the last bet.
        self.played = 0
        self.page = browser.page(self._how, fresh)
        self.context = self.page.context
        self.context.set_default_timeout(PATIENCE)
        self._listeners = (
            (self.context, "console", self._said), (self.context, "weberror", self._failed),
        )
        for place, what, listener in self._listeners:
            place.on(what, listener)

    def leave(self) -> None:
        for place, what, listener in self._listeners:
            place.remove_listener(what, listener)
        if self.fresh:
            self.context.close()
        else:
            self._browser.leave(self.page, self._how, self.floor.base)

    def _said(self, said: Any) -> None:
        if said.type == "error":
            self.noted.append(f"console: {said.text}")

    def _failed(self, failed: Any) -> None:
        self.noted.append(f"page: {failed.error}")

    @property
    def touch(self) -> bool:
        return bool(self._how.get("has_touch"))

    def complaints(self) -> list[str]:
        return [said for said in self.noted if not any(known in said for known in self.allowed)]

    # -- coming in -----------------------------------------------------------------------------------

    def enter(self, name: str, password: str = "", new: str = "") -> None:
        """Come in without a page: a guest, or somebody with a password, which may have to be changed."""
        cookies, self.home = self.floor.door(name, password, new)
        self.context.add_cookies([
            {"name": cookie, "value": value, "url": self.floor.base, "httpOnly": True, "sameSite": "Strict"}
            for cookie, value in cookies.items()])
        self.name = name

    def join(self, name: str) -> None:
        """Open the address, pick a name, play."""
        self.page.goto(self.floor.base)
        self.page.get_by_role("textbox", name="Name").first.fill(name)
        self.page.get_by_role("button", name="Play").click()
        self.page.locator("[data-table]").first.wait_for()
        self.name = name

    def sign_in(self, name: str, password: str, new: str = "") -> None:
        """Come in with a password; the first time a new one is asked for."""
        self.page.goto(self.floor.base + "/sign-in")
        entry = self.page.locator("form[action='/sign-in']")
        entry.get_by_label("Name").fill(name)
        entry.get_by_label("Password").fill(password)
        entry.get_by_role("button", name="Sign in").click()
        if new:
            self.page.get_by_label("Password you have").fill(password)
            for field in ("New password, 8 characters or more", "New password again"):
                self.page.get_by_label(field).fill(new)
            self.page.get_by_role("button", name="Change it").click()
        self.page.locator("[data-table]").first.wait_for()
        self.name = name

    def give(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command as the page would send it, where a test has no wish to press buttons."""
        until(lambda: self.page.evaluate(f"() => {LINK} link.online)"), "the page is connected")
        known = self._version(command)
        result: dict[str, Any] = self.page.evaluate(f"(command) => {LINK} link.do(command))", command)
        while LATE in result.get("refused", ""):
            # A page says which question it answers. This one had not been told of what somebody else has just done.
            until(lambda: self._version(command) != known, "the page is told what is asked now")  # noqa: B023
            known = self._version(command)
            result = self.page.evaluate(f"(command) => {LINK} link.do(command))", command)
        return result

    def _version(self, command: dict[str, Any]) -> int | None:
        """How far the page has been told of the table that a command is for."""
        told = "link.views.get(table)?.view?.version"
        version: int | None = self.page.evaluate(f"(table) => {LINK} {told} ?? null)", command.get("table"))
        return version

    # -- at a table ----------------------------------------------------------------------------------

    def go_home(self) -> None:
        """Where whoever comes in is led: to the lobby, a member of staff to the console."""
        self.page.goto(self.floor.base + self.home)
        when(self.page, "() => document.querySelector('[data-table]')?.checkVisibility()", None, PATIENCE)

    def go(self, table: str, felt: str = ".layout") -> None:
        self.table = table
        self.page.goto(f"{self.floor.base}/table/{table}")
        when(self.page, AT_THE_TABLE, felt, PATIENCE)

    def go_to_console(self, table: str) -> None:
        """Where a member of staff runs a table."""
        self.page.goto(f"{self.floor.base}/console/{table}")
        when(self.page, "() => document.querySelector('#asked .words')?.checkVisibility()", None, PATIENCE)

    def sit(self, box: int) -> None:
        """Take a seat; the felt may change its form for that, so that nothing is tapped before it is drawn."""
        assert self.give({"t": "sit", "table": self.table, "box": box})["ok"]
        until(lambda: str(box) in self.told()["seats"], f"{self.name} sits at box {box}")
        self.page.evaluate(SHOWN)

    def chip(self, dollars: str) -> None:
        self.page.get_by_role("radio", name=f"chip of {dollars}", exact=True).click()

    def area(self, wager: str, box: int | None = None, which: str = "") -> Any:
        return self.page.locator(self._area(wager, box, which)).first

    def _area(self, wager: str, box: int | None, which: str) -> str:
        where = "" if box is None else f'[data-box="{box}"]'
        return f'.felt-frame [data-area="{wager}"]{where}{which}'

    def bet(self, wager: str, box: int | None = None) -> None:
        """Put the chosen chip on an area, and wait until the floor has it."""
        before, self.played = self.on_table(), self.told()["round"]
        self.tap(wager, box, ":not(.shut)" if box is None else "")
        until(lambda: self.on_table() > before, f"{wager} is on the table")

    def tap(self, wager: str, box: int | None = None, which: str = "") -> None:
        at = self.spot(wager, box, which)
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def spot(self, wager: str, box: int | None = None, which: str = "") -> tuple[float, float]:
        """The middle of what can be pressed of an area."""
        zone = ", ".join(f"{self._area(wager, box, which)} {part}" for part in (".zone", ".spot", ".cell"))
        when(self.page, "(zone) => document.querySelector(zone)?.checkVisibility()", zone, PATIENCE)
        x, y = self.page.evaluate(MIDDLE, zone)
        return x, y

    def on_table(self) -> int:
        """What of one's own lies on the layout, as the page says it, in cents."""
        said = self.text(".dock .words")
        found = re.search(r"on the table ([\d,.]+)", said)
        return cents(found[1]) if found else 0

    def credits(self) -> int:
        return cents(self.text("#credits"))

    def text(self, css: str) -> str:
        """Of the only element that fits, as soon as there is one."""
        texts = each(self.page, css, "(element) => element.textContent")
        if not texts:
            when(self.page, "(css) => document.querySelector(css)", css, PATIENCE)
            return self.text(css)
        assert len(texts) == 1, (css, texts)
        return str(texts[0])

    def ready(self) -> None:
        self.page.locator("#ready:enabled").click()

    def decide(self) -> None:
        """Answer whatever is asked with the plainest of what is offered, until the round is over."""
        while until(lambda: self.over() or self.offered(), "a decision or the end of the round") and not self.over():
            offered = self.offered()
            plain = next((name for name in (*PLAIN, *offered) if name in offered), None)
            # Once pressed it rests until something else is asked.
            if plain is not None:
                self.press(plain)

    def offered(self) -> list[str]:
        """The decisions that can be pressed now."""
        return each(self.page, "#decisions button.decision:enabled", "(button) => button.dataset.name")

    def press(self, name: str) -> None:
        """Press a decision, the least of it where there are several sizes, unless it goes meanwhile: the time for it
        may be over."""
        button = self.page.locator(f'#decisions button[data-name="{name}"]:enabled').first
        try:
            (button.tap if self.touch else button.click)(timeout=8000)
        except Exception:
            if name in self.offered():
                raise

    def told(self) -> dict[str, Any]:
        """The table as the page was told it."""
        view: dict[str, Any] = ask(self.page, f"(table) => {LINK} link.views.get(table).view)", self.table)
        return view

    def over(self) -> bool:
        """Is the round over in which the last bet was made, and is that what the page shows?"""
        if int(self.told()["round"]) <= self.played:
            return False
        self.page.evaluate(SHOWN)
        return True

    def lines(self) -> list[str]:
        """The settled lines that the page shows."""
        return each(self.page, "#lines li .text", "(line) => line.textContent")

    def settled(self, before: int) -> None:
        """The round is over: credits are what they were with what the lines say, on the page and in the ledger."""
        until(lambda: self.credits() == before + net(self.lines()) == self.floor.balance(f"player:{self.name}"),
              lambda: f"{before} with {self.lines()} makes the {self.credits()} shown and the "
                      f"{self.floor.balance(f'player:{self.name}')} of the ledger")


def net(lines: list[str]) -> int:
    """What lines such as "won 15.00: ..." and "lost 5.00: ..." come to."""
    total = 0
    for line in lines:
        if found := re.match(r"(won|lost) ([\d,.]+):", line):
            total += cents(found[2]) * (1 if found[1] == "won" else -1)
    return total


def cents(said: str) -> int:
    """An amount as the page writes it, in cents.

    >>> cents("1,234.50"), cents("12"), cents("−3.05")
    (123450, 1200, -305)
    """
    found = re.search(r"([−-]?)([\d,]+)(?:\.(\d\d))?", said)
    assert found is not None, said
    amount = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -amount if found[1] else amount


def until(holds: Callable[[], Any], what: str | Callable[[], str], patience: float = PATIENCE / 1000) -> bool:
    """Wait for something to become true."""
    ends = time.monotonic() + patience
    while not holds():
        if time.monotonic() > ends:
            raise AssertionError(f"not in {patience:g} s: {what if isinstance(what, str) else what()}")
        time.sleep(0.05)
    return True


class Floor:
    """A floor, a browser, and whoever comes to it."""

    def __init__(self, served: Served, browser: Browser) -> None:
        self.served, self.browser = served, browser
        self.visitors: list[Visitor] = []
        self._manager: Visitor | None = None

    def visitor(self, **how: Any) -> Visitor:
        made = Visitor(self.served, self.browser, **how)
        self.visitors.append(made)
        return made

    def player(self, name: str, table: str = "", **how: Any) -> Visitor:
        made = self.visitor(**how)
        made.enter(name)
        made.go(table) if table else made.go_home()
        return made

    def manager(self) -> Visitor:
        """The manager at a page of the console; stays until the floor closes."""
        if self._manager is None:
            self._manager = Visitor(self.served, self.browser)
            self._manager.enter("manager", PASSWORD)
        if "/console" not in self._manager.page.url:
            self._manager.page.goto(self.served.base + "/console")
        return self._manager

    def staff(self, name: str, role: str, table: str = "", **how: Any) -> Visitor:
        """A member of staff with a password of his own, signed in: at the console of a table, or where he is led."""
        added = self.served.tell({"t": "add-person", "name": name, "role": role, "password": "first one 1"})
        assert added["ok"], added
        made = self.visitor(**how)
        made.enter(name, "first one 1", PASSWORD)
        made.go_to_console(table) if table else made.go_home()
        return made

    def add_table(self, id: str, game: str, **more: Any) -> str:
        """A table with times of its own; one between players without players of the house, unless they are wanted."""
        named = {"t": "add-table", "id": id, "name": id.capitalize(), "game": game}
        added = self.served.tell({**named, "house_players": 0, **more})
        assert added["ok"], added
        return id

    def show(self, place: Path) -> None:
        """What everybody saw when a test failed: in words here, as pictures in a directory, which are blank where
        pages are not painted (UNPAINTED)."""
        for visitor in [*self.visitors, *filter(None, [self._manager])]:
            name = visitor.name or "somebody"
            said = visitor.page.evaluate("() => document.body.innerText").replace("\n", " | ")
            visitor.page.screenshot(path=place / f"{name}.png")
            print(f"{name} at {visitor.page.url}: {said[-1200:]}\nnoted: {visitor.noted}\npicture: {place / name}.png")

    def leave(self) -> None:
        """The visitors go; none of their pages may have complained or looked elsewhere."""
        gone, self.visitors = self.visitors, []
        for visitor in gone:
            visitor.leave()
        everybody = [*gone, *filter(None, [self._manager])]
        assert [complaint for visitor in everybody for complaint in visitor.complaints()] == []


@contextmanager
def opened(
    browser: Browser, data: Path, *options: str, closed_seconds: int = 0, odds: bool = False
) -> Iterator[Floor]:
    """A floor that is open as long as the block runs; `odds`: it counts what wagers cost."""
    served = Served(data, *options, closed_seconds=closed_seconds, odds=odds)
    floor = Floor(served, browser)
    try:
        yield floor
    finally:
        if floor._manager is not None:
            floor._manager.leave()
        served.stop()


@contextmanager
def floor_with_shelf(browser: Any, shelf: Path, data: Path) -> Iterator[Floor]:
    """A floor that knows the games of a shelf; when it is over, what was written down is played again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_RULEBOOKS", str(shelf))
        served = Served(data, fresh=True)
    floor = Floor(served, browser)
    try:
        yield floor
        floor.leave()
        floor.manager().context.close()
    finally:
        served.kill()
    pitboss(shelf, "verify", str(data / "floor.db"))
