"""Where a request comes from: our own pages, or somebody else's."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit


def same_origin(headers: Mapping[str, str], secure: bool) -> bool:
    """Was this sent by a page of this very server? A browser always says where a form or a socket comes from.

    >>> same_origin({"host": "localhost:8080", "origin": "http://localhost:8080"}, False)
    True
    >>> same_origin({"host": "localhost:8080", "origin": "http://evil.example"}, False)
    False
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin, host = headers.get("origin", ""), headers.get("host", "")
    if not origin or not host:
        return False
    try:
        url = urlsplit(origin)
    except ValueError:
        return False
    schemes = ("https",) if secure else ("http", "https")
    return url.scheme in schemes and url.netloc.lower() == host.lower() and "@" not in url.netloc


def is_loopback(host: str) -> bool:
    """Is this a name or an address of the machine itself?

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("casino.example")
    (True, True, False, False)
    """
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ip_address(host.strip("[]").partition("%")[0]).is_loopback
    except ValueError:
        return False


def named_host(header: str) -> str:
    """The name in a Host header, without its port.

    >>> named_host("localhost:8080"), named_host("[::1]:8080")
    ('localhost', '[::1]')
    """
    name, colon, port = header.rpartition(":")
    return name if colon and port.isdigit() and not name.endswith(":") else header


def local_path(path: str) -> str:
    """A path of this server to go on to; "/" for anything else.

    >>> local_path("/table/bj1"), local_path("//evil.example"), local_path("https://evil.example")
    ('/table/bj1', '/', '/')
    """
    fits = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and "\\" not in path
    return path if fits and len(path) <= 200 else "/"
