"""The journal and the ledger as files, for staff: JSON lines in an array, or CSV; streamed, however long they are."""

from __future__ import annotations

import csv
import io
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins
from msgspec.json import encode
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pitboss.floor.commands import DEALER, STAFF
from pitboss.floor.floor import Floor
from pitboss.floor.queries import event_data

if TYPE_CHECKING:
    from pitboss.web.app import Web

AT_ONCE = 500
JOURNAL = ("pos", "stream", "ver", "type", "cmd", "at", "actor", "body", "prev", "hash")
ExportRow = dict[str, Any]
Rows = AsyncIterator[list[ExportRow]]
# A spreadsheet takes a text that begins with one of these for a formula, the wide forms too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
LEDGER = ("pos", "n", "account", "amount", "stream", "type", "at", "actor")


async def export(request: Request) -> Response:
    """/export/journal.json?table=bj1, /export/ledger.csv?account=cage"""
    web: Web = request.app.state.web
    who = web.who(request)
    if who is None:
        raise HTTPException(401, "sign in first")
    if who.role not in STAFF or web.people.must_change(who):
        raise HTTPException(403, "exports are for staff")
    name, form = request.path_params["name"], request.path_params["form"]
    if name not in ("journal", "ledger") or form not in ("json", "csv"):
        raise HTTPException(404, "there are journal.json, journal.csv, ledger.json and ledger.csv")
    asked = request.query_params.get("table" if name == "journal" else "account") or None
    if who.role == DEALER and (name != "journal" or asked not in web.floor.tables):
        raise HTTPException(403, "the books of the floor are not for dealers; those of a table are, with ?table=ID")
    chunks = (journal if name == "journal" else ledger)(web.floor, asked)
    columns = JOURNAL if name == "journal" else LEDGER
    kind = "application/json" if form == "json" else "text/csv; charset=utf-8"
    return StreamingResponse(
        (as_json if form == "json" else as_csv)(columns, chunks), media_type=kind,
        headers={"content-disposition": f'attachment; filename="pitboss-{name}.{form}"'},
    )


async def journal(floor: Floor, table: str | None) -> Rows:
    """Events in the order they were committed, some at a time; read beside the loop, so that no table waits.
    Cards of a round that is still played are left out, as they are on every screen."""
    stream = None if table is None else floor.tables[table].stream if table in floor.tables else table

    def read(after: int) -> list[ExportRow]:
        return [event_data(floor, event) for event in floor.store.all_events(after, AT_ONCE, stream)]

    after = 0
    while rows := await to_thread(read, after):
        yield rows
        after = rows[-1]["pos"]


async def ledger(floor: Floor, account: str | None) -> Rows:
    """Entries in order, whole transactions at a time."""
    after = 0
    while postings := await to_thread(floor.store.postings, account, after, AT_ONCE):
        yield [to_builtins(posting) for posting in postings]
        after = postings[-1].pos


async def as_json(columns: tuple[str, ...], chunks: Rows) -> AsyncIterator[bytes]:
    """An array, one object a line."""
    opening = b"[\n"
    async for chunk in chunks:
        yield opening + b",\n".join(encode({name: row[name] for name in columns}) for row in chunk)
        opening = b",\n"
    yield b"\n]\n" if opening == b",\n" else b"[]\n"


async def as_csv(columns: tuple[str, ...], chunks: Rows) -> AsyncIterator[bytes]:
    """A heading, and a line each."""
    yield _lines([columns])
    async for chunk in chunks:
        yield _lines([_cell(row[name]) for name in columns] for row in chunk)


def _lines(rows: Iterable[Iterable[Any]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    """Return a value as a spreadsheet reads it: a number, or a text that is not a formula. Other values are JSON."""
    text = value if isinstance(value, str | int) else encode(value).decode()
    return f"'{text}" if isinstance(text, str) and text.startswith(FORMULA) else text
