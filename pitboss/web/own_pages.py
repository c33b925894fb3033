"""A player's own page: his rounds, what they come to, and all of it as files. Read beside the loop and streamed, so
that no table waits for it, however much he has played; and nobody gets at another's."""

from __future__ import annotations

import io
import zipfile
from asyncio import sleep, to_thread
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from pitboss.floor.commands import Who
from pitboss.floor.desk import body_of, encode
from pitboss.floor.floor import Floor, game_of
from pitboss.floor.house import HouseTable
from pitboss.floor.own_account import Account
from pitboss.floor.own_files import hand_phh, house_transcript
from pitboss.floor.own_history import LAST, OwnHistory, OwnRound, RoundFilter, row_data
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_headlines import headline as poker_headline
from pitboss.floor.proposals import round_of
from pitboss.floor.queries import ask, stored_end
from pitboss.floor.shown import AnyTable, views
from pitboss.floor.store import ALWAYS
from pitboss.table.transcripts import BadTranscript
from pitboss.web.exports import ExportRow, Rows, as_csv, as_json

if TYPE_CHECKING:
    from pitboss.web.app import Web

PAGE, MOST_ROWS = 50, 200
# Rounds of a file that are read at a time; those that have to be played again for it.
ROWS_AT_ONCE, PLAYED_AT_ONCE = 500, 10
# How often one may ask for what his rounds come to, or for a file: a second, and at once. One file each at a time.
LOOKS, DOWNLOADS = (2.0, 30.0), (0.2, 10.0)
MOST_DOWNLOADS = 8
COLUMNS = ("id", "time", "game", "title", "table", "kind", "round", "result", "stake_cents", "net_cents", "marks",
           "worth_money")
KINDS = {"csv": "text/csv; charset=utf-8", "json": "application/json", "zip": "application/zip",
         "txt": "text/plain; charset=utf-8", "phh": "text/plain; charset=utf-8"}
NOT_WRITTEN = "not-written.txt"


# -- who asks, and for what ----------------------------------------------------------------------------------


def _who(request: Request) -> tuple[Web, Who]:
    web: Web = request.app.state.web
    who = web.who(request)
    if who is None:
        raise HTTPException(401, "sign in first")
    if web.people.must_change(who):
        raise HTTPException(403, "choose a password of your own first")
    return web, who


def _looking(request: Request) -> tuple[Web, Who]:
    web, who = _who(request)
    if not web.looks.take(who.name):
        raise HTTPException(429, "too many questions at once; try again in a moment")
    return web, who


def _number(request: Request, name: str, default: int, most: int = LAST) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= most):
        raise HTTPException(400, f"{name} is a number from 0 to {most}")
    return int(text)


def wanted(request: Request) -> RoundFilter:
    """?game=...&from=...&until=..., times in milliseconds."""
    game = request.query_params.get("game", "")
    if game and game_of(game) is None:
        raise HTTPException(400, f"there is no game {game[:60]!r}")
    since, until = _number(request, "from", ALWAYS[0]), _number(request, "until", ALWAYS[1])
    if since > until:
        raise HTTPException(400, "it ends before it begins")
    return RoundFilter(game, (since, until))


def _own(web: Web, who: Who, request: Request) -> OwnRound:
    """The round that is named, if it is his."""
    id = request.query_params.get("id", "")
    row = OwnHistory(web.floor.store, who.name).one(id)
    if row is None:
        raise HTTPException(404, f"no round {id[:60]!r} of yours")
    return row


# -- for the page --------------------------------------------------------------------------------------------


async def rounds(request: Request) -> Response:
    """Some of his rounds, the newest first: those before a position."""
    web, who = _looking(request)
    before, limit = _number(request, "before", LAST), max(1, _number(request, "limit", PAGE, MOST_ROWS))
    return JSONResponse(await to_thread(_page, web.floor, who, wanted(request), before, limit))


def _page(floor: Floor, who: Who, chosen: RoundFilter, before: int, limit: int) -> dict[str, Any]:
    rows, following = OwnHistory(floor.store, who.name).page(chosen, before, limit)
    listed = [row_data(row) | {"headline": _headline(floor, who, row)} for row in rows]
    return {"rounds": listed, "before": following}


def _headline(floor: Floor, who: Who, row: OwnRound) -> str:
    """How a round came out for its player, in a sentence."""
    table = floor.tables.get(row.id.rpartition("/")[0])
    if table is None:  # it is out of order
        return row.result
    if stored_end(table, row.round)[0]:  # other rules: it is not played again
        return row.result
    if isinstance(table, PokerDesk):
        end = floor.store.all_events(row.pos - 1, 1)[0]
        return poker_headline(table.room.game, body_of(end), who.name)
    said: str = round_of(table, row.round).result_of(who.name)["headline"]
    return said or row.result


async def summary(request: Request) -> Response:
    """What they come to."""
    web, who = _looking(request)
    account = Account(web.floor.store, who.name, web.floor.figures)
    chosen = wanted(request)
    async with web.adding_up:
        return JSONResponse(await to_thread(account.summary, chosen))


async def one_round(request: Request) -> Response:
    """A round of his own, step by step, with the table it was played at."""
    web, who = _looking(request)
    row = _own(web, who, request)
    listed = row_data(row) | {"headline": _headline(web.floor, who, row)}
    return Response(encode({"row": listed, **_replay(web.floor, who, row)}), media_type=KINDS["json"])


def _table_of(floor: Floor, row: OwnRound) -> AnyTable:
    table = floor.tables.get(row.id.rpartition("/")[0])
    if table is None:
        raise HTTPException(409, "the table of this round is out of order: try again when it is not")
    return table


def _replay(floor: Floor, who: Who, row: OwnRound) -> dict[str, Any]:
    table = _table_of(floor, row)
    answer = ask(floor, who, {"t": "round", "id": row.id})
    if not answer["ok"]:
        raise HTTPException(409, answer["refused"])
    return answer | {"view": views(table).public(table)}


# -- files ---------------------------------------------------------------------------------------------------


async def one_file(request: Request) -> Response:
    """/you/round.txt?id=bj1/11: one round as a file."""
    web, who = _who(request)
    form = request.path_params["form"]
    row = _own(web, who, request)
    _take_turn(web, who)
    if form == "csv":
        content = b"".join([part async for part in as_csv(COLUMNS, _once([file_row(row)]))])
    elif form == "json":
        steps = {name: value for name, value in _replay(web.floor, who, row).items() if name not in ("ok", "view")}
        content = encode({"row": file_row(row), **steps})
    elif form in ("txt", "phh"):
        content = (await to_thread(_written, web.floor, who, row, form)).encode()
    else:
        raise HTTPException(404, "there are round.csv, round.json, round.txt and round.phh")
    return Response(content, media_type=KINDS[form], headers=_attached(f"{_plain(row.id)}.{form}"))


def _written(floor: Floor, who: Who, row: OwnRound, form: str) -> str:
    table = _table_of(floor, row)
    try:
        return told(table, row, who.name, form)
    except BadTranscript as bad:
        raise HTTPException(409, str(bad)) from None


def told(table: HouseTable | PokerDesk, row: OwnRound, player: str, form: str) -> str:
    """A round in the notation that a form of file stands for; `BadTranscript` where it has no words for it."""
    if isinstance(table, PokerDesk):
        if form != "phh":
            raise BadTranscript("a hand between players is written as PHH")
        return hand_phh(table, row.round, player)
    if form != "txt":
        raise BadTranscript("PHH is for hands between players; this round is written as a transcript")
    return house_transcript(table, row.round, player)


async def files(request: Request) -> Response:
    """/you/rounds.csv, /you/rounds.json, /you/transcripts.zip, /you/hands.zip: all that are asked for."""
    web, who = _who(request)
    name, form = request.path_params["name"], request.path_params["form"]
    chosen = wanted(request)
    rows = OwnHistory(web.floor.store, who.name).rounds(chosen)
    if (name, form) in (("rounds", "csv"), ("rounds", "json")):
        chunks = (as_csv if form == "csv" else as_json)(COLUMNS, _by_many(rows))
    elif (name, form) in (("transcripts", "zip"), ("hands", "zip")):
        kind, ending = ("house", "txt") if name == "transcripts" else ("poker", "phh")
        chunks = _zipped(web.floor, who, (row for row in rows if row.kind == kind), ending)
    else:
        raise HTTPException(404, "there are rounds.csv, rounds.json, transcripts.zip and hands.zip")
    _take_turn(web, who)
    if who.name in web.downloading or len(web.downloading) >= MOST_DOWNLOADS:
        raise HTTPException(429, "another download is under way; wait until it has come")
    return StreamingResponse(_one_at_a_time(web, who, chunks), media_type=KINDS[form],
                             headers=_attached(f"pitboss-{name}.{form}"))


def _take_turn(web: Web, who: Who) -> None:
    if not web.downloads.take(who.name):
        raise HTTPException(429, "too many downloads at once; try again in a moment")


async def _one_at_a_time(web: Web, who: Who, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    web.downloading.add(who.name)
    try:
        async for part in chunks:
            yield part
    finally:
        web.downloading.discard(who.name)


def file_row(row: OwnRound) -> ExportRow:
    """A round as a line of a file."""
    time = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds")
    marks = "; ".join(f"{mark.what}: {mark.why}" if mark.why else mark.what for mark in row.marks)
    return {"id": row.id, "time": time, "game": row.game, "title": row.title, "table": row.table, "kind": row.kind,
            "round": row.round, "result": row.result, "stake_cents": row.stake, "net_cents": row.net, "marks": marks,
            "worth_money": "yes" if row.value else "no"}


async def _once(rows: list[ExportRow]) -> Rows:
    yield rows


async def _by_many(rows: Iterator[OwnRound]) -> Rows:
    def some() -> list[ExportRow]:
        return [file_row(row) for row in islice(rows, ROWS_AT_ONCE)]

    while batch := await to_thread(some):
        yield batch


async def _zipped(floor: Floor, who: Who, rows: Iterator[OwnRound], ending: str) -> AsyncIterator[bytes]:
    """One file a round; what cannot be written is listed, and why."""
    out = _Outgoing()
    archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)
    missing: list[str] = []

    def some() -> bool:
        batch = list(islice(rows, PLAYED_AT_ONCE))
        for row in batch:
            try:
                text = told(_table_of(floor, row), row, who.name, ending)
                archive.writestr(f"{_plain(row.id)}.{ending}", text)
            except (BadTranscript, HTTPException) as bad:
                missing.append(f"{row.id}: {bad.detail if isinstance(bad, HTTPException) else bad}\n")
        return bool(batch)

    began = monotonic()
    while await to_thread(some):
        yield out.take()
        # Rounds are played again for it: half of the time is the tables'.
        await sleep(monotonic() - began)
        began = monotonic()
    if missing:
        archive.writestr(NOT_WRITTEN, "".join(missing))
    archive.close()
    yield out.take()


class _Outgoing(io.RawIOBase):
    """What was written to a file and nobody has sent yet."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def _plain(id: str) -> str:
    """A round's id as the name of a file."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in id)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
