"""The files of the front end, read once. Under the address of their version they never change: a browser that has them
asks for none of them again, also for those that a script imports, since it finds them beside itself."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class FrontEndFile(NamedTuple):
    """A file as it is, and as it is sent to browsers that read compressed ones, which all do."""

    content: bytes
    compressed: bytes
    media_type: str
    tag: str


@cache
def files() -> dict[str, FrontEndFile]:
    """Every file by its name."""
    return {path.name: _read(path) for path in sorted(STATIC.iterdir()) if path.is_file()}


def _read(path: Path) -> FrontEndFile:
    content = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return FrontEndFile(content, gzip.compress(content, mtime=0), media_type, f'"{sha256(content).hexdigest()[:16]}"')


@cache
def version() -> str:
    """Changes whenever a file does."""
    digest = sha256()
    for name, file in files().items():
        digest.update(name.encode() + file.content)
    return digest.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is found as long as it stays as it is."""
    return f"/static/{version()}/{name}"


async def serve_file(request: Request) -> Response:
    """A file by the address of a version or by its name alone. Of another version than this there is only the file as
    it is now, which is then asked after each time, as is one without any."""
    of, _, name = request.path_params["path"].rpartition("/")
    file = files().get(name)
    if file is None or "/" in of:
        raise HTTPException(404)
    lasting = of == version()
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        "etag": file.tag, "vary": "accept-encoding",
    }
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.compressed, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"})
    return Response(file.content, media_type=file.media_type, headers=headers)
