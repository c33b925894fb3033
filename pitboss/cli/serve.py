"""`pitboss serve`: open a casino floor in the browser."""

from __future__ import annotations

import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.errors import Mistake

if TYPE_CHECKING:
    import socket

    from pitboss.floor.desk import Settings
    from pitboss.floor.person import SignInKeys
    from pitboss.floor.schema import Migrating
    from pitboss.web.app import WebSettings
    from pitboss.web.server import House

PORT = 8080
# How many ports above the usual one are tried when it is taken.
OTHERS = 20
# How long 'no more bets' can be read before the wheel stops, the dice fall or the cards come.
CLOSED_SECONDS = 1
# How long everything may take to close once rounds have had their time, in seconds.
CLOSING_S = 10.0
LEAST_TOKEN = 16

Guests = Annotated[bool | None, typer.Option(
    "--guests/--no-guests", help="May people play as guests, with play money? Unless said: on this machine only.")]
OneGame = Annotated[bool, typer.Option(
    "--one-game", help="Wagers on one game at a time: several at once on a terminal were not approved.")]
ConnectionsEach = Annotated[int, typer.Option(
    "--connections-each", metavar="NUMBER", help="How many of them from one address.")]
ClockIsRight = Annotated[bool, typer.Option(
    "--clock-is-right", help="Open although the clock is far from the floor's last event.")]
Restored = Annotated[bool, typer.Option(
    "--restored", help="The database is a restored copy that has no mark; 'pitboss backup' marks its copies.")]
MetricsToken = Annotated[Path | None, typer.Option(
    metavar="FILE", help="Let whoever has the token in this file read /metrics.")]
NoCopy = Annotated[bool, typer.Option(
    "--no-copy", help="Do not copy the floor of an older program before changing it; you have a copy.")]
SignKey = Annotated[str, typer.Option(
    metavar="FILE", help="Sign how far the journal has come with this key ('pitboss key' makes one).")]
HeadsTo = Annotated[str, typer.Option(metavar="FILE", help="The file that what is signed goes to, or its directory.")]
Uvloop = Annotated[bool, typer.Option("--uvloop", help="Use uvloop, where it is installed (pitboss[fast]).")]
NewManagerPassword = Annotated[bool, typer.Option(
    "--new-manager-password", help="Give the manager a new password, to be changed at once.")]
NewPasswordOf = Annotated[str, typer.Option(
    "--new-password", metavar="NAME", help="Give somebody a new password, to be changed at once.")]
IssueLimit = Annotated[str, typer.Option(
    metavar="DOLLARS", help="Credits issued to one player within a day by one person alone.")]
ApproveAfter = Annotated[int, typer.Option(
    metavar="HOURS", help="How long an account approves nothing after others made it or reset its password.")]
Witness = Annotated[bool, typer.Option("--witness", help="A supervisor confirms every report that moves money.")]


def serve(
    data: Annotated[str, typer.Option(metavar="DIR", help="Where the floor is kept; made if it is not there.")] = "",
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for other machines too.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help=f"The port; {PORT}, or the next free one above it.")] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    guests: Guests = None,
    one_game: OneGame = False,
    secure: Annotated[bool, typer.Option("--secure", help="Served over https by a proxy on this machine.")] = False,
    metrics: Annotated[bool, typer.Option("--metrics", help="Let everybody read /metrics.")] = False,
    metrics_token: MetricsToken = None,
    connections: Annotated[int, typer.Option(metavar="NUMBER", help="How many may be connected at a time.")] = 2000,
    each: ConnectionsEach = 200,
    grace: Annotated[float, typer.Option(metavar="SECONDS", help="How long rounds may go on when stopping.")] = 10.0,
    log: Annotated[str, typer.Option(metavar="FORM", help="Log lines: text or json.")] = "text",
    clock_is_right: ClockIsRight = False,
    no_copy: NoCopy = False,
    restored: Restored = False,
    sign_key: SignKey = "",
    heads: HeadsTo = "",
    uvloop: Uvloop = False,
    new_manager_password: NewManagerPassword = False,
    new_password: NewPasswordOf = "",
    issue_limit: IssueLimit = "1000",
    approve_after: ApproveAfter = 24,
    witness: Witness = False,
) -> None:
    """Open a casino floor in the browser: tables, terminals and a dealer's console."""
    from pitboss.floor.desk import Settings
    from pitboss.floor.people import MANAGER_NAME
    from pitboss.web import logs
    from pitboss.web.app import WebSettings
    from pitboss.web.connections import LineLimits
    from pitboss.web.origin import is_loopback

    refuse_unknown(log, grace, connections, each, sign_key, heads)
    second_person = second_person_settings(issue_limit, approve_after, witness)
    database = data_directory(data) / "floor.db"
    logs.set_up(log == "json")
    alone = is_loopback(host)
    settings = Settings(guests=alone if guests is None else guests, closed_seconds=CLOSED_SECONDS,
                        several_games=not one_game, **second_person)
    web = WebSettings(secure=secure, loopback=alone, metrics=metrics, metrics_token=read_token(metrics_token),
                      limits=LineLimits(connections, each))
    house = open_house(database, settings, web, clock_is_right, (Path(sign_key), Path(heads)) if heads else None,
                       restored, announce_migration(database, not no_copy))
    try:
        if new_password and house.people.person(new_password) is None:
            raise Mistake(f"there is nobody called {new_password} on this floor; --new-password takes one who is")
        listening = listen(host, port)
        sign_start(house)
    except Mistake:
        house.writer.close()
        house.store.close()
        raise
    warn_of_root()
    again = MANAGER_NAME if new_manager_password else new_password
    run_in_loop(_serve(house, listening, host, grace, browser, again, port is None), uvloop)


def refuse_unknown(log: str, grace: float, connections: int, each: int, sign_key: str, heads: str) -> None:
    """What cannot be meant."""
    if log not in ("text", "json"):
        raise Mistake(f"--log {log} is not known; it may be text or json")
    if not 0 <= grace <= 600:
        raise Mistake("--grace is out of range; 0 to 600 seconds")
    if not 1 <= each <= connections <= 100_000:
        raise Mistake("--connections is 1 to 100000, and --connections-each no more than that")
    if bool(sign_key) != bool(heads):
        raise Mistake("--sign-key and --heads go together: the key, and the file that what it signs goes to")


def read_token(file: Path | None) -> str:
    """The token in a file: one line that nobody guesses."""
    try:
        token = file.read_text("utf-8").strip() if file is not None else ""
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"--metrics-token {file}: {getattr(error, 'strerror', None) or 'cannot be read'}") from None
    if file is not None and (len(token) < LEAST_TOKEN or not token.isascii() or len(token.split()) != 1):
        raise Mistake(f"--metrics-token {file} holds no token; one word of {LEAST_TOKEN} letters or more")
    return token


def second_person_settings(issue_limit: str, approve_after: int, witness: bool) -> dict[str, Any]:
    """What the house wants of second persons, as settings of the floor."""
    from pitboss.money import BadAmount, parse_amount

    if not 0 <= approve_after <= 24 * 365:
        raise Mistake("--approve-after is out of range; 0 to 8760 hours")
    try:
        limit = parse_amount(issue_limit)
    except BadAmount:
        raise Mistake(f"--issue-limit {issue_limit} is no amount; dollars, as 1000 or 250.50") from None
    return {"issue_limit": limit, "approve_after_hours": approve_after, "witness": witness}


def warn_of_root() -> None:
    """Warn in one line if the floor runs as root: a fault in it would then give away the whole machine."""
    import logging

    from pitboss.web.logs import event

    if hasattr(os, "geteuid") and os.geteuid() == 0:
        event("the floor runs as root; run it as a user of its own (docs/floor.md)", logging.WARNING)


def run_in_loop(serving: Coroutine[Any, Any, None], fast: bool) -> None:
    """In Python's own event loop, or in uvloop's."""
    import asyncio

    if not fast:
        return asyncio.run(serving)
    try:
        import uvloop
    except ImportError:
        serving.close()
        raise Mistake("--uvloop: uvloop is not installed; pip install 'pitboss[fast]', or leave it out") from None
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serving)
    return None


def open_house(
    database: Path, settings: Settings, web: WebSettings, clock_is_right: bool, signing: tuple[Path, Path] | None,
    restored: bool = False, migrating: Migrating = lambda version: None,
) -> House:
    """The floor, read and checked; where its clock is in doubt, whoever sits at the terminal is asked."""
    from pitboss.equipment.health import SourceFailed
    from pitboss.floor.steady_clock import ClockDoubt
    from pitboss.floor.store import StoreError
    from pitboss.web.server import House

    try:
        return House(database, settings, web, clock_is_right=clock_is_right, signing=signing, restored=restored,
                     migrating=migrating)
    except ClockDoubt as doubt:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise Mistake(f"{doubt} with --clock-is-right") from None
        if not typer.confirm(f"{doubt}.\nIs the clock right?"):
            raise Mistake("the floor stays closed until the clock is right") from None
        return open_house(database, settings, web, True, signing, restored, migrating)
    except SourceFailed as error:
        raise Mistake(f"{error}; the floor stays closed until the machine's source of chance is repaired") from None
    except StoreError as error:
        raise Mistake(str(error)) from None


def announce_migration(database: Path, copy: bool) -> Migrating:
    """Return a function that announces the migration of an older floor and copies its file first."""
    def migrating(version: int) -> None:
        from pitboss.cli.watch import Watch
        from pitboss.floor.backup import copy_before_migrating

        print(f"{database} was written by an older pitboss (version {version}) and is brought up to date.")
        if copy:
            with Watch() as watch:
                target = copy_before_migrating(database, version, watch)
            print(f"It was copied first: {target}. To go back, put the copy in its place.")
        sys.stdout.flush()

    return migrating


def sign_start(house: House) -> None:
    """Write down which program starts, and say so when it is another one than before."""
    from pitboss.floor.signature import program_signature, record_start
    from pitboss.web.logs import event

    own = program_signature()
    if record_start(house.store, own, house.live.clock()):
        event("the program or its packages have changed since the last start", signature=own.whole)


async def _serve(
    house: House, listening: socket.socket, host: str, grace: float, browser: bool, again: str, usual: bool
) -> None:
    import asyncio

    from pitboss.web.logs import event
    from pitboss.web.server import run

    taken = listening.getsockname()[1]
    address = f"http://{shown_host(host)}:{taken}/"
    stop = asyncio.Event()

    def opened(keys: SignInKeys | None) -> None:
        if usual and taken != PORT:
            print(f"port {PORT} is taken; {taken} is used instead")
        print(f"The floor is open: {address}")
        print(f"It is kept in {house.store.path}. Ctrl-C closes it.")
        if house.restore is not None:
            print(f"It was {house.restore.line()}; serials of vouchers go on behind a gap.")
        if keys is not None:
            name = again or "manager"
            whose = "The manager's password" if name == "manager" else f"The password of {name}"
            print(f"{whose}, told this once: {keys.password}")
            if keys.code:
                print(f"A recovery code, shown once: {keys.code}")
                print("It is typed with the password if wrong passwords of others have locked the name; keep it safe.")
            print(f"Sign in as {name} at {address}sign-in; it must be changed there.")
        sys.stdout.flush()
        event("open", address=address, tables=len(house.floor.tables))
        if browser:
            open_browser(address)

    catch_signals(stop, grace)
    await run(house, [listening], stop, grace, opened, again)


def catch_signals(stop: Any, grace: float) -> None:
    """Ctrl-C or SIGTERM asks for an orderly end, a second one ends at once: what is on disk is whole anyway. However
    busy or stuck the floor is, it is heard, and what is not closed when its time is over is left."""
    import asyncio
    import signal
    import threading

    loop = asyncio.get_running_loop()
    number_asked: list[int] = []
    asked = threading.Event()

    def hear(number: int, _: object) -> None:
        if asked.is_set():
            _end_at_once(number, "stopped at once")
        number_asked.append(number)
        asked.set()
        _complain("closing: rounds under way are finished first; once more to stop at once")
        loop.call_soon_threadsafe(stop.set)

    def watch() -> None:
        asked.wait()
        threading.Event().wait(grace + CLOSING_S)
        _end_at_once(number_asked[0], "not everything could be closed in time")

    threading.Thread(target=watch, name="watch", daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, hear)


def _complain(line: str) -> None:
    """Straight to standard error: whoever prints may have been interrupted in the middle of it."""
    os.write(2, f"{line}\n".encode())


def _end_at_once(number: int, why: str) -> None:
    _complain(f"pitboss: {why}; rounds under way go on when the floor opens again")
    os._exit(128 + number)


def data_directory(named: str) -> Path:
    """Where the floor is kept: as named, or the user's own place for such things."""
    if named:
        path = Path(named)
    else:
        kept = os.environ.get("XDG_DATA_HOME", "")
        try:
            path = Path(kept) if os.path.isabs(kept) else Path.home() / ".local" / "share"
        except RuntimeError:
            raise Mistake("there is no home directory to keep the floor in; name one with --data DIR") from None
        path /= "pitboss"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Asking is not enough: on some file systems only trying tells.
        trial = path / f".write-{os.getpid()}"
        trial.touch()
        trial.unlink()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Mistake(f"{str(path)!r} cannot be written: {why}; name another directory with --data DIR") from None
    return path


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that is bound: to the port that was named, or to the first free one from the usual one on."""
    import errno
    import socket

    from pitboss.web.connections import BACKLOG

    wanted = range(PORT, PORT + OTHERS) if port is None else [port]
    for number in wanted:
        if not 0 <= number <= 65535:
            raise Mistake(f"--port {number} is out of range; 0 to 65535")
        listener = None
        try:
            family, kind, proto, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
            listener = socket.socket(family, kind, proto)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
            listener.setblocking(False)
            return listener
        except (OSError, UnicodeError) as error:
            if listener is not None:
                listener.close()
            if getattr(error, "errno", None) == errno.EADDRINUSE and port is None:
                continue
            raise Mistake(_cannot_listen(host, number, error)) from None
    raise Mistake(f"ports {PORT} to {PORT + OTHERS - 1} are all taken; name another with --port")


def _cannot_listen(host: str, port: int, error: Exception) -> str:
    import errno

    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return f"port {port} is taken; name another with --port, or leave it out"
    if code == errno.EACCES:
        return f"port {port} may not be used by you; name one above 1023 with --port"
    return f"--host {host!r} cannot be listened at: {getattr(error, 'strerror', None) or error}"


def shown_host(host: str) -> str:
    """A host as it goes into an address; every address of the machine is shown by its nearest name.

    >>> shown_host("127.0.0.1"), shown_host("::1"), shown_host("0.0.0.0")
    ('127.0.0.1', '[::1]', 'localhost')
    """
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def open_browser(address: str) -> None:
    """Where there is a screen; whatever goes wrong, the address was printed."""
    import threading
    import webbrowser

    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not (screen or sys.platform in ("darwin", "win32")):
        return
    threading.Thread(target=_try_browser, args=(webbrowser, address), daemon=True).start()


def _try_browser(webbrowser: Any, address: str) -> None:
    try:
        webbrowser.open(address)
    except Exception:
        return
