"""`pitboss serve` as a process: it opens, serves, stops in order, and says in one line why it cannot."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from support.serving import Forked
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.cli import serve
from pitboss.cli.errors import Mistake
from pitboss.cli.main import app
from pitboss.floor.commands import Sit
from pitboss.floor.floor import default_tables
from pitboss.floor.house import HouseTable

# What comes is waited for this long, in seconds: the machine may have much else to do.
PATIENCE = 120.0
Start = Callable[..., "Server"]


class Server:
    """A process, and somebody who talks to it."""

    def __init__(self, *args: str, whole: bool = False, around: Any = nullcontext) -> None:
        self.process: Forked | subprocess.Popen[str]
        asked = ("serve", "--no-open", "--port", "0", *args)
        if whole:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pitboss.cli.main", *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        else:
            self.process = Forked(*asked, around=around)
        self.said: list[str] = []
        self.base = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())
            if found := re.search(r"http://[\w.]+:\d+", line):
                self.base = self.base or found[0]
            if line.startswith("It is kept in"):
                break

    def more(self) -> list[str]:
        """What it says on standard output until it ends."""
        assert self.process.stdout is not None
        return [line.strip() for line in self.process.stdout]

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.base + path, timeout=PATIENCE)

    def guest(self, name: str) -> httpx.Client:
        client = httpx.Client(base_url=self.base, headers={"origin": self.base}, timeout=PATIENCE)
        token = re.search(r'name="form" value="(\w+)"', client.get("/sign-in").text)
        assert token is not None
        assert client.post("/guest", data={"form": token[1], "name": name}).status_code == 303
        return client

    def socket(self, client: httpx.Client) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return connect(self.base.replace("http", "ws") + "/ws", origin=self.base,  # type: ignore[arg-type]
                       additional_headers={"cookie": cookies}, compression=None, open_timeout=PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@pytest.fixture
def start() -> Iterator[Start]:
    made: list[Server] = []

    def run(*args: str, **how: Any) -> Server:
        made.append(Server(*args, **how))
        return made[-1]

    yield run
    for server in made:
        server.process.kill()
        server.process.wait()
        for pipe in (server.process.stdout, server.process.stderr):
            if pipe is not None:
                pipe.close()


def until(ws: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(ws.recv(timeout=PATIENCE))
        if message["t"] == kind:
            return message


def do(ws: ClientConnection, id: str, **command: Any) -> dict[str, Any]:
    ws.send(json.dumps({"t": "do", "id": id, "command": command}))
    result: dict[str, Any] = until(ws, "done")["result"]
    return result


def test_it_opens_serves_and_stops_in_order(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path / "new" / "place"), "--log", "json", whole=True)
    assert server.get("/healthz").json()["ok"]
    assert f"pitboss_tables {len(default_tables())}" in server.get("/metrics").text
    with closing(server.guest("Ann")) as client, server.socket(client) as ws:
        until(ws, "you")
        server.process.send_signal(signal.SIGTERM)
        assert until(ws, "bye")["why"] == "server stops"
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001
    assert server.process.wait(PATIENCE) == 0
    assert any(re.search(r"password, told this once: [a-z0-9]{4}(-[a-z0-9]{4}){3}$", line) for line in server.more())
    assert server.process.stderr is not None
    lines = [line for line in server.process.stderr.read().splitlines() if line.startswith("{")]
    assert {"open", "somebody joined", "stopping"} <= {json.loads(line)["what"] for line in lines}
    assert (tmp_path / "new" / "place").stat().st_mode & 0o077 == 0
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "new" / "place")])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["signature", str(tmp_path / "new" / "place")])
    assert done.exit_code == 0 and "last started by this program" in done.output


def test_the_second_start_tells_no_password(start: Start, tmp_path: Path) -> None:
    first = start("--data", str(tmp_path))
    assert first.stop() == 0 and any("told this once" in line for line in first.more())
    second = start("--data", str(tmp_path))
    assert second.stop() == 0 and second.more() == []
    third = start("--data", str(tmp_path), "--new-manager-password")
    assert third.stop() == 0
    printed = "\n".join(third.more())
    assert re.search(r"password, told this once: [a-z0-9-]{19}$", printed, re.MULTILINE)
    assert re.search(r"recovery code, shown once: [a-z0-9]{4}(-[a-z0-9]{4}){4}$", printed, re.MULTILINE)


@contextmanager
def run_by(user: int) -> Iterator[None]:
    """As long as it lasts, the process is that user's."""
    with patch.object(os, "geteuid", lambda: user):
        yield


@pytest.mark.parametrize("user", [0, 1000])
def test_one_line_warns_of_a_floor_that_root_runs(start: Start, tmp_path: Path, user: int) -> None:
    server = start("--data", str(tmp_path), around=partial(run_by, user))
    assert server.stop() == 0 and server.process.stderr is not None
    lines = [line for line in server.process.stderr if "root" in line]
    assert len(lines) == (user == 0) and all("warning" in line and "docs/floor.md" in line for line in lines)


def test_a_second_server_on_the_same_data_is_refused(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", "serve", "--no-open", "--port", "0", "--data", str(tmp_path)],
        capture_output=True, text=True, timeout=PATIENCE,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "in use by another process" in done.stderr
    assert server.get("/healthz").status_code == 200


def test_a_second_ctrl_c_ends_at_once_and_the_round_goes_on_later(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path), "--grace", "600", "--log", "json")
    with closing(server.guest("Ann")) as client:
        with server.socket(client) as ws:
            table = "three-card-poker"
            assert do(ws, "sit-000001", t="sit", table=table, box=1)["ok"]
            assert do(ws, "bet-000001", t="place", table=table, box=1, wagers=[["ante", 500]])["ok"]
            assert do(ws, "ready-00001", t="ready", table=table)["ok"]
            before: dict[str, Any] = {}
            while not before or before["asked"].get("player") != "Ann":  # once 'no more bets' has been read
                ws.send(json.dumps({"t": "watch", "table": table}))
                before = until(ws, "snapshot")["view"]
                time.sleep(0.1)
        server.process.send_signal(signal.SIGINT)
        assert server.process.stderr is not None
        assert any('"stopping"' in line for line in server.process.stderr)
        with pytest.raises(subprocess.TimeoutExpired):
            server.process.wait(0.5)
        assert server.stop(signal.SIGINT) == 130
        again = start("--data", str(tmp_path), "--grace", "0")
        client.base_url = httpx.URL(again.base)
        with again.socket(client) as ws:
            ws.send(json.dumps({"t": "watch", "table": table}))
            after = until(ws, "snapshot")["view"]
            assert (after["round"], after["asked"], after["wagers"]) == (
                before["round"], before["asked"], before["wagers"])
            assert do(ws, "fold-00001", t="decide", table=table, hand="1", name="fold")["ok"]
    assert again.stop() == 0


@contextmanager
def stuck() -> Iterator[None]:
    """A table that never comes to an end of what it does, and closing that is not waited for."""
    honest = HouseTable.carry_out

    def hangs(self: HouseTable, command: Any, who: Any) -> Any:
        while isinstance(command, Sit):
            time.sleep(0.001)
        return honest(self, command, who)

    with patch.object(HouseTable, "carry_out", hangs), patch.object(serve, "CLOSING_S", 0.2):
        yield


def test_a_table_that_hangs_does_not_keep_the_floor_from_stopping(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path), "--grace", "0", around=stuck)
    with closing(server.guest("Ann")) as client, server.socket(client) as ws:
        until(ws, "you")
        ws.send(json.dumps({"t": "do", "id": "sit-000001", "command": {"t": "sit", "table": "roulette", "box": 1}}))
        assert server.stop() == 128 + signal.SIGTERM


def test_a_second_sigterm_ends_at_once(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path), "--grace", "600", around=stuck)
    with closing(server.guest("Ann")) as client, server.socket(client) as ws:
        until(ws, "you")
        ws.send(json.dumps({"t": "do", "id": "sit-000001", "command": {"t": "sit", "table": "roulette", "box": 1}}))
        server.process.send_signal(signal.SIGTERM)
        assert server.process.stderr is not None
        assert any("once more to stop at once" in line for line in server.process.stderr)
        assert server.stop() == 128 + signal.SIGTERM


def test_long_messages_close_the_socket(start: Start, tmp_path: Path) -> None:
    server = start("--data", str(tmp_path))
    with closing(server.guest("Ann")) as client, server.socket(client) as ws:
        until(ws, "you")
        ws.send("x" * 20_000)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                ws.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    assert server.get("/healthz").json()["ok"]


def test_guests_only_on_the_machine_itself_unless_said(start: Start, tmp_path: Path) -> None:
    for n, (args, taken) in enumerate([([], True), (["--no-guests"], False), (["--host", "0.0.0.0"], False),
                                       (["--host", "0.0.0.0", "--guests"], True)]):
        server = start("--data", str(tmp_path / str(n)), *args)
        assert ("/guest" in server.get("/sign-in").text) == taken
        server.stop()


# -- what cannot be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("args", "said"), [
    (["--port", "70000"], "out of range"), (["--host", "no.such.host.invalid"], "cannot be listened at"),
    (["--log", "xml"], "text or json"), (["--grace", "-1"], "out of range"),
])
def test_mistakes_are_one_line(tmp_path: Path, args: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["serve", "--no-open", "--data", str(tmp_path), *args])
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and said in done.stderr


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["serve", "--no-open", "--data", str(tmp_path / "file" / "below")])
    assert done.exit_code == 2 and done.stderr.count("\n") == 1 and "cannot be written" in done.stderr


def test_a_database_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "floor.db").write_bytes(b"not a database, whatever it is" * 100)
    done = CliRunner().invoke(app, ["serve", "--no-open", "--data", str(tmp_path)])
    assert done.exit_code == 2 and done.stderr.count("\n") == 1


def test_where_it_is_kept_unless_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert serve.data_directory("") == tmp_path / "data" / "pitboss"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert serve.data_directory("") == tmp_path / "home" / ".local" / "share" / "pitboss"

    def nowhere() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(Mistake, match="--data"):
        serve.data_directory("")


def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(Mistake, match=f"port {number} is taken"):
            serve.listen("127.0.0.1", number)
        monkeypatch.setattr(serve, "PORT", number)
        with serve.listen("127.0.0.1", None) as other:
            assert number < other.getsockname()[1] < number + serve.OTHERS
        monkeypatch.setattr(serve, "OTHERS", 1)
        with pytest.raises(Mistake, match="all taken"):
            serve.listen("127.0.0.1", None)


def test_no_browser_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    serve.open_browser("http://localhost/")
    assert opened == []


def test_help_names_every_option() -> None:
    done = CliRunner().invoke(app, ["serve", "--help"])
    for option in ("--data", "--host", "--port", "--no-open", "--no-guests", "--secure", "--grace", "--log"):
        assert option in done.stdout


def test_it_serves_in_another_loop_and_signs_what_it_writes(start: Start, tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["key", str(tmp_path / "key")]).exit_code == 0
    heads = tmp_path / "heads"
    server = start("--data", str(tmp_path / "data"), "--uvloop", "--sign-key", str(tmp_path / "key"),
                   "--heads", str(heads), "--grace", "0")
    with closing(server.guest("Ann")) as client, server.socket(client) as ws:
        until(ws, "you")
        assert server.get("/healthz").json()["heads_failing"] == ""
    assert server.stop() == 0
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "data"), "--heads", str(heads),
                                    "--key", str(tmp_path / "key.pub")])
    assert done.exit_code == 0 and "0 after that under no head" in done.output, done.output


def test_a_restored_backup_is_announced_and_signed(start: Start, tmp_path: Path) -> None:
    run, data, copy = CliRunner(), tmp_path / "data", tmp_path / "copy.db"
    assert run.invoke(app, ["key", str(tmp_path / "key")]).exit_code == 0
    how = ("--data", str(data), "--sign-key", str(tmp_path / "key"), "--heads", str(tmp_path / "heads"), "--grace", "0")
    server = start(*how)
    assert run.invoke(app, ["backup", "--data", str(data), str(copy)]).exit_code == 0
    server.guest("Ann").close()
    assert server.stop() == 0
    copy.replace(data / "floor.db")
    server = start(*how)
    assert server.stop() == 0
    assert sum(line.startswith("It was restored") and "go on behind a gap" in line for line in server.more()) == 1
    done = run.invoke(
        app, ["verify", str(data), "--heads", str(tmp_path / "heads"), "--key", str(tmp_path / "key.pub")])
    said = " ".join(done.output.split())
    assert done.exit_code == 0 and "heads: restored" in said and "signed events lost" in said, done.output
    assert said.endswith("no fault found, 1 restore")


def test_a_loop_that_is_not_installed_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)

    async def nothing() -> None: ...

    with pytest.raises(Mistake, match=r"pitboss\[fast\]"):
        serve.run_in_loop(nothing(), True)
